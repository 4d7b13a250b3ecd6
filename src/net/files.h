/* Static files: read once into memory, each with its precompressed forms, entity tags and finished answers.
 *
 * Only what was found at the start is ever served: a path is a key, never a way into the file system. For src/net
 * only. */
#ifndef AUDE_NET_FILES_H
#define AUDE_NET_FILES_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct files files;
typedef struct files_entry files_entry;

/* Reads a directory with all below it but names that begin with a dot. `x.br` and `x.gz` beside x are forms of x. NULL
 * and a line in error if it cannot be read. */
files *files_open(const char *directory, const char *policy, char *error, size_t error_size);
void files_close(files *all);
/* The file of a path; a path that ends with '/' means index.html there. NULL if there is none; all may be NULL. */
const files_entry *files_find(const files *all, const char *path);
/* The answer and its status; the response stays the files'. Headers may be NULL. */
struct MHD_Response *files_answer(const files_entry *entry, const char *accept_encoding, const char *if_none_match,
                                  unsigned *status);

/* Whether a file's name holds a hash of its content, so that it may be cached for ever: below /assets/, or
 * name-HASH.ext with 8 or more hexadecimal digits, one of them a decimal one. */
bool files_is_hashed(const char *path);
const char *files_type(const char *path); /* MIME, from the ending */

#endif
