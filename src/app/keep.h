/* keep.h - what a player of games on servers keeps below the user's state directory: who they are at a table, and of each game
 * the receipt and the public record. Files are readable by their owner only. */
#ifndef AUDE_APP_KEEP_H
#define AUDE_APP_KEEP_H

#include "client/client.h"

typedef struct keep {
    char *place; /* path of the file with the token */
    bool begins; /* this person has made the table and begins when all seats are filled */
    int game;    /* of the paths below; 0: none yet */
    char *receipt, *record;
    int error;            /* errno of the last write, 0: well */
    const char *error_at; /* the path that it is about */
} keep;

/* Whether there is a directory to keep things in: HOME or XDG_STATE_HOME. */
bool keep_can(void);
/* The place at this server and table; true where one is kept: then the token is filled in. False with errno 0: none is. */
bool keep_open(keep *k, client_place *at);
void keep_close(keep *k);
/* Keeps a place. False with errno. */
bool keep_place(keep *k, const client_place *at);
/* Goes on with the receipt that is kept of the picture's game, if there is one: the server must not have changed what it
 * said, or *error says what. */
aude_err keep_game(keep *k, const picture *p, aude_errinfo *error);
void keep_receipt(keep *k, const picture *p);
void keep_record(keep *k, const picture *p);

#endif
