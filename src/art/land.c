/* land.c - see land.h. */
#include "art/land.h"

#include "art/props.h"

/* ---- The ground -------------------------------------------------------------------------------------------------- */

enum { CH_X = 1, CH_Y, CH_TONE, CH_FURROW, CH_ANGLE, CH_TUFT = 11, CH_DRIFT = 21 };

static const double parcel_cell = 62, drift_cell = 37, tuft_cell = 13, furrow_gap = 4.4;

/* The site of a parcel, in world units. */
static point site_at(int i, int j)
{
    return point_of((i + 0.5 + (unit_at(i, j, CH_X) - 0.5) * 0.8) * parcel_cell,
                    (j + 0.5 + (unit_at(i, j, CH_Y) - 0.5) * 0.8) * parcel_cell);
}

/* A parcel is what lies nearer to its site than to others, less a strip; cut to the surroundings of the tile at `o`. */
static void parcel_make(line *l, int i, int j, point o)
{
    *l = (line){4, {{-7, -7}, {107, -7}, {107, 107}, {-7, 107}}};
    point s = site_at(i, j);
    for (int u = -2; u <= 2; u++)
        for (int v = -2; v <= 2 && l->n > 2; v++) {
            if (!u && !v) continue;
            point q = site_at(i + u, j + v), d = direction(s, q);
            line_clip(l, d.x, d.y, ((q.x + s.x) / 2 - o.x) * d.x + ((q.y + s.y) / 2 - o.y) * d.y - 4);
        }
}

static void furrows_paint(painter *p, const line *l, int style, double angle, point o)
{
    double nx = wave(angle / 2 + 0.25), ny = wave(angle / 2), low = 1e9, high = -1e9;
    double phase = o.x * nx + o.y * ny; /* furrows run on in world units */
    for (int k = 0; k < l->n; k++) {
        double t = l->p[k].x * nx + l->p[k].y * ny;
        low = least(low, t), high = most(high, t);
    }
    paint_on(p, L_FURROW, style);
    for (double t = whole((low + phase) / furrow_gap + 1.3) * furrow_gap - phase; t < high - 1; t += furrow_gap) {
        point end[2];
        int n = 0;
        for (int k = 0; k < l->n && n < 2; k++) {
            point a = l->p[k], b = l->p[(k + 1) % l->n];
            double da = a.x * nx + a.y * ny - t, db = b.x * nx + b.y * ny - t;
            if ((da < 0) != (db < 0)) end[n++] = point_mix(a, b, da / (da - db));
        }
        if (n < 2) continue;
        pen_move(p, end[0].x, end[0].y);
        pen_to(p, end[1].x, end[1].y);
    }
}

static bool covered(const plan *t, const line *l)
{
    for (int k = 0; k < l->n; k++)
        if (!plan_in_city(t, point_of(within(l->p[k].x, 0, 100), within(l->p[k].y, 0, 100)))) return false;
    return true;
}

static void parcels_paint(painter *p, const plan *t, point o)
{
    int i0 = (int)whole((o.x - 8) / parcel_cell) - 1, i1 = (int)whole((o.x + 108) / parcel_cell) + 1;
    int j0 = (int)whole((o.y - 8) / parcel_cell) - 1, j1 = (int)whole((o.y + 108) / parcel_cell) + 1;
    for (int i = i0; i <= i1; i++)
        for (int j = j0; j <= j1; j++) {
            double kind = unit_at(i, j, CH_TONE), furrow = unit_at(i, j, CH_FURROW);
            line l;
            if (kind < 0.22) continue; /* bare meadow */
            parcel_make(&l, i, j, o);
            if (l.n < 3 || covered(t, &l)) continue;
            int style = kind < 0.48 ? S_PARCEL_A : kind < 0.70 ? S_PARCEL_B : kind < 0.84 ? S_PARCEL_C : S_PARCEL_D;
            paint_on(p, L_PARCEL, style);
            pen_line(p, &l, true);
            if (furrow < (style == S_PARCEL_C ? 0.7 : 0.16))
                furrows_paint(p, &l, style == S_PARCEL_C ? S_FURROW_HAY : S_FURROW, unit_at(i, j, CH_ANGLE), o);
        }
}

