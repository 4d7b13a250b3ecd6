/* Receipts: what a server publishes is noted line by line by its clients, and read back from files by aude verify. What is accepted is
 * written, and reads again as the same; holding it against itself never fails in another way than by saying so. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proof/proof.h"

static char *receipt_text(const receipt *r)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out || !receipt_write(r, out) || fclose(out)) abort();
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    aude_errinfo error = {0};
    receipt *first = receipt_new(), *again = receipt_new();
    if (!first || !again || !proof_init()) abort();
    char *source = malloc(size + 1);
    if (!source) abort();
    memcpy(source, data, size);
    source[size] = 0;

    /* As a client hears it: a refused line changes nothing. */
    for (char *line = source; line < source + size;) {
        size_t n = strcspn(line, "\n");
        char *before = receipt_text(first);
        if (receipt_note(first, line, n, &error)) {
            char *after = receipt_text(first);
            if (strcmp(before, after) != 0 || !error.message[0]) abort();
            free(after);
        }
        free(before);
        line += n + 1;
    }
    char *written = receipt_text(first);
    if (receipt_read(again, written, strlen(written), &error)) abort();
    char *rewritten = receipt_text(again);
    if (strcmp(written, rewritten) != 0) abort();
    receipt_holds(first, &error);

    /* As a file. */
    receipt *file = receipt_new();
    if (!file) abort();
    receipt_read(file, source, size, &error);
    receipt_holds(file, &error);

    receipt_free(first);
    receipt_free(again);
    receipt_free(file);
    free(source);
    free(written);
    free(rewritten);
    return 0;
}
