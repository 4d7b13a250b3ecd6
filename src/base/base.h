/* base.h - integers, assertions, bits. Everything above may include it. */
#ifndef AUDE_BASE_H
#define AUDE_BASE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int16_t i16;
typedef int32_t i32;

static inline int bits_count(u32 x)
{
    return __builtin_popcount(x);
}

/* Index of the lowest set bit; x must not be 0. */
static inline int bits_first(u32 x)
{
    return __builtin_ctz(x);
}

#endif
