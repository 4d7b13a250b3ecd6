#!/usr/bin/python3
"""Includes point down: never to a higher layer, never to a sibling (tools/checks/layers)."""

import os
import re

from common import code_only, files, find, finish, layer_of, layers, read, sources

known, allowed = layers()
headers = set(sources(".h"))
headers |= {p[:-len("def")] + "h" for p in sources(".def")}  # made by the build
for path in sources():
    inside = path[len("src/"):]
    mine = layer_of(inside, known)
    if mine is None:
        find(path, 1, "lies in no layer of tools/checks/layers")
        continue
    for n, line in enumerate(code_only(read(path), keep_strings=True).splitlines(), 1):
        m = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
        if not m or os.path.exists("include/" + m.group(1)):
            continue
        target = m.group(1)
        if "src/" + target not in headers:
            find(path, n, f'"{target}" is no header below src; includes are written from there ("rules/state.h")')
            continue
        theirs = layer_of(target, known)
        if theirs is None or theirs.name == mine.name or (mine.name, target) in allowed:
            continue
        if theirs.level == mine.level:
            find(path, n, f"{mine.name} and {theirs.name} are siblings and do not include each other")
        elif theirs.level > mine.level:
            find(path, n, f"{mine.name} includes {theirs.name}, which lies above it")
for path in files():
    if path.startswith("include/") and path.endswith(".h"):
        for n, line in enumerate(code_only(read(path), keep_strings=True).splitlines(), 1):
            if re.match(r'\s*#\s*include\s*"', line):
                find(path, n, "the public header stands alone")
finish()
