/* Damage: rows changed, lost or added by hand, in both databases; bytes of an SQLite file and of its write-ahead log flipped, cut or
 * taken away; a full disk; a second process. Whatever happens: a clear error, never a shorter or different log, nothing written. */
#define _GNU_SOURCE /* syscall */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../store/bed.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>

static const char A[] = "aaaaaaaaaaaaaaaa", B[] = "bbbbbbbbbbbbbbbb";
static store_error e;

/* SQLite syncs by these; the linker gives it ours. */
static int n_syncs;
int fsync(int fd)
{
    n_syncs++;
    return (int)syscall(SYS_fsync, fd);
}
int fdatasync(int fd)
{
    n_syncs++;
    return (int)syscall(SYS_fdatasync, fd);
}

/* Two tables: A with lines a0 ... a4, B with b0. */
static void tables_make(store *s)
{
    store_log *a, *b;
    WELL(store_create(s, A, "", 1, &a, &bed_error));
    WELL(store_create(s, B, "", 1, &b, &bed_error));
    for (int i = 0; i < 5; i++) {
        char line[24];
        snprintf(line, sizeof line, "a%d", i);
        bed_append(a, line);
        WELL(store_commit(s, 2, &bed_error));
    }
    bed_append(b, "b0");
    WELL(store_commit(s, 3, &bed_error));
}

static int tables_fresh(void **state)
{
    bed_fresh(state);
    store *s = bed_store(NULL);
    tables_make(s);
    store_close(s);
    return 0;
}

static void fault_add(void *user, const char *what)
{
    strncat(strncat(user, what, 400), "\n", 2);
}

/* The check finds faults, and its words hold these. */
static void check_names(const char *one, const char *two)
{
    static char text[100000];
    store_sum sum;
    *text = 0;
    assert_int_equal(store_check(the_bed.url, fault_add, text, &sum, &e), STORE_E_CORRUPT);
    assert_true(sum.n_faults > 0);
    if (!strstr(text, one) || !strstr(text, two)) fail_msg("\"%s\" and \"%s\" are not in: %s", one, two, text);
}

static void check_clean(void)
{
    store_sum sum;
    WELL(store_check(the_bed.url, NULL, NULL, &sum, &bed_error));
    assert_int_equal(sum.n_faults, 0);
}

static bool line_count(void *user, int64_t seq, const char *line, size_t size)
{
    char expected[24];
    snprintf(expected, sizeof expected, "a%d", (int)seq);
    assert_string_equal(line, expected);
    assert_int_equal(size, 2);
    ++*(int *)user;
    return true;
}

/* ---- By hand, in both databases ---- */

/* Reading A gives n lines and then fails; the check names the line; B is as it was; claiming fails where the end is hurt. */
static void damage_is(const char *sql, int n_read, const char *what, bool claimable)
{
    int n = 0;
    tables_fresh(NULL);
    check_clean();
    bed_sql("%s", sql);
    store *s = bed_store(NULL);
    store_log *log;
    assert_int_equal(store_read(s, A, 0, line_count, &n, &e), STORE_E_CORRUPT);
    assert_int_equal(n, n_read);
    if (!strstr(e.message, A) || !strstr(e.message, what)) fail_msg("%s: %s", sql, e.message);
    assert_int_equal(store_claim(s, A, &log, NULL, &e), claimable ? STORE_OK : STORE_E_CORRUPT);
    assert_string_equal(bed_read(s, B, 0), "b0|");
    WELL(store_claim(s, B, &log, NULL, &bed_error));
    bed_append(log, "b1");
    WELL(store_commit(s, 4, &bed_error));
    store_close(s);
    check_names(A, what);
}

#define WHERE_A " WHERE game = 'aaaaaaaaaaaaaaaa' AND seq "

