/* board.h - spaces, the frontier of open spaces, and laying pieces.
 *
 * Owns: state.piece, space, open, grid, near, monastery counts. Invariants: the grid finds every placed and every open space; an
 * open space refuses exactly what its placed neighbours do not show; nothing is bounded by a window.
 * The grid is a table of 16-bit entries: a square hashes to x + skew * y, so that a compact board never collides; others probe on. */
#ifndef AUDE_RULES_BOARD_H
#define AUDE_RULES_BOARD_H

#include "rules/feature.h"

/* n spaces joined edge to edge have at most 2 n + 2 empty spaces beside them. */
enum { MAX_OPEN = 2 * AUDE_MAX_TILES + 3 };

/* Nodes written at once when a piece is laid, whether it has so many segments or not. */
enum { NODES_AT_ONCE = 8 };

enum { GRID_EMPTY = 0x7f7f, GRID_PLACED = 0x8000, GRID_STEP = 191 }; /* open spaces are less than both */

/* An empty board. */
void board_clear(const ruleset *r, game *s);
/* Entry of the grid for a square: GRID_EMPTY, an open space's index, or a placed space's index | GRID_PLACED. */
u16 board_find(const ruleset *r, const game *s, square q);
/* Lays a piece on an open space (or on the empty board, open = -1) and joins its segments to their neighbours. */
void board_put(const ruleset *r, game *s, int kind, int rotation, int open, square q);
/* Whether a kind fits anywhere (rule base/place-2). */
bool board_has_room(const ruleset *r, const game *s, int kind);
/* The open spaces that a kind fits in some rotation, sorted by y, then x: the low 16 bits of a key are the index. The room in
 * key is MAX_OPEN. Returns their number. */
int board_matches(const ruleset *r, const game *s, int kind, u64 *key);
/* In how many ways a kind can be placed. */
int board_count(const ruleset *r, const game *s, int kind);

/* Whether a tile with these edges fits an open space, by what that refuses. */
static inline bool board_match(u16 refused, u16 edges)
{
    return (edges & refused) == 0;
}

/* The same for all rotations at once: bit 16 r + 15 where rotation r fits. */
static inline u64 board_match_all(u16 refused, const tile_kind *k)
{
    const u64 ones = 0x0001000100010001u, low = 0x7fff7fff7fff7fffu;
    u64 wrong = k->edges & refused * ones;
    return ~(((wrong & low) + low) | wrong) & ~low;
}

#endif
