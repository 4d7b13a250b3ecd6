/* Learning environments: what is shown, to whom, what it depends on, and what a step does. docs/env.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "aude.h"
#include "aude_env.h"

/* An env with all its buffers, each of exactly its size, so that a sanitizer sees a step beside it. */
typedef struct play {
    aude_env_config config;
    aude_env_layout l;
    aude_env_buffers b;
    aude_env *env;
    void *memory;
    int32_t *action;
} play;

static aude_rules rules;
static aude_state view, other;
static aude_move list[AUDE_MAX_MOVES];

static void rules_make(int seats, int bets, int draws)
{
    aude_setup setup;
    aude_setup_default(&setup, seats);
    if (bets) setup.set[setup.n_sets++] = aude_tileset_find("bets", 0);
    setup.draws = draws;
    assert_int_equal(aude_rules_init(&rules, &setup, NULL), AUDE_OK);
}

static size_t planes_size(const play *p)
{
    return (size_t)(p->l.window * p->l.window) * AUDE_ENV_CHANNELS;
}

static void play_open(play *p, int n)
{
    size_t games = (size_t)n;
    p->config.n_envs = n;
    assert_int_equal(aude_env_layout_of(&p->config, &p->l, NULL), AUDE_OK);
    size_t size = aude_env_memory(&p->config), seats = (size_t)p->l.n_seats;
    p->memory = malloc(size);
    assert_int_equal(aude_env_init(&p->env, p->memory, size, &p->config, NULL), AUDE_OK);
    p->b.planes = malloc(games * planes_size(p));
    p->b.flat = malloc(games * (size_t)p->l.flat * sizeof(int16_t));
    p->b.rows = malloc(games * (size_t)(p->l.cap * p->l.columns) * sizeof(int16_t));
    p->b.mask = malloc(games * (size_t)p->l.cap);
    p->b.n_legal = malloc(games * sizeof(int32_t));
    p->b.seat = malloc(games);
    p->b.reward = malloc(games * seats * sizeof(float));
    p->b.done = malloc(games);
    p->b.score = malloc(games * seats * sizeof(int32_t));
    p->b.winners = malloc(games);
    p->action = malloc(games * sizeof(int32_t));
    memset(p->b.flat, 0x5a, games * (size_t)p->l.flat * sizeof(int16_t));
    aude_env_bind(p->env, &p->b);
}

