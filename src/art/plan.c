/* plan.c - see plan.h. */
#include "art/plan.h"

point edge_middle(int edge)
{
    return point_turn(point_of(50, 0), edge);
}

point edge_out(int edge)
{
    point m = edge_middle(edge);
    return point_of((m.x - 50) / 50, (m.y - 50) / 50);
}

point point_beyond(point q)
{
    return point_of(q.x <= 0 ? -3 : q.x >= 100 ? 103 : q.x, q.y <= 0 ? -3 : q.y >= 100 ? 103 : q.y);
}

/* ---- Cities ------------------------------------------------------------------------------------------------------ */

/* The border across a gap of 1 to 3 edges without city, as if the gap began at the north-western corner. */
static void border_make(curve *c, int gap, double depth, dice *d)
{
    static const int first[] = {0, 0, 0, 3}; /* quarter turns that bring the course below to that corner */
    double m = depth;
    const point bay[] = {{0, 0}, {15, 9.5}, {27, m}, {50, m}, {73, m}, {85, 9.5}, {100, 0}};
    const point bend[] = {{0, 0}, {9.5, 14}, {87 - m, m - 13}, {100 - m, m}, {113 - m, m + 13}, {86, 90.5}, {100, 100}};
    const point cap[] = {{100, 0}, {84, 10.5}, {73, m}, {50, m}, {27, m}, {16, 10.5}, {0, 0}};
    memcpy(c->p, gap == 1 ? bay : gap == 2 ? bend : cap, sizeof bay);
    c->n = 7;
    for (int i = 2; i < 5; i++) {
        c->p[i].x += dice_range(d, -1.4, 1.4);
        c->p[i].y += dice_range(d, -1.4, 1.4);
    }
    curve_turn(c, first[gap]);
}

/* Depth of a border: of a cap from its edge, of a bend's middle, of a bay from the edge without city. */
static double border_depth(const plan *p, const plan_city *c, int gap, dice *d)
{
    bool office = p->tile->office;
    if (gap == 3) return (office ? 27.5 : 33) + dice_range(d, -1.2, 1.2);
    if (gap == 2) return (office ? 61 : 49.5) + dice_range(d, -1, 1);
    return (p->hub == HUB_GATE ? 25 : c->n_edges == 3 ? 22 : 21) + dice_range(d, -1.5, 1.5);
}

static point city_heart(const plan_city *c)
{
    int first = 0;
    if (c->n_edges == 1) return point_turn(point_of(50, 15), bits_first(c->edges));
    if (c->n_edges == 3) return point_turn(point_of(50, 60), bits_first(~c->edges));
    if (c->n_edges == 4 || c->n_borders == 2) return point_of(50, 50);
    while ((c->edges >> first & 1) == 0 || (c->edges >> (first + 3) % 4 & 1) == 0) first++;
    return point_turn(point_of(27, 27), first); /* of N and W */
}

static void city_make(const plan *p, plan_city *c, dice *d)
{
    c->n_borders = c->fill.n = 0;
    int start = 0; /* an edge of the city that follows one without */
    while (c->n_edges < 4 && !((c->edges >> start & 1) && !(c->edges >> (start + 3) % 4 & 1))) start++;
    for (int k = 0; k < 4;) {
        int e = (start + k) % 4, gap = 0;
        line_add(&c->fill, point_turn(point_of(-4, -4), e));
        line_add(&c->fill, point_turn(point_of(104, -4), e));
        k++;
        while (k + gap < 4 && !(c->edges >> (start + k + gap) % 4 & 1)) gap++;
        k += gap;
        if (!gap) continue;
        curve *b = &c->border[c->n_borders];
        line *wall = &c->wall[c->n_borders++];
        border_make(b, gap, border_depth(p, c, gap, d), d);
        curve_turn(b, e + 1);
        curve_sample(b, 5, wall);
        for (int i = 0; i < wall->n; i++) line_add(&c->fill, wall->p[i]);
    }
    c->heart = city_heart(c);
    c->southern = c->heart.y > 55;
}

/* ---- Roads ------------------------------------------------------------------------------------------------------- */

/* The place where a tile without office lets a road pass is a gentle sag; with one it leaves room for the office. */
static double road_sag(const plan *p, int edge, dice *d)
{
    if (p->tile->office)
        for (int i = 0; i < p->n_cities; i++) {
            int side = bits_first(p->city[i].edges);
            if (p->city[i].n_edges == 1 && (side + edge) % 2) return side == (edge + 1) % 4 ? 12 : -12;
        }
    return (dice_chance(d, 0.5) ? -1 : 1) * dice_range(d, 2.5, 5.5);
}

