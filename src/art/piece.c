/* piece.c - figures, chips and stacks. A seat is never told by its colour alone: ink, halo and symbol are part of it.
 * Numbers on chips are drawn as strokes, so that no font is needed. */
#include "art/piece.h"

#include "art/palette.h"
#include "art/tile.h"
#include "aude_art.h"

#define PIECE_INK "#221810"

static const struct {
    u32 colour, low, mark;
    const char *symbol; /* of radius 100 */
    const char *pattern;
    int width; /* of the pattern's strokes */
} seat_table[AUDE_MAX_SEATS] = {
    {0x1455b0, 0x0c3a80, 0xffffff, "M-86 0a86 86 0 1 0 172 0a86 86 0 1 0-172 0z", "M60 60h0", 44},
    {0xcc3d0c, 0x952a05, 0xffffff, "M0-100l98 174h-196z", "M-30 150L150-30M-30 30L30-30M90 150L150 90", 20},
    {0xf8e03a, 0xc9a712, 0x221810, "M-76-76h152v152h-152z", "M0 60h120M60 0v120", 18},
    {0x2b2a31, 0x111014, 0xffffff, "M0-108l82 108-82 108-82-108z", "M-30-30L150 150M-30 90L30 150M90-30L150 30", 20},
    {0x84dcfa, 0x4fa9d2, 0x221810, "M0-110l27 73 78 3-61 48 21 75-65-43-65 43 21-75-61-48 78-3z",
     "M0 30q30-40 60 0t60 0M0 90q30-40 60 0t60 0", 18},
    {0xd184a6, 0xa5557c, 0x221810, "M-32-100h64v68h68v64h-68v68h-64v-68h-68v-64h68z", "M24 60h72M60 24v72", 22},
};

static const aude_art_box piece_box[AUDE_ART_N_PIECES] = {
    [AUDE_ART_MEEPLE] = {-142, -318, 158, 48},
    [AUDE_ART_MEEPLE_LYING] = {-188, -146, 176, 150},
    [AUDE_ART_CHIP] = {-204, -204, 204, 204},
    [AUDE_ART_STACK] = {-106, -270, 136, 90},
};

aude_art_box aude_art_box_of(aude_art_piece piece)
{
    return piece_box[piece];
}

uint32_t aude_art_colour(int seat)
{
    return seat_table[seat].colour;
}

uint32_t aude_art_ink(int seat)
{
    return seat_table[seat].mark;
}

void piece_colour(text *out, const char *before, u32 colour)
{
    text_str(out, before);
    colour_write(colour, out);
    text_char(out, '"');
}

static void number(text *out, const char *before, long value)
{
    text_str(out, before);
    text_int(out, value);
}

static void place(text *out, const char *open, int x, int y)
{
    number(out, open, x);
    number(out, " ", y);
    text_char(out, ')');
}

void piece_symbol(text *out, int seat, int x, int y, int size, const char *fill)
{
    place(out, "<path transform=\"translate(", x, y);
    number(out, size < 100 ? "scale(." : "scale(1.", size % 100);
    text_str(out, ")\" fill=\"");
    text_str(out, fill);
    text_str(out, "\" d=\"");
    text_str(out, seat_table[seat].symbol);
    text_str(out, "\"/>");
}

static const char *mark_text(int seat)
{
    return seat_table[seat].mark == 0xffffff ? "#fff" : PIECE_INK;
}

void piece_patterns(text *out)
{
    for (int s = 0; s < AUDE_MAX_SEATS; s++) {
        number(out, "<pattern id=\"aude-field-", s);
        /* eight to a tile, so that they run on from tile to tile */
        text_str(
            out,
            "\" width=\"120\" height=\"120\" patternUnits=\"userSpaceOnUse\" patternTransform=\"scale(1.0416667)\">");
        for (int casing = 1; casing >= 0; casing--) {
            text_str(out, "<path fill=\"none\" stroke-linecap=\"round\"");
            piece_colour(out, " stroke=\"",
                         !casing                          ? seat_table[s].colour
                         : seat_table[s].mark == 0xffffff ? 0xffffff
                                                          : seat_table[s].low);
            number(out, " stroke-width=\"", seat_table[s].width + 14 * casing);
            text_str(out, "\" d=\"");
            text_str(out, seat_table[s].pattern);
            text_str(out, "\"/>");
        }
        text_str(out, "</pattern>");
    }
}

