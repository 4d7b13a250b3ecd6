/* town.c - see town.h.
 *
 * Houses stand first along streets, then along walls, then wherever there is room; a house is set only where its whole
 * picture lies in the town and covers no other roof, so all houses of a town can be painted style by style. */
#include "art/town.h"

#include "art/props.h"

/* Layers of a town, from its base. */
enum {
    T_SHADE,
    T_GROUND,
    T_LOW,
    T_COBBLE,
    T_STREET,
    T_SQUARE,
    T_BACK_WALL,
    T_BACK_TOWER = T_BACK_WALL + 6,
    T_HOUSE = T_BACK_TOWER + 6,
    T_BUSH = T_HOUSE + HOUSE_LAYERS,
    T_LANDMARK = T_BUSH + 4,
    T_FRONT_WALL = T_LANDMARK + 16,
    T_FRONT_TOWER = T_FRONT_WALL + 6,
    T_GATE = T_FRONT_TOWER + 6,
    T_PENNANT = T_GATE + 14
};

enum { BOXES = 96, LANES = 6, TOWERS = 10 };

static const double wall_height = 6.5;

typedef struct box {
    double x0, y0, x1, y1;
} box;

typedef struct town {
    painter *p;
    const plan *t;
    const plan_city *c;
    dice d;
    int base;
    bool cut; /* houses run over the tile's edge: bookmaker tiles */
    int n_lanes, n_boxes;
    curve lane[LANES];
    line lane_line[LANES];
    box box[BOXES];
} town;

/* ---- Ground and streets ------------------------------------------------------------------------------------------ */

static void city_outline(painter *p, const plan_city *c)
{
    /* The fill with its borders as curves: the sampled points of a wall are replaced by two cubic pieces. */
    int b = 0;
    pen_move(p, c->fill.p[0].x, c->fill.p[0].y);
    for (int i = 1; i < c->fill.n; i++) {
        point q = c->fill.p[i];
        pen_to(p, q.x, q.y);
        if (b < c->n_borders && q.x == c->wall[b].p[0].x && q.y == c->wall[b].p[0].y) {
            const curve *k = &c->border[b];
            for (int j = 1; j + 2 < k->n; j += 3) pen_cubic(p, k->p[j], k->p[j + 1], k->p[j + 2]);
            i += c->wall[b++].n - 1;
        }
    }
    pen_close(p);
}

static void lane_add(town *w, point a, point b, point c, point d)
{
    if (w->n_lanes == LANES) return;
    w->lane[w->n_lanes] = (curve){4, {a, b, c, d}};
    curve_sample(&w->lane[w->n_lanes], 5, &w->lane_line[w->n_lanes]);
    w->n_lanes++;
}

/* From the middle of every city edge to the heart, so that streets run on from tile to tile; and from a gate. */
static void lanes_make(town *w)
{
    const plan_city *c = w->c;
    point h = point_of(c->heart.x + dice_range(&w->d, -3, 3), c->heart.y + (c->pennant ? 4 : dice_range(&w->d, -3, 3)));
    double k = c->n_edges == 1 ? 0.9 : 0.55;
    for (int e = 0; e < 4; e++) {
        if (!(c->edges >> e & 1)) continue;
        point m = edge_middle(e), o = edge_out(e);
        m = point_of(m.x + 3 * o.x, m.y + 3 * o.y);
        double bend = dice_range(&w->d, -6, 6);
        if (e % 2)
            lane_add(w, m, point_of(m.x + (h.x - m.x) * k, m.y), point_of(m.x + (h.x - m.x) * 0.6, h.y + bend), h);
        else
            lane_add(w, m, point_of(m.x, m.y + (h.y - m.y) * k), point_of(h.x + bend, m.y + (h.y - m.y) * 0.6), h);
    }
    if (w->t->hub == HUB_GATE && c == &w->t->city[w->t->gate_city])
        lane_add(w, w->t->at, point_mix(w->t->at, h, 0.4), h, h);
}

