"""Gymnasium's spaces where that package is installed; else the little of them that an environment needs to say."""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    from gymnasium.spaces import Box, Dict, Discrete
except ImportError:

    class Discrete:  # type: ignore[no-redef]
        """The numbers 0 .. n - 1."""

        def __init__(self, n: int) -> None:
            self.n = n
            self.shape: tuple[int, ...] = ()
            self.dtype = np.dtype(np.int64)

        def contains(self, x: Any) -> bool:
            return 0 <= int(x) < self.n

        def sample(self, mask: Any = None) -> int:
            choices = np.flatnonzero(mask) if mask is not None else np.arange(self.n)
            return int(np.random.default_rng().choice(choices))

    class Box:  # type: ignore[no-redef]
        """Arrays of one shape between two numbers."""

        def __init__(self, low: float, high: float, shape: tuple[int, ...], dtype: Any) -> None:
            self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

        def contains(self, x: Any) -> bool:
            return x.shape == self.shape and x.dtype == self.dtype

    class Dict(dict):  # type: ignore[no-redef, type-arg]
        """Spaces by name."""

        def contains(self, x: Any) -> bool:
            return set(x) == set(self) and all(space.contains(x[name]) for name, space in self.items())


def observation_space(shapes: Any) -> Any:
    """Of the arrays that one seat is shown."""
    spaces = {}
    for name in ("planes", "flat", "rows", "action_mask"):
        shape, kind = shapes["mask" if name == "action_mask" else name]
        limit = np.iinfo(kind) if name != "action_mask" else None
        low, high = (limit.min, limit.max) if limit else (0, 1)
        spaces[name] = Box(low, high, shape[1:], kind)
    return Dict(spaces)


__all__ = ["Box", "Dict", "Discrete", "observation_space"]
