/* policy.c - see policy.h. */
#include "ai/policy.h"

#include <stdbool.h>
#include <string.h>

enum { POLICY_FIGURES = AUDE_MAX_SEATS * AUDE_MAX_MEEPLES, POLICY_CHIPS = 48 };

/* No space is taken to be quite hopeless. */
static const float POLICY_UNFIT = 0.02F;

/* A turn's constants. */
typedef struct scope {
    const outlook *o;
    const stakes *stakes;
    const aude_rules *rules;
    const aude_state *state;
    int me, draws;
    bool can;        /* a meeple is in the supply */
    float home, pay; /* what it is worth that a meeple comes home, and leaves the supply */
    float other;     /* weight of another seat's points */
    int n_chips;
    struct {
        int id; /* a target of the stack that the chip lies in */
        uint8_t face;
        float weight; /* of the owner, over the number of targets */
    } chip[POLICY_CHIPS];
    int n_watched;
    struct {
        int x, y, open;
        float sign;
    } watched[POLICY_FIGURES];
} scope;

static float scope_sign(const scope *c, int seat)
{
    return seat == c->me ? 1 : c->other;
}

/* What a road or city is worth to the seat on turn. */
static void scope_worth(const scope *c, holding *h)
{
    h->fixed = h->slope = 0;
    if (!h->held) return;
    int most = 0;
    for (int s = 0; s < c->o->n_seats; s++)
        if (h->meeples[s] > most) most = h->meeples[s];
    float slope, back, points = outlook_points(c->o, h, c->draws, &slope, &back);
    for (int s = 0; s < c->o->n_seats; s++) {
        if (!h->meeples[s]) continue;
        float sign = scope_sign(c, s), meeples = sign * (float)h->meeples[s];
        if (h->meeples[s] == most) {
            h->fixed += sign * points;
            h->slope += sign * slope;
        }
        if (h->open)
            h->slope += meeples * back;
        else
            h->fixed += meeples * c->home;
    }
}

static float holding_value(const holding *h)
{
    return h->fixed + h->slope * h->closable;
}

static float policy_fits(const outlook *o, unsigned demand)
{
    return o->fits[demand] > POLICY_UNFIT ? o->fits[demand] : POLICY_UNFIT;
}

static void scope_monasteries(scope *c)
{
    aude_figure figure[POLICY_FIGURES];
    int n = aude_figures(c->rules, c->state, figure, POLICY_FIGURES);
    c->n_watched = 0;
    for (int i = 0; i < n; i++) {
        if (figure[i].feature != AUDE_MONASTERY) continue;
        aude_placed at = aude_placed_at(c->rules, c->state, figure[i].tile);
        aude_feature f;
        aude_feature_get(c->rules, c->state,
                         aude_feature_at(c->rules, c->state, figure[i].tile, AUDE_MONASTERY, AUDE_NO_EDGE), &f);
        c->watched[c->n_watched].x = at.x;
        c->watched[c->n_watched].y = at.y;
        c->watched[c->n_watched].open = f.n_open;
        c->watched[c->n_watched++].sign = scope_sign(c, figure[i].seat);
    }
}

static void scope_chips(scope *c)
{
    aude_stack stack[AUDE_MAX_STACKS];
    aude_target target[4];
    c->n_chips = 0;
    if (!c->stakes->n_faces) return;
    int n = aude_stacks(c->rules, c->state, stack, AUDE_MAX_STACKS);
    for (int i = 0; i < n; i++) {
        int n_targets = aude_targets(c->rules, c->state, stack[i].tile, target, 4);
        for (int t = 0; t < n_targets && t < 4; t++)
            for (int j = 0; j < stack[i].n_bets && c->n_chips < POLICY_CHIPS; j++) {
                if (stack[i].bet[j].face == AUDE_HIDDEN_FACE) continue;
                c->chip[c->n_chips].id = target[t].feature;
                c->chip[c->n_chips].face = stack[i].bet[j].face;
                float keen = stack[i].bet[j].seat == c->me ? stakes_keen : 0;
                c->chip[c->n_chips++].weight = (scope_sign(c, stack[i].bet[j].seat) + keen) / (float)n_targets;
            }
    }
}

