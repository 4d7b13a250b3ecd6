/* Chips: text to entries and back, and what a face pays. Rule bets/settle-2. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "aude.h"

static void test_read(void **state)
{
    static const struct {
        const char *text;
        aude_err code;
        const char *written; /* NULL: as read */
    } table[] = {
        {"4x2", AUDE_OK, NULL},
        {"4", AUDE_OK, NULL},
        {"3/7+", AUDE_OK, NULL},
        {"4/5", AUDE_OK, NULL},
        {"5/4", AUDE_OK, "4/5"},
        {"4x1", AUDE_OK, "4"},
        {"1/2/3/4", AUDE_OK, NULL},
        {"99x9", AUDE_OK, NULL},
        {"1/2/3/4/5", AUDE_E_LIMIT, NULL},
        {"", AUDE_E_SYNTAX, NULL},
        {"0", AUDE_E_SYNTAX, NULL},
        {"04", AUDE_E_SYNTAX, NULL},
        {"4x0", AUDE_E_SYNTAX, NULL},
        {"4x", AUDE_E_SYNTAX, NULL},
        {"4x10", AUDE_E_SYNTAX, NULL},
        {"100", AUDE_E_SYNTAX, NULL},
        {"99999999999999999999", AUDE_E_SYNTAX, NULL},
        {"4/", AUDE_E_SYNTAX, NULL},
        {"/4", AUDE_E_SYNTAX, NULL},
        {"4//5", AUDE_E_SYNTAX, NULL},
        {"7+x2", AUDE_E_SYNTAX, NULL},
        {"-4", AUDE_E_SYNTAX, NULL},
        {"4 ", AUDE_E_SYNTAX, NULL},
        {"?", AUDE_E_SYNTAX, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        aude_chip chip;
        char written[32];
        assert_int_equal(aude_chip_read(&chip, table[i].text, strlen(table[i].text)), table[i].code);
        if (table[i].code) continue;
        size_t n = aude_chip_write(&chip, written, sizeof written);
        assert_int_equal(n, strlen(written));
        assert_string_equal(written, table[i].written ? table[i].written : table[i].text);
    }
}

/* The size ends the text, not a zero. */
static void test_read_part(void **state)
{
    aude_chip chip;
    (void)state;
    assert_int_equal(aude_chip_read(&chip, "4x25", 3), AUDE_OK);
    assert_int_equal(chip.entry[0].times, 2);
}

static void test_write_short(void **state)
{
    const aude_chip chip = {2, {{3, 0, 1}, {7, 1, 1}}};
    char dst[4] = "zzz";
    (void)state;
    assert_int_equal(aude_chip_write(&chip, NULL, 0), 4);
    assert_int_equal(aude_chip_write(&chip, dst, 3), 4);
    assert_string_equal(dst, "3/");
}

/* Columns: 1 to 9 tiles. */
static void test_pay(void **state)
{
    static const struct {
        const char *face;
        int pay[9];
    } table[] = {
        {"4x2", {0, 0, 0, 8, 0, 0, 0, 0, 0}},   {"3/7+", {0, 0, 3, 0, 0, 0, 7, 7, 7}},
        {"4/5", {0, 0, 0, 4, 5, 0, 0, 0, 0}},   {"2+/4", {0, 2, 2, 4, 2, 2, 2, 2, 2}},
        {"4/2x3", {0, 6, 0, 4, 0, 0, 0, 0, 0}}, {"1", {1, 0, 0, 0, 0, 0, 0, 0, 0}},
        {"4/4x2", {0, 0, 0, 8, 0, 0, 0, 0, 0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        aude_chip chip;
        assert_int_equal(aude_chip_read(&chip, table[i].face, strlen(table[i].face)), AUDE_OK);
        for (int tiles = 1; tiles <= 9; tiles++) assert_int_equal(aude_chip_pay(&chip, tiles), table[i].pay[tiles - 1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_read_part),
        cmocka_unit_test(test_write_short),
        cmocka_unit_test(test_pay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
