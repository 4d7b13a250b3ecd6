/* Views: what one seat may know of the chips, what everybody knows by elimination, and the possibilities that are left.
 * Rules bets/secret-1, bets/place-4, bets/void-1. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "aude.h"

static aude_rules rules;
static aude_state state, view, other;
static aude_events events, seen;

/* Offices with a road to the south, a city to the north; caps and ends that finish them. */
static const char tiles[] = "aude-tiles 1\n"
                            "set mini\n"
                            "start Mead\n"
                            "tile Mead x4\n field NL NR EL ER SL SR WL WR\n"
                            "tile Office x6\n office\n city N\n road S\n field EL ER SL\n field SR WL WR\n"
                            "tile Cap x6\n city N\n field EL ER SL SR WL WR\n"
                            "tile End x6\n road S\n field NL NR EL ER SL SR WL WR\n";

static void game_start(const char *const *chips, int n_chips, int unoccupied)
{
    static aude_tileset set;
    assert_int_equal(aude_tileset_read(&set, tiles, strlen(tiles), NULL), AUDE_OK);
    aude_setup setup;
    aude_setup_default(&setup, 3);
    setup.set[0] = &set;
    setup.bets_unoccupied = unoccupied;
    setup.n_chips = n_chips;
    for (int i = 0; i < n_chips; i++)
        assert_int_equal(aude_chip_read(&setup.chip[i], chips[i], strlen(chips[i])), AUDE_OK);
    assert_int_equal(aude_rules_init(&rules, &setup, NULL), AUDE_OK);
    aude_start(&rules, &state);
}

static aude_err game_do(aude_state *s, const char *line)
{
    aude_move move;
    assert_int_equal(aude_move_read(&rules, s, line, strlen(line), &move, NULL), AUDE_OK);
    return aude_apply(&rules, s, move, &events);
}

static void game_play(const char *const *lines)
{
    for (; *lines; lines++)
        if (game_do(&state, *lines)) fail_msg("%s is refused", *lines);
}

static void view_equal(int seat, unsigned flags, const aude_state *a, const aude_state *b)
{
    static aude_state va, vb;
    memset(&va, 0, sizeof va);
    memset(&vb, 0, sizeof vb);
    aude_view(&rules, a, seat, flags, &va);
    aude_view(&rules, b, seat, flags, &vb);
    assert_memory_equal(&va, &vb, aude_state_size(&rules));
}

static const char *const three[] = {"1", "2", "3"};

/* Rule bets/place-4: neither what nor whether a seat has chosen shows before all have; the seat itself sees its own choice. */
static void test_pending(void **unused)
{
    (void)unused;
    game_start(three, 3, 1);
    game_play((const char *const[]){"draw Office", "place 1 0 0", "pass", NULL});
    other = state;
    assert_int_equal(game_do(&state, "bet 1 2"), AUDE_OK);
    assert_int_equal(events.n, 1);
    assert_int_equal(events.event[0].kind, AUDE_EV_CHOSEN);
    for (int seat = 0; seat <= 3; seat++) {
        int who = seat == 3 ? AUDE_NOBODY : seat;
        assert_int_equal(aude_redact(&rules, &events, who, &seen), seat == 1);
        if (seat == 1) continue;
        view_equal(who, AUDE_RECALL, &state, &other);
    }
    assert_int_equal(aude_digest(&rules, &state), aude_digest(&rules, &other));
    assert_int_equal(aude_chips(&state, 1), 3); /* it leaves the supply when the decision closes */
    aude_view(&rules, &state, 1, 0, &view);
    assert_int_equal(aude_pending_bet(&rules, &view, 1), 1);
    assert_int_equal(aude_actors(&rules, &view), 1 | 4);
    aude_view(&rules, &state, 0, 0, &view);
    assert_int_equal(aude_pending_bet(&rules, &view, 1), -1);
    assert_int_equal(aude_actors(&rules, &view), 1 | 2 | 4);
    assert_int_equal(aude_chips_of(&rules, &view, 1, 0), -1);
    assert_int_equal(aude_chips_of(&rules, &view, 0, 0), 1);
}

