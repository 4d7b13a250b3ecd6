/* Tables before the game: setup, acts as text, people and seats, sealing. */
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

static const char *text_of(size_t (*write)(const aude_table *, char *, size_t))
{
    static char text[4096];
    size_t n = write(t, text, sizeof text);
    assert_true(n < sizeof text);
    assert_int_equal(n, strlen(text));
    return text;
}

/* ---- Setup ---- */

static void test_setup(void **unused)
{
    static const char all[] = "seats 4\nclock total 15m 10s\nsecret 30s\nabsence 1d\nleave computer greedy\n"
                              "aids tournament\nbest-of 3\ndelay 2\nset base 64b53c71f05eb77a\n";
    (void)unused;
    stage_open(&s, "set base\n");
    assert_int_equal(strncmp(text_of(aude_table_setup), "seats 2\nclock none\nset base ", 28), 0);
    stage_open(&s, "# a table\nset base\nclock turn 259200 # three days\n\nseats 6\n");
    assert_int_equal(strncmp(text_of(aude_table_setup), "seats 6\nclock turn 3d\nset base ", 31), 0);
    assert_int_equal(t->options.secret, 259200000);
    assert_int_equal(t->options.time, 259200000);
    stage_open(&s, "set base\nclock total 90s\n");
    assert_int_equal(t->options.secret, 60000);
    /* What is written is read as the same. */
    char text[512], first[512];
    snprintf(text, sizeof text, "%.*s", (int)(strstr(all, "set base") - all), all);
    strcat(text, "set base\nset bets\nrule fields off\nrule confirm on\nrule first 3\nchips 4x2 4/5\n");
    stage_open(&s, text);
    snprintf(first, sizeof first, "%s", text_of(aude_table_setup));
    assert_int_equal(strncmp(first, all, strlen(all) - 17), 0);
    stage_open(&s, first);
    assert_string_equal(text_of(aude_table_setup), first);
    assert_int_equal(t->options.clock, AUDE_CLOCK_TOTAL);
    assert_int_equal(t->options.time, 900000);
    assert_int_equal(t->options.increment, 10000);
    assert_int_equal(t->options.secret, 30000);
    assert_int_equal(t->options.absence, 86400000);
    assert_int_equal(t->options.leave, AUDE_LEAVE_COMPUTER);
    assert_string_equal(t->options.stand_in, "greedy");
    assert_int_equal(t->options.best_of, 3);
    assert_int_equal(t->options.delay, 2);
    assert_string_equal(text_of(aude_table_differences), "rule fields off\nchips 4x2 4/5\n");
    stage_open(&s, "set base\nset bets\nrule confirm on\nrule first 1\nleave end\nsecret none\n");
    assert_string_equal(text_of(aude_table_differences), "");
    assert_non_null(strstr(text_of(aude_table_setup), "leave end\n"));
}

