// One game with bets between the page and the terminal: `aude join` plays through pipes, the page by clicks; both show the same end.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, open, person, play, run, serve } from "./common.mjs";

/** What each question of the terminal is answered with: the first possibility, or Enter. */
const ANSWERS = [
  ["bet", "A bet at the office of", "1"],
  ["meeple", "A meeple?", "1"],
  ["place", "Where?", "1"],
  ["try", "Like this?", ""],
  ["settle", "For which one does the stack", "1"],
  ["final", "For which one does your chip", "1"],
  ["confirm", "Keep this move?", ""],
  ["over", "The game is over.", null],
];
/** A prompt below one of these asks nothing. */
const IDLE = /is to move\.|may still be choosing\.|A tile is drawn\.|is paused;|Your move is on its way\.|may still take the move back\.|has not begun|All seats are filled|The draws are sealed/;

class Terminal {
  constructor(link, name) {
    this.home = mkdtempSync(join(tmpdir(), "aude-terminal-"));
    this.child = spawn(process.env.AUDE, ["join", "--name", name, link], { env: { PATH: process.env.PATH, HOME: this.home, LC_ALL: "C.UTF-8" }, stdio: ["pipe", "pipe", "pipe"] });
    this.text = "";
    this.read = 0;
    this.asked = null;
    this.ended = new Promise((done) => this.child.on("close", done));
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (d) => (this.text += d));
    }
  }
  say(line) {
    this.child.stdin.write(line + "\n");
  }
  /** Answers what it is asked, if it is asked something; what that was. */
  answer() {
    const fresh = this.text.slice(this.read);
    if (fresh && !fresh.endsWith("\n> ") && fresh !== "> ") return null;
    for (const line of fresh.split("\n")) {
      const question = ANSWERS.find(([, words]) => line.includes(words));
      if (question) this.asked = question;
      if (IDLE.test(line)) this.asked = null;
    }
    this.read = this.text.length;
    const question = this.asked;
    if (question && question[2] !== null) {
      this.asked = null;
      this.say(question[2]);
    }
    return question?.[0] ?? null;
  }
  /** The answer to a command that asks. */
  async ask(line, wanted) {
    const from = this.text.length;
    this.say(line);
    for (let i = 0; i < 1200; i++) {
      const found = wanted.exec(this.text.slice(from));
      if (found) return found;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`no ${wanted} in: ${this.text.slice(from)}`);
  }
  async end() {
    this.child.stdin.end();
    const code = await this.ended;
    rmSync(this.home, { recursive: true, force: true });
    return code;
  }
}

await run(async () => {
  const address = await serve();
  const ann = await person();
  await open(ann, address);
  await ann.getByRole("button", { name: "Play with friends by link" }).click();
  await ann.getByLabel("Your name").fill("Ann");
  await ann.getByRole("button", { name: "Open a table" }).click();
  const ben = new Terminal(await ann.getByLabel("Link to this table").inputValue(), "Ben");
  await ann.getByText("Ben").first().waitFor();
  check("who joins in the terminal sits at the table of the page", true);
  await ann.getByRole("button", { name: "Begin", exact: true }).click();
  await ann.waitForSelector("[data-step]");

  const steps = new Set();
  let over = false;
  for (let i = 0; i < 20_000 && !over; i++) {
    const step = ben.answer();
    steps.add(step);
    over = (await play(ann, () => false, 1)) === "over" && step === "over";
  }
  check("the game comes to its end at both", over, ben.text.slice(-600));
  check("both have bet", steps.has("bet") && /(wins|misses): \d+ tile|goes back unseen/.test(ben.text), [...steps].join());
  const shown = (await ann.locator(".seats .score .num").allInnerTexts()).map(Number);
  const said = await ben.ask("score", / Ann .* (\d+)\n.* You .* (\d+)\n/);
  check("both show the same final scores", Number(said[1]) === shown[0] && Number(said[2]) === shown[1], `${shown} in the page, ${said[1]},${said[2]} in the terminal`);
  check("no error in the page", ann.errors.length === 0, ann.errors.join("; "));
  check("the terminal ends in peace", (await ben.end()) === 0);
});
