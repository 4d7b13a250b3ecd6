/* foreign.c - see foreign.h. */
#define _GNU_SOURCE
#include "app/foreign.h"

#include "app/note.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FOREIGN_LINE = 1000 };

/* Seconds that it may take: to say what it is; to answer without a limit of time; beyond its time, and that part of it. */
static const double TIME_HELLO = 15, TIME_FREE = 600, TIME_MORE = 2, TIME_PART = 0.5;

struct foreign {
    pid_t pid; /* 0: gone */
    int socket;
    bool legal;                /* it wants to be told the legal moves */
    bool told;                 /* it knows the game */
    char error[FOREIGN_ERROR]; /* not empty: it has failed */
    size_t n;                  /* bytes read and not used */
    char text[FOREIGN_LINE + 2];
};

/* ---- What it is told ----------------------------------------------------------------------------------------------- */

/* The course so far, published move by move. */
typedef struct telling {
    aude_game game;
    aude_publication publication;
    aude_line line[AUDE_MAX_COURSE];
    aude_state view;
    aude_move move[AUDE_MAX_MOVES];
} telling;

/* The setup as a record writes it, without its first line. */
static bool setup_write(FILE *out, const aude_rules *rules, const aude_setup *setup)
{
    aude_record record = {.setup = *setup};
    size_t size = aude_record_write(&record, rules, NULL, 0);
    char *text = malloc(size + 1);
    if (!text) return false;
    aude_record_write(&record, rules, text, size + 1);
    fputs(strchr(text, '\n') + 1, out);
    free(text);
    return true;
}

/* The published lines, of the seat's own bets with their faces: it remembers them; and what it has chosen itself in an open decision. */
static void course_write(FILE *out, const telling *t, const aude_rules *rules, int seat)
{
    char text[128];
    int published = aude_publication_lines(&t->publication);
    for (int i = 0; i < t->publication.now.n; i++) {
        aude_move move = t->line[i].move;
        if (i >= published && move.seat != seat) continue;
        bool known = t->line[i].shown == AUDE_NOBODY || move.seat == seat;
        if (move.kind == AUDE_BET && move.face != AUDE_NO_BET && !known) move.face = AUDE_HIDDEN_FACE;
        aude_move_write(rules, move, text, sizeof text);
        fprintf(out, "%s\n", text);
    }
}

static void own_write(FILE *out, const aude_rules *rules, const aude_state *state, int seat)
{
    char text[64];
    if (!aude_rules_n_faces(rules)) return;
    fprintf(out, "own %d", seat);
    for (int face = 0; face < aude_rules_n_faces(rules); face++)
        for (int k = 0; k < aude_chips_of(rules, state, seat, face); k++) {
            aude_chip_write(aude_rules_face(rules, face), text, sizeof text);
            fprintf(out, " %s", text);
        }
    putc('\n', out);
}

char *foreign_position(const aude_rules *rules, const foreign_game *game, int seat, bool fresh, bool legal,
                       size_t *size)
{
    note n;
    char text[128];
    telling *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->publication.line = t->line;
    aude_game_start(&t->game, rules, 0, &t->publication);
    bool good = true;
    for (int i = 0; good && i < game->n_moves; i++) good = !aude_game_move(&t->game, game->move[i], NULL, NULL);
    const aude_state *state = aude_game_state(&t->game, seat);
    FILE *out = note_open(&n);
    if (fresh) fputs("new\n", out);
    good = good && (!fresh || setup_write(out, rules, game->setup));
    fputs("position\n", out);
    course_write(out, t, rules, seat);
    own_write(out, rules, state, seat);
    aude_view(rules, state, seat, AUDE_RECALL, &t->view);
    int moves = legal ? aude_legal(rules, &t->view, seat, t->move, AUDE_MAX_MOVES) : 0;
    for (int i = 0; i < moves; i++) {
        aude_move_write(rules, t->move[i], text, sizeof text);
        fprintf(out, "legal %s\n", text);
    }
    free(t);
    char *told = note_close(&n);
    *size = n.size;
    if (good) return told;
    free(told);
    return NULL;
}

