/* region.h - the areas of a tile's segments: polygons of cities, roads and monasteries, and the fields as what is left, found on a
 * grid of distances. For src/art alone. */
#ifndef AUDE_ART_REGION_H
#define AUDE_ART_REGION_H

#include "art/plan.h"

enum { GROUND_SIDE = 41, GROUND_NODES = GROUND_SIDE * GROUND_SIDE };

/* The fields of a tile on a grid of nodes from edge to edge. */
typedef struct ground {
    double depth[GROUND_NODES];    /* distance to what is not field, negative outside */
    signed char own[GROUND_NODES]; /* index of the field, or -1 */
} ground;

static inline point ground_point(int node)
{
    return point_of(node % GROUND_SIDE * 2.5, node / GROUND_SIDE * 2.5);
}

void ground_make(ground *g, const plan *t);

/* The polygon of a city, road or monastery within the tile. */
void region_city(const plan_city *c, line *dst);
void region_road(const plan *t, const plan_road *r, line *dst);
void region_monastery(const plan *t, line *dst);

#endif
