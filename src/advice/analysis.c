/* analysis.c - see analysis.h. A turn is searched freely; then the best turns and the one played alone, evenly and with equal draws,
 * so that their difference is more certain than their values. */
#include "advice/analysis.h"

#include "advice/adviser.h"
#include "ai/search.h"

#include <string.h>

enum { COMPARED = INSIGHT_BEST + 1, ALIGN = 16 };

struct analysis {
    const aude_rules *rules;
    adviser *adviser;
    aude_state state, view, after;
    int n_moves, next;
    const aude_move *move;
    aude_move chance[AUDE_MAX_KINDS];
    uint32_t weight[AUDE_MAX_KINDS];
};

static size_t analysis_head(void)
{
    return (sizeof(analysis) + ALIGN - 1) / ALIGN * ALIGN;
}

size_t analysis_bytes(void)
{
    return analysis_head() + adviser_bytes();
}

analysis *analysis_begin(void *room, const aude_rules *rules, const aude_state *start, const aude_move *move,
                         int n_moves, uint64_t seed)
{
    analysis *a = room;
    a->rules = rules;
    a->adviser = adviser_begin((char *)room + analysis_head(), seed);
    a->move = move;
    a->n_moves = n_moves;
    a->next = 0;
    aude_state_copy(rules, &a->state, start);
    aude_state_copy(rules, &a->view, start);
    return a;
}

const aude_state *analysis_view(const analysis *a)
{
    return &a->view;
}

/* ---- Values ------------------------------------------------------------------------------------------------------- */

static int value_find(const aude_valued *list, int n, const aude_valued *turn)
{
    for (int i = 0; i < n; i++)
        if (search_same(list[i].move, turn->move) &&
            (list[i].meeple.kind == AUDE_DRAW || search_same(list[i].meeple, turn->meeple)))
            return i;
    return -1;
}

/* Searches from a->view, with 1 / share of the effort; only these turns where n > 0. Returns how many there are in *list. */
static int turns_search(analysis *a, int seat, const effort *e, int share, const aude_valued *only, int n,
                        const aude_valued **list)
{
    aude_valued best;
    aude_budget budget = {.stop = e->stop, .context = e->context, .only = n ? only : NULL, .n_only = n};
    if (e->stop)
        e->begin(e->context, share);
    else
        budget.playouts = e->playouts / (uint32_t)share + (share > 1);
    adviser_choose(a->adviser, a->rules, &a->view, seat, &budget, &best);
    return adviser_values(a->adviser, list);
}

static void insight_lost(insight *dst)
{
    dst->lost = dst->best[0].lead > dst->played.lead ? dst->best[0].lead - dst->played.lead : 0;
    dst->win_lost = dst->lost && dst->best[0].win > dst->played.win ? dst->best[0].win - dst->played.win : 0;
}

/* A tile with its meeple, or a stack that is settled. */
static void turn_judge(analysis *a, const effort *e, insight *dst)
{
    aude_valued compared[COMPARED];
    const aude_valued *value;
    int n = turns_search(a, dst->seat, e, 1, NULL, 0, &value);
    dst->forced = n < 2;
    if (n < 1) return;
    int at = value_find(value, n, &dst->played), best = n < INSIGHT_BEST ? n : INSIGHT_BEST, shown = best;
    memcpy(compared, value, (size_t)best * sizeof *compared);
    if (at < 0 || at >= best) compared[shown++] = at < 0 ? dst->played : value[at];
    dst->n_best = best;
    n = turns_search(a, dst->seat, e, 2, compared, shown, &value);
    for (int i = 0; i < best; i++) {
        int k = value_find(value, n, &compared[i]);
        dst->best[i] = k < 0 ? compared[i] : value[k];
    }
    at = value_find(value, n, &dst->played);
    dst->played = at < 0 ? dst->best[0] : value[at];
    insight_lost(dst);
}

/* What a tile in hand is worth to the seat on turn, as its best turn seems without playouts. False: it has left the game. */
static bool draw_value(analysis *a, aude_move draw, int32_t *value)
{
    static const effort guess = {.playouts = 1};
    const aude_valued *list;
    aude_state_copy(a->rules, &a->after, &a->state);
    if (aude_apply(a->rules, &a->after, draw, NULL) || aude_state_step(a->rules, &a->after) != AUDE_STEP_PLACE)
        return false;
    int seat = aude_state_turn(&a->after);
    aude_view(a->rules, &a->after, seat, AUDE_RECALL, &a->view);
    int n = turns_search(a, seat, &guess, 1, NULL, 0, &list);
    if (!n) return false;
    *value = list[0].guess;
    for (int i = 1; i < n; i++)
        if (list[i].guess > *value) *value = list[i].guess;
    return true;
}

static void draw_judge(analysis *a, aude_move drawn, insight *dst)
{
    int64_t sum = 0, weights = 0;
    int32_t value, mine = 0;
    int n = aude_chance(a->rules, &a->state, a->chance, a->weight, AUDE_MAX_KINDS);
    bool counted = false;
    for (int i = 0; i < n; i++) {
        if (!draw_value(a, a->chance[i], &value)) continue;
        sum += (int64_t)value * a->weight[i];
        weights += a->weight[i];
        if (a->chance[i].tile != drawn.tile) continue;
        mine = value;
        counted = true;
    }
    dst->forced = n < 2;
    if (counted) dst->luck = mine - (int32_t)(sum / weights);
}

