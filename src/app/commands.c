/* commands.c - the list of commands, in the order of the help. A command's row stands in its own file cmd_NAME.c. */
#include "app/command.h"

#include <stddef.h>

const command *const command_all[] = {
    NULL,
};
