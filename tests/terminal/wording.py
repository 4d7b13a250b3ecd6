"""What is said, and how it fits on the screen."""
import re
import signal
import struct
import fcntl
import termios
import unittest

from driver import Home, Pipe, Screen, bare, question, run

OFFICE = """aude 1
set base
set bets
seat 0 Ann
seat 1 ai:greedy
draw B02
place 1 0 0
pass
bet 0 4/5
bet 1 4/6
draw RFr
"""


def load(home, text, kind=Pipe, *arguments, **more):
    with open(home + "/game.aude", "w") as file:
        file.write(text)
    return kind(home, "--load", home + "/game.aude", "--seed", "1", *arguments, **more)


def rows(said):
    """The rows of the last whole picture."""
    return bare(said.split("\x1b[H")[-1]).replace("\r\r\n", "\n").replace("\r\n", "\n").split("\n")


class Reconstruction(unittest.TestCase):
    def test_in_the_game(self):
        with Home() as home:
            game = load(home, OFFICE)
            for line in ("chips", "setup", "look 1 0", "rules bets/setup-1", "help"):
                self.assertIn("reconstruction", game.answer(line), line)
            self.assertIn("10 of 10 tiles", game.answer("setup"))
            self.assertIn("has is certain, where they run is invented", game.answer("look 1 0"))
            self.assertNotIn("reconstruction", game.answer("look 0 0"))
            game.end()
            own = Pipe(home, "--chips", "4x2 4/5")
            self.assertNotIn("reconstruction", own.answer("chips"))
            own.end()
            base = Pipe(home, "--sets", "base")
            self.assertNotIn("reconstruction", base.answer("setup"))
            base.end()

    def test_in_the_manual(self):
        for arguments in (("--man",), ("--help",)):
            self.assertIn("reconstruction", run(*arguments).stdout)


class End(unittest.TestCase):
    HEAD = "aude 1\nset base\nseat 0 Ann\nseat 1 Ben\n"

    def log(self, text):
        with Home() as home:
            game = load(home, text)
            game.end()
            last = load(home, text, Screen)
            picture = "\n".join(rows(last.press("log\r") + last.press("\x1b")))
            last.press("quit\r")
            last.end()
            return picture

    def test_reasons(self):
        both = self.log(self.HEAD + "draw RFr\nretire 0\nretire 1\n")
        self.assertNotIn("last tile", both)
        self.assertIn("The end", both)
        self.assertNotIn("RFr", both)
        self.assertIn("before its last tile", self.log(self.HEAD + "draw RFr\nend 0\n").replace("\n", " ") + self.text(
            self.HEAD + "draw RFr\nend 0\n"))
        self.assertIn("Nobody plays on", self.text(self.HEAD + "draw RFr\nretire 0\nretire 1\n"))
        self.assertIn("The last tile is placed", self.text(
            "aude 1\nset base\nrule draws 1\nseat 0 Ann\nseat 1 Ben\ndraw RFr\nplace 1 0 0\npass\n"))

    def text(self, record):
        with Home() as home:
            with open(home + "/game", "w") as file:
                file.write(record)
            screen = Screen(home, "--load", home + "/game")
            screen.press("\r")
            said = bare(screen.press("log 99\r"))
            screen.press("\x1b")
            screen.press("quit\r")
            screen.end()
            return said


