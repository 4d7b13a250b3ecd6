/* table.c - the table: what an act must be, who may enter it and when, and the consequences that every act may have.
 *
 * Invariants: a refused act leaves everything as it was (but the room of the keeper); the table depends on nothing but its
 * setup and the acts it has accepted. The order of checks is that of docs/table.md. */
#include "table/table.h"

static aude_err chat_act(entry *en)
{
    (void)en; /* it is kept and told, nothing else */
    return AUDE_OK;
}

const act_row act_rows[AUDE_N_ACTS] = {
    [AUDE_ACT_SIT] = {"sit", BY_PERSON, IN_LOBBY | IN_PLAY | IN_OVER, HAS_SEAT, sit_act},
    [AUDE_ACT_STAND] = {"stand", BY_PERSON, IN_LOBBY | IN_OVER, OWN_SEAT, stand_act},
    [AUDE_ACT_NAME] = {"name", BY_PERSON, IN_ANY, MUST_WORDS, name_act},
    [AUDE_ACT_SEAT] = {"seat", BY_HOST, IN_LOBBY, HAS_SEAT | HAS_WORDS, seat_act},
    [AUDE_ACT_OPTION] = {"option", BY_HOST, IN_LOBBY, MUST_WORDS, option_act},
    [AUDE_ACT_SEATS] = {"seats", BY_HOST, IN_LOBBY, HAS_NUMBER, seats_act},
    [AUDE_ACT_HOST] = {"host", BY_HOST | BY_AUTHORITY, IN_ANY, A_PERSON, host_act},
    [AUDE_ACT_KICK] = {"kick", BY_HOST, IN_LOBBY, A_PERSON, kick_act},
    [AUDE_ACT_START] = {"start", BY_HOST, IN_LOBBY | IN_OVER, 0, start_act},
    [AUDE_ACT_COMMIT] = {"commit", BY_PERSON, IN_SEALING, OWN_SEAT | MUST_SEAL, commit_act},
    [AUDE_ACT_NONCE] = {"nonce", BY_PERSON, IN_SEALING, OWN_SEAT | MUST_SEAL, nonce_act},
    [AUDE_ACT_MOVE] = {"move", BY_PERSON, IN_PLAY, OWN_SEAT | HAS_DECISION | MUST_WORDS | HAS_SEAL | NOT_PAUSED,
                       move_act},
    [AUDE_ACT_CONFIRM] = {"confirm", BY_PERSON, IN_PLAY, OWN_SEAT | HAS_DECISION | NOT_PAUSED, confirm_act},
    [AUDE_ACT_UNDO] = {"undo", BY_PERSON, IN_PLAY, OWN_SEAT | HAS_DECISION | HAS_NUMBER | NOT_PAUSED, undo_act},
    [AUDE_ACT_RESIGN] = {"resign", BY_PERSON, IN_PLAY, OWN_SEAT, resign_act},
    [AUDE_ACT_PROPOSE] = {"propose", BY_SITTER, IN_PLAY | IN_OVER, HAS_ASK | HAS_NUMBER | NOT_PAUSED, propose_act},
    [AUDE_ACT_AGREE] = {"agree", BY_SITTER, IN_PLAY | IN_OVER, HAS_NUMBER, agree_act},
    [AUDE_ACT_DECLINE] = {"decline", BY_SITTER, IN_PLAY | IN_OVER, HAS_NUMBER, decline_act},
    [AUDE_ACT_RESUME] = {"resume", BY_SITTER, IN_PLAY, 0, resume_act},
    [AUDE_ACT_CHAT] = {"chat", BY_PERSON, IN_ANY, MUST_WORDS, chat_act},
    [AUDE_ACT_JOIN] = {"join", BY_AUTHORITY, IN_ANY, MUST_WORDS | HAS_SEAL | HAS_NUMBER, join_act},
    [AUDE_ACT_PRESENT] = {"present", BY_AUTHORITY, IN_ANY, A_PERSON, present_act},
    [AUDE_ACT_ABSENT] = {"absent", BY_AUTHORITY, IN_ANY, A_PERSON, absent_act},
    [AUDE_ACT_PUBLISH] = {"publish", BY_AUTHORITY, IN_SEALING, MUST_SEAL, publish_act},
    [AUDE_ACT_SECRET] = {"secret", BY_AUTHORITY, IN_SEALING, MUST_SEAL, secret_act},
    [AUDE_ACT_DRAW] = {"draw", BY_AUTHORITY, IN_PLAY, MUST_WORDS | NOT_PAUSED, draw_act},
    [AUDE_ACT_ENGINE] = {"engine", BY_AUTHORITY, IN_PLAY, HAS_SEAT | HAS_DECISION | MUST_WORDS | HAS_SEAL | NOT_PAUSED,
                         engine_act},
    [AUDE_ACT_DEFAULT] = {"default", BY_AUTHORITY, IN_PLAY, HAS_SEAT, default_act},
    [AUDE_ACT_FLAG] = {"flag", BY_AUTHORITY, IN_PLAY, HAS_SEAT, flag_act},
    [AUDE_ACT_GONE] = {"gone", BY_AUTHORITY, IN_PLAY, HAS_SEAT, gone_act},
    [AUDE_ACT_UNSEALED] = {"unsealed", BY_AUTHORITY, IN_SEALING, HAS_SEAT, unsealed_act},
    [AUDE_ACT_NEXT] = {"next", BY_AUTHORITY, IN_OVER, 0, next_act},
};

