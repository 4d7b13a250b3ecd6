/* online.c - see online.h. The picture is the only truth; the history is told again from its lines where they are not what they were. */
#define _DEFAULT_SOURCE
#include "app/online.h"

#include "app/file.h"
#include "app/note.h"
#include "app/recordfile.h"
#include "app/retell.h"
#include "app/verbs.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PATIENCE_MS = 2000, ANSWER_MS = 3000, ARRIVE_MS = 15000, TICK_MS = 1000 };

extern const verb online_verbs[];
static const game_kind online_kind;

online *online_of(game *g)
{
    return (online *)g;
}

static const online *online_in(const game *g)
{
    return (const online *)g;
}

static picture *seen(const online *o)
{
    return client_picture(o->client);
}

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int least(int64_t a, int b)
{
    return a < b ? (int)a : b;
}

/* Adds to what is to be said; the text is freed. */
static void notice_add(online *o, char *text)
{
    size_t size = o->game.notice ? strlen(o->game.notice) : 0;
    char *more = *text ? realloc(o->game.notice, size + strlen(text) + 1) : NULL;
    if (more) {
        strcpy(more + size, text);
        o->game.notice = more;
        o->heard = o->changed = true;
    }
    free(text);
}

static void notice(online *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void notice(online *o, const char *format, ...)
{
    note n;
    va_list list;
    FILE *out = note_open(&n);
    va_start(list, format);
    vfprintf(out, format, list);
    va_end(list);
    notice_add(o, note_close(&n));
}

/* ---- Hearing ---- */

/* A receipt that was kept before goes on, and every change is kept. */
static void receipt_heard(online *o)
{
    picture *p = seen(o);
    aude_errinfo e = {0};
    if (o->watching || !p->receipt_game) return;
    if (o->keep.game != p->receipt_game && keep_game(&o->keep, p, &e) && !p->broken.code) p->broken = e;
    keep_receipt(&o->keep, p);
}

static void online_heard(void *context, client *c, const proto_server *m)
{
    online *o = context;
    const picture *p = seen(o);
    note n;
    (void)c;
    switch (m->kind) {
    case PROTO_SERVER_PONG:
    case PROTO_SERVER_DONE:
    case PROTO_SERVER_REFUSED: return;
    case PROTO_SERVER_CLOCK: o->clock_at = now_ms(); return;
    case PROTO_SERVER_CHAT:
        news_chat(&o->news, &m->chat, note_open(&n));
        notice_add(o, note_close(&n));
        return;
    case PROTO_SERVER_AID:
        for (int i = 0; i < m->aid.n_lines; i++) notice(o, "%s\n", m->aid.lines[i]);
        return;
    case PROTO_SERVER_LINES:
        if (m->lines.from < o->lines_kept) o->lines_kept = m->lines.from;
        o->moved = 0;
        break;
    case PROTO_SERVER_PHASE:
        if (p->phase != PROTO_PHASE_OVER) o->secret_open = o->kept = false;
        o->starting = false;
        o->moved = 0;
        break;
    case PROTO_SERVER_PEOPLE: o->starting = false; break;
    case PROTO_SERVER_OWN:
    case PROTO_SERVER_DECISION: o->moved = 0; break;
    case PROTO_SERVER_SEALS:
    case PROTO_SERVER_BETS: receipt_heard(o); break;
    case PROTO_SERVER_OPENED:
        o->secret_open |= m->opened.has_secret;
        receipt_heard(o);
        break;
    default: break;
    }
    o->heard = o->changed = true;
}

static void online_answered(void *context, client *c, uint64_t id, const proto_server_refused *refusal)
{
    online *o = context;
    (void)c;
    bool waited = o->asked == id;
    if (waited) o->asked = 0;
    if (o->moved_by == id) o->moved_by = 0;
    if (!refusal) return;
    o->moved = 0;
    o->heard = o->changed = true;
    if (waited) {
        o->answer.code = AUDE_E_DENIED;
        snprintf(o->answer.message, sizeof o->answer.message, "%s", refusal->message);
    } else {
        notice(o, "The server refuses what you sent: %s.\n", refusal->message);
    }
}

/* ---- The connection ---- */

static void connection_tell(online *o)
{
    client_state state = client_standing(o->client);
    if (!o->arrived) return;
    if (!o->away && state != CLIENT_THERE && state != CLIENT_GREETED) {
        o->away = true;
        notice(o, "The connection is lost (%s).%s\n", client_reason(o->client),
               state == CLIENT_REFUSED ? "" : " It is tried again; nothing is lost.");
    } else if (o->away && state == CLIENT_THERE) {
        o->away = false;
        notice(o, "The connection is there again.\n");
    }
}

static void online_work(online *o)
{
    client_work(o->client, now_ms());
    connection_tell(o);
    if (seen(o)->broken.code && !o->broken_told) {
        o->broken_told = true;
        o->heard = o->changed = true;
    }
}

static bool clock_runs(const online *o)
{
    const picture *p = seen(o);
    return o->ticks && p->phase == PROTO_PHASE_PLAY && (p->running || p->step_ends >= 0);
}

static int online_wait(void *context, struct pollfd *p)
{
    const online *o = context;
    p->fd = client_fd(o->client);
    p->events = (short)(POLLIN | (client_wants_write(o->client) ? POLLOUT : 0));
    if (o->heard || o->changed) return 0;
    int64_t now = now_ms(), tick = o->tick_at > now ? o->tick_at - now : 0;
    int wait = client_wait_ms(o->client, now);
    return clock_runs(o) && (wait < 0 || tick < wait) ? (int)tick : wait;
}

static bool online_news(void *context)
{
    online *o = context;
    online_work(o);
    bool heard = o->heard || (clock_runs(o) && now_ms() >= o->tick_at);
    o->heard = false;
    if (heard) o->tick_at = now_ms() + TICK_MS;
    return heard;
}

int64_t online_clock_age(const online *o)
{
    return now_ms() - o->clock_at;
}

terminal_watch online_watch(online *o)
{
    return (terminal_watch){o, online_wait, online_news};
}

/* Works the connection once, waiting at most so long for something to come. */
static void online_listen(online *o, int64_t ms)
{
    struct pollfd p;
    int64_t own = online_wait(o, &p);
    poll(&p, 1, least(ms > 0 ? ms : 0, own < 0 ? PATIENCE_MS : (int)own));
    online_work(o);
}

/* Waits for the answer to a command, but not long. */
static aude_err answer_wait(online *o, uint64_t id, aude_errinfo *error)
{
    int64_t until = now_ms() + ANSWER_MS;
    *error = (aude_errinfo){.code = AUDE_E_LIMIT, .message = "too much waits to be sent already"};
    if (!id) return error->code;
    o->asked = id;
    o->answer.code = AUDE_OK;
    while (o->asked && client_standing(o->client) == CLIENT_THERE && now_ms() < until)
        online_listen(o, until - now_ms());
    if (o->asked) notice(o, "It is sent as soon as the server can be reached.\n");
    o->asked = 0;
    o->patient_until = now_ms() + PATIENCE_MS;
    *error = o->answer;
    return error->code;
}

aude_err online_command(online *o, proto_client *m, aude_errinfo *error)
{
    return answer_wait(o, client_command(o->client, m), error);
}

bool online_arrive(online *o)
{
    int64_t until = now_ms() + ARRIVE_MS;
    while (client_standing(o->client) != CLIENT_THERE && client_standing(o->client) != CLIENT_REFUSED &&
           now_ms() < until)
        online_listen(o, until - now_ms());
    return client_standing(o->client) == CLIENT_THERE;
}

/* ---- Seats ---- */

bool online_has_seat(const online *o)
{
    const picture *p = seen(o);
    for (int i = 0; i < p->n_seats; i++)
        if (p->seat[i].mine || (p->person >= 0 && p->seat[i].person == p->person)) return true;
    return false;
}

bool online_sit(online *o, int wanted, aude_errinfo *error)
{
    const picture *p = seen(o);
    *error = (aude_errinfo){.code = AUDE_E_DENIED, .message = "no seat is open; --watch watches"};
    if (wanted >= p->n_seats) {
        snprintf(error->message, sizeof error->message, "there is no seat %d, the table has %d", wanted, p->n_seats);
        return false;
    }
    for (int i = 0; i < p->n_seats; i++) {
        proto_client m = {.kind = PROTO_CLIENT_SIT, .sit = {.seat = i}};
        bool own_place = p->person >= 0 && p->seat[i].person == p->person;
        if (wanted >= 0 ? i != wanted : p->seat[i].kind != AUDE_SEAT_OPEN && !own_place) continue;
        if (!online_command(o, &m, error)) return true;
    }
    return false;
}

/* ---- History and names ---- */

/* The head of the record with its sets; the client keeps rules alone. */
static void head_read(online *o)
{
    const picture *p = seen(o);
    aude_errinfo e;
    if (!p->head || !*p->head || (o->head && !strcmp(o->head, p->head))) return;
    recordfile_free(&o->record);
    free(o->head);
    o->head = strdup(p->head);
    memset(&o->record, 0, sizeof o->record);
    if (o->head) recordfile_read(&o->record, &o->record_rules, &o->game.view, o->head, strlen(o->head), &e);
}

static void seats_name(online *o)
{
    const picture *p = seen(o);
    game *g = &o->game;
    int mine = 0;
    g->n_seats = p->n_seats;
    g->teller = AUDE_NOBODY;
    for (int i = p->n_seats; i-- > 0;) {
        if (!p->seat[i].mine) continue;
        g->teller = i;
        mine++;
    }
    g->n_people = mine > 0;
    for (int i = 0; i < p->n_seats; i++) {
        bool engine = p->seat[i].kind == AUDE_SEAT_COMPUTER && p->seat[i].person < 0;
        if (*o->record.name[i])
            retell_name(&o->record, i, g->name[i]);
        else
            snprintf(g->name[i], sizeof g->name[i], "Seat %d", i);
        if (engine) g->name[i][0] = (char)toupper((unsigned char)g->name[i][0]);
        if (!strcmp(g->name[i], "You")) snprintf(g->name[i], sizeof g->name[i], "You %d", i); /* somebody's name */
        if (p->seat[i].mine && mine == 1) snprintf(g->name[i], sizeof g->name[i], "You");
    }
}

static bool lines_tell(online *o, history *h)
{
    const picture *p = seen(o);
    scene s = {.rules = o->told_rules, .state = &o->state, .viewer = o->game.teller, .n_seats = o->game.n_seats};
    for (int i = 0; i < s.n_seats; i++) s.name[i] = o->game.name[i];
    for (; o->told < p->n_lines; o->told++) {
        aude_move move;
        aude_errinfo e;
        const char *line = p->line[o->told];
        if (aude_move_read(s.rules, &o->state, line, strlen(line), &move, &e) ||
            aude_apply(s.rules, &o->state, move, &o->events))
            return false;
        aude_redact(s.rules, &o->events, s.viewer, &o->events);
        history_add(h, &s, &o->events);
    }
    return true;
}

static void history_tell(online *o)
{
    const picture *p = seen(o);
    game *g = &o->game;
    bool other = o->told_game != p->game || o->told_rules != p->rules, anew = other || o->lines_kept < o->told;
    history again;
    if (!g->rules || (!anew && o->told == p->n_lines)) return;
    history_open(&again);
    if (anew) {
        aude_start(p->rules, &o->state);
        aude_view(p->rules, &o->state, AUDE_NOBODY, 0, &o->state); /* hidden bets are legal in a view only */
        o->told = 0;
        o->told_rules = p->rules;
    }
    bool well = lines_tell(o, anew ? &again : &g->history);
    if (other && o->told_game) g->history.told = 0;
    if (anew) history_replace(&g->history, &again);
    if (other && !o->told_game && o->came_late) g->history.told = g->history.n; /* what was before this program came */
    o->told_game = p->game;
    o->lines_kept = o->told;
    if (!well && !seen(o)->broken.code) {
        picture *q = seen(o);
        q->broken.code = AUDE_E_ILLEGAL;
        snprintf(q->broken.message, sizeof q->broken.message, "line %d of its game cannot be played", o->told + 1);
    }
}

/* What the table lets programs tell; after the game everything. */
static aude_aids aids_of(const picture *p)
{
    const char *line = p->setup ? strstr(p->setup, "aids ") : NULL;
    if (!line || p->phase == PROTO_PHASE_OVER) return AUDE_AIDS_FULL;
    return !strncmp(line, "aids none", 9)          ? AUDE_AIDS_NONE
           : !strncmp(line, "aids tournament", 15) ? AUDE_AIDS_TOURNAMENT
                                                   : AUDE_AIDS_FULL;
}

/* ---- Steps ---- */

/* Counts the version up where another question is open. */
static void version_make(online *o)
{
    const picture *p = seen(o);
    note n;
    FILE *out = note_open(&n);
    fprintf(out, "%d %d %u %u %d %d %x %d", (int)p->phase, p->game, p->decision, p->asked, p->waiting, p->paused,
            o->game.kind->people(&o->game), client_standing(o->client) == CLIENT_REFUSED);
    if (p->phase == PROTO_PHASE_LOBBY) news_idle(p, out);
    for (int i = 0; i < p->n_seats; i++) fprintf(out, " %d%s", p->seat[i].mine, p->seat[i].own ? p->seat[i].own : "");
    char *text = note_close(&n);
    bool other = !o->asked_of || strcmp(text, o->asked_of) != 0;
    free(o->asked_of);
    o->asked_of = text;
    o->game.version += other;
}

/* The host who has made the table begins when everybody is there. */
static void begin_by_itself(online *o)
{
    const picture *p = seen(o);
    bool all = o->keep.begins && !o->starting && p->phase == PROTO_PHASE_LOBBY && p->person >= 0 &&
               p->host == p->person && p->n_seats;
    for (int i = 0; i < p->n_seats && all; i++)
        all = p->seat[i].kind == AUDE_SEAT_COMPUTER ||
              (p->seat[i].kind == AUDE_SEAT_PERSON && p->present[p->seat[i].person]);
    if (!all) return;
    proto_client m = {.kind = PROTO_CLIENT_START};
    o->starting = client_command(o->client, &m) != 0;
    o->patient_until = now_ms() + PATIENCE_MS;
}

static void files_tell(const online *o, FILE *out)
{
    fprintf(out,
            "The record of this game: %s\nWhat the server promised: %s\nCheck it with: aude verify %s --receipt %s\n",
            o->keep.record, o->keep.receipt, o->keep.record, o->keep.receipt);
}

void online_farewell(online *o, FILE *out)
{
    bool over = seen(o)->phase == PROTO_PHASE_OVER;
    if (!over) fputs("The game is not over.\n", out);
    if (over && o->kept && !o->keep.error)
        files_tell(o, out);
    else
        o->game.kind->part(&o->game, out);
}

static void end_keep(online *o)
{
    note n;
    const picture *p = seen(o);
    if (p->phase != PROTO_PHASE_OVER || !o->secret_open || o->kept || !o->keep.record) return;
    o->kept = true;
    keep_receipt(&o->keep, p);
    if (!o->keep.error) keep_record(&o->keep, p);
    if (o->keep.error) return; /* online_warn says so */
    files_tell(o, note_open(&n));
    notice_add(o, note_close(&n));
    o->changed = o->heard = false;
}

/* True where something must come soon, without anybody's doing. */
static bool online_expects(const online *o)
{
    const picture *p = seen(o);
    uint32_t people = 0;
    for (int i = 0; i < p->n_seats; i++) people |= (uint32_t)(p->seat[i].kind == AUDE_SEAT_PERSON) << i;
    if (client_standing(o->client) == CLIENT_GREETED || client_pending(o->client) || o->moved) return true;
    if (client_standing(o->client) != CLIENT_THERE || p->paused || p->question.open) return false;
    return p->phase == PROTO_PHASE_SEALING || (p->phase == PROTO_PHASE_PLAY && !(p->asked & people)) ||
           (p->phase == PROTO_PHASE_OVER && !o->secret_open) || o->starting;
}

static bool online_step(game *g)
{
    online *o = online_of(g);
    aude_errinfo error;
    note n;
    online_work(o);
    while (!o->changed && online_expects(o) && now_ms() < o->patient_until)
        online_listen(o, o->patient_until - now_ms());
    if (!o->changed) return false;
    o->changed = o->heard = false;
    picture *p = seen(o);
    head_read(o);
    seats_name(o);
    g->rules = picture_view(p, AUDE_NOBODY, &g->view, &error) ? p->rules : NULL;
    if (!g->rules && p->rules && p->phase >= PROTO_PHASE_PLAY && !p->broken.code) p->broken = error;
    g->setup = &o->record.setup;
    g->confirms = o->record.confirm;
    g->aids = aids_of(p);
    if (client_standing(o->client) == CLIENT_THERE && !o->arrived) {
        o->arrived = true;
        o->came_late = p->phase >= PROTO_PHASE_PLAY;
    }
    if (client_standing(o->client) == CLIENT_GREETED || !o->arrived) return false; /* the picture is not whole */
    news_tell(&o->news, p, note_open(&n));
    char *text = note_close(&n);
    bool any = *text != 0;
    notice_add(o, text);
    if (!any) history_tell(o);
    o->changed = any; /* said first; what happened in the game comes with the next step */
    o->heard = false;
    begin_by_itself(o);
    end_keep(o);
    version_make(o);
    return true;
}

/* ---- As a game ---- */

static game_stage online_stage(game *g)
{
    const picture *p = seen(online_in(g));
    return !g->rules ? GAME_LOBBY : p->phase == PROTO_PHASE_OVER ? GAME_OVER : GAME_ON;
}

static void online_look(game *g, int owner, int viewer)
{
    picture *p = seen(online_of(g));
    aude_errinfo e;
    (void)owner;
    if (!picture_view(p, viewer, &g->view, &e) && !p->broken.code) p->broken = e;
}

static unsigned online_people(game *g)
{
    online *o = online_of(g);
    picture *p = seen(o);
    if (!g->rules || client_standing(o->client) == CLIENT_REFUSED || o->moved_by) return 0;
    return picture_due(p) & ~o->moved;
}

static int online_waiting(const game *g)
{
    const picture *p = seen(online_in(g));
    return p->phase == PROTO_PHASE_PLAY ? p->waiting : -1;
}

/* After a command that changes the game: what is open is not asked again until the answer is seen. */
static aude_err online_act(online *o, int seat, uint64_t id, aude_errinfo *error)
{
    o->moved = id ? 1u << seat : 0;
    o->moved_by = id;
    return answer_wait(o, id, error);
}

static aude_err online_move(game *g, aude_move move, aude_errinfo *error)
{
    static aude_state trial;
    online *o = online_of(g);
    char line[128];
    if (move.kind == AUDE_RETIRE) {
        proto_client m = {.kind = PROTO_CLIENT_RESIGN, .resign = {.seat = move.seat}};
        return online_act(o, move.seat, client_command(o->client, &m), error);
    }
    *error = (aude_errinfo){.code = AUDE_E_TURN, .message = "it is not your turn"};
    if (!(online_people(g) >> move.seat & 1)) return error->code;
    if (!picture_view(seen(o), move.seat, &trial, error)) return error->code;
    aude_err code = aude_apply(g->rules, &trial, move, NULL);
    if (code && code != AUDE_E_HIDDEN) {
        *error = (aude_errinfo){.code = code, .message = "the rules do not allow that now"};
        return code;
    }
    aude_move_write(g->rules, move, line, sizeof line);
    return online_act(o, move.seat, client_move(o->client, move.seat, line), error);
}

static aude_err online_confirm(game *g, int seat, aude_errinfo *error)
{
    online *o = online_of(g);
    proto_client m = {.kind = PROTO_CLIENT_CONFIRM, .confirm = {.seat = seat, .decision = (int32_t)seen(o)->decision}};
    *error = (aude_errinfo){.code = AUDE_E_TURN, .message = "no move of yours waits"};
    if (online_waiting(g) != seat) return error->code;
    return online_act(o, seat, client_command(o->client, &m), error);
}

static aude_err online_undo(game *g, int seat, int index, aude_errinfo *error)
{
    online *o = online_of(g);
    proto_client m = {
        .kind = PROTO_CLIENT_UNDO,
        .undo = {.seat = seat, .decision = (int32_t)seen(o)->decision, .has_index = index >= 0, .index = index}};
    *error = (aude_errinfo){.code = AUDE_E_DENIED, .message = "you have no seat"};
    if (g->teller == AUDE_NOBODY) return error->code;
    if (!(online_people(g) >> seat & 1)) m.undo.seat = seat = g->teller;
    return online_act(o, seat, client_command(o->client, &m), error);
}

static void online_idle(game *g, FILE *out)
{
    news_idle(seen(online_of(g)), out);
}

static bool online_warn(game *g, FILE *out)
{
    const online *o = online_of(g);
    const picture *p = seen(o);
    if (p->broken.code) {
        fprintf(out, "THE SERVER HAS BROKEN A PROMISE: %s. What it promised is kept in %s\n", p->broken.message,
                o->keep.receipt ? o->keep.receipt : "no file");
        return true;
    }
    if (client_standing(o->client) == CLIENT_REFUSED) {
        fprintf(out, "THE CONNECTION HAS ENDED: %s. quit leaves.\n", client_reason(o->client));
        return true;
    }
    if (o->keep.error) {
        fprintf(out, "THE GAME'S RECEIPT IS NOT KEPT: %s\n", file_reason(o->keep.error_at, o->keep.error));
        return true;
    }
    if (o->away) fputs("No connection now; it is tried again.\n", out);
    return o->away || news_question(p, out);
}

static void online_save(game *g, const char *path, FILE *out)
{
    const online *o = online_of(g);
    char *text = picture_record(seen(o));
    if (!*path)
        fputs("The server keeps the game; save FILE writes its public record as it is now.\n", out);
    else if (!text || !file_write(path, text, strlen(text), FILE_FRESH))
        fprintf(out, "Not saved: %s\n", file_reason(path, text ? errno : ENOMEM));
    else
        fprintf(out, "The public record so far is in %s\n", path);
    free(text);
}

static void online_where(game *g, FILE *out)
{
    const online *o = online_of(g);
    news_options(seen(o), out);
    fprintf(out, "Played at %s\n", o->url);
}

static void online_part(game *g, FILE *out)
{
    const online *o = online_of(g);
    if (seen(o)->broken.code) online_warn(g, out);
    fprintf(out, "Come back with: aude join '%s'%s\n", o->url, o->watching ? " --watch" : "");
}

static void online_lobby(game *g, FILE *out)
{
    const online *o = online_of(g);
    news_lobby(seen(o), out);
    fprintf(out, "\nOthers join by:\n  %s\n", o->url);
}

static void online_clock(game *g, int seat, FILE *out)
{
    const online *o = online_of(g);
    news_clock(seen(o), seat, online_clock_age(o), out);
}

static const game_kind online_kind = {
    .stage = online_stage,
    .look = online_look,
    .people = online_people,
    .waiting = online_waiting,
    .step = online_step,
    .move = online_move,
    .confirm = online_confirm,
    .undo = online_undo,
    .idle = online_idle,
    .lobby = online_lobby,
    .clock = online_clock,
    .warn = online_warn,
    .save = online_save,
    .where = online_where,
    .part = online_part,
    .verbs = online_verbs,
    .quit_help = "stops; the game goes on without you, and join comes back",
};

bool online_open(online *o, const client_place *place, const char *url, bool watching)
{
    client_ears ears = {.context = o, .heard = online_heard, .answered = online_answered};
    o->game.kind = &online_kind;
    o->game.teller = AUDE_NOBODY;
    o->url = url;
    o->watching = watching;
    history_open(&o->game.history);
    o->shared = picture_rules_new();
    o->client = o->shared ? client_open(place, o->shared, &ears) : NULL;
    o->patient_until = now_ms() + PATIENCE_MS;
    return o->client != NULL;
}

void online_close(online *o)
{
    client_close(o->client);
    picture_rules_free(o->shared);
    history_close(&o->game.history);
    recordfile_free(&o->record);
    news_close(&o->news);
    keep_close(&o->keep);
    free(o->game.notice);
    free(o->head);
    free(o->asked_of);
}
