/* env.c - the games of an env: beginning, playing on to the next learning seat, rewards, and showing.
 *
 * Owns: the lanes and their states. Invariant between calls: in every lane that is not out a learning seat is to act, it is
 * lane.seat, and the buffers bound show it. */
#include "env/env.h"
#include "base/error.h"
#include "base/hash.h"

enum { MAX_IDLE = 1000 }; /* games in a row in which no learning seat is asked */

/* The first thing that went wrong in a step. */
typedef struct trouble {
    aude_err code;
    int lane;
    const char *name;
} trouble;

static void trouble_note(trouble *t, aude_err code, int i, const char *name)
{
    if (t->code == AUDE_OK) *t = (trouble){code, i, name};
}

static aude_err trouble_say(const trouble *t, aude_errinfo *error)
{
    const char *text = "";
    switch (t->code) {
    case AUDE_OK: return AUDE_OK;
    case AUDE_E_LIMIT: text = "a list of moves is longer than cap"; break;
    case AUDE_E_TURN: text = "the engine %s gave an illegal move"; break;
    default: text = "no game is on: there was no reset, or no learning seat is ever asked"; break;
    }
    return error_at(error, t->code, t->lane + 1, 0, text, t->name, NULL);
}

/* ---- Showing ----------------------------------------------------------------------------------------------------- */

/* Shows a state to a seat: `n` legal moves, in `list` as far as cap reaches. */
static void show(aude_env *e, const aude_state *state, int seat, const aude_move *list, int n, target *t)
{
    const aude_env_layout *l = &e->layout;
    int shown = n <= l->cap ? n : 0;
    scene s;
    if (t->planes || t->flat || t->rows) observe_scene(e, state, seat, &s);
    if (t->planes) observe_planes(e, &s, t);
    if (t->flat) observe_flat(e, &s, t->flat);
    if (t->rows) {
        rows_write(e, &s, list, shown, t->rows);
        if (shown < t->n_shown)
            memset(t->rows + shown * l->columns, 0, (size_t)((t->n_shown - shown) * l->columns) * sizeof *t->rows);
    }
    if (t->mask) {
        if (shown < t->n_shown)
            memset(t->mask + shown, 0, (size_t)(t->n_shown - shown));
        else
            memset(t->mask + t->n_shown, 1, (size_t)(shown - t->n_shown));
    }
    t->n_shown = shown;
}

static void lane_list(aude_env *e, int i)
{
    lane *a = &e->lane[i];
    a->n_legal = aude_legal(e->config.rules, lane_state(e, i), a->seat, lane_moves(e, i), e->layout.cap);
}

static void lane_show(aude_env *e, int i, trouble *t)
{
    const aude_env_buffers *to = &e->to;
    const aude_env_layout *l = &e->layout;
    lane *a = &e->lane[i];
    size_t at = (size_t)i;
    target where = {.dirty = a->dirty, .n_shown = a->n_shown};
    a->n_legal = -1;
    if (to->seat) to->seat[i] = a->seat;
    if (a->out) {
        if (to->n_legal) to->n_legal[i] = 0;
        return;
    }
    if (to->rows || to->mask || to->n_legal) lane_list(e, i);
    if (to->n_legal) to->n_legal[i] = a->n_legal;
    if (a->n_legal > l->cap) trouble_note(t, AUDE_E_LIMIT, i, NULL);
    if (to->planes) where.planes = to->planes + at * (size_t)(l->window * l->window) * AUDE_ENV_CHANNELS;
    if (to->flat) where.flat = to->flat + at * (size_t)l->flat;
    if (to->rows) where.rows = to->rows + at * (size_t)(l->cap * l->columns);
    if (to->mask) where.mask = to->mask + at * (size_t)l->cap;
    if (!(to->planes || to->flat || to->rows || to->mask)) return;
    show(e, lane_state(e, i), a->seat, lane_moves(e, i), a->n_legal, &where);
    a->dirty = where.dirty;
    a->n_shown = where.n_shown;
}

