#!/usr/bin/python3
"""A server and its database: full, damaged, gone for a while, full of old tables. Nothing is promised that is not kept."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "net"))
import harness
from test_table import Player, check, create, join


def test_old_tables(folder):
    """After a restart old tables that need nobody do not keep new ones out; those with a clock go on."""
    db = f"sqlite:{folder}/old.db"
    server = harness.Server(folder, db, "--max-tables", "60", name="old")
    clock = create(server, setup=("set base", "clock turn 1s", "rule draws 3"), seats=({}, {"engine": "random"}))
    ann = Player(server, clock)
    check("begun", ann.do("start")["type"] == "done")
    for _ in range(100):
        create(server)
    server.kill()
    server.start()
    statuses = [server.get("/api/tables", method="POST", body=json.dumps({"setup": ["set base"], "name": "Ann", "seats": []}))[0]
                for _ in range(50)]
    check("room for new tables", statuses == [201] * 50, statuses)
    record = f"/api/tables/{clock['table']}/record"
    sealed = harness.wait_until(lambda: server.get(record)[0] == 200, 60)
    over = sealed and harness.wait_until(lambda: "# receipt secret" in server.get(record)[1], 60)
    check("the game with a clock goes on by itself", over)
    check("ends well", server.stop() == 0)


def test_full(folder):
    """What cannot be written is not acknowledged; and all goes on when there is room again."""
    small = os.path.join(folder, "small")
    os.mkdir(small)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", small], capture_output=True).returncode:
        print("skipped: no small file system can be mounted")
        return
    try:
        server = harness.Server(folder, f"sqlite:{small}/games.db", name="full")
        place = create(server)
        ballast = open(f"{small}/ballast", "wb", buffering=0)
        try:
            while True:
                ballast.write(b"x" * 4096)
        except OSError:
            pass
        joined, n = [], 0
        while n < 400 and (answer := join(server, place, f"Guest {n}"))[0] == 201:
            joined.append(json.loads(answer[1]))
            n += 1
        check("full", n < 400 and answer[0] == 503, answer)
        check("not healthy", server.get("/health")[0] == 503)
        for _ in range(3):
            status, text = join(server, place, "Late")
            check("still full", status == 503, (status, text))
        ballast.close()
        os.remove(f"{small}/ballast")
        last = joined[-1]
        check("who joined last is there", Player(server, last).hear("welcome", "sorry").get("person") == last["person"])
        check("room again", join(server, place, "Late")[0] == 201)
        check("healthy again", server.get("/health")[0] == 200)
        check("ends well", server.stop() == 0)
        checked = subprocess.run([harness.AUDE, "store", "check", f"sqlite:{small}/games.db"], capture_output=True, text=True)
        check("sound", checked.returncode == 0, checked.stderr)
    finally:
        subprocess.run(["umount", "-l", small], check=True)


def test_damaged(folder):
    """A damaged row is named, its table is not served, the others are."""
    path = f"{folder}/damaged.db"
    server = harness.Server(folder, f"sqlite:{path}", name="damaged")
    bad, good = create(server), create(server)
    check("ends well", server.stop() == 0)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE aude_line SET line = replace(line, 'Ann', 'Eve') WHERE game = ?", (bad["table"],))
    db.close()
    server.start()
    check("the good one", server.get(f"/api/tables/{good['table']}/state")[0] == 200)
    status, text = server.get(f"/api/tables/{bad['table']}/state")
    check("the damaged one", status == 500 and "damaged" in text, (status, text))
    answer = Player(server, bad).hear("welcome", "sorry")
    check("is not served", answer["type"] == "sorry" and answer["code"] == "table", answer)
    check("ends well", server.stop() == 0)
    check("the log names it", bad["table"] in open(server.log).read())


def test_connection(folder):
    """PostgreSQL ends the connection again and again: nothing acknowledged is lost, every game ends."""
    cluster = harness.Cluster()
    try:
        if not cluster.url:
            print("skipped: PostgreSQL is not installed")
            return
        db = cluster.database("torn")
        server = harness.Server(folder, db, "--lease", "3", name="torn")
        crowd = harness.crowd(server.url, "--tables", 15, "--think", 20, "--setup", "set base;set bets;rule draws 30")
        while crowd.poll() is None:
            subprocess.run(["psql", db, "-qAtc", "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                            "WHERE application_name = 'aude'"], capture_output=True)
            try:
                crowd.wait(0.4)
            except subprocess.TimeoutExpired:
                pass
        good, text = harness.finish(crowd)
        check("all games end as promised", good, text[-1500:])
        check("ends well", server.stop() == 0)
        checked = subprocess.run([harness.AUDE, "store", "check", db], capture_output=True, text=True)
        check("sound", checked.returncode == 0, checked.stderr)
    finally:
        cluster.stop()


def test_terminated(folder):
    """SIGTERM while a crowd plays: exit code 0, and the next server has every acknowledged move."""
    server = harness.Server(folder, f"sqlite:{folder}/term.db", name="term")
    crowd = harness.crowd(server.url, "--tables", 30, "--think", 10, "--setup", "set base;set bets;rule draws 30")
    for _ in range(4):
        try:
            crowd.wait(1)
        except subprocess.TimeoutExpired:
            pass
        check("exit code", server.stop() == 0)
        server.start()
    good, text = harness.finish(crowd)
    check("all games end as promised", good, text[-1500:])
    check("ends well", server.stop() == 0)


def main():
    folder = tempfile.mkdtemp(prefix="aude-store-", dir="/tmp")
    for test in (test_old_tables, test_full, test_damaged, test_connection, test_terminated):
        test(folder)
    if not check.failures:
        shutil.rmtree(folder)
    return check.done()


if __name__ == "__main__":
    sys.exit(main())
