/* library.c - exports that need no game: what is built in, checks of records, the signature, random games. */
#include "app/signature.h"
#include "wasm/json.h"
#include "wasm/module.h"

/* The host reads these by their places. */
_Static_assert(offsetof(aude_errinfo, code) == 0 && offsetof(aude_errinfo, line) == 4 &&
                   offsetof(aude_errinfo, column) == 8 && offsetof(aude_errinfo, message) == 12,
               "index.js reads an aude_errinfo otherwise");

static const char *const error_word[] = {
    [AUDE_OK] = "ok",           [AUDE_E_SYNTAX] = "syntax", [AUDE_E_UNKNOWN] = "unknown", [AUDE_E_RANGE] = "range",
    [AUDE_E_LIMIT] = "limit",   [AUDE_E_DATA] = "data",     [AUDE_E_ILLEGAL] = "illegal", [AUDE_E_TURN] = "turn",
    [AUDE_E_OVER] = "over",     [AUDE_E_DENIED] = "denied", [AUDE_E_STALE] = "stale",     [AUDE_E_HIDDEN] = "hidden",
    [AUDE_E_EXPECT] = "expect",
};

/* Room for the time of one call. */
static aude_tileset own[AUDE_MAX_SETS];
static aude_rules rules;
static aude_state state;

size_t line_bytes(void)
{
    return sizeof(aude_line);
}

size_t error_bytes(void)
{
    return sizeof(aude_errinfo);
}

size_t library_about(char *dst, size_t cap)
{
    json j = json_into(dst, cap);
    json_open(&j, NULL, '{');
    json_str(&j, "version", AUDE_VERSION);
    json_open(&j, "sets", '[');
    for (int i = 0; aude_tileset_builtin(i); i++) {
        const char *name = aude_tileset_builtin(i)->name;
        if (aude_tileset_find(name, 0) == aude_tileset_builtin(i)) json_str(&j, NULL, name);
    }
    json_close(&j, ']');
    json_open(&j, "engines", '[');
    for (int i = 0; aude_engine_builtin(i); i++) {
        json_open(&j, NULL, '{');
        json_str(&j, "name", aude_engine_builtin(i)->name);
        json_str(&j, "about", aude_engine_builtin(i)->about);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_open(&j, "errors", '[');
    for (size_t i = 0; i < sizeof error_word / sizeof *error_word; i++) json_str(&j, NULL, error_word[i]);
    json_close(&j, ']');
    json_close(&j, '}');
    return j.t.n;
}

size_t library_tileset(const char *name, char *dst, size_t cap)
{
    const aude_tileset *set = aude_tileset_find(name, 0);
    return set ? aude_tileset_write(set, dst, cap) : 0;
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static void failure_json(void *context, const aude_errinfo *failure)
{
    json *j = context;
    json_open(j, NULL, '{');
    json_str(j, "code", error_word[failure->code]);
    json_int(j, "line", failure->line);
    json_str(j, "message", failure->message);
    json_close(j, '}');
}

size_t library_check(const char *text, size_t size, aude_line *line, int n_lines, char *dst, size_t cap)
{
    aude_record record = {.own = own, .cap_own = AUDE_MAX_SETS, .line = line, .cap_lines = n_lines};
    aude_errinfo error = {.message = ""};
    json j = json_into(dst, cap);
    int checks = 0;
    json_open(&j, NULL, '{');
    json_open(&j, "failures", '[');
    if (aude_record_read(&record, &rules, &state, text, size, &error))
        failure_json(&j, &error);
    else
        aude_record_check(&record, &rules, &state, failure_json, &j, &checks);
    json_close(&j, ']');
    json_int(&j, "checks", checks);
    json_close(&j, '}');
    return j.t.n;
}

uint64_t library_signature(void)
{
    static signature work;
    return signature_compute(&work);
}

/* ---- Random games ------------------------------------------------------------------------------------------------ */

size_t library_playouts(const char *text, size_t size, int n, uint64_t seed, char *dst, size_t cap, aude_errinfo *error)
{
    aude_record record = {.own = own, .cap_own = AUDE_MAX_SETS};
    if (aude_record_read(&record, &rules, &state, text, size, error)) return 0;
    aude_random random;
    long moves = 0, score[AUDE_MAX_SEATS] = {0};
    int n_seats = record.setup.n_seats;
    aude_random_seed(&random, seed);
    for (int i = 0; i < n; i++) {
        aude_start(&rules, &state);
        moves += aude_playout(&rules, &state, &random);
        for (int seat = 0; seat < n_seats; seat++) score[seat] += aude_score(&state, seat);
    }
    json j = json_into(dst, cap);
    json_open(&j, NULL, '{');
    json_int(&j, "games", n);
    json_int(&j, "moves", moves);
    json_open(&j, "scores", '[');
    for (int seat = 0; seat < n_seats; seat++) json_int(&j, NULL, score[seat]);
    json_close(&j, ']');
    json_close(&j, '}');
    return j.t.n;
}
