#!/usr/bin/python3
"""`aude join` against `aude serve`: whole games with people who are killed, servers that are killed, talk, consent, watching, bad
addresses; and what the program keeps is checked by a second reading of docs/fairness.md. Ends with `N passed, N failed`."""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.path += [os.path.dirname(__file__), "tests/terminal"]
os.environ.setdefault("AUDE", os.environ.get("AUDE_BUILD", "build/release") + "/aude")
import driver  # noqa: E402
import fair  # noqa: E402
import harness  # noqa: E402
from joiner import Joiner  # noqa: E402

CHIPS = ("4x2", "3/7+", "3/8+", "4/5", "4/6", "5/6")


def aude(*arguments):
    return subprocess.run([harness.AUDE, *arguments], capture_output=True, text=True, timeout=harness.PATIENCE)


def one(pattern):
    found = glob.glob(pattern)
    assert len(found) == 1, (pattern, found)
    return found[0]


def text_of(path):
    with open(path) as file:
        return file.read()


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="aude-join-", dir="/tmp")
        self.server = harness.Server(self.folder, f"sqlite:{self.folder}/games.db")
        self.joiners = []

    def tearDown(self):
        for j in self.joiners:
            j.kill()
        died = self.server.process.poll()
        self.server.kill()
        log = text_of(self.server.log)[-3000:]
        shutil.rmtree(self.folder)
        self.assertIsNone(died, log)

    def join(self, name, *arguments):
        j = Joiner(f"{self.folder}/{name}", *arguments, name=name)
        self.joiners.append(j)
        return j

    def table(self, *options, name="Ann"):
        """Its maker and the address for others."""
        ann = self.join(name, self.server.url, "--new", "--name", name, *options)
        return ann, ann.wait(r"aude join '(\S+)'").group(1)

    def both(self, *options):
        ann, url = self.table(*options)
        ben = self.join("Ben", url, "--name", "Ben")
        ann.arguments = [url]  # to come back
        return ann, ben, url

    def play(self, people, stop=lambda: False, hold=()):
        """Plays until all are at the end, or `stop`; nobody answers a step of `hold`."""
        end = time.monotonic() + harness.PATIENCE
        while time.monotonic() < end:
            steps = [(j, j.question()) for j in people]
            if stop() or all(step == "over" for _, step in steps):
                return
            for j, step in steps:
                self.assertFalse(j.ended(), j.text[-1500:])
                if step and step != "over" and step not in hold:
                    j.answer(step)
            time.sleep(0.01)
        self.fail("\n----\n".join(j.text[-1500:] for j in people))

    def kept(self, j, url):
        """Record and receipt of the first game at a table."""
        table = url.split("#")[1]
        return [one(f"{j.home}/.local/state/aude/{table}-1.{what}") for what in ("aude", "receipt")]


