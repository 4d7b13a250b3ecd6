/* rulebook.c - the short rules. The ids are those of the sources, the tests and the explained scores. */
#include "app/rulebook.h"

#include <string.h>

static const struct entry {
    const char *id, *text;
} entry_table[] = {
    {"base/setup-1",
     "2 to 6 players, 7 meeples each (or rule meeples). The start tile lies at (0,0); all other tiles are in the bag."},
    {"base/setup-2",
     "Turns go round in the order of the seats. Seat 0 begins, unless --rule first=SEAT says otherwise."},
    {"base/turn-1",
     "A turn: draw and place a tile, put down a meeple if you like, score what is complete; then the bets."},
    {"base/place-1",
     "A tile must touch a placed tile, and all its edges must match their neighbours. Holes are allowed."},
    {"base/place-2", "A tile that fits nowhere leaves the game for all to see, and the same player draws again."},
    {"base/meeple-1",
     "A meeple goes on the tile just placed, on a feature where no meeple stands yet, however far away."},
    {"base/meeple-2", "A meeple that comes back this turn cannot be used before the next."},
    {"base/meeple-3",
     "You may claim a feature that your tile completes: it scores, and the meeple comes straight back."},
    {"base/road-1", "A road is complete when both ends are closed, or it is a ring. 1 point a tile, complete or not."},
    {"base/city-1",
     "A complete city gives 2 points a tile and 2 a pennant, at the end an unfinished one 1 and 1. With the option "
     "tiny-city=2, a complete city of two tiles gives 1 and 1."},
    {"base/monastery-1", "9 points when all 8 spaces around are filled; at the end 1, and 1 for each tile around it."},
    {"base/count-1", "A tile counts once for a feature, also where several parts of it belong to that feature."},
    {"base/majority-1", "Whoever has most meeples in a feature scores it; all who tie for most score in full."},
    {"base/return-1", "Meeples of a scored feature go home. Those in fields stay until the end."},
    {"base/field-1",
     "At the end a field gives its majority 3 points for each complete city that touches it. Roads, cities and offices "
     "part fields. A city may count for several fields, but once for each."},
    {"base/end-1", "After the last tile: first the bets, then roads, cities, monasteries, then fields."},
    {"base/retire-1", "Who leaves keeps points, meeples and chips on the board, is skipped, and cannot win."},
    {"base/win-1", "Most points win. A tie is a shared victory."},
    {"bets/setup-1", "All players have the same betting chips, and tiles with betting offices join the bag: 6 chips "
                     "and 10 tiles of the set "
                     "bets. Its pairs of numbers and most of its layouts are a reconstruction; setup and chips tell "
                     "what this game has."},
    {"bets/turn-1", "After a tile with an office: meeple, scoring, then everybody may bet, this once for that office."},
    {"bets/place-1", "Every player, not only the one on turn, may put one chip face down on the office."},
    {"bets/place-2", "Nobody bets on the last tile of the game."},
    {"bets/place-3", "No bets if no road or city of that tile is still unfinished."},
    {"bets/place-4", "All choose at the same time and in secret; then all see who has bet, but not what."},
    {"bets/place-5", "Only players with a chip are asked."},
    {"bets/secret-1", "You see the chips in your hand. Chips on the board are seen by nobody, their owner included."},
    {"bets/target-1",
     "A stack has no target of its own: the first road or city of its tile that is completed takes it."},
    {"bets/settle-1",
     "When a road or city of the tile is completed, after the usual points all chips of the stack are shown, paid, "
     "and go back to their owners, won or lost."},
    {"bets/settle-2", "A chip wins if a number on it is the number of tiles of the road or city, and pays that number. "
                      "7+ is 7 or more; the chip with only a 4 (4x2) pays 8. Your meeples do not matter."},
    {"bets/settle-3", "A feature without meeples settles stacks, too, unless bets-unoccupied=off."},
    {"bets/settle-4",
     "If one tile completes several features of an office's tile, who placed it decides which one counts, "
     "before any chip is shown."},
    {"bets/settle-5", "A feature with several stacks settles them all."},
    {"bets/settle-6",
     "An office's tile that completes something settles older stacks there; its own bets come afterwards."},
    {"bets/example-1",
     "A city of 4 tiles and 1 pennant is complete: 10 points as usual; 4/5 pays 4, 4x2 pays 8, 5/6 misses."},
    {"bets/final-1",
     "At the end, before all else, chips still on the board are scored by the tiles their target has by then."},
    {"bets/final-2", "Each player chooses in secret, for each own chip, which road or city of its tile counts."},
    {"bets/office-1", "An office parts the fields around it and ends the roads that lead to it."},
    {"bets/count-1", "Bets count real tiles: no expansion changes the number."},
    {"bets/void-1", "A stack whose last target is gone goes back to its owners unseen."},
};

enum { N_ENTRIES = sizeof entry_table / sizeof *entry_table };

bool rulebook_find(FILE *out, const char *id)
{
    bool found = false;
    size_t size = strlen(id);
    for (int i = 0; size && i < N_ENTRIES; i++) {
        const char *name = entry_table[i].id;
        if (strncmp(name, id, size) && strncmp(strchr(name, '/') + 1, id, size)) continue;
        fprintf(out, "%s: %s\n", name, entry_table[i].text);
        found = true;
    }
    return found;
}

void rulebook_list(FILE *out)
{
    for (int i = 0; i < N_ENTRIES; i++)
        fprintf(out, "%-18s %.56s%s\n", entry_table[i].id, entry_table[i].text,
                strlen(entry_table[i].text) > 56 ? "…" : "");
}
