"""Engines as processes: ours asked by others, others asked by ours, and others that misbehave."""

import json
import os
import subprocess
import tempfile
import time
import unittest

AUDE = os.environ.get("AUDE", "build/release/aude")
FOREIGN = "exec:python3 tests/engine/foreign.py"
HELLO = "read line; echo aude-engine 1; echo ready; "
# Reads until it is asked.
ASKED = HELLO + 'while read line; do case "$line" in go*) break;; esac; done; '


def run(*words, code=0, text=None):
    done = subprocess.run([AUDE, *words], capture_output=True, text=True, input=text, timeout=500)
    assert done.returncode == code, (words, done.returncode, done.stdout, done.stderr)
    return done


def ask(text, name="mcts"):
    return run("engine", name, text=text).stdout.splitlines()


GAME = """new
set base
set bets
seat 0 Ann
seat 1
position
draw RCr
place 0 1 180
"""


class Ours(unittest.TestCase):
    """aude engine."""

    def test_hello(self):
        lines = ask("aude-engine 1\nquit\n")
        self.assertEqual(lines[0], "aude-engine 1")
        self.assertEqual(lines[1], "name mcts")
        self.assertEqual(lines[-1], "ready")

    def test_answer(self):
        """Playouts are counted and reported, the best turn first; the move is legal."""
        lines = ask("new\nset base\nseat 0\nseat 1\nposition\ndraw RCr\ngo 0 playouts 200\n")
        self.assertTrue(lines[-1].startswith("bestmove place "), lines)
        info = [line.split() for line in lines if line.startswith("info rank ")]
        self.assertEqual(info[0][1:5:2] + [info[0][3]], ["rank", "playouts", "playouts"])
        counts = [int(words[4]) for words in info]
        self.assertEqual(counts, sorted(counts, reverse=True))
        self.assertLessEqual(sum(counts), 200)
        self.assertTrue(" ".join(info[0]).split(" line ")[1].startswith(lines[-1].removeprefix("bestmove ")))

    def test_the_most_searched_come_first(self):
        """Also those that did not look best before the search: the answer is the first that is reported."""
        with tempfile.TemporaryDirectory() as folder:
            run("selfplay", "--games", "1", "--players", "greedy,greedy", "--seed", "5", "--records", folder)
            with open(os.path.join(folder, os.listdir(folder)[0]), encoding="utf-8") as file:
                words = ("set", "seat", "draw", "place", "meeple", "pass")
                told = [line for line in file.read().splitlines() if line.split()[0] in words]
        text = "new\n" + "\n".join(told[:3]) + "\nposition\n"
        asked = 0
        for line in told[3:]:
            if line.startswith("place") and asked < 30:
                asked += 1
                text += "go 0 playouts 120\ngo 1 playouts 120\n"  # one of them is asked
            text += line + "\n"
        process = subprocess.Popen([AUDE, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        process.stdin.write(text)  # and no end: that would stop the search
        process.stdin.flush()
        first = ""
        while asked:
            line = process.stdout.readline()
            if line.startswith("info rank 1 "):
                first = line.split(" line ")[1]
            if line.startswith("bestmove "):
                asked -= 1
                self.assertTrue(first.startswith(line.removeprefix("bestmove ").strip()), (first, line))
        process.communicate("quit\n", timeout=60)

    def test_who_has_left_cannot_win(self):
        lines = ask("new\nset base\nseat 0\nseat 1\nposition\ndraw RCr\nretire 0\ngo 1 playouts 40\n")
        wins = [line.split()[8] for line in lines if line.startswith("info rank ") and line.split()[4] != "0"]
        self.assertEqual(set(wins), {"100.0"})

    def test_hidden_bets(self):
        """A position with a hidden bet and the own supply; without the supply it is refused."""
        bets = GAME.replace("RCr", "B05").replace("place 0 1 180", "place 1 0 0") + "pass\n"
        self.assertIn("own", ask(bets + "go 0 playouts 5\n")[-1])
        own = "own 0 4x2 3/7+ 3/8+ 4/5 4/6 5/6\n"
        self.assertTrue(ask(bets + own + "go 0 playouts 5\n")[-1].startswith("bestmove bet 0 "))

    def test_errors_name_the_line(self):
        lines = ask(GAME + "place 99 0 0\ngo 0 quickly\nhello\n" + "x" * 2000 + "\ngo 0 playouts 3\n")
        self.assertTrue(lines[0].startswith('error "place 99 0 0": '), lines)
        self.assertTrue(lines[1].startswith('error "go 0 quickly": '), lines)
        self.assertTrue(lines[2].startswith('error "hello": '), lines)
        self.assertTrue(lines[3].startswith('error "xxx'), lines)
        self.assertRegex(lines[-1], "^bestmove (pass|meeple small )", lines)

    def test_stop(self):
        """`stop` ends a search without limit."""
        process = subprocess.Popen([AUDE, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        process.stdin.write("new\nset base\nseat 0\nseat 1\nposition\ndraw RCr\ngo 0 endless\n")
        process.stdin.flush()
        self.assertTrue(process.stdout.readline().startswith("info "))  # it is thinking, and says so
        process.stdin.write("stop\n")
        process.stdin.flush()
        while not (line := process.stdout.readline()).startswith("bestmove"):
            self.assertTrue(line.startswith("info "), line)
        process.communicate("quit\n", timeout=60)
        self.assertEqual(process.returncode, 0)

    def test_stop_belongs_to_the_present_go(self):
        """One that was written after another `go` ends that one."""
        process = subprocess.Popen([AUDE, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        process.stdin.write("new\nset base\nseat 0\nseat 1\nposition\ndraw RCr\n"
                            "go 0 playouts 500\ngo 0 endless\n stop # the second\n")
        process.stdin.flush()
        counts = [0, 0]
        for i in range(2):
            while not (line := process.stdout.readline()).startswith("bestmove"):
                self.assertTrue(line.startswith("info rank "), line)
                counts[i] = max(counts[i], int(line.split()[4]))
        self.assertGreater(counts[0], 50)
        process.communicate("quit\n", timeout=60)

    def test_long_lines(self):
        """One error for a line, however long it is; what it ends with is not heard."""
        for size in (1001, 65535, 65536, 65537, 200000):
            lines = ask("x" * size + "\n" + "x" * size + "quit\naude-engine 1\n")
            self.assertEqual([line[:10] for line in lines[:2]], ['error "xxx'] * 2)
            self.assertEqual([len(line) < 1200 for line in lines], [True] * len(lines))
            self.assertEqual(lines[2], "aude-engine 1")
            self.assertEqual(len([line for line in lines if line.startswith("error")]), 2)

    def test_empty_setup(self):
        self.assertTrue(ask("new\nposition\n")[0].startswith('error "position": '))

    def test_end_of_input_ends_it(self):
        self.assertTrue(ask("new\nset base\nseat 0\nseat 1\nposition\ndraw RCr\ngo 0 endless\n")[-1].startswith("bestmove"))

    def test_unknown_engine(self):
        self.assertIn("there is no engine", run("engine", "deep", code=2).stderr)


class Foreign(unittest.TestCase):
    """exec:COMMAND."""

    def test_match(self):
        result = json.loads(run("match", "greedy", FOREIGN, "--games", "4", "--sets", "base,bets", "--json").stdout)
        self.assertEqual(result["games"], 4)
        self.assertEqual(result["won"], 4)

    def test_three_seats(self):
        run("selfplay", "--players", f"{FOREIGN},random,greedy", "--games", "2", "--sets", "base,bets", "--check")

    def test_play(self):
        """At a terminal: the game goes on when the program fails, and says so."""
        with tempfile.TemporaryDirectory() as folder:
            save = os.path.join(folder, "game.aude")
            words = ["play", "--plain", "--rule", "draws=6", "--sets", "base", "--seed", "2", "--save", save]
            out = run(*words, "--seat", f"ai:{FOREIGN}", "--seat", "ai:greedy").stdout
            self.assertNotIn("has failed", out)
            out = run(*words, "--force", "--seat", "ai:exec:false", "--seat", "ai:greedy").stdout
            self.assertIn("has failed: it has ended, with exit status 1", out)
            self.assertIn("win", out)

    def test_loading_does_not_run_programs(self):
        with tempfile.TemporaryDirectory() as folder:
            game, mark = os.path.join(folder, "game.aude"), os.path.join(folder, "mark")
            with open(game, "w") as file:
                file.write(f"aude 1\nset base\nseat 0 ai:exec:touch {mark}\nseat 1 Ann\n")
            error = run("play", "--plain", "--load", game, code=2, text="").stderr
            self.assertIn("would run a program", error)
            self.assertFalse(os.path.exists(mark))

    def test_time_of_a_turn(self):
        """The meeple has what the tile has left."""
        with tempfile.TemporaryDirectory() as folder:
            heard = os.path.join(folder, "heard")
            script = os.path.join(folder, "slow.py")
            with open("tests/engine/foreign.py", encoding="utf-8") as file, open(script, "w", encoding="utf-8") as copy:
                copy.write(file.read().replace("import sys\n", "import sys\nimport time\n").replace(
                    'meeples = [', f'print(rest, file=open("{heard}", "a"))\n        time.sleep(0.6)\n        meeples = ['))
            run("match", "greedy", f"exec:1s:python3 {script}", "--games", "2", "--rule", "draws=2")
            with open(heard, encoding="utf-8") as file:
                times = [int(line.split()[2]) for line in file]
            self.assertEqual(times[0::2], [1000] * len(times[0::2]))
            self.assertTrue(all(0 < time <= 400 for time in times[1::2]), times)

    def fails(self, command, *reason, budget=("--time", "0.05")):
        begun = time.monotonic()
        error = run("match", "greedy", f"exec:{command}", "--games", "2", *budget, code=1).stderr
        for part in reason:
            self.assertIn(part, error)
        self.assertIn("decision", error)
        self.assertLess(time.monotonic() - begun, 120)
        self.assertNotIn("\n", error.strip())  # one failure, said once

    def test_missing(self):
        self.fails("/nowhere/engine 2>/dev/null", "there is no such program")

    def test_dies_at_once(self):
        self.fails("exit 3", "it has ended, with exit status 3")

    def test_dies_when_asked(self):
        self.fails(ASKED + "exit 4", "it has ended, with exit status 4")

    def test_is_killed(self):
        self.fails(ASKED + "kill -9 $$", "it was killed by signal 9")

    def test_silent(self):
        self.fails(ASKED + "sleep 1000", "it does not answer in time")

    def test_closes_its_output(self):
        self.fails(ASKED + "exec >/dev/null; sleep 1000 <&-", "it does not answer in time")

    def test_garbage_first(self):
        self.fails("read line; echo hello; cat", 'it says "hello", not `aude-engine 1`')

    def test_garbage_later(self):
        self.fails(ASKED + "echo I resign; cat", 'it says "I resign" instead of `bestmove`')

    def test_no_move(self):
        self.fails(ASKED + "echo bestmove castle; cat", '"bestmove castle" is no move: unknown word')

    def test_illegal_move(self):
        self.fails(ASKED + "echo bestmove place 50 50 0; cat", '"bestmove place 50 50 0" is refused: illegal move')

    def test_leaving_is_no_answer(self):
        self.fails(ASKED + "echo bestmove retire 0; cat", "is no answer")

    def test_complains(self):
        self.fails(ASKED + "echo error I am tired; cat", "it complains: I am tired")

    def test_long_line(self):
        self.fails(ASKED + "yes | tr -d '\\n'", "more than 1000 bytes")

    def test_binary(self):
        self.fails(ASKED + "printf 'best\\0move\\n'; cat", "it writes NUL bytes")

    def test_words_do_not_control_the_terminal(self):
        self.fails(ASKED + "printf '\\033[2J\\007evil\\n'; cat", 'it says "?[2J?evil" instead of')

    def test_talks_for_ever(self):
        self.fails(ASKED + "yes info", "it says", "instead of")
        self.fails(ASKED + "while :; do echo info 1; done", "it does not answer in time")

    def test_nothing_is_left_running(self):
        with tempfile.TemporaryDirectory() as folder:
            mark = os.path.join(folder, "mark")
            self.fails(ASKED + f"(sleep 6; touch {mark}) & sleep 1000", "it does not answer in time")
            time.sleep(8)
            self.assertFalse(os.path.exists(mark))


class Analysis(unittest.TestCase):
    """aude analyse and aude odds, on a game of two computer players."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        run("selfplay", "--players", "greedy,random", "--games", "1", "--sets", "base,bets", "--rule", "draws=30",
            "--seed", "5", "--records", cls.folder.name)
        cls.game = os.path.join(cls.folder.name, os.listdir(cls.folder.name)[0])
        with open(cls.game) as file:
            cls.lines = file.read().splitlines()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_json(self):
        result = json.loads(run("analyse", self.game, "--json", "--playouts", "30").stdout)
        self.assertEqual(result["aude-analysis"], 1)
        kinds = [d["kind"] for d in result["decisions"]]
        for kind, word in (("draw", "draw "), ("turn", "place "), ("bet", "bet ")):
            self.assertEqual(kinds.count(kind), sum(line.startswith(word) for line in self.lines), kind)
        for d in result["decisions"]:
            if d["kind"] == "draw":
                continue
            self.assertGreaterEqual(d["lost"], 0)
            for line in d["played"]["lines"]:
                self.assertIn(line, self.lines)
        greedy, chance = result["seats"]
        self.assertLess(greedy["lost"] / greedy["turns"], chance["lost"] / chance["turns"])

    def test_seat(self):
        result = json.loads(run("analyse", self.game, "--json", "--playouts", "10", "--seat", "1").stdout)
        self.assertEqual({d["seat"] for d in result["decisions"]}, {1})
        self.assertIn("no seat", run("analyse", self.game, "--seat", "4", code=2).stderr)

    def test_words(self):
        out = run("analyse", self.game, "--playouts", "10", "--all").stdout
        self.assertIn("points lost", out)
        self.assertEqual(out.count("the tile:"), sum(line.startswith("place ") for line in self.lines))

    def test_public_record(self):
        """A record that hides bets can be analysed: what its seats knew of their chips is not there, so bets are left out."""
        cut = os.path.join(self.folder.name, "cut")
        last = max(i for i, line in enumerate(self.lines) if line.startswith("bet "))
        with open(cut, "w") as file:
            file.write("\n".join(self.lines[: last + 1]) + "\n")
        public = os.path.join(self.folder.name, "public")
        run("redact", cut, "-o", public)
        with open(public) as file:
            self.assertIn(" ?", file.read())
        result = json.loads(run("analyse", public, "--json", "--playouts", "10").stdout)
        self.assertGreater(len(result["decisions"]), 10)
        self.assertIn("wins in", run("odds", public, "--playouts", "20").stdout)

    def test_uses_of_odds(self):
        """A file or games of its own, not both; and no option that would be passed over."""
        for words, reason in (((self.game, "--check", "2"), "no FILE"), (("--check", "2", "--space", "0,0"), "no FILE"),
                              ((self.game, "--sets", "base"), "--sets"), ((self.game, "--players", "greedy"), "--players"),
                              ((), "FILE is missing"), ((self.game, "--space", "99999999999,0"), "X,Y"),
                              ((self.game, "--space", "1"), "X,Y")):
            self.assertIn(reason, run("odds", *words, code=2).stderr)

    def test_space(self):
        self.assertIn("is filled in 100 %", run("odds", self.game, "--space", "0,0", "--playouts", "20").stdout)
        self.assertIn("wants X,Y", run("odds", self.game, "--space", "0;0", code=2).stderr)

    def test_check(self):
        out = run("odds", "--check", "3", "--playouts", "20", "--players", "greedy,random", "--rule", "draws=30").stdout
        self.assertIn("Brier score", out)


if __name__ == "__main__":
    unittest.main()
