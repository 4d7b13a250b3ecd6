/* seen.c - what an act has changed for others, and for a seat alone: the table is looked at before and after.
 *
 * Comparing what can be seen, rather than noting what was done, makes the answer exact: a secret choice changes nothing
 * that others see, so nothing is reported. */
#include "base/hash.h"
#include "table/table.h"

static u64 hash_bytes(u64 h, const void *bytes, size_t size)
{
    const u8 *p = bytes;
    u64 word;
    for (; size >= sizeof word; p += sizeof word, size -= sizeof word) {
        memcpy(&word, p, sizeof word);
        h = hash_add(h, word);
    }
    for (; size > 0; p++, size--) h = hash_add(h, *p);
    return h;
}

static u64 people_hash(const aude_table *t)
{
    u64 h = hash_add(hash_add(hash_start(), t->host), t->n_seats);
    for (int i = 0; i < AUDE_MAX_PEOPLE; i++) {
        const aude_person *p = &t->person[i];
        if (p->name[0]) h = hash_bytes(hash_add(h, (u64)i), p->name, sizeof p->name);
        if (p->name[0]) h = hash_add(hash_add(h, p->present), (u64)p->since);
    }
    for (int i = 0; i < AUDE_MAX_SEATS; i++) {
        const aude_seat *s = &t->seat[i];
        h = hash_add(hash_add(h, s->kind), s->person);
        h = hash_bytes(hash_bytes(h, s->engine, sizeof s->engine), &s->points, sizeof s->points);
    }
    return h;
}

/* The setup changes only in the lobby; 0: this is not it. */
static u64 setup_hash(const aude_table *t)
{
    char words[AUDE_SETUP_BYTES];
    if (t->phase != AUDE_PHASE_LOBBY) return 0;
    size_t n = aude_table_setup(t, words, sizeof words);
    return hash_bytes(hash_add(hash_start(), n), words, n < sizeof words ? n : sizeof words);
}

static u64 clock_hash(const aude_table *t)
{
    u64 h = hash_add(hash_add(hash_start(), t->running), (u64)t->step_ends);
    if (t->running) h = hash_add(h, (u64)t->ran);
    for (int i = 0; i < AUDE_MAX_SEATS; i++) h = hash_add(h, (u64)t->seat[i].left);
    return h;
}

static u64 question_hash(const aude_table *t)
{
    u64 h = hash_add(hash_add(hash_start(), t->paused), t->question.ask);
    if (!t->question.ask) return h;
    h = hash_add(hash_add(h, t->question.by), t->question.agreed);
    return hash_add(hash_add(h, (u64)t->question.index), (u64)t->question.id);
}

static u64 seals_hash(const aude_table *t)
{
    u64 h = hash_bytes(hash_add(hash_start(), t->has_published), t->published, sizeof t->published);
    for (int i = 0; i < AUDE_MAX_SEATS; i++) {
        const aude_seat *s = &t->seat[i];
        h = hash_add(hash_add(hash_add(h, s->committed), s->opened), s->unsealed);
        h = hash_bytes(h, s->commitment, sizeof s->commitment);
        h = hash_bytes(h, s->nonce, sizeof s->nonce);
    }
    return h;
}

static u64 own_hash(const aude_table *t, int seat)
{
    char words[1024];
    int copies[AUDE_MAX_CHIPS], waits;
    size_t n = aude_table_own(t, seat, copies, &waits, words, sizeof words);
    u64 h = hash_bytes(hash_add(hash_start(), (u64)waits), copies, sizeof copies);
    return hash_bytes(hash_add(h, n), words, n < sizeof words ? n : sizeof words - 1);
}

void seen_look(const aude_table *t, seen *dst)
{
    *dst = (seen){.people = people_hash(t),
                  .setup = setup_hash(t),
                  .clock = clock_hash(t),
                  .question = question_hash(t),
                  .phase = (u64)t->phase << 8 | t->winners,
                  .seals = seals_hash(t),
                  .n_games = t->n_games,
                  .late = t->late};
    dst->decision = (u64)t->game.decision << 32 | aude_table_asked(t); /* another id where a move waits */
    dst->n_lines = t->rules ? aude_publication_lines(&t->publication) : 0;
    for (int seat = 0; seat < t->n_seats; seat++) dst->own[seat] = own_hash(t, seat);
}

static i32 smaller(i32 a, i32 b)
{
    return a < b ? a : b;
}

/* The first line that spectators see otherwise. Lines that they see stay as they are, but for faces that were flipped in what
 * they see now; INT32_MAX: none. */
static i32 spectators_from(const aude_table *t, const seen *before, const seen *after)
{
    if (after->n_games != before->n_games) return before->n_lines || after->n_lines ? 0 : INT32_MAX;
    if (!t->options.delay) return t->publication.changed;
    i32 from = smaller(before->late, after->n_lines), first = from;
    for (i32 i = 0; i < first; i++) {
        const aude_line *line = &t->publication.line[i];
        bool shown = line->shown == AUDE_NOBODY && line->index >= before->late && line->index < after->late;
        if (shown) first = i;
    }
    return first < from || after->late != before->late ? first : INT32_MAX;
}

void seen_compare(const aude_table *t, const seen *before, const seen *after, aude_outcome *outcome)
{
    const struct {
        u64 was, is;
        u32 bit;
    } part[] = {
        {before->decision, after->decision, AUDE_CHANGED_DECISION},
        {before->people, after->people, AUDE_CHANGED_PEOPLE},
        {before->setup, after->setup ? after->setup : before->setup, AUDE_CHANGED_SETUP},
        {before->clock, after->clock, AUDE_CHANGED_CLOCK},
        {before->question, after->question, AUDE_CHANGED_QUESTION},
        {before->phase, after->phase, AUDE_CHANGED_PHASE},
        {before->seals, after->seals, AUDE_CHANGED_SEALS},
        {(u64)before->n_games, (u64)after->n_games, AUDE_CHANGED_NEW_GAME},
    };
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (part[i].was != part[i].is) outcome->changed |= part[i].bit;
    for (int seat = 0; seat < t->n_seats; seat++)
        if (before->own[seat] != after->own[seat]) outcome->own |= 1u << seat;
    outcome->from = after->n_games != before->n_games ? 0 : t->publication.changed;
    if (outcome->from < INT32_MAX) outcome->changed |= AUDE_CHANGED_LINES;
    outcome->spectators = spectators_from(t, before, after);
}
