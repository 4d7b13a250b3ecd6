// Keyboard alone, from the first screen to the end of a game.
import { check, open, person, run, serve } from "./common.mjs";

await run(async () => {
  const address = await serve();
  const page = await person();
  await open(page, address);
  // Tab to the big button and press it.
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.hasAttribute("data-start"))) break;
  }
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-step]");

  let turned = false;
  let placed = 0;
  let bet = 0;
  for (let i = 0; i < 3000; i++) {
    const now = await page.evaluate(() => ({
      step: document.querySelector("[data-step]")?.dataset.step,
      picked: document.querySelector(".ghost") !== null,
      chip: document.querySelector(".tray .chip.on") !== null,
      ways: document.querySelector('.tray [aria-label="Turn right"]')?.disabled === false,
      busy: [...document.querySelectorAll(".tray button")].some((b) => b.disabled && b.classList.contains("option")),
    }));
    if (now.step === "over") break;
    if (now.busy) await page.waitForTimeout(20);
    else if (now.step === "place" && !now.picked) await page.keyboard.press(i % 2 ? "ArrowRight" : "ArrowDown");
    else if (now.step === "place" && now.ways && !turned) {
      const before = await page.locator(".ghost image").getAttribute("href");
      await page.keyboard.press("r");
      await page.waitForTimeout(60);
      check("R turns the tile", (await page.locator(".ghost image").getAttribute("href")) !== before);
      turned = true;
    } else if (now.step === "place") {
      if (placed++ % 4 === 1) await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Enter");
    } else if (now.step === "meeple") await page.keyboard.press(i % 3 === 0 ? "0" : "1");
    else if (now.step === "bet") {
      if (!now.chip) await page.keyboard.press("1");
      else {
        await page.keyboard.press("Enter");
        bet++;
      }
    } else if (now.step === "settle" || now.step === "final") await page.keyboard.press("1");
    else if (now.step === "confirm") await page.keyboard.press("Enter");
    await page.waitForTimeout(now.step === "wait" ? 60 : 25);
  }
  check("a game from start to end by keys", (await page.locator('[data-step="over"]').count()) === 1);
  check("bets were placed by keys", bet > 0);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  await page.keyboard.press("Escape");
  check("Escape closes a dialog", (await page.locator("dialog[open]").count()) === 0);
  check("no error in the page", page.errors.length === 0, page.errors.join("; "));
});
