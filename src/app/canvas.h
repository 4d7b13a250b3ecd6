/* canvas.h - a grid of coloured characters, and writing it to a terminal. */
#ifndef AUDE_APP_CANVAS_H
#define AUDE_APP_CANVAS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What the terminal can show. */
typedef enum colour_depth { DEPTH_MONO, DEPTH_256, DEPTH_TRUE } colour_depth;
typedef struct style {
    bool ascii;
    colour_depth depth;
} style;

/* A colour is COLOUR(0xrrggbb), or COLOUR_NONE for the terminal's own. */
enum { COLOUR_NONE = 0 };
#define COLOUR(rgb) (0x1000000u | (rgb))

typedef struct cell {
    uint32_t glyph; /* 0: the right half of a wide character */
    uint32_t ink, paper;
    bool bold, dim;
} cell;

typedef struct canvas {
    int width, height;
    cell *cell; /* row by row */
} canvas;

/* Makes a blank canvas; out of memory ends the program. */
void canvas_open(canvas *c, int width, int height);
void canvas_close(canvas *c);
/* The cell at a place, or a cell nobody sees where the place is outside. */
cell *canvas_at(canvas *c, int x, int y);
/* Puts a character on what is there, the paper kept. */
void canvas_put(canvas *c, int x, int y, uint32_t glyph, uint32_t ink, bool bold);
/* Writes a text up to the column `end`, the paper kept; returns the column after it. */
int canvas_text(canvas *c, int x, int y, int end, const char *text, uint32_t ink, bool bold);
/* Writes a text in the columns x to end - 1, broken at spaces and line feeds, the rest of a line
 * indented like its beginning or its second column, in at most `rows` rows; where it is
 * cut stands an ellipsis. Returns the number of rows
 * that it needs. */
int canvas_wrap(canvas *c, int x, int y, int end, int rows, const char *text, uint32_t ink, bool bold);
/* One row without line end, blanks at its end left out. */
void canvas_row(const canvas *c, int y, style show, FILE *out);
/* All rows, each with a line end. */
void canvas_write(const canvas *c, style show, FILE *out);

#endif
