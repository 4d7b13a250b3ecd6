/* Games of JCloisterZone: JSON texts as RFC 8259 has them and as it has not, and what such a game may say, each refusal at its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "jcz/jcz.h"

/* ---- JSON ---- */

static void json_accepted(void **state)
{
    static const char *const text[] = {
        "0",
        "-0",
        "12.5e-3",
        "1E+2",
        "\"\"",
        "null",
        " true ",
        "[]",
        "{}",
        "[[],{},\"\\u00e9\"]",
        "{\"a\":{\"a\":1},\"b\":[1,2]}",
        "\"\\ud83d\\ude00 \\\" \\\\ \\/ \\b\\f\\n\\r\\t \xc3\xa9\"",
        "[1 ,\t2\r\n]",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
    };
    (void)state;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        node room[128];
        aude_errinfo e = {0};
        tree t = {.text = text[i], .size = (i32)strlen(text[i]), .node = room};
        assert_true(tree_nodes(strlen(text[i])) <= 128);
        if (tree_read(&t, &e)) fail_msg("%s: %d:%d: %s", text[i], e.line, e.column, e.message);
    }
}

static void json_refused(void **state)
{
    static const struct {
        const char *text;
        int line, column;
    } row[] = {
        {"", 1, 1},
        {" \n ", 2, 2},
        {"[1,]", 1, 4},
        {"[1 2]", 1, 4},
        {"[\n  1,\n  }", 3, 3},
        {"{\"a\"}", 1, 5},
        {"{\"a\":}", 1, 6},
        {"{a:1}", 1, 2},
        {"{\"a\":1,}", 1, 8},
        {"{\"a\":1 \"b\":2}", 1, 8},
        {"{\"a\":1,\"\\u0061\":2}", 1, 8},
        {"[1] 2", 1, 5},
        {"\"a", 1, 1},
        {"\"\\x\"", 1, 2},
        {"\"\\u12\"", 1, 2},
        {"\"\\u0000\"", 1, 2},
        {"\"\\ud800\"", 1, 2},
        {"\"\\udc00\"", 1, 2},
        {"\"\\ud800\\u0041\"", 1, 2},
        {"\"\\", 1, 2},
        {"\"a\nb\"", 1, 3},
        {"\"\x80\"", 1, 2},
        {"\"\xc3\"", 1, 2},
        {"01", 1, 2},
        {"-", 1, 1},
        {"1.", 1, 1},
        {"1e", 1, 1},
        {"+1", 1, 1},
        {"nul", 1, 1},
        {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]", 1, 34},
        {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", 1, 33},
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        size_t size = strlen(row[i].text), n = tree_nodes(size);
        node *room = malloc(n * sizeof *room); /* exactly, for the sanitizer */
        char *copy = malloc(size + 1);
        memcpy(copy, row[i].text, size);
        aude_errinfo e = {0};
        tree t = {.text = copy, .size = (i32)size, .node = room};
        aude_err err = tree_read(&t, &e);
        if (err != AUDE_E_SYNTAX || e.line != row[i].line || e.column != row[i].column || !*e.message)
            fail_msg("%s: code %d at %d:%d: %s", row[i].text, err, e.line, e.column, e.message);
        free(copy);
        free(room);
    }
}

static void json_values(void **state)
{
    static const char text[] =
        "{\"n\": -12, \"r\": 1.5, \"s\": \"\\u00e9\\ud83d\\ude00\", \"l\": [1, [2, 3], {}], \"\\u006b\": true}";
    node room[64];
    char word[16];
    i32 number;
    tree t = {.text = text, .size = sizeof text - 1, .node = room};
    (void)state;
    assert_int_equal(tree_read(&t, NULL), AUDE_OK);
    assert_int_equal(tree_count(&t, 0), 5);
    assert_true(tree_int(&t, tree_get(&t, 0, "n"), &number) && number == -12);
    assert_false(tree_int(&t, tree_get(&t, 0, "r"), &number));
    assert_true(tree_string(&t, tree_get(&t, 0, "s"), word, sizeof word));
    assert_string_equal(word, "\xc3\xa9\xf0\x9f\x98\x80");
    assert_false(tree_string(&t, tree_get(&t, 0, "s"), word, 6));
    assert_true(tree_string(&t, tree_get(&t, 0, "s"), word, 7));
    int list = tree_get(&t, 0, "l");
    assert_true(tree_int(&t, tree_item(&t, tree_item(&t, list, 1), 1), &number) && number == 3);
    assert_int_equal(tree_count(&t, tree_item(&t, list, 2)), 0);
    assert_int_equal(tree_item(&t, list, 3), -1);
    assert_int_equal(tree_get(&t, list, "n"), -1);
    assert_int_equal(tree_get(&t, -1, "n"), -1);
    assert_int_equal(tree_first(&t, tree_item(&t, list, 2)), -1);
    assert_true(tree_get(&t, 0, "k") > 0);
}

/* ---- Games ---- */

#define PLACE \
    "{\"type\": \"PLACE_TILE\", \"payload\": {\"tileId\": \"BA/RFr\", \"rotation\": \"R180\", \"position\": [1, 0]}}"
#define MEEPLE                                                                                                 \
    "{\"type\": \"DEPLOY_MEEPLE\", \"payload\": {\"pointer\": {\"feature\": \"Road\", \"location\": \"WE\"}, " \
    "\"meepleId\": \"0.small.1\"}}"
#define COMMIT "{\"type\": \"COMMIT\"}"
/* Line by line: what the rows below change. */
static const char game[] = "{\"setup\": {\n"
                           "  \"sets\": {\"basic:1\": 1},\n"
                           "  \"elements\": {\"small-follower\": 7, \"farmers\": true, \"abbot\": 0},\n"
                           "  \"rules\": {}, \"options\": {},\n"
                           "  \"start\": [{\"tile\": \"BA/RCr\", \"x\": 0, \"y\": 0, \"rotation\": 0}]},\n"
                           "\"players\": [{\"name\": \"Ann\"}, {\"name\": \"Ben\"}],\n"
                           "\"replay\": [\n" PLACE ",\n" MEEPLE ",\n" COMMIT "]}\n";

static jcz *read_text(const char *text, aude_err *err, aude_errinfo *e)
{
    jcz *j = calloc(1, sizeof *j);
    node *room = malloc(tree_nodes(strlen(text)) * sizeof *room);
    *err = jcz_read(j, text, strlen(text), room, e);
    free(room); /* nothing below asks for it any more */
    return j;
}

static void game_is(const char *text, const char *expected)
{
    aude_errinfo e = {0};
    aude_err err;
    jcz *j = read_text(text, &err, &e);
    if (err) fail_msg("%d:%d: %s", e.line, e.column, e.message);
    char log[1000];
    assert_true(jcz_write(j, log, sizeof log) < sizeof log);
    const char *lines = strchr(strchr(log, '\n') + 1, '\n') + 1; /* the hash of the set is the data's */
    assert_string_equal(lines, expected);
    free(j);
}

static void game_changed(const char *from, const char *to, char *dst, size_t cap)
{
    const char *at = strstr(game, from);
    if (!at) fail_msg("%s is not in the game", from);
    snprintf(dst, cap, "%.*s%s%s", (int)(at - game), game, to, at + strlen(from));
}

static void games_read(void **state)
{
    char text[4000];
    (void)state;
#define TURN "draw RFr\nplace 1 0 180\nmeeple small road.E\n"
    game_is(game, "rule confirm on\nseat 0 Ann\nseat 1 Ben\n" TURN "confirm 0\n");
    game_changed(",\n" COMMIT, "", text, sizeof text);
    game_is(text, "rule confirm on\nseat 0 Ann\nseat 1 Ben\n" TURN);
    game_changed("\"Ann\"", "\" \\tJan \\u0007 #2 \\u00e9 # \"", text, sizeof text);
    game_is(text, "rule confirm on\nseat 0 Jan 2 \xc3\xa9\nseat 1 Ben\n" TURN "confirm 0\n");
    game_changed("\"replay\"",
                 "\"gameAnnotations\": {\"drawOrder\": [\"BA/RFr\", \"BA/CFC.2\"], \"endTurn\": 9}, \"replay\"", text,
                 sizeof text);
    game_is(text, "rule confirm on\nrule draws 9\nseat 0 Ann\nseat 1 Ben\n" TURN "confirm 0\ndraw CFC\n");
}

static void games_refused(void **state)
{
    static const struct {
        const char *from, *to, *at, *message; /* at: what stands at the place */
    } row[] = {
        {"\"setup\"", "\"set-up\"", "{", "no `setup`"},
        {"\"basic:1\"", "\"basic:2\"", "\"basic:2\"", "set basic:2 is not known"},
        {"\"basic:1\": 1", "\"basic:1\": 2", "\"basic:1\": 2", "set basic:1 is not known"},
        {"{\"basic:1\": 1}", "{}", "\"setup\"", ""},
        {"\"abbot\": 0", "\"abbot\": 1", "\"abbot\"", "element abbot is not known"},
        {"\"abbot\": 0", "\"abbot\": 0.5", "\"abbot\"", "element abbot is not known"},
        {"\"abbot\": 0", "\"abbot\": \"yes\"", "\"abbot\"", "element abbot is not known"},
        {"\"abbot\": 0", "\"abbot\": [1]", "\"abbot\"", "element abbot is not known"},
        {"\"small-follower\": 7", "\"small-follower\": 7.5", "\"small-follower\"", "element small-follower"},
        {"\"replay\": [", "\"replay\": 5, \"others\": [", "\"replay\"", "`replay`"},
        {"\"rules\": {}", "\"rules\": {\"weather\": false}", "\"weather\"", "rule weather is not known"},
        {"\"options\": {}", "\"options\": {\"snow\": 1}", "\"snow\"", "option snow is not known"},
        {"\"x\": 0", "\"x\": 1", "\"start\"", "another start"},
        {"\"tile\": \"BA/RCr\"", "\"tile\": 5", "\"start\"", "another start"},
        {"\"players\": [{\"name\": \"Ann\"}, {\"name\": \"Ben\"}]", "\"players\": []", "\"players\"", "`players`"},
        {"\"players\": [{\"name\": \"Ann\"}, {\"name\": \"Ben\"}]", "\"players\": [1,2,3,4,5,6,7]", "\"players\"",
         "`players`"},
        {"\"replay\"", "\"gameAnnotations\": {\"mood\": 1}, \"replay\"", "\"mood\"", "annotation mood is not known"},
        {"\"replay\"", "\"gameAnnotations\": {\"endTurn\": -1}, \"replay\"", "\"endTurn\"", "annotation endTurn"},
        {"\"replay\"", "\"gameAnnotations\": {\"drawOrder\": [7]}, \"replay\"", "7]", "tile"},
        {"\"replay\"", "\"gameAnnotations\": {\"drawOrder\": [\"BA/L\"]}, \"replay\"", "\"tileId\"",
         "BA/RFr is not the tile in hand"},
        {"\"type\": \"PLACE_TILE\"", "\"typ\": 1", "{\"typ\"", "`type`"},
        {"\"PLACE_TILE\"", "\"DANCE\"", "\"type\"", "message DANCE is not known"},
        {"\"R180\"", "\"R45\"", "{\"type\": \"PLACE_TILE\"", "no PLACE_TILE"},
        {"\"R180\"", "\"R90\"", "{\"type\": \"PLACE_TILE\"", "BA/RFr: "},
        {"[1, 0]", "[1]", "{\"type\": \"PLACE_TILE\"", "no PLACE_TILE"},
        {"[1, 0]", "[70000, 0]", "{\"type\": \"PLACE_TILE\"", "no PLACE_TILE"},
        {"[1, 0]", "[1.5, 0]", "{\"type\": \"PLACE_TILE\"", "no PLACE_TILE"},
        {"BA/RFr", "BA/Nix", "\"tileId\"", "tile BA/Nix is not known"},
        {"BA/RFr", "RFr", "\"tileId\"", "tile RFr is not known"},
        {"\"WE\"", "\"XY\"", "\"location\"", "location XY is not known"},
        {"\"Road\"", "\"Garden\"", "\"feature\"", "feature Garden is not known"},
        {"\"Road\"", "\"City\"", "{\"type\": \"DEPLOY_MEEPLE\"", "WE: "},
        {"0.small.1", "0.big.1", "\"meepleId\"", "figure 0.big.1 is not known"},
        {"0.small.1", "/.small.1", "\"meepleId\"", "figure /.small.1 is not known"},
        {"0.small.1", "1.small.1", "{\"type\": \"DEPLOY_MEEPLE\"", "WE: "},
        {"{\"type\": \"COMMIT\"}", "{\"type\": \"COMMIT\"}, {\"type\": \"COMMIT\"}", "{\"type\": \"COMMIT\"}]",
         "COMMIT: "},
        {"{\"type\": \"COMMIT\"}", "7", "7]", "`type`"},
        {"]}\n", "", "", "`,` or `]`"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char text[4000];
        aude_errinfo e = {0};
        aude_err err;
        game_changed(row[i].from, row[i].to, text, sizeof text);
        free(read_text(text, &err, &e));
        const char *place = text;
        for (int line = 1; line < e.line && place; line++) place = strchr(place, '\n') + 1;
        if (!err || e.code != err || !strstr(e.message, row[i].message) ||
            strncmp(place + e.column - 1, row[i].at, strlen(row[i].at)) != 0)
            fail_msg("%zu %s: code %d at %d:%d: %s", i, row[i].to, err, e.line, e.column, e.message);
    }
}

static void texts_told_apart(void **state)
{
    (void)state;
    assert_true(jcz_is(" \r\n\t{", 5));
    assert_false(jcz_is("aude 1\n{", 8));
    assert_false(jcz_is("", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_accepted), cmocka_unit_test(json_refused),  cmocka_unit_test(json_values),
        cmocka_unit_test(games_read),    cmocka_unit_test(games_refused), cmocka_unit_test(texts_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
