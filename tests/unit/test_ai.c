/* Computer players: legal moves only, in their memory and budget, from what a seat may know; the right move where there is one.
 * A position of tests/tactics is a record; its lines `# best: MOVE` and `# not: MOVE` say what an engine should do next, its first comment why. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dirent.h>

#include <cmocka.h>

#include "app/file.h"
#include "aude.h"

enum { GUARD = 4096, GUARD_BYTE = 0xa5 };

static aude_rules rules;
static aude_state state, view, other;

/* ---- Memory between guards --------------------------------------------------------------------------------------- */

static unsigned char *memory_new(const aude_engine *engine)
{
    size_t size = (engine->memory + 15) / 16 * 16;
    unsigned char *block = aligned_alloc(16, size + 2 * GUARD);
    assert_non_null(block);
    memset(block, GUARD_BYTE, size + 2 * GUARD); /* what new memory holds behind its head does not matter */
    if (engine->memory) memset(block + GUARD, 0, AUDE_ENGINE_FRESH);
    return block + GUARD;
}

static void memory_free(const aude_engine *engine, unsigned char *memory)
{
    for (size_t i = 0; i < GUARD; i++) {
        assert_int_equal(memory[-1 - (ptrdiff_t)i], GUARD_BYTE);
        assert_int_equal(memory[engine->memory + i], GUARD_BYTE);
    }
    free(memory - GUARD);
}

static void setup_game(const char *second, int seats)
{
    aude_setup setup;
    aude_errinfo error;
    aude_setup_default(&setup, seats);
    if (second) setup.set[setup.n_sets++] = aude_tileset_find(second, 0);
    assert_int_equal(aude_rules_init(&rules, &setup, &error), AUDE_OK);
    aude_start(&rules, &state);
}

static aude_move engine_move(const aude_engine *engine, const aude_state *from, int seat, uint32_t playouts,
                             uint64_t seed, void *memory)
{
    aude_random random;
    aude_move move;
    aude_random_seed(&random, seed);
    const aude_budget budget = {.playouts = playouts};
    aude_view(&rules, from, seat, AUDE_RECALL, &view);
    engine->choose(&rules, &view, seat, &budget, &random, memory, &move);
    return move;
}

/* ---- Whole games ------------------------------------------------------------------------------------------------- */

/* Every seat an engine; each move must be legal. */
static void engines_play(const aude_engine *const *engine, int seats, uint64_t seed)
{
    unsigned char *memory[AUDE_MAX_SEATS];
    aude_random random;
    aude_random_seed(&random, seed);
    for (int s = 0; s < seats; s++) memory[s] = memory_new(engine[s]);
    for (uint32_t actors; (actors = aude_actors(&rules, &state));) {
        aude_move move;
        int seat = __builtin_ctz(actors);
        if (actors == AUDE_CHANCE)
            aude_random_move(&rules, &state, &random, &move);
        else
            move = engine_move(engine[seat], &state, seat, 3, aude_random_next(&random), memory[seat]);
        if (aude_apply(&rules, &state, move, NULL)) fail_msg("%s makes an illegal move", engine[seat]->name);
    }
    for (int s = 0; s < seats; s++) memory_free(engine[s], memory[s]);
}

/* All engines in turn sit at tables of every size, without and with The Bets. AUDE_AI_GAMES: so many games instead of one each. */
static void test_legal(void **ctx)
{
    const aude_engine *engine[AUDE_MAX_SEATS];
    const char *count = getenv("AUDE_AI_GAMES");
    long games = count ? strtol(count, NULL, 10) : 2 * AUDE_MAX_SEATS;
    int next = 0;
    (void)ctx;
    assert_true(games > 0);
    for (long game = 0; game < games; game++) {
        int seats = 1 + (int)(game / 2 % AUDE_MAX_SEATS);
        setup_game(game & 1 ? "bets" : NULL, seats);
        for (int s = 0; s < seats; s++) {
            if (!aude_engine_builtin(next)) next = 0;
            engine[s] = aude_engine_builtin(next++);
        }
        engines_play(engine, seats, (uint64_t)game);
    }
}

