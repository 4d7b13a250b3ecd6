/* Answers: made by the application, turned into those of libmicrohttpd. */
#include "net/reply.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

net_reply net_reply_empty(int status)
{
    return (net_reply){.status = status};
}

net_reply net_reply_bytes(int status, const char *type, const void *bytes, size_t size)
{
    net_reply reply = {.status = status, .type = type, .body = malloc(size ? size : 1), .size = size};
    if (!reply.body) return net_reply_empty(503);
    if (size) memcpy(reply.body, bytes, size);
    return reply;
}

net_reply net_reply_json(int status, const char *json)
{
    return net_reply_bytes(status, "application/json", json, strlen(json));
}

/* Writes text as the inside of a JSON string and returns its end. dst has room for six bytes a character. */
static char *json_escape(char *dst, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') {
            *dst++ = '\\';
            *dst++ = *text;
        } else if (*text > 0 && *text < 32) {
            dst += sprintf(dst, "\\u%04x", (unsigned)*text);
        } else {
            *dst++ = *text;
        }
    }
    return dst;
}

net_reply net_reply_error(int status, const char *code, const char *message)
{
    static const char head[] = "{\"error\":{\"code\":\"", middle[] = "\",\"message\":\"", tail[] = "\"}}\n";
    char *body = malloc(6 * (strlen(code) + strlen(message)) + sizeof head + sizeof middle + sizeof tail);
    if (!body) return net_reply_empty(status);
    char *end = stpcpy(body, head);
    end = stpcpy(json_escape(end, code), middle);
    end = stpcpy(json_escape(end, message), tail);
    return (net_reply){.status = status, .type = "application/json", .body = body, .size = (size_t)(end - body)};
}

net_reply net_reply_file(const char *path)
{
    return (net_reply){.status = 200, .file = path};
}

void net_reply_header(net_reply *reply, const char *name, const char *value)
{
    int i = 0;
    while (i < NET_REPLY_HEADERS && reply->header[i].name) i++;
    if (i == NET_REPLY_HEADERS) return;
    char *copy = strdup(value);
    if (!copy) return;
    for (char *c = copy; *c; c++)
        if ((*c > 0 && *c < 32) || *c == 127) *c = ' ';
    reply->header[i].name = name;
    reply->header[i].value = copy;
}

void reply_free(net_reply *reply)
{
    for (int i = 0; i < NET_REPLY_HEADERS; i++) free(reply->header[i].value);
    free(reply->body);
    *reply = net_reply_empty(0);
}

void reply_secure(struct MHD_Response *response, const char *policy)
{
    static const char *const header[][2] = {
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
    };
    for (size_t i = 0; i < sizeof header / sizeof *header; i++)
        MHD_add_response_header(response, header[i][0], header[i][1]);
    MHD_add_response_header(response, "Content-Security-Policy", policy);
}

struct MHD_Response *reply_make(net_reply *reply, const char *policy)
{
    struct MHD_Response *response =
        reply->size ? MHD_create_response_from_buffer(reply->size, reply->body, MHD_RESPMEM_MUST_FREE)
                    : MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    if (response) {
        if (reply->size) reply->body = NULL; /* MHD's now */
        if (reply->type) MHD_add_response_header(response, "Content-Type", reply->type);
        reply_secure(response, policy);
        for (int i = 0; i < NET_REPLY_HEADERS && reply->header[i].name; i++)
            MHD_add_response_header(response, reply->header[i].name, reply->header[i].value);
        if (!MHD_get_response_header(response, "Cache-Control"))
            MHD_add_response_header(response, "Cache-Control", "no-store");
    }
    reply_free(reply);
    return response;
}
