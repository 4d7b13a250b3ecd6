/* text.h - writing text into a caller's buffer with the manners of snprintf: never past cap, always terminated where cap > 0, and n
 * counts what the whole text needs. */
#ifndef AUDE_BASE_TEXT_H
#define AUDE_BASE_TEXT_H

#include "base/base.h"

typedef struct text {
    char *dst;
    size_t cap, n;
} text;

text text_into(char *dst, size_t cap);
void text_char(text *t, char c);
void text_str(text *t, const char *s);
void text_bytes(text *t, const char *s, size_t size);
void text_int(text *t, long value);
void text_hex(text *t, u64 value); /* 16 digits */

#endif
