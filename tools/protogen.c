/* protogen - protogen MESSAGES.def INTRODUCTION.md OUT.h OUT.c OUT.ts OUT.md: writes the structs and tables of the protocol for C
 * and TypeScript, and its documentation. A program of the build; the grammar is described at the head of messages.def. */
#include "base/error.h"
#include "base/scan.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 1 << 18, MAX_TYPES = 128, MAX_FIELDS = 512, MAX_VALUES = 256, MAX_SHAPES = 128, MAX_EXAMPLES = 256 };
enum { MAX_CALLS = 32, MAX_NAME = 48 };

/* ---- The model ---- */

typedef enum type_kind { NUMBER, BOOL, TEXT, WORD, BYTES, ENUM, STRUCT, UNION } type_kind;

typedef struct type {
    type_kind kind;
    const char *name, *sentence;
    long long min, max; /* of a number; bytes of a text; words of an enum: max - min from value[min] on */
    int shape;          /* of a struct */
} type;

typedef struct value {
    const char *word, *sentence;
} value;

typedef struct field {
    const char *name, *sentence;
    int type;
    bool optional, repeated;
    long long min, max;
} field;

typedef enum group { GROUP_STRUCT, GROUP_CLIENT, GROUP_SERVER, GROUP_BODY, N_GROUPS } group;
static const char *const group_name[] = {"struct", "client", "server", "body"};

typedef struct shape {
    group group;
    const char *name, *sentence;
    int field, n_fields, example, n_examples;
} shape;

typedef struct call {
    const char *method, *path, *asked, *answer, *sentence;
} call;

static long long version;
static type types[MAX_TYPES];
static value values[MAX_VALUES];
static field fields[MAX_FIELDS];
static shape shapes[MAX_SHAPES];
static const char *examples[MAX_EXAMPLES];
static call calls[MAX_CALLS];
static int n_types, n_values, n_fields, n_shapes, n_examples, n_calls;

/* ---- Reading the definition ---- */

static const char *source;

static _Noreturn void fail(word w, const char *message)
{
    fprintf(stderr, "%s:%d:%d: %s: %.*s\n", source, w.line, w.column, message, w.n, w.s);
    exit(1);
}

static const char *keep(word w)
{
    char *copy = malloc((size_t)w.n + 1);
    if (!copy) exit(1);
    memcpy(copy, w.s, (size_t)w.n);
    copy[w.n] = '\0';
    return copy;
}

static const char *read_name(scan *s)
{
    word w = scan_word(s);
    if (w.n < 1 || w.n >= MAX_NAME || !islower((unsigned char)w.s[0])) fail(w, "expected a name");
    for (int i = 0; i < w.n; i++)
        if (!islower((unsigned char)w.s[i]) && w.s[i] != '_') fail(w, "names are of lower-case letters and _");
    return keep(w);
}

static long long read_number(word w)
{
    char *end;
    const char *text = keep(w);
    long long number = strtoll(text, &end, 10);
    if (!w.n || *end) fail(w, "expected a number");
    return number;
}

static void read_range(word w, long long *min, long long *max)
{
    const char *dots = NULL;
    for (int i = 0; i + 1 < w.n && !dots; i++)
        if (w.s[i] == '.' && w.s[i + 1] == '.') dots = w.s + i;
    if (!dots) fail(w, "expected MIN..MAX");
    word low = w, high = w;
    low.n = (int)(dots - w.s);
    high.s = dots + 2;
    high.n = w.n - low.n - 2;
    *min = read_number(low);
    *max = read_number(high);
    if (*min > *max) fail(w, "the limits are the wrong way round");
}

static int find_type(const char *name)
{
    for (int i = 0; i < n_types; i++)
        if (strcmp(types[i].name, name) == 0) return i;
    return -1;
}

static type *add_type(word w, type_kind kind, const char *name)
{
    if (n_types == MAX_TYPES) fail(w, "too many types");
    if (find_type(name) >= 0) fail(w, "this name is taken");
    types[n_types] = (type){.kind = kind, .name = name};
    return &types[n_types++];
}

