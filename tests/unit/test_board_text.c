/* The board as text: what every picture of a tile must show, whatever its size and rotation; what a board shows of a game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/board.h"
#include "app/glyph.h"
#include "app/note.h"
#include "app/picture.h"

static aude_rules rules;
static aude_state state;
static choices list;
static const char *const names[AUDE_MAX_SEATS] = {"Ann", "Ben", "Cleo", "Dirk", "Eva", "Finn"};

static void game_begin(int n_seats)
{
    aude_setup setup;
    aude_errinfo error;
    aude_setup_default(&setup, n_seats);
    setup.set[setup.n_sets++] = aude_tileset_find("bets", 0);
    assert_int_equal(aude_rules_init(&rules, &setup, &error), AUDE_OK);
    aude_start(&rules, &state);
}

static scene scene_of_game(int n_seats)
{
    scene s = {.rules = &rules, .state = &state, .viewer = AUDE_NOBODY, .n_seats = n_seats};
    memcpy(s.name, names, sizeof names);
    return s;
}

/* ---- Pictures ---- */

static const int step_x[4] = {0, 1, 0, -1}, step_y[4] = {-1, 0, 1, 0};

/* The cell in the middle of an edge. */
static spot edge_middle(const picture *p, int edge)
{
    return (spot){(int8_t)(p->width / 2 + step_x[edge] * (p->width / 2)),
                  (int8_t)(p->height / 2 + step_y[edge] * (p->height / 2))};
}

/* A road or city comes to the middle of each of its edges. */
static void check_edges(const picture *p, aude_segment segment, int index)
{
    for (int edge = 0; edge < 4; edge++) {
        if (segment.kind != AUDE_CITY && segment.kind != AUDE_ROAD) continue;
        if (!(segment.ends >> edge & 1)) continue;
        spot at = edge_middle(p, edge);
        if (p->cell[at.y][at.x].ground == GROUND_OFFICE) continue; /* small pictures: the office covers it */
        assert_int_equal(p->cell[at.y][at.x].segment, index);
        if (segment.kind == AUDE_ROAD) assert_int_equal(p->cell[at.y][at.x].ground, GROUND_ROAD);
    }
}

/* Fields that the data part are parted by something that is not field. */
static void check_fields_parted(const picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            for (int e = 1; e < 3; e++) {
                int nx = x + step_x[e], ny = y + step_y[e];
                if (nx >= p->width || ny >= p->height) continue;
                if (p->cell[y][x].ground != GROUND_FIELD || p->cell[ny][nx].ground != GROUND_FIELD) continue;
                assert_int_equal(p->cell[y][x].segment, p->cell[ny][nx].segment);
            }
}

static void check_picture(int kind, int rotation, int width, int height)
{
    const aude_tile *tile = aude_rules_kind(&rules, kind);
    picture p;
    int pennants = 0;
    picture_make(&p, &rules, kind, rotation, width, height);
    for (int i = 0; i < tile->n_segments; i++) {
        aude_segment segment = aude_rules_segment(&rules, kind, rotation, i);
        spot at = p.spot[i];
        assert_in_range(at.x, 0, width - 1);
        assert_in_range(at.y, 0, height - 1);
        assert_int_equal(p.cell[at.y][at.x].segment, i);
        for (int j = 0; j < i; j++) assert_false(p.spot[j].x == at.x && p.spot[j].y == at.y);
        check_edges(&p, segment, i);
        pennants += segment.pennants;
    }
    check_fields_parted(&p);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            assert_true(p.cell[y][x].glyph >= ' ' && p.cell[y][x].segment < tile->n_segments);
            pennants -= p.cell[y][x].ground == GROUND_PENNANT;
        }
    assert_int_equal(pennants, 0);
    if (tile->office)
        assert_int_equal(p.cell[p.office.y][p.office.x].ground, GROUND_OFFICE);
    else
        assert_true(p.office.x < 0);
}

static void test_pictures(void **unused)
{
    (void)unused;
    game_begin(2);
    for (int kind = 0; kind < aude_rules_n_kinds(&rules); kind++)
        for (int rotation = 0; rotation < 4; rotation++)
            for (int height = 3; height <= PICTURE_MAX_HEIGHT; height += 2)
                for (int width = 7; width <= PICTURE_MAX_WIDTH; width += 2)
                    check_picture(kind, rotation, width, height);
}

/* ---- Boards ---- */

