#!/bin/sh
# pictures.sh: docs/screens/*.png, the tiles and a board in both themes, drawn by the program itself (built with librsvg) and
# reduced to 256 colours. Needs pngquant.
set -eu
cd "$(dirname "$0")/.."
: "${AUDE:=$PWD/build/release/aude}"
mkdir -p docs/screens

picture() { # picture NAME WHAT OPTION...
    name=$1
    shift
    "$AUDE" render "$@" -o "docs/screens/$name.png" --force
    pngquant --quality 60-95 --strip --force --output "docs/screens/$name.png" "docs/screens/$name.png"
}

picture tiles tiles --size 88
picture board-light docs/board.aude --size 110
picture board-dark docs/board.aude --size 110 --theme dark
