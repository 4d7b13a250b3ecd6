/* outlook.c - see outlook.h. */
#include "ai/outlook.h"

#include <stdbool.h>
#include <string.h>

/* Chance that one draw continues one open edge, by kind; that it fills one empty space. As measured in games of engines
 * (`aude selfplay` prints them). */
static const float OUTLOOK_RATE[2] = {0.040F, 0.033F};
static const float OUTLOOK_FILL = 0.033F;

/* The last turns of a seat, in which meeples lose their worth. */
static const float OUTLOOK_TURNS = 10;
/* Cities to come beside a field, a draw, where they are not counted. Below 0: in playouts, hopeful farmers play worse
 * (docs/strength.md). */
static const float OUTLOOK_HOPE = -0.03F;

const int outlook_knot[OUTLOOK_KNOTS] = {0, 12, 32, 70};

enum { OUTLOOK_HELD = AUDE_MAX_SEATS * AUDE_MAX_MEEPLES, OUTLOOK_CITIES = 24 };

/* A value of meeples, less where few turns are left to use them. */
static float outlook_in_time(const outlook *o, int draws)
{
    float turns = (float)draws / (float)o->n_seats;
    return turns < OUTLOOK_TURNS ? turns / OUTLOOK_TURNS : 1;
}

static int open_index(int open)
{
    return open < OUTLOOK_OPEN ? open : OUTLOOK_OPEN - 1;
}

float outlook_part(int knot, int draws)
{
    const int *k = outlook_knot;
    if (draws == k[knot] || (draws > k[knot] && knot == OUTLOOK_KNOTS - 1)) return 1;
    if (draws < k[knot])
        return knot && draws > k[knot - 1] ? (float)(draws - k[knot - 1]) / (float)(k[knot] - k[knot - 1]) : 0;
    return draws < k[knot + 1] ? (float)(k[knot + 1] - draws) / (float)(k[knot + 1] - k[knot]) : 0;
}

/* ---- Tables ------------------------------------------------------------------------------------------------------ */

static void outlines_make(outlook *o, const aude_rules *rules)
{
    for (int kind = 0; kind < aude_rules_n_kinds(rules); kind++) {
        const aude_tile *tile = aude_rules_kind(rules, kind);
        for (int rotation = 0; rotation < 4; rotation++) {
            outline *l = &o->outline[4 * kind + rotation];
            l->n = tile->n_segments;
            memset(l->at, OUTLOOK_NONE, sizeof l->at);
            for (int i = 0; i < l->n; i++) {
                aude_segment s = aude_rules_segment(rules, kind, rotation, i);
                l->kind[i] = s.kind;
                l->ends[i] = s.ends;
                l->pennants[i] = s.pennants;
                for (int edge = 0; edge < 4 && s.kind <= AUDE_ROAD; edge++)
                    if (s.ends >> edge & 1) l->at[edge] = (uint8_t)i;
            }
        }
        const outline *l = &o->outline[4 * kind];
        o->touch[kind].n = 0;
        for (int i = 0; i < tile->n_segments; i++)
            for (int c = 0; tile->segment[i].kind == AUDE_FIELD && c < tile->n_segments; c++) {
                uint8_t *n = &o->touch[kind].n;
                if (l->kind[c] != AUDE_CITY || !(l->ends[c] & tile->segment[i].touches) || *n == OUTLOOK_PAIRS)
                    continue;
                o->touch[kind].field[*n] = (uint8_t)i;
                o->touch[kind].city[(*n)++] = (uint8_t)c;
            }
    }
}

