/* The messages of src/proto: every example of the definition, limits, and what bad texts are refused for. The table of bad texts
 * is tests/proto/bad, which the browser's codec is held against as well. */
#include "proto/messages.h"

#include "aude_table.h"

#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROOM = PROTO_ROOM(16384) };

/* Codes of refusals and kinds can be taken over by a cast. */
static_assert((int)PROTO_REFUSAL_SYNTAX == (int)AUDE_E_SYNTAX, "");
static_assert((int)PROTO_REFUSAL_STALE == (int)AUDE_E_STALE, "");
static_assert((int)PROTO_REFUSAL_DENIED == (int)AUDE_E_DENIED, "");
static_assert((int)PROTO_REFUSAL_DATA == (int)AUDE_E_DATA, "");
static_assert((int)PROTO_PHASE_OVER == (int)AUDE_PHASE_OVER, "");
static_assert((int)PROTO_SEAT_KIND_COMPUTER == (int)AUDE_SEAT_COMPUTER, "");
static_assert((int)PROTO_ASK_REMATCH + 1 == (int)AUDE_ASK_REMATCH, "");

/* Where the texts of client, server and bodies go, by the name in the definition. */
typedef struct format {
    const char *group, *name;
    const proto_choice *choice;
    const proto_shape *shape;
} format;

static const format formats[] = {
    {"client", NULL, &proto_client_choice, NULL},       {"server", NULL, &proto_server_choice, NULL},
    {"body", "create", NULL, &proto_body_create_shape}, {"body", "join", NULL, &proto_body_join_shape},
    {"body", "place", NULL, &proto_body_place_shape},   {"body", "state", NULL, &proto_body_state_shape},
    {"body", "error", NULL, &proto_body_error_shape},
};

static const format *find_format(const char *group, const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].group, group) == 0 && (!formats[i].name || strcmp(formats[i].name, name) == 0))
            return &formats[i];
    fail_msg("no format for %s %s", group, name);
    return NULL;
}

static _Alignas(max_align_t) char room[ROOM], object[1024];
static proto_arena arena;

static proto_err read_text(const format *f, const char *text, size_t size, proto_error *error)
{
    arena = (proto_arena){.base = room, .cap = sizeof room};
    assert_true((f->choice ? f->choice->size : f->shape->size) <= sizeof object);
    if (f->choice) return proto_read_choice(f->choice, object, &arena, text, size, error);
    return proto_read_shape(f->shape, object, &arena, text, size, error);
}

static size_t write_text(const format *f, char *dst, size_t cap)
{
    return f->choice ? proto_write_choice(f->choice, object, dst, cap) : proto_write_shape(f->shape, object, dst, cap);
}

/* Calls `one` for each line of a file that is not a comment; strips the line end. */
static void each_line(const char *path, void (*one)(char *line))
{
    static char line[4096];
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] && line[0] != '#') one(line);
    }
    fclose(in);
}

/* ---- Examples: each is read, and written as it stands ---- */

static int n_examples, n_without;
static const format *current;

static void one_definition(char *line)
{
    static char group[16], name[48];
    static char again[4096];
    if (sscanf(line, "%15s %47s", group, name) == 2 &&
        (strcmp(group, "client") == 0 || strcmp(group, "server") == 0 || strcmp(group, "body") == 0)) {
        current = find_format(group, name);
        n_without++;
        return;
    }
    const char *text = strstr(line, "= ");
    if (!text || strspn(line, " ") != (size_t)(text - line)) return;
    text += 2;
    proto_error error = {.code = PROTO_E_JSON};
    proto_err err = read_text(current, text, strlen(text), &error);
    if (err) fail_msg("%s\n%s", text, error.text);
    assert_int_equal(error.code, PROTO_OK);
    assert_int_equal(write_text(current, again, sizeof again), strlen(text));
    assert_string_equal(again, text);
    n_examples++;
    if (n_without > 0) n_without--; /* the first example of a message */
}

static void test_examples(void **state)
{
    (void)state;
    each_line("src/proto/messages.def", one_definition);
    assert_int_equal(n_without, 0);
    assert_true(n_examples >= PROTO_N_CLIENT + PROTO_N_SERVER + 5);
}

/* ---- Bad texts: FORMAT CODE MESSAGE FIELD TEXT ---- */

static const char *const code_name[] = {"ok",      "json", "duplicate", "kind", "unknown",
                                        "missing", "type", "range",     "size", "room"};
