/* crowd.c - many tables played at once against a running server by random players, who hold the server to its promises.
 *
 *     crowd --server URL [--tables N] [--seats N] [--setup "LINES; LINES"] [--games N] [--seed N] [--seconds N] [--think MS]
 *           [--break PERCENT] [--other URL] [--acked FILE]
 *
 * --other is another server on the same database, which is tried when the first cannot be reached. Each person plays uniformly among the legal moves of what it has been shown. A server that goes away is waited for. At the end of each
 * game its record is fetched and held against what the players know:
 *   - every move that was acknowledged is in it, once, and no other move of that seat (none lost, none doubled);
 *   - every draw and every chip is that of the player's own receipt;
 *   - it replays, and all players saw the same lines.
 * Prints figures, and `N passed, N failed` of games. --acked appends each acknowledged command to a file, as it comes. With --seconds
 * it stops after that time and checks nothing: a measure of load. Exit code 0 where nothing failed. */
#include "client/client.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>

enum { MAX_MOVES = 1024, LATENCIES = 1 << 21 };

typedef struct move_sent {
    uint64_t id;
    int64_t at; /* us */
    char line[64];
} move_sent;

typedef struct player {
    struct table *table;
    client *client;
    int seat, watched; /* descriptor in the epoll set, -1: none */
    uint32_t events;
    int64_t work_at;
    bool asked;        /* a command is on its way */
    uint32_t decision; /* that was answered */
    int64_t move_at;   /* not before: thinking; us */
    move_sent sent;
    char **acked; /* lines, in order */
    int n_acked, cap_acked;
    aude_random random;
} player;

typedef struct table {
    int n_seats;
    player *player;
    bool over;
    int games;
} table;

static struct {
    const char *server, *other, *setup, *acked;
    int tables, seats, seconds, think, breaks;
    uint64_t seed;
    int64_t begun, end_at; /* us */
    FILE *log;
    picture_rules *shared;
    int epoll, n_over, passed, failed;
    uint64_t moves, refused, breaks_made, reconnects;
    uint32_t *latency; /* us */
    size_t n_latency;
    aude_random random;
} crowd = {.setup = "set base", .tables = 10, .seats = 2, .seed = 1};

static int64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void complain(const table *t, const char *what, const char *more)
{
    fprintf(stderr, "table %s: %s%s%s\n", client_at(t->player[0].client)->table, what, more ? ": " : "",
            more ? more : "");
}

/* ---- The end of a game ---- */

static void report_failure(void *context, const aude_errinfo *failure)
{
    complain(context, "not as promised", failure->message);
}

/* Whether a line of the record is a move that `seat` made itself; turn is the seat on turn. */
static bool line_is_of(const aude_move *m, int seat)
{
    return m->kind != AUDE_DRAW && m->kind != AUDE_RETIRE && m->kind != AUDE_END && m->seat == seat;
}

static bool moves_agree(const player *p, const aude_record *record, const aude_rules *rules)
{
    int n = 0;
    for (int i = 0; i < record->n_lines; i++) {
        char line[64];
        const aude_move *m = &record->line[i].move;
        if (record->line[i].kind != AUDE_LINE_MOVE || !line_is_of(m, p->seat)) continue;
        aude_move_write(rules, *m, line, sizeof line);
        if (n >= p->n_acked || strcmp(p->acked[n], line) != 0) {
            fprintf(stderr, "seat %d: move %d of the record is `%s`, acknowledged was `%s`\n", p->seat, n, line,
                    n < p->n_acked ? p->acked[n] : "nothing");
            return false;
        }
        n++;
    }
    if (n != p->n_acked) fprintf(stderr, "seat %d: %d moves acknowledged, %d in the record\n", p->seat, p->n_acked, n);
    return n == p->n_acked;
}

static bool record_holds(table *t, const char *text)
{
    static aude_rules rules;
    static aude_state state;
    static aude_line line[4096];
    static aude_tileset own[2];
    aude_record record = {.line = line, .cap_lines = 4096, .own = own, .cap_own = 2};
    aude_errinfo e;
    int draws, bets;
    if (aude_record_read(&record, &rules, &state, text, strlen(text), &e)) {
        complain(t, "the record cannot be read", e.message);
        return false;
    }
    bool well = true;
    for (int i = 0; i < t->n_seats; i++) {
        const picture *p = client_picture(t->player[i].client);
        well &= moves_agree(&t->player[i], &record, &rules);
        well &= !receipt_verify(p->receipt, &record, &rules, report_failure, t, &draws, &bets);
        if (p->broken.code) {
            complain(t, "a promise was broken", p->broken.message);
            well = false;
        }
        char *seen = picture_record(p);
        well &= seen && !strncmp(text, seen, strlen(seen));
        if (!seen || strncmp(text, seen, strlen(seen)) != 0)
            complain(t, "a player saw other lines than the record has", NULL);
        free(seen);
    }
    return well;
}

