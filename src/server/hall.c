/* hall.c - which tables are in memory, reading and making them, and the commit of a batch. See hall.h. */
#include "server/hall.h"

#include "proto/messages.h"
#include "server/rows.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { IDLE_MS = 60000, TEND_MS = 1000, SWEEP_MS = 5000, SWEEP_AT_ONCE = 50 };

/* ---- Log ---- */

bool hall_allows(const hall *h, const char *engine, aude_errinfo *error)
{
    const char *why = h->config.engines.refuse(engine);
    if (!why) return true;
    *error = (aude_errinfo){.code = AUDE_E_UNKNOWN};
    snprintf(error->message, sizeof error->message, "%s", why);
    return false;
}

void hall_log(const hall *h, net_level level, const char *event, const char *table, const char *what)
{
    net_pair pairs[] = {{"table", table ? table : ""}, {"what", what ? what : ""}};
    if (h->config.log) h->config.log(level, event, pairs, 2);
}

/* ---- Opening ---- */

static void hall_wake(void *context)
{
    const hall *h = context;
    net_wake(h->net);
}

static bool fail(char *error, size_t size, const char *what)
{
    snprintf(error, size, "%s", what);
    return false;
}

bool hall_open(hall *h, const server_config *config, char *error, size_t error_size)
{
    store_error e;
    char name[24];
    memset(h, 0, sizeof *h);
    h->config = *config;
    if (!proof_init()) return fail(error, error_size, "this machine gives no secure random numbers");
    if (h->config.max_tables <= 0) h->config.max_tables = 4000;
    if (h->config.max_per_address <= 0) h->config.max_per_address = 60;
    if (h->config.threads <= 0) h->config.threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (h->config.threads > 8) h->config.threads = 8;
    if (h->config.threads < 1) h->config.threads = 1;
    snprintf(name, sizeof name, "aude-%08x%08x", randombytes_random(), randombytes_random());
    h->scratch = malloc(sizeof *h->scratch);
    h->buffer = malloc(HALL_BUFFER);
    h->url = strdup(config->public_url ? config->public_url : "");
    if (!h->scratch || !h->buffer || !h->url) return fail(error, error_size, "not enough memory");
    store_options options = {.server = config->name ? config->name : name, .address = h->url, .lease = config->lease};
    h->store = store_open(config->db, &options, &e);
    if (!h->store) return fail(error, error_size, e.message);
    h->shared = !strncmp(config->db, "postgres", 8);
    proof key = proof_random();
    char hex[PROOF_HEX];
    proof_hex(&key, hex);
    if (store_keep(h->store, "maker-key", hex, h->maker_key, &e)) return fail(error, error_size, e.message);
    h->thinkers = thinkers_open(h->config.threads, &config->engines, hall_wake, h);
    if (config->hooks) h->hooks = hooks_open(config->hooks_private, config->log);
    if (!h->thinkers || (config->hooks && !h->hooks)) return fail(error, error_size, "cannot start threads");
    return true;
}

/* ---- Rooms ---- */

uint32_t hall_hash(const char *id)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *id; id++) hash = (hash ^ (uint8_t)*id) * 0x100000001b3u;
    return (uint32_t)(hash >> 32);
}

unsigned hall_bucket(const char *id)
{
    return hall_hash(id) % HALL_BUCKETS;
}

void room_free(hall *h, room *r)
{
    for (int i = 0; i < AUDE_MAX_SEATS; i++) mind_close(h->thinkers, r->mind[i].mind);
    if (r->timer) net_timer_cancel(h->net, r->timer);
    store_release(r->log);
    kept_release(h, r->rules);
    free(r->table);
    free(r->chat);
    free(r->hook_url);
}

static room *room_new(hall *h, const char *id)
{
    room *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->hall = h;
    r->from = r->spectators = INT32_MAX;
    r->empty_since = net_now(h->net);
    r->key = (uint64_t)randombytes_random() << 32 | randombytes_random();
    snprintf(r->id, sizeof r->id, "%s", id);
    return r;
}