static void ground_paint(town *w)
{
    painter *p = w->p;
    for (int b = 0; b < w->c->n_borders; b++) {
        const line *l = &w->c->wall[b];
        paint_on(p, w->base + T_SHADE, S_SHADE_LINE);
        pen_move(p, l->p[0].x + 2.4, l->p[0].y + 2);
        for (int i = 1; i < l->n; i++) pen_to(p, l->p[i].x + 2.4, l->p[i].y + 2);
        paint_on(p, w->base + T_LOW, S_TOWN_LOW);
        pen_curve(p, &w->c->border[b]);
    }
    paint_on(p, w->base + T_GROUND, S_TOWN);
    city_outline(p, w->c);
    paint_on(p, w->base + T_STREET, S_STREET);
    for (int i = 0; i < w->n_lanes; i++) pen_curve(p, &w->lane[i]);
    for (int i = 0; i < 7; i++) {
        point q = point_of(dice_range(&w->d, 2, 98), dice_range(&w->d, 2, 98));
        if (line_holds(&w->c->fill, q)) paint_at(p, w->base + T_COBBLE, S_COBBLE, q.x, q.y, "h0m20 6h0");
    }
}

/* ---- Walls ------------------------------------------------------------------------------------------------------- */

/* Half the thickness: walls that run north and south show no face, so they are thicker. */
static double wall_half(point normal)
{
    return 1.5 + 1.0 * normal.x * normal.x;
}

/* The line of a run moved across the wall by `out` half-thicknesses and up. */
static void wall_side(line *dst, const line *l, int from, int to, double out, double more, double up)
{
    dst->n = 0;
    for (int i = from; i <= to; i++) {
        point n = line_normal(l, i);
        double k = out * wall_half(n) + more;
        line_add(dst, point_of(l->p[i].x + n.x * k, l->p[i].y + n.y * k - up));
    }
}

static void band_paint(painter *p, int layer, int style, const line *a, const line *b)
{
    line l = *a;
    for (int i = b->n; i-- > 0;) line_add(&l, b->p[i]);
    paint_on(p, layer, style);
    pen_line(p, &l, true);
}

static void teeth_paint(painter *p, int layer, const line *l)
{
    paint_on(p, layer, S_TOOTH_INK);
    pen_line(p, l, false);
    paint_on(p, layer + 1, S_TOOTH);
    pen_line(p, l, false);
}

/* A stretch of wall: `back` stands behind the houses and shows its inner face, else they stand behind it. */
static void wall_paint(painter *p, int layer, const line *l, int from, int to, bool back)
{
    line outer, inner, foot, edge;
    double side = back ? -1 : 1;
    wall_side(&outer, l, from, to, 1, 0, wall_height);
    wall_side(&inner, l, from, to, -1, 0, wall_height);
    wall_side(&foot, l, from, to, side, 0, 0);
    wall_side(&edge, l, from, to, side, 0, wall_height);
    band_paint(p, layer, back ? S_FACE_BACK : S_FACE, &foot, &edge);
    paint_on(p, layer + 1, S_JOINT);
    for (int i = 1; i < foot.n; i++) { /* a few stones */
        point a = foot.p[i - 1], b = foot.p[i];
        if (size_of(b.x - a.x) < 5) continue;
        double t = i % 2 ? 0.2 : 0.5, up = i % 2 ? 1.8 : 3.8;
        pen_move(p, a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t - up);
        pen_to(p, a.x + (b.x - a.x) * (t + 0.25), a.y + (b.y - a.y) * (t + 0.25) - up);
    }
    band_paint(p, layer + (back ? 4 : 2), S_WALK, &outer, &inner);
    wall_side(&edge, l, from, to, 1, 0.2, wall_height + 0.7);
    teeth_paint(p, layer + (back ? 2 : 4), &edge);
    int n = 0; /* steep stretches have a parapet on both sides */
    for (int i = from; i <= to + 1; i++) {
        if (i <= to && size_of(line_normal(l, i).x) > 0.8) {
            n++;
            continue;
        }
        if (n > 2) {
            wall_side(&edge, l, i - n, i - 1, -1, -0.2, wall_height + 0.7);
            teeth_paint(p, layer + 4, &edge);
        }
        n = 0;
    }
}

