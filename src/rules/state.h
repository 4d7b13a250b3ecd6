/* state.h - one game: a fixed head and, behind it, arrays whose offsets and capacities the rules fix at setup.
 *
 * Owns: struct game (the inside of aude_state). Primary data: pieces in play order, figures, bag, scores, step, chips. All else
 * (nodes, open spaces, grid, counts) is derived and can be rebuilt (state_rebuild).
 * Words: a space is a square of the grid, a piece is what lies there (one space each so far), an open space is an empty one that
 * touches a piece; a node is one segment of one piece in the union-find of feature.h. */
#ifndef AUDE_RULES_STATE_H
#define AUDE_RULES_STATE_H

#include "rules/rules.h"

enum {
    MAX_FIGURES = AUDE_MAX_SEATS * AUDE_MAX_MEEPLES,
    MAX_DONE = AUDE_MAX_SEGMENTS + 9, /* segments of a piece, monasteries around it */
    MAX_TARGETS = 4                   /* roads and cities of a piece: each has an edge of its own */
};

/* A square: its coordinates in one number, y above x, each raised by 32768. So squares compare in the order of lists (y, then x), and
 * the square beside one is a sum. */
typedef u32 square;

static inline square square_at(int x, int y)
{
    return (u32)(y + 0x8000) << 16 | (u32)(x + 0x8000);
}
static inline int square_x(square q)
{
    return (int)(q & 0xffff) - 0x8000;
}
static inline int square_y(square q)
{
    return (int)(q >> 16) - 0x8000;
}

typedef struct piece {
    u16 kind_rotation; /* kind * 4 + rotation */
    u16 space;         /* its (first) space */
} piece;

typedef struct space {
    square at;
    u16 kind_rotation; /* finds the shape of this space */
    u16 first;         /* first node of its piece */
    u16 piece;
    u16 spare;
} space;

typedef struct open_space {
    square at;
    u16 refused; /* edge codes it refuses, four bits a side; 0 where no neighbour lies */
    u16 slot;    /* its place in the grid */
} open_space;

/* A monastery on the board. */
typedef struct watched {
    square at;
    u16 node;
    u16 spare;
} watched;

/* The chips on one office (public part). */
typedef struct stack {
    u16 piece;
    u16 choice;              /* node of the feature it counts for, once that is decided; else NONE16 */
    u8 seats;                /* bit s: a chip of seat s */
    u8 targets;              /* from the step final on: how many it has */
    u8 target[MAX_TARGETS];  /* and which they are: segments of the piece, in canonical order */
    u8 mask[AUDE_MAX_SEATS]; /* faces possible by elimination, known to all */
} stack;

/* All that somebody may not see. aude_view wipes it. */
typedef struct secrets {
    u8 chosen;                                 /* of the seats asked, those who have decided */
    u8 unknown;                                /* a view: bit s: the supply of seat s is not known */
    u8 unseen;                                 /* a view: seats that may have chosen, unseen, in the open decision */
    u8 pending[AUDE_MAX_SEATS];                /* bets while they are open: face or AUDE_NO_BET */
    u8 supply[AUDE_MAX_SEATS][AUDE_MAX_CHIPS]; /* chips by face */
    struct {
        u8 face[AUDE_MAX_SEATS];  /* AUDE_HIDDEN_FACE in a view */
        u8 final[AUDE_MAX_SEATS]; /* feature << 4 | edge chosen for the end, or NONE8 */
    } stack[];                    /* beside game's stacks */
} secrets;

typedef struct figure {
    u16 node;
    u8 seat;
    u8 kind; /* of its feature */
} figure;

/* A feature completed in this turn part, or at the end. */
typedef struct done {
    u16 node;
    u8 kind;
    u8 occupied; /* a meeple stood in it when it was completed */
} done;

