/* houses.c - see houses.h. The literal paths are in thousandths of a tile, relative to their beginning. */
#include "art/houses.h"

#include "art/props.h"

enum { DESIGNS = 3 };

/* Where a road comes from the north the abbey is the one that leaves it in sight. */
static int design_of(const plan *t)
{
    bool north = false;
    for (int i = 0; i < t->n_roads && t->monastery >= 0; i++) north |= t->road[i].ends & 1u << AUDE_N;
    return north ? 0 : (int)(seed_of(t->seed, 11, 0) % DESIGNS);
}

/* ---- Abbeys: slate, stone, a gold cross; in the north of their precinct, so that a figure can stand in the south ------ */

static void cross_paint(painter *p, int l, double x, double y)
{
    paint_at(p, l, S_INK_BOLD, x, y, "v-62m-24 22h48");
    paint_at(p, l + 1, S_GOLD_CROSS, x, y, "v-62m-24 22h48");
}

static void precinct_paint(painter *p, const plan *t, int l, dice *d)
{
    static const char wall[] = "h-180q-40 0-40-40v-440q0-40 40-40h440q40 0 40 40v440q0 40-40 40h-180";
    static const u8 bed[5][2] = {{S_BED_LILAC, S_BED_GREEN},
                                 {S_BED_GREEN, S_BED_LILAC},
                                 {S_BED_RED, S_BED_GREEN},
                                 {S_BED_GREEN, S_BED_GOLD},
                                 {S_BED_LILAC, S_BED_RED}};
    const u8 *beds = bed[dice_below(d, 5)];
    double x = t->at.x, y = t->at.y;
    paint_at(p, l, S_LAWN, x - 26, y - 22, "q0-40 40-40h440q40 0 40 40v440q0 40-40 40h-440q-40 0-40-40z");
    for (int i = 0; i < 4; i++) paint_at(p, l + 1, beds[i / 2], x - 22, y + 9.5 + i * 3.8 + i / 2, "h150");
    paint_at(p, l + 1, S_RUT, x, y + 25, "v-170");
    paint_at(p, l + 2, S_INK_BOLD, x - 4, y + 26, wall);
    paint_at(p, l + 3, S_WALL_TOP, x - 4, y + 26, wall);
    for (int i = 0; i < t->n_roads; i++) { /* a road breaks the wall, between two posts */
        if (!t->road[i].dead) continue;
        int e = bits_first(t->road[i].ends);
        point m = edge_middle(e);
        bool up = e % 2 == 0;
        double wx = up ? x : m.x < 50 ? x - 26 : x + 26, wy = up ? (m.y < 50 ? y - 26 : y + 26) : 50.5;
        paint_at(p, l + 4, S_GAP, up ? wx : wx - 2, up ? wy - 2 : wy, up ? "v40" : "h40");
        for (int style = S_POST_INK; style <= S_POST; style++)
            paint_at(p, l + 5, style, up ? wx - 4.4 : wx, up ? wy : wy - 4.4, up ? "h0m88 0h0" : "v0m0 88v0");
    }
}

/* A nave with a porch and a bell tower in the west. */
static void abbey_nave(painter *p, int l, double x, double y)
{
    paint_at(p, l, S_SHADE, x - 15, y, "l40 28h310v-160l-50-45v177z");
    paint_at(p, l + 1, S_STONE, x - 15, y - 8, "h310v80h-310z");
    paint_at(p, l + 2, S_HOLE, x - 8, y - 1.6,
             "v-30a11 11 0 0 1 22 0v30zm150 0v-30a11 11 0 0 1 22 0v30zm40 0v-30a11 11 0 0 1 22 0v30z");
    paint_at(p, l + 3, S_SLATE_INK, x - 16.2, y - 7.4, "h334l-12-82h-310z");
    paint_at(p, l + 4, S_SLATE, x - 15, y - 15.6, "h310l-12-36h-286z");
    paint_at(p, l + 5, S_SLATE_JOINT, x - 15.6, y - 10.2, "h322m-4-28h-314");
    paint_at(p, l + 6, S_SLATE_INK, x + 2, y - 16.5, "l80 89v-34l-80-90z");
    paint_at(p, l + 6, S_SLATE, x + 2, y - 16.5, "l-80 89v-34l80-90z");
    paint_at(p, l + 7, S_STONE, x - 5, y + 2, "v-100l70-80 70 80v100z");
    paint_at(p, l + 8, S_HOLE, x - 0.3, y + 2, "v-40a23 23 0 0 1 46 0v40z");
    paint_on(p, l + 8, S_ROSE);
    pen_ellipse(p, x + 2, y - 8, 2.4, 2.4);
    paint_at(p, l + 9, S_STONE, x - 18, y - 21, "h90v200h-90z");
    paint_at(p, l + 10, S_STONE_TONE, x - 12.4, y - 21, "h34v200h-34z");
    paint_at(p, l + 10, S_HOLE, x - 16.5, y - 15.5, "v-30a13 13 0 0 1 26 0v30zm33 0v-30a13 13 0 0 1 26 0v30z");
    paint_at(p, l + 11, S_SLATE, x - 19, y - 20.5, "l55-115 55 115z");
    paint_at(p, l + 12, S_SLATE_LOW, x - 13.5, y - 31.6, "l50 108h-40z");
    cross_paint(p, l + 13, x - 13.5, y - 31.8);
}

