/* room.c - one table in memory: its acts, what is due at it, its people's tokens, its records. See hall.h. */
#include "proto/messages.h"
#include "server/hall.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int64_t room_now(const hall *h, const room *r)
{
    int64_t now = net_now(h->net) - r->start;
    return now > r->table->now ? now : r->table->now;
}

/* ---- People ---- */

static void token_hash(const char *token, uint8_t dst[AUDE_SEAL_BYTES])
{
    crypto_hash_sha256(dst, (const unsigned char *)token, strlen(token));
}

int room_person(const room *r, const char *token)
{
    uint8_t hash[AUDE_SEAL_BYTES];
    int found = AUDE_NOBODY;
    token_hash(token, hash);
    for (int i = 0; i < AUDE_MAX_PEOPLE; i++)
        if (r->table->person[i].name[0] && !sodium_memcmp(r->token[i], hash, sizeof hash)) found = i;
    return found;
}

int room_viewer(const room *r, int person)
{
    uint32_t seats = person == AUDE_NOBODY ? 0 : aude_table_seats_of(r->table, person);
    int first = 0;
    if (!seats) return AUDE_NOBODY;
    while (!(seats >> first & 1)) first++;
    /* Several people at one screen see what everybody sees, without its delay. */
    return seats == 1u << first || r->table->options.delay ? first : AUDE_NOBODY;
}

aude_err room_join(hall *h, room *r, const char *name, char token[PROOF_HEX], int *person, aude_errinfo *error)
{
    proof secret = proof_random();
    aude_act act = {.kind = AUDE_ACT_JOIN, .by = AUDE_NOBODY, .seat = AUDE_NOBODY, .sealed = 1};
    proof_hex(&secret, token);
    token_hash(token, act.seal);
    if (snprintf(act.words, sizeof act.words, "%s", name) >= (int)sizeof act.words) act.words[0] = 0;
    aude_err err = room_enter(h, r, &act, error);
    if (err) return err;
    *person = act.number;
    /* Is there only when a connection says so: else who never comes would keep a place. */
    act = (aude_act){.kind = AUDE_ACT_ABSENT, .by = AUDE_NOBODY, .seat = AUDE_NOBODY, .number = *person};
    return room_enter(h, r, &act, error);
}

static int person_clients(const room *r, int person)
{
    int n = 0;
    for (const client *c = r->clients; c; c = c->next) n += c->person == person;
    return n;
}

static void person_presence(hall *h, room *r, int person, bool there)
{
    aude_act act = {
        .kind = there ? AUDE_ACT_PRESENT : AUDE_ACT_ABSENT, .by = AUDE_NOBODY, .seat = AUDE_NOBODY, .number = person};
    if (r->table->person[person].present == there) return;
    room_enter(h, r, &act, NULL);
    room_do_due(h, r);
}

void client_oust(client *c, int goodbye)
{
    c->person = AUDE_NOBODY;
    c->ousted = (uint8_t)(goodbye + 1);
}

void room_add_client(hall *h, room *r, client *c)
{
    c->fresh = true;
    hall_mark(h, r);
    c->room = r;
    c->next = r->clients;
    r->clients = c;
    r->n_clients++;
    h->n_clients++;
    if (c->person != AUDE_NOBODY) person_presence(h, r, c->person, true);
}

void room_remove_client(hall *h, client *c)
{
    room *r = c->room;
    client **at = &r->clients;
    while (*at != c) at = &(*at)->next;
    *at = c->next;
    r->n_clients--;
    h->n_clients--;
    r->empty_since = net_now(h->net);
    for (int i = 0; i < h->n_due; i++)
        if (h->due[i].client == c) h->due[i].client = NULL;
    if (c->person != AUDE_NOBODY && !person_clients(r, c->person)) person_presence(h, r, c->person, false);
}

/* ---- Acts ---- */