static void table_finish(table *t)
{
    if (crowd.seconds) { /* a measure of load: nobody waits for this program's own checks */
        t->over = true;
        crowd.n_over++;
        return;
    }
    char url[CLIENT_URL + 128], error[WIRE_ERROR], *text = NULL;
    const client_place *at = client_at(t->player[0].client);
    snprintf(url, sizeof url, "%s/api/tables/%s/record", at->server, at->table);
    int status = wire_call(url, NULL, NULL, &text, error);
    for (int i = 0; i < 100 && status != 200; i++) {
        /* The server may be dead, or another one have the table: its clients have found it. */
        struct timespec nap = {.tv_nsec = 100000000};
        nanosleep(&nap, NULL);
        free(text);
        text = NULL;
        snprintf(url, sizeof url, "%s/api/tables/%s/record", i % 2 && crowd.other ? crowd.other : crowd.server,
                 at->table);
        status = wire_call(url, NULL, NULL, &text, error);
    }
    bool well = status == 200 && record_holds(t, text);
    if (status != 200) complain(t, "no record", error);
    free(text);
    t->over = true;
    crowd.n_over++;
    if (well)
        crowd.passed++;
    else
        crowd.failed++;
}

static bool table_over(const table *t)
{
    for (int i = 0; i < t->n_seats; i++) {
        const picture *p = client_picture(t->player[i].client);
        if (p->phase != PROTO_PHASE_OVER || client_standing(t->player[i].client) != CLIENT_THERE ||
            client_pending(t->player[i].client))
            return false;
        if (p->n_lines != client_picture(t->player[0].client)->n_lines) return false;
    }
    return true;
}

/* ---- Playing ---- */

static void acked_add(player *p, const char *line)
{
    if (p->n_acked == p->cap_acked) {
        p->cap_acked = p->cap_acked ? 2 * p->cap_acked : 64;
        p->acked = realloc(p->acked, (size_t)p->cap_acked * sizeof *p->acked);
    }
    p->acked[p->n_acked++] = strdup(line);
}

static void answered(void *context, client *c, uint64_t id, const proto_server_refused *refusal)
{
    player *p = context;
    if (id != p->sent.id) return;
    p->asked = false;
    if (refusal) {
        crowd.refused++;
        /* After a break a picture may be older than the game for a moment; anything else is a fault. */
        if (refusal->code != PROTO_REFUSAL_STALE && refusal->code != PROTO_REFUSAL_FAILED &&
            refusal->code != PROTO_REFUSAL_TURN) {
            fprintf(stderr, "table %s seat %d: `%s` refused: %s\n", client_at(c)->table, p->seat, p->sent.line,
                    refusal->message);
            crowd.failed++;
        }
        return;
    }
    crowd.moves++;
    if (crowd.n_latency < LATENCIES) crowd.latency[crowd.n_latency++] = (uint32_t)(now_us() - p->sent.at);
    acked_add(p, p->sent.line);
    if (crowd.log) {
        fprintf(crowd.log, "%s %d %llu %s\n", client_at(c)->table, p->seat, (unsigned long long)id, p->sent.line);
        fflush(crowd.log);
    }
}

static void player_move(player *p)
{
    static aude_state view;
    static aude_move move[AUDE_MAX_MOVES];
    aude_errinfo e;
    picture *pic = client_picture(p->client);
    if (!picture_view(pic, p->seat, &view, &e)) {
        complain(p->table, "cannot see", e.message);
        crowd.failed++;
        p->asked = true;
        return;
    }
    int n = aude_legal(pic->rules, &view, p->seat, move, AUDE_MAX_MOVES);
    if (!n) return; /* the picture is not whole yet */
    aude_move_write(pic->rules, move[aude_random_below(&p->random, (uint32_t)n)], p->sent.line, sizeof p->sent.line);
    p->sent.at = now_us();
    p->sent.id = client_move(p->client, p->seat, p->sent.line);
    p->asked = p->sent.id != 0;
}

