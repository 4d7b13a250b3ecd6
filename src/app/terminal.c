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

static struct termios saved;
static volatile sig_atomic_t saved_good, screen_on, resized;

/* ---- The state of the terminal, restored whatever happens ---- */

static void screen_leave(void)
{
    static const char leave[] = "\033[0m\033[?25h\033[?1049l";
    if (screen_on && write(STDOUT_FILENO, leave, sizeof leave - 1) < 0) {
    }
    screen_on = 0;
    if (saved_good) tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved);
}

static void signal_end(int number)
{
    screen_leave();
    signal(number, SIG_DFL);
    raise(number);
}

static void signal_resize(int number)
{
    (void)number;
    resized = 1;
}

static void input_mode(bool lines, bool echo)
{
    struct termios mode = saved;
    if (!saved_good) return;
    if (!lines) {
        mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
        mode.c_cc[VSUSP] = _POSIX_VDISABLE; /* the screen could not be restored in time */
        mode.c_cc[VMIN] = 1;
        mode.c_cc[VTIME] = 0;
    }
    if (!echo) mode.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &mode);
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
    memset(t, 0, sizeof *t);
    t->style = terminal_style(ascii, colour);
    t->input_tty = isatty(STDIN_FILENO);
    t->screen = !plain && t->input_tty && isatty(STDOUT_FILENO) && term && strcmp(term, "dumb");
    if (!t->input_tty) return;
    saved_good = tcgetattr(STDIN_FILENO, &saved) == 0;
    struct sigaction end = {.sa_handler = signal_end}, resize = {.sa_handler = signal_resize};
    static const int fatal[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV};
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) sigaction(fatal[i], &end, NULL);
    sigaction(SIGWINCH, &resize, NULL);
    if (!t->screen) return;
    input_mode(false, false);
    fputs("\033[?1049h\033[2J", stdout);
    fflush(stdout);
    screen_on = 1;
}

void terminal_close(terminal *t)
{
    fflush(stdout);
    screen_leave();
    t->screen = false;
}

void terminal_size(int *width, int *height)
{
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col && size.ws_row;
    *width = known ? size.ws_col : 80;
    *height = known ? size.ws_row : 24;
    if (*width < 40) *width = 40;
    if (*height < 12) *height = 12;
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
    glyph_text(stdout, text, t->style.ascii);
    fflush(stdout);
}

/* ---- Reading ---- */

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
        int byte = byte_read();
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

/* Plain mode: a whole line. What comes from a pipe is repeated in the output, so that this reads like a talk. */
static terminal_key line_read(terminal *t, const char *prompt)
{
    terminal_say(t, prompt);
    if (t->hidden) input_mode(true, false);
    char *line = NULL;
    size_t cap = 0;
    ssize_t n;
    do {
        clearerr(stdin);
        errno = 0;
        n = getline(&line, &cap, stdin);
    } while (n < 0 && errno == EINTR);
    if (t->hidden) input_mode(true, true);
    if (n >= 0) {
        line[strcspn(line, "\r\n")] = 0;
        bool fits = strlen(line) < sizeof t->line;
        snprintf(t->line, sizeof t->line, "%s", fits ? line : "too-long-a-line");
        t->n = (int)strlen(t->line);
        if (!t->input_tty && !t->hidden) terminal_say(t, t->line);
    }
    if (n < 0 || t->hidden || !t->input_tty) terminal_say(t, "\n");
    free(line);
    return n < 0 ? KEY_END : KEY_LINE;
}

terminal_key terminal_read(terminal *t, const char *prompt)
{
    return t->screen ? key_read(t) : line_read(t, prompt);
}
