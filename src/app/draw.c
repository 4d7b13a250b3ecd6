/* draw.c - a number below the sum of the weights says which draw it is. */
#include "app/draw.h"

aude_move draw_choose(const aude_rules *rules, const aude_state *state, aude_random *random)
{
    static _Thread_local aude_move move[AUDE_MAX_KINDS];
    static _Thread_local uint32_t weight[AUDE_MAX_KINDS];
    uint32_t total = 0;
    int n = aude_chance(rules, state, move, weight, AUDE_MAX_KINDS), i = 0;
    for (int k = 0; k < n; k++) total += weight[k];
    uint32_t at = aude_random_below(random, total);
    while (at >= weight[i]) at -= weight[i++];
    return move[i];
}
