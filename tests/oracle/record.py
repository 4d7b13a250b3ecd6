"""Reading and replaying records (docs/record.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from game import CHANCE, Game, IllegalMove, Options
from tiles import TileFileError, TileSet, payout, read_tile_set

MOVES = ("draw", "place", "meeple", "pass", "settle", "bet", "final", "retire", "end")
SECRET = ("bet", "final")
SCORED = ("city", "road", "monastery", "field", "bet")


class RecordError(Exception):
    """A record that cannot be read or replayed, with the number of the line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


@dataclass
class Record:
    """What a file says: how the game is set up, and the statements after that."""

    sets: list[TileSet] = field(default_factory=list)
    options: Options = Options()
    chips: list[str] | None = None
    names: list[str] = field(default_factory=list)
    statements: list[tuple[int, str]] = field(default_factory=list)
    last_line: int = 0

    def new_game(self) -> Game:
        return Game(self.sets, len(self.names), self.options, self.chips)


def strip_comment(line: str) -> str:
    # A comment begins with `#` at the start of the line or after white space.
    return re.sub(r"(^|\s)#.*", "", line).strip()


def read_record(lines: Iterable[str], known_sets: Mapping[str, TileSet]) -> Record:
    record = Record()
    embedded: list[str] = []
    embedded_at = 0
    begun = False

    def finish_embedded() -> None:
        if embedded:
            try:
                record.sets.append(read_tile_set(embedded, "embedded tile file"))
            except TileFileError as error:
                raise RecordError(embedded_at, str(error)) from None
            embedded.clear()

    for number, raw in enumerate(lines, 1):
        record.last_line = number
        text = strip_comment(raw)
        words = text.split()
        if not words:
            continue
        if not begun:
            if words != ["aude", "1"]:
                raise RecordError(number, "the first statement is not `aude 1`")
            begun = True
            continue
        if words[0] == "|":
            if words[1:2] == ["aude-tiles"]:
                finish_embedded()  # another file begins
            embedded_at = embedded_at if embedded else number
            embedded.append(text[1:])
        else:
            finish_embedded()
        if words[0] in ("|", "set", "rule", "chips", "seat"):
            if record.statements:
                raise RecordError(number, f"`{words[0]}` after the first move")
            try:
                read_setup_line(record, words, known_sets)
            except ValueError as error:
                raise RecordError(number, str(error)) from None
        elif words[0] in (*MOVES, "expect", "digest", "confirm", "undo"):
            record.statements.append((number, " ".join(words)))
        else:
            raise RecordError(number, f"unknown word {words[0]}")
    finish_embedded()
    if not begun:
        raise RecordError(1, "the first statement is not `aude 1`")
    return record


def read_setup_line(
    record: Record, words: list[str], known_sets: Mapping[str, TileSet]
) -> None:
    """One line of the setup; ValueError tells what is wrong with it."""

    def rule(**changes: object) -> None:
        record.options = replace(record.options, **changes)

    match words:
        case ["|", *_]:
            pass  # collected by the caller
        case ["set", name] | ["set", name, _]:
            if name not in known_sets:
                raise ValueError(f"unknown set {name}")
            # The hash of the newest data is not checked; that of older data finds its file.
            record.sets.append(known_sets.get("-".join(words[1:]), known_sets[name]))
        case ["rule", "fields", "on" | "off" as value]:
            rule(fields=value == "on")
        case ["rule", "tiny-city", "4" | "2" as value]:
            rule(tiny_city=int(value))
        case ["rule", "bets-unoccupied", "on" | "off" as value]:
            rule(bets_unoccupied=value == "on")
        case ["rule", "confirm", "on" | "off"]:
            pass  # moves are applied at once, which comes to the same
        case ["rule", "draws", value]:
            rule(draws=natural(value))
        case ["rule", "meeples", value] if 1 <= natural(value) <= 8:
            rule(meeples=natural(value))
        case ["rule", "first", value]:
            rule(first=natural(value))
        case ["chips", *faces] if faces:
            for face in faces:
                payout(face, 1)
            record.chips = faces
        case ["seat", number, *name] if natural(number) == len(record.names):
            record.names.append(" ".join(name))
        case _:
            raise ValueError(f"not understood: {' '.join(words)}")


def natural(word: str) -> int:
    if not re.fullmatch(r"\d+", word):
        raise ValueError(f"not a number: {word}")
    return int(word)


@dataclass
class Done:
    """A move that is in effect: by whom, and to which decision it belongs."""

    line: str
    seat: int | None
    decision: int


