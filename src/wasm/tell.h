/* tell.h - a state and its events as JSON, in words of the public header and of the record grammar. The types are in
 * packages/aude-wasm/index.d.ts. */
#ifndef AUDE_WASM_TELL_H
#define AUDE_WASM_TELL_H

#include "aude.h"
#include "wasm/json.h"

/* The members of an object that is open; the state is what shall be told, a view. */
void tell_state(json *j, const aude_rules *rules, const aude_state *state);
/* A list. */
void tell_events(json *j, const aude_rules *rules, const aude_events *events);
/* A move as a line; NULL is null. */
void tell_line(json *j, const char *key, const aude_rules *rules, const aude_move *move);

#endif
