/* assert.h - the module is built with NDEBUG. */
#ifndef AUDE_WASM_ASSERT_H
#define AUDE_WASM_ASSERT_H
#define assert(condition) ((void)0)
#endif
