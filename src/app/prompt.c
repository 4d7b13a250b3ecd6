/* prompt.c - the question that is open, and what can be typed now. */
#include "app/play.h"
#include "app/words.h"

bool prompt_warning(FILE *out, const play *p)
{
    return p->game->kind->warn(p->game, out);
}

void prompt_idle(FILE *out, const play *p)
{
    if (p->game->kind->stage(p->game) == GAME_OVER)
        fputs("The game is over.", out);
    else
        p->game->kind->idle(p->game, out);
}

void prompt_question(FILE *out, play *p)
{
    scene s;
    if (p->actor == AUDE_NOBODY) {
        prompt_idle(out, p);
        return;
    }
    play_scene(p, &s);
    bool you = scene_is_you(&s, p->actor);
    if (!you) fprintf(out, "%s: ", s.name[p->actor]);
    if (p->game->kind->waiting(p->game) == p->actor) {
        fputs("Keep this move?", out);
        return;
    }
    switch (aude_state_step(s.rules, s.state)) {
    case AUDE_STEP_PLACE:
        fputs(p->chosen < 0 ? "Where? " : "Like this? ", out);
        words_tile(out, s.rules, aude_state_hand(s.state),
                   p->chosen >= 0 ? p->choices.choice[p->chosen].move.rotation : 0);
        if (p->chosen < 0) {
            fprintf(out, " (%d place%s)", p->choices.n_spaces, p->choices.n_spaces == 1 ? "" : "s");
        } else {
            const aude_move *m = &p->choices.choice[p->chosen].move;
            fprintf(out, ", at (%d,%d)", m->x, m->y);
        }
        break;
    case AUDE_STEP_MEEPLE: fprintf(out, "A meeple? (%d left)", aude_supply(s.state, p->actor)); break;
    case AUDE_STEP_SETTLE:
        fprintf(out, "For which one does the stack on (%d,%d) count?", p->choices.choice[0].move.x,
                p->choices.choice[0].move.y);
        break;
    case AUDE_STEP_BET: {
        aude_placed office = aude_placed_at(s.rules, s.state, aude_n_placed(s.state) - 1);
        fprintf(out, "A bet at the office of (%d,%d)? In secret.", office.x, office.y);
        break;
    }
    case AUDE_STEP_FINAL:
        fprintf(out, "For which one does your chip on (%d,%d) count? In secret.", p->choices.choice[0].move.x,
                p->choices.choice[0].move.y);
        break;
    default: break;
    }
}

/* "1 = city north, 2 = road east-west": choices without letters. */
static void choice_list(FILE *out, play *p, const scene *s)
{
    int n = 0;
    for (int i = 0; i < p->choices.n; i++) {
        if (!p->choices.choice[i].number) continue;
        fprintf(out, "%s%d = ", n++ ? ", " : "", p->choices.choice[i].number);
        words_choice(out, s, p->choices.choice[i].move);
    }
}

void prompt_hint(FILE *out, play *p, bool keys)
{
    static const char *const idle[] = {"people, say TEXT, sit N, start; help.", "look X Y, score, log, say TEXT; help.",
                                       "score, why, log, save FILE; Enter leaves."};
    scene s;
    if (p->actor == AUDE_NOBODY) {
        fputs(idle[p->game->kind->stage(p->game)], out);
        return;
    }
    play_scene(p, &s);
    if (p->game->kind->waiting(p->game) == p->actor) {
        fputs("Enter keeps it; undo takes it back.", out);
        return;
    }
    switch (aude_state_step(s.rules, s.state)) {
    case AUDE_STEP_PLACE:
        if (p->chosen < 0)
            fprintf(out,
                    keys ? "Type a number, or Tab to try each place%s; help."
                         : "Type a number, or legal for the list%s; help.",
                    p->choices.n > p->choices.n_spaces ? " (a-b: it can lie there in several ways)" : "");
        else if (keys)
            fprintf(out, "Enter puts it here%s%s, Escape takes it back.",
                    choices_ways(&p->choices, p->chosen) > 1 ? ", Space turns it" : "",
                    p->choices.n_spaces > 1 ? ", Tab goes on" : "");
        else
            fputs(choices_ways(&p->choices, p->chosen) > 1 ? "Enter puts it so; turn turns it; or type another place."
                                                           : "Enter puts it so; or type another place.",
                  out);
        break;
    case AUDE_STEP_MEEPLE:
        choice_list(out, p, &s);
        fputs("; Enter = none, undo = the tile again.", out);
        break;
    case AUDE_STEP_BET:
        if (play_keeps(p))
            fputs("A chip of yours, such as 4/5", out);
        else
            choice_list(out, p, &s);
        fputs("; no = no bet.\nTargets: ", out);
        words_targets(out, &s, aude_n_placed(s.state) - 1);
        putc('.', out);
        break;
    default: /* settle, final */
        choice_list(out, p, &s);
        fputs(". Type its number.\nA chip wins by the number of tiles; you choose before any chip is shown.", out);
    }
}
