/* online_verbs.c - what can be typed at a table on a server besides the words of all games: each becomes a command. */
#include "app/online.h"
#include "app/verbs.h"
#include "app/words.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Sends a command; a refusal is said, `done` (may be NULL) if it is none. */
static bool send(play *p, proto_client m, const char *done, FILE *out)
{
    scene nobody = {.n_seats = 0}; /* the server speaks of seats by number */
    aude_errinfo error;
    if (online_command(online_of(p->game), &m, &error)) {
        words_refusal(out, &nobody, &error);
        return false;
    }
    if (done) fprintf(out, "%s\n", done);
    return true;
}

static const picture *seen(play *p)
{
    return client_picture(online_of(p->game)->client);
}

static const char *text_of(const char *rest)
{
    return rest + strspn(rest, " \t");
}

/* ---- Talk ---- */

static void say_run(play *p, const scene *s, char *rest, FILE *out)
{
    const char *text = text_of(rest), *chats = online_of(p->game)->news.chats;
    proto_client m = {.kind = PROTO_CLIENT_CHAT, .chat = {.words = text}};
    (void)s;
    if (*text) {
        send(p, m, NULL, out);
        return;
    }
    if (!chats) fputs("Nobody has said anything yet. say TEXT says something to all.\n", out);
    for (const char *line = chats; line && *line; line += strcspn(line, "\n") + 1)
        fprintf(out, "%.*s\n", (int)strcspn(strchr(line, ' ') + 1, "\n"), strchr(line, ' ') + 1);
}

static void people_run(play *p, const scene *s, char *rest, FILE *out)
{
    (void)s, (void)rest;
    news_people(seen(p), out);
    if (!p->game->rules) fprintf(out, "Others join by %s\n", online_of(p->game)->url);
}

static void clocks_run(play *p, const scene *s, char *rest, FILE *out)
{
    (void)s, (void)rest;
    news_clocks(seen(p), online_clock_age(online_of(p->game)), out);
}

/* ---- Questions to all ---- */

static void propose(play *p, proto_ask what, bool has_index, int index, FILE *out)
{
    proto_client m = {.kind = PROTO_CLIENT_PROPOSE, .propose = {.what = what, .has_index = has_index, .index = index}};
    send(p, m, NULL, out);
}

static void takeback_run(play *p, const scene *s, char *rest, FILE *out)
{
    int index = -1;
    (void)s;
    if (!verb_rest_is_empty(rest) && (!verb_number(&rest, &index) || index < 0))
        fputs("takeback asks all for your last turn back; takeback INDEX goes back to that decision\n", out);
    else
        propose(p, PROTO_ASK_TAKEBACK, true, index, out);
}

#define PROPOSAL(name, what)                                               \
    static void name##_run(play *p, const scene *s, char *rest, FILE *out) \
    {                                                                      \
        (void)s, (void)rest;                                               \
        propose(p, what, false, 0, out);                                   \
    }
PROPOSAL(pause, PROTO_ASK_PAUSE)
PROPOSAL(end, PROTO_ASK_END)
PROPOSAL(rematch, PROTO_ASK_REMATCH)

static void agree_run(play *p, const scene *s, char *rest, FILE *out)
{
    proto_client m = {.kind = PROTO_CLIENT_AGREE, .agree = {.question = seen(p)->question.number}};
    (void)s, (void)rest;
    if (seen(p)->question.open)
        send(p, m, "You agree.", out);
    else
        fputs("Nobody asks for anything.\n", out);
}

static void decline_run(play *p, const scene *s, char *rest, FILE *out)
{
    proto_client m = {.kind = PROTO_CLIENT_DECLINE, .decline = {.question = seen(p)->question.number}};
    (void)s, (void)rest;
    if (seen(p)->question.open)
        send(p, m, NULL, out);
    else
        fputs("Nobody asks for anything.\n", out);
}

static void resume_run(play *p, const scene *s, char *rest, FILE *out)
{
    (void)s, (void)rest;
    send(p, (proto_client){.kind = PROTO_CLIENT_RESUME}, NULL, out);
}

/* ---- The game and its seats ---- */

static void resign_run(play *p, const scene *s, char *rest, FILE *out)
{
    int seat = p->actor == AUDE_NOBODY ? p->game->teller : p->actor;
    proto_client m = {.kind = PROTO_CLIENT_RESIGN, .resign = {.seat = seat}};
    (void)s;
    if (seat == AUDE_NOBODY)
        fputs("You have no seat.\n", out);
    else if (strcasecmp(text_of(rest), "yes"))
        fputs("You would leave the game for good. If you mean it: resign yes\n", out);
    else
        p->decided = send(p, m, NULL, out);
}

static void start_run(play *p, const scene *s, char *rest, FILE *out)
{
    (void)s, (void)rest;
    send(p, (proto_client){.kind = PROTO_CLIENT_START}, NULL, out);
}

