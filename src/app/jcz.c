/* jcz.c - reads a test file's setup, plays its messages, and asks for its sentences to be checked. */
#include "app/jcz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Failures ---------------------------------------------------------------------------------------------------- */

bool jcz_fail(jcz *j, const char *word, const char *format, ...)
{
    int line = 1;
    char quoted[256];
    snprintf(quoted, sizeof quoted, "\"%s\"", word ? word : "");
    const char *at = word ? strstr(j->text, quoted) : NULL;
    if (word && !at) at = strstr(j->text, word);
    for (const char *p = j->text; at && p < at; p++) line += *p == '\n';
    va_list arguments;
    fprintf(stderr, "%s:%d: ", j->path, line);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    j->n_failures++;
    return false;
}

/* ---- Names ------------------------------------------------------------------------------------------------------- */

int jcz_tile(const jcz *j, const char *id)
{
    char name[AUDE_MAX_NAME];
    if (!id || strncmp(id, "BA/", 3) || strlen(id + 3) >= sizeof name) return -1;
    strcpy(name, id + 3);
    size_t n = strlen(name);
    if (n > 2 && (!strcmp(name + n - 2, ".1") || !strcmp(name + n - 2, ".2"))) name[n - 2] = 0;
    return aude_rules_find_kind(&j->rules, name);
}

int jcz_feature(const char *name, size_t size)
{
    static const char *const word[] = {"city", "road", "monastery", "field"};
    for (int i = 0; i < AUDE_N_FEATURE_KINDS; i++)
        if (strlen(word[i]) == size && (name[0] | 32) == word[i][0] && !memcmp(name + 1, word[i] + 1, size - 1))
            return i;
    return -1;
}

bool jcz_location(const char *text, size_t size, int feature, unsigned *ends)
{
    static const char edge[] = "NESW";
    *ends = 0;
    if (feature == AUDE_MONASTERY) return size == 1 && *text == 'I';
    for (const char *p = text, *end = text + size; p < end; p++) {
        if (*p == '.') continue;
        const char *at = strchr(edge, *p);
        if (!at || !*p) return false;
        unsigned bit = (unsigned)(at - edge);
        if (feature == AUDE_FIELD) {
            if (++p == end || (*p != 'L' && *p != 'R')) return false;
            bit = 2 * bit + (*p == 'R');
        }
        *ends |= 1u << bit;
    }
    return *ends != 0;
}

/* ---- Setup ------------------------------------------------------------------------------------------------------- */

static void setup_names(jcz *j, json_t *object, const char *what, aude_setup *setup)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        bool on = json_is_true(value) || json_integer_value(value) > 0;
        if (!strcmp(what, "set") && !strcmp(key, "basic:1") && json_integer_value(value) == 1)
            setup->set[setup->n_sets++] = aude_tileset_find("base", 0);
        else if (!strcmp(what, "element") && !strcmp(key, "small-follower"))
            setup->meeples = (int)json_integer_value(value);
        else if (!strcmp(what, "element") && !strcmp(key, "farmers"))
            setup->fields = on;
        else if (on || strcmp(what, "element"))
            jcz_fail(j, key, "%s %s is not known", what, key);
    }
}

static bool start_usual(json_t *start)
{
    json_t *tile = json_array_get(start, 0);
    const char *id = json_string_value(json_object_get(tile, "tile"));
    return json_array_size(start) == 1 && id && !strcmp(id, "BA/RCr") &&
           json_integer_value(json_object_get(tile, "x")) == 0 && json_integer_value(json_object_get(tile, "y")) == 0 &&
           json_integer_value(json_object_get(tile, "rotation")) == 0;
}

