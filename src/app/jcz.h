/* jcz.h - test files of JCloisterZone: a setup, messages and sentences about the state after them. They are played on a table
 * with `rule confirm`, whose `confirm` is their COMMIT. What such a file names and Aude does not have is a failure. */
#ifndef AUDE_APP_JCZ_H
#define AUDE_APP_JCZ_H

#include "aude.h"

#include <jansson.h>
#include <stdbool.h>

enum { JCZ_MAX_SCORED = 4096, JCZ_MAX_LINES = 8192 };

typedef struct jcz {
    const char *path, *text;
    int n_failures;
    json_t *root;
    aude_rules rules;
    aude_record record;
    aude_line line[JCZ_MAX_LINES];
    aude_game table;
    aude_events events;
    size_t n_drawn; /* of drawOrder */
    int n_scored;
    struct {
        int seat, kind, points;
    } scored[JCZ_MAX_SCORED];
} jcz;

/* Checks one file. Returns true if it passes; else the failures are printed as `file:line: reason`. */
bool jcz_check(const char *path, const char *text, size_t size);

/* ---- Between jcz.c and jcz_sentence.c ---------------------------------------------------------------------------- */

/* Prints a failure that concerns `word`, which is looked for in the text to tell the line (may be NULL). Returns false. */
bool jcz_fail(jcz *j, const char *word, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The kind of a tile by its id: BA/CFC.2 is CFC. -1: none. */
int jcz_tile(const jcz *j, const char *id);
/* City, Road, Monastery, Field as aude_feature_kind, -1: none; small letters too. */
int jcz_feature(const char *name, size_t size);
/* A location such as WE, NL.NR or I as bits of edges or half-edges. False: none. */
bool jcz_location(const char *text, size_t size, int feature, unsigned *ends);
/* Checks one sentence; prints why it fails. */
bool jcz_sentence(jcz *j, const char *sentence);

#endif
