#!/usr/bin/python3
"""docs/MAP.md names every directory below src, and docs/DEPENDENCIES.md every package of tools/packages."""

import os

from common import find, finish, read, sources

table = read("docs/MAP.md")
folders = {os.path.dirname(p) for p in sources(suffixes=("",))}
for folder in sorted(folders):
    if f"`{folder}`" not in table and f"`{folder}/`" not in table:
        find("docs/MAP.md", 1, f"does not name `{folder}`")

table = read("docs/DEPENDENCIES.md")
for n, line in enumerate(read("tools/packages").splitlines(), 1):
    w = line.split("#")[0].split()
    if w and f"`{w[1]}`" not in table:
        find("tools/packages", n, f"docs/DEPENDENCIES.md does not explain `{w[1]}`")
finish()
