// Parts of the page beside the table, without their screens: statistics, the course of a replay, the help, the lesson.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { core } from './common.mjs';

const page = (name) => import(new URL(`${name}.js`, pathToFileURL(process.env.CORE_JS + '/')));
const { RecordReplay } = await core('replay');
const { figures, fair, scale } = await page('ui/stats/figures');
const { courseOf, following, preceding } = await page('ui/replay/course');
const { groups, ids, search, rulesOf } = await page('ui/help/rules');
const { recordOf, scenes } = await page('ui/help/scenes');
const { record, steps } = await page('ui/tutorial/lesson');
const { setLanguage } = await page('i18n/index');

const open = (text) => new RecordReplay(text, () => assert.fail('nobody branches here'));
const told = (replay) => replay.lines.map((_, i) => replay.eventsAt(i));
const texts = Object.fromEntries(await Promise.all(['en', 'nl', 'de'].map(async (l) => [l, (await page(`ui/help/rules.${l}`)).rules])));

// The lesson's game, with the chip 4/5 for seat 0:
//   city   start, (0,-1), (1,-1): 3 tiles x 2 = 6 for seat 0, who is there alone, after the third tile
//   road   (-2,0) to (2,0): 5 tiles = 5 for seat 1, alone, after the sixth; on its office 4/5 pays 5 (seat 0), 3/7+ misses (seat 1)
//   end    seat 0's monastery at (2,0): itself and (1,-1), (1,0) = 3; seat 0's field touches that one city = 3
test('figures of a game', () => {
  const replay = open(record('4/5'));
  const { seats, history } = figures(told(replay), 2, replay.viewAt(replay.lines.length).tiles, (line) => line);
  const [you, bea] = seats;
  assert.deepEqual(you.kinds, { city: 6, road: 0, monastery: 3, field: 3, bets: 5 });
  assert.deepEqual(you.sources, { alone: 12, shared: 0, against: 0, bets: 5 });
  assert.deepEqual(you.bets, { placed: 1, declined: 0, won: 1, points: 5 });
  assert.deepEqual([you.total, you.during, you.final, you.figures], [17, 6, 6, 3]);
  assert.deepEqual(you.best, { kind: 'city', points: 6, tiles: 3 });
  assert.deepEqual(you.bestBet, { face: '4/5', points: 5 });
  assert.deepEqual(bea.kinds, { city: 0, road: 5, monastery: 0, field: 0, bets: 0 });
  assert.deepEqual(bea.bets, { placed: 1, declined: 0, won: 0, points: 0 });
  assert.deepEqual([bea.total, bea.during, bea.final, bea.figures, bea.bestBet], [5, 5, 0, 1, null]);
  // Seat 0 draws Cc, C, LR; seat 1 RFr, the office B02 (city and road), RRR.
  assert.deepEqual(you.drawn, { tiles: 3, city: 2, road: 1, monastery: 1, office: 0 });
  assert.deepEqual(bea.drawn, { tiles: 3, city: 1, road: 3, monastery: 0, office: 1 });
  assert.equal(fair({ seats, history }, 0, 'office'), 0.5, 'one office among six tiles, three of them drawn by seat 0');
  // Its draws are lines 0, 6 and 14: with the number of the line for a count of spots their mean.
  assert.equal(you.spots, 20 / 3);
  assert.deepEqual(history.map((m) => [m.tiles, m.final, ...m.scores]), [
    [0, false, 0, 0],
    [1, false, 0, 0],
    [2, false, 0, 0],
    [3, false, 6, 0],
    [4, false, 6, 0],
    [5, false, 6, 0],
    [6, false, 11, 5],
    [6, true, 17, 5],
  ]);
  assert.deepEqual(history.at(-1).scores, replay.viewAt(replay.lines.length).seats.map((s) => s.score), 'as the core counts');
});

