/* The parts of the strong engine: numbers, the outlook, the policy of playouts, what chips pay. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <math.h>

#include <cmocka.h>

#include "ai/numbers.h"
#include "ai/outlook.h"
#include "ai/policy.h"
#include "ai/stakes.h"

static aude_rules rules;
static aude_state state, copy;
static outlook look;
static stakes chips;
static policy quick;

static void game_start(int seats)
{
    aude_setup setup;
    aude_setup_default(&setup, seats);
    setup.set[setup.n_sets++] = aude_tileset_find("bets", 0);
    assert_int_equal(aude_rules_init(&rules, &setup, NULL), AUDE_OK);
    aude_start(&rules, &state);
}

/* Against the mathematical library. */
static void test_numbers(void **ctx)
{
    (void)ctx;
    for (float x = 0.001F; x < 1e6F; x *= 1.3F) assert_true(fabs((double)number_log(x) - log((double)x)) < 1e-3);
    for (float x = -60; x < 60; x += 0.37F) {
        double is = exp((double)x);
        assert_true(fabs((double)number_exp(x) - is) < 1e-3 * is);
    }
    assert_true(number_exp(-100) == 0);
}

/* When the game is over the outlook is the score; before, every seat's is a number of the size of scores. */
static void test_outlook(void **ctx)
{
    (void)ctx;
    for (int seats = 1; seats <= 6; seats++) {
        aude_random random;
        aude_move move;
        float value[AUDE_MAX_SEATS];
        game_start(seats);
        aude_random_seed(&random, (uint64_t)seats);
        while (aude_random_move(&rules, &state, &random, &move)) {
            if (aude_state_step(&rules, &state) == AUDE_STEP_DRAW) {
                outlook_init(&look, &rules, &state, outlook_learned, 1);
                outlook_value(&look, &rules, &state, value);
                for (int s = 0; s < seats; s++) assert_true(value[s] > -50 && value[s] < 500);
            }
            aude_play(&rules, &state, move, NULL);
        }
        outlook_value(&look, &rules, &state, value);
        for (int s = 0; s < seats; s++) assert_true(value[s] == (float)aude_score(&state, s));
        for (size_t i = 0; i < sizeof look.slot; i++) assert_int_equal(look.slot[i], 0);
    }
}

/* The parts that knots have of a weight sum to one. */
static void test_knots(void **ctx)
{
    (void)ctx;
    for (int draws = 0; draws < OUTLOOK_DRAWS; draws++) {
        float sum = 0;
        for (int knot = 0; knot < OUTLOOK_KNOTS; knot++) sum += outlook_part(knot, draws);
        assert_true(fabs((double)sum - 1) < 1e-5);
    }
}

/* Turns of the policy are legal and in order, and it leaves its tables clean. Playing one is a whole turn. */
static void test_policy(void **ctx)
{
    (void)ctx;
    aude_random random;
    aude_move move;
    turn list[POLICY_TURNS];
    game_start(3);
    aude_random_seed(&random, 5);
    policy_init(&quick);
    while (aude_random_move(&rules, &state, &random, &move)) {
        if (aude_state_step(&rules, &state) == AUDE_STEP_PLACE) {
            outlook_init(&look, &rules, &state, outlook_learned, 1);
            stakes_init(&chips, &rules, &state);
            int n = policy_list(&quick, &look, &chips, &rules, &state, list, POLICY_TURNS);
            int legal = aude_count_legal(&rules, &state, aude_state_turn(&state));
            assert_int_equal(n, legal < POLICY_TURNS ? legal : POLICY_TURNS);
            for (int i = 0; i < n; i++) {
                aude_state_copy(&rules, &copy, &state);
                assert_int_equal(aude_apply(&rules, &copy, list[i].place, NULL), AUDE_OK);
                assert_true(!i || list[i].value <= list[i - 1].value);
                aude_state_copy(&rules, &copy, &state);
                policy_play(&look, &rules, &copy, &list[i], NULL);
                assert_int_not_equal(aude_state_step(&rules, &copy), AUDE_STEP_PLACE);
                assert_int_not_equal(aude_state_step(&rules, &copy), AUDE_STEP_MEEPLE);
            }
        }
        aude_play(&rules, &state, move, NULL);
    }
    for (size_t i = 0; i < sizeof quick.of / sizeof *quick.of; i++) assert_int_equal(quick.of[i], 0);
    for (int i = 0; i < POLICY_GRID * POLICY_GRID; i++)
        assert_int_equal(quick.grid[i / POLICY_GRID][i % POLICY_GRID], 0);
}

