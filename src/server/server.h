/* server.h - games played together over the network: net, store, tables and messages joined into one program.
 *
 *     server *s = server_open(&config, error, sizeof error);
 *     while (!stop) server_turn(s);
 *     server_close(s);
 *
 * One thread runs everything but engines and webhooks, which have threads of their own. What a client is told has been made
 * durable before. The engines are given by the caller. docs/protocol.md says what clients hear, docs/operate.md how to run it. */
#ifndef AUDE_SERVER_SERVER_H
#define AUDE_SERVER_SERVER_H

#include "aude_table.h"
#include "net/net.h"
#include "store/store.h"

#include <stdbool.h>

/* Computer players, as the program has them. All functions may be called from any thread, each player from one at a time. */
typedef struct server_engines {
    const char *(*refuse)(const char *name); /* why nobody may play under this name; NULL: it is a player's */
    void *(*open)(const char *name);         /* NULL: none of that name, or no memory */
    aude_move (*choose)(void *player, const aude_rules *rules, const aude_state *view, int seat, aude_random *random);
    void (*close)(void *player);
    /* Help for a person, from a view: what `seat` should do, the move as a line of the record and then the reason; or with AUDE_NOBODY
     * the odds of a space. Lines, allocated; NULL: none. The member may be NULL: no help is given. */
    char *(*help)(const aude_rules *rules, const aude_state *view, const char *const name[AUDE_MAX_SEATS], int seat,
                  int x, int y);
} server_engines;

typedef struct server_config {
    net_config net;
    const char *db;         /* store_open's URL */
    const char *public_url; /* where players come, "https://play.example"; NULL: where it listens */
    const char *name;       /* of this server among those that share a database; NULL: a name of its own */
    int lease;              /* seconds; 0: the store's */
    int64_t keep;           /* ms that finished tables stay; < 0: for ever */
    int64_t abandoned;      /* ms that open ones stay untouched; < 0: for ever */
    int max_tables;         /* in memory at once [4,000] */
    int max_per_address;    /* tables that one address may open an hour [60] */
    int threads;            /* of computer players [the processors, at most 8] */
    bool hooks;             /* tables may name webhooks */
    bool hooks_private;     /* also at private addresses: for tests and closed networks */
    bool open_metrics;      /* /metrics also for other machines */
    server_engines engines;
    void (*log)(net_level level, const char *event, const net_pair *pairs, int n_pairs); /* may be NULL */
} server_config;

typedef struct server server;

/* NULL and one line in error if it cannot start; nothing is left behind. Texts of the config may be gone afterwards. */
server *server_open(const server_config *config, char *error, size_t error_size);
uint16_t server_port(const server *s);
const char *server_url(const server *s);
/* Waits for something to happen, at most a second, and does it. False: it cannot go on. */
bool server_turn(server *s);
/* Tells everybody, makes the last batch durable, lets go of tables. */
void server_close(server *s);

#endif
