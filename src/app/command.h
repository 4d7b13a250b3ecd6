/* command.h - the frame of the program: subcommands described by data, and reading their options.
 *
 * To add a command `aude NAME`:
 *   1. write src/app/cmd_NAME.c: a function `static int NAME_run(const options *o)` and a row
 *      `const command command_NAME = {...}` that describes it (cmd_show.c is a short example);
 *   2. declare the row and list it in src/app/commands.c.
 * Help, errors about options, the list of commands and the man page follow from the row.
 *
 * `run` returns an exit code. What it reads with options_... is already checked for: unknown options, missing values, too few
 * or too many operands. Numbers are checked when they are asked for. */
#ifndef AUDE_APP_COMMAND_H
#define AUDE_APP_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

/* Exit codes of every command. */
enum {
    COMMAND_OK = 0,
    COMMAND_FAILED = 1, /* a check failed, or something could not be written */
    COMMAND_USAGE = 2
};

enum { COMMAND_MAX_OPTIONS = 32, COMMAND_MAX_GIVEN = 256, COMMAND_MANY = 1 << 20 };

typedef struct option {
    const char *name;     /* without the dashes; of one letter: with one dash, -o */
    const char *argument; /* name of its value in the help; NULL: a switch */
    const char *fallback; /* value when it is not given; NULL: none */
    const char *help;     /* one line; the fallback is added to it */
    bool many;            /* may be given several times */
} option;

typedef struct options options;

typedef struct command {
    const char *name;
    const char *operands; /* for the usage line: "FILE...", "[FILE]"; NULL: none */
    int min_operands, max_operands;
    const char *summary;        /* a short phrase without a full stop */
    const char *about;          /* paragraphs, separated by an empty line; lines may be long */
    const option *option;       /* ends with a row whose name is NULL; may be NULL */
    const char *const *example; /* pairs: command line, what it does; ends with NULL; may be NULL */
    int (*run)(const options *o);
} command;

struct options {
    const command *command;
    int n_given;
    struct {
        const option *option;
        const char *value; /* "" for a switch */
    } given[COMMAND_MAX_GIVEN];
    int n_operands;
    const char *const *operand;
};

/* All commands in the order of the help; ends with NULL. commands.c. */
extern const command *const command_all[];

/* The last value given, else the fallback, else NULL. Asking for an option that the row does not have is a bug. */
const char *options_value(const options *o, const char *name);
/* True if it was given. */
bool options_has(const options *o, const char *name);
/* The index-th value given of an option that may be given several times, NULL past the end; fallbacks do not count. */
const char *options_nth(const options *o, const char *name, int index);
/* A whole number in min..max. Where the value is none, prints an error that names the option and returns false (leave with
 * COMMAND_USAGE). Without value and fallback *dst stays as it is. */
bool options_number(const options *o, const char *name, long min, long max, long *dst);
/* In decimal digits. */
bool options_u64(const options *o, const char *name, uint64_t *dst);

/* Prints "aude NAME: ..." on stderr and returns COMMAND_USAGE. */
int command_error(const options *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Runs the program. */
int command_main(int argc, char **argv);

#endif
