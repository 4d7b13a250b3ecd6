/* words.c - plain, short sentences. Coordinates are written (x,y), x to the east and y to the south, as everywhere. */
#include "app/words.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static const char *const edge_name[4] = {"north", "east", "south", "west"};
static const char *const corner_name[4] = {"north-east", "south-east", "south-west", "north-west"};

const char *words_kind(int feature)
{
    static const char *const name[] = {"city", "road", "monastery", "field"};
    return name[feature];
}

static const char *plural(int n)
{
    return n == 1 ? "" : "s";
}

/* "north, east and west". */
static void list_write(FILE *out, const char *const *item, int n)
{
    for (int i = 0; i < n; i++) fprintf(out, "%s%s", !i ? "" : i + 1 < n ? ", " : " and ", item[i]);
}

/* A field by the edges it has whole, and the corners that those do not say already. */
static void field_where(FILE *out, unsigned halves)
{
    int n = 0;
    unsigned whole = 0;
    const char *item[8];
    for (unsigned e = 0; e < 4; e++)
        if ((halves >> 2 * e & 3) == 3) whole |= 1u << e;
    for (unsigned e = 0; e < 4; e++)
        if (whole >> e & 1) item[n++] = edge_name[e];
    for (unsigned e = 0; e < 4; e++) { /* the corner after edge e: its R half, the next edge's L half */
        unsigned next = (e + 1) % 4, corner = 1u << (2 * e + 1) | 1u << 2 * next;
        if ((halves & corner) && !(whole & (1u << e | 1u << next))) item[n++] = corner_name[e];
    }
    list_write(out, item, n);
}

void words_where(FILE *out, aude_segment segment)
{
    static const char *const pair[16] = {[3] = "north-east", [5] = "north-south", [6] = "south-east",
                                         [9] = "north-west", [10] = "east-west",  [12] = "south-west"};
    if (segment.kind == AUDE_MONASTERY) {
        fputs("middle", out);
    } else if (segment.ends == (segment.kind == AUDE_FIELD ? 255 : 15)) {
        fputs("all around", out);
    } else if (segment.kind == AUDE_FIELD) {
        field_where(out, segment.ends);
    } else if (pair[segment.ends]) {
        fputs(pair[segment.ends], out);
    } else {
        int n = 0;
        const char *item[4];
        for (int e = 0; e < 4; e++)
            if (segment.ends >> e & 1) item[n++] = edge_name[e];
        list_write(out, item, n);
    }
}

/* All segments of one kind in one phrase: "city north", "roads east, south and west". */
static void kind_words(FILE *out, const aude_segment *segment, int n_segments, int kind, int *n)
{
    unsigned single = 0;
    for (int i = 0; i < n_segments; i++)
        if (segment[i].kind == kind && !segment[i].pennants && (segment[i].ends & (segment[i].ends - 1)) == 0)
            single |= segment[i].ends;
    bool several = single & (single - 1);
    if (several) {
        const char *item[4];
        int items = 0;
        for (int e = 0; e < 4; e++)
            if (single >> e & 1) item[items++] = edge_name[e];
        fprintf(out, "%s%s ", (*n)++ ? "; " : "", kind == AUDE_CITY ? "cities" : "roads");
        list_write(out, item, items);
    }
    for (int i = 0; i < n_segments; i++) {
        if (segment[i].kind != kind || (several && (segment[i].ends & ~single) == 0)) continue;
        fprintf(out, "%s%s", (*n)++ ? "; " : "", words_kind(kind));
        if (kind == AUDE_MONASTERY) continue;
        putc(' ', out);
        words_where(out, segment[i]);
        if (segment[i].pennants) fputs(" with a pennant", out);
    }
}

void words_tile(FILE *out, const aude_rules *rules, int kind, int rotation)
{
    const aude_tile *tile = aude_rules_kind(rules, kind);
    aude_segment segment[AUDE_MAX_SEGMENTS];
    int n = 0;
    for (int i = 0; i < tile->n_segments; i++) segment[i] = aude_rules_segment(rules, kind, rotation, i);
    for (int k = AUDE_CITY; k <= AUDE_MONASTERY; k++) kind_words(out, segment, tile->n_segments, k, &n);
    if (tile->office) fprintf(out, "%sbetting office", n++ ? "; " : "");
    if (!n) fputs("meadow", out);
}

int words_segment_at(const aude_rules *rules, int kind, int rotation, int feature, int edge)
{
    const aude_tile *tile = aude_rules_kind(rules, kind);
    for (int i = 0; i < tile->n_segments; i++) {
        aude_segment segment = aude_rules_segment(rules, kind, rotation, i);
        if (segment.kind == feature && (edge == AUDE_NO_EDGE || segment.ends >> edge & 1)) return i;
    }
    return -1;
}