static void test_setup_refused(void **unused)
{
    static const struct {
        const char *text;
        aude_err code;
        int line;
        const char *message;
    } bad[] = {
        {"", AUDE_E_SYNTAX, 0, "no `set` line"},
        {"set base\ncolour red\n", AUDE_E_UNKNOWN, 2, "unknown word `colour`"},
        {"set base\nseat 0 Ann\n", AUDE_E_UNKNOWN, 2, "seats N"},
        {"set base\nseats 1\n", AUDE_E_RANGE, 2, "out of range"},
        {"set base\nseats 7\n", AUDE_E_RANGE, 2, "out of range"},
        {"seats 2\nseats 2\nset base\n", AUDE_E_SYNTAX, 2, "stands twice"},
        {"set base\nset base\n", AUDE_E_DATA, 2, "in play already"},
        {"set none\n", AUDE_E_UNKNOWN, 1, "no set `none`"},
        {"set base\nclock\n", AUDE_E_SYNTAX, 2, "none, turn or total"},
        {"set base\nclock turn\n", AUDE_E_SYNTAX, 2, "a time is missing"},
        {"set base\nclock turn 0\n", AUDE_E_RANGE, 2, "between 1s and 365d"},
        {"set base\nclock turn 366d\n", AUDE_E_RANGE, 2, "between 1s and 365d"},
        {"set base\nclock turn 1w\n", AUDE_E_SYNTAX, 2, "no time"},
        {"set base\nclock turn 1m 1s\n", AUDE_E_SYNTAX, 2, "one word too many"},
        {"set base\nclock none 1\n", AUDE_E_SYNTAX, 2, "one word too many"},
        {"set base\nsecret soon\n", AUDE_E_SYNTAX, 2, "no time"},
        {"set base\nabsence\n", AUDE_E_SYNTAX, 2, "a time is missing"},
        {"set base\nleave computer\n", AUDE_E_SYNTAX, 2, "name of an engine is missing"},
        {"set base\nleave computer abcdefghijklmnopqrstuvwxyz\n", AUDE_E_LIMIT, 2, "longer than 23"},
        {"set base\nleave town\n", AUDE_E_SYNTAX, 2, "retire, end or computer"},
        {"set base\naids some\n", AUDE_E_SYNTAX, 2, "none, tournament or full"},
        {"set base\nbest-of 2\n", AUDE_E_RANGE, 2, "1, 3 or 5"},
        {"set base\ndelay 21\n", AUDE_E_RANGE, 2, "out of range"},
        {"set base\nrule first 2\n", AUDE_E_RANGE, 0, "rule first must be 0 to 1"},
        {"set base\nrule fields maybe\n", AUDE_E_SYNTAX, 2, "on or off"},
        {"set base\ndraw RFr\n", AUDE_E_UNKNOWN, 2, "unknown word `draw`"},
        {"set bets\n", AUDE_E_DATA, 0, ""},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT(bad); i++) {
        aude_errinfo e = {.message = ""};
        t->keeper.room = &s.room;
        aude_err err = aude_table_open(t, bad[i].text, strlen(bad[i].text), &e);
        if (err != bad[i].code || e.line != bad[i].line || !strstr(e.message, bad[i].message))
            fail_msg("%zu: %d, line %d, %s", i, err, e.line, e.message);
    }
}

/* ---- Acts as text ---- */

