/* picture.c - see picture.h. */
#include "client/picture.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Rules ---- */

typedef struct shared_rules shared_rules;
struct shared_rules {
    shared_rules *next;
    char *head;
    aude_rules rules;
};

struct picture_rules {
    shared_rules *first;
    aude_state state; /* room */
    aude_line line[8];
};

picture_rules *picture_rules_new(void)
{
    return calloc(1, sizeof(picture_rules));
}

void picture_rules_free(picture_rules *r)
{
    if (!r) return;
    for (shared_rules *s; (s = r->first);) {
        r->first = s->next;
        free(s->head);
        free(s);
    }
    free(r);
}

/* Seats' names make no difference to the rules. */
static char *head_without_names(const char *head)
{
    char *text = strdup(head), *to = text;
    for (const char *from = head; text && *from;) {
        const char *end = strchr(from, '\n');
        size_t size = end ? (size_t)(end - from) + 1 : strlen(from);
        if (!strncmp(from, "seat ", 5) && size > 7)
            to += sprintf(to, "%.6s\n", from);
        else {
            memmove(to, from, size);
            to += size;
        }
        from += size;
    }
    if (text) *to = 0;
    return text;
}

static const aude_rules *rules_of(picture_rules *r, const char *head, aude_errinfo *e)
{
    char *key = head_without_names(head);
    if (!key) return NULL;
    for (shared_rules *s = r->first; s; s = s->next)
        if (!strcmp(s->head, key)) {
            free(key);
            return &s->rules;
        }
    shared_rules *s = malloc(sizeof *s);
    aude_tileset *own = malloc(AUDE_MAX_SETS * sizeof *own);
    aude_record record = {.line = r->line, .cap_lines = 8, .own = own, .cap_own = AUDE_MAX_SETS};
    bool well = s && own && !aude_record_read(&record, &s->rules, &r->state, key, strlen(key), e);
    free(own);
    if (!well) {
        free(s);
        free(key);
        return NULL;
    }
    s->head = key;
    s->next = r->first;
    r->first = s;
    return &s->rules;
}

/* ---- Opening ---- */

static bool picture_clear(picture *p)
{
    p->person = p->host = p->waiting = -1;
    p->step_ends = -1;
    p->receipt = receipt_new();
    p->state = malloc(sizeof *p->state);
    return p->receipt && p->state;
}

bool picture_open(picture *p, picture_rules *shared)
{
    memset(p, 0, sizeof *p);
    p->shared = shared;
    return picture_clear(p);
}

static void lines_cut(picture *p, int n)
{
    while (p->n_lines > n) free(p->line[--p->n_lines]);
}

void picture_close(picture *p)
{
    lines_cut(p, 0);
    for (int i = 0; i < AUDE_MAX_SEATS; i++) free(p->seat[i].own);
    free(p->line);
    free(p->setup);
    free(p->differences);
    free(p->head);
    receipt_free(p->receipt);
    free(p->state);
    memset(p, 0, sizeof *p);
}

/* ---- Hearing ---- */

static bool contradiction(aude_errinfo *e, const char *what)
{
    *e = (aude_errinfo){.code = AUDE_E_SYNTAX};
    snprintf(e->message, sizeof e->message, "the server %s", what);
    return false;
}

static uint32_t bits_of(const int32_t *seat, int n)
{
    uint32_t bits = 0;
    for (int i = 0; i < n; i++) bits |= 1u << seat[i];
    return bits;
}

static char *text_join(const char *const *line, int n)
{
    size_t size = 1;
    for (int i = 0; i < n; i++) size += strlen(line[i]) + 1;
    char *text = malloc(size), *at = text;
    if (!text) return NULL;
    *at = 0;
    for (int i = 0; i < n; i++) at += sprintf(at, "%s\n", line[i]);
    return text;
}

static bool text_set(char **dst, const char *const *line, int n)
{
    free(*dst);
    return (*dst = text_join(line, n)) != NULL;
}

