/* WebSockets. libwslay reads frames; what is sent waits in an outbox.
 *
 * Life: made at the handshake (fd -1), open, over (the application knows or is about to: nothing is delivered or taken
 * any more, but what was queued and the close frame still go out, and the peer's bytes are thrown away), gone (no
 * socket). The memory is freed by ws_report in a later turn, when no event of epoll can mean it any more.
 * Invariant: a connection with something in its outbox is in the list dirty, or epoll waits until it can be written to. */
#include "net/ws.h"

#include <errno.h>
#include <nettle/base64.h>
#include <nettle/sha1.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

#include "net/outbox.h"

enum {
    WS_READ_A_TURN = 65536, /* bytes of one connection */
    WS_LINGER_MS = 5000,    /* for a peer to take the close frame and close */
    WS_CONTROL_MAX = 64,    /* control frames that wait for one who does not read */
};

struct net_conn {
    loop_source source; /* first; fd -1: none */
    net_loop *loop;
    net_conn *prev, *next, *next_dirty, *next_report, *next_unread;
    wslay_event_context_ptr wslay;
    void *context;
    guard_address *entry;
    char *extra; /* bytes that came with the handshake */
    size_t n_extra, extra_read;
    outbox out;
    int64_t heard, deadline; /* last sign of life; end of lingering */
    guard_bucket messages;
    size_t budget; /* bytes that may still be read in this turn */
    int code;      /* for on_close */
    bool in_dirty, in_report, in_unread, blocked, lagging, resync, pinged, ended, over, told, gone, shut;
    char address[NET_ADDRESS_SIZE];
};

/* ---- Lists ---- */

static void mark_dirty(net_conn *conn)
{
    if (conn->in_dirty) return;
    conn->in_dirty = true;
    conn->next_dirty = conn->loop->dirty;
    conn->loop->dirty = conn;
}

static void mark_report(net_conn *conn)
{
    if (conn->in_report) return;
    conn->in_report = true;
    conn->next_report = conn->loop->report;
    conn->loop->report = conn;
}

/* ---- Sending ---- */

/* Takes over the reference to text. */
static bool push(net_conn *conn, net_text *text)
{
    if (!outbox_push(&conn->out, text, conn->loop->now)) return false;
    mark_dirty(conn);
    return true;
}

bool net_send_text(net_conn *conn, net_text *text)
{
    net_counters *counters = &conn->loop->counters;
    if (conn->over) return false;
    if (!conn->lagging && conn->out.first && conn->out.size + outbox_text_size(text) > conn->loop->config.max_queue) {
        outbox_drop(&conn->out, false, counters);
        conn->lagging = true;
        mark_dirty(conn);
    }
    if (conn->lagging) counters->messages_dropped++;
    return !conn->lagging && push(conn, outbox_share(text));
}

bool net_send(net_conn *conn, const char *text, size_t size)
{
    net_text *t = net_text_new(text, size);
    bool taken = t && net_send_text(conn, t);
    net_text_release(t);
    return taken;
}

/* ---- The end ---- */

static void ws_over(net_conn *conn, int code)
{
    if (conn->over) return;
    conn->over = true;
    conn->code = code;
    conn->deadline = conn->loop->now + WS_LINGER_MS;
    mark_report(conn);
    mark_dirty(conn);
}

static void ws_gone(net_conn *conn, int code)
{
    ws_over(conn, code);
    if (conn->gone) return;
    conn->gone = true;
    outbox_drop(&conn->out, true, &conn->loop->counters);
    loop_remove(conn->loop, &conn->source);
    mark_report(conn);
}

static void ws_free(net_conn *conn)
{
    if (conn->prev) conn->prev->next = conn->next;
    if (conn->next) conn->next->prev = conn->prev;
    if (conn->loop->conns == conn) conn->loop->conns = conn->next;
    if (conn->entry) conn->entry->connections--;
    conn->loop->counters.ws_open--;
    outbox_drop(&conn->out, true, &conn->loop->counters);
    wslay_event_context_free(conn->wslay);
    free(conn->extra);
    free(conn);
}

/* Queues a close frame for something that the peer did. */
static void ws_end(net_conn *conn, net_reason reason, uint16_t code, const char *why)
{
    if (conn->over) return;
    loop_refuse(conn->loop, reason, conn->address);
    wslay_event_queue_close(conn->wslay, code, (const uint8_t *)why, strlen(why));
    wslay_event_shutdown_read(conn->wslay);
    ws_over(conn, code);
}

