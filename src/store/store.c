/* store.c - opening and closing a database, whichever it is, and what concerns all its tables at once: lease, wake-ups, metrics. */
#include "store/backend.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

store_err store_fail(store_error *e, store_err code, const char *format, ...)
{
    if (!e) return code;
    va_list list;
    va_start(list, format);
    e->code = code;
    vsnprintf(e->message, sizeof e->message, format, list);
    va_end(list);
    return code;
}

bool store_is_plain(const char *text, size_t max)
{
    size_t n = 0;
    for (; text[n]; n++)
        if (n == max || text[n] < ' ' || text[n] > '~') return false;
    return true;
}

static store_err options_take(store *s, const store_options *o, store_error *e)
{
    const char *server = o->server ? o->server : "aude", *address = o->address ? o->address : "";
    if (!*server || !store_is_plain(server, STORE_NAME_MAX))
        return store_fail(e, STORE_E_INPUT, "a server's name has 1 to %d printable ASCII characters", STORE_NAME_MAX);
    if (!store_is_plain(address, STORE_VALUE_MAX))
        return store_fail(e, STORE_E_INPUT, "a server's address has up to %d printable ASCII characters",
                          STORE_VALUE_MAX);
    if (o->lease < 0 || o->lease > 86400) return store_fail(e, STORE_E_INPUT, "a lease has 1 to 86400 seconds");
    strcpy(s->server, server);
    strcpy(s->address, address);
    s->lease = o->lease ? o->lease : 30;
    s->reading = o->reading;
    s->fail_commit = o->fail_commit;
    s->fail_count = o->fail_count;
    s->fail_late = o->fail_late;
    return STORE_OK;
}

store *store_open(const char *url, const store_options *options, store_error *e)
{
    const store_options none = {0}, *o = options ? options : &none;
    const char *where = url;
    const store_backend *back = NULL;
    if (strncmp(url, "sqlite:", 7) == 0) {
        back = &store_sqlite;
        where = url + 7;
    } else if (strncmp(url, "postgresql://", 13) == 0 || strncmp(url, "postgres://", 11) == 0)
        back = &store_postgres;
    if (!back) {
        store_fail(e, STORE_E_INPUT, "a database is named sqlite:FILE or postgresql://USER@HOST/NAME");
        return NULL;
    }
    store *s = calloc(1, sizeof *s);
    if (!s) {
        store_fail(e, STORE_E_FAILED, "out of memory");
        return NULL;
    }
    store_err err = options_take(s, o, e);
    if (!err) {
        s->back = back;
        err = back->open(s, where, o, e);
    }
    if (!err) err = store_migrate(s, e);
    if (!err) err = back->ready(s, e);
    if (!err) return s;
    if (s->back) back->close(s);
    free(s);
    return NULL;
}

void store_close(store *s)
{
    if (!s) return;
    /* Taking the server off the list releases all its tables at once. */
    s->back->close(s);
    while (s->first) store_log_free(s->first);
    free(s->batch);
    free(s);
}

static bool renew_row(void *user, const store_value *column)
{
    *(int64_t *)user = store_value_number(column[0]);
    return true;
}

static bool owned_row(void *user, const store_value *column)
{
    store_log *log = store_held(user, column[0].text);
    if (log) log->seen = true;
    return true;
}

/* Loses the logs that the database does not count as ours any more; a new table is not there yet. */
static store_err owned_check(store *s, store_error *e)
{
    const char *param[] = {s->instance};
    bool some = false;
    store_error why;
    for (store_log *log = s->first; log; log = log->next) log->seen = log->fresh;
    store_err err = s->back->query(s, SQL_OWNED, param, owned_row, s, e);
    if (err) return err;
    for (store_log *log = s->first; log; log = log->next) {
        if (log->seen || log->lost) continue;
        some = true;
        store_fail(&why, STORE_E_CONFLICT, "table %s was taken over by another server", log->id);
        store_lose(log, &why);
    }
    return some ? store_fail(e, STORE_E_CONFLICT, "the lease had run out and tables were taken over") : STORE_OK;
}

store_err store_renew(store *s, store_error *e)
{
    if (!s->back->shared || s->reading) return STORE_OK;
    int64_t late = -1; /* no row: not registered */
    store_digits lease = store_number(s->lease);
    const char *param[] = {s->instance, lease.text};
    store_err err = s->back->query(s, SQL_RENEW, param, renew_row, &late, e);
    if (err || late == 0) return err;
    if (late > 0) return owned_check(s, e);
    store_error why;
    store_fail(&why, STORE_E_BUSY, "another process has opened %s as server %s", s->name, s->server);
    for (store_log *log = s->first; log; log = log->next)
        if (!log->lost) store_lose(log, &why);
    return store_fail(e, STORE_E_BUSY, "%s", why.message);
}

int store_fd(const store *s)
{
    return s->back->fd(s);
}

store_err store_wakeups(store *s, store_wake *wake, void *user, store_error *e)
{
    return s->back->wakeups(s, wake, user, e);
}

const store_metrics *store_measure(const store *s)
{
    return &s->metrics;
}
