/* player.h - a computer player as the program runs it: an engine with its memory, its clock and how long it may think.
 *
 * A name is an engine's, and may say how much a turn may cost: `mcts` (PLAYER_SECONDS), `mcts:0.2s`, `mcts:1000` (playouts).
 * Levels already have a number of their own: `level:3`, `level:3:0.1s`. A turn is the tile and the meeple together; a bet,
 * a settle or a final choice has a tenth of it besides. A player serves one seat of one game at a time. */
#ifndef AUDE_APP_PLAYER_H
#define AUDE_APP_PLAYER_H

#include "aude.h"

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#define PLAYER_SECONDS 1.0

typedef struct player {
    const aude_engine *engine; /* NULL: no player */
    uint32_t playouts;         /* a turn; 0: by time */
    double seconds;            /* a turn; 0: by playouts */
    clockid_t clock;           /* whose seconds; a match counts processor time, so that other work does not matter */
    void *memory;
    double begun, deadline, spent; /* of the present call; spent: on this turn's tile */
    uint32_t turn;                 /* decision index of the tile that `spent` belongs to */
    double total, most;            /* seconds of all turns, and of the longest: tile and meeple */
    long n_turns;
    aude_state view;
} player;

/* Reads a name. False if it is none; *p is then unspecified. */
bool player_read(player *p, const char *name);
/* Memory for it; false if there is none. */
bool player_open(player *p);
/* Another game or seat. */
void player_fresh(player *p);
/* A move for a seat that is asked, from what that seat may know of the state. */
aude_move player_choose(player *p, const aude_rules *rules, const aude_state *state, int seat, aude_random *random);
void player_close(player *p);
/* The names of all engines, joined by commas, for messages. A static text. */
const char *player_names(void);

#endif
