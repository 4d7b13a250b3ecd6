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
    memset(grid(r, s), 0xff, ((size_t)r->at.grid_mask + 1) * sizeof(u16));
    nodes(r, s)[0].piece = NONE16;
}

int board_neighbours(const ruleset *r, const game *s, square q)
{
    int n = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if (dx == 0 && dy == 0) continue;
            u16 entry = board_find(r, s, q + (u32)dy * 0x10000u + (u32)dx);
            n += entry != GRID_EMPTY && (entry & GRID_PLACED);
        }
    }
    return n;
}

/* ---- laying a piece ---- */

/* Two nodes that meet. */
typedef struct meeting {
    u16 a, b;
    u32 open; /* open edges that meet: 2 or 0 */
} meeting;

/* Notes what meets at one side, up to three pairs: the left half of an edge meets the right half of the edge it touches. Always writes
 * three and counts on, since branches on the kind of an edge cannot be foreseen. */
static inline int board_meet(meeting *m, int n, const u8 *mine, u16 first, const u8 *theirs, u16 their_first)
{
    bool middle = mine[PORT_MIDDLE] != NONE8, halves = mine[PORT_LEFT] != mine[PORT_MIDDLE]; /* a city edge is one */
    bool two = ((mine[PORT_LEFT] ^ mine[PORT_RIGHT]) | (theirs[PORT_LEFT] ^ theirs[PORT_RIGHT])) != 0;
    m[n] = (meeting){(u16)(first + mine[PORT_MIDDLE]), (u16)(their_first + theirs[PORT_MIDDLE]), 2};
    n += middle;
    m[n] = (meeting){(u16)(first + mine[PORT_LEFT]), (u16)(their_first + theirs[PORT_RIGHT]), 0};
    n += halves;
    m[n] = (meeting){(u16)(first + mine[PORT_RIGHT]), (u16)(their_first + theirs[PORT_LEFT]), 0};
    return n + (halves & two);
}

/* The empty squares beside a new space learn what it shows towards them. New or known already are as likely: no branch on it. */
static inline void board_extend(const ruleset *r, game *s, square q, u32 home, u32 sides, u16 here, u32 edges)
{
    u16 *g = grid(r, s);
    open_space *open = open_spaces(r, s);
    u32 n_open = s->n_open, grid_mask = r->at.grid_mask;
    for (; sides; sides &= sides - 1) {
        int shift = bits_first(sides), side = shift >> 2, there = side ^ 2;
        square beside = q + step_to[side];
        u32 slot = (home + r->at.grid_step[side]) & grid_mask;
        u32 entry = g[slot], keep = 0u - (entry != GRID_EMPTY);
        u32 i = (entry & keep & (GRID_PLACED - 1)) | (n_open & ~keep);
        if (keep & ((entry & GRID_PLACED) | (open[i].at ^ beside))) { /* another square's slot: rare */
            s->n_open = (u16)n_open;
            slot = grid_probe(r, s, beside, slot);
            keep = 0u - (g[slot] != GRID_EMPTY);
            i = keep ? g[slot] : n_open;
        }
        n_open += keep + 1;
        g[slot] = (u16)i;
        open_space *o = &open[i];
        o->at = beside;
        o->slot = (u16)slot;
        o->demand = (o->demand & keep) | (0xf0000u | (edges >> shift & 15)) << 4 * there;
        o->neighbour[there] = here;
    }
    s->n_open = (u16)n_open;
}

/* The space is no longer open; the last open space takes its index. */
static inline void board_close(const ruleset *r, game *s, int i, u16 entry)
{
    u16 *g = grid(r, s);
    open_space *open = open_spaces(r, s);
    int last = --s->n_open;
    g[open[last].slot] = (u16)i;
    g[open[i].slot] = entry;
    open[i] = open[last];
}

/* Monasteries count the empty spaces around them as open (rule base/monastery-1). */
static inline void board_watch(const ruleset *r, game *s, square q)
{
    const watched *w = monasteries(r, s);
    node *n = nodes(r, s);
    for (int i = 0; i < s->n_watched; i++) {
        u32 d = w[i].at - q + 0x10001u; /* 0 to 2 in both halves where the square is around */
        if ((d & 0xfffcfffcu) | (d & d >> 1 & 0x10001u)) continue;
        u64 word = n[w[i].node].word -= WORD_OPEN;
        if (word_open(word) == 0) s->done[s->n_done++] = (done){.node = w[i].node, .kind = AUDE_MONASTERY};
    }
}

