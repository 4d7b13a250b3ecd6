/* picture.c - exports of a game as it is seen from outside its table: lines of the public record make a state that a spectator knows; a
 * seat's own chips and choices make its view of that. The same as src/client/picture.c does in the program. Also what needs the rules of such
 * a game and no table: pictures of its pieces, and engines that are given a view. */
#include "wasm/picture.h"
#include "aude_art.h"
#include "record/line.h"
#include "wasm/board.h"

struct picture {
    aude_rules rules;
    aude_state state; /* after the lines so far, as a spectator knows it */
    aude_tileset own[AUDE_MAX_SETS];
    aude_record head;
    aude_events events; /* of the last line */
    aude_random random; /* of engines */
};

/* Room for the time of one call. */
static aude_state shown;

size_t picture_bytes(void)
{
    return sizeof(picture);
}

int picture_seats(const picture *p)
{
    return p->head.setup.n_seats;
}

void picture_reset(picture *p)
{
    aude_start(&p->rules, &p->state);
    aude_view(&p->rules, &p->state, AUDE_NOBODY, 0, &p->state);
    p->events.n = 0;
}

aude_err picture_open(picture *p, const char *head, size_t size, aude_errinfo *error)
{
    p->head = (aude_record){.own = p->own, .cap_own = AUDE_MAX_SETS};
    aude_err err = aude_record_read(&p->head, &p->rules, &p->state, head, size, error);
    if (!err) picture_reset(p);
    return err;
}

aude_err picture_apply(picture *p, const char *line, size_t size, aude_errinfo *error)
{
    aude_move move;
    aude_err err = aude_move_read(&p->rules, &p->state, line, size, &move, error);
    if (err) return err;
    err = aude_apply(&p->rules, &p->state, move, &p->events);
    if (err) *error = (aude_errinfo){.code = err, .message = "this line of the game cannot be played"};
    return err;
}

size_t picture_events(const picture *p, char *dst, size_t cap)
{
    json j = json_into(dst, cap);
    board_tell_events(&j, &p->rules, &p->state, &p->events);
    return j.t.n;
}

/* ---- Going back -------------------------------------------------------------------------------------------------- */

size_t picture_state_bytes(const picture *p)
{
    return aude_state_size(&p->rules);
}

void picture_save(const picture *p, void *dst)
{
    memcpy(dst, &p->state, aude_state_size(&p->rules));
}

void picture_load(picture *p, const void *src)
{
    memcpy(&p->state, src, aude_state_size(&p->rules));
    p->events.n = 0;
}

/* ---- Views ------------------------------------------------------------------------------------------------------- */

/* A seat's choices in an open secret decision, or its waiting move: lines, each with its end. */
static aude_err own_apply(const picture *p, const char *lines, size_t size, bool waits, aude_errinfo *error)
{
    for (size_t from = 0, to; from < size; from = to + 1) {
        aude_move move;
        for (to = from; to < size && lines[to] != '\n';) to++;
        aude_err err = aude_move_read(&p->rules, &shown, lines + from, to - from, &move, error);
        if (err) return err;
        err = aude_apply(&p->rules, &shown, move, NULL);
        /* After a waiting move nothing can be said of what depends on hidden chips. */
        if (err == AUDE_E_HIDDEN && waits) continue;
        if (err) {
            *error = (aude_errinfo){.code = err, .message = "a seat's own line cannot be played"};
            return err;
        }
    }
    return AUDE_OK;
}

aude_err picture_look(picture *p, int seat, const int *copies, const char *own, size_t size, int waits,
                      aude_errinfo *error)
{
    aude_state_copy(&p->rules, &shown, &p->state);
    aude_err err = copies ? aude_view_own(&p->rules, &shown, seat, copies, error) : AUDE_OK;
    return err ? err : own_apply(p, own, size, waits, error);
}

uint32_t picture_actors(const picture *p)
{
    return aude_actors(&p->rules, &shown);
}

