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
            self.rng = np.random.default_rng()

        def contains(self, x: Any) -> bool:
            return isinstance(x, (int, np.integer)) and 0 <= x < self.n

        def seed(self, seed: Any = None) -> None:
            self.rng = np.random.default_rng(seed)

        def sample(self, mask: Any = None) -> int:
            """Any of them, or of those where the mask is not 0; 0 where it is 0 everywhere."""
            choices = np.flatnonzero(mask) if mask is not None else np.arange(self.n)
            return int(self.rng.choice(choices)) if len(choices) else 0

    class Box:  # type: ignore[no-redef]
        """Arrays of one shape between two numbers."""

        def __init__(self, low: float, high: float, shape: tuple[int, ...], dtype: Any) -> None:
            self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

        def contains(self, x: Any) -> bool:
            if not isinstance(x, np.ndarray) or x.shape != self.shape or x.dtype != self.dtype:
                return False
            return bool((x >= self.low).all() and (x <= self.high).all())

    class Dict(dict):  # type: ignore[no-redef, type-arg]
        """Spaces by name."""

        def contains(self, x: Any) -> bool:
            return isinstance(x, dict) and set(x) == set(self) and all(space.contains(x[name]) for name, space in self.items())


MASK = np.int8
"""What Discrete.sample takes; in the arrays of the library it is unsigned."""


def observation_space(shapes: Any) -> Any:
    """Of the arrays that one seat is shown."""
    spaces = {}
    for name in ("planes", "flat", "rows", "action_mask"):
        is_mask = name == "action_mask"
        shape, kind = shapes["mask" if is_mask else name]
        low, high = (0, 1) if is_mask else (np.iinfo(kind).min, np.iinfo(kind).max)
        spaces[name] = Box(low, high, shape[1:], MASK if is_mask else kind)
    return Dict(spaces)


__all__ = ["MASK", "Box", "Dict", "Discrete", "observation_space"]
