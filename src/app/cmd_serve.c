/* cmd_serve.c - aude serve: games over the network. */
#include "app/command.h"
#include "app/note.h"
#include "app/player.h"
#include "app/reason.h"
#include "server/server.h"

#include <jansson.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAX_NAMES = 32, DAY_MS = 86400000 };

/* ---- Log ---- */

static bool log_json;

/* One line stays one line, and a value ends where its quotes do. */
static const char *quoted(const char *value, char dst[400])
{
    size_t n = 0;
    for (; value[n] && n < 399; n++) dst[n] = (unsigned char)value[n] < ' ' || value[n] == '"' ? '\'' : value[n];
    dst[n] = 0;
    return dst;
}

static void log_line(net_level level, const char *event, const net_pair *pairs, int n_pairs)
{
    static const char *const name[] = {"debug", "info", "warning", "error"};
    char when[32];
    struct timespec now;
    struct tm utc;
    if (level == NET_DEBUG) return;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    size_t n = strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(when + n, sizeof when - n, ".%03ldZ", now.tv_nsec / 1000000);
    if (log_json) {
        json_t *line = json_pack("{s:s, s:s, s:s}", "time", when, "level", name[level], "event", event);
        for (int i = 0; i < n_pairs; i++)
            if (*pairs[i].value) json_object_set_new(line, pairs[i].key, json_string(pairs[i].value));
        char *text = json_dumps(line, JSON_COMPACT);
        if (text) fprintf(stderr, "%s\n", text);
        free(text);
        json_decref(line);
        return;
    }
    char text[1024], value[400];
    size_t at = (size_t)snprintf(text, sizeof text, "%s %s %s", when, name[level], event);
    for (int i = 0; i < n_pairs && at < sizeof text; i++)
        if (*pairs[i].value)
            at += (size_t)snprintf(text + at, sizeof text - at, " %s=\"%s\"", pairs[i].key,
                                   quoted(pairs[i].value, value));
    fprintf(stderr, "%s\n", text);
}

/* ---- Computer players ---- */

/* Guests share the processors of a server: none may have them for long, nor several at once. */
#define GUEST_SECONDS 5.0

enum { GUEST_PLAYOUTS = 100000 };

static const char *engine_refuse(const char *name)
{
    player p;
    if (!player_read(&p, name)) return "there is no such computer player";
    if (p.threads > 1) return "on a server a computer player thinks in one thread";
    if (p.seconds > GUEST_SECONDS) return "on a server a computer player thinks at most 5 seconds a turn";
    if (p.playouts > GUEST_PLAYOUTS) return "on a server a computer player has at most 100,000 playouts a turn";
    return NULL;
}

static void *engine_open(const char *name)
{
    player *p = calloc(1, sizeof *p);
    if (p && player_read(p, name) && player_open(p)) return p;
    free(p);
    return NULL;
}

static aude_move engine_choose(void *context, const aude_rules *rules, const aude_state *view, int seat,
                               aude_random *random)
{
    return player_choose(context, rules, view, seat, random);
}

static void engine_close(void *context)
{
    player_close(context);
    free(context);
}

enum { HINT_PLAYOUTS = 400 };

static char *engine_help(const aude_rules *rules, const aude_state *view, const char *const name[AUDE_MAX_SEATS],
                         int seat, int x, int y)
{
    aude_setup setup;
    aude_rules_setup(rules, &setup);
    scene s = {.rules = rules, .state = view, .viewer = seat, .n_seats = setup.n_seats};
    for (int i = 0; i < s.n_seats; i++) s.name[i] = name[i];
    adviser *r = reason_open(1);
    if (!r) return NULL;
    note n;
    FILE *out = note_open(&n);
    if (seat == AUDE_NOBODY) {
        reason_odds(r, out, &s, x, y);
    } else {
        aude_valued turn;
        char line[128];
        reason_choose(r, &s, HINT_PLAYOUTS, &turn);
        aude_move_write(rules, turn.move, line, sizeof line);
        fprintf(out, "%s\n", line);
        reason_hint(r, out, &s, &turn);
    }
    free(r);
    return note_close(&n);
}

/* ---- The command ---- */

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

/* Where the page lies: beside the program as it is built or installed; NULL: nowhere. */
static const char *files_find(char dst[PATH_MAX])
{
    static const char *const place[] = {"/web", "/../share/aude/web"};
    char self[PATH_MAX - 64];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0) return NULL;
    self[n] = 0;
    *strrchr(self, '/') = 0;
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        snprintf(dst, PATH_MAX, "%s%s/index.html", self, place[i]);
        bool there = !access(dst, R_OK);
        *strrchr(dst, '/') = 0;
        if (there) return dst;
    }
    return NULL;
}

