/* redact.c - the public record of a game: docs/record.md, two forms.
 *
 * The moves that take effect are collected in the order in which they do. The lines of a secret decision are a group at
 * the end of the collection until it closes; then they are put in an order that tells nothing of the order of choosing:
 * first what seats did that left meanwhile (each with its own choices, as these stand), then the choices of the others
 * by seat. */
#include "record/course.h"
#include "record/line.h"

/* What goes back with an undo. */
typedef struct place {
    int n;        /* lines collected */
    int group;    /* first line of the open secret decision, or -1 */
    u32 decision; /* its index */
} place;

typedef struct redactor {
    watch w;
    aude_line *line;
    int seat;
    place now, base;
} redactor;

static bool is_choice(const aude_line *line)
{
    return line->move.kind == AUDE_BET || line->move.kind == AUDE_FINAL;
}

/* Where a line belongs in a closed group: seats that left, in the order they did; the others by seat; the game's end. */
static int group_rank(const redactor *r, int first, const aude_line *line)
{
    for (int i = first; i < r->now.n; i++)
        if (!is_choice(&r->line[i]) && r->line[i].move.seat == line->move.seat && r->line[i].move.kind == AUDE_RETIRE)
            return i - first;
    int others = r->now.n - first;
    return line->move.kind == AUDE_END ? others + AUDE_MAX_SEATS : others + line->move.seat;
}

static void group_sort(redactor *r, int first)
{
    /* Insertion, stable: a seat's own lines keep their order. Ranks are taken before anything moves, into `number`,
     * which nothing else needs here. */
    for (int i = first; i < r->now.n; i++) r->line[i].number = group_rank(r, first, &r->line[i]);
    for (int i = first + 1; i < r->now.n; i++) {
        aude_line line = r->line[i];
        int k = i;
        for (; k > first && r->line[k - 1].number > line.number; k--) r->line[k] = r->line[k - 1];
        r->line[k] = line;
    }
}

/* The face of a seat's chip on a tile is known from now on; the newest such bet is the chip that lies there. */
static void face_show(redactor *r, const aude_event *ev)
{
    for (int i = r->now.n - 1; i >= 0; i--) {
        aude_line *line = &r->line[i];
        if (line->move.kind != AUDE_BET || line->move.seat != ev->seat) continue;
        if (line->move.face == AUDE_NO_BET || line->move.x != ev->x || line->move.y != ev->y) continue;
        line->shown = 1;
        return;
    }
}

static void redact_seen(watch *w, const aude_course *c, const aude_move *move)
{
    redactor *r = (redactor *)w;
    aude_line *line = &r->line[r->now.n++];
    *line = (aude_line){.kind = AUDE_LINE_MOVE, .index = -1, .move = *move};
    if (move->kind == AUDE_BET) {
        aude_placed office = aude_placed_at(c->rules, &c->state, aude_n_placed(&c->state) - 1);
        line->move.x = office.x;
        line->move.y = office.y;
    }
    for (int i = 0; i < w->events->n; i++) {
        const aude_event *ev = &w->events->event[i];
        if (ev->kind == AUDE_EV_FLIPPED || (ev->kind == AUDE_EV_VOID && ev->seat == r->seat)) face_show(r, ev);
    }
    aude_step step = aude_state_step(c->rules, &c->state);
    u32 decision = aude_state_decision(&c->state);
    bool secret = step == AUDE_STEP_BET || step == AUDE_STEP_FINAL;
    if (r->now.group >= 0 && secret && decision == r->now.decision) return;
    if (r->now.group >= 0) group_sort(r, r->now.group);
    r->now.group = secret ? r->now.n : -1;
    r->now.decision = decision;
}

bool record_hides(const aude_record *record)
{
    for (int i = 0; i < record->n_lines; i++) {
        const aude_line *line = &record->line[i];
        if (line->kind == AUDE_LINE_MOVE && line->move.kind == AUDE_BET && line->move.face == AUDE_HIDDEN_FACE)
            return true;
    }
    return false;
}

size_t aude_record_redact(const aude_record *record, const aude_rules *rules, int seat, aude_line *work, char *dst,
                          size_t cap)
{
    aude_course course;
    aude_events events;
    redactor r = {.line = work, .seat = seat, .now = {.group = -1}, .base = {.group = -1}};
    text t = text_into(dst, cap);
    r.w = (watch){redact_seen, &events, &r.now, &r.base, sizeof r.now};
    course_start(&course, rules, record->confirm, record_hides(record));
    for (int i = 0; i < record->n_lines; i++)
        if (course_line(&course, &record->line[i], &r.w, NULL)) break;

    bool over = aude_actors(rules, &course.state) == 0;
    setup_text(record, false, &t);
    for (int i = 0; i < r.now.n; i++) {
        const aude_line *line = &r.line[i];
        if (r.now.group >= 0 && i >= r.now.group && is_choice(line)) continue;
        move_text(rules, &line->move, !over && !line->shown, &t);
        text_char(&t, '\n');
    }
    return t.n;
}
