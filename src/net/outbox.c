/* What waits to be sent to one WebSocket. A server's frames are not masked, so the same bytes serve every receiver. */
#include "net/outbox.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { OUTBOX_BATCH = 16, OUTBOX_HEAD_MAX = 10 };

struct net_text {
    int refs;
    bool control;
    size_t size; /* of the frame */
    char frame[];
};

struct outbox_item {
    outbox_item *next;
    net_text *text;
};

net_text *net_text_new(const char *text, size_t size)
{
    net_text *t = malloc(sizeof *t + OUTBOX_HEAD_MAX + size);
    if (!t) return NULL;
    uint8_t head[OUTBOX_HEAD_MAX] = {0x81}; /* text, whole */
    size_t n = 2;
    if (size < 126) {
        head[1] = (uint8_t)size;
    } else {
        int bytes = size < 65536 ? 2 : 8;
        head[1] = bytes == 2 ? 126 : 127;
        for (int i = bytes - 1; i >= 0; i--) head[n++] = (uint8_t)((uint64_t)size >> (8 * i));
    }
    *t = (net_text){.refs = 1, .size = n + size};
    memcpy(t->frame, head, n);
    if (size) memcpy(t->frame + n, text, size);
    return t;
}

net_text *outbox_control(const void *bytes, size_t size)
{
    net_text *t = malloc(sizeof *t + size);
    if (!t) return NULL;
    *t = (net_text){.refs = 1, .control = true, .size = size};
    memcpy(t->frame, bytes, size);
    return t;
}

void net_text_release(net_text *text)
{
    if (text && --text->refs == 0) free(text);
}

net_text *outbox_share(net_text *text)
{
    text->refs++;
    return text;
}

size_t outbox_text_size(const net_text *text)
{
    return text->size;
}

bool outbox_push(outbox *box, net_text *text, int64_t now)
{
    outbox_item *item = text ? malloc(sizeof *item) : NULL;
    if (!item) {
        net_text_release(text);
        return false;
    }
    *item = (outbox_item){.text = text};
    if (box->last)
        box->last->next = item;
    else
        box->moved = now;
    if (!box->first) box->first = item;
    box->last = item;
    box->size += text->size;
    if (text->control) box->n_control++;
    return true;
}

static void item_free(outbox *box, outbox_item *item)
{
    if (item->text->control) box->n_control--;
    net_text_release(item->text);
    free(item);
}

void outbox_drop(outbox *box, bool all, net_counters *counters)
{
    outbox_item *item = box->first;
    bool begun = box->first_sent > 0;
    if (all) box->first_sent = 0;
    box->first = box->last = NULL;
    box->size = 0;
    for (outbox_item *next; item; item = next) {
        next = item->next;
        if (!all && (begun || item->text->control)) {
            item->next = NULL;
            if (box->last)
                box->last->next = item;
            else
                box->first = item;
            box->last = item;
            box->size += item->text->size - (begun ? box->first_sent : 0);
        } else {
            if (!item->text->control) counters->messages_dropped++;
            item_free(box, item);
        }
        begun = false;
    }
}

static void sent(outbox *box, size_t size, net_counters *counters)
{
    counters->bytes_out += size;
    box->size -= size;
    box->first_sent += size;
    while (box->first && box->first_sent >= box->first->text->size) {
        outbox_item *item = box->first;
        box->first_sent -= item->text->size;
        box->first = item->next;
        if (!box->first) box->last = NULL;
        if (!item->text->control) counters->messages_out++;
        item_free(box, item);
    }
}

outbox_result outbox_send(outbox *box, int fd, int64_t now, net_counters *counters)
{
    while (box->first) {
        struct iovec part[OUTBOX_BATCH];
        struct msghdr message = {.msg_iov = part};
        for (const outbox_item *item = box->first; item && message.msg_iovlen < OUTBOX_BATCH; item = item->next) {
            size_t skip = item == box->first ? box->first_sent : 0;
            part[message.msg_iovlen].iov_base = item->text->frame + skip;
            part[message.msg_iovlen++].iov_len = item->text->size - skip;
        }
        ssize_t n = sendmsg(fd, &message, MSG_NOSIGNAL);
        if (n >= 0) {
            box->moved = now;
            sent(box, (size_t)n, counters);
        } else if (errno == EAGAIN) {
            return OUTBOX_BLOCKED;
        } else if (errno != EINTR) {
            return OUTBOX_BROKEN;
        }
    }
    return OUTBOX_EMPTY;
}
