/* stage.c - see stage.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stage.h"

static const aude_rules *stage_keep(void *context, const aude_rules *room, const char *setup)
{
    stage *s = context;
    if (!setup) fail_msg("no setup text for the rules");
    s->kept = *room;
    return &s->kept;
}

void stage_open(stage *s, const char *setup)
{
    s->table.keeper = (aude_keeper){&s->room, stage_keep, s};
    s->now = 0;
    s->command = 0;
    s->n_acts = 0;
    s->keep = 0;
    if (aude_table_open(&s->table, setup, strlen(setup), &s->error))
        fail_msg("line %d: %s", s->error.line, s->error.message);
}

aude_err stage_enter(stage *s, aude_act act)
{
    s->outcome = (aude_outcome){0};
    s->error = (aude_errinfo){0};
    aude_err err = aude_table_enter(&s->table, &act, &s->outcome, &s->error);
    s->act = act;
    if (err != s->error.code) fail_msg("code %d, told %d: %s", err, s->error.code, s->error.message);
    if (err && !s->error.message[0]) fail_msg("code %d without a reason", err);
    if (!err && s->keep && !s->outcome.repeated) {
        if (s->n_acts == STAGE_ACTS) fail_msg("too many acts");
        size_t n = aude_act_write(&act, s->line[s->n_acts++], AUDE_ACT_BYTES);
        assert_true(n < AUDE_ACT_BYTES);
    }
    return err;
}

aude_act stage_act(stage *s, const char *text)
{
    char head[128], who[16], kind[16];
    aude_act act;
    int at = 0;
    if (sscanf(text, "%15s %15s%n", who, kind, &at) != 2) fail_msg("no act: %s", text);
    snprintf(head, sizeof head, "0 %s %s", who, kind);
    if (aude_act_read(&act, head, strlen(head), &s->error)) fail_msg("%s: %s", text, s->error.message);
    act.time = s->now;
    int decision = act.kind == AUDE_ACT_MOVE || act.kind == AUDE_ACT_CONFIRM || act.kind == AUDE_ACT_UNDO;
    if (decision) act.decision = aude_table_decision(&s->table);
    if (act.kind == AUDE_ACT_UNDO) act.number = -1;
    if (act.kind == AUDE_ACT_AGREE || act.kind == AUDE_ACT_DECLINE) act.number = s->table.question.id;
    if (act.by != AUDE_NOBODY) act.command = ++s->command;
    while (text[at]) {
        unsigned long value;
        char word[80];
        int n = 0;
        if (sscanf(text + at, " words=%n", &n) == 0 && n) {
            snprintf(act.words, sizeof act.words, "%s", text + at + n);
            break;
        }
        if (sscanf(text + at, " %79s%n", word, &n) != 1) break;
        at += n;
        char *is = strchr(word, '=');
        if (!is) fail_msg("no field `%s` in %s", word, text);
        *is++ = 0;
        value = strtoul(is, NULL, strcmp(word, "id") ? 10 : 16);
        if (!strcmp(word, "id")) act.command = value;
        if (!strcmp(word, "seat")) act.seat = (uint8_t)value;
        if (!strcmp(word, "number")) act.number = (int32_t)strtol(is, NULL, 10);
        if (!strcmp(word, "decision")) act.decision = (uint32_t)value;
        if (!strcmp(word, "seal")) {
            act.sealed = 1;
            memset(act.seal, (int)value, sizeof act.seal);
        }
        if (!strcmp(word, "ask")) {
            static const char *const ask[] = {"", "takeback", "pause", "end", "rematch"};
            for (int i = 0; i < 5; i++)
                if (!strcmp(ask[i], is)) act.ask = (uint8_t)i;
        }
    }
    return act;
}

aude_err stage_do(stage *s, const char *text)
{
    return stage_enter(s, stage_act(s, text));
}

void stage_must(stage *s, const char *text)
{
    if (stage_do(s, text)) fail_msg("`%s`: %s", text, s->error.message);
}

void stage_script(stage *s, const stage_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        long ms;
        if (sscanf(rows[i].text, "+%ld", &ms) == 1) {
            s->now += ms;
            continue;
        }
        uint64_t before = stage_digest(&s->table);
        aude_err err = stage_do(s, rows[i].text);
        if (err != rows[i].code) fail_msg("%zu `%s`: %d, %s", i, rows[i].text, err, s->error.message);
        if (err && !strstr(s->error.message, rows[i].message ? rows[i].message : ""))
            fail_msg("%zu `%s`: %s", i, rows[i].text, s->error.message);
        if (err && stage_digest(&s->table) != before)
            fail_msg("%zu `%s` is refused and changes something", i, rows[i].text);
    }
}

/* ---- The authority ---- */

static aude_act stage_own_act(const stage *s, aude_act_kind kind, int seat)
{
    return (aude_act){.kind = (uint8_t)kind, .by = AUDE_NOBODY, .seat = (uint8_t)seat, .time = s->now};
}

static void stage_accept(stage *s, aude_act act)
{
    if (stage_enter(s, act)) fail_msg("act %d of the authority, seat %d: %s", act.kind, act.seat, s->error.message);
}

