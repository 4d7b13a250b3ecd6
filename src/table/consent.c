/* consent.c - what needs everybody's consent: takeback, pause, an early end, a rematch. Rules: docs/table.md, consent.
 *
 * Owns: table.question, table.paused. */
#include "table/table.h"

void question_close(aude_table *t)
{
    t->question.ask = AUDE_ASK_NOTHING;
    t->question.by = AUDE_NOBODY;
    t->question.agreed = 0;
    t->question.index = -1;
}

/* Does what was asked, and closes the question. On failure it stays open. */
static aude_err question_grant(entry *en)
{
    aude_table *t = en->t;
    aude_err err = AUDE_OK;
    switch (t->question.ask) {
    case AUDE_ASK_TAKEBACK: {
        u32 seats = aude_table_seats_of(t, t->question.by);
        err = play_takeback(en, seats ? bits_first(seats) : 0, t->question.index);
        break;
    }
    case AUDE_ASK_PAUSE: t->paused = 1; break;
    case AUDE_ASK_END: play_end(en); break;
    default: err = match_rematch(en);
    }
    if (!err) question_close(t);
    return err;
}

static bool question_agreed(const aude_table *t)
{
    return !(people_asked(t, t->question.by) & ~(u32)t->question.agreed);
}

/* Seats of the person that still play. */
static u32 seats_playing(const aude_table *t, int person)
{
    return people_asked(t, AUDE_NOBODY) & aude_table_seats_of(t, person);
}

void question_follow(entry *en)
{
    aude_table *t = en->t;
    if (t->paused && !people_asked(t, AUDE_NOBODY)) t->paused = 0; /* nobody is left to resume */
    if (t->question.ask == AUDE_ASK_NOTHING) return;
    bool phase = t->phase == (t->question.ask == AUDE_ASK_REMATCH ? AUDE_PHASE_OVER : AUDE_PHASE_PLAY);
    bool stands = phase && seats_playing(t, t->question.by);
    if (stands && question_agreed(t)) question_grant(en);
    if (!stands || question_agreed(t)) question_close(t);
}

/* ---- Takeback ---- */

/* Index of the decision in which one of the seats laid its last tile; -1: none. */
static i32 turn_last(const aude_table *t, u32 seats)
{
    const aude_course *c = &t->game.course;
    aude_state state;
    i32 index = -1;
    aude_start(t->rules, &state);
    for (int i = 0; i <= c->n_moves; i++) {
        if (i == c->n_moves && !c->has_waiting) break;
        const aude_move *m = i < c->n_moves ? &c->move[i] : &c->waiting;
        if (m->kind == AUDE_PLACE && (seats >> m->seat & 1)) index = (i32)aude_state_decision(&state);
        if (i < c->n_moves) aude_play(t->rules, &state, *m, NULL);
    }
    return index;
}

static aude_err takeback_find(entry *en, i32 *index)
{
    aude_table *t = en->t;
    aude_state scratch;
    *index = en->a->number;
    if (*index < 0) *index = turn_last(t, seats_playing(t, en->a->by));
    if (*index < 0) return entry_refuse(en, AUDE_E_ILLEGAL, "no tile has been laid yet that could be taken back");
    return aude_game_may_take_back(&t->game, *index, &scratch, en->e);
}

/* ---- Acts ---- */

static aude_err propose_check(entry *en, i32 *index)
{
    aude_table *t = en->t;
    bool rematch = en->a->ask == AUDE_ASK_REMATCH;
    *index = -1;
    if (t->question.ask) return entry_refuse(en, AUDE_E_DENIED, "another question is open");
    if (rematch != (t->phase == AUDE_PHASE_OVER))
        return entry_refuse(en, rematch ? AUDE_E_DENIED : AUDE_E_OVER,
                            rematch ? "the game is not over" : "the game is over");
    if (!seats_playing(t, en->a->by)) return entry_refuse(en, AUDE_E_DENIED, "only who still plays may ask for that");
    if (rematch && !match_decided(t)) return entry_refuse(en, AUDE_E_DENIED, "the match goes on");
    if (rematch && !match_filled(t)) return entry_refuse(en, AUDE_E_DENIED, "a seat is still open");
    return en->a->ask == AUDE_ASK_TAKEBACK ? takeback_find(en, index) : AUDE_OK;
}

aude_err propose_act(entry *en)
{
    aude_table *t = en->t;
    i32 index;
    aude_err err = propose_check(en, &index);
    if (err) return err;
    if (en->a->ask != AUDE_ASK_TAKEBACK) en->a->number = 0;
    t->question.ask = en->a->ask;
    t->question.by = en->a->by;
    t->question.agreed = 0;
    t->question.index = index;
    t->question.since = en->a->time;
    if (question_agreed(t)) err = question_grant(en);
    if (err) question_close(t);
    if (!err) t->question.id++;
    return err;
}

/* The answer is to the open question. */
static aude_err answer_check(const entry *en)
{
    const aude_table *t = en->t;
    if (t->question.ask && t->question.id == en->a->number) return AUDE_OK;
    return entry_refuse(en, AUDE_E_STALE, "that question is no longer open");
}

aude_err agree_act(entry *en)
{
    aude_table *t = en->t;
    aude_err err = answer_check(en);
    if (err) return err;
    u8 before = t->question.agreed;
    u32 own = aude_table_seats_of(t, en->a->by) & people_asked(t, t->question.by) & ~(u32)before;
    if (!own) return entry_refuse(en, AUDE_E_DENIED, "the question is not put to you, or answered already");
    t->question.agreed |= (u8)own;
    if (question_agreed(t)) err = question_grant(en);
    if (err) t->question.agreed = before;
    return err;
}

aude_err decline_act(entry *en)
{
    aude_table *t = en->t;
    aude_err err = answer_check(en);
    if (err) return err;
    bool asked = (aude_table_seats_of(t, en->a->by) & people_asked(t, t->question.by)) || t->question.by == en->a->by;
    if (!asked) return entry_refuse(en, AUDE_E_DENIED, "the question is not put to you");
    question_close(t);
    return AUDE_OK;
}

aude_err resume_act(entry *en)
{
    aude_table *t = en->t;
    if (!t->paused) return entry_refuse(en, AUDE_E_DENIED, "the game is not paused");
    t->paused = 0;
    return AUDE_OK;
}