static void read_shape(scan *s, word head, group g)
{
    if (n_shapes == MAX_SHAPES) fail(head, "too many shapes");
    shape *p = &shapes[n_shapes];
    *p = (shape){.group = g, .name = read_name(s), .field = n_fields, .example = n_examples};
    p->sentence = keep(scan_rest(s));
    for (int i = 0; i < n_shapes; i++)
        if (shapes[i].group == g && strcmp(shapes[i].name, p->name) == 0) fail(head, "this name is taken");
    if (g == GROUP_STRUCT) add_type(head, STRUCT, p->name)->shape = n_shapes;
    n_shapes++;
}

/* .NAME TYPE, .NAME? TYPE or .NAME[MIN..MAX] TYPE, then a sentence */
static void read_field(scan *s, word head)
{
    if (!n_shapes || n_fields == MAX_FIELDS) fail(head, "no place for a field");
    field *f = &fields[n_fields];
    *f = (field){0};
    word name = {head.s + 1, head.n - 1, head.line, head.column + 1};
    const char *bracket = memchr(name.s, '[', (size_t)name.n);
    if (bracket) {
        word range = {bracket + 1, (int)(name.s + name.n - bracket) - 2, name.line, name.column};
        if (name.s[name.n - 1] != ']') fail(head, "expected ]");
        read_range(range, &f->min, &f->max);
        f->repeated = true;
        name.n = (int)(bracket - name.s);
    } else if (name.n > 1 && name.s[name.n - 1] == '?') {
        f->optional = true;
        name.n--;
    }
    f->name = keep(name);
    word w = scan_word(s);
    f->type = find_type(keep(w));
    if (f->type < 0) fail(w, "no such type");
    type_kind kind = types[f->type].kind;
    if (f->optional && (kind == STRUCT || kind == UNION)) fail(w, "an object is not left out");
    if (f->repeated && (kind == BYTES || kind == BOOL || kind == ENUM)) fail(w, "there are no arrays of these");
    f->sentence = keep(scan_rest(s));
    shape *p = &shapes[n_shapes - 1];
    for (int i = p->field; i < n_fields; i++)
        if (strcmp(fields[i].name, f->name) == 0) fail(head, "this field is there already");
    p->n_fields++;
    n_fields++;
}

static void read_value(scan *s, word head)
{
    if (!n_types || types[n_types - 1].kind != ENUM || n_values == MAX_VALUES) fail(head, "no place for a word");
    const char *name = read_name(s);
    values[n_values++] = (value){name, keep(scan_rest(s))};
    types[n_types - 1].max = n_values;
}

static void read_line(scan *s)
{
    static const char *const scalars[] = {"number", "text", "word", "bytes"};
    static const type_kind scalar_kind[] = {NUMBER, TEXT, WORD, BYTES};
    word head = scan_word(s);
    int scalar = word_find(head, scalars, 4), g = word_find(head, group_name, N_GROUPS);
    if (head.s[0] == '.') {
        read_field(s, head);
    } else if (word_is(head, "-")) {
        read_value(s, head);
    } else if (word_is(head, "=")) {
        if (!n_shapes || n_examples == MAX_EXAMPLES) fail(head, "no place for an example");
        examples[n_examples++] = keep(scan_rest(s));
        shapes[n_shapes - 1].n_examples++;
    } else if (scalar >= 0) {
        type *t = add_type(head, scalar_kind[scalar], read_name(s));
        word range = scan_word(s);
        if (t->kind == BYTES)
            t->min = t->max = read_number(range);
        else
            read_range(range, &t->min, &t->max);
        t->sentence = keep(scan_rest(s));
    } else if (word_is(head, "enum")) {
        type *t = add_type(head, ENUM, read_name(s));
        t->min = t->max = n_values;
        t->sentence = keep(scan_rest(s));
    } else if (g >= 0) {
        read_shape(s, head, (group)g);
    } else if (word_is(head, "call")) {
        if (n_calls == MAX_CALLS) fail(head, "too many calls");
        call *c = &calls[n_calls++];
        c->method = keep(scan_word(s));
        c->path = keep(scan_word(s));
        c->asked = keep(scan_word(s));
        c->answer = keep(scan_word(s));
        c->sentence = keep(scan_rest(s));
    } else if (word_is(head, "version")) {
        version = read_number(scan_word(s));
    } else {
        fail(head, "unknown word");
    }
}

