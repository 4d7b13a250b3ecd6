/* tell.c - see tell.h. */
#include "wasm/tell.h"

enum { MAX_WORD = 128, MAX_LIST = 4 * AUDE_MAX_TILES };

static const char *const step_word[] = {
    [AUDE_STEP_DRAW] = "draw",     [AUDE_STEP_PLACE] = "place", [AUDE_STEP_MEEPLE] = "meeple",
    [AUDE_STEP_SETTLE] = "settle", [AUDE_STEP_BET] = "bet",     [AUDE_STEP_FINAL] = "final",
    [AUDE_STEP_OVER] = "over",
};
const char *const tell_kinds[AUDE_N_FEATURE_KINDS] = {
    [AUDE_CITY] = "city",
    [AUDE_ROAD] = "road",
    [AUDE_MONASTERY] = "monastery",
    [AUDE_FIELD] = "field",
};
static const char *const term_word[] = {
    [AUDE_TERM_TILES] = "tiles",           [AUDE_TERM_PENNANTS] = "pennants", [AUDE_TERM_MONASTERY] = "monastery",
    [AUDE_TERM_NEIGHBOURS] = "neighbours", [AUDE_TERM_CITIES] = "cities",     [AUDE_TERM_CHIP] = "chip",
};

/* ---- Words ------------------------------------------------------------------------------------------------------- */

void tell_line(json *j, const char *key, const aude_rules *rules, const aude_move *move)
{
    char line[MAX_WORD];
    if (move) aude_move_write(rules, *move, line, sizeof line);
    json_str(j, key, move ? line : NULL);
}

const char *tell_kind(const aude_rules *rules, int kind)
{
    return kind >= 0 && kind < aude_rules_n_kinds(rules) ? aude_rules_kind(rules, kind)->name : NULL;
}

void tell_feature(json *j, const char *key, const aude_rules *rules, u8 feature, u8 edge)
{
    char line[MAX_WORD];
    aude_move move = {.kind = AUDE_MEEPLE, .feature = feature, .edge = edge};
    aude_move_write(rules, move, line, sizeof line);
    json_str(j, key, line + sizeof "meeple small " - 1);
}

void tell_face(json *j, const char *key, const aude_rules *rules, int face)
{
    char chip[MAX_WORD];
    bool known = face >= 0 && face < aude_rules_n_faces(rules);
    if (known) aude_chip_write(aude_rules_face(rules, face), chip, sizeof chip);
    json_str(j, key, known ? chip : face == AUDE_NO_BET ? "pass" : NULL);
}

void tell_square(json *j, int x, int y)
{
    json_int(j, "x", x);
    json_int(j, "y", y);
}

/* ---- State ------------------------------------------------------------------------------------------------------- */

static void tell_bag(json *j, const aude_rules *rules, const aude_state *state)
{
    json_int(j, "nBag", aude_state_n_bag(rules, state));
    json_int(j, "nUnseen", aude_state_n_unseen(state));
    json_open(j, "inBag", '{');
    for (int kind = 0; kind < aude_rules_n_kinds(rules); kind++)
        if (aude_state_in_bag(rules, state, kind))
            json_int(j, tell_kind(rules, kind), aude_state_in_bag(rules, state, kind));
    json_close(j, '}');
    json_open(j, "discarded", '[');
    for (int i = 0; i < aude_state_n_discarded(state); i++)
        json_str(j, NULL, tell_kind(rules, aude_state_discarded(rules, state, i)));
    json_close(j, ']');
}

void tell_chips(json *j, const aude_rules *rules, const aude_state *state, int seat)
{
    json_int(j, "chips", aude_chips(state, seat));
    tell_face(j, "pending", rules, aude_pending_bet(rules, state, seat));
    if (aude_rules_n_faces(rules) && aude_chips_of(rules, state, seat, 0) < 0) {
        json_str(j, "chipsOf", NULL);
        return;
    }
    json_open(j, "chipsOf", '[');
    for (int face = 0; face < aude_rules_n_faces(rules); face++)
        for (int n = aude_chips_of(rules, state, seat, face); n > 0; n--) tell_face(j, NULL, rules, face);
    json_close(j, ']');
}

