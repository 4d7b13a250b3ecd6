/* Tables in play: the order of checks, what is told and to whom, computers, what spectators see, aids. */
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

/* ---- Moves ---- */

static const char bets_setup[] = "set base\nset bets\nrule confirm on\nchips 4x2 4/5\n";

/* The order of checks, in a game with bets: the city of B02 is closed by RCr turned round, and its stack settled. */
static void test_moves(void **unused)
{
    static const stage_row rows[] = {
        {"0 move seat=0 words=pass", AUDE_E_TURN, "not asked now"},
        {"0 confirm seat=0", AUDE_E_ILLEGAL, "no move that waits"},
        {"0 undo seat=0", AUDE_E_ILLEGAL, "nothing has been decided"},
        {"0 draw words=draw B02", AUDE_E_DENIED, "no person may"},
        {"- draw words=place 1 0 0", AUDE_E_ILLEGAL, "no draw"},
        {"- draw words=draw XYZ", AUDE_E_UNKNOWN, "no tile"},
        {"- draw", AUDE_E_SYNTAX, "words are missing"},
        {"- draw words=draw B02", AUDE_OK, NULL},
        {"- draw words=draw B03", AUDE_E_ILLEGAL, "to be placed"},
        {"0 start", AUDE_E_DENIED, "during a game"},
        {"0 seats number=3", AUDE_E_DENIED, "during a game"},
        {"0 option words=aids none", AUDE_E_DENIED, "during a game"},
        {"0 seat seat=1 words=random", AUDE_E_DENIED, "during a game"},
        {"0 kick number=1", AUDE_E_DENIED, "during a game"},
        {"0 stand seat=0", AUDE_E_DENIED, "during a game"},
        {"1 sit seat=0", AUDE_E_DENIED, "one's own place"},
        {"0 commit seat=0 seal=3", AUDE_E_DENIED, "during a game"},
        {"- next", AUDE_E_DENIED, "during a game"},
        {"0 move words=pass", AUDE_E_UNKNOWN, "no such seat"},
        {"0 move seat=1 words=place 1 0 0", AUDE_E_DENIED, "not your seat"},
        {"1 move seat=1 decision=999 words=place 1 0 0", AUDE_E_TURN, "not asked now"},
        {"1 move seat=1 words=bet 1 pass", AUDE_E_TURN, "not asked now"},
        {"0 move seat=0 decision=999 words=gibberish", AUDE_E_STALE, "no longer open"},
        {"0 move seat=0 words=gibberish", AUDE_E_UNKNOWN, "unknown word"},
        {"0 move seat=0 words=place 0 0 0", AUDE_E_ILLEGAL, "does not fit"},
        {"0 move seat=0 words=bet 1 pass", AUDE_E_DENIED, "of another seat"},
        {"0 move seat=0 words=draw B03", AUDE_E_ILLEGAL, "no move of a seat"},
        {"0 move seat=0 words=retire 1", AUDE_E_ILLEGAL, "no move of a seat"},
        {"0 move seat=0 words=end 1", AUDE_E_ILLEGAL, "no move of a seat"},
        {"0 move seat=0 words=undo 0", AUDE_E_SYNTAX, "no move"},
        {"- engine seat=0 words=place 1 0 0", AUDE_E_DENIED, "no computer plays"},
        {"- default seat=0", AUDE_E_DENIED, "time is not up"},
        {"- flag seat=0", AUDE_E_DENIED, "time is not up"},
        {"- gone seat=0", AUDE_E_DENIED, "time is not up"},
        {"0 move seat=0 words=place 1 0 0 # there", AUDE_OK, NULL},
        {"1 undo seat=1", AUDE_E_ILLEGAL, "another seat's decision"},
        {"0 undo seat=0 decision=1", AUDE_E_STALE, "no longer open"},
        {"0 undo seat=0 number=0", AUDE_E_ILLEGAL, "take back a draw"},
        {"0 undo seat=0 number=1", AUDE_OK, NULL},
        {"0 move seat=0 words=place 1 0 0", AUDE_OK, NULL},
        {"0 move seat=0 words=pass", AUDE_OK, NULL},
        {"0 move seat=0 words=pass", AUDE_E_TURN, "waits to be confirmed"},
        {"1 move seat=1 words=bet 1 pass", AUDE_E_TURN, "not asked now"},
        {"1 confirm seat=1", AUDE_E_ILLEGAL, "no move that waits"},
        {"0 confirm seat=0 decision=1", AUDE_E_STALE, "no longer open"},
        {"0 undo seat=0", AUDE_OK, NULL},
        {"0 move seat=0 words=pass", AUDE_OK, NULL},
        {"0 confirm seat=0", AUDE_OK, NULL},
        {"0 undo seat=0", AUDE_E_ILLEGAL, "secret choices"},
        {"0 move seat=0 words=bet 0 4x2", AUDE_E_SYNTAX, "comes with its nonce"},
        {"0 move seat=0 seal=1 words=bet 0 5/6", AUDE_E_UNKNOWN, "no such chip"},
        {"0 move seat=0 seal=1 words=bet 1 4x2", AUDE_E_DENIED, "of another seat"},
        {"1 move seat=1 seal=2 words=bet 1 4/5", AUDE_OK, NULL},
        {"1 move seat=1 seal=2 words=bet 1 4/5", AUDE_E_TURN, "not asked now"},
        {"1 undo seat=1", AUDE_E_ILLEGAL, "secret choices"},
        {"0 propose ask=takeback number=-1", AUDE_E_ILLEGAL, "secret choices"},
        {"0 move seat=0 seal=1 words=bet 0 4x2", AUDE_OK, NULL},
        {"0 propose ask=takeback number=-1", AUDE_E_ILLEGAL, "last reveal, secret choice"},
        {"- draw words=draw RCr", AUDE_OK, NULL},
        {"1 move seat=1 words=place 1 -1 180", AUDE_OK, NULL},
        {"1 move seat=1 words=pass", AUDE_OK, NULL},
        {"1 confirm seat=1", AUDE_OK, NULL},
        {"0 propose ask=takeback number=-1", AUDE_E_ILLEGAL, "last reveal, secret choice"},
        {"1 resign seat=0", AUDE_E_DENIED, "not your seat"},
        {"1 resign seat=1", AUDE_OK, NULL},
        {"1 resign seat=1", AUDE_E_ILLEGAL, "left the game already"},
        {"0 resign seat=0", AUDE_OK, NULL},
        {"0 resign seat=0", AUDE_E_OVER, "the game is over"},
        {"0 move seat=0 words=pass", AUDE_E_OVER, "the game is over"},
        {"0 undo seat=0", AUDE_E_OVER, "the game is over"},
        {"- draw words=draw RCr", AUDE_E_OVER, "the game is over"},
        {"0 propose ask=takeback number=-1", AUDE_E_OVER, "the game is over"},
        {"0 resume", AUDE_E_OVER, "the game is over"},
        {"0 start", AUDE_E_DENIED, "match is over"},
        {"- next", AUDE_E_DENIED, "match is over"},
    };
    (void)unused;
    stage_begin(&s, bets_setup, 2);
    STAGE_SCRIPT(&s, rows);
    assert_int_equal(t->winners, 0);
}