/* ---- Writing ---- */

static FILE *out;

static void put(const char *pattern, ...) __attribute__((format(printf, 1, 2)));
static void put(const char *pattern, ...)
{
    va_list list;
    va_start(list, pattern);
    vfprintf(out, pattern, list);
    va_end(list);
}

static const char *upper(const char *name)
{
    static char copy[4][MAX_NAME];
    static int turn;
    char *dst = copy[turn = (turn + 1) % 4];
    size_t n = strlen(name);
    for (size_t i = 0; i <= n; i++) dst[i] = (char)toupper((unsigned char)name[i]);
    return dst;
}

/* ---- The header ---- */

/* The name of a shape in C: member, client_move, body_join. */
static const char *shape_name(const shape *p)
{
    static char name[4][2 * MAX_NAME];
    static int turn;
    char *dst = name[turn = (turn + 1) % 4];
    if (p->group == GROUP_STRUCT)
        snprintf(dst, sizeof name[0], "%s", p->name);
    else
        snprintf(dst, sizeof name[0], "%s_%s", group_name[p->group], p->name);
    return dst;
}

static bool is_wide(const type *t)
{
    return t->kind == NUMBER && (t->min < INT32_MIN || t->max > INT32_MAX);
}

static bool is_text(const type *t)
{
    return t->kind == TEXT || t->kind == WORD;
}

static void put_member(const field *f)
{
    const type *t = &types[f->type];
    char base[MAX_NAME + 16];
    if (t->kind == NUMBER)
        strcpy(base, is_wide(t) ? "int64_t " : "int32_t ");
    else if (t->kind == BOOL)
        strcpy(base, "bool ");
    else if (t->kind == BYTES)
        strcpy(base, "uint8_t ");
    else if (is_text(t))
        strcpy(base, "const char *");
    else
        snprintf(base, sizeof base, "%sproto_%s ", t->kind == UNION ? "struct " : "", t->name);
    if (f->optional && !is_text(t)) put("    bool has_%s;\n", f->name);
    if (f->repeated) put("    int32_t n_%s;\n", f->name);
    if (f->repeated)
        put("    %s%s%s%s;", is_text(t) ? "" : "const ", base, is_text(t) ? "const *" : "*", f->name);
    else
        put("    %s%s", base, f->name);
    if (t->kind == BYTES) put("[%lld]", t->max);
    if (!f->repeated) put(";");
    const char *null = f->optional && is_text(t) ? "NULL: left out. " : "";
    put(*null || *f->sentence ? " /* %s%s */\n" : "\n", null, f->sentence);
}

/* The shortest text of a shape, which a struct in the arena may not outgrow eightfold (PROTO_ROOM). */
static long long least_size(const shape *p)
{
    long long n = p->group == GROUP_CLIENT || p->group == GROUP_SERVER ? 11 + (long long)strlen(p->name) : 2;
    for (const field *f = &fields[p->field]; f < &fields[p->field + p->n_fields]; f++) {
        const type *t = &types[f->type];
        if (f->optional) continue;
        n += (n > 2) + (long long)strlen(f->name) + 3;
        if (f->repeated)
            n += 2;
        else if (t->kind == STRUCT)
            n += least_size(&shapes[t->shape]);
        else
            n += is_text(t) ? t->min + 2 : t->kind == BYTES ? 2 * t->max + 2 : t->kind == BOOL ? 4 : 1;
    }
    return n;
}

