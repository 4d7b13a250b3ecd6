/* stakes.h - The Bets as engines see them: what chips on tiles are likely to pay, where to put one, what rivals may have put.
 *
 * Where there are no chips in the game nothing here does anything. */
#ifndef AUDE_AI_STAKES_H
#define AUDE_AI_STAKES_H

#include "ai/growth.h"
#include "aude.h"

enum {
    STAKES_OPEN = 6,  /* more open edges count as so many */
    STAKES_TILES = 24 /* larger features count as so large */
};

/* How a road or city with a chip on it is likely to end, for each face: the chance that it is finished, what the chip pays in these
 * cases, and in the others (chances times pay). */
typedef struct stakes_cell {
    float chance[AUDE_MAX_CHIPS], done[AUDE_MAX_CHIPS], left[AUDE_MAX_CHIPS];
} stakes_cell;

typedef struct stakes_table {
    stakes_cell cell[STAKES_OPEN + 1][STAKES_TILES + 1];
} stakes_table;

typedef struct stakes {
    int n_faces;           /* 0: a game without chips */
    int n_tiles;           /* from here on all sizes pay the same */
    stakes_table table[2]; /* AUDE_CITY, AUDE_ROAD */
    stakes_table before;   /* while they are made */
} stakes;

/* What the owners of hidden chips thought when they put them down, and by what they have built there since: weights by seat and
 * face. Kept from call to call. */
typedef struct belief {
    int n, n_placed; /* stacks and tiles at the last look */
    struct {
        uint16_t tile;
        float pay[AUDE_MAX_CHIPS]; /* likely, of a face, at the last look */
        float weight[AUDE_MAX_SEATS][AUDE_MAX_CHIPS];
    } stack[AUDE_MAX_STACKS];
} belief;

/* By how much more than other points those from its own chips count for a seat. */
extern const float stakes_keen;

void stakes_init(stakes *k, const aude_rules *rules, const aude_state *state);
/* Likely pay of a face on the targets of a placed tile. */
float stakes_pay(const stakes *k, const aude_rules *rules, const aude_state *state, int tile, int face);
/* The same for one road or city alone, finished where it has no open edge. */
float stakes_alone(const stakes *k, int face, int kind, int open, int tiles);
/* Adds what the chips on tiles are likely to pay their owners. Hidden faces count nothing. */
void stakes_value(const stakes *k, const aude_rules *rules, const aude_state *state, float value[AUDE_MAX_SEATS]);
/* A sensible move of a seat that is asked to bet, settle or choose at the end. */
void stakes_move(const stakes *k, const aude_rules *rules, const aude_state *state, int seat, aude_move *dst);

/* Looks at stacks not seen before, and at what was built at others; forgets those that are gone. */
void belief_update(belief *b, const stakes *k, const aude_rules *rules, const aude_state *view);
/* How well the chips in a state (a filled view) agree with it; 1 is best. */
float belief_weight(const belief *b, const aude_rules *rules, const aude_state *state, int seat);

#endif
