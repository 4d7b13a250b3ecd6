// Text mode: nothing but a line to type in. A whole game with its bets, a stack that is settled and chips that are assigned at the end, in words alone;
// the words of the terminal in every language; what is told to those who do not see the board; where the focus goes.
import { readFileSync } from "node:fs";
import { accessible, check, open, person, play, run, serve } from "./common.mjs";

const RECORD = new URL("./records/bets.aude", import.meta.url).pathname;
const moves = readFileSync(RECORD, "utf8").split("\n").filter((line) => /^(draw|place|pass|meeple|settle|bet|final) ?/.test(line));
const before = (verb) => moves.findIndex((line) => line.startsWith(verb));

/** A person with text mode on, who types and reads. */
async function reader(options, prefs = {}) {
  const page = await person(options);
  await page.addInitScript((p) => localStorage.setItem("aude.prefs", JSON.stringify(p)), { textMode: true, bets: true, ...prefs });
  const answers = () => page.evaluate(() => [...document.querySelectorAll(".log p:not(.you)")].map((p) => p.textContent));
  const type = async (words) => {
    await page.locator("[data-command]").fill(words);
    await page.keyboard.press("Enter");
  };
  /** What is said after some words, once it has come to rest. */
  const ask = async (words) => {
    const after = (n) => page.evaluate((n) => [...document.querySelectorAll(".log p[data-n]:not(.you)")].filter((p) => Number(p.dataset.n) > n).map((p) => p.textContent), n);
    const from = await page.evaluate(() => Number(document.querySelector(".log p[data-n]:last-child")?.dataset.n ?? 0));
    await type(words);
    let said = [];
    for (let i = 0; i < 250; i++) {
      await page.waitForTimeout(40);
      const now = await after(from);
      if (now.length && now.length === said.length) break;
      said = now;
    }
    return (await after(from)).join("\n");
  };
  const hears = (words) => page.locator(".log p:not(.you)", { hasText: words }).first().waitFor();
  return { page, type, ask, answers, hears };
}

/** Answers each question in turn until `until` holds of what was said; all that was asked. */
async function answer({ page, type, answers }, until, choose = {}) {
  const asked = new Set();
  let before = "";
  let meeples = 0;
  for (let quiet = 0; quiet < 400; ) {
    const said = await answers();
    const last = said.findLast((p) => /Place your tile\.|Place a meeple\?|End your turn\?|Place a bet, or none\.|Which one takes the stack\?|What does your chip count for\?/.test(p)) ?? "";
    if (until(said.join("\n"))) break;
    const now = said.slice(-6).join("\n");
    quiet = now === before ? quiet + 1 : 0;
    before = now;
    if (quiet % 20) {
      await page.waitForTimeout(50);
      continue;
    }
    const step = ["Place your tile", "Place a meeple", "End your turn", "Place a bet", "Which one takes", "What does your chip"].find((q) => last.includes(q));
    asked.add(step);
    const words = {
      "Place your tile": ["place 1"],
      "Place a meeple": [meeples++ % 2 ? "meeple 1" : "pass"],
      "Place a bet": [/1 = /.test(last) ? "bet 1" : "bet no"],
      "Which one takes": ["settle 1"],
      "What does your chip": ["final 1"],
      "End your turn": ["confirm"],
      ...choose,
    }[step] ?? ["legal"];
    for (const w of words) await type(w);
    await page.waitForTimeout(60);
    if (/It can lie there in/.test((await answers()).at(-1))) await type(""); // Enter keeps the first way
  }
  return asked;
}

/** Goes on from a position of the record, as somebody in it. */
async function branch(me, address, at, who) {
  const { page } = me;
  await open(page, address);
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open a record" }).click();
  await (await chosen).setFiles(RECORD);
  const line = page.getByRole("slider", { name: "Line" });
  await line.waitFor();
  await line.fill(String(at));
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.getByRole("radio", { name: who }).check();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.locator("[data-command]").waitFor();
}

