/* bets.c - The Bets: chips on bookmaker tiles.
 *
 * Owns: state.stack, chips, n_stacks and the secrets. A stack exists while at least one chip lies on its tile. A chip leaves the visible supply
 * when the decision closes, for all seats at once; until then a choice is only in the secrets (rule bets/place-4).
 * A view may hold hidden faces: where a result would depend on one, state.blocked is set and aude_apply refuses the move. */
#include "base/random.h"
#include "rules/ext/chips.h"
#include "rules/ext/manifest.h"
#include "rules/feature.h"

typedef struct target {
    u16 root;
    u8 segment;
    u8 feature, edge; /* as the office's tile shows it: its first edge clockwise from north */
    i16 tiles;
} target;

static square stack_square(const ruleset *r, const game *s, const stack *k)
{
    return spaces_in(r, s)[pieces_in(r, s)[k->piece].space].at;
}

/* ---- targets ---- */

static inline u16 target_root(const ruleset *r, const game *s, piece p, int segment)
{
    return feature_root(parents_in(r, s), (u16)(spaces_in(r, s)[p.space].first + segment));
}

static inline target target_of(const ruleset *r, const game *s, piece p, int segment, u16 root)
{
    return (target){.root = root,
                    .segment = (u8)segment,
                    .feature = kind_of_piece(r, p)->tile.segment[segment].kind,
                    .edge = shape_of(r, p.kind_rotation)->first_end[segment],
                    .tiles = (i16)word_spaces(words_in(r, s)[root])}; /* rule bets/count-1 */
}

/* Whether a feature is one that a stack may count for now. */
typedef bool accept(const ruleset *r, const game *s, u16 root);

/* Rule bets/target-1: distinct features of a piece, however many of its segments belong to them. Canonical order. */
static inline int targets_of(const ruleset *r, const game *s, u16 piece_index, accept *accepts, target dst[MAX_TARGETS])
{
    piece p = pieces_in(r, s)[piece_index];
    const tile_kind *k = kind_of_piece(r, p);
    const shape *f = shape_of(r, p.kind_rotation);
    int found = 0;
    for (int i = 0; i < k->tile.n_segments; i++) {
        int segment = f->order[i];
        if (!(k->scoring >> segment & 1))
            break; /* cities and roads stand first; rule bets/place-3: nothing else is a target */
        u16 root = target_root(r, s, p, segment);
        bool known = false;
        for (int j = 0; j < found; j++) known |= dst[j].root == root;
        if (known || !accepts(r, s, root)) continue;
        dst[found++] = target_of(r, s, p, segment, root);
    }
    return found;
}

static bool accept_unfinished(const ruleset *r, const game *s, u16 root)
{
    return word_open(words_in(r, s)[root]) > 0;
}

/* Whether a piece has an unfinished target at all. */
static bool targets_left(const ruleset *r, const game *s, u16 piece_index)
{
    piece p = pieces_in(r, s)[piece_index];
    u16 first = spaces_in(r, s)[p.space].first;
    int open = 0;
    for (u32 scoring = kind_of_piece(r, p)->scoring; scoring;
         scoring &= scoring - 1) /* rule bets/place-3: nothing else */
        open |= word_open(words_in(r, s)[feature_root(parents_in(r, s), first + (u32)bits_first(scoring))]);
    return open != 0;
}

/* Rule bets/settle-3: a completion settles also where nobody stood, unless the option says otherwise. */
static inline bool done_settles(const ruleset *r, const done *d)
{
    return d->occupied | r->setup.bets_unoccupied;
}

static bool accept_completed(const ruleset *r, const game *s, u16 root)
{
    for (int i = 0; i < s->n_done; i++)
        if (s->done[i].node == root) return done_settles(r, &s->done[i]);
    return false;
}

/* How many completed features settle a piece's stack, without listing them; *root becomes the last of them. What is finished has found its root
 * for good. */