/* A bet: what each chip of the seat's supply was likely to pay; no bet pays nothing. */
static bool bet_judge(analysis *a, aude_move move, uint32_t playouts, insight *dst)
{
    const aude_budget budget = {.playouts = playouts / 2 + 1};
    aude_valued none = {.move = {.kind = AUDE_BET, .seat = move.seat, .face = AUDE_NO_BET},
                        .meeple = {.kind = AUDE_DRAW}};
    if (aude_chips_of(a->rules, &a->view, move.seat, 0) < 0) return false;
    const aude_odds *odds = adviser_odds(a->adviser, a->rules, &a->view, aude_n_placed(&a->view) - 1, &budget);
    uint64_t n = (uint64_t)odds->playouts * AUDE_ODDS_ONE;
    if (!n) return false;
    aude_valued list[AUDE_MAX_CHIPS + 1];
    int n_list = 0;
    for (int face = -1; face < aude_rules_n_faces(a->rules); face++) {
        aude_valued v = none;
        if (face >= 0 && !aude_chips_of(a->rules, &a->view, move.seat, face)) continue;
        if (face >= 0) {
            v.move.face = (uint8_t)face;
            v.playouts = odds->playouts;
            v.lead = (int32_t)(1000ull * odds->face[face].paid / n);
            dst->wins[face] = (uint32_t)(1000ull * odds->face[face].wins / n);
        }
        if (v.move.face == move.face) dst->played = v;
        int at = n_list++;
        for (; at && list[at - 1].lead < v.lead; at--) list[at] = list[at - 1];
        list[at] = v;
    }
    dst->n_best = n_list < INSIGHT_BEST ? n_list : INSIGHT_BEST;
    memcpy(dst->best, list, (size_t)dst->n_best * sizeof *list);
    insight_lost(dst);
    return true;
}

/* The own chip counts for one of several targets: what it pays is known. */
static bool final_judge(analysis *a, aude_move move, insight *dst)
{
    aude_move list[AUDE_MAX_SEGMENTS];
    aude_stack stack[AUDE_MAX_STACKS];
    int n = aude_legal(a->rules, &a->view, move.seat, list, AUDE_MAX_SEGMENTS), face = AUDE_HIDDEN_FACE;
    int tile = aude_tile_at(a->rules, &a->view, move.x, move.y),
        stacks = aude_stacks(a->rules, &a->view, stack, AUDE_MAX_STACKS);
    for (int i = 0; i < stacks; i++)
        for (int k = 0; stack[i].tile == tile && k < stack[i].n_bets; k++)
            if (stack[i].bet[k].seat == move.seat) face = stack[i].bet[k].face;
    if (face == AUDE_HIDDEN_FACE) return false;
    for (int i = 0; i < n; i++) {
        aude_feature f;
        aude_feature_get(a->rules, &a->view, aude_feature_at(a->rules, &a->view, tile, list[i].feature, list[i].edge),
                         &f);
        aude_valued v = {.move = list[i], .meeple = {.kind = AUDE_DRAW}};
        v.lead = 1000 * aude_chip_pay(aude_rules_face(a->rules, face), f.n_tiles);
        if (search_same(list[i], move)) dst->played = v;
        if (!dst->n_best || v.lead > dst->best[0].lead) dst->best[0] = v;
        dst->n_best = 1;
    }
    insight_lost(dst);
    return true;
}

/* ---- Decisions ---------------------------------------------------------------------------------------------------- */

static void move_make(analysis *a)
{
    aude_apply(a->rules, &a->state, a->move[a->next++], NULL);
}

/* Judges the next move; false: there is nothing to say about it. */
static bool move_judge(analysis *a, const effort *e, insight *dst)
{
    static const aude_move none = {.kind = AUDE_DRAW};
    aude_move move = a->move[a->next];
    dst->played = (aude_valued){.move = move, .meeple = none};
    if (move.kind == AUDE_DRAW) {
        dst->kind = INSIGHT_DRAW;
        dst->tile = move.tile;
        draw_judge(a, move, dst);
        aude_view(a->rules, &a->state, dst->seat, AUDE_RECALL, &a->view);
        return true;
    }
    aude_view(a->rules, &a->state, dst->seat, AUDE_RECALL, &a->view);
    switch (move.kind) {
    case AUDE_PLACE: {
        dst->kind = INSIGHT_TURN;
        dst->tile = (uint16_t)aude_state_hand(&a->state);
        aude_state_copy(a->rules, &a->after, &a->state);
        aude_apply(a->rules, &a->after, move, NULL);
        const aude_move *then = a->next + 1 < a->n_moves ? &a->move[a->next + 1] : NULL;
        bool asked = aude_state_step(a->rules, &a->after) == AUDE_STEP_MEEPLE;
        if (asked && (!then || (then->kind != AUDE_MEEPLE && then->kind != AUDE_PASS))) return false; /* half a turn */
        if (asked) dst->played.meeple = *then;
        turn_judge(a, e, dst);
        if (asked) move_make(a);
        return true;
    }
    case AUDE_SETTLE:
        dst->kind = INSIGHT_SETTLE;
        turn_judge(a, e, dst);
        return true;
    case AUDE_BET: dst->kind = INSIGHT_BET; return bet_judge(a, move, e->playouts, dst);
    case AUDE_FINAL: dst->kind = INSIGHT_FINAL; return final_judge(a, move, dst);
    default: return false;
    }
}

bool analysis_next(analysis *a, uint32_t seats, const effort *e, insight *dst)
{
    while (a->next < a->n_moves) {
        aude_move move = a->move[a->next];
        int seat = move.kind == AUDE_DRAW ? aude_state_turn(&a->state) : move.seat;
        *dst = (insight){.seat = (uint8_t)seat, .move = a->next, .decision = aude_state_decision(&a->state)};
        bool judged = seats >> seat & 1 && move_judge(a, e, dst);
        move_make(a);
        if (judged) return true;
    }
    return false;
}
