/* jcz.h - games of JCloisterZone, saved or written as tests of an engine: a setup and messages, which are played on a game with
 * `rule confirm`, whose `confirm` is their COMMIT. What such a file names and Aude does not have is refused, at its place.
 *
 * Draws are no messages. Where the file has no order of draws, a tile was drawn when it is placed; one that fitted nowhere is not
 * told, so such a game ends with a tile in the bag. */
#ifndef AUDE_JCZ_JCZ_H
#define AUDE_JCZ_JCZ_H

#include "jcz/tree.h"

enum { JCZ_MAX_LINES = 8192, JCZ_NAME = 64 };

/* Big: 300 KB and more. */
typedef struct jcz {
    /* The caller's: called after each line that made something happen; may be NULL. */
    void (*heard)(void *context, const aude_events *events);
    void *context;
    /* The reader's. */
    tree tree;
    int drawn; /* the last value of the order of draws that was drawn; -1: none */
    aude_rules rules;
    aude_record record;
    aude_game table;
    aude_events events;
    aude_line line[JCZ_MAX_LINES];
} jcz;

/* Whether a text looks like such a file, and not like a record. */
bool jcz_is(const char *src, size_t size);
/* Reads and plays it; `room` holds tree_nodes(size). Text and room stay with *j. */
aude_err jcz_read(jcz *j, const char *src, size_t size, node *room, aude_errinfo *e);
/* The log of what was played, as a record. */
size_t jcz_write(const jcz *j, char *dst, size_t cap);

/* Where no move waits and a tile is due: draws until one is in hand, by the file's order, and behind it `id`, which may be NULL. Nothing happens where
 * neither is there. */
aude_err jcz_draw(jcz *j, const char *id, aude_errinfo *e);

/* The kind of a tile by its id: BA/CFC.2 is CFC. -1: none. */
int jcz_tile(const jcz *j, const char *id);
/* City, Road, Monastery, Field as aude_feature_kind, -1: none; small letters too. */
int jcz_feature(const char *name, size_t size);
/* A location such as WE, NL.NR or I as bits of edges or half-edges. False: none. */
bool jcz_location(const char *src, size_t size, int feature, unsigned *ends);

#endif
