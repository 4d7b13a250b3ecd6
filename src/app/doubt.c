/* doubt.c - marks in words. */
#include "app/doubt.h"

#include <stdbool.h>

static bool is_doubtful(int mark)
{
    return mark == AUDE_INFERRED || mark == AUDE_INVENTED;
}

static const char *mark_word(int mark)
{
    return mark == AUDE_INVENTED ? "invented" : mark == AUDE_INFERRED ? "inferred" : "certain";
}

static bool tile_is_doubtful(const aude_tile *tile)
{
    return is_doubtful(tile->mark[AUDE_MARK_SEGMENTS]) || is_doubtful(tile->mark[AUDE_MARK_EDGES]);
}

void doubt_tile(FILE *out, const aude_tile *tile)
{
    if (!tile_is_doubtful(tile)) return;
    fprintf(out, "  This tile is a reconstruction: which parts it has is %s, where they run is %s.\n",
            mark_word(tile->mark[AUDE_MARK_SEGMENTS]), mark_word(tile->mark[AUDE_MARK_EDGES]));
}

/* The set whose chips are in play; NULL: none, or they were given. */
static const aude_tileset *chips_set(const aude_setup *setup)
{
    for (int i = 0; setup && !setup->n_chips && i < setup->n_sets; i++)
        if (setup->set[i]->n_chips) return setup->set[i];
    return NULL;
}

void doubt_chips(FILE *out, const aude_setup *setup)
{
    const aude_tileset *set = chips_set(setup);
    if (!set || !is_doubtful(set->chips_mark)) return;
    fprintf(out,
            "The pairs of numbers on the chips are a reconstruction (%s): no source that could be reached states those "
            "of the "
            "box.\n",
            mark_word(set->chips_mark));
}

void doubt_setup(FILE *out, const aude_setup *setup)
{
    for (int i = 0; i < setup->n_sets; i++) {
        const aude_tileset *set = setup->set[i];
        int n = 0;
        for (int tile = 0; tile < set->n_tiles; tile++) n += tile_is_doubtful(&set->tile[tile]);
        if (n)
            fprintf(out,
                    "Of the set %s, the layout of %d of %d tiles is a reconstruction; look X Y says it of a tile.\n",
                    set->name, n, set->n_tiles);
    }
    doubt_chips(out, setup);
}
