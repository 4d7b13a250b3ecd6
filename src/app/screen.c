/* screen.c - screen mode: the board on the left, the panel on the right, below them the question, what can be typed, and what
 * was said last. In plain mode pages and curtains are lines. */
#include "app/answers.h"
#include "app/glyph.h"
#include "app/note.h"
#include "app/play.h"
#include "app/words.h"

#include <stdlib.h>
#include <string.h>

enum { FOOT_ROWS = 5 /* at least */, SCREEN_WIDTH = 40, SCREEN_HEIGHT = 12 };

static const uint32_t ink_faint = COLOUR(0x7a7a84), ink_title = COLOUR(0xc98a1c), ink_bar = COLOUR(0xfff4da),
                      paper_bar = COLOUR(0x571e48), ink_warning = COLOUR(0xff6a4d);

/* ---- The panel ---- */

typedef struct panel {
    play *p;
    scene s;
    canvas *c;
    int x, y, end, bottom;
} panel;

static void panel_mark(const panel *v, int x, int seat)
{
    canvas_put(v->c, x, v->y, scene_mark(seat), scene_mark_ink(seat), true);
    canvas_at(v->c, x, v->y)->paper = scene_colour(seat);
}

static void panel_tile(panel *v)
{
    bool over = game_over(v->p->game);
    int hand = over ? -1 : aude_state_hand(v->s.state), rotation = 0;
    board_zoom zoom = v->bottom >= 28 ? BOARD_LARGE : BOARD_SMALL;
    int w = board_tile_width(zoom), h = board_tile_height(zoom), text = v->x + w + 2;
    char line[64];
    if (v->p->chosen >= 0) rotation = v->p->choices.choice[v->p->chosen].move.rotation;
    if (hand >= 0)
        board_tile(v->c, v->x, v->y, zoom, v->s.rules, hand, rotation);
    else
        text = v->x;
    canvas_text(v->c, text, v->y, v->end, over ? "The end" : hand >= 0 ? "in hand" : "", ink_title, true);
    snprintf(line, sizeof line, "%d to come", aude_state_n_bag(v->s.rules, v->s.state));
    canvas_text(v->c, text, v->y + 1, v->end, line, COLOUR_NONE, false);
    if (hand >= 0) snprintf(line, sizeof line, "%s", aude_rules_kind(v->s.rules, hand)->name);
    if (hand >= 0) canvas_text(v->c, text, v->y + 2, v->end, line, ink_faint, false);
    v->y += hand >= 0 ? h + 1 : 3;
}

/* A name in the columns up to `end`; what is cut keeps its number ("Bartholo… 2"). */
static void panel_name(panel *v, int x, int end, const char *name, uint32_t ink, bool bold)
{
    const char *tail = strrchr(name, ' ');
    if (!tail || strspn(tail + 1, "0123456789") != strlen(tail + 1)) tail = "";
    if (glyph_columns(name) <= end - x) {
        canvas_text(v->c, x, v->y, end, name, ink, bold);
        return;
    }
    x = canvas_text(v->c, x, v->y, end - 1 - (int)strlen(tail), name, ink, bold);
    x = canvas_text(v->c, x, v->y, end, "…", ink, bold);
    canvas_text(v->c, x, v->y, end, tail, ink, bold);
}

static void panel_players(panel *v)
{
    bool bets = aude_rules_n_faces(v->s.rules) > 0;
    int turn = game_over(v->p->game) ? -1 : aude_state_turn(v->s.state), numbers = v->end - (bets ? 10 : 7);
    char line[64];
    canvas_text(v->c, numbers, v->y++, v->end, bets ? " pts  m  $" : " pts  m", ink_faint, false);
    for (int i = 0; i < v->s.n_seats && v->y < v->bottom; i++, v->y++) {
        bool left = aude_state_left(v->s.state) >> i & 1;
        if (i == turn) canvas_put(v->c, v->x, v->y, 0x25b6, ink_title, true);
        panel_mark(v, v->x + 2, i);
        panel_name(v, v->x + 4, numbers, v->s.name[i], left ? ink_faint : COLOUR_NONE, i == turn);
        int n = snprintf(line, sizeof line, "%4d%3d", aude_score(v->s.state, i), aude_supply(v->s.state, i));
        if (bets) snprintf(line + n, sizeof line - (size_t)n, "%3d", aude_chips(v->s.state, i));
        canvas_text(v->c, numbers, v->y, v->end, line, COLOUR_NONE, i == turn);
    }
    v->y++;
}

