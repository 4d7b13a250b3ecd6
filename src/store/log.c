/* log.c - the logs that a store holds, what is queued in them, and the commit of the batch.
 *
 * A held log knows how its table ends in the database (n_rows, tail): the fence of its next write. A log is in the store's list
 * from store_create or store_claim until store_release, and in the tree by_id as long as it is not lost. */
#include "store/backend.h"
#include "store/chain.h"

#include <inttypes.h>
#include <search.h>
#include <stdlib.h>
#include <time.h>

/* Keys are ids; that of a log is its first member only in thought, so the tree holds pointers to the id. */
static int id_compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

store_log *store_held(store *s, const char *id)
{
    void *found = tfind(id, &s->by_id, id_compare);
    return found ? (store_log *)(*(char **)found - offsetof(store_log, id)) : NULL;
}

bool store_is_id(const char *id)
{
    size_t n = strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    return n >= STORE_ID_MIN && n <= STORE_ID_MAX && !id[n];
}

/* Bytes of the first character of a line that PostgreSQL takes as well; 0: none. */
static size_t character(const unsigned char *p, size_t left)
{
    if (p[0] < 0x80) return (p[0] >= ' ' && p[0] != 0x7f) || p[0] == '\t';
    size_t n = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4 || left < n) return 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f)) return 0; /* overlong, surrogates */
    if ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f)) return 0; /* overlong, beyond Unicode */
    return n;
}

/* ---- Holding ---- */

static store_err log_new(store *s, const char *id, store_log **dst, store_error *e)
{
    if (s->reading) return store_fail(e, STORE_E_INPUT, "%s is open for reading only", s->name);
    if (!store_is_id(id))
        return store_fail(e, STORE_E_INPUT, "\"%.40s\" is not the id of a table: %d to %d of A-Z a-z 0-9 _ -", id,
                          STORE_ID_MIN, STORE_ID_MAX);
    if (store_held(s, id)) return store_fail(e, STORE_E_BUSY, "table %s is held by this server already", id);
    if (s->n_logs == s->cap_batch) {
        int cap = s->cap_batch ? 2 * s->cap_batch : 64;
        store_log **batch = realloc(s->batch, (size_t)cap * sizeof *batch);
        if (!batch) return store_fail(e, STORE_E_FAILED, "out of memory");
        s->batch = batch;
        s->cap_batch = cap;
    }
    store_log *log = calloc(1, sizeof *log);
    if (!log) return store_fail(e, STORE_E_FAILED, "out of memory");
    log->owner = s;
    strcpy(log->id, id);
    if (!tsearch(log->id, &s->by_id, id_compare)) {
        free(log);
        return store_fail(e, STORE_E_FAILED, "out of memory");
    }
    log->next = s->first;
    if (s->first) s->first->previous = log;
    s->first = log;
    s->n_logs++;
    *dst = log;
    return STORE_OK;
}

static void log_unqueue(store_log *log)
{
    store *s = log->owner;
    for (int i = 0; log->queued && i < s->n_batch; i++)
        if (s->batch[i] == log) s->batch[i--] = s->batch[--s->n_batch];
    log->queued = false;
}

void store_log_free(store_log *log)
{
    store *s = log->owner;
    log_unqueue(log);
    if (!log->lost) tdelete(log->id, &s->by_id, id_compare);
    *(log->previous ? &log->previous->next : &s->first) = log->next;
    if (log->next) log->next->previous = log->previous;
    s->n_logs--;
    free(log->text);
    free(log->line);
    free(log);
}

static void log_queue(store_log *log)
{
    if (!log->queued) log->owner->batch[log->owner->n_batch++] = log;
    log->queued = true;
}

void store_lose(store_log *log, const store_error *why)
{
    log_unqueue(log);
    log->lost = true;
    log->why = *why;
    log->owner->metrics.n_lost++;
    tdelete(log->id, &log->owner->by_id, id_compare);
}

const store_error *store_lost(const store_log *log)
{
    return log->lost ? &log->why : NULL;
}

store_err store_create(store *s, const char *id, const char *creator, int64_t now, store_log **dst, store_error *e)
{
    store_log *log;
    if (!store_is_plain(creator, STORE_NAME_MAX))
        return store_fail(e, STORE_E_INPUT, "a creator has up to %d printable ASCII characters", STORE_NAME_MAX);
    store_err err = log_new(s, id, &log, e);
    if (err) return err;
    log->fresh = true;
    log->tail = log->chain = chain_start(id);
    strcpy(log->creator, creator);
    log->created = now;
    log_queue(log);
    *dst = log;
    return STORE_OK;
}