/* One's own chips on tiles are hidden too, unless the memory is kept. The size of a supply is public. */
static void test_own_chip(void **unused)
{
    (void)unused;
    aude_stack stack;
    game_start(three, 3, 1);
    game_play((const char *const[]){"draw Office", "place 1 0 0", "pass", "bet 0 2", "bet 1 3", "bet 2 pass", NULL});
    aude_view(&rules, &state, 0, 0, &view);
    assert_int_equal(aude_stacks(&rules, &view, &stack, 1), 1);
    assert_int_equal(stack.n_bets, 2);
    assert_int_equal(stack.bet[0].face, AUDE_HIDDEN_FACE);
    assert_int_equal(stack.bet[1].face, AUDE_HIDDEN_FACE);
    assert_int_equal(stack.bet[0].mask, 7); /* all three faces are possible */
    assert_int_equal(aude_chips_of(&rules, &view, 0, 1), 0);
    assert_int_equal(aude_chips(&view, 1), 2);
    aude_view(&rules, &state, 0, AUDE_RECALL, &view);
    aude_stacks(&rules, &view, &stack, 1);
    assert_int_equal(stack.bet[0].face, 1);
    assert_int_equal(stack.bet[1].face, AUDE_HIDDEN_FACE);
}

/* A move whose result depends on a hidden chip is refused on a view, which stays as it is; others are played. */
static void test_apply_on_view(void **unused)
{
    (void)unused;
    game_start(three, 3, 1);
    game_play((const char *const[]){"draw Office", "place 1 0 0", "pass", "bet 0 2", "bet 1 3", "bet 2 pass",
                                    "draw Cap", "place 1 -1 180", NULL});
    aude_view(&rules, &state, 0, 0, &view);
    other = view;
    assert_int_equal(game_do(&view, "pass"), AUDE_E_HIDDEN); /* the city is complete: its chips would be flipped */
    assert_memory_equal(&view, &other, aude_state_size(&rules));
    aude_view(&rules, &state, 2, 0, &view);
    assert_int_equal(game_do(&view, "meeple small field.EL"), AUDE_E_HIDDEN);

    game_start(three, 3, 1);
    game_play((const char *const[]){"draw Office", "place 1 0 0", "pass", "bet 0 2", "bet 1 3", "bet 2 pass",
                                    "draw Mead", "place -1 0 0", NULL});
    aude_view(&rules, &state, 0, 0, &view);
    assert_int_equal(game_do(&view, "pass"), AUDE_OK);
    assert_int_equal(aude_actors(&rules, &view), AUDE_CHANCE);
}

/* What is flipped here lies nowhere else: seat 0 has chips 1, 2, 3 and bets on two offices; the 2 is flipped on the first. */
static const char *const two_offices[] = {"draw Office", "place 1 0 0",    "pass", "bet 0 2", "bet 1 3", "bet 2 pass",
                                          "draw Office", "place -1 0 0",   "pass", "bet 0 3", "bet 1 1", "bet 2 pass",
                                          "draw Cap",    "place 1 -1 180", "pass", NULL};

static void test_elimination(void **unused)
{
    (void)unused;
    aude_stack stack;
    game_start(three, 3, 1);
    game_play(two_offices);
    assert_int_equal(aude_stacks(&rules, &state, &stack, 1), 1);
    assert_int_equal(aude_placed_at(&rules, &state, stack.tile).x, -1);
    assert_int_equal(stack.bet[0].mask, 1 | 4); /* not the 2 */
    assert_int_equal(stack.bet[1].mask, 1 | 2); /* not the 3 */
    assert_int_equal(aude_score(&state, 0), 2); /* the city has two tiles */

    const char *const twins[] = {"2", "2", "3"}; /* with two of a face, a flip of one says nothing about the other */
    game_start(twins, 3, 1);
    game_play((const char *const[]){"draw Office", "place 1 0 0", "pass", "bet 0 2", "bet 1 pass", "bet 2 pass",
                                    "draw Office", "place -1 0 0", "pass", "bet 0 2", "bet 1 pass", "bet 2 pass",
                                    "draw Cap", "place 1 -1 180", "pass", NULL});
    aude_stacks(&rules, &state, &stack, 1);
    assert_int_equal(stack.bet[0].mask, 1 | 2);
}

