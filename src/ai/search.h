/* search.h - what engines that search have in common: how their memory is recognised, when they stop, and which moves are the same. */
#ifndef AUDE_AI_SEARCH_H
#define AUDE_AI_SEARCH_H

#include "aude.h"

#include <stdbool.h>

/* At the beginning of an engine's memory; all 0 where that is new. */
typedef struct search_head {
    uint64_t expected; /* digest of the position that the engine's own move leads to, or 1 */
    uint64_t seat;
} search_head;

_Static_assert(sizeof(search_head) == AUDE_ENGINE_FRESH, "new memory is cleared as far as the head");

static inline bool search_is_new(const search_head *h)
{
    return !h->expected;
}
/* Whether the view is the position that the last move led to, for the same seat: the meeple of the tile just placed. */
bool search_follows(const search_head *h, const aude_rules *rules, const aude_state *view, int seat);
/* Search begins: whatever was expected is no longer. */
void search_begin(search_head *h);
/* It ends with a move in a position, on which the move is played. Only the meeple of a tile is foreseen. */
void search_end(search_head *h, const aude_rules *rules, aude_state *position, int seat, aude_move move);
/* Whether a playout may follow after so many; where the budget says nothing, up to `habit`. */
bool search_goes_on(const aude_budget *budget, uint32_t playouts, uint32_t habit);
/* Whether two moves are the same in every part. */
bool search_same(aude_move a, aude_move b);

#endif
