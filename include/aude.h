/* aude.h - Carcassonne with The Bets: rules, views, records.
 *
 * Aude is one small library without dependencies. It allocates nothing, reads no file, knows no clock, keeps no mutable
 * global, and its rules use no floating point: the caller owns every buffer, and everything is deterministic.
 *
 * A game is described by `aude_setup`, compiled once into an immutable `aude_rules`, and played on an `aude_state`, one
 * plain struct without pointers. Chance is a move like any other; who is to act is a set of seats. A program asks
 * `aude_actors`, `aude_legal` or `aude_chance`, and calls `aude_apply`. Every rule has an id (base/city-1) which the
 * sources, the tests and the score items name.
 *
 * Two random players play a game to its end:
 *
 * EXAMPLE
 *     #include <aude.h>
 *     #include <stdio.h>
 *     static aude_rules rules;
 *     static aude_state state;
 *     int main(void)
 *     {
 *         aude_setup setup;
 *         aude_errinfo error;
 *         aude_random random;
 *         aude_move move;
 *         aude_setup_default(&setup, 2);
 *         setup.set[setup.n_sets++] = aude_tileset_find("bets", 0);
 *         if (aude_rules_init(&rules, &setup, &error)) return printf("%s\n", error.message), 1;
 *         aude_random_seed(&random, 1);
 *         aude_start(&rules, &state);
 *         while (aude_random_move(&rules, &state, &random, &move))
 *             if (aude_apply(&rules, &state, move, NULL)) return 1;
 *         printf("%d : %d\n", aude_score(&state, 0), aude_score(&state, 1));
 *         return 0;
 *     }
 * EXAMPLE END
 *
 * Errors are of three kinds. A bug of ours asserts. Bad input returns a code, fills an `aude_errinfo` where one is taken, and
 * changes nothing. Too big a game is refused by `aude_rules_init`; after that nothing overflows.
 *
 * Out-buffers come as `dst, cap` in elements (text: bytes, the terminating zero included). Such functions return the number of
 * elements there are (text: bytes without the zero), which may be more than `cap`; they never write past `cap`.
 *
 * Threads: an `aude_rules` may be shared by all; a state belongs to whoever writes it.
 */
#ifndef AUDE_H
#define AUDE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AUDE_VERSION "0.1.0"

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

enum {
    AUDE_MAX_SEATS = 6,      /* seats of a game; play offers 2 to 6, the library takes 1 to 6 */
    AUDE_MAX_SETS = 8,       /* tile sets of a game */
    AUDE_MAX_TILES = 512,    /* tiles of a game, the start tile included */
    AUDE_MAX_KINDS = 256,    /* different tiles of a game */
    AUDE_MAX_SET_TILES = 64, /* different tiles of one set */
    AUDE_MAX_SEGMENTS = 13,  /* segments of one tile */
    AUDE_MAX_CHIPS = 8,      /* betting chips of a player */
    AUDE_MAX_ENTRIES = 4,    /* entries of one chip */
    AUDE_MAX_STACKS = 32,    /* tiles with a betting office in one game */
    AUDE_MAX_MEEPLES = 8,    /* small meeples of a seat */
    AUDE_MAX_NAME = 16,      /* bytes of a name of a set or tile, the zero included */
    AUDE_MAX_MOVES = 8192,   /* enough for every legal list */
    AUDE_MAX_ITEMS = 4,      /* items of one explained score */
    AUDE_MAX_EVENTS = 512    /* events of one move, final scoring included */
};

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

typedef enum aude_err {
    AUDE_OK = 0,
    AUDE_E_SYNTAX,  /* text that does not follow its grammar */
    AUDE_E_UNKNOWN, /* a word, set, tile or seat that does not exist */
    AUDE_E_RANGE,   /* a number outside its limits */
    AUDE_E_LIMIT,   /* more than the limits above, or than the buffer given */
    AUDE_E_DATA,    /* tile data that contradict themselves */
    AUDE_E_ILLEGAL, /* a move that the rules do not allow now */
    AUDE_E_TURN,    /* a seat that is not asked now */
    AUDE_E_OVER,    /* the game is over */
    AUDE_E_DENIED,  /* a command that this person may not give */
    AUDE_E_STALE,   /* an answer to a decision that is no longer open */
    AUDE_E_HIDDEN,  /* the result depends on something that this view does not know */
    AUDE_E_EXPECT   /* a record's digest or expectation does not hold */
} aude_err;

typedef struct aude_errinfo {
    aude_err code;
    int line;          /* from 1; 0 where no line is meant */
    int column;        /* from 1; 0 where no column is meant */
    char message[192]; /* one sentence, zero-terminated */
} aude_errinfo;

/* A short fixed text for a code: "illegal move". */
const char *aude_err_text(aude_err code);

/* ---- Random numbers ---------------------------------------------------------------------------------------------- */

/* A plain generator for playouts and tests (wyrand). Never for secrets. */
typedef struct aude_random {
    uint64_t s;
} aude_random;

void aude_random_seed(aude_random *random, uint64_t seed);
uint64_t aude_random_next(aude_random *random);
/* Uniform in 0 .. n - 1, without bias; n > 0. */
uint32_t aude_random_below(aude_random *random, uint32_t n);

