/* cmd_verify.c - aude verify: were the draws and the chips of a finished game those that were promised before? */
#include "app/command.h"
#include "app/file.h"
#include "app/recordfile.h"
#include "base/scan.h"
#include "proof/proof.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct verified {
    aude_record record;
    aude_rules rules;
    aude_state state;
    char *text;
    const char *path;
} verified;

static verified the_verified; /* too big for a stack */

static void verify_report(void *context, const aude_errinfo *failure)
{
    file_error(context, failure);
}

/* What the record itself carries: its comment lines `# receipt ...`. */
static aude_err receipt_within(receipt *r, const char *text, bool *any, aude_errinfo *e)
{
    static const char mark[] = "# receipt ";
    int number = 1;
    for (const char *line = text; *line; number++) {
        size_t size = strcspn(line, "\r\n");
        if (!strncmp(line, mark, sizeof mark - 1)) {
            aude_err err = receipt_note(r, line + sizeof mark - 1, size - (sizeof mark - 1), e);
            e->line = number;
            if (err) return err;
            *any = true;
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return AUDE_OK;
}

static int verify_receipt(const options *o, receipt *r, const char *path, const char *record_text)
{
    aude_errinfo e = {0};
    aude_err err;
    bool any = true;
    if (path) {
        size_t size;
        char *text = file_read(path, &size);
        if (!text) return command_error(o, "%s", file_reason(path, errno));
        err = receipt_read(r, text, size, &e);
        free(text);
    } else {
        any = false;
        err = receipt_within(r, record_text, &any, &e);
    }
    if (err) file_error(path ? path : the_verified.path, &e);
    if (err) return err == AUDE_E_EXPECT ? COMMAND_FAILED : COMMAND_USAGE;
    if (!any)
        return command_error(o, "%s has no receipt in it: give the one that a player kept, --receipt FILE",
                             the_verified.path);
    return COMMAND_OK;
}

static int verify_run(const options *o)
{
    verified *v = &the_verified;
    const char *path = options_value(o, "receipt");
    receipt *r = receipt_new();
    v->path = o->operand[0];
    int code = r && proof_init() ? recordfile_open(&v->record, &v->rules, &v->state, v->path, &v->text)
                                 : command_error(o, "no memory, or no secure random numbers");
    if (!code) code = verify_receipt(o, r, path, v->text);
    if (!code) {
        int n_draws, n_bets;
        int failures =
            receipt_verify(r, &v->record, &v->rules, verify_report, (void *)(uintptr_t)v->path, &n_draws, &n_bets);
        if (failures) {
            printf("%s: not as promised (%d %s)\n", v->path, failures, failures == 1 ? "fault" : "faults");
            code = COMMAND_FAILED;
        } else {
            printf("%s: %d draws and %d chips are those of the receipt\n", v->path, n_draws, n_bets);
            if (!path)
                puts("The receipt is the record's own, so this shows only that the record agrees with itself. Whoever "
                     "made "
                     "it up could have made up both: verify with the receipt that a player kept.");
        }
    }
    receipt_free(r);
    recordfile_free(&v->record);
    free(v->text);
    return code;
}

static const option verify_options[] = {
    {"receipt", "FILE", NULL, "what a player's program kept of what the server published", false}, {0}};

static const char *const verify_examples[] = {"aude verify game.aude --receipt game.receipt",
                                              "recompute every draw and chip of a finished game", NULL};

const command command_verify = {
    .name = "verify",
    .operands = "RECORD",
    .min_operands = 1,
    .max_operands = 1,
    .summary = "check the draws and chips of a finished game against what was promised",
    .about =
        "A server commits itself before the game to a secret that decides all draws together with a number of each "
        "player, and seals every chip when bets close. This recomputes every draw and every chip of the finished "
        "game's record from what was opened at the end, and names whatever does not hold. Without a receipt it can "
        "only hold the record against itself. How it works: docs/fairness.md.\n"
        "\n"
        "Exit code 0: all is as promised; 1: something is not; 2: a file cannot be read.",
    .option = verify_options,
    .example = verify_examples,
    .run = verify_run,
};
