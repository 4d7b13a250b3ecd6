"""Tests of the terminal game. Ends with `N passed, N failed`."""
import glob
import os
import random
import re
import signal
import stat
import subprocess
import sys
import termios
import time
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from driver import AUDE, Home, Pipe, Screen, bare, environment, question, run  # noqa: E402


def play_on(game, text, moves=10 ** 6, bets=None, extra=None):
    """Answers questions with the first possibility; `bets` are tried in turn. Returns what was said last."""
    n_bets = 0
    for _ in range(moves):
        step = question(text)
        if step == "end":
            break
        if extra:
            extra(game, step)
        if step == "place":
            text = game.answer("1")
        elif step == "bet":
            chosen = bets[n_bets % len(bets)] if bets else "no"
            n_bets += 1
            text = game.answer(chosen)
            if "no such chip" in text:
                text = game.answer("no")
        elif step in ("settle", "final", "meeple"):
            text = game.answer("1")
            if "There is no" in text:
                text = game.answer("")
        else:
            text = game.answer("")
    return text


def play_until(game, text, wanted):
    """Plays with the first possibility until there is a certain question."""
    while question(text) not in (wanted, "end"):
        text = play_on(game, text, moves=1)
    return text


class WholeGame(unittest.TestCase):
    def test_with_bets(self):
        """A whole game against greedy from a pipe, with bets; every point is explained, and the record holds."""
        with Home() as home:
            game = Pipe(home, "--seed", "7", "--save", home + "/game.aude")
            self.assertIn("Where?", game.first)
            reasons = []

            def ask(g, step):
                if step == "place":
                    reasons.append(g.answer("why"))

            play_on(game, game.first, bets=["4/5", "4x2", "bet 5/6", "bet 0 4/6", "no"], extra=ask)
            game.end()
            self.assertEqual(game.code, 0)
            self.assertRegex(game.all, r"You have placed a chip on \(-?\d+,-?\d+\)\.")
            self.assertTrue(any("Rules: base/" in why and "most there:" in why for why in reasons))
            self.assertRegex(game.all, r"(wins?|share) the (game|victory)")
            totals = re.findall(r"^. (?:You|Greedy) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)$", game.all, re.M)
            self.assertEqual(len(totals), 2)
            for row in totals:
                self.assertEqual(sum(map(int, row[:5])), int(row[5]))
            self.assertEqual(stat.S_IMODE(os.stat(home + "/game.aude").st_mode), 0o600)
            self.assertEqual(run("replay", home + "/game.aude").returncode, 0)
            shown = run("show", home + "/game.aude")
            self.assertEqual(shown.returncode, 0)
            self.assertIn(totals[0][5], shown.stdout)
            self.assertNotIn("\x1b", game.all)

    def test_ascii(self):
        with Home() as home:
            game = Pipe(home, "--seed", "9", "--ascii", "--rule", "draws=12")
            text = play_on(game, game.first, moves=12)
            for word in ("board", "help", "features", "fields", "score", "tiles", "stacks", "chips", "setup", "rules",
                         "legal", "log 50"):
                if question(text) != "end":
                    game.answer(word)
            game.end()
            self.assertTrue(game.all.isascii())
            self.assertEqual(game.code, 0)

    def test_locale_without_utf8(self):
        with Home() as home:
            game = Pipe(home, "--seed", "9", LC_ALL="C")
            game.answer("board")
            game.end()
            self.assertTrue(game.all.isascii())

    def test_six_computers(self):
        seats = [word for _ in range(6) for word in ("--seat", "ai:random")]
        with Home() as home:
            played = run("play", *seats, "--seed", "1", home=home)
            self.assertEqual(played.returncode, 0, played.stderr)
            for mark in "●▲■◆★✚":
                self.assertIn(mark, played.stdout)
            self.assertIn("Random 6", played.stdout)