/* ---- Tile data --------------------------------------------------------------------------------------------------- */

/* Edges and half-edges, clockwise. An edge is 0..3 (N E S W); a half-edge is 2 * edge + side, side 0 = L, 1 = R. */
enum { AUDE_N, AUDE_E, AUDE_S, AUDE_W };

typedef enum aude_feature_kind {
    AUDE_CITY = 0, /* the order of canonical lists */
    AUDE_ROAD = 1,
    AUDE_MONASTERY = 2,
    AUDE_FIELD = 3,
    AUDE_N_FEATURE_KINDS = 4
} aude_feature_kind;

typedef enum aude_mark { AUDE_UNMARKED, AUDE_CONFIRMED, AUDE_INFERRED, AUDE_INVENTED } aude_mark;
enum { AUDE_MARK_SEGMENTS, AUDE_MARK_EDGES, AUDE_MARK_PICTURE, AUDE_MARK_CHIPS, AUDE_N_MARKS };

typedef struct aude_segment {
    uint8_t kind;     /* aude_feature_kind */
    uint8_t pennants; /* of a city */
    uint8_t ends;     /* bit e: edge e (city, road); bit h: half-edge h (field); 0 for a monastery */
    uint8_t touches;  /* of a field: bit e where the city at edge e touches it, neighbourhood included */
} aude_segment;

typedef struct aude_tile {
    char name[AUDE_MAX_NAME];
    uint8_t count; /* copies in the set */
    uint8_t n_segments;
    uint8_t office; /* 1: bookmaker tile */
    uint8_t mark[AUDE_N_MARKS];
    char picture[AUDE_MAX_NAME];
    aude_segment segment[AUDE_MAX_SEGMENTS]; /* in canonical order: kind, then first end clockwise from north */
} aude_tile;

/* One entry of a chip: wins with `tiles` tiles (or more, if `plus`) and pays tiles * times (rule bets/settle-2). */
typedef struct aude_entry {
    uint8_t tiles, plus, times;
} aude_entry;

typedef struct aude_chip {
    uint8_t n_entries;
    aude_entry entry[AUDE_MAX_ENTRIES];
} aude_chip;

typedef struct aude_tileset {
    char name[AUDE_MAX_NAME];
    uint64_t hash; /* of the data, see docs/tiles.md */
    int16_t start; /* index of the start tile, or -1 */
    uint8_t n_tiles, n_chips;
    uint8_t chips_mark;
    aude_chip chip[AUDE_MAX_CHIPS];
    aude_tile tile[AUDE_MAX_SET_TILES];
} aude_tileset;

/* Reads a tile file (docs/tiles.md) of `size` bytes. On failure *set is unspecified and *error (may be NULL) names the line. */
aude_err aude_tileset_read(aude_tileset *set, const char *text, size_t size, aude_errinfo *error);
/* Writes the canonical text of a set; reading it again gives the same set. */
size_t aude_tileset_write(const aude_tileset *set, char *dst, size_t cap);
/* A built-in set; hash 0 means its newest version. NULL if there is none. Static, immutable. */
const aude_tileset *aude_tileset_find(const char *name, uint64_t hash);
/* Built-in sets by index, newest version of each first; NULL past the end. */
const aude_tileset *aude_tileset_builtin(int index);

/* Reads a face like `3/7+` or `4x2` that ends at `size` bytes. */
aude_err aude_chip_read(aude_chip *chip, const char *text, size_t size);
size_t aude_chip_write(const aude_chip *chip, char *dst, size_t cap);
/* What the chip pays for a road or city of `tiles` tiles; 0 = it misses. Rule bets/settle-2. */
int aude_chip_pay(const aude_chip *chip, int tiles);

/* ---- Setup ------------------------------------------------------------------------------------------------------- */

typedef struct aude_setup {
    int n_seats; /* 1 to 6 */
    int n_sets;
    const aude_tileset *set[AUDE_MAX_SETS]; /* borrowed during aude_rules_init only */
    int n_chips;                            /* 0: the chips of the sets */
    aude_chip chip[AUDE_MAX_CHIPS];
    int fields;          /* 1: farmers and field scoring (default) */
    int tiny_city;       /* 4 (default) or 2, rule base/city-1 */
    int bets_unoccupied; /* 1 (default): rule bets/settle-3 */
    int draws;           /* after so many draws the bag counts as empty; 0 = no limit */
    int meeples;         /* small meeples a seat, 1 to 8 (default 7) */
    int first;           /* the seat that begins (default 0), rule base/setup-2 */
} aude_setup;

/* The base set alone, default options. Add sets and change options afterwards. */
void aude_setup_default(aude_setup *setup, int n_seats);

/* ---- Rules and state --------------------------------------------------------------------------------------------- */

/* Both are opaque but complete types, so that they can be static, on a heap, or members. */
enum { AUDE_RULES_BYTES = 160 * 1024, AUDE_STATE_BYTES = 96 * 1024 };

typedef struct aude_rules {
    union {
        uint64_t align;
        unsigned char bytes[AUDE_RULES_BYTES];
    } u;
} aude_rules;

