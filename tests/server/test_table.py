#!/usr/bin/python3
"""One table through its WebSockets: who is who when people come and go, what the server promises when it cannot keep something."""

import hashlib
import json
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "net"))
import harness
import wire

check = harness.Checks()


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
            if answer.get("id", number) == number:
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


def tile_file(name, n):
    """Lines of a set of n different tiles."""
    lines = ["aude-tiles 1", f"set {name}"]
    for i in range(n):
        lines += [f"tile {name}{i} x1", "  field NL NR", "  field EL ER", "  field SL SR", "  field WL WR", "  monastery"]
    return ["| " + line for line in lines]


def test_long_setups(server):
    """Tile files of one's own: everybody can be told the setup, or it is refused."""
    rules = ("rule confirm on", "rule fields on", "rule draws 40", "delay 0")
    for n in (1, 2, 3):
        setup = ["set base"]
        for i in range(n):
            setup += tile_file("abcd"[i], 64) + [rules[i]]
        place = create(server, setup=setup, seats=({}, {"engine": "random"}))
        ann = Player(server, place)
        told = ann.hear("setup")
        check(f"{n} tile files are told", sum(line.startswith("|") for line in told["lines"]) > 380 * n, len(told["lines"]))
        check(f"{n} tile files are differences", sum(line.startswith("|") for line in told["differences"]) > 380 * n)
        check("begun", ann.do("start")["type"] == "done")
    many = ["set base"] + [line for i in range(5) for line in tile_file("abcde"[i], 64) + [(*rules, "aids none")[i]]]
    status, text = server.get("/api/tables", method="POST", body=json.dumps({"setup": many, "name": "Ann", "seats": []}))
    check("too many kinds of tiles", status in (400, 409), (status, text))


def test_refusals(server):
    """Whatever is said, the answer is a message that can be read."""
    place = create(server, setup=("set base", "set bets"), seats=({}, {}))
    ben = json.loads(join(server, place, "Ben")[1])
    words = ["x", "é" * 127, "set " + "é" * 120, "rule " + "😀" * 60, "place 0 0 0 0 0", "bet 0 4/5", "| set x", "seats 3", "chips",
             "chips " + "9/" * 60, "unset base", "unset \u202e", "draw RCr", "retire 0", "end 0", "meeple small city.N",
             "webhook 1 http://example.org/", "clock turn 999999999999999999999", "undo 0", "\u200b", "a\u202eb", "# x", "pass"]
    for i, text in enumerate(words):
        for who in (Player(server, place), Player(server, ben)):  # anew: messages of one connection are limited
            for message in ({"type": "option", "line": text}, {"type": "name", "name": text[:31]}, {"type": "chat", "words": text},
                            {"type": "move", "seat": i % 6, "decision": 2**31 - 1, "line": text},
                            {"type": "seat", "seat": i % 6, "engine": text[:11]}):
                answer = who.do(message.pop("type"), id=2**53 - 1 - i * 10 - len(message), **message)
                check("an answer", answer["type"] == "done" or (answer["type"] == "refused" and answer["message"]), (text, answer))
    for who in (Player(server, place), Player(server, ben)):
        for kind in ("kick", "host"):
            check("a number that nobody has", who.do(kind, person=31)["type"] == "refused")
        check("a question that is not open", who.do("agree", question=1000000)["type"] == "refused")
        check("not now", who.do("undo", seat=5, decision=0, index=65535)["type"] == "refused")


def test_late_spectator(server):
    """A spectator of a table with a delay hears no seal during the game, and has them all when it is over."""
    place = create(server, setup=("set base", "set bets", "delay 2", "rule draws 40"), seats=({}, {"engine": "random"}))
    ann = Player(server, place)
    watcher = Player(server, {"table": place["table"]})
    ann.do("start")
    check("sealed", sealed(ann, 0))
    check("resigned", ann.do("resign", seat=0)["type"] == "done")
    kinds, seals, opened, secret = [], set(), set(), False
    while not secret:
        message = watcher.hear("bets", "opened", "phase")
        kinds.append(message["type"])
        for bet in message.get("commitments", []):
            seals.add((bet["decision"], bet["seat"], bet["x"], bet["y"]))
        for bet in message.get("bets", []):
            key = (bet["decision"], bet["seat"], bet["x"], bet["y"])
            check("sealed before it opens", key in seals, (key, kinds))
            opened.add(key)
        secret = "secret" in message
    check("all seals have opened", seals and seals == opened, (seals, opened))


