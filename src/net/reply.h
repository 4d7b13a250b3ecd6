/* Answers on their way to libmicrohttpd. For src/net only. */
#ifndef AUDE_NET_REPLY_H
#define AUDE_NET_REPLY_H

#include <microhttpd.h>

#include "net/net.h"

/* What every answer carries for safety. */
void reply_secure(struct MHD_Response *response, const char *policy);
/* Takes the reply's memory. NULL without memory. */
struct MHD_Response *reply_make(net_reply *reply, const char *policy);
void reply_free(net_reply *reply);

#endif
