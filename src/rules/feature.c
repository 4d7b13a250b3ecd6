/* feature.c - see feature.h; and the public questions about features. */
#include "rules/feature.h"

locus feature_locus(const ruleset *r, const game *s, u16 i)
{
    const space *lies = spaces_in(r, s);
    const piece *p = pieces_in(r, s);
    int low = 0, high = s->n_pieces;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (lies[p[middle].space].first <= i)
            low = middle;
        else
            high = middle;
    }
    return (locus){(u16)low, (u16)(i - lies[p[low].space].first)};
}

/* Pieces that belong to both features are counted once afterwards (rule base/count-1). Only nodes that share their piece with a
 * segment of the same kind can belong to such a piece; a piece with several nodes in `a` is looked at through its first one. */
static __attribute__((noinline, cold)) u32 shared_spaces(const ruleset *r, const game *s, u16 a, u16 b)
{
    const u16 *parent = parents_in(r, s);
    const u8 *segment = segments_in(r, s);
    u32 shared = 0;
    u16 i = a;
    do {
        if (words_in(r, s)[i] & WORD_TWIN) {
            bool first = true, meets = false;
            u16 j = (u16)(i - segment[i]);
            do {
                u16 root = feature_root(parent, j);
                if (root == a && j < i) first = false;
                if (root == b) meets = true;
            } while (segment[++j] != 0);
            shared += first && meets;
        }
        i = nexts_in(r, s)[i];
    } while (i != a);
    return shared;
}

u64 feature_join(const ruleset *r, game *s, u32 a, u32 b, u64 edges)
{
    u64 *word = words(r, s);
    u16 *parent = parents(r, s), *next = nexts(r, s);
    a = feature_root(parent, a);
    b = feature_root(parent, b);
    if (a == b) return word[a] -= edges;
    u64 wa = word[a], wb = word[b], sum = wa + wb - edges;
    u32 swap = (a ^ b) & (0u - (b < a)); /* the younger one goes under the older */
    a ^= swap;
    b ^= swap;
    if (wa & wb & WORD_TWIN) sum += WORD_TWIN - (u64)shared_spaces(r, s, (u16)b, (u16)a) * WORD_SPACE;
    word[a] = sum;
    parent[b] = (u16)a;
    u16 behind = next[a];
    next[a] = next[b];
    next[b] = behind;
    return sum;
}

enum { FIELDS_AT_ONCE = 8, PIECES_AT_ONCE = 32, CONTACTS_AT_ONCE = 4 };

/* Notes the contacts of some pieces as pairs of nodes, in the form of tile_kind.contact. Returns their number. */
static int contacts_of(const ruleset *r, const game *s, int from, int to, u32 *contact)
{
    int n = 0;
    for (int p = from; p < to; p++) {
        const tile_kind *k = kind_of_piece(r, pieces_in(r, s)[p]);
        u32 base = spaces_in(r, s)[pieces_in(r, s)[p].space].first * 0x10001u;
        for (int i = 0; i < CONTACTS_AT_ONCE; i++)
            contact[n + i] = base + k->contact[i]; /* whether it has so many or not */
        for (int i = CONTACTS_AT_ONCE; i < k->n_contacts; i++) contact[n + i] = base + k->contact[i];
        n += k->n_contacts;
    }
    return n;
}

