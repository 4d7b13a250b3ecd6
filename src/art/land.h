/* land.h - meadows, parcels, furrows and tufts: they lie on lattices of the world, so that they run on under every edge;
 * and what grows and grazes on the fields of one tile. For src/art alone. */
#ifndef AUDE_ART_LAND_H
#define AUDE_ART_LAND_H

#include "art/paint.h"
#include "art/plan.h"

/* The ground of the tile on space (x, y). */
void land_paint(painter *p, const plan *t, int x, int y);
/* Trees, vines, animals: within their tile, away from everything else. */
void land_plant(painter *p, const plan *t, int x, int y);

#endif
