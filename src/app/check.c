/* check.c - the properties: what is derived equals what is kept; a legal list is exactly what is accepted; nothing is lost; a
 * view knows neither more nor less than its seat; secrets of others change nothing that a seat sees.
 *
 * A twin of a watching seat is the same game with other secrets of the others, as far as that seat can know. It is made when a
 * draw is open and follows the public course of the game; it ends when a chip of another face would be flipped. */
#include "app/check.h"

#include "app/inspect.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHECK_PROBE = 8,  /* every so many decisions all moves of a neighbourhood are tried */
    CHECK_RECORD = 32 /* ... the log is written and read again */
};

typedef struct twin {
    bool alive;
    aude_state state;
} twin;

struct check {
    const aude_rules *rules;
    aude_setup setup;
    aude_random random;
    uint64_t seed;
    long game;
    uint32_t decision;
    bool failed;
    aude_state a, b, view[2];
    aude_move moves[AUDE_MAX_MOVES], others[AUDE_MAX_MOVES];
    uint32_t weight[AUDE_MAX_MOVES];
    aude_events events, seen, twin_events, twin_seen;
    twin twin[AUDE_MAX_SEATS];
    aude_rules read_rules;
    aude_tileset own[AUDE_MAX_SETS];
    gamelog read_log;
};

check *check_new(const aude_rules *rules, const aude_setup *setup)
{
    check *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->rules = rules;
    c->setup = *setup;
    if (gamelog_init(&c->read_log, setup)) return c;
    free(c);
    return NULL;
}

void check_free(check *c)
{
    if (c) gamelog_free(&c->read_log);
    free(c);
}

void check_begin(check *c, uint64_t seed, long game)
{
    c->seed = seed;
    c->game = game;
    c->failed = false;
    aude_random_seed(&c->random, seed * 1000003u + (uint64_t)game);
    for (int s = 0; s < AUDE_MAX_SEATS; s++) c->twin[s].alive = false;
}

/* Says what is wrong where `good` is false. */
static bool check_that(check *c, bool good, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool check_that(check *c, bool good, const char *format, ...)
{
    if (good || c->failed) return good;
    c->failed = true;
    va_list arguments;
    flockfile(stderr);
    fprintf(stderr, "check failed: seed %llu, game %ld, decision %u: ", (unsigned long long)c->seed, c->game,
            c->decision);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    funlockfile(stderr);
    return false;
}

/* Two states must be equal in all that can be asked. Where they are not, the first different line is printed. */
static bool check_same(check *c, const aude_state *a, const aude_state *b, const char *what)
{
    if (!memcmp(a, b, aude_state_size(c->rules))) return true;
    bool secret = aude_full_digest(c->rules, a) == aude_full_digest(c->rules, b);
    if (secret && inspect_state(c->rules, a, NULL) == inspect_state(c->rules, b, NULL)) return true;
    char *text[2] = {NULL, NULL};
    size_t size[2];
    const aude_state *state[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        FILE *out = open_memstream(&text[i], &size[i]);
        if (!out) abort();
        inspect_state(c->rules, state[i], out);
        fclose(out);
    }
    const char *p = text[0], *q = text[1], *line_p = p, *line_q = q;
    while (*p && *p == *q) {
        if (*p == '\n') line_p = p + 1, line_q = q + 1;
        p++, q++;
    }
    check_that(c, false, "%s: \"%.*s\" against \"%.*s\"%s", what, (int)strcspn(line_p, "\n"), line_p,
               (int)strcspn(line_q, "\n"), line_q, *p || *q ? "" : " (only the full digests differ)");
    free(text[0]);
    free(text[1]);
    return false;
}

/* ---- A decision -------------------------------------------------------------------------------------------------- */

static bool check_rebuild(check *c, const aude_state *state)
{
    memset(&c->a, 0xa5, sizeof c->a);
    aude_state_copy(c->rules, &c->a, state);
    if (!check_same(c, &c->a, state, "a copy differs")) return false;
    aude_state_rebuild(c->rules, &c->a);
    return check_same(c, &c->a, state, "rebuilt differs from kept");
}

static bool check_conserved(check *c, const aude_state *state)
{
    const aude_rules *rules = c->rules;
    int tiles = aude_n_placed(state) + aude_state_n_unseen(state) + aude_state_n_discarded(state) +
                (aude_state_hand(state) >= 0);
    int in_bag = 0, meeples[AUDE_MAX_SEATS] = {0}, chips[AUDE_MAX_SEATS] = {0}, all_chips = 0;
    for (int kind = 0; kind < aude_rules_n_kinds(rules); kind++) in_bag += aude_state_in_bag(rules, state, kind);
    for (int face = 0; face < aude_rules_n_faces(rules); face++) all_chips += aude_rules_face_count(rules, face);
    aude_figure figure[AUDE_MAX_SEATS * AUDE_MAX_MEEPLES];
    aude_stack stack[AUDE_MAX_STACKS];
    int n = aude_figures(rules, state, figure, AUDE_MAX_SEATS * AUDE_MAX_MEEPLES);
    for (int i = 0; i < n; i++) meeples[figure[i].seat]++;
    n = aude_stacks(rules, state, stack, AUDE_MAX_STACKS);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < stack[i].n_bets; k++) chips[stack[i].bet[k].seat]++;
    check_that(c, tiles == aude_rules_n_tiles(rules), "%d tiles of %d", tiles, aude_rules_n_tiles(rules));
    check_that(c, in_bag == aude_state_n_unseen(state), "the bag's kinds sum to %d, not %d", in_bag,
               aude_state_n_unseen(state));
    for (int s = 0; s < c->setup.n_seats; s++) {
        check_that(c, meeples[s] + aude_supply(state, s) == c->setup.meeples, "seat %d has %d + %d meeples", s,
                   meeples[s], aude_supply(state, s));
        check_that(c, chips[s] + aude_chips(state, s) == all_chips, "seat %d has %d + %d chips", s, chips[s],
                   aude_chips(state, s));
    }
    return !c->failed;
}

