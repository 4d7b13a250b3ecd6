/* news.h - what happens at a table on a server besides moves, in words: who comes and goes, who sits where, questions, clocks. Looks at
 * what the client was told, which is nothing that its person may not know.
 *
 * Owns: news, what was known when things were last told. */
#ifndef AUDE_APP_NEWS_H
#define AUDE_APP_NEWS_H

#include "client/picture.h"

#include <stdio.h>

typedef struct news {
    bool any; /* something was told: before that, everything is as it is and nothing is new */
    char name[AUDE_MAX_PEOPLE][64];
    bool present[AUDE_MAX_PEOPLE];
    int n_seats, host;
    picture_seat seat[AUDE_MAX_SEATS]; /* kind, person, engine */
    proto_phase phase;
    int game;
    bool paused, asked;
    int question;
    char *setup, *chats; /* texts of lines */
} news;

void news_close(news *n);
/* Writes what has changed since the last call; lines. */
void news_tell(news *n, const picture *p, FILE *out);
/* A chat line, unless it was told before. */
void news_chat(news *n, const proto_server_chat *m, FILE *out);

/* Who is there, who sits where. */
void news_people(const picture *p, FILE *out);
/* The same, with how the table differs from the usual: the whole lobby. */
void news_lobby(const picture *p, FILE *out);
/* The table's options: a line. */
void news_options(const picture *p, FILE *out);
/* Clocks, `since` ms after they were told. */
void news_clocks(const picture *p, int64_t since, FILE *out);
/* The time that a seat has now: of the open secret decision, where it is asked, else its own; nothing where there is none. */
void news_clock(const picture *p, int seat, int64_t since, FILE *out);
/* The open question for whoever is to answer, or who has asked; false: none is open. */
bool news_question(const picture *p, FILE *out);
/* Who is waited for: a sentence without a line end. */
void news_idle(const picture *p, FILE *out);
/* "Ann", "Ann (you)", "a computer, greedy", "open". */
void news_seat(const picture *p, int seat, FILE *out);

#endif
