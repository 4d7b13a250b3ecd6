/* proof.c - hashes and draws: see proof.h. */
#include "proof/proof.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(PROOF_BYTES == crypto_hash_sha256_BYTES && PROOF_BYTES == crypto_auth_hmacsha256_BYTES, "SHA-256");

bool proof_init(void)
{
    return sodium_init() >= 0;
}

proof proof_random(void)
{
    proof p;
    randombytes_buf(p.bytes, sizeof p.bytes);
    return p;
}

bool proof_equal(const proof *a, const proof *b)
{
    return sodium_memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

void proof_hex(const proof *p, char dst[PROOF_HEX])
{
    sodium_bin2hex(dst, PROOF_HEX, p->bytes, sizeof p->bytes);
}

bool proof_read(proof *p, const char *hex, size_t size)
{
    if (size != PROOF_HEX - 1) return false;
    for (size_t i = 0; i < size; i++)
        if (!strchr("0123456789abcdef", hex[i]) || !hex[i]) return false;
    return sodium_hex2bin(p->bytes, sizeof p->bytes, hex, size, NULL, NULL, NULL) == 0;
}

/* ---- Fields ---- */

/* Where fields go: a plain hash or one with a key. */
typedef struct digest {
    bool keyed;
    crypto_hash_sha256_state plain;
    crypto_auth_hmacsha256_state mac;
} digest;

static digest digest_start(const proof *key)
{
    digest d = {.keyed = key != NULL};
    if (key)
        crypto_auth_hmacsha256_init(&d.mac, key->bytes, sizeof key->bytes);
    else
        crypto_hash_sha256_init(&d.plain);
    return d;
}

static void digest_add(digest *d, const void *bytes, size_t size)
{
    if (d->keyed)
        crypto_auth_hmacsha256_update(&d->mac, bytes, size);
    else
        crypto_hash_sha256_update(&d->plain, bytes, size);
}

static void digest_field(digest *d, const void *bytes, size_t size)
{
    uint8_t head[4] = {(uint8_t)(size >> 24), (uint8_t)(size >> 16), (uint8_t)(size >> 8), (uint8_t)size};
    digest_add(d, head, sizeof head);
    digest_add(d, bytes, size);
}

static void digest_number(digest *d, int64_t value)
{
    uint32_t v = (uint32_t)value;
    uint8_t bytes[4] = {(uint8_t)(v >> 24), (uint8_t)(v >> 16), (uint8_t)(v >> 8), (uint8_t)v};
    digest_field(d, bytes, sizeof bytes);
}

static proof digest_end(digest *d)
{
    proof p;
    if (d->keyed)
        crypto_auth_hmacsha256_final(&d->mac, p.bytes);
    else
        crypto_hash_sha256_final(&d->plain, p.bytes);
    return p;
}

/* ---- Commitments and the seed ---- */

proof proof_of_secret(const proof *secret, const char *name)
{
    digest d = digest_start(NULL);
    digest_field(&d, secret->bytes, sizeof secret->bytes);
    digest_field(&d, name, strlen(name));
    return digest_end(&d);
}

proof proof_of_nonce(const proof *nonce)
{
    digest d = digest_start(NULL);
    digest_field(&d, nonce->bytes, sizeof nonce->bytes);
    return digest_end(&d);
}

proof proof_seed(const proof *secret, const proof *nonce, int n_seats, const char *setup)
{
    digest d = digest_start(NULL);
    digest_field(&d, secret->bytes, sizeof secret->bytes);
    for (int i = 0; i < n_seats; i++) digest_field(&d, nonce[i].bytes, sizeof nonce[i].bytes);
    digest_field(&d, setup, strlen(setup));
    return digest_end(&d);
}

size_t proof_setup(const aude_record *record, const aude_rules *rules, char *dst, size_t cap)
{
    aude_record head = *record;
    head.confirm = 0;
    head.n_lines = 0;
    memset(head.name, 0, sizeof head.name);
    return aude_record_write(&head, rules, dst, cap);
}

/* ---- Draws ---- */

/* A uniform number below n from the stream of this draw: numbers of 64 bits until one is below the greatest multiple of n. */
static uint32_t draw_below(const proof *seed, int number, uint32_t n)
{
    const uint64_t limit = UINT64_MAX - UINT64_MAX % n;
    for (int attempt = 0;; attempt++) {
        digest d = digest_start(seed);
        digest_number(&d, number);
        digest_number(&d, attempt);
        proof p = digest_end(&d);
        uint64_t value = 0;
        for (int i = 0; i < 8; i++) value = value << 8 | p.bytes[i];
        if (value < limit) return (uint32_t)(value % n);
    }
}

aude_move proof_draw(const proof *seed, const aude_rules *rules, const aude_state *state, int number)
{
    aude_move move[AUDE_MAX_KINDS];
    uint32_t weight[AUDE_MAX_KINDS], all = 0;
    int n = aude_chance(rules, state, move, weight, AUDE_MAX_KINDS);
    assert(n > 0 && n <= AUDE_MAX_KINDS);
    for (int i = 0; i < n; i++) all += weight[i];
    uint32_t rest = draw_below(seed, number, all);
    int i = 0;
    for (; rest >= weight[i]; i++) rest -= weight[i];
    return move[i];
}

/* ---- Bets ---- */

proof proof_of_bet(const proof *nonce, const char *name, const proof_bet *bet)
{
    digest d = digest_start(nonce);
    digest_field(&d, name, strlen(name));
    digest_number(&d, bet->decision);
    digest_number(&d, bet->seat);
    digest_number(&d, bet->x);
    digest_number(&d, bet->y);
    digest_field(&d, bet->chip, strlen(bet->chip));
    return digest_end(&d);
}
