/* Records of random games, at every line of their logs: the log read again is the same game, also in the middle of a
 * secret decision; public records replay and tell nothing of secrets or of the order of choosing.
 *
 * The games have many bookmaker tiles and few draws, and are played at a table, with and without `rule confirm`, with
 * undo and seats that leave. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "aude.h"

enum { N_GAMES = 24, MAX_LINES = 400, TEXT = 1 << 15 };

typedef struct game {
    aude_tileset bookmakers; /* the bets set with more copies: embedded in the text */
    aude_rules rules;
    aude_record record;
    aude_line line[MAX_LINES];
    aude_game table;
    aude_random random;
    int secret_lines; /* lines of the open secret decision so far, or 0 */
} game;

/* What a text is read into. */
typedef struct copy {
    aude_tileset own[2];
    aude_rules rules;
    aude_state state;
    aude_record record;
    aude_line line[MAX_LINES];
} copy;

static game played;
static copy read_again;
static aude_line work[MAX_LINES];
static char log_text[TEXT], other_text[TEXT], public_text[AUDE_MAX_SEATS + 1][TEXT],
    public_before[AUDE_MAX_SEATS + 1][TEXT];

static void game_start(game *g, uint64_t seed)
{
    aude_setup *setup = &g->record.setup;
    aude_errinfo e = {0};
    memset(&g->record, 0, sizeof g->record);
    g->record.line = g->line;
    g->record.cap_lines = MAX_LINES;
    g->secret_lines = 0;
    aude_random_seed(&g->random, seed);
    aude_setup_default(setup, 2 + (int)(seed % 3));
    g->bookmakers = *aude_tileset_find("bets", 0);
    g->bookmakers.hash = seed;                                                       /* no built-in data */
    for (int i = 0; i < g->bookmakers.n_tiles; i++) g->bookmakers.tile[i].count = 3; /* at most 32 offices */
    setup->set[setup->n_sets++] = &g->bookmakers;
    setup->draws = 20;
    setup->bets_unoccupied = seed % 4 != 0;
    g->record.confirm = seed % 2 == 0;
    strcpy(g->record.name[0], "Ann B");
    if (aude_rules_init(&g->rules, setup, &e)) fail_msg("%s", e.message);
    assert_int_equal(aude_game_open(&g->table, &g->record, &g->rules, &e), AUDE_OK);
}

/* One line by whoever may act, sometimes not a move; false: the game is over. */
static int game_line(game *g)
{
    const aude_course *c = &g->table.course;
    int seat = (int)aude_random_below(&g->random, (uint32_t)g->record.setup.n_seats);
    aude_errinfo e = {0};
    aude_move move = {.kind = AUDE_RETIRE, .seat = (uint8_t)seat};
    if (!aude_actors(&g->rules, &c->state)) return 0;
    if (aude_random_below(&g->random, 120) == 0 && aude_game_move(&g->table, move, NULL, &e) == AUDE_OK) return 1;
    if (aude_random_below(&g->random, 6) == 0 && aude_game_undo(&g->table, seat, -1, &e) == AUDE_OK) return 1;
    if (c->has_waiting) {
        assert_int_equal(aude_game_confirm(&g->table, c->waiting.seat, NULL, &e), AUDE_OK);
        return 1;
    }
    /* Any of those who may act; chips rather than no bet. */
    uint32_t actors = aude_actors(&g->rules, &c->state);
    if (actors == AUDE_CHANCE) {
        assert_int_equal(aude_random_move(&g->rules, &c->state, &g->random, &move), 1);
    } else {
        static aude_move list[AUDE_MAX_MOVES];
        while (!(actors >> seat & 1)) seat = (seat + 1) % g->record.setup.n_seats;
        int n = aude_legal(&g->rules, &c->state, seat, list, AUDE_MAX_MOVES);
        move = list[aude_random_below(&g->random, (uint32_t)n)];
        if (move.kind == AUDE_BET && move.face == AUDE_NO_BET) move = list[n - 1];
    }
    if (aude_game_move(&g->table, move, NULL, &e)) fail_msg("%s", e.message);
    return 1;
}

static aude_err copy_read(copy *c, const char *text, aude_errinfo *e)
{
    c->record = (aude_record){.own = c->own, .cap_own = 2, .line = c->line, .cap_lines = MAX_LINES};
    return aude_record_read(&c->record, &c->rules, &c->state, text, strlen(text), e);
}

