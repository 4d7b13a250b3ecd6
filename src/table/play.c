/* play.c - moves of people, computers and the authority; leaving.
 *
 * What takes effect when is the business of aude_game (game.c). Here is decided who moves, and kept which chips lie on
 * tiles with which nonces. Owns: table.game, table.bet. */
#include "table/table.h"

/* ---- The open decision ---- */

static aude_step table_step(const aude_table *t)
{
    return t->phase == AUDE_PHASE_PLAY ? aude_state_step(t->rules, table_state(t)) : AUDE_STEP_OVER;
}

bool play_secret(const aude_table *t)
{
    aude_step step = table_step(t);
    return step == AUDE_STEP_BET || step == AUDE_STEP_FINAL;
}

bool play_own(const aude_table *t)
{
    aude_step step = table_step(t);
    return step == AUDE_STEP_PLACE || step == AUDE_STEP_MEEPLE || step == AUDE_STEP_SETTLE;
}

static bool play_waits(const aude_table *t, int seat)
{
    return t->game.course.has_waiting && t->game.course.waiting.seat == seat;
}

/* ---- What every line of the game does to the table ---- */

/* A chip has been chosen for the tile laid last; the list is ordered by decision and seat. */
static void bet_keep(aude_table *t, const aude_move *m, u32 decision, const u8 *nonce)
{
    int i = t->n_bets++;
    aude_placed office = aude_placed_at(t->rules, table_state(t), aude_n_placed(table_state(t)) - 1);
    for (; i > 0 && t->bet[i - 1].decision == decision && t->bet[i - 1].seat > m->seat; i--) t->bet[i] = t->bet[i - 1];
    t->bet[i].decision = decision;
    t->bet[i].x = office.x;
    t->bet[i].y = office.y;
    t->bet[i].seat = m->seat;
    t->bet[i].face = m->face;
    t->bet[i].flipped = 0;
    memcpy(t->bet[i].nonce, nonce, AUDE_SEAL_BYTES);
}

/* The newest bet of a seat on a tile is the chip that lay there. */
static void bets_flip(aude_table *t, const aude_events *events)
{
    for (int k = 0; k < events->n; k++) {
        const aude_event *ev = &events->event[k];
        if (ev->kind != AUDE_EV_FLIPPED) continue;
        for (int i = t->n_bets - 1; i >= 0; i--) {
            if (t->bet[i].seat != ev->seat || t->bet[i].x != ev->x || t->bet[i].y != ev->y) continue;
            t->bet[i].flipped = 1;
            break;
        }
    }
}

static void events_append(aude_events *all, const aude_events *more)
{
    int n = AUDE_MAX_EVENTS - all->n < more->n ? AUDE_MAX_EVENTS - all->n : more->n;
    memcpy(&all->event[all->n], more->event, (size_t)n * sizeof *more->event);
    all->n += n;
}

typedef struct before {
    u32 index;
    bool bets;
} before;

static before play_before(const aude_table *t)
{
    return (before){aude_state_decision(table_state(t)), table_step(t) == AUDE_STEP_BET};
}

static void play_after(entry *en, before b, const aude_events *events)
{
    aude_table *t = en->t;
    if (b.bets && aude_state_decision(table_state(t)) != b.index) en->closed = true;
    bets_flip(t, events);
    events_append(en->events, events);
    if (t->question.ask == AUDE_ASK_TAKEBACK) question_close(t); /* the game has gone on */
}

static aude_err play_move(entry *en, aude_move m)
{
    aude_events events;
    events.n = 0; /* the rest, tens of KB, is not read */
    before b = play_before(en->t);
    aude_err err = aude_game_move(&en->t->game, m, &events, en->e);
    if (!err) play_after(en, b, &events);
    return err;
}

static aude_err play_confirm(entry *en, int seat)
{
    aude_events events;
    events.n = 0; /* the rest, tens of KB, is not read */
    before b = play_before(en->t);
    aude_err err = aude_game_confirm(&en->t->game, seat, &events, en->e);
    if (!err) play_after(en, b, &events);
    return err;
}

/* Lines were only taken away: those that stay read as before. */
static void play_shortened(aude_table *t, int n_before)
{
    int n = aude_publication_lines(&t->publication);
    t->publication.changed = n < n_before ? n : INT32_MAX;
}

/* ---- Moves ---- */

/* A seat's choice as words, for a seat that may choose now. */
static aude_err choice_read(entry *en, aude_move *m)
{
    aude_table *t = en->t;
    aude_act *a = en->a;
    u32 actors = aude_actors(t->rules, table_state(t));
    if (play_waits(t, a->seat)) return entry_refuse(en, AUDE_E_TURN, "that seat's move waits to be confirmed");
    if (t->game.course.has_waiting || (actors & AUDE_CHANCE) || !(actors >> a->seat & 1))
        return entry_refuse(en, AUDE_E_TURN, "that seat is not asked now");
    bool stale = a->decision != t->game.decision && (a->by != AUDE_NOBODY || a->decision);
    if (stale) return entry_refuse(en, AUDE_E_STALE, "that decision is no longer open");
    aude_err err = aude_move_read(t->rules, table_state(t), a->words, strlen(a->words), m, en->e);
    if (err) return err;
    if (m->kind == AUDE_DRAW || m->kind >= AUDE_RETIRE)
        return entry_refuse(en, AUDE_E_ILLEGAL, "that is no move of a seat");
    if (m->seat != a->seat) return entry_refuse(en, AUDE_E_DENIED, "that is a move of another seat");
    return AUDE_OK;
}