/* The segment of a placed tile that has this edge. */
static bool segment_find(const scene *s, int x, int y, int feature, int edge, aude_segment *dst)
{
    int tile = aude_tile_at(s->rules, s->state, x, y);
    if (tile < 0) return false;
    aude_placed placed = aude_placed_at(s->rules, s->state, tile);
    int segment = words_segment_at(s->rules, placed.kind, placed.rotation, feature, edge);
    if (segment >= 0) *dst = aude_rules_segment(s->rules, placed.kind, placed.rotation, segment);
    return segment >= 0;
}

void words_segment(FILE *out, const scene *s, int x, int y, int feature, int edge)
{
    aude_segment segment;
    fprintf(out, "the %s", words_kind(feature));
    if (feature == AUDE_MONASTERY || !segment_find(s, x, y, feature, edge, &segment)) return;
    fputs(" (", out);
    words_where(out, segment);
    putc(')', out);
}

void words_seats(FILE *out, const scene *s, unsigned seats)
{
    int n = 0;
    for (int i = 0; i < s->n_seats; i++)
        if (seats >> i & 1) {
            seats &= ~(1u << i);
            fprintf(out, "%s%s", !n++ ? "" : seats ? ", " : " and ", s->name[i]);
        }
    if (!n) fputs("nobody", out);
}

/* "Ann scores", "Ann and Ben score", "You score". */
static void seats_do(FILE *out, const scene *s, unsigned seats, const char *verb)
{
    bool one = seats && !(seats & (seats - 1));
    words_seats(out, s, seats);
    fprintf(out, " %s%s", verb, one ? scene_s(s, __builtin_ctz(seats)) : "");
}

void words_extent(FILE *out, const scene *s, int feature)
{
    int tile[AUDE_MAX_TILES];
    int n = aude_feature_tiles(s->rules, s->state, feature, tile, AUDE_MAX_TILES);
    for (int i = 0; i < n; i++) {
        aude_placed placed = aude_placed_at(s->rules, s->state, tile[i]);
        fprintf(out, "%s(%d,%d)", i ? " " : "", placed.x, placed.y);
    }
}

void words_targets(FILE *out, const scene *s, int tile)
{
    aude_target target[AUDE_MAX_SEGMENTS];
    aude_placed placed = aude_placed_at(s->rules, s->state, tile);
    int n = aude_targets(s->rules, s->state, tile, target, AUDE_MAX_SEGMENTS);
    for (int i = 0; i < n; i++) {
        aude_feature f;
        aude_feature_get(s->rules, s->state, target[i].feature, &f);
        fputs(i ? "; " : "", out);
        words_segment(out, s, placed.x, placed.y, target[i].kind, target[i].edge);
        fprintf(out, " of %d tile%s, %d open edge%s", f.n_tiles, plural(f.n_tiles), f.n_open, plural(f.n_open));
    }
    if (!n) fputs("nothing any more", out);
}

void words_meeples(FILE *out, const scene *s, const uint8_t meeples[AUDE_MAX_SEATS])
{
    int n = 0;
    for (int i = 0; i < s->n_seats; i++)
        if (meeples[i]) fprintf(out, "%s%d of %s", n++ ? ", " : "", meeples[i], s->name[i]);
    if (!n) fputs("nobody", out);
}

void words_items(FILE *out, const aude_worth *worth)
{
    static const char *const noun[] = {"tile", "pennant", "monastery", "neighbour", "completed city", "chip"};
    for (int i = 0; i < worth->n_items; i++) {
        const aude_item *item = &worth->item[i];
        const char *name = noun[item->term];
        if (item->term == AUDE_TERM_CITIES && item->count != 1) name = "completed citie";
        fprintf(out, "%s%d %s%s × %d = %d", i ? "; " : "", item->count, name, plural(item->count), item->each,
                item->count * item->each);
    }
    if (!worth->n_items) fputs("nothing to count", out);
}

void words_chip(FILE *out, const aude_rules *rules, int face)
{
    char text[64] = "?";
    if (face >= 0 && face < aude_rules_n_faces(rules)) aude_chip_write(aude_rules_face(rules, face), text, sizeof text);
    fputs(text, out);
}

/* The tile that a meeple move speaks of: the newest one. */
static void newest_segment(FILE *out, const scene *s, int feature, int edge)
{
    aude_placed placed = aude_placed_at(s->rules, s->state, aude_n_placed(s->state) - 1);
    words_segment(out, s, placed.x, placed.y, feature, edge);
}

