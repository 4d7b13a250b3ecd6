/* backend.h - inside src/store: what a store and a log are made of, and what each of the two databases must be able to do.
 *
 * Everything that can be said in SQL is written once, in terms of `query`; sql.c holds the statements of both dialects. A back
 * end adds opening, and writing a batch. */
#ifndef AUDE_STORE_BACKEND_H
#define AUDE_STORE_BACKEND_H

#include "store/store.h"

typedef enum store_sql {
    SQL_FIND,
    SQL_LIST,
    SQL_LIST_STATE,
    SQL_READ,
    SQL_ORPHANS,
    SQL_REMOVED,
    SQL_CLAIM,
    SQL_RELEASE,
    SQL_RENEW,
    SQL_OWNED,
    SQL_OLD,
    SQL_REMOVE,
    SQL_REMOVE_LINES,
    SQL_REMOVE_MARK,
    SQL_GET,
    SQL_PUT,
    SQL_KEEP,
    SQL_MAKE,
    SQL_MOVE,
    SQL_LINE,
    SQL_BATCH,
    SQL_MARK,
    SQL_REGISTER,
    SQL_UNREGISTER,
    SQL_NOTIFY,
    SQL_N
} store_sql;

/* A statement has parameters $1, $2 ... Where a back end needs none, its text is NULL. */
typedef struct store_statement {
    const char *sqlite, *postgres;
    int n_params;
} store_statement;
extern const store_statement store_statements[SQL_N];

/* A column of a result as text with a zero behind; text is NULL for SQL's null. */
typedef struct store_value {
    const char *text;
    size_t size;
} store_value;
int64_t store_value_number(store_value v); /* null counts as 0 */
/* Copies, cutting what does not fit. */
void store_value_copy(store_value v, char *dst, size_t cap);
/* The number as text, for a parameter. */
typedef struct store_digits {
    char text[24];
} store_digits;
store_digits store_number(int64_t value);

typedef bool store_row(void *user, const store_value *column); /* false: no more rows are wanted */

typedef struct store_backend {
    bool shared; /* several servers: tables have owners */
    store_err (*open)(store *s, const char *where, const store_options *o, store_error *e);
    /* After the schema is up to date. */
    store_err (*ready)(store *s, store_error *e);
    void (*close)(store *s);
    /* Runs one statement; in a transaction if one is open, else by itself, durable at return. `row` may be NULL. */
    store_err (*query)(store *s, store_sql sql, const char *const *param, store_row *row, void *user, store_error *e);
    /* Statements without parameters and results, separated by semicolons. */
    store_err (*exec)(store *s, const char *text, store_error *e);
    /* One number: the first column of the first row; 0 without a row. */
    store_err (*number)(store *s, const char *text, int64_t *dst, store_error *e);
    /* Writes what is queued in these logs, durable at return, and sets `kept` of those whose fence held; the others are left
     * alone. STORE_E_CONFLICT: nothing is written, some row was there already; alone each log may succeed. */
    store_err (*write)(store *s, store_log *const *log, int n, int64_t now, store_error *e);
    int (*fd)(const store *s);
    store_err (*wakeups)(store *s, store_wake *wake, void *user, store_error *e);
    /* The database's own check. */
    store_err (*check)(store *s, store_fault *fault, void *user, int64_t *n_faults, store_error *e);
} store_backend;
extern const store_backend store_sqlite, store_postgres;

typedef struct store_queued {
    size_t offset, size; /* in the log's text, a zero behind */
    uint64_t chain;
} store_queued;

struct store_log {
    store *owner;
    store_log *previous, *next; /* all logs of the store */
    char id[STORE_ID_MAX + 1];
    bool fresh, finish, queued, kept, lost, seen;
    int64_t n_rows; /* durable */
    uint64_t tail;  /* the chain after them */
    uint64_t chain; /* the chain after the queued lines */
    char *text;
    size_t n_text, cap_text;
    store_queued *line;
    int n_lines, cap_lines;
    char creator[STORE_NAME_MAX + 1];
    int64_t created;
    store_error why;
};

struct store {
    const store_backend *back;
    void *db;       /* the back end's own */
    char name[256]; /* of the database, for messages; without passwords */
    bool reading;
    char server[STORE_NAME_MAX + 1], address[STORE_VALUE_MAX + 1];
    char instance[40]; /* this opening; the owner of its tables. "" with SQLite */
    int lease;
    int fail_commit, fail_count;
    bool fail_late;
    store_log *first; /* all logs */
    void *by_id;      /* the same for tsearch; without the lost ones */
    int n_logs;
    store_log **batch; /* those with something queued; room for all */
    int n_batch, cap_batch;
    store_metrics metrics;
};

/* Fills *e and returns its code. */
store_err store_fail(store_error *e, store_err code, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Brings the schema up to date, or, for reading, looks whether it is. schema.c */
store_err store_migrate(store *s, store_error *e);
/* The log of that id if this store holds it and it is not lost. log.c */
store_log *store_held(store *s, const char *id);
void store_lose(store_log *log, const store_error *why); /* drops what is queued in it */
/* Takes it out of everything; what the database says about it stays. */
void store_log_free(store_log *log);
/* True if it is printable ASCII, which looks the same everywhere, of at most so many bytes. */
bool store_is_plain(const char *text, size_t max);
/* True if it may be the id of a table. */
bool store_is_id(const char *id);
/* store_find, and the chain after the last row. read.c */
store_err store_find_tail(store *s, const char *id, store_table *dst, uint64_t *tail, store_error *e);

#endif
