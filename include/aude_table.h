/* aude_table.h - Aude's table: the authority over games that people play together.
 *
 * A table is people around one game after the other: who sits where, who is host, how long everybody may think, what needs
 * everybody's consent. It has no socket, clock, random number or allocation. Whoever runs it (a server, a page, a test) brings
 * commands, tells the time, draws tiles, asks engines, and keeps the acts.
 *
 * The table is a function of its acts: what was accepted, in order, with its time. An act is one line of text. Keep the
 * lines, enter them again, and the table is as it was. A refused act changes nothing and is not to be kept.
 *
 *     table.keeper = (aude_keeper){.room = &rules};
 *     aude_table_open(&table, setup_text, size, &error);         // options and setup of the game: docs/table.md
 *     err = aude_table_enter(&table, &act, &outcome, &error);  // a person's command, or the authority's own act
 *     aude_act_write(&act, line, sizeof line);               // keep it, then tell everybody what changed
 *     due = aude_table_due(&table, now);                         // what the authority has to do next, and when
 *
 * Time is in milliseconds since the table was opened and never goes back; an act with an earlier time counts as made at the
 * time of the last one.
 *
 * What leaves the table for a person or a spectator goes through aude_table_lines, aude_table_own and the fields marked public
 * below; nothing else in the struct is for others' eyes.
 */
#ifndef AUDE_TABLE_H
#define AUDE_TABLE_H

#include <aude.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    AUDE_MAX_PEOPLE = 32,    /* people with a name, seated or watching; who only watches needs no name */
    AUDE_MAX_WORDS = 256,    /* bytes of the text of an act, the zero included */
    AUDE_ACT_BYTES = 512,    /* enough for every act as text */
    AUDE_SETUP_BYTES = 2048, /* enough for every table setup without tile files of its own */
    AUDE_SEAL_BYTES = 32,
    AUDE_REMEMBERED = 16, /* last commands of a person that are known again */
    /* Times in ms; docs/table.md. */
    AUDE_SEAL_TIME = 20000, /* to send a commitment, and a nonce */
    AUDE_GRACE = 1000,      /* between the end of a clock and the act that says so */
    AUDE_HOLD = 20000,      /* how long draws and computers wait for an open takeback question */
    AUDE_NEXT_TIME = 30000, /* between two games of a match */
    AUDE_HOST_TIME = 60000  /* how long a host may be away before another takes over */
};

/* ---- Options ----------------------------------------------------------------------------------------------------- */

typedef enum aude_clock_kind {
    AUDE_CLOCK_NONE,
    AUDE_CLOCK_TURN, /* `time` for every own turn, anew (correspondence: days) */
    AUDE_CLOCK_TOTAL /* `time` for the whole game, `increment` more after every own turn */
} aude_clock_kind;

/* What happens to a seat whose person resigns, stays away, or runs out of time. */
typedef enum aude_leave {
    AUDE_LEAVE_RETIRE,   /* the seat leaves the game (rule base/retire-1); the others play on */
    AUDE_LEAVE_COMPUTER, /* the engine `stand_in` plays on; the person may come back */
    AUDE_LEAVE_END       /* final scoring now; that seat ranks last */
} aude_leave;

typedef enum aude_aids { AUDE_AIDS_NONE, AUDE_AIDS_TOURNAMENT, AUDE_AIDS_FULL } aude_aids;
/* What an aids profile allows. none: nothing. tournament: what could be worked out from the table without help (tiles left,
 * fields, what fits). full: also projected scores, odds, hints; analysis only after the game, in every profile. */
typedef enum aude_aid {
    AUDE_AID_TILES,
    AUDE_AID_FIELDS,
    AUDE_AID_FITS,
    AUDE_AID_PROJECTION,
    AUDE_AID_ODDS,
    AUDE_AID_HINT,
    AUDE_AID_ANALYSIS
} aude_aid;

