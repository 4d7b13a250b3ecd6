/* board.c - see board.h. */
#include "wasm/board.h"

enum { MAX_FEATURES = AUDE_MAX_TILES * AUDE_MAX_SEGMENTS, MAX_SPACES = 4 * AUDE_MAX_TILES };

/* What is being told. */
static const aude_rules *rules;
static const aude_state *view;
static int n_seats;
/* Its features, kind after kind, as the lists of the library have them. */
static int feature[MAX_FEATURES];
static int n_features;
/* Room for the time of one call. */
static int list[MAX_FEATURES];
static aude_space space[MAX_SPACES];
static aude_move moves[AUDE_MAX_MOVES];

static void board_begin(const aude_rules *r, const aude_state *v)
{
    aude_setup setup;
    rules = r;
    view = v;
    aude_rules_setup(r, &setup);
    n_seats = setup.n_seats;
    n_features = 0;
    for (int kind = 0; kind < AUDE_N_FEATURE_KINDS; kind++)
        n_features += aude_features(r, v, kind, feature + n_features, MAX_FEATURES - n_features);
}

/* ---- Tiles and features ------------------------------------------------------------------------------------------ */

/* The place of each feature in the list, by the first of its segments that is met: ids are opaque, so they are looked up. */
static int feature_index(int id)
{
    for (int i = 0; i < n_features; i++)
        if (feature[i] == id) return i;
    return -1;
}

static int first_edge(const aude_segment *segment)
{
    return segment->ends ? bits_first(segment->ends) : AUDE_NO_EDGE;
}

