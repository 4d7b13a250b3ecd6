/* look.c - what may be seen of a table, by whom. Writes nothing. */
#include "record/course.h"
#include "record/line.h"
#include "table/table.h"

/* ---- Lines ---- */

static bool viewer_sits(const aude_table *t, int viewer)
{
    return viewer >= 0 && viewer < t->n_seats;
}

/* Lines before the last `delay` turns. A turn begins with a draw that does not follow a draw. */
static i32 lines_before(const aude_publication *p, int delay)
{
    for (int i = p->now.n - 1; i >= 0; i--) {
        bool draw = p->line[i].move.kind == AUDE_DRAW;
        if (draw && (i == 0 || p->line[i - 1].move.kind != AUDE_DRAW) && --delay == 0) return i;
    }
    return 0;
}

i32 late_lines(const aude_table *t)
{
    if (!t->rules) return 0;
    i32 n = aude_publication_lines(&t->publication);
    if (t->phase == AUDE_PHASE_OVER || !t->options.delay) return n;
    i32 saw = t->late < n ? t->late : n, now = lines_before(&t->publication, t->options.delay);
    return now > saw ? now : saw;
}

int aude_table_n_lines(const aude_table *table, int viewer)
{
    if (!table->rules) return 0;
    return viewer_sits(table, viewer) ? aude_publication_lines(&table->publication) : table->late;
}

size_t aude_table_lines(const aude_table *table, int viewer, int from, char *dst, size_t cap)
{
    if (!table->rules) return text_into(dst, cap).n;
    int eye = viewer_sits(table, viewer) ? viewer : AUDE_NOBODY, to = aude_table_n_lines(table, viewer);
    return aude_publication_write(&table->publication, table->rules, eye, from, to, dst, cap);
}

/* ---- A seat's own ---- */

size_t aude_table_own(const aude_table *table, int seat, int copies[AUDE_MAX_CHIPS], int *waits, char *dst, size_t cap)
{
    const aude_course *c = &table->game.course;
    const aude_publication *p = &table->publication;
    text t = text_into(dst, cap);
    if (copies) memset(copies, 0, AUDE_MAX_CHIPS * sizeof *copies);
    if (waits) *waits = 0;
    if (!table->rules || !viewer_sits(table, seat)) return 0;
    for (int face = 0; copies && face < aude_rules_n_faces(table->rules); face++)
        copies[face] = aude_chips_of(table->rules, table_state(table), seat, face);
    if (c->has_waiting && c->waiting.seat == seat) {
        if (waits) *waits = 1;
        move_text(table->rules, &c->waiting, false, &t);
        text_char(&t, '\n');
    }
    bool left = aude_state_left(table_state(table)) >> seat & 1; /* its choices stand, but come before its leaving */
    for (int i = p->now.group; i >= 0 && i < p->now.n && !left; i++) {
        const aude_move *m = &p->line[i].move;
        if (m->seat != seat || (m->kind != AUDE_BET && m->kind != AUDE_FINAL)) continue;
        move_text(table->rules, m, false, &t);
        text_char(&t, '\n');
    }
    return t.n;
}

/* ---- The open decision ---- */

uint32_t aude_table_asked(const aude_table *table)
{
    if (table->phase != AUDE_PHASE_PLAY) return 0;
    if (table->game.course.has_waiting) return 1u << table->game.course.waiting.seat;
    u32 asked = aude_asked(table->rules, table_state(table));
    return asked & AUDE_CHANCE ? 0 : asked & ~aude_state_left(table_state(table));
}

uint32_t aude_table_decision(const aude_table *table)
{
    return table->game.decision;
}

/* ---- Records ---- */

/* The setup of the game with the names of its seats. */
static void record_of(const aude_table *t, aude_record *record)
{
    *record = (aude_record){.setup = t->setup};
    record->setup.first = t->first;
    for (int i = 0; i < t->n_seats; i++) {
        const aude_seat *s = &t->seat[i];
        const char *name = s->person != AUDE_NOBODY ? t->person[s->person].name : s->engine;
        memcpy(record->name[i], name, strlen(name));
    }
}

size_t aude_table_record(const aude_table *table, int viewer, char *dst, size_t cap)
{
    aude_record record;
    text t = text_into(dst, cap);
    record_of(table, &record);
    setup_text(&record, false, &t);
    size_t at = t.n < cap ? t.n : cap;
    return t.n + aude_table_lines(table, viewer, 0, dst ? dst + at : NULL, cap - at);
}

/* A move, and its confirmation where it needs one. */
static void log_line(aude_course *c, aude_move move, bool confirm, text *t)
{
    aude_line line = {.kind = AUDE_LINE_MOVE, .index = -1, .move = move};
    course_line(c, &line, NULL, NULL);
    line_text(c->rules, &line, NULL, t);
    if (!confirm || !c->has_waiting || c->waiting.seat != move.seat) return;
    line = (aude_line){.kind = AUDE_LINE_CONFIRM, .seat = move.seat};
    course_line(c, &line, NULL, NULL);
    line_text(c->rules, &line, NULL, t);
}

size_t aude_table_log(const aude_table *table, char *dst, size_t cap)
{
    const aude_course *c = &table->game.course;
    aude_record record;
    aude_course again;
    text t = text_into(dst, cap);
    record_of(table, &record);
    setup_text(&record, table->confirm, &t);
    if (!table->rules) return t.n;
    course_start(&again, table->rules, table->confirm, false);
    for (int i = 0; i <= c->n_moves; i++) {
        if (c->has_waiting && i == table->waits_after) log_line(&again, c->waiting, false, &t);
        if (i < c->n_moves) log_line(&again, c->move[i], true, &t);
    }
    return t.n;
}

/* ---- Aids ---- */

aude_err aude_table_aid(const aude_table *table, aude_aid aid, aude_errinfo *error)
{
    if (table->phase == AUDE_PHASE_LOBBY || table->phase == AUDE_PHASE_OVER) return AUDE_OK;
    if (aid == AUDE_AID_ANALYSIS)
        return error_at(error, AUDE_E_DENIED, 0, 0, "there is no analysis during a game", NULL, NULL);
    aude_aids needed = aid <= AUDE_AID_FITS ? AUDE_AIDS_TOURNAMENT : AUDE_AIDS_FULL;
    if (table->options.aids >= needed) return AUDE_OK;
    return error_at(error, AUDE_E_DENIED, 0, 0, "this table plays without that aid", NULL, NULL);
}
