/* server.c - the loop: network, hall, time. See server.h. */
#include "server/server.h"

#include "server/hall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The longest picture of a table must fit, or its reader would never see the end: three times a setup of 64 KB, and a game. */
enum { MAX_QUEUE = 1 << 19 };

struct server {
    hall hall;
    net_loop *net;
    bool broken;
};

static void hall_time(hall *h)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    h->unix_ms = (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void server_wake(void *context)
{
    hall *h = context;
    for (thought t; !h->ending && think_take(h->thinkers, &t);) {
        room_think(h, &t);
        free(t.words);
    }
}

static void server_batch(void *context)
{
    hall *h = context;
    hall_time(h);
    hall_commit(h);
}

static void server_log(void *context, net_level level, const char *event, const net_pair *pairs, int n_pairs)
{
    const hall *h = context;
    if (h->config.log) h->config.log(level, event, pairs, n_pairs);
}

static server *server_fail(server *s)
{
    hall_empty(&s->hall);
    hall_close(&s->hall);
    free(s);
    return NULL;
}

server *server_open(const server_config *config, char *error, size_t error_size)
{
    server *s = calloc(1, sizeof *s);
    if (!s) {
        snprintf(error, error_size, "not enough memory");
        return NULL;
    }
    if (!hall_open(&s->hall, config, error, error_size)) return server_fail(s);
    net_handlers handlers = {.context = &s->hall,
                             .on_request = api_request,
                             .on_upgrade = hear_upgrade,
                             .on_message = hear_message,
                             .on_close = hear_close,
                             .on_resync = hear_resync,
                             .on_wake = server_wake,
                             .after_batch = server_batch,
                             .log = server_log};
    net_config net = config->net;
    if (!net.max_queue) net.max_queue = MAX_QUEUE;
    s->net = s->hall.net = net_open(&net, &handlers, error, error_size);
    if (!s->net) return server_fail(s);
    if (!config->public_url) {
        char url[128];
        const char *host = config->net.host ? config->net.host : "127.0.0.1";
        bool any = !strcmp(host, "0.0.0.0") || !strcmp(host, "::");
        snprintf(url, sizeof url, strchr(host, ':') && !any ? "http://[%s]:%d" : "http://%s:%d",
                 any ? "127.0.0.1" : host, net_port(s->net));
        free(s->hall.url);
        s->hall.url = strdup(url);
    }
    return s;
}

uint16_t server_port(const server *s)
{
    return net_port(s->net);
}

const char *server_url(const server *s)
{
    return s->hall.url;
}

bool server_turn(server *s)
{
    hall *h = &s->hall;
    hall_time(h);
    bool more = hall_tend(h);
    hall_commit(h);
    return net_run_once(s->net, more ? 0 : 1000);
}

void server_close(server *s)
{
    if (!s) return;
    hall_empty(&s->hall);
    for (int i = 0; i < 10; i++) net_run_once(s->net, 10); /* what was said last goes out */
    net_close(s->net);
    hall_close(&s->hall);
    free(s);
}
