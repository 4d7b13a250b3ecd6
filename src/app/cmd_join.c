/* cmd_join.c - aude join: comes to a table on a server, or makes one, and plays there in the terminal. */
#include "app/answers.h"
#include "app/file.h"
#include "app/note.h"
#include "app/online.h"
#include "app/play.h"
#include "app/setup.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static online the_online; /* too big for a stack */
static play the_play;
static char the_url[CLIENT_URL + 64];

/* ---- Coming to a table ---- */

static const char *name_of(const options *o)
{
    const char *name = options_value(o, "name"), *user = getenv("USER");
    return name ? name : user && *user ? user : "Guest";
}

/* Why somebody could not come, and what may help. */
static int refused(const options *o, const char *reason)
{
    bool name = strstr(reason, "name") != NULL;
    command_error(o, "%s%s", reason, name ? " (--name gives another name)" : "");
    return COMMAND_USAGE;
}

static int place_keep(const options *o, const client_place *at)
{
    keep *k = &the_online.keep;
    if (keep_place(k, at)) return COMMAND_OK;
    return command_error(o, "what is needed to come back cannot be kept: %s", file_reason(k->place, errno));
}

static int table_find(const options *o, client_place *at)
{
    static const char *const fixed[] = {"tiles", "rule", "chips", "seats", "clock", "option", "sets"};
    char error[WIRE_ERROR];
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (options_has(o, fixed[i])) return command_error(o, "--%s goes with --new", fixed[i]);
    if (!client_address(o->operand[0], at))
        return command_error(o, "\"%s\" is no address of a table, such as https://play.example/#k7Qm0aXw3PzLr9Td",
                             o->operand[0]);
    snprintf(the_url, sizeof the_url, "%s/#%s", at->server, at->table);
    if (options_has(o, "watch")) return COMMAND_OK;
    if (keep_open(&the_online.keep, at)) return COMMAND_OK;
    if (errno)
        return command_error(o, "%s (remove it to come as a new person)", file_reason(the_online.keep.place, errno));
    if (!client_join(at, name_of(o), error)) return refused(o, error);
    return place_keep(o, at);
}

/* ---- Making one ---- */

/* Who the seats are for: the host's, open ones, and computers at the end. */
static int seats_plan(const options *o, const char *engine[AUDE_MAX_SEATS], int *n_seats)
{
    int n = 0;
    long seats = 0;
    const char *wish[AUDE_MAX_SEATS];
    for (int i = 0; options_nth(o, "seat", i); i++) {
        const char *who = options_nth(o, "seat", i);
        if (strncmp(who, "ai:", 3) || !who[3]) return command_error(o, "--seat with --new: ai:NAME, a computer player");
        if (n == AUDE_MAX_SEATS - 1) return command_error(o, "--seat: at most %d computers", AUDE_MAX_SEATS - 1);
        wish[n++] = who + 3;
    }
    if (!options_number(o, "seats", 2, AUDE_MAX_SEATS, &seats)) return COMMAND_USAGE;
    if (!seats) seats = n ? n + 1 : 2;
    if (seats <= n) return command_error(o, "--seats %ld: there are %d computers, and you", seats, n);
    *n_seats = (int)seats;
    for (int i = 0; i < *n_seats; i++) engine[i] = i < *n_seats - n ? NULL : wish[i - (*n_seats - n)];
    return COMMAND_OK;
}

/* The table's setup: its options, then the head of a record without its first line and its seats. */
static int setup_text(const options *o, int n_seats, char **dst)
{
    static aude_rules rules;
    game_setup setup;
    note n;
    int code = setup_read(o, n_seats, &setup);
    if (!code) code = setup_compile(o, &setup, &rules);
    if (!code) {
        FILE *out = note_open(&n);
        aude_record record = {.setup = setup.setup, .confirm = setup.confirm, .own = setup.own, .n_own = setup.n_own};
        size_t size = aude_record_write(&record, &rules, NULL, 0);
        char *head = malloc(size + 1), *line = head;
        if (head) aude_record_write(&record, &rules, head, size + 1);
        if (options_has(o, "clock")) fprintf(out, "clock %s\n", options_value(o, "clock"));
        for (int i = 0; options_nth(o, "option", i); i++) fprintf(out, "%s\n", options_nth(o, "option", i));
        while (line && *line) {
            size_t end = strcspn(line, "\n");
            if (strncmp(line, "aude ", 5) && strncmp(line, "seat ", 5)) fprintf(out, "%.*s\n", (int)end, line);
            line += end + (line[end] != 0);
        }
        free(head);
        *dst = note_close(&n);
    }
    setup_free(&setup);
    return code;
}

