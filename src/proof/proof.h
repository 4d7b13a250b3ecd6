/* proof.h - draws and bets that can be checked after the game: docs/fairness.md.
 *
 * Owns: the seed of a game's draws, the picking of a draw, the seals of bets, and receipts, which are what a client saw published. All
 * numbers in hashes are big-endian, every field goes with its length before it. Nothing here draws from a plain generator: secrets
 * and nonces are libsodium's. proof_init comes first. */
#ifndef AUDE_PROOF_PROOF_H
#define AUDE_PROOF_PROOF_H

#include "aude.h"
#include "aude_table.h"

#include <stdbool.h>
#include <stdio.h>

enum { PROOF_BYTES = AUDE_SEAL_BYTES, PROOF_HEX = 2 * PROOF_BYTES + 1, PROOF_NAME = 48 };

typedef struct proof {
    uint8_t bytes[PROOF_BYTES];
} proof;

/* False: the machine gives no secure random numbers. */
bool proof_init(void);
proof proof_random(void);
bool proof_equal(const proof *a, const proof *b);
void proof_hex(const proof *p, char dst[PROOF_HEX]);
/* Exactly 64 lower-case digits. */
bool proof_read(proof *p, const char *hex, size_t size);

/* What the server publishes before anybody else has said anything: binds its secret to the game `name`, "TABLE/NUMBER". */
proof proof_of_secret(const proof *secret, const char *name);
/* What a seat sends before nonces open. */
proof proof_of_nonce(const proof *nonce);
/* The seed: `setup` is the text of proof_setup; a computer's nonce is all zeros. */
proof proof_seed(const proof *secret, const proof *nonce, int n_seats, const char *setup);
/* The game's setup as it goes into the seed: the head of its record without names. Returns the size like snprintf. */
size_t proof_setup(const aude_record *record, const aude_rules *rules, char *dst, size_t cap);
/* Draw number `number` of the game: a move for aude_apply. The state's decision is a draw. */
aude_move proof_draw(const proof *seed, const aude_rules *rules, const aude_state *state, int number);

/* A bet with a chip, as it is sealed when the decision closes. */
typedef struct proof_bet {
    uint32_t decision; /* id under which it was made */
    int seat, x, y;
    char chip[32]; /* the face as text */
} proof_bet;
proof proof_of_bet(const proof *nonce, const char *name, const proof_bet *bet);

/* ---- Receipts: text of lines, docs/fairness.md ---- */

typedef struct receipt receipt;

receipt *receipt_new(void); /* NULL: no memory */
void receipt_free(receipt *r);
/* Notes one line: `game NAME`, `published HEX`, `commitment SEAT HEX`, `nonce SEAT HEX`, `secret HEX`, `seal DECISION SEAT X Y HEX`,
 * `open DECISION SEAT X Y CHIP HEX`. The same again is nothing new; something else in the place of what was noted is an error:
 * somebody has changed what they had published. */
aude_err receipt_note(receipt *r, const char *line, size_t size, aude_errinfo *error);
/* A whole file, `aude-receipt 1` first. */
aude_err receipt_read(receipt *r, const char *text, size_t size, aude_errinfo *error);
bool receipt_write(const receipt *r, FILE *out);
/* Opened seals hold (used by clients as soon as they open): AUDE_OK or the reason. */
aude_err receipt_holds(const receipt *r, aude_errinfo *error);

/* What one sent oneself against what was published of it: 1: it is that; 0: nothing was published yet; -1: it is something else. */
int receipt_has_bet(const receipt *r, uint32_t decision, int seat, const char *chip, const proof *nonce);
int receipt_has_nonce(const receipt *r, int seat, const proof *nonce);

/* Checks a finished record against a receipt: the secret, every nonce, every draw, every chip. Calls report for each thing that does not
 * hold, with the line of the record where there is one. Returns how many; *n_draws and *n_bets are what was recomputed. */
int receipt_verify(const receipt *r, const aude_record *record, const aude_rules *rules, aude_report *report,
                   void *context, int *n_draws, int *n_bets);

#endif
