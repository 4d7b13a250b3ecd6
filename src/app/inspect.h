/* inspect.h - every answer of the library about a state, as one number or as text: to compare two states, or a state with what
 * was seen before. Feature ids, which may differ between equal states, appear as the place of the feature in the lists. */
#ifndef AUDE_APP_INSPECT_H
#define AUDE_APP_INSPECT_H

#include "aude.h"

#include <stdio.h>

/* What a setup compiled to. `out` (may be NULL) gets the text. */
uint64_t inspect_rules(const aude_rules *rules, FILE *out);
/* What all functions that look at a state say. */
uint64_t inspect_state(const aude_rules *rules, const aude_state *state, FILE *out);
/* What happened. */
uint64_t inspect_events(const aude_rules *rules, const aude_events *events, FILE *out);

#endif
