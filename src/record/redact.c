/* redact.c - the public record of a game: docs/record.md, two forms.
 *
 * The moves that take effect are collected in the order in which they do. The lines of a secret decision are a group at
 * the end of the collection until it closes; then they are put in an order that tells nothing of the order of choosing:
 * first what seats did that left meanwhile (each with its own choices, as these stand), then the choices of the others
 * by seat. */
#include "record/redact.h"
#include "record/line.h"

static bool is_choice(const aude_line *line)
{
    return line->move.kind == AUDE_BET || line->move.kind == AUDE_FINAL;
}

static void publication_touch(aude_publication *p, int line)
{
    if (line < p->changed) p->changed = line;
}

/* Where a line belongs in a closed group: seats that left, in the order they did; the others by seat; the end of the game,
 * which closes bets (final choices it does not close: there it is like leaving). */
static int group_rank(const aude_publication *p, int first, const aude_line *line, bool bets)
{
    int others = p->now.n - first;
    if (bets && line->move.kind == AUDE_END) return others + AUDE_MAX_SEATS;
    for (int i = first; i < p->now.n; i++) {
        const aude_move *m = &p->line[i].move;
        bool leaves = m->kind == AUDE_RETIRE || (m->kind == AUDE_END && !bets);
        if (leaves && m->seat == line->move.seat) return i - first;
    }
    return others + line->move.seat;
}

static void group_sort(aude_publication *p, int first)
{
    /* Insertion, stable: a seat's own lines keep their order. Ranks are taken before anything moves, into `number`,
     * which nothing else needs here. */
    bool bets = false;
    for (int i = first; i < p->now.n; i++) bets |= p->line[i].move.kind == AUDE_BET;
    for (int i = first; i < p->now.n; i++) p->line[i].number = group_rank(p, first, &p->line[i], bets);
    for (int i = first + 1; i < p->now.n; i++) {
        aude_line line = p->line[i];
        int k = i;
        for (; k > first && p->line[k - 1].number > line.number; k--) p->line[k] = p->line[k - 1];
        p->line[k] = line;
    }
}

/* The face of a seat's chip on a tile is known from now on, to everybody or to its owner; the newest such bet is the chip
 * that lies there. */
static void face_show(aude_publication *p, const aude_event *ev)
{
    for (int i = p->now.n - 1; i >= 0; i--) {
        aude_line *line = &p->line[i];
        if (line->move.kind != AUDE_BET || line->move.seat != ev->seat) continue;
        if (line->move.face == AUDE_NO_BET || line->move.x != ev->x || line->move.y != ev->y) continue;
        line->shown = (u8)(ev->kind == AUDE_EV_FLIPPED ? AUDE_NOBODY : 1u << ev->seat);
        line->index = p->now.n - 1;
        publication_touch(p, i);
        return;
    }
}

void publication_start(aude_publication *p)
{
    p->now.n = 0;
    p->now.group = -1;
    p->now.decision = 0;
    p->base = p->now;
    p->changed = 0;
}

static void publication_seen(watch *w, const aude_course *c, const aude_move *move)
{
    aude_publication *p = w->context;
    if (!move) {
        publication_start(p);
        return;
    }
    aude_line *line = &p->line[p->now.n++];
    *line = (aude_line){.kind = AUDE_LINE_MOVE, .index = -1, .move = *move};
    if (move->kind == AUDE_BET) {
        aude_placed office = aude_placed_at(c->rules, &c->state, aude_n_placed(&c->state) - 1);
        line->move.x = office.x;
        line->move.y = office.y;
    }
    for (int i = 0; i < w->events->n; i++) {
        const aude_event *ev = &w->events->event[i];
        if (ev->kind == AUDE_EV_FLIPPED || ev->kind == AUDE_EV_VOID) face_show(p, ev);
    }
    aude_step step = aude_state_step(c->rules, &c->state);
    u32 decision = aude_state_decision(&c->state);
    bool secret = step == AUDE_STEP_BET || step == AUDE_STEP_FINAL;
    if (p->now.group >= 0 && secret && decision == p->now.decision) {
        if (!is_choice(line)) publication_touch(p, p->now.group);
        return;
    }
    publication_touch(p, p->now.group >= 0 ? p->now.group : p->now.n - 1);
    if (p->now.group >= 0) group_sort(p, p->now.group);
    p->now.group = secret ? p->now.n : -1;
    p->now.decision = decision;
}

watch publication_watch(aude_publication *p, aude_events *events)
{
    return (watch){publication_seen, p, events, &p->now, &p->base, sizeof p->now};
}

void publication_settle(aude_publication *p, int n_before, bool over)
{
    if (p->now.n < n_before) publication_touch(p, p->now.n);
    if (!over) return;
    /* At the end everything is shown. */
    for (int i = 0; i < p->now.n; i++) {
        aude_line *line = &p->line[i];
        if (line->move.kind != AUDE_BET || line->shown == AUDE_NOBODY) continue;
        line->shown = AUDE_NOBODY;
        line->index = p->now.n - 1;
        publication_touch(p, i);
    }
    p->now.group = -1;
}

/* Whether a line is public; those of an open decision are not. */
static bool line_public(const aude_publication *p, int i)
{
    return p->now.group < 0 || i < p->now.group || !is_choice(&p->line[i]);
}

int aude_publication_lines(const aude_publication *publication)
{
    int n = 0;
    for (int i = publication->now.group < 0 ? publication->now.n : publication->now.group; i < publication->now.n; i++)
        n += line_public(publication, i);
    return n + (publication->now.group < 0 ? publication->now.n : publication->now.group);
}

static void publication_text(const aude_publication *p, const aude_rules *rules, int viewer, int from, int to, text *t)
{
    u32 eye = viewer < AUDE_MAX_SEATS ? 1u << viewer : 1u << AUDE_MAX_SEATS;
    for (int i = 0, k = 0; i < p->now.n && k < to; i++) {
        const aude_line *line = &p->line[i];
        if (!line_public(p, i) || k++ < from) continue;
        move_text(rules, &line->move, !(line->shown & eye) || line->index >= to, t);
        text_char(t, '\n');
    }
}

size_t aude_publication_write(const aude_publication *publication, const aude_rules *rules, int viewer, int from,
                              int to, char *dst, size_t cap)
{
    text t = text_into(dst, cap);
    publication_text(publication, rules, viewer, from, to, &t);
    return t.n;
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
    aude_publication p = {.line = work};
    watch w = publication_watch(&p, &events);
    text t = text_into(dst, cap);
    publication_start(&p);
    course_start(&course, rules, record->confirm, record_hides(record));
    for (int i = 0; i < record->n_lines; i++)
        if (course_line(&course, &record->line[i], &w, NULL)) break;
    publication_settle(&p, 0, aude_actors(rules, &course.state) == 0);
    setup_text(record, false, &t);
    publication_text(&p, rules, seat, 0, p.now.n, &t);
    return t.n;
}
