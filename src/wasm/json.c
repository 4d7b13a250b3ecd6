/* json.c - see json.h. */
#include "wasm/json.h"

json json_into(char *dst, size_t cap)
{
    return (json){.t = text_into(dst, cap)};
}

static void json_quoted(json *j, const char *s)
{
    text_char(&j->t, '"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') text_char(&j->t, '\\');
        text_char(&j->t, *s >= 0 && *s < ' ' ? ' ' : *s);
    }
    text_char(&j->t, '"');
}

static void json_key(json *j, const char *key)
{
    if (j->comma) text_char(&j->t, ',');
    j->comma = true;
    if (!key) return;
    json_quoted(j, key);
    text_char(&j->t, ':');
}

void json_open(json *j, const char *key, char bracket)
{
    json_key(j, key);
    text_char(&j->t, bracket);
    j->comma = false;
}

void json_close(json *j, char bracket)
{
    text_char(&j->t, bracket);
    j->comma = true;
}

void json_str(json *j, const char *key, const char *s)
{
    json_key(j, key);
    if (s)
        json_quoted(j, s);
    else
        text_str(&j->t, "null");
}

void json_int(json *j, const char *key, long value)
{
    json_key(j, key);
    text_int(&j->t, value);
}

void json_milli(json *j, const char *key, long thousandths)
{
    unsigned long size = thousandths < 0 ? 0ul - (unsigned long)thousandths : (unsigned long)thousandths;
    json_key(j, key);
    if (thousandths < 0) text_char(&j->t, '-');
    text_int(&j->t, (long)(size / 1000));
    text_char(&j->t, '.');
    for (unsigned long digit = 100; digit; digit /= 10) text_char(&j->t, (char)('0' + size / digit % 10));
}

void json_bool(json *j, const char *key, bool value)
{
    json_key(j, key);
    text_str(&j->t, value ? "true" : "false");
}

void json_bits(json *j, const char *key, u32 bits)
{
    json_open(j, key, '[');
    for (; bits; bits &= bits - 1) json_int(j, NULL, bits_first(bits));
    json_close(j, ']');
}

void json_time(json *j, const char *key, int64_t value)
{
    char digit[20];
    int n = 0;
    u64 v = value < 0 ? 0 - (u64)value : (u64)value;
    json_key(j, key);
    do digit[n++] = (char)('0' + v % 10);
    while (v /= 10);
    if (value < 0) text_char(&j->t, '-');
    while (n > 0) text_char(&j->t, digit[--n]);
}

void json_hex(json *j, const char *key, const u8 *bytes, int size)
{
    json_key(j, key);
    text_char(&j->t, '"');
    for (int i = 0; i < size; i++) {
        text_char(&j->t, "0123456789abcdef"[bytes[i] >> 4]);
        text_char(&j->t, "0123456789abcdef"[bytes[i] & 15]);
    }
    text_char(&j->t, '"');
}
