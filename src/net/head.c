/* The head of a request. libmicrohttpd parses it, but lets pass what could be read in two ways; here that ends. */
#include "net/head.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "net/syntax.h"

static enum MHD_Result field(void *context, enum MHD_ValueKind kind, const char *name, size_t name_size,
                             const char *value, size_t value_size)
{
    (void)kind;
    head *h = context;
    if (!syntax_is_token(name, name_size) || !syntax_is_value(value ? value : "", value_size)) h->bad = true;
    h->size += name_size + value_size + 4;
    const struct {
        const char *name;
        int *count;
        const char **value;
    } known[] = {
        {"Host", &h->n_hosts, &h->host},
        {"Origin", &h->n_origins, &h->origin},
        {"Content-Length", &h->n_lengths, &h->length},
        {"Transfer-Encoding", &h->n_encodings, NULL},
        {"X-Forwarded-For", NULL, &h->forwarded},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcasecmp(name, known[i].name)) continue;
        if (known[i].count) ++*known[i].count;
        if (known[i].value) *known[i].value = value;
    }
    if (!strcasecmp(name, "Upgrade") && value && syntax_has_token(value, "websocket")) h->is_handshake = true;
    return MHD_YES;
}

void head_read(head *h, struct MHD_Connection *connection, const char *path, const char *method, const char *version)
{
    *h = (head){.path = path, .method = method, .version = version};
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, field, h);
    h->is_get = !strcmp(method, "GET") || !strcmp(method, "HEAD");
    if (h->length && syntax_is_number(h->length))
        h->body = strtoull(h->length, NULL, 10); /* the largest if too large */
}

head_fault head_judge(const head *h, size_t max_body)
{
    const head_fault faults[] = {
        {h->size > HEAD_MAX ? 431 : 0, NET_REFUSED_SIZE, "the header is too large"},
        {h->bad ? 400 : 0, NET_REFUSED_MALFORMED, "malformed header"},
        {*h->path != '/' ? 400 : 0, NET_REFUSED_MALFORMED, "malformed request target"},
        {strcmp(h->version, "HTTP/1.1") && strcmp(h->version, "HTTP/1.0") ? 505 : 0, NET_REFUSED_MALFORMED,
         "the version of HTTP must be 1.1"},
        {h->n_hosts != 1 || h->n_origins > 1 ? 400 : 0, NET_REFUSED_MALFORMED, "one Host, at most one Origin"},
        {h->n_lengths + h->n_encodings > 1 ? 400 : 0, NET_REFUSED_MALFORMED, "the length of the body is told twice"},
        {h->n_encodings ? 411 : 0, NET_REFUSED_MALFORMED, "the body needs Content-Length"},
        {h->n_lengths && !syntax_is_number(h->length) ? 400 : 0, NET_REFUSED_MALFORMED, "malformed Content-Length"},
        {h->body > max_body ? 413 : 0, NET_REFUSED_SIZE, "the body is too large"},
        {h->body && h->is_get ? 400 : 0, NET_REFUSED_MALFORMED, "GET has no body"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (faults[i].status) return faults[i];
    return (head_fault){0};
}

bool head_method_is_known(const char *method)
{
    static const char *const known[] = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(method, known[i])) return true;
    return false;
}
