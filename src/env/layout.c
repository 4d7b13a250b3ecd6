/* layout.c - what a config leads to: shapes, the layout's hash, and where everything lies in the caller's memory. */
#include "base/error.h"
#include "base/hash.h"
#include "env/env.h"

uint64_t aude_env_abi(void)
{
    return AUDE_ENV_ABI;
}

void aude_env_config_default(aude_env_config *config, const aude_rules *rules, int n_envs)
{
    aude_setup setup;
    aude_rules_setup(rules, &setup);
    memset(config, 0, sizeof *config);
    config->rules = rules;
    config->n_envs = n_envs;
    config->learners = (1u << setup.n_seats) - 1;
    config->flags = AUDE_ENV_RECALL;
}

/* Tiles that can carry a stack of chips. */
static int offices_of(const aude_rules *rules)
{
    int n = 0;
    if (aude_rules_n_faces(rules) == 0) return 0;
    for (int kind = 0; kind < aude_rules_n_kinds(rules); kind++) {
        const aude_tile *tile = aude_rules_kind(rules, kind);
        n += tile->office ? tile->count : 0;
    }
    return n;
}

/* What stands behind a name. */
static u64 hash_tile(u64 h, const aude_tile *tile)
{
    h = hash_add(h, (u64)tile->n_segments << 8 | tile->office);
    for (int i = 0; i < tile->n_segments; i++) {
        const aude_segment *s = &tile->segment[i];
        h = hash_add(h, (u64)s->kind << 24 | (u64)s->pennants << 16 | (u64)s->ends << 8 | s->touches);
    }
    return h;
}

static u64 hash_text(u64 h, const char *text)
{
    for (; *text; text++) h = hash_add(h, (u8)*text);
    return hash_add(h, 256);
}

static u64 layout_hash(const aude_env_config *config, const aude_env_layout *l)
{
    const aude_rules *rules = config->rules;
    u64 h = hash_add(hash_start(), AUDE_ENV_VERSION);
    h = hash_add(h, (u64)l->n_seats << 32 | (u64)l->window << 16 | (u64)l->columns);
    h = hash_add(h, (u64)l->cap << 32 | (u64)l->flat);
    h = hash_add(h, (u64)config->flags << 32 | (u64)l->n_offices);
    for (int kind = 0; kind < l->n_kinds; kind++) {
        const aude_tile *tile = aude_rules_kind(rules, kind);
        h = hash_tile(hash_text(h, tile->name), tile);
    }
    for (int face = 0; face < l->n_faces; face++) {
        char text[64];
        aude_chip_write(aude_rules_face(rules, face), text, sizeof text);
        h = hash_text(h, text);
    }
    return h;
}

static aude_err config_check(const aude_env_config *config, int n_seats, aude_errinfo *error)
{
    if (config->n_envs < 1) return error_at(error, AUDE_E_RANGE, 0, 0, "an env has 1 game or more", NULL, NULL);
    if (config->learners == 0 || config->learners >> n_seats)
        return error_at(error, AUDE_E_RANGE, 0, 0, "learners are seats of the game, at least one", NULL, NULL);
    if (config->flags & ~(u32)(AUDE_ENV_RECALL | AUDE_ENV_SIMULATE))
        return error_at(error, AUDE_E_UNKNOWN, 0, 0, "a flag that does not exist", NULL, NULL);
    if (config->reward < 0 || config->reward > AUDE_REWARD_POINTS)
        return error_at(error, AUDE_E_UNKNOWN, 0, 0, "a reward that does not exist", NULL, NULL);
    if (config->window != 0 && (config->window < 3 || config->window > AUDE_ENV_MAX_WINDOW || config->window % 2 == 0))
        return error_at(error, AUDE_E_RANGE, 0, 0, "the window is an odd number, 3 to 127", NULL, NULL);
    if (config->cap < 0 || config->cap > AUDE_MAX_MOVES)
        return error_at(error, AUDE_E_RANGE, 0, 0, "cap is at most 8192", NULL, NULL);
    return AUDE_OK;
}

aude_err aude_env_layout_of(const aude_env_config *config, aude_env_layout *dst, aude_errinfo *error)
{
    const aude_rules *rules = config->rules;
    aude_setup setup;
    aude_rules_setup(rules, &setup);
    aude_err err = config_check(config, setup.n_seats, error);
    if (err) return err;
    aude_env_layout l = {.n_envs = config->n_envs, .n_seats = setup.n_seats};
    l.window = config->window ? config->window : AUDE_ENV_WINDOW;
    l.cap = config->cap ? config->cap : aude_rules_max_moves(rules);
    l.columns = AUDE_ENV_COLUMNS + (config->flags & AUDE_ENV_SIMULATE ? AUDE_ENV_SIMULATED : 0);
    l.n_kinds = aude_rules_n_kinds(rules);
    l.n_faces = aude_rules_n_faces(rules);
    l.n_offices = offices_of(rules);
    l.at_seats = FLAT_SEATS;
    l.at_faces = l.at_seats + FLAT_PER_SEAT * l.n_seats;
    l.at_bag = l.at_faces + l.n_faces;
    l.at_hand = l.at_bag + l.n_kinds;
    l.at_stacks = l.at_hand + l.n_kinds;
    l.flat = l.at_stacks + l.n_offices * (FLAT_PER_OFFICE + l.n_seats);
    l.hash = layout_hash(config, &l);
    *dst = l;
    return AUDE_OK;
}

