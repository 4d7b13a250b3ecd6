/* spots.c - where figures and chips stand on a tile. Every piece gets a list of places, the best first; a search takes the
 * first combination in which nothing overlaps; where there is none, all pieces become a little smaller. In the end each
 * grows as far as its place allows. */
#include "art/houses.h"
#include "art/region.h"
#include "aude_art.h"

enum {
    ITEMS = AUDE_MAX_SEGMENTS + 1, /* the segments, then the chips */
    PLACES = 28,
    BLOCKS = 2,
    TRIES = 20000,
    SCALE_MOST = 900,
    SCALE_LYING = 800, /* at most */
    SCALE_LEAST = 300,
    SCALE_STEP = 50
};

typedef struct place {
    point at;
    double worth;
} place;

typedef struct item {
    int segment; /* of the result; n_segments: the chips */
    aude_art_piece piece;
    int scale, n;
    point at;            /* where it was set */
    place place[PLACES]; /* the best first */
} item;

typedef struct search {
    const plan *t;
    ground g;
    int n, tries;
    item item[ITEMS];
    int n_blocks;
    extent block[BLOCKS]; /* abbey or office */
} search;

static extent piece_extent(aude_art_piece piece, point at, int scale)
{
    aude_art_box b = aude_art_box_of(piece);
    double k = scale / 10000.0;
    return (extent){at.x + b.x0 * k, at.y + b.y0 * k, at.x + b.x1 * k, at.y + b.y1 * k};
}

