/* setup.c - compiles a setup into the immutable tables of rules.h, and answers questions about them. */
#include "base/error.h"
#include "base/text.h"
#include "rules/board.h"
#include "rules/ext/manifest.h"
#include "rules/score.h"

void aude_setup_default(aude_setup *setup, int n_seats)
{
    memset(setup, 0, sizeof *setup);
    setup->n_seats = n_seats;
    setup->set[setup->n_sets++] = aude_tileset_find("base", 0);
    setup->fields = 1;
    setup->tiny_city = 4;
    setup->bets_unoccupied = 1;
    setup->meeples = 7;
}

/* ---- kinds ---- */

static u8 turn_ends(u8 ends, aude_feature_kind kind, int rotation)
{
    int width = kind == AUDE_FIELD ? 8 : 4, by = kind == AUDE_FIELD ? 2 * rotation : rotation;
    return (u8)((ends << by | ends >> (width - by)) & ((1 << width) - 1));
}

/* Returns its edges, in the form of tile_kind.edges. */
static u16 compile_shape(shape *f, const aude_tile *t, int rotation)
{
    enum { LEFT, RIGHT, MIDDLE };
    u16 at[4][3] = {{0}}; /* segments at the parts of each side, looking out */
    u16 edge[4] = {EDGE_FIELD, EDGE_FIELD, EDGE_FIELD, EDGE_FIELD};
    memset(f, 0, sizeof *f);
    for (int i = 0; i < t->n_segments; i++) {
        aude_feature_kind kind = (aude_feature_kind)t->segment[i].kind;
        f->ends[i] = turn_ends(t->segment[i].ends, kind, rotation);
        f->first_end[i] = f->ends[i] ? (u8)bits_first(f->ends[i]) : AUDE_NO_EDGE;
        int j = i;
        for (; j > 0; j--) { /* canonical order: kind, then first end */
            int other = f->order[j - 1];
            if (t->segment[other].kind < kind || f->first_end[other] < f->first_end[i]) break;
            f->order[j] = f->order[j - 1];
        }
        f->order[j] = (u8)i;
        for (u32 ends = f->ends[i]; ends; ends &= ends - 1) {
            int end = bits_first(ends);
            if (kind == AUDE_FIELD) {
                at[end >> 1][end & 1 ? RIGHT : LEFT] = (u16)i;
                continue;
            }
            edge[end] = kind == AUDE_CITY ? EDGE_CITY : EDGE_ROAD;
            at[end][MIDDLE] = (u16)i;
            if (kind == AUDE_CITY) at[end][LEFT] = at[end][RIGHT] = (u16)i;
        }
    }
    u16 edges = 0;
    for (int side = 0; side < 4; side++) {
        bool turned = side >= AUDE_S;
        int count = edge[side] == EDGE_CITY ? 1 : edge[side] == EDGE_ROAD ? 3 : 1 + (at[side][LEFT] != at[side][RIGHT]);
        u16 meets[4] = {at[side][turned ? RIGHT : LEFT], at[side][turned ? LEFT : RIGHT], at[side][MIDDLE], (u16)count};
        if (edge[side] != EDGE_FIELD) meets[count - 1] |= PORT_CLOSES;
        memcpy(&f->port[side], meets, sizeof meets);
        f->refuses[side] = (u16)((EDGE_ANY - edge[side]) << 4 * (side ^ 2));
        edges = (u16)(edges | edge[side] << 4 * side);
    }
    return edges;
}

/* The same picture, segment by segment: they are listed in canonical order in both. */
static bool shapes_equal(const aude_tile *t, const shape *a, const shape *b)
{
    for (int i = 0; i < t->n_segments; i++) {
        const aude_segment *sa = &t->segment[a->order[i]], *sb = &t->segment[b->order[i]];
        if (sa->kind != sb->kind || sa->pennants != sb->pennants) return false;
        if (a->ends[a->order[i]] != b->ends[b->order[i]]) return false;
    }
    return true;
}

/* Fields may touch cities beyond their neighbourhood, so a rotation that looks equal must also keep the contacts. */
static bool touches_equal(const aude_tile *t, const shape *a, const shape *b, int by)
{
    for (int i = 0; i < t->n_segments; i++) {
        u8 ta = t->segment[a->order[i]].touches, tb = t->segment[b->order[i]].touches;
        if (ta != turn_ends(tb, AUDE_CITY, by)) return false;
    }
    return true;
}

