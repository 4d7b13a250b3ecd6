/* plan.h - where things lie on a tile in the board's frame, after rotation: borders of cities, courses of roads, the hub
 * in which roads end, the yards that part fields. Pure geometry, no paint: pictures, regions and spots are made from one
 * plan, so they agree. For src/art alone.
 *
 * Invariants: a city's border runs from corner to corner and leaves both at about 33 degrees, roads cross an edge at its
 * middle and at right angles, so any two neighbours meet without a gap. */
#ifndef AUDE_ART_PLAN_H
#define AUDE_ART_PLAN_H

#include "art/geom.h"
#include "aude.h"

enum { PLAN_CITIES = 4, PLAN_ROADS = 4, PLAN_FIELDS = 8, PLAN_YARDS = 8, PLAN_BORDERS = 2 };

typedef struct plan_city {
    int segment;
    unsigned edges; /* bit e */
    int n_edges, n_borders;
    curve border[PLAN_BORDERS]; /* clockwise from the end of a city edge to the beginning of the next one */
    line wall[PLAN_BORDERS];    /* the same, sampled */
    line fill;                  /* the ground, a little beyond the tile's edges */
    point heart;
    bool pennant, southern; /* southern: painted last, its wall hides what stands behind */
} plan_city;

typedef struct plan_road {
    int segment;
    unsigned ends;
    bool dead;   /* ends on the tile, in the hub */
    curve curve; /* from edge to edge, or from the edge to the hub */
    line line;   /* the same, from and to a little outside the tile */
} plan_road;

typedef struct plan_field {
    int segment;
    unsigned halves; /* bit h */
} plan_field;

/* A strip of earth with round ends. */
typedef struct plan_yard {
    point a, b;
    double width;
    bool path; /* a dirt path */
} plan_yard;

typedef enum plan_hub { HUB_NONE, HUB_VILLAGE, HUB_OFFICE, HUB_MONASTERY, HUB_GATE } plan_hub;

typedef struct plan {
    const aude_tile *tile;
    int rotation;
    u64 seed; /* of this tile on this space */
    int n_cities, n_roads, n_fields, n_yards;
    plan_city city[PLAN_CITIES];
    plan_road road[PLAN_ROADS];
    plan_field field[PLAN_FIELDS];
    plan_hub hub;
    point at;      /* the hub's place; a gate's foot */
    int gate_edge; /* edge from which the road comes to the gate */
    int gate_city; /* index */
    plan_yard yard[PLAN_YARDS];
    int monastery; /* segment, or -1 */
    int picture;   /* below */
    point picture_at;
} plan;

enum { PICTURE_NONE, PICTURE_SHED, PICTURE_FARMHOUSE, PICTURE_HIGHWAYMEN };

/* Half the width of a road with its edge lines, the radius of a village, half the sides of a monastery's precinct. */
#define ROAD_HALF      5.2
#define VILLAGE_RADIUS 16.0
#define PRECINCT_X     26.0
#define PRECINCT_Y     26.0
#define PATH_WIDTH     5.4

/* kind and rotation as in aude.h; x and y choose among the many looks of a tile. */
void plan_make(plan *p, const aude_rules *rules, int kind, int rotation, int x, int y);
/* How far a point is from everything that is not field, in hundredths of a tile; negative inside. */
double plan_clear(const plan *p, point q);
/* The same for one thing. */
double plan_hub_clear(const plan *p, point q);
bool plan_in_city(const plan *p, point q);

/* The middle of an edge, and the direction out of the tile there. */
point edge_middle(int edge);
point edge_out(int edge);
/* A point on an edge moved a little out of the tile. */
point point_beyond(point q);

#endif