static void test_act_text(void **unused)
{
    static const char *const good[] = {
        "0 - publish seal=0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20",
        "12 3 move id=00000000000000ff seat=2 decision=17 words=place 1 0 90",
        "100000000000000000 - draw words=draw RCr",
        "7 0 propose id=8000000000000001 ask=takeback number=-1",
        "7 31 chat id=0000000000000001 words=words=  a  # \xc3\xa9 ",
        "0 - join number=3 words=Ann",
        "5 - flag seat=0",
    };
    static const struct {
        const char *text;
        aude_err code;
        const char *message;
    } bad[] = {
        {"", AUDE_E_SYNTAX, "no time"},
        {"x - next", AUDE_E_SYNTAX, "no time"},
        {"-1 - next", AUDE_E_SYNTAX, "no time"},
        {"01 - next", AUDE_E_SYNTAX, "not written like this"},
        {"1 255 next", AUDE_E_SYNTAX, "no person"},
        {"1 - jump", AUDE_E_UNKNOWN, "no act `jump`"},
        {"1  - next", AUDE_E_SYNTAX, "no person"},
        {"1 - next ", AUDE_E_SYNTAX, "not written like this"},
        {"1 - next\n", AUDE_E_SYNTAX, "control"},
        {"1 - draw words=a\tb", AUDE_E_SYNTAX, "control"},
        {"1 - draw words=\xff", AUDE_E_SYNTAX, "UTF-8"},
        {"1 - flag seat=00", AUDE_E_SYNTAX, "not written like this"},
        {"1 - flag seat=255", AUDE_E_SYNTAX, "no field"},
        {"1 - flag seat=1 seat=1", AUDE_E_SYNTAX, "not written like this"},
        {"1 - host number=0", AUDE_E_SYNTAX, "not written like this"},
        {"1 - host number=4000000000", AUDE_E_SYNTAX, "no field"},
        {"1 0 sit seat=1 id=0000000000000001", AUDE_E_SYNTAX, "not written like this"},
        {"1 0 sit id=1 seat=1", AUDE_E_SYNTAX, "not written like this"},
        {"1 0 propose ask=money", AUDE_E_SYNTAX, "no field"},
        {"1 - publish seal=00", AUDE_E_SYNTAX, "no field"},
        {"1 - next colour=red", AUDE_E_SYNTAX, "no field"},
    };
    char line[AUDE_ACT_BYTES], small[8];
    aude_act act;
    aude_errinfo e;
    (void)unused;
    for (size_t i = 0; i < COUNT(good); i++) {
        if (aude_act_read(&act, good[i], strlen(good[i]), &e)) fail_msg("`%s`: %s", good[i], e.message);
        assert_int_equal(aude_act_write(&act, line, sizeof line), strlen(good[i]));
        assert_string_equal(line, good[i]);
        assert_int_equal(aude_act_write(&act, small, sizeof small), strlen(good[i]));
        assert_int_equal(strlen(small), 7);
    }
    for (size_t i = 0; i < COUNT(bad); i++) {
        aude_err err = aude_act_read(&act, bad[i].text, strlen(bad[i].text), &e);
        if (err != bad[i].code || !strstr(e.message, bad[i].message))
            fail_msg("`%s`: %d %s", bad[i].text, err, e.message);
    }
    /* The longest act there is. */
    act = (aude_act){.time = INT64_C(100000000000000000),
                     .command = UINT64_MAX,
                     .kind = AUDE_ACT_UNSEALED,
                     .by = 31,
                     .seat = 5,
                     .ask = AUDE_ASK_TAKEBACK,
                     .number = INT32_MIN,
                     .decision = UINT32_MAX,
                     .sealed = 1};
    memset(act.words, 'w', sizeof act.words - 1);
    assert_true(aude_act_write(&act, line, sizeof line) < sizeof line);
    assert_int_equal(aude_act_read(&act, line, strlen(line), &e), AUDE_OK);
    strcat(line, "w");
    assert_int_equal(aude_act_read(&act, line, strlen(line), &e), AUDE_E_LIMIT);
}

/* ---- The lobby ---- */