static u64 compile_word(const aude_tile *t, int i)
{
    const aude_segment *g = &t->segment[i];
    u64 w = WORD_SPACE + g->pennants * WORD_PENNANT;
    if (g->kind == AUDE_MONASTERY) w += 8 * WORD_OPEN;
    if (g->kind == AUDE_CITY || g->kind == AUDE_ROAD)
        w += (u64)bits_count(g->ends) * WORD_OPEN + t->office * WORD_OFFICE;
    for (int j = 0; j < t->n_segments; j++)
        if (j != i && t->segment[j].kind == g->kind && g->kind != AUDE_FIELD) w |= WORD_TWIN;
    return w;
}

/* Which roads end at an office and which fields it parts is said by the tile's segments (rule bets/office-1). */
static void compile_kind(tile_kind *k, shape f[4], const aude_tile *t, const aude_setup *setup)
{
    memset(k, 0, sizeof *k);
    k->tile = *t;
    k->monastery = NONE8;
    for (int i = 0; i < t->n_segments; i++) {
        const aude_segment *g = &t->segment[i];
        k->word[i] = compile_word(t, i);
        if (g->kind == AUDE_MONASTERY) k->monastery = (u8)i;
        if (g->kind == AUDE_CITY || g->kind == AUDE_ROAD) k->scoring |= (u16)(1 << i);
        if (g->kind != AUDE_FIELD || setup->fields) k->occupiable |= (u16)(1 << i);
        if (g->kind != AUDE_FIELD) continue;
        for (int j = 0; j < t->n_segments; j++)
            if (t->segment[j].kind == AUDE_CITY && (t->segment[j].ends & g->touches))
                k->contact[k->n_contacts++] = (u32)(j << 16 | i);
    }
    for (int rotation = 0; rotation < 4; rotation++) k->edge[rotation] = compile_shape(&f[rotation], t, rotation);
    k->n_rotations = 4;
    for (u8 n = 1; n <= 2; n++) {
        if (!shapes_equal(t, &f[0], &f[n]) || !touches_equal(t, &f[0], &f[n], n)) continue;
        k->n_rotations = n;
        break;
    }
    for (int rotation = 0; rotation < 4; rotation++) /* EDGE_ANY fits nowhere, since every open space has a neighbour */
        k->edges |= (u64)(rotation < k->n_rotations ? k->edge[rotation] : EDGE_ANY * 0x1111) << 16 * rotation;
}

static aude_err compile_sets(ruleset *r, const aude_setup *setup, aude_errinfo *e)
{
    int start = -1;
    for (int i = 0; i < setup->n_sets; i++) {
        const aude_tileset *set = setup->set[i];
        if (!set) return error_at(e, AUDE_E_UNKNOWN, 0, 0, "a tile set is missing", NULL, NULL);
        for (int j = 0; j < i; j++)
            if (strcmp(set->name, setup->set[j]->name) == 0)
                return error_at(e, AUDE_E_DATA, 0, 0, "set %s is in play twice", set->name, NULL);
        if (start < 0 && set->start >= 0) start = r->n_kinds + set->start;
        for (int j = 0; j < set->n_tiles; j++) {
            const aude_tile *t = &set->tile[j];
            for (int k = 0; k < r->n_kinds; k++)
                if (strcmp(t->name, r->kind[k].tile.name) == 0)
                    return error_at(e, AUDE_E_DATA, 0, 0, "tile %s is in two sets, the second is %s", t->name,
                                    set->name);
            if (r->n_kinds == AUDE_MAX_KINDS || r->n_tiles + t->count > AUDE_MAX_TILES)
                return error_at(e, AUDE_E_LIMIT, 0, 0, "too many tiles with set %s", set->name, NULL);
            compile_kind(&r->kind[r->n_kinds], &r->shape[r->n_kinds * 4], t, setup);
            r->n_kinds++;
            r->n_tiles = (u16)(r->n_tiles + t->count);
            if (t->office && r->n_offices + t->count > AUDE_MAX_STACKS)
                return error_at(e, AUDE_E_LIMIT, 0, 0, "too many bookmaker tiles with set %s", set->name, NULL);
            if (t->office) r->n_offices = (u8)(r->n_offices + t->count);
        }
    }
    if (start < 0) return error_at(e, AUDE_E_DATA, 0, 0, "no set in play has a start tile", NULL, NULL);
    r->start_kind = (u16)start;
    int n_bag = 0;
    for (int kind = 0; kind < r->n_kinds; kind++)
        for (int copy = kind == start; copy < r->kind[kind].tile.count; copy++) r->bag[n_bag++] = (u16)kind;
    return AUDE_OK;
}

