/* env.h - the inside of an aude_env: one lane a game, and what is shared between them while one is shown.
 *
 * Everything lies in the caller's memory: this struct, the tables, the scratch, the lanes, and their states, each cut to what the
 * rules use. Only env.c changes lanes; observe.c and rows.c write into a target and leave the scratch clean. */
#ifndef AUDE_ENV_ENV_H
#define AUDE_ENV_ENV_H

#include "aude_env.h"
#include "base/base.h"

/* Channels of a space. */
enum {
    CELL_WHAT, /* CELL_OPEN, CELL_PLACED or 0 */
    CELL_EDGE, /* four: N E S W */
    CELL_KIND = CELL_EDGE + 4,
    CELL_ROTATION,
    CELL_OFFICE,
    CELL_PENNANTS,
    CELL_MONASTERY,
    CELL_MEEPLE,
    CELL_MEEPLE_FEATURE,
    CELL_MEEPLE_EDGE,
    CELL_CHIPS,
    CELL_OWN_CHIP,
    CELL_NEWEST
};
_Static_assert(CELL_NEWEST + 1 == AUDE_ENV_CHANNELS, "channels");
enum { CELL_NOTHING, CELL_IS_OPEN, CELL_IS_PLACED };

typedef struct cell {
    u8 channel[AUDE_ENV_CHANNELS];
} cell;

/* Columns of a move. */
enum {
    ROW_KIND,
    ROW_COLUMN,
    ROW_ROW,
    ROW_ROTATION,
    ROW_FEATURE,
    ROW_EDGE,
    ROW_FACE,
    ROW_SIDES,
    ROW_AROUND,
    ROW_CITIES,
    ROW_ROADS,
    ROW_MONASTERIES,
    ROW_TILES,
    ROW_OPEN,
    ROW_PENNANTS,
    ROW_POINTS,
    ROW_SIMULATED,
    ROW_OWN_POINTS,
    ROW_OTHER_POINTS,
    ROW_OWN_MEEPLES,
    ROW_OWN_PROJECTED,
    ROW_OTHER_PROJECTED
};
_Static_assert(ROW_SIMULATED == (int)AUDE_ENV_COLUMNS, "columns");
_Static_assert(ROW_OTHER_PROJECTED + 1 == AUDE_ENV_COLUMNS + (int)AUDE_ENV_SIMULATED, "simulated columns");

/* The beginning of the flat vector; blocks follow (aude_env_layout). */
enum {
    FLAT_STEP,
    FLAT_PLACED,
    FLAT_LEFT_TO_DRAW,
    FLAT_HAND,
    FLAT_TURN,
    FLAT_ASKED,
    FLAT_GONE,
    FLAT_OUTSIDE,
    FLAT_X,
    FLAT_Y,
    FLAT_NEWEST_COLUMN,
    FLAT_NEWEST_ROW,
    FLAT_SEATS
};
enum { FLAT_PER_SEAT = 3, FLAT_PER_OFFICE = 2 };

/* A rectangle of the window: columns x0 .. x1 - 1. */
typedef struct box {
    u8 x0, y0, x1, y1;
} box;

/* Where one observation goes, and what stands there already. */
typedef struct target {
    u8 *planes;
    i16 *flat, *rows;
    u8 *mask;
    box dirty;   /* spaces that are not all 0 */
    i32 n_shown; /* moves in rows and mask */
} target;

typedef struct lane {
    aude_random random; /* draws, and random moves */
    /* Each seat's engine has its own: from that it can foresee no draw, and find out nobody's choice. */
    aude_random engine[AUDE_MAX_SEATS];
    i32 counted[AUDE_MAX_SEATS]; /* points already given as rewards */
    i32 n_legal;                 /* -1: not counted */
    i32 n_shown;
    box dirty;
    u8 seat;
    u8 out; /* no learning seat is ever asked */
} lane;

struct aude_env {
    aude_env_config config;
    aude_env_layout layout;
    aude_env_buffers to;
    const cell *cell;  /* kind * 4 + rotation: a placed tile without anything on it */
    const u64 *touch;  /* kind * 4 + rotation: what a tile adds to its neighbours' rows (rows.c) */
    const i16 *copies; /* tiles of each kind in the game */
    u64 *grid;         /* [window][window]: `touch` of the tiles in the window; all 0 between observations */
    void *memory;      /* of engines */
    aude_state *view;  /* for engines, and to simulate on */
    aude_state *trial;
    lane *lane;
    aude_move
        *list; /* [n_envs + 1][cap]; a lane's are the moves counted by n_legal, the last is for aude_env_observe */
    unsigned char *state; /* states, `stride` bytes apart */
    size_t stride;
    u64 size; /* of all this, alignment aside; may be more than a size_t holds */
};

/* A board as an observer's window shows it. */
typedef struct scene {
    const aude_state *state; /* or a view of it */
    int seat;
    int n;      /* tiles */
    int x0, y0; /* the square in the window's corner */
    struct {
        i16 x, y;
        u16 kind_rotation;
    } tile[AUDE_MAX_TILES];
} scene;

static inline aude_state *lane_state(const aude_env *e, int i)
{
    return (aude_state *)(void *)(e->state + (size_t)i * e->stride);
}

static inline aude_move *lane_moves(const aude_env *e, int i)
{
    return e->list + (size_t)i * (size_t)e->layout.cap;
}

/* Seats count from the observer on. */
static inline int seat_from(const aude_env *e, int observer, int seat)
{
    int n = e->layout.n_seats, d = seat - observer;
    return d < 0 ? d + n : d;
}
static inline int seats_from(const aude_env *e, int observer, u32 seats)
{
    int n = e->layout.n_seats;
    return (int)((seats >> observer | seats << (n - observer)) & ((1u << n) - 1));
}

/* layout.c: where the parts lie in memory that begins at `base`, aligned to 64; for size alone, base may be NULL. */
void env_arrange(aude_env *e, unsigned char *base);
void env_fill_tables(const aude_env *e, cell *cells, u64 *touch, i16 *copies);

/* observe.c: planes and flat vector, from the state or from any view of the seat: of the secrets only its own are read. */
void observe_scene(const aude_env *e, const aude_state *state, int seat, scene *dst);
void observe_planes(const aude_env *e, const scene *s, target *t);
void observe_flat(const aude_env *e, const scene *s, i16 *dst);

/* rows.c: the rows of a list, and the word of a tile in the grid. */
u64 rows_touch(const cell *c);
void rows_write(aude_env *e, const scene *s, const aude_move *list, int n, i16 *dst);

#endif
