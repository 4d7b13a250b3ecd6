/* advice.c - exports of advice: hints with their facts, odds, games judged decision by decision. All of it is about what the last look at a picture
 * showed, so it knows what that seat knows; a game that is judged is read from its record anew. */
#include "advice/adviser.h"
#include "advice/analysis.h"
#include "ai/search.h"
#include "wasm/board.h"
#include "wasm/picture.h"

enum { OTHERS = 4 };

struct advice {
    aude_valued turn, other[OTHERS];
    int n_others;
    fact fact[ADVISER_FACTS];
    int n_facts;
    int x, y; /* of the tile that the odds are about */
    aude_odds odds;
    insight insight;
    analysis *analysis;
    _Alignas(16) char room[]; /* of analysis_bytes, which holds an adviser too */
};

/* Room for the time of one call. */
static aude_state after;

size_t advice_bytes(void)
{
    return sizeof(advice) + analysis_bytes();
}

/* ---- Turns ------------------------------------------------------------------------------------------------------- */

/* Members: a turn, or a choice about a chip, of which `lead` says what it pays. */
static void tell_turn(json *j, const aude_rules *rules, const aude_state *view, const aude_valued *v)
{
    const aude_move *meeple = NULL;
    board_tell_move(j, "move", rules, view, &v->move);
    if (v->move.kind == AUDE_PLACE && v->meeple.kind != AUDE_DRAW) {
        aude_state_copy(rules, &after, view);
        if (!aude_apply(rules, &after, v->move, NULL)) meeple = &v->meeple;
    }
    board_tell_move(j, "meeple", rules, &after, meeple);
    json_int(j, "playouts", (long)v->playouts);
}

static void tell_valued(json *j, const char *key, const aude_rules *rules, const aude_state *view, const aude_valued *v)
{
    json_open(j, key, '{');
    tell_turn(j, rules, view, v);
    json_milli(j, "lead", v->lead);
    json_milli(j, "win", v->win);
    json_close(j, '}');
}

static void tell_chances(json *j, const char *key, uint32_t hits, uint32_t n)
{
    int low, high;
    aude_odds_interval(hits, n, &low, &high);
    json_open(j, key, '{');
    json_milli(j, "chance", n ? (long)(1000ull * hits / n) : 0);
    json_milli(j, "low", low);
    json_milli(j, "high", high);
    json_close(j, '}');
}

static void tell_fact(json *j, const fact *f)
{
    static const char *const word[] = {
        [FACT_SCORES] = "scores", [FACT_HOME] = "home",   [FACT_GIVES] = "gives", [FACT_CLAIMS] = "claims",
        [FACT_TAKES] = "takes",   [FACT_JOINS] = "joins", [FACT_GROWS] = "grows", [FACT_BLOCKS] = "blocks",
        [FACT_FIELDS] = "fields", [FACT_KEEPS] = "keeps", [FACT_CHIP] = "chip",   [FACT_NO_BET] = "no-bet",
        [FACT_SIZE] = "size",
    };
    json_open(j, NULL, '{');
    json_str(j, "kind", word[f->kind]);
    json_open(j, "features", '[');
    for (int kind = 0; kind < AUDE_N_FEATURE_KINDS; kind++)
        if (f->features >> kind & 1) json_str(j, NULL, tell_kinds[kind]);
    json_close(j, ']');
    json_bits(j, "seats", f->seats);
    tell_square(j, f->x, f->y);
    json_int(j, "n", f->n);
    json_milli(j, "points", f->points);
    if (f->chance < 0)
        json_str(j, "chance", NULL);
    else
        json_milli(j, "chance", f->chance);
    json_close(j, '}');
}

int advice_turn(advice *a, const picture *p, int seat, uint32_t playouts, uint64_t seed)
{
    const aude_rules *rules = picture_rules(p);
    const aude_state *view = picture_shown();
    const aude_budget budget = {.playouts = playouts};
    const aude_valued *list;
    if (seat < 0 || seat >= AUDE_MAX_SEATS || !(aude_actors(rules, view) >> seat & 1)) return 0;
    adviser *adviser = adviser_begin(a->room, seed);
    adviser_choose(adviser, rules, view, seat, &budget, &a->turn);
    int n = adviser_values(adviser, &list);
    a->n_others = 0;
    for (int i = 0; i < n && a->n_others < OTHERS; i++) {
        bool same = search_same(list[i].move, a->turn.move) && search_same(list[i].meeple, a->turn.meeple);
        if (!same) a->other[a->n_others++] = list[i];
    }
    a->n_facts = adviser_facts(adviser, rules, view, seat, &a->turn, a->fact);
    return 1;
}

