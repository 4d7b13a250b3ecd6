// What the tests of the page share: a browser, a server of their own, checks, and a player who takes what is offered.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PATIENCE = 120_000;

let passed = 0;
let failed = 0;
export function check(what, holds, more = "") {
  if (holds) passed++;
  else failed++;
  console.log(`${holds ? "ok    " : "FAILED"} ${what}${holds || more === "" ? "" : `: ${more}`}`);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
});
let server = null;

/** Starts the program's server on a free port; its address. */
export async function serve(files = process.env.PAGE) {
  const folder = mkdtempSync(join(tmpdir(), "aude-browser-"));
  const child = spawn(process.env.AUDE, ["serve", "--port", "0", "--db", `sqlite:${folder}/db`, "--files", files, "--requests-per-second", "1000"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  server = { child, folder };
  const address = await new Promise((done, fail) => {
    let text = "";
    child.stdout.on("data", (d) => {
      text += d;
      if (text.includes("\n")) done(text.split("\n")[0].trim());
    });
    child.on("exit", () => fail(new Error("the server ends")));
  });
  return address.endsWith("/") ? address : address + "/";
}
/** The address of its database. */
export const database = () => `sqlite:${server.folder}/db`;
export function stopServer() {
  return new Promise((done) => {
    if (!server) return done();
    server.child.removeAllListeners("exit");
    server.child.on("exit", () => {
      rmSync(server.folder, { recursive: true, force: true });
      server = null;
      done();
    });
    server.child.kill("SIGTERM");
  });
}

/** A page of a new person: nothing is remembered. */
export async function person({ phone = false, dark = false, language = "en-GB", motion = true } = {}) {
  const context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    hasTouch: phone,
    isMobile: phone,
    deviceScaleFactor: phone ? 2 : 1,
    colorScheme: dark ? "dark" : "light",
    locale: language,
    reducedMotion: motion ? "no-preference" : "reduce",
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.errors = [];
  page.on("pageerror", (e) => page.errors.push(e.message));
  return page;
}
export async function open(page, address) {
  await page.goto(address);
  await page.waitForSelector("[data-start]:not([disabled])");
}

/** Opens a record from the first screen and waits until it is looked through. */
export async function openRecord(page, address, file) {
  await open(page, address);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open a record" }).click();
  await (await chooser).setFiles(file);
  await page.waitForSelector("input[type=range]");
}
/** The moves of a record, so the index of one is the position before it. */
export function moves(file) {
  return readFileSync(file, "utf8").split("\n").filter((line) => /^(draw|place|meeple|pass|bet|settle|final)\b/.test(line));
}

/**
 * Plays by clicks what is offered first, as a person would: one click at a time, and looks again. Ends when `until` holds in the page (its answer), or
 * when the game is over ("over").
 */
export async function play(page, until = () => false, turns = 4000) {
  for (let i = 0; i < turns; i++) {
    const met = await page.evaluate(until);
    if (met) return met;
    const step = await page.evaluate((n) => {
      const tray = document.querySelector("[data-step]");
      const step = tray?.dataset.step;
      const click = (what, index = 0) => {
        const all = [...tray.querySelectorAll(what)].filter((b) => !b.disabled);
        if (all.length) all[index % all.length].click();
      };
      const curtain = document.querySelector(".curtain button");
      if (curtain) curtain.click();
      else if (step === "place" && !document.querySelector(".ghost")) {
        const spots = [...document.querySelectorAll("[data-spot]")];
        spots[(n * 7) % spots.length]?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      } else if (step === "place" || step === "confirm") click(".primary");
      else if (step === "meeple") click(n % 3 === 2 ? ".option.none" : ".option:not(.none)", n);
      else if (step === "settle" || step === "final") click(".option");
      else if (step === "bet") {
        if (!tray.querySelector(".chip")) click(".acts button");
        else if (tray.querySelector(".chip.on")) click(".acts .primary");
        else click(".chip", n);
      }
      return step;
    }, i);
    if (step === "over") return "over";
    await page.waitForTimeout(step === "wait" ? 60 : 25);
  }
  return "turns";
}
/** Plays two pages in turn until something holds in both. */
export async function playBoth(a, b, until, rounds = 3000) {
  for (let i = 0; i < rounds; i++) {
    if ((await a.evaluate(until)) && (await b.evaluate(until))) return true;
    await play(a, until, 1);
    await play(b, until, 1);
  }
  return false;
}

/** What axe-core finds wrong on what is shown now. */
export async function accessible(page, what) {
  await page.waitForTimeout(350); // what moves in has come to rest: contrast is that of the end
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] });
    return violations.map((v) => `${v.id} (${v.nodes.length}): ${v.nodes[0].target.join(" ")}`);
  });
  check(`no accessibility violation: ${what}`, found.length === 0, found.join("; "));
}
export const stepIs = (page, step) => page.waitForSelector(`[data-step="${step}"]`);

/** Runs a test; whatever it throws is a failure, and the figures are printed. */
export async function run(test) {
  try {
    await test();
  } catch (error) {
    check("no exception", false, error.stack);
  }
  await browser.close();
  await stopServer();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}