static inline u32 targets_completed(const ruleset *r, const game *s, u16 piece_index, u16 *root)
{
    piece p = pieces_in(r, s)[piece_index];
    u32 first = spaces_in(r, s)[p.space].first, scoring = kind_of_piece(r, p)->scoring, n = 0;
    u16 of[MAX_TARGETS];
    for (u32 i = 0; i < MAX_TARGETS; i++) /* cities and roads stand first, even if there are fewer */
        of[i] = feature_root(parents_in(r, s), first + i);
    for (int d = 0; d < s->n_done; d++) {
        u16 node = s->done[d].node;
        u32 meets =
            (u32)(of[0] == node) | (u32)(of[1] == node) << 1 | (u32)(of[2] == node) << 2 | (u32)(of[3] == node) << 3;
        if (!(meets & scoring) || !done_settles(r, &s->done[d])) continue;
        *root = node;
        n++;
    }
    return n;
}

/* The default: most tiles, then the first edge clockwise from north. */
static int targets_best(const target *t, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (t[i].tiles > t[best].tiles || (t[i].tiles == t[best].tiles && t[i].edge < t[best].edge)) best = i;
    return best;
}

static aude_move target_move(aude_move_kind kind, int seat, square q, const target *t)
{
    aude_move m = move_of(kind, seat);
    m.x = (i16)square_x(q);
    m.y = (i16)square_y(q);
    m.feature = t->feature;
    m.edge = t->edge;
    return m;
}

/* Index of the target that a move names by any edge on the piece; -1: none. */
static int target_named(const ruleset *r, const game *s, const stack *k, const target *t, int n, const aude_move *m)
{
    piece p = pieces_in(r, s)[k->piece];
    const aude_tile *tile = &kind_of_piece(r, p)->tile;
    if (m->edge >= 4) return -1;
    for (int i = 0; i < tile->n_segments; i++) {
        if (tile->segment[i].kind != m->feature || !(shape_of(r, p.kind_rotation)->ends[i] >> m->edge & 1)) continue;
        u16 root = feature_root(parents_in(r, s), (u16)(spaces_in(r, s)[p.space].first + i));
        for (int j = 0; j < n; j++)
            if (t[j].root == root) return j;
    }
    return -1;
}

/* ---- choosing a target: settle and final ask alike ---- */

/* What a seat has to choose: a stack and its targets. */
typedef struct choice {
    aude_move_kind kind;
    int stack; /* index; -1: nothing */
    int n;
    target target[MAX_TARGETS];
} choice;

static int choice_list(const ruleset *r, const game *s, const choice *c, int seat, aude_move *dst, int cap)
{
    square q = stack_square(r, s, &stacks_in(r, s)[c->stack]);
    for (int i = 0; i < c->n; i++) move_add(dst, cap, i, target_move(c->kind, seat, q, &c->target[i]));
    return c->n;
}

/* Index of the target that a legal move means; the move is brought to its usual form. -1: not legal. */
static int choice_made(const ruleset *r, const game *s, const choice *c, aude_move *m)
{
    const stack *k = &stacks_in(r, s)[c->stack];
    square q = stack_square(r, s, k);
    int i = target_named(r, s, k, c->target, c->n, m);
    if (m->kind != c->kind || q != square_at(m->x, m->y) || i < 0) return -1;
    *m = target_move(c->kind, m->seat, q, &c->target[i]);
    return i;
}

/* ---- chips going back ---- */

/* The chip of a seat on a stack goes back to the supply with whatever face it has (rule bets/settle-1). */
static void chip_back(const ruleset *r, game *s, int index, int seat)
{
    secrets *secret_part = secret(r, s);
    u8 face = secret_part->stack[index].face[seat];
    stacks(r, s)[index].seats &= (u8) ~(1u << seat);
    s->chips[seat]++;
    if (secret_part->unknown >> seat & 1) return;
    if (face == AUDE_HIDDEN_FACE)
        s->blocked = 1;
    else
        secret_part->supply[seat][face]++;
}

/* Stacks without chips are no stacks. */
static void stacks_sweep(const ruleset *r, game *s)
{
    stack *k = stacks(r, s);
    secrets *secret_part = secret(r, s);
    int kept = 0;
    for (int i = 0; i < s->n_stacks; i++) {
        if (k[i].seats == 0) continue;
        k[kept] = k[i];
        secret_part->stack[kept++] = secret_part->stack[i];
    }
    s->n_stacks = (u8)kept;
}