static int table_make(const options *o, client_place *at)
{
    const char *engine[AUDE_MAX_SEATS], *server = o->operand[0];
    char error[WIRE_ERROR], *text = NULL;
    int n_seats = 0;
    size_t size = strlen(server);
    if (options_has(o, "watch")) return command_error(o, "--watch does not go with --new");
    while (size && server[size - 1] == '/') size--;
    if ((strncmp(server, "http://", 7) && strncmp(server, "https://", 8)) || size >= sizeof at->server)
        return command_error(o, "\"%s\" is no address of a server, such as https://play.example", server);
    int code = seats_plan(o, engine, &n_seats);
    if (!code) code = setup_text(o, n_seats, &text);
    if (code) return code;
    memset(at, 0, sizeof *at);
    memcpy(at->server, server, size);
    if (!client_create(at, text, name_of(o), n_seats, engine, error)) code = refused(o, error);
    free(text);
    if (code) return code;
    snprintf(the_url, sizeof the_url, "%s/#%s", at->server, at->table);
    printf("Others join by: aude join '%s'\nor with a browser: %s\n", the_url, the_url);
    fflush(stdout);
    the_online.keep.begins = true;
    return place_keep(o, at);
}

/* ---- Playing there ---- */

static int seat_take(const options *o, online *g, int wanted)
{
    const picture *p = client_picture(g->client);
    aude_errinfo error;
    if (g->watching || online_has_seat(g)) return COMMAND_OK;
    if (p->phase != PROTO_PHASE_LOBBY && p->phase != PROTO_PHASE_OVER)
        return command_error(o, "the game has begun without you; --watch watches it");
    return online_sit(g, wanted, &error) ? COMMAND_OK : command_error(o, "%s", error.message);
}

/* A name that was given, where the person has another. */
static void name_take(const options *o, online *g)
{
    const picture *p = client_picture(g->client);
    const char *name = options_value(o, "name");
    aude_errinfo error;
    if (!name || p->person < 0 || !strcmp(name, p->name[p->person])) return;
    proto_client m = {.kind = PROTO_CLIENT_NAME, .name = {.name = name}};
    if (online_command(g, &m, &error)) command_error(o, "%s", error.message);
}

static int arrive(const options *o, online *g, bool back)
{
    long wanted = -1;
    if (!options_has(o, "new") && !options_number(o, "seat", 0, AUDE_MAX_SEATS - 1, &wanted)) return COMMAND_USAGE;
    if (online_arrive(g)) {
        name_take(o, g);
        return seat_take(o, g, (int)wanted);
    }
    if (client_standing(g->client) != CLIENT_REFUSED) {
        if (back) return COMMAND_OK; /* it has been there, and will be again */
        command_error(o, "%s", client_reason(g->client));
        return COMMAND_FAILED;
    }
    if (back)
        return command_error(o, "%s (what was kept of this table is in %s; remove it to come as a new person)",
                             client_reason(g->client), g->keep.place);
    return command_error(o, "%s", client_reason(g->client));
}

static void farewell(play *p)
{
    scene s;
    note n;
    FILE *out = note_open(&n);
    p->actor = AUDE_NOBODY;
    if (p->game->rules) play_scene(p, &s);
    if (game_over(p->game) && p->terminal->wipes) answer_result(out, &s, &p->game->history);
    if (p->game->notice) fputs(p->game->notice, out);
    online_farewell(&the_online, out);
    char *text = note_close(&n);
    terminal_say(p->terminal, text);
    free(text);
}

