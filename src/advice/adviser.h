/* adviser.h - good turns for a seat, and why: an engine, and the facts of a turn that speak for it, as numbers; sentences are made above.
 *
 * Everything comes from a view: what is hidden is filled with a possibility before a turn is tried out, so no advice depends on it. Equal
 * seeds and questions give equal answers. Points and chances are in thousandths, as in aude_valued. */
#ifndef AUDE_ADVICE_ADVISER_H
#define AUDE_ADVICE_ADVISER_H

#include "aude.h"

#include <stdbool.h>

enum { ADVISER_TURNS = 64, ADVISER_FACTS = 3 };

/* Members that a kind does not name are 0. `chance`: that the road or city is finished; -1: not known, or nothing that is finished. */
typedef enum fact_kind {
    FACT_SCORES, /* `points` for `features`; `n` own meeples come home */
    FACT_HOME,   /* `n` own meeples come home without points */
    FACT_GIVES,  /* `points` for others: `seats` */
    FACT_CLAIMS, /* a feature of `n` tiles; a monastery with `n` neighbours, a field with `n` completed cities; chance */
    FACT_TAKES,  /* the majority of a feature from `seats`; chance */
    FACT_JOINS,  /* a feature of `seats`, without the majority; chance */
    FACT_GROWS,  /* an own feature to `n` tiles; chance */
    FACT_BLOCKS, /* only `n` tiles that are left still fit (x, y), where a feature of `seats` is open */
    FACT_FIELDS, /* `n` more completed cities for an own field */
    FACT_KEEPS,  /* the last `n` meeples stay in the supply */
    FACT_CHIP,   /* the chip wins with `chance`, and pays `points` in the mean */
    FACT_NO_BET, /* the best chip would pay `points` in the mean, and may pay more later */
    FACT_SIZE    /* a stack counts for a feature of `n` tiles */
} fact_kind;

typedef struct fact {
    uint8_t kind;     /* fact_kind */
    uint8_t features; /* bits of aude_feature_kind: which there are, mostly one */
    uint8_t seats;    /* bits */
    int16_t x, y;
    int32_t n;
    int32_t points; /* thousandths */
    int32_t chance;
} fact;

typedef struct adviser adviser;

/* Bytes of room, aligned to 16. */
size_t adviser_bytes(void);
/* The room is the caller's, and may be given back at any time. */
adviser *adviser_begin(void *room, uint64_t seed);
/* The turn that the engine prefers for a seat that is asked. */
void adviser_choose(adviser *a, const aude_rules *rules, const aude_state *view, int seat, const aude_budget *budget,
                    aude_valued *dst);
/* All turns of the last search, the most searched first; up to ADVISER_TURNS. */
int adviser_values(const adviser *a, const aude_valued **list);
/* What speaks for a turn: up to ADVISER_FACTS; none: it keeps most possibilities open. */
int adviser_facts(adviser *a, const aude_rules *rules, const aude_state *view, int seat, const aude_valued *turn,
                  fact dst[ADVISER_FACTS]);
/* Odds of a tile and of a space (aude.h), with the adviser's memory and luck; the first lasts until the adviser is asked again. */
const aude_odds *adviser_odds(adviser *a, const aude_rules *rules, const aude_state *view, int tile,
                              const aude_budget *budget);
uint32_t adviser_space(adviser *a, const aude_rules *rules, const aude_state *view, int x, int y,
                       const aude_budget *budget, uint32_t *playouts);

#endif
