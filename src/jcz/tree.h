/* tree.h - a JSON text (RFC 8259) as the list of its values, in their order. Nothing is copied: a value says where it stands, so whoever does not
 * like it can name the place. Refused are malformed UTF-8, half surrogates, a NUL, control characters that are not
 * escaped (those behind ASCII too), what comes after the value, a key that an object has twice, and more than the
 * limits below. */
#ifndef AUDE_JCZ_TREE_H
#define AUDE_JCZ_TREE_H

#include "aude.h"
#include "base/base.h"

enum { TREE_MAX_DEPTH = 32, TREE_MAX_KEYS = 256, TREE_KEY = 128, TREE_MAX_TEXT = 1 << 24 };

typedef enum node_kind {
    NODE_NULL,
    NODE_FALSE,
    NODE_TRUE,
    NODE_NUMBER,
    NODE_STRING,
    NODE_ARRAY,
    NODE_OBJECT
} node_kind;

typedef struct node {
    i32 kind;
    i32 at, end; /* bytes of the text; of a string without its quotes */
    i32 key;     /* in an object: where its key begins, behind the quote; else -1 */
    i32 n;       /* values that it holds itself */
    i32 next;    /* index behind all that it holds; its first value has the next index */
} node;

typedef struct tree {
    const char *text; /* caller's, as long as the tree is used */
    i32 size;
    node *node; /* caller's: tree_nodes(size); the first is the whole text */
    i32 n;
} tree;

/* The most values that a text of so many bytes can have. */
size_t tree_nodes(size_t size);
/* text, size (at most TREE_MAX_TEXT) and node are set. */
aude_err tree_read(tree *t, aude_errinfo *e);

/* Values are named by their index; -1 is none, and has nothing. */
int tree_get(const tree *t, int object, const char *key);
int tree_item(const tree *t, int array, int i);
int tree_count(const tree *t, int i);
/* The first value in it, and the next one beside it; -1: there is none. `of` is what holds them. */
int tree_first(const tree *t, int of);
int tree_next(const tree *t, int of, int i);
/* The text of a string, zero-terminated; false: it is none, or does not fit. */
bool tree_string(const tree *t, int i, char *dst, size_t cap);
/* The key of a value in an object, as much as fits. */
void tree_key(const tree *t, int i, char *dst, size_t cap);
/* A whole number without exponent. */
bool tree_int(const tree *t, int i, i32 *dst);
/* A string that is that. */
bool tree_is(const tree *t, int i, const char *expected);
/* Refuses a value at its place, the text's beginning for -1; the pattern as in error_at. */
aude_err tree_error(const tree *t, int i, aude_err code, const char *pattern, const char *a, const char *b,
                    aude_errinfo *e);

#endif
