/* receipt.c - what a client saw published, and holding a record against it: see proof.h. */
#include "base/error.h"
#include "base/scan.h"
#include "proof/proof.h"

#include <stdlib.h>

/* A chip on a tile: its seal, published when the decision closed, and what it opened to. */
typedef struct sealed_bet {
    proof_bet bet; /* the chip is "" until it opens */
    bool has_seal, opened;
    proof seal, nonce;
} sealed_bet;

typedef struct known {
    bool is;
    proof value;
} known;

struct receipt {
    char name[PROOF_NAME];
    known published, secret;
    known commitment[AUDE_MAX_SEATS], nonce[AUDE_MAX_SEATS];
    int n_bets;
    sealed_bet bet[AUDE_MAX_STACKS * AUDE_MAX_SEATS];
};

receipt *receipt_new(void)
{
    return calloc(1, sizeof(receipt));
}

void receipt_free(receipt *r)
{
    free(r);
}

/* ---- Reading ---- */

enum { WORD_GAME, WORD_PUBLISHED, WORD_COMMITMENT, WORD_NONCE, WORD_SECRET, WORD_SEAL, WORD_OPEN, N_WORDS };
static const char *const receipt_word[N_WORDS] = {"game", "published", "commitment", "nonce", "secret", "seal", "open"};

static aude_err hex_scan(scan *s, proof *dst, aude_errinfo *e)
{
    word w = scan_word(s);
    if (proof_read(dst, w.s, (size_t)w.n)) return AUDE_OK;
    return word_error(w, AUDE_E_SYNTAX, "`%s` is not 64 hexadecimal digits in lower case", NULL, e);
}

static aude_err known_set(known *k, word what, const proof *value, aude_errinfo *e)
{
    if (k->is && !proof_equal(&k->value, value))
        return word_error(what, AUDE_E_EXPECT, "`%s`: something else was published before", NULL, e);
    k->is = true;
    k->value = *value;
    return AUDE_OK;
}

static aude_err name_scan(receipt *r, scan *s, aude_errinfo *e)
{
    word w = scan_word(s);
    if (w.n < 1 || w.n >= PROOF_NAME) return word_error(w, AUDE_E_SYNTAX, "`%s` is no game", NULL, e);
    if (r->name[0] && !word_is(w, r->name)) return word_error(w, AUDE_E_EXPECT, "`%s` is another game", NULL, e);
    aude_err err = scan_end(s, e);
    if (err) return err;
    memcpy(r->name, w.s, (size_t)w.n);
    r->name[w.n] = 0;
    return AUDE_OK;
}

/* The entry of a bet; a new one where there is none, which counts once n_bets is raised. */
static sealed_bet *receipt_find(receipt *r, const proof_bet *bet)
{
    for (int i = 0; i < r->n_bets; i++) {
        const proof_bet *b = &r->bet[i].bet;
        if (b->decision == bet->decision && b->seat == bet->seat && b->x == bet->x && b->y == bet->y) return &r->bet[i];
    }
    if (r->n_bets == AUDE_MAX_STACKS * AUDE_MAX_SEATS) return NULL;
    r->bet[r->n_bets] = (sealed_bet){.bet = *bet};
    r->bet[r->n_bets].bet.chip[0] = 0;
    return &r->bet[r->n_bets];
}

static aude_err chip_scan(scan *s, char *dst, size_t cap, aude_errinfo *e)
{
    word w = scan_word(s);
    aude_chip chip;
    if ((size_t)w.n >= cap || aude_chip_read(&chip, w.s, (size_t)w.n))
        return word_error(w, AUDE_E_SYNTAX, "`%s` is no chip", NULL, e);
    memcpy(dst, w.s, (size_t)w.n);
    dst[w.n] = 0;
    return AUDE_OK;
}

