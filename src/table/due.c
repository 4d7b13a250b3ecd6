/* due.c - what the authority has to do next, and when to ask again. */
#include "table/table.h"

/* Notes an act with its time: the earliest one wins. */
static void due_timer(aude_due *due, i64 *first, i64 at, aude_act_kind act, int seat, i32 number)
{
    if (at < 0 || (*first >= 0 && at >= *first)) return;
    *first = at;
    *due = (aude_due){.kind = AUDE_DUE_ACT, .act = (u8)act, .seat = (u8)seat, .number = number, .at = -1};
}

static i64 host_at(const aude_table *t, int *heir)
{
    if (t->host == AUDE_NOBODY || t->person[t->host].present) return -1;
    *heir = people_heir(t);
    return *heir == AUDE_NOBODY ? -1 : t->person[t->host].since + AUDE_HOST_TIME;
}

static aude_due due_timers(const aude_table *t, i64 *first)
{
    aude_due due = {.seat = AUDE_NOBODY, .at = -1};
    int heir = AUDE_NOBODY;
    i64 host = host_at(t, &heir);
    *first = -1;
    for (int seat = 0; seat < t->n_seats; seat++) {
        if (t->phase == AUDE_PHASE_PLAY) {
            due_timer(&due, first, clock_default_at(t, seat), AUDE_ACT_DEFAULT, seat, 0);
            due_timer(&due, first, clock_flag_at(t, seat), AUDE_ACT_FLAG, seat, 0);
            due_timer(&due, first, clock_gone_at(t, seat), AUDE_ACT_GONE, seat, 0);
        } else if (t->phase == AUDE_PHASE_SEALING && t->has_published && seal_lacks(t, seat)) {
            due_timer(&due, first, t->opened + AUDE_SEAL_TIME, AUDE_ACT_UNSEALED, seat, 0);
        }
    }
    if (t->phase == AUDE_PHASE_OVER && !match_decided(t) && match_filled(t))
        due_timer(&due, first, t->opened + AUDE_NEXT_TIME, AUDE_ACT_NEXT, AUDE_NOBODY, 0);
    due_timer(&due, first, host, AUDE_ACT_HOST, AUDE_NOBODY, heir);
    return due;
}

static int draws_made(const aude_table *t)
{
    int n = 0;
    for (int i = 0; i < t->game.course.n_moves; i++) n += t->game.course.move[i].kind == AUDE_DRAW;
    return n;
}

/* What does not depend on the time. */
static aude_due due_now(const aude_table *t)
{
    aude_due due = {.kind = AUDE_DUE_NOTHING, .seat = AUDE_NOBODY};
    if (t->phase == AUDE_PHASE_SEALING && !t->has_published) due.kind = AUDE_DUE_PUBLISH;
    if (t->phase != AUDE_PHASE_PLAY || t->paused) return due;
    u32 actors = aude_actors(t->rules, table_state(t));
    if (actors & AUDE_CHANCE) {
        due.kind = AUDE_DUE_DRAW;
        due.number = draws_made(t);
        return due;
    }
    for (int seat = t->n_seats - 1; seat >= 0; seat--) {
        if (!(actors >> seat & 1) || t->seat[seat].kind != AUDE_SEAT_COMPUTER) continue;
        due.kind = AUDE_DUE_ENGINE;
        due.seat = (u8)seat;
    }
    return due;
}

aude_due aude_table_due(const aude_table *table, int64_t now)
{
    i64 next, hold = table->question.since + AUDE_HOLD;
    aude_due due = due_timers(table, &next);
    if (next >= 0 && next <= now) return due;
    due = due_now(table);
    bool waits = due.kind == AUDE_DUE_DRAW || due.kind == AUDE_DUE_ENGINE;
    if (waits && table->question.ask == AUDE_ASK_TAKEBACK && now < hold) {
        due = (aude_due){.kind = AUDE_DUE_NOTHING, .seat = AUDE_NOBODY};
        if (next < 0 || hold < next) next = hold;
    }
    due.at = next;
    return due;
}
