/* jcz.c - see jcz.h. */
#include "jcz/jcz.h"

#include "base/error.h"
#include "base/scan.h"
#include "base/text.h"

/* ---- Names ------------------------------------------------------------------------------------------------------- */

int jcz_tile(const jcz *j, const char *id)
{
    char name[AUDE_MAX_NAME];
    size_t n = strlen(id);
    if (n < 3 || n - 3 >= sizeof name || memcmp(id, "BA/", 3) != 0) return -1;
    n -= 3;
    memcpy(name, id + 3, n + 1);
    if (n > 2 && (!strcmp(name + n - 2, ".1") || !strcmp(name + n - 2, ".2"))) name[n - 2] = 0;
    return aude_rules_find_kind(&j->rules, name);
}

int jcz_feature(const char *name, size_t size)
{
    static const char *const known[] = {"city", "road", "monastery", "field"};
    for (int i = 0; i < AUDE_N_FEATURE_KINDS; i++)
        if (strlen(known[i]) == size && (name[0] | 32) == known[i][0] && !memcmp(name + 1, known[i] + 1, size - 1))
            return i;
    return -1;
}

bool jcz_location(const char *src, size_t size, int feature, unsigned *ends)
{
    static const char edge[] = {'N', 'E', 'S', 'W'};
    *ends = 0;
    if (feature == AUDE_MONASTERY) return size == 1 && *src == 'I';
    for (const char *p = src, *end = src + size; p < end; p++) {
        if (*p == '.') continue;
        const char *at = memchr(edge, *p, sizeof edge);
        if (!at) return false;
        unsigned bit = (unsigned)(at - edge);
        if (feature == AUDE_FIELD) {
            if (++p == end || (*p != 'L' && *p != 'R')) return false;
            bit = 2 * bit + (*p == 'R');
        }
        *ends |= 1u << bit;
    }
    return *ends != 0;
}

/* A player's name as a record can have it: what it cannot have is left out. */
static void name_fit(const char *src, char *dst, size_t cap)
{
    size_t n = 0;
    for (const char *p = src, *end = src + strlen(src); p < end;) {
        int size = utf8_size(p, end);
        bool blank = !size || *p == ' ' || *p == '\t', first = !n || dst[n - 1] == ' ';
        if (n + (size ? (size_t)size : 1) >= cap) break;
        if (blank ? !first : !(first && *p == '#')) {
            if (blank) dst[n++] = ' ';
            for (int i = 0; !blank && i < size; i++) dst[n++] = p[i];
        }
        p += size ? size : 1;
    }
    while (n && dst[n - 1] == ' ') n--;
    dst[n] = 0;
}

/* ---- Setup ------------------------------------------------------------------------------------------------------- */

static int setup_of(const jcz *j, const char *key)
{
    return tree_get(&j->tree, tree_get(&j->tree, 0, "setup"), key);
}

static int draws_of(const jcz *j)
{
    return tree_get(&j->tree, tree_get(&j->tree, 0, "gameAnnotations"), "drawOrder");
}

/* A set, element, rule or option with its value. */
static aude_err setup_word(jcz *j, const char *what, int value, aude_errinfo *e)
{
    aude_setup *setup = &j->record.setup;
    char key[JCZ_NAME];
    i32 number = 0;
    tree_key(&j->tree, value, key, sizeof key);
    bool counted = tree_int(&j->tree, value, &number);
    int kind = j->tree.node[value].kind;
    bool on = kind != NODE_NULL && kind != NODE_FALSE && (!counted || number > 0), element = !strcmp(what, "element");
    if (!strcmp(what, "set") && !strcmp(key, "basic:1") && number == 1 && !setup->n_sets)
        setup->set[setup->n_sets++] = aude_tileset_find("base", 0);
    else if (element && !strcmp(key, "small-follower") && counted)
        setup->meeples = number;
    else if (element && !strcmp(key, "farmers"))
        setup->fields = on;
    else if (on || !element)
        return tree_error(&j->tree, value, AUDE_E_UNKNOWN, "%s %s is not known", what, key, e);
    return AUDE_OK;
}