typedef struct aude_state {
    union {
        uint64_t align;
        unsigned char bytes[AUDE_STATE_BYTES];
    } u;
} aude_state;

/* Compiles a setup. On failure *rules is unspecified and *error (may be NULL) says why. */
aude_err aude_rules_init(aude_rules *rules, const aude_setup *setup, aude_errinfo *error);
/* The setup's values; `set` is NULL in each place (ask aude_rules_kind for tiles). */
void aude_rules_setup(const aude_rules *rules, aude_setup *dst);

/* Tile kinds: 0 .. n - 1, in the order of the sets and of their tiles. */
int aude_rules_n_kinds(const aude_rules *rules);
const aude_tile *aude_rules_kind(const aude_rules *rules, int kind);
int aude_rules_find_kind(const aude_rules *rules, const char *name); /* -1: none */
int aude_rules_n_rotations(const aude_rules *rules, int kind);       /* 1, 2 or 4 different rotations */
int aude_rules_n_tiles(const aude_rules *rules);                     /* all tiles, the start tile included */
int aude_rules_start_kind(const aude_rules *rules);
/* Faces: 0 .. n - 1, the different chips of a player in the order of the setup. */
int aude_rules_n_faces(const aude_rules *rules);
const aude_chip *aude_rules_face(const aude_rules *rules, int face);
int aude_rules_face_count(const aude_rules *rules, int face); /* how many such chips a player has */
/* Upper bound of the number of moves in one legal list. */
int aude_rules_max_moves(const aude_rules *rules);
/* A segment of a kind after rotation: `ends` turned clockwise by rotation quarter turns. */
aude_segment aude_rules_segment(const aude_rules *rules, int kind, int rotation, int segment);

/* Bytes at the beginning of a state that these rules use; the rest is never read. */
size_t aude_state_size(const aude_rules *rules);
/* Copies what these rules use. *dst = *src is as right, and slower. */
void aude_state_copy(const aude_rules *rules, aude_state *dst, const aude_state *src);
/* The beginning of a game: start tile laid (rule base/setup-1), the first draw open. */
void aude_start(const aude_rules *rules, aude_state *state);
/* Derives everything again from the tiles in play order and the figures: features, frontier, counts. The result equals what
 * the incremental updates made; tests compare them. */
void aude_state_rebuild(const aude_rules *rules, aude_state *state);

/* ---- Playing ----------------------------------------------------------------------------------------------------- */

typedef enum aude_move_kind {
    AUDE_DRAW = 0, /* chance: kind */
    AUDE_PLACE,    /* x, y, rotation (quarter turns clockwise) */
    AUDE_PASS,     /* no meeple */
    AUDE_MEEPLE,   /* feature, edge: a segment of the tile just placed */
    AUDE_SETTLE,   /* x, y, feature, edge: the stack there counts for that feature (rule bets/settle-4) */
    AUDE_BET,      /* seat, face (AUDE_NO_BET: no bet; AUDE_HIDDEN_FACE: a bet whose face a view does not know) */
    AUDE_FINAL,    /* seat, x, y, feature, edge (rule bets/final-2) */
    AUDE_RETIRE,   /* seat; never listed, accepted until the game is over (rule base/retire-1) */
    AUDE_END       /* seat; never listed: final scoring now, that seat ranks last */
} aude_move_kind;

enum {
    AUDE_CHANCE = 1 << 30,  /* in aude_actors: a draw is open */
    AUDE_NOBODY = 255,      /* a spectator; no seat */
    AUDE_NO_BET = 255,      /* face of a bet that is none */
    AUDE_HIDDEN_FACE = 254, /* face that a view does not know */
    AUDE_NO_EDGE = 255      /* edge of a monastery */
};

typedef struct aude_move {
    uint8_t kind; /* aude_move_kind */
    uint8_t
        seat; /* who moves; AUDE_NOBODY for chance. Set in every listed move; aude_apply reads it in all but draws */
    uint8_t rotation;
    uint8_t feature; /* aude_feature_kind */
    uint8_t edge;    /* first edge (field: half-edge) of the segment clockwise from north, on the board */
    uint8_t face;
    uint16_t tile; /* kind of a draw */
    int16_t x, y;  /* a draw: x is a hint where the tile lies in the bag, and may be anything */
} aude_move;

/* Who may act: bit s for seat s, or AUDE_CHANCE; 0 when the game is over. While several choose secretly at once, those who have not chosen yet. */
uint32_t aude_actors(const aude_rules *rules, const aude_state *state);
/* Who is asked in the open decision, whether or not they have chosen already: the same in every view. */
uint32_t aude_asked(const aude_rules *rules, const aude_state *state);
/* All legal moves of a seat in canonical order (pass first, then kind, y, x, rotation, edge; bets: no bet first, then faces). */
int aude_legal(const aude_rules *rules, const aude_state *state, int actor, aude_move *dst, int cap);
/* All draws with their weights (remaining copies), in the order of the kinds. */
int aude_chance(const aude_rules *rules, const aude_state *state, aude_move *dst, uint32_t *weight, int cap);
/* Number of moves that aude_legal would list, without listing them. */
int aude_count_legal(const aude_rules *rules, const aude_state *state, int actor);

