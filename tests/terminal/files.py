"""What is written where: saved games, records, standard output; and what is said when it cannot be written."""
import glob
import os
import re
import signal
import stat
import subprocess
import time
import unittest

from driver import AUDE, Home, Pipe, Screen, bare, environment, question, run

RULES = ("--rule", "draws=8")


def contents(path):
    with open(path) as file:
        return file.read()


class FailedSave(unittest.TestCase):
    """The directory of the game disappears while it is played."""

    def begin(self, home, kind=Pipe, *more):
        os.mkdir(home + "/away")
        game = kind(home, "--seed", "3", "--save", home + "/away/game.aude", *more)
        for name in os.listdir(home + "/away"):
            os.unlink(home + "/away/" + name)
        os.rmdir(home + "/away")
        return game

    def test_it_is_said_at_every_question(self):
        with Home() as home:
            game = self.begin(home)
            self.assertNotIn("NOT SAVED", game.first)
            said = game.answer("1")
            while question(said) in ("try", "meeple"):
                said = game.answer("")
                self.assertIn("NOT SAVED", said)
            self.assertIn("no directory " + home + "/away", said)
            self.assertIn("NOT SAVED", game.answer("setup"))
            self.assertNotIn("Saved after every move", game.all)
            self.assertIn("NOT SAVED", game.answer("save"))
            last = game.end()
            self.assertIn("NOT SAVED", last)
            self.assertNotIn("Continue it", last)
            self.assertEqual(game.code, 1)

    def test_it_ends_with_a_save(self):
        for mend in ("mkdir", "elsewhere"):
            with Home() as home:
                game = self.begin(home)
                path = home + ("/away/game.aude" if mend == "mkdir" else "/other.aude")
                self.assertIn("NOT SAVED", game.answer("1") + game.answer(""))
                if mend == "mkdir":
                    os.mkdir(home + "/away")
                    game.answer("save")
                else:
                    self.assertIn("From now on", game.answer("save " + path))
                said = game.answer("setup")
                self.assertNotIn("NOT SAVED", said)
                self.assertIn("Saved after every move in " + path, said)
                self.assertIn(path, game.end())
                self.assertEqual(game.code, 0)
                self.assertEqual(run("replay", path).returncode, 0)

    def test_on_the_screen(self):
        for width, height in ((80, 24), (40, 12), (132, 50)):
            with Home() as home:
                game = self.begin(home, lambda *a: Screen(*a, width=width, height=height))
                self.assertIn("NOT SAVED", bare(game.press("1\r\r")))
                self.assertIn("NOT SAVED", bare(game.press("\x0c")))
                game.press("quit\r")
                self.assertEqual(game.end(), 1)

    def test_computers_alone(self):
        with Home() as home:
            process = subprocess.Popen([AUDE, "play", "--seat", "ai:greedy", "--seat", "ai:greedy", "--save", home + "/a"],
                                       stdout=subprocess.PIPE, text=True, env=environment(home),
                                       preexec_fn=lambda: limit_files(2000))
            said = process.communicate(timeout=60)[0]
            self.assertGreaterEqual(said.count("NOT SAVED"), 2)
            self.assertEqual(process.returncode, 1)

    def test_after_a_signal(self):
        with Home() as home:
            game = self.begin(home, Screen)
            game.press("1\r\r")
            game.signal(signal.SIGTERM)
            self.assertIn("NOT SAVED", game.listen(1))
            self.assertEqual(game.end(), -signal.SIGTERM)


def limit_files(size):
    """Every file of the process can have so many bytes: like a disk that is full."""
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


