/* error.h - filling an aude_errinfo. */
#ifndef AUDE_BASE_ERROR_H
#define AUDE_BASE_ERROR_H

#include "aude.h"

/* Fills *e (may be NULL) with code, line, column and the message, in which each %s of the pattern is replaced by the next of
 * a, b (NULL counts as ""), and returns the code: the last line of a refusal. Nothing else of printf is understood. */
aude_err error_at(aude_errinfo *e, aude_err code, int line, int column, const char *pattern, const char *a,
                  const char *b);

#endif
