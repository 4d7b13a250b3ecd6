/* cmd_selfplay.c - engines play each other: scores, bets, moves a decision; records and checks of every game on request.
 *
 * Game g depends on the seed and on g alone, so neither the number of jobs nor an earlier game changes it. In game g seat s is
 * played by engine (s + g) mod n, so that every engine sits everywhere equally often. */
#include "app/check.h"
#include "app/command.h"
#include "app/draw.h"
#include "app/file.h"
#include "app/gamelog.h"
#include "app/player.h"
#include "app/setup.h"
#include "aude.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SELFPLAY_MAX_JOBS = 64, SELFPLAY_STEPS = AUDE_STEP_OVER };

typedef struct scores {
    long games, sum, wins, shared;
    double squares;
} scores;

typedef struct summary {
    long games, ties, decisions, discarded;
    long placements, spaces, edges[2], continued[2]; /* AUDE_CITY, AUDE_ROAD */
    long bets_asked, bets, flips, hits, paid, voids;
    scores seat[AUDE_MAX_SEATS], engine[AUDE_MAX_SEATS];
    long listed[SELFPLAY_STEPS], asked[SELFPLAY_STEPS], most[SELFPLAY_STEPS];
} summary;

typedef struct selfplay {
    const options *o;
    game_setup game;
    aude_rules rules;
    int n_seats;
    char engine[AUDE_MAX_SEATS][PLAYER_NAME]; /* names of players */
    uint64_t seed;
    long games, jobs;
    uint32_t leave; /* chance a move, in thousandths, that somebody leaves */
    const char *records;
    bool checked;
} selfplay;

typedef struct job {
    const selfplay *play;
    long index;
    bool failed;
    summary sum;
    gamelog log;
    check *check;
    aude_state state, before;
    aude_events events;
    player player[AUDE_MAX_SEATS]; /* by engine */
    aude_random random[AUDE_MAX_SEATS], dice;
    int n_course;
    aude_move course[AUDE_MAX_COURSE]; /* moves so far */
} job;

/* ---- One game ---------------------------------------------------------------------------------------------------- */

static player *game_player(job *j, long game, int seat)
{
    return &j->player[((long)seat + game) % j->play->n_seats];
}

static void game_listed(job *j, int seat)
{
    int step = aude_state_step(&j->play->rules, &j->state);
    int n = aude_count_legal(&j->play->rules, &j->state, seat);
    j->sum.asked[step]++;
    j->sum.listed[step] += n;
    if (n > j->sum.most[step]) j->sum.most[step] = n;
}

/* One of those who are to act, at random: the order of secret choices must not matter. */
static aude_move game_choose(job *j, long game, uint32_t actors)
{
    const aude_rules *rules = &j->play->rules;
    int nth = (int)aude_random_below(&j->dice, (uint32_t)__builtin_popcount(actors));
    while (nth--) actors &= actors - 1;
    int seat = __builtin_ctz(actors);
    game_listed(j, seat);
    player *p = game_player(j, game, seat);
    player_follow(p, &j->play->game.setup, j->course, j->n_course);
    aude_move move = player_choose(p, rules, &j->state, seat, &j->random[seat]);
    if (!*p->error) return move;
    command_error(j->play->o, "game %ld, decision %u: exec:%s: %s", game, aude_state_decision(&j->state), p->command,
                  p->error);
    j->failed = true;
    return move;
}

/* How often open edges are continued and open spaces filled: what models of growth need. */
static void game_grow(job *j, aude_move move)
{
    static _Thread_local aude_space space[2 * AUDE_MAX_TILES + 3];
    int n = aude_open_spaces(&j->play->rules, &j->state, space, 2 * AUDE_MAX_TILES + 3);
    j->sum.placements++;
    j->sum.spaces += n;
    for (int i = 0; i < n; i++)
        for (int edge = 0; edge < 4; edge++) {
            int kind = space[i].edge[edge];
            if (kind != AUDE_CITY && kind != AUDE_ROAD) continue;
            j->sum.edges[kind]++;
            j->sum.continued[kind] += space[i].x == move.x && space[i].y == move.y;
        }
}

