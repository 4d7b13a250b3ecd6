/* numbers.h - the few functions of real numbers that engines need, equal on every machine and without a mathematical library. */
#ifndef AUDE_AI_NUMBERS_H
#define AUDE_AI_NUMBERS_H

#include <stdint.h>
#include <string.h>

static inline float number_root(float x)
{
    return __builtin_sqrtf(x);
}

/* Natural logarithm of a positive number, to some 1e-4. */
static inline float number_log(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    float exponent = (float)(int)(bits >> 23) - 127;
    bits = (bits & 0x7fffff) | 0x3f800000; /* 1 <= m < 2 */
    float m;
    memcpy(&m, &bits, sizeof m);
    float t = (m - 1) / (m + 1), t2 = t * t; /* log m = 2 artanh t */
    return exponent * 0.69314718F + 2 * t * (1 + t2 * (1.0F / 3 + t2 * (1.0F / 5 + t2 / 7)));
}

/* e to the x, to some 1e-4 of it; 0 below -80, as for 80 above. */
static inline float number_exp(float x)
{
    if (x < -80) return 0;
    if (x > 80) x = 80;
    float scaled = x * 1.44269504F;
    int whole = (int)(scaled + 128) - 128; /* floor, or one above it */
    float rest = (scaled - (float)whole) * 0.69314718F;
    uint32_t bits = (uint32_t)(whole + 127) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return power * (1 + rest * (1 + rest * (0.5F + rest * (1.0F / 6 + rest * (1.0F / 24 + rest / 120)))));
}

#endif
