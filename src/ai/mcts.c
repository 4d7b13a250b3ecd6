/* mcts.c - information-set Monte-Carlo tree search.
 *
 * A node is the decision of a seat that has drawn a tile; its choices are whole turns, tile and meeple together, in the order of a
 * quick judgement (policy.h); below a choice there is one node for each tile that may be drawn next, which come by their
 * weights. A playout goes down by upper confidence bounds, adds a node, goes on with the policy's turns as far as the horizon,
 * and asks for the outlook there (outlook.h): its reward is the lead in points, own chips counted more (stakes.h). What the
 * view hides is filled in by some possibilities (stakes.h); nodes are shared between them, as who moves there does not know
 * them either.
 *
 * The n-th playouts of two choices at the root draw the same tiles, so that luck does not tell them apart.
 *
 * Nodes and choices are indices into arrays; when these are full, the tree stays as it is. */
#include "ai/mcts.h"
#include "ai/numbers.h"
#include "ai/outlook.h"
#include "ai/policy.h"
#include "ai/search.h"
#include "ai/stakes.h"

#include <stdbool.h>
#include <string.h>

enum {
    MCTS_ROOT = 64,
    MCTS_NODES = 1 << 15,
    MCTS_CHOICES = 6 * MCTS_NODES,
    MCTS_SAMPLES = 16,
    MCTS_TRIES = 128,
    MCTS_DEPTH = 16
};

/* Points of a lead at which the odds of victory are e to 1, for one draw left. */
static const float WIN_WIDTH = 1.7F;

/* As `trust` and `explore` of the settings, but of bets: what they pay is nearly all that tells them apart, and it is less than the
 * points that change hands otherwise meanwhile. */
static const float BET_TRUST = 8, BET_EXPLORE = 1.5F;

typedef struct choice {
    turn turn; /* at the root: the place, what is striven for by it, and, as gain, the lead alone */
    uint32_t visits;
    float sum;     /* of rewards to the seat that chooses */
    uint32_t node; /* the first below; 0 = none */
} choice;

typedef struct node {
    uint32_t first;  /* choice */
    uint32_t beside; /* another tile drawn */
    uint16_t tile;
    uint8_t n, seat;
    uint32_t visits;
    float sum;
} node;

/* What playouts beginning with a choice of the root have come to, for the seat that chooses. */
typedef struct tally {
    uint32_t n;
    float lead, win; /* sums */
} tally;

typedef struct mcts {
    search_head head; /* first: see search.h */
    aude_move planned;
    belief belief;
    outlook outlook;
    stakes stakes;
    policy policy;
    aude_state state, after, end;
    float value[AUDE_MAX_SEATS];
    float earned[AUDE_MAX_SEATS]; /* from chips since the root */
    float chips[AUDE_MAX_SEATS];  /* that, and what those on tiles are likely to pay */
    aude_events events;
    const aude_budget *budget;
    bool even; /* the choices of the root are searched in turn */
    int n_samples;
    aude_state sample[MCTS_SAMPLES]; /* the view, filled in */
    aude_move moves[AUDE_MAX_MOVES];
    aude_move meeple[MCTS_ROOT]; /* of the choices of the root; of kind AUDE_DRAW where none is asked */
    tally tally[MCTS_ROOT];
    uint32_t n_nodes, n_choices;
    node node[MCTS_NODES]; /* the first is the root */
    choice choice[MCTS_CHOICES];
} mcts;

_Static_assert(sizeof(mcts) <= MCTS_MEMORY, "the memory that is asked for is enough");

