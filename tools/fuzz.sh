#!/bin/sh
# fuzz.sh BUILD SECONDS NAME...: runs fuzz targets of a fuzz build, each for SECONDS. What they learn stays in
# BUILD/corpus/NAME; an input that breaks something is left in BUILD/found/. Seeds: tests/fuzz/corpus/NAME.
set -eu
build=$1
seconds=$2
shift 2
cd "$(dirname "$0")/.."
status=0
for name; do
    printf 'fuzz: %s, %d s\n' "$name" "$seconds"
    mkdir -p "$build/corpus/$name" "$build/found"
    seeds=tests/fuzz/corpus/$name
    [ -d "$seeds" ] || seeds=
    dict=tests/fuzz/$name.dict
    [ -f "$dict" ] && dict=-dict=$dict || dict=
    # shellcheck disable=SC2086
    "$build/tests/fuzz-$name" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
        -verbosity=0 $dict -artifact_prefix="$build/found/$name-" "$build/corpus/$name" $seeds || {
        echo "fuzz: $name failed; the input lies in $build/found/" >&2
        status=1
    }
done
exit $status
