/* Tables: the order of checks, the reasons of refusals, what waits, undo and its limits, decision ids, events. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "aude.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static aude_rules rules;
static aude_record record;
static aude_line line[64];
static aude_game table, again;
static aude_events events;

static void table_start(int confirm, int draws, int cap_lines)
{
    aude_setup *setup = &record.setup;
    record = (aude_record){.confirm = confirm, .line = line, .cap_lines = cap_lines};
    aude_setup_default(setup, 2);
    setup->set[setup->n_sets++] = aude_tileset_find("bets", 0);
    setup->draws = draws;
    setup->n_chips = 2;
    assert_int_equal(aude_chip_read(&setup->chip[0], "4x2", 3), AUDE_OK);
    assert_int_equal(aude_chip_read(&setup->chip[1], "4/5", 3), AUDE_OK);
    assert_int_equal(aude_rules_init(&rules, setup, NULL), AUDE_OK);
    assert_int_equal(aude_game_open(&table, &record, &rules, NULL), AUDE_OK);
}

/* A line of the record grammar, or `undo` or `confirm`. */
static aude_err table_do(const char *text, aude_errinfo *e)
{
    aude_move move;
    int seat, index = -1;
    if (sscanf(text, "confirm %d", &seat) == 1) return aude_game_confirm(&table, seat, &events, e);
    if (sscanf(text, "undo %d %d", &seat, &index) >= 1) return aude_game_undo(&table, seat, index, e);
    if (sscanf(text, "takeback %d %d", &seat, &index) == 2) return aude_game_takeback(&table, seat, index, e);
    assert_int_equal(aude_move_read(&rules, &table.course.state, text, strlen(text), &move, NULL), AUDE_OK);
    return aude_game_move(&table, move, &events, e);
}

typedef struct act {
    const char *text;
    aude_err code;
    const char *message; /* NULL: none */
    unsigned decision;   /* afterwards */
    int waits;           /* seat whose move waits, or -1 */
    unsigned actors;     /* of the real state */
} act;

/* The bets of the bookmaker tile follow on `pass`; the city of B02 is closed by RCr turned round, and its stack
 * settled. */
