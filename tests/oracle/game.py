"""The rules of the base game and The Bets, read from the numbered rules and nothing else.

Slow and simple on purpose: features are flooded from scratch for every board, legal moves are
tried out one by one. Moves go in and come out as lines of the record grammar (docs/record.md).
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass

from features import Feature, Spot, Square, Survey, neighbours, squares_around
from tiles import EDGES, Tile, TileSet, View, payout

CHANCE = "chance"
HIDDEN = "?"  # a chip of which a redacted record does not tell the face


class IllegalMove(Exception):
    pass


@dataclass(frozen=True)
class Options:
    fields: bool = True
    tiny_city: int = 4
    bets_unoccupied: bool = True
    draws: int | None = None
    meeples: int = 7
    first: int = 0


class Game:
    """One game. `step` is what is to be decided: draw, place, meeple, settle, bets, final, over."""

    def __init__(
        self,
        sets: Sequence[TileSet],
        seats: int,
        options: Options = Options(),
        chips: Sequence[str] | None = None,
    ) -> None:
        if not 1 <= seats <= 6:
            raise ValueError("1 to 6 seats")
        if not 0 <= options.first < seats:
            raise ValueError("no such seat to begin")
        self.options = options
        self.seats = range(seats)
        self.kinds: list[Tile] = [tile for tile_set in sets for tile in tile_set.tiles]
        if len({tile.name for tile in self.kinds}) != len(self.kinds):
            raise ValueError("a tile name is used twice")
        if chips is None:
            chips = [face for tile_set in sets for face in tile_set.chips]
        self.chips = list(chips)

        # rule base/setup-1: the start tile lies at the origin, all others are the bag.
        start = next((each.start for each in sets if each.start is not None), None)
        if start is None:
            raise ValueError("no start tile")
        self.bag = [tile.count for tile in self.kinds]
        self.bag[self._kind(start)] -= 1
        self.board: dict[Square, View] = {(0, 0): self.kinds[self._kind(start)].views[0]}
        self.discarded = 0
        self.drawn = 0
        self.hand: Tile | None = None

        self.meeples: dict[Spot, int] = {}
        self.scores = [0] * seats
        self.events: list[tuple[int, str, int]] = []  # seat, kind, points
        self.supplies = [list(self.chips) for _ in self.seats]  # rule bets/setup-1
        # The chips on each office, in the order in which the tiles were placed.
        self.stacks: dict[Square, dict[int, str]] = {}

        self.left: set[int] = set()
        self.ended = False
        self.turn = options.first
        self.last: Square = (0, 0)  # where the tile of this turn lies
        self.completed: list[Feature] = []  # roads and cities that settle stacks in this turn part
        self.settled: dict[Square, Feature] = {}  # stack -> the feature it counts for
        self.asked: set[int] = set()
        self.bets: dict[int, str | None] = {}
        self.finals: dict[tuple[int, Square], Feature] = {}

        self.decision = -1  # decisions are numbered in the order in which they open
        self._survey: tuple[int, Survey] | None = None
        self._placements: tuple[tuple[int, str], list[str]] | None = None
        self.step = "over"
        self._open("draw" if self.tiles_left else "final")

    def clone(self) -> Game:
        twin = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (list, dict, set)) and name not in ("kinds", "chips"):
                setattr(twin, name, copy.copy(value))
        twin.supplies = [list(supply) for supply in self.supplies]
        return twin

    # ---------------------------------------------------------------- what can be asked

    @property
    def tiles_left(self) -> int:
        """Tiles left to draw; after `rule draws` the bag counts as empty."""
        if self.options.draws is None:
            return sum(self.bag)
        return min(sum(self.bag), self.options.draws - self.drawn)

    @property
    def survey(self) -> Survey:
        """The features of the board as it lies now: computed once for each board."""
        if self._survey is None or self._survey[0] != len(self.board):
            self._survey = (len(self.board), Survey(self.board))
        return self._survey[1]

    def meeples_left(self, seat: int) -> int:
        return self.options.meeples - sum(owner == seat for owner in self.meeples.values())

    @property
    def active(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.left]

    @property
    def winners(self) -> list[int]:
        # rule base/win-1; rule base/retire-1: a player who has left cannot win
        if self.step != "over":
            return []
        best = max((self.scores[seat] for seat in self.active), default=0)
        return [seat for seat in self.active if self.scores[seat] == best]

    def actors(self) -> list[int | str]:
        match self.step:
            case "draw":
                return [CHANCE]
            case "place" | "meeple" | "settle":
                return [self.turn]
            case "bets":
                return [seat for seat in self.seats if seat in self.asked and seat not in self.bets]
            case "final":
                return [seat for seat in self.active if self._open_finals(seat)]
        return []

    def chance(self) -> list[tuple[str, int]]:
        """The tiles that can be drawn, with their number, in the order of the kinds."""
        if self.step != "draw":
            return []
        return [(tile.name, count) for tile, count in zip(self.kinds, self.bag) if count]

    def legal(self, seat: int) -> list[str]:
        """The moves of a seat in canonical order, without `retire` and `end`."""
        if seat not in self.actors():
            return []
        match self.step:
            case "place":
                return self._legal_placements(self.hand)
            case "meeple":
                return ["pass"] + self._legal_meeples()
            case "settle":
                square = self._unsettled()
                return [
                    f"settle {square[0]} {square[1]} {name}"
                    for name, _ in self._candidates(square)
                ]
            case "bets":
                return [f"bet {seat} {face}" for face in ["pass"] + self._faces(seat)]
            case "final":
                square = self._open_finals(seat)[0]
                return [
                    f"final {seat} {square[0]} {square[1]} {name}"
                    for name, _ in self._targets(square)
                ]
        return []

    def is_legal(self, line: str) -> bool:
        try:
            self._check(line)
        except IllegalMove:
            return False
        return True

    # ---------------------------------------------------------------- legal moves

    def _kind(self, name: str) -> int:
        for index, tile in enumerate(self.kinds):
            if tile.name == name:
                return index
        raise IllegalMove(f"no tile {name} in this game")

    def _legal_placements(self, tile: Tile) -> list[str]:
        # Nothing else than the board and the tile matters, so one answer per board and tile.
        key = (len(self.board), tile.name)
        if self._placements is None or self._placements[0] != key:
            free = {near for square in self.board for near in neighbours(square)} - set(self.board)
            lines = [
                f"place {x} {y} {90 * quarters}"
                for x, y in sorted(free, key=lambda square: (square[1], square[0]))
                for quarters in range(4)
                if tile.smallest[quarters] == quarters and self._fits(tile.views[quarters], (x, y))
            ]
            self._placements = (key, lines)
        return list(self._placements[1])

    def _fits(self, view: View, square: Square) -> bool:
        # rule base/place-1: every touching edge must match
        for edge, near in enumerate(neighbours(square)):
            other = self.board.get(near)
            if other is not None and other.border[(edge + 2) % 4] != view.border[edge]:
                return False
        return True

    def _owners(self, feature: Feature) -> list[int]:
        """The seats of the meeples in a feature, one entry a meeple."""
        return [seat for spot, seat in self.meeples.items() if spot in feature.spots]

    def _legal_meeples(self) -> list[str]:
        # rule base/meeple-2: the supply as it is before this turn's scoring
        if self.meeples_left(self.turn) == 0:
            return []
        segments = [
            segment
            for index, segment in enumerate(self.board[self.last].segments)
            if (segment.kind != "field" or self.options.fields)
            # rule base/meeple-1: nobody anywhere in the feature
            and not self._owners(self.survey.at[self.last, index])
        ]
        segments.sort(key=lambda segment: segment.rank)
        return [f"meeple small {segment.name}" for segment in segments]

    def _ways(self, square: Square) -> list[tuple[str, Feature]]:
        """The distinct roads and cities with a segment on a tile, in canonical order, each named
        by its first edge there. rule bets/target-1: several segments of one are one."""
        view = self.board[square]
        found: dict[Feature, str] = {}
        for index, segment in sorted(enumerate(view.segments), key=lambda item: item[1].rank):
            if segment.kind in ("city", "road"):
                found.setdefault(self.survey.at[square, index], segment.name)
        return [(name, feature) for feature, name in found.items()]

    def _targets(self, square: Square) -> list[tuple[str, Feature]]:
        """The unfinished roads and cities of a tile."""
        return [(name, feature) for name, feature in self._ways(square) if not feature.complete]

    def _candidates(self, square: Square) -> list[tuple[str, Feature]]:
        """The features completed in this turn part that could settle the stack on a tile."""
        return [
            (name, feature) for name, feature in self._ways(square) if feature in self.completed
        ]

    def _unsettled(self) -> Square | None:
        """The oldest stack for which it is still to be decided what it counts for."""
        for square in self.stacks:
            if square not in self.settled and len(self._candidates(square)) >= 2:
                return square
        return None

    def _faces(self, seat: int) -> list[str]:
        supply = self.supplies[seat]
        faces = list(dict.fromkeys(self.chips))
        return faces if HIDDEN in supply else [face for face in faces if face in supply]

    def _open_finals(self, seat: int) -> list[Square]:
        """The stacks for which a seat has still to choose at the end, oldest first."""
        # rule bets/final-2: with one target there is nothing to decide
        return [
            square
            for square, stack in self.stacks.items()
            if seat in stack
            and (seat, square) not in self.finals
            and len(self._targets(square)) >= 2
        ]

    # ---------------------------------------------------------------- moves

    def _check(self, line: str) -> str:
        """The canonical form of a legal move; IllegalMove for anything else."""
        words = line.split()
        if self.step == "over":
            raise IllegalMove("the game is over")
        match words:
            case ["retire" | "end", seat]:
                if self._integer(seat) not in self.seats:
                    raise IllegalMove(f"no seat {seat}")
                return line
            case ["draw", name]:
                if self.step != "draw":
                    raise IllegalMove("no draw now")
                if name not in [tile for tile, _ in self.chance()]:
                    raise IllegalMove(f"no tile {name} in the bag")
                return line
            case ["place", x, y, degrees] if self.step == "place":
                # Readers take any equivalent rotation.
                if degrees not in ("0", "90", "180", "270"):
                    raise IllegalMove(f"no rotation {degrees}")
                smallest = self.hand.smallest[int(degrees) // 90]
                wanted = f"place {self._integer(x)} {self._integer(y)} {90 * smallest}"
                seat = self.turn
            case ["meeple", "small", name] if self.step == "meeple":
                # Readers take any edge of the segment.
                view = self.board[self.last]
                index = view.find(name)
                if index is None:
                    raise IllegalMove(f"no {name} on this tile")
                wanted = f"meeple small {view.segments[index].name}"
                seat = self.turn
            case ["pass"]:
                wanted = "pass"
                seat = self.turn
            case ["settle", x, y, name] if self.step == "settle":
                square = (self._integer(x), self._integer(y))
                wanted = f"settle {square[0]} {square[1]} {self._way_name(square, name)}"
                seat = self.turn
            case ["bet", who, face]:
                seat = self._integer(who)
                wanted = f"bet {seat} {face}"
                if face == HIDDEN and self.step == "bets" and seat in self.actors():
                    return wanted
            case ["final", who, x, y, name] if self.step == "final":
                seat = self._integer(who)
                square = (self._integer(x), self._integer(y))
                wanted = f"final {seat} {square[0]} {square[1]} {self._way_name(square, name)}"
            case _:
                raise IllegalMove(f"not understood here: {line}")
        if wanted not in self.legal(seat):
            raise IllegalMove(f"not legal: {line}")
        return wanted

    @staticmethod
    def _integer(word: str) -> int:
        try:
            return int(word)
        except ValueError:
            raise IllegalMove(f"not a number: {word}") from None

    def _way_name(self, square: Square, name: str) -> str:
        """The canonical name, on the tile there, of a road or city given by any of its edges."""
        index = self.board[square].find(name) if square in self.board else None
        if index is None:
            raise IllegalMove(f"no {name} on {square}")
        for canonical, feature in self._ways(square):
            if feature is self.survey.at[square, index]:
                return canonical
        raise IllegalMove(f"{name} is no road or city")

    def apply(self, line: str) -> None:
        """Makes a move, given as a line of a record. An illegal move changes nothing."""
        words = self._check(line).split()
        match words:
            case ["draw", name]:
                self._draw(self._kind(name))
            case ["place", x, y, degrees]:
                self._place((int(x), int(y)), int(degrees) // 90)
            case ["meeple", _, name]:
                spot = (self.last, self.board[self.last].find(name))
                self.meeples[spot] = self.turn
                self._score_completed()
            case ["pass"]:
                self._score_completed()
            case ["settle", x, y, name]:
                square = (int(x), int(y))
                self.settled[square] = dict(self._candidates(square))[name]
                self._settle()
            case ["bet", seat, face]:
                self.bets[int(seat)] = None if face == "pass" else face
                self._close_bets_when_all_have_chosen()
            case ["final", seat, x, y, name]:
                square = (int(x), int(y))
                self.finals[int(seat), square] = dict(self._targets(square))[name]
                self._close_final_when_all_have_chosen()
            case ["retire", seat]:
                self._retire(int(seat))
            case ["end", seat]:
                self._end(int(seat))

    def _open(self, step: str) -> None:
        self.step = step
        if self.actors():
            self.decision += 1
        if step == "final":
            self._close_final_when_all_have_chosen()

    # ---------------------------------------------------------------- the turn

    def _draw(self, kind: int) -> None:
        tile = self.kinds[kind]
        self.bag[kind] -= 1
        self.drawn += 1
        if self._legal_placements(tile):
            self.hand = tile
            self._open("place")
            return
        # rule base/place-2: it leaves the game, and the same player draws again
        self.discarded += 1
        self._open("draw" if self.tiles_left else "final")

    def _place(self, square: Square, quarters: int) -> None:
        self.board[square] = self.hand.views[quarters]
        self.hand = None
        self.last = square
        self.completed = []
        self.settled = {}
        # rule base/turn-1: then a meeple, if there is anything but a pass
        if self._legal_meeples():
            self._open("meeple")
        else:
            self._score_completed()

    def _score_completed(self) -> None:
        """Action 3: what the tile of this turn has completed is scored, meeples go back."""
        near = {self.last, *squares_around(self.last)}
        for feature in self.survey.features:
            if feature.kind == "field" or not feature.complete:
                continue
            # rule base/monastery-1: one tile may complete several; any other feature is
            # completed in this turn only if the tile belongs to it.
            if feature.kind == "monastery" and not feature.squares & near:
                continue
            if feature.kind != "monastery" and self.last not in feature.squares:
                continue
            owners = self._owners(feature)
            # rule bets/settle-3
            if feature.kind != "monastery" and (owners or self.options.bets_unoccupied):
                self.completed.append(feature)
            self._pay_majority(feature, self._value(feature))
            # rule base/return-1
            for spot in [spot for spot in self.meeples if spot in feature.spots]:
                del self.meeples[spot]
        self._settle()

    def _value(self, feature: Feature) -> int:
        """The points of a road, city or monastery, complete or as it is at the end."""
        if feature.kind == "road":  # rule base/road-1
            return feature.tiles
        if feature.kind == "monastery":  # rule base/monastery-1
            return 9 - feature.open_edges
        # rule base/city-1
        tiny = self.options.tiny_city == 2 and feature.tiles == 2
        factor = 2 if feature.complete and not tiny else 1
        return factor * (feature.tiles + feature.pennants)

    def _pay_majority(self, feature: Feature, points: int) -> None:
        # rule base/majority-1: all who are tied for most get everything
        owners = self._owners(feature)
        most = max((owners.count(seat) for seat in self.seats), default=0)
        for seat in self.seats:
            if most > 0 and owners.count(seat) == most:
                self._pay(seat, feature.kind, points)

    def _pay(self, seat: int, kind: str, points: int) -> None:
        self.scores[seat] += points
        self.events.append((seat, kind, points))

    def _settle(self) -> None:
        """The stacks on tiles of completed roads and cities (rules bets/settle-1 to settle-6)."""
        # rule bets/settle-4: the player who placed the tile decides, oldest stack first, all
        # before any flip; rule base/retire-1: the default for one who has left
        while (square := self._unsettled()) is not None:
            if self.turn not in self.left and not self.ended:
                self._open("settle")
                return
            self.settled[square] = self._default(self._candidates(square))
        for square in self.stacks:
            candidates = self._candidates(square)
            if len(candidates) == 1:
                self.settled[square] = candidates[0][1]
        for square in list(self.stacks):
            if square in self.settled:
                self._flip(square, dict.fromkeys(self.stacks[square], self.settled[square]))
        # rule bets/void-1: a stack without a target goes back unscored
        for square in list(self.stacks):
            if not self._targets(square):
                self._give_back(square)
        self._open_bets()

    @staticmethod
    def _default(choices: list[tuple[str, Feature]]) -> Feature:
        """The feature with the most tiles, then the first edge clockwise from north."""
        return min(choices, key=lambda item: (-item[1].tiles, EDGES.index(item[0][-1])))[1]

    def _flip(self, square: Square, counts_for: dict[int, Feature]) -> None:
        """Every chip of a stack is flipped, paid and given back."""
        if HIDDEN in self.stacks[square].values():
            raise IllegalMove(f"the faces on {square} are not known")
        for seat, face in self.stacks[square].items():
            # rules bets/settle-2, settle-5: with or without a meeple, each chip for itself
            self._pay(seat, "bet", payout(face, counts_for[seat].tiles))
        self._give_back(square)

    def _give_back(self, square: Square) -> None:
        for seat, face in self.stacks.pop(square).items():
            self.supplies[seat].append(face)

    def _open_bets(self) -> None:
        """Action 4 (rule bets/turn-1)."""
        self.bets = {}
        self.asked = set()
        if (
            self.board[self.last].tile.office
            and not self.ended
            and self.tiles_left > 0  # rule bets/place-2
            and self._targets(self.last)  # rule bets/place-3
        ):
            # rule bets/place-5
            self.asked = {seat for seat in self.active if self.supplies[seat]}
        if self.asked:
            self._open("bets")
        else:
            self._end_turn()

    def _close_bets_when_all_have_chosen(self) -> None:
        if self.actors():
            return
        # rule bets/place-4: only now the chips leave the supplies
        stack = {seat: self.bets[seat] for seat in self.seats if self.bets.get(seat) is not None}
        for seat, face in stack.items():
            self._take_chip(seat, face)
        if stack:
            self.stacks[self.last] = stack
        self.asked = set()
        self.bets = {}
        self._end_turn()

    def _take_chip(self, seat: int, face: str) -> None:
        supply = self.supplies[seat]
        if face == HIDDEN:  # from now on only the number of this supply is known
            self.supplies[seat] = [HIDDEN] * (len(supply) - 1)
        else:
            supply.remove(face if face in supply else HIDDEN)

    def _end_turn(self) -> None:
        # rule base/end-1
        if self.ended or not self.active or not self.tiles_left:
            self._open("final")
        else:
            self._pass_turn_on()
            self._open("draw")

    def _pass_turn_on(self) -> None:
        # rule base/setup-2: clockwise; rule base/retire-1: turns of those who left are skipped
        self.turn = (self.turn + 1) % len(self.seats)
        while self.turn in self.left:
            self.turn = (self.turn + 1) % len(self.seats)

    # ---------------------------------------------------------------- the end

    def _close_final_when_all_have_chosen(self) -> None:
        if self.actors():
            return
        # rule bets/final-1: the chips first
        for square in list(self.stacks):
            targets = self._targets(square)
            if not targets:  # cannot happen: rule bets/void-1 has removed such a stack
                raise AssertionError(f"a stack without target on {square}")
            default = self._default(targets)
            chosen = {
                seat: self.finals.get((seat, square), default) for seat in self.stacks[square]
            }
            self._flip(square, chosen)
        # then roads, cities and monasteries, then fields (rule base/end-1)
        for feature in self.survey.features:
            if feature.kind != "field":
                self._pay_majority(feature, self._value(feature))
        for feature in self.survey.features:
            if feature.kind == "field":
                self._pay_majority(feature, 3 * self._cities_touched(feature))
        self._open("over")

    def _cities_touched(self, meadow: Feature) -> int:
        # rule base/field-1: distinct completed cities
        cities = set()
        for square, index in meadow.spots:
            view = self.board[square]
            for edge in view.segments[index].touches:
                city = self.survey.at[square, view.at_edge[edge]]
                if city.complete:
                    cities.add(city)
        return len(cities)

    def _retire(self, seat: int) -> None:
        """rule base/retire-1"""
        self.left.add(seat)
        self._go_on_without(seat)

    def _end(self, seat: int) -> None:
        """The table ends the game: no draw, no bet, only what is under way is finished."""
        self.left.add(seat)
        self.ended = True
        self._go_on_without(seat)

    def _go_on_without(self, seat: int) -> None:
        on_turn = seat == self.turn or self.ended
        match self.step:
            case "draw" | "place" if self.ended or not self.active:
                self._open("final")  # a tile in hand stays in hand
            case "draw" | "place" if on_turn:
                self._pass_turn_on()  # a tile in hand becomes the next player's
                self._open(self.step)
            case "meeple" if on_turn:
                self._score_completed()  # a pass
            case "settle" if on_turn:
                self._settle()  # the default
            case "bets":
                # A choice made stands, otherwise it is no bet.
                still_asked = set() if self.ended else set(self.active)
                self.asked &= still_asked | set(self.bets)
                self._close_bets_when_all_have_chosen()
            case "final":
                self._close_final_when_all_have_chosen()
