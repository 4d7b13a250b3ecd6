/* store.h - the log of every table, kept durable: in an SQLite file, or in a PostgreSQL database that several servers share.
 *
 * A table is an id; its log is a sequence of lines of text, numbered 0, 1, 2 ... The store knows nothing of what they say.
 *
 *     store_error e;
 *     store *s = store_open("sqlite:games.db", NULL, &e);
 *     store_log *log;
 *     store_create(s, "k7Qm0aXw3PzLr9Td", creator, now, &log, &e);     // or store_claim: a table that exists
 *     store_append(log, 0, "aude 1", 6, &e);                            // any number, of any tables
 *     store_append(log, 1, "seat 0 Ann", 10, &e);
 *     store_commit(s, now, &e);                                         // once a turn of the loop
 *     if (!store_lost(log)) acknowledge(); else forget the table and store_release(log);
 *
 * Appending. What is created, appended and finished between two commits is the batch. store_commit makes it durable with one
 * sync; only then may the caller acknowledge any of it. For each table the batch is kept wholly or not at all, and a table
 * that fails does not harm the others. A log whose part failed is *lost*: store_lost tells why, and it takes nothing more. The
 * way on is always the same: release it, and, if the table is still wanted, claim it again and read it from the database. (After
 * a broken connection the lost lines may be in the database all the same; reading tells.)
 *
 * Fences. store_append names the number of the line; two writers can never both write line n of a table, nor leave a gap.
 * With PostgreSQL a table belongs to one server at a time, as long as that server renews its lease (the database's clock
 * counts). A server that was away for longer may find its tables taken over: its appends fail, its logs are lost.
 *
 * Damage. Each row carries a checksum chained to the row before it, and the table's own row says how many there are and how
 * the last one ends. Whatever reads rows checks that and reports STORE_E_CORRUPT with table and line; nothing is skipped or
 * mended silently. This finds accidents and edits by hand; it is no signature.
 *
 * Threads. A store and everything got from it belong to one thread at a time. Every call may block on disk or database.
 * Callbacks must not call the store. Times called `now` are milliseconds since 1970 by the caller's clock.
 *
 * Failure. Functions return STORE_OK or a code, and then fill *e, which may be NULL, with a sentence for the log of the
 * operator. Unless said otherwise a failed call has changed nothing. Text arguments may be freed after the call. */
#ifndef AUDE_STORE_STORE_H
#define AUDE_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STORE_ID_MIN = 16, /* characters of an id: A-Z a-z 0-9 _ - */
    STORE_ID_MAX = 32,
    STORE_LINE_MAX = 1 << 16, /* bytes of a line: UTF-8 without control characters but tab */
    STORE_NAME_MAX = 64,      /* bytes of creators, servers and keys of settings: printable ASCII */
    STORE_VALUE_MAX = 1024    /* bytes of addresses and values of settings: the same */
};

typedef enum store_err {
    STORE_OK,
    STORE_E_INPUT,    /* an argument is not what it must be, or the call does not fit a store opened for reading */
    STORE_E_MISSING,  /* no such table, setting, file */
    STORE_E_EXISTS,   /* the id is taken, or was once */
    STORE_E_BUSY,     /* held by another server or process */
    STORE_E_CONFLICT, /* another writer came first: at least one log is lost, ask store_lost */
    STORE_E_CORRUPT,  /* the database is damaged */
    STORE_E_VERSION,  /* made by a newer version of the program */
    STORE_E_FAILED    /* disk full, connection broken, no memory ...: may work later */
} store_err;

typedef struct store_error {
    store_err code;
    char message[400]; /* names the database, and the table and line where there is one; no password */
} store_error;

typedef struct store store;         /* an open database */
typedef struct store_log store_log; /* a table that this store may append to */

/* ---- Opening ---- */

typedef struct store_options {
    const char *server;  /* this server's name among those that share a database; NULL: "aude" */
    const char *address; /* where the others send the players of its tables; NULL: "" */
    int lease;           /* seconds after which a silent server counts as dead; 0: 30 */
    bool reading;        /* nothing is ever written, not even migrations; beside a running server, too */
    /* For tests. */
    int fail_commit;  /* n > 0: from the n-th commit on all fail ... */
    int fail_count;   /* ... or only so many */
    bool fail_late;   /* they fail after the data is durable, as when the connection breaks then; else before */
    uint32_t n_pages; /* SQLite: the database is "full" at that many pages; 0: no limit */
} store_options;

/* Opens `sqlite:FILE` or `postgresql://...` (libpq's URL) and brings an older schema up to date, in one transaction. Options
 * may be NULL. A missing SQLite file is made with mode 0600 (not for reading); its directory must exist. A file serves one
 * writing process: a second is refused with STORE_E_BUSY. A PostgreSQL database may be opened again under the same server name:
 * that takes over from the former opening at once. NULL on failure, nothing written. store_close ends it. */
store *store_open(const char *url, const store_options *options, store_error *e);
/* Drops what is queued, releases all logs, which become invalid, and with PostgreSQL takes this server off the list. NULL is fine. */
void store_close(store *s);

/* ---- Tables ---- */

typedef struct store_table {
    char id[STORE_ID_MAX + 1];
    char creator[STORE_NAME_MAX + 1];
    bool over;
    int64_t created, touched;        /* `now` of the creation and of the last commit that changed it */
    int64_t n_rows;                  /* durable lines */
    char server[STORE_NAME_MAX + 1]; /* the live server that holds it, "" if none does; always "" with SQLite */
    char address[STORE_VALUE_MAX + 1];
} store_table;

