/* random.h - the inline body of the plain generator, for loops that draw often. */
#ifndef AUDE_BASE_RANDOM_H
#define AUDE_BASE_RANDOM_H

#include "aude.h"
#include "base/base.h"

/* The halves of the 128-bit product, one xor the other. WebAssembly has no wide multiplication; clang would call a function. */
static inline u64 random_fold(u64 a, u64 b)
{
#if defined __SIZEOF_INT128__ && !defined __wasm__
    unsigned __int128 product = (unsigned __int128)a * b;
    return (u64)(product >> 64) ^ (u64)product;
#else
    u64 a_low = (u32)a, a_high = a >> 32, b_low = (u32)b, b_high = b >> 32;
    u64 first = a_low * b_low;
    u64 second = a_high * b_low + (first >> 32);
    u64 third = a_low * b_high + (u32)second;
    return (a_high * b_high + (second >> 32) + (third >> 32)) ^ (third << 32 | (u32)first);
#endif
}

/* wyrand (Wang Yi, public domain): a counter and one wide multiplication, so that draws do not wait for one another. */
static inline u64 random_next(aude_random *r)
{
    r->s += 0xa0761d6478bd642fu;
    return random_fold(r->s, r->s ^ 0xe7037ed1a0b428dbu);
}

/* Whether numbers below n made of products with these low halves would favour some. Rarely asked. */
bool random_unfair(u32 a, u32 b, u32 n);

/* Uniform in 0 .. n - 1: multiply and reject (Lemire). */
static inline u32 random_below(aude_random *r, u32 n)
{
    u64 m = (random_next(r) >> 32) * n;
    if ((u32)m < n) {
        u32 floor = (0u - n) % n;
        while ((u32)m < floor) m = (random_next(r) >> 32) * n;
    }
    return (u32)(m >> 32);
}

/* Two such numbers at once, from the halves of one. */
static inline void random_two_below(aude_random *r, u32 n, u32 two[2])
{
    u64 bits = random_next(r), a = (bits >> 32) * n, b = (u32)bits * (u64)n;
    while (((u32)a < n || (u32)b < n) && random_unfair((u32)a, (u32)b, n))
        bits = random_next(r), a = (bits >> 32) * n, b = (u32)bits * (u64)n;
    two[0] = (u32)(a >> 32);
    two[1] = (u32)(b >> 32);
}

#endif
