/* view.c - what one seat may know: wiping a state, redacting events, filling a view with a possibility.
 *
 * Only rules/ext and this file write the secrets. */
#include "base/error.h"
#include "rules/events.h"
#include "rules/ext/chips.h"

void aude_view(const aude_rules *rules, const aude_state *state, int seat, unsigned flags, aude_state *dst)
{
    const ruleset *r = rules_of(rules);
    aude_state_copy(rules, dst, state);
    game *s = state_of(dst);
    secrets *all = secret(r, s);
    u32 own = seat < r->n_seats ? 1u << seat : 0;
    s->is_view = 1;
    all->unseen = (u8)(s->asked & ~own);
    all->chosen &= (u8)own;
    for (int other = 0; other < r->n_seats; other++) {
        if (own >> other & 1) continue;
        all->unknown |= (u8)(1u << other);
        all->pending[other] = AUDE_NO_BET;
        memset(all->supply[other], 0, sizeof all->supply[other]);
    }
    for (int i = 0; i < s->n_stacks; i++) {
        for (int other = 0; other < AUDE_MAX_SEATS; other++) {
            bool mine = own >> other & 1;
            /* rule bets/secret-1: nobody sees a chip on a tile, its owner included */
            if (!mine || !(flags & AUDE_RECALL)) all->stack[i].face[other] = AUDE_HIDDEN_FACE;
            if (!mine) all->stack[i].final[other] = NONE8;
        }
    }
}

aude_err aude_view_own(const aude_rules *rules, aude_state *view, int seat, const int *copies, aude_errinfo *error)
{
    const ruleset *r = rules_of(rules);
    game *s = state_of(view);
    secrets *all = secret(r, s);
    int n = 0;
    if (seat < 0 || seat >= r->n_seats)
        return error_at(error, AUDE_E_UNKNOWN, 0, 0, "there is no such seat", NULL, NULL);
    for (int face = 0; face < r->n_faces; face++) {
        if (copies[face] < 0 || copies[face] > aude_rules_face_count(rules, face))
            return error_at(error, AUDE_E_RANGE, 0, 0, "no player has so many chips of one face", NULL, NULL);
        n += copies[face];
    }
    if (n != aude_chips(view, seat))
        return error_at(error, AUDE_E_RANGE, 0, 0, "these are not as many chips as lie in the supply", NULL, NULL);
    u8 before[AUDE_MAX_CHIPS], unknown = all->unknown;
    memcpy(before, all->supply[seat], sizeof before);
    for (int face = 0; face < r->n_faces; face++) all->supply[seat][face] = (u8)copies[face];
    all->unknown &= (u8) ~(1u << seat);
    if (!chips_possible(r, s, seat, AUDE_HIDDEN_FACE)) {
        memcpy(all->supply[seat], before, sizeof before);
        all->unknown = unknown;
        return error_at(error, AUDE_E_RANGE, 0, 0, "some of these chips lie on tiles", NULL, NULL);
    }
    all->unseen &= (u8) ~(1u << seat);
    return AUDE_OK;
}

void aude_resample(const aude_rules *rules, const aude_state *view, aude_random *random, aude_state *dst)
{
    const ruleset *r = rules_of(rules);
    aude_state_copy(rules, dst, view);
    game *s = state_of(dst);
    s->is_view = 0;
    secret(r, s)->unseen = 0;
    for (int seat = 0; seat < r->n_seats; seat++) chips_assign(r, s, seat, random);
}

int aude_redact(const aude_rules *rules, const aude_events *all, int seat, aude_events *dst)
{
    (void)rules;
    int n = 0;
    for (int i = 0; i < all->n; i++) {
        const aude_event *e = &all->event[i];
        if (e->kind == AUDE_EV_CHOSEN && e->seat != seat) continue;
        dst->event[n] = *e;
        if (e->kind == AUDE_EV_VOID && e->seat != seat) dst->event[n].face = AUDE_HIDDEN_FACE;
        n++;
    }
    dst->n = n;
    return n;
}
