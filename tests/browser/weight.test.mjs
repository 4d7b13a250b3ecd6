// What the first load weighs, how soon the page can be used, that a game can be begun before the library is there, and how evenly a board of 200 tiles
// is panned. Only the weight is held to its limit: times depend on the machine, and are printed with its load.
import { loadavg } from "node:os";
import { check, open, person, run, serve } from "./common.mjs";

const LOADS = 9;
const median = (all) => [...all].sort((a, b) => a - b)[all.length >> 1];

/** A first load by somebody new. Times are the page's own, from when it is asked for: `usable` when a frame with the button that begins a game was
 * made and the page answers; `playing`, if it is clicked at that moment, when the first question of the game stands there. */
async function cold(address, click) {
  const page = await person();
  await page.addInitScript((click) => {
    window.times = {};
    new MutationObserver(() => {
      const button = document.querySelector("[data-start]:not([disabled])");
      if (button && !("usable" in window.times)) {
        window.times.usable = 0;
        requestAnimationFrame(() =>
          setTimeout(() => {
            window.times.usable = performance.now();
            if (click) button.click();
          }),
        );
      }
      if (!window.times.playing && document.querySelector("[data-step]")) window.times.playing = performance.now();
    }).observe(document, { subtree: true, childList: true });
  }, click);
  await page.goto(address);
  await page.waitForFunction((what) => window.times[what], click ? "playing" : "usable");
  const times = await page.evaluate(() => window.times);
  await page.context().close();
  return times;
}

await run(async () => {
  const address = await serve();
  const page = await person();
  const files = [];
  page.on("response", (r) => files.push(r.request().sizes().then((s) => ({ url: r.url().slice(address.length), bytes: s.responseBodySize }), () => null)));
  await open(page, address);
  await page.waitForSelector(".scene image");
  await page.waitForTimeout(400);
  // What the service worker fetches afterwards for a page without a network is no part of it: each file counts once.
  const all = new Map((await Promise.all(files)).filter((f) => f && !f.url.startsWith("blob:")).map((f) => [f.url, f.bytes]));
  const sum = [...all.values()].reduce((a, b) => a + b, 0);
  for (const [url, bytes] of [...all].sort((a, b) => b[1] - a[1]).slice(0, 8)) console.log(`       ${String(bytes).padStart(7)} ${url || "/"}`);
  console.log(`       first load ${sum} bytes compressed`);
  check("first load of at most 300 KB", sum <= 300 * 1024, `${sum} bytes`);

  const usable = [];
  const playing = [];
  for (let i = 0; i < LOADS; i++) usable.push((await cold(address, false)).usable);
  for (let i = 0; i < LOADS; i++) playing.push((await cold(address, true)).playing);
  console.log(`       ${LOADS} first loads, load average ${loadavg()[0].toFixed(1)}: usable after ${median(usable).toFixed(0)} ms in the median, whoever clicks then plays after ${median(playing).toFixed(0)} ms`);

  // The library comes late: the click waits, and is seen to wait.
  const early = await person();
  let come;
  const late = new Promise((done) => (come = done));
  await early.route("**/*.wasm", (route) => late.then(() => route.continue()));
  await early.goto(address);
  await early.click("[data-start]");
  check("begun before the library is there, a game waits and says so", await early.getByText("One moment").isVisible());
  come();
  await early.waitForSelector("[data-step]");
  check("and begins when it has come", early.errors.length === 0, early.errors.join("; "));

  // It does not come at all.
  const cut = await person();
  await cut.route("**/*.wasm", (route) => route.abort());
  await cut.goto(address);
  await cut.getByRole("alert").waitFor();
  await cut.unroute("**/*.wasm");
  await cut.click("[data-start]");
  await cut.waitForSelector("[data-step]");
  check("where it could not be fetched, the next click fetches it again", cut.errors.length === 0, cut.errors.join("; "));

  // A board of 200 tiles: a record of some five sets of straight roads and bends cannot be had by hand, so the tiles of a real game are shown
  // again beside themselves, as pictures, in the same elements.
  await page.click("[data-start]");
  await page.waitForSelector("[data-step]");
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    const svg = document.querySelector(".world > svg");
    const image = svg.querySelector("image");
    for (let i = 0; i < 200; i++) {
      const copy = image.cloneNode();
      copy.setAttribute("x", ((i % 20) - 10) * 100);
      copy.setAttribute("y", (Math.floor(i / 20) - 5) * 100);
      svg.insertBefore(copy, image);
    }
  });
  const times = page.evaluate(
    () =>
      new Promise((done) => {
        const all = [];
        let before = performance.now();
        const step = (now) => {
          all.push(now - before);
          before = now;
          if (all.length < 150) requestAnimationFrame(step);
          else done(all.slice(10));
        };
        requestAnimationFrame(step);
      }),
  );
  await page.mouse.move(700, 350);
  await page.mouse.down();
  for (let i = 0; i < 200; i++) await page.mouse.move(700 + 150 * Math.sin(i / 12), 350 + 90 * Math.cos(i / 9));
  await page.mouse.up();
  const frames = (await times).sort((a, b) => a - b);
  const at = (q) => frames[Math.floor(frames.length * q)].toFixed(1);
  console.log(`       panning 200 tiles: frames of ${at(0.5)} ms in the median, ${at(0.95)} ms at the 95th percentile`);
  check("200 tiles were panned", frames.length > 100);
});
