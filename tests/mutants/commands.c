/* The commands of the program that tests/mutants/run makes: what it takes to play and check games, and nothing of the network. */
#include "app/command.h"

#include <stddef.h>

extern const command command_replay, command_selfplay;

const command *const command_all[] = {&command_replay, &command_selfplay, NULL};
