/* course.h - the course of a game: which lines of a log take effect, and when.
 *
 * Owns: aude_course. The last moves of `state` are the span; all of them are by one seat and may be
 * taken back; what comes before is the base. What nothing may take back (a draw, a reveal, another seat's decision, an open secret choice, a confirmed
 * move) makes a new base: the barrier. With `rule confirm` a move that would be followed by such a thing waits: it is
 * known, and legal, but has no effect before course_confirm. What all seats agree to take back may pass draws and
 * other seats' decisions, back to the floor: the last reveal, close of a secret decision, or leaving. Used by tables and
 * by everything that replays a log, so that both agree. */
#ifndef AUDE_RECORD_COURSE_H
#define AUDE_RECORD_COURSE_H

#include "aude.h"
#include "base/base.h"

/* What a caller may see of a replay: every move that takes effect, in order, with its events. `kept` bytes at `now`
 * (may be 0) belong to the caller and go back with an undo; the moves that stay in effect are then shown again. After a
 * takeback all are shown again: `seen` is called with move NULL first, and makes `now` what it was at the beginning. */
typedef struct watch watch;
struct watch {
    void (*seen)(watch *w, const aude_course *c, const aude_move *move); /* may be NULL */
    void *context;                                                       /* the caller's */
    aude_events *events;                                                 /* room for those of one move */
    void *now, *base;
    size_t kept;
};

/* The beginning of a game; hidden: on what a spectator knows. */
void course_start(aude_course *c, const aude_rules *rules, bool confirm, bool hidden);
/* In all of these w may be NULL, e may be NULL, and a refusal changes nothing and gives a reason. */
aude_err course_move(aude_course *c, aude_move move, watch *w, aude_errinfo *e);
aude_err course_confirm(aude_course *c, int seat, watch *w, aude_errinfo *e);
aude_err course_undo(aude_course *c, int seat, i32 index, watch *w, aude_errinfo *e);
/* Everything back to the decision with that index, as all have agreed; `seat` is who asked. */
aude_err course_takeback(aude_course *c, int seat, i32 index, watch *w, aude_errinfo *e);
/* Whether that would be done. *scratch is overwritten. */
aude_err course_may_take_back(const aude_course *c, i32 index, aude_state *scratch, aude_errinfo *e);
/* Plays a line; checks have no effect. */
aude_err course_line(aude_course *c, const aude_line *line, watch *w, aude_errinfo *e);

/* Whether the line would be played: its code, and the reason in *e. `scratch` is overwritten. */
aude_err course_try(aude_course *c, const aude_line *line, aude_state *scratch, aude_errinfo *e);

#endif
