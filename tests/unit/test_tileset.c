/* Tile files: every error of docs/tiles.md with its place, what a file means, round trips, published hashes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "aude.h"

static aude_tileset set, again;

/* A case's text begins with a letter for what stands before it: nothing, a head of one line, of two, and one tile's
 * line. */
static const char *const before[] = {
    ['-'] = "", ['a'] = "aude-tiles 1\n", ['s'] = "aude-tiles 1\nset x\n", ['t'] = "aude-tiles 1\nset x\ntile T x1\n"};
#define FIELD "field NL NR EL ER SL SR WL WR\n"

static const struct failure {
    const char *text;
    aude_err code;
    int line, column;
    const char *message; /* a part of it */
} failures[] = {
    {"-", AUDE_E_SYNTAX, 0, 0, "begins with `aude-tiles 1`"},
    {"-# only a comment\n", AUDE_E_SYNTAX, 1, 0, "begins with"},
    {"-set x\n", AUDE_E_SYNTAX, 1, 1, "begins with"},
    {"-aude-tiles\n", AUDE_E_UNKNOWN, 1, 11, "version"},
    {"-aude-tiles 2\n", AUDE_E_UNKNOWN, 1, 12, "version `2`"},
    {"-aude-tiles 1 x\n", AUDE_E_SYNTAX, 1, 14, "`x` is one word too many"},
    {"a", AUDE_E_DATA, 1, 0, "`set NAME` is missing"},
    {"atile T x1\n" FIELD, AUDE_E_DATA, 3, 0, "`set NAME` is missing"},
    {"aset\n", AUDE_E_SYNTAX, 2, 4, "no name of a set"},
    {"aset a_b\n", AUDE_E_SYNTAX, 2, 5, "`a_b` is no name"},
    {"aset sixteen-letters-\n", AUDE_E_SYNTAX, 2, 5, "1 to 15"},
    {"aset x y\n", AUDE_E_SYNTAX, 2, 7, "too many"},
    {"s", AUDE_E_DATA, 2, 0, "no tile"},
    {"sset x\n", AUDE_E_SYNTAX, 3, 5, "a name already"},
    {"shello\n", AUDE_E_UNKNOWN, 3, 1, "unknown word `hello`"},
    {"s\n  # note\n\n  hello\n", AUDE_E_UNKNOWN, 6, 3, "unknown word"},
    {"smark\n", AUDE_E_UNKNOWN, 3, 5, "unknown facet"},
    {"smark colour confirmed\n", AUDE_E_UNKNOWN, 3, 6, "unknown facet `colour`"},
    {"smark edges sure\n", AUDE_E_UNKNOWN, 3, 12, "unknown state `sure`"},
    {"smark edges\n", AUDE_E_UNKNOWN, 3, 11, "unknown state"},
    {"smark edges invented\nmark edges inferred\n", AUDE_E_DATA, 4, 6, "marked already"},
    {"tmark chips invented\n", AUDE_E_SYNTAX, 4, 6, "before the first tile"},
    {"sstart\n", AUDE_E_SYNTAX, 3, 6, "start tile is missing"},
    {"sstart T\nstart T\n", AUDE_E_SYNTAX, 4, 7, "already"},
    {"sstart U\ntile T x1\n" FIELD, AUDE_E_UNKNOWN, 3, 7, "there is no tile `U`"},
    {"schip\n", AUDE_E_SYNTAX, 3, 5, "is no chip"},
    {"schip four\n", AUDE_E_SYNTAX, 3, 6, "`four` is no chip"},
    {"schip 1\nchip 2\nchip 3\nchip 4\nchip 5\nchip 6\nchip 7\nchip 8\nchip 9\n", AUDE_E_LIMIT, 11, 6, "more than 8"},
    {"tchip 4\n", AUDE_E_SYNTAX, 4, 1, "`chip` belongs before the first tile"},
    {"tset y\n", AUDE_E_SYNTAX, 4, 1, "`set` belongs before"},
    {"tstart T\n", AUDE_E_SYNTAX, 4, 1, "`start` belongs before"},
    {"soffice\n", AUDE_E_SYNTAX, 3, 1, "none has begun"},
    {"scity N\n", AUDE_E_SYNTAX, 3, 1, "none has begun"},
    {"stile\n", AUDE_E_SYNTAX, 3, 5, "no name of a tile"},
    {"stile abcdefghijkl x1\n", AUDE_E_SYNTAX, 3, 6, "1 to 11"},
    {"stile T#2 x1\n", AUDE_E_SYNTAX, 3, 6, "no name of a tile"},
    {"stile T\n", AUDE_E_SYNTAX, 3, 7, "no count"},
    {"stile T 3\n", AUDE_E_SYNTAX, 3, 8, "`3` is no count"},
    {"stile T x\n", AUDE_E_SYNTAX, 3, 8, "no count"},
    {"stile T x-1\n", AUDE_E_SYNTAX, 3, 8, "no count"},
    {"stile T x1y\n", AUDE_E_SYNTAX, 3, 8, "no count"},
    {"stile T x0\n", AUDE_E_RANGE, 3, 8, "x1 to x255"},
    {"stile T x256\n", AUDE_E_RANGE, 3, 8, "x1 to x255"},
    {"stile T x99999999999999999999999\n", AUDE_E_RANGE, 3, 8, "x1 to x255"},
    {"stile A x255\n" FIELD "tile B x255\n" FIELD "tile C x3\n" FIELD, AUDE_E_LIMIT, 7, 8, "more than 512"},
    {"t" FIELD "tile T x1\n" FIELD, AUDE_E_DATA, 5, 6, "`T` is used twice"},
    {"t", AUDE_E_DATA, 3, 6, "no segment"},
    {"toffice\n", AUDE_E_DATA, 3, 6, "no segment"},
    {"ttile U x1\n" FIELD, AUDE_E_DATA, 3, 6, "tile `T` has no segment"},
    {"tcity\n", AUDE_E_SYNTAX, 4, 5, "no edge"},
    {"tcity NL\n", AUDE_E_SYNTAX, 4, 6, "`NL` is no edge"},
    {"tcity N pennants\n", AUDE_E_SYNTAX, 4, 8, "`pennants` is one word too many"},
    {"tcity N pennant pennant\n", AUDE_E_SYNTAX, 4, 16, "too many"},
    {"tcity N N\n", AUDE_E_DATA, 4, 8, "N is claimed twice"},
    {"tcity N\nroad E N\n", AUDE_E_DATA, 5, 8, "N is claimed twice"},
    {"troad N E S\n", AUDE_E_DATA, 4, 6, "one or two edges"},
    {"troad N pennant\n", AUDE_E_SYNTAX, 4, 8, "too many"},
    {"tmonastery N\n", AUDE_E_SYNTAX, 4, 11, "too many"},
    {"tmonastery\nmonastery\n", AUDE_E_DATA, 5, 10, "monastery already"},
    {"tfield\n", AUDE_E_SYNTAX, 4, 6, "no half-edge"},
    {"tfield N\n", AUDE_E_SYNTAX, 4, 7, "`N` is no half-edge"},
    {"tfield NL NL\n", AUDE_E_DATA, 4, 10, "NL is claimed twice"},
    {"tfield NL\nfield NR NL\n", AUDE_E_DATA, 5, 10, "NL is claimed twice"},
    {"tfield NL NR EL ER SL SR WL\n", AUDE_E_DATA, 3, 6, "half-edge WR belongs to no field"},
    {"troad N\nfield NL EL ER SL SR WL WR\n", AUDE_E_DATA, 3, 6, "half-edge NR belongs to no field"},
    {"tmonastery\n", AUDE_E_DATA, 3, 6, "half-edge NL belongs to no field"},
    {"t" FIELD "city N\n", AUDE_E_DATA, 4, 7, "NL lies on the edge of a city"},
    {"tcity N\nfield NR EL ER SL SR WL WR\n", AUDE_E_DATA, 5, 7, "NR lies on the edge of a city"},
    {"tcity N\nfield EL ER SL SR WL WR touches\n", AUDE_E_SYNTAX, 5, 32, "no edge"},
    {"tcity N\nfield EL ER SL SR WL WR touches E\n", AUDE_E_DATA, 5, 33, "no city has the edge E"},
    {"tcity N\nfield EL ER SL SR WL WR touches N N\n", AUDE_E_DATA, 5, 35, "claimed twice"},
    {"troad N\nfield NL NR EL ER SL SR WL WR touches N\n", AUDE_E_DATA, 5, 39, "no city has the edge N"},
    {"toffice\noffice\n", AUDE_E_DATA, 5, 1, "office already"},
    {"tpicture\n", AUDE_E_SYNTAX, 4, 8, "no name of a picture"},
    {"tpicture a/b\n", AUDE_E_SYNTAX, 4, 9, "`a/b`"},
    {"tpicture a\npicture b\n", AUDE_E_DATA, 5, 9, "picture already"},
    {"s\x01\n", AUDE_E_SYNTAX, 3, 1, "control character"},
    {"s# \x7f\n", AUDE_E_SYNTAX, 3, 3, "control character"},
    {"smark\redges\n", AUDE_E_SYNTAX, 3, 5, "control character"},
    {"s# \xc3\n", AUDE_E_SYNTAX, 3, 3, "not UTF-8"},
    {"s# \xc0\x80\n", AUDE_E_SYNTAX, 3, 3, "not UTF-8"},
    {"s# \xed\xa0\x80\n", AUDE_E_SYNTAX, 3, 3, "not UTF-8"},
    {"s# \xf4\x90\x80\x80\n", AUDE_E_SYNTAX, 3, 3, "not UTF-8"},
    {"s# \xc2\x85\n", AUDE_E_SYNTAX, 3, 3, "not UTF-8"},
    {"stile \xc3\xa9 x1\n", AUDE_E_SYNTAX, 3, 6, "no name of a tile"},
};

