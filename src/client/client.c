/* client.c - see client.h. */
#include "client/client.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MAX_PENDING = 32,
    RETRY_FIRST = 200,
    RETRY_LAST = 5000,
    QUIET = 15000,
    SILENCE = 40000,
    MAX_TEXT = 2048,
    MAX_SETUP = 2000
};

typedef struct pending {
    uint64_t id;
    bool sent;
    char *text;
} pending;

/* The last bet that was sent for a seat. */
typedef struct own_bet {
    uint64_t id; /* of the command; 0: none */
    uint32_t decision;
    bool done;
    char chip[32];
    proof nonce;
} own_bet;

struct client {
    client_place place;
    char also[CLIENT_URL]; /* another server of the same games, or "" */
    client_ears ears;
    client_state state;
    char reason[WIRE_ERROR];
    wire *wire;
    picture picture;
    int64_t now, retry_at, heard_at, pinged_at;
    int retry;
    uint64_t next_id;
    pending pending[MAX_PENDING];
    int n_pending;
    /* of the seed of this game */
    int sealed_game;
    bool has_nonce[AUDE_MAX_SEATS], sent_nonce[AUDE_MAX_SEATS];
    proof nonce[AUDE_MAX_SEATS];
    uint64_t commit_id[AUDE_MAX_SEATS]; /* of the command; 0: it was answered */
    bool has_committed[AUDE_MAX_SEATS];
    own_bet bet[AUDE_MAX_SEATS];
};

/* ---- Places ---- */

