/* calibrate.h - how true odds are: games are played, the odds of every office are noted when bets open there, and compared with
 * what its roads and cities have come to in the end. */
#ifndef AUDE_APP_CALIBRATE_H
#define AUDE_APP_CALIBRATE_H

#include "app/command.h"

/* Runs `aude odds --check N`; prints the figures. */
int calibrate(const options *o, long offices, long playouts, uint64_t seed);

#endif