void aude_env_layout_get(const aude_env *env, aude_env_layout *dst)
{
    *dst = env->layout;
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

enum { LINE = 64 }; /* bytes of a cache line */

static size_t take(u64 *at, u64 bytes)
{
    u64 here = *at;
    *at = here + (bytes + LINE - 1) / LINE * LINE;
    return (size_t)here;
}

void env_arrange(aude_env *e, unsigned char *base)
{
    const aude_env_layout *l = &e->layout;
    u64 at = 0, n = (u64)l->n_envs;
    size_t engines = 0;
    for (int seat = 0; seat < l->n_seats; seat++) {
        const aude_engine *engine = e->config.engine[seat];
        if (engine && engine->memory > engines) engines = engine->memory;
    }
    /* An odd number of lines: states of neighbours do not fall on the same lines of a cache. */
    e->stride = (aude_state_size(e->config.rules) + LINE - 1) / LINE * LINE;
    if (e->stride / LINE % 2 == 0) e->stride += LINE;
    take(&at, sizeof *e);
    size_t cells = take(&at, (size_t)l->n_kinds * 4 * sizeof *e->cell);
    size_t touch = take(&at, (size_t)l->n_kinds * 4 * sizeof *e->touch);
    size_t copies = take(&at, (size_t)l->n_kinds * sizeof *e->copies);
    size_t grid = take(&at, (size_t)l->window * (size_t)l->window * sizeof *e->grid);
    size_t memory = take(&at, engines);
    size_t view = take(&at, sizeof *e->view), trial = take(&at, sizeof *e->trial);
    size_t lanes = take(&at, n * sizeof *e->lane), lists = take(&at, (n + 1) * (u64)l->cap * sizeof *e->list);
    size_t states = take(&at, n * e->stride);
    e->size = at;
    if (!base) return;
    e->cell = (const cell *)(const void *)(base + cells);
    e->touch = (const u64 *)(const void *)(base + touch);
    e->copies = (const i16 *)(const void *)(base + copies);
    e->grid = (u64 *)(void *)(base + grid);
    e->memory = base + memory;
    e->view = (aude_state *)(void *)(base + view);
    e->trial = (aude_state *)(void *)(base + trial);
    e->lane = (lane *)(void *)(base + lanes);
    e->list = (aude_move *)(void *)(base + lists);
    e->state = base + states;
    memset(e->grid, 0, memory - grid);
    env_fill_tables(e, (cell *)(void *)(base + cells), (u64 *)(void *)(base + touch), (i16 *)(void *)(base + copies));
}

size_t aude_env_memory(const aude_env_config *config)
{
    aude_env e = {.config = *config};
    if (aude_env_layout_of(config, &e.layout, NULL)) return 0;
    env_arrange(&e, NULL);
    return e.size + LINE - 1 <= PTRDIFF_MAX ? (size_t)e.size + LINE - 1 : 0;
}

aude_err aude_env_init(aude_env **env, void *memory, size_t size, const aude_env_config *config, aude_errinfo *error)
{
    aude_env here = {.config = *config};
    aude_err err = aude_env_layout_of(config, &here.layout, error);
    if (err) return err;
    size_t skip = (LINE - (uintptr_t)memory % LINE) % LINE;
    env_arrange(&here, NULL);
    if (size < here.size + skip)
        return error_at(error, AUDE_E_LIMIT, 0, 0, "the memory is less than aude_env_memory says", NULL, NULL);
    unsigned char *base = (unsigned char *)memory + skip;
    env_arrange(&here, base);
    *env = (aude_env *)(void *)base;
    **env = here;
    memset(here.lane, 0, (size_t)here.layout.n_envs * sizeof *here.lane);
    for (int i = 0; i < here.layout.n_envs; i++) {
        here.lane[i].out = 1; /* until the first reset */
        here.lane[i].seat = AUDE_NOBODY;
        aude_start(config->rules, lane_state(*env, i));
    }
    return AUDE_OK;
}

/* ---- Tables ------------------------------------------------------------------------------------------------------ */

void env_fill_tables(const aude_env *e, cell *cells, u64 *touch, i16 *copies)
{
    const aude_rules *rules = e->config.rules;
    for (int kind = 0; kind < e->layout.n_kinds; kind++) copies[kind] = aude_rules_kind(rules, kind)->count;
    for (int i = 0; i < e->layout.n_kinds * 4; i++) {
        const aude_tile *tile = aude_rules_kind(rules, i >> 2);
        u8 *c = cells[i].channel;
        memset(c, 0, AUDE_ENV_CHANNELS);
        c[CELL_WHAT] = CELL_IS_PLACED;
        c[CELL_KIND] = (u8)(i >> 2);
        c[CELL_ROTATION] = (u8)(i & 3);
        c[CELL_OFFICE] = tile->office;
        for (int side = 0; side < 4; side++) c[CELL_EDGE + side] = AUDE_FIELD + 1;
        for (int k = 0; k < tile->n_segments; k++) {
            aude_segment s = aude_rules_segment(rules, i >> 2, i & 3, k);
            c[CELL_PENNANTS] = (u8)(c[CELL_PENNANTS] + s.pennants);
            c[CELL_MONASTERY] |= s.kind == AUDE_MONASTERY;
            if (s.kind == AUDE_CITY || s.kind == AUDE_ROAD)
                for (int side = 0; side < 4; side++)
                    if (s.ends >> side & 1) c[CELL_EDGE + side] = (u8)(s.kind + 1);
        }
        touch[i] = rows_touch(&cells[i]);
    }
}
