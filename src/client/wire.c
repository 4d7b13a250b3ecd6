/* wire.c - see wire.h. libcurl makes the connection and its TLS, libwslay the frames. */
#include "client/wire.h"

#include <curl/curl.h>
#include <poll.h>
#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

enum { TIMEOUT_MS = 10000, HEAD = 4096, MAX_ANSWER = 1 << 22, MAX_MESSAGE = 1 << 20 };

struct wire {
    CURL *curl;
    curl_socket_t fd;
    wslay_event_context_ptr frames;
    wire_hear *hear;
    void *context;
    bool gone;
    char early[HEAD]; /* what came behind the answer to the handshake */
    size_t n_early, early_at;
};

bool wire_init(void)
{
    return !curl_global_init(CURL_GLOBAL_DEFAULT) && sodium_init() >= 0;
}

void wire_end(void)
{
    curl_global_cleanup();
}

/* ---- HTTP ---- */

typedef struct answer {
    char *text;
    size_t n;
} answer;

static size_t answer_take(char *data, size_t size, size_t n, void *context)
{
    answer *a = context;
    size_t more = size * n;
    char *text = a->n + more < MAX_ANSWER ? realloc(a->text, a->n + more + 1) : NULL;
    if (!text) return 0;
    memcpy(text + a->n, data, more);
    a->text = text;
    a->n += more;
    text[a->n] = 0;
    return more;
}

int wire_call(const char *url, const char *token, const char *body, char **dst, char error[WIRE_ERROR])
{
    char header[256];
    long status = 0;
    answer a = {0};
    CURL *curl = curl_easy_init();
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
    snprintf(error, WIRE_ERROR, "not enough memory");
    if (token) {
        snprintf(header, sizeof header, "Authorization: Bearer %s", token);
        headers = curl_slist_append(headers, header);
    }
    if (curl) {
        curl_easy_setopt(curl, CURLOPT_URL, url);
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
        if (body) curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
        curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)TIMEOUT_MS);
        curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, answer_take);
        curl_easy_setopt(curl, CURLOPT_WRITEDATA, &a);
        CURLcode code = curl_easy_perform(curl);
        if (code)
            snprintf(error, WIRE_ERROR, "%s: %s", url, curl_easy_strerror(code));
        else
            curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        curl_easy_cleanup(curl);
    }
    curl_slist_free_all(headers);
    if (dst && status)
        *dst = a.text ? a.text : calloc(1, 1);
    else
        free(a.text);
    return (int)status;
}

/* ---- The socket ---- */

static bool wire_wait(const wire *w, short events)
{
    struct pollfd p = {.fd = w->fd, .events = events};
    return poll(&p, 1, TIMEOUT_MS) > 0;
}

static bool write_all(const wire *w, const char *data, size_t size)
{
    while (size) {
        size_t n = 0;
        CURLcode code = curl_easy_send(w->curl, data, size, &n);
        if (code == CURLE_AGAIN && wire_wait(w, POLLOUT)) continue;
        if (code) return false;
        data += n;
        size -= n;
    }
    return true;
}

/* The status line must be 101; what it is made of libcurl has checked by TLS, or nobody can. */
static bool handshake(wire *w, const char *host, char error[WIRE_ERROR])
{
    unsigned char key[16];
    char nonce[32], head[HEAD];
    size_t n = 0;
    randombytes_buf(key, sizeof key);
    sodium_bin2base64(nonce, sizeof nonce, key, sizeof key, sodium_base64_VARIANT_ORIGINAL);
    int size = snprintf(head, sizeof head,
                        "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n",
                        host, nonce);
    snprintf(error, WIRE_ERROR, "%s does not answer", host);
    if (size >= (int)sizeof head || !write_all(w, head, (size_t)size)) return false;
    for (char *end = NULL; !end;) {
        size_t more = 0;
        CURLcode code = curl_easy_recv(w->curl, head + n, sizeof head - 1 - n, &more);
        if (code == CURLE_AGAIN && wire_wait(w, POLLIN)) continue;
        if (code || !more || n + more >= sizeof head - 1) return false;
        n += more;
        head[n] = 0;
        end = strstr(head, "\r\n\r\n");
        if (!end) continue;
        w->n_early = n - (size_t)(end + 4 - head);
        memcpy(w->early, end + 4, w->n_early);
    }
    if (!strncmp(head, "HTTP/1.1 101", 12)) return true;
    snprintf(error, WIRE_ERROR, "%s does not serve games here (%.40s)", host, head);
    char *line = strchr(error, '\r');
    if (line) snprintf(line, 2, ")");
    return false;
}

/* ---- Frames ---- */