/* ---- Secrets ----------------------------------------------------------------------------------------------------- */

/* An engine that plays a seat of a whole game, and its twin, from which rivals hold and have laid other chips at every decision, with the
 * same public course: they move alike. The number of decisions at which the secrets differed. */
static int secrets_play(const aude_engine *engine, int seats, int me)
{
    unsigned char *one = memory_new(engine), *two = memory_new(engine);
    aude_random random;
    int differ = 0;
    setup_game("bets", seats);
    aude_random_seed(&random, (uint64_t)(8 * seats + me));
    for (uint32_t actors; (actors = aude_actors(&rules, &state));) {
        aude_move move;
        if (actors != AUDE_CHANCE && actors >> me & 1) {
            uint64_t seed = aude_random_next(&random);
            aude_view(&rules, &state, me, AUDE_RECALL, &view);
            aude_resample(&rules, &view, &random, &other);
            differ += aude_full_digest(&rules, &state) != aude_full_digest(&rules, &other);
            move = engine_move(engine, &state, me, 5, seed, one);
            aude_move same = engine_move(engine, &other, me, 5, seed, two);
            if (memcmp(&move, &same, sizeof move)) fail_msg("%s knows what it may not, %d seats", engine->name, seats);
        } else {
            aude_random_move(&rules, &state, &random, &move);
        }
        assert_int_equal(aude_apply(&rules, &state, move, NULL), AUDE_OK);
    }
    memory_free(engine, one);
    memory_free(engine, two);
    return differ;
}

static void test_secrets(void **ctx)
{
    (void)ctx;
    for (int e = 0; aude_engine_builtin(e); e++)
        for (int seats = 2; seats <= 4; seats++)
            assert_true(secrets_play(aude_engine_builtin(e), seats, (e + seats) % seats) > 5);
}

/* ---- Budgets and threads ----------------------------------------------------------------------------------------- */

static int stops_asked;

static int stop_later(void *context)
{
    return ++stops_asked > *(int *)context;
}

static void position_make(int draws)
{
    aude_random random;
    aude_move move;
    setup_game("bets", 2);
    aude_random_seed(&random, 3);
    while (aude_n_placed(&state) < draws || aude_state_step(&rules, &state) != AUDE_STEP_PLACE) {
        aude_random_move(&rules, &state, &random, &move);
        aude_play(&rules, &state, move, NULL);
    }
}

/* `stop` ends a search at once, and it is asked again and again. */
static void test_stop(void **ctx)
{
    (void)ctx;
    position_make(20);
    for (int e = 0; aude_engine_builtin(e); e++) {
        const aude_engine *engine = aude_engine_builtin(e);
        if (!engine->join || !strncmp(engine->name, "level:", 6)) continue; /* a level stops by itself */
        for (int calls = 0; calls <= 50; calls += 25) {
            aude_random random;
            aude_move move;
            unsigned char *memory = memory_new(engine);
            const aude_budget budget = {.stop = stop_later, .context = &calls};
            int seat = aude_state_turn(&state);
            stops_asked = 0;
            aude_random_seed(&random, 1);
            aude_view(&rules, &state, seat, AUDE_RECALL, &view);
            engine->choose(&rules, &view, seat, &budget, &random, memory, &move);
            assert_in_range(stops_asked, calls, calls + 1);
            aude_state_copy(&rules, &other, &state);
            assert_int_equal(aude_apply(&rules, &other, move, NULL), AUDE_OK);
            memory_free(engine, memory);
        }
    }
}

