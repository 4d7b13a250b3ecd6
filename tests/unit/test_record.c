/* Records: every error of docs/record.md with its place, normal forms, setup lines, checks, `confirm` and `undo` in a
 * log. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "aude.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static aude_rules rules;
static aude_state state;
static aude_line line[400];
static aude_tileset own[2];
static aude_record record;

static aude_err record_read(const char *text, size_t size, aude_errinfo *e)
{
    record = (aude_record){.own = own, .cap_own = 2, .line = line, .cap_lines = COUNT(line)};
    return aude_record_read(&record, &rules, &state, text, size, e);
}

/* A case's text begins with a letter for what stands before it. */
static const char *const before[] = {
    ['-'] = "",
    ['a'] = "aude 1\n",
    ['s'] = "aude 1\nset base\nseat 0 A\nseat 1 B\n",
    ['p'] = "aude 1\nset base\nseat 0 A\nseat 1 B\ndraw RFr\n",
    /* The road of B02 to both sides and the city are open: bets follow. */
    ['b'] = "aude 1\nset base\nset bets\nchips 4x2 4/5\nseat 0 A\nseat 1 B\ndraw B02\nplace 1 0 0\npass\n",
    ['c'] = "aude 1\nset base\nset bets\nchips 4x2 4/5\nrule confirm on\nseat 0 A\nseat 1 B\ndraw B02\nplace 1 0 0\n",
};

static const char *with_head(const char *text, char *dst, size_t cap)
{
    snprintf(dst, cap, "%s%s", before[(unsigned char)text[0]], text + 1);
    return dst;
}

/* ---- Errors ---- */