/* What is kept of a chip: where it lies, its nonce, and that it was flipped. Both chips show a 4, the city has two tiles. */
static void test_bets_kept(void **unused)
{
    static const stage_row first[] = {
        {"- draw words=draw B02", AUDE_OK, NULL},
        {"0 move seat=0 words=place 1 0 0", AUDE_OK, NULL},
        {"0 move seat=0 words=pass", AUDE_OK, NULL},
        {"0 confirm seat=0", AUDE_OK, NULL},
        {"1 move seat=1 seal=2 words=bet 1 4/5", AUDE_OK, NULL},
        {"0 move seat=0 seal=1 words=bet 0 4x2", AUDE_OK, NULL},
    };
    static const stage_row second[] = {
        {"- draw words=draw RCr", AUDE_OK, NULL},
        {"1 move seat=1 words=place 1 -1 180", AUDE_OK, NULL},
        {"1 move seat=1 words=pass", AUDE_OK, NULL},
        {"1 confirm seat=1", AUDE_OK, NULL},
    };
    (void)unused;
    stage_begin(&s, bets_setup, 2);
    STAGE_SCRIPT(&s, first);
    assert_true(s.outcome.changed & AUDE_CHANGED_CLOSED);
    assert_int_equal(t->n_bets, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(t->bet[i].seat, i);
        assert_int_equal(t->bet[i].x, 1);
        assert_int_equal(t->bet[i].y, 0);
        assert_int_equal(t->bet[i].nonce[31], i + 1);
        assert_int_equal(t->bet[i].flipped, 0);
        assert_int_equal(t->bet[i].decision, t->bet[0].decision);
    }
    STAGE_SCRIPT(&s, second);
    assert_false(s.outcome.changed & AUDE_CHANGED_CLOSED);
    assert_int_equal(t->bet[0].flipped, 1);
    assert_int_equal(t->bet[1].flipped, 1);
    assert_int_equal(s.outcome.own, 3);
    assert_int_equal(s.outcome.from, 3); /* bet 0, whose face is shown now */
}