void net_close_ws(net_conn *conn, int code, const char *reason)
{
    if (conn->over) return;
    size_t n = strlen(reason);
    wslay_event_queue_close(conn->wslay, (uint16_t)code, (const uint8_t *)reason, n < 123 ? n : 123);
    ws_over(conn, code);
}

/* ---- What libwslay calls ---- */

static ssize_t on_recv(wslay_event_context_ptr ctx, uint8_t *buffer, size_t size, int flags, void *user)
{
    (void)flags;
    net_conn *conn = user;
    if (size > conn->budget) size = conn->budget;
    size_t left = conn->n_extra - conn->extra_read;
    ssize_t n = -1;
    if (left && size) {
        n = (ssize_t)(left < size ? left : size);
        memcpy(buffer, conn->extra + conn->extra_read, (size_t)n);
        conn->extra_read += (size_t)n;
    } else if (size) {
        n = recv(conn->source.fd, buffer, size, 0);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
            conn->ended = true;
            wslay_event_set_error(ctx, WSLAY_ERR_CALLBACK_FAILURE);
            return -1;
        }
    }
    if (n < 0) {
        wslay_event_set_error(ctx, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    conn->budget -= (size_t)n;
    conn->loop->counters.bytes_in += (uint64_t)n;
    return n;
}

/* Control frames of libwslay (pongs, closes) go into our queue; it gives us the head and then the rest. */
static ssize_t on_send(wslay_event_context_ptr ctx, const uint8_t *data, size_t size, int flags, void *user)
{
    (void)flags;
    net_conn *conn = user;
    static const uint8_t protocol_error[] = {0x88, 2, 1002 >> 8, 1002 & 255};
    const char *bytes = (const char *)data;
    size_t n = size;
    /* It leaves the code out when it cannot make sense of a frame. */
    if (size == 2 && data[0] == 0x88 && data[1] == 0 && !wslay_event_get_close_received(ctx)) {
        bytes = (const char *)protocol_error;
        n = sizeof protocol_error;
    }
    if (push(conn, outbox_control(bytes, n))) return (ssize_t)size;
    wslay_event_set_error(ctx, WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static void on_frame(wslay_event_context_ptr ctx, const struct wslay_event_on_frame_recv_start_arg *frame, void *user)
{
    (void)ctx;
    net_conn *conn = user;
    const net_config *c = &conn->loop->config;
    if (frame->opcode == WSLAY_BINARY_FRAME) {
        ws_end(conn, NET_REFUSED_MALFORMED, WSLAY_CODE_UNSUPPORTED_DATA, "text only");
    } else if (frame->opcode != WSLAY_CONNECTION_CLOSE &&
               !guard_bucket_take(&conn->messages, conn->loop->now, c->messages_per_second, c->messages_burst)) {
        ws_end(conn, NET_REFUSED_RATE, WSLAY_CODE_POLICY_VIOLATION, "too many messages");
    }
}

static void on_message(wslay_event_context_ptr ctx, const struct wslay_event_on_msg_recv_arg *message, void *user)
{
    (void)ctx;
    net_conn *conn = user;
    net_loop *loop = conn->loop;
    if (conn->over) return;
    if (message->opcode == WSLAY_CONNECTION_CLOSE) {
        ws_over(conn, message->status_code ? message->status_code : WSLAY_CODE_NO_STATUS_RCVD);
    } else if (message->opcode == WSLAY_TEXT_FRAME) {
        loop->counters.messages_in++;
        if (message->msg_length) memcpy(loop->message, message->msg, message->msg_length);
        loop->message[message->msg_length] = 0;
        if (loop->handlers.on_message)
            loop->handlers.on_message(loop->handlers.context, conn, loop->message, message->msg_length);
    }
}

/* ---- Making one ---- */

bool ws_accept_key(const char *key, char accept[WS_ACCEPT_SIZE])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    struct base64_decode_ctx base64;
    struct sha1_ctx sha1;
    uint8_t raw[BASE64_DECODE_LENGTH(24)], digest[SHA1_DIGEST_SIZE];
    size_t n = sizeof raw;
    if (strlen(key) != 24) return false;
    base64_decode_init(&base64);
    if (!base64_decode_update(&base64, &n, raw, 24, key) || !base64_decode_final(&base64) || n != 16) return false;
    sha1_init(&sha1);
    sha1_update(&sha1, 24, (const uint8_t *)key);
    sha1_update(&sha1, sizeof guid - 1, (const uint8_t *)guid);
    sha1_digest(&sha1, sizeof digest, digest);
    base64_encode_raw(accept, sizeof digest, digest);
    accept[WS_ACCEPT_SIZE - 1] = 0;
    return true;
}

net_conn *ws_new(net_loop *loop, const char *address, guard_address *entry)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = on_recv,
        .send_callback = on_send,
        .on_frame_recv_start_callback = on_frame,
        .on_msg_recv_callback = on_message,
    };
    net_conn *conn = calloc(1, sizeof *conn);
    if (!conn || wslay_event_context_server_init(&conn->wslay, &callbacks, conn)) {
        free(conn);
        return NULL;
    }
    wslay_event_config_set_max_recv_msg_length(conn->wslay, loop->config.max_message);
    conn->source = (loop_source){.kind = LOOP_WS, .fd = -1};
    conn->loop = loop;
    conn->heard = loop->now;
    conn->deadline = INT64_MAX;
    strcpy(conn->address, address);
    conn->entry = entry;
    entry->connections++;
    loop->counters.ws_open++;
    conn->next = loop->conns;
    if (conn->next) conn->next->prev = conn;
    loop->conns = conn;
    return conn;
}

