/* meeple.c - see meeple.h. */
#include "rules/meeple.h"
#include "rules/events.h"

/* Bit i if nobody stands in the feature of the i-th segment of a piece. */
static inline u32 meeple_free(const ruleset *r, const game *s, u32 first, u32 i)
{
    u64 w = words_in(r, s)[feature_root(parents_in(r, s), first + i)];
    return (u32)((w & WORD_MEEPLES) == 0) << i;
}

u32 meeple_options(const ruleset *r, const game *s)
{
    enum { USUAL = 4 }; /* most pieces have no more segments; how many cannot be foreseen: no branch on it */
    if (s->supply[s->turn] == 0) return 0; /* rule base/meeple-2: scoring comes later */
    /* rule base/meeple-1: only on the newest piece, only in a feature without a meeple; rule base/meeple-3: finished or not. */
    space here = spaces_in(r, s)[s->n_spaces - 1];
    u32 occupiable = r->kind[here.kind_rotation >> 2].occupiable, options = 0;
#pragma GCC unroll 4
    for (u32 i = 0; i < USUAL; i++) options |= meeple_free(r, s, here.first, i); /* even if there are fewer */
    for (u32 more = occupiable >> USUAL << USUAL; more; more &= more - 1)
        options |= meeple_free(r, s, here.first, (u32)bits_first(more));
    return options & occupiable;
}

void meeple_put(const ruleset *r, game *s, int seat, int segment)
{
    space here = spaces_in(r, s)[s->n_spaces - 1];
    u16 at = (u16)(here.first + segment);
    s->supply[seat]--;
    s->figure[s->n_figures++] =
        (figure){.node = at, .seat = (u8)seat, .kind = r->kind[here.kind_rotation >> 2].tile.segment[segment].kind};
    words(r, s)[feature_root(parents(r, s), at)] += WORD_MEEPLE(seat);
}

void meeple_return(const ruleset *r, game *s, u16 root, aude_events *ev)
{
    int kept = 0;
    for (int i = 0; i < s->n_figures; i++) {
        figure f = s->figure[i];
        if (feature_root(parents(r, s), f.node) != root) {
            s->figure[kept++] = f;
            continue;
        }
        s->supply[f.seat]++;
        if (ev) event_segment(event_add(ev, AUDE_EV_RETURNED, f.seat), r, s, f.node);
    }
    s->n_figures = (u16)kept;
    words(r, s)[root] &= ~WORD_MEEPLES;
}

int aude_figures(const aude_rules *rules, const aude_state *state, aude_figure *dst, int cap)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    u16 order[MAX_FIGURES]; /* nodes come in the order of tiles, then segments */
    for (int i = 0; i < s->n_figures; i++) {
        int j = i;
        for (; j > 0 && s->figure[order[j - 1]].node > s->figure[i].node; j--) order[j] = order[j - 1];
        order[j] = (u16)i;
    }
    for (int i = 0; i < s->n_figures && i < cap; i++) {
        figure f = s->figure[order[i]];
        locus at = feature_locus(r, s, f.node);
        dst[i] = (aude_figure){.seat = f.seat,
                               .feature = f.kind,
                               .edge = shape_of(r, pieces_in(r, s)[at.piece].kind_rotation)->first_end[at.segment],
                               .tile = at.piece};
    }
    return s->n_figures;
}
