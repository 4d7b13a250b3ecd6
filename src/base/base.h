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
    x -= x >> 1 & 0x55555555u; /* by hand: the builtin is a call where the processor is not known to count */
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    return (int)(((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24);
}

/* Index of the lowest set bit; x must not be 0. */
static inline int bits_first(u32 x)
{
    return __builtin_ctz(x);
}

#endif
