/* client.h - one person at one table, through whatever happens to the connection: commands are sent again until they are answered, a lost
 * connection is made anew, seeds are sealed. Owns: client, with its wire and its picture.
 *
 *     client *c = client_open(&place, shared);
 *     for (;;) {
 *         poll client_fd(c) at most client_wait_ms(c, now);
 *         client_work(c, now);                // calls heard and answered
 *         if (picture_due(client_picture(c))) ... client_move(c, seat, "place 1 0 90");
 *     }
 */
#ifndef AUDE_CLIENT_CLIENT_H
#define AUDE_CLIENT_CLIENT_H

#include "client/picture.h"
#include "client/wire.h"

enum { CLIENT_URL = 512, CLIENT_TOKEN = 65 };

/* Where somebody sits: what has to be kept to come back. */
typedef struct client_place {
    char server[CLIENT_URL]; /* "https://play.example", without a slash at the end */
    char table[33];
    char token[CLIENT_TOKEN]; /* "": a spectator */
} client_place;

typedef enum client_state {
    CLIENT_AWAY,    /* no connection now; it is tried again */
    CLIENT_GREETED, /* hello was said */
    CLIENT_THERE,   /* the picture is whole */
    CLIENT_REFUSED  /* for good: client_reason says why */
} client_state;

typedef struct client client;

typedef struct client_ears {
    void *context;
    /* After a message was taken in. May be NULL. */
    void (*heard)(void *context, client *c, const proto_server *m);
    /* A command was answered: refusal NULL where it is done. May be NULL. */
    void (*answered)(void *context, client *c, uint64_t id, const proto_server_refused *refusal);
} client_ears;

/* Splits "https://play.example/#TABLE" or ".../?table=TABLE" or ".../TABLE". */
bool client_address(const char *url, client_place *dst);
/* A new table, its first person's place in *place. The setup is text of lines; engine[seat] NULL: open. */
bool client_create(client_place *place, const char *setup, const char *name, int n_seats, const char *const *engine,
                   char error[WIRE_ERROR]);
/* A new person at place->table; fills the token. */
bool client_join(client_place *place, const char *name, char error[WIRE_ERROR]);

client *client_open(const client_place *place, picture_rules *shared, const client_ears *ears);
void client_close(client *c);
/* Another server of the same games, to be tried in turn when the first cannot be reached. */
void client_also(client *c, const char *server);
picture *client_picture(client *c);
const client_place *client_at(const client *c);
client_state client_standing(const client *c);
const char *client_reason(const client *c); /* why it is away or refused */
int client_fd(const client *c);             /* -1: none */
bool client_wants_write(const client *c);
int client_wait_ms(const client *c, int64_t now); /* until client_work has something to do by itself; -1: never */
/* Connects, reads, sends, seals; `now` in ms, any clock that does not go back. */
void client_work(client *c, int64_t now);
/* Breaks the connection, as a network does. */
void client_break(client *c);

/* Queue a command, whose id is returned; 0: no memory, or too many wait. Texts are copied. */
uint64_t client_command(client *c, proto_client *m);
/* A move of a seat in the decision that the picture shows; a bet of a chip gets its nonce. */
uint64_t client_move(client *c, int seat, const char *line);
int client_pending(const client *c); /* commands not yet answered */

#endif
