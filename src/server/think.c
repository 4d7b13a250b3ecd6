/* think.c - see think.h. One queue, one lock; a mind is in at most one job. */
#include "server/think.h"

#include <pthread.h>
#include <stdlib.h>

struct mind {
    void *player;
    aude_random random;
    bool busy, closed; /* closed: to be freed by whoever takes the answer */
};

typedef struct job job;
struct job {
    job *next;
    mind *mind;
    thought thought;
    _Alignas(16) unsigned char view[]; /* the part of an aude_state that the rules use */
};

typedef struct line {
    job *first, **last;
    int n;
} line;

struct thinkers {
    server_engines engines;
    void (*wake)(void *);
    void *wake_context;
    pthread_mutex_t lock;
    pthread_cond_t asked;
    line waiting, done;
    bool stop;
    int n_threads;
    pthread_t thread[];
};

static void line_open(line *l)
{
    l->first = NULL;
    l->last = &l->first;
    l->n = 0;
}

static void line_add(line *l, job *j)
{
    j->next = NULL;
    *l->last = j;
    l->last = &j->next;
    l->n++;
}

static job *line_take(line *l)
{
    job *j = l->first;
    if (!j) return NULL;
    l->first = j->next;
    if (!l->first) l->last = &l->first;
    l->n--;
    return j;
}

static void job_do(const thinkers *t, job *j)
{
    thought *q = &j->thought;
    const aude_state *view = (const aude_state *)(const void *)j->view;
    const char *name[AUDE_MAX_SEATS];
    for (int i = 0; i < AUDE_MAX_SEATS; i++) name[i] = q->name[i];
    if (j->mind)
        q->move = t->engines.choose(j->mind->player, q->rules, view, q->seat, &j->mind->random);
    else
        q->words = t->engines.help(q->rules, view, name, q->seat, q->x, q->y);
}

static void *thinkers_run(void *context)
{
    thinkers *t = context;
    pthread_mutex_lock(&t->lock);
    for (;;) {
        job *j = line_take(&t->waiting);
        if (!j && t->stop) break;
        if (!j) {
            pthread_cond_wait(&t->asked, &t->lock);
            continue;
        }
        pthread_mutex_unlock(&t->lock);
        job_do(t, j);
        pthread_mutex_lock(&t->lock);
        line_add(&t->done, j);
        t->wake(t->wake_context);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

thinkers *thinkers_open(int n, const server_engines *engines, void (*wake)(void *), void *wake_context)
{
    thinkers *t = calloc(1, sizeof *t + (size_t)n * sizeof *t->thread);
    if (!t) return NULL;
    t->engines = *engines;
    t->wake = wake;
    t->wake_context = wake_context;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->asked, NULL);
    line_open(&t->waiting);
    line_open(&t->done);
    while (t->n_threads < n && !pthread_create(&t->thread[t->n_threads], NULL, thinkers_run, t)) t->n_threads++;
    if (t->n_threads) return t;
    thinkers_close(t);
    return NULL;
}

static void mind_free(thinkers *t, mind *m)
{
    if (m->player) t->engines.close(m->player);
    free(m);
}

static void job_free(thinkers *t, job *j)
{
    if (j->mind) j->mind->busy = false;
    if (j->mind && j->mind->closed) mind_free(t, j->mind);
    free(j->thought.words);
    free(j);
}

void thinkers_close(thinkers *t)
{
    if (!t) return;
    pthread_mutex_lock(&t->lock);
    t->stop = true;
    for (job *j; (j = line_take(&t->waiting));) job_free(t, j);
    pthread_cond_broadcast(&t->asked);
    pthread_mutex_unlock(&t->lock);
    for (int i = 0; i < t->n_threads; i++) pthread_join(t->thread[i], NULL);
    for (job *j; (j = line_take(&t->done));) job_free(t, j);
    pthread_cond_destroy(&t->asked);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

mind *mind_open(thinkers *t, const char *name, uint64_t seed)
{
    mind *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->player = t->engines.open(name);
    aude_random_seed(&m->random, seed);
    if (m->player) return m;
    free(m);
    return NULL;
}

void mind_close(thinkers *t, mind *m)
{
    if (!m || !t) return;
    if (m->busy)
        m->closed = true;
    else
        mind_free(t, m);
}

bool mind_busy(const mind *m)
{
    return m->busy;
}

static bool job_add(thinkers *t, mind *m, const thought *question, const aude_state *state, unsigned flags)
{
    job *j = malloc(sizeof *j + aude_state_size(question->rules));
    if (!j) return false;
    j->mind = m;
    j->thought = *question;
    aude_view(question->rules, state, question->seat, flags, (aude_state *)(void *)j->view);
    if (m) m->busy = true;
    pthread_mutex_lock(&t->lock);
    line_add(&t->waiting, j);
    pthread_cond_signal(&t->asked);
    pthread_mutex_unlock(&t->lock);
    return true;
}

bool think_ask(thinkers *t, mind *m, const thought *question, const aude_state *state)
{
    return job_add(t, m, question, state, AUDE_RECALL);
}

bool think_help(thinkers *t, const thought *question, const aude_state *state)
{
    return t->engines.help && job_add(t, NULL, question, state, 0);
}

bool think_take(thinkers *t, thought *dst)
{
    pthread_mutex_lock(&t->lock);
    job *j = line_take(&t->done);
    pthread_mutex_unlock(&t->lock);
    if (!j) return false;
    *dst = j->thought;
    j->thought.words = NULL;
    job_free(t, j);
    return true;
}

int think_waiting(thinkers *t)
{
    pthread_mutex_lock(&t->lock);
    int n = t->waiting.n;
    pthread_mutex_unlock(&t->lock);
    return n;
}