static void put_struct(const shape *p)
{
    put("\n/* %s */\ntypedef struct proto_%s {\n", p->sentence, shape_name(p));
    for (int i = 0; i < p->n_fields; i++) put_member(&fields[p->field + i]);
    put("} proto_%s;\n", shape_name(p));
}

/* A choice: its kinds, its struct. */
static void put_choice(group g)
{
    const char *name = group_name[g];
    put("\ntypedef enum proto_%s_kind {\n", name);
    for (const shape *p = shapes; p < shapes + n_shapes; p++)
        if (p->group == g) put("    PROTO_%s_%s,\n", upper(name), upper(p->name));
    put("    PROTO_N_%s\n} proto_%s_kind;\n", upper(name), name);
    put("\ntypedef struct proto_%s {\n    proto_%s_kind kind;\n    union {\n", name, name);
    for (const shape *p = shapes; p < shapes + n_shapes; p++)
        if (p->group == g) put("        proto_%s %s;\n", shape_name(p), p->name);
    put("    };\n} proto_%s;\n", name);
}

/* Two functions for a choice or a body. */
static void put_functions(const char *name, const char *table, const char *how)
{
    put("\nstatic inline proto_err proto_%s_read(proto_%s *dst, proto_arena *arena, const char *source, size_t size, "
        "proto_error *error)\n{\n    return proto_read_%s(%s, dst, arena, source, size, error);\n}\n",
        name, name, how, table);
    put("static inline size_t proto_%s_write(const proto_%s *src, char *dst, size_t cap)\n{\n    return "
        "proto_write_%s(%s, src, dst, cap);\n}\n",
        name, name, how, table);
}

static void put_groups(const group g[2], void (*one)(const shape *p))
{
    for (const shape *p = shapes; p < shapes + n_shapes; p++)
        if (p->group == g[0] || p->group == g[1]) one(p);
}

static void put_body_functions(const shape *p)
{
    char table[3 * MAX_NAME];
    snprintf(table, sizeof table, "&proto_%s_shape", shape_name(p));
    put("\nextern const proto_shape proto_%s_shape;", shape_name(p));
    put_functions(shape_name(p), table, "shape");
}

static void put_header(void)
{
    put("/* Written by protogen from src/proto/messages.def; not to be edited. */\n#ifndef AUDE_PROTO_MESSAGES_H\n"
        "#define AUDE_PROTO_MESSAGES_H\n\n#include \"proto/proto.h\"\n\nenum { PROTO_VERSION = %lld };\n",
        version);
    for (const type *t = types; t < types + n_types; t++) {
        if (t->kind != ENUM) continue;
        put("\n/* %s */\ntypedef enum proto_%s {\n", t->sentence, t->name);
        for (long long i = t->min; i < t->max; i++)
            put("    PROTO_%s_%s, /* %s */\n", upper(t->name), upper(values[i].word), values[i].sentence);
        put("    PROTO_N_%s\n} proto_%s;\n", upper(t->name), t->name);
    }
    put_groups((group[]){GROUP_STRUCT, GROUP_STRUCT}, put_struct);
    put_groups((group[]){GROUP_CLIENT, GROUP_SERVER}, put_struct);
    put_choice(GROUP_CLIENT);
    put_choice(GROUP_SERVER);
    put_groups((group[]){GROUP_BODY, GROUP_BODY}, put_struct);
    put("\nextern const proto_choice proto_client_choice, proto_server_choice;\n");
    put_functions("client", "&proto_client_choice", "choice");
    put_functions("server", "&proto_server_choice", "choice");
    put_groups((group[]){GROUP_BODY, GROUP_BODY}, put_body_functions);
    put("\n#endif\n");
}

/* ---- The tables ---- */

static const char *const kind_name[] = {"NUMBER", "BOOL", "TEXT", "WORD", "BYTES", "ENUM", "STRUCT", "UNION"};

