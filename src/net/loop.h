/* The loop and what its parts share. For src/net only.
 *
 * A turn: wait; what is due from before (ws_report); read; MHD reads and answers what need not wait; timers; on_wake;
 * after_batch; then ws_flush and http_release let out what the application said. The application is called in the first
 * half only, but for requests that MHD reads while it answers: what comes of them waits for the next turn. */
#ifndef AUDE_NET_LOOP_H
#define AUDE_NET_LOOP_H

#include "net/files.h"
#include "net/guard.h"
#include "net/net.h"
#include "net/reply.h"
#include "net/timer.h"

typedef enum loop_kind { LOOP_LISTEN, LOOP_HTTP, LOOP_WAKE, LOOP_WS, LOOP_WATCH } loop_kind;

/* What an event of epoll points to; first member of whatever owns the descriptor. */
typedef struct loop_source {
    loop_kind kind;
    int fd;
} loop_source;

typedef struct loop_watch loop_watch;
typedef struct http http;

struct net_loop {
    net_config config; /* numbers filled in; its texts must not be used */
    net_handlers handlers;
    net_counters counters;
    char *policy; /* Content-Security-Policy */
    int epoll;
    loop_source listen, wake, daemon;
    bool listening; /* the listening socket is in epoll: not while descriptors are short */
    uint16_t port;
    int64_t now, next_sweep;
    timer_heap timers;
    loop_watch *watches;
    guard *guard;
    files *files;
    http *http;
    /* WebSockets, see ws.c */
    net_conn *conns;  /* all */
    net_conn *dirty;  /* with something to flush */
    net_conn *report; /* with something to tell the application */
    net_conn *unread; /* with bytes that came with the handshake */
    char *message;    /* the message being delivered, max_message + 1 bytes */
};

/* Pairs of texts, ended by NULL. */
void loop_log(const net_loop *loop, net_level level, const char *event, ...) __attribute__((sentinel));
/* Counts and logs somebody turned away. */
void loop_refuse(net_loop *loop, net_reason reason, const char *address);
bool loop_add(net_loop *loop, loop_source *source, uint32_t events);
void loop_change(net_loop *loop, loop_source *source, uint32_t events);
void loop_remove(net_loop *loop, loop_source *source); /* and closes it */

#endif
