/* play.c - the course of a game at this terminal: let chance and computer players act, ask the next person, until the end. */
#include "app/play.h"
#include "app/glyph.h"
#include "app/note.h"
#include "app/words.h"

#include <stdlib.h>
#include <string.h>

bool play_private(const play *p)
{
    return p->curtain || game_n_people(p->game) == 1;
}

bool play_keeps(const play *p)
{
    return game_n_people(p->game) > 1 && !p->terminal->wipes;
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
    if (game_move(p->game, move, &error))
        words_refusal(out, &s, &error);
    else
        p->decided = true;
}

/* ---- Talking ---- */

static void message_set(play *p, char *text)
{
    free(p->message);
    p->message = text;
}

/* In plain mode: says the sentences that have not been said yet. */
static void news_say(play *p)
{
    const history *h = &p->game->history;
    if (p->terminal->screen) return;
    if (p->told > h->n) p->told = h->n;
    for (; p->told < h->n; p->told++) {
        terminal_say(p->terminal, h->line[p->told].text);
        terminal_say(p->terminal, "\n");
    }
    if (p->game->save_error && p->game->save_error != p->save_told && !game_n_people(p->game)) {
        note n; /* with people, every question says it */
        prompt_warning(note_open(&n), p);
        char *text = note_close(&n);
        terminal_say(p->terminal, text);
        free(text);
    }
    p->save_told = p->game->save_error;
}

/* On the screen: the newest sentences about points, as many as fit below the question; the panel has all. */
static void news_show(play *p)
{
    const history *h = &p->game->history;
    int width, height, room, first = h->n;
    terminal_size(&width, &height);
    room = 2 * (width - 12);
    if (p->told > h->n) p->told = h->n;
    for (int i = h->n; i-- > p->told;) {
        if (h->line[i].points) room -= glyph_columns(h->line[i].text) + 1;
        if (room >= 0) first = i;
    }
    note n;
    FILE *out = note_open(&n);
    for (p->told = h->n; first < h->n; first++)
        if (h->line[first].points) fprintf(out, "%s ", h->line[first].text);
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
    if (p->actor == AUDE_NOBODY || game_waiting(p->game) >= 0) return;
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
    terminal_say(p->terminal, text);
    free(text);
}

/* What is said where a signal ends the program. */
static void parting_set(const play *p)
{
    note n;
    FILE *out = note_open(&n);
    putc('\n', out);
    if (!prompt_warning(out, p)) play_continue(p->game, out);
    char *text = note_close(&n);
    terminal_parting(text);
    free(text);
}

/* Asks the actor until they have decided. */
static void actor_ask(play *p)
{
    p->asked = ASK_AGAIN;
    p->decided = p->moved_view = false;
    choices_make(p);
    while (!p->decided && !p->quit) {
        if (p->terminal->screen)
            screen_show(p);
        else if (p->asked != p->chosen)
            question_say(p);
        p->asked = p->chosen;
        parting_set(p);
        terminal_key key = p->typed ? KEY_LINE : terminal_read(p->terminal, "> ");
        p->typed = false;
        if (!key_run(p, key)) p->quit = true;
    }
}

/* A decision that nobody else may see. */
static void actor_ask_secretly(play *p)
{
    aude_step step = aude_state_step(&p->game->rules, aude_game_state(&p->game->table, p->actor));
    if (!screen_curtain(p, step == AUDE_STEP_BET ? "Everybody may bet, in secret."
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

void play_continue(const game *g, FILE *out)
{
    bool plain = !strpbrk(g->path, " \t'\"\\$`!*?[](){}<>|&;#~");
    if (game_over(g))
        fprintf(out, "The game is in %s\n", g->path);
    else
        fprintf(out, plain ? "Continue it with: aude play --load %s\n" : "Continue it with: aude play --load '%s'\n",
                g->path);
}

void play_run(play *p)
{
    p->told = p->game->history.n; /* of a game that is continued */
    while (!p->quit) {
        while (game_step(p->game)) {
            parting_set(p);
            news_say(p);
        }
        news_say(p);
        if (p->terminal->screen) news_show(p);
        if (game_over(p->game)) break;
        p->actor = __builtin_ctz(game_people(p->game));
        aude_step step = aude_state_step(&p->game->rules, aude_game_state(&p->game->table, p->actor));
        bool secret = (step == AUDE_STEP_BET || step == AUDE_STEP_FINAL) && game_n_people(p->game) > 1;
        if (secret)
            actor_ask_secretly(p);
        else
            actor_ask(p);
    }
    if (!game_over(p->game)) return;
    p->actor = AUDE_NOBODY;
    char score[] = "score";
    if (p->terminal->screen && !p->quit && command_run(p, score)) actor_ask(p);
    p->quit = true;
}