/* ---- Figures: a pilgrim in cloak and broad hat --------------------------------------------------------------------- */

#define CLOAK     "M-40-156C-84-134-96-70-110-16-114 6-86 18 0 18S114 6 110-16C96-70 84-134 40-156z"
#define CLOAK_LOW "M40-156C84-134 96-70 110-16 114 6 86 18 0 18-10 18-20 18-30 17 50 6 54-80 24-158z"
#define HEAD      "M-46-184a46 46 0 1 0 92 0a46 46 0 1 0-92 0z"
#define HAT                                                                                                \
    "M-94-204C-90-224-66-229-48-231-43-274-26-290 0-290S43-274 48-231C66-229 90-224 94-204 74-186 36-180 " \
    "0-180S-74-186-94-"                                                                                    \
    "204z"

static void pilgrim(text *out, int seat)
{
    text_str(out, "<path fill=\"#fff\" stroke=\"#fff\" stroke-width=\"50\" d=\"" CLOAK HEAD HAT "\"/>");
    piece_colour(out, "<path stroke=\"" PIECE_INK "\" stroke-width=\"22\" fill=\"", seat_table[seat].colour);
    text_str(out, " d=\"" CLOAK HEAD HAT "\"/>");
    piece_colour(out, "<path fill=\"", seat_table[seat].colour);
    text_str(out, " d=\"" CLOAK "\"/>");
    piece_colour(out, "<path fill=\"", seat_table[seat].low);
    text_str(out, " d=\"" CLOAK_LOW "\"/><path fill=\"#f3d3ae\" stroke=\"" PIECE_INK "\" stroke-width=\"10\" d=\"" HEAD
                  "\"/>");
    piece_colour(out, "<path stroke=\"" PIECE_INK "\" stroke-width=\"11\" fill=\"", seat_table[seat].colour);
    text_str(out, " d=\"" HAT "\"/>");
    piece_colour(out, "<path fill=\"none\" stroke-width=\"14\" stroke=\"", seat_table[seat].low);
    text_str(out, " d=\"M-48-231q48 17 96 0\"/>");
}

void piece_meeple(text *out, int seat, bool lying)
{
    text_str(out, "<g stroke-linejoin=\"round\">");
    if (lying) {
        text_str(out, "<ellipse cx=\"14\" cy=\"66\" rx=\"150\" ry=\"74\" fill=\"#2c2a12\" fill-opacity=\".26\"/>"
                      "<g transform=\"rotate(-82)translate(0 120)\">");
        pilgrim(out, seat);
        text_str(out, "</g>");
        piece_symbol(out, seat, 58, 3, 47, mark_text(seat));
    } else {
        text_str(out, "<ellipse cx=\"30\" cy=\"12\" rx=\"122\" ry=\"32\" fill=\"#2c2a12\" fill-opacity=\".3\"/>");
        pilgrim(out, seat);
        piece_symbol(out, seat, -3, -66, 47, mark_text(seat));
    }
    text_str(out, "</g>");
}

/* ---- Chips --------------------------------------------------------------------------------------------------------- */

/* Strokes in a box 60 wide and 100 high; behind the digits plus and times. */
static const char *const glyph[] = {
    "M30 0c-40 0-40 100 0 100s40-100 0-100z",
    "M8 20l26-20v100",
    "M4 26c4-36 56-34 52 4-2 22-36 40-54 70h56",
    "M6 0h46l-28 38c46-4 46 60 4 62-14 1-24-6-28-14",
    "M42 100v-100l-42 68h60",
    "M52 0h-42l-6 44c30-18 54 0 52 24-2 30-34 42-56 22",
    "M46 0c-26 8-46 42-44 68 2 44 58 38 56-2-2-34-46-34-56 4",
    "M2 0h56l-36 100",
    "M30 46c-36-2-32-46 0-46s36 44 0 46c-40 2-42 54 0 54s40-52 0-54z",
    "M56 32c-10 34-54 34-54-2 0-38 56-44 56 0 0 30-16 60-44 70",
    "M2 50h56M30 22v56",
    "M6 26l48 48m0-48l-48 48",
};
enum { GLYPH_PLUS = 10, GLYPH_TIMES };

