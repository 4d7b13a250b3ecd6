/* Who may ask, and how much. */
#include "net/guard.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD_CHAINS = 1024, GUARD_ADDRESSES = 32768 };

typedef struct guard_net {
    syntax_address net;
    int bits;
} guard_net;

typedef struct guard_origin {
    syntax_host host;
    int implied_port;
} guard_origin;

struct guard {
    guard_address *chain[GUARD_CHAINS];
    int n_addresses;
    syntax_host *host;
    guard_origin *origin;
    guard_net *proxy;
    int n_hosts, n_origins, n_proxies;
};

bool guard_bucket_take(guard_bucket *bucket, int64_t now, int per_second, int burst)
{
    int64_t regained = (now - bucket->last) * per_second;
    bucket->spent = regained < bucket->spent ? bucket->spent - regained : 0;
    bucket->last = now;
    if (bucket->spent + 1000 > (int64_t)burst * 1000) return false;
    bucket->spent += 1000;
    return true;
}

guard *guard_open(const net_config *config, char *error, size_t error_size)
{
    guard *g = calloc(1, sizeof *g);
    if (g) {
        g->host = calloc((size_t)config->n_hosts + 1, sizeof *g->host);
        g->origin = calloc((size_t)config->n_origins + 1, sizeof *g->origin);
        g->proxy = calloc((size_t)config->n_proxies + 1, sizeof *g->proxy);
    }
    const char *what = g && g->host && g->origin && g->proxy ? NULL : "out of memory";
    const char *name = "";
    for (; !what && g->n_hosts < config->n_hosts; g->n_hosts++) {
        name = config->hosts[g->n_hosts];
        if (!syntax_host_read(name, strlen(name), &g->host[g->n_hosts])) what = "no host name: ";
    }
    for (; !what && g->n_origins < config->n_origins; g->n_origins++) {
        name = config->origins[g->n_origins];
        guard_origin *o = &g->origin[g->n_origins];
        if (!syntax_origin_read(name, &o->host, &o->implied_port)) what = "no origin like https://name: ";
    }
    for (; !what && g->n_proxies < config->n_proxies; g->n_proxies++) {
        name = config->proxies[g->n_proxies];
        guard_net *p = &g->proxy[g->n_proxies];
        if (!syntax_net_read(name, &p->net, &p->bits)) what = "no address of a proxy: ";
    }
    if (!what) return g;
    snprintf(error, error_size, "%s%s", what, name);
    guard_close(g);
    return NULL;
}

void guard_close(guard *g)
{
    if (!g) return;
    for (int i = 0; i < GUARD_CHAINS; i++) {
        for (guard_address *a = g->chain[i], *next; a; a = next) {
            next = a->next;
            free(a);
        }
    }
    free(g->host);
    free(g->origin);
    free(g->proxy);
    free(g);
}

static bool is_four(const syntax_address *address)
{
    return !memcmp(address->byte, "\0\0\0\0\0\0\0\0\0\0\xff\xff", 12);
}

guard_address *guard_find(guard *g, const syntax_address *address)
{
    syntax_address key = *address;
    if (!is_four(&key)) memset(key.byte + 8, 0, 8);
    uint32_t hash = 2166136261u;
    for (int i = 0; i < 16; i++) hash = (hash ^ key.byte[i]) * 16777619u;
    guard_address **chain = &g->chain[hash % GUARD_CHAINS];
    for (guard_address *a = *chain; a; a = a->next)
        if (!memcmp(&a->address, &key, sizeof key)) return a;
    if (g->n_addresses >= GUARD_ADDRESSES) return NULL;
    guard_address *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    g->n_addresses++;
    a->address = key;
    a->next = *chain;
    *chain = a;
    return a;
}

void guard_sweep(guard *g, int64_t now, int per_second)
{
    for (int i = 0; i < GUARD_CHAINS; i++) {
        for (guard_address **link = &g->chain[i], *a; (a = *link);) {
            if (a->connections || (now - a->requests.last) * per_second < a->requests.spent) {
                link = &a->next;
            } else {
                *link = a->next;
                free(a);
                g->n_addresses--;
            }
        }
    }
}

bool guard_host_allowed(const guard *g, const char *text)
{
    syntax_host host;
    if (!syntax_host_read(text, strlen(text), &host)) return false;
    if (host.address || syntax_host_is_loopback(&host)) return true;
    for (int i = 0; i < g->n_hosts; i++)
        if (!strcmp(host.name, g->host[i].name) && (g->host[i].port == -1 || g->host[i].port == host.port)) return true;
    return false;
}

bool guard_origin_allowed(const guard *g, const char *text, const char *host_text)
{
    syntax_host origin, host;
    int implied;
    if (!syntax_origin_read(text, &origin, &implied)) return false;
    if (syntax_host_read(host_text, strlen(host_text), &host)) {
        if (host.port == implied) host.port = -1;
        if (!strcmp(origin.name, host.name) && origin.port == host.port) return true;
    }
    for (int i = 0; i < g->n_origins; i++) {
        const guard_origin *o = &g->origin[i];
        if (o->implied_port == implied && o->host.port == origin.port && !strcmp(o->host.name, origin.name))
            return true;
    }
    return false;
}

bool guard_is_proxy(const guard *g, const syntax_address *address)
{
    for (int i = 0; i < g->n_proxies; i++)
        if (syntax_net_holds(&g->proxy[i].net, g->proxy[i].bits, address)) return true;
    return false;
}

syntax_address guard_client(const guard *g, const syntax_address *peer, const char *forwarded)
{
    /* Each proxy appends whom it saw; the first from the right that is no proxy of ours is the client. */
    syntax_address client = *peer;
    size_t left = forwarded ? strlen(forwarded) : 0;
    const char *element;
    size_t size;
    while (guard_is_proxy(g, &client) && syntax_list_last(forwarded, &left, &element, &size))
        if (!syntax_address_read(element, size, &client)) return *peer;
    return client;
}

void guard_address_text(const syntax_address *address, char text[NET_ADDRESS_SIZE])
{
    if (is_four(address))
        inet_ntop(AF_INET, address->byte + 12, text, NET_ADDRESS_SIZE);
    else
        inet_ntop(AF_INET6, address->byte, text, NET_ADDRESS_SIZE);
}
