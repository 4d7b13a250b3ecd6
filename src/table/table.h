/* table.h - what the files of a table share: an act on its way in, the rows of acts, and one function group a noun.
 *
 * Order of a file's duties: table.c checks and dispatches; each `*_act` function below then does one kind of act and either
 * refuses, leaving the table as it was, or changes it. table_settle (table.c) draws the consequences of every act. */
#ifndef AUDE_TABLE_TABLE_H
#define AUDE_TABLE_TABLE_H

#include "aude_table.h"
#include "base/base.h"
#include "base/error.h"
#include "base/text.h"

typedef int64_t i64; /* times */

#define MAX_TIME INT64_C(100000000000000000) /* of an act; sums of times do not overflow */

/* An act that is being entered. */
typedef struct entry {
    aude_table *t;
    aude_act *a;         /* a copy, completed on the way; its time is the table's time from now on */
    aude_events *events; /* of all that it plays */
    aude_errinfo *e;
    bool closed; /* it has closed a bet decision */
} entry;

enum { BY_PERSON = 1, BY_HOST = 2, BY_SITTER = 4, BY_AUTHORITY = 8 };
enum {
    IN_LOBBY = 1 << AUDE_PHASE_LOBBY,
    IN_SEALING = 1 << AUDE_PHASE_SEALING,
    IN_PLAY = 1 << AUDE_PHASE_PLAY,
    IN_OVER = 1 << AUDE_PHASE_OVER,
    IN_ANY = IN_LOBBY | IN_SEALING | IN_PLAY | IN_OVER
};
/* What an act has, and must be so. Other fields are emptied. */
enum {
    HAS_SEAT = 1,    /* a seat of this table ... */
    OWN_SEAT = 3,    /* ... where the sender sits */
    HAS_WORDS = 4,   /* words ... */
    MUST_WORDS = 12, /* ... that are not empty */
    HAS_SEAL = 16,   /* a seal ... */
    MUST_SEAL = 48,  /* ... that is given */
    HAS_NUMBER = 64, /* a number ... */
    A_PERSON = 192,  /* ... of a person */
    HAS_DECISION = 256,
    HAS_ASK = 512,
    NOT_PAUSED = 1024
};

typedef struct act_row {
    const char *name;
    u8 who, phases;
    u16 needs;
    aude_err (*run)(entry *en);
} act_row;
extern const act_row act_rows[AUDE_N_ACTS];

/* Refuses: the last line of what cannot be done. */
static inline aude_err entry_refuse(const entry *en, aude_err code, const char *why)
{
    return error_at(en->e, code, 0, 0, why, NULL, NULL);
}

/* ---- act.c ---- */

/* Whether these bytes are UTF-8 without control characters. */
bool words_valid(const char *words, size_t size);

/* ---- setup.c ---- */

aude_err setup_open(aude_table *t, const char *setup, size_t size, aude_errinfo *e);
aude_err option_act(entry *en);
aude_err seats_act(entry *en);

/* ---- people.c ---- */

bool person_exists(const aude_table *t, int person);
/* Seats of persons that still play, those of `person` left out. */
u32 people_asked(const aude_table *t, int person);
/* Who becomes host in place of one who is away; AUDE_NOBODY: nobody. */
int people_heir(const aude_table *t);
aude_err sit_act(entry *en);
aude_err stand_act(entry *en);
aude_err name_act(entry *en);
aude_err seat_act(entry *en);
aude_err host_act(entry *en);
aude_err kick_act(entry *en);
aude_err join_act(entry *en);
aude_err present_act(entry *en);
aude_err absent_act(entry *en);

/* ---- match.c: games one after the other, and the sealing before each ---- */

bool match_decided(const aude_table *t);
bool match_filled(const aude_table *t);
aude_err match_rematch(entry *en);
/* The game is over: points. */
void match_score(aude_table *t);
/* While sealing: whether a seat has still to send something. */
bool seal_lacks(const aude_table *t, int seat);
aude_err start_act(entry *en);
aude_err next_act(entry *en);
aude_err secret_act(entry *en);
aude_err publish_act(entry *en);
aude_err commit_act(entry *en);
aude_err nonce_act(entry *en);
aude_err unsealed_act(entry *en);

/* ---- play.c ---- */

static inline const aude_state *table_state(const aude_table *t)
{
    return &t->game.course.state;
}
/* The open decision is one of bets or final choices. */
bool play_secret(const aude_table *t);
/* The open decision is of a seat's own turn. */
bool play_own(const aude_table *t);
/* All seats that still play leave: final scoring. */
void play_end(entry *en);
/* Back to a decision, as all have agreed. */
aude_err play_takeback(entry *en, int seat, i32 index);
aude_err move_act(entry *en);
aude_err engine_act(entry *en);
aude_err draw_act(entry *en);
aude_err confirm_act(entry *en);
aude_err undo_act(entry *en);
aude_err default_act(entry *en);
aude_err resign_act(entry *en);
aude_err flag_act(entry *en);
aude_err gone_act(entry *en);

/* ---- clock.c ---- */

/* After every act: which clocks run, and the step's. */
void clock_follow(aude_table *t, i64 time);
/* The next own turn counts as another one, although it may be the same again. */
void clock_forget(aude_table *t);
void clock_begin(aude_table *t);
/* When the authority may enter these acts for a seat; -1: not as things are. */
i64 clock_flag_at(const aude_table *t, int seat);
i64 clock_default_at(const aude_table *t, int seat);
i64 clock_gone_at(const aude_table *t, int seat);

/* ---- consent.c ---- */

void question_close(aude_table *t);
/* After every act: whether the question still stands, or nobody is left to be asked. */
void question_follow(entry *en);
aude_err propose_act(entry *en);
aude_err agree_act(entry *en);
aude_err decline_act(entry *en);
aude_err resume_act(entry *en);

/* ---- look.c ---- */

/* Lines that spectators see, of those there are now: those they saw before stay. */
i32 late_lines(const aude_table *t);

/* ---- seen.c ---- */

/* What others can see of a table, and what each seat can, as far as an act may change it. */
typedef struct seen {
    u64 decision, people, setup, clock, question, phase, seals, own[AUDE_MAX_SEATS];
    i32 n_games, n_lines, late;
} seen;
void seen_look(const aude_table *t, seen *dst);
/* What differs, beside lines that stay but read otherwise. */
void seen_compare(const aude_table *t, const seen *before, const seen *after, aude_outcome *outcome);

#endif
