"""The network layer through real sockets. Expected values come from RFC 9110, 9112 and 6455 and from src/net/net.h."""

import gzip
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from churn import Churn  # noqa: E402
from wire import (BINARY, CLOSE, MORE, PING, PONG, SECONDS, TEXT, Server, Socket, ask, frame, handshake,  # noqa: E402
                  read_answer)

PROGRAM = os.path.join(os.environ.get("AUDE_BUILD", "build/dev"), "tests", "net-echo")


def eventually(condition):
    """Waits for something that must happen without our doing."""
    end = time.monotonic() + SECONDS
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("it did not happen")
        time.sleep(0.02)


def counters(server):
    return json.loads(ask(server, path="/api/counters").body)


class Case(unittest.TestCase):
    options = {}

    @classmethod
    def setUpClass(cls):
        cls.server = Server(PROGRAM, **cls.options)

    @classmethod
    def tearDownClass(cls):
        status = cls.server.stop()
        if status:
            raise AssertionError(f"the server ended with {status}: a leak, or a close that was not told")

    def refused(self, reason):
        return counters(self.server)["refused"][reason]

    def send(self, data):
        """Sends bytes as they are and half-closes; all that comes back."""
        with self.server.connect() as s:
            try:
                s.sendall(data)
                s.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # refused before the end
            answers = []
            answer, have = read_answer(s)
            while answer:
                answers.append(answer)
                answer, have = read_answer(s, have=have)
            return answers


