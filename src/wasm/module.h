/* module.h - what the WebAssembly module exports; packages/aude-wasm/index.js is the other side.
 *
 * The module imports nothing and allocates nothing: the host gives room between `__heap_base` and the end of the memory, which
 * it may grow. Text goes in as bytes and their number. Answers come as JSON into `dst, cap` with the manners of aude.h: the
 * result is the size of the whole, and a host whose buffer was too small asks again. No struct crosses the border but
 * aude_errinfo, whose layout is asserted in library.c. Seats are numbers, AUDE_NOBODY a spectator. One thread at a time. */
#ifndef AUDE_WASM_MODULE_H
#define AUDE_WASM_MODULE_H

#include "aude.h"

#define EXPORT(name) __attribute__((export_name(#name)))

/* ---- The library ------------------------------------------------------------------------------------------------- */

size_t line_bytes(void) EXPORT(line_bytes);   /* of one aude_line */
size_t error_bytes(void) EXPORT(error_bytes); /* of an aude_errinfo */
/* { version, sets, engines, errors }; `errors` are words by code. */
size_t library_about(char *dst, size_t cap) EXPORT(library_about);
/* The tile file of a built-in set, as text; 0: there is none of that name. */
size_t library_tileset(const char *name, char *dst, size_t cap) EXPORT(library_tileset);
/* Reads a record and holds it against its checks: { checks, failures }. `line` is room for n_lines lines. */
size_t library_check(const char *text, size_t size, aude_line *line, int n_lines, char *dst, size_t cap)
    EXPORT(library_check);
/* The same number as `aude bench --signature`. */
uint64_t library_signature(void) EXPORT(library_signature);

/* Random games with the setup lines of a record: { games, moves, scores }, the scores summed by seat. 0: *error says why. At most
 * a million at once. */
size_t library_playouts(const char *text, size_t size, int n, uint64_t seed, char *dst, size_t cap, aude_errinfo *error)
    EXPORT(library_playouts);

/* Whether a text looks like a game of JCloisterZone; room for reading it, aligned to 16; the game as a log. 0: *error says why. */
int foreign_is(const char *text, size_t size) EXPORT(foreign_is);
size_t foreign_bytes(size_t size) EXPORT(foreign_bytes);
size_t foreign_record(const char *text, size_t size, void *room, char *dst, size_t cap, aude_errinfo *error)
    EXPORT(foreign_record);

/* ---- A game ------------------------------------------------------------------------------------------------------ */

/* A table with its record. The host gives room of game_bytes, aligned to 16, and for the lines of the log. */
typedef struct game game;

size_t game_bytes(void) EXPORT(game_bytes);
/* Begins with setup lines, or continues a log. The text stays with the game. */
aude_err game_open(game *g, aude_line *line, int n_lines, const char *text, size_t size, uint64_t seed,
                   aude_errinfo *error) EXPORT(game_open);
/* Lines that the log still has room for. */
int game_room(const game *g) EXPORT(game_room);
/* Moves the log to a larger room. */
void game_grow(game *g, aude_line *line, int n_lines) EXPORT(game_grow);

int game_seats(const game *g) EXPORT(game_seats);
uint32_t game_actors(const game *g) EXPORT(game_actors);
/* The lines that game_apply accepts from a seat, `retire` and `end` aside. */
size_t game_legal(const game *g, int seat, char *dst, size_t cap) EXPORT(game_legal);
/* All draws: [{ line, weight }]. */
size_t game_chance(const game *g, char *dst, size_t cap) EXPORT(game_chance);
/* A move, `confirm` or `undo`. */
aude_err game_apply(game *g, const char *line, size_t size, aude_errinfo *error) EXPORT(game_apply);
/* Draws a tile by chance, from the seed of the game. */
aude_err game_draw(game *g, aude_errinfo *error) EXPORT(game_draw);
/* The newest line of the log, as text; 0: there is none. */
size_t game_last(const game *g, char *dst, size_t cap) EXPORT(game_last);
/* What the last line made happen, as a seat may see it. */
size_t game_events(const game *g, int seat, char *dst, size_t cap) EXPORT(game_events);
/* What a seat may know; flags as in aude_view. */
size_t game_view(const game *g, int seat, unsigned flags, char *dst, size_t cap) EXPORT(game_view);
/* The log, and what it shows to a seat, as text. `work` is room for as many lines as the log has. */
size_t game_log(const game *g, char *dst, size_t cap) EXPORT(game_log);
size_t game_record(const game *g, int seat, aude_line *work, char *dst, size_t cap) EXPORT(game_record);

