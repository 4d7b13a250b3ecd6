/* meeple.h - figures: where one may stand, standing, coming home.
 *
 * Owns: state.figure, supply, and the meeple bits of the features' words. */
#ifndef AUDE_RULES_MEEPLE_H
#define AUDE_RULES_MEEPLE_H

#include "rules/feature.h"

/* Bits of the segments of the newest piece on which the seat on turn may put a meeple. */
u32 meeple_options(const ruleset *r, const game *s);
/* On a segment of the newest piece. */
void meeple_put(const ruleset *r, game *s, int seat, int segment);
/* All meeples of a completed feature go home (rule base/return-1). */
void meeple_return(const ruleset *r, game *s, u16 root, aude_events *ev);

#endif
