/* line.h - one line of a log: words to struct and back. The grammar is docs/record.md. */
#ifndef AUDE_RECORD_LINE_H
#define AUDE_RECORD_LINE_H

#include "base/scan.h"
#include "base/text.h"

/* A move, `confirm` or `undo` from the current line of the scan, from its next word on. */
aude_err line_scan(const aude_rules *rules, const aude_state *state, scan *s, aude_line *dst, aude_errinfo *e);
/* The text of a move; hidden: a bet's face reads `?`. */
void move_text(const aude_rules *rules, const aude_move *move, bool hidden, text *t);
/* The text of a line, with its end; expect lines take their words from `expects`. */
void line_text(const aude_rules *rules, const aude_line *line, const char *expects, text *t);
/* A seat of these rules. */
aude_err seat_scan(const aude_rules *rules, scan *s, u8 *dst, aude_errinfo *e);
enum { MAX_COORDINATE = 9999 };
aude_err square_scan(scan *s, i16 *x, i16 *y, aude_errinfo *e);

/* A statement behind `expect`, docs/record.md. */
typedef enum expect_kind {
    EXPECT_SCORE,
    EXPECT_SCORED,
    EXPECT_NOT_SCORED,
    EXPECT_HIDDEN,
    EXPECT_NO_CHIP,
    EXPECT_SUPPLY,
    EXPECT_MEEPLES,
    EXPECT_BAG,
    EXPECT_DISCARDED,
    EXPECT_TURN,
    EXPECT_ACTORS,
    EXPECT_OVER,
    EXPECT_WINNER,
    EXPECT_LEGAL,
    EXPECT_ILLEGAL,
    EXPECT_MOVES,
    N_EXPECTS
} expect_kind;

enum { EXPECT_BET = AUDE_N_FEATURE_KINDS }; /* in the place of a feature kind: points of a chip */

typedef struct expect {
    expect_kind what;
    u8 seat;
    u8 kind;
    i16 x, y;
    i32 n;
    u32 seats; /* as aude_actors */
    aude_line line;
} expect;

aude_err expect_scan(const aude_rules *rules, const aude_state *state, scan *s, expect *dst, aude_errinfo *e);

/* No set, seat or own chip; the usual rules. */
void setup_clear(aude_record *record);
/* Whether a line that begins with this word is of the setup. */
bool setup_begins(word w);
/* Such a line, from its first word on (of an embedded set all its lines). *seen is 0 before the first: what may stand once. On failure *record
 * is unspecified. */
aude_err setup_scan(aude_record *record, scan *s, u32 *seen, aude_errinfo *e);
/* Setup lines as aude_record_write has them: all, and only those of sets, rules and chips. */
void setup_text(const aude_record *record, bool confirm, text *t);
void setup_rules_text(const aude_setup *setup, bool confirm, text *t);

/* A record that hides bets is played on what a spectator knows. */
bool record_hides(const aude_record *record);

#endif
