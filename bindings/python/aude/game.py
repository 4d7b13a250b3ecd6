"""One game: positions to look at, and the game that moves."""

from __future__ import annotations

import enum
import operator
from typing import Any, NamedTuple, Optional, Union

from ._aude import ffi, lib
from .errors import AudeError, Code, check, data_of, new_error, seed_bits, unknown, write
from .rules import FEATURES, Rules, budget_of, find_engine

new_memory = ffi.new_allocator(should_clear_after_alloc=False)  # of engines: megabytes
NOBODY: int = lib.AUDE_NOBODY
"""The seat of a spectator, and of chance."""


class Kind(enum.IntEnum):
    """What a move does (`aude_move_kind`)."""

    DRAW = lib.AUDE_DRAW
    PLACE = lib.AUDE_PLACE
    PASS = lib.AUDE_PASS
    MEEPLE = lib.AUDE_MEEPLE
    SETTLE = lib.AUDE_SETTLE
    BET = lib.AUDE_BET
    FINAL = lib.AUDE_FINAL
    RETIRE = lib.AUDE_RETIRE
    END = lib.AUDE_END


class Step(enum.IntEnum):
    """Which decision is open (`aude_step`)."""

    DRAW = lib.AUDE_STEP_DRAW
    PLACE = lib.AUDE_STEP_PLACE
    MEEPLE = lib.AUDE_STEP_MEEPLE
    SETTLE = lib.AUDE_STEP_SETTLE
    BET = lib.AUDE_STEP_BET
    FINAL = lib.AUDE_STEP_FINAL
    OVER = lib.AUDE_STEP_OVER


class Move(NamedTuple):
    """A move, with the numbers of `aude_move`; what does not belong to its kind is as the library writes it."""

    kind: int
    seat: int = NOBODY
    rotation: int = 0
    feature: int = 255
    edge: int = lib.AUDE_NO_EDGE
    face: int = lib.AUDE_NO_BET
    tile: int = 0xFFFF
    x: int = 0
    y: int = 0


class Placed(NamedTuple):
    kind: int
    rotation: int
    x: int
    y: int


class Figure(NamedTuple):
    """A meeple: `tile` counts the placed tiles, `edge` is -1 in a monastery."""

    seat: int
    feature: str
    edge: int
    tile: int


class Bet(NamedTuple):
    """A chip on a tile: its face where it is known here, and the faces it can have by elimination."""

    seat: int
    face: Optional[int]
    possible: tuple[int, ...]


class Stack(NamedTuple):
    tile: int
    bets: tuple[Bet, ...]


class Feature(NamedTuple):
    id: int
    feature: str
    tiles: int
    open: int
    pennants: int
    cities: int
    meeples: tuple[int, ...]


def move_from(m: Any) -> Move:
    return Move(m.kind, m.seat, m.rotation, m.feature, m.edge, m.face, m.tile, m.x, m.y)


