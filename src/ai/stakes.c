/* stakes.c - see stakes.h. */
#include "ai/stakes.h"
#include "ai/numbers.h"

#include <stdbool.h>

/* Points by which a bet, or what its owner builds, must seem better to be e times as likely. */
static const float BELIEF_SCALE = 1;

static int stakes_tiles(int tiles)
{
    return tiles < STAKES_TILES ? tiles : STAKES_TILES;
}

void stakes_init(stakes *k, const aude_rules *rules, const aude_state *state)
{
    k->n_faces = aude_rules_n_faces(rules);
    if (!k->n_faces) return;
    growth_init(&k->growth, rules, state);
    for (int kind = 0; kind < 2; kind++)
        for (int open = 0; open <= GROWTH_OPEN; open++) {
            const growth_row *row = &k->growth.row[kind][open];
            float never = (float)(GROWTH_ONE - (row->chance < GROWTH_ONE ? row->chance : GROWTH_ONE)) / GROWTH_ONE;
            for (int face = 0; face < k->n_faces; face++)
                for (int tiles = 0; tiles <= STAKES_TILES; tiles++) {
                    float done = 0, left = 0;
                    for (int more = 0; more <= GROWTH_TILES; more++) {
                        float pay = (float)aude_chip_pay(aude_rules_face(rules, face), tiles + more) / GROWTH_ONE;
                        done += pay * (float)row->finished[more];
                        left += pay * (float)row->unfinished[more];
                    }
                    k->done[face][kind][open][tiles] = done;
                    k->left[face][kind][open][tiles] = never > 0 ? left / never : 0;
                }
        }
}

/* The first target that is finished takes the stack: each with a weight of its chance. If none is, the owner takes the best. */
float stakes_pay(const stakes *k, const aude_rules *rules, const aude_state *state, int tile, int face)
{
    aude_target target[4];
    int n = aude_targets(rules, state, tile, target, 4);
    float none = 1, chances = 0, done = 0, best = 0;
    for (int i = 0; i < n && i < 4; i++) {
        aude_feature f;
        aude_feature_get(rules, state, target[i].feature, &f);
        int road = f.kind == AUDE_ROAD, open = f.n_open < GROWTH_OPEN ? f.n_open : GROWTH_OPEN;
        float chance = (float)k->growth.row[road][open].chance / GROWTH_ONE, left;
        done += k->done[face][road][open][stakes_tiles(f.n_tiles)];
        left = k->left[face][road][open][stakes_tiles(f.n_tiles)];
        if (left > best) best = left;
        chances += chance;
        none *= chance < 1 ? 1 - chance : 0;
    }
    return best * none + (chances > 0 ? done * (1 - none) / chances : 0);
}

float stakes_alone(const stakes *k, int face, int kind, int open, int tiles)
{
    open = open < GROWTH_OPEN ? open : GROWTH_OPEN;
    tiles = stakes_tiles(tiles);
    float chance = (float)k->growth.row[kind][open].chance / GROWTH_ONE;
    return k->done[face][kind][open][tiles] + (chance < 1 ? (1 - chance) * k->left[face][kind][open][tiles] : 0);
}

void stakes_value(const stakes *k, const aude_rules *rules, const aude_state *state, float value[AUDE_MAX_SEATS])
{
    aude_stack stack[AUDE_MAX_STACKS];
    if (!k->n_faces) return;
    int n = aude_stacks(rules, state, stack, AUDE_MAX_STACKS);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < stack[i].n_bets; j++) {
            const aude_bet *bet = &stack[i].bet[j];
            if (bet->face != AUDE_HIDDEN_FACE)
                value[bet->seat] += stakes_pay(k, rules, state, stack[i].tile, bet->face);
        }
}

/* What the stack of a settle or final move pays to the seat that chooses, less what it pays to others; of hidden faces the mean. */
static float stakes_settle(const aude_rules *rules, const aude_state *state, const aude_move *move, int seat)
{
    int tile = aude_tile_at(rules, state, move->x, move->y);
    float value = 0;
    aude_feature f;
    aude_feature_get(rules, state, aude_feature_at(rules, state, tile, move->feature, move->edge), &f);
    aude_stack stack[AUDE_MAX_STACKS];
    int n = aude_stacks(rules, state, stack, AUDE_MAX_STACKS), others = 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; stack[i].tile == tile && j < stack[i].n_bets; j++) {
            const aude_bet *bet = &stack[i].bet[j];
            if (j == 0 && stack[i].n_bets > 2) others = stack[i].n_bets - 1;
            float sum = 0, faces = 0;
            for (int face = 0; face < aude_rules_n_faces(rules); face++) {
                if (bet->face == AUDE_HIDDEN_FACE ? !(bet->mask >> face & 1) : bet->face != face) continue;
                sum += (float)aude_chip_pay(aude_rules_face(rules, face), f.n_tiles);
                faces++;
            }
            float pay = faces > 0 ? sum / faces : 0;
            value += bet->seat == seat ? pay : move->kind == AUDE_SETTLE ? -pay / (float)others : 0;
        }
    return value;
}