static const struct failure {
    const char *text;
    aude_err code;
    int line, column;
    const char *message; /* a part of it */
} failures[] = {
    {"-", AUDE_E_SYNTAX, 1, 0, "begins with `aude 1`"},
    {"-\n\n# note\n", AUDE_E_SYNTAX, 3, 0, "begins with"},
    {"-set base\n", AUDE_E_SYNTAX, 1, 1, "begins with"},
    {"-aude 2\n", AUDE_E_UNKNOWN, 1, 6, "version `2`"},
    {"-aude 1 1\n", AUDE_E_SYNTAX, 1, 8, "too many"},
    {"a", AUDE_E_SYNTAX, 1, 0, "no `set` line"},
    {"aset base\n", AUDE_E_SYNTAX, 2, 0, "no `seat` line"},
    {"adraw RCr\n", AUDE_E_SYNTAX, 2, 0, "no `set` line"},
    {"aset\n", AUDE_E_SYNTAX, 2, 4, "name of the set is missing"},
    {"aset nothing\n", AUDE_E_UNKNOWN, 2, 5, "there is no set `nothing`"},
    {"aset a-name-that-is-too-long\n", AUDE_E_UNKNOWN, 2, 5, "there is no set"},
    {"aset base 12\n", AUDE_E_SYNTAX, 2, 10, "`12` is no hash"},
    {"aset base 000000000000000G\n", AUDE_E_SYNTAX, 2, 10, "is no hash"},
    {"aset base 0123456789abcdef\n", AUDE_E_UNKNOWN, 2, 10, "no version of this set has the hash 0123456789abcdef"},
    {"aset base 0000000000000000\n", AUDE_E_UNKNOWN, 2, 10, "no version"},
    {"aset base\nset base\n", AUDE_E_DATA, 3, 5, "`base` is in play already"},
    {"aset bets\nseat 0 A\n", AUDE_E_DATA, 3, 0, "start tile"},
    {"arule colour on\n", AUDE_E_UNKNOWN, 2, 6, "unknown rule `colour`"},
    {"arule\n", AUDE_E_UNKNOWN, 2, 5, "unknown rule"},
    {"arule fields\n", AUDE_E_SYNTAX, 2, 12, "on or off"},
    {"arule fields yes\n", AUDE_E_SYNTAX, 2, 13, "`yes`: on or off"},
    {"arule fields on off\n", AUDE_E_SYNTAX, 2, 16, "too many"},
    {"arule fields on\nrule fields on\n", AUDE_E_SYNTAX, 3, 6, "`fields` stands twice"},
    {"arule tiny-city 3\n", AUDE_E_RANGE, 2, 16, "4 or 2"},
    {"arule tiny-city on\n", AUDE_E_SYNTAX, 2, 16, "`on` is no number"},
    {"arule draws 0\n", AUDE_E_RANGE, 2, 12, "out of range"},
    {"arule draws 99999999999999999999\n", AUDE_E_RANGE, 2, 12, "out of range"},
    {"arule draws\n", AUDE_E_SYNTAX, 2, 11, "a number is missing"},
    {"arule draws 1.5\n", AUDE_E_SYNTAX, 2, 12, "`1.5` is no number"},
    {"arule meeples 9\n", AUDE_E_RANGE, 2, 14, "out of range"},
    {"arule first 6\n", AUDE_E_RANGE, 2, 12, "out of range"},
    {"aset base\nrule first 2\nseat 0 A\nseat 1 B\n", AUDE_E_RANGE, 5, 0, ""},
    {"achips\n", AUDE_E_SYNTAX, 2, 6, "a chip is missing"},
    {"achips 4 five\n", AUDE_E_SYNTAX, 2, 9, "`five` is no chip"},
    {"achips 4\nchips 5\n", AUDE_E_SYNTAX, 3, 7, "stands twice"},
    {"achips 1 2 3 4 5 6 7 8 9\n", AUDE_E_LIMIT, 2, 23, "more than 8"},
    {"aseat\n", AUDE_E_SYNTAX, 2, 5, "a number is missing"},
    {"aseat A\n", AUDE_E_SYNTAX, 2, 6, "`A` is no number"},
    {"aseat -1 A\n", AUDE_E_RANGE, 2, 6, "out of range"},
    {"aseat 1 B\n", AUDE_E_SYNTAX, 2, 6, "leaves a gap"},
    {"aseat 0 A\nseat 0 B\n", AUDE_E_SYNTAX, 3, 6, "stands twice"},
    {"aseat 0\nseat 1\nseat 2\nseat 3\nseat 4\nseat 5\nseat 6\n", AUDE_E_LIMIT, 8, 6, "at most 6"},
    {"aseat 0 ....5...10....5...20....5...30....5...40....5...50....5...60...4\n", AUDE_E_LIMIT, 2, 8,
     "longer than 63"},
    {"a| aude-tiles 1\n| set x\n| hello\n", AUDE_E_UNKNOWN, 4, 3, "unknown word `hello`"},
    {"a|\n| set x\n", AUDE_E_SYNTAX, 3, 3, "begins with `aude-tiles 1`"},
    {"a| aude-tiles 1\n| set x\n\n| tile T x1\n", AUDE_E_DATA, 3, 0, "no tile"},
    {"p| aude-tiles 1\n", AUDE_E_SYNTAX, 6, 1, "`|` belongs before"},
    {"pset bets\n", AUDE_E_SYNTAX, 6, 1, "`set` belongs before the first move"},
    {"pseat 2 C\n", AUDE_E_SYNTAX, 6, 1, "`seat` belongs before"},
    {"prule fields on\n", AUDE_E_SYNTAX, 6, 1, "`rule` belongs before"},
    {"pchips 4\n", AUDE_E_SYNTAX, 6, 1, "`chips` belongs before"},
    {"sexpect over\nseat 2 C\n", AUDE_E_SYNTAX, 6, 1, "`seat` belongs before"},
    {"saude 1\n", AUDE_E_UNKNOWN, 5, 1, "unknown word `aude`"},
    {"shello\n", AUDE_E_UNKNOWN, 5, 1, "unknown word `hello`"},
    {"s  hello\n", AUDE_E_UNKNOWN, 5, 3, "unknown word `hello`"},
    {"sa-very-long-word-that-nobody-would-ever-write-into-a-record\n", AUDE_E_UNKNOWN, 5, 1, "..."},
    {"sdraw\n", AUDE_E_SYNTAX, 5, 5, "name of a tile is missing"},
    {"sdraw Nix\n", AUDE_E_UNKNOWN, 5, 6, "no tile `Nix`"},
    {"sdraw B01\n", AUDE_E_UNKNOWN, 5, 6, "no tile `B01`"},
    {"sdraw RFr x\n", AUDE_E_SYNTAX, 5, 10, "too many"},
    {"sdraw Cccc+\ndraw RFr\n", AUDE_E_ILLEGAL, 6, 1, "to be placed now"},
    {"splace 0 1 0\n", AUDE_E_TURN, 5, 1, "a draw is due"},
    {"pplace\n", AUDE_E_SYNTAX, 6, 6, "a number is missing"},
    {"pplace 0\n", AUDE_E_SYNTAX, 6, 8, "a number is missing"},
    {"pplace 0 1\n", AUDE_E_SYNTAX, 6, 10, "no turn"},
    {"pplace 0 1 45\n", AUDE_E_SYNTAX, 6, 11, "`45` is no turn"},
    {"pplace 0 1 360\n", AUDE_E_SYNTAX, 6, 11, "`360` is no turn"},
    {"pplace 0 10000 0\n", AUDE_E_RANGE, 6, 9, "`10000` is out of range"},
    {"pplace -99999999999 0 0\n", AUDE_E_RANGE, 6, 7, "out of range"},
    {"pplace x 0 0\n", AUDE_E_SYNTAX, 6, 7, "`x` is no number"},
    {"pplace 0 - 0\n", AUDE_E_SYNTAX, 6, 9, "`-` is no number"},
    {"pplace 0 1 0 0\n", AUDE_E_SYNTAX, 6, 13, "too many"},
    {"pplace 5 5 0\n", AUDE_E_ILLEGAL, 6, 1, "does not fit"},
    {"pplace 1 0 0\nplace 2 0 0\n", AUDE_E_ILLEGAL, 7, 1, "a meeple may be placed now"},
    {"ppass\n", AUDE_E_ILLEGAL, 6, 1, "a tile is to be placed"},
    {"pplace 1 0 0\nmeeple road.E\n", AUDE_E_UNKNOWN, 7, 8, "unknown figure `road.E`"},
    {"pplace 1 0 0\nmeeple small\n", AUDE_E_SYNTAX, 7, 13, "a feature is missing"},
    {"pplace 1 0 0\nmeeple small river.E\n", AUDE_E_UNKNOWN, 7, 14, "unknown feature `river.E`"},
    {"pplace 1 0 0\nmeeple small road\n", AUDE_E_SYNTAX, 7, 14, "`road` is no feature"},
    {"pplace 1 0 0\nmeeple small road.\n", AUDE_E_SYNTAX, 7, 14, "`road.` is no feature"},
    {"pplace 1 0 0\nmeeple small road.EL\n", AUDE_E_SYNTAX, 7, 14, "is no feature"},
    {"pplace 1 0 0\nmeeple small field.E\n", AUDE_E_SYNTAX, 7, 14, "is no feature"},
    {"pplace 1 0 0\nmeeple small monastery.N\n", AUDE_E_SYNTAX, 7, 14, "is no feature"},
    {"pplace 1 0 0\nmeeple small road.N\n", AUDE_E_ILLEGAL, 7, 1, "no meeple may stand there"},
    {"pplace 1 0 0\nmeeple small monastery\n", AUDE_E_ILLEGAL, 7, 1, "no meeple may stand there"},
    {"bbet\n", AUDE_E_SYNTAX, 10, 4, "a number is missing"},
    {"bbet 2 pass\n", AUDE_E_UNKNOWN, 10, 5, "there is no seat 2"},
    {"bbet 0\n", AUDE_E_SYNTAX, 10, 6, "a chip or `pass` is missing"},
    {"bbet 0 x\n", AUDE_E_SYNTAX, 10, 7, "`x` is no chip"},
    {"bbet 0 5/6\n", AUDE_E_UNKNOWN, 10, 1, "no such chip"},
    {"bbet 0 pass\nbet 0 pass\n", AUDE_E_TURN, 11, 1, "seat 0 is not asked"},
    {"bdraw RFr\n", AUDE_E_ILLEGAL, 10, 1, "bets are to be made"},
    {"bsettle 1 0\n", AUDE_E_SYNTAX, 10, 11, "a feature is missing"},
    {"bsettle 1 0 city.N\n", AUDE_E_ILLEGAL, 10, 1, "bets are to be made"},
    {"bfinal 0 1 0 city.N\n", AUDE_E_ILLEGAL, 10, 1, "bets are to be made"},
    {"bfinal 0 1\n", AUDE_E_SYNTAX, 10, 10, "a number is missing"},
    {"bconfirm 0\n", AUDE_E_ILLEGAL, 10, 1, "seat 0 has no move that waits"},
    {"bconfirm\n", AUDE_E_SYNTAX, 10, 8, "a number is missing"},
    {"bundo 0\n", AUDE_E_ILLEGAL, 10, 1, "secret choices"},
    {"bundo 0 -1\n", AUDE_E_RANGE, 10, 8, "out of range"},
    {"bundo 0 0 0\n", AUDE_E_SYNTAX, 10, 10, "too many"},
    {"sundo 0\n", AUDE_E_ILLEGAL, 5, 1, "nothing has been decided"},
    {"pundo 0\n", AUDE_E_ILLEGAL, 6, 1, "a draw"},
    {"pplace 1 0 0\nundo 1\n", AUDE_E_ILLEGAL, 7, 1, "another seat's decision"},
    {"pplace 1 0 0\nundo 0 0\n", AUDE_E_ILLEGAL, 7, 1, "a draw"},
    {"pplace 1 0 0\nundo 0 2\n", AUDE_E_ILLEGAL, 7, 1, "since then"},
    {"pplace 1 0 0\nundo 0 7\n", AUDE_E_ILLEGAL, 7, 1, "since then"},
    {"cconfirm 0\n", AUDE_E_ILLEGAL, 10, 1, "has no move that waits"},
    {"cpass\nbet 0 pass\n", AUDE_E_TURN, 11, 1, "seat 0 has not confirmed"},
    {"cpass\npass\n", AUDE_E_TURN, 11, 1, "seat 0 has not confirmed"},
    {"cpass\nconfirm 1\n", AUDE_E_ILLEGAL, 11, 1, "seat 1 has no move"},
    {"cpass\nundo 1\n", AUDE_E_ILLEGAL, 11, 1, "another seat's decision"},
    {"cpass\nconfirm 0\nundo 0\n", AUDE_E_ILLEGAL, 12, 1, "secret choices"},
    {"pretire 0\nretire 0\n", AUDE_E_ILLEGAL, 7, 1, "has left the game already"},
    {"pretire 0\nretire 1\npass\n", AUDE_E_OVER, 8, 1, "the game is over"},
    {"pend 0\nretire 1\n", AUDE_E_OVER, 7, 1, "the game is over"},
    {"sdigest 12\n", AUDE_E_SYNTAX, 5, 8, "no digest"},
    {"sdigest\n", AUDE_E_SYNTAX, 5, 7, "no digest"},
    {"sdigest 0123456789abcdef 0\n", AUDE_E_SYNTAX, 5, 25, "too many"},
    {"sexpect\n", AUDE_E_UNKNOWN, 5, 7, "unknown expectation"},
    {"sexpect luck\n", AUDE_E_UNKNOWN, 5, 8, "`luck`"},
    {"sexpect score 0\n", AUDE_E_SYNTAX, 5, 15, "a number is missing"},
    {"sexpect score 2 0\n", AUDE_E_UNKNOWN, 5, 14, "there is no seat 2"},
    {"sexpect score 0 0 0\n", AUDE_E_SYNTAX, 5, 18, "too many"},
    {"sexpect scored 0 river 2\n", AUDE_E_UNKNOWN, 5, 17, "`river`: city"},
    {"sexpect actors 0 draw\n", AUDE_E_SYNTAX, 5, 17, "`draw` is no number"},
    {"sexpect legal\n", AUDE_E_SYNTAX, 5, 13, "a move is missing"},
    {"sexpect legal hello\n", AUDE_E_UNKNOWN, 5, 14, "unknown word"},
    {"sexpect legal expect over\n", AUDE_E_UNKNOWN, 5, 14, "unknown word"},
    {"sexpect moves 1.0\n", AUDE_E_SYNTAX, 5, 14, "no number"},
    {"s\x02\n", AUDE_E_SYNTAX, 5, 1, "control character"},
    {"aseat 0 \xff\n", AUDE_E_SYNTAX, 2, 8, "not UTF-8"},
    {"aseat 0 A\rseat 1 B\n", AUDE_E_SYNTAX, 2, 9, "control character"},
};

