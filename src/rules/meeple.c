/* meeple.c - see meeple.h. */
#include "rules/meeple.h"
#include "rules/events.h"

u32 meeple_options(const ruleset *r, const game *s)
{
    if (s->supply[s->turn] == 0) return 0; /* rule base/meeple-2: scoring comes later */
    /* rule base/meeple-1: only on the newest piece, only in a feature without a meeple; rule base/meeple-3: finished or not. */
    const u64 *word = words_in(r, s);
    const u16 *parent = parents_in(r, s);
    space here = spaces_in(r, s)[s->n_spaces - 1];
    u32 options = 0;
    for (u32 bits = r->kind[here.kind_rotation >> 2].occupiable; bits; bits &= bits - 1) {
        int segment = bits_first(bits);
        u64 w = word[feature_root(parent, (u16)(here.first + segment))];
        options |= (u32)((w & WORD_MEEPLES) == 0) << segment;
    }
    return options;
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
