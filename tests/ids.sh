#!/bin/sh
# ids.sh: each rule id in tests/rule-ids has a scenario whose second line names it, or stands in tests/pending-ids; and each
# scenario names an id of that list and is called after it. Ends with `N passed, N failed`.
set -u
cd "$(dirname "$0")" || exit 1
passed=0
failed=0
fail() {
    printf 'ids: %s\n' "$*" >&2
    failed=$((failed + 1))
}

shown=$(mktemp) || exit 1
trap 'rm -f "$shown"' EXIT
for file in scenarios/*.aude; do
    [ -f "$file" ] || continue
    id=$(sed -n '2s/^# \([a-z]*\/[a-z0-9-]*\): .*/\1/p' "$file")
    name=${file#scenarios/}
    name=${name%.aude}
    base=$(printf '%s' "$id" | tr / -)
    if [ -z "$id" ]; then
        fail "$file: the second line is not '# AREA/NAME-N: what the scenario shows'"
    elif ! grep -qx "$id" rule-ids; then
        fail "$file: $id is not in tests/rule-ids"
    elif [ "$name" != "$base" ] && [ "${name#"$base"-}" = "$name" ]; then
        fail "$file: shows $id, so its name begins with $base"
    else
        printf '%s\n' "$id" >>"$shown"
        passed=$((passed + 1))
    fi
done

while read -r id; do
    [ -n "$id" ] || continue
    has=false
    pending=false
    grep -qx "$id" "$shown" && has=true
    grep -q "^$id " pending-ids && pending=true
    if $has && $pending; then
        fail "$id has a scenario and stands in tests/pending-ids"
    elif $has || $pending; then
        passed=$((passed + 1))
    else
        fail "$id has no scenario"
    fi
done <rule-ids

while read -r id reason; do
    [ -n "$id" ] || continue
    if ! grep -qx "$id" rule-ids; then
        fail "tests/pending-ids: $id is not in tests/rule-ids"
    elif [ -z "$reason" ]; then
        fail "tests/pending-ids: $id has no reason"
    fi
done <pending-ids

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