size_t advice_tell_turn(const advice *a, const picture *p, char *dst, size_t cap)
{
    const aude_rules *rules = picture_rules(p);
    json j = json_into(dst, cap);
    json_open(&j, NULL, '{');
    tell_valued(&j, "best", rules, picture_shown(), &a->turn);
    json_open(&j, "facts", '[');
    for (int i = 0; i < a->n_facts; i++) tell_fact(&j, &a->fact[i]);
    json_close(&j, ']');
    json_open(&j, "others", '[');
    for (int i = 0; i < a->n_others; i++) tell_valued(&j, NULL, rules, picture_shown(), &a->other[i]);
    json_close(&j, ']');
    json_close(&j, '}');
    return j.t.n;
}

/* ---- Odds -------------------------------------------------------------------------------------------------------- */

int advice_odds(advice *a, const picture *p, int x, int y, uint32_t playouts, uint64_t seed)
{
    const aude_rules *rules = picture_rules(p);
    const aude_budget budget = {.playouts = playouts};
    int tile = aude_tile_at(rules, picture_shown(), x, y);
    if (tile < 0 || !aude_targets(rules, picture_shown(), tile, NULL, 0)) return 0;
    a->x = x;
    a->y = y;
    a->odds = *adviser_odds(adviser_begin(a->room, seed), rules, picture_shown(), tile, &budget);
    return 1;
}

