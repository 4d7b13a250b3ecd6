/* Tables: setup text, acts as text, and a session. The input is a setup, a zero byte, acts as lines, a zero byte, and bytes that
 * each let somebody do something. What was accepted is written as text and entered into a second table, which is then the same. */
#include <stdlib.h>
#include <string.h>

#include "aude_table.h"

enum { MAX_ACTS = 1500, TEXT = 1 << 16 };

typedef struct room {
    aude_table table;
    aude_rules rules;
} room;

static room first, second;
static char kept[MAX_ACTS][AUDE_ACT_BYTES];
static int n_kept;
static char text[TEXT], again[TEXT];

static aude_err room_open(room *r, const char *setup, size_t size)
{
    aude_errinfo e = {.code = AUDE_OK};
    r->table.keeper = (aude_keeper){.room = &r->rules};
    aude_err err = aude_table_open(&r->table, setup, size, &e);
    if (err != e.code || (err && !e.message[0])) abort();
    return err;
}

static uint64_t digest(void)
{
    const aude_table *t = &first.table;
    return t->rules ? aude_full_digest(t->rules, &t->game.course.state) + aude_table_decision(t) : 0;
}

static void enter(aude_act act)
{
    aude_errinfo e = {.code = AUDE_OK};
    aude_outcome o = {0};
    uint64_t before = digest();
    aude_err err = aude_table_enter(&first.table, &act, &o, &e);
    if (err != e.code || (err && (!e.message[0] || digest() != before))) abort();
    if (err || o.repeated) return;
    if (aude_act_write(&act, kept[n_kept], AUDE_ACT_BYTES) >= AUDE_ACT_BYTES) abort();
    n_kept++;
}

static void enter_line(const char *line, size_t size)
{
    aude_errinfo e = {.code = AUDE_OK};
    aude_act act;
    aude_err err = aude_act_read(&act, line, size, &e);
    if (err != e.code || (err && !e.message[0])) abort();
    if (err) return;
    if (aude_act_write(&act, text, sizeof text) != size || memcmp(text, line, size)) abort();
    enter(act);
}

/* The first move of a list that the byte points into. */
static int choose(aude_act *act, int seat, unsigned byte)
{
    static aude_move move[AUDE_MAX_MOVES];
    const aude_table *t = &first.table;
    if (t->phase != AUDE_PHASE_PLAY) return 0;
    int n = aude_legal(t->rules, &t->game.course.state, seat, move, AUDE_MAX_MOVES);
    if (!n) return 0;
    aude_move m = move[byte % (unsigned)n];
    act->seat = (uint8_t)seat;
    act->decision = aude_table_decision(t);
    act->sealed = m.kind == AUDE_BET;
    aude_move_write(t->rules, m, act->words, sizeof act->words);
    return 1;
}

static void authority(int64_t now, unsigned byte)
{
    static aude_move move[AUDE_MAX_KINDS];
    static uint32_t weight[AUDE_MAX_KINDS];
    aude_due due = aude_table_due(&first.table, now);
    aude_act act = {.kind = due.act, .by = AUDE_NOBODY, .seat = due.seat, .number = due.number, .time = now};
    switch (due.kind) {
    case AUDE_DUE_NOTHING: return;
    case AUDE_DUE_PUBLISH:
        act.sealed = 1;
        act.kind = AUDE_ACT_SECRET;
        enter(act);
        act.kind = AUDE_ACT_PUBLISH;
        break;
    case AUDE_DUE_DRAW: {
        int n = aude_chance(first.table.rules, &first.table.game.course.state, move, weight, AUDE_MAX_KINDS);
        act.kind = AUDE_ACT_DRAW;
        aude_move_write(first.table.rules, move[byte % (unsigned)n], act.words, sizeof act.words);
        break;
    }
    case AUDE_DUE_ENGINE:
        act.kind = AUDE_ACT_ENGINE;
        if (!choose(&act, due.seat, byte)) abort();
        break;
    default: break;
    }
    int before = n_kept;
    enter(act);
    if (n_kept == before) abort(); /* what is due is accepted */
}

