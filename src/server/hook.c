/* hook.c - see hook.h. */
#include "server/hook.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MAX_WAITING = 256, TIMEOUT_MS = 10000 };

typedef struct call call;
struct call {
    call *next;
    char *url, *json;
};

struct hooks {
    bool allow_private;
    atomic_bool stop; /* also read while a call is on its way */
    void (*log)(net_level, const char *, const net_pair *, int);
    pthread_mutex_t lock;
    pthread_cond_t asked;
    call *first, **last;
    int n;
    pthread_t thread;
};

/* ---- Addresses ---- */

static bool ip4_private(const uint8_t *b)
{
    return b[0] == 0 || b[0] == 10 || b[0] == 127 || b[0] >= 224 || (b[0] == 100 && (b[1] & 0xc0) == 64) ||
           (b[0] == 169 && b[1] == 254) || (b[0] == 172 && (b[1] & 0xf0) == 16) || (b[0] == 192 && b[1] == 168) ||
           (b[0] == 192 && b[1] == 0) || (b[0] == 198 && (b[1] & 0xfe) == 18);
}

static bool address_private(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET)
        return ip4_private((const uint8_t *)&((const struct sockaddr_in *)(const void *)address)->sin_addr);
    if (address->sa_family != AF_INET6) return true;
    const uint8_t *b = ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr;
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    if (!memcmp(b, mapped, sizeof mapped)) return ip4_private(b + 12);
    if (b[0] == 0x20 && b[1] == 0x02) return ip4_private(b + 2); /* 6to4 */
    return (b[0] & 0xe0) != 0x20;                                /* all of the open internet is in 2000::/3 */
}

/* Only sockets to allowed addresses are opened, whatever a name resolves to and wherever a redirection would lead. */
static curl_socket_t socket_open(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    const hooks *h = context;
    (void)purpose;
    if (!h->allow_private && address_private(&address->addr)) return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

bool hook_url_good(const char *url)
{
    bool good = false;
    char *scheme = NULL, *host = NULL, *user = NULL;
    CURLU *u = strlen(url) <= HOOK_URL ? curl_url() : NULL;
    if (u && !curl_url_set(u, CURLUPART_URL, url, 0) && !curl_url_get(u, CURLUPART_SCHEME, &scheme, 0) &&
        !curl_url_get(u, CURLUPART_HOST, &host, 0))
        good = (!strcmp(scheme, "https") || !strcmp(scheme, "http")) && *host &&
               curl_url_get(u, CURLUPART_USER, &user, 0) == CURLUE_NO_USER;
    curl_free(scheme);
    curl_free(host);
    curl_free(user);
    curl_url_cleanup(u);
    return good;
}

/* ---- The thread ---- */

static size_t body_ignore(char *data, size_t size, size_t n, void *context)
{
    (void)data, (void)context;
    return size * n;
}

static int call_progress(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    const hooks *h = context;
    (void)a, (void)b, (void)c, (void)d;
    return h->stop;
}

static void call_make(hooks *h, const call *c)
{
    CURL *curl = curl_easy_init();
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
    if (!curl || !headers) {
        curl_slist_free_all(headers);
        curl_easy_cleanup(curl);
        return;
    }
    curl_easy_setopt(curl, CURLOPT_URL, c->url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, c->json);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "aude");
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)TIMEOUT_MS);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, body_ignore);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, socket_open);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, h);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, call_progress);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, h);
    CURLcode code = curl_easy_perform(curl);
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    if (h->log) {
        char number[24];
        snprintf(number, sizeof number, "%ld", status);
        net_pair pairs[] = {{"status", number}, {"error", code ? curl_easy_strerror(code) : ""}};
        h->log(code || status >= 400 ? NET_WARNING : NET_INFO, "webhook", pairs, 2);
    }
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
}

static void call_free(call *c)
{
    free(c->url);
    free(c->json);
    free(c);
}

static call *call_take(hooks *h)
{
    call *c = h->first;
    if (!c) return NULL;
    h->first = c->next;
    if (!h->first) h->last = &h->first;
    h->n--;
    return c;
}

static void *hooks_run(void *context)
{
    hooks *h = context;
    pthread_mutex_lock(&h->lock);
    while (!h->stop) {
        call *c = call_take(h);
        if (!c) {
            pthread_cond_wait(&h->asked, &h->lock);
            continue;
        }
        pthread_mutex_unlock(&h->lock);
        call_make(h, c);
        call_free(c);
        pthread_mutex_lock(&h->lock);
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

hooks *hooks_open(bool allow_private, void (*log)(net_level, const char *, const net_pair *, int))
{
    hooks *h = calloc(1, sizeof *h);
    if (!h) return NULL;
    h->allow_private = allow_private;
    h->log = log;
    h->last = &h->first;
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->asked, NULL);
    if (!curl_global_init(CURL_GLOBAL_DEFAULT) && !pthread_create(&h->thread, NULL, hooks_run, h)) return h;
    free(h);
    return NULL;
}

void hooks_close(hooks *h)
{
    if (!h) return;
    pthread_mutex_lock(&h->lock);
    h->stop = true;
    pthread_cond_signal(&h->asked);
    pthread_mutex_unlock(&h->lock);
    pthread_join(h->thread, NULL);
    for (call *c; (c = call_take(h));) call_free(c);
    pthread_cond_destroy(&h->asked);
    pthread_mutex_destroy(&h->lock);
    free(h);
    curl_global_cleanup();
}

void hook_post(hooks *h, const char *url, const char *json)
{
    call *c = calloc(1, sizeof *c);
    if (c) {
        c->url = strdup(url);
        c->json = strdup(json);
    }
    pthread_mutex_lock(&h->lock);
    if (c && c->url && c->json && h->n < MAX_WAITING) {
        *h->last = c;
        h->last = &c->next;
        h->n++;
        c = NULL;
        pthread_cond_signal(&h->asked);
    }
    pthread_mutex_unlock(&h->lock);
    if (!c) return;
    call_free(c);
    if (h->log) h->log(NET_WARNING, "webhook_dropped", NULL, 0);
}
