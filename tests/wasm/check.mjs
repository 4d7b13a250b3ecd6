/* check.mjs - the module against the program AUDE. The last lines are `# pass N` and `# fail N`. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Aude } from "../../packages/aude-wasm/index.js";

const top = new URL("../../", import.meta.url);
const count = { pass: 0, fail: 0 };

function check(good, what) {
  count[good ? "pass" : "fail"]++;
  if (!good) console.log(what);
}

const module = new WebAssembly.Module(readFileSync(new URL("packages/aude-wasm/aude.wasm", top)));
const imports = WebAssembly.Module.imports(module);
check(imports.length === 0, `imports ${imports.map(({ module, name }) => `${module}.${name}`).join(", ")}`);
check(
  WebAssembly.Module.exports(module).some(({ name, kind }) => name === "memory" && kind === "memory"),
  "does not export its memory",
);

const aude = await Aude.load(module);

function files(folder, ending) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? files(new URL(`${entry.name}/`, folder), ending)
      : entry.name.endsWith(ending)
        ? [new URL(entry.name, folder)]
        : [],
  );
}

const scenarios = files(new URL("tests/scenarios/", top), ".aude");
check(scenarios.length > 0, "no scenarios");
for (const file of scenarios) {
  const { failures } = aude.record(readFileSync(file, "utf8"));
  check(failures.length === 0, failures.map(({ line, message }) => `${file.pathname}:${line}: ${message}`).join("\n"));
}

/* ---- Games of JCloisterZone: the same record, or the same refusal at the same place ---- */

const peer = new URL("../shared/conformance/jcz/", top);
const games = [new URL("tests/conformance/", top), ...(existsSync(peer) ? [peer] : [])].flatMap((folder) => files(folder, ".jcz"));
if (!existsSync(peer)) console.log(`skipped: the peer's games, for there is no folder ${peer.pathname}`);
check(games.length >= 5, "no games of JCloisterZone");

function imported(text) {
  try {
    return { log: aude.imported(text) };
  } catch ({ line, column, message }) {
    return { refusal: `${line}:${column}: ${message}` };
  }
}

/* The game as it is, and spoilt in every way that a step takes us to: cut, without a byte, with another one. */
function* spoilt(text) {
  for (let at = 1; at < text.length; at += Math.ceil(text.length / 30)) {
    yield text.slice(0, at);
    yield text.slice(0, at) + text.slice(at + 1);
    yield text.slice(0, at) + "}9\"x[\\"[at % 6] + text.slice(at + 1);
  }
}

const folder = mkdtempSync(join(tmpdir(), "aude-games-"));
for (const file of games) {
  const text = readFileSync(file, "utf8");
  const { log, refusal } = imported(text);
  const { stdout, stderr } = spawnSync(process.env.AUDE, ["redact", file.pathname], { encoding: "utf8" });
  const record = log === undefined ? "" : aude.open(log, { seed: 0 }).record();
  check(record === stdout, `${file.pathname}: another record than the program's`);
  check((refusal ? `${file.pathname}:${refusal}\n` : "") === stderr, `${file.pathname}: ${refusal}, the program: ${stderr}`);

  const cases = [...spoilt(text)].map((text, i) => ({ text, path: join(folder, `${i}.jcz`) }));
  for (const { text, path } of cases) writeFileSync(path, text);
  const program = spawnSync(process.env.AUDE, ["replay", ...cases.map(({ path }) => path)], { encoding: "utf8" }).stderr;
  const module = cases.flatMap(({ text, path }) => {
    const { refusal } = imported(text);
    return refusal ? [`${path}:${refusal}\n`] : [];
  });
  check(module.join("") === program, `${file.pathname}, spoilt: the module and the program refuse differently:\n${module.join("")}----\n${program}`);
  check(module.length > cases.length / 3, `${file.pathname}: hardly any spoilt file is refused`);
}
rmSync(folder, { recursive: true });

/* What our own saved game is was written down by the game that it was made of. */
const [saved, game] = ["saved.jcz", "saved.aude"].map((name) => readFileSync(new URL(`tests/conformance/games/${name}`, top), "utf8"));
check(aude.open(aude.imported(saved), { seed: 0 }).record() === game, "tests/conformance/games/saved.jcz is another game");
check(aude.imported(game) === game, "a record is not left as it is");

const wanted = execFileSync(process.env.AUDE, ["bench", "--signature"], { encoding: "utf8" }).trim();
const signature = aude.signature();
check(signature === wanted, `the signature is ${signature}, the program's ${wanted}`);

console.log(`# pass ${count.pass}\n# fail ${count.fail}`);
process.exitCode = count.fail ? 1 : 0;
