/* news.c - compares what a client knows of a table with what it knew, and says the difference. */
#include "app/news.h"

#include <stdlib.h>
#include <string.h>

static const char *person_name(const picture *p, int person)
{
    return person >= 0 && *p->name[person] ? p->name[person] : "somebody who has left";
}

static bool owns_a_seat(const picture *p)
{
    for (int i = 0; i < p->n_seats; i++)
        if (p->seat[i].mine) return true;
    return false;
}

/* ---- As it is ---- */

void news_seat(const picture *p, int seat, FILE *out)
{
    const picture_seat *s = &p->seat[seat];
    if (s->kind == AUDE_SEAT_OPEN)
        fputs("open", out);
    else if (s->kind == AUDE_SEAT_COMPUTER && s->person < 0)
        fprintf(out, "a computer, %s", s->engine);
    else if (s->kind == AUDE_SEAT_COMPUTER)
        fprintf(out, "%s's place, held by a computer, %s", person_name(p, s->person), s->engine);
    else
        fprintf(out, "%s%s%s", person_name(p, s->person), s->mine ? " (you)" : "",
                p->present[s->person] ? "" : " (away)");
}

void news_people(const picture *p, FILE *out)
{
    bool any = false;
    fputs("At the table:\n", out);
    for (int i = 0; i < p->n_seats; i++) {
        fprintf(out, "  Seat %d: ", i);
        news_seat(p, i, out);
        if (p->best_of > 1) fprintf(out, ", %.3g won", p->seat[i].points / 60.0);
        putc('\n', out);
    }
    for (int person = 0; person < AUDE_MAX_PEOPLE; person++) {
        bool sits = !*p->name[person];
        for (int i = 0; i < p->n_seats; i++) sits |= p->seat[i].person == person;
        if (sits) continue;
        fprintf(out, "%s%s%s", any ? ", " : "  Without a seat: ", p->name[person],
                person == p->person  ? " (you)"
                : p->present[person] ? ""
                                     : " (away)");
        any = true;
    }
    if (any) putc('\n', out);
    if (p->host >= 0) fprintf(out, "  Host: %s%s\n", person_name(p, p->host), p->host == p->person ? " (you)" : "");
}

static void rules_tell(const picture *p, FILE *out)
{
    if (p->differences && *p->differences)
        fputs("The rules differ from the usual:\n", out);
    else
        fputs("The usual rules.\n", out);
    for (const char *line = p->differences; line && *line; line += strcspn(line, "\n") + 1)
        fprintf(out, "  %.*s\n", (int)strcspn(line, "\n"), line);
}

/* Lines of the setup that are options of the table, not of the game. */
void news_options(const picture *p, FILE *out)
{
    static const char *const game[] = {"set ", "|", "rule ", "chips ", "seats "};
    bool any = false;
    for (const char *line = p->setup; line && *line; line += strcspn(line, "\n") + 1) {
        bool skip = false;
        for (size_t i = 0; i < sizeof game / sizeof *game; i++) skip |= !strncmp(line, game[i], strlen(game[i]));
        if (skip) continue;
        fprintf(out, "%s%.*s", any ? ", " : "The table: ", (int)strcspn(line, "\n"), line);
        any = true;
    }
    if (any) fputs(".\n", out);
}

static void sets_tell(const picture *p, FILE *out)
{
    fputs("Tile sets:", out);
    for (const char *line = p->setup; line && *line; line += strcspn(line, "\n") + 1)
        if (!strncmp(line, "set ", 4)) fprintf(out, " %.*s", (int)strcspn(line + 4, " \n"), line + 4);
    fputs(".\n", out);
}

void news_lobby(const picture *p, FILE *out)
{
    news_people(p, out);
    putc('\n', out);
    sets_tell(p, out);
    rules_tell(p, out);
    news_options(p, out);
}

static void span_write(int64_t ms, FILE *out)
{
    int64_t s = ms > 0 ? (ms + 999) / 1000 : 0;
    if (s >= 3600)
        fprintf(out, "%lld:%02lld:%02lld", (long long)(s / 3600), (long long)(s / 60 % 60), (long long)(s % 60));
    else
        fprintf(out, "%lld:%02lld", (long long)(s / 60), (long long)(s % 60));
}

