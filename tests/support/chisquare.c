/* chisquare.c - see chisquare.h. */
#include "chisquare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

void assert_uniform(const uint32_t *hits, int n_cells)
{
    double sum = 0, square = 0;
    for (int i = 0; i < n_cells; i++) sum += hits[i];
    double each = sum / n_cells, freedom = n_cells - 1;
    for (int i = 0; i < n_cells; i++) square += (hits[i] - each) * (hits[i] - each) / each;
    double above = square - freedom - 6; /* a margin for few cells */
    if (above > 0 && above * above > 36 * 2 * freedom)
        fail_msg("chi-square %.1f of %d cells, about %.1f hits each", square, n_cells, each);
}
