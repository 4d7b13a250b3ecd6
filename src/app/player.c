/* player.c - names, budgets and clocks of computer players. */
#include "app/player.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One thread's part of a search. */
typedef struct thinker {
    const player *p;
    const aude_rules *rules;
    int seat;
    double seconds, deadline; /* by the thread's own clock */
    aude_budget budget;
    aude_random random;
    void *memory;
    aude_move move;
} thinker;

static double player_now(const player *p)
{
    struct timespec t;
    clock_gettime(p->clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Whether several threads may search for it together. A level ends by playouts: more threads would make it another level. */
static bool player_joins(const player *p)
{
    return p->engine->join && strncmp(p->engine->name, "level:", 6);
}

/* `0.2s`, `0.2sx2` or `1000`, to the end of the text. */
static bool player_budget(player *p, const char *text)
{
    char *end;
    if (*text < '0' || *text > '9') return false;
    if (strchr(text, 's')) {
        if (text[strspn(text, "0123456789.")] != 's') return false;
        p->seconds = strtod(text, &end);
        if (!strncmp(end, "sx", 2) && end[2] >= '1' && end[2] <= '0' + PLAYER_THREADS && !end[3])
            p->threads = end[2] - '0';
        else if (strcmp(end, "s"))
            return false;
        if (p->threads > 1 && !player_joins(p)) return false;
        return p->seconds > 0 && p->seconds <= 86400;
    }
    unsigned long n = strtoul(text, &end, 10);
    p->seconds = 0;
    p->playouts = (uint32_t)n;
    return !*end && n > 0 && n <= 1000000000;
}

static void player_init(player *p)
{
    memset(p, 0, sizeof *p);
    p->clock = CLOCK_MONOTONIC;
    p->seconds = PLAYER_SECONDS;
}

bool player_read(player *p, const char *name)
{
    char engine[64];
    player_init(p);
    if ((p->engine = aude_engine_find(name))) return true;
    const char *colon = strrchr(name, ':');
    if (!colon || (size_t)(colon - name) >= sizeof engine) return false;
    memcpy(engine, name, (size_t)(colon - name));
    engine[colon - name] = 0;
    return (p->engine = aude_engine_find(engine)) && player_budget(p, colon + 1);
}

/* Stands for all foreign engines. */
static const aude_engine player_foreign = {.name = "exec", .about = "another program"};

bool player_read_any(player *p, const char *name)
{
    char budget[32];
    if (strncmp(name, "exec:", 5)) return player_read(p, name);
    player_init(p);
    p->engine = &player_foreign;
    name += 5;
    size_t size = strcspn(name, ":");
    if (name[size] && size && size < sizeof budget) {
        memcpy(budget, name, size);
        budget[size] = 0;
        if (player_budget(p, budget)) {
            name += size + 1;
        } else {
            player_init(p);
            p->engine = &player_foreign;
        }
    }
    return *name && snprintf(p->command, sizeof p->command, "%s", name) < (int)sizeof p->command;
}

void player_spread(player *p)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (p->threads || !player_joins(p)) return;
    p->threads = cores < 1 ? 1 : cores < PLAYER_THREADS ? (int)cores : PLAYER_THREADS;
}

bool player_open(player *p)
{
    if (*p->command) return (p->foreign = foreign_open(p->command));
    size_t size = (p->engine->memory + 15) / 16 * 16;
    if (!p->threads || p->seconds <= 0) p->threads = 1;
    for (int i = 0; i < p->threads; i++) {
        p->memory[i] = aligned_alloc(16, size ? size : 16);
        if (!p->memory[i]) return player_close(p), false;
    }
    player_fresh(p);
    return true;
}

void player_fresh(player *p)
{
    for (int i = 0; p->engine->memory && i < p->threads && p->memory[i]; i++)
        memset(p->memory[i], 0, AUDE_ENGINE_FRESH);
    if (p->foreign) foreign_fresh(p->foreign);
    p->spent = 0;
    p->turn = UINT32_MAX;
}

void player_close(player *p)
{
    for (int i = 0; i < PLAYER_THREADS; i++) {
        free(p->memory[i]);
        p->memory[i] = NULL;
    }
    foreign_close(p->foreign);
    p->foreign = NULL;
}

void player_follow(player *p, const aude_setup *setup, const aude_move *move, int n_moves)
{
    p->game = (foreign_game){setup, move, n_moves};
}

static int thinker_stop(void *context)
{
    const thinker *t = context;
    return player_now(t->p) >= t->deadline;
}

static void *thinker_run(void *argument)
{
    thinker *t = argument;
    t->deadline = player_now(t->p) + t->seconds;
    if (t->p->seconds > 0) t->budget.stop = thinker_stop, t->budget.context = t;
    t->p->engine->choose(t->rules, &t->p->view, t->seat, &t->budget, &t->random, t->memory, &t->move);
    return NULL;
}

/* Several searches of a tile at once, the first by this thread. */
static aude_move player_think(player *p, const thinker *first, int n, aude_random *random)
{
    thinker think[PLAYER_THREADS];
    pthread_t thread[PLAYER_THREADS];
    int started = 1;
    for (int i = 0; i < n; i++) {
        think[i] = *first;
        think[i].memory = p->memory[i];
        if (i) aude_random_seed(&think[i].random, aude_random_next(&think[0].random));
    }
    while (started < n && !pthread_create(&thread[started], NULL, thinker_run, &think[started])) started++;
    thinker_run(&think[0]);
    for (int i = 1; i < started; i++) pthread_join(thread[i], NULL);
    *random = think[0].random;
    if (started > 1) p->engine->join(first->rules, &p->view, first->seat, p->memory, started, &think[0].move);
    return think[0].move;
}

aude_move player_choose(player *p, const aude_rules *rules, const aude_state *state, int seat, aude_random *random)
{
    aude_step step = aude_state_step(rules, state);
    uint32_t decision = aude_state_decision(state);
    bool tile = step == AUDE_STEP_PLACE, meeple = step == AUDE_STEP_MEEPLE;
    bool same = meeple && decision == p->turn + 1;
    double seconds = tile || meeple ? p->seconds : p->seconds / 10;
    uint32_t playouts = tile || meeple ? p->playouts : p->playouts / 10 + 1;
    aude_move move;
    aude_view(rules, state, seat, AUDE_RECALL, &p->view);
    double begun = player_now(p);
    /* An engine with a tree answers a meeple from it; the playouts of the turn are spent. */
    const thinker t = {.p = p,
                       .rules = rules,
                       .seat = seat,
                       .seconds = seconds - (same ? p->spent : 0),
                       .budget = {.playouts = p->seconds > 0 ? 0
                                              : same         ? 1
                                                             : playouts},
                       .random = *random};
    if (!p->foreign)
        move = player_think(p, &t, tile ? p->threads : 1, random);
    else if (!foreign_choose(p->foreign, rules, &p->game, seat, p->seconds > 0 ? fmax(t.seconds, 0.001) : 0,
                             t.budget.playouts, &move, p->error))
        aude_default_move(rules, &p->view, seat, &move);
    double took = player_now(p) - begun;
    if (tile) p->turn = decision;
    if (tile) p->n_turns++;
    p->spent = tile ? took : same ? p->spent + took : 0;
    p->total += took;
    if (p->spent > p->most) p->most = p->spent;
    return move;
}

const char *player_names(void)
{
    static char names[512];
    names[0] = 0;
    for (int i = 0; aude_engine_builtin(i); i++) {
        strcat(names, i ? ", " : "");
        strcat(names, aude_engine_builtin(i)->name);
    }
    return names;
}
