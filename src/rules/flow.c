/* flow.c - see flow.h: the turn, its own steps, and the public functions that play. */
#include "rules/flow.h"
#include "base/random.h"
#include "rules/board.h"
#include "rules/ext/manifest.h"
#include "rules/meeple.h"
#include "rules/score.h"

static void flow_goto(game *s, int to)
{
    s->step = (u8)to;
}

static bool flow_ask_turn(game *s)
{
    s->asked = (u8)(1u << s->turn);
    return true;
}

/* ---- random moves ---- */

static u32 flow_actors(const ruleset *r, const game *s)
{
    if (s->step == r->step_draw) return AUDE_CHANCE;
    return s->asked & ~(u32)secret_in(r, s)->chosen & ~(u32)s->left;
}

static void flow_pick(const ruleset *r, const game *s, u32 actors, aude_random *random, aude_move *dst)
{
    const step *now = r->step[s->step];
    int seat = actors & AUDE_CHANCE ? AUDE_NOBODY : bits_first(actors);
    if (now->pick) {
        now->pick(r, s, seat, random, dst);
        return;
    }
    aude_move move[MAX_CHOICES];
    int n = now->list(r, s, seat, move, MAX_CHOICES);
    *dst = move[random_below(random, (u32)n)];
}

/* Random moves in the decision that is open, until it closes; returns their number. */
static int flow_decide(const ruleset *r, game *s, aude_random *random)
{
    flow after;
    int moves = 0;
    do {
        aude_move m;
        flow_pick(r, s, flow_actors(r, s), random, &m);
        after = r->step[s->step]->play(r, s, &m, NULL);
        moves++;
    } while (after == FLOW_STAY);
    if (after == FLOW_NEXT) s->step++;
    return moves;
}

/* One step of a playout, or several at once. */
static int flow_pass(const ruleset *r, game *s, aude_random *random)
{
    const step *now = r->step[s->step];
    if (now->playout) return now->playout(r, s, random);
    if (!now->open(r, s, NULL)) return flow_next(s, 0);
    s->decision++;
    return flow_decide(r, s, random);
}

/* ---- draw: rules base/turn-1, base/place-2 ---- */

static bool draw_open(const ruleset *r, game *s, aude_events *ev)
{
    (void)ev;
    s->asked = 0;
    if (!s->ended && state_drawable(r, s) > 0) return true;
    flow_goto(s, r->step_final - 1);
    return false;
}

/* Where a tile of the kind lies in the bag: at the place the move hints at, else the first one; n_bag where there is none. */
static int draw_find(const ruleset *r, const game *s, const aude_move *m)
{
    const u16 *left = bag_in(r, s);
    int i = m->x;
    if (i >= 0 && i < s->n_bag && left[i] == m->tile) return i;
    for (i = 0; i < s->n_bag; i++)
        if (left[i] == m->tile) break;
    return i;
}

static aude_err draw_check(const ruleset *r, const game *s, aude_move *m)
{
    if (m->tile >= r->n_kinds) return AUDE_E_UNKNOWN;
    return draw_find(r, s, m) < s->n_bag ? AUDE_OK : AUDE_E_ILLEGAL;
}

/* Takes the tile out of the bag that lies at this place; the last one fills the gap. */
static inline void draw_take(const ruleset *r, game *s, int place)
{
    u16 *left = bag(r, s);
    s->hand = left[place];
    left[place] = left[--s->n_bag];
    s->n_draws++;
}

/* Rule base/place-2: a tile that fits nowhere leaves the game openly, and the same player draws again. */
static void draw_discard(const ruleset *r, game *s, aude_events *ev)
{
    if (ev) event_add(ev, AUDE_EV_DISCARDED, s->turn)->tile = s->hand;
    *discard_at(r, s, s->n_discards++) = s->hand;
    s->hand = NONE16;
}

static flow draw_play(const ruleset *r, game *s, const aude_move *m, aude_events *ev)
{
    draw_take(r, s, draw_find(r, s, m));
    if (ev) event_add(ev, AUDE_EV_DRAWN, s->turn)->tile = m->tile;
    if (board_has_room(r, s, m->tile)) return FLOW_NEXT;
    draw_discard(r, s, ev);
    return FLOW_REOPEN;
}

