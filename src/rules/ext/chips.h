/* chips.h - which faces the chips on the tiles can have: the joint assignments of one seat's chips to its places on tiles.
 *
 * An assignment gives each place a different chip of the seat, of a face that the place allows. */
#ifndef AUDE_RULES_EXT_CHIPS_H
#define AUDE_RULES_EXT_CHIPS_H

#include "rules/state.h"

/* Clears from the seat's masks what no joint assignment allows (rule bets/void-1: before chips go back unseen). */
void chips_narrow(const ruleset *r, game *s, int seat);
/* Gives every hidden face of the seat a value, uniformly over the joint assignments, and the supply what is left. */
void chips_assign(const ruleset *r, game *s, int seat, aude_random *random);

/* Whether there is a joint assignment, with one more place of this face (AUDE_HIDDEN_FACE: without). What a game has led to always
 * has one; what a view is told may not. */
bool chips_possible(const ruleset *r, const game *s, int seat, int face);

#endif
