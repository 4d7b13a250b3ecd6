/* game.c - what all kinds of games have in common. */
#include "app/game.h"

void game_scene(game *g, int owner, int viewer, scene *dst)
{
    g->kind->look(g, owner, viewer);
    *dst = (scene){.rules = g->rules, .state = &g->view, .viewer = viewer, .setup = g->setup, .n_seats = g->n_seats};
    for (int i = 0; i < g->n_seats; i++) dst->name[i] = g->name[i];
}

bool game_over(game *g)
{
    return g->kind->stage(g) == GAME_OVER;
}
