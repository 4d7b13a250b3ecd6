/* json.h - writes JSON, piece by piece, with the manners of base/text.h. `key` is NULL in a list. */
#ifndef AUDE_WASM_JSON_H
#define AUDE_WASM_JSON_H

#include "base/text.h"

typedef struct json {
    text t;
    bool comma; /* something stands before in this object or list */
} json;

json json_into(char *dst, size_t cap);
void json_open(json *j, const char *key, char bracket); /* `{` or `[` */
void json_close(json *j, char bracket);                 /* `}` or `]` */
void json_str(json *j, const char *key, const char *s); /* NULL: null */
void json_int(json *j, const char *key, long value);
void json_milli(json *j, const char *key, long thousandths); /* a number with three digits behind its point */
void json_time(json *j, const char *key, int64_t value);     /* a `long` has 32 bits here */
void json_hex(json *j, const char *key, const u8 *bytes, int size);
void json_bool(json *j, const char *key, bool value);
void json_bits(json *j, const char *key, u32 bits); /* the list of their numbers */

#endif
