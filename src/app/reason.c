/* reason.c - see reason.h. What is hidden is filled with a possibility before a turn is tried out, so no reason depends on it. */
#include "app/reason.h"

#include "app/tidings.h"
#include "app/words.h"

#include <stdlib.h>
#include <string.h>

enum { TURNS = 64, ODDS_PLAYOUTS = 100, FACTS = 3 };

struct reasoner {
    const aude_engine *engine;
    void *memory, *odds_memory;
    aude_random random;
    aude_state before, after;
    aude_events events;
    aude_odds odds;
    aude_valued value[TURNS];
    int n_facts;
};

reasoner *reasoner_open(uint64_t seed)
{
    reasoner *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->engine = aude_engine_find("mcts");
    r->memory = aligned_alloc(16, (r->engine->memory + 15) / 16 * 16);
    r->odds_memory = aligned_alloc(16, (aude_odds_memory() + 15) / 16 * 16);
    aude_random_seed(&r->random, seed);
    if (r->memory && r->odds_memory) return r;
    reasoner_close(r);
    return NULL;
}

void reasoner_close(reasoner *r)
{
    if (!r) return;
    free(r->memory);
    free(r->odds_memory);
    free(r);
}

void reason_choose(reasoner *r, const scene *s, uint32_t playouts, aude_valued *dst)
{
    aude_move move;
    const aude_budget budget = {.playouts = playouts};
    memset(r->memory, 0, AUDE_ENGINE_FRESH);
    r->engine->choose(s->rules, s->state, s->viewer, &budget, &r->random, r->memory, &move);
    int n = r->engine->values(r->memory, r->value, TURNS);
    *dst = (aude_valued){.move = move, .meeple = {.kind = AUDE_DRAW}};
    for (int i = n < TURNS ? n : TURNS; i-- > 0;)
        if (!memcmp(&r->value[i].move, &move, sizeof move)) *dst = r->value[i];
}

/* ---- Facts -------------------------------------------------------------------------------------------------------- */

/* Begins a fact; false: there are enough. */
static bool fact(reasoner *r, FILE *out)
{
    if (r->n_facts == FACTS) return false;
    if (r->n_facts++) fputs("; ", out);
    return true;
}

static const char *owner(const scene *s, int seat, char dst[SCENE_NAME + 4])
{
    if (seat == s->viewer) return "your";
    snprintf(dst, SCENE_NAME + 4, "%s's", s->name[seat]);
    return dst;
}

static int others_most(const scene *s, const aude_feature *f, int *seat)
{
    int most = 0;
    for (int i = 0; i < s->n_seats; i++)
        if (i != s->viewer && f->meeples[i] > most) most = f->meeples[i], *seat = i;
    return most;
}

static void fact_points(reasoner *r, FILE *out, const scene *s)
{
    int own = 0, home = 0, kinds = 0;
    for (int i = 0; i < r->events.n; i++) {
        const aude_event *e = &r->events.event[i];
        if (e->kind == AUDE_EV_FINAL) break;
        home += e->kind == AUDE_EV_RETURNED && e->seat == s->viewer;
        if (e->kind != AUDE_EV_SCORED || !(e->worth.winners >> s->viewer & 1)) continue;
        own += e->worth.points;
        kinds |= 1 << e->worth.kind;
    }
    if (own && fact(r, out)) {
        fprintf(out, "scores %d", own);
        const char *join = " for ";
        for (int k = 0; k < AUDE_N_FEATURE_KINDS; k++)
            if (kinds >> k & 1) fprintf(out, "%sa %s", join, words_kind(k)), join = " and ";
        if (home) fprintf(out, " and brings %d meeple%s home", home, home == 1 ? "" : "s");
    } else if (home && fact(r, out)) {
        fprintf(out, "brings %d meeple%s home", home, home == 1 ? "" : "s");
    }
    for (int i = 0; i < r->events.n; i++) {
        const aude_event *e = &r->events.event[i];
        if (e->kind == AUDE_EV_FINAL) return;
        if (e->kind != AUDE_EV_SCORED || !e->worth.winners || e->worth.winners >> s->viewer & 1 || !fact(r, out))
            continue;
        fprintf(out, "%d points of it go to ", e->worth.points);
        words_seats(out, s, e->worth.winners);
    }
}