static void play_there(const options *o, online *g, colour_choice colour)
{
    terminal t;
    note n;
    terminal_open(&t, options_has(o, "plain"), options_has(o, "ascii"), colour);
    t.watch = online_watch(g);
    g->ticks = t.screen;
    the_play.game = &g->game;
    the_play.terminal = &t;
    the_play.actor = AUDE_NOBODY;
    the_play.chosen = -1;
    if (!t.screen && client_picture(g->client)->phase == PROTO_PHASE_LOBBY) {
        g->game.kind->lobby(&g->game, note_open(&n));
        char *text = note_close(&n);
        terminal_say(&t, text);
        free(text);
    }
    play_run(&the_play);
    bool screen = t.screen;
    terminal_close(&t);
    t.wipes &= screen; /* the result was said already on plain terminals */
    farewell(&the_play);
    play_close(&the_play);
}

static int join_run(const options *o)
{
    client_place at;
    colour_choice colour;
    if (!terminal_colour(o, &colour)) return COMMAND_USAGE;
    signal(SIGPIPE, SIG_IGN);
    if (!wire_init()) return command_error(o, "the network cannot be used on this machine");
    online *g = &the_online;
    if (!keep_can()) return command_error(o, "where is to be kept who you are? Set HOME or XDG_STATE_HOME");
    int code = options_has(o, "new") ? table_make(o, &at) : table_find(o, &at);
    bool back = !code && g->keep.place && !options_has(o, "new"), watching = options_has(o, "watch");
    if (!code && !online_open(g, &at, the_url, watching)) code = command_error(o, "out of memory");
    if (!code) code = arrive(o, g, back);
    if (!code) play_there(o, g, colour);
    if (!code && client_picture(g->client)->broken.code) code = COMMAND_FAILED;
    online_close(g);
    wire_end();
    return code;
}

static const option join_options[] = {
    {"name", "NAME", NULL, "what you are called; without: your user name", false},
    {"seat", "N", NULL,
     "which seat to take, from 0; without: the first open one. With --new: ai:NAME, a computer player", true},
    {"watch", NULL, NULL, "watches without a seat", false},
    {"new", NULL, NULL, "URL is that of a server: makes a table there, which begins when all seats are filled", false},
    {"seats", "N", NULL, "with --new: how many seats, yours and those of computers included; without: 2, or as needed",
     false},
    {"clock", "CLOCK", NULL, "with --new: such as \"turn 60\" or \"total 20m 10\" (docs/table.md)", false},
    {"option", "LINE", NULL, "with --new: another line of the table's setup (docs/table.md), such as \"best-of 3\"",
     true},
    SETUP_OPTIONS("base,bets"),
    {"plain", NULL, NULL, "lines of text instead of a screen: for screen readers and pipes", false},
    TERMINAL_OPTIONS,
    {0},
};

static const char *const join_examples[] = {
    "aude join https://play.example/#k7Qm0aXw3PzLr9Td",
    "take a seat at a table that somebody has sent you the address of",
    "aude join https://play.example --new --seats 3 --seat ai:greedy",
    "make a table for yourself, somebody else and a computer player",
    "aude join https://play.example --new --clock \"total 20m 10\" --option \"best-of 3\"",
    "a match of two people with clocks",
    "aude join https://play.example/#k7Qm0aXw3PzLr9Td --watch",
    "watch",
    NULL,
};

const command command_join = {
    .name = "join",
    .operands = "URL",
    .min_operands = 1,
    .max_operands = 1,
    .summary = "play in the terminal at a table on a server",
    .about =
        "Comes to a table on a server (aude serve) and plays there with the screen and the words of aude play; help "
        "lists "
        "those of the table, such as say, people, takeback, agree. Questions can be typed while others are to move. "
        "Who "
        "you are at the table is kept in ~/.local/state/aude/, so that the same command comes back to the same seat; "
        "two "
        "terminals may show the same seat.\n\n"
        "A connection that is lost is tried again, and what was typed is sent then. The server decides nothing that "
        "could not be checked: what it promises before draws and bets is kept in a file as it comes, and a promise "
        "that "
        "is broken is said at once. At the end the program names that file and the record of the game, for aude "
        "verify.",
    .option = join_options,
    .example = join_examples,
    .run = join_run,
};
