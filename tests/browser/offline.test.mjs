// Once opened, the page starts and plays without its server; and where a browser allows no service worker it plays as ever.
import { check, open, person, play, run, serve, stopServer } from "./common.mjs";

await run(async () => {
  const address = await serve();
  // What browsers do in private windows, in frames and on pages that are not secure.
  const refusals = {
    "has none": () => delete Navigator.prototype.serviceWorker,
    "shows none": () => Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => undefined }),
    "throws when it is asked": () =>
      Object.defineProperty(Navigator.prototype, "serviceWorker", {
        get: () => {
          throw new DOMException("refused", "SecurityError");
        },
      }),
    "refuses to register it": () => (ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException("refused", "SecurityError"))),
    "throws when it is to register": () => {
      ServiceWorkerContainer.prototype.register = () => {
        throw new TypeError("refused");
      };
    },
  };
  for (const [how, script] of Object.entries(refusals)) {
    const without = await person();
    await without.addInitScript(script);
    await open(without, address);
    await without.click("[data-start]");
    const plays = await play(without, () => Number(document.querySelector("[data-tiles]")?.dataset.tiles) > 2);
    check(`a browser that ${how} plays`, plays === true && without.errors.length === 0, `${plays} ${without.errors.join("; ")}`);
    await without.context().close();
  }

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
  const tiles = async () => Number(await page.locator("[data-tiles]").getAttribute("data-tiles"));
  await play(page, () => Number(document.querySelector("[data-tiles]")?.dataset.tiles) > 10);
  check("a game is played without a server", (await tiles()) > 10);
  const before = await tiles();
  await page.reload();
  await page.waitForSelector("[data-step]");
  await page.waitForTimeout(400);
  check("a reload without a server goes on with it", (await tiles()) >= before, `${await tiles()} and ${before}`);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.getByText("This game is open in another window").waitFor();
  check("a second window of the same game says where it is", (await page.locator("[data-step]").count()) === 1);
  await second.close();
  await page.goto(address);
  await page.getByRole("button", { name: "Play with friends by link" }).click();
  await page.getByRole("button", { name: "Open a table" }).click();
  check("what needs the server says so", await page.getByText("The server cannot be reached").first().isVisible().catch(() => false) || (await page.getByText("The server cannot be reached").first().waitFor().then(() => true)));
});
