/* speak.c - what clients are told: the whole picture of a table, or what a batch has changed. See hall.h.
 *
 * Everything goes through aude_table's looks for one viewer. A message that is the same for all is written once. Spectators of a table
 * with a delay hear, while a game is on, only what they would have heard so many turns ago. */
#include "proto/messages.h"
#include "server/hall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINES = AUDE_MAX_COURSE, MAX_BETS = AUDE_MAX_STACKS * AUDE_MAX_SEATS };

/* Where messages go: to one connection, to all of a room, or into a text. */
typedef struct voice {
    hall *h;
    client *one;
    room *all;
    bool late; /* all: also to delayed spectators */
    FILE *text;
    int n;
} voice;

static bool client_late(const client *c)
{
    const aude_table *t = c->room->table;
    return t->options.delay && t->phase == AUDE_PHASE_PLAY && room_viewer(c->room, c->person) == AUDE_NOBODY;
}

static char *written(hall *h, const proto_server *m, size_t *size)
{
    *size = proto_server_write(m, h->buffer, HALL_BUFFER);
    return *size < HALL_BUFFER ? h->buffer : NULL;
}

static void say(voice *v, const proto_server *m)
{
    size_t size;
    const char *text = written(v->h, m, &size);
    if (!text) return;
    if (v->text) {
        fprintf(v->text, "%s%s", v->n++ ? "," : "", text);
    } else if (v->one) {
        net_send(v->one->conn, text, size);
    } else {
        net_text *shared = net_text_new(text, size);
        for (client *c = v->all->clients; c && shared; c = c->next)
            if (!c->fresh && (v->late || !client_late(c))) net_send_text(c->conn, shared);
        if (shared) net_text_release(shared);
    }
}

/* ---- Texts as lines ---- */

typedef struct lines {
    char *text; /* malloced */
    const char **line;
    int n;
} lines;

/* Cuts a text at its line ends; the text is taken over. */
static lines lines_of(char *text)
{
    lines l = {.text = text};
    int n = 0;
    for (const char *s = text; s && *s; s++) n += *s == '\n';
    l.line = calloc((size_t)n + 1, sizeof *l.line);
    for (char *s = text; l.line && s && *s;) {
        char *end = strchr(s, '\n');
        if (end != s) l.line[l.n++] = s;
        if (!end) break;
        *end = 0;
        s = end + 1;
    }
    return l;
}

static void lines_free(lines *l)
{
    free(l->line);
    free(l->text);
}

typedef size_t text_writer(const aude_table *t, int viewer, int from, char *dst, size_t cap);

static char *text_of(text_writer *write, const aude_table *t, int viewer, int from)
{
    size_t size = write(t, viewer, from, NULL, 0);
    char *text = malloc(size + 1);
    if (text) write(t, viewer, from, text, size + 1);
    return text;
}

static size_t setup_writer(const aude_table *t, int viewer, int from, char *dst, size_t cap)
{
    (void)viewer, (void)from;
    return aude_table_setup(t, dst, cap);
}

static size_t differences_writer(const aude_table *t, int viewer, int from, char *dst, size_t cap)
{
    (void)viewer, (void)from;
    return aude_table_differences(t, dst, cap);
}

static size_t record_writer(const aude_table *t, int viewer, int from, char *dst, size_t cap)
{
    (void)from;
    return aude_table_record(t, viewer, dst, cap);
}

/* ---- One message each ---- */

static int seats_of(uint32_t bits, int32_t dst[AUDE_MAX_SEATS])
{
    int n = 0;
    for (int seat = 0; seat < AUDE_MAX_SEATS; seat++)
        if (bits >> seat & 1) dst[n++] = seat;
    return n;
}

