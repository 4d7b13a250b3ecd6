/* metrics.c - counters as text for Prometheus. Nothing here is about a single table or person. */
#include "server/hall.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void metric(FILE *out, const char *type, const char *name, const char *help)
{
    fprintf(out, "# HELP aude_%s %s\n# TYPE aude_%s %s\n", name, help, name, type);
}

static void metric_one(FILE *out, const char *type, const char *name, const char *help, double value)
{
    metric(out, type, name, help);
    fprintf(out, "aude_%s %.17g\n", name, value);
}

/* Pages of memory that are ours, in bytes; 0 where that cannot be known. */
static double memory_bytes(void)
{
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%*d %ld", &pages) != 1) pages = 0;
    if (f) fclose(f);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

char *metrics_text(const hall *h)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    const net_counters *n = net_count(h->net);
    const store_metrics *m = store_measure(h->store);
    metric_one(out, "gauge", "tables", "Tables in memory.", h->n_rooms);
    metric_one(out, "gauge", "clients", "Connections that have said hello.", h->n_clients);
    metric_one(out, "counter", "tables_created_total", "Tables made.", (double)h->counters.created);
    metric_one(out, "counter", "tables_loaded_total", "Tables read from the store.", (double)h->counters.loaded);
    metric_one(out, "counter", "tables_reread_total", "Tables given up because their batch was lost.",
               (double)h->counters.reread);
    metric_one(out, "counter", "acts_total", "Acts accepted.", (double)h->counters.acts);
    metric_one(out, "counter", "acts_refused_total", "Acts refused.", (double)h->counters.refused);
    metric_one(out, "counter", "engine_moves_total", "Decisions given to computer players.",
               (double)h->counters.thoughts);
    metric_one(out, "gauge", "engine_waiting", "Decisions that wait for a thread.", think_waiting(h->thinkers));
    metric_one(out, "counter", "webhooks_total", "Webhooks called.", (double)h->counters.hooks);
    metric_one(out, "counter", "commits_total", "Batches made durable.", (double)m->n_commits);
    metric_one(out, "counter", "commits_failed_total", "Batches that failed.", (double)m->n_failed);
    metric_one(out, "counter", "rows_total", "Lines made durable.", (double)m->n_rows);
    metric_one(out, "counter", "logs_lost_total", "Tables whose part of a batch was lost.", (double)m->n_lost);
    metric_one(out, "counter", "commit_seconds_total", "Time spent in commits.", (double)m->sum_ns / 1e9);
    metric_one(out, "gauge", "commit_seconds_max", "The longest commit.", (double)m->max_ns / 1e9);
    metric_one(out, "gauge", "http_connections", "Open connections that are no WebSockets.", (double)n->http_open);
    metric_one(out, "gauge", "websockets", "Open WebSockets.", (double)n->ws_open);
    metric_one(out, "counter", "messages_received_total", "Messages from clients.", (double)n->messages_in);
    metric_one(out, "counter", "messages_sent_total", "Messages to clients.", (double)n->messages_out);
    metric_one(out, "counter", "messages_dropped_total", "Messages not sent to slow readers.",
               (double)n->messages_dropped);
    metric_one(out, "counter", "resyncs_total", "Slow readers who were sent everything anew.", (double)n->resyncs);
    metric(out, "counter", "http_responses_total", "Answers by class of status.");
    for (int i = 1; i < 6; i++)
        fprintf(out, "aude_http_responses_total{class=\"%dxx\"} %.17g\n", i, (double)n->http[i]);
    metric(out, "counter", "refused_total", "Connections, requests and messages turned away.");
    for (int i = 0; i < NET_REASONS; i++)
        fprintf(out, "aude_refused_total{reason=\"%s\"} %.17g\n", net_reason_name((net_reason)i),
                (double)n->refused[i]);
    metric_one(out, "gauge", "memory_bytes", "Resident memory.", memory_bytes());
    return fclose(out) ? (free(text), NULL) : text;
}
