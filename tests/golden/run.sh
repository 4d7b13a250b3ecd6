#!/bin/sh
# run.sh: everything the library answers at every decision of the games beside this script, against what was written down; and
# the signature. A difference is a change to be looked at, not always a fault; run.sh --update writes down what is said now
# (then look at the diff). GAME.text, where it is, has the answers themselves. Ends with `N passed, N failed`.
set -u
cd "$(dirname "$0")/../.." || exit 1
aude=${AUDE:-build/release/aude}
passed=0
failed=0
now=$(mktemp) || exit 1
trap 'rm -f "$now"' EXIT

same() { # same FILE COMMAND...
    file=$1
    shift
    if ! "$@" >"$now"; then
        failed=$((failed + 1))
    elif [ "$update" ]; then
        cat "$now" >"$file"
        passed=$((passed + 1))
    elif cmp -s "$file" "$now"; then
        passed=$((passed + 1))
    else
        echo "$file differs:" >&2
        diff "$file" "$now" | head -n 12 >&2
        failed=$((failed + 1))
    fi
}

update=
[ "${1:-}" = --update ] && update=yes
for game in tests/golden/*.aude; do
    same "${game%.aude}.hash" "$aude" inspect "$game"
    [ -f "${game%.aude}.text" ] && same "${game%.aude}.text" "$aude" inspect --text "$game"
done
same tests/golden/signature "$aude" bench --signature
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
