"""Drives `aude play` through a pipe or a pseudo terminal, one answer at a time."""
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import time

AUDE = os.environ.get("AUDE", "build/release/aude")
PROMPT = "\n> "


def environment(home, **more):
    env = {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
        if name in os.environ:
            env[name] = os.environ[name]
    env.update(more)
    return env


def run(*arguments, home="/nonexistent", stdin="", **more):
    """Runs a command to its end."""
    return subprocess.run([AUDE, *arguments], input=stdin, capture_output=True, text=True, timeout=120,
                          env=environment(home, **more))


class Home:
    """A home directory of its own for one test."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="aude-test-")
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path)


class Pipe:
    """A game in plain mode. `answer` sends a line and returns what is said until the next question."""

    def __init__(self, home, *arguments, **more):
        self.process = subprocess.Popen([AUDE, "play", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, env=environment(home, **more))
        self.all = ""
        self.first = self.listen()

    def listen(self):
        """Reads up to the next prompt, or to the end."""
        said = b""
        while not said.endswith(PROMPT.encode()) and said != PROMPT[1:].encode():
            ready, _, _ = select.select([self.process.stdout], [], [], 60)
            if not ready:
                raise AssertionError("no answer after: " + said.decode(errors="replace")[-400:])
            part = os.read(self.process.stdout.fileno(), 65536)
            if not part:
                break
            said += part
        text = said.decode()
        self.all += text
        return text

    def answer(self, line):
        raw = line if isinstance(line, bytes) else line.encode()
        self.process.stdin.write(raw + b"\n")
        self.process.stdin.flush()
        return self.listen()

    def end(self):
        """No more input; returns what is said to the end."""
        self.process.stdin.close()
        rest = self.process.stdout.read().decode()
        self.all += rest
        self.process.stdout.close()
        self.code = self.process.wait(60)
        return rest

    def kill(self):
        self.process.kill()
        self.process.communicate()


class Screen:
    """A game on a pseudo terminal of 80 x 24. `press` sends keys and returns what is written until nothing more comes."""

    def __init__(self, home, *arguments, width=80, height=24, command="play", **more):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                os.execve(AUDE, [AUDE, command, *arguments], environment(home, **more))
            finally:
                os._exit(127)  # a child that could not become the program must not go on as the tests
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.first = self.listen(3)

    def listen(self, patience=0.25):
        said = b""
        while True:
            ready, _, _ = select.select([self.fd], [], [], patience)
            if not ready:
                break
            try:
                part = os.read(self.fd, 65536)
            except OSError:
                break
            if not part:
                break
            said += part
            patience = 0.25
        return said.decode()

    def press(self, keys):
        os.write(self.fd, keys.encode())
        return self.listen()

    def modes(self):
        return termios.tcgetattr(self.fd)[3]

    def signal(self, number):
        os.kill(self.pid, number)

    def end(self):
        """Waits for the end; returns the exit code."""
        for _ in range(200):
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.fd)
                return os.waitstatus_to_exitcode(status)
            self.listen(0.05)
            time.sleep(0.02)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        raise AssertionError("the program does not end")


def bare(text):
    """Without escape sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def question(text):
    """The step that the last lines ask about."""
    tail = text.strip("\n> ").split("\n")[-3:]
    tail = "\n".join(tail)
    for word, step in (("A bet at", "bet"), ("A meeple?", "meeple"), ("Where?", "place"), ("Like this?", "try"),
                       ("does the stack", "settle"), ("does your chip", "final"), ("press Enter", "curtain"),
                       ("Keep this move?", "confirm")):
        if word in tail:
            return step
    return "end"
