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
/* All draws: a list of { line, weight }. */
void tell_chance(json *j, const aude_rules *rules, const aude_state *state);
/* A move as a line; NULL is null. */
void tell_line(json *j, const char *key, const aude_rules *rules, const aude_move *move);

/* ---- Parts of these ---- */

extern const char *const tell_kinds[AUDE_N_FEATURE_KINDS]; /* words */
const char *tell_kind(const aude_rules *rules, int kind);  /* name of a tile; NULL: there is none */
/* A segment as records name it: `city.N`. */
void tell_feature(json *j, const char *key, const aude_rules *rules, u8 feature, u8 edge);
void tell_face(json *j, const char *key, const aude_rules *rules, int face);
void tell_square(json *j, int x, int y);
/* Members: the place of an open space, and what its edges ask for. */
void tell_space(json *j, const aude_space *space);
void tell_worth(json *j, const aude_worth *worth);
/* Members: the digest, the step, the bag. */
void tell_step(json *j, const aude_rules *rules, const aude_state *state);
void tell_chips(json *j, const aude_rules *rules, const aude_state *state, int seat);
void tell_figures(json *j, const aude_rules *rules, const aude_state *state);
void tell_stacks(json *j, const aude_rules *rules, const aude_state *state);
void tell_event(json *j, const aude_rules *rules, const aude_event *event);

#endif
