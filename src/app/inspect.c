/* inspect.c - asks everything, in a fixed order. A line of the text is a word and numbers; the hash is over the numbers. */
#include "app/inspect.h"

#include <stdlib.h>
#include <string.h>

enum { INSPECT_MAX_FEATURES = AUDE_MAX_TILES * AUDE_MAX_SEGMENTS, INSPECT_SLOTS = 1 << 14 };

typedef struct inspect {
    const aude_rules *rules;
    const aude_state *state;
    FILE *out;
    uint64_t hash;
    int n_seats;
    int feature[INSPECT_MAX_FEATURES]; /* ids in the order of the lists, kind after kind */
    int n_features;
    int16_t slot[INSPECT_SLOTS]; /* their places by a hash of the id; -1: none */
} inspect;

static void inspect_line(inspect *in, const char *word)
{
    if (in->out) fprintf(in->out, "\n%s", word);
}

static void inspect_hash(inspect *in, uint64_t value)
{
    in->hash = (in->hash ^ value) * 0x9e3779b97f4a7c15u;
    in->hash ^= in->hash >> 31;
}

static void inspect_number(inspect *in, long value)
{
    if (in->out) fprintf(in->out, " %ld", value);
    inspect_hash(in, (uint64_t)value);
}

static void inspect_hex(inspect *in, uint64_t value)
{
    if (in->out) fprintf(in->out, " %016llx", (unsigned long long)value);
    inspect_hash(in, value);
}

static void inspect_begin(inspect *in, const aude_rules *rules, const aude_state *state, FILE *out)
{
    aude_setup setup;
    aude_rules_setup(rules, &setup);
    in->rules = rules;
    in->state = state;
    in->out = out;
    in->hash = 0x243f6a8885a308d3u;
    in->n_seats = setup.n_seats;
    in->n_features = 0;
}

static uint64_t inspect_end(inspect *in)
{
    if (in->out) fputc('\n', in->out);
    return in->hash;
}

static void inspect_move(inspect *in, const aude_move *m)
{
    inspect_line(in, "move");
    const long value[] = {m->kind, m->seat, m->rotation, m->feature, m->edge, m->face, m->tile, m->x, m->y};
    for (size_t i = 0; i < sizeof value / sizeof *value; i++) inspect_number(in, value[i]);
    char text[128];
    if (in->out && aude_move_write(in->rules, *m, text, sizeof text)) fprintf(in->out, "  # %s", text);
}

/* The slot of an id, or the empty one where it would stand. */
static int16_t *feature_slot(inspect *in, int id)
{
    uint32_t i = (uint32_t)id * 2654435761u >> 18;
    while (in->slot[i] >= 0 && in->feature[in->slot[i]] != id) i = (i + 1) % INSPECT_SLOTS;
    return &in->slot[i];
}

static void inspect_feature_id(inspect *in, int id)
{
    inspect_number(in, *feature_slot(in, id));
}

static void inspect_list_features(inspect *in)
{
    memset(in->slot, 0xff, sizeof in->slot);
    for (int kind = 0; kind < AUDE_N_FEATURE_KINDS; kind++) {
        int *first = in->feature + in->n_features;
        int n = aude_features(in->rules, in->state, kind, first, INSPECT_MAX_FEATURES - in->n_features);
        for (int i = 0; i < n; i++) *feature_slot(in, first[i]) = (int16_t)in->n_features++;
    }
}

static void inspect_items(inspect *in, const aude_worth *worth)
{
    inspect_number(in, worth->kind);
    inspect_number(in, worth->complete);
    inspect_number(in, worth->winners);
    for (int s = 0; s < in->n_seats; s++) inspect_number(in, worth->meeples[s]);
    inspect_number(in, worth->points);
    for (int i = 0; i < worth->n_items; i++) {
        inspect_number(in, worth->item[i].term);
        inspect_number(in, worth->item[i].count);
        inspect_number(in, worth->item[i].each);
    }
}

/* ---- Parts of a state -------------------------------------------------------------------------------------------- */

static void inspect_moves(inspect *in)
{
    static _Thread_local aude_move moves[AUDE_MAX_MOVES];
    static _Thread_local uint32_t weight[AUDE_MAX_MOVES];
    uint32_t actors = aude_actors(in->rules, in->state);
    inspect_line(in, "actors");
    inspect_number(in, actors);
    inspect_number(in, aude_asked(in->rules, in->state));
    for (int s = 0; s < in->n_seats; s++) {
        int n = aude_legal(in->rules, in->state, s, moves, AUDE_MAX_MOVES);
        inspect_line(in, "legal");
        inspect_number(in, s);
        inspect_number(in, n);
        inspect_number(in, aude_count_legal(in->rules, in->state, s));
        for (int i = 0; i < n; i++) inspect_move(in, &moves[i]);
        if (!(actors >> s & 1)) continue;
        aude_move move;
        inspect_line(in, "default");
        inspect_number(in, aude_default_move(in->rules, in->state, s, &move));
        inspect_move(in, &move);
    }
    int n = aude_chance(in->rules, in->state, moves, weight, AUDE_MAX_MOVES);
    inspect_line(in, "chance");
    inspect_number(in, n);
    for (int i = 0; i < n; i++) {
        inspect_move(in, &moves[i]);
        inspect_number(in, weight[i]);
    }
}

