/* Tables, act by act: every command and every refusal, clocks, consent, leaving, matches, what is due, what is seen. */
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

/* One act as stage_do takes it; `+N` lets N milliseconds pass. */
typedef struct row {
    const char *text;
    aude_err code;
    const char *message; /* a part of the reason */
} row;

/* A refusal changes nothing. */
static void script(const row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        long ms;
        if (sscanf(rows[i].text, "+%ld", &ms) == 1) {
            s.now += ms;
            continue;
        }
        uint64_t before = stage_digest(t);
        aude_err err = stage_do(&s, rows[i].text);
        if (err != rows[i].code) fail_msg("%zu `%s`: %d, %s", i, rows[i].text, err, s.error.message);
        if (err && !strstr(s.error.message, rows[i].message ? rows[i].message : ""))
            fail_msg("%zu `%s`: %s", i, rows[i].text, s.error.message);
        if (err && stage_digest(t) != before) fail_msg("%zu `%s` is refused and changes something", i, rows[i].text);
    }
}

#define SCRIPT(rows) script(rows, COUNT(rows))

static const char *text_of(size_t (*write)(const aude_table *, char *, size_t))
{
    static char text[4096];
    size_t n = write(t, text, sizeof text);
    assert_true(n < sizeof text);
    assert_int_equal(n, strlen(text));
    return text;
}

static void must_due(aude_due_kind kind, int act, int seat, int number, int64_t at)
{
    aude_due due = aude_table_due(t, s.now);
    if (due.kind != kind || due.act != act || due.seat != seat || due.number != number || due.at != at)
        fail_msg("due: kind %d, act %d, seat %d, number %d, at %lld", due.kind, due.act, due.seat, due.number,
                 (long long)due.at);
}

