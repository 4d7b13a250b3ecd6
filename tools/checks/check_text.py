#!/usr/bin/python3
"""No unfinished marks, no paths of one machine, no registry hosts, no file over 1,000 lines."""

import re

from common import files, find, finish, read

CODE = (".c", ".h", ".py", ".sh", ".ts", ".js", ".svelte", ".css", ".cmake", "CMakeLists.txt", "Makefile")
LIMIT = 1000
# Written so that this file does not match itself.
MARKS = re.compile(r"\b(TO[D]O|FIX[M]E|XX[X]|HAC[K])\b")
PATHS = re.compile(r"(?<![\w.}])/(hom[e]/[a-z]|roo[t]/|wor[k]/|far[m]/|tmp/[a-z]|Users/[a-zA-Z])")
HOSTS = re.compile(r"(registry\.np[m]js|np[m]js\.(org|com)|deb\.debia[n]|pypi\.[o]rg|pythonhoste[d]|proxy\.golan[g])")

for path in files():
    if path.endswith((".png", ".ico", ".woff2", ".jpg")) or path.startswith("tests/fuzz/corpus/"):
        continue
    text = read(path)
    lines = text.splitlines()
    code = path.endswith(CODE) or text.startswith("#!")
    if code and len(lines) > LIMIT:
        find(path, LIMIT + 1, f"{len(lines)} lines; a file owns one noun and has at most {LIMIT}")
    for n, line in enumerate(lines, 1):
        if code and (m := MARKS.search(line)):
            find(path, n, f"{m.group(0)}: finish it, or say what is")
        if m := PATHS.search(line):
            find(path, n, f"a path of one machine: {m.group(0)}")
        if m := HOSTS.search(line):
            find(path, n, f"a registry's host: {m.group(0)}")
finish()