void words_move(FILE *out, const scene *s, aude_move move)
{
    switch (move.kind) {
    case AUDE_PLACE:
        fprintf(out, "(%d,%d)", move.x, move.y);
        if (move.rotation) fprintf(out, " turned %d°", move.rotation * 90);
        fputs(": ", out);
        words_tile(out, s->rules, aude_state_hand(s->state), move.rotation);
        break;
    case AUDE_PASS: fputs("no meeple", out); break;
    case AUDE_MEEPLE: newest_segment(out, s, move.feature, move.edge); break;
    case AUDE_SETTLE:
    case AUDE_FINAL: words_segment(out, s, move.x, move.y, move.feature, move.edge); break;
    case AUDE_BET:
        if (move.face == AUDE_NO_BET) {
            fputs("no bet", out);
        } else {
            fputs("chip ", out);
            words_chip(out, s->rules, move.face);
        }
        break;
    default: {
        char line[64];
        aude_move_write(s->rules, move, line, sizeof line);
        fputs(line, out);
    }
    }
}

void words_choice(FILE *out, const scene *s, aude_move move)
{
    aude_segment segment;
    if (move.kind == AUDE_BET) {
        words_chip(out, s->rules, move.face);
        return;
    }
    if (move.kind == AUDE_MEEPLE) {
        aude_placed placed = aude_placed_at(s->rules, s->state, aude_n_placed(s->state) - 1);
        move.x = placed.x;
        move.y = placed.y;
    }
    fputs(words_kind(move.feature), out);
    if (move.feature == AUDE_MONASTERY || !segment_find(s, move.x, move.y, move.feature, move.edge, &segment)) return;
    putc(' ', out);
    words_where(out, segment);
    if (move.kind == AUDE_MEEPLE) return;
    aude_feature f;
    int tile = aude_tile_at(s->rules, s->state, move.x, move.y);
    aude_feature_get(s->rules, s->state, aude_feature_at(s->rules, s->state, tile, move.feature, move.edge), &f);
    fprintf(out, " of %d tile%s", f.n_tiles, plural(f.n_tiles));
}

static void scored_words(FILE *out, const scene *s, const aude_worth *w)
{
    const char *state = w->kind == AUDE_FIELD ? "" : w->complete ? "completed " : "unfinished ";
    const char *article = *state == 'u' ? "an" : "a";
    if (w->winners) {
        seats_do(out, s, w->winners, "score");
        fprintf(out, " %d%s for %s %s%s (", w->points, w->winners & (w->winners - 1) ? " each" : "", article, state,
                words_kind(w->kind));
        words_items(out, w);
        fputs(").", out);
    } else {
        fprintf(out, "Nobody scores for %s %s%s: no meeple there.", article, state, words_kind(w->kind));
    }
}

/* "Your chip 4/5", "The chip 4/5 of Ann"; the number is left out where it is hidden. */
static void chip_of(FILE *out, const scene *s, int seat, int face)
{
    bool you = scene_is_you(s, seat);
    fputs(you ? "Your chip" : "The chip", out);
    if (face != AUDE_HIDDEN_FACE) {
        putc(' ', out);
        words_chip(out, s->rules, face);
    }
    if (!you) fprintf(out, " of %s", s->name[seat]);
}

/* A message of the library, which knows seats by their numbers: with names instead. */
void words_refusal(FILE *out, const scene *s, const aude_errinfo *error)
{
    const char *at = error->message, *seat = strstr(at, "seat ");
    int number = seat && isdigit((unsigned char)seat[5]) ? seat[5] - '0' : AUDE_NOBODY;
    if (number < s->n_seats) {
        fprintf(out, "%.*s%s", (int)(seat - at), at, s->name[number]);
        at = seat + 6;
        if (scene_is_you(s, number) && !strncmp(at, " has", 4)) fputs(" have", out), at += 4;
        if (scene_is_you(s, number) && !strncmp(at, " is", 3)) fputs(" are", out), at += 3;
    } else {
        putc(toupper((unsigned char)*at), out);
        at += *at != 0;
    }
    fprintf(out, "%s.\n", at);
}

/* Why the game ends: what happened before in the same move says it. */
static void final_words(FILE *out, const scene *s, const aude_events *events, int index)
{
    bool left = false, discarded = false,
         tiles = aude_state_hand(s->state) >= 0 || aude_state_n_bag(s->rules, s->state);
    for (int i = 0; i < index; i++) {
        left |= events->event[i].kind == AUDE_EV_LEFT;
        discarded |= events->event[i].kind == AUDE_EV_DISCARDED;
    }
    if (aude_state_left(s->state) == (1u << s->n_seats) - 1)
        fputs("Nobody plays on: final scoring.", out);
    else if (left && tiles)
        fputs("The game is ended before its last tile: final scoring.", out);
    else if (discarded)
        fputs("No tile is left that fits: final scoring.", out);
    else
        fputs("The last tile is placed: final scoring.", out);
}