static void hall_add(hall *h, room *r)
{
    unsigned b = hall_bucket(r->id);
    r->next = h->bucket[b];
    h->bucket[b] = r;
    h->n_rooms++;
}

void hall_drop(hall *h, room *r)
{
    room **at = &h->bucket[hall_bucket(r->id)];
    while (*at && *at != r) at = &(*at)->next;
    if (*at) {
        *at = r->next;
        h->n_rooms--;
    }
    for (room **d = &h->dirty; *d; d = &(*d)->next_dirty)
        if (*d == r) {
            *d = r->next_dirty;
            break;
        }
    for (client *c; (c = r->clients);) {
        for (int i = 0; i < h->n_due; i++)
            if (h->due[i].client == c) h->due[i].client = NULL;
        r->clients = c->next;
        h->n_clients--;
        net_conn_set_context(c->conn, NULL);
        speak_sorry(h, c->conn, PROTO_GOODBYE_ENDING, "the table is read again; come back", NULL);
        free(c);
    }
    room_free(h, r);
    free(r);
}

static aude_err table_new(hall *h, room *r, aude_errinfo *e)
{
    r->table = calloc(1, sizeof *r->table);
    *e = (aude_errinfo){.code = AUDE_E_LIMIT, .message = "not enough memory"};
    if (!r->table) return AUDE_E_LIMIT;
    r->table->keeper = (aude_keeper){.room = h->scratch, .keep = kept_keep, .context = r};
    return AUDE_OK;
}

typedef struct reading {
    room *r;
    int until;
} reading;

static bool reading_act(void *context, const aude_act *act, const aude_outcome *outcome)
{
    reading *g = context;
    room_note(g->r, act, outcome);
    return !(g->until && g->r->table->n_games == g->until && g->r->table->phase == AUDE_PHASE_OVER);
}

hall_answer room_read(hall *h, room *r, int until)
{
    store_error e;
    reading g = {.r = r, .until = until};
    rows all = {.entered = reading_act, .context = &g};
    if (table_new(h, r, &all.error)) {
        hall_log(h, NET_ERROR, "table_unreadable", r->id, all.error.message);
        return HALL_FAILED;
    }
    all.table = r->table;
    store_err err = store_read(h->store, r->id, 0, rows_line, &all, &e);
    if (err || all.bad) hall_log(h, NET_ERROR, "table_unreadable", r->id, err ? e.message : all.error.message);
    r->opened = all.opened;
    r->hook_minutes = all.hook_minutes;
    if (all.hook_minutes) r->hook_url = strdup(all.hook_url);
    return !err && !all.bad ? HALL_OK : err && err != STORE_E_CORRUPT ? HALL_FAILED : HALL_DAMAGED;
}

/* After reading: nobody is connected, what was published is published, and no time has passed. */
static void room_settle(hall *h, room *r)
{
    r->changed = r->own = 0;
    r->from = r->spectators = INT32_MAX;
    r->n_new_chats = 0;
    r->start = net_now(h->net) - r->table->now;
    r->n_sealed = room_closed_bets(r->table);
    r->secret_open = r->table->phase == AUDE_PHASE_OVER;
    for (int i = 0; i < r->table->n_bets; i++) r->opened_bet[i] = r->table->bet[i].flipped || r->secret_open;
    r->over_noted = r->secret_open;
    for (int i = 0; i < AUDE_MAX_PEOPLE; i++) {
        aude_act act = {.kind = AUDE_ACT_ABSENT, .by = AUDE_NOBODY, .seat = AUDE_NOBODY, .number = i};
        if (r->table->person[i].name[0] && r->table->person[i].present) room_enter(h, r, &act, NULL);
    }
    room_do_due(h, r);
}

static bool room_busy(const room *r)
{
    for (int i = 0; i < AUDE_MAX_SEATS; i++)
        if (r->mind[i].mind && mind_busy(r->mind[i].mind)) return true;
    return false;
}

bool room_needs_nobody(const hall *h, const room *r)
{
    if (r->n_clients || r->is_dirty || room_busy(r)) return false;
    aude_due due = aude_table_due(r->table, room_now(h, r));
    return due.kind == AUDE_DUE_NOTHING && due.at < 0 && (!r->hook_url || r->hook_called || !r->waiting_for);
}

