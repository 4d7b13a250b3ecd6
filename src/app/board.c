/* board.c - puts pictures of tiles side by side, and on them what stands there. Later layers cover earlier ones: land, the
 * frame of the newest tile, stacks, meeples, numbers of choices. */
#include "app/board.h"

#include "app/picture.h"
#include "app/words.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN_LEFT = 4, MARGIN_TOP = 1 };

static const uint32_t ink_faint = COLOUR(0x6f6f78), ink_accent = COLOUR(0xffffff), ink_choice = COLOUR(0x2b1c10),
                      paper_choice = COLOUR(0xffe9a8), ink_space = COLOUR(0xb08f43), ink_chip = COLOUR(0xf4bd3c),
                      paper_chip = COLOUR(0x571e48);

int board_tile_width(board_zoom zoom)
{
    return zoom == BOARD_SMALL ? 7 : 11;
}

int board_tile_height(board_zoom zoom)
{
    return zoom == BOARD_SMALL ? 3 : 5;
}

void board_fit(board *b, int width, int height)
{
    b->columns = (width - MARGIN_LEFT) / board_tile_width(b->zoom);
    b->rows = (height - MARGIN_TOP) / board_tile_height(b->zoom);
    if (b->columns < 1) b->columns = 1;
    if (b->rows < 1) b->rows = 1;
}

int board_width(const board *b)
{
    return MARGIN_LEFT + b->columns * board_tile_width(b->zoom);
}

int board_height(const board *b)
{
    return MARGIN_TOP + b->rows * board_tile_height(b->zoom);
}

/* ---- The window ---- */

typedef struct box {
    int left, top, right, bottom;
} box;

static void box_add(box *to, int x, int y)
{
    if (x < to->left) to->left = x;
    if (x > to->right) to->right = x;
    if (y < to->top) to->top = y;
    if (y > to->bottom) to->bottom = y;
}

/* Everything that can be seen: tiles, and the spaces that are numbered. */
static box scene_box(const board *b, const scene *s)
{
    box all = {INT_MAX, INT_MAX, INT_MIN, INT_MIN};
    for (int i = 0; i < aude_n_placed(s->state); i++) {
        aude_placed placed = aude_placed_at(s->rules, s->state, i);
        box_add(&all, placed.x, placed.y);
    }
    for (int i = 0; b->choices && i < b->choices->n; i++)
        if (b->choices->choice[i].move.kind == AUDE_PLACE)
            box_add(&all, b->choices->choice[i].move.x, b->choices->choice[i].move.y);
    return all;
}

void board_whole(board *b, const scene *s)
{
    box all = scene_box(b, s);
    b->left = all.left;
    b->top = all.top;
    b->columns = all.right - all.left + 1;
    b->rows = all.bottom - all.top + 1;
}

static bool window_holds(const board *b, int x, int y)
{
    return x >= b->left && x < b->left + b->columns && y >= b->top && y < b->top + b->rows;
}

/* How good a window is: it should show what is chosen or asked about, the newest tile, places to choose, tiles, in this order,
 * with the newest tile near its middle. */
static int window_value(const board *b, const scene *s)
{
    int value = 0;
    aude_placed last = aude_placed_at(s->rules, s->state, aude_n_placed(s->state) - 1);
    if (window_holds(b, last.x, last.y)) value += 100000;
    for (int i = 0; b->choices && i < b->choices->n; i++) {
        const aude_move *m = &b->choices->choice[i].move;
        bool asked = m->kind == AUDE_SETTLE || m->kind == AUDE_FINAL || i == b->chosen;
        if ((asked || m->kind == AUDE_PLACE) && window_holds(b, m->x, m->y)) value += asked ? 200000 : 100;
    }
    for (int i = 0; i < aude_n_placed(s->state); i++) {
        aude_placed placed = aude_placed_at(s->rules, s->state, i);
        value += window_holds(b, placed.x, placed.y);
    }
    return 64 * value - abs(b->left + b->columns / 2 - last.x) - abs(b->top + b->rows / 2 - last.y);
}

/* Where the window may begin along one axis. */
static int axis_centre(int low, int high, int size)
{
    return low + (high - low + 1 - size) / 2 - ((high - low + 1 - size) % 2 < 0);
}

void board_follow(board *b, const scene *s)
{
    box all = scene_box(b, s);
    int low_x = all.left, high_x = all.right - b->columns + 1, low_y = all.top, high_y = all.bottom - b->rows + 1;
    if (high_x < low_x) low_x = high_x = axis_centre(all.left, all.right, b->columns);
    if (high_y < low_y) low_y = high_y = axis_centre(all.top, all.bottom, b->rows);
    board best = *b;
    int best_value = INT_MIN;
    for (b->top = low_y; b->top <= high_y; b->top++)
        for (b->left = low_x; b->left <= high_x; b->left++) {
            int value = window_value(b, s);
            if (value <= best_value) continue;
            best_value = value;
            best = *b;
        }
    *b = best;
}

/* ---- Layers ---- */

