/* words.h - tiles, places, features, scores and events in words, as the program says them everywhere. */
#ifndef AUDE_APP_WORDS_H
#define AUDE_APP_WORDS_H

#include "app/scene.h"

#include <stdio.h>

/* "city north; road east-west", a tile as it lies. */
void words_tile(FILE *out, const aude_rules *rules, int kind, int rotation);
/* "north-east", "all around": where a segment of a tile lies. */
void words_where(FILE *out, aude_segment segment);
/* "the city (north)": a segment of a placed tile, by the words of a move. */
void words_segment(FILE *out, const scene *s, int x, int y, int feature, int edge);
const char *words_kind(int feature);
/* Which segment of a tile has this edge; -1: none. */
int words_segment_at(const aude_rules *rules, int kind, int rotation, int feature, int edge);
/* "Ann", "Ann and Ben": seats as bits. */
void words_seats(FILE *out, const scene *s, unsigned seats);
/* "(0,-1) (1,-1)". */
void words_extent(FILE *out, const scene *s, int feature);
/* "the city (west) of 2 tiles, 1 open edge; the road ...": what a stack on a tile can be settled by. */
void words_targets(FILE *out, const scene *s, int tile);
/* "2 of Ann, 1 of Ben", "nobody". */
void words_meeples(FILE *out, const scene *s, const uint8_t meeples[AUDE_MAX_SEATS]);
/* "3 tiles × 2 = 6; 1 pennant × 2 = 2". */
void words_items(FILE *out, const aude_worth *worth);
/* "4/5". */
void words_chip(FILE *out, const aude_rules *rules, int face);
/* Why something was refused, as a sentence and a line. */
void words_refusal(FILE *out, const scene *s, const aude_errinfo *error);
/* A listed move as a person would say it. */
void words_move(FILE *out, const scene *s, aude_move move);
/* The same in as few words as a list needs: "road east-west", "4/5". */
void words_choice(FILE *out, const scene *s, aude_move move);
/* An event of a move: one sentence without line end; nothing for events that need no words. */
void words_event(FILE *out, const scene *s, const aude_events *events, int index);
/* Why a SCORED or FLIPPED event gave these points: lines. */
void words_why(FILE *out, const scene *s, const aude_events *events, int index);

#endif
