/* policy.h - a good turn in a few microseconds, for playouts: every placement and meeple valued by the roads, cities and monasteries it changes. */
#ifndef AUDE_AI_POLICY_H
#define AUDE_AI_POLICY_H

#include "ai/outlook.h"
#include "ai/stakes.h"

/* A turn: a placement, and where the meeple goes. */
typedef struct turn {
    aude_move place;
    int8_t segment; /* of the tile, or -1: no meeple */
    float value;    /* gain for the seat on turn, by the features it changes */
} turn;

enum { POLICY_TURNS = 8 };

typedef struct policy {
    aude_move place[AUDE_MAX_MOVES];
} policy;

/* The best turns of the seat that has drawn, the best first; at most n <= POLICY_TURNS. The state's step is a placement. */
int policy_list(policy *p, const outlook *o, const stakes *k, const aude_rules *rules, const aude_state *state,
                turn *dst, int n);
/* Plays one. */
void policy_play(const outlook *o, const aude_rules *rules, aude_state *state, const turn *t);

#endif