static void prospects_make(outlook *o, const aude_rules *rules, const aude_state *state, float insight)
{
    float share[2][5] = {{0}}, sum[2] = {0};
    for (int kind = 0; kind < aude_rules_n_kinds(rules); kind++) {
        float copies = (float)aude_state_in_bag(rules, state, kind);
        const outline *l = &o->outline[4 * kind];
        for (int i = 0; copies > 0 && i < l->n; i++) {
            if (l->kind[i] > AUDE_ROAD) continue;
            int ends = __builtin_popcount(l->ends[i]);
            share[l->kind[i]][ends] += copies * (float)ends;
            sum[l->kind[i]] += copies * (float)ends;
        }
    }
    for (int k = 0; k < 2; k++) {
        memset(o->prospect[k], 0, sizeof o->prospect[k]);
        o->prospect[k][0][0].done = 1;
        for (int draws = 1; draws < OUTLOOK_DRAWS; draws++) {
            const prospect *old = o->prospect[k][draws - 1];
            prospect *row = o->prospect[k][draws];
            row[0].done = 1;
            for (int open = 1; open < OUTLOOK_OPEN; open++) {
                float stays = 1;
                for (int ends = 1; ends <= 4 && sum[k] > 0; ends++) {
                    int then = open + ends - 2 < OUTLOOK_OPEN ? open + ends - 2 : OUTLOOK_OPEN - 1;
                    float weight = insight * OUTLOOK_RATE[k] * (float)open * share[k][ends] / sum[k];
                    row[open].done += weight * old[then].done;
                    row[open].tiles += weight * (old[then].tiles + old[then].done);
                    row[open].tiles_left += weight * (old[then].tiles_left + 1 - old[then].done);
                    stays -= weight;
                }
                row[open].done += stays * old[open].done;
                row[open].tiles += stays * old[open].tiles;
                row[open].tiles_left += stays * old[open].tiles_left;
            }
        }
    }
    float empty = 1;
    for (int draws = 0; draws < OUTLOOK_DRAWS; draws++) {
        o->fill[draws] = 1 - empty;
        empty *= 1 - insight * OUTLOOK_FILL;
    }
}

/* A demand is two bits an edge: 0 nothing, else one more than city, road, field. */
static void fits_make(outlook *o, const aude_rules *rules, const aude_state *state)
{
    int copies[256] = {0};
    for (int kind = 0; kind < aude_rules_n_kinds(rules); kind++) {
        int n = aude_state_in_bag(rules, state, kind);
        bool seen[256] = {false};
        for (int rotation = 0; n && rotation < aude_rules_n_rotations(rules, kind); rotation++) {
            const outline *l = &o->outline[4 * kind + rotation];
            for (unsigned sides = 0; sides < 16; sides++) {
                unsigned demand = 0;
                for (unsigned edge = 0; edge < 4; edge++)
                    if (sides >> edge & 1)
                        demand |= (l->at[edge] == OUTLOOK_NONE ? 3U : l->kind[l->at[edge]] + 1U) << 2 * edge;
                if (!seen[demand]) copies[demand] += n;
                seen[demand] = true;
            }
        }
    }
    for (int demand = 0; demand < 256; demand++) {
        float missing = 1;
        for (int i = 0; i < copies[demand] && i < 8; i++) missing *= (float)(o->n_seats - 1) / (float)o->n_seats;
        o->fits[demand] = 1 - missing;
    }
}

void outlook_init(outlook *o, const aude_rules *rules, const aude_state *state, outlook_weights weights, float insight)
{
    aude_setup setup;
    aude_rules_setup(rules, &setup);
    o->n_seats = setup.n_seats;
    o->fields = setup.fields;
    o->tiny_city = setup.tiny_city;
    memset(o->slot, 0, sizeof o->slot);
    for (int draws = 0; draws < OUTLOOK_DRAWS; draws++) {
        memset(o->weight[draws], 0, sizeof o->weight[draws]);
        for (int knot = 0; knot < OUTLOOK_KNOTS; knot++)
            for (int t = 0; t < N_TERMS; t++) o->weight[draws][t] += outlook_part(knot, draws) * weights[knot][t];
        o->supply[draws][0] = 0;
        for (int i = 0; i < AUDE_MAX_MEEPLES; i++)
            o->supply[draws][i + 1] =
                o->supply[draws][i] + outlook_in_time(o, draws) * o->weight[draws][TERM_SUPPLY + i];
    }
    outlines_make(o, rules);
    prospects_make(o, rules, state, insight);
    fits_make(o, rules, state);
}

int outlook_draws(const aude_rules *rules, const aude_state *state)
{
    int n = aude_state_n_bag(rules, state);
    return n < OUTLOOK_DRAWS ? n : OUTLOOK_DRAWS - 1;
}

/* ---- Parts of the value ------------------------------------------------------------------------------------------ */

