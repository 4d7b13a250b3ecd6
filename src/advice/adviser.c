/* adviser.c - see adviser.h. */
#include "advice/adviser.h"
#include "ai/search.h"

#include <string.h>

enum { ODDS_PLAYOUTS = 100, ALIGN = 16 };

struct adviser {
    const aude_engine *engine;
    void *memory, *odds_memory;
    aude_random random;
    aude_state before, after;
    aude_events events;
    aude_odds odds;
    aude_valued value[ADVISER_TURNS];
    int n_values;
};

/* What the facts are about. */
typedef struct reasoning {
    adviser *a;
    const aude_rules *rules;
    int seat, n_seats;
    fact *dst;
    int n;
} reasoning;

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

static const aude_engine *adviser_engine(void)
{
    return aude_engine_find("mcts");
}

size_t adviser_bytes(void)
{
    return aligned(sizeof(adviser)) + aligned(adviser_engine()->memory) + aligned(aude_odds_memory());
}

adviser *adviser_begin(void *room, uint64_t seed)
{
    adviser *a = room;
    a->engine = adviser_engine();
    a->memory = (char *)room + aligned(sizeof *a);
    a->odds_memory = (char *)a->memory + aligned(a->engine->memory);
    a->n_values = 0;
    aude_random_seed(&a->random, seed);
    return a;
}

/* ---- Turns -------------------------------------------------------------------------------------------------------- */

void adviser_choose(adviser *a, const aude_rules *rules, const aude_state *view, int seat, const aude_budget *budget,
                    aude_valued *dst)
{
    aude_move move;
    memset(a->memory, 0, AUDE_ENGINE_FRESH);
    a->engine->choose(rules, view, seat, budget, &a->random, a->memory, &move);
    int n = a->engine->values(a->memory, a->value, ADVISER_TURNS);
    a->n_values = n < ADVISER_TURNS ? n : ADVISER_TURNS;
    *dst = (aude_valued){.move = move, .meeple = {.kind = AUDE_DRAW}};
    for (int i = a->n_values; i-- > 0;)
        if (search_same(a->value[i].move, move)) *dst = a->value[i];
}

int adviser_values(const adviser *a, const aude_valued **list)
{
    *list = a->value;
    return a->n_values;
}

/* ---- Odds --------------------------------------------------------------------------------------------------------- */

const aude_odds *adviser_odds(adviser *a, const aude_rules *rules, const aude_state *view, int tile,
                              const aude_budget *budget)
{
    aude_odds_of_tile(rules, view, tile, budget, &a->random, a->odds_memory, &a->odds);
    return &a->odds;
}

uint32_t adviser_space(adviser *a, const aude_rules *rules, const aude_state *view, int x, int y,
                       const aude_budget *budget, uint32_t *playouts)
{
    return aude_odds_of_space(rules, view, x, y, budget, &a->random, a->odds_memory, playouts);
}

/* ---- Facts -------------------------------------------------------------------------------------------------------- */

/* Begins a fact; NULL: there are enough. */
static fact *fact_add(reasoning *r, fact_kind kind)
{
    if (r->n == ADVISER_FACTS) return NULL;
    fact *f = &r->dst[r->n++];
    *f = (fact){.kind = (uint8_t)kind, .chance = -1};
    return f;
}

static int others_most(const reasoning *r, const aude_feature *f, int *seat)
{
    int most = 0;
    for (int i = 0; i < r->n_seats; i++)
        if (i != r->seat && f->meeples[i] > most) most = f->meeples[i], *seat = i;
    return most;
}

static void fact_points(reasoning *r)
{
    const aude_events *events = &r->a->events;
    int own = 0, home = 0, features = 0;
    for (int i = 0; i < events->n; i++) {
        const aude_event *e = &events->event[i];
        if (e->kind == AUDE_EV_FINAL) break;
        home += e->kind == AUDE_EV_RETURNED && e->seat == r->seat;
        if (e->kind != AUDE_EV_SCORED || !(e->worth.winners >> r->seat & 1)) continue;
        own += e->worth.points;
        features |= 1 << e->worth.kind;
    }
    if (own || home) {
        fact *f = fact_add(r, own ? FACT_SCORES : FACT_HOME);
        if (!f) return;
        f->points = 1000 * own;
        f->features = (uint8_t)features;
        f->n = home;
    }
    for (int i = 0; i < events->n; i++) {
        const aude_event *e = &events->event[i];
        if (e->kind == AUDE_EV_FINAL) return;
        if (e->kind != AUDE_EV_SCORED || !e->worth.winners || e->worth.winners >> r->seat & 1) continue;
        fact *f = fact_add(r, FACT_GIVES);
        if (!f) return;
        f->points = 1000 * e->worth.points;
        f->seats = (uint8_t)e->worth.winners;
    }
}

