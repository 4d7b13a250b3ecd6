/* outlook.h - what a position is likely to come to, in points, for each seat: tables made once for a search, then a value in a few
 * microseconds.
 *
 * Owns: struct outlook. The tables depend on the rules and on the tiles in the bag when they were made; positions that follow
 * from that one by some turns may be valued with them. Chances are those of a chain: at each draw each open edge is continued with a
 * fixed rate, by a segment that closes it or opens more; then the spaces that are to be filled must fit the tiles left. */
#ifndef AUDE_AI_OUTLOOK_H
#define AUDE_AI_OUTLOOK_H

#include "aude.h"

enum {
    OUTLOOK_OPEN = 9,   /* open edges 0 .. 8; more count as 8 */
    OUTLOOK_DRAWS = 97, /* draws left 0 .. 96; more count as 96 */
    OUTLOOK_PAIRS = 16,
    OUTLOOK_NONE = 255
};

/* How a road or city with so many open edges is likely to end. */
typedef struct prospect {
    float done;       /* chance to be finished */
    float tiles;      /* tiles added, in the cases in which it is finished: chance times tiles */
    float tiles_left; /* the same where it is not */
} prospect;

/* A kind of tile in one rotation. */
typedef struct outline {
    uint8_t n;
    uint8_t kind[AUDE_MAX_SEGMENTS], ends[AUDE_MAX_SEGMENTS], pennants[AUDE_MAX_SEGMENTS];
    uint8_t at[4]; /* segment (road or city) at an edge, or OUTLOOK_NONE */
} outline;

typedef struct outlook {
    int n_seats, fields, tiny_city;
    prospect prospect[2][OUTLOOK_DRAWS][OUTLOOK_OPEN]; /* AUDE_CITY, AUDE_ROAD */
    float fill[OUTLOOK_DRAWS];                         /* chance that a space beside the tiles is filled */
    float fits[256];                                   /* chance that a tile comes for a space by what it demands */
    outline outline[4 * AUDE_MAX_KINDS];
    struct {
        uint8_t n, field[OUTLOOK_PAIRS], city[OUTLOOK_PAIRS]; /* segments that touch */
    } touch[AUDE_MAX_KINDS];
    /* for one valuation */
    aude_space space[2 * AUDE_MAX_TILES + 3];
    uint8_t
        slot[AUDE_MAX_TILES * AUDE_MAX_SEGMENTS]; /* of features by id: 0 or one more than the index of what is held */
} outlook;

/* A road or city as far as its worth goes. */
typedef struct holding {
    int id;
    uint8_t kind;
    int tiles, open, pennants;
    uint8_t meeples[AUDE_MAX_SEATS];
    uint8_t held; /* somebody stands there */
    float value;  /* for users */
} holding;

/* `insight` 0..1: how much of what may come is seen. */
void outlook_init(outlook *o, const aude_rules *rules, const aude_state *state, float insight);
/* Draws left in a position, as an index of the tables. */
int outlook_draws(const aude_rules *rules, const aude_state *state);
/* Points that a road or city is likely to pay; *back: chance that its meeples come home. `closable`: chance that tiles for it come. */
float outlook_points(const outlook *o, const holding *h, int draws, float closable, float *back);
/* What n meeples in the supply are worth, and one that comes back. */
float outlook_supply(const outlook *o, int meeples, int draws);
float outlook_back(const outlook *o, int draws);
/* Likely final points of every seat, meeples counted; chips left aside. Where the game is over: the points. */
void outlook_value(outlook *o, const aude_rules *rules, const aude_state *state, float value[AUDE_MAX_SEATS]);

#endif
