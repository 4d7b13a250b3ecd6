/* region.c - see region.h. The outline of a field is traced where the distance to everything else passes a small limit, so
 * it follows what is painted and never touches it. */
#include "art/region.h"

#include "art/paint.h"
#include "aude_art.h"

static const double ground_gap = 0.5; /* fields keep so far from everything */

/* ---- Polygons ---------------------------------------------------------------------------------------------------- */

void region_city(const plan_city *c, line *dst)
{
    *dst = c->fill;
    for (int i = 0; i < dst->n; i++) dst->p[i] = point_of(within(dst->p[i].x, 0, 100), within(dst->p[i].y, 0, 100));
}

static bool on_tile(point q)
{
    return q.x > -0.01 && q.x < 100.01 && q.y > -0.01 && q.y < 100.01;
}

static bool road_ends(const plan *t, const plan_road *r, point q)
{
    if (!r->dead) return false;
    return t->hub == HUB_GATE ? line_distance(&t->city[t->gate_city].wall[0], q) < 3.4 : plan_hub_clear(t, q) < 0.6;
}

void region_road(const plan *t, const plan_road *r, line *dst)
{
    line course = {0}, left = {0};
    for (int i = 0; i < r->line.n; i++) {
        point q = r->line.p[i];
        if (!on_tile(q)) continue;
        if (course.n && distance(course.p[course.n - 1], q) < 0.01) continue;
        if (course.n && road_ends(t, r, q)) { /* up to where the hub begins */
            point a = course.p[course.n - 1], b = q;
            for (int k = 0; k < 12; k++) {
                point m = point_mix(a, b, 0.5);
                if (road_ends(t, r, m))
                    b = m;
                else
                    a = m;
            }
            line_add(&course, a);
            break;
        }
        line_add(&course, q);
    }
    dst->n = 0;
    for (int i = 0; i < course.n; i++) {
        point q = course.p[i], n = line_normal(&course, i);
        if (q.x <= 0 || q.x >= 100) n = point_of(0, n.y > 0 ? 1 : -1); /* along the edge that it crosses */
        if (q.y <= 0 || q.y >= 100) n = point_of(n.x > 0 ? 1 : -1, 0);
        line_add(&left, point_of(q.x + n.x * ROAD_HALF, q.y + n.y * ROAD_HALF));
        line_add(dst, point_of(q.x - n.x * ROAD_HALF, q.y - n.y * ROAD_HALF));
    }
    while (left.n) line_add(dst, left.p[--left.n]);
}

void region_monastery(const plan *t, line *dst)
{
    static const double cut = 4; /* the precinct has round corners */
    double x = t->at.x, y = t->at.y;
    dst->n = 0;
    for (int k = 0; k < 4; k++)
        for (int end = 0; end < 2; end++) {
            double sx = k == 1 || k == 2 ? 1 : -1, sy = k > 1 ? 1 : -1;
            bool level = k % 2 != end; /* the corner's end on a level side */
            line_add(dst,
                     point_of(x + sx * (PRECINCT_X - (level ? cut : 0)), y + sy * (PRECINCT_Y - (level ? 0 : cut))));
        }
}

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

static int node_at(int x, int y)
{
    return y * GROUND_SIDE + x;
}

/* The roomiest node on a half-edge. */
static int half_node(const ground *g, int half)
{
    int best = -1;
    for (int k = 1; k < GROUND_SIDE / 2; k++) {
        point q = point_turn(point_of((half % 2 ? 50 : 0) + k * 2.5, 0), half / 2);
        int node = node_at((int)(q.x / 2.5 + 0.5), (int)(q.y / 2.5 + 0.5));
        if (best < 0 || g->depth[node] > g->depth[best]) best = node;
    }
    return best;
}

