"""Reads a record, checks it, and shows what is in it: `read_record.py [FILE]`. Without a file it plays a game first."""

import sys
import tempfile
from pathlib import Path

import aude


def example(path: Path) -> None:
    game = aude.Game(aude.Rules(seats=3), seed=7)
    while not game.over:
        game.apply(game.random_move())
    text = aude.Record.of(game, names=["Ann", "Ben", "Cy"]).write()
    path.write_text(text + f"digest {game.digest():016x}\n" + "".join(f"expect score {s} {p}\n" for s, p in enumerate(game.scores)))


def show(path: Path) -> int:
    try:
        record = aude.Record.load(path)
    except aude.AudeError as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 1
    checks, failures = record.check()
    print(f"{', '.join(record.names)}: {len(record.moves)} moves, {checks} checks, {len(failures)} of them fail")
    for failure in failures:
        print(f"  {failure}")
    before = [0] * record.rules.seats
    for move, game in record.replay():
        if game.scores != before:
            gains = [f"{name} +{now - then}" for name, now, then in zip(record.names, game.scores, before) if now != then]
            print(f"  {game.line(move):28} {', '.join(gains)}")
            before = game.scores
    print("  ".join(f"{name} {points}" for name, points in zip(record.names, record.final.scores)))
    return 1 if failures else 0


def main() -> int:
    if len(sys.argv) > 1:
        return show(Path(sys.argv[1]))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.aude"
        example(path)
        return show(path)


if __name__ == "__main__":
    sys.exit(main())