/* Rule bets/void-1: seat 0 has one chip of each of two faces, both lie on tiles. The first flip is of the 2, so the other
 * chip is the 3, as is known to all; when another stack then goes back unseen, that stays known. */
static void test_narrowing(void **unused)
{
    (void)unused;
    aude_stack stack[3];
    game_start(three, 3, 0); /* option bets-unoccupied off */
    game_play((const char *const[]){"draw Office", "place 1 0 0",    "meeple small city.N",
                                    "bet 0 1",     "bet 1 pass",     "bet 2 pass", /* will be flipped */
                                    "draw Office", "place -1 0 0",   "pass",
                                    "bet 0 2",     "bet 1 pass",     "bet 2 pass", /* will be void */
                                    "draw Office", "place 2 0 0",    "pass",
                                    "bet 0 3",     "bet 1 pass",     "bet 2 pass", /* stays */
                                    "draw Cap",    "place 1 -1 180", "pass",
                                    NULL});
    assert_int_equal(aude_stacks(&rules, &state, stack, 3), 2);
    assert_int_equal(stack[0].bet[0].mask, 2 | 4);
    assert_int_equal(stack[1].bet[0].mask, 2 | 4);
    game_play((const char *const[]){"draw Cap", "place -1 -1 180", "pass", "draw End", "place -1 1 180", "pass", NULL});
    /* the events of the last move: the owner alone learns which chip came back */
    int shown = 0, hidden = 0;
    for (int who = 0; who < 2; who++) {
        aude_redact(&rules, &events, who, &seen);
        for (int i = 0; i < seen.n; i++) {
            if (seen.event[i].kind != AUDE_EV_VOID) continue;
            shown += who == 0 && seen.event[i].face == 1;
            hidden += who == 1 && seen.event[i].face == AUDE_HIDDEN_FACE;
        }
    }
    assert_int_equal(shown, 1);
    assert_int_equal(hidden, 1);
    assert_int_equal(aude_stacks(&rules, &state, stack, 3), 1);
    assert_int_equal(stack[0].bet[0].mask, 2 | 4); /* it may still be either: both fit some joint assignment */

    const char *const pair[] = {"1", "2"};
    game_start(pair, 2, 0);
    game_play((const char *const[]){"draw Office", "place 1 0 0",    "meeple small city.N",
                                    "bet 0 1",     "bet 1 pass",     "bet 2 pass",
                                    "draw Office", "place -1 0 0",   "pass",
                                    "bet 0 2",     "bet 1 pass",     "bet 2 pass",
                                    "draw Cap",    "place 1 -1 180", "pass", /* the 1 is flipped */
                                    "draw Office", "place 2 0 0",    "pass",
                                    "bet 0 1",     "bet 1 pass",     "bet 2 pass", /* and bet again */
                                    NULL});
    aude_stacks(&rules, &state, stack, 3);
    assert_int_equal(stack[0].bet[0].mask, 2);     /* on -1 0: the 2, since the 1 was flipped elsewhere */
    assert_int_equal(stack[1].bet[0].mask, 1 | 2); /* on 2 0: placed later, so anything by its own mask */
    game_play((const char *const[]){"draw Cap", "place -1 -1 180", "pass", "draw End", "place -1 1 180", "pass", NULL});
    assert_int_equal(aude_stacks(&rules, &state, stack, 3), 1);
    assert_int_equal(stack[0].bet[0].mask,
                     1); /* the 2 lay there, so this one is the 1: known before it went back unseen */
}