aude_err aude_table_open(aude_table *table, const char *setup, size_t size, aude_errinfo *error)
{
    aude_keeper keeper = table->keeper;
    memset(table, 0, offsetof(aude_table, bet));
    table->keeper = keeper;
    table->host = AUDE_NOBODY;
    table->step_ends = -1;
    table->game.decision = 0;
    for (int i = 0; i < AUDE_MAX_SEATS; i++) table->seat[i].person = AUDE_NOBODY;
    question_close(table);
    clock_begin(table);
    return setup_open(table, setup, size, error);
}

/* ---- The checks ---- */

static aude_err form_check(const entry *en)
{
    const aude_act *a = en->a;
    if (a->kind >= AUDE_N_ACTS) return entry_refuse(en, AUDE_E_UNKNOWN, "there is no such act");
    const act_row *row = &act_rows[a->kind];
    if (a->time < 0 || a->time > MAX_TIME) return entry_refuse(en, AUDE_E_RANGE, "the time of the act is out of range");
    if (!memchr(a->words, 0, sizeof a->words))
        return entry_refuse(en, AUDE_E_LIMIT, "the words are longer than 255 bytes");
    if ((row->needs & HAS_WORDS) && !words_valid(a->words, strlen(a->words)))
        return entry_refuse(en, AUDE_E_SYNTAX, "words are UTF-8 text without control characters");
    if ((row->needs & MUST_WORDS) == MUST_WORDS && !a->words[0])
        return entry_refuse(en, AUDE_E_SYNTAX, "words are missing");
    if ((row->needs & MUST_SEAL) == MUST_SEAL && !a->sealed)
        return entry_refuse(en, AUDE_E_SYNTAX, "the seal is missing");
    if ((row->needs & HAS_ASK) && (a->ask == AUDE_ASK_NOTHING || a->ask > AUDE_ASK_REMATCH))
        return entry_refuse(en, AUDE_E_UNKNOWN, "there is no such question");
    if (a->by != AUDE_NOBODY && !a->command)
        return entry_refuse(en, AUDE_E_SYNTAX, "a command has an id that is not 0");
    return AUDE_OK;
}

/* What the kind does not have is emptied. */
static void form_clean(aude_act *a)
{
    u16 needs = act_rows[a->kind].needs;
    if (a->by == AUDE_NOBODY) a->command = 0;
    if (!(needs & HAS_SEAT)) a->seat = AUDE_NOBODY;
    if (!(needs & HAS_ASK)) a->ask = AUDE_ASK_NOTHING;
    if (!(needs & HAS_SEAL)) a->sealed = 0;
    if (!(needs & HAS_NUMBER)) a->number = 0;
    if (!(needs & HAS_DECISION)) a->decision = 0;
    if (!a->sealed) memset(a->seal, 0, sizeof a->seal);
    if (a->sealed) a->sealed = 1;
    size_t n = needs & HAS_WORDS ? strlen(a->words) : 0;
    memset(a->words + n, 0, sizeof a->words - n);
}

static aude_err sender_check(const entry *en)
{
    if (en->a->by == AUDE_NOBODY || person_exists(en->t, en->a->by)) return AUDE_OK;
    return entry_refuse(en, AUDE_E_UNKNOWN, "there is no such person at this table");
}

static bool command_known(const entry *en)
{
    if (en->a->by == AUDE_NOBODY) return false;
    const aude_person *p = &en->t->person[en->a->by];
    for (u32 i = 0; i < AUDE_REMEMBERED && i < p->n_commands; i++)
        if (p->command[i] == en->a->command) return true;
    return false;
}

static void command_remember(const entry *en)
{
    if (en->a->by == AUDE_NOBODY) return;
    aude_person *p = &en->t->person[en->a->by];
    p->command[p->n_commands++ % AUDE_REMEMBERED] = en->a->command;
}

