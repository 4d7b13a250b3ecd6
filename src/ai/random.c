/* random.c - an engine that picks any legal move: the whole of what an engine must do, as an example for the next one.
 *
 * `choose` gets a view, a seat that is asked in it, a budget, a generator and memory; it writes one legal move of that seat. It
 * keeps nothing between calls except in `memory`, and its choice depends on nothing else than what it is given. */
#include "ai/engine.h"

static void random_choose(const aude_rules *rules, const aude_state *view, int seat, const aude_budget *budget,
                          aude_random *random, void *memory, aude_move *dst)
{
    (void)budget;
    aude_move *moves = memory;
    int n = aude_legal(rules, view, seat, moves, AUDE_MAX_MOVES);
    *dst = moves[aude_random_below(random, (uint32_t)n)];
}

const aude_engine engine_random = {
    .name = "random",
    .about = "any legal move, all equally likely",
    .memory = AUDE_MAX_MOVES * sizeof(aude_move),
    .choose = random_choose,
};
