/* choices.h - the legal moves of one seat with the labels that a person types: spaces are numbered, and where a tile can lie in
 * several ways there, the ways have letters (3a, 3b); other moves are numbered, and 0 is to pass. */
#ifndef AUDE_APP_CHOICES_H
#define AUDE_APP_CHOICES_H

#include "aude.h"

typedef struct choice {
    aude_move move;
    int number;
    char letter; /* 0: no other way in this space */
} choice;

typedef struct choices {
    int n, n_spaces;
    choice choice[AUDE_MAX_MOVES];
} choices;

void choices_list(choices *c, const aude_rules *rules, const aude_state *view, int seat);
/* The choice with a label like "3", "3b" or "0". With a number that has several letters, the first of them. -1: none. */
int choices_find(const choices *c, const char *label);
/* How many choices share the number of this one. */
int choices_ways(const choices *c, int index);
/* The label, at most 15 bytes. */
const char *choices_label(const choices *c, int index, char dst[16]);

#endif
