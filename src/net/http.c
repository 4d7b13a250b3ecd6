/* HTTP. Owns the daemon of libmicrohttpd, its sockets (peers) and the requests in them (exchanges).
 *
 * A request is checked when its head is there (check), collected, and answered when it is complete: a file at once,
 * anything of the application only after the batch: until then MHD has the connection suspended. An upgraded socket is
 * duplicated and given to ws.c; MHD then closes its own, so that its memory is free again.
 *
 * MHD has no limit that a slow client could not stretch, so each peer has one deadline for what it does now; a peer that
 * misses it is shut down, which MHD sees as its end. */
#include <fcntl.h>
#include <limits.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/head.h"
#include "net/http.h"
#include "net/ws.h"

enum {
    HTTP_POOL = 16384, /* memory of MHD for one connection */
    HTTP_SLACK = 64,   /* connections above the limit that are told so instead of cut off */
    HTTP_SEND_BUFFER = 65536,
};

typedef struct peer {
    struct peer *prev, *next;
    int fd;
    bool with_mhd, uncounted; /* MHD has announced the connection; it counts no more */
    syntax_address address;
    guard_address *entry; /* counts this connection; NULL for a proxy's, or when there are too many addresses */
    int64_t deadline;     /* INT64_MAX: none */
    bool answering;       /* until the answer is sent */
    bool bad_uri;         /* an escape in the request line was wrong */
    bool full, crowded;   /* above the limit of all, of its address: the answer is 503, 429 */
} peer;

typedef enum step { STEP_BODY, STEP_ANSWERED, STEP_SENT } step;

/* One request. */
typedef struct net_exchange {
    struct MHD_Connection *connection;
    peer *peer;
    step step;
    char *body;
    size_t size, cap;
    syntax_address client; /* not the peer if that is a proxy */
    char address[NET_ADDRESS_SIZE];
    net_reply reply;
    struct net_exchange *next; /* among the answered ones */
    struct net_conn *upgrade;  /* a WebSocket that waits for its socket */
} exchange;

struct http {
    struct MHD_Daemon *daemon;
    peer *peers;
    exchange *answered;
    bool upgraded; /* MHD has sockets to close that nothing reminds it of */
};

static const char *header(const exchange *x, const char *name)
{
    return MHD_lookup_connection_value(x->connection, MHD_HEADER_KIND, name);
}

const char *net_header(const net_request *q, const char *name)
{
    return header(q->exchange, name);
}

const char *net_query(const net_request *q, const char *name)
{
    return MHD_lookup_connection_value(q->exchange->connection, MHD_GET_ARGUMENT_KIND, name);
}

/* It no longer counts: it ended, or lives on as a WebSocket. */
static void peer_uncount(net_loop *loop, peer *p)
{
    if (p->uncounted) return;
    p->uncounted = true;
    if (p->entry) p->entry->connections--;
    loop->counters.http_open--;
}

static void peer_free(net_loop *loop, peer *p)
{
    peer_uncount(loop, p);
    if (p->prev) p->prev->next = p->next;
    if (p->next) p->next->prev = p->prev;
    if (loop->http->peers == p) loop->http->peers = p->next;
    free(p);
}

/* ---- Answers ---- */

static enum MHD_Result queue(net_loop *loop, exchange *x, unsigned status, struct MHD_Response *response)
{
    if (status / 100 < 6) loop->counters.http[status / 100]++;
    x->step = STEP_SENT;
    x->peer->answering = true;
    x->peer->deadline = loop->now + loop->config.answer_ms;
    return MHD_queue_response(x->connection, status, response);
}

static enum MHD_Result answer(net_loop *loop, exchange *x)
{
    unsigned status = (unsigned)x->reply.status;
    struct MHD_Response *response = reply_make(&x->reply, loop->policy);
    if (!response) return MHD_NO;
    enum MHD_Result result = queue(loop, x, status, response);
    MHD_destroy_response(response);
    return result;
}