/* A flipped chip is known to all. Rule bets/settle-2: it pays by its highest matching entry, whoever stands in the feature. */
static u8 chip_flip(const ruleset *r, game *s, int index, int seat, u16 root, aude_events *ev)
{
    const stack *k = &stacks(r, s)[index];
    u8 face = secret(r, s)->stack[index].face[seat];
    if (face == AUDE_HIDDEN_FACE) {
        s->blocked = 1;
        return face;
    }
    int tiles = word_spaces(words_in(r, s)[root]), pay = aude_chip_pay(&r->face[face], tiles);
    s->score[seat] += pay;
    if (ev) {
        aude_event *e = event_add(ev, AUDE_EV_FLIPPED, seat);
        event_segment(e, r, s, root);
        event_square(e, stack_square(r, s, k));
        e->face = face;
        e->count = (i16)tiles;
        e->points = (i16)pay;
        e->worth.feature = root;
        e->worth.kind = e->feature;
        e->worth.points = (i16)pay;
        e->worth.n_items = 1;
        e->worth.item[0] = (aude_item){.term = AUDE_TERM_CHIP, .count = 1, .each = (i16)pay};
    }
    return face;
}

/* ---- settle: rules bets/settle-1 to bets/settle-6 ---- */

/* The turn has the steps settle and flip before placing bets, so a bookmaker tile that completes a feature settles the older
 * stacks first (rule bets/settle-6), and a chip that comes back can be bet again at once (rule bets/settle-1). */

/* The oldest stack that has several candidates and no decision yet. */
static choice settle_choice(const ruleset *r, const game *s)
{
    const stack *k = stacks_in(r, s);
    choice c = {.kind = AUDE_SETTLE, .stack = 0};
    for (; c.stack < s->n_stacks; c.stack++) {
        u16 root;
        if (k[c.stack].choice != NONE16 || targets_completed(r, s, k[c.stack].piece, &root) < 2) continue;
        c.n = targets_of(r, s, k[c.stack].piece, accept_completed, c.target);
        return c;
    }
    c.stack = -1;
    return c;
}

/* Up to the first stack that somebody has to decide, which is true: a stack with one candidate counts for it; with several, it takes the
 * default where nobody is there to choose. */
static bool settle_decide(const ruleset *r, game *s)
{
    stack *k = stacks(r, s);
    bool asks = !s->ended && !(s->left >> s->turn & 1);
    target t[MAX_TARGETS];
    for (int i = 0; i < s->n_stacks; i++) {
        if (k[i].choice != NONE16) continue;
        u16 root = NONE16;
        u32 n = targets_completed(r, s, k[i].piece, &root);
        if (n > 1 && asks) return true;
        if (n > 1) root = t[targets_best(t, targets_of(r, s, k[i].piece, accept_completed, t))].root;
        k[i].choice = root;
    }
    return false;
}

/* Whether a feature completed in this turn part has a segment on a bookmaker tile; mostly none has. */
static inline bool stacks_touched(const ruleset *r, const game *s)
{
    if (s->n_done == 0 || s->n_stacks == 0) return false;
    int offices = 0;
    for (int i = 0; i < s->n_done; i++) offices |= word_offices(words_in(r, s)[s->done[i].node]);
    return offices != 0;
}

/* Rule bets/settle-4: the player who placed the tile decides, stack by stack, oldest tile first, before any flip. */
static bool settle_open(const ruleset *r, game *s, aude_events *ev)
{
    (void)ev;
    if (!stacks_touched(r, s)) return false;
    if (!settle_decide(r, s)) return false;
    s->asked = (u8)(1u << s->turn);
    return true;
}

static int settle_list(const ruleset *r, const game *s, int seat, aude_move *dst, int cap)
{
    choice c = settle_choice(r, s);
    return choice_list(r, s, &c, seat, dst, cap);
}

static aude_err settle_check(const ruleset *r, const game *s, aude_move *m)
{
    choice c = settle_choice(r, s);
    return choice_made(r, s, &c, m) < 0 ? AUDE_E_ILLEGAL : AUDE_OK;
}

