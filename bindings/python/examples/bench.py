"""Decisions a second from Python, to compare with `aude bench --env`: `bench.py [GAMES [SECONDS]]`."""

import sys
import time

import numpy as np

import aude


def measure(env: aude.VectorEnv, seconds: float, counted: bool) -> float:
    rng = np.random.default_rng(1)
    env.reset(1)
    begin, steps = time.process_time(), 0
    while (now := time.process_time()) - begin < seconds or not steps:
        for _ in range(16):
            env.step((rng.random(env.n_envs) * env.n_legal).astype(np.int32) if counted else None)
        steps += 16
    return steps * env.n_envs / (now - begin)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 2.0
    rules = aude.Rules(seats=2)
    off = dict(planes=False, flat=False, rows=False, mask=False)
    for what, counted, options in (
        ("nothing shown", False, dict(off, n_legal=False)),
        ("legal moves counted", True, off),
        ("all shown", True, {}),
    ):
        rate = measure(aude.VectorEnv(rules, games, **options), seconds, counted)
        print(f"{games} games {rate:12.0f} decisions a second: {what}")


if __name__ == "__main__":
    main()