static void inspect_figures_of_game(inspect *in)
{
    const aude_rules *rules = in->rules;
    const aude_state *state = in->state;
    inspect_line(in, "game");
    inspect_number(in, aude_state_step(rules, state));
    inspect_number(in, aude_state_decision(state));
    inspect_number(in, aude_state_turn(state));
    inspect_number(in, aude_state_hand(state));
    inspect_number(in, aude_state_n_bag(rules, state));
    inspect_number(in, aude_state_n_unseen(state));
    inspect_number(in, aude_state_left(state));
    inspect_number(in, aude_winners(rules, state));
    inspect_line(in, "bag");
    for (int kind = 0; kind < aude_rules_n_kinds(rules); kind++)
        inspect_number(in, aude_state_in_bag(rules, state, kind));
    inspect_line(in, "discarded");
    for (int i = 0; i < aude_state_n_discarded(state); i++) inspect_number(in, aude_state_discarded(rules, state, i));
    int points[AUDE_MAX_SEATS];
    aude_projected(rules, state, points);
    for (int s = 0; s < in->n_seats; s++) {
        inspect_line(in, "seat");
        inspect_number(in, s);
        inspect_number(in, aude_score(state, s));
        inspect_number(in, points[s]);
        inspect_number(in, aude_supply(state, s));
        inspect_number(in, aude_chips(state, s));
        inspect_number(in, aude_pending_bet(rules, state, s));
        for (int face = 0; face < aude_rules_n_faces(rules); face++)
            inspect_number(in, aude_chips_of(rules, state, s, face));
    }
}

static void inspect_board(inspect *in)
{
    static _Thread_local aude_space space[4 * AUDE_MAX_TILES];
    const aude_rules *rules = in->rules;
    const aude_state *state = in->state;
    for (int i = 0; i < aude_n_placed(state); i++) {
        aude_placed at = aude_placed_at(rules, state, i);
        inspect_line(in, "tile");
        inspect_number(in, at.kind);
        inspect_number(in, at.rotation);
        inspect_number(in, at.x);
        inspect_number(in, at.y);
        inspect_number(in, aude_tile_at(rules, state, at.x, at.y));
        for (int s = 0; s < aude_rules_kind(rules, at.kind)->n_segments; s++)
            inspect_feature_id(in, aude_feature_of(rules, state, i, s));
        for (int edge = 0; edge < 4; edge++) {
            inspect_feature_id(in, aude_feature_at(rules, state, i, AUDE_CITY, edge));
            inspect_feature_id(in, aude_feature_at(rules, state, i, AUDE_ROAD, edge));
        }
        for (int half = 0; half < 8; half++) inspect_feature_id(in, aude_feature_at(rules, state, i, AUDE_FIELD, half));
        inspect_feature_id(in, aude_feature_at(rules, state, i, AUDE_MONASTERY, AUDE_NO_EDGE));
    }
    int n = aude_open_spaces(rules, state, space, 4 * AUDE_MAX_TILES);
    for (int i = 0; i < n; i++) {
        inspect_line(in, "space");
        inspect_number(in, space[i].x);
        inspect_number(in, space[i].y);
        inspect_number(in, aude_tile_at(rules, state, space[i].x, space[i].y));
        for (int edge = 0; edge < 4; edge++) inspect_number(in, space[i].edge[edge]);
        for (int kind = 0; kind < aude_rules_n_kinds(rules); kind++)
            inspect_number(in, aude_fits(rules, state, kind, space[i].x, space[i].y));
    }
}

static void inspect_features(inspect *in)
{
    static _Thread_local int list[INSPECT_MAX_FEATURES];
    const aude_rules *rules = in->rules;
    const aude_state *state = in->state;
    for (int i = 0; i < in->n_features; i++) {
        aude_feature feature;
        aude_worth worth;
        aude_feature_get(rules, state, in->feature[i], &feature);
        aude_worth_of(rules, state, in->feature[i], &worth);
        inspect_line(in, "feature");
        inspect_number(in, feature.kind);
        inspect_number(in, feature.n_tiles);
        inspect_number(in, feature.n_open);
        inspect_number(in, feature.n_pennants);
        inspect_number(in, feature.n_cities);
        for (int s = 0; s < in->n_seats; s++) inspect_number(in, feature.meeples[s]);
        inspect_items(in, &worth);
        int n = aude_feature_tiles(rules, state, in->feature[i], list, INSPECT_MAX_FEATURES);
        inspect_line(in, "tiles");
        for (int k = 0; k < n; k++) inspect_number(in, list[k]);
        if (feature.kind != AUDE_FIELD) continue;
        n = aude_field_cities(rules, state, in->feature[i], list, INSPECT_MAX_FEATURES);
        inspect_line(in, "cities");
        for (int k = 0; k < n; k++) inspect_feature_id(in, list[k]);
    }
}

