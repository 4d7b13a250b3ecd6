/* feature.c - see feature.h; and the public questions about features. */
#include "rules/feature.h"

/* Pieces that belong to both features are counted once afterwards (rule base/count-1). Only nodes that share their piece with a
 * segment of the same kind can belong to such a piece; a piece with several nodes in `a` is looked at through its first one.
 * The node behind the last one belongs to no piece (board.c keeps it so). */
static int shared_spaces(const node *n, u16 a, u16 b)
{
    int shared = 0;
    u16 i = a;
    do {
        if (n[i].word & WORD_TWIN) {
            bool first = true, meets = false;
            u16 j = (u16)(i - n[i].segment);
            for (; n[j].piece == n[i].piece; j++) {
                u16 root = feature_root(n, j);
                if (root == a && j < i) first = false;
                if (root == b) meets = true;
            }
            shared += first && meets;
        }
        i = n[i].next;
    } while (i != a);
    return shared;
}

u64 feature_join(node *n, u16 a, u16 b, u64 edges)
{
    a = feature_root(n, a);
    b = feature_root(n, b);
    if (a == b) return n[a].word -= edges;
    u64 wa = n[a].word, wb = n[b].word, both = wa & wb & WORD_TWIN;
    u64 sum = wa + wb - both - edges; /* the topmost bit stays set where both have it */
    u16 swap = (u16)((a ^ b) & (0 - (word_spaces(wa) < word_spaces(wb)))); /* the smaller one goes under the larger */
    a ^= swap;
    b ^= swap;
    if (both && edges) sum -= (u64)shared_spaces(n, b, a) * WORD_SPACE;
    n[a].word = sum;
    n[b].parent = a;
    u16 next = n[a].next;
    n[a].next = n[b].next;
    n[b].next = next;
    return sum;
}

int feature_field_cities(const ruleset *r, const game *s, u16 root, u16 *dst, int cap)
{
    const node *n = nodes_in(r, s);
    const piece *p = pieces_in(r, s);
    u64 seen[(AUDE_MAX_TILES * AUDE_MAX_SEGMENTS + 63) / 64];
    memset(seen, 0, ((size_t)s->n_nodes + 63) / 64 * sizeof *seen);
    int found = 0;
    u16 i = root;
    do {
        u32 cities = kind_of_piece(r, p[n[i].piece])->touched[n[i].segment];
        for (; cities; cities &= cities - 1) {
            u16 city = feature_root(n, (u16)(i - n[i].segment + bits_first(cities)));
            u64 bit = (u64)(word_open(n[city].word) == 0) << (city & 63), fresh = bit & ~seen[city >> 6];
            seen[city >> 6] |= bit;
            if (fresh && found < cap) dst[found] = city;
            found += fresh != 0;
        }
        i = n[i].next;
    } while (i != root);
    return found;
}

/* ---- public questions ---- */

int aude_feature_of(const aude_rules *rules, const aude_state *state, int tile, int segment)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    return feature_root(nodes_in(r, s), (u16)(spaces_in(r, s)[pieces_in(r, s)[tile].space].first + segment));
}

int aude_feature_at(const aude_rules *rules, const aude_state *state, int tile, int kind, int edge)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    if (tile < 0 || tile >= s->n_pieces) return -1;
    u16 kr = pieces_in(r, s)[tile].kind_rotation;
    const aude_tile *t = &r->kind[kr >> 2].tile;
    for (int i = 0; i < t->n_segments; i++) {
        if (t->segment[i].kind != kind) continue;
        if (kind == AUDE_MONASTERY || (edge < 8 && (shape_of(r, kr)->ends[i] >> edge & 1)))
            return aude_feature_of(rules, state, tile, i);
    }
    return -1;
}

void aude_feature_get(const aude_rules *rules, const aude_state *state, int id, aude_feature *dst)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    const node *n = nodes_in(r, s);
    u16 root = feature_root(n, (u16)id);
    u64 w = n[root].word;
    memset(dst, 0, sizeof *dst);
    dst->id = root;
    dst->kind = feature_kind(r, s, &n[root]);
    dst->n_tiles = dst->kind == AUDE_FIELD ? 0 : word_spaces(w);
    dst->n_open = word_open(w);
    dst->n_pennants = word_pennants(w);
    for (int seat = 0; seat < AUDE_MAX_SEATS; seat++) dst->meeples[seat] = (u8)word_meeples(w, seat);
    if (dst->kind == AUDE_FIELD) dst->n_cities = feature_field_cities(r, s, root, NULL, 0);
}

int aude_features(const aude_rules *rules, const aude_state *state, int kind, int *dst, int cap)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    const node *n = nodes_in(r, s);
    u64 seen[(AUDE_MAX_TILES * AUDE_MAX_SEGMENTS + 63) / 64] = {0};
    int found = 0;
    for (u16 i = 0; i < s->n_nodes; i++) {
        if ((int)feature_kind(r, s, &n[i]) != kind) continue;
        u16 root = feature_root(n, i);
        u64 bit = (u64)1 << (root & 63);
        if (seen[root >> 6] & bit) continue;
        seen[root >> 6] |= bit;
        if (found < cap) dst[found] = root;
        found++;
    }
    return found;
}

int aude_feature_tiles(const aude_rules *rules, const aude_state *state, int id, int *dst, int cap)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    const node *n = nodes_in(r, s);
    u16 root = feature_root(n, (u16)id);
    int found = 0, last = -1;
    for (u16 i = 0; i < s->n_nodes; i++) {
        if (feature_root(n, i) != root || n[i].piece == last) continue;
        last = n[i].piece;
        if (found < cap) dst[found] = last;
        found++;
    }
    return found;
}

int aude_field_cities(const aude_rules *rules, const aude_state *state, int id, int *dst, int cap)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    u16 city[AUDE_MAX_TILES * 2];
    u16 root = feature_root(nodes_in(r, s), (u16)id);
    int found = feature_field_cities(r, s, root, city, AUDE_MAX_TILES * 2);
    for (int i = 0; i < found && i < cap; i++) dst[i] = city[i];
    return found;
}