void ws_abandon(net_conn *conn)
{
    conn->told = true;
    ws_gone(conn, WSLAY_CODE_ABNORMAL_CLOSURE);
}

void ws_accepted(net_conn *conn, void *conn_context)
{
    conn->context = conn_context;
    conn->loop->counters.ws_accepted++;
}

void ws_start(net_loop *loop, net_conn *conn, int fd, const char *extra, size_t n_extra)
{
    conn->source.fd = fd;
    conn->heard = loop->now;
    if (n_extra) conn->extra = malloc(n_extra);
    if (fd < 0 || (n_extra && !conn->extra) || !loop_add(loop, &conn->source, EPOLLIN)) {
        ws_gone(conn, WSLAY_CODE_ABNORMAL_CLOSURE);
        return;
    }
    mark_dirty(conn);
    if (!n_extra) return;
    memcpy(conn->extra, extra, n_extra);
    conn->n_extra = n_extra;
    conn->in_unread = true;
    conn->next_unread = loop->unread;
    loop->unread = conn;
}

/* ---- Reading and writing ---- */

/* What libwslay wants to say becomes part of the queue. */
static void take_control(net_conn *conn)
{
    if (wslay_event_want_write(conn->wslay)) wslay_event_send(conn->wslay);
    if (conn->out.n_control > WS_CONTROL_MAX) ws_gone(conn, WSLAY_CODE_POLICY_VIOLATION);
}

static void throw_away(net_conn *conn)
{
    char waste[4096];
    for (int i = 0; i < 16; i++) {
        ssize_t n = recv(conn->source.fd, waste, sizeof waste, 0);
        if (n > 0) continue;
        if (n == 0 || (errno != EAGAIN && errno != EINTR)) ws_gone(conn, conn->code);
        return;
    }
}

static void ws_read(net_conn *conn)
{
    if (conn->gone || conn->source.fd < 0) return;
    conn->heard = conn->loop->now;
    conn->pinged = false;
    if (conn->over) {
        throw_away(conn);
        return;
    }
    conn->budget = WS_READ_A_TURN;
    wslay_event_recv(conn->wslay);
    if (conn->ended) {
        ws_gone(conn, WSLAY_CODE_ABNORMAL_CLOSURE);
        return;
    }
    if (!wslay_event_get_read_enabled(conn->wslay) && !conn->over) {
        take_control(conn); /* a close frame, whose code says what was wrong */
        int code = wslay_event_get_status_code_sent(conn->wslay);
        if (code == WSLAY_CODE_NO_STATUS_RCVD) code = WSLAY_CODE_PROTOCOL_ERROR;
        loop_refuse(conn->loop, code == WSLAY_CODE_MESSAGE_TOO_BIG ? NET_REFUSED_SIZE : NET_REFUSED_MALFORMED,
                    conn->address);
        ws_over(conn, code);
    }
    if (wslay_event_want_write(conn->wslay)) mark_dirty(conn);
}

void ws_event(net_loop *loop, loop_source *source, uint32_t events)
{
    (void)loop;
    net_conn *conn = (net_conn *)(void *)source;
    if (events & EPOLLOUT) mark_dirty(conn);
    if (events & ~(uint32_t)EPOLLOUT) ws_read(conn);
}

