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

/* x times n: its low 64 bits replace x, the bits above them are returned. */
static inline u32 random_digit(u64 *x, u32 n)
{
#if defined __SIZEOF_INT128__ && !defined __wasm__
    unsigned __int128 product = (unsigned __int128)*x * n;
    *x = (u64)product;
    return (u32)(product >> 64);
#else
    u64 low = (u64)(u32)*x * n, high = (*x >> 32) * n + (low >> 32);
    *x = high << 32 | (u32)low;
    return (u32)(high >> 32);
#endif
}

enum { RANDOM_THREE_MAX = 4096 };

/* Whether what three draws below n left of their number would favour some. Rarely asked. */
bool random_unfair(u64 left, u32 n);

/* Three numbers below n at once, n at most RANDOM_THREE_MAX, and one below 64, which is returned; all are uniform and do not depend on
 * one another. They are digits of one random number: it is multiplied by n, n, n and 64 in turn, which is drawing below 64 n^3 as
 * above (Brackett-Rozinsky and Lemire, Batched Ranged Random Integer Generation). */
static inline u32 random_three_below(aude_random *r, u32 n, u32 three[3])
{
    u64 left;
    u32 last;
    do {
        left = random_next(r);
        for (int i = 0; i < 3; i++) three[i] = random_digit(&left, n);
        last = (u32)(left >> 58);
        left <<= 6;
    } while (left >> 42 == 0 && random_unfair(left, n));
    return last;
}

#endif
