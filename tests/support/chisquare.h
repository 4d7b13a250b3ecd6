/* chisquare.h - whether counts may come from cells that are all as likely. */
#ifndef TEST_CHISQUARE_H
#define TEST_CHISQUARE_H

#include <stdint.h>

/* Fails where the chi-square statistic of these hits is six standard deviations above what equal cells give. */
void assert_uniform(const uint32_t *hits, int n_cells);

#endif