/* Rule base/retire-1: turns of those who have left are skipped. */
static flow draw_leave(const ruleset *r, game *s, aude_events *ev)
{
    if (s->left >> s->turn & 1) {
        s->turn = state_next_seat(r, s, s->turn);
        if (ev && !s->ended) event_add(ev, AUDE_EV_TURN, s->turn);
    } else if (!s->ended) {
        return FLOW_STAY;
    }
    return FLOW_REOPEN;
}

static void draw_pick(const ruleset *r, const game *s, int seat, aude_random *random, aude_move *dst)
{
    *dst = move_of(AUDE_DRAW, seat);
    dst->x = (i16)random_below(random, s->n_bag); /* the hint of draw_find */
    dst->tile = bag_in(r, s)[dst->x];
}

static int turn_playout(const ruleset *r, game *s, aude_random *random);

static const step step_draw = {.shown = AUDE_STEP_DRAW,
                               .open = draw_open,
                               .check = draw_check,
                               .play = draw_play,
                               .leave = draw_leave,
                               .pick = draw_pick,
                               .playout = turn_playout};

/* ---- place: rule base/place-1 ---- */

enum { TRIES = 6 };
_Static_assert((int)MAX_OPEN <= (int)RANDOM_THREE_MAX, "too many open spaces for random_three_below");

static bool place_open(const ruleset *r, game *s, aude_events *ev)
{
    (void)r, (void)ev;
    return flow_ask_turn(s);
}

static aude_move place_move(const game *s, square q, int rotation)
{
    aude_move m = move_of(AUDE_PLACE, s->turn);
    m.x = (i16)square_x(q);
    m.y = (i16)square_y(q);
    m.rotation = (u8)rotation;
    return m;
}

static int place_list(const ruleset *r, const game *s, int seat, aude_move *dst, int cap)
{
    (void)seat;
    if (cap == 0) return board_count(r, s, s->hand); /* nothing is written, so nothing is sorted */
    const tile_kind *k = &r->kind[s->hand];
    u64 key[MAX_OPEN];
    int spaces = board_matches(r, s, s->hand, key), n = 0;
    for (int i = 0; i < spaces; i++) {
        u16 at = (u16)key[i];
        for (int rotation = 0; rotation < k->n_rotations; rotation++)
            if (board_match(open_spaces_in(r, s)[at].refused, k->edge[rotation]))
                n = move_add(dst, cap, n, place_move(s, open_spaces_in(r, s)[at].at, rotation));
    }
    return n;
}

static aude_err place_check(const ruleset *r, const game *s, aude_move *m)
{
    if (m->kind != AUDE_PLACE || m->rotation > 3) return AUDE_E_ILLEGAL;
    const tile_kind *k = &r->kind[s->hand];
    m->rotation = (u8)(m->rotation % k->n_rotations); /* equal rotations are one placement */
    u16 entry = board_find(r, s, square_at(m->x, m->y));
    if (entry >= GRID_EMPTY) return AUDE_E_ILLEGAL;
    return board_match(open_spaces_in(r, s)[entry].refused, k->edge[m->rotation]) ? AUDE_OK : AUDE_E_ILLEGAL;
}

static inline void place_do(const ruleset *r, game *s, int open, square q, int rotation)
{
    int kind = s->hand;
    s->hand = NONE16;
    board_put(r, s, kind, rotation, open, q);
}

static flow place_play(const ruleset *r, game *s, const aude_move *m, aude_events *ev)
{
    square q = square_at(m->x, m->y);
    u16 kind = s->hand;
    place_do(r, s, board_find(r, s, q), q, m->rotation);
    if (ev) {
        aude_event *e = event_add(ev, AUDE_EV_PLACED, s->turn);
        event_square(e, q);
        e->tile = kind;
        e->rotation = m->rotation;
    }
    return FLOW_NEXT;
}

/* Rule base/retire-1: the tile in hand becomes the next player's drawn tile. */
static flow place_leave(const ruleset *r, game *s, aude_events *ev)
{
    if (s->ended) {
        flow_goto(s, r->step_final);
        return FLOW_REOPEN;
    }
    return draw_leave(r, s, ev);
}

/* Uniform over the legal placements: random open spaces and rotations, until one fits. Gives up (-1) after so many rounds, as if no
 * number had been drawn. Whether a try fits cannot be foreseen, so each round makes several and asks once; the last that fits is taken. */
