/* Raw moves on a state: a refused move leaves everything as it was, and the state at the end equals its rebuilt self.
 *
 * The first byte chooses the setup. Then each step is a byte: below 160 the listed or drawn move of that number (modulo
 * how many there are), else a raw move made of the 10 bytes that follow. */
#include <stdlib.h>
#include <string.h>

#include "aude.h"

static aude_rules rules[4];
static aude_state state, rebuilt;
static aude_move list[AUDE_MAX_MOVES];
static uint32_t weight[AUDE_MAX_KINDS];

static void rules_prepare(void)
{
    static int done;
    for (int i = 0; i < 4 && !done; i++) {
        static aude_tileset bookmakers;
        aude_setup setup;
        aude_setup_default(&setup, 1 + i);
        bookmakers = *aude_tileset_find("bets", 0);
        for (int k = 0; k < bookmakers.n_tiles && i > 1; k++) bookmakers.tile[k].count = 3;
        if (i > 0) setup.set[setup.n_sets++] = &bookmakers;
        setup.bets_unoccupied = i != 3;
        setup.fields = i != 2;
        setup.draws = i > 1 ? 24 : 0;
        if (aude_rules_init(&rules[i], &setup, NULL)) abort();
    }
    done = 1;
}

static int listed(const aude_rules *r, const aude_state *s, unsigned pick, aude_move *dst)
{
    uint32_t actors = aude_actors(r, s);
    if (!actors) return 0;
    int n = 0;
    if (actors == AUDE_CHANCE) {
        n = aude_chance(r, s, list, weight, AUDE_MAX_KINDS);
    } else {
        unsigned skip = pick % (unsigned)__builtin_popcount(actors);
        while (skip--) actors &= actors - 1;
        n = aude_legal(r, s, __builtin_ctz(actors), list, AUDE_MAX_MOVES);
    }
    if (n < 1) abort();
    *dst = list[pick % (unsigned)n];
    return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rules_prepare();
    if (size < 1) return 0;
    const aude_rules *r = &rules[data[0] % 4];
    aude_events events = {.n = 0};
    aude_start(r, &state);
    for (size_t i = 1; i < size;) {
        aude_move move = {0};
        uint8_t pick = data[i++];
        int known = pick < 160;
        if (known) {
            if (!listed(r, &state, pick, &move)) break;
        } else {
            uint8_t raw[10] = {0};
            size_t n = size - i < sizeof raw ? size - i : sizeof raw;
            memcpy(raw, data + i, n);
            i += n;
            move = (aude_move){
                raw[0],         raw[1],        raw[2], raw[3], raw[4], raw[5], (uint16_t)(raw[6] | raw[7] << 8),
                (int8_t)raw[8], (int8_t)raw[9]};
        }
        uint64_t before = known ? 0 : aude_full_digest(r, &state);
        aude_err err = aude_apply(r, &state, move, pick % 2 ? &events : NULL);
        if (err && (known || aude_full_digest(r, &state) != before)) abort();
    }
    aude_state_copy(r, &rebuilt, &state);
    aude_state_rebuild(r, &rebuilt);
    if (aude_full_digest(r, &rebuilt) != aude_full_digest(r, &state)) abort();
    return 0;
}