static void say_welcome(voice *v, const room *r, int person)
{
    const char *engine[64];
    int32_t seat[AUDE_MAX_SEATS];
    int n = 0;
    for (const aude_engine *e; n < 64 && (e = aude_engine_builtin(n)); n++) engine[n] = e->name;
    proto_server m = {
        .kind = PROTO_SERVER_WELCOME,
        .welcome = {.version = PROTO_VERSION,
                    .table = r->id,
                    .has_person = person != AUDE_NOBODY,
                    .person = person,
                    .n_seats = person == AUDE_NOBODY ? 0 : seats_of(aude_table_seats_of(r->table, person), seat),
                    .seats = seat,
                    .n_engines = n,
                    .engines = engine,
                    .time = room_now(v->h, r),
                    .opened = r->opened}};
    say(v, &m);
}

static void say_setup(voice *v, const room *r)
{
    const aude_table *t = r->table;
    lines setup = lines_of(text_of(setup_writer, t, 0, 0)),
          differences = lines_of(text_of(differences_writer, t, 0, 0)), head = {0};
    if (t->rules) head = lines_of(text_of(record_writer, t, AUDE_NOBODY, 0));
    int n_head = head.n - (t->rules ? aude_table_n_lines(t, AUDE_NOBODY) : 0);
    proto_server m = {.kind = PROTO_SERVER_SETUP,
                      .setup = {.n_lines = setup.n,
                                .lines = setup.line,
                                .n_differences = differences.n,
                                .differences = differences.line,
                                .n_head = n_head > 0 ? n_head : 0,
                                .head = head.line}};
    say(v, &m);
    lines_free(&setup);
    lines_free(&differences);
    lines_free(&head);
}

static void say_people(voice *v, const room *r)
{
    const aude_table *t = r->table;
    proto_member member[AUDE_MAX_PEOPLE];
    proto_chair chair[AUDE_MAX_SEATS] = {0};
    int n = 0;
    for (int i = 0; i < AUDE_MAX_PEOPLE; i++)
        if (t->person[i].name[0])
            member[n++] = (proto_member){.number = i, .name = t->person[i].name, .present = t->person[i].present};
    for (int i = 0; i < t->n_seats; i++) {
        const aude_seat *s = &t->seat[i];
        chair[i] = (proto_chair){.kind = (proto_seat_kind)s->kind,
                                 .has_person = s->person != AUDE_NOBODY,
                                 .person = s->person,
                                 .engine = s->kind == AUDE_SEAT_COMPUTER ? s->engine : NULL,
                                 .points = (int32_t)(s->points * 60 + 0.5f)};
    }
    proto_server m = {.kind = PROTO_SERVER_PEOPLE,
                      .people = {.has_host = t->host != AUDE_NOBODY,
                                 .host = t->host,
                                 .n_people = n,
                                 .people = member,
                                 .n_seats = t->n_seats,
                                 .seats = chair}};
    say(v, &m);
}

static void say_phase(voice *v, const room *r)
{
    const aude_table *t = r->table;
    proto_server m = {.kind = PROTO_SERVER_PHASE,
                      .phase = {.phase = (proto_phase)t->phase,
                                .game = t->n_games,
                                .first = t->first,
                                .best_of = t->options.best_of,
                                .paused = t->paused}};
    say(v, &m);
}

static void say_lines(voice *v, const room *r, int viewer, int from)
{
    lines l = lines_of(text_of(aude_table_lines, r->table, viewer, from));
    proto_server m = {.kind = PROTO_SERVER_LINES,
                      .lines = {.game = r->table->n_games, .from = from, .n_lines = l.n, .lines = l.line}};
    say(v, &m);
    lines_free(&l);
}

static void say_decision(voice *v, const room *r)
{
    const aude_table *t = r->table;
    int32_t asked[AUDE_MAX_SEATS];
    const aude_course *c = &t->game.course;
    proto_server m = {.kind = PROTO_SERVER_DECISION,
                      .decision = {.id = (int32_t)aude_table_decision(t),
                                   .n_asked = seats_of(aude_table_asked(t), asked),
                                   .asked = asked,
                                   .has_waiting = t->phase == AUDE_PHASE_PLAY && c->has_waiting,
                                   .waiting = c->waiting.seat}};
    say(v, &m);
}