static flow settle_play(const ruleset *r, game *s, const aude_move *m, aude_events *ev)
{
    choice c = settle_choice(r, s);
    aude_move made = *m;
    stack *k = &stacks(r, s)[c.stack];
    k->choice = c.target[choice_made(r, s, &c, &made)].root;
    if (ev) {
        aude_event *e = event_add(ev, AUDE_EV_SETTLE, s->turn);
        event_segment(e, r, s, k->choice);
        event_square(e, stack_square(r, s, k));
        e->feature = made.feature;
        e->edge = made.edge;
    }
    return FLOW_REOPEN;
}

static flow settle_leave(const ruleset *r, game *s, aude_events *ev)
{
    (void)r, (void)ev;
    return s->ended || (s->left >> s->turn & 1) ? FLOW_REOPEN : FLOW_STAY;
}

static int settle_playout(const ruleset *r, game *s, aude_random *random);

const step bets_settle = {.shown = AUDE_STEP_SETTLE,
                          .open = settle_open,
                          .list = settle_list,
                          .check = settle_check,
                          .play = settle_play,
                          .leave = settle_leave,
                          .playout = settle_playout};

/* Rule bets/settle-1, bets/settle-5: every chip of every settled stack is flipped, paid and given back. */
static void flip_settled(const ruleset *r, game *s, aude_events *ev)
{
    stack *k = stacks(r, s);
    u32 flipped[AUDE_MAX_SEATS] = {0};
    for (int i = 0; i < s->n_stacks; i++) {
        if (k[i].choice == NONE16) continue;
        for (u32 seats = k[i].seats; seats; seats &= seats - 1) {
            int seat = bits_first(seats);
            u8 face = chip_flip(r, s, i, seat, k[i].choice, ev);
            if (face != AUDE_HIDDEN_FACE && r->face_count[face] == 1) flipped[seat] |= 1u << face;
            chip_back(r, s, i, seat);
        }
    }
    stacks_sweep(r, s);
    /* What was flipped lies on no other tile of its owner. */
    for (int i = 0; i < s->n_stacks; i++)
        for (int seat = 0; seat < r->n_seats; seat++) k[i].mask[seat] &= (u8)~flipped[seat];
}

/* Rule bets/void-1: a stack whose last target is gone goes back unscored and unflipped. */
static void return_void(const ruleset *r, game *s, aude_events *ev)
{
    if (r->setup.bets_unoccupied) return; /* whatever finished the last target has settled the stack */
    stack *k = stacks(r, s);
    u32 gone = 0, owners = 0;
    for (int i = 0; i < s->n_stacks; i++) {
        if (targets_left(r, s, k[i].piece)) continue;
        gone |= 1u << i;
        owners |= k[i].seats;
    }
    if (gone == 0) return;
    for (u32 seats = owners; seats; seats &= seats - 1) chips_narrow(r, s, bits_first(seats));
    for (; gone; gone &= gone - 1) {
        int i = bits_first(gone);
        for (u32 seats = k[i].seats; seats; seats &= seats - 1) {
            int seat = bits_first(seats);
            if (ev) {
                aude_event *e = event_add(ev, AUDE_EV_VOID, seat);
                event_square(e, stack_square(r, s, &k[i]));
                e->face = secret(r, s)->stack[i].face[seat];
            }
            chip_back(r, s, i, seat);
        }
    }
    stacks_sweep(r, s);
}

static bool flip_open(const ruleset *r, game *s, aude_events *ev)
{
    if (!stacks_touched(r, s)) return false;
    flip_settled(r, s, ev);
    return_void(r, s, ev);
    return false;
}

const step bets_flip = {.open = flip_open};

/* ---- place: rules bets/turn-1, bets/place-1 to -5 ---- */

static inline bool bet_due(const ruleset *r, const game *s)
{
    u16 newest = (u16)(s->n_pieces - 1);
    if (!kind_of_piece(r, pieces_in(r, s)[newest])->tile.office) return false; /* rule bets/turn-1 */
    return !s->ended;
}

