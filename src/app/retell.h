/* retell.h - the history of a record, told again as one viewer may know it. */
#ifndef AUDE_APP_RETELL_H
#define AUDE_APP_RETELL_H

#include "app/history.h"

/* Writes the display name of a seat: computer players, in a record `ai:greedy`, are called Greedy; of equal names the
 * second is Greedy 2. */
void retell_name(const aude_record *record, int seat, char dst[SCENE_NAME]);
/* Fills an open history from a record. Undone moves do not appear. False without memory, or where the record does not tell the
 * same game again (a bug). */
bool retell(history *h, const aude_record *record, const aude_rules *rules, int viewer);

#endif
