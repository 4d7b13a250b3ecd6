// What the first load weighs, how soon the page can be used, that a game can be begun before the library is there, and how evenly a board of 200 tiles
// is panned and zoomed. Only the weight is held to its limit: times depend on the machine, and are printed with its load.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { check, moves, open, openRecord, person, run, serve } from "./common.mjs";

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

/** Times between n frames, in milliseconds. */
const frames = (page, n) =>
  page.evaluate(
    (n) =>
      new Promise((done) => {
        const all = [];
        let before = performance.now();
        const step = (now) => {
          all.push(now - before);
          before = now;
          if (all.length < n) requestAnimationFrame(step);
          else done(all.slice(5));
        };
        requestAnimationFrame(step);
      }),
    n,
  );

/** The record of a game with so many tiles, and the position when the last one lies: one set of three times all tiles, as one game has no more than 82. */
function largeRecord(n) {
  const folder = mkdtempSync(join(tmpdir(), "aude-large-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const facts = ["base", "bets"].flatMap((set) =>
    readFileSync(new URL(`../../data/${set}.tiles`, import.meta.url), "utf8")
      .replace(/#.*/g, "")
      .split("\n")
      .filter((line) => line.trim() && !/^ *(aude-tiles|set|mark)\b/.test(line)),
  );
  const first = (line) => /^(start|chip)\b/.test(line);
  const text = ["aude-tiles 1", "set large", ...facts.filter(first), ...facts.filter((line) => !first(line))].join("\n");
  writeFileSync(join(folder, "large.tiles"), text.replace(/^(tile \S+ x)(\d+)/gm, (_, tile, copies) => tile + 3 * copies) + "\n");
  execFileSync(
    process.env.AUDE,
    ["selfplay", "--games", "1", "--players", "greedy,greedy,greedy,greedy", "--tiles", join(folder, "large.tiles"), "--sets", "large", "--seed", "5"].concat(
      ["--rule", `draws=${n - 1}`, "--records", folder],
    ),
    { stdio: "ignore" },
  );
  const file = join(folder, readdirSync(folder).find((name) => name.endsWith(".aude")));
  return { file, position: moves(file).findLastIndex((line) => line.startsWith("place")) + 1 };
}

await run(async () => {
  const address = await serve();
  const page = await person();
  const files = [];
  page.on("response", (r) => files.push(r.request().sizes().then((s) => ({ url: r.url().slice(address.length), bytes: s.responseBodySize }), () => null)));
  await open(page, address);
  await page.waitForSelector(".scene canvas");
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

  // A board of 200 tiles, all different in kind, rotation or place, with figures and stacks on it.
  const { file, position } = largeRecord(200);
  await openRecord(page, address, file);
  await page.locator("input[type=range]").fill(String(position));
  await page.waitForFunction(() => Number(document.querySelector("[data-tiles]")?.dataset.tiles) === 200);
  const pieces = await page.locator(".world .piece").count();
  check("a board of 200 tiles, with figures and stacks", pieces > 20, `${pieces}`);
  await page.mouse.move(500, 350);
  for (let i = 0; i < 4; i++) await page.mouse.wheel(0, -120);
  await page.waitForTimeout(2500); // its bitmaps are made
  const whole = await page.locator(".world").first().evaluate((e) => e.style.transform);
  const told = (what, frames) => {
    frames.sort((a, b) => a - b);
    const at = (q) => frames[Math.floor(frames.length * q)].toFixed(1);
    console.log(`       ${what} 200 tiles, load average ${loadavg()[0].toFixed(1)}: frames of ${at(0.5)} ms in the median, ${at(0.95)} ms at the 95th percentile`);
  };
  let times = frames(page, 150);
  await page.mouse.down();
  for (let i = 0; i < 200; i++) await page.mouse.move(500 + 220 * Math.sin(i / 12), 350 + 160 * Math.cos(i / 9));
  await page.mouse.up();
  told("panning", await times);
  times = frames(page, 120);
  for (let i = 0; i < 60; i++) {
    await page.mouse.wheel(0, Math.floor(i / 10) % 2 ? -24 : 24);
    await page.waitForTimeout(16);
  }
  told("zooming", await times);
  check("they were moved", whole !== (await page.locator(".world").first().evaluate((e) => e.style.transform)));
});