void news_clocks(const picture *p, int64_t since, FILE *out)
{
    bool any = false;
    for (int i = 0; i < p->n_seats && p->phase == PROTO_PHASE_PLAY; i++) {
        bool runs = p->running >> i & 1;
        if (p->seat[i].left < 0 && !runs) continue;
        fputs("  ", out);
        news_seat(p, i, out);
        fputs(": ", out);
        span_write(p->seat[i].left - (runs ? since : 0), out);
        fputs(runs ? " left, running\n" : " left\n", out);
        any = true;
    }
    if (p->phase == PROTO_PHASE_PLAY && p->step_ends >= 0) {
        fputs("  Whoever has not chosen in ", out);
        span_write(p->step_ends - p->clock_time - since, out);
        fputs(" takes the default.\n", out);
        any = true;
    }
    if (!any) fputs("No clock runs.\n", out);
}

void news_clock(const picture *p, int seat, int64_t since, FILE *out)
{
    bool runs = p->running >> seat & 1;
    if (p->phase != PROTO_PHASE_PLAY || p->seat[seat].kind != AUDE_SEAT_PERSON) return;
    if (p->step_ends >= 0 && p->asked >> seat & 1)
        span_write(p->step_ends - p->clock_time - since, out);
    else if (p->seat[seat].left >= 0)
        span_write(p->seat[seat].left - (runs ? since : 0), out);
}

/* How many moves a takeback to the decision with that index takes back; 0: not known. Bets of one decision stand side by side. */
static int moves_since(const picture *p, int index)
{
    int decision = -1, moves = 0;
    for (int i = 0; i < p->n_lines; i++) {
        bool bet = !strncmp(p->line[i], "bet ", 4), again = bet && i && !strncmp(p->line[i - 1], "bet ", 4);
        decision += !again;
        moves += decision >= index && strncmp(p->line[i], "draw ", 5) != 0;
    }
    return moves;
}

static const char *ask_words(const picture *p, char dst[64])
{
    switch (p->question.what) {
    case PROTO_ASK_TAKEBACK: {
        int moves = moves_since(p, p->question.index);
        if (!moves) return "to take something back";
        snprintf(dst, 64, moves == 1 ? "to take back the last move" : "to take back the last %d moves", moves);
        return dst;
    }
    case PROTO_ASK_PAUSE: return "for a pause";
    case PROTO_ASK_END: return "to end the game now, with final scoring";
    case PROTO_ASK_REMATCH: return "for a rematch";
    default: return "for something";
    }
}

bool news_question(const picture *p, FILE *out)
{
    char room[64];
    bool agreed = true;
    if (!p->question.open) return false;
    for (int i = 0; i < p->n_seats; i++) agreed &= !p->seat[i].mine || p->question.agreed >> i & 1;
    if (p->question.by == p->person)
        fprintf(out, "You ask %s. decline withdraws it.\n", ask_words(p, room));
    else
        fprintf(out, "%s asks %s%s\n", person_name(p, p->question.by), ask_words(p, room),
                !owns_a_seat(p) ? "."
                : agreed        ? ". You have agreed."
                                : ": agree or decline?");
    return true;
}

static void seats_list(const picture *p, uint32_t seats, FILE *out)
{
    int n = 0;
    for (int i = 0; i < p->n_seats; i++) {
        const picture_seat *s = &p->seat[i];
        if (!(seats >> i & 1)) continue;
        seats &= ~(1u << i);
        fprintf(out, "%s%s",
                !n++    ? ""
                : seats ? ", "
                        : " and ",
                s->mine          ? "you"
                : s->person >= 0 ? person_name(p, s->person)
                                 : s->engine);
    }
}

static void lobby_idle(const picture *p, FILE *out)
{
    int open = 0;
    for (int i = 0; i < p->n_seats; i++) open += p->seat[i].kind == AUDE_SEAT_OPEN;
    if (open)
        fprintf(out, "The game has not begun: %d %s open.", open, open == 1 ? "seat is" : "seats are");
    else if (p->host == p->person)
        fputs("All seats are filled: start begins the game.", out);
    else
        fprintf(out, "All seats are filled; %s begins the game.", person_name(p, p->host));
}

