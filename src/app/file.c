/* file.c - reading and replacing whole files. */
#define _GNU_SOURCE /* renameat2 */
#include "app/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 64 * 1024 * 1024 };

static char *descriptor_read(int fd, size_t *size)
{
    size_t cap = 1 << 14, n = 0;
    char *data = malloc(cap);
    while (data) {
        ssize_t got = read(fd, data + n, cap - n - 1);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) break;
        if (got == 0) {
            data[n] = 0;
            *size = n;
            return data;
        }
        n += (size_t)got;
        if (n < cap - 1) continue;
        char *more = cap < FILE_MAX ? realloc(data, cap *= 2) : NULL;
        if (!more) {
            errno = EFBIG;
            break;
        }
        data = more;
    }
    free(data);
    return NULL;
}

char *file_read(const char *path, size_t *size)
{
    if (!strcmp(path, "-")) return descriptor_read(STDIN_FILENO, size);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return NULL;
    char *data = descriptor_read(fd, size);
    int error = errno;
    close(fd);
    errno = error;
    return data;
}

static bool descriptor_write(int fd, const char *data, size_t size)
{
    while (size) {
        ssize_t put = write(fd, data, size);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        data += put;
        size -= (size_t)put;
    }
    return true;
}

/* The directory of a path, allocated. */
static char *path_parent(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return strdup(".");
    return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

static bool directory_sync(const char *path)
{
    char *parent = path_parent(path);
    int fd = parent ? open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(parent);
    if (fd < 0) return false;
    bool good = fsync(fd) == 0 || errno == EINVAL; /* some file systems cannot sync a directory */
    close(fd);
    return good;
}

/* The path to write to: behind symbolic links, and only an ordinary file or none. Allocated. */
static char *path_resolve(const char *path, bool fresh)
{
    struct stat there;
    if (lstat(path, &there)) return errno == ENOENT ? strdup(path) : NULL;
    if (fresh) return errno = EEXIST, NULL;
    char *real = S_ISLNK(there.st_mode) ? realpath(path, NULL) : strdup(path);
    if (!real || stat(real, &there) || S_ISREG(there.st_mode)) return real;
    free(real);
    errno = S_ISDIR(there.st_mode) ? EISDIR : ENOTSUP;
    return NULL;
}

/* The one name beside a path under which it is written. Allocated. */
static char *path_temporary(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t cap = strlen(path) + 8;
    char *temporary = malloc(cap);
    if (temporary) snprintf(temporary, cap, "%.*s.%s.tmp", (int)(name - path), path, name);
    return temporary;
}

/* Opens the temporary file and locks it, so that programs that save to the same path take turns. */
static int temporary_open(const char *path, bool secret)
{
    for (;;) {
        struct stat mine, there;
        int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, secret ? 0600 : 0666), failed;
        if (fd < 0) return -1;
        do failed = flock(fd, LOCK_EX);
        while (failed && errno == EINTR);
        if (!failed) failed = fstat(fd, &mine) || (secret && fchmod(fd, 0600));
        if (!failed && !lstat(path, &there) && mine.st_ino == there.st_ino && mine.st_dev == there.st_dev) {
            if (mine.st_nlink == 1) return fd;
            failed = unlink(path); /* somebody's link to another file: not to be written over */
        }
        int error = errno;
        close(fd); /* else the one before has renamed it meanwhile: again */
        errno = error;
        if (failed) return -1;
    }
}

static bool path_rename(const char *from, const char *to, bool fresh)
{
    if (!fresh) return rename(from, to) == 0;
    if (!renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE)) return true;
    struct stat there;
    if (errno != EINVAL && errno != ENOSYS) return false;
    if (!lstat(to, &there)) return errno = EEXIST, false;
    return rename(from, to) == 0;
}

bool file_write(const char *path, const char *data, size_t size, unsigned how)
{
    bool fresh = how & FILE_FRESH, good = false;
    char *real = path_resolve(path, fresh), *temporary = real ? path_temporary(real) : NULL;
    int fd = temporary ? temporary_open(temporary, how & FILE_SECRET) : -1;
    if (fd >= 0) {
        good = ftruncate(fd, 0) == 0 && descriptor_write(fd, data, size) && fsync(fd) == 0 &&
               path_rename(temporary, real, fresh);
        int error = errno;
        if (!good) unlink(temporary);
        close(fd);
        errno = error;
        good = good && directory_sync(real);
    }
    int error = errno;
    free(temporary);
    free(real);
    errno = error;
    return good;
}

bool file_make_parents(const char *path)
{
    char *copy = strdup(path);
    if (!copy) return false;
    bool good = true;
    for (char *p = copy + 1; good && *p; p++) {
        if (*p != '/') continue;
        *p = 0;
        good = mkdir(copy, 0700) == 0 || errno == EEXIST;
        *p = '/';
    }
    free(copy);
    return good;
}

char *file_state(const char *name)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    bool named = state && *state == '/';
    if (!named && !(home && *home)) return NULL;
    const char *base = named ? state : home, *middle = named ? "/aude/" : "/.local/state/aude/";
    char *path = malloc(strlen(base) + strlen(middle) + strlen(name) + 1);
    if (path) sprintf(path, "%s%s%s", base, middle, name);
    return path;
}

bool file_is_directory(const char *path)
{
    struct stat there;
    return !stat(path, &there) && S_ISDIR(there.st_mode);
}

bool file_is_same(const char *one, const char *other)
{
    struct stat a, b;
    return !stat(one, &a) && !stat(other, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

const char *file_reason(const char *path, int error)
{
    static _Thread_local char text[4096 + 128];
    char *parent = error == ENOENT || error == ENOTDIR ? path_parent(path) : NULL;
    if (parent && !file_is_directory(parent))
        snprintf(text, sizeof text, "%s: there is no directory %s", path, parent);
    else
        snprintf(text, sizeof text, "%s: %s", path,
                 error == EEXIST    ? "exists already"
                 : error == ENOTSUP ? "is no ordinary file"
                                    : strerror(error));
    free(parent);
    return text;
}

void file_error(const char *path, const aude_errinfo *error)
{
    fputs(path, stderr);
    if (error->line) fprintf(stderr, ":%d", error->line);
    if (error->line && error->column) fprintf(stderr, ":%d", error->column);
    fprintf(stderr, ": %s\n", error->message);
}