static void say_own(voice *v, const room *r, int seat)
{
    int copies[AUDE_MAX_CHIPS] = {0}, waits = 0;
    size_t size = aude_table_own(r->table, seat, NULL, NULL, NULL, 0);
    char *text = malloc(size + 1);
    if (!text) return;
    aude_table_own(r->table, seat, copies, &waits, text, size + 1);
    lines l = lines_of(text);
    int n = aude_rules_n_faces(r->table->rules);
    int32_t chips[AUDE_MAX_CHIPS];
    for (int i = 0; i < n; i++) chips[i] = copies[i];
    proto_server m = {
        .kind = PROTO_SERVER_OWN,
        .own = {.seat = seat, .n_chips = n, .chips = chips, .n_lines = l.n, .lines = l.line, .waits = waits}};
    say(v, &m);
    lines_free(&l);
}

static void say_clock(voice *v, const room *r)
{
    const aude_table *t = r->table;
    int32_t running[AUDE_MAX_SEATS];
    int64_t left[AUDE_MAX_SEATS], now = room_now(v->h, r);
    for (int i = 0; i < t->n_seats; i++) left[i] = aude_table_clock(t, i, now);
    proto_server m = {.kind = PROTO_SERVER_CLOCK,
                      .clock = {.time = now,
                                .n_running = seats_of(t->running, running),
                                .running = running,
                                .n_left = t->n_seats,
                                .left = left,
                                .has_step_ends = t->step_ends >= 0,
                                .step_ends = t->step_ends}};
    say(v, &m);
}

static void say_question(voice *v, const room *r)
{
    const aude_table *t = r->table;
    bool open = t->question.ask != AUDE_ASK_NOTHING;
    int32_t agreed[AUDE_MAX_SEATS];
    proto_server m = {.kind = PROTO_SERVER_QUESTION, .question = {.has_what = open, .agreed = agreed}};
    if (open) {
        m.question.has_number = true;
        m.question.number = t->question.id;
        m.question.what = (proto_ask)(t->question.ask - AUDE_ASK_TAKEBACK);
        m.question.has_by = true;
        m.question.by = t->question.by;
        m.question.has_index = t->question.ask == AUDE_ASK_TAKEBACK;
        m.question.index = t->question.index;
        m.question.n_agreed = seats_of(t->question.agreed, agreed);
    }
    say(v, &m);
}

static void say_seals(voice *v, const room *r)
{
    const aude_table *t = r->table;
    proto_seal_of seal[AUDE_MAX_SEATS] = {0};
    bool all = true; /* have committed: until then no nonce is shown, were there one */
    for (int i = 0; i < t->n_seats; i++)
        all &= t->seat[i].committed || t->seat[i].kind != AUDE_SEAT_PERSON || t->phase > AUDE_PHASE_SEALING;
    for (int i = 0; i < t->n_seats; i++) {
        const aude_seat *s = &t->seat[i];
        seal[i].seat = i;
        seal[i].has_commitment = s->committed;
        memcpy(seal[i].commitment, s->commitment, sizeof seal[i].commitment);
        seal[i].has_nonce = s->opened && all;
        memcpy(seal[i].nonce, s->nonce, sizeof seal[i].nonce);
    }
    proto_server m = {
        .kind = PROTO_SERVER_SEALS,
        .seals = {.game = t->n_games, .has_published = t->has_published, .n_seats = t->n_seats, .seats = seal}};
    memcpy(m.seals.published, t->published, sizeof m.seals.published);
    say(v, &m);
}

static const char *chip_of(const room *r, int i, char dst[32])
{
    aude_chip_write(aude_rules_face(r->table->rules, r->table->bet[i].face), dst, 32);
    return dst;
}

/* Seals of bets from number `first` on. */
static void say_bets(voice *v, const room *r, int first)
{
    const aude_table *t = r->table;
    proto_commitment list[MAX_BETS];
    int n = 0;
    for (int i = first; i < room_closed_bets(t); i++) {
        proof_bet bet;
        proof seal = room_seal(t, r->id, i, &bet);
        list[n] = (proto_commitment){.decision = (int32_t)bet.decision, .seat = bet.seat, .x = bet.x, .y = bet.y};
        memcpy(list[n++].seal, seal.bytes, sizeof seal.bytes);
    }
    proto_server m = {.kind = PROTO_SERVER_BETS, .bets = {.game = t->n_games, .n_commitments = n, .commitments = list}};
    if (n) say(v, &m);
}

