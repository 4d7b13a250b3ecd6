"""Floors of strength, and that an interrupted match goes on where it stopped."""

import fcntl
import json
import os
import shlex
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

    def test_impossible_results_are_refused(self):
        run(*self.PLAYERS, "--games", "2", "--resume", self.path)
        with open(self.path, "rb") as file:
            whole = file.read()
        for figures in ("nan 1 2 0 0 0 0 0 0", "2 1 2 0 0 0 0 0 0", "1 1e999 2 0 0 0 0 0 0", "1 1 2 -1 0 0 0 0 0",
                        "1 1 2 0 0 0 0 0 0\0"):
            with open(self.path, "wb") as file:
                file.write(whole + f"game 1 {figures}\n".encode())
            self.assertIn(":4: ", run(*self.PLAYERS, "--games", "2", "--resume", self.path, code=2).stderr)

    def test_other_files_stay_as_they_are(self):
        """Also one that is a single line without an end, as a killed match may leave."""
        for text in (b"notes", b"match greedy against random: seats 3", b"\0"):
            with open(self.path, "wb") as file:
                file.write(text)
            self.assertIn("another match", run(*self.PLAYERS, "--games", "2", "--resume", self.path, code=2).stderr)
            with open(self.path, "rb") as file:
                self.assertEqual(file.read(), text)

    def test_half_a_first_line(self):
        run(*self.PLAYERS, "--games", "2", "--resume", self.path)
        whole = self.lines()
        for size in (0, 20, len(whole[-1]) + 1):
            with open(self.path, "rb+") as file:
                file.truncate(size)
            run(*self.PLAYERS, "--games", "2", "--resume", self.path)
            self.assertEqual(self.lines(), whole)

    def test_only_ordinary_files(self):
        pipe = self.path + ".pipe"
        os.mkfifo(pipe)
        for path in (pipe, "/dev/null", "/dev/full"):
            self.assertIn("no ordinary file", run(*self.PLAYERS, "--games", "2", "--resume", path, code=2).stderr)

    def test_one_match_at_a_time(self):
        run(*self.PLAYERS, "--games", "2", "--resume", self.path)
        with open(self.path, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            self.assertIn("another program", run(*self.PLAYERS, "--games", "4", "--resume", self.path, code=2).stderr)

    def test_full_disk(self):
        """What cannot be written whole is not written at all, and the match goes on later."""
        run(*self.PLAYERS, "--games", "2", "--resume", self.path)
        size = os.path.getsize(self.path)
        words = [AUDE, "match", *self.PLAYERS, "--games", "4", "--resume", self.path]
        done = subprocess.run(["sh", "-c", 'trap "" XFSZ; exec prlimit --fsize="$0" "$@"', str(size + 20), *words],
                              capture_output=True, text=True, timeout=500)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot be written", done.stderr)
        self.assertEqual(os.path.getsize(self.path), size)

    def test_decided_stays_decided(self):
        words = (*self.PLAYERS, "--games", "1000", "--sprt", "0,50", "--resume", self.path)
        run(*words)
        before = self.lines()
        run(*words)
        self.assertEqual(self.lines(), before)


class Training(unittest.TestCase):
    def train(self, *words):
        return subprocess.run([AUDE, "train", *words], capture_output=True, text=True, timeout=500)

    def test_names_its_command(self):
        """All of it: the same command makes the same weights."""
        words = ("--games", "2", "--playouts", "2", "--sets", "base,bets", "--rule", "draws=9", "--rule", "fields=off", "--chips", "4x2 4/5")
        done = self.train(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        command = shlex.split(done.stdout.split("`")[1])
        self.assertEqual(command[:2], ["aude", "train"])
        for k in range(0, len(words), 2):
            self.assertIn(words[k : k + 2], list(zip(command, command[1:])))
        self.assertEqual(self.train(*command[2:]).stdout, done.stdout)

    def test_nothing_to_learn(self):
        done = self.train("--games", "1", "--rule", "draws=1")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no position", done.stderr)
        self.assertEqual(done.stdout, "")


class Words(unittest.TestCase):
    def test_names(self):
        for name in ("mcts:", "mcts:0s", "mcts:-1", "mcts:1x", "greed", "level:9", "mcts:0", "mcts:nan", "mcts:1e9s",
                     "mcts:1sx", "mcts:1sx0", "mcts:1sx9", "mcts:1sx2s", "mcts:100x2", "mcts:0x1s", "mcts:1e0s", "exec:"):
            self.assertIn("no computer player", run(name, "greedy", code=2).stderr)

    def test_hypotheses(self):
        for text in ("5", "5,5", "20,0", "0,nan", "nan,0", "0,inf", "0,20x", "0x1,20"):
            self.assertIn("--sprt wants", run("greedy", "random", "--sprt", text, code=2).stderr)

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
