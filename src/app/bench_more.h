/* bench_more.h - the parts of `aude bench` that run other games than the plain ones. */
#ifndef AUDE_APP_BENCH_MORE_H
#define AUDE_APP_BENCH_MORE_H

#include <stdbool.h>

/* Prints the cost of a tile for 72 to 390 tiles and 2 to 6 seats, `seconds` for each line. False without memory. */
bool bench_growth(double seconds, bool json);
/* Random games of base a second by the clock on the wall, by so many processes at once; negative on failure. */
double bench_jobs(int jobs, double seconds);
/* Prints decisions a second of the learning environments (bench_env.c), base and bets. False without memory. */
bool bench_env(int seats, double seconds, bool json);

#endif