static bool game_leaves(job *j)
{
    return j->play->leave && aude_random_below(&j->dice, 1000) < j->play->leave;
}

/* Somebody who has not left does so; one time in eight the table ends the game. */
static aude_move game_leave(job *j)
{
    uint32_t staying = ((1u << j->play->n_seats) - 1) & ~aude_state_left(&j->state);
    int nth = (int)aude_random_below(&j->dice, (uint32_t)__builtin_popcount(staying));
    while (nth--) staying &= staying - 1;
    return (aude_move){.kind = aude_random_below(&j->dice, 8) ? AUDE_RETIRE : AUDE_END,
                       .seat = (uint8_t)__builtin_ctz(staying)};
}

static void game_count(job *j, const aude_events *events)
{
    for (int i = 0; i < events->n; i++) {
        const aude_event *e = &events->event[i];
        if (e->kind == AUDE_EV_DISCARDED) j->sum.discarded++;
        if (e->kind == AUDE_EV_BETS_OPEN) j->sum.bets_asked += __builtin_popcount(e->seats);
        if (e->kind == AUDE_EV_BET) j->sum.bets++;
        if (e->kind == AUDE_EV_VOID) j->sum.voids++;
        if (e->kind != AUDE_EV_FLIPPED) continue;
        j->sum.flips++;
        j->sum.hits += e->points > 0;
        j->sum.paid += e->points;
    }
}

static bool events_score(const aude_events *events)
{
    for (int i = 0; i < events->n; i++)
        if (events->event[i].kind == AUDE_EV_SCORED || events->event[i].kind == AUDE_EV_FLIPPED) return true;
    return false;
}

/* What a record says about the open decision, or about the end. */
static void game_expect(job *j, uint32_t actors, bool scored)
{
    const aude_rules *rules = &j->play->rules;
    gamelog *log = &j->log;
    for (int s = 0; (scored || !actors) && s < j->play->n_seats; s++)
        gamelog_expect(log, "score %d %d", s, aude_score(&j->state, s));
    if (actors == AUDE_CHANCE || !actors) gamelog_digest(log, aude_digest(rules, &j->state));
    if (actors && actors != AUDE_CHANCE) {
        int n = 0;
        for (int s = 0; s < j->play->n_seats; s++) n += aude_count_legal(rules, &j->state, s);
        gamelog_expect(log, "moves %d", n);
    }
    if (actors) return;
    char winners[3 * AUDE_MAX_SEATS] = "";
    for (int s = 0; s < j->play->n_seats; s++)
        if (aude_winners(rules, &j->state) >> s & 1)
            snprintf(winners + strlen(winners), sizeof winners - strlen(winners), " %d", s);
    gamelog_expect(log, "winner%s", winners);
    gamelog_expect(log, "over");
}

static void game_sum(job *j, long game)
{
    const selfplay *play = j->play;
    uint32_t winners = aude_winners(&play->rules, &j->state);
    bool shared = (winners & (winners - 1)) != 0;
    j->sum.games++;
    j->sum.ties += shared;
    for (int s = 0; s < play->n_seats; s++) {
        scores *of[2] = {&j->sum.seat[s], &j->sum.engine[((long)s + game) % play->n_seats]};
        long score = aude_score(&j->state, s);
        for (int i = 0; i < 2; i++) {
            of[i]->games++;
            of[i]->sum += score;
            of[i]->squares += (double)(score * score);
            of[i]->wins += !shared && (winners >> s & 1);
            of[i]->shared += shared && (winners >> s & 1);
        }
    }
}

static bool game_record(job *j, long game)
{
    char path[4096];
    size_t size;
    snprintf(path, sizeof path, "%s/%llu-%05ld.aude", j->play->records, (unsigned long long)j->play->seed, game);
    char *text = gamelog_text(&j->log, &j->play->rules, &size);
    bool good = text && file_write(path, text, size, 0);
    if (!good) command_error(j->play->o, "%s", text ? file_reason(path, errno) : "out of memory");
    free(text);
    return good;
}

