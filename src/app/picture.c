/* picture.c - draws a tile from its segments: cities as caps and arcs, roads to the middle, the office, and the fields as
 * what can be reached from their half-edges.
 *
 * Places are measured from the middle of the tile, u to the east and v to the south, both from -1 to 1. */
#include "app/picture.h"

#include <string.h>

enum { FREE = -2 };

static const int step_x[4] = {0, 1, 0, -1}, step_y[4] = {-1, 0, 1, 0};

static double cell_u(const picture *p, int x)
{
    return (2 * x + 1) / (double)p->width - 1;
}

static double cell_v(const picture *p, int y)
{
    return (2 * y + 1) / (double)p->height - 1;
}

static void cell_set(picture *p, int x, int y, ground what, int segment, uint32_t glyph)
{
    p->cell[y][x].ground = (uint8_t)what;
    p->cell[y][x].segment = (int8_t)segment;
    p->cell[y][x].glyph = glyph;
}

/* ---- Cities ---- */

/* Inside the half ellipse that grows from the middle of an edge. */
static bool cap_holds(int edge, double u, double v)
{
    double out = u * step_x[edge] + v * step_y[edge], along = edge % 2 ? v : u;
    double deep = (1 - out) / 0.75, side = along / 0.95;
    return deep * deep + side * side < 1;
}

/* True where a cell of the border lies on an edge that is not among `ends`. */
static bool cell_on_other_edge(const picture *p, int x, int y, unsigned ends)
{
    return (y == 0 && !(ends & 1)) || (x == p->width - 1 && !(ends & 2)) || (y == p->height - 1 && !(ends & 4)) ||
           (x == 0 && !(ends & 8));
}

static bool city_holds(const picture *p, unsigned ends, unsigned others, int x, int y)
{
    double u = cell_u(p, x), v = cell_v(p, y);
    int n = __builtin_popcount(ends), first = __builtin_ctz(ends);
    if (n == 1) {
        bool sideways = first % 2;
        double out = sideways ? u * step_x[first] : v * step_y[first], along = sideways ? v : u;
        bool crowded = others & ~(1u << (first ^ 2)); /* another city round the corner: leave a gap */
        if (along < 0) along = -along;
        return cap_holds(first, u, v) && (!crowded || out > along + 0.1) && !cell_on_other_edge(p, x, y, ends);
    }
    if (cell_on_other_edge(p, x, y, ends)) return false;
    if (n == 2 && ends != 5 && ends != 10) {
        double far_x = ends & 2 ? -1 : 1, far_y = ends & 1 ? 1 : -1;
        return (u - far_x) * (u - far_x) + (v - far_y) * (v - far_y) > 1.6 * 1.6;
    }
    for (int edge = 0; edge < 4; edge++)
        if (!(ends >> edge & 1) && cap_holds(edge, u, v)) return false;
    return true;
}

static void cities_draw(picture *p, const aude_segment *segment)
{
    unsigned all = 0;
    for (int i = 0; i < p->n_segments; i++)
        if (segment[i].kind == AUDE_CITY) all |= segment[i].ends;
    for (int i = 0; i < p->n_segments; i++)
        for (int y = 0; segment[i].kind == AUDE_CITY && y < p->height; y++)
            for (int x = 0; x < p->width; x++)
                if (city_holds(p, segment[i].ends, all & ~(unsigned)segment[i].ends, x, y))
                    cell_set(p, x, y, GROUND_CITY, i, 0x2592);
}

/* ---- Roads, and what stands where they end ---- */

static uint32_t road_glyph(unsigned ends)
{
    static const uint32_t glyph[16] = {
        [5] = 0x2551, [10] = 0x2550, [3] = 0x255a, [6] = 0x2554, [12] = 0x2557, [9] = 0x255d};
    return glyph[ends & 15];
}

/* From the middle of an edge towards the middle of the tile, as far as the land is free. Returns the spot half way. */
static spot arm_draw(picture *p, int edge, int segment)
{
    int x = p->width / 2 + step_x[edge] * (p->width / 2), y = p->height / 2 + step_y[edge] * (p->height / 2), n = 0;
    spot arm[PICTURE_MAX_WIDTH];
    for (; x != p->width / 2 || y != p->height / 2; x -= step_x[edge], y -= step_y[edge]) {
        if (n && p->cell[y][x].segment != FREE) break;
        cell_set(p, x, y, GROUND_ROAD, segment, edge % 2 ? 0x2550 : 0x2551);
        arm[n++] = (spot){(int8_t)x, (int8_t)y};
    }
    return arm[n / 2];
}

/* A place between the middle and an edge. */
static spot spot_towards(const picture *p, int edge)
{
    int far = p->width >= 11 ? 2 : 1;
    return (spot){(int8_t)(p->width / 2 + step_x[edge] * far), (int8_t)(p->height / 2 + step_y[edge])};
}

static bool cell_is_through_road(const picture *p, const aude_segment *segment, int x, int y)
{
    int s = p->cell[y][x].segment;
    return s >= 0 && p->cell[y][x].ground == GROUND_ROAD && __builtin_popcount(segment[s].ends) > 1;
}

