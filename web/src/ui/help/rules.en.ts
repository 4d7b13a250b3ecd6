import type { RuleTexts } from './rules.js';

export const rules: RuleTexts = {
  groups: {
    turn: 'A turn',
    figures: 'Meeples',
    scores: 'What scores',
    end: 'The end',
    bets: 'The Bets: placing chips',
    settle: 'The Bets: winning chips',
  },
  ours: 'The printed rules say nothing about this. This is how it is played here.',
  community: 'The printed rules say nothing about this. Players have agreed on it.',
  all: 'All rules',
  found: { one: '{n} rule', other: '{n} rules' },
  rules: {
    'base/setup-1': {
      title: 'What you start with',
      text: [
        'Two to six play. Each has seven meeples to place. One tile lies face up in the middle: a city in the north, a road from west to east. The other tiles are in the bag, and nobody knows their order.',
      ],
      picture: 'The tile that every game begins with.',
    },
    'base/setup-2': {
      title: 'Who begins',
      text: ['Play goes round clockwise. Who begins is drawn by lot, or chosen when the table is made; in a rematch the start moves on by one.'],
    },
    'base/turn-1': {
      title: 'What happens in a turn',
      text: [
        'Draw a tile and place it. Then you may put one meeple on it. Then whatever has been completed is scored.',
        'With The Bets there is a fourth step: if the tile has a betting office, everybody may bet.',
      ],
    },
    'base/place-1': {
      title: 'Where a tile fits',
      text: [
        'A tile must touch at least one other along an edge. Turn it as you like, but every edge that touches has to go on: city to city, road to road, field to field.',
        'Holes in the landscape are allowed.',
      ],
      picture: 'The road goes on as a road, the city as a city.',
    },
    'base/place-2': {
      title: 'A tile that fits nowhere',
      text: [
        'It leaves the game, for all to see, and you draw another one.',
        'If the bag runs empty that way, your turn ends at once, and so does the game.',
      ],
    },
    'base/meeple-1': {
      title: 'Where a meeple may stand',
      text: [
        'Only on the tile that you have just placed: on a road, in a city, in a monastery or in a field.',
        'And only where nobody stands yet: look along the whole road, city or field, over all of its tiles. Your own meeples count as well.',
        'Later a tile may join two of them. That is how several meeples come to stand in one.',
      ],
      picture: 'The road is taken, so the meeple on the new tile may only go into one of its fields.',
    },
    'base/meeple-2': {
      title: 'Only meeples in your hand',
      text: ['You need a meeple left before anything is scored. One that comes home in this turn can be placed in your next.'],
    },
    'base/meeple-3': {
      title: 'On what is completed at once',
      text: ['You may put a meeple on something that your tile completes. It scores and comes straight home.'],
    },
    'base/majority-1': {
      title: 'Who gets the points',
      text: [
        'Whoever has most meeples in it gets all the points. If several have equally many, each of them gets all the points.',
        'Where nobody stands, nobody scores.',
      ],
      picture: 'Two meeples against one: blue gets all the points, vermilion none.',
    },
    'base/return-1': {
      title: 'When meeples come home',
      text: ['After a road, city or monastery is scored, all meeples in it go back to their owners. Meeples in fields stay until the end of the game.'],
    },
    'base/road-1': {
      title: 'Roads',
      text: [
        'One point for each tile. A road is complete when it is closed at both ends: by a village, a crossing, a city, a monastery or a betting office, or because it runs into itself. Each arm of a crossing is a road of its own.',
        'At the end of the game an unfinished road also gives one point a tile.',
      ],
      picture: 'From village to village: three tiles, three points.',
    },
    'base/city-1': {
      title: 'Cities',
      text: [
        'A city is complete when its wall has no gap. Two points for each tile, and two more for each pennant. That holds for the smallest one too: two tiles, four points.',
        'An unfinished city gives one for a tile and one for a pennant at the end.',
        'A table may agree that completed cities of two tiles give only one point for a tile and one for a pennant.',
      ],
      picture: 'Three tiles and a pennant: 3 × 2 and 2, so 8 points.',
    },
    'base/monastery-1': {
      title: 'Monasteries',
      text: [
        'A monastery is complete when all eight squares around it are filled: nine points, one for each tile.',
        'At the end an unfinished one gives one point for itself and one for each tile around it.',
      ],
      picture: 'All eight neighbours are there: nine points.',
    },
    'base/field-1': {
      title: 'Fields',
      text: [
        'Fields are scored only at the end: three points for each completed city that the field touches. It does not matter whose city it is.',
        'A field is land that hangs together. Roads, city walls, betting offices and the edge of the landscape bound it. A city that touches a field in several places counts once; one city may count for several fields.',
        'A table may agree to play without fields.',
      ],
      picture: 'The road parts two fields. Only the northern one touches the completed city: three points for vermilion, none for blue.',
    },
    'base/count-1': {
      title: 'A tile counts once',
      text: ['However many parts of a tile belong to the same road or city: the tile is counted once.'],
      picture: 'The road begins and ends at the same crossing, which still counts once: four tiles.',
    },
    'base/end-1': {
      title: 'The end of the game',
      text: [
        'The game is over after the turn in which the last tile was placed. Then everything still on the board is scored: first the bets, then roads, cities and monasteries, and fields last.',
      ],
    },
    'base/win-1': {
      title: 'Who wins',
      text: ['Most points win. If several have equally many, they share the victory.'],
    },
    'base/retire-1': {
      title: 'Leaving early',
      text: [
        'Anybody may leave at any time. Meeples and chips stay on the board and still score, but who has left cannot win. A tile in hand goes to the next player, and later turns are skipped.',
      ],
    },
    'bets/setup-1': {
      title: 'Chips and offices',
      text: ['Each player gets six chips, the same for all. Ten tiles with a betting office go into the bag with the others.'],
      picture: 'The chips of one player.',
    },
    'bets/office-1': {
      title: 'The betting office',
      text: [
        'You know it by the gold coin on its roof. Roads that lead to it end there; a road that only passes goes on.',
        'The office with its yard parts the fields around it, even where the picture leaves room for doubt.',
      ],
      picture: 'The road passes the office. Left and right of its yard lie two different fields.',
    },
    'bets/turn-1': {
      title: 'When bets are placed',
      text: ['After a tile with an office: first the meeple, then the scores, then the bets. That happens once for each office; nobody adds a chip later.'],
    },
    'bets/place-1': {
      title: 'Who may bet',
      text: ['Everybody, not only the player on turn: one chip from your supply, face down, on the office just placed. The chips on one office are a stack.'],
      picture: 'Three chips on one office: it shows who has bet, not on what.',
    },
    'bets/place-2': {
      title: 'Not on the last tile',
      text: ['When no tile is left to be drawn, nobody bets any more.'],
    },
    'bets/place-3': {
      title: 'Something must still be open',
      text: ['If all roads and cities on the tile are completed already, there is nothing to bet on. Monasteries and fields do not matter for bets.'],
    },
    'bets/place-4': {
      title: 'All at the same time',
      text: ['Everybody chooses in secret. Only when all have chosen does it show who has placed a chip, but not which one.'],
    },
    'bets/place-5': {
      title: 'Who is asked',
      text: ['Only who is still in the game and has a chip left. If nobody has, the step is skipped.'],
    },
    'bets/secret-1': {
      title: 'Face down means face down',
      text: ['You may look at the chips in your own supply at any time. What lies on a tile nobody looks at, not even its owner. To remember and to work it out is allowed.'],
    },
    'bets/target-1': {
      title: 'What a stack counts for',
      text: ['You do not bet on one road or city in particular. Every unfinished road and city on the tile is a target, and the first that is completed takes the whole stack.'],
    },
    'bets/settle-1': {
      title: 'When bets are settled',
      text: [
        'As soon as a road or city with a stack on one of its tiles is completed: after the usual scores of that turn all chips of the stack are turned over, pay or miss, and go back to their owners. They can be used again at once.',
      ],
    },
    'bets/settle-2': {
      title: 'When a chip wins',
      text: [
        'Compare it with the number of tiles of the road or city. A plain number must be met exactly and pays as many points. A number with a plus is met by that many tiles or more, and pays the number that it shows.',
        'The chip with only a 4 pays double: 8 points. Of two matching numbers the higher one pays. You need no meeple there.',
      ],
      picture: 'Each chip, and what it wins on.',
    },
    'bets/example-1': {
      title: 'An example',
      text: [
        'A city of four tiles with one pennant is completed. It gives its owner ten points as usual.',
        'Then the bets: a chip with a 4 pays 4 points, the double 4 pays 8, a chip with 5 and 6 misses. All three go back.',
      ],
      picture: 'Four tiles: 4/5 pays 4, the double 4 pays 8, 5/6 misses.',
    },
    'bets/count-1': {
      title: 'Only tiles count',
      text: ['A bet is held against the real number of tiles. Pennants and whatever else changes a score change nothing for bets.'],
    },
    'bets/settle-3': {
      title: 'Where nobody stands',
      text: ['A stack is also settled when nobody has a meeple there. A table may agree otherwise: then only completed roads and cities with a meeple take the stack.'],
    },
    'bets/settle-4': {
      title: 'Two at once',
      text: [
        'If one tile completes several targets of the same stack, whoever placed it decides which of them takes the whole stack: openly, before any chip is turned. With several such stacks the oldest office comes first.',
      ],
    },
    'bets/settle-5': {
      title: 'Several stacks',
      text: ['A road or city may have stacks on several of its tiles. All are settled, and each chip pays for itself, also two of one player.'],
    },
    'bets/settle-6': {
      title: 'Old stacks first',
      text: ['If a new office completes something with older stacks, those are settled first. Only then are chips placed on the new office.'],
    },
    'bets/void-1': {
      title: 'When no target is left',
      text: ['If a stack has lost its last target without being settled, its chips go back unturned. Only their owners see which ones came back.'],
    },
    'bets/final-1': {
      title: 'Bets at the end',
      text: ['Before all other final scores the chips that still lie on tiles are turned over and held against what their road or city has reached by then. Meeples do not matter.'],
    },
    'bets/final-2': {
      title: 'Which one counts at the end',
      text: ['If a tile has several unfinished targets, each owner chooses for each own chip, in secret, which of them it counts for. With a single target there is nothing to choose.'],
    },
  },
};
