/* stakes.c - see stakes.h. */
#include "ai/stakes.h"
#include "ai/numbers.h"

#include <stdbool.h>
#include <string.h>

const float stakes_keen = 0.5F;

/* Chance that one draw continues one open edge of a city or road with a chip on it; how many times as often it does so where that is
 * good for the chip, and where it is not. Fitted to what 1,400 chips paid in games of the search with itself and `greedy`. */
static const float STAKES_RATE[2] = {0.017F, 0.040F}, STAKES_GOOD = 1.95F, STAKES_BAD = 0.83F;

/* Points by which a bet, or what its owner builds, must seem better to be e times as likely. */
static const float BELIEF_SCALE = 1;

static int stakes_open(int open)
{
    return open < STAKES_OPEN ? open : STAKES_OPEN;
}

static int stakes_tiles(const stakes *k, int tiles)
{
    return tiles < k->n_tiles ? tiles : k->n_tiles;
}

/* Adds what one continuation more does: it comes more often where it is good for the chip, as its owner works for that. */
static void cell_step(stakes_cell *dst, const stakes_cell *now, const stakes_cell *then, float weight)
{
    for (int face = 0; face < AUDE_MAX_CHIPS; face++) {
        bool good = then->done[face] + then->left[face] > now->done[face] + now->left[face];
        float w = weight * (good ? STAKES_GOOD : STAKES_BAD);
        dst->chance[face] += w * (then->chance[face] - now->chance[face]);
        dst->done[face] += w * (then->done[face] - now->done[face]);
        dst->left[face] += w * (then->left[face] - now->left[face]);
    }
}

static void table_step(stakes *k, stakes_table *table, float rate, const float share[GROWTH_ENDS + 1])
{
    size_t row = (size_t)(k->n_tiles + 1) * sizeof(stakes_cell);
    for (int open = 1; open <= STAKES_OPEN; open++) memcpy(k->before.cell[open], table->cell[open], row);
    for (int open = 1; open <= STAKES_OPEN; open++)
        for (int ends = 1; ends <= GROWTH_ENDS; ends++) {
            if (share[ends] <= 0) continue;
            const stakes_cell *then = k->before.cell[stakes_open(open + ends - 2)];
            for (int tiles = 1; tiles <= k->n_tiles; tiles++)
                cell_step(&table->cell[open][tiles], &k->before.cell[open][tiles], &then[stakes_tiles(k, tiles + 1)],
                          rate * (float)open * share[ends]);
        }
}

void stakes_init(stakes *k, const aude_rules *rules, const aude_state *state)
{
    k->n_faces = aude_rules_n_faces(rules);
    if (!k->n_faces) return;
    k->n_tiles = 1;
    for (int face = 0; face < k->n_faces; face++) {
        const aude_chip *chip = aude_rules_face(rules, face);
        for (int i = 0; i < chip->n_entries; i++)
            if (chip->entry[i].tiles >= k->n_tiles) k->n_tiles = chip->entry[i].tiles + !chip->entry[i].plus;
    }
    if (k->n_tiles > STAKES_TILES) k->n_tiles = STAKES_TILES;
    uint32_t segments[2][GROWTH_ENDS + 1];
    growth_segments(segments, rules, state);
    int draws = aude_state_n_bag(rules, state);
    for (int kind = 0; kind < 2; kind++) {
        stakes_table *table = &k->table[kind];
        float share[GROWTH_ENDS + 1];
        for (int ends = 0; ends <= GROWTH_ENDS; ends++) share[ends] = (float)segments[kind][ends] / GROWTH_ONE;
        memset(table, 0, sizeof *table);
        for (int open = 0; open <= STAKES_OPEN; open++)
            for (int tiles = 1; tiles <= k->n_tiles; tiles++)
                for (int face = 0; face < k->n_faces; face++) {
                    float pay = (float)aude_chip_pay(aude_rules_face(rules, face), tiles);
                    if (open) {
                        table->cell[open][tiles].left[face] = pay;
                    } else {
                        table->cell[open][tiles].done[face] = pay;
                        table->cell[open][tiles].chance[face] = 1;
                    }
                }
        k->before = *table;
        for (int i = 0; i < draws; i++) table_step(k, table, STAKES_RATE[kind], share);
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
        const stakes_cell *c = &k->table[f.kind == AUDE_ROAD].cell[stakes_open(f.n_open)][stakes_tiles(k, f.n_tiles)];
        float never = 1 - c->chance[face], left = never > 0 ? c->left[face] / never : 0;
        done += c->done[face];
        if (left > best) best = left;
        chances += c->chance[face];
        none *= never > 0 ? never : 0;
    }
    return best * none + (chances > 0 ? done * (1 - none) / chances : 0);
}

float stakes_alone(const stakes *k, int face, int kind, int open, int tiles)
{
    const stakes_cell *c = &k->table[kind == AUDE_ROAD].cell[stakes_open(open)][stakes_tiles(k, tiles)];
    return c->done[face] + c->left[face];
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
        for (int seat = 0; fresh && seat < AUDE_MAX_SEATS; seat++)
            for (int face = 0; face < k->n_faces; face++) b->stack[i].weight[seat][face] = 1;
        for (int j = 0; j < stack[i].n_bets; j++) {
            int seat = stack[i].bet[j].seat;
            if (fresh || belief_built(&old, rules, view, stack[i].tile, seat))
                belief_weigh(b->stack[i].weight[seat], gain, k->n_faces);
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
