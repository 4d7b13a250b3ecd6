/* match.c - games one after the other: beginning, sealing, points, the next one.
 *
 * Owns: table.phase up to the end of sealing, rules, n_games, n_match, first, winners, seat[].points, and all that is
 * sealed (docs/fairness.md). */
#include "record/line.h"
#include "table/table.h"

/* ---- Sealing ---- */

static bool seal_asked(const aude_table *t, int seat)
{
    return t->seat[seat].kind == AUDE_SEAT_PERSON && !t->seat[seat].unsealed;
}

/* All commitments are in. */
static bool seal_committed(const aude_table *t)
{
    for (int seat = 0; seat < t->n_seats; seat++)
        if (seal_asked(t, seat) && !t->seat[seat].committed) return false;
    return true;
}

bool seal_lacks(const aude_table *t, int seat)
{
    const aude_seat *s = &t->seat[seat];
    return seal_asked(t, seat) && !(seal_committed(t) ? s->opened : s->committed);
}

/* After each step of sealing; committed: all commitments had been in before. */
static void seal_follow(entry *en, bool committed)
{
    aude_table *t = en->t;
    if (!seal_committed(t)) return;
    if (!committed) t->opened = en->a->time; /* for the nonces */
    for (int seat = 0; seat < t->n_seats; seat++)
        if (seal_lacks(t, seat)) return;
    t->phase = AUDE_PHASE_PLAY;
}

aude_err secret_act(entry *en)
{
    aude_table *t = en->t;
    if (t->has_secret) return entry_refuse(en, AUDE_E_DENIED, "this game has its secret already");
    memcpy(t->secret, en->a->seal, sizeof t->secret);
    t->has_secret = 1;
    return AUDE_OK;
}

aude_err publish_act(entry *en)
{
    aude_table *t = en->t;
    if (!t->has_secret) return entry_refuse(en, AUDE_E_DENIED, "the secret of this game comes first");
    if (t->has_published) return entry_refuse(en, AUDE_E_DENIED, "the hash of the secret is published already");
    memcpy(t->published, en->a->seal, sizeof t->published);
    t->has_published = 1;
    t->opened = en->a->time;
    seal_follow(en, false);
    return AUDE_OK;
}

static aude_err seal_early(const entry *en)
{
    return entry_refuse(en, AUDE_E_DENIED, "the hash of the secret is not published yet");
}

aude_err commit_act(entry *en)
{
    aude_table *t = en->t;
    aude_seat *s = &t->seat[en->a->seat];
    if (!t->has_published) return seal_early(en);
    if (s->committed || s->unsealed)
        return entry_refuse(en, AUDE_E_DENIED, "that seat has committed itself already, or is too late");
    memcpy(s->commitment, en->a->seal, sizeof s->commitment);
    s->committed = 1;
    seal_follow(en, false);
    return AUDE_OK;
}

aude_err nonce_act(entry *en)
{
    aude_table *t = en->t;
    aude_seat *s = &t->seat[en->a->seat];
    if (!t->has_published) return seal_early(en);
    if (!seal_committed(t)) return entry_refuse(en, AUDE_E_DENIED, "not all commitments are in yet");
    if (s->opened || s->unsealed)
        return entry_refuse(en, AUDE_E_DENIED, "that seat has sent its nonce already, or is too late");
    memcpy(s->nonce, en->a->seal, sizeof s->nonce);
    s->opened = 1;
    seal_follow(en, true);
    return AUDE_OK;
}

aude_err unsealed_act(entry *en)
{
    aude_table *t = en->t;
    bool committed = seal_committed(t);
    if (!t->has_published) return seal_early(en);
    if (!seal_lacks(t, en->a->seat)) return entry_refuse(en, AUDE_E_DENIED, "nothing is missing from that seat");
    if (en->a->time < t->opened + AUDE_SEAL_TIME) return entry_refuse(en, AUDE_E_DENIED, "its time is not up");
    t->seat[en->a->seat].unsealed = 1;
    seal_follow(en, committed);
    return AUDE_OK;
}

