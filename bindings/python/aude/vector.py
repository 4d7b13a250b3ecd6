"""Many games at once, in numpy arrays that the library writes into (docs/env.md says what each number means)."""

from __future__ import annotations

import threading
from typing import Any, Iterable, Mapping, NamedTuple, Optional, Union

import numpy as np
from numpy.typing import NDArray

from ._aude import ffi, lib
from .errors import AudeError, Code, check, new_error, put, seed_bits, unknown
from .game import Position
from .rules import Rules, budget_of, find_engine

REWARDS = {
    "difference": lib.AUDE_REWARD_DIFFERENCE,
    "win": lib.AUDE_REWARD_WIN,
    "points": lib.AUDE_REWARD_POINTS,
}
CHANNELS: int = lib.AUDE_ENV_CHANNELS
ANY: int = lib.AUDE_ENV_ANY
"""As an action: the library draws the move."""

if lib.aude_env_abi() != lib.AUDE_ENV_ABI:
    raise ImportError("the library and its binding do not belong together; install the package again")


class Layout(NamedTuple):
    """Shapes, and where the blocks of the flat vector begin (`aude_env_layout`)."""

    hash: int
    n_envs: int
    n_seats: int
    window: int
    cap: int
    columns: int
    flat: int
    n_kinds: int
    n_faces: int
    n_offices: int
    at_seats: int
    at_faces: int
    at_bag: int
    at_hand: int
    at_stacks: int


Opponents = Union[str, Mapping[int, str], None]


def find_reward(name: str) -> int:
    if name not in REWARDS:
        raise unknown("reward", name, REWARDS)
    return REWARDS[name]


def opponents_by_seat(rules: Rules, learners: Iterable[int], opponents: Opponents) -> dict[int, str]:
    """Names of engines for seats that do not learn: one name is for all of them."""
    others = [seat for seat in range(rules.seats) if seat not in learners]
    if isinstance(opponents, str):
        find_engine(opponents)  # also where no seat is left for it
        return dict.fromkeys(others, opponents)
    if not isinstance(opponents, (Mapping, type(None))):
        raise TypeError(f"opponents is the name of an engine, or names by seat, not {opponents!r}")
    for seat, name in (opponents or {}).items():
        if rules.seat(seat) not in others:
            raise AudeError(Code.UNKNOWN, f"seat {seat} learns and has no engine")
        find_engine(name)
    return dict(opponents or {})


def int32_of(actions: Any, n: int) -> NDArray[np.int32]:
    """Whole numbers as the library reads them; none becomes another on the way."""
    a = np.asarray(actions)
    if a.shape != (n,):
        raise ValueError(f"actions have the shape {a.shape}, not {(n,)}")
    if a.dtype.kind not in "iu":
        raise TypeError(f"actions are whole numbers, not {a.dtype}")
    if a.dtype.itemsize >= 4:  # the ends of int32 are no index either
        a = np.clip(a, -(2**31) if a.dtype.kind == "i" else 0, 2**31 - 1)
    return np.ascontiguousarray(a, np.int32)


