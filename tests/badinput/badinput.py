"""Spoils records and tile files and looks at what the program says.

Each spoilt file must either still be good, and then be good for the oracle as well, or be refused: exit code 2 (1 where only
an expectation fails), a message `FILE:LINE:COLUMN: reason` (the column where it is known), and no file changed. BADINPUT_FILES (default 300) is the number of files.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "oracle"))

from replay import DATA, check_file  # noqa: E402
from tiles import TileFileError, read_tile_set  # noqa: E402

AUDE = os.environ.get("AUDE", str(ROOT / "build/release/aude"))
WORDS = b"draw place meeple pass bet settle final retire end confirm undo expect rule seat set city.N field.EL -1 270 x".split()
HUGE = [b"99999999999999999999", b"-2147483649", b"65536", b"-32769", b"4294967296", b"0x10", b"1e3", b"007"]


def spoil(rng: random.Random, data: bytes, other: bytes) -> bytes:
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    kind = rng.randrange(12)
    if kind == 0:
        return data[: rng.randrange(len(data))]
    if kind == 1:
        del lines[at]
    elif kind == 2:
        lines.insert(at, lines[rng.randrange(len(lines))])
    elif kind == 3:
        to = rng.randrange(len(lines))
        lines[at], lines[to] = lines[to], lines[at]
    elif kind == 4:
        lines[at] = re.sub(rb"-?\d+", lambda _: rng.choice(HUGE), lines[at], count=1)
    elif kind == 5:
        lines[at] += rng.choice([b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b"\xf5\x80\x80\x80"])
    elif kind == 6:
        lines[at] += rng.choice([b"\x00", b"\x07", b"\x1b[31m"])
    elif kind == 7:
        words = lines[at].split(b" ")
        words[rng.randrange(len(words))] = rng.choice(WORDS)
        lines[at] = b" ".join(words)
    elif kind == 8:
        return data.replace(b"\n", b"\r\n")
    elif kind == 9:
        foreign = other.split(b"\n")
        lines[at:at] = foreign[rng.randrange(len(foreign)) :][:3]
    elif kind == 10:
        spoilt = bytearray(data)
        for _ in range(rng.randrange(1, 4)):
            spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
        return bytes(spoilt)
    else:
        lines[at] = lines[at] + b" " + b"long" * 2000
    return b"\n".join(lines)


def told(output: str, path: Path) -> bool:
    return re.search(rf"^(aude \w+: )?{re.escape(str(path))}:[1-9]\d*(:[1-9]\d*)?: \S", output, re.MULTILINE) is not None


def run(*arguments: str) -> tuple[int, str]:
    done = subprocess.run([AUDE, *arguments], capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
    return done.returncode, done.stderr.decode("utf-8", "replace")


def check_record(path: Path) -> str | None:
    code, errors = run("replay", str(path))
    if code not in (0, 1, 2):
        return f"exit code {code}: {errors}"
    if code == 0:
        failures = check_file((path, DATA)).failures
        return f"accepted, but the oracle says {failures[0]}" if failures else None
    return None if told(errors, path) else f"no file, line and reason in: {errors!r}"


def check_tiles(path: Path) -> str | None:
    code, errors = run("selfplay", "--games", "1", "--players", "random,random", "--tiles", str(path))
    if code == 0:
        try:
            read_tile_set(path.read_text(encoding="utf-8").splitlines(), str(path))
        except (TileFileError, UnicodeDecodeError) as error:
            return f"accepted, but the oracle says {error}"
        return None
    if code != 2:
        return f"exit code {code}: {errors}"
    # what only the whole game can show (a name in two sets, no start tile) has no line
    game = re.search(r"^aude selfplay: [^:]+$", errors, re.MULTILINE)
    return None if told(errors, path) or game else f"no file, line and reason in: {errors!r}"


def main() -> int:
    rng = random.Random(20)
    records = sorted((ROOT / "tests" / "scenarios").glob("*.aude"))
    tiles = sorted((ROOT / "data").glob("*.tiles"))
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(int(os.environ.get("BADINPUT_FILES", "300"))):
            pool, check, name = (tiles, check_tiles, "x.tiles") if number % 3 == 0 else (records, check_record, "x.aude")
            source = rng.choice(pool)
            data = source.read_bytes()
            if name == "x.tiles":  # another name than the built-in set, so that it comes in addition; no tile is twice
                data = re.sub(rb"^set \S+", b"set own", data, flags=re.MULTILINE)
                data = re.sub(rb"^(tile|start) ", rb"\1 q", data, flags=re.MULTILINE)
            spoilt = spoil(rng, data, rng.choice(pool).read_bytes())
            path = Path(folder) / f"{number}-{name}"
            path.write_bytes(spoilt)
            wrong = check(path)
            if wrong is None and path.read_bytes() != spoilt:
                wrong = "the file was changed"
            if wrong is None and len(list(Path(folder).iterdir())) != number + 1:
                wrong = "a file was written"
            passed += wrong is None
            if wrong:
                failed += 1
                print(f"{number} ({source.name}): {wrong}", file=sys.stderr)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