static net_reply refusal(net_loop *loop, exchange *x, net_reason reason, int status, const char *message)
{
    loop_refuse(loop, reason, x->address);
    net_reply reply = net_reply_error(status, net_reason_name(reason), message);
    if (status == 429 || status == 503) net_reply_header(&reply, "Retry-After", "1");
    return reply;
}

/* ---- Before the body ---- */

static const files_entry *file_of(const net_loop *loop, const head *h)
{
    return h->is_get && !h->is_handshake ? files_find(loop->files, h->path) : NULL;
}

/* The status is 0 if all is well, else this is the answer. MHD closes after an answer that comes before the body, so
 * nothing that follows a malformed head is ever taken for a request. */
static net_reply check(net_loop *loop, exchange *x, const head *h)
{
    const peer *p = x->peer;
    x->client = guard_client(loop->guard, &p->address, h->forwarded);
    guard_address_text(&x->client, x->address);
    guard_address *entry = guard_find(loop->guard, &x->client);

    if (p->full) return refusal(loop, x, NET_REFUSED_FULL, 503, "too many connections");
    if (p->crowded || !entry)
        return refusal(loop, x, NET_REFUSED_ADDRESS, 429, "too many connections from this address");
    head_fault fault = head_judge(h, loop->config.max_body);
    if (fault.status) return refusal(loop, x, fault.reason, fault.status, fault.message);
    if (p->bad_uri) return refusal(loop, x, NET_REFUSED_MALFORMED, 400, "malformed request target");
    if (!guard_host_allowed(loop->guard, h->host))
        return refusal(loop, x, NET_REFUSED_HOST, 421, "this server does not answer to that name");
    if (!head_method_is_known(h->method)) {
        net_reply reply = refusal(loop, x, NET_REFUSED_MALFORMED, 405, "unknown method");
        net_reply_header(&reply, "Allow", "GET, HEAD, POST, PUT, PATCH, DELETE");
        return reply;
    }
    if (h->origin && (!h->is_get || h->is_handshake) && !guard_origin_allowed(loop->guard, h->origin, h->host))
        return refusal(loop, x, NET_REFUSED_ORIGIN, 403, "not from this origin");
    if (!file_of(loop, h) &&
        !guard_bucket_take(&entry->requests, loop->now, loop->config.requests_per_second, loop->config.requests_burst))
        return refusal(loop, x, NET_REFUSED_RATE, 429, "too many requests");
    return net_reply_empty(0);
}

/* ---- Upgrades ---- */

static void upgraded(void *context, struct MHD_Connection *connection, void *request, const char *extra, size_t n_extra,
                     MHD_socket fd, struct MHD_UpgradeResponseHandle *handle)
{
    (void)connection;
    net_loop *loop = context;
    exchange *x = request;
    int mine = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    net_conn *conn = x->upgrade;
    x->upgrade = NULL;
    x->peer->deadline = INT64_MAX;
    peer_uncount(loop, x->peer);
    ws_start(loop, conn, mine, extra, n_extra);
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
    loop->http->upgraded = true;
}

static net_reply handshake_error(net_loop *loop, exchange *x, int status, const char *message)
{
    net_reply reply = refusal(loop, x, NET_REFUSED_HANDSHAKE, status, message);
    if (status == 426) net_reply_header(&reply, "Sec-WebSocket-Version", "13");
    return reply;
}

/* Says 101 at once, or leaves a refusal in x->reply. */
static enum MHD_Result upgrade(net_loop *loop, exchange *x, const net_request *q, const head *h)
{
    const char *connection = header(x, "Connection"), *ws_version = header(x, "Sec-WebSocket-Version");
    const char *key = header(x, "Sec-WebSocket-Key");
    char accept[WS_ACCEPT_SIZE];
    guard_address *entry = guard_find(loop->guard, &x->client);
    int others = entry ? entry->connections - (entry == x->peer->entry) : INT_MAX;
    if (strcmp(h->method, "GET") || strcmp(h->version, "HTTP/1.1") || !connection ||
        !syntax_has_token(connection, "upgrade"))
        x->reply = handshake_error(loop, x, 400, "no WebSocket handshake");
    else if (!ws_version || strcmp(ws_version, "13"))
        x->reply = handshake_error(loop, x, 426, "WebSocket version 13 is needed");
    else if (!key || !ws_accept_key(key, accept))
        x->reply = handshake_error(loop, x, 400, "malformed Sec-WebSocket-Key");
    else if (!loop->handlers.on_upgrade)
        x->reply = net_reply_error(403, "no_websocket", "there are no WebSockets here");
    else if (others >= loop->config.max_per_address)
        x->reply = refusal(loop, x, NET_REFUSED_ADDRESS, 429, "too many connections from this address");
    if (x->reply.status) return MHD_YES;