/* ---- The process --------------------------------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Ends the process: by itself if it hears `quit`, else by force. Returns its status, -1 where there is none. */
static int process_end(foreign *f, bool quick)
{
    int status = -1;
    if (!f->pid) return status;
    if (!quick) send(f->socket, "quit\n", 5, MSG_NOSIGNAL | MSG_DONTWAIT);
    close(f->socket);
    for (double end = now() + 1; waitpid(f->pid, &status, WNOHANG) != f->pid;) {
        if (!quick && now() < end) {
            nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
            continue;
        }
        kill(-f->pid, SIGKILL);
        waitpid(f->pid, &status, 0);
        break;
    }
    kill(-f->pid, SIGKILL); /* what it has started itself */
    f->pid = 0;
    return status;
}

static bool fail(foreign *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The first failure counts. What it quotes of the program's words must not control the terminal. */
static bool fail(foreign *f, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!*f->error) vsnprintf(f->error, sizeof f->error, format, arguments);
    va_end(arguments);
    for (char *c = f->error; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
    process_end(f, true);
    return false;
}

/* It has closed its output, or died. */
static bool fail_gone(foreign *f)
{
    int status = process_end(f, false);
    if (WIFSIGNALED(status)) return fail(f, "it was killed by signal %d", WTERMSIG(status));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return fail(f, "there is no such program");
    if (WIFEXITED(status)) return fail(f, "it has ended, with exit status %d", WEXITSTATUS(status));
    return fail(f, "it has closed its output");
}

static bool process_write(foreign *f, const char *text, size_t size, double end)
{
    while (size) {
        ssize_t n = send(f->socket, text, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno != EAGAIN && errno != EINTR) return fail_gone(f);
        if (n > 0) text += n, size -= (size_t)n;
        if (n > 0) continue;
        struct pollfd wait = {.fd = f->socket, .events = POLLOUT};
        double left = end - now();
        if (left <= 0) return fail(f, "it does not read what it is told");
        poll(&wait, 1, (int)(1000 * left) + 1);
    }
    return true;
}

/* The next line that is not empty, without its end. */
static bool process_read(foreign *f, char line[FOREIGN_LINE + 2], double end, const char *what)
{
    for (;;) {
        char *stop = memchr(f->text, '\n', f->n);
        if (stop) {
            size_t n = (size_t)(stop - f->text), used = n + 1;
            if (memchr(f->text, 0, n)) return fail(f, "it writes NUL bytes");
            if (n && f->text[n - 1] == '\r') n--;
            memcpy(line, f->text, n);
            line[n] = 0;
            f->n -= used;
            memmove(f->text, f->text + used, f->n);
            if (n) return true;
            continue;
        }
        if (f->n > FOREIGN_LINE) return fail(f, "it writes a line of more than %d bytes", FOREIGN_LINE);
        struct pollfd wait = {.fd = f->socket, .events = POLLIN};
        double left = end - now();
        if (left <= 0) return fail(f, "%s", what);
        int found = poll(&wait, 1, (int)(1000 * left) + 1);
        if (found <= 0) continue;
        ssize_t n = recv(f->socket, f->text + f->n, sizeof f->text - f->n, MSG_DONTWAIT);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) return fail_gone(f);
        if (n > 0) f->n += (size_t)n;
    }
}

