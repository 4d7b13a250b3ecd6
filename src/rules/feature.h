/* feature.h - features as a union-find over nodes (one node a segment of a placed piece).
 *
 * Owns: state.words, parents, nexts. A root's word packs the counts of its feature, so that a union is one addition:
 *
 *     bits  0..23  meeples, 4 bits a seat       bits 24..33  pennants
 *     bits 34..43  distinct spaces              bits 44..54  open edges (a monastery: empty spaces around)
 *     bits 55..62  segments on bookmaker tiles (roads and cities)
 *     bit  63      some node (no field) shares its piece with another segment of the same kind
 *
 * Fields keep no open edges, and their spaces are not made distinct: no rule asks. Finds through const never write. */
#ifndef AUDE_RULES_FEATURE_H
#define AUDE_RULES_FEATURE_H

#include "rules/state.h"

#define WORD_MEEPLE(seat) ((u64)1 << (4 * (seat)))
#define WORD_MEEPLES      ((u64)0xffffff)
#define WORD_PENNANT      ((u64)1 << 24)
#define WORD_SPACE        ((u64)1 << 34)
#define WORD_OPEN_SHIFT   44
#define WORD_OPEN         ((u64)1 << WORD_OPEN_SHIFT)
#define WORD_OFFICE       ((u64)1 << 55)
#define WORD_TWIN         ((u64)1 << 63)

static inline int word_meeples(u64 w, int seat)
{
    return (int)(w >> (4 * seat) & 15);
}
static inline int word_pennants(u64 w)
{
    return (int)(w >> 24 & 1023);
}
static inline int word_spaces(u64 w)
{
    return (int)(w >> 34 & 1023);
}
static inline int word_offices(u64 w)
{
    return (int)(w >> 55 & 255);
}
static inline int word_open(u64 w)
{
    return (int)(w >> 44 & 2047);
}

/* Root of a node. Paths are short: the first two hops are taken without asking. */
static inline u16 feature_root(const u16 *parent, u32 i)
{
    u32 root = parent[parent[i]];
    while (parent[root] != root) root = parent[root];
    return (u16)root;
}

/* Joins two features of one kind; `edges` is WORD_OPEN * 2 where open edges met, else 0. Returns the word of the whole. */
u64 feature_join(const ruleset *r, game *s, u32 a, u32 b, u64 edges);

/* Where the segment is that a node stands for: the first nodes of the pieces rise in play order. */
typedef struct locus {
    u16 piece, segment;
} locus;
locus feature_locus(const ruleset *r, const game *s, u16 i);

static inline aude_feature_kind feature_kind(const ruleset *r, const game *s, u16 i)
{
    locus at = feature_locus(r, s, i);
    return (aude_feature_kind)kind_of_piece(r, pieces_in(r, s)[at.piece])->tile.segment[at.segment].kind;
}

/* Counts for n fields, given by their roots, the distinct completed cities that touch them (rule base/field-1). The roots of the cities
 * of one field are written where dst is not NULL. */
void feature_field_cities(const ruleset *r, const game *s, const u16 *field, int n, i16 *cities, u16 *dst, int cap);

#endif
