/* cmd_match.c - two computer players, measured: each deck of tiles is played once with A in each seat.
 *
 * The order of the tiles depends on the seed and the deck's number alone, so the games of one deck differ only in who plays
 * them; statistics are over decks, which takes most of the luck out. With more than two seats A has one and B all others.
 * Players' time is processor time of their own thread: other work on the machine does not change strength.
 *
 * A result is one line of text, appended and synced before the next game begins. The first line of the file names the match;
 * whatever is complete is not played again. */
#include "app/command.h"
#include "app/file.h"
#include "app/player.h"
#include "app/setup.h"
#include "aude.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MATCH_MAX_JOBS = 64, MATCH_MAX_GAMES = 1000000, MATCH_LINE = 256 };

/* One game; A's first. `share` of the victory: 1, 0, or a part where it is shared. */
typedef struct result {
    bool played;
    double share, points[2], chips[2], seconds[2], most[2];
} result;

typedef struct match {
    const options *o;
    game_setup game;
    aude_rules rules;
    char name[2][PLAYER_NAME];
    int n_seats;
    long games, jobs;
    uint64_t seed;
    bool sprt;
    double elo[2]; /* the two hypotheses */
    char header[2 * PLAYER_NAME + 1024];
    int file; /* -1: none */
    result *result;
    pthread_mutex_t lock; /* for what follows, result and file */
    long next;
    bool failed, decided;
} match;

/* Means over decks. */
typedef struct estimate {
    double mean, error; /* half the width of a 95 % interval */
} estimate;

typedef struct summary {
    long games, decks, won, drawn, lost;
    estimate share, difference, points[2], chips[2];
    double seconds[2], most[2];
    double llr;
} summary;

/* ---- One game ---------------------------------------------------------------------------------------------------- */

typedef struct worker {
    match *m;
    player player[AUDE_MAX_SEATS][2]; /* seat, A or B */
    aude_state state;
    aude_events events;
    aude_move move[AUDE_MAX_KINDS];
    uint32_t weight[AUDE_MAX_KINDS];
    uint16_t deck[AUDE_MAX_TILES];
    aude_move course[AUDE_MAX_COURSE]; /* moves so far */
} worker;

/* The tiles of the bag in their order for this deck. */
static int deck_shuffle(worker *w, aude_random *random)
{
    int n = 0, kinds = aude_chance(&w->m->rules, &w->state, w->move, w->weight, AUDE_MAX_KINDS);
    for (int k = 0; k < kinds; k++)
        for (uint32_t c = 0; c < w->weight[k]; c++) w->deck[n++] = w->move[k].tile;
    for (int i = n - 1; i > 0; i--) {
        int j = (int)aude_random_below(random, (uint32_t)i + 1);
        uint16_t kind = w->deck[i];
        w->deck[i] = w->deck[j];
        w->deck[j] = kind;
    }
    return n;
}

/* Index of A (0) or B (1) in a seat of a game. */
static int game_who(const match *m, long game, int seat)
{
    return seat != game % m->n_seats;
}

static void game_chips(const worker *w, long game, result *r)
{
    for (int i = 0; i < w->events.n; i++) {
        const aude_event *e = &w->events.event[i];
        if (e->kind != AUDE_EV_FLIPPED) continue;
        int who = game_who(w->m, game, e->seat);
        r->chips[who] += (double)e->points / (who ? w->m->n_seats - 1 : 1);
    }
}

