/* greedy.c - looks one turn ahead: the best of all placements and meeples by the value of the position after them.
 *
 * The value is what each seat has and what it may expect: the points of the features it holds, with the chance that they are
 * finished (growth.c) and that the tiles which still fit their open spaces come; what its meeples in the supply may earn; what
 * its chips may pay. What the view hides is filled in by one possibility; only rivals' chips depend on it.
 *
 * Values are integers in units of GREEDY_POINT; the constants were tuned by games of the engine against itself. */
#include "ai/engine.h"
#include "ai/growth.h"

#include <string.h>

enum { GREEDY_POINT = 256, GREEDY_MAX_FIGURES = AUDE_MAX_SEATS * AUDE_MAX_MEEPLES };

/* What the first, second ... meeple in the supply is worth in GREEDY_POINT / 16, and what it is worth that one comes back; both
 * shrink with the last GREEDY_TURNS turns of a seat. */
static const int16_t GREEDY_MEEPLE[AUDE_MAX_MEEPLES] = {130, 108, 96, 86, 78, 69, 60, 52};
enum { GREEDY_BACK = 4 * GREEDY_POINT, GREEDY_TURNS = 10 };

typedef struct greedy {
    int n_seats;
    growth growth;
    aude_state base;   /* the view, filled in */
    aude_state placed; /* after a placement */
    aude_state after;  /* after the meeple too */
    aude_move moves[AUDE_MAX_MOVES];
    aude_move meeples[AUDE_MAX_SEGMENTS + 1];
    int tiles[AUDE_MAX_TILES];
} greedy;

static int greedy_scale(int value, uint32_t chance)
{
    return (int)((int64_t)value * chance / GROWTH_ONE);
}

static uint32_t greedy_both(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b / GROWTH_ONE);
}

/* A value of meeples, less where few turns are left to use them. */
static int greedy_in_time(const greedy *g, int value)
{
    int turns = g->growth.unseen / g->n_seats;
    return turns < GREEDY_TURNS ? value * turns / GREEDY_TURNS : value;
}

/* Chance that the tile comes which a space needs: of `fitting` copies each is drawn by one of n seats. */
static uint32_t greedy_available(const aude_rules *rules, const aude_state *state, int x, int y, int n_seats)
{
    uint32_t missing = GROWTH_ONE;
    int fitting = 0;
    for (int kind = 0; kind < aude_rules_n_kinds(rules) && fitting < 8; kind++) {
        int copies = aude_state_in_bag(rules, state, kind);
        if (copies && aude_fits(rules, state, kind, x, y)) fitting += copies;
    }
    for (int i = 0; i < fitting && i < 8; i++) missing = missing / (uint32_t)n_seats * (uint32_t)(n_seats - 1);
    return n_seats < 2 && fitting ? GROWTH_ONE : GROWTH_ONE - missing;
}

/* Chance that all open spaces of a road or city can be filled, as far as the tiles to come are concerned. */
static uint32_t greedy_closable(greedy *g, const aude_rules *rules, const aude_state *state,
                                const aude_feature *feature)
{
    static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    uint32_t chance = GROWTH_ONE;
    int n = aude_feature_tiles(rules, state, feature->id, g->tiles, AUDE_MAX_TILES);
    for (int i = 0; i < n; i++) {
        aude_placed at = aude_placed_at(rules, state, g->tiles[i]);
        for (int edge = 0; edge < 4; edge++) {
            if (aude_tile_at(rules, state, at.x + dx[edge], at.y + dy[edge]) >= 0) continue;
            if (aude_feature_at(rules, state, g->tiles[i], (int)feature->kind, edge) != feature->id) continue;
            uint32_t one = greedy_available(rules, state, at.x + dx[edge], at.y + dy[edge], g->n_seats);
            chance = greedy_both(chance, one);
            if (!chance) return 0;
        }
    }
    return chance;
}

/* Cities that may still be finished beside a field, each with its chance. */
static uint32_t greedy_field_hopes(greedy *g, const aude_rules *rules, const aude_state *state, int field)
{
    int seen[32], n_seen = 0;
    uint32_t hopes = 0;
    int n = aude_feature_tiles(rules, state, field, g->tiles, AUDE_MAX_TILES);
    for (int i = 0; i < n; i++) {
        aude_placed at = aude_placed_at(rules, state, g->tiles[i]);
        const aude_tile *tile = aude_rules_kind(rules, at.kind);
        for (int s = tile->n_segments - 1; s >= 0 && tile->segment[s].kind == AUDE_FIELD; s--) {
            if (!tile->segment[s].touches || aude_feature_of(rules, state, g->tiles[i], s) != field) continue;
            aude_segment turned = aude_rules_segment(rules, at.kind, at.rotation, s);
            for (int edge = 0; edge < 4; edge++) {
                if (!(turned.touches >> edge & 1)) continue;
                int city = aude_feature_at(rules, state, g->tiles[i], AUDE_CITY, edge), k = 0;
                while (k < n_seen && seen[k] != city) k++;
                if (k < n_seen || n_seen == 32) continue;
                seen[n_seen++] = city;
                aude_feature feature;
                aude_feature_get(rules, state, city, &feature);
                if (feature.n_open) hopes += growth_of(&g->growth, &feature)->chance;
            }
        }
    }
    return hopes;
}

