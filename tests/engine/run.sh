#!/bin/sh
# run.sh: engines as processes, in both directions. AUDE is the program.
cd "$(dirname "$0")/../.." || exit 1
exec /usr/bin/python3 tests/engine/engine.py