/* What a chip pays as things stand, by the best of the targets. */
static int pay_now(int tile, int face)
{
    aude_target target[4];
    int best = 0, n = aude_targets(&rules, &state, tile, target, 4);
    for (int i = 0; i < n; i++) {
        aude_feature f;
        aude_feature_get(&rules, &state, target[i].feature, &f);
        int pay = aude_chip_pay(aude_rules_face(&rules, face), f.n_tiles);
        if (pay > best) best = pay;
    }
    return best;
}

/* What a chip is likely to pay: never more than it can; at the end, and of what is finished, what it does pay. */
static void test_stakes(void **ctx)
{
    (void)ctx;
    aude_random random;
    aude_move move;
    aude_stack stack[AUDE_MAX_STACKS];
    int likely = 0, last = 0;
    game_start(2);
    for (uint64_t game = 0; game < 10; game++) {
        aude_start(&rules, &state);
        aude_random_seed(&random, 9 + game);
        while (aude_random_move(&rules, &state, &random, &move)) {
            if (aude_state_step(&rules, &state) == AUDE_STEP_BET) {
                stakes_init(&chips, &rules, &state);
                int tile = aude_n_placed(&state) - 1;
                for (int face = 0; face < chips.n_faces; face++) {
                    int most = 0;
                    for (int tiles = 1; tiles <= 24; tiles++) {
                        int pay = aude_chip_pay(aude_rules_face(&rules, face), tiles);
                        for (int kind = AUDE_CITY; kind <= AUDE_ROAD; kind++)
                            assert_true(fabs((double)stakes_alone(&chips, face, kind, 0, tiles) - pay) < 1e-4);
                        if (pay > most) most = pay;
                    }
                    float pay = stakes_pay(&chips, &rules, &state, tile, face);
                    assert_true(pay >= 0 && (double)pay <= most + 1e-4);
                    likely += pay > 0 && (double)pay < most - 0.1;
                }
            } else if (!aude_state_n_bag(&rules, &state) && aude_state_step(&rules, &state) == AUDE_STEP_FINAL) {
                stakes_init(&chips, &rules, &state);
                int n = aude_stacks(&rules, &state, stack, AUDE_MAX_STACKS);
                for (int i = 0; i < n; i++)
                    for (int face = 0; face < chips.n_faces; face++) {
                        float pay = stakes_pay(&chips, &rules, &state, stack[i].tile, face);
                        assert_true(fabs((double)pay - pay_now(stack[i].tile, face)) < 1e-4);
                        last++;
                    }
            }
            aude_play(&rules, &state, move, NULL);
        }
    }
    assert_true(likely > 0);
    assert_true(last > 0);
}

/* A game told anew, in which others have bet on the same tile: nothing is taken for known that never was. */
static void test_belief_anew(void **ctx)
{
    (void)ctx;
    static belief b;
    aude_random random;
    aude_move move;
    game_start(3);
    for (uint64_t game = 0; game < 20; game++) {
        memset(&b, 0xff, sizeof b); /* no weight is a number */
        b.n = b.n_placed = 0;
        for (int first = 1; first >= 0; first--) { /* seat 0 alone bets, then the others do */
            aude_start(&rules, &state);
            aude_random_seed(&random, 9 + game);
            while (aude_random_move(&rules, &state, &random, &move)) {
                if (move.kind == AUDE_BET) move.face = (move.seat == 0) == first ? 0 : AUDE_NO_BET;
                aude_play(&rules, &state, move, NULL);
                if (aude_state_step(&rules, &state) == AUDE_STEP_PLACE && aude_stacks(&rules, &state, NULL, 0)) break;
            }
            stakes_init(&chips, &rules, &state);
            belief_update(&b, &chips, &rules, &state);
            assert_int_equal(b.n, 1);
            float weight = belief_weight(&b, &rules, &state, 1);
            assert_true(weight >= 0 && weight <= 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_outlook), cmocka_unit_test(test_knots),
        cmocka_unit_test(test_policy),  cmocka_unit_test(test_stakes),  cmocka_unit_test(test_belief_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