/* ---- Beginning ---- */

bool match_filled(const aude_table *t)
{
    for (int seat = 0; seat < t->n_seats; seat++)
        if (t->seat[seat].kind == AUDE_SEAT_OPEN) return false;
    return true;
}

/* The rules of the next game, compiled and kept; NULL: refused. */
static const aude_rules *game_rules(entry *en, int first)
{
    aude_keeper *keeper = &en->t->keeper;
    aude_setup setup = en->t->setup;
    char name[AUDE_SETUP_BYTES];
    text name_text = text_into(name, sizeof name);
    setup.first = first;
    if (aude_rules_init(keeper->room, &setup, en->e)) return NULL;
    if (!keeper->keep) return keeper->room;
    setup_rules_text(&setup, false, &name_text);
    text_str(&name_text, "seats ");
    text_int(&name_text, setup.n_seats);
    text_char(&name_text, '\n');
    const aude_rules *rules = keeper->keep(keeper->context, keeper->room, name_text.n < sizeof name ? name : NULL);
    if (!rules) entry_refuse(en, AUDE_E_LIMIT, "there is no memory for another game");
    return rules;
}

/* A game with nothing in it but its seats. */
static void game_clear(aude_table *t)
{
    u32 decision = t->game.decision + 1;
    t->publication.line = t->line;
    aude_game_start(&t->game, t->rules, t->confirm, &t->publication);
    t->game.decision = decision;
    t->phase = AUDE_PHASE_SEALING;
    t->paused = t->winners = 0;
    t->has_secret = t->has_published = 0;
    memset(t->secret, 0, sizeof t->secret);
    memset(t->published, 0, sizeof t->published);
    t->n_bets = 0;
    t->late = 0;
    for (int i = 0; i < AUDE_MAX_SEATS; i++) {
        aude_seat *s = &t->seat[i];
        s->committed = s->opened = s->unsealed = 0;
        memset(s->commitment, 0, sizeof s->commitment);
        memset(s->nonce, 0, sizeof s->nonce);
    }
    question_close(t);
    clock_begin(t);
}

static aude_err game_begin(entry *en, int first, bool match)
{
    aude_table *t = en->t;
    if (!match_filled(t)) return entry_refuse(en, AUDE_E_DENIED, "a seat is still open");
    const aude_rules *rules = game_rules(en, first);
    if (!rules) return AUDE_E_LIMIT;
    t->rules = rules;
    t->first = (u8)first;
    t->n_games++;
    t->n_match = match ? 1 : t->n_match + 1;
    for (int seat = 0; seat < AUDE_MAX_SEATS && match; seat++) t->seat[seat].points = 0;
    game_clear(t);
    return AUDE_OK;
}

static int match_first(const aude_table *t)
{
    return (t->first + 1) % t->n_seats;
}

aude_err next_act(entry *en)
{
    if (match_decided(en->t)) return entry_refuse(en, AUDE_E_DENIED, "the match is over; all may agree to a rematch");
    return game_begin(en, match_first(en->t), false);
}

aude_err start_act(entry *en)
{
    if (en->t->phase == AUDE_PHASE_OVER) return next_act(en);
    return game_begin(en, en->t->setup.first, true);
}

aude_err match_rematch(entry *en)
{
    return game_begin(en, match_first(en->t), true);
}

/* ---- Points ---- */

void match_score(aude_table *t)
{
    int n = bits_count(t->winners);
    for (int seat = 0; seat < t->n_seats; seat++)
        if (t->winners >> seat & 1) t->seat[seat].points += 1.0f / (float)n;
}

bool match_decided(const aude_table *t)
{
    const float nearly = 1e-3f; /* shares of thirds do not add up exactly */
    float most = 0, second = 0;
    for (int seat = 0; seat < t->n_seats; seat++) {
        float points = t->seat[seat].points;
        if (points > most)
            second = most, most = points;
        else if (points > second)
            second = points;
    }
    return t->n_match >= t->options.best_of || most > second + (float)(t->options.best_of - t->n_match) + nearly;
}
