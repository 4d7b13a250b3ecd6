/* reason.c - see reason.h. */
#include "app/reason.h"

#include "app/tidings.h"
#include "app/words.h"

#include <stdlib.h>

enum { ODDS_PLAYOUTS = 100 };

adviser *reason_open(uint64_t seed)
{
    void *room = aligned_alloc(16, adviser_bytes());
    return room ? adviser_begin(room, seed) : NULL;
}

void reason_choose(adviser *a, const scene *s, uint32_t playouts, aude_valued *dst)
{
    const aude_budget budget = {.playouts = playouts};
    adviser_choose(a, s->rules, s->state, s->viewer, &budget, dst);
}

/* ---- Facts -------------------------------------------------------------------------------------------------------- */

static const char *owner(const scene *s, const fact *f, char dst[SCENE_NAME + 4])
{
    snprintf(dst, SCENE_NAME + 4, "%s's", s->name[__builtin_ctz(f->seats)]);
    return dst;
}

static const char *plural(int n)
{
    return n == 1 ? "" : "s";
}

static void claim_write(FILE *out, const fact *f, int kind)
{
    if (kind == AUDE_MONASTERY)
        fprintf(out, "claims a monastery with %d of 8 neighbours", f->n);
    else if (kind == AUDE_FIELD)
        fprintf(out, "claims a field with %d completed %s", f->n, f->n == 1 ? "city" : "cities");
    else
        fprintf(out, "claims a %s of %d tile%s", words_kind(kind), f->n, plural(f->n));
}

static void score_write(FILE *out, const fact *f)
{
    fprintf(out, "scores %d", f->points / 1000);
    const char *join = " for ";
    for (int k = 0; k < AUDE_N_FEATURE_KINDS; k++)
        if (f->features >> k & 1) fprintf(out, "%sa %s", join, words_kind(k)), join = " and ";
    if (f->n) fprintf(out, " and brings %d meeple%s home", f->n, plural(f->n));
}

static void block_write(FILE *out, const scene *s, const fact *f, int kind)
{
    char name[SCENE_NAME + 4];
    if (f->n)
        fprintf(out, "only %d tile%s that %s left still fit%s (%d,%d)", f->n, plural(f->n), f->n == 1 ? "is" : "are",
                f->n == 1 ? "s" : "", f->x, f->y);
    else
        fprintf(out, "no tile that is left fits (%d,%d)", f->x, f->y);
    fprintf(out, ", where %s %s is open", owner(s, f, name), words_kind(kind));
}

static void fact_write(FILE *out, const scene *s, const fact *f)
{
    char name[SCENE_NAME + 4];
    int kind = f->features ? __builtin_ctz(f->features) : 0;
    switch (f->kind) {
    case FACT_SCORES: score_write(out, f); break;
    case FACT_HOME: fprintf(out, "brings %d meeple%s home", f->n, plural(f->n)); break;
    case FACT_GIVES:
        fprintf(out, "%d points of it go to ", f->points / 1000);
        words_seats(out, s, f->seats);
        break;
    case FACT_CLAIMS: claim_write(out, f, kind); break;
    case FACT_TAKES: fprintf(out, "takes %s %s over", owner(s, f, name), words_kind(kind)); break;
    case FACT_JOINS: fprintf(out, "gets you into %s %s", owner(s, f, name), words_kind(kind)); break;
    case FACT_GROWS: fprintf(out, "your %s grows to %d tiles", words_kind(kind), f->n); break;
    case FACT_BLOCKS: block_write(out, s, f, kind); break;
    case FACT_FIELDS: fprintf(out, "your field gets %d more completed %s", f->n, f->n == 1 ? "city" : "cities"); break;
    case FACT_KEEPS: fprintf(out, f->n == 1 ? "keeps your last meeple" : "keeps your last %d meeples", f->n); break;
    case FACT_CHIP:
        fprintf(out, "it wins in %.0f %% of the simulated games and pays %.1f points in the mean", f->chance / 10.0,
                f->points / 1000.0);
        return;
    case FACT_NO_BET:
        fprintf(out, "the best chip would pay %.1f points in the mean, and may pay more later", f->points / 1000.0);
        break;
    default: fprintf(out, "it has %d tile%s", f->n, plural(f->n));
    }
    if (f->chance >= 0) fprintf(out, ", %d %% to finish", f->chance / 10);
}

/* ---- Sentences ---------------------------------------------------------------------------------------------------- */

void reason_write(adviser *a, FILE *out, const scene *s, const aude_valued *turn)
{
    fact list[ADVISER_FACTS];
    int n = adviser_facts(a, s->rules, s->state, s->viewer, turn, list);
    for (int i = 0; i < n; i++) {
        if (i) fputs("; ", out);
        fact_write(out, s, &list[i]);
    }
    if (!n) fputs("it keeps most possibilities open", out);
}

void reason_hint(adviser *a, FILE *out, const scene *s, const aude_valued *turn)
{
    tidings_turn(out, s, turn);
    fputs(": ", out);
    reason_write(a, out, s, turn);
    putc('.', out);
    if (turn->playouts && turn->move.kind != AUDE_BET)
        fprintf(out, " Expected lead %+.1f, chance to win %.0f %%.", turn->lead / 1000.0, turn->win / 10.0);
    putc('\n', out);
}

void reason_odds(adviser *a, FILE *out, const scene *s, int x, int y)
{
    const aude_budget budget = {.playouts = ODDS_PLAYOUTS};
    uint32_t n;
    int tile = aude_tile_at(s->rules, s->state, x, y);
    if (tile < 0) {
        uint32_t filled = adviser_space(a, s->rules, s->state, x, y, &budget, &n);
        fprintf(out, "The space (%d,%d) is filled in ", x, y);
        tidings_chance(out, filled, n);
        fprintf(out, " of %u simulated games.\n", n);
    } else if (!aude_targets(s->rules, s->state, tile, NULL, 0)) {
        fprintf(out, "No road or city of (%d,%d) is unfinished.\n", x, y);
    } else {
        tidings_office(out, s, tile, adviser_odds(a, s->rules, s->state, tile, &budget));
    }
}