/* The place of a move in the canonical order, as one number that grows. */
static uint64_t move_rank(const aude_move *m)
{
    uint64_t kind = (uint64_t)m->kind << 56;
    uint64_t space = (uint64_t)(m->y + 32768) << 40 | (uint64_t)(m->x + 32768) << 24;
    switch (m->kind) {
    case AUDE_PLACE: return kind | space | m->rotation;
    case AUDE_PASS: return kind;
    case AUDE_MEEPLE: return kind | (uint64_t)m->feature << 8 | m->edge;
    case AUDE_BET: return kind | (m->face == AUDE_NO_BET ? 0 : m->face + 1u);
    default: return kind | space | (uint64_t)m->feature << 8 | m->edge;
    }
}

static bool check_list(check *c, const aude_state *state, int seat, const aude_move *moves, int n)
{
    check_that(c, n == aude_count_legal(c->rules, state, seat), "seat %d: count %d, list %d", seat,
               aude_count_legal(c->rules, state, seat), n);
    check_that(c, n <= aude_rules_max_moves(c->rules), "seat %d: %d moves, more than the maximum", seat, n);
    for (int i = 0; i < n; i++) {
        check_that(c, moves[i].seat == seat, "seat %d: move %d is of seat %d", seat, i, moves[i].seat);
        if (i)
            check_that(c, move_rank(&moves[i - 1]) < move_rank(&moves[i]), "seat %d: move %d is out of order", seat, i);
    }
    return !c->failed;
}

/* Rotations that look the same count as the smallest, edges of one segment as the first, any edge as none for a monastery: what
 * the list has. */
