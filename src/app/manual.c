/* manual.c - help texts and the man page, from the table of commands. Nothing about a single command stands here. */
#include "app/manual.h"

#include "aude.h"

#include <string.h>

enum { MANUAL_WIDTH = 78 };

static const char about_program[] = "Aude plays Carcassonne with the mini-expansion The Bets, for 2 to 6 people and "
                                    "computer players: in the terminal, and served to browsers.\n\n"
                                    "The Bets is a reconstruction: the pairs of numbers on the chips, and how roads "
                                    "and cities run on most of its tiles, "
                                    "are stated in no source that could be reached. The command `setup` of a game says "
                                    "which; data/bets.tiles says it of "
                                    "every fact.";

/* Prints `text` wrapped, the first line at the current column, the others at `indent`. */
static void text_wrap(FILE *out, const char *text, int column, int indent)
{
    while (*text) {
        if (*text == '\n') {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
            text++;
            continue;
        }
        int size = (int)strcspn(text, " \n");
        if (column + size > MANUAL_WIDTH && column > indent) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        fprintf(out, "%.*s", size, text);
        column += size;
        text += size;
        if (*text == ' ') {
            text++;
            if (column + 1 + (int)strcspn(text, " \n") <= MANUAL_WIDTH) {
                fputc(' ', out);
                column++;
            } else {
                column = MANUAL_WIDTH + 1;
            }
        }
    }
    fputc('\n', out);
}

static void row_print(FILE *out, const char *left, int width, const char *right)
{
    int n = fprintf(out, "  %s", left);
    if (n > width) {
        fputc('\n', out);
        n = 0;
    }
    fprintf(out, "%*s", width + 2 - n, "");
    text_wrap(out, right, width + 2, width + 2);
}

static void option_left(const option *row, char *dst, size_t cap)
{
    snprintf(dst, cap, "-%s%s%s%s", row->name[1] ? "-" : "", row->name, row->argument ? " " : "",
             row->argument ? row->argument : "");
}

static void option_right(const option *row, char *dst, size_t cap)
{
    bool words = row->fallback && *row->fallback;
    snprintf(dst, cap, "%s%s%s%s%s", row->help, row->many ? "; may be given several times" : "",
             words ? " (default " : "", words ? row->fallback : "", words ? ")" : "");
}

void manual_program(FILE *out)
{
    fputs("Usage: aude COMMAND [OPTION...]\n\n", out);
    text_wrap(out, about_program, 0, 0);
    fputs("\nCommands:\n", out);
    for (const command *const *c = command_all; *c; c++) row_print(out, (*c)->name, 12, (*c)->summary);
    fputs("\nOther:\n", out);
    row_print(out, "--help", 12, "this list; aude COMMAND --help explains a command");
    row_print(out, "--version", 12, "the version");
    row_print(out, "--man", 12, "the manual as a man page: aude --man | man -l -");
    fputs("\nTo play at once: aude play\n", out);
}

void manual_command(FILE *out, const command *c)
{
    fprintf(out, "Usage: aude %s%s%s%s\n\n", c->name, c->option ? " [OPTION...]" : "", c->operands ? " " : "",
            c->operands ? c->operands : "");
    text_wrap(out, c->about ? c->about : c->summary, 0, 0);
    if (c->option) fputs("\nOptions:\n", out);
    for (const option *row = c->option; row && row->name; row++) {
        char left[128], right[512];
        option_left(row, left, sizeof left);
        option_right(row, right, sizeof right);
        row_print(out, left, 24, right);
    }
    if (c->example) fputs("\nExamples:\n", out);
    for (const char *const *e = c->example; e && e[0]; e += 2) fprintf(out, "  %s\n      %s\n", e[0], e[1]);
    fputs("\nExit status: 0 success, 1 a check failed or something could not be "
          "written, 2 bad usage or bad input.\n",
          out);
}

/* Text for troff: dashes stay dashes, nothing is taken for a request. */
static void troff_text(FILE *out, const char *text)
{
    bool line_start = true;
    for (; *text; text++) {
        if (line_start && (*text == '.' || *text == '\'')) fputs("\\&", out);
        line_start = *text == '\n';
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else if (line_start && text[1] == '\n')
            fputs("\n.PP", out);
        else
            fputc(*text, out);
    }
    fputc('\n', out);
}

static void troff_item(FILE *out, const char *left, const char *right)
{
    fputs(".TP\n.B ", out);
    troff_text(out, left);
    troff_text(out, right);
}

void manual_page(FILE *out)
{
    fputs(".TH AUDE 1 \"\" \"aude " AUDE_VERSION "\" \"User Commands\"\n", out);
    fputs(".SH NAME\naude \\- Carcassonne with The Bets in the terminal\n", out);
    fputs(".SH SYNOPSIS\n", out);
    for (const command *const *c = command_all; *c; c++) {
        fprintf(out, ".B aude %s\n%s%s%s", (*c)->name, (*c)->option ? "[\\fIOPTION\\fR...]" : "",
                (*c)->operands ? " " : "", (*c)->operands ? "" : "\n");
        if ((*c)->operands) troff_text(out, (*c)->operands);
        fputs(".br\n", out);
    }
    fputs(".B aude\n\\-\\-help | \\-\\-version | \\-\\-man\n", out);
    fputs(".SH DESCRIPTION\n", out);
    troff_text(out, about_program);
    fputs(".SH COMMANDS\n", out);
    for (const command *const *c = command_all; *c; c++) {
        fputs(".SS ", out);
        char title[256];
        snprintf(title, sizeof title, "%s%s%s \\- %s", (*c)->name, (*c)->operands ? " " : "",
                 (*c)->operands ? (*c)->operands : "", (*c)->summary);
        fprintf(out, "%s\n", title);
        troff_text(out, (*c)->about ? (*c)->about : (*c)->summary);
        for (const option *row = (*c)->option; row && row->name; row++) {
            char left[128], right[512];
            option_left(row, left, sizeof left);
            option_right(row, right, sizeof right);
            troff_item(out, left, right);
        }
    }
    fputs(".SH EXIT STATUS\n", out);
    troff_item(out, "0", "success");
    troff_item(out, "1", "a check failed, or something could not be written");
    troff_item(out, "2", "bad usage or bad input");
    fputs(".SH FILES\n", out);
    troff_item(
        out, "$XDG_STATE_HOME/aude/, ~/.local/state/aude/",
        "Games saved by aude play, one file a game, readable by their owner only. They hold secret choices: the logs "
        "described in docs/record.md.");
    fputs(".SH EXAMPLES\n", out);
    for (const command *const *c = command_all; *c; c++)
        for (const char *const *e = (*c)->example; e && e[0]; e += 2) troff_item(out, e[0], e[1]);
}
