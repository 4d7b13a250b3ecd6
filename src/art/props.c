/* props.c - see props.h. The literal paths are in thousandths of a tile, relative to their beginning. */
#include "art/props.h"

void prop_tree(painter *p, int l, double x, double y, bool big)
{
    paint_at(p, l, big ? S_SHADE_LARGE : S_SHADE_SMALL, x + 1, y + 1.4, big ? "h26" : "h18");
    paint_on(p, l + 1, big ? S_LEAF_DARK : S_LEAF_DARK_SMALL);
    pen_dot(p, x, y - (big ? 1.6 : 1));
    paint_on(p, l + 2, big ? S_LEAF : S_LEAF_SMALL);
    pen_dot(p, x - (big ? 1 : 0.7), y - (big ? 2.7 : 1.8));
}

void prop_cypress(painter *p, int l, double x, double y, int size)
{
    static const char *const shape[] = {"q26 50 20 76q-20 22-40 0q-6-26 20-76z",
                                        "q26 64 20 98q-20 24-40 0q-6-34 20-98z",
                                        "q28 82 22 124q-22 26-44 0q-6-42 22-124z"};
    static const char *const light[] = {"q7 40-2 54", "q7 52-2 72", "q7 64-2 96"};
    static const double height[] = {9, 11.2, 14};
    paint_at(p, l, S_SHADE_SMALL, x + 0.6, y + 0.6, "l44 14");
    paint_at(p, l + 1, S_CYPRESS, x, y - height[size], shape[size]);
    paint_at(p, l + 2, S_CYPRESS_LIT, x - 0.4, y - height[size] + 2, light[size]);
}

void prop_sheep(painter *p, double x, double y, int n, bool left)
{
    static const point at[4] = {{-3.4, 0}, {3.2, 1.6}, {0, -3.6}, {6, -2.4}};
    int l = layer_thing(y);
    for (int i = 0; i < n; i++) {
        double sx = x + at[i].x, sy = y + at[i].y;
        bool turned = left != (i == 2);
        paint_at(p, l, S_SHADE_SMALL, sx - 0.4, sy + 0.4, "h28");
        paint_at(p, l + 1, S_INK_WIDE, sx - 0.9, sy - 1.4, "h18");
        paint_at(p, l + 2, S_WOOL, sx - 0.9, sy - 1.4, "h18");
        paint_on(p, l + 3, S_WOOL_INK);
        pen_dot(p, sx + (turned ? -2.8 : 2.8), sy - 1.8);
    }
}

void prop_haystack(painter *p, int l, double x, double y)
{
    paint_at(p, l, S_SHADE_LARGE, x + 1, y - 0.3, "h26");
    paint_at(p, l + 1, S_THATCH, x - 3.4, y, "q4-64 34-70 30 6 34 70-34 14-68 0z");
    paint_at(p, l + 2, S_STRAW, x - 1, y - 6, "q-12 30-12 60m24-60q10 30 8 60");
}

/* ---- Houses ------------------------------------------------------------------------------------------------------ */

static double half(double v)
{
    return whole(v * 2 + 0.5) / 2;
}

double house_rise(const house *h)
{
    return h->height + (h->gable ? half(h->width * 0.42) : 0) + h->depth * (h->gable ? 1 : 1.04);
}

static void quad(painter *p, point a, point b, point c, point d)
{
    line l = {4, {a, b, c, d}};
    pen_line(p, &l, true);
}

