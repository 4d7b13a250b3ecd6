#!/bin/sh
# screenshots.sh: pictures of the terminal game for the documentation, docs/terminal-WIDTHxHEIGHT.png, from the program itself:
# a game is played in tmux, the screen is captured with its colours, made a web page, and photographed by Chromium.
# Needs tmux, chromium and a monospaced font (Debian: fonts-dejavu-core).
set -eu
cd "$(dirname "$0")/.."
: "${AUDE:=$PWD/build/release/aude}"
work=$(mktemp -d)
tmux="tmux -L aude-screenshots -f /dev/null"
trap '$tmux kill-server 2>/dev/null || true; rm -rf "$work"' EXIT

picture() { # picture WIDTH HEIGHT RECORD KEYS...
    width=$1 height=$2 record=$3
    shift 3
    cp "$record" "$work/game.aude"
    $tmux new-session -d -s "s$width" -x "$width" -y "$height" \
        "COLORTERM=truecolor LC_ALL=C.UTF-8 HOME='$work' '$AUDE' play --load '$work/game.aude' --seed 1"
    sleep 1
    for key; do
        $tmux send-keys -t "s$width" "$key"
        sleep 0.5
    done
    $tmux capture-pane -e -N -p -t "s$width" >"$work/screen"
    $tmux kill-session -t "s$width"
    /usr/bin/python3 tools/screenshot_page.py "$width" "$height" <"$work/screen" >"$work/page.html"
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 \
        --window-size="$((width * 9 + 24)),$((height * 19 + 24))" --screenshot="$work/page.png" "$work/page.html" \
        >"$work/chromium.log" 2>&1 || { cat "$work/chromium.log"; exit 1; }
    cp "$work/page.png" "docs/terminal-${width}x$height.png"
}

picture 100 30 docs/terminal.aude
picture 80 24 docs/terminal.aude Tab