static void player_watch(player *p)
{
    int fd = client_fd(p->client);
    struct epoll_event event = {.events = EPOLLIN | (client_wants_write(p->client) ? EPOLLOUT : 0u), .data.ptr = p};
    if (fd != p->watched && p->watched >= 0) epoll_ctl(crowd.epoll, EPOLL_CTL_DEL, p->watched, NULL);
    if (fd >= 0 && fd == p->watched && event.events != p->events) epoll_ctl(crowd.epoll, EPOLL_CTL_MOD, fd, &event);
    if (fd >= 0 && fd != p->watched && epoll_ctl(crowd.epoll, EPOLL_CTL_ADD, fd, &event) && errno == EEXIST)
        epoll_ctl(crowd.epoll, EPOLL_CTL_MOD, fd, &event);
    p->watched = fd;
    p->events = event.events;
}

static void player_work(player *p)
{
    int64_t now = now_us();
    bool away = client_standing(p->client) == CLIENT_AWAY;
    client_work(p->client, now / 1000);
    if (away && client_standing(p->client) != CLIENT_AWAY) crowd.reconnects++;
    if (client_standing(p->client) == CLIENT_REFUSED) {
        complain(p->table, "refused", client_reason(p->client));
        crowd.failed++;
        p->table->over = true;
        crowd.n_over++;
        return;
    }
    if (client_standing(p->client) == CLIENT_THERE && !p->asked && now >= p->move_at &&
        picture_due(client_picture(p->client)) >> p->seat & 1) {
        player_move(p);
        p->move_at = now + (int64_t)crowd.think * 1000;
        if (crowd.breaks && (int)aude_random_below(&crowd.random, 100) < crowd.breaks) {
            client_break(p->client);
            crowd.breaks_made++;
        } else {
            client_work(p->client, now / 1000);
        }
    }
    int wait = client_wait_ms(p->client, now / 1000);
    p->work_at = wait < 0 ? INT64_MAX : now + (int64_t)wait * 1000;
    if (p->move_at > now && p->move_at < p->work_at) p->work_at = p->move_at;
    player_watch(p);
    if (!p->table->over && table_over(p->table)) table_finish(p->table);
}

/* ---- Setting up ---- */

/* A new table, or another person at it. The server may be dead for a moment. */
static bool place_get(client_place *place, int seat, const char *name, int n_seats, char error[WIRE_ERROR])
{
    for (int i = 0; i < 100; i++) {
        struct timespec nap = {.tv_nsec = 100000000};
        char other[64];
        /* An answer may have been lost with its server after the name was taken. */
        if (i) snprintf(other, sizeof other, "%s again %d", name, i);
        if (seat ? client_join(place, i ? other : name, error)
                 : client_create(place, crowd.setup, name, n_seats, NULL, error))
            return true;
        nanosleep(&nap, NULL);
    }
    return false;
}

static bool table_open(table *t, int number)
{
    char error[WIRE_ERROR], name[32];
    client_place place = {0};
    client_ears ears = {.answered = answered};
    t->n_seats = crowd.seats;
    t->player = calloc((size_t)t->n_seats, sizeof *t->player);
    snprintf(place.server, sizeof place.server, "%s", crowd.server);
    for (int seat = 0; seat < t->n_seats; seat++) {
        player *p = &t->player[seat];
        p->table = t;
        p->seat = seat;
        p->watched = -1;
        /* Not all at once. */
        p->move_at =
            now_us() + (crowd.think ? (int64_t)aude_random_below(&crowd.random, (uint32_t)crowd.think) * 1000 : 0);
        aude_random_seed(&p->random, crowd.seed * 1000003 + (uint64_t)(number * AUDE_MAX_SEATS + seat));
        snprintf(name, sizeof name, "Player %d", seat);
        bool well = place_get(&place, seat, name, t->n_seats, error);
        ears.context = p;
        if (well) p->client = client_open(&place, crowd.shared, &ears);
        if (!well || !p->client) {
            fprintf(stderr, "cannot open table %d: %s\n", number, error);
            return false;
        }
        if (crowd.other) client_also(p->client, crowd.other);
        if (seat) {
            proto_client sit = {.kind = PROTO_CLIENT_SIT, .sit = {.seat = seat}};
            client_command(p->client, &sit);
        }
        player_work(p);
    }
    return true;
}