class Overwriting(unittest.TestCase):
    def test_a_new_game_spares_files(self):
        with Home() as home:
            other, link, dangling = home + "/other", home + "/link", home + "/dangling"
            with open(other, "w") as file:
                file.write("mine\n")
            os.symlink(other, link)
            os.symlink(home + "/nothing", dangling)
            for path in (other, link, dangling, "/dev/null", home):
                ran = run("play", "--save", path, home=home)
                self.assertEqual(ran.returncode, 2, path)
                self.assertIn(path, ran.stderr)
            self.assertEqual(contents(other), "mine\n")
            self.assertTrue(os.path.islink(link))
            forced = run("play", "--save", link, "--force", home=home)
            self.assertEqual(forced.returncode, 0, forced.stderr)
            self.assertTrue(os.path.islink(link))
            self.assertTrue(contents(other).startswith("aude 1"))

    def test_a_loaded_game_stays_where_it_is(self):
        with Home() as home:
            path, link, other = home + "/game.aude", home + "/link", home + "/other"
            run("play", "--save", path, *RULES, home=home)
            os.symlink(path, link)
            for more in ((), ("--save", path), ("--save", link)):
                game = Pipe(home, "--load", link, *more)
                game.answer("1")
                game.answer("")
                game.end()
                self.assertEqual(game.code, 0)
                self.assertTrue(os.path.islink(link))
            self.assertIn("place", contents(path))
            with open(other, "w") as file:
                file.write("mine\n")
            refused = run("play", "--load", path, "--save", other, home=home)
            self.assertEqual((refused.returncode, contents(other)), (2, "mine\n"))

    def test_save_during_the_game(self):
        with Home() as home:
            game = Pipe(home, "--seed", "3", *RULES)
            self.assertIn("Saved in", game.answer("save " + home + "/copy"))
            self.assertIn("exists already", game.answer("save " + home + "/copy"))
            self.assertIn("no directory", game.answer("save " + home + "/no/copy"))
            game.end()
            self.assertEqual(stat.S_IMODE(os.stat(home + "/copy").st_mode), 0o600)

    def test_expectations_are_kept(self):
        """A saved game with checks is written again with them."""
        with Home() as home:
            text = contents("tests/scenarios/base-setup-1.aude")
            with open(home + "/game.aude", "w") as file:
                file.write(text)
            Pipe(home, "--load", home + "/game.aude").end()
            checks = [line.split("#")[0].strip() for line in text.split("\n") if line.startswith("expect")]
            kept = contents(home + "/game.aude")
            self.assertGreater(len(checks), 0)
            for check in checks:
                self.assertIn(check, kept)

    def test_killed_programs_leave_one_name(self):
        """However often it is killed, at most one temporary file is left, and the next save removes it."""
        with Home() as home:
            path = home + "/game.aude"
            arguments = ["--seat", "ai:random", "--seat", "ai:random", "--save", path]
            for i in range(10):
                process = subprocess.Popen([AUDE, "play", *(arguments if not i else ["--load", path])],
                                           stdout=subprocess.DEVNULL, env=environment(home))
                while process.poll() is None and not os.path.exists(path):
                    time.sleep(0.001)
                time.sleep(0.01 + 0.001 * i)
                process.kill()
                process.wait()
            self.assertLessEqual(set(os.listdir(home)), {"game.aude", ".game.aude.tmp"})
            with open(home + "/.game.aude.tmp", "w") as file:
                file.write("left\n")
            os.chmod(home + "/.game.aude.tmp", 0o644)
            self.assertEqual(run("play", "--load", path, home=home).returncode, 0)
            self.assertEqual(os.listdir(home), ["game.aude"])
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)

    def test_no_home(self):
        env = environment("/")
        del env["HOME"]
        ran = subprocess.run([AUDE, "play"], input="", capture_output=True, text=True, env=env)
        self.assertEqual(ran.returncode, 2)
        for word in ("HOME", "XDG_STATE_HOME", "--save"):
            self.assertIn(word, ran.stderr)


class Output(unittest.TestCase):
    COMMANDS = (("--help",), ("--man",), ("--version",), ("help", "play"), ("show", "tests/golden/short-1.aude"),
                ("replay", "tests/golden/short-1.aude"), ("inspect", "tests/golden/short-1.aude"),
                ("redact", "tests/golden/short-1.aude"), ("selfplay", "--games", "1"), ("bench", "--signature"),
                ("perft", "--draws", "L"), ("play", "--seat", "ai:random", "--seat", "ai:random"))

    def test_full_and_closed(self):
        for command in self.COMMANDS:
            with Home() as home, open("/dev/full", "w") as full:
                for closed in (False, True):
                    ran = subprocess.run([AUDE, *command], stdin=subprocess.DEVNULL, stdout=full, text=True,
                                         stderr=subprocess.PIPE, env=environment(home),
                                         preexec_fn=(lambda: os.close(1)) if closed else None)
                    self.assertEqual(ran.returncode, 1, (command, closed))
                    self.assertIn("standard output", ran.stderr, command)

    def test_closed_streams_are_not_files(self):
        with Home() as home:
            path = home + "/game.aude"
            subprocess.run([AUDE, "play", "--seat", "ai:random", "--seat", "ai:random", *RULES, "--save", path],
                           stderr=subprocess.DEVNULL, env=environment(home),
                           preexec_fn=lambda: (os.close(0), os.close(1)))
            self.assertEqual(run("replay", path).returncode, 0)


