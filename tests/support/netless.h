/* netless.h - what a server needs of src/net where no socket is: shared texts, and timers and wakes that never come. A program that plays the
 * sockets itself includes this once and adds net_send, net_close_ws, net_now and the context of a connection. */
#ifndef AUDE_TESTS_NETLESS_H
#define AUDE_TESTS_NETLESS_H

#include <stdlib.h>
#include <string.h>

#include "net/net.h"

struct net_text {
    size_t size;
    char text[];
};

net_text *net_text_new(const char *text, size_t size)
{
    net_text *t = malloc(sizeof *t + size);
    t->size = size;
    memcpy(t->text, text, size);
    return t;
}

bool net_send_text(net_conn *c, net_text *text)
{
    return net_send(c, text->text, text->size);
}

void net_text_release(net_text *text)
{
    free(text);
}

net_timer *net_timer_start(net_loop *loop, int64_t when_ms, void (*fn)(void *), void *context)
{
    (void)loop, (void)when_ms, (void)fn, (void)context;
    return NULL;
}

void net_timer_cancel(net_loop *loop, net_timer *timer)
{
    (void)loop, (void)timer;
}

void net_wake(net_loop *loop)
{
    (void)loop;
}

#endif
