/* talk.h - the lines of the engine protocol (docs/engine.md) as an engine hears them: it keeps the position that it is told.
 *
 * Owns: struct talk. A line that is refused changes nothing. */
#ifndef AUDE_APP_TALK_H
#define AUDE_APP_TALK_H

#include "aude.h"

#include <stdbool.h>
#include <stddef.h>

enum { TALK_LINE = 1000, TALK_SETUP = 1 << 17 };

typedef enum talk_call { TALK_NOTHING, TALK_HELLO, TALK_GO, TALK_STOP, TALK_QUIT } talk_call;

typedef struct talk_go {
    int seat;
    uint32_t playouts, ms; /* 0: no such limit */
    bool endless;
} talk_go;

typedef struct talk {
    bool ready;       /* there is a position */
    aude_rules rules; /* of it */
    aude_state state; /* what a spectator knows of the game, and what has been told besides: own bets, own supply */
    bool collects;    /* after `new`: lines are the setup of another game */
    size_t size;
    char setup[TALK_SETUP];
    char bad[TALK_LINE + 1]; /* the line that was refused */
    /* for compiling a setup */
    aude_rules next;
    aude_state start;
    aude_tileset own[AUDE_MAX_SETS];
} talk;

void talk_open(talk *t);
/* Takes in one line, without its end. What is asked for is in *call, a question's terms in *go. */
aude_err talk_hear(talk *t, const char *line, size_t size, talk_call *call, talk_go *go, aude_errinfo *error);
/* What a line that waits will ask for, if it can be said without the position: a stop, an end, or a question. */
talk_call talk_peek(const char *line, size_t size);

#endif
