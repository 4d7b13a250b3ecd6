/* verbs.h - words that can be typed during a game, as rows of tables: those of all games are in verbs.c, a kind of game may have more
 * (game_kind.verbs). Only these tables' files include this. */
#ifndef AUDE_APP_VERBS_H
#define AUDE_APP_VERBS_H

#include "app/play.h"

typedef struct verb {
    const char *name, *arguments, *help;
    /* What it says goes to `out`. The scene is the actor's; there is none in the lobby. */
    void (*run)(play *p, const scene *s, char *rest, FILE *out);
    bool lobby;     /* also before the game */
    aude_aids aids; /* what a table must allow for it */
} verb;

/* Cuts the first word off. */
char *verb_word(char **rest);
/* The first word as a number; false if it is none. */
bool verb_number(char **rest, int *dst);
bool verb_rest_is_empty(const char *rest);

#endif
