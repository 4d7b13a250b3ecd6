"""Counts the leaves of the tree of all legal moves, with a fixed order of draws.

    perft.py --sets base[,bets] --depth D --draws T1,T2,... [--seats N] [--rule NAME VALUE]...

Draws come from the given list and do not count as depth; place, meeple, pass, bet, settle and
final do. Where several seats choose at once, the lowest one that has not chosen goes first. A
branch ends where the game is over or the draws run out: one leaf, at every depth from there on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from game import CHANCE, Game, IllegalMove
from record import Record, read_setup_line
from replay import DATA
from tiles import load_directory


def perft(game: Game, depth: int, draws: Sequence[str]) -> list[int]:
    """The number of leaves at depth 1, 2, ..., `depth`."""
    leaves = [0] * (depth + 1)

    def visit(node: Game, level: int) -> None:
        leaves[level] += 1
        if level == depth:
            return
        while node.actors() == [CHANCE] and node.drawn < len(draws):
            node.apply(f"draw {draws[node.drawn]}")
        actors = node.actors()
        if not actors or actors == [CHANCE]:
            for deeper in range(level + 1, depth + 1):
                leaves[deeper] += 1
            return
        for line in node.legal(actors[0]):
            child = node.clone()
            child.apply(line)
            visit(child, level + 1)

    visit(game.clone(), 0)
    return leaves[1:]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sets", default="base", help="names, separated by commas")
    parser.add_argument("--depth", type=int, required=True)
    parser.add_argument("--draws", required=True, help="names of tiles, separated by commas")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--rule", nargs=2, action="append", default=[], metavar=("NAME", "VALUE"))
    parser.add_argument("--chips", help="faces, separated by commas, instead of the set's")
    parser.add_argument("--data", type=Path, default=DATA, help="directory of the tile files")
    options = parser.parse_args(arguments)

    known = load_directory(options.data)
    setup = [["set", name] for name in options.sets.split(",")]
    setup += [["rule", *words] for words in options.rule]
    setup += [["seat", str(seat), f"seat{seat}"] for seat in range(options.seats)]
    if options.chips:
        setup.append(["chips", *options.chips.split(",")])
    record = Record()
    try:
        for words in setup:
            read_setup_line(record, words, known)
        leaves = perft(record.new_game(), options.depth, options.draws.split(","))
    except (ValueError, IllegalMove) as error:
        print(f"perft: {error}", file=sys.stderr)
        return 1
    for depth, count in enumerate(leaves, 1):
        print(f"depth {depth} leaves {count}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