bool client_address(const char *url, client_place *dst)
{
    size_t scheme = !strncmp(url, "https://", 8) ? 8 : !strncmp(url, "http://", 7) ? 7 : 0;
    size_t host = scheme ? strcspn(url + scheme, "/?#") : 0;
    if (!host || scheme + host >= sizeof dst->server) return false;
    const char *rest = url + scheme + host;
    const char *table = strstr(rest, "table=");
    if (table)
        table += 6;
    else
        table = rest + strcspn(rest, "#");
    if (*table == '#') table++;
    if (!*table && strrchr(rest, '/')) table = strrchr(rest, '/') + 1;
    size_t size = strspn(table, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    if (size < 16 || size >= sizeof dst->table) return false;
    memset(dst, 0, sizeof *dst);
    memcpy(dst->server, url, scheme + host);
    memcpy(dst->table, table, size);
    return true;
}

/* The place out of an answer; else the reason out of it. */
static bool place_take(client_place *place, int status, char *answer, char error[WIRE_ERROR])
{
    unsigned char room[PROTO_ROOM(4096)];
    proto_arena arena = {.base = room, .cap = sizeof room};
    proto_body_place body;
    bool well = false;
    if (status == 201 && !proto_body_place_read(&body, &arena, answer, strlen(answer), NULL)) {
        snprintf(place->table, sizeof place->table, "%s", body.table);
        snprintf(place->token, sizeof place->token, "%s", body.token);
        well = true;
    } else if (status) {
        proto_body_error trouble;
        arena.used = 0;
        bool said = !proto_body_error_read(&trouble, &arena, answer, strlen(answer), NULL);
        snprintf(error, WIRE_ERROR, "the server says: %s",
                 said ? trouble.error.message : "nothing that can be understood");
    }
    free(answer);
    return well;
}

bool client_create(client_place *place, const char *setup, const char *name, int n_seats, const char *const *engine,
                   char error[WIRE_ERROR])
{
    char *copy = strdup(setup), *rest = NULL, *answer = NULL, *text = NULL, url[CLIENT_URL + 64];
    const char **line = malloc((strlen(setup) / 2 + 1) * sizeof *line);
    proto_wish wish[AUDE_MAX_SEATS];
    proto_body_create body = {.setup = line, .name = name, .n_seats = n_seats, .seats = wish};
    snprintf(url, sizeof url, "%s/api/tables", place->server);
    snprintf(error, WIRE_ERROR, "the setup is too long");
    for (char *s = copy && line ? strtok_r(copy, "\n", &rest) : NULL; s; s = strtok_r(NULL, "\n", &rest))
        line[body.n_setup++] = s;
    for (int i = 0; i < n_seats; i++) wish[i].engine = engine ? engine[i] : NULL;
    if (copy && line && body.n_setup <= MAX_SETUP) {
        size_t size = proto_body_create_write(&body, NULL, 0);
        text = malloc(size + 1);
        if (text) proto_body_create_write(&body, text, size + 1);
    }
    int status = text ? wire_call(url, NULL, text, &answer, error) : 0;
    free(text);
    free(line);
    free(copy);
    return place_take(place, status, answer, error);
}

bool client_join(client_place *place, const char *name, char error[WIRE_ERROR])
{
    char *answer = NULL, url[CLIENT_URL + 128], text[512];
    proto_body_join body = {.name = name};
    snprintf(url, sizeof url, "%s/api/tables/%s/join", place->server, place->table);
    proto_body_join_write(&body, text, sizeof text);
    int status = wire_call(url, NULL, text, &answer, error);
    return place_take(place, status, answer, error);
}

/* ---- Opening ---- */

client *client_open(const client_place *place, picture_rules *shared, const client_ears *ears)
{
    client *c = calloc(1, sizeof *c);
    struct timespec now;
    if (!c) return NULL;
    c->place = *place;
    if (ears) c->ears = *ears;
    clock_gettime(CLOCK_REALTIME, &now);
    /* Ids of this person must be new also after a restart of the program. */
    c->next_id = (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
    if (picture_open(&c->picture, shared)) return c;
    client_close(c);
    return NULL;
}

void client_close(client *c)
{
    if (!c) return;
    wire_close(c->wire);
    picture_close(&c->picture);
    for (int i = 0; i < c->n_pending; i++) free(c->pending[i].text);
    free(c);
}

void client_also(client *c, const char *server)
{
    snprintf(c->also, sizeof c->also, "%s", server);
}

picture *client_picture(client *c)
{
    return &c->picture;
}

const client_place *client_at(const client *c)
{
    return &c->place;
}

client_state client_standing(const client *c)
{
    return c->state;
}

const char *client_reason(const client *c)
{
    return c->reason;
}

int client_fd(const client *c)
{
    return c->wire ? wire_fd(c->wire) : -1;
}

bool client_wants_write(const client *c)
{
    return c->wire && wire_wants_write(c->wire);
}

int client_wait_ms(const client *c, int64_t now)
{
    if (c->state == CLIENT_REFUSED) return -1;
    int64_t heard = c->heard_at > c->pinged_at ? c->heard_at : c->pinged_at;
    int64_t at = c->wire ? heard + QUIET : c->retry_at;
    return at <= now ? 0 : (int)(at - now);
}

int client_pending(const client *c)
{
    return c->n_pending;
}

/* ---- Commands ---- */

static void pending_send(client *c)
{
    for (int i = 0; i < c->n_pending && c->state == CLIENT_THERE; i++) {
        pending *p = &c->pending[i];
        if (!p->sent) p->sent = wire_send(c->wire, p->text, strlen(p->text));
    }
}

uint64_t client_command(client *c, proto_client *m)
{
    char text[MAX_TEXT];
    if (c->n_pending == MAX_PENDING) return 0;
    uint64_t id = c->next_id++;
    /* Every command has its id first. */
    switch (m->kind) {
#define COMMAND(KIND, field) \
    case PROTO_CLIENT_##KIND: m->field.id = (int64_t)id; break;
        COMMAND(SIT, sit)
        COMMAND(STAND, stand)
        COMMAND(NAME, name)
        COMMAND(SEAT, seat)
        COMMAND(OPTION, option)
        COMMAND(SEATS, seats)
        COMMAND(HOST, host)
        COMMAND(KICK, kick)
        COMMAND(START, start)
        COMMAND(COMMIT, commit)
        COMMAND(NONCE, nonce)
        COMMAND(MOVE, move)
        COMMAND(CONFIRM, confirm)
        COMMAND(UNDO, undo)
        COMMAND(RESIGN, resign)
        COMMAND(PROPOSE, propose)
        COMMAND(AGREE, agree)
        COMMAND(DECLINE, decline)
        COMMAND(RESUME, resume)
        COMMAND(CHAT, chat)
        COMMAND(AID, aid)
#undef COMMAND
    default: return 0;
    }
    if (proto_client_write(m, text, sizeof text) >= sizeof text) return 0;
    char *copy = strdup(text);
    if (!copy) return 0;
    c->pending[c->n_pending++] = (pending){.id = id, .text = copy};
    pending_send(c);
    return id;
}

/* Remembers a bet with its chip as the rules write it. */
static void bet_keep(client *c, uint64_t id, const proto_client_move *m)
{
    const picture *p = &c->picture;
    aude_move move;
    own_bet *b = &c->bet[m->seat];
    *b = (own_bet){0};
    if (!id || !p->rules || p->n_played < 0 ||
        aude_move_read(p->rules, p->state, m->line, strlen(m->line), &move, NULL))
        return;
    if (move.kind != AUDE_BET || move.seat != m->seat || move.face >= aude_rules_n_faces(p->rules)) return;
    *b = (own_bet){.id = id, .decision = (uint32_t)m->decision};
    memcpy(b->nonce.bytes, m->nonce, sizeof b->nonce.bytes);
    aude_chip_write(aude_rules_face(p->rules, move.face), b->chip, sizeof b->chip);
}

uint64_t client_move(client *c, int seat, const char *line)
{
    proto_client m = {.kind = PROTO_CLIENT_MOVE,
                      .move = {.seat = seat, .decision = (int32_t)c->picture.decision, .line = line}};
    size_t size = strlen(line);
    if (!strncmp(line, "bet ", 4) && (size < 5 || strcmp(line + size - 5, " pass") != 0)) {
        proof nonce = proof_random();
        memcpy(m.move.nonce, nonce.bytes, sizeof m.move.nonce);
        m.move.has_nonce = true;
    }
    uint64_t id = client_command(c, &m);
    if (m.move.has_nonce) bet_keep(c, id, &m.move);
    return id;
}

/* ---- Promises about what was sent oneself ---- */

static void broken(client *c, const char *what, int seat)
{
    aude_errinfo *e = &c->picture.broken;
    if (e->code) return;
    e->code = AUDE_E_EXPECT;
    snprintf(e->message, sizeof e->message, "%s of seat %d that was published is not the one that was sent", what,
             seat);
}

/* The server has published seals: ours must be what it was given and has accepted. */
static void client_hold(client *c)
{
    const receipt *r = c->picture.receipt;
    for (int seat = 0; seat < AUDE_MAX_SEATS; seat++) {
        own_bet *b = &c->bet[seat];
        int bet = b->done ? receipt_has_bet(r, b->decision, seat, b->chip, &b->nonce) : 0;
        bool committed = c->has_committed[seat] && c->sealed_game == c->picture.receipt_game;
        if (bet) b->done = false;
        if (bet < 0) broken(c, "the sealed chip", seat);
        if (committed && receipt_has_nonce(r, seat, &c->nonce[seat]) < 0) broken(c, "the nonce", seat);
    }
}

static void own_answered(client *c, uint64_t id, bool done)
{
    for (int seat = 0; seat < AUDE_MAX_SEATS; seat++) {
        own_bet *b = &c->bet[seat];
        if (b->id == id) {
            b->id = 0;
            b->done = done;
        }
        if (c->commit_id[seat] != id) continue;
        c->commit_id[seat] = 0;
        c->has_committed[seat] = done;
    }
    client_hold(c);
}

static void answer_take(client *c, uint64_t id, const proto_server_refused *refusal)
{
    for (int i = 0; i < c->n_pending; i++) {
        if (c->pending[i].id != id) continue;
        own_answered(c, id, !refusal);
        free(c->pending[i].text);
        memmove(&c->pending[i], &c->pending[i + 1], (size_t)(c->n_pending - i - 1) * sizeof *c->pending);
        c->n_pending--;
        if (c->ears.answered) c->ears.answered(c->ears.context, c, id, refusal);
        return;
    }
}

/* ---- Sealing the seed ---- */

/* A nonce for each own seat: first its hash, and when everybody has sent theirs, itself. */
static void client_seal(client *c)
{
    picture *p = &c->picture;
    bool all = true;
    if (p->phase != PROTO_PHASE_SEALING || !p->sealed) return;
    if (c->sealed_game != p->game) {
        c->sealed_game = p->game;
        memset(c->has_nonce, 0, sizeof c->has_nonce);
        memset(c->sent_nonce, 0, sizeof c->sent_nonce);
        memset(c->commit_id, 0, sizeof c->commit_id);
        memset(c->has_committed, 0, sizeof c->has_committed);
    }
    for (int seat = 0; seat < p->n_seats; seat++)
        all &= p->seat[seat].kind != AUDE_SEAT_PERSON || p->seat[seat].committed;
    for (int seat = 0; seat < p->n_seats; seat++) {
        const picture_seat *s = &p->seat[seat];
        if (!s->mine) continue;
        if (!s->committed && !c->has_nonce[seat]) {
            c->nonce[seat] = proof_random();
            c->has_nonce[seat] = true;
            proof hash = proof_of_nonce(&c->nonce[seat]);
            proto_client m = {.kind = PROTO_CLIENT_COMMIT, .commit = {.seat = seat}};
            memcpy(m.commit.hash, hash.bytes, sizeof m.commit.hash);
            c->commit_id[seat] = client_command(c, &m);
        } else if (all && !s->opened && c->has_nonce[seat] && !c->sent_nonce[seat]) {
            proto_client m = {.kind = PROTO_CLIENT_NONCE, .nonce = {.seat = seat}};
            memcpy(m.nonce.nonce, c->nonce[seat].bytes, sizeof m.nonce.nonce);
            c->sent_nonce[seat] = client_command(c, &m) != 0;
        }
    }
}

/* ---- The connection ---- */

static void client_lose(client *c, const char *why)
{
    wire_close(c->wire);
    c->wire = NULL;
    if (c->state == CLIENT_REFUSED) return;
    c->state = CLIENT_AWAY;
    if (why) snprintf(c->reason, sizeof c->reason, "%s", why);
    c->retry = c->retry ? c->retry * 2 : RETRY_FIRST;
    if (c->retry > RETRY_LAST) c->retry = RETRY_LAST;
    c->retry_at = c->now + c->retry;
    for (int i = 0; i < c->n_pending; i++) c->pending[i].sent = false;
}

void client_break(client *c)
{
    if (c->wire) client_lose(c, "the connection was broken");
    c->retry = 0;
}

static void client_sorry(client *c, const proto_server_sorry *m)
{
    snprintf(c->reason, sizeof c->reason, "%s", m->message);
    if (m->code == PROTO_GOODBYE_ELSEWHERE && m->address && strlen(m->address) < sizeof c->place.server) {
        snprintf(c->place.server, sizeof c->place.server, "%s", m->address);
        size_t size = strlen(c->place.server);
        if (size && c->place.server[size - 1] == '/') c->place.server[size - 1] = 0;
    } else if (m->code != PROTO_GOODBYE_ENDING && m->code != PROTO_GOODBYE_FULL && m->code != PROTO_GOODBYE_ELSEWHERE) {
        c->state = CLIENT_REFUSED;
    }
}

static void client_hear(void *context, const char *text, size_t size)
{
    client *c = context;
    aude_errinfo e = {0};
    proto_error error;
    proto_server m;
    proto_arena arena = {.cap = PROTO_ROOM(size)};
    arena.base = malloc(arena.cap);
    c->heard_at = c->now;
    if (arena.base && !proto_server_read(&m, &arena, text, size, &error)) {
        if (m.kind == PROTO_SERVER_SORRY) client_sorry(c, &m.sorry);
        if (!picture_hear(&c->picture, &m, &e)) {
            snprintf(c->reason, sizeof c->reason, "%s", e.message);
            c->state = CLIENT_REFUSED;
        }
        /* Seals end a picture of the table but for bets and chat. */
        if (m.kind == PROTO_SERVER_SEALS && c->state == CLIENT_GREETED) {
            c->state = CLIENT_THERE;
            c->retry = 0;
        }
        if (m.kind == PROTO_SERVER_BETS || m.kind == PROTO_SERVER_SEALS) client_hold(c);
        if (m.kind == PROTO_SERVER_DONE) answer_take(c, (uint64_t)m.done.id, NULL);
        if (m.kind == PROTO_SERVER_REFUSED && m.refused.has_id) answer_take(c, (uint64_t)m.refused.id, &m.refused);
        if (m.kind == PROTO_SERVER_AID) answer_take(c, (uint64_t)m.aid.id, NULL);
        if (c->state == CLIENT_THERE) client_seal(c);
        if (c->ears.heard) c->ears.heard(c->ears.context, c, &m);
    } else {
        snprintf(c->reason, sizeof c->reason, "the server cannot be understood: %.150s", error.text);
        c->state = CLIENT_REFUSED;
    }
    free(arena.base);
}

static void client_connect(client *c)
{
    char text[512];
    c->wire = wire_open(c->place.server, c->reason);
    c->heard_at = c->now;
    if (!c->wire) {
        char other[CLIENT_URL];
        memcpy(other, c->also, sizeof other);
        if (other[0]) {
            memcpy(c->also, c->place.server, sizeof other);
            memcpy(c->place.server, other, sizeof other);
        }
        client_lose(c, NULL);
        return;
    }
    c->state = CLIENT_GREETED;
    proto_client hello = {.kind = PROTO_CLIENT_HELLO,
                          .hello = {.version = PROTO_VERSION,
                                    .table = c->place.table,
                                    .token = c->place.token[0] ? c->place.token : NULL}};
    size_t size = proto_client_write(&hello, text, sizeof text);
    wire_send(c->wire, text, size);
}

void client_work(client *c, int64_t now)
{
    c->now = now;
    if (c->state == CLIENT_REFUSED) {
        wire_close(c->wire);
        c->wire = NULL;
        return;
    }
    if (!c->wire && now >= c->retry_at) client_connect(c);
    if (!c->wire) return;
    pending_send(c);
    if (now - c->heard_at >= QUIET && now - c->pinged_at >= QUIET && c->state == CLIENT_THERE) {
        static const char ping[] = "{\"type\":\"ping\",\"n\":0}";
        wire_send(c->wire, ping, sizeof ping - 1);
        c->pinged_at = now;
    }
    if (!wire_work(c->wire, client_hear, c))
        client_lose(c, c->reason[0] ? NULL : "the connection is gone");
    else if (now - c->heard_at >= SILENCE)
        client_lose(c, "the server is silent");
    else
        pending_send(c);
}
