/* engine.h - the engines of this directory. To add one: a file of its own, a line here and one in engines.c. */
#ifndef AUDE_AI_ENGINE_H
#define AUDE_AI_ENGINE_H

#include "aude.h"

extern const aude_engine engine_random;
extern const aude_engine engine_greedy;
extern const aude_engine engine_plain;
extern const aude_engine engine_mcts;
extern const aude_engine engine_level_1, engine_level_2, engine_level_3, engine_level_4;
extern const aude_engine engine_level_5, engine_level_6, engine_level_7, engine_level_8;

#endif