class Panel(unittest.TestCase):
    def test_names(self):
        seats = ("--seat", "Bartholomew", "--seat", "ai:greedy", "--seat", "ai:greedy", "--seat", "ai:random")
        for width in (80, 100, 120):
            with Home() as home:
                screen = Screen(home, *seats, "--seed", "1", width=width, height=30)
                picture = "\n".join(rows(screen.press("\x0c")))
                for name in ("Barthol", "Greedy ", "Greedy 2", "Random"):
                    self.assertIn(name, picture, width)
                screen.press("quit\r")
                screen.end()

    def test_status_line(self):
        with Home() as home:
            screen = Screen(home, "--seed", "1", width=60, height=20)
            first = rows(screen.press("\x0c"))[0]
            self.assertRegex(first, r"● 0 +▲ 0 +\d+ to come")
            screen.press("quit\r")
            screen.end()

    def test_too_small(self):
        with Home() as home:
            screen = Screen(home, "--seed", "1", width=30, height=8)
            self.assertIn("too small", " ".join(rows(screen.press("\x0c"))))
            fcntl.ioctl(screen.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            screen.signal(signal.SIGWINCH)
            self.assertIn("Where?", bare(screen.listen(1)))
            screen.press("quit\r")
            screen.end()


class Foot(unittest.TestCase):
    def test_targets_are_whole(self):
        """A bet on a tile with four roads: each target is readable on a small screen, or the cut is marked."""
        record = "aude 1\nset base\nset bets\nseat 0 You\nseat 1 ai:greedy\ndraw B10\nplace 1 0 0\npass\n"
        for width, height in ((80, 24), (60, 24), (40, 12)):
            with Home() as home:
                screen = load(home, record, Screen, width=width, height=height)
                picture = " ".join(rows(screen.press("\x0c")))
                if height >= 24:
                    self.assertEqual(len(re.findall(r"the\s+road\s+\(", picture)), 4, picture)
                else:
                    self.assertIn("…", picture)
                self.assertEqual(len(rows(screen.press("\x0c"))), height)
                screen.press("quit\r")
                screen.end()


class Pages(unittest.TestCase):
    def test_typing_and_resizing(self):
        with Home() as home:
            screen = Screen(home, "--seed", "1")
            screen.press("help\r")
            fcntl.ioctl(screen.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
            screen.signal(signal.SIGWINCH)
            again = rows(screen.listen(1))
            self.assertEqual(len(again), 40)
            self.assertIn("legal", "\n".join(again))
            self.assertEqual(screen.press("score"), "score")
            self.assertIn("points", bare(screen.press("\r")))
            screen.press("quit\r")
            screen.end()

    def test_columns_of_help(self):
        with Home() as home:
            screen = Screen(home, "--seed", "1", "--plain", width=60)
            said = screen.press("help\r").replace("\r\n", "\n")
            lines = said.split("\n")
            self.assertTrue(all(len(line) <= 60 for line in lines), lines)
            starts = {len(re.match(r"  (\S.*?)?  +(?=\S)", line).group()) for line in lines
                      if re.match(r"  (\S.*?)?  +(?=\S)", line)}
            self.assertEqual(len(starts), 1, starts)
            screen.press("quit\r")
            screen.end()


class Answers(unittest.TestCase):
    def test_single_tiles_have_edges(self):
        with Home() as home:
            game = load(home, "aude 1\nset base\nset bets\nseat 0 Ann\nseat 1 ai:greedy\ndraw B10\nplace 1 0 0\npass\nbet 0 pass\n")
            said = game.answer("features")
            self.assertEqual(len(re.findall(r"road \d+ at \(1,0\) (?:north|east|south)$", said, re.M)), 3, said)
            self.assertIn("without a meeple and without a completed city", game.answer("fields"))
            game.end()

    def test_own_set_alone(self):
        with Home() as home:
            with open(home + "/tiles", "w") as file:
                file.write("aude-tiles 1\nset tiny\nstart A\ntile A x9\n  road E W\n  field NL NR EL WR\n  field ER SL SR WL\n")
            game = Pipe(home, "--tiles", home + "/tiles", "--sets", "tiny")
            self.assertEqual(question(game.first), "place")
            self.assertIn("Tile sets: tiny; 9 tiles", game.answer("setup"))
            game.end()

    def test_equal_names_in_a_record(self):
        with Home() as home:
            game = load(home, "aude 1\nset base\nseat 0 Ann\nseat 1 Ann\n")
            self.assertIn("Ann 2", game.answer("score"))
            game.end()
