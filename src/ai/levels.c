/* levels.c - the strong engines: full strength, and eight levels from a friendly beginner to it.
 *
 * What makes a level weaker is how far it sees: how much of what may come of a position, how exactly it judges its own turns, how many
 * of them it thinks through, how far. Their strength is measured: docs/strength.md. */
#include "ai/engine.h"
#include "ai/mcts.h"

static const settings FULL = {.weights = outlook_learned,
                              .habit = 4000,
                              .width = 16,
                              .replies = 6,
                              .depth = 2,
                              .horizon = 8,
                              .explore = 4,
                              .trust = 1,
                              .insight = 1};

static void full_choose(const aude_rules *rules, const aude_state *view, int seat, const aude_budget *budget,
                        aude_random *random, void *memory, aude_move *dst)
{
    mcts_think(&FULL, rules, view, seat, budget, random, memory, dst);
}

const aude_engine engine_mcts = {
    .name = "mcts",
    .about = "full strength: searches with informed playouts as long as it may",
    .memory = MCTS_MEMORY,
    .choose = full_choose,
    .join = mcts_join,
};