static void test_failures(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        const struct failure *f = &failures[i];
        char text[2048];
        aude_errinfo e = {0};
        snprintf(text, sizeof text, "%s%s", before[(unsigned char)f->text[0]], f->text + 1);
        aude_err code = aude_tileset_read(&set, text, strlen(text), &e);
        if (code != f->code || e.code != f->code || e.line != f->line || e.column != f->column ||
            !strstr(e.message, f->message))
            fail_msg("%s\ngave %d:%d: %s (%d), not %d:%d: %s (%d)", text, e.line, e.column, e.message, code, f->line,
                     f->column, f->message, f->code);
        assert_int_equal(aude_tileset_read(&set, text, strlen(text), NULL), f->code);
    }
}

/* Failures that a string cannot hold, or that are long. */
static void test_failures_made(void **state)
{
    static char text[8192];
    aude_errinfo e;
    (void)state;
    assert_int_equal(aude_tileset_read(&set, "aude-tiles 1\nset \0x\n", 20, &e), AUDE_E_SYNTAX);
    assert_int_equal(e.line, 2);
    assert_int_equal(e.column, 5);

    snprintf(text, sizeof text, "aude-tiles 1\n#%*s\n", 1000, "x");
    assert_int_equal(aude_tileset_read(&set, text, strlen(text), &e), AUDE_E_LIMIT);
    assert_int_equal(e.line, 2);
    assert_non_null(strstr(e.message, "longer than 1000"));

    int n = snprintf(text, sizeof text, "aude-tiles 1\nset x\n");
    for (int i = 0; i <= AUDE_MAX_SET_TILES; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "tile T%d x1\n" FIELD, i);
    assert_int_equal(aude_tileset_read(&set, text, (size_t)n, &e), AUDE_E_LIMIT);
    assert_int_equal(e.line, 3 + 2 * AUDE_MAX_SET_TILES);
    assert_non_null(strstr(e.message, "more than 64"));
}

