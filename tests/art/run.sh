#!/bin/sh
# Pictures as the program writes them: well-formed, refused where they should be, and, where it can make PNG, with the colours of
# the tile data where the data says that they are.
set -eu
: "${AUDE:=build/release/aude}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "art: $*" >&2
    exit 1
}

refused() { # refused WORDS ARGUMENT...: exit code 2 and an error that says so
    words=$1
    shift
    code=0
    "$AUDE" render "$@" 2>"$work/error" >"$work/out" || code=$?
    [ "$code" = 2 ] || fail "render $*: exit code $code"
    grep -q -- "$words" "$work/error" || fail "render $*: $(cat "$work/error")"
    [ ! -s "$work/out" ] || fail "render $*: writes to standard output"
}

game=docs/terminal.aude
refused "names the file" "$game"
refused "light or dark" "$game" -o "$work/a.svg" --theme blue
refused "ends with neither" "$game" -o "$work/a.gif"
refused "neither a directory" tiles -o "$work/none"
refused "No such file" "$work/none.aude" -o "$work/a.svg"
refused "16 to 1024" "$game" -o "$work/a.svg" --size 8
[ ! -e "$work/a.svg" ] || fail "a refused call has left a file"

mkdir "$work/tiles" "$work/dark"
"$AUDE" render "$game" -o "$work/board.svg"
refused "force replaces" "$game" -o "$work/board.svg"
"$AUDE" render "$game" -o "$work/fields.svg" --theme dark --fields --last
"$AUDE" render tiles -o "$work/tiles"
"$AUDE" render tiles -o "$work/dark" --theme dark --sets base
"$AUDE" render "$game" -o "$work/again.svg"
cmp "$work/board.svg" "$work/again.svg" || fail "the same game, another picture"
/usr/bin/python3 tests/art/documents.py "$work"

if "$AUDE" render "$game" -o "$work/board.png" --size 16 2>"$work/error"; then
    mkdir "$work/png"
    "$AUDE" render tiles -o "$work/png" --png --size 64
    /usr/bin/python3 tests/art/pixels.py "$work/png" data/base.tiles data/bets.tiles
else
    grep -q librsvg "$work/error" || fail "no PNG: $(cat "$work/error")"
    echo "built without librsvg: colours not looked at"
fi
