/* verbs.c - what can be typed during a game: one table of words with their help, and what each does. Lines of the record
 * grammar that are moves are understood as well. */
#include "app/verbs.h"
#include "app/answers.h"
#include "app/doubt.h"
#include "app/note.h"
#include "app/reason.h"
#include "app/rulebook.h"
#include "app/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Arguments ---- */

char *verb_word(char **rest)
{
    char *word = *rest + strspn(*rest, " \t");
    char *end = word + strcspn(word, " \t");
    *rest = end + (*end != 0);
    *end = 0;
    return word;
}

bool verb_number(char **rest, int *dst)
{
    char *word = verb_word(rest), *end;
    long value = strtol(word, &end, 10);
    if (end == word || *end || value < -999999 || value > 999999) return false;
    *dst = (int)value;
    return true;
}

bool verb_rest_is_empty(const char *rest)
{
    return !rest[strspn(rest, " \t")];
}

/* ---- Moves ---- */

static void nobody_say(const play *p, FILE *out)
{
    prompt_idle(out, p);
    putc('\n', out);
}

/* Plays a line of the record grammar. */
static void line_play(play *p, const char *line, FILE *out)
{
    scene s;
    aude_move move;
    aude_errinfo error;
    play_scene(p, &s);
    if (p->actor == AUDE_NOBODY)
        nobody_say(p, out);
    else if (aude_move_read(s.rules, s.state, line, strlen(line), &move, &error))
        words_refusal(out, &s, &error);
    else if (move.kind == AUDE_DRAW || move.kind == AUDE_END)
        fputs("Tiles are drawn by the program.\n", out);
    else if (move.seat != p->actor)
        fprintf(out, "It is %s's decision now.\n", s.name[p->actor]);
    else
        play_move(p, move, out);
}

/* Plays, or tries out, the choice with a label. */
static void label_play(play *p, const char *label, FILE *out)
{
    scene s;
    int index = choices_find(&p->choices, label);
    if (index < 0) {
        fprintf(out, "There is no %s here now; legal lists what you can choose.\n", label);
        return;
    }
    const choice *way = &p->choices.choice[index];
    bool lettered = isalpha((unsigned char)label[strlen(label) - 1]);
    if (way->move.kind != AUDE_PLACE || lettered || (choices_ways(&p->choices, index) == 1 && !p->terminal->screen)) {
        play_move(p, way->move, out);
        return;
    }
    p->chosen = index;
    p->moved_view = false;
    if (p->terminal->screen) return;
    play_scene(p, &s);
    words_move(out, &s, way->move);
    fprintf(out, "\nIt can lie there in %d ways.\n", choices_ways(&p->choices, index));
}

static bool kind_is_open(const play *p, int kind)
{
    for (int i = 0; i < p->choices.n; i++)
        if (p->choices.choice[i].move.kind == kind) return true;
    return false;
}

/* True where the open decision has this kind of move; else says what is open. */
static bool kind_open(play *p, int kind, FILE *out)
{
    if (kind_is_open(p, kind)) return true;
    fputs("That is not the question now: ", out);
    prompt_question(out, p);
    putc('\n', out);
    return false;
}

/* Plays, or tries out, the placements in a space. */
static void space_play(play *p, int x, int y, FILE *out)
{
    char label[16];
    for (int i = 0; i < p->choices.n; i++) {
        if (p->choices.choice[i].move.x != x || p->choices.choice[i].move.y != y) continue;
        snprintf(label, sizeof label, "%d", p->choices.choice[i].number);
        label_play(p, label, out);
        return;
    }
    fprintf(out, "This tile does not fit at (%d,%d); look %d %d says what does.\n", x, y, x, y);
}

static void place_run(play *p, const scene *s, char *rest, FILE *out)
{
    char line[TERMINAL_LINE + 16];
    int x, y;
    (void)s;
    if (!kind_open(p, AUDE_PLACE, out)) return;
    snprintf(line, sizeof line, "place %s", rest);
    char *first = verb_word(&rest), *second = verb_word(&rest), *third = verb_word(&rest);
    if (*third)
        line_play(p, line, out);
    else if (*first && !*second)
        label_play(p, first, out);
    else if (verb_number(&first, &x) && verb_number(&second, &y))
        space_play(p, x, y, out);
    else
        fputs("place N, or place X Y, or place X Y DEGREES\n", out);
}

