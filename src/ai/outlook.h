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

/* What is added up, each with a weight that depends on the draws left; beside it, points that are sure count as they are. */
typedef enum outlook_term {
    TERM_CITY, /* what a city has now, times the chance that it doubles, by its open edges: 1, 2, 3, more */
    TERM_CITY_GROWTH = TERM_CITY + 4, /* points by tiles that a city gets */
    TERM_CITY_OPEN,                   /* a city that can be finished, by its open edges: 1, 2, more */
    TERM_ROAD_GROWTH = TERM_CITY_OPEN + 3,
    TERM_ROAD_OPEN,                      /* a road that can be finished, by its open edges: 1, more */
    TERM_MONASTERY = TERM_ROAD_OPEN + 2, /* spaces that may be filled, by their chance */
    TERM_MONASTERY_OPEN,
    TERM_FIELD, /* points by cities that may be finished */
    TERM_FIELD_HELD,
    TERM_BACK,                   /* chance that a meeple comes back, by what it stands on: city, road, monastery */
    TERM_SUPPLY = TERM_BACK + 3, /* the first, second ... meeple in the supply */
    N_TERMS = TERM_SUPPLY + AUDE_MAX_MEEPLES
} outlook_term;

enum { OUTLOOK_KNOTS = 4 };
/* Draws left at which weights are given; between them they are straight lines. */
extern const int outlook_knot[OUTLOOK_KNOTS];
typedef const float (*outlook_weights)[N_TERMS];
extern const float outlook_learned[OUTLOOK_KNOTS][N_TERMS]; /* weights.c, made by `aude train` */

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
    float weight[OUTLOOK_DRAWS][N_TERMS];
    float supply[OUTLOOK_DRAWS][AUDE_MAX_MEEPLES + 1]; /* what so many meeples in the supply are worth */
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
    uint8_t held;       /* somebody stands there */
    float closable;     /* chance that tiles come for its open spaces */
    float fixed, slope; /* what it is worth to somebody: fixed + slope * closable */
} holding;

/* `insight` 0..1: how much of what may come is seen. */
void outlook_init(outlook *o, const aude_rules *rules, const aude_state *state, outlook_weights weights, float insight);
/* Draws left in a position, as an index of the tables. */
int outlook_draws(const aude_rules *rules, const aude_state *state);
/* Points that a road or city is likely to pay to who holds it: what is returned and, times the chance that tiles come for its open
 * spaces, *slope. *back, times that chance: what each meeple on it is worth, as it may come home. */
float outlook_points(const outlook *o, const holding *h, int draws, float *slope, float *back);
/* What a field is likely to pay, by the cities finished beside it. */
float outlook_field(const outlook *o, int cities, int draws);
/* A space's demand in the form that `fits` takes. */
unsigned outlook_demand(const aude_space *space);
/* Of each seat: points that are sure, and the terms. Where the game is over, all terms are 0. */
void outlook_terms(outlook *o, const aude_rules *rules, const aude_state *state, float sure[AUDE_MAX_SEATS],
                   float term[AUDE_MAX_SEATS][N_TERMS]);
/* Likely final points of every seat, meeples counted; chips left aside. */
void outlook_value(outlook *o, const aude_rules *rules, const aude_state *state, float value[AUDE_MAX_SEATS]);
/* The part that a knot's weights have with so many draws left. */
float outlook_part(int knot, int draws);

#endif
