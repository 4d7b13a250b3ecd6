/* adopt.c - tables that no living server has go on here: after a restart, after another server's death, after a batch that was lost.
 * See hall.h.
 *
 * They wait in a queue and are read a few a turn, so that nobody waits for that. Where several servers share the store it is listed
 * again and again; a table that needs nobody is then remembered with its number of rows, and not read again until something is added. */
#include "server/hall.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LIST_MS = 5000, TURN_MS = 20, LIST_SHARE = 20 /* listing takes at most this part of the time */ };

static int64_t clock_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- Idle tables: a hash table, at most half full ---- */

struct idle {
    char id[STORE_ID_MAX + 1]; /* "": free */
    int64_t n_rows;
};

static struct idle *idle_slot(const idle_tables *t, const char *id)
{
    size_t i = hall_hash(id) & (t->cap - 1);
    while (t->slot[i].id[0] && strcmp(t->slot[i].id, id) != 0) i = (i + 1) & (t->cap - 1);
    return &t->slot[i];
}

static void idle_add(idle_tables *t, const char *id, int64_t n_rows)
{
    if (2 * (t->n + 1) > t->cap) {
        idle_tables more = {.cap = t->cap ? 2 * t->cap : 256, .n = t->n};
        more.slot = calloc(more.cap, sizeof *more.slot);
        if (!more.slot) return; /* it will be read once more */
        for (size_t i = 0; i < t->cap; i++)
            if (t->slot[i].id[0]) *idle_slot(&more, t->slot[i].id) = t->slot[i];
        free(t->slot);
        *t = more;
    }
    struct idle *slot = idle_slot(t, id);
    t->n += !slot->id[0];
    strcpy(slot->id, id);
    slot->n_rows = n_rows;
}

void adopt_idle(hall *h, const char *id, int64_t n_rows)
{
    if (h->shared) idle_add(&h->adoption.idle, id, n_rows);
}

/* ---- The queue ---- */

void adopt_queue(hall *h, const char *id)
{
    adoption *a = &h->adoption;
    if (a->n == a->cap) {
        size_t cap = a->cap ? 2 * a->cap : 64;
        void *more = realloc(a->queue, cap * sizeof *a->queue);
        if (!more) return;
        a->queue = more;
        a->cap = cap;
    }
    strcpy(a->queue[a->n++], id);
}

static void queue_clear(adoption *a)
{
    free(a->queue);
    a->queue = NULL;
    a->n = a->at = a->cap = 0;
}

typedef struct listing {
    hall *h;
    idle_tables idle; /* those that are there still */
} listing;

static bool listing_table(void *user, const store_table *table)
{
    listing *l = user;
    const idle_tables *idle = &l->h->adoption.idle;
    if (table->server[0]) return true;
    for (const room *r = l->h->bucket[hall_bucket(table->id)]; r; r = r->next)
        if (!strcmp(r->id, table->id)) return true;
    const struct idle *slot = idle->n ? idle_slot(idle, table->id) : NULL;
    if (slot && slot->id[0] && slot->n_rows == table->n_rows)
        idle_add(&l->idle, table->id, table->n_rows);
    else
        adopt_queue(l->h, table->id);
    return true;
}

static void adopt_list(hall *h)
{
    adoption *a = &h->adoption;
    listing l = {.h = h};
    store_error e;
    int64_t begun = clock_ms();
    store_err err = store_list(h->store, STORE_OPEN, listing_table, &l, &e);
    if (err) hall_log(h, NET_ERROR, "list_failed", NULL, e.message);
    a->listed = !err;
    a->rest = LIST_SHARE * (clock_ms() - begun);
    free(a->idle.slot);
    a->idle = l.idle;
}

/* ---- Going on ---- */

/* False: it must be tried again later, after the others. */
static bool adopt_one(hall *h, const char *at)
{
    char id[STORE_ID_MAX + 1];
    room *r;
    strcpy(id, at);
    hall_answer answer = hall_find(h, id, &r, NULL);
    if (answer == HALL_OK && room_needs_nobody(h, r)) {
        adopt_idle(h, id, store_next(r->log));
        hall_drop(h, r);
    }
    if (answer != HALL_FULL && answer != HALL_FAILED) return true;
    adopt_queue(h, id);
    return false;
}

bool adopt_tend(hall *h)
{
    adoption *a = &h->adoption;
    int64_t now = net_now(h->net), until = clock_ms() + TURN_MS;
    if (now < a->due_at) return false;
    if (!a->n && (h->shared || !a->listed)) adopt_list(h);
    while (a->at < a->n && clock_ms() < until) {
        if (adopt_one(h, a->queue[a->at++])) continue;
        a->due_at = now + LIST_MS;
        return false;
    }
    if (a->at < a->n) return true;
    queue_clear(a);
    a->due_at = now + LIST_MS + a->rest;
    return false;
}

void adopt_soon(hall *h)
{
    h->adoption.due_at = 0;
}

void adopt_free(hall *h)
{
    queue_clear(&h->adoption);
    free(h->adoption.idle.slot);
}
