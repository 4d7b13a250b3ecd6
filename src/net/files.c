/* Static files. Invariant: entries are sorted by path; form 0 is the plain one and exists. */
#include "net/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "net/reply.h"
#include "net/syntax.h"

enum { FILES_FORMS = 3, FILES_DEPTH = 16, FILES_PATH = 1024, FILES_ETAG = 40 };

/* In the order of preference after the plain one. */
static const char *const coding[FILES_FORMS] = {"", "br", "gzip"};
static const char *const ending[FILES_FORMS] = {"", ".br", ".gz"};

typedef struct form {
    char *bytes;
    size_t size;
    char etag[FILES_ETAG];
    struct MHD_Response *full, *unchanged; /* 200 and 304; NULL where there is no such form */
} form;

struct files_entry {
    char *path; /* begins with '/' */
    form form[FILES_FORMS];
};

struct files {
    files_entry *entry;
    int n, cap;
    const char *policy;
    char *error;
    size_t error_size;
};

const char *files_type(const char *path)
{
    static const char *const type[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".jpg", "image/jpeg"},
        {".webp", "image/webp"},
        {".avif", "image/avif"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".mp3", "audio/mpeg"},
        {".ogg", "audio/ogg"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/plain; charset=utf-8"},
        {".map", "application/json"},
        {".xml", "application/xml"},
        {".pdf", "application/pdf"},
    };
    size_t n = strlen(path);
    for (size_t i = 0; i < sizeof type / sizeof *type; i++) {
        size_t k = strlen(type[i][0]);
        if (n > k && !strcmp(path + n - k, type[i][0])) return type[i][1];
    }
    return "application/octet-stream";
}

bool files_is_hashed(const char *path)
{
    if (!strncmp(path, "/assets/", 8)) return true;
    const char *name = strrchr(path, '/');
    const char *dash = strrchr(name ? name : path, '-');
    if (!dash) return false;
    size_t n = strspn(dash + 1, "0123456789abcdef");
    return n >= 8 && dash[1 + n] == '.' && strcspn(dash + 1, "0123456789") < n;
}

static bool fail(files *all, const char *what, const char *path)
{
    snprintf(all->error, all->error_size, "%s: %s", path, what);
    return false;
}

static bool file_read(files *all, const char *path, form *f)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd < 0 || fstat(fd, &st)) {
        if (fd >= 0) close(fd);
        return fail(all, strerror(errno), path);
    }
    f->size = (size_t)st.st_size;
    f->bytes = malloc(f->size + 1);
    size_t have = 0;
    ssize_t got = 1;
    while (f->bytes && have < f->size && (got = read(fd, f->bytes + have, f->size - have)) > 0) have += (size_t)got;
    close(fd);
    return (f->bytes && have == f->size) || fail(all, f->bytes ? "cannot be read whole" : "out of memory", path);
}

/* Strong: other bytes, also of another form, are another tag. */
static void etag_write(form *f)
{
    struct sha256_ctx hash;
    uint8_t digest[12];
    sha256_init(&hash);
    sha256_update(&hash, f->size, (const uint8_t *)f->bytes);
    sha256_digest(&hash, sizeof digest, digest);
    char *end = stpcpy(f->etag, "\"");
    for (size_t i = 0; i < sizeof digest; i++) end += sprintf(end, "%02x", (unsigned)digest[i]);
    strcpy(end, "\"");
}

/* Finishes the answers of one form; several says whether the entry has compressed ones. */
static bool form_finish(const files *all, const files_entry *e, form *f, int number, bool several)
{
    etag_write(f);
    f->full = MHD_create_response_from_buffer(f->size, f->bytes, MHD_RESPMEM_PERSISTENT);
    f->unchanged = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    if (!f->full || !f->unchanged) return false;
    MHD_add_response_header(f->full, "Content-Type", files_type(e->path));
    if (number) MHD_add_response_header(f->full, "Content-Encoding", coding[number]);
    struct MHD_Response *const both[] = {f->full, f->unchanged};
    for (int i = 0; i < 2; i++) {
        MHD_add_response_header(both[i], "ETag", f->etag);
        MHD_add_response_header(both[i], "Cache-Control",
                                files_is_hashed(e->path) ? "public, max-age=31536000, immutable" : "no-cache");
        if (several) MHD_add_response_header(both[i], "Vary", "Accept-Encoding");
        reply_secure(both[i], all->policy);
    }
    return true;
}