void prop_house(painter *p, int l, const house *h)
{
    double x = half(h->x), y = half(h->y), w = whole(h->width + 0.5), d = half(h->depth), t = half(h->height);
    double a = x - w / 2, b = x + w / 2, eaves = y - t + 0.5;
    line shade = {4, {{a, y}, {a + 3, y + 1.5}, {b + 3.5, y + 1.5}, {b + 3.5, y - t - d + 2}}};
    paint_on(p, l, S_SHADE);
    pen_line(p, &shade, true);
    paint_on(p, l + 1, h->front);
    if (h->gable) {
        double rise = half(w * 0.42);
        line front = {5, {{a, y}, {a, y - t}, {x, y - t - rise}, {b, y - t}, {b, y}}};
        pen_line(p, &front, true);
        paint_on(p, l + 2, S_WINDOW);
        pen_move(p, x, y - t - 0.8);
        pen_to(p, x, y - t + 1);
        if (t > 5) {
            pen_move(p, x - w / 4, y - 3.4);
            pen_to(p, x - w / 4, y - 1.4);
        }
        if (w > 8) {
            pen_move(p, x + w / 4 - 0.4, y - 2.8);
            pen_to(p, x + w / 4 - 0.4, y);
        }
        paint_on(p, l + 3, S_ROOF_A_LOW + h->roof);
        quad(p, point_of(x, y - t - rise), point_of(b + 0.5, eaves), point_of(b + 0.5, eaves - d),
             point_of(x, y - t - rise - d));
        paint_on(p, l + 4, S_ROOF_A + h->roof);
        quad(p, point_of(x, y - t - rise), point_of(a - 0.5, eaves), point_of(a - 0.5, eaves - d),
             point_of(x, y - t - rise - d));
    } else {
        double slope = half(d * 0.72), top = half(d * 0.32);
        quad(p, point_of(a, y), point_of(a, y - t), point_of(b, y - t), point_of(b, y));
        paint_on(p, l + 2, S_WINDOWS);
        pen_move(p, a + 1.5, y - t / 2);
        pen_to(p, b - 1.5, y - t / 2);
        paint_on(p, l + 3, S_ROOF_A_LOW + h->roof);
        quad(p, point_of(a - 1, eaves), point_of(b + 1, eaves), point_of(b, eaves - slope), point_of(a, eaves - slope));
        paint_on(p, l + 4, S_ROOF_A + h->roof);
        quad(p, point_of(a, eaves - slope), point_of(b, eaves - slope), point_of(b - 0.5, eaves - slope - top),
             point_of(a + 0.5, eaves - slope - top));
        paint_on(p, l + 5, S_TILES);
        pen_move(p, a, eaves - slope / 2);
        pen_to(p, b, eaves - slope / 2);
    }
}

/* ---- Walls' towers ----------------------------------------------------------------------------------------------- */

void prop_tower(painter *p, int l, double x, double y)
{
    paint_at(p, l, S_SHADE, x + 2.3, y + 1, "l60 16 6-62-33-18z");
    paint_at(p, l + 1, S_STONE, x - 3.3, y - 9, "v90a33 13 0 0 0 66 0v-90z");
    paint_at(p, l + 2, S_STONE_TONE, x + 0.3, y - 9, "v103q30-2 30-13v-90z");
    paint_at(p, l + 2, S_WINDOW, x - 1.3, y - 5.6, "v22");
    paint_at(p, l + 3, S_SLATE, x - 4.5, y - 9, "l45-95 45 95q-45 22-90 0z");
    paint_at(p, l + 4, S_SLATE_LOW, x + 0.2, y - 18, "l40 92q-20 10-36 10z");
}

void prop_keep(painter *p, int l, double x, double y)
{
    paint_at(p, l, S_SHADE, x + 4.2, y, "l50 20v-75l-50-33z");
    paint_at(p, l + 1, S_STONE, x - 4.2, y - 11, "h84v110h-84z");
    paint_at(p, l + 2, S_STONE_TONE, x + 1.1, y - 11, "h31v110h-31z");
    paint_at(p, l + 2, S_WINDOW, x - 1, y - 7.2, "v24");
    paint_at(p, l + 3, S_STONE, x - 4.7, y - 10, "v-40h17v14h17v-14h26v14h17v-14h17v40z");
}

void prop_gate(painter *p, int l, double x, double y)
{
    paint_at(p, l, S_SHADE, x + 6.5, y + 1.5, "l50 20v-75l-50-33z");
    paint_at(p, l + 1, S_STONE, x - 6.5, y - 9.5, "h130v110h-130z");
    paint_at(p, l + 2, S_STONE_TONE, x + 1.6, y - 9.5, "h49v110h-49z");
    paint_at(p, l + 3, S_STONE, x - 7, y - 8.5, "v-40h26v14h26v-14h36v14h26v-14h26v40z");
    paint_at(p, l + 4, S_HOLE, x - 2.9, y + 1.5, "v-52a29 29 0 0 1 58 0v52z");
    prop_tower(p, l + 5, x - 7.5, y + 2);
    prop_tower(p, l + 5, x + 7.5, y + 2);
}

