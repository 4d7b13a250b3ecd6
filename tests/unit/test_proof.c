/* Draws and bets that can be checked: a whole game holds against its receipt; anything changed is named; known answers of the hashes
 * that `docs/fairness.md` describes, computed with Python's hashlib as the comments say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "proof/proof.h"

enum { SEATS = 3, LINES = 1200 };

/* A finished game with everything that was published on the way. */
typedef struct played {
    aude_rules rules;
    aude_state state;
    aude_record record;
    aude_line line[LINES];
    proof secret, nonce[SEATS];
    char setup[4096];
    char receipt[1 << 16];
    size_t n;
    int draws, bets;
} played;

static played game, other;

static void say(played *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(played *p, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    p->n += (size_t)vsnprintf(p->receipt + p->n, sizeof p->receipt - p->n, format, list);
    va_end(list);
    assert_true(p->n < sizeof p->receipt);
}

static const char *hex(proof value)
{
    static char text[4][PROOF_HEX];
    static int turn;
    turn = (turn + 1) % 4;
    proof_hex(&value, text[turn]);
    return text[turn];
}

static void play_bet(played *p, const aude_move *move, uint32_t decision)
{
    aude_placed office = aude_placed_at(&p->rules, &p->state, aude_n_placed(&p->state) - 1);
    proof_bet bet = {.decision = decision, .seat = move->seat, .x = office.x, .y = office.y};
    aude_chip_write(aude_rules_face(&p->rules, move->face), bet.chip, sizeof bet.chip);
    proof nonce = proof_random();
    say(p, "seal %u %d %d %d %s\n", decision, bet.seat, bet.x, bet.y,
        hex(proof_of_bet(&nonce, "TTTTTTTTTTTTTTTT/1", &bet)));
    say(p, "open %u %d %d %d %s %s\n", decision, bet.seat, bet.x, bet.y, bet.chip, hex(nonce));
    p->bets++;
}

static void play(played *p, uint64_t seed)
{
    aude_random random;
    aude_random_seed(&random, seed);
    p->record = (aude_record){.line = p->line, .cap_lines = LINES};
    aude_setup_default(&p->record.setup, SEATS);
    p->record.setup.set[p->record.setup.n_sets++] = aude_tileset_find("bets", 0);
    strcpy(p->record.name[0], "Ann");
    assert_int_equal(aude_rules_init(&p->rules, &p->record.setup, NULL), AUDE_OK);
    p->n = 0;
    p->draws = p->bets = 0;
    p->secret = proof_random();
    say(p, "aude-receipt 1\ngame TTTTTTTTTTTTTTTT/1\npublished %s\n",
        hex(proof_of_secret(&p->secret, "TTTTTTTTTTTTTTTT/1")));
    memset(p->nonce, 0, sizeof p->nonce); /* seat 2 is a computer */
    for (int seat = 0; seat < 2; seat++) {
        p->nonce[seat] = proof_random();
        say(p, "commitment %d %s\nnonce %d %s\n", seat, hex(proof_of_nonce(&p->nonce[seat])), seat,
            hex(p->nonce[seat]));
    }
    proof_setup(&p->record, &p->rules, p->setup, sizeof p->setup);
    proof drawn = proof_seed(&p->secret, p->nonce, SEATS, p->setup);
    aude_start(&p->rules, &p->state);
    for (uint32_t actors; (actors = aude_actors(&p->rules, &p->state));) {
        aude_move move;
        uint32_t decision = aude_state_decision(&p->state);
        if (actors == AUDE_CHANCE)
            move = proof_draw(&drawn, &p->rules, &p->state, p->draws++);
        else
            assert_true(aude_random_move(&p->rules, &p->state, &random, &move));
        if (move.kind == AUDE_BET && move.face != AUDE_NO_BET) play_bet(p, &move, decision);
        assert_int_equal(aude_apply(&p->rules, &p->state, move, NULL), AUDE_OK);
        p->line[p->record.n_lines++] =
            (aude_line){.kind = AUDE_LINE_MOVE, .number = p->record.n_lines + 1, .move = move};
    }
    say(p, "secret %s\n", hex(p->secret));
}

/* What the last check said first. */
static aude_errinfo first;

static void note(void *context, const aude_errinfo *failure)
{
    (void)context;
    if (!first.code) first = *failure;
}

static int verify(const char *text, const played *p)
{
    int draws, bets;
    receipt *r = receipt_new();
    first = (aude_errinfo){0};
    assert_int_equal(receipt_read(r, text, strlen(text), &first), AUDE_OK);
    int failures = receipt_verify(r, &p->record, &p->rules, note, NULL, &draws, &bets);
    if (!failures) {
        assert_int_equal(draws, p->draws);
        assert_int_equal(bets, p->bets);
    }
    receipt_free(r);
    return failures;
}

static int set_up(void **state)
{
    (void)state;
    if (!proof_init()) return 1;
    play(&game, 1);
    play(&other, 2);
    return game.bets < 4; /* a game that says nothing */
}

static void whole_game_holds(void **state)
{
    (void)state;
    assert_int_equal(verify(game.receipt, &game), 0);
    receipt *r = receipt_new();
    aude_errinfo e;
    char *text = NULL;
    size_t size;
    assert_int_equal(receipt_read(r, game.receipt, game.n, &e), AUDE_OK);
    assert_int_equal(receipt_holds(r, &e), AUDE_OK);
    FILE *out = open_memstream(&text, &size);
    assert_true(receipt_write(r, out));
    fclose(out);
    assert_int_equal(verify(text, &game), 0); /* what is written is a receipt again */
    free(text);
    receipt_free(r);
}

/* Another tile than the seed's, one that the bag has, too: the line is named. */
static void changed_draw_is_named(void **state)
{
    (void)state;
    static played p;
    p = game;
    int changed = 0;
    for (int i = 0; i + 1 < p.record.n_lines && !changed; i++) {
        /* A draw that was replaced by the next tile of the same shape of game is not needed: any other kind will do, as what
         * follows need not be playable to be noticed first. */
        if (p.line[i].move.kind != AUDE_DRAW || i < 40) continue;
        p.line[i].move.tile = (uint16_t)((p.line[i].move.tile + 1) % aude_rules_n_kinds(&p.rules));
        p.record.line = p.line;
        changed = p.line[i].number;
    }
    assert_true(verify(p.receipt, &p) > 0);
    assert_int_equal(first.line, changed);
    assert_non_null(strstr(first.message, "draw"));
}

static void changed_chip_is_named(void **state)
{
    (void)state;
    static played p;
    p = game;
    p.record.line = p.line;
    for (int i = 0; i < p.record.n_lines; i++) {
        aude_move *m = &p.line[i].move;
        if (m->kind != AUDE_BET || m->face == AUDE_NO_BET) continue;
        m->face = (uint8_t)((m->face + 1) % aude_rules_n_faces(&p.rules));
        assert_true(verify(p.receipt, &p) > 0);
        assert_int_equal(first.line, p.line[i].number);
        assert_non_null(strstr(first.message, "was sealed"));
        m->face = AUDE_NO_BET; /* a bet that is left out */
        assert_true(verify(p.receipt, &p) > 0);
        return;
    }
    fail();
}

/* Each 64-digit value of the receipt, changed by one digit, is noticed. */
static void every_value_counts(void **state)
{
    (void)state;
    static char text[sizeof game.receipt];
    for (size_t i = 0; i < game.n;) {
        size_t digits = strspn(game.receipt + i, "0123456789abcdef");
        if (digits == 64) {
            strcpy(text, game.receipt);
            text[i + 20] = text[i + 20] == '0' ? '1' : '0';
            if (!verify(text, &game)) fail_msg("a change at byte %zu is not noticed", i);
        }
        i += digits ? digits : 1;
    }
}

static void forged_record_with_its_own_commitments(void **state)
{
    (void)state;
    assert_int_equal(verify(other.receipt, &other), 0);
    assert_true(verify(game.receipt, &other) > 0);
    assert_true(first.line > 0);
}

static void later_publication_differs(void **state)
{
    (void)state;
    aude_errinfo e;
    receipt *r = receipt_new();
    char line[128];
    snprintf(line, sizeof line, "published %s", hex(game.secret));
    assert_int_equal(receipt_note(r, line, strlen(line), &e), AUDE_OK);
    assert_int_equal(receipt_note(r, line, strlen(line), &e), AUDE_OK);
    snprintf(line, sizeof line, "published %s", hex(other.secret));
    assert_int_equal(receipt_note(r, line, strlen(line), &e), AUDE_E_EXPECT);
    receipt_free(r);
}

/* What one's own program has sent, against what was published of it. */
static void own_sendings(void **state)
{
    (void)state;
    aude_errinfo e;
    receipt *r = receipt_new();
    char line[128];
    proof mine = {.bytes = {1}}, foreign = {.bytes = {2}};
    proof_bet bet = {.decision = 7, .seat = 1, .x = -2, .y = 3, .chip = "4/5"};
    assert_int_equal(receipt_has_bet(r, 7, 1, "4/5", &mine), 0);
    assert_int_equal(receipt_has_nonce(r, 1, &mine), 0);
    assert_int_equal(receipt_note(r, "game T/1", 8, &e), AUDE_OK);
    snprintf(line, sizeof line, "seal 7 1 -2 3 %s", hex(proof_of_bet(&mine, "T/1", &bet)));
    assert_int_equal(receipt_note(r, line, strlen(line), &e), AUDE_OK);
    assert_int_equal(receipt_has_bet(r, 7, 1, "4/5", &mine), 1);
    assert_int_equal(receipt_has_bet(r, 7, 1, "5/6", &mine), -1);
    assert_int_equal(receipt_has_bet(r, 7, 1, "4/5", &foreign), -1);
    assert_int_equal(receipt_has_bet(r, 8, 1, "4/5", &mine), 0);
    assert_int_equal(receipt_has_bet(r, 7, 0, "4/5", &mine), 0);
    snprintf(line, sizeof line, "nonce 1 %s", hex(mine));
    assert_int_equal(receipt_note(r, line, strlen(line), &e), AUDE_OK);
    assert_int_equal(receipt_holds(r, &e), AUDE_E_EXPECT); /* a nonce that nobody had committed to */
    snprintf(line, sizeof line, "commitment 1 %s", hex(proof_of_nonce(&mine)));
    assert_int_equal(receipt_note(r, line, strlen(line), &e), AUDE_OK);
    assert_int_equal(receipt_holds(r, &e), AUDE_OK);
    assert_int_equal(receipt_has_nonce(r, 1, &mine), 1);
    assert_int_equal(receipt_has_nonce(r, 1, &foreign), -1);
    receipt_free(r);
}

/* What is refused changes nothing: here the game's name behind which something else stands. */
static void refused_line_changes_nothing(void **state)
{
    (void)state;
    static const char bad[] = "game TTTTTTTTTTTTTTTT/1 more", good[] = "game SSSSSSSSSSSSSSSS/1";
    aude_errinfo e;
    receipt *r = receipt_new();
    assert_int_equal(receipt_note(r, bad, strlen(bad), &e), AUDE_E_SYNTAX);
    assert_int_equal(receipt_note(r, good, strlen(good), &e), AUDE_OK);
    receipt_free(r);
}

static void bad_receipts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        aude_err code;
        int line;
    } bad[] = {
        {"", AUDE_E_SYNTAX, 1},
        {"aude 1\n", AUDE_E_SYNTAX, 1},
        {"aude-receipt 2\n", AUDE_E_SYNTAX, 1},
        {"aude-receipt 1\nfoo\n", AUDE_E_UNKNOWN, 2},
        {"aude-receipt 1\nsecret 12\n", AUDE_E_SYNTAX, 2},
        {"aude-receipt 1\ngame a\ngame b\n", AUDE_E_EXPECT, 3},
        {"aude-receipt 1\nnonce 6 00\n", AUDE_E_RANGE, 2},
        {"aude-receipt 1\nopen 1 0 0 0 9x9x9 00\n", AUDE_E_SYNTAX, 2},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        aude_errinfo e = {0};
        receipt *r = receipt_new();
        assert_int_equal(receipt_read(r, bad[i].text, strlen(bad[i].text), &e), bad[i].code);
        assert_int_equal(e.line, bad[i].line);
        receipt_free(r);
    }
}