typedef struct told {
    const char *text;
    uint32_t changed, own;
    int from; /* -1: no line */
    int waits;
} told;

/* Exactly what has changed is told: nothing to others while a choice is secret. */
static void test_outcome(void **unused)
{
    enum { L = AUDE_CHANGED_LINES, D = AUDE_CHANGED_DECISION, CLOSED = AUDE_CHANGED_CLOSED };
    static const told rows[] = {
        {"- draw words=draw B02", L | D, 0, 0, -1},
        {"0 move seat=0 words=place 1 0 0", L | D, 0, 1, -1},
        {"0 undo seat=0", L | D, 0, 1, -1},
        {"0 move seat=0 words=place 1 0 0", L | D, 0, 1, -1},
        {"0 move seat=0 words=pass", D, 1, -1, 0},
        {"0 undo seat=0", D, 1, -1, -1},
        {"0 move seat=0 words=pass", D, 1, -1, 0},
        {"0 confirm seat=0", L | D, 1, 2, -1},
        {"1 move seat=1 seal=2 words=bet 1 4/5", 0, 2, -1, -1},
        {"0 chat words=well?", AUDE_CHANGED_CHAT, 0, -1, -1},
        {"- absent number=1", AUDE_CHANGED_PEOPLE, 0, -1, -1},
        {"- absent number=1", 0, 0, -1, -1},
        {"0 move seat=0 words=bet 0 pass", L | D | CLOSED, 2, 3, -1},
        {"- draw words=draw RFr", L | D, 0, 5, -1},
        {"1 propose ask=pause", AUDE_CHANGED_QUESTION, 0, -1, -1},
        {"0 agree", AUDE_CHANGED_QUESTION, 0, -1, -1},
        {"0 resume", AUDE_CHANGED_QUESTION, 0, -1, -1},
        {"0 host number=1", AUDE_CHANGED_PEOPLE, 0, -1, -1},
        {"0 name words=Ada", AUDE_CHANGED_PEOPLE, 0, -1, -1},
    };
    (void)unused;
    stage_begin(&s, bets_setup, 2);
    for (size_t i = 0; i < COUNT(rows); i++) {
        const told *r = &rows[i];
        stage_must(&s, r->text);
        const aude_outcome *o = &s.outcome;
        int waits = t->game.course.has_waiting ? t->game.course.waiting.seat : -1;
        if (o->changed != r->changed || o->own != r->own || (o->changed & L ? o->from : -1) != r->from ||
            waits != r->waits)
            fail_msg("%zu `%s`: changed %x, own %x, from %d, waits %d", i, r->text, o->changed, o->own, o->from, waits);
        assert_int_equal(o->spectators, o->changed & L ? o->from : INT32_MAX);
    }
}

