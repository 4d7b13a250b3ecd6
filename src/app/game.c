/* game.c - runs a table with people and computer players. The record in the table is the only truth; the history is told from
 * it again where something was taken back. */
#include "app/game.h"

#include "app/draw.h"
#include "app/file.h"
#include "app/glyph.h"
#include "app/recordfile.h"
#include "app/retell.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_AT_ONCE = 1024, LINES_A_CHANGE = 4 };

static aude_err game_error(aude_errinfo *error, const char *message)
{
    error->code = AUDE_E_UNKNOWN;
    error->line = error->column = 0;
    snprintf(error->message, sizeof error->message, "%s", message);
    return error->code;
}

/* ---- Opening ---- */

static bool lines_reserve(game *g)
{
    if (g->record.n_lines + LINES_A_CHANGE <= g->record.cap_lines) return true;
    int cap = g->record.cap_lines + LINES_AT_ONCE;
    aude_line *more = realloc(g->record.line, (size_t)cap * sizeof *more);
    if (!more) return false;
    g->record.line = more;
    g->record.cap_lines = cap;
    return true;
}

static bool seats_open(game *g, aude_errinfo *error)
{
    g->n_seats = g->record.setup.n_seats;
    g->teller = AUDE_NOBODY;
    for (int i = 0; i < g->n_seats; i++) {
        retell_name(&g->record, i, g->name[i]);
        if (strncmp(g->record.name[i], "ai:", 3)) {
            g->teller = g->teller == AUDE_NOBODY ? i : -1;
            continue;
        }
        if (!player_read(&g->player[i], g->record.name[i] + 3)) {
            char message[160];
            snprintf(message, sizeof message, "there is no computer player \"%.60s\"", g->record.name[i] + 3);
            return !game_error(error, message);
        }
        if (!player_open(&g->player[i])) return !game_error(error, "out of memory");
    }
    if (g->teller < 0) g->teller = AUDE_NOBODY;
    return true;
}

static bool table_open(game *g, aude_errinfo *error)
{
    history_open(&g->history);
    if (!lines_reserve(g)) return !game_error(error, "out of memory");
    return seats_open(g, error) && !aude_game_open(&g->table, &g->record, &g->rules, error);
}

/* What a seat line of a record can hold. */
static bool name_is_good(const char *name)
{
    size_t size = strlen(name);
    if (!size || size >= sizeof(((aude_record *)0)->name[0])) return false;
    if (*name == ' ' || *name == '#' || name[size - 1] == ' ' || strstr(name, " #")) return false;
    while (*name) { /* what reads as '?' without being one is malformed or a control character */
        bool mark = *name == '?';
        if (glyph_next(&name) == '?' && !mark) return false;
    }
    return true;
}

bool game_new(game *g, game_setup *setup, const char *const *seat, aude_errinfo *error)
{
    memset(g, 0, sizeof *g);
    g->record.own = setup->own;
    g->record.n_own = setup->n_own;
    g->record.cap_own = AUDE_MAX_SETS;
    g->record.setup = setup->setup;
    g->record.confirm = setup->confirm;
    setup->own = NULL;
    for (int i = 0; i < setup->setup.n_seats; i++) {
        if (!name_is_good(seat[i]))
            return !game_error(error,
                               "a name has 1 to 63 bytes, no space at its ends, no control characters and no \" #\"");
        for (int j = 0; j < i; j++)
            if (!strcmp(seat[i], seat[j]) && strncmp(seat[i], "ai:", 3))
                return !game_error(error, "two people have one name");
        strcpy(g->record.name[i], seat[i]);
    }
    return !aude_rules_init(&g->rules, &g->record.setup, error) && table_open(g, error);
}

bool game_load(game *g, char *text, size_t size, aude_errinfo *error)
{
    memset(g, 0, sizeof *g);
    g->text = text;
    return !recordfile_read(&g->record, &g->rules, &g->view, text, size, error) && table_open(g, error) &&
           (retell(&g->history, &g->record, &g->rules, g->teller) || !game_error(error, "cannot be told again"));
}

void game_seed(game *g, uint64_t seed)
{
    seed += (uint64_t)g->record.n_lines * 0x9e3779b97f4a7c15u;
    aude_random_seed(&g->draws, seed);
    aude_random_seed(&g->engines, aude_random_next(&g->draws));
}

