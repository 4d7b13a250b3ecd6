/* retell.c - redacts a record for the viewer, reads that back, and plays it once more for its events. The redacted form has no
 * undone moves and no secrets, so neither reaches the history. */
#include "app/retell.h"

#include "app/recordfile.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void retell_name(const aude_record *record, int seat, char dst[SCENE_NAME])
{
    const char *name = record->name[seat];
    bool engine = !strncmp(name, "ai:", 3);
    int same = 1;
    for (int i = 0; i < seat; i++) same += !strcmp(record->name[i], name);
    if (engine) name += 3;
    snprintf(dst, SCENE_NAME, "%s", name);
    if (same > 1) {
        bool number = *name && isdigit((unsigned char)name[strlen(name) - 1]);
        snprintf(dst, SCENE_NAME, number ? "%.50s (%d)" : "%.50s %d", name, same);
    }
    if (!engine) return;
    dst[0] = (char)toupper((unsigned char)dst[0]);
    char *colon = strchr(dst, ':'); /* ai:level:3 is called Level 3 */
    if (colon) *colon = ' ';
}

/* What retelling needs, too big for a stack. */
typedef struct workshop {
    aude_record record;
    aude_rules rules;
    aude_state state;
    aude_events events;
    char name[AUDE_MAX_SEATS][SCENE_NAME];
    aude_line *line; /* room for redacting */
    char *text;
    size_t size;
} workshop;

static bool workshop_read(workshop *w, const aude_record *record, const aude_rules *rules, int viewer)
{
    aude_errinfo error;
    w->line = calloc((size_t)record->n_lines + 1, sizeof *w->line);
    if (!w->line) return false;
    w->size = aude_record_redact(record, rules, viewer, w->line, NULL, 0);
    w->text = malloc(w->size + 1);
    if (!w->text) return false;
    aude_record_redact(record, rules, viewer, w->line, w->text, w->size + 1);
    return !recordfile_read(&w->record, &w->rules, &w->state, w->text, w->size, &error);
}

static bool workshop_play(workshop *w, history *h, int viewer)
{
    scene s = {.rules = &w->rules, .state = &w->state, .viewer = viewer, .n_seats = w->record.setup.n_seats};
    for (int i = 0; i < s.n_seats; i++) {
        retell_name(&w->record, i, w->name[i]);
        s.name[i] = w->name[i];
    }
    aude_start(&w->rules, &w->state);
    aude_view(&w->rules, &w->state, AUDE_NOBODY, 0, &w->state); /* hidden bets are legal in a view only */
    for (int i = 0; i < w->record.n_lines; i++) {
        if (w->record.line[i].kind != AUDE_LINE_MOVE) continue;
        if (aude_apply(&w->rules, &w->state, w->record.line[i].move, &w->events)) return false;
        aude_redact(&w->rules, &w->events, viewer, &w->events);
        history_add(h, &s, &w->events);
    }
    return true;
}

bool retell(history *h, const aude_record *record, const aude_rules *rules, int viewer)
{
    workshop *w = calloc(1, sizeof *w);
    if (!w) return false;
    bool good = workshop_read(w, record, rules, viewer) && workshop_play(w, h, viewer);
    recordfile_free(&w->record);
    free(w->line);
    free(w->text);
    free(w);
    return good;
}
