/* hash.h - a 64-bit hash over a sequence of numbers, the same on every machine. Not for secrets. */
#ifndef AUDE_BASE_HASH_H
#define AUDE_BASE_HASH_H

#include "base/base.h"

/* Starts as hash_start(); each hash_add mixes one number in; the order matters. */
static inline u64 hash_start(void)
{
    return 0x243f6a8885a308d3u;
}

static inline u64 hash_add(u64 h, u64 value)
{
    h ^= value;
    h *= 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    return h ^ (h >> 29);
}

#endif
