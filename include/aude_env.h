/* aude_env.h - many games at once for learning programs: observations, legal moves, rewards, in buffers of the caller.
 *
 * An `aude_env` plays `n_envs` games side by side on one set of rules. Some seats learn: the caller decides for them, one move
 * in every game at each `aude_env_step`. Draws, and the seats that do not learn, are played inside (by engines handed in, or at
 * random). A game that ends is followed by the next one within the same step. Everything a seat is shown is made from its
 * own view (`aude_view`): nothing hidden from a player reaches a buffer. docs/env.md describes every number.
 *
 * Like the rest of the library it allocates nothing, reads no file, and keeps no mutable global.
 *
 * A million random decisions in 64 games:
 *
 * EXAMPLE
 *     #include <aude_env.h>
 *     #include <stdio.h>
 *     #include <stdlib.h>
 *     static aude_rules rules;
 *     int main(void)
 *     {
 *         enum { GAMES = 64 };
 *         aude_setup setup;
 *         aude_env_config config;
 *         static uint8_t done[GAMES];
 *         static aude_env_buffers buffers; // NULL: not wanted
 *         aude_env *env;
 *         long games = 0;
 *         buffers.done = done;
 *         aude_setup_default(&setup, 2);
 *         if (aude_rules_init(&rules, &setup, NULL)) return 1;
 *         aude_env_config_default(&config, &rules, GAMES);
 *         size_t size = aude_env_memory(&config);
 *         void *memory = malloc(size);
 *         if (!memory || aude_env_init(&env, memory, size, &config, NULL)) return 1;
 *         aude_env_bind(env, &buffers);
 *         if (aude_env_reset(env, 1, NULL)) return 1;
 *         for (int step = 0; step < 1000000 / GAMES; step++) {
 *             if (aude_env_step(env, NULL, NULL)) return 1;
 *             for (int i = 0; i < GAMES; i++) games += done[i];
 *         }
 *         printf("%ld games\n", games);
 *         free(memory);
 *         return 0;
 *     }
 * EXAMPLE END
 *
 * Ownership: the memory, the rules, the engines and the buffers are the caller's, and must live as long as the env is used.
 * Between a step and the next the caller reads the buffers and does not write them: only what has changed is written again.
 *
 * Errors: as in aude.h. A refused call changes nothing, but for the two of `aude_env_step` that say otherwise.
 *
 * Threads: an env belongs to one thread. Several envs may share rules and engines.
 */
#ifndef AUDE_ENV_H
#define AUDE_ENV_H

#include <aude.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ----------------------------------------------------------------------------------------------------- */

enum {
    AUDE_ENV_VERSION = 1,     /* one more whenever a number in a buffer changes its meaning */
    AUDE_ENV_CHANNELS = 16,   /* bytes of one space in the planes */
    AUDE_ENV_COLUMNS = 16,    /* numbers of one move */
    AUDE_ENV_SIMULATED = 6,   /* more of them with AUDE_ENV_SIMULATE */
    AUDE_ENV_WINDOW = 31,     /* default width of the window */
    AUDE_ENV_MAX_WINDOW = 127 /* and its largest; always odd */
};

/* ---- What to play ------------------------------------------------------------------------------------------------ */

typedef enum aude_env_reward {
    AUDE_REWARD_DIFFERENCE, /* at the end: own points less the most of another seat (alone: own points) */
    AUDE_REWARD_WIN,        /* at the end: 1 for the winner, 1 / k for each of k that share the victory, else 0 */
    AUDE_REWARD_POINTS      /* at every step: the points that came since; they sum to the final score */
} aude_env_reward;

enum {
    AUDE_ENV_RECALL = 1, /* a seat is shown its own placed chips, as a person remembers them (aude_view, AUDE_RECALL) */
    AUDE_ENV_SIMULATE = 2 /* six more columns for each move, found by playing it; costs much more than all else */
};

typedef struct aude_env_config {
    const aude_rules *rules; /* borrowed */
    int32_t n_envs;          /* games, 1 or more */
    uint32_t learners;       /* bit s: the caller decides for seat s; at least one */
    uint32_t flags;          /* AUDE_ENV_RECALL, AUDE_ENV_SIMULATE */
    int32_t reward;          /* aude_env_reward */
    int32_t window;          /* spaces a side of the window, odd, 3 or more; 0: AUDE_ENV_WINDOW */
    int32_t cap;             /* moves a list has room for; 0: aude_rules_max_moves, which is always enough */
    const aude_engine *engine[AUDE_MAX_SEATS]; /* of seats that do not learn; NULL: random moves */
    const aude_budget *budget; /* of engines, for one move; borrowed. NULL: as much as they are used to */
} aude_env_config;

/* All seats learn, recall on, the rest as 0 says above. */
void aude_env_config_default(aude_env_config *config, const aude_rules *rules, int n_envs);

/* Shapes of the buffers, and where the blocks of the flat vector begin. */
typedef struct aude_env_layout {
    uint64_t hash; /* equal where observations and rows mean the same: shapes, flags, tiles, chips; `n_envs` aside */
    int32_t n_envs, n_seats;
    int32_t window, cap, columns, flat; /* columns of a move, numbers of the flat vector */
    int32_t n_kinds, n_faces, n_offices;
    int32_t at_seats, at_faces, at_bag, at_hand, at_stacks;
} aude_env_layout;

