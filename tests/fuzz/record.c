/* Records: whatever is read is written and read again as the same game, its checks run, and its public forms replay to
 * the same public digest. */
#include <stdlib.h>
#include <string.h>

#include "aude.h"

enum { MAX_LINES = 2000, MAX_OWN = 3 };

typedef struct copy {
    aude_rules rules;
    aude_state state;
    aude_record record;
    aude_tileset own[MAX_OWN];
    aude_line line[MAX_LINES];
} copy;

static aude_err copy_read(copy *c, const char *text, size_t size, aude_errinfo *e)
{
    c->record = (aude_record){.own = c->own, .cap_own = MAX_OWN, .line = c->line, .cap_lines = MAX_LINES};
    return aude_record_read(&c->record, &c->rules, &c->state, text, size, e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static copy first, second;
    static aude_state state;
    static aude_line work[MAX_LINES];
    aude_errinfo e = {.code = AUDE_OK};
    aude_err err = copy_read(&first, (const char *)data, size, &e);
    if (err != e.code) abort();
    if (err) {
        if (!e.message[0] || first.record.n_lines) abort();
        return 0;
    }
    aude_record_check(&first.record, &first.rules, &state, NULL, NULL, NULL);
    if (aude_full_digest(&first.rules, &state) != aude_full_digest(&first.rules, &first.state)) abort();

    size_t n = aude_record_write(&first.record, &first.rules, NULL, 0);
    char *text = malloc(n + 1), *again = malloc(n + 1);
    if (!text || !again || aude_record_write(&first.record, &first.rules, text, n + 1) != n) abort();
    if (copy_read(&second, text, n, NULL)) abort();
    if (aude_full_digest(&second.rules, &second.state) != aude_full_digest(&first.rules, &first.state)) abort();
    if (aude_record_write(&second.record, &second.rules, again, n + 1) != n || memcmp(text, again, n)) abort();
    free(text);
    free(again);

    for (int seat = -1; seat < first.record.setup.n_seats; seat++) {
        int viewer = seat < 0 ? AUDE_NOBODY : seat;
        n = aude_record_redact(&first.record, &first.rules, viewer, work, NULL, 0);
        text = malloc(n + 1);
        if (!text || aude_record_redact(&first.record, &first.rules, viewer, work, text, n + 1) != n) abort();
        if (copy_read(&second, text, n, NULL)) abort();
        if (aude_digest(&second.rules, &second.state) != aude_digest(&first.rules, &first.state)) abort();
        free(text);
    }
    return 0;
}
