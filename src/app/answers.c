/* answers.c - questions a player asks: what is there, what is it worth, what can still come. */
#include "app/answers.h"

#include "app/doubt.h"
#include "app/glyph.h"
#include "app/words.h"

#include <stdbool.h>

/* A name with its mark, padded to the longest name at the table. */
static void name_column(FILE *out, const scene *s, int seat)
{
    int width = 0;
    for (int i = 0; i < s->n_seats; i++)
        if (glyph_columns(s->name[i]) > width) width = glyph_columns(s->name[i]);
    fprintf(out, "%s %s%*s", scene_mark_text(seat), s->name[seat], width - glyph_columns(s->name[seat]), "");
}

void answer_legal(FILE *out, const scene *s, const choices *c)
{
    char label[16];
    if (!c->n) fputs("There is nothing to decide now.\n", out);
    for (int i = 0; i < c->n; i++) {
        fprintf(out, "%5s  ", choices_label(c, i, label));
        words_move(out, s, c->choice[i].move);
        putc('\n', out);
    }
}

/* ---- Features ---- */

/* "complete, 3 tiles, Ann 1; 6 points for Ann". */
static void feature_state(FILE *out, const scene *s, int id)
{
    aude_feature f;
    aude_worth w;
    aude_feature_get(s->rules, s->state, id, &f);
    aude_worth_of(s->rules, s->state, id, &w);
    if (f.kind == AUDE_FIELD)
        fprintf(out, "%d completed cit%s", f.n_cities, f.n_cities == 1 ? "y" : "ies");
    else if (f.kind == AUDE_MONASTERY && f.n_open)
        fprintf(out, "%d of 8 spaces around it empty", f.n_open);
    else if (f.n_open)
        fprintf(out, "%d tile%s, %d open edge%s", f.n_tiles, f.n_tiles == 1 ? "" : "s", f.n_open,
                f.n_open == 1 ? "" : "s");
    else if (f.kind == AUDE_MONASTERY)
        fputs("complete", out);
    else
        fprintf(out, "complete, %d tile%s", f.n_tiles, f.n_tiles == 1 ? "" : "s");
    if (f.n_pennants) fprintf(out, ", %d pennant%s", f.n_pennants, f.n_pennants == 1 ? "" : "s");
    fputs("; ", out);
    words_meeples(out, s, f.meeples);
    fprintf(out, "; worth %d now", w.points);
    if (w.winners) {
        fputs(" for ", out);
        words_seats(out, s, w.winners);
    }
}

static bool field_is_empty(const aude_feature *f)
{
    int n = 0;
    for (int i = 0; i < AUDE_MAX_SEATS; i++) n += f->meeples[i];
    return n == 0;
}

/* Of a feature on a single tile, where there, since several can be: " north", " east and west". */
static void feature_where(FILE *out, const scene *s, int id)
{
    int tile, shown = 0;
    if (aude_feature_tiles(s->rules, s->state, id, &tile, 1) != 1) return;
    aude_placed placed = aude_placed_at(s->rules, s->state, tile);
    const aude_tile *kind = aude_rules_kind(s->rules, placed.kind);
    for (int i = 0; i < kind->n_segments; i++) {
        if (aude_feature_of(s->rules, s->state, tile, i) != id) continue;
        aude_segment segment = aude_rules_segment(s->rules, placed.kind, placed.rotation, i);
        if (segment.kind == AUDE_MONASTERY) return;
        fputs(shown++ ? ", " : " ", out);
        words_where(out, segment);
    }
}

