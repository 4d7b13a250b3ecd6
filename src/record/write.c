/* write.c - setup and lines as text. Grammar: docs/record.md. */
#include "data/tileset.h"
#include "record/line.h"

static void rule_switch(text *t, const char *name, int value, int usual)
{
    if (!value == !usual) return;
    text_str(t, "rule ");
    text_str(t, name);
    text_str(t, value ? " on\n" : " off\n");
}

static void rule_number(text *t, const char *name, int value, int usual)
{
    if (value == usual) return;
    text_str(t, "rule ");
    text_str(t, name);
    text_char(t, ' ');
    text_int(t, value);
    text_char(t, '\n');
}

void setup_rules_text(const aude_setup *setup, bool confirm, text *t)
{
    aude_setup usual;
    aude_setup_default(&usual, setup->n_seats);
    for (int i = 0; i < setup->n_sets; i++) {
        const aude_tileset *set = setup->set[i];
        if (!aude_tileset_find(set->name, set->hash)) {
            tileset_text(set, "| ", t);
            continue;
        }
        text_str(t, "set ");
        text_str(t, set->name);
        text_char(t, ' ');
        text_hex(t, set->hash);
        text_char(t, '\n');
    }
    rule_switch(t, "fields", setup->fields, usual.fields);
    rule_number(t, "tiny-city", setup->tiny_city, usual.tiny_city);
    rule_switch(t, "bets-unoccupied", setup->bets_unoccupied, usual.bets_unoccupied);
    rule_switch(t, "confirm", confirm, 0);
    rule_number(t, "draws", setup->draws, usual.draws);
    rule_number(t, "meeples", setup->meeples, usual.meeples);
    rule_number(t, "first", setup->first, usual.first);
    if (setup->n_chips) text_str(t, "chips");
    for (int i = 0; i < setup->n_chips; i++) {
        char face[32];
        aude_chip_write(&setup->chip[i], face, sizeof face);
        text_char(t, ' ');
        text_str(t, face);
    }
    if (setup->n_chips) text_char(t, '\n');
}

void setup_text(const aude_record *record, bool confirm, text *t)
{
    const aude_setup *setup = &record->setup;
    text_str(t, "aude 1\n");
    setup_rules_text(setup, confirm, t);
    for (int seat = 0; seat < setup->n_seats; seat++) {
        text_str(t, "seat ");
        text_int(t, seat);
        if (record->name[seat][0]) text_char(t, ' ');
        text_str(t, record->name[seat]);
        text_char(t, '\n');
    }
}

size_t aude_record_write(const aude_record *record, const aude_rules *rules, char *dst, size_t cap)
{
    text t = text_into(dst, cap);
    setup_text(record, record->confirm, &t);
    for (int i = 0; i < record->n_lines; i++) line_text(rules, &record->line[i], record->text, &t);
    return t.n;
}
