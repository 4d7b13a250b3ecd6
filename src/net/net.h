/* HTTP, WebSocket and static files in one loop: all that the server knows of the network. It knows nothing of games.
 *
 *     static net_reply get(void *server, const net_request *q)
 *     {
 *         if (!strcmp(q->path, "/api/hello")) return net_reply_json(200, "{\"hello\":true}");
 *         return net_reply_error(404, "not_found", "no such resource");
 *     }
 *     net_config config = {.host = "127.0.0.1", .port = 8080, .files = "web"};
 *     net_handlers handlers = {.context = &server, .on_request = get, .on_message = message, ...};
 *     net_loop *loop = net_open(&config, &handlers, error, sizeof error);
 *     while (!stop) net_run_once(loop, 1000);
 *     net_close(loop);
 *
 * One turn of the loop (net_run_once): waits; delivers what happened (messages, requests, closes, resyncs, timers,
 * watched descriptors, on_wake); calls after_batch; only then lets out what the application answered and sent in it.
 * So what after_batch commits is durable before anyone hears of it. Files and refusals of this layer do not wait.
 *
 * Threads: everything is called from the thread of net_run_once, but net_wake. Handlers may call every function here
 * but net_run_once and net_close. Pointers given to a handler are valid until it returns, if not said otherwise.
 * Requests: a body needs Content-Length. Refusals before the body close the connection, and so does a client that
 * half-closes. What libmicrohttpd itself cannot parse gets its own short page and is in no counter.
 * Times are milliseconds. Every config number that is 0 means the default in brackets; text NULL means none. */
#ifndef AUDE_NET_NET_H
#define AUDE_NET_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct net_loop net_loop;
typedef struct net_conn net_conn;   /* one open WebSocket */
typedef struct net_timer net_timer; /* one pending timer */
typedef struct net_text net_text;   /* one message for many connections */

/* ---- Requests and answers ---- */

enum { NET_ADDRESS_SIZE = 46 };

typedef struct net_request {
    const char *method;  /* "GET" also for HEAD, whose answer goes without its body */
    const char *path;    /* begins with '/'; %XX decoded; never holds a NUL */
    const char *address; /* of the client: the peer, or what a trusted proxy says of it */
    /* Headers, NULL where absent. */
    const char *authorization;
    const char *origin; /* already checked */
    const char *if_none_match;
    const char *accept_encoding;
    const char *accept_language;
    const char *content_type;
    const char *cookie;
    const char *host; /* already checked */
    const char *body; /* ends with a NUL that body_size does not count; "" where there is none */
    size_t body_size;
    const struct net_exchange *exchange; /* for the functions below */
} net_request;

/* The first value of this name in the query (decoded), or NULL. */
const char *net_query(const net_request *q, const char *name);
/* The first value of any header, or NULL. */
const char *net_header(const net_request *q, const char *name);

enum { NET_REPLY_HEADERS = 4 };

/* An answer. Made by a function below, which copies what it is given; returned to the loop, which then owns it. */
typedef struct net_reply {
    int status;
    const char *type; /* a string constant */
    char *body;       /* from malloc; the loop frees it */
    size_t size;
    struct net_reply_header {
        const char *name; /* a string constant */
        char *value;      /* from malloc; the loop frees it */
    } header[NET_REPLY_HEADERS];
    const char *file; /* a string constant: answer with this static file, "/index.html" */
} net_reply;

net_reply net_reply_empty(int status);
net_reply net_reply_json(int status, const char *json);
net_reply net_reply_bytes(int status, const char *type, const void *bytes, size_t size);
/* {"error":{"code":"…","message":"…"}} */
net_reply net_reply_error(int status, const char *code, const char *message);
/* The static file of that path with its own caching headers, as if it had been asked for; 404 if there is none. */
net_reply net_reply_file(const char *path);
/* Adds a header; name is a string constant, value is copied (control characters in it become spaces). */
void net_reply_header(net_reply *reply, const char *name, const char *value);
/* JSON answers are sent with `Cache-Control: no-store` unless the reply has that header. */

