/* score.h - what features are worth, who gets it, and the two occasions: completion and the end.
 *
 * Owns: state.score, state.done. A score is the sum of its terms; setup lists the terms of each kind of feature in rules.term, and a
 * mechanic adds its own there. The same terms answer aude_worth_of, so an explanation cannot differ from the score. */
#ifndef AUDE_RULES_SCORE_H
#define AUDE_RULES_SCORE_H

#include "rules/feature.h"

/* What the terms may look at. */
typedef struct subject {
    u8 kind;
    u8 complete;
    i16 tiles, pennants, open, cities;
} subject;

/* Lists the terms of the base game. */
void score_setup(ruleset *r);
/* Finds what the newest piece completed, scores it and sends the meeples home (rules base/turn-1, base/return-1). */
void score_completed(const ruleset *r, game *s, aude_events *ev);
/* Final scoring from the position as it is, each feature once (rule base/end-1). */
void score_final(const ruleset *r, game *s, aude_events *ev);

#endif