/* One glyph with its middle at (x, y), `size` per cent as big as its box. */
static void glyph_write(text *out, int g, int x, int y, int size, int width, const char *colour)
{
    place(out, "<path fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" transform=\"translate(",
          x - 30 * size / 100, y - 50 * size / 100);
    number(out, size < 100 ? "scale(." : "scale(1.", size % 100);
    text_str(out, ")\" stroke=\"");
    text_str(out, colour);
    number(out, "\" stroke-width=\"", width);
    text_str(out, "\" d=\"");
    text_str(out, glyph[g]);
    text_str(out, "\"/>");
}

/* An entry of a face in a row of glyphs about (x, y), no wider than `room`. The plus is small and raised. */
static void entry_write(text *out, aude_entry e, int x, int y, int size, int room)
{
    struct {
        int glyph, size, up;
    } row[5];
    int n = 0, width = 0;
    if (e.tiles > 9) row[n].glyph = e.tiles / 10, row[n].size = 100, row[n++].up = 0;
    row[n].glyph = e.tiles % 10, row[n].size = 100, row[n++].up = 0;
    if (e.plus) row[n].glyph = GLYPH_PLUS, row[n].size = 62, row[n++].up = 24;
    if (e.times > 1) {
        row[n].glyph = GLYPH_TIMES, row[n].size = 52, row[n++].up = -16;
        row[n].glyph = e.times % 10, row[n].size = 74, row[n++].up = -13;
    }
    for (int i = 0; i < n; i++) width += 80 * row[i].size / 100;
    if (width * size / 100 > room) size = room * 100 / width;
    x -= width * size / 200;
    for (int i = 0; i < n; i++) {
        int step = 80 * row[i].size / 100 * size / 100;
        glyph_write(out, row[i].glyph, x + step / 2, y - row[i].up * size / 100, size * row[i].size / 100,
                    row[i].size < 100 ? 22 : 18, PIECE_INK);
        x += step;
    }
}

/* A face with one entry that pays double says so on a tag of plum. */
static void tag_write(text *out, int times)
{
    text_str(out, "<path fill=\"#7c2f66\" d=\"M14-24h88v76h-88z\"/>");
    glyph_write(out, GLYPH_TIMES, 36, 14, 36, 24, "#fff");
    glyph_write(out, times % 10, 76, 14, 46, 22, "#fff");
}

static void face_write(text *out, const aude_chip *face)
{
    static const struct {
        int x, y, size, room;
    } at[AUDE_MAX_ENTRIES][AUDE_MAX_ENTRIES] = {
        {{0, 0, 99, 170}},
        {{-48, -26, 76, 104}, {46, 34, 76, 104}},
        {{-46, -44, 56, 84}, {46, -30, 56, 84}, {-8, 52, 56, 110}},
        {{-46, -42, 50, 80}, {46, -42, 50, 80}, {-46, 42, 50, 80}, {46, 42, 50, 80}}};
    int n = face->n_entries;
    text_str(out, "<circle r=\"116\" fill=\"#fff8e6\" stroke=\"" PIECE_INK "\" stroke-width=\"9\"/>");
    if (n == 2) text_str(out, "<path d=\"M-36 88L36-88\" stroke=\"#c9a56c\" stroke-width=\"11\"/>");
    for (int i = 0; i < n; i++) {
        aude_entry e = face->entry[i];
        bool tag = n == 1 && e.times > 1;
        if (tag) tag_write(out, e.times), e.times = 1;
        entry_write(out, e, at[n - 1][i].x - tag * 36, at[n - 1][i].y, at[n - 1][i].size, tag ? 90 : at[n - 1][i].room);
    }
}

