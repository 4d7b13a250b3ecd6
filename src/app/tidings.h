/* tidings.h - chances in words: what simulated games say of offices, spaces and turns. */
#ifndef AUDE_APP_TIDINGS_H
#define AUDE_APP_TIDINGS_H

#include "app/scene.h"

#include <stdio.h>

/* "31 % (27 to 35)". */
void tidings_chance(FILE *out, uint32_t hits, uint32_t n);
/* What may become of a tile's roads and cities, and of a chip of each face if it has an office: lines. */
void tidings_office(FILE *out, const scene *s, int tile, const aude_odds *odds);
/* The sizes a target is likely to get, most likely first: "3 tiles 31 %, 4 tiles 20 %, ...". */
void tidings_sizes(FILE *out, const uint32_t *by_tiles, uint32_t n);
/* "(0,-1) turned 90°, meeple on the city (north)": a turn from the position of the scene, or any other move. */
void tidings_turn(FILE *out, const scene *s, const aude_valued *turn);

#endif
