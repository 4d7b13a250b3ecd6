/* Odds: positions whose chances can be counted, the same numbers for a seed, nothing of what is hidden; and what engines think of
 * turns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "aude.h"

enum { PLAYOUTS = 4000 };

static aude_rules rules;
static aude_state state, view, other;
static aude_tileset own[1];
static aude_line line[64];
static aude_odds odds, again;

/* The start tile's road goes on over the office to (2,0), the only space where A and B fit: no other has a road, and
 * neither has a field edge. One more tile is drawn, of A, B, B and F: A ends the road with 3 tiles, B goes on with it, F
 * has fields only and lies elsewhere. */
static const char COIN[] = "aude 1\n"
                           "| aude-tiles 1\n"
                           "| set coin\n"
                           "| start S\n"
                           "| chip 3\n"
                           "| chip 2x2\n"
                           "| tile S x1\n"
                           "| road E\n"
                           "| field NL NR EL ER SL SR WL WR\n"
                           "| tile O x1\n"
                           "| office\n"
                           "| road W E\n"
                           "| field NL NR EL WR\n"
                           "| field ER SL SR WL\n"
                           "| tile A x1\n"
                           "| road W\n"
                           "| city N\n"
                           "| city E\n"
                           "| city S\n"
                           "| field WL WR\n"
                           "| tile B x2\n"
                           "| road W E\n"
                           "| city N\n"
                           "| city S\n"
                           "| field EL WR\n"
                           "| field ER WL\n"
                           "| tile F x1\n"
                           "| field NL NR EL ER SL SR WL WR\n"
                           "rule draws 2\n"
                           "seat 0\n"
                           "seat 1\n"
                           "draw O\n"
                           "place 1 0 0\n"
                           "meeple small road.E\n"
                           "bet 0 pass\n"
                           "bet 1 2x2\n";

static void read(const char *text)
{
    aude_errinfo error;
    aude_record record = {.own = own, .cap_own = 1, .line = line, .cap_lines = 64};
    if (aude_record_read(&record, &rules, &state, text, strlen(text), &error))
        fail_msg("line %d: %s", error.line, error.message);
}

static void *memory_new(void)
{
    void *memory = aligned_alloc(16, (aude_odds_memory() + 15) / 16 * 16);
    assert_non_null(memory);
    return memory;
}

static void odds_make(const aude_state *from, int tile, uint32_t playouts, uint64_t seed, aude_odds *dst)
{
    aude_random random;
    void *memory = memory_new();
    aude_random_seed(&random, seed);
    assert_int_equal(aude_odds_of_tile(&rules, from, tile, &(aude_budget){.playouts = playouts}, &random, memory, dst),
                     playouts);
    free(memory);
}

/* So many of PLAYOUTS for a chance in quarters: within five deviations, sqrt(4000 / 4 * 3 / 4) = 27. */
static void is_quarters(uint32_t n, int quarters)
{
    int expected = PLAYOUTS * quarters / 4;
    assert_in_range((int)n + 137, expected, expected + 2 * 137);
}

static void test_counted(void **ctx)
{
    (void)ctx;
    read(COIN);
    aude_view(&rules, &state, 0, AUDE_RECALL, &view);
    odds_make(&view, 1, PLAYOUTS, 1, &odds);
    assert_int_equal(odds.n_targets, 1);
    assert_int_equal(odds.target[0].target.kind, AUDE_ROAD);
    is_quarters(odds.target[0].done[3], 1); /* A */
    is_quarters(odds.target[0].left[3], 2); /* one of the two B */
    is_quarters(odds.target[0].left[2], 1); /* F */
    assert_int_equal(odds.target[0].first[3], odds.target[0].done[3]);
    uint32_t sum = 0;
    for (int n = 0; n <= AUDE_ODDS_TILES; n++) sum += odds.target[0].done[n] + odds.target[0].left[n];
    assert_int_equal(sum, PLAYOUTS);
    /* The chip 3 wins with A and B, and pays 3; 2x2 wins with F, and pays 4. */
    assert_int_equal(odds.face[0].wins, (odds.target[0].done[3] + odds.target[0].left[3]) * AUDE_ODDS_ONE);
    assert_int_equal(odds.face[0].paid, 3 * odds.face[0].wins);
    assert_int_equal(odds.face[1].wins, odds.target[0].left[2] * AUDE_ODDS_ONE);
    assert_int_equal(odds.face[1].paid, 4 * odds.face[1].wins);
}