static void step(unsigned byte, unsigned next, int64_t now)
{
    const aude_table *t = &first.table;
    int person = (int)(byte >> 6), seat = (int)(next % 7);
    aude_act act = {.kind = AUDE_ACT_MOVE, .by = (uint8_t)person, .seat = (uint8_t)seat, .number = -1, .time = now};
    act.command = 1u + (unsigned)n_kept;
    act.decision = aude_table_decision(t);
    switch (byte & 15) {
    case 0:
    case 1:
    case 2: authority(now, next); return;
    case 3:
    case 4:
        for (seat = 0; seat < t->n_seats; seat++)
            if (aude_table_seats_of(t, person) >> seat & 1 && choose(&act, seat, next)) break;
        break;
    case 5: act.kind = next & 1 ? AUDE_ACT_COMMIT : AUDE_ACT_NONCE, act.sealed = 1; break;
    case 6: act.kind = AUDE_ACT_CONFIRM; break;
    case 7: act.kind = AUDE_ACT_UNDO; break;
    case 8: act.kind = AUDE_ACT_PROPOSE, act.ask = (uint8_t)(1 + next % 4); break;
    case 9: act.kind = AUDE_ACT_AGREE, act.number = t->question.id; break;
    case 10: act.kind = next & 1 ? AUDE_ACT_RESUME : AUDE_ACT_DECLINE, act.number = t->question.id; break;
    case 11: act.kind = AUDE_ACT_SIT; break;
    case 12:
        act.kind = AUDE_ACT_JOIN;
        act.by = AUDE_NOBODY;
        act.words[0] = (char)('a' + next % 26);
        break;
    case 13: act.kind = next & 1 ? AUDE_ACT_START : AUDE_ACT_STAND; break;
    case 14:
        act.kind = next & 1 ? AUDE_ACT_ABSENT : AUDE_ACT_PRESENT;
        act.by = AUDE_NOBODY;
        act.number = person;
        break;
    default:
        act.kind = next & 1 ? AUDE_ACT_SEAT : AUDE_ACT_RESIGN;
        if (next & 1) act.words[0] = 'e';
    }
    enter(act);
}

static void compare(void)
{
    size_t n = aude_table_setup(&first.table, text, sizeof text);
    if (aude_table_setup(&second.table, again, sizeof again) != n || memcmp(text, again, n < TEXT ? n : TEXT)) abort();
    n = aude_table_log(&first.table, text, sizeof text);
    if (aude_table_log(&second.table, again, sizeof again) != n || memcmp(text, again, n < TEXT ? n : TEXT)) abort();
    for (int viewer = 0; viewer <= AUDE_MAX_SEATS; viewer++) {
        n = aude_table_record(&first.table, viewer, text, sizeof text);
        if (aude_table_record(&second.table, viewer, again, sizeof again) != n) abort();
        if (memcmp(text, again, n < TEXT ? n : TEXT)) abort();
        if (aude_table_clock(&first.table, viewer, INT32_MAX) != aude_table_clock(&second.table, viewer, INT32_MAX))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *setup = (const char *)data, *end = setup + size;
    const char *stop = size ? memchr(setup, 0, size) : NULL, *at = stop ? stop + 1 : end;
    size_t n = (size_t)((stop ? stop : end) - setup);
    n_kept = 0;
    if (room_open(&first, setup, n)) return 0;
    size_t written = aude_table_setup(&first.table, text, sizeof text);
    if (written < sizeof text) {
        if (room_open(&second, text, written)) abort();
        if (aude_table_setup(&second.table, again, sizeof again) != written || memcmp(text, again, written)) abort();
    }
    aude_table_differences(&first.table, text, sizeof text);
    const char *acts_end = at < end ? memchr(at, 0, (size_t)(end - at)) : NULL;
    if (!acts_end) acts_end = end;
    while (at < acts_end && n_kept < MAX_ACTS / 2) {
        const char *newline = memchr(at, '\n', (size_t)(acts_end - at));
        if (!newline) newline = acts_end;
        enter_line(at, (size_t)(newline - at));
        at = newline < acts_end ? newline + 1 : acts_end;
    }
    int64_t now = first.table.now;
    for (at = acts_end + 1; at + 1 < end && n_kept < MAX_ACTS - 2; at += 2) {
        now += (int64_t)((uint8_t)*at >> 4 & 3) * 7000;
        step((uint8_t)*at, (uint8_t)at[1], now);
    }
    if (room_open(&second, setup, n)) abort();
    for (int i = 0; i < n_kept; i++) {
        aude_act act;
        if (aude_act_read(&act, kept[i], strlen(kept[i]), NULL)) abort();
        if (aude_table_enter(&second.table, &act, NULL, NULL)) abort();
    }
    compare();
    return 0;
}
