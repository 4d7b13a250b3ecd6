/* Whole games at tables, played at random with undo, takeback, leaving, pauses and refusals: what clients are told adds
 * up, line by line, to what they may know; what is told to have changed is exactly what has; a client's state is the
 * view of its seat; and the kept acts make the same table again. AUDE_TABLE_GAMES is the number of games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "aude_table.h"
#include "stage.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { SPECTATOR = AUDE_MAX_SEATS, VIEWERS, MAX_LINES = 4000 };

static stage s, again;
static aude_table *const t = &s.table;

static struct {
    int games, acts, refused, secret, views, takebacks, undos, left, waiting, late;
} seen;

static unsigned below(unsigned n)
{
    return aude_random_below(&s.random, n);
}

/* ---- Clients: what they were sent ---- */

static char client[VIEWERS][STAGE_TEXT];
static char own[AUDE_MAX_SEATS][1024];
static uint64_t
    course[MAX_LINES]; /* of each number of lines, what spectators without delay saw when there were so many */

static int viewer_of(int i)
{
    return i == SPECTATOR ? AUDE_NOBODY : i;
}

static const char *lines_now(int i)
{
    static char text[STAGE_TEXT];
    size_t n = aude_table_lines(t, viewer_of(i), 0, text, sizeof text);
    assert_true(n < sizeof text);
    assert_int_equal(n, strlen(text));
    return text;
}

static char *line_at(char *text, int line)
{
    for (; line > 0; line--) {
        text = strchr(text, '\n');
        if (!text) fail_msg("a client is told of lines behind its last one");
        text++;
    }
    return text;
}

static void client_told(int i, int from)
{
    char *at = line_at(client[i], from);
    aude_table_lines(t, viewer_of(i), from, at, sizeof client[i] - (size_t)(at - client[i]));
    assert_string_equal(client[i], lines_now(i));
}

static void own_now(int seat, char *dst, size_t cap)
{
    int copies[AUDE_MAX_CHIPS], waits;
    size_t n = aude_table_own(t, seat, copies, &waits, dst, cap - 64);
    assert_true(n < cap - 64);
    for (int i = 0; i < AUDE_MAX_CHIPS; i++) n += (size_t)snprintf(dst + n, cap - n, "%d ", copies[i]);
    snprintf(dst + n, cap - n, "%d", waits);
}

static uint64_t text_hash(const char *text)
{
    uint64_t h = 14695981039346656037u;
    for (; *text; text++) h = (h ^ (unsigned char)*text) * 1099511628211u;
    return h;
}

typedef struct open_decision {
    uint32_t id, asked;
    int waiting, n_games;
    int secret;
} open_decision;

static open_decision decision_now(void)
{
    const aude_course *c = &t->game.course;
    open_decision d = {
        .id = aude_table_decision(t), .asked = aude_table_asked(t), .waiting = -1, .n_games = t->n_games};
    if (!t->rules) return d;
    if (c->has_waiting) d.waiting = c->waiting.seat;
    aude_step step = aude_state_step(t->rules, &c->state);
    d.secret = t->phase == AUDE_PHASE_PLAY && (step == AUDE_STEP_BET || step == AUDE_STEP_FINAL);
    return d;
}