class Position:
    """A state for looking at: the true one of a game, or a view of it (`is_view`)."""

    def __init__(self, rules: Rules, state: Any, is_view: bool = False) -> None:
        self.rules = rules
        self.is_view = is_view
        self._s = state
        self._r = rules._c

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    # ---- who and when

    @property
    def step(self) -> Step:
        return Step(lib.aude_state_step(self._r, self._s))

    @property
    def over(self) -> bool:
        return lib.aude_actors(self._r, self._s) == 0

    @property
    def chance(self) -> bool:
        """A draw is open."""
        return bool(lib.aude_actors(self._r, self._s) & lib.AUDE_CHANCE)

    @property
    def actors(self) -> list[int]:
        """Seats that may act; several while they choose secretly at once."""
        bits = lib.aude_actors(self._r, self._s)
        return [seat for seat in range(self.rules.seats) if bits >> seat & 1]

    @property
    def asked(self) -> list[int]:
        """Seats that are asked, whether or not they have chosen: the same in every view."""
        bits = lib.aude_asked(self._r, self._s)
        return [seat for seat in range(self.rules.seats) if bits >> seat & 1]

    @property
    def turn(self) -> int:
        return lib.aude_state_turn(self._s)

    @property
    def decision(self) -> int:
        """Index of the open decision."""
        return lib.aude_state_decision(self._s)

    @property
    def winners(self) -> list[int]:
        bits = lib.aude_winners(self._r, self._s)
        return [seat for seat in range(self.rules.seats) if bits >> seat & 1]

    # ---- moves

    def legal(self, seat: Optional[int] = None) -> list[Move]:
        """All legal moves of a seat (default: the first that may act) in canonical order; none where it may not act."""
        if seat is None:
            actors = self.actors
            if not actors:
                return []
            seat = actors[0]
        self.rules.seat(seat)
        n = lib.aude_count_legal(self._r, self._s, seat)
        moves = ffi.new("aude_move[]", n or 1)
        lib.aude_legal(self._r, self._s, seat, moves, n)
        return [move_from(moves[i]) for i in range(n)]

    def draws(self) -> list[tuple[Move, int]]:
        """All draws with their weights, where a draw is open."""
        cap = len(self.rules._names)
        moves, weight = ffi.new("aude_move[]", cap), ffi.new("uint32_t[]", cap)
        n = lib.aude_chance(self._r, self._s, moves, weight, cap)
        return [(move_from(moves[i]), weight[i]) for i in range(n)]

    def line(self, move: Move) -> str:
        """The move as a line of a record."""
        return write(lib.aude_move_write, self._r, self._move(move)[0])

    def read(self, line: str) -> Move:
        """A line of a record as a move of the seat that is to act: well-formed, not yet legal. Raises AudeError."""
        move, error, data = ffi.new("aude_move *"), new_error(), data_of(line)
        check(lib.aude_move_read(self._r, self._s, data, len(data), move, error), error)
        return move_from(move)

    def _move(self, move: Move) -> Any:
        try:
            return ffi.new("aude_move *", tuple(Move(*move)))
        except (OverflowError, TypeError) as e:
            raise AudeError(Code.RANGE, f"no move: {e}") from e

    # ---- the board

    @property
    def hand(self) -> Optional[int]:
        """Kind of the tile in hand."""
        hand = lib.aude_state_hand(self._s)
        return None if hand < 0 else hand

    @property
    def n_left(self) -> int:
        """Tiles that can still be drawn."""
        return lib.aude_state_n_bag(self._r, self._s)

    @property
    def bag(self) -> list[int]:
        """Copies left of each kind."""
        return [lib.aude_state_in_bag(self._r, self._s, k) for k in range(len(self.rules._names))]

    @property
    def placed(self) -> list[Placed]:
        """Tiles on the board in play order."""
        found = []
        for i in range(lib.aude_n_placed(self._s)):
            p = lib.aude_placed_at(self._r, self._s, i)
            found.append(Placed(p.kind, p.rotation, p.x, p.y))
        return found

    @property
    def figures(self) -> list[Figure]:
        cap = lib.AUDE_MAX_SEATS * lib.AUDE_MAX_MEEPLES
        f = ffi.new("aude_figure[]", cap)
        n = lib.aude_figures(self._r, self._s, f, cap)
        none = lib.AUDE_NO_EDGE
        return [Figure(f[i].seat, FEATURES[f[i].feature], -1 if f[i].edge == none else f[i].edge, f[i].tile) for i in range(n)]

    def features(self, feature: str) -> list[Feature]:
        """All features of a kind. An id is valid for this position only."""
        if feature not in FEATURES:
            raise unknown("feature", feature, FEATURES)
        kind = FEATURES.index(feature)
        n = lib.aude_features(self._r, self._s, kind, ffi.NULL, 0)
        ids, found = ffi.new("int[]", n or 1), []
        lib.aude_features(self._r, self._s, kind, ids, n)
        f = ffi.new("aude_feature *")
        for i in range(n):
            lib.aude_feature_get(self._r, self._s, ids[i], f)
            meeples = tuple(f.meeples[seat] for seat in range(self.rules.seats))
            found.append(Feature(f.id, feature, f.n_tiles, f.n_open, f.n_pennants, f.n_cities, meeples))
        return found

    # ---- points, pieces, chips

    def _each(self, function: Any) -> list[int]:
        return [function(self._s, seat) for seat in range(self.rules.seats)]

    @property
    def scores(self) -> list[int]:
        return self._each(lib.aude_score)

    @property
    def supplies(self) -> list[int]:
        """Meeples in the supply of each seat."""
        return self._each(lib.aude_supply)

    @property
    def chips(self) -> list[int]:
        """Chips in the visible supply of each seat."""
        return self._each(lib.aude_chips)

    @property
    def projected(self) -> list[int]:
        """Final points of every seat if the game ended here, chips left aside."""
        points = ffi.new("int[]", lib.AUDE_MAX_SEATS)
        lib.aude_projected(self._r, self._s, points)
        return list(points)[: self.rules.seats]

    def chips_of(self, seat: int) -> Optional[list[int]]:
        """Copies of each face in a seat's supply; None where a view does not know."""
        self.rules.seat(seat)
        found = [lib.aude_chips_of(self._r, self._s, seat, f) for f in range(lib.aude_rules_n_faces(self._r))]
        return None if found and found[0] < 0 else found

    @property
    def stacks(self) -> list[Stack]:
        """Chips on tiles, oldest tile first."""
        k = ffi.new("aude_stack[]", lib.AUDE_MAX_STACKS)
        found = []
        for i in range(lib.aude_stacks(self._r, self._s, k, lib.AUDE_MAX_STACKS)):
            bets = []
            for j in range(k[i].n_bets):
                b = k[i].bet[j]
                face = None if b.face == lib.AUDE_HIDDEN_FACE else b.face
                bets.append(Bet(b.seat, face, tuple(f for f in range(8) if b.mask >> f & 1)))
            found.append(Stack(k[i].tile, tuple(bets)))
        return found

    # ---- views

    def view(self, seat: int = NOBODY, recall: bool = False) -> Position:
        """What a seat may know, for reading. `recall`: it remembers its own placed chips, as a person does."""
        if seat != NOBODY:
            self.rules.seat(seat)
        state = ffi.new("aude_state *")
        lib.aude_view(self._r, self._s, seat, lib.AUDE_RECALL if recall else 0, state)
        return Position(self.rules, state, True)

    def resample(self, seed: int) -> Game:
        """A game in which everything hidden from this view is one of the possibilities, drawn at random."""
        state, random = ffi.new("aude_state *"), ffi.new("aude_random *")
        lib.aude_random_seed(random, seed_bits(seed))
        lib.aude_resample(self._r, self._s, random, state)
        return Game._around(self.rules, state, seed)

    def digest(self, full: bool = False) -> int:
        """Of all that is public, the same in every view; `full`: of everything, secrets included."""
        return (lib.aude_full_digest if full else lib.aude_digest)(self._r, self._s)


