/* file.h - whole files: reading them, and replacing them so that no moment exists at which neither the old nor the new
 * content is there; and what went wrong, in words. */
#ifndef AUDE_APP_FILE_H
#define AUDE_APP_FILE_H

#include "aude.h"

#include <stdbool.h>
#include <stddef.h>

/* How a file is written. */
enum {
    FILE_SECRET = 1, /* mode 0600 */
    FILE_FRESH = 2   /* what exists already is left alone: EEXIST */
};

/* The content of a file ("-": of standard input), with a zero after it; the caller frees it. NULL with errno set on failure. */
char *file_read(const char *path, size_t *size);
/* Makes or replaces a file: written beside it as `.NAME.tmp`, synced, renamed over it, the directory synced. What a killed
 * program left there is written over. Where the path is a symbolic link, its target is replaced; a directory or device is
 * refused. False with errno set on failure; then the old file is untouched. */
bool file_write(const char *path, const char *data, size_t size, unsigned how);
/* Makes the directories above a path, mode 0700. */
bool file_make_parents(const char *path);
/* A path below the user's state directory, $XDG_STATE_HOME/aude or ~/.local/state/aude; the caller frees it. NULL: there is none. */
char *file_state(const char *name);
bool file_is_directory(const char *path);
/* True if both paths are the same existing file. */
bool file_is_same(const char *one, const char *other);
/* "PATH: No space left on device", of an errno; a missing directory is named. Valid until the thread's next call. */
const char *file_reason(const char *path, int error);
/* Prints "PATH:LINE:COLUMN: message" on stderr, without what is not known. */
void file_error(const char *path, const aude_errinfo *error);

#endif
