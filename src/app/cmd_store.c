/* cmd_store.c - aude store: looking into a server's database, also while the server runs. Never writes to it. */
#include "app/command.h"
#include "app/file.h"
#include "server/rows.h"
#include "store/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- check ---- */

static void fault_print(void *user, const char *what)
{
    (void)user;
    puts(what);
}

static int store_check_run(const options *o, const char *url)
{
    store_sum sum;
    store_error e;
    store_err err = store_check(url, fault_print, NULL, &sum, &e);
    if (err && err != STORE_E_CORRUPT) {
        command_error(o, "%s", e.message);
        return COMMAND_FAILED;
    }
    printf("%" PRId64 " tables, %" PRId64 " lines, %" PRId64 " faults\n", sum.n_tables, sum.n_rows, sum.n_faults);
    return err ? COMMAND_FAILED : COMMAND_OK;
}

/* ---- list ---- */

static void time_print(int64_t when)
{
    char text[32] = "?";
    time_t seconds = (time_t)(when / 1000);
    struct tm utc;
    if (gmtime_r(&seconds, &utc)) strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    printf("  %-20s", text);
}

static bool table_print(void *user, const store_table *table)
{
    (void)user;
    printf("%-32s  %-5s  %7" PRId64, table->id, table->over ? "over" : "open", table->n_rows);
    time_print(table->created);
    time_print(table->touched);
    printf("%s%s\n", *table->server ? "  " : "", table->server);
    return true;
}

static store_err store_list_run(store *s, store_error *e)
{
    printf("%-32s  %-5s  %7s  %-20s  %-20s  %s\n", "table", "state", "lines", "created", "last line", "server");
    return store_list(s, STORE_ALL, table_print, NULL, e);
}

/* ---- export ---- */

typedef struct export
{
    char(*id)[STORE_ID_MAX + 1];
    size_t n_ids, cap_ids;
    char *text; /* of the table that is being read */
    size_t n, cap;
    bool no_memory;
}
export;

/* Room for `more` elements of `size` bytes behind n. */
static bool export_grow(export *x, void **data, size_t n, size_t *cap, size_t more, size_t size)
{
    if (*cap - n >= more) return true;
    size_t wanted = 2 * *cap + more;
    void *grown = realloc(*data, wanted * size);
    x->no_memory |= !grown;
    if (!grown) return false;
    *data = grown;
    *cap = wanted;
    return true;
}

static bool export_table(void *user, const store_table *table)
{
    export *x = user;
    void *id = x->id;
    if (!export_grow(x, &id, x->n_ids, &x->cap_ids, 1, sizeof *x->id)) return false;
    x->id = id;
    memcpy(x->id[x->n_ids++], table->id, sizeof table->id);
    return true;
}

static bool export_line(void *user, int64_t seq, const char *line, size_t size)
{
    export *x = user;
    void *text = x->text;
    (void)seq;
    if (!export_grow(x, &text, x->n, &x->cap, size + 1, 1)) return false;
    x->text = text;
    memcpy(x->text + x->n, line, size);
    x->text[x->n + size] = '\n';
    x->n += size + 1;
    return true;
}

static int export_file(const options *o, const char *name, const char *text, size_t size)
{
    const char *folder = options_value(o, "o");
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return command_error(o, "%s: the name is too long", folder);
    unsigned how = FILE_SECRET | (options_has(o, "force") ? 0 : FILE_FRESH);
    if (file_make_parents(path) && file_write(path, text, size, how)) return COMMAND_OK;
    command_error(o, "%s%s", file_reason(path, errno), errno == EEXIST ? "; --force replaces it" : "");
    return COMMAND_FAILED;
}

/* The records of a table's games, one after the other as its acts are entered again. */
typedef struct games {
    const options *o;
    const char *id;
    aude_table *table;
    int n, code; /* games written */
} games;

static bool games_act(void *context, const aude_act *act, const aude_outcome *outcome)
{
    games *g = context;
    char name[STORE_ID_MAX + 32];
    (void)act;
    if (!(outcome->changed & AUDE_CHANGED_PHASE) || g->table->phase != AUDE_PHASE_OVER) return true;
    size_t size = aude_table_log(g->table, NULL, 0);
    char *text = malloc(size + 1);
    if (!text) return false;
    aude_table_log(g->table, text, size + 1);
    snprintf(name, sizeof name, "%s-%d.aude", g->id, g->table->n_games);
    int code = export_file(g->o, name, text, size);
    free(text);
    if (code)
        g->code = code;
    else
        g->n++;
    return true;
}

