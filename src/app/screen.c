/* screen.c - screen mode: the board on the left, the panel on the right, below them the question, what can be typed, and what
 * was said last. In plain mode pages and curtains are lines. */
#include "app/answers.h"
#include "app/glyph.h"
#include "app/note.h"
#include "app/play.h"
#include "app/words.h"

#include <stdlib.h>
#include <string.h>

enum { FOOT_ROWS = 5 };

static const uint32_t ink_faint = COLOUR(0x7a7a84), ink_title = COLOUR(0xc98a1c), ink_bar = COLOUR(0xfff4da),
                      paper_bar = COLOUR(0x571e48);

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
    int hand = aude_state_hand(v->s.state), rotation = 0, bag = aude_state_n_bag(v->s.rules, v->s.state);
    bool over = v->p->actor == AUDE_NOBODY;
    board_zoom zoom = v->bottom >= 28 ? BOARD_LARGE : BOARD_SMALL;
    int w = board_tile_width(zoom), h = board_tile_height(zoom), text = v->x + w + 2;
    char line[64];
    if (v->p->chosen >= 0) rotation = v->p->choices.choice[v->p->chosen].move.rotation;
    if (hand >= 0)
        board_tile(v->c, v->x, v->y, zoom, v->s.rules, hand, rotation);
    else
        text = v->x;
    canvas_text(v->c, text, v->y, v->end, over ? "The end" : hand >= 0 ? "in hand" : "", ink_title, true);
    snprintf(line, sizeof line, "%d to come", bag);
    canvas_text(v->c, text, v->y + 1, v->end, line, COLOUR_NONE, false);
    if (hand >= 0) snprintf(line, sizeof line, "%s", aude_rules_kind(v->s.rules, hand)->name);
    if (hand >= 0) canvas_text(v->c, text, v->y + 2, v->end, line, ink_faint, false);
    v->y += hand >= 0 ? h + 1 : 3;
}

static void panel_players(panel *v)
{
    bool bets = aude_rules_n_faces(v->s.rules) > 0;
    int turn = v->p->actor == AUDE_NOBODY ? -1 : aude_state_turn(v->s.state);
    char line[64];
    canvas_text(v->c, v->end - (bets ? 16 : 10), v->y++, v->end, bets ? "points men chips" : "points men", ink_faint,
                false);
    for (int i = 0; i < v->s.n_seats && v->y < v->bottom; i++, v->y++) {
        bool left = aude_state_left(v->s.state) >> i & 1;
        if (i == turn) canvas_put(v->c, v->x, v->y, 0x25b6, ink_title, true);
        panel_mark(v, v->x + 2, i);
        canvas_text(v->c, v->x + 4, v->y, v->end - (bets ? 15 : 9), v->s.name[i], left ? ink_faint : COLOUR_NONE,
                    i == turn);
        int n = snprintf(line, sizeof line, "%4d%5d", aude_score(v->s.state, i), aude_supply(v->s.state, i));
        if (bets) n += snprintf(line + n, sizeof line - (size_t)n, "%6d", aude_chips(v->s.state, i));
        canvas_text(v->c, v->end - n, v->y, v->end, line, COLOUR_NONE, i == turn);
    }
    v->y++;
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
        for (int j = 0; j < stack[i].n_bets; j++) panel_mark(v, x++, stack[i].bet[j].seat);
        x++;
    }
    v->y += 2;
}

/* What happened last, the newest at the bottom. */
static void panel_history(panel *v)
{
    const history *h = &v->p->game->history;
    int rows = v->bottom - v->y - 1, first = h->n, used = 0;
    if (rows < 1 || !h->n) return;
    while (first > 0) {
        int more = canvas_wrap(v->c, v->x + 2, 0, v->end, 0, h->line[first - 1].text, 0, false);
        if (used + more > rows) break;
        used += more;
        first--;
    }
    canvas_text(v->c, v->x, v->y++, v->end, "Lately", ink_title, true);
    for (; first < h->n; first++) {
        canvas_put(v->c, v->x, v->y, 0xb7, ink_faint, false);
        v->y += canvas_wrap(v->c, v->x + 2, v->y, v->end, v->bottom - v->y, h->line[first].text, COLOUR_NONE, false);
    }
}

/* ---- The whole ---- */