/* What a feature is likely to pay at last. *back: the chance that its meeples come back. */
static int greedy_feature(greedy *g, const aude_rules *rules, const aude_state *state, const aude_feature *feature,
                          uint32_t *back)
{
    *back = 0;
    if (feature->kind == AUDE_FIELD) {
        int now = 3 * GREEDY_POINT * feature->n_cities;
        /* Cities not begun yet count too, as a fifth. A farmer never comes back: the earlier, the dearer. */
        return now + greedy_scale(GREEDY_POINT * 18 / 5, greedy_field_hopes(g, rules, state, feature->id)) -
               g->growth.unseen * GREEDY_POINT / 48;
    }
    if (feature->kind == AUDE_MONASTERY) {
        *back = g->growth.fill;
        for (int i = 1; i < feature->n_open; i++) *back = greedy_both(*back, g->growth.fill);
        return (9 - feature->n_open) * GREEDY_POINT + feature->n_open * greedy_scale(GREEDY_POINT, g->growth.fill);
    }
    const growth_row *row = growth_of(&g->growth, feature);
    uint32_t closable = greedy_closable(g, rules, state, feature);
    *back = greedy_both(row->chance, closable);
    *back += greedy_both(greedy_both(*back, GROWTH_ONE - *back), GROWTH_ONE * 6 / 10); /* who holds it works for it */
    int now = (feature->n_tiles + feature->n_pennants) * GREEDY_POINT;
    int later = greedy_scale(GREEDY_POINT, row->tiles_finished);
    int never = greedy_scale(GREEDY_POINT, row->tiles_unfinished);
    if (feature->kind == AUDE_ROAD) return now + greedy_scale(later, closable) + never;
    return now + greedy_scale(now, *back) + greedy_scale(2 * later, closable) + never;
}

static int greedy_supply(const greedy *g, int meeples)
{
    int value = 0;
    for (int i = 0; i < meeples; i++) value += GREEDY_MEEPLE[i];
    return greedy_in_time(g, value * GREEDY_POINT / 16);
}

/* The chips of a seat that lie on tiles. */
static int greedy_chips(const greedy *g, const aude_rules *rules, const aude_state *state, int seat)
{
    aude_stack stack[AUDE_MAX_STACKS];
    int value = 0, n = aude_stacks(rules, state, stack, AUDE_MAX_STACKS);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < stack[i].n_bets; k++)
            if (stack[i].bet[k].seat == seat && stack[i].bet[k].face != AUDE_HIDDEN_FACE)
                value += greedy_scale(GREEDY_POINT, growth_chip(&g->growth, rules, state, stack[i].tile,
                                                                aude_rules_face(rules, stack[i].bet[k].face)));
    return value;
}

/* The value of a position for a seat: what it has and may expect, less the mean of the others. */
static int greedy_value(greedy *g, const aude_rules *rules, const aude_state *state, int seat)
{
    int n_seats = g->n_seats, value[AUDE_MAX_SEATS] = {0};
    for (int s = 0; s < n_seats; s++)
        value[s] = aude_score(state, s) * GREEDY_POINT + greedy_supply(g, aude_supply(state, s));
    aude_figure figure[GREEDY_MAX_FIGURES];
    int seen[GREEDY_MAX_FIGURES], n_seen = 0, n = aude_figures(rules, state, figure, GREEDY_MAX_FIGURES);
    for (int i = 0; i < n; i++) {
        int id = aude_feature_at(rules, state, figure[i].tile, figure[i].feature, figure[i].edge), k = 0;
        while (k < n_seen && seen[k] != id) k++;
        if (k < n_seen) continue;
        seen[n_seen++] = id;
        aude_feature feature;
        aude_feature_get(rules, state, id, &feature);
        uint32_t back;
        int points = greedy_feature(g, rules, state, &feature, &back), most = 1;
        for (int s = 0; s < n_seats; s++)
            if (feature.meeples[s] > most) most = feature.meeples[s];
        for (int s = 0; s < n_seats; s++) {
            if (feature.meeples[s] == most) value[s] += points;
            value[s] += greedy_in_time(g, feature.meeples[s] * greedy_scale(GREEDY_BACK, back));
        }
    }
    int others = 0;
    for (int s = 0; s < n_seats; s++)
        if (s != seat) others += value[s];
    return value[seat] + greedy_chips(g, rules, state, seat) - (n_seats > 1 ? others / (n_seats - 1) : 0);
}

