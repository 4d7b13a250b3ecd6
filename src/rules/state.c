/* state.c - a state as a whole: size, copy, beginning, rebuilding, digests, and what it shows at a glance. */
#include "rules/state.h"
#include "base/hash.h"
#include "rules/board.h"
#include "rules/ext/manifest.h"
#include "rules/flow.h"

size_t aude_state_size(const aude_rules *rules)
{
    return rules_of(rules)->at.size;
}

void aude_state_copy(const aude_rules *rules, aude_state *dst, const aude_state *src)
{
    if (dst != src) memcpy(dst->u.bytes, src->u.bytes, rules_of(rules)->at.size);
}

void aude_start(const aude_rules *rules, aude_state *state)
{
    const ruleset *r = rules_of(rules);
    game *s = state_of(state);
    memset(s, 0, r->at.size);
    s->turn = (u8)r->setup.first; /* rule base/setup-2 */
    s->hand = NONE16;
    for (int seat = 0; seat < r->n_seats; seat++) s->supply[seat] = (u8)r->setup.meeples;
    s->n_bag = (u16)(r->n_tiles - 1);
    memcpy(bag(r, s), r->bag, s->n_bag * sizeof *r->bag);
    board_clear(r, s);
    board_put(r, s, r->start_kind, 0, -1, square_at(0, 0)); /* rule base/setup-1 */
    bets_start(r, s);
    flow_start(r, s);
}

void state_rebuild(const ruleset *r, game *s)
{
    struct {
        u16 kind_rotation;
        square at;
    } laid[AUDE_MAX_TILES];
    int n = s->n_pieces, n_done = s->n_done;
    done kept[MAX_DONE]; /* what was completed in this turn part has lost its meeples and is not found again */
    memcpy(kept, s->done, sizeof kept);
    for (int i = 0; i < n; i++) {
        piece p = pieces_in(r, s)[i];
        laid[i].kind_rotation = p.kind_rotation;
        laid[i].at = spaces_in(r, s)[p.space].at;
    }
    board_clear(r, s);
    for (int i = 0; i < n; i++) {
        int open = i == 0 ? -1 : board_find(r, s, laid[i].at);
        board_put(r, s, laid[i].kind_rotation >> 2, laid[i].kind_rotation & 3, open, laid[i].at);
    }
    s->n_done = (u8)n_done;
    memcpy(s->done, kept, sizeof kept);
    for (int i = 0; i < s->n_figures; i++)
        words(r, s)[feature_root(parents(r, s), s->figure[i].node)] += WORD_MEEPLE(s->figure[i].seat);
}

void aude_state_rebuild(const aude_rules *rules, aude_state *state)
{
    state_rebuild(rules_of(rules), state_of(state));
}

/* ---- digests ---- */

static u64 digest_stacks(const ruleset *r, const game *s, u64 h)
{
    h = hash_add(h, s->n_stacks);
    for (int i = 0; i < s->n_stacks; i++) {
        const stack *k = &stacks_in(r, s)[i];
        h = hash_add(h, (u64)k->piece << 8 | k->seats);
        /* which feature was chosen, by its first node, since roots are of no meaning */
        u16 first = NONE16;
        if (k->choice != NONE16)
            for (first = 0; feature_root(parents_in(r, s), first) != feature_root(parents_in(r, s), k->choice);)
                first++;
        h = hash_add(h, first);
    }
    return h;
}

uint64_t aude_digest(const aude_rules *rules, const aude_state *state)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    u64 h = hash_start();
    h = hash_add(h, s->n_pieces);
    for (int i = 0; i < s->n_pieces; i++) {
        piece p = pieces_in(r, s)[i];
        h = hash_add(h, (u64)p.kind_rotation << 32 | spaces_in(r, s)[p.space].at);
    }
    u64 sum = 0; /* in any order */
    for (int i = 0; i < s->n_figures; i++)
        sum += hash_add(hash_start(), (u64)s->figure[i].node << 8 | s->figure[i].seat);
    h = hash_add(h, sum);
    for (int seat = 0; seat < r->n_seats; seat++)
        h = hash_add(h, (u64)(u32)s->score[seat] << 16 | (u64)s->supply[seat] << 8 | s->chips[seat]);
    u16 copies[AUDE_MAX_KINDS];
    state_count_bag(r, s, copies);
    for (int kind = 0; kind < r->n_kinds; kind++) h = hash_add(h, copies[kind]);
    h = hash_add(h, (u64)s->n_bag << 32 | (u64)s->n_draws << 16 | s->n_discards);
    for (int i = 0; i < s->n_discards; i++) h = hash_add(h, bag_in(r, s)[r->n_tiles - 1 - i]);
    h = digest_stacks(r, s, h);
    h = hash_add(h, (u64)s->hand << 32 | (u64)r->step[s->step]->shown << 24 | (u64)s->turn << 16 | (u64)s->left << 8 |
                        s->ended);
    return hash_add(h, (u64)s->decision << 8 | s->asked);
}

