/* hook.h - webhooks: a table may name an address that is called when a seat has waited long. Calls are made in a thread of their own;
 * what becomes of them is only logged. Private and local addresses are refused unless the operator allows them, so that nobody
 * uses the server to reach what stands behind it. */
#ifndef AUDE_SERVER_HOOK_H
#define AUDE_SERVER_HOOK_H

#include "net/net.h"

#include <stdbool.h>

typedef struct hooks hooks;

/* `log` is called from the thread. NULL: no thread. */
hooks *hooks_open(bool allow_private, void (*log)(net_level, const char *, const net_pair *, int));
/* Calls that are on their way are broken off. */
void hooks_close(hooks *h);
/* "https://..." or "http://...", of at most HOOK_URL bytes, with a host and without user or password. */
enum { HOOK_URL = 400 };
bool hook_url_good(const char *url);
/* Posts a JSON body. Dropped, and logged, where too many wait. */
void hook_post(hooks *h, const char *url, const char *json);

#endif
