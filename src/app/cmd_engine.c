/* cmd_engine.c - aude engine: an engine of this program as a process that others ask for moves, docs/engine.md.
 *
 * Lines come in while the engine thinks: between two playouts it looks whether there are any, and keeps them. */
#include "app/command.h"
#include "app/player.h"
#include "app/talk.h"
#include "aude.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { INPUT = 1 << 16, SHOWN = 5 };

/* Seconds between two reports. */
static const double REPORT = 0.5;

typedef struct engine {
    const aude_engine *engine;
    void *memory;
    aude_random random;
    talk talk;
    /* input not used yet */
    size_t n;
    bool ended; /* nothing will follow */
    char input[INPUT];
    /* of the present call */
    talk_go go;
    double deadline, report;
    uint32_t asked; /* times that the engine asked whether to stop */
    bool stopped;
    aude_state view;
} engine;

static engine the_engine; /* too big for a stack */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- Lines in ---- */

/* The size of a line without its end, which is LF or CRLF. */
static size_t line_size(const char *line, const char *stop)
{
    size_t size = (size_t)(stop - line);
    return size && line[size - 1] == '\r' ? size - 1 : size;
}

/* Reads what is there; `wait`: until there is something. */
static void input_read(engine *e, bool wait)
{
    struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
    if (e->ended || e->n == INPUT || (!wait && poll(&ready, 1, 0) <= 0)) return;
    ssize_t n = read(STDIN_FILENO, e->input + e->n, INPUT - e->n);
    if (n > 0) e->n += (size_t)n;
    if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) e->ended = true;
}

/* Whether `quit`, or a `stop` for the present call, is among the lines that wait, or no more can come. That `stop` is used up;
 * one behind another `go` is for that. */
static bool input_stops(engine *e)
{
    bool present = true;
    for (char *at = e->input, *end = e->input + e->n, *stop; (stop = memchr(at, '\n', (size_t)(end - at)));
         at = stop + 1) {
        talk_call call = talk_peek(at, line_size(at, stop));
        if (call == TALK_QUIT) return true;
        if (call == TALK_GO) present = false;
        if (call != TALK_STOP || !present) continue;
        memmove(at, stop + 1, (size_t)(end - stop - 1));
        e->n -= (size_t)(stop + 1 - at);
        return true;
    }
    return e->ended || e->n == INPUT;
}

/* ---- Lines out ---- */

static void turn_print(const aude_rules *rules, const aude_valued *v)
{
    char text[128];
    aude_move_write(rules, v->move, text, sizeof text);
    fputs(text, stdout);
    if (v->meeple.kind == AUDE_DRAW) return;
    aude_move_write(rules, v->meeple, text, sizeof text);
    printf(", %s", text);
}

static void report_print(const engine *e)
{
    aude_valued value[SHOWN];
    int n = e->engine->values ? e->engine->values(e->memory, value, SHOWN) : 0;
    for (int i = 0; i < n && i < SHOWN; i++) {
        printf("info rank %d playouts %u lead %.2f win %.1f line ", i + 1, value[i].playouts, value[i].lead / 1000.0,
               value[i].win / 10.0);
        turn_print(&e->talk.rules, &value[i]);
        putchar('\n');
    }
    fflush(stdout);
}

static int engine_stop(void *context)
{
    engine *e = context;
    double time = now();
    if (e->deadline > 0 && time >= e->deadline) return 1;
    if (++e->asked % 16 == 0) {
        input_read(e, false);
        e->stopped = e->stopped || input_stops(e);
    }
    if (time >= e->report) {
        report_print(e);
        e->report = time + REPORT;
    }
    return e->stopped;
}