static void sit_run(play *p, const scene *s, char *rest, FILE *out)
{
    aude_errinfo error;
    scene nobody = {.n_seats = 0};
    int seat = -1;
    (void)s;
    if (!verb_rest_is_empty(rest) && (!verb_number(&rest, &seat) || seat < 0))
        fputs("sit, or sit N\n", out);
    else if (!online_sit(online_of(p->game), seat, &error))
        words_refusal(out, &nobody, &error);
}

static void stand_run(play *p, const scene *s, char *rest, FILE *out)
{
    (void)s, (void)rest;
    if (p->game->teller == AUDE_NOBODY)
        fputs("You have no seat.\n", out);
    else
        send(p, (proto_client){.kind = PROTO_CLIENT_STAND, .stand = {.seat = p->game->teller}}, NULL, out);
}

static void name_run(play *p, const scene *s, char *rest, FILE *out)
{
    const char *name = text_of(rest);
    (void)s;
    if (*name)
        send(p, (proto_client){.kind = PROTO_CLIENT_NAME, .name = {.name = name}}, NULL, out);
    else
        fputs("name NAME\n", out);
}

static void seat_run(play *p, const scene *s, char *rest, FILE *out)
{
    int seat = -1;
    (void)s;
    bool number = verb_number(&rest, &seat) && seat >= 0;
    const char *who = text_of(rest);
    bool open = !strcasecmp(who, "open");
    proto_client m = {.kind = PROTO_CLIENT_SEAT, .seat = {.seat = seat, .engine = open ? NULL : who + 3}};
    if (number && (open || (!strncmp(who, "ai:", 3) && who[3])))
        send(p, m, NULL, out);
    else
        fputs("seat N ai:greedy gives a seat to a computer player, seat N open opens it\n", out);
}

static void seats_run(play *p, const scene *s, char *rest, FILE *out)
{
    int number = 0;
    (void)s;
    if (verb_number(&rest, &number) && number >= 0)
        send(p, (proto_client){.kind = PROTO_CLIENT_SEATS, .seats = {.number = number}}, NULL, out);
    else
        fputs("seats N, from 2 to 6\n", out);
}

static void option_run(play *p, const scene *s, char *rest, FILE *out)
{
    const char *line = text_of(rest);
    (void)s;
    if (*line)
        send(p, (proto_client){.kind = PROTO_CLIENT_OPTION, .option = {.line = line}}, NULL, out);
    else
        fputs("option LINE, such as option clock turn 60, or option rule fields off\n", out);
}

/* The person with that name. */
static int person_find(play *p, const char *name, FILE *out)
{
    const picture *seen_now = seen(p);
    for (int i = 0; i < AUDE_MAX_PEOPLE; i++)
        if (*name && !strcasecmp(seen_now->name[i], name)) return i;
    fprintf(out, "There is nobody called \"%s\"; people lists all.\n", name);
    return -1;
}

static void kick_run(play *p, const scene *s, char *rest, FILE *out)
{
    int person = person_find(p, text_of(rest), out);
    (void)s;
    if (person >= 0) send(p, (proto_client){.kind = PROTO_CLIENT_KICK, .kick = {.person = person}}, NULL, out);
}

static void host_run(play *p, const scene *s, char *rest, FILE *out)
{
    int person = person_find(p, text_of(rest), out);
    (void)s;
    if (person >= 0) send(p, (proto_client){.kind = PROTO_CLIENT_HOST, .host = {.person = person}}, NULL, out);
}

const verb online_verbs[] = {
    {"say", "TEXT", "says something to all; say alone: what was said", say_run, true, 0},
    {"people", "", "who is there, and who sits where", people_run, true, 0},
    {"clocks", "", "how much time all have", clocks_run, true, 0},
    {"takeback", "INDEX", "asks all for your last turn back, or back to a decision", takeback_run, true, 0},
    {"pause", "", "asks all for a pause", pause_run, true, 0},
    {"resume", "", "ends a pause", resume_run, true, 0},
    {"end", "", "asks all to end the game now, with final scoring", end_run, true, 0},
    {"agree", "", "to what somebody asks for", agree_run, true, 0},
    {"decline", "", "what somebody asks for, or what you ask for yourself", decline_run, true, 0},
    {"resign", "yes", "you leave the game for good", resign_run, true, 0},
    {"retire", "yes", "the same", resign_run, true, 0},
    {"rematch", "", "after a match: asks all for another one", rematch_run, true, 0},
    {"next", "", "host, during a match: begins the next game", start_run, true, 0},
    {"start", "", "host: begins the game", start_run, true, 0},
    {"sit", "N", "before the game: takes a seat", sit_run, true, 0},
    {"stand", "", "before or after a game: gets up", stand_run, true, 0},
    {"name", "NAME", "takes another name", name_run, true, 0},
    {"seat", "N ai:NAME | N open", "host, before the game: gives a seat to a computer", seat_run, true, 0},
    {"seats", "N", "host, before the game: how many seats", seats_run, true, 0},
    {"option", "LINE", "host, before the game: a line of the setup (docs/table.md)", option_run, true, 0},
    {"host", "NAME", "host: makes somebody else host", host_run, true, 0},
    {"kick", "NAME", "host, before the game: sends somebody away", kick_run, true, 0},
    {0},
};
