/* The store: one suite for both back ends. What is acknowledged is there, once and in order; what is not is reported; a table
 * that fails harms no other. Expected values follow from src/store/store.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../store/bed.h"

static const char A[] = "aaaaaaaaaaaaaaaa", B[] = "bbbbbbbbbbbbbbbb-_ABCXYZ01289_aa", C[] = "cccccccccccccccc";
static store_error e;

static store_log *table_make(store *s, const char *id)
{
    store_log *log = NULL;
    WELL(store_create(s, id, "somebody", 1000, &log, &bed_error));
    return log;
}

static store_log *table_claim(store *s, const char *id)
{
    store_log *log = NULL;
    WELL(store_claim(s, id, &log, NULL, &bed_error));
    return log;
}

/* ---- Appending and reading ---- */

static void test_lines_come_back(void **state)
{
    (void)state;
    /* Everything that a notation of arrays or SQL might trip over. */
    static const char *const lines[] = {
        "aude 1", "", "NULL", "a \"b\" \\c {d,e} 'f'", "tab\there", "Zoë 木 \xf0\x9f\x90\x8e", " "};
    enum { N = sizeof lines / sizeof *lines };
    store *s = bed_store(NULL);
    store_log *log = table_make(s, A);
    char text[200] = "";
    for (int i = 0; i < N; i++) {
        assert_int_equal(store_next(log), i);
        bed_append(log, lines[i]);
        strcat(strcat(text, lines[i]), "|");
    }
    WELL(store_commit(s, 2000, &bed_error));
    assert_null(store_lost(log));
    assert_string_equal(bed_read(s, A, 0), text);
    assert_string_equal(bed_read(s, A, 1), text + 7);
    assert_string_equal(bed_read(s, A, N - 1), " |");
    assert_string_equal(bed_read(s, A, N), "");
    assert_string_equal(bed_read(s, A, N + 5), "");
    const store_metrics *m = store_measure(s);
    assert_int_equal(m->n_commits, 1);
    assert_int_equal(m->n_rows, N);
    assert_int_equal(m->n_bytes, strlen(text) - N);
    assert_int_equal(m->n_failed + m->n_lost + m->n_connects, 0);
    store_close(s);
}

static void test_longest_line(void **state)
{
    (void)state;
    store *s = bed_store(NULL);
    store_log *log = table_make(s, A);
    char *line = malloc(STORE_LINE_MAX + 2);
    memset(line, '"', STORE_LINE_MAX + 1);
    line[STORE_LINE_MAX + 1] = 0;
    assert_int_equal(store_append(table_make(s, B), 0, line, STORE_LINE_MAX + 1, &e), STORE_E_INPUT);
    WELL(store_append(log, 0, line, STORE_LINE_MAX, &bed_error));
    WELL(store_commit(s, 2000, &bed_error));
    assert_int_equal(bed_sql("SELECT length(line) FROM aude_line"), STORE_LINE_MAX);
    assert_int_equal(bed_sql("SELECT count(*) FROM aude_line WHERE line = '%s'", "x"), 0);
    bed_text t = {.next = 0};
    WELL(store_read(s, A, 0, bed_line, &t, &bed_error));
    assert_int_equal(t.n, STORE_LINE_MAX + 1);
    free(line);
    store_close(s);
}

static bool line_second(void *user, int64_t seq, const char *line, size_t size)
{
    (void)line, (void)size;
    *(int64_t *)user = seq;
    return seq < 1;
}

static void test_reading_stops(void **state)
{
    (void)state;
    int64_t last = -1;
    store *s = bed_store(NULL);
    store_log *log = table_make(s, A);
    for (int i = 0; i < 4; i++) bed_append(log, "x");
    WELL(store_commit(s, 2000, &bed_error));
    WELL(store_read(s, A, 0, line_second, &last, &bed_error));
    assert_int_equal(last, 1);
    assert_string_equal(bed_read(s, A, 0), "x|x|x|x|"); /* and the next call works */
    assert_int_equal(store_read(s, A, -1, line_second, &last, &e), STORE_E_INPUT);
    store_close(s);
}