/* Opens the bets of a list of their numbers, and the secret where the game is over. */
static void say_opened(voice *v, const room *r, const int *number, int n_numbers)
{
    const aude_table *t = r->table;
    proto_opening list[MAX_BETS];
    char chip[MAX_BETS][32];
    for (int k = 0; k < n_numbers; k++) {
        int i = number[k];
        list[k] = (proto_opening){.decision = (int32_t)t->bet[i].decision,
                                  .seat = t->bet[i].seat,
                                  .x = t->bet[i].x,
                                  .y = t->bet[i].y,
                                  .chip = chip_of(r, i, chip[k])};
        memcpy(list[k].nonce, t->bet[i].nonce, sizeof list[k].nonce);
    }
    bool over = t->phase == AUDE_PHASE_OVER && t->has_secret;
    proto_server m = {.kind = PROTO_SERVER_OPENED,
                      .opened = {.game = t->n_games, .n_bets = n_numbers, .bets = list, .has_secret = over}};
    memcpy(m.opened.secret, t->secret, sizeof m.opened.secret);
    if (n_numbers || over) say(v, &m);
}

static bool bet_is_open(const room *r, int i)
{
    return r->table->bet[i].flipped || r->table->phase == AUDE_PHASE_OVER;
}

static void say_chat(voice *v, const room *r, int number)
{
    const chat *c = &r->chat[number % ROOM_CHATS];
    bool there = c->by < AUDE_MAX_PEOPLE && r->table->person[c->by].name[0];
    proto_server m = {.kind = PROTO_SERVER_CHAT,
                      .chat = {.has_by = there, .by = c->by, .name = c->name, .words = c->words, .time = c->time}};
    say(v, &m);
}

/* ---- The picture and the changes ---- */

static void say_picture(voice *v, room *r, int person, bool late)
{
    const aude_table *t = r->table;
    int viewer = room_viewer(r, person);
    say_welcome(v, r, person);
    say_setup(v, r);
    say_people(v, r);
    say_phase(v, r);
    if (t->rules) {
        say_lines(v, r, viewer, 0);
        if (!late) say_decision(v, r);
        for (int seat = 0; seat < t->n_seats; seat++)
            if (person != AUDE_NOBODY && aude_table_seats_of(t, person) >> seat & 1) say_own(v, r, seat);
    }
    if (!late) {
        say_clock(v, r);
        say_question(v, r);
    }
    say_seals(v, r);
    if (t->rules && !late) {
        int number[MAX_BETS], n = 0;
        say_bets(v, r, 0);
        for (int i = 0; i < room_closed_bets(t); i++)
            if (bet_is_open(r, i)) number[n++] = i;
        say_opened(v, r, number, n);
    }
    for (int i = r->n_chats > ROOM_CHATS ? r->n_chats - ROOM_CHATS : 0; i < r->n_chats; i++) say_chat(v, r, i);
}

void speak_picture(hall *h, client *c)
{
    voice v = {.h = h, .one = c};
    say_picture(&v, c->room, c->person, client_late(c));
}

char *speak_state(hall *h, room *r, int person)
{
    char *text = NULL;
    size_t size;
    voice v = {.h = h, .text = open_memstream(&text, &size)};
    if (!v.text) return NULL;
    fputs("{\"messages\":[", v.text);
    const aude_table *t = r->table;
    bool late = t->options.delay && t->phase == AUDE_PHASE_PLAY && room_viewer(r, person) == AUDE_NOBODY;
    say_picture(&v, r, person, late);
    fputs("]}", v.text);
    return fclose(v.text) ? (free(text), NULL) : text;
}

