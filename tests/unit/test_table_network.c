/* Tables over a bad network: messages are lost, doubled, reordered, forged and stale; clients send again, with the same id,
 * until they are told that it is done. The game ends as the undisturbed one does. AUDE_TABLE_NETWORK is the number of games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "aude_table.h"
#include "stage.h"

enum { MAX_FLYING = 64, MAX_SENT = 512 };

static stage calm, rough;
static aude_random network;
static aude_act flying[MAX_FLYING];
static int n_flying;
static aude_act sent[MAX_SENT]; /* the last ones, to come again long afterwards */
static long n_sent;

static struct {
    long games, sent, lost, doubled, repeated, stale, forged;
} seen;

static unsigned below(unsigned n)
{
    return aude_random_below(&network, n);
}

/* ---- What people want: a function of the decision they see, whatever the network does ---- */

static uint64_t number(uint64_t seed, uint32_t decision, int seat, int what)
{
    aude_random r;
    aude_random_seed(&r, seed ^ (uint64_t)decision << 20 ^ (uint64_t)seat << 8 ^ (uint64_t)what);
    return aude_random_next(&r);
}

/* 0: the seat has nothing to do. */
static int wish(const stage *s, int seat, aude_act *a)
{
    static aude_move move[AUDE_MAX_MOVES];
    const aude_table *t = &s->table;
    uint32_t decision = aude_table_decision(t);
    if (t->phase != AUDE_PHASE_PLAY || !(aude_table_asked(t) >> seat & 1)) return 0;
    *a = (aude_act){.by = (uint8_t)seat, .seat = (uint8_t)seat, .decision = decision, .number = -1};
    if (t->game.course.has_waiting) {
        a->kind = number(s->deck, decision, seat, 1) % 4 ? AUDE_ACT_CONFIRM : AUDE_ACT_UNDO;
        return 1;
    }
    int n = aude_legal(t->rules, &t->game.course.state, seat, move, AUDE_MAX_MOVES);
    if (!n) return 0;
    int choice = (int)(number(s->deck, decision, seat, 2) % (unsigned)n);
    /* Final choices come one after the other within one decision; each is the first of its list. */
    if (move[0].kind == AUDE_FINAL) choice = 0;
    a->kind = AUDE_ACT_MOVE;
    a->sealed = move[choice].kind == AUDE_BET && move[choice].face != AUDE_NO_BET;
    memset(a->seal, a->sealed ? seat + 1 : 0, sizeof a->seal);
    aude_move_write(t->rules, move[choice], a->words, sizeof a->words);
    return 1;
}

static void open_table(stage *s, uint64_t seed)
{
    char setup[128];
    int seats = 2 + (int)(seed % 3);
    snprintf(setup, sizeof setup, "seats %d\nset base\nset bets\nrule confirm %s\nrule draws %d\n", seats,
             seed % 2 ? "on" : "off", 6 + (int)(seed % 7));
    s->deck = seed;
    stage_open(s, setup);
    stage_people(s, seats);
    stage_start(s);
}

static void play_calm(void)
{
    aude_act a;
    while (calm.table.phase == AUDE_PHASE_PLAY) {
        for (int seat = 0; seat < calm.table.n_seats; seat++) {
            if (!wish(&calm, seat, &a)) continue;
            a.command = ++calm.command;
            if (stage_enter(&calm, a)) fail_msg("`%s`: %s", a.words, calm.error.message);
        }
        stage_run(&calm);
    }
}

/* ---- Forgeries ---- */

/* All of them must be refused, whatever the table is doing. */
static aude_act forge(const stage *s)
{
    const aude_table *t = &s->table;
    int seat = (int)below(t->n_seats);
    aude_act a = {.kind = AUDE_ACT_MOVE, .by = (uint8_t)seat, .seat = (uint8_t)seat, .time = s->now, .words = "pass"};
    a.decision = aude_table_decision(t);
    a.command = 1000000 + below(1000000);
    switch (below(12)) {
    case 0: a.seat = (uint8_t)((seat + 1) % t->n_seats); break; /* in somebody else's place */
    case 1:
        wish(s, seat, &a);
        a.seat = (uint8_t)((seat + 1) % t->n_seats);
        a.command = 1000000 + below(1000000);
        break;
    case 2:
        if (wish(s, seat, &a)) a.decision += 1 + below(3); /* of another time */
        a.command = 1000000 + below(1000000);
        if (!a.words[0]) a.kind = AUDE_ACT_CONFIRM;
        break;
    case 3: strcpy(a.words, "place 99 99 0"); break;
    case 4: strcpy(a.words, below(2) ? "retire 1" : "end 0"); break;
    case 5:
        for (int i = 0; i < 20; i++) a.words[i] = (char)(1 + below(255));
        break;
    case 6: a.kind = (uint8_t)(AUDE_ACT_JOIN + (int)below(AUDE_N_ACTS - AUDE_ACT_JOIN)); break; /* the authority's */
    case 7: a.by = (uint8_t)(t->n_seats + (int)below(200)); break;
    case 8: a.command = 0; break;
    case 9: a.kind = (uint8_t)(AUDE_N_ACTS + (int)below(200)); break;
    case 10: snprintf(a.words, sizeof a.words, "bet %d 9", seat); break; /* no such chip */
    default: a.seat = (uint8_t)(t->n_seats + (int)below(200));
    }
    if (a.kind >= AUDE_ACT_JOIN && a.by == AUDE_NOBODY) a.by = 0;
    return a;
}

