/* signature.h - one number for how all rules behave: the same on every machine and in every build. */
#ifndef AUDE_APP_SIGNATURE_H
#define AUDE_APP_SIGNATURE_H

#include <stdint.h>

/* A digest over seeded games with and without bets, 1 to 6 seats, all options. 0 without memory. */
uint64_t signature_compute(void);

#endif