/* ", 31 % to finish": of a road or city of the tile just placed. */
static void chance_write(reasoner *r, FILE *out, const aude_feature *f)
{
    for (int i = 0; i < r->odds.n_targets; i++) {
        if (r->odds.target[i].target.feature != f->id) continue;
        uint32_t done = 0;
        for (int k = 0; k <= AUDE_ODDS_TILES; k++) done += r->odds.target[i].done[k];
        fprintf(out, ", %u %% to finish", 100 * done / r->odds.playouts);
    }
}

static void fact_claim(reasoner *r, FILE *out, const scene *s, int tile, aude_move meeple)
{
    aude_feature f;
    int id = aude_feature_at(s->rules, &r->after, tile, meeple.feature, meeple.edge);
    aude_feature_get(s->rules, &r->after, id, &f);
    if (!f.meeples[s->viewer] || !fact(r, out)) return; /* it has scored already */
    if (f.kind == AUDE_MONASTERY)
        fprintf(out, "claims a monastery with %d of 8 neighbours", 8 - f.n_open);
    else if (f.kind == AUDE_FIELD)
        fprintf(out, "claims a field with %d completed %s", f.n_cities, f.n_cities == 1 ? "city" : "cities");
    else
        fprintf(out, "claims a %s of %d tile%s", words_kind((int)f.kind), f.n_tiles, f.n_tiles == 1 ? "" : "s");
    chance_write(r, out, &f);
}

/* What grows or is joined by the tile, beside what the meeple claims. */
static void fact_grow(reasoner *r, FILE *out, const scene *s, int tile, const aude_move *meeple)
{
    static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    char name[SCENE_NAME + 4];
    aude_placed at = aude_placed_at(s->rules, &r->after, tile);
    int told[4], n_told = 0;
    for (int edge = 0; edge < 4; edge++)
        for (int kind = AUDE_CITY; kind <= AUDE_ROAD; kind++) {
            int id = aude_feature_at(s->rules, &r->after, tile, kind, edge), other = 0;
            bool again = id < 0 || (meeple && meeple->feature == kind &&
                                    aude_feature_at(s->rules, &r->after, tile, kind, meeple->edge) == id);
            for (int i = 0; i < n_told; i++) again |= told[i] == id;
            if (again) continue;
            told[n_told++] = id;
            aude_feature f;
            aude_feature_get(s->rules, &r->after, id, &f);
            int own = f.meeples[s->viewer], most = others_most(s, &f, &other);
            if (!f.n_open || (!own && !most)) continue;
            bool shared = false; /* before, too */
            for (int e = 0; e < 4; e++) {
                int beside = aude_tile_at(s->rules, &r->before, at.x + dx[e], at.y + dy[e]);
                if (beside < 0 || aude_feature_at(s->rules, &r->after, tile, kind, e) != id) continue;
                aude_feature g;
                int unused = 0, old = aude_feature_at(s->rules, &r->before, beside, kind, (e + 2) & 3);
                if (old < 0) continue;
                aude_feature_get(s->rules, &r->before, old, &g);
                shared |= g.meeples[s->viewer] && others_most(s, &g, &unused);
            }
            if (own && most && !shared && fact(r, out))
                fprintf(out, own > most ? "takes %s %s over" : "gets you into %s %s", owner(s, other, name),
                        words_kind(kind));
            else if (own && own >= most && fact(r, out))
                fprintf(out, "your %s grows to %d tiles", words_kind(kind), f.n_tiles);
            else
                continue;
            chance_write(r, out, &f);
        }
}

