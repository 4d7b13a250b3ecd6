/* random.h - the inline body of the plain generator, for loops that draw often. */
#ifndef AUDE_BASE_RANDOM_H
#define AUDE_BASE_RANDOM_H

#include "aude.h"
#include "base/base.h"

/* splitmix64 (Steele, Lea and Flood; Vigna's constants): a counter and a mixer, so that draws do not wait for one another. */
static inline u64 random_next(aude_random *r)
{
    u64 z = r->s += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
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

#endif
