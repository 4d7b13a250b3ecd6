/* answers.h - answers to questions about a game, as lines of text. Each looks at a scene only. */
#ifndef AUDE_APP_ANSWERS_H
#define AUDE_APP_ANSWERS_H

#include "app/choices.h"
#include "app/history.h"
#include "app/scene.h"

#include <stdio.h>

void answer_legal(FILE *out, const scene *s, const choices *c);
void answer_look(FILE *out, const scene *s, int x, int y);
void answer_features(FILE *out, const scene *s);
void answer_fields(FILE *out, const scene *s);
/* Points; `projected`: and what they would be if the game ended now. */
void answer_score(FILE *out, const scene *s, bool projected);
void answer_tiles(FILE *out, const scene *s);
void answer_fits(FILE *out, const scene *s, int x, int y);
void answer_stacks(FILE *out, const scene *s);
/* Sizes of all supplies, and the viewer's own chips. */
void answer_chips(FILE *out, const scene *s);
/* "4x2, 4/5, 2 of 5/6": the viewer's own supply. */
void answer_own_chips(FILE *out, const scene *s);
/* The table at the end: points by kind, winners. */
void answer_result(FILE *out, const scene *s, const history *h);

#endif