/* python3: f = lambda b: len(b).to_bytes(4, "big") + b; hashlib.sha256(f(bytes(range(32))) + f(b"T/1")).hexdigest() and so on. */
static void known_answers(void **state)
{
    (void)state;
    proof p, zero = {0};
    proof_bet bet = {.decision = 7, .seat = 1, .x = -2, .y = 3, .chip = "4/5"};
    for (int i = 0; i < PROOF_BYTES; i++) p.bytes[i] = (uint8_t)i;
    assert_string_equal(hex(proof_of_secret(&p, "T/1")),
                        "3932b9ef0fe96fe5ca79ed6f96ce37440f39aa7ec628b3e2ac24824e4056252b");
    assert_string_equal(hex(proof_of_nonce(&p)), "092e0c2e38f681c84aa8e3590bc872a6aff232d82928528822d1ee435388b8d8");
    proof nonce[2] = {p, zero};
    assert_string_equal(hex(proof_seed(&p, nonce, 2, "aude 1\n")),
                        "5794a7652b72b3dbdce9766e8ff82392a68ea11122cf97f75a19d4a7cc395808");
    assert_string_equal(hex(proof_of_bet(&p, "T/1", &bet)),
                        "071b0411a3c0b2df73d30644f6b25eae5b743a0944a3fba2c14fd4b8febab9f8");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_game_holds),
        cmocka_unit_test(changed_draw_is_named),
        cmocka_unit_test(changed_chip_is_named),
        cmocka_unit_test(every_value_counts),
        cmocka_unit_test(forged_record_with_its_own_commitments),
        cmocka_unit_test(later_publication_differs),
        cmocka_unit_test(own_sendings),
        cmocka_unit_test(refused_line_changes_nothing),
        cmocka_unit_test(bad_receipts),
        cmocka_unit_test(known_answers),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