/* Soft light and dark strokes, so that no meadow is one flat colour. */
static void drifts_paint(painter *p, const plan *t, point o)
{
    double g = drift_cell;
    for (int i = (int)whole((o.x - 30) / g); i <= (o.x + 130) / g; i++)
        for (int j = (int)whole((o.y - 30) / g); j <= (o.y + 130) / g; j++) {
            double k = unit_at(i, j, CH_DRIFT), w = 8 + unit_at(i, j, CH_DRIFT + 3) * 16;
            double x = (i + unit_at(i, j, CH_DRIFT + 1)) * g - o.x, y = (j + unit_at(i, j, CH_DRIFT + 2)) * g - o.y;
            if (k > 0.7 || x < -w - 10 || x > 110 || y < -9 || y > 109) continue;
            if (plan_in_city(t, point_of(within(x, 0, 100), within(y, 0, 100)))) continue;
            double bend = (unit_at(i, j, CH_DRIFT + 4) - 0.5) * 12;
            paint_on(p, L_DRIFT, k < 0.35 ? S_DRIFT_LIGHT : S_DRIFT_DARK);
            pen_move(p, x, y);
            pen_cubic(p, point_of(x + w / 3, y - bend), point_of(x + w * 0.7, y + bend), point_of(x + w * 1.2, y));
        }
}

static void tufts_paint(painter *p, const plan *t, point o)
{
    double g = tuft_cell;
    for (int i = (int)whole((o.x - 3) / g); i <= (o.x + 103) / g; i++)
        for (int j = (int)whole((o.y - 3) / g); j <= (o.y + 103) / g; j++) {
            double k = unit_at(i, j, CH_TUFT);
            point q = point_of((i + unit_at(i, j, CH_TUFT + 1)) * g - o.x, (j + unit_at(i, j, CH_TUFT + 2)) * g - o.y);
            if (k > 0.36 || q.x < -2 || q.x > 102 || q.y < -2 || q.y > 102 || plan_clear(t, q) < 3) continue;
            if (k < 0.27)
                paint_at(p, L_TUFT, S_TUFT, q.x - 1.5, q.y - 1.6, "l10 16 6-22 6 22 10-17");
            else
                paint_at(p, L_TUFT, k < 0.32 ? S_FLOWER : S_FLOWER_B, q.x, q.y, "h0m20 9h0m-14 12h0");
        }
}

void land_paint(painter *p, const plan *t, int x, int y)
{
    point o = point_of(x * 100.0, y * 100.0);
    paint_at(p, L_GRASS, S_GRASS, -1, -1, "h1020v1020h-1020z");
    parcels_paint(p, t, o);
    drifts_paint(p, t, o);
    tufts_paint(p, t, o);
}

/* ---- What stands on it ------------------------------------------------------------------------------------------- */

enum { TAKEN = 24 };

typedef struct planting {
    const plan *t;
    dice d;
    int x, y, n_taken;
    point taken[TAKEN];
    double radius[TAKEN];
} planting;

static void take(planting *g, point q, double radius)
{
    if (g->n_taken == TAKEN) return;
    g->taken[g->n_taken] = q;
    g->radius[g->n_taken++] = radius;
}

/* How wooded a place is, 0 to 1: a slow wave over the world, so that groves and open meadows alternate. */
static double wooded(const planting *g, point q)
{
    double x = g->x + q.x / 100, y = g->y + q.y / 100;
    return 0.5 + 0.3 * wave(x * 0.302 + wave(y * 0.207) * 0.22) + 0.3 * wave(y * 0.366 - x * 0.111 + 0.318);
}

static bool roomy(const planting *g, point q, double radius)
{
    if (least(q.x, 100 - q.x) < radius + 1 || q.y < radius + 4 || q.y > 98 - radius) return false;
    for (int i = 0; i < g->n_taken; i++)
        if (distance(q, g->taken[i]) < g->radius[i] + radius) return false;
    if (plan_in_city(g->t, point_of(q.x, q.y + 15))) return false; /* behind a wall and its towers */
    return plan_clear(g->t, q) > radius && plan_clear(g->t, point_of(q.x, q.y + 7)) > radius * 0.6;
}

