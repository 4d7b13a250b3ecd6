/* check.c - `digest` and `expect` lines: reading, and holding a replay against them. */
#include "base/error.h"
#include "record/course.h"
#include "record/line.h"

static const char *const score_word[] = {"city", "road", "monastery", "field", "bet"};

/* ---- Reading ---- */

/* What follows each word: s seat, S seats, c seats or chance, k kind of score, n number, q square, m a line. */
static const struct {
    const char *word, *form;
} expect_form[N_EXPECTS] = {
    [EXPECT_SCORE] = {"score", "sn"},           [EXPECT_SCORED] = {"scored", "skn"},
    [EXPECT_NOT_SCORED] = {"not-scored", "sk"}, [EXPECT_HIDDEN] = {"hidden", "sq"},
    [EXPECT_NO_CHIP] = {"no-chip", "sq"},       [EXPECT_SUPPLY] = {"supply", "sn"},
    [EXPECT_MEEPLES] = {"meeples", "sn"},       [EXPECT_BAG] = {"bag", "n"},
    [EXPECT_DISCARDED] = {"discarded", "n"},    [EXPECT_TURN] = {"turn", "s"},
    [EXPECT_ACTORS] = {"actors", "c"},          [EXPECT_OVER] = {"over", ""},
    [EXPECT_WINNER] = {"winner", "S"},          [EXPECT_LEGAL] = {"legal", "m"},
    [EXPECT_ILLEGAL] = {"illegal", "m"},        [EXPECT_MOVES] = {"moves", "n"},
};

static aude_err seats_scan(const aude_rules *rules, scan *s, bool chance, u32 *dst, aude_errinfo *e)
{
    for (word w; (w = scan_peek(s)).n;) {
        u8 seat = 0;
        if (chance && word_is(w, "chance")) {
            scan_word(s);
            *dst |= AUDE_CHANCE;
            continue;
        }
        aude_err err = seat_scan(rules, s, &seat, e);
        if (err) return err;
        *dst |= 1u << seat;
    }
    return AUDE_OK;
}

static aude_err part_scan(const aude_rules *rules, const aude_state *state, char part, scan *s, expect *dst,
                          aude_errinfo *e)
{
    switch (part) {
    case 's': return seat_scan(rules, s, &dst->seat, e);
    case 'n': return scan_int(s, -999999, 999999, &dst->n, e);
    case 'q': return square_scan(s, &dst->x, &dst->y, e);
    case 'S': return seats_scan(rules, s, false, &dst->seats, e);
    case 'c': return seats_scan(rules, s, true, &dst->seats, e);
    case 'm': return line_scan(rules, state, s, &dst->line, e);
    default: {
        word w = scan_word(s);
        int kind = word_find(w, score_word, EXPECT_BET + 1);
        if (kind < 0) return word_error(w, AUDE_E_UNKNOWN, "`%s`: city, road, monastery, field or bet", NULL, e);
        dst->kind = (u8)kind;
        return AUDE_OK;
    }
    }
}

aude_err expect_scan(const aude_rules *rules, const aude_state *state, scan *s, expect *dst, aude_errinfo *e)
{
    word w = scan_word(s);
    int what = 0;
    while (what < N_EXPECTS && !word_is(w, expect_form[what].word)) what++;
    if (what == N_EXPECTS) return word_error(w, AUDE_E_UNKNOWN, "unknown expectation `%s`", NULL, e);
    *dst = (expect){.what = (expect_kind)what};
    for (const char *part = expect_form[what].form; *part; part++) {
        aude_err err = part_scan(rules, state, *part, s, dst, e);
        if (err) return err;
    }
    return scan_end(s, e);
}

/* ---- The scores so far ---- */

enum { MAX_POINTS = 4096 };

/* Which points each seat has had for each kind, as bits. */
typedef struct tally {
    u64 had[AUDE_MAX_SEATS][EXPECT_BET + 1][MAX_POINTS / 64];
} tally;

static void tally_add(tally *t, int seat, int kind, int points)
{
    assert(points >= 0 && points < MAX_POINTS);
    t->had[seat][kind][points / 64] |= (u64)1 << (points % 64);
}

static void tally_seen(watch *w, const aude_course *c, const aude_move *move)
{
    (void)c;
    if (!move) {
        memset(w->now, 0, sizeof(tally));
        return;
    }
    for (int i = 0; i < w->events->n; i++) {
        const aude_event *ev = &w->events->event[i];
        if (ev->kind == AUDE_EV_FLIPPED) tally_add(w->now, ev->seat, EXPECT_BET, ev->points);
        if (ev->kind != AUDE_EV_SCORED) continue;
        for (u32 seats = ev->worth.winners; seats; seats &= seats - 1)
            tally_add(w->now, bits_first(seats), ev->worth.kind, ev->worth.points);
    }
}

/* The points that a seat had for a kind, as text "4, 7"; false: none but 0. */
static bool tally_text(const tally *t, int seat, int kind, text *dst)
{
    bool any = false;
    for (int points = 0; points < MAX_POINTS; points++) {
        if (!(t->had[seat][kind][points / 64] >> (points % 64) & 1)) continue;
        if (dst->n) text_str(dst, ", ");
        text_int(dst, points);
        any |= points > 0;
    }
    if (!dst->n) text_str(dst, "none");
    return any;
}

/* ---- Checking ---- */

typedef struct checker {
    aude_course course;
    watch w;
    aude_events events;
    tally now, base;
    aude_state *scratch;
} checker;

