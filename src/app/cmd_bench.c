/* cmd_bench.c - how fast the rules are, on one core, and the signature of what they do.
 *
 * Time is the processor time of this program, so that others on the machine take nothing away. Every figure is the median of
 * several slices. */
#include "app/bench_more.h"
#include "app/command.h"
#include "app/setup.h"
#include "app/signature.h"
#include "aude.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BENCH_SLICES = 7, BENCH_STATES = 64, BENCH_HALF = 36 /* tiles at mid-game */ };

typedef struct bench {
    aude_rules rules;
    aude_random random;
    aude_state state[BENCH_STATES];
    aude_state copy[BENCH_STATES];
    aude_move moves[AUDE_MAX_MOVES];
    uint64_t decisions; /* of a slice of games; then a second, the median */
    uint64_t sink;      /* keeps results alive */
} bench;

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- What is measured: each does one unit of work ---------------------------------------------------------------- */

static void unit_game(bench *b)
{
    aude_state *state = &b->state[0];
    aude_start(&b->rules, state);
    b->decisions += (uint64_t)aude_playout(&b->rules, state, &b->random);
    b->sink += (uint64_t)aude_score(state, 0);
}

static void unit_copy(bench *b)
{
    for (int i = 0; i < BENCH_STATES; i++) aude_state_copy(&b->rules, &b->copy[i], &b->state[i]);
    b->sink += b->copy[b->sink % BENCH_STATES].u.bytes[0];
}

static void unit_list(bench *b)
{
    for (int i = 0; i < BENCH_STATES; i++)
        b->sink +=
            (uint64_t)aude_legal(&b->rules, &b->state[i], aude_state_turn(&b->state[i]), b->moves, AUDE_MAX_MOVES);
}

/* ---- Measuring --------------------------------------------------------------------------------------------------- */

static int double_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Units a second, and decisions a second in b: medians of slices, `seconds` in all. */
static double bench_rate(bench *b, void (*unit)(bench *), double seconds)
{
    double rate[BENCH_SLICES], decisions[BENCH_SLICES];
    unit(b);
    for (int i = 0; i < BENCH_SLICES; i++) {
        long n = 0, batch = 1;
        double begin = clock_now(), now = begin;
        b->decisions = 0;
        while (now - begin < seconds / BENCH_SLICES) {
            for (long k = 0; k < batch; k++) unit(b);
            n += batch;
            now = clock_now();
            if (now - begin < seconds / BENCH_SLICES / 64) batch *= 2;
        }
        rate[i] = (double)n / (now - begin);
        decisions[i] = (double)b->decisions / (now - begin);
    }
    qsort(rate, BENCH_SLICES, sizeof *rate, double_compare);
    qsort(decisions, BENCH_SLICES, sizeof *decisions, double_compare);
    b->decisions = (uint64_t)decisions[BENCH_SLICES / 2];
    return rate[BENCH_SLICES / 2];
}

static int bench_setup(const options *o, bench *b, bool bets, int seats)
{
    aude_setup setup;
    aude_errinfo error;
    aude_setup_default(&setup, seats);
    if (bets) setup.set[setup.n_sets++] = aude_tileset_find("bets", 0);
    aude_random_seed(&b->random, 1);
    if (aude_rules_init(&b->rules, &setup, &error)) return command_error(o, "%s", error.message);
    return COMMAND_OK;
}