typedef struct aude_table_options {
    uint8_t clock;     /* aude_clock_kind */
    uint8_t leave;     /* aude_leave */
    uint8_t aids;      /* aude_aids */
    uint8_t best_of;   /* games of a match: 1, 3 or 5 */
    uint8_t delay;     /* turns that spectators see late; 0 = none */
    int64_t time;      /* ms */
    int64_t increment; /* ms */
    int64_t secret;    /* ms for a secret decision (bets, final choices), then the default is taken; 0 = no limit */
    int64_t absence;   /* ms that a person on turn may be away; 0 = no limit */
    char stand_in[24]; /* name of an engine */
} aude_table_options;

/* ---- People and seats -------------------------------------------------------------------------------------------- */

typedef struct aude_person {
    char name[64];                     /* UTF-8, as names of seats; "" = the place is free */
    uint8_t present;                   /* connected, as the authority says */
    int64_t since;                     /* time of the last change of `present` */
    uint64_t command[AUDE_REMEMBERED]; /* ids of the last accepted commands, in a ring */
    uint32_t n_commands;
} aude_person;

typedef enum aude_seat_kind { AUDE_SEAT_OPEN, AUDE_SEAT_PERSON, AUDE_SEAT_COMPUTER } aude_seat_kind;

typedef struct aude_seat {
    uint8_t kind;              /* aude_seat_kind */
    uint8_t person;            /* who sits here, or whose place an engine holds; AUDE_NOBODY: none */
    char engine[24];           /* of a computer's seat; any name, the authority knows which there are */
    int64_t left;              /* ms left on the clock when it last stopped */
    float points;              /* of the match: 1 a won game, a share of 1 a shared victory */
    uint8_t committed, opened; /* while sealing: has sent these */
    uint8_t unsealed;          /* has not, and counts as a computer's seat; its nonce is zero */
    uint8_t commitment[AUDE_SEAL_BYTES], nonce[AUDE_SEAL_BYTES];
} aude_seat;

typedef enum aude_ask {
    AUDE_ASK_NOTHING,
    AUDE_ASK_TAKEBACK, /* back to decision `index` */
    AUDE_ASK_PAUSE,
    AUDE_ASK_END,    /* final scoring now, nobody ranks last by it: all agree to stop */
    AUDE_ASK_REMATCH /* another match with the start rotated */
} aude_ask;

typedef enum aude_phase {
    AUDE_PHASE_LOBBY,   /* seats and options may change */
    AUDE_PHASE_SEALING, /* `start` was accepted: the seed of the draws is being agreed on (docs/fairness.md) */
    AUDE_PHASE_PLAY,
    AUDE_PHASE_OVER /* a game is over: next game of the match, rematch, or nothing */
} aude_phase;

/* ---- Acts ----------------------------------------------------------------------------------------------------- */

