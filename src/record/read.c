/* read.c - a whole file into a record: setup, then lines, each played as it is read.
 *
 * The setup ends with the first line that is not of it: then the rules are compiled and the game begins. */
#include "base/error.h"
#include "data/tileset.h"
#include "record/course.h"
#include "record/line.h"

typedef struct reader {
    aude_record *record;
    aude_rules *rules;
    aude_course *course;
    scan *s;
    aude_errinfo *e;
    bool hidden;         /* some bet reads `?` */
    bool begun;          /* the setup is compiled */
    unsigned rules_seen; /* bit i: rule i of rule_word; then `chips` */
} reader;

static aude_err refuse(const reader *r, word w, aude_err code, const char *pattern)
{
    return word_error(w, code, pattern, NULL, r->e);
}

/* ---- Setup ---- */

static aude_err set_add(reader *r, word w, const aude_tileset *set)
{
    aude_setup *setup = &r->record->setup;
    for (int i = 0; i < setup->n_sets; i++)
        if (strcmp(setup->set[i]->name, set->name) == 0)
            return refuse(r, w, AUDE_E_DATA, "the set `%s` is in play already");
    if (setup->n_sets == AUDE_MAX_SETS) return refuse(r, w, AUDE_E_LIMIT, "more than 8 sets");
    setup->set[setup->n_sets++] = set;
    return AUDE_OK;
}

static aude_err read_set(reader *r)
{
    char name[AUDE_MAX_NAME];
    word w = scan_word(r->s), hash = scan_word(r->s);
    u64 value = 0;
    if (!w.n) return refuse(r, w, AUDE_E_SYNTAX, "the name of the set is missing");
    if (w.n >= AUDE_MAX_NAME) return refuse(r, w, AUDE_E_UNKNOWN, "there is no set `%s`");
    memcpy(name, w.s, (size_t)w.n);
    name[w.n] = 0;
    if (hash.n && (hash.n != 16 || !word_hex(hash, &value)))
        return refuse(r, hash, AUDE_E_SYNTAX, "`%s` is no hash: 16 digits 0-9 a-f");
    const aude_tileset *set = aude_tileset_find(name, 0);
    if (!set) return refuse(r, w, AUDE_E_UNKNOWN, "there is no set `%s`");
    if (hash.n) set = value ? aude_tileset_find(name, value) : NULL;
    if (!set) return refuse(r, hash, AUDE_E_UNKNOWN, "no version of this set has the hash %s");
    return set_add(r, w, set);
}

/* Consecutive lines that begin with a bar; the scan stands in the first of them. */
static aude_err read_embedded(reader *r)
{
    aude_record *record = r->record;
    word w = scan_peek(r->s);
    if (record->n_own >= record->cap_own || !record->own)
        return refuse(r, w, AUDE_E_LIMIT, "no room for an embedded tile set");
    aude_tileset *set = &record->own[record->n_own];
    scan_again(r->s);
    r->s->barred = true;
    aude_err err = tileset_scan(set, r->s, r->e);
    r->s->barred = false;
    if (err) return err;
    record->n_own++;
    return set_add(r, (word){set->name, (int)strlen(set->name), w.line, w.column}, set);
}