class _Base:
    """An aude_env in memory of its own. Calls of the library let other threads run, so each holds the lock."""

    def __init__(
        self,
        rules: Rules,
        n: int,
        *,
        learners: Optional[Iterable[int]] = None,
        opponents: Opponents = None,
        playouts: int = 0,
        reward: str = "difference",
        recall: bool,
        simulate: bool,
        window: int,
        cap: int,
    ) -> None:
        config, error = ffi.new("aude_env_config *"), new_error()
        lib.aude_env_config_default(config, rules._c, 1)
        put(config, n_envs=n, window=window, cap=cap)
        config.flags = (lib.AUDE_ENV_RECALL if recall else 0) | (lib.AUDE_ENV_SIMULATE if simulate else 0)
        config.reward = find_reward(reward)
        seats = set(range(rules.seats)) if learners is None else {rules.seat(seat) for seat in learners}
        config.learners = sum(1 << seat for seat in seats)
        for seat, name in opponents_by_seat(rules, seats, opponents).items():
            config.engine[seat] = find_engine(name)
        config.budget = self._budget = budget_of(playouts)
        layout = ffi.new("aude_env_layout *")
        check(lib.aude_env_layout_of(config, layout, error), error)
        self.rules = rules
        self.layout = Layout(*(getattr(layout, name) for name in Layout._fields))
        size = lib.aude_env_memory(config)
        self._memory = ffi.new("char[]", size)
        env = ffi.new("aude_env **")
        check(lib.aude_env_init(env, self._memory, size, config, error), error)
        self._env = env[0]
        self._lock = threading.Lock()

    def _shapes(self, n: int) -> dict[str, tuple[tuple[int, ...], Any]]:
        k = self.layout
        return {
            "planes": ((n, k.window, k.window, CHANNELS), np.uint8),
            "flat": ((n, k.flat), np.int16),
            "rows": ((n, k.cap, k.columns), np.int16),
            "mask": ((n, k.cap), np.uint8),
            "n_legal": ((n,), np.int32),
            "seat": ((n,), np.uint8),
            "reward": ((n, k.n_seats), np.float32),
            "done": ((n,), np.uint8),
            "score": ((n, k.n_seats), np.int32),
            "winners": ((n,), np.uint8),
        }

    def _arrays(self, n: int, skip: Iterable[str]) -> tuple[dict[str, NDArray[Any]], Any]:
        arrays, buffers = {}, ffi.new("aude_env_buffers *")
        for name, (shape, kind) in self._shapes(n).items():
            if name in skip:
                continue
            a = np.zeros(shape, kind)
            setattr(buffers, name, ffi.cast(ffi.typeof(getattr(buffers, name)), a.ctypes.data))
            arrays[name] = a
        return arrays, buffers


