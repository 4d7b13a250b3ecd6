/* course.c - see course.h. */
#include "record/course.h"
#include "base/error.h"
#include "base/text.h"

/* Why `base` cannot be passed. */
enum { BY_START, BY_DRAW, BY_REVEAL, BY_OTHER, BY_SECRET, BY_CONFIRM, BY_LEAVING };

static const char *const barrier_text[] = {
    [BY_START] = "nothing has been decided yet",
    [BY_DRAW] = "this would take back a draw",
    [BY_REVEAL] = "this would take back a reveal",
    [BY_OTHER] = "this would take back another seat's decision",
    [BY_SECRET] = "this would take back secret choices",
    [BY_CONFIRM] = "that move is confirmed",
    [BY_LEAVING] = "this would take back that a seat left the game",
};

static const char nothing_since[] = "nothing has been decided since then";

static aude_err refuse(aude_errinfo *e, aude_err code, const char *pattern, int seat)
{
    char digit[2] = {(char)('0' + seat % 10), 0};
    return error_at(e, code, 0, 0, pattern, digit, NULL);
}

static void show(watch *w, const aude_course *c, const aude_move *move)
{
    if (w && w->seen) w->seen(w, c, move);
}

/* ---- Base, span and floor ---- */

static bool step_is_secret(const aude_course *c)
{
    aude_step step = aude_state_step(c->rules, &c->state);
    return step == AUDE_STEP_BET || step == AUDE_STEP_FINAL;
}

static int chips_in_supplies(const aude_state *state)
{
    int n = 0;
    for (int seat = 0; seat < AUDE_MAX_SEATS; seat++) n += aude_chips(state, seat);
    return n;
}

/* What a move can change that nobody may take back. */
typedef struct knowledge {
    int chips;
    bool secret;
    u32 decision;
} knowledge;

static knowledge course_knowledge(const aude_course *c)
{
    return (knowledge){chips_in_supplies(&c->state), step_is_secret(c), aude_state_decision(&c->state)};
}

/* Chips come back only from a stack. */
static bool course_revealed(const aude_course *c, knowledge before)
{
    return chips_in_supplies(&c->state) > before.chips;
}

/* A move has taken effect. */
static void course_note(aude_course *c, const aude_move *move, knowledge before)
{
    bool closed = before.secret && before.decision != aude_state_decision(&c->state);
    assert(c->n_moves < AUDE_MAX_COURSE);
    c->move[c->n_moves++] = *move;
    if (closed || move->kind >= AUDE_RETIRE || course_revealed(c, before)) c->floor = c->n_moves;
}

/* While a secret decision is open the reason is the same whether or not somebody has chosen. */
static void course_keep(aude_course *c, u8 barrier, watch *w)
{
    if (step_is_secret(c)) barrier = BY_SECRET;
    c->n_span = 0;
    c->barrier = barrier;
    if (w && w->kept) memcpy(w->base, w->now, w->kept);
}

static void course_begin(const aude_course *c, aude_state *state)
{
    aude_start(c->rules, state);
    if (c->hidden) aude_view(c->rules, state, AUDE_NOBODY, 0, state);
}

/* The state before the span, made anew: a copy of it would be as big as all else of a course together. */
static void course_base(const aude_course *c, aude_state *state)
{
    course_begin(c, state);
    for (int i = 0; i < c->n_moves - c->n_span; i++) {
        aude_err err = aude_apply(c->rules, state, c->move[i], NULL);
        assert(!err);
        (void)err;
    }
}

/* Makes state = base and then the first n moves of the span. The moves were legal there before. */
static void course_back(aude_course *c, int n, watch *w)
{
    const aude_move *span = &c->move[c->n_moves - c->n_span];
    course_base(c, &c->state);
    if (w && w->kept) memcpy(w->now, w->base, w->kept);
    for (int i = 0; i < n; i++) {
        aude_err err = aude_apply(c->rules, &c->state, span[i], w ? w->events : NULL);
        assert(!err);
        (void)err;
        show(w, c, &span[i]);
    }
    c->n_moves += n - c->n_span;
    c->n_span = n;
}

void course_start(aude_course *c, const aude_rules *rules, bool confirm, bool hidden)
{
    c->rules = rules;
    c->confirm = confirm;
    c->hidden = hidden;
    c->has_waiting = 0;
    c->n_moves = c->floor = 0;
    memset(&c->waiting, 0, sizeof c->waiting);
    course_begin(c, &c->state);
    course_keep(c, BY_START, NULL);
}

/* ---- Moves ---- */

