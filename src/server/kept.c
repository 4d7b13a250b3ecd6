/* kept.c - compiled rules, one for all tables of the same setup: they are immutable, and much bigger than a table. Held by rooms and
 * by what is being thought about. */
#include "server/hall.h"

#include <stdlib.h>
#include <string.h>

struct kept {
    kept *next;
    int holds;
    char *setup;
    aude_rules rules;
};

const aude_rules *kept_keep(void *context, const aude_rules *compiled, const char *setup)
{
    room *r = context;
    hall *h = r->hall;
    kept *k = setup ? h->kept : NULL; /* without a text they are not to be shared */
    while (k && (!k->setup || strcmp(k->setup, setup) != 0)) k = k->next;
    if (!k) {
        k = malloc(sizeof *k);
        char *copy = setup ? strdup(setup) : NULL;
        if (!k || (setup && !copy)) {
            free(k);
            free(copy);
            return NULL;
        }
        *k = (kept){.next = h->kept, .setup = copy};
        k->rules = *compiled;
        h->kept = k;
    }
    k->holds++;
    kept_release(h, r->rules);
    r->rules = &k->rules;
    return r->rules;
}

void kept_hold(hall *h, const aude_rules *rules)
{
    for (kept *k = h->kept; k; k = k->next)
        if (&k->rules == rules) k->holds++;
}

void kept_release(hall *h, const aude_rules *rules)
{
    for (kept **at = &h->kept; *at; at = &(*at)->next) {
        kept *k = *at;
        if (&k->rules != rules || --k->holds) continue;
        *at = k->next;
        free(k->setup);
        free(k);
        return;
    }
}

void kept_free(hall *h)
{
    for (kept *k; (k = h->kept);) {
        h->kept = k->next;
        free(k->setup);
        free(k);
    }
}
