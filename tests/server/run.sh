#!/bin/sh
# The server, played against by crowds, killed, spied on. Each test ends with `N passed, N failed`.
cd "$(dirname "$0")/../.." || exit 1
code=0
for test in tests/server/test_*.py tests/server/crash.py; do
    [ -e "$test" ] || continue
    /usr/bin/python3 "$test" || code=1
done
exit $code
