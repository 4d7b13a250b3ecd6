/* tilegen - tilegen OUT.c FILE...: writes the table of built-in tile sets (src/data/builtin.h) from tile files, in the
 * order given. A program of the build; it uses the library's own reader. */
#include "aude.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 1 << 20, MAX_FILES = 256 };

static void write_chip(FILE *out, const aude_chip *chip)
{
    fprintf(out, "            {.n_entries = %d, .entry = {", chip->n_entries);
    for (int i = 0; i < chip->n_entries; i++)
        fprintf(out, "%s{%d, %d, %d}", i ? ", " : "", chip->entry[i].tiles, chip->entry[i].plus, chip->entry[i].times);
    fprintf(out, "}},\n");
}

static void write_tile(FILE *out, const aude_tile *tile)
{
    fprintf(out, "            {.name = \"");
    for (const char *p = tile->name; *p; p++) fprintf(out, strchr("\"\\?", *p) ? "\\%c" : "%c", *p);
    fprintf(out, "\", .count = %d, .n_segments = %d, .office = %d, .mark = {", tile->count, tile->n_segments,
            tile->office);
    for (int i = 0; i < AUDE_N_MARKS; i++) fprintf(out, "%s%d", i ? ", " : "", tile->mark[i]);
    fprintf(out, "}, .picture = \"%s\",\n             .segment = {", tile->picture);
    for (int i = 0; i < tile->n_segments; i++) {
        const aude_segment *s = &tile->segment[i];
        fprintf(out, "%s{%d, %d, 0x%02x, 0x%02x}", i ? ", " : "", s->kind, s->pennants, s->ends, s->touches);
    }
    fprintf(out, "}},\n");
}

static void write_set(FILE *out, const aude_tileset *set)
{
    fprintf(out, "    {\n        .name = \"%s\",\n        .hash = 0x%016llx,\n", set->name,
            (unsigned long long)set->hash);
    fprintf(out, "        .start = %d,\n        .n_tiles = %d,\n        .n_chips = %d,\n        .chips_mark = %d,\n",
            set->start, set->n_tiles, set->n_chips, set->chips_mark);
    if (set->n_chips) fprintf(out, "        .chip = {\n");
    for (int i = 0; i < set->n_chips; i++) write_chip(out, &set->chip[i]);
    if (set->n_chips) fprintf(out, "        },\n");
    fprintf(out, "        .tile = {\n");
    for (int i = 0; i < set->n_tiles; i++) write_tile(out, &set->tile[i]);
    fprintf(out, "        },\n    },\n");
}

static int read_set(const char *path, aude_tileset *set)
{
    static char text[MAX_FILE];
    aude_errinfo error;
    FILE *in = fopen(path, "rb");
    if (!in) return perror(path), 0;
    size_t size = fread(text, 1, sizeof text, in);
    int bad = ferror(in) || size == sizeof text;
    fclose(in);
    if (bad) return fprintf(stderr, "%s: cannot be read\n", path), 0;
    if (!aude_tileset_read(set, text, size, &error)) return 1;
    return fprintf(stderr, "%s:%d:%d: %s\n", path, error.line, error.column, error.message), 0;
}

int main(int argc, char **argv)
{
    static aude_tileset set[MAX_FILES];
    int n = argc - 2;
    if (n < 1 || n > MAX_FILES) return fprintf(stderr, "usage: tilegen OUT.c FILE...\n"), 2;
    for (int i = 0; i < n; i++) {
        if (!read_set(argv[2 + i], &set[i])) return 1;
        for (int k = 0; k < i; k++)
            if (strcmp(set[k].name, set[i].name) == 0 && set[k].hash == set[i].hash)
                return fprintf(stderr, "%s: the same set as %s\n", argv[2 + i], argv[2 + k]), 1;
    }
    FILE *out = fopen(argv[1], "wb");
    if (!out) return perror(argv[1]), 1;
    fprintf(out,
            "/* Written by tilegen from the files in data/; not to be edited. */\n#include \"data/builtin.h\"\n\n");
    fprintf(out, "const int aude_n_builtin_sets = %d;\n\nconst aude_tileset aude_builtin_sets[] = {\n", n);
    for (int i = 0; i < n; i++) write_set(out, &set[i]);
    fprintf(out, "};\n");
    if (ferror(out) | fclose(out)) return perror(argv[1]), remove(argv[1]), 1;
    return 0;
}
