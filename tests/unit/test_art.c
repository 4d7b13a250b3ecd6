/* test_art.c - pictures say what the tile data says: every kind, every rotation, several spaces. What is expected comes from
 * the segments of the kind alone. */
#include "art/houses.h"
#include "aude_art.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { SPACES = 6, TEXT = 64 * 1024, POINTS = 2048, GRID = 100 };

static aude_rules rules;
static const int space[SPACES][2] = {{0, 0}, {1, 0}, {-3, 7}, {12, -40}, {5, 5}, {-117, 230}};

static int rules_open(void **context)
{
    aude_setup setup;
    (void)context;
    aude_setup_default(&setup, 2);
    setup.set[setup.n_sets++] = aude_tileset_find("bets", 0);
    return aude_rules_init(&rules, &setup, NULL);
}

/* ---- Areas, read back from their paths -------------------------------------------------------------------------------- */

typedef struct area {
    int n;
    struct {
        double x, y;
        bool first; /* of a loop */
    } p[POINTS];
} area;

/* Paths of areas are M x y l dx dy ... z, several times. */
static void area_read(area *a, const char *d)
{
    double x = 0, y = 0;
    a->n = 0;
    while (*d) {
        bool first = *d == 'M';
        if (first || *d == 'l') d++;
        if (*d == 'z') {
            d++;
            continue;
        }
        char *end;
        double u = strtod(d, &end);
        assert_ptr_not_equal(d, end);
        double v = strtod(end, &end);
        x = first ? u : x + u, y = first ? v : y + v;
        assert_in_range(a->n, 0, POINTS - 1);
        a->p[a->n].x = x, a->p[a->n].y = y, a->p[a->n++].first = first;
        d = end;
    }
}

