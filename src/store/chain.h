/* chain.h - the checksum of a row, chained to the row before it. */
#ifndef AUDE_STORE_CHAIN_H
#define AUDE_STORE_CHAIN_H

#include "base/hash.h"

static inline u64 chain_bytes(u64 h, const char *text, size_t size)
{
    h = hash_add(h, size);
    for (size_t at = 0; at < size; at += 8) {
        u64 word = 0;
        for (size_t i = at; i < size && i < at + 8; i++) word |= (u64)(unsigned char)text[i] << 8 * (i - at);
        h = hash_add(h, word);
    }
    return h;
}

/* Of a table without rows. */
static inline u64 chain_start(const char *id)
{
    return chain_bytes(hash_start(), id, strlen(id));
}

/* Of row number seq, whose forerunner has `before`. */
static inline u64 chain_add(u64 before, int64_t seq, const char *line, size_t size)
{
    return chain_bytes(hash_add(before, (u64)seq), line, size);
}

#endif