/* That a road or city of the tile just placed is finished. */
static int32_t chance_of(const reasoning *r, int feature)
{
    const aude_odds *odds = &r->a->odds;
    for (int i = 0; i < odds->n_targets; i++) {
        if (odds->target[i].target.feature != feature) continue;
        uint64_t done = 0;
        for (int k = 0; k <= AUDE_ODDS_TILES; k++) done += odds->target[i].done[k];
        return (int32_t)(1000 * done / odds->playouts);
    }
    return -1;
}

static void fact_claim(reasoning *r, int tile, aude_move meeple)
{
    aude_feature f;
    int id = aude_feature_at(r->rules, &r->a->after, tile, meeple.feature, meeple.edge);
    aude_feature_get(r->rules, &r->a->after, id, &f);
    fact *claim = f.meeples[r->seat] ? fact_add(r, FACT_CLAIMS) : NULL; /* else it has scored already */
    if (!claim) return;
    claim->features = (uint8_t)(1 << f.kind);
    claim->n = f.kind == AUDE_MONASTERY ? 8 - f.n_open : f.kind == AUDE_FIELD ? f.n_cities : f.n_tiles;
    claim->chance = chance_of(r, f.id);
}

/* Whether the seat and others had meeples in a feature of the tile before, too. */
static bool was_shared(const reasoning *r, int tile, int kind, int id)
{
    static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    const adviser *a = r->a;
    aude_placed at = aude_placed_at(r->rules, &a->after, tile);
    for (int edge = 0; edge < 4; edge++) {
        int beside = aude_tile_at(r->rules, &a->before, at.x + dx[edge], at.y + dy[edge]);
        if (beside < 0 || aude_feature_at(r->rules, &a->after, tile, kind, edge) != id) continue;
        aude_feature f;
        int unused = 0, old = aude_feature_at(r->rules, &a->before, beside, kind, (edge + 2) & 3);
        if (old < 0) continue;
        aude_feature_get(r->rules, &a->before, old, &f);
        if (f.meeples[r->seat] && others_most(r, &f, &unused)) return true;
    }
    return false;
}

/* What grows or is joined by the tile, beside what the meeple claims. */
static void fact_grow(reasoning *r, int tile, const aude_move *meeple)
{
    const adviser *a = r->a;
    int told[4], n_told = 0;
    for (int edge = 0; edge < 4; edge++)
        for (int kind = AUDE_CITY; kind <= AUDE_ROAD; kind++) {
            int id = aude_feature_at(r->rules, &a->after, tile, kind, edge), other = 0;
            bool again = id < 0 || (meeple && meeple->feature == kind &&
                                    aude_feature_at(r->rules, &a->after, tile, kind, meeple->edge) == id);
            for (int i = 0; i < n_told; i++) again |= told[i] == id;
            if (again) continue;
            told[n_told++] = id;
            aude_feature f;
            aude_feature_get(r->rules, &a->after, id, &f);
            int own = f.meeples[r->seat], most = others_most(r, &f, &other);
            if (!f.n_open || !own) continue;
            bool joins = most && !was_shared(r, tile, kind, id);
            if (!joins && own < most) continue;
            fact *grown = fact_add(r, !joins ? FACT_GROWS : own > most ? FACT_TAKES : FACT_JOINS);
            if (!grown) return;
            grown->features = (uint8_t)(1 << kind);
            grown->seats = (uint8_t)(joins ? 1 << other : 0);
            grown->n = f.n_tiles;
            grown->chance = chance_of(r, f.id);
        }
}

static int fitting(const aude_rules *rules, const aude_state *state, int x, int y)
{
    int n = 0;
    for (int kind = 0; kind < aude_rules_n_kinds(rules); kind++)
        if (aude_fits(rules, state, kind, x, y)) n += aude_state_in_bag(rules, state, kind);
    return n;
}

/* Spaces beside the tile where others' roads and cities are open and hardly anything fits any more. */
static void fact_block(reasoning *r, int tile)
{
    static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    const adviser *a = r->a;
    aude_placed at = aude_placed_at(r->rules, &a->after, tile);
    for (int side = 0; side < 4; side++) {
        int x = at.x + dx[side], y = at.y + dy[side];
        if (aude_tile_at(r->rules, &a->after, x, y) >= 0) continue;
        for (int edge = 0; edge < 4; edge++)
            for (int kind = AUDE_CITY; kind <= AUDE_ROAD; kind++) {
                int beside = aude_tile_at(r->rules, &a->before, x + dx[edge], y + dy[edge]), other = 0;
                if (beside < 0) continue;
                int id = aude_feature_at(r->rules, &a->before, beside, kind, (edge + 2) & 3);
                if (id < 0) continue;
                aude_feature f;
                aude_feature_get(r->rules, &a->before, id, &f);
                if (others_most(r, &f, &other) <= f.meeples[r->seat]) continue;
                int was = fitting(r->rules, &a->before, x, y), is = fitting(r->rules, &a->after, x, y);
                if (2 * is > was || was < 2) continue;
                fact *block = fact_add(r, FACT_BLOCKS);
                if (!block) return;
                block->features = (uint8_t)(1 << kind);
                block->seats = (uint8_t)(1 << other);
                block->x = (int16_t)x;
                block->y = (int16_t)y;
                block->n = is;
                return;
            }
    }
}

