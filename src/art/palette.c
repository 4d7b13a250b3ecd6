/* palette.c - see palette.h. The light is a warm southern afternoon; the dark theme is the hour when the lamps are lit. */
#include "art/palette.h"

enum { NONE = 0x1000000, INK = 0x43301f, DUSK = 0x2c2a12 };

typedef struct style {
    u32 fill, stroke;
    u8 width;           /* of the stroke, in thousandths of a tile */
    u8 fill_part, part; /* opacity in hundredths; 0 means opaque */
    bool butt;          /* square ends */
    bool lamp;          /* shines at dusk */
    const char *dash;   /* lengths of a dashed stroke */
} style;

#define FILL(colour)                     \
    {                                    \
        .fill = (colour), .stroke = NONE \
    }
#define SHADED(colour, opacity)                                  \
    {                                                            \
        .fill = (colour), .stroke = NONE, .fill_part = (opacity) \
    }
#define SOLID(colour, ink_width)                              \
    {                                                         \
        .fill = (colour), .stroke = INK, .width = (ink_width) \
    }
#define LINE(colour, line_width)                                \
    {                                                           \
        .fill = NONE, .stroke = (colour), .width = (line_width) \
    }
#define SOFT(colour, line_width, opacity)                                          \
    {                                                                              \
        .fill = NONE, .stroke = (colour), .width = (line_width), .part = (opacity) \
    }

