// Debian's Firefox, driven by what it speaks itself (Marionette: a length, a colon and JSON over TCP); as much of a page as `play` needs.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PATIENCE = 120_000;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** The program, or null. */
export function firefoxProgram() {
  const found = process.env.FIREFOX || spawnSync("sh", ["-c", "command -v firefox-esr || command -v firefox"], { encoding: "utf8" }).stdout.trim();
  return found || null;
}

export class Firefox {
  #child;
  #profile;
  #socket;
  #waiting = new Map();
  #last = 0;

  /** Starts it with a profile of its own; a new person. */
  static async launch(program, { language = "en-GB", width = 1280, height = 800 } = {}) {
    const it = new Firefox();
    it.#profile = mkdtempSync(join(tmpdir(), "aude-firefox-"));
    const prefs = { "marionette.port": 0, "intl.accept_languages": language, "browser.shell.checkDefaultBrowser": false, "datareporting.policy.dataSubmissionEnabled": false, "app.update.enabled": false };
    writeFileSync(join(it.#profile, "user.js"), Object.entries(prefs).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""));
    it.#child = spawn(program, ["--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", it.#profile], {
      env: { ...process.env, HOME: it.#profile, MOZ_HEADLESS_WIDTH: String(width), MOZ_HEADLESS_HEIGHT: String(height + 90) },
      stdio: "ignore",
    });
    const port = join(it.#profile, "MarionetteActivePort");
    for (let waited = 0; !existsSync(port) || !readFileSync(port, "utf8"); waited += 100) {
      if (waited > PATIENCE || it.#child.exitCode !== null) throw new Error("Firefox does not start");
      await sleep(100);
    }
    await it.#open(Number(readFileSync(port, "utf8")));
    await it.send("WebDriver:NewSession", {});
    await it.send("WebDriver:SetTimeouts", { script: PATIENCE, pageLoad: PATIENCE });
    return it;
  }
  #open(port) {
    return new Promise((done, fail) => {
      this.#socket = connect(port, "127.0.0.1");
      this.#socket.on("error", fail);
      let bytes = Buffer.alloc(0);
      this.#socket.on("data", (more) => {
        bytes = Buffer.concat([bytes, more]);
        for (let colon; (colon = bytes.indexOf(":")) > 0; ) {
          const end = colon + 1 + Number(bytes.subarray(0, colon));
          if (bytes.length < end) return;
          const message = JSON.parse(bytes.subarray(colon + 1, end));
          bytes = bytes.subarray(end);
          if (!Array.isArray(message)) {
            done(); // its greeting
            continue;
          }
          const [, id, error, result] = message;
          const { take, refuse } = this.#waiting.get(id);
          this.#waiting.delete(id);
          if (error) refuse(new Error(error.message));
          else take(result?.value ?? null);
        }
      });
    });
  }
  send(command, parameters) {
    const id = ++this.#last;
    const text = JSON.stringify([0, id, command, parameters]);
    return new Promise((take, refuse) => {
      this.#waiting.set(id, { take, refuse });
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }
  goto(address) {
    return this.send("WebDriver:Navigate", { url: address });
  }
  evaluate(what, argument = null) {
    return this.send("WebDriver:ExecuteScript", { script: `return (${what})(...arguments);`, args: [argument] });
  }
  waitForTimeout(ms) {
    return sleep(ms);
  }
  async waitForSelector(selector) {
    for (let waited = 0; waited < PATIENCE; waited += 50) {
      if (await this.evaluate((s) => document.querySelector(s) !== null, selector)) return;
      await sleep(50);
    }
    throw new Error(`no ${selector}`);
  }
  /** A click by the mouse, where the element is. */
  async click(selector) {
    await this.waitForSelector(selector);
    const { x, y } = await this.evaluate((s) => {
      const r = document.querySelector(s).getBoundingClientRect();
      return { x: Math.round(r.x + r.width / 2), y: Math.round(r.y + r.height / 2) };
    }, selector);
    const steps = [{ type: "pointerMove", x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
    await this.send("WebDriver:PerformActions", { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions: steps }] });
  }
  async screenshot(path) {
    writeFileSync(path, Buffer.from(await this.send("WebDriver:TakeScreenshot", { full: false }), "base64"));
  }
  /** Errors and warnings of pages below an address, as its console has them. */
  async complaints(address) {
    await this.send("Marionette:SetContext", { value: "chrome" });
    const all = await this.evaluate(
      (address) =>
        Services.console
          .getMessageArray()
          .filter((m) => m instanceof Ci.nsIScriptError && m.sourceName.startsWith(address) && !(m.flags & Ci.nsIScriptError.infoFlag))
          .map((m) => `${m.errorMessage} (${m.sourceName}:${m.lineNumber})`),
      address,
    );
    await this.send("Marionette:SetContext", { value: "content" });
    return all;
  }
  async close() {
    const ended = new Promise((done) => this.#child.on("exit", done));
    this.#child.kill();
    await ended;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
