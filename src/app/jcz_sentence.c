/* jcz_sentence.c - the sentences of a test file, each a pattern and what it claims. A sentence that no pattern fits fails. */
#include "app/jcz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* Skips a literal. */
static bool skip(const char **p, const char *literal)
{
    size_t n = strlen(literal);
    if (strncmp(*p, literal, n)) return false;
    *p += n;
    return true;
}

static bool skip_number(const char **p, int *value)
{
    char *end;
    long number = strtol(*p, &end, 10);
    if (end == *p || number < INT16_MIN || number > INT16_MAX) return false;
    *value = (int)number;
    *p = end;
    return true;
}

static bool skip_position(const char **p, int *x, int *y)
{
    return skip(p, "[") && skip_number(p, x) && skip(p, ",") && skip_number(p, y) && skip(p, "]");
}

static bool skip_points(const char **p, int *points)
{
    return skip_number(p, points) && (skip(p, " points") || skip(p, " point")) && !**p;
}

/* A player's name; a longer one is tried first. */
static int skip_player(const jcz_test *j, const char **p)
{
    int found = -1;
    size_t length = 0;
    for (int s = 0; s < j->game.record.setup.n_seats; s++) {
        size_t n = strlen(j->game.record.name[s]);
        if (n <= length || strncmp(*p, j->game.record.name[s], n) || (*p)[n] != ' ') continue;
        found = s;
        length = n;
    }
    *p += length;
    return found;
}

/* ---- The table now ----------------------------------------------------------------------------------------------- */

static aude_step step_now(const jcz_test *j)
{
    return aude_state_step(&j->game.rules, &j->game.table.course.state);
}

static const char *phase_now(const jcz_test *j)
{
    if (j->game.table.course.has_waiting) return "CommitActionPhase";
    switch (step_now(j)) {
    case AUDE_STEP_DRAW:
    case AUDE_STEP_PLACE: return "TilePhase";
    case AUDE_STEP_MEEPLE: return "ActionPhase";
    case AUDE_STEP_OVER: return "GameOverPhase";
    default: return "another phase";
    }
}

static bool undo_now(const jcz_test *j)
{
    static aude_game table;
    static aude_record record;
    static aude_line line[JCZ_MAX_LINES];
    bool allowed = false;
    for (int s = 0; s < j->game.record.setup.n_seats; s++) {
        table = j->game.table;
        record = j->game.record;
        memcpy(line, j->game.line, sizeof line);
        record.line = line;
        table.record = &record;
        if (!aude_game_undo(&table, s, -1, NULL)) allowed = true;
    }
    return allowed;
}

static int moves_now(const jcz_test *j, aude_move *moves)
{
    if (j->game.table.course.has_waiting) return 0;
    return aude_legal(&j->game.rules, &j->game.table.course.state, aude_state_turn(&j->game.table.course.state), moves,
                      AUDE_MAX_MOVES);
}

/* ---- Complete lists of options ----------------------------------------------------------------------------------- */

/* One option: a rotation on a space, or a segment. */
typedef struct choice {
    int x, y, feature;
    unsigned ends;
    bool found;
} choice;

enum { CHOICE_MAX = 4 * AUDE_MAX_MOVES };
static choice choice_list[CHOICE_MAX];
static int choice_n;

static void choice_add(int x, int y, int feature, unsigned ends)
{
    if (choice_n < CHOICE_MAX) choice_list[choice_n++] = (choice){x, y, feature, ends, false};
}

static bool choice_take(int x, int y, int feature, unsigned ends)
{
    for (int i = 0; i < choice_n; i++) {
        choice *c = &choice_list[i];
        if (c->x != x || c->y != y || c->feature != feature || c->ends != ends) continue;
        c->found = true;
        return true;
    }
    return false;
}

static bool choice_all(jcz_test *j, int value, const char *sentence)
{
    bool good = true;
    for (int i = 0; i < choice_n; i++) {
        const choice *c = &choice_list[i];
        if (!c->found)
            good = jcz_fail(j, value, "\"%s\": possible too: [%d,%d] %s %x", sentence, c->x, c->y,
                            c->feature < 0 ? "rotation" : "ends", c->ends);
    }
    return good;
}

