/* setup.c - reads --sets, --tiles, --rule and --chips. */
#include "app/setup.h"

#include "app/file.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A set of --tiles, else a built-in one. */
static const aude_tileset *set_find(const game_setup *setup, const char *name)
{
    for (int i = 0; i < setup->n_own; i++)
        if (!strcmp(setup->own[i].name, name)) return &setup->own[i];
    return aude_tileset_find(name, 0);
}

static int sets_read(const options *o, const char *names, game_setup *dst)
{
    for (dst->setup.n_sets = 0; *names;) {
        size_t size = strcspn(names, ",");
        char name[AUDE_MAX_NAME] = "";
        if (size < sizeof name) memcpy(name, names, size);
        const aude_tileset *set = set_find(dst, name);
        if (!set) {
            fprintf(stderr, "aude %s: --sets: there is no built-in tile set \"%.*s\"; there are:", o->command->name,
                    (int)size, names);
            for (int i = 0; aude_tileset_builtin(i); i++) fprintf(stderr, " %s", aude_tileset_builtin(i)->name);
            fputc('\n', stderr);
            return COMMAND_USAGE;
        }
        if (dst->setup.n_sets == AUDE_MAX_SETS) return command_error(o, "--sets: more than %d sets", AUDE_MAX_SETS);
        dst->setup.set[dst->setup.n_sets++] = set;
        names += size + (names[size] == ',');
    }
    return COMMAND_OK;
}

static int tiles_read(const options *o, const char *path, game_setup *dst)
{
    size_t size;
    char *text = file_read(path, &size);
    if (!text) return command_error(o, "--tiles %s", file_reason(path, errno));
    if (dst->n_own == AUDE_MAX_SETS) {
        free(text);
        return command_error(o, "--tiles: more than %d files", AUDE_MAX_SETS);
    }
    aude_tileset *own = &dst->own[dst->n_own];
    aude_errinfo error;
    aude_err code = aude_tileset_read(own, text, size, &error);
    free(text);
    if (code) {
        file_error(path, &error);
        return COMMAND_USAGE;
    }
    if (set_find(dst, own->name) && set_find(dst, own->name) != aude_tileset_find(own->name, 0))
        return command_error(o, "--tiles: two files have a set \"%s\"", own->name);
    dst->n_own++;
    return COMMAND_OK;
}

/* Sets of files that --sets does not name come after those that it does. */
static int sets_append(const options *o, game_setup *dst)
{
    for (int i = 0; i < dst->n_own; i++) {
        int at = 0;
        while (at < dst->setup.n_sets && dst->setup.set[at] != &dst->own[i]) at++;
        if (at < dst->setup.n_sets) continue;
        if (at == AUDE_MAX_SETS) return command_error(o, "--tiles: more than %d sets in all", AUDE_MAX_SETS);
        dst->setup.set[dst->setup.n_sets++] = &dst->own[i];
    }
    return COMMAND_OK;
}

/* The rules that --rule can set: a switch (max < 0), or a number. */
static const struct rule {
    const char *name;
    size_t offset;
    int min, max;
} rule_table[] = {
    {"fields", offsetof(game_setup, setup.fields), 0, -1},
    {"tiny-city", offsetof(game_setup, setup.tiny_city), 2, 4},
    {"bets-unoccupied", offsetof(game_setup, setup.bets_unoccupied), 0, -1},
    {"confirm", offsetof(game_setup, confirm), 0, -1},
    {"draws", offsetof(game_setup, setup.draws), 1, AUDE_MAX_TILES},
    {"meeples", offsetof(game_setup, setup.meeples), 1, AUDE_MAX_MEEPLES},
    {"first", offsetof(game_setup, setup.first), 0, AUDE_MAX_SEATS - 1},
};

/* The index-th --rule. */
static int rule_set(const options *o, int index, game_setup *dst)
{
    const char *word = options_nth(o, "rule", index);
    size_t size = strcspn(word, "=");
    for (int i = 0; i < index; i++) {
        const char *other = options_nth(o, "rule", i);
        if (strcspn(other, "=") == size && !memcmp(other, word, size))
            return command_error(o, "--rule %.*s is given twice", (int)size, word);
    }
    const char *value = word + size + (word[size] == '=');
    for (size_t i = 0; i < sizeof rule_table / sizeof *rule_table; i++) {
        const struct rule *rule = &rule_table[i];
        if (strlen(rule->name) != size || memcmp(rule->name, word, size)) continue;
        int *field = (int *)(void *)((char *)dst + rule->offset);
        if (rule->max < 0) {
            if (strcmp(value, "on") && strcmp(value, "off"))
                return command_error(o, "--rule %s wants on or off, not \"%s\"", rule->name, value);
            *field = !strcmp(value, "on");
            return COMMAND_OK;
        }
        char *end;
        long number = strtol(value, &end, 10);
        if (end == value || *end || number < rule->min || number > rule->max)
            return command_error(o, "--rule %s wants a number from %d to %d, not \"%s\"", rule->name, rule->min,
                                 rule->max, value);
        *field = (int)number;
        return COMMAND_OK;
    }
    fprintf(stderr, "aude %s: --rule: unknown rule \"%.*s\"; there are:", o->command->name, (int)size, word);
    for (size_t i = 0; i < sizeof rule_table / sizeof *rule_table; i++) fprintf(stderr, " %s", rule_table[i].name);
    fputc('\n', stderr);
    return COMMAND_USAGE;
}

static int chips_read(const options *o, const char *faces, game_setup *dst)
{
    aude_setup *setup = &dst->setup;
    for (;;) {
        faces += strspn(faces, " ,");
        size_t size = strcspn(faces, " ,");
        if (!size) return setup->n_chips ? COMMAND_OK : command_error(o, "--chips wants at least one chip");
        if (setup->n_chips == AUDE_MAX_CHIPS) return command_error(o, "--chips: more than %d chips", AUDE_MAX_CHIPS);
        if (aude_chip_read(&setup->chip[setup->n_chips], faces, size))
            return command_error(o, "--chips: \"%.*s\" is no chip; write 4x2, 4/5 or 3/7+", (int)size, faces);
        setup->n_chips++;
        faces += size;
    }
}

int setup_read(const options *o, int n_seats, game_setup *dst)
{
    memset(dst, 0, sizeof *dst);
    aude_setup_default(&dst->setup, n_seats);
    dst->own = calloc(AUDE_MAX_SETS, sizeof *dst->own);
    if (!dst->own) return command_error(o, "out of memory");
    int code = COMMAND_OK;
    const char *value;
    for (int i = 0; !code && (value = options_nth(o, "tiles", i)); i++) code = tiles_read(o, value, dst);
    if (!code) code = sets_read(o, options_value(o, "sets"), dst);
    if (!code) code = sets_append(o, dst);
    for (int i = 0; !code && options_nth(o, "rule", i); i++) code = rule_set(o, i, dst);
    if (!code && (value = options_value(o, "chips"))) code = chips_read(o, value, dst);
    return code;
}

int setup_compile(const options *o, const game_setup *setup, aude_rules *rules)
{
    aude_errinfo error;
    if (aude_rules_init(rules, &setup->setup, &error)) return command_error(o, "%s", error.message);
    return COMMAND_OK;
}

void setup_free(game_setup *setup)
{
    free(setup->own);
    setup->own = NULL;
}
