/* The syntax of request heads: escapes, tokens, hosts, origins, preferences, entity tags, addresses.
 *
 * Pure functions on hostile text; nothing here allocates. For src/net only. */
#ifndef AUDE_NET_SYNTAX_H
#define AUDE_NET_SYNTAX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decodes %XX in place. False, with the text cut before it, for a bad escape or one of a NUL. */
bool syntax_unescape(char *text, size_t *size);
bool syntax_is_token(const char *text, size_t size); /* RFC 9110; not empty */
bool syntax_is_value(const char *text, size_t size); /* no control characters but tab */
bool syntax_is_number(const char *text);             /* digits only */
/* Whether a comma-separated list holds this token, in any case. */
bool syntax_has_token(const char *list, const char *token);
/* Whether Accept-Encoding (NULL: absent) takes this coding. */
bool syntax_accepts(const char *accept_encoding, const char *coding);
/* Whether If-None-Match (NULL: absent) names this entity tag, quotes included. */
bool syntax_has_etag(const char *if_none_match, const char *etag);

enum { SYNTAX_NAME_SIZE = 254 };

typedef struct syntax_host {
    char name[SYNTAX_NAME_SIZE]; /* lower case, without a last dot; an IPv6 address without brackets */
    int port;                    /* -1: not given */
    bool address;                /* a literal address */
} syntax_host;

/* "name", "name:port", "1.2.3.4:port", "[::1]:port" */
bool syntax_host_read(const char *text, size_t size, syntax_host *host);
bool syntax_host_is_loopback(const syntax_host *host);
/* "http://host" or "https://host"; a port that the scheme implies becomes -1. */
bool syntax_origin_read(const char *text, syntax_host *host, int *implied_port);
/* The last element of a comma-separated list that ends at *size, without blanks; *size becomes what stands before. */
bool syntax_list_last(const char *list, size_t *size, const char **element, size_t *element_size);

/* An address as 16 bytes, IPv4 as ::ffff:a.b.c.d. */
typedef struct syntax_address {
    uint8_t byte[16];
} syntax_address;

bool syntax_address_read(const char *text, size_t size, syntax_address *address);
/* "10.0.0.0/8", "::1", "fd00::/8"; bits count from the start of the 16 bytes. */
bool syntax_net_read(const char *text, syntax_address *net, int *bits);
bool syntax_net_holds(const syntax_address *net, int bits, const syntax_address *address);

#endif
