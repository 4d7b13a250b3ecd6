// Advice: the hint key marks a legal move and says why, odds where a bet is made, neither at a table that plays without; a finished game analysed.
import { readFileSync } from "node:fs";
import { accessible, check, open, person, play, run, serve } from "./common.mjs";

const RECORD = new URL("./records/bets.aude", import.meta.url).pathname;
const hinted = (page) => page.waitForSelector('[data-hint="there"]');
const atPlace = () => document.querySelector('[data-step="place"]') !== null && document.querySelector(".ghost") === null;
const atBet = () => document.querySelector('[data-step="bet"] .chip') !== null;

/** A table on the server with a computer at it, in its lobby. */
async function table(page, address, aids) {
  await open(page, address);
  await page.getByRole("button", { name: "Play with friends by link" }).click();
  await page.getByRole("button", { name: "Open a table" }).click();
  await page.waitForSelector(".lobby");
  const levels = await page.locator(".lobby .seats select").last().locator("option").allInnerTexts();
  // By quick hands: the second choice is made before the server has answered the first.
  await page.evaluate((aids) => {
    const choose = (select, value) => {
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    };
    choose([...document.querySelectorAll(".lobby label")].find((label) => /Help from the program/.test(label.textContent)).querySelector("select"), aids);
    choose([...document.querySelectorAll(".lobby .seats select")].at(-1), "level:2");
  }, aids);
  await page.waitForFunction(() => /Level 2/.test(document.querySelector(".lobby .seats").textContent));
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForSelector("[data-step]");
  return levels;
}