static int names_read(const options *o, const char *which, const char *dst[MAX_NAMES], int *n)
{
    for (*n = 0; options_nth(o, which, *n); ++*n) {
        if (*n == MAX_NAMES) return command_error(o, "--%s: at most %d", which, MAX_NAMES);
        dst[*n] = options_nth(o, which, *n);
    }
    return COMMAND_OK;
}

/* The host of a public address, as browsers will send it: "play.example:8443". */
static bool url_host(const char *url, char *dst, size_t cap)
{
    const char *host = strstr(url, "://");
    if (!host || (strncmp(url, "http://", 7) && strncmp(url, "https://", 8))) return false;
    host += 3;
    size_t size = strcspn(host, "/?#");
    if (!size || size >= cap || host[size + (host[size] == '/')]) return false;
    memcpy(dst, host, size);
    dst[size] = 0;
    return true;
}

/* A page may also connect to the servers whose origins are allowed: they may have its table, and send it on. */
static const char *policy_of(const char *const *origins, int n)
{
    static char policy[sizeof NET_POLICY + MAX_NAMES * 2 * 256];
    size_t at = (size_t)snprintf(policy, sizeof policy, "%s", NET_POLICY);
    for (int i = 0; i < n && at < sizeof policy; i++) {
        bool plain = !strncmp(origins[i], "http:", 5);
        const char *rest = strstr(origins[i], "://");
        if (rest)
            at += (size_t)snprintf(policy + at, sizeof policy - at, " %.240s ws%s%.240s", origins[i], plain ? "" : "s",
                                   rest);
    }
    return policy;
}

static int serve_config(const options *o, server_config *c, const char **hosts, const char **origins,
                        const char **proxies)
{
    static char host[256], origin[300], files[PATH_MAX];
    long port = 0, keep = -1, abandoned = -1, connections = 0, address = 0, tables = 0, made = 0, threads = 0,
         lease = 0, requests = 0;
    if (!options_number(o, "port", 0, 65535, &port) || !options_number(o, "keep", 0, 36500, &keep) ||
        !options_number(o, "abandoned", 0, 36500, &abandoned) ||
        !options_number(o, "max-connections", 1, 1000000, &connections) ||
        !options_number(o, "max-per-address", 1, 1000000, &address) ||
        !options_number(o, "max-tables", 1, 1000000, &tables) ||
        !options_number(o, "tables-per-hour", 1, 1000000, &made) || !options_number(o, "threads", 1, 64, &threads) ||
        !options_number(o, "lease", 2, 3600, &lease) ||
        !options_number(o, "requests-per-second", 1, 1000000, &requests))
        return COMMAND_USAGE;
    c->net.host = options_value(o, "host");
    c->net.port = (uint16_t)port;
    c->net.max_connections = (int)connections;
    c->net.max_per_address = (int)address;
    c->net.requests_per_second = (int)requests;
    c->net.requests_burst = (int)(requests * 5);
    c->net.files = options_has(o, "files") ? options_value(o, "files") : files_find(files);
    c->db = options_value(o, "db");
    c->public_url = options_value(o, "public-url");
    c->name = options_value(o, "name");
    c->lease = (int)lease;
    c->keep = keep < 0 ? -1 : (int64_t)keep * DAY_MS;
    c->abandoned = abandoned < 0 ? -1 : (int64_t)abandoned * DAY_MS;
    c->max_tables = (int)tables;
    c->max_per_address = (int)made;
    c->threads = (int)threads;
    c->hooks = options_has(o, "webhooks") || options_has(o, "webhooks-private");
    c->hooks_private = options_has(o, "webhooks-private");
    c->open_metrics = options_has(o, "open-metrics");
    const char *format = options_value(o, "log");
    if (strcmp(format, "text") && strcmp(format, "json")) return command_error(o, "--log: text or json");
    log_json = !strcmp(format, "json");
    int code = names_read(o, "allow-host", hosts, &c->net.n_hosts);
    if (!code) code = names_read(o, "allow-origin", origins, &c->net.n_origins);
    if (!code) code = names_read(o, "proxy", proxies, &c->net.n_proxies);
    if (code) return code;
    if (c->public_url) {
        if (!url_host(c->public_url, host, sizeof host))
            return command_error(o, "--public-url: an address like https://play.example");
        if (c->net.n_hosts == MAX_NAMES || c->net.n_origins == MAX_NAMES)
            return command_error(o, "--allow-host: too many");
        hosts[c->net.n_hosts++] = host;
        snprintf(origin, sizeof origin, "%.*s%s", (int)(strstr(c->public_url, "://") + 3 - c->public_url),
                 c->public_url, host);
        origins[c->net.n_origins++] = origin;
    }
    if (!strncmp(c->db, "postgres", 8) && !c->public_url)
        return command_error(o, "servers that share a database need --public-url: the others send players there");
    c->net.content_security_policy = policy_of(origins, c->net.n_origins);
    c->net.hosts = hosts;
    c->net.origins = origins;
    c->net.proxies = proxies;
    return COMMAND_OK;
}

