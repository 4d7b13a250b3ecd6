#!/bin/sh
# test.sh: builds dev, release and fuzz, runs all their tests, and ends with `N passed, N failed` over all of them.
# A preset that does not build counts as one failure. Other presets may be named as arguments.
set -u
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- dev release fuzz
jobs=$(nproc)
passed=0
failed=0
skipped=0

attribute() { # attribute NAME FILE: the number in the <testsuite> element of a JUnit file
    sed -n '/<testsuite/,/>/s/.*[[:space:]]'"$1"'="\([0-9]*\)".*/\1/p' "$2" | head -n 1
}

for preset; do
    printf '== %s\n' "$preset"
    mkdir -p "build/$preset"
    report=$PWD/build/$preset/tests.xml
    rm -f "$report"
    if ! { cmake --preset "$preset" -DAUDE_TESTS=ON >"build/$preset/configure.log" || { cat "build/$preset/configure.log"; false; }; } ||
        ! cmake --build --preset "$preset"; then
        printf '== %s does not build\n' "$preset"
        failed=$((failed + 1))
        continue
    fi
    ctest --preset "$preset" -j "$jobs" --output-junit "$report"
    if [ ! -s "$report" ] || [ "$(attribute tests "$report")" = 0 ]; then
        printf '== %s has no tests\n' "$preset"
        failed=$((failed + 1))
        continue
    fi
    bad=$(attribute failures "$report")
    idle=$(($(attribute skipped "$report") + $(attribute disabled "$report")))
    failed=$((failed + bad))
    skipped=$((skipped + idle))
    passed=$((passed + $(attribute tests "$report") - bad - idle))
done

[ "$skipped" -eq 0 ] || printf '%d skipped\n' "$skipped"
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
