/* props.h - small things that always stand upright, whatever the tile's rotation. (x, y) is the middle of the foot; a thing
 * takes the layers from `l` on. For src/art alone. */
#ifndef AUDE_ART_PROPS_H
#define AUDE_ART_PROPS_H

#include "art/paint.h"
#include "art/plan.h"

void prop_tree(painter *p, int l, double x, double y, bool big);
void prop_cypress(painter *p, int l, double x, double y, int size); /* 0 to 2 */
void prop_sheep(painter *p, double x, double y, int n, bool left);
void prop_haystack(painter *p, int l, double x, double y);

/* Houses show their gable or their eaves to the south. */
typedef struct house {
    double x, y; /* middle of the foot */
    double width, depth, height;
    bool gable;
    int roof;  /* 0..3: A B C, slate */
    int front; /* S_FRONT or S_FRONT_B */
} house;
enum { HOUSE_LAYERS = 7 };
void prop_house(painter *p, int l, const house *h);
double house_rise(const house *h); /* from the foot to the top of the roof */

void prop_tower(painter *p, int l, double x, double y); /* round, slate cone; 5 layers */
void prop_keep(painter *p, int l, double x, double y);  /* square, battlements; 4 layers: corners of town walls */
void prop_gate(painter *p, int l, double x, double y);  /* 14 layers */
void prop_pennant(painter *p, int l, double x, double y);
void prop_church(painter *p, int l, double x, double y); /* 16 layers */
void prop_market(painter *p, int ground, int l, double x, double y);
/* The small pictures of tiles. */
void prop_picture(painter *p, int picture, double x, double y);

#endif
