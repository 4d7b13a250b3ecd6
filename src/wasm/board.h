/* board.h - all that a board shows of a view, as JSON: what tell.h tells, features with their extents and worth, what fits where, what may be
 * done. The types are BoardView and LineEvents in packages/aude-wasm/index.d.ts. Not reentrant. */
#ifndef AUDE_WASM_BOARD_H
#define AUDE_WASM_BOARD_H

#include "wasm/tell.h"

/* The members of an open object; the moves are those of `seat`, none for AUDE_NOBODY. */
void board_tell(json *j, const aude_rules *rules, const aude_state *view, int seat);
/* A move that is legal in the view: BoardMove; NULL is null. */
void board_tell_move(json *j, const char *key, const aude_rules *rules, const aude_state *view, const aude_move *move);
/* A list; scores and flips name their tiles as they lie in `after`, the state that the events led to. */
void board_tell_events(json *j, const aude_rules *rules, const aude_state *after, const aude_events *events);

#endif
