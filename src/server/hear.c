/* hear.c - messages of clients: the hello that makes a connection a client, and commands that become acts. See hall.h. */
#include "proto/messages.h"
#include "server/hall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A connection before its hello has no client. */

static void refuse(hall *h, net_conn *conn, int64_t id, proto_refusal code, const char *message, const char *field)
{
    proto_server m = {
        .kind = PROTO_SERVER_REFUSED,
        .refused = {
            .has_id = id > 0, .id = id, .code = code, .message = message, .field = field && *field ? field : NULL}};
    size_t size = proto_server_write(&m, h->buffer, HALL_BUFFER);
    if (size < HALL_BUFFER) net_send(conn, h->buffer, size);
}

static proto_refusal refusal_of(aude_err err)
{
    switch (err) {
    case AUDE_E_SYNTAX: return PROTO_REFUSAL_SYNTAX;
    case AUDE_E_UNKNOWN: return PROTO_REFUSAL_UNKNOWN;
    case AUDE_E_RANGE: return PROTO_REFUSAL_RANGE;
    case AUDE_E_LIMIT: return PROTO_REFUSAL_LIMIT;
    case AUDE_E_DATA: return PROTO_REFUSAL_DATA;
    case AUDE_E_TURN: return PROTO_REFUSAL_TURN;
    case AUDE_E_OVER: return PROTO_REFUSAL_OVER;
    case AUDE_E_DENIED: return PROTO_REFUSAL_DENIED;
    case AUDE_E_STALE: return PROTO_REFUSAL_STALE;
    default: return PROTO_REFUSAL_ILLEGAL;
    }
}

/* ---- Hello ---- */

static void client_greet(hall *h, net_conn *conn, room *r, int person)
{
    client *c = calloc(1, sizeof *c);
    if (!c) {
        speak_sorry(h, conn, PROTO_GOODBYE_FULL, "the server has no memory left", NULL);
        return;
    }
    int n = 0;
    client *oldest = NULL;
    for (client *other = r->clients; other && person != AUDE_NOBODY; other = other->next)
        if (other->person == person) {
            oldest = other;
            n++;
        }
    c->conn = conn;
    c->person = (uint8_t)person;
    net_conn_set_context(conn, c);
    room_add_client(h, r, c);
    if (n >= PERSON_CLIENTS) client_oust(oldest, PROTO_GOODBYE_REPLACED);
}

static void hear_hello(hall *h, net_conn *conn, const proto_client_hello *m)
{
    char address[STORE_VALUE_MAX + 1] = "", text[128];
    room *r;
    int person = AUDE_NOBODY;
    if (h->ending) {
        speak_sorry(h, conn, PROTO_GOODBYE_ENDING, "the server ends", NULL);
        return;
    }
    if (m->version != PROTO_VERSION) {
        snprintf(text, sizeof text,
                 "this server speaks version %d of the protocol, not %d; reload the page or the program", PROTO_VERSION,
                 (int)m->version);
        speak_sorry(h, conn, PROTO_GOODBYE_VERSION, text, NULL);
        return;
    }
    switch (hall_find(h, m->table, &r, address)) {
    case HALL_OK: break;
    case HALL_MISSING: speak_sorry(h, conn, PROTO_GOODBYE_TABLE, "there is no such table", NULL); return;
    case HALL_ELSEWHERE:
        speak_sorry(h, conn, PROTO_GOODBYE_ELSEWHERE, "another server has this table", address);
        return;
    case HALL_FULL:
        speak_sorry(h, conn, PROTO_GOODBYE_FULL, "the server has no room for another table now", NULL);
        return;
    case HALL_DAMAGED: speak_sorry(h, conn, PROTO_GOODBYE_TABLE, "this table is damaged", NULL); return;
    default: speak_sorry(h, conn, PROTO_GOODBYE_ENDING, "the table cannot be read now", NULL); return;
    }
    if (m->token && !m->spectate) {
        person = room_person(r, m->token);
        if (person == AUDE_NOBODY) {
            speak_sorry(h, conn, PROTO_GOODBYE_TOKEN, "this is nobody's token at this table", NULL);
            return;
        }
    }
    if (r->n_clients >= ROOM_CLIENTS) {
        speak_sorry(h, conn, PROTO_GOODBYE_FULL, "too many watch this table", NULL);
        return;
    }
    client_greet(h, conn, r, person);
}

