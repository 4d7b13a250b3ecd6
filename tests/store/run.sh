#!/bin/sh
# The crash tests of the store. AUDE_STORE_ROUNDS=200 for a long run.
exec /usr/bin/python3 "$(dirname "$0")/crash.py"
