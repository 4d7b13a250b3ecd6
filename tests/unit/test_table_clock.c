/* Time at tables: clocks, pauses, defaults of secret decisions, absence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "aude_table.h"
#include "stage.h"

static stage s;
static aude_table *const t = &s.table;

/* ---- Clocks ---- */

static void must_clock(int64_t first, int64_t second)
{
    int64_t a = aude_table_clock(t, 0, s.now), b = aude_table_clock(t, 1, s.now);
    if (a != first || b != second) fail_msg("clocks %lld, %lld", (long long)a, (long long)b);
}

static void test_clock_total(void **unused)
{
    (void)unused;
    stage_begin(&s, "clock total 60s 5s\nset base\nset bets\nrule confirm on\n", 2);
    must_clock(60000, 60000);
    s.now += 3000; /* chance: no clock runs */
    must_clock(60000, 60000);
    stage_must(&s, "- draw words=draw B02");
    assert_true(s.outcome.changed & AUDE_CHANGED_CLOCK);
    stage_must_idle(&s, 3000 + 60000 + AUDE_GRACE);
    s.now += 10000;
    must_clock(50000, 60000);
    stage_must(&s, "0 move seat=0 words=place 1 0 0");
    assert_false(s.outcome.changed & AUDE_CHANGED_CLOCK);
    stage_must(&s, "0 move seat=0 words=pass");
    s.now += 10000; /* what waits is still one's own time */
    must_clock(40000, 60000);
    stage_must(&s, "0 confirm seat=0");
    must_clock(45000, 60000); /* the increment */
    s.now += 20000;           /* bets: only the step's time */
    must_clock(45000, 60000);
    stage_must_idle(&s, 23000 + 60000 + AUDE_GRACE);
    stage_must(&s, "0 move seat=0 words=bet 0 pass");
    assert_false(s.outcome.changed & AUDE_CHANGED_CLOCK);
    stage_must(&s, "1 move seat=1 words=bet 1 pass");
    s.now += 1000;
    must_clock(45000, 60000);
    stage_must(&s, "- draw words=draw RFr");
    s.now += 59999;
    must_clock(45000, 1);
    s.now += 500;
    must_clock(45000, 0);
    /* Until the flag is entered a move counts. */
    assert_int_equal(stage_do(&s, "- flag seat=1"), AUDE_E_DENIED);
    stage_must(&s, "1 move seat=1 words=place 2 0 0");
    s.now += 501;
    assert_int_equal(stage_do(&s, "- flag seat=0"), AUDE_E_DENIED);
    must_clock(45000, 0);
    stage_must_due(&s, AUDE_DUE_ACT, AUDE_ACT_FLAG, 1, 0, -1);
    stage_due(&s);
    assert_int_equal(aude_state_left(&t->game.course.state), 2);
}

/* An act that comes late with an earlier time counts as made at the time of the last one. */
static void test_clock_back(void **unused)
{
    (void)unused;
    stage_begin(&s, "clock total 60s\nset base\n", 2);
    stage_must(&s, "- draw words=draw RFr");
    s.now = 10000;
    stage_must(&s, "0 move seat=0 words=place 1 0 0");
    s.now = 5000;
    stage_must(&s, "0 chat words=x");
    assert_int_equal(s.act.time, 10000);
    assert_int_equal(t->now, 10000);
}

/* An increment once a turn, also when it is undone, or taken back and played again. */
static void test_clock_increment(void **unused)
{
    static const stage_row rows[] = {
        {"- draw words=draw RFr", AUDE_OK, NULL},
        {"0 move seat=0 words=place 1 0 0", AUDE_OK, NULL},
        {"0 move seat=0 words=pass", AUDE_OK, NULL},
    };
    (void)unused;
    stage_begin(&s, "clock total 60s 5s\nset base\n", 2);
    STAGE_SCRIPT(&s, rows);
    must_clock(65000, 60000);
    for (int i = 0; i < 3; i++) {
        stage_must(&s, "0 undo seat=0");
        s.now += 1000;
        must_clock(64000 - 1000 * i, 60000);
        stage_must(&s, "0 move seat=0 words=pass");
        must_clock(64000 - 1000 * i, 60000);
    }
    stage_must(&s, "- draw words=draw RFr");
    s.now += 1000;
    stage_must(&s, "0 propose ask=takeback number=1");
    stage_must(&s, "1 agree");
    must_clock(62000, 59000); /* the time used stays used */
    stage_must(&s, "0 move seat=0 words=place 1 0 0");
    stage_must(&s, "0 move seat=0 words=pass");
    must_clock(62000, 59000);
    stage_must(&s, "- draw words=draw RFr");
    stage_must(&s, "1 move seat=1 words=place 2 0 0");
    stage_must(&s, "1 move seat=1 words=pass");
    must_clock(62000, 64000);
}

