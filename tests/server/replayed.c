/* replayed.c - what a server tells its clients, from the log of a table that it has kept: the table is made of its acts again, and src/server says of
 * it what it said then.
 *
 *   replayed LOG < CONNECTIONS          all that each connection is sent, to the end of the log
 *   replayed LOG SEAT SEED < CONNECTIONS   the same up to final scoring, with other faces for some chips of that seat that nobody has seen till then;
 *                                       the last line is `permuted N`, the number of chips; 1 is the exit status where no such game could be played
 *
 * A connection is a line `PERSON TIME`: a number or `-`, and the time of the `welcome` that it began with, for who connects leaves no
 * trace in a log where the person is there already, or nobody. A message is a line `CONNECTION MESSAGE`.
 *
 * Acts of one time were one batch: the server's clock stands still within a turn of its loop. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "netless.h"
#include "server/hall.h"
#include "server/rows.h"

enum { MAX_CONNS = 64, MAX_LINES = 60000, ATTEMPTS = 200 };

/* ---- The network ---- */

struct net_conn {
    int number;
};

static FILE *out;
static int64_t now;

bool net_send(net_conn *c, const char *text, size_t size)
{
    fprintf(out, "%d %.*s\n", c->number, (int)size, text);
    return true;
}

void net_close_ws(net_conn *c, int code, const char *reason)
{
    (void)c, (void)code, (void)reason;
}

void *net_conn_context(const net_conn *c)
{
    (void)c;
    return NULL;
}

void net_conn_set_context(net_conn *c, void *context)
{
    (void)c, (void)context;
}

int64_t net_now(const net_loop *loop)
{
    (void)loop;
    return now;
}

/* ---- The table again ---- */

typedef struct connection {
    net_conn conn;
    client client;
    int64_t time;
} connection;

static connection connections[MAX_CONNS];
static int n_connections;
static char *lines[MAX_LINES];
static int n_lines;

static hall h;
static room r;
static rows entered;

/* Nonces of the bets whose chip nobody has seen so far. */
static uint8_t unseen[AUDE_MAX_STACKS * AUDE_MAX_SEATS][AUDE_SEAL_BYTES];
static int n_unseen;

static void unseen_note(void)
{
    static aude_stack stack[AUDE_MAX_STACKS];
    const aude_table *t = r.table;
    if (t->phase != AUDE_PHASE_PLAY) return;
    int n = aude_stacks(t->rules, &t->game.course.state, stack, AUDE_MAX_STACKS);
    n_unseen = 0;
    for (int i = 0; i < t->n_bets; i++)
        for (int k = 0; k < n && !t->bet[i].flipped; k++) {
            aude_placed at = aude_placed_at(t->rules, &t->game.course.state, stack[k].tile);
            if (at.x == t->bet[i].x && at.y == t->bet[i].y)
                memcpy(unseen[n_unseen++], t->bet[i].nonce, AUDE_SEAL_BYTES);
        }
}

static bool is_unseen(const uint8_t nonce[AUDE_SEAL_BYTES])
{
    for (int i = 0; i < n_unseen; i++)
        if (!memcmp(unseen[i], nonce, AUDE_SEAL_BYTES)) return true;
    return false;
}

/* What the batch has changed, to all who were there, and everything to who came. */
static void batch_tell(void)
{
    speak_changes(&h, &r);
    for (client *c = r.clients; c; c = c->next) {
        if (c->fresh) speak_picture(&h, c);
        c->fresh = false;
    }
    r.changed = r.own = 0;
    r.from = r.spectators = INT32_MAX;
    r.n_new_chats = 0;
}

static bool entered_note(void *context, const aude_act *act, const aude_outcome *outcome)
{
    (void)context;
    room_note(&r, act, outcome);
    return true;
}

static void table_begin(const char *id)
{
    h = (hall){.buffer = malloc(HALL_BUFFER), .scratch = malloc(sizeof *h.scratch)};
    r = (room){.hall = &h, .table = calloc(1, sizeof *r.table), .from = INT32_MAX, .spectators = INT32_MAX};
    snprintf(r.id, sizeof r.id, "%s", id);
    r.table->keeper = (aude_keeper){h.scratch, kept_keep, &r};
    entered = (rows){.table = r.table, .entered = entered_note};
    now = 0;
}

static void table_end(void)
{
    free(r.chat);
    free(r.table);
    kept_free(&h);
    free(h.scratch);
    free(h.buffer);
}