/* Cheap, and often; the digest of everything, and seldom. */
static void enter_forged(void)
{
    aude_table *t = &rough.table;
    int whole = !below(16);
    uint64_t digest = whole ? stage_digest(t) : aude_full_digest(t->rules, &t->game.course.state);
    uint32_t decision = aude_table_decision(t);
    int n = aude_table_n_lines(t, 0);
    aude_act a = forge(&rough);
    /* `pass` is a legal wish of a seat that may place a meeple. */
    if (!strcmp(a.words, "pass") && a.kind == AUDE_ACT_MOVE && a.seat == a.by && a.command && a.by < t->n_seats) return;
    if (!stage_enter(&rough, a))
        fail_msg("forged act %d `%s` by %d, seat %d is accepted", a.kind, a.words, a.by, a.seat);
    assert_true((whole ? stage_digest(t) : aude_full_digest(t->rules, &t->game.course.state)) == digest);
    assert_int_equal(aude_table_decision(t), decision);
    assert_int_equal(aude_table_n_lines(t, 0), n);
    seen.forged++;
}

/* ---- The network ---- */

/* Which command a client waits for; 0: none. */
static aude_act waits_for[AUDE_MAX_SEATS];

static void send(const aude_act *a)
{
    seen.sent++;
    sent[n_sent++ % MAX_SENT] = *a;
    if (!below(4) || n_flying == MAX_FLYING) {
        seen.lost++;
        return;
    }
    flying[n_flying++] = *a;
    if (!below(3) && n_flying < MAX_FLYING) {
        flying[n_flying++] = *a;
        seen.doubled++;
    }
}

/* Some message arrives, not the one that was sent first, sometimes one of long ago. */
static void deliver(void)
{
    aude_act a = sent[below((unsigned)(n_sent < MAX_SENT ? n_sent : MAX_SENT))];
    if (n_flying && below(4)) {
        int i = (int)below((unsigned)n_flying);
        a = flying[i];
        if (below(3)) flying[i] = flying[--n_flying]; /* else a copy stays */
    }
    aude_act *waiting = &waits_for[a.by];
    int current = waiting->command == a.command;
    aude_err err = stage_enter(&rough, a);
    if (current && err) fail_msg("`%s` is refused: %s", a.words, rough.error.message);
    seen.repeated += !err && rough.outcome.repeated;
    seen.stale += err != AUDE_OK;
    if (!current && !err) assert_true(rough.outcome.repeated); /* old news changes nothing */
    if (current && below(4)) waiting->command = 0;             /* the acknowledgement may be lost, too */
}

static void play_rough(void)
{
    memset(waits_for, 0, sizeof waits_for);
    n_flying = 0;
    n_sent = 0;
    for (long step = 0; rough.table.phase == AUDE_PHASE_PLAY; step++) {
        if (step > 1000000) fail_msg("the game does not go on");
        int seat = (int)below(rough.table.n_seats);
        aude_act *a = &waits_for[seat];
        if (a->command) {
            send(a);
        } else if (wish(&rough, seat, a)) {
            a->command = ++rough.command;
            send(a);
        }
        if (n_sent && below(3)) deliver();
        if (!below(3)) enter_forged();
        stage_run(&rough);
        if (n_flying > MAX_FLYING / 2) n_flying /= 2; /* lost at last */
    }
}

static void test_network(void **unused)
{
    static char quiet[STAGE_TEXT], loud[STAGE_TEXT];
    const char *games = getenv("AUDE_TABLE_NETWORK");
    (void)unused;
    for (int game = 0; game < (games ? atoi(games) : 500); game++) {
        aude_random_seed(&network, (uint64_t)game);
        open_table(&calm, (uint64_t)game);
        open_table(&rough, (uint64_t)game);
        play_calm();
        play_rough();
        const aude_table *a = &calm.table, *b = &rough.table;
        assert_true(aude_full_digest(a->rules, &a->game.course.state) ==
                    aude_full_digest(b->rules, &b->game.course.state));
        assert_int_equal(aude_table_decision(a), aude_table_decision(b));
        assert_int_equal(a->winners, b->winners);
        aude_table_record(a, AUDE_NOBODY, quiet, sizeof quiet);
        aude_table_record(b, AUDE_NOBODY, loud, sizeof loud);
        assert_string_equal(quiet, loud);
        assert_int_equal(a->n_bets, b->n_bets);
        assert_memory_equal(a->bet, b->bet, (size_t)a->n_bets * sizeof *a->bet);
        seen.games++;
    }
    printf("%ld games: %ld sent, %ld lost, %ld doubled, %ld known again, %ld refused, %ld forged\n", seen.games,
           seen.sent, seen.lost, seen.doubled, seen.repeated, seen.stale, seen.forged);
    assert_true(seen.lost && seen.doubled && seen.repeated && seen.stale && seen.forged);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_network)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
