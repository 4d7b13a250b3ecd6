/* host.c - exports of the authority over games (aude_table.h): acts go in as lines, what clients are to be told comes out in the protocol's
 * form (docs/protocol.md). The host brings time, chance, engines, and keeps the acts; src/server does the same in the program. */
#include "aude_table.h"
#include "wasm/module.h"
#include "wasm/tell.h"

struct host {
    aude_rules rules;
    aude_table table;
    aude_act act; /* the last one that was entered, completed */
    aude_outcome outcome;
};

static const char *const phase_word[] = {"lobby", "sealing", "play", "over"};
static const char *const seat_word[] = {"open", "person", "computer"};
static const char *const ask_word[] = {NULL, "takeback", "pause", "end", "rematch"};
static const char *const due_word[] = {"nothing", "publish", "draw", "engine", "act"};
/* Of AUDE_DUE_ACT, as acts are written. */
static const char *due_act(int act)
{
    switch (act) {
    case AUDE_ACT_DEFAULT: return "default";
    case AUDE_ACT_FLAG: return "flag";
    case AUDE_ACT_GONE: return "gone";
    case AUDE_ACT_UNSEALED: return "unsealed";
    case AUDE_ACT_NEXT: return "next";
    default: return "host";
    }
}

/* ---- Acts -------------------------------------------------------------------------------------------------------- */

size_t host_bytes(void)
{
    return sizeof(host);
}

aude_err host_open(host *h, const char *setup, size_t size, aude_errinfo *error)
{
    memset(h, 0, sizeof *h);
    h->table.keeper.room = &h->rules;
    return aude_table_open(&h->table, setup, size, error);
}

int host_seats(const host *h)
{
    return h->table.n_seats;
}

aude_err host_enter(host *h, const char *act, size_t size, aude_errinfo *error)
{
    aude_outcome outcome = {0};
    aude_act read;
    aude_err err = aude_act_read(&read, act, size, error);
    if (!err) err = aude_table_enter(&h->table, &read, &outcome, error);
    if (err) return err;
    h->act = read;
    h->outcome = outcome;
    return AUDE_OK;
}

size_t host_act_line(const host *h, char *dst, size_t cap)
{
    return aude_act_write(&h->act, dst, cap);
}

size_t host_outcome(const host *h, char *dst, size_t cap)
{
    const aude_outcome *o = &h->outcome;
    json j = json_into(dst, cap);
    json_open(&j, NULL, '{');
    json_int(&j, "changed", (long)o->changed);
    json_bits(&j, "own", o->own);
    json_int(&j, "from", o->from);
    json_bool(&j, "repeated", o->repeated);
    json_int(&j, "number", h->act.number);
    json_close(&j, '}');
    return j.t.n;
}

size_t host_due(const host *h, double now, char *dst, size_t cap)
{
    const aude_table *t = &h->table;
    aude_due due = aude_table_due(t, (int64_t)now);
    json j = json_into(dst, cap);
    json_open(&j, NULL, '{');
    json_str(&j, "kind", due_word[due.kind]);
    json_str(&j, "act", due.kind == AUDE_DUE_ACT ? due_act(due.act) : NULL);
    json_int(&j, "seat", due.seat);
    json_int(&j, "number", due.number);
    json_time(&j, "at", due.at);
    u32 seats = due.kind == AUDE_DUE_ENGINE ? aude_actors(t->rules, &t->game.course.state) : 0, computers = 0;
    for (int seat = 0; seat < t->n_seats; seat++) computers |= (u32)(t->seat[seat].kind == AUDE_SEAT_COMPUTER) << seat;
    json_bits(&j, "seats", seats & computers);
    json_close(&j, '}');
    return j.t.n;
}

aude_err host_aid(const host *h, int aid, aude_errinfo *error)
{
    return aude_table_aid(&h->table, (aude_aid)aid, error);
}

/* ---- For the host alone ------------------------------------------------------------------------------------------ */

