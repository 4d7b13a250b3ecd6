/* search.c - heads and budgets of engines that search. */
#include "ai/search.h"

bool search_follows(const search_head *h, const aude_rules *rules, const aude_state *view, int seat)
{
    return h->expected > 1 && h->seat == (uint64_t)seat && h->expected == aude_digest(rules, view);
}

void search_begin(search_head *h)
{
    h->expected = 1;
}

void search_end(search_head *h, const aude_rules *rules, aude_state *position, int seat, aude_move move)
{
    if (move.kind != AUDE_PLACE) return;
    aude_play(rules, position, move, NULL);
    if (aude_state_step(rules, position) != AUDE_STEP_MEEPLE) return;
    h->expected = aude_digest(rules, position);
    h->seat = (uint64_t)seat;
}

bool search_goes_on(const aude_budget *budget, uint32_t playouts, uint32_t habit)
{
    if (!budget || (!budget->playouts && !budget->stop)) return playouts < habit;
    if (budget->playouts && playouts >= budget->playouts) return false;
    return !budget->stop || !budget->stop(budget->context);
}

bool search_same(aude_move a, aude_move b)
{
    return a.kind == b.kind && a.x == b.x && a.y == b.y && a.rotation == b.rotation && a.feature == b.feature &&
           a.edge == b.edge && a.face == b.face;
}
