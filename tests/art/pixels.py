#!/usr/bin/python3
"""pixels.py FOLDER FILE.tiles...: in finished pictures KIND-DEGREES.png, town, road and meadow lie along the edges as the tile
files say, and pennants and offices are where they should be and nowhere else."""

import os
import struct
import sys
import zlib


def png(path):
    """Rows of (r, g, b)."""
    data = open(path, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and colour in (2, 6) and body[12] == 0, path
        packed += body if kind == b"IDAT" else b""
        at += 12 + size
    n = 3 if colour == 2 else 4
    raw, rows, before = zlib.decompress(packed), [], bytearray(width * n)
    for y in range(height):
        how, row = raw[y * (width * n + 1)], bytearray(raw[y * (width * n + 1) + 1:(y + 1) * (width * n + 1)])
        for i in range(width * n):
            left, up, corner = (row[i - n] if i >= n else 0), before[i], (before[i - n] if i >= n else 0)
            guess = left + up - corner
            paeth = min((left, up, corner), key=lambda v: abs(guess - v))
            row[i] = (row[i] + (0, left, up, (left + up) // 2, paeth)[how]) & 255
        rows.append([tuple(row[i:i + 3]) for i in range(0, width * n, n)])
        before = row
    return rows


def tiles(path):
    """NAME -> letters of the edges N E S W, and the words that stand with them."""
    found, name = {}, None
    for line in open(path):
        w = line.split("#")[0].split()
        if w[:1] == ["tile"]:
            name = w[1]
            found[name] = (["F"] * 4, set())
        elif name and w:
            edges, words = found[name]
            words.update(w)
            for e in w[1:]:
                if w[0] in ("city", "road") and e in "NESW":
                    edges["NESW".index(e)] = w[0][0].upper()
    return found


def turned(x, y, edge, side):
    for _ in range(edge):
        x, y = side - 1 - y, x
    return x, y


def patch(rows, along, edge):
    """The mean colour about a place on an edge, `along` from its beginning, clockwise."""
    side = len(rows)
    at = [turned(int(along * side) + i, j, edge, side) for i in (-1, 0, 1) for j in (0, 1)]
    return [sum(rows[y][x][k] for x, y in at) / len(at) for k in range(3)]


def near(rows, *colours):
    return sum(any(all(abs(a - b) < 10 for a, b in zip(p, c)) for c in colours) for row in rows for p in row)


faults = looked = 0
for file in sys.argv[2:]:
    for name, (edges, words) in tiles(file).items():
        for turn in range(4):
            rows = png(os.path.join(sys.argv[1], f"{name}-{turn * 90}.png"))
            assert len(rows) == len(rows[0]) == 64
            wrong = []
            for e in range(4):
                letter = edges[(e - turn) % 4]
                r, g, b = patch(rows, 0.5, e)
                middle = "R" if b > 172 else "F" if g > r else "C"
                if middle != letter and not ("monastery" in words and e == 0):  # its steeple may rise so high
                    wrong.append(f"edge {'NESW'[e]} shows {middle}, not {letter}")
                for along in (0.25, 0.75):
                    r, g, _ = patch(rows, along, e)
                    if letter != "C" and g <= r:
                        wrong.append(f"edge {'NESW'[e]} is no field at {along}")
                looked += 3
            azure, plum = near(rows, (0x2a, 0x5a, 0x9c)), near(rows, (0x57, 0x1e, 0x48), (0x7c, 0x2f, 0x66))
            if azure < 12 if "pennant" in words else azure > 6:
                wrong.append(f"pennant: {azure} azure dots")
            if plum < 15 if "office" in words else plum > 6:
                wrong.append(f"office: {plum} plum dots")
            for what in wrong:
                print(f"{name} turned {turn * 90}: {what}", file=sys.stderr)
            faults += len(wrong)
print(f"{looked} places looked at, {faults} faults")
sys.exit(faults > 0)
