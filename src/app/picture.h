/* picture.h - one tile as a small grid of ground: which cell shows what, and where figures stand.
 *
 * A picture is made from the segments alone, for any odd width and height from 7 x 3 upwards, so that every tile set can be
 * shown. Each segment owns at least one cell; its spot is one of its cells; fields that the data part are parted here. */
#ifndef AUDE_APP_PICTURE_H
#define AUDE_APP_PICTURE_H

#include "app/canvas.h"
#include "aude.h"

enum { PICTURE_MAX_WIDTH = 15, PICTURE_MAX_HEIGHT = 7 };

typedef enum ground {
    GROUND_FIELD,
    GROUND_CITY,
    GROUND_ROAD,
    GROUND_VILLAGE, /* roads end here */
    GROUND_MONASTERY,
    GROUND_OFFICE,
    GROUND_PENNANT
} ground;

typedef struct spot {
    int8_t x, y;
} spot;

typedef struct picture {
    int width, height;
    struct {
        uint8_t ground;
        int8_t segment; /* -1: of none */
        uint32_t glyph;
    } cell[PICTURE_MAX_HEIGHT][PICTURE_MAX_WIDTH];
    int n_segments;
    spot spot[AUDE_MAX_SEGMENTS]; /* where a figure stands */
    spot office;                  /* x < 0: none */
} picture;

void picture_make(picture *p, const aude_rules *rules, int kind, int rotation, int width, int height);
/* Paints it; `shade` 0 or 1 tells neighbouring tiles apart. */
void picture_paint(const picture *p, canvas *c, int x, int y, int shade);

#endif