void news_idle(const picture *p, FILE *out)
{
    uint32_t others = p->asked;
    bool secret = others & (others - 1);
    for (int i = 0; i < p->n_seats; i++)
        if (p->seat[i].mine) others &= ~(1u << i);
    if (!p->n_seats) {
        fputs("The server is not reached yet.", out);
    } else if (p->phase == PROTO_PHASE_LOBBY) {
        lobby_idle(p, out);
    } else if (p->phase == PROTO_PHASE_SEALING) {
        fputs("The draws are sealed; the game begins at once.", out);
    } else if (p->paused) {
        fputs("The game is paused; resume goes on.", out);
    } else if (p->waiting >= 0) {
        seats_list(p, 1u << p->waiting, out);
        fputs(" may still take the move back.", out);
    } else if (secret) {
        fputs("Chosen in secret: ", out);
        seats_list(p, others, out);
        fputs(" may still be choosing.", out);
    } else if (others) {
        seats_list(p, others, out);
        fputs(" is to move.", out);
    } else {
        fputs(p->asked ? "Your move is on its way." : "A tile is drawn.", out);
    }
}

/* ---- What has changed ---- */

static void chairs_tell(const news *n, const picture *p, FILE *out)
{
    if (n->n_seats != p->n_seats) fprintf(out, "The table has %d seats now.\n", p->n_seats);
    for (int i = 0; i < p->n_seats; i++) {
        const picture_seat *was = &n->seat[i], *is = &p->seat[i];
        if (i < n->n_seats && was->kind == is->kind && was->person == is->person && !strcmp(was->engine, is->engine))
            continue;
        fprintf(out, "Seat %d: ", i);
        news_seat(p, i, out);
        fputs(".\n", out);
    }
}

static void people_tell(const news *n, const picture *p, FILE *out)
{
    for (int i = 0; i < AUDE_MAX_PEOPLE; i++) {
        const char *was = n->name[i], *is = p->name[i];
        if (*was && *is && strcmp(was, is) != 0) fprintf(out, "%s is called %s now.\n", was, is);
        if (i == p->person) continue;
        if (*was && !*is) fprintf(out, "%s has left the table.\n", was);
        if (!*was && *is) fprintf(out, "%s has come to the table.\n", is);
        if (*was && *is && n->present[i] != p->present[i])
            fprintf(out, p->present[i] ? "%s is here again.\n" : "%s is away.\n", is);
    }
    chairs_tell(n, p, out);
    if (n->host != p->host && p->host >= 0)
        fprintf(out, "%s %s host now.\n", p->host == p->person ? "You" : person_name(p, p->host),
                p->host == p->person ? "are" : "is");
}

static void phase_tell(const news *n, const picture *p, FILE *out)
{
    if (p->phase == PROTO_PHASE_PLAY && (n->phase != PROTO_PHASE_PLAY || n->game != p->game)) {
        if (p->best_of > 1)
            fprintf(out, "Game %d begins; the match is the best of %d.\n", p->game, p->best_of);
        else
            fputs("The game begins.\n", out);
    }
    if (n->paused != p->paused) fputs(p->paused ? "The game is paused.\n" : "The game goes on.\n", out);
}

void news_tell(news *n, const picture *p, FILE *out)
{
    bool changed = p->setup && (!n->setup || strcmp(n->setup, p->setup) != 0);
    if (n->any) {
        people_tell(n, p, out);
        phase_tell(n, p, out);
        if (changed && p->phase == PROTO_PHASE_LOBBY) {
            sets_tell(p, out);
            rules_tell(p, out);
            news_options(p, out);
        }
        if (p->question.open && (!n->asked || n->question != p->question.number)) news_question(p, out);
        if (n->asked && !p->question.open) fputs("The question is closed.\n", out);
    }
    n->any = true;
    memcpy(n->name, p->name, sizeof n->name);
    memcpy(n->present, p->present, sizeof n->present);
    memcpy(n->seat, p->seat, sizeof n->seat);
    n->n_seats = p->n_seats;
    n->host = p->host;
    n->phase = p->phase;
    n->game = p->game;
    n->paused = p->paused;
    n->asked = p->question.open;
    n->question = p->question.number;
    if (!changed) return;
    free(n->setup);
    n->setup = strdup(p->setup);
}

void news_chat(news *n, const proto_server_chat *m, FILE *out)
{
    char line[512];
    snprintf(line, sizeof line, "%lld %s: %s\n", (long long)m->time, m->name, m->words);
    if (n->chats && strstr(n->chats, line)) return;
    fprintf(out, "%s", strchr(line, ' ') + 1);
    size_t size = n->chats ? strlen(n->chats) : 0;
    char *more = realloc(n->chats, size + strlen(line) + 1);
    if (!more) return;
    strcpy(more + size, line);
    n->chats = more;
}

void news_close(news *n)
{
    free(n->setup);
    free(n->chats);
    memset(n, 0, sizeof *n);
}
