/* setup.h - the options that several commands share to describe a game, and the game setup they give. */
#ifndef AUDE_APP_SETUP_H
#define AUDE_APP_SETUP_H

#include "app/command.h"
#include "aude.h"

/* Rows for a command's options. */
#define SETUP_OPTIONS(default_sets)                                                                                  \
    {"sets", "NAMES", default_sets, "tile sets, built in or of --tiles, joined by commas", false},                   \
        {"tiles", "FILE", NULL,                                                                                      \
         "a tile file in place of the built-in set of its name, or in addition (docs/tiles.md)", true},              \
        {"rule", "NAME=VALUE", NULL,                                                                                 \
         "an option of the rules: fields=on|off, tiny-city=4|2, bets-unoccupied=on|off, confirm=on|off, draws=N, "   \
         "meeples=N, first=SEAT",                                                                                    \
         true},                                                                                                      \
    {                                                                                                                \
        "chips", "FACES", NULL, "each player's betting chips, such as \"4x2 4/5 3/7+\", instead of the set's", false \
    }

typedef struct game_setup {
    aude_setup setup;  /* its sets point to built-in data or into `own` */
    int confirm;       /* rule confirm */
    aude_tileset *own; /* sets read from files: room for AUDE_MAX_SETS */
    int n_own;
} game_setup;

/* Reads the options above. Prints what is wrong and returns COMMAND_USAGE, or COMMAND_OK. Call setup_free in both cases. */
int setup_read(const options *o, int n_seats, game_setup *dst);
/* aude_rules_init with the error printed. */
int setup_compile(const options *o, const game_setup *setup, aude_rules *rules);
void setup_free(game_setup *setup);

#endif
