/* What people at a table agree on, leaving, and one game after the other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "aude_table.h"
#include "stage.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static stage s;
static aude_table *const t = &s.table;

/* ---- Consent ---- */

/* The draws in effect are counted: a draw taken back is due with the same number again. */
static void test_takeback(void **unused)
{
    static const stage_row rows[] = {
        {"0 propose ask=takeback number=-1", AUDE_E_ILLEGAL, "no tile has been laid"},
        {"0 propose ask=takeback number=0", AUDE_E_ILLEGAL, "nothing has been decided since"},
        {"0 propose ask=takeback number=7", AUDE_E_ILLEGAL, "nothing has been decided since"},
        {"- draw words=draw RFr", AUDE_OK, NULL},
        {"0 move seat=0 words=place 1 0 0", AUDE_OK, NULL},
        {"0 move seat=0 words=pass", AUDE_OK, NULL},
        {"0 confirm seat=0", AUDE_OK, NULL},
        {"- draw words=draw C", AUDE_OK, NULL},
        {"0 propose", AUDE_E_UNKNOWN, "no such question"},
        {"0 propose ask=rematch", AUDE_E_DENIED, "not over"},
        {"0 propose ask=takeback number=3", AUDE_OK, NULL},
        {"2 decline", AUDE_OK, NULL},
        {"0 agree", AUDE_E_STALE, "no longer open"},
        {"0 propose ask=takeback number=3", AUDE_OK, NULL},
        {"0 decline", AUDE_OK, NULL},
        {"0 propose ask=takeback number=3", AUDE_OK, NULL},
        {"1 agree", AUDE_OK, NULL},
        {"1 agree", AUDE_E_DENIED, "answered already"},
        {"1 move seat=1 words=place 0 -1 180", AUDE_OK, NULL},
        {"2 agree", AUDE_E_STALE, "no longer open"},
        {"0 propose ask=takeback number=3", AUDE_OK, NULL},
        {"1 undo seat=1", AUDE_OK, NULL},
        {"2 agree", AUDE_E_STALE, "no longer open"},
        {"0 propose ask=takeback number=3", AUDE_OK, NULL},
        {"1 agree", AUDE_OK, NULL},
    };
    char text[256];
    (void)unused;
    stage_begin(&s, "seats 4\nset base\nset bets\nrule confirm on\n", 3);
    STAGE_SCRIPT(&s, rows);
    stage_must_idle(&s, -1); /* somebody else's decision is open */
    assert_int_equal(t->question.index, 3);
    stage_must(&s, "2 agree");
    assert_int_equal(s.outcome.changed, AUDE_CHANGED_LINES | AUDE_CHANGED_DECISION | AUDE_CHANGED_QUESTION);
    assert_int_equal(s.outcome.from, 3);
    stage_must_due(&s, AUDE_DUE_DRAW, 0, AUDE_NOBODY, 1, -1);
    stage_must(&s, "1 propose ask=takeback number=1");
    stage_must_idle(&s, s.now + AUDE_HOLD); /* draws wait for the answer */
    s.now += AUDE_HOLD;
    stage_must_due(&s, AUDE_DUE_DRAW, 0, AUDE_NOBODY, 1, -1);
    stage_must(&s, "0 agree");
    stage_must(&s, "2 agree");
    assert_int_equal(s.outcome.from, 1);
    aude_table_lines(t, 0, 0, text, sizeof text);
    assert_string_equal(text, "draw RFr\n");
    assert_int_equal(aude_table_asked(t), 1);
    stage_must(&s, "0 move seat=0 words=place 1 0 0");
    /* The asker's last tile, with a move that waits after it. */
    stage_must(&s, "0 move seat=0 words=pass");
    stage_must(&s, "0 propose ask=takeback number=-1");
    assert_int_equal(t->question.index, 1);
    stage_must(&s, "1 agree");
    stage_must(&s, "2 agree");
    assert_int_equal(s.outcome.own, 1);
    assert_int_equal(t->game.course.has_waiting, 0);
    aude_table_lines(t, 0, 0, text, sizeof text);
    assert_string_equal(text, "draw RFr\n");
}

