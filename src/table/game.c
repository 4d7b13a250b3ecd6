/* game.c - one game in progress: what a seat may do now, and what is written down.
 *
 * What takes effect when is decided by the course (record/course.h), as in every replay; the game adds the log, the
 * preview of a waiting move, and decision ids. An id changes whenever another decision is open (or the same one again,
 * after an undo) and never because of a secret choice, so it may be told to everybody. */
#include "base/error.h"
#include "record/line.h"
#include "record/redact.h"

/* What identifies the open decision as its actors see it. */
typedef struct asking {
    u32 decision, asked;
} asking;

static const aude_state *game_newest(const aude_game *g)
{
    return g->course.has_waiting ? &g->preview : &g->course.state;
}

static asking game_asking(const aude_game *g)
{
    const aude_state *state = game_newest(g);
    return (asking){aude_state_decision(state), aude_asked(g->rules, state)};
}

/* After every line in effect: the preview, and the id of what is asked now. */
static void game_follow(aude_game *g, asking before, bool again)
{
    if (g->course.has_waiting) {
        aude_state_copy(g->rules, &g->preview, &g->course.state);
        aude_err err = aude_apply(g->rules, &g->preview, g->course.waiting, NULL);
        assert(!err);
        (void)err;
    }
    asking now = game_asking(g);
    if (again || now.decision != before.decision || now.asked != before.asked) g->decision++;
}

/* `confirm`, `undo` and `takeback` always begin a decision anew. */
static bool line_again(const aude_line *line)
{
    return line->kind == AUDE_LINE_CONFIRM || line->kind == AUDE_LINE_UNDO || line->kind == AUDE_LINE_TAKEBACK;
}

/* Plays a line; its events may be NULL. */
static aude_err game_play(aude_game *g, const aude_line *line, aude_events *events, aude_errinfo *e)
{
    aude_publication *p = g->publication;
    aude_events own;
    watch w = {.events = events};
    if (p) w = publication_watch(p, events ? events : &own);
    asking before = game_asking(g);
    int n = p ? p->now.n : 0;
    aude_err err = course_line(&g->course, line, w.events ? &w : NULL, e);
    if (err) return err;
    if (p) publication_settle(p, n, aude_actors(g->rules, &g->course.state) == 0);
    game_follow(g, before, line_again(line));
    return AUDE_OK;
}

/* Plays a line and writes it down. */
static aude_err game_line(aude_game *g, const aude_line *line, aude_events *events, aude_errinfo *e)
{
    aude_record *record = g->record;
    if (record && record->n_lines >= record->cap_lines)
        return error_at(e, AUDE_E_LIMIT, 0, 0, "the log is full", NULL, NULL);
    aude_err err = game_play(g, line, events, e);
    if (err) return err;
    if (record) record->line[record->n_lines++] = *line;
    if (events && (g->course.has_waiting || line->kind == AUDE_LINE_UNDO || line->kind == AUDE_LINE_TAKEBACK))
        events->n = 0;
    return AUDE_OK;
}

void aude_game_start(aude_game *game, const aude_rules *rules, int confirm, aude_publication *publication)
{
    game->record = NULL;
    game->rules = rules;
    game->publication = publication;
    game->decision = 0;
    if (publication) publication_start(publication);
    course_start(&game->course, rules, confirm, false);
}

aude_err aude_game_open(aude_game *game, aude_record *record, const aude_rules *rules, aude_errinfo *error)
{
    if (record_hides(record))
        return error_at(error, AUDE_E_HIDDEN, 0, 0, "a public record that hides bets cannot be continued", NULL, NULL);
    aude_game_start(game, rules, record->confirm, NULL);
    game->record = record;
    for (int i = 0; i < record->n_lines; i++) {
        aude_err err = game_play(game, &record->line[i], NULL, error);
        if (err && error) error->line = record->line[i].number;
        if (err) return err;
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

aude_err aude_game_move(aude_game *game, aude_move move, aude_events *events, aude_errinfo *error)
{
    aude_line line = {.kind = AUDE_LINE_MOVE, .index = -1, .move = move};
    bool leaves = move.kind == AUDE_RETIRE || move.kind == AUDE_END;
    if (!leaves || !game->course.has_waiting || game->course.waiting.seat != move.seat)
        return game_line(game, &line, events, error);
    /* Rule base/retire-1: a move still unconfirmed is confirmed first. That may be the end of the game. */
    aude_events confirmed = {0};
    aude_err err = aude_game_confirm(game, move.seat, events, error);
    if (err || aude_actors(game->rules, &game->course.state) == 0) return err;
    if (events) memcpy(&confirmed, events, sizeof confirmed);
    err = game_line(game, &line, events, error);
    if (!err && events) events_prepend(events, &confirmed);
    return err;
}

aude_err aude_game_confirm(aude_game *game, int seat, aude_events *events, aude_errinfo *error)
{
    aude_line line = {.kind = AUDE_LINE_CONFIRM, .seat = (u8)seat, .index = -1};
    if (seat < 0 || seat >= AUDE_MAX_SEATS)
        return error_at(error, AUDE_E_UNKNOWN, 0, 0, "there is no such seat", NULL, NULL);
    return game_line(game, &line, events, error);
}

aude_err aude_game_undo(aude_game *game, int seat, int index, aude_errinfo *error)
{
    aude_line line = {.kind = AUDE_LINE_UNDO, .seat = (u8)seat, .index = index < 0 ? -1 : index};
    if (seat < 0 || seat >= AUDE_MAX_SEATS)
        return error_at(error, AUDE_E_UNKNOWN, 0, 0, "there is no such seat", NULL, NULL);
    return game_line(game, &line, NULL, error);
}

aude_err aude_game_takeback(aude_game *game, int seat, int index, aude_errinfo *error)
{
    aude_line line = {.kind = AUDE_LINE_TAKEBACK, .seat = (u8)seat, .index = index};
    if (seat < 0 || seat >= AUDE_MAX_SEATS)
        return error_at(error, AUDE_E_UNKNOWN, 0, 0, "there is no such seat", NULL, NULL);
    return game_line(game, &line, NULL, error);
}

aude_err aude_game_may_take_back(const aude_game *game, int index, aude_state *scratch, aude_errinfo *error)
{
    return course_may_take_back(&game->course, index, scratch, error);
}

const aude_state *aude_game_state(const aude_game *game, int seat)
{
    const aude_course *c = &game->course;
    return c->has_waiting && c->waiting.seat == seat ? &game->preview : &c->state;
}