/* What chips on a side gain by its becoming part of the whole. */
static float scope_pay(const scope *c, const holding *side, const holding *whole)
{
    float value = 0;
    for (int i = 0; i < c->n_chips; i++)
        if (c->chip[i].id == side->id)
            value +=
                c->chip[i].weight * (stakes_alone(c->stakes, c->chip[i].face, whole->kind, whole->open, whole->tiles) -
                                     stakes_alone(c->stakes, c->chip[i].face, side->kind, side->open, side->tiles));
    return value;
}

/* What a tile on a space does for monasteries around it. */
static float scope_around(const scope *c, int x, int y)
{
    float value = 0, fill = c->o->fill[c->draws];
    for (int i = 0; i < c->n_watched; i++) {
        int dx = c->watched[i].x - x, dy = c->watched[i].y - y;
        if (dx < -1 || dx > 1 || dy < -1 || dy > 1) continue;
        value += c->watched[i].sign * (1 - fill + (c->watched[i].open == 1 ? c->home : 0));
    }
    return value;
}

/* ---- The frontier ------------------------------------------------------------------------------------------------ */

static const int DX[4] = {0, 1, 0, -1}, DY[4] = {-1, 0, 1, 0};

static uint16_t *grid_at(policy *p, int x, int y)
{
    return &p->grid[(unsigned)y % POLICY_GRID][(unsigned)x % POLICY_GRID];
}

/* The open space at x, y, or -1. */
static int space_at(policy *p, int x, int y)
{
    int i = *grid_at(p, x, y) - 1;
    return i >= 0 && p->space[i].x == x && p->space[i].y == y ? i : -1;
}

/* The holding of a road or city that meets a space from one side. */
static int frontier_side(policy *p, const scope *c, const aude_space *s, int edge)
{
    int tile = aude_tile_at(c->rules, c->state, s->x + DX[edge], s->y + DY[edge]);
    aude_placed at = aude_placed_at(c->rules, c->state, tile);
    int id = aude_feature_of(c->rules, c->state, tile, c->o->outline[4 * at.kind + at.rotation].at[(edge + 2) & 3]);
    if (p->of[id]) return p->of[id] - 1;
    aude_feature f;
    aude_feature_get(c->rules, c->state, id, &f);
    holding *h = &p->holding[p->n_holdings++];
    p->of[id] = (uint16_t)p->n_holdings;
    *h = (holding){.id = id,
                   .kind = (uint8_t)f.kind,
                   .tiles = f.n_tiles,
                   .open = f.n_open,
                   .pennants = f.n_pennants,
                   .closable = 1};
    memcpy(h->meeples, f.meeples, sizeof f.meeples);
    for (int seat = 0; seat < c->o->n_seats; seat++) h->held |= f.meeples[seat];
    scope_worth(c, h);
    return p->n_holdings - 1;
}

static void frontier_make(policy *p, const scope *c)
{
    p->n_spaces = aude_open_spaces(c->rules, c->state, p->space, POLICY_SPACES);
    p->n_holdings = 0;
    for (int i = 0; i < p->n_spaces; i++) {
        const aude_space *s = &p->space[i];
        int16_t *side = p->side[i];
        p->demand[i] = (uint8_t)outlook_demand(s);
        *grid_at(p, s->x, s->y) = (uint16_t)(i + 1);
        float fits = policy_fits(c->o, p->demand[i]);
        for (int edge = 0; edge < 4; edge++) {
            side[edge] = s->edge[edge] > AUDE_ROAD ? -1 : (int16_t)frontier_side(p, c, s, edge);
            bool again = side[edge] < 0;
            for (int e = 0; e < edge; e++) again = again || side[e] == side[edge];
            if (!again) p->holding[side[edge]].closable *= fits;
        }
    }
}