static aude_move move_normal(const check *c, const aude_state *state, aude_move move)
{
    int tile = aude_n_placed(state) - 1, hand = aude_state_hand(state);
    if (move.kind == AUDE_PLACE && hand >= 0)
        move.rotation = (uint8_t)(move.rotation % aude_rules_n_rotations(c->rules, hand));
    if (move.kind == AUDE_SETTLE || move.kind == AUDE_FINAL) tile = aude_tile_at(c->rules, state, move.x, move.y);
    if (move.kind < AUDE_MEEPLE || move.kind == AUDE_BET || tile < 0) return move;
    if (move.feature == AUDE_MONASTERY) move.edge = AUDE_NO_EDGE;
    int id = aude_feature_at(c->rules, state, tile, move.feature, move.edge);
    aude_placed at = aude_placed_at(c->rules, state, tile);
    for (int s = 0; s < aude_rules_kind(c->rules, at.kind)->n_segments; s++) {
        aude_segment segment = aude_rules_segment(c->rules, at.kind, at.rotation, s);
        bool here = segment.kind == move.feature && move.edge < 8 && (segment.ends >> move.edge & 1);
        if (here) move.edge = (uint8_t)__builtin_ctz(segment.ends);
        /* A stack counts for a feature: any of its segments on the tile names it. */
        if (here && move.kind != AUDE_MEEPLE)
            for (int e = 0; e < move.edge; e++)
                if (aude_feature_at(c->rules, state, tile, move.feature, e) == id) move.edge = (uint8_t)e;
        if (here) break;
    }
    return move;
}

static bool move_equal(const aude_move *a, const aude_move *b)
{
    if (a->kind != b->kind || a->seat != b->seat) return false;
    switch (a->kind) {
    case AUDE_DRAW: return a->tile == b->tile;
    case AUDE_PLACE: return a->x == b->x && a->y == b->y && a->rotation == b->rotation;
    case AUDE_PASS: return true;
    case AUDE_MEEPLE: return a->feature == b->feature && a->edge == b->edge;
    case AUDE_BET: return a->face == b->face;
    default: return a->x == b->x && a->y == b->y && a->feature == b->feature && a->edge == b->edge;
    }
}

/* Tries a move on a copy: accepted if and only if a listed move is the same. */
static bool probe_move(check *c, const aude_state *state, aude_move move, int n)
{
    aude_move normal = move_normal(c, state, move);
    bool listed = false;
    for (int i = 0; i < n && !listed; i++) listed = move_equal(&c->moves[i], &normal);
    c->events.n = -1;
    aude_err code = aude_apply(c->rules, &c->a, move, &c->events);
    if (code) {
        check_that(c, c->events.n == -1, "a refused move changed the events");
        check_that(c, !memcmp(&c->a, state, aude_state_size(c->rules)), "a refused move changed the state");
    }
    char text[128] = "";
    if (listed == !code) {
        if (!code) aude_state_copy(c->rules, &c->a, state);
        return !c->failed;
    }
    aude_move_write(c->rules, move, text, sizeof text);
    return check_that(c, false, "\"%s\" by seat %d (kind %d, feature %d, edge %d, rotation %d) is %s but was %s", text,
                      move.seat, move.kind, move.feature, move.edge, move.rotation, listed ? "listed" : "not listed",
                      code ? aude_err_text(code) : "accepted");
}

