#!/bin/sh
# run.sh: builds the WebAssembly module and holds it against the program: no imports, all scenarios, the signature; then the
# tests of the package, and its types where TypeScript is installed (npm ci in packages/aude-wasm). Ends with `N passed, N failed`.
set -u
cd "$(dirname "$0")/../.." || exit 1
AUDE=${AUDE:-build/release/aude}
export AUDE
for tool in clang wasm-ld node; do
    command -v $tool >/dev/null || { echo "$tool is missing: tools/setup.sh test" >&2; exit 77; }
done
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
passed=0
failed=0

verdict() { # verdict PASSED FAILED: counts; what failed is shown
    [ "${2:-1}" -eq 0 ] || cat "$log" >&2
    passed=$((passed + ${1:-0}))
    failed=$((failed + ${2:-1}))
}
count() { # count WORD: the number in the line `# WORD N`
    sed -n "s/^# $1 \([0-9]*\)$/\1/p" "$log"
}

if tools/wasm.sh >"$log" 2>&1; then
    node tests/wasm/check.mjs >"$log" 2>&1
    verdict "$(count pass)" "$(count fail)"
    node --test --test-reporter=tap packages/aude-wasm/test/*.js >"$log" 2>&1
    verdict "$(count pass)" "$(count fail)"
    tsc=packages/aude-wasm/node_modules/.bin/tsc
    [ -x $tsc ] || tsc=web/node_modules/.bin/tsc
    if [ ! -x $tsc ]; then
        echo "types: not checked, TypeScript is not installed"
    elif { node $tsc -p packages/aude-wasm/test && node $tsc -p packages/aude-wasm/test/bare.json; } >"$log" 2>&1; then
        verdict 1 0
    else
        verdict 0 1
    fi
else
    verdict 0 1
fi
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
