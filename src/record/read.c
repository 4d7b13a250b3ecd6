/* read.c - a whole file into a record: setup (setup.c), then lines, each played as it is read.
 *
 * The setup ends with the first line that is not of it: then the rules are compiled and the game begins. */
#include "base/error.h"
#include "record/course.h"
#include "record/line.h"

typedef struct reader {
    aude_record *record;
    aude_rules *rules;
    aude_course *course;
    scan *s;
    aude_errinfo *e;
    bool hidden; /* some bet reads `?` */
    bool begun;  /* the setup is compiled */
    u32 seen;    /* setup lines that stand once */
} reader;

static aude_err refuse(const reader *r, word w, aude_err code, const char *pattern)
{
    return word_error(w, code, pattern, NULL, r->e);
}

/* Compiles the setup; the lines of the game follow. */
static aude_err game_begin(reader *r)
{
    const aude_setup *setup = &r->record->setup;
    aude_err err = AUDE_OK;
    if (!setup->n_sets) return error_at(r->e, AUDE_E_SYNTAX, r->s->line, 0, "no `set` line stands before", NULL, NULL);
    if (!setup->n_seats)
        return error_at(r->e, AUDE_E_SYNTAX, r->s->line, 0, "no `seat` line stands before", NULL, NULL);
    err = aude_rules_init(r->rules, setup, r->e);
    if (err && r->e) r->e->line = r->s->line;
    if (err) return err;
    course_start(r->course, r->rules, r->record->confirm, r->hidden);
    r->begun = true;
    return AUDE_OK;
}

/* ---- Lines ---- */

static aude_err read_check(reader *r, aude_line *line, bool digest)
{
    line->number = r->s->line;
    if (digest) {
        word w = scan_word(r->s);
        line->kind = AUDE_LINE_DIGEST;
        if (w.n == 16 && word_hex(w, &line->digest)) return scan_end(r->s, r->e);
        return refuse(r, w, AUDE_E_SYNTAX, "`%s` is no digest: 16 digits 0-9 a-f");
    }
    expect unused;
    line->kind = AUDE_LINE_EXPECT;
    line->index = (i32)(r->s->rest - r->record->text);
    line->size = (i32)(r->s->stop - r->s->rest);
    return expect_scan(r->rules, &r->course->state, r->s, &unused, r->e);
}

static aude_err read_line(reader *r)
{
    aude_record *record = r->record;
    aude_err err = r->begun ? AUDE_OK : game_begin(r);
    if (err) return err;
    word w = scan_peek(r->s);
    if (record->n_lines >= record->cap_lines) return refuse(r, w, AUDE_E_LIMIT, "more lines than there is room for");
    aude_line *line = &record->line[record->n_lines];
    *line = (aude_line){.index = -1};
    bool digest = word_is(w, "digest");
    if (digest || word_is(w, "expect")) {
        scan_word(r->s);
        err = read_check(r, line, digest);
    } else {
        err = line_scan(r->rules, &r->course->state, r->s, line, r->e);
        if (!err) {
            err = course_line(r->course, line, NULL, r->e);
            if (err && r->e) r->e->line = w.line, r->e->column = w.column;
        }
    }
    if (!err) record->n_lines++;
    return err;
}

static aude_err read_statement(reader *r)
{
    word w = scan_peek(r->s);
    if (!setup_begins(w)) return read_line(r);
    if (r->begun) return refuse(r, w, AUDE_E_SYNTAX, "`%s` belongs before the first move");
    return setup_scan(r->record, r->s, &r->seen, r->e);
}

static aude_err read_all(reader *r)
{
    scan *s = r->s;
    aude_err err = scan_line(s, r->e);
    if (err) return err;
    word head = scan_word(s);
    if (!s->more || !word_is(head, "aude"))
        return error_at(r->e, AUDE_E_SYNTAX, s->line > 0 ? s->line : 1, s->more ? head.column : 0,
                        "a record begins with `aude 1`", NULL, NULL);
    word version = scan_word(s);
    if (!word_is(version, "1"))
        return refuse(r, version, AUDE_E_UNKNOWN, "version `%s` is unknown; this reads version 1");
    err = scan_end(s, r->e);
    while (!err) {
        err = scan_line(s, r->e);
        if (err) return err;
        if (!s->more) return r->begun ? AUDE_OK : game_begin(r);
        err = read_statement(r);
    }
    return err;
}

/* Whether a line `bet SEAT ?` occurs. Lines that are not well-formed are refused later. */
static bool text_hides(const char *src, size_t size)
{
    scan s = scan_text(src, size);
    while (scan_line(&s, NULL) == AUDE_OK && s.more) {
        if (!word_is(scan_word(&s), "bet")) continue;
        scan_word(&s);
        if (word_is(scan_word(&s), "?")) return true;
    }
    return false;
}

aude_err aude_record_read(aude_record *record, aude_rules *rules, aude_state *state, const char *src, size_t size,
                          aude_errinfo *error)
{
    aude_course course;
    scan s = scan_text(src, size);
    reader r = {record, rules, &course, &s, error, text_hides(src, size), false, 0};
    if (size > INT32_MAX) return error_at(error, AUDE_E_LIMIT, 0, 0, "the text is too long", NULL, NULL);
    setup_clear(record);
    record->n_lines = 0;
    record->text = src;
    aude_err err = read_all(&r);
    if (err)
        record->n_lines = 0;
    else
        aude_state_copy(rules, state, &course.state);
    return err;
}
