/* move.c - moves, `confirm` and `undo` as text. Grammar: docs/record.md. */
#include "record/line.h"

/* First the kinds of moves, then from WORD_CONFIRM on the kinds of lines from AUDE_LINE_CONFIRM on. */
enum { WORD_CONFIRM = AUDE_END + 1, WORD_UNDO, WORD_TAKEBACK, N_WORDS };
enum { NO_SUCH_FACE = AUDE_HIDDEN_FACE - 1 };

/* By aude_move_kind; then the lines that are no moves. */
static const char *const move_word[N_WORDS] = {"draw",  "place",  "pass", "meeple",  "settle", "bet",
                                               "final", "retire", "end",  "confirm", "undo",   "takeback"};
static const char *const feature_word[] = {"city", "road", "monastery", "field"};
static const char *const edge_word[] = {"N", "E", "S", "W"};
static const char *const half_word[] = {"NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};

/* ---- Normal form ---- */

/* First end clockwise from north of the segment of a placed tile that has this end; with `whole`, of all segments of
 * its feature on that tile. An end that no such segment has stays as it is. */
static u8 edge_normal(const aude_rules *rules, const aude_state *state, int tile, int kind, int edge, bool whole)
{
    if (kind == AUDE_MONASTERY || tile < 0) return (u8)edge;
    aude_placed placed = aude_placed_at(rules, state, tile);
    int n = aude_rules_kind(rules, placed.kind)->n_segments, feature = -1;
    unsigned ends = 0;
    for (int i = 0; i < n; i++) {
        aude_segment s = aude_rules_segment(rules, placed.kind, placed.rotation, i);
        if (s.kind != kind || !(s.ends >> edge & 1)) continue;
        ends = s.ends;
        feature = aude_feature_of(rules, state, tile, i);
    }
    for (int i = 0; i < n && whole && ends; i++) {
        aude_segment s = aude_rules_segment(rules, placed.kind, placed.rotation, i);
        if (s.kind == kind && aude_feature_of(rules, state, tile, i) == feature) ends |= s.ends;
    }
    return ends ? (u8)bits_first(ends) : (u8)edge;
}

static void move_normal(const aude_rules *rules, const aude_state *state, aude_move *m)
{
    if (m->kind == AUDE_PLACE) {
        int hand = aude_state_hand(state);
        if (hand >= 0) m->rotation = (u8)(m->rotation % aude_rules_n_rotations(rules, hand));
    } else if (m->kind == AUDE_MEEPLE) {
        m->edge = edge_normal(rules, state, aude_n_placed(state) - 1, m->feature, m->edge, false);
    } else if (m->kind == AUDE_SETTLE || m->kind == AUDE_FINAL) {
        m->edge = edge_normal(rules, state, aude_tile_at(rules, state, m->x, m->y), m->feature, m->edge, true);
    }
}

/* ---- Reading ---- */

aude_err seat_scan(const aude_rules *rules, scan *s, u8 *dst, aude_errinfo *e)
{
    aude_setup setup;
    i32 seat = 0;
    word w = scan_peek(s);
    aude_err err = scan_int(s, 0, INT32_MAX, &seat, e);
    if (err) return err;
    aude_rules_setup(rules, &setup);
    if (seat >= setup.n_seats) return word_error(w, AUDE_E_UNKNOWN, "there is no seat %s", NULL, e);
    *dst = (u8)seat;
    return AUDE_OK;
}

aude_err square_scan(scan *s, i16 *x, i16 *y, aude_errinfo *e)
{
    i32 a = 0, b = 0;
    aude_err err = scan_int(s, -MAX_COORDINATE, MAX_COORDINATE, &a, e);
    if (!err) err = scan_int(s, -MAX_COORDINATE, MAX_COORDINATE, &b, e);
    *x = (i16)a;
    *y = (i16)b;
    return err;
}

/* `city.E`, `road.E`, `field.H`, `monastery`. */
static aude_err feature_scan(scan *s, aude_move *m, aude_errinfo *e)
{
    word w = scan_word(s), kind = w;
    const char *dot = w.n ? memchr(w.s, '.', (size_t)w.n) : NULL;
    if (dot) kind.n = (int)(dot - w.s);
    int feature = word_find(kind, feature_word, AUDE_N_FEATURE_KINDS), edge = -1;
    if (!w.n) return word_error(w, AUDE_E_SYNTAX, "a feature is missing", NULL, e);
    if (feature < 0) return word_error(w, AUDE_E_UNKNOWN, "unknown feature `%s`", NULL, e);
    word at = {kind.s + kind.n + 1, w.n - kind.n - 1, w.line, w.column + kind.n + 1};
    if (feature == AUDE_MONASTERY && !dot) edge = AUDE_NO_EDGE;
    if (feature == AUDE_FIELD && dot) edge = word_find(at, half_word, 8);
    if (feature < AUDE_MONASTERY && dot) edge = word_find(at, edge_word, 4);
    if (edge < 0)
        return word_error(w, AUDE_E_SYNTAX, "`%s` is no feature like city.N, road.E, field.SL, monastery", NULL, e);
    m->feature = (u8)feature;
    m->edge = (u8)edge;
    return AUDE_OK;
}

static aude_err kind_scan(const aude_rules *rules, scan *s, aude_move *m, aude_errinfo *e)
{
    char name[AUDE_MAX_NAME];
    word w = scan_word(s);
    if (!w.n) return word_error(w, AUDE_E_SYNTAX, "the name of a tile is missing", NULL, e);
    if (w.n >= AUDE_MAX_NAME) return word_error(w, AUDE_E_UNKNOWN, "there is no tile `%s` in this game", NULL, e);
    memcpy(name, w.s, (size_t)w.n);
    name[w.n] = 0;
    int kind = aude_rules_find_kind(rules, name);
    if (kind < 0) return word_error(w, AUDE_E_UNKNOWN, "there is no tile `%s` in this game", NULL, e);
    m->tile = (u16)kind;
    return AUDE_OK;
}

static aude_err face_scan(const aude_rules *rules, scan *s, aude_move *m, aude_errinfo *e)
{
    aude_chip chip;
    word w = scan_word(s);
    if (!w.n) return word_error(w, AUDE_E_SYNTAX, "a chip or `pass` is missing", NULL, e);
    if (word_is(w, "pass")) return m->face = AUDE_NO_BET, AUDE_OK;
    if (word_is(w, "?")) return m->face = AUDE_HIDDEN_FACE, AUDE_OK;
    if (aude_chip_read(&chip, w.s, (size_t)w.n))
        return word_error(w, AUDE_E_SYNTAX, "`%s` is no chip; a chip reads like 4/5, 3/7+ or 4x2", NULL, e);
    for (int face = 0; face < aude_rules_n_faces(rules); face++) {
        const aude_chip *known = aude_rules_face(rules, face);
        if (known->n_entries != chip.n_entries) continue;
        if (memcmp(known->entry, chip.entry, sizeof *chip.entry * chip.n_entries) == 0)
            return m->face = (u8)face, AUDE_OK;
    }
    m->face = NO_SUCH_FACE; /* a chip, but none of this game: well-formed, not legal */
    return AUDE_OK;
}

static aude_err rotation_scan(scan *s, aude_move *m, aude_errinfo *e)
{
    static const char *const degrees[] = {"0", "90", "180", "270"};
    word w = scan_word(s);
    int rotation = word_find(w, degrees, 4);
    if (rotation < 0) return word_error(w, AUDE_E_SYNTAX, "`%s` is no turn: 0, 90, 180 or 270 degrees", NULL, e);
    m->rotation = (u8)rotation;
    return AUDE_OK;
}

/* What follows the word of a move. */
static aude_err move_rest(const aude_rules *rules, scan *s, aude_move *m, aude_errinfo *e)
{
    aude_err err = AUDE_OK;
    switch (m->kind) {
    case AUDE_DRAW: return kind_scan(rules, s, m, e);
    case AUDE_PLACE: err = square_scan(s, &m->x, &m->y, e); return err ? err : rotation_scan(s, m, e);
    case AUDE_MEEPLE: {
        word w = scan_word(s);
        if (!word_is(w, "small")) return word_error(w, AUDE_E_UNKNOWN, "unknown figure `%s`: small", NULL, e);
        return feature_scan(s, m, e);
    }
    case AUDE_SETTLE: err = square_scan(s, &m->x, &m->y, e); return err ? err : feature_scan(s, m, e);
    case AUDE_BET: err = seat_scan(rules, s, &m->seat, e); return err ? err : face_scan(rules, s, m, e);
    case AUDE_FINAL:
        err = seat_scan(rules, s, &m->seat, e);
        if (!err) err = square_scan(s, &m->x, &m->y, e);
        return err ? err : feature_scan(s, m, e);
    case AUDE_RETIRE:
    case AUDE_END: return seat_scan(rules, s, &m->seat, e);
    default: return AUDE_OK;
    }
}

/* The seat of a line that does not name one: whoever is to act alone, else the seat on turn. */
static u8 seat_default(const aude_rules *rules, const aude_state *state)
{
    u32 actors = aude_actors(rules, state);
    bool one = actors && !(actors & AUDE_CHANCE) && bits_count(actors) == 1;
    return (u8)(one ? bits_first(actors) : aude_state_turn(state));
}

aude_err line_scan(const aude_rules *rules, const aude_state *state, scan *s, aude_line *dst, aude_errinfo *e)
{
    word w = scan_word(s);
    int i = word_find(w, move_word, N_WORDS);
    aude_err err = AUDE_OK;
    if (!w.n) return word_error(w, AUDE_E_SYNTAX, "a move is missing", NULL, e);
    if (i < 0) return word_error(w, AUDE_E_UNKNOWN, "unknown word `%s`", NULL, e);
    *dst = (aude_line){.kind = AUDE_LINE_MOVE, .number = w.line, .index = -1};
    if (i <= AUDE_END) {
        aude_move m = {.kind = (u8)i, .feature = 255, .edge = AUDE_NO_EDGE, .face = AUDE_NO_BET, .tile = 0xffff};
        m.seat = i == AUDE_DRAW ? (u8)AUDE_NOBODY : seat_default(rules, state);
        err = move_rest(rules, s, &m, e);
        if (err) return err;
        move_normal(rules, state, &m);
        dst->move = m;
    } else {
        dst->kind = (u8)(AUDE_LINE_CONFIRM + i - WORD_CONFIRM);
        err = seat_scan(rules, s, &dst->seat, e);
        bool number = i == WORD_TAKEBACK || (i == WORD_UNDO && scan_peek(s).n);
        if (!err && number) err = scan_int(s, 0, INT32_MAX, &dst->index, e);
        if (err) return err;
    }
    return scan_end(s, e);
}

aude_err aude_move_read(const aude_rules *rules, const aude_state *state, const char *src, size_t size, aude_move *move,
                        aude_errinfo *error)
{
    scan s;
    aude_line line;
    aude_err err = scan_single(&s, src, size, error);
    if (err) return err;
    word w = scan_peek(&s);
    err = line_scan(rules, state, &s, &line, error);
    if (err) return err;
    if (line.kind != AUDE_LINE_MOVE) return word_error(w, AUDE_E_SYNTAX, "`%s` is no move", NULL, error);
    *move = line.move;
    return AUDE_OK;
}

/* ---- Writing ---- */

static void square_text(text *t, int x, int y)
{
    text_char(t, ' ');
    text_int(t, x);
    text_char(t, ' ');
    text_int(t, y);
}

static void seat_text(text *t, int seat)
{
    text_char(t, ' ');
    text_int(t, seat);
}

static void feature_text(text *t, const aude_move *m)
{
    text_char(t, ' ');
    text_str(t, m->feature < AUDE_N_FEATURE_KINDS ? feature_word[m->feature] : "?");
    if (m->feature == AUDE_MONASTERY) return;
    text_char(t, '.');
    text_str(t, m->edge > 7                ? "?"
                : m->feature == AUDE_FIELD ? half_word[m->edge]
                : m->edge < 4              ? edge_word[m->edge]
                                           : "?");
}

static void face_text(const aude_rules *rules, int face, text *t)
{
    char chip[32];
    text_char(t, ' ');
    if (face == AUDE_NO_BET) {
        text_str(t, "pass");
    } else if (face >= aude_rules_n_faces(rules)) {
        text_char(t, '?');
    } else {
        aude_chip_write(aude_rules_face(rules, face), chip, sizeof chip);
        text_str(t, chip);
    }
}

void move_text(const aude_rules *rules, const aude_move *m, bool hidden, text *t)
{
    text_str(t, m->kind <= AUDE_END ? move_word[m->kind] : "?");
    switch (m->kind) {
    case AUDE_DRAW:
        text_char(t, ' ');
        text_str(t, m->tile < aude_rules_n_kinds(rules) ? aude_rules_kind(rules, m->tile)->name : "?");
        break;
    case AUDE_PLACE:
        square_text(t, m->x, m->y);
        text_char(t, ' ');
        text_int(t, 90 * m->rotation);
        break;
    case AUDE_MEEPLE:
        text_str(t, " small");
        feature_text(t, m);
        break;
    case AUDE_SETTLE:
        square_text(t, m->x, m->y);
        feature_text(t, m);
        break;
    case AUDE_BET:
        seat_text(t, m->seat);
        face_text(rules, hidden && m->face != AUDE_NO_BET ? AUDE_HIDDEN_FACE : m->face, t);
        break;
    case AUDE_FINAL:
        seat_text(t, m->seat);
        square_text(t, m->x, m->y);
        feature_text(t, m);
        break;
    case AUDE_RETIRE:
    case AUDE_END: seat_text(t, m->seat); break;
    default: break;
    }
}

size_t aude_move_write(const aude_rules *rules, aude_move move, char *dst, size_t cap)
{
    text t = text_into(dst, cap);
    move_text(rules, &move, false, &t);
    return t.n;
}

void line_text(const aude_rules *rules, const aude_line *line, const char *expects, text *t)
{
    switch (line->kind) {
    case AUDE_LINE_MOVE: move_text(rules, &line->move, false, t); break;
    case AUDE_LINE_CONFIRM:
    case AUDE_LINE_UNDO:
    case AUDE_LINE_TAKEBACK:
        text_str(t, move_word[WORD_CONFIRM + line->kind - AUDE_LINE_CONFIRM]);
        seat_text(t, line->seat);
        if (line->kind != AUDE_LINE_CONFIRM && line->index >= 0) seat_text(t, line->index);
        break;
    case AUDE_LINE_DIGEST:
        text_str(t, "digest ");
        text_hex(t, line->digest);
        break;
    default: text_str(t, "expect "); text_bytes(t, expects + line->index, (size_t)line->size);
    }
    text_char(t, '\n');
}