static bool game_play(worker *w, long game, result *r)
{
    const match *m = w->m;
    aude_random draws, random[AUDE_MAX_SEATS];
    int drawn = 0, n = 0;
    *r = (result){.played = true};
    aude_start(&m->rules, &w->state);
    aude_random_seed(&draws, m->seed * 0x9e3779b97f4a7c15u + (uint64_t)(game / m->n_seats));
    deck_shuffle(w, &draws);
    for (int s = 0; s < m->n_seats; s++) {
        player *p = &w->player[s][game_who(m, game, s)];
        aude_random_seed(&random[s], m->seed ^ (uint64_t)game << 20 ^ (uint64_t)s << 60);
        player_fresh(p);
        p->total = p->most = 0;
        p->n_turns = 0;
    }
    for (uint32_t actors; (actors = aude_actors(&m->rules, &w->state));) {
        aude_move move = {.kind = AUDE_DRAW, .seat = AUDE_NOBODY, .tile = w->deck[drawn]};
        int seat = __builtin_ctz(actors);
        player *p = actors == AUDE_CHANCE ? NULL : &w->player[seat][game_who(m, game, seat)];
        if (p) {
            player_follow(p, &m->game.setup, w->course, n);
            move = player_choose(p, &m->rules, &w->state, seat, &random[seat]);
        } else {
            drawn++;
        }
        aude_err code = aude_apply(&m->rules, &w->state, move, &w->events);
        if (code || (p && *p->error)) {
            command_error(m->o, "game %ld, decision %u: %s: %s", game, aude_state_decision(&w->state),
                          p ? m->name[game_who(m, game, seat)] : "a draw", code ? aude_err_text(code) : p->error);
            return false;
        }
        w->course[n++] = move;
        game_chips(w, game, r);
    }
    uint32_t winners = aude_winners(&m->rules, &w->state);
    for (int s = 0; s < m->n_seats; s++) {
        int who = game_who(m, game, s);
        const player *p = &w->player[s][who];
        double turn = p->n_turns ? p->total / (double)p->n_turns : 0;
        r->points[who] += (double)aude_score(&w->state, s) / (who ? m->n_seats - 1 : 1);
        r->seconds[who] += turn / (who ? m->n_seats - 1 : 1);
        if (p->most > r->most[who]) r->most[who] = p->most;
        if (!who && winners >> s & 1) r->share = 1.0 / __builtin_popcount(winners);
    }
    return true;
}

/* ---- The file of results ----------------------------------------------------------------------------------------- */

/* What cannot be written whole is taken away again. */
static bool file_append(match *m, const char *text)
{
    size_t size = strlen(text);
    if (m->file < 0) return true;
    off_t before = lseek(m->file, 0, SEEK_END);
    if (before >= 0 && write(m->file, text, size) == (ssize_t)size && !fsync(m->file)) return true;
    int error = errno;
    if (before >= 0 && ftruncate(m->file, before)) error = errno;
    errno = error;
    return false;
}

static bool result_append(match *m, long game, const result *r)
{
    char line[MATCH_LINE];
    snprintf(line, sizeof line, "game %ld %.6f %.4f %.4f %.4f %.4f %.6f %.6f %.6f %.6f\n", game, r->share, r->points[0],
             r->points[1], r->chips[0], r->chips[1], r->seconds[0], r->seconds[1], r->most[0], r->most[1]);
    return file_append(m, line);
}

static bool result_read(match *m, const char *line, size_t size)
{
    long game;
    result r = {.played = true};
    int end = 0;
    if (sscanf(line, "game %ld %lf %lf %lf %lf %lf %lf %lf %lf %lf%n", &game, &r.share, &r.points[0], &r.points[1],
               &r.chips[0], &r.chips[1], &r.seconds[0], &r.seconds[1], &r.most[0], &r.most[1], &end) != 10 ||
        (size_t)end != size || game < 0 || game >= MATCH_MAX_GAMES + AUDE_MAX_SEATS)
        return false;
    const double figure[] = {r.share,      r.points[0],  r.points[1], r.chips[0], r.chips[1],
                             r.seconds[0], r.seconds[1], r.most[0],   r.most[1]};
    for (size_t i = 0; i < sizeof figure / sizeof *figure; i++)
        if (!(figure[i] >= 0 && isfinite(figure[i]))) return false;
    if (r.share > 1) return false;
    if (game < m->games) m->result[game] = r;
    return true;
}

/* Opens the file for this program alone; nothing but an ordinary file can be gone on with. */
static int results_descriptor(match *m, const char *path)
{
    struct stat there;
    m->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK, 0666);
    if (m->file < 0 || fstat(m->file, &there)) return command_error(m->o, "--resume: %s", file_reason(path, errno));
    if (!S_ISREG(there.st_mode)) return command_error(m->o, "--resume: %s", file_reason(path, ENOTSUP));
    if (!flock(m->file, LOCK_EX | LOCK_NB)) return COMMAND_OK;
    return command_error(m->o, "--resume: %s: another program is using it", path);
}

