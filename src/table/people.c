/* people.c - who is at the table, where they sit, who is host.
 *
 * Owns: table.person, table.seat[].kind, person and engine in the lobby, table.host. */
#include "table/table.h"

bool person_exists(const aude_table *t, int person)
{
    return person >= 0 && person < AUDE_MAX_PEOPLE && t->person[person].name[0];
}

static bool seat_of(const aude_table *t, int seat, int person)
{
    return t->seat[seat].kind == AUDE_SEAT_PERSON && t->seat[seat].person == person;
}

uint32_t aude_table_seats_of(const aude_table *table, int person)
{
    u32 seats = 0;
    for (int seat = 0; seat < table->n_seats; seat++)
        if (seat_of(table, seat, person)) seats |= 1u << seat;
    return seats;
}

/* Seats that have left the game that goes on. */
static u32 seats_left(const aude_table *t)
{
    return t->phase == AUDE_PHASE_PLAY ? aude_state_left(table_state(t)) : 0;
}

u32 people_asked(const aude_table *t, int person)
{
    u32 seats = 0;
    for (int seat = 0; seat < t->n_seats; seat++)
        if (t->seat[seat].kind == AUDE_SEAT_PERSON && t->seat[seat].person != person) seats |= 1u << seat;
    return seats & ~seats_left(t);
}

/* A person has a seat, or a computer holds one for them. */
static bool person_placed(const aude_table *t, int person)
{
    for (int seat = 0; seat < t->n_seats; seat++)
        if (t->seat[seat].kind != AUDE_SEAT_OPEN && t->seat[seat].person == person) return true;
    return false;
}

int people_heir(const aude_table *t)
{
    int heir = AUDE_NOBODY;
    for (int i = 0; i < AUDE_MAX_PEOPLE; i++) {
        if (!person_exists(t, i) || !t->person[i].present || i == t->host) continue;
        if (aude_table_seats_of(t, i)) return i;
        if (heir == AUDE_NOBODY) heir = i;
    }
    return heir;
}

static void seat_open(aude_seat *s)
{
    s->kind = AUDE_SEAT_OPEN;
    s->person = AUDE_NOBODY;
    memset(s->engine, 0, sizeof s->engine);
}

/* ---- Names ---- */

/* Characters that are not seen, or turn the direction of writing: U+200B to 200F, 2028 to 202E, 2060 to 206F, FEFF. */
static bool char_unseen(const char *s)
{
    const u8 *p = (const u8 *)s;
    if (p[0] == 0xef) return p[1] == 0xbb && p[2] == 0xbf;
    if (p[0] != 0xe2) return false;
    if (p[1] == 0x81) return p[2] >= 0xa0 && p[2] <= 0xaf;
    return p[1] == 0x80 && ((p[2] >= 0x8b && p[2] <= 0x8f) || (p[2] >= 0xa8 && p[2] <= 0xae));
}

static char char_small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static bool name_same(const char *a, const char *b)
{
    for (; *a && char_small(*a) == char_small(*b); a++) b++;
    return char_small(*a) == char_small(*b);
}

/* Trims the words of the act; whether `person` may have that name. */
static aude_err name_check(entry *en, int person)
{
    char *name = en->a->words;
    size_t from = 0, n = strlen(name);
    while (n > 0 && name[n - 1] == ' ') n--;
    while (from < n && name[from] == ' ') from++;
    n -= from;
    memmove(name, name + from, n);
    memset(name + n, 0, sizeof en->a->words - n);
    if (!n) return entry_refuse(en, AUDE_E_SYNTAX, "a name is missing");
    if (n >= sizeof en->t->person[0].name) return entry_refuse(en, AUDE_E_LIMIT, "a name has at most 63 bytes");
    for (const char *p = name; *p; p++) {
        if (*p == '#' && (p == name || p[-1] == ' '))
            return entry_refuse(en, AUDE_E_SYNTAX, "no word of a name begins with `#`");
        if (char_unseen(p)) return entry_refuse(en, AUDE_E_SYNTAX, "a name has no characters that cannot be seen");
    }
    for (int i = 0; i < AUDE_MAX_PEOPLE; i++)
        if (i != person && name_same(en->t->person[i].name, name))
            return entry_refuse(en, AUDE_E_DENIED, "somebody at this table has that name");
    return AUDE_OK;
}

