/* cmd_redact.c - a public record made from a log. */
#include "app/command.h"
#include "app/file.h"
#include "app/recordfile.h"
#include "aude.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* The text, to be freed by the caller; NULL without memory. */
static char *record_redact(const aude_record *record, const aude_rules *rules, int seat, size_t *size)
{
    aude_line *work = calloc((size_t)record->n_lines + 1, sizeof *work);
    char *text = NULL;
    if (work) {
        *size = aude_record_redact(record, rules, seat, work, NULL, 0);
        text = malloc(*size + 1);
    }
    if (text) aude_record_redact(record, rules, seat, work, text, *size + 1);
    free(work);
    return text;
}

static int redact_command(const options *o)
{
    static aude_rules rules;
    static aude_state state;
    aude_record record;
    char *log, *text = NULL;
    size_t size = 0;
    long seat = AUDE_NOBODY;
    const char *path = options_value(o, "o");
    int code = recordfile_open(&record, &rules, &state, o->operand[0], &log);
    if (!code && !options_number(o, "seat", 0, record.setup.n_seats - 1, &seat)) code = COMMAND_USAGE;
    if (!code && !(text = record_redact(&record, &rules, (int)seat, &size))) code = command_error(o, "out of memory");
    if (!code && !path)
        fwrite(text, 1, size, stdout);
    else if (!code && !file_write(path, text, size, options_has(o, "force") ? 0 : FILE_FRESH))
        code = command_error(o, "%s%s", file_reason(path, errno), errno == EEXIST ? "; --force replaces it" : "");
    recordfile_free(&record);
    free(log);
    free(text);
    return code;
}

const command command_redact = {
    .name = "redact",
    .operands = "FILE",
    .min_operands = 1,
    .max_operands = 1,
    .summary = "make a public record of a saved game, without its secrets",
    .about =
        "Reads a log, such as a saved game, and writes the public record (docs/record.md): what everybody at the table "
        "may know. Chips that have not been shown read `?`; moves taken back and checks are left out. At the end of "
        "the game everything is shown. The record can be shown and replayed, but not continued while it hides "
        "something.",
    .option =
        (const option[]){
            {"seat", "N", NULL, "what this seat may know; seats count from 0; without: what all may know", false},
            {"o", "OUT", NULL, "the file to write; without: standard output", false},
            {"force", NULL, NULL, "replaces a file that exists", false},
            {0},
        },
    .example =
        (const char *const[]){
            "aude redact game.aude -o game-public.aude",
            "a record that can be given away",
            NULL,
        },
    .run = redact_command,
};