/* After an accepted act: everybody is told what the outcome says, and knows all. */
static void clients_follow(open_decision before)
{
    const aude_outcome *o = &s.outcome;
    open_decision now = decision_now();
    int lines = (o->changed & AUDE_CHANGED_LINES) != 0, differ = 0;
    if (o->changed & AUDE_CHANGED_NEW_GAME)
        for (int i = 0; i < VIEWERS; i++) client[i][0] = 0;
    for (int i = 0; i < t->n_seats; i++) {
        char mine[sizeof own[0]];
        differ |= strcmp(client[i], lines_now(i)) != 0;
        if (lines) client_told(i, o->from);
        assert_string_equal(client[i], lines_now(i));
        own_now(i, mine, sizeof mine);
        assert_int_equal(strcmp(mine, own[i]) != 0, (o->own >> i & 1) != 0);
        strcpy(own[i], mine);
    }
    if (!(o->changed & AUDE_CHANGED_NEW_GAME)) assert_int_equal(differ, lines);
    int same = before.id == now.id && before.asked == now.asked && before.waiting == now.waiting;
    assert_int_equal(!same, (o->changed & AUDE_CHANGED_DECISION) != 0);
    int choice = s.act.kind == AUDE_ACT_MOVE || s.act.kind == AUDE_ACT_ENGINE || s.act.kind == AUDE_ACT_DEFAULT;
    if (before.secret && choice && now.id == before.id) {
        assert_int_equal(o->changed, 0);
        assert_int_equal(o->own, 1u << s.act.seat);
        seen.secret++;
    }
    /* Spectators without delay, and the others: what those saw when there were so many lines. */
    if (!t->rules) return;
    static char text[STAGE_TEXT];
    int n = aude_table_n_lines(t, 0);
    aude_publication_write(&t->publication, t->rules, AUDE_NOBODY, 0, n, text, sizeof text);
    course[n] = text_hash(text);
    differ = strcmp(client[SPECTATOR], lines_now(SPECTATOR)) != 0;
    assert_int_equal(differ, o->spectators != INT32_MAX && !(o->changed & AUDE_CHANGED_NEW_GAME));
    if (o->spectators != INT32_MAX) client_told(SPECTATOR, o->spectators);
    assert_true(text_hash(client[SPECTATOR]) == course[aude_table_n_lines(t, AUDE_NOBODY)]);
    seen.late += t->late < n;
}

/* ---- What a client makes of it ---- */

static aude_rules rules;
static aude_state state;
static aude_line line[MAX_LINES], work[MAX_LINES];

static void record_read(aude_record *record, const char *text)
{
    *record = (aude_record){.line = line, .cap_lines = MAX_LINES};
    aude_errinfo e;
    if (aude_record_read(record, &rules, &state, text, strlen(text), &e)) fail_msg("%d: %s", e.line, e.message);
}

/* The lines published bit by bit are the log redacted for that viewer. */
static void check_redacted(void)
{
    static char log[STAGE_TEXT], text[STAGE_TEXT], redacted[STAGE_TEXT];
    aude_record record;
    aude_table_log(t, log, sizeof log);
    record_read(&record, log);
    assert_true(aude_full_digest(&rules, &state) == aude_full_digest(t->rules, &t->game.course.state));
    for (int i = 0; i < VIEWERS; i++) {
        if (i >= t->n_seats && (i != SPECTATOR || t->options.delay)) continue;
        aude_record_redact(&record, &rules, viewer_of(i), work, redacted, sizeof redacted);
        aude_table_record(t, viewer_of(i), text, sizeof text);
        assert_string_equal(text, redacted);
        assert_string_equal(text + strlen(text) - strlen(client[i]), client[i]);
    }
}

/* Its lines, its supply and its own choices give the seat's view. */
static void check_view(int seat)
{
    static char text[STAGE_TEXT];
    static aude_move mine[AUDE_MAX_MOVES], theirs[AUDE_MAX_MOVES];
    static aude_state view;
    int copies[AUDE_MAX_CHIPS], waits;
    char choices[1024];
    aude_record record;
    aude_errinfo e;
    aude_table_record(t, seat, text, sizeof text);
    record_read(&record, text);
    aude_view(&rules, &state, AUDE_NOBODY, 0, &state);
    aude_table_own(t, seat, copies, &waits, choices, sizeof choices);
    if (aude_view_own(&rules, &state, seat, copies, &e)) fail_msg("seat %d: %s", seat, e.message);
    for (char *at = choices; *at; at = strchr(at, '\n') + 1) {
        aude_move move;
        assert_int_equal(aude_move_read(&rules, &state, at, strcspn(at, "\n"), &move, &e), AUDE_OK);
        aude_err err = aude_apply(&rules, &state, move, NULL);
        if (err == AUDE_E_HIDDEN && waits) return; /* it would flip a chip */
        if (err) fail_msg("`%s`: %s", at, aude_err_text(err));
    }
    aude_view(t->rules, aude_game_state(&t->game, seat), seat, 0, &view);
    assert_true(aude_digest(&rules, &state) == aude_digest(t->rules, &view));
    assert_int_equal(aude_actors(&rules, &state) >> seat & 1, aude_actors(t->rules, &view) >> seat & 1);
    int n = aude_legal(&rules, &state, seat, mine, AUDE_MAX_MOVES);
    assert_int_equal(n, aude_legal(t->rules, &view, seat, theirs, AUDE_MAX_MOVES));
    assert_memory_equal(mine, theirs, (size_t)n * sizeof *mine);
    seen.views++;
}