static int serve_run(const options *o)
{
    const char *hosts[MAX_NAMES + 1], *origins[MAX_NAMES + 1], *proxies[MAX_NAMES + 1];
    char error[512];
    server_config config = {.engines = {engine_refuse, engine_open, engine_choose, engine_close, engine_help},
                            .log = log_line};
    int code = serve_config(o, &config, hosts, origins, proxies);
    if (code) return code;
    struct sigaction action = {.sa_handler = stop};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    server *s = server_open(&config, error, sizeof error);
    if (!s) {
        command_error(o, "%s", error);
        return COMMAND_FAILED;
    }
    printf("%s\n", server_url(s));
    fflush(stdout);
    bool well = true;
    while (!stopped && well) well = server_turn(s);
    server_close(s);
    if (!well) command_error(o, "the loop of the network has failed");
    return well ? COMMAND_OK : COMMAND_FAILED;
}

static const option serve_options[] = {
    {"port", "N", "8080", "where to listen; 0: any free port", false},
    {"host", "ADDRESS", "127.0.0.1", "address to listen on; :: is every address of this machine", false},
    {"db", "URL", "sqlite:aude.db", "where games are kept: sqlite:FILE, or postgresql://... shared by several servers",
     false},
    {"public-url", "URL", NULL, "where players come, such as https://play.example, if something stands in front",
     false},
    {"files", "DIR", NULL, "the page; otherwise it is looked for beside the program", false},
    {"keep", "DAYS", NULL, "finished games are removed after so many days; otherwise they stay", false},
    {"abandoned", "DAYS", NULL, "unfinished games that nobody has touched for so many days are removed", false},
    {"max-connections", "N", "4200", "connections altogether", false},
    {"max-per-address", "N", "64", "connections of one address", false},
    {"requests-per-second", "N", "20", "HTTP requests of one address, steadily", false},
    {"max-tables", "N", "4000", "tables in memory", false},
    {"tables-per-hour", "N", "60", "tables that one address may open in an hour", false},
    {"threads", "N", NULL, "threads for computer players; otherwise one for each processor", false},
    {"allow-host", "NAME", NULL, "another name under which the server may be called", true},
    {"allow-origin", "URL", NULL, "another web origin that may play here", true},
    {"proxy", "ADDRESS", NULL, "a proxy whose X-Forwarded-For is believed, such as 127.0.0.1", true},
    {"webhooks", NULL, NULL, "tables may name web addresses to be called when a seat waits", false},
    {"webhooks-private", NULL, NULL, "the same, and also addresses of closed networks", false},
    {"open-metrics", NULL, NULL, "/metrics also for other machines; it tells when somebody chooses in secret", false},
    {"name", "NAME", NULL, "this server's name among those that share a database", false},
    {"lease", "SECONDS", "30", "how long the others wait before they take over from a dead server", false},
    {"log", "FORMAT", "text", "text or json, on standard error", false},
    {0}};

static const char *const serve_examples[] = {"aude serve", "play at http://127.0.0.1:8080",
                                             "aude serve --db sqlite:games.db --keep 90",
                                             "keep finished games for 90 days", NULL};

const command command_serve = {
    .name = "serve",
    .summary = "serve games to browsers and to aude join",
    .about = "Serves games: the page for browsers, WebSockets for them and for `aude join`. Prints its address on "
             "standard output once it listens; logs on standard error. Every move is durable before anybody hears of "
             "it: a server that is "
             "killed goes on where it was. SIGTERM or Ctrl-C ends it.\n"
             "\n"
             "TLS, systemd and nginx, several servers on one database, and looking after it all: docs/operate.md.",
    .option = serve_options,
    .example = serve_examples,
    .run = serve_run,
};
