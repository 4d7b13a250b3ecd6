/* terminal.h - the keyboard and the screen. In screen mode it owns the whole terminal and reads single keys; in plain mode it
 * writes lines and reads lines, without escape sequences but for wiping secrets. However the program ends, the terminal is as it was. */
#ifndef AUDE_APP_TERMINAL_H
#define AUDE_APP_TERMINAL_H

#include "app/canvas.h"
#include "app/command.h"

#include <stdbool.h>

enum { TERMINAL_LINE = 256 };
struct pollfd;

/* Something else to wait for beside the keyboard. */
typedef struct terminal_watch {
    void *context;
    /* Fills *p (a descriptor of -1: none) and returns for how long to wait at most, in ms; -1: as long as it takes. */
    int (*wait)(void *context, struct pollfd *p);
    /* Does what can be done now. True: something is to be shown. */
    bool (*work)(void *context);
} terminal_watch;

typedef enum terminal_key {
    KEY_LINE, /* a line is in `line` */
    KEY_END,  /* no more input */
    KEY_LEFT,
    KEY_RIGHT,
    KEY_UP,
    KEY_DOWN,
    KEY_NEXT, /* Tab */
    KEY_TURN, /* Space on an empty line */
    KEY_ESCAPE,
    KEY_NEWS,  /* something has happened elsewhere; what was typed so far stays */
    KEY_RESIZE /* the size of the screen has changed */
} terminal_key;

typedef struct terminal {
    bool screen;    /* screen mode */
    bool input_tty; /* somebody sits there */
    bool wipes;     /* what was written can be wiped, in plain mode with what scrolled away */
    bool hidden;    /* what is typed is not shown */
    style style;
    char line[TERMINAL_LINE]; /* what has been typed so far, or the line read */
    int n;
    terminal_watch watch; /* all NULL: only the keyboard */
    bool prompted;        /* plain mode: the prompt stands there already, nothing behind it */
    char *input;          /* plain mode: what was read and is no line yet */
    size_t n_input, cap_input;
} terminal;

typedef enum colour_choice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER } colour_choice;

/* Rows for a command's options, and what they say; false after an error was printed. */
#define TERMINAL_OPTIONS                                        \
    {"ascii", NULL, NULL, "only ASCII characters", false},      \
    {                                                           \
        "color", "WHEN", "auto", "auto, always or never", false \
    }
bool terminal_colour(const options *o, colour_choice *dst);
/* What standard output can show. */
style terminal_style(bool ascii, colour_choice colour);
void terminal_open(terminal *t, bool plain, bool ascii, colour_choice colour);
void terminal_close(terminal *t);
/* The size of the screen, at least 8 x 4; 80 x 24 where it is not known. */
void terminal_size(int *width, int *height);
/* What follows is for one person only: typed unseen, and wiped when `on` becomes false, or when the program is stopped or
 * ended. Where nothing can be wiped (a pipe, a simple terminal), secrets must not be written at all. */
void terminal_secret(terminal *t, bool on);
/* What is written to standard error when a signal ends the program. */
void terminal_parting(const char *text);
/* Shows a canvas as the whole screen (screen mode), the cursor at (x, y) behind what has been typed. */
void terminal_show(terminal *t, const canvas *c, int x, int y);
/* Writes text (plain mode); on a terminal its lines are broken between words. */
void terminal_say(terminal *t, const char *text);
/* Writes a canvas as lines (plain mode). */
void terminal_draw(terminal *t, const canvas *c);
/* Waits for a key. In plain mode the only answers are KEY_LINE, KEY_END and KEY_NEWS, and `prompt` is written before. */
terminal_key terminal_read(terminal *t, const char *prompt);

#endif