/* Lets go of rooms that nobody needs, or that are lost. */
static void hall_unload(hall *h, int64_t idle_ms)
{
    for (int b = 0; b < HALL_BUCKETS; b++) {
        for (room *r = h->bucket[b], *next; r; r = next) {
            next = r->next;
            bool lost = store_lost(r->log) != NULL;
            if (!lost && (net_now(h->net) - r->empty_since < idle_ms || !room_needs_nobody(h, r))) continue;
            if (lost)
                adopt_queue(h, r->id);
            else
                adopt_idle(h, r->id, store_next(r->log));
            hall_drop(h, r);
        }
    }
}

static bool hall_has_room(hall *h)
{
    if (h->n_rooms >= h->config.max_tables) hall_unload(h, 0);
    return h->n_rooms < h->config.max_tables;
}

hall_answer hall_find(hall *h, const char *id, room **dst, char *address)
{
    store_error e;
    store_table info;
    for (room *r = h->bucket[hall_bucket(id)]; r; r = r->next)
        if (!strcmp(r->id, id)) return *dst = r, HALL_OK;
    size_t size = strlen(id);
    if (size < STORE_ID_MIN || size > STORE_ID_MAX) return HALL_MISSING;
    if (!hall_has_room(h)) return HALL_FULL;
    room *r = room_new(h, id);
    if (!r) return HALL_FAILED;
    store_err err = store_claim(h->store, id, &r->log, &info, &e);
    if (err) {
        free(r);
        if (err == STORE_E_BUSY && address) snprintf(address, STORE_VALUE_MAX + 1, "%s", info.address);
        if (err != STORE_E_BUSY && err != STORE_E_MISSING) hall_log(h, NET_ERROR, "claim_failed", id, e.message);
        return err == STORE_E_MISSING   ? HALL_MISSING
               : err == STORE_E_BUSY    ? HALL_ELSEWHERE
               : err == STORE_E_CORRUPT ? HALL_DAMAGED
                                        : HALL_FAILED;
    }
    hall_answer answer = room_read(h, r, 0);
    if (answer != HALL_OK) {
        if (answer == HALL_DAMAGED) adopt_idle(h, id, store_next(r->log));
        room_free(h, r);
        free(r);
        return answer;
    }
    h->counters.loaded++;
    hall_add(h, r);
    room_settle(h, r);
    return *dst = r, HALL_OK;
}

/* Takes the line `webhook MINUTES URL` out of a setup. */
static aude_err hook_take(const hall *h, room *r, char *setup, aude_errinfo *e)
{
    char *line = strncmp(setup, "webhook ", 8) ? strstr(setup, "\nwebhook ") : setup;
    char url[HOOK_URL + 1], rest;
    if (!line) return AUDE_OK;
    line += *line == '\n';
    char *end = line + strcspn(line, "\n");
    char *copy = strndup(line, (size_t)(end - line));
    int n = copy ? sscanf(copy, "webhook %d %400s %c", &r->hook_minutes, url, &rest) : 0;
    free(copy);
    e->code = AUDE_E_SYNTAX;
    snprintf(e->message, sizeof e->message, "%s",
             !h->hooks ? "this server calls no webhooks"
             : n != 2 || r->hook_minutes < 1 || r->hook_minutes > 10080 || !hook_url_good(url)
                 ? "a webhook is `webhook MINUTES URL`, of 1 to 10080 minutes and http or https"
                 : "");
    if (e->message[0]) return AUDE_E_SYNTAX;
    r->hook_url = strdup(url);
    memmove(line, end, strlen(end) + 1); /* an empty line stays, so that errors name the right one */
    return r->hook_url ? AUDE_OK : AUDE_E_LIMIT;
}