static bool game_play(job *j, long game)
{
    const selfplay *play = j->play;
    const aude_rules *rules = &play->rules;
    bool logged = play->records || play->checked, scored = false;
    aude_random_seed(&j->dice, play->seed * 0x9e3779b97f4a7c15u + (uint64_t)game);
    for (int s = 0; s < play->n_seats; s++) {
        aude_random_seed(&j->random[s], aude_random_next(&j->dice));
        player_fresh(&j->player[s]);
    }
    j->n_course = 0;
    gamelog_clear(&j->log);
    if (j->check) check_begin(j->check, play->seed, game);
    aude_start(rules, &j->state);
    for (;;) {
        uint32_t actors = aude_actors(rules, &j->state);
        if (logged) game_expect(j, actors, scored);
        if (j->check && !check_decision(j->check, &j->state, &j->log)) return false;
        if (!actors) break;
        j->sum.decisions++;
        aude_move move = game_leaves(j)          ? game_leave(j)
                         : actors == AUDE_CHANCE ? draw_choose(rules, &j->state, &j->dice)
                                                 : game_choose(j, game, actors);
        if (j->failed) return false;
        if (move.kind == AUDE_PLACE) game_grow(j, move);
        if (j->check) aude_state_copy(rules, &j->before, &j->state);
        aude_err code = aude_apply(rules, &j->state, move, &j->events);
        if (code) {
            char text[128] = "";
            aude_move_write(rules, move, text, sizeof text);
            command_error(play->o, "seed %llu, game %ld, decision %u: \"%s\" is refused: %s",
                          (unsigned long long)play->seed, game, aude_state_decision(&j->state), text,
                          aude_err_text(code));
            return false;
        }
        j->course[j->n_course++] = move;
        if (logged) gamelog_move(&j->log, move);
        if (j->check && !check_move(j->check, &j->before, move, &j->state, &j->events)) return false;
        game_count(j, &j->events);
        scored = events_score(&j->events);
    }
    game_sum(j, game);
    return !play->records || game_record(j, game);
}

/* ---- Jobs -------------------------------------------------------------------------------------------------------- */

static void *job_run(void *argument)
{
    job *j = argument;
    for (long game = j->index; game < j->play->games && !j->failed; game += j->play->jobs)
        j->failed = !game_play(j, game);
    return NULL;
}

static void job_free(job *j)
{
    if (!j) return;
    for (int s = 0; s < AUDE_MAX_SEATS; s++) player_close(&j->player[s]);
    check_free(j->check);
    gamelog_free(&j->log);
    free(j);
}

static job *job_new(const selfplay *play, long index)
{
    job *j = calloc(1, sizeof *j);
    if (!j) return NULL;
    j->play = play;
    j->index = index;
    bool good = gamelog_init(&j->log, &play->game.setup);
    if (play->checked) good = (j->check = check_new(&play->rules, &play->game.setup)) && good;
    for (int s = 0; s < play->n_seats; s++) {
        player_read_any(&j->player[s], play->engine[s]);
        if (aude_engine_find(play->engine[s])) j->player[s].seconds = 0; /* what it is used to, not what a clock says */
        good = player_open(&j->player[s]) && good;
    }
    if (good) return j;
    job_free(j);
    return NULL;
}

static void scores_add(scores *a, const scores *b)
{
    a->games += b->games;
    a->sum += b->sum;
    a->squares += b->squares;
    a->wins += b->wins;
    a->shared += b->shared;
}

static void summary_add(summary *a, const summary *b)
{
    a->games += b->games;
    a->ties += b->ties;
    a->decisions += b->decisions;
    a->discarded += b->discarded;
    a->placements += b->placements;
    a->spaces += b->spaces;
    for (int kind = 0; kind < 2; kind++) {
        a->edges[kind] += b->edges[kind];
        a->continued[kind] += b->continued[kind];
    }
    a->bets_asked += b->bets_asked;
    a->bets += b->bets;
    a->flips += b->flips;
    a->hits += b->hits;
    a->paid += b->paid;
    a->voids += b->voids;
    for (int s = 0; s < AUDE_MAX_SEATS; s++) {
        scores_add(&a->seat[s], &b->seat[s]);
        scores_add(&a->engine[s], &b->engine[s]);
    }
    for (int i = 0; i < SELFPLAY_STEPS; i++) {
        a->asked[i] += b->asked[i];
        a->listed[i] += b->listed[i];
        if (b->most[i] > a->most[i]) a->most[i] = b->most[i];
    }
}