/* Memory of an engine by its index in library_about. */
size_t engine_bytes(int engine) EXPORT(engine_bytes);
/* The line that an engine chooses for a seat, as text; 0: the seat is not asked. `memory` is aligned to 16 and overwritten. */
size_t game_choose(game *g, int seat, int engine, void *memory, char *dst, size_t cap) EXPORT(game_choose);

/* ---- A game from outside ----------------------------------------------------------------------------------------- */

/* What a client knows of a game: the head of its record, then its public lines one by one. Room of picture_bytes, aligned to 16. */
typedef struct picture picture;

size_t picture_bytes(void) EXPORT(picture_bytes);
/* The head stays with the picture. */
aude_err picture_open(picture *p, const char *head, size_t size, aude_errinfo *error) EXPORT(picture_open);
int picture_seats(const picture *p) EXPORT(picture_seats);
/* Back to the beginning of the game. */
void picture_reset(picture *p) EXPORT(picture_reset);
aude_err picture_apply(picture *p, const char *line, size_t size, aude_errinfo *error) EXPORT(picture_apply);
/* What the last line made happen. */
size_t picture_events(const picture *p, char *dst, size_t cap) EXPORT(picture_events);
/* The state, to come back to: picture_state_bytes of room. */
size_t picture_state_bytes(const picture *p) EXPORT(picture_state_bytes);
void picture_save(const picture *p, void *dst) EXPORT(picture_save);
void picture_load(picture *p, const void *src) EXPORT(picture_load);
/* What a seat sees of the state: with its own supply, copies of each face (0: everybody's view), and its own lines of the open decision, of
 * which one waits for its confirmation. The next two calls are about this look. */
aude_err picture_look(picture *p, int seat, const int *copies, const char *own, size_t size, int waits,
                      aude_errinfo *error) EXPORT(picture_look);
uint32_t picture_actors(const picture *p) EXPORT(picture_actors);
size_t picture_tell(const picture *p, int seat, int moves, char *dst, size_t cap) EXPORT(picture_tell);
/* The setup as it goes into the seed of the draws (docs/fairness.md), and all draws of the state. */
size_t picture_setup(const picture *p, char *dst, size_t cap) EXPORT(picture_setup);
size_t picture_chance(const picture *p, char *dst, size_t cap) EXPORT(picture_chance);
/* The line that an engine chooses, from a view of host_view; 0: the seat is not asked. `memory` is engine_bytes, aligned to 16, and handed on
 * from call to call of one seat of one game; 16 bytes of zeros where it is new. `playouts` are
 * for a turn (0: as many as it is used to); a bet, a settle or a final choice has a tenth of them. */
size_t picture_think(picture *p, const void *view, int seat, int engine, uint32_t playouts, uint64_t seed, void *memory,
                     char *dst, size_t cap) EXPORT(picture_think);

/* What a kind of tile shows after so many quarter turns: { segments, office }; segments { kind, ends, pennants, touches }, in their order. */
size_t picture_tile(const picture *p, int kind, int rotation, char *dst, size_t cap) EXPORT(picture_tile);

/* Playouts of the last thinking with this memory, which is not new; 0: the engine does not search. */
uint32_t engine_thought(int engine, const void *memory) EXPORT(engine_thought);

/* Advice for who looks at a picture; the answers are about the last look, or none where it has nothing to say. One room of advice_bytes, aligned to 16,
 * for one question after the other; a telling is about the last thinking. Numbers behind a point are in thousandths. */
typedef struct advice advice;

size_t advice_bytes(void) EXPORT(advice_bytes);
/* A good turn for a seat that is asked, and why; false: it is not asked. { best: turn, facts, others: [turn] } */
int advice_turn(advice *a, const picture *p, int seat, uint32_t playouts, uint64_t seed) EXPORT(advice_turn);
size_t advice_tell_turn(const advice *a, const picture *p, char *dst, size_t cap) EXPORT(advice_tell_turn);
/* What may become of the roads and cities of a placed tile, and of a chip there; false: there is no such tile, or nothing of it is unfinished. */
int advice_odds(advice *a, const picture *p, int x, int y, uint32_t playouts, uint64_t seed) EXPORT(advice_odds);
size_t advice_tell_odds(const advice *a, const picture *p, char *dst, size_t cap) EXPORT(advice_tell_odds);
/* A whole game, decision by decision, from lines of its record, each with its end; `move` is room of move_bytes for each and stays with the advice. Nothing
 * else may be asked meanwhile. */
size_t move_bytes(void) EXPORT(move_bytes);
aude_err advice_study(advice *a, const picture *p, const char *lines, size_t size, void *move, uint64_t seed,
                      aude_errinfo *error) EXPORT(advice_study);
