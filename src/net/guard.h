/* Who may ask, and how much: addresses with their connections and rates, names, origins, trusted proxies.
 *
 * Invariant: an address is remembered as long as it holds connections or its bucket is not full; a crowd of addresses
 * costs at most GUARD_ADDRESSES of them, then newcomers are refused. For src/net only. */
#ifndef AUDE_NET_GUARD_H
#define AUDE_NET_GUARD_H

#include "net/net.h"
#include "net/syntax.h"

/* Steady rate with bursts. All zero: full. */
typedef struct guard_bucket {
    int64_t last;  /* when it was looked at */
    int64_t spent; /* thousandths of a token that are missing */
} guard_bucket;

bool guard_bucket_take(guard_bucket *bucket, int64_t now, int per_second, int burst);

typedef struct guard_address {
    struct guard_address *next;
    syntax_address address;
    guard_bucket requests;
    int connections;
} guard_address;

typedef struct guard guard;

/* Copies what it needs of config. NULL and a line in error for a bad name, origin or proxy, or without memory. */
guard *guard_open(const net_config *config, char *error, size_t error_size);
void guard_close(guard *g);
/* The entry of an address, made if need be; NULL if there are too many. An IPv6 address stands for its /64. */
guard_address *guard_find(guard *g, const syntax_address *address);
void guard_sweep(guard *g, int64_t now, int per_second); /* forgets who is gone; entries without connections die */
bool guard_host_allowed(const guard *g, const char *host);
bool guard_origin_allowed(const guard *g, const char *origin, const char *host);
bool guard_is_proxy(const guard *g, const syntax_address *address);
/* The client's address as trusted proxies tell it; peer if they say nothing good. forwarded may be NULL. */
syntax_address guard_client(const guard *g, const syntax_address *peer, const char *forwarded);
void guard_address_text(const syntax_address *address, char text[NET_ADDRESS_SIZE]);

#endif
