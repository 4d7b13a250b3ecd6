/* The loop: one epoll for the listening socket, MHD, WebSockets, watched descriptors and wakes.
 *
 * Invariant: what an event points to lives until the next wait: a watch that ended is freed at the start of a turn. */
#include "net/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "net/http.h"
#include "net/ws.h"

enum { LOOP_EVENTS = 256, LOOP_ACCEPTS = 64, LOOP_SWEEP_MS = 1000, LOOP_PAIRS = 8 };

struct loop_watch {
    loop_source source; /* first; fd -1: ended */
    loop_watch *next;
    void (*fn)(void *fn_context);
    void *fn_context;
};

const char *net_reason_name(net_reason reason)
{
    static const char *const name[NET_REASONS] = {"full",      "address",   "rate", "host",     "origin",
                                                  "malformed", "too_large", "slow", "handshake"};
    return name[reason];
}

void loop_log(const net_loop *loop, net_level level, const char *event, ...)
{
    net_pair pair[LOOP_PAIRS];
    int n = 0;
    va_list args;
    if (!loop->handlers.log) return;
    va_start(args, event);
    for (const char *key; n < LOOP_PAIRS && (key = va_arg(args, const char *)); n++)
        pair[n] = (net_pair){.key = key, .value = va_arg(args, const char *)};
    va_end(args);
    loop->handlers.log(loop->handlers.context, level, event, pair, n);
}

void loop_refuse(net_loop *loop, net_reason reason, const char *address)
{
    loop->counters.refused[reason]++;
    loop_log(loop, NET_DEBUG, "refused", "reason", net_reason_name(reason), "address", address, NULL);
}

bool loop_add(net_loop *loop, loop_source *source, uint32_t events)
{
    struct epoll_event event = {.events = events, .data.ptr = source};
    return !epoll_ctl(loop->epoll, EPOLL_CTL_ADD, source->fd, &event);
}

void loop_change(net_loop *loop, loop_source *source, uint32_t events)
{
    struct epoll_event event = {.events = events, .data.ptr = source};
    epoll_ctl(loop->epoll, EPOLL_CTL_MOD, source->fd, &event);
}

void loop_remove(net_loop *loop, loop_source *source)
{
    if (source->fd < 0) return;
    /* Closing is not enough while MHD still holds the socket of which this is a duplicate. */
    epoll_ctl(loop->epoll, EPOLL_CTL_DEL, source->fd, NULL);
    close(source->fd);
    source->fd = -1;
}

static void clock_read(net_loop *loop)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    loop->now = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- Opening ---- */

static void fill_size(size_t *value, size_t otherwise)
{
    if (!*value) *value = otherwise;
}

static void fill(int *value, int otherwise)
{
    if (!*value) *value = otherwise;
}

static void config_fill(net_config *c)
{
    fill(&c->max_connections, 4200);
    fill(&c->max_per_address, 256);
    fill(&c->requests_per_second, 20);
    fill(&c->requests_burst, 100);
    fill(&c->messages_per_second, 20);
    fill(&c->messages_burst, 60);
    fill_size(&c->max_body, 65536);
    fill_size(&c->max_message, 16384);
    fill_size(&c->max_queue, 262144);
    fill(&c->header_ms, 10000);
    fill(&c->body_ms, 20000);
    fill(&c->answer_ms, 60000);
    fill(&c->idle_ms, 30000);
    fill(&c->ping_ms, 25000);
    fill(&c->pong_ms, 20000);
    if (!c->host) c->host = "127.0.0.1";
    if (!c->content_security_policy) c->content_security_policy = NET_POLICY;
}