/* Fills the states with placements to be chosen in the middle of random games. */
static void bench_middle(bench *b)
{
    for (int i = 0; i < BENCH_STATES; i++) {
        aude_move move;
        aude_start(&b->rules, &b->state[i]);
        while (aude_n_placed(&b->state[i]) < BENCH_HALF ||
               aude_state_step(&b->rules, &b->state[i]) != AUDE_STEP_PLACE) {
            if (!aude_random_move(&b->rules, &b->state[i], &b->random, &move)) break;
            aude_play(&b->rules, &b->state[i], move, NULL);
        }
    }
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

typedef struct figure {
    const char *key, *unit;
    double value;
    int digits;
} figure;

static void figures_print(const figure *f, int n, bool json)
{
    for (int i = 0; i < n; i++)
        if (json)
            printf("%s\"%s\": %.*f%s", i ? "  " : "{ ", f[i].key, f[i].digits, f[i].value, i + 1 < n ? ",\n" : " }\n");
        else
            printf("%-28s %12.*f %s\n", f[i].key, f[i].digits, f[i].value, f[i].unit);
}

static int bench_figures(const options *o, bench *b, int seats, double seconds)
{
    figure f[8];
    int n = 0, code = bench_setup(o, b, false, seats);
    if (code) return code;
    f[n++] = (figure){"games_per_second", "games of base a second", bench_rate(b, unit_game, seconds), 0};
    f[n++] = (figure){"decisions_per_second", "moves of base a second, draws included", (double)b->decisions, 0};
    bench_middle(b);
    f[n++] = (figure){"copy_ns", "ns to copy a state, over 64 states",
                      1e9 / BENCH_STATES / bench_rate(b, unit_copy, seconds / 4), 1};
    f[n++] = (figure){"lists_per_second", "full lists of placements a second at mid-game",
                      BENCH_STATES * bench_rate(b, unit_list, seconds / 4), 0};
    f[n++] = (figure){"state_bytes", "bytes of a state of base", (double)aude_state_size(&b->rules), 0};
    code = bench_setup(o, b, true, seats);
    if (code) return code;
    f[n++] = (figure){"bets_games_per_second", "games of base and bets a second", bench_rate(b, unit_game, seconds), 0};
    f[n++] = (figure){"bets_decisions_per_second", "moves of base and bets a second", (double)b->decisions, 0};
    f[n++] = (figure){"bets_state_bytes", "bytes of a state of base and bets", (double)aude_state_size(&b->rules), 0};
    figures_print(f, n, options_has(o, "json"));
    return COMMAND_OK;
}

/* Runs a program's `bench --games-only` for a slice; its games a second, or a negative number. */
static double other_rate(const char *program, bool bets, int seats, double seconds)
{
    char line[4200];
    if (strchr(program, '\'')) return -1;
    int milliseconds = (int)(seconds * 1000);
    snprintf(line, sizeof line, "'%s' bench --games-only%s --seats %d --milliseconds %d", program,
             bets ? " --bets" : "", seats, milliseconds ? milliseconds : 1);
    FILE *in = popen(line, "r");
    double rate = -1;
    if (!in) return -1;
    if (fscanf(in, "%lf", &rate) != 1) rate = -1;
    return pclose(in) ? -1 : rate;
}

/* This build and another, turn by turn, so that both meet the same moods of the machine. What neighbours take away only makes slices
 * slower, so the best of many says what the builds can do. */
static int bench_against(const options *o, bench *b, const char *program, int seats, double seconds)
{
    enum { PAIRS = 41 };
    double ratio[PAIRS], mine = 0, other = 0;
    bool bets = options_has(o, "bets");
    int code = bench_setup(o, b, bets, seats);
    if (code) return code;
    for (int i = 0; i < PAIRS; i++) {
        double slice = seconds / PAIRS, rate = other_rate(program, bets, seats, slice);
        if (rate <= 0)
            return command_error(o, "--against: %s does not run `bench --games-only%s`", program,
                                 bets ? " --bets" : "");
        double own = bench_rate(b, unit_game, slice);
        ratio[i] = own / rate;
        mine = own > mine ? own : mine;
        other = rate > other ? rate : other;
    }
    qsort(ratio, PAIRS, sizeof *ratio, double_compare);
    const figure f[] = {{"games_per_second", "games a second, the best of 41 slices", mine, 0},
                        {"other_games_per_second", program, other, 0},
                        {"ratio", "this to other (median)", ratio[PAIRS / 2], 4},
                        {"ratio_of_best", "this to other, both at their best", mine / other, 4}};
    figures_print(f, 4, options_has(o, "json"));
    return COMMAND_OK;
}

static int bench_processes(const options *o, int jobs, double time)
{
    double one = bench_jobs(1, time), all = bench_jobs(jobs, time);
    if (one < 0 || all < 0) return command_error(o, "--jobs: the processes do not start");
    const figure f[] = {{"one_process", "games of base a second, one process, by the wall", one, 0},
                        {"processes", "games of base a second, all processes, by the wall", all, 0}};
    figures_print(f, 2, options_has(o, "json"));
    return COMMAND_OK;
}

/* Each of these measures something else; with a mode, options that it does not read are refused. */
static const struct {
    const char *mode, *without[6];
} bench_mode[] = {
    {"signature", {"seats", "seconds", "milliseconds", "json", "bets"}},
    {"growth", {"seats", "bets"}},
    {"env", {"bets"}},
    {"jobs", {"seats", "bets"}},
    {"games-only", {"json"}},
    {"against", {0}},
};
enum { BENCH_MODES = sizeof bench_mode / sizeof *bench_mode };

static bool bench_modes_check(const options *o)
{
    const char *chosen = NULL;
    for (int i = 0; i < BENCH_MODES; i++) {
        const char *mode = bench_mode[i].mode;
        if (!options_has(o, mode)) continue;
        if (chosen) return command_error(o, "--%s and --%s measure different things", chosen, mode), false;
        chosen = mode;
        for (int k = 0; bench_mode[i].without[k]; k++)
            if (options_has(o, bench_mode[i].without[k]))
                return command_error(o, "--%s does not read --%s", mode, bench_mode[i].without[k]), false;
    }
    if (!chosen && options_has(o, "bets"))
        return command_error(o, "--bets is for --games-only and --against: all figures have both"), false;
    if (options_has(o, "seconds") && options_has(o, "milliseconds"))
        return command_error(o, "--seconds and --milliseconds are the same time"), false;
    return true;
}

static int bench_command(const options *o)
{
    long seats = 0, seconds = 0, milliseconds = 0, jobs = 0;
    if (!bench_modes_check(o) || !options_number(o, "seats", 1, AUDE_MAX_SEATS, &seats) ||
        !options_number(o, "seconds", 1, 3600, &seconds) ||
        !options_number(o, "milliseconds", 1, 3600000, &milliseconds) || !options_number(o, "jobs", 1, 64, &jobs))
        return COMMAND_USAGE;
    double time = milliseconds ? (double)milliseconds / 1000 : (double)seconds;
    bool json = options_has(o, "json");
    if (options_has(o, "signature")) {
        static signature work;
        printf("%016llx\n", (unsigned long long)signature_compute(&work));
        return COMMAND_OK;
    }
    if (options_has(o, "growth"))
        return bench_growth(milliseconds ? time : time / 3, json) ? COMMAND_OK : command_error(o, "out of memory");
    if (options_has(o, "env"))
        return bench_env((int)seats, time, json) ? COMMAND_OK : command_error(o, "out of memory");
    if (jobs) return bench_processes(o, (int)jobs, time);
    bench *b = calloc(1, sizeof *b);
    if (!b) return command_error(o, "out of memory");
    int code;
    if (options_has(o, "games-only")) {
        code = bench_setup(o, b, options_has(o, "bets"), (int)seats);
        if (!code) printf("%.1f\n", bench_rate(b, unit_game, time));
    } else if (options_has(o, "against")) {
        code = bench_against(o, b, options_value(o, "against"), (int)seats, time);
    } else {
        code = bench_figures(o, b, (int)seats, time);
    }
    free(b);
    return code;
}

const command command_bench = {
    .name = "bench",
    .summary = "measure the speed of the rules, or print their signature",
    .about =
        "Plays random games on one core: fields on, a placement uniform over the legal ones (equal rotations of a "
        "symmetric tile are one), then a meeple uniform over none and the free segments. Every figure is the median "
        "of seven slices of processor time; --env takes five, --growth the least of five, --against 41 of each build, "
        "and --jobs measures once, by the clock on the wall.\n\n"
        "The signature is a digest over seeded games with all options that pick from the canonical legal lists. It "
        "changes exactly when the rules behave differently; commits name it.",
    .option =
        (const option[]){
            {"seats", "N", "2", "players", false},
            {"seconds", "S", "3", "time for each kind of game", false},
            {"milliseconds", "MS", NULL, "the same, finer", false},
            {"json", NULL, NULL, "print one JSON object", false},
            {"signature", NULL, NULL, "print the signature and nothing else", false},
            {"growth", NULL, NULL, "the cost of a tile for 72 to 390 tiles and 2 to 6 seats", false},
            {"env", NULL, NULL, "decisions a second of the learning environments, base and bets", false},
            {"jobs", "N", NULL, "one process, then N at once", false},
            {"games-only", NULL, NULL, "print games a second and nothing else", false},
            {"against", "PROGRAM", NULL, "compare with another build of aude, turn by turn", false},
            {"bets", NULL, NULL, "games of base and bets for these two, in place of base", false},
            {0},
        },
    .example =
        (const char *const[]){
            "aude bench",
            "all figures",
            "aude bench --against old/aude --seconds 20",
            "how much faster this build is",
            NULL,
        },
    .run = bench_command,
};
