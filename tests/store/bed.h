/* bed.h - what the tests of the store stand on: a fresh database of either kind, and a foreign hand in it that does not go
 * through the store. Included by test programs, after cmocka.h. */
#ifndef TESTS_STORE_BED_H
#define TESTS_STORE_BED_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libpq-fe.h>
#include <sqlite3.h>

#include "store/chain.h"
#include "store/store.h"

typedef struct bed {
    bool postgres;
    char folder[64];
    char server[200];         /* PostgreSQL: the cluster's URL */
    char file[100], name[32]; /* SQLite: the file; PostgreSQL: the database */
    char url[300];
    int n;
} bed;

static bed the_bed;

/* Runs a command and returns its exit code and the first line of what it prints. */
static inline int bed_shell(const char *command, char *line, size_t cap)
{
    FILE *pipe = popen(command, "r");
    *line = 0;
    if (pipe && fgets(line, (int)cap, pipe)) line[strcspn(line, "\n")] = 0;
    int status = pipe ? pclose(pipe) : -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static inline int bed_open(bool postgres)
{
    bed *b = &the_bed;
    char command[200];
    memset(b, 0, sizeof *b);
    b->postgres = postgres;
    strcpy(b->folder, P_tmpdir "/aude-store-XXXXXX");
    assert_non_null(mkdtemp(b->folder));
    if (!postgres) return 0;
    snprintf(command, sizeof command, "tests/store/cluster.sh start %.63s", b->folder);
    return bed_shell(command, b->server, sizeof b->server);
}

static inline void bed_close(void)
{
    char command[200], line[8];
    snprintf(command, sizeof command, "%s%.63s; rm -rf %.63s",
             the_bed.postgres ? "tests/store/cluster.sh stop " : "true ", the_bed.folder, the_bed.folder);
    bed_shell(command, line, sizeof line);
}

/* Runs SQL by hand in the database (or, with PostgreSQL, in another one), returns the first number that it gives. */
static inline int64_t bed_sql_in(const char *postgres, const char *format, va_list list)
{
    char text[2000];
    int64_t number = 0;
    vsnprintf(text, sizeof text, format, list);
    if (the_bed.postgres) {
        PGconn *connection = PQconnectdb(postgres);
        PGresult *result = PQexec(connection, text);
        if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
            fail_msg("%s: %s", text, PQerrorMessage(connection));
        if (PQntuples(result) > 0) number = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
        PQclear(result);
        PQfinish(connection);
    } else {
        sqlite3 *db;
        sqlite3_stmt *statement = NULL;
        const char *rest = text;
        assert_int_equal(sqlite3_open(the_bed.file, &db), SQLITE_OK);
        sqlite3_busy_timeout(db, 10000);
        while (*rest) {
            if (sqlite3_prepare_v2(db, rest, -1, &statement, &rest) != SQLITE_OK)
                fail_msg("%s: %s", text, sqlite3_errmsg(db));
            int code = sqlite3_step(statement);
            if (code == SQLITE_ROW) number = sqlite3_column_int64(statement, 0);
            if (code != SQLITE_ROW && code != SQLITE_DONE && statement) fail_msg("%s: %s", text, sqlite3_errmsg(db));
            sqlite3_finalize(statement);
        }
        sqlite3_close(db);
    }
    return number;
}

static inline int64_t bed_sql(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int64_t number = bed_sql_in(the_bed.url, format, list);
    va_end(list);
    return number;
}

static inline int64_t bed_server_sql(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int64_t number = bed_sql_in(the_bed.server, format, list);
    va_end(list);
    return number;
}

/* A new, empty database: for each test. */
static inline int bed_fresh(void **state)
{
    bed *b = &the_bed;
    (void)state;
    snprintf(b->name, sizeof b->name, "t%d", ++b->n);
    snprintf(b->file, sizeof b->file, "%.63s/t%d.db", b->folder, b->n);
    if (!b->postgres) {
        snprintf(b->url, sizeof b->url, "sqlite:%.99s", b->file);
        return 0;
    }
    bed_server_sql("CREATE DATABASE %s", b->name);
    const char *slash = strstr(b->server, "/postgres?"); /* behind user and host */
    snprintf(b->url, sizeof b->url, "%.*s/%.31s%.150s", (int)(slash - b->server), b->server, b->name, slash + 9);
    return 0;
}

static inline store *bed_store(const store_options *options)
{
    store_error e = {0};
    store *s = store_open(the_bed.url, options, &e);
    if (!s) fail_msg("%s", e.message);
    return s;
}

/* Must be refused with this code. */
static inline void bed_refused(const store_options *options, store_err code, store_error *e)
{
    store *s = store_open(the_bed.url, options, e);
    assert_null(s);
    if (e->code != code) fail_msg("code %d: %s", e->code, e->message);
}

/* Succeeds. */
#define WELL(call) bed_well((call), &bed_error, #call)
static store_error bed_error;
static inline void bed_well(store_err err, const store_error *e, const char *call)
{
    if (err) fail_msg("%s: %d %s", call, err, e->message);
}

static inline void bed_append(store_log *log, const char *line)
{
    WELL(store_append(log, store_next(log), line, strlen(line), &bed_error));
}

/* A log as text, its lines joined with `|`; for the test that asks, until the next call. */
typedef struct bed_text {
    char text[4000];
    size_t n;
    int64_t next;
} bed_text;

static inline bool bed_line(void *user, int64_t seq, const char *line, size_t size)
{
    bed_text *t = user;
    assert_int_equal(seq, t->next);
    assert_int_equal(strlen(line), size);
    t->next++;
    t->n += (size_t)snprintf(t->text + t->n, sizeof t->text - t->n, "%s|", line);
    return true;
}

static inline const char *bed_read(store *s, const char *id, int64_t from)
{
    static bed_text t;
    t = (bed_text){.next = from};
    WELL(store_read(s, id, from, bed_line, &t, &bed_error));
    return t.text;
}

/* Another writer's line, with its checksums right. */
static inline void bed_foreign_line(const char *id, const char *line)
{
    int64_t n = bed_sql("SELECT n_rows FROM aude_game WHERE id = '%s'", id);
    uint64_t tail = (uint64_t)bed_sql("SELECT tail FROM aude_game WHERE id = '%s'", id);
    int64_t chain = (int64_t)chain_add(tail, n, line, strlen(line));
    bed_sql("INSERT INTO aude_line(game, seq, line, chain) VALUES('%s', %" PRId64 ", '%s', %" PRId64 ")", id, n, line,
            chain);
    bed_sql("UPDATE aude_game SET n_rows = n_rows + 1, tail = %" PRId64 " WHERE id = '%s'", chain, id);
}

#endif