/* The time that all have left: marks and clocks in a row, or several. */
static void panel_clocks(panel *v)
{
    const game_kind *kind = v->p->game->kind;
    int x = v->x + 2;
    for (int i = 0; i < v->s.n_seats && kind->clock && v->y < v->bottom; i++) {
        note n;
        kind->clock(v->p->game, i, note_open(&n));
        char *text = note_close(&n);
        if (*text && x + 2 + (int)strlen(text) > v->end) {
            x = v->x + 2;
            v->y++;
        }
        if (*text) {
            panel_mark(v, x, i);
            x = canvas_text(v->c, x + 2, v->y, v->end, text, COLOUR_NONE, false) + 2;
        }
        free(text);
    }
    if (x > v->x + 2) v->y += 2;
}

static void panel_chips(panel *v)
{
    if (!aude_rules_n_faces(v->s.rules) || v->s.viewer == AUDE_NOBODY || v->y >= v->bottom) return;
    note n;
    FILE *out = note_open(&n);
    fputs("Your chips: ", out);
    answer_own_chips(out, &v->s);
    note_close(&n);
    v->y += canvas_wrap(v->c, v->x, v->y, v->end, v->bottom - v->y, n.text, COLOUR_NONE, false) + 1;
    free(n.text);
}

static void panel_stacks(panel *v)
{
    aude_stack stack[AUDE_MAX_STACKS];
    int n = aude_stacks(v->s.rules, v->s.state, stack, AUDE_MAX_STACKS), x = v->x;
    char line[32];
    if (!n || v->y + 1 >= v->bottom) return;
    x = canvas_text(v->c, x, v->y, v->end, "Chips on ", ink_faint, false);
    for (int i = 0; i < n; i++) {
        aude_placed placed = aude_placed_at(v->s.rules, v->s.state, stack[i].tile);
        int size = snprintf(line, sizeof line, "(%d,%d)", placed.x, placed.y);
        if (x + size + 1 + stack[i].n_bets > v->end) {
            if (v->y + 2 >= v->bottom) break;
            v->y++;
            x = v->x;
        }
        x = canvas_text(v->c, x, v->y, v->end, line, COLOUR_NONE, false) + 1;
        for (int j = 0; j < stack[i].n_bets; j++) board_chip(v->c, x++, v->y, stack[i].bet[j].seat);
        x++;
    }
    v->y += 2;
}

/* What happened last, the newest at the bottom. */
static void panel_history(panel *v)
{
    const history *h = &v->p->game->history;
    int rows = v->bottom - v->y - 1, first = h->n, used = 0;
    while (first > 0) {
        int more = canvas_wrap(v->c, v->x + 2, 0, v->end, 0, h->line[first - 1].text, 0, false);
        if (used + more > rows) break;
        used += more;
        first--;
    }
    if (first == h->n) return; /* nothing, or no room */
    canvas_text(v->c, v->x, v->y++, v->end, "Lately", ink_title, true);
    for (; first < h->n; first++) {
        canvas_put(v->c, v->x, v->y, 0xb7, ink_faint, false);
        v->y += canvas_wrap(v->c, v->x + 2, v->y, v->end, v->bottom - v->y, h->line[first].text, COLOUR_NONE, false);
    }
}

/* Where there is no room for a panel: points of all, and how many tiles are to come. */
static void status_draw(panel *v)
{
    char line[32];
    for (int i = 0; i < v->s.n_seats; i++) {
        panel_mark(v, v->x, i);
        snprintf(line, sizeof line, "%d", aude_score(v->s.state, i));
        v->x = canvas_text(v->c, v->x + 2, v->y, v->end, line, COLOUR_NONE, i == aude_state_turn(v->s.state)) + 1;
    }
    snprintf(line, sizeof line, "%d to come", aude_state_n_bag(v->s.rules, v->s.state));
    canvas_text(v->c, v->x + 1, v->y, v->end, line, ink_faint, false);
}

/* ---- The foot ---- */

/* The question, what can be typed, what was said; it grows with them, up to half of the screen. */
typedef struct foot {
    char *question, *warning, *hint;
    int bar, warned, hinted, told; /* rows of each */
    int rows;                      /* of all, with the line that is typed on */
} foot;

static char *foot_text(play *p, void (*write)(FILE *out, play *p))
{
    note n;
    write(note_open(&n), p);
    return note_close(&n);
}

static void foot_warning(FILE *out, play *p)
{
    prompt_warning(out, p);
}