/* ---- Commands ---- */

static void act_words(aude_act *act, const char *words)
{
    if (strlen(words) < sizeof act->words) memcpy(act->words, words, strlen(words) + 1);
}

static void act_seal(aude_act *act, bool given, const uint8_t *seal)
{
    act->sealed = given;
    if (given) memcpy(act->seal, seal, sizeof act->seal);
}

/* What a message asks the table to do; false: it is no command. */
static bool act_of(const proto_client *m, aude_act *act)
{
    switch (m->kind) {
    case PROTO_CLIENT_SIT:
        act->kind = AUDE_ACT_SIT;
        act->command = (uint64_t)m->sit.id;
        act->seat = (uint8_t)m->sit.seat;
        return true;
    case PROTO_CLIENT_STAND:
        act->kind = AUDE_ACT_STAND;
        act->command = (uint64_t)m->stand.id;
        act->seat = (uint8_t)m->stand.seat;
        return true;
    case PROTO_CLIENT_NAME:
        act->kind = AUDE_ACT_NAME;
        act->command = (uint64_t)m->name.id;
        act_words(act, m->name.name);
        return true;
    case PROTO_CLIENT_SEAT:
        act->kind = AUDE_ACT_SEAT;
        act->command = (uint64_t)m->seat.id;
        act->seat = (uint8_t)m->seat.seat;
        if (m->seat.engine) act_words(act, m->seat.engine);
        return true;
    case PROTO_CLIENT_OPTION:
        act->kind = AUDE_ACT_OPTION;
        act->command = (uint64_t)m->option.id;
        act_words(act, m->option.line);
        return true;
    case PROTO_CLIENT_SEATS:
        act->kind = AUDE_ACT_SEATS;
        act->command = (uint64_t)m->seats.id;
        act->number = m->seats.number;
        return true;
    case PROTO_CLIENT_HOST:
        act->kind = AUDE_ACT_HOST;
        act->command = (uint64_t)m->host.id;
        act->number = m->host.person;
        return true;
    case PROTO_CLIENT_KICK:
        act->kind = AUDE_ACT_KICK;
        act->command = (uint64_t)m->kick.id;
        act->number = m->kick.person;
        return true;
    case PROTO_CLIENT_START:
        act->kind = AUDE_ACT_START;
        act->command = (uint64_t)m->start.id;
        return true;
    case PROTO_CLIENT_COMMIT:
        act->kind = AUDE_ACT_COMMIT;
        act->command = (uint64_t)m->commit.id;
        act->seat = (uint8_t)m->commit.seat;
        act_seal(act, true, m->commit.hash);
        return true;
    case PROTO_CLIENT_NONCE:
        act->kind = AUDE_ACT_NONCE;
        act->command = (uint64_t)m->nonce.id;
        act->seat = (uint8_t)m->nonce.seat;
        act_seal(act, true, m->nonce.nonce);
        return true;
    case PROTO_CLIENT_MOVE:
        act->kind = AUDE_ACT_MOVE;
        act->command = (uint64_t)m->move.id;
        act->seat = (uint8_t)m->move.seat;
        act->decision = (uint32_t)m->move.decision;
        act_words(act, m->move.line);
        act_seal(act, m->move.has_nonce, m->move.nonce);
        return true;
    case PROTO_CLIENT_CONFIRM:
        act->kind = AUDE_ACT_CONFIRM;
        act->command = (uint64_t)m->confirm.id;
        act->seat = (uint8_t)m->confirm.seat;
        act->decision = (uint32_t)m->confirm.decision;
        return true;
    case PROTO_CLIENT_UNDO:
        act->kind = AUDE_ACT_UNDO;
        act->command = (uint64_t)m->undo.id;
        act->seat = (uint8_t)m->undo.seat;
        act->decision = (uint32_t)m->undo.decision;
        act->number = m->undo.has_index ? m->undo.index : -1;
        return true;
    case PROTO_CLIENT_RESIGN:
        act->kind = AUDE_ACT_RESIGN;
        act->command = (uint64_t)m->resign.id;
        act->seat = (uint8_t)m->resign.seat;
        return true;
    case PROTO_CLIENT_PROPOSE:
        act->kind = AUDE_ACT_PROPOSE;
        act->command = (uint64_t)m->propose.id;
        act->ask = (uint8_t)(AUDE_ASK_TAKEBACK + m->propose.what);
        act->number = m->propose.has_index ? m->propose.index : -1;
        return true;
    case PROTO_CLIENT_AGREE:
        act->kind = AUDE_ACT_AGREE;
        act->command = (uint64_t)m->agree.id;
        act->number = m->agree.question;
        return true;
    case PROTO_CLIENT_DECLINE:
        act->kind = AUDE_ACT_DECLINE;
        act->command = (uint64_t)m->decline.id;
        act->number = m->decline.question;
        return true;
    case PROTO_CLIENT_RESUME:
        act->kind = AUDE_ACT_RESUME;
        act->command = (uint64_t)m->resume.id;
        return true;
    case PROTO_CLIENT_CHAT:
        act->kind = AUDE_ACT_CHAT;
        act->command = (uint64_t)m->chat.id;
        act_words(act, m->chat.words);
        return true;
    default: return false;
    }
}