void words_event(FILE *out, const scene *s, const aude_events *events, int index)
{
    const aude_event *e = &events->event[index];
    const char *name = e->seat < s->n_seats ? s->name[e->seat] : "";
    const char *end = e->seat < s->n_seats ? scene_s(s, e->seat) : "s";
    switch (e->kind) {
    case AUDE_EV_DISCARDED:
        words_tile(out, s->rules, e->tile, 0);
        fprintf(out, ": fits nowhere and leaves the game; %s draw%s again.", name, end);
        break;
    case AUDE_EV_PLACED:
        fprintf(out, "%s place%s ", name, end);
        words_tile(out, s->rules, e->tile, e->rotation);
        fprintf(out, " at (%d,%d).", e->x, e->y);
        break;
    case AUDE_EV_MEEPLE:
        fprintf(out, "%s put%s a meeple on ", name, end);
        words_segment(out, s, e->x, e->y, e->feature, e->edge);
        putc('.', out);
        break;
    case AUDE_EV_SCORED: scored_words(out, s, &e->worth); break;
    case AUDE_EV_BETS_OPEN: fprintf(out, "Bets are open at the office of (%d,%d).", e->x, e->y); break;
    case AUDE_EV_BET: fprintf(out, "%s %s placed a chip on (%d,%d).", name, *end ? "has" : "have", e->x, e->y); break;
    case AUDE_EV_NO_BET: fprintf(out, "%s %s not bet.", name, *end ? "has" : "have"); break;
    case AUDE_EV_SETTLE:
        fprintf(out, "The stack on (%d,%d) counts for ", e->x, e->y);
        words_segment(out, s, e->x, e->y, e->feature, e->edge);
        putc('.', out);
        break;
    case AUDE_EV_FLIPPED:
        chip_of(out, s, e->seat, e->face);
        fprintf(out, " %s: %d tile%s.", e->points ? "wins" : "misses", e->count, plural(e->count));
        if (e->points) fprintf(out, " +%d", e->points);
        break;
    case AUDE_EV_VOID:
        chip_of(out, s, e->seat, AUDE_HIDDEN_FACE);
        fprintf(out, " goes back unseen from (%d,%d): it has no target any more.", e->x, e->y);
        break;
    case AUDE_EV_FINAL: final_words(out, s, events, index); break;
    case AUDE_EV_LEFT: fprintf(out, "%s %s left the game.", name, *end ? "has" : "have"); break;
    case AUDE_EV_OVER:
        fputs("The game is over. ", out);
        if (e->seats) {
            bool one = !(e->seats & (e->seats - 1));
            seats_do(out, s, e->seats, one ? "win" : "share");
            fputs(one ? "." : " the victory.", out);
        }
        break;
    default: break; /* a draw is seen in the hand, a turn in the question */
    }
}

void words_why(FILE *out, const scene *s, const aude_events *events, int index)
{
    const aude_event *e = &events->event[index];
    const aude_worth *w = &e->worth;
    words_event(out, s, events, index);
    putc('\n', out);
    if (e->kind == AUDE_EV_FLIPPED) {
        aude_feature target;
        aude_feature_get(s->rules, s->state, w->feature, &target);
        fprintf(out, "    The %s has %d tile%s: ", words_kind(target.kind), e->count, plural(e->count));
        words_extent(out, s, w->feature);
        fputs(".\n    The chip ", out);
        words_chip(out, s->rules, e->face);
        const aude_chip *chip = aude_rules_face(s->rules, e->face);
        fputs(" wins on", out);
        for (int i = 0; i < chip->n_entries; i++) {
            const aude_entry *entry = &chip->entry[i];
            fprintf(out, "%s %d%s tiles (pays %d)",
                    i             ? " or"
                    : entry->plus ? ""
                                  : " exactly",
                    entry->tiles, entry->plus ? " or more" : "", entry->tiles * entry->times);
        }
        fprintf(out, "; it pays %d.\n    Rules: bets/settle-2, bets/settle-1\n", e->points);
        return;
    }
    fputs("    ", out);
    words_items(out, w);
    fputs("\n", out);
    if (w->kind != AUDE_FIELD)
        fputs("    Tiles: ", out);
    else
        fputs("    Field on: ", out);
    words_extent(out, s, w->feature);
    fputs("\n    Meeples: ", out);
    words_meeples(out, s, w->meeples);
    if (w->winners) {
        fputs("; most there: ", out);
        words_seats(out, s, w->winners);
    }
    static const char *const rule[] = {"base/city-1", "base/road-1", "base/monastery-1", "base/field-1"};
    fprintf(out, "\n    Rules: %s%s, base/majority-1\n", rule[w->kind],
            w->kind == AUDE_CITY || w->kind == AUDE_ROAD ? ", base/count-1" : "");
}
