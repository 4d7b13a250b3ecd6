/* terminal.c - termios, sizes, escape sequences of keys. The state to restore is kept in statics, because signal handlers need
 * it. */
#define _DEFAULT_SOURCE
#include "app/terminal.h"

#include "app/glyph.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static struct termios saved, wanted; /* as it was found; as it is to be now */
static volatile sig_atomic_t saved_good, wanted_good, screen_on, secret_on, resized;
static char parting[2][8192]; /* the last words, where a signal ends the program */
static const char *volatile parting_now = parting[0];

static const char text_enter[] = "\033[?1049h\033[2J", text_leave[] = "\033[0m\033[?25h\033[?1049l",
                  text_wipe[] = "\033[H\033[2J\033[3J";

/* ---- The state of the terminal, restored whatever happens; what is called here may run in a signal handler ---- */

static void bytes_write(int fd, const char *text, size_t size)
{
    if (write(fd, text, size) < 0) return; /* nobody is left to be told */
}

static void mode_set(const struct termios *mode, int when)
{
    while (tcsetattr(STDIN_FILENO, when, mode) && errno == EINTR) continue;
}

/* Gives the terminal back as it was found. */
static void terminal_leave(void)
{
    if (secret_on) bytes_write(STDOUT_FILENO, text_wipe, sizeof text_wipe - 1);
    if (screen_on) bytes_write(STDOUT_FILENO, text_leave, sizeof text_leave - 1);
    if (wanted_good) mode_set(&saved, TCSAFLUSH);
}

static void signal_end(int number)
{
    terminal_leave();
    bytes_write(STDERR_FILENO, parting_now, strlen(parting_now));
    signal(number, SIG_DFL);
    raise(number);
}

static void signal_resize(int number)
{
    (void)number;
    resized = 1;
}

/* Takes it again, after a stop. */
static void terminal_return(void)
{
    if (wanted_good) mode_set(&wanted, TCSADRAIN);
    if (screen_on) bytes_write(STDOUT_FILENO, text_enter, sizeof text_enter - 1);
    resized = 1;
}

/* Ctrl-Z: the shell gets its terminal. What follows `fg` is done by signal_continue, which also a stop that cannot be caught
 * leads to. */
static void signal_stop(int number)
{
    int error = errno;
    sigset_t these, old;
    struct sigaction now, back = {.sa_handler = SIG_DFL};
    terminal_leave();
    sigaction(number, &back, &now);
    sigemptyset(&these);
    sigaddset(&these, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &these, &old); /* here it stops */
    sigprocmask(SIG_SETMASK, &old, NULL);
    sigaction(number, &now, NULL);
    terminal_return(); /* where the system did not stop it, no SIGCONT comes */
    errno = error;
}

static void signal_continue(int number)
{
    int error = errno;
    (void)number;
    terminal_return();
    errno = error;
}

static void signals_catch(bool tty)
{
    static const int fatal[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV};
    struct sigaction end = {.sa_handler = signal_end}, other = {.sa_handler = signal_resize}, old;
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        if (!sigaction(fatal[i], NULL, &old) && old.sa_handler != SIG_IGN) sigaction(fatal[i], &end, NULL);
    if (!tty) return;
    sigaction(SIGWINCH, &other, NULL);
    other.sa_handler = signal_continue;
    sigaction(SIGCONT, &other, NULL);
    other.sa_handler = signal_stop;
    if (!sigaction(SIGTSTP, NULL, &old) && old.sa_handler != SIG_IGN) sigaction(SIGTSTP, &other, NULL);
}

static void input_mode(bool lines, bool echo)
{
    if (!saved_good) return;
    wanted_good = 0;
    wanted = saved;
    if (!lines) {
        wanted.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
        wanted.c_cc[VMIN] = 1;
        wanted.c_cc[VTIME] = 0;
    }
    if (!echo) wanted.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    wanted_good = 1;
    mode_set(&wanted, TCSADRAIN);
}

void terminal_parting(const char *text)
{
    char *other = parting[parting_now == parting[0]];
    snprintf(other, sizeof parting[0], "%s", text);
    parting_now = other;
}

bool terminal_colour(const options *o, colour_choice *dst)
{
    const char *value = options_value(o, "color");
    if (!strcmp(value, "auto"))
        *dst = COLOUR_AUTO;
    else if (!strcmp(value, "always"))
        *dst = COLOUR_ALWAYS;
    else if (!strcmp(value, "never"))
        *dst = COLOUR_NEVER;
    else
        return !command_error(o, "--color wants auto, always or never, not \"%s\"", value);
    return true;
}