static bool hear_setup(picture *p, const proto_server_setup *m, aude_errinfo *e)
{
    char *old = p->head;
    p->head = NULL;
    bool well = text_set(&p->setup, m->lines, m->n_lines) &&
                text_set(&p->differences, m->differences, m->n_differences) && text_set(&p->head, m->head, m->n_head);
    bool same = old && p->head && !strcmp(old, p->head);
    free(old);
    if (!well) return contradiction(e, "sends more than there is memory for");
    if (same || !m->n_head) return true;
    p->rules = rules_of(p->shared, p->head, e);
    p->n_played = -1;
    return p->rules != NULL;
}

static bool hear_people(picture *p, const proto_server_people *m)
{
    memset(p->name, 0, sizeof p->name);
    for (int i = 0; i < m->n_people; i++) {
        snprintf(p->name[m->people[i].number], sizeof p->name[0], "%s", m->people[i].name);
        p->present[m->people[i].number] = m->people[i].present;
    }
    p->host = m->has_host ? m->host : -1;
    p->n_seats = m->n_seats;
    for (int i = 0; i < m->n_seats; i++) {
        picture_seat *s = &p->seat[i];
        s->kind = (aude_seat_kind)m->seats[i].kind;
        s->person = m->seats[i].has_person ? m->seats[i].person : -1;
        s->mine = s->kind == AUDE_SEAT_PERSON && p->person >= 0 && s->person == p->person;
        s->points = m->seats[i].points;
        snprintf(s->engine, sizeof s->engine, "%s", m->seats[i].engine ? m->seats[i].engine : "");
    }
    return true;
}

static bool hear_lines(picture *p, const proto_server_lines *m, aude_errinfo *e)
{
    if (m->from > p->n_lines) return contradiction(e, "has left out lines of the game");
    lines_cut(p, m->from);
    if (p->n_played > m->from) p->n_played = -1;
    for (int i = 0; i < m->n_lines; i++) {
        if (p->n_lines == p->cap_lines) {
            int cap = p->cap_lines ? 2 * p->cap_lines : 256;
            char **more = realloc(p->line, (size_t)cap * sizeof *more);
            if (!more) return contradiction(e, "sends more than there is memory for");
            p->line = more;
            p->cap_lines = cap;
        }
        p->line[p->n_lines] = strdup(m->lines[i]);
        if (!p->line[p->n_lines]) return contradiction(e, "sends more than there is memory for");
        p->n_lines++;
    }
    return true;
}

static bool hear_own(picture *p, const proto_server_own *m, aude_errinfo *e)
{
    picture_seat *s = &p->seat[m->seat];
    s->n_chips = m->n_chips;
    for (int i = 0; i < m->n_chips; i++) s->chips[i] = m->chips[i];
    s->waits = m->waits;
    return text_set(&s->own, m->lines, m->n_lines) || contradiction(e, "sends more than there is memory for");
}

static void hear_phase(picture *p, const proto_server_phase *m)
{
    if (m->game != p->game) {
        lines_cut(p, 0);
        p->n_played = -1;
        p->sealed = false;
    }
    p->phase = m->phase;
    p->game = m->game;
    p->first = m->first;
    p->best_of = m->best_of;
    p->paused = m->paused;
}

/* ---- The receipt ---- */

