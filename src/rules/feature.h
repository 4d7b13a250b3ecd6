/* feature.h - features as a union-find over nodes (one node a segment of a placed piece).
 *
 * Owns: node.word, node.parent, node.next. A root's word packs the counts of its feature, so that a union is one addition:
 *
 *     bits  0..23  meeples, 4 bits a seat       bits 24..33  pennants
 *     bits 34..43  distinct spaces              bits 44..54  open edges (a monastery: empty spaces around)
 *     bits 55..62  segments on bookmaker tiles (roads and cities)
 *     bit  63      some node shares its piece with another segment of the same kind
 *
 * Fields keep no open edges, and their spaces are not made distinct: no rule asks. Finds through const never write. */
#ifndef AUDE_RULES_FEATURE_H
#define AUDE_RULES_FEATURE_H

#include "rules/state.h"

#define WORD_MEEPLE(seat) ((u64)1 << (4 * (seat)))
#define WORD_MEEPLES      ((u64)0xffffff)
#define WORD_PENNANT      ((u64)1 << 24)
#define WORD_SPACE        ((u64)1 << 34)
#define WORD_OPEN         ((u64)1 << 44)
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
static inline u16 feature_root(const node *n, u16 i)
{
    u16 root = n[n[i].parent].parent;
    while (n[root].parent != root) root = n[root].parent;
    return root;
}

/* Joins two features of one kind; `edges` is WORD_OPEN * 2 where open edges met, else 0. Returns the word of the whole. */
u64 feature_join(node *n, u16 a, u16 b, u64 edges);

static inline aude_feature_kind feature_kind(const ruleset *r, const game *s, const node *n)
{
    return (aude_feature_kind)kind_of_piece(r, pieces_in(r, s)[n->piece])->tile.segment[n->segment].kind;
}

/* Roots of the distinct completed cities that touch a field (rule base/field-1). Returns their number. */
int feature_field_cities(const ruleset *r, const game *s, u16 root, u16 *dst, int cap);

#endif
