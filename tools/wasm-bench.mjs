#!/usr/bin/env node
/* wasm-bench.mjs [--chromium PATH] [--seconds S] [--rounds N] [--native PROGRAM]
 *
 * Random games of base for two players a second: the native program, the module in node and, if a path is given, in Chromium.
 * They take turns, so that all meet the same moods of the machine; figures and ratios are medians. All count processor time: a
 * browser that of all its processes, from outside. */
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Aude } from "../packages/aude-wasm/index.js";

function fail(why) {
  console.error(`wasm-bench: ${why}`);
  process.exit(2);
}

function optionsRead() {
  try {
    return parseArgs({
      options: {
        chromium: { type: "string" },
        seconds: { type: "string", default: "1" },
        rounds: { type: "string", default: "7" },
        native: { type: "string", default: "build/release/aude" },
      },
    }).values;
  } catch ({ message }) {
    return fail(message);
  }
}

function numberRead(name, least, most) {
  const value = Number(options[name]);
  return value >= least && value <= most ? value : fail(`--${name} wants a number from ${least} to ${most}, not "${options[name]}"`);
}

const options = optionsRead();
const seconds = numberRead("seconds", 0.001, 3600);
const rounds = Math.ceil(numberRead("rounds", 1, 1000));
const packageFolder = new URL("../packages/aude-wasm/", import.meta.url);

/* Plays for some seconds; the number of games. Its text also runs in the page. */
function play(aude, seconds) {
  const end = performance.now() + 1000 * seconds;
  let games = 0;
  while (performance.now() < end) games += aude.playouts(1000, games + 1).games;
  return games;
}

function nativeRate() {
  const words = ["bench", "--games-only", "--milliseconds", String(Math.round(seconds * 1000))];
  try {
    return Number(execFileSync(options.native, words));
  } catch ({ message }) {
    return fail(`--native: ${message}`);
  }
}

function nodeRate(aude) {
  const begin = process.cpuUsage();
  const games = play(aude, seconds);
  const { user, system } = process.cpuUsage(begin);
  return (1e6 * games) / (user + system);
}

/* Processor seconds of a process and all below it. */
function treeSeconds(root) {
  const ticks = Number(execFileSync("getconf", ["CLK_TCK"]));
  const parent = new Map();
  const time = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number)) {
    try {
      const field = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
      parent.set(pid, Number(field[1]));
      time.set(pid, (Number(field[11]) + Number(field[12])) / ticks);
    } catch {
      // it ended meanwhile
    }
  }
  const below = (pid) => pid === root || (parent.has(pid) && below(parent.get(pid)));
  return [...time].reduce((sum, [pid, seconds]) => sum + (below(pid) ? seconds : 0), 0);
}

/* ---- Chromium: the page asks for /next, plays and posts the number of games to /games ---------------------- */

const page = `<!doctype html><title>aude</title><script type="module">
import { Aude } from "./index.js";
${play}
const aude = await Aude.load();
play(aude, ${seconds});
while ((await (await fetch("next")).text()) === "go")
  await fetch("games", { method: "POST", body: String(play(aude, ${seconds})) });
</script>`;

/* One thing at a time, from whoever puts it to whoever takes it. */
function mailbox() {
  let put;
  let content = new Promise((resolve) => (put = resolve));
  return {
    put: (thing) => put(thing),
    async take() {
      const thing = await content;
      content = new Promise((resolve) => (put = resolve));
      return thing;
    },
  };
}

async function chromiumStart(program) {
  const next = mailbox();
  const games = mailbox();
  const server = createServer(async (request, response) => {
    const name = request.url.slice(1);
    const file = /^[a-z]+[.]js$/.test(name) ? "text/javascript" : name === "aude.wasm" ? "application/wasm" : undefined;
    if (file) {
      response.setHeader("Content-Type", file).end(await readFile(new URL(name, packageFolder)));
    } else if (name === "next") {
      next.put(response);
    } else if (name === "games") {
      let text = "";
      for await (const part of request) text += part;
      response.end();
      games.put(Number(text));
    } else if (name === "") {
      response.setHeader("Content-Type", "text/html").end(page);
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const profile = await mkdtemp(join(tmpdir(), "aude-bench-"));
  const browser = spawn(program, [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    `--user-data-dir=${profile}`,
    `http://127.0.0.1:${server.address().port}/`,
  ], { stdio: "ignore" });
  let stopping = false;
  const gone = new Promise((resolve) => browser.once("exit", resolve));
  browser.once("error", ({ message }) => fail(`${program}: ${message}`));
  gone.then(() => stopping || fail(`${program} ended by itself`));
  return {
    async rate() {
      const response = await next.take();
      const begin = treeSeconds(browser.pid);
      response.end("go");
      return (await games.take()) / (treeSeconds(browser.pid) - begin);
    },
    async stop() {
      stopping = true;
      browser.kill();
      await gone;
      server.closeAllConnections?.();
      server.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/* ---- Taking turns ------------------------------------------------------------------------------------------------- */

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

const aude = await Aude.load();
play(aude, seconds); // until all code is optimised
const browser = options.chromium ? await chromiumStart(options.chromium) : undefined;
const figures = { native: [], node: [], ...(browser && { chromium: [] }) };
for (let round = 0; round < rounds; round++) {
  figures.native.push(nativeRate());
  figures.node.push(nodeRate(aude));
  if (browser) figures.chromium.push(await browser.rate());
}
await browser?.stop();
for (const [name, list] of Object.entries(figures)) {
  const ratio = median(list.map((value, i) => value / figures.native[i]));
  console.log(`${name.padEnd(10)} ${median(list).toFixed(0).padStart(8)} games/s  ratio ${ratio.toFixed(3)}`);
}