static const act confirmed[] = {
    {"place 1 0 0", AUDE_E_TURN, "a draw is due now", 0, -1, AUDE_CHANCE},
    {"confirm 0", AUDE_E_ILLEGAL, "seat 0 has no move", 0, -1, AUDE_CHANCE},
    {"undo 0", AUDE_E_ILLEGAL, "nothing has been decided", 0, -1, AUDE_CHANCE},
    {"draw B02", AUDE_OK, NULL, 1, -1, 1},
    {"draw B03", AUDE_E_ILLEGAL, "a tile is to be placed", 1, -1, 1},
    {"bet 1 pass", AUDE_E_TURN, "seat 1 is not asked", 1, -1, 1},
    {"place 0 0 0", AUDE_E_ILLEGAL, "does not fit", 1, -1, 1},
    {"undo 0", AUDE_E_ILLEGAL, "take back a draw", 1, -1, 1},
    {"undo 0 0", AUDE_E_ILLEGAL, "take back a draw", 1, -1, 1},
    {"undo 0 1", AUDE_E_ILLEGAL, "since then", 1, -1, 1},
    {"undo 7", AUDE_E_UNKNOWN, "no such seat", 1, -1, 1},
    {"place 1 0 0", AUDE_OK, NULL, 2, -1, 1},
    {"undo 1", AUDE_E_ILLEGAL, "another seat's decision", 2, -1, 1},
    {"undo 0 0", AUDE_E_ILLEGAL, "take back a draw", 2, -1, 1},
    {"pass", AUDE_OK, NULL, 3, 0, 1},
    {"pass", AUDE_E_TURN, "seat 0 has not confirmed", 3, 0, 1},
    {"bet 1 pass", AUDE_E_TURN, "seat 0 has not confirmed", 3, 0, 1},
    {"draw B03", AUDE_E_TURN, "seat 0 has not confirmed", 3, 0, 1},
    {"confirm 1", AUDE_E_ILLEGAL, "seat 1 has no move", 3, 0, 1},
    {"undo 1", AUDE_E_ILLEGAL, "another seat's decision", 3, 0, 1},
    {"undo 0", AUDE_OK, NULL, 4, -1, 1},
    {"meeple small city.N", AUDE_OK, NULL, 5, 0, 1},
    {"undo 0 1", AUDE_OK, NULL, 6, -1, 1},
    {"place -1 0 0", AUDE_OK, NULL, 7, -1, 1},
    {"undo 0", AUDE_OK, NULL, 8, -1, 1},
    {"undo 0", AUDE_E_ILLEGAL, "take back a draw", 8, -1, 1},
    {"place 1 0 0", AUDE_OK, NULL, 9, -1, 1},
    {"pass", AUDE_OK, NULL, 10, 0, 1},
    {"confirm 0", AUDE_OK, NULL, 11, -1, 3},
    {"undo 0", AUDE_E_ILLEGAL, "secret choices", 11, -1, 3},
    {"undo 1", AUDE_E_ILLEGAL, "secret choices", 11, -1, 3},
    {"bet 1 4/5", AUDE_OK, NULL, 11, -1, 1},
    {"bet 1 pass", AUDE_E_TURN, "seat 1 is not asked", 11, -1, 1},
    {"undo 1", AUDE_E_ILLEGAL, "secret choices", 11, -1, 1},
    {"undo 0", AUDE_E_ILLEGAL, "secret choices", 11, -1, 1},
    {"bet 0 pass", AUDE_OK, NULL, 12, -1, AUDE_CHANCE},
    {"undo 0", AUDE_E_ILLEGAL, "secret choices", 12, -1, AUDE_CHANCE},
    {"draw RCr", AUDE_OK, NULL, 13, -1, 2},
    {"place 1 -1 180", AUDE_OK, NULL, 14, -1, 2},
    {"pass", AUDE_OK, NULL, 15, 1, 2},
    {"retire 0", AUDE_OK, NULL, 15, 1, 2},
    {"confirm 1", AUDE_OK, NULL, 16, -1, AUDE_CHANCE},
    {"undo 1", AUDE_E_ILLEGAL, "confirmed", 16, -1, AUDE_CHANCE},
    {"retire 0", AUDE_E_ILLEGAL, "has left the game already", 16, -1, AUDE_CHANCE},
    {"retire 1", AUDE_OK, NULL, 17, -1, 0},
    {"retire 1", AUDE_E_OVER, "the game is over", 17, -1, 0},
    {"undo 1", AUDE_E_OVER, "the game is over", 17, -1, 0},
    {"confirm 1", AUDE_E_OVER, "the game is over", 17, -1, 0},
    {"pass", AUDE_E_OVER, "the game is over", 17, -1, 0},
};

/* Without the rule everything applies at once, and may be taken back until the draw, the bets or the flip. */
static const act at_once[] = {
    {"draw RFr", AUDE_OK, NULL, 1, -1, 1},
    {"place 1 0 0", AUDE_OK, NULL, 2, -1, 1},
    {"pass", AUDE_OK, NULL, 3, -1, AUDE_CHANCE},
    {"undo 1", AUDE_E_ILLEGAL, "another seat's decision", 3, -1, AUDE_CHANCE},
    {"undo 0", AUDE_OK, NULL, 4, -1, 1},
    {"meeple small road.W", AUDE_OK, NULL, 5, -1, AUDE_CHANCE},
    {"undo 0 1", AUDE_OK, NULL, 6, -1, 1},
    {"place 1 0 0", AUDE_OK, NULL, 7, -1, 1},
    {"pass", AUDE_OK, NULL, 8, -1, AUDE_CHANCE},
    {"draw B02", AUDE_OK, NULL, 9, -1, 2},
    {"undo 0", AUDE_E_ILLEGAL, "take back a draw", 9, -1, 2},
    {"place 2 0 0", AUDE_OK, NULL, 10, -1, 2},
    {"pass", AUDE_OK, NULL, 11, -1, 3},
    {"undo 1", AUDE_E_ILLEGAL, "secret choices", 11, -1, 3},
    {"bet 0 4x2", AUDE_OK, NULL, 11, -1, 2},
    {"bet 1 pass", AUDE_OK, NULL, 12, -1, AUDE_CHANCE},
    {"draw C", AUDE_OK, NULL, 13, -1, 1},
    {"place 2 -1 180", AUDE_OK, NULL, 14, -1, 1},
    {"meeple small field.NL", AUDE_OK, NULL, 15, -1, AUDE_CHANCE},
    {"undo 0", AUDE_E_ILLEGAL, "take back a reveal", 15, -1, AUDE_CHANCE},
    {"end 1", AUDE_OK, NULL, 16, -1, 0},
};