static void play_close(play *p)
{
    void *all[] = {p->b.planes, p->b.flat, p->b.rows,  p->b.mask,    p->b.n_legal, p->b.seat,
                   p->b.reward, p->b.done, p->b.score, p->b.winners, p->action,    p->memory};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

static play play_make(int seats, int bets, int draws, int n)
{
    play p = {0};
    rules_make(seats, bets, draws);
    aude_env_config_default(&p.config, &rules, n);
    return p;
}

static void actions_draw(play *p, aude_random *random)
{
    for (int i = 0; i < p->l.n_envs; i++)
        p->action[i] = p->b.n_legal[i] ? (int32_t)aude_random_below(random, (uint32_t)p->b.n_legal[i]) : AUDE_ENV_ANY;
}

/* One game's buffers, on their own. */
static play play_single(const play *of)
{
    play p = {.config = of->config};
    play_open(&p, 1);
    return p;
}

static void assert_shown_equal(const play *a, int i, const play *b, int j)
{
    size_t planes = planes_size(a), rows = (size_t)(a->l.cap * a->l.columns), n = (size_t)i, m = (size_t)j;
    assert_memory_equal(a->b.planes + n * planes, b->b.planes + m * planes, planes);
    assert_memory_equal(a->b.flat + n * (size_t)a->l.flat, b->b.flat + m * (size_t)a->l.flat,
                        (size_t)a->l.flat * sizeof(int16_t));
    assert_memory_equal(a->b.rows + n * rows, b->b.rows + m * rows, rows * sizeof(int16_t));
    assert_memory_equal(a->b.mask + n * (size_t)a->l.cap, b->b.mask + m * (size_t)a->l.cap, (size_t)a->l.cap);
    assert_int_equal(a->b.n_legal[i], b->b.n_legal[j]);
    assert_int_equal(a->b.seat[i], b->b.seat[j]);
}

/* ---- What is shown ----------------------------------------------------------------------------------------------- */

/* The planes by the public questions, space by space. */
static void check_planes(const play *p, int game)
{
    const aude_state *s = aude_env_state(p->env, game);
    const int16_t *flat = p->b.flat + game * p->l.flat;
    int w = p->l.window, seat = p->b.seat[game], outside = 0;
    static aude_space open[2048];
    int n_open = aude_open_spaces(&rules, s, open, 2048), seen = 0;
    for (int row = 0; row < w; row++) {
        for (int column = 0; column < w; column++) {
            const uint8_t *c = p->b.planes + ((game * w + row) * w + column) * AUDE_ENV_CHANNELS;
            int x = flat[8] + column, y = flat[9] + row, tile = aude_tile_at(&rules, s, x, y), k;
            if (tile >= 0) {
                aude_placed at = aude_placed_at(&rules, s, tile);
                const aude_tile *t = aude_rules_kind(&rules, at.kind);
                int pennants = 0, monastery = 0;
                assert_int_equal(c[0], 2);
                assert_int_equal(c[5], at.kind);
                assert_int_equal(c[6], at.rotation);
                assert_int_equal(c[7], t->office);
                for (int side = 0; side < 4; side++) {
                    int edge = AUDE_FIELD;
                    if (aude_feature_at(&rules, s, tile, AUDE_CITY, side) >= 0) edge = AUDE_CITY;
                    if (aude_feature_at(&rules, s, tile, AUDE_ROAD, side) >= 0) edge = AUDE_ROAD;
                    assert_int_equal(c[1 + side], edge + 1);
                }
                for (int i = 0; i < t->n_segments; i++) {
                    pennants += t->segment[i].pennants;
                    monastery |= t->segment[i].kind == AUDE_MONASTERY;
                }
                assert_int_equal(c[8], pennants);
                assert_int_equal(c[9], monastery);
                assert_int_equal(c[15], tile == aude_n_placed(s) - 1);
                continue;
            }
            for (k = 0; k < n_open && (open[k].x != x || open[k].y != y);) k++;
            assert_int_equal(c[0], k < n_open);
            for (int side = 0; side < 4; side++) {
                int edge = k == n_open || open[k].edge[side] == 255 ? 0 : open[k].edge[side] + 1;
                assert_int_equal(c[1 + side], edge);
            }
            for (int i = 5; i < AUDE_ENV_CHANNELS; i++) assert_int_equal(c[i], 0);
        }
    }
    aude_figure figure[64];
    int n = aude_figures(&rules, s, figure, 64);
    for (int i = 0; i < n; i++) {
        aude_placed at = aude_placed_at(&rules, s, figure[i].tile);
        int column = at.x - flat[8], row = at.y - flat[9];
        if (column < 0 || column >= w || row < 0 || row >= w) continue;
        const uint8_t *c = p->b.planes + ((game * w + row) * w + column) * AUDE_ENV_CHANNELS;
        assert_int_equal(c[10], 1 + (figure[i].seat - seat + p->l.n_seats) % p->l.n_seats);
        assert_int_equal(c[11], 1 + figure[i].feature);
        assert_int_equal(c[12], figure[i].edge == AUDE_NO_EDGE ? 0 : 1 + figure[i].edge);
        seen++;
    }
    for (int i = 0; i < w * w; i++) {
        const uint8_t *c = p->b.planes + (game * w * w + i) * AUDE_ENV_CHANNELS;
        seen -= c[10] != 0;
        assert_true((c[13] != 0) >= (c[14] != 0));
        assert_true(c[7] || !c[13]);
    }
    assert_int_equal(seen, 0);
    for (int i = 0; i < aude_n_placed(s); i++) {
        aude_placed at = aude_placed_at(&rules, s, i);
        outside += at.x < flat[8] || at.x >= flat[8] + w || at.y < flat[9] || at.y >= flat[9] + w;
    }
    assert_int_equal(flat[7], outside);
}

static void check_flat(const play *p, int game)
{
    const aude_state *s = aude_env_state(p->env, game);
    const int16_t *f = p->b.flat + game * p->l.flat;
    int seat = p->b.seat[game], hand = aude_state_hand(s);
    assert_int_equal(f[0], aude_state_step(&rules, s));
    assert_int_equal(f[1], aude_n_placed(s));
    assert_int_equal(f[2], aude_state_n_bag(&rules, s));
    assert_int_equal(f[3], hand);
    assert_int_equal((f[4] + seat) % p->l.n_seats, aude_state_turn(s));
    assert_int_equal(f[5] & 1, 1); /* the observer is asked */
    for (int i = 0; i < p->l.n_seats; i++) {
        int its = (seat + i) % p->l.n_seats;
        assert_int_equal(f[p->l.at_seats + 3 * i], aude_score(s, its));
        assert_int_equal(f[p->l.at_seats + 3 * i + 1], aude_supply(s, its));
        assert_int_equal(f[p->l.at_seats + 3 * i + 2], aude_chips(s, its));
        assert_int_equal(f[5] >> i & 1, aude_asked(&rules, s) >> its & 1);
    }
    for (int i = 0; i < p->l.n_faces; i++) assert_int_equal(f[p->l.at_faces + i], aude_chips_of(&rules, s, seat, i));
    for (int i = 0; i < p->l.n_kinds; i++) {
        assert_int_equal(f[p->l.at_bag + i], aude_state_in_bag(&rules, s, i));
        assert_int_equal(f[p->l.at_hand + i], i == hand);
    }
    aude_stack stack[AUDE_MAX_STACKS];
    int n = aude_stacks(&rules, s, stack, AUDE_MAX_STACKS), each = 2 + p->l.n_seats;
    assert_in_range(n, 0, p->l.n_offices);
    for (int i = 0; i < p->l.n_offices; i++) {
        int chips = 0, w = p->l.window;
        const int16_t *k = f + p->l.at_stacks + i * each;
        for (int j = 0; j < p->l.n_seats; j++) chips += k[2 + j] != 0;
        assert_int_equal(chips, i < n ? stack[i].n_bets : 0);
        if (i >= n) continue;
        aude_placed at = aude_placed_at(&rules, s, stack[i].tile);
        assert_int_equal(k[0] + f[8], at.x);
        assert_int_equal(k[1] + f[9], at.y);
        bool inside = k[0] >= 0 && k[0] < w && k[1] >= 0 && k[1] < w;
        const uint8_t *c = p->b.planes + ((game * w + k[1] * inside) * w + k[0] * inside) * AUDE_ENV_CHANNELS;
        for (int j = 0; j < stack[i].n_bets; j++) {
            aude_bet bet = stack[i].bet[j];
            int from = (bet.seat - seat + p->l.n_seats) % p->l.n_seats;
            assert_int_equal(k[2 + from], bet.mask);
            if (!inside) continue;
            assert_int_equal(c[13] >> from & 1, 1);
            if (from == 0) assert_int_equal(c[14], p->config.flags & AUDE_ENV_RECALL ? 1 + bet.face : 0);
        }
    }
}

/* Masks and rows say what aude_legal lists, in its order. */
static void check_moves(const play *p, int game)
{
    const aude_state *s = aude_env_state(p->env, game);
    int n = aude_legal(&rules, s, p->b.seat[game], list, AUDE_MAX_MOVES);
    const int16_t *f = p->b.flat + game * p->l.flat;
    assert_int_equal(p->b.n_legal[game], n);
    assert_true(n > 0 && n <= p->l.cap);
    for (int i = 0; i < p->l.cap; i++) {
        const int16_t *r = p->b.rows + (game * p->l.cap + i) * p->l.columns;
        assert_int_equal(p->b.mask[game * p->l.cap + i], i < n);
        if (i >= n) {
            for (int k = 0; k < p->l.columns; k++) assert_int_equal(r[k], 0);
            continue;
        }
        aude_move m = list[i];
        int located = m.kind == AUDE_PLACE || m.kind == AUDE_SETTLE || m.kind == AUDE_FINAL;
        aude_placed newest = aude_placed_at(&rules, s, aude_n_placed(s) - 1);
        assert_int_equal(r[0], m.kind);
        assert_int_equal(r[1] + f[8], located ? m.x : newest.x);
        assert_int_equal(r[2] + f[9], located ? m.y : newest.y);
        assert_int_equal(r[3], m.rotation);
        assert_int_equal(r[4], m.feature == 255 ? -1 : m.feature);
        assert_int_equal(r[5], m.edge == 255 ? -1 : m.edge);
        assert_int_equal(r[6], m.face == AUDE_NO_BET ? -1 : m.face);
        if (m.kind == AUDE_PLACE) {
            int sides = 0, around = 0, cities = 0, roads = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) around += aude_tile_at(&rules, s, m.x + dx, m.y + dy) >= 0;
            static const int to_x[4] = {0, 1, 0, -1}, to_y[4] = {-1, 0, 1, 0};
            for (int side = 0; side < 4; side++) {
                int tile = aude_tile_at(&rules, s, m.x + to_x[side], m.y + to_y[side]);
                if (tile < 0) continue;
                sides++;
                cities += aude_feature_at(&rules, s, tile, AUDE_CITY, side ^ 2) >= 0;
                roads += aude_feature_at(&rules, s, tile, AUDE_ROAD, side ^ 2) >= 0;
            }
            assert_int_equal(r[7], sides);
            assert_int_equal(r[8], around);
            assert_int_equal(r[9], cities);
            assert_int_equal(r[10], roads);
        } else if (m.kind == AUDE_MEEPLE) {
            aude_worth worth;
            aude_worth_of(&rules, s, aude_feature_at(&rules, s, aude_n_placed(s) - 1, m.feature, m.edge), &worth);
            assert_int_equal(r[15], worth.points);
        }
    }
}