static void foot_hint(FILE *out, play *p)
{
    prompt_hint(out, p, true);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static foot foot_make(play *p, canvas *c)
{
    foot f = {foot_text(p, prompt_question), foot_text(p, foot_warning), foot_text(p, foot_hint), 0, 0, 0, 0, 0};
    int room = (c->height + 2) / 2 - 1, end = c->width - 1;
    f.bar = least(2, canvas_wrap(c, 3, 0, end, 0, f.question, 0, false));
    f.warned = least(2, canvas_wrap(c, 1, 0, end, 0, f.warning, 0, false));
    room -= f.bar + f.warned;
    f.hinted = least(canvas_wrap(c, 1, 0, end, 0, f.hint, 0, false), room - (p->message != NULL));
    room -= f.hinted;
    if (p->message) f.told = least(canvas_wrap(c, 1, 0, end, 0, p->message, 0, false), room);
    f.rows = f.bar + f.warned + f.hinted + f.told + 1;
    if (f.rows < FOOT_ROWS) f.rows = FOOT_ROWS;
    return f;
}

static void foot_draw(play *p, canvas *c, const foot *f)
{
    int y = c->height - f->rows, end = c->width - 1;
    for (int i = 0; i < f->bar * c->width; i++) canvas_at(c, i % c->width, y + i / c->width)->paper = paper_bar;
    if (p->actor != AUDE_NOBODY) {
        canvas_put(c, 1, y, scene_mark(p->actor), scene_mark_ink(p->actor), true);
        canvas_at(c, 1, y)->paper = scene_colour(p->actor);
    }
    canvas_wrap(c, 3, y, end, f->bar, f->question, ink_bar, true);
    y += f->bar;
    canvas_wrap(c, 1, y, end, f->warned, f->warning, ink_warning, true);
    y += f->warned;
    canvas_wrap(c, 1, y, end, f->hinted, f->hint, ink_faint, false);
    y += f->hinted;
    if (p->message) canvas_wrap(c, 1, y, end, f->told, p->message, COLOUR_NONE, true);
    canvas_put(c, 0, c->height - 1, '>', ink_title, true);
}

static void foot_free(foot *f)
{
    free(f->question);
    free(f->warning);
    free(f->hint);
}

/* ---- The whole ---- */

static void zoom_choose(play *p, const scene *s, int width, int height)
{
    board *b = &p->board;
    board large = {.zoom = BOARD_LARGE, .choices = b->choices, .chosen = -1};
    b->zoom = (board_zoom)(p->zoom ? p->zoom - 1 : BOARD_SMALL);
    if (p->zoom) return;
    board_whole(&large, s);
    if ((board_width(&large) <= width && board_height(&large) <= height) || (width >= 11 * 9 && height >= 5 * 6))
        b->zoom = BOARD_LARGE;
}

/* Before the game: who is there, in place of board and panel. */
static void lobby_draw(play *p, canvas *c, int rows)
{
    int left = c->width > 72 ? (c->width - 68) / 2 : 2;
    note n;
    p->game->kind->lobby(p->game, note_open(&n));
    char *text = note_close(&n);
    canvas_text(c, left, 1, c->width, "A table for you and others", ink_title, true);
    canvas_wrap(c, left, 3, c->width - left, rows - 3, text, COLOUR_NONE, false);
    free(text);
}

static bool size_is_good(play *p, canvas *c)
{
    if (c->width >= SCREEN_WIDTH && c->height >= SCREEN_HEIGHT) return true;
    canvas_wrap(c, 0, 0, c->width, c->height, "The screen is too small: 40 columns and 12 rows at least, or --plain.",
                ink_title, true);
    terminal_show(p->terminal, c, 0, c->height - 1);
    return false;
}

static void board_show(play *p, canvas *c, const foot *f)
{
    panel v = {.p = p, .c = c};
    int width = c->width;
    play_scene(p, &v.s);
    int side = width >= 110  ? 38
               : width >= 96 ? 32
               : width >= 70 ? 27
                             : 0,
        rows = c->height - f->rows, columns = width - side - (side > 0), status = side == 0;
    board *b = &p->board;
    b->choices = &p->choices;
    b->chosen = p->chosen;
    zoom_choose(p, &v.s, columns, rows - status);
    board_fit(b, columns, rows - status);
    if (!p->moved_view) board_follow(b, &v.s);
    board_draw(b, &v.s, c, (columns - board_width(b)) / 2, status + (rows - status - board_height(b)) / 2);
    v.x = side ? columns + 2 : 1;
    v.end = width - 1;
    v.bottom = rows;
    if (status) status_draw(&v);
    for (int y = 0; side && y < rows; y++) canvas_put(c, columns, y, 0x2502, ink_faint, false);
    if (!side) return;
    panel_tile(&v);
    panel_players(&v);
    panel_clocks(&v);
    panel_chips(&v);
    panel_stacks(&v);
    panel_history(&v);
}

void screen_show(play *p)
{
    canvas c;
    int width, height;
    terminal_size(&width, &height);
    canvas_open(&c, width, height);
    if (size_is_good(p, &c)) {
        foot f = foot_make(p, &c);
        if (p->game->kind->stage(p->game) == GAME_LOBBY)
            lobby_draw(p, &c, height - f.rows);
        else
            board_show(p, &c, &f);
        foot_draw(p, &c, &f);
        foot_free(&f);
        terminal_show(p->terminal, &c, 2, height - 1);
    }
    canvas_close(&c);
}

/* ---- Pages ---- */

/* Draws the page that begins with row *first of the text, and moves *first behind it. True if there is more. */
static bool page_draw(play *p, const char *text, int *first)
{
    int width, height;
    canvas all, c;
    terminal_size(&width, &height);
    int page = height > 2 ? height - 2 : 1;
    canvas_open(&all, 1, 1);
    int rows = canvas_wrap(&all, 0, 0, width - 2, 0, text, 0, false);
    canvas_close(&all);
    canvas_open(&all, width - 2, rows);
    canvas_wrap(&all, 0, 0, width - 2, rows, text, COLOUR_NONE, false);
    canvas_open(&c, width, height);
    if (*first >= rows) *first = rows > page ? rows - page : 0;
    for (int y = 0; y < page && *first + y < rows; y++)
        memcpy(canvas_at(&c, 1, y), canvas_at(&all, 0, *first + y), (size_t)all.width * sizeof *c.cell);
    bool more = *first + page < rows;
    int x =
        canvas_text(&c, 1, height - 1, width, more ? "Enter: more, Escape: back >" : "Enter: back >", ink_title, true);
    terminal_show(p->terminal, &c, x + 1, height - 1);
    canvas_close(&c);
    canvas_close(&all);
    *first += page;
    return more;
}

bool screen_page(play *p, const char *text)
{
    terminal *t = p->terminal;
    if (!t->screen) {
        terminal_say(t, text);
        return true;
    }
    for (int first = 0, next = 0;; next = first) {
        bool more = page_draw(p, text, &next);
        terminal_key key = terminal_read(t, "");
        if (key == KEY_END) return false;
        p->typed = key == KEY_LINE && t->n; /* a command typed below the page */
        if (p->typed) return true;
        if (key == KEY_ESCAPE || (key == KEY_LINE && !more)) break;
        if (key == KEY_LINE) first = next;
    }
    t->line[t->n = 0] = 0;
    return true;
}

static void curtain_draw(play *p, const char *text)
{
    int width, height;
    canvas c;
    terminal_size(&width, &height);
    canvas_open(&c, width, height);
    int left = width > 64 ? (width - 60) / 2 : 2, y = height / 2 - 2;
    canvas_put(&c, left, y, scene_mark(p->actor), scene_mark_ink(p->actor), true);
    canvas_at(&c, left, y)->paper = scene_colour(p->actor);
    canvas_wrap(&c, left + 2, y, width - left, 4, text, COLOUR_NONE, true);
    terminal_show(p->terminal, &c, 0, height - 1);
    canvas_close(&c);
}

bool screen_secret(play *p, const char *text)
{
    terminal *t = p->terminal;
    if (t->screen) return screen_page(p, text);
    terminal_secret(t, true);
    terminal_say(t, text);
    terminal_say(t, "Press Enter, then this is wiped.\n");
    bool good = terminal_read(t, "> ") == KEY_LINE;
    terminal_secret(t, false);
    p->asked = ASK_AGAIN;
    return good;
}

bool screen_curtain(play *p, const char *reason)
{
    terminal *t = p->terminal;
    const char *name = p->game->name[p->actor];
    note n;
    FILE *out = note_open(&n);
    fprintf(out, "%s\n%s, look here; the others look away. %s: press Enter.\n", reason, name, name);
    note_close(&n);
    bool good = true;
    if (t->screen) {
        terminal_key key;
        bool hidden = t->hidden;
        t->hidden = true;
        do {
            curtain_draw(p, n.text);
            key = terminal_read(t, "");
        } while (key != KEY_LINE && key != KEY_END && key != KEY_ESCAPE);
        t->hidden = hidden;
        t->line[t->n = 0] = 0;
        good = key != KEY_END;
    } else {
        bool hidden = t->hidden;
        t->hidden = true;
        terminal_say(t, n.text);
        good = terminal_read(t, "> ") == KEY_LINE;
        t->hidden = hidden;
    }
    free(n.text);
    return good;
}
