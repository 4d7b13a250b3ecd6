/* scan.h - reading text line by line and word by word, for tile files and records alike.
 *
 * A scan walks over bytes that somebody else owns. It accepts LF and CRLF and refuses, with line and column: NUL and
 * other control characters but the tab, malformed UTF-8, and lines of more than SCAN_MAX_LINE bytes. `#` at the start
 * of a line or after white space begins a comment. Columns count bytes. */
#ifndef AUDE_BASE_SCAN_H
#define AUDE_BASE_SCAN_H

#include "aude.h"
#include "base/base.h"

enum { SCAN_MAX_LINE = 1000, SCAN_MAX_LINES = 1000000 };

typedef struct word {
    const char *s;
    int n; /* bytes; 0: the line has no further word */
    int line, column;
} word;

typedef struct scan {
    const char *at, *end; /* what has not been read yet */
    const char *begin;    /* of the current line */
    const char *rest,
        *stop;   /* of the current line: what scan_word has not given yet, comment and white space cut off */
    int line;    /* number of the current line, from 1 */
    bool more;   /* scan_line found a line */
    bool barred; /* stop before a line that does not begin with `|`, and skip that bar in the others */
} scan;

scan scan_text(const char *text, size_t size);
/* Steps to the next line that has a word; s->more is false where there is none. */
aude_err scan_line(scan *s, aude_errinfo *e);
/* Steps back: scan_line will find the current line again. */
void scan_again(scan *s);
/* Makes the whole text one line, the current one. */
aude_err scan_single(scan *s, const char *text, size_t size, aude_errinfo *e);
word scan_word(scan *s);
/* The next word, without stepping over it. */
word scan_peek(const scan *s);
/* Everything that is left of the line as one word. */
word scan_rest(scan *s);
/* Refuses a word, at its place: %s of the pattern is that word, shortened where it is long, a second %s is b. */
aude_err word_error(word w, aude_err code, const char *pattern, const char *b, aude_errinfo *e);
/* The next word as such a number. */
aude_err scan_int(scan *s, i32 min, i32 max, i32 *dst, aude_errinfo *e);
/* Refuses whatever is left of the line. */
aude_err scan_end(scan *s, aude_errinfo *e);

/* Bytes of the well-formed UTF-8 character at `text`, which is not the end; 0: malformed, or a control character but the tab. */
int utf8_size(const char *text, const char *end);

bool word_is(word w, const char *text);
/* Index of the word in a list of n texts, or -1. */
int word_find(word w, const char *const *list, int n);
/* A whole number, decimal, between min and max: AUDE_OK, AUDE_E_SYNTAX or AUDE_E_RANGE. */
aude_err word_int(word w, i32 min, i32 max, i32 *dst);
/* 1 to 16 hexadecimal digits. */
bool word_hex(word w, u64 *dst);

#endif