static void room_note_chat(room *r, const aude_act *act)
{
    if (!r->chat) r->chat = calloc(ROOM_CHATS, sizeof *r->chat);
    if (!r->chat) return;
    chat *c = &r->chat[r->n_chats++ % ROOM_CHATS];
    *c = (chat){.time = act->time, .by = act->by};
    snprintf(c->name, sizeof c->name, "%s", r->table->person[act->by].name);
    snprintf(c->words, sizeof c->words, "%s", act->words);
    if (r->n_new_chats < ROOM_CHATS) r->n_new_chats++;
}

void room_note(room *r, const aude_act *act, const aude_outcome *outcome)
{
    if (outcome->changed & AUDE_CHANGED_NEW_GAME) r->from = r->spectators = 0;
    if (outcome->changed & AUDE_CHANGED_LINES && outcome->from < r->from) r->from = outcome->from;
    if (outcome->spectators < r->spectators) r->spectators = outcome->spectators;
    if (outcome->changed & AUDE_CHANGED_CHAT) room_note_chat(r, act);
    if (act->kind == AUDE_ACT_JOIN) memcpy(r->token[act->number], act->seal, AUDE_SEAL_BYTES);
    /* A number is given again: whoever had it is nobody here. */
    if (act->kind == AUDE_ACT_JOIN || act->kind == AUDE_ACT_KICK)
        for (client *c = r->clients; c; c = c->next)
            if (c->person == act->number) client_oust(c, PROTO_GOODBYE_TOKEN);
    r->changed |= outcome->changed;
    r->own |= outcome->own;
}

/* Rows after which an act is not taken any more. Whoever only watches, comes and goes cannot use up those of the players; what the
 * authority does in a game that is on always has room. */
static int64_t act_limit(const aude_table *t, const aude_act *act)
{
    bool presence = act->kind == AUDE_ACT_PRESENT || act->kind == AUDE_ACT_ABSENT;
    int person = presence ? act->number : act->by;
    if (act->kind == AUDE_ACT_JOIN) return ROOM_ACTS / 2;
    if (person == AUDE_NOBODY) return INT64_MAX;
    return aude_table_seats_of(t, person) ? ROOM_ACTS : ROOM_ACTS / 2;
}

aude_err room_enter(hall *h, room *r, aude_act *act, aude_errinfo *error)
{
    static aude_errinfo unused;
    char line[AUDE_ACT_BYTES];
    aude_outcome outcome = {0};
    if (!error) error = &unused;
    act->time = room_now(h, r);
    if (store_next(r->log) >= act_limit(r->table, act)) {
        *error = (aude_errinfo){.code = AUDE_E_LIMIT, .message = "too much has happened at this table"};
        return AUDE_E_LIMIT;
    }
    aude_err err = aude_table_enter(r->table, act, &outcome, error);
    if (err) h->counters.refused++;
    if (err || outcome.repeated) return err;
    h->counters.acts++;
    size_t size = aude_act_write(act, line, sizeof line);
    store_append(r->log, store_next(r->log), line, size,
                 NULL); /* if it fails, the log is lost, and the commit sees that */
    room_note(r, act, &outcome);
    hall_mark(h, r);
    return AUDE_OK;
}

/* ---- Draws ---- */

static void room_seed(const room *r, proof *seed)
{
    const aude_table *t = r->table;
    char setup[AUDE_SETUP_BYTES * 8];
    proof secret, nonce[AUDE_MAX_SEATS] = {0};
    aude_record head = {.setup = t->setup};
    head.setup.n_seats = t->n_seats;
    head.setup.first = t->first;
    memcpy(secret.bytes, t->secret, sizeof secret.bytes);
    for (int i = 0; i < t->n_seats; i++)
        if (t->seat[i].opened) memcpy(nonce[i].bytes, t->seat[i].nonce, sizeof nonce[i].bytes);
    size_t size = proof_setup(&head, t->rules, setup, sizeof setup);
    char *big = size >= sizeof setup ? malloc(size + 1) : NULL;
    if (big) proof_setup(&head, t->rules, big, size + 1);
    *seed = proof_seed(&secret, nonce, t->n_seats, big ? big : setup);
    free(big);
}