/* The derived part in a form that does not depend on which node became a root or where an open space is kept. */
static u64 digest_derived(const ruleset *r, const game *s, u64 h)
{
    const u16 *parent = parents_in(r, s);
    for (u16 i = 0; i < s->n_nodes; i++) {
        u16 root = feature_root(parent, i), first = 0;
        while (feature_root(parent, first) != root) first++;
        locus at = feature_locus(r, s, i);
        h = hash_add(h, (u64)first << 32 | (u64)at.piece << 16 | at.segment);
        h = hash_add(h, words_in(r, s)[root]);
    }
    u64 sum = 0;
    for (int i = 0; i < s->n_open; i++) {
        const open_space *o = &open_spaces_in(r, s)[i];
        u64 one = hash_add(hash_add(hash_start(), o->at), o->refused);
        if (board_find(r, s, o->at) != i || grid_in(r, s)[o->slot] != i) one = ~one; /* the grid has lost it */
        sum += one;
    }
    h = hash_add(h, sum);
    for (int i = 0; i < s->n_watched; i++) h = hash_add(h, monasteries_in(r, s)[i].node);
    h = hash_add(h, s->closed);
    return h;
}

uint64_t aude_full_digest(const aude_rules *rules, const aude_state *state)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    const secrets *all = secret_in(r, s);
    u64 h = digest_derived(r, s, aude_digest(rules, state));
    h = hash_add(h, (u64)all->unseen << 40 | (u64)s->is_view << 32 | (u64)s->n_done << 16 | (u64)all->unknown << 8 |
                        all->chosen);
    for (int seat = 0; seat < r->n_seats; seat++) {
        h = hash_add(h, all->pending[seat]);
        for (int face = 0; face < r->n_faces; face++) h = hash_add(h, all->supply[seat][face]);
        for (int i = 0; i < s->n_stacks; i++) {
            if (!(stacks_in(r, s)[i].seats >> seat & 1)) continue;
            h = hash_add(h, (u64)all->stack[i].face[seat] << 16 | (u64)all->stack[i].final[seat] << 8 |
                                stacks_in(r, s)[i].mask[seat]);
        }
    }
    return h;
}

/* ---- at a glance ---- */

uint32_t aude_state_decision(const aude_state *state)
{
    return state_in(state)->decision;
}

int aude_state_turn(const aude_state *state)
{
    return state_in(state)->turn;
}

int aude_state_hand(const aude_state *state)
{
    u16 hand = state_in(state)->hand;
    return hand == NONE16 ? -1 : hand;
}

int aude_state_n_bag(const aude_rules *rules, const aude_state *state)
{
    return state_drawable(rules_of(rules), state_in(state));
}

int aude_state_n_unseen(const aude_state *state)
{
    return state_in(state)->n_bag;
}

int aude_state_in_bag(const aude_rules *rules, const aude_state *state, int kind)
{
    const game *s = state_in(state);
    int copies = 0;
    for (int i = 0; i < s->n_bag; i++) copies += bag_in(rules_of(rules), s)[i] == kind;
    return copies;
}

int aude_state_n_discarded(const aude_state *state)
{
    return state_in(state)->n_discards;
}

int aude_state_discarded(const aude_rules *rules, const aude_state *state, int index)
{
    const ruleset *r = rules_of(rules);
    return bag_in(r, state_in(state))[r->n_tiles - 1 - index];
}

int aude_supply(const aude_state *state, int seat)
{
    return state_in(state)->supply[seat];
}

uint32_t aude_state_left(const aude_state *state)
{
    return state_in(state)->left;
}