static void meeple_run(play *p, const scene *s, char *rest, FILE *out)
{
    char line[TERMINAL_LINE + 16];
    (void)s;
    if (!kind_open(p, AUDE_PASS, out)) return;
    char *first = verb_word(&rest);
    if (!strcasecmp(first, "small")) first = verb_word(&rest);
    if (!*first) {
        fputs("meeple N, or meeple city.N\n", out);
    } else if (isdigit((unsigned char)*first)) {
        label_play(p, first, out);
    } else {
        snprintf(line, sizeof line, "meeple small %s", first);
        line_play(p, line, out);
    }
}

static void pass_run(play *p, const scene *s, char *rest, FILE *out)
{
    (void)s, (void)rest;
    for (int i = 0; i < p->choices.n; i++) {
        const aude_move *m = &p->choices.choice[i].move;
        if (m->kind != AUDE_PASS && !(m->kind == AUDE_BET && m->face == AUDE_NO_BET)) continue;
        play_move(p, *m, out);
        return;
    }
    fputs("You cannot pass now.\n", out);
}

static bool chip_is(const play *p, int face, const char *word)
{
    aude_chip chip;
    char one[64], other[64];
    if (face >= aude_rules_n_faces(p->game->rules) || aude_chip_read(&chip, word, strlen(word))) return false;
    aude_chip_write(&chip, one, sizeof one);
    aude_chip_write(aude_rules_face(p->game->rules, face), other, sizeof other);
    return !strcmp(one, other);
}

static void bet_run(play *p, const scene *s, char *rest, FILE *out)
{
    char *first = verb_word(&rest), *second = verb_word(&rest);
    if (!kind_open(p, AUDE_BET, out)) return;
    if (*second) { /* as in a record: bet SEAT FACE */
        if (atoi(first) != p->actor || !isdigit((unsigned char)*first)) {
            fprintf(out, "It is %s who bets now: bet %d FACE, or bet FACE\n", s->name[p->actor], p->actor);
            return;
        }
        first = second;
    }
    if (!strcasecmp(first, "no") || !strcasecmp(first, "pass")) {
        pass_run(p, s, rest, out);
        return;
    }
    for (int i = 0; i < p->choices.n; i++) {
        aude_move m = p->choices.choice[i].move;
        if (m.face == AUDE_NO_BET || !chip_is(p, m.face, first)) continue;
        play_move(p, m, out);
        return;
    }
    if (choices_find(&p->choices, first) >= 0)
        label_play(p, first, out);
    else if (play_keeps(p)) /* the same for all that is no bet */
        fputs("That is no bet you can make. bet FACE, such as bet 4/5, or bet no\n", out);
    else
        fputs("You have no such chip. bet FACE, such as bet 4/5, or bet no\n", out);
}

static void choose_run(play *p, int kind, const char *name, char *rest, FILE *out)
{
    char line[TERMINAL_LINE + 16];
    if (!kind_open(p, kind, out)) return;
    char *first = verb_word(&rest);
    if (verb_rest_is_empty(rest)) {
        label_play(p, *first ? first : "?", out);
    } else {
        snprintf(line, sizeof line, "%s %s %s", name, first, rest);
        line_play(p, line, out);
    }
}

static void settle_run(play *p, const scene *s, char *rest, FILE *out)
{
    (void)s;
    choose_run(p, AUDE_SETTLE, "settle", rest, out);
}

static void final_run(play *p, const scene *s, char *rest, FILE *out)
{
    (void)s;
    choose_run(p, AUDE_FINAL, "final", rest, out);
}

static void turn_run(play *p, const scene *s, char *rest, FILE *out)
{
    (void)s, (void)rest;
    if (p->chosen < 0) {
        fputs("Choose a place first; then turn shows the next way the tile can lie there.\n", out);
        return;
    }
    int ways = choices_ways(&p->choices, p->chosen), next = p->chosen + 1;
    if (next == p->choices.n || p->choices.choice[next].number != p->choices.choice[p->chosen].number) next -= ways;
    p->chosen = next;
    if (!p->terminal->screen) {
        words_move(out, s, p->choices.choice[next].move);
        putc('\n', out);
    }
}

