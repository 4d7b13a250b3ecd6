/* sql.c - every statement that the store runs, in both dialects. One text serves both where it can. Also the small helpers that
 * turn columns and parameters into numbers and back. */
#include "store/backend.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOTH(text)   text, text

/* The columns of a store_table and the tail; a server counts as long as its lease runs. */
#define TABLE_SQLITE "SELECT g.id, g.creator, g.state, g.created, g.touched, g.n_rows, '', '', g.tail FROM aude_game g "
#define TABLE_POSTGRES                                                                                                 \
    "SELECT g.id, g.creator, g.state, g.created, g.touched, g.n_rows, coalesce(s.name, ''), coalesce(s.address, ''), " \
    "g.tail FROM aude_game g LEFT JOIN aude_server s ON s.instance = g.owner AND s.lease > now() "
#define UNOWNED  "NOT EXISTS (SELECT 1 FROM aude_server s WHERE s.instance = g.owner AND s.lease > now()) "
/* The statement's own commit does not wait for the disk: an owner that a crash forgets only makes a commit fail. */
#define UNSYNCED "set_config('synchronous_commit', 'off', true)"
#define OLD      "((g.state = 'over' AND g.touched <= $1) OR (g.state = 'open' AND g.touched <= $2)) "

const store_statement store_statements[SQL_N] = {
    [SQL_FIND] = {TABLE_SQLITE "WHERE g.id = $1", TABLE_POSTGRES "WHERE g.id = $1", 1},
    [SQL_LIST] = {TABLE_SQLITE "ORDER BY g.id", TABLE_POSTGRES "ORDER BY g.id", 0},
    [SQL_LIST_STATE] = {TABLE_SQLITE "WHERE g.state = $1 ORDER BY g.id",
                        TABLE_POSTGRES "WHERE g.state = $1 ORDER BY g.id", 1},
    [SQL_READ] = {BOTH("SELECT g.n_rows, g.tail, l.seq, l.line, l.chain FROM aude_game g "
                       "LEFT JOIN aude_line l ON l.game = g.id AND l.seq >= $2 WHERE g.id = $1 ORDER BY l.seq"),
                  2},
    [SQL_ORPHANS] = {BOTH("SELECT l.game, count(*) FROM aude_line l "
                          "WHERE NOT EXISTS (SELECT 1 FROM aude_game g WHERE g.id = l.game) GROUP BY l.game"),
                     0},
    [SQL_REMOVED] = {BOTH("SELECT removed FROM aude_removal WHERE id = $1"), 1},

    /* Owners. */
    [SQL_CLAIM] = {NULL,
                   "UPDATE aude_game g SET owner = $2 WHERE g.id = $1 AND (g.owner = $2 OR " UNOWNED ") "
                   "AND EXISTS (SELECT 1 FROM aude_server m WHERE m.instance = $2) RETURNING g.id, " UNSYNCED,
                   2},
    [SQL_RELEASE] = {NULL, "UPDATE aude_game SET owner = '' WHERE id = $1 AND owner = $2 RETURNING " UNSYNCED, 2},
    /* Returns whether the lease had run out. */
    [SQL_RENEW] = {NULL,
                   "WITH old AS (SELECT lease FROM aude_server WHERE instance = $1) "
                   "UPDATE aude_server SET lease = now() + make_interval(secs => $2::int) WHERE instance = $1 "
                   "RETURNING (SELECT (lease <= now())::int FROM old)",
                   2},
    [SQL_OWNED] = {NULL, "SELECT id FROM aude_game WHERE owner = $1", 1},
    [SQL_REGISTER] = {NULL,
                      "INSERT INTO aude_server(instance, name, address, lease) "
                      "VALUES(gen_random_uuid()::text, $1, $2, now() + make_interval(secs => $3::int)) "
                      "ON CONFLICT(name) DO UPDATE SET instance = excluded.instance, address = excluded.address, "
                      "lease = excluded.lease RETURNING instance",
                      3},
    [SQL_UNREGISTER] = {NULL, "DELETE FROM aude_server WHERE instance = $1", 1},
    [SQL_NOTIFY] = {NULL, "SELECT pg_notify('aude', id) FROM unnest($1::text[]) id", 1},

    /* Retention. */
    [SQL_OLD] = {"SELECT g.id FROM aude_game g WHERE " OLD "ORDER BY g.touched LIMIT $3",
                 "SELECT g.id FROM aude_game g WHERE " OLD "AND " UNOWNED "ORDER BY g.touched LIMIT $3", 3},
    [SQL_REMOVE] = {"DELETE FROM aude_game AS g WHERE " OLD "AND g.id = $3 RETURNING state, n_rows",
                    "DELETE FROM aude_game AS g WHERE " OLD "AND " UNOWNED "AND g.id = $3 RETURNING state, n_rows", 3},
    [SQL_REMOVE_LINES] = {BOTH("DELETE FROM aude_line WHERE game = $1"), 1},
    [SQL_REMOVE_MARK] = {BOTH("INSERT INTO aude_removal(id, removed, state, n_rows) VALUES($1, $2, $3, $4)"), 4},

    /* Settings. */
    [SQL_GET] = {BOTH("SELECT value FROM aude_setting WHERE key = $1"), 1},
    [SQL_PUT] = {BOTH("INSERT INTO aude_setting(key, value) VALUES($1, $2) "
                      "ON CONFLICT(key) DO UPDATE SET value = excluded.value"),
                 2},
    [SQL_KEEP] = {BOTH("INSERT INTO aude_setting(key, value) VALUES($1, $2) ON CONFLICT(key) DO NOTHING"), 2},

    /* A batch, step by step. */
    [SQL_MAKE] = {"INSERT INTO aude_game(id, creator, state, created, touched, n_rows, tail) "
                  "SELECT $1, $2, $3, $4, $5, $6, $7 WHERE NOT EXISTS (SELECT 1 FROM aude_removal WHERE id = $1) "
                  "ON CONFLICT(id) DO NOTHING RETURNING id",
                  NULL, 7},
    [SQL_MOVE] = {"UPDATE aude_game SET state = CASE WHEN $2 = 'over' THEN 'over' ELSE state END, "
                  "touched = $3, n_rows = $4, tail = $5 WHERE id = $1 AND n_rows = $6 AND tail = $7 RETURNING id",
                  NULL, 7},
    [SQL_LINE] = {"INSERT INTO aude_line(game, seq, line, chain) VALUES($1, $2, $3, $4)", NULL, 4},
    [SQL_MARK] = {"UPDATE aude_mark SET n_batches = n_batches + 1 RETURNING n_batches", NULL, 0},
    /* And in one statement: one round trip, one sync. Rows of aude_game stay locked until it is durable, so a server that takes
     * a table over waits, and then sees all of it. */
    [SQL_BATCH] = {NULL,
                   "WITH batch AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::int8[], $5::int8[], "
                   "$6::int8[], $7::int8[], $8::int8[]) b(id, state, creator, created, first, before, n_rows, tail)), "
                   "made AS (INSERT INTO aude_game(id, creator, state, created, touched, n_rows, tail, owner) "
                   "SELECT id, creator, state, created, $9, n_rows, tail, $10 FROM batch WHERE first < 0 "
                   "AND id NOT IN (SELECT id FROM aude_removal) ON CONFLICT(id) DO NOTHING RETURNING id), "
                   "moved AS (UPDATE aude_game g SET state = CASE WHEN b.state = 'over' THEN 'over' ELSE g.state END, "
                   "touched = $9, n_rows = b.n_rows, tail = b.tail FROM batch b WHERE g.id = b.id AND b.first >= 0 "
                   "AND g.owner = $10 AND g.n_rows = b.first AND g.tail = b.before RETURNING g.id), "
                   "kept AS (SELECT id FROM made UNION ALL SELECT id FROM moved), "
                   "put AS (INSERT INTO aude_line(game, seq, line, chain) SELECT l.game, l.seq, l.line, l.chain "
                   "FROM unnest($11::text[], $12::int8[], $13::text[], $14::int8[]) l(game, seq, line, chain) "
                   "JOIN kept ON kept.id = l.game) SELECT id FROM kept",
                   14},
};

int64_t store_value_number(store_value v)
{
    return v.text ? strtoll(v.text, NULL, 10) : 0;
}

void store_value_copy(store_value v, char *dst, size_t cap)
{
    size_t size = v.text ? v.size : 0;
    if (size >= cap) size = cap - 1;
    if (size) memcpy(dst, v.text, size);
    dst[size] = 0;
}

store_digits store_number(int64_t value)
{
    store_digits d;
    snprintf(d.text, sizeof d.text, "%" PRId64, value);
    return d;
}
