/* The same game with other secrets and another order of choosing: everybody else is told the same, byte by byte, up to the
 * end of the game. AUDE_TABLE_SECRETS is the number of games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "aude_table.h"
#include "stage.h"

enum { SPECTATOR = AUDE_MAX_SEATS, VIEWERS, MAX_ACTS = STAGE_ACTS };

/* What one viewer was told, act by act: a hash of all after each act that told something. */
typedef struct transcript {
    int n[VIEWERS];
    uint64_t told[VIEWERS][MAX_ACTS];
    uint64_t hash[VIEWERS];
} transcript;

static stage first, second;
static transcript one, other;
static aude_act act[MAX_ACTS], changed[MAX_ACTS];
static int n_acts;

static struct {
    int games, compared, faces, orders, refused;
} seen;

static uint64_t mix(uint64_t h, const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < size; i++) h = (h ^ p[i]) * 1099511628211u;
    return h ^ (h >> 31);
}

/* Everything that a server would send to a viewer after this act, but clocks. */
static void tell(transcript *tr, const stage *s)
{
    static char text[STAGE_TEXT];
    const aude_table *t = &s->table;
    const aude_outcome *o = &s->outcome;
    for (int i = 0; i < VIEWERS; i++) {
        if (i >= t->n_seats && i != SPECTATOR) continue;
        int viewer = i == SPECTATOR ? AUDE_NOBODY : i, from = i == SPECTATOR ? o->spectators : o->from;
        /* A seat's own choices: it knows them. */
        int own = (o->own >> i & 1) && !(o->changed & AUDE_CHANGED_CLOSED) && s->act.seat != i;
        if (!o->changed && !own) continue;
        uint64_t h = tr->hash[i];
        uint32_t part[] = {o->changed,
                           (uint32_t)own,
                           (uint32_t)from,
                           aude_table_decision(t),
                           aude_table_asked(t),
                           t->phase,
                           t->paused,
                           t->question.ask,
                           t->question.by,
                           t->question.agreed,
                           (uint32_t)t->question.index,
                           (uint32_t)t->question.id,
                           (uint32_t)aude_table_n_lines(t, viewer)};
        h = mix(h, part, sizeof part);
        h = mix(h, t->person, sizeof t->person[0].name);
        for (int seat = 0; seat < t->n_seats; seat++) {
            h = mix(h, &t->seat[seat].kind, 1);
            h = mix(h, &t->seat[seat].person, 1);
        }
        if (from < INT32_MAX) {
            size_t n = aude_table_lines(t, viewer, from, text, sizeof text);
            h = mix(h, text, n);
        }
        size_t n = aude_table_record(t, viewer, text, sizeof text);
        h = mix(h, text, n);
        tr->hash[i] = h;
        tr->told[i][tr->n[i]++] = h;
    }
}

static void enter_first(aude_act a)
{
    if (stage_enter(&first, a)) return;
    act[n_acts++] = first.act;
    if (first.table.phase != AUDE_PHASE_OVER) tell(&one, &first);
}

static unsigned below(unsigned n)
{
    return aude_random_below(&first.random, n);
}

static const char *open_tables(uint64_t seed)
{
    static char setup[256];
    char text[64];
    aude_random_seed(&first.random, seed);
    int seats = 2 + (int)below(5);
    snprintf(setup, sizeof setup, "seats %d\ndelay %d\nleave %s\nset base\nset bets\nrule confirm %s\nrule draws %d\n",
             seats, below(2) ? 2 : 0, below(2) ? "retire" : "end", below(2) ? "on" : "off", 10 + (int)below(30));
    for (int k = 0; k < 2; k++) {
        stage *s = k ? &second : &first;
        stage_open(s, setup);
        stage_people(s, seats);
        stage_must(s, "0 start");
        stage_must(s, "- secret seal=7");
        stage_must(s, "- publish seal=8");
        for (int i = 0; i < 2 * seats; i++) {
            int seat = i % seats;
            snprintf(text, sizeof text, "%d %s seat=%d seal=%d", seat, i < seats ? "commit" : "nonce", seat, seat);
            stage_must(s, text);
        }
    }
    first.deck = seed;
    return setup;
}

/* Plays a game at the first table; `bets` is what lies on tiles before its last act. */
static void play_first(aude_table *before)
{
    aude_table *t = &first.table;
    n_acts = 0;
    memset(&one, 0, sizeof one);
    while (t->phase == AUDE_PHASE_PLAY && n_acts < MAX_ACTS - 10) {
        aude_act a = {.by = AUDE_NOBODY, .seat = AUDE_NOBODY, .time = first.now++};
        aude_due due = aude_table_due(t, first.now);
        before->n_bets = t->n_bets;
        memcpy(before->bet, t->bet, sizeof t->bet);
        if (due.kind == AUDE_DUE_DRAW) {
            a.kind = AUDE_ACT_DRAW;
            stage_drawn(&first, due.number, a.words, sizeof a.words);
            enter_first(a);
            continue;
        }
        int seat = (int)below(t->n_seats);
        a.by = a.seat = (uint8_t)seat;
        a.command = ++first.command;
        a.decision = aude_table_decision(t);
        a.number = -1;
        a.kind = AUDE_ACT_MOVE;
        if (t->game.course.has_waiting && t->game.course.waiting.seat == seat) {
            a.kind = below(4) ? AUDE_ACT_CONFIRM : AUDE_ACT_UNDO;
        } else if (!below(12)) {
            a.kind = AUDE_ACT_UNDO;
        } else if (!below(12)) {
            a.kind = AUDE_ACT_PROPOSE;
            a.ask = AUDE_ASK_TAKEBACK;
        } else if (t->question.ask && below(3)) {
            a.kind = AUDE_ACT_AGREE;
            a.number = t->question.id;
        } else if (!below(200)) {
            a.kind = AUDE_ACT_RESIGN;
        } else if (!stage_choose(&first, seat, &a)) {
            continue;
        }
        enter_first(a);
    }
}