/* A takeback passes draws and others' decisions, not what is open in secret, nor a closed secret decision, a flip or leaving. */
static const act taken_back[] = {
    {"takeback 0 0", AUDE_E_ILLEGAL, "since then", 0, -1, AUDE_CHANCE},
    {"draw RFr", AUDE_OK, NULL, 1, -1, 1},
    {"takeback 0 1", AUDE_E_ILLEGAL, "since then", 1, -1, 1},
    {"takeback 0 9", AUDE_E_ILLEGAL, "since then", 1, -1, 1},
    {"takeback 7 0", AUDE_E_UNKNOWN, "no such seat", 1, -1, 1},
    {"takeback 1 0", AUDE_OK, NULL, 2, -1, AUDE_CHANCE},
    {"draw RFr", AUDE_OK, NULL, 3, -1, 1},
    {"place 1 0 0", AUDE_OK, NULL, 4, -1, 1},
    {"pass", AUDE_OK, NULL, 5, 0, 1},
    {"takeback 1 2", AUDE_OK, NULL, 6, -1, 1}, /* of what waits, only that */
    {"pass", AUDE_OK, NULL, 7, 0, 1},
    {"confirm 0", AUDE_OK, NULL, 8, -1, AUDE_CHANCE},
    {"draw RFr", AUDE_OK, NULL, 9, -1, 2},
    {"place 2 0 0", AUDE_OK, NULL, 10, -1, 2},
    {"takeback 0 1", AUDE_OK, NULL, 11, -1, 1},
    {"undo 0", AUDE_E_ILLEGAL, "take back a draw", 11, -1, 1},
    {"place -1 0 0", AUDE_OK, NULL, 12, -1, 1},
    {"meeple small road.E", AUDE_OK, NULL, 13, 0, 1},
    {"confirm 0", AUDE_OK, NULL, 14, -1, AUDE_CHANCE},
    {"undo 0", AUDE_E_ILLEGAL, "confirmed", 14, -1, AUDE_CHANCE},
    {"draw B02", AUDE_OK, NULL, 15, -1, 2},
    {"takeback 0 3", AUDE_OK, NULL, 16, -1, AUDE_CHANCE},
    {"undo 0", AUDE_E_ILLEGAL, "confirmed", 16, -1, AUDE_CHANCE},
    {"draw B02", AUDE_OK, NULL, 17, -1, 2},
    {"place 1 0 0", AUDE_OK, NULL, 18, -1, 2},
    {"pass", AUDE_OK, NULL, 19, 1, 2},
    {"confirm 1", AUDE_OK, NULL, 20, -1, 3},
    {"takeback 0 4", AUDE_E_ILLEGAL, "secret choices", 20, -1, 3},
    {"bet 0 4x2", AUDE_OK, NULL, 20, -1, 2},
    {"takeback 0 4", AUDE_E_ILLEGAL, "secret choices", 20, -1, 2},
    {"bet 1 pass", AUDE_OK, NULL, 21, -1, AUDE_CHANCE},
    {"takeback 0 6", AUDE_E_ILLEGAL, "last reveal, secret choice or leaving", 21, -1, AUDE_CHANCE},
    {"draw RCr", AUDE_OK, NULL, 22, -1, 1},
    {"takeback 0 6", AUDE_E_ILLEGAL, "last reveal, secret choice or leaving", 22, -1, 1},
    {"takeback 1 7", AUDE_OK, NULL, 23, -1, AUDE_CHANCE},
    {"draw RCr", AUDE_OK, NULL, 24, -1, 1},
    {"place 1 -1 180", AUDE_OK, NULL, 25, -1, 1},
    {"pass", AUDE_OK, NULL, 26, 0, 1},
    {"confirm 0", AUDE_OK, NULL, 27, -1, AUDE_CHANCE}, /* flips */
    {"takeback 0 8", AUDE_E_ILLEGAL, "last reveal, secret choice or leaving", 27, -1, AUDE_CHANCE},
    {"draw RFr", AUDE_OK, NULL, 28, -1, 2},
    {"place -2 0 0", AUDE_OK, NULL, 29, -1, 2},
    {"takeback 1 10", AUDE_OK, NULL, 30, -1, AUDE_CHANCE},
};

