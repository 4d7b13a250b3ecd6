/* bench_env.c - decisions a second of the learning environments, by what they are asked to write. */
#include "app/bench_more.h"
#include "aude.h"
#include "aude_env.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ENV_SLICES = 5, ENV_STEPS = 16 /* between looks at the clock */ };

typedef struct env_mode {
    const char *key, *about;
    bool count, show, rows;
} env_mode;

typedef struct env_bench {
    aude_env_layout l;
    aude_env_buffers to;
    aude_env *env;
    int32_t *action;
    aude_random random;
    void *memory;
} env_bench;

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int double_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void env_close(env_bench *b)
{
    free(b->memory), free(b->action), free(b->to.done), free(b->to.n_legal);
    free(b->to.planes), free(b->to.flat), free(b->to.mask), free(b->to.rows);
}

static bool env_open(env_bench *b, const aude_rules *rules, const env_mode *mode, int games)
{
    aude_env_config config;
    *b = (env_bench){0};
    aude_env_config_default(&config, rules, games);
    if (aude_env_layout_of(&config, &b->l, NULL)) return false;
    size_t n = (size_t)games, size = aude_env_memory(&config), w = (size_t)b->l.window, cap = (size_t)b->l.cap;
    b->memory = malloc(size);
    b->action = malloc(n * sizeof *b->action);
    b->to.done = malloc(n);
    if (mode->count) b->to.n_legal = malloc(n * sizeof *b->to.n_legal);
    if (mode->show) {
        b->to.planes = malloc(n * w * w * AUDE_ENV_CHANNELS);
        b->to.flat = malloc(n * (size_t)b->l.flat * sizeof *b->to.flat);
        b->to.mask = malloc(n * cap);
    }
    if (mode->rows) b->to.rows = malloc(n * cap * (size_t)b->l.columns * sizeof *b->to.rows);
    if (!b->memory || !b->action || !b->to.done || (mode->count && !b->to.n_legal) ||
        (mode->show && (!b->to.planes || !b->to.flat || !b->to.mask)) || (mode->rows && !b->to.rows))
        return false;
    if (aude_env_init(&b->env, b->memory, size, &config, NULL)) return false;
    aude_env_bind(b->env, &b->to);
    aude_random_seed(&b->random, 1);
    return aude_env_reset(b->env, 1, NULL) == AUDE_OK;
}

/* Each game makes so many random decisions; where lists are counted, the caller draws the indices. */
static void env_steps(env_bench *b)
{
    for (int step = 0; step < ENV_STEPS; step++) {
        if (b->to.n_legal)
            for (int i = 0; i < b->l.n_envs; i++)
                b->action[i] = (int32_t)aude_random_below(&b->random, (uint32_t)b->to.n_legal[i]);
        aude_env_step(b->env, b->to.n_legal ? b->action : NULL, NULL);
    }
}

/* Median of slices. */
static double env_rate(env_bench *b, double seconds)
{
    double rate[ENV_SLICES];
    for (int warm = 0; warm < 8; warm++) env_steps(b); /* games of all ages */
    for (int i = 0; i < ENV_SLICES; i++) {
        double begin = clock_now(), now;
        long n = 0;
        do {
            env_steps(b);
            n += ENV_STEPS;
            now = clock_now();
        } while (now - begin < seconds / ENV_SLICES);
        rate[i] = (double)n * b->l.n_envs / (now - begin);
    }
    qsort(rate, ENV_SLICES, sizeof *rate, double_compare);
    return rate[ENV_SLICES / 2];
}

bool bench_env(int seats, double seconds, bool json)
{
    static const env_mode mode[] = {
        {"bare", "nothing shown, moves drawn inside", false, false, false},
        {"counted", "legal moves counted, moves chosen by index", true, false, false},
        {"shown", "observations and masks, moves chosen by index", true, true, false},
        {"rows", "the same and a row for each legal move", true, true, true},
    };
    static const int games[] = {64, 1024};
    aude_rules *rules = malloc(sizeof *rules);
    aude_setup setup;
    bool done = rules != NULL;
    const char *comma = "{ ";
    aude_setup_default(&setup, seats);
    setup.set[setup.n_sets++] = aude_tileset_find("bets", 0);
    done = done && aude_rules_init(rules, &setup, NULL) == AUDE_OK;
    for (size_t k = 0; done && k < sizeof games / sizeof *games; k++) {
        for (size_t i = 0; done && i < sizeof mode / sizeof *mode; i++) {
            env_bench b;
            done = env_open(&b, rules, &mode[i], games[k]);
            double rate = done ? env_rate(&b, seconds) : 0;
            env_close(&b);
            if (json)
                printf("%s\"%s_%d\": %.0f", comma, mode[i].key, games[k], rate), comma = ",\n  ";
            else
                printf("%5d games %12.0f decisions a second: %s\n", games[k], rate, mode[i].about);
        }
    }
    if (json) printf(" }\n");
    free(rules);
    return done;
}
