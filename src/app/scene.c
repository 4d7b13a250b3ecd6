/* scene.c - names, marks and colours of the players. */
#include "app/scene.h"

#include "app/canvas.h"

#include <string.h>

static const struct {
    uint32_t mark;
    const char *text;
    uint32_t colour, ink, chip, chip_ink;
} seat_table[AUDE_MAX_SEATS] = {
    {0x25cf, "●", COLOUR(0x1455b0), COLOUR(0xffffff), 0x25cb, COLOUR(0x9cc3ff)},
    {0x25b2, "▲", COLOUR(0xcc3d0c), COLOUR(0xffffff), 0x25b3, COLOUR(0xffb08a)},
    {0x25a0, "■", COLOUR(0xf8e03a), COLOUR(0x2b1c10), 0x25a1, COLOUR(0xfff08a)},
    {0x25c6, "◆", COLOUR(0x2b2a31), COLOUR(0xffffff), 0x25c7, COLOUR(0xd8d8e0)},
    {0x2605, "★", COLOUR(0x84dcfa), COLOUR(0x2b1c10), 0x2606, COLOUR(0xb8ecff)},
    {0x271a, "✚", COLOUR(0xd184a6), COLOUR(0x2b1c10), 0x271b, COLOUR(0xf2c0d8)},
};

uint32_t scene_chip(int seat)
{
    return seat_table[seat].chip;
}

uint32_t scene_chip_ink(int seat)
{
    return seat_table[seat].chip_ink;
}

uint32_t scene_mark(int seat)
{
    return seat_table[seat].mark;
}

const char *scene_mark_text(int seat)
{
    return seat_table[seat].text;
}

uint32_t scene_colour(int seat)
{
    return seat_table[seat].colour;
}

uint32_t scene_mark_ink(int seat)
{
    return seat_table[seat].ink;
}

bool scene_is_you(const scene *s, int seat)
{
    return !strcmp(s->name[seat], "You");
}

const char *scene_s(const scene *s, int seat)
{
    return scene_is_you(s, seat) ? "" : "s";
}