/* Never past the close of a secret decision or a flip, nor that a seat left. */
static void test_takeback_limits(void **unused)
{
    static const stage_row rows[] = {
        {"- draw words=draw B02", AUDE_OK, NULL},
        {"0 move seat=0 words=place 1 0 0", AUDE_OK, NULL},
        {"0 move seat=0 words=pass", AUDE_OK, NULL},
        {"0 propose ask=takeback number=0", AUDE_E_ILLEGAL, "secret choices"},
        {"0 move seat=0 seal=1 words=bet 0 4x2", AUDE_OK, NULL},
        {"1 move seat=1 words=bet 1 pass", AUDE_OK, NULL},
        {"- draw words=draw RCr", AUDE_OK, NULL},
        {"1 move seat=1 words=place 1 -1 180", AUDE_OK, NULL},
        {"0 propose ask=takeback number=3", AUDE_E_ILLEGAL, "last reveal"},
        {"0 propose ask=takeback number=1", AUDE_E_ILLEGAL, "last reveal"},
        {"0 propose ask=takeback number=4", AUDE_OK, NULL},
        {"1 agree", AUDE_OK, NULL},
        {"- draw words=draw RCr", AUDE_OK, NULL},
        {"1 move seat=1 words=place 1 -1 180", AUDE_OK, NULL},
        {"1 move seat=1 words=pass", AUDE_OK, NULL}, /* flips */
        {"0 propose ask=takeback number=5", AUDE_E_ILLEGAL, "last reveal"},
        {"- draw words=draw RFr", AUDE_OK, NULL},
        {"2 move seat=2 words=place 2 0 0", AUDE_OK, NULL},
        {"1 resign seat=1", AUDE_OK, NULL},
        {"2 propose ask=takeback number=-1", AUDE_E_ILLEGAL, "leaving"},
    };
    (void)unused;
    stage_begin(&s, "seats 3\nset base\nset bets\nchips 4x2 4/5\n", 3);
    for (size_t i = 0; i < COUNT(rows); i++) {
        stage_script(&s, &rows[i], 1);
        if (!strncmp(rows[i].text, "1 agree", 7)) stage_must(&s, "2 agree");
        if (!strncmp(rows[i].text, "1 move seat=1 words=bet", 23)) stage_must(&s, "2 move seat=2 words=bet 2 pass");
    }
}

/* With nobody else to ask it is granted at once; who has left, or whom a computer replaces, is not asked. */
static void test_consent_alone(void **unused)
{
    (void)unused;
    stage_begin(&s, "seats 3\nset base\n", 2);
    stage_must(&s, "- draw words=draw RFr");
    stage_must(&s, "1 resign seat=1");
    stage_must(&s, "0 propose ask=pause");
    assert_int_equal(t->paused, 1);
    assert_int_equal(t->question.ask, AUDE_ASK_NOTHING);
    assert_int_equal(stage_do(&s, "1 resume"), AUDE_OK); /* still sits there */
    assert_int_equal(stage_do(&s, "1 propose ask=pause"), AUDE_E_DENIED);
    stage_must(&s, "0 propose ask=end");
    assert_int_equal(t->phase, AUDE_PHASE_OVER);
    assert_int_equal(t->winners, 1 | 4); /* 0 : 0, seat 1 had left before */
}

/* When somebody asked leaves, the others decide; when the asker leaves, the question goes. */
static void test_consent_leaving(void **unused)
{
    (void)unused;
    stage_begin(&s, "seats 3\nset base\n", 3);
    stage_must(&s, "- draw words=draw RFr");
    stage_must(&s, "0 propose ask=pause");
    stage_must(&s, "1 agree");
    stage_must(&s, "2 resign seat=2");
    assert_int_equal(t->paused, 1);
    stage_must(&s, "1 resume");
    stage_must(&s, "0 propose ask=pause");
    stage_must(&s, "0 resign seat=0");
    assert_int_equal(t->paused, 0);
    assert_int_equal(t->question.ask, AUDE_ASK_NOTHING);
}