void board_put(const ruleset *r, game *s, int kind, int rotation, int open, square q)
{
    const tile_kind *k = &r->kind[kind];
    u16 p = s->n_pieces++, here = s->n_spaces++, first = s->n_nodes, kind_rotation = (u16)(kind * 4 + rotation);
    const shape *f = &r->shape[kind_rotation];
    pieces(r, s)[p] = (piece){.kind_rotation = kind_rotation, .space = here};
    spaces(r, s)[here] = (space){.at = q, .kind_rotation = kind_rotation, .first = first, .piece = p};

    node *n = nodes(r, s);
    u64 base = first * (u64)0x10001 + ((u64)p << 32);
    int n_segments = k->tile.n_segments;
    node *own = n + first;
#pragma GCC unroll 8
    for (int i = 0; i < NODES_AT_ONCE; i++) own[i].word = k->node[i].word, own[i].link = k->node[i].link + base;
    for (int i = NODES_AT_ONCE; i < n_segments; i++)
        own[i].word = k->node[i].word, own[i].link = k->node[i].link + base;
    s->n_nodes = (u16)(first + n_segments);
    n[s->n_nodes].piece = NONE16;
    s->n_done = 0;
    s->closed = 0;

    u32 sides = 0; /* bit 4 e where a neighbour lies */
    u32 slot = grid_hash(r, q);
    if (open >= 0) {
        const open_space *o = &open_spaces(r, s)[open];
        meeting meet[4 * 3];
        int n_meet = 0;
        sides = o->demand >> 16 & 0x1111;
        for (u32 left = sides; left; left &= left - 1) {
            int side = bits_first(left) >> 2;
            const space *other = &spaces(r, s)[o->neighbour[side]];
            n_meet = board_meet(meet, n_meet, f->at[side], first, shape_of(r, other->kind_rotation)->at[side ^ 2],
                                other->first);
        }
        board_close(r, s, open, here | GRID_PLACED);
        bool closed = false;
        for (int i = 0; i < n_meet; i++) {
            u64 word = feature_join(n, meet[i].a, meet[i].b, meet[i].open * WORD_OPEN);
            closed |= (meet[i].open != 0) & (word_open(word) == 0);
        }
        s->closed = closed;
    } else {
        grid(r, s)[slot] = here | GRID_PLACED;
    }
    board_extend(r, s, q, slot, ~sides & 0x1111, here, f->edges);
    board_watch(r, s, q);
    if (k->monastery != NONE8) {
        u16 its = (u16)(first + k->monastery);
        n[its].word -= (u64)board_neighbours(r, s, q) * WORD_OPEN;
        if (word_open(n[its].word) == 0) s->done[s->n_done++] = (done){.node = its, .kind = AUDE_MONASTERY};
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
        if (board_match_all(&open[i], k) | board_match_all(&open[i + 1], k)) return true;
    return i < s->n_open && board_match_all(&open[i], k);
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
    for (int i = 0; i < s->n_open; i++) rotations += board_match_all(&open[i], &r->kind[kind]) >> 15;
    return (int)((rotations & 0xffff) + (rotations >> 16 & 0xffff) + (rotations >> 32 & 0xffff) + (rotations >> 48));
}

int board_matches(const ruleset *r, const game *s, int kind, u64 *key)
{
    const open_space *open = open_spaces_in(r, s);
    int n = 0;
    for (int i = 0; i < s->n_open; i++) {
        key[n] = (u64)open[i].at << 16 | (u64)i;
        n += board_match_all(&open[i], &r->kind[kind]) != 0;
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
    if (entry == GRID_EMPTY || !(entry & GRID_PLACED)) return -1;
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
            static const u8 feature[4] = {255, AUDE_CITY, AUDE_ROAD, AUDE_FIELD};
            dst[i].edge[side] = feature[o->demand >> 4 * side & 3];
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
    if (entry & GRID_PLACED) return 0; /* GRID_EMPTY has that bit too */
    const tile_kind *k = &r->kind[kind_index];
    unsigned fits = 0;
    for (int rotation = 0; rotation < k->n_rotations; rotation++)
        fits |= (unsigned)board_match(&open_spaces_in(r, s)[entry], &r->shape[kind_index * 4 + rotation]) << rotation;
    return fits;
}