static void name_set(entry *en, int person)
{
    memcpy(en->t->person[person].name, en->a->words, sizeof en->t->person[0].name);
}

aude_err name_act(entry *en)
{
    aude_err err = name_check(en, en->a->by);
    if (!err) name_set(en, en->a->by);
    return err;
}

/* ---- Coming and going ---- */

/* A free place, or that of the one who is away longest. */
static int place_find(const aude_table *t)
{
    int best = -1;
    for (int i = 0; i < AUDE_MAX_PEOPLE; i++) {
        const aude_person *p = &t->person[i];
        if (!p->name[0]) return i;
        if (p->present || i == t->host || person_placed(t, i)) continue;
        if (best < 0 || p->since < t->person[best].since) best = i;
    }
    return best;
}

aude_err join_act(entry *en)
{
    aude_table *t = en->t;
    int i = place_find(t);
    if (i < 0) return entry_refuse(en, AUDE_E_LIMIT, "there are 32 people at this table already");
    aude_err err = name_check(en, i);
    if (err) return err;
    t->person[i] = (aude_person){.present = 1, .since = en->a->time};
    name_set(en, i);
    if (t->host == AUDE_NOBODY) t->host = (u8)i;
    en->a->number = i;
    return AUDE_OK;
}

static aude_err presence(entry *en, u8 present)
{
    aude_person *p = &en->t->person[en->a->number];
    if (p->present != present) p->since = en->a->time;
    p->present = present;
    return AUDE_OK;
}

aude_err present_act(entry *en)
{
    return presence(en, 1);
}

aude_err absent_act(entry *en)
{
    return presence(en, 0);
}

/* ---- Seats ---- */

aude_err sit_act(entry *en)
{
    aude_table *t = en->t;
    aude_seat *s = &t->seat[en->a->seat];
    bool held = s->kind == AUDE_SEAT_COMPUTER && s->person == en->a->by;
    if (t->phase == AUDE_PHASE_PLAY) {
        if (!held) return entry_refuse(en, AUDE_E_DENIED, "during a game only one's own place can be taken again");
        if (t->options.clock == AUDE_CLOCK_TOTAL && s->left <= 0)
            return entry_refuse(en, AUDE_E_DENIED, "the time of that seat has run out in this game");
        clock_forget(t);
    } else if (!held && s->kind != AUDE_SEAT_OPEN) {
        return entry_refuse(en, AUDE_E_DENIED, "that seat is taken");
    }
    seat_open(s);
    s->kind = AUDE_SEAT_PERSON;
    s->person = en->a->by;
    return AUDE_OK;
}

aude_err stand_act(entry *en)
{
    seat_open(&en->t->seat[en->a->seat]);
    return AUDE_OK;
}

aude_err seat_act(entry *en)
{
    aude_seat *s = &en->t->seat[en->a->seat];
    size_t n = strlen(en->a->words);
    if (n >= sizeof s->engine) return entry_refuse(en, AUDE_E_LIMIT, "the name of an engine has at most 23 bytes");
    if (memchr(en->a->words, ' ', n)) return entry_refuse(en, AUDE_E_SYNTAX, "the name of an engine is one word");
    seat_open(s);
    if (n) s->kind = AUDE_SEAT_COMPUTER;
    memcpy(s->engine, en->a->words, n);
    return AUDE_OK;
}

aude_err host_act(entry *en)
{
    en->t->host = (u8)en->a->number;
    return AUDE_OK;
}

aude_err kick_act(entry *en)
{
    aude_table *t = en->t;
    int person = en->a->number;
    if (person == t->host) return entry_refuse(en, AUDE_E_DENIED, "the host stays");
    for (int seat = 0; seat < AUDE_MAX_SEATS; seat++)
        if (t->seat[seat].kind != AUDE_SEAT_OPEN && t->seat[seat].person == person) seat_open(&t->seat[seat]);
    t->person[person] = (aude_person){0};
    return AUDE_OK;
}
