/* setup.c - the setup lines of a record, one by one. Grammar: docs/record.md. */
#include "base/error.h"
#include "data/tileset.h"
#include "record/line.h"

typedef struct reader {
    aude_record *record;
    scan *s;
    u32 *seen; /* bit i: rule i of rule_word */
    aude_errinfo *e;
} reader;

static aude_err refuse(const reader *r, word w, aude_err code, const char *pattern)
{
    return word_error(w, code, pattern, NULL, r->e);
}

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
    if (*r->seen >> i & 1) return refuse(r, w, AUDE_E_SYNTAX, "rule `%s` stands twice");
    *r->seen |= 1u << i;
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

static const char *const setup_word[] = {"set", "rule", "chips", "seat"};
static aude_err (*const setup_read[])(reader *) = {read_set, read_rule, read_chips, read_seat};

bool setup_begins(word w)
{
    return w.s[0] == '|' || word_find(w, setup_word, 4) >= 0;
}

aude_err setup_scan(aude_record *record, scan *s, u32 *seen, aude_errinfo *e)
{
    reader r = {record, s, seen, e};
    word w = scan_peek(s);
    if (w.s[0] == '|') return read_embedded(&r);
    scan_word(s);
    aude_err err = setup_read[word_find(w, setup_word, 4)](&r);
    return err ? err : scan_end(s, e);
}

void setup_clear(aude_record *record)
{
    aude_setup_default(&record->setup, 0);
    record->setup.n_sets = 0;
    record->confirm = 0;
    memset(record->name, 0, sizeof record->name);
    record->n_own = 0;
}
