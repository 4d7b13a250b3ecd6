/* scene.h - what somebody looks at: a view of a game, the names at the table, and who looks. Everything that is shown or said
 * about a game is made from a scene, never from the real state, so that nothing hidden can appear. */
#ifndef AUDE_APP_SCENE_H
#define AUDE_APP_SCENE_H

#include "aude.h"

#include <stdbool.h>
#include <stdint.h>

enum { SCENE_NAME = 64 };

typedef struct scene {
    const aude_rules *rules;
    const aude_state *state; /* a view (aude_view) of `viewer` */
    int viewer;              /* a seat, or AUDE_NOBODY */
    const aude_setup *setup; /* with its sets, for what they say of themselves; NULL: not known */
    int n_seats;
    const char *name[AUDE_MAX_SEATS];
} scene;

/* The mark of a seat: ● ▲ ■ ◆ ★ ✚. */
uint32_t scene_mark(int seat);
const char *scene_mark_text(int seat);
/* The mark of a seat's chips, which are never taken for its meeples: ○ △ □ ◇ ☆ ✛. */
uint32_t scene_chip(int seat);
uint32_t scene_chip_ink(int seat);
/* Colours of a seat and of its mark on them. */
uint32_t scene_colour(int seat);
uint32_t scene_mark_ink(int seat);
/* "You" is a name with grammar: you score, Ann scores. */
bool scene_is_you(const scene *s, int seat);
const char *scene_s(const scene *s, int seat); /* "" or "s": for a verb's end */

#endif