/* What only the server knows of an act: engines and hashes. */
static bool act_holds(hall *h, const room *r, const aude_act *act, aude_errinfo *e)
{
    proof hash, nonce;
    if (act->kind == AUDE_ACT_SEAT && act->words[0] && !hall_allows(h, act->words, e)) return false;
    if (act->kind != AUDE_ACT_NONCE || act->seat >= r->table->n_seats || !r->table->seat[act->seat].committed)
        return true;
    memcpy(nonce.bytes, act->seal, sizeof nonce.bytes);
    memcpy(hash.bytes, r->table->seat[act->seat].commitment, sizeof hash.bytes);
    nonce = proof_of_nonce(&nonce);
    if (proof_equal(&nonce, &hash)) return true;
    *e = (aude_errinfo){.code = AUDE_E_ILLEGAL, .message = "this is not the nonce that the seat has committed to"};
    return false;
}

static void hear_command(hall *h, client *c, aude_act *act)
{
    room *r = c->room;
    aude_errinfo e = {0};
    int64_t id = (int64_t)act->command;
    if (c->person == AUDE_NOBODY) {
        refuse(h, c->conn, id, PROTO_REFUSAL_DENIED, "spectators without a name only watch", NULL);
        return;
    }
    act->by = c->person;
    if (!act_holds(h, r, act, &e) || room_enter(h, r, act, &e)) {
        refuse(h, c->conn, id, refusal_of(e.code), e.message, NULL);
        return;
    }
    hall_due(h, c, (uint64_t)id);
    room_do_due(h, r);
}

static void hear_ping(hall *h, const client *c, const proto_client_ping *m)
{
    proto_server answer = {.kind = PROTO_SERVER_PONG, .pong = {.n = m->n, .time = room_now(h, c->room)}};
    size_t size = proto_server_write(&answer, h->buffer, HALL_BUFFER);
    net_send(c->conn, h->buffer, size);
}

/* Help that the server works out: the table's profile decides whether it does. Odds are for those who play, who see everything
 * without delay. */
static void hear_aid(hall *h, client *c, const proto_client_aid *m)
{
    aude_errinfo e = {0};
    const room *r = c->room;
    bool hint = m->what == PROTO_AID_HINT;
    uint32_t seats = c->person == AUDE_NOBODY ? 0 : aude_table_seats_of(r->table, c->person);
    bool own = hint ? m->has_seat && seats >> m->seat & 1 : seats != 0, on = r->table->phase == AUDE_PHASE_PLAY;
    aude_err err = aude_table_aid(r->table, hint ? AUDE_AID_HINT : AUDE_AID_ODDS, &e);
    if (err) {
        refuse(h, c->conn, m->id, refusal_of(err), e.message, NULL);
    } else if (!own || !on) {
        refuse(h, c->conn, m->id, own ? PROTO_REFUSAL_OVER : PROTO_REFUSAL_DENIED,
               hint ? "hints are for an own seat that is asked" : "odds are for those who play", NULL);
    } else if (hint && !(aude_actors(r->table->rules, aude_game_state(&r->table->game, m->seat)) >> m->seat & 1)) {
        refuse(h, c->conn, m->id, PROTO_REFUSAL_TURN, "hints are for an own seat that is asked", NULL);
    } else if (!hint && (!m->has_x || !m->has_y)) {
        refuse(h, c->conn, m->id, PROTO_REFUSAL_SYNTAX, "odds are for a space", m->has_x ? "y" : "x");
    } else if (c->helped) {
        refuse(h, c->conn, m->id, PROTO_REFUSAL_LIMIT, "one question for help at a time", NULL);
    } else {
        thought question = {.key = r->key,
                            .seat = hint ? m->seat : AUDE_NOBODY,
                            .rules = r->table->rules,
                            .asker = c,
                            .id = m->id,
                            .x = m->x,
                            .y = m->y};
        memcpy(question.table, r->id, sizeof question.table);
        for (int i = 0; i < r->table->n_seats; i++) {
            const aude_seat *seat = &r->table->seat[i];
            bool person = seat->kind == AUDE_SEAT_PERSON;
            snprintf(question.name[i], sizeof question.name[i], "%s",
                     person ? r->table->person[seat->person].name : seat->engine);
        }
        c->helped = think_help(h->thinkers, &question, aude_game_state(&r->table->game, question.seat));
        if (c->helped)
            kept_hold(h, question.rules);
        else
            refuse(h, c->conn, m->id, PROTO_REFUSAL_UNKNOWN, "this server does not know that", NULL);
    }
}

