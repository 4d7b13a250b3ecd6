#!/usr/bin/python3
"""Draws what `aude bench --growth --json` prints as an SVG: growth-plot.py < growth.json > docs/growth.svg."""

import json
import sys

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 360, 56, 36, 96, 44
COLOURS = {2: "#1455b0", 3: "#cc3d0c", 4: "#8a6a00", 5: "#2b2a31", 6: "#a5557c"}

rows = json.load(sys.stdin)
most_tiles = max(row["tiles"] for row in rows)
most_ns = max(row["ns"] for row in rows) * 1.1


def x(tiles: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * tiles / most_tiles


def y(ns: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * ns / most_ns


out = [
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
    f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf6"/>',
    f'<text x="{LEFT}" y="22" font-size="14">Processor time a tile, whole random games (ns)</text>',
]
for ns in range(0, int(most_ns) + 1, 50):
    out.append(f'<path d="M{LEFT} {y(ns):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
    out.append(f'<text x="{LEFT - 8}" y="{y(ns) + 4:.1f}" text-anchor="end">{ns}</text>')
for tiles in sorted({row["tiles"] for row in rows}):
    anchor = ' dx="8"' if tiles == 82 else ' dx="-8"' if tiles == 72 else ""
    out.append(f'<text x="{x(tiles):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle"{anchor}>{tiles}</text>')
out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">tiles of the game</text>')
last = 0.0
for seats in sorted({row["seats"] for row in rows}, key=lambda n: -[r["ns"] for r in rows if r["seats"] == n][-1]):
    line = [row for row in rows if row["seats"] == seats]
    points = " ".join(f'{x(row["tiles"]):.1f},{y(row["ns"]):.1f}' for row in line)
    out.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[seats]}" stroke-width="2"/>')
    for row in line:
        out.append(f'<circle cx="{x(row["tiles"]):.1f}" cy="{y(row["ns"]):.1f}" r="3" fill="{COLOURS[seats]}"/>')
    last = max(y(line[-1]["ns"]) + 4, last + 15)
    out.append(f'<text x="{WIDTH - RIGHT + 10}" y="{last:.1f}" fill="{COLOURS[seats]}">{seats} players</text>')
out.append("</svg>")
print("\n".join(out))