class Requests(Case):
    options = {"requests_burst": 10000, "hosts": ["play.example", "two.example:8443"],
               "origins": ["https://other.example", "http://dev.example:5173"]}

    def test_request_reaches_the_handler(self):
        a = ask(self.server, path="/api/echo/a%20b%2F?x=1&name=%C3%A4+b&name=2",
                fields=[("Authorization", "Bearer t"), ("X-Custom", "c")])
        self.assertEqual(a.status, 200)
        self.assertEqual(a.body.decode(), "GET /api/echo/a b/ 127.0.0.1 name=ä b auth=Bearer t custom=c")

    def test_safety_headers(self):
        for path in ("/api/echo", "/nowhere"):
            a = ask(self.server, path=path)
            self.assertEqual(a["X-Content-Type-Options"], "nosniff")
            self.assertEqual(a["Referrer-Policy"], "no-referrer")
            self.assertEqual(a["Cross-Origin-Opener-Policy"], "same-origin")
            self.assertEqual(a["Cross-Origin-Resource-Policy"], "same-origin")
            self.assertIn("camera=()", a["Permissions-Policy"])
            policy = a["Content-Security-Policy"]
            for word in ("default-src 'self'", "object-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"):
                self.assertIn(word, policy)
            self.assertNotIn("unsafe-inline", policy)
            self.assertEqual(a["Cache-Control"], "no-store")

    def test_header_values_cannot_split(self):
        self.assertEqual(ask(self.server, path="/api/echo")["X-Commits"], "split  not")

    def test_error_body(self):
        a = ask(self.server, path="/api/none")
        self.assertEqual((a.status, a["Content-Type"]), (404, "application/json"))
        self.assertEqual(json.loads(a.body), {"error": {"code": "not_found", "message": "no \"such\" \\ path\n"}})

    def test_body_with_any_bytes(self):
        body = bytes(range(256)) * 100
        a = ask(self.server, "POST", "/api/body", body=body)
        self.assertEqual((a.status, a.body), (201, body))
        self.assertEqual(ask(self.server, "PUT", "/api/body", body=b"").body, b"")

    def test_body_in_pieces(self):
        with self.server.connect() as s:
            s.sendall(f"POST /api/body HTTP/1.1\r\nHost: {self.server.host}\r\nContent-Length: 6\r\n\r\n".encode())
            for byte in b"pieces":
                s.sendall(bytes([byte]))
                time.sleep(0.005)
            self.assertEqual(read_answer(s)[0].body, b"pieces")

    def test_expect_continue(self):
        with self.server.connect() as s:
            s.sendall(f"POST /api/body HTTP/1.1\r\nHost: {self.server.host}\r\nContent-Length: 2\r\n"
                      "Expect: 100-continue\r\n\r\n".encode())
            a, have = read_answer(s)
            self.assertEqual(a.status, 100)
            s.sendall(b"ok")
            self.assertEqual(read_answer(s, have=have)[0].body, b"ok")

    def test_head_has_no_body(self):
        a = ask(self.server, "HEAD", "/api/echo")
        self.assertEqual((a.status, a["Content-Length"]), (200, str(len("GET /api/echo 127.0.0.1 name=- auth=- custom=-"))))

    def test_pipelined(self):
        with self.server.connect() as s:
            have = b""
            s.sendall(b"".join(f"GET /api/echo/{i} HTTP/1.1\r\nHost: {self.server.host}\r\n\r\n".encode() for i in range(3)))
            for i in range(3):
                a, have = read_answer(s, have=have)
                self.assertIn(f"/api/echo/{i} ".encode(), a.body)

    def test_half_closed(self):
        for a in self.send(f"GET /api/echo HTTP/1.1\r\nHost: {self.server.host}\r\n\r\n".encode()):
            self.assertEqual(a.status, 200)  # an answer, or none: the client said that it leaves
        eventually(lambda: counters(self.server)["http_open"] == 1)  # the asker

    def test_large_answer(self):
        self.assertEqual(len(ask(self.server, path="/api/large").body), 4 << 20)

    def test_methods(self):
        a = ask(self.server, "DELETE", "/api/echo")
        self.assertEqual((a.status, a.body[:6]), (200, b"DELETE"))
        for method in ("OPTIONS", "TRACE", "FOO", "get"):
            a = ask(self.server, method, "/api/echo")
            self.assertEqual(a.status, 405, method)
            self.assertIn("POST", a["Allow"])

    def test_body_too_large(self):
        before = self.refused("too_large")
        a = ask(self.server, "POST", "/api/body", body=b"x" * 65537)
        self.assertEqual(a.status, 413)
        self.assertEqual(ask(self.server, "POST", "/api/body", body=b"x" * 65536).status, 201)
        a = self.send(f"POST /api/body HTTP/1.1\r\nHost: {self.server.host}\r\nContent-Length: 9999999999\r\n\r\n".encode())
        self.assertEqual(a[0].status, 413)
        self.assertEqual(self.refused("too_large"), before + 2)

    def test_head_too_large(self):
        for size in (9000, 12000, 40000):
            a = ask(self.server, path="/api/echo", fields=[("X-Long", "x" * size)])
            self.assertEqual(a.status, 431, size)
        for size in range(15000, 16500, 100):  # so large that there may be no room for an answer
            a = ask(self.server, path="/api/echo", fields=[("X-Long", "x" * size)])
            self.assertTrue(a is None or a.status == 431, size)
        a = ask(self.server, path="/api/echo", fields=[(f"X-{i}", "y" * 50) for i in range(140)])
        self.assertEqual(a.status, 431)
        a = ask(self.server, path="/api/echo?" + "z" * 40000)
        self.assertIn(a.status, (414, 431))
        self.assertEqual(ask(self.server, path="/api/echo", fields=[("Cookie", "c" * 6000)]).status, 200)

    def smuggle(self, lines, body, statuses, method="POST"):
        """The first answer refuses, and the bytes behind are never taken for a request."""
        head = f"{method} /api/body HTTP/1.1\r\nHost: {self.server.host}\r\n" + "".join(line + "\r\n" for line in lines)
        hidden = f"GET /api/echo/hidden HTTP/1.1\r\nHost: {self.server.host}\r\n\r\n"
        answers = []
        with self.server.connect() as s:
            s.sendall((head + "\r\n" + body + hidden).encode("latin-1"))
            answer, have = read_answer(s)
            while answer:  # to the end of the stream, which only the server can bring
                answers.append(answer)
                answer, have = read_answer(s, have=have)
        self.assertTrue(answers, lines)
        self.assertIn(answers[0].status, statuses, lines)
        self.assertEqual(len(answers), 1, lines)

    def test_smuggling(self):
        for lines, statuses in (
                (["Content-Length: 5", "Transfer-Encoding: chunked"], [400]),
                (["Transfer-Encoding: chunked", "Content-Length: 5"], [400]),
                (["Content-Length: 5", "Content-Length: 5"], [400]),
                (["Content-Length: 5", "Content-Length: 6"], [400]),
                (["Content-Length: 0", "Content-Length: 5"], [400]),
                (["Content-Length: 0", "Host: evil.example"], [400]),
                (["content-length: 5", "CONTENT-LENGTH: 0"], [400]),
                (["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], [400]),
                (["Transfer-Encoding: chunked"], [411]),
                (["Transfer-Encoding: xchunked"], [400, 411]),
                (["Transfer-Encoding: identity"], [400, 411]),
                (["Transfer-Encoding:\tchunked"], [411]),
                (["Transfer-Encoding: gzip, chunked"], [400, 411]),
                (["Content-Length: +5"], [400]),
                (["Content-Length: -5"], [400]),
                (["Content-Length: 5,5"], [400]),
                (["Content-Length: 0x5"], [400]),
                (["Content-Length: 5 5"], [400]),
                (["Content-Length: "], [400]),
                (["Content-Length: 99999999999999999999999999"], [400, 413]),
                (["Content-Length : 5"], [400]),
                ([" Content-Length: 5"], [400]),
                (["Transfer-Encoding : chunked"], [400, 411]),
                (["Content-Length: 5", "X\x01: a"], [400]),
                (["Content-Length: 5", "X{}: a"], [400]),
                (["Content-Length: 5", "no colon here"], [400])):
            with self.subTest(lines=lines):
                self.smuggle(lines, "0\r\n\r\n", statuses)
        for line in ("Host: evil.example", "X{}: a", "Content-Length: x"):
            self.smuggle([line], "", [400], "GET")

    def test_get_has_no_body(self):
        a = self.send(f"GET /api/echo HTTP/1.1\r\nHost: {self.server.host}\r\nContent-Length: 5\r\n\r\nhello".encode())
        self.assertEqual([x.status for x in a], [400])

    def test_host(self):
        port = self.server.port
        for host in (f"localhost:{port}", f"[::1]:{port}", f"127.0.0.1:{port}", "localhost", "game.localhost", "127.9.9.9",
                     "192.168.1.20:99", "play.example", "PLAY.Example.:123", "two.example:8443"):
            self.assertEqual(ask(self.server, path="/api/echo", host=host).status, 200, host)
        for host in ("evil.example", "play.example.evil", "xplay.example", "two.example", "two.example:80", "localhost.evil",
                     "play.example:0", "play.example:x", "play.example:70000", "a@play.example", "[::1", "[play.example]",
                     "play.example/", "play.example,localhost", "evillocalhost", "127.0.0.1.evil"):
            self.assertEqual(ask(self.server, path="/api/echo", host=host).status, 421, host)
        for lines in ("", "Host: localhost\r\nHost: localhost\r\n", "Host: localhost\r\nHost: evil\r\n"):
            a = self.send(f"GET /api/echo HTTP/1.1\r\n{lines}\r\n".encode())
            self.assertEqual([x.status for x in a], [400], lines)

    def test_origin(self):
        own = "http://" + self.server.host

        def status(method, origin, host=None):
            body = b"" if method == "POST" else None
            return ask(self.server, method, "/api/echo", [("Origin", origin)], body, host).status

        for origin in (own, "https://other.example", "https://other.example:443", "http://dev.example:5173"):
            self.assertEqual(status("POST", origin), 200, origin)
        self.assertEqual(status("POST", "https://play.example", "play.example"), 200)
        self.assertEqual(status("POST", "https://play.example", "play.example:443"), 200)
        for origin in ("null", "https://evil.example", "http://other.example", "https://other.example:8443",
                       "http://dev.example", "file://", "http://localhost:1", "https://other.example.evil",
                       "https://other.example/x", "https://evil@other.example", ""):
            self.assertEqual(status("POST", origin), 403, origin)
        self.assertEqual(status("GET", "https://evil.example"), 200)
        self.assertEqual(ask(self.server, "POST", "/api/echo", body=b"").status, 200)

    def test_request_target(self):
        for target in ("/api/%", "/api/%4", "/api/%zz", "/api/%00", "/api/echo?a=%", "/api/echo?%00=1", "*",
                       "http://evil.example/api/echo", "api/echo"):
            a = self.send(f"GET {target} HTTP/1.1\r\nHost: {self.server.host}\r\n\r\n".encode())
            self.assertEqual([x.status for x in a], [400], target)

    def test_nonsense(self):
        for data in (b"\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\x00" * 1000, b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
                     b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"A" * 100000):
            for a in self.send(data):
                self.assertGreaterEqual(a.status, 400, data[:20])
        self.assertEqual(ask(self.server, path="/api/echo").status, 200)

    def test_disconnect_in_the_middle(self):
        for data in (b"", b"GET", b"POST /api/body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345"):
            with self.server.connect() as s:
                s.sendall(data)
        eventually(lambda: counters(self.server)["http_open"] == 1)  # the asker


class Ipv6(Case):
    options = {"host": "::"}

    def test_both_families(self):
        if not socket.has_ipv6:
            self.skipTest("no IPv6 here")
        self.assertEqual(ask(self.server, path="/api/echo").status, 200)
        try:
            a = ask(self.server, path="/api/echo", address="::1")
        except OSError as e:
            self.skipTest(f"no IPv6 here: {e}")
        self.assertIn(b" ::1 ", a.body)


class Batch(Case):
    """What after_batch writes is written before an answer or a message goes out."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.commits = os.path.join(cls.folder, "commits")
        cls.options = {"commits": cls.commits}
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        shutil.rmtree(cls.folder)

    def committed(self):
        with open(self.commits, encoding="utf-8") as f:
            return len(f.readlines())

    def test_answers_wait(self):
        for _ in range(3):
            before = self.committed() if os.path.exists(self.commits) else 0
            self.assertEqual(ask(self.server, "POST", "/api/body", body=b"x").status, 201)
            self.assertEqual(self.committed(), before + 1)
        with Socket(self.server) as ws:
            for _ in range(3):
                before = self.committed()
                ws.send("durable?")
                self.assertEqual(ws.text(), "durable?")
                self.assertEqual(self.committed(), before + 1)


class WebSockets(Case):
    options = {"requests_burst": 10000, "messages_burst": 5000, "messages_per_second": 5000, "origins": ["https://other.example"],
               "max_per_address": 2000}

    def closes(self):
        return counters(self.server)["closes"]

    def test_echo(self):
        with Socket(self.server) as ws:
            for text in ("", "a", "ä€😀", "x" * 125, "y" * 126, "z" * 16384, "\x00nul"):
                ws.send(text)
                self.assertEqual(ws.text(), text)

    def test_handshake_refused(self):
        for status, how in ((400, {"key": "short"}), (400, {"key": "!" * 24}), (426, {"version": "8"}),
                            (426, {"version": None}), (400, {"connection": "close"}), (400, {"connection": None}),
                            (403, {"fields": [("Origin", "https://evil.example")]}), (403, {"fields": [("Origin", "null")]}),
                            (421, {"host": "evil.example"})):
            with Socket(self.server, **how) as ws:
                self.assertEqual(ws.answer.status, status, how)
                if status == 426:
                    self.assertEqual(ws.answer["Sec-WebSocket-Version"], "13")
        for path, status in (("/ws/refused", 401), ("/other", 404)):
            with Socket(self.server, path) as ws:
                self.assertEqual(ws.answer.status, status)
                self.assertIn(b'"code"', ws.answer.body)
        request, _ = handshake(self.server)
        with self.server.connect() as s:
            s.sendall(request.replace(b"GET ", b"POST ", 1))
            self.assertEqual(read_answer(s)[0].status, 400)

    def test_handshake_accepted(self):
        own = "http://" + self.server.host
        for how in ({"connection": "keep-alive, Upgrade"}, {"upgrade": "WebSocket"}, {"fields": [("Origin", own)]},
                    {"fields": [("Origin", "https://other.example")]}):
            with Socket(self.server, **how) as ws:
                self.assertEqual(ws.answer.status, 101, how)
                ws.send("x")
                self.assertEqual(ws.text(), "x")

    def test_hello_and_bye_at_once(self):
        with Socket(self.server, "/ws/hello") as ws:
            self.assertEqual(ws.text(), "hello")
        with Socket(self.server, "/ws/bye") as ws:
            self.assertEqual(ws.end(), 4001)

    def test_bytes_with_the_handshake(self):
        extra = frame(TEXT, b"early") + frame(TEXT, b"birds")
        for cut in range(0, len(extra) + 1, 3):
            with Socket(self.server, extra=extra[:cut]) as ws:
                ws.raw(extra[cut:])
                self.assertEqual([ws.text(), ws.text()], ["early", "birds"])

    def test_byte_by_byte(self):
        with Socket(self.server) as ws:
            for byte in frame(TEXT, "süß".encode()):
                ws.raw(bytes([byte]))
                time.sleep(0.002)
            self.assertEqual(ws.text(), "süß")

    def test_fragments_with_control_between(self):
        with Socket(self.server) as ws:
            euro = "€".encode()  # cut inside the character
            ws.raw(frame(TEXT, b"a" + euro[:1], fin=False) + frame(PING, b"now") + frame(MORE, b"", fin=False) +
                   frame(MORE, euro[1:] + b"b"))
            self.assertEqual({ws.frame(), ws.frame()}, {(PONG, b"now"), (TEXT, "a€b".encode())})

    def test_ping_and_pong(self):
        with Socket(self.server) as ws:
            ws.raw(frame(PING, b"p" * 125) + frame(PONG, b"unasked"))
            self.assertEqual(ws.frame(), (PONG, b"p" * 125))

    def test_close(self):
        for payload, code, told in ((b"", 1005, 1005), (b"\x03\xe8", 1000, 1000), (b"\x03\xe9bye", 1001, 1001), (b"\x0f\xa1x", 4001, 4001)):
            before = len(self.closes())
            with Socket(self.server) as ws:
                ws.raw(frame(CLOSE, payload))
                self.assertEqual(ws.end(), code)
            eventually(lambda n=before: len(self.closes()) == n + 1)
            self.assertEqual(self.closes()[-1], told)

    def test_rude_frames(self):
        for data, code in (
                (frame(TEXT, b"x", mask=False), 1002),
                (frame(TEXT, b"x", rsv=4), 1002),
                (frame(TEXT, b"x", rsv=1), 1002),
                (frame(3, b"x"), 1002),
                (frame(11, b"x"), 1002),
                (frame(MORE, b"x"), 1002),
                (frame(TEXT, b"x", fin=False) + frame(TEXT, b"y"), 1002),
                (frame(PING, b"x", fin=False), 1002),
                (frame(PING, b"x" * 126), 1002),
                (frame(CLOSE, b"\x03\xed"), 1002),
                (frame(CLOSE, b"\x00\x01"), 1002),
                (frame(BINARY, b"x"), 1003),
                (frame(BINARY, b""), 1003),
                (frame(TEXT, b"\xff"), 1007),
                (frame(TEXT, b"\xc0\xaf"), 1007),
                (frame(TEXT, b"\xed\xa0\x80"), 1007),
                (frame(TEXT, b"\xf4\x90\x80\x80"), 1007),
                (frame(TEXT, b"\xe2\x82"), 1007),
                (frame(TEXT, b"ok", fin=False) + frame(MORE, b"\xe2"), 1007),
                (frame(TEXT, b"x" * 16385), 1009),
                (frame(TEXT, b"x", length=1 << 40), 1009),
                (frame(TEXT, b"x", length=(1 << 63) - 1), 1009),
                (frame(TEXT, b"x" * 10000, fin=False) + frame(MORE, b"x" * 10000), 1009)):
            with self.subTest(data=data[:16], code=code):
                before = len(self.closes())
                with Socket(self.server) as ws:
                    ws.raw(data)
                    self.assertEqual(ws.end(), code)
                eventually(lambda n=before: len(self.closes()) == n + 1)
                self.assertEqual(self.closes()[-1], code)

    def test_nothing_is_delivered_behind_a_bad_frame(self):
        before = counters(self.server)["messages_in"]
        with Socket(self.server) as ws:
            ws.raw(frame(BINARY, b"x") + frame(TEXT, b"not this"))
            self.assertEqual(ws.end(), 1003)
        self.assertEqual(counters(self.server)["messages_in"], before)

    def test_lost_connections(self):
        before = len(self.closes())
        for data in (b"", frame(TEXT, b"half")[:4], frame(TEXT, b"x", fin=False)):
            with Socket(self.server) as ws:
                ws.raw(data)
        eventually(lambda: len(self.closes()) == before + 3)
        self.assertEqual(self.closes()[before:], [1006] * 3)

    def test_half_closed(self):
        with Socket(self.server) as ws:
            ws.raw(frame(TEXT, b"last words") + frame(CLOSE, b"\x03\xe8"))
            ws.s.shutdown(socket.SHUT_WR)
            self.assertEqual(ws.text(), "last words")
            self.assertEqual(ws.end(), 1000)
        before = len(self.closes())
        with Socket(self.server) as ws:
            ws.s.shutdown(socket.SHUT_WR)
            self.assertEqual(ws.end(), 1006)
        eventually(lambda: len(self.closes()) == before + 1)

    def test_server_closes(self):
        before = len(self.closes())
        with Socket(self.server) as ws:
            ws.send("close 4321 that is all")
            self.assertEqual(ws.text(), "closing")
            got = ws.frame()
            self.assertEqual(got, (CLOSE, (4321).to_bytes(2, "big") + b"that is all"))
            ws.raw(frame(TEXT, b"too late") + frame(CLOSE, b"\x10\xe1"))
            self.assertIsNone(ws.frame())
        eventually(lambda: len(self.closes()) == before + 1)
        self.assertEqual(self.closes()[-1], 4321)

    def test_broadcast(self):
        many = [Socket(self.server) for _ in range(50)]
        many[0].send("broadcast to all of you")
        for ws in many:
            self.assertEqual(ws.text(), "to all of you")
            ws.s.close()

    def test_timers(self):
        with Socket(self.server) as ws:
            ws.send("timer 30")
            ws.send("timer 0")
            self.assertEqual([ws.text(), ws.text()], ["timer", "timer"])
            ws.send("cancel")
            self.assertEqual([ws.text(), ws.text()], ["cancelled", "timer"])

    def test_wake_and_watch(self):
        with Socket(self.server) as ws:
            ws.send("wake")
            self.assertEqual(ws.text(), "awake")
            ws.send("watch")
            self.assertEqual(ws.text(), "watched")
            ws.send("watch")
            self.assertEqual(ws.text(), "watched")

    def test_an_idle_loop_sleeps(self):
        with Socket(self.server) as ws, self.server.connect() as s:
            s.sendall(f"GET /api/counters HTTP/1.1\r\nHost: {self.server.host}\r\n\r\n".encode())
            before = json.loads(read_answer(s)[0].body)["turns"]
            time.sleep(0.5)
            s.sendall(f"GET /api/counters HTTP/1.1\r\nHost: {self.server.host}\r\n\r\n".encode())
            after = json.loads(read_answer(s)[0].body)["turns"]
            self.assertLess(after - before, 20)
            ws.send("x")
            self.assertEqual(ws.text(), "x")


class SlowReader(Case):
    options = {"max_queue": 100000, "messages_burst": 1000}

    def test_lag_and_resync(self):
        before = counters(self.server)["messages_in"]
        with Socket(self.server, receive_buffer=4096) as slow, Socket(self.server) as quick:
            for _ in range(200):  # 18 MB, far more than queue and kernel hold
                slow.send("flood 9 10000")
            eventually(lambda: counters(self.server)["messages_in"] == before + 200)
            self.assertGreater(counters(self.server)["dropped"], 0)
            for i in range(10):  # others are served meanwhile
                quick.send(f"quick {i}")
                self.assertEqual(quick.text(), f"quick {i}")
            slow.send("and on")
            got = []
            while (text := slow.text()) != "and on":
                self.assertIn(text, ("f" * 10000, "resync"))
                got.append(text)
            self.assertEqual(got[-1], "resync")  # the last it hears is how things stand
            whole, resyncs = got.count("f" * 10000), got.count("resync")
            self.assertGreater(whole, 0)
            c = counters(self.server)
            self.assertEqual(c["dropped"], 1800 - whole + c["resyncs"] - resyncs)

    def test_one_large_message_is_always_taken(self):
        with Socket(self.server) as ws:
            ws.send("flood 1 5000000")
            self.assertEqual(len(ws.text()), 5000000)

    def test_pings_of_one_who_does_not_read(self):
        before = len(counters(self.server)["closes"])
        with Socket(self.server, receive_buffer=4096) as ws:
            for _ in range(200):
                ws.send("flood 9 10000")
            eventually(lambda: counters(self.server)["dropped"] > 0)
            ws.raw(frame(PING, b"p" * 125) * 200)
            eventually(lambda: len(counters(self.server)["closes"]) == before + 1)
            self.assertEqual(counters(self.server)["closes"][-1], 1008)


class Rates(Case):
    options = {"requests_burst": 5, "requests_per_second": 1, "messages_burst": 10, "messages_per_second": 1,
               "proxies": ["127.0.0.1", "10.0.0.0/8"]}

    def status(self, *addresses):
        return ask(self.server, path="/api/echo", fields=[("X-Forwarded-For", ", ".join(addresses))])

    def test_requests(self):
        got = [self.status("192.0.2.1") for _ in range(12)]
        self.assertEqual([a.status for a in got[:5]], [200] * 5)
        self.assertEqual(got[-1].status, 429)
        self.assertEqual(got[-1]["Retry-After"], "1")
        self.assertEqual(json.loads(got[-1].body)["error"]["code"], "rate")
        # Somebody else is not punished, and the last address that is no proxy counts: the rest anybody can write.
        self.assertIn(b" 192.0.2.2 ", self.status("192.0.2.2").body)
        self.assertIn(b" 192.0.2.3 ", self.status("6.6.6.6", "192.0.2.3", "10.1.2.3").body)
        self.assertEqual(self.status("192.0.2.9", "192.0.2.1").status, 429)
        self.assertIn(b" 2001:db8::7 ", self.status("2001:db8::7").body)
        self.assertIn(b" 127.0.0.1 ", self.status("nonsense").body)

    def test_one_ipv6_network_is_one_address(self):
        got = [self.status(f"2001:db8:1:2::{i:x}").status for i in range(1, 13)]
        self.assertEqual(got[:5], [200] * 5)
        self.assertEqual(got[-1], 429)

    def test_messages(self):
        with Socket(self.server, fields=[("X-Forwarded-For", "192.0.2.50")]) as ws:
            ws.send("address")
            self.assertEqual(ws.text(), "192.0.2.50")
            ws.raw(frame(TEXT, b"x") * 50)
            self.assertEqual(ws.end(), 1008)
        with Socket(self.server, fields=[("X-Forwarded-For", "192.0.2.51")]) as ws:
            ws.raw(frame(TEXT, b"", fin=False) + frame(MORE, b"", fin=False) * 50)  # every frame counts
            self.assertEqual(ws.end(), 1008)


class NoProxy(Case):
    def test_forwarded_is_not_believed(self):
        a = ask(self.server, path="/api/echo", fields=[("X-Forwarded-For", "192.0.2.1")])
        self.assertIn(b" 127.0.0.1 ", a.body)


class Crowds(Case):
    options = {"max_per_address": 4}

    def test_connections_of_one_address(self):
        held = [Socket(self.server) for _ in range(4)]
        self.assertEqual([ws.answer.status for ws in held], [101] * 4)
        a = ask(self.server, path="/api/echo")
        self.assertEqual((a.status, json.loads(a.body)["error"]["code"]), (429, "address"))
        held.pop().s.close()

        def free():
            return ask(self.server, path="/api/echo").status == 200
        eventually(free)
        for ws in held:
            ws.s.close()


class Full(Case):
    options = {"max_connections": 8, "max_per_address": 100}

    def test_connections_altogether(self):
        held = [Socket(self.server) for _ in range(8)]
        self.assertEqual([ws.answer.status for ws in held], [101] * 8)
        a = ask(self.server, path="/api/echo")
        self.assertEqual((a.status, json.loads(a.body)["error"]["code"]), (503, "full"))
        for ws in held:
            ws.s.close()
        eventually(lambda: ask(self.server, path="/api/echo").status == 200)


class Slow(Case):
    options = {"header_ms": 300, "body_ms": 300, "idle_ms": 300, "answer_ms": 1000, "ping_ms": 200, "pong_ms": 200, "messages_burst": 10000,
               "requests_burst": 10000, "requests_per_second": 1000}

    def ended(self, s, drip):
        """Sends drops until the server has enough."""
        end = time.monotonic() + SECONDS
        s.settimeout(0.05)
        while time.monotonic() < end:
            try:
                if drip:
                    s.sendall(drip)
                if not s.recv(100):
                    return True
            except socket.timeout:
                continue
            except OSError:
                return True
        return False

    def test_slow_heads_bodies_and_idlers(self):
        head = f"POST /api/body HTTP/1.1\r\nHost: {self.server.host}\r\n".encode()
        for start, drip in ((b"", b""), (b"", b"G"), (head, b"X: y\r\n"), (head + b"Content-Length: 50000\r\n\r\n", b"x")):
            with self.server.connect() as s:
                s.sendall(start)
                self.assertTrue(self.ended(s, drip), (start, drip))
        with self.server.connect() as s:
            s.sendall(f"GET /api/echo HTTP/1.1\r\nHost: {self.server.host}\r\n\r\n".encode())
            self.assertEqual(read_answer(s)[0].status, 200)
            self.assertTrue(self.ended(s, b""))
        self.assertGreaterEqual(self.refused("slow"), 5)

    def test_an_answer_that_nobody_takes(self):
        before = self.refused("slow")
        with self.server.connect(receive_buffer=4096) as s:
            s.sendall(f"GET /api/large HTTP/1.1\r\nHost: {self.server.host}\r\n\r\n".encode())
            eventually(lambda: self.refused("slow") > before)

    def test_a_queue_that_nobody_empties(self):
        before = self.refused("slow")
        with Socket(self.server, receive_buffer=4096) as ws:
            ws.send("flood 1 3000000")
            end = time.monotonic() + SECONDS
            with self.assertRaises(OSError):
                while time.monotonic() < end:  # a sign of life is not enough
                    ws.raw(frame(PONG))
                    time.sleep(0.05)
        self.assertGreater(self.refused("slow"), before)

    def test_ping(self):
        with Socket(self.server) as ws:
            for _ in range(3):  # answered, so it lives on
                self.assertEqual(ws.frame(), (PING, b""))
                ws.raw(frame(PONG))
            self.assertEqual(ws.frame(), (PING, b""))
            self.assertEqual(ws.end(), 1006)  # not answered


class Files(Case):
    options = {}

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        root = os.path.join(cls.folder, "web")
        cls.page = b"<h1>Aude</h1>" * 100
        cls.content = {
            "index.html": cls.page, "index.html.gz": gzip.compress(cls.page), "index.html.br": b"not really brotli",
            "app.js": b"let a", "app.js.gz": gzip.compress(b"let a"), "style.css": b"p{}", "m.wasm": b"\0asm",
            "site.webmanifest": b"{}", "logo.svg": b"<svg/>", "sub/index.html": b"sub", "empty.txt": b"",
            "sub/tile-0123abcd.svg": b"<svg/>", "sub/tile-placement.svg": b"<svg/>", "assets/x.js": b"hashed by vite",
            "odd name.txt": b"odd", ".secret": b"no", "only.gz": b"served as it is",
        }
        for name, data in cls.content.items():
            path = os.path.join(root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as f:
                f.write(data)
        with open(os.path.join(cls.folder, "outside.txt"), "wb") as f:
            f.write(b"outside")
        cls.options = {"files": root, "requests_burst": 1000}
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        shutil.rmtree(cls.folder)

    def test_content_and_types(self):
        for path, kind in (("/", "text/html; charset=utf-8"), ("/index.html", "text/html; charset=utf-8"),
                           ("/app.js", "text/javascript; charset=utf-8"), ("/style.css", "text/css; charset=utf-8"),
                           ("/m.wasm", "application/wasm"), ("/site.webmanifest", "application/manifest+json"),
                           ("/logo.svg", "image/svg+xml"), ("/empty.txt", "text/plain; charset=utf-8"),
                           ("/only.gz", "application/octet-stream"), ("/sub/", "text/html; charset=utf-8"),
                           ("/odd%20name.txt", "text/plain; charset=utf-8")):
            a = ask(self.server, path=path)
            name = path[1:].replace("%20", " ")
            name = name + "index.html" if not name or name.endswith("/") else name
            self.assertEqual((a.status, a["Content-Type"], a.body), (200, kind, self.content[name]), path)
            self.assertEqual(a["X-Content-Type-Options"], "nosniff")
            self.assertIn("default-src 'self'", a["Content-Security-Policy"])
            self.assertIsNone(a["Content-Encoding"])

    def test_query_does_not_matter(self):
        self.assertEqual(ask(self.server, path="/?game=1").body, self.page)

    def test_encodings(self):
        for accept, coding, body in (
                ("gzip, deflate, br", "br", self.content["index.html.br"]),
                ("GZIP", "gzip", self.content["index.html.gz"]),
                ("br;q=0, gzip;q=0.5", "gzip", self.content["index.html.gz"]),
                ("br;q=0.0, gzip;q=0", None, self.page),
                ("*", "br", self.content["index.html.br"]),
                ("*;q=0", None, self.page), ("identity", None, self.page), ("", None, self.page),
                ("gzipped, brr", None, self.page)):
            a = ask(self.server, fields=[("Accept-Encoding", accept)])
            self.assertEqual((a["Content-Encoding"], a.body, a["Vary"]), (coding, body, "Accept-Encoding"), accept)
            self.assertEqual(a["Content-Type"], "text/html; charset=utf-8")
        a = ask(self.server, path="/app.js", fields=[("Accept-Encoding", "br, gzip")])
        self.assertEqual((a["Content-Encoding"], gzip.decompress(a.body)), ("gzip", b"let a"))
        self.assertIsNone(ask(self.server, path="/style.css")["Vary"])

    def test_etags(self):
        tags = set()
        for accept in ("identity", "gzip", "br"):
            a = ask(self.server, fields=[("Accept-Encoding", accept)])
            tag = a["ETag"]
            self.assertRegex(tag, r'^"[^"]+"$')  # strong
            tags.add(tag)
            for header in (tag, "W/" + tag, f'"x", {tag}', "*"):
                b = ask(self.server, fields=[("Accept-Encoding", accept), ("If-None-Match", header)])
                self.assertEqual((b.status, b["ETag"], b.body, b["Cache-Control"]), (304, tag, b"", "no-cache"), header)
            for header in ('"other"', tag[:-1], tag.strip('"'), ""):
                b = ask(self.server, fields=[("Accept-Encoding", accept), ("If-None-Match", header)])
                self.assertEqual(b.status, 200, header)
        self.assertEqual(len(tags), 3)
        self.assertEqual(ask(self.server, path="/logo.svg")["ETag"], ask(self.server, path="/sub/tile-placement.svg")["ETag"])

    def test_caching(self):
        for path, immutable in (("/", False), ("/app.js", False), ("/sub/tile-0123abcd.svg", True),
                                ("/sub/tile-placement.svg", False), ("/assets/x.js", True)):
            expected = "public, max-age=31536000, immutable" if immutable else "no-cache"
            self.assertEqual(ask(self.server, path=path)["Cache-Control"], expected, path)

    def test_head(self):
        a = ask(self.server, "HEAD", "/")
        self.assertEqual((a.status, a["Content-Length"], a.body), (200, str(len(self.page)), b""))

    def test_nothing_else(self):
        for path in ("/../outside.txt", "/%2e%2e/outside.txt", "/..%2foutside.txt", "/sub/../../outside.txt", "//etc/passwd",
                     "/sub/..%5c..%5coutside.txt", "/.secret", "/%2esecret", "/none", "/sub", "/index.html/",
                     "/index.html.gz", "/index.html.br", "/app.js%20", "/APP.JS", "/./app.js", "//app.js", "/" + "a" * 3000):
            a = ask(self.server, path=path)
            self.assertEqual(a.status, 404, path)
        self.assertEqual(ask(self.server, "POST", "/app.js", body=b"").status, 404)

    def test_from_the_handler(self):
        a = ask(self.server, path="/api/page", fields=[("Accept-Encoding", "gzip")])
        self.assertEqual((a.status, gzip.decompress(a.body), a["Cache-Control"]), (200, self.page, "no-cache"))
        b = ask(self.server, path="/api/page", fields=[("Accept-Encoding", "gzip"), ("If-None-Match", a["ETag"])])
        self.assertEqual(b.status, 304)
        self.assertEqual(ask(self.server, path="/api/nopage").status, 404)


class Opening(unittest.TestCase):
    def test_what_cannot_be_opened(self):
        for name, value in (("files", "no/such/directory"), ("hosts", "bad host"), ("origins", "play.example"),
                            ("proxies", "10.0.0.0/33"), ("host", "999.1.1.1")):
            done = subprocess.run([PROGRAM, f"{name}={value}"], stdin=subprocess.DEVNULL, capture_output=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (1, b""))
            self.assertIn(value.encode(), done.stderr)  # the message names what is wrong

    def test_port_in_use(self):
        server = Server(PROGRAM)
        done = subprocess.run([PROGRAM, f"port={server.port}"], stdin=subprocess.DEVNULL, capture_output=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(str(server.port).encode(), done.stderr)
        with server.connect():
            pass
        self.assertEqual(server.stop(), 0)

    def test_closing_tells_everybody(self):
        server = Server(PROGRAM)
        with Socket(server) as ws, server.connect() as s:
            s.sendall(b"GET / HT")
            self.assertEqual(server.stop(), 0)
            self.assertEqual(ws.end(), 1001)


class Memory(Case):
    options = {"max_connections": 2000, "max_per_address": 2000, "requests_burst": 5000}

    def test_memory_of_a_connection(self):
        pid = self.server.process.pid
        with open(f"/proc/{pid}/maps", encoding="utf-8") as f:
            if "libasan" in f.read():
                self.skipTest("sanitizers need more")

        def resident():
            with open(f"/proc/{pid}/statm", encoding="utf-8") as f:
                return int(f.read().split()[1]) * os.sysconf("SC_PAGESIZE")
        held = [Socket(self.server) for _ in range(100)]  # what is allocated once
        before = resident()
        held += [Socket(self.server) for _ in range(800)]
        for ws in held:
            ws.send("x" * 300)
            self.assertEqual(len(ws.text()), 300)
        each = (resident() - before) / 800
        print(f"memory: {each:.0f} bytes a connection", file=sys.stderr)
        self.assertLess(each, 12 * 1024)
        for ws in held:
            ws.s.close()


class RudeCrowd(Case):
    options = {"requests_burst": 1000000, "max_per_address": 100000, "header_ms": 5000}

    def test_churn(self):
        churn = Churn(self.server, int(os.environ.get("NET_CHURN", "800")), int(os.environ.get("NET_SEED", "1")))
        churn.run()
        self.assertGreater(counters(self.server)["messages_in"], churn.count / 10)  # it reached deep enough
        eventually(lambda: counters(self.server)["conns"] == 0)
        eventually(lambda: counters(self.server)["ws_open"] == 0)
        self.assertEqual(ask(self.server, path="/api/echo").status, 200)
        with Socket(self.server) as ws:
            ws.send("alive")
            self.assertEqual(ws.text(), "alive")


if __name__ == "__main__":
    unittest.main(warnings="ignore")