/* The next decision of these seats (bits), or draw for them; false: there is none any more. */
int advice_next(advice *a, uint32_t seats, uint32_t playouts) EXPORT(advice_next);
size_t advice_tell_next(const advice *a, const picture *p, char *dst, size_t cap) EXPORT(advice_tell_next);

/* Pictures of the pieces of such a game: aude_art.h. Kinds and faces are numbers by the lists of paint_about. */
size_t paint_about(const picture *p, char *dst, size_t cap) EXPORT(paint_about);
size_t paint_tile(const picture *p, int kind, int rotation, int x, int y, unsigned flags, char *dst, size_t cap)
    EXPORT(paint_tile);
size_t paint_region(const picture *p, int kind, int rotation, int x, int y, int segment, char *dst, size_t cap)
    EXPORT(paint_region);
/* { segments, stack, corners } */
size_t paint_spots(const picture *p, int kind, int rotation, int x, int y, char *dst, size_t cap) EXPORT(paint_spots);
size_t paint_corner(unsigned flags, char *dst, size_t cap) EXPORT(paint_corner);
size_t paint_meeple(int seat, unsigned flags, char *dst, size_t cap) EXPORT(paint_meeple);
/* face -1: the back. */
size_t paint_chip(const picture *p, int seat, int face, unsigned flags, char *dst, size_t cap) EXPORT(paint_chip);
size_t paint_stack(uint32_t seats, unsigned flags, char *dst, size_t cap) EXPORT(paint_stack);

/* ---- A table ----------------------------------------------------------------------------------------------------- */

/* The authority over the games of a table: aude_table.h. Room of host_bytes, aligned to 16. Times are doubles, in ms. */
typedef struct host host;

size_t host_bytes(void) EXPORT(host_bytes);
aude_err host_open(host *h, const char *setup, size_t size, aude_errinfo *error) EXPORT(host_open);
int host_seats(const host *h) EXPORT(host_seats);
/* An act as a line. The next two calls are about it. */
aude_err host_enter(host *h, const char *act, size_t size, aude_errinfo *error) EXPORT(host_enter);
/* As it is to be kept. */
size_t host_act_line(const host *h, char *dst, size_t cap) EXPORT(host_act_line);
/* { changed, own, from, repeated, number }: aude_outcome */
size_t host_outcome(const host *h, char *dst, size_t cap) EXPORT(host_outcome);
/* { kind, act, seat, number, at, seats }: aude_due; `seats`: the computers' that are asked */
size_t host_due(const host *h, double now, char *dst, size_t cap) EXPORT(host_due);
aude_err host_aid(const host *h, int aid, aude_errinfo *error) EXPORT(host_aid);

/* For the host alone. { secret, nonces, bets }: what seeds and seals are made of; bets of closed decisions. */
size_t host_secrets(const host *h, char *dst, size_t cap) EXPORT(host_secrets);
size_t host_chance(const host *h, char *dst, size_t cap) EXPORT(host_chance);
/* The view of an engine, with what its seat remembers: host_view_bytes of room. */
size_t host_view_bytes(const host *h) EXPORT(host_view_bytes);
void host_view(const host *h, int seat, void *dst) EXPORT(host_view);
/* The line of a seat that does not answer; 0: it is not asked. */
size_t host_default(const host *h, int seat, char *dst, size_t cap) EXPORT(host_default);
size_t host_record(const host *h, int viewer, char *dst, size_t cap) EXPORT(host_record);
size_t host_log(const host *h, char *dst, size_t cap) EXPORT(host_log);

/* Messages of docs/protocol.md. */
size_t host_say_setup(const host *h, char *dst, size_t cap) EXPORT(host_say_setup);
size_t host_say_people(const host *h, char *dst, size_t cap) EXPORT(host_say_people);
size_t host_say_phase(const host *h, char *dst, size_t cap) EXPORT(host_say_phase);
size_t host_say_lines(const host *h, int viewer, int from, char *dst, size_t cap) EXPORT(host_say_lines);
size_t host_say_decision(const host *h, char *dst, size_t cap) EXPORT(host_say_decision);
size_t host_say_own(const host *h, int seat, char *dst, size_t cap) EXPORT(host_say_own);
size_t host_say_clock(const host *h, double now, char *dst, size_t cap) EXPORT(host_say_clock);
size_t host_say_question(const host *h, char *dst, size_t cap) EXPORT(host_say_question);
size_t host_say_seals(const host *h, char *dst, size_t cap) EXPORT(host_say_seals);

#endif
