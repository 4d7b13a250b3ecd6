/* policy.h - a good turn in a few microseconds, for playouts: every placement and meeple valued by the roads, cities and monasteries
 * it changes, and by what it does to the chances of others; a farmer only on the placement that is best without. */
#ifndef AUDE_AI_POLICY_H
#define AUDE_AI_POLICY_H

#include "ai/outlook.h"
#include "ai/stakes.h"

/* A turn: a placement, and where the meeple goes. */
typedef struct turn {
    aude_move place;
    int8_t segment; /* of the tile, or -1: no meeple */
    float gain;     /* by that meeple */
    float value;    /* gain of the whole turn for the seat on turn */
} turn;

enum { POLICY_TURNS = 8, POLICY_SPACES = 2 * AUDE_MAX_TILES + 3, POLICY_GRID = 64 };

/* The frontier of a position, as far as a turn needs it. */
typedef struct policy {
    aude_move place[AUDE_MAX_MOVES];
    int n_spaces;
    aude_space space[POLICY_SPACES];
    uint8_t demand[POLICY_SPACES];
    int16_t side[POLICY_SPACES][4]; /* road or city at that side, as an index of holding; -1: none */
    int n_holdings;
    holding holding[4 * POLICY_SPACES];
    uint16_t of[AUDE_MAX_TILES * AUDE_MAX_SEGMENTS]; /* one more than the holding of a feature; all 0 between calls */
    uint16_t grid[POLICY_GRID][POLICY_GRID]; /* one more than the space at x, y modulo its size; all 0 between calls */
} policy;

void policy_init(policy *p);
/* The best turns of the seat that has drawn, the best first; at most cap <= POLICY_TURNS. The state's step is a placement. */
int policy_list(policy *p, const outlook *o, const stakes *k, const aude_rules *rules, const aude_state *state,
                turn *dst, int cap);
/* Plays one. `events` may be NULL; else they tell what it scored. */
void policy_play(const outlook *o, const aude_rules *rules, aude_state *state, const turn *t, aude_events *events);

#endif