void game_close(game *g)
{
    for (int i = 0; i < AUDE_MAX_SEATS; i++) player_close(&g->player[i]);
    history_close(&g->history);
    recordfile_free(&g->record);
    free(g->text);
    free(g->path);
    memset(g, 0, sizeof *g);
}

/* ---- Looking ---- */

void game_scene(game *g, int owner, int viewer, scene *dst)
{
    aude_view(&g->rules, aude_game_state(&g->table, owner), viewer, 0, &g->view);
    *dst = (scene){
        .rules = &g->rules, .state = &g->view, .viewer = viewer, .setup = &g->record.setup, .n_seats = g->n_seats};
    for (int i = 0; i < g->n_seats; i++) dst->name[i] = g->name[i];
}

static const aude_state *game_state(const game *g)
{
    return aude_game_state(&g->table, AUDE_NOBODY);
}

int game_waiting(const game *g)
{
    return g->table.course.has_waiting ? g->table.course.waiting.seat : -1;
}

/* All who are to decide, as bits, with AUDE_CHANCE. */
static uint32_t game_actors(const game *g)
{
    return g->table.course.has_waiting ? 1u << g->table.course.waiting.seat : aude_actors(&g->rules, game_state(g));
}

unsigned game_people(const game *g)
{
    uint32_t actors = game_actors(g) & ~(uint32_t)AUDE_CHANCE;
    for (int i = 0; i < g->n_seats; i++)
        if (g->player[i].engine) actors &= ~(1u << i);
    return actors;
}

int game_n_people(const game *g)
{
    int n = 0;
    for (int i = 0; i < g->n_seats; i++) n += !g->player[i].engine;
    return n;
}

bool game_over(const game *g)
{
    return !game_actors(g);
}

/* ---- Changing ---- */

bool game_save(const game *g, const char *path, bool fresh)
{
    size_t size = aude_record_write(&g->record, &g->rules, NULL, 0);
    char *text = malloc(size + 1);
    if (!text) return false;
    aude_record_write(&g->record, &g->rules, text, size + 1);
    bool good = file_write(path, text, size, FILE_SECRET | (fresh ? FILE_FRESH : 0));
    int error = errno;
    free(text);
    errno = error;
    return good;
}

void game_autosave(game *g)
{
    if (g->path) g->save_error = game_save(g, g->path, false) ? 0 : errno;
}

static void game_tell(game *g)
{
    scene s;
    aude_redact(&g->rules, &g->events, g->teller, &g->events);
    game_scene(g, AUDE_NOBODY, g->teller, &s);
    history_add(&g->history, &s, &g->events);
}

aude_err game_move(game *g, aude_move move, aude_errinfo *error)
{
    if (!lines_reserve(g)) return game_error(error, "out of memory");
    g->events.n = 0;
    aude_err code = aude_game_move(&g->table, move, &g->events, error);
    if (code) return code;
    game_tell(g);
    game_autosave(g);
    return AUDE_OK;
}

aude_err game_confirm(game *g, int seat, aude_errinfo *error)
{
    if (!lines_reserve(g)) return game_error(error, "out of memory");
    g->events.n = 0;
    aude_err code = aude_game_confirm(&g->table, seat, &g->events, error);
    if (code) return code;
    game_tell(g);
    game_autosave(g);
    return AUDE_OK;
}

aude_err game_undo(game *g, int seat, int index, aude_errinfo *error)
{
    if (!lines_reserve(g)) return game_error(error, "out of memory");
    aude_err code = aude_game_undo(&g->table, seat, index, error);
    if (code) return code;
    history_close(&g->history);
    retell(&g->history, &g->record, &g->rules, g->teller);
    game_autosave(g);
    return AUDE_OK;
}

bool game_step(game *g)
{
    uint32_t actors = game_actors(g);
    aude_errinfo error;
    aude_move move;
    int seat = 0;
    if (actors & AUDE_CHANCE) {
        move = draw_choose(&g->rules, game_state(g), &g->draws);
    } else {
        while (seat < g->n_seats && !(actors >> seat & 1 && g->player[seat].engine)) seat++;
        if (seat == g->n_seats) return false;
        if (g->table.course.has_waiting) return !game_confirm(g, seat, &error);
        move = player_choose(&g->player[seat], &g->rules, game_state(g), seat, &g->engines);
    }
    if (!game_move(g, move, &error)) return true;
    fprintf(stderr, "bug: the program's own move was refused: %s\n", error.message);
    abort();
}
