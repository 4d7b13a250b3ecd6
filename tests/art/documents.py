#!/usr/bin/python3
"""documents.py FOLDER: every SVG below it is well-formed, complete in itself, and has what it should."""

import collections
import glob
import os
import re
import sys
import xml.etree.ElementTree as tree

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "g", "path", "circle", "ellipse", "defs", "pattern"}
NUMBERS = re.compile(r"[MLHVCSQTAZmlhvcsqtaz]|-?\d+(?:\.\d+)?|\s|,")
faults = 0


def fault(path, what):
    global faults
    faults += 1
    if faults < 20:
        print(f"{path}: {what}", file=sys.stderr)


def check(path):
    text = open(path, encoding="ascii").read()
    root = tree.fromstring(text)
    ids = {e.get("id") for e in root.iter() if e.get("id")}
    for e in root.iter():
        if not e.tag.startswith(SVG) or e.tag[len(SVG):] not in ALLOWED:
            fault(path, f"element {e.tag}")
        for name, value in e.items():
            for use in re.findall(r"url\(#([^)]*)\)", value):
                if use not in ids:
                    fault(path, f"{value} does not exist")
            if "nan" in value.lower() or "inf" in value.lower() or "href" in name:
                fault(path, f"{name}={value[:40]}")
        d = e.get("d")
        if d is not None and (not d.startswith("M") or NUMBERS.sub("", d)):
            fault(path, f"path {d[:60]}")
    return root


folder = sys.argv[1]
files = glob.glob(os.path.join(folder, "**", "*.svg"), recursive=True)
roots = {os.path.relpath(f, folder): check(f) for f in files}

# 24 kinds of the base game and 10 of The Bets in 4 rotations each, and the sheet
count = collections.Counter(os.path.dirname(f) for f in roots)
if count["tiles"] != 34 * 4 + 1 or count["dark"] != 24 * 4 + 1:
    fault(folder, f"{dict(count)} files")
tiles = [e for e in roots["tiles/tiles.svg"].iter(SVG + "svg")]
if len(tiles) != 34 * 4 + 1:
    fault("tiles.svg", f"{len(tiles)} pictures")

# docs/terminal.aude: the start tile, and one tile for each line `place`
placed = 1 + sum(line.startswith("place ") for line in open("docs/terminal.aude"))
for name in ("board.svg", "fields.svg"):
    shown = len(list(roots[name].iter(SVG + "svg"))) - 1
    if shown != placed:
        fault(name, f"{shown} tiles of {placed}")
if not list(roots["fields.svg"].iter(SVG + "pattern")) or list(roots["board.svg"].iter(SVG + "pattern")):
    fault("fields.svg", "patterns of fields")
sys.exit(faults > 0)