static void test_clock_turn(void **unused)
{
    (void)unused;
    stage_begin(&s, "clock turn 1d\nset base\n", 2);
    must_clock(86400000, 86400000);
    stage_must(&s, "- draw words=draw RFr");
    s.now += 50000000;
    stage_must(&s, "0 move seat=0 words=place 1 0 0");
    must_clock(36400000, 86400000);
    stage_must(&s, "0 undo seat=0"); /* an undo gives no time */
    must_clock(36400000, 86400000);
    stage_must(&s, "0 move seat=0 words=place 1 0 0");
    stage_must(&s, "0 move seat=0 words=pass");
    must_clock(36400000, 86400000);
    stage_must(&s, "0 undo seat=0");
    s.now += 400000;
    must_clock(36000000, 86400000);
    stage_must(&s, "0 move seat=0 words=pass");
    stage_must(&s, "- draw words=draw RFr");
    must_clock(36000000, 86400000);
    s.now += 6400000;
    must_clock(36000000, 80000000);
    stage_must(&s, "0 propose ask=takeback number=-1");
    stage_must(&s, "1 agree");
    must_clock(86400000, 80000000); /* begins anew */
    s.now += 6400000;
    stage_must(&s, "0 move seat=0 words=place 1 0 0");
    stage_must(&s, "0 propose ask=takeback number=-1");
    must_clock(80000000, 80000000);
    stage_must(&s, "1 agree");
    must_clock(86400000, 80000000); /* the same turn again */
    stage_must(&s, "0 move seat=0 words=place 1 0 0");
    stage_must(&s, "0 move seat=0 words=pass");
    stage_must(&s, "- draw words=draw RFr");
    must_clock(86400000, 86400000);
    stage_must_idle(&s, s.now + 86400000 + AUDE_GRACE);
}

/* A pause stops clocks and the step; only whoever plays may ask and resume. */
static void test_pause(void **unused)
{
    static const stage_row rows[] = {
        {"- draw words=draw B02", AUDE_OK, NULL},
        {"+1000", AUDE_OK, NULL},
        {"2 propose ask=pause", AUDE_E_DENIED, "only who has a seat"},
        {"0 propose ask=pause", AUDE_OK, NULL},
        {"1 propose ask=end", AUDE_E_DENIED, "another question is open"},
        {"0 agree", AUDE_E_DENIED, "not put to you"},
        {"2 agree", AUDE_E_DENIED, "only who has a seat"},
        {"1 agree number=99", AUDE_E_STALE, "no longer open"},
        {"0 resume", AUDE_E_DENIED, "not paused"},
        {"1 agree", AUDE_OK, NULL},
        {"1 agree", AUDE_E_STALE, "no longer open"},
        {"+50000", AUDE_OK, NULL},
        {"0 move seat=0 words=place 1 0 0", AUDE_E_DENIED, "paused"},
        {"0 confirm seat=0", AUDE_E_DENIED, "paused"},
        {"0 undo seat=0", AUDE_E_DENIED, "paused"},
        {"0 propose ask=end", AUDE_E_DENIED, "paused"},
        {"- flag seat=0", AUDE_E_DENIED, "not up"},
        {"- draw words=draw RFr", AUDE_E_DENIED, "paused"},
        {"- engine seat=1 words=pass", AUDE_E_DENIED, "paused"},
        {"2 resume", AUDE_E_DENIED, "only who has a seat"},
    };
    (void)unused;
    stage_begin(&s, "clock total 60s\nsecret 30s\nabsence 10s\nset base\nset bets\n", 2);
    stage_must(&s, "- join words=Zoe");
    STAGE_SCRIPT(&s, rows);
    stage_must(&s, "- absent number=0");
    must_clock(59000, 60000);
    stage_must_idle(&s, s.now + AUDE_HOST_TIME);
    stage_must(&s, "1 resume");
    must_clock(59000, 60000);
    stage_must_idle(&s, s.now + 10000); /* away since the end of the pause */
    stage_must(&s, "- present number=0");
    stage_must(&s, "0 move seat=0 words=place 1 0 0");
    stage_must(&s, "0 move seat=0 words=pass");
    int64_t opened = s.now;
    assert_int_equal(t->step_ends, opened + 30000);
    s.now += 10000;
    stage_must(&s, "1 propose ask=pause");
    stage_must(&s, "0 agree");
    s.now += 100000;
    stage_must_idle(&s, -1);
    stage_must(&s, "0 resume");
    assert_int_equal(t->step_ends, opened + 130000);
    stage_must_idle(&s, opened + 130000 + AUDE_GRACE);
    /* When nobody is left to resume the pause ends. */
    stage_must(&s, "1 propose ask=pause");
    stage_must(&s, "0 agree");
    stage_must(&s, "0 resign seat=0");
    assert_int_equal(t->paused, 1);
    stage_must(&s, "1 resign seat=1");
    assert_int_equal(t->phase, AUDE_PHASE_OVER);
    assert_int_equal(t->paused, 0);
}