static inline int place_try(const ruleset *r, const game *s, aude_random *random, int rounds, int *rotation)
{
    const tile_kind *k = &r->kind[s->hand];
    const open_space *open = open_spaces_in(r, s);
    aude_random drawn = *random;
    u32 chosen = NONE16, n = s->n_open;
    *rotation = 0;
    do {
        if (--rounds < 0) return -1;
#pragma GCC unroll 2
        for (int i = 0; i < TRIES; i += 3) {
            u32 at[3], turns = random_three_below(&drawn, n, at);
#pragma GCC unroll 3
            for (int j = 0; j < 3; j++)
                if (board_match(open[at[j]].refused, k->edge[turns >> 2 * j & 3]))
                    chosen = at[j] << 2 | (turns >> 2 * j & 3);
        }
    } while (chosen == NONE16);
    *random = drawn;
    *rotation = (int)(chosen & (k->n_rotations - 1u)); /* equal rotations are one placement */
    return (int)(chosen >> 2);
}

/* The step is open, so something fits. */
static int place_random(const ruleset *r, const game *s, aude_random *random, int *rotation)
{
    return place_try(r, s, random, INT32_MAX, rotation);
}

static void place_pick(const ruleset *r, const game *s, int seat, aude_random *random, aude_move *dst)
{
    (void)seat;
    int rotation, open = place_random(r, s, random, &rotation);
    *dst = place_move(s, open_spaces_in(r, s)[open].at, rotation);
}

static const step step_place = {.shown = AUDE_STEP_PLACE,
                                .open = place_open,
                                .list = place_list,
                                .check = place_check,
                                .play = place_play,
                                .leave = place_leave,
                                .pick = place_pick};

/* ---- meeple: rules base/meeple-1 to -3 ---- */

static bool meeple_open(const ruleset *r, game *s, aude_events *ev)
{
    (void)ev;
    return meeple_options(r, s) != 0 && flow_ask_turn(s);
}

static aude_move meeple_move(const ruleset *r, const game *s, int segment)
{
    space here = spaces_in(r, s)[s->n_spaces - 1];
    aude_move m = move_of(AUDE_MEEPLE, s->turn);
    m.feature = r->kind[here.kind_rotation >> 2].tile.segment[segment].kind;
    m.edge = shape_of(r, here.kind_rotation)->first_end[segment];
    return m;
}

static int meeple_list(const ruleset *r, const game *s, int seat, aude_move *dst, int cap)
{
    u16 kind_rotation = spaces_in(r, s)[s->n_spaces - 1].kind_rotation;
    const shape *f = shape_of(r, kind_rotation);
    u32 options = meeple_options(r, s);
    int n = move_add(dst, cap, 0, move_of(AUDE_PASS, seat));
    for (int i = 0; i < r->kind[kind_rotation >> 2].tile.n_segments; i++)
        if (options >> f->order[i] & 1) n = move_add(dst, cap, n, meeple_move(r, s, f->order[i]));
    return n;
}

/* Segment of the newest piece that a move names by any of its edges; -1: none. */
static int meeple_segment(const ruleset *r, const game *s, const aude_move *m)
{
    u16 kind_rotation = spaces_in(r, s)[s->n_spaces - 1].kind_rotation;
    const aude_tile *t = &r->kind[kind_rotation >> 2].tile;
    for (int i = 0; i < t->n_segments; i++) {
        if (t->segment[i].kind != m->feature) continue;
        if (m->feature == AUDE_MONASTERY || (m->edge < 8 && (shape_of(r, kind_rotation)->ends[i] >> m->edge & 1)))
            return i;
    }
    return -1;
}

static aude_err meeple_check(const ruleset *r, const game *s, aude_move *m)
{
    if (m->kind == AUDE_PASS) return AUDE_OK;
    if (m->kind != AUDE_MEEPLE) return AUDE_E_ILLEGAL;
    int segment = meeple_segment(r, s, m);
    if (segment < 0 || !(meeple_options(r, s) >> segment & 1)) return AUDE_E_ILLEGAL;
    *m = meeple_move(r, s, segment);
    return AUDE_OK;
}

static flow meeple_play(const ruleset *r, game *s, const aude_move *m, aude_events *ev)
{
    if (m->kind == AUDE_PASS) return FLOW_NEXT;
    meeple_put(r, s, s->turn, meeple_segment(r, s, m));
    if (ev) event_segment(event_add(ev, AUDE_EV_MEEPLE, s->turn), r, s, s->figure[s->n_figures - 1].node);
    return FLOW_NEXT;
}