/* The lead of each seat over the mean of the others. Of what chips pay m->chips tells. */
static void mcts_lead(mcts *m, const aude_rules *rules, const aude_state *state, float lead[AUDE_MAX_SEATS])
{
    float *value = m->value, sum = 0, likely[AUDE_MAX_SEATS] = {0};
    int n = m->outlook.n_seats;
    outlook_value(&m->outlook, rules, state, value);
    stakes_value(&m->stakes, rules, state, likely);
    for (int s = 0; s < n; s++) {
        value[s] += likely[s];
        m->chips[s] = m->earned[s] + likely[s];
        sum += value[s];
    }
    for (int s = 0; s < n; s++) lead[s] = n > 1 ? value[s] - (sum - value[s]) / (float)(n - 1) : value[s];
}

/* What a seat strives for in a position of which mcts_lead was asked just now. */
static float mcts_reward(const mcts *m, const float lead[AUDE_MAX_SEATS], int seat)
{
    return lead[seat] + stakes_keen * m->chips[seat];
}

/* Where a move's events go: in a game without chips nowhere. */
static aude_events *mcts_events(mcts *m)
{
    m->events.n = 0;
    return m->stakes.n_faces ? &m->events : NULL;
}

static void mcts_earn(mcts *m)
{
    for (int i = 0; i < m->events.n; i++) {
        const aude_event *e = &m->events.event[i];
        if (e->kind == AUDE_EV_FLIPPED) m->earned[e->seat] += (float)e->points;
    }
}

static void mcts_play(mcts *m, const aude_rules *rules, aude_state *state, aude_move move)
{
    aude_play(rules, state, move, mcts_events(m));
    mcts_earn(m);
}

static void mcts_play_turn(mcts *m, const aude_rules *rules, const turn *t)
{
    policy_play(&m->outlook, rules, &m->state, t, mcts_events(m));
    mcts_earn(m);
}

/* Chance of victory in a position of which mcts_lead was asked just now: what draws may still change grows as their root. Who has
 * left cannot win (rule base/retire-1). */
static float mcts_win(const mcts *m, const aude_rules *rules, const aude_state *state, int seat)
{
    float sum = 0;
    if (!aude_actors(rules, state)) {
        uint32_t winners = aude_winners(rules, state);
        return winners >> seat & 1 ? 1 / (float)__builtin_popcount(winners) : 0;
    }
    uint32_t left = aude_state_left(state);
    if (left >> seat & 1) return 0;
    float width = WIN_WIDTH * number_root((float)outlook_draws(rules, state) + 1);
    for (int s = 0; s < m->outlook.n_seats; s++)
        if (!(left >> s & 1)) sum += number_exp((m->value[s] - m->value[seat]) / width);
    return 1 / sum;
}

static void tally_add(mcts *m, const choice *c, float lead, float win)
{
    tally *t = &m->tally[c - m->choice];
    t->n++;
    t->lead += lead;
    t->win += win;
}

/* Whether only one tile is to be drawn after this one, and no chips can be laid before. */
static bool last_is_near(const mcts *m, const aude_rules *rules)
{
    return aude_state_n_bag(rules, &m->sample[0]) == 1 && aude_state_step(rules, &m->sample[0]) == AUDE_STEP_PLACE;
}

/* ---- The root ---------------------------------------------------------------------------------------------------- */

/* Possibilities of what is hidden: of many, some by how well they agree with the belief. */
static void samples_make(mcts *m, const aude_rules *rules, const aude_state *view, int seat, aude_random *random)
{
    aude_resample(rules, view, random, &m->sample[0]);
    m->n_samples = 1;
    if (!m->stakes.n_faces) return;
    belief_update(&m->belief, &m->stakes, rules, view);
    m->n_samples = MCTS_SAMPLES;
    for (int i = 0; i < MCTS_SAMPLES; i++) {
        float sum = 0;
        for (int k = 0; k < MCTS_TRIES / MCTS_SAMPLES; k++) {
            aude_resample(rules, view, random, &m->state);
            float weight = belief_weight(&m->belief, rules, &m->state, seat) + 1e-9F;
            sum += weight;
            if ((float)aude_random_below(random, 1 << 20) * sum <= weight * (float)(1 << 20))
                aude_state_copy(rules, &m->sample[i], &m->state);
        }
    }
}

