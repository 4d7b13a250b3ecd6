/* picture.h - what a client has been told of a table, and what follows from it: the game as its seats may see it.
 *
 * Owns: picture. Messages go in; views, the public record and the receipt come out. The rules work out everything else (legal
 * moves, scores, features) on a view, so messages carry little. */
#ifndef AUDE_CLIENT_PICTURE_H
#define AUDE_CLIENT_PICTURE_H

#include "aude_table.h"
#include "proof/proof.h"
#include "proto/messages.h"

#include <stdbool.h>

enum { PICTURE_ENGINES = 64 };

/* Rules that several pictures share; keyed by the head of a record. Single thread. */
typedef struct picture_rules picture_rules;
picture_rules *picture_rules_new(void);
void picture_rules_free(picture_rules *r);

typedef struct picture_seat {
    aude_seat_kind kind;
    int person; /* -1: none */
    char engine[24];
    int points; /* sixtieths */
    bool mine;
    bool committed; /* to a nonce, as the server says */
    bool opened;
    int64_t left; /* ms at clock_time; -1: no clock */
    /* of an own seat */
    int n_chips, chips[AUDE_MAX_CHIPS];
    char *own; /* lines of its choices, or its waiting move; malloced */
    bool waits;
} picture_seat;

typedef struct picture {
    picture_rules *shared;
    char table[33];
    int person; /* -1: a spectator */
    int host;   /* -1: nobody */
    char name[AUDE_MAX_PEOPLE][64];
    bool present[AUDE_MAX_PEOPLE];
    int n_seats;
    picture_seat seat[AUDE_MAX_SEATS];
    proto_phase phase;
    int game, first, best_of;
    bool paused;
    char *setup, *differences, *head; /* texts of lines; malloced */
    char **line;                      /* of the public record */
    int n_lines, cap_lines;
    uint32_t decision, asked; /* seats as bits */
    int waiting;              /* seat; -1: none */
    int64_t clock_time, step_ends;
    uint32_t running;
    struct {
        bool open;
        proto_ask what;
        int number, by, index;
        uint32_t agreed;
    } question;
    bool sealed;      /* the server has published the hash of its secret */
    receipt *receipt; /* of game number receipt_game */
    int receipt_game;
    aude_errinfo broken;     /* the server has broken a promise: code, and in words */
    const aude_rules *rules; /* of the game; NULL before the first */
    aude_state *state;       /* after the first n_played lines, as a spectator knows it */
    int n_played;
} picture;

/* False: no memory. picture_close in every case. */
bool picture_open(picture *p, picture_rules *shared);
void picture_close(picture *p);
/* Takes a message in. False, with a reason: it contradicts what was said before; the connection is to be given up. */
bool picture_hear(picture *p, const proto_server *m, aude_errinfo *error);
/* What an own seat (or AUDE_NOBODY) sees: into *dst. False before a game, or if the lines cannot be played (a reason in *error). */
bool picture_view(picture *p, int seat, aude_state *dst, aude_errinfo *error);
/* The public record so far, malloced. */
char *picture_record(const picture *p);
/* Own seats that have something to do: asked and not decided, or with a move to confirm. Bits. */
uint32_t picture_due(picture *p);

#endif