class Secrets(unittest.TestCase):
    """Two games that differ in what Ann chooses in secret. All that anybody else sees must be the same."""

    RECORD = """aude 1
set base
set bets
seat 0 Ann
seat 1 Ben
draw B02
place 1 0 0
pass
bet 0 {}
bet 1 4/6
draw B09
place 2 0 0
pass
"""

    def load(self, home, first):
        """A position in which Ann has bet once, and everybody may bet again."""
        with open(home + "/game.aude", "w") as file:
            file.write(self.RECORD.format(first))
        return ("--load", home + "/game.aude", "--seed", "1")

    def course(self, first, second):
        """What is said through a pipe, where all of it stays."""
        with Home() as home:
            game = Pipe(home, *self.load(home, first))
            self.assertIn("Ann, look here", game.first)
            seen = [game.first, game.answer("log 99"), game.answer("look 1 0")]
            seen += [game.answer(line) for line in ("", "chips", "legal", "help bet")]
            seen.append(game.answer(second))
            self.assertIn("Ann has chosen.\n", seen[-1])
            self.assertIn("Ben, look here", seen[-1])
            for line in ("", "chips", "log 99", "4/5", "score", "stacks", "why", "legal", "board", "log 99"):
                seen.append(game.answer(line))
                if line == "4/5":
                    self.assertEqual(question(seen[-1]), "place")
            refused = game.answer("chips")
            self.assertIn("would stay for all to read", refused)
            seen.append(refused + game.end().replace(home, ""))
            return seen

    def test_chip_makes_no_difference(self):
        one, other = self.course("4/5", "3/7+"), self.course("5/6", "4x2")
        self.assertEqual(one, other)
        self.assertIn("Ann has placed a chip on (2,0)", "".join(one))
        self.assertNotIn("3/7+ of Ann", "".join(one))

    def test_bet_or_not_shows_at_the_close(self):
        one, other = self.course("4/5", "3/7+"), self.course("4/5", "no")
        n = next(i for i, (a, b) in enumerate(zip(one, other)) if a != b)
        self.assertIn("Ann has placed a chip", one[n])
        self.assertIn("Ann has not bet", other[n])
        self.assertIn("Ben has chosen", one[n])

    def test_screen(self):
        """On a terminal, too; and nothing that is typed behind the curtain is echoed."""
        captures = []
        for first, choice in (("4/5", "3/7+"), ("5/6", "no")):
            with Home() as home:
                screen = Screen(home, *self.load(home, first))
                self.assertIn("Ann, look here", bare(screen.first))
                self.assertIn("Your chips", bare(screen.press("\r")))
                self.assertEqual(screen.press(choice), "")
                seen = [screen.press("\r"), screen.press("\r")]
                self.assertIn("Ben, look here", bare(seen[0]))
                self.assertIn("Your chips", bare(seen[1]))
                captures.append(seen)
                screen.signal(signal.SIGTERM)
                screen.end()
        self.assertEqual(captures[0], captures[1])


class Saving(unittest.TestCase):
    def test_default_place_and_load(self):
        with Home() as home:
            game = Pipe(home, "--seed", "5")
            text = play_on(game, game.first, moves=70, bets=["4/5"])
            self.assertIn("You have placed a chip", game.all)
            while question(text) == "try":
                text = game.answer("")
            score = game.answer("score")
            last = game.end()
            self.assertIn("Continue it with: aude play --load", last)
            (path,) = glob.glob(home + "/.local/state/aude/*.aude")
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
            again = Pipe(home, "--load", path)
            self.assertEqual(question(again.first), question(text))
            self.assertEqual(again.answer("score").split("> ")[0].strip(), score.split("> ")[0].strip())
            self.assertIn("You place", again.answer("log 99"))
            play_on(again, again.first)
            again.end()
            self.assertEqual(again.code, 0)

    def test_state_directory(self):
        with Home() as home:
            game = Pipe(home, XDG_STATE_HOME=home + "/state")
            game.end()
            self.assertEqual(len(glob.glob(home + "/state/aude/*.aude")), 1)

    def test_kill_loses_nothing(self):
        """kill -9 at any moment: the file is a whole game, and begins with all that was there before."""
        with Home() as home:
            path = home + "/game.aude"
            arguments = ["--seat", "ai:random", "--seat", "ai:random", "--save", path]
            chance, before, grown = random.Random(1), "", 0
            for i in range(12):
                process = subprocess.Popen([AUDE, "play", *(arguments if not i else ["--load", path])],
                                           stdout=subprocess.DEVNULL, env=environment(home))
                while process.poll() is None and (not os.path.exists(path) or os.stat(path).st_size <= len(before)):
                    time.sleep(0.001)
                time.sleep(chance.random() * 0.03)
                process.kill()
                process.wait()
                with open(path) as file:
                    now = file.read()
                self.assertTrue(now.startswith(before), "lines were lost")
                self.assertEqual(run("replay", path).returncode, 0)
                self.assertEqual(run("show", path).returncode, 0)
                grown += len(now) > len(before)
                before = now
            self.assertGreater(grown, 2)

    def test_save_that_fails(self):
        with Home() as home:
            missing = run("play", "--save", home + "/new/x/y", home=home)
            self.assertEqual(missing.returncode, 2)
            self.assertIn("no directory " + home + "/new/x", missing.stderr)
            self.assertFalse(os.path.exists(home + "/new"))
            os.mkdir(home + "/folder")
            failed = run("play", "--save", home + "/folder", home=home)
            self.assertEqual(failed.returncode, 2)
            self.assertIn("cannot be saved", failed.stderr)