/* About normal, deviation 1. */
static float noise_draw(aude_random *random)
{
    float sum = 0;
    for (int i = 0; i < 4; i++) sum += (float)aude_random_below(random, 1 << 16) / (1 << 16) - 0.5F;
    return sum * 1.732F;
}

static bool root_wants(const aude_budget *budget, aude_move move, aude_move meeple)
{
    if (!budget || !budget->only) return true;
    for (int i = 0; i < budget->n_only; i++)
        if (search_same(budget->only[i].move, move) && search_same(budget->only[i].meeple, meeple)) return true;
    return false;
}

/* Keeps the best choices in order. m->after is the position behind this one, m->earned what chips have paid by it. */
static void root_add(mcts *m, const settings *use, const aude_rules *rules, int seat, aude_move move, aude_move meeple,
                     aude_random *random)
{
    node *root = &m->node[0];
    if (!root_wants(m->budget, move, meeple)) return;
    float lead[AUDE_MAX_SEATS];
    mcts_lead(m, rules, &m->after, lead);
    if (move.kind == AUDE_BET && move.face != AUDE_NO_BET) { /* it does not lie on the tile yet */
        float pay = stakes_pay(&m->stakes, rules, &m->after, aude_n_placed(&m->after) - 1, move.face);
        lead[seat] += pay;
        m->chips[seat] += pay;
    }
    if (use->noise > 0) lead[seat] += use->noise * noise_draw(random);
    float value = mcts_reward(m, lead, seat);
    int at = root->n, width = m->even || last_is_near(m, rules) ? MCTS_ROOT : use->width;
    if (at == width && value <= m->choice[at - 1].turn.value) return;
    if (at < width)
        root->n++;
    else
        at--;
    for (; at && m->choice[at - 1].turn.value < value; at--) {
        m->choice[at] = m->choice[at - 1];
        m->meeple[at] = m->meeple[at - 1];
    }
    m->choice[at] = (choice){.turn = {.place = move, .gain = lead[seat], .value = value}};
    m->meeple[at] = meeple;
}

static void root_make(mcts *m, const settings *use, const aude_rules *rules, int seat, aude_random *random)
{
    static const aude_move none = {.kind = AUDE_DRAW};
    aude_move meeple[AUDE_MAX_SEGMENTS + 1];
    int n = aude_legal(rules, &m->sample[0], seat, m->moves, AUDE_MAX_MOVES);
    m->node[0] = (node){.seat = (uint8_t)seat};
    for (int i = 0; i < n; i++) {
        aude_state_copy(rules, &m->state, &m->sample[0]);
        memset(m->earned, 0, sizeof m->earned);
        mcts_play(m, rules, &m->state, m->moves[i]);
        if (m->moves[i].kind != AUDE_PLACE || aude_state_step(rules, &m->state) != AUDE_STEP_MEEPLE) {
            aude_state_copy(rules, &m->after, &m->state);
            root_add(m, use, rules, seat, m->moves[i], none, random);
            continue;
        }
        int n_meeples = aude_legal(rules, &m->state, seat, meeple, AUDE_MAX_SEGMENTS + 1);
        for (int k = 0; k < n_meeples; k++) {
            aude_state_copy(rules, &m->after, &m->state);
            memset(m->earned, 0, sizeof m->earned);
            mcts_play(m, rules, &m->after, meeple[k]);
            root_add(m, use, rules, seat, m->moves[i], meeple[k], random);
        }
    }
    m->n_nodes = 1;
    m->n_choices = MCTS_ROOT;
    memset(m->tally, 0, sizeof m->tally);
}

/* ---- The tree ---------------------------------------------------------------------------------------------------- */

