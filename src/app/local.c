/* local.c - runs a table with people and computer players. The record in the table is the only truth; the history is told from
 * it again where something was taken back. */
#include "app/local.h"

#include "app/draw.h"
#include "app/file.h"
#include "app/glyph.h"
#include "app/note.h"
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

static local *local_of(game *g)
{
    return (local *)g;
}

static const local *local_in(const game *g)
{
    return (const local *)g;
}

static bool lines_reserve(local *l)
{
    if (l->record.n_lines + LINES_A_CHANGE <= l->record.cap_lines) return true;
    int cap = l->record.cap_lines + LINES_AT_ONCE;
    aude_line *more = realloc(l->record.line, (size_t)cap * sizeof *more);
    if (!more) return false;
    l->record.line = more;
    l->record.cap_lines = cap;
    return true;
}

static bool seats_open(local *l, bool exec, aude_errinfo *error)
{
    l->game.n_seats = l->record.setup.n_seats;
    l->game.teller = AUDE_NOBODY;
    for (int i = 0; i < l->game.n_seats; i++) {
        retell_name(&l->record, i, l->game.name[i]);
        if (strncmp(l->record.name[i], "ai:", 3)) {
            l->game.teller = l->game.n_people++ ? AUDE_NOBODY : i;
            continue;
        }
        const char *name = l->record.name[i] + 3;
        if (!(exec ? player_read_any(&l->player[i], name) : player_read(&l->player[i], name))) {
            char message[160];
            if (!exec && !strncmp(name, "exec:", 5)) {
                snprintf(message, sizeof message, "seat %d would run a program: \"%.60s\"; --exec allows it", i,
                         name + 5);
                return !game_error(error, message);
            }
            snprintf(message, sizeof message, "there is no computer player \"%.60s\"", name);
            return !game_error(error, message);
        }
        player_spread(&l->player[i]);
        if (!player_open(&l->player[i])) return !game_error(error, "out of memory");
    }
    return true;
}

static const game_kind local_kind;

