// Two browsers, one of them a phone, play by link: a bet step with a reload in its middle, secrecy, chat, a question, a spectator.
import { check, open, person, play, playBoth, run, serve, stepIs } from "./common.mjs";

await run(async () => {
  const address = await serve();
  const ann = await person();
  const ben = await person({ phone: true });
  await open(ann, address);
  await ann.getByRole("button", { name: "Play with friends by link" }).click();
  await ann.getByLabel("Your name").fill("Ann");
  await ann.getByRole("button", { name: "Open a table" }).click();
  const link = await ann.getByLabel("Link to this table").inputValue();
  check("the lobby gives a link of this server", link.startsWith(address), link);

  await ben.goto(link);
  await ben.getByLabel("Name", { exact: true }).fill("Ben");
  await ben.getByRole("button", { name: "Join" }).click();
  await ben.waitForSelector(".lobby");
  const sit = ben.getByRole("button", { name: "Sit here" });
  await ben.waitForFunction(() => [...document.querySelectorAll(".lobby button")].some((b) => /Sit here|Get up/.test(b.textContent)));
  if (await sit.count()) await sit.first().click();
  await ben.getByRole("button", { name: "Get up" }).waitFor();
  await ann.getByText("Ben").first().waitFor();
  check("both sit", true);
  await ann.getByRole("button", { name: "Begin" }).click();
  await ann.waitForSelector("[data-step]");
  await ben.waitForSelector("[data-step]");

  check("both are asked to bet", await playBoth(ann, ben, () => document.querySelector('[data-step="bet"]') !== null));
  await ann.locator(".tray .chip").first().click();
  await ann.locator(".tray .acts .primary").click();
  await stepIs(ann, "wait");
  const seat = await ben.locator(".seats").innerText();
  await ben.reload();
  await stepIs(ben, "bet");
  check("a reload in the bet step loses nothing", (await ben.locator(".tray .chip").count()) === 6);
  check("nobody sees that the other has chosen", (await ben.locator(".seats").innerText()) === seat);
  await ben.getByRole("button", { name: "No bet" }).click();
  await ann.waitForFunction(() => document.querySelector(".tray")?.dataset.step !== "wait" || !/Everybody bets/.test(document.querySelector(".tray").textContent));
  await ann.waitForFunction(() => /×5/.test(document.querySelector('.seat[data-seat="0"] .chips').textContent));
  check("when all have chosen it is seen who has bet", /×6/.test(await ann.locator('.seat[data-seat="1"] .chips').innerText()));

  await ann.getByRole("button", { name: /^Chat/ }).click();
  await ann.getByPlaceholder("Say something").fill("Bonne chance");
  await ann.getByPlaceholder("Say something").evaluate((field) => {
    field.form.requestSubmit();
    field.form.requestSubmit();
  });
  await ben.getByRole("button", { name: "Chat, 1 new line" }).click();
  check("chat arrives", await ben.getByText("Bonne chance").first().isVisible());
  await ben.getByRole("button", { name: "Mute Ann" }).click();
  check("what a muted person said is gone", (await ben.locator(".list").getByText("Bonne chance").count()) === 0);
  await ann.getByPlaceholder("Say something").fill("Still there?");
  await ann.keyboard.press("Enter");
  await ann.locator(".list").getByText("Still there?").waitFor();
  check("what is sent twice in a hurry is said once", (await ann.locator(".list").getByText("Bonne chance").count()) === 1);
  await ben.getByRole("button", { name: "Close" }).first().click();

  await ann.getByRole("button", { name: "Menu" }).click();
  await ann.getByRole("button", { name: "Ask for a pause" }).click();
  await ben.getByRole("button", { name: "Agree" }).click();
  await ann.getByRole("heading", { name: "Paused" }).waitFor();
  check("who is muted is not heard", (await ben.locator("[data-spoken]", { hasText: "paused" }).count()) === 1 && (await ben.getByText("Still there?").count()) === 0);
  check("a pause by consent", true);
  await ann.getByRole("button", { name: "Go on" }).click();
  await ann.waitForFunction(() => !/Paused/.test(document.querySelector(".tray").textContent));

  const eve = await person({ language: "de-DE" });
  await eve.goto(link);
  await eve.getByRole("button", { name: "Zuschauen", exact: true }).click();
  await eve.waitForSelector('[data-step="wait"]');
  check("a spectator sees the board and no chips", Number(await eve.locator("[data-tiles]").getAttribute("data-tiles")) > 1 && (await eve.locator(".mychips, .tray .chip").count()) === 0);

  // Far enough that bets are settled: the same scores at both.
  await playBoth(ann, ben, () => document.querySelectorAll(".flip").length > 0 || Number(document.querySelector(".tray")?.dataset.n) > 1, 220);
  await ann.waitForTimeout(800);
  const scores = (p) => p.locator(".seats .score .num").allInnerTexts().then((t) => t.join());
  check("both see the same points", (await scores(ann)) === (await scores(ben)), `${await scores(ann)} and ${await scores(ben)}`);
  for (const [name, page] of Object.entries({ ann, ben, eve })) check(`no error in the page of ${name}`, page.errors.length === 0, page.errors.join("; "));
});