/* Plays the log, line by line as `line` has them. False: an act is refused. `whole`: beyond final scoring. */
static bool table_play(char *const *line, bool whole)
{
    int seq = 0, c = 0;
    for (; seq < ROWS_HEAD && seq < n_lines; seq++)
        if (!rows_line(&entered, seq, line[seq], strlen(line[seq]))) return false;
    r.opened = entered.opened;
    while (seq < n_lines || c < n_connections) {
        int64_t act = seq < n_lines ? strtoll(line[seq], NULL, 10) : INT64_MAX;
        now = c < n_connections && connections[c].time < act ? connections[c].time : act;
        for (; c < n_connections && connections[c].time == now; c++) {
            client *k = &connections[c].client;
            *k = (client){
                .next = r.clients, .room = &r, .conn = &connections[c].conn, .person = k->person, .fresh = true};
            r.clients = k;
        }
        for (; seq < n_lines && strtoll(line[seq], NULL, 10) == now; seq++)
            if (!rows_line(&entered, seq, line[seq], strlen(line[seq]))) return false;
        if (!whole && r.table->phase == AUDE_PHASE_OVER) return true; /* final scoring has shown everything */
        batch_tell();
        unseen_note();
        if (!whole && r.table->phase == AUDE_PHASE_PLAY &&
            aude_state_step(r.table->rules, &r.table->game.course.state) == AUDE_STEP_FINAL)
            return true;
    }
    return true;
}

/* ---- Other chips ---- */

/* The log with other faces for some of the seat's unseen chips, in `changed`; how many. */
static int permute(int seat, aude_random *random, char **changed)
{
    int n = 0;
    for (int i = 0; i < n_lines; i++) {
        aude_act act;
        char bet[16], face[32];
        changed[i] = lines[i];
        if (i < ROWS_HEAD || aude_act_read(&act, lines[i], strlen(lines[i]), NULL)) continue;
        snprintf(bet, sizeof bet, "bet %d ", seat);
        if (strncmp(act.words, bet, strlen(bet)) != 0 || !act.sealed || !is_unseen(act.seal)) continue;
        uint32_t other = aude_random_below(random, (uint32_t)aude_rules_n_faces(r.table->rules));
        aude_chip_write(aude_rules_face(r.table->rules, (int)other), face, sizeof face);
        if (!strcmp(face, act.words + strlen(bet))) continue;
        snprintf(act.words + strlen(bet), sizeof act.words - strlen(bet), "%s", face);
        changed[i] = malloc(AUDE_ACT_BYTES);
        aude_act_write(&act, changed[i], AUDE_ACT_BYTES);
        n++;
    }
    return n;
}

static int play_permuted(const char *id, int seat, uint64_t seed)
{
    static char *changed[MAX_LINES];
    aude_random random;
    aude_random_seed(&random, seed);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        char *text = NULL;
        size_t size;
        out = fopen("/dev/null", "w"); /* once as it was, to see which chips nobody saw */
        table_begin(id);
        if (!out || !table_play(lines, false)) return 2;
        fclose(out);
        int n = permute(seat, &random, changed);
        table_end();
        out = open_memstream(&text, &size);
        table_begin(id);
        bool well = out && n && table_play(changed, false);
        table_end();
        fclose(out);
        if (well) printf("%spermuted %d\n", text, n);
        free(text);
        for (int i = 0; i < n_lines; i++)
            if (changed[i] != lines[i]) free(changed[i]);
        if (well) return 0;
    }
    return 1;
}

/* ---- Reading ---- */

static void input_read(const char *path)
{
    static char line[2000];
    FILE *file = fopen(path, "r");
    for (char *text; file && n_lines < MAX_LINES && fgets(line, sizeof line, file); n_lines++) {
        line[strcspn(line, "\n")] = 0;
        text = strdup(line);
        lines[n_lines] = text;
    }
    if (file) fclose(file);
    while (n_connections < MAX_CONNS && fgets(line, sizeof line, stdin)) {
        connection *c = &connections[n_connections];
        c->conn.number = n_connections++;
        c->client.person = isdigit((unsigned char)*line) ? (uint8_t)atoi(line) : AUDE_NOBODY;
        c->time = strtoll(line + strcspn(line, " "), NULL, 10);
    }
}

int main(int argc, char **argv)
{
    char id[STORE_ID_MAX + 1];
    if (argc != 2 && argc != 4) return 2;
    const char *name = strrchr(argv[1], '/');
    snprintf(id, sizeof id, "%s", name ? name + 1 : argv[1]);
    id[strcspn(id, ".")] = 0;
    input_read(argv[1]);
    if (!n_lines || !proof_init()) return 2;
    if (argc == 4) return play_permuted(id, atoi(argv[2]), strtoull(argv[3], NULL, 10));
    out = stdout;
    table_begin(id);
    bool well = table_play(lines, true);
    if (!well) fprintf(stderr, "%s: %s\n", argv[1], entered.error.message);
    table_end();
    return well ? 0 : 2;
}