typedef struct easel {
    const board *b;
    const scene *s;
    canvas *c;
    int x, y; /* of the first tile */
} easel;

static int tile_x(const easel *e, int x)
{
    return e->x + (x - e->b->left) * board_tile_width(e->b->zoom);
}

static int tile_y(const easel *e, int y)
{
    return e->y + (y - e->b->top) * board_tile_height(e->b->zoom);
}

static void coordinates_draw(const easel *e, int x, int y)
{
    char text[16];
    for (int i = 0; i < e->b->columns; i++) {
        int n = snprintf(text, sizeof text, "%d", e->b->left + i);
        int at = tile_x(e, e->b->left + i) + (board_tile_width(e->b->zoom) - n + 1) / 2;
        canvas_text(e->c, at, y, e->c->width, text, ink_faint, false);
    }
    for (int i = 0; i < e->b->rows; i++) {
        snprintf(text, sizeof text, "%3d", e->b->top + i);
        canvas_text(e->c, x, tile_y(e, e->b->top + i) + board_tile_height(e->b->zoom) / 2, e->c->width, text, ink_faint,
                    false);
    }
}

static void picture_of(picture *p, const easel *e, aude_placed placed)
{
    picture_make(p, e->s->rules, placed.kind, placed.rotation, board_tile_width(e->b->zoom),
                 board_tile_height(e->b->zoom));
}

static void frame_draw(const easel *e, int x, int y, uint32_t ink)
{
    int left = tile_x(e, x), top = tile_y(e, y);
    int right = left + board_tile_width(e->b->zoom) - 1, bottom = top + board_tile_height(e->b->zoom) - 1;
    canvas_put(e->c, left, top, 0x250f, ink, true);
    canvas_put(e->c, right, top, 0x2513, ink, true);
    canvas_put(e->c, left, bottom, 0x2517, ink, true);
    canvas_put(e->c, right, bottom, 0x251b, ink, true);
}

static void mark_draw(const easel *e, int x, int y, int seat)
{
    canvas_put(e->c, x, y, scene_mark(seat), scene_mark_ink(seat), true);
    canvas_at(e->c, x, y)->paper = scene_colour(seat);
}

static void tiles_draw(const easel *e)
{
    picture p;
    for (int i = 0; i < aude_n_placed(e->s->state); i++) {
        aude_placed placed = aude_placed_at(e->s->rules, e->s->state, i);
        if (!window_holds(e->b, placed.x, placed.y)) continue;
        picture_of(&p, e, placed);
        picture_paint(&p, e->c, tile_x(e, placed.x), tile_y(e, placed.y), (placed.x + placed.y) & 1);
        if (i && i == aude_n_placed(e->s->state) - 1 && e->b->chosen < 0) frame_draw(e, placed.x, placed.y, ink_accent);
    }
}

static aude_figure figure[AUDE_MAX_SEATS * AUDE_MAX_MEEPLES]; /* of the scene that is drawn */
static int n_figures;

/* Where the meeple on a tile stands in its picture; false where there is none. Only one can be on a tile. */
static bool figure_spot(const easel *e, const picture *p, int tile, aude_placed placed, spot *dst)
{
    for (int i = 0; i < n_figures; i++) {
        if (figure[i].tile != tile) continue;
        int segment = words_segment_at(e->s->rules, placed.kind, placed.rotation, figure[i].feature, figure[i].edge);
        if (segment < 0) continue;
        *dst = p->spot[segment];
        return true;
    }
    return false;
}

void board_chip(canvas *c, int x, int y, int seat)
{
    canvas_put(c, x, y, scene_chip(seat), scene_chip_ink(seat), true);
    canvas_at(c, x, y)->paper = paper_chip;
}

/* Chips lie in the office, so that they cover neither road nor edge: in up to three cells, or as their number. */
static void stack_draw(const easel *e, const picture *p, const aude_stack *stack, int x, int y, const spot *meeple)
{
    int column[PICTURE_MAX_WIDTH], n = 0, row = p->office.y, many = stack->n_bets;
    for (int i = 0; i < p->width; i++)
        if (p->cell[row][i].ground == GROUND_OFFICE && !(meeple && meeple->x == i && meeple->y == row)) column[n++] = i;
    if (many <= n) {
        for (int i = 0; i < many; i++) { /* one in the middle, two at the ends */
            int at = many == 1 ? n / 2 : i * (n - 1) / (many - 1);
            board_chip(e->c, x + column[at], y + row, stack->bet[i].seat);
        }
        return;
    }
    char text[8];
    snprintf(text, sizeof text, n == 3 ? "(%d)" : "%d", many);
    for (int i = 0; i < n && text[i]; i++) {
        canvas_put(e->c, x + column[i], y + row, (unsigned char)text[i], ink_chip, true);
        canvas_at(e->c, x + column[i], y + row)->paper = paper_chip;
    }
}