aude_err aude_env_observe(aude_env *env, const aude_state *state, int seat, const aude_env_buffers *dst)
{
    const aude_env_layout *l = &env->layout;
    size_t w = (size_t)l->window;
    if (seat < 0 || seat >= l->n_seats) return AUDE_E_UNKNOWN;
    target t = {.planes = dst->planes, .flat = dst->flat, .rows = dst->rows, .mask = dst->mask};
    if (dst->planes) memset(dst->planes, 0, w * w * AUDE_ENV_CHANNELS);
    if (dst->rows) memset(dst->rows, 0, (size_t)(l->cap * l->columns) * sizeof *dst->rows);
    if (dst->mask) memset(dst->mask, 0, (size_t)l->cap);
    aude_move *list = lane_moves(env, l->n_envs); /* a spare one */
    int n = aude_legal(env->config.rules, state, seat, list, l->cap);
    show(env, state, seat, list, n, &t);
    if (dst->n_legal) *dst->n_legal = n;
    if (dst->seat) *dst->seat = (u8)seat;
    return n > l->cap ? AUDE_E_LIMIT : AUDE_OK;
}

/* ---- Rewards ----------------------------------------------------------------------------------------------------- */

static void lane_reward(aude_env *e, int i, const aude_state *state)
{
    int n = e->layout.n_seats;
    i32 *counted = e->lane[i].counted;
    float *dst = e->to.reward ? e->to.reward + (size_t)i * (size_t)n : NULL;
    if (e->config.reward != AUDE_REWARD_POINTS) return;
    for (int seat = 0; seat < n; seat++) {
        int score = aude_score(state, seat);
        if (dst) dst[seat] = (float)(score - counted[seat]);
        counted[seat] = score;
    }
}

/* The game is over. */
static void lane_finish(aude_env *e, int i, const aude_state *state)
{
    int n = e->layout.n_seats;
    size_t at = (size_t)i * (size_t)n;
    u32 winners = aude_winners(e->config.rules, state);
    if (e->to.done) e->to.done[i] = 1;
    if (e->to.winners) e->to.winners[i] = (u8)winners;
    for (int seat = 0; seat < n; seat++) {
        if (e->to.score) e->to.score[at + (size_t)seat] = aude_score(state, seat);
        if (!e->to.reward || e->config.reward == AUDE_REWARD_POINTS) continue;
        float *dst = e->to.reward + at + seat;
        if (e->config.reward == AUDE_REWARD_WIN) {
            *dst = winners >> seat & 1 ? 1.0F / (float)bits_count(winners) : 0.0F;
        } else {
            int most = 0;
            bool alone = true;
            for (int other = 0; other < n; other++) {
                if (other == seat) continue;
                if (alone || aude_score(state, other) > most) most = aude_score(state, other);
                alone = false;
            }
            *dst = (float)(aude_score(state, seat) - most);
        }
    }
}

/* ---- Playing ----------------------------------------------------------------------------------------------------- */

static void lane_begin(aude_env *e, int i)
{
    aude_start(e->config.rules, lane_state(e, i));
    memset(e->lane[i].counted, 0, sizeof e->lane[i].counted);
}

static void lane_engine(aude_env *e, int i, int seat, trouble *t)
{
    const aude_rules *rules = e->config.rules;
    const aude_engine *engine = e->config.engine[seat];
    aude_state *state = lane_state(e, i);
    aude_move move;
    aude_view(rules, state, seat, AUDE_RECALL, e->view);
    if (engine->memory) memset(e->memory, 0, AUDE_ENGINE_FRESH); /* it served others meanwhile */
    engine->choose(rules, e->view, seat, e->config.budget, &e->lane[i].engine[seat], e->memory, &move);
    move.seat = (u8)seat;
    if (move.kind < AUDE_RETIRE && aude_apply(rules, state, move, NULL) == AUDE_OK) return;
    trouble_note(t, AUDE_E_TURN, i, engine->name);
    aude_default_move(rules, state, seat, &move);
    aude_play(rules, state, move, NULL);
}

/* Plays until a learning seat is to act. `reported`: an end belongs to this step. */
static void lane_advance(aude_env *e, int i, bool reported, trouble *t)
{
    const aude_rules *rules = e->config.rules;
    aude_state *state = lane_state(e, i);
    lane *a = &e->lane[i];
    aude_move move;
    for (int idle = 0;;) {
        u32 actors = aude_actors(rules, state);
        if (actors == 0) {
            if (reported) {
                lane_reward(e, i, state);
                lane_finish(e, i, state);
            }
            reported = false;
            if (++idle > MAX_IDLE) break;
            lane_begin(e, i);
            continue;
        }
        int seat = bits_first(actors);
        if (!(actors & AUDE_CHANCE)) {
            if (e->config.learners >> seat & 1) {
                if (reported) lane_reward(e, i, state);
                a->seat = (u8)seat;
                return;
            }
            if (e->config.engine[seat]) {
                lane_engine(e, i, seat, t);
                continue;
            }
        }
        aude_random_move(rules, state, &a->random, &move);
        aude_play(rules, state, move, NULL);
    }
    a->seat = AUDE_NOBODY;
    a->out = 1;
    trouble_note(t, AUDE_E_OVER, i, NULL);
}

