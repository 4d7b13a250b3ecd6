/* reason.h - advice in words: a good turn and what speaks for it, in one sentence; what may become of spaces and offices. */
#ifndef AUDE_APP_REASON_H
#define AUDE_APP_REASON_H

#include "advice/adviser.h"
#include "app/scene.h"

#include <stdbool.h>
#include <stdio.h>

/* An adviser, to be freed with free(); NULL without memory. */
adviser *reason_open(uint64_t seed);
/* The turn that the engine prefers for the viewer of the scene, a seat that is asked. */
void reason_choose(adviser *a, const scene *s, uint32_t playouts, aude_valued *dst);
/* "scores 8 for a city and brings 1 meeple home; no tile that is left fits (2,1), where Ben's city is open": no line end. */
void reason_write(adviser *a, FILE *out, const scene *s, const aude_valued *turn);
/* A hint in words, for the viewer of the scene: the turn, why, and what is expected of it; one line. */
void reason_hint(adviser *a, FILE *out, const scene *s, const aude_valued *turn);
/* The chance that a space is filled, or where an office lies there, what may become of its roads and cities: lines. */
void reason_odds(adviser *a, FILE *out, const scene *s, int x, int y);

#endif
