"""Two computer players against each other: `random_match.py [GAMES [FIRST [SECOND]]]`."""

import sys

import aude


def play(rules: aude.Rules, players: list[str], seed: int) -> list[int]:
    game = aude.Game(rules, seed=seed)
    while not game.over:
        if game.chance:
            game.apply(game.random_move())
        else:
            seat = game.actors[0]
            game.apply(game.engine_move(players[seat], seat))
    return game.scores


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    names = (sys.argv[2:] + ["random", "greedy"][len(sys.argv[2:]) :])[:2]
    rules = aude.Rules(seats=2)
    wins = [0.0, 0.0]
    points = [0, 0]
    for n in range(games):
        swapped = n % 2  # each begins half of the games
        scores = play(rules, names[::-1] if swapped else names, seed=n)
        scores = scores[::-1] if swapped else scores
        for side in range(2):
            points[side] += scores[side]
            wins[side] += (scores[side] > scores[1 - side]) + 0.5 * (scores[0] == scores[1])
    for side in range(2):
        print(f"{names[side]:10} {wins[side]:6.1f} wins of {games}, {points[side] / games:6.1f} points on average")


if __name__ == "__main__":
    main()
