/* observe.c - the board as planes and the rest as a flat vector, written from a state or a view.
 *
 * A target remembers which part of its planes is not 0, so that only that part is cleared: what is written is the same as from
 * scratch. */
#include "env/env.h"

void observe_scene(const aude_env *e, const aude_state *state, int seat, scene *dst)
{
    const aude_rules *rules = e->config.rules;
    int n = aude_n_placed(state), sum_x = 0, sum_y = 0, half = e->layout.window / 2;
    for (int i = 0; i < n; i++) {
        aude_placed p = aude_placed_at(rules, state, i);
        dst->tile[i].x = p.x;
        dst->tile[i].y = p.y;
        dst->tile[i].kind_rotation = (u16)(p.kind * 4 + p.rotation);
        sum_x += p.x;
        sum_y += p.y;
    }
    /* The middle of the tiles, rounded to the nearest space, halves upwards. */
    int twice = 2 * n, x = 2 * sum_x + n, y = 2 * sum_y + n;
    dst->x0 = x / twice - (x % twice < 0) - half;
    dst->y0 = y / twice - (y % twice < 0) - half;
    dst->state = state;
    dst->seat = seat;
    dst->n = n;
}

/* ---- Planes ------------------------------------------------------------------------------------------------------ */

static void planes_clear(const aude_env *e, target *t)
{
    size_t w = (size_t)e->layout.window, bytes = (size_t)(t->dirty.x1 - t->dirty.x0) * sizeof(cell);
    for (size_t y = t->dirty.y0; y < t->dirty.y1; y++)
        memset(t->planes + (y * w + t->dirty.x0) * sizeof(cell), 0, bytes);
}

static u8 *planes_at(const aude_env *e, const scene *s, const target *t, int x, int y)
{
    int w = e->layout.window, column = x - s->x0, row = y - s->y0;
    if ((unsigned)column >= (unsigned)w || (unsigned)row >= (unsigned)w) return NULL;
    return t->planes + (row * w + column) * AUDE_ENV_CHANNELS;
}

/* Open spaces first, each told by its neighbours what it must show; the tiles are then written over what is no open space. */
static void planes_board(const aude_env *e, const scene *s, target *t)
{
    static const signed char dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    int w = e->layout.window, x0 = w, y0 = w, x1 = -1, y1 = -1;
    const int step[4] = {-w * AUDE_ENV_CHANNELS, AUDE_ENV_CHANNELS, w * AUDE_ENV_CHANNELS, -AUDE_ENV_CHANNELS};
    for (int i = 0; i < s->n; i++) {
        const u8 *edge = e->cell[s->tile[i].kind_rotation].channel + CELL_EDGE;
        int x = s->tile[i].x - s->x0, y = s->tile[i].y - s->y0;
        if ((unsigned)(x - 1) < (unsigned)(w - 2) && (unsigned)(y - 1) < (unsigned)(w - 2)) {
            u8 *here = t->planes + (y * w + x) * AUDE_ENV_CHANNELS;
            for (int side = 0; side < 4; side++) {
                here[step[side] + CELL_WHAT] = CELL_IS_OPEN;
                here[step[side] + CELL_EDGE + (side ^ 2)] = edge[side];
            }
        } else {
            for (int side = 0; side < 4; side++) {
                u8 *there = planes_at(e, s, t, s->tile[i].x + dx[side], s->tile[i].y + dy[side]);
                if (!there) continue;
                there[CELL_WHAT] = CELL_IS_OPEN;
                there[CELL_EDGE + (side ^ 2)] = edge[side];
            }
        }
        if (x < x0) x0 = x;
        if (x > x1) x1 = x;
        if (y < y0) y0 = y;
        if (y > y1) y1 = y;
    }
    for (int i = 0; i < s->n; i++) {
        u8 *here = planes_at(e, s, t, s->tile[i].x, s->tile[i].y);
        if (here) memcpy(here, &e->cell[s->tile[i].kind_rotation], sizeof(cell));
    }
    t->dirty.x0 = (u8)(x0 < 1 ? 0 : x0 - 1);
    t->dirty.y0 = (u8)(y0 < 1 ? 0 : y0 - 1);
    t->dirty.x1 = (u8)(x1 + 2 > w ? w : x1 + 2);
    t->dirty.y1 = (u8)(y1 + 2 > w ? w : y1 + 2);
}