static int n_bad;
static const char *bad_file = "tests/proto/bad";

/* Codes besides: ok, is read; same, is read and written as it stands. */
static void one_bad(char *line)
{
    char group[16], name[48], code[16], message[48], field[64];
    int at = 0;
    assert_int_equal(sscanf(line, "%15s %47s %15s %47s %63s %n", group, name, code, message, field, &at), 5);
    const char *text = line + at;
    proto_error error = {.code = PROTO_OK};
    static const char zero[sizeof object];
    memset(object, 0xff, sizeof object);
    const format *f = find_format(group, name);
    proto_err err = read_text(f, text, strlen(text), &error);
    bool same = err == PROTO_OK && strcmp(code, "same") == 0;
    if (same) {
        static char again[4096];
        assert_true(write_text(f, again, sizeof again) < sizeof again);
        assert_string_equal(again, text);
    }
    if (!same && strcmp(code_name[err], code) != 0) fail_msg("%s\nrefused as %s, not %s", text, code_name[err], code);
    assert_int_equal(error.code, err);
    if (err) {
        assert_string_equal(error.message, strcmp(message, "-") == 0 ? "" : message);
        if (strcmp(error.field, strcmp(field, "-") == 0 ? "" : field) != 0)
            fail_msg("%s\nfield `%s`, not `%s`", text, error.field, field);
        assert_true(strlen(error.text) > 5);
        if (error.field[0] && strlen(error.field) < 48) assert_non_null(strstr(error.text, error.field));
        assert_non_null(strstr(error.text, error.message));
        assert_memory_equal(object, zero, f->choice ? f->choice->size : f->shape->size);
        assert_int_equal(arena.used, 0);
    }
    n_bad++;
}

static void test_bad(void **state)
{
    (void)state;
    each_line(bad_file, one_bad);
    assert_true(n_bad > 50);
}

/* ---- What a table in a file cannot say ---- */

static proto_err read_client(proto_client *m, const char *text, size_t size, proto_error *error)
{
    arena = (proto_arena){.base = room, .cap = sizeof room};
    return proto_client_read(m, &arena, text, size, error);
}

static void test_values(void **state)
{
    (void)state;
    proto_client m;
    const char *text = " {\"line\":\"bet 0 4\\/5\", \"decision\":9,\"type\":\"move\", \"seat\":0,"
                       "\"id\":9007199254740991,\"nonce\":"
                       "\"00ff000000000000000000000000000000000000000000000000000000000a10\"}\n";
    assert_int_equal(read_client(&m, text, strlen(text), NULL), PROTO_OK);
    assert_int_equal(m.kind, PROTO_CLIENT_MOVE);
    assert_true(m.move.id == 9007199254740991);
    assert_int_equal(m.move.decision, 9);
    assert_string_equal(m.move.line, "bet 0 4/5");
    assert_true(m.move.has_nonce);
    assert_int_equal(m.move.nonce[1], 0xff);
    assert_int_equal(m.move.nonce[30], 0x0a);
    assert_int_equal(m.move.nonce[31], 0x10);

    text = "{\"type\":\"undo\",\"id\":1,\"seat\":5,\"decision\":0,\"index\":-1}";
    assert_int_equal(read_client(&m, text, strlen(text), NULL), PROTO_OK);
    assert_true(m.undo.has_index);
    assert_int_equal(m.undo.index, -1);
    text = "{\"type\":\"undo\",\"id\":1,\"seat\":5,\"decision\":0}";
    assert_int_equal(read_client(&m, text, strlen(text), NULL), PROTO_OK);
    assert_false(m.undo.has_index);
}