/* Rule base/retire-1: an open meeple choice is a pass. */
static flow meeple_leave(const ruleset *r, game *s, aude_events *ev)
{
    (void)r, (void)ev;
    return s->ended || (s->left >> s->turn & 1) ? FLOW_NEXT : FLOW_STAY;
}

/* A segment out of these, or -1 for none. */
static inline int meeple_random(u32 options, aude_random *random)
{
    enum { USUAL = 4 }; /* which one it is cannot be foreseen: no branch on it among so many */
    u32 n = random_below(random, (u32)bits_count(options) + 1), from[USUAL] = {options};
    for (int i = 1; i < USUAL; i++) from[i] = from[i - 1] & (from[i - 1] - 1);
    if (n == 0) return -1;
    u32 left = from[(n - 1) % USUAL];
    for (; n > USUAL; n -= USUAL)
        for (int i = 0; i < USUAL; i++) left &= left - 1;
    return bits_first(left);
}

static void meeple_pick(const ruleset *r, const game *s, int seat, aude_random *random, aude_move *dst)
{
    int segment = meeple_random(meeple_options(r, s), random);
    *dst = segment < 0 ? move_of(AUDE_PASS, seat) : meeple_move(r, s, segment);
}

/* The whole decision with a random move; returns the number of moves. */
static inline int meeple_do(const ruleset *r, game *s, aude_random *random)
{
    u32 options = meeple_options(r, s);
    if (options == 0) return 0;
    s->decision++;
    s->asked = (u8)(1u << s->turn);
    int segment = meeple_random(options, random);
    if (segment >= 0) meeple_put(r, s, s->turn, segment);
    return 1;
}

static const step step_meeple = {.shown = AUDE_STEP_MEEPLE,
                                 .open = meeple_open,
                                 .list = meeple_list,
                                 .check = meeple_check,
                                 .play = meeple_play,
                                 .leave = meeple_leave,
                                 .pick = meeple_pick};

/* ---- score, turn over, end ---- */

static bool score_open(const ruleset *r, game *s, aude_events *ev)
{
    if (s->closed || s->n_done) score_completed(r, s, ev);
    return false;
}

static const step step_score = {.open = score_open};

static bool turn_open(const ruleset *r, game *s, aude_events *ev)
{
    s->n_done = 0;
    if (s->ended || state_drawable(r, s) == 0) { /* rule base/end-1 */
        flow_goto(s, r->step_final - 1);
        return false;
    }
    s->turn = state_next_seat(r, s, s->turn);
    if (ev) event_add(ev, AUDE_EV_TURN, s->turn);
    flow_goto(s, r->step_draw - 1);
    return false;
}

/* The steps draw, place, meeple and score, which follow one another, at once; returns the number of moves. A few tries to place mostly
 * answer whether the tile fits anywhere, too. */
static inline int turn_do(const ruleset *r, game *s, aude_random *random)
{
    enum { ROUNDS = 8, STEPS = 4 };
    int moves = 0;
    for (; draw_open(r, s, NULL); draw_discard(r, s, NULL)) {
        s->decision++;
        moves++;
        draw_take(r, s, (int)random_below(random, s->n_bag));
        int rotation, open = place_try(r, s, random, ROUNDS, &rotation);
        if (open < 0) {
            if (!board_has_room(r, s, s->hand)) continue;
            open = place_random(r, s, random, &rotation);
        }
        s->decision++;
        place_do(r, s, open, open_spaces(r, s)[open].at, rotation);
        moves += 1 + meeple_do(r, s, random);
        score_open(r, s, NULL);
        s->step += STEPS;
        return moves;
    }
    return flow_next(s, moves);
}

/* Turn after turn, the steps of other mechanics included, until no tile is left to draw. */
static int turn_playout(const ruleset *r, game *s, aude_random *random)
{
    int moves = 0;
    do {
        moves += turn_do(r, s, random);
        while (s->step < r->step_turn) moves += flow_pass(r, s, random);
        if (s->step > r->step_turn) break;
        turn_open(r, s, NULL);
        s->step++;
    } while (s->step == r->step_draw);
    return moves;
}

static const step step_turn = {.open = turn_open};

static bool final_open(const ruleset *r, game *s, aude_events *ev)
{
    (void)r;
    s->asked = 0;
    s->n_done = 0;
    if (ev) event_add(ev, AUDE_EV_FINAL, AUDE_NOBODY);
    return false;
}

