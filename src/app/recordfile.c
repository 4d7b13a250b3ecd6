/* recordfile.c - room for a record, as much as its text can need. */
#include "app/recordfile.h"

#include "app/command.h"
#include "app/file.h"
#include "jcz/jcz.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

aude_err recordfile_read(aude_record *record, aude_rules *rules, aude_state *state, const char *text, size_t size,
                         aude_errinfo *error)
{
    int lines = 1;
    for (size_t i = 0; i < size; i++) lines += text[i] == '\n';
    memset(record, 0, sizeof *record);
    record->own = calloc(AUDE_MAX_SETS, sizeof *record->own);
    record->cap_own = AUDE_MAX_SETS;
    record->line = calloc((size_t)lines, sizeof *record->line);
    record->cap_lines = lines;
    if (record->own && record->line) return aude_record_read(record, rules, state, text, size, error);
    *error = (aude_errinfo){.code = AUDE_E_LIMIT, .message = "out of memory"};
    return AUDE_E_LIMIT;
}

/* A game of JCloisterZone as the text of a record, which replaces its own. */
static aude_err text_import(char **text, size_t *size, aude_errinfo *error)
{
    jcz *game = calloc(1, sizeof *game);
    node *nodes = calloc(tree_nodes(*size), sizeof *nodes);
    char *record = NULL;
    aude_err err = game && nodes ? jcz_read(game, *text, *size, nodes, error) : AUDE_OK;
    if (game && nodes && !err) {
        *size = jcz_write(game, NULL, 0);
        record = malloc(*size + 1);
    }
    if (record) {
        jcz_write(game, record, *size + 1);
        free(*text);
        *text = record;
    } else if (!err) {
        *error = (aude_errinfo){.code = AUDE_E_LIMIT, .message = "out of memory"};
        err = AUDE_E_LIMIT;
    }
    free(nodes);
    free(game);
    return err;
}

int recordfile_open(aude_record *record, aude_rules *rules, aude_state *state, const char *path, char **text)
{
    size_t size;
    aude_errinfo error;
    memset(record, 0, sizeof *record);
    *text = file_read(path, &size);
    if (!*text) {
        fprintf(stderr, "%s\n", file_reason(path, errno));
        return COMMAND_USAGE;
    }
    aude_err err = jcz_is(*text, size) ? text_import(text, &size, &error) : AUDE_OK;
    if (!err) err = recordfile_read(record, rules, state, *text, size, &error);
    if (!err) return COMMAND_OK;
    file_error(path, &error);
    return COMMAND_USAGE;
}

void recordfile_free(aude_record *record)
{
    free(record->line);
    free(record->own);
    record->line = NULL;
    record->own = NULL;
}

bool recordfile_start(const aude_record *record, const aude_rules *rules, aude_state *state)
{
    aude_start(rules, state);
    for (int i = 0; i < record->n_lines; i++) {
        const aude_line *line = &record->line[i];
        if (line->kind != AUDE_LINE_MOVE || line->move.kind != AUDE_BET || line->move.face != AUDE_HIDDEN_FACE)
            continue;
        aude_view(rules, state, AUDE_NOBODY, 0, state);
        return true;
    }
    return false;
}

bool recordfile_moves(const aude_record *record, const aude_rules *rules, aude_move *dst, int *n)
{
    aude_game *game = malloc(sizeof *game);
    aude_record copy = *record; /* a game would write its log into it */
    aude_errinfo error;
    *n = 0;
    if (!game) return false;
    if (!aude_game_open(game, &copy, rules, &error)) {
        *n = game->course.n_moves;
        memcpy(dst, game->course.move, (size_t)*n * sizeof *dst);
    } else { /* a public record with hidden bets: it has neither undone moves nor any that wait */
        for (int i = 0; i < record->n_lines; i++)
            if (record->line[i].kind == AUDE_LINE_MOVE) dst[(*n)++] = record->line[i].move;
    }
    free(game);
    return true;
}
