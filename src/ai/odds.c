/* odds.c - how roads and cities of a tile, and open spaces, are likely to end: counted in informed playouts (policy.h).
 *
 * A playout fills what the view hides with some possibility, draws the tiles at random and lets every seat play one of the turns that
 * the policy likes best, the more often the better it seems: players are of many minds, and do now and then what another would
 * not. Bets and choices about stacks are made as stakes.h makes them. */
#include "ai/numbers.h"
#include "ai/outlook.h"
#include "ai/policy.h"
#include "ai/search.h"
#include "ai/stakes.h"

#include <stdbool.h>
#include <string.h>

enum { ODDS_HABIT = 400, ODDS_TURNS = 4 };

/* Points by which a turn must seem better to be played e times as often. */
static const float ODDS_SCALE = 0.5F;

typedef struct simulation {
    outlook outlook;
    stakes stakes;
    policy policy;
    aude_state state;
    int unoccupied; /* rule bets/settle-3 */
    /* of the present playout */
    bool done[AUDE_ODDS_TARGETS], held[AUDE_ODDS_TARGETS], settled;
} simulation;

size_t aude_odds_memory(void)
{
    return sizeof(simulation);
}

static void simulation_init(simulation *m, const aude_rules *rules, const aude_state *view)
{
    aude_setup setup;
    aude_rules_setup(rules, &setup);
    m->unoccupied = setup.bets_unoccupied;
    outlook_init(&m->outlook, rules, view, outlook_learned, 1);
    stakes_init(&m->stakes, rules, view);
    policy_init(&m->policy);
}

static int odds_size(int tiles)
{
    return tiles < AUDE_ODDS_TILES ? tiles : AUDE_ODDS_TILES;
}

static void target_get(const simulation *m, const aude_rules *rules, int tile, const aude_target *target,
                       aude_feature *dst)
{
    aude_feature_get(rules, &m->state, aude_feature_at(rules, &m->state, tile, target->kind, target->edge), dst);
}

/* After a turn: which targets it has finished, and what a stack there would be settled by: of several, by the mean of them. */
static void targets_watch(simulation *m, const aude_rules *rules, int tile, aude_odds *odds)
{
    aude_feature f;
    int settling[AUDE_ODDS_TARGETS], n = 0, id[AUDE_ODDS_TARGETS];
    for (int i = 0; i < odds->n_targets; i++) {
        if (m->done[i]) continue;
        target_get(m, rules, tile, &odds->target[i].target, &f);
        bool held = m->held[i];
        m->held[i] = false;
        for (int s = 0; s < AUDE_MAX_SEATS; s++) m->held[i] |= f.meeples[s] > 0;
        if (f.n_open) continue;
        m->done[i] = true;
        odds->target[i].done[odds_size(f.n_tiles)]++;
        bool again = false; /* two targets have become one */
        for (int k = 0; k < n; k++) again |= id[k] == f.id;
        if (m->settled || again || (!m->unoccupied && !held)) continue;
        odds->target[i].first[odds_size(f.n_tiles)]++;
        id[n] = f.id;
        settling[n++] = f.n_tiles;
    }
    for (int face = 0; n && face < m->stakes.n_faces; face++) {
        int sum = 0, wins = 0;
        for (int k = 0; k < n; k++) {
            int pay = aude_chip_pay(aude_rules_face(rules, face), settling[k]);
            sum += pay;
            wins += pay > 0;
        }
        odds->face[face].wins += (uint32_t)(wins * AUDE_ODDS_ONE / n);
        odds->face[face].paid += (uint32_t)(sum * AUDE_ODDS_ONE / n);
    }
    m->settled |= n > 0;
}

/* The end of a playout: what has stayed open, and what the owner of a chip would take. */
static void targets_end(simulation *m, const aude_rules *rules, int tile, aude_odds *odds)
{
    int best[AUDE_MAX_CHIPS] = {0};
    aude_feature f;
    for (int i = 0; i < odds->n_targets; i++) {
        if (m->done[i]) continue;
        target_get(m, rules, tile, &odds->target[i].target, &f);
        odds->target[i].left[odds_size(f.n_tiles)]++;
        for (int face = 0; face < m->stakes.n_faces; face++) {
            int pay = aude_chip_pay(aude_rules_face(rules, face), f.n_tiles);
            if (pay > best[face]) best[face] = pay;
        }
    }
    for (int face = 0; !m->settled && face < m->stakes.n_faces; face++) {
        odds->face[face].wins += (uint32_t)(best[face] > 0) * AUDE_ODDS_ONE;
        odds->face[face].paid += (uint32_t)best[face] * AUDE_ODDS_ONE;
    }
}

