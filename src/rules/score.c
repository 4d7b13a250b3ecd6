/* score.c - see score.h. */
#include "rules/score.h"
#include "rules/events.h"
#include "rules/meeple.h"

/* ---- terms ---- */

static int term_of(aude_item *item, aude_term term, int count, int each)
{
    if (item) *item = (aude_item){.term = (u8)term, .count = (i16)count, .each = (i16)each};
    return count * each;
}

/* A completed city pays double, unless it is tiny and the option says so (rule base/city-1). */
static int city_rate(const ruleset *r, const subject *f)
{
    if (!f->complete) return 1;
    return f->tiles == 2 && r->setup.tiny_city == 2 ? 1 : 2;
}

static int term_city_tiles(const ruleset *r, const subject *f, aude_item *item)
{
    return term_of(item, AUDE_TERM_TILES, f->tiles, city_rate(r, f));
}

static int term_pennants(const ruleset *r, const subject *f, aude_item *item)
{
    return term_of(item, AUDE_TERM_PENNANTS, f->pennants, city_rate(r, f));
}

/* Rule base/road-1. */
static int term_road_tiles(const ruleset *r, const subject *f, aude_item *item)
{
    (void)r;
    return term_of(item, AUDE_TERM_TILES, f->tiles, 1);
}

/* Rule base/monastery-1. */
static int term_monastery(const ruleset *r, const subject *f, aude_item *item)
{
    (void)r, (void)f;
    return term_of(item, AUDE_TERM_MONASTERY, 1, 1);
}

static int term_neighbours(const ruleset *r, const subject *f, aude_item *item)
{
    (void)r;
    return term_of(item, AUDE_TERM_NEIGHBOURS, 8 - f->open, 1);
}

/* Rule base/field-1. */
static int term_cities(const ruleset *r, const subject *f, aude_item *item)
{
    (void)r;
    return term_of(item, AUDE_TERM_CITIES, f->cities, 3);
}

static void term_add(ruleset *r, aude_feature_kind kind, score_term *term)
{
    assert(r->n_terms[kind] < MAX_TERMS);
    r->term[kind][r->n_terms[kind]++] = term;
}

void score_setup(ruleset *r)
{
    term_add(r, AUDE_CITY, term_city_tiles);
    term_add(r, AUDE_CITY, term_pennants);
    term_add(r, AUDE_ROAD, term_road_tiles);
    term_add(r, AUDE_MONASTERY, term_monastery);
    term_add(r, AUDE_MONASTERY, term_neighbours);
    if (r->setup.fields) term_add(r, AUDE_FIELD, term_cities);
}

/* ---- worth and award ---- */

/* `cities`: of a field, the completed ones that touch it. */
static subject score_subject(const ruleset *r, const game *s, u16 root, aude_feature_kind kind, int cities)
{
    u64 w = words_in(r, s)[root];
    subject f = {.kind = (u8)kind,
                 .complete = kind != AUDE_FIELD && word_open(w) == 0,
                 .tiles = (i16)word_spaces(w), /* distinct ones, rule base/count-1 */
                 .pennants = (i16)word_pennants(w),
                 .open = (i16)word_open(w),
                 .cities = (i16)cities};
    return f;
}

/* Everybody with most meeples, as bits (rule base/majority-1). */
static u32 score_majority(const ruleset *r, u64 word)
{
    int most = 1;
    u32 winners = 0;
    for (int seat = 0; seat < r->n_seats; seat++) {
        int here = word_meeples(word, seat);
        if (here < most) continue;
        if (here > most) winners = 0;
        most = here;
        winners |= 1u << seat;
    }
    return winners;
}

static int score_points(const ruleset *r, const subject *f, aude_worth *worth)
{
    int points = 0;
    for (int i = 0; i < r->n_terms[f->kind]; i++) {
        aude_item item, *to = worth ? &item : NULL;
        points += r->term[f->kind][i](r, f, to);
        if (worth && item.count > 0) worth->item[worth->n_items++] = item;
    }
    return points;
}

