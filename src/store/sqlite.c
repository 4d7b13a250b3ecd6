/* sqlite.c - the store in an SQLite file: write-ahead log, synchronous=FULL, so that each COMMIT syncs before it returns.
 *
 * Beside FILE lies FILE-lock. The one writing process holds an advisory lock on it, and writes there, after each batch, the
 * number of batches that are durable. The database counts them, too. Where it has fewer, its write-ahead log was lost, cut or
 * damaged: SQLite itself takes such a file for a shorter, sound database. The lock file is never removed: removing it would let
 * two processes hold locks on different files of one name. */
#include "store/backend.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct sqlite {
    sqlite3 *db;
    sqlite3_stmt *statement[SQL_N];
    char *path;   /* absolute, links resolved */
    bool made;    /* the file is new; opening has not succeeded yet */
    int lock;     /* of FILE-lock; -1: none */
    int64_t mark; /* read from FILE-lock */
} sqlite;

static store_err sqlite_say(store *s, int code, store_error *e)
{
    sqlite *q = s->db;
    const char *what = q->db ? sqlite3_errmsg(q->db) : sqlite3_errstr(code);
    store_err err = STORE_E_FAILED;
    switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_MISMATCH:
    case SQLITE_ERROR: /* a table or column is missing: our statements are right */ err = STORE_E_CORRUPT; break;
    case SQLITE_CONSTRAINT: err = STORE_E_CONFLICT; break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: err = STORE_E_BUSY; break;
    }
    return store_fail(e, err, "%s%s: %s", s->name, err == STORE_E_CORRUPT ? " is damaged" : "", what);
}

/* ---- Statements ---- */

static store_err sqlite_query(store *s, store_sql sql, const char *const *param, store_row *row, void *user,
                              store_error *e)
{
    enum { COLUMNS = 12 };
    sqlite *q = s->db;
    const store_statement *text = &store_statements[sql];
    store_value column[COLUMNS];
    bool more = true;
    int code = SQLITE_OK;
    if (!text->sqlite) return STORE_OK;
    if (!q->statement[sql])
        code = sqlite3_prepare_v3(q->db, text->sqlite, -1, SQLITE_PREPARE_PERSISTENT, &q->statement[sql], NULL);
    if (code) return sqlite_say(s, code, e);
    sqlite3_stmt *statement = q->statement[sql];
    for (int i = 0; i < text->n_params; i++) {
        const char name[] = {'$', (char)('1' + i), 0};
        sqlite3_bind_text(statement, sqlite3_bind_parameter_index(statement, name), param[i], -1, SQLITE_STATIC);
    }
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && row && more) {
        for (int i = 0; i < sqlite3_column_count(statement) && i < COLUMNS; i++) {
            const void *p = sqlite3_column_text(statement, i);
            column[i] = (store_value){p, (size_t)sqlite3_column_bytes(statement, i)};
        }
        more = row(user, column);
    }
    store_err err = code == SQLITE_DONE || code == SQLITE_ROW ? STORE_OK : sqlite_say(s, code, e);
    /* Ends the statement; by itself, that is its commit. */
    code = sqlite3_reset(statement);
    if (!err && code) err = sqlite_say(s, code, e);
    sqlite3_clear_bindings(statement);
    return err;
}

static store_err sqlite_exec(store *s, const char *text, store_error *e)
{
    int code = sqlite3_exec(((sqlite *)s->db)->db, text, NULL, NULL, NULL);
    return code ? sqlite_say(s, code, e) : STORE_OK;
}

static store_err sqlite_number(store *s, const char *text, int64_t *dst, store_error *e)
{
    sqlite *q = s->db;
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(q->db, text, -1, &statement, NULL);
    *dst = 0;
    if (!code) code = sqlite3_step(statement);
    if (code == SQLITE_ROW) *dst = sqlite3_column_int64(statement, 0);
    store_err err = code == SQLITE_ROW || code == SQLITE_DONE ? STORE_OK : sqlite_say(s, code, e);
    sqlite3_finalize(statement);
    return err;
}

/* ---- Opening ---- */