static aude_err room_draw(hall *h, room *r, int number, aude_errinfo *error)
{
    proof seed;
    aude_act act = {.kind = AUDE_ACT_DRAW, .by = AUDE_NOBODY, .seat = AUDE_NOBODY};
    room_seed(r, &seed);
    aude_move move = proof_draw(&seed, r->table->rules, &r->table->game.course.state, number);
    aude_move_write(r->table->rules, move, act.words, sizeof act.words);
    return room_enter(h, r, &act, error);
}

static aude_err room_publish(hall *h, room *r, aude_errinfo *error)
{
    char name[PROOF_NAME];
    proof secret = proof_random();
    aude_act act = {.kind = AUDE_ACT_SECRET, .by = AUDE_NOBODY, .seat = AUDE_NOBODY, .sealed = 1};
    memcpy(act.seal, secret.bytes, sizeof act.seal);
    snprintf(name, sizeof name, "%s/%d", r->id, r->table->n_games);
    proof published = proof_of_secret(&secret, name);
    aude_err err = room_enter(h, r, &act, error);
    if (err) return err;
    act = (aude_act){.kind = AUDE_ACT_PUBLISH, .by = AUDE_NOBODY, .seat = AUDE_NOBODY, .sealed = 1};
    memcpy(act.seal, published.bytes, sizeof act.seal);
    return room_enter(h, r, &act, error);
}

/* ---- Computer players ---- */

/* An act of a computer's seat: the server draws the nonce of a bet. */
static aude_err room_engine_move(hall *h, room *r, int seat, const aude_move *move)
{
    aude_act act = {.kind = AUDE_ACT_ENGINE, .by = AUDE_NOBODY, .seat = (uint8_t)seat};
    aude_move_write(r->table->rules, *move, act.words, sizeof act.words);
    if (move->kind == AUDE_BET && move->face != AUDE_NO_BET) {
        proof nonce = proof_random();
        memcpy(act.seal, nonce.bytes, sizeof act.seal);
        act.sealed = 1;
    }
    return room_enter(h, r, &act, NULL);
}

/* Without its engine a seat does what a seat does that does not answer. */
static void room_engine_default(hall *h, room *r, int seat)
{
    aude_move move;
    const aude_state *state = aude_game_state(&r->table->game, seat);
    if (aude_default_move(r->table->rules, state, seat, &move)) room_engine_move(h, r, seat, &move);
}

/* Asks the engine of a seat, once for each decision. */
static void room_ask(hall *h, room *r, int seat)
{
    room_mind *m = &r->mind[seat];
    const char *engine = r->table->seat[seat].engine;
    uint32_t decision = aude_table_decision(r->table);
    if (m->mind && (strcmp(m->engine, engine) != 0 || m->game != r->table->n_games)) {
        mind_close(h->thinkers, m->mind);
        m->mind = NULL;
    }
    if (m->mind && (mind_busy(m->mind) || m->asked == decision + 1)) return;
    if (!m->mind) {
        m->mind = mind_open(h->thinkers, engine, randombytes_random());
        m->game = r->table->n_games;
        snprintf(m->engine, sizeof m->engine, "%s", engine);
    }
    thought question = {.key = r->key, .decision = decision, .seat = seat, .rules = r->table->rules};
    memcpy(question.table, r->id, sizeof question.table);
    if (m->mind && think_ask(h->thinkers, m->mind, &question, aude_game_state(&r->table->game, seat))) {
        kept_hold(h, question.rules);
        m->asked = decision + 1;
        h->counters.thoughts++;
    } else {
        hall_log(h, NET_WARNING, "engine_missing", r->id, engine);
        room_engine_default(h, r, seat);
    }
}

