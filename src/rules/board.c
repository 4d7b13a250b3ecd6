/* board.c - see board.h. */
#include "rules/board.h"

/* From a square to the one beside it. */
static const u32 step_to[4] = {[AUDE_N] = 0u - 0x10000u, [AUDE_E] = 1, [AUDE_S] = 0x10000, [AUDE_W] = 0u - 1u};

static inline u32 grid_hash(const ruleset *r, square q)
{
    return ((q & 0xffff) + r->at.grid_skew * (q >> 16)) & r->at.grid_mask;
}

/* Slot of the grid in which a square is, or would be entered, from a slot on that belongs to its hash. */
static u16 grid_probe(const ruleset *r, const game *s, square q, u32 slot)
{
    const u16 *g = grid_in(r, s);
    for (;; slot = (slot + GRID_STEP) & r->at.grid_mask) {
        u16 entry = g[slot];
        if (entry == GRID_EMPTY) return (u16)slot;
        square there = entry & GRID_PLACED ? spaces_in(r, s)[entry ^ GRID_PLACED].at : open_spaces_in(r, s)[entry].at;
        if (there == q) return (u16)slot;
    }
}

u16 board_find(const ruleset *r, const game *s, square q)
{
    return grid_in(r, s)[grid_probe(r, s, q, grid_hash(r, q))];
}

void board_clear(const ruleset *r, game *s)
{
    s->n_pieces = s->n_spaces = s->n_nodes = s->n_open = s->n_watched = 0;
    memset(s->near, 0, sizeof s->near);
    memset(grid(r, s), GRID_EMPTY & 0xff, ((size_t)r->at.grid_mask + 1) * sizeof(u16));
}

/* The piece on a square, of which the slot is known that belongs to its hash. */
static inline const space *board_placed(const ruleset *r, const game *s, square q, u32 slot)
{
    const space *placed = spaces_in(r, s);
    u32 entry = grid_in(r, s)[slot];
    if ((entry & GRID_PLACED) && placed[entry ^ GRID_PLACED].at == q) return &placed[entry ^ GRID_PLACED];
    return &placed[grid_in(r, s)[grid_probe(r, s, q, slot)] ^ GRID_PLACED];
}

/* Spaces at the corners of a square on which a piece lies. What the squares hold cannot be foreseen: no branch on it. */
static int board_corners(const ruleset *r, const game *s, square q)
{
    static const square corner_at[4] = {0u - 0x10001u, 0u - 0xffffu, 0xffff, 0x10001};
    const u16 *g = grid_in(r, s);
    u32 n = 0;
    for (int i = 0; i < 4; i++) {
        square there = q + corner_at[i];
        u32 slot = grid_hash(r, there), entry = g[slot], known = 0u - (entry != GRID_EMPTY),
            placed = 0u - (entry >> 15);
        u32 k = entry & (GRID_PLACED - 1) & known;
        square a = spaces_in(r, s)[k & placed].at, b = open_spaces_in(r, s)[k & ~placed].at;
        if ((((a & placed) | (b & ~placed)) ^ there) & known) /* another square's slot: rare */
            placed = 0u - (g[grid_probe(r, s, there, slot)] >> 15);
        n -= placed;
    }
    return (int)n;
}

/* ---- laying a piece ---- */

static const u8 numbers[NODES_AT_ONCE] = {0, 1, 2, 3, 4, 5, 6, 7};

/* Writes the numbers from `first` on, four at once. */
static inline void numbers_put(u16 *dst, u32 first)
{
    static const u16 wide[NODES_AT_ONCE] = {0, 1, 2, 3, 4, 5, 6, 7};
    for (int i = 0; i < NODES_AT_ONCE; i += 4) {
        u64 four;
        memcpy(&four, wide + i, sizeof four);
        four += first * (u64)0x0001000100010001u;
        memcpy(dst + i, &four, sizeof four);
    }
}

