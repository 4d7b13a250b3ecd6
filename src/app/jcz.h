/* jcz.h - test files of JCloisterZone: a game (jcz/jcz.h) and sentences about the state after it. */
#ifndef AUDE_APP_JCZ_H
#define AUDE_APP_JCZ_H

#include "jcz/jcz.h"

enum { JCZ_MAX_SCORED = 4096 };

typedef struct jcz_test {
    const char *path;
    int n_failures;
    jcz game;
    int n_scored;
    struct {
        int seat, kind, points;
    } scored[JCZ_MAX_SCORED];
} jcz_test;

/* Checks one file. Returns true if it passes; else the failures are printed as `file:line:column: reason`. */
bool jcz_check(const char *path, const char *text, size_t size);

/* ---- Between jcz.c and jcz_sentence.c ---------------------------------------------------------------------------- */

/* Prints a failure that concerns a value of the file. Returns false. */
bool jcz_fail(jcz_test *j, int value, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Checks one sentence, a value of the file; prints why it fails. */
bool jcz_sentence(jcz_test *j, int value, const char *sentence);

#endif
