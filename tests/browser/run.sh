#!/bin/sh
# run.sh: the page in Chromium: whole games by clicks, keys and text, two browsers by link and the log that is kept of them, offline, axe-core on every screen in both themes, weight
# and pictures. `SCREENS=docs/screens tests/browser/run.sh` keeps the pictures. Names of tests may be given. Ends with `N passed, N failed`.
# Skipped only where Chromium or npm's packages cannot be had.
set -u
cd "$(dirname "$0")/../.." || exit 1
AUDE=${AUDE:-build/release/aude}
export AUDE
. tools/node.sh || { echo "node or npm is missing: tools/setup.sh test" >&2; exit 77; }
CHROMIUM=$(command -v chromium || command -v chromium-browser) || { echo "skipped: chromium is missing (tools/setup.sh test)" >&2; exit 77; }
export CHROMIUM
if [ ! -d tests/browser/node_modules/playwright-core ] || [ ! -d tests/browser/node_modules/axe-core ]; then
    (cd tests/browser && npm ci --no-audit --no-fund --silent) || { echo "skipped: npm cannot install tests/browser" >&2; exit 77; }
fi
if [ -z "${PAGE:-}" ]; then
    tools/page.sh || exit 1
    PAGE=$PWD/web/dist
fi
export PAGE
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
SCREENS=${SCREENS:-$work/screens}
export SCREENS
mkdir -p "$SCREENS"
passed=0
failed=0
[ $# -gt 0 ] || set -- game online log advice watch terminal firefox keys text foreign offline screens weight
for name; do
    echo "-- $name"
    node "tests/browser/$name.test.mjs" >"$work/log" 2>&1
    code=$?
    cat "$work/log"
    result=$(tail -n 1 "$work/log")
    case $result in
    *" passed, "*" failed")
        passed=$((passed + ${result%% passed*}))
        bad=${result##*, }
        failed=$((failed + ${bad%% failed*}))
        ;;
    *) code=1 ;;
    esac
    case $result in *" 0 failed") [ $code -eq 0 ] || failed=$((failed + 1)) ;; *" failed") ;; *) failed=$((failed + 1)) ;; esac
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
