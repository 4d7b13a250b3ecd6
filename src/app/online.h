/* online.h - a game at a server as one person sees it: a client and its picture made into a game for this terminal. Moves go to the
 * server; what happens there becomes views, history and notices. The second kind of game (game.h). */
#ifndef AUDE_APP_ONLINE_H
#define AUDE_APP_ONLINE_H

#include "app/game.h"
#include "app/keep.h"
#include "app/news.h"
#include "app/terminal.h"
#include "client/client.h"

typedef struct online {
    game game; /* first */
    client *client;
    picture_rules *shared;
    const char *url; /* that others join by */
    bool watching;
    bool ticks;      /* clocks are shown as they run */
    int64_t tick_at; /* when they are to be shown again */
    keep keep;
    news news;
    bool heard;   /* since the terminal last asked */
    bool changed; /* since the last step */
    bool away;    /* the connection was lost, and that was said */
    bool starting;
    /* Until this time (ms) a step waits for what must come soon, so that little is asked in between. */
    int64_t patient_until, clock_at;
    /* the command that is waited for, and the answer to it */
    uint64_t asked;
    aude_errinfo answer;
    /* the seat whose move is sent and not seen yet, with its command; 0: none */
    uint32_t moved;
    uint64_t moved_by;
    /* the history: so many lines of that game are told */
    int told, told_game, lines_kept;
    const aude_rules *told_rules;
    bool arrived, came_late; /* the table has been seen; a game was on then */
    bool secret_open, broken_told, kept;
    char *head; /* of the record below */
    aude_record record;
    aude_rules record_rules;
    aude_state state; /* after the lines that are told */
    aude_events events;
    char *asked_of; /* what the version was made of */
} online;

/* The place has a token, or "" to watch. False: no memory. Call online_close in every case. */
bool online_open(online *o, const client_place *place, const char *url, bool watching);
void online_close(online *o);
/* Until the table is seen, or the server refuses (false; client_reason says why). */
bool online_arrive(online *o);
/* Sits on an open seat (seat -1: the first). False with a reason. */
bool online_sit(online *o, int seat, aude_errinfo *error);
bool online_has_seat(const online *o);
/* ms since the clocks were told. */
int64_t online_clock_age(const online *o);
/* Writes what the person is told at the end: how to come back, or where record and receipt are. */
void online_farewell(online *o, FILE *out);
/* For terminal.watch. */
terminal_watch online_watch(online *o);

/* Sends a command and waits for its answer, but not long: what is not answered by then is told when it is. */
aude_err online_command(online *o, proto_client *m, aude_errinfo *error);
online *online_of(game *g);

#endif