static const char taken_back_record[] =
    "draw RFr\nplace -1 0 0\nmeeple small road.E\ndraw B02\nplace 1 0 0\npass\nbet 0 4x2\n"
    "bet 1 pass\ndraw RCr\nplace 1 -1 180\npass\n";

/* After each act the log, opened again, makes the same table; a refusal changes nothing. */
static void play(const act *acts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const act *a = &acts[i];
        aude_errinfo e = {.message = ""};
        int n_lines = record.n_lines;
        unsigned decision = table.decision;
        uint64_t digest = aude_full_digest(&rules, &table.course.state);
        aude_err code = table_do(a->text, &e);
        int waits = table.course.has_waiting ? table.course.waiting.seat : -1;
        if (code != a->code || (a->message && !strstr(e.message, a->message)))
            fail_msg("%zu `%s`: %d, %s", i, a->text, code, e.message);
        if (table.decision != a->decision || waits != a->waits || aude_actors(&rules, &table.course.state) != a->actors)
            fail_msg("%zu `%s`: decision %u, waits %d, actors %x", i, a->text, table.decision, waits,
                     aude_actors(&rules, &table.course.state));
        if (code) {
            assert_int_equal(record.n_lines, n_lines);
            assert_int_equal(table.decision, decision);
            assert_true(aude_full_digest(&rules, &table.course.state) == digest);
        } else if (a->waits >= 0) {
            /* The real state does not show what waits; its owner's does. */
            if (strncmp(a->text, "retire", 6)) assert_true(aude_full_digest(&rules, &table.course.state) == digest);
            assert_ptr_equal(aude_game_state(&table, a->waits), &table.preview);
            assert_ptr_equal(aude_game_state(&table, 1 - a->waits), &table.course.state);
            assert_ptr_equal(aude_game_state(&table, AUDE_NOBODY), &table.course.state);
            assert_true(aude_digest(&rules, &table.preview) != aude_digest(&rules, &table.course.state));
        } else {
            assert_ptr_equal(aude_game_state(&table, 0), &table.course.state);
        }
        assert_int_equal(aude_game_open(&again, &record, &rules, &e), AUDE_OK);
        assert_int_equal(again.decision, table.decision);
        assert_int_equal(again.course.has_waiting, table.course.has_waiting);
        assert_int_equal(again.course.n_span, table.course.n_span);
        assert_int_equal(again.course.barrier, table.course.barrier);
        assert_true(aude_full_digest(&rules, &again.course.state) == aude_full_digest(&rules, &table.course.state));
    }
}

static void test_confirm(void **unused)
{
    (void)unused;
    table_start(1, 0, COUNT(line));
    play(confirmed, COUNT(confirmed));
}

static void test_at_once(void **unused)
{
    (void)unused;
    table_start(0, 0, COUNT(line));
    play(at_once, COUNT(at_once));
}

/* The lines of takebacks are written, read and played again; the public record has none of what was taken back. */
static void test_takeback(void **unused)
{
    static aude_record copy;
    static aude_line copied[COUNT(line)], work[COUNT(line)];
    static aude_state state;
    static char text[4096], again_text[4096];
    aude_errinfo e;
    (void)unused;
    table_start(1, 0, COUNT(line));
    play(taken_back, COUNT(taken_back));
    size_t n = aude_record_write(&record, &rules, text, sizeof text);
    assert_non_null(strstr(text, "\ntakeback 1 0\n"));
    copy = (aude_record){.line = copied, .cap_lines = COUNT(copied)};
    if (aude_record_read(&copy, &rules, &state, text, n, &e)) fail_msg("%d: %s", e.line, e.message);
    assert_true(aude_full_digest(&rules, &state) == aude_full_digest(&rules, &table.course.state));
    aude_record_write(&copy, &rules, again_text, sizeof again_text);
    assert_string_equal(again_text, text);
    for (int viewer = 0; viewer < 3; viewer++) {
        aude_record_redact(&copy, &rules, viewer == 2 ? AUDE_NOBODY : viewer, work, text, sizeof text);
        const char *lines = strstr(text, "draw ");
        assert_non_null(lines);
        assert_string_equal(lines, taken_back_record);
    }
}

