// The log that the server has kept of a game between two browsers, with bets, a reload and a spectator, gives every byte again that their pages were
// sent; and up to final scoring it gives the others the same bytes when a seat's chips that nobody has seen were other ones (rule bets/secret-1).
//
// Left out are answers to what a page asked: `done`, `refused`, `pong` and `aid` are not of the game, and a refusal leaves nothing in the log. Masked, and only where chips
// are other ones, are numbers of 64 hexadecimal digits: a seal is made of its chip. Times, nonces and commitments are of the log and the same.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { check, database, person, playBoth, run, serve, stepIs } from "./common.mjs";

const REPLAYED = process.env.REPLAYED ?? join(dirname(process.env.AUDE), "tests", "replayed");
const ANSWER = /^\{"type":"(done|refused|pong|aid)"/;
const masked = (text) => text.replace(/[0-9a-f]{64}/g, "H");

/** All that a page is sent from now on, by its connections. */
function listen(page, all) {
  page.on("websocket", (socket) => {
    const connection = { page, messages: [], person: null, time: null };
    socket.on("framereceived", ({ payload }) => {
      if (ANSWER.test(payload)) return;
      const { type, ...rest } = JSON.parse(payload);
      if (type === "welcome") {
        Object.assign(connection, { person: rest.person ?? null, time: rest.time });
        all.push(connection);
      }
      connection.messages.push(payload);
    });
  });
}

/** A page that has a place at a table, as if it had been there before. */
async function seated(address, { table, token }, all) {
  const page = await person();
  listen(page, all);
  await page.goto(address);
  await page.waitForSelector("[data-start]");
  await page.evaluate(
    ([table, token, server]) =>
      new Promise((done, fail) => {
        const opening = indexedDB.open("aude", 1);
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction("games", "readwrite");
          const key = `${table} ${server}`;
          transaction.objectStore("games").put({ key, place: { table, token, server }, names: [], phase: "lobby", game: 0, changed: Date.now(), mine: false }, key);
          transaction.oncomplete = done;
        };
      }),
    [table, token, address],
  );
  await page.goto(`${address}#${table}`);
  return page;
}

async function post(address, path, body) {
  const answer = await fetch(new URL(path, address), { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  return answer.json();
}

/** What the log gives for these connections: messages by connection, and the number of chips that are other ones. */
function replayed(log, connections, ...how) {
  const input = connections.map(({ person, time }) => `${person ?? "-"} ${time}\n`).join("");
  const { stdout, stderr, status } = spawnSync(REPLAYED, [log, ...how.map(String)], { input, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0 && !(how.length && status === 1)) throw new Error(`${REPLAYED} ${how}: ${status} ${stderr}`);
  const messages = connections.map(() => []);
  let chips = 0;
  for (const line of stdout.split("\n")) {
    const [, where, text] = /^(\w+) (.*)$/.exec(line) ?? [];
    if (where === "permuted") chips = Number(text);
    else if (where) messages[Number(where)].push(text);
  }
  return { messages, chips };
}

/** Where two lists of messages differ first; "": one begins the other. */
function difference(a, b) {
  const i = a.findIndex((text, i) => i < b.length && text !== b[i]);
  return i < 0 ? "" : `message ${i}:\n${a[i].slice(0, 300)}\n${b[i].slice(0, 300)}`;
}

await run(async () => {
  if (!existsSync(REPLAYED)) return console.log(`skipped: ${REPLAYED} is not built (AUDE_TESTS)`);
  const address = await serve();
  const all = [];
  const place = await post(address, "api/tables", { setup: ["set base", "set bets", "rule confirm on", "rule draws 34"], name: "Ann", seats: [{}, {}] });
  const other = await post(address, `api/tables/${place.table}/join`, { name: "Ben" });
  const ann = await seated(address, place, all);
  const ben = await seated(address, other, all);
  await ben.getByRole("button", { name: "Sit here" }).first().click();
  await ben.getByRole("button", { name: "Get up" }).waitFor();
  await ann.getByRole("button", { name: "Begin" }).click();
  await ann.waitForSelector("[data-step]");
  await ben.waitForSelector("[data-step]");

  await playBoth(ann, ben, () => document.querySelector('[data-step="bet"]') !== null);
  await ann.locator(".tray .chip").first().click();
  await ann.locator(".tray .acts .primary").click();
  await stepIs(ann, "wait");
  await ben.reload();
  await stepIs(ben, "bet");
  const eve = await person();
  listen(eve, all);
  await eve.goto(`${address}#${place.table}`);
  await eve.getByRole("button", { name: /watch/i }).first().click();
  await eve.waitForSelector("[data-step]");
  check("the game is played to its end", await playBoth(ann, ben, () => document.querySelector('[data-step="over"]') !== null));
  await eve.waitForSelector('[data-step="over"]');
  await ann.waitForTimeout(1000); // what is on its way arrives

  const folder = mkdtempSync(join(tmpdir(), "aude-log-"));
  execFileSync(process.env.AUDE, ["store", "export", database(), "-o", folder, "--table", place.table]);
  const log = join(folder, `${place.table}.log`);
  const connections = [...all].sort((a, b) => a.time - b.time);
  check("every page was heard, and one of them twice", new Set(all.map(({ page }) => page)).size === 3 && all.length >= 4, `${all.length} connections`);

  const whole = replayed(log, connections);
  connections.forEach(({ page, messages }, k) => {
    const last = connections.findLast((c) => c.page === page) === connections[k];
    const given = whole.messages[k];
    const what = difference(given, messages);
    const complete = last ? messages.length === given.length : messages.length > 0 && messages.length <= given.length;
    check(`connection ${k} was sent what the log gives (${messages.length} messages)`, what === "" && complete, what || `${messages.length} and ${given.length}`);
  });

  // Up to final scoring, with other chips: the beginning of what was heard, for all but whose chips they are.
  const seen = [0, 1].flatMap((seat) =>
    [1, 2, 3].flatMap((seed) => {
      const { messages, chips } = replayed(log, connections, seat, seed);
      return connections.map((c, k) => ({ own: c.person === seat, chips, what: chips ? difference(messages[k].map(masked), c.messages.map(masked)) : "" }));
    }),
  );
  const chips = seen.reduce((sum, game) => sum + game.chips, 0) / connections.length;
  const others = seen.find(({ own, what }) => !own && what);
  check(`other chips of a seat leave no trace in what others are sent (${chips} chips)`, chips > 0 && !others, others?.what);
  check("they do in what that seat is sent", seen.some(({ own, what }) => own && what));
  rmSync(folder, { recursive: true });
  for (const [name, page] of Object.entries({ ann, ben, eve })) check(`no error in the page of ${name}`, page.errors.length === 0, page.errors.join("; "));
});
