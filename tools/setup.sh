#!/bin/sh
# setup.sh GROUP...: installs the Debian packages of these groups of tools/packages that are missing, and nothing else.
# Quick and silent when nothing is missing. Groups: play, test, coverage, format.
set -eu
cd "$(dirname "$0")/.."

wanted=$(for group in "${@:-test}"; do
    awk -v g="$group" '$1 == g || ($1 == "play" && g != "format") { print $2 }' tools/packages
done | sort -u)

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "setup: not a Debian system; needed are the equivalents of:" $wanted >&2
    exit 0
fi

# shellcheck disable=SC2086
present=$(dpkg-query -W -f '${db:Status-Status} ${binary:Package}\n' $wanted 2>/dev/null |
    sed -n 's/^installed \([^:]*\).*/\1/p' || true)
missing=$(for package in $wanted; do
    case $package in # a node from elsewhere will do, and does not bear Debian's beside it
    (nodejs) ! command -v node >/dev/null 2>&1 || continue ;;
    (npm) ! command -v npm >/dev/null 2>&1 || continue ;;
    esac
    printf '%s\n' "$present" | grep -qxF "$package" || echo "$package"
done)
[ -n "$missing" ] || exit 0

echo "setup: installing" $missing >&2
as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "setup: neither root nor sudo; have an administrator run: apt-get install" $missing >&2
        exit 1
    fi
    as_root='sudo env DEBIAN_FRONTEND=noninteractive'
fi
DEBIAN_FRONTEND=noninteractive
export DEBIAN_FRONTEND
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086
if ! { $as_root apt-get -q update && $as_root apt-get -q -y --no-install-recommends install $missing; } >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    echo "setup: apt-get failed" >&2
    exit 1
fi