static aude_err choice_act(entry *en)
{
    aude_table *t = en->t;
    aude_move m;
    aude_err err = choice_read(en, &m);
    if (err) return err;
    bool chip = m.kind == AUDE_BET && m.face != AUDE_NO_BET;
    if (chip && !en->a->sealed) return entry_refuse(en, AUDE_E_SYNTAX, "a chip comes with its nonce");
    u32 decision = t->game.decision;
    err = play_move(en, m);
    if (err) return err;
    if (chip) bet_keep(t, &m, decision, en->a->seal);
    if (play_waits(t, m.seat)) t->waits_after = t->game.course.n_moves;
    if (!chip) {
        en->a->sealed = 0;
        memset(en->a->seal, 0, sizeof en->a->seal);
    }
    memset(en->a->words, 0, sizeof en->a->words);
    aude_move_write(t->rules, m, en->a->words, sizeof en->a->words);
    return AUDE_OK;
}

aude_err move_act(entry *en)
{
    return choice_act(en);
}

aude_err engine_act(entry *en)
{
    int seat = en->a->seat;
    if (en->t->seat[seat].kind != AUDE_SEAT_COMPUTER)
        return entry_refuse(en, AUDE_E_DENIED, "no computer plays for that seat");
    aude_err err = choice_act(en);
    return err || !play_waits(en->t, seat) ? err : play_confirm(en, seat);
}

aude_err draw_act(entry *en)
{
    aude_table *t = en->t;
    aude_move m;
    const char *words = en->a->words;
    aude_err err = aude_move_read(t->rules, table_state(t), words, strlen(words), &m, en->e);
    if (err) return err;
    if (m.kind != AUDE_DRAW) return entry_refuse(en, AUDE_E_ILLEGAL, "that is no draw");
    return play_move(en, m);
}

/* The decision that the sender of a confirmation or undo saw. */
static aude_err decision_check(const entry *en)
{
    bool open = en->a->decision == en->t->game.decision;
    return open ? AUDE_OK : entry_refuse(en, AUDE_E_STALE, "that decision is no longer open");
}

aude_err confirm_act(entry *en)
{
    aude_err err = decision_check(en);
    return err ? err : play_confirm(en, en->a->seat);
}

aude_err undo_act(entry *en)
{
    aude_table *t = en->t;
    int n = aude_publication_lines(&t->publication);
    aude_err err = decision_check(en);
    if (!err) err = aude_game_undo(&t->game, en->a->seat, en->a->number, en->e);
    if (err) return err;
    play_shortened(t, n);
    if (t->question.ask == AUDE_ASK_TAKEBACK) question_close(t);
    return AUDE_OK;
}

aude_err play_takeback(entry *en, int seat, i32 index)
{
    aude_table *t = en->t;
    int n = aude_publication_lines(&t->publication);
    aude_err err = aude_game_takeback(&t->game, seat, index, en->e);
    if (err) return err;
    play_shortened(t, n);
    clock_forget(t);
    return AUDE_OK;
}

/* ---- In place of a seat that does not answer ---- */

/* Whether an act of the authority has its time. */
static aude_err time_check(const entry *en, i64 at)
{
    return at >= 0 && en->a->time >= at ? AUDE_OK : entry_refuse(en, AUDE_E_DENIED, "the time is not up");
}

aude_err default_act(entry *en)
{
    aude_move m;
    aude_err err = time_check(en, clock_default_at(en->t, en->a->seat));
    if (err) return err;
    aude_default_move(en->t->rules, table_state(en->t), en->a->seat, &m);
    return play_move(en, m);
}

/* What was chosen when the table was made. */
static aude_err play_leave(entry *en)
{
    aude_table *t = en->t;
    int seat = en->a->seat;
    if (t->options.leave != AUDE_LEAVE_COMPUTER) {
        aude_move_kind kind = t->options.leave == AUDE_LEAVE_END ? AUDE_END : AUDE_RETIRE;
        return play_move(en, (aude_move){.kind = (u8)kind, .seat = (u8)seat});
    }
    aude_err err = play_waits(t, seat) ? play_confirm(en, seat) : AUDE_OK;
    if (err || aude_actors(t->rules, table_state(t)) == 0) return err; /* that was the end */
    t->seat[seat].kind = AUDE_SEAT_COMPUTER;
    memcpy(t->seat[seat].engine, t->options.stand_in, sizeof t->seat[seat].engine);
    return AUDE_OK;
}

aude_err resign_act(entry *en)
{
    if (aude_state_left(table_state(en->t)) >> en->a->seat & 1)
        return entry_refuse(en, AUDE_E_ILLEGAL, "that seat has left the game already");
    return play_leave(en);
}

aude_err flag_act(entry *en)
{
    aude_err err = time_check(en, clock_flag_at(en->t, en->a->seat));
    return err ? err : play_leave(en);
}

aude_err gone_act(entry *en)
{
    aude_err err = time_check(en, clock_gone_at(en->t, en->a->seat));
    return err ? err : play_leave(en);
}

void play_end(entry *en)
{
    aude_table *t = en->t;
    u32 stayed = ((1u << t->n_seats) - 1) & ~aude_state_left(table_state(t)), winners = 0;
    for (int seat = 0; seat < t->n_seats; seat++)
        if (aude_actors(t->rules, table_state(t)) && (stayed >> seat & 1))
            play_move(en, (aude_move){.kind = AUDE_RETIRE, .seat = (u8)seat});
    i32 most = INT32_MIN;
    for (int seat = 0; seat < t->n_seats; seat++) {
        i32 score = aude_score(table_state(t), seat);
        if (!(stayed >> seat & 1) || score < most) continue;
        winners = score > most ? 1u << seat : winners | 1u << seat;
        most = score;
    }
    t->winners = (u8)winners;
}
