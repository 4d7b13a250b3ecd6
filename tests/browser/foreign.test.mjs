// Games of JCloisterZone: opened from the first screen, dropped there and on the replay, also without a server; and what is wrong with a file is said.
import { readFileSync } from "node:fs";
import { check, open, person, run, serve, stopServer } from "./common.mjs";

const FOLDER = "tests/conformance/games/";
const game = readFileSync(`${FOLDER}saved.jcz`, "utf8");
const record = readFileSync(`${FOLDER}saved.aude`, "utf8"); // what the saved game was made of
const moves = record.split("\n").filter((line) => /^(draw|place|pass|meeple) /.test(line + " ")).length;

async function choose(page, button, name, text) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: button }).first().click()]);
  await chooser.setFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });
}
const drop = (page, name, text) =>
  page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      for (const type of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text],
  );
/** What the replay shows of the game as a whole: who plays, how many lines it has, the points at its end. */
async function shown(page) {
  await page.waitForSelector(".replay");
  await page.keyboard.press("End");
  await page.waitForFunction(() => /\d+\D+\d+/.test(document.querySelector(".said")?.textContent ?? ""));
  return page.evaluate(() => [document.querySelector(".names").textContent, document.querySelector(".said").textContent, ...[...document.querySelectorAll(".points .num")].map((n) => n.textContent)].join(" | "));
}

await run(async () => {
  const address = await serve();
  const page = await person();
  await open(page, address);
  await choose(page, "Open a record", "saved.aude", record);
  const expected = await shown(page);
  check("the record is shown to its end", expected.includes(String(moves)), expected);

  const start = await person();
  await open(start, address);
  const refused = [
    ["cut.jcz", game.slice(0, game.indexOf('"COMMIT"')), /^Line 44: That is not written as it should be\.$/],
    ["garden.jcz", game.replace('"basic:1": 1', '"basic:2": 1'), 'Line 10 ("basic:2": 1): Aude does not have this part of that game.'],
    ["one-line.jcz", JSON.stringify({ ...JSON.parse(game), replay: [{ type: "DANCE" }] }), 'Line 1 ("type":"DANCE"}]}): Aude does not have this part of that game.'],
    ["weather.jcz", "{}", /^Line 1/],
    ["empty.aude", "", "That could not be read."],
    ["letter.aude", `aude 1\n${"x".repeat(90)}`, /^Line 2 \(x{60}\): /],
    ["photo.png", `\0${"\ufffdPNG".repeat(90)}`, "That could not be read."],
  ];
  let said = "";
  for (const [name, text, sentence] of refused) {
    await drop(start, name, text);
    await start.waitForFunction((old) => ![old, undefined].includes(document.querySelector(".failure[role=alert]")?.textContent), said);
    said = await start.locator(".failure[role=alert]").textContent();
    check(`${name} is refused with its place`, sentence instanceof RegExp ? sentence.test(said) : said === sentence, said);
    check(`what is said of ${name} has room`, await start.evaluate(() => document.querySelector(".failure").getBoundingClientRect().right < document.querySelector(".card").getBoundingClientRect().right));
    check(`${name} changes nothing`, (await start.locator("[data-start]").count()) === 1 && !start.url().includes("#"));
  }
  await drop(start, "saved.jcz", game);
  check("dropped on the first screen it is the game that it was", (await shown(start)) === expected, await shown(start));
  check("no error in the page", start.errors.length === 0, start.errors.join("; "));

  // In the replay: a wrong one leaves what is shown.
  await drop(start, "wrong.jcz", game.replace('"BA/RCr"', '"BA/L"'));
  const problem = start.locator(".problem[role=alert]");
  await problem.waitFor();
  check("a wrong one is refused in the replay", /Line \d+ \("start".*Aude does not have/.test(await problem.innerText()), await problem.innerText());
  check("what was shown stays", (await shown(start)) === expected);
  await drop(start, "saved.aude", record.replace(/^seat 1 .*$/m, "seat 1 Eve"));
  await start.waitForFunction(() => /Eve/.test(document.querySelector(".names").textContent));
  check("what was said is gone", (await problem.count()) === 0);
  await drop(start, "saved.aude", record.replace(/^seat 1 .*$/m, "seat 1 level:4"));
  await start.waitForFunction(() => /Level 4/.test(document.querySelector(".names").textContent));
  await drop(start, "saved.jcz", game);
  await start.waitForFunction(() => /Jan 1/.test(document.querySelector(".names").textContent));
  check("dropped on the replay it is shown", (await shown(start)) === expected);

  const alone = await person();
  await open(alone, address);
  await alone.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await alone.waitForFunction(() => caches.keys().then((keys) => keys.length > 0));
  await stopServer();
  await alone.goto(address);
  await alone.waitForSelector("[data-start]:not([disabled])");
  await choose(alone, "Open a record", "saved.jcz", game);
  check("without a server it is opened too", (await shown(alone)) === expected);
});