/* Plays all games. Returns false when one failed. */
static bool selfplay_run(const selfplay *play, summary *sum)
{
    static job *jobs[SELFPLAY_MAX_JOBS];
    static pthread_t thread[SELFPLAY_MAX_JOBS];
    bool good = true;
    for (long i = 0; i < play->jobs; i++)
        if (!(jobs[i] = job_new(play, i))) good = false;
    if (!good) command_error(play->o, "out of memory");
    long started = 1;
    for (; good && started < play->jobs; started++)
        if (pthread_create(&thread[started], NULL, job_run, jobs[started])) {
            good = false;
            break;
        }
    if (good) job_run(jobs[0]);
    for (long i = 1; i < started; i++) pthread_join(thread[i], NULL);
    for (long i = 0; i < play->jobs; i++) {
        if (jobs[i] && jobs[i]->failed) good = false;
        if (jobs[i]) summary_add(sum, &jobs[i]->sum);
        job_free(jobs[i]);
    }
    return good;
}

/* ---- The report -------------------------------------------------------------------------------------------------- */

static void scores_print(const char *what, const scores *s)
{
    double n = s->games ? (double)s->games : 1, mean = (double)s->sum / n;
    double variance = s->games > 1 ? (s->squares - n * mean * mean) / (n - 1) : 0;
    printf("%-14s mean %6.2f  sd %5.2f  wins %ld (%.1f %%)  shared %ld\n", what, mean,
           sqrt(variance > 0 ? variance : 0), s->wins, 100.0 * (double)s->wins / n, s->shared);
}