/* ---- chips ---- */

static aude_err chip_add(ruleset *r, const aude_chip *chip, aude_errinfo *e)
{
    if (r->n_chips == AUDE_MAX_CHIPS) return error_at(e, AUDE_E_LIMIT, 0, 0, "more than 8 chips a player", NULL, NULL);
    r->n_chips++;
    char own[64], other[64];
    aude_chip_write(chip, own, sizeof own);
    for (int i = 0; i < r->n_faces; i++) {
        aude_chip_write(&r->face[i], other, sizeof other);
        if (strcmp(own, other)) continue;
        r->face_count[i]++;
        return AUDE_OK;
    }
    r->face[r->n_faces] = *chip;
    r->face_count[r->n_faces++] = 1;
    return AUDE_OK;
}

static aude_err compile_chips(ruleset *r, const aude_setup *setup, aude_errinfo *e)
{
    aude_err err = AUDE_OK;
    for (int i = 0; i < setup->n_chips && !err; i++) err = chip_add(r, &setup->chip[i], e);
    for (int i = 0; setup->n_chips == 0 && i < setup->n_sets; i++)
        for (int j = 0; j < setup->set[i]->n_chips && !err; j++) err = chip_add(r, &setup->set[i]->chip[j], e);
    return err;
}

/* ---- layout ---- */

static u32 layout_array(u32 *size, size_t element, size_t n)
{
    u32 at = *size;
    *size += (u32)((element * n + 7) & ~(size_t)7);
    return at;
}

static aude_err compile_layout(ruleset *r, aude_errinfo *e)
{
    size_t tiles = r->n_tiles, segments = 0, slots = 64;
    for (int k = 0; k < r->n_kinds; k++) {
        segments += (size_t)r->kind[k].tile.count * r->kind[k].tile.n_segments;
        if (r->kind[k].monastery != NONE8) r->n_monasteries = (u16)(r->n_monasteries + r->kind[k].tile.count);
    }
    u16 skew = 9;
    while (slots < 4 * tiles + 4) { /* 3 n + 2 spaces are placed or open at most */
        slots *= 2;
        skew = (u16)(skew * 3 / 2 | 1);
    }
    layout *at = &r->at;
    u32 size = 0;
    layout_array(&size, sizeof(game), 1);
    at->words = layout_array(&size, sizeof(u64), segments + NODES_AT_ONCE);
    at->parents = layout_array(&size, sizeof(u16), segments + NODES_AT_ONCE);
    at->nexts = layout_array(&size, sizeof(u16), segments + NODES_AT_ONCE);
    at->segments = layout_array(&size, sizeof(u8), segments + NODES_AT_ONCE + 1);
    at->open = layout_array(&size, sizeof(open_space), 2 * tiles + 3);
    at->grid = layout_array(&size, sizeof(u16), slots);
    at->spaces = layout_array(&size, sizeof(space), tiles);
    at->pieces = layout_array(&size, sizeof(piece), tiles);
    at->monasteries = layout_array(&size, sizeof(watched), r->n_monasteries);
    at->bag = layout_array(&size, sizeof(u16), tiles);
    at->stacks = layout_array(&size, sizeof(stack), r->n_offices + 1u);
    at->secrets = layout_array(&size, sizeof(secrets) + (r->n_offices + 1u) * sizeof(((secrets *)0)->stack[0]), 1);
    at->grid_mask = (u16)(slots - 1);
    at->grid_skew = skew;
    at->grid_step[AUDE_N] = 0u - skew;
    at->grid_step[AUDE_E] = 1;
    at->grid_step[AUDE_S] = skew;
    at->grid_step[AUDE_W] = 0u - 1u;
    at->size = size;
    if (size > AUDE_STATE_BYTES || segments >= NONE16 / 2)
        return error_at(e, AUDE_E_LIMIT, 0, 0, "the tiles of this game are too many for a state", NULL, NULL);
    return AUDE_OK;
}

