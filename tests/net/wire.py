"""Raw HTTP and WebSocket over sockets, with every liberty that a rude client takes. Standard library only."""

import base64
import hashlib
import os
import socket
import struct
import subprocess

SECONDS = 30  # for whatever must happen; nothing here waits for time to pass without need
GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, 1.3
TEXT, BINARY, CLOSE, PING, PONG, MORE = 1, 2, 8, 9, 10, 0


class Server:
    """net-echo with options, ended by the end of its input; its exit status tells of leaks and lost closes."""

    def __init__(self, program, **options):
        words = []
        for name, value in options.items():
            words += [f"{name}={v}" for v in (value if isinstance(value, list) else [value])]
        self.process = subprocess.Popen([program, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"no server: status {self.process.wait()}")
        self.port = int(line)
        self.host = f"127.0.0.1:{self.port}"

    def stop(self):
        self.process.stdin.close()
        status = self.process.wait(SECONDS)
        self.process.stdout.close()
        return status

    def connect(self, address="127.0.0.1", receive_buffer=0):
        s = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
        if receive_buffer:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        s.settimeout(SECONDS)
        s.connect((address, self.port))
        return s


class Answer:
    def __init__(self, status, head, body):
        self.status, self.head, self.body = status, head, body

    def __getitem__(self, name):
        return self.head.get(name.lower())


def receive(s, have, enough):
    """Bytes from the socket until enough(bytes) or the end."""
    while not enough(have):
        try:
            more = s.recv(65536)
        except ConnectionResetError:
            more = b""
        if not more:
            break
        have += more
    return have


def read_answer(s, head_only=False, have=b""):
    """One HTTP answer and what follows it; None at the end of the stream."""
    have = receive(s, have, lambda b: b"\r\n\r\n" in b)
    if b"\r\n\r\n" not in have:
        return None, have
    head, rest = have.split(b"\r\n\r\n", 1)
    lines = head.decode("latin-1").split("\r\n")
    fields = {}
    for line in lines[1:]:
        name, value = line.split(":", 1)
        fields[name.lower()] = value.strip()
    status = int(lines[0].split()[1])
    size = 0 if head_only or status in (101, 304) else int(fields.get("content-length", 0))
    rest = receive(s, rest, lambda b: len(b) >= size)
    return Answer(status, fields, rest[:size]), rest[size:]


def ask(server, method="GET", path="/", fields=(), body=None, host=None, address="127.0.0.1"):
    """One request on a connection of its own."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host or server.host}"]
    lines += [f"{name}: {value}" for name, value in fields]
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    with server.connect(address) as s:
        s.sendall("\r\n".join(lines + ["", ""]).encode("latin-1") + (body or b""))
        return read_answer(s, method == "HEAD")[0]


def frame(opcode, payload=b"", fin=True, mask=True, rsv=0, length=None):
    """A client's frame; length may lie."""
    n = len(payload) if length is None else length
    head = bytes([(0x80 if fin else 0) | rsv << 4 | opcode])
    bit = 0x80 if mask else 0
    if n < 126:
        head += bytes([bit | n])
    elif n < 65536:
        head += bytes([bit | 126]) + struct.pack(">H", n)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", n)
    if not mask:
        return head + payload
    key = os.urandom(4)
    return head + key + bytes(b ^ key[i % 4] for i, b in enumerate(payload))


def handshake(server, path="/ws", fields=(), host=None, key=None, version="13", upgrade="websocket", connection="Upgrade"):
    key = key or base64.b64encode(os.urandom(16)).decode()
    lines = [f"GET {path} HTTP/1.1", f"Host: {host or server.host}"]
    for name, value in (("Upgrade", upgrade), ("Connection", connection), ("Sec-WebSocket-Version", version),
                        ("Sec-WebSocket-Key", key)):
        if value:
            lines.append(f"{name}: {value}")
    lines += [f"{name}: {value}" for name, value in fields]
    return "\r\n".join(lines + ["", ""]).encode(), key


class Socket:
    """A WebSocket client."""

    def __init__(self, server, path="/ws", extra=b"", receive_buffer=0, address="127.0.0.1", **how):
        request, key = handshake(server, path, **how)
        self.s = server.connect(address, receive_buffer)
        self.s.sendall(request + extra)
        self.answer, self.have = read_answer(self.s)
        if self.answer and self.answer.status == 101:
            expected = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()
            assert self.answer["Sec-WebSocket-Accept"] == expected

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.s.close()

    def send(self, text):
        self.s.sendall(frame(TEXT, text.encode()))

    def raw(self, data):
        self.s.sendall(data)

    def frame(self):
        """The next frame as (opcode, payload), or None at the end. A server must not mask."""
        self.have = receive(self.s, self.have, lambda b: len(b) >= 2)
        if len(self.have) < 2:
            return None
        first, n = self.have[0], self.have[1]
        assert first & 0x80 and n < 128, "whole frames, not masked"
        head = 2
        if n >= 126:
            head = 4 if n == 126 else 10
            self.have = receive(self.s, self.have, lambda b: len(b) >= head)
            n = int.from_bytes(self.have[2:head], "big")
        self.have = receive(self.s, self.have, lambda b: len(b) >= head + n)
        payload, self.have = self.have[head:head + n], self.have[head + n:]
        return first & 15, payload

    def text(self):
        got = self.frame()
        assert got and got[0] == TEXT, got
        return got[1].decode()

    def end(self):
        """Reads to the end; the code of the close frame, 1006 without one."""
        while (got := self.frame()) is not None:
            if got[0] == CLOSE:
                code = int.from_bytes(got[1][:2], "big") if got[1] else 1005
                assert self.frame() is None, "nothing follows a close frame"
                return code
        return 1006
