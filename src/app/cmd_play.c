/* cmd_play.c - aude play: makes or loads a game, and plays it in the terminal. */
#define _DEFAULT_SOURCE
#include "app/answers.h"
#include "app/file.h"
#include "app/local.h"
#include "app/note.h"
#include "app/play.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static local the_game; /* too big for a stack */
static play the_play;

/* A new file below the user's state directory. NULL where there is none; else allocated. */
static char *path_default(void)
{
    char day[32], name[64];
    time_t now = time(NULL);
    struct tm day_time;
    if (!localtime_r(&now, &day_time) || !strftime(day, sizeof day, "%Y-%m-%d-%H%M%S", &day_time))
        snprintf(day, sizeof day, "%lld", (long long)now);
    snprintf(name, sizeof name, "%s-%ld.aude", day, (long)getpid());
    return file_state(name);
}

static int seats_read(const options *o, const char *seat[AUDE_MAX_SEATS])
{
    int n = 0;
    for (const char *name; (name = options_nth(o, "seat", n)); n++) {
        if (n == AUDE_MAX_SEATS) return -command_error(o, "--seat: at most %d players", AUDE_MAX_SEATS);
        player p;
        if (!strncmp(name, "ai:", 3) && !player_read_any(&p, name + 3))
            return -command_error(o, "--seat: there is no computer player \"%.60s\"; there are, behind `ai:`: %s",
                                  name + 3, player_names());
        seat[n] = name;
    }
    if (n == 1) seat[n++] = "ai:greedy";
    if (n == 0) {
        seat[n++] = "You";
        seat[n++] = "ai:greedy";
    }
    return n;
}

static int game_begin(const options *o, local *g)
{
    const char *seat[AUDE_MAX_SEATS];
    game_setup setup;
    aude_errinfo error;
    int n = seats_read(o, seat);
    if (n < 0) return -n;
    int code = setup_read(o, n, &setup);
    if (options_has(o, "confirm")) setup.confirm = 1;
    if (!code && !local_new(g, &setup, seat, &error)) code = command_error(o, "%s", error.message);
    setup_free(&setup);
    return code;
}

static int game_continue(const options *o, local *g, const char *path)
{
    static const char *const fixed[] = {"seat", "sets", "tiles", "rule", "chips", "confirm"};
    size_t size;
    aude_errinfo error;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (options_has(o, fixed[i])) return command_error(o, "--%s cannot be changed in a saved game", fixed[i]);
    char *text = file_read(path, &size);
    if (!text) return command_error(o, "%s", file_reason(path, errno));
    if (local_load(g, text, size, options_has(o, "exec"), &error)) return COMMAND_OK;
    file_error(path, &error);
    return COMMAND_USAGE;
}

/* Where this game is saved: never over a file that is not this game, and only the default directory is made. */
static int path_choose(const options *o, local *g)
{
    const char *save = options_value(o, "save"), *load = options_value(o, "load");
    bool loaded = load && strcmp(load, "-") && (!save || file_is_same(save, load));
    if (!save && loaded) save = load;
    g->path = save ? strdup(save) : path_default();
    if (!g->path)
        return command_error(o, "where is the game to be saved? Set HOME or XDG_STATE_HOME, or give --save FILE");
    if ((save || file_make_parents(g->path)) && local_save(g, g->path, !loaded && !options_has(o, "force")))
        return COMMAND_OK;
    return command_error(o, "the game cannot be saved: %s%s", file_reason(g->path, errno),
                         errno == EEXIST ? "; --load continues it, --force replaces it" : "");
}

static void farewell(play *p)
{
    scene s;
    note n;
    FILE *out = note_open(&n);
    p->actor = AUDE_NOBODY;
    play_scene(p, &s);
    if (game_over(p->game))
        answer_result(out, &s, &p->game->history);
    else
        fputs("The game is not over.\n", out);
    p->game->kind->part(p->game, out);
    char *text = note_close(&n);
    terminal_say(p->terminal, text);
    free(text);
}

static int play_game(const options *o, local *g, colour_choice colour)
{
    uint64_t seed = 0;
    terminal t;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        return command_error(o, "no random numbers: %s", strerror(errno));
    if (!options_u64(o, "seed", &seed)) return COMMAND_USAGE;
    local_seed(g, seed);
    int code = path_choose(o, g);
    if (code) return code;
    terminal_open(&t, options_has(o, "plain"), options_has(o, "ascii"), colour);
    the_play.game = &g->game;
    the_play.terminal = &t;
    the_play.actor = AUDE_NOBODY;
    the_play.chosen = -1;
    play_run(&the_play);
    terminal_close(&t);
    if (g->save_error) local_autosave(g);
    farewell(&the_play);
    play_close(&the_play);
    return g->save_error ? COMMAND_FAILED : COMMAND_OK;
}

static int play_command_run(const options *o)
{
    const char *load = options_value(o, "load");
    colour_choice colour;
    if (!terminal_colour(o, &colour)) return COMMAND_USAGE;
    int code = load ? game_continue(o, &the_game, load) : game_begin(o, &the_game);
    if (!code) code = play_game(o, &the_game, colour);
    local_close(&the_game);
    return code;
}

static const option play_options[] = {
    {"seat", "NAME", NULL,
     "a player: a person's name, or a computer player such as ai:greedy, ai:level:3, ai:exec:COMMAND; up to 6 of them. "
     "One alone plays against ai:greedy; without: "
     "you do",
     true},
    SETUP_OPTIONS("base,bets"),
    {"confirm", NULL, NULL, "every last move of a turn is asked for once more, and can be taken back", false},
    {"load", "FILE", NULL, "continues a saved game", false},
    {"exec", NULL, NULL, "--load may run the programs that a game names as players", false},
    {"save", "FILE", NULL,
     "where the game is saved after every move: a new file, or the one of --load; without: a new file in "
     "~/.local/state/aude/",
     false},
    {"force", NULL, NULL, "--save replaces a file that exists", false},
    {"seed", "N", NULL, "the same seed and the same moves give the same game", false},
    {"plain", NULL, NULL, "lines of text instead of a screen: for screen readers and pipes", false},
    TERMINAL_OPTIONS,
    {0},
};

static const char *const play_examples[] = {
    "aude play",
    "you against a computer player",
    "aude play --seat Ann --seat Ben --seat ai:greedy",
    "two people at one keyboard, and a computer player",
    "aude play --sets base --rule fields=off --plain",
    "the base game without fields, for a screen reader",
    "aude play --rule draws=20",
    "a short game of 20 tiles",
    NULL,
};

const command command_play = {
    .name = "play",
    .summary = "play in the terminal, with people and computer players",
    .about =
        "Plays a game in the terminal. What can be typed is always on the screen; help lists everything. The game is "
        "saved after every move, so that nothing is lost whatever happens; --load continues it.\n\n"
        "Several people share the keyboard. Bets are typed hidden, one person after the other, while the others look "
        "away. A saved game holds these secrets; only its owner can read the file.\n\n"
        "If input or output is no terminal, or with --plain, the program writes lines of text only. Where several "
        "people "
        "share such a terminal, the page is wiped after each secret; through a pipe, where what is written stays, "
        "chips are "
        "not shown.\n\n"
        "A game that cannot be saved says so at every question, and the exit status is 1.",
    .option = play_options,
    .example = play_examples,
    .run = play_command_run,
};