    net_conn *conn = ws_new(loop, x->address, entry);
    struct MHD_Response *response = conn ? MHD_create_response_for_upgrade(upgraded, loop) : NULL;
    if (!response) {
        if (conn) ws_abandon(conn);
        x->reply = net_reply_error(503, "no_memory", "out of memory");
        return MHD_YES;
    }
    net_verdict verdict = loop->handlers.on_upgrade(loop->handlers.context, q, conn);
    enum MHD_Result result = MHD_YES;
    if (verdict.accept) {
        ws_accepted(conn, verdict.conn_context);
        x->upgrade = conn;
        MHD_add_response_header(response, "Upgrade", "websocket");
        MHD_add_response_header(response, "Sec-WebSocket-Accept", accept);
        result = queue(loop, x, 101, response);
    } else {
        ws_abandon(conn);
        x->reply = verdict.refusal;
        if (!x->reply.status) x->reply = net_reply_error(403, "refused", "refused");
    }
    MHD_destroy_response(response);
    return result;
}

/* ---- A complete request ---- */

static enum MHD_Result file_send(net_loop *loop, exchange *x, const files_entry *file)
{
    unsigned status;
    struct MHD_Response *response =
        files_answer(file, header(x, "Accept-Encoding"), header(x, "If-None-Match"), &status);
    return queue(loop, x, status, response);
}

/* Asks whoever knows the answer; the application's waits for the end of the batch. */
static enum MHD_Result route(net_loop *loop, exchange *x, const head *h)
{
    const files_entry *file = file_of(loop, h);
    if (file) return file_send(loop, x, file);
    net_request q = {
        .method = h->is_get ? "GET" : h->method,
        .path = h->path,
        .address = x->address,
        .authorization = header(x, "Authorization"),
        .origin = h->origin,
        .if_none_match = header(x, "If-None-Match"),
        .accept_encoding = header(x, "Accept-Encoding"),
        .accept_language = header(x, "Accept-Language"),
        .content_type = header(x, "Content-Type"),
        .cookie = header(x, "Cookie"),
        .host = h->host,
        .body = x->body ? x->body : "",
        .body_size = x->size,
        .exchange = x,
    };
    if (h->is_handshake) {
        enum MHD_Result result = upgrade(loop, x, &q, h);
        if (x->step == STEP_SENT) return result;
    } else if (loop->handlers.on_request) {
        x->reply = loop->handlers.on_request(loop->handlers.context, &q);
    }
    if (!x->reply.status) x->reply = net_reply_error(404, "not_found", "there is nothing here");
    x->step = STEP_ANSWERED;
    x->peer->deadline = INT64_MAX;
    x->next = loop->http->answered;
    loop->http->answered = x;
    MHD_suspend_connection(x->connection);
    return MHD_YES;
}

static enum MHD_Result release(net_loop *loop, exchange *x)
{
    const files_entry *file = x->reply.file ? files_find(loop->files, x->reply.file) : NULL;
    if (x->reply.file && !file) {
        reply_free(&x->reply);
        x->reply = net_reply_error(404, "not_found", "there is nothing here");
    }
    if (!file) return answer(loop, x);
    reply_free(&x->reply);
    return file_send(loop, x, file);
}

/* ---- What MHD calls ---- */

