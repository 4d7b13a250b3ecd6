/* error.c - see error.h. */
#include "base/error.h"
#include "base/text.h"

aude_err error_at(aude_errinfo *e, aude_err code, int line, int column, const char *pattern, const char *a,
                  const char *b)
{
    if (!e) return code;
    e->code = code;
    e->line = line;
    e->column = column;
    text t = text_into(e->message, sizeof e->message);
    const char *arg[2] = {a ? a : "", b ? b : ""};
    int n = 0;
    for (const char *p = pattern; *p; p++) {
        if (p[0] == '%' && p[1] == 's' && n < 2) {
            text_str(&t, arg[n++]);
            p++;
        } else {
            text_char(&t, *p);
        }
    }
    return code;
}

const char *aude_err_text(aude_err code)
{
    static const char *const name[] = {
        [AUDE_OK] = "no error",
        [AUDE_E_SYNTAX] = "malformed text",
        [AUDE_E_UNKNOWN] = "unknown name",
        [AUDE_E_RANGE] = "number out of range",
        [AUDE_E_LIMIT] = "too much",
        [AUDE_E_DATA] = "contradictory tile data",
        [AUDE_E_ILLEGAL] = "illegal move",
        [AUDE_E_TURN] = "not this seat's decision",
        [AUDE_E_OVER] = "the game is over",
        [AUDE_E_DENIED] = "not allowed to this person",
        [AUDE_E_STALE] = "no longer open",
        [AUDE_E_HIDDEN] = "depends on something hidden",
        [AUDE_E_EXPECT] = "expectation not met",
    };
    return (unsigned)code < sizeof name / sizeof *name ? name[code] : "unknown error";
}
