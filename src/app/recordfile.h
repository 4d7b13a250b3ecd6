/* recordfile.h - a log or public record that is read into memory of its own. */
#ifndef AUDE_APP_RECORDFILE_H
#define AUDE_APP_RECORDFILE_H

#include "aude.h"

#include <stdbool.h>
#include <stddef.h>

/* Reads a record from a text that must outlive it. Its lines and sets are allocated: recordfile_free in every case. */
aude_err recordfile_read(aude_record *record, aude_rules *rules, aude_state *state, const char *text, size_t size,
                         aude_errinfo *error);
/* Reads a record, or a game of JCloisterZone, from a file ("-": standard input). COMMAND_OK, or COMMAND_USAGE after the error was printed. Both *record and
 * *text are to be freed in every case. */
int recordfile_open(aude_record *record, aude_rules *rules, aude_state *state, const char *path, char **text);
void recordfile_free(aude_record *record);
/* The state in which the lines of a record are played: the beginning of the game, of a record with hidden bets as a spectator
 * knows it: then true. */
bool recordfile_start(const aude_record *record, const aude_rules *rules, aude_state *state);
/* The moves in effect at the end of a record, draws included; room for as many as it has lines. False without memory. */
bool recordfile_moves(const aude_record *record, const aude_rules *rules, aude_move *dst, int *n);

#endif