static void test_failures(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < COUNT(failures); i++) {
        const struct failure *f = &failures[i];
        char text[2048];
        aude_errinfo e = {0};
        with_head(f->text, text, sizeof text);
        aude_err code = record_read(text, strlen(text), &e);
        if (code != f->code || e.code != f->code || e.line != f->line || e.column != f->column ||
            !strstr(e.message, f->message))
            fail_msg("%s\ngave %d:%d: %s (%d), not %d:%d: %s (%d)", text, e.line, e.column, e.message, code, f->line,
                     f->column, f->message, f->code);
        assert_int_equal(record.n_lines, 0);
        assert_int_equal(record_read(text, strlen(text), NULL), f->code);
    }
}

/* What a string cannot hold, and the limits of the caller's memory. */
static void test_failures_made(void **unused)
{
    static const char zero[] = "aude 1\nset \0base\n", tiles[] = "aude 1\n| aude-tiles 1\n| set x\n| tile T x1\n"
                                                                 "| field NL NR EL ER SL SR WL WR\nset base\nseat 0\n";
    char text[2048];
    aude_errinfo e;
    (void)unused;
    assert_int_equal(record_read(zero, sizeof zero - 1, &e), AUDE_E_SYNTAX);
    assert_int_equal(e.line, 2);
    snprintf(text, sizeof text, "aude 1\n#%*s\n", 1000, "x");
    assert_int_equal(record_read(text, strlen(text), &e), AUDE_E_LIMIT);
    assert_int_equal(e.line, 2);

    record = (aude_record){.line = line, .cap_lines = COUNT(line)};
    assert_int_equal(aude_record_read(&record, &rules, &state, tiles, sizeof tiles - 1, &e), AUDE_E_LIMIT);
    assert_int_equal(e.line, 2);
    assert_non_null(strstr(e.message, "no room for an embedded"));
    with_head("pplace 1 0 0\n", text, sizeof text);
    record = (aude_record){.line = line, .cap_lines = 1};
    assert_int_equal(aude_record_read(&record, &rules, &state, text, strlen(text), &e), AUDE_E_LIMIT);
    assert_int_equal(e.line, 6);
    assert_non_null(strstr(e.message, "more lines"));
}

