/* schema.h - what protogen's tables say of a message: its fields, where they lie in its struct, their limits. The tables are
 * constant; read.c and write.c go by them and know no message by name. */
#ifndef AUDE_PROTO_SCHEMA_H
#define AUDE_PROTO_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum proto_type {
    PROTO_NUMBER, /* int32_t or, where `wide`, int64_t */
    PROTO_BOOL,   /* bool */
    PROTO_TEXT,   /* const char * */
    PROTO_WORD,   /* the same: letters, digits, - and _ */
    PROTO_BYTES,  /* an array of uint8_t */
    PROTO_ENUM,   /* an enum */
    PROTO_STRUCT, /* the struct of `shape` */
    PROTO_UNION   /* the struct of `choice` */
} proto_type;

typedef struct proto_field {
    const char *name;
    proto_type type;
    bool wide, optional, repeated;
    size_t at;                       /* of the value in the struct; of the pointer to the items where repeated */
    size_t mark;                     /* of `has_` (optional, but for texts) or of `n_` (repeated) */
    int64_t min, max;                /* of a number; bytes of a text or word; max: bytes, words of an enum */
    int32_t min_items, max_items;    /* where repeated */
    const char *const *word;         /* of an enum */
    const struct proto_shape *shape; /* of a struct */
    const struct proto_choice *choice;
} proto_field;

/* A struct and the object that it is written as. */
typedef struct proto_shape {
    const char *name;
    size_t size;
    const proto_field *field;
    int n_fields;
} proto_shape;

/* One of several shapes, told apart by the field "type"; in C an int `kind`, the index of the shape, and a union. */
typedef struct proto_choice {
    size_t size, body; /* of the struct; where its union lies */
    const proto_shape *shape;
    int n_shapes;
} proto_choice;

/* Bytes of one value of the field in C. */
static inline size_t proto_item_size(const proto_field *f)
{
    switch (f->type) {
    case PROTO_NUMBER: return f->wide ? sizeof(int64_t) : sizeof(int32_t);
    case PROTO_STRUCT: return f->shape->size;
    case PROTO_UNION: return f->choice->size;
    default: return sizeof(const char *);
    }
}

#endif
