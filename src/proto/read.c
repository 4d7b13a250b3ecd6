/* read.c - JSON text to a message, by the tables of schema.h. jansson reads the text; what it allocates is gone when the reader
 * returns. Checked in this order: the text, its type, fields that do not belong there, then field after field. */
#include "base/text.h"
#include "proto/proto.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Where in the message the reader is: a field, or an item of the array that `up` is. */
typedef struct place {
    const struct place *up;
    const char *name;
    int index;
} place;

typedef struct reader {
    proto_arena *arena;
    proto_error *error;
    const char *message;
} reader;

static proto_err read_choice(reader *r, const proto_choice *choice, json_t *json, char *dst, const place *at);
static proto_err read_shape(reader *r, const proto_shape *shape, json_t *json, char *dst, const place *at);

/* ---- Errors ---- */

/* A name out of the text, if it is fit to be shown. */
static const char *shown(const char *name)
{
    size_t n = strlen(name);
    if (n < 1 || n > 32) return "?";
    for (size_t i = 0; i < n; i++)
        if (name[i] <= ' ' || name[i] > '~') return "?";
    return name;
}

static void place_write(text *t, const place *at)
{
    if (!at) return;
    place_write(t, at->up);
    if (!at->name) {
        text_char(t, '[');
        text_int(t, at->index);
        text_char(t, ']');
        return;
    }
    if (t->n) text_char(t, '.');
    text_str(t, shown(at->name));
}

static proto_err refuse(reader *r, const place *at, proto_err code, const char *pattern, ...)
    __attribute__((format(printf, 4, 5)));
static proto_err refuse(reader *r, const place *at, proto_err code, const char *pattern, ...)
{
    proto_error *e = r->error;
    if (!e) return code;
    char reason[112];
    va_list list;
    va_start(list, pattern);
    vsnprintf(reason, sizeof reason, pattern, list);
    va_end(list);
    *e = (proto_error){.code = code};
    text field = text_into(e->field, sizeof e->field);
    place_write(&field, at);
    snprintf(e->message, sizeof e->message, "%s", r->message);
    const char *dot = e->message[0] && e->field[0] ? "." : "", *colon = e->message[0] || e->field[0] ? ": " : "";
    snprintf(e->text, sizeof e->text, "%.31s%s%.48s%s%s", e->message, dot, e->field, colon, reason);
    return code;
}

/* ---- Values ---- */

/* Zeroed room in the arena, or NULL. */
static void *take(reader *r, size_t size, size_t align)
{
    proto_arena *a = r->arena;
    size_t from = (a->used + align - 1) / align * align;
    if (from > a->cap || size > a->cap - from) return NULL;
    a->used = from + size;
    return memset((char *)a->base + from, 0, size);
}

static proto_err no_room(reader *r, const place *at)
{
    return refuse(r, at, PROTO_E_ROOM, "there is no room for it");
}

static void store_number(const proto_field *f, int64_t value, char *dst)
{
    int32_t narrow = (int32_t)value;
    if (f->wide)
        memcpy(dst, &value, sizeof value);
    else
        memcpy(dst, &narrow, sizeof narrow);
}

static proto_err read_number(reader *r, const proto_field *f, json_t *json, char *dst, const place *at)
{
    json_int_t value = json_integer_value(json);
    bool whole = json_is_integer(json);
    if (!whole || value < f->min || value > f->max)
        return refuse(r, at, whole ? PROTO_E_RANGE : PROTO_E_TYPE, "expected a whole number from %lld to %lld",
                      (long long)f->min, (long long)f->max);
    store_number(f, value, dst);
    return PROTO_OK;
}

static bool is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

/* A control character but the tab; jansson has seen to it that this is UTF-8. */
static bool is_control(const char *p)
{
    unsigned char c = (unsigned char)p[0], next = (unsigned char)p[1];
    return (c < ' ' && c != '\t') || c == 0x7f || (c == 0xc2 && next < 0xa0);
}