static void put_field(const shape *p, const field *f)
{
    const type *t = &types[f->type];
    const char *owner = shape_name(p);
    put("    {.name = \"%s\", .type = PROTO_%s, .at = offsetof(proto_%s, %s)", f->name, kind_name[t->kind], owner,
        f->name);
    if (t->kind == NUMBER || is_text(t)) put(", .min = %lldLL, .max = %lldLL", t->min, t->max);
    if (t->kind == BYTES) put(", .max = %lld", t->max);
    if (t->kind == ENUM) put(", .max = %lld, .word = %s_words", t->max - t->min, t->name);
    if (t->kind == STRUCT) put(", .shape = &%s_shape", t->name);
    if (t->kind == UNION) put(", .choice = &proto_%s_choice", t->name);
    if (is_wide(t)) put(", .wide = true");
    if (f->optional) put(", .optional = true");
    if (f->optional && !is_text(t)) put(", .mark = offsetof(proto_%s, has_%s)", owner, f->name);
    if (f->repeated) {
        put(", .repeated = true, .mark = offsetof(proto_%s, n_%s), .min_items = %lld, .max_items = %lld", owner,
            f->name, f->min, f->max);
    }
    put("},\n");
}

static void put_fields(const shape *p)
{
    put("\nstatic_assert(sizeof(proto_%s) <= PROTO_ROOM(%lld) - 64, \"PROTO_ROOM\");\n", shape_name(p), least_size(p));
    put("static const proto_field %s_fields[] = {\n", shape_name(p));
    for (int i = 0; i < p->n_fields; i++) put_field(p, &fields[p->field + i]);
    put("};\n");
    if (p->group == GROUP_STRUCT) put("static const proto_shape %s_shape = ", p->name);
    if (p->group == GROUP_BODY) put("const proto_shape proto_%s_shape = ", shape_name(p));
    if (p->group == GROUP_STRUCT || p->group == GROUP_BODY)
        put("{\"%s\", sizeof(proto_%s), %s_fields, %d};\n", p->name, shape_name(p), shape_name(p), p->n_fields);
}

static void put_choice_table(group g)
{
    const char *name = group_name[g];
    int n = 0;
    put("\nstatic const proto_shape %s_shapes[] = {\n", name);
    for (const shape *p = shapes; p < shapes + n_shapes; p++) {
        if (p->group != g) continue;
        put("    {\"%s\", sizeof(proto_%s), %s_fields, %d},\n", p->name, shape_name(p), shape_name(p), p->n_fields);
        n++;
    }
    put("};\nconst proto_choice proto_%s_choice = {sizeof(proto_%s), offsetof(proto_%s, %s), %s_shapes, %d};\n", name,
        name, name, g == GROUP_CLIENT ? "hello" : "welcome", name, n);
    put("static_assert(sizeof(proto_%s) <= PROTO_ROOM(24), \"PROTO_ROOM\");\n", name);
}

static void put_tables(void)
{
    put("/* Written by protogen from src/proto/messages.def; not to be edited. */\n#include \"proto/messages.h\"\n\n"
        "#include <assert.h>\n");
    for (const type *t = types; t < types + n_types; t++) {
        if (t->kind != ENUM) continue;
        put("\nstatic const char *const %s_words[] = {", t->name);
        for (long long i = t->min; i < t->max; i++) put("%s\"%s\"", i > t->min ? ", " : "", values[i].word);
        put("};\n");
    }
    put_groups((group[]){GROUP_STRUCT, GROUP_STRUCT}, put_fields);
    put_groups((group[]){GROUP_CLIENT, GROUP_SERVER}, put_fields);
    put_choice_table(GROUP_CLIENT);
    put_choice_table(GROUP_SERVER);
    put_groups((group[]){GROUP_BODY, GROUP_BODY}, put_fields);
}

/* ---- TypeScript ---- */