/* Four wings round a green court; the church is the northern one. */
static void abbey_cloister(painter *p, int l, double x, double y)
{
    paint_at(p, l, S_SHADE, x - 17, y, "l40 28h350v-270l-50-45v287z");
    paint_at(p, l + 1, S_STONE, x - 17, y - 24, "h340v100h-340z");
    paint_at(p, l + 2, S_SLATE_INK, x - 18.2, y - 19, "h364l-12-70h-340z");
    paint_at(p, l + 3, S_SLATE, x - 17, y - 26, "h340l-12-32h-316z");
    paint_at(p, l + 4, S_SLATE_JOINT, x - 17.6, y - 22.5, "h352");
    paint_at(p, l + 5, S_GARDEN, x - 11, y - 19, "h220v120h-220z");
    paint_at(p, l + 6, S_RUT_THIN, x, y - 18.6, "v110m-100-58h200");
    paint_on(p, l + 7, S_WATER);
    pen_ellipse(p, x, y - 13, 2.2, 1.7);
    paint_at(p, l + 8, S_SLATE, x - 17.6, y - 19, "h34v150h-34zm282 0h34v150h-34z");
    paint_at(p, l + 8, S_SLATE_INK, x - 14.2, y - 19, "h34v150h-34zm282 0h34v150h-34z");
    paint_at(p, l + 9, S_STONE, x - 17, y - 6, "h340v60h-340z");
    paint_at(
        p, l + 10, S_HOLE, x - 15, y - 1.2,
        "v-20a11 11 0 0 1 22 0v20zm44 0v-20a11 11 0 0 1 22 0v20zm44 0v-20a11 11 0 0 1 22 0v20zm126 0v-20a11 11 0 0 1 "
        "22 0v20zm44 0v-20a11 11 0 0 1 22 0v20zm-180 12v-30a23 23 0 0 1 46 0v30z");
    paint_at(p, l + 11, S_SLATE_INK, x - 18.2, y - 5.5, "h364l-12-44h-340z");
    paint_at(p, l + 12, S_SLATE, x - 17, y - 9.9, "h340l-12-22h-316z");
    paint_at(p, l + 13, S_STONE, x - 4, y - 35, "h80v120h-80z");
    paint_at(p, l + 14, S_STONE_TONE, x + 1, y - 35, "h30v120h-30z");
    paint_at(p, l + 14, S_HOLE, x - 2.4, y - 29, "v-30a11 11 0 0 1 22 0v30zm26 0v-30a11 11 0 0 1 22 0v30z");
    paint_at(p, l + 15, S_SLATE, x - 5, y - 34.6, "l50-80 50 80z");
    paint_at(p, l + 16, S_SLATE_LOW, x, y - 42, "l45 72h-36z");
    cross_paint(p, l + 17, x, y - 42.2);
}

/* A round church and a dormitory. */
static void abbey_round(painter *p, int l, double x, double y)
{
    paint_at(p, l, S_SHADE, x - 6, y + 1, "l40 25h240v-120l-50-45v110z");
    paint_at(p, l + 1, S_STONE, x + 2, y - 10, "h160v90h-160z");
    paint_at(p, l + 2, S_WINDOWS, x + 5, y - 5.6, "h115");
    paint_at(p, l + 3, S_SLATE_INK, x + 1, y - 9.4, "h182l-12-70h-160z");
    paint_at(p, l + 4, S_SLATE, x + 2, y - 16.4, "h158l-12-34h-138z");
    paint_at(p, l + 5, S_SLATE_JOINT, x + 2, y - 13, "h164");
    paint_at(p, l + 6, S_STONE, x + 9.5, y - 21.5, "h28v40h-28z");
    paint_at(p, l + 7, S_STONE, x - 17, y - 11, "v100a115 40 0 0 0 230 0v-100z");
    paint_at(p, l + 8, S_STONE_TONE, x - 1, y - 11, "v133q65-10 70-33v-100z");
    paint_at(p, l + 9, S_HOLE, x - 14.6, y + 0.2,
             "v-40a12 12 0 0 1 24 0v45zm48 19v-40a12 12 0 0 1 24 0v40zm134-14v-45a12 12 0 0 1 24 0v40z");
    paint_at(p, l + 9, S_HOLE, x - 7.8, y + 2.8, "v-50a23 23 0 0 1 46 0v48z");
    paint_at(p, l + 10, S_SLATE, x - 18.5, y - 10.5, "l130-145 130 145q-130 70-260 0z");
    paint_at(p, l + 11, S_SLATE_LOW, x - 5, y - 24.4, "l122 138q-50 30-84 32z");
    paint_at(p, l + 12, S_SLATE_JOINT, x - 6, y - 23, "l-66 133m56-130l-14 150");
    paint_at(p, l + 13, S_STONE, x - 8, y - 28.5, "v70a27 10 0 0 0 54 0v-70z");
    paint_at(p, l + 14, S_WINDOW, x - 6.4, y - 26.4, "v34m30 0v-34");
    paint_at(p, l + 15, S_SLATE, x - 8.8, y - 28, "l35-72 35 72q-35 16-70 0z");
    cross_paint(p, l + 16, x - 5.3, y - 34.8);
}