/* The reason why a move of a seat that may act was refused. */
static aude_err move_illegal(const aude_course *c, const aude_move *move, aude_err err, aude_errinfo *e)
{
    static const char *const due[] = {
        [AUDE_STEP_DRAW] = "a draw is due now",
        [AUDE_STEP_PLACE] = "a tile is to be placed now",
        [AUDE_STEP_MEEPLE] = "a meeple may be placed now, or passed",
        [AUDE_STEP_SETTLE] = "the feature of a stack is to be chosen now",
        [AUDE_STEP_BET] = "bets are to be made now",
        [AUDE_STEP_FINAL] = "the final features of chips are to be chosen now",
        [AUDE_STEP_OVER] = "the game is over",
    };
    static const char *const wrong[] = {
        [AUDE_STEP_DRAW] = "no such tile is in the bag",
        [AUDE_STEP_PLACE] = "the tile does not fit there",
        [AUDE_STEP_MEEPLE] = "no meeple may stand there",
        [AUDE_STEP_SETTLE] = "that stack cannot count for that feature now",
        [AUDE_STEP_BET] = "the seat has no such chip, or has chosen already",
        [AUDE_STEP_FINAL] = "that chip is not the one to choose for, or that is none of its features",
        [AUDE_STEP_OVER] = "the game is over",
    };
    static const u8 step_of[] = {
        [AUDE_DRAW] = AUDE_STEP_DRAW,     [AUDE_PLACE] = AUDE_STEP_PLACE,   [AUDE_PASS] = AUDE_STEP_MEEPLE,
        [AUDE_MEEPLE] = AUDE_STEP_MEEPLE, [AUDE_SETTLE] = AUDE_STEP_SETTLE, [AUDE_BET] = AUDE_STEP_BET,
        [AUDE_FINAL] = AUDE_STEP_FINAL,   [AUDE_RETIRE] = AUDE_STEP_OVER,   [AUDE_END] = AUDE_STEP_OVER,
    };
    aude_step step = aude_state_step(c->rules, &c->state);
    if (err == AUDE_E_HIDDEN)
        return error_at(e, err, 0, 0, "the result depends on a chip that this record does not show", NULL, NULL);
    if (move->kind > AUDE_END) return error_at(e, err, 0, 0, "there is no such move", NULL, NULL);
    if (move->kind >= AUDE_RETIRE) return error_at(e, err, 0, 0, "there is no such seat", NULL, NULL);
    bool known = move->kind < sizeof step_of && step_of[move->kind] == step;
    return error_at(e, err, 0, 0, known ? wrong[step] : due[step], NULL, NULL);
}

/* The checks that come before legality. */
static aude_err move_allowed(const aude_course *c, const aude_move *move, aude_errinfo *e)
{
    u32 actors = aude_actors(c->rules, &c->state);
    if (!actors) return refuse(e, AUDE_E_OVER, "the game is over", 0);
    if (move->kind == AUDE_RETIRE || move->kind == AUDE_END) return AUDE_OK;
    if (c->has_waiting) return refuse(e, AUDE_E_TURN, "seat %s has not confirmed its move", c->waiting.seat);
    if (move->kind == AUDE_DRAW) return actors == AUDE_CHANCE ? AUDE_OK : move_illegal(c, move, AUDE_E_ILLEGAL, e);
    if (actors == AUDE_CHANCE) return refuse(e, AUDE_E_TURN, "a draw is due now", 0);
    if (move->seat >= AUDE_MAX_SEATS || !(actors >> move->seat & 1))
        return refuse(e, AUDE_E_TURN, "seat %s is not asked now", move->seat);
    return AUDE_OK;
}

static aude_err course_apply(aude_course *c, const aude_move *move, watch *w, aude_errinfo *e)
{
    knowledge before = course_knowledge(c);
    aude_err err = aude_apply(c->rules, &c->state, *move, w ? w->events : NULL);
    if (err) return move_illegal(c, move, err, e);
    course_note(c, move, before);
    show(w, c, move);
    return AUDE_OK;
}

