/* history.c - events to sentences, kept in order. */
#include "app/history.h"

#include "app/note.h"
#include "app/words.h"

#include <stdlib.h>
#include <string.h>

void history_open(history *h)
{
    memset(h, 0, sizeof *h);
}

void history_close(history *h)
{
    for (int i = 0; i < h->n; i++) free(h->line[i].text);
    free(h->line);
    free(h->why);
    history_open(h);
}

void history_replace(history *h, history *again)
{
    while (again->told < h->told && again->told < again->n &&
           !strcmp(again->line[again->told].text, h->line[again->told].text))
        again->told++;
    history_close(h);
    *h = *again;
}

static void line_add(history *h, char *text, bool points)
{
    if (h->n == h->cap) {
        int cap = h->cap ? 2 * h->cap : 256;
        struct history_line *more = realloc(h->line, (size_t)cap * sizeof *more);
        if (!more) {
            free(text);
            return;
        }
        h->line = more;
        h->cap = cap;
    }
    h->line[h->n++] = (struct history_line){text, points};
}

static void points_add(history *h, const aude_event *e)
{
    if (e->kind == AUDE_EV_FLIPPED) h->points[e->seat][HISTORY_BETS] += e->points;
    for (int seat = 0; e->kind == AUDE_EV_SCORED && seat < AUDE_MAX_SEATS; seat++)
        if (e->worth.winners >> seat & 1) h->points[seat][e->worth.kind] += e->worth.points;
}

void history_add(history *h, const scene *s, const aude_events *events)
{
    note reasons;
    note_open(&reasons);
    for (int i = 0; i < events->n; i++) {
        const aude_event *e = &events->event[i];
        note n;
        words_event(note_open(&n), s, events, i);
        char *text = note_close(&n);
        if (*text)
            line_add(h, text, e->kind != AUDE_EV_PLACED && e->kind != AUDE_EV_MEEPLE);
        else
            free(text);
        points_add(h, e);
        if (e->kind == AUDE_EV_FLIPPED || e->kind == AUDE_EV_SCORED) words_why(reasons.out, s, events, i);
    }
    char *why = note_close(&reasons);
    if (*why) {
        free(h->why);
        h->why = why;
    } else {
        free(why);
    }
}
