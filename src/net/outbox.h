/* What waits to be sent to one WebSocket: finished frames, which many outboxes may share. For src/net only. */
#ifndef AUDE_NET_OUTBOX_H
#define AUDE_NET_OUTBOX_H

#include "net/net.h"

typedef struct outbox_item outbox_item;

typedef struct outbox {
    outbox_item *first, *last;
    size_t size;       /* bytes still to be sent */
    size_t first_sent; /* bytes of the first frame that are sent; such a frame is never dropped alone */
    int n_control;     /* control frames among the items */
    int64_t moved;     /* when it last became filled or smaller */
} outbox;

typedef enum outbox_result { OUTBOX_EMPTY, OUTBOX_BLOCKED, OUTBOX_BROKEN } outbox_result;

/* A frame of these bytes, as they are. */
net_text *outbox_control(const void *bytes, size_t size);
net_text *outbox_share(net_text *text); /* one more reference */
size_t outbox_text_size(const net_text *text);
/* Takes over the caller's reference, also when it fails for lack of memory; NULL fails. */
bool outbox_push(outbox *box, net_text *text, int64_t now);
/* Drops all, or the messages of which nothing was sent. Counts them. */
void outbox_drop(outbox *box, bool all, net_counters *counters);
/* Sends what the socket takes. */
outbox_result outbox_send(outbox *box, int fd, int64_t now, net_counters *counters);

#endif
