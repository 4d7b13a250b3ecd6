/* cmd_perft.c - counts the tree of all legal moves with a fixed order of draws: a number that an independent reading of the
 * rules must reproduce (tests/oracle/perft.py prints the same lines). */
#include "app/command.h"
#include "app/setup.h"
#include "aude.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PERFT_MAX_DEPTH = 16 };

typedef struct perft {
    aude_rules rules;
    int n_draws;
    uint16_t draw[AUDE_MAX_TILES];
    const char *failure;
    /* One level of the tree a row. */
    aude_state state[PERFT_MAX_DEPTH + 1];
    aude_move moves[PERFT_MAX_DEPTH + 1][AUDE_MAX_MOVES];
} perft;

/* Leaves below the state of a level, which this may change. Draws are no depth; a game that cannot go on is one leaf. */
static uint64_t perft_count(perft *p, int level, int depth, int n_drawn)
{
    aude_state *state = &p->state[level];
    uint32_t actors = aude_actors(&p->rules, state);
    for (; depth && actors == AUDE_CHANCE && n_drawn < p->n_draws; actors = aude_actors(&p->rules, state)) {
        aude_move draw = {.kind = AUDE_DRAW, .seat = AUDE_NOBODY, .tile = p->draw[n_drawn++]};
        if (!aude_apply(&p->rules, state, draw, NULL)) continue;
        p->failure = aude_rules_kind(&p->rules, draw.tile)->name;
        return 0;
    }
    if (!depth || !actors || actors == AUDE_CHANCE) return 1;
    int seat = __builtin_ctz(actors);
    if (depth == 1) return (uint64_t)aude_count_legal(&p->rules, state, seat);
    uint64_t leaves = 0;
    int n = aude_legal(&p->rules, state, seat, p->moves[level], AUDE_MAX_MOVES);
    for (int i = 0; i < n && !p->failure; i++) {
        aude_state_copy(&p->rules, &p->state[level + 1], state);
        aude_play(&p->rules, &p->state[level + 1], p->moves[level][i], NULL);
        leaves += perft_count(p, level + 1, depth - 1, n_drawn);
    }
    return leaves;
}

static int draws_read(const options *o, perft *p)
{
    for (const char *names = options_value(o, "draws"); names && *names;) {
        char name[AUDE_MAX_NAME] = "";
        size_t size = strcspn(names, ",");
        if (size < sizeof name) memcpy(name, names, size);
        int kind = aude_rules_find_kind(&p->rules, name);
        if (kind < 0) return command_error(o, "--draws: there is no tile \"%.*s\" in this game", (int)size, names);
        if (p->n_draws == AUDE_MAX_TILES) return command_error(o, "--draws: more than %d tiles", AUDE_MAX_TILES);
        p->draw[p->n_draws++] = (uint16_t)kind;
        names += size + (names[size] == ',');
    }
    return p->n_draws ? COMMAND_OK : command_error(o, "--draws is needed: the tiles in the order in which they come");
}

static int perft_command(const options *o)
{
    long depth = 0, seats = 0;
    if (!options_number(o, "depth", 1, PERFT_MAX_DEPTH, &depth)) return COMMAND_USAGE;
    if (!options_number(o, "seats", 1, AUDE_MAX_SEATS, &seats)) return COMMAND_USAGE;
    perft *p = calloc(1, sizeof *p);
    if (!p) return command_error(o, "out of memory");
    game_setup game;
    int code = setup_read(o, (int)seats, &game);
    if (!code) code = setup_compile(o, &game, &p->rules);
    if (!code) code = draws_read(o, p);
    for (int d = 1; !code && d <= depth; d++) {
        aude_start(&p->rules, &p->state[0]);
        uint64_t leaves = perft_count(p, 0, d, 0);
        if (p->failure)
            code = command_error(o, "--draws: a tile %s is drawn that is not in the bag", p->failure);
        else
            printf("depth %d leaves %llu\n", d, (unsigned long long)leaves);
    }
    setup_free(&game);
    free(p);
    return code;
}

const command command_perft = {
    .name = "perft",
    .summary = "count the tree of all legal moves",
    .about =
        "Counts the leaves of the tree of all legal moves for a fixed order of draws, for each depth up to the one "
        "given. Draws do not count as depth; placements, meeples, passes, bets and choices do. Where several seats "
        "choose at once, they choose in the order of the seats. A branch ends when the game is over or the draws run "
        "out, and counts as one leaf.",
    .option =
        (const option[]){
            {"depth", "D", "3", "the greatest depth", false},
            {"draws", "TILES", NULL, "names of tiles in the order in which they come, joined by commas", false},
            {"seats", "N", "2", "players", false},
            SETUP_OPTIONS("base"),
            {0},
        },
    .example =
        (const char *const[]){
            "aude perft --depth 4 --draws RFr,L,C",
            "leaves at depth 1 to 4",
            NULL,
        },
    .run = perft_command,
};