static void foot_draw(play *p, canvas *c)
{
    int y = c->height - FOOT_ROWS;
    note question, hint;
    prompt_question(note_open(&question), p);
    note_close(&question);
    prompt_hint(note_open(&hint), p, true);
    note_close(&hint);
    for (int x = 0; x < c->width; x++) canvas_at(c, x, y)->paper = paper_bar;
    int x = 1;
    if (p->actor != AUDE_NOBODY) {
        canvas_put(c, x, y, scene_mark(p->actor), scene_mark_ink(p->actor), true);
        canvas_at(c, x, y)->paper = scene_colour(p->actor);
        x += 2;
    }
    canvas_text(c, x, y, c->width, question.text, ink_bar, true);
    int rows = canvas_wrap(c, 1, y + 1, c->width - 1, p->message ? 2 : 3, hint.text, ink_faint, false);
    if (rows > 2) rows = 2;
    if (p->message) canvas_wrap(c, 1, y + 1 + rows, c->width - 1, 3 - rows, p->message, COLOUR_NONE, true);
    canvas_put(c, 0, c->height - 1, '>', ink_title, true);
    free(question.text);
    free(hint.text);
}

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

void screen_show(play *p)
{
    panel v = {.p = p};
    canvas c;
    int width, height;
    play_scene(p, &v.s);
    terminal_size(&width, &height);
    canvas_open(&c, width, height);
    int side = width >= 110 ? 38 : width >= 70 ? 27 : 0, rows = height - FOOT_ROWS, columns = width - side - (side > 0);
    board *b = &p->board;
    b->choices = &p->choices;
    b->chosen = p->chosen;
    zoom_choose(p, &v.s, columns, rows);
    board_fit(b, columns, rows);
    if (!p->moved_view) board_follow(b, &v.s);
    board_draw(b, &v.s, &c, (columns - board_width(b)) / 2, (rows - board_height(b)) / 2);
    if (side) {
        for (int y = 0; y < rows; y++) canvas_put(&c, columns, y, 0x2502, ink_faint, false);
        v.c = &c;
        v.x = columns + 2;
        v.y = 0;
        v.end = width - 1;
        v.bottom = rows;
        panel_tile(&v);
        panel_players(&v);
        panel_chips(&v);
        panel_stacks(&v);
        panel_history(&v);
    }
    foot_draw(p, &c);
    terminal_show(p->terminal, &c, 2, height - 1);
    canvas_close(&c);
}

/* Waits for Enter, Escape, or the end of the input. */
static terminal_key enter_wait(play *p, const canvas *c, int x, int y)
{
    terminal *t = p->terminal;
    terminal_key key;
    bool hidden = t->hidden;
    t->hidden = true;
    do {
        terminal_show(t, c, x, y);
        key = terminal_read(t, "");
    } while (key != KEY_LINE && key != KEY_END && key != KEY_ESCAPE);
    t->hidden = hidden;
    t->line[t->n = 0] = 0;
    return key;
}

bool screen_page(play *p, const char *text)
{
    int width, height;
    if (!p->terminal->screen) {
        terminal_say(p->terminal, text);
        return true;
    }
    terminal_size(&width, &height);
    canvas all;
    canvas_open(&all, 1, 1);
    int rows = canvas_wrap(&all, 0, 0, width - 2, 0, text, 0, false), page = height - 2;
    canvas_close(&all);
    canvas_open(&all, width - 2, rows);
    canvas_wrap(&all, 0, 0, width - 2, rows, text, COLOUR_NONE, false);
    terminal_key key = KEY_LINE;
    for (int first = 0; key == KEY_LINE && first < rows; first += page) {
        canvas c;
        canvas_open(&c, width, height);
        for (int y = 0; y < page && first + y < rows; y++)
            memcpy(canvas_at(&c, 1, y), canvas_at(&all, 0, first + y), (size_t)all.width * sizeof *c.cell);
        int x = canvas_text(&c, 1, height - 1, width, first + page < rows ? "Enter: more, Escape: back" : "Enter: back",
                            ink_title, true);
        key = enter_wait(p, &c, x + 1, height - 1);
        canvas_close(&c);
    }
    canvas_close(&all);
    return key != KEY_END;
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
        int width, height;
        canvas c;
        terminal_size(&width, &height);
        canvas_open(&c, width, height);
        int left = width > 64 ? (width - 60) / 2 : 2, y = height / 2 - 2;
        canvas_put(&c, left, y, scene_mark(p->actor), scene_mark_ink(p->actor), true);
        canvas_at(&c, left, y)->paper = scene_colour(p->actor);
        canvas_wrap(&c, left + 2, y, width - left, 4, n.text, COLOUR_NONE, true);
        good = enter_wait(p, &c, 0, height - 1) != KEY_END;
        canvas_close(&c);
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