static aude_err bet_scan(receipt *r, scan *s, word what, bool opens, aude_errinfo *e)
{
    proof_bet bet = {0};
    proof value;
    i32 decision = 0, seat = 0, x = 0, y = 0;
    aude_err err = scan_int(s, 0, INT32_MAX, &decision, e);
    if (!err) err = scan_int(s, 0, AUDE_MAX_SEATS - 1, &seat, e);
    if (!err) err = scan_int(s, -9999, 9999, &x, e);
    if (!err) err = scan_int(s, -9999, 9999, &y, e);
    if (!err && opens) err = chip_scan(s, bet.chip, sizeof bet.chip, e);
    if (!err) err = hex_scan(s, &value, e);
    if (!err) err = scan_end(s, e);
    if (err) return err;
    bet.decision = (u32)decision;
    bet.seat = seat;
    bet.x = x;
    bet.y = y;
    sealed_bet *b = receipt_find(r, &bet);
    if (!b) return word_error(what, AUDE_E_LIMIT, "`%s`: too many bets", NULL, e);
    bool changed = opens ? b->opened && (!proof_equal(&b->nonce, &value) || strcmp(b->bet.chip, bet.chip) != 0)
                         : b->has_seal && !proof_equal(&b->seal, &value);
    if (changed) return word_error(what, AUDE_E_EXPECT, "`%s`: something else was published before", NULL, e);
    if (opens) {
        b->opened = true;
        b->nonce = value;
        memcpy(b->bet.chip, bet.chip, sizeof bet.chip);
    } else {
        b->has_seal = true;
        b->seal = value;
    }
    if (b == &r->bet[r->n_bets]) r->n_bets++;
    return AUDE_OK;
}

/* The current line. */
static aude_err receipt_scan(receipt *r, scan *s, aude_errinfo *e)
{
    word what = scan_word(s);
    i32 seat = 0;
    proof value;
    int i = word_find(what, receipt_word, N_WORDS);
    if (i < 0) return word_error(what, AUDE_E_UNKNOWN, "unknown word `%s`", NULL, e);
    if (i == WORD_GAME) return name_scan(r, s, e);
    if (i == WORD_SEAL || i == WORD_OPEN) return bet_scan(r, s, what, i == WORD_OPEN, e);
    aude_err err = AUDE_OK;
    if (i == WORD_COMMITMENT || i == WORD_NONCE) err = scan_int(s, 0, AUDE_MAX_SEATS - 1, &seat, e);
    if (!err) err = hex_scan(s, &value, e);
    if (!err) err = scan_end(s, e);
    if (err) return err;
    known *place = i == WORD_PUBLISHED ? &r->published
                   : i == WORD_SECRET  ? &r->secret
                   : i == WORD_NONCE   ? &r->nonce[seat]
                                       : &r->commitment[seat];
    return known_set(place, what, &value, e);
}

aude_err receipt_note(receipt *r, const char *line, size_t size, aude_errinfo *error)
{
    scan s;
    aude_err err = scan_single(&s, line, size, error);
    return err ? err : receipt_scan(r, &s, error);
}

aude_err receipt_read(receipt *r, const char *text, size_t size, aude_errinfo *error)
{
    scan s = scan_text(text, size);
    aude_err err = scan_line(&s, error);
    if (err) return err;
    if (!s.more || !word_is(scan_word(&s), "aude-receipt") || !word_is(scan_word(&s), "1") || scan_word(&s).n)
        return error_at(error, AUDE_E_SYNTAX, s.more ? s.line : 1, 1, "a receipt begins with `aude-receipt 1`", NULL,
                        NULL);
    while (!(err = scan_line(&s, error)) && s.more)
        if ((err = receipt_scan(r, &s, error))) break;
    return err;
}

/* ---- Writing ---- */

static void known_write(const known *k, const char *what, int seat, FILE *out)
{
    char hex[PROOF_HEX];
    if (!k->is) return;
    proof_hex(&k->value, hex);
    fputs(what, out);
    if (seat >= 0) fprintf(out, " %d", seat);
    fprintf(out, " %s\n", hex);
}

bool receipt_write(const receipt *r, FILE *out)
{
    char hex[PROOF_HEX];
    fputs("aude-receipt 1\n", out);
    if (r->name[0]) fprintf(out, "game %s\n", r->name);
    known_write(&r->published, "published", -1, out);
    for (int seat = 0; seat < AUDE_MAX_SEATS; seat++) known_write(&r->commitment[seat], "commitment", seat, out);
    for (int seat = 0; seat < AUDE_MAX_SEATS; seat++) known_write(&r->nonce[seat], "nonce", seat, out);
    for (int i = 0; i < r->n_bets; i++) {
        const sealed_bet *b = &r->bet[i];
        proof_hex(&b->seal, hex);
        if (b->has_seal) fprintf(out, "seal %u %d %d %d %s\n", b->bet.decision, b->bet.seat, b->bet.x, b->bet.y, hex);
        proof_hex(&b->nonce, hex);
        if (b->opened)
            fprintf(out, "open %u %d %d %d %s %s\n", b->bet.decision, b->bet.seat, b->bet.x, b->bet.y, b->bet.chip,
                    hex);
    }
    known_write(&r->secret, "secret", -1, out);
    return !ferror(out);
}

