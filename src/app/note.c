/* note.c - memory streams. */
#include "app/note.h"

#include <stdlib.h>

static void note_check(int failed)
{
    if (!failed) return;
    fputs("aude: out of memory\n", stderr);
    abort();
}

FILE *note_open(note *n)
{
    n->text = NULL;
    n->out = open_memstream(&n->text, &n->size);
    note_check(!n->out);
    return n->out;
}

char *note_close(note *n)
{
    note_check(fclose(n->out));
    return n->text;
}