/* What a seat alone may know. */
static void test_own(void **unused)
{
    static const stage_row rows[] = {
        {"- draw words=draw B02", AUDE_OK, NULL},
        {"0 move seat=0 words=place 1 0 0", AUDE_OK, NULL},
        {"0 move seat=0 words=meeple small city.N", AUDE_OK, NULL},
    };
    int copies[AUDE_MAX_CHIPS], waits;
    char text[256];
    (void)unused;
    stage_begin(&s, bets_setup, 2);
    STAGE_SCRIPT(&s, rows);
    assert_int_equal(aude_table_own(t, 0, copies, &waits, text, sizeof text), 20);
    assert_string_equal(text, "meeple small city.N\n");
    assert_int_equal(waits, 1);
    assert_int_equal(aude_table_own(t, 1, NULL, &waits, text, sizeof text), 0);
    assert_int_equal(waits, 0);
    assert_int_equal(aude_table_asked(t), 1);
    stage_must(&s, "0 confirm seat=0");
    assert_int_equal(aude_table_asked(t), 3);
    stage_must(&s, "1 move seat=1 seal=1 words=bet 1 4/5");
    assert_int_equal(aude_table_asked(t), 3);
    aude_table_own(t, 1, copies, &waits, text, sizeof text);
    assert_string_equal(text, "bet 1 4/5\n");
    assert_int_equal(waits, 0);
    assert_int_equal(copies[0] + copies[1], 2);
    assert_int_equal(aude_table_own(t, 0, copies, &waits, text, sizeof text), 0);
    stage_must(&s, "0 move seat=0 words=bet 0 pass");
    assert_int_equal(aude_table_own(t, 1, copies, &waits, text, sizeof text), 0);
    assert_int_equal(copies[0] + copies[1], 1);
    assert_int_equal(aude_table_asked(t), 0);
    assert_int_equal(aude_table_own(t, AUDE_NOBODY, copies, &waits, text, sizeof text), 0);
    aude_table_lines(t, AUDE_NOBODY, 3, text, sizeof text);
    assert_string_equal(text, "bet 0 pass\nbet 1 ?\n");
    aude_table_log(t, text, sizeof text);
    assert_non_null(strstr(text, "rule confirm on\n"));
    assert_non_null(
        strstr(text, "seat 0 Ann\nseat 1 Ben\ndraw B02\nplace 1 0 0\nmeeple small city.N\nconfirm 0\nbet 1 4/5\n"));
    aude_table_record(t, 1, text, sizeof text);
    assert_null(strstr(text, "confirm"));
    assert_non_null(strstr(text, "bet 0 pass\nbet 1 ?\n"));
}

/* In the log a waiting move stands where it was made: after seat 1 has left it would not wait any more. */
static void test_log_waiting(void **unused)
{
    static const stage_row rows[] = {
        {"- draw words=draw B02", AUDE_OK, NULL},
        {"0 move seat=0 words=place 1 0 0", AUDE_OK, NULL},
        {"0 move seat=0 words=pass", AUDE_OK, NULL},
        {"1 resign seat=1", AUDE_OK, NULL},
    };
    char text[512];
    (void)unused;
    stage_begin(&s, bets_setup, 2);
    STAGE_SCRIPT(&s, rows);
    assert_int_equal(t->game.course.has_waiting, 1);
    aude_table_log(t, text, sizeof text);
    assert_non_null(strstr(text, "place 1 0 0\npass\nretire 1\n"));
    stage_must(&s, "0 confirm seat=0");
    aude_table_log(t, text, sizeof text);
    assert_non_null(strstr(text, "place 1 0 0\nretire 1\npass\n"));
}

