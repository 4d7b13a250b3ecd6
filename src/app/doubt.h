/* doubt.h - what the tile data say of themselves: which facts are a reconstruction (docs/tiles.md, `mark`). */
#ifndef AUDE_APP_DOUBT_H
#define AUDE_APP_DOUBT_H

#include "aude.h"

#include <stdio.h>

/* Each writes lines, or nothing where nothing is in doubt. */
void doubt_tile(FILE *out, const aude_tile *tile);
/* The chips of a setup whose sets are known. */
void doubt_chips(FILE *out, const aude_setup *setup);
/* All sets of a setup. */
void doubt_setup(FILE *out, const aude_setup *setup);

#endif