static void test_rows_by_hand(void **state)
{
    (void)state;
    damage_is("DELETE FROM aude_line" WHERE_A "= 2", 2, "line 2 is missing", true);
    damage_is("DELETE FROM aude_line" WHERE_A "= 0", 0, "line 0 is missing", true);
    damage_is("DELETE FROM aude_line" WHERE_A "= 4", 4, "line 4 is missing", false);
    damage_is("DELETE FROM aude_line" WHERE_A ">= 0", 0, "line 0 is missing", false);
    damage_is("UPDATE aude_line SET line = 'a7'" WHERE_A "= 3", 3, "line 3 does not fit its checksum", true);
    damage_is("UPDATE aude_line SET line = 'a7'" WHERE_A "= 4", 4, "line 4 does not fit its checksum", false);
    damage_is("UPDATE aude_line SET chain = chain + 1" WHERE_A "= 1", 1, "line 1 does not fit its checksum", true);
    damage_is("UPDATE aude_line SET seq = 9" WHERE_A "= 4", 4, "line 9 lies behind the end", false);
    damage_is("UPDATE aude_game SET n_rows = 6 WHERE id = 'aaaaaaaaaaaaaaaa'", 5, "line 5 is missing", false);
    damage_is("UPDATE aude_game SET n_rows = 4 WHERE id = 'aaaaaaaaaaaaaaaa'", 4, "line 4 lies behind the end", false);
    damage_is("UPDATE aude_game SET tail = tail + 1 WHERE id = 'aaaaaaaaaaaaaaaa'", 5,
              "line 4 does not fit the checksum of the table", false);
    /* A line of another table put in its place, with its checksum. */
    damage_is("UPDATE aude_line SET line = 'b0', chain = (SELECT chain FROM aude_line WHERE game = "
              "'bbbbbbbbbbbbbbbb')" WHERE_A "= 0",
              0, "line 0 does not fit its checksum", true);
}

static void test_whole_tables_by_hand(void **state)
{
    (void)state;
    store *s;
    bed_sql("DELETE FROM aude_game WHERE id = '%s'", A);
    check_names(A, "5 lines belong to table");
    tables_fresh(NULL);
    bed_sql("DROP TABLE aude_line");
    s = bed_store(NULL);
    assert_int_equal(store_read(s, A, 0, line_count, NULL, &e), STORE_E_CORRUPT);
    store_close(s);
    check_names("aude_line", "");
}

/* ---- SQLite: the file ---- */

static int64_t file_size(const char *name)
{
    struct stat info;
    return stat(name, &info) == 0 ? (int64_t)info.st_size : -1;
}

static char *file_take(const char *name, int64_t *size)
{
    FILE *f = fopen(name, "rb");
    *size = file_size(name);
    char *data = malloc((size_t)*size + 1);
    assert_non_null(f);
    assert_int_equal(fread(data, 1, (size_t)*size, f), *size);
    fclose(f);
    return data;
}

static void file_put(const char *name, const char *data, int64_t size)
{
    FILE *f = fopen(name, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, (size_t)size, f), size);
    fclose(f);
}

static const char *beside(const char *suffix)
{
    static char name[200];
    snprintf(name, sizeof name, "%.99s%s", the_bed.file, suffix);
    return name;
}

/* True if all is refused or right: the store opens and A reads as it was, or something reports damage. Never a wrong log. */
static bool file_is_sound(void)
{
    int n = 0;
    store_sum sum;
    store_err check = store_check(the_bed.url, NULL, NULL, &sum, NULL);
    store *s = store_open(the_bed.url, NULL, &e);
    if (!s) {
        assert_true(e.code == STORE_E_CORRUPT || e.code == STORE_E_INPUT || e.code == STORE_E_VERSION ||
                    e.code == STORE_E_FAILED);
        assert_int_not_equal(check, STORE_OK);
        return false;
    }
    store_err err = store_read(s, A, 0, line_count, &n, &e);
    store_close(s);
    if (err) assert_int_not_equal(check, STORE_OK);
    if (!err) assert_int_equal(n, 5);
    return !err && !check;
}

static void test_flipped_bytes(void **state)
{
    (void)state;
    int64_t size;
    int n_found = 0, n_tried = 0;
    char *data = file_take(the_bed.file, &size);
    for (int64_t at = 0; at < size; at += at < 200 ? 1 : 97) {
        char old = data[at];
        data[at] = (char)(data[at] ^ 0x55);
        file_put(the_bed.file, data, size);
        unlink(beside("-wal"));
        unlink(beside("-shm"));
        n_found += !file_is_sound();
        n_tried++;
        data[at] = old;
    }
    /* Most of a small database is unused room; but the header and the roots are not. */
    assert_true(n_found > 30);
    assert_true(n_found < n_tried);
    file_put(the_bed.file, data, size);
    free(data);
    assert_true(file_is_sound());
    /* Each byte of the text of line 3. */
    data = file_take(the_bed.file, &size);
    for (int64_t at = 0; at + 2 <= size; at++) {
        if (memcmp(data + at, "a3", 2) != 0) continue;
        data[at] = 'b';
        file_put(the_bed.file, data, size);
        check_names(A, "line 3 does not fit its checksum");
        data[at] = 'a';
    }
    free(data);
}