class WholeGame(Case):
    """Two people and a computer play base and bets; a person is killed while all bet, the server twice; all holds."""

    def game(self):
        ann, ben, url = self.both("--rule", "draws=16", "--seats", "3", "--seat", "ai:greedy")
        both = (ann, ben)
        self.play(both, stop=lambda: ann.question() == ben.question() == "bet", hold=("bet",))
        if ann.question() == "over":
            return None
        # Everybody is asked. Ann bets and is killed; Ben is killed before he bets.
        ann.say("4/5")
        ann.wait(r"may still be choosing")
        for j in both:
            j.kill()
            j.start()
        ben.wait("A bet at the office")
        ann.wait("may still be choosing")
        self.assertNotIn("A bet at", ann.text)
        ann.ask("4/5", "There is no 4/5 here now")
        # The server dies with Ben's bet not made, is back, and dies again later.
        self.server.kill()
        ben.wait("connection is lost")
        ben.say("5/6")
        self.server.start()
        self.play(both, stop=lambda: ann.question() == "place")
        self.server.kill()
        ann.wait("connection is lost", ann.text.rfind("connection is there again"))
        ann.say("1")
        self.server.start()
        self.play(both)
        return ann, ben, url

    def test_game(self):
        for _ in range(6):
            played = self.game()
            if played:
                break
        self.assertTrue(played, "no bets in six games")
        ann, ben, url = played
        for j in (ann, ben):
            j.wait("Check it with: aude verify")
            j.say("")
            self.assertEqual(j.end(), 0)
        records, receipts = zip(*(self.kept(j, url) for j in (ann, ben)))
        record = text_of(records[0])
        self.assertEqual(record, text_of(records[1]))
        table = url.split("#")[1]
        self.assertTrue(self.server.get(f"/api/tables/{table}/record")[1].startswith(record))
        self.assertRegex(record, r"\nbet 0 4/5\n")
        self.assertRegex(record, r"\nbet 1 5/6\n")
        self.assertEqual(aude("replay", records[0]).returncode, 0)
        for path in receipts:
            said = aude("verify", records[0], "--receipt", path)
            self.assertEqual(said.returncode, 0, said.stdout + said.stderr)
            draws, chips = fair.check(record, text_of(path))
            self.assertEqual(draws, len(re.findall(r"^draw ", record, re.M)))
            self.assertEqual(chips, len(re.findall(r"^bet \d [^p]", record, re.M)))
            self.assertIn(f"{draws} draws and {chips} chips", said.stdout)
        self.changed(record, receipts[0])
        self.forged(records[0], receipts[0])
        self.secret((ann, ben), record)

    def changed(self, record, receipt):
        """One draw or one chip is another: the program and the second reading both say so."""
        path = f"{self.folder}/changed.aude"
        draws, bets = 0, 0
        lines = record.split("\n")
        for i, line in enumerate(lines):
            word, *rest = line.split(" ")
            others = []
            if word == "draw" and draws < 4:
                others = [f"draw {kind}" for kind, copies in fair.bag_of(("base", "bets")) if copies and kind != rest[0]]
            elif word == "bet" and rest[1] != "pass" and bets < 4:
                others = [f"bet {rest[0]} {chip}" for chip in CHIPS if chip != rest[1]]
            for other in others:
                text = "\n".join(lines[:i] + [other] + lines[i + 1:])
                with open(path, "w") as file:
                    file.write(text)
                if aude("replay", path).returncode:
                    continue
                said = aude("verify", path, "--receipt", receipt)
                self.assertEqual(said.returncode, 1, (line, other, said.stdout, said.stderr))
                self.assertRegex(said.stdout + said.stderr, rf"changed.aude:{i + 1}\b")
                with self.assertRaises(AssertionError):
                    fair.check(text, text_of(receipt))
                draws += word == "draw"
                bets += word == "bet"
                break
        self.assertGreater(draws, 0)
        self.assertGreater(bets, 0)

    def forged(self, record, receipt):
        """A whole other game with commitments of its own holds by itself, and not against this receipt."""
        cid, dora, url = self.both("--rule", "draws=6", "--seats", "3", "--seat", "ai:greedy")
        self.play((cid, dora))
        cid.wait("Check it with: aude verify")
        other, its = self.kept(cid, url)
        self.assertEqual(aude("verify", other, "--receipt", its).returncode, 0)
        self.assertEqual(aude("verify", other, "--receipt", receipt).returncode, 1)
        self.assertEqual(aude("verify", record, "--receipt", its).returncode, 1)

    def secret(self, people, record):
        """Before a chip is flipped nobody but its owner's program has written what it is: chips named by either program were in its
        own supply list or in a sentence about a flip."""
        for j in people:
            for line in j.all.split("\n"):
                if not any(chip in line for chip in CHIPS):
                    continue
                allowed = ("Yours:", "1 = ", "> ", "wins", "misses", "The chip", "chips betted", "Chips of a player", "rule ", "goes back", "There is no 4/5 here")
                self.assertTrue(any(word in line for word in allowed), line)


