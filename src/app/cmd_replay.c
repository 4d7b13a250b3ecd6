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

static bool record_check(const char *path, const char *text, size_t size)
{
    static aude_rules rules;
    static aude_state state;
    static aude_tileset own[AUDE_MAX_SETS];
    aude_record record = {.own = own, .cap_own = AUDE_MAX_SETS, .cap_lines = 1};
    for (size_t i = 0; i < size; i++) record.cap_lines += text[i] == '\n';
    record.line = malloc((size_t)record.cap_lines * sizeof *record.line);
    if (!record.line) return false;
    char name[4096];
    snprintf(name, sizeof name, "%s", path);
    aude_errinfo error = {.message = ""};
    bool good = !aude_record_read(&record, &rules, &state, text, size, &error);
    if (!good)
        failure_print(name, &error);
    else
        good = !aude_record_check(&record, &rules, &state, failure_print, name, NULL);
    free(record.line);
    return good;
}

static int replay_command(const options *o)
{
    int passed = 0, failed = 0, unreadable = 0;
    for (int i = 0; i < o->n_operands; i++) {
        size_t size;
        char *text = file_read(o->operand[i], &size);
        if (!text) {
            fprintf(stderr, "%s: %s\n", o->operand[i], strerror(errno));
            unreadable++;
            continue;
        }
        bool good =
            options_has(o, "jcz") ? jcz_check(o->operand[i], text, size) : record_check(o->operand[i], text, size);
        passed += good;
        failed += !good;
        free(text);
    }
    printf("%d passed, %d failed\n", passed, failed + unreadable);
    if (!passed && !failed) return COMMAND_USAGE;
    return failed || unreadable ? COMMAND_FAILED : COMMAND_OK;
}

const command command_replay = {
    .name = "replay",
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = COMMAND_MAX_ARGUMENTS,
    .summary = "play records again and check what they expect",
    .about =
        "Plays each record and checks its digests and `expect` lines (docs/record.md). What fails is printed as "
        "file:line: reason; the last line counts the files. The exit code is 0 if all passed, 1 if any failed, and 2 "
        "if "
        "no file could be read at all.\n\n"
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