/* The seat that `confirm`, `undo` and `retire` may name, as in a record. */
static bool seat_take(const play *p, const scene *s, char **rest, FILE *out)
{
    int seat = p->actor;
    if (verb_rest_is_empty(*rest)) return true;
    if (verb_number(rest, &seat) && seat == p->actor) return true;
    if (p->actor == AUDE_NOBODY)
        nobody_say(p, out);
    else
        fprintf(out, "It is seat %d, %s, to decide now.\n", p->actor, s->name[p->actor]);
    return false;
}

static void confirm_run(play *p, const scene *s, char *rest, FILE *out)
{
    aude_errinfo error;
    if (!seat_take(p, s, &rest, out)) return;
    if (p->game->kind->confirm(p->game, p->actor, &error))
        words_refusal(out, s, &error);
    else
        p->decided = true;
}

static void undo_run(play *p, const scene *s, char *rest, FILE *out)
{
    aude_errinfo error;
    int index = -1;
    if (p->chosen >= 0) {
        p->chosen = -1;
        fputs("The tile is in your hand again.\n", out);
        return;
    }
    if (!seat_take(p, s, &rest, out)) return;
    if (!verb_rest_is_empty(rest) && (!verb_number(&rest, &index) || index < 0)) {
        fputs("undo, or undo SEAT INDEX\n", out);
        return;
    }
    if (p->game->kind->undo(p->game, p->actor == AUDE_NOBODY ? 0 : p->actor, index, &error)) {
        words_refusal(out, s, &error);
        return;
    }
    fputs("Taken back.\n", out);
    p->decided = true;
}

static void retire_run(play *p, const scene *s, char *rest, FILE *out)
{
    aude_move move = {.kind = AUDE_RETIRE, .seat = (uint8_t)p->actor};
    char *word = rest + strspn(rest, " \t");
    if (p->actor == AUDE_NOBODY)
        nobody_say(p, out);
    else if (!*word)
        fputs("You would leave the game for good. If you mean it: retire yes\n", out);
    else if (!strcasecmp(word, "yes") || seat_take(p, s, &rest, out))
        play_move(p, move, out);
}

/* ---- Questions ---- */

static void legal_run(play *p, const scene *s, char *rest, FILE *out)
{
    (void)rest;
    if (play_keeps(p) && kind_is_open(p, AUDE_BET))
        fputs(
            "A chip of yours, such as 4/5, or no. Which ones you have is not written here, where it would stay for all "
            "to read.\n",
            out);
    else
        answer_legal(out, s, &p->choices);
}

static void look_run(play *p, const scene *s, char *rest, FILE *out)
{
    int x = 0, y = 0;
    (void)p;
    if (verb_number(&rest, &x) && verb_number(&rest, &y))
        answer_look(out, s, x, y);
    else
        fputs("look X Y, such as look 0 -1 (x to the east, y to the south)\n", out);
}

enum { HINT_PLAYOUTS = 1500 };

/* From what the page may show: where chips of the actor are not shown, a hint does not know them either. */
static void hint_run(play *p, const scene *s, char *rest, FILE *out)
{
    scene own = *s;
    aude_valued turn;
    (void)rest;
    own.viewer = p->actor;
    if (p->actor == AUDE_NOBODY) {
        nobody_say(p, out);
    } else if (p->game->kind->waiting(p->game) >= 0) {
        fputs("Your move waits: confirm keeps it, undo takes it back.\n", out);
    } else if (!play_private(p) && !kind_is_open(p, AUDE_PLACE) && !kind_is_open(p, AUDE_PASS)) {
        fputs("A hint would tell which chips you have.\n", out);
    } else {
        adviser *r = reason_open(1);
        if (r) {
            reason_choose(r, &own, HINT_PLAYOUTS, &turn);
            reason_hint(r, out, &own, &turn);
        }
        free(r);
    }
}

static void odds_run(play *p, const scene *s, char *rest, FILE *out)
{
    int x = 0, y = 0;
    (void)p;
    if (!verb_number(&rest, &x) || !verb_number(&rest, &y)) {
        fputs("odds X Y, such as odds 0 -1 (x to the east, y to the south)\n", out);
        return;
    }
    adviser *r = reason_open(1);
    if (r) reason_odds(r, out, s, x, y);
    free(r);
}

static void fits_run(play *p, const scene *s, char *rest, FILE *out)
{
    int x = 0, y = 0;
    (void)p;
    if (verb_number(&rest, &x) && verb_number(&rest, &y))
        answer_fits(out, s, x, y);
    else
        fputs("fits X Y, such as fits 0 -1 (x to the east, y to the south)\n", out);
}