style terminal_style(bool ascii, colour_choice colour)
{
    setlocale(LC_CTYPE, "");
    style s = {.ascii = ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0, .depth = DEPTH_MONO};
    const char *term = getenv("TERM"), *depth = getenv("COLORTERM"), *none = getenv("NO_COLOR");
    bool able = isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") && !(none && *none);
    if (colour == COLOUR_ALWAYS || (colour == COLOUR_AUTO && able))
        s.depth = depth && (!strcmp(depth, "truecolor") || !strcmp(depth, "24bit")) ? DEPTH_TRUE : DEPTH_256;
    return s;
}

void terminal_open(terminal *t, bool plain, bool ascii, colour_choice colour)
{
    const char *term = getenv("TERM");
    bool able = isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb");
    memset(t, 0, sizeof *t);
    t->style = terminal_style(ascii, colour);
    t->input_tty = isatty(STDIN_FILENO);
    t->screen = !plain && t->input_tty && able;
    t->wipes = t->input_tty && able;
    saved_good = t->input_tty && tcgetattr(STDIN_FILENO, &saved) == 0;
    signals_catch(t->input_tty);
    if (!t->screen) return;
    input_mode(false, false);
    screen_on = 1;
    fputs(text_enter, stdout);
    fflush(stdout);
}

void terminal_close(terminal *t)
{
    fflush(stdout);
    terminal_leave();
    wanted_good = screen_on = secret_on = 0;
    t->screen = false;
    free(t->input);
    t->input = NULL;
    t->n_input = t->cap_input = 0;
}

void terminal_secret(terminal *t, bool on)
{
    t->hidden = on;
    secret_on = on && t->wipes && !t->screen;
    if (on || !t->wipes || t->screen) return;
    fputs(text_wipe, stdout);
    fflush(stdout);
}

void terminal_size(int *width, int *height)
{
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col && size.ws_row;
    *width = known ? size.ws_col : 80;
    *height = known ? size.ws_row : 24;
    if (*width < 8) *width = 8;
    if (*height < 4) *height = 4;
}

/* ---- Writing ---- */

void terminal_show(terminal *t, const canvas *c, int x, int y)
{
    fputs("\033[?25l\033[H", stdout);
    for (int row = 0; row < c->height; row++) {
        canvas_row(c, row, t->style, stdout);
        fputs(row + 1 < c->height ? "\033[K\r\n" : "\033[K", stdout);
    }
    printf("\033[%d;%dH", y + 1, x + 1);
    if (!t->hidden) glyph_text(stdout, t->line, t->style.ascii);
    fputs("\033[?25h", stdout);
    fflush(stdout);
}

void terminal_say(terminal *t, const char *text)
{
    int width, height;
    canvas c;
    size_t size = strlen(text);
    if (t->prompted) putchar('\n');
    t->prompted = false;
    terminal_size(&width, &height);
    if (!t->wipes || t->screen || glyph_columns(text) < width) {
        glyph_text(stdout, text, t->style.ascii);
        fflush(stdout);
        return;
    }
    canvas_open(&c, 1, 1); /* long lines are broken between words */
    int rows = canvas_wrap(&c, 0, 0, width - 1, 0, text, COLOUR_NONE, false);
    canvas_close(&c);
    canvas_open(&c, width, rows);
    canvas_wrap(&c, 0, 0, width - 1, rows, text, COLOUR_NONE, false);
    for (int y = 0; y < rows; y++) {
        canvas_row(&c, y, (style){t->style.ascii, DEPTH_MONO}, stdout);
        if (y + 1 < rows || text[size - 1] == '\n') putchar('\n');
    }
    fflush(stdout);
    canvas_close(&c);
}

void terminal_draw(terminal *t, const canvas *c)
{
    canvas_write(c, (style){t->style.ascii, DEPTH_MONO}, stdout);
    fflush(stdout);
}

/* ---- Reading ---- */

typedef enum input_state { INPUT_READY, INPUT_NEWS, INPUT_BROKEN } input_state;

/* Waits for input, and lets the watch work. INPUT_BROKEN: a signal came. */
static input_state input_wait(const terminal *t)
{
    const terminal_watch *w = &t->watch;
    while (w->wait) {
        struct pollfd p[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = -1}};
        int ms = w->wait(w->context, &p[1]);
        if (poll(p, 2, ms) < 0) return INPUT_BROKEN;
        if (w->work(w->context)) return INPUT_NEWS;
        if (p[0].revents) break;
    }
    return INPUT_READY;
}

static int byte_read(void)
{
    unsigned char byte;
    for (;;) {
        ssize_t n = read(STDIN_FILENO, &byte, 1);
        if (n == 1) return byte;
        if (n == 0) return -1;
        if (errno != EINTR) return -1;
        if (resized) return -2;
    }
}

