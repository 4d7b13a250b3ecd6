/* rules.h - what a setup compiles to: immutable tables that every other file of the rules reads.
 *
 * Owns: struct ruleset (the inside of aude_rules). Invariant: after aude_rules_init nothing here changes, and every capacity is sufficient for
 * every game these rules can produce, so no later code checks for overflow. */
#ifndef AUDE_RULES_RULES_H
#define AUDE_RULES_RULES_H

#include "aude.h"
#include "base/base.h"

enum { NONE8 = 0xff, NONE16 = 0xffff };

/* Edge codes, one bit each: four bits a side in tile_kind.edges. What an open space refuses has the same form, so that a tile fits
 * where the two have no bit in common. EDGE_BESIDE is no edge: it is refused wherever a neighbour lies. */
enum { EDGE_CITY = 1, EDGE_ROAD = 2, EDGE_FIELD = 4, EDGE_BESIDE = 8, EDGE_ANY = 15 };

/* One side of a shape: four numbers of 16 bits as they lie in memory, up to three segments that meet those of what lies beside it, and
 * how many. A city edge has one, a field edge its left and right half (looking out from the tile; two only if they differ), a road edge
 * the halves and the road. The right half stands first on two sides, so that the i-th always meets the i-th of the opposite side. */
typedef u64 port;
#define PORT_COUNT_SHIFT (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 48 : 0)
#define PORT_NODES \
    (0x0001000100010001u - ((u64)1 << PORT_COUNT_SHIFT)) /* times the first node of a piece: makes its nodes */
enum { PORT_CLOSES = 0x8000 };                           /* in a segment that has an open edge here */

/* One space of a kind in one rotation. */
typedef struct shape {
    port port[4];                /* of each side */
    u16 refuses[4];              /* side e: what the square beside it then refuses */
    u8 order[AUDE_MAX_SEGMENTS]; /* segments in canonical order of this rotation */
    u8 first_end
        [AUDE_MAX_SEGMENTS];    /* first edge (field: half-edge) clockwise from north; AUDE_NO_EDGE for a monastery */
    u8 ends[AUDE_MAX_SEGMENTS]; /* as aude_segment.ends, rotated */
} shape;

/* c cities leave room for 8 - 2 c fields, each of which may touch each of them. */
enum { MAX_CONTACTS = 8 };

typedef struct tile_kind {
    aude_tile tile;
    u8 n_rotations; /* different ones: 1, 2 or 4 */
    u8 monastery;   /* its segment, or NONE8 */
    u16 scoring;    /* bits of the road and city segments */
    u16 occupiable; /* bits of the segments a meeple may stand on under these rules */
    u8 n_contacts;
    u32 contact
        [MAX_CONTACTS]; /* a field segment and, in the high half, a city segment that it touches, rule base/field-1 */
    u64 word[AUDE_MAX_SEGMENTS]; /* the counts of a fresh segment (feature.h) */
    u64 edges;   /* of its shapes, 16 bits a rotation; equal rotations only once, the rest fits nowhere */
    u16 edge[4]; /* the same, one by one */
} tile_kind;

struct step;
enum { MAX_STEPS = 24, MAX_TERMS = 4 };

/* Offsets in bytes of the arrays inside a state, and their capacities. */
typedef struct layout {
    u32 pieces, spaces, words, parents, nexts, segments, open, grid, monasteries, bag, stacks, secrets, size;
    u16 grid_mask, grid_skew;
    u32 grid_step[4]; /* from the slot of a square to that of the square beside it */
} layout;

struct subject;
struct ruleset;
typedef int score_term(const struct ruleset *r, const struct subject *f, aude_item *item);

typedef struct ruleset {
    aude_setup setup; /* sets as NULL */
    layout at;
    u16 draw_limit; /* rule option `draws`; without a limit, more than there are tiles */
    u16 n_kinds, n_tiles, n_monasteries, start_kind;
    u8 n_seats, n_faces, n_chips, n_offices;
    aude_chip face[AUDE_MAX_CHIPS];
    u8 face_count[AUDE_MAX_CHIPS];
    u16 bag[AUDE_MAX_TILES]; /* at the beginning: the kinds of all tiles but the start tile */
    u8 n_steps, step_draw, step_turn, step_final, step_over; /* indexes into step */
    const struct step *step[MAX_STEPS];                      /* the turn, filtered for these rules (flow.c) */
    u8 n_terms[AUDE_N_FEATURE_KINDS];
    score_term *term[AUDE_N_FEATURE_KINDS][MAX_TERMS]; /* score.c */
    tile_kind kind[AUDE_MAX_KINDS];
    shape shape[AUDE_MAX_KINDS * 4]; /* kind * 4 + rotation */
} ruleset;

_Static_assert(sizeof(ruleset) <= AUDE_RULES_BYTES, "aude_rules is too small");

static inline const ruleset *rules_of(const aude_rules *r)
{
    return (const ruleset *)(const void *)r->u.bytes;
}

#endif
