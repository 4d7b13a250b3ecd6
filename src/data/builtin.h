/* builtin.h - the table of built-in sets, written by tools/tilegen.c from the files in data/. */
#ifndef AUDE_DATA_BUILTIN_H
#define AUDE_DATA_BUILTIN_H

#include "aude.h"

extern const aude_tileset aude_builtin_sets[];
extern const int aude_n_builtin_sets;

#endif