static bool wall_is_back(const line *l, int i) /* of the piece from i to i + 1 */
{
    return l->p[i].x < l->p[i + 1].x - 0.02;
}

static void walls_paint(town *w)
{
    for (int b = 0; b < w->c->n_borders; b++) {
        const line *l = &w->c->wall[b];
        for (int from = 0, i = 0; i + 1 < l->n; i++) {
            bool back = wall_is_back(l, i);
            if (i + 2 < l->n && wall_is_back(l, i + 1) == back) continue;
            wall_paint(w->p, w->base + (back ? T_BACK_WALL : T_FRONT_WALL), l, from, i + 1, back);
            from = i + 1;
        }
    }
}

static bool tower_fits(const town *w, point q, const point *other, int n)
{
    point at = w->t->at;
    if (w->t->hub == HUB_GATE && distance(q, at) < 14) return false;
    if (w->t->hub == HUB_OFFICE && size_of(q.x - at.x) < 15 && q.y > at.y && q.y < at.y + 28)
        return false;           /* hides it */
    for (int i = 0; i < n; i++) /* towers are higher than wide */
        if (distance(point_of(q.x, q.y * 0.65), point_of(other[i].x, other[i].y * 0.65)) < 14) return false;
    return q.y > 18.6 && q.y < 98 && q.x > 5 && q.x < 95;
}

typedef struct tower {
    point at;
    bool front;
} tower;

static void tower_add(const town *w, tower *set, int *n, point q, bool joint)
{
    point at[TOWERS];
    for (int i = 0; i < *n; i++) at[i] = set[i].at;
    if (*n == TOWERS || !tower_fits(w, q, at, *n)) return;
    set[(*n)++] = (tower){q, joint || !line_holds(&w->c->fill, point_of(q.x, q.y + 3))};
}

/* A tower wherever a wall turns from front to back; and one to three others, each of which moves towards the middle until the
 * whole of it is on the tile. */
static void towers_paint(town *w)
{
    static const struct {
        int n;
        double part[3];
    } look[] = {{1, {0.5}}, {2, {0.34, 0.68}}, {2, {0.3, 0.7}}, {3, {0.25, 0.5, 0.76}}, {2, {0.36, 0.66}}};
    tower set[TOWERS];
    int n = 0;
    for (int b = 0; b < w->c->n_borders; b++) {
        const line *l = &w->c->wall[b];
        int k = w->c->n_edges == 1 ? dice_below(&w->d, 3) : 2 + dice_below(&w->d, 3), last = l->n - 1;
        int before = n;
        for (int i = 1; i < last; i++)
            if (wall_is_back(l, i) != wall_is_back(l, i - 1)) tower_add(w, set, &n, l->p[i], true);
        bool enough = n > before && dice_chance(&w->d, 0.65);
        for (int i = 0; i < look[k].n && !enough; i++) {
            double part = w->t->hub == HUB_GATE ? (i ? 0.84 : 0.16) : look[k].part[i];
            int at = (int)(part * last + 0.5), middle = last / 2;
            while (at != middle && !tower_fits(w, l->p[at], NULL, 0)) at += at < middle ? 1 : -1;
            tower_add(w, set, &n, l->p[at], false);
        }
    }
    for (int i = 0; i < n; i++)
        prop_tower(w->p, w->base + (set[i].front ? T_FRONT_TOWER : T_BACK_TOWER), set[i].at.x, set[i].at.y + 1);
}

/* ---- Houses ------------------------------------------------------------------------------------------------------ */

static void box_add(town *w, double x0, double y0, double x1, double y1)
{
    if (w->n_boxes < BOXES) w->box[w->n_boxes++] = (box){x0, y0, x1, y1};
}

static bool box_free(const town *w, double x0, double y0, double x1, double y1)
{
    for (int i = 0; i < w->n_boxes; i++) {
        const box *b = &w->box[i];
        if (x0 < b->x1 && x1 > b->x0 && y0 < b->y1 && y1 > b->y0) return false;
    }
    return true;
}

