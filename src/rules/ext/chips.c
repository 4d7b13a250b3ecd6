/* chips.c - see chips.h. At most 8 chips a seat: sets of chips are bits of one byte, and assignments are counted set by set. */
#include "rules/ext/chips.h"
#include "base/random.h"

enum { N_SETS = 1 << AUDE_MAX_CHIPS };

/* One seat's puzzle: `chip` lists the faces of the chips that may lie on tiles, `place` the faces allowed at each place. */
typedef struct puzzle {
    int n_chips, n_places;
    u8 chip[AUDE_MAX_CHIPS];
    u8 place[AUDE_MAX_STACKS], at[AUDE_MAX_STACKS]; /* allowed faces as bits; index of the stack */
    u32 ways[N_SETS]; /* ways to fill the places from the k-th on, where the set holds the k chips used before */
} puzzle;

static void puzzle_count(puzzle *z)
{
    for (int used = (1 << z->n_chips) - 1; used >= 0; used--) {
        int k = bits_count((u32)used);
        z->ways[used] = k == z->n_places;
        if (k >= z->n_places) continue;
        for (int i = 0; i < z->n_chips; i++)
            if (!(used >> i & 1) && (z->place[k] >> z->chip[i] & 1)) z->ways[used] += z->ways[used | 1 << i];
    }
}

/* Places in the order of the stacks. A face that is known (recalled, or shown in a record) is the only one allowed. */
static void puzzle_of(const ruleset *r, const game *s, int seat, bool public_only, puzzle *z)
{
    const stack *k = stacks_in(r, s);
    const secrets *all = secret_in(r, s);
    z->n_chips = z->n_places = 0;
    for (int i = 0; i < s->n_stacks; i++) {
        if (!(k[i].seats >> seat & 1)) continue;
        u8 face = all->stack[i].face[seat];
        z->at[z->n_places] = (u8)i;
        z->place[z->n_places++] = (u8)(public_only || face == AUDE_HIDDEN_FACE ? k[i].mask[seat] : 1u << face);
    }
    bool supply_known = !public_only && !(all->unknown >> seat & 1);
    for (int face = 0; face < r->n_faces; face++) {
        int copies = r->face_count[face] - (supply_known ? all->supply[seat][face] : 0);
        for (int i = 0; i < copies; i++) z->chip[z->n_chips++] = (u8)face;
    }
    puzzle_count(z);
}

bool chips_possible(const ruleset *r, const game *s, int seat, int face)
{
    puzzle z;
    puzzle_of(r, s, seat, false, &z);
    if (face != AUDE_HIDDEN_FACE) z.place[z.n_places++] = (u8)(1u << face);
    puzzle_count(&z);
    return z.ways[0] > 0;
}

void chips_narrow(const ruleset *r, game *s, int seat)
{
    puzzle z;
    puzzle_of(r, s, seat, true, &z);
    for (int p = 0; p < z.n_places; p++) {
        u8 possible = 0, allowed = z.place[p];
        for (int face = 0; face < r->n_faces; face++) {
            if (!(allowed >> face & 1)) continue;
            z.place[p] = (u8)(1u << face);
            puzzle_count(&z);
            if (z.ways[0] > 0) possible |= (u8)(1u << face);
        }
        z.place[p] = allowed;
        stacks(r, s)[z.at[p]].mask[seat] = possible;
    }
}

void chips_assign(const ruleset *r, game *s, int seat, aude_random *random)
{
    puzzle z;
    puzzle_of(r, s, seat, false, &z);
    assert(z.ways[0] > 0);
    secrets *all = secret(r, s);
    int used = 0;
    for (int p = 0; p < z.n_places; p++) {
        u32 pick = random_below(random, z.ways[used]);
        for (int i = 0; i < z.n_chips; i++) {
            if ((used >> i & 1) || !(z.place[p] >> z.chip[i] & 1)) continue;
            u32 ways = z.ways[used | 1 << i];
            if (pick < ways) {
                all->stack[z.at[p]].face[seat] = z.chip[i];
                used |= 1 << i;
                break;
            }
            pick -= ways;
        }
    }
    if (!(all->unknown >> seat & 1)) return;
    all->unknown &= (u8) ~(1u << seat);
    memset(all->supply[seat], 0, sizeof all->supply[seat]);
    for (int i = 0; i < z.n_chips; i++)
        if (!(used >> i & 1)) all->supply[seat][z.chip[i]]++;
}
