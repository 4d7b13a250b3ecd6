#!/bin/sh
# run.sh: `aude bench` measures what it is asked for or refuses with exit status 2, and what it prints as JSON is JSON. No figure
# is judged.
set -u
cd "$(dirname "$0")/../.." || exit 1
AUDE=${AUDE:-build/release/aude}
passed=0
failed=0

check() { # check STATUS WORDS: the status of the last command; WORDS say what was run
    if [ "$1" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED bench $2"; fi
}
refused() { # refused OPTION...: status 2, and the last line names the option
    said=$("$AUDE" bench "$@" 2>&1)
    [ $? -eq 2 ] && printf '%s\n' "$said" | tail -n 1 | grep -q -e '^aude bench: .*--'
    check $? "$*"
}
measured() { # measured OPTION...: valid JSON without a number below 0
    "$AUDE" bench --json "$@" | /usr/bin/python3 -c '
import json, sys
def numbers(found):
    if isinstance(found, (list, dict)):
        for one in found.values() if isinstance(found, dict) else found: yield from numbers(one)
    else: yield found
found = list(numbers(json.load(sys.stdin)))
assert found and min(found) >= 0, found'
    check $? "--json $*"
}

refused --milliseconds 0
refused --milliseconds x
refused --seconds 0
refused --seconds 1 --milliseconds 5
refused --seats 7
refused --jobs 0
refused --jobs 65
refused --env --growth
refused --env --jobs 2
refused --signature --env
refused --signature --json
refused --signature --seats 3
refused --growth --seats 3
refused --games-only --json
refused --against nothing-here --milliseconds 5
refused --bets
refused --env --bets
measured --milliseconds 7
measured --milliseconds 7 --seats 1
measured --milliseconds 5 --env --seats 6
measured --milliseconds 5 --growth
measured --milliseconds 20 --jobs 2
measured --milliseconds 5 --against "$AUDE"
measured --milliseconds 5 --against "$AUDE" --bets
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