/* What stands on tiles. */
static void planes_pieces(const aude_env *e, const scene *s, target *t)
{
    const aude_rules *rules = e->config.rules;
    aude_figure figure[AUDE_MAX_SEATS * AUDE_MAX_MEEPLES];
    int n = aude_figures(rules, s->state, figure, AUDE_MAX_SEATS * AUDE_MAX_MEEPLES);
    for (int i = 0; i < n; i++) {
        const aude_figure *f = &figure[i];
        u8 *here = planes_at(e, s, t, s->tile[f->tile].x, s->tile[f->tile].y);
        if (!here) continue;
        here[CELL_MEEPLE] = (u8)(1 + seat_from(e, s->seat, f->seat));
        here[CELL_MEEPLE_FEATURE] = (u8)(1 + f->feature);
        here[CELL_MEEPLE_EDGE] = (u8)(f->edge == AUDE_NO_EDGE ? 0 : 1 + f->edge);
    }
    bool recall = e->config.flags & AUDE_ENV_RECALL; /* rule bets/secret-1 */
    aude_stack stack[AUDE_MAX_STACKS];
    n = e->layout.n_offices ? aude_stacks(rules, s->state, stack, AUDE_MAX_STACKS) : 0;
    for (int i = 0; i < n; i++) {
        u8 *here = planes_at(e, s, t, s->tile[stack[i].tile].x, s->tile[stack[i].tile].y);
        if (!here) continue;
        for (int k = 0; k < stack[i].n_bets; k++) {
            const aude_bet *b = &stack[i].bet[k];
            here[CELL_CHIPS] |= (u8)(1u << seat_from(e, s->seat, b->seat));
            if (recall && b->seat == s->seat && b->face != AUDE_HIDDEN_FACE) here[CELL_OWN_CHIP] = (u8)(1 + b->face);
        }
    }
    u8 *newest = planes_at(e, s, t, s->tile[s->n - 1].x, s->tile[s->n - 1].y);
    if (newest) newest[CELL_NEWEST] = 1;
}

void observe_planes(const aude_env *e, const scene *s, target *t)
{
    planes_clear(e, t);
    planes_board(e, s, t);
    planes_pieces(e, s, t);
}

/* ---- Flat vector ------------------------------------------------------------------------------------------------- */

static int tiles_outside(const aude_env *e, const scene *s)
{
    int outside = 0;
    unsigned w = (unsigned)e->layout.window;
    for (int i = 0; i < s->n; i++)
        outside += (unsigned)(s->tile[i].x - s->x0) >= w || (unsigned)(s->tile[i].y - s->y0) >= w;
    return outside;
}

static void flat_stacks(const aude_env *e, const scene *s, i16 *dst)
{
    int each = FLAT_PER_OFFICE + e->layout.n_seats;
    memset(dst, 0, (size_t)(e->layout.n_offices * each) * sizeof *dst);
    aude_stack stack[AUDE_MAX_STACKS];
    int n = aude_stacks(e->config.rules, s->state, stack, AUDE_MAX_STACKS);
    for (int i = 0; i < n; i++, dst += each) {
        dst[0] = (i16)(s->tile[stack[i].tile].x - s->x0);
        dst[1] = (i16)(s->tile[stack[i].tile].y - s->y0);
        for (int k = 0; k < stack[i].n_bets; k++)
            dst[FLAT_PER_OFFICE + seat_from(e, s->seat, stack[i].bet[k].seat)] = stack[i].bet[k].mask;
    }
}

/* What is neither on the board nor discarded nor in hand: quicker than asking kind by kind. */
static void flat_bag(const aude_env *e, const scene *s, i16 *dst, int hand)
{
    const aude_rules *rules = e->config.rules;
    memcpy(dst, e->copies, (size_t)e->layout.n_kinds * sizeof *dst);
    for (int i = 0; i < s->n; i++) dst[s->tile[i].kind_rotation >> 2]--;
    for (int i = aude_state_n_discarded(s->state); i-- > 0;) dst[aude_state_discarded(rules, s->state, i)]--;
    if (hand >= 0) dst[hand]--;
}

void observe_flat(const aude_env *e, const scene *s, i16 *dst)
{
    const aude_rules *rules = e->config.rules;
    const aude_env_layout *l = &e->layout;
    const aude_state *v = s->state;
    int hand = aude_state_hand(v);
    u32 all = (1u << l->n_seats) - 1;
    dst[FLAT_STEP] = (i16)aude_state_step(rules, v);
    dst[FLAT_PLACED] = (i16)s->n;
    dst[FLAT_LEFT_TO_DRAW] = (i16)aude_state_n_bag(rules, v);
    dst[FLAT_HAND] = (i16)hand;
    dst[FLAT_TURN] = (i16)seat_from(e, s->seat, aude_state_turn(v));
    dst[FLAT_ASKED] = (i16)seats_from(e, s->seat, aude_asked(rules, v) & all);
    dst[FLAT_GONE] = (i16)seats_from(e, s->seat, aude_state_left(v));
    dst[FLAT_OUTSIDE] = (i16)tiles_outside(e, s);
    dst[FLAT_X] = (i16)s->x0;
    dst[FLAT_Y] = (i16)s->y0;
    dst[FLAT_NEWEST_COLUMN] = (i16)(s->tile[s->n - 1].x - s->x0);
    dst[FLAT_NEWEST_ROW] = (i16)(s->tile[s->n - 1].y - s->y0);
    for (int i = 0; i < l->n_seats; i++) {
        int seat = s->seat + i < l->n_seats ? s->seat + i : s->seat + i - l->n_seats;
        i16 *its = dst + l->at_seats + FLAT_PER_SEAT * i;
        its[0] = (i16)aude_score(v, seat);
        its[1] = (i16)aude_supply(v, seat);
        its[2] = (i16)aude_chips(v, seat);
    }
    for (int face = 0; face < l->n_faces; face++) dst[l->at_faces + face] = (i16)aude_chips_of(rules, v, s->seat, face);
    flat_bag(e, s, dst + l->at_bag, hand);
    memset(dst + l->at_hand, 0, (size_t)l->n_kinds * sizeof *dst);
    if (hand >= 0) dst[l->at_hand + hand] = 1;
    if (l->n_offices) flat_stacks(e, s, dst + l->at_stacks);
}