/* One tile: what its lines mean. */
static void test_meaning(void **state)
{
    static const char text[] = "aude-tiles 1 # head\r\n"
                               "\tset x-1\r\n"
                               "mark edges inferred\n"
                               "start T-2\n"
                               "chip 5/4\n"
                               "tile T-2 x3\n"
                               "field SR WL touches E   # round the corner\n"
                               "road W S\n"
                               "field SL WR\n"
                               "mark edges confirmed\n"
                               "office\n"
                               "picture shed\n"
                               "city N E pennant";
    static const aude_segment expected[] = {
        {AUDE_CITY, 1, 0x03, 0}, {AUDE_ROAD, 0, 0x0c, 0}, {AUDE_FIELD, 0, 0x90, 0x03}, {AUDE_FIELD, 0, 0x60, 0x03}};
    (void)state;
    assert_int_equal(aude_tileset_read(&set, text, sizeof text - 1, NULL), AUDE_OK);
    assert_string_equal(set.name, "x-1");
    assert_int_equal(set.n_tiles, 1);
    assert_int_equal(set.start, 0);
    assert_int_equal(set.n_chips, 1);
    assert_int_equal(set.chip[0].entry[0].tiles, 4);
    const aude_tile *tile = &set.tile[0];
    assert_string_equal(tile->name, "T-2");
    assert_string_equal(tile->picture, "shed");
    assert_int_equal(tile->count, 3);
    assert_int_equal(tile->office, 1);
    assert_int_equal(tile->mark[AUDE_MARK_EDGES], AUDE_CONFIRMED);
    assert_int_equal(tile->mark[AUDE_MARK_SEGMENTS], AUDE_UNMARKED);
    assert_int_equal(tile->n_segments, 4);
    assert_memory_equal(tile->segment, expected, sizeof expected);
}

