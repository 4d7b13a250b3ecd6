/* piece.h - figures and chips written into a text about (0, 0), for boards. For src/art alone. */
#ifndef AUDE_ART_PIECE_H
#define AUDE_ART_PIECE_H

#include "base/text.h"

void piece_meeple(text *out, int seat, bool lying);
void piece_stack(text *out, u32 seats);
/* The symbol of a seat about (x, y) with a radius of `size` thousandths. */
void piece_symbol(text *out, int seat, int x, int y, int size, const char *fill);
/* A <pattern> for the fields of each seat: the line itself differs, not only the colour. Named aude-field-0 to aude-field-5. */
void piece_patterns(text *out);
/* Writes ` NAME="VALUE"` pieces of elements. */
void piece_colour(text *out, const char *before, u32 colour);

#endif
