#!/bin/sh
# run.sh: short matches by playouts, so that they end the same on every machine: engines are not weaker than they were, and
# `aude match` keeps its results. AUDE is the program. docs/strength.md has the long ones.
cd "$(dirname "$0")/../.." || exit 1
exec /usr/bin/python3 tests/strength/strength.py
