#!/usr/bin/python3
"""Pure layers need nothing of the system and keep nothing between calls; integer layers know no floats.

Seen in the sources (headers of the system, float words) and in the objects of the release build, whose undefined
symbols and writable sections do not lie.
"""

import glob
import os
import re
import subprocess

from common import BUILD, code_only, find, finish, layer_of, layers, read, sources

HEADERS = {"assert.h", "inttypes.h", "limits.h", "stdalign.h", "stdarg.h", "stdbool.h", "stddef.h", "stdint.h", "string.h"}
FLOAT_HEADERS = {"math.h", "float.h"}  # in pure layers that are not integer
# memory and strings without allocation, locale or state; helpers of the compiler; the linker's table
SYMBOLS = re.compile(
    r"mem(cpy|move|set|cmp|chr)|bcmp|str(len|nlen|cmp|ncmp|chr|rchr|str|spn|cspn|pbrk|cpy|ncpy|cat|ncat)"
    r"|__popcount[sd]i2|__u?(div|mod|divmod)ti[34]|_GLOBAL_OFFSET_TABLE_"
)

known, _ = layers()
pure = {path: layer_of(path[4:], known) for path in sources()}
pure = {path: layer for path, layer in pure.items() if layer and "pure" in layer.traits}

for path, layer in pure.items():
    integer = "integer" in layer.traits
    text = read(path)
    for n, line in enumerate(code_only(text, keep_strings=True).splitlines(), 1):
        m = re.match(r"\s*#\s*include\s*<([^>]+)>", line)
        if m and m.group(1) not in HEADERS and (integer or m.group(1) not in FLOAT_HEADERS):
            find(path, n, f"<{m.group(1)}> in a pure layer")
    if integer:
        for n, line in enumerate(code_only(text).splitlines(), 1):
            if re.search(r"\b(float|double)\b", line):
                find(path, n, f"a float in {layer.name}, which counts in integers only")


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def whole(symbol, path):
    """The first line of path that names symbol, to point at."""
    for n, line in enumerate(code_only(read(path)).splitlines(), 1):
        if re.search(rf"\b{re.escape(symbol)}\b", line):
            return n
    return 1


objects = {}
for name in glob.glob(os.path.join(glob.escape(BUILD), "CMakeFiles/aude.dir/**/*.o"), recursive=True):
    inside = name.split("CMakeFiles/aude.dir/", 1)[1]
    objects[inside[:-2]] = name

defined = set()
undefined = {}
for source, name in sorted(objects.items()):
    # The generated tables are held to the same.
    if source not in pure and not source.startswith("generated/"):
        continue
    where = source if source in pure else name
    writable, seen = {}, set()
    for line in run("readelf", "--wide", "--section-headers", name).splitlines():
        m = re.match(r"\s*\[ *(\d+)\] (\S+)\s+\S+\s+[0-9a-f]+ [0-9a-f]+ ([0-9a-f]+) [0-9a-f]+ +([A-Za-z]+)", line)
        if m and {"W", "A"} <= set(m.group(4)) and int(m.group(3), 16) and not m.group(2).startswith(".data.rel.ro"):
            writable[m.group(1)] = f"{m.group(2)}, {int(m.group(3), 16)} bytes"
    for line in run("readelf", "--wide", "--syms", name).splitlines():
        w = line.split()
        if len(w) < 8 or not w[0].endswith(":"):
            continue
        bind, index, symbol = w[4], w[6], w[7]
        if index == "UND":
            undefined.setdefault(symbol, set()).add(where)
        elif bind in ("GLOBAL", "WEAK"):
            defined.add(symbol)
        if w[3] in ("OBJECT", "TLS") and (index in writable or index == "COM"):
            plain = symbol.split(".")[0]  # a static of a function has a number behind
            find(where, whole(plain, where) if where in pure else 1, f"`{plain}` keeps something between calls")
            seen.add(index)
    for index, what in writable.items():
        if index not in seen:
            find(where, 1, f"has a writable section ({what})")

for symbol, places in undefined.items():
    # aude_* is our own; whether it exists, the linker says.
    if symbol in defined or symbol.startswith("aude_") or SYMBOLS.fullmatch(symbol):
        continue
    for place in places:
        find(place, whole(symbol, place) if place in pure else 1, f"`{symbol}` in a pure layer")

for path in pure:
    if path.endswith(".c"):
        if path not in objects:
            find(path, 1, f"has no object in {BUILD}: build the release preset first")
        elif os.path.getmtime(path) > os.path.getmtime(objects[path]) + 1:
            find(path, 1, f"is newer than its object in {BUILD}: build the release preset first")
finish()
