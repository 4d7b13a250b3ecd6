/* jcz.c - plays a test file's game, and asks for its sentences to be checked. */
#include "app/jcz.h"
#include "app/file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { SENTENCE = 16384 };

bool jcz_fail(jcz_test *j, int value, const char *format, ...)
{
    aude_errinfo e;
    char message[sizeof e.message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    tree_error(&j->game.tree, value, AUDE_E_EXPECT, "%s", message, NULL, &e);
    file_error(j->path, &e);
    j->n_failures++;
    return false;
}

static void scored_collect(void *context, const aude_events *events)
{
    jcz_test *j = context;
    for (int i = 0; i < events->n; i++) {
        const aude_event *e = &events->event[i];
        if (e->kind != AUDE_EV_SCORED) continue;
        for (int s = 0; s < j->game.record.setup.n_seats; s++) {
            if (!(e->worth.winners >> s & 1) || j->n_scored == JCZ_MAX_SCORED) continue;
            j->scored[j->n_scored].seat = s;
            j->scored[j->n_scored].kind = e->worth.kind;
            j->scored[j->n_scored++].points = e->worth.points;
        }
    }
}

/* The tile that the sentences speak of: the file's engine draws the tiles after drawOrder at random. */
static bool tile_named(const tree *t, int sentences, char *id, size_t cap)
{
    static const char mark[] = "TilePlacement for ";
    char text[SENTENCE];
    for (int i = tree_first(t, sentences); i >= 0; i = tree_next(t, sentences, i)) {
        const char *at = tree_string(t, i, text, sizeof text) ? strstr(text, mark) : NULL;
        if (!at) continue;
        at += strlen(mark);
        snprintf(id, cap, "%.*s", (int)strcspn(at, " "), at);
        return true;
    }
    return false;
}

static aude_err table_draw(jcz *g, const tree *t, int sentences, aude_errinfo *e)
{
    char id[JCZ_NAME];
    aude_move any;
    uint32_t weight;
    aude_err err = tile_named(t, sentences, id, sizeof id) ? jcz_draw(g, id, e) : AUDE_OK;
    while (!err && !g->table.course.has_waiting &&
           aude_state_step(&g->rules, &g->table.course.state) == AUDE_STEP_DRAW &&
           aude_chance(&g->rules, &g->table.course.state, &any, &weight, 1)) {
        g->events.n = 0;
        err = aude_game_move(&g->table, any, &g->events, e);
        g->heard(g->context, &g->events);
    }
    return err;
}

static bool jcz_run(jcz_test *j, const char *text, size_t size, node *room)
{
    static char sentence[SENTENCE];
    aude_errinfo e;
    jcz *g = &j->game;
    const tree *t = &g->tree;
    aude_err err = jcz_read(g, text, size, room, &e);
    int sentences = err ? -1 : tree_get(t, tree_get(t, 0, "test"), "assertions");
    if (!err && !tree_count(t, sentences)) return jcz_fail(j, -1, "no test.assertions: not a test file");
    if (!err) err = table_draw(g, t, sentences, &e);
    if (err) {
        file_error(j->path, &e);
        return false;
    }
    for (int i = tree_first(t, sentences); i >= 0; i = tree_next(t, sentences, i)) {
        if (tree_string(t, i, sentence, sizeof sentence))
            jcz_sentence(j, i, sentence);
        else
            jcz_fail(j, i, "this is no sentence");
    }
    return !j->n_failures;
}

bool jcz_check(const char *path, const char *text, size_t size)
{
    jcz_test *j = calloc(1, sizeof *j);
    node *nodes = calloc(tree_nodes(size), sizeof *nodes);
    bool good = false;
    if (j && nodes) {
        j->path = path;
        j->game.heard = scored_collect;
        j->game.context = j;
        good = jcz_run(j, text, size, nodes);
    } else {
        fprintf(stderr, "%s: out of memory\n", path);
    }
    free(nodes);
    free(j);
    return good;
}