typedef struct aude_events aude_events;

/* Plays a move. `events` may be NULL and changes nothing; else it is overwritten. A refused move leaves the state and *events
 * unchanged. Equivalent edges and rotations are accepted. On a view it needs 140 KB of stack. */
aude_err aude_apply(const aude_rules *rules, aude_state *state, aude_move move, aude_events *events);
/* The same without checking: only for moves that aude_legal, aude_chance or aude_random_move gave for this state. */
void aude_play(const aude_rules *rules, aude_state *state, aude_move move, aude_events *events);
/* Draws one move for the lowest actor: chance by its weights, a placement uniformly, a meeple uniformly over none and the
 * free segments, a bet uniformly over none and the faces. Returns 0 when the game is over. Costs less than a list. */
int aude_random_move(const aude_rules *rules, const aude_state *state, aude_random *random, aude_move *dst);
/* Plays such moves to the end of the game: the same ones, drawn from the same numbers, as aude_random_move and aude_play in turn,
 * and faster. Not on a view. Returns the number of moves made. */
int aude_playout(const aude_rules *rules, aude_state *state, aude_random *random);
/* What a seat that does not answer would do: pass, no bet, the feature with most tiles; for a placement the first legal one. */
int aude_default_move(const aude_rules *rules, const aude_state *state, int seat, aude_move *dst);

/* ---- Looking ----------------------------------------------------------------------------------------------------- */

typedef enum aude_step {
    AUDE_STEP_DRAW,
    AUDE_STEP_PLACE,
    AUDE_STEP_MEEPLE,
    AUDE_STEP_SETTLE,
    AUDE_STEP_BET,
    AUDE_STEP_FINAL,
    AUDE_STEP_OVER
} aude_step;

/* The step whose decision is open. */
aude_step aude_state_step(const aude_rules *rules, const aude_state *state);
/* Index of the open decision: 0 for the first draw, one more for each decision opened since, draws included. */
uint32_t aude_state_decision(const aude_state *state);
int aude_state_turn(const aude_state *state); /* seat on turn */
int aude_state_hand(const aude_state *state); /* kind of the tile in hand, or -1 */
int aude_state_n_bag(const aude_rules *rules,
                     const aude_state *state);    /* tiles that can still be drawn, `draws` applied */
int aude_state_n_unseen(const aude_state *state); /* tiles in the bag, `draws` not applied */
int aude_state_in_bag(const aude_rules *rules, const aude_state *state, int kind);
int aude_state_n_discarded(const aude_state *state);
int aude_state_discarded(const aude_rules *rules, const aude_state *state,
                         int index); /* kind, in order of discarding */
int aude_score(const aude_state *state, int seat);
int aude_supply(const aude_state *state, int seat); /* small meeples in the supply */
uint32_t aude_state_left(const aude_state *state);  /* bit s: seat s has retired or ranks last */
/* Seats that share the victory, as bits; 0 before the end, or when all have left. Rule base/win-1. */
uint32_t aude_winners(const aude_rules *rules, const aude_state *state);

/* Placed tiles in play order, the start tile first. */
typedef struct aude_placed {
    uint16_t kind;
    uint8_t rotation;
    int16_t x, y;
} aude_placed;
int aude_n_placed(const aude_state *state);
aude_placed aude_placed_at(const aude_rules *rules, const aude_state *state, int index);
/* Index of the placed tile on a space, or -1. */
int aude_tile_at(const aude_rules *rules, const aude_state *state, int x, int y);

/* Open spaces (they touch a placed tile), sorted by y, then x. */
typedef struct aude_space {
    int16_t x, y;
    uint8_t edge[4]; /* what a tile there must show: aude_feature_kind (AUDE_FIELD for a field edge), 255 = anything */
} aude_space;
int aude_open_spaces(const aude_rules *rules, const aude_state *state, aude_space *dst, int cap);
/* Bits of the rotations in which a kind can be placed on a space; 0 = none. Equal rotations are merged. */
unsigned aude_fits(const aude_rules *rules, const aude_state *state, int kind, int x, int y);

/* Features. An id is valid for this state only. */
typedef struct aude_feature {
    int id;
    aude_feature_kind kind;
    int n_tiles;    /* distinct spaces (fields: 0, nothing counts them) */
    int n_open;     /* open edges; a monastery: empty spaces around; fields: 0 */
    int n_pennants; /* cities */
    int n_cities;   /* fields: distinct completed cities that touch it */
    uint8_t meeples[AUDE_MAX_SEATS];
} aude_feature;

/* Feature of a segment of a placed tile. */
int aude_feature_of(const aude_rules *rules, const aude_state *state, int tile, int segment);
/* Feature of a kind that has this edge (half-edge; AUDE_NO_EDGE for a monastery) of a placed tile; -1: none. */
int aude_feature_at(const aude_rules *rules, const aude_state *state, int tile, int kind, int edge);
void aude_feature_get(const aude_rules *rules, const aude_state *state, int id, aude_feature *dst);
/* All features of a kind, in the order of their first tiles. */
int aude_features(const aude_rules *rules, const aude_state *state, int kind, int *dst, int cap);
/* The tiles of a feature (indexes), in play order. */
int aude_feature_tiles(const aude_rules *rules, const aude_state *state, int id, int *dst, int cap);
/* For a field: the completed cities that touch it, as feature ids. */
int aude_field_cities(const aude_rules *rules, const aude_state *state, int id, int *dst, int cap);