static void test_cut_file(void **state)
{
    (void)state;
    int64_t size;
    char *data = file_take(the_bed.file, &size);
    for (int64_t left = size - 1; left >= 0; left = left > 4096 ? left - 4096 : left - 512) {
        file_put(the_bed.file, data, left);
        assert_false(file_is_sound());
        assert_int_equal(file_size(the_bed.file), left); /* nothing was written */
    }
    file_put(the_bed.file, data, 0);
    bed_refused(NULL, STORE_E_CORRUPT, &e);
    free(data);
}

static void test_no_database(void **state)
{
    (void)state;
    static const char text[] = "This is a letter to my aunt and no database, but it is long enough to have a header: "
                               "nobody should ever write into it, whatever is asked for on the command line.";
    int64_t size;
    file_put(the_bed.file, text, sizeof text);
    bed_refused(NULL, STORE_E_CORRUPT, &e);
    char *data = file_take(the_bed.file, &size);
    assert_int_equal(size, sizeof text);
    assert_memory_equal(data, text, sizeof text);
    free(data);
    unlink(the_bed.file);
    bed_sql("CREATE TABLE recipes(name)");
    data = file_take(the_bed.file, &size);
    bed_refused(NULL, STORE_E_INPUT, &e);
    assert_non_null(strstr(e.message, "another program"));
    int64_t now;
    char *after = file_take(the_bed.file, &now);
    assert_int_equal(now, size);
    assert_memory_equal(after, data, (size_t)size);
    free(data);
    free(after);
}

/* ---- SQLite: the write-ahead log, as a killed process leaves it ---- */

