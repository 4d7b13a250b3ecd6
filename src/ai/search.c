/* search.c - heads and budgets of engines that search. */
#include "ai/search.h"

bool search_follows(const search_head *h, const aude_rules *rules, const aude_state *view, int seat)
{
    return h->expected && h->seat == (uint32_t)seat && h->expected == aude_digest(rules, view);
}

void search_begin(search_head *h, int seat)
{
    h->expected = 0;
    h->seat = (uint32_t)seat;
}

void search_end(search_head *h, const aude_rules *rules, aude_state *base, aude_move move, uint32_t next)
{
    if (move.kind != AUDE_PLACE) return;
    aude_play(rules, base, move, NULL);
    if (aude_state_step(rules, base) != AUDE_STEP_MEEPLE) return;
    h->expected = aude_digest(rules, base);
    h->next = next;
}

bool search_goes_on(const aude_budget *budget, uint32_t playouts, uint32_t habit)
{
    if (!budget || (!budget->playouts && !budget->stop)) return playouts < habit;
    if (budget->playouts && playouts >= budget->playouts) return false;
    return !budget->stop || !budget->stop(budget->context);
}

/* n = 2^k m with 1 <= m < 2, and ln m = 2 artanh t with t = (m - 1) / (m + 1) < 1/3. */
float search_log(uint32_t n)
{
    int k = 31 - __builtin_clz(n);
    float m = (float)n / (float)(1u << k), t = (m - 1.0F) / (m + 1.0F), square = t * t;
    float series = 1.0F + square * (1.0F / 3 + square * (1.0F / 5 + square * (1.0F / 7)));
    return 0.6931472F * (float)k + 2.0F * t * series;
}
