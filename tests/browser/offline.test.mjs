// Once opened, the page starts and plays without its server.
import { check, open, person, play, run, serve, stopServer } from "./common.mjs";

await run(async () => {
  const address = await serve();
  const page = await person();
  await open(page, address);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.waitForFunction(() => caches.keys().then((keys) => keys.length > 0));
  await stopServer();
  await page.goto(address);
  await page.waitForSelector("[data-start]:not([disabled])");
  check("the page starts without its server", true);
  await page.click("[data-start]");
  await page.waitForSelector("[data-step]");
  const tiles = () => page.locator(".shade rect").count();
  await play(page, () => document.querySelectorAll(".shade rect").length > 10);
  check("a game is played without a server", (await tiles()) > 10);
  const before = await tiles();
  await page.reload();
  await page.waitForSelector("[data-step]");
  await page.waitForTimeout(400);
  check("a reload without a server goes on with it", (await tiles()) >= before, `${await tiles()} and ${before}`);
  await page.goto(address);
  await page.getByRole("button", { name: "Play with friends by link" }).click();
  await page.getByRole("button", { name: "Open a table" }).click();
  check("what needs the server says so", await page.getByText("The server cannot be reached").first().isVisible().catch(() => false) || (await page.getByText("The server cannot be reached").first().waitFor().then(() => true)));
});