static void copy_must_read(copy *c, const char *text)
{
    aude_errinfo e = {0};
    if (copy_read(c, text, &e)) fail_msg("%s\n%d: %s", text, e.line, e.message);
}

static void redact(const game *g, int viewer, char *dst)
{
    int seat = viewer == g->record.setup.n_seats ? AUDE_NOBODY : viewer;
    size_t n = aude_record_redact(&g->record, &g->rules, seat, work, dst, TEXT);
    assert_true(n < TEXT);
}

/* ---- The log ---- */

static void check_log(const game *g)
{
    static aude_move list[AUDE_MAX_MOVES], again[AUDE_MAX_MOVES];
    const aude_state *state = &g->table.course.state;
    assert_true(aude_record_write(&g->record, &g->rules, log_text, TEXT) < TEXT);
    copy_must_read(&read_again, log_text);
    assert_true(aude_full_digest(&read_again.rules, &read_again.state) == aude_full_digest(&g->rules, state));
    assert_int_equal(aude_state_decision(&read_again.state), aude_state_decision(state));
    for (int seat = 0; seat < g->record.setup.n_seats; seat++) {
        int n = aude_legal(&g->rules, state, seat, list, AUDE_MAX_MOVES);
        assert_int_equal(aude_legal(&read_again.rules, &read_again.state, seat, again, AUDE_MAX_MOVES), n);
        assert_memory_equal(list, again, (size_t)n * sizeof *list);
    }
    aude_record_write(&read_again.record, &read_again.rules, other_text, TEXT);
    assert_string_equal(other_text, log_text);
    assert_int_equal(aude_record_check(&read_again.record, &read_again.rules, &read_again.state, NULL, NULL, NULL), 0);
    assert_true(aude_full_digest(&read_again.rules, &read_again.state) == aude_full_digest(&g->rules, state));
}

/* Every listed move reads as it is written, from any edge and rotation that means the same. */
static void check_moves(const game *g)
{
    static aude_move list[AUDE_MAX_MOVES];
    static aude_state trial;
    const aude_state *state = &g->table.course.state;
    for (int seat = 0; seat < g->record.setup.n_seats; seat++) {
        int n = aude_legal(&g->rules, state, seat, list, AUDE_MAX_MOVES);
        for (int i = 0; i < n; i++) {
            aude_move move = list[i], got;
            for (int turn = 0; turn < 8; turn++) {
                char text[64];
                if (move.kind == AUDE_PLACE)
                    move.rotation = (uint8_t)((list[i].rotation + turn) % 4);
                else if (move.feature != 255 && move.feature != AUDE_MONASTERY)
                    move.edge = (uint8_t)((list[i].edge + turn) % 8);
                else if (turn)
                    break;
                if (move.feature < AUDE_FIELD && move.feature != AUDE_MONASTERY && move.edge > 3) continue;
                aude_state_copy(&g->rules, &trial, state);
                if (turn && aude_apply(&g->rules, &trial, move, NULL)) continue;
                size_t size = aude_move_write(&g->rules, move, text, sizeof text);
                assert_int_equal(aude_move_read(&g->rules, state, text, size, &got, NULL), AUDE_OK);
                int k = 0;
                while (k < n && memcmp(&got, &list[k], sizeof got)) k++;
                if (k == n) fail_msg("`%s` is read as a move that is not listed", text);
                if (!turn && k != i) fail_msg("`%s` is read as another move", text);
            }
        }
    }
}

/* ---- Public records ---- */

static int line_is_choice(const aude_line *line)
{
    return line->kind == AUDE_LINE_MOVE && (line->move.kind == AUDE_BET || line->move.kind == AUDE_FINAL);
}

static void check_public(game *g)
{
    const aude_state *state = &g->table.course.state;
    aude_step step = aude_state_step(&g->rules, state);
    int open = step == AUDE_STEP_BET || step == AUDE_STEP_FINAL;
    for (int viewer = 0; viewer <= g->record.setup.n_seats; viewer++) {
        redact(g, viewer, public_text[viewer]);
        copy_must_read(&read_again, public_text[viewer]);
        assert_true(aude_digest(&read_again.rules, &read_again.state) == aude_digest(&g->rules, state));
        assert_int_equal(aude_asked(&read_again.rules, &read_again.state), aude_asked(&g->rules, state));
        /* Redacted again it is the same. */
        int seat = viewer == g->record.setup.n_seats ? AUDE_NOBODY : viewer;
        aude_record_redact(&read_again.record, &read_again.rules, seat, work, other_text, TEXT);
        assert_string_equal(other_text, public_text[viewer]);
        /* A choice in an open decision leaves no trace. */
        if (open && g->secret_lines && line_is_choice(&g->line[g->record.n_lines - 1]))
            assert_string_equal(public_text[viewer], public_before[viewer]);
        strcpy(public_before[viewer], public_text[viewer]);
    }
    g->secret_lines = open ? g->secret_lines + 1 : 0;
}

