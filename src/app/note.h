/* note.h - text that is made by writing to a file: the words of the program are written with fprintf wherever they go. */
#ifndef AUDE_APP_NOTE_H
#define AUDE_APP_NOTE_H

#include <stdio.h>

typedef struct note {
    FILE *out;
    char *text;
    size_t size;
} note;

/* Begins a text; out of memory ends the program. */
FILE *note_open(note *n);
/* Ends it and returns it; the caller frees it. */
char *note_close(note *n);

#endif