static void ground_flood(ground *g, int from, int field)
{
    short todo[GROUND_NODES];
    int n = 0;
    if (g->depth[from] <= ground_gap || g->own[from] >= 0) return;
    g->own[from] = (signed char)field;
    todo[n++] = (short)from;
    while (n) {
        int at = todo[--n], x = at % GROUND_SIDE, y = at / GROUND_SIDE;
        const int next[4] = {x ? at - 1 : at, x + 1 < GROUND_SIDE ? at + 1 : at, y ? at - GROUND_SIDE : at,
                             y + 1 < GROUND_SIDE ? at + GROUND_SIDE : at};
        for (int k = 0; k < 4; k++)
            if (g->own[next[k]] < 0 && g->depth[next[k]] > ground_gap) {
                g->own[next[k]] = (signed char)field;
                todo[n++] = (short)next[k];
            }
    }
}

void ground_make(ground *g, const plan *t)
{
    for (int i = 0; i < GROUND_NODES; i++) {
        g->depth[i] = plan_clear(t, ground_point(i));
        g->own[i] = -1;
    }
    for (int f = 0; f < t->n_fields; f++)
        for (int h = 0; h < 8; h++)
            if (t->field[f].halves >> h & 1) ground_flood(g, half_node(g, h), f);
}

/* Tracing works on cells between nodes, with a ring of nodes outside around the tile: node (i, j) of 0..RING-1 lies at
 * grid place (i - 1, j - 1). An outline passes over the links between nodes inside and outside; link 2 * node goes east from
 * a node, 2 * node + 1 goes south. */
enum { RING = GROUND_SIDE + 2, LINKS = 2 * RING * RING, LOOP = 512 };

typedef struct tracing {
    const ground *g;
    int field;
    short next[LINKS]; /* the link that follows a link on the outline, with the field to the right; -1: none */
} tracing;

static int ring_node(int i, int j) /* -1: outside the tile */
{
    return i && j && i <= GROUND_SIDE && j <= GROUND_SIDE ? node_at(i - 1, j - 1) : -1;
}

static bool ring_inside(const tracing *t, int i, int j)
{
    int node = ring_node(i, j);
    return node >= 0 && t->g->own[node] == t->field;
}

static point ring_point(int i, int j)
{
    return point_of(within((i - 1) * 2.5, 0, 100), within((j - 1) * 2.5, 0, 100));
}

/* Where the outline crosses a link. */
static point link_point(const tracing *t, int link)
{
    int i = link / 2 % RING, j = link / 2 / RING, k = i + (link % 2 == 0), l = j + link % 2;
    int a = ring_node(i, j), b = ring_node(k, l);
    if (a < 0) return ring_point(k, l);
    if (b < 0) return ring_point(i, j);
    double da = t->g->depth[a] - ground_gap, db = t->g->depth[b] - ground_gap;
    return point_mix(ring_point(i, j), ring_point(k, l), da == db ? 0.5 : within(da / (da - db), 0, 1));
}

/* Links the sides of one cell: each side that leaves the field is followed by the next one that enters it. */
static void cell_trace(tracing *t, int i, int j)
{
    const int corner[4][2] = {{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}};
    const int side[4] = {2 * (j * RING + i), 2 * (j * RING + i + 1) + 1, 2 * ((j + 1) * RING + i),
                         2 * (j * RING + i) + 1}; /* N E S W of the cell, clockwise */
    bool in[4];
    for (int k = 0; k < 4; k++) in[k] = ring_inside(t, corner[k][0], corner[k][1]);
    for (int k = 0; k < 4; k++) {
        if (in[k] || !in[(k + 1) % 4]) continue; /* side k goes, clockwise, into the field */
        int out = (k + 1) % 4;                   /* the side where it leaves again */
        while (!(in[out] && !in[(out + 1) % 4])) out = (out + 1) % 4;
        t->next[side[out]] = (short)side[k];
    }
}