/* The foot of an abbey, from the middle of its precinct. */
static const double abbey_foot = -1;

void abbey_paint(painter *p, const plan *t)
{
    static void (*const design[DESIGNS])(painter *, int, double, double) = {abbey_nave, abbey_cloister, abbey_round};
    dice d = {seed_of(t->seed, 12, 0)};
    double x = t->at.x, y = t->at.y;
    int l = layer_thing(y);
    precinct_paint(p, t, l, &d);
    prop_cypress(p, l + 6, x - 22.4, y - 6, 2);
    prop_cypress(p, l + 6, x + 22, y - 8, 1);
    prop_cypress(p, l + 6, x + 22, y + 3, 2);
    design[design_of(t)](p, l + THING_LAYERS, x, y + abbey_foot);
}

int abbey_extents(const plan *t, extent dst[2])
{
    static const double tower[DESIGNS] = {-13.5, 0, -5};
    double x = t->at.x, y = t->at.y + abbey_foot, steeple = x + tower[design_of(t)];
    dst[0] = (extent){x - 19, y - 23, x + 19, y + 2.5};
    dst[1] = (extent){steeple - 6, y - 42, steeple + 6, y};
    return 2;
}

/* ---- Betting offices: plum roof, gold coin, awning in stripes ------------------------------------------------------ */

static void coin_paint(painter *p, int l, double x, double y, double r)
{
    paint_on(p, l, S_GOLD);
    pen_ellipse(p, x, y, r, r);
    paint_on(p, l + 1, S_GOLD_LINE);
    pen_ellipse(p, x, y, r * 0.7, r * 0.7);
    line diamond = {4, {{x, y - r * 0.52}, {x + r * 0.42, y}, {x, y + r * 0.52}, {x - r * 0.42, y}}};
    paint_on(p, l + 1, S_PLUM_FLAT);
    pen_line(p, &diamond, true);
    paint_at(p, l + 2, S_GLINT, x - r * 0.78, y - r * 0.26, "a58 58 0 0 1 24-28");
}

static void awning_paint(painter *p, int l, double x, double y, int n)
{
    for (int i = 0; i < n; i++) paint_at(p, l, i % 2 ? S_MAGENTA : S_WHITE, x + i * 2.4, y, "l-4 38q10 15 24 0l4-38z");
}

static void streamer_paint(painter *p, int l, double x, double y)
{
    paint_at(p, l, S_INK, x, y, "v-90");
    paint_at(p, l + 1, S_MAGENTA, x, y - 9, "l64 19-64 21z");
}

static void office_long(painter *p, int l, double x, double y)
{
    paint_at(p, l, S_SHADE, x - 12, y, "l45 28h245v-165l-50-45v182z");
    paint_at(p, l + 1, S_FRONT, x - 12, y - 10, "h240v100h-240z");
    paint_at(p, l + 2, S_HOLE, x - 9.5, y - 6.3, "h92v45h-92zm140-5h48v68h-48z");
    paint_at(p, l + 3, S_WOOD_LINE, x - 12, y - 5, "v50m240-50v50m-104 0v-66m-136 54h137");
    streamer_paint(p, l + 3, x - 9.3, y - 20.5);
    paint_at(p, l + 5, S_PLUM_LOW, x - 13.8, y - 8.5, "h276l-28-115h-220z");
    paint_at(p, l + 6, S_PLUM, x - 11, y - 20, "h220l-18-36h-184z");
    awning_paint(p, l + 7, x - 13, y - 8.6, 6);
    coin_paint(p, l + 8, x + 1.7, y - 16.6, 6.6);
}