/* Checks a config and says what it leads to. */
aude_err aude_env_layout_of(const aude_env_config *config, aude_env_layout *dst, aude_errinfo *error);

/* Where to write; NULL = not wanted, and not computed. `n` is n_envs; shapes are in C order. */
typedef struct aude_env_buffers {
    uint8_t *planes;  /* [n][window][window][AUDE_ENV_CHANNELS]: the board around its middle */
    int16_t *flat;    /* [n][flat]: everything else */
    int16_t *rows;    /* [n][cap][columns]: one row a legal move, the rest 0 */
    uint8_t *mask;    /* [n][cap]: 1 where a move is */
    int32_t *n_legal; /* [n]: number of legal moves */
    uint8_t *seat;    /* [n]: the learning seat that is to act, and that the above is shown to */
    float *reward;    /* [n][n_seats]: of the last step, for every seat */
    uint8_t *done;    /* [n]: 1 where a game ended in the last step */
    int32_t *score;   /* [n][n_seats]: where one ended, its final points */
    uint8_t *winners; /* [n]: where one ended, bits of the seats that share the victory */
} aude_env_buffers;

/* A number made of the sizes of the above. A binding compares what it was compiled with with the library's. */
#define AUDE_ENV_ABI                                                                                             \
    ((((((uint64_t)AUDE_ENV_VERSION * 1009 + sizeof(aude_env_config)) * 1009 + sizeof(aude_env_layout)) * 1009 + \
       sizeof(aude_env_buffers)) *                                                                               \
          1009 +                                                                                                 \
      sizeof(aude_move)) *                                                                                       \
         1009 +                                                                                                  \
     AUDE_ENV_CHANNELS * 64 + AUDE_ENV_COLUMNS + AUDE_ENV_SIMULATED)
uint64_t aude_env_abi(void);

/* ---- Playing ----------------------------------------------------------------------------------------------------- */

typedef struct aude_env aude_env;

/* Bytes that aude_env_init wants for such a config; 0 where aude_env_layout_of refuses it, or no memory is as large. */
size_t aude_env_memory(const aude_env_config *config);
/* Sets up in `memory` of `size` bytes, any alignment. *env points into it. AUDE_E_LIMIT: too small. */
aude_err aude_env_init(aude_env **env, void *memory, size_t size, const aude_env_config *config, aude_errinfo *error);
void aude_env_layout_get(const aude_env *env, aude_env_layout *dst);
/* Names the buffers, and clears planes, rows and masks. They are filled by the next reset or step. Binding others changes no game. */
void aude_env_bind(aude_env *env, const aude_env_buffers *buffers);
/* Begins new games everywhere. Game i depends on the seed, on i, and on the moves; not on n_envs or the buffers. */
aude_err aude_env_reset(aude_env *env, uint64_t seed, aude_errinfo *error);

/* In `actions`: the library draws the move as aude_random_move does. */
enum { AUDE_ENV_ANY = -1 };

/* One decision in every game: actions[i] is an index into the canonical legal list (aude_legal) of the seat that is to act in
 * game i, or AUDE_ENV_ANY. NULL: AUDE_ENV_ANY for all. Then draws and the other seats are played until a learning seat is to act
 * again; a game that ends gives its rewards, and the next one begins.
 *
 * Seats that choose secretly at once (bets, final choices) are asked one after another, in seat order; each is shown the others
 * undecided.
 *
 * Before anything is played all actions are checked: AUDE_E_ILLEGAL (error->line: game, from 1), nothing has changed. After playing:
 *   AUDE_E_LIMIT   a list is longer than `cap`: n_legal has its length, its mask and rows are empty. Any index into the list
 *                  is still accepted
 *   AUDE_E_TURN    an engine gave an illegal move; aude_default_move was played for it
 *   AUDE_E_OVER    no reset yet; or no learning seat was asked in 1,000 games in a row: `seat` is AUDE_NOBODY, the game is out
 *                  until a reset
 * All games have then been played on; the error is that of the first one. */
aude_err aude_env_step(aude_env *env, const int32_t *actions, aude_errinfo *error);

/* ---- Looking ----------------------------------------------------------------------------------------------------- */

/* The true state of a game, secrets included: for tests and records; before the first reset a game's beginning. Valid until the
 * next step. Its memory ends after aude_state_size bytes: copy it with aude_state_copy. */
const aude_state *aude_env_state(const aude_env *env, int game);
/* Shows any state of these rules to `seat`, as a step does: from the state or any view of that seat (with
 * AUDE_ENV_RECALL: one made with AUDE_RECALL), with the same result. Of `dst` the planes, flat, rows, mask, n_legal and seat are
 * used, for one game, and written whole. AUDE_E_LIMIT as above; AUDE_E_UNKNOWN: no such seat. */
aude_err aude_env_observe(aude_env *env, const aude_state *state, int seat, const aude_env_buffers *dst);

#ifdef __cplusplus
}
#endif
#endif
