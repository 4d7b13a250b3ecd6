/* signature.c - plays seeded games by picking from the canonical legal lists, and combines the public digest of every decision
 * and all scores. How fast paths choose at random does not enter; what the rules allow and do does. */
#include "app/signature.h"

enum { SIGNATURE_GAMES = 4 /* of each combination */ };

static void signature_add(signature *s, uint64_t value)
{
    s->value = (s->value ^ value) * 0x9e3779b97f4a7c15u;
    s->value ^= s->value >> 32;
}

static aude_move signature_pick(signature *s, uint32_t actors)
{
    if (actors != AUDE_CHANCE) {
        int n = aude_legal(&s->rules, &s->state, __builtin_ctz(actors), s->moves, AUDE_MAX_MOVES);
        signature_add(s, (uint64_t)n);
        return s->moves[aude_random_below(&s->random, (uint32_t)n)];
    }
    uint32_t sum = 0;
    int i = 0, n = aude_chance(&s->rules, &s->state, s->moves, s->weight, AUDE_MAX_MOVES);
    for (int k = 0; k < n; k++) sum += s->weight[k];
    for (uint32_t pick = aude_random_below(&s->random, sum); pick >= s->weight[i]; i++) pick -= s->weight[i];
    return s->moves[i];
}

static void signature_game(signature *s, int n_seats)
{
    aude_start(&s->rules, &s->state);
    for (uint32_t actors; (actors = aude_actors(&s->rules, &s->state));) {
        signature_add(s, aude_digest(&s->rules, &s->state));
        if (aude_apply(&s->rules, &s->state, signature_pick(s, actors), NULL)) __builtin_trap();
    }
    signature_add(s, aude_digest(&s->rules, &s->state));
    for (int seat = 0; seat < n_seats; seat++) signature_add(s, (uint64_t)aude_score(&s->state, seat));
    signature_add(s, aude_winners(&s->rules, &s->state));
}

uint64_t signature_compute(signature *s)
{
    s->value = 0;
    aude_random_seed(&s->random, 1);
    for (int bets = 0; bets < 2; bets++)
        for (int n_seats = 1; n_seats <= AUDE_MAX_SEATS; n_seats++)
            for (int choice = 0; choice < 16; choice++) {
                aude_setup setup;
                aude_setup_default(&setup, n_seats);
                if (bets) setup.set[setup.n_sets++] = aude_tileset_find("bets", 0);
                setup.fields = !(choice & 1);
                setup.tiny_city = choice & 2 ? 2 : 4;
                setup.bets_unoccupied = !(choice & 4);
                setup.draws = choice & 8 ? 30 + choice : 0;
                setup.meeples = choice & 8 ? 1 + choice % AUDE_MAX_MEEPLES : 7;
                setup.first = choice % n_seats;
                if (aude_rules_init(&s->rules, &setup, NULL)) __builtin_trap();
                for (int game = 0; game < SIGNATURE_GAMES; game++) signature_game(s, n_seats);
            }
    return s->value;
}
