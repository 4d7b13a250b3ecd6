/* rows.c - one row of numbers for each legal move: where it is, what it touches, and, if asked for, what it brings at once. */
#include "env/env.h"

/* ---- Geometry ---------------------------------------------------------------------------------------------------- */

/* What a tile adds to the rows of placements beside it, as counts of four bits each, to be summed:
 *
 *     bits 0 .. 3 tiles, 4 .. 7 monasteries; from 8 + 12 side on, for the side of it that is touched: sides, cities, roads */
enum { TOUCH_SIDE = 8, TOUCH_SIDE_BITS = 12 };

u64 rows_touch(const cell *c)
{
    u64 word = 1u | (u32)c->channel[CELL_MONASTERY] << 4;
    for (int side = 0; side < 4; side++) {
        u8 edge = c->channel[CELL_EDGE + side];
        u64 its = 1u | (u32)(edge == AUDE_CITY + 1) << 4 | (u32)(edge == AUDE_ROAD + 1) << 8;
        word |= its << (TOUCH_SIDE + TOUCH_SIDE_BITS * side);
    }
    return word;
}

static void grid_set(aude_env *e, const scene *s, bool set)
{
    int w = e->layout.window;
    for (int i = 0; i < s->n; i++) {
        int column = s->tile[i].x - s->x0, row = s->tile[i].y - s->y0;
        if ((unsigned)column < (unsigned)w && (unsigned)row < (unsigned)w)
            e->grid[row * w + column] = set ? e->touch[s->tile[i].kind_rotation] : 0;
    }
}

/* Also outside the window. */
static u64 touch_of(const aude_env *e, const scene *s, int x, int y)
{
    int i = aude_tile_at(e->config.rules, s->state, x, y);
    return i < 0 ? 0 : e->touch[s->tile[i].kind_rotation];
}

/* What lies around the space: the same for all rotations of a placement there. */
static void row_around(const aude_env *e, const scene *s, i16 *dst, int x, int y)
{
    int w = e->layout.window, column = x - s->x0, row = y - s->y0;
    u64 to[4], corner;
    if ((unsigned)(column - 1) < (unsigned)(w - 2) && (unsigned)(row - 1) < (unsigned)(w - 2)) {
        const u64 *g = e->grid + row * w + column;
        to[AUDE_N] = g[-w], to[AUDE_E] = g[1], to[AUDE_S] = g[w], to[AUDE_W] = g[-1];
        corner = (g[-w - 1] & 0xff) + (g[-w + 1] & 0xff) + (g[w - 1] & 0xff) + (g[w + 1] & 0xff);
    } else {
        to[AUDE_N] = touch_of(e, s, x, y - 1), to[AUDE_E] = touch_of(e, s, x + 1, y);
        to[AUDE_S] = touch_of(e, s, x, y + 1), to[AUDE_W] = touch_of(e, s, x - 1, y);
        corner = (touch_of(e, s, x - 1, y - 1) & 0xff) + (touch_of(e, s, x + 1, y - 1) & 0xff) +
                 (touch_of(e, s, x - 1, y + 1) & 0xff) + (touch_of(e, s, x + 1, y + 1) & 0xff);
    }
    u64 around = corner, beside = 0;
    for (int side = 0; side < 4; side++) {
        around += to[side] & 0xff;
        beside += to[side] >> (TOUCH_SIDE + TOUCH_SIDE_BITS * (side ^ 2)) & 0xfff;
    }
    dst[ROW_SIDES] = (i16)(beside & 15);
    dst[ROW_AROUND] = (i16)(around & 15);
    dst[ROW_CITIES] = (i16)(beside >> 4 & 15);
    dst[ROW_ROADS] = (i16)(beside >> 8 & 15);
    dst[ROW_MONASTERIES] = (i16)(around >> 4 & 15);
}

/* ---- Features and chips ------------------------------------------------------------------------------------------ */

static void row_feature(const aude_env *e, const scene *s, i16 *dst, int tile, const aude_move *m)
{
    const aude_rules *rules = e->config.rules;
    int id = aude_feature_at(rules, s->state, tile, m->feature, m->edge);
    aude_feature f;
    aude_worth worth;
    aude_feature_get(rules, s->state, id, &f);
    aude_worth_of(rules, s->state, id, &worth);
    dst[ROW_TILES] = (i16)f.n_tiles;
    dst[ROW_OPEN] = (i16)f.n_open;
    dst[ROW_PENNANTS] = (i16)(f.kind == AUDE_FIELD ? f.n_cities : f.n_pennants);
    dst[ROW_POINTS] = worth.points;
}

