"""Carcassonne with The Bets: rules, games, records, and environments for learning programs.

    import aude
    game = aude.Game(aude.Rules(seats=2), seed=1)
    while not game.over:
        game.apply(game.random_move())
    print(game.scores)

Rules      a setup, compiled; immutable
Game       one game, chance included; Position is what can be looked at, views too
Record     games as text
VectorEnv  many games at once in numpy arrays; Observer shows single positions in the same way
AECEnv     one game in the shape of PettingZoo; GymEnv in that of Gymnasium
AudeError  bad input: code, message, line

All rules are those of the C library; include/aude.h and include/aude_env.h are its manual.
"""

from ._aude import lib as _lib
from .errors import AudeError, Code, text as _text
from .game import NOBODY, Bet, Feature, Figure, Game, Kind, Move, Placed, Position, Stack, Step
from .record import Record
from .rules import FEATURES, Rules, Segment, Tile, engines, tilesets
from .single import AECEnv, GymEnv
from .vector import ANY, CHANNELS, Layout, Observation, Observer, VectorEnv

__version__: str = _text(_lib.AUDE_VERSION)
__all__ = [
    "ANY", "AECEnv", "AudeError", "Bet", "CHANNELS", "Code", "FEATURES", "Feature", "Figure", "Game", "GymEnv", "Kind", "Layout",
    "Move", "NOBODY", "Observation", "Observer", "Placed", "Position", "Record", "Rules", "Segment", "Stack", "Step", "Tile",
    "VectorEnv", "engines", "tilesets",
]