static int fitting(const scene *s, const aude_state *state, int x, int y)
{
    int n = 0;
    for (int kind = 0; kind < aude_rules_n_kinds(s->rules); kind++)
        if (aude_fits(s->rules, state, kind, x, y)) n += aude_state_in_bag(s->rules, state, kind);
    return n;
}

/* Spaces beside the tile where others' roads and cities are open and hardly anything fits any more. */
static void fact_deny(reasoner *r, FILE *out, const scene *s, int tile)
{
    static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    char name[SCENE_NAME + 4];
    aude_placed at = aude_placed_at(s->rules, &r->after, tile);
    for (int side = 0; side < 4; side++) {
        int x = at.x + dx[side], y = at.y + dy[side];
        if (aude_tile_at(s->rules, &r->after, x, y) >= 0) continue;
        for (int edge = 0; edge < 4; edge++)
            for (int kind = AUDE_CITY; kind <= AUDE_ROAD; kind++) {
                int beside = aude_tile_at(s->rules, &r->before, x + dx[edge], y + dy[edge]), other = 0;
                if (beside < 0) continue;
                int id = aude_feature_at(s->rules, &r->before, beside, kind, (edge + 2) & 3);
                if (id < 0) continue;
                aude_feature f;
                aude_feature_get(s->rules, &r->before, id, &f);
                if (others_most(s, &f, &other) <= f.meeples[s->viewer]) continue;
                int was = fitting(s, &r->before, x, y), is = fitting(s, &r->after, x, y);
                if (2 * is > was || was < 2 || !fact(r, out)) continue;
                if (is)
                    fprintf(out, "only %d tile%s that %s left still fit%s (%d,%d)", is, is == 1 ? "" : "s",
                            is == 1 ? "is" : "are", is == 1 ? "s" : "", x, y);
                else
                    fprintf(out, "no tile that is left fits (%d,%d)", x, y);
                fprintf(out, ", where %s %s is open", owner(s, other, name), words_kind(kind));
                return;
            }
    }
}

static void fact_fields(reasoner *r, FILE *out, const scene *s)
{
    aude_figure figure[AUDE_MAX_SEATS * AUDE_MAX_MEEPLES];
    int n = aude_figures(s->rules, &r->before, figure, AUDE_MAX_SEATS * AUDE_MAX_MEEPLES), more = 0;
    for (int i = 0; i < n; i++) {
        if (figure[i].seat != s->viewer || figure[i].feature != AUDE_FIELD) continue;
        aude_feature old, new;
        aude_feature_get(s->rules, &r->before,
                         aude_feature_at(s->rules, &r->before, figure[i].tile, AUDE_FIELD, figure[i].edge), &old);
        aude_feature_get(s->rules, &r->after,
                         aude_feature_at(s->rules, &r->after, figure[i].tile, AUDE_FIELD, figure[i].edge), &new);
        if (new.n_cities - old.n_cities > more) more = new.n_cities - old.n_cities;
    }
    if (more && fact(r, out)) fprintf(out, "your field gets %d more completed %s", more, more == 1 ? "city" : "cities");
}

/* ---- Sentences ---------------------------------------------------------------------------------------------------- */

static void turn_reason(reasoner *r, FILE *out, const scene *s, const aude_valued *turn)
{
    static const aude_move none = {.kind = AUDE_DRAW};
    aude_move meeple = turn->move.kind == AUDE_PLACE ? turn->meeple : turn->move;
    aude_resample(s->rules, s->state, &r->random, &r->before);
    aude_state_copy(s->rules, &r->after, &r->before);
    r->events.n = 0;
    if (turn->move.kind == AUDE_PLACE && aude_apply(s->rules, &r->after, turn->move, &r->events)) return;
    if (meeple.kind != none.kind && aude_apply(s->rules, &r->after, meeple, &r->events)) return;
    int tile = aude_n_placed(s->state) - (turn->move.kind != AUDE_PLACE);
    const aude_budget budget = {.playouts = ODDS_PLAYOUTS};
    aude_odds_of_tile(s->rules, &r->after, tile, &budget, &r->random, r->odds_memory, &r->odds);
    bool claims = meeple.kind == AUDE_MEEPLE;
    fact_points(r, out, s);
    if (claims) fact_claim(r, out, s, tile, meeple);
    fact_grow(r, out, s, tile, claims ? &meeple : NULL);
    if (turn->move.kind == AUDE_PLACE) fact_deny(r, out, s, tile);
    fact_fields(r, out, s);
    if (meeple.kind == AUDE_PASS && aude_supply(s->state, s->viewer) <= 2 && fact(r, out)) {
        int left = aude_supply(s->state, s->viewer);
        fprintf(out, left == 1 ? "keeps your last meeple" : "keeps your last %d meeples", left);
    }
}