static void office_gable(painter *p, int l, double x, double y)
{
    paint_at(p, l, S_SHADE, x - 10, y, "l45 28h205v-175l-50-45v192z");
    streamer_paint(p, l + 1, x + 6, y - 21);
    paint_at(p, l + 3, S_PLUM_LOW, x, y - 21.5, "l112 112v-62l-112-114z");
    paint_at(p, l + 3, S_PLUM, x, y - 21.5, "l-112 112v-62l112-114z");
    paint_at(p, l + 4, S_FRONT, x - 10, y, "v-110l100-102 100 102v110z");
    paint_at(p, l + 5, S_HOLE, x - 2.4, y, "v-55a24 22 0 0 1 48 0v55zm-56-12h-22v-45h22zm104 0h22v-45h-22z");
    paint_at(p, l + 6, S_WOOD_LINE, x - 10, y - 10.8, "h200m-200 0v108m200 0v-108");
    awning_paint(p, l + 7, x - 10.4, y - 9.6, 9);
    coin_paint(p, l + 8, x, y - 15.2, 5.8);
}

static void office_tent(painter *p, int l, double x, double y)
{
    paint_at(p, l, S_SHADE, x - 9, y + 1, "l45 22h190v-110l-40-45z");
    paint_at(p, l + 1, S_WHITE, x - 10.5, y - 9, "v85q105 50 210 0v-85z");
    paint_at(p, l + 2, S_MAGENTA, x - 8, y - 9, "v97l26 7v-104zm134 0v104l26-7v-97z");
    paint_at(p, l + 3, S_HOLE, x - 3.6, y + 1.6, "v-70q36-28 72 0v70q-36 8-72 0z");
    paint_at(p, l + 4, S_WOOD, x - 4.6, y - 1.6, "h92v22q-46 10-92 0z");
    streamer_paint(p, l + 5, x, y - 23.6);
    paint_at(p, l + 7, S_PLUM_LOW, x - 14, y - 8.4, "q30-26 140-160q110 134 140 160q-140 56-280 0z");
    paint_at(p, l + 8, S_PLUM, x - 14, y - 8.4, "q30-26 140-160q-34 80-58 182q-50-5-82-22z");
    for (int i = 0; i < 7; i++)
        paint_at(p, l + 9, i % 2 ? S_MAGENTA : S_WHITE, x - 14 + i * 4,
                 y - 8.4 + (double[]){0, 1.6, 2.4, 2.8, 2.4, 1.6, 0}[i] * 0.9, "q20 62 40 4z");
    coin_paint(p, l + 10, x + 1.6, y - 14.2, 5.6);
}

/* The foot of an office lies south of the middle of its yard. */
static const double office_foot = 7;

void office_paint(painter *p, const plan *t)
{
    static void (*const design[DESIGNS])(painter *, int, double, double) = {office_long, office_gable, office_tent};
    double y = t->at.y + office_foot;
    design[design_of(t)](p, layer_thing(y), t->at.x, y);
}

extent office_extent(const plan *t)
{
    double y = t->at.y + office_foot;
    return (extent){t->at.x - 14, y - 26, t->at.x + 14, y + 2};
}

/* ---- Villages ------------------------------------------------------------------------------------------------------ */

void village_paint(painter *p, const plan *t)
{
    static const point spot[3][5] = {{{-9.5, -4}, {8.8, -4.8}, {0, 2.4}, {9.4, 9.4}, {-8.8, 9.8}},
                                     {{0, -5.4}, {-9.6, 0.4}, {9.6, 0.8}, {-4.6, 9.6}, {7, 10}},
                                     {{-6, -4.8}, {7.4, -3.6}, {-10, 4.6}, {1.4, 7.6}, {10.6, 8.6}}};
    dice d = {seed_of(t->seed, 13, 0)};
    const point *s = spot[dice_below(&d, 3)];
    for (int i = 0; i < 5; i++) {
        bool middle = s[i].x > -3 && s[i].x < 3;
        house h = {.x = t->at.x + s[i].x + dice_range(&d, -0.8, 0.8),
                   .y = t->at.y + s[i].y + dice_range(&d, -0.6, 0.6),
                   .width = middle ? dice_range(&d, 9.6, 11) : dice_range(&d, 8, 9.6),
                   .depth = middle ? 7 : dice_range(&d, 5, 6.4),
                   .height = 3.5,
                   .gable = dice_chance(&d, 0.55),
                   .roof = (int[]){0, 0, 1, 1, 2}[dice_below(&d, 5)],
                   .front = dice_chance(&d, 0.6) ? S_FRONT : S_FRONT_B};
        prop_house(p, layer_thing(h.y), &h);
    }
    prop_tree(p, L_TREE, t->at.x + (dice_chance(&d, 0.5) ? 13.4 : -13.4), t->at.y + 2.4, false);
}
