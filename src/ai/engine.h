/* engine.h - the engines of this directory. To add one: a file of its own, a line here and one in engines.c. */
#ifndef AUDE_AI_ENGINE_H
#define AUDE_AI_ENGINE_H

#include "aude.h"

extern const aude_engine engine_random;
extern const aude_engine engine_greedy;
extern const aude_engine engine_plain;
extern const aude_engine engine_mcts;

#endif
