// Keyboard alone, from the first screen to the end of a game; then text mode alone.
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

  // Text mode: nothing but a line to type in.
  const blind = await person();
  await blind.addInitScript(() => localStorage.setItem("aude.prefs", JSON.stringify({ textMode: true, bets: true })));
  await open(blind, address);
  await blind.click("[data-start]");
  const say = async (words) => {
    await blind.locator("[data-command]").fill(words);
    await blind.keyboard.press("Enter");
  };
  const last = () => blind.locator(".log p:not(.you)").last().innerText();
  await blind.getByText("Place your tile").first().waitFor();
  await say("help");
  check("help lists the commands", /place N \| X Y DEGREES/.test(await blind.locator(".log").innerText()));
  await say("look 0 0");
  check("look describes the start tile", /start tile.*City, north/.test(await last()), await last());
  await say("nonsense");
  check("what is unknown is said", /nonsense/.test(await last()));
  let bets = 0;
  for (let i = 0; i < 1200; i++) {
    const log = await blind.evaluate(() => {
      const all = [...document.querySelectorAll(".log p:not(.you)")].map((p) => p.textContent);
      return { text: all.join("\n"), ask: all.findLast((p) => /Place your tile|Place a meeple|End your turn|Place a bet|Which one takes|What does your chip/.test(p)) ?? "" };
    });
    if (/The game is over/.test(log.text)) break;
    if (/Place your tile/.test(log.ask)) await say("place 1");
    else if (/Place a meeple/.test(log.ask)) await say(i % 2 ? "meeple 1" : "pass");
    else if (/Place a bet/.test(log.ask)) {
      const face = /bet (\S+?);/.exec(log.ask)?.[1];
      await say(face && bets++ < 3 ? `bet ${face}` : "bet no");
    } else if (/Which one/.test(log.ask)) await say("settle 1");
    else if (/What does/.test(log.ask)) await say("final 1");
    else await say("confirm");
    await blind.waitForTimeout(60);
  }
  check("a whole game by text alone", /The game is over/.test(await blind.locator(".log").innerText()));
  await say("why");
  await blind.waitForTimeout(100);
  check("why explains the last score", /Points for|matches|needs/.test(await last()), await last());
  check("no error in text mode", blind.errors.length === 0, blind.errors.join("; "));
});