class VectorEnv(_Base):
    """`n_envs` games side by side; every step is one decision of a learning seat in each of them.

        env = VectorEnv(Rules(seats=2), 256, learners=[0], opponents={1: "greedy"})
        env.reset(seed=1)
        while True:
            env.step(choose(env.rows, env.mask))

    learners   seats that `step` decides for (default: all)
    opponents  engines for the other seats: a name for all, or names by seat; a seat without one makes random moves
    playouts   games that an engine which searches plays out for one move (0: as many as it is used to)
    reward     "difference" (own points less the most of another, at the end), "win" (1, shared 1 / k, at the end), "points" (as
               they come)
    recall     a seat sees its own placed chips, as a person remembers them
    simulate   six more columns in `rows`, found by playing each move; slow
    window     width of the planes, odd (0: 31)
    cap        room for a list of moves (0: always enough). A longer list raises AudeError with Code.LIMIT after the step
    planes, flat, rows, mask   False: do not compute it

    The arrays are written by each step, without copying; they are read-only views, to be copied if kept:

    planes   [n, window, window, 16] uint8    the board
    flat     [n, layout.flat] int16           all else
    rows     [n, cap, layout.columns] int16   a row for each legal move
    mask     [n, cap] uint8                   1 where a move is
    n_legal  [n] int32                        number of legal moves
    seat     [n] uint8                        the seat that is to act, and that all this is shown to
    reward   [n, seats] float32               of the last step
    done     [n] uint8                        a game ended in the last step; the next one has begun
    score    [n, seats] int32                 where one ended, its points
    winners  [n] uint8                        where one ended, the seats that won, as bits
    """

    planes: NDArray[np.uint8]
    flat: NDArray[np.int16]
    rows: NDArray[np.int16]
    mask: NDArray[np.uint8]
    n_legal: NDArray[np.int32]
    seat: NDArray[np.uint8]
    reward: NDArray[np.float32]
    done: NDArray[np.uint8]
    score: NDArray[np.int32]
    winners: NDArray[np.uint8]

    def __init__(
        self,
        rules: Rules,
        n_envs: int,
        *,
        learners: Optional[Iterable[int]] = None,
        opponents: Opponents = None,
        playouts: int = 0,
        reward: str = "difference",
        recall: bool = True,
        simulate: bool = False,
        window: int = 0,
        cap: int = 0,
        planes: bool = True,
        flat: bool = True,
        rows: bool = True,
        mask: bool = True,
        n_legal: bool = True,
    ) -> None:
        super().__init__(
            rules,
            n_envs,
            learners=learners,
            opponents=opponents,
            playouts=playouts,
            reward=reward,
            recall=recall,
            simulate=simulate,
            window=window,
            cap=cap,
        )
        wanted = dict(planes=planes, flat=flat, rows=rows, mask=mask, n_legal=n_legal)
        self._own, buffers = self._arrays(n_envs, [name for name, on in wanted.items() if not on])
        for name, array in self._own.items():
            shown = array.view()
            shown.flags.writeable = False
            setattr(self, name, shown)
        self.n_envs = n_envs
        self._error = new_error()
        lib.aude_env_bind(self._env, buffers)

    def reset(self, seed: int = 0) -> None:
        """New games everywhere. The same seed and the same actions give the same games."""
        bits = seed_bits(seed)
        with self._lock:
            check(lib.aude_env_reset(self._env, bits, self._error), self._error, "game")

    def step(self, actions: Optional[NDArray[Any]] = None) -> None:
        """One decision in each game: indices into the lists of legal moves, of any integer type, or ANY; None: ANY everywhere.

        An index outside its list raises AudeError (Code.ILLEGAL, `line` is the game from 1), and nothing has changed.
        """
        if actions is None:
            c = ffi.NULL
        else:
            c = ffi.from_buffer("int32_t[]", int32_of(actions, self.n_envs))
        with self._lock:
            code = lib.aude_env_step(self._env, c, self._error)
            if code:
                check(code, self._error, "game")

    def position(self, game: int) -> Position:
        """A copy of one game's true state, secrets included."""
        if not 0 <= game < self.n_envs:
            raise IndexError(f"there is no game {game}")
        state = ffi.new("aude_state *")
        with self._lock:
            lib.aude_state_copy(self.rules._c, state, lib.aude_env_state(self._env, game))
        return Position(self.rules, state)


class Observation(NamedTuple):
    """What one seat is shown, as in VectorEnv, for one game."""

    planes: NDArray[np.uint8]
    flat: NDArray[np.int16]
    rows: NDArray[np.int16]
    mask: NDArray[np.uint8]
    n_legal: int


class Observer(_Base):
    """Shows single positions as a VectorEnv of the same options shows its games: for playing with what was learned.

    Its `layout.hash` equals that of the VectorEnv. It remembers nothing, so copies are the same one.
    """

    def __init__(
        self, rules: Rules, *, recall: bool = True, simulate: bool = False, window: int = 0, cap: int = 0
    ) -> None:
        super().__init__(rules, 1, recall=recall, simulate=simulate, window=window, cap=cap)

    def observe(self, position: Position, seat: int) -> Observation:
        """From the true state or from the seat's view, with the same result, in new arrays. Where this observer has `recall`,
        so has the view."""
        if not self.rules.same(position.rules):
            raise AudeError(Code.UNKNOWN, "the position is of a game with other rules than the observer's")
        self.rules.seat(seat)
        skip = ("seat", "reward", "done", "score", "winners")
        arrays, buffers = self._arrays(1, skip)
        with self._lock:
            check(lib.aude_env_observe(self._env, position._s, seat, buffers))
        a = {name: array[0] for name, array in arrays.items()}
        return Observation(a["planes"], a["flat"], a["rows"], a["mask"], int(a["n_legal"]))

    def __copy__(self) -> Observer:
        return self

    def __deepcopy__(self, memo: Any) -> Observer:
        return self
