#!/bin/sh
# run.sh: the browser's codec of messages: its types hold, every example of src/proto/messages.def is read and written as it
# stands, tests/proto/bad is refused as the server refuses it, and both codecs agree on some thousand damaged texts. Ends with
# `N passed, N failed`. TypeScript is installed beside this script when it is not there; without it the test is skipped.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=${AUDE_BUILD:-build/release}
command -v node >/dev/null || { echo "node is missing: tools/setup.sh test" >&2; exit 77; }
tsc=tests/proto/node_modules/.bin/tsc
if [ ! -x $tsc ] && command -v npm >/dev/null; then
    (cd tests/proto && npm ci --no-audit --no-fund --silent) >/dev/null 2>&1
fi
[ -x $tsc ] || { echo "skipped: TypeScript is not installed (npm ci in tests/proto)" >&2; exit 77; }
. tests/support/checks.sh

echo '{"type":"module"}' >"$work/package.json"
check "types" node $tsc -p tests/proto --outDir "$work"
export PROTO_JS="$work"
check "codec" node --test tests/proto/codec.mjs
check "damaged texts" node tests/proto/damage.mjs "$work/damaged"
check "the server agrees" "$build/tests/test_proto" "$work/damaged"
checks_done