/* client_move as ClientMove, or as clientMove. */
static const char *camel(const char *name, bool capital)
{
    static char copy[4][2 * MAX_NAME];
    static int turn;
    char *dst = copy[turn = (turn + 1) % 4], *to = dst;
    for (; *name; name++) {
        if (*name == '_')
            capital = true;
        else
            *to++ = (char)(capital ? toupper((unsigned char)*name) : *name), capital = false;
    }
    *to = '\0';
    return dst;
}

static void put_remark(const char *indent, const char *sentence)
{
    if (*sentence) put("%s/** %s */\n", indent, sentence);
}

static const char *script_type(const type *t)
{
    return t->kind == BOOL ? "boolean" : t->kind == UNION ? "ServerMessage" : camel(t->name, true);
}

static void put_alias(const type *t)
{
    if (t->kind == BOOL || t->kind == STRUCT || t->kind == UNION) return;
    put_remark("", t->sentence);
    put("export type %s =", camel(t->name, true));
    if (t->kind == ENUM) {
        for (long long i = t->min; i < t->max; i++) put("%s'%s'", i > t->min ? " | " : " ", values[i].word);
        put(";\n");
    } else {
        put(" %s;\n", t->kind == NUMBER ? "number" : "string");
    }
}

static void put_interface(const shape *p)
{
    put("\n/** %s */\nexport interface %s {\n", p->sentence, camel(shape_name(p), true));
    if (p->group == GROUP_CLIENT || p->group == GROUP_SERVER) put("  type: '%s';\n", p->name);
    for (const field *f = &fields[p->field]; f < &fields[p->field + p->n_fields]; f++) {
        put_remark("  ", f->sentence);
        put("  %s%s: %s%s;\n", f->name, f->optional ? "?" : "", script_type(&types[f->type]), f->repeated ? "[]" : "");
    }
    put("}\n");
}

static void put_script_field(const char *indent, const field *f)
{
    const type *t = &types[f->type];
    put("%s{ name: '%s', type: '", indent, f->name);
    for (const char *k = kind_name[t->kind]; *k; k++) put("%c", tolower((unsigned char)*k));
    put("'");
    if (t->kind == NUMBER || is_text(t)) put(", min: %lld, max: %lld", t->min, t->max);
    if (t->kind == BYTES) put(", max: %lld", t->max);
    if (t->kind == ENUM) {
        put(", words: [");
        for (long long i = t->min; i < t->max; i++) put("%s'%s'", i > t->min ? ", " : "", values[i].word);
        put("]");
    }
    if (t->kind == STRUCT) put(", shape: %sShape", camel(t->name, false));
    if (t->kind == UNION) put(", choice: serverChoice");
    if (f->optional) put(", optional: true");
    if (f->repeated) put(", items: [%lld, %lld]", f->min, f->max);
    put(" },\n");
}

static void put_script_shape(const shape *p)
{
    put("\nconst %sShape: Shape = [\n", camel(p->name, false));
    for (int i = 0; i < p->n_fields; i++) put_script_field("  ", &fields[p->field + i]);
    put("];\n");
}

static void put_script_choice(group g)
{
    const char *name = group_name[g];
    put("\nexport type %sMessage =", camel(name, true));
    for (const shape *p = shapes; p < shapes + n_shapes; p++)
        if (p->group == g) put("\n  | %s", camel(shape_name(p), true));
    put(";\nexport const %sChoice: Choice = new Map([\n", name);
    for (const shape *p = shapes; p < shapes + n_shapes; p++) {
        if (p->group != g) continue;
        put("  ['%s', [\n", p->name);
        for (int i = 0; i < p->n_fields; i++) put_script_field("    ", &fields[p->field + i]);
        put("  ]],\n");
    }
    put("]);\n");
}

static void put_body_entry(const shape *p)
{
    put("  %s: %s;\n", p->name, camel(shape_name(p), true));
}

static void put_body_shape(const shape *p)
{
    put("  %s: [\n", p->name);
    for (int i = 0; i < p->n_fields; i++) put_script_field("    ", &fields[p->field + i]);
    put("  ],\n");
}