test('where points came from', () => {
  const scored = (kind, winners, points, meeples) => ({ kind: 'scored', worth: { kind, complete: true, winners, points, meeples: [...meeples, 0, 0, 0], items: [] }, tiles: [0, 1] });
  // Each of two has the majority: both get all 4. Two against one: only seat 2 gets the 10. Nobody there: nobody gets anything.
  const lines = [[scored('road', [0, 1], 4, [1, 1, 0])], [scored('city', [2], 10, [1, 0, 2])], [scored('city', [], 0, [0, 0, 0])], [{ kind: 'no-bet', seat: 1, x: 0, y: 0 }]];
  const { seats } = figures(lines.map((events) => ({ events })), 3, []);
  assert.deepEqual(seats.map((s) => s.sources), [
    { alone: 0, shared: 4, against: 0, bets: 0 },
    { alone: 0, shared: 4, against: 0, bets: 0 },
    { alone: 0, shared: 0, against: 10, bets: 0 },
  ]);
  assert.equal(seats[1].bets.declined, 1);
  assert.equal(seats[0].spots, null, 'not asked for');
});

test('scales are round and hold what they show', () => {
  assert.deepEqual(scale(17), { top: 20, ticks: [0, 5, 10, 15, 20] });
  assert.deepEqual(scale(5), { top: 5, ticks: [0, 1, 2, 3, 4, 5] });
  for (const most of [1, 7, 99, 101, 119, 263, 5001]) {
    const { top, ticks } = scale(most);
    assert.ok(top >= most && ticks.at(-1) === top && ticks.length <= 7, `${most}: ${ticks}`);
  }
});

test('the course of a replay: turns, marks, stops', () => {
  const replay = open(record('4/5'));
  const course = courseOf(replay);
  // Turns begin with a draw: lines 0, 3, 6, 9 (with the bets), 14, 17; the last ends with the game after line 20.
  assert.deepEqual(course.turns.map((t) => [t.from, t.to, t.seat]), [[0, 3, 0], [3, 6, 1], [6, 9, 0], [9, 14, 1], [14, 17, 0], [17, 20, 1]]);
  assert.deepEqual(course.turns.map((t) => t.gains), [[0, 0], [0, 0], [6, 0], [0, 0], [0, 0], [11, 5]]);
  assert.deepEqual(course.stops, [0, 3, 6, 9, 14, 17, 20]);
  // The city after line 9; road, chips and the end after line 20, where seat 0 scores as well.
  assert.deepEqual(course.marks, [{ at: 9, seats: [0], flips: false, final: false }, { at: 20, seats: [0, 1], flips: true, final: true }]);
  assert.equal(course.final, 19);
  assert.deepEqual([following(course.stops, 4), following(course.stops, 6), following(course.stops, 20)], [6, 9, 20]);
  assert.deepEqual([preceding(course.stops, 4), preceding(course.stops, 6), preceding(course.stops, 0)], [3, 3, 0]);
  const empty = courseOf(open('aude 1\nset base\nseat 0 A\nseat 1 B\n'));
  assert.deepEqual([empty.turns, empty.marks, empty.stops], [[], [], [0]]);
});

test('the help has every rule that can be met, in every language', async () => {
  const lines = (name) => readFileSync(name, 'utf8').split('\n').filter(Boolean);
  const pending = new Set(lines('tests/pending-ids').map((line) => line.split(' ')[0]));
  assert.deepEqual([...ids].sort(), lines('tests/rule-ids').filter((id) => !pending.has(id)).sort());
  for (const [language, { rules, groups: names }] of Object.entries(texts)) {
    for (const group of groups) assert.ok(names[group.key], `${language}: ${group.key}`);
    for (const id of ids) {
      assert.ok(rules[id].title && rules[id].text.every(Boolean) && rules[id].text.length, `${language}: ${id}`);
      assert.equal(Boolean(rules[id].picture), id in scenes, `${language}: ${id} has words for a picture just where it has one`);
    }
    await setLanguage(language);
    const all = await rulesOf();
    assert.equal(all.find((r) => r.id === 'base/city-1').title, rules['base/city-1'].title);
  }
});

