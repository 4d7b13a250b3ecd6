/* jcz.c - exports of the reader of games of JCloisterZone. */
#include "jcz/jcz.h"
#include "wasm/module.h"

int foreign_is(const char *text, size_t size)
{
    return jcz_is(text, size);
}

size_t foreign_bytes(size_t size)
{
    return sizeof(jcz) + tree_nodes(size) * sizeof(node);
}

size_t foreign_record(const char *text, size_t size, void *room, char *dst, size_t cap, aude_errinfo *error)
{
    jcz *j = room;
    j->heard = NULL;
    return jcz_read(j, text, size, (node *)(j + 1), error) ? 0 : jcz_write(j, dst, cap);
}
