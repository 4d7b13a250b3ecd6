/* bench_more.c - how the cost of a tile grows with the number of tiles and players, and games on several cores. */
#include "app/bench_more.h"
#include "aude.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double clock_of(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool rules_many(aude_rules *rules, int seats, int tiles)
{
    static aude_tileset set;
    aude_setup setup;
    aude_setup_default(&setup, seats);
    if (tiles > 72) { /* the base tiles six times, of which so many are drawn */
        set = *setup.set[0];
        for (int i = 0; i < set.n_tiles; i++) set.tile[i].count = (uint8_t)(set.tile[i].count * 6);
        setup.set[0] = &set;
        setup.draws = tiles - 1;
    }
    return aude_rules_init(rules, &setup, NULL) == AUDE_OK;
}

/* Nanoseconds of processor time a tile, playing whole games of so many tiles; *open is the mean number of open spaces at the end. */
static double tile_cost(const aude_rules *rules, aude_state *state, aude_random *random, double seconds, double *open)
{
    enum { BATCH = 64 }; /* reading the clock takes as long as some tiles */
    long tiles = 0, batches = 0, spaces = 0;
    double begin = clock_of(CLOCK_PROCESS_CPUTIME_ID), now;
    do {
        for (int i = 0; i < BATCH; i++) {
            aude_start(rules, state);
            aude_playout(rules, state, random);
            tiles += aude_n_placed(state);
        }
        spaces += aude_open_spaces(rules, state, NULL, 0);
        batches++;
        now = clock_of(CLOCK_PROCESS_CPUTIME_ID);
    } while (now - begin < seconds);
    *open = (double)spaces / (double)batches;
    return 1e9 * (now - begin) / (double)tiles;
}

bool bench_growth(double seconds, bool json)
{
    static const int tiles[] = {72, 82, 200, 390};
    aude_rules *rules = malloc(sizeof *rules);
    aude_state *state = malloc(sizeof *state);
    aude_random random;
    if (!rules || !state) return free(rules), free(state), false;
    aude_random_seed(&random, 1);
    printf(json ? "[" : "seats  tiles  ns a tile  open spaces at the end  bytes of a state\n");
    const char *comma = "";
    for (int seats = 2; seats <= AUDE_MAX_SEATS; seats++) {
        for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++) {
            if (!rules_many(rules, seats, tiles[i])) return free(rules), free(state), false;
            double best = 0, open = 0;
            for (int slice = 0; slice < 5; slice++) { /* the least of five: what the machine does besides only adds */
                double ns = tile_cost(rules, state, &random, seconds / 5, &open);
                if (slice == 0 || ns < best) best = ns;
            }
            if (json)
                printf("%s\n  {\"seats\": %d, \"tiles\": %d, \"ns\": %.1f, \"open\": %.1f, \"bytes\": %zu}", comma,
                       seats, tiles[i], best, open, aude_state_size(rules));
            else
                printf("%5d  %5d  %9.1f  %22.1f  %16zu\n", seats, tiles[i], best, open, aude_state_size(rules));
            comma = ",";
        }
    }
    if (json) printf("\n]\n");
    free(rules);
    free(state);
    return true;
}

/* Plays for so many seconds and writes the number of games. */
static void job_run(int out, double seconds, uint64_t seed)
{
    static aude_rules rules;
    static aude_state state;
    aude_random random;
    long games = 0;
    aude_random_seed(&random, seed);
    if (!rules_many(&rules, 2, 72)) _exit(1);
    double end = clock_of(CLOCK_MONOTONIC) + seconds;
    do {
        for (int i = 0; i < 200; i++, games++) {
            aude_start(&rules, &state);
            aude_playout(&rules, &state, &random);
        }
    } while (clock_of(CLOCK_MONOTONIC) < end);
    _exit(write(out, &games, sizeof games) != sizeof games);
}

double bench_jobs(int jobs, double seconds)
{
    int end[2];
    if (pipe(end)) return -1;
    fflush(stdout);
    double begin = clock_of(CLOCK_MONOTONIC);
    for (int i = 0; i < jobs; i++) {
        pid_t child = fork();
        if (child < 0) return -1;
        if (child == 0) job_run(end[1], seconds, (uint64_t)i + 1);
    }
    close(end[1]);
    long all = 0, games;
    while (read(end[0], &games, sizeof games) == sizeof games) all += games;
    close(end[0]);
    while (wait(NULL) > 0) continue;
    return (double)all / (clock_of(CLOCK_MONOTONIC) - begin);
}
