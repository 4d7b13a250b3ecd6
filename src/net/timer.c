/* Timers of the loop. Invariant: timer[i] is not later than timer[2i + 1] and timer[2i + 2], and knows i. */
#include "net/timer.h"

#include <limits.h>
#include <stdlib.h>

struct net_timer {
    int64_t when;
    uint64_t number;
    void (*fn)(void *fn_context);
    void *fn_context;
    int place;
};

static bool earlier(const net_timer *a, const net_timer *b)
{
    return a->when < b->when || (a->when == b->when && a->number < b->number);
}

static void put(timer_heap *heap, int place, net_timer *timer)
{
    heap->timer[place] = timer;
    timer->place = place;
}

/* Finds the place of a timer, from a place that is free. */
static void sift(timer_heap *heap, int place, net_timer *timer)
{
    while (place > 0 && earlier(timer, heap->timer[(place - 1) / 2])) {
        put(heap, place, heap->timer[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    for (int child; (child = 2 * place + 1) < heap->n; place = child) {
        if (child + 1 < heap->n && earlier(heap->timer[child + 1], heap->timer[child])) child++;
        if (!earlier(heap->timer[child], timer)) break;
        put(heap, place, heap->timer[child]);
    }
    put(heap, place, timer);
}

net_timer *timer_add(timer_heap *heap, int64_t when, void (*fn)(void *fn_context), void *fn_context)
{
    net_timer *timer = malloc(sizeof *timer);
    if (!timer) return NULL;
    if (heap->n == heap->cap) {
        int cap = heap->cap ? heap->cap * 2 : 64;
        net_timer **more = realloc(heap->timer, (size_t)cap * sizeof *more);
        if (!more) {
            free(timer);
            return NULL;
        }
        heap->timer = more;
        heap->cap = cap;
    }
    *timer = (net_timer){.when = when, .number = heap->made++, .fn = fn, .fn_context = fn_context};
    heap->n++;
    sift(heap, heap->n - 1, timer);
    return timer;
}

void timer_remove(timer_heap *heap, net_timer *timer)
{
    net_timer *last = heap->timer[--heap->n];
    if (last != timer) sift(heap, timer->place, last);
    free(timer);
}

int timer_wait(const timer_heap *heap, int64_t now, int limit)
{
    if (!heap->n) return limit;
    int64_t wait = heap->timer[0]->when - now;
    if (wait < 0) wait = 0;
    if (limit >= 0 && wait > limit) return limit;
    return wait > INT_MAX ? INT_MAX : (int)wait;
}

void timer_fire(timer_heap *heap, int64_t now)
{
    uint64_t made = heap->made;
    while (heap->n && heap->timer[0]->when <= now && heap->timer[0]->number < made) {
        net_timer first = *heap->timer[0];
        timer_remove(heap, heap->timer[0]);
        first.fn(first.fn_context);
    }
}

void timer_free(timer_heap *heap)
{
    for (int i = 0; i < heap->n; i++) free(heap->timer[i]);
    free(heap->timer);
}
