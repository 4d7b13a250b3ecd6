/* engines.c - the list of engines. */
#include "ai/engine.h"

#include <string.h>

static const aude_engine *const engine_all[] = {
    &engine_random,  &engine_greedy,  &engine_plain,   &engine_mcts,    &engine_level_1, &engine_level_2,
    &engine_level_3, &engine_level_4, &engine_level_5, &engine_level_6, &engine_level_7, &engine_level_8,
};

const aude_engine *aude_engine_builtin(int index)
{
    int n = (int)(sizeof engine_all / sizeof *engine_all);
    return index >= 0 && index < n ? engine_all[index] : NULL;
}

const aude_engine *aude_engine_find(const char *name)
{
    for (int i = 0; aude_engine_builtin(i); i++)
        if (!strcmp(aude_engine_builtin(i)->name, name)) return aude_engine_builtin(i);
    return NULL;
}
