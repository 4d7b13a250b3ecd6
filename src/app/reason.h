/* reason.h - why a turn is good, in one sentence made of facts: points now, meeples, what is claimed or grows and how likely it is to be
 * finished, what it takes from others, what it does for fields. */
#ifndef AUDE_APP_REASON_H
#define AUDE_APP_REASON_H

#include "app/scene.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct reasoner reasoner;

/* NULL without memory. Equal seeds and questions give equal answers. */
reasoner *reasoner_open(uint64_t seed);
void reasoner_close(reasoner *r);
/* The turn that the engine prefers for the viewer of the scene, a seat that is asked. */
void reason_choose(reasoner *r, const scene *s, uint32_t playouts, aude_valued *dst);
/* "scores 8 for a city and brings 1 meeple home; no tile that is left fits (2,1), where Ben's city is open": no line end. */
void reason_write(reasoner *r, FILE *out, const scene *s, const aude_valued *turn);
/* A hint in words, for the viewer of the scene: the turn, why, and what is expected of it; one line. */
void reason_hint(reasoner *r, FILE *out, const scene *s, const aude_valued *turn);
/* The chance that a space is filled, or where an office lies there, what may become of its roads and cities: lines. */
void reason_odds(reasoner *r, FILE *out, const scene *s, int x, int y);

#endif