static void test_queued_is_not_there(void **state)
{
    (void)state;
    store *s = bed_store(NULL);
    store_log *log = table_make(s, A);
    bed_append(log, "one");
    assert_int_equal(store_read(s, A, 0, bed_line, NULL, &e), STORE_E_MISSING);
    WELL(store_commit(s, 2000, &bed_error));
    bed_append(log, "two");
    assert_string_equal(bed_read(s, A, 0), "one|");
    store_close(s); /* drops it */
    s = bed_store(NULL);
    assert_string_equal(bed_read(s, A, 0), "one|");
    store_close(s);
}

static void test_goes_on_after_opening_again(void **state)
{
    (void)state;
    store_table info;
    store_log *log;
    store *s = bed_store(NULL);
    bed_append(table_make(s, A), "one");
    WELL(store_commit(s, 2000, &bed_error));
    store_close(s);
    s = bed_store(NULL);
    WELL(store_claim(s, A, &log, &info, &bed_error));
    assert_string_equal(info.id, A);
    assert_string_equal(info.creator, "somebody");
    assert_int_equal(info.created, 1000);
    assert_int_equal(info.touched, 2000);
    assert_int_equal(info.n_rows, 1);
    assert_false(info.over);
    assert_int_equal(store_next(log), 1);
    bed_append(log, "two");
    WELL(store_commit(s, 3000, &bed_error));
    bed_append(log, "three");
    WELL(store_commit(s, 3500, &bed_error));
    assert_string_equal(bed_read(s, A, 0), "one|two|three|");
    store_log *again;
    assert_int_equal(store_claim(s, A, &again, &info, &e), STORE_E_BUSY);
    store_release(log);
    again = table_claim(s, A);
    assert_int_equal(store_next(again), 3);
    store_close(s);
}

static void test_released_is_dropped(void **state)
{
    (void)state;
    store *s = bed_store(NULL);
    store_log *a = table_make(s, A), *b = table_make(s, B), *c = table_make(s, C);
    bed_append(a, "a");
    bed_append(b, "b");
    bed_append(c, "c");
    store_release(a);
    WELL(store_commit(s, 2000, &bed_error));
    assert_int_equal(store_read(s, A, 0, bed_line, NULL, &e), STORE_E_MISSING);
    assert_string_equal(bed_read(s, B, 0), "b|");
    assert_string_equal(bed_read(s, C, 0), "c|");
    store_release(NULL);
    WELL(store_commit(s, 2000, &bed_error)); /* empty */
    assert_int_equal(store_measure(s)->n_commits, 1);
    store_close(s);
}

static void test_many_tables_in_a_batch(void **state)
{
    (void)state;
    enum { N = 300 };
    static store_log *log[N];
    char id[40], line[40];
    store *s = bed_store(NULL);
    for (int i = 0; i < N; i++) {
        snprintf(id, sizeof id, "table-0123456789-%d", i);
        log[i] = table_make(s, id);
    }
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < i % 4; j++) {
                snprintf(line, sizeof line, "%d.%d", round, j);
                bed_append(log[i], line);
            }
        WELL(store_commit(s, 2000, &bed_error));
    }
    assert_int_equal(bed_sql("SELECT count(*) FROM aude_line"), 3 * N / 4 * (0 + 1 + 2 + 3));
    assert_string_equal(bed_read(s, "table-0123456789-6", 0), "0.0|0.1|1.0|1.1|2.0|2.1|");
    assert_string_equal(bed_read(s, "table-0123456789-8", 0), "");
    store_close(s);
    store_sum sum;
    WELL(store_check(the_bed.url, NULL, NULL, &sum, &bed_error));
    assert_int_equal(sum.n_tables, N);
    assert_int_equal(sum.n_rows, 3 * N / 4 * 6);
    assert_int_equal(sum.n_faults, 0);
}

/* ---- Input that is refused ---- */