/* The largest target, the fewest tiles with which the chip wins, and what it pays then. */
static void row_bet(const aude_env *e, const scene *s, i16 *dst, const aude_move *m)
{
    const aude_rules *rules = e->config.rules;
    aude_target t[AUDE_MAX_SEGMENTS];
    int n = aude_targets(rules, s->state, s->n - 1, t, AUDE_MAX_SEGMENTS);
    for (int i = 0; i < n; i++) {
        aude_feature f;
        aude_feature_get(rules, s->state, t[i].feature, &f);
        if (f.n_tiles < dst[ROW_TILES]) continue;
        dst[ROW_TILES] = (i16)f.n_tiles;
        dst[ROW_OPEN] = (i16)f.n_open;
    }
    if (m->face == AUDE_NO_BET || m->face == AUDE_HIDDEN_FACE) return;
    const aude_chip *chip = aude_rules_face(rules, m->face);
    int fewest = chip->entry[0].tiles;
    for (int i = 1; i < chip->n_entries; i++)
        if (chip->entry[i].tiles < fewest) fewest = chip->entry[i].tiles;
    dst[ROW_PENNANTS] = (i16)fewest;
    dst[ROW_POINTS] = (i16)aude_chip_pay(chip, fewest);
}

/* ---- Simulation -------------------------------------------------------------------------------------------------- */

typedef struct sum {
    int own, other, meeples, own_projected, other_projected;
} sum;

static sum sum_of(const aude_env *e, const aude_state *state, int seat)
{
    int points[AUDE_MAX_SEATS];
    sum r = {.own = aude_score(state, seat), .meeples = aude_supply(state, seat)};
    aude_projected(e->config.rules, state, points);
    r.own_projected = points[seat];
    for (int other = 0, first = 1; other < e->layout.n_seats; other++) {
        if (other == seat) continue;
        if (first || aude_score(state, other) > r.other) r.other = aude_score(state, other);
        if (first || points[other] > r.other_projected) r.other_projected = points[other];
        first = 0;
    }
    return r;
}

/* Plays the move on a copy of the view; a placement with no meeple after it. What depends on something hidden is not known. */
static void row_simulate(aude_env *e, const scene *s, const aude_state *view, i16 *dst, const aude_move *m,
                         const sum *before)
{
    const aude_rules *rules = e->config.rules;
    if (m->kind == AUDE_BET || m->kind == AUDE_FINAL) return;
    aude_state_copy(rules, e->trial, view);
    if (aude_apply(rules, e->trial, *m, NULL)) return;
    if (m->kind == AUDE_PLACE && aude_state_step(rules, e->trial) == AUDE_STEP_MEEPLE) {
        aude_move pass = {.kind = AUDE_PASS, .seat = m->seat};
        if (aude_apply(rules, e->trial, pass, NULL)) return;
    }
    sum after = sum_of(e, e->trial, s->seat);
    dst[ROW_SIMULATED] = 1;
    dst[ROW_OWN_POINTS] = (i16)(after.own - before->own);
    dst[ROW_OTHER_POINTS] = (i16)(after.other - before->other);
    dst[ROW_OWN_MEEPLES] = (i16)(after.meeples - before->meeples);
    dst[ROW_OWN_PROJECTED] = (i16)(after.own_projected - before->own_projected);
    dst[ROW_OTHER_PROJECTED] = (i16)(after.other_projected - before->other_projected);
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

void rows_write(aude_env *e, const scene *s, const aude_move *list, int n, i16 *dst)
{
    bool simulate = e->config.flags & AUDE_ENV_SIMULATE;
    int columns = e->layout.columns;
    bool place = n > 0 && list[0].kind == AUDE_PLACE;
    sum before = {0};
    if (simulate) {
        aude_view(e->config.rules, s->state, s->seat, e->config.flags & AUDE_ENV_RECALL ? AUDE_RECALL : 0, e->view);
        before = sum_of(e, e->view, s->seat);
    }
    if (place) grid_set(e, s, true);
    for (int i = 0; i < n; i++, dst += columns) {
        const aude_move *m = &list[i];
        memset(dst, 0, (size_t)columns * sizeof *dst);
        dst[ROW_KIND] = m->kind;
        dst[ROW_ROTATION] = m->rotation;
        dst[ROW_FEATURE] = (i16)(m->feature == 255 ? -1 : m->feature);
        dst[ROW_EDGE] = (i16)(m->edge == AUDE_NO_EDGE ? -1 : m->edge);
        dst[ROW_FACE] = (i16)(m->face == AUDE_NO_BET ? -1 : m->face);
        int x = m->x, y = m->y;
        if (m->kind == AUDE_PLACE) {
            if (i > 0 && list[i - 1].x == x && list[i - 1].y == y)
                memcpy(dst + ROW_SIDES, dst - columns + ROW_SIDES, (ROW_MONASTERIES + 1 - ROW_SIDES) * sizeof *dst);
            else
                row_around(e, s, dst, x, y);
        } else if (m->kind == AUDE_SETTLE || m->kind == AUDE_FINAL) {
            row_feature(e, s, dst, aude_tile_at(e->config.rules, s->state, x, y), m);
        } else { /* about the newest tile */
            x = s->tile[s->n - 1].x;
            y = s->tile[s->n - 1].y;
            if (m->kind == AUDE_MEEPLE) row_feature(e, s, dst, s->n - 1, m);
            if (m->kind == AUDE_BET) row_bet(e, s, dst, m);
        }
        dst[ROW_COLUMN] = (i16)(x - s->x0);
        dst[ROW_ROW] = (i16)(y - s->y0);
        if (simulate) row_simulate(e, s, e->view, dst, m, &before);
    }
    if (place) grid_set(e, s, false);
}
