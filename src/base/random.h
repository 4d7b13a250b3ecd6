/* random.h - the inline body of the plain generator, for loops that draw often. */
#ifndef AUDE_BASE_RANDOM_H
#define AUDE_BASE_RANDOM_H

#include "aude.h"
#include "base/base.h"

/* wyrand (Wang Yi, public domain): a counter and one wide multiplication, so that draws do not wait for one another. */
static inline u64 random_next(aude_random *r)
{
    r->s += 0xa0761d6478bd642fu;
    unsigned __int128 product = (unsigned __int128)r->s * (r->s ^ 0xe7037ed1a0b428dbu);
    return (u64)(product >> 64) ^ (u64)product;
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