typedef enum aude_act_kind {
    /* Commands of people. `by` is the person. */
    AUDE_ACT_SIT,   /* seat: sits down there; in a game only where a stand-in holds the person's own place */
    AUDE_ACT_STAND, /* seat: gets up; lobby or over */
    AUDE_ACT_NAME,  /* words: another name */
    AUDE_ACT_SEAT,  /* host, lobby: seat becomes open, or a computer's: words = engine, "" = open; its person gets up */
    AUDE_ACT_OPTION,  /* host, lobby: words = one line of the table's or the game's setup, docs/table.md */
    AUDE_ACT_SEATS,   /* host, lobby: number = how many seats, 2 to 6 */
    AUDE_ACT_HOST,    /* host, or the authority: number = person who becomes host */
    AUDE_ACT_KICK,    /* host, lobby: number = person who loses seat and place */
    AUDE_ACT_START,   /* host: begin; after a game the next one of the match */
    AUDE_ACT_COMMIT,  /* seat, seal: hash of a nonce, while sealing */
    AUDE_ACT_NONCE,   /* seat, seal: the nonce; the authority has checked it against the hash */
    AUDE_ACT_MOVE,    /* seat, decision, words: a line of the record grammar; seal: the nonce of a bet with a chip */
    AUDE_ACT_CONFIRM, /* seat, decision */
    AUDE_ACT_UNDO,    /* seat, decision, number: index of a decision or -1 */
    AUDE_ACT_RESIGN,  /* seat */
    AUDE_ACT_PROPOSE, /* ask, number: of a takeback, index of a decision or -1: the asker's last own turn */
    AUDE_ACT_AGREE,   /* number: id of the question */
    AUDE_ACT_DECLINE, /* number: id of the question; or the asker withdraws */
    AUDE_ACT_RESUME,  /* ends a pause: any seated person may */
    AUDE_ACT_CHAT,    /* words */
    /* Acts of the authority. `by` is AUDE_NOBODY. */
    AUDE_ACT_JOIN, /* words = name: a new person, whose number is in `number` afterwards; seal: hash of the token. A full table gives
                        * the place of somebody away without a seat: the token of that number before no longer holds */
    AUDE_ACT_PRESENT, /* number = person is there */
    AUDE_ACT_ABSENT,  /* number = person is not */
    AUDE_ACT_PUBLISH, /* seal: the hash of the secret of this game, opens sealing for commitments */
    AUDE_ACT_SECRET,  /* seal: the secret; kept, never shown before the end */
    AUDE_ACT_DRAW,    /* words = a draw line */
    AUDE_ACT_ENGINE,  /* seat, words: a computer's move; decision, or 0; seal: the nonce of its bet */
    AUDE_ACT_DEFAULT, /* seat: time for a secret decision is up, the default is taken, which is never a chip */
    AUDE_ACT_FLAG,    /* seat: its clock has run down */
    AUDE_ACT_GONE,    /* seat: its person has been away too long */
    AUDE_ACT_UNSEALED, /* seat: a person has not sent commitment or nonce in time: seat counts as a computer's for the seed */
    AUDE_ACT_NEXT, /* the next game of the match */
    AUDE_N_ACTS
} aude_act_kind;

typedef struct aude_act {
    int64_t time;
    uint64_t command; /* people: an id of their choice, not 0; the same id again is the same command */
    uint8_t kind;     /* aude_act_kind */
    uint8_t by;       /* person, or AUDE_NOBODY for the authority */
    uint8_t seat;     /* where named above; AUDE_NOBODY else */
    uint8_t ask;      /* aude_ask */
    uint8_t sealed;   /* `seal` is given */
    int32_t number;
    uint32_t decision; /* id of the decision that the sender saw open */
    uint8_t seal[AUDE_SEAL_BYTES];
    char words[AUDE_MAX_WORDS]; /* UTF-8 without control characters */
} aude_act;

/* An act as a line without line end, and back. Readers accept exactly what writers write. */
size_t aude_act_write(const aude_act *act, char *dst, size_t cap);
aude_err aude_act_read(aude_act *act, const char *text, size_t size, aude_errinfo *error);

/* ---- The table --------------------------------------------------------------------------------------------------- */

/* What an accepted act changed. */
enum {
    AUDE_CHANGED_LINES = 1,    /* published lines, from `from` on */
    AUDE_CHANGED_DECISION = 2, /* the open decision, who is asked, what waits */
    AUDE_CHANGED_PEOPLE = 4,   /* people, seats, host */
    AUDE_CHANGED_SETUP = 8,    /* options, setup of the game */
    AUDE_CHANGED_CLOCK = 16,
    AUDE_CHANGED_QUESTION = 32, /* the open question, a pause */
    AUDE_CHANGED_PHASE = 64,
    AUDE_CHANGED_SEALS = 128,  /* commitments and nonces of the seed */
    AUDE_CHANGED_CHAT = 256,   /* the act is a chat line */
    AUDE_CHANGED_CLOSED = 512, /* a bet decision has closed: its seals may be published */
    AUDE_CHANGED_NEW_GAME = 1024
};

