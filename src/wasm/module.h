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

#endif