/* A refused line takes with it what was queued for its table, and nothing else. */
static void test_wrong_number(void **state)
{
    (void)state;
    static const int64_t wrong[] = {3, 1, 0, -1};
    store *s = bed_store(NULL);
    store_log *a = table_make(s, A), *b = table_make(s, B);
    bed_append(a, "a0");
    bed_append(b, "b0");
    WELL(store_commit(s, 2000, &bed_error));
    for (int i = 0; i < 4; i++) {
        bed_append(a, "a1");
        bed_append(b, "b");
        assert_int_equal(store_append(a, wrong[i], "x", 1, i % 2 ? &e : NULL), STORE_E_CONFLICT);
        assert_non_null(strstr(store_lost(a)->message, A));
        assert_int_equal(store_append(a, 2, "a2", 2, &e), STORE_E_CONFLICT);
        WELL(store_commit(s, 3000, &bed_error));
        assert_string_equal(bed_read(s, A, 0), "a0|");
        store_release(a);
        a = table_claim(s, A);
    }
    assert_string_equal(bed_read(s, B, 0), "b0|b|b|b|b|");
    assert_int_equal(store_measure(s)->n_lost, 4);
    store_log *c = table_make(s, C); /* a new table as well */
    bed_append(c, "c0");
    assert_int_equal(store_append(c, 7, "x", 1, &e), STORE_E_CONFLICT);
    WELL(store_commit(s, 3000, &bed_error));
    assert_int_equal(store_find(s, C, &(store_table){0}, &e), STORE_E_MISSING);
    store_close(s);
}

static void test_bad_input(void **state)
{
    (void)state;
    static const char *const ids[] = {"",
                                      "fifteen-letters",
                                      "thirty-three-letters-are-too-many",
                                      "sixteen.letters.",
                                      "sixteen letters ",
                                      "'; DROP TABLE aud"};
    static const char *const lines[] = {
        "a\nb", "a\rb", "\x01", "\x7f", "\xff", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"};
    char long_text[STORE_VALUE_MAX + 2];
    store *s = bed_store(NULL);
    store_log *log, *a = table_make(s, A);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        assert_int_equal(store_create(s, ids[i], "", 0, &log, &e), STORE_E_INPUT);
        assert_int_equal(store_claim(s, ids[i], &log, NULL, &e), STORE_E_INPUT);
        assert_int_equal(store_read(s, ids[i], 0, bed_line, NULL, &e), STORE_E_INPUT);
    }
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        log = table_make(s, C);
        assert_int_equal(store_append(log, 0, lines[i], strlen(lines[i]), &e), STORE_E_INPUT);
        assert_non_null(strstr(e.message, "line 0, byte"));
        assert_int_equal(store_lost(log)->code, STORE_E_INPUT);
        store_release(log);
    }
    log = table_make(s, C);
    assert_int_equal(store_append(log, 0, "a\0b", 3, &e), STORE_E_INPUT);
    store_release(log);
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = 0;
    assert_int_equal(store_create(s, B, long_text, 0, &log, &e), STORE_E_INPUT);
    assert_int_equal(store_create(s, B, "new\nline", 0, &log, &e), STORE_E_INPUT);
    assert_int_equal(store_put(s, long_text, "x", &e), STORE_E_INPUT);
    assert_int_equal(store_put(s, "", "x", &e), STORE_E_INPUT);
    assert_int_equal(store_put(s, "key", long_text, &e), STORE_E_INPUT);
    assert_int_equal(store_claim(s, B, &log, NULL, &e), STORE_E_MISSING);
    bed_append(a, "fine");
    WELL(store_commit(s, 2000, &bed_error));
    assert_string_equal(bed_read(s, A, 0), "fine|");
    assert_int_equal(bed_sql("SELECT count(*) FROM aude_game"), 1);
    store_close(s);

    static const char *const urls[] = {"",        "games.db", "mysql://x", "sqlite:", "sqlite:/nowhere/at/all/games.db",
                                       "sqlite:/"};
    for (size_t i = 0; i < sizeof urls / sizeof *urls; i++) assert_null(store_open(urls[i], NULL, &e));
    const store_options options[] = {{.server = ""}, {.server = long_text}, {.lease = -1}, {.address = "\n"}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) bed_refused(&options[i], STORE_E_INPUT, &e);
    assert_null(store_open("postgresql://user:secret@/a?nonsense=1", NULL, &e));
    assert_null(strstr(e.message, "secret"));
}