test('rules are found by words and ids, whatever the case and the accents', () => {
  assert.ok(search(texts.en, 'PENNANT').includes('base/city-1'));
  assert.deepEqual(search(texts.en, 'settle-5'), ['bets/settle-5']);
  assert.ok(search(texts.de, 'Strassen').includes('base/road-1') && search(texts.de, 'klöster').includes('base/monastery-1') && search(texts.de, 'kloster').includes('base/monastery-1'));
  assert.ok(search(texts.nl, 'voor  weide').every((id) => search(texts.nl, 'weide').includes(id)), 'all words must be there');
  assert.deepEqual(search(texts.en, 'xyzzy'), []);
  assert.equal(search(texts.en, ' ').length, ids.length);
});

test('pictures of the help show what their texts say', () => {
  const shown = Object.fromEntries(Object.entries(scenes).map(([id, scene]) => {
    const replay = open(recordOf(scene));
    const view = replay.viewAt(replay.lines.length);
    const tile = scene.lit && view.tiles[scene.lit.tile];
    const lit = tile ? view.features[tile.features[tile.segments.indexOf(scene.lit.segment)]] : null;
    if (scene.lit) assert.ok(lit, `${id}: there is nothing to be lit`);
    return [id, { view, lit, events: replay.lines.length ? replay.eventsAt(replay.lines.length - 1).events : [] }];
  }));
  const points = (id) => shown[id].view.seats.map((s) => s.score);
  assert.deepEqual(points('base/road-1'), [0, 3, 0], 'three tiles from village to village');
  assert.equal(shown['base/road-1'].lit.tiles.length, 3);
  assert.deepEqual(points('base/city-1'), [8, 0, 0], '3 x 2 and a pennant');
  assert.deepEqual(points('base/monastery-1'), [9, 0, 0]);
  assert.deepEqual(points('base/majority-1'), [12, 0, 0], 'five tiles x 2 and a pennant, two figures against one');
  assert.deepEqual(shown['base/majority-1'].events.find((e) => e.kind === 'scored').worth.meeples, [2, 1, 0, 0, 0, 0]);
  assert.equal(shown['base/count-1'].lit.tiles.length, 4);
  assert.equal(shown['base/count-1'].lit.open, 0);
  const fields = (id) => shown[id].view.features.filter((f) => f.kind === 'field' && f.worth.winners.length).map((f) => [...f.worth.winners, f.worth.points]).sort();
  assert.deepEqual(fields('base/field-1'), [[0, 0], [1, 3]], 'south of the road nothing, north of it one city');
  assert.deepEqual(fields('bets/office-1'), [[0, 3], [1, 3]], 'two fields, one on either side of the yard');
  assert.deepEqual(shown['bets/place-1'].view.stacks.map((s) => s.bets.length), [3]);
  // Four tiles x 2 and a pennant for seat 0, whose 4/5 pays 4; 4x2 pays 8; 5/6 misses.
  assert.deepEqual(points('bets/example-1'), [14, 8, 0]);
});

test('the lesson waits for the moves of its record, and they are legal', () => {
  const replay = open(record(null));
  assert.ok(steps.length <= 10);
  for (const { key, at, goal } of steps) {
    const line = { place: () => `place ${goal.x} ${goal.y} ${goal.rotation * 90}`, meeple: () => `meeple small ${goal.feature}` }[goal.kind]?.();
    if (!line) continue;
    assert.equal(replay.lines[at], line, key);
    const moves = replay.viewAt(at, 0).moves.map((m) => m.line);
    assert.ok(moves.includes(line), `${key}: ${moves}`);
  }
  const bet = steps.find((s) => s.goal.kind === 'bet');
  assert.deepEqual(replay.viewAt(bet.at).asked, [0, 1]);
});

test('the lesson takes any chip; on a road of five tiles those with a 5 pay', () => {
  for (const [chip, pays] of [['4x2', 0], ['3/7+', 0], ['3/8+', 0], ['4/5', 5], ['4/6', 0], ['5/6', 5], [null, 0]]) {
    const replay = open(record(chip));
    // City 6, monastery 3, field 3, and the chip; five for the other's road.
    assert.deepEqual(replay.viewAt(replay.lines.length).seats.map((s) => s.score), [12 + pays, 5], String(chip));
  }
});
