/* check.h - properties that every game must have, checked on every move of a game that is being played. */
#ifndef AUDE_APP_CHECK_H
#define AUDE_APP_CHECK_H

#include "app/gamelog.h"
#include "aude.h"

#include <stdbool.h>

typedef struct check check;

/* NULL without memory. `label` names the game in what is printed (seed and number). */
check *check_new(const aude_rules *rules, const aude_setup *setup);
void check_free(check *c);
/* A new game begins. */
void check_begin(check *c, uint64_t seed, long game);
/* An open decision. Returns false after printing what is wrong. */
bool check_decision(check *c, const aude_state *state, const gamelog *log);
/* A move was applied to `before` and gave `after` and `events`. */
bool check_move(check *c, const aude_state *before, aude_move move, const aude_state *after, const aude_events *events);

#endif