/* ---- Writing ---- */

static char written[1 << 15];

/* Reads and writes again; `expected` is the text without its head, which is the same. */
static void test_normal_forms(void **unused)
{
    static const char setup[] = "aude 1\nset base 4f8d7b58de225f05\nset bets 5abfcff48230571e\nrule confirm on\n"
                                "chips 4x2 4/5\nseat 0 A\nseat 1 B\n";
    static const char *const table[][2] = {
        {"draw RFr\nplace 1 0 180\nmeeple small road.W\n", "draw RFr\nplace 1 0 0\nmeeple small road.E\n"},
        {"draw Cccc+\nplace 0 -1 270 # four equal sides\n", "draw Cccc+\nplace 0 -1 0\n"},
        {"draw RFr\nplace 1 0 0\nmeeple small field.WR\n", "draw RFr\nplace 1 0 0\nmeeple small field.NL\n"},
        {"draw RRR\nplace 1 0 90\nmeeple small field.ER\n", "draw RRR\nplace 1 0 90\nmeeple small field.NR\n"},
        {"draw L\nplace 0 1 90\nmeeple small monastery\n", "draw L\nplace 0 1 0\nmeeple small monastery\n"},
        {"draw B02\r\nplace 1 0 0\r\n\tpass\r\nundo 0\r\nundo   0 1\r\n",
         "draw B02\nplace 1 0 0\npass\nundo 0\nundo 0 1\n"},
        {"draw B02\nplace 1 0 0\npass\nconfirm 0\nbet 1 5/4\nbet 0 pass\nretire 1\nend 0\n",
         "draw B02\nplace 1 0 0\npass\nconfirm 0\nbet 1 4/5\nbet 0 pass\nretire 1\nend 0\n"},
        {"digest 0123456789abcdef\nexpect  score 0  7 # seven\n", "digest 0123456789abcdef\nexpect score 0  7\n"},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT(table); i++) {
        char text[1024], expected[1024];
        aude_errinfo e = {0};
        snprintf(text, sizeof text, "%s%s", setup, table[i][0]);
        snprintf(expected, sizeof expected, "%s%s", setup, table[i][1]);
        if (record_read(text, strlen(text), &e)) fail_msg("%s\n%d: %s", text, e.line, e.message);
        size_t n = aude_record_write(&record, &rules, written, sizeof written);
        assert_string_equal(written, expected);
        assert_int_equal(n, strlen(expected));
        assert_int_equal(aude_record_write(&record, &rules, NULL, 0), n);
    }
}

