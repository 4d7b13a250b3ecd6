/* The store in PostgreSQL with several servers: who holds a table, who takes over when, who is told. Leases are made to run out
 * by hand, in the database whose clock counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../store/bed.h"

#include <poll.h>

static const char A[] = "aaaaaaaaaaaaaaaa", B[] = "bbbbbbbbbbbbbbbb";
static store_error e;
static store *ann, *ben; /* two servers */

static int servers_open(void **state)
{
    bed_fresh(state);
    ann = bed_store(&(store_options){.server = "ann", .address = "https://ann.example"});
    ben = bed_store(&(store_options){.server = "ben", .address = "https://ben.example"});
    return 0;
}

static int servers_close(void **state)
{
    (void)state;
    store_close(ann);
    store_close(ben);
    return 0;
}

static store_log *table_with(store *s, const char *id, const char *line)
{
    store_log *log;
    WELL(store_create(s, id, "", 1000, &log, &bed_error));
    bed_append(log, line);
    WELL(store_commit(s, 2000, &bed_error));
    return log;
}

static store_log *claim(store *s, const char *id)
{
    store_log *log;
    WELL(store_claim(s, id, &log, NULL, &bed_error));
    return log;
}

static void claim_refused(store *s, const char *id, const char *server)
{
    store_log *log;
    store_table info;
    assert_int_equal(store_claim(s, id, &log, &info, &e), STORE_E_BUSY);
    assert_string_equal(info.server, server);
}

static void lease_end(const char *server)
{
    bed_sql("UPDATE aude_server SET lease = now() - interval '1 second' WHERE name = '%s'", server);
}

static void test_one_holds(void **state)
{
    (void)state;
    store_log *log = table_with(ann, A, "one"), *other;
    store_table info;
    assert_int_equal(store_claim(ben, A, &other, &info, &e), STORE_E_BUSY);
    assert_string_equal(info.server, "ann");
    assert_string_equal(info.address, "https://ann.example");
    assert_string_equal(bed_read(ben, A, 0), "one|");
    WELL(store_find(ben, A, &info, &bed_error));
    assert_string_equal(info.server, "ann");
    store_release(log);
    WELL(store_find(ben, A, &info, &bed_error));
    assert_string_equal(info.server, "");
    other = claim(ben, A);
    bed_append(other, "two");
    WELL(store_commit(ben, 3000, &bed_error));
    claim_refused(ann, A, "ben");
    assert_string_equal(bed_read(ann, A, 0), "one|two|");
}

static void test_closing_releases(void **state)
{
    (void)state;
    table_with(ann, A, "one");
    store_close(ann);
    claim(ben, A);
    ann = NULL;
}

static void test_takeover(void **state)
{
    (void)state;
    store_log *a = table_with(ann, A, "a0"), *b = table_with(ann, B, "b0");
    lease_end("ann");
    store_log *taken = claim(ben, A);
    /* The loser appends before the winner has: nothing of it may be kept. What was not taken over goes on. */
    bed_append(a, "late");
    bed_append(b, "b1");
    assert_int_equal(store_commit(ann, 3000, &e), STORE_E_CONFLICT);
    assert_non_null(store_lost(a));
    assert_null(store_lost(b));
    bed_append(taken, "a1");
    WELL(store_commit(ben, 4000, &bed_error));
    assert_string_equal(bed_read(ann, A, 0), "a0|a1|");
    assert_string_equal(bed_read(ann, B, 0), "b0|b1|");
    store_release(a); /* does not take it away from the winner */
    WELL(store_renew(ann, &bed_error));
    claim_refused(ann, A, "ben");
    claim_refused(ben, B, "ann");
}

static void test_renewal_tells(void **state)
{
    (void)state;
    store_log *a = table_with(ann, A, "a0"), *b = table_with(ann, B, "b0");
    WELL(store_renew(ann, &bed_error));
    lease_end("ann");
    WELL(store_renew(ann, &bed_error)); /* nobody took anything */
    claim_refused(ben, A, "ann");
    lease_end("ann");
    claim(ben, A);
    bed_append(a, "queued");
    bed_append(b, "b1");
    assert_int_equal(store_renew(ann, &e), STORE_E_CONFLICT);
    assert_int_equal(store_lost(a)->code, STORE_E_CONFLICT);
    assert_null(store_lost(b));
    WELL(store_commit(ann, 3000, &bed_error)); /* what was lost is out of the batch */
    assert_string_equal(bed_read(ann, A, 0), "a0|");
    assert_string_equal(bed_read(ann, B, 0), "b0|b1|");
}

/* A restart under the same name has its tables at once; the former process, should it live, has lost them. */
static void test_same_name(void **state)
{
    (void)state;
    store_log *a = table_with(ann, A, "a0");
    store *again = bed_store(&(store_options){.server = "ann", .address = "https://ann.example"});
    store_log *taken = claim(again, A);
    bed_append(a, "late");
    assert_int_equal(store_commit(ann, 3000, &e), STORE_E_CONFLICT);
    bed_append(taken, "a1");
    WELL(store_commit(again, 4000, &bed_error));
    store_release(a);
    assert_int_equal(store_claim(ann, A, &a, NULL, &e), STORE_E_BUSY);
    store_log *b;
    WELL(store_create(ann, B, "", 0, &b, &bed_error));
    assert_int_equal(store_renew(ann, &e), STORE_E_BUSY);
    assert_non_null(store_lost(b));
    assert_string_equal(bed_read(ben, A, 0), "a0|a1|");
    WELL(store_renew(again, &bed_error));
    store_close(ann); /* must not take the name off the list */
    ann = NULL;
    claim_refused(ben, A, "ann");
    store_close(again);
}