static bool body_add(exchange *x, const char *data, size_t size, size_t limit)
{
    if (size > limit - x->size) return false;
    if (x->size + size + 1 > x->cap) {
        size_t cap = 2 * x->cap > x->size + size + 1 ? 2 * x->cap : x->size + size + 1;
        char *more = realloc(x->body, cap);
        if (!more) return false;
        x->body = more;
        x->cap = cap;
    }
    memcpy(x->body + x->size, data, size);
    x->size += size;
    x->body[x->size] = 0;
    return true;
}

static peer *peer_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static enum MHD_Result on_access(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                                 const char *version, const char *data, size_t *size, void **request)
{
    net_loop *loop = context;
    exchange *x = *request;
    head h;
    if (!x) {
        x = calloc(1, sizeof *x);
        if (!x) return MHD_NO;
        *request = x;
        x->connection = connection;
        x->peer = peer_of(connection);
        x->peer->deadline = loop->now + loop->config.body_ms;
        head_read(&h, connection, path, method, version);
        x->reply = check(loop, x, &h);
        return x->reply.status ? answer(loop, x) : MHD_YES;
    }
    if (x->step == STEP_SENT) {
        *size = 0;
        return MHD_YES;
    }
    if (*size) {
        bool good = body_add(x, data, *size, loop->config.max_body);
        *size = 0;
        return good ? MHD_YES : MHD_NO;
    }
    if (x->step == STEP_ANSWERED) return release(loop, x);
    head_read(&h, connection, path, method, version);
    return route(loop, x, &h);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **request,
                         enum MHD_RequestTerminationCode how)
{
    (void)connection;
    (void)how;
    net_loop *loop = context;
    exchange *x = *request;
    if (!x) return;
    *request = NULL;
    x->peer->deadline = loop->now + loop->config.idle_ms;
    x->peer->answering = x->peer->bad_uri = false;
    for (exchange **link = &loop->http->answered; *link; link = &(*link)->next) {
        if (*link != x) continue;
        *link = x->next;
        break;
    }
    if (x->upgrade) ws_start(loop, x->upgrade, -1, NULL, 0);
    reply_free(&x->reply);
    free(x->body);
    free(x);
}

static void on_connection(void *context, struct MHD_Connection *connection, void **socket_context,
                          enum MHD_ConnectionNotificationCode how)
{
    net_loop *loop = context;
    if (how == MHD_CONNECTION_NOTIFY_STARTED) {
        int fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        peer *p = loop->http->peers;
        while (p->fd != fd) p = p->next;
        p->with_mhd = true;
        *socket_context = p;
    } else {
        peer_free(loop, *socket_context);
        *socket_context = NULL;
    }
}

static void *on_uri(void *context, const char *uri, struct MHD_Connection *connection)
{
    (void)uri;
    net_loop *loop = context;
    peer_of(connection)->deadline = loop->now + loop->config.header_ms;
    return NULL;
}

static size_t on_unescape(void *context, struct MHD_Connection *connection, char *text)
{
    (void)context;
    size_t size;
    if (!syntax_unescape(text, &size)) peer_of(connection)->bad_uri = true;
    return size;
}

static void on_log(void *context, const char *format, va_list args)
{
    char line[256];
    vsnprintf(line, sizeof line, format, args);
    line[strcspn(line, "\r\n")] = 0;
    loop_log(context, NET_DEBUG, "microhttpd", "text", line, NULL);
}

/* ---- The daemon in the loop ---- */

bool http_open(net_loop *loop)
{
    loop->http = calloc(1, sizeof *loop->http);
    if (!loop->http) return false;
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0,
        NULL, NULL, on_access, loop, MHD_OPTION_EXTERNAL_LOGGER, on_log, loop, MHD_OPTION_NOTIFY_COMPLETED,
        on_completed, loop, MHD_OPTION_NOTIFY_CONNECTION, on_connection, loop, MHD_OPTION_URI_LOG_CALLBACK, on_uri,
        loop, MHD_OPTION_UNESCAPE_CALLBACK, on_unescape, loop, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HTTP_POOL,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)(loop->config.max_connections + HTTP_SLACK),
        MHD_OPTION_CONNECTION_TIMEOUT, 0u, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    if (!daemon) return false;
    loop->http->daemon = daemon;
    loop->daemon =
        (loop_source){.kind = LOOP_HTTP, .fd = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd};
    return loop_add(loop, &loop->daemon, EPOLLIN);
}

