/* read.c - what is in the database: descriptions of tables, their lines with every check of the chain, and the check of all. */
#include "store/backend.h"
#include "store/chain.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* ---- Descriptions ---- */

static void table_read(const store_value *column, store_table *dst)
{
    store_value_copy(column[0], dst->id, sizeof dst->id);
    store_value_copy(column[1], dst->creator, sizeof dst->creator);
    dst->over = column[2].text && strcmp(column[2].text, "over") == 0;
    dst->created = store_value_number(column[3]);
    dst->touched = store_value_number(column[4]);
    dst->n_rows = store_value_number(column[5]);
    store_value_copy(column[6], dst->server, sizeof dst->server);
    store_value_copy(column[7], dst->address, sizeof dst->address);
}

typedef struct found {
    store_table *table;
    uint64_t tail;
    bool is;
} found;

static bool find_row(void *user, const store_value *column)
{
    found *f = user;
    f->is = true;
    f->tail = (uint64_t)store_value_number(column[8]);
    table_read(column, f->table);
    return false;
}

static bool removed_row(void *user, const store_value *column)
{
    *(int64_t *)user = store_value_number(column[0]);
    return false;
}

/* Why a table is not there. */
static store_err missing_say(store *s, const char *id, store_error *e)
{
    int64_t removed = -1;
    const char *param[] = {id};
    store_err err = s->back->query(s, SQL_REMOVED, param, removed_row, &removed, e);
    if (err) return err;
    if (removed < 0) return store_fail(e, STORE_E_MISSING, "%s: there is no table %s", s->name, id);
    char day[16] = "?";
    time_t seconds = (time_t)(removed / 1000);
    struct tm when;
    if (gmtime_r(&seconds, &when)) strftime(day, sizeof day, "%Y-%m-%d", &when);
    return store_fail(e, STORE_E_MISSING, "%s: table %s was removed on %s", s->name, id, day);
}

store_err store_find_tail(store *s, const char *id, store_table *dst, uint64_t *tail, store_error *e)
{
    found f = {.table = dst};
    const char *param[] = {id};
    if (!store_is_id(id)) return store_fail(e, STORE_E_INPUT, "\"%.40s\" is not the id of a table", id);
    store_err err = s->back->query(s, SQL_FIND, param, find_row, &f, e);
    if (!err && !f.is) err = missing_say(s, id, e);
    *tail = f.tail;
    return err;
}

store_err store_find(store *s, const char *id, store_table *dst, store_error *e)
{
    store_table table = {0};
    uint64_t tail;
    store_err err = store_find_tail(s, id, &table, &tail, e);
    if (!err) *dst = table;
    return err;
}

typedef struct lister {
    store_each *each;
    void *user;
} lister;

static bool list_row(void *user, const store_value *column)
{
    const lister *l = user;
    store_table table = {0};
    table_read(column, &table);
    return l->each(l->user, &table);
}

store_err store_list(store *s, store_which which, store_each *each, void *user, store_error *e)
{
    lister l = {each, user};
    const char *param[] = {which == STORE_OVER ? "over" : "open"};
    return s->back->query(s, which == STORE_ALL ? SQL_LIST : SQL_LIST_STATE, param, list_row, &l, e);
}

/* ---- Lines ---- */

typedef struct reader {
    const store *s;
    const char *id;
    int64_t from, base; /* reading begins at base, the row before from, whose chain is needed */
    store_line *line;
    void *user;
    bool found, stopped;
    int64_t n_rows, next;
    uint64_t tail, chain;
    store_err err;
    store_error *e;
} reader;

static bool row_corrupt(reader *r, int64_t seq, const char *what)
{
    r->err = store_fail(r->e, STORE_E_CORRUPT, "%s: table %s, line %" PRId64 " %s", r->s->name, r->id, seq, what);
    return false;
}

/* Columns: rows of the table, its tail, then number, text and chain of the row, or nulls. */
static bool read_row(void *user, const store_value *column)
{
    reader *r = user;
    r->found = true;
    r->n_rows = store_value_number(column[0]);
    r->tail = (uint64_t)store_value_number(column[1]);
    if (!column[2].text) return true;
    int64_t seq = store_value_number(column[2]);
    uint64_t chain = (uint64_t)store_value_number(column[4]);
    store_value line = column[3];
    if (seq >= r->n_rows) return row_corrupt(r, seq, "lies behind the end");
    if (seq != r->next) return row_corrupt(r, r->next, "is missing");
    r->next = seq + 1;
    if (seq >= r->from || r->base == 0) {
        if (!line.text || chain_add(r->chain, seq, line.text, line.size) != chain)
            return row_corrupt(r, seq, "does not fit its checksum");
    }
    r->chain = chain;
    if (seq >= r->from) r->stopped = !r->line(r->user, seq, line.text, line.size);
    return !r->stopped;
}