/* Lists what there is of a kind; returns how many were shown. */
static int features_of_kind(FILE *out, const scene *s, int kind, bool complete)
{
    static int id[AUDE_MAX_TILES * AUDE_MAX_SEGMENTS];
    int n = aude_features(s->rules, s->state, kind, id, AUDE_MAX_TILES * AUDE_MAX_SEGMENTS), shown = 0, idle = 0;
    for (int i = 0; i < n; i++) {
        aude_feature f;
        aude_feature_get(s->rules, s->state, id[i], &f);
        if (kind != AUDE_FIELD && (f.n_open == 0) != complete) continue;
        if (kind == AUDE_FIELD && !f.n_cities && field_is_empty(&f)) {
            idle++;
            continue;
        }
        fprintf(out, "  %s %d at ", words_kind(kind), ++shown);
        words_extent(out, s, id[i]);
        feature_where(out, s, id[i]);
        fputs("\n      ", out);
        feature_state(out, s, id[i]);
        putc('\n', out);
        int city[AUDE_MAX_TILES],
            cities = kind == AUDE_FIELD ? aude_field_cities(s->rules, s->state, id[i], city, AUDE_MAX_TILES) : 0;
        for (int j = 0; j < cities; j++) {
            fputs("      city: ", out);
            words_extent(out, s, city[j]);
            putc('\n', out);
        }
    }
    if (idle) fprintf(out, "  and %d more, without a meeple and without a completed city\n", idle);
    return shown;
}

void answer_features(FILE *out, const scene *s)
{
    int n = 0;
    fputs("Unfinished:\n", out);
    for (int kind = AUDE_CITY; kind <= AUDE_MONASTERY; kind++) n += features_of_kind(out, s, kind, false);
    if (!n) fputs("  none\n", out);
    fputs("Complete:\n", out);
    n = 0;
    for (int kind = AUDE_CITY; kind <= AUDE_MONASTERY; kind++) n += features_of_kind(out, s, kind, true);
    if (!n) fputs("  none\n", out);
}

void answer_fields(FILE *out, const scene *s)
{
    aude_setup setup;
    aude_rules_setup(s->rules, &setup);
    if (!setup.fields)
        fputs("Fields do not score in this game.\n", out);
    else
        fputs("Fields (3 points for each completed city that touches one, at the end):\n", out);
    features_of_kind(out, s, AUDE_FIELD, false);
}

/* ---- One space ---- */

static const aude_space *space_find(const scene *s, int x, int y)
{
    static aude_space space[4 * AUDE_MAX_TILES];
    int n = aude_open_spaces(s->rules, s->state, space, 4 * AUDE_MAX_TILES);
    for (int i = 0; i < n; i++)
        if (space[i].x == x && space[i].y == y) return &space[i];
    return NULL;
}

static void space_edges(FILE *out, const aude_space *space)
{
    static const char *const edge[4] = {"north", "east", "south", "west"};
    int n = 0;
    for (int e = 0; e < 4; e++)
        if (space->edge[e] != 255) fprintf(out, "%s%s %s", n++ ? ", " : "", words_kind(space->edge[e]), edge[e]);
}

static void stack_line(FILE *out, const scene *s, const aude_stack *stack)
{
    aude_placed placed = aude_placed_at(s->rules, s->state, stack->tile);
    fprintf(out, "  (%d,%d): ", placed.x, placed.y);
    for (int i = 0; i < stack->n_bets; i++) {
        const aude_bet *bet = &stack->bet[i];
        int faces = aude_rules_n_faces(s->rules);
        fprintf(out, "%s%s %s", i ? ", " : "", scene_mark_text(bet->seat), s->name[bet->seat]);
        if ((bet->mask & ((1u << faces) - 1)) == (1u << faces) - 1) continue;
        fputs(" (by elimination", out);
        const char *between = " ";
        for (int face = 0; face < faces; face++)
            if (bet->mask >> face & 1) {
                fputs(between, out);
                words_chip(out, s->rules, face);
                between = " or ";
            }
        putc(')', out);
    }
    fputs("\n      waits for ", out);
    words_targets(out, s, stack->tile);
    putc('\n', out);
}