/* All well-formed moves around the board, but leaving and ending. c->moves holds the n listed moves of all actors. */
static bool check_probe(check *c, const aude_state *state, int n)
{
    int west = 0, east = 0, north = 0, south = 0;
    for (int i = 0; i < aude_n_placed(state); i++) {
        aude_placed at = aude_placed_at(c->rules, state, i);
        if (at.x < west) west = at.x;
        if (at.x > east) east = at.x;
        if (at.y < north) north = at.y;
        if (at.y > south) south = at.y;
    }
    aude_state_copy(c->rules, &c->a, state);
    aude_move move = {.kind = AUDE_DRAW, .seat = AUDE_NOBODY};
    for (int kind = 0; kind <= aude_rules_n_kinds(c->rules); kind++) {
        move.tile = (uint16_t)kind;
        if (!probe_move(c, state, move, n)) return false;
    }
    bool spaces = aude_state_step(c->rules, state) == AUDE_STEP_PLACE;
    for (int seat = 0; seat < c->setup.n_seats; seat++) {
        move = (aude_move){.kind = AUDE_PASS, .seat = (uint8_t)seat};
        if (!probe_move(c, state, move, n)) return false;
        for (int face = 0; face < 256; face += face < aude_rules_n_faces(c->rules) ? 1 : 255 - face ? 255 - face : 1) {
            move = (aude_move){.kind = AUDE_BET, .seat = (uint8_t)seat, .face = (uint8_t)face};
            if (!probe_move(c, state, move, n)) return false;
        }
        for (int feature = 0; feature <= AUDE_N_FEATURE_KINDS; feature++)
            for (int edge = 0; edge <= 9; edge++) {
                uint8_t where = edge == 9 ? AUDE_NO_EDGE : (uint8_t)edge;
                move =
                    (aude_move){.kind = AUDE_MEEPLE, .seat = (uint8_t)seat, .feature = (uint8_t)feature, .edge = where};
                if (!probe_move(c, state, move, n)) return false;
            }
        for (int y = north - 2; y <= south + 2; y++)
            for (int x = west - 2; x <= east + 2; x++) {
                move = (aude_move){.kind = AUDE_PLACE, .seat = (uint8_t)seat, .x = (int16_t)x, .y = (int16_t)y};
                for (int rotation = 0; rotation < (spaces ? 4 : 1); rotation++) {
                    move.rotation = (uint8_t)rotation;
                    if (!probe_move(c, state, move, n)) return false;
                }
                int tile = aude_tile_at(c->rules, state, x, y);
                if (tile < 0 || !aude_rules_kind(c->rules, aude_placed_at(c->rules, state, tile).kind)->office)
                    continue;
                for (int kind = AUDE_SETTLE; kind <= AUDE_FINAL; kind += AUDE_FINAL - AUDE_SETTLE)
                    for (int feature = 0; feature < AUDE_N_FEATURE_KINDS; feature++)
                        for (int edge = 0; edge < 8; edge++) {
                            move.kind = (uint8_t)kind;
                            move.feature = (uint8_t)feature;
                            move.edge = (uint8_t)edge;
                            if (!probe_move(c, state, move, n)) return false;
                        }
            }
    }
    return true;
}

/* Rule bets/secret-1: others' supplies, choices and all chips on tiles are hidden, the own ones on tiles but for memory. */
static bool check_hidden(check *c, const aude_state *view, int seat, unsigned flags)
{
    aude_stack stack[AUDE_MAX_STACKS];
    int n = aude_stacks(c->rules, view, stack, AUDE_MAX_STACKS);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < stack[i].n_bets; k++) {
            bool known = flags == AUDE_RECALL && stack[i].bet[k].seat == seat;
            check_that(c, known == (stack[i].bet[k].face != AUDE_HIDDEN_FACE), "seat %d sees face %d of seat %d", seat,
                       stack[i].bet[k].face, stack[i].bet[k].seat);
        }
    for (int s = 0; s < c->setup.n_seats; s++) {
        for (int face = 0; face < aude_rules_n_faces(c->rules); face++)
            check_that(c, (aude_chips_of(c->rules, view, s, face) < 0) == (s != seat), "seat %d sees seat %d's supply",
                       seat, s);
        if (s != seat) check_that(c, aude_pending_bet(c->rules, view, s) == -1, "seat %d sees seat %d's bet", seat, s);
    }
    return !c->failed;
}

/* Views of a seat (or AUDE_NOBODY) with and without memory. */
static bool check_views(check *c, const aude_state *state, int seat)
{
    for (unsigned flags = 0; flags <= AUDE_RECALL; flags++) {
        const aude_rules *rules = c->rules;
        aude_view(rules, state, seat, flags, &c->view[0]);
        check_that(c, aude_digest(rules, &c->view[0]) == aude_digest(rules, state), "seat %d sees another digest",
                   seat);
        check_that(c, aude_asked(rules, &c->view[0]) == aude_asked(rules, state), "seat %d sees others asked", seat);
        check_hidden(c, &c->view[0], seat, flags);
        aude_view(rules, &c->view[0], seat, flags, &c->view[1]);
        check_same(c, &c->view[0], &c->view[1], "a view of a view differs");
        aude_resample(rules, &c->view[0], &c->random, &c->b);
        aude_view(rules, &c->b, seat, flags, &c->view[1]);
        check_same(c, &c->view[0], &c->view[1], "a view of a resampled view differs");
        if (seat == AUDE_NOBODY || !(aude_actors(rules, state) >> seat & 1)) continue;
        int n = aude_legal(rules, state, seat, c->moves, AUDE_MAX_MOVES);
        int m = aude_legal(rules, &c->view[0], seat, c->others, AUDE_MAX_MOVES);
        check_that(c, n == m && !memcmp(c->moves, c->others, (size_t)n * sizeof *c->moves),
                   "seat %d has %d legal moves and sees %d, or other ones", seat, n, m);
    }
    return !c->failed;
}