static void stage_publish(stage *s)
{
    aude_act act = stage_own_act(s, AUDE_ACT_SECRET, AUDE_NOBODY);
    act.sealed = 1;
    memset(act.seal, 7, sizeof act.seal);
    stage_accept(s, act);
    act.kind = AUDE_ACT_PUBLISH;
    memset(act.seal, 8, sizeof act.seal);
    stage_accept(s, act);
}

void stage_drawn(const stage *s, int number, char *dst, size_t cap)
{
    static aude_move move[AUDE_MAX_KINDS];
    static uint32_t weight[AUDE_MAX_KINDS];
    aude_random random;
    int n = aude_chance(s->table.rules, &s->table.game.course.state, move, weight, AUDE_MAX_KINDS), i = 0;
    uint32_t all = 0;
    for (int k = 0; k < n; k++) {
        if (aude_rules_kind(s->table.rules, move[k].tile)->office) weight[k] *= 4; /* so that there are bets */
        all += weight[k];
    }
    aude_random_seed(&random, s->deck * 1000 + (uint64_t)number);
    uint32_t at = aude_random_below(&random, all);
    for (; at >= weight[i]; i++) at -= weight[i];
    aude_move_write(s->table.rules, move[i], dst, cap);
}

static void stage_draw(stage *s, int number)
{
    aude_act act = stage_own_act(s, AUDE_ACT_DRAW, AUDE_NOBODY);
    stage_drawn(s, number, act.words, sizeof act.words);
    stage_accept(s, act);
}

int stage_choose(stage *s, int seat, aude_act *act)
{
    static aude_move move[AUDE_MAX_MOVES];
    const aude_table *t = &s->table;
    if (t->phase != AUDE_PHASE_PLAY || t->game.course.has_waiting) return 0;
    int n = aude_legal(t->rules, &t->game.course.state, seat, move, AUDE_MAX_MOVES);
    if (!n) return 0;
    aude_move m = move[aude_random_below(&s->random, (uint32_t)n)];
    aude_move_write(t->rules, m, act->words, sizeof act->words);
    act->seat = (uint8_t)seat;
    act->decision = aude_table_decision(t);
    act->sealed = m.kind == AUDE_BET && m.face != AUDE_NO_BET;
    for (int i = 0; i < AUDE_SEAL_BYTES; i++) act->seal[i] = act->sealed ? (uint8_t)(seat * 16 + i) : 0;
    return 1;
}

int stage_due(stage *s)
{
    aude_due due = aude_table_due(&s->table, s->now);
    aude_act act = stage_own_act(s, due.act, due.seat);
    switch (due.kind) {
    case AUDE_DUE_NOTHING: return 0;
    case AUDE_DUE_PUBLISH: stage_publish(s); break;
    case AUDE_DUE_DRAW: stage_draw(s, due.number); break;
    case AUDE_DUE_ENGINE:
        act.kind = AUDE_ACT_ENGINE;
        if (!stage_choose(s, due.seat, &act)) fail_msg("seat %d has no move", due.seat);
        stage_accept(s, act);
        break;
    default: act.number = due.number; stage_accept(s, act);
    }
    return 1;
}

void stage_run(stage *s)
{
    while (stage_due(s))
        ;
}

void stage_must_due(const stage *s, aude_due_kind kind, int act, int seat, int number, int64_t at)
{
    aude_due due = aude_table_due(&s->table, s->now);
    if (due.kind != kind || due.act != act || due.seat != seat || due.number != number || due.at != at)
        fail_msg("due: kind %d, act %d, seat %d, number %d, at %lld", due.kind, due.act, due.seat, due.number,
                 (long long)due.at);
}

void stage_must_idle(const stage *s, int64_t at)
{
    stage_must_due(s, AUDE_DUE_NOTHING, 0, AUDE_NOBODY, 0, at);
}

/* ---- People ---- */

void stage_people(stage *s, int n)
{
    static const char *const name[] = {"Ann", "Ben", "Cid", "Dee", "Eve", "Fay"};
    char text[64];
    for (int i = 0; i < n; i++) {
        snprintf(text, sizeof text, "- join words=%s", name[i]);
        stage_must(s, text);
        snprintf(text, sizeof text, "%d sit seat=%d", i, i);
        stage_must(s, text);
    }
}

static void stage_seal(stage *s, const char *kind)
{
    char text[64];
    for (int i = 0; i < s->table.n_seats; i++) {
        const aude_seat *seat = &s->table.seat[i];
        if (seat->kind != AUDE_SEAT_PERSON) continue;
        snprintf(text, sizeof text, "%d %s seat=%d seal=%d", seat->person, kind, i, i + 1);
        stage_must(s, text);
    }
}

void stage_start(stage *s)
{
    char text[16];
    snprintf(text, sizeof text, "%d start", s->table.host);
    if (s->table.phase != AUDE_PHASE_SEALING) stage_must(s, text);
    stage_run(s);
    stage_seal(s, "commit");
    stage_seal(s, "nonce");
    assert_int_equal(s->table.phase, AUDE_PHASE_PLAY);
    stage_run(s);
}