static void test_create_what_exists(void **state)
{
    (void)state;
    store *s = bed_store(NULL);
    store_log *a = table_make(s, A), *log;
    bed_append(a, "first");
    assert_int_equal(store_create(s, A, "", 0, &log, &e), STORE_E_BUSY);
    WELL(store_commit(s, 2000, &bed_error));
    store_release(a);
    a = table_make(s, A);
    store_log *b = table_make(s, B);
    bed_append(a, "second");
    bed_append(b, "b");
    assert_int_equal(store_commit(s, 3000, &e), STORE_E_CONFLICT);
    assert_int_equal(store_lost(a)->code, STORE_E_EXISTS);
    assert_null(store_lost(b));
    assert_string_equal(bed_read(s, A, 0), "first|");
    assert_string_equal(bed_read(s, B, 0), "b|");
    store_close(s);
}

/* ---- Fences ---- */

static void test_second_writer(void **state)
{
    (void)state;
    store *s = bed_store(NULL);
    store_log *a = table_make(s, A), *b = table_make(s, B);
    bed_append(a, "a0");
    bed_append(b, "b0");
    WELL(store_commit(s, 2000, &bed_error));
    bed_foreign_line(A, "foreign");
    bed_append(a, "a1");
    bed_append(a, "a2");
    bed_append(b, "b1");
    assert_int_equal(store_commit(s, 3000, &e), STORE_E_CONFLICT);
    assert_non_null(strstr(e.message, A));
    assert_int_equal(store_lost(a)->code, STORE_E_CONFLICT);
    assert_non_null(strstr(store_lost(a)->message, "line 1"));
    assert_null(store_lost(b));
    assert_int_equal(store_measure(s)->n_lost, 1);
    /* It takes nothing more. */
    assert_int_equal(store_append(a, store_next(a), "x", 1, &e), STORE_E_CONFLICT);
    assert_int_equal(store_finish(a, &e), STORE_E_CONFLICT);
    assert_string_equal(bed_read(s, A, 0), "a0|foreign|");
    assert_string_equal(bed_read(s, B, 0), "b0|b1|");
    /* And the way on. */
    store_release(a);
    a = table_claim(s, A);
    bed_append(a, "a2");
    bed_append(b, "b2");
    WELL(store_commit(s, 4000, &bed_error));
    assert_string_equal(bed_read(s, A, 0), "a0|foreign|a2|");
    assert_string_equal(bed_read(s, B, 0), "b0|b1|b2|");
    store_close(s);
}

/* Also where no line is in the way. */
static void test_second_writer_without_lines(void **state)
{
    (void)state;
    store_table info;
    store *s = bed_store(NULL);
    store_log *a = table_make(s, A);
    bed_append(a, "a0");
    WELL(store_commit(s, 2000, &bed_error));
    bed_foreign_line(A, "foreign");
    WELL(store_finish(a, &bed_error));
    assert_int_equal(store_commit(s, 3000, &e), STORE_E_CONFLICT);
    assert_non_null(store_lost(a));
    WELL(store_find(s, A, &info, &bed_error));
    assert_false(info.over);
    assert_int_equal(info.touched, 2000);
    assert_string_equal(bed_read(s, A, 0), "a0|foreign|");
    store_close(s);
}