/* Drops the points of an outline that lie nearly on the line between their neighbours; returns how many stay. */
static int loop_thin(point *p, int n)
{
    bool keep[LOOP] = {true};
    short stack[LOOP][2];
    int depth = 0, m = 0;
    keep[n - 1] = true;
    stack[depth][0] = 0, stack[depth++][1] = (short)(n - 1);
    while (depth) {
        int a = stack[--depth][0], b = stack[depth][1], far = -1;
        double worst = 0.15;
        for (int i = a + 1; i < b; i++) {
            double d = segment_distance(p[i], p[a], p[b]);
            if (d > worst) worst = d, far = i;
        }
        if (far < 0) continue;
        keep[far] = true;
        stack[depth][0] = (short)a, stack[depth++][1] = (short)far;
        stack[depth][0] = (short)far, stack[depth++][1] = (short)b;
    }
    for (int i = 0; i < n; i++)
        if (keep[i]) p[m++] = p[i];
    return m;
}

static bool on_rim(point a, point b)
{
    return (a.x == b.x && (a.x <= 0 || a.x >= 100)) || (a.y == b.y && (a.y <= 0 || a.y >= 100));
}

/* An outline as an area, or only those of its lines that do not run along the tile's edge. */
static void outline_write(text *out, const point *p, int n, bool border)
{
    int start = 0; /* behind a line on the edge, so that no stretch is torn */
    while (border && start < n && !on_rim(p[(start + n - 1) % n], p[start])) start++;
    if (!border || start == n) {
        path_points(out, p, n, true);
        return;
    }
    point stretch[LOOP];
    int size = 0;
    for (int i = 0; i < n; i++) {
        point a = p[(start + i) % n], b = p[(start + i + 1) % n];
        if (!size) stretch[size++] = a;
        if (!on_rim(a, b)) {
            stretch[size++] = b;
            continue;
        }
        if (size > 1) path_points(out, stretch, size, false);
        size = 0;
    }
    if (size > 1) path_points(out, stretch, size, false);
}

static void field_write(const plan *t, int field, bool border, text *out)
{
    ground g;
    tracing trace = {.g = &g, .field = field};
    ground_make(&g, t);
    for (int i = 0; i < LINKS; i++) trace.next[i] = -1;
    for (int j = 0; j + 1 < RING; j++)
        for (int i = 0; i + 1 < RING; i++) cell_trace(&trace, i, j);
    for (int first = 0; first < LINKS; first++) {
        point loop[LOOP];
        int n = 0;
        for (int at = first; trace.next[at] >= 0;) {
            int next = trace.next[at];
            point q = link_point(&trace, at);
            if (n < LOOP - 1 && (!n || distance(q, loop[n - 1]) > 0.001)) loop[n++] = q;
            trace.next[at] = -1;
            at = next;
        }
        if (n < 3) continue;
        outline_write(out, loop, loop_thin(loop, n), border);
    }
}

static size_t segment_write(const plan *t, int segment, bool border, text out)
{
    line l = {0};
    for (int i = 0; i < t->n_fields; i++)
        if (t->field[i].segment == segment) field_write(t, i, border, &out);
    for (int i = 0; i < t->n_cities; i++)
        if (t->city[i].segment == segment) region_city(&t->city[i], &l);
    for (int i = 0; i < t->n_roads; i++)
        if (t->road[i].segment == segment) region_road(t, &t->road[i], &l);
    if (t->monastery == segment) region_monastery(t, &l);
    if (l.n) outline_write(&out, l.p, l.n, border);
    return out.n;
}

size_t aude_art_region(const aude_rules *rules, int kind, int rotation, int x, int y, int segment, char *dst,
                       size_t cap)
{
    plan t;
    plan_make(&t, rules, kind, rotation, x, y);
    return segment_write(&t, segment, false, text_into(dst, cap));
}

size_t aude_art_border(const aude_rules *rules, int kind, int rotation, int x, int y, int segment, char *dst,
                       size_t cap)
{
    plan t;
    plan_make(&t, rules, kind, rotation, x, y);
    return segment_write(&t, segment, true, text_into(dst, cap));
}