static uint32_t space_make(int x, int y)
{
    aude_random random;
    uint32_t playouts;
    void *memory = memory_new();
    aude_random_seed(&random, 1);
    uint32_t n =
        aude_odds_of_space(&rules, &view, x, y, &(aude_budget){.playouts = PLAYOUTS}, &random, memory, &playouts);
    assert_int_equal(playouts, PLAYOUTS);
    free(memory);
    return n;
}

static void test_spaces(void **ctx)
{
    (void)ctx;
    read(COIN);
    aude_view(&rules, &state, AUDE_NOBODY, 0, &view);
    is_quarters(space_make(2, 0), 3); /* all but F */
    assert_int_equal(space_make(0, 0), PLAYOUTS);
    assert_int_equal(space_make(5, 5), 0);
}

/* Wilson's interval by hand, z = 1.96: for 0 of 100 up to z^2 / (100 + z^2) = 0.0370; for 50 of 100 0.5 +-
 * 1.96 / 1.0384 * sqrt(0.25 / 100 + 3.8416 / 40000) = 0.0962. */
static void test_interval(void **ctx)
{
    int low, high;
    (void)ctx;
    aude_odds_interval(0, 100, &low, &high);
    assert_int_equal(low, 0);
    assert_in_range(high, 37, 38);
    aude_odds_interval(50, 100, &low, &high);
    assert_in_range(low, 403, 404);
    assert_in_range(high, 596, 597);
    aude_odds_interval(100, 100, &low, &high);
    assert_in_range(low, 962, 963);
    assert_int_equal(high, 1000);
    aude_odds_interval(0, 0, &low, &high);
    assert_int_equal(low, 0);
    assert_int_equal(high, 1000);
}

static void game_start(int seats)
{
    aude_setup setup;
    aude_setup_default(&setup, seats);
    setup.set[setup.n_sets++] = aude_tileset_find("bets", 0);
    assert_int_equal(aude_rules_init(&rules, &setup, NULL), AUDE_OK);
    aude_start(&rules, &state);
}

/* The same public course with other secrets of the others: equal odds. And the same seed: equal odds. */
static void test_secrets(void **ctx)
{
    aude_random random, choice;
    int differ = 0;
    (void)ctx;
    game_start(3);
    aude_random_seed(&random, 5);
    aude_random_seed(&choice, 6);
    for (aude_move move; aude_random_move(&rules, &state, &random, &move);) {
        assert_int_equal(aude_apply(&rules, &state, move, NULL), AUDE_OK);
        if (aude_random_below(&choice, 12) || !aude_actors(&rules, &state)) continue;
        int seat = (int)aude_random_below(&choice, 3);
        aude_view(&rules, &state, seat, AUDE_RECALL, &view);
        aude_resample(&rules, &view, &choice, &other);
        differ += aude_full_digest(&rules, &state) != aude_full_digest(&rules, &other);
        aude_view(&rules, &other, seat, AUDE_RECALL, &other);
        int tile = aude_n_placed(&state) - 1;
        if (!aude_targets(&rules, &view, tile, NULL, 0)) continue;
        odds_make(&view, tile, 5, 9, &odds);
        odds_make(&other, tile, 5, 9, &again);
        assert_memory_equal(&odds, &again, sizeof odds);
    }
    assert_true(differ > 3);
}