static bool setup_read_json(jcz *j)
{
    json_t *from = json_object_get(j->root, "setup"), *players = json_object_get(j->root, "players");
    json_t *notes = json_object_get(j->root, "gameAnnotations"), *value;
    const char *key;
    aude_setup *setup = &j->record.setup;
    aude_errinfo error;
    aude_setup_default(setup, (int)json_array_size(players));
    setup->n_sets = setup->fields = setup->meeples = 0;
    setup_names(j, json_object_get(from, "sets"), "set", setup);
    setup_names(j, json_object_get(from, "elements"), "element", setup);
    setup_names(j, json_object_get(from, "rules"), "rule", setup);
    setup_names(j, json_object_get(from, "options"), "option", setup);
    if (!start_usual(json_object_get(from, "start"))) jcz_fail(j, "start", "another start than BA/RCr is not known");
    json_object_foreach(notes, key, value)
    {
        if (!strcmp(key, "endTurn"))
            setup->draws = (int)json_integer_value(value);
        else if (strcmp(key, "drawOrder"))
            jcz_fail(j, key, "annotation %s is not known", key);
    }
    if (j->n_failures) return false;
    for (int s = 0; s < setup->n_seats && s < AUDE_MAX_SEATS; s++) {
        const char *name = json_string_value(json_object_get(json_array_get(players, (size_t)s), "name"));
        snprintf(j->record.name[s], sizeof j->record.name[s], "%s", name ? name : "?");
    }
    j->record.confirm = 1;
    j->record.line = j->line;
    j->record.cap_lines = JCZ_MAX_LINES;
    if (aude_rules_init(&j->rules, setup, &error)) return jcz_fail(j, "setup", "%s", error.message);
    if (aude_game_open(&j->table, &j->record, &j->rules, &error)) return jcz_fail(j, "setup", "%s", error.message);
    return true;
}

/* ---- Messages ---------------------------------------------------------------------------------------------------- */

static void scored_collect(jcz *j)
{
    for (int i = 0; i < j->events.n; i++) {
        const aude_event *e = &j->events.event[i];
        if (e->kind != AUDE_EV_SCORED) continue;
        for (int s = 0; s < j->record.setup.n_seats; s++) {
            if (!(e->worth.winners >> s & 1) || j->n_scored == JCZ_MAX_SCORED) continue;
            j->scored[j->n_scored].seat = s;
            j->scored[j->n_scored].kind = e->worth.kind;
            j->scored[j->n_scored++].points = e->worth.points;
        }
    }
}

static bool table_does(jcz *j, aude_move move, const char *what, size_t message)
{
    aude_errinfo error = {.message = ""};
    j->events.n = 0;
    if (aude_game_move(&j->table, move, &j->events, &error))
        return jcz_fail(j, "replay", "message %zu: %s: %s", message, what, error.message);
    scored_collect(j);
    return true;
}

static aude_step table_step(const jcz *j)
{
    return aude_state_step(&j->rules, &j->table.course.state);
}

/* Draws until a tile is in hand: by the file's order, and after that `id`. */
static bool table_draw(jcz *j, const char *id, size_t message)
{
    json_t *order = json_object_get(json_object_get(j->root, "gameAnnotations"), "drawOrder");
    while (!j->table.course.has_waiting && table_step(j) == AUDE_STEP_DRAW) {
        const char *next = json_string_value(json_array_get(order, j->n_drawn));
        if (next) j->n_drawn++;
        if (!next) next = id;
        int kind = jcz_tile(j, next);
        if (kind < 0) return jcz_fail(j, next, "tile %s is not known", next ? next : "to be drawn");
        aude_move draw = {.kind = AUDE_DRAW, .seat = AUDE_NOBODY, .tile = (uint16_t)kind};
        if (!table_does(j, draw, next, message)) return false;
    }
    return true;
}

static bool message_place(jcz *j, json_t *payload, size_t message)
{
    const char *id = json_string_value(json_object_get(payload, "tileId"));
    const char *rotation = json_string_value(json_object_get(payload, "rotation"));
    json_t *position = json_object_get(payload, "position");
    if (!id || !rotation || rotation[0] != 'R' || json_array_size(position) != 2)
        return jcz_fail(j, "replay", "message %zu: not a PLACE_TILE", message);
    if (!table_draw(j, id, message)) return false;
    if (aude_state_hand(&j->table.course.state) != jcz_tile(j, id))
        return jcz_fail(j, "replay", "message %zu: %s is not the tile in hand", message, id);
    aude_move move = {.kind = AUDE_PLACE,
                      .seat = (uint8_t)aude_state_turn(&j->table.course.state),
                      .rotation = (uint8_t)(atoi(rotation + 1) / 90 % 4),
                      .x = (int16_t)json_integer_value(json_array_get(position, 0)),
                      .y = (int16_t)json_integer_value(json_array_get(position, 1))};
    return table_does(j, move, id, message);
}

