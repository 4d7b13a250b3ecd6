/* board.c - a whole board: the table as a map with contour lines, tiles, the towers at their corners, figures and chips. */
#include "art/piece.h"
#include "art/tile.h"
#include "aude_art.h"

enum { MARGIN = 46, CORNERS = 4 * AUDE_MAX_TILES, FIGURES = AUDE_MAX_SEATS * AUDE_MAX_MEEPLES };

/* The tiles' range, in tiles. */
typedef struct span {
    int x0, y0, x1, y1;
} span;

static span board_span(const aude_rules *rules, const aude_state *state)
{
    aude_placed t = aude_placed_at(rules, state, 0);
    span s = {t.x, t.y, t.x + 1, t.y + 1};
    int n = aude_n_placed(state);
    for (int i = 1; i < n; i++) {
        t = aude_placed_at(rules, state, i);
        s.x0 = t.x < s.x0 ? t.x : s.x0, s.y0 = t.y < s.y0 ? t.y : s.y0;
        s.x1 = t.x + 1 > s.x1 ? t.x + 1 : s.x1, s.y1 = t.y + 1 > s.y1 ? t.y + 1 : s.y1;
    }
    return s;
}

static void number(text *out, const char *before, long value)
{
    text_str(out, before);
    text_int(out, value);
}

/* ---- The table ----------------------------------------------------------------------------------------------------- */

static double height_at(double x, double y) /* of the unexplored country, in hundredths of a tile */
{
    return wave(x * 0.00097 + 0.207 * wave(y * 0.00068)) + wave(y * 0.00113 - x * 0.00043 + 0.318) +
           0.5 * wave(x * 0.00207 + y * 0.00175);
}

/* Where a level lies between two heights that it parts. */
static point level_point(point a, point b, double ha, double hb)
{
    return point_mix(a, b, ha / (ha - hb));
}

static void contour_paint(painter *p, double x, double y, double step, double level)
{
    const point c[4] = {{x, y}, {x + step, y}, {x + step, y + step}, {x, y + step}};
    double h[4];
    point end[4];
    int n = 0;
    for (int i = 0; i < 4; i++) h[i] = height_at(c[i].x, c[i].y) - level;
    for (int i = 0; i < 4; i++)
        if ((h[i] < 0) != (h[(i + 1) % 4] < 0)) end[n++] = level_point(c[i], c[(i + 1) % 4], h[i], h[(i + 1) % 4]);
    if (n != 2) return;
    pen_move(p, end[0].x, end[0].y);
    pen_to(p, end[1].x, end[1].y);
}

static void table_write(text *out, painter *p, const span *s, bool dark)
{
    const double step = 25, x0 = s->x0 * 100.0 - MARGIN, y0 = s->y0 * 100.0 - MARGIN;
    const double x1 = s->x1 * 100.0 + MARGIN, y1 = s->y1 * 100.0 + MARGIN;
    piece_colour(out, "<path fill=\"", dark ? 0x1a2027 : 0xe4d8bd);
    number(out, " d=\"M", (long)(x0 * 10));
    number(out, " ", (long)(y0 * 10));
    number(out, "h", (long)((x1 - x0) * 10));
    number(out, "v", (long)((y1 - y0) * 10));
    number(out, "h", (long)((x0 - x1) * 10));
    text_str(out, "z\"/>");
    for (int level = 0; level < 8; level++) {
        paint_open(p);
        paint_on(p, L_GRASS, S_INK);
        for (double y = y0; y < y1; y += step)
            for (double x = x0; x < x1; x += step) contour_paint(p, x, y, step, -1.8 + 3.6 * (level + 0.5) / 8);
        if (p->full || !p->daub[0].size) continue;
        text_str(out, "<path fill=\"none\" stroke-linecap=\"round\" stroke-width=\"14\"");
        piece_colour(out, " stroke=\"", dark ? 0x29323d : 0xd2c19d);
        text_str(out, " d=\"");
        text_bytes(out, p->text, (size_t)p->n_text);
        text_str(out, "\"/>");
    }
}

static void shadow_write(text *out, const aude_rules *rules, const aude_state *state, bool dark)
{
    int n = aude_n_placed(state);
    text_str(out, dark ? "<path fill=\"#000\" fill-opacity=\".4\" d=\""
                       : "<path fill=\"#4a3720\" fill-opacity=\".25\" d=\"");
    for (int i = 0; i < n; i++) {
        aude_placed t = aude_placed_at(rules, state, i);
        number(out, "M", t.x * 1000L + 50);
        number(out, " ", t.y * 1000L + 80);
        text_str(out, "h1000v1000h-1000z");
    }
    text_str(out, "\"/>");
}

