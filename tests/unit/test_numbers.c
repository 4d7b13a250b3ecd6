/* The functions of real numbers that engines need, against known values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ai/numbers.h"

typedef struct pair {
    float x, y;
} pair;

static void test_log(void **ctx)
{
    (void)ctx;
    static const pair known[] = {
        {1, 0.0F},
        {2, 0.693147F},
        {3, 1.098612F},
        {7, 1.945910F},
        {0.5F, -0.693147F},
        {1000, 6.907755F},
        {65535, 11.09034F},
        {2147483648.0F, 21.48756F},
        {1.999999F, 0.693147F},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_float_equal(number_log(known[i].x), known[i].y, 1e-4F);
}

static void test_exp(void **ctx)
{
    (void)ctx;
    static const pair known[] = {
        {0, 1.0F},         {1, 2.718282F},      {-1, 0.367879F},       {0.6931F, 1.999906F},
        {10, 22026.4658F}, {-10, 4.539993e-5F}, {79.5F, 3.360557e34F}, {-79.5F, 2.975697e-35F},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_float_equal(number_exp(known[i].x) / known[i].y, 1.0F, 2e-4F);
    assert_true(number_exp(-81) == 0.0F);
    assert_true(number_exp(1000) == number_exp(80));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_log),
        cmocka_unit_test(test_exp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
