/* rows.c - see rows.h. */
#include "server/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

aude_err rows_setup(aude_table *table, const char *setup, aude_errinfo *e)
{
    size_t size = strlen(setup);
    char *text = malloc(size + 1);
    *e = (aude_errinfo){.code = AUDE_E_LIMIT, .message = "not enough memory"};
    if (!text) return AUDE_E_LIMIT;
    for (size_t i = 0; i <= size; i++) text[i] = setup[i] == '\t' ? '\n' : setup[i];
    aude_err err = aude_table_open(table, text, size, e);
    free(text);
    return err;
}

static bool head_read(rows *r, int64_t seq, const char *text)
{
    long long opened;
    snprintf(r->error.message, sizeof r->error.message, "this is not the head of a table");
    if (seq == 0) {
        if (sscanf(text, "aude-table 1 %lld", &opened) != 1) return false;
        r->opened = opened;
        return true;
    }
    if (seq == 1) return !strncmp(text, "setup ", 6) && !rows_setup(r->table, text + 6, &r->error);
    return !strcmp(text, "hook") || sscanf(text, "hook %d %400s", &r->hook_minutes, r->hook_url) == 2;
}

bool rows_line(void *user, int64_t seq, const char *text, size_t size)
{
    rows *r = user;
    aude_act act;
    aude_outcome outcome = {0};
    bool well = seq < ROWS_HEAD ? head_read(r, seq, text)
                                : !aude_act_read(&act, text, size, &r->error) &&
                                      !aude_table_enter(r->table, &act, &outcome, &r->error);
    if (!well) {
        char why[sizeof r->error.message];
        memcpy(why, r->error.message, sizeof why);
        snprintf(r->error.message, sizeof r->error.message, "row %lld: %.150s", (long long)seq, why);
        r->bad = true;
        return false;
    }
    return seq < ROWS_HEAD || !r->entered || r->entered(r->context, &act, &outcome);
}
