/* aude_art.h - tiles, figures, chips and boards as SVG text.
 *
 * Everything is drawn from the tile data, so any tile file has pictures. A tile is drawn as it lies: its geometry turns,
 * but houses, light and shadow never do; and it is drawn for its space, so that meadows and woods run on under every edge
 * and no two copies look alike. The same kind, rotation and space give the same bytes on every machine.
 *
 * Lengths are thousandths of a tile, x east, y south, in whole numbers; a tile is 0..1000. Text goes out as in aude.h: `dst,
 * cap`, and the size it needs is returned. Kinds, rotations, segments and seats are those of aude.h. Nothing is allocated or
 * kept; a call needs 128 KB of stack, a board 192 KB. A tile has 14 KB at most and takes a fifth of a millisecond.
 *
 * A tile, and then a figure of seat 0 on its first segment:
 *
 *     n = aude_art_tile(rules, kind, rotation, x, y, AUDE_ART_PART, text, sizeof text);
 *     aude_art_spots(rules, kind, rotation, x, y, spot, AUDE_MAX_SEGMENTS, NULL);
 *     aude_art_meeple(0, AUDE_ART_PART | (spot[0].lying ? AUDE_ART_LYING : 0), figure, sizeof figure);
 *     printf("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 1000'>%s"
 *            "<g transform='translate(%d %d)scale(%g)'>%s</g></svg>", text, spot[0].x, spot[0].y, spot[0].scale / 1e3, figure);
 *
 * A client that paints its board itself draws in this order: the ground of the tiles (AUDE_ART_GROUND), overlays of fields
 * (aude_art_region), what stands on them (AUDE_ART_TOP), the towers at corners (aude_art_corners), figures and chips by their y.
 * Without overlays of fields, whole tiles do. */
#ifndef AUDE_ART_H
#define AUDE_ART_H

#include <aude.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { AUDE_ART_TILE = 1000 };

/* How something is drawn. */
enum {
    AUDE_ART_DARK = 1,    /* for a dark page: the country at dusk, with lit windows; a dark table */
    AUDE_ART_PART = 2,    /* elements only, to be put into an <svg> of the caller; else a document of its own */
    AUDE_ART_GROUND = 4,  /* of a tile: only the land, below roads, walls and trees; overlays of fields go on it */
    AUDE_ART_TOP = 8,     /* of a tile: only what stands on the land */
    AUDE_ART_PLAIN = 16,  /* of a tile: without the thin line along its edges */
    AUDE_ART_LYING = 32,  /* of a meeple: as it lies in fields */
    AUDE_ART_FIELDS = 64, /* of a board: every field in the colour and pattern of those who would score it */
    AUDE_ART_LAST = 128   /* of a board: corners around the tile placed last */
};

/* ---- Tiles ------------------------------------------------------------------------------------------------------- */

/* A kind as it looks at (x, y), turned by rotation quarter turns. Ground and roads run a little beyond the edges: cut at
 * 0..1000, as a document does. */
size_t aude_art_tile(const aude_rules *rules, int kind, int rotation, int x, int y, unsigned flags, char *dst,
                     size_t cap);

/* The area of a segment, as the `d` of a path in the tile's units: for lighting it up, for fields' owners, for finding what
 * was touched. Areas of different segments have no point in common; village, office and yard belong to none. */
size_t aude_art_region(const aude_rules *rules, int kind, int rotation, int x, int y, int segment, char *dst,
                       size_t cap);

/* The lines around a segment in the same units, without those along the tile's edges: strokes for lighting up a feature that
 * goes on over edges. */
size_t aude_art_border(const aude_rules *rules, int kind, int rotation, int x, int y, int segment, char *dst,
                       size_t cap);

/* Corners of the tile where a town wall ends, as bits: 0 north-west, then clockwise. There stands a tower that belongs to the
 * board: it joins the walls of up to four tiles, so draw it once for each corner, after all tiles. */
unsigned aude_art_corners(const aude_rules *rules, int kind, int rotation);
/* Such a tower; the corner is at (0, 0). Its document is 200 wide and 220 high with the corner at (100, 150). */
size_t aude_art_corner(unsigned flags, char *dst, size_t cap);

/* ---- Places ------------------------------------------------------------------------------------------------------ */

/* Where a piece stands: its foot (of a lying one: its middle), and how big it is. */
typedef struct aude_art_spot {
    int16_t x, y;
    uint16_t scale; /* thousandths of the size that pieces are drawn in; 0: there is none */
    uint8_t lying;
} aude_art_spot;

/* One spot for each segment, in their order, and one for the chips in *stack (may be NULL). A spot lies in its segment's area,
 * and pieces on all spots at once overlap neither each other nor office, abbey or the tile's edge (on any built-in tile; on
 * others where there is room). Returns the number of segments. */
int aude_art_spots(const aude_rules *rules, int kind, int rotation, int x, int y, aude_art_spot *dst, int cap,
                   aude_art_spot *stack);

/* ---- Pieces ------------------------------------------------------------------------------------------------------ */

/* What a piece covers around its spot at scale 1000: from x0, y0 to x1, y1; documents show exactly that. */
typedef struct aude_art_box {
    int16_t x0, y0, x1, y1;
} aude_art_box;

typedef enum aude_art_piece {
    AUDE_ART_MEEPLE,
    AUDE_ART_MEEPLE_LYING,
    AUDE_ART_CHIP,
    AUDE_ART_STACK, /* of as many chips as seats can bet */
    AUDE_ART_N_PIECES
} aude_art_piece;

aude_art_box aude_art_box_of(aude_art_piece piece);

/* Colours of a seat, as 0xRRGGBB: its own, and that of the symbol on it (circle, triangle, square, diamond, star, cross). */
uint32_t aude_art_colour(int seat);
uint32_t aude_art_ink(int seat);

/* A pattern of lines for the fields of each seat, for a <defs>: <pattern> elements with the ids aude-field-0 to aude-field-5. */
size_t aude_art_patterns(char *dst, size_t cap);

/* A figure; its foot is at (0, 0), lying its middle. */
size_t aude_art_meeple(int seat, unsigned flags, char *dst, size_t cap);
/* A chip from above about (0, 0); face NULL: its back. */
size_t aude_art_chip(int seat, const aude_chip *face, unsigned flags, char *dst, size_t cap);
/* Chips on a tile, one for each seat (bit s) in the order of the seats: it shows who has bet, never what. */
size_t aude_art_stack(uint32_t seats, unsigned flags, char *dst, size_t cap);

/* ---- Boards ------------------------------------------------------------------------------------------------------ */

/* A whole board with figures and stacks; only what any spectator may know is drawn. */
size_t aude_art_board(const aude_rules *rules, const aude_state *state, unsigned flags, char *dst, size_t cap);
/* Its size in tiles, margins included, in thousandths. */
void aude_art_board_size(const aude_rules *rules, const aude_state *state, int *width, int *height);

#ifdef __cplusplus
}
#endif
#endif