#define QUESTION(name, call)                                               \
    static void name##_run(play *p, const scene *s, char *rest, FILE *out) \
    {                                                                      \
        (void)p, (void)rest;                                               \
        call;                                                              \
    }
QUESTION(features, answer_features(out, s))
QUESTION(fields, answer_fields(out, s))
QUESTION(score, game_over(p->game) ? answer_result(out, s, &p->game->history)
                                   : answer_score(out, s, p->game->aids == AUDE_AIDS_FULL))
QUESTION(tiles, answer_tiles(out, s))
QUESTION(stacks, answer_stacks(out, s))

static void chips_run(play *p, const scene *s, char *rest, FILE *out)
{
    scene own;
    (void)rest;
    if (play_keeps(p)) {
        game_scene(p->game, p->actor, AUDE_NOBODY, &own);
        answer_chips(out, &own);
        fputs("Which ones you have is not written here, where it would stay for all to read.\n", out);
        return;
    }
    if (play_private(p) || p->actor == AUDE_NOBODY || !aude_rules_n_faces(s->rules)) {
        answer_chips(out, s);
        return;
    }
    if (!screen_curtain(p, "Your chips are shown next.")) return;
    game_scene(p->game, p->actor, p->actor, &own);
    note n;
    answer_chips(note_open(&n), &own);
    char *text = note_close(&n);
    screen_secret(p, text);
    free(text);
}

static void why_run(play *p, const scene *s, char *rest, FILE *out)
{
    (void)s, (void)rest;
    const char *why = p->game->history.why;
    fputs(why ? why : "Nothing has been scored yet.\n", out);
}

static void log_run(play *p, const scene *s, char *rest, FILE *out)
{
    int n = 20;
    (void)s;
    if (!verb_rest_is_empty(rest) && (!verb_number(&rest, &n) || n < 1)) {
        fputs("log N, such as log 30\n", out);
        return;
    }
    const history *h = &p->game->history;
    for (int i = h->n > n ? h->n - n : 0; i < h->n; i++) fprintf(out, "%s\n", h->line[i].text);
    if (!h->n) fputs("Nothing has happened yet.\n", out);
}

static void rules_run(play *p, const scene *s, char *rest, FILE *out)
{
    (void)p, (void)s;
    char *id = verb_word(&rest);
    if (!*id)
        rulebook_list(out);
    else if (!rulebook_find(out, id))
        fprintf(out, "There is no rule %s; rules lists them.\n", id);
}

static void setup_run(play *p, const scene *s, char *rest, FILE *out)
{
    aude_setup setup;
    const game *g = p->game;
    (void)rest;
    aude_rules_setup(s->rules, &setup);
    fputs("Tile sets:", out);
    for (int i = 0; i < g->setup->n_sets; i++) fprintf(out, " %s", g->setup->set[i]->name);
    fprintf(out, "; %d tiles in all.\nFields: %s. A complete city of two tiles: %d points.\n",
            aude_rules_n_tiles(s->rules), setup.fields ? "on" : "off", setup.tiny_city);
    fprintf(out, "Stacks on features without meeples: %s. Moves are confirmed: %s.\n",
            setup.bets_unoccupied ? "settled" : "not settled", g->confirms ? "yes" : "no");
    if (setup.draws) fprintf(out, "The game ends after %d draws.\n", setup.draws);
    fprintf(out, "Meeples of a player: %d.\n", setup.meeples);
    doubt_setup(out, s->setup);
    p->game->kind->where(p->game, out);
}

/* ---- The screen and the file ---- */

static void board_run(play *p, const scene *s, char *rest, FILE *out)
{
    (void)rest;
    (void)out;
    p->moved_view = false;
    if (p->terminal->screen) return;
    board whole = {.choices = &p->choices, .chosen = p->chosen};
    canvas c;
    board_whole(&whole, s);
    canvas_open(&c, board_width(&whole), board_height(&whole));
    board_draw(&whole, s, &c, 0, 0);
    terminal_draw(p->terminal, &c);
    canvas_close(&c);
}