class Records(unittest.TestCase):
    LOG = "tests/golden/bets-3.aude"

    def test_redact(self):
        with Home() as home:
            half, out = home + "/half.aude", home + "/out.aude"
            lines = contents(self.LOG).split("\n")
            bet = next(i for i, line in enumerate(lines) if re.match(r"bet \d \d", line)) + 4
            with open(half, "w") as file:
                file.write("\n".join(lines[:bet]) + "\n")
            made = run("redact", half)
            self.assertEqual(made.returncode, 0, made.stderr)
            self.assertRegex(made.stdout, r"(?m)^bet \d \?$")
            self.assertNotRegex(made.stdout, r"(?m)^bet \d \d")
            self.assertEqual(run("redact", half, "-o", out).returncode, 0)
            self.assertEqual(contents(out), made.stdout)
            self.assertEqual(run("redact", out).stdout, made.stdout)
            refused = run("redact", half, "-o", out)
            self.assertEqual(refused.returncode, 2)
            self.assertIn("--force", refused.stderr)
            self.assertEqual(run("redact", half, "-o", out, "--force", "--seat", "1").returncode, 0)
            for command in ("replay", "show", "inspect"):
                ran = run(command, out)
                self.assertEqual(ran.returncode, 0, ran.stderr)
            for bad in ("3", "-1", "x"):
                ran = run("redact", half, "--seat", bad)
                self.assertEqual((ran.returncode, ran.stdout), (2, ""))

    def digests(self, text):
        return re.findall(r"decision \d+ digest \w+", text)

    def test_inspect_public(self):
        """A public record has the decisions of its log, with the same public digests."""
        with Home() as home:
            for seat in ((), ("--seat", "0")):
                out = home + "/out" + "".join(seat)
                lines = contents(self.LOG).split("\n")
                with open(home + "/half", "w") as file:
                    file.write("\n".join(lines[:len(lines) // 2]) + "\n")
                run("redact", home + "/half", "-o", out, *seat)
                self.assertIn(" ?\n", contents(out))
                log, public = run("inspect", home + "/half"), run("inspect", out)
                self.assertEqual(public.returncode, 0, public.stderr)
                self.assertLessEqual(set(self.digests(public.stdout)), set(self.digests(log.stdout)))
                self.assertGreater(len(self.digests(public.stdout)), 100)

    def test_inspect_undo_and_confirm(self):
        record = "aude 1\nset base\n{}seat 0 A\nseat 1 B\ndraw RFr\nplace 1 0 0\n{}"
        with Home() as home:
            def inspect(rule, rest):
                with open(home + "/record", "w") as file:
                    file.write(record.format(rule, rest))
                ran = run("inspect", home + "/record")
                return ran.returncode, self.digests(ran.stdout), ran.stderr

            code, plain, said = inspect("", "pass\n")
            self.assertEqual(code, 0, said)
            code, undone, said = inspect("", "undo 0\nplace 1 0 0\npass\n")
            self.assertEqual(code, 0, said)
            self.assertEqual(undone, plain[:3] + plain[1:2] + plain[2:])
            code, confirmed, said = inspect("rule confirm on\n", "pass\nconfirm 0\n")
            self.assertEqual((code, confirmed), (0, plain), said)

    def test_refusals_print_nothing(self):
        with Home() as home:
            for text in ("", "aude 1\nset base\nseat 0 A\nseat 1 B\ndraw RFr\nplace 1 0 0\npass\npass\n", "x"):
                with open(home + "/record", "w") as file:
                    file.write(text)
                for command in ("inspect", "show", "redact"):
                    ran = run(command, home + "/record")
                    self.assertEqual((ran.returncode, ran.stdout), (2, ""), command)
                    self.assertRegex(ran.stderr, r"record:[1-9]\d*(:[1-9]\d*)?: \S")

    def test_columns(self):
        with Home() as home:
            with open(home + "/tiles", "w") as file:
                file.write("aude-tiles 1\nset x\ntile A x1\n  city N Q\n")
            ran = run("play", "--tiles", home + "/tiles", home=home)
            self.assertIn("/tiles:4:10: ", ran.stderr)
            with open(home + "/tiles", "w") as file:
                file.write("")
            self.assertNotIn(":0", run("play", "--tiles", home + "/tiles", home=home).stderr)
            with open(home + "/public", "w") as file:
                file.write("aude 1\nset base\nset bets\nseat 0 A\nseat 1 B\ndraw B02\nplace 1 0 0\npass\nbet 0 ?\nbet 1 ?\n")
            ran = run("play", "--load", home + "/public", home=home)
            self.assertEqual(ran.returncode, 2)
            self.assertNotIn(":0", ran.stderr)

    def test_selfplay(self):
        with Home() as home:
            for place in ("/etc/passwd", home + "/new"):
                ran = run("selfplay", "--games", "1", "--records", place)
                self.assertEqual((ran.returncode, ran.stdout), (2, ""), place)
                self.assertIn("no directory " + place, ran.stderr)
            self.assertEqual(run("selfplay", "--games", "2", "--records", home).returncode, 0)
            self.assertEqual(len(os.listdir(home)), 2)
            for path in glob.glob(home + "/*"):
                os.unlink(path)
            ran = subprocess.run([AUDE, "selfplay", "--games", "1", "--records", home], capture_output=True, text=True,
                                 env=environment(home), preexec_fn=lambda: limit_files(2000))
            self.assertEqual(ran.returncode, 1)
            self.assertIn(home, ran.stderr)
            self.assertEqual(os.listdir(home), [])