static bool extents_meet(extent a, extent b)
{
    return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

static bool extent_on_tile(extent a)
{
    return a.x0 >= 0 && a.y0 >= 0 && a.x1 <= 100 && a.y1 <= 100;
}

static bool place_allowed(const search *s, const item *m, point at)
{
    extent e = piece_extent(m->piece, at, m->scale);
    for (int i = 0; i < s->n_blocks; i++)
        if (extents_meet(e, s->block[i])) return false;
    return extent_on_tile(e);
}

/* Keeps the best PLACES. */
static void place_offer(const search *s, item *m, point at, double worth)
{
    if (!place_allowed(s, m, at)) return;
    int i = m->n;
    if (i == PLACES) {
        if (m->place[--i].worth >= worth) return;
    } else {
        m->n++;
    }
    for (; i && m->place[i - 1].worth < worth; i--) m->place[i] = m->place[i - 1];
    m->place[i] = (place){at, worth};
}

/* Things one would rather not cover. */
static double place_shy(const plan *t, point q)
{
    double loss = 0;
    if (t->picture) loss += most(0, 24 - distance(q, point_of(t->picture_at.x, t->picture_at.y - 3)));
    if (t->hub == HUB_VILLAGE) loss += most(0, 18 - distance(q, t->at));
    if (t->hub == HUB_GATE) loss += most(0, 14 - distance(q, t->at));
    return loss;
}

/* Places lie on a grid of this step, in hundredths; a fine one where a coarse one finds too few. */
enum { COARSE = 5, FINE = 2, FEW = 8 };

static void city_places(const search *s, item *m, const plan_city *c, int step)
{
    line region;
    region_city(c, &region);
    for (int y = 2; y < 100; y += step)
        for (int x = 2; x < 100; x += step) {
            point q = point_of(x, y), banner = point_of(c->heart.x, c->heart.y - 4);
            double wall = 50;
            for (int b = 0; b < c->n_borders; b++) wall = least(wall, line_distance(&c->wall[b], q));
            if (wall < 1 || !line_holds(&region, q)) continue;
            bool covers = c->pennant && size_of(q.x - banner.x) < 22 && q.y > banner.y - 8 && q.y < banner.y + 40;
            place_offer(s, m, q,
                        least(wall, 8) * 2 - distance(q, point_of(c->heart.x, c->heart.y + 10)) - covers * 40 -
                            place_shy(s->t, q));
        }
}

static void road_places(const search *s, item *m, const plan_road *r)
{
    line region;
    region_road(s->t, r, &region);
    int half = region.n / 2;
    point middle = point_mix(region.p[half / 2], region.p[region.n - 1 - half / 2], 0.5);
    for (int i = 0; i + 1 < half; i++)
        for (int k = 0; k < 3; k++) {
            point a = point_mix(region.p[i], region.p[region.n - 1 - i], 0.5);
            point b = point_mix(region.p[i + 1], region.p[region.n - 2 - i], 0.5);
            point q = point_mix(a, b, k / 3.0);
            for (int down = 4; down >= 0; down -= 2) {
                point foot = point_of(q.x, q.y + down * 0.7);
                if (line_holds(&region, point_of(foot.x, foot.y - 0.3)) &&
                    line_holds(&region, point_of(foot.x, foot.y + 0.3)))
                    place_offer(s, m, foot, down - distance(q, middle) - place_shy(s->t, foot));
            }
        }
}

static void field_places(const search *s, item *m, int field, int step)
{
    for (int i = 0; i < GROUND_NODES; i++) {
        if (s->g.own[i] != field || (step == COARSE && (i % GROUND_SIDE % 2 || i / GROUND_SIDE % 2))) continue;
        point q = ground_point(i);
        double room = least(s->g.depth[i], least(least(q.x, 100 - q.x), least(q.y, 100 - q.y)));
        if (s->g.depth[i] > 1) place_offer(s, m, q, room - place_shy(s->t, q));
    }
}

static void monastery_places(const search *s, item *m)
{
    for (int i = 0; i < 9 * 12; i++) {
        point q = point_of(s->t->at.x + 20 - i % 12 * 3.4, s->t->at.y + 24 - i / 12);
        place_offer(s, m, q, 40 - i / 12 - size_of(q.x - s->t->at.x - 13));
    }
}

/* How far a place lies from the nearest town wall; 50: further than matters. */
static double wall_distance(const plan *t, point q)
{
    double far = 50;
    for (int i = 0; i < t->n_cities; i++)
        for (int b = 0; b < t->city[i].n_borders; b++) far = least(far, line_distance(&t->city[i].wall[b], q));
    return far;
}

static void chip_places(const search *s, item *m)
{
    for (int y = 6; y < 98; y += 4)
        for (int x = 6; x < 98; x += 4) {
            point q = point_of(x, y);
            double far = distance(q, point_of(s->t->at.x + 14, s->t->at.y + 8));
            double wall = wall_distance(s->t, point_of(q.x, q.y - 3));
            place_offer(s, m, q, -far - (plan_in_city(s->t, q) ? 30 : 0) - most(0, 10 - wall) * 3 - place_shy(s->t, q));
        }
}

/* Places of a size for a piece: those of the one that it stands on. */
static void places_make(const search *s, item *m, int step)
{
    const plan *t = s->t;
    m->n = 0;
    for (int i = 0; i < t->n_cities; i++)
        if (t->city[i].segment == m->segment) city_places(s, m, &t->city[i], step);
    for (int i = 0; i < t->n_roads; i++)
        if (t->road[i].segment == m->segment) road_places(s, m, &t->road[i]);
    for (int i = 0; i < t->n_fields; i++)
        if (t->field[i].segment == m->segment) field_places(s, m, i, step);
    if (t->monastery == m->segment) monastery_places(s, m);
    if (t->tile->n_segments == m->segment) chip_places(s, m);
}

static int item_most(aude_art_piece piece)
{
    return piece == AUDE_ART_MEEPLE_LYING ? SCALE_LYING : SCALE_MOST;
}

/* An item of this size, or of the next smaller one that finds a place at all. */
static void item_add(search *s, int segment, int scale)
{
    item *m = &s->item[s->n++];
    *m = (item){.segment = segment, .piece = segment == s->t->tile->n_segments ? AUDE_ART_STACK : AUDE_ART_MEEPLE};
    for (int i = 0; i < s->t->n_fields; i++)
        if (s->t->field[i].segment == segment) m->piece = AUDE_ART_MEEPLE_LYING;
    if (scale > item_most(m->piece)) scale = item_most(m->piece);
    for (m->scale = scale; !m->n && m->scale >= SCALE_LEAST; m->scale -= SCALE_STEP) {
        places_make(s, m, COARSE);
        if (m->n < FEW) places_make(s, m, FINE);
    }
    m->scale += SCALE_STEP;
    m->at = m->n ? m->place[0].at : point_of(50, 50);
}

static bool items_meet(const item *a, const item *b)
{
    return extents_meet(piece_extent(a->piece, a->at, a->scale), piece_extent(b->piece, b->at, b->scale));
}

/* Sets items from i on; false if they find no room. */
static bool search_set(search *s, int i)
{
    if (i == s->n) return true;
    item *m = &s->item[i];
    for (int k = 0; k < m->n && s->tries-- > 0; k++) {
        bool free = true;
        m->at = m->place[k].at;
        for (int j = 0; j < i && free; j++) free = !items_meet(m, &s->item[j]);
        if (free && search_set(s, i + 1)) return true;
    }
    return false;
}

/* Every piece becomes as big as it can, if need be on another of its places. */
static void items_grow(search *s)
{
    for (int i = 0; i < s->n; i++) {
        item *m = &s->item[i], more = *m;
        for (more.scale = item_most(m->piece); more.scale > m->scale; more.scale -= SCALE_STEP) {
            bool free = false;
            places_make(s, &more, COARSE);
            for (int k = 0; k < more.n && !free; k++) {
                more.at = more.place[k].at;
                free = true;
                for (int j = 0; j < s->n && free; j++) free = j == i || !items_meet(&more, &s->item[j]);
            }
            if (!free) continue;
            *m = more;
            break;
        }
    }
}

int aude_art_spots(const aude_rules *rules, int kind, int rotation, int x, int y, aude_art_spot *dst, int cap,
                   aude_art_spot *stack)
{
    plan t;
    search s = {.t = &t};
    plan_make(&t, rules, kind, rotation, x, y);
    int n = t.tile->n_segments;
    ground_make(&s.g, &t);
    if (t.hub == HUB_MONASTERY) s.n_blocks = abbey_extents(&t, s.block);
    if (t.hub == HUB_OFFICE) s.block[s.n_blocks++] = office_extent(&t);
    for (int scale = SCALE_MOST; scale >= SCALE_LEAST; scale -= SCALE_STEP) {
        s.n = 0, s.tries = TRIES;
        for (int i = 0; i < n + t.tile->office; i++) item_add(&s, i, scale);
        for (int i = 1; i < s.n; i++) /* those with little choice first */
            for (int j = i; j && s.item[j].n < s.item[j - 1].n; j--) {
                item swap = s.item[j];
                s.item[j] = s.item[j - 1], s.item[j - 1] = swap;
            }
        if (search_set(&s, 0)) break;
    }
    items_grow(&s);
    if (stack) *stack = (aude_art_spot){0};
    for (int i = 0; i < s.n; i++) {
        const item *m = &s.item[i];
        aude_art_spot spot = {(int16_t)(m->at.x * 10 + 0.5), (int16_t)(m->at.y * 10 + 0.5), (uint16_t)m->scale,
                              m->piece == AUDE_ART_MEEPLE_LYING};
        if (m->segment < cap && m->segment < n) dst[m->segment] = spot;
        if (stack && m->segment == n) *stack = spot;
    }
    return n;
}