store_err store_read(store *s, const char *id, int64_t from, store_line *line, void *user, store_error *e)
{
    if (!store_is_id(id)) return store_fail(e, STORE_E_INPUT, "\"%.40s\" is not the id of a table", id);
    if (from < 0) return store_fail(e, STORE_E_INPUT, "lines count from 0");
    reader r = {.s = s, .id = id, .from = from, .line = line, .user = user, .e = e};
    r.base = r.next = from > 0 ? from - 1 : 0;
    r.chain = chain_start(id);
    store_digits base = store_number(r.base);
    const char *param[] = {id, base.text};
    store_err err = s->back->query(s, SQL_READ, param, read_row, &r, e);
    if (err) return err;
    if (r.err || r.stopped) return r.err;
    if (!r.found) return missing_say(s, id, e);
    if (r.base > r.n_rows) return STORE_OK; /* nothing to read there */
    if (r.next < r.n_rows)
        row_corrupt(&r, r.next, "is missing");
    else if ((r.n_rows > r.base || r.base == 0) && r.chain != r.tail)
        row_corrupt(&r, r.n_rows - 1, "does not fit the checksum of the table");
    return r.err;
}

/* ---- Checking everything ---- */

typedef struct checker {
    store_fault *fault;
    void *user;
    store_sum *sum;
    char (*id)[STORE_ID_MAX + 1];
    size_t n, cap;
    bool no_memory;
} checker;

static bool check_table(void *user, const store_table *table)
{
    checker *c = user;
    if (c->n == c->cap) {
        size_t cap = c->cap ? 2 * c->cap : 256;
        void *id = realloc(c->id, cap * sizeof *c->id);
        c->no_memory = !id;
        if (!id) return false;
        c->id = id;
        c->cap = cap;
    }
    strcpy(c->id[c->n++], table->id);
    return true;
}

static bool check_line(void *user, int64_t seq, const char *text, size_t size)
{
    checker *c = user;
    (void)seq, (void)text, (void)size;
    c->sum->n_rows++;
    return true;
}

static void check_say(checker *c, const char *what)
{
    c->sum->n_faults++;
    if (c->fault) c->fault(c->user, what);
}

static bool check_orphan(void *user, const store_value *column)
{
    char what[160];
    snprintf(what, sizeof what, "%s lines belong to table %.*s, which is not there", column[1].text, STORE_ID_MAX,
             column[0].text ? column[0].text : "?");
    check_say(user, what);
    return true;
}

/* A corrupt part is a fault, and the rest is looked at all the same. */
static store_err check_step(checker *c, store_err err, const store_error *e)
{
    if (err != STORE_E_CORRUPT) return err;
    check_say(c, e->message);
    return STORE_OK;
}

static store_err check_all(store *s, checker *c, store_error *e)
{
    store_err err = check_step(c, s->back->check(s, c->fault, c->user, &c->sum->n_faults, e), e);
    if (!err) err = check_step(c, store_list(s, STORE_ALL, check_table, c, e), e);
    if (!err && c->no_memory) err = store_fail(e, STORE_E_FAILED, "out of memory");
    for (size_t i = 0; !err && i < c->n; i++) {
        c->sum->n_tables++;
        err = store_read(s, c->id[i], 0, check_line, c, e);
        if (err == STORE_E_INPUT || err == STORE_E_MISSING) /* swept in the meantime, or no id at all */
            err = store_is_id(c->id[i]) ? STORE_OK : STORE_E_CORRUPT;
        err = check_step(c, err, e);
    }
    if (!err) err = check_step(c, s->back->query(s, SQL_ORPHANS, NULL, check_orphan, c, e), e);
    return err;
}

store_err store_check(const char *url, store_fault *fault, void *user, store_sum *sum, store_error *e)
{
    store_options options = {.reading = true};
    store_error own;
    if (!e) e = &own;
    *sum = (store_sum){0};
    checker c = {.fault = fault, .user = user, .sum = sum};
    store *s = store_open(url, &options, e);
    store_err err = s ? check_all(s, &c, e) : check_step(&c, e->code, e);
    store_close(s);
    free(c.id);
    if (!err && sum->n_faults) err = store_fail(e, STORE_E_CORRUPT, "%" PRId64 " faults were found", sum->n_faults);
    return err;
}