static proto_err read_text(reader *r, const proto_field *f, json_t *json, char *dst, const place *at)
{
    if (!json_is_string(json)) return refuse(r, at, PROTO_E_TYPE, "expected text");
    const char *s = json_string_value(json);
    size_t n = json_string_length(json);
    if ((int64_t)n < f->min || (int64_t)n > f->max)
        return refuse(r, at, PROTO_E_SIZE, "expected %lld to %lld bytes of text, not %zu", (long long)f->min,
                      (long long)f->max, n);
    for (size_t i = 0; i < n; i++) {
        if (f->type == PROTO_WORD && !is_word_char(s[i]))
            return refuse(r, at, PROTO_E_TYPE, "expected letters, digits, - and _ alone");
        if (is_control(s + i)) return refuse(r, at, PROTO_E_TYPE, "expected text without control characters");
    }
    char *copy = take(r, n + 1, 1);
    if (!copy) return no_room(r, at);
    memcpy(copy, s, n);
    memcpy(dst, &copy, sizeof copy);
    return PROTO_OK;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static proto_err read_bytes(reader *r, const proto_field *f, json_t *json, char *dst, const place *at)
{
    const char *s = json_string_value(json);
    int64_t n = s && (int64_t)json_string_length(json) == 2 * f->max ? f->max : -1, done = 0;
    for (; done < n && hex_digit(s[2 * done]) >= 0 && hex_digit(s[2 * done + 1]) >= 0; done++)
        dst[done] = (char)(hex_digit(s[2 * done]) << 4 | hex_digit(s[2 * done + 1]));
    if (done == n) return PROTO_OK;
    return refuse(r, at, s && n < 0 ? PROTO_E_SIZE : PROTO_E_TYPE, "expected %lld hexadecimal digits in lower case",
                  (long long)(2 * f->max));
}

static proto_err read_enum(reader *r, const proto_field *f, json_t *json, char *dst, const place *at)
{
    const char *s = json_string_value(json);
    for (int i = 0; s && i < f->max; i++)
        if (strcmp(s, f->word[i]) == 0) return memcpy(dst, &i, sizeof i), PROTO_OK;
    char words[96];
    text t = text_into(words, sizeof words);
    for (int i = 0; i < f->max; i++) {
        if (i) text_str(&t, i + 1 < f->max ? ", " : " or ");
        text_str(&t, f->word[i]);
    }
    return refuse(r, at, PROTO_E_TYPE, "expected %s", t.n < sizeof words ? words : "another word");
}

static proto_err read_value(reader *r, const proto_field *f, json_t *json, char *dst, const place *at)
{
    switch (f->type) {
    case PROTO_NUMBER: return read_number(r, f, json, dst, at);
    case PROTO_TEXT:
    case PROTO_WORD: return read_text(r, f, json, dst, at);
    case PROTO_BYTES: return read_bytes(r, f, json, dst, at);
    case PROTO_ENUM: return read_enum(r, f, json, dst, at);
    case PROTO_STRUCT: return read_shape(r, f->shape, json, dst, at);
    case PROTO_UNION: return read_choice(r, f->choice, json, dst, at);
    case PROTO_BOOL: break;
    }
    bool value = json_is_true(json);
    if (!json_is_boolean(json)) return refuse(r, at, PROTO_E_TYPE, "expected true or false");
    memcpy(dst, &value, sizeof value);
    return PROTO_OK;
}

/* ---- Arrays and objects ---- */

static proto_err read_array(reader *r, const proto_field *f, json_t *json, char *dst, const place *at)
{
    size_t n = json_array_size(json), each = proto_item_size(f);
    if (!json_is_array(json)) return refuse(r, at, PROTO_E_TYPE, "expected an array");
    if (n < (size_t)f->min_items || n > (size_t)f->max_items)
        return refuse(r, at, PROTO_E_SIZE, "expected %d to %d items, not %zu", (int)f->min_items, (int)f->max_items, n);
    if (!n) return PROTO_OK;
    char *items = take(r, n * each, sizeof(int64_t));
    if (!items) return no_room(r, at);
    for (size_t i = 0; i < n; i++) {
        place item = {at, NULL, (int)i};
        proto_err err = read_value(r, f, json_array_get(json, i), items + i * each, &item);
        if (err) return err;
    }
    int32_t count = (int32_t)n;
    memcpy(dst + f->at, &items, sizeof items);
    memcpy(dst + f->mark, &count, sizeof count);
    return PROTO_OK;
}

static proto_err read_fields(reader *r, const proto_shape *shape, json_t *json, char *dst, const place *at)
{
    for (int i = 0; i < shape->n_fields; i++) {
        const proto_field *f = &shape->field[i];
        place here = {at, f->name, 0};
        json_t *value = json_object_get(json, f->name);
        proto_err err = PROTO_OK;
        if (value && f->repeated)
            err = read_array(r, f, value, dst, &here);
        else if (value)
            err = read_value(r, f, value, dst + f->at, &here);
        else if (!f->optional)
            err = refuse(r, &here, PROTO_E_MISSING, "is missing");
        if (err) return err;
        bool present = true;
        if (value && f->optional && f->type != PROTO_TEXT && f->type != PROTO_WORD)
            memcpy(dst + f->mark, &present, sizeof present);
    }
    return PROTO_OK;
}

/* Refuses a field that the shape does not have; `type` belongs to a choice. */
static proto_err check_names(reader *r, const proto_shape *shape, json_t *json, bool typed, const place *at)
{
    const char *name;
    json_t *value;
    json_object_foreach(json, name, value)
    {
        bool known = typed && strcmp(name, "type") == 0;
        for (int k = 0; k < shape->n_fields && !known; k++) known = strcmp(name, shape->field[k].name) == 0;
        place here = {at, name, 0};
        if (!known) return refuse(r, &here, PROTO_E_UNKNOWN, "there is no such field");
    }
    return PROTO_OK;
}

static proto_err read_shape(reader *r, const proto_shape *shape, json_t *json, char *dst, const place *at)
{
    if (!json_is_object(json)) return refuse(r, at, PROTO_E_TYPE, "expected an object");
    proto_err err = check_names(r, shape, json, false, at);
    return err ? err : read_fields(r, shape, json, dst, at);
}

/* Index of the shape that the object's type names, or -1. */
static int find_shape(const proto_choice *choice, json_t *json)
{
    const char *type = json_string_value(json_object_get(json, "type"));
    for (int i = 0; type && i < choice->n_shapes; i++)
        if (strcmp(type, choice->shape[i].name) == 0) return i;
    return -1;
}

static proto_err read_choice(reader *r, const proto_choice *choice, json_t *json, char *dst, const place *at)
{
    if (!json_is_object(json)) return refuse(r, at, PROTO_E_TYPE, "expected an object");
    json_t *type = json_object_get(json, "type");
    int kind = find_shape(choice, json);
    place here = {at, "type", 0};
    if (!type) return refuse(r, &here, PROTO_E_MISSING, "is missing");
    if (!json_is_string(type)) return refuse(r, &here, PROTO_E_TYPE, "expected text");
    if (kind < 0) return refuse(r, &here, PROTO_E_KIND, "there is no message `%s`", shown(json_string_value(type)));
    const proto_shape *shape = &choice->shape[kind];
    if (!at) r->message = shape->name;
    memcpy(dst, &kind, sizeof kind);
    proto_err err = check_names(r, shape, json, true, at);
    return err ? err : read_fields(r, shape, json, dst + choice->body, at);
}

/* ---- The text ---- */

/* The name that ends before source[end], which is its closing quote. */
static void name_before(const char *source, size_t end, char *dst, size_t cap)
{
    size_t from = end;
    while (from > 0 && source[from - 1] != '"' && end - from < cap) from--;
    bool whole = from > 0 && source[from - 1] == '"' && end - from < cap;
    snprintf(dst, cap, "%.*s", whole ? (int)(end - from) : 1, whole ? source + from : "?");
}

/* NULL: refused. */
static json_t *parse(reader *r, const proto_choice *choice, const char *source, size_t size, proto_err *err)
{
    json_error_t e;
    json_t *json = json_loadb(source, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &e);
    if (json) return json;
    enum json_error_code code = json_error_code(&e);
    if (code == json_error_duplicate_key) {
        char name[40];
        place here = {NULL, name, 0};
        name_before(source, (size_t)e.position - 1, name, sizeof name);
        json = json_loadb(source, size, JSON_DECODE_ANY, &e); /* to know which message it was to be */
        int kind = json && choice ? find_shape(choice, json) : -1;
        if (kind >= 0) r->message = choice->shape[kind].name;
        if (json) *err = refuse(r, &here, PROTO_E_DUPLICATE, "is there twice");
        json_decref(json);
        if (json) return NULL;
    }
    if (code == json_error_out_of_memory)
        *err = no_room(r, NULL);
    else if (code == json_error_stack_overflow)
        *err = refuse(r, NULL, PROTO_E_JSON, "the text is nested too deeply");
    else
        *err = refuse(r, NULL, PROTO_E_JSON, "this is not JSON (line %d, column %d)", e.line, e.column);
    return NULL;
}

static proto_err read_all(const proto_choice *choice, const proto_shape *shape, char *dst, proto_arena *arena,
                          const char *source, size_t size, proto_error *error)
{
    reader r = {arena, error, ""};
    proto_err err = PROTO_OK;
    size_t used = arena->used, n = choice ? choice->size : shape->size;
    memset(dst, 0, n);
    json_t *json = parse(&r, choice, source, size, &err);
    if (json) err = choice ? read_choice(&r, choice, json, dst, NULL) : read_shape(&r, shape, json, dst, NULL);
    json_decref(json);
    if (err) {
        memset(dst, 0, n);
        arena->used = used;
    } else if (error) {
        *error = (proto_error){0};
    }
    return err;
}

proto_err proto_read_choice(const proto_choice *choice, void *dst, proto_arena *arena, const char *source, size_t size,
                            proto_error *error)
{
    return read_all(choice, NULL, dst, arena, source, size, error);
}

proto_err proto_read_shape(const proto_shape *shape, void *dst, proto_arena *arena, const char *source, size_t size,
                           proto_error *error)
{
    return read_all(NULL, shape, dst, arena, source, size, error);
}
