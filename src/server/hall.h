/* hall.h - the tables that this server has in memory, and what they share: store, network, computer players, rules.
 *
 * Owns: hall, room (a table with its log and its connections), client (a connection that has said hello). A room is in
 * memory from when somebody asks for it until nobody is connected and no clock runs. Between two commits its acts are
 * a batch: nobody hears of them before they are durable, and if they cannot be made so the room is read again from the store. */
#ifndef AUDE_SERVER_HALL_H
#define AUDE_SERVER_HALL_H

#include "proof/proof.h"
#include "server/hook.h"
#include "server/server.h"
#include "server/think.h"

typedef struct room room;
typedef struct client client;
typedef struct kept kept;

enum {
    HALL_BUCKETS = 4096,
    ROOM_ACTS = 50000,  /* acts after which people's commands are refused */
    ROOM_CHATS = 50,    /* chat lines that who comes later is sent */
    ROOM_CLIENTS = 250, /* connections of one table */
    PERSON_CLIENTS = 8  /* of one person: then the oldest must go */
};

/* A command that was accepted, to be acknowledged after the commit. */
typedef struct receipt_due {
    client *client;
    uint64_t id;
} receipt_due;

typedef struct hall_counters {
    uint64_t acts, refused, created, joined, loaded, thoughts, hooks, reread;
} hall_counters;

/* Tables that no server has (adopt.c). */
typedef struct idle_tables {
    struct idle *slot;
    size_t n, cap;
} idle_tables;

typedef struct adoption {
    char (*queue)[STORE_ID_MAX + 1]; /* to be looked at, from number `at` on */
    size_t n, at, cap;
    idle_tables idle;     /* were looked at and need nobody, as long as they have so many rows */
    bool listed;          /* the store was, once */
    int64_t due_at, rest; /* net_now of the next time; pause after a long list */
} adoption;

typedef struct hall hall;
struct hall {
    server_config config;
    net_loop *net;
    store *store;
    thinkers *thinkers;
    hooks *hooks;
    char *url;
    room *bucket[HALL_BUCKETS];
    int n_rooms, n_clients;
    room *dirty; /* rooms with a batch, linked by next_dirty */
    receipt_due *due;
    int n_due, cap_due;
    kept *kept;
    aude_rules *scratch; /* where setups are compiled */
    char *buffer;        /* HALL_BUFFER bytes for texts of one message */
    hall_counters counters;
    int64_t
        unix_ms; /* this turn's, for what is written down; all that is measured goes by net_now, which is never set */
    adoption adoption;
    char maker_key[STORE_VALUE_MAX + 1]; /* addresses are kept as hashes with this key */
    int64_t tended, swept;               /* net_now of the last times */
    bool failing;                        /* the last commit failed: not healthy */
    bool shared;                         /* other servers use the same store */
    bool ending;
};

enum { HALL_BUFFER = 1 << 20 };

struct client {
    client *next; /* of its room */
    room *room;
    net_conn *conn;
    uint8_t person; /* AUDE_NOBODY: a spectator */
    bool helped;    /* waits for an `aid` */
    bool fresh;     /* is sent the whole picture after the commit, and until then nothing */
    uint8_t ousted; /* a goodbye to be said after the commit, plus 1; it is nobody from now on */
};

typedef struct chat {
    int64_t time;
    uint8_t by;
    char name[64];
    char words[AUDE_MAX_WORDS];
} chat;

/* A seat's player, and when it last was asked. */
typedef struct room_mind {
    mind *mind;
    char engine[24];
    uint32_t asked; /* decision + 1; 0: nothing */
    int game;
} room_mind;

struct room {
    hall *hall;
    room *next, *next_dirty;
    char id[STORE_ID_MAX + 1];
    store_log *log;
    int64_t opened; /* ms since 1970 */
    int64_t start;  /* net_now at table time 0; no time passes while no server has the table */
    aude_table *table;
    const aude_rules *rules; /* held */
    client *clients;
    int n_clients;
    uint8_t token[AUDE_MAX_PEOPLE][AUDE_SEAL_BYTES]; /* hashes */
    room_mind mind[AUDE_MAX_SEATS];
    net_timer *timer;
    uint64_t key; /* of thoughts: another one after each loading */
    /* the batch */
    bool is_dirty;
    uint32_t changed, own;
    int from, spectators; /* as in aude_outcome */
    int n_new_chats;
    /* what has been published of the bets and the secret of the game */
    int n_sealed;
    uint8_t opened_bet[AUDE_MAX_STACKS * AUDE_MAX_SEATS];
    bool secret_open;
    chat *chat; /* ring of ROOM_CHATS */
    int n_chats;
    int hook_minutes;
    char *hook_url;
    int64_t waiting_since; /* table time since when the same seats are asked */
    uint32_t waiting_for;
    bool hook_called;
    int64_t empty_since; /* net_now */
    bool over_noted;
};

bool hall_open(hall *h, const server_config *config, char *error, size_t error_size);
/* Tells everybody that the server ends and lets go of all tables; what is asked after that is refused. */
void hall_empty(hall *h);
/* After the network has closed. */
void hall_close(hall *h);

/* ---- Rooms (hall.c) ---- */

