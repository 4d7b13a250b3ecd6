/* postgres.c - the store in a PostgreSQL database that several servers may share, by libpq.
 *
 * One connection does everything, and listens for wake-ups. Statements are prepared when they are first used. When the connection
 * breaks, the call that notices fails and the next one connects again. A batch is one statement, SQL_BATCH: one round trip. */
#include "store/backend.h"

#include <libpq-fe.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct postgres {
    PGconn *connection;
    char *url;
    bool prepared[SQL_N];
    bool wired; /* was connected once */
} postgres;

/* The first line of libpq's many, without its end. */
static store_err postgres_say(store *s, const PGresult *result, store_error *e)
{
    postgres *q = s->db;
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *what = result ? PQresultErrorMessage(result) : PQerrorMessage(q->connection);
    store_err err = STORE_E_FAILED;
    if (state && (strncmp(state, "23", 2) == 0 || strncmp(state, "40", 2) == 0)) err = STORE_E_CONFLICT;
    if (state && (strncmp(state, "XX00", 4) == 0 || strncmp(state, "42P01", 5) == 0 || strncmp(state, "42703", 5) == 0))
        err = STORE_E_CORRUPT; /* a block, or a table or column is missing */
    return store_fail(e, err, "%s%s: %.*s", s->name, err == STORE_E_CORRUPT ? " is damaged" : "",
                      (int)strcspn(what, "\n"), *what ? what : "no answer");
}

static void notice_drop(void *user, const PGresult *result)
{
    (void)user, (void)result;
}

static store_err postgres_exec(store *s, const char *text, store_error *e);
static store_err postgres_number(store *s, const char *text, int64_t *dst, store_error *e);

/* ---- Connecting ---- */

/* What each connection is told. A lock that another server holds is never waited for long: it writes in single statements. */
static store_err session_begin(store *s, store_error *e)
{
    postgres *q = s->db;
    int64_t is_off = 0;
    const char *encoding = PQparameterStatus(q->connection, "server_encoding");
    if (PQserverVersion(q->connection) < 130000)
        return store_fail(e, STORE_E_INPUT, "%s: PostgreSQL 13 or newer is needed", s->name);
    if (!encoding || strcmp(encoding, "UTF8") != 0)
        return store_fail(e, STORE_E_INPUT, "%s: the database has the encoding %s, UTF8 is needed", s->name,
                          encoding ? encoding : "?");
    store_err err = postgres_number(s, "SELECT (current_setting('fsync') = 'off')::int", &is_off, e);
    if (!err && is_off && !s->reading)
        return store_fail(e, STORE_E_INPUT, "%s: the server runs with fsync = off, so nothing is durable", s->name);
    if (!err) err = postgres_number(s, "SELECT (current_setting('synchronous_commit') = 'off')::int", &is_off, e);
    if (!err && is_off) err = postgres_exec(s, "SET synchronous_commit = on", e);
    if (!err)
        err = postgres_exec(s,
                            "SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '30s'; "
                            "SET default_transaction_isolation = 'read committed'",
                            e);
    return err ? err : postgres_exec(s, s->reading ? "SET default_transaction_read_only = on" : "LISTEN aude", e);
}

static store_err postgres_connect(store *s, store_error *e)
{
    postgres *q = s->db;
    /* The URL may overrule what stands before it. Times: seconds, and milliseconds until a dead network is noticed. */
    const char *const key[] = {"connect_timeout", "tcp_user_timeout", "application_name",
                               "dbname",          "client_encoding",  NULL};
    const char *const value[] = {"10", "20000", "aude", q->url, "UTF8", NULL};
    if (q->connection && PQstatus(q->connection) == CONNECTION_OK) return STORE_OK;
    PQfinish(q->connection);
    memset(q->prepared, 0, sizeof q->prepared);
    q->connection = PQconnectdbParams(key, value, 1);
    store_err err = STORE_OK;
    if (PQstatus(q->connection) == CONNECTION_OK) {
        PQsetNoticeReceiver(q->connection, notice_drop, NULL);
        err = session_begin(s, e);
    } else
        err = postgres_say(s, NULL, e);
    if (err) {
        PQfinish(q->connection);
        q->connection = NULL;
    } else {
        s->metrics.n_connects += q->wired;
        q->wired = true;
    }
    return err;
}