/* Makes the file if it is missing, and finds out what it is really called. */
static store_err file_find(store *s, const char *where, store_error *e)
{
    sqlite *q = s->db;
    struct stat info;
    if (!*where) return store_fail(e, STORE_E_INPUT, "the name of the file is missing after sqlite:");
    if (!s->reading) {
        int fd = open(where, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
        q->made = fd >= 0;
        if (fd >= 0)
            close(fd);
        else if (errno != EEXIST)
            return store_fail(e, errno == ENOENT ? STORE_E_MISSING : STORE_E_FAILED, "cannot make %s: %s", where,
                              strerror(errno));
    }
    q->path = realpath(where, NULL);
    if (!q->path || stat(q->path, &info) != 0)
        return store_fail(e, errno == ENOENT ? STORE_E_MISSING : STORE_E_FAILED, "%s: %s", where, strerror(errno));
    if (!S_ISREG(info.st_mode)) return store_fail(e, STORE_E_INPUT, "%s is no file", where);
    if (!q->made && info.st_size == 0)
        return store_fail(e, STORE_E_CORRUPT, "%s is empty; remove it if nothing was ever stored in it", where);
    return STORE_OK;
}

/* Locks FILE-lock, or for reading only opens it where it is, and reads the mark. */
static store_err file_lock(store *s, store_error *e)
{
    sqlite *q = s->db;
    char name[4096], text[32] = "";
    if (snprintf(name, sizeof name, "%s-lock", q->path) >= (int)sizeof name)
        return store_fail(e, STORE_E_INPUT, "%s: the name is too long", s->name);
    q->lock = s->reading ? open(name, O_RDONLY | O_CLOEXEC) : open(name, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (q->lock < 0)
        return s->reading ? STORE_OK : store_fail(e, STORE_E_FAILED, "cannot open %s: %s", name, strerror(errno));
    if (!s->reading && flock(q->lock, LOCK_EX | LOCK_NB) != 0)
        return store_fail(e, STORE_E_BUSY, "%s is in use by another process", s->name);
    if (pread(q->lock, text, sizeof text - 1, 0) > 0) q->mark = strtoll(text, NULL, 10);
    return STORE_OK;
}

static store_err sqlite_open(store *s, const char *where, const store_options *o, store_error *e)
{
    sqlite *q = calloc(1, sizeof *q);
    if (!q) return store_fail(e, STORE_E_FAILED, "out of memory");
    s->db = q;
    q->lock = -1;
    snprintf(s->name, sizeof s->name, "%s", where);
    store_err err = file_find(s, where, e);
    if (!err) err = file_lock(s, e);
    if (err) return err;
    int flags =
        (s->reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int code = sqlite3_open_v2(q->path, &q->db, flags, NULL);
    if (code) return sqlite_say(s, code, e);
    sqlite3_busy_timeout(q->db, 10000);
    /* Should opening fail, the write-ahead log stays as it is, damaged or not. */
    sqlite3_db_config(q->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (o->n_pages) {
        char text[64];
        snprintf(text, sizeof text, "PRAGMA max_page_count = %" PRIu32, o->n_pages);
        err = sqlite_exec(s, text, e);
    }
    if (!err) err = sqlite_exec(s, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON", e);
    if (!err && s->reading) err = sqlite_exec(s, "PRAGMA query_only = ON", e);
    /* Only a file of our own is switched over; whose it is, the migration sees. The mode stays in the file. */
    if (!err && q->made) err = sqlite_exec(s, "PRAGMA journal_mode = WAL", e);
    return err ? err : sqlite_exec(s, "PRAGMA synchronous = FULL", e);
}

/* Are all batches there that were acknowledged? */
static store_err mark_check(store *s, store_error *e)
{
    sqlite *q = s->db;
    int64_t n_batches = 0;
    store_err err = sqlite_number(s, "SELECT n_batches FROM aude_mark", &n_batches, e);
    if (err || n_batches >= q->mark) return err;
    return store_fail(e, STORE_E_CORRUPT,
                      "%s lacks the last %" PRId64 " of %" PRId64
                      " commits: %s-wal was lost, cut or damaged, or an older "
                      "copy was put in place; if that copy is wanted, remove %s-lock",
                      s->name, q->mark - n_batches, q->mark, s->name, s->name);
}

static store_err sqlite_ready(store *s, store_error *e)
{
    sqlite *q = s->db;
    int64_t is_wal = 1;
    store_err err = mark_check(s, e);
    if (err || s->reading) return err;
    /* The schema is in the file itself before any game is. */
    err = sqlite_exec(s, "PRAGMA journal_mode = WAL; PRAGMA wal_checkpoint", e);
    if (!err) err = sqlite_number(s, "SELECT journal_mode = 'wal' FROM pragma_journal_mode", &is_wal, e);
    if (!err && !is_wal)
        err = store_fail(e, STORE_E_FAILED, "%s: its file system does not allow a write-ahead log", s->name);
    if (err) return err;
    sqlite3_db_config(q->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    q->made = false;
    return STORE_OK;
}

static void sqlite_close_store(store *s)
{
    sqlite *q = s->db;
    if (!q) return;
    for (int i = 0; i < SQL_N; i++) sqlite3_finalize(q->statement[i]);
    sqlite3_close(q->db);
    if (q->made && q->path) unlink(q->path);
    if (q->lock >= 0) close(q->lock);
    free(q->path);
    free(q);
}

/* ---- Writing ---- */

static bool log_row(void *user, const store_value *column)
{
    (void)column;
    ((store_log *)user)->kept = true;
    return true;
}

static store_err log_write(store *s, store_log *log, int64_t now, store_error *e)
{
    store_digits touched = store_number(now), created = store_number(log->created);
    store_digits first = store_number(log->n_rows), n_rows = store_number(store_next(log));
    store_digits before = store_number((int64_t)log->tail), tail = store_number((int64_t)log->chain);
    const char *state = log->finish ? "over" : "open";
    const char *make[] = {log->id, log->creator, state, created.text, touched.text, n_rows.text, tail.text};
    const char *move[] = {log->id, state, touched.text, n_rows.text, tail.text, first.text, before.text};
    store_err err = sqlite_query(s, log->fresh ? SQL_MAKE : SQL_MOVE, log->fresh ? make : move, log_row, log, e);
    for (int i = 0; !err && log->kept && i < log->n_lines; i++) {
        store_digits seq = store_number(log->n_rows + i), chain = store_number((int64_t)log->line[i].chain);
        const char *line[] = {log->id, seq.text, log->text + log->line[i].offset, chain.text};
        err = sqlite_query(s, SQL_LINE, line, NULL, NULL, e);
    }
    return err;
}

static bool mark_row(void *user, const store_value *column)
{
    *(int64_t *)user = store_value_number(column[0]);
    return true;
}

static store_err sqlite_write(store *s, store_log *const *log, int n, int64_t now, store_error *e)
{
    sqlite *q = s->db;
    char text[32];
    int64_t mark = 0;
    store_err err = sqlite_exec(s, "BEGIN IMMEDIATE", e);
    if (err) return err;
    for (int i = 0; !err && i < n; i++) err = log_write(s, log[i], now, e);
    if (!err) err = sqlite_query(s, SQL_MARK, NULL, mark_row, &mark, e);
    if (!err) err = sqlite_exec(s, "COMMIT", e);
    if (err) {
        sqlite_exec(s, "ROLLBACK", NULL); /* some errors have done so already */
        return err;
    }
    /* Later than the data, so it never claims too much. It helps against damage later on; without it nothing is lost. */
    snprintf(text, sizeof text, "%020" PRId64 "\n", mark);
    if (pwrite(q->lock, text, strlen(text), 0) > 0) q->mark = mark;
    return STORE_OK;
}

/* ---- The rest ---- */

static int sqlite_fd(const store *s)
{
    (void)s;
    return -1;
}

static store_err sqlite_wakeups(store *s, store_wake *wake, void *user, store_error *e)
{
    (void)s, (void)wake, (void)user, (void)e;
    return STORE_OK;
}

static store_err sqlite_check(store *s, store_fault *fault, void *user, int64_t *n_faults, store_error *e)
{
    sqlite *q = s->db;
    char what[400];
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(q->db, "PRAGMA integrity_check", -1, &statement, NULL);
    while (!code && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        const unsigned char *text = sqlite3_column_text(statement, 0);
        code = SQLITE_OK;
        if (text && strcmp((const char *)text, "ok") == 0) continue;
        snprintf(what, sizeof what, "%s: %s", s->name, text ? (const char *)text : "?");
        ++*n_faults;
        if (fault) fault(user, what);
    }
    store_err err = code == SQLITE_DONE ? STORE_OK : sqlite_say(s, code, e);
    sqlite3_finalize(statement);
    return err;
}

const store_backend store_sqlite = {
    .shared = false,
    .open = sqlite_open,
    .ready = sqlite_ready,
    .close = sqlite_close_store,
    .query = sqlite_query,
    .exec = sqlite_exec,
    .number = sqlite_number,
    .write = sqlite_write,
    .fd = sqlite_fd,
    .wakeups = sqlite_wakeups,
    .check = sqlite_check,
};
