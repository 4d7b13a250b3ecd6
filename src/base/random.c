/* random.c - the plain generator as functions; its body is in random.h. */
#include "base/random.h"

void aude_random_seed(aude_random *random, uint64_t seed)
{
    random->s = seed;
    random->s = random_next(random); /* so that neighbouring seeds do not give shifted sequences */
}

uint64_t aude_random_next(aude_random *random)
{
    return random_next(random);
}

uint32_t aude_random_below(aude_random *random, uint32_t n)
{
    return random_below(random, n);
}

__attribute__((noinline, cold)) bool random_unfair(u64 left, u32 n)
{
    u64 all = (u64)n * n * n * 64;
    return left < (0u - all) % all;
}