/* Where several choose at once, the order in which two of them do leaves no trace. */
static bool check_order(check *c, const aude_state *state, uint32_t actors)
{
    aude_move move[2];
    int n = 0;
    for (; actors && actors != AUDE_CHANCE && n < 2; actors &= actors - 1) {
        int more = aude_legal(c->rules, state, __builtin_ctz(actors), c->others, AUDE_MAX_MOVES);
        move[n++] = c->others[aude_random_below(&c->random, (uint32_t)more)];
    }
    if (n < 2) return true;
    aude_state_copy(c->rules, &c->a, state);
    aude_state_copy(c->rules, &c->b, state);
    for (int i = 0; i < 2; i++) {
        aude_err code = aude_apply(c->rules, &c->a, move[i], NULL);
        if (!code) code = aude_apply(c->rules, &c->b, move[1 - i], NULL);
        check_that(c, !code, "a choice is refused after another seat's: %s", aude_err_text(code));
    }
    return check_same(c, &c->a, &c->b, "the order of secret choices matters") && !c->failed;
}

static bool check_record(check *c, const aude_state *state, const gamelog *log)
{
    size_t size, again_size = 0;
    char *text = gamelog_text(log, c->rules, &size), *again = NULL;
    if (!text) return check_that(c, false, "no memory for the log");
    aude_record *record = &c->read_log.record;
    record->own = c->own;
    record->cap_own = AUDE_MAX_SETS;
    aude_errinfo error = {.message = ""};
    aude_err code = aude_record_read(record, &c->read_rules, &c->a, text, size, &error);
    check_that(c, !code, "the log is refused: line %d: %s", error.line, error.message);
    if (!code) {
        check_same(c, &c->a, state, "the game read from the log differs");
        int failures = aude_record_check(record, &c->read_rules, &c->a, NULL, NULL, NULL);
        check_that(c, !failures, "%d of the log's expectations fail", failures);
        again = gamelog_text(&c->read_log, c->rules, &again_size);
        check_that(c, again && again_size == size && !memcmp(text, again, size), "the log is written differently");
    }
    free(text);
    free(again);
    return !c->failed;
}

bool check_decision(check *c, const aude_state *state, const gamelog *log)
{
    c->decision = aude_state_decision(state);
    if (!check_rebuild(c, state) || !check_conserved(c, state)) return false;
    uint32_t actors = aude_actors(c->rules, state);
    check_that(c, !actors == (aude_state_step(c->rules, state) == AUDE_STEP_OVER), "over, and somebody is to act");
    bool probe = aude_random_below(&c->random, CHECK_PROBE) == 0;
    int n = aude_chance(c->rules, state, c->moves, c->weight, AUDE_MAX_MOVES);
    check_that(c, (n > 0) == (actors == AUDE_CHANCE), "%d draws, actors %x", n, actors);
    for (int s = 0; s < c->setup.n_seats; s++) {
        int more = aude_legal(c->rules, state, s, c->moves + n, AUDE_MAX_MOVES - n);
        /* One move is a decision for a placement only. */
        int least = aude_state_step(c->rules, state) == AUDE_STEP_PLACE ? 1 : 2;
        check_that(c, actors >> s & 1 ? more >= least : more == 0, "seat %d has %d moves, actors %x", s, more, actors);
        if (!check_list(c, state, s, c->moves + n, more)) return false;
        n += more;
    }
    if (probe && !check_probe(c, state, n)) return false;
    if (!check_order(c, state, actors)) return false;
    if (aude_random_below(&c->random, CHECK_RECORD) == 0 && !check_record(c, state, log)) return false;
    for (int s = 0; s < c->setup.n_seats; s++) {
        if (!check_views(c, state, s)) return false;
        if (c->twin[s].alive || actors != AUDE_CHANCE) continue;
        aude_view(c->rules, state, s, AUDE_RECALL, &c->view[0]);
        aude_resample(c->rules, &c->view[0], &c->random, &c->twin[s].state);
        c->twin[s].alive = true;
    }
    return check_views(c, state, AUDE_NOBODY) && !c->failed;
}

