"""Errors of the library as exceptions."""

from __future__ import annotations

import enum
import operator
from typing import Any, Iterable, NoReturn

from ._aude import ffi, lib


class Code(enum.IntEnum):
    """Why something was refused (`aude_err`)."""

    SYNTAX = lib.AUDE_E_SYNTAX
    UNKNOWN = lib.AUDE_E_UNKNOWN
    RANGE = lib.AUDE_E_RANGE
    LIMIT = lib.AUDE_E_LIMIT
    DATA = lib.AUDE_E_DATA
    ILLEGAL = lib.AUDE_E_ILLEGAL
    TURN = lib.AUDE_E_TURN
    OVER = lib.AUDE_E_OVER
    DENIED = lib.AUDE_E_DENIED
    STALE = lib.AUDE_E_STALE
    HIDDEN = lib.AUDE_E_HIDDEN
    EXPECT = lib.AUDE_E_EXPECT


class AudeError(ValueError):
    """Bad input. What was refused has changed nothing.

    `code` says of which kind it is, `message` is one sentence, `line` and `column` count from 1 in the text that was read, and
    are 0 where no place is meant. For an env's step, `line` is the game, from 1.
    """

    def __init__(self, code: int, message: str = "", line: int = 0, column: int = 0) -> None:
        self.code = Code(code)
        self.message = message or text(lib.aude_err_text(code))
        self.line = line
        self.column = column
        place = f"line {line}: " if line else ""
        super().__init__(place + self.message)


def text(chars: Any) -> str:
    """A C string."""
    return ffi.string(chars).decode()


def new_error() -> Any:
    """Room for a message."""
    return ffi.new("aude_errinfo *")


def refuse(error: Any) -> NoReturn:
    raise AudeError(error.code, text(error.message), error.line, error.column)


def unknown(what: str, name: Any, known: Iterable[Any] = ()) -> AudeError:
    """For a name that does not exist, with those that do."""
    there_are = ", ".join(map(str, known))
    return AudeError(Code.UNKNOWN, f"there is no {what} `{name}`" + (f"; there are: {there_are}" if there_are else ""))


def seed_bits(seed: int) -> int:
    """Any whole number as the 64 bits that the library takes."""
    return operator.index(seed) % 2**64


def check(code: int, error: Any = None) -> None:
    """Raises for every code but AUDE_OK."""
    if code == lib.AUDE_OK:
        return
    if error is not None and error.code == code:
        refuse(error)
    raise AudeError(code)


def write(function: Any, *args: Any) -> str:
    """The text of a function that writes into a buffer and returns the size needed."""
    size = 256
    while True:
        buffer = ffi.new("char[]", size)
        need = function(*args, buffer, size)
        if need < size:
            return text(buffer)
        size = need + 1
