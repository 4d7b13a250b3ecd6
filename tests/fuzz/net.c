/* The syntax of request heads on any bytes: answers stay inside the input and keep what their header promises. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "net/guard.h"
#include "net/syntax.h"
#include "net/ws.h"

static void check(bool good)
{
    if (!good) abort();
}

static void check_host(const syntax_host *host, size_t size)
{
    size_t n = strlen(host->name);
    check(n > 0 && n <= size && (host->port == -1 || (host->port > 0 && host->port < 65536)));
    for (size_t i = 0; i < n; i++) check(host->name[i] < 'A' || host->name[i] > 'Z');
    syntax_host_is_loopback(host);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static guard *g;
    static const char *const proxies[] = {"10.0.0.0/8", "fd00::/8"}, *const origins[] = {"https://play.example"};
    char error[100];
    if (!g)
        g = guard_open(&(net_config){.proxies = proxies, .n_proxies = 2, .origins = origins, .n_origins = 1}, error,
                       100);
    char *text = malloc(size + 1), *copy = malloc(size + 1);
    if (!g || !text || !copy) abort();
    if (size) memcpy(text, data, size);
    text[size] = 0;
    memcpy(copy, text, size + 1);
    size_t n = strlen(text), left = n, decoded, element_size;
    const char *element;

    syntax_unescape(copy, &decoded);
    check(decoded <= n && strlen(copy) == decoded);
    syntax_is_token(text, size);
    syntax_is_value(text, size);
    syntax_is_number(text);
    check(!syntax_has_token(text, "upgrade") || n >= 7);
    syntax_accepts(text, "gzip");
    syntax_has_etag(text, "\"tag\"");
    while (syntax_list_last(text, &left, &element, &element_size))
        check(element_size > 0 && element >= text + left && element + element_size <= text + n);

    syntax_host host;
    syntax_address address;
    int number;
    if (syntax_host_read(text, n, &host)) check_host(&host, n);
    if (syntax_origin_read(text, &host, &number)) check_host(&host, n);
    if (syntax_net_read(text, &address, &number)) {
        check(number >= 0 && number <= 128);
        check(syntax_net_holds(&address, number, &address));
    }
    syntax_address peer = {.byte = {[10] = 255, [11] = 255, [12] = 10}};
    char shown[NET_ADDRESS_SIZE];
    peer = guard_client(g, &peer, text);
    guard_address_text(&peer, shown);
    check(syntax_address_read(shown, strlen(shown), &address) && !memcmp(&address, &peer, sizeof peer));
    check(!guard_host_allowed(g, text) || n > 0);
    guard_origin_allowed(g, text, "play.example");
    char accept[WS_ACCEPT_SIZE];
    check(!ws_accept_key(text, accept) || strlen(accept) == WS_ACCEPT_SIZE - 1);
    free(text);
    free(copy);
    return 0;
}