/* Writes DIR/ID-NUMBER.aude for each finished game. */
static int export_games(const options *o, store *s, const char *id, size_t *n_written)
{
    static aude_rules rules;
    store_error e;
    games g = {.o = o, .id = id, .table = calloc(1, sizeof *g.table)};
    rows all = {.table = g.table, .entered = games_act, .context = &g};
    if (!g.table) return command_error(o, "out of memory");
    g.table->keeper = (aude_keeper){.room = &rules};
    store_err err = store_read(s, id, 0, rows_line, &all, &e);
    if (err)
        g.code = COMMAND_FAILED, command_error(o, "%s", e.message);
    else if (all.bad)
        g.code = COMMAND_FAILED, command_error(o, "%s: %s", id, all.error.message);
    *n_written += (size_t)g.n;
    free(g.table);
    return g.code;
}

/* Writes DIR/ID.log. */
static int export_log(const options *o, store *s, export *x, const char *id)
{
    char name[STORE_ID_MAX + 32];
    store_error e;
    x->n = 0;
    if (store_read(s, id, 0, export_line, x, &e) != STORE_OK) {
        command_error(o, "%s", e.message);
        return COMMAND_FAILED;
    }
    if (x->no_memory) return COMMAND_FAILED;
    snprintf(name, sizeof name, "%s.log", id);
    return export_file(o, name, x->n ? x->text : "", x->n);
}

static int export_write(const options *o, store *s, export *x, const char *id, size_t *n_written)
{
    if (options_has(o, "records")) return export_games(o, s, id, n_written);
    int code = export_log(o, s, x, id);
    *n_written += !code;
    return code;
}

static int store_export_run(const options *o, store *s)
{
    export x = {.id = NULL};
    store_error e;
    int code = COMMAND_OK;
    size_t n_written = 0;
    const char *one = options_value(o, "table");
    if (one) {
        code = export_write(o, s, &x, one, &n_written);
    } else if (store_list(s, STORE_ALL, export_table, &x, &e) != STORE_OK) {
        command_error(o, "%s", e.message);
        code = COMMAND_FAILED;
    }
    /* One that is damaged does not keep back the others. */
    for (size_t i = 0; i < x.n_ids && !x.no_memory; i++) {
        int failed = export_write(o, s, &x, x.id[i], &n_written);
        if (failed) code = failed;
    }
    if (x.no_memory) command_error(o, "out of memory");
    if (x.no_memory) code = COMMAND_FAILED;
    printf("%zu %s written\n", n_written, options_has(o, "records") ? "games" : "tables");
    free(x.id);
    free(x.text);
    return code;
}

static int store_run(const options *o)
{
    const char *action = o->operand[0], *url = o->operand[1];
    bool is_list = strcmp(action, "list") == 0, is_export = strcmp(action, "export") == 0;
    const store_options reading = {.reading = true};
    store_error e;
    if (strcmp(action, "check") == 0) return store_check_run(o, url);
    if (!is_list && !is_export)
        return command_error(o, "\"%s\" is no action; there are check, list and export", action);
    if (is_export && !options_value(o, "o")) return command_error(o, "export needs -o DIR");
    store *s = store_open(url, &reading, &e);
    int code = COMMAND_OK;
    if (s && is_export)
        code = store_export_run(o, s);
    else if (!s || store_list_run(s, &e) != STORE_OK) {
        command_error(o, "%s", e.message);
        code = COMMAND_FAILED;
    }
    store_close(s);
    return code;
}

const command command_store = {
    .name = "store",
    .operands = "ACTION URL",
    .min_operands = 2,
    .max_operands = 2,
    .summary = "look into the database of a server: check, list, export",
    .about = "Reads a database in which servers keep their games (docs/store.md): `sqlite:FILE`, or "
             "`postgresql://USER@HOST/NAME`. Nothing is written to it, and a server may be running on it.\n\n"
             "`check` reads everything and names each fault: what the database finds itself, lines that are missing, "
             "added or changed. `list` prints a line for each table. `export` writes the log of each table to "
             "DIR/TABLE.log, mode 0600: these logs hold the secrets of games that are not over.",
    .option =
        (const option[]){
            {"table", "ID", NULL, "export this table only", false},
            {"o", "DIR", NULL, "the directory to export to", false},
            {"records", NULL, NULL, "export a record of each finished game, DIR/TABLE-NUMBER.aude, instead", false},
            {"force", NULL, NULL, "replaces files that exist", false},
            {0},
        },
    .example =
        (const char *const[]){
            "aude store check sqlite:games.db",
            "is everything there, and as it was written?",
            "aude store export sqlite:games.db -o logs",
            "the log of every table as a file",
            NULL,
        },
    .run = store_run,
};