/* A move of one's own turn: place, pass, meeple, settle. */
static aude_err course_own(aude_course *c, const aude_move *move, watch *w, aude_errinfo *e)
{
    int n = c->n_span;
    knowledge before = course_knowledge(c);
    bool other = n > 0 && c->move[c->n_moves - n].seat != move->seat;
    aude_err err = aude_apply(c->rules, &c->state, *move, w ? w->events : NULL);
    if (err) return move_illegal(c, move, err, e);

    bool own = aude_actors(c->rules, &c->state) == 1u << move->seat;
    bool reveal = course_revealed(c, before);
    if (c->confirm && (!own || reveal)) {
        course_back(c, n, NULL);
        c->waiting = *move;
        c->has_waiting = 1;
        return AUDE_OK;
    }
    if (other || n == AUDE_MAX_SPAN) {
        /* The span ends before this move. */
        course_back(c, n, NULL);
        course_keep(c, other ? BY_OTHER : BY_CONFIRM, w);
        err = aude_apply(c->rules, &c->state, *move, w ? w->events : NULL);
        assert(!err);
    }
    course_note(c, move, before);
    c->n_span++;
    show(w, c, move);
    if (reveal || step_is_secret(c)) course_keep(c, BY_REVEAL, w);
    return AUDE_OK;
}

/* A seat leaves, or the table ends the game. */
static aude_err course_leave(aude_course *c, const aude_move *move, watch *w, aude_errinfo *e)
{
    if (move->kind == AUDE_RETIRE && move->seat < AUDE_MAX_SEATS && (aude_state_left(&c->state) >> move->seat & 1))
        return refuse(e, AUDE_E_ILLEGAL, "seat %s has left the game already", move->seat);
    if (c->has_waiting && c->waiting.seat == move->seat) {
        aude_err err = course_confirm(c, move->seat, w, e); /* rule base/retire-1 */
        /* That may have been the end: then nobody leaves any more. */
        if (err || !aude_actors(c->rules, &c->state)) return err;
    }
    aude_err err = course_apply(c, move, w, e);
    if (err) return err;
    course_keep(c, BY_LEAVING, w);
    /* After the end another seat's waiting move is void. */
    if (c->has_waiting && aude_apply(c->rules, &c->state, c->waiting, NULL)) c->has_waiting = 0;
    course_back(c, 0, NULL);
    return AUDE_OK;
}

aude_err course_move(aude_course *c, aude_move move, watch *w, aude_errinfo *e)
{
    aude_err err = move_allowed(c, &move, e);
    if (err) return err;
    switch (move.kind) {
    case AUDE_PLACE:
    case AUDE_PASS:
    case AUDE_MEEPLE:
    case AUDE_SETTLE: return course_own(c, &move, w, e);
    case AUDE_RETIRE:
    case AUDE_END: return course_leave(c, &move, w, e);
    default: err = course_apply(c, &move, w, e);
    }
    if (!err) course_keep(c, move.kind == AUDE_DRAW ? BY_DRAW : BY_SECRET, w);
    return err;
}

static aude_err confirm_allowed(const aude_course *c, int seat, aude_errinfo *e)
{
    if (!aude_actors(c->rules, &c->state)) return refuse(e, AUDE_E_OVER, "the game is over", 0);
    if (c->has_waiting && c->waiting.seat == seat) return AUDE_OK;
    return refuse(e, AUDE_E_ILLEGAL, "seat %s has no move that waits for `confirm`", seat);
}

aude_err course_confirm(aude_course *c, int seat, watch *w, aude_errinfo *e)
{
    aude_err err = confirm_allowed(c, seat, e);
    if (!err) err = course_apply(c, &c->waiting, w, e);
    if (err) return err;
    c->has_waiting = 0;
    course_keep(c, BY_CONFIRM, w);
    return AUDE_OK;
}

/* ---- Undo ---- */

/* How many moves of the span stay; a waiting move goes anyway. *state is overwritten, and may be the course's own. */
static aude_err undo_find(const aude_course *c, int seat, i32 index, aude_state *state, int *stay, aude_errinfo *e)
{
    if (!aude_actors(c->rules, &c->state)) return refuse(e, AUDE_E_OVER, "the game is over", 0);
    int n = c->n_span + c->has_waiting;
    const aude_move *span = &c->move[c->n_moves - c->n_span];
    int owner = c->n_span ? span[0].seat : c->has_waiting ? c->waiting.seat : seat;
    if (owner != seat) return refuse(e, AUDE_E_ILLEGAL, barrier_text[BY_OTHER], 0);
    *stay = n - 1;
    if (index < 0 && n > 0) return AUDE_OK;

    course_base(c, state);
    if (index < 0 || (u32)index < aude_state_decision(state))
        return refuse(e, AUDE_E_ILLEGAL, barrier_text[c->barrier], 0);
    for (*stay = 0; *stay < n; ++*stay) {
        if (aude_state_decision(state) == (u32)index) return AUDE_OK;
        aude_err err = aude_apply(c->rules, state, *stay < c->n_span ? span[*stay] : c->waiting, NULL);
        assert(!err);
        (void)err;
    }
    return refuse(e, AUDE_E_ILLEGAL, nothing_since, 0);
}

