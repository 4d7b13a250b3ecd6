"""Roads, cities, monasteries and fields of a board, flooded from scratch."""

from __future__ import annotations

from dataclasses import dataclass

from tiles import STEPS, View

Square = tuple[int, int]
Spot = tuple[Square, int]  # one segment on the board: its square and its number on the tile


@dataclass(frozen=True, eq=False)
class Feature:
    """A maximal group of joined segments. `open_edges` counts what is missing: for a monastery
    the empty squares around it."""

    kind: str
    spots: frozenset[Spot]
    squares: frozenset[Square]
    open_edges: int
    pennants: int

    @property
    def complete(self) -> bool:
        return self.open_edges == 0

    @property
    def tiles(self) -> int:
        # rule base/count-1: a tile counts once, however many of its segments belong here
        return len(self.squares)


class Survey:
    """All features of one board."""

    def __init__(self, board: dict[Square, View]) -> None:
        self.features: list[Feature] = []
        self.at: dict[Spot, Feature] = {}
        for square, view in board.items():
            for index in range(len(view.segments)):
                if (square, index) not in self.at:
                    feature = flood(board, (square, index))
                    self.features.append(feature)
                    for spot in feature.spots:
                        self.at[spot] = feature


def neighbours(square: Square) -> list[Square]:
    x, y = square
    return [(x + dx, y + dy) for dx, dy in STEPS]


def squares_around(square: Square) -> list[Square]:
    x, y = square
    return [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]


def flood(board: dict[Square, View], start: Spot) -> Feature:
    """The feature that the segment `start` belongs to."""
    kind = board[start[0]].segments[start[1]].kind
    spots = {start}
    todo = [start]
    open_edges = 0
    pennants = 0
    while todo:
        square, index = todo.pop()
        segment = board[square].segments[index]
        pennants += segment.pennant
        beside = neighbours(square)
        for joint in segment.joints:
            if kind == "field":
                # Over an edge the left half meets the right half of the other tile.
                other = board.get(beside[joint // 2])
                across = None if other is None else other.at_half[(joint + 4) % 8 ^ 1]
                next_square = beside[joint // 2]
            else:
                other = board.get(beside[joint])
                across = None if other is None else other.at_edge[(joint + 2) % 4]
                next_square = beside[joint]
            if other is None:
                open_edges += 1
            elif (next_square, across) not in spots:
                spots.add((next_square, across))
                todo.append((next_square, across))
    if kind == "monastery":
        open_edges = sum(square not in board for square in squares_around(start[0]))
    return Feature(
        kind, frozenset(spots), frozenset(square for square, _ in spots), open_edges, pennants
    )