/* Setup lines: values that differ from the usual are written, in one order. */
static void test_setup(void **unused)
{
    static const char text[] =
        "# a comment first\naude 1\nseat 0   \xc3\x84nne # not of the name\nset base\n"
        "| aude-tiles 1\n| set x-1   # embedded\n|\n|  tile X x2\n|  road N S\n|  field NL WL WR SR\n"
        "|  field NR EL ER SL\nchips 3/7+\nseat 1\nrule first 1\nrule fields off\nrule tiny-city 2\n"
        "rule bets-unoccupied off\nrule confirm on\nrule draws 12\nrule meeples 3\nseat 2 C # D#E\n";
    static const char expected[] =
        "aude 1\nset base 4f8d7b58de225f05\n| aude-tiles 1\n| set x-1\n| tile X x2\n|   road N S\n"
        "|   field NL SR WL WR\n|   field NR EL ER SL\nrule fields off\nrule tiny-city 2\n"
        "rule bets-unoccupied off\nrule confirm on\nrule draws 12\nrule meeples 3\nrule first 1\n"
        "chips 3/7+\nseat 0 \xc3\x84nne\nseat 1\nseat 2 C\n";
    aude_errinfo e = {0};
    (void)unused;
    if (record_read(text, sizeof text - 1, &e)) fail_msg("%d: %s", e.line, e.message);
    assert_int_equal(record.n_own, 1);
    assert_ptr_equal(record.setup.set[1], &own[0]);
    assert_string_equal(record.name[2], "C");
    assert_int_equal(aude_state_turn(&state), 1);
    aude_record_write(&record, &rules, written, sizeof written);
    assert_string_equal(written, expected);
    static char again[sizeof written];
    assert_int_equal(record_read(written, strlen(written), &e), AUDE_OK);
    aude_record_write(&record, &rules, again, sizeof again);
    assert_string_equal(again, written);
}

/* Usual values leave no line; an embedded set that is built in is named instead. */
static void test_setup_usual(void **unused)
{
    static char text[1 << 14];
    char tiles[1 << 13];
    (void)unused;
    aude_tileset_write(aude_tileset_find("base", 0), tiles, sizeof tiles);
    int n = snprintf(text, sizeof text, "aude 1\n");
    for (const char *p = strtok(tiles, "\n"); p; p = strtok(NULL, "\n"))
        n += snprintf(text + n, sizeof text - (size_t)n, "| %s\n", p);
    snprintf(text + n, sizeof text - (size_t)n, "rule fields on\nrule first 0\nrule confirm off\nseat 0\n");
    assert_int_equal(record_read(text, strlen(text), NULL), AUDE_OK);
    aude_record_write(&record, &rules, written, sizeof written);
    assert_string_equal(written, "aude 1\nset base 4f8d7b58de225f05\nseat 0\n");
}

/* Two embedded sets, one right behind the other as they are written, or with a line between. */
static void test_setup_embedded(void **unused)
{
#define SET(name, tile) \
    "| aude-tiles 1\n| set " name "\n| start " tile "\n| tile " tile " x2\n|   field NL NR EL ER SL SR WL WR\n"
    static const char text[] = "aude 1\n" SET("x", "A") SET("y", "B") "seat 0\nseat 1\n",
                      apart[] = "aude 1\n" SET("x", "A") "#\n" SET("y", "B") "seat 0\nseat 1\n",
                      empty[] = "aude 1\n| aude-tiles 1\n" SET("y", "B") "seat 0\n";
#undef SET
    aude_errinfo e = {0};
    (void)unused;
    for (int i = 0; i < 2; i++) {
        const char *read = i ? apart : text;
        if (record_read(read, strlen(read), &e)) fail_msg("%d: %s", e.line, e.message);
        assert_int_equal(record.n_own, 2);
        assert_string_equal(own[0].name, "x");
        assert_string_equal(own[1].name, "y");
        aude_record_write(&record, &rules, written, sizeof written);
        assert_string_equal(written, text);
    }
    assert_int_equal(record_read(empty, sizeof empty - 1, &e), AUDE_E_DATA);
    assert_int_equal(e.line, 2);
    assert_int_equal(record.n_own, 0);
}