/* `[x,y] - [rotations]; ...`: all placements of the tile in hand, equal rotations one by one. */
static bool options_place(jcz_test *j, int value, const char *sentence, const char *p)
{
    static aude_move moves[AUDE_MAX_MOVES];
    int n = moves_now(j, moves), hand = aude_state_hand(&j->game.table.course.state);
    choice_n = 0;
    for (int i = 0; i < n && moves[i].kind == AUDE_PLACE; i++)
        for (int r = moves[i].rotation; r < 4; r += aude_rules_n_rotations(&j->game.rules, hand))
            choice_add(moves[i].x, moves[i].y, -1, (unsigned)(90 * r));
    do {
        int x, y, degrees;
        if (!skip_position(&p, &x, &y) || !skip(&p, " - ["))
            return jcz_fail(j, value, "\"%s\" is not understood", sentence);
        do {
            if (!skip_number(&p, &degrees)) return jcz_fail(j, value, "\"%s\" is not understood", sentence);
            if (!choice_take(x, y, -1, (unsigned)degrees))
                return jcz_fail(j, value, "\"%s\": not possible: [%d,%d] %d", sentence, x, y, degrees);
        } while (skip(&p, ","));
        if (!skip(&p, "]")) return jcz_fail(j, value, "\"%s\" is not understood", sentence);
    } while (skip(&p, "; "));
    return *p ? jcz_fail(j, value, "\"%s\" is not understood", sentence) : choice_all(j, value, sentence);
}

/* `{Feature,LOCATION,[x,y]}; ...`: all segments for a meeple. */
static bool options_meeple(jcz_test *j, int value, const char *sentence, const char *p)
{
    static aude_move moves[AUDE_MAX_MOVES];
    int n = moves_now(j, moves);
    aude_placed at =
        aude_placed_at(&j->game.rules, &j->game.table.course.state, aude_n_placed(&j->game.table.course.state) - 1);
    choice_n = 0;
    for (int i = 0; i < n; i++)
        for (int s = 0; moves[i].kind == AUDE_MEEPLE && s < aude_rules_kind(&j->game.rules, at.kind)->n_segments; s++) {
            aude_segment segment = aude_rules_segment(&j->game.rules, at.kind, at.rotation, s);
            if (segment.kind != moves[i].feature) continue;
            if (segment.kind != AUDE_MONASTERY && !(segment.ends >> moves[i].edge & 1)) continue;
            choice_add(at.x, at.y, segment.kind, segment.ends);
        }
    do {
        int x, y;
        unsigned ends;
        if (!skip(&p, "{")) return jcz_fail(j, value, "\"%s\" is not understood", sentence);
        size_t size = strcspn(p, ",");
        int feature = jcz_feature(p, size);
        if (feature < 0 || !p[size])
            return jcz_fail(j, value, "\"%s\": feature %.*s is not known", sentence, (int)size, p);
        p += size + 1;
        size = strcspn(p, ",");
        const char *location = p;
        bool good = jcz_location(p, size, feature, &ends);
        p += size;
        if (!good || !skip(&p, ",") || !skip_position(&p, &x, &y) || !skip(&p, "}"))
            return jcz_fail(j, value, "\"%s\" is not understood", sentence);
        if (!choice_take(x, y, feature, ends))
            return jcz_fail(j, value, "\"%s\": not possible: %.*s on [%d,%d]", sentence, (int)size, location, x, y);
    } while (skip(&p, "; "));
    return *p ? jcz_fail(j, value, "\"%s\" is not understood", sentence) : choice_all(j, value, sentence);
}

/* ---- Sentences --------------------------------------------------------------------------------------------------- */