static void frontier_clear(policy *p)
{
    for (int i = 0; i < p->n_spaces; i++) *grid_at(p, p->space[i].x, p->space[i].y) = 0;
    for (int i = 0; i < p->n_holdings; i++) p->of[p->holding[i].id] = 0;
}

/* ---- A placement ------------------------------------------------------------------------------------------------- */

/* How the tile changes the spaces beside it: fits[edge] of the new demand there, and what that does to others' chances. */
static float scope_beside(policy *p, const scope *c, int space, const outline *l, float fits[4])
{
    static const uint8_t code[2] = {1, 2};
    const int16_t *own = p->side[space];
    float value = 0;
    for (int edge = 0; edge < 4; edge++) {
        if (p->space[space].edge[edge] != OUTLOOK_NONE) continue; /* a tile lies there */
        int beside = space_at(p, p->space[space].x + DX[edge], p->space[space].y + DY[edge]), back = (edge + 2) & 3;
        unsigned demand = (l->at[edge] == OUTLOOK_NONE ? 3U : code[l->kind[l->at[edge]]]) << 2 * back;
        if (beside >= 0) demand |= p->demand[beside];
        fits[edge] = policy_fits(c->o, demand);
        if (beside < 0) continue;
        float ratio = fits[edge] / policy_fits(c->o, p->demand[beside]) - 1;
        for (int e = 0; e < 4; e++) {
            int h = p->side[beside][e];
            if (h < 0 || p->holding[h].slope == 0 || h == own[0] || h == own[1] || h == own[2] || h == own[3]) continue;
            value += p->holding[h].slope * p->holding[h].closable * ratio;
        }
    }
    return value;
}

/* A monastery's worth with a monk on it. */
static float scope_monk(const scope *c, int x, int y)
{
    int open = 0;
    for (int k = 0; k < 9; k++) open += k != 4 && aude_tile_at(c->rules, c->state, x + k % 3 - 1, y + k / 3 - 1) < 0;
    if (!open) return 9 + c->home;
    const float *w = c->o->weight[c->draws];
    return (float)(9 - open) + w[TERM_MONASTERY] * (float)open * c->o->fill[c->draws] + w[TERM_MONASTERY_OPEN];
}

/* The value of laying the outline on a space, with the best meeple. */
static turn scope_place(policy *p, const scope *c, int space, const outline *l, aude_move place)
{
    turn t = {.place = place, .segment = -1};
    const int16_t *side = p->side[space];
    float fits[4], here = policy_fits(c->o, p->demand[space]);
    t.value = scope_around(c, place.x, place.y) + scope_beside(p, c, space, l, fits);
    for (int i = 0; i < l->n; i++) {
        holding whole = {.kind = l->kind[i], .tiles = 1, .pennants = l->pennants[i], .closable = 1};
        float before = 0, gain;
        if (l->kind[i] == AUDE_FIELD || (l->kind[i] == AUDE_MONASTERY && !c->can)) continue;
        if (l->kind[i] == AUDE_MONASTERY) {
            gain = scope_monk(c, place.x, place.y) - c->pay;
        } else {
            for (int edge = 0; edge < 4; edge++) {
                if (!(l->ends[i] >> edge & 1)) continue;
                if (side[edge] < 0) {
                    whole.open++;
                    whole.closable *= fits[edge];
                    continue;
                }
                whole.open--;
                bool again = false;
                for (int e = 0; e < edge; e++) again = again || (l->ends[i] >> e & 1 && side[e] == side[edge]);
                if (again) continue;
                const holding *h = &p->holding[side[edge]];
                whole.tiles += h->tiles;
                whole.open += h->open;
                whole.pennants += h->pennants;
                whole.closable *= h->closable / here;
                if (h->held)
                    for (int seat = 0; seat < c->o->n_seats; seat++)
                        whole.meeples[seat] = (uint8_t)(whole.meeples[seat] + h->meeples[seat]);
                whole.held |= h->held;
                before += holding_value(h);
            }
            for (int edge = 0; c->n_chips && edge < 4; edge++)
                if (l->ends[i] >> edge & 1 && side[edge] >= 0) t.value += scope_pay(c, &p->holding[side[edge]], &whole);
            if (whole.held) {
                scope_worth(c, &whole);
                t.value += holding_value(&whole) - before;
                continue;
            }
            if (!c->can) continue;
            whole.meeples[c->me] = whole.held = 1;
            scope_worth(c, &whole);
            gain = holding_value(&whole) - c->pay;
        }
        if (gain <= t.gain) continue;
        t.gain = gain;
        t.segment = (int8_t)i;
    }
    t.value += t.gain;
    return t;
}

