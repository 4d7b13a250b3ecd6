/* chip.c - the face of a betting chip: its text and what it pays. Rule bets/settle-2, shown by bets/example-1. */
#include "base/scan.h"
#include "base/text.h"

/* A number from 1 to max at *p; steps over it. */
static bool number_read(const char **p, const char *end, int max, u8 *dst)
{
    int value = 0;
    const char *first = *p;
    while (*p < end && **p >= '0' && **p <= '9' && value <= max) value = value * 10 + (*(*p)++ - '0');
    if (*p == first || *first == '0' || value > max) return false;
    *dst = (u8)value;
    return true;
}

static int entry_order(const aude_entry *entry)
{
    return entry->tiles << 8 | entry->plus << 4 | entry->times;
}

/* Entries are kept in one order, so that equal chips are equal bytes. */
aude_err aude_chip_read(aude_chip *chip, const char *src, size_t size)
{
    aude_chip read = {0};
    const char *p = src, *end = src + size;
    for (;;) {
        aude_entry entry = {.times = 1};
        int at = read.n_entries;
        if (at == AUDE_MAX_ENTRIES) return AUDE_E_LIMIT;
        if (!number_read(&p, end, 99, &entry.tiles)) return AUDE_E_SYNTAX;
        if (p < end && *p == '+') {
            entry.plus = 1;
            p++;
        } else if (p < end && *p == 'x') {
            p++;
            if (!number_read(&p, end, 9, &entry.times)) return AUDE_E_SYNTAX;
        }
        for (; at > 0 && entry_order(&read.entry[at - 1]) > entry_order(&entry); at--)
            read.entry[at] = read.entry[at - 1];
        read.entry[at] = entry;
        read.n_entries++;
        if (p == end) break;
        if (*p++ != '/') return AUDE_E_SYNTAX;
    }
    *chip = read;
    return AUDE_OK;
}

size_t aude_chip_write(const aude_chip *chip, char *dst, size_t cap)
{
    text t = text_into(dst, cap);
    for (int i = 0; i < chip->n_entries; i++) {
        const aude_entry *entry = &chip->entry[i];
        if (i > 0) text_char(&t, '/');
        text_int(&t, entry->tiles);
        if (entry->plus) text_char(&t, '+');
        if (entry->times != 1) {
            text_char(&t, 'x');
            text_int(&t, entry->times);
        }
    }
    return t.n;
}

int aude_chip_pay(const aude_chip *chip, int tiles)
{
    int best = 0;
    for (int i = 0; i < chip->n_entries; i++) {
        const aude_entry *entry = &chip->entry[i];
        bool wins = entry->plus ? tiles >= entry->tiles : tiles == entry->tiles;
        int pay = entry->tiles * entry->times;
        if (wins && pay > best) best = pay;
    }
    return best;
}