static aude_err setup_words(jcz *j, const char *where, const char *what, aude_errinfo *e)
{
    int of = setup_of(j, where);
    for (int i = tree_first(&j->tree, of); i >= 0; i = tree_next(&j->tree, of, i)) {
        aude_err err = setup_word(j, what, i, e);
        if (err) return err;
    }
    return AUDE_OK;
}

static aude_err setup_start(jcz *j, aude_errinfo *e)
{
    const tree *t = &j->tree;
    i32 x, y, rotation;
    int start = setup_of(j, "start"), tile = tree_item(t, start, 0);
    if (tree_count(t, start) == 1 && tree_is(t, tree_get(t, tile, "tile"), "BA/RCr") &&
        tree_int(t, tree_get(t, tile, "x"), &x) && !x && tree_int(t, tree_get(t, tile, "y"), &y) && !y &&
        tree_int(t, tree_get(t, tile, "rotation"), &rotation) && !rotation)
        return AUDE_OK;
    return tree_error(t, start, AUDE_E_UNKNOWN, "another start than BA/RCr is not known", NULL, NULL, e);
}

static aude_err setup_notes(jcz *j, aude_errinfo *e)
{
    const tree *t = &j->tree;
    int notes = tree_get(t, 0, "gameAnnotations");
    for (int i = tree_first(t, notes); i >= 0; i = tree_next(t, notes, i)) {
        char key[JCZ_NAME];
        i32 draws = 0;
        tree_key(t, i, key, sizeof key);
        bool good = !strcmp(key, "drawOrder") ? t->node[i].kind == NODE_ARRAY
                                              : !strcmp(key, "endTurn") && tree_int(t, i, &draws) && draws >= 0;
        if (!good) return tree_error(t, i, AUDE_E_UNKNOWN, "annotation %s is not known", key, NULL, e);
        if (draws) j->record.setup.draws = draws;
    }
    return AUDE_OK;
}

static aude_err setup_read(jcz *j, aude_errinfo *e)
{
    const tree *t = &j->tree;
    aude_setup *setup = &j->record.setup;
    aude_errinfo why = {.message = ""};
    int from = tree_get(t, 0, "setup"), players = tree_get(t, 0, "players"), n = tree_count(t, players);
    if (from < 0)
        return tree_error(t, -1, AUDE_E_SYNTAX, "there is no `setup`: no game of JCloisterZone", NULL, NULL, e);
    if (!n || n > AUDE_MAX_SEATS || t->node[players].kind != NODE_ARRAY)
        return tree_error(t, players, AUDE_E_RANGE, "`players` has to list 1 to 6", NULL, NULL, e);
    aude_setup_default(setup, n);
    setup->n_sets = setup->fields = setup->meeples = 0;
    aude_err err = setup_words(j, "sets", "set", e);
    if (!err) err = setup_words(j, "elements", "element", e);
    if (!err) err = setup_words(j, "rules", "rule", e);
    if (!err) err = setup_words(j, "options", "option", e);
    if (!err) err = setup_start(j, e);
    if (!err) err = setup_notes(j, e);
    if (err) return err;
    for (int i = tree_first(t, players), s = 0; i >= 0; i = tree_next(t, players, i), s++) {
        char name[256] = "";
        tree_string(t, tree_get(t, i, "name"), name, sizeof name);
        name_fit(name, j->record.name[s], sizeof j->record.name[s]);
    }
    j->record.confirm = 1;
    j->record.line = j->line;
    j->record.cap_lines = JCZ_MAX_LINES;
    err = aude_rules_init(&j->rules, setup, &why);
    if (!err) err = aude_game_open(&j->table, &j->record, &j->rules, &why);
    return err ? tree_error(t, from, err, "%s", why.message, NULL, e) : AUDE_OK;
}

/* ---- Messages ---------------------------------------------------------------------------------------------------- */

static const aude_state *state_now(const jcz *j)
{
    return &j->table.course.state;
}

static void told(jcz *j)
{
    if (j->heard) j->heard(j->context, &j->events);
}