/* ---- Holding ---- */

typedef struct court {
    const receipt *r;
    aude_report *report;
    void *context;
    int failures;
} court;

static void court_say(court *c, int line, const char *pattern, const char *a, const char *b)
{
    aude_errinfo e;
    error_at(&e, AUDE_E_EXPECT, line, 0, pattern, a, b);
    c->failures++;
    if (c->report) c->report(c->context, &e);
}

static const char *digit(int n, char dst[12])
{
    snprintf(dst, 12, "%d", n);
    return dst;
}

/* What has opened agrees with what was published before. */
static void court_openings(court *c)
{
    const receipt *r = c->r;
    char seat_text[12], place[48];
    if (r->secret.is && r->published.is) {
        proof p = proof_of_secret(&r->secret.value, r->name);
        if (!proof_equal(&p, &r->published.value))
            court_say(c, 0, "the secret is not the one that was published for this game", NULL, NULL);
    }
    for (int seat = 0; seat < AUDE_MAX_SEATS; seat++) {
        if (!r->nonce[seat].is) continue;
        if (!r->commitment[seat].is) {
            court_say(c, 0, "seat %s opened a nonce that it had not committed to", digit(seat, seat_text), NULL);
            continue;
        }
        proof p = proof_of_nonce(&r->nonce[seat].value);
        if (!proof_equal(&p, &r->commitment[seat].value))
            court_say(c, 0, "seat %s opened another nonce than it had committed to", digit(seat, seat_text), NULL);
    }
    for (int i = 0; i < r->n_bets; i++) {
        const sealed_bet *b = &r->bet[i];
        if (!b->opened) continue;
        snprintf(place, sizeof place, "(%d, %d)", b->bet.x, b->bet.y);
        proof p = proof_of_bet(&b->nonce, r->name, &b->bet);
        if (!b->has_seal)
            court_say(c, 0, "the chip of seat %s on %s opened, but was never sealed", digit(b->bet.seat, seat_text),
                      place);
        else if (!proof_equal(&p, &b->seal))
            court_say(c, 0, "the chip of seat %s on %s is not the one that was sealed", digit(b->bet.seat, seat_text),
                      place);
    }
}

static void first_report(void *context, const aude_errinfo *failure)
{
    aude_errinfo *e = context;
    if (!e->code) *e = *failure;
}

aude_err receipt_holds(const receipt *r, aude_errinfo *error)
{
    aude_errinfo first = {0};
    court c = {.r = r, .report = first_report, .context = &first};
    court_openings(&c);
    if (first.code && error) *error = first;
    return first.code;
}

int receipt_has_bet(const receipt *r, uint32_t decision, int seat, const char *chip, const proof *nonce)
{
    for (int i = 0; i < r->n_bets; i++) {
        proof_bet bet = r->bet[i].bet;
        if (bet.decision != decision || bet.seat != seat || !r->bet[i].has_seal) continue;
        snprintf(bet.chip, sizeof bet.chip, "%s", chip);
        proof p = proof_of_bet(nonce, r->name, &bet);
        return proof_equal(&p, &r->bet[i].seal) ? 1 : -1;
    }
    return 0;
}

int receipt_has_nonce(const receipt *r, int seat, const proof *nonce)
{
    if (!r->commitment[seat].is) return 0;
    proof p = proof_of_nonce(nonce);
    bool same = proof_equal(&p, &r->commitment[seat].value) &&
                (!r->nonce[seat].is || proof_equal(nonce, &r->nonce[seat].value));
    return same ? 1 : -1;
}

/* ---- Verifying a record ---- */

static bool court_has_all(court *c, int n_seats)
{
    int before = c->failures;
    if (!c->r->name[0]) court_say(c, 0, "the receipt does not name the game", NULL, NULL);
    if (!c->r->published.is)
        court_say(c, 0, "the receipt does not have what was published before the game", NULL, NULL);
    if (!c->r->secret.is)
        court_say(c, 0, "the receipt does not have the secret: the game is not over, or it was never opened", NULL,
                  NULL);
    for (int seat = n_seats; seat < AUDE_MAX_SEATS; seat++)
        if (c->r->commitment[seat].is || c->r->nonce[seat].is)
            court_say(c, 0, "the receipt is of a game with more seats", NULL, NULL);
    return c->failures == before;
}

