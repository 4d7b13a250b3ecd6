/* tile.h - a tile written into a text, for boards. For src/art alone. */
#ifndef AUDE_ART_TILE_H
#define AUDE_ART_TILE_H

#include "art/paint.h"
#include "art/plan.h"

/* Paints a whole tile as it lies on (x, y). */
void tile_paint(painter *p, const plan *t, int x, int y, bool seam);
/* Begins and ends a document that shows x0..x1 and y0..y1. */
void document_begin(text *out, int x0, int y0, int x1, int y1);
void document_end(text *out);

#endif
