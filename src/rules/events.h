/* events.h - writing events. Nothing reads them, so a NULL list changes nothing. */
#ifndef AUDE_RULES_EVENTS_H
#define AUDE_RULES_EVENTS_H

#include "rules/feature.h"

/* Room for one more event, cleared, with its kind and seat; the list is long enough for every move (AUDE_MAX_EVENTS). */
static inline aude_event *event_add(aude_events *ev, aude_event_kind kind, int seat)
{
    assert(ev->n < AUDE_MAX_EVENTS);
    aude_event *e = &ev->event[ev->n++];
    memset(e, 0, sizeof *e);
    e->kind = (u8)kind;
    e->seat = (u8)seat;
    e->feature = e->edge = e->face = NONE8;
    return e;
}

/* Where a segment of a placed piece lies, as a move names it. */
static inline void event_segment(aude_event *e, const ruleset *r, const game *s, u16 n)
{
    locus at = feature_locus(r, s, n);
    piece p = pieces_in(r, s)[at.piece];
    square q = spaces_in(r, s)[p.space].at;
    e->x = (i16)square_x(q);
    e->y = (i16)square_y(q);
    e->feature = kind_of_piece(r, p)->tile.segment[at.segment].kind;
    e->edge = shape_of(r, p.kind_rotation)->first_end[at.segment];
    e->tile = p.kind_rotation >> 2;
}

static inline void event_square(aude_event *e, square q)
{
    e->x = (i16)square_x(q);
    e->y = (i16)square_y(q);
}

#endif