void ws_read_extra(net_loop *loop)
{
    net_conn *conn = loop->unread;
    loop->unread = NULL;
    for (net_conn *next; conn; conn = next) {
        next = conn->next_unread;
        conn->in_unread = false;
        ws_read(conn);
        free(conn->extra);
        conn->extra = NULL;
        conn->n_extra = conn->extra_read = 0;
    }
}

static void flush(net_conn *conn)
{
    if (conn->gone || conn->source.fd < 0) return;
    take_control(conn);
    if (conn->gone) return;
    outbox_result result = outbox_send(&conn->out, conn->source.fd, conn->loop->now, &conn->loop->counters);
    if (result == OUTBOX_BROKEN) {
        ws_gone(conn, WSLAY_CODE_ABNORMAL_CLOSURE);
        return;
    }
    bool blocked = result == OUTBOX_BLOCKED;
    if (blocked != conn->blocked) loop_change(conn->loop, &conn->source, EPOLLIN | (blocked ? EPOLLOUT : 0u));
    conn->blocked = blocked;
    if (blocked) return;
    if (conn->over) {
        if (!conn->shut) shutdown(conn->source.fd, SHUT_WR);
        conn->shut = true;
    } else if (conn->lagging) {
        conn->resync = true;
        mark_report(conn);
    }
}

void ws_flush(net_loop *loop)
{
    net_conn *conn = loop->dirty;
    loop->dirty = NULL;
    for (net_conn *next; conn; conn = next) {
        next = conn->next_dirty;
        conn->in_dirty = false;
        flush(conn);
    }
}

/* ---- The application's side ---- */

void ws_report(net_loop *loop)
{
    net_conn *conn = loop->report;
    loop->report = NULL;
    for (net_conn *next; conn; conn = next) {
        const net_handlers *h = &loop->handlers;
        next = conn->next_report;
        conn->in_report = false;
        if (conn->resync && !conn->over) {
            conn->resync = conn->lagging = false;
            loop->counters.resyncs++;
            if (h->on_resync) h->on_resync(h->context, conn);
        }
        if (conn->over && !conn->told) {
            conn->told = true;
            if (h->on_close) h->on_close(h->context, conn, conn->code);
        }
        /* A list that still holds it marks it again. */
        if (conn->gone && !conn->in_dirty && !conn->in_report && !conn->in_unread)
            ws_free(conn);
        else if (conn->gone)
            mark_report(conn);
    }
}

bool ws_is_due(const net_loop *loop)
{
    return loop->dirty || loop->report || loop->unread;
}

void ws_sweep(net_loop *loop)
{
    for (net_conn *conn = loop->conns; conn; conn = conn->next) {
        if (conn->gone || conn->source.fd < 0) continue;
        int64_t silence = loop->now - conn->heard;
        if (conn->over) {
            if (loop->now >= conn->deadline) ws_gone(conn, conn->code);
        } else if ((conn->pinged && silence >= (int64_t)loop->config.ping_ms + loop->config.pong_ms) ||
                   (conn->out.first && loop->now - conn->out.moved >= loop->config.answer_ms)) {
            loop_refuse(loop, NET_REFUSED_SLOW, conn->address);
            ws_gone(conn, WSLAY_CODE_ABNORMAL_CLOSURE);
        } else if (!conn->pinged && silence >= loop->config.ping_ms) {
            static const uint8_t ping[] = {0x89, 0};
            conn->pinged = push(conn, outbox_control(ping, sizeof ping));
        }
    }
}

void ws_close_all(net_loop *loop)
{
    for (net_conn *conn = loop->conns; conn; conn = conn->next) net_close_ws(conn, WSLAY_CODE_GOING_AWAY, "");
    ws_flush(loop);
    for (net_conn *conn = loop->conns; conn; conn = conn->next) ws_gone(conn, WSLAY_CODE_GOING_AWAY);
    ws_flush(loop);
    ws_read_extra(loop);
    while (loop->report) ws_report(loop);
}

bool net_is_lagging(const net_conn *conn)
{
    return conn->lagging;
}

void *net_conn_context(const net_conn *conn)
{
    return conn->context;
}

void net_conn_set_context(net_conn *conn, void *conn_context)
{
    conn->context = conn_context;
}

const char *net_conn_address(const net_conn *conn)
{
    return conn->address;
}
