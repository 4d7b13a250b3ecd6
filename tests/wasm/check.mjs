/* check.mjs - the module against the program AUDE. The last lines are `# pass N` and `# fail N`. */
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
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

function records(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? records(new URL(`${entry.name}/`, folder))
      : entry.name.endsWith(".aude")
        ? [new URL(entry.name, folder)]
        : [],
  );
}

const scenarios = records(new URL("tests/scenarios/", top));
check(scenarios.length > 0, "no scenarios");
for (const file of scenarios) {
  const { failures } = aude.record(readFileSync(file, "utf8"));
  check(failures.length === 0, failures.map(({ line, message }) => `${file.pathname}:${line}: ${message}`).join("\n"));
}

const wanted = execFileSync(process.env.AUDE, ["bench", "--signature"], { encoding: "utf8" }).trim();
const signature = aude.signature();
check(signature === wanted, `the signature is ${signature}, the program's ${wanted}`);

console.log(`# pass ${count.pass}\n# fail ${count.fail}`);
process.exitCode = count.fail ? 1 : 0;