/* In the town, off its streets, and clear of its walls. */
static bool ground_free(const town *w, point q)
{
    q = point_of(within(q.x, -3, 103), within(q.y, -3, 103));
    if (!line_holds(&w->c->fill, q)) return false;
    for (int i = 0; i < w->n_lanes; i++)
        if (line_distance(&w->lane_line[i], q) < 3.1) return false;
    for (int b = 0; b < w->c->n_borders; b++)
        if (line_distance(&w->c->wall[b], q) < 2.8) return false;
    return true;
}

static bool house_fits(const town *w, const house *h)
{
    double x0 = h->x - h->width / 2, x1 = h->x + h->width / 2, top = h->y - house_rise(h);
    double margin = w->cut ? -20 : 1.5, back = h->y - h->depth - 1;
    if (x0 < margin || x1 > 98 - margin || top < margin || h->y > 99.6 - (w->cut ? margin : 0)) return false;
    if (!box_free(w, x0 - 0.6, top + 1.8, x1 + 1, h->y + 0.4) || w->n_boxes == BOXES) return false;
    return ground_free(w, point_of(x0, h->y)) && ground_free(w, point_of(x1, h->y)) &&
           ground_free(w, point_of(x0, back)) && ground_free(w, point_of(x1, back)) &&
           ground_free(w, point_of(h->x, h->y)) && ground_free(w, point_of(h->x, top + 4));
}

static void house_roll(town *w, house *h)
{
    h->gable = dice_chance(&w->d, 0.56);
    h->width = whole(h->gable ? dice_range(&w->d, 7.6, 10.4) : dice_range(&w->d, 10, 15));
    h->depth = h->gable ? dice_range(&w->d, 4.6, 6.6) : dice_range(&w->d, 6.2, 8);
    h->height = dice_chance(&w->d, 0.16) ? 5.5 : dice_range(&w->d, 3, 4.4);
    h->roof = dice_chance(&w->d, 0.05) ? 3 : (int[]){0, 0, 0, 1, 1, 2}[dice_below(&w->d, 6)];
    h->front = dice_chance(&w->d, 0.7) ? S_FRONT : S_FRONT_B;
}

static bool house_set(town *w, const house *h)
{
    if (!house_fits(w, h)) return false;
    box_add(w, h->x - h->width / 2, h->y - house_rise(h), h->x + h->width / 2, h->y);
    prop_house(w->p, w->base + T_HOUSE, h);
    return true;
}

/* A house here, or a narrow one. */
static bool house_try(town *w, double x, double y, double from_foot)
{
    house h = {.x = x};
    house_roll(w, &h);
    h.y = y + from_foot * house_rise(&h);
    if (house_set(w, &h)) return true;
    h.gable = true, h.width = 7, h.depth = 5, h.height = least(h.height, 4);
    h.y = y + from_foot * house_rise(&h);
    return house_set(w, &h);
}

/* Houses look on both sides of a street. */
static void street_build(town *w, const line *l)
{
    double gone = 6;
    for (int i = 1; i < l->n; i++) {
        point a = l->p[i - 1], b = l->p[i];
        double length = distance(a, b);
        bool across = size_of(b.x - a.x) > size_of(b.y - a.y);
        for (; gone < length; gone += dice_range(&w->d, 10.4, 13)) {
            point q = point_mix(a, b, gone / length);
            if (across) {
                house_try(w, q.x + dice_range(&w->d, -1, 1), q.y - 3.6, 0);
                house_try(w, q.x + dice_range(&w->d, -1, 1), q.y + 3.4, 1);
            } else {
                house_try(w, q.x - dice_range(&w->d, 8, 9.4), q.y + dice_range(&w->d, 2, 6), 0);
                house_try(w, q.x + dice_range(&w->d, 8, 9.4), q.y + dice_range(&w->d, 2, 6), 0);
            }
        }
        gone -= length;
    }
}

/* Rows that follow a wall inside it. */
static void wall_build(town *w, const line *l)
{
    for (int i = 0; i + 1 < l->n; i++)
        for (int k = 0; k < 2; k++) {
            point q = point_mix(l->p[i], l->p[i + 1], 0.25 + 0.5 * k);
            if (wall_is_back(l, i))
                house_try(w, q.x, q.y + 2.6, 1);
            else
                house_try(w, q.x, q.y - 4, 0);
        }
}