static bool bet_open(const ruleset *r, game *s, aude_events *ev)
{
    u16 newest = (u16)(s->n_pieces - 1);
    if (!bet_due(r, s)) return false;
    if (state_drawable(r, s) == 0) return false;   /* rule bets/place-2 */
    if (!targets_left(r, s, newest)) return false; /* rule bets/place-3 */
    u32 asked = state_active(r, s);
    for (int seat = 0; seat < r->n_seats; seat++)
        if (s->chips[seat] == 0) asked &= ~(1u << seat); /* rule bets/place-5 */
    if (asked == 0) return false;
    s->asked = (u8)asked;
    if (ev) {
        aude_event *e = event_add(ev, AUDE_EV_BETS_OPEN, AUDE_NOBODY);
        e->seats = (u8)asked;
        event_square(e, spaces_in(r, s)[s->n_spaces - 1].at);
    }
    return true;
}

static int bet_list(const ruleset *r, const game *s, int seat, aude_move *dst, int cap)
{
    const secrets *own = secret_in(r, s);
    int n = move_add(dst, cap, 0, move_of(AUDE_BET, seat));
    aude_move m = move_of(AUDE_BET, seat);
    if (own->unknown >> seat & 1) {
        m.face = AUDE_HIDDEN_FACE;
        return move_add(dst, cap, n, m);
    }
    for (int face = 0; face < r->n_faces; face++) {
        if (own->supply[seat][face] == 0) continue; /* rule bets/place-1: of the own supply */
        m.face = (u8)face;
        n = move_add(dst, cap, n, m);
    }
    return n;
}

static aude_err bet_check(const ruleset *r, const game *s, aude_move *m)
{
    if (m->kind != AUDE_BET) return AUDE_E_ILLEGAL;
    if (m->face == AUDE_NO_BET) return AUDE_OK;
    if (m->face == AUDE_HIDDEN_FACE) return s->is_view ? AUDE_OK : AUDE_E_ILLEGAL;
    if (m->face >= r->n_faces) return AUDE_E_UNKNOWN;
    const secrets *own = secret_in(r, s);
    bool may = own->unknown >> m->seat & 1 ? chips_possible(r, s, m->seat, m->face) : own->supply[m->seat][m->face] > 0;
    return may ? AUDE_OK : AUDE_E_ILLEGAL;
}

/* All have chosen: the chips lie on the tile, for all at once (rule bets/place-4). */
static void bet_close(const ruleset *r, game *s, aude_events *ev)
{
    secrets *all = secret(r, s);
    int i = s->n_stacks;
    stack *k = &stacks(r, s)[i];
    *k = (stack){.piece = (u16)(s->n_pieces - 1), .choice = NONE16};
    memset(all->stack[i].face, AUDE_NO_BET, sizeof all->stack[i].face);
    memset(all->stack[i].final, NONE8, sizeof all->stack[i].final);
    for (u32 asked = s->asked; asked; asked &= asked - 1) {
        int seat = bits_first(asked);
        u8 face = all->pending[seat];
        bool bets = face != AUDE_NO_BET; /* cannot be foreseen: no branch on it */
        k->seats |= (u8)((u32)bets << seat);
        k->mask[seat] = (u8)(((1u << r->n_faces) - 1) * bets);
        all->stack[i].face[seat] = face;
        s->chips[seat] -= bets;
        if (face == AUDE_HIDDEN_FACE)
            all->unknown |= (u8)(1u << seat);
        else if (!(all->unknown >> seat & 1))
            all->supply[seat][bets ? face : 0] -= bets;
        if (ev)
            event_square(event_add(ev, face == AUDE_NO_BET ? AUDE_EV_NO_BET : AUDE_EV_BET, seat),
                         stack_square(r, s, k));
    }
    memset(all->pending, AUDE_NO_BET, sizeof all->pending);
    all->chosen = all->unseen = 0;
    if (k->seats) s->n_stacks++;
}

/* A view does not know what those who leave have chosen before, unless it saw the decision open. */
static void leave_unseen(const ruleset *r, game *s)
{
    const secrets *all = secret_in(r, s);
    if (all->unseen & ~all->chosen & (s->ended ? s->asked : s->left)) s->blocked = 1;
}

