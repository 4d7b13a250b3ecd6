/* growth.c - a feature as a chain: at each draw each open edge may get a tile, whose segment closes it or opens more.
 *
 * The tiles that may come are those not yet seen; a segment counts as often as it has edges to be joined by. How often an open
 * edge gets a tile is what `aude selfplay --players greedy,greedy` prints (GROWTH_RATE). Integers only: the same on every machine. */
#include "ai/growth.h"

#include <string.h>

/* Chance that one draw continues one open edge, by kind, in units of GROWTH_ONE. */
static const uint32_t GROWTH_RATE[2] = {GROWTH_ONE * 40 / 1000, GROWTH_ONE * 33 / 1000};
/* Chance that one draw fills one empty space beside the tiles. */
enum { GROWTH_FILL = GROWTH_ONE * 33 / 1000 };

static uint32_t growth_times(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b / GROWTH_ONE);
}

void growth_segments(uint32_t share[2][GROWTH_ENDS + 1], const aude_rules *rules, const aude_state *state)
{
    uint32_t count[2][GROWTH_ENDS + 1] = {{0}}, sum[2] = {0};
    for (int kind = 0; kind < aude_rules_n_kinds(rules); kind++) {
        uint32_t copies = (uint32_t)aude_state_in_bag(rules, state, kind);
        const aude_tile *tile = aude_rules_kind(rules, kind);
        for (int i = 0; copies && i < tile->n_segments; i++) {
            const aude_segment *segment = &tile->segment[i];
            if (segment->kind > AUDE_ROAD) continue;
            uint32_t ends = (uint32_t)__builtin_popcount(segment->ends);
            count[segment->kind][ends] += copies * ends;
            sum[segment->kind] += copies * ends;
        }
    }
    for (int k = 0; k < 2; k++)
        for (int ends = 0; ends <= GROWTH_ENDS; ends++)
            share[k][ends] = sum[k] ? (uint32_t)((uint64_t)count[k][ends] * GROWTH_ONE / sum[k]) : 0;
}

/* Adds `weight` of a row with one tile more. */
static void growth_add(growth_row *dst, const growth_row *src, uint32_t weight)
{
    for (int tiles = 0; tiles <= GROWTH_TILES; tiles++) {
        int more = tiles < GROWTH_TILES ? tiles + 1 : tiles;
        dst->finished[more] += growth_times(src->finished[tiles], weight);
        dst->unfinished[more] += growth_times(src->unfinished[tiles], weight);
    }
}

/* The rows one draw earlier. */
static void growth_step(growth_row row[GROWTH_OPEN + 1], uint32_t rate, const uint32_t share[GROWTH_ENDS + 1])
{
    growth_row old[GROWTH_OPEN + 1];
    memcpy(old, row, sizeof old);
    for (int open = 1; open <= GROWTH_OPEN; open++) {
        uint32_t grows = rate * (uint32_t)open, stays = GROWTH_ONE;
        memset(&row[open], 0, sizeof row[open]);
        for (int ends = 1; ends <= GROWTH_ENDS; ends++) {
            int then = open + ends - 2 > GROWTH_OPEN ? GROWTH_OPEN : open + ends - 2;
            uint32_t weight = growth_times(grows, share[ends]);
            growth_add(&row[open], &old[then], weight);
            stays -= weight;
        }
        for (int tiles = 0; tiles <= GROWTH_TILES; tiles++) {
            row[open].finished[tiles] += growth_times(old[open].finished[tiles], stays);
            row[open].unfinished[tiles] += growth_times(old[open].unfinished[tiles], stays);
        }
    }
}

void growth_init(growth *g, const aude_rules *rules, const aude_state *state)
{
    uint32_t share[2][GROWTH_ENDS + 1];
    memset(g, 0, sizeof *g);
    g->unseen = aude_state_n_bag(rules, state);
    growth_segments(share, rules, state);
    uint32_t empty = GROWTH_ONE;
    for (int draw = 0; draw < g->unseen; draw++) empty = growth_times(empty, GROWTH_ONE - GROWTH_FILL);
    g->fill = GROWTH_ONE - empty;
    for (int k = 0; k < 2; k++) {
        growth_row *row = g->row[k];
        row[0].finished[0] = GROWTH_ONE;
        for (int open = 1; open <= GROWTH_OPEN; open++) row[open].unfinished[0] = GROWTH_ONE;
        for (int draw = 0; draw < g->unseen; draw++) growth_step(row, GROWTH_RATE[k], share[k]);
        for (int open = 0; open <= GROWTH_OPEN; open++)
            for (uint32_t tiles = 0; tiles <= GROWTH_TILES; tiles++) {
                row[open].chance += row[open].finished[tiles];
                row[open].tiles_finished += tiles * row[open].finished[tiles];
                row[open].tiles_unfinished += tiles * row[open].unfinished[tiles];
            }
    }
}

const growth_row *growth_of(const growth *g, const aude_feature *feature)
{
    int open = feature->n_open > GROWTH_OPEN ? GROWTH_OPEN : feature->n_open;
    return &g->row[feature->kind == AUDE_ROAD][open];
}

/* The first target that is finished takes the chip: each with a weight of its chance. If none is, the owner takes the best. */
uint32_t growth_chip(const growth *g, const aude_rules *rules, const aude_state *state, int tile, const aude_chip *chip)
{
    aude_target target[4];
    int n = aude_targets(rules, state, tile, target, 4);
    uint32_t none = GROWTH_ONE, chances = 0, finished = 0, best = 0;
    for (int i = 0; i < n; i++) {
        aude_feature feature;
        aude_feature_get(rules, state, target[i].feature, &feature);
        const growth_row *row = growth_of(g, &feature);
        uint32_t unfinished = 0;
        for (int tiles = 0; tiles <= GROWTH_TILES; tiles++) {
            uint32_t pay = (uint32_t)aude_chip_pay(chip, feature.n_tiles + tiles);
            finished += pay * row->finished[tiles];
            unfinished += pay * row->unfinished[tiles];
        }
        if (row->chance < GROWTH_ONE)
            unfinished = (uint32_t)((uint64_t)unfinished * GROWTH_ONE / (GROWTH_ONE - row->chance));
        if (unfinished > best) best = unfinished;
        chances += row->chance;
        none = growth_times(none, GROWTH_ONE - (row->chance < GROWTH_ONE ? row->chance : GROWTH_ONE));
    }
    uint32_t some = GROWTH_ONE - none;
    return growth_times(best, none) + (chances ? (uint32_t)((uint64_t)finished * some / chances) : 0);
}