static void road_through(const plan *p, plan_road *r, dice *d)
{
    int a = bits_first(r->ends), b = bits_first(r->ends & (r->ends - 1)), turn;
    r->curve.n = 7;
    if (b - a == 2) { /* straight, drawn from W to E; the sag goes south */
        turn = a == AUDE_N ? 1 : 0;
        double s = 50 + road_sag(p, turn ? AUDE_N : AUDE_W, d), t = 50 + dice_range(d, -1.5, 1.5);
        const point q[] = {{0, 50}, {16, 50}, {30, s}, {t, s}, {70, s}, {84, 50}, {100, 50}};
        memcpy(r->curve.p, q, sizeof q);
    } else { /* a bend, drawn from E to S */
        turn = b - a == 3 ? 2 : a == AUDE_N ? 3 : a == AUDE_E ? 0 : 1;
        double m = 64.5 + dice_range(d, -2, 2.5), h = 9 + dice_range(d, -1, 2);
        const point q[] = {{100, 50}, {88, 50}, {m + h, m - h}, {m, m}, {m - h, m + h}, {50, 88}, {50, 100}};
        memcpy(r->curve.p, q, sizeof q);
    }
    curve_turn(&r->curve, turn);
}

static void road_dead(const plan *p, plan_road *r, dice *d)
{
    int e = bits_first(r->ends);
    point m = edge_middle(e), o = edge_out(e), end = p->at;
    if (p->hub == HUB_GATE) {
        const plan_city *c = &p->city[p->gate_city];
        end = point_of(m.x - 25 * o.x, m.y - 25 * o.y);
        if (c->n_borders) end = line_next(&c->wall[0], end);
    }
    double w = dice_range(d, -3, 3);
    point near = point_of(m.x - 16 * o.x, m.y - 16 * o.y);
    point far = point_mix(m, end, 2.0 / 3);
    far.x += w * o.y, far.y += w * o.x;
    r->curve = (curve){4, {m, near, far, end}};
}

static void road_sample(plan_road *r)
{
    line inner;
    curve_sample(&r->curve, 8, &inner);
    r->line.n = 0;
    line_add(&r->line, point_beyond(inner.p[0]));
    for (int i = 0; i < inner.n; i++) line_add(&r->line, inner.p[i]);
    if (!r->dead) line_add(&r->line, point_beyond(inner.p[inner.n - 1]));
}

/* ---- The hub and what it joins ------------------------------------------------------------------------------------ */

/* True if a blob that reaches these edges, and the middles of those, leaves every field in one piece. */
static bool joins_fit(const plan *p, unsigned edges, unsigned roads)
{
    int part[8], now = 0; /* the stretch between contacts in which each half-edge lies */
    for (int h = 0; h < 8; h++) {
        int e = h / 2;
        if ((edges >> e & 1) || ((roads >> e & 1) && h % 2)) now++;
        part[h] = now;
        if ((edges >> e & 1) && h % 2) now++;
    }
    for (int h = 0; h < 8; h++) part[h] %= now ? now : 1;
    for (int i = 0; i < p->n_fields; i++) {
        int first = -1;
        for (int h = 0; h < 8; h++)
            if (p->field[i].halves >> h & 1) {
                if (first >= 0 && part[h] != first) return false;
                first = part[h];
            }
    }
    return true;
}

/* The most cities and passing roads that an office may be joined to, as bits: cities, then roads. */
static unsigned joins_of(const plan *p)
{
    unsigned best = 0, dead = 0;
    int n = p->n_cities + p->n_roads;
    for (int r = 0; r < p->n_roads; r++)
        if (p->road[r].dead) dead |= p->road[r].ends;
    for (unsigned m = 0; m < 1u << n; m++) {
        unsigned edges = 0, roads = dead;
        bool sane = true;
        for (int i = 0; i < n; i++)
            if (m >> i & 1) {
                if (i < p->n_cities)
                    edges |= p->city[i].edges;
                else if (p->road[i - p->n_cities].dead)
                    sane = false;
                else
                    roads |= p->road[i - p->n_cities].ends;
            }
        if (sane && bits_count(m) > bits_count(best) && joins_fit(p, edges, roads)) best = m;
    }
    return best;
}

