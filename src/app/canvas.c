/* canvas.c - cells to escape sequences. Sequences are written only where a colour changes, and a row ends without one in
 * force. */
#include "app/canvas.h"

#include "app/glyph.h"

#include <stdlib.h>
#include <string.h>

void canvas_open(canvas *c, int width, int height)
{
    c->width = width;
    c->height = height;
    c->cell = calloc((size_t)width * (size_t)height + 1, sizeof *c->cell); /* one more: for what falls outside */
    if (!c->cell) {
        fputs("aude: out of memory\n", stderr);
        exit(2);
    }
    for (int i = 0; i < width * height; i++) c->cell[i].glyph = ' ';
}

void canvas_close(canvas *c)
{
    free(c->cell);
    c->cell = NULL;
}

cell *canvas_at(canvas *c, int x, int y)
{
    bool inside = x >= 0 && x < c->width && y >= 0 && y < c->height;
    return &c->cell[inside ? y * c->width + x : c->width * c->height];
}

void canvas_put(canvas *c, int x, int y, uint32_t glyph, uint32_t ink, bool bold)
{
    cell *at = canvas_at(c, x, y);
    at->glyph = glyph;
    at->ink = ink;
    at->bold = bold;
    at->dim = false;
}

int canvas_text(canvas *c, int x, int y, int end, const char *text, uint32_t ink, bool bold)
{
    if (end > c->width) end = c->width;
    for (uint32_t glyph; (glyph = glyph_next(&text));) {
        int width = glyph_width(glyph);
        if (x + width > end) break;
        if (width == 0) continue;
        canvas_put(c, x, y, glyph, ink, bold);
        if (width == 2) canvas_put(c, x + 1, y, 0, ink, bold);
        x += width;
    }
    return x;
}

/* Columns of the first bytes of a text. */
static int line_columns(const char *text, int bytes)
{
    int columns = 0;
    for (const char *end = text + bytes; text < end;) columns += glyph_width(glyph_next(&text));
    return columns;
}

/* Where the rows that continue a line begin: below its second column, where it has columns, else below its first word. */
static int line_hang(const char *line, int room)
{
    int lead = (int)strspn(line, " "), at = lead;
    while (line[at] && line[at] != '\n' && strncmp(line + at, "  ", 2)) at++;
    int gap = (int)strspn(line + at, " "), second = line_columns(line, at) + gap;
    bool columns = gap && line[at + gap] != '\n' && line[at + gap];
    int hang = columns ? second : lead;
    return hang < room / 2 ? hang : 0;
}

int canvas_wrap(canvas *c, int x, int y, int end, int rows, const char *text, uint32_t ink, bool bold)
{
    int row = 0, after = x, left = x, hang = 0; /* `after`: the column behind what is written */
    for (bool begins = true; *text;) {
        const char *at = text, *space = NULL;
        int columns = 0;
        if (begins) hang = line_hang(text, end - x);
        left = begins ? x : x + hang;
        while (*at && *at != '\n') { /* as much as fits; `space` is the last place to break */
            const char *next = at;
            int width = glyph_width(glyph_next(&next));
            if (columns + width > end - left) break;
            if (*at == ' ' && (!begins || at - text >= hang)) space = at;
            columns += width;
            at = next;
        }
        bool whole = !*at || *at == '\n' || *at == ' ';
        const char *stop = whole || !space || space == text ? at : space;
        if (stop == text && *stop != '\n') glyph_next(&stop); /* wider than the line: not for ever */
        int column = left;
        for (at = text; row < rows && at < stop;) {
            uint32_t glyph = glyph_next(&at);
            canvas_put(c, column, y + row, glyph, ink, bold);
            if (glyph_width(glyph) == 2) canvas_put(c, column + 1, y + row, 0, ink, bold);
            column += glyph_width(glyph);
        }
        if (row < rows) after = column;
        row++;
        begins = *stop == '\n';
        text = *stop == ' ' || *stop == '\n' ? stop + 1 : stop;
    }
    if (row > rows && rows > 0) canvas_put(c, after < end ? after : end - 1, y + rows - 1, 0x2026, ink, bold);
    return row;
}

static void colour_write(FILE *out, uint32_t colour, int layer, colour_depth how)
{
    unsigned r = colour >> 16 & 255, g = colour >> 8 & 255, b = colour & 255;
    if (colour == COLOUR_NONE)
        fprintf(out, "\033[%d9m", layer);
    else if (how == DEPTH_TRUE)
        fprintf(out, "\033[%d8;2;%u;%u;%um", layer, r, g, b);
    else { /* the nearest of the colour cube and of the greys */
        unsigned cube[3], rgb[3] = {r, g, b}, far = 0, grey = (r + g + b) / 3,
                          level = grey < 8     ? 0
                                  : grey > 238 ? 23
                                               : (grey - 3) / 10;
        for (int i = 0; i < 3; i++) {
            cube[i] = rgb[i] < 48 ? 0 : rgb[i] < 115 ? 1 : (rgb[i] - 35) / 40;
            unsigned value = cube[i] ? 55 + 40 * cube[i] : 0;
            far += (value - rgb[i]) * (value - rgb[i]);
        }
        unsigned shade = 8 + 10 * level, near = 0;
        for (int i = 0; i < 3; i++) near += (shade - rgb[i]) * (shade - rgb[i]);
        fprintf(out, "\033[%d8;5;%um", layer, near < far ? 232 + level : 16 + 36 * cube[0] + 6 * cube[1] + cube[2]);
    }
}

void canvas_row(const canvas *c, int y, style show, FILE *out)
{
    const cell *row = &c->cell[y * c->width];
    int end = c->width;
    while (end && row[end - 1].glyph == ' ' && (row[end - 1].paper == COLOUR_NONE || show.depth == DEPTH_MONO)) end--;
    cell now = {.glyph = ' '};
    for (int x = 0; x < end; x++) {
        cell next = row[x];
        if (show.depth != DEPTH_MONO) {
            if (next.bold != now.bold || next.dim != now.dim) {
                fprintf(out, "\033[0%s%sm", next.bold ? ";1" : "", next.dim ? ";2" : "");
                now.ink = now.paper = COLOUR_NONE;
            }
            if (next.ink != now.ink) colour_write(out, next.ink, 3, show.depth);
            if (next.paper != now.paper) colour_write(out, next.paper, 4, show.depth);
            now = next;
        }
        if (next.glyph) glyph_write(out, next.glyph, show.ascii);
    }
    if (now.ink || now.paper || now.bold || now.dim) fputs("\033[0m", out);
}

void canvas_write(const canvas *c, style show, FILE *out)
{
    for (int y = 0; y < c->height; y++) {
        canvas_row(c, y, show, out);
        putc('\n', out);
    }
}