/* ---- Tiles --------------------------------------------------------------------------------------------------------- */

/* The seats that would score the field of a segment, as bits. */
static u32 field_owners(const aude_rules *rules, const aude_state *state, int tile, int segment)
{
    aude_worth worth;
    aude_worth_of(rules, state, aude_feature_of(rules, state, tile, segment), &worth);
    u32 owners = 0;
    for (int s = 0; s < AUDE_MAX_SEATS; s++)
        if (worth.meeples[s] && (worth.winners >> s & 1)) owners |= 1u << s;
    return owners;
}

/* Fields in the colours of their owners: the first one's ground, everybody's pattern. */
static void fields_write(text *out, const aude_rules *rules, const aude_state *state, int tile, char *work, size_t cap)
{
    aude_placed t = aude_placed_at(rules, state, tile);
    int n = aude_rules_kind(rules, t.kind)->n_segments;
    for (int i = 0; i < n; i++) {
        u32 owners =
            aude_rules_kind(rules, t.kind)->segment[i].kind == AUDE_FIELD ? field_owners(rules, state, tile, i) : 0;
        if (!owners || aude_art_region(rules, t.kind, t.rotation, t.x, t.y, i, work, cap) >= cap) continue;
        for (int s = 0; s < AUDE_MAX_SEATS; s++) {
            if (!(owners >> s & 1)) continue;
            if ((owners & -owners) == 1u << s) {
                piece_colour(out, "<path fill-opacity=\".4\" fill=\"", aude_art_colour(s));
                text_str(out, " d=\"");
                text_str(out, work);
                text_str(out, "\"/>");
            }
            number(out, "<path fill=\"url(#aude-field-", s);
            text_str(out, ")\" d=\"");
            text_str(out, work);
            text_str(out, "\"/>");
        }
    }
}

static void tile_write(text *out, painter *p, const aude_rules *rules, const aude_state *state, int tile,
                       unsigned flags)
{
    aude_placed t = aude_placed_at(rules, state, tile);
    plan look;
    plan_make(&look, rules, t.kind, t.rotation, t.x, t.y);
    tile_paint(p, &look, t.x, t.y, true);
    number(out, "<svg x=\"", t.x * 1000L);
    number(out, "\" y=\"", t.y * 1000L);
    text_str(out, "\" width=\"1000\" height=\"1000\" viewBox=\"0 0 1000 1000\">");
    paint_write(p, 0, L_TOP, flags & AUDE_ART_DARK, out);
    if (flags & AUDE_ART_FIELDS) {
        char work[8192];
        fields_write(out, rules, state, tile, work, sizeof work);
    }
    paint_write(p, L_TOP, L_END, flags & AUDE_ART_DARK, out);
    text_str(out, "</svg>");
}

/* ---- Towers at corners ---------------------------------------------------------------------------------------------- */

typedef struct grid_corner {
    i16 x, y;
} grid_corner;

/* Corners with a tower, each once, from north to south. */
static int corners_find(const aude_rules *rules, const aude_state *state, grid_corner *dst)
{
    int n = 0, n_tiles = aude_n_placed(state);
    for (int i = 0; i < n_tiles; i++) {
        aude_placed t = aude_placed_at(rules, state, i);
        unsigned here = aude_art_corners(rules, t.kind, t.rotation);
        for (int k = 0; k < 4; k++) {
            if (!(here >> k & 1)) continue;
            grid_corner c = {(i16)(t.x + (k == 1 || k == 2)), (i16)(t.y + (k > 1))};
            int at = n;
            while (at && dst[at - 1].y > c.y) at--;
            bool known = false;
            for (int j = at; j && dst[j - 1].y == c.y; j--) known |= dst[j - 1].x == c.x;
            if (known) continue;
            memmove(dst + at + 1, dst + at, sizeof *dst * (size_t)(n - at));
            dst[at] = c, n++;
        }
    }
    return n;
}

static void corners_write(text *out, const aude_rules *rules, const aude_state *state, bool dark)
{
    grid_corner corner[CORNERS];
    char tower[2048];
    int n = corners_find(rules, state, corner);
    if (aude_art_corner(AUDE_ART_PART | (dark ? AUDE_ART_DARK : 0u), tower, sizeof tower) >= sizeof tower) return;
    for (int i = 0; i < n; i++) {
        number(out, "<g transform=\"translate(", corner[i].x * 1000L);
        number(out, " ", corner[i].y * 1000L);
        text_str(out, ")\">");
        text_str(out, tower);
        text_str(out, "</g>");
    }
}

/* ---- Figures and chips ---------------------------------------------------------------------------------------------- */

typedef struct thing {
    int x, y, scale;
    u8 seat; /* of a figure */
    u8 lying;
    u8 chips; /* bits of the seats; 0: a figure */
} thing;

