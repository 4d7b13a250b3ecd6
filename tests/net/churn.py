"""A crowd of rude clients, the same for the same seed: many open at once, each doing something random, then leaving."""

import random
import socket
import struct

from wire import BINARY, CLOSE, MORE, PING, PONG, TEXT, frame, handshake

AT_ONCE = 80


class Churn:
    def __init__(self, server, count, seed):
        self.server, self.count, self.random = server, count, random.Random(seed)

    def noise(self, limit):
        return self.random.randbytes(self.random.randrange(limit))

    def spoil(self, data):
        """Bytes changed, lost, doubled or inserted at random places."""
        out = bytearray(data)
        for _ in range(self.random.randrange(1, 6)):
            at = self.random.randrange(len(out) + 1)
            what = self.random.randrange(4)
            if what == 0 and at < len(out):
                out[at] = self.random.randrange(256)
            elif what == 1:
                del out[at:at + self.random.randrange(8)]
            elif what == 2:
                out[at:at] = out[at:at + self.random.randrange(40)]
            else:
                out[at:at] = self.noise(8)
        return bytes(out)

    def http(self):
        body = self.noise(3000)
        method, path = self.random.choice(["GET", "POST", "HEAD", "PUT"]), self.random.choice(
            ["/", "/api/echo?a=%41&name=b", "/api/body", "/api/large", "/api/counters", "/%2e%2e/x"])
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.server.host}"]
        if method in ("POST", "PUT"):
            lines.append(f"Content-Length: {len(body)}")
        else:
            body = b""
        lines += self.random.sample(["Transfer-Encoding: chunked", "Content-Length: 3", "X-A: b", "Expect: 100-continue",
                                     "Connection: close", "Accept-Encoding: br;q=0.1, gzip", "Origin: null"],
                                    self.random.randrange(3))
        return "\r\n".join(lines + ["", ""]).encode() + body

    def frames(self):
        out = frame(TEXT, b"hello") * self.random.randrange(1, 4)
        for _ in range(self.random.randrange(1, 12)):
            opcode = self.random.choice([TEXT, TEXT, TEXT, MORE, PING, PONG, BINARY, CLOSE, 3, 12])
            text = self.random.choice([b"hello", b"flood 40 9000", b"close 4000 out", b"timer 5", b"wake", b"broadcast b",
                                       b"cancel", self.noise(200), b"x" * self.random.randrange(20000)])
            if opcode >= 8:
                text = text[:125]
            out += frame(opcode, text, fin=self.random.random() < 0.9, mask=self.random.random() < 0.98,
                         rsv=self.random.choice([0] * 30 + [1, 4]))
        return out

    def script(self):
        kind = self.random.randrange(6)
        if kind == 0:
            return self.noise(5000)
        if kind == 1:
            return self.http() * self.random.randrange(1, 4)
        if kind == 2:
            return self.spoil(self.http())
        request, _ = handshake(self.server, self.random.choice(["/ws", "/ws/hello", "/ws/bye", "/ws/refused", "/x"]))
        data = request + self.frames()
        return data if kind < 5 else self.spoil(data)

    def leave(self, s):
        """Politely, by half, or with a reset."""
        how = self.random.randrange(4)
        try:
            if how == 0:
                s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            elif how == 1:
                s.shutdown(socket.SHUT_WR)
                s.settimeout(0.01)
                s.recv(65536)
            elif how == 2:
                s.settimeout(0.01)
                s.recv(1000)
        except OSError:
            pass
        s.close()

    def step(self, entry):
        """Sends the next piece, or reads a little; False when it is time to go."""
        s, data = entry
        try:
            if self.random.random() < 0.3:
                s.recv(self.random.choice([1, 100, 65536]))
            n = s.send(data[:self.random.choice([1, 7, 100, 5000])]) if data else 0
        except BlockingIOError:
            n = 0
        except OSError:
            return False
        entry[1] = data[n:]
        return bool(entry[1]) or self.random.random() < 0.5

    def run(self):
        here, made = [], 0
        while here or made < self.count:
            while made < self.count and len(here) < AT_ONCE:
                s = self.server.connect(receive_buffer=self.random.choice([0, 4096]))
                s.setblocking(False)
                here.append([s, self.script()])
                made += 1
            entry = self.random.choice(here)
            if not self.step(entry):
                here.remove(entry)
                self.leave(entry[0])