static void test_lobby(void **unused)
{
    static const stage_row rows[] = {
        {"0 chat words=hello", AUDE_E_UNKNOWN, "no such person"},
        {"- join words=   ", AUDE_E_SYNTAX, "name is missing"},
        {"- join words= Ann ", AUDE_OK, NULL},
        {"- join words=aNN", AUDE_E_DENIED, "has that name"},
        {"- join words=#1", AUDE_E_SYNTAX, "#"},
        {"- join words=a #b", AUDE_E_SYNTAX, "#"},
        {"- join words=Ann\xe2\x80\x8b", AUDE_E_SYNTAX, "cannot be seen"},
        {"- join words=\xe2\x80\xaennA", AUDE_E_SYNTAX, "cannot be seen"},
        {"- join words=Ann\x07", AUDE_E_SYNTAX, "control"},
        {"- join words=0123456789012345678901234567890123456789012345678901234567890123", AUDE_E_LIMIT, "63 bytes"},
        {"- join words=C#", AUDE_OK, NULL},
        {"- join words=Cid", AUDE_OK, NULL},
        {"1 join words=Dee", AUDE_E_DENIED, "no person may"},
        {"0 name words=cid", AUDE_E_DENIED, "has that name"},
        {"0 name words=ANN", AUDE_OK, NULL},
        {"- name words=Zoe", AUDE_E_DENIED, "only a person"},
        {"0 sit seat=2", AUDE_E_UNKNOWN, "no such seat"},
        {"0 sit", AUDE_E_UNKNOWN, "no such seat"},
        {"0 sit seat=0 id=0", AUDE_E_SYNTAX, "id that is not 0"},
        {"0 sit seat=0", AUDE_OK, NULL},
        {"0 sit seat=0", AUDE_E_DENIED, "taken"},
        {"1 sit seat=0", AUDE_E_DENIED, "taken"},
        {"1 stand seat=0", AUDE_E_DENIED, "not your seat"},
        {"0 stand seat=1", AUDE_E_DENIED, "not your seat"},
        {"0 stand seat=0", AUDE_OK, NULL},
        {"0 sit seat=0", AUDE_OK, NULL},
        {"1 start", AUDE_E_DENIED, "only the host"},
        {"0 start", AUDE_E_DENIED, "still open"},
        {"1 seat seat=1 words=greedy", AUDE_E_DENIED, "only the host"},
        {"0 seat seat=1 words=two words", AUDE_E_SYNTAX, "one word"},
        {"0 seat seat=1 words=abcdefghijklmnopqrstuvwx", AUDE_E_LIMIT, "23 bytes"},
        {"0 seat seat=1 words=greedy", AUDE_OK, NULL},
        {"1 sit seat=1", AUDE_E_DENIED, "taken"},
        {"0 seat seat=1", AUDE_OK, NULL},
        {"1 sit seat=1", AUDE_OK, NULL},
        {"1 seats number=3", AUDE_E_DENIED, "only the host"},
        {"0 seats number=1", AUDE_E_RANGE, "2 to 6"},
        {"0 seats number=7", AUDE_E_RANGE, "2 to 6"},
        {"0 seats number=3", AUDE_OK, NULL},
        {"0 option words=rule first 2", AUDE_OK, NULL},
        {"0 seats number=2", AUDE_E_RANGE, "rule first"},
        {"1 option words=rule first 1", AUDE_E_DENIED, "only the host"},
        {"0 option words=rule first 0", AUDE_OK, NULL},
        {"0 option words=seats 2", AUDE_E_DENIED, "no option"},
        {"0 option words=| tiles", AUDE_E_DENIED, "no option"},
        {"0 option words=unset bets", AUDE_E_UNKNOWN, "not in play"},
        {"0 option words=set bets", AUDE_OK, NULL},
        {"0 option words=set bets", AUDE_E_DATA, "in play already"},
        {"0 option words=unset base", AUDE_E_DATA, ""},
        {"0 option words=unset bets now", AUDE_E_SYNTAX, "one word too many"},
        {"0 option words=unset bets", AUDE_OK, NULL},
        {"0 option words=set bets", AUDE_OK, NULL},
        {"0 option words=chips 4x2 4/5", AUDE_OK, NULL},
        {"0 option words=chips 5/6", AUDE_OK, NULL},
        {"0 option words=chips 5/6/7/8/9/10", AUDE_E_SYNTAX, "no chip"},
        {"0 option words=chips", AUDE_OK, NULL},
        {"0 option words=clock turn 3d", AUDE_OK, NULL},
        {"0 option words=clock total", AUDE_E_SYNTAX, "a time is missing"},
        {"0 option words=# nothing", AUDE_E_SYNTAX, "an option is missing"},
        {"0 option", AUDE_E_SYNTAX, "words are missing"},
        {"0 host number=7", AUDE_E_UNKNOWN, "no such person"},
        {"1 host number=1", AUDE_E_DENIED, "only the host"},
        {"0 kick number=0", AUDE_E_DENIED, "the host stays"},
        {"1 kick number=0", AUDE_E_DENIED, "only the host"},
        {"0 kick number=9", AUDE_E_UNKNOWN, "no such person"},
        {"0 kick number=1", AUDE_OK, NULL},
        {"1 chat words=hello", AUDE_E_UNKNOWN, "no such person"},
        {"0 host number=2", AUDE_OK, NULL},
        {"0 start", AUDE_E_DENIED, "only the host"},
        {"2 chat words=hello  there", AUDE_OK, NULL},
        {"2 chat", AUDE_E_SYNTAX, "words are missing"},
        {"2 resign seat=0", AUDE_E_DENIED, "has not begun"},
        {"2 move seat=0 words=pass", AUDE_E_DENIED, "has not begun"},
        {"- draw words=draw RFr", AUDE_E_DENIED, "has not begun"},
        {"2 propose ask=pause", AUDE_E_DENIED, "has not begun"},
    };
    (void)unused;
    stage_open(&s, "set base\n");
    STAGE_SCRIPT(&s, rows);
    assert_string_equal(t->person[0].name, "ANN");
    assert_string_equal(t->person[1].name, "");
    assert_int_equal(t->host, 2);
    assert_int_equal(t->seat[1].kind, AUDE_SEAT_OPEN);
    assert_int_equal(t->setup.n_sets, 2);
    assert_int_equal(t->options.time, 259200000);
}

