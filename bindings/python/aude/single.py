"""One game in the shapes that learning programs know: PettingZoo's AEC, and Gymnasium."""

from __future__ import annotations

import operator
from typing import Any, Mapping, Optional

import numpy as np
from numpy.typing import NDArray

from .errors import AudeError, Code, unknown
from .game import Game
from .rules import Rules
from .spaces import MASK, Discrete, observation_space
from .vector import Observer, Opponents, find_reward, opponents_by_seat

try:
    from pettingzoo import AECEnv as _AECBase
except ImportError:
    _AECBase = object

try:
    from gymnasium import Env as _GymBase
except ImportError:
    _GymBase = object

Shown = dict[str, NDArray[Any]]


class _Table:
    """A game with draws played inside, shown by an Observer."""

    def __init__(self, rules: Rules, reward: str, **options: Any) -> None:
        find_reward(reward)
        self.rules = rules
        self.reward = reward
        self.observer = Observer(rules, **options)
        self.space = observation_space(self.observer._shapes(1))
        self.moves = Discrete(self.observer.layout.cap)
        self.rng = np.random.default_rng()
        self.begin(None)

    def begin(self, seed: Optional[int]) -> None:
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.game = Game(self.rules, int(self.rng.integers(2**63)))
        self.counted = [0] * self.rules.seats
        self.draw()

    def draw(self) -> None:
        while self.game.chance:
            self.game.apply(self.game.random_move())

    def act(self, action: int) -> None:
        self.game.apply(operator.index(action))
        self.draw()

    def shown(self, seat: int) -> Shown:
        o = self.observer.observe(self.game, seat)
        return {"planes": o.planes, "flat": o.flat, "rows": o.rows, "action_mask": o.mask.view(MASK)}

    def rewards(self) -> list[float]:
        """Of every seat, since the last time."""
        score, n = self.game.scores, self.rules.seats
        if self.reward == "points":
            given = [float(s - c) for s, c in zip(score, self.counted)]
            self.counted = score
            return given
        if not self.game.over:
            return [0.0] * n
        if self.reward == "win":
            winners = self.game.winners
            return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(n)]
        rest = [[s for k, s in enumerate(score) if k != seat] for seat in range(n)]
        return [float(score[seat] - max(rest[seat], default=0)) for seat in range(n)]