/* The name for messages: host and database, nothing else of the URL. */
static store_err url_name(store *s, const char *url, store_error *e)
{
    const char *host = "", *name = "";
    PQconninfoOption *list = PQconninfoParse(url, NULL);
    /* What libpq says about it may repeat a password. */
    if (!list)
        return store_fail(e, STORE_E_INPUT, "this is no URL that libpq understands: postgresql://USER@HOST/NAME");
    for (PQconninfoOption *o = list; o->keyword; o++) {
        if (!o->val) continue;
        if (strcmp(o->keyword, "host") == 0) host = o->val;
        if (strcmp(o->keyword, "dbname") == 0) name = o->val;
    }
    snprintf(s->name, sizeof s->name, "postgresql:%s/%s", host, name);
    PQconninfoFree(list);
    return STORE_OK;
}

static store_err postgres_open(store *s, const char *where, const store_options *o, store_error *e)
{
    (void)o;
    postgres *q = calloc(1, sizeof *q);
    if (q) s->db = q;
    if (!q || !(q->url = strdup(where))) return store_fail(e, STORE_E_FAILED, "out of memory");
    store_err err = url_name(s, where, e);
    return err ? err : postgres_connect(s, e);
}

/* ---- Statements ---- */

/* Reads all that the connection has to answer; the first error counts. */
static store_err answers_read(store *s, store_row *row, void *user, store_error *e)
{
    enum { COLUMNS = 12 };
    postgres *q = s->db;
    store_value column[COLUMNS];
    store_err err = STORE_OK;
    bool more = row;
    for (PGresult *result; (result = PQgetResult(q->connection)); PQclear(result)) {
        ExecStatusType status = PQresultStatus(result);
        if (status == PGRES_SINGLE_TUPLE && more && !err) {
            for (int i = 0; i < PQnfields(result) && i < COLUMNS; i++)
                column[i] = (store_value){PQgetisnull(result, 0, i) ? NULL : PQgetvalue(result, 0, i),
                                          (size_t)PQgetlength(result, 0, i)};
            more = row(user, column);
        } else if (status != PGRES_SINGLE_TUPLE && status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK && !err)
            err = postgres_say(s, result, e);
    }
    /* A connection that breaks between two rows ends the answers. */
    if (!err && PQstatus(q->connection) != CONNECTION_OK) err = postgres_say(s, NULL, e);
    return err;
}

static store_err postgres_query(store *s, store_sql sql, const char *const *param, store_row *row, void *user,
                                store_error *e)
{
    postgres *q = s->db;
    const store_statement *text = &store_statements[sql];
    char name[8];
    if (!text->postgres) return STORE_OK;
    store_err err = postgres_connect(s, e);
    if (err) return err;
    snprintf(name, sizeof name, "s%d", (int)sql);
    if (!q->prepared[sql]) {
        PGresult *result = PQprepare(q->connection, name, text->postgres, 0, NULL);
        if (PQresultStatus(result) != PGRES_COMMAND_OK) err = postgres_say(s, result, e);
        PQclear(result);
        if (err) return err;
        q->prepared[sql] = true;
    }
    if (!PQsendQueryPrepared(q->connection, name, text->n_params, param, NULL, NULL, 0))
        return postgres_say(s, NULL, e);
    PQsetSingleRowMode(q->connection);
    return answers_read(s, row, user, e);
}

/* Not a way to connect again: a transaction would be torn. */
static store_err postgres_exec(store *s, const char *text, store_error *e)
{
    postgres *q = s->db;
    if (!PQsendQuery(q->connection, text)) return postgres_say(s, NULL, e);
    return answers_read(s, NULL, NULL, e);
}

static store_err postgres_number(store *s, const char *text, int64_t *dst, store_error *e)
{
    postgres *q = s->db;
    PGresult *result = PQexec(q->connection, text);
    store_err err = STORE_OK;
    *dst = 0;
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        err = postgres_say(s, result, e);
    else if (PQntuples(result) > 0)
        *dst = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    return err;
}

static bool instance_row(void *user, const store_value *column)
{
    store *s = user;
    store_value_copy(column[0], s->instance, sizeof s->instance);
    return false;
}

static store_err postgres_ready(store *s, store_error *e)
{
    store_digits lease = store_number(s->lease);
    const char *param[] = {s->server, s->address, lease.text};
    return s->reading ? STORE_OK : postgres_query(s, SQL_REGISTER, param, instance_row, s, e);
}

static void postgres_close(store *s)
{
    postgres *q = s->db;
    if (!q) return;
    if (*s->instance && PQstatus(q->connection) == CONNECTION_OK) {
        const char *unregister[] = {s->instance}, *notify[] = {"{\"\"}"};
        if (!postgres_query(s, SQL_UNREGISTER, unregister, NULL, NULL, NULL))
            postgres_query(s, SQL_NOTIFY, notify, NULL, NULL, NULL);
    }
    PQfinish(q->connection);
    free(q->url);
    free(q);
}