static int things_find(const aude_rules *rules, const aude_state *state, thing *dst)
{
    aude_figure figure[FIGURES];
    aude_stack stack[AUDE_MAX_STACKS];
    int n_figures = aude_figures(rules, state, figure, FIGURES), n = 0;
    int n_stacks = aude_stacks(rules, state, stack, AUDE_MAX_STACKS);
    for (int i = 0; i < n_figures + n_stacks; i++) {
        bool chips = i >= n_figures;
        int tile = chips ? stack[i - n_figures].tile : figure[i].tile;
        aude_placed t = aude_placed_at(rules, state, tile);
        aude_art_spot spot[AUDE_MAX_SEGMENTS], at;
        int segments = aude_art_spots(rules, t.kind, t.rotation, t.x, t.y, spot, AUDE_MAX_SEGMENTS, &at);
        for (int k = 0; k < segments && !chips; k++) {
            aude_segment s = aude_rules_segment(rules, t.kind, t.rotation, k);
            bool edge = figure[i].edge == AUDE_NO_EDGE || (s.ends >> figure[i].edge & 1);
            if (s.kind == figure[i].feature && edge) at = spot[k];
        }
        thing now = {t.x * 1000 + at.x, t.y * 1000 + at.y, at.scale, chips ? 0 : figure[i].seat, at.lying, 0};
        for (int k = 0; chips && k < stack[i - n_figures].n_bets; k++)
            now.chips |= (u8)(1u << stack[i - n_figures].bet[k].seat);
        int place = n++;
        for (; place && dst[place - 1].y > now.y; place--) dst[place] = dst[place - 1];
        dst[place] = now;
    }
    return n;
}

static void things_write(text *out, const aude_rules *rules, const aude_state *state)
{
    thing t[FIGURES + AUDE_MAX_STACKS];
    int n = things_find(rules, state, t);
    for (int i = 0; i < n; i++) {
        number(out, "<g transform=\"translate(", t[i].x);
        number(out, " ", t[i].y);
        number(out, ")scale(.", t[i].scale / 10);
        text_str(out, ")\">");
        if (t[i].chips)
            piece_stack(out, t[i].chips);
        else
            piece_meeple(out, t[i].seat, t[i].lying);
        text_str(out, "</g>");
    }
}

static void last_write(text *out, const aude_rules *rules, const aude_state *state)
{
    static const char *const stroke[] = {"#fff\" stroke-width=\"75", "#221810\" stroke-width=\"54",
                                         "#f4bd3c\" stroke-width=\"32"};
    aude_placed t = aude_placed_at(rules, state, aude_n_placed(state) - 1);
    for (int i = 0; i < 3; i++) {
        text_str(out, "<path fill=\"none\" stroke-linecap=\"square\" stroke=\"");
        text_str(out, stroke[i]);
        number(out, "\" d=\"M", t.x * 1000L + 30);
        number(out, " ", t.y * 1000L + 260);
        text_str(out, "v-230h230m480 0h230v230m0 480v230h-230m-480 0h-230v-230\"/>");
    }
}

/* ---- The whole ------------------------------------------------------------------------------------------------------- */

void aude_art_board_size(const aude_rules *rules, const aude_state *state, int *width, int *height)
{
    span s = board_span(rules, state);
    *width = (s.x1 - s.x0) * AUDE_ART_TILE + 20 * MARGIN;
    *height = (s.y1 - s.y0) * AUDE_ART_TILE + 20 * MARGIN;
}

size_t aude_art_board(const aude_rules *rules, const aude_state *state, unsigned flags, char *dst, size_t cap)
{
    painter p;
    text out = text_into(dst, cap);
    span s = board_span(rules, state);
    bool dark = flags & AUDE_ART_DARK;
    int n = aude_n_placed(state);
    if (!(flags & AUDE_ART_PART))
        document_begin(&out, s.x0 * 1000 - 10 * MARGIN, s.y0 * 1000 - 10 * MARGIN, s.x1 * 1000 + 10 * MARGIN,
                       s.y1 * 1000 + 10 * MARGIN);
    if (flags & AUDE_ART_FIELDS) {
        text_str(&out, "<defs>");
        piece_patterns(&out);
        text_str(&out, "</defs>");
    }
    table_write(&out, &p, &s, dark);
    shadow_write(&out, rules, state, dark);
    for (int i = 0; i < n; i++) tile_write(&out, &p, rules, state, i, flags);
    corners_write(&out, rules, state, dark);
    if (flags & AUDE_ART_LAST) last_write(&out, rules, state);
    things_write(&out, rules, state);
    if (!(flags & AUDE_ART_PART)) document_end(&out);
    return out.n;
}