static int socket_listen(const struct addrinfo *a)
{
    int fd = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
    if (fd < 0) return -1;
    int off = 0, on = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (a->ai_family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    if (!bind(fd, a->ai_addr, a->ai_addrlen) && !listen(fd, 1024)) return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

static bool listen_open(net_loop *loop, const net_config *c, char *error, size_t error_size)
{
    struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found;
    char service[8];
    snprintf(service, sizeof service, "%u", (unsigned)c->port);
    int code = getaddrinfo(c->host, service, &hints, &found);
    if (code) {
        snprintf(error, error_size, "cannot listen on %s: %s", c->host, gai_strerror(code));
        return false;
    }
    for (const struct addrinfo *a = found; a && loop->listen.fd < 0; a = a->ai_next) loop->listen.fd = socket_listen(a);
    int why = errno;
    freeaddrinfo(found);
    if (loop->listen.fd < 0) {
        snprintf(error, error_size, "cannot listen on %s port %s: %s", c->host, service, strerror(why));
        return false;
    }
    struct sockaddr_storage mine;
    socklen_t size = sizeof mine;
    getsockname(loop->listen.fd, (struct sockaddr *)&mine, &size);
    loop->port = ntohs(mine.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)(void *)&mine)->sin6_port
                                                  : ((struct sockaddr_in *)(void *)&mine)->sin_port);
    loop->listening = loop_add(loop, &loop->listen, EPOLLIN);
    return loop->listening;
}

/* Asks the system for as many descriptors as connections need. */
static void descriptors_raise(const net_loop *loop)
{
    struct rlimit limit;
    rlim_t wanted = (rlim_t)loop->config.max_connections + 256;
    if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= wanted) return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur < wanted) loop_log(loop, NET_WARNING, "few_descriptors", NULL);
}

net_loop *net_open(const net_config *config, const net_handlers *handlers, char *error, size_t error_size)
{
    net_config c = *config;
    config_fill(&c);
    net_loop *loop = calloc(1, sizeof *loop);
    snprintf(error, error_size, "out of memory");
    if (!loop) return NULL;
    loop->config = c;
    loop->handlers = *handlers;
    loop->listen = (loop_source){.kind = LOOP_LISTEN, .fd = -1};
    loop->wake = (loop_source){.kind = LOOP_WAKE, .fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)};
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    loop->policy = strdup(c.content_security_policy);
    loop->message = malloc(c.max_message + 1);
    clock_read(loop);
    loop->next_sweep = loop->now + LOOP_SWEEP_MS;
    descriptors_raise(loop);
    bool good =
        loop->policy && loop->message && loop->epoll >= 0 && loop->wake.fd >= 0 && loop_add(loop, &loop->wake, EPOLLIN);
    good = good && (loop->guard = guard_open(&c, error, error_size));
    good = good && (!c.files || (loop->files = files_open(c.files, loop->policy, error, error_size)));
    good = good && listen_open(loop, &c, error, error_size);
    good = good && http_open(loop);
    if (!good) {
        net_close(loop);
        return NULL;
    }
    *error = 0;
    char port[8];
    snprintf(port, sizeof port, "%u", (unsigned)loop->port);
    loop_log(loop, NET_INFO, "listening", "host", c.host, "port", port, NULL);
    return loop;
}

void net_close(net_loop *loop)
{
    if (loop->listen.fd >= 0) close(loop->listen.fd);
    http_close(loop);
    ws_close_all(loop);
    timer_free(&loop->timers);
    for (loop_watch *w = loop->watches, *next; w; w = next) {
        next = w->next;
        free(w);
    }
    files_close(loop->files);
    guard_close(loop->guard);
    if (loop->wake.fd >= 0) close(loop->wake.fd);
    if (loop->epoll >= 0) close(loop->epoll);
    free(loop->policy);
    free(loop->message);
    free(loop);
}

/* ---- A turn ---- */

static void accept_all(net_loop *loop)
{
    for (int i = 0; i < LOOP_ACCEPTS; i++) {
        struct sockaddr_storage from;
        socklen_t size = sizeof from;
        int fd = accept(loop->listen.fd, (struct sockaddr *)&from, &size);
        if (fd >= 0) {
            fcntl(fd, F_SETFD, FD_CLOEXEC);
            fcntl(fd, F_SETFL, O_NONBLOCK);
            http_accept(loop, fd, (struct sockaddr *)&from, size);
        } else if (errno == EAGAIN) {
            return;
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            /* Until the next sweep, for else the event would come again at once. */
            loop_log(loop, NET_WARNING, "accept_failed", "reason", strerror(errno), NULL);
            loop_change(loop, &loop->listen, 0);
            loop->listening = false;
            return;
        }
    }
}

static void sweep(net_loop *loop)
{
    loop->next_sweep = loop->now + LOOP_SWEEP_MS;
    if (!loop->listening) loop_change(loop, &loop->listen, EPOLLIN);
    loop->listening = true;
    http_sweep(loop);
    ws_sweep(loop);
    guard_sweep(loop->guard, loop->now, loop->config.requests_per_second);
}