size_t host_secrets(const host *h, char *dst, size_t cap)
{
    const aude_table *t = &h->table;
    int n = t->n_bets;
    json j = json_into(dst, cap);
    json_open(&j, NULL, '{');
    if (t->has_secret)
        json_hex(&j, "secret", t->secret, AUDE_SEAL_BYTES);
    else
        json_str(&j, "secret", NULL);
    json_open(&j, "nonces", '[');
    for (int i = 0; i < t->n_seats; i++) {
        static const u8 zero[AUDE_SEAL_BYTES];
        json_hex(&j, NULL, t->seat[i].opened ? t->seat[i].nonce : zero, AUDE_SEAL_BYTES);
    }
    json_close(&j, ']');
    /* Bets of a decision that is open have no seal yet. */
    while (n && t->phase == AUDE_PHASE_PLAY && t->bet[n - 1].decision == aude_table_decision(t)) n--;
    json_open(&j, "bets", '[');
    for (int i = 0; i < n; i++) {
        json_open(&j, NULL, '{');
        json_int(&j, "decision", (long)t->bet[i].decision);
        json_int(&j, "seat", t->bet[i].seat);
        json_int(&j, "x", t->bet[i].x);
        json_int(&j, "y", t->bet[i].y);
        tell_face(&j, "chip", t->rules, t->bet[i].face);
        json_hex(&j, "nonce", t->bet[i].nonce, AUDE_SEAL_BYTES);
        json_bool(&j, "flipped", t->bet[i].flipped);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    return j.t.n;
}

size_t host_chance(const host *h, char *dst, size_t cap)
{
    json j = json_into(dst, cap);
    tell_chance(&j, h->table.rules, &h->table.game.course.state);
    return j.t.n;
}

size_t host_view_bytes(const host *h)
{
    return h->table.rules ? aude_state_size(h->table.rules) : 0;
}

void host_view(const host *h, int seat, void *dst)
{
    static aude_state view;
    aude_view(h->table.rules, aude_game_state(&h->table.game, seat), seat, AUDE_RECALL, &view);
    memcpy(dst, &view, aude_state_size(h->table.rules));
}

size_t host_default(const host *h, int seat, char *dst, size_t cap)
{
    aude_move move;
    const aude_state *state = aude_game_state(&h->table.game, seat);
    return aude_default_move(h->table.rules, state, seat, &move) ? aude_move_write(h->table.rules, move, dst, cap) : 0;
}

size_t host_record(const host *h, int viewer, char *dst, size_t cap)
{
    return aude_table_record(&h->table, viewer, dst, cap);
}

size_t host_log(const host *h, char *dst, size_t cap)
{
    return aude_table_log(&h->table, dst, cap);
}

/* ---- Messages ---------------------------------------------------------------------------------------------------- */

static json message(char *dst, size_t cap, const char *type)
{
    json j = json_into(dst, cap);
    json_open(&j, NULL, '{');
    json_str(&j, "type", type);
    return j;
}

static size_t message_end(json *j)
{
    json_close(j, '}');
    return j->t.n;
}

/* A text as a list of its lines. Setups and records are longer than any room on the stack. */
static char room[AUDE_MAX_SETS * 64 * 1024];

static void lines_json(json *j, const char *key, size_t size)
{
    json_open(j, key, '[');
    for (size_t from = 0, to; from < size && size < sizeof room; from = to + 1) {
        for (to = from; to < size && room[to] != '\n';) to++;
        room[to] = 0;
        if (to > from) json_str(j, NULL, room + from);
    }
    json_close(j, ']');
}

size_t host_say_setup(const host *h, char *dst, size_t cap)
{
    const aude_table *t = &h->table;
    json j = message(dst, cap, "setup");
    lines_json(&j, "lines", aude_table_setup(t, room, sizeof room));
    lines_json(&j, "differences", aude_table_differences(t, room, sizeof room));
    size_t all = t->rules ? aude_table_record(t, AUDE_NOBODY, room, sizeof room) : 0;
    lines_json(&j, "head", all - aude_table_lines(t, AUDE_NOBODY, 0, NULL, 0));
    return message_end(&j);
}

size_t host_say_people(const host *h, char *dst, size_t cap)
{
    const aude_table *t = &h->table;
    json j = message(dst, cap, "people");
    if (t->host != AUDE_NOBODY) json_int(&j, "host", t->host);
    json_open(&j, "people", '[');
    for (int i = 0; i < AUDE_MAX_PEOPLE; i++) {
        if (!t->person[i].name[0]) continue;
        json_open(&j, NULL, '{');
        json_int(&j, "number", i);
        json_str(&j, "name", t->person[i].name);
        json_bool(&j, "present", t->person[i].present);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_open(&j, "seats", '[');
    for (int i = 0; i < t->n_seats; i++) {
        const aude_seat *s = &t->seat[i];
        json_open(&j, NULL, '{');
        json_str(&j, "kind", seat_word[s->kind]);
        if (s->person != AUDE_NOBODY) json_int(&j, "person", s->person);
        if (s->kind == AUDE_SEAT_COMPUTER) json_str(&j, "engine", s->engine);
        json_int(&j, "points", (long)(s->points * 60 + 0.5f));
        json_close(&j, '}');
    }
    json_close(&j, ']');
    return message_end(&j);
}

size_t host_say_phase(const host *h, char *dst, size_t cap)
{
    const aude_table *t = &h->table;
    json j = message(dst, cap, "phase");
    json_str(&j, "phase", phase_word[t->phase]);
    json_int(&j, "game", t->n_games);
    json_int(&j, "first", t->first);
    json_int(&j, "best_of", t->options.best_of);
    json_bool(&j, "paused", t->paused);
    return message_end(&j);
}

size_t host_say_lines(const host *h, int viewer, int from, char *dst, size_t cap)
{
    const aude_table *t = &h->table;
    json j = message(dst, cap, "lines");
    json_int(&j, "game", t->n_games);
    json_int(&j, "from", from);
    lines_json(&j, "lines", aude_table_lines(t, viewer, from, room, sizeof room));
    return message_end(&j);
}

size_t host_say_decision(const host *h, char *dst, size_t cap)
{
    const aude_course *c = &h->table.game.course;
    json j = message(dst, cap, "decision");
    json_int(&j, "id", (long)aude_table_decision(&h->table));
    json_bits(&j, "asked", aude_table_asked(&h->table));
    if (h->table.phase == AUDE_PHASE_PLAY && c->has_waiting) json_int(&j, "waiting", c->waiting.seat);
    return message_end(&j);
}

size_t host_say_own(const host *h, int seat, char *dst, size_t cap)
{
    int copies[AUDE_MAX_CHIPS], waits = 0;
    json j = message(dst, cap, "own");
    size_t size = aude_table_own(&h->table, seat, copies, &waits, room, sizeof room);
    json_int(&j, "seat", seat);
    json_open(&j, "chips", '[');
    for (int face = 0; face < aude_rules_n_faces(h->table.rules); face++) json_int(&j, NULL, copies[face]);
    json_close(&j, ']');
    lines_json(&j, "lines", size);
    json_bool(&j, "waits", waits);
    return message_end(&j);
}

size_t host_say_clock(const host *h, double now, char *dst, size_t cap)
{
    const aude_table *t = &h->table;
    json j = message(dst, cap, "clock");
    json_time(&j, "time", (int64_t)now);
    json_bits(&j, "running", t->running);
    json_open(&j, "left", '[');
    for (int i = 0; i < t->n_seats; i++) json_time(&j, NULL, aude_table_clock(t, i, (int64_t)now));
    json_close(&j, ']');
    if (t->step_ends >= 0) json_time(&j, "step_ends", t->step_ends);
    return message_end(&j);
}

size_t host_say_question(const host *h, char *dst, size_t cap)
{
    const aude_table *t = &h->table;
    json j = message(dst, cap, "question");
    bool open = t->question.ask != AUDE_ASK_NOTHING;
    if (open) {
        json_int(&j, "number", t->question.id);
        json_str(&j, "what", ask_word[t->question.ask]);
        json_int(&j, "by", t->question.by);
        if (t->question.ask == AUDE_ASK_TAKEBACK) json_int(&j, "index", t->question.index);
    }
    json_bits(&j, "agreed", open ? t->question.agreed : 0);
    return message_end(&j);
}

size_t host_say_seals(const host *h, char *dst, size_t cap)
{
    const aude_table *t = &h->table;
    json j = message(dst, cap, "seals");
    bool all = true; /* have committed: no nonce is shown before */
    for (int i = 0; i < t->n_seats; i++)
        all &= t->seat[i].committed || t->seat[i].kind != AUDE_SEAT_PERSON || t->phase > AUDE_PHASE_SEALING;
    json_int(&j, "game", t->n_games);
    if (t->has_published) json_hex(&j, "published", t->published, AUDE_SEAL_BYTES);
    json_open(&j, "seats", '[');
    for (int i = 0; i < t->n_seats; i++) {
        const aude_seat *s = &t->seat[i];
        json_open(&j, NULL, '{');
        json_int(&j, "seat", i);
        if (s->committed) json_hex(&j, "commitment", s->commitment, AUDE_SEAL_BYTES);
        if (s->opened && all) json_hex(&j, "nonce", s->nonce, AUDE_SEAL_BYTES);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    return message_end(&j);
}