/* A computer's move that would wait is confirmed by the table. */
static void test_engine(void **unused)
{
    static const stage_row rows[] = {
        {"- draw words=draw RFr", AUDE_OK, NULL},
        {"0 move seat=0 words=place 1 0 0", AUDE_OK, NULL},
        {"0 move seat=0 words=pass", AUDE_OK, NULL},
        {"0 confirm seat=0", AUDE_OK, NULL},
        {"- draw words=draw B02", AUDE_OK, NULL},
        {"0 move seat=1 words=place 2 0 0", AUDE_E_DENIED, "not your seat"},
        {"- engine seat=1 decision=1 words=place 2 0 0", AUDE_E_STALE, "no longer open"},
        {"- engine seat=1 words=place 0 0 0", AUDE_E_ILLEGAL, "does not fit"},
        {"- engine seat=0 words=place 2 0 0", AUDE_E_DENIED, "no computer"},
        {"- engine seat=1 words=place 2 0 0", AUDE_OK, NULL},
        {"- engine seat=1 words=pass", AUDE_OK, NULL},
        {"- engine seat=1 words=bet 1 4x2", AUDE_E_SYNTAX, "comes with its nonce"},
        {"- engine seat=1 seal=9 words=bet 1 4x2", AUDE_OK, NULL},
    };
    (void)unused;
    stage_begin(&s, bets_setup, 1);
    for (size_t i = 0; i < COUNT(rows); i++) {
        stage_script(&s, &rows[i], 1);
        assert_true(!t->game.course.has_waiting || t->game.course.waiting.seat == 0);
    }
    assert_int_equal(t->n_bets, 1);
    assert_int_equal(aude_table_asked(t), 3);
}

/* Decisions of the next game have other ids. */
static void test_decision_ids(void **unused)
{
    (void)unused;
    stage_begin(&s, "best-of 3\nset base\n", 2);
    assert_true(aude_table_decision(t) > 0);
    stage_must(&s, "- draw words=draw RFr");
    uint32_t last = aude_table_decision(t);
    stage_must(&s, "0 resign seat=0");
    stage_must(&s, "1 resign seat=1");
    stage_start(&s);
    assert_true(aude_table_decision(t) > last);
    assert_int_equal(stage_do(&s, "1 move seat=1 decision=2 words=place 1 0 0"), AUDE_E_STALE);
}

/* ---- What is seen ---- */

/* Spectators see all but the last two turns, until the game is over. */
static void test_delay(void **unused)
{
    static const struct {
        const char *text;
        int late, from; /* -1: nothing changed for them */
    } rows[] = {
        {"- draw words=draw RFr", 0, -1},
        {"0 move seat=0 words=place 1 0 0", 0, -1},
        {"0 move seat=0 words=pass", 0, -1},
        {"- draw words=draw RFr", 0, -1},
        {"1 move seat=1 words=place 2 0 0", 0, -1},
        {"1 move seat=1 words=pass", 0, -1},
        {"- draw words=draw RFr", 3, 0},
        {"0 move seat=0 words=place 3 0 0", 3, -1},
        {"0 undo seat=0", 3, -1},
        {"0 move seat=0 words=place 3 0 0", 3, -1},
        {"0 move seat=0 words=pass", 3, -1},
        {"- draw words=draw RFr", 6, 3},
        {"1 propose ask=takeback number=3", 6, -1},
        {"0 agree", 3, 3}, /* taken back is taken back */
        {"- draw words=draw RFr", 3, -1},
        {"0 resign seat=0", 3, -1},
        {"1 resign seat=1", 6, 3},
    };
    char text[256];
    (void)unused;
    stage_begin(&s, "delay 2\nset base\n", 2);
    for (size_t i = 0; i < COUNT(rows); i++) {
        stage_must(&s, rows[i].text);
        int from = s.outcome.spectators == INT32_MAX ? -1 : s.outcome.spectators;
        if (t->late != rows[i].late || from != rows[i].from)
            fail_msg("%zu `%s`: late %d, from %d", i, rows[i].text, t->late, from);
        assert_int_equal(aude_table_n_lines(t, AUDE_NOBODY), rows[i].late);
    }
    aude_table_lines(t, AUDE_NOBODY, 0, text, sizeof text);
    assert_string_equal(text, "draw RFr\nplace 1 0 0\npass\ndraw RFr\nretire 0\nretire 1\n");
}