typedef struct aude_outcome {
    uint32_t changed;
    uint32_t own; /* bit s: what only seat s may see has changed */
    int32_t from; /* published lines from here on are to be sent again */
    int32_t
        spectators; /* the same for spectators, who may see the game late; INT32_MAX: nothing changed for them. With a delay they
                          * are not told of the decision, who is asked, clocks and questions */
    int repeated;        /* the command had been accepted before: nothing was done, nothing is to be kept */
    aude_events *events; /* caller's room for the events of the move, unredacted; may be NULL */
} aude_outcome;

/* Where compiled rules lie: they are big, and most tables have the same ones. */
typedef struct aude_keeper {
    aude_rules *room; /* where a setup is compiled to see whether it holds; several tables of one thread may share it */
    /* Called when a game begins: gives rules equal to *room that stay as they are as long as the table. `setup` is the game's
     * setup as text, the same for equal rules; NULL where embedded sets make it too long: such rules are not to be shared.
     * May be NULL where the room belongs to this table alone. NULL as answer: no memory, the game does not begin. */
    const aude_rules *(*keep)(void *context, const aude_rules *room, const char *setup);
    void *context;
} aude_keeper;

typedef struct aude_table {
    aude_keeper keeper; /* set before aude_table_open */
    /* public */
    aude_table_options options;
    aude_setup setup; /* of the game; sets point to built-in data or into `own` */
    int confirm;
    uint8_t phase;
    uint8_t host; /* person */
    uint8_t n_seats;
    uint8_t paused;
    aude_seat seat[AUDE_MAX_SEATS];
    int n_games;     /* games begun, this one included */
    int n_match;     /* of these in the match that goes on */
    uint8_t first;   /* seat that begins this game */
    uint8_t winners; /* of the game that is over: seats as bits */
    struct {
        uint8_t ask, by, agreed; /* `by`: person; seats as bits that agreed */
        int32_t index;           /* of a takeback: the decision */
        int32_t id;              /* what an answer names; not used again */
        int64_t since;
    } question;
    uint8_t has_published;
    uint8_t published[AUDE_SEAL_BYTES];
    int64_t now;      /* time of the last act */
    uint32_t running; /* bit s: the clock of seat s runs, since `ran` */
    int64_t ran;
    int64_t step_ends; /* end of the secret decision that is open; -1: none, or no limit */
    int64_t opened;    /* when the open decision, the phase, or play after a pause began */
    aude_person person[AUDE_MAX_PEOPLE];
    /* For the authority alone. What is big and hardly used stands last, so that most of its memory is never touched. */
    const aude_rules *rules; /* of the game; NULL before the first */
    aude_publication publication;
    uint8_t has_secret;
    uint8_t secret[AUDE_SEAL_BYTES];
    int n_bets, n_own;
    int32_t late;          /* lines that spectators see */
    int32_t waits_after;   /* moves in effect when the move that waits was made */
    uint8_t turn_seat;     /* the turn whose time was last counted: its seat ... */
    int32_t turn_number;   /* ... and how many tiles lay there before it */
    int32_t credited;      /* turns up to this number have had their increment */
    uint32_t step_counted; /* index of the secret decision whose time was last counted */
    struct
    { /* chips on tiles and their nonces, oldest first: what the authority opens when they are flipped, or at the end */
        uint32_t decision; /* id under which the bet was made */
        int16_t x, y;
        uint8_t seat, face, flipped;
        uint8_t nonce[AUDE_SEAL_BYTES];
    } bet[AUDE_MAX_STACKS * AUDE_MAX_SEATS];
    aude_line line[AUDE_MAX_COURSE];
    aude_game game;
    aude_tileset own[AUDE_MAX_SETS]; /* embedded sets */
} aude_table;

/* A table in its lobby, nobody there; the first who joins is host. `setup` is the text of docs/table.md: options of the table
 * and setup lines of the record, seats' names left out. Of *table's some 500 KB a game touches some 50. On failure
 * *table is unspecified. */