void room_think(hall *h, const thought *t)
{
    room *r = NULL;
    kept_release(h, t->rules);
    for (room *at = h->bucket[hall_bucket(t->table)]; at; at = at->next)
        if (!strcmp(at->id, t->table) && at->key == t->key) r = at;
    if (r && t->asker) hear_helped(h, r, t);
    if (!r || t->asker) return;
    r->mind[t->seat].asked = 0;
    /* A stale answer is not entered; the seat is asked again below. */
    if (r->table->phase == AUDE_PHASE_PLAY && aude_table_decision(r->table) == t->decision &&
        r->table->seat[t->seat].kind == AUDE_SEAT_COMPUTER && room_engine_move(h, r, t->seat, &t->move)) {
        hall_log(h, NET_ERROR, "engine_illegal", r->id, r->table->seat[t->seat].engine);
        room_engine_default(h, r, t->seat);
    }
    room_do_due(h, r);
}

/* ---- What is due ---- */

static void room_timer(void *context)
{
    room *r = context;
    r->timer = NULL;
    room_do_due(r->hall, r);
}

static void room_set_timer(hall *h, room *r, int64_t at)
{
    net_timer_cancel(h->net, r->timer);
    r->timer = at < 0 ? NULL : net_timer_start(h->net, r->start + at, room_timer, r);
}

static aude_err room_due_act(hall *h, room *r, const aude_due *due, aude_errinfo *error)
{
    aude_act act = {.kind = due->act, .by = AUDE_NOBODY, .seat = due->seat, .number = due->number};
    if (due->act == AUDE_ACT_DEFAULT) {
        proof nonce = proof_random();
        memcpy(act.seal, nonce.bytes, sizeof act.seal);
        act.sealed = 1;
    }
    return room_enter(h, r, &act, error);
}

/* The webhook of a table is called once for each wait of N minutes. */
static int64_t room_hook(hall *h, room *r)
{
    const aude_table *t = r->table;
    uint32_t asked = t->phase == AUDE_PHASE_PLAY && !t->paused ? aude_table_asked(t) : 0;
    int64_t now = room_now(h, r), at = r->waiting_since + r->hook_minutes * (int64_t)60000;
    if (!r->hook_url) return -1;
    if (asked != r->waiting_for) {
        r->waiting_for = asked;
        r->waiting_since = now;
        r->hook_called = false;
        at = now + r->hook_minutes * (int64_t)60000;
    }
    if (!asked || r->hook_called) return -1;
    if (now < at) return at;
    r->hook_called = true;
    h->counters.hooks++;
    char json[1024], seats[32] = "";
    for (int i = 0, n = 0; i < t->n_seats; i++)
        if (asked >> i & 1) n += snprintf(seats + n, sizeof seats - (size_t)n, "%s%d", n ? "," : "", i);
    snprintf(json, sizeof json, "{\"table\":\"%s\",\"url\":\"%s/#%s\",\"seats\":[%s],\"minutes\":%d}", r->id, h->url,
             r->id, seats, r->hook_minutes);
    hook_post(h->hooks, r->hook_url, json);
    return -1;
}

void room_do_due(hall *h, room *r)
{
    aude_due due = {.kind = AUDE_DUE_NOTHING};
    for (int i = 0; i < 4 * AUDE_MAX_COURSE; i++) {
        aude_err err = AUDE_OK;
        aude_errinfo e = {0};
        due = aude_table_due(r->table, room_now(h, r));
        if (due.kind == AUDE_DUE_PUBLISH)
            err = room_publish(h, r, &e);
        else if (due.kind == AUDE_DUE_DRAW)
            err = room_draw(h, r, due.number, &e);
        else if (due.kind == AUDE_DUE_ACT)
            err = room_due_act(h, r, &due, &e);
        else
            break;
        if (err) hall_log(h, NET_ERROR, "due_refused", r->id, e.message);
        if (err || store_lost(r->log)) return;
    }
    const aude_table *t = r->table;
    uint32_t asked = t->phase == AUDE_PHASE_PLAY && due.kind == AUDE_DUE_ENGINE
                         ? aude_actors(t->rules, &t->game.course.state) & ~(uint32_t)AUDE_CHANCE
                         : 0;
    for (int seat = 0; seat < t->n_seats; seat++)
        if (asked >> seat & 1 && t->seat[seat].kind == AUDE_SEAT_COMPUTER) room_ask(h, r, seat);
    int64_t hook_at = room_hook(h, r);
    if (hook_at >= 0 && (due.at < 0 || hook_at < due.at)) due.at = hook_at;
    room_set_timer(h, r, due.at);
    if (t->phase == AUDE_PHASE_OVER && !r->over_noted && due.at < 0) {
        r->over_noted = true;
        store_finish(r->log, NULL);
    }
}

