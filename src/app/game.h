/* game.h - a game at this computer: its table, who sits there, where it is saved. It draws tiles, lets computer players choose,
 * and saves after every change; people's choices come from outside. */
#ifndef AUDE_APP_GAME_H
#define AUDE_APP_GAME_H

#include "app/history.h"
#include "app/player.h"
#include "app/scene.h"
#include "app/setup.h"

typedef struct game {
    aude_rules rules;
    aude_record record;
    aude_game table;
    char *text; /* that the record was read from; NULL: a new game */
    int n_seats;
    char name[AUDE_MAX_SEATS][SCENE_NAME];
    player player[AUDE_MAX_SEATS]; /* without an engine: a person */
    aude_random draws, engines;
    history history; /* as `teller` may know it */
    int teller;      /* the only person at the table, or AUDE_NOBODY */
    char *path;      /* saved here after every change; NULL: not saved */
    int save_error;  /* errno of the last save, 0 = well */
    aude_state view;
    aude_events events;
} game;

/* A new game. `seat` has names; `ai:PLAYER` is a computer player (player.h). On failure *error says why. The sets of the setup are taken
 * over. Call game_close in every case. */
bool game_new(game *g, game_setup *setup, const char *const *seat, aude_errinfo *error);
/* A saved game; the allocated text is taken over. */
bool game_load(game *g, char *text, size_t size, aude_errinfo *error);
/* Seeds draws and computer players; the number of lines of the record goes in, too, so that a game continued with its seed
 * does not draw the same again. */
void game_seed(game *g, uint64_t seed);
void game_close(game *g);

/* The game as it lies before `owner` (whose move may wait for confirmation; or AUDE_NOBODY), with what `viewer` (or
 * AUDE_NOBODY) may know. Valid until the next call. */
void game_scene(game *g, int owner, int viewer, scene *dst);
/* People who are to decide now, as bits: to move, or to confirm. */
unsigned game_people(const game *g);
/* The seat whose last move waits to be confirmed, or -1. */
int game_waiting(const game *g);
bool game_over(const game *g);
int game_n_people(const game *g);
/* Draws a tile, or lets a computer player choose. False if a person is to decide, or the game is over. */
bool game_step(game *g);
aude_err game_move(game *g, aude_move move, aude_errinfo *error);
aude_err game_confirm(game *g, int seat, aude_errinfo *error);
aude_err game_undo(game *g, int seat, int index, aude_errinfo *error);
/* Saves to a file, readable by its owner only; `fresh`: not over one that exists; false with errno set. */
bool game_save(const game *g, const char *path, bool fresh);
/* Saves to the game's own file and notes how that went in save_error. */
void game_autosave(game *g);

#endif
