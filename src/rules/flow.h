/* flow.h - the turn as a list of steps, and what a step is.
 *
 * A step does its automatic work when it is reached (`open`) and may then ask for a decision. The driver runs from step to step until one does.
 * The whole turn is one table in flow.c; setup keeps the steps whose mechanic is in play. A mechanic adds steps there and writes
 * them in a file of its own (rules/ext/bets.c is the example).
 *
 * Owns: state.step, turn, asked, left, ended, hand, decision. */
#ifndef AUDE_RULES_FLOW_H
#define AUDE_RULES_FLOW_H

#include "rules/events.h"

/* What becomes of a decision after a move. */
typedef enum flow {
    FLOW_STAY,   /* still open: others have to choose */
    FLOW_REOPEN, /* run this step (or the one state.step was set to) again from its beginning */
    FLOW_NEXT    /* go on to the next step */
} flow;

typedef struct step {
    aude_step shown;
    /* Automatic work; true when a decision opens: state.asked is set, or chance is to move. */
    bool (*open)(const ruleset *r, game *s, aude_events *ev);
    /* The rest is only for steps that open decisions. The seat is one that may act. */
    int (*list)(const ruleset *r, const game *s, int seat, aude_move *dst, int cap);
    /* Whether a move is legal; brings it to the form that writers use. */
    aude_err (*check)(const ruleset *r, const game *s, aude_move *m);
    flow (*play)(const ruleset *r, game *s, const aude_move *m, aude_events *ev);
    /* Somebody has left, or the game was ended (state.left, state.ended): takes the defaults that follow. */
    flow (*leave)(const ruleset *r, game *s, aude_events *ev);
    /* A uniform random move; NULL: picked from the list. */
    void (*pick)(const ruleset *r, const game *s, int seat, aude_random *random, aude_move *dst);
    /* For playouts, may be NULL: the whole step and perhaps those after it, with random moves, up to setting state.step to the one to
     * go on with; the same as `open`, `pick` and `play` from the same random numbers, but shorter. Returns the number of moves. */
    int (*playout)(const ruleset *r, game *s, aude_random *random);
} step;

/* The end of a `playout`. */
static inline int flow_next(game *s, int moves)
{
    s->step++;
    return moves;
}

/* Setup: fills rules.step for these rules. */
void flow_setup(ruleset *r);
/* Opens the first decision of a game. */
void flow_start(const ruleset *r, game *s);

/* Appends a move to a list: dst, cap as everywhere; returns n + 1. */
static inline int move_add(aude_move *dst, int cap, int n, aude_move m)
{
    if (n < cap) dst[n] = m;
    return n + 1;
}

/* A move with nothing but kind and seat. */
static inline aude_move move_of(aude_move_kind kind, int seat)
{
    return (aude_move){.kind = (u8)kind,
                       .seat = (u8)seat,
                       .feature = NONE8,
                       .edge = AUDE_NO_EDGE,
                       .face = AUDE_NO_BET,
                       .tile = NONE16};
}

#endif