static bool claim_row(void *user, const store_value *column)
{
    (void)column;
    *(bool *)user = true;
    return true;
}

static bool line_skip(void *user, int64_t seq, const char *text, size_t size)
{
    (void)user, (void)seq, (void)text, (void)size;
    return true;
}

store_err store_claim(store *s, const char *id, store_log **dst, store_table *info, store_error *e)
{
    store_table table = {0};
    store_log *log;
    bool mine = !s->back->shared;
    store_err err = log_new(s, id, &log, e);
    if (err) return err;
    const char *param[] = {id, s->instance};
    if (!mine) err = s->back->query(s, SQL_CLAIM, param, claim_row, &mine, e);
    if (!err) err = store_find_tail(s, id, &table, &log->tail, e);
    if (!err && !mine)
        err = store_fail(e, STORE_E_BUSY, "table %s is held by server %s", id,
                         *table.server ? table.server : "(unknown)");
    if (!err) err = store_read(s, id, table.n_rows > 0 ? table.n_rows - 1 : 0, line_skip, NULL, e);
    if (info) *info = table;
    if (err) {
        if (mine)
            store_release(log);
        else
            store_log_free(log);
        return err;
    }
    log->n_rows = table.n_rows;
    log->chain = log->tail;
    *dst = log;
    return STORE_OK;
}

void store_release(store_log *log)
{
    if (!log) return;
    store *s = log->owner;
    char list[STORE_ID_MAX + 8];
    const char *release[] = {log->id, s->instance}, *notify[] = {list};
    /* When this fails, the lease will run out. A lost log may still be ours in the database. */
    if (s->back->shared && (!log->fresh || log->lost) && !s->back->query(s, SQL_RELEASE, release, NULL, NULL, NULL)) {
        strcat(strcat(strcpy(list, "{\""), log->id), "\"}");
        s->back->query(s, SQL_NOTIFY, notify, NULL, NULL, NULL);
    }
    store_log_free(log);
}

/* ---- Queueing ---- */

int64_t store_next(const store_log *log)
{
    return log->n_rows + log->n_lines;
}

/* Room for a line more of that many bytes and a zero. */
static bool log_grow(store_log *log, size_t size)
{
    if (log->n_lines == log->cap_lines) {
        int cap = log->cap_lines ? 2 * log->cap_lines : 4;
        store_queued *line = realloc(log->line, (size_t)cap * sizeof *line);
        if (!line) return false;
        log->line = line;
        log->cap_lines = cap;
    }
    if (log->cap_text - log->n_text <= size) {
        size_t cap = 2 * log->cap_text + size + 64;
        char *text = realloc(log->text, cap);
        if (!text) return false;
        log->text = text;
        log->cap_text = cap;
    }
    return true;
}

static store_err line_check(const store_log *log, int64_t seq, const char *line, size_t size, store_error *e)
{
    if (seq != store_next(log))
        return store_fail(e, STORE_E_CONFLICT, "table %s: line %" PRId64 " was given where %" PRId64 " comes next",
                          log->id, seq, store_next(log));
    if (size > STORE_LINE_MAX)
        return store_fail(e, STORE_E_INPUT, "table %s, line %" PRId64 ": longer than %d bytes", log->id, seq,
                          STORE_LINE_MAX);
    for (size_t at = 0, n; at < size; at += n)
        if (!(n = character((const unsigned char *)line + at, size - at)))
            return store_fail(e, STORE_E_INPUT, "table %s, line %" PRId64 ", byte %zu: %s", log->id, seq, at,
                              (unsigned char)line[at] < 0x80 ? "a control character" : "this is not UTF-8 text");
    return STORE_OK;
}

store_err store_append(store_log *log, int64_t seq, const char *line, size_t size, store_error *e)
{
    store_error own;
    if (!e) e = &own;
    if (log->lost) return store_fail(e, STORE_E_CONFLICT, "the log is lost: %s", log->why.message);
    store_err err = line_check(log, seq, line, size, e);
    if (!err && !log_grow(log, size)) err = store_fail(e, STORE_E_FAILED, "out of memory");
    if (err) {
        store_lose(log, e);
        return err;
    }
    log->chain = chain_add(log->chain, seq, line, size);
    log->line[log->n_lines++] = (store_queued){log->n_text, size, log->chain};
    memcpy(log->text + log->n_text, line, size);
    log->n_text += size;
    log->text[log->n_text++] = 0;
    log_queue(log);
    return STORE_OK;
}

