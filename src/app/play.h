/* play.h - one person or several play at this terminal: whose turn it is at the keyboard, what they look at, and what they type.
 *
 * Who sees what: with one person at the table, that person's view. With several, everybody sees what a spectator sees; only
 * while `curtain` is up, the person who acts sees their own chips, and the screen (in plain mode: the page) is wiped before the
 * next one looks. Where nothing can be wiped, nobody's chips are written. */
#ifndef AUDE_APP_PLAY_H
#define AUDE_APP_PLAY_H

#include "app/board.h"
#include "app/choices.h"
#include "app/game.h"
#include "app/terminal.h"

enum { ASK_AGAIN = -2 };

typedef struct play {
    game *game;
    terminal *terminal;
    choices choices; /* of the actor; empty while a move waits for confirmation */
    board board;
    int actor;       /* the person here who is to decide; AUDE_NOBODY: none, or the game is over */
    bool curtain;    /* only the actor looks */
    int chosen;      /* index of the placement that is tried out, or -1 */
    bool moved_view; /* the person has moved the board */
    int zoom;        /* 0: by itself; 1 + board_zoom */
    int asked;       /* plain mode: the placement that the last question was about, or ASK_AGAIN */
    bool typed;      /* a line was typed already, below a page */
    bool decided;    /* the actor has moved */
    char *warned;    /* the warning that has been said, without people; NULL: none */
    bool quit;
    char *message; /* what the last command said; lines */
    char *idled;   /* plain mode: what was said last of whom the game waits for */
} play;

/* Plays until the game is over or the person leaves. */
void play_run(play *p);
void play_close(play *p);
/* The scene that is shown to the actor. */
void play_scene(play *p, scene *dst);
/* True where the actor may see their own chips without a curtain. */
bool play_private(const play *p);
/* True where what is written stays for all to read: several people, and nothing that can be wiped. */
bool play_keeps(const play *p);
/* Runs what was typed (verbs.c). What it says goes to `out`. */
void play_command(play *p, char *line, FILE *out);
/* Makes a move of the actor and says what is wrong, if something is. */
void play_move(play *p, aude_move move, FILE *out);
/* Why nobody here is asked now: one sentence without a line end (prompt.c). */
void prompt_idle(FILE *out, const play *p);
/* What the actor is asked, and what can be typed (prompt.c); `keys`: with the keys of screen mode. */
void prompt_question(FILE *out, play *p);
void prompt_hint(FILE *out, play *p, bool keys);
/* The game's warning, where there is one: one line. */
bool prompt_warning(FILE *out, const play *p);
/* The whole screen: board, panel, question, message (screen.c). */
void screen_show(play *p);
/* A text that fills the screen, page by page. False at the end of the input. */
bool screen_page(play *p, const char *text);
/* The same for the actor alone: wiped afterwards. */
bool screen_secret(play *p, const char *text);
/* Says who is to look and waits for Enter. False at the end of the input. */
bool screen_curtain(play *p, const char *reason);

#endif