static void put_script(void)
{
    const group structs[] = {GROUP_STRUCT, GROUP_STRUCT}, bodies[] = {GROUP_BODY, GROUP_BODY};
    put("// Written by protogen from src/proto/messages.def; not to be edited. `ninja protocol` renews it.\n\n"
        "/** What the codec knows of a field. */\n"
        "export interface Field {\n"
        "  readonly name: string;\n"
        "  readonly type: 'number' | 'bool' | 'text' | 'word' | 'bytes' | 'enum' | 'struct' | 'union';\n"
        "  /** Of a number; bytes of a text or word. */\n"
        "  readonly min?: number;\n"
        "  /** The same, and the size of bytes. */\n"
        "  readonly max?: number;\n"
        "  readonly words?: readonly string[];\n"
        "  readonly shape?: Shape;\n"
        "  readonly choice?: Choice;\n"
        "  readonly optional?: boolean;\n"
        "  /** It is an array of so many items. */\n"
        "  readonly items?: readonly [number, number];\n"
        "}\n"
        "/** The fields of an object, in the order of writing. */\n"
        "export type Shape = readonly Field[];\n"
        "/** Messages by their type. */\n"
        "export type Choice = ReadonlyMap<string, Shape>;\n\n"
        "export const VERSION = %lld;\n\n",
        version);
    for (const type *t = types; t < types + n_types; t++) put_alias(t);
    put_groups(structs, put_interface);
    put_groups((group[]){GROUP_CLIENT, GROUP_SERVER}, put_interface);
    put_groups(structs, put_script_shape);
    put_script_choice(GROUP_CLIENT);
    put_script_choice(GROUP_SERVER);
    put_groups(bodies, put_interface);
    put("\n/** The bodies of HTTP requests and answers by name. */\nexport interface Bodies {\n");
    put_groups(bodies, put_body_entry);
    put("}\nexport const bodyShapes: Readonly<Record<keyof Bodies, Shape>> = {\n");
    put_groups(bodies, put_body_shape);
    put("};\n");
}

/* ---- Documentation ---- */

static const char *introduction;

static void put_cell(const type *t)
{
    if (t->kind == BOOL)
        put("`true` or `false`");
    else if (t->kind == UNION)
        put("a message from the server");
    else
        put("[%s](#type-%s)", t->name, t->name);
}

static void put_shape_text(const shape *p)
{
    put("\n### ");
    if (p->group == GROUP_STRUCT)
        put("<a id=\"type-%s\"></a>%s", p->name, p->name);
    else if (p->group == GROUP_BODY)
        put("<a id=\"body-%s\"></a>`%s`", p->name, p->name);
    else
        put("`%s`", p->name);
    put("\n\n%s\n", p->sentence);
    if (p->n_fields) put("\n| field | | value | meaning |\n|---|---|---|---|\n");
    for (const field *f = &fields[p->field]; f < &fields[p->field + p->n_fields]; f++) {
        put("| `%s` | %s | ", f->name, f->optional ? "may be missing" : "");
        if (f->repeated) put("array of %lld to %lld: ", f->min, f->max);
        put_cell(&types[f->type]);
        put(" | %s |\n", f->sentence);
    }
    if (p->n_examples) put("\n```json\n");
    for (int i = 0; i < p->n_examples; i++) put("%s\n", examples[p->example + i]);
    if (p->n_examples) put("```\n");
}

static void put_type_text(const type *t)
{
    static const char *const pattern[] = {[NUMBER] = "a whole number, %lld to %lld",
                                          [TEXT] = "text of %lld to %lld bytes",
                                          [WORD] = "%lld to %lld letters, digits, `-` and `_`"};
    if (t->kind != NUMBER && !is_text(t) && t->kind != BYTES) return;
    put("| <a id=\"type-%s\"></a>%s | ", t->name, t->name);
    if (t->kind == BYTES)
        put("%lld hexadecimal digits in lower case", 2 * t->max);
    else if (t->kind == NUMBER)
        put(pattern[NUMBER], t->min, t->max);
    else
        put(pattern[t->kind], t->min, t->max);
    put(" | %s |\n", t->sentence);
}