static flow bet_closes(const ruleset *r, game *s, aude_events *ev)
{
    if (s->asked & ~secret_in(r, s)->chosen & ~s->left) return FLOW_STAY;
    bet_close(r, s, ev);
    return FLOW_NEXT;
}

static flow bet_play(const ruleset *r, game *s, const aude_move *m, aude_events *ev)
{
    secret(r, s)->chosen |= (u8)(1u << m->seat);
    secret(r, s)->pending[m->seat] = m->face;
    if (ev) event_add(ev, AUDE_EV_CHOSEN, m->seat);
    return bet_closes(r, s, ev);
}

/* Rule base/retire-1: a secret choice already made stands, otherwise it is no bet. */
static flow bet_leave(const ruleset *r, game *s, aude_events *ev)
{
    leave_unseen(r, s);
    if (s->ended) secret(r, s)->chosen = s->asked;
    return bet_closes(r, s, ev);
}

/* No bet, or a face out of the own supply. */
static u8 bet_random(const ruleset *r, const game *s, int seat, aude_random *random)
{
    const secrets *own = secret_in(r, s);
    u8 face[AUDE_MAX_CHIPS + 1] = {AUDE_NO_BET};
    u32 n = 1;
    if (own->unknown >> seat & 1) {
        face[n++] = AUDE_HIDDEN_FACE;
    } else {
        for (u8 i = 0; i < r->n_faces; i++) {
            face[n] = i;
            n += own->supply[seat][i] > 0;
        }
    }
    return face[random_below(random, n)];
}

static void bet_pick(const ruleset *r, const game *s, int seat, aude_random *random, aude_move *dst)
{
    *dst = move_of(AUDE_BET, seat);
    dst->face = bet_random(r, s, seat, random);
}

static __attribute__((noinline)) int bet_playout(const ruleset *r, game *s, aude_random *random)
{
    if (!bet_open(r, s, NULL)) return flow_next(s, 0);
    int moves = 0;
    s->decision++;
    for (u32 seats = s->asked; seats; seats &= seats - 1, moves++) {
        int seat = bits_first(seats);
        secret(r, s)->pending[seat] = bet_random(r, s, seat, random);
    }
    bet_close(r, s, NULL);
    return flow_next(s, moves);
}

/* The steps settle and flip where something is to be settled. */
static __attribute__((noinline)) int settle_random(const ruleset *r, game *s, aude_random *random)
{
    int moves = 0;
    for (; settle_open(r, s, NULL); moves++) {
        s->decision++;
        choice c = settle_choice(r, s);
        stacks(r, s)[c.stack].choice = c.target[random_below(random, (u32)c.n)].root;
    }
    flip_open(r, s, NULL);
    return moves;
}

/* The steps settle, flip and place, which follow one another, at once; mostly there is nothing to do. */
static int settle_playout(const ruleset *r, game *s, aude_random *random)
{
    int moves = stacks_touched(r, s) ? settle_random(r, s, random) : 0;
    s->step += 2;
    return bet_due(r, s) ? moves + bet_playout(r, s, random) : flow_next(s, moves);
}

const step bets_place = {.shown = AUDE_STEP_BET,
                         .open = bet_open,
                         .list = bet_list,
                         .check = bet_check,
                         .play = bet_play,
                         .leave = bet_leave,
                         .pick = bet_pick,
                         .playout = bet_playout};

/* ---- the end: rules bets/final-1, bets/final-2 ---- */

/* The oldest stack on which this seat still has to choose; -1: none. With one target there is nothing to decide. */
static int final_stack(const ruleset *r, const game *s, int seat)
{
    const stack *k = stacks_in(r, s);
    for (int i = 0; i < s->n_stacks; i++)
        if ((k[i].seats >> seat & 1) && k[i].targets > 1 && secret_in(r, s)->stack[i].final[seat] == NONE8) return i;
    return -1;
}

