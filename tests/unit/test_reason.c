/* Hints: the reasons are the facts of the position, and depend on nothing that is hidden. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/note.h"
#include "app/reason.h"
#include "app/recordfile.h"

static aude_rules rules;
static aude_state state, view, other;

#define SET                             \
    "aude 1\n"                          \
    "| aude-tiles 1\n"                  \
    "| set last\n"                      \
    "| start S\n"                       \
    "| tile S x1\n"                     \
    "| city N\n"                        \
    "| field EL ER SL SR WL WR\n"       \
    "| tile K x4\n"                     \
    "| city N\n"                        \
    "| field EL ER SL SR WL WR\n"       \
    "| tile F x2\n"                     \
    "| field NL NR EL ER SL SR WL WR\n" \
    "| tile Z x1\n"                     \
    "| city S\n"                        \
    "| city W\n"                        \
    "| field NL NR EL ER\n"             \
    "seat 0 Ann\n"                      \
    "seat 1 Ben\n"

static void read(const char *text)
{
    aude_record record;
    aude_errinfo error;
    if (recordfile_read(&record, &rules, &state, text, strlen(text), &error))
        fail_msg("line %d: %s", error.line, error.message);
    recordfile_free(&record);
}

static scene scene_of(const aude_state *from, int seat)
{
    return (scene){.rules = &rules, .state = from, .viewer = seat, .n_seats = 3, .name = {"Ann", "Ben", "Cem"}};
}

static void is(const char *text, const char *turn, const char *meeple, const char *expected)
{
    aude_valued v = {.meeple = {.kind = AUDE_DRAW}};
    note n;
    read(text);
    int seat = aude_state_turn(&state);
    aude_view(&rules, &state, seat, 0, &view);
    scene s = scene_of(&view, seat);
    s.n_seats = 2;
    assert_int_equal(aude_move_read(&rules, &state, turn, strlen(turn), &v.move, NULL), AUDE_OK);
    if (meeple) {
        assert_int_equal(aude_apply(&rules, &state, v.move, NULL), AUDE_OK);
        assert_int_equal(aude_move_read(&rules, &state, meeple, strlen(meeple), &v.meeple, NULL), AUDE_OK);
    }
    adviser *r = reason_open(1);
    assert_non_null(r);
    reason_write(r, note_open(&n), &s, &v);
    free(r);
    char *said = note_close(&n);
    assert_string_equal(said, expected);
    free(said);
}

static void test_facts(void **ctx)
{
    (void)ctx;
    /* A city of two tiles, with the meeple that comes home at once. */
    is(SET "draw K\n", "place 0 -1 180", "meeple small city.S", "scores 4 for a city and brings 1 meeple home");
    /* The field of the new tile touches the city that it completes. */
    is(SET "draw K\n", "place 0 -1 180", "meeple small field.EL", "claims a field with 1 completed city");
    /* The farmer laid before has this city at his field, which goes around the start tile, now for the first time. */
    is(SET "draw F\nplace 0 1 0\nmeeple small field.NL\ndraw F\nplace 1 0 0\ndraw K\n", "place 0 -1 180", NULL,
       "your field gets 1 more completed city");
    /* Ben's city is open to (-1,-1). K closes it there; with Z beside, a tile would need two cities, and K has one. */
    is(SET "draw F\nplace 1 0 0\npass\ndraw K\nplace -1 0 0\nmeeple small city.N\ndraw Z\n", "place 0 -1 0", "pass",
       "no tile that is left fits (-1,-1), where Ben's city is open");
    /* Ben scores for what Ann completes. */
    is(SET "draw F\nplace 1 0 0\npass\ndraw K\nplace -1 0 0\nmeeple small city.N\ndraw K\n", "place -1 -1 180", "pass",
       "4 points of it go to Ben");
}

static void test_secrets(void **ctx)
{
    aude_setup setup;
    aude_random random;
    aude_move move;
    int asked = 0, differ = 0;
    (void)ctx;
    aude_setup_default(&setup, 3);
    setup.set[setup.n_sets++] = aude_tileset_find("bets", 0);
    assert_int_equal(aude_rules_init(&rules, &setup, NULL), AUDE_OK);
    aude_start(&rules, &state);
    aude_random_seed(&random, 21);
    for (uint32_t actors; (actors = aude_actors(&rules, &state));) {
        int seat = __builtin_ctz(actors);
        if (actors != AUDE_CHANCE && aude_random_below(&random, 10) == 0) {
            char *said[2];
            aude_view(&rules, &state, seat, 0, &view);
            aude_resample(&rules, &view, &random, &other);
            differ += aude_full_digest(&rules, &other) != aude_full_digest(&rules, &state);
            aude_view(&rules, &other, seat, 0, &other);
            for (int i = 0; i < 2; i++) {
                aude_valued turn;
                note n;
                scene s = scene_of(i ? &other : &view, seat);
                adviser *r = reason_open(3);
                assert_non_null(r);
                reason_choose(r, &s, 20, &turn);
                reason_hint(r, note_open(&n), &s, &turn);
                free(r);
                said[i] = note_close(&n);
            }
            assert_string_equal(said[0], said[1]);
            free(said[0]);
            free(said[1]);
            asked++;
        }
        aude_random_move(&rules, &state, &random, &move);
        aude_play(&rules, &state, move, NULL);
    }
    assert_true(asked > 10 && differ > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_facts), cmocka_unit_test(test_secrets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
