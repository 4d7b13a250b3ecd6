/* rows.h - a table as it is stored: `aude-table 1 TIME`, `setup LINES` with tabs for line ends, `hook [MINUTES URL]`, then an act
 * each row. Owns: reading it back. */
#ifndef AUDE_SERVER_ROWS_H
#define AUDE_SERVER_ROWS_H

#include "aude_table.h"
#include "server/hook.h"
#include "store/store.h"

enum { ROWS_HEAD = 3 };

typedef struct rows {
    aude_table *table; /* caller's, zeroed, its keeper set */
    int64_t opened;    /* ms since 1970 */
    int hook_minutes;  /* 0: no webhook */
    char hook_url[HOOK_URL + 1];
    /* After each act that was entered; false: enough. May be NULL. */
    bool (*entered)(void *context, const aude_act *act, const aude_outcome *outcome);
    void *context;
    bool bad;
    aude_errinfo error; /* bad: why */
} rows;

/* A store_line; `user` is the rows. */
bool rows_line(void *user, int64_t seq, const char *text, size_t size);
/* Opens the table with a setup whose lines end with tabs or LF. */
aude_err rows_setup(aude_table *table, const char *setup, aude_errinfo *e);

#endif
