/* tileset.h - tile files as a part of a longer text: how records embed one. */
#ifndef AUDE_DATA_TILESET_H
#define AUDE_DATA_TILESET_H

#include "base/scan.h"
#include "base/text.h"

/* As aude_tileset_read, up to where the scan ends. Error lines are the scan's. */
aude_err tileset_scan(aude_tileset *set, scan *s, aude_errinfo *e);
/* As aude_tileset_write, each line behind `prefix`. */
void tileset_text(const aude_tileset *set, const char *prefix, text *t);

#endif
