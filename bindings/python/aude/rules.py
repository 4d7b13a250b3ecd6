"""What a game is played with: tile sets, chips, seats, options."""

from __future__ import annotations

import operator
from typing import Any, Iterable, NamedTuple, Sequence

from ._aude import ffi, lib
from .errors import AudeError, Code, check, data_of, name_of, new_error, put, text, unknown, write

FEATURES = ("city", "road", "monastery", "field")


class Segment(NamedTuple):
    """A part of a tile. `ends`: edges 0..3 (N E S W) of a city or road, half-edges 0..7 of a field."""

    feature: str
    ends: tuple[int, ...]
    pennants: int


class Tile(NamedTuple):
    """One kind of tile, as it lies with north up."""

    name: str
    count: int
    office: bool
    segments: tuple[Segment, ...]


def engines() -> dict[str, str]:
    """The computer players by name, and what each of them is."""
    found = {}
    while (engine := lib.aude_engine_builtin(len(found))) != ffi.NULL:
        found[text(engine.name)] = text(engine.about)
    return found


def find_engine(name: str) -> Any:
    engine = lib.aude_engine_find(name_of("engine", name))
    if engine == ffi.NULL:
        raise unknown("engine", name, engines())
    return engine


def budget_of(playouts: int) -> Any:
    """An aude_budget; 0 playouts: as many as the engine is used to."""
    budget = ffi.new("aude_budget *")
    put(budget, playouts=playouts)
    return budget


def tilesets() -> list[str]:
    """Names of the built-in tile sets."""
    found: list[str] = []
    index = 0
    while (tiles := lib.aude_tileset_builtin(index)) != ffi.NULL:
        if (name := text(tiles.name)) not in found:
            found.append(name)
        index += 1
    return found


class Rules:
    """A setup, compiled. Immutable, and shared by all games and threads that use it.

    `sets` are names of built-in tile sets (`tilesets()`), or texts of tile files (docs/tiles.md). `chips` replaces the betting
    chips of the sets, each written like `4/5` or `4x2`. The other options are those of `aude_setup`. Raises AudeError.
    """

    def __init__(
        self,
        seats: int = 2,
        sets: Sequence[str] = ("base", "bets"),
        *,
        chips: Iterable[str] = (),
        fields: bool = True,
        tiny_city: int = 4,
        bets_unoccupied: bool = True,
        draws: int = 0,
        meeples: int = 7,
        first: int = 0,
    ) -> None:
        if isinstance(sets, str) or isinstance(chips, str):
            raise TypeError("sets and chips are lists, such as [\"base\"] and [\"4/5\"]")
        setup = ffi.new("aude_setup *")
        lib.aude_setup_default(setup, 2)
        if len(sets) > lib.AUDE_MAX_SETS:
            raise AudeError(Code.LIMIT, f"at most {lib.AUDE_MAX_SETS} tile sets")
        own = []
        setup.n_sets = len(sets)
        for i, name in enumerate(sets):
            if "\n" in name:
                tiles, data, error = ffi.new("aude_tileset *"), data_of(name), new_error()
                check(lib.aude_tileset_read(tiles, data, len(data), error), error)
                own.append(tiles)
            else:
                tiles = lib.aude_tileset_find(name_of("tile set", name), 0)
                if tiles == ffi.NULL:
                    raise unknown("tile set", name, tilesets())
            setup.set[i] = tiles
        for chip in chips:
            if setup.n_chips == lib.AUDE_MAX_CHIPS:
                raise AudeError(Code.LIMIT, f"at most {lib.AUDE_MAX_CHIPS} chips")
            data = name_of("chip", chip)
            code = lib.aude_chip_read(ffi.addressof(setup.chip, setup.n_chips), data, len(data))
            if code:
                raise AudeError(code, f"`{chip}` is no chip; there are such as `4/5`, `4x2` and `3/7+`")
            setup.n_chips += 1
        put(setup, n_seats=seats, fields=fields, tiny_city=tiny_city, bets_unoccupied=bets_unoccupied)
        put(setup, draws=draws, meeples=meeples, first=first)
        self._compile(setup, own)

    def _compile(self, setup: Any, own: Any) -> None:
        rules, error = ffi.new("aude_rules *"), new_error()
        check(lib.aude_rules_init(rules, setup, error), error)
        self._adopt(rules, setup, own)

    def _adopt(self, rules: Any, setup: Any, own: Any) -> None:
        self._c = rules
        self._setup = setup  # its sets point to built-in data or into _own
        self._own = own
        self._names = [text(lib.aude_rules_kind(rules, k).name) for k in range(lib.aude_rules_n_kinds(rules))]

    @property
    def seats(self) -> int:
        return self._setup.n_seats

    @property
    def kinds(self) -> list[str]:
        """Names of the kinds of tiles; a kind is an index into this list."""
        return list(self._names)

    @property
    def n_tiles(self) -> int:
        """Tiles of a game, the start tile included."""
        return lib.aude_rules_n_tiles(self._c)

    @property
    def faces(self) -> list[str]:
        """The different chips of a player; a face is an index into this list."""
        n = lib.aude_rules_n_faces(self._c)
        return [write(lib.aude_chip_write, lib.aude_rules_face(self._c, i)) for i in range(n)]

    @property
    def max_moves(self) -> int:
        """No legal list is longer."""
        return lib.aude_rules_max_moves(self._c)

    def tile(self, kind: int | str, rotation: int = 0) -> Tile:
        """A kind of tile by index or name, turned clockwise by quarter turns."""
        index = self.find(kind)
        tile = lib.aude_rules_kind(self._c, index)
        segments = []
        for i in range(tile.n_segments):
            s = lib.aude_rules_segment(self._c, index, rotation & 3, i)
            ends = tuple(e for e in range(8) if s.ends >> e & 1)
            segments.append(Segment(FEATURES[s.kind], ends, s.pennants))
        return Tile(text(tile.name), tile.count, bool(tile.office), tuple(segments))

    def find(self, kind: int | str) -> int:
        """Index of a kind of tile."""
        index = lib.aude_rules_find_kind(self._c, name_of("tile", kind)) if isinstance(kind, str) else operator.index(kind)
        if not 0 <= index < len(self._names):
            raise unknown("tile", kind)
        return index

    def seat(self, seat: int) -> int:
        """The same seat; raises AudeError where there is none of that number."""
        if not 0 <= operator.index(seat) < self.seats:
            raise unknown("seat", seat, range(self.seats))
        return seat

    def same(self, other: Rules) -> bool:
        """Whether positions of the other rules are positions of these."""
        return self is other or bytes(ffi.buffer(self._c)) == bytes(ffi.buffer(other._c))

    def __copy__(self) -> Rules:
        return self

    def __deepcopy__(self, memo: Any) -> Rules:
        return self