static bool process_start(foreign *f, const char *command)
{
    int pair[2];
    char shell[] = "sh", option[] = "-c";
    char *text = strdup(command);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (!text || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) {
        free(text);
        return fail(f, "it cannot be started: %s", strerror(errno));
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pair[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, pair[1], STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    extern char **environ;
    int code = posix_spawn(&f->pid, "/bin/sh", &actions, &attributes, (char *[]){shell, option, text, NULL}, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    free(text);
    close(pair[1]);
    f->socket = pair[0];
    if (!code) return true;
    close(pair[0]);
    f->pid = 0;
    return fail(f, "it cannot be started: %s", strerror(code));
}

/* ---- Talking ------------------------------------------------------------------------------------------------------- */

/* "aude-engine 1", words about itself, "ready". */
static void hello(foreign *f)
{
    static const char first[] = "aude-engine 1\n";
    char line[FOREIGN_LINE + 2];
    double end = now() + TIME_HELLO;
    if (!process_write(f, first, sizeof first - 1, end)) return;
    for (bool known = false;; known = true) {
        if (!process_read(f, line, end, "it does not say `ready`")) return;
        if (!known && strcmp(line, "aude-engine 1"))
            fail(f, "it says \"%.60s\", not `aude-engine 1`", line);
        else if (!strcmp(line, "want legal"))
            f->legal = true;
        else if (!strcmp(line, "ready"))
            return;
        else if (known && strncmp(line, "name ", 5) && strncmp(line, "about ", 6))
            fail(f, "it says \"%.60s\" before `ready`", line);
        if (*f->error) return;
    }
}

foreign *foreign_open(const char *command)
{
    foreign *f = calloc(1, sizeof *f);
    if (f && process_start(f, command)) hello(f);
    return f;
}

void foreign_fresh(foreign *f)
{
    f->told = false;
}

static bool answer_read(foreign *f, const aude_rules *rules, const aude_state *state, int seat, double end,
                        aude_move *dst)
{
    char line[FOREIGN_LINE + 2];
    aude_errinfo error;
    aude_state after;
    for (;;) {
        if (!process_read(f, line, end, "it does not answer in time")) return false;
        if (!strncmp(line, "info ", 5)) continue;
        if (!strncmp(line, "error ", 6)) return fail(f, "it complains: %.160s", line + 6);
        if (strncmp(line, "bestmove ", 9)) return fail(f, "it says \"%.60s\" instead of `bestmove`", line);
        if (aude_move_read(rules, state, line + 9, strlen(line + 9), dst, &error))
            return fail(f, "its \"%.60s\" is no move: %.120s", line, error.message);
        if (dst->kind == AUDE_RETIRE || dst->kind == AUDE_END || dst->kind == AUDE_DRAW || dst->seat != seat)
            return fail(f, "its \"%.60s\" is no answer to what it was asked", line);
        aude_state_copy(rules, &after, state);
        aude_err code = aude_apply(rules, &after, *dst, NULL);
        return !code || fail(f, "its \"%.60s\" is refused: %s", line, aude_err_text(code));
    }
}

bool foreign_choose(foreign *f, const aude_rules *rules, const foreign_game *game, int seat, double seconds,
                    uint32_t playouts, aude_move *dst, char error[FOREIGN_ERROR])
{
    double begun = now(), end = begun + (seconds > 0 ? seconds * (1 + TIME_PART) + TIME_MORE : TIME_FREE);
    char go[96];
    size_t size;
    char *told = *f->error ? NULL : foreign_position(rules, game, seat, !f->told, f->legal, &size);
    f->told = true;
    if (told) {
        int n = seconds > 0 ? snprintf(go, sizeof go, "go %d time %ld\n", seat, (long)(1000 * seconds + 0.999))
                            : snprintf(go, sizeof go, "go %d playouts %u\n", seat, playouts ? playouts : 1);
        aude_state state; /* the true one: what is secret decides nothing here */
        aude_start(rules, &state);
        for (int i = 0; i < game->n_moves; i++) aude_apply(rules, &state, game->move[i], NULL);
        if (process_write(f, told, size, end) && process_write(f, go, (size_t)n, end))
            answer_read(f, rules, &state, seat, end, dst);
    } else if (!*f->error) {
        fail(f, "out of memory");
    }
    free(told);
    memcpy(error, f->error, FOREIGN_ERROR);
    return !*f->error;
}

void foreign_close(foreign *f)
{
    if (!f) return;
    process_end(f, false);
    free(f);
}