static void office_draw(picture *p, const aude_segment *segment, int ending_edge, int city_edge, bool through)
{
    p->office = (spot){(int8_t)(p->width / 2), (int8_t)(p->height / 2)};
    if (through && ending_edge >= 0)
        p->office = spot_towards(p, ending_edge);
    else if (through && city_edge >= 0)
        p->office = spot_towards(p, city_edge);
    int x = p->office.x, y = p->office.y;
    cell_set(p, x, y, GROUND_OFFICE, -1, '$');
    if (x == 0 || x == p->width - 1 || cell_is_through_road(p, segment, x - 1, y) ||
        cell_is_through_road(p, segment, x + 1, y))
        return;
    cell_set(p, x - 1, y, GROUND_OFFICE, -1, '[');
    cell_set(p, x + 1, y, GROUND_OFFICE, -1, ']');
}

/* Where the office stands on the spot of a road, the spot moves to the road's other cells; a road without any is lent a cell of
 * the office. */
static void road_keep(picture *p, int segment)
{
    spot *at = &p->spot[segment];
    if (p->cell[at->y][at->x].segment == segment) return;
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            if (p->cell[y][x].segment == segment) {
                *at = (spot){(int8_t)x, (int8_t)y};
                return;
            }
    p->cell[at->y][--at->x].segment = (int8_t)segment;
}

static void roads_draw(picture *p, const aude_segment *segment, bool office)
{
    int mx = p->width / 2, my = p->height / 2, n_ending = 0, ending_edge = -1, city_edge = -1;
    bool through = false;
    for (int i = 0; i < p->n_segments; i++) {
        unsigned ends = segment[i].ends;
        if (segment[i].kind == AUDE_MONASTERY) {
            cell_set(p, mx - 1, my, GROUND_MONASTERY, i, 0x259f);
            cell_set(p, mx, my, GROUND_MONASTERY, i, 0x2020);
            cell_set(p, mx + 1, my, GROUND_MONASTERY, i, 0x2599);
            p->spot[i] = (spot){(int8_t)mx, (int8_t)my};
        } else if (segment[i].kind == AUDE_CITY) {
            city_edge = __builtin_ctz(ends);
        } else if (segment[i].kind == AUDE_ROAD && __builtin_popcount(ends) == 1) {
            ending_edge = __builtin_ctz(ends);
            n_ending++;
        } else if (segment[i].kind == AUDE_ROAD) {
            through = true;
        }
    }
    for (int i = 0; i < p->n_segments; i++) {
        unsigned ends = segment[i].ends;
        if (segment[i].kind != AUDE_ROAD) continue;
        for (int edge = 0; edge < 4; edge++)
            if (ends >> edge & 1) p->spot[i] = arm_draw(p, edge, i);
        if (__builtin_popcount(ends) == 1) continue;
        cell_set(p, mx, my, GROUND_ROAD, i, road_glyph(ends));
        p->spot[i] = (spot){(int8_t)mx, (int8_t)my};
    }
    if (office)
        office_draw(p, segment, ending_edge, city_edge, through);
    else if (n_ending > 1 && p->cell[my][mx].segment == FREE)
        cell_set(p, mx, my, GROUND_VILLAGE, -1, 0x2302);
    for (int i = 0; office && i < p->n_segments; i++)
        if (segment[i].kind == AUDE_ROAD) road_keep(p, i);
}

/* ---- Fields ---- */

/* The cell beside a half-edge. */
static spot half_cell(const picture *p, int half)
{
    int edge = half / 2, w = p->width, h = p->height;
    bool low = (half % 2 == 0) == (edge < 2); /* the end of the edge with the smaller coordinate */
    if (edge % 2 == 0) return (spot){(int8_t)(low ? w / 4 : w - 1 - w / 4), (int8_t)(edge == 0 ? 0 : h - 1)};
    return (spot){(int8_t)(edge == 1 ? w - 1 : 0), (int8_t)(low ? h / 4 : h - 1 - h / 4)};
}

/* Gives each free cell that has a neighbour of such a kind to that neighbour's segment; true if there was one. Cells are
 * given in rounds, so that two fields meet half way. */
static bool land_grow(picture *p, ground what)
{
    picture old = *p;
    bool grown = false;
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            for (int e = 0; e < 4 && p->cell[y][x].segment == FREE; e++) {
                int nx = x + step_x[e], ny = y + step_y[e];
                if (nx < 0 || nx >= p->width || ny < 0 || ny >= p->height) continue;
                if (old.cell[ny][nx].segment < 0 || old.cell[ny][nx].ground != what) continue;
                cell_set(p, x, y, what, old.cell[ny][nx].segment, old.cell[ny][nx].glyph);
                grown = true;
            }
    return grown;
}