static void bet_reason(reasoner *r, FILE *out, const scene *s, aude_move move)
{
    const aude_budget budget = {.playouts = ODDS_PLAYOUTS};
    aude_odds_of_tile(s->rules, s->state, aude_n_placed(s->state) - 1, &budget, &r->random, r->odds_memory, &r->odds);
    double n = (double)r->odds.playouts * AUDE_ODDS_ONE, best = 0;
    if (n <= 0) return;
    for (int face = 0; face < aude_rules_n_faces(s->rules); face++)
        if (r->odds.face[face].paid / n > best && aude_chips_of(s->rules, s->state, s->viewer, face) > 0)
            best = r->odds.face[face].paid / n;
    fact(r, out);
    if (move.face == AUDE_NO_BET)
        fprintf(out, "the best chip would pay %.1f points in the mean, and may pay more later", best);
    else
        fprintf(out, "it wins in %.0f %% of the simulated games and pays %.1f points in the mean",
                100 * r->odds.face[move.face].wins / n, r->odds.face[move.face].paid / n);
}

void reason_write(reasoner *r, FILE *out, const scene *s, const aude_valued *turn)
{
    r->n_facts = 0;
    switch (turn->move.kind) {
    case AUDE_PLACE:
    case AUDE_MEEPLE:
    case AUDE_PASS: turn_reason(r, out, s, turn); break;
    case AUDE_BET: bet_reason(r, out, s, turn->move); break;
    default: {
        aude_feature f;
        int tile = aude_tile_at(s->rules, s->state, turn->move.x, turn->move.y);
        aude_feature_get(s->rules, s->state,
                         aude_feature_at(s->rules, s->state, tile, turn->move.feature, turn->move.edge), &f);
        fact(r, out);
        fprintf(out, "it has %d tiles", f.n_tiles);
    }
    }
    if (!r->n_facts) fputs("it keeps most possibilities open", out);
}

void reason_hint(reasoner *r, FILE *out, const scene *s, const aude_valued *turn)
{
    tidings_turn(out, s, turn);
    fputs(": ", out);
    reason_write(r, out, s, turn);
    putc('.', out);
    if (turn->playouts && turn->move.kind != AUDE_BET)
        fprintf(out, " Expected lead %+.1f, chance to win %.0f %%.", turn->lead / 1000.0, turn->win / 10.0);
    putc('\n', out);
}

void reason_odds(reasoner *r, FILE *out, const scene *s, int x, int y)
{
    const aude_budget budget = {.playouts = ODDS_PLAYOUTS};
    uint32_t n;
    int tile = aude_tile_at(s->rules, s->state, x, y);
    if (tile < 0) {
        uint32_t filled = aude_odds_of_space(s->rules, s->state, x, y, &budget, &r->random, r->odds_memory, &n);
        fprintf(out, "The space (%d,%d) is filled in ", x, y);
        tidings_chance(out, filled, n);
        fprintf(out, " of %u simulated games.\n", n);
    } else if (!aude_targets(s->rules, s->state, tile, NULL, 0)) {
        fprintf(out, "No road or city of (%d,%d) is unfinished.\n", x, y);
    } else {
        aude_odds_of_tile(s->rules, s->state, tile, &budget, &r->random, r->odds_memory, &r->odds);
        tidings_office(out, s, tile, &r->odds);
    }
}