/* Up to FIELDS_AT_ONCE fields. Which contacts count cannot be foreseen: no branch on it. */
static void fields_count(const ruleset *r, const game *s, const u16 *field, int n, i16 *cities, u16 *dst, int cap)
{
    const u64 *word = words_in(r, s);
    const u16 *parent = parents_in(r, s);
    u8 mark[AUDE_MAX_TILES *
            AUDE_MAX_SEGMENTS]; /* of roots. A field that is asked: its bit; a city: the bits of fields that have it */
    i16 count[(1 << (FIELDS_AT_ONCE - 1)) + 1] = {0}; /* by such bits; 0: of what does not count */
    memset(mark, 0, s->n_nodes);
    for (int i = 0; i < n; i++) mark[field[i]] = (u8)(1 << i);
    for (int p = 0; p < s->n_pieces; p += PIECES_AT_ONCE) {
        u32 contact[PIECES_AT_ONCE * MAX_CONTACTS + CONTACTS_AT_ONCE];
        int to = p + PIECES_AT_ONCE < s->n_pieces ? p + PIECES_AT_ONCE : s->n_pieces;
        int n_contacts = contacts_of(r, s, p, to, contact);
        for (int i = 0; i < n_contacts; i++) {
            u16 city = feature_root(parent, contact[i] >> 16);
            u32 complete = 0u - (word_open(word[city]) == 0);
            u32 fresh = mark[feature_root(parent, (u16)contact[i])] & complete & ~(u32)mark[city];
            mark[city] |= (u8)fresh;
            if (dst && fresh && count[fresh] < cap) dst[count[fresh]] = city;
            count[fresh]++;
        }
    }
    for (int i = 0; i < n; i++) cities[i] = count[1 << i];
}

void feature_field_cities(const ruleset *r, const game *s, const u16 *field, int n, i16 *cities, u16 *dst, int cap)
{
    for (int i = 0; i < n; i += FIELDS_AT_ONCE)
        fields_count(r, s, field + i, n - i < FIELDS_AT_ONCE ? n - i : FIELDS_AT_ONCE, cities + i, dst, cap);
}

/* ---- public questions ---- */

int aude_feature_of(const aude_rules *rules, const aude_state *state, int tile, int segment)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    return feature_root(parents_in(r, s), (u16)(spaces_in(r, s)[pieces_in(r, s)[tile].space].first + segment));
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
    u16 root = feature_root(parents_in(r, s), (u16)id);
    u64 w = words_in(r, s)[root];
    memset(dst, 0, sizeof *dst);
    dst->id = root;
    dst->kind = feature_kind(r, s, root);
    dst->n_tiles = dst->kind == AUDE_FIELD ? 0 : word_spaces(w);
    dst->n_open = word_open(w);
    dst->n_pennants = word_pennants(w);
    for (int seat = 0; seat < AUDE_MAX_SEATS; seat++) dst->meeples[seat] = (u8)word_meeples(w, seat);
    if (dst->kind != AUDE_FIELD) return;
    i16 cities;
    feature_field_cities(r, s, &root, 1, &cities, NULL, 0);
    dst->n_cities = cities;
}

int aude_features(const aude_rules *rules, const aude_state *state, int kind, int *dst, int cap)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    u64 seen[(AUDE_MAX_TILES * AUDE_MAX_SEGMENTS + 63) / 64] = {0};
    int found = 0;
    for (u16 i = 0; i < s->n_nodes; i++) {
        if ((int)feature_kind(r, s, i) != kind) continue;
        u16 root = feature_root(parents_in(r, s), i);
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
    const u16 *parent = parents_in(r, s);
    u16 root = feature_root(parent, (u16)id);
    int found = 0;
    for (int p = 0; p < s->n_pieces; p++) {
        u16 first = spaces_in(r, s)[pieces_in(r, s)[p].space].first;
        bool belongs = false;
        for (int i = 0; i < kind_of_piece(r, pieces_in(r, s)[p])->tile.n_segments; i++)
            belongs |= feature_root(parent, (u16)(first + i)) == root;
        if (!belongs) continue;
        if (found < cap) dst[found] = p;
        found++;
    }
    return found;
}

int aude_field_cities(const aude_rules *rules, const aude_state *state, int id, int *dst, int cap)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    u16 city[AUDE_MAX_TILES * 2];
    u16 root = feature_root(parents_in(r, s), (u16)id);
    i16 found;
    feature_field_cities(r, s, &root, 1, &found, city, AUDE_MAX_TILES * 2);
    for (int i = 0; i < found && i < cap; i++) dst[i] = city[i];
    return found;
}