static void test_server_values(void **state)
{
    (void)state;
    const proto_chair seats[] = {{.kind = PROTO_SEAT_KIND_PERSON, .has_person = true, .person = 3, .points = 30},
                                 {.kind = PROTO_SEAT_KIND_COMPUTER, .engine = "greedy"}};
    const proto_member people[] = {{.number = 3, .name = "Zo\xc3\xab \"Z\"\t\\", .present = false}};
    proto_server m = {.kind = PROTO_SERVER_PEOPLE,
                      .people = {.n_people = 1, .people = people, .n_seats = 2, .seats = seats}};
    const char *expected =
        "{\"type\":\"people\",\"people\":[{\"number\":3,\"name\":\"Zo\xc3\xab \\\"Z\\\"\\t\\\\\",\"present\":false}],"
        "\"seats\":[{\"kind\":\"person\",\"person\":3,\"points\":30},"
        "{\"kind\":\"computer\",\"engine\":\"greedy\",\"points\":0}]}";
    char dst[1024];
    assert_int_equal(proto_server_write(&m, NULL, 0), strlen(expected)); /* as snprintf */
    assert_int_equal(proto_server_write(&m, dst, 10), strlen(expected));
    assert_int_equal(strlen(dst), 9);
    assert_int_equal(proto_server_write(&m, dst, sizeof dst), strlen(expected));
    assert_string_equal(dst, expected);
    proto_server back;
    arena = (proto_arena){.base = room, .cap = sizeof room};
    assert_int_equal(proto_server_read(&back, &arena, dst, strlen(dst), NULL), PROTO_OK);
    assert_false(back.people.has_host);
    assert_int_equal(back.people.n_seats, 2);
    assert_string_equal(back.people.seats[1].engine, "greedy");
    assert_null(back.people.seats[0].engine);
    assert_string_equal(back.people.people[0].name, people[0].name);
}

/* Names of as many bytes as allowed, and one more; a character of two bytes counts two. */
static void test_limits(void **state)
{
    (void)state;
    proto_client m;
    proto_error error;
    char text[4096];
    for (int n = 0; n <= 32; n++) { /* n characters of 2 bytes */
        int at = snprintf(text, sizeof text, "{\"type\":\"name\",\"id\":1,\"name\":\"");
        for (int i = 0; i < n; i++) at += snprintf(text + at, sizeof text - at, "\xc3\xab");
        at += snprintf(text + at, sizeof text - at, "\"}");
        assert_int_equal(read_client(&m, text, (size_t)at, &error), n >= 1 && n <= 31 ? PROTO_OK : PROTO_E_SIZE);
        if (error.code) assert_string_equal(error.field, "name");
    }
    /* No arena is too small without saying so, and what an arena of PROTO_ROOM bytes holds is enough. */
    const char *body = "{\"setup\":[],\"name\":\"A\",\"seats\":[{},{},{},{},{},{}]}";
    proto_body_create create;
    int refused = 0;
    for (size_t cap = 0; cap <= PROTO_ROOM(strlen(body)); cap++) {
        char *exact = malloc(cap + 1); /* so that the sanitizer sees a byte too many */
        arena = (proto_arena){.base = exact, .cap = cap};
        proto_err err = proto_body_create_read(&create, &arena, body, strlen(body), &error);
        assert_true(err == PROTO_OK || err == PROTO_E_ROOM);
        assert_true(err == PROTO_OK || arena.used == 0);
        refused += err != PROTO_OK;
        free(exact);
        if (cap == PROTO_ROOM(strlen(body))) assert_int_equal(err, PROTO_OK);
    }
    assert_true(refused > 0);
}

static void test_hostile(void **state)
{
    (void)state;
    proto_client m;
    proto_error error;
    enum { DEEP = 100000 };
    char *deep = malloc(DEEP);
    assert_non_null(deep);
    memset(deep, '[', DEEP);
    assert_int_equal(read_client(&m, deep, DEEP, &error), PROTO_E_JSON);
    assert_non_null(strstr(error.text, "deep"));
    free(deep);
    assert_int_equal(read_client(&m, "", 0, &error), PROTO_E_JSON);
    assert_int_equal(read_client(&m, "{\"type\":\"ping\0\"}", 16, &error), PROTO_E_JSON);
    assert_int_equal(read_client(&m, "{\"type\":\"pi\xff\"}", 14, &error), PROTO_E_JSON);
    /* Whatever was sent, the sentence that goes back is plain. */
    const char *odd = "{\"type\":\"ping\",\"n\":1,\"\xc3\xab\\n\":1}";
    assert_int_equal(read_client(&m, odd, strlen(odd), &error), PROTO_E_UNKNOWN);
    assert_string_equal(error.field, "?");
    odd = "{\"type\":\"\xc3\xab\"}";
    assert_int_equal(read_client(&m, odd, strlen(odd), &error), PROTO_E_KIND);
    assert_string_equal(error.text, "type: there is no message `?`");
}

int main(int argc, char **argv)
{
    if (argc > 1) bad_file = argv[1]; /* as tests/proto/run.sh does */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),      cmocka_unit_test(test_bad),    cmocka_unit_test(test_values),
        cmocka_unit_test(test_server_values), cmocka_unit_test(test_limits), cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
