"""A linear policy learns to beat random play: `train_linear.py [SECONDS]` (default 60).

A move's score is a weighted sum of features made from its row (docs/env.md), and moves are drawn by the softmax of their
scores. After every batch of whole games the weights follow the gradient of REINFORCE: moves of games that went better than the
others become likelier. Both the learner and its opponent are told nothing about strategy.
"""

import sys
import time

import numpy as np

import aude

GAMES = 256
SIDES, AROUND, CITIES, ROADS, MONASTERIES, TILES, OPEN, PENNANTS, POINTS = range(7, 16)


def features(rows: np.ndarray, flat: np.ndarray, layout: aude.Layout) -> np.ndarray:
    """[moves, F] from the rows of the legal moves of one game or several, and the flat vector of the game of each."""
    kind, feature = rows[:, 0], rows[:, 4]
    left = flat[:, 2] / 72.0
    supply = flat[:, layout.at_seats + 1] / 7.0
    place = kind == aude.Kind.PLACE
    columns = [place * rows[:, c] for c in (SIDES, AROUND, CITIES, ROADS, MONASTERIES)]
    for f in range(4):
        here = (kind == aude.Kind.MEEPLE) & (feature == f)
        columns += [here, here * left, here * supply, here * rows[:, OPEN] / 4.0, here * rows[:, POINTS] / 8.0]
        columns += [here * (rows[:, OPEN] == 0)]
    bet = (kind == aude.Kind.BET) & (rows[:, 6] >= 0)
    columns += [bet, bet * (rows[:, PENNANTS] - rows[:, TILES]) / 4.0, bet * rows[:, POINTS] / 8.0]
    chosen = (kind == aude.Kind.SETTLE) | (kind == aude.Kind.FINAL)
    columns += [chosen * rows[:, TILES] / 4.0]
    return np.stack(columns, axis=1).astype(np.float32)


class Policy:
    def __init__(self, n: int) -> None:
        self.weights = np.zeros(n, np.float32)

    def choose(self, env: aude.VectorEnv, rng: np.random.Generator, best: bool = False):
        """One action a game; also the features of all moves, whose they are, and which were chosen."""
        n = env.n_legal
        widest = int(n.max())
        listed = np.arange(widest) < n[:, None]
        game = np.nonzero(listed)[0]
        x = features(env.rows[:, :widest][listed], env.flat[game], env.layout)
        score = x @ self.weights
        # Gumbel noise: the largest sum is a draw from the softmax
        noise = 0.0 if best else rng.gumbel(size=len(score))
        padded = np.full(listed.shape, -np.inf, np.float32)
        padded[listed] = score + noise
        action = padded.argmax(axis=1)
        return action, x, score, game


def against_random(policy: Policy, rules: aude.Rules, seed: int, games: int = 1000) -> tuple[float, float]:
    """Share of wins and mean difference of points when playing its best, half of the games in each seat."""
    wins, points, ended = 0.0, 0.0, 0
    for seat in range(2):
        env = aude.VectorEnv(rules, games // 2, learners=[seat], reward="win", planes=False)
        env.reset(seed + seat)
        rng = np.random.default_rng(seed)
        open_games = np.ones(env.n_envs, bool)  # the first game of each
        while open_games.any():
            env.step(policy.choose(env, rng, best=True)[0])
            now = open_games & env.done.astype(bool)
            wins += float(env.reward[now, seat].sum())
            points += float((env.score[now, seat] - env.score[now, 1 - seat]).sum())
            ended += int(now.sum())
            open_games &= ~now
    return wins / ended, points / ended


def train(policy: Policy, rules: aude.Rules, seconds: float, rng: np.random.Generator) -> None:
    env = aude.VectorEnv(rules, GAMES, learners=[0], reward="difference", planes=False)
    env.reset(int(rng.integers(2**31)))
    n = len(policy.weights)
    trace = np.zeros((GAMES, n), np.float32)  # sum of the gradients of a game's choices
    finished: list[tuple[np.ndarray, float]] = []
    mean, square = np.zeros(n), np.zeros(n)  # Adam
    begin, updates = time.monotonic(), 0
    while time.monotonic() - begin < seconds:
        action, x, score, game = policy.choose(env, rng)
        first = np.searchsorted(game, np.arange(GAMES))
        p = np.exp(score - np.maximum.reduceat(score, first)[game])
        p /= np.add.reduceat(p, first)[game]
        trace += x[first + action] - np.add.reduceat(p[:, None] * x, first, axis=0)
        env.step(action)
        for i in np.flatnonzero(env.done):
            finished.append((trace[i].copy(), float(env.reward[i, 0])))
            trace[i] = 0
        if len(finished) < GAMES:
            continue
        gradients = np.array([g for g, _ in finished])
        results = np.array([r for _, r in finished])
        finished.clear()
        advantage = (results - results.mean()) / (results.std() + 1e-6)
        gradient = (advantage[:, None] * gradients).mean(axis=0)
        updates += 1
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient**2
        step = mean / (1 - 0.9**updates) / (np.sqrt(square / (1 - 0.99**updates)) + 1e-8)
        policy.weights += np.float32(0.1) * step.astype(np.float32)
        if updates % 20 == 0:
            print(f"  {updates * GAMES:6d} games: {results.mean():+6.1f} points against random moves", flush=True)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    rules = aude.Rules(seats=2)
    rng = np.random.default_rng(1)
    probe = aude.VectorEnv(rules, 1, planes=False)
    probe.reset(1)
    n = features(probe.rows[0, :1], probe.flat, probe.layout).shape[1]
    policy = Policy(n)
    # Before: all weights 0, where "its best" would be the first move of each list; so let it draw.
    class Uniform(Policy):
        def choose(self, env, rng, best=False):
            return super().choose(env, rng)

    before = against_random(Uniform(n), rules, seed=100)
    print(f"before: {100 * before[0]:5.1f} % wins, {before[1]:+6.1f} points a game")
    train(policy, rules, seconds, rng)
    after = against_random(policy, rules, seed=200)
    print(f"after:  {100 * after[0]:5.1f} % wins, {after[1]:+6.1f} points a game")
    if after[0] <= before[0]:
        sys.exit("nothing was learned")


if __name__ == "__main__":
    main()
