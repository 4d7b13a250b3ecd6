/* text.c - see text.h. */
#include "base/text.h"

text text_into(char *dst, size_t cap)
{
    if (cap > 0) dst[0] = '\0';
    return (text){dst, cap, 0};
}

void text_char(text *t, char c)
{
    if (t->n + 1 < t->cap) {
        t->dst[t->n] = c;
        t->dst[t->n + 1] = '\0';
    }
    t->n++;
}

void text_bytes(text *t, const char *s, size_t size)
{
    for (size_t i = 0; i < size; i++) text_char(t, s[i]);
}

void text_str(text *t, const char *s)
{
    text_bytes(t, s, strlen(s));
}

void text_int(text *t, long value)
{
    char digit[24];
    int n = 0;
    unsigned long v = value < 0 ? 0ul - (unsigned long)value : (unsigned long)value;
    do digit[n++] = (char)('0' + v % 10);
    while (v /= 10);
    if (value < 0) digit[n++] = '-';
    while (n > 0) text_char(t, digit[--n]);
}

void text_hex(text *t, u64 value)
{
    for (int shift = 60; shift >= 0; shift -= 4) text_char(t, "0123456789abcdef"[(value >> shift) & 15]);
}
