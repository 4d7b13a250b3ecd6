/* outlook.c - see outlook.h. */
#include "ai/outlook.h"

#include <stdbool.h>
#include <string.h>

/* Chance that one draw continues one open edge, by kind; that it fills one empty space. As measured in games of engines
 * (`aude selfplay` prints them). */
static const float OUTLOOK_RATE[2] = {0.040F, 0.033F};
static const float OUTLOOK_FILL = 0.033F;

/* What the first, second ... meeple in the supply is worth in points, and what it is worth that one comes back; both shrink with the
 * last OUTLOOK_TURNS turns of a seat. */
static const float OUTLOOK_MEEPLE[AUDE_MAX_MEEPLES + 1] = {0,       8.125F,  14.875F, 20.875F, 26.25F,
                                                           31.125F, 35.438F, 39.188F, 42.438F};
static const float OUTLOOK_RETURN = 4, OUTLOOK_TURNS = 10;

enum { OUTLOOK_HELD = AUDE_MAX_SEATS * AUDE_MAX_MEEPLES, OUTLOOK_CITIES = 24 };

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

void outlook_init(outlook *o, const aude_rules *rules, const aude_state *state, float insight)
{
    aude_setup setup;
    aude_rules_setup(rules, &setup);
    o->n_seats = setup.n_seats;
    o->fields = setup.fields;
    o->tiny_city = setup.tiny_city;
    memset(o->slot, 0, sizeof o->slot);
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

static float outlook_in_time(const outlook *o, int draws)
{
    float turns = (float)draws / (float)o->n_seats;
    return turns < OUTLOOK_TURNS ? turns / OUTLOOK_TURNS : 1;
}

float outlook_supply(const outlook *o, int meeples, int draws)
{
    return OUTLOOK_MEEPLE[meeples] * outlook_in_time(o, draws);
}

float outlook_back(const outlook *o, int draws)
{
    return OUTLOOK_RETURN * outlook_in_time(o, draws);
}

float outlook_points(const outlook *o, const holding *h, int draws, float closable, float *back)
{
    float now = (float)(h->tiles + h->pennants);
    if (!h->open) {
        *back = 1;
        return h->kind == AUDE_ROAD || (h->tiles == 2 && o->tiny_city == 2) ? now : 2 * now;
    }
    const prospect *p = &o->prospect[h->kind][draws][h->open < OUTLOOK_OPEN ? h->open : OUTLOOK_OPEN - 1];
    float done = p->done * closable;
    *back = done + done * (1 - done) * 0.6F; /* who holds it works for it */
    if (h->kind == AUDE_ROAD) return now + p->tiles * closable + p->tiles_left;
    return now + now * *back + 2 * p->tiles * closable + p->tiles_left;
}

/* ---- A position -------------------------------------------------------------------------------------------------- */

typedef struct held {
    aude_feature feature;
    float closable;
    float cities; /* of a field: likely completed ones */
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
        h->cities = 0;
        h->n_seen = 0;
    }
    return n_held;
}

/* Whether tiles can come for the open spaces of what is held. */
static void held_close(outlook *o, const aude_rules *rules, const aude_state *state, held *list)
{
    static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    static const uint8_t code[4] = {1, 2, 0, 3}; /* city, road, monastery, field */
    int n = aude_open_spaces(rules, state, o->space, 2 * AUDE_MAX_TILES + 3);
    for (int i = 0; i < n; i++) {
        const aude_space *s = &o->space[i];
        unsigned demand = 0;
        for (int edge = 0; edge < 4; edge++)
            if (s->edge[edge] < 4) demand |= (unsigned)code[s->edge[edge]] << 2 * edge;
        float fits = o->fits[demand];
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
            int open = f.n_open < OUTLOOK_OPEN ? f.n_open : OUTLOOK_OPEN - 1;
            h->cities += f.n_open ? 1.2F * o->prospect[AUDE_CITY][draws][open].done : 1;
        }
    }
}

static float held_points(const outlook *o, const held *h, int draws, float *back)
{
    const aude_feature *f = &h->feature;
    *back = 0;
    if (f->kind == AUDE_FIELD) return 3 * h->cities - (float)draws / 48; /* the earlier a farmer, the dearer */
    if (f->kind == AUDE_MONASTERY) {
        float fill = o->fill[draws];
        *back = 1;
        for (int i = 0; i < f->n_open; i++) *back *= fill;
        return (float)(9 - f->n_open) + (float)f->n_open * fill;
    }
    holding as = {.kind = (uint8_t)f->kind, .tiles = f->n_tiles, .open = f->n_open, .pennants = f->n_pennants};
    return outlook_points(o, &as, draws, h->closable, back);
}

void outlook_value(outlook *o, const aude_rules *rules, const aude_state *state, float value[AUDE_MAX_SEATS])
{
    held list[OUTLOOK_HELD];
    bool over = aude_state_step(rules, state) == AUDE_STEP_OVER;
    int draws = outlook_draws(rules, state);
    for (int s = 0; s < o->n_seats; s++)
        value[s] = (float)aude_score(state, s) + (over ? 0 : outlook_supply(o, aude_supply(state, s), draws));
    if (over) return;
    int n = held_list(o, rules, state, list);
    held_close(o, rules, state, list);
    held_cities(o, rules, state, list, draws);
    float each = outlook_back(o, draws);
    for (int i = 0; i < n; i++) {
        const aude_feature *f = &list[i].feature;
        float back, points = held_points(o, &list[i], draws, &back);
        int most = 1;
        for (int s = 0; s < o->n_seats; s++)
            if (f->meeples[s] > most) most = f->meeples[s];
        for (int s = 0; s < o->n_seats; s++) {
            if (f->meeples[s] == most) value[s] += points;
            value[s] += (float)f->meeples[s] * each * back;
        }
        o->slot[f->id] = 0;
    }
}