static ssize_t frames_recv(wslay_event_context_ptr ctx, uint8_t *dst, size_t cap, int flags, void *context)
{
    wire *w = context;
    size_t n = 0;
    (void)flags;
    if (w->early_at < w->n_early) {
        n = w->n_early - w->early_at < cap ? w->n_early - w->early_at : cap;
        memcpy(dst, w->early + w->early_at, n);
        w->early_at += n;
        return (ssize_t)n;
    }
    CURLcode code = curl_easy_recv(w->curl, dst, cap, &n);
    if (!code && n) return (ssize_t)n;
    if (code != CURLE_AGAIN) w->gone = true;
    wslay_event_set_error(ctx, code == CURLE_AGAIN ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static ssize_t frames_send(wslay_event_context_ptr ctx, const uint8_t *data, size_t size, int flags, void *context)
{
    wire *w = context;
    size_t n = 0;
    (void)flags;
    CURLcode code = curl_easy_send(w->curl, data, size, &n);
    if (!code) return (ssize_t)n;
    if (code != CURLE_AGAIN) w->gone = true;
    wslay_event_set_error(ctx, code == CURLE_AGAIN ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static int frames_mask(wslay_event_context_ptr ctx, uint8_t *dst, size_t size, void *context)
{
    (void)ctx, (void)context;
    randombytes_buf(dst, size);
    return 0;
}

static void frames_hear(wslay_event_context_ptr ctx, const struct wslay_event_on_msg_recv_arg *m, void *context)
{
    wire *w = context;
    (void)ctx;
    if (m->opcode == WSLAY_TEXT_FRAME && w->hear) w->hear(w->context, (const char *)m->msg, m->msg_length);
}

wire *wire_open(const char *url, char error[WIRE_ERROR])
{
    struct wslay_event_callbacks callbacks = {.recv_callback = frames_recv,
                                              .send_callback = frames_send,
                                              .genmask_callback = frames_mask,
                                              .on_msg_recv_callback = frames_hear};
    char *host = NULL, *port = NULL, name[300];
    CURLU *parts = curl_url();
    wire *w = calloc(1, sizeof *w);
    bool well = w && parts && (w->curl = curl_easy_init());
    snprintf(error, WIRE_ERROR, well ? "%s is no address" : "not enough memory", url);
    well = well && !curl_url_set(parts, CURLUPART_URL, url, 0) && !curl_url_get(parts, CURLUPART_HOST, &host, 0);
    if (well) {
        bool named = !curl_url_get(parts, CURLUPART_PORT, &port, 0);
        snprintf(name, sizeof name, named ? "%s:%s" : "%s", host, port);
        curl_easy_setopt(w->curl, CURLOPT_URL, url);
        curl_easy_setopt(w->curl, CURLOPT_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(w->curl, CURLOPT_CONNECT_ONLY, 1L);
        curl_easy_setopt(w->curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
        curl_easy_setopt(w->curl, CURLOPT_SSL_ENABLE_ALPN, 0L);
        curl_easy_setopt(w->curl, CURLOPT_CONNECTTIMEOUT_MS, (long)TIMEOUT_MS);
        curl_easy_setopt(w->curl, CURLOPT_NOSIGNAL, 1L);
        CURLcode code = curl_easy_perform(w->curl);
        if (code) snprintf(error, WIRE_ERROR, "%s: %s", url, curl_easy_strerror(code));
        well = !code && !curl_easy_getinfo(w->curl, CURLINFO_ACTIVESOCKET, &w->fd) && handshake(w, name, error) &&
               !wslay_event_context_client_init(&w->frames, &callbacks, w);
    }
    curl_free(host);
    curl_free(port);
    curl_url_cleanup(parts);
    if (well) {
        wslay_event_config_set_max_recv_msg_length(w->frames, MAX_MESSAGE);
        return w;
    }
    wire_close(w);
    return NULL;
}

void wire_close(wire *w)
{
    if (!w) return;
    if (w->frames) wslay_event_context_free(w->frames);
    curl_easy_cleanup(w->curl);
    free(w);
}

int wire_fd(const wire *w)
{
    return w->fd;
}

bool wire_wants_write(const wire *w)
{
    return wslay_event_want_write(w->frames);
}

bool wire_send(wire *w, const char *text, size_t size)
{
    struct wslay_event_msg m = {.opcode = WSLAY_TEXT_FRAME, .msg = (const uint8_t *)text, .msg_length = size};
    return !wslay_event_queue_msg(w->frames, &m);
}

bool wire_work(wire *w, wire_hear *hear, void *context)
{
    w->hear = hear;
    w->context = context;
    int in = wslay_event_recv(w->frames), out = wslay_event_want_write(w->frames) ? wslay_event_send(w->frames) : 0;
    return !w->gone && !in && !out && wslay_event_want_read(w->frames);
}
