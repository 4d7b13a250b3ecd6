#!/usr/bin/python3
"""The calls over HTTP and the first words of a WebSocket: what is answered to good and to bad requests."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "net"))
import harness
import wire

GOOD = {"setup": ["set base", "set bets", "rule draws 10"], "name": "Ann", "seats": [{}, {"engine": "greedy"}]}
check = harness.Checks()


def create(server, body):
    status, text = server.get("/api/tables", method="POST", body=body if isinstance(body, str) else json.dumps(body))
    return status, json.loads(text)


def test_create(server):
    status, place = create(server, GOOD)
    check("create", status == 201 and len(place["table"]) == 16 and len(place["token"]) == 64 and place["person"] == 0, place)
    for name, body, code, word in [
        ("not JSON", "{", 400, "JSON"),
        ("a field too much", {**GOOD, "x": 1}, 400, "x"),
        ("a field missing", {"setup": ["set base"]}, 400, "name"),
        ("wrong type", {**GOOD, "name": 7}, 400, "name"),
        ("no such set", {**GOOD, "setup": ["set nowhere"]}, 400, "line 1"),
        ("no such option", {**GOOD, "setup": ["set base", "clock backwards"]}, 400, "line 2"),
        ("no such engine", {**GOOD, "seats": [{}, {"engine": "nobody"}]}, 400, "computer player"),
        ("an engine that thinks for a day", {**GOOD, "seats": [{}, {"engine": "mcts:86400s"}]}, 400, "5 seconds"),
        ("an engine of a milliard playouts", {**GOOD, "seats": [{}, {"engine": "level:3:1000000000"}]}, 400, "100,000 playouts"),
        ("an engine of two threads", {**GOOD, "seats": [{}, {"engine": "mcts:0.1sx2"}]}, 400, "one thread"),
        ("one seat", {**GOOD, "seats": [{}]}, 400, "out of range"),
        ("no webhooks here", {**GOOD, "setup": ["set base", "webhook 5 https://example.org/"]}, 400, "webhook"),
        ("a name with a control character", {**GOOD, "name": "A\u0007"}, 400, "name"),
        ("a blank name", {**GOOD, "name": "   "}, 400, "name"),
    ]:
        status, answer = create(server, body)
        message = answer.get("error", {}).get("message", "")
        check(name, status == code and word in message, (status, answer))
    tables = [line for line in server.get("/metrics")[1].splitlines() if line.startswith("aude_tables ")]
    check("what was refused left no table", tables == ["aude_tables 1"], tables)


def test_tables(server):
    _, place = create(server, {**GOOD, "seats": [{}, {}]})
    path = f"/api/tables/{place['table']}"
    status, text = server.get(path + "/join", method="POST", body='{"name":"Ben"}')
    ben = json.loads(text)
    check("join", status == 201 and ben["person"] == 1 and ben["token"] != place["token"], text)
    for name, body, code in [("the same name", '{"name":"Ben"}', 400), ("no body", "", 400)]:
        status, text = server.get(path + "/join", method="POST", body=body)
        check(name, status == code, (status, text))
    status, text = server.get(path + "/state", token=ben["token"])
    kinds = [m["type"] for m in json.loads(text)["messages"]]
    check("state", status == 200 and kinds[:4] == ["welcome", "setup", "people", "phase"], kinds)
    check("a token of nobody", server.get(path + "/state", token="0" * 64)[0] == 401)
    check("no table", server.get("/api/tables/AAAAAAAAAAAAAAAA/state")[0] == 404)
    check("no such id", server.get("/api/tables/..%2f../state")[0] == 404)
    check("no record yet", server.get(path + "/record")[0] == 404)
    check("bad game", server.get(path + "/record?game=x")[0] == 400)
    check("method", server.get(path + "/state", method="POST", body="{}")[0] == 405)
    check("method of tables", server.get("/api/tables")[0] == 405)
    check("nothing there", server.get("/api/nothing")[0] == 404)
    check("health", server.get("/health") == (200, "well\n"))
    check("metrics here", server.get("/metrics")[0] == 200)
    check("metrics through a proxy", server.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"})[0] == 403)
    check("foreign origin", server.get("/api/tables", method="POST", body="{}", headers={"Origin": "https://evil.example"})[0] == 403)
    check("foreign host", server.get("/health", headers={"Host": "evil.example"})[0] == 421)


def hello(server, message):
    """The first answer to a first message."""
    with wire.Socket(server) as ws:
        ws.send(json.dumps(message) if not isinstance(message, str) else message)
        answer = json.loads(ws.text())
    return answer


def test_hello(server):
    _, place = create(server, GOOD)
    good = {"type": "hello", "version": 1, "table": place["table"]}
    check("a spectator", hello(server, good)["type"] == "welcome")
    check("a person", hello(server, {**good, "token": place["token"]}).get("person") == 0)
    for name, message, code, word in [
        ("another version", {**good, "version": 99}, "version", "version 1"),
        ("no table", {**good, "table": "A" * 16}, "table", "no such table"),
        ("a token of nobody", {**good, "token": "0" * 64}, "token", "token"),
        ("no hello", {"type": "agree", "id": 1, "question": 1}, "hello", "hello"),
        ("not JSON", "nonsense", "hello", "JSON"),
    ]:
        answer = hello(server, message)
        check(name, answer["type"] == "sorry" and answer["code"] == code and word in answer["message"], answer)


if __name__ == "__main__":
    sys.exit(harness.run(check, "api", (test_create, test_tables, test_hello)))
