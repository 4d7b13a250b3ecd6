/* Analysis: what a blunder costs and a draw is worth where that can be counted, bets against counted chances, and nothing that the seat
 * could not know. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "advice/analysis.h"
#include "app/recordfile.h"

static aude_rules rules;
static aude_state state;
static aude_record record;
static aude_move *moves;
static analysis *a;

static void begin(const char *text, uint64_t seed)
{
    aude_errinfo error;
    if (recordfile_read(&record, &rules, &state, text, strlen(text), &error))
        fail_msg("line %d: %s", error.line, error.message);
    int n = 0;
    void *room = aligned_alloc(16, analysis_bytes());
    moves = calloc((size_t)record.n_lines + 1, sizeof *moves);
    assert_true(room && moves && recordfile_moves(&record, &rules, moves, &n));
    recordfile_start(&record, &rules, &state);
    a = analysis_begin(room, &rules, &state, moves, n, seed);
}

static void end(void)
{
    free(a);
    free(moves);
    recordfile_free(&record);
}

static void next(uint32_t seats, uint32_t playouts, insight *dst)
{
    const effort each = {.playouts = playouts};
    assert_true(analysis_next(a, seats, &each, dst));
}

/* One tile is drawn, K or F. K closes the start tile's city of 2 tiles: 4 points with a meeple, who then has won. F has
 * nothing to give. */
#define LAST(turn)                      \
    "aude 1\n"                          \
    "| aude-tiles 1\n"                  \
    "| set last\n"                      \
    "| start S\n"                       \
    "| tile S x1\n"                     \
    "| city N\n"                        \
    "| field EL ER SL SR WL WR\n"       \
    "| tile K x1\n"                     \
    "| city N\n"                        \
    "| field EL ER SL SR WL WR\n"       \
    "| tile F x1\n"                     \
    "| field NL NR EL ER SL SR WL WR\n" \
    "rule draws 1\n"                    \
    "seat 0\n"                          \
    "seat 1\n"                          \
    "draw K\n" turn

/* K is laid beside without a meeple: no points, the victory is shared. */
static void test_blunder(void **ctx)
{
    insight in;
    (void)ctx;
    begin(LAST("place 1 0 90\npass\n"), 1);
    next(3, 200, &in);
    assert_int_equal(in.kind, INSIGHT_DRAW);
    assert_in_range(in.luck, 1990, 2010); /* K is worth 4, F nothing; both may come */
    next(3, 200, &in);
    assert_int_equal(in.kind, INSIGHT_TURN);
    assert_int_equal(in.seat, 0);
    assert_in_range(in.lost, 3990, 4010);
    assert_in_range(in.win_lost, 490, 510);
    assert_int_equal(in.best[0].move.x, 0);
    assert_int_equal(in.best[0].move.y, -1);
    assert_int_equal(in.best[0].meeple.feature, AUDE_CITY);
    assert_false(analysis_next(a, 3, &(effort){.playouts = 200}, &in));
    end();
}

static void test_good(void **ctx)
{
    insight in;
    (void)ctx;
    begin(LAST("place 0 -1 180\nmeeple small city.S\n"), 1);
    next(1, 200, &in);
    next(1, 200, &in);
    assert_int_equal(in.lost, 0);
    assert_int_equal(in.win_lost, 0);
    assert_in_range(in.played.lead, 3990, 4010);
    end();
    /* The farmer of the closed city gets 3 of the 4 points. */
    begin(LAST("place 0 -1 180\nmeeple small field.EL\n"), 1);
    next(1, 200, &in);
    next(1, 200, &in);
    assert_in_range(in.lost, 990, 1010);
    end();
}