/* The choice with the highest upper bound. Unseen ones are as good as the node, less what they seem worse than the best. */
static choice *node_select(mcts *m, const settings *use, const node *at)
{
    choice *first = &m->choice[at->first], *best = first;
    float highest = -1e9F, mean = at->visits ? at->sum / (float)at->visits : 0;
    bool bet = at == m->node && first->turn.place.kind == AUDE_BET;
    float trust = bet ? BET_TRUST : use->trust;
    float width = (bet ? BET_EXPLORE : use->explore) * number_root(number_log((float)at->visits + 2));
    for (choice *c = first; m->even && at == m->node && c < first + at->n; c++)
        if (c->visits < best->visits) best = c;
    if (m->even && at == m->node) return best;
    for (choice *c = first; c < first + at->n; c++) {
        float expected = mean + c->turn.value - first->turn.value, visits = (float)c->visits + trust;
        float value = (c->sum + trust * expected) / visits + width / number_root((float)c->visits + 1);
        if (value <= highest) continue;
        highest = value;
        best = c;
    }
    return best;
}

/* The node of the tile in hand below a choice; NULL where there is none and no room. *fresh: it was made now. */
static node *node_below(mcts *m, const settings *use, const aude_rules *rules, choice *c, bool *fresh)
{
    uint16_t tile = (uint16_t)aude_state_hand(&m->state);
    for (uint32_t i = c->node; i; i = m->node[i].beside)
        if (m->node[i].tile == tile) return &m->node[i];
    if (m->n_nodes == MCTS_NODES || m->n_choices + (uint32_t)use->replies > MCTS_CHOICES) return NULL;
    turn list[POLICY_TURNS];
    int n = policy_list(&m->policy, &m->outlook, &m->stakes, rules, &m->state, list, use->replies);
    node *below = &m->node[m->n_nodes];
    *below = (node){.first = m->n_choices,
                    .beside = c->node,
                    .tile = tile,
                    .n = (uint8_t)n,
                    .seat = (uint8_t)aude_state_turn(&m->state)};
    c->node = m->n_nodes++;
    for (int i = 0; i < n; i++) m->choice[m->n_choices++] = (choice){.turn = list[i]};
    *fresh = true;
    return below;
}

static void mcts_playout(mcts *m, const settings *use, const aude_rules *rules, uint64_t seed)
{
    node *path[MCTS_DEPTH];
    choice *taken[MCTS_DEPTH];
    aude_random draws;
    aude_move move;
    turn quick;
    bool fresh = false;
    int depth = 1, turns = 1;
    path[0] = &m->node[0];
    taken[0] = node_select(m, use, path[0]);
    uint32_t nth = taken[0]->visits;
    aude_random_seed(&draws, seed + nth * 0x9e3779b97f4a7c15u);
    aude_state_copy(rules, &m->state, &m->sample[nth % (uint32_t)m->n_samples]);
    memset(m->earned, 0, sizeof m->earned);
    mcts_play(m, rules, &m->state, taken[0]->turn.place);
    aude_move meeple = m->meeple[taken[0] - m->choice];
    if (meeple.kind != AUDE_DRAW) mcts_play(m, rules, &m->state, meeple);
    for (uint32_t actors; (actors = aude_actors(rules, &m->state));) {
        aude_step step = aude_state_step(rules, &m->state);
        if (step == AUDE_STEP_PLACE) {
            turns++;
            node *below = depth < use->depth && !fresh ? node_below(m, use, rules, taken[depth - 1], &fresh) : NULL;
            if (!below) {
                fresh = true;
                policy_list(&m->policy, &m->outlook, &m->stakes, rules, &m->state, &quick, 1);
                mcts_play_turn(m, rules, &quick);
                continue;
            }
            path[depth] = below;
            taken[depth] = node_select(m, use, below);
            mcts_play_turn(m, rules, &taken[depth++]->turn);
            continue;
        }
        if (step == AUDE_STEP_DRAW) {
            if (turns > use->horizon) break;
            aude_random_move(rules, &m->state, &draws, &move);
        } else {
            stakes_move(&m->stakes, rules, &m->state, __builtin_ctz(actors), &move);
        }
        mcts_play(m, rules, &m->state, move);
    }
    float lead[AUDE_MAX_SEATS];
    mcts_lead(m, rules, &m->state, lead);
    tally_add(m, taken[0], lead[path[0]->seat], mcts_win(m, rules, &m->state, path[0]->seat));
    for (int i = 0; i < depth; i++) {
        float reward = mcts_reward(m, lead, path[i]->seat);
        path[i]->visits++;
        path[i]->sum += reward;
        taken[i]->visits++;
        taken[i]->sum += reward;
    }
}