static double clock_read(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void summary_print(const selfplay *play, const summary *sum, double seconds, double processor)
{
    static const char *const step[SELFPLAY_STEPS] = {[AUDE_STEP_PLACE] = "placements",
                                                     [AUDE_STEP_MEEPLE] = "meeples",
                                                     [AUDE_STEP_SETTLE] = "settle",
                                                     [AUDE_STEP_BET] = "bets",
                                                     [AUDE_STEP_FINAL] = "final"};
    double games = sum->games ? (double)sum->games : 1;
    char word[64];
    printf("games %ld  seed %llu\n", sum->games, (unsigned long long)play->seed);
    for (int s = 0; s < play->n_seats; s++) {
        snprintf(word, sizeof word, "seat %d", s);
        scores_print(word, &sum->seat[s]);
    }
    for (int s = 0; s < play->n_seats; s++) {
        int first = 0;
        while (strcmp(play->engine[first], play->engine[s])) first++;
        if (first < s) continue;
        scores all = {0};
        for (int k = s; k < play->n_seats; k++)
            if (!strcmp(play->engine[k], play->engine[s])) scores_add(&all, &sum->engine[k]);
        scores_print(play->engine[s], &all);
    }
    printf("shared victories %ld (%.1f %%)\n", sum->ties, 100 * (double)sum->ties / games);
    printf("decisions a game %.1f, draws included; unplaceable tiles a game %.3f\n", (double)sum->decisions / games,
           (double)sum->discarded / games);
    if (sum->edges[AUDE_CITY] && sum->edges[AUDE_ROAD])
        printf("a placement continues %.2f %% of the open city edges, %.2f %% of the road edges, fills %.2f %% of the "
               "spaces\n",
               100 * (double)sum->continued[AUDE_CITY] / (double)sum->edges[AUDE_CITY],
               100 * (double)sum->continued[AUDE_ROAD] / (double)sum->edges[AUDE_ROAD],
               100 * (double)sum->placements / (double)sum->spaces);
    if (sum->bets_asked)
        printf("bets: asked %ld, placed %ld, flipped %ld, won %ld, paid %ld, void %ld\n", sum->bets_asked, sum->bets,
               sum->flips, sum->hits, sum->paid, sum->voids);
    for (int i = 0; i < SELFPLAY_STEPS; i++)
        if (sum->asked[i])
            printf("%-10s asked %ld, moves mean %.2f, most %ld\n", step[i], sum->asked[i],
                   (double)sum->listed[i] / (double)sum->asked[i], sum->most[i]);
    fprintf(stderr, "%.2f s, %.0f games a second, %.3f ms of processor time a decision\n", seconds, games / seconds,
            1000 * processor / (double)(sum->decisions ? sum->decisions : 1));
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

static int players_read(selfplay *play)
{
    const char *names = options_value(play->o, "players");
    while (*names) { /* a command ends at the next comma, too */
        char name[sizeof play->engine[0]] = "";
        player p;
        size_t size = strcspn(names, ",");
        if (size < sizeof name) memcpy(name, names, size);
        if (!player_read_any(&p, name))
            return command_error(play->o, "--players: there is no computer player \"%.*s\"; there are: %s",
                                 size < sizeof name ? (int)size : (int)sizeof name, names, player_names());
        if (play->n_seats == AUDE_MAX_SEATS)
            return command_error(play->o, "--players: more than %d seats", AUDE_MAX_SEATS);
        memcpy(play->engine[play->n_seats++], name, sizeof name);
        names += size + (names[size] == ',');
    }
    return play->n_seats ? COMMAND_OK : command_error(play->o, "--players wants at least one engine");
}

static int selfplay_command(const options *o)
{
    static selfplay play;
    static summary sum;
    play = (selfplay){.o = o, .games = 100, .jobs = 1};
    memset(&sum, 0, sizeof sum);
    play.records = options_value(o, "records");
    play.checked = options_has(o, "check");
    long leave = 0;
    if (!options_number(o, "leave", 0, 1000, &leave) || !options_number(o, "games", 1, 1000000000, &play.games) ||
        !options_u64(o, "seed", &play.seed) || !options_number(o, "jobs", 1, SELFPLAY_MAX_JOBS, &play.jobs))
        return COMMAND_USAGE;
    play.leave = (uint32_t)leave;
    int code = players_read(&play);
    if (code) return code;
    code = setup_read(o, play.n_seats, &play.game);
    if (!code) code = setup_compile(o, &play.game, &play.rules);
    if (!code && play.records && !file_is_directory(play.records))
        code = command_error(o, "--records: there is no directory %s", play.records);
    if (!code) {
        double begin = clock_read(CLOCK_MONOTONIC), processor = clock_read(CLOCK_PROCESS_CPUTIME_ID);
        if (!selfplay_run(&play, &sum)) code = COMMAND_FAILED;
        if (!code)
            summary_print(&play, &sum, clock_read(CLOCK_MONOTONIC) - begin,
                          clock_read(CLOCK_PROCESS_CPUTIME_ID) - processor);
    }
    setup_free(&play.game);
    return code;
}

const command command_selfplay = {
    .name = "selfplay",
    .summary = "let engines play games, and check or record them",
    .about =
        "Plays games between computer players and prints scores, bets and numbers of moves. The seats rotate: each "
        "engine sits everywhere equally often. The same seed gives the same games, however many jobs play them.\n\n"
        "With --check, every move of every game is checked against what must always be true; the first failure is "
        "printed with its seed, game and decision. With --records, every game is written as a log with expectations, "
        "which `aude replay` and others can check.",
    .option =
        (const option[]){
            {"games", "N", "100", "number of games", false},
            {"players", "NAMES", "greedy,random", "one computer player a seat, as in `aude match`, joined by commas",
             false},
            {"seed", "N", "1", "seed of draws and engines", false},
            {"jobs", "N", "1", "games at the same time", false},
            {"leave", "N", "0", "chance in thousandths, at each move, that somebody leaves the game", false},
            {"check", NULL, NULL, "check every move", false},
            {"records", "DIR", NULL,
             "write a record of each game into this directory, which must exist; records there are replaced", false},
            SETUP_OPTIONS("base"),
            {0},
        },
    .example =
        (const char *const[]){
            "aude selfplay --games 100 --players greedy,greedy --sets base,bets",
            "two engines with The Bets",
            "aude selfplay --games 10 --players random,random,random --check",
            "a short check of the rules",
            NULL,
        },
    .run = selfplay_command,
};