/* Makes the two tables in another process, which is killed. */
static void tables_make_killed(void)
{
    bed_fresh(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        store *s = store_open(the_bed.url, NULL, NULL);
        if (s) tables_make(s);
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_true(file_size(beside("-wal")) > 0);
}

static void test_killed(void **state)
{
    (void)state;
    tables_make_killed();
    check_clean();
    store *s = bed_store(NULL);
    assert_string_equal(bed_read(s, A, 0), "a0|a1|a2|a3|a4|");
    store_close(s);
}

/* SQLite itself would silently take the rest for the whole. */
static void test_damaged_wal(void **state)
{
    (void)state;
    int64_t size;
    tables_make_killed();
    unlink(beside("-wal"));
    unlink(beside("-shm"));
    bed_refused(NULL, STORE_E_CORRUPT, &e);
    if (!strstr(e.message, "lacks the last 6 of 6 commits")) fail_msg("%s", e.message);
    check_names("lacks the last 6 of 6 commits", "-wal");
    unlink(beside("-lock")); /* the operator wants it */
    check_clean();

    tables_make_killed();
    char *data = file_take(beside("-wal"), &size);
    unlink(beside("-shm"));
    file_put(beside("-wal"), data, size - 100);
    bed_refused(NULL, STORE_E_CORRUPT, &e);
    if (!strstr(e.message, "lacks the last 1 of 6 commits")) fail_msg("%s", e.message);
    assert_int_equal(file_size(beside("-wal")), size - 100); /* kept as it is, for whoever mends it */
    for (int64_t at = 10; at < size; at += 1000) {
        data[at] = (char)(data[at] ^ 1);
        unlink(beside("-shm"));
        file_put(beside("-wal"), data, size);
        assert_false(file_is_sound());
        data[at] = (char)(data[at] ^ 1);
    }
    unlink(beside("-shm"));
    file_put(beside("-wal"), data, size);
    assert_true(file_is_sound());
    free(data);
}

static void test_deleted_file(void **state)
{
    (void)state;
    unlink(the_bed.file);
    bed_refused(NULL, STORE_E_CORRUPT, &e);
    assert_int_equal(file_size(the_bed.file), -1);
}

/* ---- SQLite: the rest ---- */

static void test_each_commit_syncs(void **state)
{
    (void)state;
    store *s = bed_store(NULL);
    store_log *log;
    WELL(store_claim(s, B, &log, NULL, &bed_error));
    for (int i = 0; i < 20; i++) {
        bed_append(log, "x");
        int before = n_syncs;
        WELL(store_commit(s, 5, &bed_error));
        assert_true(n_syncs > before);
    }
    int before = n_syncs;
    WELL(store_put(s, "key", "value", &bed_error));
    assert_true(n_syncs > before);
    store_close(s);
}

static void test_private_file(void **state)
{
    (void)state;
    static const char *const suffix[] = {"", "-wal", "-shm", "-lock"};
    store *s = bed_store(NULL);
    store_log *log;
    WELL(store_claim(s, B, &log, NULL, &bed_error));
    bed_append(log, "x");
    WELL(store_commit(s, 5, &bed_error));
    for (int i = 0; i < 4; i++) {
        struct stat info;
        assert_int_equal(stat(beside(suffix[i]), &info), 0);
        assert_int_equal(info.st_mode & 07777, 0600);
    }
    store_close(s);
}

static void test_one_process(void **state)
{
    (void)state;
    store *s = bed_store(NULL);
    bed_refused(NULL, STORE_E_BUSY, &e);
    assert_non_null(strstr(e.message, "in use"));
    char link[120], url[140];
    snprintf(link, sizeof link, "%.99s-link", the_bed.file);
    snprintf(url, sizeof url, "sqlite:%.120s", link);
    assert_int_equal(symlink(the_bed.file, link), 0);
    assert_null(store_open(url, NULL, &e));
    assert_int_equal(e.code, STORE_E_BUSY);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        store_error mine;
        _exit(store_open(the_bed.url, NULL, &mine) ? 1 : mine.code == STORE_E_BUSY ? 0 : 2);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    check_clean();
    store_close(s);
    store_close(bed_store(NULL));
}

static void test_disk_full(void **state)
{
    (void)state;
    enum { LONG = 3000 };
    static char line[LONG + 1];
    memset(line, 'x', LONG);
    store *s = bed_store(&(store_options){.n_pages = 40});
    store_log *log;
    int64_t n_kept = 1;
    WELL(store_claim(s, B, &log, NULL, &bed_error));
    for (;;) {
        WELL(store_append(log, store_next(log), line, LONG, &bed_error));
        store_err err = store_commit(s, 5, &e);
        if (err) {
            assert_int_equal(err, STORE_E_FAILED);
            assert_non_null(strstr(e.message, "full"));
            break;
        }
        assert_true(++n_kept < 60);
    }
    assert_true(n_kept > 10);
    assert_int_equal(store_lost(log)->code, STORE_E_FAILED);
    store_release(log);
    WELL(store_claim(s, B, &log, NULL, &bed_error));
    assert_int_equal(store_next(log), n_kept);
    store_close(s);
    check_clean();
    s = bed_store(NULL); /* room again */
    WELL(store_claim(s, B, &log, NULL, &bed_error));
    WELL(store_append(log, n_kept, line, LONG, &bed_error));
    WELL(store_commit(s, 6, &bed_error));
    store_close(s);
    check_clean();
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup(f, tables_fresh)
    const struct CMUnitTest both[] = {TEST(test_rows_by_hand), TEST(test_whole_tables_by_hand)};
    const struct CMUnitTest files[] = {
        TEST(test_flipped_bytes), TEST(test_cut_file),     TEST(test_no_database),       TEST(test_killed),
        TEST(test_damaged_wal),   TEST(test_deleted_file), TEST(test_each_commit_syncs), TEST(test_private_file),
        TEST(test_one_process),   TEST(test_disk_full),
    };
    int code = bed_open(true), failed = 0;
    if (code == 77)
        puts("skipped: PostgreSQL is not installed");
    else
        failed = code ? code : cmocka_run_group_tests_name("postgresql", both, NULL, NULL);
    bed_close();
    bed_open(false);
    failed += cmocka_run_group_tests_name("sqlite", both, NULL, NULL);
    failed += cmocka_run_group_tests_name("sqlite file", files, NULL, NULL);
    bed_close();
    return failed;
}