/* A move that the value `at` of the file asks for. */
static aude_err table_does(jcz *j, aude_move move, const char *what, int at, aude_errinfo *e)
{
    aude_errinfo why = {.message = ""};
    j->events.n = 0;
    aude_err err = aude_game_move(&j->table, move, &j->events, &why);
    if (err) return tree_error(&j->tree, at, err, "%s: %s", what, why.message, e);
    told(j);
    return AUDE_OK;
}

aude_err jcz_draw(jcz *j, const char *id, aude_errinfo *e)
{
    const tree *t = &j->tree;
    int order = draws_of(j);
    while (!j->table.course.has_waiting && aude_state_step(&j->rules, state_now(j)) == AUDE_STEP_DRAW) {
        char next[JCZ_NAME] = "";
        int at = j->drawn < 0 ? tree_first(t, order) : tree_next(t, order, j->drawn);
        if (at < 0 && !id) return AUDE_OK;
        const char *name = at < 0 ? id : next;
        int kind = at < 0 || tree_string(t, at, next, sizeof next) ? jcz_tile(j, name) : -1;
        if (kind < 0) return tree_error(t, at, AUDE_E_UNKNOWN, "tile %s is not known", name, NULL, e);
        if (at >= 0) j->drawn = at;
        aude_err err =
            table_does(j, (aude_move){.kind = AUDE_DRAW, .seat = AUDE_NOBODY, .tile = (u16)kind}, name, at, e);
        if (err) return err;
    }
    return AUDE_OK;
}

/* R0, R90, R180, R270 as quarter turns; -1: none. */
static int rotation_of(const tree *t, int i)
{
    static const char *const name[] = {"R0", "R90", "R180", "R270"};
    for (int r = 0; r < 4; r++)
        if (tree_is(t, i, name[r])) return r;
    return -1;
}

static aude_err message_place(jcz *j, int payload, int at, aude_errinfo *e)
{
    const tree *t = &j->tree;
    char id[JCZ_NAME];
    i32 x, y;
    int tile = tree_get(t, payload, "tileId"), position = tree_get(t, payload, "position");
    int rotation = rotation_of(t, tree_get(t, payload, "rotation"));
    if (!tree_string(t, tile, id, sizeof id) || rotation < 0 || tree_count(t, position) != 2 ||
        !tree_int(t, tree_item(t, position, 0), &x) || !tree_int(t, tree_item(t, position, 1), &y) || x != (i16)x ||
        y != (i16)y)
        return tree_error(t, at, AUDE_E_SYNTAX, "no PLACE_TILE: it needs tileId, rotation and position", NULL, NULL, e);
    int kind = jcz_tile(j, id);
    if (kind < 0) return tree_error(t, tile, AUDE_E_UNKNOWN, "tile %s is not known", id, NULL, e);
    aude_err err = jcz_draw(j, id, e);
    if (err) return err;
    if (aude_state_hand(state_now(j)) != kind)
        return tree_error(t, tile, AUDE_E_ILLEGAL, "%s is not the tile in hand", id, NULL, e);
    return table_does(j,
                      (aude_move){.kind = AUDE_PLACE,
                                  .seat = (u8)aude_state_turn(state_now(j)),
                                  .rotation = (u8)rotation,
                                  .x = (i16)x,
                                  .y = (i16)y},
                      id, at, e);
}

