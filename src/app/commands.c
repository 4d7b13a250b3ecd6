/* commands.c - the list of commands, in the order of the help. A command's row stands in its own file cmd_NAME.c. */
#include "app/command.h"

#include <stddef.h>

extern const command command_play, command_join, command_serve, command_show, command_replay, command_redact,
    command_inspect, command_selfplay, command_match, command_engine, command_odds, command_analyse, command_train,
    command_verify, command_store, command_bench, command_perft, command_render;

const command *const command_all[] = {
    &command_play,
    &command_join,
    &command_serve,
    &command_show,
    &command_render,
    &command_redact,
    &command_replay,
    &command_inspect,
    &command_verify,
    &command_selfplay,
    &command_analyse,
    &command_odds,
    &command_match,
    &command_engine,
    &command_train,
    &command_store,
    &command_bench,
    &command_perft,
    NULL,
};