typedef struct aude_figure {
    uint8_t seat;
    uint8_t feature; /* aude_feature_kind */
    uint8_t edge;    /* first edge or half-edge of its segment, on the board */
    uint16_t tile;   /* index of the placed tile */
} aude_figure;
/* Meeples on the board, sorted by tile, then segment. */
int aude_figures(const aude_rules *rules, const aude_state *state, aude_figure *dst, int cap);

/* ---- Scores ------------------------------------------------------------------------------------------------------ */

/* An item is one term of a score: points = count * each. The sum of the items is the score. */
typedef enum aude_term {
    AUDE_TERM_TILES,      /* rules base/road-1, base/city-1, base/count-1 */
    AUDE_TERM_PENNANTS,   /* rule base/city-1 */
    AUDE_TERM_MONASTERY,  /* 1, rule base/monastery-1 */
    AUDE_TERM_NEIGHBOURS, /* tiles around a monastery */
    AUDE_TERM_CITIES,     /* completed cities of a field, rule base/field-1 */
    AUDE_TERM_CHIP        /* rule bets/settle-2 */
} aude_term;

typedef struct aude_item {
    uint8_t term; /* aude_term */
    int16_t count, each;
} aude_item;

typedef struct aude_worth {
    int feature; /* id */
    uint8_t kind;
    uint8_t complete;
    uint8_t winners; /* bit s: seat s has the majority, rule base/majority-1 */
    uint8_t meeples[AUDE_MAX_SEATS];
    int16_t points;
    uint8_t n_items;
    aude_item item[AUDE_MAX_ITEMS];
} aude_worth;

/* What a feature is worth now: complete as when completed, else (and for fields) as at the end of the game. */
void aude_worth_of(const aude_rules *rules, const aude_state *state, int feature, aude_worth *dst);
/* Final points of every seat if the game ended at this position, chips left aside. */
void aude_projected(const aude_rules *rules, const aude_state *state, int points[AUDE_MAX_SEATS]);

/* ---- The Bets ---------------------------------------------------------------------------------------------------- */

/* A chip on a tile. */
typedef struct aude_bet {
    uint8_t seat;
    uint8_t face; /* AUDE_HIDDEN_FACE where the state is a view */
    uint8_t mask; /* public: bit f where face f is possible by elimination */
} aude_bet;

typedef struct aude_stack {
    uint16_t tile; /* index of the placed tile */
    uint8_t n_bets;
    aude_bet bet[AUDE_MAX_SEATS]; /* in seat order */
} aude_stack;

/* Stacks on the board, oldest bookmaker tile first. */
int aude_stacks(const aude_rules *rules, const aude_state *state, aude_stack *dst, int cap);
/* Distinct targets of a placed tile (unfinished roads and cities), as moves' feature and edge plus the feature's id. */
typedef struct aude_target {
    int feature;
    uint8_t kind, edge;
} aude_target;
int aude_targets(const aude_rules *rules, const aude_state *state, int tile, aude_target *dst, int cap);
/* Number of chips in a seat's visible supply: a chip leaves it when the decision closes. */
int aude_chips(const aude_state *state, int seat);
/* Copies of one face in a seat's supply; -1 where a view does not know. A pending choice has not left it. */
int aude_chips_of(const aude_rules *rules, const aude_state *state, int seat, int face);
/* The pending choice of a seat in an open bet decision: a face, AUDE_NO_BET, or -1 (undecided, or not known here). */
int aude_pending_bet(const aude_rules *rules, const aude_state *state, int seat);

/* ---- Views ------------------------------------------------------------------------------------------------------- */

enum { AUDE_RECALL = 1 }; /* own placed chips stay known, as a person would remember them; for engines and learners */

/* What `seat` (or AUDE_NOBODY) may know, as a state for reading. Other seats' supplies and pending choices and the faces of
 * all chips on tiles, one's own included, are wiped (rule bets/secret-1). dst may be state. */
void aude_view(const aude_rules *rules, const aude_state *state, int seat, unsigned flags, aude_state *dst);
/* What a seat knows besides a view that was made elsewhere (a spectator's, of a public record that was read): its own supply,
 * copies of each face. The seat's choices in an open secret decision may then be applied. */
aude_err aude_view_own(const aude_rules *rules, aude_state *view, int seat, const int *copies, aude_errinfo *error);
/* Fills what a view hides with one of the possibilities, uniformly over the joint assignments of each seat that the supplies,
 * masks and memory allow; choices pending in secret are undecided again. dst may be view. */
void aude_resample(const aude_rules *rules, const aude_state *view, aude_random *random, aude_state *dst);