store_err store_finish(store_log *log, store_error *e)
{
    if (log->lost) return store_fail(e, STORE_E_CONFLICT, "the log is lost: %s", log->why.message);
    log->finish = true;
    log_queue(log);
    return STORE_OK;
}

/* ---- Committing ---- */

static uint64_t clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* After the batch was tried: kept or lost, nothing is queued. */
static void log_settle(store_log *log, const store_error *why)
{
    store_metrics *m = &log->owner->metrics;
    if (log->kept) {
        log->n_rows += log->n_lines;
        log->tail = log->chain;
        log->fresh = false;
        m->n_rows += (uint64_t)log->n_lines;
        m->n_bytes += log->n_text - (size_t)log->n_lines;
    } else if (!log->lost)
        store_lose(log, why);
    log->queued = false;
    log->finish = false;
    log->n_lines = 0;
    log->n_text = 0;
    if (log->cap_text > 4096 || log->lost) {
        free(log->text);
        free(log->line);
        log->text = NULL;
        log->line = NULL;
        log->cap_text = 0;
        log->cap_lines = 0;
    }
}

/* Writes some logs of the batch, with the failures that tests ask for. */
static store_err batch_write(store *s, store_log *const *log, int n, int64_t now, store_error *e)
{
    uint64_t number = s->metrics.n_commits + s->metrics.n_failed + 1, from = (uint64_t)s->fail_commit;
    bool fail = from && number >= from && (!s->fail_count || number < from + (uint64_t)s->fail_count);
    store_err err = STORE_OK;
    if (!fail || s->fail_late) err = s->back->write(s, log, n, now, e);
    if (!err && fail) err = store_fail(e, STORE_E_FAILED, "%s: a failure was asked for", s->name);
    if (err)
        for (int i = 0; i < n; i++) log[i]->kept = false;
    return err;
}

static void conflict_say(const store_log *log, store_error *why)
{
    if (log->fresh)
        store_fail(why, STORE_E_EXISTS, "table %s exists already, or did once", log->id);
    else
        store_fail(why, STORE_E_CONFLICT, "table %s: another writer came first at line %" PRId64, log->id, log->n_rows);
}

/* One by one after a conflict that has undone all. Returns what was worst: anything but a conflict ends it. */
static store_err batch_single(store *s, int64_t now, store_error *e)
{
    for (int i = 0; i < s->n_batch; i++) {
        store_err err = batch_write(s, &s->batch[i], 1, now, e);
        if (err && err != STORE_E_CONFLICT) return err;
    }
    return STORE_OK;
}

/* To the other servers; it may fail, they look by themselves now and then. */
static void batch_notify(store *s)
{
    enum { EACH = STORE_ID_MAX + 3 };
    size_t n = 0;
    char *list = malloc((size_t)s->n_batch * EACH + 3);
    const char *param[] = {list};
    if (!list) return;
    for (int i = 0; i < s->n_batch; i++)
        if (s->batch[i]->kept && (s->batch[i]->fresh || s->batch[i]->finish)) {
            list[n] = n ? ',' : '{';
            strcpy(list + n + 1, s->batch[i]->id);
            n += 1 + strlen(s->batch[i]->id);
        }
    if (n) {
        strcpy(list + n, "}");
        s->back->query(s, SQL_NOTIFY, param, NULL, NULL, NULL);
    }
    free(list);
}

store_err store_commit(store *s, int64_t now, store_error *e)
{
    if (!s->n_batch) return STORE_OK;
    store_error why = {0};
    store_metrics *m = &s->metrics;
    uint64_t start = clock_now();
    for (int i = 0; i < s->n_batch; i++) s->batch[i]->kept = false;
    store_err err = batch_write(s, s->batch, s->n_batch, now, &why);
    if (err == STORE_E_CONFLICT) err = batch_single(s, now, &why);
    m->last_ns = clock_now() - start;
    m->sum_ns += m->last_ns;
    if (m->last_ns > m->max_ns) m->max_ns = m->last_ns;
    *(err ? &m->n_failed : &m->n_commits) += 1;
    if (s->back->shared && !err) batch_notify(s);
    int n = s->n_batch, n_lost = 0;
    s->n_batch = 0;
    for (int i = 0; i < n; i++) {
        store_log *log = s->batch[i];
        store_error own = why;
        if (!err) conflict_say(log, &own);
        if (!log->kept && !n_lost++ && e) *e = own;
        log_settle(log, &own);
    }
    if (!err && n_lost) err = STORE_E_CONFLICT;
    if (err && e) e->code = err;
    return err;
}
