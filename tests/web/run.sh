#!/bin/sh
# run.sh: the page without its screens: it is built, its texts are complete in every language, and its core is held against the library and a real
# server. Ends with `N passed, N failed`. Skipped only where node or npm is missing.
set -u
cd "$(dirname "$0")/../.." || exit 1
AUDE=${AUDE:-build/release/aude}
export AUDE
. tools/node.sh || { echo "node or npm is missing: tools/setup.sh test" >&2; exit 77; }
. tests/support/checks.sh

check "page" tools/page.sh
CORE_JS=$PWD/web/node_modules/.core-test
export CORE_JS
rm -rf "$CORE_JS"
mkdir -p "$CORE_JS"
echo '{"type":"module"}' >"$CORE_JS/package.json"
check "compiled" node web/node_modules/typescript/bin/tsc -p tests/web --outDir "$CORE_JS"
check "components" sh -c 'cd web && node node_modules/svelte-check/bin/svelte-check --tsconfig ./tsconfig.json --fail-on-warnings'
for file in tests/web/*.test.mjs; do
    check "$(basename "$file" .test.mjs)" node --test --experimental-websocket "$file"
done
checks_done
