/* tile.c - a tile from its plan: land, roads, towns, houses, trees, in this order. */
#include "art/tile.h"

#include "art/houses.h"
#include "art/land.h"
#include "art/props.h"
#include "art/town.h"
#include "aude_art.h"

static void course_pen(painter *p, const plan_road *r)
{
    point from = r->curve.p[0], out = point_beyond(from), to = r->curve.p[r->curve.n - 1];
    pen_move(p, out.x, out.y);
    pen_to(p, from.x, from.y);
    for (int i = 1; i + 2 < r->curve.n; i += 3) pen_cubic(p, r->curve.p[i], r->curve.p[i + 1], r->curve.p[i + 2]);
    out = point_beyond(to);
    if (!r->dead) pen_to(p, out.x, out.y);
}

static void road_paint(painter *p, const plan_road *r, bool pass)
{
    static const u8 style[] = {S_ROAD_EDGE, S_ROAD, S_RUT, S_RUT_MIDDLE};
    paint_on(p, L_VERGE, S_VERGE);
    course_pen(p, r);
    for (int i = 0; i < 4; i++) {
        paint_on(p, pass ? L_PASS + i : L_EDGE + i, style[i]);
        course_pen(p, r);
    }
}

static void grit_paint(painter *p, const plan *t, double radius)
{
    dice d = {seed_of(t->seed, 3, 0)};
    for (int i = 0; i < 12; i++) {
        double turn = dice_unit(&d), r = root(dice_unit(&d)) * radius;
        paint_on(p, L_GRIT, S_GRIT);
        pen_dot(p, t->at.x + r * wave(turn + 0.25), t->at.y + r * wave(turn));
    }
}

static void yards_paint(painter *p, const plan *t)
{
    for (int i = 0; i < t->n_yards; i++) {
        const plan_yard *y = &t->yard[i];
        if (y->path) {
            curve c = {4, {y->a, point_mix(y->a, y->b, 0.3), point_mix(y->a, y->b, 0.7), y->b}};
            paint_on(p, L_PATH, S_PATH_EDGE);
            pen_curve(p, &c);
            paint_on(p, L_PATH + 1, S_PATH);
            pen_curve(p, &c);
            continue;
        }
        paint_on(p, L_VERGE, S_VERGE_FILL);
        pen_capsule(p, y->a, y->b, y->width / 2 + 1.7);
        paint_on(p, L_EDGE, S_EARTH_EDGE);
        pen_capsule(p, y->a, y->b, y->width / 2);
        paint_on(p, L_EARTH, S_EARTH);
        pen_capsule(p, y->a, y->b, y->width / 2 - 0.8);
    }
    grit_paint(p, t, 12);
}

static void village_ground(painter *p, const plan *t)
{
    paint_on(p, L_VERGE, S_VERGE_FILL);
    pen_ellipse(p, t->at.x, t->at.y, VILLAGE_RADIUS + 1.8, VILLAGE_RADIUS + 1.6);
    paint_on(p, L_EDGE, S_EARTH_EDGE);
    pen_ellipse(p, t->at.x, t->at.y, VILLAGE_RADIUS, VILLAGE_RADIUS);
    paint_on(p, L_EARTH, S_EARTH);
    pen_ellipse(p, t->at.x, t->at.y, VILLAGE_RADIUS - 0.8, VILLAGE_RADIUS - 0.8);
    grit_paint(p, t, 14);
}

void tile_paint(painter *p, const plan *t, int x, int y, bool seam)
{
    paint_open(p);
    land_paint(p, t, x, y);
    for (int i = 0; i < t->n_roads; i++) road_paint(p, &t->road[i], t->hub == HUB_OFFICE && !t->road[i].dead);
    if (t->hub == HUB_VILLAGE) {
        village_ground(p, t);
        village_paint(p, t);
    }
    if (t->hub == HUB_OFFICE) {
        yards_paint(p, t);
        office_paint(p, t);
    }
    if (t->hub == HUB_MONASTERY) abbey_paint(p, t);
    if (t->picture) prop_picture(p, t->picture, t->picture_at.x, t->picture_at.y + 3);
    for (int i = 0; i < t->n_cities; i++) town_paint(p, t, i);
    land_plant(p, t, x, y);
    if (seam) paint_at(p, L_SEAM, S_SEAM, 0, 0, "h1000v1000h-1000z");
}

void document_begin(text *out, int x0, int y0, int x1, int y1)
{
    const int box[4] = {x0, y0, x1 - x0, y1 - y0};
    text_str(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"");
    for (int i = 0; i < 4; i++) {
        if (i) text_char(out, ' ');
        text_int(out, box[i]);
    }
    text_str(out, "\">");
}

void document_end(text *out)
{
    text_str(out, "</svg>\n");
}

size_t aude_art_tile(const aude_rules *rules, int kind, int rotation, int x, int y, unsigned flags, char *dst,
                     size_t cap)
{
    plan t;
    painter p;
    text out = text_into(dst, cap);
    bool some = flags & (AUDE_ART_GROUND | AUDE_ART_TOP);
    plan_make(&t, rules, kind, rotation, x, y);
    tile_paint(&p, &t, x, y, !(flags & AUDE_ART_PLAIN));
    if (!(flags & AUDE_ART_PART)) document_begin(&out, 0, 0, AUDE_ART_TILE, AUDE_ART_TILE);
    paint_write(&p, some && !(flags & AUDE_ART_GROUND) ? L_TOP : 0, some && !(flags & AUDE_ART_TOP) ? L_TOP : L_END,
                flags & AUDE_ART_DARK, &out);
    if (!(flags & AUDE_ART_PART)) document_end(&out);
    return out.n;
}

unsigned aude_art_corners(const aude_rules *rules, int kind, int rotation)
{
    unsigned corners = 0;
    int n = aude_rules_kind(rules, kind)->n_segments;
    for (int i = 0; i < n; i++) {
        aude_segment s = aude_rules_segment(rules, kind, rotation & 3, i);
        for (int e = 0; s.kind == AUDE_CITY && e < 4; e++) { /* corner e lies between edge e - 1 and edge e */
            bool here = s.ends >> e & 1, before = s.ends >> (e + 3) % 4 & 1;
            if (here != before) corners |= 1u << e;
        }
    }
    return corners;
}

size_t aude_art_corner(unsigned flags, char *dst, size_t cap)
{
    painter p;
    text out = text_into(dst, cap);
    paint_open(&p);
    prop_keep(&p, L_THING, 0, 2.4);
    if (!(flags & AUDE_ART_PART)) document_begin(&out, -100, -150, 100, 70);
    paint_write(&p, 0, L_END, flags & AUDE_ART_DARK, &out);
    if (!(flags & AUDE_ART_PART)) document_end(&out);
    return out.n;
}