static aude_err phase_check(const entry *en)
{
    static const char *const when[] = {
        [AUDE_PHASE_LOBBY] = "the game has not begun",
        [AUDE_PHASE_SEALING] = "the game is about to begin",
        [AUDE_PHASE_PLAY] = "not during a game",
        [AUDE_PHASE_OVER] = "the game is over",
    };
    int phase = en->t->phase;
    if (act_rows[en->a->kind].phases >> phase & 1) return AUDE_OK;
    return entry_refuse(en, phase == AUDE_PHASE_OVER ? AUDE_E_OVER : AUDE_E_DENIED, when[phase]);
}

static aude_err rights_check(const entry *en)
{
    const aude_table *t = en->t;
    const aude_act *a = en->a;
    const act_row *row = &act_rows[a->kind];
    if (a->by == AUDE_NOBODY && !(row->who & BY_AUTHORITY))
        return entry_refuse(en, AUDE_E_DENIED, "only a person may do that");
    if (a->by != AUDE_NOBODY && row->who == BY_AUTHORITY)
        return entry_refuse(en, AUDE_E_DENIED, "no person may do that");
    if (a->by != AUDE_NOBODY && (row->who & BY_HOST) && a->by != t->host)
        return entry_refuse(en, AUDE_E_DENIED, "only the host may do that");
    if ((row->who & BY_SITTER) && !aude_table_seats_of(t, a->by))
        return entry_refuse(en, AUDE_E_DENIED, "only who has a seat may do that");
    if ((row->needs & HAS_SEAT) && a->seat >= t->n_seats)
        return entry_refuse(en, AUDE_E_UNKNOWN, "there is no such seat");
    if ((row->needs & OWN_SEAT) == OWN_SEAT && !(aude_table_seats_of(t, a->by) >> a->seat & 1))
        return entry_refuse(en, AUDE_E_DENIED, "that is not your seat");
    if ((row->needs & A_PERSON) == A_PERSON && !person_exists(t, a->number))
        return entry_refuse(en, AUDE_E_UNKNOWN, "there is no such person at this table");
    if ((row->needs & NOT_PAUSED) && t->paused) return entry_refuse(en, AUDE_E_DENIED, "the game is paused");
    return AUDE_OK;
}

/* ---- The consequences ---- */

/* What the act leaves behind besides itself. */
static void table_settle(entry *en, const seen *before, u8 phase, u8 paused)
{
    aude_table *t = en->t;
    question_follow(en);
    if (t->phase == AUDE_PHASE_PLAY && aude_actors(t->rules, table_state(t)) == 0) {
        t->phase = AUDE_PHASE_OVER;
        t->paused = 0;
        if (!t->winners) t->winners = (u8)aude_winners(t->rules, table_state(t));
        match_score(t);
        question_close(t);
    }
    if (paused && !t->paused && t->step_ends >= 0) t->step_ends += en->a->time - t->opened;
    bool decision = before->decision >> 32 != t->game.decision;
    if (decision || t->phase != phase || t->paused != paused) t->opened = en->a->time;
    clock_follow(t, en->a->time);
    t->late = late_lines(t);
}

static void entry_play(entry *en, aude_outcome *outcome, aude_err *err)
{
    aude_table *t = en->t;
    seen before, after;
    u8 phase = t->phase, paused = t->paused;
    seen_look(t, &before);
    t->publication.changed = INT32_MAX;
    *err = act_rows[en->a->kind].run(en);
    if (*err) return;
    command_remember(en);
    t->now = en->a->time;
    table_settle(en, &before, phase, paused);
    seen_look(t, &after);
    seen_compare(t, &before, &after, outcome);
    if (en->a->kind == AUDE_ACT_CHAT) outcome->changed |= AUDE_CHANGED_CHAT;
    if (en->closed) outcome->changed |= AUDE_CHANGED_CLOSED;
}

aude_err aude_table_enter(aude_table *table, aude_act *act, aude_outcome *outcome, aude_errinfo *error)
{
    aude_act a = *act;
    aude_events events;
    aude_outcome o = {.from = INT32_MAX, .spectators = INT32_MAX};
    entry en = {.t = table, .a = &a, .events = &events, .e = error};
    if (outcome && outcome->events) en.events = outcome->events;
    o.events = outcome ? outcome->events : NULL;
    aude_err err = form_check(&en);
    if (!err) err = sender_check(&en);
    if (err) return err;
    en.events->n = 0;
    if (command_known(&en)) {
        o.repeated = 1;
    } else {
        err = phase_check(&en);
        if (!err) err = rights_check(&en);
        if (err) return err;
        form_clean(&a);
        if (a.time < table->now) a.time = table->now;
        entry_play(&en, &o, &err);
        if (err) return err;
        *act = a;
    }
    if (outcome) *outcome = o;
    return AUDE_OK;
}