size_t picture_tell(const picture *p, int seat, int moves, char *dst, size_t cap)
{
    json j = json_into(dst, cap);
    json_open(&j, NULL, '{');
    if (seat < p->head.setup.n_seats)
        json_int(&j, "seat", seat);
    else
        json_str(&j, "seat", NULL);
    json_open(&j, "names", '[');
    for (int i = 0; i < p->head.setup.n_seats; i++) json_str(&j, NULL, p->head.name[i]);
    json_close(&j, ']');
    board_tell(&j, &p->rules, &shown, moves ? seat : AUDE_NOBODY);
    json_close(&j, '}');
    return j.t.n;
}

const aude_rules *picture_rules(const picture *p)
{
    return &p->rules;
}

const aude_state *picture_shown(void)
{
    return &shown;
}

/* ---- For proofs -------------------------------------------------------------------------------------------------- */

size_t picture_setup(const picture *p, char *dst, size_t cap)
{
    aude_record head = p->head;
    memset(head.name, 0, sizeof head.name);
    head.confirm = 0;
    head.n_lines = 0;
    return aude_record_write(&head, &p->rules, dst, cap);
}

size_t picture_chance(const picture *p, char *dst, size_t cap)
{
    json j = json_into(dst, cap);
    tell_chance(&j, &p->rules, &p->state);
    return j.t.n;
}

/* ---- Engines ----------------------------------------------------------------------------------------------------- */

size_t picture_think(picture *p, const void *view, int seat, int engine, uint32_t playouts, uint64_t seed, void *memory,
                     char *dst, size_t cap)
{
    aude_move move;
    memcpy(&shown, view, aude_state_size(&p->rules));
    aude_step step = aude_state_step(&p->rules, &shown);
    bool turn = step == AUDE_STEP_PLACE || step == AUDE_STEP_MEEPLE;
    const aude_budget budget = {.playouts = turn || !playouts ? playouts : playouts / 10 + 1};
    if (seat < 0 || seat >= AUDE_MAX_SEATS || !(aude_actors(&p->rules, &shown) >> seat & 1)) return 0;
    aude_random_seed(&p->random, seed);
    aude_engine_builtin(engine)->choose(&p->rules, &shown, seat, &budget, &p->random, memory, &move);
    return aude_move_write(&p->rules, move, dst, cap);
}

/* ---- What a tile shows ------------------------------------------------------------------------------------------- */

static void ends_json(json *j, const char *key, unsigned ends, const char *const *name)
{
    json_open(j, key, '[');
    for (; ends; ends &= ends - 1) json_str(j, NULL, name[bits_first(ends)]);
    json_close(j, ']');
}

