#!/usr/bin/python3
"""Kills writers at random moments: whatever they acknowledged must be in the store, once, in order, without gaps.

One writer on an SQLite file and on PostgreSQL, killed and started again; then two on PostgreSQL that fight for the same tables with
short leases, stopped for longer than a lease (SIGSTOP) or killed. `aude store check` and `export` say what is there.

AUDE_STORE_ROUNDS: kills per part (10). AUDE_STORE_SEED: for the moments (from the clock). Ends with `N passed, N failed`.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

BUILD = os.environ.get("AUDE_BUILD", "build/release")
AUDE = os.environ.get("AUDE", f"{BUILD}/aude")
WRITER = os.environ.get("AUDE_STORE_WRITER", f"{BUILD}/tests/store-writer")
ROUNDS = int(os.environ.get("AUDE_STORE_ROUNDS", "10"))
SEED = int(os.environ.get("AUDE_STORE_SEED", str(time.time_ns() % 1000000)))
FOREVER = "1000000000"
ENDED = []  # writers that were not killed


class Writer:
    """A writer process, and what it has acknowledged so far, table by table."""

    def __init__(self, url, name, acked, folder, lease=1, tables=12):
        self.acked = acked
        self.errors = open(os.path.join(folder, f"{name}.err"), "a+")
        self.process = subprocess.Popen(
            [WRITER, url, name, str(lease), str(tables), FOREVER, str(random.randrange(1 << 30))],
            stdout=subprocess.PIPE, stderr=self.errors, text=True)
        self.count = 0
        self.thread = threading.Thread(target=self.read)
        self.thread.start()

    def read(self):
        for line in self.process.stdout:
            if not line.endswith("\n"):
                break  # cut by the kill: it was acknowledged, but nobody has heard
            word, table, seq, text = line[:-1].split(" ", 3)
            assert word == "ack"
            self.acked.append((table, int(seq), text))
            self.count += 1

    def wait_for(self, count):
        """Until it has acknowledged so many lines."""
        for _ in range(6000):
            if self.count >= count or self.process.poll() is not None:
                return
            time.sleep(0.01)

    def stop(self):
        if self.process.poll() is not None:
            ENDED.append(f"{self.process.args[2]} has ended by itself, see {self.errors.name}")
        self.process.kill()
        self.process.wait()
        self.thread.join()
        self.errors.close()


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def faults(url, acked, folder):
    """What is wrong with the store, as sentences."""
    found = []
    check = run(AUDE, "store", "check", url)
    if check.returncode:
        found.append(f"check: {check.stdout}{check.stderr}")
    out = os.path.join(folder, "out")
    shutil.rmtree(out, ignore_errors=True)
    export = run(AUDE, "store", "export", url, "-o", out)
    if export.returncode:
        found.append(f"export: {export.stderr}")
    logs = {}
    for name in os.listdir(out) if os.path.isdir(out) else []:
        logs[name.removesuffix(".log")] = open(os.path.join(out, name)).read().split("\n")[:-1]
    seen = {}
    for table, seq, text in acked:
        log = logs.get(table, [])
        if seq >= len(log):
            found.append(f"{table} {seq} was acknowledged and is gone: {text}")
        elif log[seq] != text:
            found.append(f"{table} {seq} was acknowledged as {text} and reads {log[seq]}")
        if seen.setdefault((table, seq), text) != text:
            found.append(f"{table} {seq} was acknowledged twice: {text} and {seen[(table, seq)]}")
    for table, log in logs.items():
        if len(set(log)) != len(log):
            found.append(f"{table} has a line twice")
    return found


def single(url, folder):
    """One writer, killed again and again; a part of the rounds at once, the others after some work."""
    acked = []
    for number in range(ROUNDS):
        writer = Writer(url, "solo", acked, folder)
        if number % 4:
            writer.wait_for(1)
        time.sleep(random.random() * 0.3)
        writer.stop()
        found = faults(url, acked, folder) if acked else []
        if found:
            return found
    print(f"  {len(acked)} acknowledged lines, {ROUNDS} kills")
    return [] if acked else ["nothing was ever acknowledged"]


def fight(url, folder):
    """Two servers and the same tables: leases run out while one sleeps, and one is killed now and then."""
    acked, both = {"ann": [], "ben": []}, {}
    for number in range(ROUNDS):
        for name in acked:
            if name not in both:
                both[name] = Writer(url, name, acked[name], folder)
        for name in acked:
            both[name].wait_for(1)
        victim = random.choice(sorted(both))
        time.sleep(random.random() * 0.5)
        if number % 3 == 2:
            both.pop(victim).stop()
            continue
        both[victim].process.send_signal(signal.SIGSTOP)
        time.sleep(1 + random.random())
        both[victim].process.send_signal(signal.SIGCONT)
        time.sleep(random.random() * 0.5)
    for writer in both.values():
        writer.stop()
    found = faults(url, acked["ann"] + acked["ben"], folder)
    tables = [{table for table, _, _ in acked[name]} for name in acked]
    print(f"  {len(acked['ann'])} + {len(acked['ben'])} acknowledged lines, {len(tables[0] & tables[1])} tables by both")
    if not tables[0] & tables[1]:
        found.append("they never fought for a table")
    return found


def main():
    random.seed(SEED)
    print(f"seed {SEED}, {ROUNDS} rounds")
    folder = tempfile.mkdtemp(prefix="aude-crash-", dir="/tmp")
    os.chmod(folder, 0o755)
    cluster = os.path.join(folder, "pg")
    os.mkdir(cluster)
    start = run("tests/store/cluster.sh", "start", cluster)
    parts = [("sqlite", single, f"sqlite:{folder}/games.db")]
    if start.returncode == 77:
        print("skipped: PostgreSQL is not installed")
    elif start.returncode:
        print(start.stderr)
        return 1
    else:
        url = start.stdout.strip()
        run("psql", url, "-qc", "CREATE DATABASE shared")
        parts += [("postgresql", single, url), ("two servers", fight, url.replace("/postgres?", "/shared?"))]
    failed = 0
    try:
        for name, part, url in parts:
            mine = os.path.join(folder, name.replace(" ", "-"))
            os.mkdir(mine)
            found = part(url, mine) + ENDED
            ENDED.clear()
            failed += bool(found)
            print("FAILED" if found else "ok    ", name)
            for sentence in found[:20]:
                print("  " + sentence)
    finally:
        run("tests/store/cluster.sh", "stop", cluster)
    if failed:
        print(f"kept: {folder}")
    else:
        shutil.rmtree(folder)
    print(f"{len(parts) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