static aude_err read_rule(reader *r)
{
    enum { FIELDS, BETS_UNOCCUPIED, CONFIRM, TINY_CITY, DRAWS, MEEPLES, FIRST, N_RULES };
    static const char *const rule_word[] = {"fields", "bets-unoccupied", "confirm", "tiny-city",
                                            "draws",  "meeples",         "first"};
    static const char *const switch_word[] = {"off", "on"};
    static const struct {
        i32 min, max;
    } range[N_RULES] = {[TINY_CITY] = {2, 4},
                        [DRAWS] = {1, 9999},
                        [MEEPLES] = {1, AUDE_MAX_MEEPLES},
                        [FIRST] = {0, AUDE_MAX_SEATS - 1}};
    aude_setup *setup = &r->record->setup;
    int *const value[N_RULES] = {&setup->fields, &setup->bets_unoccupied, &r->record->confirm, &setup->tiny_city,
                                 &setup->draws,  &setup->meeples,         &setup->first};
    word w = scan_word(r->s);
    int i = word_find(w, rule_word, N_RULES);
    if (i < 0) return refuse(r, w, AUDE_E_UNKNOWN, "unknown rule `%s`");
    if (r->rules_seen >> i & 1) return refuse(r, w, AUDE_E_SYNTAX, "rule `%s` stands twice");
    r->rules_seen |= 1u << i;
    word given = scan_peek(r->s);
    if (i <= CONFIRM) {
        int on = word_find(scan_word(r->s), switch_word, 2);
        if (on < 0) return refuse(r, given, AUDE_E_SYNTAX, "`%s`: on or off");
        *value[i] = on;
        return AUDE_OK;
    }
    i32 number = 0;
    aude_err err = scan_int(r->s, range[i].min, range[i].max, &number, r->e);
    if (err) return err;
    if (i == TINY_CITY && number == 3) return refuse(r, given, AUDE_E_RANGE, "`%s`: 4 or 2");
    *value[i] = number;
    return AUDE_OK;
}

static aude_err read_chips(reader *r)
{
    aude_setup *setup = &r->record->setup;
    word w = scan_peek(r->s);
    if (setup->n_chips) return refuse(r, w, AUDE_E_SYNTAX, "`chips` stands twice");
    if (!w.n) return refuse(r, w, AUDE_E_SYNTAX, "a chip is missing");
    while ((w = scan_word(r->s)).n) {
        if (setup->n_chips == AUDE_MAX_CHIPS) return refuse(r, w, AUDE_E_LIMIT, "more than 8 chips");
        if (aude_chip_read(&setup->chip[setup->n_chips], w.s, (size_t)w.n))
            return refuse(r, w, AUDE_E_SYNTAX, "`%s` is no chip; a chip reads like 4/5, 3/7+ or 4x2");
        setup->n_chips++;
    }
    return AUDE_OK;
}

static aude_err read_seat(reader *r)
{
    aude_record *record = r->record;
    i32 seat = 0;
    word w = scan_peek(r->s);
    aude_err err = scan_int(r->s, 0, INT32_MAX, &seat, r->e);
    if (err) return err;
    if (seat >= AUDE_MAX_SEATS) return refuse(r, w, AUDE_E_LIMIT, "seat %s: there are at most 6");
    if (seat < record->setup.n_seats) return refuse(r, w, AUDE_E_SYNTAX, "seat %s stands twice");
    if (seat > record->setup.n_seats) return refuse(r, w, AUDE_E_SYNTAX, "seat %s leaves a gap: seats count from 0");
    word name = scan_rest(r->s);
    if (name.n >= (int)sizeof record->name[seat])
        return refuse(r, name, AUDE_E_LIMIT, "the name `%s` is longer than 63 bytes");
    memcpy(record->name[seat], name.s, (size_t)name.n);
    record->setup.n_seats++;
    return AUDE_OK;
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
    static const char *const setup_word[] = {"set", "rule", "chips", "seat"};
    static aude_err (*const setup_read[])(reader *) = {read_set, read_rule, read_chips, read_seat};
    word w = scan_peek(r->s);
    bool bar = w.s[0] == '|';
    int i = word_find(w, setup_word, 4);
    if (i < 0 && !bar) return read_line(r);
    if (r->begun) return refuse(r, w, AUDE_E_SYNTAX, "`%s` belongs before the first move");
    if (bar) return read_embedded(r);
    scan_word(r->s);
    aude_err err = setup_read[i](r);
    return err ? err : scan_end(r->s, r->e);
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
    aude_setup_default(&record->setup, 0);
    record->setup.n_sets = 0;
    record->confirm = 0;
    memset(record->name, 0, sizeof record->name);
    record->n_own = record->n_lines = 0;
    record->text = src;
    aude_err err = read_all(&r);
    if (err)
        record->n_lines = 0;
    else
        aude_state_copy(rules, state, &course.state);
    return err;
}
