/* raster.c - see raster.h. */
#include "app/raster.h"

#ifdef AUDE_RSVG

#include <librsvg/rsvg.h>
#include <stdlib.h>
#include <string.h>

typedef struct bytes {
    char *data;
    size_t n, cap;
} bytes;

bool raster_available(void)
{
    return true;
}

static cairo_status_t bytes_add(void *context, const unsigned char *data, unsigned n)
{
    bytes *b = context;
    if (b->n + n > b->cap) {
        size_t cap = 2 * (b->n + n);
        char *more = realloc(b->data, cap);
        if (!more) return CAIRO_STATUS_NO_MEMORY;
        b->data = more, b->cap = cap;
    }
    memcpy(b->data + b->n, data, n);
    b->n += n;
    return CAIRO_STATUS_SUCCESS;
}

/* Draws the document onto a surface; false if it cannot be read. */
static bool document_draw(const char *svg, size_t size, cairo_surface_t *surface, int width, int height)
{
    GInputStream *stream = g_memory_input_stream_new_from_data(svg, (gssize)size, NULL);
    /* without limits on the number of elements: our own pictures */
    RsvgHandle *handle = rsvg_handle_new_from_stream_sync(stream, NULL, RSVG_HANDLE_FLAG_UNLIMITED, NULL, NULL);
    cairo_t *c = cairo_create(surface);
    RsvgRectangle all = {0, 0, width, height};
    bool good = handle && rsvg_handle_render_document(handle, c, &all, NULL);
    cairo_destroy(c);
    if (handle) g_object_unref(handle);
    g_object_unref(stream);
    return good;
}

char *raster_png(const char *svg, size_t size, int width, int height, size_t *png_size, const char **reason)
{
    bytes out = {0};
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    *reason = NULL;
    if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS)
        *reason = "the picture is too big";
    else if (!document_draw(svg, size, surface, width, height))
        *reason = "the picture cannot be drawn";
    else if (cairo_surface_write_to_png_stream(surface, bytes_add, &out) != CAIRO_STATUS_SUCCESS)
        *reason = "out of memory";
    cairo_surface_destroy(surface);
    *png_size = out.n;
    if (!*reason) return out.data;
    free(out.data);
    return NULL;
}

#else

bool raster_available(void)
{
    return false;
}

char *raster_png(const char *svg, size_t size, int width, int height, size_t *png_size, const char **reason)
{
    (void)svg, (void)size, (void)width, (void)height;
    *png_size = 0;
    *reason = "built without librsvg: no PNG";
    return NULL;
}

#endif