static void watches_free_ended(net_loop *loop)
{
    for (loop_watch **link = &loop->watches, *w; (w = *link);) {
        if (w->source.fd >= 0) {
            link = &w->next;
            continue;
        }
        *link = w->next;
        free(w);
    }
}

static int wait_time(const net_loop *loop, int timeout_ms)
{
    if (ws_is_due(loop) || http_is_due(loop)) return 0;
    int wait = timer_wait(&loop->timers, loop->now, timeout_ms);
    bool idle = !loop->counters.http_open && !loop->counters.ws_open && loop->listening;
    int until_sweep = loop->next_sweep > loop->now ? (int)(loop->next_sweep - loop->now) : 0;
    return idle || (wait >= 0 && wait < until_sweep) ? wait : until_sweep;
}

bool net_run_once(net_loop *loop, int timeout_ms)
{
    struct epoll_event event[LOOP_EVENTS];
    watches_free_ended(loop);
    clock_read(loop);
    int n = epoll_wait(loop->epoll, event, LOOP_EVENTS, wait_time(loop, timeout_ms));
    if (n < 0 && errno != EINTR) {
        loop_log(loop, NET_ERROR, "epoll_failed", "reason", strerror(errno), NULL);
        return false;
    }
    clock_read(loop);
    loop->counters.turns++;
    ws_report(loop);
    ws_read_extra(loop);
    bool ready = false, woken = false;
    for (int i = 0; i < n; i++) {
        loop_source *source = event[i].data.ptr;
        loop_watch *watch = (loop_watch *)(void *)source;
        switch (source->kind) {
        case LOOP_LISTEN: accept_all(loop); break;
        case LOOP_HTTP: ready = true; break;
        case LOOP_WAKE: woken = true; break;
        case LOOP_WS: ws_event(loop, source, event[i].events); break;
        case LOOP_WATCH:
            if (source->fd >= 0) watch->fn(watch->fn_context);
            break;
        }
    }
    if (ready || http_is_due(loop)) http_run(loop);
    if (loop->now >= loop->next_sweep) sweep(loop);
    timer_fire(&loop->timers, loop->now);
    if (woken) {
        uint64_t count;
        bool read_all = read(loop->wake.fd, &count, sizeof count) == sizeof count;
        if (read_all && loop->handlers.on_wake) loop->handlers.on_wake(loop->handlers.context);
    }
    if (loop->handlers.after_batch) loop->handlers.after_batch(loop->handlers.context);
    ws_flush(loop);
    http_release(loop);
    return true;
}

/* ---- The rest of net.h ---- */

uint16_t net_port(const net_loop *loop)
{
    return loop->port;
}

const net_counters *net_count(const net_loop *loop)
{
    return &loop->counters;
}

int64_t net_now(const net_loop *loop)
{
    return loop->now;
}

net_timer *net_timer_start(net_loop *loop, int64_t when_ms, void (*fn)(void *fn_context), void *fn_context)
{
    return timer_add(&loop->timers, when_ms, fn, fn_context);
}

void net_timer_cancel(net_loop *loop, net_timer *timer)
{
    if (timer) timer_remove(&loop->timers, timer);
}

void net_wake(net_loop *loop)
{
    uint64_t one = 1;
    ssize_t n = write(loop->wake.fd, &one, sizeof one);
    (void)n; /* a full counter wakes as well */
}

bool net_watch(net_loop *loop, int fd, void (*fn)(void *fn_context), void *fn_context)
{
    loop_watch *w = malloc(sizeof *w);
    if (!w) return false;
    *w = (loop_watch){
        .source = {.kind = LOOP_WATCH, .fd = fd}, .next = loop->watches, .fn = fn, .fn_context = fn_context};
    if (!loop_add(loop, &w->source, EPOLLIN)) {
        free(w);
        return false;
    }
    loop->watches = w;
    return true;
}

void net_unwatch(net_loop *loop, int fd)
{
    for (loop_watch *w = loop->watches; w; w = w->next) {
        if (w->source.fd != fd) continue;
        epoll_ctl(loop->epoll, EPOLL_CTL_DEL, fd, NULL);
        w->source.fd = -1;
        return;
    }
}