/* ---- Records ---- */

static void comment(FILE *out, const char *what, const uint8_t bytes[PROOF_BYTES])
{
    char hex[PROOF_HEX];
    sodium_bin2hex(hex, sizeof hex, bytes, PROOF_BYTES);
    fprintf(out, "# receipt %s %s\n", what, hex);
}

int room_closed_bets(const aude_table *t)
{
    int n = t->n_bets;
    while (n && t->phase == AUDE_PHASE_PLAY && t->bet[n - 1].decision == aude_table_decision(t)) n--;
    return n;
}

proof room_seal(const aude_table *t, const char *id, int i, proof_bet *bet)
{
    char name[PROOF_NAME];
    proof nonce;
    snprintf(name, sizeof name, "%s/%d", id, t->n_games);
    *bet = (proof_bet){.decision = t->bet[i].decision, .seat = t->bet[i].seat, .x = t->bet[i].x, .y = t->bet[i].y};
    aude_chip_write(aude_rules_face(t->rules, t->bet[i].face), bet->chip, sizeof bet->chip);
    memcpy(nonce.bytes, t->bet[i].nonce, sizeof nonce.bytes);
    return proof_of_bet(&nonce, name, bet);
}

/* What clients were sent, as comment lines behind the record of a game that is over: docs/fairness.md. */
static void receipt_comments(const aude_table *t, const char *id, FILE *out)
{
    char what[96];
    fprintf(out, "# receipt game %s/%d\n", id, t->n_games);
    comment(out, "published", t->published);
    for (int i = 0; i < t->n_seats; i++) {
        snprintf(what, sizeof what, "commitment %d", i);
        if (t->seat[i].committed) comment(out, what, t->seat[i].commitment);
        snprintf(what, sizeof what, "nonce %d", i);
        if (t->seat[i].opened) comment(out, what, t->seat[i].nonce);
    }
    for (int i = 0; i < t->n_bets; i++) {
        proof_bet bet;
        proof seal = room_seal(t, id, i, &bet);
        snprintf(what, sizeof what, "seal %u %d %d %d", bet.decision, bet.seat, bet.x, bet.y);
        comment(out, what, seal.bytes);
        snprintf(what, sizeof what, "open %u %d %d %d %s", bet.decision, bet.seat, bet.x, bet.y, bet.chip);
        comment(out, what, t->bet[i].nonce);
    }
    comment(out, "secret", t->secret);
}

static char *record_text(const aude_table *t, const char *id, int viewer)
{
    char *text = NULL;
    size_t size, n = aude_table_record(t, viewer, NULL, 0);
    char *record = malloc(n + 1);
    FILE *out = record ? open_memstream(&text, &size) : NULL;
    if (!out) {
        free(record);
        return NULL;
    }
    aude_table_record(t, viewer, record, n + 1);
    fputs(record, out);
    free(record);
    if (t->phase == AUDE_PHASE_OVER) receipt_comments(t, id, out);
    return fclose(out) ? (free(text), NULL) : text;
}

char *room_record(hall *h, room *r, int viewer, int game)
{
    const aude_table *t = r->table;
    if (!t->rules || game < 0 || game > t->n_games) return NULL;
    if (!game || game == t->n_games) return t->phase >= AUDE_PHASE_PLAY ? record_text(t, r->id, viewer) : NULL;
    /* An earlier game: the table's acts once more, until it is over. */
    room then = {.hall = h};
    char *text = NULL;
    memcpy(then.id, r->id, sizeof then.id);
    if (room_read(h, &then, game) == HALL_OK && then.table->n_games == game && then.table->phase == AUDE_PHASE_OVER)
        text = record_text(then.table, r->id, viewer);
    room_free(h, &then);
    return text;
}