static bool byte_follows(void)
{
    struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&p, 1, 25) > 0;
}

/* After ESC: an arrow key, Escape itself, or a sequence that means nothing here. */
static int sequence_read(void)
{
    if (!byte_follows()) return KEY_ESCAPE;
    int byte = byte_read();
    if (byte != '[' && byte != 'O') return -1;
    do byte = byte_read();
    while (byte >= 0 && (byte < 0x40 || byte > 0x7e));
    return byte == 'A' ? KEY_UP : byte == 'B' ? KEY_DOWN : byte == 'C' ? KEY_RIGHT : byte == 'D' ? KEY_LEFT : -1;
}

static void line_erase(terminal *t)
{
    if (!t->n) return;
    do t->n--;
    while (t->n && (t->line[t->n] & 0xc0) == 0x80);
    t->line[t->n] = 0;
    if (!t->hidden) fputs("\b \b", stdout);
}

static terminal_key key_read(terminal *t)
{
    for (;;) {
        fflush(stdout);
        input_state state = input_wait(t);
        if (state == INPUT_NEWS) return KEY_NEWS;
        if (state == INPUT_BROKEN && !resized) continue;
        int byte = state == INPUT_BROKEN ? -2 : byte_read();
        if (byte == -2) {
            resized = 0;
            return KEY_RESIZE;
        }
        if (byte < 0 || (byte == 4 && !t->n)) return KEY_END;
        if (byte == '\r' || byte == '\n') return KEY_LINE;
        if (byte == '\t') return KEY_NEXT;
        if (byte == 12) return KEY_RESIZE;
        if (byte == ' ' && !t->n) return KEY_TURN;
        if (byte == 27) {
            int key = sequence_read();
            if (key >= 0) return (terminal_key)key;
        } else if (byte == 8 || byte == 127) {
            line_erase(t);
        } else if (byte == 21) {
            while (t->n) line_erase(t);
        } else if (byte >= 32 && t->n + 1 < TERMINAL_LINE) {
            t->line[t->n++] = (char)byte;
            t->line[t->n] = 0;
            if (!t->hidden) putchar(byte);
        }
    }
}

/* Reads more of a line. 1: something came; 0: the end, or an error; -1: a signal. */
static int input_more(terminal *t)
{
    if (t->n_input + TERMINAL_LINE > t->cap_input) {
        size_t cap = 2 * t->cap_input + TERMINAL_LINE;
        char *more = realloc(t->input, cap);
        if (!more) return 0;
        t->input = more;
        t->cap_input = cap;
    }
    ssize_t n = read(STDIN_FILENO, t->input + t->n_input, t->cap_input - t->n_input);
    if (n < 0) return errno == EINTR ? -1 : 0;
    t->n_input += (size_t)n;
    return n > 0;
}

/* Takes the first line of what was read, or, at the end, the rest. */
static void line_take(terminal *t)
{
    char *end = memchr(t->input, '\n', t->n_input);
    size_t size = end ? (size_t)(end - t->input) + 1 : t->n_input, length = 0;
    while (length < size && t->input[length] && t->input[length] != '\r' && t->input[length] != '\n') length++;
    bool fits = length < sizeof t->line;
    snprintf(t->line, sizeof t->line, "%.*s", fits ? (int)length : 15, fits ? t->input : "too-long-a-line");
    t->n = (int)strlen(t->line);
    t->n_input -= size;
    memmove(t->input, t->input + size, t->n_input);
}

/* Plain mode: a whole line. What comes from a pipe is repeated in the output, so that this reads like a talk. */
static terminal_key line_read(terminal *t, const char *prompt)
{
    bool ended = false, news = false;
    if (!t->prompted) terminal_say(t, prompt);
    t->prompted = false;
    if (t->hidden) input_mode(true, false);
    while (!ended && !news && !(t->n_input && memchr(t->input, '\n', t->n_input))) {
        input_state state = input_wait(t);
        int more = state == INPUT_READY ? input_more(t) : -1;
        news = state == INPUT_NEWS;
        ended = !more;
        if (more < 0 && !news) terminal_say(t, prompt); /* stopped and continued meanwhile */
    }
    if (t->hidden) input_mode(true, true);
    t->prompted = news;
    if (news) return KEY_NEWS;
    ended = !t->n_input;
    if (!ended) {
        line_take(t);
        if (!t->input_tty && !t->hidden) terminal_say(t, t->line);
    }
    if (ended || t->hidden || !t->input_tty) terminal_say(t, "\n");
    return ended ? KEY_END : KEY_LINE;
}

terminal_key terminal_read(terminal *t, const char *prompt)
{
    return t->screen ? key_read(t) : line_read(t, prompt);
}
