/* Games of JCloisterZone: what is read is written as a record, which is read as the same game; what is refused is explained at a place of the text. */
#include <stdlib.h>
#include <string.h>

#include "jcz/jcz.h"

typedef struct copy {
    aude_rules rules;
    aude_state state;
    aude_record record;
    aude_line line[JCZ_MAX_LINES];
} copy;

static bool place_there(const char *text, size_t size, int line, int column)
{
    size_t begin = 0;
    for (; line > 1; line--) {
        const char *end = memchr(text + begin, '\n', size - begin);
        if (!end) return false;
        begin = (size_t)(end - text) + 1;
    }
    return line == 1 && column >= 1 && (size_t)column <= size - begin + 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static jcz game;
    static copy again;
    char *source = malloc(size ? size : 1); /* with nothing behind it */
    node *nodes = calloc(tree_nodes(size), sizeof *nodes);
    if (!source || !nodes) abort();
    if (size) memcpy(source, data, size);
    aude_errinfo e = {.code = AUDE_OK};
    aude_err err = jcz_read(&game, source, size, nodes, &e);
    if (err != e.code || (size_t)game.tree.n > tree_nodes(size)) abort();
    if (err) {
        if (!e.message[0] || !place_there(source, size, e.line, e.column)) abort();
    } else {
        size_t n = jcz_write(&game, NULL, 0);
        char *text = malloc(n + 1);
        if (!text || jcz_write(&game, text, n + 1) != n || !jcz_is(source, size)) abort();
        again.record = (aude_record){.line = again.line, .cap_lines = JCZ_MAX_LINES};
        if (aude_record_read(&again.record, &again.rules, &again.state, text, n, &e)) abort();
        if (aude_full_digest(&again.rules, &again.state) != aude_full_digest(&game.rules, &game.table.course.state))
            abort();
        free(text);
    }
    free(nodes);
    free(source);
    return 0;
}
