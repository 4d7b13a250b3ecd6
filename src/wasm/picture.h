/* picture.h - what other files of the module need of a picture. */
#ifndef AUDE_WASM_PICTURE_H
#define AUDE_WASM_PICTURE_H

#include "wasm/module.h"

const aude_rules *picture_rules(const picture *p);
/* What the last look showed. */
const aude_state *picture_shown(void);

#endif
