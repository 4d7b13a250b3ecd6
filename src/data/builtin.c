/* builtin.c - finding a built-in set. The table has the newest version of each name first. */
#include "data/builtin.h"
#include "base/base.h"

const aude_tileset *aude_tileset_builtin(int index)
{
    return index >= 0 && index < aude_n_builtin_sets ? &aude_builtin_sets[index] : NULL;
}

const aude_tileset *aude_tileset_find(const char *name, uint64_t hash)
{
    for (int i = 0; i < aude_n_builtin_sets; i++) {
        const aude_tileset *set = &aude_builtin_sets[i];
        if (strcmp(set->name, name) == 0 && (hash == 0 || set->hash == hash)) return set;
    }
    return NULL;
}