/* Leaving after one's own final choice, while others still choose: in the public record that comes before their choices, which
 * end the game. */
static void test_end_while_final(void **unused)
{
    static const act acts[] = {
        {"draw B10", AUDE_OK, NULL, 1, -1, 1},
        {"place 1 0 0", AUDE_OK, NULL, 2, -1, 1},
        {"pass", AUDE_OK, NULL, 3, -1, 3},
        {"bet 0 4x2", AUDE_OK, NULL, 3, -1, 2},
        {"bet 1 4x2", AUDE_OK, NULL, 4, -1, AUDE_CHANCE},
        {"draw RFr", AUDE_OK, NULL, 5, -1, 2},
        {"place 2 0 0", AUDE_OK, NULL, 6, -1, 2},
        {"pass", AUDE_OK, NULL, 7, -1, 3},
        {"final 1 1 0 road.N", AUDE_OK, NULL, 7, -1, 1},
        {"end 1", AUDE_OK, NULL, 7, -1, 1},
        {"final 0 1 0 road.E", AUDE_OK, NULL, 8, -1, 0},
    };
    static aude_record copy;
    static aude_line copied[COUNT(line)], work[COUNT(line)];
    static aude_state state;
    static char text[4096];
    aude_errinfo e;
    (void)unused;
    table_start(0, 2, COUNT(line));
    play(acts, COUNT(acts));
    aude_record_redact(&record, &rules, AUDE_NOBODY, work, text, sizeof text);
    assert_non_null(strstr(text, "final 1 1 0 road.N\nend 1\nfinal 0 1 0 road.E\n"));
    copy = (aude_record){.line = copied, .cap_lines = COUNT(copied)};
    if (aude_record_read(&copy, &rules, &state, text, strlen(text), &e)) fail_msg("%d: %s", e.line, e.message);
    assert_true(aude_digest(&rules, &state) == aude_digest(&rules, &table.course.state));
}

static int count_events(aude_event_kind kind)
{
    int n = 0;
    for (int i = 0; i < events.n; i++) n += events.event[i].kind == kind;
    return n;
}

/* A waiting move has no events; confirming it has them; so has leaving, which confirms first. */
static void test_events(void **unused)
{
    (void)unused;
    table_start(1, 0, COUNT(line));
    assert_int_equal(table_do("draw RFr", NULL), AUDE_OK);
    assert_int_equal(count_events(AUDE_EV_DRAWN), 1);
    assert_int_equal(table_do("place 1 0 0", NULL), AUDE_OK);
    assert_int_equal(count_events(AUDE_EV_PLACED), 1);
    assert_int_equal(table_do("meeple small road.E", NULL), AUDE_OK);
    assert_int_equal(events.n, 0);
    assert_int_equal(table_do("confirm 0", NULL), AUDE_OK);
    assert_int_equal(count_events(AUDE_EV_MEEPLE), 1);
    assert_int_equal(table_do("draw RFr", NULL), AUDE_OK);
    assert_int_equal(table_do("place 2 0 0", NULL), AUDE_OK);
    assert_int_equal(table_do("meeple small field.NL", NULL), AUDE_OK);
    assert_int_equal(events.n, 0);
    assert_int_equal(table_do("retire 1", NULL), AUDE_OK);
    assert_int_equal(events.event[0].kind, AUDE_EV_MEEPLE);
    assert_int_equal(count_events(AUDE_EV_MEEPLE), 1);
    assert_int_equal(count_events(AUDE_EV_LEFT), 1);
    assert_int_equal(record.line[record.n_lines - 2].kind, AUDE_LINE_CONFIRM);
    assert_int_equal(record.line[record.n_lines - 1].move.kind, AUDE_RETIRE);
}