/* A line for the receipt; what contradicts it is a broken promise, which is kept and told, not a reason to stop. */
static void note(picture *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void note(picture *p, const char *format, ...)
{
    char line[512];
    aude_errinfo e = {0};
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    if (receipt_note(p->receipt, line, strlen(line), &e) && !p->broken.code) p->broken = e;
}

static void hear_game(picture *p, int game)
{
    receipt *fresh = game == p->receipt_game ? NULL : receipt_new();
    if (fresh) {
        receipt_free(p->receipt);
        p->receipt = fresh;
        p->receipt_game = game;
    }
    note(p, "game %s/%d", p->table, game);
}

static const char *hex(const uint8_t *bytes)
{
    static char text[2][PROOF_HEX];
    static int turn;
    proof value;
    turn = !turn;
    memcpy(value.bytes, bytes, sizeof value.bytes);
    proof_hex(&value, text[turn]);
    return text[turn];
}

/* Who commits after a nonce has opened could choose the draws. */
static void hear_late_seals(picture *p, const proto_server_seals *m)
{
    bool opened = false;
    if (m->game != p->receipt_game) return;
    for (int i = 0; i < AUDE_MAX_SEATS; i++) opened |= p->seat[i].opened;
    for (int i = 0; i < m->n_seats; i++) {
        const proto_seal_of *s = &m->seats[i];
        if (!opened || !s->has_commitment || p->seat[s->seat].committed || p->broken.code) continue;
        p->broken = (aude_errinfo){.code = AUDE_E_EXPECT};
        snprintf(p->broken.message, sizeof p->broken.message, "seat %d committed to a nonce after others had opened",
                 (int)s->seat);
    }
}

static void hear_seals(picture *p, const proto_server_seals *m)
{
    hear_late_seals(p, m);
    p->sealed = m->has_published;
    if (m->has_published) {
        hear_game(p, m->game);
        note(p, "published %s", hex(m->published));
    }
    for (int i = 0; i < m->n_seats; i++) {
        const proto_seal_of *s = &m->seats[i];
        p->seat[s->seat].committed = s->has_commitment;
        p->seat[s->seat].opened = s->has_nonce;
        if (!m->has_published) continue;
        if (s->has_commitment) note(p, "commitment %d %s", s->seat, hex(s->commitment));
        if (s->has_nonce) note(p, "nonce %d %s", s->seat, hex(s->nonce));
    }
}

static void hear_bets(picture *p, const proto_server_bets *m)
{
    for (int i = 0; i < m->n_commitments; i++) {
        const proto_commitment *c = &m->commitments[i];
        note(p, "seal %u %d %d %d %s", (unsigned)c->decision, (int)c->seat, (int)c->x, (int)c->y, hex(c->seal));
    }
}

static void hear_opened(picture *p, const proto_server_opened *m)
{
    aude_errinfo e;
    for (int i = 0; i < m->n_bets; i++) {
        const proto_opening *o = &m->bets[i];
        note(p, "open %u %d %d %d %s %s", (unsigned)o->decision, (int)o->seat, (int)o->x, (int)o->y, o->chip,
             hex(o->nonce));
    }
    if (m->has_secret) note(p, "secret %s", hex(m->secret));
    if (receipt_holds(p->receipt, &e) && !p->broken.code) p->broken = e;
}

static void hear_question(picture *p, const proto_server_question *m)
{
    p->question.open = m->has_what;
    p->question.number = m->number;
    p->question.what = m->what;
    p->question.by = m->has_by ? m->by : -1;
    p->question.index = m->has_index ? m->index : -1;
    p->question.agreed = bits_of(m->agreed, m->n_agreed);
}

bool picture_hear(picture *p, const proto_server *m, aude_errinfo *error)
{
    switch (m->kind) {
    case PROTO_SERVER_WELCOME:
        snprintf(p->table, sizeof p->table, "%s", m->welcome.table);
        p->person = m->welcome.has_person ? m->welcome.person : -1;
        break;
    case PROTO_SERVER_SETUP: return hear_setup(p, &m->setup, error);
    case PROTO_SERVER_PEOPLE: return hear_people(p, &m->people);
    case PROTO_SERVER_PHASE: hear_phase(p, &m->phase); break;
    case PROTO_SERVER_LINES: return hear_lines(p, &m->lines, error);
    case PROTO_SERVER_DECISION:
        p->decision = (uint32_t)m->decision.id;
        p->asked = bits_of(m->decision.asked, m->decision.n_asked);
        p->waiting = m->decision.has_waiting ? m->decision.waiting : -1;
        break;
    case PROTO_SERVER_OWN: return hear_own(p, &m->own, error);
    case PROTO_SERVER_CLOCK:
        p->clock_time = m->clock.time;
        p->running = bits_of(m->clock.running, m->clock.n_running);
        for (int i = 0; i < m->clock.n_left; i++) p->seat[i].left = m->clock.left[i];
        p->step_ends = m->clock.has_step_ends ? m->clock.step_ends : -1;
        break;
    case PROTO_SERVER_QUESTION: hear_question(p, &m->question); break;
    case PROTO_SERVER_SEALS: hear_seals(p, &m->seals); break;
    case PROTO_SERVER_BETS: hear_bets(p, &m->bets); break;
    case PROTO_SERVER_OPENED: hear_opened(p, &m->opened); break;
    default: break;
    }
    return true;
}

/* ---- What follows ---- */

/* Plays the lines that are new. */
static bool picture_play(picture *p, aude_errinfo *e)
{
    if (p->n_played < 0 || !p->n_played) {
        aude_start(p->rules, p->state);
        aude_view(p->rules, p->state, AUDE_NOBODY, 0, p->state);
        p->n_played = 0;
    }
    for (; p->n_played < p->n_lines; p->n_played++) {
        const char *line = p->line[p->n_played];
        aude_move move;
        aude_err err = aude_move_read(p->rules, p->state, line, strlen(line), &move, e);
        if (!err && (err = aude_apply(p->rules, p->state, move, NULL)))
            snprintf(e->message, sizeof e->message, "line %d of the server's game cannot be played: %.100s",
                     p->n_played + 1, line);
        if (err) {
            e->code = err;
            p->n_played = -1;
            return false;
        }
    }
    return true;
}

static bool own_apply(const picture *p, int seat, aude_state *dst, aude_errinfo *e)
{
    char *text = strdup(p->seat[seat].own), *rest = NULL;
    bool well = text != NULL;
    for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line && well; line = strtok_r(NULL, "\n", &rest)) {
        aude_move move;
        aude_err err = aude_move_read(p->rules, dst, line, strlen(line), &move, e);
        if (!err) err = aude_apply(p->rules, dst, move, NULL);
        /* After a waiting move nothing can be said of what depends on hidden chips. */
        well = !err || (err == AUDE_E_HIDDEN && p->seat[seat].waits);
        if (!well) e->code = err;
    }
    free(text);
    return well;
}

