#!/bin/sh
# run.sh: plays in the terminal like a person, through pipes and pseudo terminals. AUDE is the program.
cd "$(dirname "$0")/../.." || exit 1
exec /usr/bin/python3 tests/terminal/terminal.py
