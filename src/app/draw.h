/* draw.h - the next tile by chance. */
#ifndef AUDE_APP_DRAW_H
#define AUDE_APP_DRAW_H

#include "aude.h"

/* One of the draws that are open, each with its weight. */
aude_move draw_choose(const aude_rules *rules, const aude_state *state, aude_random *random);

#endif