/* The last move of a game waits; its seat's leaving confirms it, and then nobody can leave any more. */
static void test_last_move(void **unused)
{
    (void)unused;
    table_start(1, 1, COUNT(line));
    assert_int_equal(table_do("draw RFr", NULL), AUDE_OK);
    assert_int_equal(table_do("place 1 0 0", NULL), AUDE_OK);
    assert_int_equal(table_do("meeple small road.E", NULL), AUDE_OK);
    assert_int_equal(table.course.has_waiting, 1);
    assert_int_equal(table_do("retire 0", NULL), AUDE_OK);
    assert_int_equal(aude_actors(&rules, &table.course.state), 0);
    assert_int_equal(aude_state_left(&table.course.state), 0);
    assert_int_equal(aude_score(&table.course.state, 0), 2);
    assert_int_equal(record.line[record.n_lines - 1].kind, AUDE_LINE_CONFIRM);
    assert_int_equal(count_events(AUDE_EV_OVER), 1);
}

static void test_log_full(void **unused)
{
    aude_errinfo e;
    (void)unused;
    table_start(0, 0, 2);
    assert_int_equal(table_do("draw RFr", NULL), AUDE_OK);
    assert_int_equal(table_do("place 1 0 0", NULL), AUDE_OK);
    uint64_t digest = aude_full_digest(&rules, &table.course.state);
    assert_int_equal(table_do("pass", &e), AUDE_E_LIMIT);
    assert_string_equal(e.message, "the log is full");
    assert_int_equal(table_do("undo 0", &e), AUDE_E_LIMIT);
    assert_true(aude_full_digest(&rules, &table.course.state) == digest);
    assert_int_equal(record.n_lines, 2);
}

/* What hides bets is for watching only; a log that no table made is refused with its line. */
static void test_open_refused(void **unused)
{
    aude_errinfo e;
    (void)unused;
    table_start(0, 0, COUNT(line));
    line[0] = (aude_line){.kind = AUDE_LINE_MOVE, .number = 7, .move = {.kind = AUDE_BET, .face = AUDE_HIDDEN_FACE}};
    record.n_lines = 1;
    assert_int_equal(aude_game_open(&again, &record, &rules, &e), AUDE_E_HIDDEN);
    line[0].move.face = 0;
    assert_int_equal(aude_game_open(&again, &record, &rules, &e), AUDE_E_TURN);
    assert_int_equal(e.line, 7);
}

/* Moves that no text gives: unknown kinds and seats. */
static void test_raw_moves(void **unused)
{
    static const aude_move table_moves[] = {
        {.kind = 200, .seat = 0},
        {.kind = AUDE_END + 1, .seat = 0},
        {.kind = AUDE_PLACE, .seat = 9},
        {.kind = AUDE_RETIRE, .seat = 2},
        {.kind = AUDE_RETIRE, .seat = AUDE_NOBODY},
        {.kind = AUDE_END, .seat = AUDE_NOBODY},
        {.kind = AUDE_DRAW, .seat = AUDE_NOBODY, .tile = 60000},
    };
    (void)unused;
    table_start(1, 0, COUNT(line));
    for (int round = 0; round < 2; round++) {
        uint64_t digest = aude_full_digest(&rules, &table.course.state);
        for (size_t i = 0; i < COUNT(table_moves); i++) {
            aude_errinfo e = {.message = ""};
            aude_err code = aude_game_move(&table, table_moves[i], &events, &e);
            if (code == AUDE_OK || !e.message[0]) fail_msg("round %d, move %zu: %d, %s", round, i, code, e.message);
            assert_int_equal(e.code, code);
            assert_true(aude_full_digest(&rules, &table.course.state) == digest);
        }
        if (!round) assert_int_equal(table_do("draw RFr", NULL), AUDE_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_confirm),         cmocka_unit_test(test_at_once),      cmocka_unit_test(test_takeback),
        cmocka_unit_test(test_end_while_final), cmocka_unit_test(test_events),       cmocka_unit_test(test_last_move),
        cmocka_unit_test(test_log_full),        cmocka_unit_test(test_open_refused), cmocka_unit_test(test_raw_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