static void say_new_lines(hall *h, room *r)
{
    for (int viewer = 0; viewer <= AUDE_MAX_SEATS; viewer++) {
        int eye = viewer < AUDE_MAX_SEATS ? viewer : AUDE_NOBODY, from = eye == AUDE_NOBODY ? r->spectators : r->from;
        net_text *shared = NULL;
        for (client *c = from == INT32_MAX ? NULL : r->clients; c; c = c->next) {
            if (c->fresh || room_viewer(r, c->person) != eye) continue;
            if (!shared) {
                lines l = lines_of(text_of(aude_table_lines, r->table, eye, from));
                proto_server m = {.kind = PROTO_SERVER_LINES,
                                  .lines = {.game = r->table->n_games, .from = from, .n_lines = l.n, .lines = l.line}};
                size_t size;
                const char *text = written(h, &m, &size);
                if (text) shared = net_text_new(text, size);
                lines_free(&l);
                if (!shared) break;
            }
            net_send_text(c->conn, shared);
        }
        if (shared) net_text_release(shared);
    }
}

static void say_new_bets(hall *h, room *r)
{
    voice v = {.h = h, .all = r};
    const aude_table *t = r->table;
    int number[MAX_BETS], n = 0;
    int n_closed = room_closed_bets(t);
    if (n_closed > r->n_sealed) say_bets(&v, r, r->n_sealed);
    r->n_sealed = n_closed;
    for (int i = 0; i < n_closed; i++) {
        if (r->opened_bet[i] || !bet_is_open(r, i)) continue;
        r->opened_bet[i] = 1;
        number[n++] = i;
    }
    bool secret = t->phase == AUDE_PHASE_OVER && t->has_secret && !r->secret_open;
    if (n || secret) say_opened(&v, r, number, n);
    r->secret_open |= secret;
}

void speak_changes(hall *h, room *r)
{
    uint32_t changed = r->changed;
    voice all = {.h = h, .all = r, .late = true}, prompt = {.h = h, .all = r};
    const aude_table *t = r->table;
    if (changed & AUDE_CHANGED_NEW_GAME) {
        r->n_sealed = 0;
        r->secret_open = false;
        memset(r->opened_bet, 0, sizeof r->opened_bet);
    }
    /* Who watched late has missed seals and openings: once nothing is late any more they are sent everything. */
    bool caught_up = changed & AUDE_CHANGED_PHASE && t->phase == AUDE_PHASE_OVER && t->options.delay;
    for (client *c = caught_up ? r->clients : NULL; c; c = c->next)
        c->fresh |= room_viewer(r, c->person) == AUDE_NOBODY;
    if (changed & (AUDE_CHANGED_SETUP | AUDE_CHANGED_NEW_GAME)) say_setup(&all, r);
    if (changed & AUDE_CHANGED_PEOPLE) say_people(&all, r);
    if (changed & AUDE_CHANGED_PHASE) say_phase(&all, r);
    if (t->rules) say_new_lines(h, r);
    if (t->rules && changed & AUDE_CHANGED_DECISION) say_decision(&prompt, r);
    for (int seat = 0; t->rules && seat < t->n_seats; seat++) {
        if (!(r->own >> seat & 1)) continue;
        for (client *c = r->clients; c; c = c->next) {
            voice v = {.h = h, .one = c};
            bool own = c->person != AUDE_NOBODY && aude_table_seats_of(t, c->person) >> seat & 1;
            if (own && !c->fresh) say_own(&v, r, seat);
        }
    }
    if (changed & AUDE_CHANGED_CLOCK) say_clock(&prompt, r);
    if (changed & AUDE_CHANGED_QUESTION) {
        say_question(&prompt, r);
        say_phase(&all, r);
    }
    if (changed & AUDE_CHANGED_SEALS) say_seals(&all, r);
    if (t->rules) say_new_bets(h, r);
    for (int i = r->n_chats - r->n_new_chats; i < r->n_chats; i++) say_chat(&all, r, i);
}

void speak_sorry(hall *h, net_conn *conn, int code, const char *message, const char *address)
{
    proto_server m = {
        .kind = PROTO_SERVER_SORRY,
        .sorry = {.code = (proto_goodbye)code, .message = message, .address = address && *address ? address : NULL}};
    size_t size;
    const char *text = written(h, &m, &size);
    if (text) net_send(conn, text, size);
    net_close_ws(conn, 1000, "");
}
