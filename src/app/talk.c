/* talk.c - see talk.h. */
#include "app/talk.h"

#include "base/scan.h"

#include <stdio.h>
#include <string.h>

static const char HEAD[] = "aude 1\n";

void talk_open(talk *t)
{
    t->ready = t->collects = false;
    t->size = 0;
}

static aude_err refuse(aude_errinfo *error, aude_err code, const char *message)
{
    *error = (aude_errinfo){.code = code};
    snprintf(error->message, sizeof error->message, "%s", message);
    return code;
}

/* ---- The setup ---------------------------------------------------------------------------------------------------- */

static aude_err setup_add(talk *t, const char *line, size_t size, aude_errinfo *error)
{
    if (t->size + size + 1 > sizeof t->setup) return refuse(error, AUDE_E_LIMIT, "this setup is too long");
    memcpy(t->setup + t->size, line, size);
    t->size += size;
    t->setup[t->size++] = '\n';
    return AUDE_OK;
}

/* The line of the setup that an error names, where it is one of the client's. */
static void setup_blame(talk *t, int number)
{
    if (number <= 1) return;
    const char *at = t->setup, *end = t->setup + t->size;
    for (; number > 1 && at < end; number--) at = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
    size_t n = at < end ? (size_t)((const char *)memchr(at, '\n', (size_t)(end - at)) - at) : 0;
    if (!n || n > TALK_LINE) return;
    memcpy(t->bad, at, n);
    t->bad[n] = 0;
}

/* `position`: the beginning of the game; after `new` of that which was described. */
static aude_err position_begin(talk *t, aude_errinfo *error)
{
    aude_line none[1];
    aude_record record = {.own = t->own, .cap_own = AUDE_MAX_SETS, .line = none, .cap_lines = 0};
    if (t->collects) {
        aude_err err = aude_record_read(&record, &t->next, &t->start, t->setup, t->size, error);
        if (err) setup_blame(t, error->line);
        if (err) return err;
        if (record.confirm) return refuse(error, AUDE_E_UNKNOWN, "`rule confirm` is none of an engine's");
        t->rules = t->next;
        t->ready = true;
        t->collects = false;
    }
    if (!t->ready) return refuse(error, AUDE_E_TURN, "no game has been described: `new` and a setup come first");
    aude_start(&t->rules, &t->state);
    aude_view(&t->rules, &t->state, AUDE_NOBODY, 0, &t->state);
    return AUDE_OK;
}

/* ---- The position ------------------------------------------------------------------------------------------------- */

static aude_err seat_scan(const talk *t, scan *s, i32 *seat, aude_errinfo *error)
{
    aude_setup setup;
    aude_rules_setup(&t->rules, &setup);
    return scan_int(s, 0, setup.n_seats - 1, seat, error);
}

/* own SEAT FACE... */
static aude_err own_hear(talk *t, scan *s, aude_errinfo *error)
{
    int copies[AUDE_MAX_CHIPS] = {0};
    i32 seat;
    aude_chip chip;
    aude_err err = seat_scan(t, s, &seat, error);
    while (!err && scan_peek(s).n) {
        word w = scan_word(s);
        int face = aude_rules_n_faces(&t->rules);
        if (!aude_chip_read(&chip, w.s, (size_t)w.n))
            for (face = 0; face < aude_rules_n_faces(&t->rules); face++)
                if (!memcmp(aude_rules_face(&t->rules, face), &chip, sizeof chip)) break;
        if (face == aude_rules_n_faces(&t->rules))
            return word_error(w, AUDE_E_UNKNOWN, "`%s` is no chip of this game", NULL, error);
        copies[face]++;
    }
    return err ? err : aude_view_own(&t->rules, &t->state, seat, copies, error);
}