/* ---- Checks ---- */

static char reported[2048];

static void report(void *context, const aude_errinfo *failure)
{
    size_t n = strlen(reported);
    assert_ptr_equal(context, reported);
    assert_int_equal(failure->code, AUDE_E_EXPECT);
    snprintf(reported + n, sizeof reported - n, "%d: %s\n", failure->line, failure->message);
}

/* Lines that hold report nothing. */
static void test_checks(void **unused)
{
    static const struct {
        const char *text;
        int n_checks;
        const char *failures;
    } table[] = {
        {"sexpect score 0 0\nexpect score 1 8\n", 2, "6: expected score 1 8, found 0\n"},
        {"sexpect actors chance\nexpect actors\nexpect actors 0 1\n", 3,
         "6: expected actors, found chance\n7: expected actors 0 1, found chance\n"},
        {"pexpect actors 0\nexpect turn 0\nexpect turn 1\nexpect over\n", 4,
         "8: expected turn 1, found 0\n9: expected over, found that it goes on\n"},
        {"sexpect bag 71\nexpect bag 72\nexpect discarded 0\nexpect meeples 0 7\nexpect supply 0 0\nexpect moves 24\n",
         6, "6: expected bag 72, found 71\n"},
        {"sexpect legal draw RFr\nexpect illegal draw Cccc+\nexpect illegal pass\nexpect legal retire 1\nexpect legal "
         "pass\n",
         5,
         "6: expected illegal draw Cccc+, found that it is legal\n9: expected legal pass, found a draw is due now\n"},
        {"pexpect legal place 1 0 180\nexpect legal place 1 0 90\nexpect moves 7\n", 3,
         "7: expected legal place 1 0 90, found the tile does not fit there\n8: expected moves 7, found 3\n"},
        {"pplace 1 0 0\nexpect legal undo 0\nexpect legal undo 0 1\nexpect illegal undo 0 0\nexpect illegal undo 1\n"
         "expect illegal confirm 0\nundo 0\nexpect legal place 1 0 0\nexpect illegal undo 0\n",
         7, ""},
        {"cpass\nexpect legal undo 0\nexpect legal confirm 0\nexpect illegal bet 0 pass\nexpect illegal bet 0 "
         "9\nexpect actors 0\n"
         "confirm 0\nexpect illegal undo 0\nexpect legal bet 1 4/5\nexpect illegal bet 1 9\nexpect illegal bet 1 ?\n",
         9, ""},
        {"bbet 0 4/5\nexpect no-chip 0 1 0\nexpect supply 0 2\nexpect actors 1\nbet 1 pass\nexpect hidden 0 1 0\n"
         "expect hidden 1 1 0\nexpect no-chip 0 1 0\nexpect no-chip 0 0 0\nexpect supply 0 1\nexpect hidden 0 9 9\n",
         9,
         "16: expected hidden 1 1 0, found none\n17: expected no-chip 0 1 0, found one\n20: expected hidden 0 9 9, "
         "found none\n"},
        {"send 1\nexpect over\nexpect winner 0\nexpect winner 0 1\nexpect actors\nexpect moves 0\n", 5,
         "8: expected winner 0 1, found 0\n"},
        {"send 1\nretire 0\n", 0, NULL},
        /* A meeple on the closed city of two tiles; an undo takes the points back. */
        {"sdraw C\nplace 0 -1 180\nexpect not-scored 0 city\nmeeple small city.S\nexpect scored 0 city 4\nexpect "
         "scored 0 city 5\n"
         "expect not-scored 0 city\nexpect not-scored 0 road\nexpect score 0 4\nundo 0\nexpect not-scored 0 city\n"
         "expect score 0 0\nundo 0\nplace 0 -1 180\nmeeple small city.S\nexpect scored 0 city 4\nexpect scored 1 road "
         "2\n",
         10,
         "10: expected scored 0 city 5, found 4\n11: expected not-scored 0 city, found 4\n21: expected scored 1 road "
         "2, found none\n"},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT(table); i++) {
        char text[2048];
        aude_errinfo e = {0};
        int n_checks = -1, n = 0;
        with_head(table[i].text, text, sizeof text);
        aude_err err = record_read(text, strlen(text), &e);
        if (!table[i].failures) {
            assert_int_equal(err, AUDE_E_OVER);
            continue;
        }
        if (err) fail_msg("%s\n%d: %s", text, e.line, e.message);
        for (const char *p = table[i].failures; *p; p++) n += *p == '\n';
        reported[0] = 0;
        assert_int_equal(aude_record_check(&record, &rules, &state, report, reported, &n_checks), n);
        assert_string_equal(reported, table[i].failures);
        assert_int_equal(n_checks, table[i].n_checks);
        assert_int_equal(aude_record_check(&record, &rules, &state, NULL, NULL, NULL), n);
    }
}

