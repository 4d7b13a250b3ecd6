/* glyph.h - characters of the terminal: UTF-8, widths, and what stands for them where only ASCII can be shown.
 *
 * All texts of the program are written in UTF-8 and pass through here on their way out, so that nothing else needs to know
 * what the terminal can show, and so that a name in a file cannot send commands to it. */
#ifndef AUDE_APP_GLYPH_H
#define AUDE_APP_GLYPH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Reads the next character and steps over it; 0 at the end. Control characters and malformed bytes read as '?', but for line
 * feeds. */
uint32_t glyph_next(const char **text);
/* Columns of a character: 0, 1 or 2. */
int glyph_width(uint32_t glyph);
/* Columns of a text. */
int glyph_columns(const char *text);
/* Writes a character; in ASCII its substitute, which has the same number of columns where it is one of ours. */
void glyph_write(FILE *out, uint32_t glyph, bool ascii);
/* Writes a text. */
void glyph_text(FILE *out, const char *text, bool ascii);

#endif
