/* WebSockets. For src/net only. */
#ifndef AUDE_NET_WS_H
#define AUDE_NET_WS_H

#include "net/loop.h"

enum { WS_ACCEPT_SIZE = 29 };

/* The answer to Sec-WebSocket-Key; false if that is not the base64 of 16 bytes. */
bool ws_accept_key(const char *key, char accept[WS_ACCEPT_SIZE]);
/* A connection that has no socket yet; NULL without memory. Then ws_abandon, or ws_accepted and ws_start. */
net_conn *ws_new(net_loop *loop, const char *address, guard_address *entry);
void ws_abandon(net_conn *conn);
void ws_accepted(net_conn *conn, void *conn_context);
/* Gives it its socket (-1: the handshake failed after all) and what came behind the handshake. */
void ws_start(net_loop *loop, net_conn *conn, int fd, const char *extra, size_t n_extra);

void ws_report(net_loop *loop);                                      /* tells the application: closes, resyncs */
void ws_event(net_loop *loop, loop_source *source, uint32_t events); /* an event of epoll */
void ws_read_extra(net_loop *loop);                                  /* what came with handshakes */
void ws_flush(net_loop *loop);                                       /* lets out what was queued */
void ws_sweep(net_loop *loop);                                       /* pings, and ends who is silent */
bool ws_is_due(const net_loop *loop);
void ws_close_all(net_loop *loop);

#endif