await run(async () => {
  const address = await serve();
  const me = await reader();
  const { page, type, ask, answers, hears } = me;
  await open(page, address);
  await page.click("[data-start]");
  await hears("Place your tile");
  const asked = (await answers()).find((p) => p.includes("Place your tile"));
  check("the drawn tile is told by what it shows", /Tile: [^.]*(city|road|monastery|field)/.test(asked) && !/\b[A-Z][A-Za-z]*[rc]\+?\b(?=\.)/.test(asked), asked);

  // The words of the terminal.
  const help = await ask("help");
  const terminal =
    "legal place turn meeple pass bet settle final confirm undo look fits hint odds features fields score why log tiles stacks chips board setup rules save retire help quit say people clocks takeback pause resume end agree decline resign rematch next start sit stand name seat seats option host kick";
  const lacking = terminal.split(" ").filter((verb) => !new RegExp(`^${verb}\\b`, "m").test(help));
  check("text mode has the words of the terminal", lacking.length === 0, lacking.join(" "));
  check("one line of help", /^place N \| X Y DEGREES – puts your tile there/.test(await ask("help place")));
  // The start tile: a city in the north, a road from west to east, fields beside it (rule base/setup-1).
  const start = await ask("look 0 0");
  check("look describes the start tile", /start tile/.test(start) && /city north: 1 tile, 1 open/.test(start) && /road from east to west: 1 tile, 2 open; no meeple/.test(start) && /field south/.test(start), start);
  check("words can be shortened", (await ask("loo 0 0")) === start);
  const none = await ask("look 5 5");
  check("look at nothing", /empty, and no tile lies beside it/.test(none), none);
  const space = await ask("look 0 -1");
  check("look at a space says what it needs and what it would join", /needs: city south/.test(space) && /joins city of 1 tile \(no meeple\)/.test(space) && /\d+ × .*city/.test(space), space);
  const legal = await ask("legal");
  check("legal numbers the places, with turns and what they join", /^1a?: \(-?\d+,-?\d+\) .*(city|road|monastery|field).*joins .*\(place -?\d+ -?\d+ \d+\)$/m.test(legal), legal);
  check("an ambiguous word is said", /st could be/.test(await ask("st")), await ask("st"));
  check("what is unknown is said", /nonsense/.test(await ask("nonsense")));
  check("what is not asked is said, with the question", /not the question now\. Place your tile/.test(await ask("settle 1")));
  check("features", /Unfinished:[^]*city north at \(0,0\): 1 tile, 1 open; no meeple; worth 1 point now/.test(await ask("features")));
  check("own features", /none/.test(await ask("features mine")));
  check("tiles left", /\d+ tiles left[^]*\d+ × .*betting office/.test(await ask("tiles")));
  check("chips", /Your chips[^]*4x2/.test(await ask("chips")));
  check("stacks", /no chips on the board/.test(await ask("stacks")));
  check("score", /: 0 points; 0 if the game ended now/.test(await ask("score")));
  check("why, before anything", /Nothing has been scored yet/.test(await ask("why")));
  check("people", /seat 0: .*\(you\)/.test(await ask("people")));
  check("clocks", /no clock/.test(await ask("clocks")));
  check("setup", /The Bets/.test(await ask("setup")));
  check("rules by name", /Cities \(base\/city-1\)\. A city is complete/.test(await ask("rules base/city-1")));
  const several = /^(\d+)a: /m.exec(legal)?.[1];
  if (several) {
    check("a place is tried out", /It can lie there in \d ways/.test(await ask(several)));
    check("turn shows the next way", /turned \d+°/.test(await ask("turn")));
    check("undo takes it back", /in your hand again/.test(await ask("undo")));
  }
  await accessible(page, "text mode, light");

  const all = await answer(me, (text) => /The game is over/.test(text));
  check("a whole game by text alone", /The game is over/.test((await answers()).join("\n")), [...all].join());
  check("it had bets", all.has("Place a bet"));
  const said = (await answers()).join("\n");
  check("what others place is told", /places a tile, [^:]*\d [^:]*: .*(city|road|field|monastery)/.test(said));
  check("scores are told with their reason", /: \d+ points? (each )?for a (city|road|monastery|field) \(\d+ /.test(said));
  check("who has bet is told, and chips with what they pay", /has placed a chip|does not bet/.test(said) && /Chip of .*: (\d+ points?|misses)\./.test(said));
  check("the result by kinds", /points; roads \d+, cities \d+, monasteries \d+, fields \d+, bets -?\d+/.test(await ask("score")));
  const why = await ask("why");
  check("why explains the last scores and names rules by their titles", /Points for|matches|needs/.test(why) && /Rules: .*\((base|bets)\//.test(why), why);
  check("log", (await ask("log 3")).split("\n").length === 3);

  // A stack to be settled, and chips to be assigned at the end.
  const settles = await reader();
  await branch(settles, address, before("settle"), "Ben");
  await settles.hears("Which one takes the stack");
  const which = await settles.ask("legal");
  check("what a stack can count for is told", (which.match(/^\d: road /gm) ?? []).length === 2, which);
  await settles.type("settle 1");
  await settles.hears("lets the stack count for");
  // The first of the roads has four tiles: 4x2 pays Ann 8, 4/6 pays Ben 4, 5/6 misses (the record says why).
  await settles.hears("misses");
  const flips = (await settles.answers()).filter((p) => /Chip of/.test(p)).join("\n");
  check("a stack is settled by text", [8, 4].every((n) => flips.includes(`: ${n} points.`)) && /misses\./.test(flips), flips);

  const finals = await reader();
  await branch(finals, address, before("final"), "Ben");
  await finals.hears("What does your chip count for");
  const chosen = await answer(finals, (text) => /The game is over/.test(text));
  check("chips are assigned at the end by text", chosen.has("What does your chip"));
  check("and the game ends", /The game is over/.test((await finals.answers()).join("\n")));
  check("nothing went wrong", [page, settles.page, finals.page].every((p) => p.errors.length === 0), page.errors.concat(settles.page.errors, finals.page.errors).join("; "));

  // Dutch and German, with the dark theme: same commands, own words.
  for (const [language, look, ask1, english] of [
    ["nl-NL", /stad in het noorden: 1 tegel, 1 open[^]*weg van het oosten naar het westen[^]*weide in het zuiden/, "Leg je tegel", /\b(city|road|field|meeple of|worth|needs|tile)\b/],
    ["de-DE", /Stadt im Norden: 1 Plättchen, 1 offen[^]*Straße von Osten nach Westen[^]*Wiese im Süden/, "Leg dein Plättchen", /\b(city|road|field|meeple of|worth|needs|tile)\b/],
  ]) {
    const other = await reader({ language, dark: true });
    await open(other.page, address);
    await other.page.click("[data-start]");
    await other.hears(ask1);
    const said = await other.ask("look 0 0");
    check(`look, ${language}`, look.test(said), said);
    for (const words of ["legal", "look 0 -1", "features", "fields", "tiles", "stacks", "chips", "score", "people", "setup"]) {
      const told = (await other.ask(words)).replace(/\(place .*\)/g, "");
      check(`${words} has no English words, ${language}`, !english.test(told), told);
    }
    await accessible(other.page, `text mode, ${language}, dark`);
  }

  // At one screen: what one may read of the own chips is gone when the next one looks.
  const two = await reader();
  await open(two.page, address);
  await two.page.getByRole("button", { name: "Play at one screen" }).click();
  await two.page.locator("dialog .primary").last().click();
  await two.hears("Press Enter when you alone look");
  await two.type("");
  await two.hears("Place your tile");
  await two.ask("chips");
  check("own chips are shown", /Your chips/.test((await two.answers()).join("\n")));
  await answer(two, (text) => text.split("Press Enter when you alone look").length > 2);
  check("and gone for the next one", !/Your chips/.test((await two.answers()).join("\n")));

  // A table on the server: its lobby, talk, questions to all, refusals.
  const ann = await reader({}, { bets: false });
  await open(ann.page, address);
  await ann.page.getByRole("button", { name: "Play with friends by link" }).click();
  await ann.page.getByLabel("Your name").fill("Ann");
  await ann.page.getByRole("button", { name: "Open a table" }).click();
  await ann.hears("Before the game. seat 0: Ann");
  const link = /Others join by (\S+)/.exec(await ann.ask("people"))[1];
  const ben = await reader({ language: "nl-NL" });
  await ben.page.goto(link);
  await ben.page.getByLabel("Naam", { exact: true }).fill("Ben");
  await ben.page.getByRole("button", { name: "Meedoen" }).click();
  await ben.hears("Het spel is nog niet begonnen");
  if (!/plaats 1: Ben/.test(await ben.ask("people"))) await ben.type("sit 1");
  await ann.hears("seat 1: Ben");
  const no = await ben.ask("start");
  check("a refusal is in the language of the page", /^Dat mag je niet\.$/.test(no), no);
  check("also one about an option", /geen optie van een tafel/.test(await ben.ask("option nonsense")) || /Dat mag je niet/.test(await ben.ask("option nonsense")));
  check("a bad option is told as one", /no option of a table/.test(await ann.ask("option clock backwards")));
  await ann.type("start");
  for (const who of [ann, ben]) await who.page.locator(".log p", { hasText: /Place your tile|draws a tile|Leg je tegel|trekt een tegel/ }).first().waitFor();
  await ann.type("say Bonne chance");
  await ben.hears("Ann zegt: Bonne chance");
  check("what was said can be heard again", /Ann zegt: Bonne chance/.test(await ben.ask("say")));
  await ann.type("pause");
  await ben.hears("Ann vraagt om pauze");
  await ben.type("agree");
  await ann.hears("The game is paused");
  await ben.type("resume");
  await ann.hears("The game goes on");
  check("a takeback of nothing is refused with its reason", /no tile of yours yet/.test(await ann.ask("takeback")));
  await ann.type("resign yes");
  await ben.hears("Ann heeft het spel verlaten");
  check("nothing went wrong at the table", ann.page.errors.concat(ben.page.errors).length === 0, ann.page.errors.concat(ben.page.errors).join("; "));

  // With the board: names of what is drawn, and what is read out, each thing once.
  const hearer = await person();
  await open(hearer, address);
  await hearer.evaluate(() => {
    window.heard = [];
    new MutationObserver((all) => {
      for (const m of all) for (const n of m.addedNodes) if (n.nodeType === 1 && n.closest?.("[data-spoken]")) for (const p of n.matches("p") ? [n] : n.querySelectorAll("p")) window.heard.push(p.textContent);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await hearer.click("[data-start]");
  await play(hearer, () => document.querySelector('[data-step="place"]') !== null);
  const alt = await hearer.locator(".drawn img").getAttribute("alt");
  check("the picture of the drawn tile is named by what it shows", /^Tile: .*(city|road|monastery|field)/.test(alt), alt);
  const label = await hearer.locator("[data-spot]").first().getAttribute("aria-label");
  check("an open space says what it joins", /; joins .*of \d+ tiles? \(/.test(label), label);
  await play(hearer, () => window.heard.some((w) => /points? (each )?for a/.test(w)) && window.heard.some((w) => /Place a bet/.test(w)));
  const heard = await hearer.evaluate(() => window.heard);
  check("my turn is read out with the tile", heard.some((w) => /^Your turn\. Place your tile\. Tile: /.test(w)), heard.slice(0, 5).join(" | "));
  check("bets are read out", heard.some((w) => /Everybody may bet on the office/.test(w)));
  const twice = heard.filter((w, i) => i && w === heard[i - 1]);
  check("nothing is read out twice", twice.length === 0, twice.join(" | "));

  // By keys: the focus goes on to the next question, and back to what opened a panel.
  const keys = await person();
  await open(keys, address);
  await keys.click("[data-start]");
  await play(keys, () => document.querySelector('[data-step="place"]') !== null);
  const focused = () => keys.evaluate(() => document.activeElement?.closest("[data-step]")?.getAttribute("data-step") ?? document.activeElement?.tagName);
  await keys.keyboard.press("ArrowRight");
  await keys.waitForSelector(".ghost");
  await keys.locator(".tray .primary").focus();
  await keys.keyboard.press("Enter");
  await keys.waitForFunction(() => document.querySelector("[data-step]")?.dataset.step !== "place");
  await keys.waitForTimeout(200);
  check("the focus is kept when the tray changes", (await focused()) !== "BODY", await focused());
  await keys.getByRole("button", { name: "Outlook", exact: true }).focus();
  await keys.keyboard.press("Enter");
  await keys.locator(".side").waitFor();
  await keys.locator(".side .shut").focus();
  await keys.keyboard.press("Enter");
  await keys.waitForTimeout(200);
  const back = await keys.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  check("a panel that is closed gives the focus back", back === "Outlook", String(back));
});