/* How often the mark of a seat stands in its colour. */
static int marks_on(const canvas *c, int seat)
{
    int n = 0;
    for (int i = 0; i < c->width * c->height; i++)
        n += c->cell[i].glyph == scene_mark(seat) && c->cell[i].paper == scene_colour(seat);
    return n;
}

/* Meeples are marks in their colours; chips are other marks, or a number, in the office. */
static void check_marks(const canvas *c, int n_seats)
{
    static aude_figure figure[AUDE_MAX_SEATS * AUDE_MAX_MEEPLES];
    static aude_stack stack[AUDE_MAX_STACKS];
    int expected[AUDE_MAX_SEATS] = {0}, chips = 0;
    int figures = aude_figures(&rules, &state, figure, AUDE_MAX_SEATS * AUDE_MAX_MEEPLES);
    int stacks = aude_stacks(&rules, &state, stack, AUDE_MAX_STACKS);
    for (int i = 0; i < figures; i++) expected[figure[i].seat]++;
    for (int seat = 0; seat < n_seats; seat++) assert_int_equal(marks_on(c, seat), expected[seat]);
    for (int i = 0; i < stacks; i++) chips += stack[i].n_bets;
    for (int i = 0; i < c->width * c->height; i++) {
        const cell *at = &c->cell[i];
        bool number = at->paper && at->glyph >= '1' && at->glyph <= '6';
        if (number) chips -= (int)at->glyph - '0';
        for (int seat = 0; seat < n_seats; seat++) chips -= at->glyph == scene_chip(seat);
    }
    assert_int_equal(chips, 0);
}

/* Chips and meeples of a seat are different characters, in ASCII too. */
static void test_chip_marks(void **unused)
{
    (void)unused;
    for (int seat = 0; seat < AUDE_MAX_SEATS; seat++) {
        assert_int_equal(glyph_width(scene_chip(seat)), 1);
        for (int other = 0; other < AUDE_MAX_SEATS; other++) {
            char *text[2];
            for (int i = 0; i < 2; i++) {
                note n;
                glyph_write(note_open(&n), i ? scene_chip(seat) : scene_mark(other), true);
                text[i] = note_close(&n);
            }
            assert_string_not_equal(text[0], text[1]);
            free(text[0]);
            free(text[1]);
        }
    }
}

/* Every tile lies where its coordinates say. */
static void check_tiles(const board *b, const canvas *c)
{
    int w = board_tile_width(b->zoom), h = board_tile_height(b->zoom);
    picture p;
    for (int i = 0; i < aude_n_placed(&state); i++) {
        aude_placed placed = aude_placed_at(&rules, &state, i);
        picture_make(&p, &rules, placed.kind, placed.rotation, w, h);
        int same = 0, x = board_width(b) - b->columns * w + (placed.x - b->left) * w,
            y = board_height(b) - b->rows * h + (placed.y - b->top) * h;
        for (int j = 0; j < h; j++)
            for (int k = 0; k < w; k++) same += c->cell[(y + j) * c->width + x + k].glyph == p.cell[j][k].glyph;
        assert_true(same >= w * h - 12); /* marks: at most six chips, four corners, two meeples or so */
    }
}

static void check_text(const canvas *c)
{
    note n;
    canvas_write(c, (style){.ascii = true, .depth = DEPTH_MONO}, note_open(&n));
    char *text = note_close(&n);
    int rows = 0;
    for (const char *line = text; *line; rows++) {
        size_t size = strcspn(line, "\n");
        assert_true(size <= (size_t)c->width);
        for (size_t i = 0; i < size; i++) assert_in_range(line[i], ' ', '~');
        line += size + 1;
    }
    assert_int_equal(rows, c->height);
    free(text);
}

static void check_board(int n_seats, board_zoom zoom)
{
    scene s = scene_of_game(n_seats);
    board b = {.zoom = zoom, .chosen = -1};
    canvas c;
    board_whole(&b, &s);
    canvas_open(&c, board_width(&b), board_height(&b));
    board_draw(&b, &s, &c, 0, 0);
    check_tiles(&b, &c);
    check_marks(&c, n_seats);
    check_text(&c);
    canvas_close(&c);
}

