"""A foreign engine in a few lines: it is told the legal moves and takes any, a meeple rather than none. See docs/engine.md."""

import random
import sys

legal = []
dice = random.Random(1)
for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "aude-engine":
        print("aude-engine 1", "name foreign", "want legal", "ready", sep="\n", flush=True)
    elif word == "position":
        legal = []
    elif word == "legal":
        legal.append(rest)
    elif word == "go":
        meeples = [move for move in legal if move.startswith("meeple")]
        print("bestmove", dice.choice(meeples or legal), flush=True)
    elif word == "quit":
        break
