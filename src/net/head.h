/* The head of a request: what of it decides before the body is read. For src/net only. */
#ifndef AUDE_NET_HEAD_H
#define AUDE_NET_HEAD_H

#include <microhttpd.h>

#include "net/net.h"

enum { HEAD_MAX = 8192 }; /* bytes of header fields; the rest of MHD's memory is for the answer's head */

typedef struct head {
    const char *path, *method, *version;
    const char *host, *origin, *length, *forwarded; /* of several the last; NULL: absent */
    int n_hosts, n_origins, n_lengths, n_encodings;
    size_t size;       /* of all fields */
    uint64_t body;     /* Content-Length */
    bool bad;          /* a field is malformed */
    bool is_get;       /* or HEAD */
    bool is_handshake; /* for a WebSocket */
} head;

typedef struct head_fault {
    int status; /* 0: none */
    net_reason reason;
    const char *message;
} head_fault;

void head_read(head *h, struct MHD_Connection *connection, const char *path, const char *method, const char *version);
/* The first thing that is wrong with the syntax or the lengths. After such an answer the connection must close: where
 * the next request begins cannot be known (MHD does close after an answer that comes before the body). */
head_fault head_judge(const head *h, size_t max_body);
bool head_method_is_known(const char *method);

#endif
