/* api.c - the calls over HTTP: making and joining tables, a table's picture and record, health and metrics. docs/protocol.md. */
#include "proto/messages.h"
#include "server/hall.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Who may make tables ---- */

enum { MAKERS = 1024, HOUR_MS = 3600000 };

/* How many tables an address has made in the running hour; a small table, the oldest entry goes. */
typedef struct maker {
    char address[NET_ADDRESS_SIZE];
    int64_t since;
    int n;
} maker;

static maker makers[MAKERS];

static bool maker_may(const hall *h, const char *address)
{
    maker *oldest = &makers[0], *m = NULL;
    for (int i = 0; i < MAKERS && !m; i++) {
        if (!strcmp(makers[i].address, address)) m = &makers[i];
        if (makers[i].since < oldest->since) oldest = &makers[i];
    }
    if (!m || net_now(h->net) - m->since > HOUR_MS) {
        if (!m) m = oldest;
        *m = (maker){.since = net_now(h->net)};
        snprintf(m->address, sizeof m->address, "%s", address);
    }
    return m->n++ < h->config.max_per_address;
}

/* Whoever has an IPv6 address has its /64. */
static void address_home(const char *address, char dst[NET_ADDRESS_SIZE])
{
    struct in6_addr bytes;
    snprintf(dst, NET_ADDRESS_SIZE, "%s", address);
    if (inet_pton(AF_INET6, address, &bytes) != 1) return;
    memset(bytes.s6_addr + 8, 0, 8);
    inet_ntop(AF_INET6, &bytes, dst, NET_ADDRESS_SIZE);
}

/* Addresses are not kept, only a hash that tells the tables of one maker from another's, with a key, for there are few addresses. */
static void creator_of(const hall *h, const char *address, char dst[17])
{
    unsigned char hash[crypto_generichash_BYTES_MIN];
    size_t key = strlen(h->maker_key);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)address, strlen(address),
                       (const unsigned char *)h->maker_key,
                       key < crypto_generichash_KEYBYTES_MAX ? key : crypto_generichash_KEYBYTES_MAX);
    sodium_bin2hex(dst, 17, hash, 8);
}

/* ---- Answers ---- */

static net_reply answer_of(hall_answer answer, const char *address, const aude_errinfo *e)
{
    switch (answer) {
    case HALL_MISSING: return net_reply_error(404, "table", "there is no such table");
    case HALL_ELSEWHERE: {
        net_reply reply = net_reply_error(409, "elsewhere", "another server has this table");
        net_reply_header(&reply, "Location", address);
        return reply;
    }
    case HALL_DAMAGED: return net_reply_error(500, "damaged", "this table is damaged");
    case HALL_FULL: return net_reply_error(503, "full", "the server has no room for another table now");
    default: break;
    }
    if (e && e->message[0]) {
        char text[260];
        snprintf(text, sizeof text, e->line ? "line %2$d of the setup: %1$s" : "%1$s", e->message, e->line);
        return net_reply_error(e->code == AUDE_E_LIMIT ? 409 : 400, e->code == AUDE_E_LIMIT ? "limit" : "setup", text);
    }
    return net_reply_error(503, "failed", "the server cannot do that now");
}

static net_reply reply_place(const room *r, const char *token, int person)
{
    char text[512];
    proto_body_place body = {.table = r->id, .token = token, .person = person};
    proto_body_place_write(&body, text, sizeof text);
    return net_reply_json(201, text);
}

/* The table once everything about it is durable; NULL: it could not be made so. */
static room *room_kept(hall *h, room *r)
{
    char id[STORE_ID_MAX + 1];
    memcpy(id, r->id, sizeof id);
    if (r->is_dirty) hall_commit(h);
    return hall_find(h, id, &r, NULL) == HALL_OK && !r->is_dirty ? r : NULL;
}

/* The place of a new person, once it is durable. */
static net_reply reply_kept(hall *h, room *r, const char *token, int person)
{
    r = room_kept(h, r);
    return r && room_person(r, token) == person ? reply_place(r, token, person) : answer_of(HALL_FAILED, NULL, NULL);
}

static net_reply reply_unreadable(const proto_error *error)
{
    return net_reply_error(400, "unreadable", error->text);
}

