/* A small server on net.h for the tests of the network layer: it echoes, and does on command whatever net.h offers.
 *
 *     net-echo NAME=VALUE...
 *
 * Names are those of net_config; hosts, origins and proxies may be given several times; `log` prints the log to stderr,
 * `commits=FILE` appends a line to FILE, slowly, in each after_batch that follows a request or message. Prints the port,
 * serves until standard input ends. test_net.py holds the tests. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "net/net.h"

enum { MAX_NAMES = 8, MAX_CLOSES = 4096, MAX_THREADS = 1024 };

static net_loop *loop;
static net_conn *conns[8192];
static int n_conns;
static int closes[MAX_CLOSES], n_closes;
static net_conn *sleeper; /* waits for a thread */
static int pipe_fd[2];
static pthread_t threads[MAX_THREADS];
static int n_threads;
static net_timer *cancelled;
static const char *commits;
static int n_actions, n_committed;
static bool logging, stopped;

static void pause_ms(int ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL);
}

static void say(net_conn *conn, const char *text)
{
    net_send(conn, text, strlen(text));
}

/* For timers and threads, which may outlive a connection. */
static void say_if_there(const net_conn *conn, const char *text)
{
    for (int i = 0; i < n_conns; i++)
        if (conns[i] == conn) say(conns[i], text);
}