static bool area_holds(const area *a, double x, double y)
{
    bool in = false;
    for (int i = 0, first = 0; i < a->n; i++) {
        if (a->p[i].first) first = i;
        int j = i + 1 < a->n && !a->p[i + 1].first ? i + 1 : first;
        double ax = a->p[i].x, ay = a->p[i].y, bx = a->p[j].x, by = a->p[j].y;
        if ((ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax) in = !in;
    }
    return in;
}

static area areas[AUDE_MAX_SEGMENTS];

static int areas_make(int kind, int rotation, int x, int y)
{
    int n = aude_rules_kind(&rules, kind)->n_segments;
    for (int i = 0; i < n; i++) {
        char path[TEXT];
        assert_in_range(aude_art_region(&rules, kind, rotation, x, y, i, path, sizeof path), 1, sizeof path - 1);
        area_read(&areas[i], path);
        assert_true(areas[i].n > 2);
    }
    return n;
}

/* The segment whose area covers a point; -1: none; two would be a fault. */
static int areas_at(int n, double x, double y)
{
    int found = -1;
    for (int i = 0; i < n; i++)
        if (area_holds(&areas[i], x, y)) {
            assert_int_equal(found, -1);
            found = i;
        }
    return found;
}

/* A place at `along` from the beginning of an edge, clockwise, and `in` from it. */
static void edge_place(int edge, double along, double in, double *x, double *y)
{
    *x = along, *y = in;
    for (int i = 0; i < edge; i++) {
        double t = *x;
        *x = 1000 - *y, *y = t;
    }
}

static int segment_of(int n, int kind, int rotation, int feature, int end)
{
    for (int i = 0; i < n; i++) {
        aude_segment s = aude_rules_segment(&rules, kind, rotation, i);
        if (s.kind == feature && (s.ends >> end & 1)) return i;
    }
    return -1;
}

/* What lies along an edge: city from corner to corner, or a road across the middle, and fields on both sides. */
static void edge_check(int n, int kind, int rotation, int edge)
{
    double x, y;
    int city = segment_of(n, kind, rotation, AUDE_CITY, edge), road = segment_of(n, kind, rotation, AUDE_ROAD, edge);
    for (int along = 100; along <= 900; along += 50) {
        int half = 2 * edge + (along > 500), field = segment_of(n, kind, rotation, AUDE_FIELD, half);
        edge_place(edge, along, 5, &x, &y);
        int at = areas_at(n, x, y);
        if (city >= 0)
            assert_int_equal(at, city);
        else if (road >= 0 && along > 460 && along < 540)
            assert_int_equal(at, road);
        else if (along < 440 || along > 560 || road < 0)
            assert_true(at == field || along == 500); /* the middle belongs to the field of either side */
    }
    for (int side = 0; side < 2 && city < 0; side++) { /* fields from near the corner to the road */
        int field = segment_of(n, kind, rotation, AUDE_FIELD, 2 * edge + side);
        edge_place(edge, side ? 750 : 250, 10, &x, &y);
        assert_int_equal(areas_at(n, x, y), field);
    }
}

/* Every area is one piece, but for splinters. */
static void area_check_whole(int segment)
{
    static signed char cell[GRID * GRID];
    static int todo[GRID * GRID];
    int pieces = 0;
    for (int i = 0; i < GRID * GRID; i++)
        cell[i] = area_holds(&areas[segment], i % GRID * 10 + 5.3, i / GRID * 10 + 5.3);
    for (int i = 0; i < GRID * GRID; i++) {
        int n = 0, size = 0;
        if (cell[i] != 1) continue;
        todo[n++] = i, cell[i] = 2;
        while (n) {
            int at = todo[--n];
            size++;
            for (int k = 0; k < 9; k++) {
                int x = at % GRID + k % 3 - 1, y = at / GRID + k / 3 - 1, next = y * GRID + x;
                if (x < 0 || y < 0 || x >= GRID || y >= GRID || cell[next] != 1) continue;
                cell[next] = 2;
                todo[n++] = next;
            }
        }
        pieces += size > 6;
    }
    assert_int_equal(pieces, 1);
}

static void areas_agree(void **context)
{
    (void)context;
    for (int kind = 0; kind < aude_rules_n_kinds(&rules); kind++)
        for (int rotation = 0; rotation < 4; rotation++)
            for (int s = 0; s < SPACES; s++) {
                int n = areas_make(kind, rotation, space[s][0], space[s][1]);
                for (int edge = 0; edge < 4; edge++) edge_check(n, kind, rotation, edge);
                for (int i = 0; i < n; i++) area_check_whole(i);
                for (int i = 0; i < 61 * 61; i++) areas_at(n, i % 61 * 16.4 + 7.7, i / 61 * 16.4 + 7.7);
            }
}

/* A road that the data lets pass an office is drawn past it: its area is one strip from end to end. One that ends there, stops. */
static void roads_pass_or_end(void **context)
{
    (void)context;
    for (int kind = 0; kind < aude_rules_n_kinds(&rules); kind++)
        for (int rotation = 0; rotation < 4; rotation++) {
            int n = areas_make(kind, rotation, 3, 4);
            for (int i = 0; i < n; i++) {
                aude_segment s = aude_rules_segment(&rules, kind, rotation, i);
                if (s.kind != AUDE_ROAD) continue;
                for (int edge = 0; edge < 4; edge++) {
                    double x, y;
                    edge_place(edge, 500, 5, &x, &y);
                    assert_int_equal(area_holds(&areas[i], x, y), s.ends >> edge & 1);
                }
            }
        }
}

/* Length of the outline of an area, or of lines, without what runs along the tile's edge. */
static double inner_length(const area *a, bool closed)
{
    double sum = 0;
    for (int i = 0, first = 0; i < a->n; i++) {
        if (a->p[i].first) first = i;
        bool last = i + 1 == a->n || a->p[i + 1].first;
        if (last && !closed) continue;
        int j = last ? first : i + 1;
        double ax = a->p[i].x, ay = a->p[i].y, bx = a->p[j].x, by = a->p[j].y;
        bool rim = (ax == bx && (ax == 0 || ax == 1000)) || (ay == by && (ay == 0 || ay == 1000));
        if (rim) assert_true(closed || (ax == bx && ay == by));
        if (!rim) sum += sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
    }
    return sum;
}

/* Borders are the outlines of areas but for the tile's edges: none of these, and nothing else missing. */
static void borders_leave_out_edges(void **context)
{
    (void)context;
    static area border;
    for (int kind = 0; kind < aude_rules_n_kinds(&rules); kind++)
        for (int rotation = 0; rotation < 4; rotation++) {
            int n = areas_make(kind, rotation, 8, -2);
            for (int i = 0; i < n; i++) {
                char path[TEXT];
                assert_in_range(aude_art_border(&rules, kind, rotation, 8, -2, i, path, sizeof path), 0,
                                sizeof path - 1);
                area_read(&border, path);
                bool closed = strchr(path, 'z') != NULL;
                aude_segment s = aude_rules_segment(&rules, kind, rotation, i);
                int lines = 0;
                for (int k = 0; k < border.n; k++) lines += border.p[k].first;
                if (s.kind == AUDE_ROAD) /* two sides, or both and the end in one line */
                    assert_true(!closed && lines == (s.ends & (s.ends - 1) ? 2 : 1));
                double wanted = inner_length(&areas[i], true), length = inner_length(&border, closed);
                assert_true(length > wanted - 2 && length < wanted + 2);
            }
        }
}

/* ---- Spots --------------------------------------------------------------------------------------------------------------- */

typedef struct block {
    double x0, y0, x1, y1;
} block;

static block block_of(aude_art_piece piece, aude_art_spot s)
{
    aude_art_box b = aude_art_box_of(piece);
    double k = s.scale / 1000.0;
    return (block){s.x + b.x0 * k, s.y + b.y0 * k, s.x + b.x1 * k, s.y + b.y1 * k};
}

static void block_check(block b, const block *other, int n)
{
    assert_true(b.x0 >= -1 && b.y0 >= -1 && b.x1 <= 1001 && b.y1 <= 1001);
    for (int i = 0; i < n; i++)
        assert_false(b.x0 + 1 < other[i].x1 && other[i].x0 + 1 < b.x1 && b.y0 + 1 < other[i].y1 &&
                     other[i].y0 + 1 < b.y1);
}

/* Abbey or office, as the sources know them. */
static int houses_of(int kind, int rotation, int x, int y, block *dst)
{
    plan t;
    extent e[2];
    int n = 0;
    plan_make(&t, &rules, kind, rotation, x, y);
    if (t.hub == HUB_MONASTERY) n = abbey_extents(&t, e);
    if (t.hub == HUB_OFFICE) e[n++] = office_extent(&t);
    for (int i = 0; i < n; i++) dst[i] = (block){e[i].x0 * 10, e[i].y0 * 10, e[i].x1 * 10, e[i].y1 * 10};
    return n;
}

static void spots_are_free(void **context)
{
    (void)context;
    for (int kind = 0; kind < aude_rules_n_kinds(&rules); kind++)
        for (int rotation = 0; rotation < 4; rotation++)
            for (int s = 0; s < SPACES; s++) {
                int x = space[s][0], y = space[s][1];
                aude_art_spot spot[AUDE_MAX_SEGMENTS], chips;
                block set[AUDE_MAX_SEGMENTS + 3];
                int n = aude_art_spots(&rules, kind, rotation, x, y, spot, AUDE_MAX_SEGMENTS, &chips);
                assert_int_equal(n, areas_make(kind, rotation, x, y));
                int taken = houses_of(kind, rotation, x, y, set);
                for (int i = 0; i < n; i++) {
                    bool field = aude_rules_kind(&rules, kind)->segment[i].kind == AUDE_FIELD;
                    assert_int_equal(spot[i].lying, field);
                    assert_in_range(spot[i].scale, 400, 1000);
                    assert_int_equal(areas_at(n, spot[i].x, spot[i].y), i);
                    block b = block_of(field ? AUDE_ART_MEEPLE_LYING : AUDE_ART_MEEPLE, spot[i]);
                    block_check(b, set, taken);
                    set[taken++] = b;
                }
                assert_int_equal(chips.scale > 0, aude_rules_kind(&rules, kind)->office);
                if (chips.scale) block_check(block_of(AUDE_ART_STACK, chips), set, taken);
            }
}

static void spots_fill_no_more_than_asked(void **context)
{
    (void)context;
    int kind = aude_rules_find_kind(&rules, "RRRR");
    aude_art_spot spot[AUDE_MAX_SEGMENTS];
    memset(spot, 0x5a, sizeof spot);
    assert_int_equal(aude_art_spots(&rules, kind, 0, 0, 0, spot, 3, NULL), 8);
    assert_int_equal(spot[3].x, 0x5a5a);
    assert_int_not_equal(spot[2].x, 0x5a5a);
}

/* ---- Text ---------------------------------------------------------------------------------------------------------------- */

static void sizes_are_small(void **context)
{
    (void)context;
    size_t sum = 0, n = 0;
    for (int kind = 0; kind < aude_rules_n_kinds(&rules); kind++)
        for (int rotation = 0; rotation < 4; rotation++)
            for (int s = 0; s < 4 * SPACES; s++) {
                int x = space[s % SPACES][0] + s, y = space[s % SPACES][1] - s;
                size_t size = aude_art_tile(&rules, kind, rotation, x, y, 0, NULL, 0);
                assert_in_range(size, 1, 14 * 1024);
                sum += size, n++;
            }
    assert_in_range(sum / n, 1, 8 * 1024);
}

static void same_place_same_picture(void **context)
{
    (void)context;
    static char a[TEXT], b[TEXT], c[TEXT];
    for (int kind = 0; kind < aude_rules_n_kinds(&rules); kind++) {
        aude_art_tile(&rules, kind, 1, 2, 3, 0, a, sizeof a);
        aude_art_tile(&rules, kind, 1, 2, 4, 0, b, sizeof b);
        aude_art_tile(&rules, kind, 1, 2, 3, 0, c, sizeof c);
        assert_string_equal(a, c);
        assert_string_not_equal(a, b);
        aude_art_tile(&rules, kind, 1, 2, 3, AUDE_ART_DARK, b, sizeof b);
        assert_string_not_equal(a, b);
    }
}

/* Tags close in the order they were opened, attributes are quoted, no text stands between tags. */
static void assert_well_formed(const char *s)
{
    const char *open[16];
    size_t size[16];
    int depth = 0;
    while (*s && *s != '\n') {
        assert_int_equal(*s, '<');
        bool closing = s[1] == '/';
        s += 1 + closing;
        size_t n = strcspn(s, " />");
        assert_true(n > 0);
        if (closing) {
            assert_true(depth > 0 && size[depth - 1] == n && !memcmp(open[depth - 1], s, n) && s[n] == '>');
            depth--, s += n + 1;
            continue;
        }
        assert_in_range(depth, 0, 15);
        open[depth] = s, size[depth++] = n;
        for (s += n; *s == ' '; s++) {
            size_t name = strspn(s + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789");
            if (!name) continue; /* a space before the end of the tag */
            s += 1 + name;
            assert_true(s[0] == '=' && s[1] == '"');
            s += 2 + strcspn(s + 2, "\"<&");
            assert_int_equal(*s, '"');
        }
        if (*s == '/') depth--, s++;
        assert_int_equal(*s++, '>');
    }
    assert_int_equal(depth, 0);
}

static aude_state state;

/* A game of some tiles with figures and stacks. */
static void game_play(int tiles)
{
    aude_random random;
    aude_move move;
    aude_random_seed(&random, 5);
    aude_start(&rules, &state);
    while (aude_n_placed(&state) < tiles && aude_random_move(&rules, &state, &random, &move))
        assert_int_equal(aude_apply(&rules, &state, move, NULL), AUDE_OK);
}

/* The picture of a board is made of what everybody may know: the same from the state as from a spectator's view. */
static void boards_hide_what_is_secret(void **context)
{
    (void)context;
    static char whole[1 << 20], seen[1 << 20];
    static aude_state view;
    aude_stack stack[AUDE_MAX_STACKS];
    aude_figure figure[16];
    game_play(60);
    assert_true(aude_stacks(&rules, &state, stack, AUDE_MAX_STACKS) > 0 &&
                aude_figures(&rules, &state, figure, 16) > 0);
    aude_view(&rules, &state, AUDE_NOBODY, 0, &view);
    for (unsigned flags = 0; flags < 256; flags += AUDE_ART_FIELDS + AUDE_ART_DARK) {
        size_t n = aude_art_board(&rules, &state, flags, whole, sizeof whole);
        assert_in_range(n, 1, sizeof whole - 1);
        assert_int_equal(aude_art_board(&rules, &view, flags, seen, sizeof seen), n);
        assert_memory_equal(whole, seen, n);
        if (!(flags & AUDE_ART_PART)) assert_well_formed(whole);
    }
}

/* Every writer: too small a buffer gets the beginning, ended by a zero, and the size is the same. */
static size_t write_any(int which, char *dst, size_t cap)
{
    static const aude_chip face = {2, {{3, 0, 1}, {12, 1, 2}}};
    switch (which) {
    case 0: return aude_art_tile(&rules, 0, 0, 0, 0, 0, dst, cap);
    case 1: return aude_art_region(&rules, 2, 1, 0, 0, 1, dst, cap);
    case 2: return aude_art_region(&rules, 2, 1, 0, 0, 2, dst, cap);
    case 3: return aude_art_corner(0, dst, cap);
    case 4: return aude_art_meeple(3, AUDE_ART_LYING, dst, cap);
    case 5: return aude_art_chip(1, &face, 0, dst, cap);
    case 6: return aude_art_chip(5, NULL, AUDE_ART_PART, dst, cap);
    case 7: return aude_art_board(&rules, &state, AUDE_ART_FIELDS | AUDE_ART_LAST, dst, cap);
    case 8: return aude_art_border(&rules, 2, 1, 0, 0, 0, dst, cap);
    case 9: return aude_art_patterns(dst, cap);
    default: return aude_art_stack(0x3f, AUDE_ART_DARK, dst, cap);
    }
}

static void small_buffers_are_safe(void **context)
{
    (void)context;
    static char whole[TEXT], part[TEXT];
    aude_start(&rules, &state);
    for (int which = 0; which < 11; which++) {
        size_t size = write_any(which, whole, sizeof whole);
        if (*whole == '<') assert_well_formed(whole);
        assert_in_range(size, 1, sizeof whole - 1);
        assert_int_equal(strlen(whole), size);
        assert_int_equal(write_any(which, NULL, 0), size);
        for (size_t cap = 1; cap < size + 3; cap += 1 + size / 9) {
            memset(part, '#', sizeof part);
            assert_int_equal(write_any(which, part, cap), size);
            size_t kept = size < cap ? size : cap - 1;
            assert_memory_equal(part, whole, kept);
            assert_int_equal(part[kept], 0);
            assert_int_equal(part[cap], '#');
        }
    }
}

/* Every face that the grammar of chips allows has a picture, and the faces of this game differ. */
static void chips_show_any_face(void **context)
{
    (void)context;
    static char chip[AUDE_MAX_CHIPS][TEXT], back[TEXT];
    static const char *const odd[] = {"99+", "9x9", "1/2/3", "9+/8x3/7/99x9"};
    aude_art_chip(2, NULL, 0, back, sizeof back);
    for (int i = 0; i < aude_rules_n_faces(&rules); i++) {
        aude_art_chip(2, aude_rules_face(&rules, i), 0, chip[i], sizeof chip[i]);
        assert_string_not_equal(chip[i], back);
        for (int j = 0; j < i; j++) assert_string_not_equal(chip[i], chip[j]);
    }
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        aude_chip face;
        assert_int_equal(aude_chip_read(&face, odd[i], strlen(odd[i])), AUDE_OK);
        assert_in_range(aude_art_chip(0, &face, 0, back, sizeof back), 1, sizeof back - 1);
        assert_well_formed(back);
    }
}

static void layers_part_a_tile(void **context)
{
    (void)context;
    static char ground[TEXT], top[TEXT], all[TEXT];
    int kind = aude_rules_find_kind(&rules, "CRRR");
    size_t n = aude_art_tile(&rules, kind, 0, 0, 0, AUDE_ART_PART | AUDE_ART_GROUND, ground, sizeof ground);
    size_t m = aude_art_tile(&rules, kind, 0, 0, 0, AUDE_ART_PART | AUDE_ART_TOP, top, sizeof top);
    assert_true(n && m);
    assert_null(strstr(ground, "#f4e8ca"));   /* no road in the ground */
    assert_non_null(strstr(top, "#f4e8ca"));  /* but above it */
    assert_null(strstr(top, "M-10-10h1020")); /* and no meadow there */
    assert_non_null(strstr(ground, "M-10-10h1020"));
    aude_art_tile(&rules, kind, 0, 0, 0, AUDE_ART_PART, all, sizeof all);
    assert_non_null(strstr(all, "M-10-10h1020"));
    assert_non_null(strstr(all, "#f4e8ca"));
}

/* ---- Corners --------------------------------------------------------------------------------------------------------------- */

static void walls_end_in_corners(void **context)
{
    (void)context;
    static const struct {
        const char *name;
        int rotation;
        unsigned corners;
    } row[] = {
        {"RCr", 0, 0x3},   /* a city in the north: north-west and north-east */
        {"RCr", 1, 0x6},   /* in the east */
        {"Cccc+", 0, 0x0}, /* no wall */
        {"Cc", 0, 0xa},    /* north and west: a wall from north-east to south-west */
        {"CFc", 0, 0xf},   /* from east to west: two walls */
        {"Ccc", 0, 0xc},   /* a field in the south */
        {"CC", 0, 0xb},    /* two cities that share a corner */
        {"L", 0, 0x0},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        assert_int_equal(aude_art_corners(&rules, aude_rules_find_kind(&rules, row[i].name), row[i].rotation),
                         row[i].corners);
}

/* ---- Other people's tiles ------------------------------------------------------------------------------------------------ */

/* Whatever a tile file may say has a picture, areas and spots, even where it cannot be drawn as a map. */
static void any_tile_has_a_picture(void **context)
{
    (void)context;
    static const char file[] =
        "aude-tiles 1\nset odd\nstart A\n"
        "tile A x1\n city N\n city E\n city S\n city W\n"
        "tile B x1\n road N S\n road E W\n field NL NR EL ER SL SR WL WR\n"
        "tile C x1\n monastery\n road N\n road E\n road S\n road W\n field NL NR EL ER SL SR WL WR\n"
        "tile D x1\n office\n field NL NR EL ER SL SR WL WR\n"
        "tile E x1\n picture shed\n office\n city N S pennant\n city E\n road W\n field WL\n field WR\n"
        "tile F x1\n city N\n road S\n field EL ER SL\n field SR WL WR\n"
        "tile G x1\n monastery\n office\n city N E S W pennant\n"
        "tile H x1\n picture farmhouse\n road N E\n road S W\n field NL WR\n field NR EL\n field ER SL\n field SR WL\n";
    static aude_tileset set;
    static aude_rules odd;
    static char picture[TEXT], part[TEXT];
    aude_setup setup;
    aude_errinfo error = {0};
    assert_int_equal(aude_tileset_read(&set, file, strlen(file), &error), AUDE_OK);
    aude_setup_default(&setup, 2);
    setup.set[0] = &set;
    assert_int_equal(aude_rules_init(&odd, &setup, &error), AUDE_OK);
    for (int kind = 0; kind < aude_rules_n_kinds(&odd); kind++)
        for (int rotation = 0; rotation < 4; rotation++)
            for (int x = 0; x < 5; x++) {
                aude_art_spot spot[AUDE_MAX_SEGMENTS], chips;
                assert_in_range(aude_art_tile(&odd, kind, rotation, x, x * x, 0, picture, sizeof picture), 1, TEXT - 1);
                assert_well_formed(picture);
                int n = aude_art_spots(&odd, kind, rotation, x, x * x, spot, AUDE_MAX_SEGMENTS, &chips);
                for (int i = 0; i < n; i++) aude_art_region(&odd, kind, rotation, x, x * x, i, part, sizeof part);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_agree),
        cmocka_unit_test(roads_pass_or_end),
        cmocka_unit_test(borders_leave_out_edges),
        cmocka_unit_test(spots_are_free),
        cmocka_unit_test(spots_fill_no_more_than_asked),
        cmocka_unit_test(sizes_are_small),
        cmocka_unit_test(same_place_same_picture),
        cmocka_unit_test(boards_hide_what_is_secret),
        cmocka_unit_test(chips_show_any_face),
        cmocka_unit_test(small_buffers_are_safe),
        cmocka_unit_test(layers_part_a_tile),
        cmocka_unit_test(walls_end_in_corners),
        cmocka_unit_test(any_tile_has_a_picture),
    };
    return cmocka_run_group_tests(tests, rules_open, NULL);
}