/* Kinds, text and numbers that no line can have. */
static void test_raw_acts(void **unused)
{
    (void)unused;
    stage_open(&s, "set base\n");
    stage_people(&s, 2);
    uint64_t digest = stage_digest(t);
    aude_act act = {.kind = AUDE_N_ACTS, .by = 0, .command = 99};
    assert_int_equal(stage_enter(&s, act), AUDE_E_UNKNOWN);
    act = (aude_act){.kind = AUDE_ACT_CHAT, .by = 0, .command = 99};
    memset(act.words, 'a', sizeof act.words);
    assert_int_equal(stage_enter(&s, act), AUDE_E_LIMIT);
    act = (aude_act){.kind = AUDE_ACT_CHAT, .by = 0, .command = 99, .time = -1, .words = "x"};
    assert_int_equal(stage_enter(&s, act), AUDE_E_RANGE);
    act.time = INT64_MAX;
    assert_int_equal(stage_enter(&s, act), AUDE_E_RANGE);
    act = (aude_act){.kind = AUDE_ACT_CHAT, .by = 200, .command = 99, .words = "x"};
    assert_int_equal(stage_enter(&s, act), AUDE_E_UNKNOWN);
    act = (aude_act){.kind = AUDE_ACT_PROPOSE, .by = 0, .command = 99, .ask = 77};
    assert_int_equal(stage_enter(&s, act), AUDE_E_UNKNOWN);
    act = (aude_act){.kind = AUDE_ACT_KICK, .by = 0, .command = 99, .number = -5};
    assert_int_equal(stage_enter(&s, act), AUDE_E_UNKNOWN);
    assert_true(stage_digest(t) == digest);
    /* What a kind does not have is emptied. */
    act = (aude_act){
        .kind = AUDE_ACT_START, .by = 0, .command = 99, .seat = 3, .number = 4, .sealed = 1, .words = "\x01"};
    assert_int_equal(stage_enter(&s, act), AUDE_OK);
    char line[AUDE_ACT_BYTES];
    aude_act_write(&s.act, line, sizeof line);
    assert_string_equal(line, "0 0 start id=0000000000000063");
}

