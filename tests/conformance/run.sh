#!/bin/sh
# run.sh: reading the engine tests of JCloisterZone. Our own files of that kind: each sentence of own/wrong.jcz is false and must
# be reported, the others pass. Then the peer's files, where they lie beside this checkout (they are no part of the product):
# those of the base game must pass; one about mechanics that are not here yet must fail by naming them. Ends with `N passed, N failed`.
set -u
cd "$(dirname "$0")/../.." || exit 1
aude=${AUDE:-build/release/aude}
own=tests/conformance/own
peer=../shared/conformance/jcz
passed=0
failed=0
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT

replay() { # replay FILE: the exit code, what it printed in $log
    "$aude" replay --jcz "$1" >"$log" 2>&1
}

result() { # result GOOD FILE: counts, and prints the log of what is not good
    if [ "$1" = yes ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$2 fails its test:" >&2
        cat "$log" >&2
    fi
}

for file in "$own"/*.jcz; do
    good=no
    if [ "$file" = "$own/wrong.jcz" ]; then
        sentences=$(sed -n '/"assertions"/,/]$/p' "$file" | grep -c '^      "')
        replay "$file" || [ "$(grep -c "^$file:" "$log")" -ne "$sentences" ] || good=yes
    else
        replay "$file" && good=yes
    fi
    result $good "$file"
done

if [ -d "$peer" ]; then
    for file in "$peer"/*/*.jcz; do
        good=no
        case ${file#"$peer"/} in
        basic/garden-scoring.jcz) replay "$file" || ! grep -q ' is not known$' "$log" || good=yes ;;
        basic/*) replay "$file" && good=yes ;;
        *) replay "$file" || ! grep -q ' is not known$' "$log" || good=yes ;;
        esac
        result $good "$file"
    done
else
    echo "skipped: the peer's tests, for there is no folder $peer"
fi
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
