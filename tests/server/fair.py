"""docs/fairness.md read again, with nothing of the program: every draw and every seal of a record from a receipt."""

import hashlib
import hmac
import re
import struct


def field(value):
    data = struct.pack(">i", value) if isinstance(value, int) else value.encode() if isinstance(value, str) else value
    return struct.pack(">I", len(data)) + data


def H(*values):
    return hashlib.sha256(b"".join(map(field, values))).digest()


def HMAC(key, *values):
    return hmac.new(key, b"".join(map(field, values)), hashlib.sha256).digest()


def bag_of(sets):
    """Kinds in the order of the sets, with copies, the start tile taken out; from data/*.tiles."""
    kinds, start = [], None
    for name in sets:
        for line in open(f"data/{name}.tiles"):
            words = line.split("#")[0].split()
            if words[:1] == ["start"] and not start:
                start = words[1]
            if words[:1] == ["tile"]:
                kinds.append([words[1], int(words[2][1:])])
    for kind in kinds:
        kind[1] -= kind[0] == start
    return kinds


def read_receipt(text):
    r = {"nonce": {}, "commitment": {}, "seal": {}, "open": {}}
    lines = text.strip().split("\n")
    assert lines[0] == "aude-receipt 1"
    for line in lines[1:]:
        word, *rest = line.split(" ")
        if word in ("game", "published", "secret"):
            r[word] = rest[0] if word == "game" else bytes.fromhex(rest[0])
        elif word in ("commitment", "nonce"):
            r[word][int(rest[0])] = bytes.fromhex(rest[1])
        elif word == "seal":
            r[word][tuple(map(int, rest[:4]))] = bytes.fromhex(rest[4])
        else:
            assert word == "open", line
            r[word][tuple(map(int, rest[:4]))] = (rest[4], bytes.fromhex(rest[5]))
    return r


def check(record, receipt):
    """How many draws and seals hold; an AssertionError where one does not."""
    r = read_receipt(receipt)
    lines = [line for line in record.split("\n") if line and not line.startswith("#")]
    last_seat = max(i for i, line in enumerate(lines) if line.startswith("seat "))
    head = [re.sub(r"^(seat \d+).*", r"\1", line) for line in lines[:last_seat + 1] if not line.startswith("rule confirm")]
    sets = [line.split()[1] for line in head if line.startswith("set ")]
    n_seats = sum(line.startswith("seat ") for line in head)
    assert r["published"] == H(r["secret"], r["game"]), "the secret"
    for seat, commitment in r["commitment"].items():
        assert commitment == H(r["nonce"][seat]), f"the nonce of seat {seat}"
    nonces = [r["nonce"].get(seat, bytes(32)) for seat in range(n_seats)]
    seed = H(r["secret"], *nonces, "".join(line + "\n" for line in head))
    bag, draws, chips, place = bag_of(sets), 0, 0, None
    for line in lines[last_seat + 1:]:
        word, *rest = line.split(" ")
        if word == "draw":
            w = sum(copies for _, copies in bag)
            for i in range(1000):
                number = int.from_bytes(HMAC(seed, draws, i)[:8], "big")
                if number < 2 ** 64 // w * w:
                    break
            number %= w
            for kind in bag:
                if number < kind[1]:
                    break
                number -= kind[1]
            assert rest[0] == kind[0], f"draw {draws} is {rest[0]}, must be {kind[0]}"
            kind[1] -= 1
            draws += 1
        elif word == "place":
            place = (int(rest[0]), int(rest[1]))
        elif word == "bet" and rest[1] != "pass":
            [(key, (chip, nonce))] = [(k, v) for k, v in r["open"].items() if (k[1], k[2], k[3]) == (int(rest[0]), *place)]
            assert chip == rest[1], f"the chip on {place} is {rest[1]}, sealed was {chip}"
            assert r["seal"][key] == HMAC(nonce, r["game"], *key, chip), f"the seal on {place}"
            chips += 1
    assert chips == len(r["seal"]), "seals without bets"
    return draws, chips
