/* raster.h - pictures as PNG, where the program was built with librsvg. */
#ifndef AUDE_APP_RASTER_H
#define AUDE_APP_RASTER_H

#include <stdbool.h>
#include <stddef.h>

/* False: built without, and raster_png always fails. */
bool raster_available(void);
/* An SVG document as a PNG of this size in pixels. The caller frees it; NULL after *reason, a short text, was set. */
char *raster_png(const char *svg, size_t size, int width, int height, size_t *png_size, const char **reason);

#endif
