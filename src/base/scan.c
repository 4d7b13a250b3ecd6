/* scan.c - see scan.h. */
#include "base/scan.h"
#include "base/error.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

scan scan_text(const char *text, size_t size)
{
    scan s = {.at = text, .end = text + size, .begin = text, .rest = text, .stop = text};
    return s;
}

int utf8_size(const char *text, const char *end)
{
    const unsigned char *p = (const unsigned char *)text;
    if (p[0] < 0x80) return (p[0] >= ' ' && p[0] != 0x7f) || p[0] == '\t';
    int n = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4 || end - text < n) return 0;
    for (int i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    if (p[0] == 0xc2 && p[1] < 0xa0) return 0;                                    /* C1 controls */
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f)) return 0; /* overlong, surrogates */
    if ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f)) return 0; /* overlong, beyond Unicode */
    return n;
}

static aude_err line_check(const scan *s, const char *stop, aude_errinfo *e)
{
    if (stop - s->begin > SCAN_MAX_LINE)
        return error_at(e, AUDE_E_LIMIT, s->line, SCAN_MAX_LINE + 1, "the line is longer than 1000 bytes", NULL, NULL);
    for (const char *p = s->begin; p < stop;) {
        int n = utf8_size(p, stop);
        if (!n)
            return error_at(e, AUDE_E_SYNTAX, s->line, (int)(p - s->begin) + 1,
                            (unsigned char)*p < 0x80 ? "a control character" : "this is not UTF-8 text", NULL, NULL);
        p += n;
    }
    return AUDE_OK;
}

/* Cuts the comment and the white space around. */
static void line_trim(scan *s)
{
    for (const char *p = s->rest; p < s->stop; p++)
        if (*p == '#' && (p == s->rest || is_blank(p[-1]))) s->stop = p;
    while (s->rest < s->stop && is_blank(*s->rest)) s->rest++;
    while (s->stop > s->rest && is_blank(s->stop[-1])) s->stop--;
}

aude_err scan_line(scan *s, aude_errinfo *e)
{
    for (s->more = false; !s->more && s->at < s->end;) {
        const char *bar = s->at;
        if (s->barred) {
            while (bar < s->end && is_blank(*bar)) bar++;
            if (bar == s->end || *bar != '|') return AUDE_OK;
            bar++;
        }
        const char *newline = memchr(s->at, '\n', (size_t)(s->end - s->at));
        s->begin = s->at;
        s->stop = newline ? newline : s->end;
        s->at = newline ? newline + 1 : s->end;
        if (++s->line > SCAN_MAX_LINES)
            return error_at(e, AUDE_E_LIMIT, s->line, 0, "the text has more than a million lines", NULL, NULL);
        if (newline && s->stop > s->begin && s->stop[-1] == '\r') s->stop--;
        aude_err err = line_check(s, s->stop, e);
        if (err) return err;
        s->rest = bar;
        line_trim(s);
        s->more = s->rest < s->stop;
    }
    return AUDE_OK;
}

void scan_again(scan *s)
{
    s->at = s->begin;
    s->line--;
}

aude_err scan_single(scan *s, const char *text, size_t size, aude_errinfo *e)
{
    *s = scan_text(text, size);
    s->line = 1;
    s->at = s->stop = s->end;
    aude_err err = line_check(s, s->stop, e);
    if (err) return err;
    line_trim(s);
    s->more = s->rest < s->stop;
    return AUDE_OK;
}

word scan_peek(const scan *s)
{
    const char *p = s->rest;
    while (p < s->stop && !is_blank(*p)) p++;
    return (word){s->rest, (int)(p - s->rest), s->line, (int)(s->rest - s->begin) + 1};
}

word scan_word(scan *s)
{
    word w = scan_peek(s);
    s->rest += w.n;
    while (s->rest < s->stop && is_blank(*s->rest)) s->rest++;
    return w;
}

word scan_rest(scan *s)
{
    word w = {s->rest, (int)(s->stop - s->rest), s->line, (int)(s->rest - s->begin) + 1};
    s->rest = s->stop;
    return w;
}

aude_err word_error(word w, aude_err code, const char *pattern, const char *b, aude_errinfo *e)
{
    char shown[48];
    enum { ROOM = sizeof shown - 4 };
    int n = w.n;
    if (n > ROOM)
        for (n = ROOM; n > 0 && ((unsigned char)w.s[n] & 0xc0) == 0x80;) n--; /* not within a character */
    if (n > 0) memcpy(shown, w.s, (size_t)n);
    strcpy(shown + n, n < w.n ? "..." : "");
    return error_at(e, code, w.line, w.column, pattern, shown, b);
}

aude_err scan_end(scan *s, aude_errinfo *e)
{
    word w = scan_peek(s);
    return w.n ? word_error(w, AUDE_E_SYNTAX, "`%s` is one word too many", NULL, e) : AUDE_OK;
}

aude_err scan_int(scan *s, i32 min, i32 max, i32 *dst, aude_errinfo *e)
{
    word w = scan_word(s);
    if (!w.n) return word_error(w, AUDE_E_SYNTAX, "a number is missing", NULL, e);
    aude_err err = word_int(w, min, max, dst);
    if (!err) return AUDE_OK;
    return word_error(w, err, err == AUDE_E_RANGE ? "`%s` is out of range" : "`%s` is no number", NULL, e);
}

bool word_is(word w, const char *text)
{
    return strlen(text) == (size_t)w.n && memcmp(w.s, text, (size_t)w.n) == 0;
}

int word_find(word w, const char *const *list, int n)
{
    for (int i = 0; i < n; i++)
        if (word_is(w, list[i])) return i;
    return -1;
}

aude_err word_int(word w, i32 min, i32 max, i32 *dst)
{
    int i = w.n > 0 && w.s[0] == '-', sign = i ? -1 : 1;
    long long value = 0;
    if (i == w.n || (w.s[i] == '0' && w.n > 1)) return AUDE_E_SYNTAX; /* one way to write a number: no 007, no -0 */
    for (; i < w.n; i++) {
        if (w.s[i] < '0' || w.s[i] > '9') return AUDE_E_SYNTAX;
        if (value <= INT32_MAX) value = value * 10 + (w.s[i] - '0');
    }
    value *= sign;
    if (value < min || value > max) return AUDE_E_RANGE;
    *dst = (i32)value;
    return AUDE_OK;
}

bool word_hex(word w, u64 *dst)
{
    if (w.n < 1 || w.n > 16) return false;
    u64 value = 0;
    for (int i = 0; i < w.n; i++) {
        char c = w.s[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0) return false;
        value = value << 4 | (u64)digit;
    }
    *dst = value;
    return true;
}
