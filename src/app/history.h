/* history.h - what happened in a game, in words: a list of sentences, why the last points were given, and the points of each
 * seat by kind. It is told the redacted events of one viewer and so knows nothing that this viewer may not know. */
#ifndef AUDE_APP_HISTORY_H
#define AUDE_APP_HISTORY_H

#include "app/scene.h"

enum { HISTORY_BETS = AUDE_N_FEATURE_KINDS, HISTORY_KINDS };

typedef struct history {
    int n, cap;
    int told; /* the first so many sentences have been said to the person */
    struct history_line {
        char *text;
        bool points; /* about points, chips, or the end */
    } * line;        /* oldest first */
    char *why;       /* lines about the last move that gave points; NULL: none yet */
    int points[AUDE_MAX_SEATS][HISTORY_KINDS];
} history;

void history_open(history *h);
void history_close(history *h);
/* Puts a history that was told anew in the place of another, which is closed: what is the same at its beginning has been said. */
void history_replace(history *h, history *again);
/* Events of one move, as redacted for the viewer of the scene; the scene is the one after the move. */
void history_add(history *h, const scene *s, const aude_events *events);

#endif
