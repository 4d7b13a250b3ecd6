// A person and a computer play in Debian's Firefox, where it is installed: by clicks, with bets, to the end. Pictures go to $SCREENS.
import { check, play, run, serve } from "./common.mjs";
import { Firefox, firefoxProgram } from "./firefox.mjs";

await run(async () => {
  const program = firefoxProgram();
  if (!program) return console.log("skipped: Firefox is missing (apt-get install firefox-esr)");
  const address = await serve();
  const page = await Firefox.launch(program);
  const picture = (name) => page.screenshot(`${process.env.SCREENS}/firefox-${name}.png`);
  try {
    await page.goto(address);
    await page.waitForSelector("[data-start]");
    await page.waitForSelector(".scene .board");
    await page.waitForTimeout(1500);
    await picture("start");
    await page.click("[data-start]");
    await page.waitForSelector('.tray[data-step]');
    check("one click from the page to a game", true);

    // By the mouse, where things are: a spot, and the button that places the tile there.
    await page.waitForSelector('[data-step="place"]');
    await page.click("[data-spot]");
    await page.waitForSelector(".ghost");
    await page.waitForTimeout(500);
    await picture("place");
    await page.click('[data-step="place"] .primary');
    await page.waitForSelector('[data-step]:not([data-step="place"])');
    check("a tile is placed by the mouse", true);

    const bet = await play(page, () => document.querySelector('[data-step="bet"]') !== null);
    check("bets are asked for", bet === true, String(bet));
    await page.waitForTimeout(500);
    await picture("bet");
    check("the game comes to its end", (await play(page)) === "over");
    await page.waitForTimeout(500);
    await picture("over");
    const complaints = await page.complaints(address);
    check("no complaint in the console", complaints.length === 0, complaints.join("; "));
  } finally {
    await page.close();
  }
});
