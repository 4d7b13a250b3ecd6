// Words for those who hear the game: tiles, features, what happened, what changed at the table, what was refused; in every language.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { core } from './common.mjs';

const page = (name) => import(new URL(`${name}.js`, pathToFileURL(process.env.CORE_JS + '/')));
const { artOf } = await core('art');
const { RecordReplay } = await core('replay');
const { text, setLanguage, languages } = await page('i18n/index');
const { partWords, tileWords, joinWords, tell } = await page('ui/lib/words');
const { chapter, rulesOf } = await page('ui/lib/story');
const { changes } = await page('ui/lib/herald');
const { refusalWords } = await page('ui/lib/refusal');
const { isRule } = await page('ui/help/rules');
const catalogues = Object.fromEntries(await Promise.all(Object.keys(languages).map(async (l) => [l, (await page(`i18n/${l}`))[l]])));
const art = artOf();
const open = (lines) => new RecordReplay(`aude 1\nset base\nset bets\nseat 0 Ann\nseat 1 Ben\n${lines.join('\n')}\n`, () => assert.fail('nobody branches here'));
const inEach = (check) => async () => {
  for (const language of Object.keys(languages)) {
    await setLanguage(language);
    await check(language);
  }
  await setLanguage('en');
};

// The layouts are those of the rules' list of tiles: 02 has its city in the north, a road from east to west past the office, and three fields of which the
// two beside the city touch it; turned by a quarter everything is a quarter further.
test('a tile in words, as it lies', async () => {
  await setLanguage('en');
  assert.equal(
    tileWords(text, art.shows('B02', 0)),
    'city north; road from east to west; field north-east, touching the city north; field south; field north-west, touching the city north; betting office',
  );
  assert.equal(tileWords(text, art.shows('B02', 1), false), 'city east; road from north to south; betting office');
  assert.equal(tileWords(text, art.shows('L', 2)), 'monastery; field all around');
  assert.equal(tileWords(text, art.shows('Cc+', 0), false), 'city north and west, joined, with a pennant');
  assert.equal(tileWords(text, art.shows('B07', 0), false), 'road east, ending here; road west, ending here; betting office');
  assert.equal(tileWords(text, art.shows('Cccc+', 0), false), 'city on all sides, with a pennant');
  await setLanguage('nl');
  assert.equal(tileWords(text, art.shows('B02', 1), false), 'stad in het oosten; weg van het noorden naar het zuiden; wedkantoor');
  await setLanguage('de');
  assert.equal(tileWords(text, art.shows('B02', 1), false), 'Stadt im Osten; Straße von Norden nach Süden; Wettbüro');
});

test('every tile that there is has words, all its parts different', inEach((language) => {
  for (const kind of Object.keys(open([]).viewAt(0).inBag))
    for (let rotation = 0; rotation < 4; rotation++) {
      const { segments, office } = art.shows(kind, rotation);
      const parts = segments.map((p) => partWords(text, p));
      assert.equal(new Set(parts).size, parts.length, `${kind} ${rotation} ${language}: ${parts}`);
      assert.ok(parts.every((p) => p && !/[{}]|undefined/.test(p)), `${kind}: ${parts}`);
      assert.equal(tileWords(text, { segments, office }).includes(text('shows.office')), kind.startsWith('B0') || kind === 'B10');
    }
}));

test('what a tile in a space would join', async () => {
  await setLanguage('en');
  const told = { name: (seat) => ['Ann', 'Ben'][seat], me: 0 };
  const replay = open(['draw RFr', 'place 1 0 0', 'meeple small road.E']);
  // East of (1,0) runs the road of both tiles, in which Ann stands; south of the start tile there is field alone.
  const view = replay.viewAt(3);
  assert.equal(joinWords(text, view, art, 2, 0, told), 'joins road of 2 tiles (you 1)');
  assert.equal(joinWords(text, view, art, 2, 0, { ...told, me: 1 }), 'joins road of 2 tiles (Ann 1)');
  assert.equal(joinWords(text, view, art, 0, -1, told), 'joins city of 1 tile (no meeple)');
  assert.equal(joinWords(text, view, art, 0, 1, told), '');
});

test('what happened, with what tiles show and why there are points', async () => {
  await setLanguage('en');
  const name = (seat) => ['Ann', 'Ben'][seat];
  // Two tiles of a city, 2 each (rule base/city-1).
  const replay = open(['draw C', 'place 0 -1 180', 'meeple small city.S']);
  const chapters = replay.lines.map((_, line) => chapter(line, replay.eventsAt(line), false));
  assert.deepEqual(
    chapters.flatMap((c) => tell(text, c, name, { art, own: [1] })),
    ['Ann draws a tile: city north.', 'Ann places a tile, 1 north: city south.', 'Ann places a meeple: city south.', 'Ann: 4 points for a city (2 tiles × 2).'],
  );
  assert.deepEqual(tell(text, chapters[0], name), ['Ann draws a tile.']);
  assert.deepEqual(tell(text, chapters[0], name, { art, own: [0] }), [], 'the question says it');
  const [card] = chapters[2].cards;
  assert.deepEqual(rulesOf(card), ['base/city-1', 'base/count-1', 'base/majority-1', 'base/return-1']);
});

