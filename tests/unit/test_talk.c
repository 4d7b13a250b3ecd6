/* The engine protocol: what a seat is told of a game is what it may know of it, and refused lines change nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/foreign.h"
#include "app/talk.h"
#include "aude.h"

static aude_rules rules;
static aude_state state, view;
static aude_setup setup;
static aude_move course[AUDE_MAX_COURSE];
static talk t;

static aude_err hear(const char *line, talk_call *call, talk_go *go)
{
    aude_errinfo error;
    aude_err err = talk_hear(&t, line, strlen(line), call, go, &error);
    assert_int_equal(err, error.code);
    if (err) assert_true(*error.message);
    if (err) assert_int_equal(*call, TALK_NOTHING);
    return err;
}

/* Hears a text, of which no line is refused. */
static void hear_all(const char *text)
{
    talk_call call;
    talk_go go;
    char line[TALK_LINE + 1];
    while (*text) {
        size_t size = strcspn(text, "\n");
        memcpy(line, text, size);
        line[size] = 0;
        text += size + (text[size] == '\n');
        if (hear(line, &call, &go)) fail_msg("refused: %s", line);
    }
}

static void game_start(const char *second, int seats)
{
    aude_setup_default(&setup, seats);
    if (second) setup.set[setup.n_sets++] = aude_tileset_find(second, 0);
    assert_int_equal(aude_rules_init(&rules, &setup, NULL), AUDE_OK);
    aude_start(&rules, &state);
}

/* At every decision of games in which people bet and leave: the position that is told is the view. */
static void test_view(void **ctx)
{
    (void)ctx;
    int asked = 0, bets = 0;
    for (int seats = 1; seats <= 4; seats++) {
        aude_random random;
        aude_move move;
        bool fresh = true;
        int n = 0;
        game_start("bets", seats);
        setup.bets_unoccupied = seats & 1;
        assert_int_equal(aude_rules_init(&rules, &setup, NULL), AUDE_OK);
        aude_random_seed(&random, (uint64_t)seats);
        talk_open(&t);
        for (uint32_t actors; (actors = aude_actors(&rules, &state));) {
            for (int seat = 0; actors != AUDE_CHANCE && seat < seats; seat++) {
                if (!(actors >> seat & 1)) continue;
                size_t size;
                const foreign_game game = {&setup, course, n};
                char *text = foreign_position(&rules, &game, seat, fresh, true, &size);
                assert_non_null(text);
                hear_all(text);
                free(text);
                aude_view(&rules, &state, seat, AUDE_RECALL, &view);
                aude_state told;
                aude_view(&t.rules, &t.state, seat, AUDE_RECALL, &told);
                if (aude_full_digest(&rules, &view) != aude_full_digest(&t.rules, &told))
                    fail_msg("%d seats, decision %u, seat %d", seats, aude_state_decision(&state), seat);
                asked++;
                bets += aude_state_step(&rules, &state) == AUDE_STEP_BET;
                fresh = false;
            }
            if (actors != AUDE_CHANCE && seats > 2 && aude_random_below(&random, 200) == 0)
                move = (aude_move){.kind = AUDE_RETIRE, .seat = (uint8_t)__builtin_ctz(actors)};
            else
                aude_random_move(&rules, &state, &random, &move);
            if (aude_apply(&rules, &state, move, NULL)) continue;
            course[n++] = move;
        }
    }
    assert_true(asked > 300 && bets > 40);
}

static const char GAME[] = "new\n"
                           "set base\n"
                           "set bets\n"
                           "seat 0\n"
                           "seat 1\n"
                           "position\n"
                           "draw B02\n"
                           "place 0 -1 180\n"
                           "pass\n";

/* Every kind of bad line, in a position: refused with a reason, and the position is the same. */
static void test_refused(void **ctx)
{
    static const char *const bad[] = {
        "bla",
        "aude-engine",
        "aude-engine 2",
        "aude-engine 1 2",
        "position now",
        "stop it",
        "go",
        "go 2",
        "go -1",
        "go 0 time",
        "go 0 time 0",
        "go 0 time x",
        "go 0 playouts -5",
        "go 0 quickly",
        "go 0", /* it has to be told its chips first */
        "own",
        "own 7 4/5",
        "own 0 9",
        "own 0 4/5", /* six lie in the supply */
        "own 0 4x2 4x2 3/7+ 3/8+ 4/5 4/6",
        "place 5 5 0",
        "bet 0 9/9",
        "bet 5 ?",
        "draw XX",
        "digest 0123456789abcdef",
        "undo 0",
        "confirm 0",
        "new game",
        "pass\t\x01",
        "\xff\xfe",
    };
    talk_call call;
    talk_go go;
    (void)ctx;
    talk_open(&t);
    hear_all(GAME);
    uint64_t digest = aude_full_digest(&t.rules, &t.state);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (!hear(bad[i], &call, &go)) fail_msg("taken: %s", bad[i]);
        assert_string_equal(t.bad, bad[i]);
        assert_true(aude_full_digest(&t.rules, &t.state) == digest);
    }
    hear_all("own 0 4x2 3/7+ 3/8+ 4/5 4/6 5/6\n");
    assert_int_equal(hear("go 0 time 250 playouts 30", &call, &go), AUDE_OK);
    assert_int_equal(call, TALK_GO);
    assert_int_equal(go.ms, 250);
    assert_int_equal(go.playouts, 30);
}

/* A setup that is refused names its line and leaves the old game. */
static void test_setup(void **ctx)
{
    talk_call call;
    talk_go go;
    (void)ctx;
    talk_open(&t);
    assert_int_equal(hear("draw RCr", &call, &go), AUDE_E_TURN);
    assert_int_equal(hear("position", &call, &go), AUDE_E_TURN);
    hear_all(GAME);
    uint64_t digest = aude_full_digest(&t.rules, &t.state);
    hear_all("new\nset base\nrule fild on\nseat 0\n");
    assert_true(hear("position", &call, &go));
    assert_string_equal(t.bad, "rule fild on");
    assert_true(aude_full_digest(&t.rules, &t.state) == digest);
    hear_all("new\nset base\nseat 0\nrule confirm on\n");
    assert_true(hear("position", &call, &go));
    hear_all("new\nset base\nseat 0\nposition\n# a comment\n\ndraw RCr # another\n");
    assert_int_equal(aude_state_step(&t.rules, &t.state), AUDE_STEP_PLACE);
}

/* A player has one chip 4/5 only: whoever says that it lies on two tiles, or on one and in the supply, is refused. */
static void test_impossible(void **ctx)
{
    talk_call call;
    talk_go go;
    (void)ctx;
    talk_open(&t);
    hear_all(GAME);
    hear_all("bet 0 4/5\nbet 1 4/5\n");
    assert_int_equal(hear("own 0 4x2 3/7+ 3/8+ 4/5 4/6", &call, &go), AUDE_E_RANGE);
    hear_all("own 0 4x2 3/7+ 3/8+ 5/6 4/6\ndraw B03\nplace 0 -2 270\npass\n");
    assert_int_equal(hear("bet 0 4/5", &call, &go), AUDE_E_ILLEGAL);
    assert_int_equal(hear("bet 1 4/5", &call, &go), AUDE_E_ILLEGAL);
    hear_all("bet 0 4/6\nbet 1 ?\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_view), cmocka_unit_test(test_refused),
                                       cmocka_unit_test(test_setup), cmocka_unit_test(test_impossible)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