class _Shape:
    """What both environments have alike."""

    metadata: dict[str, Any] = {"name": "aude_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def _open(self, rules: Optional[Rules], render_mode: Optional[str], reward: str, options: Mapping[str, Any]) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise unknown("render mode", render_mode, self.metadata["render_modes"])
        self.rules = rules or Rules()
        self.render_mode = render_mode
        self._table = _Table(self.rules, reward, **options)

    @property
    def unwrapped(self) -> Any:
        return self

    @property
    def game(self) -> Game:
        """The game itself, secrets included."""
        return self._table.game

    def render(self) -> Optional[str]:
        """The log of the game, secrets included."""
        if self.render_mode != "ansi":
            return None
        return "\n".join(self.game.line(move) for move in self.game.moves)

    def close(self) -> None:
        pass


class AECEnv(_Shape, _AECBase):  # type: ignore[misc, valid-type]
    """Shaped like PettingZoo's AEC: agents `seat_0` ... act one after another; an action is an index into the legal list.

        env = AECEnv(Rules(seats=3))
        env.reset(seed=1)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            env.step(None if terminated else choose(observation["rows"], observation["action_mask"]))

    An observation is a dict of `planes`, `flat`, `rows` and `action_mask` (VectorEnv says what they are; the mask is int8, as
    `action_space(agent).sample` wants it), made from the agent's own view. Seats that choose secretly at once act in seat order and do not see each other's choices. The mask is empty for an
    agent that is not to act. Options as for VectorEnv: reward, recall, simulate, window, cap.
    """

    def __init__(
        self,
        rules: Optional[Rules] = None,
        *,
        reward: str = "difference",
        render_mode: Optional[str] = None,
        **options: Any,
    ) -> None:
        self._open(rules, render_mode, reward, options)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.seats)]
        self.observation_spaces = {agent: self._table.space for agent in self.possible_agents}
        self.action_spaces = dict.fromkeys(self.possible_agents, self._table.moves)
        self._start()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    def _start(self) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        actors = self.game.actors
        self.agent_selection = self.possible_agents[actors[0]] if actors else (self.agents or [""])[0]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        self._table.begin(seed)
        self._start()

    def observe(self, agent: str) -> Shown:
        if agent not in self.possible_agents:
            raise unknown("agent", agent, self.possible_agents)
        return self._table.shown(self.possible_agents.index(agent))

    def last(self, observe: bool = True) -> tuple[Optional[Shown], float, bool, bool, dict[str, Any]]:
        """Observation, reward since it acted last, terminated, truncated, info: of the agent that is to act."""
        agent = self.agent_selection
        shown = self.observe(agent) if observe else None
        return (
            shown,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """The agents in the order in which they act."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action: Optional[int]) -> None:
        """Plays the action of the agent that is to act; None, and only None, for one whose game is over."""
        agent = self.agent_selection
        if not self.agents:
            raise AudeError(Code.OVER)
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("the game is over: the only action is None")
            self._leave(agent)
            return
        if action is None:
            raise AudeError(Code.ILLEGAL, "None is an action only when the game is over")
        self._table.act(action)
        self._cumulative_rewards[agent] = 0.0
        for other, reward in zip(self.possible_agents, self._table.rewards()):
            self.rewards[other] = reward
            self._cumulative_rewards[other] += reward
        if self.game.over:
            self.terminations = {other: True for other in self.agents}
        self._select()

    def _leave(self, agent: str) -> None:
        self.agents.remove(agent)
        for kept in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del kept[agent]  # type: ignore[attr-defined]
        for other in self.agents:
            self.rewards[other] = 0.0
        self._select()

    def state(self) -> NDArray[Any]:
        """What a spectator sees, as planes and flat vector of seat 0 in one."""
        shown = self._table.observer.observe(self.game.view(), 0)
        return np.concatenate([shown.planes.ravel().astype(np.int16), shown.flat])

    def __str__(self) -> str:
        return "aude_v1"


class GymEnv(_Shape, _GymBase):  # type: ignore[misc, valid-type]
    """Shaped like Gymnasium: one learning seat against computer players.

        env = GymEnv(Rules(seats=2), seat=0, opponents="greedy")
        observation, info = env.reset(seed=1)
        while True:
            action = choose(observation["rows"], observation["action_mask"])
            observation, reward, terminated, truncated, info = env.step(action)

    `opponents` is one engine's name for all other seats, or names by seat; a seat without one makes random moves. `info` holds
    the scores. Options and observations as for AECEnv. An action that is no index of the legal list raises AudeError and changes
    nothing, so what is sampled from `action_space` needs the mask.
    """

    def __init__(
        self,
        rules: Optional[Rules] = None,
        *,
        seat: int = 0,
        opponents: Opponents = None,
        reward: str = "difference",
        render_mode: Optional[str] = None,
        **options: Any,
    ) -> None:
        self._open(rules, render_mode, reward, options)
        self.seat = self.rules.seat(seat)
        self.opponents = opponents_by_seat(self.rules, [seat], opponents)
        self.observation_space = self._table.space
        self.action_space = self._table.moves
        self._begun = False

    def _others(self) -> None:
        game = self.game
        while not game.over and game.actors[0] != self.seat:
            game.apply(game.engine_move(self.opponents.get(game.actors[0], "random")))
            self._table.draw()

    def _info(self) -> dict[str, Any]:
        return {"scores": self.game.scores, "winners": self.game.winners}

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[Shown, dict[str, Any]]:
        if _GymBase is not object:
            super().reset(seed=seed)  # its generator is for wrappers; the game has its own
        self._begun = True
        for _ in range(1000):
            self._table.begin(seed)
            self._others()
            if not self.game.over:
                return self._table.shown(self.seat), self._info()
            seed = None
        raise AudeError(Code.OVER, "the learning seat is never asked")

    def step(self, action: int) -> tuple[Shown, float, bool, bool, dict[str, Any]]:
        if self.game.over or not self._begun:
            raise AudeError(Code.OVER, "no game is on: reset first")
        self._table.act(action)
        self._others()
        shown = self._table.shown(self.seat)  # where that fails for want of room, the points are given by the next step
        return shown, self._table.rewards()[self.seat], self.game.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Where a move is, for learners that ask for it."""
        return self._table.shown(self.seat)["action_mask"].astype(bool)
