/* cmd_show.c - aude show: a log or a public record as a picture and in words, as a spectator may see it. */
#include "app/answers.h"
#include "app/board.h"
#include "app/command.h"
#include "app/glyph.h"
#include "app/note.h"
#include "app/recordfile.h"
#include "app/retell.h"
#include "app/terminal.h"

#include <stdlib.h>

/* A record that was read, and what it was read from. */
typedef struct shown {
    aude_record record;
    aude_rules rules;
    aude_state state;
    char name[AUDE_MAX_SEATS][SCENE_NAME];
    history history;
    char *text;
} shown;

static shown the_show; /* too big for a stack */

static int show_read(const options *o, shown *w, const char *path)
{
    int code = recordfile_open(&w->record, &w->rules, &w->state, path, &w->text);
    history_open(&w->history);
    if (!code && !retell(&w->history, &w->record, &w->rules, AUDE_NOBODY))
        return command_error(o, "%s cannot be told again", path);
    return code;
}

static void show_board(const scene *s, style show)
{
    board b = {.chosen = -1};
    canvas c;
    board_whole(&b, s);
    canvas_open(&c, board_width(&b), board_height(&b));
    board_draw(&b, s, &c, 0, 0);
    canvas_write(&c, show, stdout);
    canvas_close(&c);
}

static void show_words(const scene *s, const history *h, style show)
{
    note n;
    FILE *out = note_open(&n);
    bool over = aude_state_step(s->rules, s->state) == AUDE_STEP_OVER;
    putc('\n', out);
    if (over)
        answer_result(out, s, h);
    else
        answer_score(out, s, true);
    if (aude_rules_n_faces(s->rules)) {
        putc('\n', out);
        answer_stacks(out, s);
    }
    putc('\n', out);
    answer_features(out, s);
    putc('\n', out);
    answer_fields(out, s);
    char *text = note_close(&n);
    glyph_text(stdout, text, show.ascii);
    free(text);
}

static int show_run(const options *o)
{
    shown *w = &the_show;
    colour_choice colour;
    if (!terminal_colour(o, &colour)) return COMMAND_USAGE;
    style show = terminal_style(options_has(o, "ascii"), colour);
    int code = show_read(o, w, o->operand[0]);
    if (!code) {
        scene s = {.rules = &w->rules,
                   .state = &w->state,
                   .viewer = AUDE_NOBODY,
                   .setup = &w->record.setup,
                   .n_seats = w->record.setup.n_seats};
        aude_view(&w->rules, &w->state, AUDE_NOBODY, 0, &w->state);
        for (int i = 0; i < s.n_seats; i++) {
            retell_name(&w->record, i, w->name[i]);
            s.name[i] = w->name[i];
        }
        show_board(&s, show);
        show_words(&s, &w->history, show);
    }
    history_close(&w->history);
    recordfile_free(&w->record);
    free(w->text);
    return code;
}

static const option show_options[] = {TERMINAL_OPTIONS, {0}};

static const char *const show_examples[] = {"aude show game.aude", "the position at the end of a saved game", NULL};

const command command_show = {
    .name = "show",
    .operands = "FILE",
    .min_operands = 1,
    .max_operands = 1,
    .summary = "show a saved game or record: board, points, features",
    .about =
        "Shows the position at the end of a game log or public record: the board, points so far and as if the game "
        "ended now, stacks, roads, cities, monasteries and fields. Hidden chips stay hidden, also those that a log "
        "holds. A game saved by JCloisterZone is read as well.",
    .option = show_options,
    .example = show_examples,
    .run = show_run,
};