static bool sentence_action(jcz_test *j, int value, const char *sentence, const char *p)
{
    static aude_move moves[AUDE_MAX_MOVES];
    int n = moves_now(j, moves), hand = aude_state_hand(&j->game.table.course.state);
    bool available;
    if (skip(&p, "TilePlacement") && (!*p || skip(&p, " for ")))
        available = step_now(j) == AUDE_STEP_PLACE && (!*p || jcz_tile(&j->game, p) == hand);
    else if (skip(&p, "Meeple") && (!*p || !strcmp(p, " for SmallFollower")))
        available = step_now(j) == AUDE_STEP_MEEPLE && moves[n - 1].kind == AUDE_MEEPLE;
    else if (!strcmp(p, "Confirm"))
        available = j->game.table.course.has_waiting;
    else
        return jcz_fail(j, value, "\"%s\": this action is not known", sentence);
    return available || jcz_fail(j, value, "\"%s\": it is not available", sentence);
}

static bool sentence_player(jcz_test *j, int seat, int value, const char *sentence, const char *p)
{
    int points = 0;
    if (skip(&p, " has ") && skip_points(&p, &points)) {
        int score = aude_score(&j->game.table.course.state, seat);
        return score == points || jcz_fail(j, value, "\"%s\": the score is %d", sentence, score);
    }
    if (!skip(&p, " scored ")) return jcz_fail(j, value, "\"%s\" is not understood", sentence);
    size_t size = strcspn(p, " ");
    int feature = jcz_feature(p, size);
    if (feature < 0) return jcz_fail(j, value, "\"%s\": feature %.*s is not known", sentence, (int)size, p);
    p += size;
    if (!skip(&p, " for ") || !skip_points(&p, &points))
        return jcz_fail(j, value, "\"%s\" is not understood", sentence);
    for (int i = 0; i < j->n_scored; i++)
        if (j->scored[i].seat == seat && j->scored[i].kind == feature && j->scored[i].points == points) return true;
    return jcz_fail(j, value, "\"%s\": there is no such score", sentence);
}

bool jcz_sentence(jcz_test *j, int value, const char *sentence)
{
    static aude_move moves[AUDE_MAX_MOVES];
    static char text[16384];
    const char *p = text;
    snprintf(text, sizeof text, "%s", sentence);
    size_t n = strlen(text);
    if (n && text[n - 1] == '.') text[n - 1] = 0;
    int seat = skip_player(j, &p);
    if (seat >= 0) return sentence_player(j, seat, value, sentence, p);
    if (skip(&p, "Available action ")) return sentence_action(j, value, sentence, p);
    if (skip(&p, "TilePlacement ")) {
        size_t size = strcspn(p, " ");
        char id[32];
        snprintf(id, sizeof id, "%.*s", (int)size, p);
        p += size;
        if (!skip(&p, " options: ")) return jcz_fail(j, value, "\"%s\" is not understood", sentence);
        if (step_now(j) != AUDE_STEP_PLACE || jcz_tile(&j->game, id) != aude_state_hand(&j->game.table.course.state))
            return jcz_fail(j, value, "\"%s\": it is not the tile in hand", sentence);
        return options_place(j, value, sentence, p);
    }
    if (skip(&p, "Meeple SmallFollower options: ")) return options_meeple(j, value, sentence, p);
    bool yes, now;
    if (skip(&p, "Player can pass") || skip(&p, "Player can't pass")) {
        yes = !strstr(text, "can't");
        now = moves_now(j, moves) && moves[0].kind == AUDE_PASS;
    } else if (skip(&p, "Undo is allowed") || skip(&p, "Undo is not allowed")) {
        yes = !strstr(text, "not");
        now = undo_now(j);
    } else if (skip(&p, "Phase is ") || skip(&p, "phase is ")) {
        if (!strcmp(p, phase_now(j))) return true;
        return jcz_fail(j, value, "\"%s\": it is %s", sentence, phase_now(j));
    } else {
        return jcz_fail(j, value, "\"%s\" is not understood", sentence);
    }
    if (*p) return jcz_fail(j, value, "\"%s\" is not understood", sentence);
    return yes == now || jcz_fail(j, value, "\"%s\": it is the other way round", sentence);
}