float outlook_points(const outlook *o, const holding *h, int draws, float *slope, float *back)
{
    float now = (float)(h->tiles + h->pennants);
    *slope = *back = 0;
    if (!h->open) return h->kind == AUDE_ROAD || (h->tiles == 2 && o->tiny_city == 2) ? now : 2 * now;
    const float *w = o->weight[draws];
    const prospect *p = &o->prospect[h->kind][draws][open_index(h->open)];
    *back = p->done * outlook_in_time(o, draws) * w[TERM_BACK + h->kind];
    if (h->kind == AUDE_ROAD) {
        *slope = w[TERM_ROAD_GROWTH] * p->tiles + w[TERM_ROAD_OPEN + (h->open > 1)];
        return now + w[TERM_ROAD_GROWTH] * p->tiles_left;
    }
    *slope = w[TERM_CITY + (h->open < 4 ? h->open - 1 : 3)] * now * p->done + w[TERM_CITY_GROWTH] * 2 * p->tiles +
             w[TERM_CITY_OPEN + (h->open < 3 ? h->open - 1 : 2)];
    return now + w[TERM_CITY_GROWTH] * p->tiles_left;
}

float outlook_field(const outlook *o, int cities, int draws)
{
    const float *w = o->weight[draws];
    return 3 * (float)cities + w[TERM_FIELD_HELD] + w[TERM_FIELD] * 3 * OUTLOOK_HOPE * (float)draws;
}

unsigned outlook_demand(const aude_space *space)
{
    static const uint8_t code[4] = {1, 2, 0, 3}; /* city, road, monastery, field */
    unsigned demand = 0;
    for (int edge = 0; edge < 4; edge++)
        if (space->edge[edge] < 4) demand |= (unsigned)code[space->edge[edge]] << 2 * edge;
    return demand;
}

/* ---- A position -------------------------------------------------------------------------------------------------- */

typedef struct held {
    aude_feature feature;
    float closable;
    float cities, hopes; /* of a field: completed ones; others by their chance */
    int n_seen;
    int seen[OUTLOOK_CITIES];
} held;

/* What meeples stand on, each feature once. */
static int held_list(outlook *o, const aude_rules *rules, const aude_state *state, held *dst)
{
    aude_figure figure[OUTLOOK_HELD];
    int n = aude_figures(rules, state, figure, OUTLOOK_HELD), n_held = 0;
    for (int i = 0; i < n; i++) {
        int id = aude_feature_at(rules, state, figure[i].tile, figure[i].feature, figure[i].edge);
        if (o->slot[id]) continue;
        held *h = &dst[n_held++];
        aude_feature_get(rules, state, id, &h->feature);
        o->slot[id] = (uint8_t)n_held;
        h->closable = 1;
        h->cities = h->hopes = 0;
        h->n_seen = 0;
    }
    return n_held;
}

/* Whether tiles can come for the open spaces of what is held. */
static void held_close(outlook *o, const aude_rules *rules, const aude_state *state, held *list)
{
    static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    int n = aude_open_spaces(rules, state, o->space, 2 * AUDE_MAX_TILES + 3);
    for (int i = 0; i < n; i++) {
        const aude_space *s = &o->space[i];
        float fits = o->fits[outlook_demand(s)];
        uint8_t met[4] = {0};
        for (int edge = 0; edge < 4; edge++) {
            if (s->edge[edge] > AUDE_ROAD) continue;
            int tile = aude_tile_at(rules, state, s->x + dx[edge], s->y + dy[edge]);
            aude_placed at = aude_placed_at(rules, state, tile);
            int segment = o->outline[4 * at.kind + at.rotation].at[(edge + 2) & 3];
            uint8_t slot = o->slot[aude_feature_of(rules, state, tile, segment)];
            if (!slot || slot == met[0] || slot == met[1] || slot == met[2]) continue;
            met[edge] = slot;
            list[slot - 1].closable *= fits;
        }
    }
}

