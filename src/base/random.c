/* random.c - xoshiro256++ (Blackman and Vigna, public domain), seeded by splitmix64. Plain, for playouts and tests. */
#include "base/random.h"
#include "aude.h"

void aude_random_seed(aude_random *random, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        u64 z = seed += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        random->s[i] = z ^ (z >> 31);
    }
}

uint64_t aude_random_next(aude_random *random)
{
    return random_next(random);
}

uint32_t aude_random_below(aude_random *random, uint32_t n)
{
    return random_below(random, n);
}