/* ---- A move ------------------------------------------------------------------------------------------------------ */

static bool events_flip(const aude_events *events)
{
    for (int i = 0; i < events->n; i++)
        if (events->event[i].kind == AUDE_EV_FLIPPED) return true;
    return false;
}

/* The move that a twin makes: another's secret bet is a bet in the twin too, with a chip that it has there. */
static aude_move twin_move(check *c, const twin *t, int watcher, aude_move move)
{
    if (move.kind != AUDE_BET || move.seat == watcher || move.face == AUDE_NO_BET) return move;
    int n = aude_legal(c->rules, &t->state, move.seat, c->others, AUDE_MAX_MOVES);
    if (n > 1) move = c->others[1 + aude_random_below(&c->random, (uint32_t)(n - 1))];
    return move;
}

static bool check_twin(check *c, int watcher, aude_move move, const aude_state *after, const aude_events *events)
{
    twin *t = &c->twin[watcher];
    aude_err code = aude_apply(c->rules, &t->state, twin_move(c, t, watcher, move), &c->twin_events);
    if (!check_that(c, !code, "seat %d: the game with other secrets refuses the move: %s", watcher,
                    aude_err_text(code)))
        return false;
    aude_redact(c->rules, events, watcher, &c->seen);
    aude_redact(c->rules, &c->twin_events, watcher, &c->twin_seen);
    bool same = inspect_events(c->rules, &c->seen, NULL) == inspect_events(c->rules, &c->twin_seen, NULL);
    if (!same && events_flip(events)) {
        t->alive = false;
        return true;
    }
    if (!check_that(c, same, "seat %d sees the secrets of others in the events", watcher)) return false;
    aude_view(c->rules, after, watcher, AUDE_RECALL, &c->view[0]);
    aude_view(c->rules, &t->state, watcher, AUDE_RECALL, &c->view[1]);
    return check_same(c, &c->view[0], &c->view[1], "a seat sees the secrets of others");
}

bool check_move(check *c, const aude_state *before, aude_move move, const aude_state *after, const aude_events *events)
{
    memset(&c->a, 0x5a, sizeof c->a);
    aude_state_copy(c->rules, &c->a, before);
    aude_err code = aude_apply(c->rules, &c->a, move, NULL);
    if (!check_that(c, !code, "a copy refuses the move: %s", aude_err_text(code))) return false;
    if (!check_same(c, &c->a, after, "copied and applied without events differs")) return false;
    c->b = *before;
    aude_play(c->rules, &c->b, move, &c->events);
    if (!check_same(c, &c->b, after, "played unchecked differs")) return false;
    check_that(c, inspect_events(c->rules, events, NULL) == inspect_events(c->rules, &c->events, NULL),
               "played unchecked has other events");
    int gained[AUDE_MAX_SEATS] = {0};
    for (int i = 0; i < events->n; i++) {
        const aude_event *e = &events->event[i];
        int sum = 0;
        for (int k = 0; k < e->worth.n_items && e->kind == AUDE_EV_SCORED; k++)
            sum += e->worth.item[k].count * e->worth.item[k].each;
        if (e->kind == AUDE_EV_SCORED)
            check_that(c, sum == e->worth.points, "items sum to %d, not %d", sum, e->worth.points);
        for (int s = 0; s < c->setup.n_seats; s++) {
            if (e->kind == AUDE_EV_SCORED && (e->worth.winners >> s & 1)) gained[s] += e->worth.points;
            if (e->kind == AUDE_EV_FLIPPED && e->seat == s) gained[s] += e->points;
        }
    }
    for (int s = 0; s < c->setup.n_seats; s++)
        check_that(c, aude_score(after, s) - aude_score(before, s) == gained[s], "seat %d gains %d, the events say %d",
                   s, aude_score(after, s) - aude_score(before, s), gained[s]);
    for (int s = 0; s < c->setup.n_seats && !c->failed; s++)
        if (c->twin[s].alive) check_twin(c, s, move, after, events);
    return !c->failed;
}