static void gaps_build(town *w)
{
    double slope = dice_range(&w->d, -0.12, 0.12), phase = dice_unit(&w->d), low = w->cut ? -6 : 2;
    for (double y = w->cut ? 4 : 12; y < (w->cut ? 112 : 100); y += 2.9)
        for (double x = low + dice_range(&w->d, 0, 5); x < 103; x += 2.6) {
            double lift = slope * (x - 50) + 2.2 * wave(x / 60 + phase);
            point q = point_of(within(x + 4, 0, 100), within(y + lift - 4, -1, 101));
            if (!line_holds(&w->c->fill, q) || !box_free(w, x + 1, y + lift - 5, x + 7, y + lift)) continue;
            if (house_try(w, x + 5, y + lift, 0)) x += 8;
        }
}

/* Small houses where only they fit. */
static void corners_build(town *w)
{
    for (int k = 0; k < 320; k++) {
        house h = {.x = dice_range(&w->d, 3, 97), .y = dice_range(&w->d, w->cut ? 3 : 11, w->cut ? 106 : 99)};
        if (!box_free(w, h.x - 2, h.y - 6, h.x + 2, h.y)) continue;
        house_roll(w, &h);
        h.gable = true, h.width = 6 + dice_below(&w->d, 2), h.depth = 4, h.height = 3;
        house_set(w, &h);
    }
}

static void bushes_plant(town *w)
{
    for (int k = 0; k < 60; k++) {
        point q = point_of(dice_range(&w->d, 5, 95), dice_range(&w->d, 6, 95));
        if (!ground_free(w, q) || !ground_free(w, point_of(q.x, q.y + 6)) ||
            !box_free(w, q.x - 2.6, q.y - 4, q.x + 3, q.y + 1))
            continue;
        box_add(w, q.x - 3, q.y - 4, q.x + 3, q.y + 1);
        prop_tree(w->p, w->base + T_BUSH, q.x, q.y, false);
    }
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

/* Big towns have a church or a market where no pennant hangs. */
static void landmark_paint(town *w)
{
    const plan_city *c = w->c;
    point q = c->n_edges == 4 ? point_of(50, 80) : point_of(c->heart.x, c->heart.y + 2);
    if (c->n_edges < 2 || (c->n_edges == 2 && c->n_borders == 1) || (c->pennant && c->n_edges < 4)) return;
    if (dice_chance(&w->d, 0.6)) {
        box_add(w, q.x - 13, q.y - 26, q.x + 11, q.y + 1);
        prop_church(w->p, w->base + T_LANDMARK, q.x, q.y);
    } else {
        box_add(w, q.x - 14, q.y - 17, q.x + 14, q.y + 4);
        prop_market(w->p, w->base + T_SQUARE, w->base + T_LANDMARK, q.x, q.y);
    }
}

void town_paint(painter *p, const plan *t, int city)
{
    const plan_city *c = &t->city[city];
    town w = {.p = p, .t = t, .c = c, .d = {seed_of(t->seed, 7, (u64)city)}};
    w.base = c->southern ? L_CITY_SOUTH : L_CITY;
    w.cut = t->tile->office;
    lanes_make(&w);
    ground_paint(&w);
    walls_paint(&w);
    towers_paint(&w);
    if (c->pennant) {
        box_add(&w, c->heart.x - 11, c->heart.y - 17, c->heart.x + 11, c->heart.y + 11);
        prop_pennant(p, w.base + T_PENNANT, c->heart.x - 1, c->heart.y + 10);
    }
    if (t->hub == HUB_GATE && c == &t->city[t->gate_city]) {
        box_add(&w, t->at.x - 12, t->at.y - 14, t->at.x + 12, t->at.y + 5);
        prop_gate(p, w.base + T_GATE, t->at.x, t->at.y);
    }
    landmark_paint(&w);
    for (int i = 0; i < w.n_lanes; i++) street_build(&w, &w.lane_line[i]);
    for (int b = 0; b < c->n_borders; b++) wall_build(&w, &c->wall[b]);
    gaps_build(&w);
    corners_build(&w);
    bushes_plant(&w);
}