/* ---- The play ---- */

static void enter(aude_act act)
{
    open_decision before = decision_now();
    uint64_t digest = stage_digest(t);
    aude_err err = stage_enter(&s, act);
    if (err) {
        if (stage_digest(t) != digest) fail_msg("refused: %s; and it has changed something", s.error.message);
        seen.refused++;
        return;
    }
    seen.acts++;
    seen.takebacks += act.kind == AUDE_ACT_AGREE && (s.outcome.changed & AUDE_CHANGED_LINES);
    seen.undos += act.kind == AUDE_ACT_UNDO;
    seen.left += act.kind == AUDE_ACT_RESIGN || act.kind == AUDE_ACT_FLAG || act.kind == AUDE_ACT_GONE;
    clients_follow(before);
    if (!t->rules || below(8)) return;
    check_redacted();
    check_view((int)below(t->n_seats));
}

static aude_act by_person(aude_act_kind kind, int person)
{
    return (aude_act){
        .kind = (uint8_t)kind, .by = (uint8_t)person, .seat = AUDE_NOBODY, .command = ++s.command, .time = s.now};
}

static aude_act by_authority(aude_act_kind kind)
{
    return (aude_act){.kind = (uint8_t)kind, .by = AUDE_NOBODY, .seat = AUDE_NOBODY, .time = s.now};
}

/* What is due is entered here, so that its outcome is looked at. */
static void authority(void)
{
    aude_due due = aude_table_due(t, s.now);
    if (due.kind == AUDE_DUE_NOTHING) {
        if (due.at >= 0 && !below(60)) s.now = due.at;
        return;
    }
    aude_act act = by_authority(due.act);
    act.seat = due.seat;
    act.number = due.number;
    if (due.kind == AUDE_DUE_PUBLISH) {
        act.kind = t->has_secret ? AUDE_ACT_PUBLISH : AUDE_ACT_SECRET;
        act.sealed = 1;
    } else if (due.kind == AUDE_DUE_DRAW) {
        act.kind = AUDE_ACT_DRAW;
        stage_drawn(&s, due.number, act.words, sizeof act.words);
    } else if (due.kind == AUDE_DUE_ENGINE) {
        act.kind = AUDE_ACT_ENGINE;
        assert_true(stage_choose(&s, due.seat, &act));
    }
    enter(act);
    assert_int_equal(s.error.code, AUDE_OK);
}

/* The seat that a person plays now: one that is asked, if any. */
static void person_moves(int person)
{
    uint32_t seats = aude_table_seats_of(t, person);
    for (int seat = 0; seat < t->n_seats; seat++) {
        if (!(seats >> seat & 1)) continue;
        aude_act act = by_person(AUDE_ACT_MOVE, person);
        act.seat = (uint8_t)seat;
        act.decision = aude_table_decision(t);
        if (t->game.course.has_waiting && t->game.course.waiting.seat == seat) {
            seen.waiting++;
            act.kind = below(4) ? AUDE_ACT_CONFIRM : AUDE_ACT_UNDO;
            act.number = -1;
            enter(act);
            return;
        }
        if (stage_choose(&s, seat, &act)) {
            enter(act);
            return;
        }
    }
}

static int32_t decision_any(void)
{
    return below(2) ? -1 : (int32_t)below(aude_state_decision(&t->game.course.state) + 2);
}

static void person_seals(int person)
{
    aude_act act = by_person(AUDE_ACT_COMMIT, person);
    act.seat = (uint8_t)below(t->n_seats);
    act.sealed = 1;
    memset(act.seal, person + 1, sizeof act.seal);
    if (t->seat[act.seat].committed) act.kind = AUDE_ACT_NONCE;
    enter(act);
}

