/* proto.h - messages between server and clients: JSON text to structs and back. The messages themselves are in messages.def, the
 * structs made from it in "proto/messages.h" (in the build directory), which includes this file:
 *
 *     proto_client m;
 *     proto_arena arena = {.base = room, .cap = sizeof room};
 *     proto_error error;
 *     if (proto_client_read(&m, &arena, text, size, &error)) refuse(error.text, error.field);
 *     else if (m.kind == PROTO_CLIENT_MOVE) play(m.move.seat, m.move.line);
 *
 *     proto_server answer = {.kind = PROTO_SERVER_DONE, .done = {.id = m.move.id}};
 *     size_t n = proto_server_write(&answer, dst, cap);
 *
 * Reading is strict: nothing but what messages.def allows, no field unknown, twice or missing. Texts and arrays that were read lie
 * in the caller's arena and live as long as that; messages to be written borrow theirs. Nothing is to be freed. Writing has one form:
 * fields in the order of the definition, no white space. Threads share nothing here. */
#ifndef AUDE_PROTO_PROTO_H
#define AUDE_PROTO_PROTO_H

#include "proto/schema.h"

typedef enum proto_err {
    PROTO_OK,
    PROTO_E_JSON,      /* not a JSON text, or nested too deeply */
    PROTO_E_DUPLICATE, /* a field twice */
    PROTO_E_KIND,      /* no such message */
    PROTO_E_UNKNOWN,   /* a field that the message does not have */
    PROTO_E_MISSING,   /* a field that it must have */
    PROTO_E_TYPE,      /* another type of value than the field's, a word that is none of its words */
    PROTO_E_RANGE,     /* a number outside its limits */
    PROTO_E_SIZE,      /* a text or array too short or too long */
    PROTO_E_ROOM       /* the arena is too small, or there is no memory */
} proto_err;

typedef struct proto_error {
    proto_err code;
    char message[32]; /* its type; "" where that could not be read, and for bodies */
    char field[96];   /* as in seats[2].engine; "" where none is to blame. Of PROTO_E_DUPLICATE the name alone */
    char text[200];   /* a sentence that names both: printable ASCII */
} proto_error;

/* Room for what is read; its owner sets base (aligned as for any object) and cap, and used = 0 to use it anew. */
typedef struct proto_arena {
    void *base;
    size_t cap, used;
} proto_arena;

/* An arena of that many bytes is enough for whatever a source of `size` bytes can hold. */
#define PROTO_ROOM(size) (8 * (size) + 64)

/* Behind the functions of messages.h. On failure *dst is all zero, the arena as before, and *error (may be NULL) filled. */
proto_err proto_read_choice(const proto_choice *choice, void *dst, proto_arena *arena, const char *source, size_t size,
                            proto_error *error);
proto_err proto_read_shape(const proto_shape *shape, void *dst, proto_arena *arena, const char *source, size_t size,
                           proto_error *error);
/* Return the size of the text without its zero, as snprintf does. What is written must be within the limits of messages.def;
 * sizes and numbers are asserted. */
size_t proto_write_choice(const proto_choice *choice, const void *src, char *dst, size_t cap);
size_t proto_write_shape(const proto_shape *shape, const void *src, char *dst, size_t cap);

#endif