void answer_look(FILE *out, const scene *s, int x, int y)
{
    bool near = x >= INT16_MIN && x <= INT16_MAX && y >= INT16_MIN && y <= INT16_MAX;
    int index = near ? aude_tile_at(s->rules, s->state, x, y) : -1;
    if (index < 0) {
        const aude_space *space = space_find(s, x, y);
        if (!space) {
            fprintf(out, "(%d,%d) is empty, and no tile lies beside it.\n", x, y);
            return;
        }
        fprintf(out, "(%d,%d) is empty. A tile here needs: ", x, y);
        space_edges(out, space);
        fputs(".\n", out);
        answer_fits(out, s, x, y);
        return;
    }
    aude_placed placed = aude_placed_at(s->rules, s->state, index);
    const aude_tile *tile = aude_rules_kind(s->rules, placed.kind);
    fprintf(out, "(%d,%d): the tile that records call %s", x, y, tile->name);
    if (placed.rotation) fprintf(out, " turned %d°", placed.rotation * 90);
    fprintf(out, "%s%s:\n", index == 0 ? ", the start tile" : "",
            index && index == aude_n_placed(s->state) - 1 ? ", the last one placed" : "");
    static aude_figure figure[AUDE_MAX_SEATS * AUDE_MAX_MEEPLES];
    int figures = aude_figures(s->rules, s->state, figure, AUDE_MAX_SEATS * AUDE_MAX_MEEPLES);
    for (int i = 0; i < tile->n_segments; i++) {
        aude_segment segment = aude_rules_segment(s->rules, placed.kind, placed.rotation, i);
        fprintf(out, "  %s ", words_kind(segment.kind));
        words_where(out, segment);
        fputs(segment.pennants ? " with a pennant: " : ": ", out);
        feature_state(out, s, aude_feature_of(s->rules, s->state, index, i));
        for (int j = 0; j < figures; j++)
            if (figure[j].tile == index &&
                words_segment_at(s->rules, placed.kind, placed.rotation, figure[j].feature, figure[j].edge) == i &&
                figure[j].feature == segment.kind)
                fprintf(out, "; a meeple of %s stands here", s->name[figure[j].seat]);
        putc('\n', out);
    }
    doubt_tile(out, tile);
    if (!tile->office) return;
    aude_stack stack[AUDE_MAX_STACKS];
    int n = aude_stacks(s->rules, s->state, stack, AUDE_MAX_STACKS), found = 0;
    for (int i = 0; i < n; i++)
        if (stack[i].tile == index && ++found) {
            fputs("  betting office with the stack\n  ", out);
            stack_line(out, s, &stack[i]);
        }
    if (!found) fputs("  betting office without chips\n", out);
}

/* ---- Points ---- */

void answer_score(FILE *out, const scene *s, bool projected)
{
    int points[AUDE_MAX_SEATS] = {0};
    bool over = aude_state_step(s->rules, s->state) == AUDE_STEP_OVER;
    aude_projected(s->rules, s->state, points);
    for (int i = 0; i < s->n_seats; i++) {
        name_column(out, s, i);
        fprintf(out, "  %3d points", aude_score(s->state, i));
        if (!over && projected) fprintf(out, ", %3d if the game ended now without bets", points[i]);
        if (!over) fprintf(out, "%s %d meeples left", projected ? ";" : ",", aude_supply(s->state, i));
        if (aude_state_left(s->state) >> i & 1) fputs("; has left", out);
        putc('\n', out);
    }
}

void answer_result(FILE *out, const scene *s, const history *h)
{
    int width = 0;
    for (int i = 0; i < s->n_seats; i++)
        if (glyph_columns(s->name[i]) + 2 > width) width = glyph_columns(s->name[i]) + 2;
    fprintf(out, "%*s  roads cities monasteries fields  bets  total\n", width, "");
    for (int i = 0; i < s->n_seats; i++) {
        const int *p = h->points[i];
        name_column(out, s, i);
        fprintf(out, "  %5d %6d %11d %6d %5d  %5d\n", p[AUDE_ROAD], p[AUDE_CITY], p[AUDE_MONASTERY], p[AUDE_FIELD],
                p[HISTORY_BETS], aude_score(s->state, i));
    }
    unsigned winners = aude_winners(s->rules, s->state);
    if (!winners) {
        fputs("Nobody wins: all have left.\n", out);
        return;
    }
    bool one = !(winners & (winners - 1));
    words_seats(out, s, winners);
    if (one)
        fprintf(out, " win%s the game.\n", scene_s(s, __builtin_ctz(winners)));
    else
        fputs(" share the victory.\n", out);
}

/* ---- What can still come ---- */