/* Resampling gives every joint assignment as often: seat 0 sees of seat 1 two places with masks {1, 2} and, placed later, any. */
static void test_resample(void **unused)
{
    (void)unused;
    game_start(three, 3, 1);
    game_play(
        two_offices); /* seat 1: the 3 was flipped and is back in the supply; its chip on -1 0 is the 1 or the 2 */
    game_play((const char *const[]){"draw Office", "place 2 0 0", "pass", "bet 0 pass", "bet 1 3", "bet 2 pass", NULL});
    aude_view(&rules, &state, 0, AUDE_RECALL, &view);
    int count[3][3] = {{0}};
    aude_random random;
    aude_random_seed(&random, 5);
    enum { N = 8000 };
    for (int i = 0; i < N; i++) {
        aude_resample(&rules, &view, &random, &other);
        aude_stack stack[2];
        aude_stacks(&rules, &other, stack, 2);
        int first = stack[0].bet[1].face, second = stack[1].bet[0].face;
        assert_int_equal(stack[0].bet[0].face, 2); /* own, recalled */
        count[first][second]++;
        for (int face = 0; face < 3; face++)
            assert_int_equal(aude_chips_of(&rules, &other, 1, face), face != first && face != second);
        view_equal(0, AUDE_RECALL, &other, &state);
    }
    /* (1, 2), (1, 3), (2, 1), (2, 3): four assignments; 8000 / 4 = 2000, six standard deviations are 6 * sqrt(1500) = 232 */
    for (int first = 0; first < 3; first++) {
        for (int second = 0; second < 3; second++) {
            int possible = first != second && first < 2;
            assert_in_range(count[first][second], possible ? 1768 : 0, possible ? 2232 : 0);
        }
    }
}

/* Who leaves while bets are open may have chosen already: a view that did not see the decision open cannot tell. */
static void test_leave_on_view(void **unused)
{
    (void)unused;
    static const char *const opened[] = {"draw Office", "place 1 0 0", "pass", NULL};
    for (int ends = 0; ends < 2; ends++) {
        game_start(three, 3, 1);
        game_play(opened);
        assert_int_equal(game_do(&state, "bet 1 3"), AUDE_OK);
        aude_view(&rules, &state, 0, 0, &view);
        other = view;
        assert_int_equal(game_do(&view, ends ? "end 1" : "retire 1"), AUDE_E_HIDDEN);
        assert_memory_equal(&view, &other, aude_state_size(&rules));
        assert_int_equal(game_do(&view, "retire 0"), AUDE_OK); /* one's own choice is known */
    }
    /* a view that saw it open knows whose choice it was told of; as a public record does, which shows the choice before */
    game_start(three, 3, 1);
    aude_view(&rules, &state, AUDE_NOBODY, 0, &view);
    for (int i = 0; opened[i]; i++) assert_int_equal(game_do(&view, opened[i]), AUDE_OK);
    static const char *const closed[] = {"bet 0 ?", "retire 0", "retire 1", "bet 2 pass", NULL};
    for (int i = 0; closed[i]; i++) assert_int_equal(game_do(&view, closed[i]), AUDE_OK);
    assert_int_equal(aude_chips(&view, 0), 2);
    assert_int_equal(aude_chips(&view, 1), 3);
}

/* A view of a view knows what both allow. */
static void test_view_of_view(void **unused)
{
    (void)unused;
    game_start(three, 3, 1);
    game_play(two_offices);
    aude_view(&rules, &state, 0, AUDE_RECALL, &view);
    aude_view(&rules, &view, AUDE_NOBODY, 0, &view);
    memset(&other, 0, sizeof other);
    aude_view(&rules, &state, AUDE_NOBODY, 0, &other);
    assert_memory_equal(&view, &other, aude_state_size(&rules));
    assert_int_equal(aude_legal(&rules, &view, 0, NULL, 0), aude_legal(&rules, &state, 0, NULL, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pending),      cmocka_unit_test(test_own_chip),      cmocka_unit_test(test_apply_on_view),
        cmocka_unit_test(test_elimination),  cmocka_unit_test(test_narrowing),     cmocka_unit_test(test_resample),
        cmocka_unit_test(test_view_of_view), cmocka_unit_test(test_leave_on_view),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