static aude_err check_range(aude_errinfo *e, const char *what, int value, int low, int high)
{
    if (value >= low && value <= high) return AUDE_OK;
    char limits[32];
    text t = text_into(limits, sizeof limits);
    text_int(&t, low);
    text_str(&t, " to ");
    text_int(&t, high);
    return error_at(e, AUDE_E_RANGE, 0, 0, "%s must be %s", what, limits);
}

static aude_err check_setup(const aude_setup *setup, aude_errinfo *e)
{
    aude_err err = check_range(e, "the number of seats", setup->n_seats, 1, AUDE_MAX_SEATS);
    if (!err) err = check_range(e, "the number of sets", setup->n_sets, 1, AUDE_MAX_SETS);
    if (!err) err = check_range(e, "the number of own chips", setup->n_chips, 0, AUDE_MAX_CHIPS);
    if (!err) err = check_range(e, "rule fields", setup->fields, 0, 1);
    if (!err) err = check_range(e, "rule bets-unoccupied", setup->bets_unoccupied, 0, 1);
    if (!err) err = check_range(e, "rule draws", setup->draws, 0, AUDE_MAX_TILES);
    if (!err) err = check_range(e, "rule meeples", setup->meeples, 1, AUDE_MAX_MEEPLES);
    if (!err) err = check_range(e, "rule first", setup->first, 0, setup->n_seats - 1);
    if (!err && setup->tiny_city != 4 && setup->tiny_city != 2)
        err = error_at(e, AUDE_E_RANGE, 0, 0, "rule tiny-city must be 4 or 2", NULL, NULL);
    return err;
}

aude_err aude_rules_init(aude_rules *rules, const aude_setup *setup, aude_errinfo *error)
{
    ruleset *r = (ruleset *)(void *)rules->u.bytes;
    aude_err err = check_setup(setup, error);
    if (err) return err;
    memset(r, 0, sizeof *r);
    r->setup = *setup;
    for (int i = 0; i < AUDE_MAX_SETS; i++) r->setup.set[i] = NULL;
    r->n_seats = (u8)setup->n_seats;
    r->draw_limit = (u16)(setup->draws ? setup->draws : 2 * AUDE_MAX_TILES);
    err = compile_sets(r, setup, error);
    if (!err) err = compile_chips(r, setup, error);
    if (!err) err = compile_layout(r, error);
    if (err) return err;
    score_setup(r);
    flow_setup(r);
    return AUDE_OK;
}

/* ---- public questions ---- */

void aude_rules_setup(const aude_rules *rules, aude_setup *dst)
{
    *dst = rules_of(rules)->setup;
}

int aude_rules_n_kinds(const aude_rules *rules)
{
    return rules_of(rules)->n_kinds;
}

const aude_tile *aude_rules_kind(const aude_rules *rules, int kind)
{
    return &rules_of(rules)->kind[kind].tile;
}

int aude_rules_find_kind(const aude_rules *rules, const char *name)
{
    const ruleset *r = rules_of(rules);
    for (int k = 0; k < r->n_kinds; k++)
        if (strcmp(r->kind[k].tile.name, name) == 0) return k;
    return -1;
}

int aude_rules_n_rotations(const aude_rules *rules, int kind)
{
    return rules_of(rules)->kind[kind].n_rotations;
}

int aude_rules_n_tiles(const aude_rules *rules)
{
    return rules_of(rules)->n_tiles;
}

int aude_rules_start_kind(const aude_rules *rules)
{
    return rules_of(rules)->start_kind;
}

int aude_rules_n_faces(const aude_rules *rules)
{
    return rules_of(rules)->n_faces;
}

const aude_chip *aude_rules_face(const aude_rules *rules, int face)
{
    return &rules_of(rules)->face[face];
}

int aude_rules_face_count(const aude_rules *rules, int face)
{
    return rules_of(rules)->face_count[face];
}

int aude_rules_max_moves(const aude_rules *rules)
{
    return 4 * (2 * rules_of(rules)->n_tiles + 2);
}

aude_segment aude_rules_segment(const aude_rules *rules, int kind, int rotation, int segment)
{
    const tile_kind *k = &rules_of(rules)->kind[kind];
    aude_segment g = k->tile.segment[segment];
    g.ends = shape_of(rules_of(rules), (u16)(kind * 4 + (rotation & 3)))->ends[segment];
    g.touches = turn_ends(g.touches, AUDE_CITY, rotation & 3);
    return g;
}
