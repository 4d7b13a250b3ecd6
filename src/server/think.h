/* think.h - computer players in threads of their own, so that nobody waits for them but who plays against them.
 *
 * A job is one decision of one seat: the loop hands in a copy of what the seat may know, a thread chooses, the loop takes the answer.
 * A person's question for help is a job, too.
 * `key` says whose answer it is; the loop throws away answers that nobody waits for any more. */
#ifndef AUDE_SERVER_THINK_H
#define AUDE_SERVER_THINK_H

#include "server/server.h"

typedef struct thinkers thinkers;
typedef struct mind mind; /* a computer player of one seat of one game, with what it remembers */

/* `wake` is called from the threads when an answer is there. NULL: no threads. */
thinkers *thinkers_open(int n, const server_engines *engines, void (*wake)(void *), void *wake_context);
/* Waits until what is being thought about is done. */
void thinkers_close(thinkers *t);

mind *mind_open(thinkers *t, const char *name, uint64_t seed); /* NULL: unknown engine, or no memory */
/* May be called while the mind thinks: it goes when it is done. NULL is fine. */
void mind_close(thinkers *t, mind *m);
bool mind_busy(const mind *m);

typedef struct thought {
    char table[STORE_ID_MAX + 1];
    uint64_t key;      /* of the room that asked */
    uint32_t decision; /* id */
    int seat;
    const aude_rules *rules; /* must stay until the answer was taken */
    aude_move move;          /* the answer */
    /* Help for a person instead of a computer player's decision: who asks, by which id, and where. */
    void *asker; /* NULL: it is a decision */
    int64_t id;
    int x, y;
    char name[AUDE_MAX_SEATS][64];
    char *words; /* the answer; whoever takes it frees it */
} thought;
/* Asks a mind that is not busy; the answer is *question with a move. False: no memory. */
bool think_ask(thinkers *t, mind *m, const thought *question, const aude_state *state);
/* Asks for help in words: for a seat, or with AUDE_NOBODY about a space. False: no memory, or no help is given. */
bool think_help(thinkers *t, const thought *question, const aude_state *state);
/* The next answer; false: there is none. */
bool think_take(thinkers *t, thought *dst);
int think_waiting(thinkers *t); /* jobs not begun */

#endif