static void inspect_pieces(inspect *in)
{
    const aude_rules *rules = in->rules;
    const aude_state *state = in->state;
    aude_figure figure[AUDE_MAX_SEATS * AUDE_MAX_MEEPLES];
    int n = aude_figures(rules, state, figure, AUDE_MAX_SEATS * AUDE_MAX_MEEPLES);
    for (int i = 0; i < n; i++) {
        inspect_line(in, "figure");
        inspect_number(in, figure[i].seat);
        inspect_number(in, figure[i].tile);
        inspect_number(in, figure[i].feature);
        inspect_number(in, figure[i].edge);
    }
    aude_stack stack[AUDE_MAX_STACKS];
    n = aude_stacks(rules, state, stack, AUDE_MAX_STACKS);
    for (int i = 0; i < n; i++) {
        inspect_line(in, "stack");
        inspect_number(in, stack[i].tile);
        for (int k = 0; k < stack[i].n_bets; k++) {
            inspect_number(in, stack[i].bet[k].seat);
            inspect_number(in, stack[i].bet[k].face);
            inspect_number(in, stack[i].bet[k].mask);
        }
        aude_target target[AUDE_MAX_SEGMENTS];
        int n_targets = aude_targets(rules, state, stack[i].tile, target, AUDE_MAX_SEGMENTS);
        inspect_line(in, "targets");
        for (int k = 0; k < n_targets; k++) {
            inspect_feature_id(in, target[k].feature);
            inspect_number(in, target[k].kind);
            inspect_number(in, target[k].edge);
        }
    }
}

uint64_t inspect_state(const aude_rules *rules, const aude_state *state, FILE *out)
{
    static _Thread_local inspect in;
    inspect_begin(&in, rules, state, out);
    inspect_list_features(&in);
    inspect_line(&in, "digest");
    inspect_hex(&in, aude_digest(rules, state));
    inspect_figures_of_game(&in);
    inspect_moves(&in);
    inspect_board(&in);
    inspect_features(&in);
    inspect_pieces(&in);
    return inspect_end(&in);
}

uint64_t inspect_rules(const aude_rules *rules, FILE *out)
{
    static _Thread_local inspect in;
    inspect_begin(&in, rules, NULL, out);
    aude_setup setup;
    aude_rules_setup(rules, &setup);
    inspect_line(&in, "setup");
    const long option[] = {setup.n_seats,         setup.n_chips, setup.fields,  setup.tiny_city,
                           setup.bets_unoccupied, setup.draws,   setup.meeples, setup.first};
    for (size_t i = 0; i < sizeof option / sizeof *option; i++) inspect_number(&in, option[i]);
    inspect_line(&in, "tiles");
    inspect_number(&in, aude_rules_n_tiles(rules));
    inspect_number(&in, aude_rules_start_kind(rules));
    for (int kind = 0; kind < aude_rules_n_kinds(rules); kind++) {
        const aude_tile *tile = aude_rules_kind(rules, kind);
        inspect_line(&in, tile->name);
        inspect_number(&in, tile->count);
        inspect_number(&in, tile->office);
        inspect_number(&in, aude_rules_find_kind(rules, tile->name));
        inspect_number(&in, aude_rules_n_rotations(rules, kind));
        for (int rotation = 0; rotation < 4; rotation++)
            for (int s = 0; s < tile->n_segments; s++) {
                aude_segment segment = aude_rules_segment(rules, kind, rotation, s);
                inspect_number(&in, segment.kind);
                inspect_number(&in, segment.pennants);
                inspect_number(&in, segment.ends);
                inspect_number(&in, segment.touches);
            }
    }
    for (int face = 0; face < aude_rules_n_faces(rules); face++) {
        inspect_line(&in, "face");
        inspect_number(&in, aude_rules_face_count(rules, face));
        for (int tiles = 0; tiles < 16; tiles++)
            inspect_number(&in, aude_chip_pay(aude_rules_face(rules, face), tiles));
    }
    return inspect_end(&in);
}

uint64_t inspect_events(const aude_rules *rules, const aude_events *events, FILE *out)
{
    static _Thread_local inspect in;
    inspect_begin(&in, rules, NULL, out);
    for (int i = 0; i < events->n; i++) {
        const aude_event *e = &events->event[i];
        inspect_line(&in, "event");
        const long value[] = {e->kind,     e->seat, e->seats, e->feature, e->edge,  e->face,
                              e->rotation, e->tile, e->x,     e->y,       e->count, e->points};
        for (size_t k = 0; k < sizeof value / sizeof *value; k++) inspect_number(&in, value[k]);
        if (e->kind == AUDE_EV_SCORED) inspect_items(&in, &e->worth);
    }
    return inspect_end(&in);
}