/* The same command again changes nothing and is acknowledged; the last 16 are known. */
static void test_repeated(void **unused)
{
    (void)unused;
    stage_open(&s, "set base\n");
    stage_must(&s, "- join words=Ann");
    stage_must(&s, "0 sit seat=0 id=100");
    assert_false(s.outcome.repeated);
    uint64_t digest = stage_digest(t);
    stage_must(&s, "0 sit seat=0 id=100");
    assert_true(s.outcome.repeated);
    assert_int_equal(s.outcome.changed, 0);
    assert_true(stage_digest(t) == digest);
    /* A refused command is not known. */
    assert_int_equal(stage_do(&s, "0 stand seat=1 id=101"), AUDE_E_DENIED);
    stage_must(&s, "0 sit seat=1 id=101");
    assert_false(s.outcome.repeated);
    for (int i = 0; i < 14; i++) stage_must(&s, "0 chat words=x");
    stage_must(&s, "0 sit seat=0 id=100");
    assert_true(s.outcome.repeated);
    stage_must(&s, "0 chat words=x");
    assert_int_equal(stage_do(&s, "0 sit seat=0 id=100"), AUDE_E_DENIED);
    stage_must(&s, "0 sit seat=1 id=101");
    assert_true(s.outcome.repeated);
    for (int i = 0; i < 100; i++) stage_must(&s, "0 chat words=x");
    stage_must(&s, "0 chat id=7777 words=x");
    assert_false(s.outcome.repeated);
    stage_must(&s, "0 chat id=7777 words=x");
    assert_true(s.outcome.repeated);
}

/* A full table: the place of the one who is away longest, sits nowhere and is not host. */
static void test_places(void **unused)
{
    char text[64];
    (void)unused;
    stage_open(&s, "set base\n");
    for (int i = 0; i < AUDE_MAX_PEOPLE; i++) {
        snprintf(text, sizeof text, "- join words=P%d", i);
        stage_must(&s, text);
        assert_int_equal(s.act.number, i);
    }
    assert_int_equal(stage_do(&s, "- join words=Zoe"), AUDE_E_LIMIT);
    stage_must(&s, "4 sit seat=0");
    static const int away[] = {0, 4, 9, 7};
    for (int i = 0; i < 4; i++) {
        s.now += 1000;
        snprintf(text, sizeof text, "- absent number=%d", away[i]);
        stage_must(&s, text);
    }
    stage_must(&s, "- join words=Zoe");
    assert_int_equal(s.act.number, 9);
    stage_must(&s, "- join words=Yan");
    assert_int_equal(s.act.number, 7);
    assert_int_equal(stage_do(&s, "- join words=Xia"), AUDE_E_LIMIT);
}

/* A host who is away for a minute: the lowest who sits, else the lowest who is there. */
static void test_heir(void **unused)
{
    (void)unused;
    stage_open(&s, "set base\n");
    stage_must_idle(&s, -1);
    stage_must(&s, "- join words=Ann");
    stage_must(&s, "- join words=Ben");
    stage_must(&s, "- join words=Cid");
    stage_must(&s, "2 sit seat=0");
    stage_must_idle(&s, -1);
    s.now = 500;
    stage_must(&s, "- absent number=0");
    stage_must_idle(&s, 60500);
    s.now = 60499;
    stage_must_idle(&s, 60500);
    s.now = 60500;
    stage_must_due(&s, AUDE_DUE_ACT, AUDE_ACT_HOST, AUDE_NOBODY, 2, -1);
    stage_must(&s, "2 stand seat=0");
    stage_must_due(&s, AUDE_DUE_ACT, AUDE_ACT_HOST, AUDE_NOBODY, 1, -1);
    assert_true(stage_due(&s));
    assert_int_equal(t->host, 1);
    stage_must_idle(&s, -1);
    stage_must(&s, "- absent number=1");
    stage_must(&s, "- absent number=2");
    stage_must_idle(&s, -1);
}

/* ---- Sealing ---- */

