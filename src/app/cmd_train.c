/* cmd_train.c - fits the weights of the outlook (src/ai/weights.c) to how games of the search against itself end.
 *
 * At every third draw of each game it notes, for the seat on turn, how far it leads in sure points and in each term; the final lead is
 * what weights times terms should explain. Least squares with a pull towards the weights there are, by a Cholesky factor. One
 * thread and a seed: the same weights come out again. */
#include "ai/outlook.h"
#include "app/command.h"
#include "app/draw.h"
#include "app/player.h"
#include "app/setup.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRAIN_N = OUTLOOK_KNOTS * N_TERMS, TRAIN_NOTES = AUDE_MAX_TILES };

typedef struct note {
    double x[TRAIN_N];
    double sure; /* lead in sure points */
    int seat;
} note;

typedef struct train {
    const options *o;
    game_setup game;
    aude_rules rules;
    aude_state state, view;
    player player;
    outlook outlook;
    aude_random random;
    int n_notes;
    note note[TRAIN_NOTES];
    long n;
    double a[TRAIN_N][TRAIN_N], b[TRAIN_N];
    double before; /* squared errors */
} train;

static void train_note(train *t)
{
    float sure[AUDE_MAX_SEATS], term[AUDE_MAX_SEATS][N_TERMS];
    note *p = &t->note[t->n_notes++];
    int me = aude_state_turn(&t->state), n = t->game.setup.n_seats, draws = outlook_draws(&t->rules, &t->state);
    outlook_init(&t->outlook, &t->rules, &t->state, outlook_learned, 1);
    outlook_terms(&t->outlook, &t->rules, &t->state, sure, term);
    memset(p, 0, sizeof *p);
    p->seat = me;
    for (int s = 0; s < n; s++) {
        double sign = s == me ? 1 : -1.0 / (n - 1);
        p->sure += sign * (double)sure[s];
        for (int k = 0; k < OUTLOOK_KNOTS; k++)
            for (int i = 0; i < N_TERMS; i++)
                p->x[k * N_TERMS + i] += sign * (double)(outlook_part(k, draws) * term[s][i]);
    }
}

/* What the weights leave unexplained of a note. */
static double train_rest(const train *t, const note *p, const double *more)
{
    int n = t->game.setup.n_seats;
    double rest = -p->sure;
    for (int s = 0; s < n; s++) rest += (s == p->seat ? 1 : -1.0 / (n - 1)) * aude_score(&t->state, s);
    for (int i = 0; i < TRAIN_N; i++)
        rest -= p->x[i] * ((double)outlook_learned[i / N_TERMS][i % N_TERMS] + (more ? more[i] : 0));
    return rest;
}

static void train_add(train *t)
{
    for (int k = 0; k < t->n_notes; k++) {
        const note *p = &t->note[k];
        double rest = train_rest(t, p, NULL);
        t->before += rest * rest;
        t->n++;
        for (int i = 0; i < TRAIN_N; i++) {
            if (p->x[i] == 0) continue;
            t->b[i] += p->x[i] * rest;
            for (int j = 0; j <= i; j++) t->a[i][j] += p->x[i] * p->x[j];
        }
    }
}

static void train_game(train *t, const uint32_t *playouts, long game)
{
    aude_start(&t->rules, &t->state);
    player_fresh(&t->player);
    t->n_notes = 0;
    for (uint32_t actors; (actors = aude_actors(&t->rules, &t->state));) {
        aude_move move;
        if (actors == AUDE_CHANCE) {
            if ((aude_n_placed(&t->state) + game) % 3 == 0 && t->n_notes < TRAIN_NOTES) train_note(t);
            move = draw_choose(&t->rules, &t->state, &t->random);
        } else {
            int seat = __builtin_ctz(actors);
            t->player.playouts = playouts[seat];
            move = player_choose(&t->player, &t->rules, &t->state, seat, &t->random);
        }
        aude_play(&t->rules, &t->state, move, NULL);
    }
    train_add(t);
}