size_t picture_tile(const picture *p, int kind, int rotation, char *dst, size_t cap)
{
    static const char *const edge[] = {"N", "E", "S", "W"};
    static const char *const half[] = {"NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};
    const aude_tile *tile = aude_rules_kind(&p->rules, kind);
    json j = json_into(dst, cap);
    json_open(&j, NULL, '{');
    json_open(&j, "segments", '[');
    for (int i = 0; i < tile->n_segments; i++) {
        aude_segment segment = aude_rules_segment(&p->rules, kind, rotation, i);
        json_open(&j, NULL, '{');
        json_str(&j, "kind", tell_kinds[segment.kind]);
        ends_json(&j, "ends", segment.ends, segment.kind == AUDE_FIELD ? half : edge);
        json_int(&j, "pennants", segment.pennants);
        ends_json(&j, "touches", segment.kind == AUDE_FIELD ? segment.touches : 0, edge);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_bool(&j, "office", tile->office);
    json_close(&j, '}');
    return j.t.n;
}

uint32_t engine_thought(int engine, const void *memory)
{
    enum { TURNS = 64 };
    static aude_valued turn[TURNS];
    uint32_t sum = 0;
    const aude_engine *e = aude_engine_builtin(engine);
    int n = e->values ? e->values(memory, turn, TURNS) : 0;
    for (int i = 0; i < n && i < TURNS; i++) sum += turn[i].playouts;
    return sum;
}

/* ---- Pictures ---------------------------------------------------------------------------------------------------- */

size_t paint_about(const picture *p, char *dst, size_t cap)
{
    static const char *const piece[] = {"meeple", "lying", "chip", "stack"};
    json j = json_into(dst, cap);
    json_open(&j, NULL, '{');
    json_open(&j, "kinds", '[');
    for (int i = 0; i < aude_rules_n_kinds(&p->rules); i++) json_str(&j, NULL, tell_kind(&p->rules, i));
    json_close(&j, ']');
    json_open(&j, "faces", '[');
    for (int i = 0; i < aude_rules_n_faces(&p->rules); i++) tell_face(&j, NULL, &p->rules, i);
    json_close(&j, ']');
    json_open(&j, "colours", '[');
    for (int seat = 0; seat < AUDE_MAX_SEATS; seat++) json_int(&j, NULL, (long)aude_art_colour(seat));
    json_close(&j, ']');
    json_open(&j, "inks", '[');
    for (int seat = 0; seat < AUDE_MAX_SEATS; seat++) json_int(&j, NULL, (long)aude_art_ink(seat));
    json_close(&j, ']');
    json_open(&j, "boxes", '{');
    for (int i = 0; i < AUDE_ART_N_PIECES; i++) {
        aude_art_box box = aude_art_box_of((aude_art_piece)i);
        json_open(&j, piece[i], '{');
        json_int(&j, "x0", box.x0);
        json_int(&j, "y0", box.y0);
        json_int(&j, "x1", box.x1);
        json_int(&j, "y1", box.y1);
        json_close(&j, '}');
    }
    json_close(&j, '}');
    json_close(&j, '}');
    return j.t.n;
}

size_t paint_tile(const picture *p, int kind, int rotation, int x, int y, unsigned flags, char *dst, size_t cap)
{
    return aude_art_tile(&p->rules, kind, rotation, x, y, flags, dst, cap);
}

size_t paint_region(const picture *p, int kind, int rotation, int x, int y, int segment, char *dst, size_t cap)
{
    return aude_art_region(&p->rules, kind, rotation, x, y, segment, dst, cap);
}

static void spot_json(json *j, const char *key, const aude_art_spot *spot)
{
    json_open(j, key, '{');
    json_int(j, "x", spot->x);
    json_int(j, "y", spot->y);
    json_int(j, "scale", spot->scale);
    json_bool(j, "lying", spot->lying);
    json_close(j, '}');
}

size_t paint_spots(const picture *p, int kind, int rotation, int x, int y, char *dst, size_t cap)
{
    aude_art_spot spot[AUDE_MAX_SEGMENTS], stack;
    json j = json_into(dst, cap);
    int n = aude_art_spots(&p->rules, kind, rotation, x, y, spot, AUDE_MAX_SEGMENTS, &stack);
    json_open(&j, NULL, '{');
    json_open(&j, "segments", '[');
    for (int i = 0; i < n; i++) spot_json(&j, NULL, &spot[i]);
    json_close(&j, ']');
    spot_json(&j, "stack", &stack);
    json_int(&j, "corners", (long)aude_art_corners(&p->rules, kind, rotation));
    json_close(&j, '}');
    return j.t.n;
}

size_t paint_corner(unsigned flags, char *dst, size_t cap)
{
    return aude_art_corner(flags, dst, cap);
}

size_t paint_meeple(int seat, unsigned flags, char *dst, size_t cap)
{
    return aude_art_meeple(seat, flags, dst, cap);
}

size_t paint_chip(const picture *p, int seat, int face, unsigned flags, char *dst, size_t cap)
{
    return aude_art_chip(seat, face < 0 ? NULL : aude_rules_face(&p->rules, face), flags, dst, cap);
}

size_t paint_stack(uint32_t seats, unsigned flags, char *dst, size_t cap)
{
    return aude_art_stack(seats, flags, dst, cap);
}