/* All numbers of the spaces stand on the board, and nothing else looks like one. */
static void check_numbers(int n_seats, int seat)
{
    scene s = scene_of_game(n_seats);
    choices_list(&list, &rules, &state, seat);
    board b = {.choices = &list, .chosen = -1};
    canvas c;
    board_whole(&b, &s);
    canvas_open(&c, board_width(&b), board_height(&b));
    board_draw(&b, &s, &c, 0, 0);
    int found = 0;
    for (int y = 0; y < c.height; y++)
        for (int x = 1; x < c.width; x++) {
            const cell *at = &c.cell[y * c.width + x];
            found +=
                at->paper && at[-1].paper != at->paper && at->glyph == ' ' && at[1].glyph >= '1' && at[1].glyph <= '9';
        }
    assert_int_equal(found, list.n_spaces);
    canvas_close(&c);
}

/* A small window shows the newest tile, and a chosen space before all. */
static void check_window(int n_seats)
{
    scene s = scene_of_game(n_seats);
    board b = {.choices = &list, .chosen = list.n - 1};
    board_fit(&b, 40, 12);
    board_follow(&b, &s);
    const aude_move *m = &list.choice[list.n - 1].move;
    assert_in_range(m->x - b.left, 0, b.columns - 1);
    assert_in_range(m->y - b.top, 0, b.rows - 1);
    b.chosen = -1;
    board_follow(&b, &s);
    aude_placed last = aude_placed_at(&rules, &state, aude_n_placed(&state) - 1);
    assert_in_range(last.x - b.left, 0, b.columns - 1);
    assert_in_range(last.y - b.top, 0, b.rows - 1);
}

static void test_boards(void **unused)
{
    aude_random random;
    aude_move move;
    (void)unused;
    for (int n_seats = 2; n_seats <= AUDE_MAX_SEATS; n_seats++) {
        game_begin(n_seats);
        aude_random_seed(&random, (uint64_t)n_seats);
        for (int i = 0; aude_random_move(&rules, &state, &random, &move); i++) {
            if (i % 7 == 0) check_board(n_seats, i % 2 ? BOARD_LARGE : BOARD_SMALL);
            if (move.kind == AUDE_PLACE) {
                check_numbers(n_seats, move.seat);
                check_window(n_seats);
            }
            assert_int_equal(aude_apply(&rules, &state, move, NULL), AUDE_OK);
        }
        check_board(n_seats, BOARD_SMALL);
    }
}

/* ---- Characters ---- */

static void test_glyphs(void **unused)
{
    static const struct {
        const char *text, *utf8, *ascii;
    } cases[] = {
        {"Ann", "Ann", "Ann"},
        {"3 × 2", "3 × 2", "3 x 2"},
        {"●▲■◆★✚", "●▲■◆★✚", "ABCDEF"},
        {"\033[2J", "?[2J", "?[2J"},
        {"a\tb\n", "a?b\n", "a?b\n"},
        {"\xc2\x9b", "?", "?"},
        {"\xff\xfe", "??", "??"},
        {"\xc0\x80", "??", "??"},
        {"\xe2\x82", "?", "?"},
        {"\xe2\x80\xae", "?", "?"},
        {"é", "é", "?"},
        {"\xf4\x90\x80\x80", "?", "?"},
        {"\xed\xa0\x80", "?", "?"},
        {"90°", "90°", "90 deg"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int ascii = 0; ascii < 2; ascii++) {
            note n;
            glyph_text(note_open(&n), cases[i].text, ascii);
            char *text = note_close(&n);
            assert_string_equal(text, ascii ? cases[i].ascii : cases[i].utf8);
            free(text);
        }
}

static void test_wrap(void **unused)
{
    canvas c;
    (void)unused;
    for (int width = 1; width < 30; width++) {
        canvas_open(&c, width, 40);
        int rows =
            canvas_wrap(&c, 0, 0, width, 40, "Ann scores 8 for a completed city.\nTwo tiles × 2", COLOUR_NONE, false);
        assert_in_range(rows, 2, 40);
        int letters = 0;
        for (int i = 0; i < c.width * c.height; i++) letters += c.cell[i].glyph != ' ';
        assert_int_equal(letters, 38); /* nothing is lost but spaces */
        for (int i = 0; i < c.width * c.height; i++) c.cell[i].glyph = ' ';
        canvas_wrap(&c, 0, 0, width, rows - 1, "Ann scores 8 for a completed city.\nTwo tiles × 2", COLOUR_NONE, false);
        int marks = 0; /* and what is cut says so */
        for (int i = 0; i < c.width * c.height; i++) marks += c.cell[i].glyph == 0x2026;
        assert_int_equal(marks, 1);
        canvas_close(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pictures), cmocka_unit_test(test_boards),
                                       cmocka_unit_test(test_chip_marks), cmocka_unit_test(test_glyphs),
                                       cmocka_unit_test(test_wrap)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
