/* play.c - the course of a game at this terminal: let chance and computer players act, ask the next person, until the end. */
#include "app/play.h"
#include "app/glyph.h"
#include "app/note.h"
#include "app/words.h"

#include <stdlib.h>
#include <string.h>

bool play_private(const play *p)
{
    return p->curtain || p->game->n_people == 1;
}

bool play_keeps(const play *p)
{
    return p->game->n_people > 1 && !p->terminal->wipes;
}

void play_scene(play *p, scene *dst)
{
    int viewer = !play_private(p) ? AUDE_NOBODY : p->actor == AUDE_NOBODY ? p->game->teller : p->actor;
    game_scene(p->game, p->actor, viewer, dst);
}

void play_move(play *p, aude_move move, FILE *out)
{
    scene s;
    aude_errinfo error;
    play_scene(p, &s);
    if (p->game->kind->move(p->game, move, &error))
        words_refusal(out, &s, &error);
    else
        p->decided = true;
}

void play_close(play *p)
{
    free(p->message);
    free(p->idled);
    free(p->warned);
}

/* ---- Talking ---- */

static void message_set(play *p, char *text)
{
    free(p->message);
    p->message = text;
}

static void line_say(play *p, char *text)
{
    terminal_say(p->terminal, text);
    free(text);
}

/* Where nobody is asked, a new warning is said when it comes; else every question says it. */
static void warning_say(play *p)
{
    note n;
    bool any = prompt_warning(note_open(&n), p);
    char *text = note_close(&n);
    if (any && (!p->warned || strcmp(text, p->warned) != 0)) terminal_say(p->terminal, text);
    free(p->warned);
    p->warned = text;
}

/* In plain mode: says the sentences that have not been said yet. */
static void news_say(play *p)
{
    history *h = &p->game->history;
    if (p->terminal->screen) return;
    for (; h->told < h->n; h->told++) {
        terminal_say(p->terminal, h->line[h->told].text);
        terminal_say(p->terminal, "\n");
    }
    if (p->game->notice) line_say(p, p->game->notice);
    p->game->notice = NULL;
    if (!p->game->n_people) warning_say(p);
}

/* On the screen: the newest sentences about points, as many as fit below the question (the panel has all), and notices. */
static void news_show(play *p)
{
    history *h = &p->game->history;
    int width, height, room, first = h->n;
    terminal_size(&width, &height);
    room = 2 * (width - 12);
    for (int i = h->n; i-- > h->told;) {
        if (h->line[i].points) room -= glyph_columns(h->line[i].text) + 1;
        if (room >= 0) first = i;
    }
    note n;
    FILE *out = note_open(&n);
    for (h->told = h->n; first < h->n; first++)
        if (h->line[first].points) fprintf(out, "%s ", h->line[first].text);
    if (p->game->notice) fprintf(out, "%s%s", ftell(out) ? "\n" : "", p->game->notice);
    free(p->game->notice);
    p->game->notice = NULL;
    char *text = note_close(&n);
    if (*text)
        message_set(p, text);
    else
        free(text);
}

/* Says what a text function writes: as a message where it is short, else as pages. */
static bool answer_say(play *p, char *text)
{
    int lines = 0, width, height;
    terminal_size(&width, &height);
    for (const char *s = text; *s; s++) lines += *s == '\n';
    if (!p->terminal->screen) {
        terminal_say(p->terminal, text);
    } else if (lines > 2 || (int)strlen(text) > 2 * (width - 4)) {
        bool good = screen_page(p, text);
        free(text);
        return good;
    } else if (*text) {
        message_set(p, text);
        return true;
    }
    free(text);
    return true;
}

static bool command_run(play *p, char *line)
{
    note n;
    FILE *out = note_open(&n);
    play_command(p, line, out);
    return answer_say(p, note_close(&n));
}

/* ---- One decision ---- */

static void choices_make(play *p)
{
    scene s;
    p->choices.n = p->choices.n_spaces = 0;
    p->chosen = -1;
    if (p->actor == AUDE_NOBODY || p->game->kind->waiting(p->game) >= 0) return;
    game_scene(p->game, p->actor, p->actor, &s);
    choices_list(&p->choices, s.rules, s.state, p->actor);
}

/* The next placement, or the first. */
static void choice_next(play *p)
{
    int n = p->choices.n, number = p->chosen < 0 ? 0 : p->choices.choice[p->chosen].number;
    if (!n || p->choices.choice[0].move.kind != AUDE_PLACE) return;
    number = number % p->choices.n_spaces + 1;
    for (p->chosen = 0; p->choices.choice[p->chosen].number != number;) p->chosen++;
    p->moved_view = false;
}