class Secrets(Case):
    def test_nothing_of_others(self):
        """Two tables that differ in what Ben bets: all that Ann's program writes until the flip is the same."""
        written = []
        for chip in ("4/5", "5/6"):
            ann, ben, _ = self.both("--tiles", self.offices(), "--sets", "offices", "--rule", "draws=2", name=chip.replace("/", ""))
            harness.wait_until(lambda: ann.question() == "place")
            self.play((ann, ben), stop=lambda: ann.question() == ben.question() == "bet", hold=("bet",))
            before = len(ann.text)
            ben.say(chip)
            ben.wait("may still be choosing")
            ann.say("no")
            ann.wait("has placed a chip", before)
            harness.wait_until(lambda: ben.question() == "place")
            ann.ask("chips", "Yours:")
            ann.ask("stacks", "> $")
            ann.ask("look 1 0", "> $")
            written.append(ann.text[before:])
            ann.kill(), ben.kill()
        self.assertEqual(*written)

    def both(self, *options, name=""):
        ann, url = self.table(*options, name="Ann")
        ben = self.join("Ben" + name, url, "--name", "Ben")
        return ann, ben, url

    def offices(self):
        path = f"{self.folder}/offices.tiles"
        with open(path, "w") as file:
            file.write("aude-tiles 1\nset offices\nstart A\nchip 4/5\nchip 5/6\ntile A x9\n  road E W\n  office\n"
                       "  field NL NR EL WR\n  field ER SL SR WL\n")
        return path


class Talk(Case):
    def test_lobby_and_talk(self):
        ann, url = self.table("--seats", "3", "--rule", "draws=8", "--rule", "fields=off")
        ann.wait("The game has not begun: 2 seats are open")
        self.assertIn("rule fields off", ann.text)
        ben = self.join("Ben", url, "--name", "Ben", "--seat", "2")
        ben.wait(r"Seat 2: Ben \(you\)|1 seat is open")
        self.assertIn("rule fields off", ben.text)
        self.assertIn("Seat 0: Ann", ben.text)
        ann.wait("Ben has come to the table.")
        ann.wait(r"Seat 2: Ben")
        ben.say("say Good evening, Ann")
        ann.wait(r"Ben: Good evening, Ann")
        ben.ask("start", "host|denied|may not")
        ben.ask("score", "The game has not begun")
        ann.say("seat 1 ai:greedy")
        ben.wait("The game begins.")
        ben.wait(r"You is to move|Ann is to move")
        ben.ask("look 0 0", "roads? ")
        ben.ask("features", "Unfinished")
        ben.ask("fields", "fields|Fields")
        ben.ask("score", "points")
        ben.say("say still here")
        ann.wait("Ben: still here")
        ann.say("name Anna")
        ben.wait("Ann is called Anna now.")
        ben.ask("clocks", "No clock runs")
        watcher = self.join("Eve", url, "--watch")
        watcher.wait("Anna is to move")
        watcher.ask("1", "There is no 1 here")
        watcher.ask("say hello", "(?i)denied|watch|seat|person|spectator")
        ben.end()
        ann.wait("Ben is away.")

    def test_aids(self):
        """A table that allows no help is told nothing that is help."""
        for aids, refused in (("none", ("fields", "tiles", "fits 1 0")), ("tournament", ("fits 1 0",)), ("full", ())):
            ann, url = self.table("--seat", "ai:greedy", "--option", f"aids {aids}", name=f"Ann {aids}")
            harness.wait_until(lambda: ann.question() == "place")
            for question in ("fields", "tiles", "fits 1 0"):
                before = len(ann.text)
                ann.ask(question, "> $")
                self.assertEqual("does not help with that" in ann.text[before:], question in refused, (aids, question))
            before = len(ann.text)
            ann.ask("score", "points")
            self.assertEqual("if the game ended now" in ann.text[before:], aids == "full")

    def test_consent(self):
        ann, ben, url = self.both("--rule", "draws=20", "--sets", "base")
        ann.reach("meeple")
        ann.say("0")
        harness.wait_until(lambda: ben.question() == "place")
        ann.ask("undo", "would take back a draw")
        ann.say("takeback")
        ben.wait(r"Ann asks to take back the last 2 moves: agree or decline\?")
        ben.say("decline")
        ann.wait("The question is closed")
        ann.say("takeback")
        ben.wait("agree or decline", ben.text.rfind("closed"))
        ben.say("agree")
        harness.wait_until(lambda: ann.question() == "place")
        ann.say("pause")
        ben.wait("Ann asks for a pause")
        ben.say("agree")
        ann.wait("The game is paused")
        ben.say("resume")
        ann.wait("The game goes on")
        harness.wait_until(lambda: ann.question() == "place")
        ben.ask("resign", "If you mean it")
        ben.say("resign yes")
        ann.wait("Ben has left the game")
        self.play((ann,))
        ann.wait("Check it with: aude verify")
        ben.wait("Check it with: aude verify")
        record, receipt = self.kept(ben, url)
        self.assertEqual(aude("verify", record, "--receipt", receipt).returncode, 0)
        self.assertEqual(fair.check(text_of(record), text_of(receipt))[0], text_of(record).count("\ndraw "))
        ann.say("rematch")
        ben.wait("Ann asks for a rematch")
        ben.say("agree")
        ben.wait("The game begins.", ben.text.rfind("rematch"))

    def test_two_terminals(self):
        """Both show the same seat; either may move."""
        ann, ben, url = self.both("--rule", "draws=6", "--sets", "base")
        harness.wait_until(lambda: ann.question() == "place")
        other = Joiner(ann.home, url)
        self.joiners.append(other)
        other.reach("meeple")
        ann.reach("meeple")
        ann.answer("meeple")
        harness.wait_until(lambda: ben.question() == "place")
        self.play((ann, ben))
        other.wait("Check it with: aude verify")
        record, receipt = self.kept(ann, url)
        self.assertEqual(aude("verify", record, "--receipt", receipt).returncode, 0)

    def test_confirm(self):
        ann, ben, url = self.both("--rule", "draws=4", "--rule", "confirm=on", "--sets", "base")
        harness.wait_until(lambda: ann.question() == "place")
        ann.reach("confirm")
        ben.ask("", "Ann may still take the move back")
        ann.ask("undo", "Taken back")
        harness.wait_until(lambda: ann.question() == "meeple")
        self.play((ann, ben))


