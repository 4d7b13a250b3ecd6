/* cmd_replay.c - plays records again and checks what they expect. */
#include "app/command.h"
#include "app/file.h"
#include "app/jcz.h"
#include "aude.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void failure_print(void *context, const aude_errinfo *failure)
{
    fprintf(stderr, "%s:%d: %s\n", (const char *)context, failure->line, failure->message);
}

/* COMMAND_OK, COMMAND_FAILED where a check failed, COMMAND_USAGE where the text is no record. */
static int record_check(const char *path, const char *text, size_t size)
{
    static aude_rules rules;
    static aude_state state;
    static aude_tileset own[AUDE_MAX_SETS];
    aude_record record = {.own = own, .cap_own = AUDE_MAX_SETS, .cap_lines = 1};
    for (size_t i = 0; i < size; i++) record.cap_lines += text[i] == '\n';
    record.line = malloc((size_t)record.cap_lines * sizeof *record.line);
    if (!record.line) return COMMAND_USAGE;
    char name[4096];
    snprintf(name, sizeof name, "%s", path);
    aude_errinfo error = {.message = ""};
    int code = COMMAND_OK;
    if (aude_record_read(&record, &rules, &state, text, size, &error)) {
        failure_print(name, &error);
        code = COMMAND_USAGE;
    } else if (aude_record_check(&record, &rules, &state, failure_print, name, NULL)) {
        code = COMMAND_FAILED;
    }
    free(record.line);
    return code;
}

static int file_check(const options *o, const char *path)
{
    size_t size;
    char *text = file_read(path, &size);
    if (!text) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return COMMAND_USAGE;
    }
    int code = COMMAND_OK;
    if (!options_has(o, "jcz"))
        code = record_check(path, text, size);
    else if (!jcz_check(path, text, size))
        code = COMMAND_FAILED;
    free(text);
    return code;
}

static int replay_command(const options *o)
{
    int n[3] = {0}; /* by code */
    for (int i = 0; i < o->n_operands; i++) n[file_check(o, o->operand[i])]++;
    printf("%d passed, %d failed\n", n[COMMAND_OK], n[COMMAND_FAILED] + n[COMMAND_USAGE]);
    return n[COMMAND_USAGE] ? COMMAND_USAGE : n[COMMAND_FAILED] ? COMMAND_FAILED : COMMAND_OK;
}

const command command_replay = {
    .name = "replay",
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = COMMAND_MANY,
    .summary = "play records again and check what they expect",
    .about =
        "Plays each record and checks its digests and `expect` lines (docs/record.md). What fails is printed as "
        "file:line: reason; the last line counts the files. The exit code is 0 if all passed, 1 if a check failed, and "
        "2 if a file is not a record or cannot be read.\n\n"
        "With --jcz the files are engine tests of JCloisterZone. A set, element, rule or sentence that is not known is "
        "a failure that names it.",
    .option =
        (const option[]){
            {"jcz", NULL, NULL, "the files are JCloisterZone tests", false},
            {0},
        },
    .example =
        (const char *const[]){
            "aude replay games/*.aude",
            "check all records of a directory",
            NULL,
        },
    .run = replay_command,
};
