/* growth.h - how roads and cities are likely to grow until the end of the game: a small model that engines share. */
#ifndef AUDE_AI_GROWTH_H
#define AUDE_AI_GROWTH_H

#include "aude.h"

enum {
    GROWTH_ONE = 1 << 16, /* the unit of chances */
    GROWTH_OPEN = 8,      /* more open edges count as so many */
    GROWTH_ENDS = 4,      /* of one segment */
    GROWTH_TILES = 12     /* more added tiles count as so many */
};

/* Chances for a feature by its kind (AUDE_CITY or AUDE_ROAD) and number of open edges: to be finished, or left unfinished at
 * the end, with so many tiles more than now. The two rows of a feature sum to GROWTH_ONE, but for rounding. */
typedef struct growth_row {
    uint32_t finished[GROWTH_TILES + 1];
    uint32_t unfinished[GROWTH_TILES + 1];
    uint32_t chance;         /* of finishing: the sum of `finished` */
    uint32_t tiles_finished; /* added tiles times their chances */
    uint32_t tiles_unfinished;
} growth_row;

typedef struct growth {
    int unseen;    /* draws until the end of the game */
    uint32_t fill; /* chance that an empty space beside the tiles is filled until the end */
    growth_row row[2][GROWTH_OPEN + 1];
} growth;

/* Chances that the segment which continues a road or city has 1 .. GROWTH_ENDS ends, among the tiles still to come. */
void growth_segments(uint32_t share[2][GROWTH_ENDS + 1], const aude_rules *rules, const aude_state *state);
/* Looks at the tiles still to come. */
void growth_init(growth *g, const aude_rules *rules, const aude_state *state);
const growth_row *growth_of(const growth *g, const aude_feature *feature);
/* What a chip on a tile is likely to pay, in units of GROWTH_ONE. */
uint32_t growth_chip(const growth *g, const aude_rules *rules, const aude_state *state, int tile,
                     const aude_chip *chip);

#endif