/* A turn of the seat that has drawn. */
static turn simulation_turn(simulation *m, const aude_rules *rules, aude_random *random)
{
    turn list[ODDS_TURNS];
    int n = policy_list(&m->policy, &m->outlook, &m->stakes, rules, &m->state, list, ODDS_TURNS), chosen = 0;
    float sum = 1;
    for (int i = 1; i < n; i++) {
        float weight = number_exp((list[i].value - list[0].value) / ODDS_SCALE);
        sum += weight;
        if ((float)aude_random_below(random, 1 << 20) * sum < weight * (float)(1 << 20)) chosen = i;
    }
    return list[chosen];
}

/* One playout from a view; a tile, or -1, is watched. */
static void simulation_run(simulation *m, const aude_rules *rules, const aude_state *view, aude_random *random,
                           int tile, aude_odds *odds)
{
    aude_move move;
    turn quick;
    aude_resample(rules, view, random, &m->state);
    for (uint32_t actors; (actors = aude_actors(rules, &m->state));) {
        int seat = __builtin_ctz(actors);
        switch (aude_state_step(rules, &m->state)) {
        case AUDE_STEP_DRAW:
            aude_random_move(rules, &m->state, random, &move);
            aude_play(rules, &m->state, move, NULL);
            break;
        case AUDE_STEP_PLACE:
            quick = simulation_turn(m, rules, random);
            policy_play(&m->outlook, rules, &m->state, &quick, NULL);
            if (odds) targets_watch(m, rules, tile, odds);
            break;
        case AUDE_STEP_MEEPLE: /* only at the beginning */
            aude_default_move(rules, &m->state, seat, &move);
            aude_play(rules, &m->state, move, NULL);
            break;
        default: stakes_move(&m->stakes, rules, &m->state, seat, &move); aude_play(rules, &m->state, move, NULL);
        }
    }
}

uint32_t aude_odds_of_tile(const aude_rules *rules, const aude_state *view, int tile, const aude_budget *budget,
                           aude_random *random, void *memory, aude_odds *dst)
{
    simulation *m = memory;
    aude_target target[AUDE_ODDS_TARGETS];
    bool held[AUDE_ODDS_TARGETS] = {0};
    memset(dst, 0, sizeof *dst);
    simulation_init(m, rules, view);
    dst->n_targets = aude_targets(rules, view, tile, target, AUDE_ODDS_TARGETS);
    for (int i = 0; i < dst->n_targets; i++) {
        aude_feature f;
        dst->target[i].target = target[i];
        aude_feature_get(rules, view, target[i].feature, &f);
        for (int s = 0; s < AUDE_MAX_SEATS; s++) held[i] |= f.meeples[s] > 0;
    }
    for (; dst->n_targets && search_goes_on(budget, dst->playouts, ODDS_HABIT); dst->playouts++) {
        memcpy(m->held, held, sizeof held);
        memset(m->done, 0, sizeof m->done);
        m->settled = false;
        simulation_run(m, rules, view, random, tile, dst);
        targets_end(m, rules, tile, dst);
    }
    return dst->playouts;
}

uint32_t aude_odds_of_space(const aude_rules *rules, const aude_state *view, int x, int y, const aude_budget *budget,
                            aude_random *random, void *memory, uint32_t *playouts)
{
    simulation *m = memory;
    uint32_t filled = 0, n = 0;
    simulation_init(m, rules, view);
    for (; search_goes_on(budget, n, ODDS_HABIT); n++) {
        simulation_run(m, rules, view, random, -1, NULL);
        filled += aude_tile_at(rules, &m->state, x, y) >= 0;
    }
    *playouts = n;
    return filled;
}

/* Wilson's interval. */
void aude_odds_interval(uint32_t hits, uint32_t n, int *low, int *high)
{
    float z = 1.96F, trials = (float)n, part = n ? (float)hits / trials : 0;
    *low = 0;
    *high = 1000;
    if (!n) return;
    float scale = 1 / (1 + z * z / trials), middle = (part + z * z / (2 * trials)) * scale;
    float half = z * scale * number_root(part * (1 - part) / trials + z * z / (4 * trials * trials));
    *low = hits ? (int)(1000 * (middle - half)) : 0;
    *high = hits < n ? (int)(1000 * (middle + half) + 0.999F) : 1000;
}
