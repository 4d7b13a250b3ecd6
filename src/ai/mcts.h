/* mcts.h - the search of the strong engines, with what distinguishes them. */
#ifndef AUDE_AI_MCTS_H
#define AUDE_AI_MCTS_H

#include "ai/outlook.h"

typedef struct settings {
    outlook_weights weights;
    uint32_t habit; /* playouts of a turn where the budget says nothing */
    uint32_t limit; /* playouts of a turn at most; 0: no limit */
    int width;      /* own turns that are searched, of those with the best outlook */
    int replies;    /* turns in each node below */
    int depth;      /* turns in the tree, one's own included */
    int horizon;    /* turns of a playout, then the outlook is asked */
    float explore;  /* points */
    float trust;    /* playouts that an outlook is worth */
    float noise;    /* points by which own turns are misjudged before playouts */
    float insight;  /* 0: sees points as they stand; 1: what may come of them */
} settings;

enum { MCTS_MEMORY = 10 << 20 };

/* What `choose`, `join` and `values` of such an engine do. */
void mcts_think(const settings *use, const aude_rules *rules, const aude_state *view, int seat,
                const aude_budget *budget, aude_random *random, void *memory, aude_move *dst);
void mcts_join(const aude_rules *rules, const aude_state *view, int seat, void *const *memory, int n, aude_move *dst);
int mcts_values(const void *memory, aude_valued *dst, int cap);

#endif
