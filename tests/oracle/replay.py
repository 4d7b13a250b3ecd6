"""Replays records and checks every move and every `expect` line by the rules as read here.

    replay.py [--jobs N] [--data DIR] FILE|DIRECTORY...

Of a directory every file is a record, save those that end in .md. `digest` lines and hashes are
not looked at. Prints `file:line: reason` for each failure, then what was checked, and at the end
`N passed, N failed`. The exit status is 1 if anything failed or there was nothing to check.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from multiprocessing import Pool
from pathlib import Path

from record import RecordError, Replay, read_record
from tiles import TileSet, load_directory

DATA = Path(__file__).resolve().parents[2] / "data"


@dataclass
class Outcome:
    failures: list[str]
    decisions: int = 0
    moves: int = 0
    checks: int = 0


@cache
def known_sets(directory: Path) -> dict[str, TileSet]:
    return load_directory(directory)


def check_file(job: tuple[Path, Path]) -> Outcome:
    path, data = job
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        replay = Replay(read_record(lines, known_sets(data)))
    except RecordError as error:
        return Outcome([f"{path}:{error.line}: {error.reason}"])
    except (OSError, UnicodeDecodeError) as error:
        return Outcome([f"{path}:1: {error}"])
    replay.run()
    return Outcome(
        [f"{path}:{line}: {reason}" for line, reason in replay.failures],
        replay.decisions,
        replay.moves,
        replay.checks,
    )


def records(paths: Sequence[Path]) -> list[Path]:
    found = []
    for path in paths:
        if path.is_dir():
            found += sorted(
                each for each in path.rglob("*") if each.is_file() and each.suffix != ".md"
            )
        else:
            found.append(path)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="+", type=Path, metavar="FILE|DIRECTORY")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--data", type=Path, default=DATA, help="directory of the tile files")
    options = parser.parse_args(arguments)

    jobs = [(path, options.data) for path in records(options.paths)]
    total = Outcome([])
    failed = 0

    def add(outcome: Outcome) -> None:
        nonlocal failed
        for failure in outcome.failures:
            print(failure)
        failed += bool(outcome.failures)
        total.decisions += outcome.decisions
        total.moves += outcome.moves
        total.checks += outcome.checks

    if options.jobs > 1:
        with Pool(options.jobs) as pool:
            for outcome in pool.imap(check_file, jobs, chunksize=4):
                add(outcome)
    else:
        for job in jobs:
            add(check_file(job))

    print(
        f"{len(jobs)} games, {total.decisions} decisions, {total.moves} moves, "
        f"{total.checks} checks"
    )
    print(f"{len(jobs) - failed} passed, {failed} failed")
    return 1 if failed or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