static void test_sealing(void **unused)
{
    static const stage_row rows[] = {
        {"0 start", AUDE_OK, NULL},
        {"0 start", AUDE_E_DENIED, "about to begin"},
        {"1 stand seat=1", AUDE_E_DENIED, "about to begin"},
        {"0 commit seat=0 seal=1", AUDE_E_DENIED, "not published"},
        {"0 nonce seat=0 seal=1", AUDE_E_DENIED, "not published"},
        {"- unsealed seat=0", AUDE_E_DENIED, "not published"},
        {"- publish seal=8", AUDE_E_DENIED, "secret of this game comes first"},
        {"- publish", AUDE_E_SYNTAX, "seal is missing"},
        {"0 secret seal=7", AUDE_E_DENIED, "no person may"},
        {"- secret seal=7", AUDE_OK, NULL},
        {"- secret seal=6", AUDE_E_DENIED, "has its secret already"},
        {"- publish seal=8", AUDE_OK, NULL},
        {"- publish seal=9", AUDE_E_DENIED, "published already"},
        {"- draw words=draw RFr", AUDE_E_DENIED, "about to begin"},
        {"0 commit seat=0", AUDE_E_SYNTAX, "seal is missing"},
        {"0 commit seat=1 seal=1", AUDE_E_DENIED, "not your seat"},
        {"0 commit seat=2 seal=1", AUDE_E_DENIED, "not your seat"},
        {"+1000", AUDE_OK, NULL},
        {"0 commit seat=0 seal=1", AUDE_OK, NULL},
        {"0 commit seat=0 seal=3", AUDE_E_DENIED, "committed itself already"},
        {"0 nonce seat=0 seal=1", AUDE_E_DENIED, "not all commitments"},
        {"- unsealed seat=0", AUDE_E_DENIED, "nothing is missing"},
        {"- unsealed seat=1", AUDE_E_DENIED, "time is not up"},
    };
    static const uint8_t zero[AUDE_SEAL_BYTES] = {0};
    (void)unused;
    for (int late = 0; late < 3; late++) {
        stage_open(&s, "seats 3\nset base\n");
        stage_people(&s, 2);
        stage_must(&s, "0 seat seat=2 words=random");
        STAGE_SCRIPT(&s, rows);
        stage_must_idle(&s, 20000);
        if (late == 2) {
            s.now = 20000;
            stage_must_due(&s, AUDE_DUE_ACT, AUDE_ACT_UNSEALED, 1, 0, -1);
            stage_due(&s);
            assert_int_equal(stage_do(&s, "1 commit seat=1 seal=2"), AUDE_E_DENIED);
        } else {
            s.now = 19000;
            stage_must(&s, "1 commit seat=1 seal=2");
        }
        assert_int_equal(s.outcome.changed & ~AUDE_CHANGED_CLOCK, late == 2 ? 0 : AUDE_CHANGED_SEALS);
        int64_t nonces = s.now;
        stage_must_idle(&s, nonces + 20000);
        stage_must(&s, "0 nonce seat=0 seal=1");
        assert_int_equal(stage_do(&s, "0 nonce seat=0 seal=1"), AUDE_E_DENIED);
        if (late == 0) {
            assert_int_equal(t->phase, AUDE_PHASE_SEALING);
            stage_must(&s, "1 nonce seat=1 seal=2");
        } else if (late == 1) {
            s.now = nonces + 20000;
            stage_must_due(&s, AUDE_DUE_ACT, AUDE_ACT_UNSEALED, 1, 0, -1);
            stage_due(&s);
            assert_true(s.outcome.changed & AUDE_CHANGED_SEALS);
        }
        assert_int_equal(t->phase, AUDE_PHASE_PLAY);
        assert_int_equal(memcmp(t->seat[1].nonce, zero, sizeof zero) == 0, late > 0);
        assert_int_equal(memcmp(t->seat[2].nonce, zero, sizeof zero), 0);
        stage_must_due(&s, AUDE_DUE_DRAW, 0, AUDE_NOBODY, 0, -1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_setup),  cmocka_unit_test(test_setup_refused), cmocka_unit_test(test_act_text),
        cmocka_unit_test(test_lobby),  cmocka_unit_test(test_raw_acts),      cmocka_unit_test(test_repeated),
        cmocka_unit_test(test_places), cmocka_unit_test(test_heir),          cmocka_unit_test(test_sealing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