/* ---- Inside the walls -------------------------------------------------------------------------------------------- */

void prop_pennant(painter *p, int l, double x, double y)
{
    static const char banner[] = "h150v166l-75-40-75 40z";
    paint_on(p, l, S_SHADE);
    pen_ellipse(p, x - 4.6, y + 0.4, 4.4, 1.9);
    paint_at(p, l + 1, S_INK, x - 7, y, "v-240");
    paint_on(p, l + 1, S_GOLD);
    pen_ellipse(p, x - 7, y - 24.4, 1.5, 1.5);
    paint_at(p, l + 2, S_AZURE_INK, x - 6.6, y - 23, banner);
    paint_at(p, l + 3, S_AZURE, x - 6.6, y - 23, banner);
    paint_at(p, l + 4, S_GOLD_FLAT, x + 0.9, y - 21,
             "l19 24-9 20 20-9 24 19-24 19-20-9 9 20-19 24-19-24 9-20-20 9-24-19 24-19 20 9-9-20z");
}

void prop_church(painter *p, int l, double x, double y)
{
    house nave = {x + 2, y, 15, 11, 6.5, false, 1, S_FRONT};
    prop_house(p, l, &nave);
    paint_at(p, l + 7, S_STONE, x - 11.7, y - 14.4, "h75v150h-75z");
    paint_at(p, l + 8, S_STONE_TONE, x - 7, y - 14.4, "h28v150h-28z");
    paint_at(p, l + 9, S_WINDOW, x - 9.3, y - 11.8, "v28m28 0v-28m-14 72v26");
    paint_at(p, l + 10, S_SLATE, x - 12.6, y - 14.2, "l46-108 46 108z");
    paint_at(p, l + 11, S_SLATE_LOW, x - 8, y - 24.6, "l42 102h-32z");
    paint_at(p, l + 12, S_INK, x - 8, y - 25, "v-44m-16 17h32");
}

void prop_market(painter *p, int ground, int l, double x, double y)
{
    static const struct {
        double x, y;
        int style;
    } stall[] = {{-10, -8.6, S_AWNING_RED}, {6.4, -11.4, S_AWNING_BLUE}, {5.6, -1.4, S_THATCH}};
    paint_on(p, ground, S_SQUARE);
    pen_ellipse(p, x - 1, y - 7, 13, 9.5);
    paint_at(p, l, S_SHADE_SMALL, x, y - 4, "h30");
    paint_on(p, l + 1, S_STONE_INK);
    pen_ellipse(p, x - 1, y - 6, 3.6, 2.6);
    paint_on(p, l + 2, S_WATER);
    pen_ellipse(p, x - 1, y - 6.6, 2.3, 1.5);
    for (int i = 0; i < 3; i++) {
        double sx = x + stall[i].x, sy = y + stall[i].y;
        paint_at(p, l, S_SHADE, sx, sy + 3, "h76v-30l-26-10z");
        paint_at(p, l + 3, stall[i].style, sx - 0.6, sy + 1.2, "l12-36h42l12 36z");
        paint_at(p, l + 4, S_FLOWER, sx + 1.9, sy + 0.6, "l2-24m18 24l-2-24");
    }
    prop_tree(p, l + 5, x - 7, y + 0.4, false);
    prop_tree(p, l + 5, x - 1, y - 13.4, false);
}

/* ---- Small pictures ---------------------------------------------------------------------------------------------- */

static void cow(painter *p, int l, double x, double y, bool left)
{
    paint_at(p, l, S_SHADE_SMALL, x - 1, y + 0.3, "h40");
    paint_at(p, l + 1, S_WHITE, x - (left ? -3.2 : 3.2), y,
             left ? "v-40l-58-2-22-14-10 16 24 16 6 24h10l2-14h36l2 14z"
                  : "v-40l58-2 22-14 10 16-24 16-6 24h-10l-2-14h-36l-2 14z");
    paint_at(p, l + 2, S_HIDE, x - (left ? -2 : 2), y - 4, left ? "h-18l4 16 16-2z" : "h18l-4 16-16-2z");
    paint_at(p, l + 2, S_HIDE, x + (left ? -4.4 : 4.4), y - 5.2, left ? "l-12 10 10 6z" : "l12 10-10 6z");
}