/* Servers that start together on an empty database: all wait for the lock that one migrates under, having seen it empty. */
static void test_open_together(void **state)
{
    enum { N = 3 };
    pid_t child[N];
    servers_close(NULL);
    bed_fresh(state);
    ann = ben = NULL;
    PGconn *holder = PQconnectdb(the_bed.url);
    PQclear(PQexec(holder, "SELECT pg_advisory_lock(1096107109)"));
    for (int i = 0; i < N; i++) {
        const char *const name[N] = {"one", "two", "three"};
        child[i] = fork();
        assert_true(child[i] >= 0);
        if (child[i] == 0) {
            store *s = store_open(the_bed.url, &(store_options){.server = name[i]}, &e);
            if (!s) puts(e.message);
            store_close(s);
            _exit(!s);
        }
    }
    for (int i = 0; i < 600 && bed_sql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted") < N;
         i++)
        poll(NULL, 0, 10);
    PQfinish(holder);
    for (int i = 0; i < N; i++) {
        int status = -1;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_int_equal(status, 0);
    }
    assert_int_equal(bed_sql("SELECT count(*) FROM aude_version"), 1);
}

static void test_create_twice(void **state)
{
    (void)state;
    store_log *a, *b;
    WELL(store_create(ann, A, "", 0, &a, &bed_error));
    WELL(store_create(ben, A, "", 0, &b, &bed_error));
    bed_append(a, "ann");
    bed_append(b, "ben");
    WELL(store_commit(ann, 1, &bed_error));
    assert_int_equal(store_commit(ben, 1, &e), STORE_E_CONFLICT);
    assert_int_equal(store_lost(b)->code, STORE_E_EXISTS);
    assert_string_equal(bed_read(ben, A, 0), "ann|");
}

static void test_sweep_spares_the_living(void **state)
{
    (void)state;
    int n;
    table_with(ann, A, "a0");
    WELL(store_sweep(ben, 9000, 0, 0, 10, &n, &bed_error));
    assert_int_equal(n, 0);
    lease_end("ann");
    WELL(store_sweep(ben, 9000, 0, 0, 10, &n, &bed_error));
    assert_int_equal(n, 1);
}

static void wake_add(void *user, const char *id)
{
    char *text = user;
    sprintf(text + strlen(text), "[%s]", id);
}

/* Waits until a hint came. */
static void woken(store *s, const char *expected)
{
    char text[400] = "";
    for (int i = 0; i < 600 && !*text; i++) {
        struct pollfd p = {.fd = store_fd(s), .events = POLLIN};
        WELL(store_wakeups(s, wake_add, text, &bed_error));
        if (!*text) poll(&p, 1, 100);
    }
    assert_string_equal(text, expected);
}

static void test_wakeups(void **state)
{
    (void)state;
    store_log *a = table_with(ann, A, "a0");
    woken(ben, "[aaaaaaaaaaaaaaaa]"); /* created */
    bed_append(a, "a1");
    WELL(store_commit(ann, 3000, &bed_error)); /* nothing to tell */
    WELL(store_finish(a, &bed_error));
    WELL(store_commit(ann, 3000, &bed_error));
    woken(ben, "[aaaaaaaaaaaaaaaa]");
    store_release(a);
    woken(ben, "[aaaaaaaaaaaaaaaa]");
    store_close(ann);
    ann = NULL;
    woken(ben, "[]");
    char text[100] = "";
    table_with(ben, B, "b0");
    WELL(store_wakeups(ben, wake_add, text, &bed_error));
    assert_string_equal(text, ""); /* not about its own */
}

static void connections_cut(const char *database)
{
    bed_server_sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '%s'", database);
}

static void test_broken_connection(void **state)
{
    (void)state;
    store_log *a = table_with(ann, A, "a0"), *b = table_with(ann, B, "b0");
    connections_cut(the_bed.name);
    bed_append(a, "a1");
    assert_int_equal(store_commit(ann, 3000, &e), STORE_E_FAILED);
    assert_int_equal(store_lost(a)->code, STORE_E_FAILED);
    assert_null(store_lost(b)); /* it had nothing in the batch */
    store_release(a);
    a = claim(ann, A);
    assert_string_equal(bed_read(ann, A, 0), "a0|");
    bed_append(a, "a1");
    bed_append(b, "b1");
    WELL(store_commit(ann, 4000, &bed_error));
    assert_string_equal(bed_read(ann, A, 0), "a0|a1|");
    assert_int_equal(store_measure(ann)->n_connects, 1);
    assert_int_equal(store_find(ben, B, &(store_table){0}, &e), STORE_E_FAILED); /* notices, and then connects again */
    claim_refused(ben, B, "ann");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, servers_open, servers_close)
    const struct CMUnitTest tests[] = {
        TEST(test_one_holds),     TEST(test_closing_releases),
        TEST(test_takeover),      TEST(test_renewal_tells),
        TEST(test_same_name),     TEST(test_create_twice),
        TEST(test_open_together), TEST(test_sweep_spares_the_living),
        TEST(test_wakeups),       TEST(test_broken_connection),
    };
    int code = bed_open(true), failed = code;
    if (code == 77) {
        puts("skipped: PostgreSQL is not installed");
        failed = 0;
    } else if (!code)
        failed = cmocka_run_group_tests(tests, NULL, NULL);
    bed_close();
    return failed;
}
