/* command.c - reads the command line against the table of commands, and runs the one that is meant. The texts that follow
 * from the table are in manual.c. */
#include "app/command.h"

#include "app/manual.h"
#include "aude.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const option *option_find(const command *c, const char *name, size_t size)
{
    for (const option *row = c->option; row && row->name; row++)
        if (strlen(row->name) == size && !memcmp(row->name, name, size)) return row;
    return NULL;
}

static const option *option_known(const options *o, const char *name)
{
    const option *row = option_find(o->command, name, strlen(name));
    if (!row) {
        fprintf(stderr, "bug: aude %s asks for an option --%s that its row does not have\n", o->command->name, name);
        abort();
    }
    return row;
}

const char *options_nth(const options *o, const char *name, int index)
{
    const option *row = option_known(o, name);
    for (int i = 0; i < o->n_given; i++)
        if (o->given[i].option == row && index-- == 0) return o->given[i].value;
    return NULL;
}

bool options_has(const options *o, const char *name)
{
    return options_nth(o, name, 0) != NULL;
}

const char *options_value(const options *o, const char *name)
{
    const option *row = option_known(o, name);
    for (int i = o->n_given; i-- > 0;)
        if (o->given[i].option == row) return o->given[i].value;
    return row->fallback;
}

bool options_number(const options *o, const char *name, long min, long max, long *dst)
{
    const char *value = options_value(o, name);
    if (!value) return true;
    char *end;
    errno = 0;
    long number = strtol(value, &end, 10);
    if (end == value || *end || errno || number < min || number > max) {
        command_error(o, "--%s wants a whole number from %ld to %ld, not \"%s\"", name, min, max, value);
        return false;
    }
    *dst = number;
    return true;
}

bool options_u64(const options *o, const char *name, uint64_t *dst)
{
    const char *value = options_value(o, name);
    if (!value) return true;
    char *end;
    errno = 0;
    unsigned long long number = strtoull(value, &end, 10);
    if (!isdigit((unsigned char)*value) || *end || errno) {
        command_error(o, "--%s wants a whole number from 0 to 2^64 - 1, not \"%s\"", name, value);
        return false;
    }
    *dst = number;
    return true;
}

int command_error(const options *o, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "aude %s: ", o->command->name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return COMMAND_USAGE;
}

/* One argument that begins with a dash; *next is the following argument, taken if it is the value. */
static int option_read(options *o, const char *argument, char ***next)
{
    bool letter = argument[1] != '-';
    const char *name = argument + 1 + !letter;
    size_t size = strcspn(name, "=");
    const char *value = name[size] ? name + size + 1 : NULL;
    const option *row = option_find(o->command, name, size);
    if (!row || letter != (size == 1))
        return command_error(o, "unknown option %.*s (see aude %s --help)", (int)(name + size - argument), argument,
                             o->command->name);
    if (!row->argument && value) return command_error(o, "%s takes no value", argument);
    if (row->argument && !value) {
        value = **next;
        if (!value) return command_error(o, "%s needs a value: %s %s", argument, argument, row->argument);
        ++*next;
    }
    if (!row->many && options_has(o, row->name))
        return command_error(o, "%.*s is given twice", (int)(name + size - argument), argument);
    if (o->n_given == COMMAND_MAX_GIVEN) return command_error(o, "too many options");
    o->given[o->n_given].option = row;
    o->given[o->n_given++].value = value ? value : "";
    return COMMAND_OK;
}

static int command_run(const command *c, char **argument)
{
    static options o;
    char **operands = argument; /* they are kept in the places of what was read before them */
    o.command = c;
    o.operand = (const char *const *)operands;
    bool only_operands = false;
    while (*argument) {
        const char *word = *argument++;
        if (!only_operands && !strcmp(word, "--")) {
            only_operands = true;
        } else if (!only_operands && (!strcmp(word, "--help") || !strcmp(word, "-h"))) {
            manual_command(stdout, c);
            return COMMAND_OK;
        } else if (!only_operands && word[0] == '-' && word[1]) {
            int code = option_read(&o, word, &argument);
            if (code) return code;
        } else {
            operands[o.n_operands++] = argument[-1];
        }
    }
    if (o.n_operands < c->min_operands)
        return command_error(&o, "missing %s (see aude %s --help)", c->operands, c->name);
    if (o.n_operands > c->max_operands)
        return command_error(&o, "unexpected argument \"%s\" (see aude %s --help)", o.operand[c->max_operands],
                             c->name);
    return c->run(&o);
}

static const command *command_find(const char *name)
{
    for (const command *const *c = command_all; *c; c++)
        if (!strcmp((*c)->name, name)) return *c;
    return NULL;
}

static int program_error(const char *what, const char *word)
{
    fprintf(stderr, "aude: %s \"%s\"; aude --help lists the commands\n", what, word);
    return COMMAND_USAGE;
}

/* What a closed standard stream would leave free is taken, by something that only fails: else the next file that is opened
 * would be written to as if it were the stream. */
static void streams_open(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            _exit(COMMAND_USAGE);
}

/* What was printed must have arrived. */
static int streams_close(int code)
{
    errno = 0;
    bool good = fflush(stdout) == 0;
    if (good && !ferror(stdout)) return code;
    fprintf(stderr, "aude: standard output: %s\n", errno ? strerror(errno) : "cannot be written");
    return code ? code : COMMAND_FAILED;
}

static int program_run(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : NULL;
    if (!word) {
        manual_program(stderr);
        return COMMAND_USAGE;
    }
    if (!strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help")) {
        const command *c = argc > 2 ? command_find(argv[2]) : NULL;
        if (argc > 2 && !c) return program_error("unknown command", argv[2]);
        if (c)
            manual_command(stdout, c);
        else
            manual_program(stdout);
        return COMMAND_OK;
    }
    if (!strcmp(word, "--version")) {
        puts("aude " AUDE_VERSION);
        return COMMAND_OK;
    }
    if (!strcmp(word, "--man")) {
        manual_page(stdout);
        return COMMAND_OK;
    }
    if (word[0] == '-') return program_error("unknown option", word);
    const command *c = command_find(word);
    return c ? command_run(c, argv + 2) : program_error("unknown command", word);
}

int command_main(int argc, char **argv)
{
    streams_open();
    return streams_close(program_run(argc, argv));
}
