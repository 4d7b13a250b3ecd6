/* table.c - the authority over one game: what a seat may do now, and what is written down.
 *
 * What takes effect when is decided by the course (record/course.h), as in every replay; the table adds the log, the
 * preview of a waiting move, and decision ids. An id changes whenever another decision is open (or the same one again,
 * after an undo) and never because of a secret choice, so it may be told to everybody. */
#include "base/error.h"
#include "record/course.h"
#include "record/line.h"

/* What identifies the open decision as its actors see it. */
typedef struct asking {
    u32 decision, asked;
} asking;

static const aude_state *table_newest(const aude_table *t)
{
    return t->course.has_waiting ? &t->preview : &t->course.state;
}

static asking table_asking(const aude_table *t)
{
    const aude_state *state = table_newest(t);
    return (asking){aude_state_decision(state), aude_asked(t->rules, state)};
}

/* After every line in effect: the preview, and the id of what is asked now. */
static void table_follow(aude_table *t, asking before, bool again)
{
    if (t->course.has_waiting) {
        aude_state_copy(t->rules, &t->preview, &t->course.state);
        aude_err err = aude_apply(t->rules, &t->preview, t->course.waiting, NULL);
        assert(!err);
        (void)err;
    }
    asking now = table_asking(t);
    if (again || now.decision != before.decision || now.asked != before.asked) t->decision++;
}

/* `confirm` and `undo` always begin a decision anew. */
static bool line_again(const aude_line *line)
{
    return line->kind == AUDE_LINE_CONFIRM || line->kind == AUDE_LINE_UNDO;
}

/* Plays a line and writes it down. */
static aude_err table_line(aude_table *t, const aude_line *line, aude_events *events, aude_errinfo *e)
{
    aude_record *record = t->record;
    watch w = {.events = events};
    asking before = table_asking(t);
    if (record->n_lines >= record->cap_lines) return error_at(e, AUDE_E_LIMIT, 0, 0, "the log is full", NULL, NULL);
    aude_err err = course_line(&t->course, line, events ? &w : NULL, e);
    if (err) return err;
    record->line[record->n_lines++] = *line;
    table_follow(t, before, line_again(line));
    if (events && (t->course.has_waiting || line->kind == AUDE_LINE_UNDO)) events->n = 0;
    return AUDE_OK;
}

aude_err aude_table_open(aude_table *table, aude_record *record, const aude_rules *rules, aude_errinfo *error)
{
    if (record_hides(record))
        return error_at(error, AUDE_E_HIDDEN, 0, 0, "a public record that hides bets cannot be continued", NULL, NULL);
    table->record = record;
    table->rules = rules;
    table->decision = 0;
    course_start(&table->course, rules, record->confirm, false);
    for (int i = 0; i < record->n_lines; i++) {
        const aude_line *line = &record->line[i];
        asking before = table_asking(table);
        aude_err err = course_line(&table->course, line, NULL, error);
        if (err && error) error->line = line->number;
        if (err) return err;
        table_follow(table, before, line_again(line));
    }
    return AUDE_OK;
}

/* Puts earlier events before those of *events, as many of the last as there is room for. */
static void events_prepend(aude_events *events, const aude_events *earlier)
{
    int n = AUDE_MAX_EVENTS - events->n;
    if (n > earlier->n) n = earlier->n;
    memmove(&events->event[n], events->event, (size_t)events->n * sizeof *events->event);
    memcpy(events->event, &earlier->event[earlier->n - n], (size_t)n * sizeof *events->event);
    events->n += n;
}

aude_err aude_table_move(aude_table *table, aude_move move, aude_events *events, aude_errinfo *error)
{
    aude_line line = {.kind = AUDE_LINE_MOVE, .index = -1, .move = move};
    bool leaves = move.kind == AUDE_RETIRE || move.kind == AUDE_END;
    if (!leaves || !table->course.has_waiting || table->course.waiting.seat != move.seat)
        return table_line(table, &line, events, error);
    /* Rule base/retire-1: a move still unconfirmed is confirmed first. That may be the end of the game. */
    aude_events confirmed = {0};
    aude_err err = aude_table_confirm(table, move.seat, events, error);
    if (err || aude_actors(table->rules, &table->course.state) == 0) return err;
    if (events) memcpy(&confirmed, events, sizeof confirmed);
    err = table_line(table, &line, events, error);
    if (!err && events) events_prepend(events, &confirmed);
    return err;
}

aude_err aude_table_confirm(aude_table *table, int seat, aude_events *events, aude_errinfo *error)
{
    aude_line line = {.kind = AUDE_LINE_CONFIRM, .seat = (u8)seat, .index = -1};
    if (seat < 0 || seat >= AUDE_MAX_SEATS)
        return error_at(error, AUDE_E_UNKNOWN, 0, 0, "there is no such seat", NULL, NULL);
    return table_line(table, &line, events, error);
}

aude_err aude_table_undo(aude_table *table, int seat, int index, aude_errinfo *error)
{
    aude_line line = {.kind = AUDE_LINE_UNDO, .seat = (u8)seat, .index = index < 0 ? -1 : index};
    if (seat < 0 || seat >= AUDE_MAX_SEATS)
        return error_at(error, AUDE_E_UNKNOWN, 0, 0, "there is no such seat", NULL, NULL);
    return table_line(table, &line, NULL, error);
}

const aude_state *aude_table_state(const aude_table *table, int seat)
{
    const aude_course *c = &table->course;
    return c->has_waiting && c->waiting.seat == seat ? &table->preview : &c->state;
}
