/* act.c - an act as a line of text, and back. Grammar: docs/table.md.
 *
 * There is one way to write an act; the reader takes a line apart, writes what it understood, and accepts only the same
 * line. */
#include "base/scan.h"
#include "table/table.h"

static const char *const ask_word[] = {"", "takeback", "pause", "end", "rematch"};
enum { N_ASKS = AUDE_ASK_REMATCH + 1 };

bool words_valid(const char *words, size_t size)
{
    scan s;
    return !memchr(words, '\t', size) && scan_single(&s, words, size, NULL) == AUDE_OK;
}

/* ---- Writing ---- */

static void number_text(text *t, i64 value)
{
    char digit[24];
    int n = 0;
    u64 v = value < 0 ? 0 - (u64)value : (u64)value;
    do digit[n++] = (char)('0' + v % 10);
    while (v /= 10);
    if (value < 0) text_char(t, '-');
    while (n > 0) text_char(t, digit[--n]);
}

static void field_text(text *t, const char *name, i64 value)
{
    text_char(t, ' ');
    text_str(t, name);
    number_text(t, value);
}

size_t aude_act_write(const aude_act *act, char *dst, size_t cap)
{
    text t = text_into(dst, cap);
    number_text(&t, act->time);
    text_char(&t, ' ');
    if (act->by == AUDE_NOBODY)
        text_char(&t, '-');
    else
        number_text(&t, act->by);
    text_char(&t, ' ');
    text_str(&t, act->kind < AUDE_N_ACTS ? act_rows[act->kind].name : "?");
    if (act->command) {
        text_str(&t, " id=");
        text_hex(&t, act->command);
    }
    if (act->seat != AUDE_NOBODY) field_text(&t, "seat=", act->seat);
    if (act->ask != AUDE_ASK_NOTHING) {
        text_str(&t, " ask=");
        text_str(&t, act->ask < N_ASKS ? ask_word[act->ask] : "?");
    }
    if (act->number) field_text(&t, "number=", act->number);
    if (act->decision) field_text(&t, "decision=", act->decision);
    if (act->sealed) {
        text_str(&t, " seal=");
        for (int i = 0; i < AUDE_SEAL_BYTES; i++) {
            text_char(&t, "0123456789abcdef"[act->seal[i] >> 4]);
            text_char(&t, "0123456789abcdef"[act->seal[i] & 15]);
        }
    }
    if (act->words[0]) {
        text_str(&t, " words=");
        text_str(&t, act->words);
    }
    return t.n;
}

/* ---- Reading ---- */

/* A whole number with up to 18 digits. */
static bool word_long(word w, i64 *dst)
{
    int i = w.n > 0 && w.s[0] == '-';
    i64 value = 0;
    if (i == w.n || w.n > 18) return false;
    for (int k = i; k < w.n; k++) {
        if (w.s[k] < '0' || w.s[k] > '9') return false;
        value = value * 10 + (w.s[k] - '0');
    }
    *dst = i ? -value : value;
    return true;
}

static bool word_number(word w, i64 min, i64 max, i64 *dst)
{
    return word_long(w, dst) && *dst >= min && *dst <= max;
}

static bool word_seal(word w, u8 *dst)
{
    if (w.n != 2 * AUDE_SEAL_BYTES) return false;
    for (int i = 0; i < AUDE_SEAL_BYTES; i++) {
        u64 byte;
        if (!word_hex((word){w.s + 2 * i, 2, 0, 0}, &byte)) return false;
        dst[i] = (u8)byte;
    }
    return true;
}

/* What stands behind `name` in the word. */
static bool word_after(word w, const char *name, word *value)
{
    int n = (int)strlen(name);
    if (w.n < n || memcmp(w.s, name, (size_t)n) != 0) return false;
    *value = (word){w.s + n, w.n - n, w.line, w.column + n};
    return true;
}

static bool field_read(aude_act *act, word w)
{
    word v;
    i64 n = 0;
    bool good = false;
    if (word_after(w, "id=", &v)) {
        good = word_hex(v, &act->command);
    } else if (word_after(w, "seat=", &v)) {
        good = word_number(v, 0, AUDE_NOBODY - 1, &n);
        act->seat = (u8)n;
    } else if (word_after(w, "ask=", &v)) {
        int i = word_find(v, ask_word, N_ASKS);
        good = i > 0;
        act->ask = (u8)(good ? i : 0);
    } else if (word_after(w, "number=", &v)) {
        good = word_number(v, INT32_MIN, INT32_MAX, &n);
        act->number = (i32)n;
    } else if (word_after(w, "decision=", &v)) {
        good = word_number(v, 0, UINT32_MAX, &n);
        act->decision = (u32)n;
    } else if (word_after(w, "seal=", &v)) {
        good = word_seal(v, act->seal);
        act->sealed = 1;
    }
    return good;
}

static int row_find(word w)
{
    for (int i = 0; i < AUDE_N_ACTS; i++)
        if (word_is(w, act_rows[i].name)) return i;
    return -1;
}

/* The next word, ended by one space or the end of the text. */
static word word_next(const char *src, size_t size, size_t *at)
{
    size_t from = *at;
    while (*at < size && src[*at] != ' ') ++*at;
    word w = {src + from, (int)(*at - from), 1, (int)from + 1};
    if (*at < size) ++*at;
    return w;
}

aude_err aude_act_read(aude_act *act, const char *src, size_t size, aude_errinfo *error)
{
    aude_act a = {.seat = AUDE_NOBODY};
    char again[AUDE_ACT_BYTES];
    size_t at = 0;
    i64 n = 0;
    if (size >= sizeof again) return error_at(error, AUDE_E_LIMIT, 1, 0, "an act has less than 512 bytes", NULL, NULL);
    if (!words_valid(src, size))
        return error_at(error, AUDE_E_SYNTAX, 1, 0, "an act is UTF-8 text without control characters", NULL, NULL);
    word w = word_next(src, size, &at);
    if (!word_number(w, 0, INT64_MAX, &a.time)) return word_error(w, AUDE_E_SYNTAX, "`%s` is no time", NULL, error);
    w = word_next(src, size, &at);
    if (!word_is(w, "-") && !word_number(w, 0, AUDE_NOBODY - 1, &n))
        return word_error(w, AUDE_E_SYNTAX, "`%s` is no person", NULL, error);
    a.by = word_is(w, "-") ? (u8)AUDE_NOBODY : (u8)n;
    w = word_next(src, size, &at);
    int kind = row_find(w);
    if (kind < 0) return word_error(w, AUDE_E_UNKNOWN, "there is no act `%s`", NULL, error);
    a.kind = (u8)kind;
    while (at < size) {
        size_t from = at;
        word words;
        w = word_next(src, size, &at);
        if (word_after(w, "words=", &words)) {
            size_t length = size - (size_t)(words.s - src);
            if (length >= sizeof a.words)
                return error_at(error, AUDE_E_LIMIT, 1, (int)from + 1, "the words are longer than 255 bytes", NULL,
                                NULL);
            memcpy(a.words, words.s, length);
            at = size;
        } else if (!field_read(&a, w)) {
            return word_error(w, AUDE_E_SYNTAX, "`%s` is no field of an act", NULL, error);
        }
    }
    if (aude_act_write(&a, again, sizeof again) != size || memcmp(again, src, size) != 0)
        return error_at(error, AUDE_E_SYNTAX, 1, 0, "acts are not written like this", NULL, NULL);
    *act = a;
    return AUDE_OK;
}