/* A secret decision that nobody answers: no bet, one seat after the other. */
static void test_default(void **unused)
{
    static const stage_row rows[] = {
        {"- draw words=draw B02", AUDE_OK, NULL},
        {"0 move seat=0 words=place 1 0 0", AUDE_OK, NULL},
        {"0 move seat=0 words=pass", AUDE_OK, NULL},
        {"- default seat=0", AUDE_E_DENIED, "not up"},
        {"+30999", AUDE_OK, NULL},
        {"- default seat=0", AUDE_E_DENIED, "not up"},
        {"2 move seat=2 seal=3 words=bet 2 4/5", AUDE_OK, NULL},
        {"+1", AUDE_OK, NULL},
        {"- default seat=2", AUDE_E_DENIED, "not up"},
        {"- gone seat=0", AUDE_E_DENIED, "not up"},
    };
    (void)unused;
    stage_begin(&s, "seats 3\nsecret 30s\nset base\nset bets\n", 3);
    STAGE_SCRIPT(&s, rows);
    stage_must_due(&s, AUDE_DUE_ACT, AUDE_ACT_DEFAULT, 0, 0, -1);
    stage_due(&s);
    assert_int_equal(s.outcome.changed, 0);
    assert_int_equal(s.outcome.own, 1);
    stage_must_due(&s, AUDE_DUE_ACT, AUDE_ACT_DEFAULT, 1, 0, -1);
    stage_due(&s);
    assert_true(s.outcome.changed & AUDE_CHANGED_CLOSED);
    char text[256];
    aude_table_lines(t, 0, 3, text, sizeof text);
    assert_string_equal(text, "bet 0 pass\nbet 1 pass\nbet 2 ?\n");
    stage_must_due(&s, AUDE_DUE_DRAW, 0, AUDE_NOBODY, 1, -1);
}

/* Who is away is gone on the own turn, and bets nothing. */
static void test_absence(void **unused)
{
    (void)unused;
    stage_begin(&s, "seats 3\nabsence 60s\nset base\nset bets\n", 3);
    stage_must(&s, "- absent number=1");
    s.now += 300000;
    stage_must_due(&s, AUDE_DUE_DRAW, 0, AUDE_NOBODY, 0, -1); /* not on turn */
    stage_must(&s, "- draw words=draw B02");
    stage_must_idle(&s, -1);
    stage_must(&s, "0 move seat=0 words=place 1 0 0");
    stage_must(&s, "0 move seat=0 words=pass");
    stage_must_idle(&s, s.now + 60000);
    s.now += 60000;
    stage_must_due(&s, AUDE_DUE_ACT, AUDE_ACT_DEFAULT, 1, 0, -1);
    stage_due(&s);
    stage_must_idle(&s, -1);
    stage_must(&s, "0 move seat=0 words=bet 0 pass");
    stage_must(&s, "2 move seat=2 words=bet 2 pass");
    stage_must(&s, "- draw words=draw RFr");
    stage_must_idle(&s, s.now + 60000);
    assert_int_equal(stage_do(&s, "- default seat=1"), AUDE_E_DENIED);
    s.now += 30000;
    stage_must(&s, "- present number=1");
    stage_must_idle(&s, -1);
    s.now += 10000;
    stage_must(&s, "- absent number=1");
    s.now += 59999;
    assert_int_equal(stage_do(&s, "- gone seat=1"), AUDE_E_DENIED);
    s.now += 1;
    stage_must_due(&s, AUDE_DUE_ACT, AUDE_ACT_GONE, 1, 0, -1);
    stage_due(&s);
    assert_int_equal(aude_state_left(&t->game.course.state), 2);
    assert_int_equal(aude_state_turn(&t->game.course.state), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clock_total), cmocka_unit_test(test_clock_back), cmocka_unit_test(test_clock_increment),
        cmocka_unit_test(test_clock_turn),  cmocka_unit_test(test_pause),      cmocka_unit_test(test_default),
        cmocka_unit_test(test_absence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