static void fact_fields(reasoning *r)
{
    const adviser *a = r->a;
    aude_figure figure[AUDE_MAX_SEATS * AUDE_MAX_MEEPLES];
    int n = aude_figures(r->rules, &a->before, figure, AUDE_MAX_SEATS * AUDE_MAX_MEEPLES), more = 0;
    for (int i = 0; i < n; i++) {
        if (figure[i].seat != r->seat || figure[i].feature != AUDE_FIELD) continue;
        aude_feature old, new;
        aude_feature_get(r->rules, &a->before,
                         aude_feature_at(r->rules, &a->before, figure[i].tile, AUDE_FIELD, figure[i].edge), &old);
        aude_feature_get(r->rules, &a->after,
                         aude_feature_at(r->rules, &a->after, figure[i].tile, AUDE_FIELD, figure[i].edge), &new);
        if (new.n_cities - old.n_cities > more) more = new.n_cities - old.n_cities;
    }
    fact *f = more ? fact_add(r, FACT_FIELDS) : NULL;
    if (f) f->n = more;
}

/* ---- Why ---------------------------------------------------------------------------------------------------------- */

static void turn_facts(reasoning *r, const aude_state *view, const aude_valued *turn)
{
    adviser *a = r->a;
    const aude_budget budget = {.playouts = ODDS_PLAYOUTS};
    bool places = turn->move.kind == AUDE_PLACE;
    aude_move meeple = places ? turn->meeple : turn->move;
    aude_resample(r->rules, view, &a->random, &a->before);
    aude_state_copy(r->rules, &a->after, &a->before);
    a->events.n = 0;
    if (places && aude_apply(r->rules, &a->after, turn->move, &a->events)) return;
    if (meeple.kind != AUDE_DRAW && aude_apply(r->rules, &a->after, meeple, &a->events)) return;
    int tile = aude_n_placed(view) - !places;
    adviser_odds(a, r->rules, &a->after, tile, &budget);
    bool claims = meeple.kind == AUDE_MEEPLE;
    fact_points(r);
    if (claims) fact_claim(r, tile, meeple);
    fact_grow(r, tile, claims ? &meeple : NULL);
    if (places) fact_block(r, tile);
    fact_fields(r);
    int left = aude_supply(view, r->seat);
    fact *keeps = meeple.kind == AUDE_PASS && left <= 2 ? fact_add(r, FACT_KEEPS) : NULL;
    if (keeps) keeps->n = left;
}

static void bet_facts(reasoning *r, const aude_state *view, aude_move move)
{
    const aude_budget budget = {.playouts = ODDS_PLAYOUTS};
    const aude_odds *odds = adviser_odds(r->a, r->rules, view, aude_n_placed(view) - 1, &budget);
    uint64_t n = (uint64_t)odds->playouts * AUDE_ODDS_ONE;
    uint32_t best = 0;
    if (!n) return;
    for (int face = 0; face < aude_rules_n_faces(r->rules); face++)
        if (odds->face[face].paid > best && aude_chips_of(r->rules, view, r->seat, face) > 0)
            best = odds->face[face].paid;
    bool none = move.face == AUDE_NO_BET;
    fact *f = fact_add(r, none ? FACT_NO_BET : FACT_CHIP);
    f->points = (int32_t)(1000ull * (none ? best : odds->face[move.face].paid) / n);
    if (!none) f->chance = (int32_t)(1000ull * odds->face[move.face].wins / n);
}

static void stack_facts(reasoning *r, const aude_state *view, aude_move move)
{
    aude_feature f;
    int tile = aude_tile_at(r->rules, view, move.x, move.y);
    aude_feature_get(r->rules, view, aude_feature_at(r->rules, view, tile, move.feature, move.edge), &f);
    fact *size = fact_add(r, FACT_SIZE);
    size->features = (uint8_t)(1 << f.kind);
    size->n = f.n_tiles;
}

int adviser_facts(adviser *a, const aude_rules *rules, const aude_state *view, int seat, const aude_valued *turn,
                  fact dst[ADVISER_FACTS])
{
    aude_setup setup;
    aude_rules_setup(rules, &setup);
    reasoning r = {.a = a, .rules = rules, .seat = seat, .n_seats = setup.n_seats, .dst = dst};
    switch (turn->move.kind) {
    case AUDE_PLACE:
    case AUDE_MEEPLE:
    case AUDE_PASS: turn_facts(&r, view, turn); break;
    case AUDE_BET: bet_facts(&r, view, turn->move); break;
    default: stack_facts(&r, view, turn->move);
    }
    return r.n;
}
