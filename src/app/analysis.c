/* analysis.c - see analysis.h. A turn is searched freely; then the best turns and the one played alone, evenly and with equal draws,
 * so that their difference is more certain than their values. */
#include "app/analysis.h"

#include "app/recordfile.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TURNS = 64, COMPARED = INSIGHT_BEST + 1 };

struct analysis {
    const aude_rules *rules;
    const aude_engine *engine;
    void *memory, *odds_memory;
    aude_random random;
    aude_state state, view, after;
    aude_budget budget;
    double deadline;
    int n_moves, next;
    aude_move *move;
    aude_move chance[AUDE_MAX_KINDS];
    uint32_t weight[AUDE_MAX_KINDS];
    aude_valued value[TURNS];
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int time_is_up(void *context)
{
    return now() >= ((const analysis *)context)->deadline;
}

void analysis_close(analysis *a)
{
    if (!a) return;
    free(a->move);
    free(a->memory);
    free(a->odds_memory);
    free(a);
}

analysis *analysis_open(const aude_record *record, const aude_rules *rules, uint64_t seed)
{
    analysis *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    a->rules = rules;
    a->engine = aude_engine_find("mcts");
    a->memory = aligned_alloc(16, (a->engine->memory + 15) / 16 * 16);
    a->odds_memory = aligned_alloc(16, (aude_odds_memory() + 15) / 16 * 16);
    a->move = calloc((size_t)record->n_lines + 1, sizeof *a->move);
    aude_random_seed(&a->random, seed);
    if (a->memory && a->odds_memory && a->move && recordfile_moves(record, rules, a->move, &a->n_moves)) {
        recordfile_start(record, rules, &a->state);
        return a;
    }
    analysis_close(a);
    return NULL;
}

const aude_state *analysis_view(const analysis *a)
{
    return &a->view;
}

/* ---- Values ------------------------------------------------------------------------------------------------------- */

static bool move_is(aude_move a, aude_move b)
{
    return a.kind == b.kind && a.x == b.x && a.y == b.y && a.rotation == b.rotation && a.feature == b.feature &&
           a.edge == b.edge && a.face == b.face;
}

static int value_find(const aude_valued *list, int n, const aude_valued *turn)
{
    for (int i = 0; i < n; i++)
        if (move_is(list[i].move, turn->move) &&
            (list[i].meeple.kind == AUDE_DRAW || move_is(list[i].meeple, turn->meeple)))
            return i;
    return -1;
}

/* Searches from a->view; only these turns where n > 0. Returns how many there are in a->value. */
static int turns_search(analysis *a, int seat, uint32_t playouts, double seconds, const aude_valued *only, int n)
{
    aude_move move;
    aude_budget budget = {.playouts = seconds > 0 ? 0 : playouts, .only = n ? only : NULL, .n_only = n};
    a->deadline = now() + seconds;
    if (seconds > 0) budget.stop = time_is_up, budget.context = a;
    memset(a->memory, 0, AUDE_ENGINE_FRESH);
    a->engine->choose(a->rules, &a->view, seat, &budget, &a->random, a->memory, &move);
    int found = a->engine->values(a->memory, a->value, TURNS);
    return found < TURNS ? found : TURNS;
}

static void insight_lost(insight *dst)
{
    dst->lost = dst->best[0].lead > dst->played.lead ? dst->best[0].lead - dst->played.lead : 0;
    dst->win_lost = dst->lost && dst->best[0].win > dst->played.win ? dst->best[0].win - dst->played.win : 0;
}

/* A tile with its meeple, or a stack that is settled. */
static void turn_judge(analysis *a, uint32_t playouts, double seconds, insight *dst)
{
    aude_valued compared[COMPARED];
    int n = turns_search(a, dst->seat, playouts, seconds, NULL, 0);
    dst->forced = n < 2;
    if (n < 1) return;
    int at = value_find(a->value, n, &dst->played), best = n < INSIGHT_BEST ? n : INSIGHT_BEST, shown = best;
    memcpy(compared, a->value, (size_t)best * sizeof *compared);
    if (at < 0 || at >= best) compared[shown++] = at < 0 ? dst->played : a->value[at];
    dst->n_best = best;
    n = turns_search(a, dst->seat, playouts / 2 + 1, seconds / 2, compared, shown);
    for (int i = 0; i < best; i++) {
        int k = value_find(a->value, n, &compared[i]);
        dst->best[i] = k < 0 ? compared[i] : a->value[k];
    }
    at = value_find(a->value, n, &dst->played);
    dst->played = at < 0 ? dst->best[0] : a->value[at];
    insight_lost(dst);
}

/* What a tile in hand is worth to the seat on turn, as its best turn seems without playouts. False: it has left the game. */
static bool draw_value(analysis *a, aude_move draw, int32_t *value)
{
    aude_state_copy(a->rules, &a->after, &a->state);
    if (aude_apply(a->rules, &a->after, draw, NULL) || aude_state_step(a->rules, &a->after) != AUDE_STEP_PLACE)
        return false;
    int seat = aude_state_turn(&a->after);
    aude_view(a->rules, &a->after, seat, AUDE_RECALL, &a->view);
    int n = turns_search(a, seat, 1, 0, NULL, 0);
    if (!n) return false;
    *value = a->value[0].guess;
    for (int i = 1; i < n; i++)
        if (a->value[i].guess > *value) *value = a->value[i].guess;
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
    aude_odds odds;
    const aude_budget budget = {.playouts = playouts / 2 + 1};
    aude_valued none = {.move = {.kind = AUDE_BET, .seat = move.seat, .face = AUDE_NO_BET},
                        .meeple = {.kind = AUDE_DRAW}};
    if (aude_chips_of(a->rules, &a->view, move.seat, 0) < 0) return false;
    aude_odds_of_tile(a->rules, &a->view, aude_n_placed(&a->view) - 1, &budget, &a->random, a->odds_memory, &odds);
    uint64_t n = (uint64_t)odds.playouts * AUDE_ODDS_ONE;
    if (!n) return false;
    aude_valued list[AUDE_MAX_CHIPS + 1];
    int n_list = 0;
    for (int face = -1; face < aude_rules_n_faces(a->rules); face++) {
        aude_valued v = none;
        if (face >= 0 && !aude_chips_of(a->rules, &a->view, move.seat, face)) continue;
        if (face >= 0) {
            v.move.face = (uint8_t)face;
            v.playouts = odds.playouts;
            v.lead = (int32_t)(1000 * odds.face[face].paid / n);
            dst->wins[face] = (uint32_t)(1000 * odds.face[face].wins / n);
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
        if (move_is(list[i], move)) dst->played = v;
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
static bool move_judge(analysis *a, uint32_t playouts, double seconds, insight *dst)
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
        turn_judge(a, playouts, seconds, dst);
        if (asked) move_make(a);
        return true;
    }
    case AUDE_SETTLE:
        dst->kind = INSIGHT_SETTLE;
        turn_judge(a, playouts, seconds, dst);
        return true;
    case AUDE_BET: dst->kind = INSIGHT_BET; return bet_judge(a, move, playouts, dst);
    case AUDE_FINAL: dst->kind = INSIGHT_FINAL; return final_judge(a, move, dst);
    default: return false;
    }
}

bool analysis_next(analysis *a, uint32_t seats, uint32_t playouts, double seconds, insight *dst)
{
    while (a->next < a->n_moves) {
        aude_move move = a->move[a->next];
        int seat = move.kind == AUDE_DRAW ? aude_state_turn(&a->state) : move.seat;
        *dst = (insight){.seat = (uint8_t)seat, .decision = aude_state_decision(&a->state)};
        bool judged = seats >> seat & 1 && move_judge(a, playouts, seconds, dst);
        move_make(a);
        if (judged) return true;
    }
    return false;
}