/* HALL_FAILED: not now; HALL_DAMAGED: what is stored makes no table. Both are logged. */
typedef enum hall_answer { HALL_OK, HALL_MISSING, HALL_ELSEWHERE, HALL_FULL, HALL_FAILED, HALL_DAMAGED } hall_answer;
/* The room of a table, read from the store where it is not in memory; then others that need nobody may have to go. HALL_ELSEWHERE:
 * `address` (STORE_VALUE_MAX + 1 bytes) is where it is. */
hall_answer hall_find(hall *h, const char *id, room **dst, char *address);
/* A new table, its maker joined as person 0. Texts as in aude_table_open and room_join; *error says what is wrong with them. */
hall_answer hall_create(hall *h, const char *setup, const char *creator, room **dst, aude_errinfo *error);
/* Lets go of it; its clients are told `ending` and closed. */
void hall_drop(hall *h, room *r);
uint32_t hall_hash(const char *id);
unsigned hall_bucket(const char *id);
/* Reads a table's rows into an empty room that has an id: to their end, or until game number `until` is over (0: to the end). room_free
 * in every case. */
hall_answer room_read(hall *h, room *r, int until);
/* Frees what hangs on a room, not the room. */
void room_free(hall *h, room *r);
/* Nobody is connected, nothing goes on, and nothing will by itself. */
bool room_needs_nobody(const hall *h, const room *r);
/* What is due: unloads rooms nobody needs, renews leases, sweeps, looks after wake-ups, adopts. Called each turn. True: there is more to do at once. */
bool hall_tend(hall *h);
/* The batch: commits, then tells everybody. */
void hall_commit(hall *h);
/* A command that was accepted: `done` is sent once it is durable. */
void hall_due(hall *h, client *c, uint64_t id);
/* Part of the next commit: after it the changes are told, and fresh clients the whole. */
void hall_mark(hall *h, room *r);
/* Whether a client may name this computer player; else why not. */
bool hall_allows(const hall *h, const char *engine, aude_errinfo *error);
void hall_log(const hall *h, net_level level, const char *event, const char *table, const char *what);

/* ---- Tables that no server has (adopt.c) ---- */

/* Lists them when that is due, and goes on with some. True: there are more. */
bool adopt_tend(hall *h);
/* Another server may have left some. */
void adopt_soon(hall *h);
/* This one was lost and goes on, if it is ours still. */
void adopt_queue(hall *h, const char *id);
/* This one needs nobody as long as it has `n_rows`. */
void adopt_idle(hall *h, const char *id, int64_t n_rows);
void adopt_free(hall *h);

/* Compiled rules, one for all tables of the same setup (kept.c). The keeper of a room's table: context is the room. */
const aude_rules *kept_keep(void *context, const aude_rules *compiled, const char *setup);
void kept_hold(hall *h, const aude_rules *rules);
void kept_release(hall *h, const aude_rules *rules); /* NULL is fine */
void kept_free(hall *h);                             /* all of them, held or not */

/* ---- Room (room.c) ---- */

int64_t room_now(const hall *h, const room *r); /* the table's time */
/* Enters an act and keeps it in the batch. Repeated commands are AUDE_OK, too. Then does what has become due. */
aude_err room_enter(hall *h, room *r, aude_act *act, aude_errinfo *error);
/* What an accepted act means for the room: part of the batch. */
void room_note(room *r, const aude_act *act, const aude_outcome *outcome);
/* Everything that is due now; sets the timer for the next. */
void room_do_due(hall *h, room *r);
/* A new person; the token (PROOF_HEX bytes, text) is made here. */
aude_err room_join(hall *h, room *r, const char *name, char token[PROOF_HEX], int *person, aude_errinfo *error);
/* The person of a token, or AUDE_NOBODY. */
int room_person(const room *r, const char *token);
/* Whom a person looks as: a seat, or AUDE_NOBODY. */
int room_viewer(const room *r, int person);
/* The public record of the current game, or of game number `game`, as `viewer` may see it, with its receipt where it is over, malloced.
 * NULL: there is no such game. */
char *room_record(hall *h, room *r, int viewer, int game);
/* How many of the table's bets are public: those of an open decision, the last ones, are not yet. */
int room_closed_bets(const aude_table *t);
/* Bet number i of the table's game, and its seal. */
proof room_seal(const aude_table *t, const char *id, int i, proof_bet *bet);
/* The client is nobody from now on, and is told why after the commit. */
void client_oust(client *c, int goodbye);
void room_add_client(hall *h, room *r, client *c);
void room_remove_client(hall *h, client *c);
/* An engine has answered. */
void room_think(hall *h, const thought *t);

/* ---- Messages out (speak.c) ---- */

/* Everything anew, to one. */
void speak_picture(hall *h, client *c);
/* What the batch of the room has changed, to all of its clients. */
void speak_changes(hall *h, room *r);
void speak_sorry(hall *h, net_conn *conn, int code, const char *message, const char *address);
/* The whole picture as body of the `state` call, malloced. */
char *speak_state(hall *h, room *r, int person);

/* ---- Messages in (hear.c), HTTP (api.c) ---- */

net_verdict hear_upgrade(void *context, const net_request *q, net_conn *conn);
void hear_message(void *context, net_conn *conn, const char *text, size_t size);
void hear_close(void *context, net_conn *conn, int code);
void hear_resync(void *context, net_conn *conn);
/* Help is there for somebody who asked in this room, and may have gone. */
void hear_helped(hall *h, const room *r, const thought *t);
net_reply api_request(void *context, const net_request *q);
char *metrics_text(const hall *h);

#endif