static void score_worth(const ruleset *r, const game *s, u16 root, aude_worth *dst)
{
    u64 word = words_in(r, s)[root];
    aude_feature_kind kind = feature_kind(r, s, root);
    i16 cities = 0;
    if (kind == AUDE_FIELD) feature_field_cities(r, s, &root, 1, &cities, NULL, 0);
    subject f = score_subject(r, s, root, kind, cities);
    memset(dst, 0, sizeof *dst);
    dst->feature = root;
    dst->kind = f.kind;
    dst->complete = f.complete;
    dst->winners = (u8)score_majority(r, word);
    for (int seat = 0; seat < AUDE_MAX_SEATS; seat++) dst->meeples[seat] = (u8)word_meeples(word, seat);
    dst->points = (i16)score_points(r, &f, dst);
}

static void score_award(const ruleset *r, game *s, u16 root, aude_feature_kind kind, int cities, aude_events *ev)
{
    subject f = score_subject(r, s, root, kind, cities);
    int points = score_points(r, &f, NULL);
    for (u32 w = score_majority(r, words_in(r, s)[root]); w; w &= w - 1) s->score[bits_first(w)] += points;
    if (ev) score_worth(r, s, root, &event_add(ev, AUDE_EV_SCORED, AUDE_NOBODY)->worth);
}

/* ---- completion ---- */

/* Distinct roads and cities of the newest piece that have no open edge left, behind the monasteries that board_put noted. */
static void score_find_closed(const ruleset *r, game *s)
{
    const u64 *word = words_in(r, s);
    space here = spaces_in(r, s)[s->n_spaces - 1];
    const tile_kind *k = &r->kind[here.kind_rotation >> 2];
    const shape *f = shape_of(r, here.kind_rotation);
    for (int i = 0; i < k->tile.n_segments; i++) {
        int segment = f->order[i];
        if (!(k->scoring >> segment & 1)) break; /* cities and roads stand first */
        u16 root = feature_root(parents_in(r, s), (u16)(here.first + segment));
        bool known = word_open(word[root]) > 0; /* not closed, or known by another segment of this piece */
        for (int j = 0; j < s->n_done; j++) known |= s->done[j].node == root;
        if (!known) s->done[s->n_done++] = (done){.node = root, .kind = k->tile.segment[segment].kind};
    }
}

void score_completed(const ruleset *r, game *s, aude_events *ev)
{
    if (s->closed) score_find_closed(r, s);
    const u64 *word = words_in(r, s);
    for (int i = 0; i < s->n_done; i++) {
        done *d = &s->done[i];
        d->occupied = (word[d->node] & WORD_MEEPLES) != 0;
        if (!d->occupied) continue;
        score_award(r, s, d->node, (aude_feature_kind)d->kind, 0, ev);
        meeple_return(r, s, d->node, ev);
    }
}

/* ---- the end ---- */

void score_final(const ruleset *r, game *s, aude_events *ev)
{
    const u16 *parent = parents_in(r, s);
    u64 seen[(AUDE_MAX_TILES * AUDE_MAX_SEGMENTS + 63) / 64];
    memset(seen, 0, ((size_t)s->n_nodes + 63) / 64 * sizeof *seen);
    u16 farmed[MAX_FIGURES] = {0};
    i16 cities[MAX_FIGURES];
    int n_farmed = 0;
    for (int i = 0; i < s->n_figures; i++) {
        u16 root = feature_root(parent, s->figure[i].node);
        u64 bit = (u64)1 << (root & 63);
        if (seen[root >> 6] & bit) continue;
        seen[root >> 6] |= bit;
        if (s->figure[i].kind == AUDE_FIELD)
            farmed[n_farmed++] = root;
        else
            score_award(r, s, root, (aude_feature_kind)s->figure[i].kind, 0, ev);
    }
    feature_field_cities(r, s, farmed, n_farmed, cities, NULL, 0);
    for (int i = 0; i < n_farmed; i++) score_award(r, s, farmed[i], AUDE_FIELD, cities[i], ev);
}

/* ---- public questions ---- */

int aude_score(const aude_state *state, int seat)
{
    return state_in(state)->score[seat];
}

void aude_worth_of(const aude_rules *rules, const aude_state *state, int feature, aude_worth *dst)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    score_worth(r, s, feature_root(parents_in(r, s), (u16)feature), dst);
}

void aude_projected(const aude_rules *rules, const aude_state *state, int points[AUDE_MAX_SEATS])
{
    aude_state copy;
    aude_state_copy(rules, &copy, state);
    const ruleset *r = rules_of(rules);
    game *s = state_of(&copy);
    if (s->step != r->n_steps - 1) score_final(r, s, NULL);
    for (int seat = 0; seat < AUDE_MAX_SEATS; seat++) points[seat] = s->score[seat];
}
