#!/usr/bin/python3
"""All C files are as clang-format leaves them (make format)."""

import re
import subprocess

from common import files, find, finish

names = [n for n in files() if n.endswith((".c", ".h"))]
if names:
    out = subprocess.run(["clang-format", "--dry-run", *names], capture_output=True, text=True, check=True).stderr
    for line in out.splitlines():
        if m := re.match(r"(.+?):(\d+):\d+: warning: code should be clang-formatted", line):
            find(m.group(1), int(m.group(2)), "not formatted; run `make format`")
finish()
