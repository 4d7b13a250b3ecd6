/* calibrate.c - see calibrate.h. Brier's score is the mean of the squared differences between chances and what has happened (0 or 1),
 * summed over the possible ends of a road or city; the reference knows only how often each end occurs in all of them. */
#include "app/calibrate.h"

#include "app/draw.h"
#include "app/player.h"
#include "app/setup.h"
#include "aude.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENDS = 2 * (AUDE_ODDS_TILES + 1), BINS = 10, PENDING = AUDE_MAX_STACKS };

/* An office whose end is not known yet. */
typedef struct pending {
    int tile;
    aude_odds odds;
    int end[AUDE_ODDS_TARGETS]; /* done, by tiles; -1: open */
    double wins[AUDE_MAX_CHIPS];
    bool settled;
} pending;

/* Chances of one road or city, and its end. */
typedef struct sample {
    float chance[ENDS];
    int end;
} sample;

typedef struct table {
    const char *name;
    long n[BINS];
    double chance[BINS], happened[BINS], brier;
} table;

typedef struct calibration {
    aude_rules rules;
    aude_state state, view;
    player player[AUDE_MAX_SEATS];
    aude_random games, playouts; /* apart: other odds, the same games */
    void *memory;
    int n_pending;
    pending pending[PENDING];
    long offices, n_samples, cap_samples;
    sample *sample;
    table finished, wins;
} calibration;

static void table_add(table *t, double chance, double happened)
{
    int bin = (int)(chance * BINS);
    if (bin >= BINS) bin = BINS - 1;
    t->n[bin]++;
    t->chance[bin] += chance;
    t->happened[bin] += happened;
    t->brier += (chance - happened) * (chance - happened);
}

static void table_print(const table *t)
{
    long n = 0;
    double sum = 0;
    for (int b = 0; b < BINS; b++) n += t->n[b], sum += t->happened[b];
    double rate = n ? sum / (double)n : 0;
    printf("\n%s: %ld cases, %.1f %% happened, Brier score %.4f (always saying %.1f %%: %.4f)\n", t->name, n,
           100 * rate, n ? t->brier / (double)n : 0, 100 * rate, rate * (1 - rate));
    printf("    said    cases  mean said  happened\n");
    for (int b = 0; b < BINS; b++) {
        if (!t->n[b]) continue;
        int low, high;
        aude_odds_interval((uint32_t)(t->happened[b] + 0.5), (uint32_t)t->n[b], &low, &high);
        printf("%3d-%3d %%  %6ld     %5.1f %%   %5.1f %%  (%.1f to %.1f)\n", b * 10, b * 10 + 10, t->n[b],
               100 * t->chance[b] / (double)t->n[b], 100 * t->happened[b] / (double)t->n[b], low / 10.0, high / 10.0);
    }
}

/* Bets have opened at the tile laid last. */
static void office_note(calibration *c, long playouts)
{
    int tile = aude_n_placed(&c->state) - 1;
    for (int i = 0; i < c->n_pending; i++)
        if (c->pending[i].tile == tile) return;
    if (c->n_pending == PENDING) return;
    pending *p = &c->pending[c->n_pending++];
    *p = (pending){.tile = tile};
    const aude_budget budget = {.playouts = (uint32_t)playouts};
    aude_view(&c->rules, &c->state, AUDE_NOBODY, 0, &c->view);
    aude_odds_of_tile(&c->rules, &c->view, tile, &budget, &c->playouts, c->memory, &p->odds);
    memset(p->end, -1, sizeof p->end);
}

static void target_get(const calibration *c, const pending *p, int i, aude_feature *f)
{
    const aude_target *t = &p->odds.target[i].target;
    aude_feature_get(&c->rules, &c->state, aude_feature_at(&c->rules, &c->state, p->tile, t->kind, t->edge), f);
}

/* After a move: what is finished now. What one move finishes settles a chip by its mean. */
static void office_watch(calibration *c, pending *p)
{
    int n = 0, tiles[AUDE_ODDS_TARGETS];
    for (int i = 0; i < p->odds.n_targets; i++) {
        aude_feature f;
        if (p->end[i] >= 0) continue;
        target_get(c, p, i, &f);
        if (f.n_open) continue;
        p->end[i] = f.n_tiles;
        tiles[n++] = f.n_tiles;
    }
    for (int face = 0; n && !p->settled && face < aude_rules_n_faces(&c->rules); face++)
        for (int k = 0; k < n; k++)
            p->wins[face] += (aude_chip_pay(aude_rules_face(&c->rules, face), tiles[k]) > 0) / (double)n;
    p->settled |= n > 0;
}

static int end_of(bool done, int tiles)
{
    return (tiles < AUDE_ODDS_TILES ? tiles : AUDE_ODDS_TILES) + (done ? 0 : AUDE_ODDS_TILES + 1);
}