/* The row is there though the table does not know of it: the primary key is the last fence. */
static void test_row_is_there_already(void **state)
{
    (void)state;
    store *s = bed_store(NULL);
    store_log *a = table_make(s, A), *b = table_make(s, B), *c = table_make(s, C);
    bed_append(a, "a0");
    WELL(store_commit(s, 2000, &bed_error));
    bed_sql("INSERT INTO aude_line(game, seq, line, chain) VALUES('%s', 0, 'stray', 0)", B);
    bed_append(a, "a1");
    bed_append(c, "c0");
    bed_append(b, "b0");
    assert_int_equal(store_commit(s, 3000, &e), STORE_E_CONFLICT);
    assert_non_null(store_lost(b));
    assert_null(store_lost(a));
    assert_null(store_lost(c));
    assert_string_equal(bed_read(s, A, 0), "a0|a1|");
    assert_string_equal(bed_read(s, C, 0), "c0|");
    assert_int_equal(store_read(s, B, 0, bed_line, &(bed_text){0}, &e), STORE_E_CORRUPT);
    store_close(s);
}

/* ---- Failures ---- */

static void test_failed_commit(void **state)
{
    (void)state;
    for (int late = 0; late < 2; late++) {
        if (late) bed_fresh(NULL);
        store *s = bed_store(&(store_options){.fail_commit = 2, .fail_count = 1, .fail_late = late});
        store_log *a = table_make(s, A), *b;
        bed_append(a, "a0");
        WELL(store_commit(s, 2000, &bed_error));
        b = table_make(s, B);
        bed_append(a, "a1");
        bed_append(b, "b0");
        assert_int_equal(store_commit(s, 3000, &e), STORE_E_FAILED);
        assert_int_equal(store_lost(a)->code, STORE_E_FAILED);
        assert_int_equal(store_lost(b)->code, STORE_E_FAILED);
        assert_int_equal(store_measure(s)->n_failed, 1);
        WELL(store_commit(s, 3500, &bed_error)); /* nothing is left in the batch */
        store_release(a);
        store_release(b);
        a = table_claim(s, A);
        assert_int_equal(store_next(a), late ? 2 : 1);
        bed_append(a, "new");
        if (!late)
            table_make(s, B);
        else
            assert_int_equal(store_next(table_claim(s, B)), 1);
        WELL(store_commit(s, 4000, &bed_error));
        assert_string_equal(bed_read(s, A, 0), late ? "a0|a1|new|" : "a0|new|");
        assert_string_equal(bed_read(s, B, 0), late ? "b0|" : "");
        store_close(s);
    }
}

/* ---- Lists, the end of tables, retention ---- */

static bool list_add(void *user, const store_table *table)
{
    char *text = user;
    sprintf(text + strlen(text), "%.4s %s %d %d;", table->id, table->over ? "over" : "open", (int)table->n_rows,
            (int)table->touched);
    return true;
}

static bool list_first(void *user, const store_table *table)
{
    list_add(user, table);
    return false;
}

static void list_is(store *s, store_which which, const char *expected)
{
    char text[400] = "";
    WELL(store_list(s, which, list_add, text, &bed_error));
    assert_string_equal(text, expected);
}

static void test_lists(void **state)
{
    (void)state;
    char text[100] = "";
    store *s = bed_store(NULL);
    list_is(s, STORE_ALL, "");
    store_log *c = table_make(s, C), *b = table_make(s, B);
    bed_append(b, "b0");
    bed_append(b, "b1");
    WELL(store_commit(s, 2000, &bed_error));
    bed_append(c, "c0");
    WELL(store_finish(c, &bed_error)); /* with its last line */
    table_make(s, A);
    WELL(store_commit(s, 3000, &bed_error));
    list_is(s, STORE_ALL, "aaaa open 0 3000;bbbb open 2 2000;cccc over 1 3000;");
    list_is(s, STORE_OPEN, "aaaa open 0 3000;bbbb open 2 2000;");
    list_is(s, STORE_OVER, "cccc over 1 3000;");
    WELL(store_list(s, STORE_ALL, list_first, text, &bed_error));
    assert_string_equal(text, "aaaa open 0 3000;");
    bed_append(c, "c1"); /* stays over */
    WELL(store_finish(b, &bed_error));
    WELL(store_commit(s, 4000, &bed_error));
    list_is(s, STORE_OVER, "bbbb over 2 4000;cccc over 2 4000;");
    store_table info;
    WELL(store_find(s, B, &info, &bed_error));
    assert_true(info.over);
    assert_int_equal(store_find(s, "dddddddddddddddd", &info, &e), STORE_E_MISSING);
    store_close(s);
}