static const step step_final = {.open = final_open};

static bool rest_open(const ruleset *r, game *s, aude_events *ev)
{
    score_final(r, s, ev);
    return false;
}

static const step step_rest = {.open = rest_open};

/* Rule base/win-1: most points win, a tie is shared; whoever has left cannot win (rule base/retire-1). */
static u32 flow_winners(const ruleset *r, const game *s)
{
    u32 winners = 0;
    i32 most = 0;
    for (u32 seats = state_active(r, s); seats; seats &= seats - 1) {
        int seat = bits_first(seats);
        if (winners && s->score[seat] < most) continue;
        if (!winners || s->score[seat] > most) winners = 0;
        most = s->score[seat];
        winners |= 1u << seat;
    }
    return winners;
}

static bool over_open(const ruleset *r, game *s, aude_events *ev)
{
    s->asked = 0;
    if (ev) event_add(ev, AUDE_EV_OVER, AUDE_NOBODY)->seats = (u8)flow_winners(r, s);
    return true;
}

static const step step_over = {.shown = AUDE_STEP_OVER, .open = over_open};

/* ---- the turn ---- */

static const struct {
    const step *step;
    mechanic mechanic;
} turn_table[] = {
    {&step_draw, MECHANIC_BASE},  {&step_place, MECHANIC_BASE},  {&step_meeple, MECHANIC_BASE},
    {&step_score, MECHANIC_BASE}, {&bets_settle, MECHANIC_BETS}, {&bets_flip, MECHANIC_BETS},
    {&bets_place, MECHANIC_BETS}, {&step_turn, MECHANIC_BASE},   {&step_final, MECHANIC_BASE},
    {&bets_final, MECHANIC_BETS}, {&bets_pay, MECHANIC_BETS},    {&step_rest, MECHANIC_BASE},
    {&step_over, MECHANIC_BASE},
};

void flow_setup(ruleset *r)
{
    for (size_t i = 0; i < sizeof turn_table / sizeof *turn_table; i++) {
        if (!mechanic_in_play(r, turn_table[i].mechanic)) continue;
        if (turn_table[i].step == &step_draw) r->step_draw = r->n_steps;
        if (turn_table[i].step == &step_turn) r->step_turn = r->n_steps;
        if (turn_table[i].step == &step_final) r->step_final = r->n_steps;
        if (turn_table[i].step == &step_over) r->step_over = r->n_steps;
        assert(r->n_steps < MAX_STEPS);
        r->step[r->n_steps++] = turn_table[i].step;
    }
}

/* Runs from state.step on until a decision is open. */
static void flow_run(const ruleset *r, game *s, aude_events *ev)
{
    while (!r->step[s->step]->open(r, s, ev)) s->step++;
    s->decision++;
}

static void flow_follow(const ruleset *r, game *s, flow after, aude_events *ev)
{
    if (after == FLOW_STAY) return;
    if (after == FLOW_NEXT) s->step++;
    flow_run(r, s, ev);
}

void flow_start(const ruleset *r, game *s)
{
    s->decision = (u32)-1;
    flow_goto(s, r->step_draw);
    flow_run(r, s, NULL);
}

static bool flow_is_over(const ruleset *r, const game *s)
{
    return s->step == r->step_over;
}

/* Rule base/retire-1. */
static void flow_leave(const ruleset *r, game *s, const aude_move *m, aude_events *ev)
{
    s->left |= (u8)(1u << m->seat);
    if (m->kind == AUDE_END || state_active(r, s) == 0) s->ended = 1;
    if (ev) event_add(ev, AUDE_EV_LEFT, m->seat);
    flow_follow(r, s, r->step[s->step]->leave(r, s, ev), ev);
}

static void flow_play(const ruleset *r, game *s, const aude_move *m, aude_events *ev)
{
    if (ev) ev->n = 0;
    if (m->kind >= AUDE_RETIRE)
        flow_leave(r, s, m, ev);
    else
        flow_follow(r, s, r->step[s->step]->play(r, s, m, ev), ev);
}