bool picture_view(picture *p, int seat, aude_state *dst, aude_errinfo *error)
{
    *error = (aude_errinfo){.code = AUDE_E_OVER, .message = "no game has begun"};
    if (!p->rules || p->phase < PROTO_PHASE_PLAY || !picture_play(p, error)) return false;
    aude_state_copy(p->rules, dst, p->state);
    if (seat == AUDE_NOBODY || p->phase != PROTO_PHASE_PLAY) return true;
    const picture_seat *s = &p->seat[seat];
    if (s->n_chips && aude_view_own(p->rules, dst, seat, s->chips, error)) return false;
    return !s->own || own_apply(p, seat, dst, error);
}

char *picture_record(const picture *p)
{
    char *lines = text_join((const char *const *)p->line, p->n_lines);
    const char *head = p->head ? p->head : "";
    char *text = lines ? malloc(strlen(head) + strlen(lines) + 1) : NULL;
    if (text) sprintf(text, "%s%s", head, lines);
    free(lines);
    return text;
}

/* A seat may have more than one choice to make in a secret decision. */
static bool seat_is_due(picture *p, int seat)
{
    aude_errinfo e;
    aude_state *view = &p->shared->state;
    if (!p->seat[seat].own || !*p->seat[seat].own) return true;
    return picture_view(p, seat, view, &e) && aude_actors(p->rules, view) >> seat & 1;
}

uint32_t picture_due(picture *p)
{
    uint32_t due = 0;
    if (p->phase != PROTO_PHASE_PLAY || p->paused) return 0;
    for (int seat = 0; seat < p->n_seats; seat++) {
        const picture_seat *s = &p->seat[seat];
        if (!s->mine) continue;
        if (p->waiting >= 0)
            due |= (uint32_t)(p->waiting == seat) << seat;
        else if (p->asked >> seat & 1)
            due |= (uint32_t)seat_is_due(p, seat) << seat;
    }
    return due;
}