static void games_check(int seats, int bets, unsigned flags, int window, int steps)
{
    play p = play_make(seats, bets, 0, 3);
    aude_random random;
    aude_random_seed(&random, (uint64_t)seats);
    p.config.flags = flags;
    p.config.window = window;
    play_open(&p, 3);
    play single = play_single(&p);
    assert_int_equal(aude_env_reset(p.env, 7, NULL), AUDE_OK);
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < 3; i++) {
            check_planes(&p, i);
            check_flat(&p, i);
            check_moves(&p, i);
            /* from scratch, from nothing but the view */
            int seat = p.b.seat[i];
            aude_view(&rules, aude_env_state(p.env, i), seat, flags & AUDE_ENV_RECALL ? AUDE_RECALL : 0, &view);
            assert_int_equal(aude_env_observe(p.env, &view, seat, &single.b), AUDE_OK);
            assert_shown_equal(&p, i, &single, 0);
        }
        actions_draw(&p, &random);
        assert_int_equal(aude_env_step(p.env, p.action, NULL), AUDE_OK);
    }
    play_close(&single);
    play_close(&p);
}

static void test_shown(void **ctx)
{
    (void)ctx;
    games_check(2, 1, AUDE_ENV_RECALL, 0, 300);
    games_check(3, 1, 0, 15, 400);
    games_check(6, 1, AUDE_ENV_RECALL, 31, 300);
    games_check(1, 0, 0, 9, 150);
    games_check(2, 1, AUDE_ENV_RECALL, 3, 200);
}