/* The segments of a new piece, each a feature of its own. */
static inline void board_nodes(const ruleset *r, game *s, const tile_kind *k, u32 first)
{
    u64 *word = words(r, s) + first;
    u16 *parent = parents(r, s) + first, *next = nexts(r, s) + first;
    u8 *segment = segments(r, s) + first;
    u32 n = k->tile.n_segments;
    memcpy(word, k->word, NODES_AT_ONCE * sizeof *word);
    numbers_put(parent, first);
    numbers_put(next, first);
    memcpy(segment, numbers, NODES_AT_ONCE);
    for (u32 i = NODES_AT_ONCE; i < n; i++) {
        word[i] = k->word[i];
        parent[i] = next[i] = (u16)(first + i);
        segment[i] = (u8)i;
    }
    segment[n] = 0;
    s->n_nodes = (u16)(first + n);
}

/* Pairs of segments that meet: always three a side are written and some counted on, since branches on the kind of an edge cannot be
 * foreseen. */
typedef struct meeting {
    u32 n;
    u16 mine[4 * 3 + 1], theirs[4 * 3 + 1]; /* room to write one side more than there is */
} meeting;

/* What of a new piece meets what lies beside it. */
static inline void board_meet(const ruleset *r, const game *s, square q, u32 home, u32 sides, const shape *f, u32 first,
                              meeting *m)
{
    u32 n = 0;
    for (; sides; sides &= sides - 1) {
        u32 side = (u32)bits_first(sides) >> 2, slot = (home + r->at.grid_step[side]) & r->at.grid_mask;
        const space *other = board_placed(r, s, q + step_to[side], slot);
        port a = f->port[side] + first * PORT_NODES;
        port b = r->shape[other->kind_rotation].port[side ^ 2] + other->first * PORT_NODES;
        memcpy(m->mine + n, &a, sizeof a);
        memcpy(m->theirs + n, &b, sizeof b);
        u32 na = (u16)(a >> PORT_COUNT_SHIFT), nb = (u16)(b >> PORT_COUNT_SHIFT);
        n += na > nb ? na : nb; /* rarely the second */
    }
    m->n = n;
}

/* Joins the segments that meet. */
static inline void board_join(const ruleset *r, game *s, const meeting *m)
{
    u32 closed = 0;
    for (u32 i = 0; i < m->n; i++) {
        u32 closes = m->mine[i] >> 15;
        u64 word = feature_join(r, s, m->mine[i] & ~PORT_CLOSES, m->theirs[i] & ~PORT_CLOSES, closes * 2 * WORD_OPEN);
        closed |= closes & (word_open(word) == 0);
    }
    s->closed = (u8)closed;
}

/* The empty squares beside a new space learn what it shows towards them. They are as often new as known: no branch on it. One side or
 * more has a neighbour, except at the beginning: that also three are gone through always, and the entry behind the last open space takes
 * what is not wanted. */
static inline void board_extend(const ruleset *r, game *s, square q, u32 home, u32 sides, const shape *f)
{
    u16 *g = grid(r, s);
    open_space *open = open_spaces(r, s);
    u32 n_open = s->n_open, todo = (~sides & EDGE_BESIDE * 0x1111) | sides << 16;
    for (u32 left = 3 + (sides == 0); left; left--, todo &= todo - 1) {
        u32 bit = (u32)bits_first(todo), side = bit >> 2 & 3;
        square there = q + step_to[side];
        u32 slot = (home + r->at.grid_step[side]) & r->at.grid_mask, entry = g[slot];
        open[n_open] = (open_space){.at = there, .slot = (u16)slot};
        u32 i = entry < n_open ? entry : n_open;
        if (entry >> 15 != bit >> 4 || open[i].at != there) { /* another square's slot: rare */
            slot = grid_probe(r, s, there, slot);
            entry = g[slot];
            i = entry < n_open ? entry : n_open;
            open[n_open].slot = (u16)slot;
        }
        u32 fresh = entry == GRID_EMPTY;
        g[slot] = (u16)(fresh ? n_open : entry);
        n_open += fresh;
        open[i].refused |= f->refuses[side];
    }
    s->n_open = (u16)n_open;
}

