"""What one person types and sees is not for the others at the same terminal."""
import os
import signal
import termios
import time
import unittest

import driver
from driver import Home, Screen

WIPE = "\x1b[H\x1b[2J\x1b[3J"
RECORD = """aude 1
set base
set bets
chips 4/5 4/6
seat 0 Ann
seat 1 Ben
draw B02
place 1 0 0
pass
"""


def begin(home, *arguments, **more):
    with open(home + "/game.aude", "w") as file:
        file.write(RECORD)
    return Screen(home, "--load", home + "/game.aude", "--seed", "1", "--plain", *arguments, **more)


class PlainTerminal(unittest.TestCase):
    def test_the_page_is_wiped(self):
        with Home() as home:
            game = begin(home)
            game.press("\r")
            self.assertIn("4/5, 4/6", game.press("chips\r"))
            self.assertIn("4/6", game.press("legal\r"))
            self.assertIn("no such chip", game.press("7/8\r"))
            said = game.press("4/5\r")
            self.assertTrue(said.lstrip("\r\n").startswith(WIPE), repr(said[:60]))
            self.assertNotIn("4/5", said)
            self.assertIn("Ann has chosen", said)
            self.assertIn("Ben, look here", said)
            game.press("\r")
            said = game.press("no\r")
            self.assertIn(WIPE, said)
            self.assertIn("Where?", said)

    def test_chips_outside_of_bets(self):
        with Home() as home:
            game = begin(home)
            for keys in ("\r", "no\r", "\r", "no\r"):
                said = game.press(keys)
            self.assertIn("Where?", said)
            self.assertIn("Ben, look here", game.press("chips\r"))
            said = game.press("\r")
            self.assertIn("4/5, 4/6", said)
            self.assertIn("wiped", said)
            said = game.press("\r")
            self.assertIn(WIPE, said)
            self.assertIn("Where?", said)
            self.assertNotIn("4/6", said)

    def test_the_end_wipes(self):
        for end in ("quit\r", "\x04", signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with Home() as home:
                game = begin(home)
                game.press("\r")
                game.press("chips\r")
                if isinstance(end, str):
                    said = game.press(end)
                else:
                    game.signal(end)
                    said = game.listen(1)
                self.assertIn(WIPE, said, end)
                self.assertNotIn("4/6", said)
                self.assertIn("aude play --load", said)
                game.end()

    def test_nothing_to_wipe_with(self):
        with Home() as home:
            game = begin(home, TERM="dumb")
            said = game.press("\r") + game.press("chips\r") + game.press("legal\r") + game.press("9/9\r")
            self.assertIn("would stay for all to read", said)
            self.assertNotIn("\x1b", said)
            self.assertNotIn("Ann: ", said.replace("Ann: A bet", ""))
            self.assertIn("has chosen", game.press("4/5\r"))

    def test_echo_stays_off(self):
        """Whoever stops the program has the terminal as it was; after that nothing is echoed again."""
        def sane(game):
            modes = termios.tcgetattr(game.fd)
            modes[3] |= termios.ECHO | termios.ICANON
            termios.tcsetattr(game.fd, termios.TCSANOW, modes)

        for number in (signal.SIGSTOP, signal.SIGTSTP):
            for plain in (True, False):
                with Home() as home:
                    game = begin(home) if plain else Screen(home, "--seed", "1")
                    game.press("\r" if plain else "\t")
                    self.assertFalse(game.modes() & termios.ECHO)
                    game.signal(number)
                    time.sleep(0.2)
                    sane(game)
                    game.signal(signal.SIGCONT)
                    game.listen(0.5)
                    self.assertFalse(game.modes() & termios.ECHO, (number, plain))
                    self.assertEqual(bool(game.modes() & termios.ICANON), plain)
                    if plain:
                        self.assertNotIn("4/5", game.press("4/5\r").split("\r\n")[0])
                    game.signal(signal.SIGKILL)
                    game.end()

    def test_stop_gives_the_terminal_back(self):
        """Under a shell with job control, Ctrl-Z stops the game, with echo on, and `fg` turns it off again."""
        with Home() as home:
            game = begin_shell(home)
            self.assertIn("press Enter", game.press("\r") + game.listen(1))
            game.press("\r")
            self.assertFalse(game.modes() & termios.ECHO)
            said = game.press("\x1a")
            self.assertIn(WIPE, said)
            self.assertIn("topped", game.press("echo still here; jobs\r") + said)
            self.assertTrue(game.modes() & termios.ECHO)
            game.press("fg\r")
            self.assertFalse(game.modes() & termios.ECHO)
            self.assertIn("has chosen", game.press("no\r"))
            game.signal(signal.SIGKILL)
            game.end()


def begin_shell(home):
    """The same game as a job of an interactive shell."""
    with open(home + "/game.aude", "w") as file:
        file.write(RECORD)
    path, driver.AUDE = driver.AUDE, home + "/shell"
    with open(driver.AUDE, "w") as file:
        file.write("#!/bin/sh\nexec /bin/sh -i\n")
    os.chmod(driver.AUDE, 0o700)
    try:
        game = Screen(home, PS1="$ ")
    finally:
        driver.AUDE = path
    os.write(game.fd, f"{os.path.abspath(path)} play --load {home}/game.aude --plain\r".encode())
    return game