/* Texts that mean the same have one hash; every change of meaning changes it. */
static void test_hash(void **state)
{
    static const struct {
        const char *text;
        int same;
    } table[] = {
        {"set x\nchip 4/5\ntile T x1\ncity N E\nfield SL SR WL WR\n", 1},
        {"set y\nmark edges invented\nchip 5/4\ntile T x1 # c\npicture a\nfield WR SL SR WL touches E\ncity E N\n", 1},
        {"set x\nchip 4/6\ntile T x1\ncity N E\nfield SL SR WL WR\n", 0},
        {"set x\ntile T x1\ncity N E\nfield SL SR WL WR\n", 0},
        {"set x\nstart T\nchip 4/5\ntile T x1\ncity N E\nfield SL SR WL WR\n", 0},
        {"set x\nchip 4/5\ntile U x1\ncity N E\nfield SL SR WL WR\n", 0},
        {"set x\nchip 4/5\ntile T x2\ncity N E\nfield SL SR WL WR\n", 0},
        {"set x\nchip 4/5\ntile T x1\ncity N E pennant\nfield SL SR WL WR\n", 0},
        {"set x\nchip 4/5\ntile T x1\noffice\ncity N E\nfield SL SR WL WR\n", 0},
        {"set x\nchip 4/5\ntile T x1\ncity N\ncity E\nfield SL SR WL WR\n", 0},
        {"set x\nchip 4/5\ntile T x1\ncity N E\nfield SL SR\nfield WL WR\n", 0},
        {"set x\nchip 4/5\ntile T x1\nmonastery\ncity N E\nfield SL SR WL WR\n", 0},
    };
    uint64_t first = 0;
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char text[256];
        snprintf(text, sizeof text, "aude-tiles 1\n%s", table[i].text);
        assert_int_equal(aude_tileset_read(&set, text, strlen(text), NULL), AUDE_OK);
        assert_true(set.hash != 0);
        if (i == 0) first = set.hash;
        assert_int_equal(set.hash == first, table[i].same);
    }
}

static void assert_round_trip(const aude_tileset *original)
{
    size_t n = aude_tileset_write(original, NULL, 0);
    char *text = malloc(n + 1);
    assert_non_null(text);
    assert_int_equal(aude_tileset_write(original, text, n + 1), n);
    assert_int_equal(strlen(text), n);
    assert_int_equal(aude_tileset_read(&again, text, n, NULL), AUDE_OK);
    assert_memory_equal(&again, original, sizeof again);
    free(text);
}

static void test_round_trip(void **state)
{
    static const char odd[] =
        "aude-tiles 1\nset z\nmark chips invented\nchip 3/7+\ntile T x9\nmonastery\ncity N\ncity S pennant\n"
        "field EL ER touches S\nfield WL\nfield WR touches S\n";
    (void)state;
    int n = 0;
    for (; aude_tileset_builtin(n); n++) assert_round_trip(aude_tileset_builtin(n));
    assert_true(n >= 2);
    assert_int_equal(aude_tileset_read(&set, odd, sizeof odd - 1, NULL), AUDE_OK);
    assert_round_trip(&set);
}

/* Published versions stay readable: their hashes are named here and never leave this list (docs/tiles.md). */
static void test_published(void **state)
{
    static const struct {
        const char *name;
        uint64_t hash;
        int newest, tiles, copies, chips;
    } table[] = {
        {"base", 0x4f8d7b58de225f05, 1, 24, 72, 0},
        {"bets", 0x5abfcff48230571e, 1, 10, 10, 6},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const aude_tileset *found = aude_tileset_find(table[i].name, table[i].hash);
        int copies = 0;
        assert_non_null(found);
        if (found->hash != table[i].hash)
            fail_msg("%s has the hash %016llx", table[i].name, (unsigned long long)found->hash);
        assert_int_equal(aude_tileset_find(table[i].name, 0) == found, table[i].newest);
        for (int k = 0; k < found->n_tiles; k++) copies += found->tile[k].count;
        assert_int_equal(found->n_tiles, table[i].tiles);
        assert_int_equal(copies, table[i].copies);
        assert_int_equal(found->n_chips, table[i].chips);
    }
    assert_null(aude_tileset_find("base", 1));
    assert_null(aude_tileset_find("nothing", 0));
    assert_null(aude_tileset_builtin(-1));
    assert_int_equal(aude_tileset_find("base", 0)->start, 2);
    assert_int_equal(aude_tileset_find("bets", 0)->start, -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_failures), cmocka_unit_test(test_failures_made), cmocka_unit_test(test_meaning),
        cmocka_unit_test(test_hash),     cmocka_unit_test(test_round_trip),    cmocka_unit_test(test_published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
