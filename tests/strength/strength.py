"""Floors of strength, and that an interrupted match goes on where it stopped."""

import json
import os
import subprocess
import tempfile
import unittest

AUDE = os.environ.get("AUDE", "build/release/aude")


def run(*words, code=0):
    done = subprocess.run([AUDE, "match", *words], capture_output=True, text=True, timeout=500)
    assert done.returncode == code, (words, done.returncode, done.stderr)
    return done


def match(*words):
    return json.loads(run(*words, "--json").stdout)


class Floors(unittest.TestCase):
    def test_search_beats_greedy(self):
        result = match("mcts:100", "greedy", "--games", "40")
        self.assertGreater(result["share"], 0.75)
        self.assertGreater(result["difference"], 12)

    def test_greedy_beats_plain_search(self):
        self.assertGreater(match("greedy", "mcts-plain:100", "--games", "10")["share"], 0.75)

    def test_greedy_knows_how_to_score(self):
        self.assertGreaterEqual(match("greedy", "random", "--games", "20")["points_a"], 95)

    def test_levels_rise(self):
        for level in range(2, 6):
            share = match(f"level:{level}", f"level:{level - 1}", "--games", "60")["share"]
            self.assertGreater(share, 0.5, f"level {level}")

    def test_bets_pay(self):
        result = match("mcts:60", "random", "--games", "20", "--sets", "base,bets")
        self.assertGreater(result["chips_a"], result["chips_b"])

    def test_many_seats(self):
        self.assertGreater(match("mcts:40", "greedy", "--games", "20", "--seats", "4")["difference"], 0)


class Results(unittest.TestCase):
    PLAYERS = ("greedy", "random", "--seed", "5")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "results.txt")

    def lines(self):
        """Without the times."""
        with open(self.path, encoding="ascii") as file:
            return sorted(" ".join(line.split()[:7]) for line in file)

    def test_budgets(self):
        """Also where both names have their own."""
        for names in (("mcts", "greedy"), ("mcts:5", "greedy")):
            for words in (("--time", "0"), ("--time", "soon"), ("--time", "0.1s"), ("--playouts", "0"), ("--playouts", "1s")):
                self.assertIn(f'"{words[1]}" is no budget', run(*names, "--games", "2", *words, code=2).stderr)

    def test_goes_on(self):
        run(*self.PLAYERS, "--games", "8", "--resume", self.path)
        whole = self.lines()
        with open(self.path, "rb+") as file:
            text = file.read()
            file.truncate(text.index(b"game 4 ") + 9)  # killed while it wrote
        run(*self.PLAYERS, "--games", "8", "--resume", self.path, "--jobs", "2")
        self.assertEqual(self.lines(), whole)

    def test_nothing_is_played_twice(self):
        run(*self.PLAYERS, "--games", "4", "--resume", self.path)
        with open(self.path, "rb") as file:
            before = file.read()
        run(*self.PLAYERS, "--games", "4", "--resume", self.path)
        with open(self.path, "rb") as file:
            self.assertEqual(file.read(), before)

    def test_other_match_is_refused(self):
        run(*self.PLAYERS, "--games", "2", "--resume", self.path)
        for words in (("greedy", "greedy", "--seed", "5"), ("greedy", "random", "--seed", "6")):
            done = run(*words, "--games", "2", "--resume", self.path, code=2)
            self.assertIn("another match", done.stderr)

    def test_damaged_file_is_refused(self):
        run(*self.PLAYERS, "--games", "2", "--resume", self.path)
        with open(self.path, "a", encoding="ascii") as file:
            file.write("game x\n")
        self.assertIn(":4: ", run(*self.PLAYERS, "--games", "4", "--resume", self.path, code=2).stderr)


class Words(unittest.TestCase):
    def test_names(self):
        for name in ("mcts:", "mcts:0s", "mcts:-1", "mcts:1x", "greed", "level:9", "mcts:0", "mcts:nan", "mcts:1e9s",
                     "mcts:1sx", "mcts:1sx0", "mcts:1sx9", "mcts:1sx2s", "mcts:100x2"):
            self.assertIn("no computer player", run(name, "greedy", code=2).stderr)

    def test_threads(self):
        for sets in ("base", "base,bets"):
            self.assertEqual(match("mcts:0.002sx3", "random", "--games", "2", "--sets", sets)["won"], 2)

    def test_pairs_share_decks(self):
        """An engine against itself without chance of its own: each deck gives the same game twice."""
        result = match("greedy", "greedy", "--games", "6")
        self.assertEqual((result["share"], result["difference"], result["share_error"]), (0.5, 0, 0))

    def test_sprt_stops(self):
        result = match("greedy", "random", "--games", "1000", "--sprt", "0,50")
        self.assertLess(result["games"], 100)
        self.assertGreater(result["llr"], 2.9)


if __name__ == "__main__":
    unittest.main()