static const style style_table[N_STYLES] = {
    [S_GRASS] = FILL(0xa3b25f),
    [S_PARCEL_A] = {.fill = 0xafbc69, .stroke = 0xafbc69, .width = 60},
    [S_PARCEL_B] = {.fill = 0x98aa58, .stroke = 0x98aa58, .width = 60},
    [S_PARCEL_C] = {.fill = 0xb9bf70, .stroke = 0xb9bf70, .width = 60},
    [S_PARCEL_D] = {.fill = 0xa5b66e, .stroke = 0xa5b66e, .width = 60},
    [S_FURROW] = SOFT(0x8fa151, 11, 42),
    [S_FURROW_HAY] = SOFT(0xa5a957, 11, 42),
    [S_DRIFT_LIGHT] = SOFT(0xd7dc8a, 90, 13),
    [S_DRIFT_DARK] = SOFT(0x6d8238, 80, 9),
    [S_TUFT] = LINE(0x7d9148, 8),
    [S_FLOWER] = LINE(0xfffaf0, 13),
    [S_FLOWER_B] = LINE(0xf0cf57, 13),
    [S_VINE_EARTH] = SOFT(0xb29a5c, 24, 55),
    [S_VINE] = {.fill = NONE, .stroke = 0x52703a, .width = 20, .dash = "1 27"},
    [S_GRAPE] = {.fill = NONE, .stroke = 0x8a5a86, .width = 9, .dash = "1 53"},
    [S_VERGE] = SOFT(0x8d9c50, 135, 75),
    [S_VERGE_FILL] = SHADED(0x8d9c50, 65),
    [S_ROAD_EDGE] = LINE(0xa98f60, 104),
    [S_ROAD] = LINE(0xf4e8ca, 88),
    [S_RUT] = LINE(0xdcc898, 44),
    [S_RUT_MIDDLE] = LINE(0xf4e8ca, 26),
    [S_EARTH_EDGE] = FILL(0xa88a58),
    [S_EARTH] = FILL(0xdcc596),
    [S_GRIT] = LINE(0xbb9c68, 10),
    [S_PATH_EDGE] = {.fill = NONE, .stroke = 0xa9834f, .width = 54, .dash = "50 8"},
    [S_PATH] = LINE(0xc9a56c, 38),
    [S_SHADE] = SHADED(DUSK, 26),
    [S_SHADE_LINE] = SOFT(DUSK, 50, 20),
    [S_SHADE_SMALL] = SOFT(DUSK, 30, 24),
    [S_SHADE_LARGE] = SOFT(DUSK, 48, 24),
    [S_TOWN] = FILL(0xd9b785),
    [S_TOWN_LOW] = SOFT(0xc9a470, 70, 70),
    [S_COBBLE] = LINE(0xc39d69, 11),
    [S_STREET] = LINE(0xe6cd9d, 50),
    [S_SQUARE] = {.fill = 0xe9d3a6, .stroke = 0xc39d69, .width = 7},
    [S_FACE] = SOLID(0xd3ba90, 5),
    [S_FACE_BACK] = SOLID(0xc2a67c, 5),
    [S_JOINT] = SOFT(0x8f7450, 5, 70),
    [S_TOOTH_INK] = {.fill = NONE, .stroke = INK, .width = 37, .butt = true, .dash = "32 11"},
    [S_TOOTH] = {.fill = NONE, .stroke = 0xf3e8d0, .width = 26, .butt = true, .dash = "0 4.5 23 15.5"},
    [S_WALK] = SOLID(0xe2cfa8, 5),
    [S_FRONT] = SOLID(0xf6e8ca, 5),
    [S_FRONT_B] = SOLID(0xead3a8, 5),
    [S_WINDOW] = {.fill = NONE, .stroke = 0x6b4a33, .width = 16, .butt = true, .lamp = true},
    [S_WINDOWS] = {.fill = NONE, .stroke = 0x6b4a33, .width = 18, .butt = true, .lamp = true, .dash = "14 22"},
    [S_HOLE] = FILL(0x5a3d2a),
    [S_ROOF_A] = SOLID(0xd06f45, 5),
    [S_ROOF_A_LOW] = SOLID(0xa54a30, 5),
    [S_ROOF_B] = SOLID(0xde8d58, 5),
    [S_ROOF_B_LOW] = SOLID(0xb5643c, 5),
    [S_ROOF_C] = SOLID(0xbb5638, 5),
    [S_ROOF_C_LOW] = SOLID(0x8c3b2a, 5),
    [S_ROOF_S] = SOLID(0x7f95ab, 5),
    [S_ROOF_S_LOW] = SOLID(0x566a83, 5),
    [S_TILES] = SOFT(0x8c3b2a, 4, 50),
    [S_STONE] = SOLID(0xf3e8d0, 5),
    [S_STONE_TONE] = SHADED(0xb3946a, 55),
    [S_STONE_INK] = SOLID(0xd6c19a, 5),
    [S_SLATE] = SOLID(0x7089a3, 5),
    [S_SLATE_LOW] = FILL(0x4a5f79),
    [S_SLATE_INK] = SOLID(0x4a5f79, 5),
    [S_SLATE_JOINT] = LINE(0x33445c, 5),
    [S_LEAF_DARK] = LINE(0x52703a, 80),
    [S_LEAF] = LINE(0x76944a, 46),
    [S_LEAF_DARK_SMALL] = LINE(0x52703a, 56),
    [S_LEAF_SMALL] = LINE(0x76944a, 32),
    [S_CYPRESS] = FILL(0x3f5c3c),
    [S_CYPRESS_LIT] = LINE(0x5d7d4d, 11),
    [S_GARDEN] = {.fill = 0xa9b56a, .stroke = 0x8d7a4a, .width = 7},
    [S_INK] = LINE(INK, 5),
    [S_INK_BOLD] = LINE(INK, 24),
    [S_INK_WIDE] = LINE(INK, 42),
    [S_WOOL] = LINE(0xfffaf0, 32),
    [S_WOOL_INK] = LINE(INK, 17),
    [S_WOOD] = SOLID(0x8a6240, 5),
    [S_WOOD_LINE] = LINE(0x634329, 8),
    [S_THATCH] = SOLID(0xdcbb66, 5),
    [S_THATCH_LOW] = SOLID(0xb08f43, 5),
    [S_STRAW] = LINE(0x8a6a2e, 5),
    [S_COAT] = SOLID(0x3a3340, 6),
    [S_COAT_B] = SOLID(0x4f3430, 6),
    [S_SKIN] = SOLID(0xf0cfa6, 5),
    [S_BLACK] = FILL(0x1f1712),
    [S_FEATHER] = LINE(0xc23b2e, 9),
    [S_HIDE] = FILL(0x5a4030),
    [S_WHITE] = SOLID(0xfffaf0, 5),
    [S_LAWN] = {.fill = 0xc7c987, .stroke = 0x8f7450, .width = 6},
    [S_WALL_TOP] = LINE(0xf3e8d0, 15),
    [S_GAP] = {.fill = NONE, .stroke = 0xf4e8ca, .width = 70, .butt = true},
    [S_POST_INK] = LINE(INK, 36),
    [S_POST] = LINE(0xf3e8d0, 25),
    [S_RUT_THIN] = LINE(0xe9d9ae, 16),
    [S_BED_LILAC] = {.fill = NONE, .stroke = 0x9486b4, .width = 22, .dash = "12 19"},
    [S_BED_GREEN] = {.fill = NONE, .stroke = 0x7d9148, .width = 21, .dash = "8 21"},
    [S_BED_RED] = {.fill = NONE, .stroke = 0xc9734f, .width = 22, .dash = "12 19"},
    [S_BED_GOLD] = {.fill = NONE, .stroke = 0xd9b23e, .width = 22, .dash = "8 21"},
    [S_WATER] = SOLID(0x6fa3b8, 5),
    [S_PLUM] = SOLID(0x7c2f66, 6),
    [S_PLUM_LOW] = SOLID(0x571e48, 6),
    [S_PLUM_FLAT] = FILL(0x571e48),
    [S_MAGENTA] = SOLID(0xc23b7e, 5),
    [S_GOLD] = {.fill = 0xf4bd3c, .stroke = INK, .width = 10, .lamp = true},
    [S_GOLD_LINE] = LINE(0xc98a1c, 9),
    [S_GOLD_CROSS] = {.fill = NONE, .stroke = 0xf4bd3c, .width = 13, .lamp = true},
    [S_GLINT] = {.fill = NONE, .stroke = 0xfff3c4, .width = 10, .lamp = true},
    [S_AZURE_INK] = {.fill = 0x2a5a9c, .stroke = INK, .width = 26},
    [S_AZURE] = {.fill = 0x2a5a9c, .stroke = 0xfffaf0, .width = 12},
    [S_GOLD_FLAT] = {.fill = 0xf4bd3c, .stroke = NONE, .lamp = true},
    [S_ROSE] = {.fill = 0x2a5a9c, .stroke = 0xf4bd3c, .width = 8, .lamp = true},
    [S_AWNING_RED] = SOLID(0xc9503c, 5),
    [S_AWNING_BLUE] = SOLID(0x3f7c84, 5),
    [S_SEAM] = SOFT(0x3a2a18, 7, 17),
};