static void test_simulated(void **ctx)
{
    (void)ctx;
    play p = play_make(2, 0, 0, 1);
    aude_random random;
    aude_random_seed(&random, 3);
    p.config.flags |= AUDE_ENV_SIMULATE;
    play_open(&p, 1);
    assert_int_equal(p.l.columns, AUDE_ENV_COLUMNS + AUDE_ENV_SIMULATED);
    assert_int_equal(aude_env_reset(p.env, 1, NULL), AUDE_OK);
    for (int step = 0; step < 150; step++) {
        const aude_state *s = aude_env_state(p.env, 0);
        int seat = p.b.seat[0], before[AUDE_MAX_SEATS], after[AUDE_MAX_SEATS];
        int n = aude_legal(&rules, s, seat, list, AUDE_MAX_MOVES);
        aude_projected(&rules, s, before);
        for (int i = 0; i < n; i++) {
            const int16_t *r = p.b.rows + i * p.l.columns;
            aude_state_copy(&rules, &other, s);
            aude_play(&rules, &other, list[i], NULL);
            if (aude_state_step(&rules, &other) == AUDE_STEP_MEEPLE)
                aude_play(&rules, &other, (aude_move){.kind = AUDE_PASS, .seat = (uint8_t)seat}, NULL);
            aude_projected(&rules, &other, after);
            assert_int_equal(r[16], 1);
            assert_int_equal(r[17], aude_score(&other, seat) - aude_score(s, seat));
            assert_int_equal(r[18], aude_score(&other, !seat) - aude_score(s, !seat));
            assert_int_equal(r[19], aude_supply(&other, seat) - aude_supply(s, seat));
            assert_int_equal(r[20], after[seat] - before[seat]);
            assert_int_equal(r[21], after[!seat] - before[!seat]);
        }
        actions_draw(&p, &random);
        assert_int_equal(aude_env_step(p.env, p.action, NULL), AUDE_OK);
    }
    play_close(&p);
}

/* ---- Secrets ----------------------------------------------------------------------------------------------------- */

/* Every seat is shown the same whatever the others hide: any of the possibilities gives the same bytes. */
static void test_secrets(void **ctx)
{
    (void)ctx;
    for (unsigned flags = 0; flags <= (AUDE_ENV_RECALL | AUDE_ENV_SIMULATE); flags++) {
        play p = play_make(4, 1, 0, 1);
        aude_random random;
        aude_random_seed(&random, 5);
        p.config.flags = flags;
        play_open(&p, 1);
        play real = play_single(&p), maybe = play_single(&p);
        assert_int_equal(aude_env_reset(p.env, 11, NULL), AUDE_OK);
        int differed = 0;
        for (int step = 0; step < 400; step++) {
            const aude_state *s = aude_env_state(p.env, 0);
            for (int seat = 0; seat < 4; seat++) {
                aude_view(&rules, s, seat, flags & AUDE_ENV_RECALL ? AUDE_RECALL : 0, &view);
                aude_resample(&rules, &view, &random, &other);
                differed += aude_full_digest(&rules, &other) != aude_full_digest(&rules, s);
                /* one's own pending choice is undone by resampling: the seat that is to act has none */
                if (aude_pending_bet(&rules, s, seat) >= 0 || !(aude_actors(&rules, s) >> seat & 1)) continue;
                assert_int_equal(aude_env_observe(p.env, s, seat, &real.b), AUDE_OK);
                assert_int_equal(aude_env_observe(p.env, &other, seat, &maybe.b), AUDE_OK);
                assert_shown_equal(&real, 0, &maybe, 0);
            }
            actions_draw(&p, &random);
            assert_int_equal(aude_env_step(p.env, p.action, NULL), AUDE_OK);
        }
        assert_true(differed > 0);
        play_close(&real);
        play_close(&maybe);
        play_close(&p);
    }
}