static net_reply counters_reply(void)
{
    const net_counters *c = net_count(loop);
    static char text[65536];
    int n =
        snprintf(text, sizeof text,
                 "{\"http_open\":%llu,\"ws_open\":%llu,\"accepted\":%llu,\"ws_accepted\":%llu,\"messages_in\":%llu,"
                 "\"messages_out\":%llu,\"dropped\":%llu,\"resyncs\":%llu,\"turns\":%llu,\"conns\":%d,\"http_2xx\":%"
                 "llu,\"refused\":{",
                 (unsigned long long)c->http_open, (unsigned long long)c->ws_open, (unsigned long long)c->accepted,
                 (unsigned long long)c->ws_accepted, (unsigned long long)c->messages_in,
                 (unsigned long long)c->messages_out, (unsigned long long)c->messages_dropped,
                 (unsigned long long)c->resyncs, (unsigned long long)c->turns, n_conns, (unsigned long long)c->http[2]);
    for (int i = 0; i < NET_REASONS; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s\"%s\":%llu", i ? "," : "", net_reason_name((net_reason)i),
                      (unsigned long long)c->refused[i]);
    n += snprintf(text + n, sizeof text - (size_t)n, "},\"closes\":[");
    for (int i = 0; i < n_closes; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%d", i ? "," : "", closes[i]);
    snprintf(text + n, sizeof text - (size_t)n, "]}");
    return net_reply_json(200, text);
}

static net_reply request(void *context, const net_request *q)
{
    (void)context;
    n_actions++;
    if (!strcmp(q->path, "/api/counters")) return counters_reply();
    if (!strcmp(q->path, "/api/page")) return net_reply_file("/index.html");
    if (!strcmp(q->path, "/api/nopage")) return net_reply_file("/nowhere.html");
    if (!strcmp(q->path, "/api/body")) return net_reply_bytes(201, "text/plain", q->body, q->body_size);
    if (!strcmp(q->path, "/api/large")) {
        static char large[4 << 20];
        memset(large, 'x', sizeof large);
        return net_reply_bytes(200, "text/plain", large, sizeof large);
    }
    if (strncmp(q->path, "/api/echo", 9)) return net_reply_error(404, "not_found", "no \"such\" \\ path\n");
    char text[1024];
    const char *name = net_query(q, "name"), *custom = net_header(q, "X-Custom");
    snprintf(text, sizeof text, "%s %s %s name=%s auth=%s custom=%s", q->method, q->path, q->address, name ? name : "-",
             q->authorization ? q->authorization : "-", custom ? custom : "-");
    net_reply reply = net_reply_bytes(200, "text/plain", text, strlen(text));
    net_reply_header(&reply, "X-Commits", "split\r\nnot");
    return reply;
}

static net_verdict upgrade(void *context, const net_request *q, net_conn *conn)
{
    (void)context;
    if (!strcmp(q->path, "/ws/refused"))
        return (net_verdict){.refusal = net_reply_error(401, "token", "a token is needed")};
    if (strncmp(q->path, "/ws", 3)) return (net_verdict){.refusal = net_reply_error(404, "not_found", "no")};
    if (!strcmp(q->path, "/ws/hello")) say(conn, "hello");
    if (!strcmp(q->path, "/ws/bye")) net_close_ws(conn, 4001, "bye");
    conns[n_conns++] = conn;
    return (net_verdict){.accept = true, .conn_context = &conns};
}

static void *wake_later(void *context)
{
    pause_ms(20);
    net_wake(context);
    return NULL;
}

static void *write_later(void *context)
{
    (void)context;
    pause_ms(20);
    return write(pipe_fd[1], "w", 1) == 1 ? NULL : &loop;
}

static void in_thread(void *(*fn)(void *context))
{
    if (n_threads < MAX_THREADS && !pthread_create(&threads[n_threads], NULL, fn, loop)) n_threads++;
}

static void on_timer(void *context)
{
    say_if_there(context, "timer");
}

static void on_never(void *context)
{
    cancelled = NULL;
    say_if_there(context, "never");
}

static void on_cancel(void *context)
{
    net_timer_cancel(loop, cancelled);
    cancelled = NULL;
    say_if_there(context, "cancelled");
}

static void on_pipe(void *context)
{
    char c;
    if (read(pipe_fd[0], &c, 1) == 1) say_if_there(context, "watched");
    net_unwatch(loop, pipe_fd[0]);
}

static void flood(net_conn *conn, int n, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return;
    memset(text, 'f', size);
    while (n-- > 0) net_send(conn, text, size);
    free(text);
}

static void message(void *context, net_conn *conn, const char *text, size_t size)
{
    (void)context;
    int number = 0, length = 0, used = 0;
    n_actions++;
    if (net_conn_context(conn) != &conns || strlen(text) > size) abort();
    if (sscanf(text, "flood %d %d", &number, &length) == 2) {
        flood(conn, number, (size_t)length);
    } else if (sscanf(text, "close %d %n", &number, &used) == 1) {
        say(conn, "closing");
        net_close_ws(conn, number, text + used);
        net_close_ws(conn, 4999, "twice");
        say(conn, "never");
    } else if (sscanf(text, "timer %d", &number) == 1) {
        net_timer_start(loop, net_now(loop) + number, on_timer, conn);
    } else if (!strcmp(text, "cancel")) {
        if (!cancelled) cancelled = net_timer_start(loop, net_now(loop) + 60, on_never, conn);
        net_timer_start(loop, net_now(loop) + 90, on_timer, conn);
        net_timer_start(loop, net_now(loop) + 30, on_cancel, conn);
    } else if (!strcmp(text, "wake")) {
        sleeper = conn;
        in_thread(wake_later);
    } else if (!strcmp(text, "watch")) {
        net_watch(loop, pipe_fd[0], on_pipe, conn);
        in_thread(write_later);
    } else if (!strcmp(text, "address")) {
        say(conn, net_conn_address(conn));
    } else if (!strncmp(text, "broadcast ", 10)) {
        net_text *shared = net_text_new(text + 10, size - 10);
        for (int i = 0; i < n_conns; i++) net_send_text(conns[i], shared);
        net_text_release(shared);
    } else {
        net_send(conn, text, size);
    }
}

static void closed(void *context, net_conn *conn, int code)
{
    (void)context;
    for (int i = 0; i < n_conns; i++)
        if (conns[i] == conn) conns[i] = conns[--n_conns];
    if (n_closes < MAX_CLOSES) closes[n_closes++] = code;
}

static void resync(void *context, net_conn *conn)
{
    (void)context;
    say(conn, "resync");
}

static void wake(void *context)
{
    (void)context;
    say_if_there(sleeper, "awake");
}

static void batch(void *context)
{
    (void)context;
    if (!commits || n_committed == n_actions) return;
    pause_ms(30);
    FILE *f = fopen(commits, "a");
    if (!f) return;
    while (n_committed < n_actions) fprintf(f, "%d\n", ++n_committed);
    fclose(f);
}

static void log_line(void *context, net_level level, const char *event, const net_pair *pairs, int n_pairs)
{
    (void)context;
    if (!logging) return;
    fprintf(stderr, "%d %s", (int)level, event);
    for (int i = 0; i < n_pairs; i++) fprintf(stderr, " %s=%s", pairs[i].key, pairs[i].value);
    fputc('\n', stderr);
}

static void stop(void *context)
{
    char c;
    (void)context;
    if (read(0, &c, 1) <= 0) stopped = true;
}

static const char *hosts[MAX_NAMES], *origins[MAX_NAMES], *proxies[MAX_NAMES];

static bool option(net_config *c, const char *name, const char *value)
{
    const struct {
        const char *name;
        const char **text;
        int *number;
        size_t *size;
    } all[] = {
        {"port", NULL, NULL, NULL},
        {"host", &c->host, NULL, NULL},
        {"files", &c->files, NULL, NULL},
        {"policy", &c->content_security_policy, NULL, NULL},
        {"commits", &commits, NULL, NULL},
        {"hosts", &hosts[c->n_hosts], NULL, NULL},
        {"origins", &origins[c->n_origins], NULL, NULL},
        {"proxies", &proxies[c->n_proxies], NULL, NULL},
        {"max_connections", NULL, &c->max_connections, NULL},
        {"max_per_address", NULL, &c->max_per_address, NULL},
        {"requests_per_second", NULL, &c->requests_per_second, NULL},
        {"requests_burst", NULL, &c->requests_burst, NULL},
        {"messages_per_second", NULL, &c->messages_per_second, NULL},
        {"messages_burst", NULL, &c->messages_burst, NULL},
        {"header_ms", NULL, &c->header_ms, NULL},
        {"body_ms", NULL, &c->body_ms, NULL},
        {"answer_ms", NULL, &c->answer_ms, NULL},
        {"idle_ms", NULL, &c->idle_ms, NULL},
        {"ping_ms", NULL, &c->ping_ms, NULL},
        {"pong_ms", NULL, &c->pong_ms, NULL},
        {"max_body", NULL, NULL, &c->max_body},
        {"max_message", NULL, NULL, &c->max_message},
        {"max_queue", NULL, NULL, &c->max_queue},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(name, all[i].name)) continue;
        if (all[i].text) *all[i].text = value;
        if (!strcmp(name, "port")) c->port = (uint16_t)atoi(value);
        if (all[i].number) *all[i].number = atoi(value);
        if (all[i].size) *all[i].size = (size_t)atoi(value);
        c->n_hosts += !strcmp(name, "hosts");
        c->n_origins += !strcmp(name, "origins");
        c->n_proxies += !strcmp(name, "proxies");
        return true;
    }
    return false;
}

int main(int argc, char **argv)
{
    net_config config = {.hosts = hosts, .origins = origins, .proxies = proxies};
    net_handlers handlers = {.on_request = request,
                             .on_upgrade = upgrade,
                             .on_message = message,
                             .on_close = closed,
                             .on_resync = resync,
                             .on_wake = wake,
                             .after_batch = batch,
                             .log = log_line};
    char error[512];
    for (int i = 1; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (!strcmp(argv[i], "log")) {
            logging = true;
            continue;
        }
        if (value) *value++ = 0;
        if (!value || !option(&config, argv[i], value)) {
            fprintf(stderr, "net-echo: %s?\n", argv[i]);
            return 2;
        }
    }
    loop = net_open(&config, &handlers, error, sizeof error);
    if (!loop || pipe(pipe_fd)) {
        fprintf(stderr, "net-echo: %s\n", error);
        return 1;
    }
    net_watch(loop, 0, stop, NULL);
    printf("%u\n", (unsigned)net_port(loop));
    fflush(stdout);
    while (!stopped && net_run_once(loop, -1)) {
    }
    while (n_threads) pthread_join(threads[--n_threads], NULL); /* they wake the loop */
    net_close(loop);
    return n_conns; /* each was closed */
}
