/* redact.h - publication: the public lines of a course as it goes on. See aude_publication. */
#ifndef AUDE_RECORD_REDACT_H
#define AUDE_RECORD_REDACT_H

#include "record/course.h"

void publication_start(aude_publication *p);
/* A watch that keeps *p up to date; `events` is room for those of one move. */
watch publication_watch(aude_publication *p, aude_events *events);
/* After anything the course did: what was taken back has changed, too. */
void publication_settle(aude_publication *p, int n_before, bool over);

#endif