/* Opens the file, takes over what is complete in it, and cuts off what a killed program left after that. */
static int results_open(match *m, const char *path)
{
    size_t size = 0, at = 0;
    int code = results_descriptor(m, path);
    if (code) return code;
    char *text = file_read(path, &size);
    if (!text) return command_error(m->o, "--resume: %s", file_reason(path, errno));
    for (long number = 1; !code && at < size; number++) {
        char *line = text + at, *end = memchr(line, '\n', size - at);
        size_t length = end ? (size_t)(end - line) : size - at, whole = strlen(m->header);
        if (number == 1 && (length > whole || (end && length < whole) || memcmp(line, m->header, length)))
            code = command_error(m->o, "--resume: %s holds another match: \"%.*s\", not \"%s\"", path,
                                 (int)(length < MATCH_LINE ? length : MATCH_LINE), line, m->header);
        if (!end) break;
        *end = 0;
        if (number > 1 && !result_read(m, line, length))
            code = command_error(m->o, "--resume: %s:%ld: this is no result", path, number);
        at += length + 1;
    }
    if (!code && ftruncate(m->file, (off_t)at)) code = command_error(m->o, "--resume: %s", file_reason(path, errno));
    if (!code && !at && (!file_append(m, m->header) || !file_append(m, "\n")))
        code = command_error(m->o, "--resume: %s", file_reason(path, errno));
    free(text);
    return code;
}

/* ---- Statistics -------------------------------------------------------------------------------------------------- */

static estimate estimate_of(double sum, double squares, double n)
{
    estimate e = {.mean = n > 0 ? sum / n : 0, .error = HUGE_VAL};
    if (n > 1) e.error = 1.96 * sqrt(fmax(0, squares - n * e.mean * e.mean) / (n - 1) / n);
    return e;
}

static double elo_of(double share)
{
    return share <= 0 ? -HUGE_VAL : share >= 1 ? HUGE_VAL : 400 * log10(share / (1 - share));
}