/* go SEAT [time MS] [playouts N] [endless] */
static aude_err go_hear(talk *t, scan *s, talk_go *go, aude_errinfo *error)
{
    i32 seat, number;
    *go = (talk_go){0};
    aude_err err = seat_scan(t, s, &seat, error);
    while (!err && scan_peek(s).n) {
        word w = scan_word(s);
        if (word_is(w, "endless")) {
            go->endless = true;
        } else if (word_is(w, "time")) {
            err = scan_int(s, 1, 86400000, &number, error);
            if (!err) go->ms = (uint32_t)number;
        } else if (word_is(w, "playouts")) {
            err = scan_int(s, 1, 1000000000, &number, error);
            if (!err) go->playouts = (uint32_t)number;
        } else {
            return word_error(w, AUDE_E_SYNTAX, "`%s` is none of time, playouts, endless", NULL, error);
        }
    }
    if (err) return err;
    go->seat = seat;
    if (aude_actors(&t->rules, &t->state) == AUDE_CHANCE || !(aude_actors(&t->rules, &t->state) >> seat & 1))
        return refuse(error, AUDE_E_TURN, "that seat is not asked in this position");
    if (aude_state_step(&t->rules, &t->state) == AUDE_STEP_BET && aude_chips_of(&t->rules, &t->state, seat, 0) < 0)
        return refuse(error, AUDE_E_HIDDEN, "`own` has to say which chips that seat has");
    return AUDE_OK;
}

static aude_err move_hear(talk *t, const char *line, size_t size, aude_errinfo *error)
{
    aude_move move;
    aude_err err = aude_move_read(&t->rules, &t->state, line, size, &move, error);
    if (err) return err;
    err = aude_apply(&t->rules, &t->state, move, NULL);
    return err ? refuse(error, err, aude_err_text(err)) : AUDE_OK;
}

/* ---- Lines -------------------------------------------------------------------------------------------------------- */

static aude_err hello_hear(scan *s, aude_errinfo *error)
{
    word version = scan_word(s);
    if (!word_is(version, "1"))
        return word_error(version, AUDE_E_UNKNOWN, "version `%s` is unknown; this is version 1", NULL, error);
    return scan_end(s, error);
}

enum { HELLO, NEW, POSITION, OWN, LEGAL, GO, STOP, QUIT, N_WORDS };
static const char *const word_list[N_WORDS] = {"aude-engine", "new", "position", "own", "legal", "go", "stop", "quit"};

talk_call talk_peek(const char *line, size_t size)
{
    scan s;
    aude_errinfo error;
    if (scan_single(&s, line, size, &error)) return TALK_NOTHING;
    int which = word_find(scan_word(&s), word_list, N_WORDS);
    if (which == GO) return TALK_GO;
    if ((which != STOP && which != QUIT) || scan_end(&s, &error)) return TALK_NOTHING;
    return which == STOP ? TALK_STOP : TALK_QUIT;
}

static aude_err line_hear(talk *t, const char *line, size_t size, talk_call *call, talk_go *go, aude_errinfo *error)
{
    scan s;
    aude_err err = scan_single(&s, line, size, error);
    if (err) return err;
    word w = scan_word(&s);
    if (!w.n) return AUDE_OK;
    int which = word_find(w, word_list, N_WORDS);
    switch (which) {
    case HELLO: *call = TALK_HELLO; return hello_hear(&s, error);
    case STOP: *call = TALK_STOP; return scan_end(&s, error);
    case QUIT: *call = TALK_QUIT; return scan_end(&s, error);
    case NEW:
        err = scan_end(&s, error);
        if (err) return err;
        t->collects = true;
        t->size = 0;
        return setup_add(t, HEAD, sizeof HEAD - 2, error);
    case POSITION: err = scan_end(&s, error); return err ? err : position_begin(t, error);
    default: break;
    }
    if (which < 0 && t->collects) return setup_add(t, line, size, error);
    if (!t->ready || t->collects) return refuse(error, AUDE_E_TURN, "there is no position yet");
    switch (which) {
    case OWN: return own_hear(t, &s, error);
    case LEGAL: return AUDE_OK; /* for engines that know no rules */
    case GO: *call = TALK_GO; return go_hear(t, &s, go, error);
    default: return move_hear(t, line, size, error);
    }
}

aude_err talk_hear(talk *t, const char *line, size_t size, talk_call *call, talk_go *go, aude_errinfo *error)
{
    *call = TALK_NOTHING;
    *error = (aude_errinfo){0};
    snprintf(t->bad, sizeof t->bad, "%.*s", (int)(size < TALK_LINE ? size : TALK_LINE), line);
    aude_err err = line_hear(t, line, size, call, go, error);
    if (err) *call = TALK_NOTHING;
    return err;
}
