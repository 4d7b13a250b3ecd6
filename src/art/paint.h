/* paint.h - a painter collects pieces of paths by layer and style and writes them as few SVG elements: all pieces of one
 * style in one layer become one <path>. Pens take hundredths of a tile and write whole thousandths. For src/art alone. */
#ifndef AUDE_ART_PAINT_H
#define AUDE_ART_PAINT_H

#include "art/geom.h"
#include "art/palette.h"
#include "base/text.h"

enum { PAINT_TEXT = 48 * 1024, PAINT_PIECES = 1536 };

/* From the lowest. Things that stand on the land lie above L_THING by their foot (layer_thing), in 24 steps each. */
enum {
    L_GRASS,
    L_PARCEL,
    L_FURROW,
    L_DRIFT,
    L_TUFT,
    L_VINE,
    L_TOP, /* from here on: what stands on the land; overlays of fields go below */
    L_VERGE = L_TOP,
    L_EDGE,
    L_ROAD,
    L_RUT,
    L_RUT_MIDDLE,
    L_EARTH,
    L_GRIT,
    L_PASS, /* roads that pass an office: edge, road, ruts */
    L_PATH = L_PASS + 4,
    L_CITY = 40, /* cities in the north of their tile, in CITY_LAYERS steps */
    CITY_LAYERS = 90,
    L_THING = L_CITY + CITY_LAYERS,
    THING_LAYERS = 24,
    L_TREE = L_THING + 110 * THING_LAYERS,
    L_CITY_SOUTH = L_TREE + 8, /* these hide the feet of what stands behind */
    L_SEAM = L_CITY_SOUTH + CITY_LAYERS,
    L_END
};

static inline int layer_thing(double y)
{
    return L_THING + (int)within(y, 0, 109) * THING_LAYERS;
}

typedef struct daub {
    u16 layer;
    u8 style;
    u16 at, size; /* in the text */
} daub;

typedef struct painter {
    int n_text, n;
    int x, y;   /* the pen, in thousandths */
    int x0, y0; /* where the subpath began */
    char mode;  /* the command that needs no letter */
    bool full;  /* a piece did not fit: it and all later ones are left out */
    daub daub[PAINT_PIECES];
    char text[PAINT_TEXT];
} painter;

void paint_open(painter *p);
/* Begins a piece; the pens below write into it. */
void paint_on(painter *p, int layer, int style);
/* The same, with a ready path in thousandths that begins at (x, y) and is relative to it. */
void paint_at(painter *p, int layer, int style, double x, double y, const char *path);
/* Writes the elements of the layers from..to-1 for a theme. */
void paint_write(const painter *p, int from, int to, bool dark, text *out);

void pen_move(painter *p, double x, double y);
void pen_to(painter *p, double x, double y);
void pen_cubic(painter *p, point a, point b, point c);
void pen_close(painter *p);
void pen_dot(painter *p, double x, double y); /* a disc as wide as the stroke */
void pen_line(painter *p, const line *l, bool close);
void pen_curve(painter *p, const curve *c);
void pen_ellipse(painter *p, double x, double y, double rx, double ry);
void pen_capsule(painter *p, point a, point b, double radius);

/* Points as text of a path: M, then relative steps. */
void path_points(text *t, const point *p, int n, bool close);

#endif