static void person_acts(int person)
{
    aude_act act = by_person(AUDE_ACT_CHAT, person);
    int seat = (int)below(t->n_seats);
    switch (below(24)) {
    case 0:
    case 1:
        act.kind = AUDE_ACT_UNDO;
        act.seat = (uint8_t)seat;
        act.decision = aude_table_decision(t);
        act.number = decision_any();
        break;
    case 2:
    case 3:
        act.kind = AUDE_ACT_PROPOSE;
        act.ask = (uint8_t)(below(8) ? AUDE_ASK_TAKEBACK : 1 + below(5));
        act.number = decision_any();
        if (act.ask == AUDE_ASK_END && below(8)) return;
        break;
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
        act.kind = below(10) ? AUDE_ACT_AGREE : AUDE_ACT_DECLINE;
        act.number = t->question.id;
        break;
    case 9:
        if (below(10)) return;
        act.kind = AUDE_ACT_RESIGN;
        act.seat = (uint8_t)seat;
        break;
    case 10:
        act = by_authority(t->person[person].present ? AUDE_ACT_ABSENT : AUDE_ACT_PRESENT);
        act.number = person;
        break;
    case 11:
    case 12: act.kind = AUDE_ACT_RESUME; break;
    case 13:
        act.kind = AUDE_ACT_SIT;
        act.seat = (uint8_t)seat;
        break;
    case 14: strcpy(act.words, "hello"); break;
    case 15: /* a move of somebody else, or of another time */
        if (!stage_choose(&s, seat, &act)) return;
        act.kind = AUDE_ACT_MOVE;
        act.decision -= below(2);
        break;
    default: person_moves(person); return;
    }
    enter(act);
}

static int match_over(void)
{
    aude_due due = aude_table_due(t, INT64_MAX / 4);
    return t->phase == AUDE_PHASE_OVER && (due.kind != AUDE_DUE_ACT || due.act != AUDE_ACT_NEXT);
}

static void match_play(uint64_t seed)
{
    static const char *const confirm[] = {"off", "on"};
    static const char *const leave[] = {"retire", "computer random", "end"};
    static const char *const clock[] = {"none", "turn 60s", "total 3m 5s"};
    char setup[256];
    aude_random_seed(&s.random, seed);
    s.deck = seed;
    int seats = 2 + (int)below(5), people = 1 + (int)below(seats > 4 ? 4 : (unsigned)seats);
    snprintf(setup, sizeof setup,
             "seats %d\nclock %s\nabsence 2m\nleave %s\nbest-of %d\ndelay %d\nset base\nset bets\nrule confirm "
             "%s\nrule draws %d\n",
             seats, clock[below(3)], leave[below(3)], below(2) ? 1 : 3, below(2) ? (int)below(4) : 0, confirm[below(2)],
             12 + (int)below(20));
    stage_open(&s, setup);
    s.keep = 1;
    for (int i = 0; i < people; i++) {
        char text[32];
        snprintf(text, sizeof text, "- join words=P%d", i);
        stage_must(&s, text);
    }
    for (int seat = 0; seat < seats; seat++) {
        char text[64];
        int person = seat < people ? seat : (int)below((unsigned)people + 2);
        if (person < people)
            snprintf(text, sizeof text, "%d sit seat=%d", person, seat);
        else
            snprintf(text, sizeof text, "0 seat seat=%d words=random", seat);
        stage_must(&s, text);
    }
    memset(own, 0, sizeof own);
    for (int seat = 0; seat < seats; seat++) own_now(seat, own[seat], sizeof own[seat]);
    for (int i = 0; i < VIEWERS; i++) client[i][0] = 0;
    enter(by_person(AUDE_ACT_START, 0));
    for (int i = 0; i < STAGE_ACTS && !match_over(); i++) {
        int person = (int)below((unsigned)people);
        if (!below(3)) s.now += below(4000);
        if (below(3)) authority();
        if (t->phase == AUDE_PHASE_SEALING && below(20)) person_seals(person);
        if (t->phase == AUDE_PHASE_PLAY && below(3)) person_acts(person);
        if (t->phase == AUDE_PHASE_OVER && !below(20)) enter(by_person(AUDE_ACT_START, person));
    }
    seen.games += t->n_games;
    check_redacted();
    for (int seat = 0; seat < seats; seat++) check_view(seat);
    stage_again(&s, &again, setup);
}

static void test_games(void **unused)
{
    const char *games = getenv("AUDE_TABLE_GAMES");
    (void)unused;
    for (int i = 0; i < (games ? atoi(games) : 60); i++) match_play((uint64_t)i + 1);
    printf("%d games, %d acts, %d refused; %d secret choices, %d waiting moves, %d undone, %d taken back, %d left, %d "
           "views, %d "
           "late\n",
           seen.games, seen.acts, seen.refused, seen.secret, seen.waiting, seen.undos, seen.takebacks, seen.left,
           seen.views, seen.late);
    assert_true(seen.refused && seen.secret && seen.waiting && seen.undos && seen.takebacks && seen.left && seen.late);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_games)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