/* As in test_odds.c: the road over the office gets a third tile in 3 cases of 4. The chip 3 pays 2.25 in the mean, 2x2 1.00. */
#define COIN(bet0, more)                \
    "aude 1\n"                          \
    "| aude-tiles 1\n"                  \
    "| set coin\n"                      \
    "| start S\n"                       \
    "| chip 3\n"                        \
    "| chip 2x2\n"                      \
    "| tile S x1\n"                     \
    "| road E\n"                        \
    "| field NL NR EL ER SL SR WL WR\n" \
    "| tile O x1\n"                     \
    "| office\n"                        \
    "| road W E\n"                      \
    "| field NL NR EL WR\n"             \
    "| field ER SL SR WL\n"             \
    "| tile A x1\n"                     \
    "| road W\n"                        \
    "| city N\n"                        \
    "| city E\n"                        \
    "| city S\n"                        \
    "| field WL WR\n"                   \
    "| tile B x2\n"                     \
    "| road W E\n"                      \
    "| city N\n"                        \
    "| city S\n"                        \
    "| field EL WR\n"                   \
    "| field ER WL\n"                   \
    "| tile F x1\n"                     \
    "| field NL NR EL ER SL SR WL WR\n" \
    "rule draws 2\n"                    \
    "seat 0\n"                          \
    "seat 1\n"                          \
    "draw O\n"                          \
    "place 1 0 0\n"                     \
    "meeple small road.E\n"             \
    "bet 0 " bet0 "\n"                  \
    "bet 1 2x2\n" more

static void test_bets(void **ctx)
{
    insight in;
    (void)ctx;
    begin(COIN("3", ""), 1);
    do next(3, 8000, &in);
    while (in.kind != INSIGHT_BET);
    assert_int_equal(in.seat, 0);
    assert_int_equal(in.lost, 0);
    assert_in_range(in.played.lead, 2100, 2400);
    assert_in_range(in.wins[0], 700, 800);
    next(3, 8000, &in);
    assert_int_equal(in.seat, 1);
    assert_in_range(in.lost, 1000, 1500);
    assert_int_equal(in.n_best, 3); /* 3, 2x2, no bet */
    assert_int_equal(in.best[0].move.face, 0);
    assert_int_equal(in.best[2].move.face, AUDE_NO_BET);
    end();
}

/* Thousandths of all the points of very many games. */
static void test_bets_many(void **ctx)
{
    insight in;
    (void)ctx;
    begin(COIN("3", ""), 1);
    for (int i = 0; i < 2; i++) next(1, 100, &in); /* draw and turn */
    next(1, 400000, &in);
    assert_int_equal(in.kind, INSIGHT_BET);
    assert_in_range(in.played.lead, 2240, 2260);
    assert_in_range(in.wins[0], 745, 755);
    end();
}

/* Seat 1 is judged by what it knew, whatever chip of seat 0 the log holds. */
static void test_secrets(void **ctx)
{
    static const char *const log[2] = {COIN("3", "draw F\nplace 0 1 0\npass\n"),
                                       COIN("2x2", "draw F\nplace 0 1 0\npass\n")};
    insight in[2][3];
    (void)ctx;
    for (int i = 0; i < 2; i++) {
        begin(log[i], 7);
        for (int k = 0; k < 3; k++) next(2, 300, &in[i][k]);
        end();
    }
    assert_int_equal(in[0][2].kind, INSIGHT_TURN);
    assert_int_equal(in[0][2].n_best, 3);
    for (int k = 0; k < 3; k++) {
        assert_int_equal(in[0][k].lost, in[1][k].lost);
        assert_int_equal(in[0][k].luck, in[1][k].luck);
        for (int i = 0; i < in[0][k].n_best; i++) {
            assert_memory_equal(&in[0][k].best[i].move, &in[1][k].best[i].move, sizeof(aude_move));
            assert_int_equal(in[0][k].best[i].lead, in[1][k].best[i].lead);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_blunder), cmocka_unit_test(test_good),
                                       cmocka_unit_test(test_bets), cmocka_unit_test(test_bets_many),
                                       cmocka_unit_test(test_secrets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
