/* tree.c - see tree.h. */
#include "jcz/tree.h"

#include "base/error.h"
#include "base/scan.h"
#include "base/text.h"

static aude_err place_error(const tree *t, i32 at, aude_err code, const char *pattern, const char *a, const char *b,
                            aude_errinfo *e)
{
    int line = 1;
    i32 begin = 0;
    for (i32 i = 0; i < at; i++)
        if (t->text[i] == '\n') {
            line++;
            begin = i + 1;
        }
    return error_at(e, code, line, at - begin + 1, pattern, a, b);
}

aude_err tree_error(const tree *t, int i, aude_err code, const char *pattern, const char *a, const char *b,
                    aude_errinfo *e)
{
    const node *v = i < 0 ? NULL : &t->node[i];
    return place_error(t,
                       !v                       ? 0
                       : v->key >= 0            ? v->key - 1
                       : v->kind == NODE_STRING ? v->at - 1
                                                : v->at,
                       code, pattern, a, b, e);
}

/* ---- Strings ----------------------------------------------------------------------------------------------------- */

static int digit_of(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The four digits at p; -1: they are none. */
static i32 unit_at(const char *p, const char *end)
{
    i32 value = 0;
    if (end - p < 4) return -1;
    for (int i = 0; i < 4; i++) {
        if (digit_of(p[i]) < 0) return -1;
        value = 16 * value + digit_of(p[i]);
    }
    return value;
}

/* Behind `\u`: the character there, and how many bytes it takes; -1: there is none. */
static i32 unicode_at(const char *p, const char *end, int *size)
{
    i32 value = unit_at(p, end);
    *size = 4;
    if (value < 0xd800 || value > 0xdfff) return value ? value : -1;
    if (value > 0xdbff || end - p < 10 || p[4] != '\\' || p[5] != 'u') return -1;
    i32 low = unit_at(p + 6, end);
    *size = 10;
    return low >= 0xdc00 && low <= 0xdfff ? 0x10000 + ((value - 0xd800) << 10) + (low - 0xdc00) : -1;
}

static void character_text(text *t, i32 c)
{
    if (c < 0x80) {
        text_char(t, (char)c);
    } else {
        int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
        text_char(t, (char)((0xf0 << (3 - more)) | c >> (6 * more)));
        while (more-- > 0) text_char(t, (char)(0x80 | (c >> (6 * more) & 0x3f)));
    }
}

static const char escape_name[] = "\"\\/bfnrt", escape_byte[] = "\"\\/\b\f\n\r\t";

static int escape_of(char c)
{
    for (int i = 0; escape_name[i]; i++)
        if (escape_name[i] == c) return i;
    return -1;
}

/* The string that begins at a byte: well-formed, as it was read. Returns its size. */
static size_t string_take(const tree *t, i32 at, char *dst, size_t cap)
{
    text out = text_into(dst, cap);
    const char *p = t->text + at, *end = t->text + t->size;
    int size;
    while (*p != '"') {
        if (*p != '\\') {
            text_char(&out, *p++);
        } else if (p[1] == 'u') {
            character_text(&out, unicode_at(p + 2, end, &size));
            p += 2 + size;
        } else {
            text_char(&out, escape_byte[escape_of(p[1])]);
            p += 2;
        }
    }
    return out.n;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

typedef struct reader {
    tree *t;
    i32 at;
    aude_errinfo *e;
} reader;

static aude_err refuse(const reader *r, i32 at, const char *what)
{
    return place_error(r->t, at, AUDE_E_SYNTAX, what, NULL, NULL, r->e);
}

/* The next byte that is no white space; 0: the text ends. */
static char byte_next(reader *r)
{
    const tree *t = r->t;
    for (; r->at < t->size; r->at++) {
        char c = t->text[r->at];
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return c ? c : '?';
    }
    return 0;
}

/* Steps over a string, whose quote is the next byte. */
static aude_err string_read(reader *r)
{
    const char *all = r->t->text, *end = all + r->t->size;
    i32 begin = r->at++;
    while (r->at < r->t->size && all[r->at] != '"') {
        const char *p = all + r->at;
        int n = utf8_size(p, end);
        if (*p == '\\') {
            char c = p + 1 < end ? p[1] : 0;
            if (c == 'u') {
                if (unicode_at(p + 2, end, &n) < 0) return refuse(r, r->at, "no character that may stand here");
                n += 2;
            } else {
                if (escape_of(c) < 0 || !c) return refuse(r, r->at, "no character stands for this");
                n = 2;
            }
        } else if (!n || *p == '\t') {
            return refuse(r, r->at, (u8)*p < 0x80 ? "a control character" : "this is not UTF-8 text");
        }
        r->at += n;
    }
    if (r->at == r->t->size) return refuse(r, begin, "this string has no end");
    r->at++;
    return AUDE_OK;
}

static bool digits_skip(reader *r)
{
    i32 begin = r->at;
    while (r->at < r->t->size && r->t->text[r->at] >= '0' && r->t->text[r->at] <= '9') r->at++;
    return r->at > begin;
}

static bool byte_skip(reader *r, char c)
{
    bool there = r->at < r->t->size && r->t->text[r->at] == c;
    r->at += there;
    return there;
}

static aude_err number_read(reader *r)
{
    i32 begin = r->at;
    byte_skip(r, '-');
    bool good = byte_skip(r, '0') || digits_skip(r);
    if (good && byte_skip(r, '.')) good = digits_skip(r);
    if (good && (byte_skip(r, 'e') || byte_skip(r, 'E'))) {
        if (!byte_skip(r, '+')) byte_skip(r, '-');
        good = digits_skip(r);
    }
    return good ? AUDE_OK : refuse(r, begin, "a value should stand here");
}

static aude_err word_read(reader *r, node *v)
{
    static const char *const name[] = {[NODE_NULL] = "null", [NODE_FALSE] = "false", [NODE_TRUE] = "true"};
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(name[i]);
        if ((size_t)(r->t->size - r->at) < n || memcmp(r->t->text + r->at, name[i], n) != 0) continue;
        v->kind = i;
        r->at += (i32)n;
        return AUDE_OK;
    }
    v->kind = NODE_NUMBER;
    return number_read(r);
}

static aude_err key_check(const reader *r, int object, i32 key)
{
    const tree *t = r->t;
    char one[TREE_KEY], other[TREE_KEY];
    if (string_take(t, key, one, sizeof one) >= sizeof one) return refuse(r, key - 1, "this key is too long");
    if (t->node[object].n == TREE_MAX_KEYS) return refuse(r, key - 1, "this object is too large");
    for (int i = object + 1, k = 0; k < t->node[object].n; k++, i = t->node[i].next) {
        tree_key(t, i, other, sizeof other);
        if (!strcmp(one, other)) return refuse(r, key - 1, "this key is there twice");
    }
    return AUDE_OK;
}

static aude_err value_read(reader *r, i32 key, int depth);

/* What stands between the brackets. */
static aude_err values_read(reader *r, int of, int depth)
{
    tree *t = r->t;
    bool object = t->node[of].kind == NODE_OBJECT;
    char close = object ? '}' : ']';
    r->at++;
    if (byte_next(r) == close) return r->at++, AUDE_OK;
    for (;;) {
        i32 key = -1;
        if (object) {
            if (byte_next(r) != '"') return refuse(r, r->at, "a key should stand here");
            key = r->at + 1;
            aude_err err = string_read(r);
            if (!err) err = key_check(r, of, key);
            if (err) return err;
            if (byte_next(r) != ':') return refuse(r, r->at, "`:` should stand here");
            r->at++;
        }
        aude_err err = value_read(r, key, depth + 1);
        if (err) return err;
        t->node[of].n++;
        char c = byte_next(r);
        if (c != ',' && c != close)
            return refuse(r, r->at, object ? "`,` or `}` should stand here" : "`,` or `]` should stand here");
        r->at++;
        if (c == close) return AUDE_OK;
    }
}

static aude_err value_read(reader *r, i32 key, int depth)
{
    char c = byte_next(r);
    if (depth > TREE_MAX_DEPTH) return refuse(r, r->at, "this is nested too deeply");
    int i = r->t->n++;
    node *v = &r->t->node[i];
    *v = (node){.at = r->at, .key = key};
    aude_err err;
    if (c == '{' || c == '[') {
        v->kind = c == '{' ? NODE_OBJECT : NODE_ARRAY;
        err = values_read(r, i, depth);
        v->end = r->at;
    } else if (c == '"') {
        v->kind = NODE_STRING;
        v->at++;
        err = string_read(r);
        v->end = r->at - 1;
    } else {
        err = word_read(r, v);
        v->end = r->at;
    }
    v->next = r->t->n;
    return err;
}

size_t tree_nodes(size_t size)
{
    return size / 2 + TREE_MAX_DEPTH + 2; /* each but the innermost ends with a byte of its own */
}

aude_err tree_read(tree *t, aude_errinfo *e)
{
    reader r = {.t = t, .e = e};
    t->n = 0;
    aude_err err = value_read(&r, -1, 0);
    if (err) return err;
    return byte_next(&r) ? refuse(&r, r.at, "nothing should follow here") : AUDE_OK;
}

/* ---- Asking ------------------------------------------------------------------------------------------------------ */

int tree_count(const tree *t, int i)
{
    return i < 0 ? 0 : t->node[i].n;
}

int tree_first(const tree *t, int of)
{
    return tree_count(t, of) ? of + 1 : -1;
}

int tree_next(const tree *t, int of, int i)
{
    int next = t->node[i].next;
    return next < t->node[of].next ? next : -1;
}

int tree_get(const tree *t, int object, const char *key)
{
    char name[TREE_KEY];
    if (object < 0 || t->node[object].kind != NODE_OBJECT) return -1;
    for (int i = tree_first(t, object); i >= 0; i = tree_next(t, object, i)) {
        tree_key(t, i, name, sizeof name);
        if (!strcmp(name, key)) return i;
    }
    return -1;
}

int tree_item(const tree *t, int array, int i)
{
    if (array < 0 || t->node[array].kind != NODE_ARRAY) return -1;
    int at = tree_first(t, array);
    while (at >= 0 && i-- > 0) at = tree_next(t, array, at);
    return at;
}

bool tree_string(const tree *t, int i, char *dst, size_t cap)
{
    return i >= 0 && t->node[i].kind == NODE_STRING && string_take(t, t->node[i].at, dst, cap) < cap;
}

void tree_key(const tree *t, int i, char *dst, size_t cap)
{
    if (t->node[i].key < 0)
        *dst = 0;
    else
        string_take(t, t->node[i].key, dst, cap);
}

bool tree_int(const tree *t, int i, i32 *dst)
{
    if (i < 0 || t->node[i].kind != NODE_NUMBER) return false;
    const node *v = &t->node[i];
    return word_int((word){t->text + v->at, v->end - v->at, 0, 0}, INT32_MIN, INT32_MAX, dst) == AUDE_OK;
}

bool tree_is(const tree *t, int i, const char *expected)
{
    char name[TREE_KEY];
    return tree_string(t, i, name, sizeof name) && !strcmp(name, expected);
}