/* Seats that choose at once do not see what was chosen before them. */
static void test_at_once(void **ctx)
{
    (void)ctx;
    play a = play_make(3, 1, 0, 1), b = a;
    int compared = 0;
    play_open(&a, 1);
    play_open(&b, 1);
    for (uint64_t seed = 1; seed <= 6; seed++) {
        assert_int_equal(aude_env_reset(a.env, seed, NULL), AUDE_OK);
        assert_int_equal(aude_env_reset(b.env, seed, NULL), AUDE_OK);
        for (int step = 0; step < 200; step++) {
            assert_shown_equal(&a, 0, &b, 0);
            a.action[0] = b.action[0] = 0;
            if (aude_state_step(&rules, aude_env_state(a.env, 0)) == AUDE_STEP_BET) {
                /* seat after seat: in one game no bet, in the other the highest chip */
                while (aude_state_step(&rules, aude_env_state(a.env, 0)) == AUDE_STEP_BET) {
                    assert_shown_equal(&a, 0, &b, 0);
                    assert_int_equal(a.b.flat[5] & 1, 1);
                    b.action[0] = b.b.n_legal[0] - 1;
                    assert_int_equal(aude_env_step(a.env, a.action, NULL), AUDE_OK);
                    assert_int_equal(aude_env_step(b.env, b.action, NULL), AUDE_OK);
                    compared++;
                }
                break; /* now they may differ */
            }
            a.action[0] = b.action[0] = a.b.n_legal[0] / 2;
            assert_int_equal(aude_env_step(a.env, a.action, NULL), AUDE_OK);
            assert_int_equal(aude_env_step(b.env, b.action, NULL), AUDE_OK);
        }
    }
    assert_true(compared >= 12);
    play_close(&a);
    play_close(&b);
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

static void test_overflow(void **ctx)
{
    (void)ctx;
    play p = play_make(2, 0, 0, 2);
    aude_errinfo error;
    p.config.cap = 2;
    play_open(&p, 2);
    assert_int_equal(aude_env_reset(p.env, 1, &error), AUDE_E_LIMIT);
    assert_int_equal(error.code, AUDE_E_LIMIT);
    for (int step = 0; step < 200; step++) {
        bool over = false;
        for (int i = 0; i < 2; i++) {
            int n = aude_legal(&rules, aude_env_state(p.env, i), p.b.seat[i], list, AUDE_MAX_MOVES);
            assert_int_equal(p.b.n_legal[i], n); /* no move is dropped silently */
            over |= n > 2;
            for (int k = 0; k < 2; k++) assert_int_equal(p.b.mask[i * 2 + k], n <= 2 && k < n);
            p.action[i] = n - 1;
            if (i == 1) continue;
            aude_state_copy(&rules, &other, aude_env_state(p.env, 0));
            aude_play(&rules, &other, list[n - 1], NULL);
        }
        aude_err err = aude_env_step(p.env, p.action, &error);
        assert_true(err == AUDE_OK || err == AUDE_E_LIMIT);
        const aude_state *now = aude_env_state(p.env, 0);
        assert_true(over || err == AUDE_OK || p.b.n_legal[0] > 2 || p.b.n_legal[1] > 2);
        if (!p.b.done[0] && aude_n_placed(now) == aude_n_placed(&other))
            assert_true(aude_placed_at(&rules, now, aude_n_placed(now) - 1).x ==
                        aude_placed_at(&rules, &other, aude_n_placed(&other) - 1).x);
    }
    play_close(&p);
}

static void test_determinism(void **ctx)
{
    (void)ctx;
    play a = play_make(3, 1, 0, 2), b = a;
    play_open(&a, 2);
    play_open(&b, 5);
    for (int i = 0; i < 5; i++) b.action[i] = AUDE_ENV_ANY;
    assert_int_equal(aude_env_reset(a.env, 42, NULL), AUDE_OK);
    assert_int_equal(aude_env_reset(b.env, 42, NULL), AUDE_OK);
    for (int step = 0; step < 300; step++) {
        for (int i = 0; i < 2; i++) {
            assert_shown_equal(&a, i, &b, i);
            assert_int_equal(aude_full_digest(&rules, aude_env_state(a.env, i)),
                             aude_full_digest(&rules, aude_env_state(b.env, i)));
            assert_int_equal(a.b.done[i], b.b.done[i]);
        }
        assert_int_equal(aude_env_step(a.env, NULL, NULL), AUDE_OK);
        assert_int_equal(aude_env_step(b.env, b.action, NULL), AUDE_OK);
    }
    /* another seed is another game; the same seed the same again */
    uint64_t digest = aude_full_digest(&rules, aude_env_state(a.env, 0));
    assert_int_equal(aude_env_reset(a.env, 43, NULL), AUDE_OK);
    for (int step = 0; step < 300; step++) aude_env_step(a.env, NULL, NULL);
    assert_int_not_equal(aude_full_digest(&rules, aude_env_state(a.env, 0)), digest);
    assert_int_equal(aude_env_reset(a.env, 42, NULL), AUDE_OK);
    for (int step = 0; step < 300; step++) aude_env_step(a.env, NULL, NULL);
    assert_int_equal(aude_full_digest(&rules, aude_env_state(a.env, 0)), digest);
    play_close(&a);
    play_close(&b);
}

/* Rewards of a game sum to its result, for each kind; and the next game begins by itself. */
static void rewards_check(int seats, aude_env_reward reward, uint32_t learners)
{
    play p = play_make(seats, 1, 0, 4);
    float sum[4][AUDE_MAX_SEATS] = {{0}};
    int games = 0;
    p.config.reward = reward;
    p.config.learners = learners;
    play_open(&p, 4);
    assert_int_equal(aude_env_reset(p.env, 9, NULL), AUDE_OK);
    for (int step = 0; step < 1000; step++) {
        assert_int_equal(aude_env_step(p.env, NULL, NULL), AUDE_OK);
        for (int i = 0; i < 4; i++) {
            assert_true(learners >> p.b.seat[i] & 1);
            for (int seat = 0; seat < seats; seat++) sum[i][seat] += p.b.reward[i * seats + seat];
            if (!p.b.done[i]) continue;
            games++;
            const int32_t *score = p.b.score + i * seats;
            for (int seat = 0; seat < seats; seat++) {
                int most = -1, expect = score[seat], winners = 0;
                for (int k = 0; k < seats; k++) {
                    if (k != seat && score[k] > most) most = score[k];
                    winners += p.b.winners[i] >> k & 1;
                }
                if (reward == AUDE_REWARD_DIFFERENCE) expect -= seats > 1 ? most : 0;
                float share = p.b.winners[i] >> seat & 1 ? 1.0F / (float)winners : 0.0F;
                if (reward == AUDE_REWARD_WIN)
                    assert_float_equal(sum[i][seat], share, 1e-6F);
                else
                    assert_int_equal((int)sum[i][seat], expect);
                assert_int_equal(p.b.winners[i] >> seat & 1, score[seat] >= most);
                sum[i][seat] = 0;
            }
            assert_in_range(aude_n_placed(aude_env_state(p.env, i)), 1, seats + 1);
            assert_true(p.b.n_legal[i] > 0);
        }
    }
    assert_true(games > 8);
    play_close(&p);
}

static void test_rewards(void **ctx)
{
    (void)ctx;
    for (int reward = 0; reward <= AUDE_REWARD_POINTS; reward++) {
        rewards_check(2, (aude_env_reward)reward, 3);
        rewards_check(3, (aude_env_reward)reward, 2);
        rewards_check(1, (aude_env_reward)reward, 1);
    }
}

static void test_refused(void **ctx)
{
    (void)ctx;
    play p = play_make(2, 1, 0, 3);
    aude_errinfo error;
    play_open(&p, 3);
    assert_int_equal(aude_env_reset(p.env, 1, NULL), AUDE_OK);
    for (int step = 0; step < 100; step++) {
        uint64_t digest = aude_full_digest(&rules, aude_env_state(p.env, 0));
        p.action[0] = p.action[1] = 0;
        p.action[2] = step % 2 ? p.b.n_legal[2] : -2;
        assert_int_equal(aude_env_step(p.env, p.action, &error), AUDE_E_ILLEGAL);
        assert_int_equal(error.line, 3);
        assert_int_equal(aude_full_digest(&rules, aude_env_state(p.env, 0)), digest);
        assert_int_equal(aude_env_step(p.env, NULL, &error), AUDE_OK);
    }
    /* also where no list was asked for */
    aude_env_buffers none = {0};
    aude_env_bind(p.env, &none);
    assert_int_equal(aude_env_step(p.env, NULL, &error), AUDE_OK);
    p.action[2] = 8000;
    assert_int_equal(aude_env_step(p.env, p.action, &error), AUDE_E_ILLEGAL);
    p.action[2] = 0;
    assert_int_equal(aude_env_step(p.env, p.action, &error), AUDE_OK);
    play_close(&p);
}

/* Games in which the learner is never asked do not go on for ever. */
static void test_never_asked(void **ctx)
{
    (void)ctx;
    play p = play_make(2, 0, 1, 2);
    p.config.learners = 2;
    play_open(&p, 2);
    p.action[0] = p.action[1] = 0;
    for (int i = 0; i < 3; i++) { /* without a reset, after it, and in other buffers */
        p.b.seat[1] = 1;
        p.b.n_legal[1] = 7;
        if (i == 1)
            assert_int_equal(aude_env_reset(p.env, 1, NULL), AUDE_E_OVER);
        else
            assert_int_equal(aude_env_step(p.env, p.action, NULL), AUDE_E_OVER);
        assert_int_equal(p.b.seat[1], AUDE_NOBODY);
        assert_int_equal(p.b.n_legal[1], 0);
        aude_env_bind(p.env, &p.b);
    }
    play_close(&p);
}

/* ---- Opponents --------------------------------------------------------------------------------------------------- */

static int engine_calls;
static const aude_budget *engine_budget;

static void wrong_choose(const aude_rules *r, const aude_state *v, int seat, const aude_budget *budget,
                         aude_random *random, void *memory, aude_move *dst)
{
    (void)r, (void)random, (void)memory;
    engine_calls++;
    engine_budget = budget;
    assert_int_equal(aude_chips_of(r, v, !seat, 0), -1); /* it is given a view */
    memset(dst, 0, sizeof *dst);
    dst->kind = AUDE_RETIRE;
}

static void test_engines(void **ctx)
{
    (void)ctx;
    static const aude_engine wrong = {.name = "wrong", .about = "", .memory = 0, .choose = wrong_choose};
    play p = play_make(2, 1, 0, 8);
    aude_errinfo error;
    int wins = 0, games = 0;
    p.config.learners = 1;
    p.config.engine[1] = aude_engine_find("greedy");
    p.config.reward = AUDE_REWARD_WIN;
    play_open(&p, 8);
    assert_int_equal(aude_env_reset(p.env, 1, NULL), AUDE_OK);
    for (int step = 0; step < 140; step++) {
        assert_int_equal(aude_env_step(p.env, NULL, NULL), AUDE_OK);
        for (int i = 0; i < 8; i++) {
            games += p.b.done[i];
            if (p.b.done[i]) wins += p.b.reward[2 * i + 1] > 0.5F;
        }
    }
    assert_true(games >= 8 && wins == games); /* greedy beats random moves */
    play_close(&p);

    p = play_make(2, 1, 0, 1);
    p.config.learners = 1;
    p.config.engine[1] = &wrong;
    aude_budget budget = {.playouts = 5};
    p.config.budget = &budget;
    play_open(&p, 1);
    assert_int_equal(aude_env_reset(p.env, 1, NULL), AUDE_OK);
    aude_err err = AUDE_OK;
    for (int step = 0; step < 10; step++) err = aude_env_step(p.env, NULL, &error) ? AUDE_E_TURN : err;
    assert_int_equal(err, AUDE_E_TURN);
    assert_true(engine_calls > 0);
    assert_ptr_equal(engine_budget, &budget);
    assert_int_equal(aude_state_left(aude_env_state(p.env, 0)), 0);
    play_close(&p);
}

/* An engine that tries to foresee the tile which is drawn after its move from the generator it is given. */
static int foreseen, drawn, foresight;

static void peek_choose(const aude_rules *r, const aude_state *v, int seat, const aude_budget *budget,
                        aude_random *random, void *memory, aude_move *dst)
{
    (void)budget, (void)memory;
    aude_legal(r, v, seat, dst, 1);
    aude_state_copy(r, &other, v);
    foresight = -1;
    if (aude_apply(r, &other, *dst, NULL) || aude_actors(r, &other) != AUDE_CHANCE) return;
    aude_random copy = *random;
    aude_move draw;
    aude_random_move(r, &other, &copy, &draw);
    foresight = draw.tile;
}

static void test_engines_cannot_foresee(void **ctx)
{
    (void)ctx;
    static const aude_engine peek = {.name = "peek", .about = "", .memory = 0, .choose = peek_choose};
    play p = play_make(2, 0, 0, 1);
    p.config.learners = 1;
    p.config.engine[1] = &peek;
    play_open(&p, 1);
    assert_int_equal(aude_env_reset(p.env, 1, NULL), AUDE_OK);
    for (int step = 0; step < 600; step++) {
        foresight = -1;
        p.action[0] = 0;
        assert_int_equal(aude_env_step(p.env, p.action, NULL), AUDE_OK);
        int hand = aude_state_hand(aude_env_state(p.env, 0));
        if (foresight < 0 || p.b.done[0] || hand < 0) continue;
        drawn++;
        foreseen += foresight == hand;
    }
    assert_true(drawn > 100);
    assert_true(foreseen < drawn / 2); /* of 24 kinds a guess meets some 7 in 100 */
    play_close(&p);
}

/* ---- Layout and memory ------------------------------------------------------------------------------------------- */

static uint64_t hash_of(const aude_env_config *config)
{
    aude_env_layout l;
    assert_int_equal(aude_env_layout_of(config, &l, NULL), AUDE_OK);
    return l.hash;
}

static void test_layout(void **ctx)
{
    (void)ctx;
    aude_env_config config, changed;
    aude_env_layout l;
    aude_errinfo error;
    rules_make(2, 1, 0);
    aude_env_config_default(&config, &rules, 1);
    assert_int_equal(aude_env_abi(), AUDE_ENV_ABI);
    uint64_t hash = hash_of(&config);
    changed = config, changed.n_envs = 99, changed.learners = 1, changed.reward = 2;
    assert_int_equal(hash_of(&changed), hash);
    changed = config, changed.window = 15;
    assert_int_not_equal(hash_of(&changed), hash);
    changed = config, changed.cap = 100;
    assert_int_not_equal(hash_of(&changed), hash);
    changed = config, changed.flags = 0;
    assert_int_not_equal(hash_of(&changed), hash);
    changed = config, changed.flags |= AUDE_ENV_SIMULATE;
    assert_int_not_equal(hash_of(&changed), hash);
    assert_int_equal(aude_env_layout_of(&config, &l, NULL), AUDE_OK);
    assert_int_equal(l.flat, l.at_stacks + l.n_offices * (2 + l.n_seats));
    rules_make(2, 0, 0);
    assert_int_not_equal(hash_of(&config), hash);
    hash = hash_of(&config);
    static aude_tileset set; /* the same names, and another tile behind one of them */
    aude_setup setup;
    aude_setup_default(&setup, 2);
    set = *setup.set[0];
    setup.set[0] = &set;
    assert_int_equal(aude_rules_init(&rules, &setup, NULL), AUDE_OK);
    assert_int_equal(hash_of(&config), hash);
    for (int i = 0; i < set.n_tiles; i++)
        if (set.tile[i].segment[0].kind == AUDE_CITY) set.tile[i].segment[0].pennants ^= 1;
    assert_int_equal(aude_rules_init(&rules, &setup, NULL), AUDE_OK);
    assert_int_not_equal(hash_of(&config), hash);

#define REFUSED(field, value, expect)                                   \
    changed = config, changed.field = value;                            \
    assert_int_equal(aude_env_layout_of(&changed, &l, &error), expect); \
    assert_int_equal(error.code, expect);                               \
    assert_int_equal(aude_env_memory(&changed), 0)
    REFUSED(n_envs, 0, AUDE_E_RANGE);
    REFUSED(learners, 0, AUDE_E_RANGE);
    REFUSED(learners, 4, AUDE_E_RANGE);
    REFUSED(flags, 64, AUDE_E_UNKNOWN);
    REFUSED(reward, 3, AUDE_E_UNKNOWN);
    REFUSED(window, 1, AUDE_E_RANGE);
    REFUSED(window, 30, AUDE_E_RANGE);
    REFUSED(window, 129, AUDE_E_RANGE);
    REFUSED(cap, AUDE_MAX_MOVES + 1, AUDE_E_RANGE);
}

static void test_memory(void **ctx)
{
    (void)ctx;
    aude_env_config config;
    aude_env *env;
    aude_errinfo error;
    rules_make(2, 1, 0);
    aude_env_config_default(&config, &rules, 2);
    size_t size = aude_env_memory(&config);
    for (size_t skip = 0; skip < 3; skip++) { /* at any address */
        unsigned char *memory = malloc(size + skip);
        assert_int_equal(aude_env_init(&env, memory + skip, size, &config, &error), AUDE_OK);
        assert_int_equal(aude_env_step(env, NULL, &error), AUDE_E_OVER); /* not before a reset */
        assert_non_null(strstr(error.message, "reset"));
        assert_int_equal(aude_n_placed(aude_env_state(env, 1)), 1); /* a state even so */
        assert_int_equal(aude_env_reset(env, 1, NULL), AUDE_OK);
        for (int step = 0; step < 300; step++) assert_int_equal(aude_env_step(env, NULL, NULL), AUDE_OK);
        free(memory);
    }
    unsigned char *memory = malloc(size);
    assert_int_equal(aude_env_init(&env, memory, size - 64, &config, &error), AUDE_E_LIMIT);
    assert_int_equal(error.code, AUDE_E_LIMIT);
    aude_env_buffers none = {0};
    assert_int_equal(aude_env_init(&env, memory, size, &config, &error), AUDE_OK);
    assert_int_equal(aude_env_observe(env, aude_env_state(env, 0), 2, &none), AUDE_E_UNKNOWN);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shown),
        cmocka_unit_test(test_simulated),
        cmocka_unit_test(test_secrets),
        cmocka_unit_test(test_at_once),
        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_determinism),
        cmocka_unit_test(test_rewards),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_never_asked),
        cmocka_unit_test(test_engines),
        cmocka_unit_test(test_engines_cannot_foresee),
        cmocka_unit_test(test_layout),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