class Replay:
    """Replays one record; `failures` are (line, reason)."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.failures: list[tuple[int, str]] = []
        self.history: list[Done] = []
        self.moves = 0
        self.checks = 0
        self.decisions = 0
        try:
            self.game = record.new_game()
        except ValueError as error:
            raise RecordError(record.last_line, str(error)) from None

    def run(self) -> None:
        """Goes on after a failed check, stops at a move that cannot be made."""
        for number, line in self.record.statements:
            words = line.split()
            try:
                match words[0]:
                    case "expect":
                        self.checks += 1
                        reason = self.failed_check(words[1:])
                        if reason is not None:
                            self.failures.append((number, f"{line}: {reason}"))
                    case "digest":
                        pass
                    case "confirm":
                        self.game_seat(words)
                    case "undo":
                        self.undo(words)
                    case _:
                        self.make(line)
            except (IllegalMove, ValueError, IndexError) as error:
                self.failures.append((number, f"{line}: {error}"))
                return

    def game_seat(self, words: list[str]) -> int:
        if len(words) < 2 or natural(words[1]) not in self.game.seats:
            raise ValueError("no such seat")
        return natural(words[1])

    def make(self, line: str) -> None:
        words = line.split()
        match words[0]:
            case "draw":
                seat = None
            case "bet" | "final" | "retire" | "end":
                seat = self.game_seat(words)
            case _:
                seat = self.game.turn
        done = Done(line, seat, self.game.decision)
        self.game.apply(line)
        if not self.history or self.history[-1].decision != done.decision:
            self.decisions += 1
        self.history.append(done)
        self.moves += 1

    def undo(self, words: list[str]) -> None:
        """`undo SEAT`: without the last move of that seat and what came after it.
        `undo SEAT INDEX`: without everything from decision INDEX on."""
        seat = self.game_seat(words)
        if len(words) == 3:
            index = natural(words[2])
            keep = [done for done in self.history if done.decision < index]
        elif len(words) == 2:
            own = [place for place, done in enumerate(self.history) if done.seat == seat]
            if not own:
                raise ValueError("nothing to undo")
            keep = self.history[: own[-1]]
        else:
            raise ValueError("not understood")
        if any(done.line.split()[0] in SECRET for done in self.history[len(keep) :]):
            raise ValueError("secret choices cannot be undone")
        self.game = self.record.new_game()
        for done in keep:
            self.game.apply(done.line)
        self.history = keep

    def failed_check(self, words: list[str]) -> str | None:
        """None if what `expect` says is true, else what is the case."""
        game = self.game

        def differs(found: object, wanted: object) -> str | None:
            return None if found == wanted else f"found {found}"

        match words:
            case ["score", seat, points]:
                return differs(game.scores[natural(seat)], int(points))
            case ["scored", seat, kind, points] if kind in SCORED:
                event = (natural(seat), kind, int(points))
                return None if event in game.events else f"found {self.scored(seat, kind)}"
            case ["not-scored", seat, kind] if kind in SCORED:
                return differs([points for points in self.scored(seat, kind) if points], [])
            case ["hidden", seat, x, y]:
                stack = game.stacks.get((int(x), int(y)), {})
                return differs(natural(seat) in stack, True)
            case ["no-chip", seat, x, y]:
                stack = game.stacks.get((int(x), int(y)), {})
                return differs(natural(seat) in stack, False)
            case ["supply", seat, number]:
                return differs(len(game.supplies[natural(seat)]), natural(number))
            case ["meeples", seat, number]:
                return differs(game.meeples_left(natural(seat)), natural(number))
            case ["bag", number]:
                return differs(game.tiles_left, natural(number))
            case ["discarded", number]:
                return differs(game.discarded, natural(number))
            case ["turn", seat]:
                return differs(game.turn, natural(seat))
            case ["actors", *who]:
                wanted = {CHANCE if word == CHANCE else natural(word) for word in who}
                found = set(game.actors())
                return None if found == wanted else f"found {sorted(map(str, found))}"
            case ["over"]:
                return differs(game.step, "over")
            case ["winner", *seats]:
                if game.step != "over":
                    return "the game is not over"
                return differs(game.winners, sorted(natural(seat) for seat in seats))
            case ["legal", *move] if move and move[0] in MOVES:
                return differs(game.is_legal(" ".join(move)), True)
            case ["illegal", *move] if move and move[0] in MOVES:
                return differs(game.is_legal(" ".join(move)), False)
            case ["legal" | "illegal", "undo" | "confirm", *_]:
                return None  # the table's business, not the rules'
            case ["moves", number]:
                return differs(count_moves(game), natural(number))
        raise ValueError("not understood")

    def scored(self, seat: str, kind: str) -> list[int]:
        who = natural(seat)
        return [points for owner, what, points in self.game.events if (owner, what) == (who, kind)]


def count_moves(game: Game) -> int:
    """The number of listed moves of all who are to act; where it is chance, of the tiles."""
    if CHANCE in game.actors():
        return len(game.chance())
    return sum(len(game.legal(seat)) for seat in game.actors())
