/* search.h - what engines that search have in common: how their memory is recognised, and when they stop. */
#ifndef AUDE_AI_SEARCH_H
#define AUDE_AI_SEARCH_H

#include "aude.h"

#include <stdbool.h>

/* At the beginning of an engine's memory. `expected` is 0 where the memory is new. */
typedef struct search_head {
    uint64_t expected; /* digest of the position that the engine's own move leads to */
    uint32_t next;     /* what the engine kept for it */
    uint32_t seat;
} search_head;

_Static_assert(sizeof(search_head) == AUDE_ENGINE_FRESH, "new memory is cleared as far as the head");

/* Whether the view is the position that the last move led to, for the same seat: the last tile's meeple. */
bool search_follows(const search_head *h, const aude_rules *rules, const aude_state *view, int seat);
/* Search begins: whatever was expected is no longer. */
void search_begin(search_head *h, int seat);
/* It ends with a move in the position `base`, of which play may be made. Only a tile's meeple is foreseen. */
void search_end(search_head *h, const aude_rules *rules, aude_state *base, aude_move move, uint32_t next);
/* Whether a playout may follow after so many; where the budget says nothing, up to `habit`. */
bool search_goes_on(const aude_budget *budget, uint32_t playouts, uint32_t habit);
/* The natural logarithm of n > 0, to 0.00002: without a library of mathematics, and the same on every machine. */
float search_log(uint32_t n);

#endif