static choice final_choice(const ruleset *r, const game *s, int seat)
{
    choice c = {.kind = AUDE_FINAL, .stack = final_stack(r, s, seat)};
    if (c.stack < 0) return c;
    const stack *k = &stacks_in(r, s)[c.stack];
    piece p = pieces_in(r, s)[k->piece];
    for (c.n = 0; c.n < k->targets; c.n++)
        c.target[c.n] = target_of(r, s, p, k->target[c.n], target_root(r, s, p, k->target[c.n]));
    return c;
}

/* Seats that have something to choose. */
static u32 final_seats(const ruleset *r, const game *s)
{
    u32 seats = 0;
    for (int i = 0; i < s->n_stacks; i++) {
        const stack *k = &stacks_in(r, s)[i];
        for (u32 left = k->targets > 1 ? k->seats : 0; left; left &= left - 1)
            seats |= (u32)(secret_in(r, s)->stack[i].final[bits_first(left)] == NONE8) << bits_first(left);
    }
    return seats;
}

/* A target of a stack as secrets keep it. */
static inline u8 final_code(const ruleset *r, const game *s, const stack *k, int segment)
{
    piece p = pieces_in(r, s)[k->piece];
    return (u8)(kind_of_piece(r, p)->tile.segment[segment].kind << 4 |
                shape_of(r, p.kind_rotation)->first_end[segment]);
}

static void final_choose(const ruleset *r, game *s, int index, int seat, int segment)
{
    secret(r, s)->stack[index].final[seat] = final_code(r, s, &stacks_in(r, s)[index], segment);
}

/* Those who have left take the default. */
static flow final_closes(const ruleset *r, game *s)
{
    for (u32 seats = s->asked & s->left; seats; seats &= seats - 1) {
        int seat = bits_first(seats);
        for (choice c; (c = final_choice(r, s, seat)).stack >= 0;)
            final_choose(r, s, c.stack, seat, c.target[targets_best(c.target, c.n)].segment);
        secret(r, s)->chosen |= (u8)(1u << seat);
    }
    return s->asked & ~secret_in(r, s)->chosen ? FLOW_STAY : FLOW_NEXT;
}

static bool final_open(const ruleset *r, game *s, aude_events *ev)
{
    (void)ev;
    for (int i = 0; i < s->n_stacks; i++) {
        stack *k = &stacks(r, s)[i];
        target t[MAX_TARGETS];
        k->targets = (u8)targets_of(r, s, k->piece, accept_unfinished, t);
        for (int j = 0; j < k->targets; j++) k->target[j] = t[j].segment;
    }
    s->asked |= (u8)final_seats(r, s);
    return final_closes(r, s) == FLOW_STAY;
}

static int final_list(const ruleset *r, const game *s, int seat, aude_move *dst, int cap)
{
    choice c = final_choice(r, s, seat);
    return choice_list(r, s, &c, seat, dst, cap);
}

static aude_err final_check(const ruleset *r, const game *s, aude_move *m)
{
    choice c = final_choice(r, s, m->seat);
    return choice_made(r, s, &c, m) < 0 ? AUDE_E_ILLEGAL : AUDE_OK;
}

static flow final_play(const ruleset *r, game *s, const aude_move *m, aude_events *ev)
{
    choice c = final_choice(r, s, m->seat);
    aude_move made = *m;
    final_choose(r, s, c.stack, m->seat, c.target[choice_made(r, s, &c, &made)].segment);
    if (ev) event_add(ev, AUDE_EV_CHOSEN, m->seat);
    if (!(final_seats(r, s) >> m->seat & 1)) secret(r, s)->chosen |= (u8)(1u << m->seat);
    return final_closes(r, s);
}

static flow final_leave(const ruleset *r, game *s, aude_events *ev)
{
    (void)ev;
    leave_unseen(r, s);
    return final_closes(r, s);
}

static int final_playout(const ruleset *r, game *s, aude_random *random)
{
    if (!final_open(r, s, NULL)) return flow_next(s, 0);
    int moves = 0;
    s->decision++;
    for (u32 seats = s->asked & ~(u32)secret_in(r, s)->chosen; seats; seats &= seats - 1) {
        int seat = bits_first(seats);
        for (int i; (i = final_stack(r, s, seat)) >= 0; moves++) {
            const stack *k = &stacks_in(r, s)[i];
            final_choose(r, s, i, seat, k->target[random_below(random, k->targets)]);
        }
    }
    return flow_next(s, moves);
}