static void shed(painter *p, int l, double x, double y)
{
    paint_at(p, l, S_SHADE, x - 9, y, "l30 20h190v-90l-40-30v100z");
    paint_at(p, l + 1, S_WOOD, x - 9, y - 5, "h180v50h-180z");
    paint_at(p, l + 2, S_HOLE, x - 5.5, y, "v-38h50v38zm80-38h44v18h-44z");
    paint_at(p, l + 3, S_WOOD_LINE, x - 7, y, "v-40m85 40v-40m63 40v-40");
    paint_at(p, l + 4, S_THATCH_LOW, x - 10.4, y - 4.2, "h208l-20-68h-168z");
    paint_at(p, l + 5, S_THATCH, x - 8.4, y - 11, "h168l-12-24h-144z");
    paint_at(p, l + 6, S_STRAW, x - 6, y - 10, "l-12 50m50-50l-5 50m55-50l5 50m50-50l12 50");
    paint_at(p, l + 7, S_WOOD_LINE, x - 17, y - 4, "v34m40-38v34m-50-26l70-5");
    paint_at(p, l + 7, S_WOOD_LINE, x + 11, y - 1, "v34m40-30v34m-50-28l64 6");
    cow(p, l + 8, x - 13, y + 4, false);
    cow(p, l + 8, x + 6, y + 7, true);
}

static void farmhouse(painter *p, int l, double x, double y)
{
    house main = {x + 1, y, 16, 9, 5, false, 1, S_FRONT}, wing = {x - 7, y + 3, 8, 6, 3.5, true, 0, S_FRONT_B};
    prop_house(p, l, &main);
    paint_at(p, l + 6, S_STONE, x + 5, y - 15.5, "h24v40h-24z");
    prop_house(p, l + 7, &wing);
    prop_haystack(p, l + 14, x + 12, y + 4);
    prop_tree(p, l + 14, x - 14, y + 1, true);
    paint_at(p, l + 17, S_FLOWER, x + 2, y + 4, "h0m26 12h0m-40 8h0");
}

static void highwaymen(painter *p, int l, double x, double y)
{
    static const double dx[2] = {-4, 5}, dy[2] = {0, 2};
    prop_tree(p, l, x - 10, y - 5, true);
    prop_tree(p, l, x + 9, y - 7, true);
    for (int i = 0; i < 2; i++) {
        double mx = x + dx[i], my = y + dy[i];
        int m = l + 3 + 6 * i;
        paint_at(p, m, S_SHADE_SMALL, mx - 0.6, my - 0.2, "h48");
        paint_at(p, m + 1, i ? S_COAT_B : S_COAT, mx - 3.4, my, "q4-60 20-74h28q16 14 20 74z");
        paint_on(p, m + 2, S_SKIN);
        pen_ellipse(p, mx, my - 8.4, 2.1, 2.1);
        paint_at(p, m + 3, S_BLACK, mx - 2.2, my - 9.1, "h44v13h-44zm-22-5l27-8 7-22 26 2 2 20 26 6-44 8z");
        paint_at(p, m + 4, S_FEATHER, mx + 1, my - 12, "q24-16 34 2");
        paint_at(p, m + 4, S_WOOL_INK, mx - 2.6, my - 3.6, "l-26-22");
    }
    prop_tree(p, l + 16, x - 10, y + 4, false);
    prop_tree(p, l + 16, x + 1, y + 5, false);
    prop_tree(p, l + 16, x + 11, y + 5, false);
}

void prop_picture(painter *p, int picture, double x, double y)
{
    int l = layer_thing(y);
    if (picture == PICTURE_SHED) shed(p, l, x, y);
    if (picture == PICTURE_FARMHOUSE) farmhouse(p, l, x, y);
    if (picture == PICTURE_HIGHWAYMEN) highwaymen(p, l, x, y);
}