class Errors(unittest.TestCase):
    def test_what_is_typed(self):
        cases = [
            ("frobnicate", "I do not know"), ("look", "look X Y"), ("look a b", "look X Y"), ("fits 0 0", "no open space"),
            ("look 90 90", "no tile lies beside"), ("99", "no 99 here"), ("place 99", "no 99 here"), ("place", "place N"),
            ("place 50 50", "does not fit at (50,50)"), ("place 50 50 90", ""), ("place 1 x 2", ""), ("place 0 1 x", "`x` is no turn"), ("place 0 99999", "does not fit at (0,99999)"), ("place a b", "X Y"),
            ("look 99999 0", "(99999,0) is empty"), ("zoom", "Only the screen"),
            ("meeple 1", "not the question now"), ("bet 4/5", "not the question now"), ("settle 1", "not the question"),
            ("final 1", "not the question"), ("pass", "cannot pass"), ("confirm", "You have no move that waits"), ("undo", ""), ("undo 1", "seat 0, You"),
            ("turn", "Choose a place first"), ("rules nonsense", "no rule nonsense"), ("save", "saved after every move"),
            ("save /nonexistent/x", "no directory /nonexistent"), ("retire", "retire yes"), ("retire 1", "seat 0, You"), ("log x", "log N"),
            ("draw RCr", "I do not know"), ("s", "could be"), ("help frobnicate", "I do not know"), ("x" * 300, "too-long"),
            (b"\xff\xfe", "I do not know"), (b"look \x1b[2J", "look X Y"), ("view 1 1", "board"), ("-1", "I do not know"),
            ("1z", "no 1z"), ("rules base/city-1", "2 points a tile"), ("rules city-1", "2 points a tile"),
        ]
        with Home() as home:
            game = Pipe(home, "--seed", "3")
            for line, said in cases:
                answer = game.answer(line).split("\n", 1)[1]
                self.assertGreater(len(answer.strip("> \n")), 3, line)
                self.assertIn(said, answer, line)
                self.assertEqual(question(game.answer("")), "place", line)
            self.assertNotIn("\x1b", game.all)
            game.end()
            self.assertEqual(game.code, 0)

    def test_command_line(self):
        cases = [
            ((), 2, ""), (("--help",), 0, ""), (("--version",), 0, ""), (("--man",), 0, ""), (("nonsense",), 2, "nonsense"),
            (("play", "--help"), 0, ""), (("help", "play"), 0, ""), (("play", "--nonsense"), 2, "--nonsense"),
            (("play", "-x"), 2, "-x"), (("play", "more"), 2, "more"), (("play", "--seed"), 2, "--seed"),
            (("play", "--seed", "x"), 2, "--seed"), (("play", "--plain=1"), 2, "--plain"),
            (("play", "--seed", "1", "--seed", "2"), 2, "--seed"), (("play", "--seat", "ai:nobody"), 2, "greedy"),
            (("play", "--seat", ""), 2, "name"), (("play", "--seat", "a\x1b[1m"), 2, "name"),
            (("play", *["--seat", "A"] * 7), 2, "at most 6"), (("play", *["--seat", "A"] * 2), 2, "one name"),
            (("play", "--rule", "draws=0"), 2, "1 to"), (("play", "--rule", "draws=9", "--rule", "draws=8"), 2, "twice"),
            (("play", "--seed", "0x10"), 2, "--seed"), (("redact", "--help"), 0, ""), (("play", "--sets", "nonsense"), 2, "nonsense"),
            (("play", "--sets", ""), 2, ""), (("play", "--rule", "nonsense=1"), 2, "nonsense"),
            (("play", "--rule", "fields=maybe"), 2, "fields"), (("play", "--rule", "meeples=9"), 2, "meeples"),
            (("play", "--rule", "first=5"), 2, ""), (("play", "--chips", "x"), 2, "--chips"),
            (("play", "--chips", "0x2"), 2, "--chips"), (("play", "--tiles", "/nonexistent"), 2, "/nonexistent"),
            (("play", "--tiles", "docs/tiles.md"), 2, "docs/tiles.md:3:1: "), (("play", "--color", "red"), 2, "--color"),
            (("play", "--load", "/nonexistent"), 2, "/nonexistent"), (("play", "--load", "README.md"), 2, "README.md:"),
            (("play", "--load", "x", "--seat", "A"), 2, "--seat"), (("show",), 2, "FILE"), (("show", "a", "b"), 2, "b"),
            (("show", "/nonexistent"), 2, "/nonexistent"), (("show", "docs/tiles.md"), 2, "docs/tiles.md:"),
        ]
        with Home() as home:
            for arguments, code, said in cases:
                ran = run(*arguments, home=home)
                self.assertEqual(ran.returncode, code, arguments)
                self.assertIn(said, ran.stderr, arguments)
                self.assertEqual(bool(ran.stderr), code != 0, arguments)

    def test_manual(self):
        page = run("--man").stdout
        for part in ("NAME", "SYNOPSIS", "COMMANDS", "EXIT STATUS", "FILES", "EXAMPLES"):
            self.assertIn(".SH " + part, page)
        for line in page.split("\n"):
            self.assertNotRegex(line, r"^'")


