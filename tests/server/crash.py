#!/usr/bin/python3
"""Servers killed at random moments while a crowd plays: every acknowledged move is in the records, once, and every game ends.

AUDE_SERVER_ROUNDS: kills of each back end (5). AUDE_SERVER_SEED: for the moments. Ends with `N passed, N failed`.
"""

import os
import random
import shutil
import sys
import tempfile
import time

import harness

ROUNDS = int(os.environ.get("AUDE_SERVER_ROUNDS", "5"))
SEED = int(os.environ.get("AUDE_SERVER_SEED", str(time.time_ns() % 1000000)))


def killed_again_and_again(folder, db):
    """One server and one crowd after the other until there were enough kills."""
    server = harness.Server(folder, db)
    kills = 0
    said = ""
    while kills < ROUNDS:
        crowd = harness.crowd(server.url, "--tables", 20, "--seats", 2 + kills % 3, "--think", 15, "--break", 2, "--seed",
                              SEED + kills, "--setup", "set base;set bets;rule draws 40")
        while crowd.poll() is None and kills < ROUNDS:
            time.sleep(0.3 + random.random() * 1.2)
            if crowd.poll() is not None:
                break
            server.kill()
            kills += 1
            time.sleep(random.random() * 0.3)
            server.start()
        good, text = harness.finish(crowd)
        said = text.strip().splitlines()[-3:]
        if not good:
            return text[-3000:] + open(server.log).read()[-1000:]
    print(f"  {kills} kills;", said[0])
    if server.stop() != 0:
        return "the server does not end well"
    check = os.popen(f"{harness.AUDE} store check '{db}' 2>&1; echo $?").read()
    return None if check.strip().endswith("0") else f"check: {check}"


def two_servers(folder, db):
    """Two servers on one database: either is killed while games run; the other takes over, and all finish."""
    both = [harness.Server(folder, db, "--lease", "2", name=name) for name in ("ann", "ben")]
    crowds = [harness.crowd(server.url, "--tables", 50, "--think", 60, "--seed", SEED + i, "--setup",
                            "set base;set bets;rule draws 40", "--other", both[1 - i].url) for i, server in enumerate(both)]
    for victim in (0, 1):
        time.sleep(2)
        both[victim].kill()
        time.sleep(4)
        both[victim].start()
    text = ""
    for crowd in crowds:
        good, said = harness.finish(crowd)
        if not good:
            text += said[-2000:]
        else:
            print("  " + said.strip().splitlines()[-3])
    for server in both:
        server.stop()
    check = os.popen(f"{harness.AUDE} store check '{db}' 2>&1; echo $?").read()
    return text or (None if check.strip().endswith("0") else f"check: {check}")


def main():
    random.seed(SEED)
    print(f"seed {SEED}, {ROUNDS} rounds")
    folder = tempfile.mkdtemp(prefix="aude-server-", dir="/tmp")
    cluster = harness.Cluster()
    parts = [("sqlite", killed_again_and_again, f"sqlite:{folder}/games.db")]
    if cluster.url:
        parts += [("postgresql", killed_again_and_again, cluster.database("alone")),
                  ("two servers", two_servers, cluster.database("shared"))]
    else:
        print("skipped: PostgreSQL is not installed")
    failed = 0
    try:
        for name, part, db in parts:
            mine = os.path.join(folder, name.replace(" ", "-"))
            os.mkdir(mine)
            fault = part(mine, db)
            failed += bool(fault)
            print("FAILED" if fault else "ok    ", name, fault or "")
    finally:
        cluster.stop()
    if failed:
        print(f"kept: {folder}")
    else:
        shutil.rmtree(folder)
    print(f"{len(parts) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
