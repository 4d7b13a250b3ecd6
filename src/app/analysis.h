/* analysis.h - a game looked at decision by decision: what would have been better, by how much, and what luck the draws were.
 *
 * Each decision is judged from what its seat knew then (AUDE_RECALL), however much the record shows. Points and chances are
 * in thousandths, as in aude_valued. */
#ifndef AUDE_APP_ANALYSIS_H
#define AUDE_APP_ANALYSIS_H

#include "aude.h"

#include <stdbool.h>

enum { INSIGHT_BEST = 3 };

typedef enum insight_kind { INSIGHT_DRAW, INSIGHT_TURN, INSIGHT_SETTLE, INSIGHT_BET, INSIGHT_FINAL } insight_kind;

/* A decision, or a draw. */
typedef struct insight {
    uint8_t kind;  /* insight_kind */
    uint8_t seat;  /* of a draw: the seat on turn */
    uint16_t tile; /* kind: drawn, or in hand */
    uint32_t decision;
    bool forced;        /* there was no choice */
    aude_valued played; /* of bets and finals only the lead is known: the points that it was likely to pay */
    int n_best;         /* the best first; what was played may be among them */
    aude_valued best[INSIGHT_BEST];
    int32_t lost;                  /* by what was played, against the best; 0 at least */
    int32_t win_lost;              /* chance of victory */
    int32_t luck;                  /* of a draw: what the tile was worth more than the mean of all that could come */
    uint32_t wins[AUDE_MAX_CHIPS]; /* of a bet: chance of each face */
} insight;

typedef struct analysis analysis;

/* NULL without memory. The record outlives it. */
analysis *analysis_open(const aude_record *record, const aude_rules *rules, uint64_t seed);
/* The next decision of a seat in `seats` (bits), or draw for it; false at the end of the game. `playouts` for each turn;
 * seconds > 0: time for it instead. */
bool analysis_next(analysis *a, uint32_t seats, uint32_t playouts, double seconds, insight *dst);
/* The position before the last decision, as its seat knew it. */
const aude_state *analysis_view(const analysis *a);
void analysis_close(analysis *a);

#endif