class Game(Position):
    """A game from its beginning, with its log. Chance is a move like any other.

        game = Game(Rules(seats=2), seed=1)
        while not game.over:
            game.apply(game.random_move())

    `seed` is for `random_move` and `engine_move` alone; nothing else is drawn. A game belongs to one thread at a time.
    """

    def __init__(self, rules: Rules, seed: int = 0) -> None:
        super().__init__(rules, ffi.new("aude_state *"))
        lib.aude_start(self._r, self._s)
        self._begin(seed)

    def _begin(self, seed: int) -> None:
        self.moves: list[Move] = []
        self._whole = True  # `moves` lead here from the beginning
        self._random = ffi.new("aude_random *")
        lib.aude_random_seed(self._random, seed_bits(seed))
        self._engine = ffi.new("aude_random[]", lib.AUDE_MAX_SEATS)  # from its own no engine can foresee a draw
        for seat in range(lib.AUDE_MAX_SEATS):
            lib.aude_random_seed(self._engine + seat, lib.aude_random_next(self._random))

    @classmethod
    def _around(cls, rules: Rules, state: Any, seed: int) -> Game:
        game = cls.__new__(cls)
        Position.__init__(game, rules, state)
        game._begin(seed)
        game._whole = False
        return game

    def copy(self) -> Game:
        """The same game, to be played on independently."""
        game = Game._around(self.rules, ffi.new("aude_state *"), 0)
        lib.aude_state_copy(self._r, game._s, self._s)
        game.moves, game._whole, game._random.s = list(self.moves), self._whole, self._random.s
        ffi.memmove(game._engine, self._engine, ffi.sizeof(self._engine))
        return game

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Game:
        return self.copy()

    def apply(self, move: Union[Move, str, int], seat: Optional[int] = None) -> Move:
        """Plays a move, a line of a record, or an index into `legal(seat)`. Raises AudeError, and then nothing has changed.

        Returns the move.
        """
        if isinstance(move, str):
            move = self.read(move)
        elif not isinstance(move, tuple):
            index, moves = operator.index(move), self.legal(seat)
            if not 0 <= index < len(moves):
                raise AudeError(Code.ILLEGAL, f"{index} is no index of a list of {len(moves)} moves")
            move = moves[index]
        c = self._move(move)
        check(lib.aude_apply(self._r, self._s, c[0], ffi.NULL))
        self.moves.append(move_from(c))
        return self.moves[-1]

    def random_move(self) -> Move:
        """A move for whoever is first to act, chance included: uniform, draws by weight. Raises AudeError when over."""
        c = ffi.new("aude_move *")
        if not lib.aude_random_move(self._r, self._s, self._random, c):
            raise AudeError(Code.OVER)
        return move_from(c)

    def engine_move(self, name: str, seat: Optional[int] = None, playouts: int = 0) -> Move:
        """What a computer player would do in a seat, from that seat's view.

        `playouts`: so many games at most, where it searches; 0: as many as it is used to.
        """
        engine = find_engine(name)
        seat = self.actors[0] if seat is None and self.actors else seat
        if seat is None or seat not in self.actors:
            raise AudeError(Code.TURN)
        view, c = ffi.new("aude_state *"), ffi.new("aude_move *")
        memory = new_memory("char[]", engine.memory + 15 + lib.AUDE_ENGINE_FRESH)
        aligned = ffi.cast("char *", (int(ffi.cast("uintptr_t", memory)) + 15) // 16 * 16)
        ffi.buffer(aligned, lib.AUDE_ENGINE_FRESH)[:] = bytes(lib.AUDE_ENGINE_FRESH)
        lib.aude_view(self._r, self._s, seat, lib.AUDE_RECALL, view)
        engine.choose(self._r, view, seat, budget_of(playouts), self._engine + seat, aligned, c)
        return move_from(c)

    def default_move(self, seat: int) -> Move:
        """What a seat that does not answer would do."""
        self.rules.seat(seat)
        c = ffi.new("aude_move *")
        if not lib.aude_default_move(self._r, self._s, seat, c):
            raise AudeError(Code.TURN)
        return move_from(c)