/* The best value that a meeple or none reaches from g->placed. */
static int greedy_meeple(greedy *g, const aude_rules *rules, int seat, aude_move *best)
{
    if (aude_state_step(rules, &g->placed) != AUDE_STEP_MEEPLE) return greedy_value(g, rules, &g->placed, seat);
    int highest = INT32_MIN, n = aude_legal(rules, &g->placed, seat, g->meeples, AUDE_MAX_SEGMENTS + 1);
    for (int i = 0; i < n; i++) {
        aude_state_copy(rules, &g->after, &g->placed);
        aude_play(rules, &g->after, g->meeples[i], NULL);
        int value = greedy_value(g, rules, &g->after, seat);
        if (value <= highest) continue;
        highest = value;
        *best = g->meeples[i];
    }
    return highest;
}

static void greedy_place(greedy *g, const aude_rules *rules, int seat, aude_move *dst)
{
    int highest = INT32_MIN, n = aude_legal(rules, &g->base, seat, g->moves, AUDE_MAX_MOVES);
    for (int i = 0; i < n; i++) {
        aude_move meeple;
        aude_state_copy(rules, &g->placed, &g->base);
        aude_play(rules, &g->placed, g->moves[i], NULL);
        int value = greedy_meeple(g, rules, seat, &meeple);
        if (value <= highest) continue;
        highest = value;
        *dst = g->moves[i];
    }
}

/* The chip that may expect most on the tile just placed. */
static void greedy_bet(const greedy *g, const aude_rules *rules, const aude_state *view, const aude_move *moves, int n,
                       aude_move *dst)
{
    uint32_t best = 0;
    int tile = aude_n_placed(view) - 1;
    *dst = moves[0];
    for (int i = 0; i < n; i++) {
        if (moves[i].face == AUDE_NO_BET) continue;
        uint32_t pay = growth_chip(&g->growth, rules, view, tile, aude_rules_face(rules, moves[i].face));
        if (pay <= best) continue;
        best = pay;
        *dst = moves[i];
    }
}

/* What the stack of a settle or final move would pay to a seat, less the mean of the others' possible chips. */
static int greedy_stack(const aude_rules *rules, const aude_state *view, const aude_move *move, int seat)
{
    int tile = aude_tile_at(rules, view, move->x, move->y), value = 0;
    aude_feature feature;
    aude_feature_get(rules, view, aude_feature_at(rules, view, tile, move->feature, move->edge), &feature);
    aude_stack stack[AUDE_MAX_STACKS];
    int n = aude_stacks(rules, view, stack, AUDE_MAX_STACKS);
    for (int i = 0; i < n; i++) {
        for (int k = 0; stack[i].tile == tile && k < stack[i].n_bets; k++) {
            const aude_bet *bet = &stack[i].bet[k];
            int sum = 0, faces = 0;
            for (int face = 0; face < aude_rules_n_faces(rules); face++) {
                if (bet->face == AUDE_HIDDEN_FACE ? !(bet->mask >> face & 1) : bet->face != face) continue;
                sum += aude_chip_pay(aude_rules_face(rules, face), feature.n_tiles);
                faces++;
            }
            int pay = faces ? sum * GREEDY_POINT / faces : 0;
            value += bet->seat == seat ? pay : move->kind == AUDE_SETTLE ? -pay / 2 : 0;
        }
    }
    return value;
}

static void greedy_choose(const aude_rules *rules, const aude_state *view, int seat, const aude_budget *budget,
                          aude_random *random, void *memory, aude_move *dst)
{
    (void)budget;
    greedy *g = memory;
    aude_step step = aude_state_step(rules, view);
    aude_setup setup;
    aude_rules_setup(rules, &setup);
    g->n_seats = setup.n_seats;
    growth_init(&g->growth, rules, view);
    int n = aude_legal(rules, view, seat, g->moves, AUDE_MAX_MOVES);
    if (step == AUDE_STEP_PLACE) {
        aude_resample(rules, view, random, &g->base);
        greedy_place(g, rules, seat, dst);
    } else if (step == AUDE_STEP_MEEPLE) {
        aude_resample(rules, view, random, &g->placed);
        greedy_meeple(g, rules, seat, dst);
    } else if (step == AUDE_STEP_BET) {
        greedy_bet(g, rules, view, g->moves, n, dst);
    } else {
        int highest = INT32_MIN;
        for (int i = 0; i < n; i++) {
            int value = greedy_stack(rules, view, &g->moves[i], seat);
            if (value <= highest) continue;
            highest = value;
            *dst = g->moves[i];
        }
    }
}

const aude_engine engine_greedy = {
    .name = "greedy",
    .about = "the best placement and meeple of this turn, by points and what may come of them",
    .memory = sizeof(greedy),
    .choose = greedy_choose,
};
