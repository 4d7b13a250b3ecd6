"""Tests of the oracle itself: small situations worked out by hand, and random games.

Run with `python3 -m unittest` in this directory, or directly. ORACLE_GAMES sets the number of
random games.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import unittest
from collections import Counter
from pathlib import Path

from game import CHANCE, Game, IllegalMove
from perft import perft
from record import Record, RecordError, Replay, read_record, read_setup_line
from replay import DATA
from selfplay import embedded, play, random_setup
from tiles import TileFileError, load_directory, payout, read_tile_set

KNOWN = load_directory(DATA)
CONFORMANCE = Path(__file__).resolve().parents[3] / "shared" / "conformance" / "jcz"
CROSSINGS = Path(__file__).with_name("crossings.tiles")
RANDOM_GAMES = int(os.environ.get("ORACLE_GAMES", "40"))

BASE = "aude 1\nset base\nseat 0 Ann\nseat 1 Ben\n"
BETS = "aude 1\nset base\nset bets\nchips 4x2 4/5 5/6 2/3\n"
TWO = "seat 0 Ann\nseat 1 Ben\n"
THREE = TWO + "seat 2 Cid\n"


SETUP = ("aude", "set", "rule", "seat", "chips")


def replayed(text: str) -> Replay:
    replay = Replay(read_record(text.splitlines(), KNOWN))
    replay.run()
    return replay


def new_game(*setup: str, seats: int = 2) -> Game:
    record = Record()
    for line in [*setup, *(f"seat {seat} Seat" for seat in range(seats))]:
        read_setup_line(record, line.split(), KNOWN)
    return record.new_game()


class RecordCase(unittest.TestCase):
    def check(self, *parts: str) -> None:
        """Every move of the record is legal and every check holds."""
        self.assertEqual(replayed("".join(parts)).failures, [])


class Tiles(unittest.TestCase):
    def test_numbers_of_tiles(self):
        self.assertEqual(sum(tile.count for tile in KNOWN["base"].tiles), 72)
        self.assertEqual(sum(tile.office for tile in KNOWN["bets"].tiles), 10)

    def test_equivalent_rotations(self):
        tiles = {tile.name: tile for each in KNOWN.values() for tile in each.tiles}
        self.assertEqual(tiles["L"].smallest, (0, 0, 0, 0))
        self.assertEqual(tiles["CFC"].smallest, (0, 1, 0, 1))
        self.assertEqual(tiles["RFr"].smallest, (0, 1, 0, 1))
        self.assertEqual(tiles["B01"].smallest, (0, 1, 0, 1))
        self.assertEqual(tiles["RCr"].smallest, (0, 1, 2, 3))

    def test_fields_touch_what_the_rules_list(self):
        # The table of the bookmaker tiles: the edges of the cities, field by field.
        wanted = {
            "B01": ["NS", "NS"],
            "B02": ["N", "", "N"],
            "B03": ["N", "", "N"],
            "B04": ["N", "", "N"],
            "B05": ["NE", "NE"],
            "B06": ["NW", "", "NW"],
        }
        for tile in KNOWN["bets"].tiles:
            fields = [each for each in tile.segments if each.kind == "field"]
            found = ["".join("NESW"[edge] for edge in sorted(each.touches)) for each in fields]
            self.assertEqual(found, wanted.get(tile.name, [""] * len(fields)), tile.name)

    def test_chips(self):
        # rule bets/settle-2
        self.assertEqual([payout("4x2", size) for size in (3, 4, 5)], [0, 8, 0])
        self.assertEqual([payout("3/7+", size) for size in (2, 3, 6, 7, 9)], [0, 3, 0, 7, 7])
        self.assertEqual(payout("2+/5", 5), 5)
        self.assertEqual(payout("5/2+", 6), 2)
        for face in ("", "4//5", "x2", "4x", "4+x2", "0"):
            self.assertRaises(ValueError, payout, face, 4)

    def test_refused_files(self):
        for text in (
            "set x",
            "aude-tiles 1\nset x\ntile A x1\ncity N\nroad N\nfield EL ER SL SR WL WR",
            "aude-tiles 1\nset x\ntile A x1\ncity N\nfield EL ER SL SR WL",
            "aude-tiles 1\nset x\ntile A x1\nroad N E S\nfield NL NR EL ER SL SR WL WR",
            "aude-tiles 1\nset x\ntile A x1\nfield NL NR EL ER SL SR WL WR touches N",
            "aude-tiles 1\nset x\ntile A 1",
            "aude-tiles 1\nset x\nchip 4y",
            "aude-tiles 1\nset x\nriver N",
        ):
            with self.assertRaises(TileFileError):
                read_tile_set(text.splitlines(), "test")


class BaseGame(RecordCase):
    def test_first_placements(self):
        # The city tile: north of the start tile with the city down; south with any field up.
        game = new_game("set base")
        game.apply("draw C")
        self.assertEqual(
            game.legal(0), ["place 0 -1 180", "place 0 1 90", "place 0 1 180", "place 0 1 270"]
        )
        self.assertEqual(game.legal(1), [])

    def test_equivalent_rotation_and_other_edges_are_read(self):
        self.check(
            BASE,
            "draw CFC\nexpect legal place 0 -1 180\nexpect illegal place 0 -1 90\n",
            "place 0 -1 180\nexpect legal meeple small field.WR\nmeeple small field.ER\n",
            "draw RFr\nplace 1 0 0\nexpect moves 4\nmeeple small road.W\n",
        )

    def test_meeple_list_in_canonical_order(self):
        # Monastery with a road to the south, below the start tile turned so that the road goes on.
        game = new_game("set base")
        for line in ("draw LR", "place 1 0 90"):
            game.apply(line)
        self.assertEqual(
            game.legal(0),
            ["pass", "meeple small road.W", "meeple small monastery", "meeple small field.NL"],
        )

    def test_two_tile_city(self):
        # rule base/city-1: four points, with the option two
        moves = "draw C\nplace 0 -1 180\nmeeple small city.S\n"
        self.check(BASE, moves, "expect score 0 4\nexpect meeples 0 7\nexpect scored 0 city 4\n")
        option = BASE.replace("seat 0", "rule tiny-city 2\nseat 0")
        self.check(option, moves, "expect score 0 2\n")

    def test_last_meeple_does_not_come_back_in_time(self):
        # rule base/meeple-2: the only meeple is on the road; the tile that completes it offers none
        setup = BASE.replace("seat 0", "rule meeples 1\nseat 0")
        self.check(
            setup,
            "draw LR\nplace 1 0 90\nmeeple small road.W\nexpect meeples 0 0\n",
            "draw L\nplace 1 1 0\npass\n",
            "draw LR\nplace -1 0 270\nexpect actors chance\nexpect turn 1\n",
            "expect score 0 3\nexpect meeples 0 1\n",
        )

    def test_occupied_through_several_tiles(self):
        # rule base/meeple-1
        self.check(
            BASE,
            "draw RFr\nplace 1 0 0\nmeeple small road.E\n",
            "draw RFr\nplace 2 0 0\nexpect illegal meeple small road.E\n",
            "expect legal meeple small field.NL\nexpect legal meeple small field.SL\n",
            "expect moves 3\npass\n",
        )

    def test_road_loop_is_complete(self):
        # rule base/road-1: four curves around a point, below the start tile
        self.check(
            BASE,
            "draw Rr\nplace 0 1 270\nmeeple small road.E\n",  # roads E S
            "draw Rr\nplace 1 1 0\npass\n",  # roads S W
            "draw Rr\nplace 1 2 90\npass\n",  # roads N W
            "draw Rr\nplace 0 2 180\npass\n",  # roads N E
            "expect score 0 4\nexpect meeples 0 7\nexpect scored 0 road 4\n",
        )

    def test_tie_pays_both(self):
        # rule base/majority-1: two city tiles face each other over a joining tile
        # (0,-1) turned CcRr: city S+E of seat 0; (2,-1) C: city W of seat 1; (1,-1) joins them.
        self.check(
            BASE,
            "draw CcRr\nplace 0 -1 180\nmeeple small city.E\n",  # cities S E, roads N W
            "draw RFr\nplace 1 0 0\npass\n",
            "draw RFr\nplace 2 0 0\npass\n",
            "draw C\nplace 2 -1 270\nmeeple small city.W\n",
            "draw CFc\nplace 1 -1 0\npass\n",
            # the city: start, (0,-1), (1,-1), (2,-1): four tiles
            "expect score 0 8\nexpect score 1 8\nexpect meeples 0 7\nexpect meeples 1 7\n",
        )

    def test_unplaceable_tile(self):
        # rule base/place-2: with the only city closed the tile that is all city fits nowhere
        self.check(
            BASE,
            "draw C\nplace 0 -1 180\npass\nexpect bag 70\n",
            "draw Cccc+\nexpect discarded 1\nexpect bag 69\nexpect turn 1\nexpect actors chance\n",
            "expect illegal draw Cccc+\n",
        )
        short = BASE.replace("seat 0", "rule draws 2\nseat 0")
        self.check(short, "draw C\nplace 0 -1 180\npass\ndraw Cccc+\nexpect over\n")

    def test_monastery_at_the_end(self):
        # rule base/monastery-1: itself, the start tile and one more
        setup = BASE.replace("seat 0", "rule draws 2\nseat 0")
        self.check(
            setup,
            "draw L\nplace 0 1 0\nmeeple small monastery\ndraw L\nplace 0 2 0\npass\n",
            "expect over\nexpect score 0 3\nexpect winner 0\n",
        )

    def test_one_tile_completes_two_monasteries(self):
        # rule base/monastery-1: a block of 3 x 4 fields of monasteries below the start tile.
        # Seat 0 owns the one at (0,2), seat 1 the one at (0,3); the last tile is (1,3).
        setup = (
            "aude 1\n| aude-tiles 1\n| set plain\n| start L\n| tile L x20\n| monastery\n"
            "| field NL NR EL ER SL SR WL WR\nrule fields off\n" + TWO
        )
        squares = [(0, 1), (1, 1), (-1, 1), (-1, 0), (1, 0), (0, -1), (1, -1)]
        moves = ""
        for x, y in squares:
            mark = "meeple small monastery" if (x, y) in ((0, 1), (1, 1)) else "pass"
            moves += f"draw L\nplace {x} {y} 0\n{mark}\n"
        # (0,1) lacks (-1,2) (0,2) (1,2); (1,1) lacks (0,2) (1,2) (2,0) (2,1) (2,2).
        for x, y in ((-1, 2), (1, 2), (2, 0), (2, 1), (2, 2)):
            moves += f"draw L\nplace {x} {y} 0\npass\n"
        moves += "expect score 0 0\nexpect score 1 0\ndraw L\nplace 0 2 0\npass\n"
        self.check(setup, moves, "expect score 0 9\nexpect score 1 9\nexpect meeples 0 7\n")

    def test_city_counts_once_for_a_field(self):
        # rule base/field-1: three points for the closed city that seat 0's field touches
        setup = BASE.replace("seat 0", "rule draws 1\nseat 0")
        moves = "draw C\nplace 0 -1 180\nmeeple small field.NL\n"
        self.check(setup, moves, "expect over\nexpect score 0 3\nexpect scored 0 field 3\n")
        # The two other tiles join it with the northern field of the start tile: the same city.
        self.check(
            setup.replace("draws 1", "draws 3"),
            moves,
            "draw Rr\nplace 1 0 0\npass\n",
            "draw L\nplace 1 -1 0\nexpect illegal meeple small field.NL\npass\n",
            "expect over\nexpect score 0 3\n",
        )

    def test_no_fields(self):
        setup = BASE.replace("seat 0", "rule fields off\nseat 0")
        self.check(
            setup, "draw C\nplace 0 -1 180\nexpect moves 2\nexpect illegal meeple small field.NL\n"
        )


class Leaving(RecordCase):
    def test_tile_in_hand_goes_on(self):
        # rule base/retire-1
        self.check(
            BASE,
            "draw C\nretire 0\nexpect turn 1\nexpect actors 1\n",
            "place 0 -1 180\nmeeple small city.S\n",
            "expect score 1 4\nexpect turn 1\nretire 1\nexpect over\nexpect illegal retire 1\n",
        )
        self.assertEqual(replayed(BASE + "retire 0\nretire 1\n").game.winners, [])

    def test_open_meeple_is_a_pass_and_points_stay(self):
        self.check(
            BASE,
            "draw C\nplace 0 -1 180\nmeeple small city.S\n",
            "draw RFr\nplace 1 0 0\nretire 1\nexpect turn 0\nexpect actors chance\n",
            "expect meeples 1 7\nend 0\nexpect over\nexpect score 0 4\n",
        )

    def test_end_ranks_last(self):
        self.check(
            BASE,
            "draw C\nplace 0 -1 180\nmeeple small city.S\n",
            "draw RFr\nend 0\nexpect over\nexpect score 0 4\nexpect winner 1\n",
        )

    def test_bets_when_somebody_leaves(self):
        self.check(
            BETS,
            THREE,
            "draw B10\nplace 1 0 0\npass\nexpect actors 0 1 2\nbet 2 2/3\n",
            # a choice made stands, otherwise it is no bet
            "retire 2\nretire 0\nexpect actors 1\nexpect no-chip 2 1 0\nbet 1 pass\n",
            "expect hidden 2 1 0\nexpect no-chip 0 1 0\nexpect no-chip 1 1 0\nexpect turn 1\n",
        )
        self.check(
            BETS,
            THREE,
            "draw B10\nplace 1 0 0\npass\nbet 2 2/3\nend 1\n",
            # seat 2 has a chip with four targets and chooses: the road W has two tiles by now
            "expect actors 2\nexpect moves 4\nfinal 2 1 0 road.W\nexpect over\n",
            "expect scored 2 bet 2\nexpect score 2 2\n",
        )

    def test_final_default(self):
        # the target with most tiles: the road W, 2 tiles
        self.check(
            BETS,
            THREE,
            "draw B10\nplace 1 0 0\npass\nbet 0 pass\nbet 1 pass\nbet 2 2/3\nretire 2\nend 1\n",
            "expect over\nexpect score 2 2\nexpect winner 0\n",
        )


# The stack on (1,0) has a road N and a road E, three tiles each when the crossing is placed.
TWO_ROADS = (
    "draw Rr\nplace 1 -1 270\npass\n"  # roads E S
    "draw Rr\nplace 2 0 90\npass\n"  # roads N W
    "draw RRRR\nplace 2 -1 0\npass\n"
)


class Bets(RecordCase):
    def test_printed_example(self):
        # rule bets/example-1: start, (0,-1), (1,-1) with a pennant, (1,-2)
        self.check(
            BETS,
            THREE,
            "draw B06\nplace 0 -1 180\nmeeple small city.S\n",
            "expect actors 0 1 2\nexpect moves 15\nbet 1 4x2\nbet 0 4/5\n",
            "expect no-chip 1 0 -1\nexpect supply 1 4\nbet 2 5/6\n",
            "expect hidden 1 0 -1\nexpect supply 1 3\n",
            "draw Cc+\nplace 1 -1 0\npass\nexpect hidden 0 0 -1\n",
            "draw C\nplace 1 -2 180\npass\n",
            "expect scored 0 city 10\nexpect scored 0 bet 4\nexpect scored 1 bet 8\n",
            "expect not-scored 2 bet\nexpect score 0 14\nexpect score 1 8\nexpect score 2 0\n",
            "expect supply 0 4\nexpect supply 1 4\nexpect supply 2 4\n",
            "expect no-chip 0 0 -1\nexpect no-chip 1 0 -1\nexpect no-chip 2 0 -1\n",
        )

    def test_who_placed_decides(self):
        # rule bets/settle-4
        self.check(
            BETS,
            TWO,
            "draw B10\nplace 1 0 0\npass\nbet 0 2/3\nbet 1 pass\n",
            TWO_ROADS,
            "expect actors 1\nexpect moves 2\nexpect legal settle 1 0 road.N\n",
            "expect legal settle 1 0 road.E\nexpect illegal settle 1 0 road.W\n",
            "expect hidden 0 1 0\nsettle 1 0 road.E\nexpect score 0 3\nexpect no-chip 0 1 0\n",
        )
        self.check(
            BETS,
            TWO,
            "draw B10\nplace 1 0 0\npass\nbet 0 2/3\nbet 1 pass\n",
            TWO_ROADS,
            "retire 1\nexpect score 0 3\nexpect turn 0\nexpect actors chance\n",
        )

    def test_default_is_the_larger_feature(self):
        # Both roads of B10 end in the crossing at (2,-2): the northern one by way of (1,-1) and
        # (1,-2), four tiles; the eastern one by way of (2,0) (3,0) (3,-1) (3,-2), six tiles.
        setup = BETS.replace("5/6", "6") + TWO
        moves = (
            "draw B10\nplace 1 0 0\npass\nbet 0 6\nbet 1 4x2\n"
            "draw RFr\nplace 1 -1 90\npass\n"
            "draw Rr\nplace 1 -2 270\npass\n"  # roads E S
            "draw RFr\nplace 2 0 0\npass\n"
            "draw Rr\nplace 3 0 90\npass\n"  # roads N W
            "draw RFr\nplace 3 -1 90\npass\n"
            "draw Rr\nplace 3 -2 0\npass\n"  # roads S W
            "draw RRR\nplace 2 -2 0\npass\n"  # roads E S W, its southern road stays open
            "expect actors 1\n"
        )
        self.check(setup, moves, "retire 1\nexpect score 0 6\nexpect score 1 0\n")
        self.check(setup, moves, "settle 1 0 road.N\nexpect score 0 0\nexpect score 1 8\n")
        self.check(setup, moves, "end 0\nexpect over\nexpect score 0 6\nexpect winner 1\n")

    def test_two_stacks_on_one_road(self):
        # rule bets/settle-5: monastery, start, B02, B03, monastery: five tiles
        self.check(
            BETS,
            TWO,
            "draw LR\nplace -1 0 270\npass\n",
            "draw B02\nplace 1 0 0\npass\nbet 0 4/5\nbet 1 2/3\n",
            "draw B03\nplace 2 0 90\npass\nbet 0 5/6\nbet 1 pass\n",  # roads S W
            "draw LR\nplace 2 1 180\npass\n",
            "expect score 0 10\nexpect scored 0 bet 5\nexpect score 1 0\nexpect not-scored 1 bet\n",
            "expect supply 0 4\nexpect supply 1 4\nexpect no-chip 0 2 0\n",
        )

    def test_two_segments_of_one_road_are_one_target(self):
        # rules bets/target-1, base/count-1: the road N of B10 comes back as its road E, four tiles
        self.check(
            BETS,
            TWO,
            "draw B10\nplace 1 0 0\nmeeple small road.N\nbet 0 4x2\nbet 1 pass\n",
            "draw Rr\nplace 1 -1 270\npass\n",  # roads E S
            "draw Rr\nplace 2 -1 0\npass\n",  # roads S W
            "draw Rr\nplace 2 0 90\npass\n",  # roads N W
            "expect actors chance\nexpect scored 0 road 4\nexpect score 0 12\n",
        )

    def test_unoccupied(self):
        # rule bets/settle-3: B01 closes the city of the start tile, the city N is closed by (0,-2)
        moves = (
            "draw B01\nplace 0 -1 0\npass\nexpect actors 0 1\nbet 0 2/3\nbet 1 4/5\n"
            "draw C\nplace 0 -2 180\npass\nexpect no-chip 0 0 -1\nexpect supply 0 4\n"
        )
        self.check(BETS, TWO, moves, "expect score 0 2\nexpect scored 0 bet 2\n")
        # With the option the stack is void (rule bets/void-1).
        off = BETS + "rule bets-unoccupied off\n"
        self.check(off, TWO, moves, "expect score 0 0\nexpect not-scored 0 bet\n")

    def test_own_stack_comes_after_settling(self):
        # rule bets/settle-6: B02 at (0,-2) closes a city with the older stack; the chip is back
        # in time for the bets on B02
        self.check(
            BETS.replace("4x2 4/5 5/6 2/3", "2/3"),
            TWO,
            "draw B01\nplace 0 -1 0\npass\nbet 0 2/3\nbet 1 pass\n",
            "draw B02\nplace 0 -2 180\npass\nexpect score 0 2\nexpect actors 0 1\n",
            "expect legal bet 0 2/3\nexpect no-chip 0 0 -1\n",
        )

    def test_no_bets_on_the_last_tile(self):
        # rule bets/place-2
        self.check(
            BETS, "rule draws 1\n", TWO, "draw B10\nplace 1 0 0\npass\nexpect over\n"
        )

    def test_no_bets_without_target(self):
        # rule bets/place-3: a bookmaker tile with one closed city only
        setup = (
            "aude 1\nset base\n| aude-tiles 1\n| set own\n| chip 2\n"
            "| tile X x1\n| office\n| city S\n| field NL NR EL ER WL WR\n" + TWO
        )
        self.check(setup, "draw X\nplace 0 -1 0\npass\nexpect actors chance\nexpect turn 1\n")

    def test_no_chip_no_question(self):
        # rule bets/place-5
        self.check(
            BETS.replace("4x2 4/5 5/6 2/3", "6"),
            TWO,
            "draw B10\nplace 1 0 0\npass\nbet 1 6\nbet 0 pass\n",
            "draw B02\nplace 2 0 0\npass\nexpect actors 0\nexpect illegal bet 1 6\nbet 0 6\n",
            "draw B03\nplace -1 0 0\npass\nexpect actors chance\n",
        )

    def test_final_choice(self):
        # rules bets/final-1, final-2: city 1 tile, road N 1, road W 2 (with the start tile)
        self.check(
            BETS,
            "rule draws 2\n",
            TWO,
            "draw B06\nplace 1 0 180\npass\nbet 0 2/3\nbet 1 2/3\n",
            "draw L\nplace 0 1 0\npass\nexpect actors 0 1\nexpect moves 6\n",
            "final 1 1 0 road.N\nexpect actors 0\nexpect score 1 0\nfinal 0 1 0 road.W\n",
            "expect over\nexpect score 0 2\nexpect score 1 0\nexpect winner 0\n",
        )

    def test_targets_in_canonical_order(self):
        game = new_game("set base", "set bets", "rule draws 2")
        for line in ("draw B06", "place 1 0 180", "pass", "bet 0 4x2", "bet 1 pass"):
            game.apply(line)
        for line in ("draw L", "place 0 1 0", "pass"):
            game.apply(line)
        self.assertEqual(
            game.legal(0), ["final 0 1 0 city.E", "final 0 1 0 road.N", "final 0 1 0 road.W"]
        )

    def test_redacted_bet(self):
        self.check(
            BETS,
            TWO,
            "draw B10\nplace 1 0 0\npass\nbet 0 ?\nbet 1 4/5\n",
            "expect supply 0 3\nexpect hidden 0 1 0\n",
        )


class Conformance(unittest.TestCase):
    """Engine tests of another program, those that need nothing but the base game."""

    def test_files(self):
        if not CONFORMANCE.is_dir():
            self.skipTest("no conformance files here")
        done = 0
        for path in sorted(CONFORMANCE.rglob("*.jcz")):
            test = json.loads(path.read_text(encoding="utf-8"))
            setup = test["setup"]
            if set(setup["sets"]) != {"basic:1"} or set(setup["elements"]) - {
                "small-follower",
                "farmers",
            }:
                continue
            done += 1
            with self.subTest(path.name):
                self.replay(test)
        self.assertGreater(done, 0)

    def replay(self, test: dict) -> None:
        notes = test["gameAnnotations"]
        setup = ["set base"]
        if "farmers" not in test["setup"]["elements"]:
            setup.append("rule fields off")
        if "endTurn" in notes:
            setup.append(f"rule draws {notes['endTurn']}")
        names = [player["name"] for player in test["players"]]
        game = new_game(*setup, seats=len(names))
        for message in test["replay"]:
            payload = message["payload"]
            match message["type"]:
                case "PLACE_TILE":
                    game.apply(f"draw {re.sub(r'^BA/|[.][0-9]$', '', payload['tileId'])}")
                    x, y = payload["position"]
                    game.apply(f"place {x} {y} {payload['rotation'][1:]}")
                case "DEPLOY_MEEPLE":
                    pointer = payload["pointer"]
                    name = self.feature(pointer["feature"], pointer["location"])
                    game.apply(f"meeple small {name}")
                case "PASS" if game.step == "meeple":
                    game.apply("pass")
        for sentence in test["test"]["assertions"]:
            with self.subTest(sentence):
                self.assertion(game, names, sentence.rstrip("."))

    @staticmethod
    def feature(kind: str, location: str) -> str:
        if kind == "Monastery":
            return "monastery"
        first = location.split(".")[0] if kind == "Field" else location[0]
        return f"{kind.lower()}.{first}"

    def assertion(self, game: Game, names: list[str], sentence: str) -> None:
        if match := re.fullmatch(r"(\w+) has (\d+) points?", sentence):
            self.assertEqual(game.scores[names.index(match[1])], int(match[2]))
        elif match := re.fullmatch(r"(\w+) scored (\w+) for (\d+) points?", sentence):
            event = (names.index(match[1]), match[2].lower(), int(match[3]))
            self.assertIn(event, game.events)
        elif match := re.fullmatch(r"Meeple SmallFollower options: (.*)", sentence):
            view = game.board[game.last]
            wanted = set()
            for kind, location in re.findall(r"\{(\w+),([\w.]+),", match[1]):
                index = view.find(self.feature(kind, location))
                wanted.add(f"meeple small {view.segments[index].name}")
            self.assertEqual(set(game.legal(game.turn)) - {"pass"}, wanted)
        elif sentence == "Player can pass":
            self.assertIn("pass", game.legal(game.turn))
        elif sentence == "Phase is ActionPhase":
            self.assertEqual(game.step, "meeple")
        elif sentence not in ("Undo is allowed", "Available action Meeple for SmallFollower"):
            self.fail(f"not understood: {sentence}")


class Records(unittest.TestCase):
    def test_refused(self):
        for text in (
            "set base",
            "aude 1\nset nowhere",
            "aude 1\nset base\nseat 1 Ann",
            "aude 1\nset base\nseat 0 Ann\nfly 1",
            "aude 1\nset base\nseat 0 Ann\ndraw C\nrule fields off",
            "aude 1\nset base\nrule fields maybe\nseat 0 Ann",
        ):
            with self.assertRaises(RecordError):
                replayed(text)

    def test_failures_are_reported_with_their_line(self):
        replay = replayed(BASE + "draw C\nexpect bag 3\nplace 5 5 0\nexpect bag 4\n")
        self.assertEqual([line for line, _ in replay.failures], [6, 7])

    def test_comments(self):
        self.assertEqual(
            replayed("# head\n\n" + BASE + "draw C # a city\nplace 0 -1 180\n").failures, []
        )

    def test_undo(self):
        text = BASE + "draw C\nplace 0 1 90\nundo 0\nexpect actors 0\nplace 0 -1 180\nconfirm 0\n"
        self.assertEqual(replayed(text + "expect moves 3\n").failures, [])
        # decision 0 is the first draw, 1 the first placement
        self.assertEqual(replayed(text + "undo 0 1\nexpect legal place 0 1 90\n").failures, [])

    def test_no_undo_of_a_bet(self):
        text = BETS + TWO + "draw B10\nplace 1 0 0\npass\nbet 0 pass\nundo 0\n"
        self.assertEqual(len(replayed(text).failures), 1)


class Perft(unittest.TestCase):
    def test_by_hand(self):
        # Four placements (see above), each with a free city and a free field: three choices.
        game = new_game("set base")
        self.assertEqual(perft(game, 3, ["C"]), [4, 12, 12])

    def test_bets_by_hand(self):
        # B10 fits E and W of the start tile, with one rotation: 2 placements; four roads and four
        # fields are free: 9 choices; each of two seats: six chips or none, 7 choices.
        game = new_game("set base", "set bets")
        self.assertEqual(perft(game, 4, ["B10"]), [2, 18, 18 * 7, 18 * 49])


def facts(game: Game) -> tuple:
    """Everything about a game that a later move could depend on."""
    tiles = {square: (view.tile.name, view.quarters) for square, view in game.board.items()}
    supplies = [sorted(supply) for supply in game.supplies]
    return (
        *(game.step, game.turn, game.scores, game.events, game.bag, game.discarded, game.hand),
        *(tiles, game.meeples, supplies, game.stacks, game.left, game.asked, game.bets),
    )


class RandomGames(unittest.TestCase):
    def watch(self, game: Game, line: str) -> None:
        total = sum(tile.count for tile in game.kinds)
        in_hand = game.hand is not None
        self.assertEqual(
            len(game.board) + sum(game.bag) + game.discarded + in_hand, total
        )  # rule base/place-2
        self.assertEqual(sum(weight for _, weight in game.chance()) in (0, sum(game.bag)), True)
        for seat in game.seats:
            self.assertGreaterEqual(game.meeples_left(seat), 0)
            on_tiles = [stack[seat] for stack in game.stacks.values() if seat in stack]
            self.assertEqual(Counter(game.supplies[seat] + on_tiles), Counter(game.chips))
            points = sum(points for owner, _, points in game.events if owner == seat)
            self.assertEqual(game.scores[seat], points)
            moves = game.legal(seat)
            self.assertEqual(len(set(moves)), len(moves))
            self.assertEqual(bool(moves), seat in game.actors())
            self.assertNotEqual(moves, ["pass"])
        self.assertEqual(game.step == "over", not game.actors())
        for square in game.stacks:
            self.assertTrue(game.board[square].tile.office)
        # Nobody stands on a completed feature but farmers (rule base/return-1).
        if game.step in ("draw", "place"):
            for spot in game.meeples:
                feature = game.survey.at[spot]
                self.assertTrue(feature.kind == "field" or not feature.complete)
        if game.step == "over":
            self.assertEqual(game.stacks, {})

    def test_invariants_and_replay(self):
        for number in range(RANDOM_GAMES):
            with self.subTest(game=number):
                dice = random.Random(number)
                sets = ["set base", "set bets"][: dice.choice([1, 2, 2])]
                setup = random_setup(dice, sets)
                leave = dice.choice([0.0, 0.0, 0.01])
                lines = list(play(setup, KNOWN, dice, leave, self.watch))
                self.assertEqual(replayed("\n".join(lines)).failures, [])

    def test_many_decisions_about_stacks(self):
        settled = 0
        for number in range(RANDOM_GAMES // 4):
            with self.subTest(game=number):
                dice = random.Random(2000 + number)
                setup = random_setup(dice, embedded(CROSSINGS))
                lines = list(play(setup, KNOWN, dice, dice.choice([0.0, 0.01]), self.watch))
                settled += sum(line.startswith("settle") for line in lines)
                self.assertEqual(replayed("\n".join(lines)).failures, [])
        self.assertGreater(settled, 0)

    def test_order_of_secret_choices_leaves_no_trace(self):
        # Bets and final choices in all orders give the same game.
        for number in range(4):
            dice = random.Random(1000 + number)
            setup = random_setup(dice, ["set base", "set bets"], seats=3)
            lines = [line for line in play(setup, KNOWN, dice) if not line.startswith("expect")]
            groups = []
            for secret, group in itertools.groupby(lines, lambda line: line.startswith("bet ")):
                groups.append(list(reversed(list(group))) if secret else list(group))
            turned = "\n".join(itertools.chain.from_iterable(groups))
            one, other = replayed("\n".join(lines)), replayed(turned)
            self.assertEqual((one.failures, other.failures), ([], []))
            self.assertEqual(facts(one.game), facts(other.game))

    def test_illegal_moves_change_nothing(self):
        dice = random.Random(5)
        setup = random_setup(dice, ["set base", "set bets"], seats=3)
        lines = [line for line in play(setup, KNOWN, dice) if not line.startswith("expect")]
        pool = [line for line in lines if line.split()[0] not in SETUP]

        def watch(game: Game, _: str) -> None:
            before = facts(game.clone())
            for line in dice.sample(pool, 10):
                if not game.is_legal(line):
                    self.assertRaises(IllegalMove, game.apply, line)
            self.assertEqual(facts(game), before)
            if CHANCE not in game.actors():
                for seat in game.actors():
                    for line in game.legal(seat)[:3]:
                        twin = game.clone()
                        twin.apply(line)
            self.assertEqual(facts(game), before)

        list(play(setup, KNOWN, random.Random(6), 0.0, watch))


if __name__ == "__main__":
    unittest.main()