u32 colour_dusk(u32 c)
{
    u32 r = c >> 16, g = c >> 8 & 255, b = c & 255;
    return (r * 70 / 100) << 16 | (g * 69 / 100 + 2) << 8 | (b * 74 / 100 + 10);
}

/* Windows are dark by day and warm at dusk; gold keeps its colour. */
static u32 colour_shown(const style *s, u32 colour, bool dark)
{
    if (!dark) return colour;
    if (s->lamp) return colour == 0x6b4a33 ? 0xffcf70 : colour == INK ? 0x2a1e16 : colour;
    return colour_dusk(colour);
}

void colour_write(u32 c, text *out)
{
    static const char hex[] = "0123456789abcdef";
    bool brief = (c >> 4 & 0x0f0f0f) == (c & 0x0f0f0f);
    text_char(out, '#');
    for (int shift = 20; shift >= 0; shift -= brief ? 8 : 4) text_char(out, hex[c >> shift & 15]);
}

static void attribute(const char *name, long value, text *out)
{
    text_str(out, name);
    text_str(out, "=\"");
    text_int(out, value);
    text_str(out, "\" ");
}

static void attribute_colour(const char *name, u32 colour, text *out)
{
    text_str(out, name);
    text_str(out, "=\"");
    colour_write(colour, out);
    text_str(out, "\" ");
}

static void attribute_part(const char *name, int hundredths, text *out)
{
    text_str(out, name);
    text_str(out, "=\".");
    if (hundredths < 10) text_char(out, '0');
    text_int(out, hundredths % 10 ? hundredths : hundredths / 10);
    text_str(out, "\" ");
}

void style_write(int n, bool dark, text *out)
{
    const style *s = &style_table[n];
    if (s->fill != NONE) attribute_colour("fill", colour_shown(s, s->fill, dark), out);
    if (s->fill_part) attribute_part("fill-opacity", s->fill_part, out);
    if (s->stroke == NONE) {
        text_str(out, "stroke=\"none\" ");
        return;
    }
    u32 stroke = s->stroke == INK ? INK : colour_shown(s, s->stroke, dark);
    if (stroke != INK) attribute_colour("stroke", stroke, out);
    if (s->width != 5) attribute("stroke-width", s->width, out);
    if (s->part) attribute_part("stroke-opacity", s->part, out);
    if (s->butt) text_str(out, "stroke-linecap=\"butt\" ");
    if (s->dash) {
        text_str(out, "stroke-dasharray=\"");
        text_str(out, s->dash);
        text_str(out, "\" ");
    }
}
