/* palette.h - the colours of the country, and the styles that pieces of pictures are painted in. For src/art alone.
 *
 * One hue means one thing: terracotta is town, slate blue is towers and abbey, plum and gold is betting, azure and gold is
 * the pennant. */
#ifndef AUDE_ART_PALETTE_H
#define AUDE_ART_PALETTE_H

#include "base/text.h"

/* What every group of elements says once, so that its paths need not. */
#define STYLE_DEFAULTS \
    "fill=\"none\" stroke=\"#43301f\" stroke-width=\"5\" stroke-linejoin=\"round\" stroke-linecap=\"round\""

/* Within a layer a later style lies above an earlier one. */
enum {
    S_GRASS,
    S_PARCEL_A,
    S_PARCEL_B,
    S_PARCEL_C, /* hay */
    S_PARCEL_D,
    S_FURROW,
    S_FURROW_HAY,
    S_DRIFT_LIGHT,
    S_DRIFT_DARK,
    S_TUFT,
    S_FLOWER,
    S_FLOWER_B,
    S_VINE_EARTH,
    S_VINE,
    S_GRAPE,
    S_VERGE,
    S_VERGE_FILL,
    S_ROAD_EDGE,
    S_ROAD,
    S_RUT,
    S_RUT_MIDDLE,
    S_EARTH_EDGE,
    S_EARTH,
    S_GRIT,
    S_PATH_EDGE,
    S_PATH,
    S_SHADE, /* shadows, as areas and as strokes */
    S_SHADE_LINE,
    S_SHADE_SMALL,
    S_SHADE_LARGE,
    S_TOWN,
    S_TOWN_LOW,
    S_COBBLE,
    S_STREET,
    S_SQUARE,
    S_FACE,
    S_FACE_BACK,
    S_JOINT,
    S_TOOTH_INK,
    S_TOOTH,
    S_WALK,
    S_FRONT,
    S_FRONT_B,
    S_WINDOW,
    S_WINDOWS,
    S_HOLE,
    S_ROOF_A_LOW,
    S_ROOF_B_LOW,
    S_ROOF_C_LOW,
    S_ROOF_S_LOW,
    S_ROOF_A,
    S_ROOF_B,
    S_ROOF_C,
    S_ROOF_S,
    S_TILES,
    S_STONE,
    S_STONE_TONE,
    S_STONE_INK,
    S_SLATE,
    S_SLATE_LOW,
    S_SLATE_INK, /* the shaded side of big roofs */
    S_SLATE_JOINT,
    S_LEAF_DARK,
    S_LEAF,
    S_LEAF_DARK_SMALL,
    S_LEAF_SMALL,
    S_CYPRESS,
    S_CYPRESS_LIT,
    S_GARDEN,
    S_INK,
    S_INK_BOLD,
    S_INK_WIDE,
    S_WOOL,
    S_WOOL_INK,
    S_WOOD,
    S_WOOD_LINE,
    S_THATCH,
    S_THATCH_LOW,
    S_STRAW,
    S_COAT,
    S_COAT_B,
    S_SKIN,
    S_BLACK,
    S_FEATHER,
    S_HIDE,
    S_WHITE,
    S_LAWN,
    S_WALL_TOP,
    S_GAP,
    S_POST_INK,
    S_POST,
    S_RUT_THIN,
    S_BED_LILAC,
    S_BED_GREEN,
    S_BED_RED,
    S_BED_GOLD,
    S_WATER,
    S_PLUM,
    S_PLUM_LOW,
    S_PLUM_FLAT,
    S_MAGENTA,
    S_GOLD,
    S_GOLD_LINE,
    S_GOLD_CROSS,
    S_GLINT,
    S_AZURE_INK,
    S_AZURE,
    S_GOLD_FLAT,
    S_ROSE,
    S_AWNING_RED,
    S_AWNING_BLUE,
    S_SEAM,
    N_STYLES
};

/* The attributes of a style, with a space behind. */
void style_write(int style, bool dark, text *out);
/* "#rrggbb" or shorter. */
void colour_write(u32 colour, text *out);
/* A colour of the country as it looks at dusk. */
u32 colour_dusk(u32 colour);

#endif