/* ---- The last tile but one --------------------------------------------------------------------------------------- */

/* Ends a game on which nobody but chips can have influence any more. */
static void last_settle(mcts *m, const aude_rules *rules, aude_state *state)
{
    aude_move move;
    for (uint32_t actors; (actors = aude_actors(rules, state));) {
        stakes_move(&m->stakes, rules, state, __builtin_ctz(actors), &move);
        aude_play(rules, state, move, NULL);
    }
}

/* The lead of `seat` when the seat that has drawn the last tile plays it as well as it can. m->after: that position. *win: of `seat`. */
static float last_reply(mcts *m, const aude_rules *rules, int seat, float *win)
{
    aude_move meeple[AUDE_MAX_SEGMENTS + 1];
    float lead[AUDE_MAX_SEATS], best = -1e9F, mine = 0;
    int mover = aude_state_turn(&m->after), n = aude_legal(rules, &m->after, mover, m->moves, AUDE_MAX_MOVES);
    for (int i = 0; i < n; i++) {
        aude_state_copy(rules, &m->state, &m->after);
        aude_play(rules, &m->state, m->moves[i], NULL);
        bool asked = aude_state_step(rules, &m->state) == AUDE_STEP_MEEPLE;
        int n_meeples = asked ? aude_legal(rules, &m->state, mover, meeple, AUDE_MAX_SEGMENTS + 1) : 1;
        for (int k = 0; k < n_meeples; k++) {
            aude_state_copy(rules, &m->end, &m->state);
            if (asked) aude_play(rules, &m->end, meeple[k], NULL);
            last_settle(m, rules, &m->end);
            mcts_lead(m, rules, &m->end, lead);
            if (lead[mover] <= best) continue;
            best = lead[mover];
            mine = lead[seat];
            *win = mcts_win(m, rules, &m->end, seat);
        }
    }
    return mine;
}

/* Each choice of the root is answered exactly; the best one counts as visited most. */
static void last_search(mcts *m, const aude_rules *rules, const aude_budget *budget, int seat)
{
    choice *best = m->choice;
    float highest = -1e9F;
    for (uint32_t i = 0; i < m->node[0].n && (!i || search_goes_on(budget, i, MCTS_ROOT)); i++) {
        aude_move move;
        aude_state_copy(rules, &m->after, &m->sample[0]);
        aude_play(rules, &m->after, m->choice[i].turn.place, NULL);
        if (m->meeple[i].kind != AUDE_DRAW) aude_play(rules, &m->after, m->meeple[i], NULL);
        for (uint32_t actors;
             (actors = aude_actors(rules, &m->after)) && aude_state_step(rules, &m->after) != AUDE_STEP_PLACE;) {
            if (actors == AUDE_CHANCE) {
                aude_chance(rules, &m->after, &move, &(uint32_t){0}, 1); /* there is but one tile */
            } else {
                stakes_move(&m->stakes, rules, &m->after, __builtin_ctz(actors), &move);
            }
            aude_play(rules, &m->after, move, NULL);
        }
        float lead[AUDE_MAX_SEATS];
        mcts_lead(m, rules, &m->after, lead);
        float win = mcts_win(m, rules, &m->after, seat);
        float value = aude_actors(rules, &m->after) ? last_reply(m, rules, seat, &win) : lead[seat];
        tally_add(m, &m->choice[i], value, win);
        m->choice[i].visits = 1;
        if (value <= highest) continue;
        highest = value;
        best = &m->choice[i];
    }
    best->visits = 2;
}

