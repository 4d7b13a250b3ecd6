/* env_random.c - random decisions in many games at once: how fast, and what comes out.
 *
 *     env_random [GAMES [SECONDS [bare|count|all]]]
 *
 * `bare` shows nothing, `count` counts the legal moves, `all` writes observations, masks and rows. */
#include <aude_env.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static aude_rules rules;

static double seconds_used(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64;
    double limit = argc > 2 ? atof(argv[2]) : 0.2;
    const char *mode = argc > 3 ? argv[3] : "all";
    aude_setup setup;
    aude_env_config config;
    aude_env_layout layout;
    aude_env_buffers buffers = {0};
    aude_env *env;
    aude_errinfo error;
    if (strcmp(mode, "bare") && strcmp(mode, "count") && strcmp(mode, "all"))
        return fprintf(stderr, "bare, count or all, not %s\n", mode), 2;
    aude_setup_default(&setup, 2);
    setup.set[setup.n_sets++] = aude_tileset_find("bets", 0);
    if (aude_rules_init(&rules, &setup, &error)) return fprintf(stderr, "%s\n", error.message), 1;
    aude_env_config_default(&config, &rules, n);
    if (aude_env_layout_of(&config, &layout, &error)) return fprintf(stderr, "%s\n", error.message), 1;

    size_t size = aude_env_memory(&config), games = (size_t)n, w = (size_t)layout.window;
    void *memory = malloc(size);
    if (!memory) return fprintf(stderr, "out of memory\n"), 1;
    if (aude_env_init(&env, memory, size, &config, &error)) return fprintf(stderr, "%s\n", error.message), 1;
    int counted = strcmp(mode, "bare") != 0, shown = !strcmp(mode, "all");
    buffers.done = malloc(games);
    buffers.score = malloc(games * (size_t)layout.n_seats * sizeof *buffers.score);
    if (counted) buffers.n_legal = malloc(games * sizeof *buffers.n_legal);
    if (shown) {
        buffers.planes = malloc(games * w * w * AUDE_ENV_CHANNELS);
        buffers.flat = malloc(games * (size_t)layout.flat * sizeof *buffers.flat);
        buffers.rows = malloc(games * (size_t)(layout.cap * layout.columns) * sizeof *buffers.rows);
        buffers.mask = malloc(games * (size_t)layout.cap);
    }
    int32_t *action = malloc(games * sizeof *action);
    if (!buffers.done || !buffers.score || !action || (counted && !buffers.n_legal) ||
        (shown && !(buffers.planes && buffers.flat && buffers.rows && buffers.mask)))
        return fprintf(stderr, "out of memory\n"), 1;
    aude_env_bind(env, &buffers);
    if (aude_env_reset(env, 1, &error)) return fprintf(stderr, "%s\n", error.message), 1;

    aude_random random;
    aude_random_seed(&random, 1);
    double begin = seconds_used(), used;
    long steps = 0, ended = 0, points = 0;
    do {
        for (int k = 0; k < 16; k++, steps++) {
            if (buffers.n_legal)
                for (int i = 0; i < n; i++)
                    action[i] = (int32_t)aude_random_below(&random, (uint32_t)buffers.n_legal[i]);
            if (aude_env_step(env, buffers.n_legal ? action : NULL, &error))
                return fprintf(stderr, "%s\n", error.message), 1;
            for (int i = 0; i < n; i++) {
                ended += buffers.done[i];
                if (buffers.done[i]) points += buffers.score[i * layout.n_seats];
            }
        }
        used = seconds_used() - begin;
    } while (used < limit);
    printf("%.0f decisions a second, %ld games, seat 0 has %.1f points on average\n", (double)steps * n / used, ended,
           ended ? (double)points / (double)ended : 0.0);
    free(buffers.done), free(buffers.score), free(buffers.n_legal), free(buffers.planes), free(buffers.flat);
    free(buffers.rows), free(buffers.mask), free(action), free(memory);
    return 0;
}