/* Two searches joined: a legal tile, and both memories then know the same meeple for it. */
static void test_join(void **ctx)
{
    (void)ctx;
    for (int e = 0; aude_engine_builtin(e); e++) {
        const aude_engine *engine = aude_engine_builtin(e);
        if (!engine->join || !strcmp(engine->name, "mcts-plain")) continue; /* its two trees differ in the meeple */
        position_make(12);
        int seat = aude_state_turn(&state);
        unsigned char *one = memory_new(engine), *two = memory_new(engine);
        void *const both[2] = {one, two};
        aude_move move, first = engine_move(engine, &state, seat, 300, 1, one);
        engine_move(engine, &state, seat, 300, 2, two);
        aude_view(&rules, &state, seat, AUDE_RECALL, &view);
        engine->join(&rules, &view, seat, both, 1, &move);
        assert_memory_equal(&move, &first, sizeof move); /* one alone: its own choice */
        engine->join(&rules, &view, seat, both, 2, &move);
        assert_int_equal(aude_apply(&rules, &state, move, NULL), AUDE_OK);
        if (aude_state_step(&rules, &state) == AUDE_STEP_MEEPLE) {
            first = engine_move(engine, &state, seat, 1, 3, one);
            move = engine_move(engine, &state, seat, 1, 4, two);
            assert_memory_equal(&move, &first, sizeof move);
            assert_int_equal(aude_apply(&rules, &state, first, NULL), AUDE_OK);
        }
        memory_free(engine, one);
        memory_free(engine, two);
    }
}

/* ---- Tactics ----------------------------------------------------------------------------------------------------- */

/* Where the next line `# WORD: ` continues after `text`; NULL: none. */
static const char *wish_next(const char *text, const char *word, size_t *size)
{
    char start[32];
    snprintf(start, sizeof start, "\n# %s: ", word);
    const char *line = strstr(text, start);
    if (!line) return NULL;
    line += strlen(start);
    *size = strcspn(line, "\n");
    return line;
}

static bool wish_is(const aude_move *move, const char *line, size_t size)
{
    aude_move wish;
    char is[128], wanted[128];
    assert_int_equal(aude_move_read(&rules, &state, line, size, &wish, NULL), AUDE_OK);
    aude_move_write(&rules, *move, is, sizeof is);
    aude_move_write(&rules, wish, wanted, sizeof wanted);
    return !strcmp(is, wanted);
}

static void tactic_check(const aude_engine *engine, const char *path)
{
    static aude_tileset own[AUDE_MAX_SETS];
    static aude_line lines[1024];
    aude_record record = {.own = own, .cap_own = AUDE_MAX_SETS, .line = lines, .cap_lines = 1024};
    aude_errinfo error;
    size_t size, length;
    char *text = file_read(path, &size);
    assert_non_null(text);
    if (aude_record_read(&record, &rules, &state, text, size, &error))
        fail_msg("%s:%d: %s", path, error.line, error.message);
    unsigned char *memory = memory_new(engine);
    int wishes = 0;
    const char *best = text, *wrong = text;
    do {
        int seat = __builtin_ctz(aude_actors(&rules, &state));
        aude_move move = engine_move(engine, &state, seat, 400, 1, memory);
        if ((best = wish_next(best, "best", &length)) && ++wishes && !wish_is(&move, best, length)) {
            char is[128];
            aude_move_write(&rules, move, is, sizeof is);
            fail_msg("%s: %s plays %s, not %.*s", path, engine->name, is, (int)length, best);
        }
        while (wrong && (wrong = wish_next(wrong, "not", &length)))
            if (++wishes && wish_is(&move, wrong, length))
                fail_msg("%s: %s plays %.*s", path, engine->name, (int)length, wrong);
        assert_int_equal(aude_apply(&rules, &state, move, NULL), AUDE_OK);
    } while (best && wish_next(best, "best", &length));
    assert_true(wishes > 0);
    memory_free(engine, memory);
    free(text);
}

static void test_tactics(void **ctx)
{
    (void)ctx;
    DIR *folder = opendir("tests/tactics");
    assert_non_null(folder);
    int n = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[512];
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".aude")) continue;
        snprintf(path, sizeof path, "tests/tactics/%s", entry->d_name);
        tactic_check(aude_engine_find("mcts"), path);
        n++;
    }
    closedir(folder);
    assert_true(n > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_legal), cmocka_unit_test(test_secrets), cmocka_unit_test(test_stop),
        cmocka_unit_test(test_join),  cmocka_unit_test(test_tactics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