static void tell_sizes(json *j, const uint32_t *done, const uint32_t *left, uint32_t n)
{
    json_open(j, "sizes", '[');
    for (int tiles = 0; tiles <= AUDE_ODDS_TILES; tiles++) {
        if (!(done[tiles] + left[tiles])) continue;
        json_open(j, NULL, '{');
        json_int(j, "tiles", tiles);
        json_bool(j, "orMore", tiles == AUDE_ODDS_TILES);
        json_milli(j, "finished", (long)(1000ull * done[tiles] / n));
        tell_chances(j, "any", done[tiles] + left[tiles], n);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static uint32_t sum(const uint32_t *by_tiles)
{
    uint32_t n = 0;
    for (int tiles = 0; tiles <= AUDE_ODDS_TILES; tiles++) n += by_tiles[tiles];
    return n;
}

size_t advice_tell_odds(const advice *a, const picture *p, char *dst, size_t cap)
{
    const aude_rules *rules = picture_rules(p);
    const aude_state *view = picture_shown();
    const aude_odds *odds = &a->odds;
    uint64_t all = (uint64_t)odds->playouts * AUDE_ODDS_ONE;
    json j = json_into(dst, cap);
    json_open(&j, NULL, '{');
    tell_square(&j, a->x, a->y);
    json_int(&j, "playouts", (long)odds->playouts);
    json_open(&j, "targets", '[');
    for (int i = 0; i < odds->n_targets; i++) {
        const aude_target *t = &odds->target[i].target;
        aude_feature f;
        aude_feature_get(rules, view, t->feature, &f);
        json_open(&j, NULL, '{');
        tell_feature(&j, "feature", rules, t->kind, t->edge);
        json_int(&j, "tiles", f.n_tiles);
        tell_chances(&j, "finished", sum(odds->target[i].done), odds->playouts);
        tell_chances(&j, "first", sum(odds->target[i].first), odds->playouts);
        tell_sizes(&j, odds->target[i].done, odds->target[i].left, odds->playouts);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_open(&j, "chips", '[');
    for (int face = 0; all && face < aude_rules_n_faces(rules); face++) {
        json_open(&j, NULL, '{');
        tell_face(&j, "face", rules, face);
        tell_chances(&j, "wins", (odds->face[face].wins + AUDE_ODDS_ONE / 2) / AUDE_ODDS_ONE, odds->playouts);
        json_milli(&j, "pays", (long)(1000ull * odds->face[face].paid / all));
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    return j.t.n;
}

/* ---- Whole games ------------------------------------------------------------------------------------------------- */

size_t move_bytes(void)
{
    return sizeof(aude_move);
}

/* Plays lines from `after`, all of them moves. *n: how many were read, the one that is refused included. */
static aude_err lines_read(const aude_rules *rules, const char *lines, size_t size, aude_move *move, int *n,
                           aude_errinfo *error)
{
    aude_err err = AUDE_OK;
    *n = 0;
    for (size_t from = 0, to; !err && from < size; from = to + 1) {
        for (to = from; to < size && lines[to] != '\n';) to++;
        err = aude_move_read(rules, &after, lines + from, to - from, &move[*n], error);
        if (!err) err = aude_apply(rules, &after, move[*n], NULL);
        ++*n;
    }
    return err;
}

aude_err advice_study(advice *a, const picture *p, const char *lines, size_t size, void *move, uint64_t seed,
                      aude_errinfo *error)
{
    const aude_rules *rules = picture_rules(p);
    int n;
    aude_start(rules, &after);
    aude_err err = lines_read(rules, lines, size, move, &n, error);
    aude_start(rules, &after);
    if (err) { /* a record that does not show all chips: from what a spectator knows */
        aude_view(rules, &after, AUDE_NOBODY, 0, &after);
        err = lines_read(rules, lines, size, move, &n, error);
        aude_start(rules, &after);
        aude_view(rules, &after, AUDE_NOBODY, 0, &after);
    }
    if (err) {
        *error = (aude_errinfo){.code = err, .line = n, .message = "this line of the game cannot be played"};
        return err;
    }
    a->analysis = analysis_begin(a->room, rules, &after, move, n, seed);
    return AUDE_OK;
}

int advice_next(advice *a, uint32_t seats, uint32_t playouts)
{
    const effort each = {.playouts = playouts};
    return analysis_next(a->analysis, seats, &each, &a->insight);
}

/* Of bets and final choices only what they pay is known, of bets also how often they win. */
static void tell_judged(json *j, const char *key, const aude_rules *rules, const aude_state *view, const insight *in,
                        const aude_valued *v)
{
    bool chip = in->kind == INSIGHT_BET || in->kind == INSIGHT_FINAL;
    if (!chip) {
        tell_valued(j, key, rules, view, v);
        return;
    }
    json_open(j, key, '{');
    tell_turn(j, rules, view, v);
    json_milli(j, "pays", v->lead);
    if (in->kind == INSIGHT_BET && v->move.face < AUDE_MAX_CHIPS)
        json_milli(j, "wins", in->wins[v->move.face]);
    else
        json_str(j, "wins", NULL);
    json_close(j, '}');
}

size_t advice_tell_next(const advice *a, const picture *p, char *dst, size_t cap)
{
    static const char *const word[] = {"draw", "turn", "settle", "bet", "final"};
    const aude_rules *rules = picture_rules(p);
    const aude_state *view = analysis_view(a->analysis);
    const insight *in = &a->insight;
    json j = json_into(dst, cap);
    json_open(&j, NULL, '{');
    json_str(&j, "kind", word[in->kind]);
    json_int(&j, "seat", in->seat);
    json_int(&j, "line", in->move);
    json_bool(&j, "forced", in->forced);
    if (in->kind == INSIGHT_DRAW || in->kind == INSIGHT_TURN) json_str(&j, "tile", tell_kind(rules, in->tile));
    if (in->kind == INSIGHT_DRAW) {
        json_milli(&j, "luck", in->luck);
    } else {
        tell_judged(&j, "played", rules, view, in, &in->played);
        json_open(&j, "best", '[');
        for (int i = 0; i < in->n_best; i++) tell_judged(&j, NULL, rules, view, in, &in->best[i]);
        json_close(&j, ']');
        json_milli(&j, "lost", in->lost);
        json_milli(&j, "winLost", in->win_lost);
    }
    json_close(&j, '}');
    return j.t.n;
}