/* The space is no longer open; the last open space takes its index. */
static inline void board_close(const ruleset *r, game *s, u32 i, u16 entry)
{
    u16 *g = grid(r, s);
    open_space *open = open_spaces(r, s), *last = &open[--s->n_open];
    g[last->slot] = (u16)i;
    g[open[i].slot] = entry;
    open[i] = *last;
}

/* The squares around this one are near a monastery. */
static inline void board_near(game *s, square q)
{
    u32 x = (q - 1) & 15, three = 7u << x;
    for (u32 y = (q >> 16) - 1, row = 0; row < 3; row++) s->near[(y + row) & 15] |= (u16)(three | three >> 16);
}

/* Monasteries count the empty spaces around them as open (rule base/monastery-1). */
static inline void board_watch(const ruleset *r, game *s, square q)
{
    const watched *w = monasteries(r, s);
    u64 *word = words(r, s);
    if (!(s->near[q >> 16 & 15] >> (q & 15) & 1)) return;
    for (int i = 0; i < s->n_watched; i++) {
        u32 d = w[i].at - q + 0x10001u; /* 0 to 2 in both halves where the square is around */
        u32 away = ((d | (d + 0x10001u)) & 0xfffcfffcu);
        u32 around = away == 0;
        u64 left = word[w[i].node] -= (u64)around << WORD_OPEN_SHIFT;
        if ((u32)word_open(left) < around) s->done[s->n_done++] = (done){.node = w[i].node, .kind = AUDE_MONASTERY};
    }
}

void board_put(const ruleset *r, game *s, int kind, int rotation, int open, square q)
{
    const tile_kind *k = &r->kind[kind];
    u16 p = s->n_pieces++, here = s->n_spaces++, first = s->n_nodes, kind_rotation = (u16)(kind * 4 + rotation);
    const shape *f = &r->shape[kind_rotation];
    pieces(r, s)[p] = (piece){.kind_rotation = kind_rotation, .space = here};
    spaces(r, s)[here] = (space){.at = q, .kind_rotation = kind_rotation, .first = first, .piece = p};
    board_nodes(r, s, k, first);
    s->n_done = 0;

    u32 sides = 0; /* bit 4 e + 3 where a neighbour lies */
    u32 home = grid_hash(r, q);
    meeting meets;
    meets.n = 0;
    if (open >= 0) {
        sides = open_spaces(r, s)[open].refused & EDGE_BESIDE * 0x1111;
        board_meet(r, s, q, home, sides, f, first, &meets);
        board_close(r, s, (u32)open, here | GRID_PLACED);
    } else {
        grid(r, s)[home] = here | GRID_PLACED;
    }
    board_extend(r, s, q, home, sides, f);
    board_join(r, s, &meets);
    board_watch(r, s, q);
    if (k->monastery != NONE8) {
        u16 its = (u16)(first + k->monastery);
        u32 beside = (u32)bits_count(sides) + (u32)board_corners(r, s, q);
        u64 word = words(r, s)[its] -= beside * WORD_OPEN;
        if (word_open(word) == 0) s->done[s->n_done++] = (done){.node = its, .kind = AUDE_MONASTERY};
        board_near(s, q);
        monasteries(r, s)[s->n_watched++] = (watched){.at = q, .node = its};
    }
}

/* ---- what fits ---- */

bool board_has_room(const ruleset *r, const game *s, int kind)
{
    const open_space *open = open_spaces_in(r, s);
    const tile_kind *k = &r->kind[kind];
    int i = 0;
    for (; i + 2 <= s->n_open; i += 2) /* two at once: one of them often fits */
        if (board_match_all(open[i].refused, k) | board_match_all(open[i + 1].refused, k)) return true;
    return i < s->n_open && board_match_all(open[i].refused, k);
}