typedef struct game {
    u32 decision; /* index of the open decision */
    u8 step;      /* index into rules.step */
    u8 turn;      /* seat on turn */
    u8 asked;     /* seats asked in the open decision */
    u8 left;      /* bit s: seat s has left */
    u8 ended;     /* no more draws: the table has ended the game, or nobody is left */
    u8 is_view;   /* some secrets are wiped */
    u8 blocked;   /* a view met something hidden; the state is worthless then */
    u8 n_done;    /* features completed in this turn part */
    u8 closed;    /* the newest piece has closed a road or city */
    u8 n_stacks;
    u16 hand; /* kind, or NONE16 */
    u16 n_pieces, n_nodes, n_spaces, n_open, n_watched, n_bag, n_discards, n_draws, n_figures;
    u16 near[16]; /* squares around monasteries: row y mod 16, bit x mod 16; another square may have the same */
    i32 score[AUDE_MAX_SEATS];
    u8 supply[AUDE_MAX_SEATS]; /* small meeples */
    u8 chips[AUDE_MAX_SEATS];  /* visible size of the supply of chips */
    done done[MAX_DONE];
    figure figure[MAX_FIGURES];
} game;

static inline game *state_of(aude_state *s)
{
    return (game *)(void *)s->u.bytes;
}
static inline const game *state_in(const aude_state *s)
{
    return (const game *)(const void *)s->u.bytes;
}

/* Arrays. Each pair reads the same memory, once for writing and once through const. */
#define STATE_ARRAY(type, name, member)                                               \
    static inline type *name(const ruleset *r, game *s)                               \
    {                                                                                 \
        return (type *)(void *)((unsigned char *)s + r->at.member);                   \
    }                                                                                 \
    static inline const type *name##_in(const ruleset *r, const game *s)              \
    {                                                                                 \
        return (const type *)(const void *)((const unsigned char *)s + r->at.member); \
    }
STATE_ARRAY(piece, pieces, pieces)
STATE_ARRAY(space, spaces, spaces)
/* Four arrays with an entry for each node. */
STATE_ARRAY(u64, words, words)      /* of a root: the feature's counts, see feature.h */
STATE_ARRAY(u16, parents, parents)  /* itself for a root */
STATE_ARRAY(u16, nexts, nexts)      /* circular list of the nodes of one feature */
STATE_ARRAY(u8, segments, segments) /* which one of its piece it is; 0 behind the last node */
STATE_ARRAY(open_space, open_spaces, open)
STATE_ARRAY(u16, grid, grid)
STATE_ARRAY(watched, monasteries, monasteries) /* in play order */
STATE_ARRAY(u16, bag, bag)                     /* kinds, n_bag of them, in no meaningful order */

STATE_ARRAY(stack, stacks, stacks) /* oldest bookmaker tile first */
STATE_ARRAY(secrets, secret, secrets)

static inline const tile_kind *kind_of_piece(const ruleset *r, piece p)
{
    return &r->kind[p.kind_rotation >> 2];
}
static inline const shape *shape_of(const ruleset *r, u16 kind_rotation)
{
    return &r->shape[kind_rotation];
}

/* Discarded kinds, in order: they lie where the bag has become empty, the first one at its very end. */
static inline u16 *discard_at(const ruleset *r, game *s, int index)
{
    return &bag(r, s)[r->n_tiles - 1 - index];
}

/* Seats that still play, as bits. */
static inline u32 state_active(const ruleset *r, const game *s)
{
    return ((1u << r->n_seats) - 1) & ~(u32)s->left;
}

/* The seat after `seat`, clockwise, that still plays; `seat` itself where there is no other (rule base/setup-2). */
static inline u8 state_next_seat(const ruleset *r, const game *s, u8 seat)
{
    u32 next = seat; /* no branch on where the round begins again */
    do next++, next &= 0u - (next < r->n_seats);
    while ((s->left >> next & 1) && next != seat);
    return (u8)next;
}

/* Fills the derived part again from the primary one. */
void state_rebuild(const ruleset *r, game *s);

/* Copies of each kind in the bag; room for rules.n_kinds. */
static inline void state_count_bag(const ruleset *r, const game *s, u16 *copies)
{
    memset(copies, 0, r->n_kinds * sizeof *copies);
    for (int i = 0; i < s->n_bag; i++) copies[bag_in(r, s)[i]]++;
}

/* Tiles that can still be drawn, rule option `draws` applied. */
static inline int state_drawable(const ruleset *r, const game *s)
{
    int rest = r->draw_limit - s->n_draws;
    return rest < s->n_bag ? rest : s->n_bag;
}

#endif