static void test_sweep(void **state)
{
    (void)state;
    static const char *const id[] = {"over-00000000001", "over-00000000002", "open-00000000001", "open-00000000002",
                                     "held-00000000001"};
    const int64_t day = 86400000;
    int n = -1;
    store *s = bed_store(NULL);
    /* Numbers 1 are touched on day 1, numbers 2 on day 2; of the held one only the state differs. */
    for (int when = 1; when <= 2; when++) {
        for (int i = 0; i < 5; i++) {
            if (id[i][15] != '0' + when) continue;
            store_log *log = table_make(s, id[i]);
            bed_append(log, "x");
            bed_append(log, "y");
            if (id[i][0] == 'o' && id[i][1] == 'v') WELL(store_finish(log, &bed_error));
        }
        WELL(store_commit(s, when * day, &bed_error));
    }
    store_close(s);
    s = bed_store(NULL);
    store_log *held = table_claim(s, id[4]), *log;
    WELL(store_sweep(s, 11 * day - 1, 10 * day, 10 * day, 100, &n, &bed_error));
    assert_int_equal(n, 0);
    WELL(store_sweep(s, 11 * day, 10 * day, -1, 100, &n, &bed_error));
    assert_int_equal(n, 1);
    list_is(s, STORE_OVER, "over over 2 172800000;");
    WELL(store_sweep(s, 11 * day, -1, 10 * day, 100, &n, &bed_error));
    assert_int_equal(n, 1);
    list_is(s, STORE_OPEN, "held open 2 86400000;open open 2 172800000;");
    assert_int_equal(store_find(s, id[0], &(store_table){0}, &e), STORE_E_MISSING);
    assert_non_null(strstr(e.message, "removed on 1970-01-12")); /* day 11 after the first */
    assert_int_equal(store_claim(s, id[2], &log, NULL, &e), STORE_E_MISSING);
    /* No more than asked for, held ones left out. */
    WELL(store_sweep(s, 99 * day, 0, 0, 1, &n, &bed_error));
    assert_int_equal(n, 1);
    WELL(store_sweep(s, 99 * day, 0, 0, 1, &n, &bed_error));
    assert_int_equal(n, 1);
    WELL(store_sweep(s, 99 * day, 0, 0, 1, &n, &bed_error));
    assert_int_equal(n, 0);
    list_is(s, STORE_ALL, "held open 2 86400000;");
    assert_int_equal(bed_sql("SELECT count(*) FROM aude_line"), 2);
    assert_int_equal(bed_sql("SELECT count(*) FROM aude_removal WHERE n_rows = 2"), 4);
    /* Ids do not come back. */
    log = table_make(s, id[0]);
    bed_append(log, "again");
    bed_append(held, "z");
    assert_int_equal(store_commit(s, 99 * day, &e), STORE_E_CONFLICT);
    assert_int_equal(store_lost(log)->code, STORE_E_EXISTS);
    assert_string_equal(bed_read(s, id[4], 0), "x|y|z|");
    store_close(s);
}

/* ---- Settings ---- */

static void test_settings(void **state)
{
    (void)state;
    char value[STORE_VALUE_MAX + 1] = "untouched";
    store *s = bed_store(NULL);
    assert_int_equal(store_get(s, "key", value, &e), STORE_E_MISSING);
    assert_string_equal(value, "untouched");
    WELL(store_put(s, "key", "one", &bed_error));
    WELL(store_put(s, "key", "t'w\"o\\", &bed_error));
    WELL(store_get(s, "key", value, &bed_error));
    assert_string_equal(value, "t'w\"o\\");
    WELL(store_keep(s, "key", "three", value, &bed_error));
    assert_string_equal(value, "t'w\"o\\");
    WELL(store_keep(s, "other", "four", value, &bed_error));
    assert_string_equal(value, "four");
    store_close(s);
    s = bed_store(NULL);
    WELL(store_get(s, "other", value, &bed_error));
    assert_string_equal(value, "four");
    store_close(s);
}