/* Exchanges neighbouring choices of different seats in one decision at random: nobody sees a difference. */
static void check_order(game *g)
{
    static aude_line kept[MAX_LINES];
    static char text[TEXT];
    memcpy(kept, g->line, sizeof kept);
    for (int i = 1; i < g->record.n_lines; i++) {
        aude_line *a = &g->line[i - 1], *b = &g->line[i];
        if (!line_is_choice(a) || !line_is_choice(b) || a->move.seat == b->move.seat) continue;
        if (aude_random_below(&g->random, 2)) continue;
        aude_line swap = *a;
        *a = *b;
        *b = swap;
    }
    for (int viewer = 0; viewer <= g->record.setup.n_seats; viewer++) {
        redact(g, viewer, text);
        assert_string_equal(text, public_text[viewer]);
    }
    memcpy(g->line, kept, sizeof kept);
}

/* Whether the chip of a bet line is still secret: it lies on the tile placed last before that line, or is a choice in
 * the open decision. */
static int chip_is_secret(const game *g, int index)
{
    const aude_state *state = &g->table.course.state;
    aude_stack stack[AUDE_MAX_STACKS];
    int place = index, n = aude_stacks(&g->rules, state, stack, AUDE_MAX_STACKS);
    while (g->line[place].kind != AUDE_LINE_MOVE || g->line[place].move.kind != AUDE_PLACE) place--;
    int tile = aude_tile_at(&g->rules, state, g->line[place].move.x, g->line[place].move.y);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < stack[i].n_bets; k++)
            if (stack[i].tile == tile && stack[i].bet[k].seat == g->line[index].move.seat) return 1;
    return aude_state_step(&g->rules, state) == AUDE_STEP_BET && tile == aude_n_placed(state) - 1;
}

/* Gives the secret chips of one seat other faces, where that is a legal game: nobody sees a difference. Returns whether
 * it was one. */
static int check_secrets(game *g)
{
    static aude_line kept[MAX_LINES];
    static char text[TEXT];
    static aude_state state;
    int changed = 0, seat = (int)aude_random_below(&g->random, (uint32_t)g->record.setup.n_seats);
    int faces = aude_rules_n_faces(&g->rules), shift = 1 + (int)aude_random_below(&g->random, (uint32_t)faces - 1);
    if (!aude_actors(&g->rules, &g->table.course.state)) return 0;
    memcpy(kept, g->line, sizeof kept);
    for (int i = 0; i < g->record.n_lines; i++) {
        aude_move *move = &g->line[i].move;
        if (!line_is_choice(&g->line[i]) || move->kind != AUDE_BET || move->seat != seat || move->face == AUDE_NO_BET)
            continue;
        if (!chip_is_secret(g, i)) continue;
        move->face = (uint8_t)((move->face + shift) % faces);
        changed++;
    }
    int legal = changed && aude_record_check(&g->record, &g->rules, &state, NULL, NULL, NULL) == 0;
    if (legal) {
        assert_true(aude_digest(&g->rules, &state) == aude_digest(&g->rules, &g->table.course.state));
        assert_true(aude_full_digest(&g->rules, &state) != aude_full_digest(&g->rules, &g->table.course.state));
    }
    for (int viewer = 0; legal && viewer <= g->record.setup.n_seats; viewer++) {
        redact(g, viewer, text);
        assert_string_equal(text, public_text[viewer]);
    }
    memcpy(g->line, kept, sizeof kept);
    return legal;
}

static void test_games(void **unused)
{
    int lines = 0, open = 0, secrets = 0;
    (void)unused;
    for (uint64_t seed = 1; seed <= N_GAMES; seed++) {
        game *g = &played;
        game_start(g, seed);
        do {
            check_log(g);
            check_moves(g);
            check_public(g);
            check_order(g);
            secrets += check_secrets(g);
            open += g->secret_lines > 1;
            lines++;
        } while (game_line(g));
    }
    /* The games are of the kind that is wanted here. */
    print_message("%d lines, %d within a secret decision, %d with other secrets\n", lines, open, secrets);
    assert_true(open > 100);
    assert_true(secrets > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
