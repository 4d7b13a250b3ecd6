#!/usr/bin/python3
"""One table through its WebSockets: who is who when people come and go, what the server promises when it cannot keep something."""

import json
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "net"))
import harness
import wire

failures = []
checks = 0


def check(what, condition, shown=""):
    global checks
    checks += 1
    if not condition:
        failures.append(f"{what}: {shown}")


def create(server, setup=("set base",), name="Ann", seats=({}, {})):
    status, text = server.get("/api/tables", method="POST", body=json.dumps({"setup": list(setup), "name": name, "seats": list(seats)}))
    assert status == 201, text
    return json.loads(text)


def join(server, place, name):
    return server.get(f"/api/tables/{place['table']}/join", method="POST", body=json.dumps({"name": name}))


class Player:
    """A connection that has said hello."""

    def __init__(self, server, place, token=None):
        self.ws = wire.Socket(server)
        self.ws.s.settimeout(wire.SECONDS)
        self.next = 1
        hello = {"type": "hello", "version": 1, "table": place["table"]}
        token = token or place.get("token")
        if token:
            hello["token"] = token
        self.say(hello)

    def say(self, message):
        self.ws.send(json.dumps(message))

    def hear(self, *types):
        """The next message of these types."""
        while True:
            message = json.loads(self.ws.text())
            if message["type"] in types:
                return message

    def do(self, kind, **fields):
        """A command; its answer."""
        number, self.next = fields.pop("id", self.next), self.next + 1
        self.say({"type": kind, "id": number, **fields})
        while True:
            answer = self.hear("done", "refused", "sorry")
            if answer.get("id") == number or answer["type"] == "sorry":
                return answer

    def rest(self):
        """All that still comes, until the server closes or has answered a ping."""
        got = []
        self.say({"type": "ping", "n": 1})
        while (frame := self.ws.frame()) is not None and frame[0] == wire.TEXT:
            got.append(json.loads(frame[1]))
            if got[-1]["type"] == "pong":
                break
        return got


def test_kicked(server):
    """Who was kicked is nobody, also when a newcomer takes the place in the table."""
    place = create(server)
    ann = Player(server, place)
    ben = json.loads(join(server, place, "Ben")[1])
    kicked = Player(server, ben)
    kicked.hear("seals")
    check("kick", ann.do("kick", person=ben["person"])["type"] == "done")
    carl = json.loads(join(server, place, "Carl")[1])
    check("the newcomer has the place", carl["person"] == ben["person"], carl)
    last = kicked.rest()
    check("the kicked connection is ended", last and last[-1]["type"] == "sorry" and last[-1]["code"] == "token", last[-2:])
    check("the kicked token is nobody's", Player(server, ben).hear("welcome", "sorry")["type"] == "sorry")
    check("the newcomer comes in", Player(server, carl).hear("welcome", "sorry").get("person") == carl["person"])


def test_first_command(server):
    """Ids are the client's to choose: the server has not used any of a person's."""
    place = create(server, seats=({}, {"engine": "greedy"}))
    ann = Player(server, place)
    check("said", ann.do("chat", words="hello", id=1)["type"] == "done")
    words = [m["words"] for m in json.loads(server.get(f"/api/tables/{place['table']}/state")[1])["messages"] if m["type"] == "chat"]
    check("the command with id 1 is done", words == ["hello"], words)
    check("again", ann.do("chat", words="hello", id=1)["type"] == "done")
    words = [m["words"] for m in json.loads(server.get(f"/api/tables/{place['table']}/state")[1])["messages"] if m["type"] == "chat"]
    check("but once", words == ["hello"], words)


def test_never_connected(server):
    """Whoever joins and never connects does not keep others out."""
    place = create(server)
    statuses = [join(server, place, f"Guest {i}")[0] for i in range(40)]
    check("forty guests", statuses == [201] * 40, statuses)


def test_pong_time(server):
    """The time of a pong is that of its moment."""
    place = create(server)
    ann = Player(server, place)
    ann.hear("seals")
    import time
    skews = []
    for pause in (0.05, 0.35, 0.65):
        time.sleep(pause)
        before = time.monotonic()
        ann.say({"type": "ping", "n": 1})
        pong = ann.hear("pong")
        skews.append((before * 1000, pong["time"], time.monotonic() * 1000))
    for a, b in zip(skews, skews[1:]):
        low, high = b[0] - a[2], b[2] - a[0]
        check("pongs tell the time", low - 3 <= b[1] - a[1] <= high + 3, (low, b[1] - a[1], high))


def main():
    folder = tempfile.mkdtemp(prefix="aude-table-", dir="/tmp")
    server = harness.Server(folder, f"sqlite:{folder}/games.db")
    try:
        for test in (test_kicked, test_first_command, test_never_connected, test_pong_time):
            test(server)
    finally:
        code = server.stop()
    check("the server ends well", code == 0, code)
    log = open(server.log).read()
    check("no error in the log", " error " not in log, log[-500:])
    for failure in failures:
        print("FAILED", failure)
    shutil.rmtree(folder)
    print(f"{checks - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