aude_err course_undo(aude_course *c, int seat, i32 index, watch *w, aude_errinfo *e)
{
    int n = c->n_span, stay = n;
    aude_err err = undo_find(c, seat, index, &c->state, &stay, e);
    if (!err) c->has_waiting = 0;
    if (err && err != AUDE_E_OVER) course_back(c, n, NULL);
    if (!err) course_back(c, stay, stay < n ? w : NULL);
    return err;
}

/* ---- Takeback ---- */

/* How many moves stay. *state is overwritten, and may be the course's own. */
static aude_err takeback_find(const aude_course *c, i32 index, aude_state *state, int *stay, aude_errinfo *e)
{
    if (!aude_actors(c->rules, &c->state)) return refuse(e, AUDE_E_OVER, "the game is over", 0);
    if (step_is_secret(c)) return refuse(e, AUDE_E_ILLEGAL, barrier_text[BY_SECRET], 0);
    course_begin(c, state);
    for (*stay = 0; *stay < c->n_moves && (int64_t)aude_state_decision(state) < index; ++*stay) {
        aude_err err = aude_apply(c->rules, state, c->move[*stay], NULL);
        assert(!err);
        (void)err;
    }
    if (*stay < c->floor)
        return refuse(e, AUDE_E_ILLEGAL, "nothing before the last reveal, secret choice or leaving can be taken back",
                      0);
    if (*stay == c->n_moves && !c->has_waiting) return refuse(e, AUDE_E_ILLEGAL, nothing_since, 0);
    if ((int64_t)aude_state_decision(state) != index) return refuse(e, AUDE_E_ILLEGAL, "there is no such decision", 0);
    return AUDE_OK;
}

aude_err course_takeback(aude_course *c, int seat, i32 index, watch *w, aude_errinfo *e)
{
    (void)seat; /* no rule asks who began it */
    int stay, confirm = c->confirm;
    aude_err err = takeback_find(c, index, &c->state, &stay, e);
    if (err) {
        if (err != AUDE_E_OVER) course_back(c, c->n_span, NULL);
        return err;
    }
    /* The moves that stay were confirmed: they are played again without waiting. */
    course_start(c, c->rules, false, c->hidden);
    if (w && w->seen) w->seen(w, c, NULL);
    if (w && w->kept) memcpy(w->base, w->now, w->kept);
    for (int i = 0; i < stay; i++) {
        err = course_move(c, c->move[i], w, e);
        assert(!err);
    }
    c->confirm = confirm;
    bool ended = c->n_span > 0 && aude_actors(c->rules, &c->state) != 1u << c->move[c->n_moves - 1].seat;
    if (confirm && ended) course_keep(c, BY_CONFIRM, w);
    return AUDE_OK;
}

aude_err course_may_take_back(const aude_course *c, i32 index, aude_state *scratch, aude_errinfo *e)
{
    int stay;
    return takeback_find(c, index, scratch, &stay, e);
}

/* ---- Lines ---- */

aude_err course_line(aude_course *c, const aude_line *line, watch *w, aude_errinfo *e)
{
    switch (line->kind) {
    case AUDE_LINE_MOVE: return course_move(c, line->move, w, e);
    case AUDE_LINE_CONFIRM: return course_confirm(c, line->seat, w, e);
    case AUDE_LINE_UNDO: return course_undo(c, line->seat, line->index, w, e);
    case AUDE_LINE_TAKEBACK: return course_takeback(c, line->seat, line->index, w, e);
    default: return AUDE_OK;
    }
}

aude_err course_try(aude_course *c, const aude_line *line, aude_state *scratch, aude_errinfo *e)
{
    int stay;
    aude_err err = AUDE_OK;
    switch (line->kind) {
    case AUDE_LINE_MOVE:
        err = move_allowed(c, &line->move, e);
        if (err) return err;
        aude_state_copy(c->rules, scratch, &c->state);
        err = aude_apply(c->rules, scratch, line->move, NULL);
        return err ? move_illegal(c, &line->move, err, e) : AUDE_OK;
    case AUDE_LINE_CONFIRM: return confirm_allowed(c, line->seat, e);
    case AUDE_LINE_UNDO: return undo_find(c, line->seat, line->index, scratch, &stay, e);
    case AUDE_LINE_TAKEBACK: return course_may_take_back(c, line->index, scratch, e);
    default: return AUDE_OK;
    }
}