static void fields_draw(picture *p, const aude_segment *segment)
{
    for (int i = 0; i < p->n_segments; i++) {
        if (segment[i].kind != AUDE_FIELD) continue;
        bool rooted = false;
        for (int pass = 0; pass < 2 && !rooted; pass++) /* in need, take a cell from others */
            for (int half = 0; half < 8; half++) {
                if (!(segment[i].ends >> half & 1)) continue;
                spot at = half_cell(p, half);
                if (p->cell[at.y][at.x].segment != FREE && !(pass && !rooted)) continue;
                cell_set(p, at.x, at.y, GROUND_FIELD, i, 0xb7);
                rooted = true;
            }
    }
    while (land_grow(p, GROUND_FIELD)) {
    }
    while (land_grow(p, GROUND_CITY)) {
    }
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            if (p->cell[y][x].segment == FREE) cell_set(p, x, y, GROUND_FIELD, -1, 0xb7);
}

/* ---- Spots ---- */

/* How far a cell is from other land, at most 1: a row counts 1, a column 1/2, the world outside is like the cell. */
static double cell_room(const picture *p, int x, int y)
{
    double room = 1;
    for (int j = 0; j < p->height; j++)
        for (int i = 0; i < p->width; i++) {
            double dx = (i - x) * 0.5, dy = j - y, d = dx * dx + dy * dy;
            if (p->cell[j][i].segment != p->cell[y][x].segment && d < room) room = d;
        }
    return room;
}

/* The roomiest cell of a segment, of equals the one nearest to its middle; cells beside `taken` only in need. */
static spot spot_find(const picture *p, int segment, ground what, const spot *taken)
{
    double sum_x = 0, sum_y = 0, best = -1e9;
    int n = 0;
    spot found = {0, 0};
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            if (p->cell[y][x].segment == segment) {
                sum_x += x;
                sum_y += y;
                n++;
            }
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            if (p->cell[y][x].segment != segment || p->cell[y][x].ground != what) continue;
            double dx = (x - sum_x / n) * 0.5, dy = y - sum_y / n;
            double value = 100 * cell_room(p, x, y) - (dx * dx + dy * dy);
            if (taken && y == taken->y && x - taken->x < 2 && taken->x - x < 2) value -= 1000;
            if (value <= best) continue;
            best = value;
            found = (spot){(int8_t)x, (int8_t)y};
        }
    return found;
}

void picture_make(picture *p, const aude_rules *rules, int kind, int rotation, int width, int height)
{
    const aude_tile *tile = aude_rules_kind(rules, kind);
    aude_segment segment[AUDE_MAX_SEGMENTS];
    memset(p, 0, sizeof *p);
    p->width = width;
    p->height = height;
    p->n_segments = tile->n_segments;
    p->office = (spot){-1, -1};
    for (int i = 0; i < tile->n_segments; i++) segment[i] = aude_rules_segment(rules, kind, rotation, i);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) p->cell[y][x].segment = FREE;
    cities_draw(p, segment);
    roads_draw(p, segment, tile->office);
    fields_draw(p, segment);
    for (int i = 0; i < p->n_segments; i++) {
        if (segment[i].kind != AUDE_CITY && segment[i].kind != AUDE_FIELD) continue;
        p->spot[i] = spot_find(p, i, segment[i].kind == AUDE_CITY ? GROUND_CITY : GROUND_FIELD, NULL);
        if (!segment[i].pennants) continue;
        spot flag = spot_find(p, i, GROUND_CITY, &p->spot[i]);
        cell_set(p, flag.x, flag.y, GROUND_PENNANT, i, 0x2691);
    }
}

/* ---- Painting ---- */

static const struct paint {
    uint32_t paper[2], ink;
    bool bold;
} paint_table[] = {
    [GROUND_FIELD] = {{COLOUR(0x5d7c2e), COLOUR(0x56752b)}, COLOUR(0x7d9c50), false},
    [GROUND_CITY] = {{COLOUR(0xb5814d), COLOUR(0xac7946)}, COLOUR(0x995f2e), false},
    [GROUND_ROAD] = {{COLOUR(0x5d7c2e), COLOUR(0x56752b)}, COLOUR(0xfff4da), true},
    [GROUND_VILLAGE] = {{COLOUR(0x5d7c2e), COLOUR(0x56752b)}, COLOUR(0xffb27c), true},
    [GROUND_MONASTERY] = {{COLOUR(0x4a5f79), COLOUR(0x4a5f79)}, COLOUR(0xf3e8d0), true},
    [GROUND_OFFICE] = {{COLOUR(0x571e48), COLOUR(0x571e48)}, COLOUR(0xf4bd3c), true},
    [GROUND_PENNANT] = {{COLOUR(0x2a5a9c), COLOUR(0x2a5a9c)}, COLOUR(0xf4bd3c), true},
};

void picture_paint(const picture *p, canvas *c, int x, int y, int shade)
{
    for (int j = 0; j < p->height; j++)
        for (int i = 0; i < p->width; i++) {
            const struct paint *paint = &paint_table[p->cell[j][i].ground];
            canvas_put(c, x + i, y + j, p->cell[j][i].glyph, paint->ink, paint->bold);
            canvas_at(c, x + i, y + j)->paper = paint->paper[shade];
        }
}