def sealed(player, seat):
    """Commits and opens a nonce of zeros, until the game is on."""
    zeros = "0" * 64
    field = hashlib.sha256((32).to_bytes(4, "big") + bytes.fromhex(zeros)).hexdigest()
    player.do("commit", seat=seat, hash=field)
    return player.do("nonce", seat=seat, nonce=zeros)["type"] == "done"


def aid(player, **fields):
    number, player.next = player.next, player.next + 1
    player.say({"type": "aid", "id": number, **fields})
    while True:
        answer = player.hear("aid", "refused")
        if answer.get("id") == number:
            return answer


def test_aid(server):
    """Hints and odds: the move and a reason, for an own seat that is asked, where the table allows it."""
    place = create(server, setup=("set base", "set bets"), seats=({}, {"engine": "random"}))
    ann = Player(server, place)
    check("none before the game", aid(ann, what="odds", x=0, y=1)["type"] == "refused")
    ann.do("start")
    check("sealed", sealed(ann, 0))
    hint = aid(ann, what="hint", seat=0)
    check("a hint is a move and a sentence", len(hint.get("lines", [])) == 2 and hint["lines"][0].startswith("place "), hint)
    check("the same again", aid(ann, what="hint", seat=0).get("lines") == hint["lines"], hint)
    odds = aid(ann, what="odds", x=0, y=1)
    check("odds are a sentence", "(0,1) is filled in" in odds.get("lines", [""])[0], odds)
    odds = aid(ann, what="odds", x=0, y=0)
    check("odds of a tile", "the city (north)" in "".join(odds.get("lines", [])), odds)
    check("odds need a space", aid(ann, what="odds").get("code") == "syntax")
    check("of an own seat only", aid(ann, what="hint", seat=1).get("code") == "denied")
    watcher = Player(server, {"table": place["table"]})
    check("not for spectators", aid(watcher, what="odds", x=0, y=1).get("code") == "denied")
    for number in range(900, 905):
        ann.say({"type": "aid", "id": number, "what": "odds", "x": 0, "y": 1})
    answers = [ann.hear("aid", "refused") for _ in range(5)]
    codes = {answer.get("code") for answer in answers if answer["type"] == "refused"}
    check("one at a time", codes == {"limit"} and any(answer["type"] == "aid" for answer in answers), answers)
    ann.say({"type": "aid", "id": 910, "what": "hint", "seat": 0})
    ann.ws.s.close()  # nobody is there for the answer
    strict = create(server, setup=("set base", "aids tournament"), seats=({}, {"engine": "random"}), name="Eve")
    eve = Player(server, strict)
    eve.do("start")
    sealed(eve, 0)
    check("not where the table does without", aid(eve, what="hint", seat=0).get("code") == "denied")


def pair(server, *options):
    """A table of two people in play: players, and what each of them is told of it (see state)."""
    place = create(server, setup=("set base", *options))
    ben = json.loads(join(server, place, "Ben")[1])
    players = [Player(server, place), Player(server, ben)]
    players[1].do("sit", seat=1)
    players[0].do("start")
    zeros = "0" * 64
    field = hashlib.sha256((32).to_bytes(4, "big") + bytes.fromhex(zeros)).hexdigest()
    for seat, player in enumerate(players):
        player.do("commit", seat=seat, hash=field)
    for seat, player in enumerate(players):
        player.do("nonce", seat=seat, nonce=zeros)
    return place, players, [place["token"], ben["token"]]


def state(server, place, token):
    """The messages of a full picture by their type."""
    status, text = server.get(f"/api/tables/{place['table']}/state", token=token)
    assert status == 200, text
    return {m["type"]: m for m in json.loads(text)["messages"]}