/* A free place for something in the woods or in the open. */
static bool place_find(planting *g, double radius, bool wood, point *q)
{
    for (int k = 0; k < 20; k++) {
        *q = point_of(dice_range(&g->d, 4, 96), dice_range(&g->d, 8, 96));
        double w = wooded(g, *q);
        if (dice_unit(&g->d) * 0.8 + 0.1 < (wood ? w : 1 - w) && roomy(g, *q, radius)) return true;
    }
    return false;
}

static void vines_paint(painter *p, point c, dice *d)
{
    double a = dice_range(d, -0.08, 0.08), x = wave(a + 0.25), y = wave(a);
    for (int style = S_VINE_EARTH; style <= S_GRAPE; style++) {
        paint_on(p, L_VINE, style);
        for (int j = -2; j <= 2; j++) {
            double w = 9 - size_of(j) * 0.8, ox = c.x - j * 3.6 * y, oy = c.y + j * 3.6 * x;
            pen_move(p, ox - w * x, oy - w * y);
            pen_to(p, ox + w * x, oy + w * y);
        }
    }
}

static void grove_paint(painter *p, point q, dice *d)
{
    static const point at[6] = {{-5, -3}, {2, -5}, {-1, 1}, {6, 0}, {-7, 3.4}, {3.6, 5}};
    int n = 3 + dice_below(d, 4);
    for (int i = 0; i < n; i++)
        prop_tree(p, L_TREE, q.x + at[i].x + dice_range(d, -1, 1), q.y + 1 + at[i].y + dice_range(d, -0.8, 0.8),
                  dice_chance(d, 0.7));
}

static void wood_paint(painter *p, planting *g)
{
    double kind = dice_unit(&g->d);
    point q;
    if (kind < 0.28 && place_find(g, 5, true, &q)) {
        take(g, q, 5);
        int n = 2 + dice_below(&g->d, 2);
        for (int i = 0; i < n; i++) prop_cypress(p, L_TREE, q.x - 3.6 + i * 3.8, q.y + 4 + i % 2, dice_below(&g->d, 2));
    } else if (kind >= 0.28 && kind < 0.62 && place_find(g, 9, true, &q)) {
        take(g, q, 8);
        grove_paint(p, q, &g->d);
    } else if (kind >= 0.62 && place_find(g, 4.4, true, &q)) {
        take(g, q, 5);
        prop_tree(p, L_TREE, q.x, q.y + 1, dice_chance(&g->d, 0.6));
    }
}

void land_plant(painter *p, const plan *t, int x, int y)
{
    planting g = {.t = t, .d = {seed_of(t->seed, 5, 0)}, .x = x, .y = y};
    int area = 0; /* tenths by tenths of free ground */
    for (int i = 0; i < 100; i++)
        if (plan_clear(t, point_of(5 + i % 10 * 10, 5 + i / 10 * 10.0)) > 4) area++;
    if (t->picture) take(&g, t->picture_at, 19);
    /* nothing grows behind what is high: it would be painted over it */
    if (t->hub == HUB_MONASTERY) take(&g, point_of(t->at.x - 5, t->at.y - 37), 15);
    if (t->hub == HUB_OFFICE) take(&g, point_of(t->at.x, t->at.y - 16), 13);
    point q;
    if (area > 24 && dice_chance(&g.d, 0.3) && place_find(&g, 12, false, &q)) {
        take(&g, q, 12);
        vines_paint(p, q, &g.d);
    }
    if (area > 18 && dice_chance(&g.d, 0.3) && place_find(&g, 9, false, &q)) {
        take(&g, q, 8);
        prop_sheep(p, q.x, q.y, 2 + dice_below(&g.d, 3), dice_chance(&g.d, 0.5));
    }
    if (area > 10 && dice_chance(&g.d, 0.22) && place_find(&g, 8, false, &q)) {
        take(&g, q, 7);
        prop_haystack(p, layer_thing(q.y + 3), q.x, q.y + 3);
        if (dice_chance(&g.d, 0.6)) prop_haystack(p, layer_thing(q.y + 5), q.x + 6, q.y + 5);
    }
    for (int k = area / 13 + (area > 3); k > 0; k--) wood_paint(p, &g);
}
