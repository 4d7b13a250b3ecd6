/* tidings.c - see tidings.h. */
#include "app/tidings.h"

#include "app/words.h"

enum { SIZES_SHOWN = 5 };

static int percent(uint32_t part, uint32_t n)
{
    return n ? (int)((200ull * part + n) / (2ull * n)) : 0;
}

void tidings_chance(FILE *out, uint32_t hits, uint32_t n)
{
    int low, high;
    aude_odds_interval(hits, n, &low, &high);
    fprintf(out, "%d %% (%d to %d)", percent(hits, n), low / 10, (high + 9) / 10);
}

void tidings_sizes(FILE *out, const uint32_t *by_tiles, uint32_t n)
{
    uint32_t below = UINT32_MAX;
    int last = -1;
    for (int shown = 0; shown < SIZES_SHOWN; shown++) {
        int best = -1;
        for (int k = 0; k <= AUDE_ODDS_TILES; k++) {
            bool later = by_tiles[k] < below || (by_tiles[k] == below && k > last);
            if (by_tiles[k] && later && (best < 0 || by_tiles[k] > by_tiles[best])) best = k;
        }
        if (best < 0 || (shown && !percent(by_tiles[best], n))) return;
        fprintf(out, "%s%d%s tile%s %d %%", shown ? ", " : "", best, best == AUDE_ODDS_TILES ? " or more" : "",
                best == 1 ? "" : "s", percent(by_tiles[best], n));
        below = by_tiles[best];
        last = best;
    }
}

static uint32_t sum(const uint32_t *by_tiles)
{
    uint32_t n = 0;
    for (int k = 0; k <= AUDE_ODDS_TILES; k++) n += by_tiles[k];
    return n;
}

void tidings_office(FILE *out, const scene *s, int tile, const aude_odds *odds)
{
    aude_placed placed = aude_placed_at(s->rules, s->state, tile);
    bool office = aude_rules_kind(s->rules, placed.kind)->office;
    fprintf(out, "%s (%d,%d), %u simulated games:\n", office ? "Office of" : "Tile", placed.x, placed.y,
            odds->playouts);
    for (int i = 0; i < odds->n_targets; i++) {
        const aude_target *t = &odds->target[i].target;
        aude_feature f;
        uint32_t done = sum(odds->target[i].done), left = sum(odds->target[i].left);
        aude_feature_get(s->rules, s->state, t->feature, &f);
        fputs("  ", out);
        words_segment(out, s, placed.x, placed.y, t->kind, t->edge);
        fprintf(out, ", %d tile%s now: finished in ", f.n_tiles, f.n_tiles == 1 ? "" : "s");
        tidings_chance(out, done, odds->playouts);
        if (odds->n_targets > 1) {
            fputs(", as the first in ", out);
            tidings_chance(out, sum(odds->target[i].first), odds->playouts);
        }
        if (done) {
            fputs("\n    finished: ", out);
            tidings_sizes(out, odds->target[i].done, odds->playouts);
        }
        if (left) {
            fputs("\n    unfinished: ", out);
            tidings_sizes(out, odds->target[i].left, odds->playouts);
        }
        putc('\n', out);
    }
    for (int face = 0; office && face < aude_rules_n_faces(s->rules); face++) {
        double n = (double)odds->playouts * AUDE_ODDS_ONE;
        fputs("  chip ", out);
        words_chip(out, s->rules, face);
        fputs(" wins in ", out);
        tidings_chance(out, (odds->face[face].wins + AUDE_ODDS_ONE / 2) / AUDE_ODDS_ONE, odds->playouts);
        fprintf(out, " and pays %.2f points in the mean\n", n > 0 ? odds->face[face].paid / n : 0);
    }
}

void tidings_turn(FILE *out, const scene *s, const aude_valued *turn)
{
    static _Thread_local aude_state after; /* too big for a stack */
    if (turn->move.kind != AUDE_PLACE) {
        if (turn->move.kind == AUDE_MEEPLE) fputs("a meeple on ", out);
        if (turn->move.kind == AUDE_SETTLE || turn->move.kind == AUDE_FINAL)
            fprintf(out, "the stack of (%d,%d) counts for ", turn->move.x, turn->move.y);
        words_move(out, s, turn->move);
        return;
    }
    fprintf(out, "(%d,%d)", turn->move.x, turn->move.y);
    if (turn->move.rotation) fprintf(out, " turned %d°", turn->move.rotation * 90);
    if (turn->meeple.kind != AUDE_MEEPLE) return;
    aude_state_copy(s->rules, &after, s->state);
    if (aude_apply(s->rules, &after, turn->move, NULL)) return;
    scene then = *s;
    then.state = &after;
    fputs(", meeple on ", out);
    words_move(out, &then, turn->meeple);
}