/* What on_upgrade says: accept with the application's pointer for the connection, or refuse with an answer. */
typedef struct net_verdict {
    bool accept;
    void *conn_context;
    net_reply refusal;
} net_verdict;

/* ---- Log and counters ---- */

typedef enum net_level { NET_DEBUG, NET_INFO, NET_WARNING, NET_ERROR } net_level;

typedef struct net_pair {
    const char *key;
    const char *value;
} net_pair;

/* Why somebody was turned away; index of net_counters.refused. */
typedef enum net_reason {
    NET_REFUSED_FULL,      /* connections altogether: 503 */
    NET_REFUSED_ADDRESS,   /* connections of this address: 429 */
    NET_REFUSED_RATE,      /* requests or messages too fast: 429, 1008 */
    NET_REFUSED_HOST,      /* 421 */
    NET_REFUSED_ORIGIN,    /* 403 */
    NET_REFUSED_MALFORMED, /* 400, 411, 1002, 1003, 1007 */
    NET_REFUSED_SIZE,      /* 413, 1009 */
    NET_REFUSED_SLOW,      /* header, body or answer took too long; no pong: closed */
    NET_REFUSED_HANDSHAKE, /* not a good WebSocket handshake: 400, 426 */
    NET_REASONS
} net_reason;

const char *net_reason_name(net_reason reason); /* "full", "address", … */

typedef struct net_counters {
    uint64_t http_open, ws_open; /* now */
    uint64_t accepted;           /* sockets, ever */
    uint64_t ws_accepted;
    uint64_t refused[NET_REASONS];
    uint64_t http[6]; /* answers by class of status: [2] is 2xx; [1] upgrades */
    uint64_t messages_in, messages_out, messages_dropped;
    uint64_t bytes_in, bytes_out; /* WebSocket only */
    uint64_t resyncs;
    uint64_t turns;
} net_counters;

/* ---- Opening, running, closing ---- */

/* The usual Content-Security-Policy; further places that the page may connect to can be added, each after a space. */
#define NET_POLICY                                                                                             \
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " \
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; connect-src 'self'"

typedef struct net_config {
    const char *host;  /* address or name to listen on [127.0.0.1]; "::" is all of IPv6 and IPv4 */
    uint16_t port;     /* 0: any free one, see net_port */
    const char *files; /* directory of static files, read once into memory; NULL: none */
    /* Names under which the server may be called, "play.example" or "play.example:8443" (only with that port).
     * Loopback names and literal addresses always may: an attack by DNS needs a name. */
    const char *const *hosts;
    int n_hosts;
    /* Foreign web origins, "https://play.example", that may upgrade and send anything but GET. An origin equal to the
     * Host of the request always may, and so does a client without Origin, which is no browser. */
    const char *const *origins;
    int n_origins;
    /* Addresses of proxies, "127.0.0.1" or "10.0.0.0/8", whose X-Forwarded-For is believed. */
    const char *const *proxies;
    int n_proxies;
    const char *content_security_policy; /* [strict: own origin only, no inline script or style] */
    int max_connections;                 /* HTTP and WebSocket together [4200] */
    int max_per_address;                 /* [256]; of an IPv6 address its /64 counts */
    int requests_per_second;             /* of one address, steady; static files do not count [20] */
    int requests_burst;                  /* [100] */
    int messages_per_second;             /* of one WebSocket, steady; every frame counts [20] */
    int messages_burst;                  /* [60] */
    size_t max_body;                     /* [65,536] */
    size_t max_message;                  /* from a client [16,384] */
    size_t max_queue;                    /* to one client [262,144] */
    int header_ms;                       /* for a request's head [10,000] */
    int body_ms;                         /* for its body [20,000] */
    int answer_ms;                       /* for a client to take an answer, or more of a WebSocket queue [60,000] */
    int idle_ms;                         /* between requests [30,000] */
    int ping_ms;                         /* silence before a ping [25,000] */
    int pong_ms;                         /* silence after it before the end [20,000] */
} net_config;

