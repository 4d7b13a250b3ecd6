/* manual.h - the texts that follow from the table of commands: help and the man page. */
#ifndef AUDE_APP_MANUAL_H
#define AUDE_APP_MANUAL_H

#include "app/command.h"

#include <stdio.h>

void manual_program(FILE *out);                   /* aude --help */
void manual_command(FILE *out, const command *c); /* aude NAME --help */
void manual_page(FILE *out);                      /* aude --man: a man page as troff */

#endif
