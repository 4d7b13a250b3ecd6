/* glyph.c - UTF-8 in, UTF-8 or ASCII out. */
#include "app/glyph.h"

#include <string.h>
#include <wchar.h>

/* What stands for our own characters in ASCII. Marks of players become letters. */
static const struct substitute {
    uint32_t glyph;
    const char *ascii;
} substitute_table[] = {
    {0x25cf, "A"}, {0x25b2, "B"},  {0x25a0, "C"}, {0x25c6, "D"},    {0x2605, "E"}, {0x271a, "F"}, /* ● ▲ ■ ◆ ★ ✚ */
    {0x00b7, "."}, {0x2592, "#"},  {0x2591, "."}, {0x2550, "="},    {0x2551, "|"}, {0x2554, "+"}, /* · ▒ ░ ═ ║ ╔ */
    {0x2557, "+"}, {0x255a, "+"},  {0x255d, "+"}, {0x2302, "*"},    {0x2691, "^"}, {0x2020, "+"}, /* ╗ ╚ ╝ ⌂ ⚑ † */
    {0x259f, "/"}, {0x2599, "\\"}, {0x250f, "+"}, {0x2513, "+"},    {0x2517, "+"}, {0x251b, "+"}, /* ▟ ▙ ┏ ┓ ┗ ┛ */
    {0x256d, "+"}, {0x256e, "+"},  {0x2570, "+"}, {0x256f, "+"},    {0x2500, "-"}, {0x2502, "|"}, /* ╭ ╮ ╰ ╯ ─ │ */
    {0x25b6, ">"}, {0x2190, "<"},  {0x2191, "^"}, {0x2192, ">"},    {0x2193, "v"}, {0x2013, "-"}, /* ▶ ← ↑ → ↓ – */
    {0x00d7, "x"}, {0x2212, "-"},  {0x2022, "*"}, {0x00b0, " deg"}, {0x2026, "~"}, {0x2019, "'"}, /* × − • ° … ’ */
    {0x25cb, "a"}, {0x25b3, "b"},  {0x25a1, "c"}, {0x25c7, "d"},    {0x2606, "e"}, {0x271b, "f"}, /* ○ △ □ ◇ ☆ ✛ */
    {0x2571, "/"}, {0x2572, "\\"}, {0x2588, "#"}, {0x2265, ">="},
};

uint32_t glyph_next(const char **text)
{
    const unsigned char *s = (const unsigned char *)*text;
    uint32_t glyph = s[0];
    int more = glyph < 0x80 ? 0 : glyph >= 0xf0 ? 3 : glyph >= 0xe0 ? 2 : glyph >= 0xc2 ? 1 : -1;
    if (!glyph) return 0;
    if (more > 0) glyph &= 0x3fu >> more;
    int i = 1;
    for (; i <= more && (s[i] & 0xc0) == 0x80; i++) glyph = glyph << 6 | (s[i] & 0x3fu);
    *text += i;
    static const uint32_t least[4] = {0, 0x80, 0x800, 0x10000};
    if (more < 0 || i <= more || glyph < least[more] || glyph > 0x10ffff || (glyph >= 0xd800 && glyph < 0xe000))
        return '?';
    if ((glyph < 0x20 && glyph != '\n') || (glyph >= 0x7f && glyph < 0xa0)) return '?';
    if ((glyph >= 0x200b && glyph < 0x2010) || (glyph >= 0x2028 && glyph < 0x202f) ||
        (glyph >= 0x2060 && glyph < 0x2070))
        return '?'; /* marks that turn the direction of writing, and other invisible ones */
    return glyph;
}

static const struct substitute *substitute_find(uint32_t glyph)
{
    for (size_t i = 0; i < sizeof substitute_table / sizeof *substitute_table; i++)
        if (substitute_table[i].glyph == glyph) return &substitute_table[i];
    return NULL;
}

int glyph_width(uint32_t glyph)
{
    if (glyph < 0x7f || substitute_find(glyph)) return 1;
    int width = wcwidth((wchar_t)glyph);
    return width < 0 ? 1 : width;
}

int glyph_columns(const char *text)
{
    int columns = 0;
    for (uint32_t glyph; (glyph = glyph_next(&text));) columns += glyph_width(glyph);
    return columns;
}

void glyph_write(FILE *out, uint32_t glyph, bool ascii)
{
    if (glyph < 0x80) {
        putc((int)glyph, out);
    } else if (ascii) {
        const struct substitute *known = substitute_find(glyph);
        fputs(known ? known->ascii : "?", out);
    } else {
        int more = glyph >= 0x10000 ? 3 : glyph >= 0x800 ? 2 : 1;
        putc((int)((0xff00u >> (more + 1) & 0xff) | glyph >> 6 * more), out);
        while (more--) putc((int)(0x80 | (glyph >> 6 * more & 0x3f)), out);
    }
}

void glyph_text(FILE *out, const char *text, bool ascii)
{
    for (uint32_t glyph; (glyph = glyph_next(&text));) glyph_write(out, glyph, ascii);
}
