/* Messages: whatever a reader accepts is written, read again and written the same; what it refuses it explains. */
#include <stdlib.h>
#include <string.h>

#include "proto/messages.h"

enum { MAX_TEXT = 1 << 16 };

static const proto_shape *const bodies[] = {&proto_body_create_shape, &proto_body_join_shape, &proto_body_place_shape,
                                            &proto_body_state_shape, &proto_body_error_shape};

typedef struct copy {
    _Alignas(max_align_t) char object[1024];
    _Alignas(max_align_t) char room[PROTO_ROOM(MAX_TEXT)];
    char text[2 * MAX_TEXT];
    size_t size;
} copy;

/* Reads a text as one of the choices or bodies, and writes what was read. */
static proto_err copy_read(copy *c, unsigned format, const char *source, size_t size, proto_error *e)
{
    proto_arena arena = {.base = c->room, .cap = PROTO_ROOM(size)};
    const proto_choice *choice = format == 0 ? &proto_client_choice : &proto_server_choice;
    const proto_shape *shape = format < 2 ? NULL : bodies[format - 2];
    if ((shape ? shape->size : choice->size) > sizeof c->object) abort();
    proto_err err = shape ? proto_read_shape(shape, c->object, &arena, source, size, e)
                          : proto_read_choice(choice, c->object, &arena, source, size, e);
    if (err == PROTO_E_ROOM) abort(); /* PROTO_ROOM is enough */
    if (err) return arena.used ? (abort(), err) : err;
    c->size = shape ? proto_write_shape(shape, c->object, c->text, sizeof c->text)
                    : proto_write_choice(choice, c->object, c->text, sizeof c->text);
    if (c->size >= sizeof c->text) abort();
    return PROTO_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static copy first, second;
    if (size < 1 || size > MAX_TEXT) return 0;
    unsigned format = (data[0] - (unsigned)'0') % 7;
    const char *source = (const char *)data + 1;
    proto_error e;
    proto_err err = copy_read(&first, format, source, size - 1, &e);
    if (err != e.code) abort();
    if (err) {
        for (const char *p = e.text; *p; p++)
            if (*p < ' ' || *p > '~') abort();
        return e.text[0] ? 0 : (abort(), 0);
    }
    if (copy_read(&second, format, first.text, first.size, NULL)) abort();
    if (second.size != first.size || memcmp(first.text, second.text, first.size)) abort();
    return 0;
}
