#!/bin/sh
# run.sh [GAMES [SEED]]: random games over all combinations of sets, seats and options, every move checked
# (aude selfplay --check; src/app/check.c says what must hold). AUDE is the program. Ends with `N passed, N failed`.
set -u
cd "$(dirname "$0")/../.." || exit 1
aude=${AUDE:-build/release/aude}
games=${1:-1}
seed=${2:-1}
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
passed=0
failed=0

for sets in base base,bets; do
    for players in random random,greedy random,random,greedy random,random,random,random \
        random,greedy,random,random,random random,random,random,random,random,greedy; do
        for fields in on off; do
            for tiny in 4 2; do
                for unoccupied in on off; do
                    for short in "" "--rule draws=25 --rule meeples=2 --rule first=0 --leave 20"; do
                        set -- --games "$games" --seed "$seed" --players $players --sets $sets --rule fields=$fields \
                            --rule tiny-city=$tiny --rule bets-unoccupied=$unoccupied $short
                        if "$aude" selfplay --check "$@" >/dev/null 2>"$log"; then
                            passed=$((passed + 1))
                        else
                            failed=$((failed + 1))
                            printf 'aude selfplay --check %s\n' "$*" >&2
                            cat "$log" >&2
                        fi
                        seed=$((seed + 1))
                    done
                done
            done
        done
    done
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