static int is_choice(const aude_act *a)
{
    return a->kind == AUDE_ACT_MOVE && (!strncmp(a->words, "bet ", 4) || !strncmp(a->words, "final ", 6));
}

/* Another order of choosing within each secret decision; who leaves meanwhile leaves at the same place. */
static void change_order(aude_random *random)
{
    for (int from = 0; from < n_acts; from++) {
        int to = from;
        while (to < n_acts && is_choice(&changed[to]) && changed[to].decision == changed[from].decision) to++;
        for (int i = to - 1; i > from; i--) {
            int k = from + (int)aude_random_below(random, (uint32_t)(i - from + 1));
            aude_act swap = changed[i];
            changed[i] = changed[k];
            changed[k] = swap;
            seen.orders += k != i;
        }
        /* A seat that chooses for several chips does so in its own order. */
        for (int i = from; i < to; i++) {
            for (int k = i + 1; k < to; k++) {
                if (changed[i].seat != changed[k].seat || changed[i].command < changed[k].command) continue;
                aude_act swap = changed[i];
                changed[i] = changed[k];
                changed[k] = swap;
            }
        }
        if (to > from) from = to - 1;
    }
}

/* Other faces for the chips of a seat that are never flipped before the end: any that it never showed. */
static void change_faces(const aude_table *before, int seat, aude_random *random)
{
    const aude_rules *rules = first.table.rules;
    int pool[AUDE_MAX_STACKS + AUDE_MAX_CHIPS], n = 0, used[AUDE_MAX_CHIPS] = {0};
    for (int i = 0; i < before->n_bets; i++) {
        if (before->bet[i].seat != seat) continue;
        used[before->bet[i].face] = 1;
        if (!before->bet[i].flipped) pool[n++] = before->bet[i].face;
    }
    for (int face = 0; face < aude_rules_n_faces(rules); face++)
        if (!used[face]) pool[n++] = face;
    for (int i = n - 1; i > 0; i--) {
        int k = (int)aude_random_below(random, (uint32_t)(i + 1)), swap = pool[i];
        pool[i] = pool[k];
        pool[k] = swap;
    }
    n = 0;
    for (int i = 0; i < before->n_bets; i++) {
        if (before->bet[i].seat != seat || before->bet[i].flipped) continue;
        int face = pool[n++];
        for (int k = 0; k < n_acts; k++) {
            aude_act *a = &changed[k];
            if (!is_choice(a) || a->seat != seat || a->decision != before->bet[i].decision || a->words[0] != 'b')
                continue;
            char chip[32];
            aude_chip_write(aude_rules_face(rules, face), chip, sizeof chip);
            seen.faces += face != before->bet[i].face;
            snprintf(a->words, sizeof a->words, "bet %d %s", seat, chip);
            memset(a->seal, 99, sizeof a->seal);
        }
    }
}

/* 0: the other faces could not be bet. */
static int play_second(void)
{
    memset(&other, 0, sizeof other);
    for (int i = 0; i < n_acts; i++) {
        aude_act a = changed[i];
        a.time = act[i].time; /* the same times */
        if (stage_enter(&second, a)) {
            if (is_choice(&a) && a.words[0] == 'b' && second.error.code == AUDE_E_ILLEGAL) return 0;
            fail_msg("act %d `%s`: %s", i, a.words, second.error.message);
        }
        if (second.table.phase != AUDE_PHASE_OVER) tell(&other, &second);
    }
    return 1;
}

static void test_secrets(void **unused)
{
    const char *games = getenv("AUDE_TABLE_SECRETS");
    static aude_table before;
    aude_random random;
    (void)unused;
    for (int game = 0; game < (games ? atoi(games) : 300); game++) {
        open_tables((uint64_t)game + 1);
        play_first(&before);
        memcpy(changed, act, sizeof act);
        aude_random_seed(&random, (uint64_t)game);
        int seat = (int)aude_random_below(&random, first.table.n_seats);
        change_order(&random);
        change_faces(&before, seat, &random);
        seen.games++;
        if (!play_second()) {
            seen.refused++;
            continue;
        }
        seen.compared++;
        assert_int_equal(second.table.phase, first.table.phase);
        for (int i = 0; i < VIEWERS; i++) {
            if (i == seat || (i >= first.table.n_seats && i != SPECTATOR)) continue;
            for (int k = 0; k < one.n[i] && k < other.n[i]; k++)
                if (one.told[i][k] != other.told[i][k])
                    fail_msg("game %d: viewer %d is told otherwise at %d", game, i, k);
            assert_int_equal(one.n[i], other.n[i]);
        }
    }
    printf("%d games: %d compared, %d other faces, %d choices in another order\n", seen.games, seen.compared,
           seen.faces, seen.orders);
    assert_true(seen.compared > seen.games / 4 && seen.faces && seen.orders);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_secrets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
