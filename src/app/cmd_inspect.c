/* cmd_inspect.c - every answer of the library at every decision of a recorded game. */
#include "app/command.h"
#include "app/inspect.h"
#include "app/recordfile.h"
#include "aude.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct session {
    aude_record record, played; /* `played` is the table's */
    aude_rules rules;
    aude_state state;
    aude_game table;
    aude_events events;
    char *text;
} session;

static void session_print(const session *s, const aude_state *state, uint64_t events, bool text)
{
    uint64_t answers = inspect_state(&s->rules, state, NULL);
    printf("decision %u digest %016llx events %016llx answers %016llx\n", aude_state_decision(state),
           (unsigned long long)aude_digest(&s->rules, state), (unsigned long long)events, (unsigned long long)answers);
    if (text) inspect_state(&s->rules, state, stdout);
}

/* A record with hidden bets, which no table continues; it has neither undo nor confirm. */
static aude_err line_watch(session *s, const aude_line *line)
{
    return aude_apply(&s->rules, &s->state, line->move, &s->events);
}

static aude_err line_play(session *s, const aude_line *line)
{
    aude_errinfo error;
    aude_game *g = &s->table;
    aude_err code = AUDE_OK;
    switch (line->kind) {
    case AUDE_LINE_CONFIRM: code = aude_game_confirm(g, line->seat, &s->events, &error); break;
    case AUDE_LINE_UNDO: code = aude_game_undo(g, line->seat, line->index, &error); break;
    case AUDE_LINE_TAKEBACK: code = aude_game_takeback(g, line->seat, line->index, &error); break;
    default: code = aude_game_move(g, line->move, &s->events, &error);
    }
    aude_state_copy(&s->rules, &s->state, aude_game_state(&s->table, AUDE_NOBODY));
    return code;
}

static int session_run(const options *o, session *s, bool text)
{
    aude_errinfo error;
    bool hidden = recordfile_start(&s->record, &s->rules, &s->state);
    s->played = s->record;
    s->played.n_lines = 0;
    s->played.cap_lines = s->record.n_lines + 4;
    s->played.line = calloc((size_t)s->played.cap_lines, sizeof *s->played.line);
    if (!s->played.line) return command_error(o, "out of memory");
    if (!hidden && aude_game_open(&s->table, &s->played, &s->rules, &error))
        return command_error(o, "%s", error.message);
    printf("rules %016llx\n", (unsigned long long)inspect_rules(&s->rules, text ? stdout : NULL));
    session_print(s, &s->state, 0, text);
    for (int i = 0; i < s->record.n_lines; i++) {
        const aude_line *line = &s->record.line[i];
        if (line->kind == AUDE_LINE_DIGEST || line->kind == AUDE_LINE_EXPECT) continue;
        s->events.n = 0;
        aude_err code = hidden ? line_watch(s, line) : line_play(s, line);
        if (code) return command_error(o, "%s:%d: %s", o->operand[0], line->number, aude_err_text(code));
        if (!hidden && s->table.course.has_waiting) continue; /* nothing has happened yet */
        if (text) inspect_events(&s->rules, &s->events, stdout);
        session_print(s, &s->state, inspect_events(&s->rules, &s->events, NULL), text);
    }
    return COMMAND_OK;
}

static int inspect_command(const options *o)
{
    session *s = calloc(1, sizeof *s);
    if (!s) return command_error(o, "out of memory");
    int code = recordfile_open(&s->record, &s->rules, &s->state, o->operand[0], &s->text);
    if (!code) code = session_run(o, s, options_has(o, "text"));
    free(s->played.line);
    recordfile_free(&s->record);
    free(s->text);
    free(s);
    return code;
}

const command command_inspect = {
    .name = "inspect",
    .operands = "FILE",
    .min_operands = 1,
    .max_operands = 1,
    .summary = "print every answer of the library at every decision of a record",
    .about =
        "Plays a log or public record and prints, for each decision, its digest and one number over everything that "
        "the library says about the position: legal moves, spaces, features, scores, bets. With --text, also what it "
        "says. Two builds whose output is equal behave equally in this game. After an undo, the decision that is open "
        "again follows; a move that waits for `confirm` shows when it is confirmed.\n\n"
        "A log holds secret choices, and --text prints them: make a public record of it first (aude redact) where "
        "others read along.",
    .option =
        (const option[]){
            {"text", NULL, NULL, "print the answers too; of a log, also the secrets", false},
            {0},
        },
    .run = inspect_command,
};
