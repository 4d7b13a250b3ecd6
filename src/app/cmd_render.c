/* cmd_render.c - aude render: tiles and boards as pictures. */
#include "app/command.h"
#include "app/file.h"
#include "app/raster.h"
#include "app/recordfile.h"
#include "app/setup.h"
#include "aude_art.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHEET_GAP = 60, ROTATIONS = 4, PATH_SIZE = 4096 };

/* A picture in the making, or that something went wrong. */
typedef struct picture_text {
    char *data;
    size_t n, cap;
    bool bad;
} picture_text;

static char *text_room(picture_text *t, size_t n)
{
    if (!t->bad && t->n + n + 1 > t->cap) {
        size_t cap = 2 * (t->n + n + 1);
        char *more = realloc(t->data, cap);
        if (more)
            t->data = more, t->cap = cap;
        else
            t->bad = true;
    }
    return t->bad ? NULL : t->data + t->n;
}

__attribute__((format(printf, 2, 3))) static void text_print(picture_text *t, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    char *at = text_room(t, (size_t)n);
    if (!at) return;
    memcpy(at, line, (size_t)n + 1);
    t->n += (size_t)n;
}

/* What the options say about all pictures of a call. */
typedef struct rendering {
    const options *o;
    unsigned flags;
    long size; /* pixels of a tile */
} rendering;

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n >= m && !strcmp(s + n - m, end);
}

static int write_file(const rendering *r, const char *path, const char *data, size_t size)
{
    unsigned how = options_has(r->o, "force") ? 0 : FILE_FRESH;
    if (file_write(path, data, size, how)) return COMMAND_OK;
    return command_error(r->o, "%s%s", file_reason(path, errno), errno == EEXIST ? "; --force replaces it" : "");
}

/* Writes a picture of `width` x `height` thousandths of a tile to a file, in the format that its name says. */
static int picture_write(const rendering *r, const picture_text *t, const char *path, int width, int height)
{
    if (t->bad) return command_error(r->o, "out of memory");
    if (!ends_with(path, ".png")) return write_file(r, path, t->data, t->n);
    size_t size;
    const char *reason;
    char *png = raster_png(t->data, t->n, (int)((width * r->size + 999) / 1000), (int)((height * r->size + 999) / 1000),
                           &size, &reason);
    if (!png) return command_error(r->o, "%s: %s", path, reason);
    int code = write_file(r, path, png, size);
    free(png);
    return code;
}

/* ---- Tiles --------------------------------------------------------------------------------------------------------- */

static void tile_add(picture_text *t, const aude_rules *rules, int kind, int rotation, unsigned flags)
{
    /* every kind and rotation as on a space of its own, so that neighbours do not look alike */
    size_t n = aude_art_tile(rules, kind, rotation, 3 * kind, 2 * rotation, flags, NULL, 0);
    char *at = text_room(t, n);
    if (!at) return;
    aude_art_tile(rules, kind, rotation, 3 * kind, 2 * rotation, flags, at, n + 1);
    t->n += n;
}

static int sheet_write(const rendering *r, const aude_rules *rules, const char *path)
{
    picture_text t = {0};
    int n = aude_rules_n_kinds(rules), columns = n < 3 ? 1 : 3, step = AUDE_ART_TILE + SHEET_GAP;
    int rows = (n + columns - 1) / columns;
    int width = columns * (ROTATIONS * step + SHEET_GAP), height = rows * step + SHEET_GAP;
    text_print(
        &t, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\"><path fill=\"%s\" d=\"M0 0h%dv%dh-%dz\"/>",
        width, height, r->flags & AUDE_ART_DARK ? "#1a2027" : "#e4d8bd", width, height, width);
    for (int i = 0; i < n * ROTATIONS; i++) {
        int kind = i / ROTATIONS, rotation = i % ROTATIONS;
        text_print(&t, "<svg x=\"%d\" y=\"%d\" width=\"1000\" height=\"1000\" viewBox=\"0 0 1000 1000\">",
                   SHEET_GAP + kind / rows * (ROTATIONS * step + SHEET_GAP) + rotation * step,
                   SHEET_GAP + kind % rows * step);
        tile_add(&t, rules, kind, rotation, r->flags | AUDE_ART_PART);
        text_print(&t, "</svg>");
    }
    text_print(&t, "</svg>\n");
    int code = picture_write(r, &t, path, width, height);
    free(t.data);
    return code;
}

