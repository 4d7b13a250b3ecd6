/* board.c - see board.h. */
#include "rules/board.h"

static const i16 step_x[4] = {0, 1, 0, -1}, step_y[4] = {-1, 0, 1, 0};

static inline square square_beside(square q, int side)
{
    return square_at(square_x(q) + step_x[side], square_y(q) + step_y[side]);
}

/* Slot of the grid in which a square is, or would be entered. */
static inline u16 grid_slot(const ruleset *r, const game *s, square q)
{
    const u16 *g = grid_in(r, s);
    const space *placed = spaces_in(r, s);
    const open_space *open = open_spaces_in(r, s);
    u32 slot = (u32)(square_x(q) + r->at.grid_skew * square_y(q)) & r->at.grid_mask;
    for (;; slot = (slot + GRID_STEP) & r->at.grid_mask) {
        u16 entry = g[slot];
        if (entry == GRID_EMPTY) return (u16)slot;
        square there = entry & GRID_PLACED ? placed[entry ^ GRID_PLACED].at : open[entry].at;
        if (there == q) return (u16)slot;
    }
}

/* Order of lists: y, then x. The index of the open space stands in the low 16 bits. */
static inline u64 board_key(square q, int i)
{
    return (u64)((u32)square_y(q) + 0x8000u) << 32 | (u64)((u32)square_x(q) + 0x8000u) << 16 | (u64)(u32)i;
}

static int board_sorted(u64 *key, int n)
{
    for (int i = 1; i < n; i++) {
        u64 k = key[i];
        int j = i;
        for (; j > 0 && key[j - 1] > k; j--) key[j] = key[j - 1];
        key[j] = k;
    }
    return n;
}

int board_matches(const ruleset *r, const game *s, const tile_kind *k, u64 *key)
{
    const open_space *open = open_spaces_in(r, s);
    int n = 0;
    for (int i = 0; i < s->n_open; i++) {
        bool any = false;
        for (int rotation = 0; rotation < k->n_rotations; rotation++) any |= board_match(&open[i], &k->shape[rotation]);
        key[n] = board_key(open[i].at, i);
        n += any;
    }
    return board_sorted(key, n);
}

static void board_sort(const ruleset *r, const game *s, u64 *key)
{
    for (int i = 0; i < s->n_open; i++) key[i] = board_key(open_spaces_in(r, s)[i].at, i);
    board_sorted(key, s->n_open);
}

u16 board_find(const ruleset *r, const game *s, square q)
{
    return grid_in(r, s)[grid_slot(r, s, q)];
}

void board_clear(const ruleset *r, game *s)
{
    s->n_pieces = s->n_spaces = s->n_nodes = s->n_open = 0;
    s->n_watched = 0;
    memset(s->n_single, 0, sizeof s->n_single);
    memset(grid(r, s), 0xff, ((size_t)r->at.grid_mask + 1) * sizeof(u16));
    nodes(r, s)[0].piece = NONE16;
}

int board_neighbours(const ruleset *r, const game *s, square q)
{
    int n = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if (dx == 0 && dy == 0) continue;
            u16 entry = board_find(r, s, square_at(square_x(q) + dx, square_y(q) + dy));
            n += entry != GRID_EMPTY && (entry & GRID_PLACED);
        }
    }
    return n;
}

/* Joins the segments that meet at one side: the left half of an edge meets the right half of the edge it touches. */
static inline void board_join(const ruleset *r, node *n, const shape *mine, u16 first, int side, const space *other)
{
    const u8 *a = mine->at[side], *b = shape_of(r, other->kind_rotation)->at[side ^ 2];
    u16 base = other->first;
    if (a[PORT_MIDDLE] != NONE8)
        feature_join(n, (u16)(first + a[PORT_MIDDLE]), (u16)(base + b[PORT_MIDDLE]), 2 * WORD_OPEN);
    if (a[PORT_LEFT] == a[PORT_MIDDLE]) return; /* a city edge is one */
    feature_join(n, (u16)(first + a[PORT_LEFT]), (u16)(base + b[PORT_RIGHT]), 0);
    if (a[PORT_LEFT] != a[PORT_RIGHT] || b[PORT_LEFT] != b[PORT_RIGHT])
        feature_join(n, (u16)(first + a[PORT_RIGHT]), (u16)(base + b[PORT_LEFT]), 0);
}

/* Whether a constraint's mask covers exactly one side. */
static inline bool mask_is_single(u32 mask)
{
    return mask == 15 * (mask & (0u - mask));
}

/* The empty square beside a new space learns what that space shows towards it. */
static inline void board_extend(const ruleset *r, game *s, square q, int side, u16 from, u16 code)
{
    u16 slot = grid_slot(r, s, q);
    u16 *g = grid(r, s);
    open_space *o = open_spaces(r, s);
    int there = side ^ 2, shift = 4 * there;
    if (g[slot] == GRID_EMPTY) {
        g[slot] = s->n_open;
        o += s->n_open++;
        *o = (open_space){.at = q, .want = (u16)(code << shift), .mask = (u16)(15 << shift), .slot = slot};
        s->n_single[code]++;
    } else {
        o += g[slot];
        if (mask_is_single(o->mask)) s->n_single[o->want >> bits_first(o->mask)]--;
        o->want = (u16)(o->want | code << shift);
        o->mask = (u16)(o->mask | 15 << shift);
    }
    o->neighbour[there] = from;
}