void answer_tiles(FILE *out, const scene *s)
{
    int unseen = aude_state_n_unseen(s->state), bag = aude_state_n_bag(s->rules, s->state);
    fprintf(out, "%d tile%s left", bag, bag == 1 ? "" : "s");
    if (unseen != bag) fprintf(out, " to draw, out of %d not seen yet", unseen);
    fputs(bag ? "; how many, the name in records, what is on it:\n" : ".\n", out);
    for (int kind = 0; kind < aude_rules_n_kinds(s->rules); kind++) {
        int n = aude_state_in_bag(s->rules, s->state, kind);
        if (!n) continue;
        fprintf(out, "  %d × %-8s ", n, aude_rules_kind(s->rules, kind)->name);
        words_tile(out, s->rules, kind, 0);
        putc('\n', out);
    }
    int discarded = aude_state_n_discarded(s->state);
    if (discarded) fputs("Out of the game, because they fitted nowhere:", out);
    for (int i = 0; i < discarded; i++)
        fprintf(out, " %s", aude_rules_kind(s->rules, aude_state_discarded(s->rules, s->state, i))->name);
    if (discarded) putc('\n', out);
}

void answer_fits(FILE *out, const scene *s, int x, int y)
{
    int total = 0, unseen = aude_state_n_unseen(s->state), hand = aude_state_hand(s->state);
    if (!space_find(s, x, y)) {
        fprintf(out, "(%d,%d) is no open space beside a tile.\n", x, y);
        return;
    }
    if (hand >= 0)
        fprintf(out, "The tile in hand %s here.\n",
                aude_fits(s->rules, s->state, hand, x, y) ? "fits" : "does not fit");
    for (int kind = 0; kind < aude_rules_n_kinds(s->rules); kind++) {
        int n = aude_state_in_bag(s->rules, s->state, kind);
        if (!n || !aude_fits(s->rules, s->state, kind, x, y)) continue;
        total += n;
        fprintf(out, "  %d × %-8s ", n, aude_rules_kind(s->rules, kind)->name);
        words_tile(out, s->rules, kind, 0);
        putc('\n', out);
    }
    fprintf(out, "%d of the %d tiles not seen yet fit%s here", total, unseen, total == 1 ? "s" : "");
    if (unseen) fprintf(out, ", so the next draw fits with a chance of %d %%", (200 * total + unseen) / (2 * unseen));
    fputs(".\n", out);
}

/* ---- The Bets ---- */

void answer_stacks(FILE *out, const scene *s)
{
    aude_stack stack[AUDE_MAX_STACKS];
    int n = aude_stacks(s->rules, s->state, stack, AUDE_MAX_STACKS);
    fputs(n ? "Stacks of chips, oldest office first:\n" : "There are no chips on the board.\n", out);
    for (int i = 0; i < n; i++) stack_line(out, s, &stack[i]);
}

void answer_own_chips(FILE *out, const scene *s)
{
    int shown = 0;
    for (int face = 0; face < aude_rules_n_faces(s->rules); face++) {
        int n = aude_chips_of(s->rules, s->state, s->viewer, face);
        if (n <= 0) continue;
        fputs(shown++ ? ", " : "", out);
        if (n > 1) fprintf(out, "%d of ", n);
        words_chip(out, s->rules, face);
    }
    if (!shown) fputs("none", out);
}

void answer_chips(FILE *out, const scene *s)
{
    if (!aude_rules_n_faces(s->rules)) {
        fputs("This game is played without The Bets.\n", out);
        return;
    }
    for (int i = 0; i < s->n_seats; i++) {
        int n = aude_chips(s->state, i);
        name_column(out, s, i);
        fprintf(out, "  %d chip%s to bet with\n", n, n == 1 ? "" : "s");
    }
    if (s->viewer < s->n_seats) {
        fprintf(out, "%s: ", scene_is_you(s, s->viewer) ? "Yours" : s->name[s->viewer]);
        answer_own_chips(out, s);
        putc('\n', out);
    }
    fputs("Chips of a player at the beginning:", out);
    for (int face = 0; face < aude_rules_n_faces(s->rules); face++) {
        int n = aude_rules_face_count(s->rules, face);
        putc(' ', out);
        if (n > 1) fprintf(out, "%d of ", n);
        words_chip(out, s->rules, face);
    }
    putc('\n', out);
    doubt_chips(out, s->setup);
}
