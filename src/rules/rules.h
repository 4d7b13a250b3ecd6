/* rules.h - what a setup compiles to: immutable tables that every other file of the rules reads.
 *
 * Owns: struct ruleset (the inside of aude_rules). Invariant: after aude_rules_init nothing here changes, and every capacity is sufficient for
 * every game these rules can produce, so no later code checks for overflow. */
#ifndef AUDE_RULES_RULES_H
#define AUDE_RULES_RULES_H

#include "aude.h"
#include "base/base.h"

enum { NONE8 = 0xff, NONE16 = 0xffff };

/* Sides of a half of an edge in shape.at: left, middle, right, looking out from the tile. */
enum { PORT_LEFT, PORT_MIDDLE, PORT_RIGHT };

/* Edge codes: four bits a side in shape.edges and in an open space's constraint. 0 would mean unconstrained. */
enum { EDGE_CITY = 1, EDGE_ROAD = 2, EDGE_FIELD = 3 };

/* One space of a kind in one rotation. */
typedef struct shape {
    u16 edges;   /* code of side e in bits 4e .. 4e + 3 */
    u8 at[4][4]; /* segment at each port: city edges have one everywhere, field edges none in the middle */
    u8 order[AUDE_MAX_SEGMENTS]; /* segments in canonical order of this rotation */
    u8 first_end
        [AUDE_MAX_SEGMENTS];    /* first edge (field: half-edge) clockwise from north; AUDE_NO_EDGE for a monastery */
    u8 ends[AUDE_MAX_SEGMENTS]; /* as aude_segment.ends, rotated */
    u8 spare[7];                /* 64 bytes in all */
} shape;

typedef struct tile_kind {
    aude_tile tile;
    u8 n_rotations;                 /* different ones: 1, 2 or 4 */
    u8 monastery;                   /* its segment, or NONE8 */
    u16 scoring;                    /* bits of the road and city segments */
    u16 occupiable;                 /* bits of the segments a meeple may stand on under these rules */
    u16 touched[AUDE_MAX_SEGMENTS]; /* of a field segment: bits of the city segments that touch it, rule base/field-1 */
    struct {
        u64 word, link; /* the counts of a fresh segment (feature.h) and its links relative to the piece (state.h) */
    } node[AUDE_MAX_SEGMENTS];
    u64 edges; /* of its shapes, 16 bits a rotation; equal rotations only once, the rest matches nothing */
} tile_kind;

struct step;
enum { MAX_STEPS = 24, MAX_TERMS = 4 };

/* Offsets in bytes of the arrays inside a state, and their capacities. */
typedef struct layout {
    u32 pieces, spaces, nodes, open, grid, monasteries, bag, discards, stacks, secrets, size;
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
    u8 n_steps, step_draw, step_final;  /* indexes into step */
    const struct step *step[MAX_STEPS]; /* the turn, filtered for these rules (flow.c) */
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