/* The space is no longer open; the last open space takes its index. */
static inline void board_close(const ruleset *r, game *s, int i, u16 entry)
{
    u16 *g = grid(r, s);
    open_space *open = open_spaces(r, s);
    if (mask_is_single(open[i].mask)) s->n_single[open[i].want >> bits_first(open[i].mask)]--;
    g[open[i].slot] = entry;
    int last = --s->n_open;
    if (i != last) {
        open[i] = open[last];
        g[open[i].slot] = (u16)i;
    }
}

/* Monasteries count the empty spaces around them as open (rule base/monastery-1). */
static void board_watch(const ruleset *r, game *s, square q, int monastery_node)
{
    watched *w = monasteries(r, s);
    node *n = nodes(r, s);
    int kept = 0;
    for (int i = 0; i < s->n_watched; i++) {
        if (word_open(n[w[i].node].word) == 0) continue; /* finished by an earlier piece */
        u32 dx = (u32)(square_x(w[i].at) - square_x(q) + 1), dy = (u32)(square_y(w[i].at) - square_y(q) + 1);
        if (dx <= 2 && dy <= 2) n[w[i].node].word -= WORD_OPEN;
        w[kept++] = w[i];
    }
    if (monastery_node >= 0) {
        n[monastery_node].word -= (u64)board_neighbours(r, s, q) * WORD_OPEN;
        w[kept++] = (watched){.at = q, .node = (u16)monastery_node};
    }
    s->n_watched = (u16)kept;
}

void board_put(const ruleset *r, game *s, int kind_index, int rotation, int open, square q)
{
    const tile_kind *k = &r->kind[kind_index];
    const shape *f = &k->shape[rotation];
    u16 p = s->n_pieces++, here = s->n_spaces++, first = s->n_nodes;
    u16 kind_rotation = (u16)(kind_index * 4 + rotation);
    pieces(r, s)[p] = (piece){.kind_rotation = kind_rotation, .space = here};
    spaces(r, s)[here] = (space){.at = q, .kind_rotation = kind_rotation, .first = first, .piece = p};

    node *n = nodes(r, s);
    int n_segments = k->tile.n_segments;
    for (int i = 0; i < n_segments; i++) {
        u16 self = (u16)(first + i);
        n[self] = (node){.word = k->word[i], .parent = self, .next = self, .piece = p, .segment = (u16)i};
    }
    s->n_nodes = (u16)(first + n_segments);
    n[s->n_nodes].piece = NONE16;

    u16 mask = 0, neighbour[4];
    if (open >= 0) {
        const open_space *o = &open_spaces(r, s)[open];
        mask = o->mask;
        memcpy(neighbour, o->neighbour, sizeof neighbour);
        board_close(r, s, open, here | GRID_PLACED);
    } else {
        grid(r, s)[grid_slot(r, s, q)] = here | GRID_PLACED;
    }
    for (int side = 0; side < 4; side++) {
        if (mask >> 4 * side & 15) {
            board_join(r, n, f, first, side, &spaces(r, s)[neighbour[side]]);
        } else {
            board_extend(r, s, square_beside(q, side), side, here, f->edges >> 4 * side & 15);
        }
    }
    board_watch(r, s, q, k->monastery == NONE8 ? -1 : first + k->monastery);
}

bool board_has_room(const ruleset *r, const game *s, int kind_index)
{
    const tile_kind *k = &r->kind[kind_index];
    /* A space with one neighbour takes every tile that has the edge it shows, in some rotation. */
    for (int code = EDGE_CITY; code <= EDGE_FIELD; code++)
        if ((k->edge_set >> code & 1) && s->n_single[code]) return true;
    const open_space *open = open_spaces_in(r, s);
    for (int i = 0; i < s->n_open; i++)
        for (int rotation = 0; rotation < k->n_rotations; rotation++)
            if (board_match(&open[i], &k->shape[rotation])) return true;
    return false;
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
    board_sort(r, s, key);
    for (int i = 0; i < s->n_open && i < cap; i++) {
        const open_space *o = &open[(u16)key[i]];
        dst[i].x = (int16_t)square_x(o->at);
        dst[i].y = (int16_t)square_y(o->at);
        for (int side = 0; side < 4; side++) {
            static const u8 feature[4] = {255, AUDE_CITY, AUDE_ROAD, AUDE_FIELD};
            dst[i].edge[side] = feature[o->want >> 4 * side & 3];
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
        fits |= (unsigned)board_match(&open_spaces_in(r, s)[entry], &k->shape[rotation]) << rotation;
    return fits;
}