static bool table_open(local *l, bool exec, aude_errinfo *error)
{
    l->game.kind = &local_kind;
    l->game.rules = &l->rules;
    l->game.setup = &l->record.setup;
    l->game.confirms = l->record.confirm;
    l->game.aids = AUDE_AIDS_FULL;
    history_open(&l->game.history);
    if (!lines_reserve(l)) return !game_error(error, "out of memory");
    return seats_open(l, exec, error) && !aude_game_open(&l->table, &l->record, &l->rules, error);
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

bool local_new(local *l, game_setup *setup, const char *const *seat, aude_errinfo *error)
{
    memset(l, 0, sizeof *l);
    l->record.own = setup->own;
    l->record.n_own = setup->n_own;
    l->record.cap_own = AUDE_MAX_SETS;
    l->record.setup = setup->setup;
    l->record.confirm = setup->confirm;
    setup->own = NULL;
    for (int i = 0; i < setup->setup.n_seats; i++) {
        if (!name_is_good(seat[i]))
            return !game_error(error,
                               "a name has 1 to 63 bytes, no space at its ends, no control characters and no \" #\"");
        for (int j = 0; j < i; j++)
            if (!strcmp(seat[i], seat[j]) && strncmp(seat[i], "ai:", 3))
                return !game_error(error, "two people have one name");
        strcpy(l->record.name[i], seat[i]);
    }
    return !aude_rules_init(&l->rules, &l->record.setup, error) && table_open(l, true, error);
}

bool local_load(local *l, char *text, size_t size, bool exec, aude_errinfo *error)
{
    memset(l, 0, sizeof *l);
    l->text = text;
    return !recordfile_read(&l->record, &l->rules, &l->game.view, text, size, error) && table_open(l, exec, error) &&
           (retell(&l->game.history, &l->record, &l->rules, l->game.teller) ||
            !game_error(error, "cannot be told again"));
}

void local_seed(local *l, uint64_t seed)
{
    seed += (uint64_t)l->record.n_lines * 0x9e3779b97f4a7c15u;
    aude_random_seed(&l->draws, seed);
    aude_random_seed(&l->engines, aude_random_next(&l->draws));
}

void local_close(local *l)
{
    for (int i = 0; i < AUDE_MAX_SEATS; i++) player_close(&l->player[i]);
    history_close(&l->game.history);
    recordfile_free(&l->record);
    free(l->text);
    free(l->path);
    memset(l, 0, sizeof *l);
}

/* ---- Looking ---- */

static void local_look(game *g, int owner, int viewer)
{
    local *l = local_of(g);
    aude_view(&l->rules, aude_game_state(&l->table, owner), viewer, 0, &g->view);
}

static const aude_state *local_state(const local *l)
{
    return aude_game_state(&l->table, AUDE_NOBODY);
}

static int local_waiting(const game *g)
{
    const aude_course *course = &local_in(g)->table.course;
    return course->has_waiting ? course->waiting.seat : -1;
}

/* All who are to decide, as bits, with AUDE_CHANCE. */
static uint32_t local_actors(const local *l)
{
    int waiting = local_waiting(&l->game);
    return waiting >= 0 ? 1u << waiting : aude_actors(&l->rules, local_state(l));
}

static unsigned local_people(game *g)
{
    const local *l = local_of(g);
    uint32_t actors = local_actors(l) & ~(uint32_t)AUDE_CHANCE;
    for (int i = 0; i < g->n_seats; i++)
        if (l->player[i].engine) actors &= ~(1u << i);
    return actors;
}

static game_stage local_stage(game *g)
{
    return local_actors(local_of(g)) ? GAME_ON : GAME_OVER;
}

/* ---- Saving ---- */

bool local_save(const local *l, const char *path, bool fresh)
{
    size_t size = aude_record_write(&l->record, &l->rules, NULL, 0);
    char *text = malloc(size + 1);
    if (!text) return false;
    aude_record_write(&l->record, &l->rules, text, size + 1);
    bool good = file_write(path, text, size, FILE_SECRET | (fresh ? FILE_FRESH : 0));
    int error = errno;
    free(text);
    errno = error;
    return good;
}

void local_autosave(local *l)
{
    if (l->path) l->save_error = local_save(l, l->path, false) ? 0 : errno;
}

static bool local_warn(game *g, FILE *out)
{
    const local *l = local_of(g);
    if (!l->save_error) return false;
    fprintf(out, "THE GAME IS NOT SAVED: %s. save FILE saves it elsewhere.\n", file_reason(l->path, l->save_error));
    return true;
}

static void local_where(game *g, FILE *out)
{
    if (!local_warn(g, out)) fprintf(out, "Saved after every move in %s\n", local_of(g)->path);
}

static void local_part(game *g, FILE *out)
{
    const char *path = local_of(g)->path;
    if (local_warn(g, out)) return;
    bool plain = !strpbrk(path, " \t'\"\\$`!*?[](){}<>|&;#~");
    if (game_over(g))
        fprintf(out, "The game is in %s\n", path);
    else
        fprintf(out, plain ? "Continue it with: aude play --load %s\n" : "Continue it with: aude play --load '%s'\n",
                path);
}

/* A copy; but where the game's own file cannot be written, the game moves. */
static void local_copy(game *g, const char *path, FILE *out)
{
    local *l = local_of(g);
    if (!*path || file_is_same(path, l->path)) {
        local_autosave(l);
        if (!local_warn(g, out))
            fprintf(out, "The game is saved after every move in %s; save FILE makes a copy.\n", l->path);
        return;
    }
    if (!local_save(l, path, true)) {
        fprintf(out, "Not saved: %s\n", file_reason(path, errno));
        return;
    }
    fprintf(out, "Saved in %s. It holds secret choices; only you can read it.\n", path);
    char *own = l->save_error ? strdup(path) : NULL;
    if (!own) return;
    free(l->path);
    l->path = own;
    l->save_error = 0;
    fputs("From now on the game is saved there after every move.\n", out);
}

/* ---- Changing ---- */

static void local_tell(local *l)
{
    scene s;
    aude_redact(&l->rules, &l->events, l->game.teller, &l->events);
    game_scene(&l->game, AUDE_NOBODY, l->game.teller, &s);
    history_add(&l->game.history, &s, &l->events);
}

static aude_err local_move(game *g, aude_move move, aude_errinfo *error)
{
    local *l = local_of(g);
    if (!lines_reserve(l)) return game_error(error, "out of memory");
    l->events.n = 0;
    aude_err code = aude_game_move(&l->table, move, &l->events, error);
    if (code) return code;
    local_tell(l);
    local_autosave(l);
    return AUDE_OK;
}

static aude_err local_confirm(game *g, int seat, aude_errinfo *error)
{
    local *l = local_of(g);
    if (!lines_reserve(l)) return game_error(error, "out of memory");
    l->events.n = 0;
    aude_err code = aude_game_confirm(&l->table, seat, &l->events, error);
    if (code) return code;
    local_tell(l);
    local_autosave(l);
    return AUDE_OK;
}

static aude_err local_undo(game *g, int seat, int index, aude_errinfo *error)
{
    local *l = local_of(g);
    history again;
    if (!lines_reserve(l)) return game_error(error, "out of memory");
    aude_err code = aude_game_undo(&l->table, seat, index, error);
    if (code) return code;
    history_open(&again);
    retell(&again, &l->record, &l->rules, g->teller);
    history_replace(&g->history, &again);
    local_autosave(l);
    return AUDE_OK;
}

/* A foreign engine has failed: an engine of ours takes its place. */
static void player_replace(local *l, int seat)
{
    player *p = &l->player[seat];
    note n;
    FILE *out = note_open(&n);
    fprintf(out, "%s%s has failed: %s. A computer player of this program plays on for it.\n",
            l->game.notice ? l->game.notice : "", l->game.name[seat], p->error);
    free(l->game.notice);
    l->game.notice = note_close(&n);
    player_close(p);
    if (player_read(p, "greedy") && player_open(p)) return;
    fputs("out of memory\n", stderr);
    abort();
}

static aude_move player_move(local *l, int seat)
{
    const aude_course *course = &l->table.course;
    player_follow(&l->player[seat], &l->record.setup, course->move, course->n_moves);
    aude_move move = player_choose(&l->player[seat], &l->rules, local_state(l), seat, &l->engines);
    if (!*l->player[seat].error) return move;
    player_replace(l, seat);
    return player_choose(&l->player[seat], &l->rules, local_state(l), seat, &l->engines);
}

static bool local_step(game *g)
{
    local *l = local_of(g);
    uint32_t actors = local_actors(l);
    aude_errinfo error;
    aude_move move;
    int seat = 0;
    if (actors & AUDE_CHANCE) {
        move = draw_choose(&l->rules, local_state(l), &l->draws);
    } else {
        while (seat < g->n_seats && !(actors >> seat & 1 && l->player[seat].engine)) seat++;
        if (seat == g->n_seats) return false;
        if (l->table.course.has_waiting) return !local_confirm(g, seat, &error);
        move = player_move(l, seat);
    }
    if (!local_move(g, move, &error)) return true;
    fprintf(stderr, "bug: the program's own move was refused: %s\n", error.message);
    abort();
}

static const game_kind local_kind = {
    .stage = local_stage,
    .look = local_look,
    .people = local_people,
    .waiting = local_waiting,
    .step = local_step,
    .move = local_move,
    .confirm = local_confirm,
    .undo = local_undo,
    .warn = local_warn,
    .save = local_copy,
    .where = local_where,
    .part = local_part,
    .quit_help = "stops; the game is saved, and play --load continues it",
};
