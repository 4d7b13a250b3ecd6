"""Random games that the oracle plays by itself, written as records with `expect` lines.

    selfplay.py --games N --seed S --records DIR [--sets base,bets | --tiles FILE] [--leave PERCENT]

Every game draws its own number of seats and its own options. The records can be given to any
program that replays records: a second opinion the other way round. crossings.tiles is a set in
which decisions about stacks are frequent.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from game import CHANCE, Game
from record import count_moves, read_record
from replay import DATA
from tiles import TileSet, load_directory


def random_setup(dice: random.Random, sets: Sequence[str], seats: int | None = None) -> list[str]:
    """Setup lines, first those for the sets: mostly the rules as they are, sometimes options."""
    seats = seats or dice.randint(2, 6)
    lines = list(sets)
    if dice.random() < 0.3:
        lines.append("rule fields off")
    if dice.random() < 0.3:
        lines.append("rule tiny-city 2")
    if dice.random() < 0.3:
        lines.append("rule bets-unoccupied off")
    if dice.random() < 0.2:
        lines.append(f"rule draws {dice.randint(1, 90)}")
    if dice.random() < 0.2:
        lines.append(f"rule meeples {dice.randint(1, 8)}")
    if dice.random() < 0.5:
        lines.append(f"rule first {dice.randrange(seats)}")
    if dice.random() < 0.2:
        lines.append("chips 4x2 4/5 2+ 3/3x3 4/5")
    return lines + [f"seat {seat} Seat{seat}" for seat in range(seats)]


def embedded(path: Path) -> list[str]:
    """The setup lines that put a tile file into a record."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [f"| {line}" for line in lines if line and not line.startswith("#")]


def random_move(game: Game, dice: random.Random, leave: float = 0.0) -> str:
    """A move of a random actor; with probability `leave` somebody leaves or the table ends."""
    if dice.random() < leave:
        return f"{dice.choice(['retire', 'retire', 'retire', 'end'])} {dice.choice(game.active)}"
    actor = dice.choice(game.actors())
    if actor == CHANCE:
        names, weights = zip(*game.chance())
        return f"draw {dice.choices(names, weights)[0]}"
    moves = game.legal(actor)
    if moves[0] == "pass" and len(moves) > 1 and dice.random() < 0.6:
        moves = moves[1:]
    return dice.choice(moves)


def play(
    setup: Sequence[str],
    known: dict[str, TileSet],
    dice: random.Random,
    leave: float = 0.0,
    watch: Callable[[Game, str], None] = lambda game, line: None,
) -> Iterator[str]:
    """The lines of the record of one random game. `watch` sees the game after each move."""
    yield "aude 1"
    yield from setup
    game = read_record(["aude 1", *setup], known).new_game()
    watch(game, "")
    while game.step != "over":
        if CHANCE not in game.actors():
            yield f"expect moves {count_moves(game)}"
        line = random_move(game, dice, leave)
        scores = list(game.scores)
        game.apply(line)
        watch(game, line)
        yield line
        yield " ".join(["expect actors", *map(str, game.actors())])
        if scores != game.scores:
            for seat in game.seats:
                yield f"expect score {seat} {game.scores[seat]}"
    for seat in game.seats:
        yield f"expect score {seat} {game.scores[seat]}"
    if game.winners:
        yield " ".join(["expect winner", *map(str, game.winners)])
    yield f"expect bag {game.tiles_left}"
    yield f"expect discarded {game.discarded}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", type=Path, required=True, metavar="DIR")
    parser.add_argument("--sets", default="base,bets", help="names, separated by commas")
    parser.add_argument("--leave", type=float, default=0.0, help="percent of moves that leave")
    parser.add_argument("--tiles", type=Path, metavar="FILE", help="this set only, embedded")
    parser.add_argument("--data", type=Path, default=DATA, help="directory of the tile files")
    options = parser.parse_args(arguments)

    known = load_directory(options.data)
    sets = [f"set {name}" for name in options.sets.split(",")]
    if options.tiles:
        sets = embedded(options.tiles)
    options.records.mkdir(parents=True, exist_ok=True)
    for number in range(options.games):
        dice = random.Random(f"{options.seed} {number}")
        setup = random_setup(dice, sets)
        lines = play(setup, known, dice, options.leave / 100)
        path = options.records / f"{number:05}.aude"
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
