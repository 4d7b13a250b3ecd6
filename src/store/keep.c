/* keep.c - settings, and retention: which tables are removed when. */
#include "store/backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Settings ---- */

static store_err setting_check(const store *s, const char *key, const char *value, store_error *e)
{
    if (!*key || !store_is_plain(key, STORE_NAME_MAX))
        return store_fail(e, STORE_E_INPUT, "the key of a setting has 1 to %d printable ASCII characters",
                          STORE_NAME_MAX);
    if (value && !store_is_plain(value, STORE_VALUE_MAX))
        return store_fail(e, STORE_E_INPUT, "a setting has up to %d printable ASCII characters", STORE_VALUE_MAX);
    if (value && s->reading) return store_fail(e, STORE_E_INPUT, "%s is open for reading only", s->name);
    return STORE_OK;
}

typedef struct setting {
    char *dst;
    bool is;
} setting;

static bool setting_row(void *user, const store_value *column)
{
    setting *t = user;
    t->is = true;
    store_value_copy(column[0], t->dst, STORE_VALUE_MAX + 1);
    return false;
}

store_err store_get(store *s, const char *key, char *dst, store_error *e)
{
    setting t = {.dst = dst};
    const char *param[] = {key};
    store_err err = setting_check(s, key, NULL, e);
    if (!err) err = s->back->query(s, SQL_GET, param, setting_row, &t, e);
    if (!err && !t.is) err = store_fail(e, STORE_E_MISSING, "%s: there is no setting \"%s\"", s->name, key);
    return err;
}

store_err store_put(store *s, const char *key, const char *value, store_error *e)
{
    const char *param[] = {key, value};
    store_err err = setting_check(s, key, value, e);
    return err ? err : s->back->query(s, SQL_PUT, param, NULL, NULL, e);
}

store_err store_keep(store *s, const char *key, const char *value, char *dst, store_error *e)
{
    const char *param[] = {key, value};
    store_err err = setting_check(s, key, value, e);
    if (!err) err = s->back->query(s, SQL_KEEP, param, NULL, NULL, e);
    return err ? err : store_get(s, key, dst, e);
}

/* ---- Retention ---- */

typedef struct sweep {
    store *s;
    char (*id)[STORE_ID_MAX + 1];
    int n, cap;
} sweep;

static bool old_row(void *user, const store_value *column)
{
    sweep *w = user;
    if (!column[0].text || store_held(w->s, column[0].text)) return true;
    store_value_copy(column[0], w->id[w->n++], sizeof *w->id);
    return w->n < w->cap;
}

typedef struct removal {
    char state[8];
    int64_t n_rows;
    bool is;
} removal;

static bool removal_row(void *user, const store_value *column)
{
    removal *r = user;
    r->is = true;
    store_value_copy(column[0], r->state, sizeof r->state);
    r->n_rows = store_value_number(column[1]);
    return true;
}

/* Removes one table if it is still old; *n_removed counts it. */
static store_err table_remove(store *s, const char *const *old, const char *id, int64_t now, int *n_removed,
                              store_error *e)
{
    removal r = {.is = false};
    const char *param[] = {old[0], old[1], id};
    store_err err = s->back->query(s, SQL_REMOVE, param, removal_row, &r, e);
    if (err || !r.is) return err;
    store_digits when = store_number(now), n_rows = store_number(r.n_rows);
    const char *mark[] = {id, when.text, r.state, n_rows.text};
    err = s->back->query(s, SQL_REMOVE_LINES, &id, NULL, NULL, e);
    if (!err) err = s->back->query(s, SQL_REMOVE_MARK, mark, NULL, NULL, e);
    *n_removed += !err;
    return err;
}

store_err store_sweep(store *s, int64_t now, int64_t keep, int64_t abandoned, int cap, int *n_removed, store_error *e)
{
    *n_removed = 0;
    if (s->reading) return store_fail(e, STORE_E_INPUT, "%s is open for reading only", s->name);
    if (cap < 1) return STORE_OK;
    sweep w = {.s = s, .cap = cap, .id = malloc((size_t)cap * sizeof *w.id)};
    if (!w.id) return store_fail(e, STORE_E_FAILED, "out of memory");
    /* "touched at or before"; never, where nothing is to be removed. Held tables use up places of the limit. */
    store_digits over = store_number(keep < 0 ? INT64_MIN : now - keep);
    store_digits open = store_number(abandoned < 0 ? INT64_MIN : now - abandoned);
    store_digits limit = store_number((int64_t)cap + s->n_logs);
    const char *param[] = {over.text, open.text, limit.text};
    store_err err = s->back->query(s, SQL_OLD, param, old_row, &w, e);
    int n = 0;
    if (!err && w.n) err = s->back->exec(s, s->back->shared ? "BEGIN" : "BEGIN IMMEDIATE", e);
    if (!err && w.n) {
        for (int i = 0; !err && i < w.n; i++) err = table_remove(s, param, w.id[i], now, &n, e);
        if (!err) err = s->back->exec(s, "COMMIT", e);
        if (err) s->back->exec(s, "ROLLBACK", NULL);
    }
    if (!err) *n_removed = n;
    free(w.id);
    return err;
}