static bool key_run(play *p, terminal_key key)
{
    char line[TERMINAL_LINE], turn[] = "turn";
    switch (key) {
    case KEY_LINE:
        snprintf(line, sizeof line, "%s", p->terminal->line);
        p->terminal->line[p->terminal->n = 0] = 0;
        message_set(p, NULL);
        return command_run(p, line);
    case KEY_END: return false;
    case KEY_LEFT: p->board.left--; break;
    case KEY_RIGHT: p->board.left++; break;
    case KEY_UP: p->board.top--; break;
    case KEY_DOWN: p->board.top++; break;
    case KEY_NEXT: choice_next(p); return true;
    case KEY_TURN: return p->chosen < 0 || command_run(p, turn);
    case KEY_ESCAPE: p->chosen = -1; return true;
    case KEY_NEWS:
    case KEY_RESIZE: return true;
    }
    p->moved_view = true;
    return true;
}

static void question_say(play *p)
{
    note n;
    FILE *out = note_open(&n);
    prompt_warning(out, p);
    prompt_question(out, p);
    putc('\n', out);
    prompt_hint(out, p, false);
    putc('\n', out);
    char *text = note_close(&n);
    bool again = p->idled && !strcmp(text, p->idled);
    free(p->idled);
    p->idled = p->actor == AUDE_NOBODY ? text : NULL;
    if (!again) terminal_say(p->terminal, text);
    if (!p->idled) free(text);
}

/* What is said where a signal ends the program. */
static void parting_set(const play *p)
{
    note n;
    FILE *out = note_open(&n);
    putc('\n', out);
    p->game->kind->part(p->game, out);
    char *text = note_close(&n);
    terminal_parting(text);
    free(text);
}

/* Lets others act, and says what they did. */
static void others_act(play *p)
{
    while (p->game->kind->step(p->game)) {
        parting_set(p);
        news_say(p);
    }
    news_say(p);
    if (p->terminal->screen) news_show(p);
}

/* Asks the actor until they have decided, or are asked for something else; or nobody, until somebody here is asked. */
static void actor_ask(play *p)
{
    unsigned version = p->game->version;
    p->asked = ASK_AGAIN;
    p->decided = p->moved_view = false;
    choices_make(p);
    while (!p->decided && !p->quit && p->game->version == version) {
        if (p->terminal->screen)
            screen_show(p);
        else if (p->asked != p->chosen)
            question_say(p);
        p->asked = p->chosen;
        parting_set(p);
        terminal_key key = p->typed ? KEY_LINE : terminal_read(p->terminal, "> ");
        p->typed = false;
        if (key != KEY_NEWS && !key_run(p, key)) p->quit = true;
        if (key == KEY_NEWS || (key == KEY_LINE && p->game->kind->idle && !p->quit)) others_act(p);
    }
}

static aude_step step_open(play *p)
{
    scene s;
    game_scene(p->game, p->actor, AUDE_NOBODY, &s);
    return aude_state_step(s.rules, s.state);
}

/* A decision that nobody else may see. */
static void actor_ask_secretly(play *p)
{
    if (!screen_curtain(p, step_open(p) == AUDE_STEP_BET ? "Everybody may bet, in secret."
                                                         : "Your chips are scored, in secret.")) {
        p->quit = true;
        return;
    }
    p->curtain = true;
    terminal_secret(p->terminal, true);
    actor_ask(p);
    p->curtain = false;
    terminal_secret(p->terminal, false);
    if (p->quit) return;
    note n;
    FILE *out = note_open(&n);
    fprintf(out, "%s has chosen.\n", p->game->name[p->actor]);
    answer_say(p, note_close(&n));
}

/* ---- The game ---- */

/* The result; then whoever can wait for another game may do so, and on the screen all may look around. */
static void over_ask(play *p)
{
    char score[] = "score";
    bool waits = p->game->kind->idle != NULL;
    if (p->terminal->screen || waits) {
        p->quit = !command_run(p, score);
        actor_ask(p);
    }
    if (!waits) p->quit = true;
}

void play_run(play *p)
{
    p->game->history.told = p->game->history.n; /* of a game that is continued */
    while (!p->quit) {
        others_act(p);
        p->actor = AUDE_NOBODY;
        if (game_over(p->game)) {
            over_ask(p);
            continue;
        }
        unsigned people = p->game->kind->people(p->game);
        if (people) p->actor = __builtin_ctz(people);
        aude_step step = people ? step_open(p) : AUDE_STEP_DRAW;
        if ((step == AUDE_STEP_BET || step == AUDE_STEP_FINAL) && p->game->n_people > 1)
            actor_ask_secretly(p);
        else
            actor_ask(p);
    }
}
