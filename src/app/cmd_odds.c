/* cmd_odds.c - aude odds: how the roads and cities at the offices of a game are likely to end, and whether a space will be filled. */
#include "app/calibrate.h"
#include "app/command.h"
#include "app/recordfile.h"
#include "app/retell.h"
#include "app/setup.h"
#include "app/tidings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct asked {
    aude_record record;
    aude_rules rules;
    aude_state state;
    char name[AUDE_MAX_SEATS][SCENE_NAME];
    char *text;
    void *memory;
    aude_random random;
    aude_budget budget;
} asked;

static asked the_question; /* too big for a stack */

static void space_print(asked *a, int x, int y)
{
    uint32_t n, filled = aude_odds_of_space(&a->rules, &a->state, x, y, &a->budget, &a->random, a->memory, &n);
    printf("The space (%d,%d) is filled in ", x, y);
    tidings_chance(stdout, filled, n);
    printf(" of %u simulated games.\n", n);
}

static void offices_print(asked *a, const scene *s)
{
    aude_odds odds;
    int n = 0;
    for (int tile = 0; tile < aude_n_placed(&a->state); tile++) {
        aude_placed placed = aude_placed_at(&a->rules, &a->state, tile);
        if (!aude_rules_kind(&a->rules, placed.kind)->office || !aude_targets(&a->rules, &a->state, tile, NULL, 0))
            continue;
        aude_odds_of_tile(&a->rules, &a->state, tile, &a->budget, &a->random, a->memory, &odds);
        if (n++) putchar('\n');
        tidings_office(stdout, s, tile, &odds);
    }
    if (!n) printf("No office has an unfinished road or city.\n");
}

static int question_ask(const options *o, asked *a, long playouts, uint64_t seed)
{
    const char *space = options_value(o, "space");
    int x = 0, y = 0, end = 0;
    if (space && (sscanf(space, "%9d,%9d%n", &x, &y, &end) != 2 || space[end]))
        return command_error(o, "--space wants X,Y, such as 1,-2");
    int code = recordfile_open(&a->record, &a->rules, &a->state, o->operand[0], &a->text);
    if (code) return code;
    scene s = {.rules = &a->rules, .state = &a->state, .viewer = AUDE_NOBODY, .n_seats = a->record.setup.n_seats};
    for (int i = 0; i < s.n_seats; i++) {
        retell_name(&a->record, i, a->name[i]);
        s.name[i] = a->name[i];
    }
    a->memory = aligned_alloc(16, (aude_odds_memory() + 15) / 16 * 16);
    if (!a->memory) return command_error(o, "out of memory");
    a->budget.playouts = (uint32_t)playouts;
    aude_random_seed(&a->random, seed);
    aude_view(&a->rules, &a->state, AUDE_NOBODY, 0, &a->state);
    if (space)
        space_print(a, x, y);
    else
        offices_print(a, &s);
    return COMMAND_OK;
}

/* What belongs to the other use of the command than the one that is asked for. */
static int uses_check(const options *o)
{
    static const char *const of_check[] = {"players", "sets", "tiles", "rule", "chips"};
    bool check = options_has(o, "check");
    if (check && (o->n_operands || options_has(o, "space")))
        return command_error(o, "--check plays games of its own: it goes with no FILE and no --space");
    if (check) return COMMAND_OK;
    if (o->n_operands != 1) return command_error(o, "a FILE is missing");
    for (size_t i = 0; i < sizeof of_check / sizeof *of_check; i++)
        if (options_has(o, of_check[i]))
            return command_error(o, "--%s goes with --check; the game of a FILE has its own", of_check[i]);
    return COMMAND_OK;
}

static int odds_run(const options *o)
{
    long playouts = 0, check = 0;
    uint64_t seed = 1;
    if (!options_number(o, "playouts", 1, 1000000, &playouts) || !options_number(o, "check", 1, 1000000, &check) ||
        !options_u64(o, "seed", &seed))
        return COMMAND_USAGE;
    int code = uses_check(o);
    if (code) return code;
    if (check) return calibrate(o, check, playouts, seed);
    code = question_ask(o, &the_question, playouts, seed);
    recordfile_free(&the_question.record);
    free(the_question.text);
    free(the_question.memory);
    return code;
}

static const option odds_options[] = {
    {"space", "X,Y", NULL, "instead: the chance that a tile comes to lie there", false},
    {"playouts", "N", "400", "simulated games for each answer", false},
    {"seed", "N", "1", "seed of the simulated games", false},
    {"check", "OFFICES", NULL, "instead: plays games with at least so many offices, and prints how true the odds were",
     false},
    {"players", "NAMES", "mcts:100,mcts:100", "with --check: the computer players, joined by commas", false},
    SETUP_OPTIONS("base,bets"),
    {0}};

static const char *const odds_examples[] = {"aude odds game.aude", "what a bet may still win",
                                            "aude odds game.aude --space 1,-2", "whether a tile will ever fit there",
                                            NULL};

const command command_odds = {
    .name = "odds",
    .operands = "[FILE]",
    .max_operands = 1,
    .summary = "how the roads and cities at betting offices are likely to end",
    .about =
        "For each office of a game log or public record: how large its roads and cities are likely to become, whether "
        "they are finished, and what each chip would win there. The rest of the game is simulated many times, from "
        "what "
        "a spectator knows; behind a chance stand the limits within which it lies if the simulated players are like "
        "the "
        "real ones. How true such odds are is told by --check: docs/strength.md.",
    .option = odds_options,
    .example = odds_examples,
    .run = odds_run,
};