void hear_helped(hall *h, const room *r, const thought *t)
{
    enum { LINES = 64 };
    const char *lines[LINES];
    int n = 0;
    client *c = r->clients;
    while (c && c != t->asker) c = c->next;
    if (!c || !c->helped) return;
    c->helped = false;
    for (char *at = t->words; at && *at && n < LINES;) {
        lines[n++] = at;
        at += strcspn(at, "\n");
        if (*at) *at++ = 0;
    }
    if (!n) {
        refuse(h, c->conn, t->id, PROTO_REFUSAL_FAILED, "no answer was found", NULL);
        return;
    }
    proto_server answer = {.kind = PROTO_SERVER_AID,
                           .aid = {.id = t->id,
                                   .what = t->seat == AUDE_NOBODY ? PROTO_AID_ODDS : PROTO_AID_HINT,
                                   .n_lines = n,
                                   .lines = lines}};
    size_t size = proto_server_write(&answer, h->buffer, HALL_BUFFER);
    if (size < HALL_BUFFER) net_send(c->conn, h->buffer, size);
}

/* ---- The network's calls ---- */

net_verdict hear_upgrade(void *context, const net_request *q, net_conn *conn)
{
    (void)context, (void)conn;
    if (!strcmp(q->path, "/ws")) return (net_verdict){.accept = true};
    return (net_verdict){.refusal = net_reply_error(404, "not_found", "WebSockets are at /ws")};
}

void hear_message(void *context, net_conn *conn, const char *text, size_t size)
{
    hall *h = context;
    client *c = net_conn_context(conn);
    static _Alignas(16) unsigned char place[PROTO_ROOM(16384)];
    proto_arena arena = {.base = place, .cap = sizeof place};
    proto_client m;
    proto_error error;
    if (proto_client_read(&m, &arena, text, size, &error)) {
        if (c)
            refuse(h, conn, 0, PROTO_REFUSAL_UNREADABLE, error.text, error.field);
        else
            speak_sorry(h, conn, PROTO_GOODBYE_HELLO, error.text, NULL);
        return;
    }
    aude_act act = {.by = AUDE_NOBODY, .seat = AUDE_NOBODY};
    if (!c && m.kind != PROTO_CLIENT_HELLO)
        speak_sorry(h, conn, PROTO_GOODBYE_HELLO, "the first message is `hello`", NULL);
    else if (!c)
        hear_hello(h, conn, &m.hello);
    else if (m.kind == PROTO_CLIENT_HELLO)
        refuse(h, conn, 0, PROTO_REFUSAL_ILLEGAL, "`hello` has been said", NULL);
    else if (m.kind == PROTO_CLIENT_PING)
        hear_ping(h, c, &m.ping);
    else if (m.kind == PROTO_CLIENT_AID)
        hear_aid(h, c, &m.aid);
    else if (act_of(&m, &act))
        hear_command(h, c, &act);
}

void hear_close(void *context, net_conn *conn, int code)
{
    client *c = net_conn_context(conn);
    (void)code;
    if (!c) return;
    room_remove_client(context, c);
    free(c);
}

void hear_resync(void *context, net_conn *conn)
{
    client *c = net_conn_context(conn);
    if (!c) return;
    c->fresh = true;
    hall_mark(context, c->room);
}
