/* analysis.h - a game looked at decision by decision: what would have been better, by how much, and what luck the draws were.
 *
 * Each decision is judged from what its seat knew then (AUDE_RECALL), however much the record shows. Points and chances are
 * in thousandths, as in aude_valued. */
#ifndef AUDE_ADVICE_ANALYSIS_H
#define AUDE_ADVICE_ANALYSIS_H

#include "aude.h"

#include <stdbool.h>

enum { INSIGHT_BEST = 3 };

typedef enum insight_kind { INSIGHT_DRAW, INSIGHT_TURN, INSIGHT_SETTLE, INSIGHT_BET, INSIGHT_FINAL } insight_kind;

/* A decision, or a draw. */
typedef struct insight {
    uint8_t kind;  /* insight_kind */
    uint8_t seat;  /* of a draw: the seat on turn */
    uint16_t tile; /* kind: drawn, or in hand */
    int move;      /* its index among the moves of the game; a turn's meeple follows it */
    uint32_t decision;
    bool forced;        /* there was no choice */
    aude_valued played; /* of bets and finals only the lead is known: the points that it was likely to pay */
    int n_best; /* the best first, of turns as the free search ranks them: the even one then tells by how much without its luck;
                   what was played may be among them */
    aude_valued best[INSIGHT_BEST];
    int32_t lost;                  /* by what was played, against the best; 0 at least */
    int32_t win_lost;              /* chance of victory */
    int32_t luck;                  /* of a draw: what the tile was worth more than the mean of all that could come */
    uint32_t wins[AUDE_MAX_CHIPS]; /* of a bet: chance of each face */
} insight;

/* How much each turn is thought about. A turn is searched freely, then a few turns are compared by half as much. */
typedef struct effort {
    uint32_t playouts;          /* for a turn where there is no `stop`, and twice those of the odds of a bet */
    int (*stop)(void *context); /* as in aude_budget; may be NULL */
    void (*begin)(void *context, int share); /* before each search that `stop` ends: it may take 1 / share of a turn's
                                                effort; NULL where `stop` is */
    void *context;
} effort;

typedef struct analysis analysis;

/* Bytes of room, aligned to 16. */
size_t analysis_bytes(void);
/* `start` is the beginning of the game: of a record that hides chips a spectator's view, else the state. Rules and moves outlive the analysis;
 * the room is the caller's. */
analysis *analysis_begin(void *room, const aude_rules *rules, const aude_state *start, const aude_move *move,
                         int n_moves, uint64_t seed);
/* The next decision of a seat in `seats` (bits), or draw for it; false at the end of the game. */
bool analysis_next(analysis *a, uint32_t seats, const effort *e, insight *dst);
/* The position before the last decision, as its seat knew it. */
const aude_state *analysis_view(const analysis *a);

#endif