static void seats_text(u32 seats, text *t)
{
    size_t n = t->n;
    for (u32 s = seats & ~(u32)AUDE_CHANCE; s; s &= s - 1) {
        if (t->n > n) text_char(t, ' ');
        text_int(t, bits_first(s));
    }
    if (seats & AUDE_CHANCE) text_str(t, "chance");
    if (t->n == n) text_str(t, "nobody");
}

static bool has_chip(const aude_rules *rules, const aude_state *state, const expect *x)
{
    aude_stack stack[AUDE_MAX_STACKS];
    int tile = aude_tile_at(rules, state, x->x, x->y), n = aude_stacks(rules, state, stack, AUDE_MAX_STACKS);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < stack[i].n_bets; k++)
            if (tile == stack[i].tile && stack[i].bet[k].seat == x->seat) return true;
    return false;
}

static int count_moves(const aude_rules *rules, const aude_state *state)
{
    u32 actors = aude_actors(rules, state);
    if (actors & AUDE_CHANCE) return aude_chance(rules, state, NULL, NULL, 0);
    int n = 0;
    for (; actors; actors &= actors - 1) n += aude_count_legal(rules, state, bits_first(actors));
    return n;
}

/* Writes what was found; true where that is what was expected. */
static bool expect_holds(checker *c, const expect *x, text *found)
{
    const aude_rules *rules = c->course.rules;
    const aude_state *state = &c->course.state;
    int n = 0;
    u32 seats = 0;
    switch (x->what) {
    case EXPECT_SCORE: n = aude_score(state, x->seat); break;
    case EXPECT_SUPPLY: n = aude_chips(state, x->seat); break;
    case EXPECT_MEEPLES: n = aude_supply(state, x->seat); break;
    case EXPECT_BAG: n = aude_state_n_bag(rules, state); break;
    case EXPECT_DISCARDED: n = aude_state_n_discarded(state); break;
    case EXPECT_MOVES: n = count_moves(rules, state); break;
    case EXPECT_TURN: text_int(found, aude_state_turn(state)); return aude_state_turn(state) == x->seat;
    case EXPECT_ACTORS:
        seats = aude_actors(rules, state);
        seats_text(seats, found);
        return seats == x->seats;
    case EXPECT_WINNER:
        seats = aude_winners(rules, state);
        seats_text(seats, found);
        return seats == x->seats;
    case EXPECT_OVER: text_str(found, "that it goes on"); return aude_actors(rules, state) == 0;
    case EXPECT_HIDDEN: text_str(found, "none"); return has_chip(rules, state, x);
    case EXPECT_NO_CHIP: text_str(found, "one"); return !has_chip(rules, state, x);
    case EXPECT_SCORED:
        tally_text(&c->now, x->seat, x->kind, found);
        return x->n >= 0 && x->n < MAX_POINTS && (c->now.had[x->seat][x->kind][x->n / 64] >> (x->n % 64) & 1);
    case EXPECT_NOT_SCORED: return !tally_text(&c->now, x->seat, x->kind, found);
    case EXPECT_LEGAL:
    case EXPECT_ILLEGAL: {
        aude_errinfo e;
        bool legal = course_try(&c->course, &x->line, c->scratch, &e) == AUDE_OK;
        text_str(found, legal ? "that it is legal" : e.message);
        return legal == (x->what == EXPECT_LEGAL);
    }
    default: assert(0);
    }
    text_int(found, n);
    return n == x->n;
}

/* One check: AUDE_OK, or *e says what was expected and found. */
static aude_err check_line(checker *c, const aude_record *record, const aude_line *line, aude_errinfo *e)
{
    char words[64], seen[96];
    text expected = text_into(words, sizeof words), found = text_into(seen, sizeof seen);
    if (line->kind == AUDE_LINE_DIGEST) {
        u64 digest = aude_digest(c->course.rules, &c->course.state);
        if (digest == line->digest) return AUDE_OK;
        text_str(&expected, "digest ");
        text_hex(&expected, line->digest);
        text_hex(&found, digest);
    } else {
        scan s;
        expect x;
        aude_err err = scan_single(&s, record->text + line->index, (size_t)line->size, e);
        if (!err) err = expect_scan(c->course.rules, &c->course.state, &s, &x, e);
        if (err) return err;
        if (expect_holds(c, &x, &found)) return AUDE_OK;
        text_bytes(&expected, record->text + line->index, (size_t)line->size);
    }
    return error_at(e, AUDE_E_EXPECT, 0, 0, "expected %s, found %s", words, seen);
}

int aude_record_check(const aude_record *record, const aude_rules *rules, aude_state *state, aude_report *report,
                      void *context, int *n_checks)
{
    checker c = {.scratch = state};
    int checks = 0, failures = 0;
    c.w = (watch){.seen = tally_seen, .events = &c.events, .now = &c.now, .base = &c.base, .kept = sizeof c.now};
    course_start(&c.course, rules, record->confirm, record_hides(record));
    for (int i = 0; i < record->n_lines; i++) {
        const aude_line *line = &record->line[i];
        aude_errinfo e;
        bool check = line->kind == AUDE_LINE_DIGEST || line->kind == AUDE_LINE_EXPECT;
        aude_err err = check ? check_line(&c, record, line, &e) : course_line(&c.course, line, &c.w, &e);
        checks += check;
        if (!err) continue;
        e.line = line->number;
        e.column = 0;
        failures++;
        if (report) report(context, &e);
        if (!check) break;
    }
    aude_state_copy(rules, state, &c.course.state);
    if (n_checks) *n_checks = checks;
    return failures;
}
