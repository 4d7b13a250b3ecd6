/* board.h - the board as a picture of characters: tiles, meeples, stacks, marks, and coordinates along the edges. */
#ifndef AUDE_APP_BOARD_H
#define AUDE_APP_BOARD_H

#include "app/canvas.h"
#include "app/choices.h"
#include "app/scene.h"

/* Sizes of a tile. */
typedef enum board_zoom { BOARD_SMALL, BOARD_LARGE, BOARD_ZOOMS } board_zoom;

typedef struct board {
    board_zoom zoom;
    int left, top;          /* the tile in the upper left corner */
    int columns, rows;      /* how many tiles are seen */
    const choices *choices; /* what is numbered on the board; NULL: nothing */
    int chosen;             /* index of the placement that is shown as if it were made, or -1 */
} board;

int board_tile_width(board_zoom zoom);
int board_tile_height(board_zoom zoom);
/* Columns and rows for `height` x `width` characters, the coordinates included. */
void board_fit(board *b, int width, int height);
/* The smallest window that shows everything; the zoom stays. */
void board_whole(board *b, const scene *s);
/* Moves the window so that it shows what matters: all if that fits, else the last tile and as many legal spaces as possible. */
void board_follow(board *b, const scene *s);
/* Draws it with its upper left corner at (x, y). */
void board_draw(const board *b, const scene *s, canvas *c, int x, int y);
/* Characters that board_draw needs. */
int board_width(const board *b);
int board_height(const board *b);
/* A chip of a seat. */
void board_chip(canvas *c, int x, int y, int seat);
/* A single tile, without what stands on it. */
void board_tile(canvas *c, int x, int y, board_zoom zoom, const aude_rules *rules, int kind, int rotation);

#endif