/* An agreed end: nobody ranks last by it. RFr continues the road of the start tile. */
static void test_end(void **unused)
{
    static const stage_row rows[] = {
        {"- draw words=draw RFr", AUDE_OK, NULL},
        {"0 move seat=0 words=place 1 0 0", AUDE_OK, NULL},
        {"0 move seat=0 words=meeple small road.W", AUDE_OK, NULL},
        {"- draw words=draw RFr", AUDE_OK, NULL},
        {"1 propose ask=end", AUDE_OK, NULL},
        {"0 agree", AUDE_OK, NULL},
    };
    (void)unused;
    stage_begin(&s, "set base\n", 2);
    STAGE_SCRIPT(&s, rows);
    assert_int_equal(t->phase, AUDE_PHASE_OVER);
    assert_int_equal(aude_score(&t->game.course.state, 0), 2);
    assert_int_equal(t->winners, 1);
    assert_true(t->seat[0].points > 0.99f && t->seat[0].points < 1.01f);
}

/* ---- Leaving ---- */

/* In all three forms, for 2 to 6 players, by all three ways: the seat on turn leaves. */
static void test_leave(void **unused)
{
    static const char *const form[] = {"retire", "computer random", "end"};
    char setup[128], text[64];
    (void)unused;
    for (int players = 2; players <= 6; players++) {
        for (int leave = 0; leave < 3; leave++) {
            for (int way = 0; way < 3; way++) {
                snprintf(setup, sizeof setup,
                         "seats %d\nclock total 60s\nabsence 30s\nleave %s\nset base\nrule confirm on\n", players,
                         form[leave]);
                stage_begin(&s, setup, players);
                stage_must(&s, "- draw words=draw RFr");
                stage_must(&s, "0 move seat=0 words=place 1 0 0");
                stage_must(&s, "0 move seat=0 words=meeple small road.W"); /* waits */
                if (way == 0) stage_must(&s, "0 resign seat=0");
                if (way == 1) stage_must(&s, "- absent number=0");
                if (way) {
                    s.now += way == 1 ? 30000 : 61000;
                    stage_must_due(&s, AUDE_DUE_ACT, way == 1 ? AUDE_ACT_GONE : AUDE_ACT_FLAG, 0, 0, -1);
                    stage_due(&s);
                }
                const aude_state *state = &t->game.course.state;
                aude_table_lines(t, 1, 2, text, sizeof text);
                assert_int_equal(strncmp(text, "meeple small road.E\n", 20), 0); /* it was confirmed */
                if (leave == AUDE_LEAVE_COMPUTER) {
                    assert_int_equal(aude_state_left(state), 0);
                    assert_int_equal(t->seat[0].kind, AUDE_SEAT_COMPUTER);
                    assert_int_equal(t->seat[0].person, 0);
                    assert_string_equal(t->seat[0].engine, "random");
                    assert_int_equal(aude_table_seats_of(t, 0), 0);
                    stage_must_due(&s, AUDE_DUE_DRAW, 0, AUDE_NOBODY, 1, way == 1 ? 60000 : -1);
                    assert_int_equal(stage_do(&s, "1 sit seat=0"), AUDE_E_DENIED);
                    assert_int_equal(stage_do(&s, "0 sit seat=0"), way == 2 ? AUDE_E_DENIED : AUDE_OK);
                    assert_int_equal(aude_table_seats_of(t, 0), way == 2 ? 0 : 1);
                } else if (leave == AUDE_LEAVE_END) {
                    assert_int_equal(t->phase, AUDE_PHASE_OVER);
                    assert_int_equal(t->winners, (1 << players) - 2);
                    assert_int_equal(aude_score(state, 0), 2);
                } else {
                    assert_int_equal(aude_state_left(state), 1);
                    assert_int_equal(aude_state_turn(state), 1);
                    assert_int_equal(t->phase, AUDE_PHASE_PLAY);
                    stage_must(&s, "- draw words=draw RFr");
                    stage_must(&s, "1 move seat=1 words=place 2 0 0");
                    assert_int_equal(stage_do(&s, "0 undo seat=0"), AUDE_E_ILLEGAL);
                }
            }
        }
    }
}