static void rewards_clear(aude_env *e)
{
    size_t n = (u32)e->layout.n_envs, seats = (u32)e->layout.n_seats; /* never negative, which gcc cannot know */
    if (e->to.reward) memset(e->to.reward, 0, n * seats * sizeof *e->to.reward);
    if (e->to.done) memset(e->to.done, 0, n);
}

void aude_env_bind(aude_env *env, const aude_env_buffers *buffers)
{
    const aude_env_layout *l = &env->layout;
    size_t n = (size_t)l->n_envs, w = (size_t)l->window;
    env->to = *buffers;
    if (buffers->planes) memset(buffers->planes, 0, n * w * w * AUDE_ENV_CHANNELS);
    if (buffers->rows) memset(buffers->rows, 0, n * (size_t)(l->cap * l->columns) * sizeof *buffers->rows);
    if (buffers->mask) memset(buffers->mask, 0, n * (size_t)l->cap);
    for (int i = 0; i < l->n_envs; i++) {
        env->lane[i].dirty = (box){0};
        env->lane[i].n_shown = 0;
    }
}

aude_err aude_env_reset(aude_env *env, uint64_t seed, aude_errinfo *error)
{
    trouble t = {AUDE_OK, 0, NULL};
    rewards_clear(env);
    for (int i = 0; i < env->layout.n_envs; i++) {
        lane *a = &env->lane[i];
        aude_random_seed(&a->random, hash_add(hash_add(hash_start(), seed), (u64)i));
        for (int seat = 0; seat < AUDE_MAX_SEATS; seat++)
            aude_random_seed(&a->engine[seat], aude_random_next(&a->random));
        a->out = 0;
        lane_begin(env, i);
        lane_advance(env, i, false, &t);
        lane_show(env, i, &t);
    }
    return trouble_say(&t, error);
}

/* The index is one of the list, which is made where nobody has yet. */
static bool action_known(aude_env *e, int i, i32 action)
{
    lane *a = &e->lane[i];
    if (a->out || action == AUDE_ENV_ANY) return true;
    if (a->n_legal < 0) lane_list(e, i);
    return action >= 0 && action < a->n_legal;
}

/* The move with an index of the list. */
static aude_move lane_pick(aude_env *e, int i, int index)
{
    if (index < e->layout.cap) return lane_moves(e, i)[index];
    aude_move *all = (aude_move *)(void *)e->trial;
    aude_legal(e->config.rules, lane_state(e, i), e->lane[i].seat, all, index + 1);
    return all[index];
}
_Static_assert(AUDE_MAX_MOVES * sizeof(aude_move) <= sizeof(aude_state), "room for the longest list");

aude_err aude_env_step(aude_env *env, const int32_t *actions, aude_errinfo *error)
{
    const aude_rules *rules = env->config.rules;
    int n = env->layout.n_envs;
    trouble t = {AUDE_OK, 0, NULL};
    for (int i = 0; actions && i < n; i++)
        if (!action_known(env, i, actions[i]))
            return error_at(error, AUDE_E_ILLEGAL, i + 1, 0, "an action is no index of the legal list", NULL, NULL);
    rewards_clear(env);
    for (int i = 0; i < n; i++) {
        lane *a = &env->lane[i];
        aude_state *state = lane_state(env, i);
        aude_move move;
        if (a->out) {
            trouble_note(&t, AUDE_E_OVER, i, NULL);
            lane_show(env, i, &t);
            continue;
        }
        if (actions && actions[i] >= 0)
            move = lane_pick(env, i, actions[i]);
        else
            aude_random_move(rules, state, &a->random, &move);
        aude_play(rules, state, move, NULL);
        lane_advance(env, i, true, &t);
        lane_show(env, i, &t);
    }
    return trouble_say(&t, error);
}

const aude_state *aude_env_state(const aude_env *env, int game)
{
    return lane_state(env, game);
}
