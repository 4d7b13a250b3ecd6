/* file.h - whole files: reading them, and replacing them so that no moment exists at which neither the old nor the new
 * content is there. */
#ifndef AUDE_APP_FILE_H
#define AUDE_APP_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* The content of a file ("-": of standard input), with a zero after it; the caller frees it. NULL with errno set on failure. */
char *file_read(const char *path, size_t *size);
/* Replaces (or makes) a file: written beside it, synced, renamed over it, the directory synced. `secret`: mode 0600. Returns
 * false with errno set on failure; then the old file is untouched. */
bool file_write(const char *path, const char *data, size_t size, bool secret);
/* Makes the directories above a path, mode 0700. */
bool file_make_parents(const char *path);

#endif
