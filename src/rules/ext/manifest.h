/* manifest.h - the mechanics there are: the only way from the core to rules/ext.
 *
 * A mechanic is a file of its own. It shows its steps here, gets its row in the table of the turn (flow.c), says in
 * mechanic_in_play when it is in the game, and prepares its state in mechanic_start. */
#ifndef AUDE_RULES_EXT_MANIFEST_H
#define AUDE_RULES_EXT_MANIFEST_H

#include "rules/flow.h"

typedef enum mechanic { MECHANIC_BASE, MECHANIC_BETS } mechanic;

/* Most moves in the list of a step without `pick`. */
enum { MAX_CHOICES = AUDE_MAX_SEGMENTS + AUDE_MAX_CHIPS + 1 };

/* The Bets (bets.c): decide what stacks count for, flip and pay, place bets, choose for the end, pay at the end. */
extern const step bets_settle, bets_flip, bets_place, bets_final, bets_pay;
void bets_start(const ruleset *r, game *s);
/* The default of a settle or final decision. */
aude_move bets_default(const ruleset *r, const game *s, int seat);

static inline bool mechanic_in_play(const ruleset *r, mechanic m)
{
    return m == MECHANIC_BASE || (m == MECHANIC_BETS && r->n_offices > 0 && r->n_chips > 0);
}

#endif