/* ---- Opening ---- */

static void test_versions(void **state)
{
    (void)state;
    bed_refused(&(store_options){.reading = true}, STORE_E_MISSING, &e); /* nothing there */
    store *s = bed_store(NULL);
    bed_append(table_make(s, A), "one");
    WELL(store_commit(s, 2000, &bed_error));
    store_close(s);
    int64_t version = bed_sql("SELECT max(version) FROM aude_version");
    bed_sql("INSERT INTO aude_version VALUES(%" PRId64 ", 'later')", version + 1);
    for (int reading = 0; reading < 2; reading++) {
        bed_refused(&(store_options){.reading = reading}, STORE_E_VERSION, &e);
        assert_non_null(strstr(e.message, "newer program"));
    }
    bed_sql("DELETE FROM aude_version WHERE version > %" PRId64, version);
    s = bed_store(NULL);
    assert_string_equal(bed_read(s, A, 0), "one|");
    store_close(s);
    bed_sql("DELETE FROM aude_version");
    bed_refused(NULL, STORE_E_CORRUPT, &e);
}

static void test_reading_only(void **state)
{
    (void)state;
    int n;
    char value[STORE_VALUE_MAX + 1];
    store_log *log;
    store *s = bed_store(NULL);
    bed_append(table_make(s, A), "one");
    WELL(store_commit(s, 2000, &bed_error));
    /* Beside the writer. */
    store *r = bed_store(&(store_options){.reading = true});
    assert_string_equal(bed_read(r, A, 0), "one|");
    list_is(r, STORE_ALL, "aaaa open 1 2000;");
    assert_int_equal(store_create(r, B, "", 0, &log, &e), STORE_E_INPUT);
    assert_int_equal(store_claim(r, A, &log, NULL, &e), STORE_E_INPUT);
    assert_int_equal(store_put(r, "key", "x", &e), STORE_E_INPUT);
    assert_int_equal(store_keep(r, "key", "x", value, &e), STORE_E_INPUT);
    assert_int_equal(store_sweep(r, 1, 0, 0, 1, &n, &e), STORE_E_INPUT);
    WELL(store_renew(r, &bed_error));
    store_sum sum;
    WELL(store_check(the_bed.url, NULL, NULL, &sum, &bed_error));
    assert_int_equal(sum.n_rows, 1);
    store_close(r);
    store_close(s);
}

/* The test program is started with the sanitizers, too, so leaks of failed openings are found here. */
static void test_wakeups_without_any(void **state)
{
    (void)state;
    store *s = bed_store(NULL);
    assert_true(the_bed.postgres == (store_fd(s) >= 0));
    WELL(store_wakeups(s, NULL, NULL, &bed_error));
    WELL(store_renew(s, &bed_error));
    store_close(s);
    store_close(NULL);
}

#define TEST(f) cmocka_unit_test_setup(f, bed_fresh)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_lines_come_back),
        TEST(test_longest_line),
        TEST(test_reading_stops),
        TEST(test_queued_is_not_there),
        TEST(test_goes_on_after_opening_again),
        TEST(test_released_is_dropped),
        TEST(test_many_tables_in_a_batch),
        TEST(test_wrong_number),
        TEST(test_bad_input),
        TEST(test_create_what_exists),
        TEST(test_second_writer),
        TEST(test_second_writer_without_lines),
        TEST(test_row_is_there_already),
        TEST(test_failed_commit),
        TEST(test_lists),
        TEST(test_sweep),
        TEST(test_settings),
        TEST(test_versions),
        TEST(test_reading_only),
        TEST(test_wakeups_without_any),
    };
    int failed = 0;
    for (int postgres = 0; postgres < 2; postgres++) {
        int code = bed_open(postgres);
        if (code == 77)
            puts("skipped: PostgreSQL is not installed");
        else if (code)
            failed++;
        else
            failed += cmocka_run_group_tests_name(postgres ? "postgresql" : "sqlite", tests, NULL, NULL);
        bed_close();
    }
    return failed;
}