static void keys_sort(u64 *key, int n)
{
    for (int i = 1; i < n; i++) {
        u64 k = key[i];
        int j = i;
        for (; j > 0 && key[j - 1] > k; j--) key[j] = key[j - 1];
        key[j] = k;
    }
}

int board_count(const ruleset *r, const game *s, int kind)
{
    const open_space *open = open_spaces_in(r, s);
    u64 rotations = 0; /* a counter in each 16-bit lane: no board has more spaces than that */
    for (int i = 0; i < s->n_open; i++) rotations += board_match_all(open[i].refused, &r->kind[kind]) >> 15;
    return (int)((rotations & 0xffff) + (rotations >> 16 & 0xffff) + (rotations >> 32 & 0xffff) + (rotations >> 48));
}

int board_matches(const ruleset *r, const game *s, int kind, u64 *key)
{
    const open_space *open = open_spaces_in(r, s);
    int n = 0;
    for (int i = 0; i < s->n_open; i++) {
        key[n] = (u64)open[i].at << 16 | (u64)i;
        n += board_match_all(open[i].refused, &r->kind[kind]) != 0;
    }
    keys_sort(key, n);
    return n;
}

/* ---- public questions ---- */

int aude_n_placed(const aude_state *state)
{
    return state_in(state)->n_pieces;
}

aude_placed aude_placed_at(const aude_rules *rules, const aude_state *state, int index)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    piece p = pieces_in(r, s)[index];
    square q = spaces_in(r, s)[p.space].at;
    return (aude_placed){.kind = p.kind_rotation >> 2,
                         .rotation = p.kind_rotation & 3,
                         .x = (int16_t)square_x(q),
                         .y = (int16_t)square_y(q)};
}

int aude_tile_at(const aude_rules *rules, const aude_state *state, int x, int y)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    if (x != (i16)x || y != (i16)y) return -1;
    u16 entry = board_find(r, s, square_at(x, y));
    if (!(entry & GRID_PLACED)) return -1;
    return spaces_in(r, s)[entry ^ GRID_PLACED].piece;
}

int aude_open_spaces(const aude_rules *rules, const aude_state *state, aude_space *dst, int cap)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    const open_space *open = open_spaces_in(r, s);
    u64 key[MAX_OPEN];
    for (int i = 0; i < s->n_open; i++) key[i] = (u64)open[i].at << 16 | (u64)i;
    keys_sort(key, s->n_open);
    for (int i = 0; i < s->n_open && i < cap; i++) {
        const open_space *o = &open[(u16)key[i]];
        dst[i].x = (int16_t)square_x(o->at);
        dst[i].y = (int16_t)square_y(o->at);
        for (int side = 0; side < 4; side++) {
            switch (o->refused >> 4 * side & 15) {
            case EDGE_ANY - EDGE_CITY: dst[i].edge[side] = AUDE_CITY; break;
            case EDGE_ANY - EDGE_ROAD: dst[i].edge[side] = AUDE_ROAD; break;
            case EDGE_ANY - EDGE_FIELD: dst[i].edge[side] = AUDE_FIELD; break;
            default: dst[i].edge[side] = 255;
            }
        }
    }
    return s->n_open;
}

unsigned aude_fits(const aude_rules *rules, const aude_state *state, int kind_index, int x, int y)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    if (x != (i16)x || y != (i16)y || kind_index < 0 || kind_index >= r->n_kinds) return 0;
    u16 entry = board_find(r, s, square_at(x, y));
    if (entry >= GRID_EMPTY) return 0;
    const tile_kind *k = &r->kind[kind_index];
    unsigned fits = 0;
    for (int rotation = 0; rotation < k->n_rotations; rotation++)
        fits |= (unsigned)board_match(open_spaces_in(r, s)[entry].refused, k->edge[rotation]) << rotation;
    return fits;
}
