/* setup.c - options of a table and setup of its games, as text and in the lobby. Grammar: docs/table.md.
 *
 * What is read goes into a draft; it becomes the table's when the rules that it gives compile. */
#include "record/line.h"
#include "table/table.h"

enum { DAY = 24 * 60 * 60, MAX_SECONDS = 365 * DAY, MAX_DELAY = 20 };

typedef struct draft {
    aude_record record;
    aude_table_options options;
    i32 n_seats;
    u32 options_seen, rules_seen;
} draft;

/* ---- Options ---- */

static i64 secret_usual(const aude_table_options *o)
{
    return o->clock == AUDE_CLOCK_TURN ? o->time : o->clock == AUDE_CLOCK_TOTAL ? 60 * 1000 : 0;
}

static aude_err time_scan(scan *s, i64 *dst, aude_errinfo *e)
{
    static const struct {
        char letter;
        i32 seconds;
    } unit[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', DAY}};
    word w = scan_word(s), number = w;
    i32 n = 0, seconds = 1;
    for (int i = 0; i < 4 && w.n > 0; i++) {
        if (w.s[w.n - 1] != unit[i].letter) continue;
        seconds = unit[i].seconds;
        number.n--;
        break;
    }
    if (!w.n) return word_error(w, AUDE_E_SYNTAX, "a time is missing", NULL, e);
    aude_err err = word_int(number, 1, MAX_SECONDS / seconds, &n);
    if (err == AUDE_E_RANGE) return word_error(w, err, "the time `%s` is not between 1s and 365d", NULL, e);
    if (err) return word_error(w, err, "`%s` is no time like 90, 90s, 5m, 2h, 3d", NULL, e);
    *dst = (i64)n * seconds * 1000;
    return AUDE_OK;
}

static aude_err time_or_none_scan(scan *s, i64 *dst, aude_errinfo *e)
{
    if (!word_is(scan_peek(s), "none")) return time_scan(s, dst, e);
    scan_word(s);
    *dst = 0;
    return AUDE_OK;
}

/* The next word as one of a list. */
static aude_err choice_scan(scan *s, const char *const *list, int n, const char *all, u8 *dst, aude_errinfo *e)
{
    word w = scan_word(s);
    int i = word_find(w, list, n);
    if (i < 0) return word_error(w, AUDE_E_SYNTAX, "`%s`: %s", all, e);
    *dst = (u8)i;
    return AUDE_OK;
}

static const char *const clock_word[] = {"none", "turn", "total"};
static const char *const leave_word[] = {"retire", "computer", "end"};
static const char *const aids_word[] = {"none", "tournament", "full"};

static aude_err clock_scan(draft *d, scan *s, aude_errinfo *e)
{
    aude_table_options *o = &d->options;
    o->time = o->increment = 0;
    aude_err err = choice_scan(s, clock_word, 3, "none, turn or total", &o->clock, e);
    if (!err && o->clock != AUDE_CLOCK_NONE) err = time_scan(s, &o->time, e);
    if (!err && o->clock == AUDE_CLOCK_TOTAL && scan_peek(s).n) err = time_scan(s, &o->increment, e);
    o->secret = secret_usual(o);
    return err;
}

static aude_err secret_scan(draft *d, scan *s, aude_errinfo *e)
{
    return time_or_none_scan(s, &d->options.secret, e);
}

static aude_err absence_scan(draft *d, scan *s, aude_errinfo *e)
{
    return time_or_none_scan(s, &d->options.absence, e);
}

static aude_err engine_scan(scan *s, char *dst, size_t cap, aude_errinfo *e)
{
    word w = scan_word(s);
    if (!w.n) return word_error(w, AUDE_E_SYNTAX, "the name of an engine is missing", NULL, e);
    if (w.n >= (int)cap) return word_error(w, AUDE_E_LIMIT, "the name `%s` is longer than 23 bytes", NULL, e);
    memset(dst, 0, cap);
    memcpy(dst, w.s, (size_t)w.n);
    return AUDE_OK;
}

static aude_err leave_scan(draft *d, scan *s, aude_errinfo *e)
{
    aude_table_options *o = &d->options;
    memset(o->stand_in, 0, sizeof o->stand_in);
    aude_err err = choice_scan(s, leave_word, 3, "retire, end or computer", &o->leave, e);
    return err || o->leave != AUDE_LEAVE_COMPUTER ? err : engine_scan(s, o->stand_in, sizeof o->stand_in, e);
}

static aude_err aids_scan(draft *d, scan *s, aude_errinfo *e)
{
    return choice_scan(s, aids_word, 3, "none, tournament or full", &d->options.aids, e);
}

static aude_err best_of_scan(draft *d, scan *s, aude_errinfo *e)
{
    word w = scan_peek(s);
    i32 n = 0;
    aude_err err = scan_int(s, 1, 5, &n, e);
    if (!err && n % 2 == 0) err = word_error(w, AUDE_E_RANGE, "`%s`: 1, 3 or 5", NULL, e);
    d->options.best_of = (u8)n;
    return err;
}

static aude_err delay_scan(draft *d, scan *s, aude_errinfo *e)
{
    i32 n = 0;
    aude_err err = scan_int(s, 0, MAX_DELAY, &n, e);
    d->options.delay = (u8)n;
    return err;
}

static aude_err seats_scan(draft *d, scan *s, aude_errinfo *e)
{
    return scan_int(s, 2, AUDE_MAX_SEATS, &d->n_seats, e);
}

static const char *const option_word[] = {"clock", "secret", "absence", "leave", "aids", "best-of", "delay", "seats"};
static aude_err (*const option_read[])(draft *, scan *, aude_errinfo *) = {
    clock_scan, secret_scan, absence_scan, leave_scan, aids_scan, best_of_scan, delay_scan, seats_scan};
enum { SEATS = 7, N_OPTIONS };

/* ---- Reading ---- */

static aude_err draft_line(draft *d, scan *s, aude_errinfo *e)
{
    word w = scan_peek(s);
    if (setup_begins(w)) return setup_scan(&d->record, s, &d->rules_seen, e);
    int i = word_find(w, option_word, N_OPTIONS);
    if (i < 0) return word_error(w, AUDE_E_UNKNOWN, "unknown word `%s`", NULL, e);
    if (d->options_seen >> i & 1) return word_error(w, AUDE_E_SYNTAX, "`%s` stands twice", NULL, e);
    d->options_seen |= 1u << i;
    scan_word(s);
    aude_err err = option_read[i](d, s, e);
    return err ? err : scan_end(s, e);
}

/* Whether the draft makes a game; then it becomes the table's. */
static aude_err draft_take(const draft *d, aude_table *t, aude_errinfo *e)
{
    aude_setup setup = d->record.setup;
    setup.n_seats = d->n_seats;
    aude_err err = aude_rules_init(t->keeper.room, &setup, e);
    if (err) return err;
    t->setup = setup;
    t->confirm = d->record.confirm;
    t->options = d->options;
    t->n_own = d->record.n_own;
    t->n_seats = (u8)d->n_seats;
    return AUDE_OK;
}

static draft draft_of(aude_table *t)
{
    draft d = {.options = t->options, .n_seats = t->n_seats};
    d.record.setup = t->setup;
    d.record.confirm = t->confirm;
    d.record.own = t->own;
    d.record.n_own = d.record.cap_own = t->n_own;
    return d;
}

aude_err setup_open(aude_table *t, const char *setup, size_t size, aude_errinfo *e)
{
    draft d = {.options = {.best_of = 1, .aids = AUDE_AIDS_FULL}, .n_seats = 2};
    scan s = scan_text(setup, size);
    setup_clear(&d.record);
    d.record.own = t->own;
    d.record.cap_own = AUDE_MAX_SETS;
    for (;;) {
        aude_err err = scan_line(&s, e);
        if (err) return err;
        if (!s.more) break;
        word w = scan_peek(&s);
        if (word_is(w, "seat")) return word_error(w, AUDE_E_UNKNOWN, "a table has no line `%s`: `seats N`", NULL, e);
        err = draft_line(&d, &s, e);
        if (err) return err;
    }
    if (!d.record.setup.n_sets) return error_at(e, AUDE_E_SYNTAX, s.line, 0, "there is no `set` line", NULL, NULL);
    return draft_take(&d, t, e);
}

/* ---- In the lobby ---- */

static aude_err set_remove(draft *d, scan *s, aude_errinfo *e)
{
    aude_setup *setup = &d->record.setup;
    scan_word(s);
    word w = scan_word(s);
    for (int i = 0; i < setup->n_sets; i++) {
        if (!word_is(w, setup->set[i]->name)) continue;
        for (setup->n_sets--; i < setup->n_sets; i++) setup->set[i] = setup->set[i + 1];
        setup->set[i] = NULL;
        return scan_end(s, e);
    }
    return word_error(w, AUDE_E_UNKNOWN, "the set `%s` is not in play", NULL, e);
}

static aude_err option_line(draft *d, scan *s, aude_errinfo *e)
{
    word w = scan_peek(s);
    if (w.n && (w.s[0] == '|' || word_is(w, "seat") || word_is(w, "seats")))
        return word_error(w, AUDE_E_DENIED, "`%s` is no option", NULL, e);
    if (!w.n) return word_error(w, AUDE_E_SYNTAX, "an option is missing", NULL, e);
    if (word_is(w, "unset")) return set_remove(d, s, e);
    if (word_is(w, "chips")) {
        scan rest = *s;
        scan_word(&rest);
        d->record.setup.n_chips = 0;
        if (!scan_peek(&rest).n) return AUDE_OK;
    }
    return draft_line(d, s, e);
}

aude_err option_act(entry *en)
{
    scan s;
    draft d = draft_of(en->t);
    aude_err err = scan_single(&s, en->a->words, strlen(en->a->words), en->e);
    if (!err) err = option_line(&d, &s, en->e);
    return err ? err : draft_take(&d, en->t, en->e);
}

aude_err seats_act(entry *en)
{
    aude_table *t = en->t;
    draft d = draft_of(t);
    if (en->a->number < 2 || en->a->number > AUDE_MAX_SEATS)
        return entry_refuse(en, AUDE_E_RANGE, "a table has 2 to 6 seats");
    d.n_seats = en->a->number;
    aude_err err = draft_take(&d, t, en->e);
    if (err) return err;
    for (int seat = d.n_seats; seat < AUDE_MAX_SEATS; seat++) t->seat[seat] = (aude_seat){.person = AUDE_NOBODY};
    return AUDE_OK;
}

/* ---- Writing ---- */

static void time_text(text *t, i64 ms)
{
    static const struct {
        char letter;
        i32 seconds;
    } unit[] = {{'d', DAY}, {'h', 3600}, {'m', 60}, {'s', 1}};
    i64 seconds = ms / 1000;
    int i = 0;
    while (seconds % unit[i].seconds) i++;
    text_int(t, (long)(seconds / unit[i].seconds));
    text_char(t, unit[i].letter);
}

static void line_of(text *t, const char *name, const char *value)
{
    text_str(t, name);
    text_char(t, ' ');
    text_str(t, value);
}

static void time_line(text *t, const char *name, i64 ms)
{
    line_of(t, name, ms ? "" : "none");
    if (ms) time_text(t, ms);
    text_char(t, '\n');
}

static void number_line(text *t, const char *name, int value)
{
    line_of(t, name, "");
    text_int(t, value);
    text_char(t, '\n');
}

size_t aude_table_setup(const aude_table *table, char *dst, size_t cap)
{
    const aude_table_options *o = &table->options;
    text t = text_into(dst, cap);
    number_line(&t, "seats", table->n_seats);
    line_of(&t, "clock", clock_word[o->clock]);
    for (int i = 0; i < 2; i++) {
        i64 ms = i ? o->increment : o->time;
        if (!ms) continue;
        text_char(&t, ' ');
        time_text(&t, ms);
    }
    text_char(&t, '\n');
    if (o->secret != secret_usual(o)) time_line(&t, "secret", o->secret);
    if (o->absence) time_line(&t, "absence", o->absence);
    if (o->leave != AUDE_LEAVE_RETIRE) {
        line_of(&t, "leave", leave_word[o->leave]);
        if (o->leave == AUDE_LEAVE_COMPUTER) text_char(&t, ' ');
        text_str(&t, o->stand_in);
        text_char(&t, '\n');
    }
    if (o->aids != AUDE_AIDS_FULL) {
        line_of(&t, "aids", aids_word[o->aids]);
        text_char(&t, '\n');
    }
    if (o->best_of != 1) number_line(&t, "best-of", o->best_of);
    if (o->delay) number_line(&t, "delay", o->delay);
    setup_rules_text(&table->setup, table->confirm, &t);
    return t.n;
}

size_t aude_table_differences(const aude_table *table, char *dst, size_t cap)
{
    text t = text_into(dst, cap);
    aude_setup setup = table->setup;
    setup.n_sets = 0;
    setup.first = 0;
    for (int i = 0; i < table->setup.n_sets; i++) {
        const aude_tileset *set = table->setup.set[i];
        bool standard = !strcmp(set->name, "base") || !strcmp(set->name, "bets");
        if (!standard || aude_tileset_find(set->name, 0) != set) setup.set[setup.n_sets++] = set;
    }
    setup_rules_text(&setup, false, &t);
    return t.n;
}
