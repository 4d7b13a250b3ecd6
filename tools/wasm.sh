#!/bin/sh
# wasm.sh: builds packages/aude-wasm/aude.wasm, once at a time.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build
exec 9>build/wasm.lock
flock 9
{ [ -f build/wasm/build.ninja ] || cmake --preset wasm >/dev/null; } && cmake --build --preset wasm -- --quiet