const step bets_final = {.shown = AUDE_STEP_FINAL,
                         .open = final_open,
                         .list = final_list,
                         .check = final_check,
                         .play = final_play,
                         .leave = final_leave,
                         .playout = final_playout};

/* Rule bets/final-1: all chips still on tiles, against the tiles that their target has by then. */
static bool pay_open(const ruleset *r, game *s, aude_events *ev)
{
    const stack *k = stacks(r, s);
    s->asked = 0;
    secret(r, s)->chosen = 0;
    for (int i = 0; i < s->n_stacks; i++) {
        piece p = pieces_in(r, s)[k[i].piece];
        for (u32 seats = k[i].seats; seats; seats &= seats - 1) {
            int seat = bits_first(seats), chosen = 0;
            for (int j = 1; j < k[i].targets; j++)
                if (secret(r, s)->stack[i].final[seat] == final_code(r, s, &k[i], k[i].target[j])) chosen = j;
            chip_flip(r, s, i, seat, target_root(r, s, p, k[i].target[chosen]), ev);
            chip_back(r, s, i, seat);
        }
    }
    stacks_sweep(r, s);
    return false;
}

const step bets_pay = {.open = pay_open};

/* ---- for others ---- */

void bets_start(const ruleset *r, game *s)
{
    secrets *all = secret(r, s);
    all->chosen = all->unknown = all->unseen = 0;
    memset(all->pending, AUDE_NO_BET, sizeof all->pending);
    if (!mechanic_in_play(r, MECHANIC_BETS)) return;
    for (int seat = 0; seat < r->n_seats; seat++) { /* rule bets/setup-1 */
        s->chips[seat] = r->n_chips;
        memcpy(all->supply[seat], r->face_count, sizeof all->supply[seat]);
    }
}

aude_move bets_default(const ruleset *r, const game *s, int seat)
{
    choice c = r->step[s->step]->shown == AUDE_STEP_FINAL ? final_choice(r, s, seat) : settle_choice(r, s);
    square q = stack_square(r, s, &stacks_in(r, s)[c.stack]);
    return target_move(c.kind, seat, q, &c.target[targets_best(c.target, c.n)]);
}

/* ---- public questions ---- */

int aude_stacks(const aude_rules *rules, const aude_state *state, aude_stack *dst, int cap)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    for (int i = 0; i < s->n_stacks && i < cap; i++) {
        const stack *k = &stacks_in(r, s)[i];
        dst[i] = (aude_stack){.tile = k->piece};
        for (u32 seats = k->seats; seats; seats &= seats - 1) {
            int seat = bits_first(seats);
            dst[i].bet[dst[i].n_bets++] =
                (aude_bet){.seat = (u8)seat, .face = secret_in(r, s)->stack[i].face[seat], .mask = k->mask[seat]};
        }
    }
    return s->n_stacks;
}

int aude_targets(const aude_rules *rules, const aude_state *state, int tile, aude_target *dst, int cap)
{
    target t[MAX_TARGETS];
    int n = targets_of(rules_of(rules), state_in(state), (u16)tile, accept_unfinished, t);
    for (int i = 0; i < n && i < cap; i++)
        dst[i] = (aude_target){.feature = t[i].root, .kind = t[i].feature, .edge = t[i].edge};
    return n;
}

int aude_chips(const aude_state *state, int seat)
{
    return state_in(state)->chips[seat];
}

int aude_chips_of(const aude_rules *rules, const aude_state *state, int seat, int face)
{
    const secrets *all = secret_in(rules_of(rules), state_in(state));
    return all->unknown >> seat & 1 ? -1 : all->supply[seat][face];
}

int aude_pending_bet(const aude_rules *rules, const aude_state *state, int seat)
{
    const ruleset *r = rules_of(rules);
    const game *s = state_in(state);
    const secrets *all = secret_in(r, s);
    if (r->step[s->step]->shown != AUDE_STEP_BET || !(all->chosen >> seat & 1)) return -1;
    return all->pending[seat];
}