static void id_new(char dst[STORE_ID_MAX + 1])
{
    unsigned char bytes[12];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(dst, STORE_ID_MAX + 1, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* Whether its lines fit into a message, with room for what the host may add in the lobby. */
static bool setup_can_be_told(const aude_table *t)
{
    enum { MAX_LINES = 1900, MAX_BYTES = 65536 };
    char *text = malloc(MAX_BYTES);
    size_t size = text ? aude_table_setup(t, text, MAX_BYTES) : MAX_BYTES;
    int n = 0;
    for (size_t i = 0; i < size && size < MAX_BYTES; i++) n += text[i] == '\n';
    free(text);
    return size < MAX_BYTES && n <= MAX_LINES;
}

/* The first rows of a new table. On AUDE_E_LIMIT without a message the store has failed. */
static aude_err room_begin(hall *h, room *r, char *setup, const char *creator, aude_errinfo *e)
{
    char row[HOOK_URL + 64];
    aude_err err = hook_take(h, r, setup, e);
    if (err) return err;
    size_t size = strlen(setup);
    char *line = malloc(size + sizeof "setup ");
    *e = (aude_errinfo){.code = AUDE_E_LIMIT};
    if (!line) return AUDE_E_LIMIT;
    int n = sprintf(line, "setup %s", setup);
    for (char *s = line; *s; s++)
        if (*s == '\n') *s = '\t';
    err = table_new(h, r, e);
    if (!err) err = rows_setup(r->table, line + sizeof "setup " - 1, e);
    if (!err && (size > STORE_LINE_MAX - sizeof "setup " || !setup_can_be_told(r->table))) {
        *e = (aude_errinfo){.code = AUDE_E_LIMIT, .message = "the setup is too long"};
        err = AUDE_E_LIMIT;
    }
    if (!err && store_create(h->store, r->id, creator, h->unix_ms, &r->log, NULL)) err = AUDE_E_LIMIT;
    if (!err) {
        r->opened = h->unix_ms;
        r->start = net_now(h->net);
        int head = snprintf(row, sizeof row, "aude-table 1 %lld", (long long)h->unix_ms);
        store_append(r->log, 0, row, (size_t)head, NULL);
        store_append(r->log, 1, line, (size_t)n, NULL);
        n = r->hook_url ? snprintf(row, sizeof row, "hook %d %s", r->hook_minutes, r->hook_url)
                        : snprintf(row, sizeof row, "hook");
        store_append(r->log, 2, row, (size_t)n, NULL);
    }
    free(line);
    return err;
}

hall_answer hall_create(hall *h, const char *setup, const char *creator, room **dst, aude_errinfo *error)
{
    char id[STORE_ID_MAX + 1];
    *error = (aude_errinfo){0};
    if (!hall_has_room(h)) return HALL_FULL;
    id_new(id);
    room *r = room_new(h, id);
    char *text = strdup(setup);
    bool begun = r && text && !room_begin(h, r, text, creator, error);
    free(text);
    if (!begun) {
        if (r) room_free(h, r);
        free(r);
        return HALL_FAILED;
    }
    h->counters.created++;
    hall_add(h, r);
    return *dst = r, HALL_OK;
}

/* ---- The batch ---- */

static void room_reread(hall *h, room *r)
{
    h->counters.reread++;
    adopt_queue(h, r->id);
    hall_log(h, NET_ERROR, "batch_lost", r->id, store_lost(r->log)->message);
    for (int i = 0; i < h->n_due; i++) {
        client *c = h->due[i].client;
        if (!c || c->room != r) continue;
        proto_server m = {.kind = PROTO_SERVER_REFUSED,
                          .refused = {.has_id = true,
                                      .id = (int64_t)h->due[i].id,
                                      .code = PROTO_REFUSAL_FAILED,
                                      .message = "this could not be kept; send it again"}};
        size_t size = proto_server_write(&m, h->buffer, HALL_BUFFER);
        net_send(c->conn, h->buffer, size);
        h->due[i].client = NULL;
    }
    hall_drop(h, r);
}

static uint64_t batches_tried(const hall *h)
{
    const store_metrics *m = store_measure(h->store);
    return m->n_commits + m->n_failed;
}

/* What the commit has held back for one client. */
static void client_tell(hall *h, client *c)
{
    if (c->ousted) {
        bool moved = c->ousted - 1 == PROTO_GOODBYE_REPLACED;
        speak_sorry(h, c->conn, c->ousted - 1,
                    moved ? "you have come in too many windows" : "you are not at this table any more", NULL);
    } else if (c->fresh) {
        speak_picture(h, c);
    }
    c->fresh = false;
}

void hall_mark(hall *h, room *r)
{
    if (r->is_dirty) return;
    r->is_dirty = true;
    r->next_dirty = h->dirty;
    h->dirty = r;
}

void hall_commit(hall *h)
{
    if (!h->dirty && !h->n_due) return;
    store_error e;
    uint64_t tried = batches_tried(h);
    store_err err = store_commit(h->store, h->unix_ms, &e);
    if (batches_tried(h) != tried) h->failing = err && err != STORE_E_CONFLICT;
    room *list = h->dirty, *well = NULL;
    h->dirty = NULL;
    for (room *r = list, *next; r; r = next) {
        next = r->next_dirty;
        r->is_dirty = false;
        if (store_lost(r->log)) {
            room_reread(h, r);
        } else {
            r->next_dirty = well;
            well = r;
        }
    }
    for (int i = 0; i < h->n_due; i++) {
        if (!h->due[i].client) continue;
        proto_server m = {.kind = PROTO_SERVER_DONE, .done = {.id = (int64_t)h->due[i].id}};
        size_t size = proto_server_write(&m, h->buffer, HALL_BUFFER);
        net_send(h->due[i].client->conn, h->buffer, size);
    }
    h->n_due = 0;
    for (room *r = well; r; r = r->next_dirty) {
        speak_changes(h, r);
        for (client *c = r->clients; c; c = c->next) client_tell(h, c);
        r->changed = r->own = 0;
        r->from = r->spectators = INT32_MAX;
        r->n_new_chats = 0;
    }
}

void hall_due(hall *h, client *c, uint64_t id)
{
    if (h->n_due == h->cap_due) {
        int cap = h->cap_due ? 2 * h->cap_due : 64;
        receipt_due *more = realloc(h->due, (size_t)cap * sizeof *more);
        if (!more) return; /* the client will ask again */
        h->due = more;
        h->cap_due = cap;
    }
    h->due[h->n_due++] = (receipt_due){c, id};
}

/* ---- Looking after it all ---- */

static void hall_sweep(hall *h)
{
    int n = 0;
    store_error e;
    if (h->config.keep < 0 && h->config.abandoned < 0) return;
    if (store_sweep(h->store, h->unix_ms, h->config.keep, h->config.abandoned, SWEEP_AT_ONCE, &n, &e))
        hall_log(h, NET_ERROR, "sweep_failed", NULL, e.message);
    else if (n)
        hall_log(h, NET_INFO, "swept", NULL, "old tables");
}

static void hall_woken(void *user, const char *id)
{
    if (!*id) adopt_soon(user); /* another server has left */
}

bool hall_tend(hall *h)
{
    store_error e;
    int64_t now = net_now(h->net);
    if (now - h->tended >= TEND_MS) {
        h->tended = now;
        if (store_wakeups(h->store, hall_woken, h, &e)) hall_log(h, NET_WARNING, "wakeups_failed", NULL, e.message);
        store_err err = store_renew(h->store, &e);
        if (err) hall_log(h, NET_ERROR, "renew_failed", NULL, e.message);
        if (h->shared) h->failing = err && err != STORE_E_CONFLICT;
        hall_unload(h, IDLE_MS);
    }
    if (now - h->swept >= SWEEP_MS) {
        h->swept = now;
        hall_sweep(h);
    }
    return adopt_tend(h);
}

void hall_empty(hall *h)
{
    hall_commit(h);
    h->ending = true;
    for (int b = 0; b < HALL_BUCKETS; b++)
        while (h->bucket[b]) hall_drop(h, h->bucket[b]);
    thinkers_close(h->thinkers);
    h->thinkers = NULL;
}

void hall_close(hall *h)
{
    hooks_close(h->hooks);
    store_close(h->store);
    kept_free(h);
    free(h->due);
    adopt_free(h);
    free(h->scratch);
    free(h->buffer);
    free(h->url);
}