static files_entry *entry_add(files *all, const char *path)
{
    if (all->n == all->cap) {
        int cap = all->cap ? all->cap * 2 : 64;
        files_entry *more = realloc(all->entry, (size_t)cap * sizeof *more);
        if (!more) return NULL;
        all->entry = more;
        all->cap = cap;
    }
    files_entry *e = &all->entry[all->n];
    *e = (files_entry){.path = strdup(path)};
    if (!e->path) return NULL;
    all->n++;
    return e;
}

/* Whether a path is the compressed form of a file beside it. */
static bool is_form(const char *path)
{
    size_t n = strlen(path);
    char plain[FILES_PATH];
    struct stat st;
    for (int i = 1; i < FILES_FORMS; i++) {
        size_t k = strlen(ending[i]);
        if (n <= k || strcmp(path + n - k, ending[i])) continue;
        snprintf(plain, sizeof plain, "%.*s", (int)(n - k), path);
        return !stat(plain, &st) && S_ISREG(st.st_mode);
    }
    return false;
}

static bool entry_read(files *all, const char *file, const char *path)
{
    files_entry *e = entry_add(all, path);
    if (!e) return fail(all, "out of memory", file);
    bool there[FILES_FORMS] = {true};
    for (int i = 0; i < FILES_FORMS; i++) {
        char name[FILES_PATH + 4];
        struct stat st;
        snprintf(name, sizeof name, "%s%s", file, ending[i]);
        if (i) there[i] = !stat(name, &st) && S_ISREG(st.st_mode);
        if (there[i] && !file_read(all, name, &e->form[i])) return false;
    }
    for (int i = 0; i < FILES_FORMS; i++)
        if (there[i] && !form_finish(all, e, &e->form[i], i, there[1] || there[2]))
            return fail(all, "out of memory", file);
    return true;
}

/* root is the length of the directory served: what follows it in a name is the path. */
static bool directory_read(files *all, const char *directory, size_t root, int depth)
{
    DIR *dir = opendir(directory);
    if (!dir) return fail(all, strerror(errno), directory);
    bool good = depth < FILES_DEPTH || fail(all, "too deep", directory);
    for (struct dirent *d; good && (d = readdir(dir));) {
        char name[FILES_PATH];
        struct stat st;
        if (d->d_name[0] == '.') continue;
        int n = snprintf(name, sizeof name, "%s/%s", directory, d->d_name);
        if (n < 0 || (size_t)n >= sizeof name)
            good = fail(all, "name too long", directory);
        else if (stat(name, &st))
            good = fail(all, strerror(errno), name);
        else if (S_ISDIR(st.st_mode))
            good = directory_read(all, name, root, depth + 1);
        else if (S_ISREG(st.st_mode) && !is_form(name))
            good = entry_read(all, name, name + root);
    }
    closedir(dir);
    return good;
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const files_entry *)a)->path, ((const files_entry *)b)->path);
}

files *files_open(const char *directory, const char *policy, char *error, size_t error_size)
{
    files *all = calloc(1, sizeof *all);
    if (!all) return NULL;
    *all = (files){.policy = policy, .error = error, .error_size = error_size};
    if (!directory_read(all, directory, strlen(directory), 0)) {
        files_close(all);
        return NULL;
    }
    if (all->n) qsort(all->entry, (size_t)all->n, sizeof *all->entry, compare);
    return all;
}

void files_close(files *all)
{
    if (!all) return;
    for (int i = 0; i < all->n; i++) {
        files_entry *e = &all->entry[i];
        for (int k = 0; k < FILES_FORMS; k++) {
            if (e->form[k].full) MHD_destroy_response(e->form[k].full);
            if (e->form[k].unchanged) MHD_destroy_response(e->form[k].unchanged);
            free(e->form[k].bytes);
        }
        free(e->path);
    }
    free(all->entry);
    free(all);
}

const files_entry *files_find(const files *all, const char *path)
{
    char index[FILES_PATH];
    size_t n = strlen(path);
    if (!all || !all->n || n >= FILES_PATH - 16) return NULL;
    memcpy(index, path, n + 1);
    if (n && path[n - 1] == '/') strcpy(index + n, "index.html");
    files_entry key = {.path = index};
    return bsearch(&key, all->entry, (size_t)all->n, sizeof *all->entry, compare);
}

struct MHD_Response *files_answer(const files_entry *entry, const char *accept_encoding, const char *if_none_match,
                                  unsigned *status)
{
    int best = 0;
    for (int i = FILES_FORMS - 1; i > 0; i--)
        if (entry->form[i].full && syntax_accepts(accept_encoding, coding[i])) best = i;
    const form *f = &entry->form[best];
    bool unchanged = syntax_has_etag(if_none_match, f->etag);
    *status = unchanged ? 304 : 200;
    return unchanged ? f->unchanged : f->full;
}