test('each score rests on rules that the help has', () => {
  const worth = (kind, complete) => ({ kind, complete, winners: [0], points: 1, meeples: [1, 0, 0, 0, 0, 0], items: [] });
  for (const final of [false, true])
    for (const kind of ['city', 'road', 'monastery', 'field'])
      for (const flips of [[], [{ seat: 0, face: '4/5', points: 4 }]])
        for (const scored of [worth(kind, !final), null]) {
          const rules = rulesOf({ key: '', line: 0, kind, worth: scored, tiles: [], count: 4, flips, returned: [], final });
          assert.ok(rules.every(isRule), rules.join());
          if (scored || flips.length) assert.ok(rules.length, `${kind} ${final}`);
        }
});

test('what changes at a table is said once', async () => {
  await setLanguage('en');
  const seat = (n, more) => ({ seat: n, kind: 'person', person: n, name: ['Ann', 'Ben'][n], present: true, mine: n === 0, ...more });
  const before = { status: 'there', game: 1, lines: ['a', 'b'], paused: false, question: null, chat: [], table: 'T', person: 0, people: [{ number: 1, name: 'Ben' }], seats: [seat(0), seat(1)] };
  const said = (now) => changes(text, before, { ...before, ...now }, (n) => ['Ann', 'Ben'][n]).map((c) => c.words);
  assert.deepEqual(said({}), []);
  assert.deepEqual(said({ status: 'away' }), ['The connection is lost. It is tried again.']);
  assert.deepEqual(changes(text, { ...before, status: 'away' }, before, String).map((c) => c.words), ['Connected again.']);
  assert.deepEqual(said({ lines: ['a'] }), ['A move was taken back.']);
  assert.deepEqual(said({ lines: [], game: 2 }), [], 'a new game takes nothing back');
  const chat = [{ person: 1, name: 'Ben', words: 'Hello' }];
  assert.deepEqual(said({ chat }).length, 1);
  assert.deepEqual(changes(text, before, { ...before, chat }, String, new Set(['Ben'])), [], 'who is muted is not heard');
  assert.deepEqual(said({ paused: true }), ['The game is paused.']);
  assert.deepEqual(said({ question: { what: 'pause', by: 1, mine: false } }), ['Ben asks for a pause.']);
  assert.deepEqual(said({ question: { what: 'pause', by: 0, mine: true } }), ['You ask for a pause.']);
  assert.deepEqual(said({ chat: [{ person: 1, name: 'Ben', words: 'Hello' }] }), ['Ben says: Hello']);
  assert.deepEqual(said({ chat: [{ person: 0, name: 'Ann', words: 'Hello' }] }), [], 'what I say myself I know');
  assert.deepEqual(said({ seats: [seat(0), seat(1, { present: false })] }), ['Ben is away.']);
  const open = { ...before, question: { what: 'pause', by: 1, mine: false } };
  assert.deepEqual(changes(text, open, before, String).map((c) => c.words), ['The question to the table is settled.']);
});

// The codes of the protocol, and those that the core adds.
const protocol = readFileSync('docs/protocol.md', 'utf8').split('<a id="type-refusal">')[1].split('###')[0];
const ofProtocol = [...protocol.matchAll(/^\| `(\w+)` \|/gm)].map((m) => m[1]);
const ofCore = [...readFileSync('web/src/core/errors.ts', 'utf8').match(/type Code = Refusal([^;]*);/)[1].matchAll(/'(\w+)'/g)].map((m) => m[1]);

test('every code of a refusal has a sentence of its own in every language', inEach((language) => {
  assert.ok(ofProtocol.includes('stale') && ofCore.includes('offline'));
  const sentences = [...ofProtocol, ...ofCore].map((code) => {
    const said = refusalWords(text, { code });
    assert.equal(said, catalogues[language][`refused.${code}`], `${language}: ${code}`);
    if (language !== 'en') assert.notEqual(said, catalogues.en[`refused.${code}`], `${language}: ${code}`);
    return said;
  });
  assert.ok(new Set(sentences).size >= sentences.length - 1); // the game is over, for the table as for the rules
}));

test('what was being done says more than the code', inEach((language) => {
  assert.equal(refusalWords(text, { code: 'illegal', doing: 'undo' }), catalogues[language]['refused.undo']);
  assert.equal(refusalWords(text, { code: 'stale', doing: 'undo' }), catalogues[language]['refused.stale']);
  assert.equal(refusalWords(text, { code: 'syntax', line: 7, text: 'plce 0 1' }), `${text('line', { n: 7 })} (plce 0 1): ${catalogues[language]['refused.syntax']}`);
}));