await run(async () => {
  const address = await serve();
  const page = await person();
  await open(page, address);
  await page.click("[data-start]");
  await play(page, atPlace);

  // A place: marked on the board, with what it promises and why; Escape waves it off.
  await page.keyboard.press("i");
  await hinted(page);
  check("a legal place is marked", (await page.locator('[data-spot][aria-pressed="true"]').count()) === 1 && (await page.locator(".ghost").count()) === 1);
  check("a hint says why", (await page.locator(".hint .why").innerText()).trim().length > 8);
  check("a hint says what it promises", /lead [+−]?\d/.test(await page.locator(".hint .figures").innerText()) && /\d+% to win/.test(await page.locator(".hint .figures").innerText()));
  await accessible(page, "a hint");
  await page.keyboard.press("Escape");
  check("Escape waves a hint off", (await page.locator(".hint").count()) === 0);
  await page.getByRole("button", { name: "Show me a good move" }).click();
  await hinted(page);
  const line = await page.locator("[data-hint-move]").getAttribute("data-hint-move");
  const tiles = await page.locator(".pill .short").first().textContent();
  await page.getByRole("button", { name: "Do that" }).click();
  await page.waitForFunction(() => document.querySelector('[data-step="place"]') === null);
  check("it is taken", /^place /.test(line) && tiles !== null, line);
  const follows = await page.locator('[data-step="meeple"]').count();
  check("the meeple of the same turn is marked", !follows || (await page.locator(".tray .hinted").count()) === 1);
  if (follows) {
    await page.getByRole("button", { name: "Do that" }).click();
    await page.waitForFunction(() => document.querySelector('[data-step="meeple"]') === null);
  }
  await page.keyboard.press("?");
  check("the key is in the list of keys", (await page.locator(".keylist", { hasText: "a good move" }).count()) === 1);
  await page.keyboard.press("Escape");

  // A bet: chances of each size add up, each chip says what it pays.
  check("bets are asked for", (await play(page, atBet)) === true);
  await page.waitForSelector("[data-odds]");
  const sums = await page.locator("[data-odds] figure").evaluateAll((all) => all.map((f) => [...f.querySelectorAll("[data-chance]")].reduce((sum, e) => sum + Number(e.dataset.chance), 0)));
  check("chances of the sizes add up", sums.length > 0 && sums.every((sum) => sum > 0.96 && sum < 1.001), sums.join());
  const chips = await page.locator(".tray .chip").count();
  await page.waitForSelector(".tray .mean");
  check("each chip says what it pays", (await page.locator(".tray .mean").count()) === chips);
  await accessible(page, "odds");
  await page.keyboard.press("i");
  await hinted(page);
  check("a chip or no bet is marked", (await page.locator(".tray .hinted").count()) === 1);
  await page.getByRole("button", { name: "Chances" }).click();
  check("odds can be put away", (await page.locator("[data-odds]").count()) === 0);
  check("no error in the page", page.errors.length === 0, page.errors.join("; "));

  // On a server: where the table plays without help there is none; where it allows all, there is.
  const alone = await person();
  const levels = await table(alone, address, "none");
  check("all levels can be chosen", [1, 2, 3, 4, 5, 6, 7, 8].every((n) => levels.some((name) => new RegExp(`level ${n}\\b`).test(name))), levels.join());
  await play(alone, atPlace);
  await alone.keyboard.press("i");
  await alone.waitForTimeout(500);
  check("no help: no hint", (await alone.locator(".hint, .ghost").count()) === 0 && (await alone.getByRole("button", { name: "Show me a good move" }).count()) === 0);
  if ((await play(alone, atBet)) === true) {
    await alone.waitForTimeout(500);
    check("no help: no odds", (await alone.locator("[data-odds], .mean").count()) === 0 && (await alone.getByRole("button", { name: "Chances" }).count()) === 0);
  } else check("a bet was asked for", false);
  await alone.context().close();
  const helped = await person({ phone: true });
  await table(helped, address, "full");
  await play(helped, atPlace);
  await helped.getByRole("button", { name: "Show me a good move" }).tap();
  await hinted(helped);
  check("hints at a table of the server, too", (await helped.locator(".ghost").count()) === 1);
  check("no error at the tables of the server", helped.errors.length === 0, helped.errors.join("; "));
  await helped.context().close();

  // A finished game: what each move lost, and what would have been better.
  const reader = await person({ motion: false });
  await reader.goto(address);
  await reader.waitForSelector("[data-start]:not([disabled])");
  const chooser = reader.waitForEvent("filechooser");
  await reader.getByRole("button", { name: "Open a record" }).click();
  await (await chooser).setFiles(RECORD);
  await reader.waitForSelector(".replay");
  await reader.keyboard.press("i");
  await reader.waitForSelector("[data-curve]");
  check("progress is shown", (await reader.locator(".progress").count()) === 1);
  await reader.waitForFunction(() => document.querySelector(".progress") === null && document.querySelector(".costly") !== null, null, { timeout: 600_000 });
  const turns = readFileSync(RECORD, "utf8").match(/^place /gm).length;
  check("every turn is in the curve", Number(await reader.locator("[data-curve]").getAttribute("data-curve")) === turns, `${turns}`);
  check("losses are marked", (await reader.locator(".curve .loss").count()) > 0);
  await reader.locator(".costly button").first().click();
  const lost = Number(await reader.locator("[data-lost]").first().getAttribute("data-lost"));
  check("the costliest move is shown with what it lost", lost >= 0.5 && /Loses/.test(await reader.locator("[data-here]").innerText()), String(lost));
  const leads = (await reader.locator(".best .figures b").allInnerTexts()).map((words) => Number(words.replace("−", "-")));
  check("the best moves come first", leads.length > 1 && leads.every((lead, i) => i === 0 || lead <= leads[0] + 0.05), leads.join());
  check("the move played is among them", (await reader.locator(".best .tag").count()) === 1);
  await reader.locator(".best .row").first().click();
  check("a better move is tried on the board", (await reader.locator(".ghost").count()) === 1);
  await accessible(reader, "an analysis");
  check("no error in the replay", reader.errors.length === 0, reader.errors.join("; "));
});
