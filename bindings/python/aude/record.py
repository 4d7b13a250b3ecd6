"""Games as text: the log and the public record (docs/record.md)."""

from __future__ import annotations

import os
import re
from typing import Any, Iterator, Optional, Sequence

from ._aude import ffi, lib
from .errors import AudeError, Code, check, data_of, new_error, text, write
from .game import NOBODY, Game, Move, Position, move_from
from .rules import Rules


@ffi.def_extern()
def aude_report_python(context: Any, failure: Any) -> None:
    found = ffi.from_handle(context)
    found.append(AudeError(failure.code or Code.EXPECT, text(failure.message), failure.line, failure.column))


def name_bytes(name: str) -> bytes:
    """A name as a record can hold it, or AudeError."""
    data = data_of(name)
    if re.search(r"[\x00-\x1f\x7f-\x9f]|^ | $|^#| #", name):
        raise AudeError(Code.SYNTAX, f"the name {name!r} has a control character, a space at an end, or a # that begins a comment")
    if len(data) > 63:
        raise AudeError(Code.LIMIT, f"the name {name!r} is longer than 63 bytes")
    return data


class Record:
    """A game as setup and lines.

    `Record.read(text)` and `Record.load(path)` check every move while reading: a record that was read is a legal game, or
    AudeError names the line. `Record.of(game)` writes down a game that was played.
    """

    def __init__(self) -> None:
        self._c = ffi.new("aude_record *")
        self.rules: Rules
        self.final: Position
        """The position at the end."""

    @classmethod
    def read(cls, content: str) -> Record:
        record, c = cls(), None
        c = record._c
        data = data_of(content)
        record._text = ffi.new("char[]", data)  # lines point into it
        cap = content.count("\n") + 2
        record._line = ffi.new("aude_line[]", cap)
        record._own = ffi.new("aude_tileset[]", lib.AUDE_MAX_SETS)
        c.line, c.cap_lines, c.own, c.cap_own = record._line, cap, record._own, lib.AUDE_MAX_SETS
        rules, state, error = ffi.new("aude_rules *"), ffi.new("aude_state *"), new_error()
        check(lib.aude_record_read(c, rules, state, record._text, len(data), error), error)
        record.rules = Rules.__new__(Rules)
        setup = ffi.new("aude_setup *", c.setup)
        record.rules._adopt(rules, setup, record._own)
        record.final = Position(record.rules, state, any(m.face == lib.AUDE_HIDDEN_FACE for m in record.moves))
        return record

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        with open(path, encoding="utf-8", newline="") as f:
            return cls.read(f.read())

    @classmethod
    def of(cls, game: Game, names: Sequence[str] = ()) -> Record:
        """The log of a game. It holds everything, choices of an open decision too; `write(seat)` hides what is secret."""
        if isinstance(names, str) or len(names) > game.rules.seats:
            raise AudeError(Code.LIMIT, f"names is a list of at most {game.rules.seats} names")
        if not game._whole:
            raise AudeError(Code.HIDDEN, "this game does not begin at its beginning")
        record = cls()
        c, n = record._c, len(game.moves)
        c.setup = game.rules._setup[0]
        for seat in range(game.rules.seats):
            c.name[seat] = name_bytes(names[seat]) if seat < len(names) else b"Seat %d" % seat
        record._line = ffi.new("aude_line[]", n or 1)
        for i, move in enumerate(game.moves):
            record._line[i].kind = lib.AUDE_LINE_MOVE
            record._line[i].index = -1
            record._line[i].move = game._move(move)[0]
        record._text = ffi.new("char[]", b"")
        c.line, c.n_lines, c.cap_lines, c.text = record._line, n, n, record._text
        record.rules, record.final = game.rules, game.copy()
        return record

    @property
    def names(self) -> list[str]:
        return [text(self._c.name[seat]) for seat in range(self.rules.seats)]

    @property
    def moves(self) -> list[Move]:
        """The moves written down, undone ones included."""
        lines = (self._c.line[i] for i in range(self._c.n_lines))
        return [move_from(line.move) for line in lines if line.kind == lib.AUDE_LINE_MOVE]

    def write(self, seat: Optional[int] = None) -> str:
        """The log; with a seat (or NOBODY) the public record as that seat may see it."""
        if seat is None:
            return write(lib.aude_record_write, self._c, self.rules._c)
        if seat != NOBODY:
            self.rules.seat(seat)
        work = ffi.new("aude_line[]", self._c.n_lines or 1)
        return write(lib.aude_record_redact, self._c, self.rules._c, seat, work)

    def check(self) -> tuple[int, list[AudeError]]:
        """Replays the record against its digests and expectations: how many there are, and those that do not hold."""
        failures: list[AudeError] = []
        handle, n, state = ffi.new_handle(failures), ffi.new("int *"), ffi.new("aude_state *")
        lib.aude_record_check(self._c, self.rules._c, state, lib.aude_report_python, handle, n)
        return n[0], failures

    def replay(self) -> Iterator[tuple[Move, Game]]:
        """Each move with the game after it. For records of moves alone: without `confirm`, what takes back, and hidden bets."""
        game = Game(self.rules)
        for i in range(self._c.n_lines):
            line = self._c.line[i]
            if line.kind in (lib.AUDE_LINE_CONFIRM, lib.AUDE_LINE_UNDO, lib.AUDE_LINE_TAKEBACK):
                raise AudeError(Code.UNKNOWN, "a record with confirm, undo or takeback is not replayed move by move", line.number)
            if line.kind == lib.AUDE_LINE_MOVE:
                yield game.apply(move_from(line.move)), game


__all__ = ["Record", "NOBODY"]
