/* What engines that search have in common. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ai/search.h"

static void test_log(void **ctx)
{
    (void)ctx;
    static const struct {
        uint32_t n;
        float ln;
    } known[] = {
        {1, 0.0F},         {2, 0.693147F},     {3, 1.098612F},          {7, 1.945910F},
        {1000, 6.907755F}, {65535, 11.09034F}, {2147483647, 21.48756F}, {UINT32_MAX, 22.18071F},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_float_equal(search_log(known[i].n), known[i].ln, 4e-5F);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_log)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
