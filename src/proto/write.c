/* write.c - a message to JSON text, by the tables of schema.h. */
#include "base/text.h"
#include "proto/proto.h"

#include <assert.h>

static void write_choice(text *t, const proto_choice *choice, const char *src);
static void write_shape(text *t, const proto_shape *shape, const char *src, const char *type);

static const void *load_pointer(const char *src)
{
    const void *pointer;
    memcpy(&pointer, src, sizeof pointer);
    return pointer;
}

static int load_int(const char *src)
{
    int value;
    memcpy(&value, src, sizeof value);
    return value;
}

static bool load_bool(const char *src)
{
    bool value;
    memcpy(&value, src, sizeof value);
    return value;
}

static int64_t load_number(const proto_field *f, const char *src)
{
    int64_t wide;
    if (!f->wide) return load_int(src);
    memcpy(&wide, src, sizeof wide);
    return wide;
}

static void write_string(text *t, const char *s)
{
    text_char(t, '"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') text_char(t, '\\');
        if (*s == '\t')
            text_str(t, "\\t");
        else
            text_char(t, *s);
    }
    text_char(t, '"');
}

static void write_text(text *t, const proto_field *f, const char *s)
{
    assert(s && (int64_t)strlen(s) >= f->min && (int64_t)strlen(s) <= f->max);
    (void)f;
    write_string(t, s);
}

static void write_bytes(text *t, const char *src, int64_t n)
{
    static const char digit[] = "0123456789abcdef";
    text_char(t, '"');
    for (int64_t i = 0; i < n; i++) {
        unsigned char byte = (unsigned char)src[i];
        text_char(t, digit[byte >> 4]);
        text_char(t, digit[byte & 15]);
    }
    text_char(t, '"');
}

static void write_number(text *t, const proto_field *f, int64_t value)
{
    assert(value >= f->min && value <= f->max);
    (void)f;
    text_int(t, value);
}

static void write_enum(text *t, const proto_field *f, int value)
{
    assert(value >= 0 && value < f->max);
    write_string(t, f->word[value]);
}

static void write_value(text *t, const proto_field *f, const char *src)
{
    switch (f->type) {
    case PROTO_NUMBER: write_number(t, f, load_number(f, src)); break;
    case PROTO_BOOL: text_str(t, load_bool(src) ? "true" : "false"); break;
    case PROTO_TEXT:
    case PROTO_WORD: write_text(t, f, load_pointer(src)); break;
    case PROTO_BYTES: write_bytes(t, src, f->max); break;
    case PROTO_ENUM: write_enum(t, f, load_int(src)); break;
    case PROTO_STRUCT: write_shape(t, f->shape, src, NULL); break;
    case PROTO_UNION: write_choice(t, f->choice, src); break;
    }
}

static void write_array(text *t, const proto_field *f, const char *src)
{
    const char *items = load_pointer(src + f->at);
    int n = load_int(src + f->mark);
    assert(n >= f->min_items && n <= f->max_items);
    text_char(t, '[');
    for (int i = 0; i < n; i++) {
        if (i) text_char(t, ',');
        write_value(t, f, items + (size_t)i * proto_item_size(f));
    }
    text_char(t, ']');
}

static bool is_present(const proto_field *f, const char *src)
{
    if (!f->optional) return true;
    if (f->type == PROTO_TEXT || f->type == PROTO_WORD) return load_pointer(src + f->at) != NULL;
    return load_bool(src + f->mark);
}

static void write_shape(text *t, const proto_shape *shape, const char *src, const char *type)
{
    const char *before = "{";
    if (type) {
        text_str(t, "{\"type\":");
        write_string(t, type);
        before = ",";
    }
    for (int i = 0; i < shape->n_fields; i++) {
        const proto_field *f = &shape->field[i];
        if (!is_present(f, src)) continue;
        text_str(t, before);
        before = ",";
        write_string(t, f->name);
        text_char(t, ':');
        if (f->repeated)
            write_array(t, f, src);
        else
            write_value(t, f, src + f->at);
    }
    text_str(t, *before == '{' ? "{}" : "}");
}

static void write_choice(text *t, const proto_choice *choice, const char *src)
{
    int kind = load_int(src);
    assert(kind >= 0 && kind < choice->n_shapes);
    const proto_shape *shape = &choice->shape[kind];
    write_shape(t, shape, src + choice->body, shape->name);
}

size_t proto_write_choice(const proto_choice *choice, const void *src, char *dst, size_t cap)
{
    text t = text_into(dst, cap);
    write_choice(&t, choice, src);
    return t.n;
}

size_t proto_write_shape(const proto_shape *shape, const void *src, char *dst, size_t cap)
{
    text t = text_into(dst, cap);
    write_shape(&t, shape, src, NULL);
    return t.n;
}