aude_err aude_table_open(aude_table *table, const char *setup, size_t size, aude_errinfo *error);
/* The setup as text, options first; what is as usual is left out but for sets, seats and clock. */
size_t aude_table_setup(const aude_table *table, char *dst, size_t cap);
/* The lines of it that differ from the standard rules. */
size_t aude_table_differences(const aude_table *table, char *dst, size_t cap);

/* Checks an act in this order: known kind and form; the sender exists; the right phase and the game not over; the sender may
 * do that, with that seat, now; the decision is not stale; the move is legal. Then does it. *act is completed (time, number).
 * On failure nothing has changed and *error gives code and reason:
 * AUDE_E_UNKNOWN, AUDE_E_SYNTAX, AUDE_E_OVER, AUDE_E_DENIED, AUDE_E_TURN, AUDE_E_STALE, AUDE_E_ILLEGAL, AUDE_E_RANGE, AUDE_E_LIMIT. */
aude_err aude_table_enter(aude_table *table, aude_act *act, aude_outcome *outcome, aude_errinfo *error);

/* What the authority has to do. */
typedef enum aude_due_kind {
    AUDE_DUE_NOTHING, /* until `at` */
    AUDE_DUE_PUBLISH, /* make a secret, enter AUDE_ACT_SECRET and AUDE_ACT_PUBLISH */
    AUDE_DUE_DRAW,    /* draw number `number`: enter AUDE_ACT_DRAW */
    AUDE_DUE_ENGINE,  /* seat: enter AUDE_ACT_ENGINE; a confirmation of its own is made by the table itself */
    AUDE_DUE_ACT /* enter this kind of act: AUDE_ACT_DEFAULT, AUDE_ACT_FLAG, AUDE_ACT_GONE, AUDE_ACT_UNSEALED (with `seat`), AUDE_ACT_NEXT,
                  * AUDE_ACT_HOST (with `number`) */
} aude_due_kind;
typedef struct aude_due {
    uint8_t kind, act, seat;
    int32_t number;
    int64_t
        at; /* ask again then, also if nobody has done anything; -1: no need. So a timer is seen while an engine thinks */
} aude_due;
/* What has to be done at once; several things one after the other, timers first. */
aude_due aude_table_due(const aude_table *table, int64_t now);

/* Time on a seat's clock now, ms; -1 where there is no clock. */
int64_t aude_table_clock(const aude_table *table, int seat, int64_t now);
/* Whether the aids profile allows something now, else *error says why. */
aude_err aude_table_aid(const aude_table *table, aude_aid aid, aude_errinfo *error);
/* Seats of a person, as bits. */
uint32_t aude_table_seats_of(const aude_table *table, int person);

/* What may be seen. `viewer` is a seat, or AUDE_NOBODY for spectators, who see it `delay` turns late until the game is over. */
int aude_table_n_lines(const aude_table *table, int viewer);
size_t aude_table_lines(const aude_table *table, int viewer, int from, char *dst, size_t cap);
/* What only the seat itself may know besides: copies of each face in its supply (dst of AUDE_MAX_CHIPS; may be NULL) and, as lines of the
 * record, its choices in an open secret decision (none once it has left the game) or its waiting move, with *waits 1 for the
 * latter. Played on a view made of its lines and its supply, they give what the seat may know. */
size_t aude_table_own(const aude_table *table, int seat, int copies[AUDE_MAX_CHIPS], int *waits, char *dst, size_t cap);
/* Seats asked in the open decision; while choices are secret, also those who have chosen. 0: nobody, or chance. */
uint32_t aude_table_asked(const aude_table *table);
/* Id of the open decision; told to everybody. */
uint32_t aude_table_decision(const aude_table *table);
/* The public record of the game so far for a viewer; and the complete one with all faces, for the authority alone. */
size_t aude_table_record(const aude_table *table, int viewer, char *dst, size_t cap);
size_t aude_table_log(const aude_table *table, char *dst, size_t cap);

#ifdef __cplusplus
}
#endif
#endif
