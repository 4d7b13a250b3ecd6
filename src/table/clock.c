/* clock.c - whose time runs, and until when. Rules: docs/table.md, clocks.
 *
 * Owns: seat[].left, running, ran, step_ends, turn_seat, turn_number, credited, step_counted. Between two acts nothing is
 * written: what a clock shows is worked out from `left`, `running` and `ran`. */
#include "table/table.h"

/* Tiles on the board before the tile of the own turn that is open. */
static i32 turn_number(const aude_table *t)
{
    bool placed = aude_state_step(t->rules, table_state(t)) != AUDE_STEP_PLACE;
    return aude_n_placed(table_state(t)) - placed;
}

static u32 clock_wanted(const aude_table *t)
{
    if (t->options.clock == AUDE_CLOCK_NONE || t->paused || !play_own(t)) return 0;
    int seat = aude_state_turn(table_state(t));
    return t->seat[seat].kind == AUDE_SEAT_PERSON ? 1u << seat : 0;
}

void clock_forget(aude_table *t)
{
    t->turn_seat = AUDE_NOBODY;
}

void clock_begin(aude_table *t)
{
    for (int seat = 0; seat < AUDE_MAX_SEATS; seat++) t->seat[seat].left = t->options.time;
    t->running = 0;
    t->step_ends = -1;
    t->step_counted = UINT32_MAX;
    t->credited = 0;
    clock_forget(t);
}

/* The time since the clocks were last written down. */
static void clock_stop(aude_table *t, i64 time)
{
    for (u32 seats = t->running; seats; seats &= seats - 1) {
        i64 *left = &t->seat[bits_first(seats)].left;
        *left = *left > time - t->ran ? *left - (time - t->ran) : 0;
    }
    t->running = 0;
}

/* The turn that was counted last has come to its end, for the first time. */
static void clock_credit(aude_table *t)
{
    bool ended = t->turn_seat != AUDE_NOBODY && aude_n_placed(table_state(t)) > t->turn_number;
    if (!ended || t->turn_number < t->credited) return;
    t->seat[t->turn_seat].left += t->options.increment;
    t->credited = t->turn_number + 1;
}

static void clock_turn(aude_table *t, i64 time)
{
    u32 wanted = clock_wanted(t);
    if (!play_own(t)) {
        clock_stop(t, time);
        clock_credit(t);
        return;
    }
    int seat = aude_state_turn(table_state(t));
    bool same = t->turn_seat == seat && t->turn_number == turn_number(t);
    if (same && wanted == t->running) return;
    clock_stop(t, time);
    if (!same && wanted) {
        clock_credit(t);
        if (t->options.clock == AUDE_CLOCK_TURN) t->seat[seat].left = t->options.time;
        t->turn_seat = (u8)seat;
        t->turn_number = turn_number(t);
    }
    t->running = wanted;
    t->ran = time;
}

void clock_follow(aude_table *t, i64 time)
{
    if (t->phase != AUDE_PHASE_PLAY) {
        clock_stop(t, time);
        t->step_ends = -1;
        return;
    }
    clock_turn(t, time);
    if (!play_secret(t)) {
        t->step_ends = -1;
    } else if (t->step_counted != aude_state_decision(table_state(t))) {
        t->step_counted = aude_state_decision(table_state(t));
        t->step_ends = t->options.secret ? time + t->options.secret : -1;
    }
}

int64_t aude_table_clock(const aude_table *table, int seat, int64_t now)
{
    if (table->options.clock == AUDE_CLOCK_NONE || seat < 0 || seat >= table->n_seats) return -1;
    i64 left = table->seat[seat].left;
    if (table->running >> seat & 1 && now > table->ran) left -= now - table->ran;
    return left > 0 ? left : 0;
}

/* ---- When time is up ---- */

/* From when on a person is away too long in the open decision; -1: is there, or may be away. */
static i64 away_at(const aude_table *t, int seat)
{
    const aude_seat *s = &t->seat[seat];
    if (s->kind != AUDE_SEAT_PERSON || !t->options.absence || t->person[s->person].present) return -1;
    i64 since = t->person[s->person].since;
    return (since > t->opened ? since : t->opened) + t->options.absence;
}

static bool seat_due(const aude_table *t, int seat)
{
    if (t->phase != AUDE_PHASE_PLAY || t->paused) return false;
    u32 actors = aude_actors(t->rules, table_state(t));
    return !(actors & AUDE_CHANCE) && (actors >> seat & 1);
}

i64 clock_flag_at(const aude_table *t, int seat)
{
    return t->running >> seat & 1 ? t->ran + t->seat[seat].left + AUDE_GRACE : -1;
}

i64 clock_default_at(const aude_table *t, int seat)
{
    if (!seat_due(t, seat) || !play_secret(t)) return -1;
    i64 away = away_at(t, seat), ends = t->step_ends < 0 ? -1 : t->step_ends + AUDE_GRACE;
    return away >= 0 && (ends < 0 || away < ends) ? away : ends;
}

i64 clock_gone_at(const aude_table *t, int seat)
{
    return seat_due(t, seat) && play_own(t) ? away_at(t, seat) : -1;
}