/* Once all sit, the host begins. */
static void table_begin(table *t)
{
    const picture *p = client_picture(t->player[0].client);
    bool all = client_standing(t->player[0].client) == CLIENT_THERE && p->phase == PROTO_PHASE_LOBBY &&
               p->n_seats == t->n_seats;
    for (int i = 0; all && i < t->n_seats; i++) all &= p->seat[i].kind == AUDE_SEAT_PERSON;
    if (!all || t->games) return;
    proto_client start = {.kind = PROTO_CLIENT_START};
    t->games = client_command(t->player[0].client, &start) != 0;
    player_work(&t->player[0]);
}

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double percentile(double share)
{
    if (!crowd.n_latency) return 0;
    size_t i = (size_t)(share * (double)(crowd.n_latency - 1));
    return crowd.latency[i] / 1000.0;
}

static void options(int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *name = argv[i];
        char *value = argv[i + 1];
        if (!strcmp(name, "--server"))
            crowd.server = value;
        else if (!strcmp(name, "--setup")) {
            crowd.setup = value;
            for (char *s = value; *s; s++)
                if (*s == ';') *s = '\n';
        } else if (!strcmp(name, "--other"))
            crowd.other = value;
        else if (!strcmp(name, "--tables"))
            crowd.tables = atoi(value);
        else if (!strcmp(name, "--seats"))
            crowd.seats = atoi(value);
        else if (!strcmp(name, "--seconds"))
            crowd.seconds = atoi(value);
        else if (!strcmp(name, "--think"))
            crowd.think = atoi(value);
        else if (!strcmp(name, "--break"))
            crowd.breaks = atoi(value);
        else if (!strcmp(name, "--seed"))
            crowd.seed = strtoull(value, NULL, 10);
        else if (!strcmp(name, "--acked"))
            crowd.acked = value;
        else {
            fprintf(stderr, "crowd: unknown option %s\n", name);
            exit(2);
        }
    }
    if (crowd.server) return;
    fprintf(stderr, "crowd: --server URL is missing\n");
    exit(2);
}

int main(int argc, char **argv)
{
    options(argc, argv);
    signal(SIGPIPE, SIG_IGN);
    if (!wire_init()) return 2;
    aude_random_seed(&crowd.random, crowd.seed);
    crowd.shared = picture_rules_new();
    crowd.latency = malloc(LATENCIES * sizeof *crowd.latency);
    crowd.epoll = epoll_create1(0);
    if (crowd.acked) crowd.log = fopen(crowd.acked, "a");
    table *t = calloc((size_t)crowd.tables, sizeof *t);
    for (int i = 0; i < crowd.tables; i++)
        if (!table_open(&t[i], i)) return 1;
    fprintf(stderr, "%d tables with %d seats are connected\n", crowd.tables, crowd.seats);
    crowd.begun = now_us();
    crowd.end_at = crowd.seconds ? crowd.begun + (int64_t)crowd.seconds * 1000000 : INT64_MAX;
    while (crowd.n_over < crowd.tables && now_us() < crowd.end_at) {
        struct epoll_event event[256];
        int n = epoll_wait(crowd.epoll, event, 256, 5);
        for (int i = 0; i < n; i++) player_work(event[i].data.ptr);
        int64_t now = now_us();
        for (int i = 0; i < crowd.tables; i++) {
            if (!t[i].games) table_begin(&t[i]);
            for (int k = 0; k < t[i].n_seats; k++)
                if (!t[i].over && t[i].player[k].work_at <= now) player_work(&t[i].player[k]);
        }
    }
    double seconds = (double)(now_us() - crowd.begun) / 1e6;
    qsort(crowd.latency, crowd.n_latency, sizeof *crowd.latency, by_number);
    printf("%llu moves acknowledged in %.1f s, %.0f a second; %llu refused, %llu connections broken by us, %llu made "
           "anew\n",
           (unsigned long long)crowd.moves, seconds, (double)crowd.moves / seconds, (unsigned long long)crowd.refused,
           (unsigned long long)crowd.breaks_made, (unsigned long long)crowd.reconnects);
    printf("from sending to acknowledgement: median %.1f ms, 99 %% within %.1f ms, longest %.1f ms\n", percentile(.5),
           percentile(.99), percentile(1));
    printf("%d passed, %d failed\n", crowd.passed, crowd.failed);
    for (int i = 0; i < crowd.tables; i++) {
        for (int k = 0; k < t[i].n_seats; k++) {
            player *p = &t[i].player[k];
            for (int j = 0; j < p->n_acked; j++) free(p->acked[j]);
            free(p->acked);
            client_close(p->client);
        }
        free(t[i].player);
    }
    free(t);
    free(crowd.latency);
    picture_rules_free(crowd.shared);
    wire_end();
    return crowd.failed != 0;
}