/* ---- Writing: a batch as arrays in PostgreSQL's notation ---- */

typedef struct array {
    char *text;
    size_t n, cap;
    bool failed;
} array;

static void array_bytes(array *a, const char *bytes, size_t size)
{
    if (a->cap - a->n <= size) {
        size_t cap = 2 * a->cap + size + 256;
        char *text = a->failed ? NULL : realloc(a->text, cap);
        if (!text) {
            a->failed = true;
            return;
        }
        a->text = text;
        a->cap = cap;
    }
    memcpy(a->text + a->n, bytes, size);
    a->n += size;
    a->text[a->n] = 0;
}

static void array_next(array *a)
{
    array_bytes(a, a->n ? "," : "{", 1);
}

static void array_number(array *a, int64_t value)
{
    store_digits d = store_number(value);
    array_next(a);
    array_bytes(a, d.text, strlen(d.text));
}

static void array_text(array *a, const char *text)
{
    array_next(a);
    array_bytes(a, "\"", 1);
    for (size_t n; *text; text += n) {
        n = strcspn(text, "\"\\");
        array_bytes(a, text, n);
        if (!text[n]) break;
        array_bytes(a, "\\", 1);
        array_bytes(a, text + n, 1);
        n++;
    }
    array_bytes(a, "\"", 1);
}

static bool kept_row(void *user, const store_value *column)
{
    store_log *log = store_held(user, column[0].text);
    if (log) log->kept = true;
    return true;
}

static store_err postgres_write(store *s, store_log *const *log, int n, int64_t now, store_error *e)
{
    enum { ID, STATE, CREATOR, CREATED, FIRST, BEFORE, N_ROWS, TAIL, NOW, OWNER, GAME, SEQ, LINE, CHAIN, N };
    array a[N] = {0};
    const char *param[N];
    store_digits when = store_number(now);
    store_err err = STORE_OK;
    for (int i = 0; i < n; i++) {
        const store_log *l = log[i];
        array_text(&a[ID], l->id);
        array_text(&a[STATE], l->finish ? "over" : "open");
        array_text(&a[CREATOR], l->creator);
        array_number(&a[CREATED], l->created);
        array_number(&a[FIRST], l->fresh ? -1 : l->n_rows);
        array_number(&a[BEFORE], (int64_t)l->tail);
        array_number(&a[N_ROWS], store_next(l));
        array_number(&a[TAIL], (int64_t)l->chain);
        for (int j = 0; j < l->n_lines; j++) {
            array_text(&a[GAME], l->id);
            array_number(&a[SEQ], l->n_rows + j);
            array_text(&a[LINE], l->text + l->line[j].offset);
            array_number(&a[CHAIN], (int64_t)l->line[j].chain);
        }
    }
    for (int i = 0; i < N; i++) {
        if (!a[i].n) array_bytes(&a[i], "{", 1);
        array_bytes(&a[i], "}", 1);
        param[i] = a[i].text;
        if (a[i].failed) err = store_fail(e, STORE_E_FAILED, "out of memory");
    }
    param[NOW] = when.text;
    param[OWNER] = s->instance;
    if (!err) err = postgres_query(s, SQL_BATCH, param, kept_row, s, e);
    for (int i = 0; i < N; i++) free(a[i].text);
    return err;
}

/* ---- The rest ---- */

static int postgres_fd(const store *s)
{
    const postgres *q = s->db;
    return q->connection && PQstatus(q->connection) == CONNECTION_OK ? PQsocket(q->connection) : -1;
}

static store_err postgres_wakeups(store *s, store_wake *wake, void *user, store_error *e)
{
    postgres *q = s->db;
    if (!q->connection) return store_fail(e, STORE_E_FAILED, "%s: not connected", s->name);
    store_err err = PQconsumeInput(q->connection) ? STORE_OK : postgres_say(s, NULL, e);
    for (PGnotify *n; (n = PQnotifies(q->connection)); PQfreemem(n))
        if (n->be_pid != PQbackendPID(q->connection)) wake(user, n->extra);
    return err;
}

/* Blocks are checked by the server as they are read; a store has nothing to add. */
static store_err postgres_check(store *s, store_fault *fault, void *user, int64_t *n_faults, store_error *e)
{
    (void)s, (void)fault, (void)user, (void)n_faults, (void)e;
    return STORE_OK;
}

const store_backend store_postgres = {
    .shared = true,
    .open = postgres_open,
    .ready = postgres_ready,
    .close = postgres_close,
    .query = postgres_query,
    .exec = postgres_exec,
    .number = postgres_number,
    .write = postgres_write,
    .fd = postgres_fd,
    .wakeups = postgres_wakeups,
    .check = postgres_check,
};
