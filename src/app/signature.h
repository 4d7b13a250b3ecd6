/* signature.h - one number for how all rules behave: the same on every machine and in every build, the WebAssembly module
 * included; so it allocates and prints nothing. */
#ifndef AUDE_APP_SIGNATURE_H
#define AUDE_APP_SIGNATURE_H

#include "aude.h"

/* What the computation works on; nothing in it is kept. */
typedef struct signature {
    aude_rules rules;
    aude_state state;
    aude_random random;
    aude_move moves[AUDE_MAX_MOVES];
    uint32_t weight[AUDE_MAX_MOVES];
    uint64_t value;
} signature;

/* A digest over seeded games with and without bets, 1 to 6 seats, all options. */
uint64_t signature_compute(signature *s);

#endif
