/* Timers of the loop: a heap, the earliest first. For src/net only. */
#ifndef AUDE_NET_TIMER_H
#define AUDE_NET_TIMER_H

#include "net/net.h"

typedef struct timer_heap {
    net_timer **timer;
    int n, cap;
    uint64_t made; /* timers of one moment fire in the order of their start */
} timer_heap;

net_timer *timer_add(timer_heap *heap, int64_t when, void (*fn)(void *fn_context), void *fn_context);
void timer_remove(timer_heap *heap, net_timer *timer);
/* Milliseconds from now to the first, at most limit; limit below 0 means none. */
int timer_wait(const timer_heap *heap, int64_t now, int limit);
void timer_fire(timer_heap *heap, int64_t now); /* only those that were pending when it was called */
void timer_free(timer_heap *heap);

#endif
