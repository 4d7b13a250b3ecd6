"""Tile sets: the reader of tile files (docs/tiles.md) and what a tile shows.

Directions are numbers, clockwise from north: edges N E S W = 0..3, half-edges
NL NR EL ER SL SR WL WR = 0..7 (left and right as seen from the middle of the tile looking out).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

EDGES = ("N", "E", "S", "W")
HALVES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
KINDS = ("city", "road", "monastery", "field")  # also the canonical order of features
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # x grows to the east, y to the south

# A half-edge lies beside the edge that it is nearest to: EL beside N, NR beside E.
EDGE_BESIDE_HALF = (3, 1, 0, 2, 1, 3, 2, 0)

FACETS = ("segments", "edges", "picture", "chips")
STATES = ("confirmed", "inferred", "invented")


class TileFileError(Exception):
    """A tile file that cannot be read; the text is `file:line: reason`."""


@dataclass(frozen=True)
class Segment:
    """One piece of a tile. `joints` are edges (city, road), half-edges (field) or nothing
    (monastery), ascending. `touches` are all edges of the cities a field touches."""

    kind: str
    joints: tuple[int, ...]
    pennant: bool = False
    touches: frozenset[int] = frozenset()

    def turned(self, quarters: int) -> Segment:
        step = 2 * quarters if self.kind == "field" else quarters
        size = 8 if self.kind == "field" else 4
        return Segment(
            self.kind,
            tuple(sorted((joint + step) % size for joint in self.joints)),
            self.pennant,
            frozenset((edge + quarters) % 4 for edge in self.touches),
        )

    @property
    def name(self) -> str:
        """How a record names this segment: by its first joint clockwise from north."""
        if self.kind == "monastery":
            return "monastery"
        return f"{self.kind}.{(HALVES if self.kind == 'field' else EDGES)[self.joints[0]]}"

    @property
    def rank(self) -> tuple[int, int]:
        """Canonical order of segments of one tile: by kind, then by first joint."""
        return KINDS.index(self.kind), self.joints[0] if self.joints else 0


class View:
    """A tile turned clockwise by `quarters`: its segments as they lie on the board."""

    def __init__(self, tile: Tile, quarters: int) -> None:
        self.tile = tile
        self.quarters = quarters
        self.segments = tuple(segment.turned(quarters) for segment in tile.segments)
        # Which segment has this edge or half-edge, and what the four edges show.
        self.at_edge: list[int | None] = [None] * 4
        self.at_half: list[int | None] = [None] * 8
        for index, segment in enumerate(self.segments):
            for joint in segment.joints:
                (self.at_half if segment.kind == "field" else self.at_edge)[joint] = index
        self.border = tuple(
            "field" if index is None else self.segments[index].kind for index in self.at_edge
        )

    def find(self, name: str) -> int | None:
        """The segment that `city.E`, `road.E`, `field.H` or `monastery` names, if there is one."""
        kind, _, joint = name.partition(".")
        if name == "monastery":
            for index, segment in enumerate(self.segments):
                if segment.kind == "monastery":
                    return index
        elif kind == "field" and joint in HALVES:
            return self.at_half[HALVES.index(joint)]
        elif kind in ("city", "road") and joint in EDGES:
            index = self.at_edge[EDGES.index(joint)]
            if index is not None and self.segments[index].kind == kind:
                return index
        return None


@dataclass(eq=False)
class Tile:
    """A kind of tile as printed, and how many copies of it there are."""

    name: str
    count: int
    segments: list[Segment] = field(default_factory=list)
    office: bool = False

    @cached_property
    def views(self) -> tuple[View, ...]:
        return tuple(View(self, quarters) for quarters in range(4))

    @cached_property
    def smallest(self) -> tuple[int, ...]:
        """For each rotation the smallest one that looks the same."""
        pictures = [set(view.segments) for view in self.views]
        return tuple(pictures.index(picture) for picture in pictures)


@dataclass
class TileSet:
    name: str = ""
    start: str | None = None
    chips: list[str] = field(default_factory=list)
    tiles: list[Tile] = field(default_factory=list)


def payout(face: str, tiles: int) -> int:
    """What a chip pays for a road or city of that many tiles (rule bets/settle-2)."""
    best = 0
    for entry in face.split("/"):
        match = re.fullmatch(r"([1-9]\d*)(\+|x([1-9]\d*))?", entry)
        if match is None:
            raise ValueError(f"unreadable chip {face}")
        number = int(match[1])
        if match[2] == "+":
            if tiles >= number:
                best = max(best, number)
        elif tiles == number:
            best = max(best, number * int(match[3] or 1))
    return best


def read_tile_set(lines: Iterable[str], source: str) -> TileSet:
    """Reads one tile file; `source` is its name in error messages."""
    result = TileSet()
    tile: Tile | None = None
    texts = [line.partition("#")[0].split() for line in lines]

    for number, words in enumerate(texts, 1):

        def refuse(reason: str, number: int = number) -> TileFileError:
            return TileFileError(f"{source}:{number}: {reason}")

        if not words:
            continue
        if tile is None and not result.name and words == ["aude-tiles", "1"]:
            continue
        match words:
            case ["set", name] if not result.name:
                if not re.fullmatch(r"[A-Za-z0-9-]{1,15}", name):
                    raise refuse(f"unreadable set name {name}")
                result.name = name
            case ["mark", facet, state] if facet in FACETS and state in STATES:
                pass
            case ["start", name] if result.start is None:
                result.start = name
            case ["chip", face]:
                try:
                    payout(face, 1)
                except ValueError as error:
                    raise refuse(str(error)) from None
                result.chips.append(face)
            case ["tile", name, count]:
                if not re.fullmatch(r"x[1-9]\d*", count):
                    raise refuse(f"unreadable count {count}")
                if len(name) > 11 or any(other.name == name for other in result.tiles):
                    raise refuse(f"tile name {name} is too long or used twice")
                tile = Tile(name, int(count[1:]))
                result.tiles.append(tile)
            case ["picture", _] if tile is not None:
                pass
            case ["office"] if tile is not None:
                tile.office = True
            case ["city" | "road" | "monastery" | "field", *rest] if tile is not None:
                try:
                    tile.segments.append(_read_segment(words[0], rest))
                except ValueError as error:
                    raise refuse(str(error)) from None
            case _:
                raise refuse(f"not understood: {' '.join(words)}")

    first = next((words for words in texts if words), [])
    if first != ["aude-tiles", "1"]:
        raise TileFileError(f"{source}:1: the first line is not `aude-tiles 1`")
    if not result.name:
        raise TileFileError(f"{source}:{len(texts)}: no set name")
    if result.start is not None and all(other.name != result.start for other in result.tiles):
        raise TileFileError(f"{source}:{len(texts)}: no tile {result.start} to start with")
    for each in result.tiles:
        try:
            _finish(each)
        except ValueError as error:
            raise TileFileError(f"{source}:{len(texts)}: tile {each.name}: {error}") from None
    return result


def _read_segment(kind: str, words: list[str]) -> Segment:
    pennant = kind == "city" and words[-1:] == ["pennant"]
    touches: list[str] = []
    if pennant:
        words = words[:-1]
    if kind == "field" and "touches" in words:
        split = words.index("touches")
        words, touches = words[:split], words[split + 1 :]
    names = HALVES if kind == "field" else EDGES
    if any(word not in names for word in words) or any(word not in EDGES for word in touches):
        raise ValueError(f"unknown edge in {kind} {' '.join(words + touches)}")
    if len(set(words)) != len(words):
        raise ValueError("an edge is claimed twice")
    if (kind == "monastery") != (not words):
        raise ValueError(f"wrong number of edges for a {kind}")
    if kind == "road" and len(words) > 2:
        raise ValueError("a road with more than two edges")
    return Segment(
        kind,
        tuple(sorted(names.index(word) for word in words)),
        pennant,
        frozenset(EDGES.index(word) for word in touches),
    )


def _finish(tile: Tile) -> None:
    """Checks that edges and half-edges are claimed as they must be and completes `touches`."""
    ways = [segment for segment in tile.segments if segment.kind in ("city", "road")]
    fields = [segment for segment in tile.segments if segment.kind == "field"]
    edges = [edge for segment in ways for edge in segment.joints]
    if len(set(edges)) != len(edges):
        raise ValueError("an edge is claimed twice")
    if sum(segment.kind == "monastery" for segment in tile.segments) > 1:
        raise ValueError("two monasteries")
    cities = [segment for segment in ways if segment.kind == "city"]
    city_of = {edge: segment for segment in cities for edge in segment.joints}
    wanted = [half for half in range(8) if half // 2 not in city_of]
    if sorted(half for segment in fields for half in segment.joints) != wanted:
        raise ValueError("a half-edge is missing or claimed twice")

    # rule base/field-1: a field touches a city if one of its half-edges lies beside one of the
    # city's edges; `touches` adds to that.
    for index, segment in enumerate(tile.segments):
        if segment.kind != "field":
            continue
        if any(edge not in city_of for edge in segment.touches):
            raise ValueError("touches without a city there")
        beside = segment.touches | {EDGE_BESIDE_HALF[half] for half in segment.joints}
        touched = {joint for edge in beside if edge in city_of for joint in city_of[edge].joints}
        tile.segments[index] = Segment("field", segment.joints, False, frozenset(touched))


def load_directory(directory: Path) -> dict[str, TileSet]:
    """All tile sets of a directory, by name, and older versions under old/ as NAME-HASH."""
    sets = {}
    for path in [*sorted(directory.glob("*.tiles")), *sorted(directory.glob("old/*.tiles"))]:
        tile_set = read_tile_set(path.read_text(encoding="utf-8").splitlines(), str(path))
        sets[path.stem if path.parent.name == "old" else tile_set.name] = tile_set
    return sets
