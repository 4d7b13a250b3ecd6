/* town.h - a city segment: ground, streets, walls with towers, houses, landmark, pennant. For src/art alone. */
#ifndef AUDE_ART_TOWN_H
#define AUDE_ART_TOWN_H

#include "art/paint.h"
#include "art/plan.h"

void town_paint(painter *p, const plan *t, int city);

#endif