/* Public digest: tiles in play order, figures, scores, bag, counts, step, who is asked. Equal in every view. */
uint64_t aude_digest(const aude_rules *rules, const aude_state *state);
/* Digest over everything, secrets included: for tests and private logs, never to be shown. */
uint64_t aude_full_digest(const aude_rules *rules, const aude_state *state);

/* ---- Events ------------------------------------------------------------------------------------------------------ */

typedef enum aude_event_kind {
    AUDE_EV_DRAWN,     /* tile (kind) by seat */
    AUDE_EV_DISCARDED, /* tile (kind) fits nowhere, rule base/place-2 */
    AUDE_EV_PLACED,    /* x, y, tile (kind), rotation by seat */
    AUDE_EV_MEEPLE,    /* seat, x, y, feature, edge */
    AUDE_EV_SCORED,    /* worth; points to worth.winners */
    AUDE_EV_RETURNED,  /* seat's meeple came back from x, y, feature, edge */
    AUDE_EV_BETS_OPEN, /* x, y: seats in `seats` are asked */
    AUDE_EV_CHOSEN,    /* seat has made its secret choice; seen by that seat only */
    AUDE_EV_BET,       /* the decision closed: seat has put a chip on x, y */
    AUDE_EV_NO_BET,    /* the decision closed: seat has not */
    AUDE_EV_SETTLE,    /* the stack on x, y counts for feature, edge: chosen by seat */
    AUDE_EV_FLIPPED,   /* seat's chip `face` on x, y: count tiles, points paid; worth.feature is the feature's id */
    AUDE_EV_VOID,      /* seat's chip on x, y goes back unflipped (rule bets/void-1); face seen by that seat only */
    AUDE_EV_FINAL,     /* final scoring begins */
    AUDE_EV_LEFT,      /* seat has left the game */
    AUDE_EV_TURN,      /* seat is on turn */
    AUDE_EV_OVER       /* the game is over; winners in `seats` */
} aude_event_kind;

typedef struct aude_event {
    uint8_t kind;
    uint8_t seat;
    uint8_t seats;
    uint8_t feature, edge, face, rotation;
    uint16_t tile;
    int16_t x, y;
    int16_t count, points;
    aude_worth worth;
} aude_event;

struct aude_events {
    int n;
    aude_event event[AUDE_MAX_EVENTS];
};

/* What `seat` (or AUDE_NOBODY) may see of the events of one move. Returns their number; dst may be all. */
int aude_redact(const aude_rules *rules, const aude_events *all, int seat, aude_events *dst);

/* ---- Lines, logs and records (docs/record.md) -------------------------------------------------------------------- */

/* A move as one line of the record grammar, without line end. `place` and so on; the rules give the names. */
size_t aude_move_write(const aude_rules *rules, aude_move move, char *dst, size_t cap);
/* Reads one line as a move of the seat that is to act in `state`. The move is well-formed, not yet legal: aude_apply
 * decides. Edges and rotations are normalised to what writers use; a chip that is none of this game becomes a face that
 * aude_apply refuses. */
aude_err aude_move_read(const aude_rules *rules, const aude_state *state, const char *text, size_t size,
                        aude_move *move, aude_errinfo *error);

typedef enum aude_line_kind {
    AUDE_LINE_MOVE,
    AUDE_LINE_CONFIRM,
    AUDE_LINE_UNDO,
    AUDE_LINE_TAKEBACK,
    AUDE_LINE_DIGEST,
    AUDE_LINE_EXPECT
} aude_line_kind;

/* One line of a log after its setup. */
typedef struct aude_line {
    uint8_t kind;   /* aude_line_kind */
    uint8_t shown;  /* published lines: bit s where seat s sees a bet's face; AUDE_NOBODY: everybody does */
    uint8_t seat;   /* of confirm, undo and takeback */
    int32_t number; /* line in the text it came from, from 1; 0 = made by a program */
    int32_t
        index; /* of undo and takeback: a decision index, or -1; of a published bet: see aude_publication; of expect: offset of the words behind `expect` in the text */
    int32_t size; /* of expect: bytes of these words */
    uint64_t digest;
    aude_move move;
} aude_line;

typedef struct aude_record aude_record;

/* A game as setup and lines. All memory is the caller's; what replays a record needs 400 KB of stack besides. */
struct aude_record {
    aude_setup setup;              /* its sets point to built-in data or into `own` */
    int confirm;                   /* rule confirm */
    char name[AUDE_MAX_SEATS][64]; /* UTF-8 without control characters, without space at the ends, without ` #` */
    aude_tileset *own;             /* caller's: room for embedded sets; may be NULL */
    int n_own, cap_own;
    aude_line *line; /* caller's */
    int n_lines, cap_lines;
    const char *text; /* what was read; expect lines point into it */
};

/* Reads a whole file. The caller has set own, cap_own, line, cap_lines. Compiles the setup into *rules and plays the
 * moves as a check, so a record that was read is a legal game; *state is the real state at its end. A public record
 * with hidden bets is played on what a spectator knows. On failure *error names the line, the record has no lines,
 * *state is unspecified. `digest` and `expect` lines are read, and checked only by aude_record_check. */