static void yard_add(plan *p, point a, point b, double width)
{
    if (p->n_yards < PLAN_YARDS) p->yard[p->n_yards++] = (plan_yard){a, b, width, false};
}

static point wall_middle(const plan_city *c)
{
    return c->n_borders ? line_next(&c->wall[0], point_of(50, 50)) : c->heart;
}

/* Where the office stands: between what it joins. */
static void office_place(plan *p, unsigned joins)
{
    point wall[PLAN_CITIES], pass[PLAN_ROADS];
    int n_walls = 0, n_pass = 0, n_dead = 0;
    bool path = false; /* a dirt path is enough between the office and the wall */
    for (int i = 0; i < p->n_cities; i++)
        if (joins >> i & 1) wall[n_walls++] = wall_middle(&p->city[i]);
    for (int i = 0; i < p->n_roads; i++) {
        if (p->road[i].dead) n_dead++;
        if (joins >> (p->n_cities + i) & 1) pass[n_pass++] = line_next(&p->road[i].line, point_of(50, 50));
    }
    p->at = point_of(50, 50);
    if (n_walls && n_pass) /* further from a wall in the south, which hides the foot of the office */
        p->at = point_mix(wall[0], pass[0], wall[0].y > pass[0].y + 10 ? 0.6 : 0.47);
    else if (n_walls > 1)
        p->at = point_mix(wall[0], wall[1], 0.5);
    else if (n_walls == 1) {
        point d = direction(p->city[bits_first(joins)].heart, point_of(50, 50));
        path = n_dead > 1;
        double far = path ? 30 : 22;
        p->at = point_of(wall[0].x + far * d.x, wall[0].y + far * d.y);
    } else if (n_pass) {
        point d = direction(pass[0], point_of(50, 50));
        p->at = point_of(50 + 6 * d.x, 50 + 6 * d.y);
    }
    yard_add(p, p->at, point_of(p->at.x + 0.1, p->at.y), n_walls > 1 ? 26 : 28);
    for (int i = 0; i < n_walls; i++) {
        point d = direction(p->at, wall[i]);
        yard_add(p, p->at, point_of(wall[i].x + 2 * d.x, wall[i].y + 2 * d.y), n_walls > 1 ? 26 : 23);
        if (path) p->yard[p->n_yards - 1].width = PATH_WIDTH, p->yard[p->n_yards - 1].path = true;
    }
    for (int i = 0; i < n_pass; i++) {
        double width = n_walls ? 22 : 17;
        point d = direction(p->at, pass[i]);
        double back = least(width / 2 - 3, distance(p->at, pass[i]));
        yard_add(p, p->at, point_of(pass[i].x - back * d.x, pass[i].y - back * d.y), width);
    }
}

/* What the roads that end on the tile end in. A lone road goes through a gate where the data let the city part its
 * fields. */
static void hub_choose(plan *p)
{
    int n_dead = 0, last = 0;
    for (int i = 0; i < p->n_roads; i++)
        if (p->road[i].dead) n_dead++, last = i;
    p->at = point_of(50, p->monastery >= 0 ? 52 : 50);
    p->hub = p->monastery >= 0 ? HUB_MONASTERY : p->tile->office ? HUB_OFFICE : n_dead ? HUB_VILLAGE : HUB_NONE;
    if (p->hub != HUB_VILLAGE) return;
    for (int i = 0; i < p->n_cities && n_dead == 1; i++)
        if (p->city[i].n_edges == 3 && joins_fit(p, p->city[i].edges, p->road[last].ends)) {
            p->hub = HUB_GATE;
            p->gate_city = i;
            p->gate_edge = bits_first(p->road[last].ends);
        }
    for (int i = 0; i < p->n_cities && p->hub == HUB_VILLAGE; i++)
        if (p->city[i].n_edges == 1) { /* out of the way of the wall */
            point o = edge_out(bits_first(p->city[i].edges));
            p->at = point_of(p->at.x - 7 * o.x, p->at.y - 7 * o.y);
        }
}

/* ---- The whole ---------------------------------------------------------------------------------------------------- */