def turn(server, place, players, tokens):
    """Plays the turn of whoever is asked, as the hint says. The seat."""
    seat = state(server, place, tokens[0])["decision"]["asked"][0]
    while True:
        now = state(server, place, tokens[0])
        if now["phase"]["phase"] != "play" or now["decision"]["asked"] != [seat]:
            return seat
        line = aid(players[seat], what="hint", seat=seat)["lines"][0]
        answer = players[seat].do("move", seat=seat, decision=now["decision"]["id"], line=line)
        assert answer["type"] == "done", answer


def test_flag(server):
    """Whose total time has run out leaves the game as the table says; the other plays on."""
    place, _, tokens = pair(server, "clock total 1")
    asked = state(server, place, tokens[0])["decision"]["asked"]
    check("the first seat is asked", asked == [0], asked)
    check("its clock runs", state(server, place, tokens[0])["clock"]["running"] == [0])
    fell = harness.wait_until(lambda: "retire 0" in state(server, place, tokens[1])["lines"]["lines"], 60)
    check("the flag falls", fell, state(server, place, tokens[1])["lines"])
    check("the other is asked", state(server, place, tokens[1])["decision"]["asked"] == [1])


def test_bets_in_time(server):
    """Who does not bet in time has not bet, and the game goes on."""
    place, players, tokens = pair(server, "set bets", "secret 1")
    for _ in range(60):
        if len(state(server, place, tokens[0])["decision"]["asked"]) == 2:
            break
        turn(server, place, players, tokens)
    check("bets are open", state(server, place, tokens[0])["decision"]["asked"] == [0, 1])
    check("the step has an end", "step_ends" in state(server, place, tokens[0])["clock"])
    closed = harness.wait_until(lambda: {"bet 0 pass", "bet 1 pass"} <= set(state(server, place, tokens[0])["lines"]["lines"]), 60)
    check("nobody has bet", closed, state(server, place, tokens[0])["lines"]["lines"][-4:])


def test_takeback(server):
    """By consent a turn goes back past the other's draw, and the same tile is drawn again."""
    place, players, tokens = pair(server)
    turn(server, place, players, tokens)
    before = state(server, place, tokens[0])["lines"]["lines"]
    check("the other has drawn", before[-1].startswith("draw "), before)
    check("asked", players[0].do("propose", what="takeback")["type"] == "done")
    question = state(server, place, tokens[1])["question"]
    check("a late answer to another question is none", players[1].do("agree", question=question["number"] + 1)["type"] == "refused")
    check("agreed", players[1].do("agree", question=question["number"])["type"] == "done")
    back = state(server, place, tokens[1])
    check("back to the first tile", back["lines"]["lines"] == before[:1] and back["decision"]["asked"] == [0], back["lines"])
    turn(server, place, players, tokens)
    again = state(server, place, tokens[0])["lines"]["lines"]
    check("the same tile again", again[-1] == before[-1], (before, again))


def test_host_and_rematch(server):
    """The host's place can be handed on; after a game a rematch is begun by the next seat."""
    place, players, tokens = pair(server, "rule draws 2")
    check("handed on", players[0].do("host", person=1)["type"] == "done")
    check("the other is host", state(server, place, tokens[0])["people"]["host"] == 1)
    check("who is host no longer is refused", players[0].do("host", person=0).get("code") == "denied")
    while state(server, place, tokens[0])["phase"]["phase"] == "play":
        turn(server, place, players, tokens)
    check("over", state(server, place, tokens[0])["phase"]["phase"] == "over")
    players[1].do("propose", what="rematch")
    players[0].do("agree", question=state(server, place, tokens[0])["question"]["number"])
    phase = state(server, place, tokens[0])["phase"]
    check("another game, the start rotated", phase["game"] == 2 and phase["first"] == 1 and phase["phase"] == "sealing", phase)


if __name__ == "__main__":
    sys.exit(harness.run(check, "table", (
        test_kicked, test_first_command, test_never_connected, test_pong_time, test_long_setups, test_refusals, test_late_spectator,
        test_aid, test_flag, test_bets_in_time, test_takeback, test_host_and_rematch)))