static aude_err message_meeple(jcz *j, int payload, int at, aude_errinfo *e)
{
    const tree *t = &j->tree;
    char feature[JCZ_NAME], location[JCZ_NAME], meeple[JCZ_NAME];
    unsigned ends;
    int pointer = tree_get(t, payload, "pointer"), id = tree_get(t, payload, "meepleId");
    if (!tree_string(t, tree_get(t, pointer, "feature"), feature, sizeof feature) ||
        !tree_string(t, tree_get(t, pointer, "location"), location, sizeof location) ||
        !tree_string(t, id, meeple, sizeof meeple))
        return tree_error(t, at, AUDE_E_SYNTAX, "no DEPLOY_MEEPLE: it needs pointer, feature, location and meepleId",
                          NULL, NULL, e);
    int seat = meeple[0] - '0';
    if (seat < 0 || seat >= j->record.setup.n_seats || strlen(meeple) < 8 || memcmp(meeple + 1, ".small.", 7) != 0)
        return tree_error(t, id, AUDE_E_UNKNOWN, "figure %s is not known", meeple, NULL, e);
    int kind = jcz_feature(feature, strlen(feature));
    if (kind < 0)
        return tree_error(t, tree_get(t, pointer, "feature"), AUDE_E_UNKNOWN, "feature %s is not known", feature, NULL,
                          e);
    if (!jcz_location(location, strlen(location), kind, &ends))
        return tree_error(t, tree_get(t, pointer, "location"), AUDE_E_UNKNOWN, "location %s is not known", location,
                          NULL, e);
    return table_does(j,
                      (aude_move){.kind = AUDE_MEEPLE,
                                  .seat = (u8)seat,
                                  .feature = (u8)kind,
                                  .edge = ends ? (u8)bits_first(ends) : AUDE_NO_EDGE},
                      location, at, e);
}

/* Where a turn has no meeple to place, PASS and the waiting placement are the same. */
static aude_err message_pass(jcz *j, int at, aude_errinfo *e)
{
    if (j->table.course.has_waiting) return AUDE_OK;
    return table_does(j, (aude_move){.kind = AUDE_PASS, .seat = (u8)aude_state_turn(state_now(j))}, "PASS", at, e);
}

static aude_err message_commit(jcz *j, int at, aude_errinfo *e)
{
    aude_errinfo why = {.message = ""};
    j->events.n = 0;
    aude_err err = aude_game_confirm(&j->table, aude_state_turn(state_now(j)), &j->events, &why);
    if (err) return tree_error(&j->tree, at, err, "COMMIT: %s", why.message, NULL, e);
    told(j);
    return AUDE_OK;
}

static aude_err message_play(jcz *j, int at, aude_errinfo *e)
{
    const tree *t = &j->tree;
    char type[JCZ_NAME];
    int name = tree_get(t, at, "type"), payload = tree_get(t, at, "payload");
    if (!tree_string(t, name, type, sizeof type))
        return tree_error(t, at, AUDE_E_SYNTAX, "a message has a `type`", NULL, NULL, e);
    if (!strcmp(type, "PLACE_TILE")) return message_place(j, payload, at, e);
    if (!strcmp(type, "DEPLOY_MEEPLE")) return message_meeple(j, payload, at, e);
    if (!strcmp(type, "PASS")) return message_pass(j, at, e);
    if (!strcmp(type, "COMMIT")) return message_commit(j, at, e);
    return tree_error(t, name, AUDE_E_UNKNOWN, "message %s is not known", type, NULL, e);
}

/* ---- A file ------------------------------------------------------------------------------------------------------ */

bool jcz_is(const char *src, size_t size)
{
    size_t i = 0;
    while (i < size && (src[i] == ' ' || src[i] == '\t' || src[i] == '\n' || src[i] == '\r')) i++;
    return i < size && src[i] == '{';
}

aude_err jcz_read(jcz *j, const char *src, size_t size, node *room, aude_errinfo *e)
{
    tree *t = &j->tree;
    if (size > TREE_MAX_TEXT) return error_at(e, AUDE_E_LIMIT, 1, 1, "the text is too long", NULL, NULL);
    *t = (tree){.text = src, .size = (i32)size, .node = room};
    j->drawn = -1;
    j->record = (aude_record){.n_lines = 0};
    aude_err err = tree_read(t, e);
    if (!err) err = setup_read(j, e);
    int messages = err ? -1 : tree_get(t, 0, "replay");
    if (messages >= 0 && t->node[messages].kind != NODE_ARRAY)
        err = tree_error(t, messages, AUDE_E_SYNTAX, "`replay` has to list messages", NULL, NULL, e);
    for (int i = tree_first(t, messages); !err && i >= 0; i = tree_next(t, messages, i)) err = message_play(j, i, e);
    return err ? err : jcz_draw(j, NULL, e);
}

size_t jcz_write(const jcz *j, char *dst, size_t cap)
{
    return aude_record_write(&j->record, &j->rules, dst, cap);
}