static aude_err flow_check(const ruleset *r, const game *s, aude_move *m)
{
    if (m->kind > AUDE_END) return AUDE_E_UNKNOWN;
    if (flow_is_over(r, s)) return AUDE_E_OVER;
    if (m->kind >= AUDE_RETIRE) {
        if (m->seat >= r->n_seats) return AUDE_E_UNKNOWN;
        return m->kind == AUDE_RETIRE && (s->left >> m->seat & 1) ? AUDE_E_ILLEGAL : AUDE_OK;
    }
    if (m->kind == AUDE_DRAW) {
        if (s->step != r->step_draw) return AUDE_E_TURN;
    } else {
        if (m->seat >= r->n_seats) return AUDE_E_UNKNOWN;
        if (s->step == r->step_draw || !(flow_actors(r, s) >> m->seat & 1)) return AUDE_E_TURN;
    }
    return r->step[s->step]->check(r, s, m);
}

/* ---- public ---- */

uint32_t aude_actors(const aude_rules *rules, const aude_state *state)
{
    return flow_actors(rules_of(rules), state_in(state));
}

uint32_t aude_asked(const aude_rules *rules, const aude_state *state)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    return s->step == r->step_draw ? (uint32_t)AUDE_CHANCE : s->asked;
}

int aude_legal(const aude_rules *rules, const aude_state *state, int actor, aude_move *dst, int cap)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    if (actor < 0 || actor >= r->n_seats || s->step == r->step_draw || !(flow_actors(r, s) >> actor & 1)) return 0;
    return r->step[s->step]->list(r, s, actor, dst, cap);
}

int aude_count_legal(const aude_rules *rules, const aude_state *state, int actor)
{
    return aude_legal(rules, state, actor, NULL, 0);
}

int aude_chance(const aude_rules *rules, const aude_state *state, aude_move *dst, uint32_t *weight, int cap)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    if (s->step != r->step_draw) return 0;
    u16 copies[AUDE_MAX_KINDS];
    state_count_bag(r, s, copies);
    int n = 0;
    for (int kind = 0; kind < r->n_kinds; kind++) {
        if (copies[kind] == 0) continue;
        if (n < cap) {
            dst[n] = move_of(AUDE_DRAW, AUDE_NOBODY);
            dst[n].tile = (u16)kind;
            weight[n] = copies[kind];
        }
        n++;
    }
    return n;
}

aude_err aude_apply(const aude_rules *rules, aude_state *state, aude_move move, aude_events *events)
{
    const ruleset *r = rules_of(rules);
    game *s = state_of(state);
    aude_err err = flow_check(r, s, &move);
    if (err) return err;
    if (s->is_view) { /* it may turn out in the middle that the result is not known */
        aude_state trial;
        aude_events seen;
        aude_state_copy(rules, &trial, state);
        flow_play(r, state_of(&trial), &move, events ? &seen : NULL);
        if (state_of(&trial)->blocked) return AUDE_E_HIDDEN;
        aude_state_copy(rules, state, &trial);
        if (events) {
            events->n = seen.n;
            memcpy(events->event, seen.event, (size_t)seen.n * sizeof *seen.event);
        }
        return AUDE_OK;
    }
    flow_play(r, s, &move, events);
    return AUDE_OK;
}

void aude_play(const aude_rules *rules, aude_state *state, aude_move move, aude_events *events)
{
    flow_play(rules_of(rules), state_of(state), &move, events);
}

int aude_random_move(const aude_rules *rules, const aude_state *state, aude_random *random, aude_move *dst)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    u32 actors = flow_actors(r, s);
    if (actors != 0) flow_pick(r, s, actors, random, dst);
    return actors != 0;
}

int aude_playout(const aude_rules *rules, aude_state *state, aude_random *random)
{
    const ruleset *r = rules_of(rules);
    game *s = state_of(state);
    if (flow_is_over(r, s)) return 0;
    int moves = flow_decide(r, s, random);
    while (!flow_is_over(r, s)) moves += flow_pass(r, s, random);
    flow_run(r, s, NULL); /* the end */
    return moves;
}

int aude_default_move(const aude_rules *rules, const aude_state *state, int seat, aude_move *dst)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    if (aude_legal(rules, state, seat, dst, 1) == 0) return 0;
    if (dst->kind == AUDE_SETTLE || dst->kind == AUDE_FINAL) *dst = bets_default(r, s, seat);
    return 1;
}

aude_step aude_state_step(const aude_rules *rules, const aude_state *state)
{
    return rules_of(rules)->step[state_in(state)->step]->shown;
}

uint32_t aude_winners(const aude_rules *rules, const aude_state *state)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    return flow_is_over(r, s) ? flow_winners(r, s) : 0;
}