static void piece_chip(text *out, int seat, const aude_chip *face)
{
    text_str(out, "<circle cx=\"14\" cy=\"22\" r=\"160\" fill=\"#2c1e12\" fill-opacity=\".3\"/>");
    piece_colour(out, "<circle r=\"160\" fill=\"", seat_table[seat].colour);
    text_str(out, "/><path stroke-opacity=\".92\" stroke-width=\"44\" d=\"M113 47l35 14M47 113l14 35M-47 113l-14 "
                  "35M-113 47l-35 14M-"
                  "113-47l-35-14M-47-113l-14-35M47-113l14-35M113-47l35-14\"");
    piece_colour(out, " stroke=\"", seat_table[seat].mark);
    text_str(out, "/><circle r=\"160\" fill=\"none\" stroke=\"" PIECE_INK "\" stroke-width=\"12\"/>");
    if (face) {
        face_write(out, face);
        return;
    }
    piece_colour(out, "<circle r=\"116\" stroke=\"" PIECE_INK "\" stroke-width=\"9\" fill=\"", seat_table[seat].low);
    text_str(out,
             "/><circle r=\"99\" fill=\"none\" stroke-width=\"7\" stroke-dasharray=\"1 21\" stroke-linecap=\"round\"");
    piece_colour(out, " stroke=\"", seat_table[seat].mark);
    text_str(out, "/>");
    piece_symbol(out, seat, 0, 0, 58, mark_text(seat));
}

void piece_stack(text *out, u32 seats)
{
    int y = 0, top = 0;
    if (!seats) return;
    text_str(out, "<ellipse cx=\"24\" cy=\"16\" rx=\"106\" ry=\"68\" fill=\"#2c2a12\" fill-opacity=\".32\"/>");
    for (int s = 0; s < AUDE_MAX_SEATS; s++) {
        if (!(seats >> s & 1)) continue;
        number(out, "<path stroke=\"" PIECE_INK "\" stroke-width=\"10\" d=\"M-96 ", y - 32);
        piece_colour(out, "v32a96 62 0 0 0 192 0v-32a96 62 0 0 0-192 0z\" fill=\"", seat_table[s].colour);
        number(out, "/><path stroke-width=\"20\" d=\"M-66 ", y + 16);
        number(out, "v30M-12 ", y + 30);
        number(out, "v31M46 ", y + 24);
        piece_colour(out, "v30\" stroke=\"", seat_table[s].mark);
        number(out, "/><ellipse stroke=\"" PIECE_INK "\" stroke-width=\"10\" rx=\"96\" ry=\"62\" cy=\"", y - 32);
        piece_colour(out, "\" fill=\"", seat_table[s].colour);
        text_str(out, "/>");
        top = s;
        y -= 34;
    }
    y += 34 - 32;
    number(out, "<ellipse rx=\"68\" ry=\"43\" stroke-width=\"6\" stroke-opacity=\".8\" cy=\"", y);
    piece_colour(out, "\" fill=\"", seat_table[top].low);
    piece_colour(out, " stroke=\"", seat_table[top].mark);
    place(out, "/><g transform=\"translate(", 0, y);
    text_str(out, "scale(1 .68)\">");
    piece_symbol(out, top, 0, 0, 39, mark_text(top));
    text_str(out, "</g>");
}

/* ---- Documents ----------------------------------------------------------------------------------------------------- */

static void box_begin(text *out, aude_art_piece piece, unsigned flags)
{
    aude_art_box b = piece_box[piece];
    if (!(flags & AUDE_ART_PART)) document_begin(out, b.x0, b.y0, b.x1, b.y1);
}

static size_t box_end(text *out, unsigned flags)
{
    if (!(flags & AUDE_ART_PART)) document_end(out);
    return out->n;
}

size_t aude_art_patterns(char *dst, size_t cap)
{
    text out = text_into(dst, cap);
    piece_patterns(&out);
    return out.n;
}

size_t aude_art_meeple(int seat, unsigned flags, char *dst, size_t cap)
{
    text out = text_into(dst, cap);
    bool lying = flags & AUDE_ART_LYING;
    box_begin(&out, lying ? AUDE_ART_MEEPLE_LYING : AUDE_ART_MEEPLE, flags);
    piece_meeple(&out, seat, lying);
    return box_end(&out, flags);
}

size_t aude_art_chip(int seat, const aude_chip *face, unsigned flags, char *dst, size_t cap)
{
    text out = text_into(dst, cap);
    box_begin(&out, AUDE_ART_CHIP, flags);
    piece_chip(&out, seat, face);
    return box_end(&out, flags);
}

size_t aude_art_stack(uint32_t seats, unsigned flags, char *dst, size_t cap)
{
    text out = text_into(dst, cap);
    box_begin(&out, AUDE_ART_STACK, flags);
    piece_stack(&out, seats);
    return box_end(&out, flags);
}
