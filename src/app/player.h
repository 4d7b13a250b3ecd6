/* player.h - a computer player as the program runs it: an engine with its memory, its clock and how long it may think.
 *
 * A name is an engine's, and may say how much a turn may cost: `mcts` (PLAYER_SECONDS), `mcts:0.2s`, `mcts:1000` (playouts),
 * `mcts:0.2sx2` (two threads that search for so long; only `mcts` and `mcts-plain`). Levels already have a number of their own:
 * `level:3`, `level:3:0.1s`. A turn is the tile and the meeple together; a bet, a settle or a final choice has a tenth of it
 * besides. A player serves one seat of one game at a time.
 *
 * `exec:COMMAND` is another program (docs/engine.md), `exec:0.2s:COMMAND` one with a budget. Such a name runs whatever it says: it is
 * accepted only from who sits at this computer, never from a file or the network. */
#ifndef AUDE_APP_PLAYER_H
#define AUDE_APP_PLAYER_H

#include "app/foreign.h"
#include "aude.h"

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#define PLAYER_SECONDS 1.0

enum { PLAYER_NAME = 512, PLAYER_THREADS = 8 };

typedef struct player {
    const aude_engine *engine; /* NULL: no player */
    uint32_t playouts;         /* a turn; 0: by time */
    double seconds;            /* a turn; 0: by playouts */
    int threads;               /* that search for a tile together, by time; 0: the name does not say, one */
    clockid_t
        clock; /* whose seconds; a match counts processor time of each thread, so that other work does not matter */
    void *memory[PLAYER_THREADS];
    double spent;       /* on this turn's tile */
    uint32_t turn;      /* decision index of the tile that `spent` belongs to */
    double total, most; /* seconds of all turns, and of the longest: tile and meeple */
    long n_turns;
    aude_state view;
    char command[PLAYER_NAME]; /* of a foreign engine */
    foreign *foreign;          /* its process; NULL: none */
    foreign_game game;         /* for foreign engines: see player_follow */
    char error[FOREIGN_ERROR]; /* not empty: the foreign engine has failed */
} player;

/* Reads the name of an engine of this library. False if it is none; *p is then unspecified. */
bool player_read(player *p, const char *name);
/* The same, or `exec:COMMAND`: for names that were typed at this computer. */
bool player_read_any(player *p, const char *name);
/* One whose search ends by time alone uses all processors, if its name does not say otherwise. Before player_open. */
void player_spread(player *p);
/* Memory for it; false if there is none. */
bool player_open(player *p);
/* Another game or seat. */
void player_fresh(player *p);
/* The game so far, to be said before each choice where players may be foreign. The moves must stay until then. */
void player_follow(player *p, const aude_setup *setup, const aude_move *move, int n_moves);
/* A move for a seat that is asked, from what that seat may know of the state. Where p->error is not empty afterwards, a foreign engine
 * has failed and the move is the default. */
aude_move player_choose(player *p, const aude_rules *rules, const aude_state *state, int seat, aude_random *random);
void player_close(player *p);
/* The names of all engines, joined by commas, for messages. A static text. */
const char *player_names(void);

#endif
