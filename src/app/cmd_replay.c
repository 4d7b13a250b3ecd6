/* cmd_replay.c - plays records again and checks what they expect. */
#include "app/command.h"
#include "app/file.h"
#include "app/jcz.h"
#include "app/recordfile.h"
#include "aude.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void failure_print(void *context, const aude_errinfo *failure)
{
    file_error(*(const char **)context, failure);
}

/* COMMAND_OK, COMMAND_FAILED where a check failed, COMMAND_USAGE where the file is no record. */
static int record_check(const char *path)
{
    static aude_rules rules;
    static aude_state state;
    aude_record record;
    char *text;
    int code = recordfile_open(&record, &rules, &state, path, &text);
    if (!code && aude_record_check(&record, &rules, &state, failure_print, &path, NULL)) code = COMMAND_FAILED;
    recordfile_free(&record);
    free(text);
    return code;
}

static int test_check(const char *path)
{
    size_t size;
    char *text = file_read(path, &size);
    if (!text) {
        fprintf(stderr, "%s\n", file_reason(path, errno));
        return COMMAND_USAGE;
    }
    int code = jcz_check(path, text, size) ? COMMAND_OK : COMMAND_FAILED;
    free(text);
    return code;
}

static int replay_command(const options *o)
{
    int n[3] = {0}; /* by code */
    bool tests = options_has(o, "jcz");
    for (int i = 0; i < o->n_operands; i++) n[tests ? test_check(o->operand[i]) : record_check(o->operand[i])]++;
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
        "file:line:column: reason; the last line counts the files. The exit code is 0 if all passed, 1 if a check "
        "failed, and "
        "2 if a file is not a record or cannot be read.\n\n"
        "With --jcz the files are engine tests of JCloisterZone, whose sentences are checked; without it a game saved "
        "by "
        "JCloisterZone is played like a record. A set, element, rule or sentence that is not known is a failure that "
        "names it.",
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
