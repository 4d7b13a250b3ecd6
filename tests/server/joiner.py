"""Drives `aude join` through pipes: reads while it writes, and answers what it is asked."""

import os
import re
import subprocess
import threading
import time

import harness

QUESTIONS = (("bet", "A bet at the office of"), ("meeple", "A meeple?"), ("place", "Where?"), ("try", "Like this?"),
             ("settle", "For which one does the stack"), ("final", "For which one does your chip"), ("confirm", "Keep this move?"),
             ("over", "The game is over."))
IDLE = ("is to move.", "may still be choosing.", "A tile is drawn.", "is paused;", "Your move is on its way.",
        "may still take the move back.", "The game has not begun", "All seats are filled", "The draws are sealed",
        "The server is not reached")


class Joiner:
    """`aude join` of one person, whose state directory is `home`."""

    def __init__(self, home, *arguments, name=None):
        self.home, self.arguments, self.name = home, [str(a) for a in arguments], name
        os.makedirs(home, exist_ok=True)
        self.all = ""  # of all its processes
        self.start()

    def start(self):
        env = {"PATH": os.environ["PATH"], "HOME": self.home, "LC_ALL": "C.UTF-8", "USER": self.name or "tester"}
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
            if name in os.environ:
                env[name] = os.environ[name]
        self.process = subprocess.Popen([harness.AUDE, "join", *self.arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, env=env)
        self.text = ""  # of this process
        self.asked, self.at = None, 0
        threading.Thread(target=self.read, args=(self.process,), daemon=True).start()

    def read(self, process):
        while part := os.read(process.stdout.fileno(), 65536):
            if process is self.process:
                self.text += part.decode(errors="replace")
                self.all += part.decode(errors="replace")

    def question(self):
        """What it is asked, or None: what was said last of questions since the last answer, once the prompt stands there."""
        text = self.text[self.at:]
        if not text.endswith("\n> ") and text != "> ":
            return self.asked if not text else None
        for line in text.split("\n"):
            for step, words in QUESTIONS:
                if words in line:
                    self.asked = step
            if line.endswith(IDLE) or any(words in line for words in IDLE):
                self.asked = None
        self.at = len(self.text)
        return self.asked

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, line, wanted, seconds=harness.PATIENCE):
        """Says something and waits for an answer in which `wanted` matches."""
        before = len(self.text)
        self.say(line)
        return self.wait(wanted, before, seconds)

    def wait(self, wanted, before=0, seconds=harness.PATIENCE):
        found = []
        assert harness.wait_until(lambda: found.append(re.search(wanted, self.text[before:])) or found[-1] or self.ended(),
                                  seconds) and found[-1], f"no {wanted!r} in:\n{self.text[before:][-1500:]}"
        return found[-1]

    def ended(self):
        return self.process.poll() is not None

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self, seconds=60):
        """No more input. The exit code; all output is read."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        code = self.process.wait(seconds)
        harness.wait_until(lambda: True, 1)
        time.sleep(0.1)
        return code

    def answer(self, step):
        """Answers the step that `question` has told with the first possibility. It is not asked again here: something new may be asked by now."""
        self.asked = None
        self.say("" if step in ("try", "confirm") else "1")

    def reach(self, wanted):
        """Answers what it is asked until it is asked `wanted`."""
        def there():
            step = self.question()
            if step not in (None, "over", wanted):
                self.answer(step)
            return step == wanted
        assert harness.wait_until(there), f"not asked {wanted!r}:\n{self.text[-1500:]}"