static bool office_close(calibration *c, pending *p)
{
    double playouts = p->odds.playouts;
    for (int i = 0; i < p->odds.n_targets; i++) {
        aude_feature f;
        target_get(c, p, i, &f);
        if (c->n_samples == c->cap_samples) {
            long cap = c->cap_samples ? 2 * c->cap_samples : 1024;
            sample *more = realloc(c->sample, (size_t)cap * sizeof *more);
            if (!more) return false;
            c->sample = more;
            c->cap_samples = cap;
        }
        sample *s = &c->sample[c->n_samples++];
        double done = 0;
        for (int k = 0; k <= AUDE_ODDS_TILES; k++) {
            done += p->odds.target[i].done[k] / playouts;
            s->chance[k] = (float)(p->odds.target[i].done[k] / playouts);
            s->chance[k + AUDE_ODDS_TILES + 1] = (float)(p->odds.target[i].left[k] / playouts);
        }
        s->end = end_of(p->end[i] >= 0, p->end[i] >= 0 ? p->end[i] : f.n_tiles);
        table_add(&c->finished, done, p->end[i] >= 0);
        for (int face = 0; !p->settled && p->end[i] < 0 && face < aude_rules_n_faces(&c->rules); face++)
            if (aude_chip_pay(aude_rules_face(&c->rules, face), f.n_tiles)) p->wins[face] = 1;
    }
    for (int face = 0; face < aude_rules_n_faces(&c->rules); face++)
        table_add(&c->wins, p->odds.face[face].wins / (playouts * AUDE_ODDS_ONE), p->wins[face]);
    c->offices++;
    return true;
}

static bool game_play(calibration *c, long playouts)
{
    aude_start(&c->rules, &c->state);
    for (int s = 0; s < AUDE_MAX_SEATS; s++)
        if (c->player[s].engine) player_fresh(&c->player[s]);
    c->n_pending = 0;
    for (uint32_t actors; (actors = aude_actors(&c->rules, &c->state));) {
        int seat = __builtin_ctz(actors);
        if (aude_state_step(&c->rules, &c->state) == AUDE_STEP_BET) office_note(c, playouts);
        aude_move move = actors == AUDE_CHANCE ? draw_choose(&c->rules, &c->state, &c->games)
                                               : player_choose(&c->player[seat], &c->rules, &c->state, seat, &c->games);
        if (aude_apply(&c->rules, &c->state, move, NULL)) abort();
        for (int i = 0; i < c->n_pending; i++) office_watch(c, &c->pending[i]);
    }
    for (int i = 0; i < c->n_pending; i++)
        if (!office_close(c, &c->pending[i])) return false;
    return true;
}

static void sizes_print(const calibration *c)
{
    double rate[ENDS] = {0}, brier = 0, reference = 0, n = (double)(c->n_samples ? c->n_samples : 1);
    for (long i = 0; i < c->n_samples; i++) rate[c->sample[i].end] += 1 / n;
    for (long i = 0; i < c->n_samples; i++)
        for (int k = 0; k < ENDS; k++) {
            double happened = c->sample[i].end == k, said = (double)c->sample[i].chance[k];
            brier += (said - happened) * (said - happened) / n;
            reference += (rate[k] - happened) * (rate[k] - happened) / n;
        }
    printf("sizes of %ld roads and cities at %ld offices: Brier score %.4f, reference %.4f, skill %.1f %%\n",
           c->n_samples, c->offices, brier, reference, 100 * (1 - brier / (reference > 0 ? reference : 1)));
}

int calibrate(const options *o, long offices, long playouts, uint64_t seed)
{
    calibration *c = calloc(1, sizeof *c);
    game_setup game;
    char names[PLAYER_NAME], *name = names;
    int n = 0, code = COMMAND_OK;
    if (!c) return command_error(o, "out of memory");
    c->finished.name = "finished at all";
    c->wins.name = "a chip there wins";
    snprintf(names, sizeof names, "%s", options_value(o, "players"));
    for (char *next; !code && name; name = next) {
        next = strchr(name, ',');
        if (next) *next++ = 0;
        if (n == AUDE_MAX_SEATS || !player_read(&c->player[n++], name))
            code = command_error(o, "--players: \"%.60s\" is no computer player; there are: %s", name, player_names());
    }
    if (code) {
        free(c);
        return code;
    }
    code = setup_read(o, n, &game);
    if (!code) code = setup_compile(o, &game, &c->rules);
    if (!code && !aude_rules_n_faces(&c->rules)) code = command_error(o, "--check needs sets with betting offices");
    c->memory = aligned_alloc(16, (aude_odds_memory() + 15) / 16 * 16);
    bool good = c->memory != NULL;
    for (int s = 0; s < n; s++) good = player_open(&c->player[s]) && good;
    aude_random_seed(&c->games, seed);
    aude_random_seed(&c->playouts, seed);
    while (!code && good && c->offices < offices) good = game_play(c, playouts);
    if (!good) code = command_error(o, "out of memory");
    if (!code) {
        sizes_print(c);
        table_print(&c->finished);
        table_print(&c->wins);
    }
    for (int s = 0; s < n; s++) player_close(&c->player[s]);
    free(c->memory);
    free(c->sample);
    setup_free(&game);
    free(c);
    return code;
}