/* ---- Calls ---- */

static char *setup_join(const proto_body_create *body)
{
    size_t size = 1;
    for (int i = 0; i < body->n_setup; i++) size += strlen(body->setup[i]) + 1;
    char *text = malloc(size + 16), *at = text;
    if (!text) return NULL;
    *at = 0;
    for (int i = 0; i < body->n_setup; i++) at += sprintf(at, "%s\n", body->setup[i]);
    if (body->n_seats) sprintf(at, "seats %d\n", body->n_seats);
    return text;
}

/* The maker sits down on the first open seat. */
static aude_err seats_fill(hall *h, room *r, const proto_body_create *body, int person, aude_errinfo *e)
{
    bool sits = false;
    for (int seat = 0; seat < r->table->n_seats; seat++) {
        const char *engine = seat < body->n_seats ? body->seats[seat].engine : NULL;
        /* Ids are the client's: these are no numbers that a message can have. */
        aude_act act = {.by = (uint8_t)person, .seat = (uint8_t)seat, .command = UINT64_MAX - (uint64_t)seat};
        if (engine && !hall_allows(h, engine, e)) return e->code;
        if (!engine && sits) continue;
        act.kind = engine ? AUDE_ACT_SEAT : AUDE_ACT_SIT;
        if (engine) snprintf(act.words, sizeof act.words, "%s", engine);
        sits |= !engine;
        aude_err err = room_enter(h, r, &act, e);
        if (err) return err;
    }
    return AUDE_OK;
}

static net_reply call_create(hall *h, const net_request *q)
{
    static _Alignas(16) unsigned char place[PROTO_ROOM(65536)];
    proto_arena arena = {.base = place, .cap = sizeof place};
    proto_body_create body;
    proto_error error;
    aude_errinfo e = {0};
    room *r = NULL;
    char creator[17], token[PROOF_HEX], home[NET_ADDRESS_SIZE];
    int person = 0;
    if (proto_body_create_read(&body, &arena, q->body, q->body_size, &error)) return reply_unreadable(&error);
    address_home(q->address, home);
    if (!maker_may(h, home))
        return net_reply_error(429, "limit", "this address has opened many tables; try again in an hour");
    creator_of(h, home, creator);
    char *setup = setup_join(&body);
    hall_answer answer = setup ? hall_create(h, setup, creator, &r, &e) : HALL_FAILED;
    free(setup);
    if (answer != HALL_OK) return answer_of(answer, NULL, &e);
    if (room_join(h, r, body.name, token, &person, &e) || seats_fill(h, r, &body, person, &e)) {
        hall_drop(h, r);
        return answer_of(HALL_FAILED, NULL, &e);
    }
    return reply_kept(h, r, token, person);
}

static net_reply call_join(hall *h, room *r, const net_request *q)
{
    static _Alignas(16) unsigned char place[PROTO_ROOM(4096)];
    proto_arena arena = {.base = place, .cap = sizeof place};
    proto_body_join body;
    proto_error error;
    aude_errinfo e = {0};
    char token[PROOF_HEX];
    int person = 0;
    if (proto_body_join_read(&body, &arena, q->body, q->body_size, &error)) return reply_unreadable(&error);
    aude_err err = room_join(h, r, body.name, token, &person, &e);
    if (err) return net_reply_error(err == AUDE_E_LIMIT ? 409 : 400, err == AUDE_E_LIMIT ? "full" : "name", e.message);
    h->counters.joined++;
    return reply_kept(h, r, token, person);
}

/* The person of the request's token; false: it is nobody's. */
static bool request_person(const room *r, const net_request *q, int *person)
{
    *person = AUDE_NOBODY;
    if (!q->authorization) return true;
    if (strncmp(q->authorization, "Bearer ", 7)) return false;
    *person = room_person(r, q->authorization + 7);
    return *person != AUDE_NOBODY;
}

static net_reply call_state(hall *h, room *r, int person)
{
    char *text = speak_state(h, r, person);
    net_reply reply = text ? net_reply_json(200, text) : answer_of(HALL_FAILED, NULL, NULL);
    free(text);
    return reply;
}

