/* policy.c - see policy.h. Fields are left aside: what they are worth is seen at the end of a playout. */
#include "ai/policy.h"

#include <stdbool.h>
#include <string.h>

enum { POLICY_FIGURES = AUDE_MAX_SEATS * AUDE_MAX_MEEPLES, POLICY_CHIPS = 48 };

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
        float weight; /* sign of the owner, over the number of targets */
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
static float scope_value(const scope *c, const holding *h)
{
    if (!h->held) return 0;
    int most = 0;
    for (int s = 0; s < c->o->n_seats; s++)
        if (h->meeples[s] > most) most = h->meeples[s];
    float back, value = 0, points = outlook_points(c->o, h, c->draws, &back);
    for (int s = 0; s < c->o->n_seats; s++)
        if (h->meeples[s])
            value += scope_sign(c, s) *
                     ((h->meeples[s] == most ? points : 0) + (float)h->meeples[s] * (h->open ? back : c->home));
    return value;
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
                c->chip[c->n_chips++].weight = scope_sign(c, stack[i].bet[j].seat) / (float)n_targets;
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

static void scope_sides(const scope *c, int x, int y, holding side[4])
{
    static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    for (int edge = 0; edge < 4; edge++) {
        side[edge].id = -1;
        int tile = aude_tile_at(c->rules, c->state, x + dx[edge], y + dy[edge]);
        if (tile < 0) continue;
        aude_placed at = aude_placed_at(c->rules, c->state, tile);
        int segment = c->o->outline[4 * at.kind + at.rotation].at[(edge + 2) & 3];
        if (segment == OUTLOOK_NONE) continue;
        aude_feature f;
        aude_feature_get(c->rules, c->state, aude_feature_of(c->rules, c->state, tile, segment), &f);
        side[edge] = (holding){
            .id = f.id, .kind = (uint8_t)f.kind, .tiles = f.n_tiles, .open = f.n_open, .pennants = f.n_pennants};
        memcpy(side[edge].meeples, f.meeples, sizeof f.meeples);
        for (int s = 0; s < c->o->n_seats; s++) side[edge].held |= f.meeples[s];
        side[edge].value = scope_value(c, &side[edge]);
    }
}

/* The value of laying the outline between the sides; *segment: where a meeple goes best, or -1. */
static float scope_place(const scope *c, const outline *l, const holding side[4], int x, int y, int *segment)
{
    float value = 0, best = 0;
    *segment = -1;
    for (int i = 0; i < l->n; i++) {
        holding whole = {.kind = l->kind[i], .tiles = 1, .pennants = l->pennants[i]};
        float with;
        if (l->kind[i] == AUDE_FIELD) continue;
        if (l->kind[i] == AUDE_MONASTERY) {
            if (!c->can) continue;
            int open = 0;
            for (int k = 0; k < 9; k++)
                open += k != 4 && aude_tile_at(c->rules, c->state, x + k % 3 - 1, y + k / 3 - 1) < 0;
            with = (float)(9 - open) + c->o->weight[c->draws][TERM_MONASTERY] * (float)open * c->o->fill[c->draws] +
                   c->o->weight[c->draws][TERM_MONASTERY_OPEN] - c->pay + (open ? 0 : c->home);
        } else {
            float before = 0;
            for (int edge = 0; edge < 4; edge++) {
                if (!(l->ends[i] >> edge & 1)) continue;
                const holding *s = &side[edge];
                if (s->id < 0) {
                    whole.open++;
                    continue;
                }
                whole.open--;
                bool again = false;
                for (int e = 0; e < edge; e++) again = again || (l->ends[i] >> e & 1 && side[e].id == s->id);
                if (again) continue;
                whole.tiles += s->tiles;
                whole.open += s->open;
                whole.pennants += s->pennants;
                if (s->held)
                    for (int seat = 0; seat < c->o->n_seats; seat++)
                        whole.meeples[seat] = (uint8_t)(whole.meeples[seat] + s->meeples[seat]);
                whole.held |= s->held;
                before += s->value;
            }
            for (int edge = 0; c->n_chips && edge < 4; edge++)
                if (l->ends[i] >> edge & 1 && side[edge].id >= 0) value += scope_pay(c, &side[edge], &whole);
            if (whole.held) {
                value += scope_value(c, &whole) - before;
                continue;
            }
            if (!c->can) continue;
            whole.meeples[c->me] = whole.held = 1;
            with = scope_value(c, &whole) - c->pay;
        }
        if (with <= best) continue;
        best = with;
        *segment = i;
    }
    return value + best;
}

int policy_list(policy *p, const outlook *o, const stakes *k, const aude_rules *rules, const aude_state *state,
                turn *dst, int cap)
{
    scope c = {.o = o,
               .stakes = k,
               .rules = rules,
               .state = state,
               .me = aude_state_turn(state),
               .draws = outlook_draws(rules, state)};
    int kind = aude_state_hand(state), supply = aude_supply(state, c.me), n_turns = 0;
    c.can = supply > 0;
    c.pay = c.can ? o->supply[c.draws][supply] - o->supply[c.draws][supply - 1] : 0;
    c.home = supply < AUDE_MAX_MEEPLES ? o->supply[c.draws][supply + 1] - o->supply[c.draws][supply] : 0;
    c.other = o->n_seats > 1 ? -1.0F / (float)(o->n_seats - 1) : 0;
    scope_monasteries(&c);
    scope_chips(&c);
    int n = aude_legal(rules, state, c.me, p->place, AUDE_MAX_MOVES);
    holding side[4];
    for (int i = 0; i < n; i++) {
        const aude_move *m = &p->place[i];
        int segment;
        if (!i || m->x != m[-1].x || m->y != m[-1].y) scope_sides(&c, m->x, m->y, side);
        float value = scope_place(&c, &o->outline[4 * kind + m->rotation], side, m->x, m->y, &segment) +
                      scope_around(&c, m->x, m->y);
        int at = n_turns;
        if (at == cap && value <= dst[at - 1].value) continue;
        if (at < cap)
            n_turns++;
        else
            at--;
        for (; at && dst[at - 1].value < value; at--) dst[at] = dst[at - 1];
        dst[at] = (turn){.place = *m, .segment = (int8_t)segment, .value = value};
    }
    return n_turns;
}

void policy_play(const outlook *o, const aude_rules *rules, aude_state *state, const turn *t)
{
    aude_move meeple[AUDE_MAX_SEGMENTS + 1];
    const outline *l = &o->outline[4 * aude_state_hand(state) + t->place.rotation];
    aude_play(rules, state, t->place, NULL);
    if (aude_state_step(rules, state) != AUDE_STEP_MEEPLE) return;
    int n = aude_legal(rules, state, t->place.seat, meeple, AUDE_MAX_SEGMENTS + 1), chosen = 0;
    for (int i = 1; i < n && t->segment >= 0; i++)
        if (meeple[i].feature == l->kind[t->segment] &&
            (meeple[i].edge == AUDE_NO_EDGE || l->ends[t->segment] >> meeple[i].edge & 1))
            chosen = i;
    aude_play(rules, state, meeple[chosen], NULL);
}
