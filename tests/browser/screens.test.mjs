// axe-core on every screen, in both themes, wide and on a phone; the pictures go to $SCREENS.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { accessible, check, moves, open, openRecord, person, play, run, serve, stepIs } from "./common.mjs";

const folder = process.env.SCREENS;
mkdirSync(folder, { recursive: true });
const KEPT = ["start", "place", "bet", "settle", "flip", "final", "score", "fields", "over", "lobby", "learn", "rules", "replay"];
/** A record in which a stack is asked about, and every player at the end for three of their chips. */
const BETS = fileURLToPath(new URL("records/bets.aude", import.meta.url));

/** A game that goes on just before the first line with this word, with a seat as one's own. */
async function goOn(page, address, word, seat) {
  await openRecord(page, address, BETS);
  await page.locator("input[type=range]").fill(String(moves(BETS).findIndex((line) => line.startsWith(word))));
  if (await page.locator(".replay.narrow").count()) await page.getByRole("button", { name: "What you can do with it" }).click();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.locator("dialog[open] label.seat").nth(seat).click();
  await page.locator("dialog[open] .primary").last().click();
  await stepIs(page, word);
  await page.waitForTimeout(700);
}

await run(async () => {
  const address = await serve();
  for (const phone of [false, true])
    for (const dark of [false, true]) {
      const page = await person({ phone, dark, motion: false });
      const how = `${phone ? "phone" : "desktop"}-${dark ? "dark" : "light"}`;
      const seen = async (name) => {
        await accessible(page, `${name}, ${how}`);
        if (KEPT.includes(name)) await page.screenshot({ path: `${folder}/page-${name}-${how}.png`, scale: "css" });
        if (phone) {
          const small = await page.evaluate(() =>
            [...document.querySelectorAll("button, select, input[type=text]")]
              .filter((b) => b.checkVisibility() && !b.closest("[inert]"))
              .map((b) => ({ r: b.getBoundingClientRect(), t: b.getAttribute("aria-label") ?? b.textContent.trim().slice(0, 30) }))
              .filter(({ r }) => r.width > 0 && (r.width < 43.5 || r.height < 43.5))
              .map(({ r, t }) => `${t} ${Math.round(r.width)}×${Math.round(r.height)}`),
          );
          check(`targets of 44 px: ${name}, ${how}`, small.length === 0, small.join("; "));
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        check(`nothing stands out sideways: ${name}, ${how}`, wide <= 0, `${wide} px`);
      };
      const dialog = async (button, name) => {
        await page.getByRole("button", { name: button, exact: true }).first().click();
        await page.waitForSelector("dialog[open]");
        await page.waitForTimeout(500);
        await seen(name);
        await page.keyboard.press("Escape");
        await page.waitForSelector("dialog[open]", { state: "detached" });
      };
      await open(page, address);
      await page.waitForTimeout(900);
      await seen("start");
      await dialog("Opponents and rules", "opponents");
      await dialog("Play with friends by link", "by link");
      await dialog("Play at one screen", "one screen");
      await dialog("Rules", "rules");
      await dialog("Settings", "settings");

      await page.click("[data-start]");
      await play(page, () => document.querySelector('[data-step="place"]') !== null && Number(document.querySelector("[data-tiles]")?.dataset.tiles) > 14);
      await page.waitForTimeout(700);
      await seen("place");
      await page.getByRole("button", { name: "Fields and their owners" }).click();
      await page.waitForTimeout(700);
      await seen("fields");
      await page.getByRole("button", { name: "Fields and their owners" }).click();
      await page.getByRole("button", { name: /tiles? left/ }).first().click();
      await page.waitForTimeout(300);
      await seen("tiles left");
      await page.getByRole("button", { name: "Close" }).first().click();
      await page.locator(".seat .score").first().click();
      await page.waitForTimeout(300);
      await seen("outlook");
      await page.getByRole("button", { name: "Close" }).first().click();
      await play(page, () => document.querySelector('[data-step="meeple"]') !== null);
      await seen("meeple");
      await play(page, () => document.querySelector('[data-step="confirm"]') !== null);
      await seen("confirm");
      await play(page, () => document.querySelector('[data-step="bet"]') !== null);
      await page.locator(".tray .chip").nth(2).click();
      await seen("bet");
      await play(page, phone ? () => document.querySelector(".toast") !== null : () => document.querySelector(".flip") !== null, 900);
      if (phone) await page.evaluate(() => document.querySelector(".toast")?.click());
      await page.waitForTimeout(700);
      await seen("score");
      const close = page.locator(".side .shut");
      if (phone && (await close.count())) await close.click();
      await dialog("Menu", "menu");
      await play(page);
      await page.waitForTimeout(600);
      await seen("over");
      await dialog("Statistics", "statistics");
      await page.getByRole("button", { name: "Replay", exact: true }).click();
      await page.waitForFunction(() => location.hash === "#/replay");
      await page.waitForTimeout(1200);
      await seen("replay");

      await goOn(page, address, "settle", 1);
      const options = () => page.locator(".tray .option:not(.none)");
      check(`both roads are offered for the stack, ${how}`, (await options().count()) === 2 && (await page.locator("[data-choice]").count()) === 2);
      const who = await page.locator(".seats").innerText();
      check(`two computers of one level have two names, ${how}`, /Level 4(?! \()/.test(who) && /Level 4 \(2\)/.test(who), who);
      await seen("settle");
      await options().filter({ hasText: "4 tiles" }).click();
      // What is told before the choice is another score.
      await page.waitForFunction(() => document.querySelector("[data-step]")?.dataset.step !== "settle");
      if (phone) await page.locator(".toast").click();
      await page.waitForSelector(".flip");
      await page.waitForTimeout(700);
      // The road has 4 tiles: 4x2 pays 8, 4/6 pays 4, 5/6 misses.
      const paid = await page.locator(".flip .pays").allInnerTexts();
      check(`each chip says what it pays, ${how}`, paid.join() === "+8,+4,–", paid.join());
      await seen("flip");
      await goOn(page, address, "final", 0);
      check(`both features are offered for one's own chip, ${how}`, (await options().count()) === 2);
      await seen("final");
      // Three chips, one after the other; then all are turned over and the game is over.
      for (let i = 0; i < 3; i++) {
        const asked = await page.locator(".tray .main > p").first().innerText();
        await options().first().click();
        await page.waitForFunction((asked) => document.querySelector('[data-step="over"]') || (document.querySelector('[data-step="final"]') && document.querySelector(".tray .main > p").innerText !== asked), asked);
      }
      check(`and then the game is over, ${how}`, (await page.locator('[data-step="over"]').count()) === 1);

      await page.goto(`${address}#/learn`);
      await page.waitForTimeout(900);
      await seen("learn");

      await open(page, address);
      await page.getByRole("button", { name: "Play with friends by link" }).click();
      await page.getByRole("button", { name: "Open a table" }).click();
      await page.waitForSelector(".lobby");
      await seen("lobby");
      const link = await page.getByLabel("Link to this table").inputValue();
      const other = await person({ phone, dark, motion: false });
      await other.goto(link);
      await other.waitForSelector("form");
      await accessible(other, `invitation, ${how}`);

      await open(page, address);
      await page.getByRole("button", { name: "Play at one screen" }).click();
      await page.getByRole("button", { name: "Begin" }).click();
      await page.waitForSelector(".curtain");
      await seen("curtain");
      await page.evaluate(() => localStorage.setItem("aude.prefs", JSON.stringify({ ...JSON.parse(localStorage.getItem("aude.prefs")), textMode: true })));
      await page.reload();
      await page.waitForSelector("[data-command]");
      await seen("text mode");
      check(`no error, ${how}`, page.errors.length === 0, page.errors.join("; "));
      await page.context().close();
      await other.context().close();
    }
});
