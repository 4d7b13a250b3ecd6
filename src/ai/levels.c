/* levels.c - the strong engines: full strength, and eight levels from a friendly beginner to it.
 *
 * What makes a level weaker is what a person lacks, too: how much it sees of what may come of a position, how exactly it judges a
 * turn, how many turns it thinks through. The last is full strength. Each step was measured: docs/strength.md. */
#include "ai/engine.h"
#include "ai/mcts.h"

enum { FULL_HABIT = 4000 };

#define SEARCH .weights = outlook_learned, .width = 16, .replies = 6, .depth = 2, .horizon = 8, .explore = 4, .trust = 1

static const settings full = {SEARCH, .insight = 1, .habit = FULL_HABIT};

/* A level plays as many playouts, whatever time there is: it is as strong on every machine that is quick enough. */
static const settings level[8] = {
    {SEARCH, .insight = 0, .noise = 0.9F, .limit = 1},
    {SEARCH, .insight = 0, .noise = 0.45F, .limit = 1},
    {SEARCH, .insight = 0.15F, .noise = 0.4F, .limit = 1},
    {SEARCH, .insight = 1, .noise = 0.7F, .limit = 1},
    {SEARCH, .insight = 1, .noise = 0.45F, .limit = 3},
    {SEARCH, .insight = 1, .limit = 15},
    {SEARCH, .insight = 1, .limit = 80},
    {SEARCH, .insight = 1, .habit = FULL_HABIT},
};

#define ENGINE(ID, NAME, ABOUT, SETTINGS)                                                                    \
    static void ID##_choose(const aude_rules *rules, const aude_state *view, int seat, const aude_budget *b, \
                            aude_random *random, void *memory, aude_move *dst)                               \
    {                                                                                                        \
        mcts_think(&SETTINGS, rules, view, seat, b, random, memory, dst);                                    \
    }                                                                                                        \
    const aude_engine engine_##ID = {.name = NAME,                                                           \
                                     .about = ABOUT,                                                         \
                                     .memory = MCTS_MEMORY,                                                  \
                                     .choose = ID##_choose,                                                  \
                                     .join = mcts_join,                                                      \
                                     .values = mcts_values}

ENGINE(mcts, "mcts", "full strength: searches with informed playouts as long as it may", full);
ENGINE(level_1, "level:1", "a friendly beginner: takes the points it sees", level[0]);
ENGINE(level_2, "level:2", "takes the points it sees, and sees them well", level[1]);
ENGINE(level_3, "level:3", "has an idea of what may come of a road or city", level[2]);
ENGINE(level_4, "level:4", "knows what things are worth, and sometimes misjudges them", level[3]);
ENGINE(level_5, "level:5", "thinks a little about the answers", level[4]);
ENGINE(level_6, "level:6", "thinks about the next turns", level[5]);
ENGINE(level_7, "level:7", "thinks longer about the next turns", level[6]);
ENGINE(level_8, "level:8", "full strength", level[7]);
