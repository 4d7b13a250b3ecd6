/* rulebook.h - the rules by their ids, each in a few words of our own. */
#ifndef AUDE_APP_RULEBOOK_H
#define AUDE_APP_RULEBOOK_H

#include <stdbool.h>
#include <stdio.h>

/* The rules whose id is, begins with, or ends with `id` ("base/city-1", "bets", "city-1"). False if there are none. */
bool rulebook_find(FILE *out, const char *id);
/* All ids with the first words of each. */
void rulebook_list(FILE *out);

#endif
