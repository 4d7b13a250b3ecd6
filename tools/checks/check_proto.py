#!/usr/bin/python3
"""What is committed of the protocol is what protogen makes: web/src/proto/messages.ts and docs/protocol.md."""

import os
import subprocess
import tempfile

from common import BUILD, find, finish, read

COMMITTED = {"messages.ts": "web/src/proto/messages.ts", "protocol.md": "docs/protocol.md"}

generator = os.path.join(BUILD, "protogen")
if not os.path.exists(generator):
    find("tools/protogen.c", 0, f"is not built in {BUILD}")
    finish()
with tempfile.TemporaryDirectory() as folder:
    made = [os.path.join(folder, name) for name in ("messages.h", "messages.c", "messages.ts", "protocol.md")]
    subprocess.run(
        [generator, "src/proto/messages.def", "src/proto/introduction.md", *made],
        env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"},
        check=True,
    )
    for path in made:
        committed = COMMITTED.get(os.path.basename(path))
        if committed and (not os.path.exists(committed) or read(committed) != read(path)):
            find(committed, 0, "is not what protogen makes of src/proto: ninja -C BUILD protocol")
finish()
