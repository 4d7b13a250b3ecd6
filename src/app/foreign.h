/* foreign.h - an engine that is another program: started, told positions and asked for moves in the lines of docs/engine.md.
 *
 * Owns: the process, and what it has written but nobody has read. Whatever it does, the caller gets an answer within the time it
 * gives, or a sentence that says what is wrong. After a failure the process is gone, and every further question fails as well. */
#ifndef AUDE_APP_FOREIGN_H
#define AUDE_APP_FOREIGN_H

#include "aude.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct foreign foreign;

enum { FOREIGN_ERROR = 256 };

/* A game as it has gone so far, all secrets included: what the process is told of it is what the seat may know. */
typedef struct foreign_game {
    const aude_setup *setup; /* with its sets */
    const aude_move *move;
    int n_moves;
} foreign_game;

/* Runs `sh -c COMMAND`. NULL without memory; else, where it did not start well, the first question says why. */
foreign *foreign_open(const char *command);
/* Another game begins, or another seat. */
void foreign_fresh(foreign *f);
/* A move for a seat that is asked. `seconds` is wall-clock time, and if 0 `playouts` count. False: error says why. */
bool foreign_choose(foreign *f, const aude_rules *rules, const foreign_game *game, int seat, double seconds,
                    uint32_t playouts, aude_move *dst, char error[FOREIGN_ERROR]);
void foreign_close(foreign *f);

/* What a seat is told before `go`: `new` and the setup where the game is new, then all from `position` to the last `own` or `legal` line.
 * Allocated; NULL without memory. */
char *foreign_position(const aude_rules *rules, const foreign_game *game, int seat, bool fresh, bool legal,
                       size_t *size);

#endif