static int singles_write(const rendering *r, const aude_rules *rules, const char *folder, const char *ending)
{
    int n = aude_rules_n_kinds(rules), code = COMMAND_OK;
    char path[PATH_SIZE];
    for (int i = 0; i < n * ROTATIONS && !code; i++) {
        picture_text t = {0};
        snprintf(path, sizeof path, "%s/%s-%d%s", folder, aude_rules_kind(rules, i / ROTATIONS)->name,
                 i % ROTATIONS * 90, ending);
        tile_add(&t, rules, i / ROTATIONS, i % ROTATIONS, r->flags);
        code = picture_write(r, &t, path, AUDE_ART_TILE, AUDE_ART_TILE);
        free(t.data);
    }
    snprintf(path, sizeof path, "%s/tiles%s", folder, ending);
    return code ? code : sheet_write(r, rules, path);
}

static int tiles_render(const rendering *r, const char *path)
{
    static aude_rules rules;
    game_setup setup;
    int code = setup_read(r->o, 2, &setup);
    if (!code) code = setup_compile(r->o, &setup, &rules);
    if (!code && (ends_with(path, ".svg") || ends_with(path, ".png")))
        code = sheet_write(r, &rules, path);
    else if (!code && !file_is_directory(path))
        code = command_error(r->o, "%s is neither a directory nor a name that ends with .svg or .png", path);
    else if (!code)
        code = singles_write(r, &rules, path, options_has(r->o, "png") ? ".png" : ".svg");
    setup_free(&setup);
    return code;
}

/* ---- Boards -------------------------------------------------------------------------------------------------------- */

static int board_render(const rendering *r, const char *file, const char *path)
{
    static aude_rules rules;
    static aude_state state;
    aude_record record;
    picture_text t = {0};
    char *log, *at = NULL;
    int width, height;
    int code = recordfile_open(&record, &rules, &state, file, &log);
    if (!code && !ends_with(path, ".svg") && !ends_with(path, ".png"))
        code = command_error(r->o, "%s ends with neither .svg nor .png", path);
    if (!code) {
        aude_view(&rules, &state, AUDE_NOBODY, 0, &state);
        aude_art_board_size(&rules, &state, &width, &height);
        size_t n = aude_art_board(&rules, &state, r->flags, NULL, 0);
        if ((at = text_room(&t, n))) aude_art_board(&rules, &state, r->flags, at, n + 1);
        t.n = n;
        code = picture_write(r, &t, path, width, height);
    }
    free(t.data);
    recordfile_free(&record);
    free(log);
    return code;
}

static int render_run(const options *o)
{
    rendering r = {.o = o, .size = 128};
    const char *path = options_value(o, "o"), *theme = options_value(o, "theme");
    if (!path) return command_error(o, "-o names the file or directory to write");
    if (!strcmp(theme, "dark"))
        r.flags |= AUDE_ART_DARK;
    else if (strcmp(theme, "light"))
        return command_error(o, "--theme is light or dark, not \"%s\"", theme);
    if (!options_number(o, "size", 16, 1024, &r.size)) return COMMAND_USAGE;
    if (options_has(o, "fields")) r.flags |= AUDE_ART_FIELDS;
    if (options_has(o, "last")) r.flags |= AUDE_ART_LAST;
    if (!raster_available() && (options_has(o, "png") || ends_with(path, ".png")))
        return command_error(o, "this program was built without librsvg: only .svg");
    return strcmp(o->operand[0], "tiles") ? board_render(&r, o->operand[0], path) : tiles_render(&r, path);
}

const command command_render = {
    .name = "render",
    .operands = "FILE|tiles",
    .min_operands = 1,
    .max_operands = 1,
    .summary = "draw a saved game or the tiles as a picture",
    .about = "Draws the board at the end of a game log or public record with figures and stacks, as a spectator may "
             "see it, as "
             "SVG or, where the program was built with librsvg, as PNG; the name of the file decides.\n\n"
             "`aude render tiles` draws every tile in every rotation instead: on one sheet, or, where -o names a "
             "directory, also "
             "each in a file of its own (KIND-DEGREES.svg). A record that is called `tiles` is written ./tiles.",
    .option =
        (const option[]){
            {"o", "OUT", NULL, "the file to write, .svg or .png; for tiles also a directory", false},
            {"theme", "NAME", "light", "light or dark", false},
            {"fields", NULL, NULL, "shows who would score each field, as colour and pattern", false},
            {"last", NULL, NULL, "marks the tile placed last", false},
            {"size", "PIXELS", "128", "side of a tile in a PNG", false},
            {"png", NULL, NULL, "files in a directory are PNG", false},
            {"force", NULL, NULL, "replaces files that exist", false},
            SETUP_OPTIONS("base,bets"),
            {0},
        },
    .example =
        (const char *const[]){
            "aude render game.aude -o board.png",
            "the position at the end of a saved game",
            "aude render game.aude -o fields.svg --theme dark --fields",
            "the same at dusk, with the owners of the fields",
            "aude render tiles -o tiles.svg",
            "all tiles of the base game and The Bets on one sheet",
            NULL,
        },
    .run = render_run,
};
