/* Whole games at tables, played at random: what clients are told adds up to what they may know; the kept acts make the
 * same table again; disturbed and forged messages change nothing; secrets leave no trace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "aude_table.h"
#include "stage.h"

static stage table, again;

static void test_smoke(void **unused)
{
    (void)unused;
    static const char setup[] = "seats 3\nset base\nset bets\nrule confirm on\nrule draws 30\n";
    stage_open(&table, setup);
    table.keep = 1;
    stage_people(&table, 2);
    stage_must(&table, "0 seat seat=2 words=random");
    stage_start(&table);
    while (table.table.phase == AUDE_PHASE_PLAY) {
        uint32_t asked = aude_table_asked(&table.table);
        for (int seat = 0; seat < 2; seat++) {
            aude_act act = {.kind = AUDE_ACT_MOVE, .by = (uint8_t)seat, .command = ++table.command, .time = table.now};
            if (!(asked >> seat & 1)) continue;
            if (stage_choose(&table, seat, &act)) assert_int_equal(stage_enter(&table, act), AUDE_OK);
            if (table.table.game.course.has_waiting && table.table.game.course.waiting.seat == seat)
                stage_must(&table, seat ? "1 confirm seat=1" : "0 confirm seat=0");
        }
        table.now += 1000;
        stage_run(&table);
    }
    stage_again(&table, &again, setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_smoke)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
