/* houses.h - what stands alone in the fields: abbeys, betting offices, villages. Three designs of the first two; the space
 * decides which. (x, y) is the place of the plan. For src/art alone. */
#ifndef AUDE_ART_HOUSES_H
#define AUDE_ART_HOUSES_H

#include "art/paint.h"
#include "art/plan.h"

void abbey_paint(painter *p, const plan *t);
void office_paint(painter *p, const plan *t);
void village_paint(painter *p, const plan *t);

/* What an abbey or office covers, for whoever must keep off: x0, y0, x1, y1 in hundredths. */
typedef struct extent {
    double x0, y0, x1, y1;
} extent;
int abbey_extents(const plan *t, extent dst[2]); /* the house and its steeple */
extent office_extent(const plan *t);

#endif