void stakes_move(const stakes *k, const aude_rules *rules, const aude_state *state, int seat, aude_move *dst)
{
    enum { MOVES = 64 };
    aude_move move[MOVES];
    int n = aude_legal(rules, state, seat, move, MOVES), tile = aude_n_placed(state) - 1;
    float highest = -1e9F;
    for (int i = 0; i < n && i < MOVES; i++) {
        float value = move[i].kind != AUDE_BET      ? stakes_settle(rules, state, &move[i], seat)
                      : move[i].face == AUDE_NO_BET ? 0
                                                    : stakes_pay(k, rules, state, tile, move[i].face);
        if (value <= highest) continue;
        highest = value;
        *dst = move[i];
    }
}

/* ---- Beliefs ----------------------------------------------------------------------------------------------------- */

/* Whether a seat has placed a tile since the last look that lies on a target of a stack. */
static bool belief_built(const belief *b, const aude_rules *rules, const aude_state *view, int tile, int seat)
{
    aude_target target[4];
    aude_setup setup;
    aude_rules_setup(rules, &setup);
    int n = aude_targets(rules, view, tile, target, 4), before = setup.n_seats - 1; /* a seat back */
    int owner = aude_state_turn(view) + (aude_state_step(rules, view) == AUDE_STEP_PLACE ? before : 0);
    for (int i = aude_n_placed(view) - 1; i >= b->n_placed; i--, owner += before) {
        if (owner % setup.n_seats != seat) continue;
        const aude_tile *kind = aude_rules_kind(rules, aude_placed_at(rules, view, i).kind);
        for (int k = 0; k < n * kind->n_segments && k < 4 * kind->n_segments; k++)
            if (aude_feature_of(rules, view, i, k % kind->n_segments) == target[k / kind->n_segments].feature)
                return true;
    }
    return false;
}

/* A face that gains more is the likelier one; the highest weight becomes 1. */
static void belief_weigh(float *weight, const float *gain, int n_faces)
{
    float most = 0;
    for (int face = 0; face < n_faces; face++) {
        weight[face] *= number_exp(gain[face] / BELIEF_SCALE);
        if (weight[face] > most) most = weight[face];
    }
    for (int face = 0; face < n_faces; face++) weight[face] = most > 0 ? weight[face] / most : 1;
}

void belief_update(belief *b, const stakes *k, const aude_rules *rules, const aude_state *view)
{
    aude_stack stack[AUDE_MAX_STACKS];
    belief old = *b;
    if (!k->n_faces) return;
    int n = aude_stacks(rules, view, stack, AUDE_MAX_STACKS);
    b->n = n < AUDE_MAX_STACKS ? n : AUDE_MAX_STACKS;
    for (int i = 0; i < b->n; i++) {
        float pay[AUDE_MAX_CHIPS], gain[AUDE_MAX_CHIPS];
        int known = 0;
        while (known < old.n && old.stack[known].tile != stack[i].tile) known++;
        bool fresh = known == old.n;
        if (!fresh) b->stack[i] = old.stack[known];
        for (int face = 0; face < k->n_faces; face++) {
            pay[face] = stakes_pay(k, rules, view, stack[i].tile, face);
            gain[face] = fresh ? pay[face] : pay[face] - b->stack[i].pay[face];
            b->stack[i].pay[face] = pay[face];
        }
        b->stack[i].tile = stack[i].tile;
        for (int j = 0; j < stack[i].n_bets; j++) {
            int seat = stack[i].bet[j].seat;
            float *weight = b->stack[i].weight[seat];
            for (int face = 0; fresh && face < k->n_faces; face++) weight[face] = 1;
            if (fresh || belief_built(&old, rules, view, stack[i].tile, seat)) belief_weigh(weight, gain, k->n_faces);
        }
    }
    b->n_placed = aude_n_placed(view);
}

float belief_weight(const belief *b, const aude_rules *rules, const aude_state *state, int seat)
{
    aude_stack stack[AUDE_MAX_STACKS];
    float weight = 1;
    int n = aude_stacks(rules, state, stack, AUDE_MAX_STACKS);
    for (int i = 0; i < n && i < b->n; i++)
        for (int j = 0; b->stack[i].tile == stack[i].tile && j < stack[i].n_bets; j++) {
            const aude_bet *bet = &stack[i].bet[j];
            if (bet->seat != seat && bet->face < AUDE_MAX_CHIPS) weight *= b->stack[i].weight[bet->seat][bet->face];
        }
    return weight;
}