aude_err aude_record_read(aude_record *record, aude_rules *rules, aude_state *state, const char *text, size_t size,
                          aude_errinfo *error);
/* Called for every failed check of aude_record_check. */
typedef void aude_report(void *context, const aude_errinfo *failure);
/* Replays a record that was read and checks its digests and expectations. Returns the number of failures (a line that
 * cannot be played is one, and ends the replay); *n_checks (may be NULL) is the number of checks. */
int aude_record_check(const aude_record *record, const aude_rules *rules, aude_state *state, aude_report *report,
                      void *context, int *n_checks);
/* Writes the log: setup and lines. */
size_t aude_record_write(const aude_record *record, const aude_rules *rules, char *dst, size_t cap);
/* Writes the public record of a legal game for a seat or AUDE_NOBODY (docs/record.md, two forms). `work` is room for as
 * many lines as the record has. */
size_t aude_record_redact(const aude_record *record, const aude_rules *rules, int seat, aude_line *work, char *dst,
                          size_t cap);

/* ---- Games in progress ------------------------------------------------------------------------------------------- */

enum {
    AUDE_MAX_SPAN = AUDE_MAX_STACKS + 4, /* moves that one seat makes in a row: place, meeple, settle ... */
    AUDE_MAX_COURSE = 2048               /* moves of a game, draws included: more than there can be */
};

/* The course of a game: the real state, the move that waits for `confirm`, and what may still be taken back. Part of a
 * game; programs read `state`, `waiting` and the moves. */
typedef struct aude_course {
    const aude_rules *rules;
    int confirm;     /* rule confirm */
    int hidden;      /* on what a spectator knows */
    uint8_t barrier; /* why the seat may not take back more than the span */
    uint8_t has_waiting;
    aude_move waiting;
    int n_span;  /* the last moves, all of one seat, which it may take back */
    int n_moves; /* moves in effect */
    int floor;   /* so many of them not even all seats together may take back */
    aude_move move[AUDE_MAX_COURSE];
    aude_state state; /* the real state, after all moves in effect */
} aude_course;

/* What may be known of a course outside its table: lines of the public record, growing with it. A bet that has been flipped
 * has `shown` AUDE_NOBODY (one that went back unseen: its owner's bit), and `index` is how many lines came before it was. */
typedef struct aude_publication {
    aude_line *line; /* caller's: AUDE_MAX_COURSE */
    struct {
        int32_t n;     /* lines */
        int32_t group; /* first line of the open secret decision, whose choices are not public yet; -1: none is open */
        uint32_t decision;
    } now, base;
    int32_t changed; /* the first line that changed since the caller made this INT32_MAX */
} aude_publication;

/* A game owns the true state and the log; it decides what applies, what waits for `confirm`, what may be undone. */
typedef struct aude_game {
    aude_record *record; /* caller's; the log grows in it. NULL: it is kept elsewhere */
    const aude_rules *rules;
    aude_publication *publication; /* caller's; may be NULL */
    uint32_t decision; /* id of the open decision: not reused after an undo, not changed by secret choices */
    aude_course course;
    aude_state preview; /* the state and then the waiting move, for its owner; where none waits, unspecified */
} aude_game;

/* Continues a record that was read, or starts a new one (n_lines = 0). *game borrows record and rules. A public record
 * with hidden bets cannot be continued. */
aude_err aude_game_open(aude_game *game, aude_record *record, const aude_rules *rules, aude_errinfo *error);
/* A new game whose log is kept elsewhere, with its publication (may be NULL; its `line` is set). */
void aude_game_start(aude_game *game, const aude_rules *rules, int confirm, aude_publication *publication);
/* A seat's move, or a draw (seat AUDE_NOBODY). Checked in the order: game not over, seat may act, move legal. Then
 * logged and, unless it waits for confirmation, applied. Events as in aude_apply; none for a waiting move. `retire`
 * confirms that seat's waiting move first. */
aude_err aude_game_move(aude_game *game, aude_move move, aude_events *events, aude_errinfo *error);
aude_err aude_game_confirm(aude_game *game, int seat, aude_events *events, aude_errinfo *error);
/* Takes back the last own move of the seat, or with index >= 0 everything back to that decision. Refused, with the
 * reason in *error, where it would pass a draw, a reveal, another seat's decision or a secret choice. */
aude_err aude_game_undo(aude_game *game, int seat, int index, aude_errinfo *error);
/* Takes back everything to the decision with that index, as all seats have agreed and `seat` has asked. It may pass draws
 * and other seats' decisions; refused where it would pass a reveal, the close of a secret decision, or leaving. */
aude_err aude_game_takeback(aude_game *game, int seat, int index, aude_errinfo *error);
/* Whether aude_game_takeback would be done, with the reason in *error. *scratch is overwritten. */
aude_err aude_game_may_take_back(const aude_game *game, int index, aude_state *scratch, aude_errinfo *error);
/* The state that a seat looks at (the preview for the owner of a waiting move), not redacted. */
const aude_state *aude_game_state(const aude_game *game, int seat);

