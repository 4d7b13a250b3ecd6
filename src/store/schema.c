/* schema.c - the tables of the database, as numbered migrations. A published migration is never changed: a new one is added. */
#include "store/backend.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct migration {
    const char *sqlite, *postgres;
} migration;

static const migration migrations[] = {
    /* 1 */
    {"CREATE TABLE aude_game(id TEXT PRIMARY KEY, creator TEXT NOT NULL, state TEXT NOT NULL "
     "CHECK(state IN ('open', 'over')), created INTEGER NOT NULL, touched INTEGER NOT NULL, n_rows INTEGER NOT NULL, "
     "tail INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
     "CREATE TABLE aude_line(game TEXT NOT NULL, seq INTEGER NOT NULL, line TEXT NOT NULL, chain INTEGER NOT NULL, "
     "PRIMARY KEY(game, seq)) STRICT, WITHOUT ROWID;"
     "CREATE TABLE aude_removal(id TEXT PRIMARY KEY, removed INTEGER NOT NULL, state TEXT NOT NULL, "
     "n_rows INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
     "CREATE TABLE aude_setting(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"
     "CREATE TABLE aude_mark(n_batches INTEGER NOT NULL) STRICT;"
     "INSERT INTO aude_mark VALUES(0);",
     /* Ids sort by bytes, as in SQLite. */
     "CREATE TABLE aude_game(id text COLLATE \"C\" PRIMARY KEY, creator text NOT NULL, state text NOT NULL "
     "CHECK(state IN ('open', 'over')), created bigint NOT NULL, touched bigint NOT NULL, n_rows bigint NOT NULL, "
     "tail bigint NOT NULL, owner text NOT NULL) WITH (fillfactor = 50);"
     "CREATE TABLE aude_line(game text COLLATE \"C\" NOT NULL, seq bigint NOT NULL, line text NOT NULL, "
     "chain bigint NOT NULL, PRIMARY KEY(game, seq));"
     "CREATE TABLE aude_removal(id text COLLATE \"C\" PRIMARY KEY, removed bigint NOT NULL, state text NOT NULL, "
     "n_rows bigint NOT NULL);"
     "CREATE TABLE aude_setting(key text PRIMARY KEY, value text NOT NULL);"
     "CREATE TABLE aude_server(instance text PRIMARY KEY, name text NOT NULL UNIQUE, address text NOT NULL, "
     "lease timestamptz NOT NULL);"},
};
enum { VERSION = sizeof migrations / sizeof migrations[0] };

/* The newest migration that was run; 0: an empty database. */
static store_err version_read(store *s, int64_t *version, store_error *e)
{
    int64_t n = 0;
    *version = 0;
    /* to_regclass might remember what was before we waited for a lock. */
    store_err err = s->back->number(
        s,
        s->back->shared ? "SELECT count(*) FROM pg_catalog.pg_tables WHERE tablename = 'aude_version' "
                          "AND schemaname = ANY(current_schemas(false))"
                        : "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'aude_version'",
        &n, e);
    if (err) return err;
    if (n) {
        err = s->back->number(s, "SELECT coalesce(max(version), 0) FROM aude_version", version, e);
        if (!err && *version < 1)
            err = store_fail(e, STORE_E_CORRUPT, "%s: the list of versions (aude_version) is empty", s->name);
        return err;
    }
    if (s->back->shared) return STORE_OK; /* may have tables of others */
    err = s->back->number(s, "SELECT count(*) FROM sqlite_schema", &n, e);
    if (!err && n) err = store_fail(e, STORE_E_INPUT, "%s is a database of another program", s->name);
    return err;
}

static store_err version_refuse(store *s, int64_t version, store_error *e)
{
    return store_fail(e, STORE_E_VERSION,
                      "%s has version %" PRId64 " of the schema, this program knows up to %d: use a newer program",
                      s->name, version, VERSION);
}

static store_err migrations_run(store *s, store_error *e)
{
    int64_t version;
    /* Another server may have been quicker. */
    store_err err = version_read(s, &version, e);
    if (!err && version > VERSION) err = version_refuse(s, version, e);
    if (!err && version == 0)
        err = s->back->exec(s, "CREATE TABLE aude_version(version BIGINT PRIMARY KEY, applied TEXT NOT NULL)", e);
    for (; !err && version < VERSION; version++) {
        char note[120];
        snprintf(note, sizeof note, "INSERT INTO aude_version VALUES(%" PRId64 ", CURRENT_TIMESTAMP)", version + 1);
        err = s->back->exec(s, s->back->shared ? migrations[version].postgres : migrations[version].sqlite, e);
        if (!err) err = s->back->exec(s, note, e);
    }
    return err;
}

store_err store_migrate(store *s, store_error *e)
{
    int64_t version;
    store_err err = version_read(s, &version, e);
    if (err || version == VERSION) return err;
    if (version > VERSION) return version_refuse(s, version, e);
    if (s->reading && version == 0) return store_fail(e, STORE_E_MISSING, "%s holds no tables of games", s->name);
    if (s->reading)
        return store_fail(e, STORE_E_VERSION,
                          "%s has version %" PRId64 " of the schema, older than %d: start the server on it once",
                          s->name, version, VERSION);
    err = s->back->exec(s, s->back->shared ? "BEGIN; SELECT pg_advisory_xact_lock(1096107109)" : "BEGIN IMMEDIATE", e);
    if (!err) err = migrations_run(s, e);
    if (!err) err = s->back->exec(s, "COMMIT", e);
    if (err) s->back->exec(s, "ROLLBACK", NULL);
    return err;
}
