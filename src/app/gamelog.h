/* gamelog.h - the log of one game that a program plays: moves, digests and expectations, in a record that grows. */
#ifndef AUDE_APP_GAMELOG_H
#define AUDE_APP_GAMELOG_H

#include "aude.h"

#include <stdbool.h>

typedef struct gamelog {
    aude_record record; /* its lines and text belong to the log */
    char *text;         /* what the expect lines say */
    int n_text, cap_text;
} gamelog;

/* An empty log for games of a setup, whose sets must outlive it. False without memory. */
bool gamelog_init(gamelog *log, const aude_setup *setup);
void gamelog_free(gamelog *log);
/* Forgets the lines. */
void gamelog_clear(gamelog *log);
void gamelog_move(gamelog *log, aude_move move);
void gamelog_digest(gamelog *log, uint64_t digest);
/* Appends `expect ...`. */
void gamelog_expect(gamelog *log, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The file's content, to be freed by the caller; NULL without memory. */
char *gamelog_text(const gamelog *log, const aude_rules *rules, size_t *size);

#endif
