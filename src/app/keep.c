/* keep.c - a place is a file of four lines; its name tells server and table, the lines decide. */
#include "app/keep.h"

#include "app/file.h"
#include "app/note.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char *path_make(const char *format, const char *one, const char *other)
{
    note n;
    fprintf(note_open(&n), format, one, other);
    char *name = note_close(&n);
    for (char *s = name; *s; s++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_", *s)) *s = '_';
    char *path = file_state(name);
    free(name);
    return path;
}

/* The value of a line `word value`, copied; false: no such line, or too long. */
static bool value_find(const char *text, const char *word, char *dst, size_t cap)
{
    size_t size = strlen(word);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        size_t end = strcspn(line, "\n");
        if (end > size && !strncmp(line, word, size) && line[size] == ' ' && end - size - 1 < cap) {
            memcpy(dst, line + size + 1, end - size - 1);
            dst[end - size - 1] = 0;
            return true;
        }
        if (!line[end]) break;
    }
    return false;
}

bool keep_can(void)
{
    char *path = file_state("");
    free(path);
    return path != NULL;
}

bool keep_open(keep *k, client_place *at)
{
    size_t size;
    char server[CLIENT_URL], table[sizeof at->table], begins[8], token[CLIENT_TOKEN];
    memset(k, 0, sizeof *k);
    k->place = path_make("place-%s-%s", at->server, at->table);
    if (!k->place) return false;
    char *text = file_read(k->place, &size);
    if (!text) {
        if (errno == ENOENT) errno = 0;
        return false;
    }
    bool well = !strncmp(text, "aude-place 1\n", 13) && value_find(text, "server", server, sizeof server) &&
                value_find(text, "table", table, sizeof table) && value_find(text, "token", token, sizeof token) &&
                !strcmp(server, at->server) && !strcmp(table, at->table);
    if (well) strcpy(at->token, token);
    k->begins = well && value_find(text, "begins", begins, sizeof begins);
    free(text);
    errno = well ? 0 : EINVAL;
    return well;
}

void keep_close(keep *k)
{
    free(k->place);
    free(k->receipt);
    free(k->record);
    memset(k, 0, sizeof *k);
}

static bool text_write(keep *k, const char *path, char *text)
{
    bool well = text && file_make_parents(path) && file_write(path, text, strlen(text), FILE_SECRET);
    k->error = well ? 0 : errno;
    k->error_at = path;
    free(text);
    return well;
}

bool keep_place(keep *k, const client_place *at)
{
    note n;
    free(k->place);
    k->place = path_make("place-%s-%s", at->server, at->table);
    if (!k->place) return false;
    fprintf(note_open(&n), "aude-place 1\nserver %s\ntable %s\ntoken %s\n%s", at->server, at->table, at->token,
            k->begins ? "begins yes\n" : "");
    return text_write(k, k->place, note_close(&n));
}

aude_err keep_game(keep *k, const picture *p, aude_errinfo *error)
{
    char number[16];
    size_t size;
    aude_err err = AUDE_OK;
    snprintf(number, sizeof number, "%d", p->receipt_game);
    free(k->receipt);
    free(k->record);
    k->game = p->receipt_game;
    k->receipt = path_make("%s-%s.receipt", p->table, number);
    k->record = path_make("%s-%s.aude", p->table, number);
    char *text = k->receipt ? file_read(k->receipt, &size) : NULL;
    for (char *line = text; !err && line && *line;) {
        size_t end = strcspn(line, "\n");
        if (strncmp(line, "aude-receipt ", 13)) err = receipt_note(p->receipt, line, end, error);
        line += end + (line[end] != 0);
    }
    free(text);
    return err;
}

void keep_receipt(keep *k, const picture *p)
{
    note n;
    if (!k->receipt) return;
    receipt_write(p->receipt, note_open(&n));
    text_write(k, k->receipt, note_close(&n));
}

void keep_record(keep *k, const picture *p)
{
    if (k->record) text_write(k, k->record, picture_record(p));
}