class Undo(unittest.TestCase):
    def test_undo(self):
        with Home() as home:
            game = Pipe(home, "--seed", "3", "--seat", "Ann", "--seat", "Ben")
            text = play_until(game, game.first, "meeple")
            self.assertIn("Taken back", game.answer("undo"))
            self.assertIn("Nothing has happened", game.answer("log"))
            text = play_until(game, game.answer(""), "meeple")
            text = game.answer("")
            self.assertIn("Ben:", text)
            refused = game.answer("undo")
            self.assertNotIn("Taken back", refused)
            self.assertGreater(len(refused), 20)
            game.end()

    def test_confirm(self):
        with Home() as home:
            game = Pipe(home, "--seed", "3", "--confirm")
            play_until(game, game.first, "meeple")
            text = game.answer("1")
            self.assertEqual(question(text), "confirm")
            text = game.answer("undo")
            self.assertEqual(question(text), "meeple")
            text = game.answer("1")
            self.assertEqual(question(text), "confirm")
            text = game.answer("")
            self.assertNotIn(question(text), ("confirm", "meeple"))
            play_on(game, text)
            game.end()
            self.assertEqual(game.code, 0)


class Terminal(unittest.TestCase):
    def test_screen_fits_and_is_restored(self):
        for width, height in ((80, 24), (40, 12), (132, 50)):
            with Home() as home:
                screen = Screen(home, "--seed", "3", width=width, height=height)
                shown = screen.press("\x0c")
                rows = bare(shown.split("\x1b[H")[-1]).split("\r\r\n")
                self.assertEqual(len(rows), height)
                self.assertTrue(all(len(row) <= width for row in rows))
                self.assertFalse(screen.modes() & (termios.ECHO | termios.ICANON))
                for keys in ("\t", " ", "\x1b[A", "\x1b[C", "\x1b", "help\r", "\x1b", "1\r", "\r"):
                    self.assertTrue(screen.press(keys) or keys == " ")
                left = screen.press("quit\r")
                self.assertIn("\x1b[?1049l", left)
                self.assertIn("Continue it with", left)
                self.assertEqual(screen.end(), 0)

    def test_restored_by_signals(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with Home() as home:
                screen = Screen(home, "--seed", "3")
                screen.signal(number)
                self.assertIn("\x1b[?1049l", screen.listen(1))
                self.assertEqual(screen.end(), -number)

    def test_plain_on_a_terminal(self):
        with Home() as home:
            screen = Screen(home, "--seed", "3", "--plain")
            self.assertIn("Where?", screen.first)
            self.assertNotIn("\x1b", screen.first + screen.press("board\r") + screen.press("score\r"))
            screen.press("quit\r")
            self.assertEqual(screen.end(), 0)


if __name__ == "__main__":
    loader = unittest.defaultTestLoader
    tests = [loader.loadTestsFromModule(sys.modules[__name__]), loader.loadTestsFromNames(["files", "secrecy", "wording"])]
    result = unittest.TextTestRunner(verbosity=1).run(unittest.TestSuite(tests))
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(failed > 0)