static void court_draw(court *c, const aude_rules *rules, const aude_state *state, const aude_line *line,
                       const proof *seed, int number)
{
    aude_move due = proof_draw(seed, rules, state, number);
    if (due.tile != line->move.tile)
        court_say(c, line->number, "draw %s of the record is not the one of the seed, which is %s",
                  aude_rules_kind(rules, line->move.tile)->name, aude_rules_kind(rules, due.tile)->name);
}

/* The chip of a bet line against what was opened for that place. */
static void court_bet(court *c, const aude_rules *rules, const aude_state *state, const aude_line *line, bool *used)
{
    aude_placed office = aude_placed_at(rules, state, aude_n_placed(state) - 1);
    char seat[12], chip[32];
    digit(line->move.seat, seat);
    if (line->move.face >= aude_rules_n_faces(rules)) {
        court_say(c, line->number, "the record does not show the chip of seat %s", seat, NULL);
        return;
    }
    aude_chip_write(aude_rules_face(rules, line->move.face), chip, sizeof chip);
    for (int i = 0; i < c->r->n_bets; i++) {
        const sealed_bet *b = &c->r->bet[i];
        if (b->bet.seat != line->move.seat || b->bet.x != office.x || b->bet.y != office.y) continue;
        used[i] = true;
        if (!b->opened)
            court_say(c, line->number, "the chip of seat %s was sealed, but never opened", seat, NULL);
        else if (strcmp(b->bet.chip, chip) != 0)
            court_say(c, line->number, "the record says chip %s, but %s was sealed", chip, b->bet.chip);
        return;
    }
    court_say(c, line->number, "the chip of seat %s has no seal", seat, NULL);
}

int receipt_verify(const receipt *r, const aude_record *record, const aude_rules *rules, aude_report *report,
                   void *context, int *n_draws, int *n_bets)
{
    court c = {.r = r, .report = report, .context = context};
    *n_draws = *n_bets = 0;
    court_openings(&c);
    if (!court_has_all(&c, record->setup.n_seats)) return c.failures;

    proof nonce[AUDE_MAX_SEATS] = {0};
    for (int seat = 0; seat < record->setup.n_seats; seat++)
        if (r->nonce[seat].is) nonce[seat] = r->nonce[seat].value;
    size_t size = proof_setup(record, rules, NULL, 0) + 1;
    char *setup = malloc(size);
    aude_state *state = malloc(sizeof *state);
    bool used[AUDE_MAX_STACKS * AUDE_MAX_SEATS] = {false};
    if (!setup || !state)
        court_say(&c, 0, "not enough memory", NULL, NULL);
    else {
        proof_setup(record, rules, setup, size);
        proof seed = proof_seed(&r->secret.value, nonce, record->setup.n_seats, setup);
        aude_start(rules, state);
        for (int i = 0; i < record->n_lines; i++) {
            const aude_line *line = &record->line[i];
            if (line->kind != AUDE_LINE_MOVE) continue;
            bool due = aude_actors(rules, state) & AUDE_CHANCE;
            if (line->move.kind == AUDE_DRAW && due) court_draw(&c, rules, state, line, &seed, (*n_draws)++);
            if (line->move.kind == AUDE_BET && line->move.face != AUDE_NO_BET) {
                court_bet(&c, rules, state, line, used);
                ++*n_bets;
            }
            if (aude_apply(rules, state, line->move, NULL)) {
                court_say(&c, line->number, "this line cannot be played", NULL, NULL);
                break;
            }
        }
        if (aude_actors(rules, state)) court_say(&c, 0, "the game of the record is not over", NULL, NULL);
        for (int i = 0; i < r->n_bets; i++) {
            char seat[12], place[48];
            snprintf(place, sizeof place, "(%d, %d)", r->bet[i].bet.x, r->bet[i].bet.y);
            if (!used[i])
                court_say(&c, 0, "seat %s sealed a chip on %s, which the record does not have",
                          digit(r->bet[i].bet.seat, seat), place);
        }
    }
    free(state);
    free(setup);
    return c.failures;
}
