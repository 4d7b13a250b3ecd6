/* cmd_inspect.c - every answer of the library at every decision of a recorded game. */
#include "app/command.h"
#include "app/file.h"
#include "app/inspect.h"
#include "aude.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct session {
    aude_record record;
    aude_tileset own[AUDE_MAX_SETS];
    aude_rules rules;
    aude_state state;
    aude_events events;
} session;

static void session_print(const session *s, uint64_t events, bool text)
{
    uint64_t answers = inspect_state(&s->rules, &s->state, NULL);
    printf("decision %u digest %016llx events %016llx answers %016llx\n", aude_state_decision(&s->state),
           (unsigned long long)aude_digest(&s->rules, &s->state), (unsigned long long)events,
           (unsigned long long)answers);
    if (text) inspect_state(&s->rules, &s->state, stdout);
}

static int session_run(const options *o, session *s, bool text)
{
    printf("rules %016llx\n", (unsigned long long)inspect_rules(&s->rules, text ? stdout : NULL));
    aude_start(&s->rules, &s->state);
    session_print(s, 0, text);
    for (int i = 0; i < s->record.n_lines; i++) {
        const aude_line *line = &s->record.line[i];
        if (line->kind == AUDE_LINE_UNDO || line->kind == AUDE_LINE_CONFIRM)
            return command_error(o, "%s:%d: a game with undo or confirm has no plain course", o->operand[0],
                                 line->number);
        if (line->kind != AUDE_LINE_MOVE) continue;
        aude_err code = aude_apply(&s->rules, &s->state, line->move, &s->events);
        if (code) return command_error(o, "%s:%d: %s", o->operand[0], line->number, aude_err_text(code));
        if (text) inspect_events(&s->rules, &s->events, stdout);
        session_print(s, inspect_events(&s->rules, &s->events, NULL), text);
    }
    return COMMAND_OK;
}

static int inspect_command(const options *o)
{
    size_t size;
    char *text = file_read(o->operand[0], &size);
    if (!text) return command_error(o, "%s: %s", o->operand[0], strerror(errno));
    int code = COMMAND_USAGE;
    session *s = calloc(1, sizeof *s);
    if (s) {
        s->record.own = s->own;
        s->record.cap_own = AUDE_MAX_SETS;
        s->record.cap_lines = 1;
        for (size_t i = 0; i < size; i++) s->record.cap_lines += text[i] == '\n';
        s->record.line = malloc((size_t)s->record.cap_lines * sizeof *s->record.line);
    }
    aude_errinfo error = {.message = ""};
    if (!s || !s->record.line)
        command_error(o, "out of memory");
    else if (aude_record_read(&s->record, &s->rules, &s->state, text, size, &error))
        command_error(o, "%s:%d: %s", o->operand[0], error.line, error.message);
    else
        code = session_run(o, s, options_has(o, "text"));
    if (s) free(s->record.line);
    free(s);
    free(text);
    return code;
}

const command command_inspect = {
    .name = "inspect",
    .operands = "FILE",
    .min_operands = 1,
    .max_operands = 1,
    .summary = "print every answer of the library at every decision of a record",
    .about =
        "Plays a record and prints, for each decision, its digest and one number over everything that the library says "
        "about the position: legal moves, spaces, features, scores, bets. With --text, also what it says. Two builds "
        "whose output is equal behave equally in this game.",
    .option =
        (const option[]){
            {"text", NULL, NULL, "print the answers too", false},
            {0},
        },
    .run = inspect_command,
};
