#!/bin/sh
# page.sh [packages]: builds the page into web/dist; with `packages` only installs what that needs. Nothing is done that is done already.
set -eu
cd "$(dirname "$0")/.."
. tools/node.sh || { echo "page: node 20.19 or later and npm are needed" >&2; exit 1; }
mkdir -p build
exec 8>build/page.lock
flock 8
stamp=web/node_modules/.installed
[ -f "$stamp" ] && cmp -s web/package-lock.json "$stamp" || {
    echo "page: installing packages" >&2
    (cd web && npm ci --no-audit --no-fund --silent)
    cp web/package-lock.json "$stamp"
}
[ "${1:-}" = packages ] && exit 0
tools/wasm.sh
newest=$(find web/src web/public web/*.ts web/*.json web/*.js web/index.html packages/aude-wasm -name node_modules -prune -o -type f -newer web/dist/index.html -print 2>/dev/null | head -n 1)
[ -f web/dist/index.html ] && [ -z "$newest" ] || (cd web && npm run build --silent)