/* A computer in the place of somebody who may come back goes on to the end, also alone. */
static void test_leave_alone(void **unused)
{
    (void)unused;
    stage_begin(&s, "leave computer random\nset base\nset bets\nrule draws 12\nrule confirm on\n", 1);
    stage_must(&s, "- draw words=draw RFr");
    stage_must(&s, "0 resign seat=0");
    assert_int_equal(stage_do(&s, "0 resign seat=0"), AUDE_E_DENIED);
    assert_int_equal(stage_do(&s, "0 resume"), AUDE_E_DENIED);
    stage_must_due(&s, AUDE_DUE_ENGINE, 0, 0, 0, -1);
    stage_run(&s);
    assert_int_equal(t->phase, AUDE_PHASE_OVER);
    stage_must(&s, "0 sit seat=0");
    stage_begin(&s, "leave retire\nset base\nset bets\nrule draws 12\n", 1);
    stage_must(&s, "0 resign seat=0");
    assert_int_equal(t->phase, AUDE_PHASE_PLAY);
    stage_run(&s);
    assert_int_equal(t->phase, AUDE_PHASE_OVER);
    assert_int_equal(t->winners, 2);
}

/* Leaving while choices are secret: a choice that was made stands, and others learn only that the seat has left. */
static void test_leave_secret(void **unused)
{
    static const stage_row rows[] = {
        {"- draw words=draw B02", AUDE_OK, NULL},    {"0 move seat=0 words=place 1 0 0", AUDE_OK, NULL},
        {"0 move seat=0 words=pass", AUDE_OK, NULL}, {"1 move seat=1 seal=2 words=bet 1 4/5", AUDE_OK, NULL},
        {"1 resign seat=1", AUDE_OK, NULL},
    };
    char text[256];
    (void)unused;
    stage_begin(&s, "seats 3\nset base\nset bets\n", 3);
    STAGE_SCRIPT(&s, rows);
    aude_table_lines(t, 0, 3, text, sizeof text);
    assert_string_equal(text, "retire 1\n");
    assert_int_equal(aude_table_own(t, 1, NULL, NULL, text, sizeof text),
                     0); /* nothing that could be played after its lines */
    assert_int_equal(aude_table_asked(t), 5);
    stage_must(&s, "2 resign seat=2");
    stage_must(&s, "0 move seat=0 words=bet 0 pass");
    assert_true(s.outcome.changed & AUDE_CHANGED_CLOSED);
    assert_int_equal(s.outcome.from, 3);
    aude_table_lines(t, 0, 3, text, sizeof text);
    assert_string_equal(text, "bet 1 ?\nretire 1\nretire 2\nbet 0 pass\n");
    assert_int_equal(t->n_bets, 1);
}

/* ---- Matches ---- */

