/* HTTP: libmicrohttpd inside the loop. For src/net only. */
#ifndef AUDE_NET_HTTP_H
#define AUDE_NET_HTTP_H

#include "net/loop.h"

/* False without memory; fills loop->http and loop->daemon. */
bool http_open(net_loop *loop);
void http_close(net_loop *loop);
/* Takes over a new socket, or closes it. */
void http_accept(net_loop *loop, int fd, const struct sockaddr *peer, socklen_t size);
void http_run(net_loop *loop);          /* lets MHD read, and answer what need not wait */
void http_release(net_loop *loop);      /* lets out the application's answers */
void http_sweep(net_loop *loop);        /* ends what is too slow */
bool http_is_due(const net_loop *loop); /* MHD has something to do without an event, or answers wait */

#endif