/* The number of published lines that a viewer (a seat or AUDE_NOBODY) sees. */
int aude_publication_lines(const aude_publication *publication);
/* Published lines from..to-1 as text, each with its line end. What was flipped after line `to` is not shown, so that the text
 * is what a viewer could know then. */
size_t aude_publication_write(const aude_publication *publication, const aude_rules *rules, int viewer, int from,
                              int to, char *dst, size_t cap);

/* ---- Computer players -------------------------------------------------------------------------------------------- */

/* A turn as an engine values it: a tile with its meeple, or any other move alone. Points and chances are in thousandths. */
typedef struct aude_valued {
    aude_move move;
    aude_move meeple;  /* what follows a placement: a meeple or a pass; of kind AUDE_DRAW where none is asked */
    uint32_t playouts; /* that began with it */
    int32_t lead;      /* points more than the mean of the others that the seat is likely to have at the end */
    int32_t win;       /* chance of victory, a shared one counted by its part */
    int32_t guess;     /* the lead as it seemed before any playout */
} aude_valued;

/* How long an engine may think about one call. The library has no clock: who has one gives `stop`. Whichever limit comes first
 * holds; with neither, and where the budget is NULL, an engine thinks as much as it is used to. Engines that do not search ignore it. */
typedef struct aude_budget {
    uint32_t playouts;          /* simulated games; 0 = no limit */
    int (*stop)(void *context); /* asked before each of them; not 0: answer now. May be NULL */
    void *context;
    const aude_valued
        *only; /* these turns alone are searched, each as much as the others, for `values`; NULL: all. At most 64 */
    int n_only;
} aude_budget;

enum { AUDE_ENGINE_FRESH = 16 }; /* bytes at the beginning of an engine's memory that are 0 when it is new */

/* An engine is a function that chooses a move for `seat` from a view made with AUDE_RECALL. It depends on nothing else than what
 * it is given; without `stop`, equal arguments give equal moves.
 *
 * `memory` is the caller's. Its first AUDE_ENGINE_FRESH bytes are 0 at the first call; a caller who hands the same memory on
 * from call to call of one seat of one game lets the engine go on with what it has found out. Another engine, seat or game:
 * clear those bytes again.
 *
 * Several threads: each calls `choose` with a memory and a random generator of its own, then one calls `join` with all the memories: the move that
 * all of them together prefer. */
typedef struct aude_engine {
    const char *name;
    const char *about;
    size_t memory; /* bytes it needs, aligned to 16; 0, or at least AUDE_ENGINE_FRESH */
    void (*choose)(const aude_rules *rules, const aude_state *view, int seat, const aude_budget *budget,
                   aude_random *random, void *memory, aude_move *dst);
    /* NULL: the engine does not search. */
    void (*join)(const aude_rules *rules, const aude_state *view, int seat, void *const *memory, int n, aude_move *dst);
    /* The turns that the last search with this memory has looked at, the most searched first; 0 where there was nothing to search.
     * May be called from `stop`. NULL: the engine does not search. */
    int (*values)(const void *memory, aude_valued *dst, int cap);
} aude_engine;

/* How the roads and cities of a placed tile are likely to end, counted in simulated games. */
enum {
    AUDE_ODDS_TARGETS = 4,
    AUDE_ODDS_TILES = 32, /* larger sizes count as so large */
    AUDE_ODDS_ONE = 12    /* a playout in `wins` and `paid`: it may be shared by targets that are finished at once */
};

typedef struct aude_odds {
    uint32_t playouts;
    int n_targets;
    struct {
        aude_target target;
        uint32_t done[AUDE_ODDS_TILES + 1]; /* playouts in which it was finished, by its tiles then */
        uint32_t left[AUDE_ODDS_TILES + 1]; /* in which it was not, by its tiles at the end */
        uint32_t
            first[AUDE_ODDS_TILES + 1]; /* in which it was the first to be finished, and would settle a stack there */
    } target[AUDE_ODDS_TARGETS];        /* as aude_targets lists them */
    struct {
        uint32_t wins, paid; /* playouts that such a chip on the tile wins, and its points, times AUDE_ODDS_ONE */
    } face[AUDE_MAX_CHIPS];
} aude_odds;

/* Bytes of memory, aligned to 16, that the two functions below need; its content does not matter. */
size_t aude_odds_memory(void);
/* Plays games out from what a view knows; equal arguments, with a budget without `stop`, give equal numbers. Returns playouts. */
uint32_t aude_odds_of_tile(const aude_rules *rules, const aude_state *view, int tile, const aude_budget *budget,
                           aude_random *random, void *memory, aude_odds *dst);
/* In how many of them a tile comes to lie on a space. */
uint32_t aude_odds_of_space(const aude_rules *rules, const aude_state *view, int x, int y, const aude_budget *budget,
                            aude_random *random, void *memory, uint32_t *playouts);
/* What a part hits / n of playouts says of the chance behind it: 95 % limits, in thousandths. */
void aude_odds_interval(uint32_t hits, uint32_t n, int *low, int *high);

/* Engines by index; NULL past the end. */
const aude_engine *aude_engine_builtin(int index);
const aude_engine *aude_engine_find(const char *name);

#ifdef __cplusplus
}
#endif
#endif
