/* Names of computer players: engines, budgets, threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/player.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

static player read;

static void test_names(void **unused)
{
    static const struct {
        const char *name, *engine;
        double seconds;
        uint32_t playouts;
        int threads;
    } good[] = {
        {"mcts", "mcts", PLAYER_SECONDS, 0, 0},
        {"mcts:0.25s", "mcts", 0.25, 0, 0},
        {"mcts:0.25sx1", "mcts", 0.25, 0, 1},
        {"mcts:0.25sx8", "mcts", 0.25, 0, 8},
        {"mcts-plain:2sx2", "mcts-plain", 2, 0, 2},
        {"mcts:1000", "mcts", 0, 1000, 0},
        {"level:3", "level:3", PLAYER_SECONDS, 0, 0},
        {"level:3:0.5s", "level:3", 0.5, 0, 0},
        {"greedy:1s", "greedy", 1, 0, 0},
    };
    static const char *const bad[] = {
        "",         "nobody",      "mcts:",        "mcts:s",       "mcts:0s",
        "mcts:-1s", "mcts:86401s", "mcts:0",       "mcts:1.5",     "mcts:1x2",
        "mcts:1sx", "mcts:1sx0",   "mcts:1sx9",    "mcts:1sx12",   "mcts:1s2",
        "mcts: 1s", "mcts:1e999s", "mcts:nans",    "mcts:1s:1s",   "mcts:10000000000",
        "level:9",  "greedy:1sx2", "level:3:1sx2", "level:8:1sx2", "exec:true",
    };
    (void)unused;
    for (size_t i = 0; i < COUNT(good); i++) {
        if (!player_read(&read, good[i].name)) fail_msg("%s", good[i].name);
        assert_string_equal(read.engine->name, good[i].engine);
        if (read.seconds < good[i].seconds || read.seconds > good[i].seconds) fail_msg("%s: seconds", good[i].name);
        assert_int_equal(read.playouts, good[i].playouts);
        assert_int_equal(read.threads, good[i].threads);
    }
    for (size_t i = 0; i < COUNT(bad); i++)
        if (player_read(&read, bad[i])) fail_msg("`%s` is taken for a name", bad[i]);
}

/* What is no budget is part of the command, and leaves none behind. */
static void test_commands(void **unused)
{
    static const struct {
        const char *name, *command;
        uint32_t playouts;
    } table[] = {
        {"exec:./engine", "./engine", 0},         {"exec:300:./engine", "./engine", 300}, {"exec:x:y", "x:y", 0},
        {"exec:9999999999:y", "9999999999:y", 0}, {"exec:99999sx2:y", "99999sx2:y", 0},   {"exec:1sx2:y", "1sx2:y", 0},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT(table); i++) {
        if (!player_read_any(&read, table[i].name)) fail_msg("%s", table[i].name);
        assert_string_equal(read.command, table[i].command);
        assert_int_equal(read.playouts, table[i].playouts);
        assert_int_equal(read.threads, 0);
        assert_true(read.seconds <= PLAYER_SECONDS);
    }
    assert_false(player_read_any(&read, "exec:"));
    assert_false(player_read_any(&read, "exec:0.1s:"));
}

/* All processors, where the name does not say otherwise and more threads make it no other player. */
static void test_spread(void **unused)
{
    (void)unused;
    static const char *const alone[] = {"greedy", "level:3", "level:8:1s"};
    for (size_t i = 0; i < COUNT(alone); i++) {
        assert_true(player_read(&read, alone[i]));
        player_spread(&read);
        assert_int_equal(read.threads, 0);
    }
    assert_true(player_read(&read, "mcts:1s"));
    player_spread(&read);
    assert_in_range(read.threads, 1, PLAYER_THREADS);
    for (int n = 1; n <= PLAYER_THREADS; n++) {
        char name[24];
        snprintf(name, sizeof name, "mcts:1sx%d", n);
        assert_true(player_read(&read, name));
        player_spread(&read);
        assert_int_equal(read.threads, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_spread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