static void view_run(play *p, const scene *s, char *rest, FILE *out)
{
    int x = 0, y = 0;
    (void)s;
    if (!p->terminal->screen) {
        fputs("The whole board is shown by board; look X Y describes a space.\n", out);
    } else if (verb_rest_is_empty(rest)) {
        p->moved_view = false;
    } else if (verb_number(&rest, &x) && verb_number(&rest, &y)) {
        p->board.left = x - p->board.columns / 2;
        p->board.top = y - p->board.rows / 2;
        p->moved_view = true;
    } else {
        fputs("view X Y shows that space in the middle; view alone returns to the newest tile\n", out);
    }
}

static void zoom_run(play *p, const scene *s, char *rest, FILE *out)
{
    (void)s, (void)rest;
    if (!p->terminal->screen) {
        fputs("Only the screen has sizes; board draws the whole board.\n", out);
        return;
    }
    p->zoom = (p->zoom + 1) % (1 + BOARD_ZOOMS);
    p->moved_view = false;
}

static void save_run(play *p, const scene *s, char *rest, FILE *out)
{
    (void)s;
    p->game->kind->save(p->game, rest + strspn(rest, " \t"), out);
}

static void quit_run(play *p, const scene *s, char *rest, FILE *out)
{
    (void)s, (void)rest, (void)out;
    p->quit = true;
}

/* ---- Help ---- */

static const verb verb_table[];

static void verb_help(FILE *out, const play *p, const verb *v)
{
    char left[64];
    snprintf(left, sizeof left, "%s%s%s", v->name, *v->arguments ? " " : "", v->arguments);
    fprintf(out, "  %-21s  %s\n", left, v->help ? v->help : p->game->kind->quit_help);
}

static const verb *verb_named(const verb *table, const char *name)
{
    for (const verb *v = table; v && v->name; v++)
        if (!strcasecmp(v->name, name)) return v;
    return NULL;
}

static const verb *verb_find(const play *p, const char *name, FILE *out);

static void help_run(play *p, const scene *s, char *rest, FILE *out)
{
    const verb *own = p->game->kind->verbs;
    char *name = verb_word(&rest);
    (void)s;
    if (*name) {
        const verb *v = verb_find(p, name, out);
        if (v) verb_help(out, p, v);
        return;
    }
    fputs("Type a number to choose it. Words can be shortened: loo 0 1 for look 0 1.\n", out);
    for (const verb *v = verb_table; v->name; v++)
        if (!verb_named(own, v->name)) verb_help(out, p, v);
    for (const verb *v = own; v && v->name; v++) verb_help(out, p, v);
    fputs("Marks on the board: ═ ║ roads, ▒ city, · field, ⌂ village, ⚑ pennant, ▟†▙ monastery, [$] betting office. A "
          "number "
          "is a place to choose; a-b below it: your tile can lie there in several ways, 3a and 3b.\n"
          "Meeples: ● ▲ ■ ◆ ★ ✚ (in ASCII A B C D E F), one mark a player. Chips, in an office: ○ △ □ ◇ ☆ ✛ (a b c d e "
          "f) of "
          "the same players, or their number: (4).\n"
          "Beside the board: pts points, m meeples in hand, $ chips in hand.\n"
          "Keys of the screen: arrows move the board, Tab tries the next place, Space turns the tile, Escape takes it "
          "back.\n"
          "The Bets is a reconstruction: setup, chips and look say what of it.\n",
          out);
}

