/* player.c - names, budgets and clocks of computer players. */
#include "app/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double player_now(const player *p)
{
    struct timespec t;
    clock_gettime(p->clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* `0.2s` or `1000`, to the end of the text. */
static bool player_budget(player *p, const char *text)
{
    char *end;
    if (*text < '0' || *text > '9') return false;
    if (text[strlen(text) - 1] == 's') {
        p->seconds = strtod(text, &end);
        return !strcmp(end, "s") && p->seconds > 0 && p->seconds <= 86400;
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
        if (player_budget(p, budget))
            name += size + 1;
        else
            p->seconds = PLAYER_SECONDS;
    }
    return *name && snprintf(p->command, sizeof p->command, "%s", name) < (int)sizeof p->command;
}

bool player_open(player *p)
{
    if (*p->command) return (p->foreign = foreign_open(p->command));
    size_t size = (p->engine->memory + 15) / 16 * 16;
    p->memory = aligned_alloc(16, size ? size : 16);
    if (p->memory) player_fresh(p);
    return p->memory;
}

void player_fresh(player *p)
{
    if (p->engine->memory) memset(p->memory, 0, AUDE_ENGINE_FRESH);
    if (p->foreign) foreign_fresh(p->foreign);
    p->spent = 0;
    p->turn = UINT32_MAX;
}

void player_close(player *p)
{
    free(p->memory);
    foreign_close(p->foreign);
    p->memory = NULL;
    p->foreign = NULL;
}

void player_follow(player *p, const aude_setup *setup, const aude_move *move, int n_moves)
{
    p->game = (foreign_game){setup, move, n_moves};
}

static int player_stop(void *context)
{
    const player *p = context;
    return player_now(p) >= p->deadline;
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
    p->begun = player_now(p);
    p->deadline = p->begun + seconds - (same ? p->spent : 0);
    /* An engine with a tree answers a meeple from it; the playouts of the turn are spent. */
    aude_budget budget = {.playouts = p->seconds > 0 ? 0 : same ? 1 : playouts};
    if (p->seconds > 0) budget.stop = player_stop, budget.context = p;
    if (!p->foreign)
        p->engine->choose(rules, &p->view, seat, &budget, random, p->memory, &move);
    else if (!foreign_choose(p->foreign, rules, &p->game, seat, p->seconds > 0 ? seconds : 0, budget.playouts, &move,
                             p->error))
        aude_default_move(rules, &p->view, seat, &move);
    double took = player_now(p) - p->begun;
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
