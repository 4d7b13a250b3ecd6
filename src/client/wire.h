/* wire.h - a connection to a server as its clients have it: HTTP calls, and one WebSocket of text messages, also through TLS.
 *
 * Owns: wire. HTTP calls block; a WebSocket does not: the caller polls its descriptor and lets it work. */
#ifndef AUDE_CLIENT_WIRE_H
#define AUDE_CLIENT_WIRE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct wire wire;

enum { WIRE_ERROR = 256 };

/* Once before everything else, and at the end. */
bool wire_init(void);
void wire_end(void);

/* GET (body NULL) or POST of JSON. The status, or 0 with a reason in `error`. *answer (may be NULL) is malloced. */
int wire_call(const char *url, const char *token, const char *body, char **answer, char error[WIRE_ERROR]);

/* Connects and upgrades, at most ten seconds: `url` begins with http or https. NULL with a reason. */
wire *wire_open(const char *url, char error[WIRE_ERROR]);
void wire_close(wire *w);
int wire_fd(const wire *w);
/* True where something waits to be sent: poll for writing, too. */
bool wire_wants_write(const wire *w);
/* Queues a message. */
bool wire_send(wire *w, const char *text, size_t size);
/* Sends and reads what can be without waiting; calls `hear` for each message. False: the connection is gone, or broken. */
typedef void wire_hear(void *context, const char *text, size_t size);
bool wire_work(wire *w, wire_hear *hear, void *context);

#endif