static void segments_take(plan *p, const aude_rules *rules, int kind)
{
    p->monastery = -1;
    for (int i = 0; i < p->tile->n_segments; i++) {
        aude_segment s = aude_rules_segment(rules, kind, p->rotation, i);
        if (s.kind == AUDE_CITY && p->n_cities < PLAN_CITIES) {
            plan_city *c = &p->city[p->n_cities++];
            c->segment = i, c->edges = s.ends, c->n_edges = bits_count(s.ends), c->pennant = s.pennants > 0;
        } else if (s.kind == AUDE_ROAD && p->n_roads < PLAN_ROADS) {
            plan_road *r = &p->road[p->n_roads++];
            r->segment = i, r->ends = s.ends, r->dead = bits_count(s.ends) == 1;
        } else if (s.kind == AUDE_FIELD && p->n_fields < PLAN_FIELDS) {
            plan_field *f = &p->field[p->n_fields++];
            f->segment = i, f->halves = s.ends;
        } else if (s.kind == AUDE_MONASTERY && p->monastery < 0) {
            p->monastery = i;
        }
    }
}

/* Small pictures go where the field is roomiest. */
static void picture_place(plan *p)
{
    const char *word = p->tile->picture;
    p->picture = !strcmp(word, "shed")         ? PICTURE_SHED
                 : !strcmp(word, "farmhouse")  ? PICTURE_FARMHOUSE
                 : !strcmp(word, "highwaymen") ? PICTURE_HIGHWAYMEN
                                               : PICTURE_NONE;
    double best = 0;
    for (int i = 0; p->picture && i < 15 * 15; i++) {
        point q = point_of(18 + i % 15 * 4.5, 20 + i / 15 * 4.5);
        double room = least(plan_clear(p, q), plan_clear(p, point_of(q.x, q.y - 7)));
        room = least(room, least(least(q.x, 100 - q.x) - 5, least(q.y - 6, 97 - q.y)));
        if (p->hub == HUB_OFFICE) room = least(room, distance(q, point_of(p->at.x, p->at.y - 4)) - 23);
        if (room > best) best = room, p->picture_at = q;
    }
    if (best < 4) p->picture = PICTURE_NONE;
}

void plan_make(plan *p, const aude_rules *rules, int kind, int rotation, int x, int y)
{
    *p = (plan){.tile = aude_rules_kind(rules, kind), .rotation = rotation & 3, .gate_city = -1};
    p->seed = seed_of((u64)(int64_t)x, (u64)(int64_t)y, (u64)kind * 4 + (u64)p->rotation);
    dice d = {p->seed};
    segments_take(p, rules, kind);
    hub_choose(p);
    for (int i = 0; i < p->n_cities; i++) city_make(p, &p->city[i], &d);
    for (int i = 0; i < p->n_roads; i++)
        if (!p->road[i].dead) {
            road_through(p, &p->road[i], &d);
            road_sample(&p->road[i]);
        }
    if (p->hub == HUB_OFFICE) office_place(p, joins_of(p));
    for (int i = 0; i < p->n_roads; i++)
        if (p->road[i].dead) {
            road_dead(p, &p->road[i], &d);
            road_sample(&p->road[i]);
            if (p->hub == HUB_GATE) p->at = p->road[i].curve.p[3];
        }
    picture_place(p);
}

bool plan_in_city(const plan *p, point q)
{
    for (int i = 0; i < p->n_cities; i++)
        if (line_holds(&p->city[i].fill, q)) return true;
    return false;
}

double plan_hub_clear(const plan *p, point q)
{
    double d = 1e9;
    if (p->hub == HUB_VILLAGE) d = distance(q, p->at) - VILLAGE_RADIUS;
    if (p->hub == HUB_MONASTERY) d = most(size_of(q.x - p->at.x) - PRECINCT_X, size_of(q.y - p->at.y) - PRECINCT_Y);
    for (int i = 0; i < p->n_yards; i++)
        d = least(d, segment_distance(q, p->yard[i].a, p->yard[i].b) - p->yard[i].width / 2);
    return d;
}

double plan_clear(const plan *p, point q)
{
    double d = plan_hub_clear(p, q);
    for (int i = 0; i < p->n_cities; i++) {
        const plan_city *c = &p->city[i];
        double wall = 1e9;
        for (int b = 0; b < c->n_borders; b++) wall = least(wall, line_distance(&c->wall[b], q));
        d = least(d, line_holds(&c->fill, q) ? -least(wall, 50) : wall);
    }
    for (int i = 0; i < p->n_roads; i++) d = least(d, line_distance(&p->road[i].line, q) - ROAD_HALF);
    return d;
}