static void test_check_digest(void **unused)
{
    char text[512];
    (void)unused;
    with_head("p", text, sizeof text);
    assert_int_equal(record_read(text, strlen(text), NULL), AUDE_OK);
    unsigned long long digest = aude_digest(&rules, &state);
    snprintf(text, sizeof text, "%sdigest %016llx\ndigest 0000000000000001\n", before['p'], digest);
    assert_int_equal(record_read(text, strlen(text), NULL), AUDE_OK);
    reported[0] = 0;
    assert_int_equal(aude_record_check(&record, &rules, &state, report, reported, NULL), 1);
    snprintf(text, sizeof text, "7: expected digest 0000000000000001, found %016llx\n", digest);
    assert_string_equal(reported, text);
}

/* ---- Which lines take effect ---- */

/* The public record has exactly the moves in effect, so it shows what `confirm` and `undo` did. */
static void test_course(void **unused)
{
    static const char *const table[][2] = {
        {"bundo 0\n", NULL},
        {"b", "draw B02\nplace 1 0 0\npass\n"},
        {"bbet 1 4x2\n", "draw B02\nplace 1 0 0\npass\n"},
        {"bbet 1 4x2\nbet 0 pass\n", "draw B02\nplace 1 0 0\npass\nbet 0 pass\nbet 1 ?\n"},
        {"c", "draw B02\nplace 1 0 0\n"},
        {"cpass\n", "draw B02\nplace 1 0 0\n"},
        {"cpass\nundo 0\n", "draw B02\nplace 1 0 0\n"},
        {"cpass\nundo 0\nundo 0\n", "draw B02\n"},
        {"cpass\nundo 0 1\n", "draw B02\n"},
        {"cpass\nundo 0 2\nmeeple small city.N\nconfirm 0\n", "draw B02\nplace 1 0 0\nmeeple small city.N\n"},
        {"cundo 0\nplace -1 0 0\npass\nconfirm 0\n", "draw B02\nplace -1 0 0\npass\n"},
        {"cpass\nconfirm 0\nbet 1 4/5\nbet 0 4/5\n", "draw B02\nplace 1 0 0\npass\nbet 0 ?\nbet 1 ?\n"},
        {"cpass\nretire 1\n", "draw B02\nplace 1 0 0\nretire 1\n"},
        {"cpass\nretire 1\nundo 0\n", "draw B02\nplace 1 0 0\nretire 1\n"},
        {"cpass\nretire 1\nundo 0\nundo 0\n", NULL},
        {"cpass\nretire 1\nconfirm 0\n", "draw B02\nplace 1 0 0\nretire 1\npass\n"},
        {"cpass\nretire 0\n", "draw B02\nplace 1 0 0\npass\nretire 0\n"},
        {"cpass\nend 0\n", "draw B02\nplace 1 0 0\npass\nend 0\n"},
        {"cpass\nend 1\n", "draw B02\nplace 1 0 0\nend 1\n"},
        {"bretire 1\n", "draw B02\nplace 1 0 0\npass\nretire 1\n"},
        {"bbet 0 4/5\nretire 1\n", "draw B02\nplace 1 0 0\npass\nretire 1\nbet 0 ?\n"},
        {"bbet 1 4/5\nretire 1\n", "draw B02\nplace 1 0 0\npass\nretire 1\n"},
        {"bbet 1 4/5\nretire 1\nbet 0 pass\n", "draw B02\nplace 1 0 0\npass\nbet 1 ?\nretire 1\nbet 0 pass\n"},
        {"bbet 0 4/5\nend 0\n", "draw B02\nplace 1 0 0\npass\nbet 0 4/5\nend 0\n"},
    };
    static aude_line work[COUNT(line)];
    (void)unused;
    for (size_t i = 0; i < COUNT(table); i++) {
        char text[1024];
        aude_errinfo e = {0};
        with_head(table[i][0], text, sizeof text);
        aude_err err = record_read(text, strlen(text), &e);
        if (!table[i][1]) {
            assert_int_not_equal(err, AUDE_OK);
            continue;
        }
        if (err) fail_msg("%s\n%d: %s", text, e.line, e.message);
        size_t n = aude_record_redact(&record, &rules, AUDE_NOBODY, work, written, sizeof written);
        assert_int_equal(n, strlen(written));
        const char *moves = strstr(written, "draw");
        if (!moves || strcmp(moves, table[i][1])) fail_msg("%s\ngave\n%s", text, written);
        uint64_t digest = aude_digest(&rules, &state);
        if (record_read(written, n, &e)) fail_msg("%s\n%d: %s", written, e.line, e.message);
        if (aude_digest(&rules, &state) != digest) fail_msg("%s\nends otherwise than\n%s", written, text);
    }
}

/* A public record does not say that its game was played with `confirm`, and shows what has been flipped, and all at the
 * end. */