class OnTheScreen(Case):
    def await_words(self, screen, words, seen=""):
        """Reads until the words stand there."""
        end = time.monotonic() + harness.PATIENCE
        while words not in driver.bare(seen):
            self.assertLess(time.monotonic(), end, f"no {words!r} in {driver.bare(seen)[-2000:]}")
            seen += screen.listen(0.2)
        return driver.bare(seen)

    def test_keyboard_and_network(self):
        """News come while something is typed, and what is typed stays; also while the server is away."""
        screen = driver.Screen(f"{self.folder}/Ann", self.server.url, "--new", "--name", "Ann", "--sets", "base", "--clock",
                               "total 20m", width=100, height=30, command="join")
        said = self.await_words(screen, "1 seat is open", screen.first)
        url = re.search(r"http\S+/#[\w-]{16,32}", said).group()
        self.assertIn("Seat 0: Ann (you)", said)
        ben = self.join("Ben", url, "--name", "Ben")
        said = self.await_words(screen, "Where?")
        self.assertRegex(said, r"(20:00|19:59).*(20:00|19:59)")
        self.assertEqual(screen.press("lo"), "lo")
        ben.say("say How are you?")
        said = self.await_words(screen, "Ben: How are you?")
        self.assertTrue(said.rstrip().endswith("lo"), said[-200:])
        self.server.kill()
        said = self.await_words(screen, "The connection is lost")
        self.assertTrue(said.rstrip().endswith("lo"), said[-200:])
        self.await_words(screen, "cities", screen.press("ok 0 0\r") + screen.press("features\r"))
        screen.press("\x1b")
        self.server.start()
        self.await_words(screen, "The connection is there again")
        screen.press("1\r")
        screen.press("\r")
        ben.wait("Ann places")
        last = self.await_words(screen, "Come back with: aude join", screen.press("quit\r"))
        self.assertIn("The game is not over", last)
        self.assertEqual(screen.end(), 0)