/* A face is shown to late spectators with the lines up to its flip, and its line is sent again then. */
static void test_delay_faces(void **unused)
{
    static const stage_row rows[] = {
        {"- draw words=draw B02", AUDE_OK, NULL},
        {"0 move seat=0 words=place 1 0 0", AUDE_OK, NULL},
        {"0 move seat=0 words=pass", AUDE_OK, NULL},
        {"0 move seat=0 seal=1 words=bet 0 4x2", AUDE_OK, NULL},
        {"1 move seat=1 words=bet 1 pass", AUDE_OK, NULL},
        {"- draw words=draw RCr", AUDE_OK, NULL},
        {"1 move seat=1 words=place 1 -1 180", AUDE_OK, NULL},
        {"1 move seat=1 words=pass", AUDE_OK, NULL},
    };
    char text[256];
    (void)unused;
    stage_begin(&s, "delay 1\nset base\nset bets\nchips 4x2 4/5\n", 2);
    STAGE_SCRIPT(&s, rows);
    assert_int_equal(s.outcome.from, 3);
    assert_int_equal(s.outcome.spectators, INT32_MAX);
    aude_table_lines(t, 0, 3, text, sizeof text);
    assert_int_equal(strncmp(text, "bet 0 4x2\n", 10), 0);
    aude_table_lines(t, AUDE_NOBODY, 3, text, sizeof text);
    assert_string_equal(text, "bet 0 ?\nbet 1 pass\n");
    stage_must(&s, "- draw words=draw RFr");
    assert_int_equal(s.outcome.spectators, 3);
    aude_table_lines(t, AUDE_NOBODY, 3, text, sizeof text);
    assert_string_equal(text, "bet 0 4x2\nbet 1 pass\ndraw RCr\nplace 1 -1 180\npass\n");
}

static void test_aids(void **unused)
{
    static const struct {
        const char *setup;
        unsigned allowed; /* bits of aids during the game */
    } rows[] = {{"aids none\nset base\n", 0}, {"aids tournament\nset base\n", 7}, {"aids full\nset base\n", 63}};
    aude_errinfo e;
    (void)unused;
    for (size_t i = 0; i < COUNT(rows); i++) {
        stage_begin(&s, rows[i].setup, 2);
        for (int aid = AUDE_AID_TILES; aid <= AUDE_AID_ANALYSIS; aid++) {
            e.message[0] = 0;
            assert_int_equal(aude_table_aid(t, aid, &e), rows[i].allowed >> aid & 1 ? AUDE_OK : AUDE_E_DENIED);
            assert_int_equal(e.message[0] != 0, !(rows[i].allowed >> aid & 1));
        }
        stage_must(&s, "0 resign seat=0");
        stage_must(&s, "1 resign seat=1");
        for (int aid = AUDE_AID_TILES; aid <= AUDE_AID_ANALYSIS; aid++)
            assert_int_equal(aude_table_aid(t, aid, &e), AUDE_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),        cmocka_unit_test(test_bets_kept),   cmocka_unit_test(test_outcome),
        cmocka_unit_test(test_own),          cmocka_unit_test(test_log_waiting), cmocka_unit_test(test_engine),
        cmocka_unit_test(test_decision_ids), cmocka_unit_test(test_delay),       cmocka_unit_test(test_delay_faces),
        cmocka_unit_test(test_aids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
