/* Random numbers below a bound, alone and three at once: none is favoured, and none depends on another. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "chisquare.h"

static const u32 bounds[] = {1, 2, 3, 7, 64, 66, 263, 1027, RANDOM_THREE_MAX};
enum { N_BOUNDS = sizeof bounds / sizeof *bounds, CELLS = RANDOM_THREE_MAX, EACH = 40 /* expected hits of a cell */ };

static uint32_t hits[CELLS];

static void test_below(void **unused)
{
    (void)unused;
    for (int b = 0; b < N_BOUNDS; b++) {
        aude_random random;
        aude_random_seed(&random, (uint64_t)b);
        memset(hits, 0, sizeof hits);
        for (u32 i = 0; i < EACH * bounds[b]; i++) hits[random_below(&random, bounds[b])]++;
        assert_uniform(hits, (int)bounds[b]);
    }
}

/* Each of the three numbers and the one below 64 by itself. */
static void test_three(void **unused)
{
    (void)unused;
    for (int b = 0; b < N_BOUNDS; b++) {
        for (int which = 0; which < 4; which++) {
            u32 n = bounds[b], cells = which < 3 ? n : 64, three[3];
            aude_random random;
            aude_random_seed(&random, (uint64_t)b);
            memset(hits, 0, sizeof hits);
            for (u32 i = 0; i < EACH * cells; i++) {
                u32 last = random_three_below(&random, n, three);
                hits[which < 3 ? three[which] : last]++;
            }
            assert_uniform(hits, (int)cells);
        }
    }
}

/* All four together: every combination is as likely. */
static void test_together(void **unused)
{
    (void)unused;
    for (u32 n = 1; n <= 4; n++) {
        aude_random random;
        u32 cells = n * n * n * 64, three[3];
        aude_random_seed(&random, n);
        memset(hits, 0, sizeof hits);
        for (u32 i = 0; i < EACH * cells; i++) {
            u32 last = random_three_below(&random, n, three);
            hits[((three[0] * n + three[1]) * n + three[2]) * 64 + last]++;
        }
        assert_uniform(hits, (int)cells);
    }
}

/* Digits of a number: the first is the integer part of x n / 2^64, what is left goes on. Here with halves of 32 bits. */
static void test_digits(void **unused)
{
    (void)unused;
    aude_random random;
    aude_random_seed(&random, 5);
    for (int i = 0; i < 10000; i++) {
        u32 n = bounds[i % N_BOUNDS];
        u64 x = aude_random_next(&random) | (i % 7 == 0 ? 0xffffffff00000000u : 0), left = x;
        u64 high = (x >> 32) * n, low = (x & 0xffffffff) * n;
        u64 sum = low + (high << 32), carry = sum < low;
        assert_int_equal(random_digit(&left, n), (high >> 32) + carry);
        assert_int_equal(left, sum);
    }
}

/* Numbers are drawn again below a limit that leaves each of the 64 n^3 results as many numbers as every other. */
static void test_unfair(void **unused)
{
    (void)unused;
    for (int b = 0; b < N_BOUNDS; b++) {
        u32 n = bounds[b];
        u64 all = (u64)n * n * n * 64, low = 0, high = all; /* the limit lies in low .. high */
        while (low < high) {
            u64 middle = low + (high - low) / 2;
            if (random_unfair(middle, n))
                low = middle + 1;
            else
                high = middle;
        }
        assert_int_equal((0u - low) % all, 0);
        assert_true(low < all);
        assert_true(all <= (u64)1 << 42); /* above that random_three_below does not ask */
    }
}

/* And such numbers are drawn again, no others: what is left of x is 64 n^3 x. */
static void test_drawn_again(void **unused)
{
    (void)unused;
    u32 n = RANDOM_THREE_MAX - 1, three[3], again = 0;
    u64 all = (u64)n * n * n * 64, limit = (0u - all) % all;
    aude_random random, same;
    aude_random_seed(&random, 1);
    same = random;
    for (int i = 0; i < 40 << 20; i++) {
        random_three_below(&random, n, three);
        while (random_next(&same) * all < limit) again++;
        if (same.s != random.s) fail_msg("draw %d", i);
    }
    assert_in_range(again, 1, 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_below),  cmocka_unit_test(test_three),  cmocka_unit_test(test_together),
        cmocka_unit_test(test_digits), cmocka_unit_test(test_unfair), cmocka_unit_test(test_drawn_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