static void test_redact_shown(void **unused)
{
    static const char *const end = "draw RCr\nplace 1 -1 180\npass\n";
    static aude_line work[COUNT(line)];
    char text[1024];
    (void)unused;
    /* The city of B02 is closed by two tiles: the stack is settled. */
    snprintf(text, sizeof text, "%spass\nconfirm 0\nbet 0 4/5\nbet 1 4x2\n%sconfirm 1\n", before['c'], end);
    assert_int_equal(record_read(text, strlen(text), NULL), AUDE_OK);
    aude_record_redact(&record, &rules, 1, work, written, sizeof written);
    assert_string_equal(
        written, "aude 1\nset base 4f8d7b58de225f05\nset bets 5abfcff48230571e\nchips 4x2 4/5\nseat 0 A\nseat 1 B\n"
                 "draw B02\nplace 1 0 0\npass\nbet 0 4/5\nbet 1 4x2\ndraw RCr\nplace 1 -1 180\npass\n");
}

/* Chips that go back unflipped (rule bets/void-1): their owners see which, until the end of the game. */
static void test_redact_void(void **unused)
{
    static const char text[] =
        "aude 1\n| aude-tiles 1\n| set mini\n| start Mead\n| tile Mead x2\n"
        "| field NL NR EL ER SL SR WL WR\n| tile Office x1\n| office\n| city N\n| road S\n"
        "| field EL ER SL\n| field SR WL WR\n| tile Cap x1\n| city N\n| field EL ER SL SR WL WR\n"
        "| tile End x1\n| road S\n| field NL NR EL ER SL SR WL WR\nrule bets-unoccupied off\nchips 2 3\n"
        "seat 0\nseat 1\ndraw Office\nplace 1 0 0\npass\nbet 0 2\nbet 1 3\ndraw Cap\nplace 1 -1 180\npass\n"
        "draw End\nplace 1 1 180\npass\n";
    static const struct {
        int seat;
        const char *bets, *at_end;
    } table[] = {
        {AUDE_NOBODY, "\nbet 0 ?\nbet 1 ?\n", "\nbet 0 2\nbet 1 3\n"},
        {0, "\nbet 0 2\nbet 1 ?\n", "\nbet 0 2\nbet 1 3\n"},
        {1, "\nbet 0 ?\nbet 1 3\n", "\nbet 0 2\nbet 1 3\n"},
    };
    static aude_line work[COUNT(line)];
    aude_errinfo e = {0};
    (void)unused;
    for (size_t i = 0; i < COUNT(table); i++) {
        if (record_read(text, sizeof text - 1, &e)) fail_msg("%d: %s", e.line, e.message);
        aude_record_redact(&record, &rules, table[i].seat, work, written, sizeof written);
        if (!strstr(written, table[i].bets)) fail_msg("seat %d: %s", table[i].seat, written);
        record.line[record.n_lines++] = (aude_line){.kind = AUDE_LINE_MOVE, .move = {.kind = AUDE_END, .seat = 0}};
        aude_record_redact(&record, &rules, table[i].seat, work, written, sizeof written);
        if (!strstr(written, table[i].at_end)) fail_msg("seat %d: %s", table[i].seat, written);
    }
}

/* One line as a move. */
static void test_move_read(void **unused)
{
    static const struct {
        const char *text;
        aude_err code;
        int column;
    } table[] = {
        {"place 1 0 0", AUDE_OK, 0},
        {"  place 1 0 180 # comment", AUDE_OK, 0},
        {"draw RFr", AUDE_OK, 0},
        {"", AUDE_E_SYNTAX, 1},
        {"# comment", AUDE_E_SYNTAX, 1},
        {"confirm 0", AUDE_E_SYNTAX, 1},
        {" undo 0", AUDE_E_SYNTAX, 2},
        {"place 1 0 0\n", AUDE_E_SYNTAX, 12},
        {"place 1 0\t\t", AUDE_E_SYNTAX, 10},
        {"expect over", AUDE_E_UNKNOWN, 1},
    };
    char text[256];
    (void)unused;
    with_head("p", text, sizeof text);
    assert_int_equal(record_read(text, strlen(text), NULL), AUDE_OK);
    for (size_t i = 0; i < COUNT(table); i++) {
        aude_move move;
        aude_errinfo e = {0};
        assert_int_equal(aude_move_read(&rules, &state, table[i].text, strlen(table[i].text), &move, &e),
                         table[i].code);
        assert_int_equal(e.column, table[i].column);
        assert_int_equal(e.line, table[i].code ? 1 : 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_failures),     cmocka_unit_test(test_failures_made),
        cmocka_unit_test(test_normal_forms), cmocka_unit_test(test_setup),
        cmocka_unit_test(test_setup_usual),  cmocka_unit_test(test_setup_embedded),
        cmocka_unit_test(test_checks),       cmocka_unit_test(test_check_digest),
        cmocka_unit_test(test_course),       cmocka_unit_test(test_redact_shown),
        cmocka_unit_test(test_redact_void),  cmocka_unit_test(test_move_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