static double share_of(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* Only decks of which every game is played. */
static void summary_make(const match *m, summary *s)
{
    enum { SHARE, DIFFERENCE, POINTS_A, POINTS_B, CHIPS_A, CHIPS_B, N };
    double sum[N] = {0}, squares[N] = {0};
    *s = (summary){0};
    for (long deck = 0; deck < m->games / m->n_seats; deck++) {
        double value[N] = {0};
        int played = 0;
        for (long g = deck * m->n_seats; g < (deck + 1) * m->n_seats; g++) played += m->result[g].played;
        if (played < m->n_seats) continue;
        for (long g = deck * m->n_seats; g < (deck + 1) * m->n_seats; g++) {
            const result *r = &m->result[g];
            const double one[N] = {r->share,   r->points[0] - r->points[1], r->points[0], r->points[1], r->chips[0],
                                   r->chips[1]};
            for (int i = 0; i < N; i++) value[i] += one[i] / m->n_seats;
            s->games++;
            s->won += r->share > 0.999;
            s->lost += r->share < 0.001;
            for (int i = 0; i < 2; i++) {
                s->seconds[i] += r->seconds[i];
                if (r->most[i] > s->most[i]) s->most[i] = r->most[i];
            }
        }
        s->decks++;
        for (int i = 0; i < N; i++) sum[i] += value[i], squares[i] += value[i] * value[i];
    }
    double n = (double)s->decks;
    s->drawn = s->games - s->won - s->lost;
    s->share = estimate_of(sum[SHARE], squares[SHARE], n);
    s->difference = estimate_of(sum[DIFFERENCE], squares[DIFFERENCE], n);
    for (int i = 0; i < 2; i++) {
        s->points[i] = estimate_of(sum[POINTS_A + i], squares[POINTS_A + i], n);
        s->chips[i] = estimate_of(sum[CHIPS_A + i], squares[CHIPS_A + i], n);
        s->seconds[i] /= s->games ? (double)s->games : 1;
    }
    /* The likelihood ratio of the two hypotheses, the shares of decks taken as normal. */
    double low = share_of(m->elo[0]), high = share_of(m->elo[1]);
    double variance = n > 1 ? fmax(squares[SHARE] / n - s->share.mean * s->share.mean, 1e-3) : 1;
    s->llr = n * (high - low) * (2 * s->share.mean - low - high) / (2 * variance);
}

static const double SPRT_BOUND = 2.944; /* log 19: errors of 5 % on both sides */

enum { SPRT_DECKS = 10 }; /* fewer say nothing of the variance */

static void number_print(double value)
{
    if (isfinite(value))
        printf("%.4g", value);
    else
        printf("null");
}

static void summary_json(const match *m, const summary *s)
{
    printf("{\"match\": \"%s\", \"decks\": %ld, \"games\": %ld, \"won\": %ld, \"drawn\": %ld, \"lost\": %ld", m->header,
           s->decks, s->games, s->won, s->drawn, s->lost);
    const struct {
        const char *name;
        estimate e;
    } row[] = {{"share", s->share},        {"difference", s->difference}, {"points_a", s->points[0]},
               {"points_b", s->points[1]}, {"chips_a", s->chips[0]},      {"chips_b", s->chips[1]}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        printf(", \"%s\": ", row[i].name);
        number_print(row[i].e.mean);
        printf(", \"%s_error\": ", row[i].name);
        number_print(row[i].e.error);
    }
    const double elo[3] = {elo_of(s->share.mean), elo_of(s->share.mean - s->share.error),
                           elo_of(s->share.mean + s->share.error)};
    for (int i = 0; i < 3; i++) {
        printf(", \"%s\": ", (const char *const[]){"elo", "elo_low", "elo_high"}[i]);
        number_print(elo[i]);
    }
    printf(", \"seconds_a\": %.4g, \"seconds_b\": %.4g, \"most_a\": %.4g, \"most_b\": %.4g", s->seconds[0],
           s->seconds[1], s->most[0], s->most[1]);
    if (m->sprt) printf(", \"llr\": %.3f", s->llr);
    printf("}\n");
}

static void summary_print(const match *m, const summary *s)
{
    printf("%s\n", m->header);
    printf("decks %ld, games %ld: won %ld, drawn %ld, lost %ld\n", s->decks, s->games, s->won, s->drawn, s->lost);
    if (!s->decks) return;
    printf("share %.1f %% +- %.1f\n", 100 * s->share.mean, 100 * s->share.error);
    printf("points %.2f : %.2f, difference %+.2f +- %.2f\n", s->points[0].mean, s->points[1].mean, s->difference.mean,
           s->difference.error);
    if (s->chips[0].mean > 0 || s->chips[1].mean > 0)
        printf("of these from chips %.2f : %.2f\n", s->chips[0].mean, s->chips[1].mean);
    if (m->n_seats == 2)
        printf("elo %+.0f (%+.0f to %+.0f)\n", elo_of(s->share.mean), elo_of(s->share.mean - s->share.error),
               elo_of(s->share.mean + s->share.error));
    printf("processor seconds a turn %.4f : %.4f, longest %.4f : %.4f\n", s->seconds[0], s->seconds[1], s->most[0],
           s->most[1]);
    if (m->sprt)
        printf("likelihood ratio %.2f of %.2f: %s\n", s->llr, SPRT_BOUND,
               s->llr >= SPRT_BOUND    ? "the higher hypothesis"
               : s->llr <= -SPRT_BOUND ? "the lower hypothesis"
                                       : "undecided");
}

/* Whether the match can stop: one hypothesis is likely enough. */
static bool match_decided(const match *m)
{
    summary s;
    if (!m->sprt) return false;
    summary_make(m, &s);
    return s.decks >= SPRT_DECKS && fabs(s.llr) >= SPRT_BOUND;
}

/* ---- Workers ----------------------------------------------------------------------------------------------------- */

static void *worker_run(void *argument)
{
    worker *w = argument;
    match *m = w->m;
    result r;
    for (;;) {
        pthread_mutex_lock(&m->lock);
        while (m->next < m->games && m->result[m->next].played) m->next++;
        long game = m->failed || m->decided ? m->games : m->next++;
        pthread_mutex_unlock(&m->lock);
        if (game >= m->games) return NULL;
        bool good = game_play(w, game, &r);
        pthread_mutex_lock(&m->lock);
        if (good) {
            m->result[game] = r;
            if (!result_append(m, game, &r)) good = !command_error(m->o, "a result cannot be written");
        }
        if (!good) m->failed = true;
        m->decided = match_decided(m);
        pthread_mutex_unlock(&m->lock);
    }
}

static void worker_free(worker *w)
{
    for (int s = 0; w && s < AUDE_MAX_SEATS; s++)
        for (int i = 0; i < 2; i++) player_close(&w->player[s][i]);
    free(w);
}

static worker *worker_new(match *m)
{
    worker *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->m = m;
    for (int s = 0; s < m->n_seats; s++)
        for (int i = 0; i < 2; i++) {
            player *p = &w->player[s][i];
            player_read_any(p, m->name[i]);
            if (!*p->command) p->clock = CLOCK_THREAD_CPUTIME_ID;
            if (player_open(p)) continue;
            worker_free(w);
            return NULL;
        }
    return w;
}

static bool match_run(match *m)
{
    static worker *workers[MATCH_MAX_JOBS];
    static pthread_t thread[MATCH_MAX_JOBS];
    long n = 0, started = 1;
    while (n < m->jobs && (workers[n] = worker_new(m))) n++;
    if (n < m->jobs) return command_error(m->o, "out of memory"), false;
    while (started < n && !pthread_create(&thread[started], NULL, worker_run, workers[started])) started++;
    worker_run(workers[0]);
    for (long i = 1; i < started; i++) pthread_join(thread[i], NULL);
    for (long i = 0; i < n; i++) worker_free(workers[i]);
    return !m->failed;
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

static bool budget_is(player *p, const char *text, bool seconds)
{
    char name[64];
    return snprintf(name, sizeof name, "mcts:%s%s", text, seconds ? "s" : "") < (int)sizeof name &&
           player_read(p, name) && (p->seconds > 0) == seconds;
}

/* The budget of the options goes into the names, where they say none: `mcts` becomes `mcts:0.2s`. */
static int names_read(match *m)
{
    const char *seconds = options_value(m->o, "time"), *playouts = options_value(m->o, "playouts");
    player p;
    if (seconds && playouts) return command_error(m->o, "--time and --playouts exclude each other");
    if ((seconds || playouts) && !budget_is(&p, seconds ? seconds : playouts, seconds))
        return command_error(m->o, "\"%.60s\" is no budget of a turn", seconds ? seconds : playouts);
    for (int i = 0; i < 2; i++) {
        const char *name = m->o->operand[i];
        if (!player_read_any(&p, name))
            return command_error(m->o, "there is no computer player \"%.60s\"; there are: %s", name, player_names());
        const char *budget = seconds ? seconds : playouts;
        bool bare = aude_engine_find(name) && budget && p.engine->join;
        bool bare_command = *p.command && budget && !strcmp(name + 5, p.command);
        int size = bare ? snprintf(m->name[i], sizeof m->name[i], "%s:%s%s", name, budget, seconds ? "s" : "")
                   : bare_command
                       ? snprintf(m->name[i], sizeof m->name[i], "exec:%s%s:%s", budget, seconds ? "s" : "", name + 5)
                       : snprintf(m->name[i], sizeof m->name[i], "%s", name);
        if (size >= (int)sizeof m->name[i] || !player_read_any(&p, m->name[i]))
            return command_error(m->o, "\"%.60s\" is no budget of a turn", budget ? budget : name);
    }
    return COMMAND_OK;
}

static int sprt_read(match *m)
{
    const char *text = options_value(m->o, "sprt");
    int end = 0;
    if (!text) return COMMAND_OK;
    m->sprt = true;
    if (text[strspn(text, "0123456789.,-+")] || sscanf(text, "%lf,%lf%n", &m->elo[0], &m->elo[1], &end) != 2 ||
        text[end] || m->elo[0] >= m->elo[1])
        return command_error(m->o, "--sprt wants two numbers of Elo, the lower first: 0,20");
    return COMMAND_OK;
}

/* What decides the games, in one line. */
static void header_make(match *m)
{
    int n = snprintf(m->header, sizeof m->header, "match %s against %s: seats %d, seed %llu, sets %s", m->name[0],
                     m->name[1], m->n_seats, (unsigned long long)m->seed, options_value(m->o, "sets"));
    const char *const more[] = {"tiles", "rule", "chips"};
    for (int k = 0; k < 3; k++)
        for (int i = 0; n < (int)sizeof m->header && options_nth(m->o, more[k], i); i++)
            n += snprintf(m->header + n, sizeof m->header - (size_t)n, ", %s %s", more[k],
                          options_nth(m->o, more[k], i));
    for (char *c = m->header; *c; c++)
        if (*c == '"' || *c == '\\' || (unsigned char)*c < ' ') *c = '?';
}

static int match_command(const options *o)
{
    static match m;
    m = (match){.o = o, .games = 200, .jobs = 1, .seed = 1, .file = -1};
    long seats = 2;
    if (!options_number(o, "games", 1, MATCH_MAX_GAMES, &m.games) ||
        !options_number(o, "jobs", 1, MATCH_MAX_JOBS, &m.jobs) ||
        !options_number(o, "seats", 2, AUDE_MAX_SEATS, &seats) || !options_u64(o, "seed", &m.seed))
        return COMMAND_USAGE;
    m.n_seats = (int)seats;
    m.games = (m.games + seats - 1) / seats * seats;
    int code = names_read(&m);
    if (!code) code = sprt_read(&m);
    if (code) return code;
    code = setup_read(o, m.n_seats, &m.game);
    if (!code) code = setup_compile(o, &m.game, &m.rules);
    header_make(&m);
    m.result = calloc((size_t)m.games, sizeof *m.result);
    if (!code && !m.result) code = command_error(o, "out of memory");
    if (!code && options_has(o, "resume")) code = results_open(&m, options_value(o, "resume"));
    pthread_mutex_init(&m.lock, NULL);
    m.decided = !code && match_decided(&m);
    if (!code && !match_run(&m)) code = COMMAND_FAILED;
    if (!code) {
        summary s;
        summary_make(&m, &s);
        if (options_has(o, "json"))
            summary_json(&m, &s);
        else
            summary_print(&m, &s);
    }
    if (m.file >= 0) close(m.file);
    free(m.result);
    setup_free(&m.game);
    return code;
}

const command command_match = {
    .name = "match",
    .operands = "A B",
    .min_operands = 2,
    .max_operands = 2,
    .summary = "measure which of two computer players is stronger",
    .about =
        "Plays games of A against B and prints victories (a draw is half of one), points and their difference with 95 "
        "% "
        "intervals, and Elo. Every deck of tiles is played once with A in each seat, and the intervals are over decks. "
        "With more than two seats A has one and B all the others.\n\n"
        "A player is an engine's name; one that searches may be followed by what a turn may cost: mcts:0.2s in seconds "
        "of "
        "processor time, mcts:0.2sx2 so long in two threads, mcts:1000 in playouts. --time and --playouts say so for "
        "names without it. exec:COMMAND is "
        "another program that speaks as docs/engine.md says; "
        "its time is wall-clock time.\n\n"
        "With --resume every result is appended to a file as it comes, and a match that was interrupted goes on where "
        "it "
        "stopped, or on to more games.",
    .option =
        (const option[]){
            {"games", "N", "200", "number of games, rounded up to whole decks", false},
            {"time", "S", NULL, "seconds of processor time a turn", false},
            {"playouts", "N", NULL, "playouts a turn", false},
            {"seats", "N", "2", "seats of the game", false},
            {"seed", "N", "1", "seed of decks and engines", false},
            {"jobs", "N", "1", "games at the same time", false},
            {"sprt", "LOW,HIGH", NULL, "stop when one of two strengths in Elo is 19 times as likely as the other",
             false},
            {"resume", "FILE", NULL, "results, kept and continued", false},
            {"json", NULL, NULL, "print one JSON object", false},
            SETUP_OPTIONS("base"),
            {0},
        },
    .example =
        (const char *const[]){
            "aude match mcts greedy --time 0.2 --games 400 --resume strength.txt",
            "how much a search is worth",
            "aude match level:2 level:1 --games 200 --json",
            "one step of the levels",
            NULL,
        },
    .run = match_command,
};