void http_close(net_loop *loop)
{
    http *all = loop->http;
    if (!all) return;
    for (exchange *x = all->answered; x; x = x->next) MHD_resume_connection(x->connection);
    if (all->daemon) MHD_stop_daemon(all->daemon);
    free(all);
    loop->http = NULL;
}

void http_accept(net_loop *loop, int fd, const struct sockaddr *from, socklen_t size)
{
    peer p = {.fd = fd, .deadline = loop->now + loop->config.header_ms};
    if (from->sa_family == AF_INET6) {
        memcpy(p.address.byte, &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, 16);
    } else {
        memset(p.address.byte + 10, 255, 2);
        memcpy(p.address.byte + 12, &((const struct sockaddr_in *)(const void *)from)->sin_addr, 4);
    }
    loop->counters.accepted++;
    uint64_t open = loop->counters.http_open + loop->counters.ws_open;
    int slack = HTTP_SLACK;
    p.full = open >= (uint64_t)loop->config.max_connections;
    if (!guard_is_proxy(loop->guard, &p.address)) {
        p.entry = guard_find(loop->guard, &p.address);
        int over = p.entry ? p.entry->connections - loop->config.max_per_address : 0;
        p.crowded = !p.entry || over >= 0;
        if (over >= 8) slack = 0; /* one address shall not use up the slack */
    }
    if (open >= (uint64_t)(loop->config.max_connections + HTTP_SLACK) || !slack) {
        char text[NET_ADDRESS_SIZE];
        guard_address_text(&p.address, text);
        loop_refuse(loop, p.full ? NET_REFUSED_FULL : NET_REFUSED_ADDRESS, text);
        close(fd);
        return;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &(int){HTTP_SEND_BUFFER}, sizeof(int));
    peer *kept = malloc(sizeof *kept);
    if (!kept) {
        close(fd);
        return;
    }
    *kept = p;
    kept->next = loop->http->peers;
    if (kept->next) kept->next->prev = kept;
    loop->http->peers = kept;
    if (kept->entry) kept->entry->connections++;
    loop->counters.http_open++;
    /* MHD closes the socket if it fails. */
    if (MHD_add_connection(loop->http->daemon, fd, from, size) != MHD_YES && loop->http->peers == kept &&
        !kept->with_mhd)
        peer_free(loop, kept);
}

void http_run(net_loop *loop)
{
    loop->http->upgraded = false;
    MHD_run(loop->http->daemon);
}

bool http_is_due(const net_loop *loop)
{
    MHD_UNSIGNED_LONG_LONG wait;
    return loop->http->answered || loop->http->upgraded ||
           (MHD_get_timeout(loop->http->daemon, &wait) == MHD_YES && wait == 0);
}

void http_release(net_loop *loop)
{
    http *all = loop->http;
    if (!all->answered) return;
    for (exchange *x = all->answered, *next; x; x = next) {
        next = x->next;
        x->next = NULL;
        MHD_resume_connection(x->connection);
    }
    all->answered = NULL;
    MHD_run(all->daemon);
}

/* MHD does not notice an end that comes together with bytes. */
static bool has_left(const peer *p)
{
    char c;
    return !p->answering && recv(p->fd, &c, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

void http_sweep(net_loop *loop)
{
    for (peer *p = loop->http->peers; p; p = p->next) {
        if (p->uncounted) continue; /* a WebSocket now; MHD is about to close its own descriptor */
        if (loop->now >= p->deadline) {
            char text[NET_ADDRESS_SIZE];
            guard_address_text(&p->address, text);
            loop_refuse(loop, NET_REFUSED_SLOW, text);
        } else if (!has_left(p)) {
            continue;
        }
        p->deadline = INT64_MAX;
        shutdown(p->fd, SHUT_RDWR);
    }
}