static void tell_seats(json *j, const aude_rules *rules, const aude_state *state)
{
    aude_setup setup;
    int projected[AUDE_MAX_SEATS];
    aude_rules_setup(rules, &setup);
    aude_projected(rules, state, projected);
    json_open(j, "seats", '[');
    for (int seat = 0; seat < setup.n_seats; seat++) {
        json_open(j, NULL, '{');
        json_int(j, "score", aude_score(state, seat));
        json_int(j, "projected", projected[seat]);
        json_int(j, "supply", aude_supply(state, seat));
        json_bool(j, "left", aude_state_left(state) >> seat & 1);
        tell_chips(j, rules, state, seat);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void tell_tiles(json *j, const aude_rules *rules, const aude_state *state)
{
    json_open(j, "tiles", '[');
    for (int i = 0; i < aude_n_placed(state); i++) {
        aude_placed at = aude_placed_at(rules, state, i);
        json_open(j, NULL, '{');
        json_str(j, "kind", tell_kind(rules, at.kind));
        json_int(j, "rotation", at.rotation);
        tell_square(j, at.x, at.y);
        json_close(j, '}');
    }
    json_close(j, ']');
}

void tell_space(json *j, const aude_space *space)
{
    tell_square(j, space->x, space->y);
    json_open(j, "edge", '[');
    for (int edge = 0; edge < 4; edge++) {
        u8 shown = space->edge[edge];
        json_str(j, NULL, shown < AUDE_N_FEATURE_KINDS ? tell_kinds[shown] : NULL);
    }
    json_close(j, ']');
}

static void tell_spaces(json *j, const aude_rules *rules, const aude_state *state)
{
    static aude_space space[MAX_LIST];
    int n = aude_open_spaces(rules, state, space, MAX_LIST);
    json_open(j, "spaces", '[');
    for (int i = 0; i < n; i++) {
        json_open(j, NULL, '{');
        tell_space(j, &space[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
}

void tell_figures(json *j, const aude_rules *rules, const aude_state *state)
{
    aude_figure figure[AUDE_MAX_SEATS * AUDE_MAX_MEEPLES];
    int n = aude_figures(rules, state, figure, AUDE_MAX_SEATS * AUDE_MAX_MEEPLES);
    json_open(j, "figures", '[');
    for (int i = 0; i < n; i++) {
        json_open(j, NULL, '{');
        json_int(j, "seat", figure[i].seat);
        json_int(j, "tile", figure[i].tile);
        tell_feature(j, "feature", rules, figure[i].feature, figure[i].edge);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void tell_bets(json *j, const aude_rules *rules, const aude_stack *stack)
{
    json_open(j, "bets", '[');
    for (int k = 0; k < stack->n_bets; k++) {
        const aude_bet *bet = &stack->bet[k];
        json_open(j, NULL, '{');
        json_int(j, "seat", bet->seat);
        tell_face(j, "face", rules, bet->face);
        json_open(j, "mask", '[');
        for (u32 faces = bet->mask; faces; faces &= faces - 1) tell_face(j, NULL, rules, bits_first(faces));
        json_close(j, ']');
        json_close(j, '}');
    }
    json_close(j, ']');
}

void tell_stacks(json *j, const aude_rules *rules, const aude_state *state)
{
    aude_stack stack[AUDE_MAX_STACKS];
    int n = aude_stacks(rules, state, stack, AUDE_MAX_STACKS);
    json_open(j, "stacks", '[');
    for (int i = 0; i < n; i++) {
        aude_target target[AUDE_MAX_SEGMENTS];
        int n_targets = aude_targets(rules, state, stack[i].tile, target, AUDE_MAX_SEGMENTS);
        json_open(j, NULL, '{');
        json_int(j, "tile", stack[i].tile);
        tell_bets(j, rules, &stack[i]);
        json_open(j, "targets", '[');
        for (int k = 0; k < n_targets; k++) {
            json_open(j, NULL, '{');
            tell_feature(j, "feature", rules, target[k].kind, target[k].edge);
            json_close(j, '}');
        }
        json_close(j, ']');
        json_close(j, '}');
    }
    json_close(j, ']');
}

void tell_step(json *j, const aude_rules *rules, const aude_state *state)
{
    char digest[17];
    text t = text_into(digest, sizeof digest);
    text_hex(&t, aude_digest(rules, state));
    int hand = aude_state_hand(state);
    json_str(j, "digest", digest);
    json_int(j, "decision", (long)aude_state_decision(state));
    json_str(j, "step", step_word[aude_state_step(rules, state)]);
    json_int(j, "turn", aude_state_turn(state));
    json_bits(j, "asked", aude_asked(rules, state) & ~(u32)AUDE_CHANCE);
    json_bits(j, "winners", aude_winners(rules, state));
    json_str(j, "hand", tell_kind(rules, hand));
    tell_bag(j, rules, state);
}

void tell_state(json *j, const aude_rules *rules, const aude_state *state)
{
    tell_step(j, rules, state);
    tell_seats(j, rules, state);
    tell_tiles(j, rules, state);
    tell_spaces(j, rules, state);
    tell_figures(j, rules, state);
    tell_stacks(j, rules, state);
}

void tell_chance(json *j, const aude_rules *rules, const aude_state *state)
{
    static aude_move move[AUDE_MAX_KINDS];
    static u32 weight[AUDE_MAX_KINDS];
    int n = aude_chance(rules, state, move, weight, AUDE_MAX_KINDS);
    json_open(j, NULL, '[');
    for (int i = 0; i < n; i++) {
        json_open(j, NULL, '{');
        tell_line(j, "line", rules, &move[i]);
        json_int(j, "weight", (long)weight[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
}

/* ---- Events ------------------------------------------------------------------------------------------------------ */

/* Which members an event has besides its kind. */
enum {
    HAS_SEAT = 1,
    HAS_SQUARE = 2,
    HAS_TILE = 4,
    HAS_ROTATION = 8,
    HAS_FEATURE = 16,
    HAS_SEATS = 32,
    HAS_FACE = 64,
    HAS_PAY = 128,
    HAS_WORTH = 256
};

static const struct {
    const char *word;
    unsigned has;
} event_form[] = {
    [AUDE_EV_DRAWN] = {"drawn", HAS_SEAT | HAS_TILE},
    [AUDE_EV_DISCARDED] = {"discarded", HAS_TILE},
    [AUDE_EV_PLACED] = {"placed", HAS_SEAT | HAS_SQUARE | HAS_TILE | HAS_ROTATION},
    [AUDE_EV_MEEPLE] = {"meeple", HAS_SEAT | HAS_SQUARE | HAS_FEATURE},
    [AUDE_EV_SCORED] = {"scored", HAS_WORTH},
    [AUDE_EV_RETURNED] = {"returned", HAS_SEAT | HAS_SQUARE | HAS_FEATURE},
    [AUDE_EV_BETS_OPEN] = {"bets-open", HAS_SQUARE | HAS_SEATS},
    [AUDE_EV_CHOSEN] = {"chosen", HAS_SEAT},
    [AUDE_EV_BET] = {"bet", HAS_SEAT | HAS_SQUARE},
    [AUDE_EV_NO_BET] = {"no-bet", HAS_SEAT | HAS_SQUARE},
    [AUDE_EV_SETTLE] = {"settle", HAS_SEAT | HAS_SQUARE | HAS_FEATURE},
    [AUDE_EV_FLIPPED] = {"flipped", HAS_SEAT | HAS_SQUARE | HAS_FEATURE | HAS_FACE | HAS_PAY},
    [AUDE_EV_VOID] = {"void", HAS_SEAT | HAS_SQUARE | HAS_FACE},
    [AUDE_EV_FINAL] = {"final", 0},
    [AUDE_EV_LEFT] = {"left", HAS_SEAT},
    [AUDE_EV_TURN] = {"turn", HAS_SEAT},
    [AUDE_EV_OVER] = {"over", HAS_SEATS},
};

void tell_worth(json *j, const aude_worth *worth)
{
    json_open(j, "worth", '{');
    json_str(j, "kind", tell_kinds[worth->kind]);
    json_bool(j, "complete", worth->complete);
    json_bits(j, "winners", worth->winners);
    json_int(j, "points", worth->points);
    json_open(j, "meeples", '[');
    for (int seat = 0; seat < AUDE_MAX_SEATS; seat++) json_int(j, NULL, worth->meeples[seat]);
    json_close(j, ']');
    json_open(j, "items", '[');
    for (int i = 0; i < worth->n_items; i++) {
        json_open(j, NULL, '{');
        json_str(j, "term", term_word[worth->item[i].term]);
        json_int(j, "count", worth->item[i].count);
        json_int(j, "each", worth->item[i].each);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

void tell_event(json *j, const aude_rules *rules, const aude_event *e)
{
    unsigned has = event_form[e->kind].has;
    json_str(j, "kind", event_form[e->kind].word);
    if (has & HAS_SEAT) json_int(j, "seat", e->seat);
    if (has & HAS_SEATS) json_bits(j, "seats", e->seats);
    if (has & HAS_TILE) json_str(j, "tile", tell_kind(rules, e->tile));
    if (has & HAS_SQUARE) tell_square(j, e->x, e->y);
    if (has & HAS_ROTATION) json_int(j, "rotation", e->rotation);
    if (has & HAS_FEATURE) tell_feature(j, "feature", rules, e->feature, e->edge);
    if (has & HAS_FACE) tell_face(j, "face", rules, e->face);
    if (has & HAS_PAY) {
        json_int(j, "count", e->count);
        json_int(j, "points", e->points);
    }
    if (has & HAS_WORTH) tell_worth(j, &e->worth);
}

void tell_events(json *j, const aude_rules *rules, const aude_events *events)
{
    json_open(j, NULL, '[');
    for (int i = 0; i < events->n; i++) {
        json_open(j, NULL, '{');
        tell_event(j, rules, &events->event[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
}