static void test_match(void **unused)
{
    static const stage_row over[] = {
        {"0 move seat=0 words=pass", AUDE_E_OVER, "the game is over"},
        {"0 propose ask=rematch", AUDE_E_DENIED, "the match goes on"},
        {"1 start", AUDE_E_DENIED, "only the host"},
        {"0 option words=best-of 5", AUDE_E_OVER, "the game is over"},
        {"1 stand seat=1", AUDE_OK, NULL},
        {"- next", AUDE_E_DENIED, "still open"},
        {"0 start", AUDE_E_DENIED, "still open"},
    };
    (void)unused;
    stage_begin(&s, "seats 3\nbest-of 3\nset base\nrule first 1\n", 3);
    stage_must(&s, "- join words=Zoe"); /* watches */
    assert_int_equal(t->first, 1);
    assert_int_equal(aude_state_turn(&t->game.course.state), 1);
    stage_must(&s, "- draw words=draw RFr");
    stage_must(&s, "1 resign seat=1");
    stage_must(&s, "0 resign seat=0");
    stage_must(&s, "2 propose ask=end");
    assert_int_equal(t->winners, 4);
    assert_int_equal(t->phase, AUDE_PHASE_OVER);
    STAGE_SCRIPT(&s, over);
    stage_must_idle(&s, -1);
    stage_must(&s, "1 sit seat=1");
    stage_must_idle(&s, AUDE_NEXT_TIME);
    s.now += AUDE_NEXT_TIME;
    stage_must_due(&s, AUDE_DUE_ACT, AUDE_ACT_NEXT, AUDE_NOBODY, 0, -1);
    stage_due(&s);
    assert_true(s.outcome.changed & AUDE_CHANGED_NEW_GAME);
    assert_int_equal(s.outcome.from, 0);
    assert_int_equal(t->first, 2);
    assert_int_equal(t->n_games, 2);
    assert_int_equal(aude_table_n_lines(t, 0), 0);
    stage_start(&s);
    assert_int_equal(aude_state_turn(&t->game.course.state), 2);
    assert_int_equal(aude_state_left(&t->game.course.state), 0); /* who had retired plays again */
    stage_must(&s, "2 propose ask=end");
    stage_must(&s, "0 agree");
    stage_must(&s, "1 agree");
    assert_int_equal(t->winners, 7); /* 0 : 0 : 0 */
    assert_true(t->seat[2].points > 1.3f && t->seat[2].points < 1.4f);
    assert_int_equal(t->n_match, 2);
    stage_start(&s);
    assert_int_equal(t->first, 0);
    stage_must(&s, "0 resign seat=0");
    stage_must(&s, "1 resign seat=1");
    stage_must(&s, "2 propose ask=end");
    s.now += 2 * AUDE_NEXT_TIME;
    stage_must_idle(&s, -1); /* three games: the match is over */
    stage_must(&s, "2 propose ask=rematch");
    stage_must(&s, "0 agree");
    assert_int_equal(stage_do(&s, "3 agree"), AUDE_E_DENIED);
    stage_must(&s, "1 agree");
    assert_int_equal(t->phase, AUDE_PHASE_SEALING);
    assert_int_equal(t->first, 1);
    assert_int_equal(t->n_games, 4);
    assert_int_equal(t->n_match, 1);
    assert_true(t->seat[2].points < 0.1f);
    assert_string_equal(t->person[3].name, "Zoe");
    /* Two wins decide it. */
    for (int game = 0; game < 2; game++) {
        stage_start(&s);
        stage_must(&s, "0 resign seat=0");
        stage_must(&s, "1 resign seat=1");
        stage_must(&s, "2 propose ask=end");
    }
    assert_int_equal(stage_do(&s, "0 start"), AUDE_E_DENIED);
    assert_int_equal(stage_do(&s, "1 start"), AUDE_E_DENIED);
    stage_must(&s, "0 propose ask=rematch");
    stage_must(&s, "0 stand seat=0");
    assert_int_equal(t->question.ask, AUDE_ASK_NOTHING);
    assert_int_equal(stage_do(&s, "1 propose ask=rematch"), AUDE_E_DENIED);
}

/* One game against computers: the rematch is granted at once. */
static void test_rematch_alone(void **unused)
{
    (void)unused;
    stage_begin(&s, "set base\n", 1);
    stage_must(&s, "0 resign seat=0");
    stage_run(&s);
    stage_must(&s, "0 propose ask=rematch");
    assert_int_equal(t->phase, AUDE_PHASE_SEALING);
}

static const aude_rules *no_memory(void *context, const aude_rules *room, const char *setup)
{
    (void)context, (void)room, (void)setup;
    return NULL;
}

static void test_keeper(void **unused)
{
    static const stage_row rows[] = {{"0 start", AUDE_E_LIMIT, "no memory"}};
    (void)unused;
    stage_open(&s, "set base\n");
    stage_people(&s, 2);
    t->keeper.keep = no_memory;
    STAGE_SCRIPT(&s, rows);
    t->keeper.keep = NULL; /* the room is this table's own */
    stage_start(&s);
    assert_ptr_equal(t->rules, &s.room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_takeback),      cmocka_unit_test(test_takeback_limits),
        cmocka_unit_test(test_consent_alone), cmocka_unit_test(test_consent_leaving),
        cmocka_unit_test(test_end),           cmocka_unit_test(test_leave),
        cmocka_unit_test(test_leave_alone),   cmocka_unit_test(test_leave_secret),
        cmocka_unit_test(test_match),         cmocka_unit_test(test_rematch_alone),
        cmocka_unit_test(test_keeper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