/* Cities that touch the fields that are held. */
static void held_cities(outlook *o, const aude_rules *rules, const aude_state *state, held *list, int draws)
{
    int n = aude_n_placed(state);
    for (int tile = 0; tile < n; tile++) {
        int kind = aude_placed_at(rules, state, tile).kind;
        for (int i = 0; i < o->touch[kind].n; i++) {
            uint8_t slot = o->slot[aude_feature_of(rules, state, tile, o->touch[kind].field[i])];
            if (!slot) continue;
            held *h = &list[slot - 1];
            int city = aude_feature_of(rules, state, tile, o->touch[kind].city[i]), k = 0;
            while (k < h->n_seen && h->seen[k] != city) k++;
            if (k < h->n_seen || k == OUTLOOK_CITIES) continue;
            h->seen[h->n_seen++] = city;
            aude_feature f;
            aude_feature_get(rules, state, city, &f);
            if (f.n_open)
                h->hopes += o->prospect[AUDE_CITY][draws][open_index(f.n_open)].done;
            else
                h->cities++;
        }
    }
}

/* What a feature means to a seat that holds it. *back: the chance that its meeples come home. */
static float held_terms(const outlook *o, const held *h, int draws, float term[N_TERMS], float *back)
{
    const aude_feature *f = &h->feature;
    *back = 0;
    if (f->kind == AUDE_FIELD) {
        term[TERM_FIELD] += 3 * h->hopes;
        term[TERM_FIELD_HELD] += 1;
        return 3 * h->cities;
    }
    if (f->kind == AUDE_MONASTERY) {
        *back = 1;
        for (int i = 0; i < f->n_open; i++) *back *= o->fill[draws];
        term[TERM_MONASTERY] += (float)f->n_open * o->fill[draws];
        term[TERM_MONASTERY_OPEN] += 1;
        return (float)(9 - f->n_open);
    }
    const prospect *p = &o->prospect[f->kind][draws][open_index(f->n_open)];
    float now = (float)(f->n_tiles + f->n_pennants);
    *back = p->done * h->closable;
    if (f->kind == AUDE_ROAD) {
        term[TERM_ROAD_GROWTH] += p->tiles * h->closable + p->tiles_left;
        term[TERM_ROAD_OPEN + (f->n_open > 1)] += h->closable;
    } else {
        term[TERM_CITY + (f->n_open < 4 ? f->n_open - 1 : 3)] += now * *back;
        term[TERM_CITY_GROWTH] += 2 * p->tiles * h->closable + p->tiles_left;
        term[TERM_CITY_OPEN + (f->n_open < 3 ? f->n_open - 1 : 2)] += h->closable;
    }
    return now;
}

void outlook_terms(outlook *o, const aude_rules *rules, const aude_state *state, float sure[AUDE_MAX_SEATS],
                   float term[AUDE_MAX_SEATS][N_TERMS])
{
    held list[OUTLOOK_HELD];
    int draws = outlook_draws(rules, state);
    memset(term, 0, AUDE_MAX_SEATS * sizeof *term);
    for (int s = 0; s < o->n_seats; s++) sure[s] = (float)aude_score(state, s);
    if (aude_state_step(rules, state) == AUDE_STEP_OVER) return;
    float in_time = outlook_in_time(o, draws);
    for (int s = 0; s < o->n_seats; s++)
        for (int i = 0; i < aude_supply(state, s); i++) term[s][TERM_SUPPLY + i] = in_time;
    int n = held_list(o, rules, state, list);
    held_close(o, rules, state, list);
    held_cities(o, rules, state, list, draws);
    for (int i = 0; i < n; i++) {
        const aude_feature *f = &list[i].feature;
        float back = 0;
        int most = 1;
        o->slot[f->id] = 0;
        for (int s = 0; s < o->n_seats; s++)
            if (f->meeples[s] > most) most = f->meeples[s];
        for (int s = 0; s < o->n_seats; s++)
            if (f->meeples[s] == most) sure[s] += held_terms(o, &list[i], draws, term[s], &back);
        for (int s = 0; s < o->n_seats && f->kind != AUDE_FIELD; s++)
            term[s][TERM_BACK + f->kind] += (float)f->meeples[s] * back * in_time;
    }
}

void outlook_value(outlook *o, const aude_rules *rules, const aude_state *state, float value[AUDE_MAX_SEATS])
{
    float term[AUDE_MAX_SEATS][N_TERMS];
    const float *w = o->weight[outlook_draws(rules, state)];
    outlook_terms(o, rules, state, value, term);
    for (int s = 0; s < o->n_seats; s++)
        for (int t = 0; t < N_TERMS; t++) value[s] += w[t] * term[s][t];
}
