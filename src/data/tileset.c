/* tileset.c - tile files: reading, writing, hash. Grammar and errors: docs/tiles.md.
 *
 * A set that was read holds these invariants, on which the rules rely: every edge belongs to at most one city or road,
 * every half-edge beside no city to exactly one field; segments are in canonical order; `touches` of a field has the
 * bits of all edges of every city that it touches, whether that follows from the half-edges or was written. */
#include "data/tileset.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"

enum { MAX_TILE_NAME = 11 };

static const char *const edge_name[] = {"N", "E", "S", "W"};
static const char *const half_name[] = {"NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};
static const char *const facet_name[] = {"segments", "edges", "picture", "chips"};
static const char *const mark_name[] = {"", "confirmed", "inferred", "invented"};

/* The edge beside a half-edge: EL lies beside N, NR beside E. */
static int half_beside(int half)
{
    return (half / 2 + (half % 2 ? 1 : 3)) % 4;
}

static int segment_end(const aude_segment *s)
{
    return s->ends ? bits_first(s->ends) : 0;
}

/* The edges of cities that the half-edges of a field lie beside. */
static u8 tile_beside(const aude_tile *tile, u8 halves)
{
    u8 beside = 0, touched = 0;
    for (int h = 0; h < 8; h++)
        if (halves >> h & 1) beside |= (u8)(1 << half_beside(h));
    for (int i = 0; i < tile->n_segments; i++)
        if (tile->segment[i].kind == AUDE_CITY && (tile->segment[i].ends & beside)) touched |= tile->segment[i].ends;
    return touched;
}

/* The canonical order: kind, then first end. */
static bool segment_after(const aude_segment *a, const aude_segment *b)
{
    return a->kind != b->kind ? a->kind > b->kind : segment_end(a) > segment_end(b);
}

/* ---- Hash ---- */

static u64 hash_name(u64 h, const char *name)
{
    for (; *name; name++) h = hash_add(h, (u8)*name);
    return hash_add(h, 0);
}

static u64 hash_tile(u64 h, const aude_tile *tile)
{
    h = hash_name(h, tile->name);
    h = hash_add(h, tile->count);
    h = hash_add(h, tile->office);
    h = hash_add(h, tile->n_segments);
    for (int i = 0; i < tile->n_segments; i++) {
        const aude_segment *s = &tile->segment[i];
        h = hash_add(h, (u64)s->kind << 24 | (u64)s->pennants << 16 | (u64)s->ends << 8 | s->touches);
    }
    return h;
}

static u64 set_hash(const aude_tileset *set)
{
    u64 h = hash_start();
    h = hash_add(h, set->n_tiles);
    for (int i = 0; i < set->n_tiles; i++) h = hash_tile(h, &set->tile[i]);
    h = hash_add(h, (u64)(set->start + 1));
    h = hash_add(h, set->n_chips);
    for (int i = 0; i < set->n_chips; i++) {
        const aude_chip *chip = &set->chip[i];
        h = hash_add(h, chip->n_entries);
        for (int k = 0; k < chip->n_entries; k++) {
            const aude_entry *x = &chip->entry[k];
            h = hash_add(h, (u64)x->tiles << 16 | (u64)x->plus << 8 | x->times);
        }
    }
    return h ? h : 1; /* 0 means "the newest" in aude_tileset_find */
}

/* ---- Reading ---- */

/* What is remembered of a file while it is read. */
typedef struct reader {
    aude_tileset *set;
    aude_tile *tile; /* the one being read, or NULL */
    scan *s;
    aude_errinfo *e;
    int n_copies;
    u8 mark[AUDE_N_MARKS]; /* defaults of the set */
    unsigned marked;       /* bit f: facet f has its mark, here or in this tile */
    word start;            /* named; the tile may follow later */
    /* Of the tile: where it was named, and what its segments have claimed so far. */
    word at;
    u8 edges, halves;
    word half_at[8], touch_at[4];
} reader;

static aude_err refuse(const reader *r, word w, aude_err code, const char *pattern, const char *b)
{
    return word_error(w, code, pattern, b, r->e);
}

/* Names are zero-filled, so that equal sets are equal bytes. */
static bool name_copy(char *dst, word w, int max, bool any)
{
    if (w.n < 1 || w.n > max) return false;
    for (int i = 0; i < w.n; i++) {
        char c = w.s[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
        if (!plain && (!any || c <= ' ' || c > '~' || c == '#')) return false;
    }
    memset(dst, 0, AUDE_MAX_NAME);
    memcpy(dst, w.s, (size_t)w.n);
    return true;
}

static aude_err read_set(reader *r)
{
    word w = scan_word(r->s);
    if (r->set->name[0]) return refuse(r, w, AUDE_E_SYNTAX, "the set has a name already", NULL);
    if (!name_copy(r->set->name, w, AUDE_MAX_NAME - 1, false))
        return refuse(r, w, AUDE_E_SYNTAX, "`%s` is no name of a set: 1 to 15 letters, digits and `-`", NULL);
    return AUDE_OK;
}

static aude_err read_mark(reader *r)
{
    word facet = scan_word(r->s), state = scan_word(r->s);
    int f = word_find(facet, facet_name, AUDE_N_MARKS);
    if (f < 0) return refuse(r, facet, AUDE_E_UNKNOWN, "unknown facet `%s`: segments, edges, picture or chips", NULL);
    int m = word_find(state, mark_name, AUDE_INVENTED + 1);
    if (m < AUDE_CONFIRMED)
        return refuse(r, state, AUDE_E_UNKNOWN, "unknown state `%s`: confirmed, inferred or invented", NULL);
    if (r->tile && f == AUDE_MARK_CHIPS)
        return refuse(r, facet, AUDE_E_SYNTAX, "`mark chips` belongs before the first tile", NULL);
    if (r->marked >> f & 1) return refuse(r, facet, AUDE_E_DATA, "`%s` is marked already", NULL);
    r->marked |= 1u << f;
    if (r->tile)
        r->tile->mark[f] = (u8)m;
    else if (f == AUDE_MARK_CHIPS)
        r->set->chips_mark = (u8)m;
    else
        r->mark[f] = (u8)m;
    return AUDE_OK;
}

static aude_err read_start(reader *r)
{
    word w = scan_word(r->s);
    if (!w.n) return refuse(r, w, AUDE_E_SYNTAX, "the name of the start tile is missing", NULL);
    if (r->start.n) return refuse(r, w, AUDE_E_SYNTAX, "the set has a start tile already", NULL);
    r->start = w;
    return AUDE_OK;
}

static aude_err read_chip(reader *r)
{
    word w = scan_word(r->s);
    if (r->set->n_chips == AUDE_MAX_CHIPS) return refuse(r, w, AUDE_E_LIMIT, "more than 8 chips", NULL);
    if (aude_chip_read(&r->set->chip[r->set->n_chips], w.s, (size_t)w.n))
        return refuse(r, w, AUDE_E_SYNTAX, "`%s` is no chip; a chip reads like 4/5, 3/7+ or 4x2", NULL);
    r->set->n_chips++;
    return AUDE_OK;
}

/* Takes all words from here on that name ends; each may be claimed once. */
static aude_err read_ends(reader *r, const char *const *name, int n, u8 *ends, u8 *claimed, word *at)
{
    for (word w; (w = scan_peek(r->s)).n; scan_word(r->s)) {
        int i = word_find(w, name, n);
        if (i < 0) break;
        if (*claimed >> i & 1) return refuse(r, w, AUDE_E_DATA, "%s is claimed twice", NULL);
        *claimed |= (u8)(1 << i);
        *ends |= (u8)(1 << i);
        if (at) at[i] = w;
    }
    return AUDE_OK;
}

static aude_err read_segment(reader *r, aude_feature_kind kind)
{
    aude_segment s = {.kind = (u8)kind};
    word w = scan_peek(r->s);
    aude_err err = kind == AUDE_FIELD ? read_ends(r, half_name, 8, &s.ends, &r->halves, r->half_at)
                                      : read_ends(r, edge_name, 4, &s.ends, &r->edges, NULL);
    if (err) return err;
    if (!s.ends && kind == AUDE_FIELD)
        return refuse(r, w, AUDE_E_SYNTAX, "`%s` is no half-edge: NL NR EL ER SL SR WL WR", NULL);
    if (!s.ends) return refuse(r, w, AUDE_E_SYNTAX, "`%s` is no edge: N E S W", NULL);
    if (kind == AUDE_ROAD && bits_count(s.ends) > 2)
        return refuse(r, w, AUDE_E_DATA, "a road has one or two edges", NULL);
    if (kind == AUDE_CITY && word_is(scan_peek(r->s), "pennant")) {
        scan_word(r->s);
        s.pennants = 1;
    }
    if (kind == AUDE_FIELD && word_is(scan_peek(r->s), "touches")) {
        u8 named = 0;
        scan_word(r->s);
        w = scan_peek(r->s);
        err = read_ends(r, edge_name, 4, &s.touches, &named, r->touch_at);
        if (err) return err;
        if (!named) return refuse(r, w, AUDE_E_SYNTAX, "`%s` is no edge: N E S W", NULL);
    }
    r->tile->segment[r->tile->n_segments++] = s;
    return AUDE_OK;
}

static aude_err read_monastery(reader *r)
{
    for (int i = 0; i < r->tile->n_segments; i++)
        if (r->tile->segment[i].kind == AUDE_MONASTERY)
            return refuse(r, scan_peek(r->s), AUDE_E_DATA, "the tile has a monastery already", NULL);
    r->tile->segment[r->tile->n_segments++] = (aude_segment){.kind = AUDE_MONASTERY};
    return AUDE_OK;
}

static aude_err read_picture(reader *r)
{
    word w = scan_word(r->s);
    if (r->tile->picture[0]) return refuse(r, w, AUDE_E_DATA, "the tile has a picture already", NULL);
    if (!name_copy(r->tile->picture, w, AUDE_MAX_NAME - 1, false))
        return refuse(r, w, AUDE_E_SYNTAX, "`%s` is no name of a picture: 1 to 15 letters, digits and `-`", NULL);
    return AUDE_OK;
}

/* Checks what needs the whole tile, completes `touches`, sorts the segments. */
static aude_err tile_close(reader *r)
{
    aude_tile *tile = r->tile;
    if (!tile) return AUDE_OK;
    u8 cities = 0;
    for (int i = 0; i < tile->n_segments; i++)
        if (tile->segment[i].kind == AUDE_CITY) cities |= tile->segment[i].ends;
    if (tile->n_segments == 0) return refuse(r, r->at, AUDE_E_DATA, "tile `%s` has no segment", NULL);
    for (int h = 0; h < 8; h++) {
        bool city = cities >> (h / 2) & 1, claimed = r->halves >> h & 1;
        if (city && claimed) return refuse(r, r->half_at[h], AUDE_E_DATA, "%s lies on the edge of a city", NULL);
        if (!city && !claimed)
            return refuse(r, r->at, AUDE_E_DATA, "tile `%s`: half-edge %s belongs to no field", half_name[h]);
    }
    for (int i = 0; i < tile->n_segments; i++) {
        aude_segment *s = &tile->segment[i];
        if (s->kind != AUDE_FIELD) continue;
        u8 wrong = s->touches & (u8)~cities, named = s->touches;
        if (wrong) return refuse(r, r->touch_at[bits_first(wrong)], AUDE_E_DATA, "no city has the edge %s", NULL);
        s->touches = tile_beside(tile, s->ends);
        for (int k = 0; k < tile->n_segments; k++)
            if (tile->segment[k].kind == AUDE_CITY && (tile->segment[k].ends & named))
                s->touches |= tile->segment[k].ends;
    }
    for (int i = 1; i < tile->n_segments; i++) {
        aude_segment s = tile->segment[i];
        int k = i;
        for (; k > 0 && segment_after(&tile->segment[k - 1], &s); k--) tile->segment[k] = tile->segment[k - 1];
        tile->segment[k] = s;
    }
    r->tile = NULL;
    return AUDE_OK;
}

static aude_err read_tile(reader *r)
{
    aude_tileset *set = r->set;
    aude_err err = tile_close(r);
    if (err) return err;
    word name = scan_word(r->s), count = scan_word(r->s);
    i32 n = 0;
    if (set->n_tiles == AUDE_MAX_SET_TILES) return refuse(r, name, AUDE_E_LIMIT, "more than 64 different tiles", NULL);
    aude_tile *tile = &set->tile[set->n_tiles];
    *tile = (aude_tile){0};
    if (!name_copy(tile->name, name, MAX_TILE_NAME, true))
        return refuse(r, name, AUDE_E_SYNTAX, "`%s` is no name of a tile: 1 to 11 visible ASCII characters", NULL);
    for (int i = 0; i < set->n_tiles; i++)
        if (strcmp(set->tile[i].name, tile->name) == 0)
            return refuse(r, name, AUDE_E_DATA, "the name `%s` is used twice", NULL);
    word digits = {count.s + 1, count.n - 1, count.line, count.column};
    if (count.n < 2 || count.s[0] != 'x' || digits.s[0] == '-')
        return refuse(r, count, AUDE_E_SYNTAX, "`%s` is no count; it reads like x2", NULL);
    err = word_int(digits, 1, 255, &n);
    if (err) return refuse(r, count, err, "`%s` is no count from x1 to x255", NULL);
    r->n_copies += n;
    if (r->n_copies > AUDE_MAX_TILES) return refuse(r, count, AUDE_E_LIMIT, "more than 512 tiles in the set", NULL);
    tile->count = (u8)n;
    memcpy(tile->mark, r->mark, sizeof tile->mark);
    set->n_tiles++;
    r->tile = tile;
    r->at = name;
    r->edges = r->halves = 0;
    r->marked = 0;
    return AUDE_OK;
}

static aude_err read_statement(reader *r)
{
    enum { SET, START, CHIP, MARK, TILE, CITY, ROAD, MONASTERY, FIELD, OFFICE, PICTURE, N_WORDS };
    static const char *const list[] = {"set",  "start",     "chip",  "mark",   "tile",   "city",
                                       "road", "monastery", "field", "office", "picture"};
    word w = scan_word(r->s);
    int i = word_find(w, list, N_WORDS);
    if (i < 0) return refuse(r, w, AUDE_E_UNKNOWN, "unknown word `%s`", NULL);
    if (i < MARK && r->tile) return refuse(r, w, AUDE_E_SYNTAX, "`%s` belongs before the first tile", NULL);
    if (i > TILE && !r->tile) return refuse(r, w, AUDE_E_SYNTAX, "`%s` belongs to a tile, and none has begun", NULL);
    switch (i) {
    case SET: return read_set(r);
    case START: return read_start(r);
    case CHIP: return read_chip(r);
    case MARK: return read_mark(r);
    case TILE: return read_tile(r);
    case CITY: return read_segment(r, AUDE_CITY);
    case ROAD: return read_segment(r, AUDE_ROAD);
    case MONASTERY: return read_monastery(r);
    case FIELD: return read_segment(r, AUDE_FIELD);
    case PICTURE: return read_picture(r);
    default:
        if (r->tile->office) return refuse(r, w, AUDE_E_DATA, "the tile has an office already", NULL);
        r->tile->office = 1;
        return AUDE_OK;
    }
}

/* Checks what needs the whole set. */
static aude_err set_close(reader *r)
{
    aude_tileset *set = r->set;
    aude_err err = tile_close(r);
    if (err) return err;
    if (!set->name[0]) return error_at(r->e, AUDE_E_DATA, r->s->line, 0, "the line `set NAME` is missing", NULL, NULL);
    if (!set->n_tiles) return error_at(r->e, AUDE_E_DATA, r->s->line, 0, "the set has no tile", NULL, NULL);
    for (int i = 0; i < set->n_tiles && r->start.n; i++)
        if (word_is(r->start, set->tile[i].name)) set->start = (i16)i;
    if (r->start.n && set->start < 0) return refuse(r, r->start, AUDE_E_UNKNOWN, "there is no tile `%s`", NULL);
    set->hash = set_hash(set);
    return AUDE_OK;
}

aude_err tileset_scan(aude_tileset *set, scan *s, aude_errinfo *e)
{
    reader r = {.set = set, .s = s, .e = e};
    *set = (aude_tileset){.start = -1};
    aude_err err = scan_line(s, e);
    if (err) return err;
    word head = scan_word(s);
    if (!s->more || !word_is(head, "aude-tiles"))
        return error_at(e, AUDE_E_SYNTAX, s->line, s->more ? head.column : 0, "a tile file begins with `aude-tiles 1`",
                        NULL, NULL);
    if (!word_is(scan_peek(s), "1"))
        return refuse(&r, scan_peek(s), AUDE_E_UNKNOWN, "version `%s` is unknown; this reads version 1", NULL);
    scan_word(s);
    for (;;) {
        err = scan_end(s, e);
        if (!err) err = scan_line(s, e);
        if (err) return err;
        if (!s->more) return set_close(&r);
        if (s->barred && word_is(scan_peek(s), "aude-tiles")) { /* another file begins */
            scan_again(s);
            return set_close(&r);
        }
        err = read_statement(&r);
        if (err) return err;
    }
}

aude_err aude_tileset_read(aude_tileset *set, const char *src, size_t size, aude_errinfo *error)
{
    scan s = scan_text(src, size);
    return tileset_scan(set, &s, error);
}

/* ---- Writing ---- */

/* Each line begins with a prefix, then an indent and a word. */
typedef struct writer {
    text *t;
    const char *prefix;
} writer;

static void write_start(const writer *w, const char *start)
{
    text_str(w->t, w->prefix);
    text_str(w->t, start);
}

static void write_line(const writer *w, const char *start, const char *rest)
{
    write_start(w, start);
    text_str(w->t, rest);
    text_char(w->t, '\n');
}

static void write_ends(text *t, const char *const *name, unsigned ends)
{
    for (; ends; ends &= ends - 1) {
        text_char(t, ' ');
        text_str(t, name[bits_first(ends)]);
    }
}

static void write_marks(const writer *w, const char *start, const u8 *mark)
{
    for (int f = 0; f < AUDE_N_MARKS; f++) {
        if (!mark[f]) continue;
        write_start(w, start);
        text_str(w->t, facet_name[f]);
        text_char(w->t, ' ');
        text_str(w->t, mark_name[mark[f]]);
        text_char(w->t, '\n');
    }
}

static void write_segment(const writer *w, const aude_tile *tile, const aude_segment *s)
{
    static const char *const word_of[] = {"  city", "  road", "  monastery", "  field"};
    write_start(w, word_of[s->kind]);
    write_ends(w->t, s->kind == AUDE_FIELD ? half_name : edge_name, s->ends);
    if (s->pennants) text_str(w->t, " pennant");
    unsigned extra = s->kind == AUDE_FIELD ? s->touches & ~tile_beside(tile, s->ends) : 0u;
    if (extra) {
        text_str(w->t, " touches");
        write_ends(w->t, edge_name, extra);
    }
    text_char(w->t, '\n');
}

static void write_tile(const writer *w, const aude_tile *tile)
{
    if (!w->prefix[0]) text_char(w->t, '\n');
    write_start(w, "tile ");
    text_str(w->t, tile->name);
    text_str(w->t, " x");
    text_int(w->t, tile->count);
    text_char(w->t, '\n');
    write_marks(w, "  mark ", tile->mark);
    if (tile->picture[0]) write_line(w, "  picture ", tile->picture);
    if (tile->office) write_line(w, "  office", "");
    for (int i = 0; i < tile->n_segments; i++) write_segment(w, tile, &tile->segment[i]);
}

void tileset_text(const aude_tileset *set, const char *prefix, text *t)
{
    const writer w = {t, prefix};
    const u8 chips_only[AUDE_N_MARKS] = {[AUDE_MARK_CHIPS] = set->chips_mark};
    write_line(&w, "aude-tiles 1", "");
    write_line(&w, "set ", set->name);
    write_marks(&w, "mark ", chips_only);
    if (set->start >= 0) write_line(&w, "start ", set->tile[set->start].name);
    for (int i = 0; i < set->n_chips; i++) {
        char face[32];
        aude_chip_write(&set->chip[i], face, sizeof face);
        write_line(&w, "chip ", face);
    }
    for (int i = 0; i < set->n_tiles; i++) write_tile(&w, &set->tile[i]);
}

size_t aude_tileset_write(const aude_tileset *set, char *dst, size_t cap)
{
    text t = text_into(dst, cap);
    tileset_text(set, "", &t);
    return t.n;
}