static void put_enum_text(const type *t)
{
    if (t->kind != ENUM) return;
    put("\n### <a id=\"type-%s\"></a>%s\n\n%s\n\n| word | meaning |\n|---|---|\n", t->name, t->name, t->sentence);
    for (long long i = t->min; i < t->max; i++) put("| `%s` | %s |\n", values[i].word, values[i].sentence);
}

static void put_body_name(const char *name)
{
    bool body = strcmp(name, "-") != 0 && strcmp(name, "text") != 0;
    put(body ? " | [`%s`](#body-%s)" : " | %s", strcmp(name, "-") == 0 ? "" : name, name);
}

static void put_document(void)
{
    put("<!-- Written by protogen from src/proto; not to be edited. `ninja protocol` renews it. -->\n%s", introduction);
    put("\n## From client to server\n");
    put_groups((group[]){GROUP_CLIENT, GROUP_CLIENT}, put_shape_text);
    put("\n## From server to client\n");
    put_groups((group[]){GROUP_SERVER, GROUP_SERVER}, put_shape_text);
    put("\n## Parts of messages\n");
    put_groups((group[]){GROUP_STRUCT, GROUP_STRUCT}, put_shape_text);
    put("\n## Calls over HTTP\n\n| call | asks with | answers with | |\n|---|---|---|---|\n");
    for (const call *c = calls; c < calls + n_calls; c++) {
        put("| `%s %s`", c->method, c->path);
        put_body_name(c->asked);
        put_body_name(c->answer);
        put(" | %s |\n", c->sentence);
    }
    put_groups((group[]){GROUP_BODY, GROUP_BODY}, put_shape_text);
    put("\n## Words\n");
    for (const type *t = types; t < types + n_types; t++) put_enum_text(t);
    put("\n## Values\n\n| name | as | what |\n|---|---|---|\n");
    for (const type *t = types; t < types + n_types; t++) put_type_text(t);
}

/* ---- main ---- */

static char *read_file(const char *path, size_t *size)
{
    char *text = malloc(MAX_FILE);
    FILE *in = fopen(path, "rb");
    *size = in && text ? fread(text, 1, MAX_FILE - 1, in) : 0;
    if (!in || !text || ferror(in) || *size == MAX_FILE - 1) fprintf(stderr, "%s: cannot be read\n", path), exit(1);
    fclose(in);
    text[*size] = '\0';
    return text;
}

static void read_definition(const char *path)
{
    aude_errinfo e;
    size_t size;
    const char *text = read_file(path, &size);
    source = path;
    types[n_types++] = (type){.kind = BOOL, .name = "bool", .sentence = ""};
    types[n_types++] = (type){.kind = UNION, .name = "server", .sentence = ""};
    scan s = scan_text(text, size);
    for (;;) {
        if (scan_line(&s, &e)) fprintf(stderr, "%s:%d:%d: %s\n", path, e.line, e.column, e.message), exit(1);
        if (!s.more) break;
        read_line(&s);
    }
}

static void write_file(const char *path, void (*body)(void))
{
    out = fopen(path, "wb");
    if (!out) perror(path), exit(1);
    body();
    if (ferror(out) | fclose(out)) perror(path), remove(path), exit(1);
}

int main(int argc, char **argv)
{
    size_t size;
    if (argc != 7)
        return fprintf(stderr, "usage: protogen MESSAGES.def INTRODUCTION.md OUT.h OUT.c OUT.ts OUT.md\n"), 2;
    read_definition(argv[1]);
    introduction = read_file(argv[2], &size);
    write_file(argv[3], put_header);
    write_file(argv[4], put_tables);
    write_file(argv[5], put_script);
    write_file(argv[6], put_document);
    return 0;
}