typedef struct net_handlers {
    void *context; /* first argument of all */
    /* A complete request, good by method, host, origin, rate and size, that no static file answers. */
    net_reply (*on_request)(void *context, const net_request *q);
    /* A good WebSocket handshake. conn lives until on_close returns; net_send may be called at once. */
    net_verdict (*on_upgrade)(void *context, const net_request *q, net_conn *conn);
    /* A text message: valid UTF-8, ends with a NUL that size does not count (it may hold others). */
    void (*on_message)(void *context, net_conn *conn, const char *text, size_t size);
    /* The connection is gone, whoever ended it: once for each accepted one, never from inside a call of yours but
     * net_close. code: of the close frame, 1006 where there was none. */
    void (*on_close)(void *context, net_conn *conn, int code);
    /* A slow reader lost messages and has now read the rest: send it everything anew. */
    void (*on_resync)(void *context, net_conn *conn);
    void (*on_wake)(void *context);     /* after one or more net_wake */
    void (*after_batch)(void *context); /* once a turn, see above */
    void (*log)(void *context, net_level level, const char *event, const net_pair *pairs, int n_pairs);
} net_handlers;

/* Listens. NULL and one line in error if that fails; config and its texts may be gone afterwards, handlers are copied.
 * Any handler may be NULL: then there is 404, 403 for upgrades, nothing. */
net_loop *net_open(const net_config *config, const net_handlers *handlers, char *error, size_t error_size);
/* One turn; waits at most timeout_ms for something to happen (-1: for ever). False if the loop cannot go on. */
bool net_run_once(net_loop *loop, int timeout_ms);
/* Tells every WebSocket 1001, calls on_close for each, frees all. No other handler is called any more. */
void net_close(net_loop *loop);
uint16_t net_port(const net_loop *loop);
const net_counters *net_count(const net_loop *loop); /* valid as long as the loop */

/* ---- WebSockets ---- */

/* Queues a text message, or says no: false if the connection is closing, or lagging, that is, more than max_queue bytes
 * waited (then all waiting messages were dropped and on_resync follows once it can be written to again). A message is
 * always taken when nothing waits, whatever its size. text must be UTF-8. */
bool net_send(net_conn *conn, const char *text, size_t size);
/* The same message to many without copies: made with one reference, kept as long as some queue needs it. */
net_text *net_text_new(const char *text, size_t size);
bool net_send_text(net_conn *conn, net_text *text);
void net_text_release(net_text *text);
/* Sends what was queued, then a close frame (code 1000, 1001, 1008, 1011 or 3000 to 4999; reason at most 123 bytes). No
 * message of it is delivered any more; on_close comes later. A second call does nothing. */
void net_close_ws(net_conn *conn, int code, const char *reason);
bool net_is_lagging(const net_conn *conn);
void *net_conn_context(const net_conn *conn);
void net_conn_set_context(net_conn *conn, void *conn_context);
const char *net_conn_address(const net_conn *conn);

/* ---- Time, other threads, foreign descriptors ---- */

int64_t net_now(const net_loop *loop); /* milliseconds of the monotonic clock, the same during a turn */
/* Calls fn once, in the first turn at or after when_ms on net_now's clock; NULL only without memory. The timer is gone
 * when fn is called. */
net_timer *net_timer_start(net_loop *loop, int64_t when_ms, void (*fn)(void *fn_context), void *fn_context);
void net_timer_cancel(net_loop *loop, net_timer *timer); /* NULL is allowed, one that is gone is not */
/* From any thread: a turn with on_wake comes soon. */
void net_wake(net_loop *loop);
/* Calls fn in each turn in which fd is readable or broken. One watch for each fd; the fd stays the caller's. */
bool net_watch(net_loop *loop, int fd, void (*fn)(void *fn_context), void *fn_context);
void net_unwatch(net_loop *loop, int fd);

#endif
