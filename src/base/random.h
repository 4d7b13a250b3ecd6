/* random.h - the inline body of the plain generator, for loops that draw often. */
#ifndef AUDE_BASE_RANDOM_H
#define AUDE_BASE_RANDOM_H

#include "aude.h"
#include "base/base.h"

static inline u64 random_next(aude_random *r)
{
    u64 *s = r->s, sum = s[0] + s[3];
    u64 result = ((sum << 23) | (sum >> 41)) + s[0];
    u64 t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
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