static net_reply call_record(hall *h, room *r, const net_request *q, int person)
{
    const char *number = net_query(q, "game");
    char *end = NULL;
    long game = number ? strtol(number, &end, 10) : 0;
    if (number && (!*number || *end || game < 1 || game > 1000000))
        return net_reply_error(400, "game", "`game` is the number of a game, from 1");
    char *text = room_record(h, r, room_viewer(r, person), (int)game);
    if (!text) return net_reply_error(404, "game", "there is no such game at this table");
    net_reply reply = net_reply_bytes(200, "text/plain; charset=utf-8", text, strlen(text));
    net_reply_header(&reply, "Cache-Control", "no-store");
    free(text);
    return reply;
}

static net_reply reply_method(const char *allowed)
{
    net_reply reply = net_reply_error(405, "method", "this address does not know that method");
    net_reply_header(&reply, "Allow", allowed);
    return reply;
}

/* /api/tables/ID/WHAT */
static net_reply call_table(hall *h, const net_request *q, const char *rest)
{
    char id[STORE_ID_MAX + 1], address[STORE_VALUE_MAX + 1] = "";
    size_t size = strcspn(rest, "/");
    room *r;
    int person;
    const char *what = rest + size;
    bool join = !strcmp(what, "/join"), state = !strcmp(what, "/state"), record = !strcmp(what, "/record");
    if (!join && !state && !record) return net_reply_error(404, "not_found", "there is nothing at this address");
    if (strcmp(q->method, join ? "POST" : "GET")) return reply_method(join ? "POST" : "GET, HEAD");
    if (size >= sizeof id) return answer_of(HALL_MISSING, NULL, NULL);
    memcpy(id, rest, size);
    id[size] = 0;
    hall_answer answer = hall_find(h, id, &r, address);
    if (answer != HALL_OK) return answer_of(answer, address, NULL);
    if (!request_person(r, q, &person)) return net_reply_error(401, "token", "this is nobody's token at this table");
    if (join) return call_join(h, r, q);
    r = room_kept(h, r);
    if (!r) return answer_of(HALL_FAILED, NULL, NULL);
    return state ? call_state(h, r, person) : call_record(h, r, q, person);
}

static net_reply call_health(const hall *h)
{
    const char *text = h->failing ? "the last commit failed\n" : "well\n";
    net_reply reply = net_reply_bytes(h->failing ? 503 : 200, "text/plain; charset=utf-8", text, strlen(text));
    net_reply_header(&reply, "Cache-Control", "no-store");
    return reply;
}

/* Counters of acts would tell that somebody has chosen in secret: they are for the operator. */
static net_reply call_metrics(const hall *h, const net_request *q)
{
    /* What a proxy hands on is from elsewhere, also where the operator has not named that proxy. */
    bool here = (!strncmp(q->address, "127.", 4) || !strcmp(q->address, "::1")) && !net_header(q, "X-Forwarded-For") &&
                !net_header(q, "Forwarded");
    if (!here && !h->config.open_metrics)
        return net_reply_error(403, "metrics", "metrics are for this machine alone; see --open-metrics");
    char *text = metrics_text(h);
    if (!text) return answer_of(HALL_FAILED, NULL, NULL);
    net_reply reply = net_reply_bytes(200, "text/plain; version=0.0.4; charset=utf-8", text, strlen(text));
    net_reply_header(&reply, "Cache-Control", "no-store");
    free(text);
    return reply;
}

net_reply api_request(void *context, const net_request *q)
{
    static const char tables[] = "/api/tables";
    hall *h = context;
    bool get = !strcmp(q->method, "GET");
    if (h->ending) return net_reply_error(503, "ending", "the server ends");
    if (!strcmp(q->path, "/health")) return get ? call_health(h) : reply_method("GET, HEAD");
    if (!strcmp(q->path, "/metrics")) return !get ? reply_method("GET, HEAD") : call_metrics(h, q);
    if (!strcmp(q->path, tables)) return strcmp(q->method, "POST") ? reply_method("POST") : call_create(h, q);
    if (!strncmp(q->path, tables, sizeof tables - 1) && q->path[sizeof tables - 1] == '/')
        return call_table(h, q, q->path + sizeof tables);
    return net_reply_error(404, "not_found", "there is nothing at this address");
}
