/* stage.h - a table for tests, with an authority that never sleeps: it seals, draws, asks random engines and keeps the
 * acts. Clients are played by the test. */
#ifndef STAGE_H
#define STAGE_H

#include "aude_table.h"

enum { STAGE_ACTS = 6000, STAGE_TEXT = 1 << 16 };

typedef struct stage {
    aude_table table;
    aude_rules room, kept;
    aude_random random; /* of engines and of the test */
    uint64_t deck;      /* seed of the draws: draw n is a function of it, n and the bag */
    int64_t now;
    uint64_t command; /* id of the last command made by stage_do */
    aude_errinfo error;
    aude_outcome outcome;
    aude_act act; /* the last one entered */
    int keep;     /* keep acts in `line` */
    int n_acts;
    char line[STAGE_ACTS][AUDE_ACT_BYTES];
} stage;

/* Opens a table; fails the test when the setup is refused. */
void stage_open(stage *s, const char *setup);
/* Enters an act as it is. */
aude_err stage_enter(stage *s, aude_act act);
/* Enters an act written as in docs/table.md, without its time. An id, and the open decision or question, are added where they are
 * missing. */
aude_err stage_do(stage *s, const char *text);
/* The same, which must be accepted. */
void stage_must(stage *s, const char *text);
/* What stage_do would enter. */
aude_act stage_act(stage *s, const char *text);
/* The draw with that number, as words. */
void stage_drawn(const stage *s, int number, char *dst, size_t cap);
/* Does one thing that is due; 0: nothing is. */
int stage_due(stage *s);
/* All that is due. */
void stage_run(stage *s);
/* One act as stage_do takes it and what becomes of it; `+N` lets N milliseconds pass. A refusal must change nothing. */
typedef struct stage_row {
    const char *text;
    aude_err code;
    const char *message; /* a part of the reason */
} stage_row;
void stage_script(stage *s, const stage_row *rows, size_t n);
#define STAGE_SCRIPT(s, rows) stage_script((s), (rows), sizeof(rows) / sizeof *(rows))
/* What must be due now. */
void stage_must_due(const stage *s, aude_due_kind kind, int act, int seat, int number, int64_t at);
void stage_must_idle(const stage *s, int64_t at);
/* People 0 .. n - 1 join and sit down. */
void stage_people(stage *s, int n);
/* Start, and sealing to its end: every person's seat commits and opens. */
void stage_start(stage *s);
/* A table in play, its first draw due: `people` people, and computers in the other seats. */
void stage_begin(stage *s, const char *setup, int people);
/* A random legal move of a seat as words, with a seal where it needs one; 0: it is not asked. */
int stage_choose(stage *s, int seat, aude_act *act);
/* Digest of all that a table is: public, private, clocks. */
uint64_t stage_digest(const aude_table *table);
/* Enters the kept acts into another table, which must be the same at the end. */
void stage_again(const stage *s, stage *other, const char *setup);

#endif