static void stacks_draw(const easel *e)
{
    aude_stack stack[AUDE_MAX_STACKS];
    picture p;
    spot meeple;
    int n = aude_stacks(e->s->rules, e->s->state, stack, AUDE_MAX_STACKS);
    for (int i = 0; i < n; i++) {
        aude_placed placed = aude_placed_at(e->s->rules, e->s->state, stack[i].tile);
        if (!window_holds(e->b, placed.x, placed.y)) continue;
        picture_of(&p, e, placed);
        bool taken = figure_spot(e, &p, stack[i].tile, placed, &meeple);
        stack_draw(e, &p, &stack[i], tile_x(e, placed.x), tile_y(e, placed.y), taken ? &meeple : NULL);
    }
}

static void figures_draw(const easel *e)
{
    picture p;
    spot at;
    for (int i = 0; i < n_figures; i++) {
        aude_placed placed = aude_placed_at(e->s->rules, e->s->state, figure[i].tile);
        if (!window_holds(e->b, placed.x, placed.y)) continue;
        picture_of(&p, e, placed);
        if (figure_spot(e, &p, figure[i].tile, placed, &at))
            mark_draw(e, tile_x(e, placed.x) + at.x, tile_y(e, placed.y) + at.y, figure[i].seat);
    }
}

static void label_draw(const easel *e, int x, int y, const char *label)
{
    for (; *label; label++, x++) {
        canvas_put(e->c, x, y, (unsigned char)*label, ink_choice, true);
        canvas_at(e->c, x, y)->paper = paper_choice;
    }
}

/* An empty space with the number to type, and how many ways the tile can lie there. */
static void space_draw(const easel *e, const choice *way, int ways)
{
    int w = board_tile_width(e->b->zoom), h = board_tile_height(e->b->zoom);
    int x = tile_x(e, way->move.x), y = tile_y(e, way->move.y);
    char text[32];
    static const uint32_t corner[4] = {0x256d, 0x256e, 0x2570, 0x256f};
    for (int i = 0; i < 4; i++)
        canvas_put(e->c, i % 2 ? x + w - 1 : x, i / 2 ? y + h - 1 : y, corner[i], ink_space, false);
    int n = snprintf(text, sizeof text, " %d ", way->number);
    label_draw(e, x + (w - n + 1) / 2, y + h / 2, text);
    if (ways < 2) return;
    n = snprintf(text, sizeof text, "a-%c", 'a' + ways - 1);
    canvas_text(e->c, x + (w - n + 1) / 2, y + h / 2 + 1, e->c->width, text, ink_space, false);
}

static void choices_draw(const easel *e)
{
    const choices *list = e->b->choices;
    picture p;
    char label[16];
    for (int i = 0; i < list->n; i++) {
        const choice *way = &list->choice[i];
        const aude_move *m = &way->move;
        if (m->kind == AUDE_PLACE && way->letter < 'b' && window_holds(e->b, m->x, m->y))
            space_draw(e, way, choices_ways(list, i));
        int tile = m->kind == AUDE_MEEPLE ? aude_n_placed(e->s->state) - 1
                   : m->kind == AUDE_SETTLE || m->kind == AUDE_FINAL
                       ? aude_tile_at(e->s->rules, e->s->state, m->x, m->y)
                       : -1;
        if (tile < 0) continue;
        aude_placed placed = aude_placed_at(e->s->rules, e->s->state, tile);
        int segment = words_segment_at(e->s->rules, placed.kind, placed.rotation, m->feature, m->edge);
        if (segment < 0 || !window_holds(e->b, placed.x, placed.y)) continue;
        picture_of(&p, e, placed);
        label_draw(e, tile_x(e, placed.x) + p.spot[segment].x, tile_y(e, placed.y) + p.spot[segment].y,
                   choices_label(list, i, label));
    }
    if (e->b->chosen < 0) return;
    const aude_move *m = &list->choice[e->b->chosen].move;
    if (m->kind != AUDE_PLACE || !window_holds(e->b, m->x, m->y)) return;
    picture_make(&p, e->s->rules, aude_state_hand(e->s->state), m->rotation, board_tile_width(e->b->zoom),
                 board_tile_height(e->b->zoom));
    picture_paint(&p, e->c, tile_x(e, m->x), tile_y(e, m->y), (m->x + m->y) & 1);
    frame_draw(e, m->x, m->y, COLOUR(0xffe14d));
}

void board_draw(const board *b, const scene *s, canvas *c, int x, int y)
{
    easel e = {b, s, c, x + MARGIN_LEFT, y + MARGIN_TOP};
    n_figures = aude_figures(s->rules, s->state, figure, AUDE_MAX_SEATS * AUDE_MAX_MEEPLES);
    coordinates_draw(&e, x, y);
    tiles_draw(&e);
    stacks_draw(&e);
    figures_draw(&e);
    if (b->choices) choices_draw(&e);
}

void board_tile(canvas *c, int x, int y, board_zoom zoom, const aude_rules *rules, int kind, int rotation)
{
    picture p;
    picture_make(&p, rules, kind, rotation, board_tile_width(zoom), board_tile_height(zoom));
    picture_paint(&p, c, x, y, 0);
}