static void tell_tiles(json *j)
{
    json_open(j, "tiles", '[');
    for (int i = 0; i < aude_n_placed(view); i++) {
        aude_placed at = aude_placed_at(rules, view, i);
        int n = aude_rules_kind(rules, at.kind)->n_segments;
        json_open(j, NULL, '{');
        json_str(j, "kind", tell_kind(rules, at.kind));
        json_int(j, "rotation", at.rotation);
        tell_square(j, at.x, at.y);
        json_open(j, "features", '[');
        for (int s = 0; s < n; s++) json_int(j, NULL, feature_index(aude_feature_of(rules, view, i, s)));
        json_close(j, ']');
        json_open(j, "segments", '[');
        for (int s = 0; s < n; s++) {
            aude_segment segment = aude_rules_segment(rules, at.kind, at.rotation, s);
            tell_feature(j, NULL, rules, segment.kind, (u8)first_edge(&segment));
        }
        json_close(j, ']');
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void tell_indexes(json *j, const char *key, int n, bool are_features)
{
    json_open(j, key, '[');
    for (int i = 0; i < n; i++) json_int(j, NULL, are_features ? feature_index(list[i]) : list[i]);
    json_close(j, ']');
}

static void tell_features(json *j)
{
    json_open(j, "features", '[');
    for (int i = 0; i < n_features; i++) {
        aude_feature f;
        aude_worth worth;
        aude_feature_get(rules, view, feature[i], &f);
        aude_worth_of(rules, view, feature[i], &worth);
        json_open(j, NULL, '{');
        json_str(j, "kind", tell_kinds[f.kind]);
        tell_indexes(j, "tiles", aude_feature_tiles(rules, view, feature[i], list, MAX_FEATURES), false);
        json_int(j, "open", f.n_open);
        json_int(j, "pennants", f.n_pennants);
        int n = f.kind == AUDE_FIELD ? aude_field_cities(rules, view, feature[i], list, MAX_FEATURES) : 0;
        tell_indexes(j, "cities", n, true);
        json_open(j, "meeples", '[');
        for (int seat = 0; seat < AUDE_MAX_SEATS; seat++) json_int(j, NULL, f.meeples[seat]);
        json_close(j, ']');
        tell_worth(j, &worth);
        json_close(j, '}');
    }
    json_close(j, ']');
}

/* ---- Seats ------------------------------------------------------------------------------------------------------- */

/* The points that a seat has coming besides its score, by how certain they are. */
typedef struct outlook {
    int sure, contested, completion;
} outlook;

/* What completing a feature as it is would add to its worth. A city doubles, all but the tiniest; a monastery is worth its nine spaces. */
static int completion_of(const aude_feature *f, const aude_worth *worth)
{
    aude_setup setup;
    aude_rules_setup(rules, &setup);
    if (worth->complete) return 0;
    if (f->kind == AUDE_MONASTERY) return f->n_open;
    if (f->kind != AUDE_CITY) return 0;
    return setup.tiny_city == 2 && f->n_tiles == 2 ? 0 : worth->points; /* rule base/city-1 */
}

static void outlooks(outlook dst[AUDE_MAX_SEATS])
{
    memset(dst, 0, AUDE_MAX_SEATS * sizeof *dst);
    if (aude_state_step(rules, view) == AUDE_STEP_OVER) return; /* all has been scored */
    for (int i = 0; i < n_features; i++) {
        aude_feature f;
        aude_worth worth;
        aude_feature_get(rules, view, feature[i], &f);
        int n = 0;
        for (int seat = 0; seat < n_seats; seat++) n += f.meeples[seat] > 0;
        if (!n) continue;
        aude_worth_of(rules, view, feature[i], &worth);
        int more = completion_of(&f, &worth);
        for (int seat = 0; seat < n_seats; seat++) {
            if (!(worth.winners >> seat & 1)) continue;
            *(n > 1 ? &dst[seat].contested : &dst[seat].sure) += worth.points;
            dst[seat].completion += more;
        }
    }
}

static void tell_seats(json *j)
{
    outlook coming[AUDE_MAX_SEATS];
    int projected[AUDE_MAX_SEATS];
    aude_projected(rules, view, projected);
    outlooks(coming);
    json_open(j, "seats", '[');
    for (int seat = 0; seat < n_seats; seat++) {
        json_open(j, NULL, '{');
        json_int(j, "score", aude_score(view, seat));
        json_int(j, "projected", projected[seat]);
        json_int(j, "sure", coming[seat].sure);
        json_int(j, "contested", coming[seat].contested);
        json_int(j, "completion", coming[seat].completion);
        json_int(j, "supply", aude_supply(view, seat));
        json_bool(j, "left", aude_state_left(view) >> seat & 1);
        tell_chips(j, rules, view, seat);
        json_close(j, '}');
    }
    json_close(j, ']');
}

/* ---- What may come ----------------------------------------------------------------------------------------------- */

static void tell_fits(json *j, const aude_space *at)
{
    json_open(j, "fits", '[');
    for (int kind = 0; kind < aude_rules_n_kinds(rules); kind++) {
        int count = aude_state_in_bag(rules, view, kind);
        unsigned fits = count ? aude_fits(rules, view, kind, at->x, at->y) : 0;
        if (!fits) continue;
        json_open(j, NULL, '{');
        json_str(j, "kind", tell_kind(rules, kind));
        json_int(j, "count", count);
        json_bits(j, "rotations", fits);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void tell_spaces(json *j)
{
    int n = aude_open_spaces(rules, view, space, MAX_SPACES);
    json_open(j, "spaces", '[');
    for (int i = 0; i < n; i++) {
        json_open(j, NULL, '{');
        tell_space(j, &space[i]);
        tell_fits(j, &space[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static const char *const move_word[] = {
    [AUDE_PLACE] = "place",   [AUDE_PASS] = "pass", [AUDE_MEEPLE] = "meeple",
    [AUDE_SETTLE] = "settle", [AUDE_BET] = "bet",   [AUDE_FINAL] = "final",
};

/* The segment that a move names on a tile: members `feature`, `segment`, `of`. */
static void tell_target(json *j, const aude_move *m, int tile)
{
    aude_placed at = aude_placed_at(rules, view, tile);
    int segment = 0, edge = AUDE_NO_EDGE, n = aude_rules_kind(rules, at.kind)->n_segments;
    for (; segment < n; segment++) {
        aude_segment s = aude_rules_segment(rules, at.kind, at.rotation, segment);
        edge = first_edge(&s);
        if (s.kind == m->feature && edge == m->edge) break;
    }
    tell_feature(j, "feature", rules, m->feature, m->edge);
    json_int(j, "segment", segment);
    json_int(j, "of", feature_index(aude_feature_of(rules, view, tile, segment)));
}

static void tell_move(json *j, const char *key, const aude_move *m)
{
    bool targets = m->kind == AUDE_MEEPLE || m->kind == AUDE_SETTLE || m->kind == AUDE_FINAL;
    int tile = aude_n_placed(view) - 1;
    if (m->kind == AUDE_SETTLE || m->kind == AUDE_FINAL) tile = aude_tile_at(rules, view, m->x, m->y);
    json_open(j, key, '{');
    tell_line(j, "line", rules, m);
    json_str(j, "kind", move_word[m->kind]);
    if (m->kind == AUDE_PLACE) {
        tell_square(j, m->x, m->y);
        json_int(j, "rotation", m->rotation);
    } else if (targets) {
        aude_placed at = aude_placed_at(rules, view, tile);
        tell_square(j, at.x, at.y);
        json_str(j, "rotation", NULL);
    } else {
        json_str(j, "x", NULL);
        json_str(j, "y", NULL);
        json_str(j, "rotation", NULL);
    }
    if (targets) {
        tell_target(j, m, tile);
    } else {
        json_str(j, "feature", NULL);
        json_str(j, "segment", NULL);
        json_str(j, "of", NULL);
    }
    tell_face(j, "face", rules, m->kind == AUDE_BET && m->face != AUDE_NO_BET ? m->face : -1);
    json_close(j, '}');
}

static void tell_moves(json *j, int seat)
{
    int n = seat < n_seats ? aude_legal(rules, view, seat, moves, AUDE_MAX_MOVES) : 0;
    json_open(j, "moves", '[');
    for (int i = 0; i < n; i++) tell_move(j, NULL, &moves[i]);
    json_close(j, ']');
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

static void tell_faces(json *j)
{
    json_open(j, "faces", '[');
    for (int face = 0; face < aude_rules_n_faces(rules); face++) {
        json_open(j, NULL, '{');
        tell_face(j, "face", rules, face);
        json_int(j, "count", aude_rules_face_count(rules, face));
        json_close(j, '}');
    }
    json_close(j, ']');
}

void board_tell(json *j, const aude_rules *r, const aude_state *v, int seat)
{
    board_begin(r, v);
    tell_step(j, r, v);
    tell_faces(j);
    tell_seats(j);
    tell_tiles(j);
    tell_features(j);
    tell_spaces(j);
    tell_figures(j, r, v);
    tell_stacks(j, r, v);
    tell_moves(j, seat);
    if (aude_n_placed(v) > 1)
        json_int(j, "last", aude_n_placed(v) - 1);
    else
        json_str(j, "last", NULL);
}

void board_tell_move(json *j, const char *key, const aude_rules *r, const aude_state *v, const aude_move *move)
{
    if (!move) {
        json_str(j, key, NULL);
        return;
    }
    board_begin(r, v);
    tell_move(j, key, move);
}

void board_tell_events(json *j, const aude_rules *r, const aude_state *after, const aude_events *events)
{
    board_begin(r, after);
    json_open(j, NULL, '[');
    for (int i = 0; i < events->n; i++) {
        const aude_event *e = &events->event[i];
        json_open(j, NULL, '{');
        tell_event(j, r, e);
        if (e->kind == AUDE_EV_SCORED || e->kind == AUDE_EV_FLIPPED)
            tell_indexes(j, "tiles", aude_feature_tiles(r, after, e->worth.feature, list, MAX_FEATURES), false);
        json_close(j, '}');
    }
    json_close(j, ']');
}
