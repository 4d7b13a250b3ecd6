/* plain.c - Monte-Carlo tree search as the literature has it, without knowledge of the game: a measure for better engines.
 *
 * Nodes are decisions and draws, children of a draw are the kinds of tiles; a playout walks down by UCT, adds a node and plays
 * random moves to the end; the reward of a seat is its share of all points. Tiles and meeples are in the tree; bets, settles
 * and final choices are random in it, except the one that is asked for. What is hidden is filled in anew for each playout.
 *
 * Nodes are indices into one array; where it is full, leaves stay leaves. The tree of a tile is used for its meeple. */
#include "ai/engine.h"
#include "ai/numbers.h"
#include "ai/search.h"

#include <stdbool.h>

enum { PLAIN_NODES = 1 << 19, PLAIN_PLAYOUTS = 1000, PLAIN_DEPTH = 512 };

static const float PLAIN_EXPLORE = 0.5F;

typedef struct node {
    aude_move move; /* that leads here */
    uint8_t seat;   /* whose move that was; rewards are this seat's */
    uint32_t visits;
    float reward;
    uint32_t child; /* the first; 0 = none yet */
    uint32_t n_children;
} node;

typedef struct plain {
    search_head head; /* first: see search.h */
    uint32_t n_nodes;
    uint32_t root, next; /* next: the root of what is expected */
    uint32_t seat;
    aude_state base, state;
    aude_move moves[AUDE_MAX_MOVES];
    uint32_t weights[AUDE_MAX_KINDS];
    uint32_t path[PLAIN_DEPTH];
    node node[PLAIN_NODES];
} plain;

static void node_expand(plain *p, const aude_rules *rules, node *at, uint32_t actors)
{
    int n = actors == AUDE_CHANCE ? aude_chance(rules, &p->state, p->moves, p->weights, AUDE_MAX_KINDS)
                                  : aude_legal(rules, &p->state, __builtin_ctz(actors), p->moves, AUDE_MAX_MOVES);
    if (p->n_nodes + (uint32_t)n > PLAIN_NODES) return;
    at->child = p->n_nodes;
    at->n_children = (uint32_t)n;
    p->n_nodes += (uint32_t)n;
    for (int i = 0; i < n; i++)
        p->node[at->child + (uint32_t)i] = (node){.move = p->moves[i], .seat = p->moves[i].seat};
}

/* The child with the highest upper bound; one of those not yet visited, at random, before all others. */
static uint32_t node_select(const plain *p, const node *at, aude_random *random)
{
    uint32_t best = at->child, fresh = 0;
    float highest = -1, scale = PLAIN_EXPLORE * number_root(number_log((float)at->visits + 1));
    for (uint32_t i = at->child; i < at->child + at->n_children; i++) {
        const node *c = &p->node[i];
        if (!c->visits) {
            if (!aude_random_below(random, ++fresh)) best = i;
            continue;
        }
        float value = c->reward / (float)c->visits + scale / number_root((float)c->visits);
        if (fresh || value <= highest) continue;
        highest = value;
        best = i;
    }
    return best;
}

/* The child of a draw. All kinds that were in the bag have one. */
static uint32_t node_drawn(const plain *p, const node *at, aude_move move)
{
    uint32_t i = at->child;
    while (p->node[i].move.tile != move.tile) i++;
    return i;
}

static void plain_playout(plain *p, const aude_rules *rules, aude_random *random, int n_seats)
{
    uint32_t at = p->root, actors;
    int depth = 0;
    bool asked = true; /* the decision that the engine was asked for */
    aude_move move;
    aude_resample(rules, &p->base, random, &p->state);
    p->path[depth++] = at;
    while (depth < PLAIN_DEPTH && (actors = aude_actors(rules, &p->state))) {
        aude_step step = aude_state_step(rules, &p->state);
        node *here = &p->node[at];
        if (step > AUDE_STEP_MEEPLE && !asked) {
            aude_random_move(rules, &p->state, random, &move);
            aude_play(rules, &p->state, move, NULL);
            continue;
        }
        if (!here->child && (here->visits || asked)) node_expand(p, rules, here, asked ? 1u << p->seat : actors);
        if (!here->child) break;
        asked = false;
        if (actors == AUDE_CHANCE) {
            aude_random_move(rules, &p->state, random, &move);
            at = node_drawn(p, here, move);
        } else {
            at = node_select(p, here, random);
            move = p->node[at].move;
        }
        aude_play(rules, &p->state, move, NULL);
        p->path[depth++] = at;
    }
    aude_playout(rules, &p->state, random);
    float sum = 0;
    for (int s = 0; s < n_seats; s++) sum += (float)aude_score(&p->state, s);
    for (int i = 0; i < depth; i++) {
        node *c = &p->node[p->path[i]];
        c->visits++;
        if (c->seat < n_seats) c->reward += sum > 0 ? (float)aude_score(&p->state, c->seat) / sum : 0.5F;
    }
}

/* The tree that an earlier call left for this very decision, or a new one. */
static void plain_root(plain *p, const aude_rules *rules, const aude_state *view, int seat)
{
    if (search_follows(&p->head, rules, view, seat)) {
        p->root = p->next;
    } else {
        p->root = 0;
        p->n_nodes = 1;
        p->node[0] = (node){.seat = AUDE_NOBODY};
    }
    search_begin(&p->head);
    p->seat = (uint32_t)seat;
    aude_state_copy(rules, &p->base, view);
}

static void plain_take(plain *p, const aude_rules *rules, uint32_t child, aude_move *dst)
{
    *dst = p->node[child].move;
    p->next = child;
    aude_state_copy(rules, &p->state, &p->base);
    search_end(&p->head, rules, &p->state, (int)p->seat, *dst);
}

static void plain_join(const aude_rules *rules, const aude_state *view, int seat, void *const *memory, int n,
                       aude_move *dst)
{
    plain *first = memory[0];
    const node *root = &first->node[first->root];
    uint32_t best = 0, most = 0;
    (void)view, (void)seat;
    for (uint32_t i = 0; i < root->n_children; i++) {
        uint32_t visits = 0;
        for (int k = 0; k < n; k++) {
            const plain *p = memory[k];
            visits += p->node[p->node[p->root].child + i].visits;
        }
        if (visits > most) best = i, most = visits;
    }
    for (int k = 0; k < n; k++) {
        plain *p = memory[k];
        plain_take(p, rules, p->node[p->root].child + best, dst);
    }
}

static void plain_choose(const aude_rules *rules, const aude_state *view, int seat, const aude_budget *budget,
                         aude_random *random, void *memory, aude_move *dst)
{
    plain *p = memory;
    aude_setup setup;
    aude_rules_setup(rules, &setup);
    plain_root(p, rules, view, seat);
    for (uint32_t i = 0; !i || search_goes_on(budget, i, PLAIN_PLAYOUTS); i++)
        plain_playout(p, rules, random, setup.n_seats);
    plain_join(rules, view, seat, &memory, 1, dst);
}

const aude_engine engine_plain = {
    .name = "mcts-plain",
    .about = "a tree search with random playouts that knows nothing but the rules",
    .memory = sizeof(plain),
    .choose = plain_choose,
    .join = plain_join,
};