/* Queues a new table and holds it. The creator is whatever the caller wants to remember, such as a hash of an address; may be
 * "". An id that is taken, or was removed once, makes the log lost at the commit. */
store_err store_create(store *s, const char *id, const char *creator, int64_t now, store_log **dst, store_error *e);
/* Holds an existing table. *info (may be NULL) describes it. STORE_E_BUSY: another server holds it, named in *info; or this
 * store does already. Checks the last row only. With SQLite nobody else can hold it. */
store_err store_claim(store *s, const char *id, store_log **dst, store_table *info, store_error *e);
/* Lets it go; what is queued for it is dropped. Other servers are woken. NULL is fine. */
void store_release(store_log *log);
/* With PostgreSQL: says that this server lives; call it every lease/3 seconds. One statement for all tables; nothing with SQLite.
 * STORE_E_CONFLICT: the lease had run out, and some logs are lost: ask store_lost. STORE_E_BUSY: another process has opened the
 * database with this server's name; all logs are lost, and nothing can be held any more. */
store_err store_renew(store *s, store_error *e);

/* Queues line number `seq`, which must be store_next(log). A line that is refused, whatever the reason, makes the log lost, with all
 * that is queued in it: nothing of a turn is kept without the rest, even if nobody looks at what this returns. */
store_err store_append(store_log *log, int64_t seq, const char *line, size_t size, store_error *e);
/* Queues that the table is over: a mark for lists and retention, nothing more. */
store_err store_finish(store_log *log, store_error *e);
/* The number of the next line, queued ones counted. */
int64_t store_next(const store_log *log);
/* Makes the batch durable. STORE_OK: all of it. STORE_E_CONFLICT: some tables failed, their logs are lost, all others are durable.
 * Any other code: all logs of the batch are lost, or, after conflicts, some; store_lost always knows. The batch is empty afterwards. */
store_err store_commit(store *s, int64_t now, store_error *e);
/* NULL: not lost, and everything before the last commit is durable. Else why, as long as the log is not released. */
const store_error *store_lost(const store_log *log);

/* ---- Reading; what is queued is not seen ---- */

/* The log need not be held. Calls line(user, seq, text, size) for each line from number `from` on, in order, until it returns
 * false. Text ends with a zero after size bytes. On STORE_E_CORRUPT the lines before the damage have been given. */
typedef bool store_line(void *user, int64_t seq, const char *text, size_t size);
store_err store_read(store *s, const char *id, int64_t from, store_line *line, void *user, store_error *e);
store_err store_find(store *s, const char *id, store_table *dst, store_error *e);
/* Tables in the order of their ids, until the callback returns false. */
typedef enum store_which { STORE_ALL, STORE_OPEN, STORE_OVER } store_which;
typedef bool store_each(void *user, const store_table *table);
store_err store_list(store *s, store_which which, store_each *each, void *user, store_error *e);

/* Retention: removes tables that are over and untouched for `keep` milliseconds, and open ones untouched for `abandoned`; a
 * negative number: none. Held tables stay. The ids remain as marks of removal: they are never created again, and asking for them
 * says when they went. At most `cap` tables a call, *n_removed says how many; durable at return. */
store_err store_sweep(store *s, int64_t now, int64_t keep, int64_t abandoned, int cap, int *n_removed, store_error *e);

/* ---- Settings: small secrets and the like, durable at return ---- */

/* STORE_E_MISSING without a value. dst has room for STORE_VALUE_MAX + 1 bytes. */
store_err store_get(store *s, const char *key, char *dst, store_error *e);
store_err store_put(store *s, const char *key, const char *value, store_error *e);
/* Stores the value unless there is one; dst gets the one that is there. So servers that start together agree on a key. */
store_err store_keep(store *s, const char *key, const char *value, char *dst, store_error *e);

/* ---- Wake-ups between servers: hints, which may get lost. Look by yourself every now and then. ---- */

/* To be watched for reading; -1 with SQLite or without connection. It may change with every call of the store: ask each turn. */
int store_fd(const store *s);
/* Calls wake(user, id) for tables that another server has created, finished or released; "": for all that another had, as it left. Call it every turn of the loop, also where
 * the fd was not readable: hints also arrive with answers. Returns STORE_E_FAILED when the connection is broken; the next call of
 * the store connects again. */
typedef void store_wake(void *user, const char *id);
store_err store_wakeups(store *s, store_wake *wake, void *user, store_error *e);

/* ---- Looking after it ---- */

typedef struct store_metrics {
    uint64_t n_commits, n_failed;     /* of batches that were not empty */
    uint64_t n_rows, n_bytes;         /* durable lines and their text */
    uint64_t n_lost;                  /* logs lost */
    uint64_t n_connects;              /* connections made again */
    uint64_t last_ns, max_ns, sum_ns; /* durations of commits */
} store_metrics;
const store_metrics *store_measure(const store *s);

/* Reads everything, beside a running server, too: the database's own check where it has one, every row, every chain. Calls
 * fault(user, what) for each fault found. STORE_OK: none; STORE_E_CORRUPT: some; else it could not look. */
typedef void store_fault(void *user, const char *what);
typedef struct store_sum {
    int64_t n_tables, n_rows, n_faults;
} store_sum;
store_err store_check(const char *url, store_fault *fault, void *user, store_sum *sum, store_error *e);

#endif
