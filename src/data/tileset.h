/* tileset.h - reading a tile file out of a scan that somebody else has begun: how records embed one. */
#ifndef AUDE_DATA_TILESET_H
#define AUDE_DATA_TILESET_H

#include "base/scan.h"

/* As aude_tileset_read, up to where the scan ends. Error lines are the scan's. */
aude_err tileset_scan(aude_tileset *set, scan *s, aude_errinfo *e);

#endif