/* ---- Choosing ---------------------------------------------------------------------------------------------------- */

/* Playouts of all memories for a choice of the first. */
static uint32_t join_visits(void *const *memory, int n, int index)
{
    const mcts *first = memory[0];
    uint32_t visits = 0;
    for (int k = 0; k < n; k++) {
        const mcts *m = memory[k];
        for (int i = 0; i < m->node[0].n; i++)
            if (search_same(m->choice[i].turn.place, first->choice[index].turn.place) &&
                search_same(m->meeple[i], first->meeple[index]))
                visits += m->choice[i].visits;
    }
    return visits;
}

void mcts_join(const aude_rules *rules, const aude_state *view, int seat, void *const *memory, int n, aude_move *dst)
{
    mcts *first = memory[0];
    int best = 0;
    uint32_t most = 0;
    (void)view;
    for (int i = 0; i < first->node[0].n; i++) {
        uint32_t visits = join_visits(memory, n, i);
        if (visits > most) best = i, most = visits;
    }
    *dst = first->choice[best].turn.place;
    aude_move meeple = first->meeple[best];
    for (int k = 0; k < n; k++) {
        mcts *m = memory[k];
        m->planned = meeple;
        aude_state_copy(rules, &m->state, &m->sample[0]);
        search_end(&m->head, rules, &m->state, seat, *dst);
    }
}

int mcts_values(const void *memory, aude_valued *dst, int cap)
{
    const mcts *m = memory;
    int n = search_is_new(&m->head) ? 0 : m->node[0].n;
    for (int i = 0, k; i < n; i++) {
        const tally *t = &m->tally[i];
        float guess = m->choice[i].turn.gain, part = t->n ? 1 / (float)t->n : 0;
        aude_valued v = {.move = m->choice[i].turn.place,
                         .meeple = m->meeple[i],
                         .playouts = m->choice[i].visits,
                         .lead = (int32_t)(1000 * (t->n ? t->lead * part : guess)),
                         .win = t->n ? (int32_t)(1000 * t->win * part) : 500,
                         .guess = (int32_t)(1000 * guess)};
        for (k = i < cap ? i : cap; k && dst[k - 1].playouts < v.playouts; k--)
            if (k < cap) dst[k] = dst[k - 1];
        if (k < cap) dst[k] = v;
    }
    return n;
}

void mcts_think(const settings *use, const aude_rules *rules, const aude_state *view, int seat,
                const aude_budget *budget, aude_random *random, void *memory, aude_move *dst)
{
    mcts *m = memory;
    aude_step step = aude_state_step(rules, view);
    if (step == AUDE_STEP_MEEPLE && search_follows(&m->head, rules, view, seat)) {
        *dst = m->planned;
        return;
    }
    if (search_is_new(&m->head)) m->belief.n = 0;
    search_begin(&m->head);
    m->node[0].n = 0;
    m->budget = budget;
    m->even = budget && budget->only;
    outlook_init(&m->outlook, rules, view, use->weights, use->insight);
    stakes_init(&m->stakes, rules, view);
    policy_init(&m->policy);
    samples_make(m, rules, view, seat, random);
    if (step == AUDE_STEP_FINAL) {
        stakes_move(&m->stakes, rules, &m->sample[0], seat, dst);
        return;
    }
    root_make(m, use, rules, seat, random);
    uint64_t seed = aude_random_next(random);
    bool last = last_is_near(m, rules) && use->insight >= 1;
    if (last) last_search(m, rules, budget, seat);
    for (uint32_t i = 0; !last && m->node[0].n > 1 && (!use->limit || i < use->limit); i++) {
        if (!search_goes_on(budget, i, use->habit)) break;
        mcts_playout(m, use, rules, seed);
    }
    mcts_join(rules, view, seat, &memory, 1, dst);
}