static void engine_think(engine *e)
{
    char text[128];
    aude_move move;
    double begun = now(), seconds = e->go.ms ? e->go.ms / 1000.0 : e->go.playouts || e->go.endless ? 0 : PLAYER_SECONDS;
    e->deadline = seconds > 0 ? begun + seconds : 0;
    e->report = begun + REPORT;
    e->stopped = false;
    e->asked = 0;
    aude_budget budget = {.playouts = e->go.playouts, .stop = engine_stop, .context = e};
    aude_view(&e->talk.rules, &e->talk.state, e->go.seat, AUDE_RECALL, &e->view);
    aude_step step = aude_state_step(&e->talk.rules, &e->view);
    e->engine->choose(&e->talk.rules, &e->view, e->go.seat, &budget, &e->random, e->memory, &move);
    if (step != AUDE_STEP_MEEPLE && step != AUDE_STEP_FINAL) report_print(e);
    aude_move_write(&e->talk.rules, move, text, sizeof text);
    printf("bestmove %s\n", text);
}

/* Does what a line asks for; false: that was the last one. */
static bool engine_hear(engine *e, const char *line, size_t size)
{
    talk_call call;
    aude_errinfo error;
    bool another = e->talk.collects;
    aude_err err = talk_hear(&e->talk, line, size, &call, &e->go, &error);
    if (err) printf("error \"%s\": %s\n", e->talk.bad, error.message);
    if (another && !e->talk.collects && e->engine->memory) memset(e->memory, 0, AUDE_ENGINE_FRESH);
    if (call == TALK_HELLO && !err)
        printf("aude-engine 1\nname %s\nabout %s\nready\n", e->engine->name, e->engine->about);
    if (call == TALK_GO) engine_think(e);
    fflush(stdout);
    return call != TALK_QUIT || err;
}

static void engine_serve(engine *e)
{
    for (;;) {
        char *stop = memchr(e->input, '\n', e->n);
        if (!stop && e->ended) return;
        if (!stop && e->n == INPUT) e->n = TALK_LINE + 1; /* too long already: the rest of it does not matter */
        if (!stop) {
            input_read(e, true);
            continue;
        }
        static char line[INPUT];
        size_t size = line_size(e->input, stop), used = (size_t)(stop - e->input) + 1;
        memcpy(line, e->input, size);
        memmove(e->input, e->input + used, e->n - used);
        e->n -= used;
        if (!engine_hear(e, line, size)) return;
    }
}

static int engine_run(const options *o)
{
    engine *e = &the_engine;
    const char *name = o->n_operands ? o->operand[0] : "mcts";
    uint64_t seed = 1;
    if (!options_u64(o, "seed", &seed)) return COMMAND_USAGE;
    e->engine = aude_engine_find(name);
    if (!e->engine) return command_error(o, "there is no engine \"%.60s\"; there are: %s", name, player_names());
    e->memory = aligned_alloc(16, (e->engine->memory + 15) / 16 * 16 + 16);
    if (!e->memory) return command_error(o, "out of memory");
    if (e->engine->memory) memset(e->memory, 0, AUDE_ENGINE_FRESH);
    aude_random_seed(&e->random, seed);
    talk_open(&e->talk);
    engine_serve(e);
    free(e->memory);
    return COMMAND_OK;
}

static const option engine_options[] = {{"seed", "N", "1", "seed of the engine's random numbers", false}, {0}};

static const char *const engine_examples[] = {"aude engine", "the strongest engine, asked line by line",
                                              "aude match mcts 'exec:aude engine level:4' --time 0.1",
                                              "an engine in a process of its own", NULL};

const command command_engine = {
    .name = "engine",
    .operands = "[NAME]",
    .max_operands = 1,
    .summary = "an engine as a process, for other programs",
    .about = "Reads positions and questions from standard input and writes moves to standard output, in the lines of "
             "docs/engine.md, so that other programs can use an engine of this one. The engine is `mcts` without a "
             "name. In the other direction the name `exec:COMMAND` stands for a foreign engine wherever `aude match`, "
             "`selfplay` and `play` want a computer player.",
    .option = engine_options,
    .example = engine_examples,
    .run = engine_run,
};
