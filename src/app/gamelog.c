/* gamelog.c - the lines of a game. What does not fit is an error of the program, not of its user: the room is enough for every
 * game that the rules allow. */
#include "app/gamelog.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lines and bytes of text a tile, and besides. */
enum { GAMELOG_LINES = 48, GAMELOG_TEXT = 512, GAMELOG_TILES = AUDE_MAX_TILES };

bool gamelog_init(gamelog *log, const aude_setup *setup)
{
    memset(log, 0, sizeof *log);
    log->record.setup = *setup;
    log->record.cap_lines = GAMELOG_LINES * GAMELOG_TILES;
    log->record.line = malloc((size_t)log->record.cap_lines * sizeof *log->record.line);
    log->cap_text = GAMELOG_TEXT * GAMELOG_TILES;
    log->text = malloc((size_t)log->cap_text);
    log->record.text = log->text;
    for (int s = 0; s < setup->n_seats; s++) snprintf(log->record.name[s], sizeof log->record.name[s], "Seat %d", s);
    if (log->record.line && log->text) return true;
    gamelog_free(log);
    return false;
}

void gamelog_free(gamelog *log)
{
    free(log->record.line);
    free(log->text);
    memset(log, 0, sizeof *log);
}

void gamelog_clear(gamelog *log)
{
    log->record.n_lines = 0;
    log->n_text = 0;
}

static aude_line *line_new(gamelog *log, aude_line_kind kind)
{
    assert(log->record.n_lines < log->record.cap_lines);
    aude_line *line = &log->record.line[log->record.n_lines++];
    memset(line, 0, sizeof *line);
    line->kind = (uint8_t)kind;
    line->index = -1;
    return line;
}

void gamelog_move(gamelog *log, aude_move move)
{
    line_new(log, AUDE_LINE_MOVE)->move = move;
}

void gamelog_digest(gamelog *log, uint64_t digest)
{
    line_new(log, AUDE_LINE_DIGEST)->digest = digest;
}

void gamelog_expect(gamelog *log, const char *format, ...)
{
    aude_line *line = line_new(log, AUDE_LINE_EXPECT);
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(log->text + log->n_text, (size_t)(log->cap_text - log->n_text), format, arguments);
    va_end(arguments);
    assert(n > 0 && n < log->cap_text - log->n_text);
    line->index = log->n_text;
    line->size = n;
    log->n_text += n + 1;
}

char *gamelog_text(const gamelog *log, const aude_rules *rules, size_t *size)
{
    size_t n = aude_record_write(&log->record, rules, NULL, 0);
    char *text = malloc(n + 1);
    if (text) *size = aude_record_write(&log->record, rules, text, n + 1);
    return text;
}
