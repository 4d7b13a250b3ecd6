/* The syntax of request heads. Invariant: no function reads behind the size or the NUL it is given. */
#include "net/syntax.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool letter_or_digit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static int hex(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c = lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool syntax_unescape(char *text, size_t *size)
{
    char *out = text;
    bool good = true;
    for (const char *in = text; *in && good; in++) {
        if (*in != '%') {
            *out++ = *in;
            continue;
        }
        int high = hex(in[1]);
        int low = high < 0 ? -1 : hex(in[2]);
        good = low >= 0 && (high || low);
        if (good) {
            *out++ = (char)(high * 16 + low);
            in += 2;
        }
    }
    *out = 0;
    *size = (size_t)(out - text);
    return good;
}

bool syntax_is_token(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (!letter_or_digit(text[i]) && (!text[i] || !strchr("!#$%&'*+-.^_`|~", text[i]))) return false;
    return size > 0;
}

bool syntax_is_value(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if ((text[i] >= 0 && text[i] < 32 && text[i] != '\t') || text[i] == 127) return false;
    return true;
}

bool syntax_is_number(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* The next element of a list, without blanks around it; false at the end. */
static bool list_next(const char **list, const char **element, size_t *size)
{
    const char *s = *list + strspn(*list, ", \t");
    if (!*s) return false;
    const char *end = s + strcspn(s, ",");
    *list = end;
    while (end > s && (end[-1] == ' ' || end[-1] == '\t')) end--;
    *element = s;
    *size = (size_t)(end - s);
    return true;
}

bool syntax_list_last(const char *list, size_t *size, const char **element, size_t *element_size)
{
    size_t end = *size;
    while (end && strchr(", \t", list[end - 1])) end--;
    size_t start = end;
    while (start && list[start - 1] != ',') start--;
    *size = start;
    while (start < end && (list[start] == ' ' || list[start] == '\t')) start++;
    *element = list + start;
    *element_size = end - start;
    return end > start;
}

bool syntax_has_token(const char *list, const char *token)
{
    const char *element;
    size_t size;
    while (list_next(&list, &element, &size))
        if (size == strlen(token) && !strncasecmp(element, token, size)) return true;
    return false;
}

/* Whether what follows a coding's name forbids it: `;q=0`, `; q=0.000`. */
static bool quality_is_zero(const char *text, const char *end)
{
    while (text < end && strchr("; \t", *text)) text++;
    if (end - text < 3 || lower(text[0]) != 'q' || text[1] != '=' || text[2] != '0') return false;
    for (text += 3; text < end; text++)
        if (*text != '.' && *text != '0') return false;
    return true;
}

bool syntax_accepts(const char *accept_encoding, const char *coding)
{
    const char *element;
    size_t size;
    bool any = false;
    while (accept_encoding && list_next(&accept_encoding, &element, &size)) {
        size_t name = strcspn(element, ";, \t");
        bool taken = !quality_is_zero(element + name, element + size);
        if (name == strlen(coding) && !strncasecmp(element, coding, name)) return taken;
        if (name == 1 && *element == '*') any = taken;
    }
    return any;
}

bool syntax_has_etag(const char *if_none_match, const char *etag)
{
    const char *element;
    size_t size;
    while (if_none_match && list_next(&if_none_match, &element, &size)) {
        if (size == 1 && *element == '*') return true;
        if (size > 2 && !strncmp(element, "W/", 2)) { /* the comparison is weak here */
            element += 2;
            size -= 2;
        }
        if (size == strlen(etag) && !memcmp(element, etag, size)) return true;
    }
    return false;
}

static bool port_read(const char *text, size_t size, int *port)
{
    *port = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9' || i == 5) return false;
        *port = *port * 10 + (text[i] - '0');
    }
    return size > 0 && *port > 0 && *port < 65536;
}

bool syntax_host_read(const char *text, size_t size, syntax_host *host)
{
    size_t n = 0;
    size_t rest; /* where the port begins, if anything is left */
    syntax_address address;
    if (size && text[0] == '[') {
        const char *end = memchr(text, ']', size);
        if (!end) return false;
        text++;
        n = (size_t)(end - text);
        size--;
        rest = n + 1;
        if (!memchr(text, ':', n) || !syntax_address_read(text, n, &address)) return false;
        host->address = true;
    } else {
        while (n < size && (letter_or_digit(text[n]) || text[n] == '.' || text[n] == '-' || text[n] == '_')) n++;
        rest = n;
        host->address = syntax_address_read(text, n, &address);
        if (n > 1 && text[n - 1] == '.') n--;
    }
    if (n == 0 || n >= sizeof host->name) return false;
    for (size_t i = 0; i < n; i++) host->name[i] = lower(text[i]);
    host->name[n] = 0;
    host->port = -1;
    if (rest == size) return true;
    return text[rest] == ':' && port_read(text + rest + 1, size - rest - 1, &host->port);
}

bool syntax_host_is_loopback(const syntax_host *host)
{
    static const char tail[] = ".localhost";
    size_t n = strlen(host->name);
    if (!strcmp(host->name, "localhost") || (n >= sizeof tail && !strcmp(host->name + n - (sizeof tail - 1), tail)))
        return true;
    syntax_address address;
    if (!host->address || !syntax_address_read(host->name, n, &address)) return false;
    return (!memcmp(address.byte, "\0\0\0\0\0\0\0\0\0\0\xff\xff\x7f", 13)) ||
           (!memcmp(address.byte, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1", 16));
}

bool syntax_origin_read(const char *text, syntax_host *host, int *implied_port)
{
    size_t skip = 0;
    if (!strncmp(text, "http://", 7)) {
        skip = 7;
        *implied_port = 80;
    } else if (!strncmp(text, "https://", 8)) {
        skip = 8;
        *implied_port = 443;
    }
    if (!skip || !syntax_host_read(text + skip, strlen(text + skip), host)) return false;
    if (host->port == *implied_port) host->port = -1;
    return true;
}

bool syntax_address_read(const char *text, size_t size, syntax_address *address)
{
    char copy[INET6_ADDRSTRLEN];
    struct in_addr four;
    if (size == 0 || size >= sizeof copy) return false;
    memcpy(copy, text, size);
    copy[size] = 0;
    if (inet_pton(AF_INET, copy, &four) == 1) {
        memset(address->byte, 0, 10);
        memset(address->byte + 10, 255, 2);
        memcpy(address->byte + 12, &four, 4);
        return true;
    }
    return inet_pton(AF_INET6, copy, address->byte) == 1;
}

bool syntax_net_read(const char *text, syntax_address *net, int *bits)
{
    size_t n = strcspn(text, "/");
    bool four = !memchr(text, ':', n);
    if (!syntax_address_read(text, n, net)) return false;
    *bits = 128;
    if (!text[n]) return true;
    const char *digits = text + n + 1;
    if (!syntax_is_number(digits) || strlen(digits) > 3) return false;
    *bits = atoi(digits) + (four ? 96 : 0);
    return *bits <= 128;
}

bool syntax_net_holds(const syntax_address *net, int bits, const syntax_address *address)
{
    int whole = bits / 8;
    if (memcmp(net->byte, address->byte, (size_t)whole)) return false;
    if (bits % 8 == 0) return true;
    return (net->byte[whole] ^ address->byte[whole]) >> (8 - bits % 8) == 0;
}