class Errors(Case):
    def run_join(self, *arguments, home="x", **more):
        env = {"PATH": os.environ["PATH"], "HOME": f"{self.folder}/{home}", "LC_ALL": "C.UTF-8", "USER": "tester"}
        env.update({k: os.environ[k] for k in ("ASAN_OPTIONS", "UBSAN_OPTIONS") if k in os.environ}, **more)
        return subprocess.run([harness.AUDE, "join", *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              timeout=harness.PATIENCE, env=env)

    def test_messages(self):
        ann, url = self.table("--seats", "3")
        server, table = url.split("/#")
        cases = [
            (("nonsense",), "no address of a table"), ((server,), "no address of a table"),
            ((f"{server}/#{'A' * 16}",), "no such table"), (("http://127.0.0.1:1/#" + table,), "onnect"),
            ((url, "--name", "ANN"), "--name"), ((url, "--name", " "), "--name"), ((url, "--seat", "9"), "--seat"),
            ((url, "--seat", "5", "--name", "Cid"), "there is no seat 5"), ((url, "--seat", "0", "--name", "Dan"), "taken"),
            ((url, "--rule", "draws=3"), "--new"), ((url, "--clock", "turn 9"), "--new"),
            ((server, "--new", "--clock", "sundial"), "sundial"), ((server, "--new", "--seat", "ai:nobody"), "computer player"),
            ((server, "--new", "--seats", "9"), "--seats"), ((server, "--new", "--option", "colour red"), "colour"),
            ((server, "--new", "--watch"), "--watch"), (("ftp://x", "--new"), "no address of a server"),
            ((server, "--new", "--seats", "2", "--seat", "ai:greedy", "--seat", "ai:greedy"), "computers"),
        ]
        for i, (arguments, said) in enumerate(cases):
            ran = self.run_join(*arguments, home=f"h{i}")
            self.assertEqual(ran.returncode, 2, (arguments, ran.stdout, ran.stderr))
            self.assertIn(said, ran.stderr, arguments)
            self.assertEqual(ran.stderr.count("\n"), 1, ran.stderr)

    def test_token(self):
        """A place that holds no more, one that cannot be read, and none to keep it in."""
        ann, url = self.table("--seats", "3")
        self.run_join(url, "--name", "Ben", home="b")
        place = one(f"{self.folder}/b/.local/state/aude/place-*")
        self.assertEqual(os.stat(place).st_mode & 0o777, 0o600)
        text = text_of(place)
        with open(place, "w") as file:
            file.write(re.sub(r"token .*", "token " + "0" * 64, text))
        ran = self.run_join(url, home="b")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("token", ran.stderr)
        self.assertIn(place, ran.stderr)
        with open(place, "w") as file:
            file.write("nonsense\n")
        ran = self.run_join(url, home="b")
        self.assertEqual(ran.returncode, 2)
        self.assertIn(place, ran.stderr)
        ran = self.run_join(url, "--name", "Cid", HOME="")
        self.assertIn("XDG_STATE_HOME", ran.stderr)

    def test_begun(self):
        ann, ben, url = self.both("--rule", "draws=8")
        harness.wait_until(lambda: ann.question() == "place")
        ran = self.run_join(url, "--name", "Cid")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("--watch", ran.stderr)
        ran = self.run_join(url, "--watch")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("Ann is to move", ran.stdout)


class Promises(Case):
    def test_broken(self):
        """What was kept before says another hash than the server says now: it is told loudly, at every question."""
        ann, ben, url = self.both("--rule", "draws=8")
        harness.wait_until(lambda: ann.question() == "place")
        ann.kill()
        receipt = one(f"{ann.home}/.local/state/aude/*.receipt")
        kept = text_of(receipt)
        with open(receipt, "w") as file:
            file.write(kept.replace(re.search(r"published (.*)", kept).group(1), "ab" * 32))
        ann.start()
        ann.wait("THE SERVER HAS BROKEN A PROMISE")
        ann.ask("setup", "> $")
        ann.process.stdin.close()
        self.assertEqual(ann.process.wait(60), 1)


if __name__ == "__main__":
    program = unittest.main(exit=False)
    failed = len(program.result.failures) + len(program.result.errors)
    print(f"{program.result.testsRun - failed} passed, {failed} failed")
    sys.exit(failed != 0)
