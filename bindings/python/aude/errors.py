"""Errors of the library as exceptions."""

from __future__ import annotations

import enum
import operator
from typing import Any, Iterable

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
    are 0 where no place is meant. For an env's step, `line` is the game, from 1; `place` is what it counts.
    """

    def __init__(self, code: int, message: str = "", line: int = 0, column: int = 0, place: str = "line") -> None:
        self.code = Code(code)
        self.message = message or text(lib.aude_err_text(code))
        self.line = line
        self.column = column
        self.place = place
        super().__init__((f"{place} {line}: " if line else "") + self.message)

    def __reduce__(self) -> Any:
        return type(self), (self.code, self.message, self.line, self.column, self.place)


def text(chars: Any) -> str:
    """A C string."""
    return ffi.string(chars).decode()


def new_error() -> Any:
    """Room for a message."""
    return ffi.new("aude_errinfo *")


def unknown(what: str, name: Any, known: Iterable[Any] = ()) -> AudeError:
    """For a name that does not exist, with those that do."""
    there_are = ", ".join(map(str, known))
    return AudeError(Code.UNKNOWN, f"there is no {what} `{name}`" + (f"; there are: {there_are}" if there_are else ""))


def seed_bits(seed: int) -> int:
    """Any whole number as the 64 bits that the library takes."""
    return operator.index(seed) % 2**64


def data_of(words: str) -> bytes:
    """A text as the library reads it."""
    if not isinstance(words, str):
        raise TypeError(f"text is wanted, not {words!r}")
    try:
        return words.encode()
    except UnicodeEncodeError as e:
        raise AudeError(Code.SYNTAX, f"{words!r} cannot be written in UTF-8") from e


def name_of(what: str, name: str) -> bytes:
    """A name to look for. In C it ends at its first zero, so one with a zero in it is nobody's."""
    if not isinstance(name, str):
        raise TypeError(f"the name of a {what} is text, not {name!r}")
    if "\0" in name:
        raise unknown(what, repr(name))
    return data_of(name)


def put(struct: Any, **numbers: Any) -> None:
    """Sets members of a struct; raises AudeError where a number has no room there."""
    for name, number in numbers.items():
        try:
            setattr(struct, name, number)
        except OverflowError as e:
            raise AudeError(Code.RANGE, f"{name}: {e}") from e


def check(code: int, error: Any = None, place: str = "line") -> None:
    """Raises for every code but AUDE_OK."""
    if code == lib.AUDE_OK:
        return
    if error is not None and error.code == code:
        raise AudeError(code, text(error.message), error.line, error.column, place)
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
