#!/bin/sh
# run.sh: the leaf counts of tests/perft/cases, which the oracle has computed (run.sh --update computes them again), against
# `aude perft`; the smaller ones also against the oracle as it is now. A line of the file: sets, seats, draws, counts by depth;
# then options of the rules as NAME=VALUE. Ends with `N passed, N failed`.
set -u
cd "$(dirname "$0")/../.." || exit 1
aude=${AUDE:-build/release/aude}
cases=tests/perft/cases
small=4000 # leaves that the oracle counts again
passed=0
failed=0

oracle() { # oracle SETS SEATS DRAWS DEPTH [NAME=VALUE...]
    sets=$1 seats=$2 draws=$3 depth=$4
    shift 4
    rules=
    for rule; do rules="$rules --rule ${rule%%=*} ${rule#*=}"; done
    # shellcheck disable=SC2086
    /usr/bin/python3 tests/oracle/perft.py --sets "$sets" --seats "$seats" --draws "$draws" --depth "$depth" $rules
}

ours() { # ours SETS SEATS DRAWS DEPTH [NAME=VALUE...]
    sets=$1 seats=$2 draws=$3 depth=$4
    shift 4
    rules=
    for rule; do rules="$rules --rule $rule"; done
    # shellcheck disable=SC2086
    "$aude" perft --sets "$sets" --seats "$seats" --draws "$draws" --depth "$depth" $rules
}

counts() { # the counts of perft's lines, joined by commas
    sed 's/.* //' | paste -sd, -
}

if [ "${1:-}" = --update ]; then
    while read -r sets seats draws old rules; do
        case $sets in "" | \#*)
            echo "$sets${seats:+ $seats}${draws:+ $draws}${old:+ $old}${rules:+ $rules}"
            continue
            ;;
        esac
        depth=$(echo "$old" | tr , '\n' | grep -c .)
        # shellcheck disable=SC2086
        echo "$sets $seats $draws $(oracle "$sets" "$seats" "$draws" "$depth" $rules | counts)${rules:+ $rules}"
    done <$cases >$cases.new && mv $cases.new $cases
    exit
fi

check() { # check WHAT EXPECTED FOUND
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s: %s instead of %s\n' "$1" "$3" "$2" >&2
    fi
}

while read -r sets seats draws want rules; do
    case $sets in "" | \#*) continue ;; esac
    depth=$(echo "$want" | tr , '\n' | grep -c .)
    # shellcheck disable=SC2086
    check "$sets $seats $draws $rules" "$want" "$(ours "$sets" "$seats" "$draws" "$depth" $rules | counts)"
    [ "${want##*,}" -le $small ] || continue
    # shellcheck disable=SC2086
    check "oracle: $sets $seats $draws $rules" "$want" "$(oracle "$sets" "$seats" "$draws" "$depth" $rules | counts)"
done <$cases
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