/* Solves (A + D) x = b, where D pulls each weight towards 0 as if it had been seen `pull` times in a hundred; b becomes x. */
static void train_solve(train *t, double pull)
{
    for (int i = 0; i < TRAIN_N; i++) t->a[i][i] += pull * 0.01 * t->a[i][i] + pull * 0.001 * (double)t->n + 1e-6;
    for (int i = 0; i < TRAIN_N; i++)
        for (int j = 0; j <= i; j++) {
            double sum = t->a[i][j];
            for (int k = 0; k < j; k++) sum -= t->a[i][k] * t->a[j][k];
            t->a[i][j] = i == j ? sqrt(sum) : sum / t->a[j][j];
        }
    for (int i = 0; i < TRAIN_N; i++) {
        for (int k = 0; k < i; k++) t->b[i] -= t->a[i][k] * t->b[k];
        t->b[i] /= t->a[i][i];
    }
    for (int i = TRAIN_N - 1; i >= 0; i--) {
        for (int k = i + 1; k < TRAIN_N; k++) t->b[i] -= t->a[k][i] * t->b[k];
        t->b[i] /= t->a[i][i];
    }
}

/* Begins the file with the command that makes these weights again. */
static void train_head(const train *t, long games, long playouts, uint64_t seed, long pull)
{
    static const char *const more[] = {"tiles", "rule", "chips"};
    printf("/* weights.c - made by `aude train --games %ld --playouts %ld --seed %llu --pull %ld --sets %s --seats %d",
           games, playouts, (unsigned long long)seed, pull, options_value(t->o, "sets"), t->game.setup.n_seats);
    for (int k = 0; k < 3; k++)
        for (int i = 0; options_nth(t->o, more[k], i); i++)
            printf(" --%s '%s'", more[k], options_nth(t->o, more[k], i));
    printf("`; do not edit. */\n#include \"ai/outlook.h\"\n\n");
}

static void train_print(const train *t)
{
    printf("const float outlook_learned[OUTLOOK_KNOTS][N_TERMS] = {\n");
    for (int k = 0; k < OUTLOOK_KNOTS; k++) {
        printf("    {");
        for (int i = 0; i < N_TERMS; i++)
            printf("%s%.3fF", i ? ", " : "", (double)outlook_learned[k][i] + t->b[k * N_TERMS + i]);
        printf("},\n");
    }
    printf("};\n");
}

static int train_command(const options *o)
{
    static train t;
    long games = 0, playouts = 0, pull = 0, seats = 0;
    uint64_t seed = 1;
    t.o = o;
    if (!options_number(o, "games", 1, 10000000, &games) || !options_number(o, "playouts", 1, 1000000, &playouts) ||
        !options_number(o, "pull", 0, 1000000, &pull) || !options_number(o, "seats", 2, AUDE_MAX_SEATS, &seats) ||
        !options_u64(o, "seed", &seed))
        return COMMAND_USAGE;
    int code = setup_read(o, (int)seats, &t.game);
    if (!code) code = setup_compile(o, &t.game, &t.rules);
    if (!code && (!player_read(&t.player, "mcts:1") || !player_open(&t.player)))
        code = command_error(o, "out of memory");
    aude_random_seed(&t.random, seed);
    for (long game = 0; !code && game < games; game++) {
        uint32_t each[AUDE_MAX_SEATS];
        for (int s = 0; s < seats; s++) each[s] = (uint32_t)playouts >> 2 * aude_random_below(&t.random, 2);
        for (int s = 0; s < seats; s++) each[s] += !each[s];
        train_game(&t, each, game);
    }
    if (!code && !t.n)
        code = command_error(o, "these games have no position to learn from: more or longer ones are needed");
    if (!code) {
        train_solve(&t, (double)pull);
        train_head(&t, games, playouts, seed, pull);
        train_print(&t);
        fprintf(stderr, "%ld positions, error %.2f points before\n", t.n, sqrt(t.before / (double)t.n));
    }
    player_close(&t.player);
    setup_free(&t.game);
    return code;
}

const command command_train = {
    .name = "train",
    .summary = "fit the weights of the strong computer player to games against itself",
    .about =
        "Plays games of mcts against itself, fits the weights by which it values positions to their ends, and prints "
        "src/ai/weights.c. Start from the weights that are there; the same options give the same weights.",
    .option =
        (const option[]){
            {"games", "N", "3000", "number of games", false},
            {"playouts", "N", "32", "playouts a turn; a seat may have a quarter of them", false},
            {"seats", "N", "2", "seats of the game", false},
            {"seed", "N", "1", "seed of all games", false},
            {"pull", "N", "10", "how strongly weights stay where they are", false},
            SETUP_OPTIONS("base"),
            {0},
        },
    .run = train_command,
};
