/* writer.c - a small server without rules, for the crash tests and to measure: writer URL NAME LEASE TABLES TURNS [SEED].
 *
 * Each turn it takes up some of the tables (creating those that are missing, claiming those that are free), queues a few lines,
 * commits, and prints for each line that is durable `ack TABLE SEQ LINE`, nothing else: what it printed may never be lost. What
 * other servers hold it leaves. Lines are unlike all others: NAME, process, turn. At the end: `done TURNS LINES NANOSECONDS`. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/store.h"

enum { TABLES = 1000, LINES = 4 };

typedef struct place {
    char id[STORE_ID_MAX + 1];
    store_log *log;
    int64_t first; /* of the lines queued this turn */
    int n;
    char line[LINES][160];
} place;

static place places[TABLES];
static uint64_t state;

/* xorshift: repeatable and good enough */
static int below(int n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)((state >> 33) % (uint64_t)n);
}

static int64_t clock_ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static int64_t now(void)
{
    return clock_ns(CLOCK_REALTIME) / 1000000;
}

static void complain(const store_error *e)
{
    fprintf(stderr, "%s\n", e->message);
}

static void place_take(store *s, place *p)
{
    store_error e;
    store_err err = store_claim(s, p->id, &p->log, NULL, &e);
    if (err == STORE_E_MISSING) err = store_create(s, p->id, "writer", now(), &p->log, &e);
    if (err && err != STORE_E_BUSY) complain(&e);
    if (err) p->log = NULL;
}

static void place_queue(place *p, const char *name, int turn)
{
    store_error e;
    p->first = store_next(p->log);
    p->n = 1 + below(LINES);
    for (int i = 0; i < p->n; i++) {
        int size = snprintf(p->line[i], sizeof p->line[i], "%s %d %d %d \"%0*d\"", name, (int)getpid(), turn, i,
                            below(60) + 1, i);
        if (store_append(p->log, p->first + i, p->line[i], (size_t)size, &e)) complain(&e);
    }
}

/* What is durable is printed in one write, so that a kill cuts it at most at the end. */
static int place_settle(place *p)
{
    int n = p->n;
    p->n = 0;
    if (store_lost(p->log)) {
        store_release(p->log);
        p->log = NULL;
        return 0;
    }
    for (int i = 0; i < n; i++) printf("ack %s %" PRId64 " %s\n", p->id, p->first + i, p->line[i]);
    return n;
}

int main(int argc, char **argv)
{
    if (argc < 6) return 2;
    store_options options = {.server = argv[2], .address = "", .lease = atoi(argv[3])};
    int n_tables = atoi(argv[4]), n_turns = atoi(argv[5]), n_lines = 0;
    store_error e;
    store *s = NULL;
    state = (argc > 6 ? strtoull(argv[6], NULL, 10) : 1) * UINT64_C(0x9e3779b97f4a7c15) + 1;
    if (n_tables < 1 || n_tables > TABLES) return 2;
    for (int i = 0; i < n_tables; i++) snprintf(places[i].id, sizeof places[i].id, "table-%010d", i);
    s = store_open(argv[1], &options, &e);
    if (!s) {
        complain(&e);
        return 1;
    }
    int64_t start = clock_ns(CLOCK_MONOTONIC), renewed = start;
    for (int turn = 0; turn < n_turns; turn++) {
        for (int i = 0; i < n_tables; i++) {
            if (n_tables <= 20 && below(2)) continue;
            if (!places[i].log) place_take(s, &places[i]);
            if (places[i].log) place_queue(&places[i], argv[2], turn);
        }
        store_err err = store_commit(s, now(), &e);
        if (err && err != STORE_E_CONFLICT) complain(&e);
        for (int i = 0; i < n_tables; i++)
            if (places[i].log && places[i].n) n_lines += place_settle(&places[i]);
        fflush(stdout);
        if (n_tables <= 20 && below(50) == 0) {
            place *p = &places[below(n_tables)];
            store_release(p->log);
            p->log = NULL;
        }
        if (clock_ns(CLOCK_MONOTONIC) - renewed > options.lease * INT64_C(300000000)) {
            err = store_renew(s, &e);
            if (err && err != STORE_E_CONFLICT) complain(&e);
            renewed = clock_ns(CLOCK_MONOTONIC);
            for (int i = 0; i < n_tables; i++)
                if (places[i].log && store_lost(places[i].log)) {
                    store_release(places[i].log);
                    places[i].log = NULL;
                }
        }
    }
    printf("done %d %d %" PRId64 "\n", n_turns, n_lines, clock_ns(CLOCK_MONOTONIC) - start);
    store_close(s);
    return 0;
}