static void must_idle(int64_t at)
{
    must_due(AUDE_DUE_NOTHING, 0, AUDE_NOBODY, 0, at);
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
    static const row rows[] = {
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
    SCRIPT(rows);
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
    must_idle(-1);
    stage_must(&s, "- join words=Ann");
    stage_must(&s, "- join words=Ben");
    stage_must(&s, "- join words=Cid");
    stage_must(&s, "2 sit seat=0");
    must_idle(-1);
    s.now = 500;
    stage_must(&s, "- absent number=0");
    must_idle(60500);
    s.now = 60499;
    must_idle(60500);
    s.now = 60500;
    must_due(AUDE_DUE_ACT, AUDE_ACT_HOST, AUDE_NOBODY, 2, -1);
    stage_must(&s, "2 stand seat=0");
    must_due(AUDE_DUE_ACT, AUDE_ACT_HOST, AUDE_NOBODY, 1, -1);
    assert_true(stage_due(&s));
    assert_int_equal(t->host, 1);
    must_idle(-1);
    stage_must(&s, "- absent number=1");
    stage_must(&s, "- absent number=2");
    must_idle(-1);
}

/* ---- Sealing ---- */

static void test_sealing(void **unused)
{
    static const row rows[] = {
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
        SCRIPT(rows);
        must_idle(20000);
        if (late == 2) {
            s.now = 20000;
            must_due(AUDE_DUE_ACT, AUDE_ACT_UNSEALED, 1, 0, -1);
            stage_due(&s);
            assert_int_equal(stage_do(&s, "1 commit seat=1 seal=2"), AUDE_E_DENIED);
        } else {
            s.now = 19000;
            stage_must(&s, "1 commit seat=1 seal=2");
        }
        assert_int_equal(s.outcome.changed & ~AUDE_CHANGED_CLOCK, late == 2 ? 0 : AUDE_CHANGED_SEALS);
        int64_t nonces = s.now;
        must_idle(nonces + 20000);
        stage_must(&s, "0 nonce seat=0 seal=1");
        assert_int_equal(stage_do(&s, "0 nonce seat=0 seal=1"), AUDE_E_DENIED);
        if (late == 0) {
            assert_int_equal(t->phase, AUDE_PHASE_SEALING);
            stage_must(&s, "1 nonce seat=1 seal=2");
        } else if (late == 1) {
            s.now = nonces + 20000;
            must_due(AUDE_DUE_ACT, AUDE_ACT_UNSEALED, 1, 0, -1);
            stage_due(&s);
            assert_true(s.outcome.changed & AUDE_CHANGED_SEALS);
        }
        assert_int_equal(t->phase, AUDE_PHASE_PLAY);
        assert_int_equal(memcmp(t->seat[1].nonce, zero, sizeof zero) == 0, late > 0);
        assert_int_equal(memcmp(t->seat[2].nonce, zero, sizeof zero), 0);
        must_due(AUDE_DUE_DRAW, 0, AUDE_NOBODY, 0, -1);
    }
}

/* ---- Moves ---- */

static const char bets_setup[] = "set base\nset bets\nrule confirm on\nchips 4x2 4/5\n";

static void begin(const char *setup, int people)
{
    stage_open(&s, setup);
    stage_people(&s, people);
    char text[64];
    for (int seat = people; seat < t->n_seats; seat++) {
        snprintf(text, sizeof text, "0 seat seat=%d words=random", seat);
        stage_must(&s, text);
    }
    stage_must(&s, "0 start");
    stage_must(&s, "- secret seal=7");
    stage_must(&s, "- publish seal=8");
    for (int round = 0; round < 2; round++) {
        for (int seat = 0; seat < people; seat++) {
            snprintf(text, sizeof text, "%d %s seat=%d seal=%d", seat, round ? "nonce" : "commit", seat, seat);
            stage_must(&s, text);
        }
    }
    assert_int_equal(t->phase, AUDE_PHASE_PLAY);
}

/* The order of checks, in a game with bets: the city of B02 is closed by RCr turned round, and its stack settled. */
static void test_moves(void **unused)
{
    static const row rows[] = {
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
    begin(bets_setup, 2);
    SCRIPT(rows);
    assert_int_equal(t->winners, 0);
}

/* What is kept of a chip: where it lies, its nonce, and that it was flipped. Both chips show a 4, the city has two tiles. */
static void test_bets_kept(void **unused)
{
    static const row first[] = {
        {"- draw words=draw B02", AUDE_OK, NULL},
        {"0 move seat=0 words=place 1 0 0", AUDE_OK, NULL},
        {"0 move seat=0 words=pass", AUDE_OK, NULL},
        {"0 confirm seat=0", AUDE_OK, NULL},
        {"1 move seat=1 seal=2 words=bet 1 4/5", AUDE_OK, NULL},
        {"0 move seat=0 seal=1 words=bet 0 4x2", AUDE_OK, NULL},
    };
    static const row second[] = {
        {"- draw words=draw RCr", AUDE_OK, NULL},
        {"1 move seat=1 words=place 1 -1 180", AUDE_OK, NULL},
        {"1 move seat=1 words=pass", AUDE_OK, NULL},
        {"1 confirm seat=1", AUDE_OK, NULL},
    };
    (void)unused;
    begin(bets_setup, 2);
    SCRIPT(first);
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
    SCRIPT(second);
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
    begin(bets_setup, 2);
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
    static const row rows[] = {
        {"- draw words=draw B02", AUDE_OK, NULL},
        {"0 move seat=0 words=place 1 0 0", AUDE_OK, NULL},
        {"0 move seat=0 words=meeple small city.N", AUDE_OK, NULL},
    };
    int copies[AUDE_MAX_CHIPS], waits;
    char text[256];
    (void)unused;
    begin(bets_setup, 2);
    SCRIPT(rows);
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

/* A computer's move that would wait is confirmed by the table. */
static void test_engine(void **unused)
{
    static const row rows[] = {
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
    begin(bets_setup, 1);
    for (size_t i = 0; i < COUNT(rows); i++) {
        script(&rows[i], 1);
        assert_true(!t->game.course.has_waiting || t->game.course.waiting.seat == 0);
    }
    assert_int_equal(t->n_bets, 1);
    assert_int_equal(aude_table_asked(t), 3);
}

/* Decisions of the next game have other ids. */
static void test_decision_ids(void **unused)
{
    (void)unused;
    begin("best-of 3\nset base\n", 2);
    assert_true(aude_table_decision(t) > 0);
    stage_must(&s, "- draw words=draw RFr");
    uint32_t last = aude_table_decision(t);
    stage_must(&s, "0 resign seat=0");
    stage_must(&s, "1 resign seat=1");
    stage_start(&s);
    assert_true(aude_table_decision(t) > last);
    assert_int_equal(stage_do(&s, "1 move seat=1 decision=2 words=place 1 0 0"), AUDE_E_STALE);
}

/* ---- Clocks ---- */

static void must_clock(int64_t first, int64_t second)
{
    int64_t a = aude_table_clock(t, 0, s.now), b = aude_table_clock(t, 1, s.now);
    if (a != first || b != second) fail_msg("clocks %lld, %lld", (long long)a, (long long)b);
}

static void test_clock_total(void **unused)
{
    (void)unused;
    begin("clock total 60s 5s\nset base\nset bets\nrule confirm on\n", 2);
    must_clock(60000, 60000);
    s.now += 3000; /* chance: no clock runs */
    must_clock(60000, 60000);
    stage_must(&s, "- draw words=draw B02");
    assert_true(s.outcome.changed & AUDE_CHANGED_CLOCK);
    must_idle(3000 + 60000 + AUDE_GRACE);
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
    must_idle(23000 + 60000 + AUDE_GRACE);
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
    must_due(AUDE_DUE_ACT, AUDE_ACT_FLAG, 1, 0, -1);
    stage_due(&s);
    assert_int_equal(aude_state_left(&t->game.course.state), 2);
}

/* An act that comes late with an earlier time counts as made at the time of the last one. */
static void test_clock_back(void **unused)
{
    (void)unused;
    begin("clock total 60s\nset base\n", 2);
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
    static const row rows[] = {
        {"- draw words=draw RFr", AUDE_OK, NULL},
        {"0 move seat=0 words=place 1 0 0", AUDE_OK, NULL},
        {"0 move seat=0 words=pass", AUDE_OK, NULL},
    };
    (void)unused;
    begin("clock total 60s 5s\nset base\n", 2);
    SCRIPT(rows);
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
    begin("clock turn 1d\nset base\n", 2);
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
    stage_must(&s, "0 move seat=0 words=place 1 0 0");
    stage_must(&s, "0 move seat=0 words=pass");
    stage_must(&s, "- draw words=draw RFr");
    must_clock(86400000, 86400000);
    must_idle(s.now + 86400000 + AUDE_GRACE);
}

/* A pause stops clocks and the step; only whoever plays may ask and resume. */
static void test_pause(void **unused)
{
    static const row rows[] = {
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
    begin("clock total 60s\nsecret 30s\nabsence 10s\nset base\nset bets\n", 2);
    stage_must(&s, "- join words=Zoe");
    SCRIPT(rows);
    stage_must(&s, "- absent number=0");
    must_clock(59000, 60000);
    must_idle(s.now + AUDE_HOST_TIME);
    stage_must(&s, "1 resume");
    must_clock(59000, 60000);
    must_idle(s.now + 10000); /* away since the end of the pause */
    stage_must(&s, "- present number=0");
    stage_must(&s, "0 move seat=0 words=place 1 0 0");
    stage_must(&s, "0 move seat=0 words=pass");
    int64_t opened = s.now;
    assert_int_equal(t->step_ends, opened + 30000);
    s.now += 10000;
    stage_must(&s, "1 propose ask=pause");
    stage_must(&s, "0 agree");
    s.now += 100000;
    must_idle(-1);
    stage_must(&s, "0 resume");
    assert_int_equal(t->step_ends, opened + 130000);
    must_idle(opened + 130000 + AUDE_GRACE);
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
    static const row rows[] = {
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
    begin("seats 3\nsecret 30s\nset base\nset bets\n", 3);
    SCRIPT(rows);
    must_due(AUDE_DUE_ACT, AUDE_ACT_DEFAULT, 0, 0, -1);
    stage_due(&s);
    assert_int_equal(s.outcome.changed, 0);
    assert_int_equal(s.outcome.own, 1);
    must_due(AUDE_DUE_ACT, AUDE_ACT_DEFAULT, 1, 0, -1);
    stage_due(&s);
    assert_true(s.outcome.changed & AUDE_CHANGED_CLOSED);
    char text[256];
    aude_table_lines(t, 0, 3, text, sizeof text);
    assert_string_equal(text, "bet 0 pass\nbet 1 pass\nbet 2 ?\n");
    must_due(AUDE_DUE_DRAW, 0, AUDE_NOBODY, 1, -1);
}

/* Who is away is gone on the own turn, and bets nothing. */
static void test_absence(void **unused)
{
    (void)unused;
    begin("seats 3\nabsence 60s\nset base\nset bets\n", 3);
    stage_must(&s, "- absent number=1");
    s.now += 300000;
    must_due(AUDE_DUE_DRAW, 0, AUDE_NOBODY, 0, -1); /* not on turn */
    stage_must(&s, "- draw words=draw B02");
    must_idle(-1);
    stage_must(&s, "0 move seat=0 words=place 1 0 0");
    stage_must(&s, "0 move seat=0 words=pass");
    must_idle(s.now + 60000);
    s.now += 60000;
    must_due(AUDE_DUE_ACT, AUDE_ACT_DEFAULT, 1, 0, -1);
    stage_due(&s);
    must_idle(-1);
    stage_must(&s, "0 move seat=0 words=bet 0 pass");
    stage_must(&s, "2 move seat=2 words=bet 2 pass");
    stage_must(&s, "- draw words=draw RFr");
    must_idle(s.now + 60000);
    assert_int_equal(stage_do(&s, "- default seat=1"), AUDE_E_DENIED);
    s.now += 30000;
    stage_must(&s, "- present number=1");
    must_idle(-1);
    s.now += 10000;
    stage_must(&s, "- absent number=1");
    s.now += 59999;
    assert_int_equal(stage_do(&s, "- gone seat=1"), AUDE_E_DENIED);
    s.now += 1;
    must_due(AUDE_DUE_ACT, AUDE_ACT_GONE, 1, 0, -1);
    stage_due(&s);
    assert_int_equal(aude_state_left(&t->game.course.state), 2);
    assert_int_equal(aude_state_turn(&t->game.course.state), 2);
}

/* ---- Consent ---- */

/* The draws in effect are counted: a draw taken back is due with the same number again. */
static void test_takeback(void **unused)
{
    static const row rows[] = {
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
    begin("seats 4\nset base\nset bets\nrule confirm on\n", 3);
    SCRIPT(rows);
    must_idle(-1); /* somebody else's decision is open */
    assert_int_equal(t->question.index, 3);
    stage_must(&s, "2 agree");
    assert_int_equal(s.outcome.changed, AUDE_CHANGED_LINES | AUDE_CHANGED_DECISION | AUDE_CHANGED_QUESTION);
    assert_int_equal(s.outcome.from, 3);
    must_due(AUDE_DUE_DRAW, 0, AUDE_NOBODY, 1, -1);
    stage_must(&s, "1 propose ask=takeback number=1");
    must_idle(s.now + AUDE_HOLD); /* draws wait for the answer */
    s.now += AUDE_HOLD;
    must_due(AUDE_DUE_DRAW, 0, AUDE_NOBODY, 1, -1);
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
    static const row rows[] = {
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
    begin("seats 3\nset base\nset bets\nchips 4x2 4/5\n", 3);
    for (size_t i = 0; i < COUNT(rows); i++) {
        script(&rows[i], 1);
        if (!strncmp(rows[i].text, "1 agree", 7)) stage_must(&s, "2 agree");
        if (!strncmp(rows[i].text, "1 move seat=1 words=bet", 23)) stage_must(&s, "2 move seat=2 words=bet 2 pass");
    }
}

/* With nobody else to ask it is granted at once; who has left, or whom a computer replaces, is not asked. */
static void test_consent_alone(void **unused)
{
    (void)unused;
    begin("seats 3\nset base\n", 2);
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
    begin("seats 3\nset base\n", 3);
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
    static const row rows[] = {
        {"- draw words=draw RFr", AUDE_OK, NULL},
        {"0 move seat=0 words=place 1 0 0", AUDE_OK, NULL},
        {"0 move seat=0 words=meeple small road.W", AUDE_OK, NULL},
        {"- draw words=draw RFr", AUDE_OK, NULL},
        {"1 propose ask=end", AUDE_OK, NULL},
        {"0 agree", AUDE_OK, NULL},
    };
    (void)unused;
    begin("set base\n", 2);
    SCRIPT(rows);
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
                begin(setup, players);
                stage_must(&s, "- draw words=draw RFr");
                stage_must(&s, "0 move seat=0 words=place 1 0 0");
                stage_must(&s, "0 move seat=0 words=meeple small road.W"); /* waits */
                if (way == 0) stage_must(&s, "0 resign seat=0");
                if (way == 1) stage_must(&s, "- absent number=0");
                if (way) {
                    s.now += way == 1 ? 30000 : 61000;
                    must_due(AUDE_DUE_ACT, way == 1 ? AUDE_ACT_GONE : AUDE_ACT_FLAG, 0, 0, -1);
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
                    must_due(AUDE_DUE_DRAW, 0, AUDE_NOBODY, 1, way == 1 ? 60000 : -1);
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
    begin("leave computer random\nset base\nset bets\nrule draws 12\nrule confirm on\n", 1);
    stage_must(&s, "- draw words=draw RFr");
    stage_must(&s, "0 resign seat=0");
    assert_int_equal(stage_do(&s, "0 resign seat=0"), AUDE_E_DENIED);
    assert_int_equal(stage_do(&s, "0 resume"), AUDE_E_DENIED);
    must_due(AUDE_DUE_ENGINE, 0, 0, 0, -1);
    stage_run(&s);
    assert_int_equal(t->phase, AUDE_PHASE_OVER);
    stage_must(&s, "0 sit seat=0");
    begin("leave retire\nset base\nset bets\nrule draws 12\n", 1);
    stage_must(&s, "0 resign seat=0");
    assert_int_equal(t->phase, AUDE_PHASE_PLAY);
    stage_run(&s);
    assert_int_equal(t->phase, AUDE_PHASE_OVER);
    assert_int_equal(t->winners, 2);
}

/* Leaving while choices are secret: a choice that was made stands, and others learn only that the seat has left. */
static void test_leave_secret(void **unused)
{
    static const row rows[] = {
        {"- draw words=draw B02", AUDE_OK, NULL},    {"0 move seat=0 words=place 1 0 0", AUDE_OK, NULL},
        {"0 move seat=0 words=pass", AUDE_OK, NULL}, {"1 move seat=1 seal=2 words=bet 1 4/5", AUDE_OK, NULL},
        {"1 resign seat=1", AUDE_OK, NULL},
    };
    char text[256];
    (void)unused;
    begin("seats 3\nset base\nset bets\n", 3);
    SCRIPT(rows);
    aude_table_lines(t, 0, 3, text, sizeof text);
    assert_string_equal(text, "retire 1\n");
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
    static const row over[] = {
        {"0 move seat=0 words=pass", AUDE_E_OVER, "the game is over"},
        {"0 propose ask=rematch", AUDE_E_DENIED, "the match goes on"},
        {"1 start", AUDE_E_DENIED, "only the host"},
        {"0 option words=best-of 5", AUDE_E_OVER, "the game is over"},
        {"1 stand seat=1", AUDE_OK, NULL},
        {"- next", AUDE_E_DENIED, "still open"},
        {"0 start", AUDE_E_DENIED, "still open"},
    };
    (void)unused;
    begin("seats 3\nbest-of 3\nset base\nrule first 1\n", 3);
    stage_must(&s, "- join words=Zoe"); /* watches */
    assert_int_equal(t->first, 1);
    assert_int_equal(aude_state_turn(&t->game.course.state), 1);
    stage_must(&s, "- draw words=draw RFr");
    stage_must(&s, "1 resign seat=1");
    stage_must(&s, "0 resign seat=0");
    stage_must(&s, "2 propose ask=end");
    assert_int_equal(t->winners, 4);
    assert_int_equal(t->phase, AUDE_PHASE_OVER);
    SCRIPT(over);
    must_idle(-1);
    stage_must(&s, "1 sit seat=1");
    must_idle(AUDE_NEXT_TIME);
    s.now += AUDE_NEXT_TIME;
    must_due(AUDE_DUE_ACT, AUDE_ACT_NEXT, AUDE_NOBODY, 0, -1);
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
    must_idle(-1); /* three games: the match is over */
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
    begin("set base\n", 1);
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
    static const row rows[] = {{"0 start", AUDE_E_LIMIT, "no memory"}};
    (void)unused;
    stage_open(&s, "set base\n");
    stage_people(&s, 2);
    t->keeper.keep = no_memory;
    SCRIPT(rows);
    t->keeper.keep = NULL; /* the room is this table's own */
    stage_start(&s);
    assert_ptr_equal(t->rules, &s.room);
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
    begin("delay 2\nset base\n", 2);
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
    static const row rows[] = {
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
    begin("delay 1\nset base\nset bets\nchips 4x2 4/5\n", 2);
    SCRIPT(rows);
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
        begin(rows[i].setup, 2);
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
        cmocka_unit_test(test_setup),         cmocka_unit_test(test_setup_refused),
        cmocka_unit_test(test_act_text),      cmocka_unit_test(test_lobby),
        cmocka_unit_test(test_raw_acts),      cmocka_unit_test(test_repeated),
        cmocka_unit_test(test_places),        cmocka_unit_test(test_heir),
        cmocka_unit_test(test_sealing),       cmocka_unit_test(test_moves),
        cmocka_unit_test(test_bets_kept),     cmocka_unit_test(test_outcome),
        cmocka_unit_test(test_own),           cmocka_unit_test(test_engine),
        cmocka_unit_test(test_decision_ids),  cmocka_unit_test(test_clock_total),
        cmocka_unit_test(test_clock_back),    cmocka_unit_test(test_clock_increment),
        cmocka_unit_test(test_clock_turn),    cmocka_unit_test(test_pause),
        cmocka_unit_test(test_default),       cmocka_unit_test(test_absence),
        cmocka_unit_test(test_takeback),      cmocka_unit_test(test_takeback_limits),
        cmocka_unit_test(test_consent_alone), cmocka_unit_test(test_consent_leaving),
        cmocka_unit_test(test_end),           cmocka_unit_test(test_leave),
        cmocka_unit_test(test_leave_alone),   cmocka_unit_test(test_leave_secret),
        cmocka_unit_test(test_match),         cmocka_unit_test(test_rematch_alone),
        cmocka_unit_test(test_keeper),        cmocka_unit_test(test_delay),
        cmocka_unit_test(test_delay_faces),   cmocka_unit_test(test_aids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
