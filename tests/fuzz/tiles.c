/* Tile files: whatever is read is written and read again as the same set; the caller's buffer is enough. */
#include <stdlib.h>
#include <string.h>

#include "aude.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static aude_tileset set, again;
    aude_errinfo e = {.code = AUDE_OK};
    aude_err err = aude_tileset_read(&set, (const char *)data, size, &e);
    if (err != e.code) abort();
    if (err) {
        if (!e.message[0]) abort();
        return 0;
    }
    size_t n = aude_tileset_write(&set, NULL, 0);
    char *text = malloc(n + 1);
    if (!text || aude_tileset_write(&set, text, n + 1) != n) abort();
    if (aude_tileset_read(&again, text, n, NULL) || memcmp(&set, &again, sizeof set)) abort();
    free(text);
    return 0;
}