static scope scope_make(const outlook *o, const stakes *k, const aude_rules *rules, const aude_state *state)
{
    scope c = {.o = o,
               .stakes = k,
               .rules = rules,
               .state = state,
               .me = aude_state_turn(state),
               .draws = outlook_draws(rules, state)};
    int supply = aude_supply(state, c.me);
    const float *worth = o->supply[c.draws];
    c.can = supply > 0;
    c.pay = c.can ? worth[supply] - worth[supply - 1] : 0;
    c.home = supply < AUDE_MAX_MEEPLES ? worth[supply + 1] - worth[supply] : 0;
    c.other = o->n_seats > 1 ? -1.0F / (float)(o->n_seats - 1) : 0;
    return c;
}

void policy_init(policy *p)
{
    memset(p->of, 0, sizeof p->of);
    memset(p->grid, 0, sizeof p->grid);
}

int policy_list(policy *p, const outlook *o, const stakes *k, const aude_rules *rules, const aude_state *state,
                turn *dst, int cap)
{
    scope c = scope_make(o, k, rules, state);
    int kind = aude_state_hand(state), n_turns = 0, space = 0;
    scope_monasteries(&c);
    scope_chips(&c);
    frontier_make(p, &c);
    int n = aude_legal(rules, state, c.me, p->place, AUDE_MAX_MOVES);
    for (int i = 0; i < n; i++) {
        const aude_move *m = &p->place[i];
        while (p->space[space].x != m->x || p->space[space].y != m->y) space++; /* both lists have one order */
        turn t = scope_place(p, &c, space, &o->outline[4 * kind + m->rotation], *m);
        int at = n_turns;
        if (at == cap && t.value <= dst[at - 1].value) continue;
        if (at < cap)
            n_turns++;
        else
            at--;
        for (; at && dst[at - 1].value < t.value; at--) dst[at] = dst[at - 1];
        dst[at] = t;
    }
    frontier_clear(p);
    return n_turns;
}

void policy_play(const outlook *o, const aude_rules *rules, aude_state *state, const turn *t, aude_events *events)
{
    aude_move meeple[AUDE_MAX_SEGMENTS + 1];
    const outline *l = &o->outline[4 * aude_state_hand(state) + t->place.rotation];
    int supply = aude_supply(state, t->place.seat), draws = outlook_draws(rules, state), chosen = 0;
    aude_play(rules, state, t->place, events);
    if (aude_state_step(rules, state) != AUDE_STEP_MEEPLE) return;
    int n = aude_legal(rules, state, t->place.seat, meeple, AUDE_MAX_SEGMENTS + 1);
    float best = t->gain + (supply ? o->supply[draws][supply] - o->supply[draws][supply - 1] : 0);
    bool farmer = false;
    for (int i = 1; i < n; i++) {
        if (meeple[i].feature == AUDE_FIELD) {
            aude_feature f;
            aude_feature_get(rules, state,
                             aude_feature_at(rules, state, aude_n_placed(state) - 1, AUDE_FIELD, meeple[i].edge), &f);
            float value = outlook_field(o, f.n_cities, draws);
            if (value <= best) continue;
            best = value;
            chosen = i;
            farmer = true;
        } else if (!farmer && t->segment >= 0 && meeple[i].feature == l->kind[t->segment] &&
                   (meeple[i].edge == AUDE_NO_EDGE || l->ends[t->segment] >> meeple[i].edge & 1)) {
            chosen = i;
        }
    }
    aude_play(rules, state, meeple[chosen], events);
}