static bool message_meeple(jcz *j, json_t *payload, size_t message)
{
    json_t *pointer = json_object_get(payload, "pointer");
    const char *feature = json_string_value(json_object_get(pointer, "feature"));
    const char *location = json_string_value(json_object_get(pointer, "location"));
    const char *meeple = json_string_value(json_object_get(payload, "meepleId"));
    if (!feature || !location || !meeple || strlen(meeple) < 2)
        return jcz_fail(j, "replay", "message %zu: not a DEPLOY_MEEPLE", message);
    if (strncmp(meeple + 1, ".small.", 7)) return jcz_fail(j, meeple, "figure %s is not known", meeple);
    int kind = jcz_feature(feature, strlen(feature));
    if (kind < 0) return jcz_fail(j, feature, "feature %s is not known", feature);
    unsigned ends;
    if (!jcz_location(location, strlen(location), kind, &ends))
        return jcz_fail(j, location, "location %s is not known", location);
    aude_move move = {.kind = AUDE_MEEPLE,
                      .seat = (uint8_t)(meeple[0] - '0'),
                      .feature = (uint8_t)kind,
                      .edge = ends ? (uint8_t)__builtin_ctz(ends) : AUDE_NO_EDGE};
    return table_does(j, move, location, message);
}

/* Where a turn has no meeple to place, PASS and the waiting placement are the same. */
static bool message_pass(jcz *j, size_t message)
{
    if (j->table.course.has_waiting) return true;
    aude_move move = {.kind = AUDE_PASS, .seat = (uint8_t)aude_state_turn(&j->table.course.state)};
    return table_does(j, move, "PASS", message);
}

static bool message_commit(jcz *j, size_t message)
{
    aude_errinfo error = {.message = ""};
    j->events.n = 0;
    if (aude_game_confirm(&j->table, aude_state_turn(&j->table.course.state), &j->events, &error))
        return jcz_fail(j, "replay", "message %zu: COMMIT: %s", message, error.message);
    scored_collect(j);
    return true;
}

static bool message_play(jcz *j, json_t *object, size_t message)
{
    const char *type = json_string_value(json_object_get(object, "type"));
    json_t *payload = json_object_get(object, "payload");
    if (!type) return jcz_fail(j, "replay", "message %zu has no type", message);
    if (!strcmp(type, "PLACE_TILE")) return message_place(j, payload, message);
    if (!strcmp(type, "DEPLOY_MEEPLE")) return message_meeple(j, payload, message);
    if (!strcmp(type, "PASS")) return message_pass(j, message);
    if (!strcmp(type, "COMMIT")) return message_commit(j, message);
    return jcz_fail(j, type, "message %s is not known", type);
}

/* ---- A file ------------------------------------------------------------------------------------------------------ */

/* The tile that the sentences speak of: the file's engine draws the tiles after drawOrder at random. */
static const char *tile_named(json_t *sentences)
{
    static const char mark[] = "TilePlacement for ";
    size_t i;
    json_t *value;
    json_array_foreach(sentences, i, value)
    {
        const char *at = json_is_string(value) ? strstr(json_string_value(value), mark) : NULL;
        if (at) return at + strlen(mark);
    }
    return NULL;
}

static bool jcz_run(jcz *j)
{
    size_t i;
    json_t *value, *sentences = json_object_get(json_object_get(j->root, "test"), "assertions");
    if (!json_is_array(sentences) || !json_array_size(sentences))
        return jcz_fail(j, NULL, "no test.assertions: not a test file");
    if (!setup_read_json(j)) return false;
    json_array_foreach(json_object_get(j->root, "replay"), i, value)
    {
        if (!message_play(j, value, i)) return false;
    }
    aude_move any;
    const char *named = tile_named(sentences);
    json_t *order = json_object_get(json_object_get(j->root, "gameAnnotations"), "drawOrder");
    if (named || j->n_drawn < json_array_size(order)) {
        char id[32];
        snprintf(id, sizeof id, "%.*s", named ? (int)strcspn(named, " ") : 0, named ? named : "");
        if (!table_draw(j, id, i)) return false;
    }
    uint32_t weight;
    while (!j->table.course.has_waiting && table_step(j) == AUDE_STEP_DRAW &&
           aude_chance(&j->rules, &j->table.course.state, &any, &weight, 1))
        if (!table_does(j, any, "any draw", i)) return false;
    json_array_foreach(sentences, i, value) jcz_sentence(j, json_is_string(value) ? json_string_value(value) : "");
    return !j->n_failures;
}

bool jcz_check(const char *path, const char *text, size_t size)
{
    jcz *j = calloc(1, sizeof *j);
    if (!j) return false;
    json_error_t error;
    j->path = path;
    j->text = text;
    j->root = json_loadb(text, size, 0, &error);
    bool good = j->root && jcz_run(j);
    if (!j->root) fprintf(stderr, "%s:%d: %s\n", path, error.line, error.text);
    json_decref(j->root);
    free(j);
    return good;
}
