"""Servers and crowds as processes, for the tests of tests/server."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

BUILD = os.environ.get("AUDE_BUILD", "build/release")
AUDE = os.environ.get("AUDE", f"{BUILD}/aude")
CROWD = os.environ.get("AUDE_CROWD", f"{BUILD}/tests/crowd")
LIMITS = ["--max-per-address", "100000", "--tables-per-hour", "1000000", "--max-connections", "15000",
          "--requests-per-second", "100000"]
PATIENCE = int(os.environ.get("AUDE_PATIENCE", "300"))  # seconds; generous, for slow machines


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """`aude serve` on a port of its own, which can be killed and started again."""

    def __init__(self, folder, db, *options, name="server"):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.command = [AUDE, "serve", "--port", str(self.port), "--db", db, *LIMITS, *options]
        if db.startswith("postgresql"):
            self.command += ["--public-url", self.url, "--name", name]
        self.log = os.path.join(folder, f"{name}.log")
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=open(self.log, "a"), text=True)
        line = self.process.stdout.readline()
        assert line.startswith("http"), f"aude serve does not start: {open(self.log).read()[-2000:]}"

    def connect(self, address="127.0.0.1", receive_buffer=0):
        """For tests/net/wire.py."""
        s = socket.create_connection((address, self.port), PATIENCE)
        return s

    @property
    def host(self):
        return f"127.0.0.1:{self.port}"

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """As systemd does. Its exit code."""
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def get(self, path, token=None, method="GET", body=None, headers=None):
        """Status and text."""
        request = urllib.request.Request(self.url + path, method=method, data=body.encode() if body is not None else None)
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        for key, value in (headers or {}).items():
            request.add_header(key, value)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


def crowd(url, *options):
    """A crowd that plays against a server; see crowd.c."""
    return subprocess.Popen([CROWD, "--server", url, *[str(o) for o in options]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True)


def finish(process):
    """Its output; True where nothing failed and something was played."""
    try:
        text, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        text, _ = process.communicate()
        return False, text + "\n(too slow)"
    return process.returncode == 0 and " 0 failed" in text and "\n0 passed" not in text, text


class Cluster:
    """A private PostgreSQL, or None in `url` where it is not installed."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="aude-pg-", dir="/tmp")
        os.chmod(self.folder, 0o755)
        start = subprocess.run(["tests/store/cluster.sh", "start", self.folder], capture_output=True, text=True)
        assert start.returncode in (0, 77), start.stderr
        self.url = start.stdout.strip() or None

    def database(self, name):
        subprocess.run(["psql", self.url, "-qc", f"CREATE DATABASE {name}"], check=True)
        return self.url.replace("/postgres?", f"/{name}?")

    def stop(self):
        subprocess.run(["tests/store/cluster.sh", "stop", self.folder])
        subprocess.run(["rm", "-rf", self.folder])


def wait_until(true, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return False


class Checks:
    """Counts what holds, and tells what does not."""

    def __init__(self):
        self.count = 0
        self.failures = []

    def __call__(self, what, condition, shown=""):
        self.count += 1
        if not condition:
            self.failures.append(f"{what}: {shown}")

    def done(self):
        """Prints the result; an exit code."""
        for failure in self.failures:
            print("FAILED", failure)
        print(f"{self.count - len(self.failures)} passed, {len(self.failures)} failed")
        return 1 if self.failures else 0


def run(check, name, tests):
    """Each test on one server, which must end well and log no error. An exit code."""
    folder = tempfile.mkdtemp(prefix=f"aude-{name}-", dir="/tmp")
    server = Server(folder, f"sqlite:{folder}/games.db")
    try:
        for test in tests:
            test(server)
    finally:
        code = server.stop()
    check("the server ends well", code == 0, code)
    log = open(server.log).read()
    check("no error in the log", " error " not in log, log[-500:])
    shutil.rmtree(folder)
    return check.done()