void stage_begin(stage *s, const char *setup, int people)
{
    stage_open(s, setup);
    stage_people(s, people);
    char text[64];
    for (int seat = people; seat < s->table.n_seats; seat++) {
        snprintf(text, sizeof text, "0 seat seat=%d words=random", seat);
        stage_must(s, text);
    }
    stage_must(s, "0 start");
    stage_must(s, "- secret seal=7");
    stage_must(s, "- publish seal=8");
    for (int round = 0; round < 2; round++) {
        for (int seat = 0; seat < people; seat++) {
            snprintf(text, sizeof text, "%d %s seat=%d seal=%d", seat, round ? "nonce" : "commit", seat, seat);
            stage_must(s, text);
        }
    }
    assert_int_equal(s->table.phase, AUDE_PHASE_PLAY);
}

/* ---- Sameness ---- */

static uint64_t mix(uint64_t h, const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < size; i++) h = (h ^ p[i]) * 1099511628211u;
    return h ^ (h >> 29);
}

#define MIX(h, field) ((h) = mix((h), &(field), sizeof(field)))

uint64_t stage_digest(const aude_table *t)
{
    static char text[STAGE_TEXT];
    uint64_t h = 14695981039346656037u;
    size_t n = aude_table_setup(t, text, sizeof text);
    h = mix(h, text, n);
    MIX(h, t->phase), MIX(h, t->host), MIX(h, t->n_seats), MIX(h, t->paused), MIX(h, t->confirm);
    for (int i = 0; i < AUDE_MAX_PEOPLE; i++) {
        const aude_person *p = &t->person[i];
        MIX(h, p->name), MIX(h, p->present), MIX(h, p->since), MIX(h, p->command), MIX(h, p->n_commands);
    }
    for (int i = 0; i < AUDE_MAX_SEATS; i++) {
        const aude_seat *s = &t->seat[i];
        MIX(h, s->kind), MIX(h, s->person), MIX(h, s->engine), MIX(h, s->left), MIX(h, s->points);
        MIX(h, s->committed), MIX(h, s->opened), MIX(h, s->unsealed), MIX(h, s->commitment), MIX(h, s->nonce);
    }
    MIX(h, t->n_games), MIX(h, t->n_match), MIX(h, t->first), MIX(h, t->winners);
    MIX(h, t->question.ask), MIX(h, t->question.by), MIX(h, t->question.agreed), MIX(h, t->question.index);
    MIX(h, t->question.id), MIX(h, t->question.since);
    MIX(h, t->has_published), MIX(h, t->published), MIX(h, t->has_secret), MIX(h, t->secret);
    MIX(h, t->now), MIX(h, t->running), MIX(h, t->ran), MIX(h, t->step_ends), MIX(h, t->opened), MIX(h, t->late);
    MIX(h, t->turn_seat), MIX(h, t->turn_number), MIX(h, t->credited), MIX(h, t->step_counted);
    MIX(h, t->n_bets);
    for (int i = 0; i < t->n_bets; i++) {
        MIX(h, t->bet[i].decision), MIX(h, t->bet[i].x), MIX(h, t->bet[i].y), MIX(h, t->bet[i].seat);
        MIX(h, t->bet[i].face), MIX(h, t->bet[i].flipped), MIX(h, t->bet[i].nonce);
    }
    if (!t->rules) return h;
    const aude_course *c = &t->game.course;
    uint64_t full = aude_full_digest(t->rules, &c->state);
    MIX(h, full), MIX(h, t->game.decision), MIX(h, c->n_moves), MIX(h, c->n_span), MIX(h, c->floor);
    MIX(h, c->barrier), MIX(h, c->has_waiting);
    if (c->has_waiting) {
        n = aude_move_write(t->rules, c->waiting, text, sizeof text);
        h = mix(h, text, n);
    }
    n = aude_table_log(t, text, sizeof text);
    h = mix(h, text, n);
    for (int viewer = 0; viewer <= t->n_seats; viewer++) {
        n = aude_table_lines(t, viewer < t->n_seats ? viewer : AUDE_NOBODY, 0, text, sizeof text);
        h = mix(h, text, n);
        n = aude_table_own(t, viewer, NULL, NULL, text, sizeof text);
        h = mix(h, text, n);
    }
    return h;
}

void stage_again(const stage *s, stage *other, const char *setup)
{
    stage_open(other, setup);
    for (int i = 0; i < s->n_acts; i++) {
        aude_act act;
        char line[AUDE_ACT_BYTES];
        if (aude_act_read(&act, s->line[i], strlen(s->line[i]), &other->error))
            fail_msg("`%s` is not read: %s", s->line[i], other->error.message);
        if (stage_enter(other, act)) fail_msg("`%s` is refused: %s", s->line[i], other->error.message);
        aude_act_write(&other->act, line, sizeof line);
        assert_string_equal(line, s->line[i]);
    }
    assert_true(stage_digest(&other->table) == stage_digest(&s->table));
}