static const verb verb_table[] = {
    {"legal", "", "everything you can choose now, numbered", legal_run, false, 0},
    {"place", "N | X Y DEGREES", "puts your tile there: place 3b, or place 0 -1 90", place_run, false, 0},
    {"turn", "", "turns the tile you are trying out", turn_run, false, 0},
    {"meeple", "N | FEATURE", "puts a meeple there: meeple 1, or meeple city.N", meeple_run, false, 0},
    {"pass", "", "no meeple, no bet", pass_run, false, 0},
    {"bet", "FACE | no", "one chip on the office, in secret: bet 4/5", bet_run, false, 0},
    {"settle", "N", "what a stack counts for, where your tile completes several features", settle_run, false, 0},
    {"final", "N", "what your chip counts for at the end, in secret", final_run, false, 0},
    {"confirm", "", "keeps your move (with --confirm)", confirm_run, false, 0},
    {"undo", "", "takes back your last move, while nothing new has been seen", undo_run, false, 0},
    {"look", "X Y", "describes a tile or an empty space", look_run, false, 0},
    {"fits", "X Y", "which tiles still to come fit there, and the chance", fits_run, false, AUDE_AIDS_FULL},
    {"hint", "", "what a computer player would do, and why", hint_run, false, AUDE_AIDS_FULL},
    {"odds", "X Y", "whether that space is filled, or what becomes of that tile's roads and cities", odds_run, false,
     AUDE_AIDS_FULL},
    {"features", "", "roads, cities, monasteries: where, whose, worth what", features_run, false, 0},
    {"fields", "", "fields: where, whose, which cities, worth what", fields_run, false, AUDE_AIDS_TOURNAMENT},
    {"score", "", "points of all, and if the game ended now", score_run, false, 0},
    {"why", "", "why the last points were given, item by item", why_run, false, 0},
    {"log", "N", "the last N things that happened", log_run, false, 0},
    {"tiles", "", "tiles still to come", tiles_run, false, AUDE_AIDS_TOURNAMENT},
    {"stacks", "", "chips on the board, and what they wait for", stacks_run, false, 0},
    {"chips", "", "chips in hand: how many all have, and which you have", chips_run, false, 0},
    {"board", "", "draws the whole board", board_run, false, 0},
    {"view", "X Y", "moves the board on the screen there", view_run, false, 0},
    {"zoom", "", "tiles by themselves, small, large", zoom_run, false, 0},
    {"setup", "", "the rules and sets of this game", setup_run, false, 0},
    {"rules", "ID", "a rule in short: rules base/city-1, rules bets", rules_run, true, 0},
    {"save", "FILE", "writes a copy of the game", save_run, false, 0},
    {"retire", "yes", "you leave the game for good; the others go on", retire_run, false, 0},
    {"help", "WORD", "this list, or one line of it", help_run, true, 0},
    {"quit", "", NULL, quit_run, true, 0},
    {0},
};

/* The verb that a word begins; a whole word before all others, one of the game's kind before those of all games. */
static const verb *verb_find(const play *p, const char *name, FILE *out)
{
    const verb *tables[] = {p->game->kind->verbs, verb_table}, *found = NULL;
    if (!strcmp(name, "?")) name = "help";
    size_t size = strlen(name);
    for (int i = 0; i < 2; i++) {
        const verb *v = verb_named(tables[i], name);
        if (v) return v;
    }
    for (int i = 0; i < 2; i++)
        for (const verb *v = tables[i]; v && v->name; v++) {
            if (strncasecmp(v->name, name, size) || (i && verb_named(tables[0], v->name))) continue;
            if (found) {
                fprintf(out, "%s could be %s or %s.\n", name, found->name, v->name);
                return NULL;
            }
            found = v;
        }
    if (!found) fprintf(out, "I do not know \"%s\". help lists what you can type.\n", name);
    return found;
}

/* Enter alone: what is asked, where that does no harm. */
static void enter_run(play *p, const scene *s, FILE *out)
{
    char none[1] = "";
    if (game_over(p->game))
        p->quit = true;
    else if (p->actor == AUDE_NOBODY)
        nobody_say(p, out);
    else if (p->game->kind->waiting(p->game) == p->actor)
        confirm_run(p, s, none, out);
    else if (p->chosen >= 0)
        play_move(p, p->choices.choice[p->chosen].move, out);
    else if (p->choices.n && p->choices.choice[0].move.kind == AUDE_PASS)
        pass_run(p, s, none, out);
    else
        p->asked = ASK_AGAIN;
}

static void verb_run(play *p, const scene *s, const char *word, char *rest, FILE *out)
{
    const verb *v = verb_find(p, word, out);
    if (!v) return;
    if (!s && !v->lobby)
        fputs("The game has not begun.\n", out);
    else if (v->aids > p->game->aids)
        fputs("At this table the program does not help with that (aids, docs/table.md).\n", out);
    else
        v->run(p, s, rest, out);
}

void play_command(play *p, char *line, FILE *out)
{
    scene looked, *s = p->game->rules ? &looked : NULL;
    if (s) play_scene(p, s);
    char *rest = line, *word = verb_word(&rest);
    const aude_move *first = p->choices.n ? &p->choices.choice[0].move : NULL;
    if (!*word)
        enter_run(p, s, out);
    else if (!isdigit((unsigned char)*word) && !(first && first->kind == AUDE_BET && !strcasecmp(word, "no")))
        verb_run(p, s, word, rest, out);
    else if (first && first->kind == AUDE_BET)
        bet_run(p, s, word, out);
    else
        label_play(p, word, out);
}
