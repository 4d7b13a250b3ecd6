/* game.h - a game as it is played at this terminal, wherever it is run.
 *
 * Owns: game, which is the same for all kinds of games, and game_kind, what each kind does in its own way. There are two: games at
 * this computer (local.h) and games at a server (online.h). Both begin with a `game`; who plays knows nothing else of them. */
#ifndef AUDE_APP_GAME_H
#define AUDE_APP_GAME_H

#include "app/history.h"
#include "app/scene.h"
#include "aude_table.h"

#include <stdio.h>

typedef struct game game;
struct verb;

typedef enum game_stage {
    GAME_LOBBY, /* not begun: no rules, and nothing to look at */
    GAME_ON,
    GAME_OVER
} game_stage;

typedef struct game_kind {
    game_stage (*stage)(game *g);
    /* The position as it lies before `owner` (whose move may wait for confirmation; or AUDE_NOBODY), with what `viewer` (or
     * AUDE_NOBODY) may know: into g->view. */
    void (*look)(game *g, int owner, int viewer);
    /* People at this terminal who are to decide now, as bits: to move, or to confirm. */
    unsigned (*people)(game *g);
    /* The seat whose last move waits to be confirmed, or -1. */
    int (*waiting)(const game *g);
    /* Lets others act, as far as that goes by itself: one step. False: nothing is left to do but to wait for somebody. */
    bool (*step)(game *g);
    aude_err (*move)(game *g, aude_move move, aude_errinfo *error);
    aude_err (*confirm)(game *g, int seat, aude_errinfo *error);
    aude_err (*undo)(game *g, int seat, int index, aude_errinfo *error);
    /* Writes who is waited for: one sentence. NULL: nobody ever is. */
    void (*idle)(game *g, FILE *out);
    /* Writes all there is to know before a game: lines. NULL: there is no lobby. */
    void (*lobby)(game *g, FILE *out);
    /* Writes the time that a seat has left, at most 8 characters, or nothing. NULL: there are no clocks. */
    void (*clock)(game *g, int seat, FILE *out);
    /* Writes a warning that is not to be overlooked, one line, and returns true; false: there is none. */
    bool (*warn)(game *g, FILE *out);
    /* Does what `save` and `save FILE` ask for, and says so. */
    void (*save)(game *g, const char *path, FILE *out);
    /* Writes where the game is kept, one line or several, for `setup`. */
    void (*where)(game *g, FILE *out);
    /* Writes how to go on with the game, or the warning: one line. */
    void (*part)(game *g, FILE *out);
    /* Words of its own, found before those of all games; NULL: none. */
    const struct verb *verbs;
    const char *quit_help; /* what `quit` means */
} game_kind;

struct game {
    const game_kind *kind;
    const aude_rules *rules; /* NULL in the lobby */
    const aude_setup *setup; /* with its sets */
    bool confirms;           /* rule confirm */
    aude_aids aids;          /* what the program may tell, docs/table.md */
    int n_seats;
    char name[AUDE_MAX_SEATS][SCENE_NAME];
    int n_people;     /* who share this terminal */
    int teller;       /* the only person here, or AUDE_NOBODY */
    history history;  /* as `teller` may know it */
    char *notice;     /* lines about other things than moves that nobody has said yet, allocated; NULL: none */
    unsigned version; /* another number: what is asked has changed by itself */
    aude_state view;
};

/* What somebody looks at; see game_kind.look. Valid until the next call. */
void game_scene(game *g, int owner, int viewer, scene *dst);
bool game_over(game *g);

#endif