/* ---- What engines think ------------------------------------------------------------------------------------------ */

static unsigned char *engine_memory(const aude_engine *engine)
{
    unsigned char *memory = aligned_alloc(16, (engine->memory + 15) / 16 * 16);
    assert_non_null(memory);
    memset(memory, 0, AUDE_ENGINE_FRESH);
    return memory;
}

static void test_values(void **ctx)
{
    const aude_engine *engine = aude_engine_find("mcts");
    aude_valued value[64], only[64];
    aude_random random;
    aude_move move;
    (void)ctx;
    game_start(2);
    aude_random_seed(&random, 11);
    for (int i = 0; i < 60 || aude_state_step(&rules, &state) != AUDE_STEP_PLACE; i++) {
        assert_true(aude_random_move(&rules, &state, &random, &move));
        aude_play(&rules, &state, move, NULL);
    }
    int seat = aude_state_turn(&state);
    unsigned char *memory = engine_memory(engine);
    assert_int_equal(engine->values(memory, value, 64), 0);
    aude_view(&rules, &state, seat, AUDE_RECALL, &view);
    aude_budget budget = {.playouts = 300};
    engine->choose(&rules, &view, seat, &budget, &random, memory, &move);
    int n = engine->values(memory, value, 64);
    assert_in_range(n, 2, 64);
    assert_memory_equal(&value[0].move, &move,
                        sizeof move); /* the move it has chosen is the one it has searched most */
    uint32_t sum = 0;
    for (int i = 0; i < n; i++) {
        sum += value[i].playouts;
        assert_true(!i || value[i].playouts <= value[i - 1].playouts);
        assert_in_range(value[i].win, 0, 1000);
        aude_state_copy(&rules, &other, &state);
        assert_int_equal(aude_apply(&rules, &other, value[i].move, NULL), AUDE_OK);
        if (value[i].meeple.kind != AUDE_DRAW)
            assert_int_equal(aude_apply(&rules, &other, value[i].meeple, NULL), AUDE_OK);
    }
    assert_int_equal(sum, 300);
    /* The worst and the best alone, 50 playouts each. */
    only[0] = value[n - 1];
    only[1] = value[0];
    budget = (aude_budget){.playouts = 100, .only = only, .n_only = 2};
    memset(memory, 0, AUDE_ENGINE_FRESH);
    engine->choose(&rules, &view, seat, &budget, &random, memory, &move);
    assert_int_equal(engine->values(memory, value, 64), 2);
    for (int i = 0; i < 2; i++) assert_int_equal(value[i].playouts, 50);
    free(memory);
}

/* One tile is left, one move: what it leads to is known, so lead and chance are exact. Seat 1 has drawn F and lays it
 * anywhere. The road's meeple belongs to seat 0: 2 tiles, 2 points. The chip 2x2 of seat 1 pays 4. Fields: the
 * farmers' part is 0, no city is complete. So seat 1 leads by 2 points and wins. */
static void test_values_exact(void **ctx)
{
    static char text[sizeof COIN + 16];
    const aude_engine *engine = aude_engine_find("mcts");
    aude_valued value[64];
    aude_random random;
    aude_move move;
    (void)ctx;
    snprintf(text, sizeof text, "%sdraw F\n", COIN);
    read(text);
    aude_view(&rules, &state, 1, AUDE_RECALL, &view);
    unsigned char *memory = engine_memory(engine);
    aude_random_seed(&random, 1);
    engine->choose(&rules, &view, 1, &(aude_budget){.playouts = 200}, &random, memory, &move);
    int n = engine->values(memory, value, 64);
    assert_true(n > 1);
    assert_in_range(value[0].lead, 1990, 2010);
    assert_int_equal(value[0].win, 1000);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counted), cmocka_unit_test(test_spaces), cmocka_unit_test(test_interval),
        cmocka_unit_test(test_secrets), cmocka_unit_test(test_values), cmocka_unit_test(test_values_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
