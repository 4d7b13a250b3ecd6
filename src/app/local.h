/* local.h - a game at this computer: its table, who sits there, where it is saved. It draws tiles, lets computer players choose,
 * and saves after every change; people's choices come from outside. */
#ifndef AUDE_APP_LOCAL_H
#define AUDE_APP_LOCAL_H

#include "app/game.h"
#include "app/player.h"
#include "app/setup.h"

typedef struct local {
    game game; /* first */
    aude_rules rules;
    aude_record record;
    aude_game table;
    char *text;                    /* that the record was read from; NULL: a new game */
    player player[AUDE_MAX_SEATS]; /* without an engine: a person */
    aude_random draws, engines;
    char *path;     /* saved here after every change; NULL: not saved */
    int save_error; /* errno of the last save, 0 = well */
    aude_events events;
} local;

/* A new game. `seat` has names; `ai:PLAYER` is a computer player (player.h). On failure *error says why. The sets of the setup are taken
 * over. Call local_close in every case. */
bool local_new(local *l, game_setup *setup, const char *const *seat, aude_errinfo *error);
/* A saved game; the allocated text is taken over. `exec`: programs that it names as players are run. */
bool local_load(local *l, char *text, size_t size, bool exec, aude_errinfo *error);
/* Seeds draws and computer players; the number of lines of the record goes in, too, so that a game continued with its seed
 * does not draw the same again. */
void local_seed(local *l, uint64_t seed);
void local_close(local *l);
/* Saves to a file, readable by its owner only; `fresh`: not over one that exists; false with errno set. */
bool local_save(const local *l, const char *path, bool fresh);
/* Saves to the game's own file and notes how that went in save_error. */
void local_autosave(local *l);

#endif
