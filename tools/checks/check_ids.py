#!/usr/bin/python3
"""Each rule id of tests/rule-ids that is not pending is named in src below the program, and no other is."""

import re

from common import find, finish, read, sources, words

ids, pending = words("tests/rule-ids"), words("tests/pending-ids")
if not ids:
    find("tests/rule-ids", 0, "is missing or empty")
areas = "|".join(sorted({rule.split("/")[0] for rule in ids}))
named = {}
for path in sources():
    if path.startswith("src/app/"):
        continue
    for n, line in enumerate(read(path).splitlines(), 1):
        for m in re.finditer(rf"\b((?:{areas})/[a-z][a-z0-9-]*-[0-9]+)\b", line):
            named.setdefault(m.group(1), (path, n))
for rule, n in ids.items():
    if rule not in named and rule not in pending:
        find("tests/rule-ids", n, f"no file of the library names {rule}")
for rule, n in pending.items():
    if rule not in ids:
        find("tests/pending-ids", n, f"{rule} is not in tests/rule-ids")
if ids:
    for rule, (path, n) in named.items():
        if rule not in ids:
            find(path, n, f"rule {rule} is not in tests/rule-ids")
finish()
