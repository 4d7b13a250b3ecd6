/* choices.c - labels for moves. */
#include "app/choices.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

void choices_list(choices *c, const aude_rules *rules, const aude_state *view, int seat)
{
    static aude_move move[AUDE_MAX_MOVES];
    int n = aude_legal(rules, view, seat, move, AUDE_MAX_MOVES), number = 0;
    for (int i = 0; i < n; i++) {
        const aude_move *m = &move[i], *last = i ? m - 1 : NULL;
        bool passes = m->kind == AUDE_PASS || (m->kind == AUDE_BET && m->face == AUDE_NO_BET);
        bool again = last && m->kind == AUDE_PLACE && last->x == m->x && last->y == m->y;
        if (!passes && !again) number++;
        c->choice[i] = (choice){*m, passes ? 0 : number, 0};
        if (!again) continue;
        if (!c->choice[i - 1].letter) c->choice[i - 1].letter = 'a';
        c->choice[i].letter = (char)(c->choice[i - 1].letter + 1);
    }
    c->n = n;
    c->n_spaces = number;
}

int choices_find(const choices *c, const char *label)
{
    char *end;
    if (!isdigit((unsigned char)*label)) return -1;
    long number = strtol(label, &end, 10);
    int letter = tolower((unsigned char)*end);
    if (*end && end[1]) return -1;
    for (int i = 0; i < c->n; i++)
        if (c->choice[i].number == number && (!letter || letter == c->choice[i].letter)) return i;
    return -1;
}

int choices_ways(const choices *c, int index)
{
    int n = 0;
    for (int i = 0; i < c->n; i++) n += c->choice[i].number == c->choice[index].number;
    return n;
}

const char *choices_label(const choices *c, int index, char dst[16])
{
    char letter[2] = {c->choice[index].letter, 0};
    snprintf(dst, 16, "%d%s", c->choice[index].number, letter);
    return dst;
}
