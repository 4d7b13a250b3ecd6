/* game.c - exports of one game: a table with its log, spoken to in lines of the record grammar. */
#include "base/scan.h"
#include "record/line.h"
#include "wasm/module.h"
#include "wasm/tell.h"

struct game {
    aude_rules rules;
    aude_game table;
    aude_record record;
    aude_tileset own[AUDE_MAX_SETS];
    aude_random random;                 /* draws */
    aude_random engine[AUDE_MAX_SEATS]; /* from its own no engine can foresee a draw */
    aude_events events;                 /* of the last line */
};

/* Room for the time of one call. */
static aude_state shown;
static aude_events redacted;
static aude_move moves[AUDE_MAX_MOVES];

size_t game_bytes(void)
{
    return sizeof(game);
}

aude_err game_open(game *g, aude_line *line, int n_lines, const char *text, size_t size, uint64_t seed,
                   aude_errinfo *error)
{
    g->record = (aude_record){.own = g->own, .cap_own = AUDE_MAX_SETS, .line = line, .cap_lines = n_lines};
    g->events.n = 0;
    aude_random_seed(&g->random, seed);
    for (int i = 0; i < AUDE_MAX_SEATS; i++) aude_random_seed(&g->engine[i], aude_random_next(&g->random));
    aude_err err = aude_record_read(&g->record, &g->rules, &g->table.course.state, text, size, error);
    return err ? err : aude_game_open(&g->table, &g->record, &g->rules, error);
}

int game_room(const game *g)
{
    return g->record.cap_lines - g->record.n_lines;
}

void game_grow(game *g, aude_line *line, int n_lines)
{
    memcpy(line, g->record.line, (size_t)g->record.n_lines * sizeof *line);
    g->record.line = line;
    g->record.cap_lines = n_lines;
}

/* ---- What may be done -------------------------------------------------------------------------------------------- */

int game_seats(const game *g)
{
    return g->record.setup.n_seats;
}

uint32_t game_actors(const game *g)
{
    return aude_actors(&g->rules, &g->table.course.state);
}

/* While a move waits, its owner may confirm it or take it back. */
static void waiting_json(json *j, int seat)
{
    static const aude_line_kind kind[] = {AUDE_LINE_CONFIRM, AUDE_LINE_UNDO};
    for (int i = 0; i < 2; i++) {
        char words[32];
        text t = text_into(words, sizeof words);
        text_str(&t, kind[i] == AUDE_LINE_CONFIRM ? "confirm " : "undo ");
        text_int(&t, seat);
        json_str(j, NULL, words);
    }
}

size_t game_legal(const game *g, int seat, char *dst, size_t cap)
{
    const aude_course *course = &g->table.course;
    json j = json_into(dst, cap);
    json_open(&j, NULL, '[');
    if (!course->has_waiting) {
        int n = aude_legal(&g->rules, &course->state, seat, moves, AUDE_MAX_MOVES);
        for (int i = 0; i < n; i++) tell_line(&j, NULL, &g->rules, &moves[i]);
    } else if (course->waiting.seat == seat) {
        waiting_json(&j, seat);
    }
    json_close(&j, ']');
    return j.t.n;
}

size_t game_chance(const game *g, char *dst, size_t cap)
{
    json j = json_into(dst, cap);
    tell_chance(&j, &g->rules, &g->table.course.state);
    return j.t.n;
}

/* ---- Doing it ---------------------------------------------------------------------------------------------------- */

aude_err game_apply(game *g, const char *words, size_t size, aude_errinfo *error)
{
    scan s;
    aude_line line;
    aude_err err = scan_single(&s, words, size, error);
    if (!err) err = line_scan(&g->rules, &g->table.course.state, &s, &line, error);
    if (err) return err;
    switch (line.kind) {
    case AUDE_LINE_CONFIRM: return aude_game_confirm(&g->table, line.seat, &g->events, error);
    case AUDE_LINE_TAKEBACK:
    case AUDE_LINE_UNDO:
        err = line.kind == AUDE_LINE_UNDO ? aude_game_undo(&g->table, line.seat, line.index, error)
                                          : aude_game_takeback(&g->table, line.seat, line.index, error);
        if (!err) g->events.n = 0;
        return err;
    default: return aude_game_move(&g->table, line.move, &g->events, error);
    }
}

aude_err game_draw(game *g, aude_errinfo *error)
{
    aude_move move = {.kind = AUDE_DRAW, .seat = AUDE_NOBODY, .tile = UINT16_MAX}; /* refused where none is due */
    if (game_actors(g) == AUDE_CHANCE) aude_random_move(&g->rules, &g->table.course.state, &g->random, &move);
    return aude_game_move(&g->table, move, &g->events, error);
}

size_t engine_bytes(int engine)
{
    return aude_engine_builtin(engine)->memory;
}

size_t game_choose(game *g, int seat, int engine, void *memory, char *dst, size_t cap)
{
    aude_move move;
    if (seat < 0 || seat >= AUDE_MAX_SEATS || !(game_actors(g) >> seat & 1) || g->table.course.has_waiting) return 0;
    aude_view(&g->rules, &g->table.course.state, seat, AUDE_RECALL, &shown);
    if (aude_engine_builtin(engine)->memory) memset(memory, 0, AUDE_ENGINE_FRESH);
    aude_engine_builtin(engine)->choose(&g->rules, &shown, seat, NULL, &g->engine[seat], memory, &move);
    return aude_move_write(&g->rules, move, dst, cap);
}

/* ---- What there is to see ---------------------------------------------------------------------------------------- */

size_t game_last(const game *g, char *dst, size_t cap)
{
    text t = text_into(dst, cap);
    int n = g->record.n_lines;
    if (n) line_text(&g->rules, &g->record.line[n - 1], g->record.text, &t);
    return t.n;
}

size_t game_events(const game *g, int seat, char *dst, size_t cap)
{
    json j = json_into(dst, cap);
    aude_redact(&g->rules, &g->events, seat, &redacted);
    tell_events(&j, &g->rules, &redacted);
    return j.t.n;
}

size_t game_view(const game *g, int seat, unsigned flags, char *dst, size_t cap)
{
    const aude_course *course = &g->table.course;
    bool waits = course->has_waiting && course->waiting.seat == seat;
    json j = json_into(dst, cap);
    aude_view(&g->rules, aude_game_state(&g->table, seat), seat, flags, &shown);
    json_open(&j, NULL, '{');
    if (seat < g->record.setup.n_seats)
        json_int(&j, "seat", seat);
    else
        json_str(&j, "seat", NULL);
    tell_line(&j, "waiting", &g->rules, waits ? &course->waiting : NULL);
    json_open(&j, "names", '[');
    for (int i = 0; i < g->record.setup.n_seats; i++) json_str(&j, NULL, g->record.name[i]);
    json_close(&j, ']');
    tell_state(&j, &g->rules, &shown);
    json_close(&j, '}');
    return j.t.n;
}

size_t game_log(const game *g, char *dst, size_t cap)
{
    return aude_record_write(&g->record, &g->rules, dst, cap);
}

size_t game_record(const game *g, int seat, aude_line *work, char *dst, size_t cap)
{
    return aude_record_redact(&g->record, &g->rules, seat, work, dst, cap);
}
