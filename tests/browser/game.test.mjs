// A person and a computer play base and bets to the end by clicks; what the screens say adds up.
import { check, open, person, play, run, serve } from "./common.mjs";

await run(async () => {
  const address = await serve();
  const page = await person();
  await open(page, address);
  const began = Date.now();
  await page.click("[data-start]");
  await page.waitForSelector('.tray[data-step]');
  check("one click from the page to a game", true);
  console.log(`       the table is there after ${Date.now() - began} ms`);

  check("bets are asked for", (await play(page, () => document.querySelector('[data-step="bet"]') !== null)) === true);
  check("six chips are offered, and none", (await page.locator(".tray .chip").count()) === 6 && (await page.getByText("No bet").count()) === 1);

  // A score explained: the terms sum to what is said on top (rule base/city-1 and so on give the terms, the library the sum).
  await play(page, () => document.querySelector(".explain .rows") !== null && document.querySelector(".explain .tag") !== null);
  const card = await page.evaluate(() => ({
    terms: [...document.querySelectorAll(".explain dd:not(.sum)")].map((e) => Number(e.textContent)),
    sum: Number(document.querySelector(".explain dd.sum").textContent),
    total: Number(document.querySelector("[data-total]").textContent),
    rules: document.querySelectorAll(".explain .tag").length,
  }));
  check("terms of a score sum to it", card.terms.reduce((a, b) => a + b, 0) === card.sum && card.sum === card.total, JSON.stringify(card));
  check("a score names its rules", card.rules > 0);
  await page.locator(".explain .tag").first().click();
  const rule = page.locator('dialog [aria-current="true"]');
  await rule.waitFor();
  check("a rule is explained from the score", /^base\//.test(await rule.getAttribute("data-rule")));
  await page.keyboard.press("Escape");

  check("the game comes to its end", (await play(page)) === "over");
  const scores = await page.locator(".seats .score .num").allInnerTexts();
  await page.getByRole("button", { name: "Statistics" }).click();
  await page.waitForSelector("dialog table", { state: "attached" });
  const sums = await page.locator("dialog table", { hasText: "City" }).first().locator("tbody tr td:last-child").allTextContents();
  check("the points by kind sum to the final scores", sums.join() === scores.join(), `${sums} and ${scores}`);
  await page.keyboard.press("Escape");
  check("somebody has won", (await page.locator(".seat.winner").count()) >= 1);

  // The same game is offered again after a reload, and another one begins by one click.
  await page.reload();
  await page.waitForSelector('[data-step="over"]');
  check("a reload keeps the result", (await page.locator(".seats .score .num").allInnerTexts()).join() === scores.join());
  await page.getByRole("button", { name: "Play again" }).click();
  await page.waitForSelector('.tray[data-step]');
  check("another game begins", Number(await page.locator("[data-tiles]").getAttribute("data-tiles")) < 5);
  check("no error in the page", page.errors.length === 0, page.errors.join("; "));
});
