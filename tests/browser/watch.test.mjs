// Who opens the link of a table and only watches: before the game, while it is played, after its end and in the next one; and comes in where that is allowed.
import { check, open, person, play, run, serve, stepIs } from "./common.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });

await run(async () => {
  const address = await serve();
  const ann = await person();
  await open(ann, address);
  await button(ann, "Play with friends by link").click();
  await ann.getByLabel("Your name").fill("Ann");
  await button(ann, "Open a table").click();
  const link = await ann.getByLabel("Link to this table").inputValue();

  // Before the game: a free seat is offered; who only watches can take it later.
  const ben = await person();
  await ben.goto(link);
  await ben.getByRole("heading", { name: "You are invited to a game" }).waitFor();
  const there = await ben.getByRole("list", { name: "Seats" }).innerText();
  check("an invitation says who is there and what is free", /Ann/.test(there) && /free seat/.test(there), there);
  await button(ben, "Only watch").click();
  await ben.waitForSelector(".lobby");
  check("who watches the lobby has no seat", (await ben.getByText("You are watching").isVisible()) && (await button(ben, "Get up").count()) === 0);
  await button(ben, "Join").click();
  await ben.getByLabel("Name", { exact: true }).fill("Ann");
  await button(ben, "Join").click();
  await ben.getByRole("alert").waitFor();
  check("a name that is taken leaves the invitation", await ben.getByLabel("Name", { exact: true }).isVisible());
  await ben.getByLabel("Name", { exact: true }).fill("Ben");
  await button(ben, "Join").click();
  await button(ben, "Get up").waitFor();
  check("who joins sits", (await ben.locator(".lobby .seats").innerText()).includes("Ben"));
  await button(ann, "Begin").click();
  await ann.waitForSelector("[data-step]");

  // While it is played: no seat can be had, and the invitation says so.
  const eve = await person();
  await eve.goto(link);
  await eve.getByRole("heading", { name: "A game is being played here" }).waitFor();
  check("no seat is offered in a game that is on", (await button(eve, "Join").count()) === 0 && (await eve.getByText("Nobody new can sit down").isVisible()));
  await button(eve, "Watch").click();
  await stepIs(eve, "wait");
  check("a spectator is told to be one", await eve.getByText("You are watching").isVisible());
  const gus = await person({ phone: true });
  await gus.goto(link);
  await gus.getByLabel("Name", { exact: true }).fill("Gus");
  await button(gus, "Come to the table").click();
  await stepIs(gus, "wait");
  await gus.getByRole("button", { name: /^Chat/ }).click();
  await gus.getByPlaceholder("Say something").fill("Good evening");
  await gus.keyboard.press("Enter");
  await ann.getByRole("button", { name: "Chat, 1 new line" }).waitFor();
  check("who has come to the table can chat", true);

  // The end by consent; a seat becomes free, and who stood beside it takes it. Spectators stay for the next game.
  await play(ann, () => Number(document.querySelector("[data-tiles]")?.dataset.tiles) > 1, 40);
  await button(ann, "Menu").click();
  await ann.getByRole("button", { name: "Propose to end" }).click();
  await button(ben, "Agree").click();
  for (const page of [ann, ben, eve, gus]) await stepIs(page, "over");
  check("all see the end", true);
  await button(ben, "Menu").click();
  await button(ben, "Get up").click();
  const close = button(gus, "Close").first();
  if (await close.isVisible()) await close.click();
  await button(gus, "Sit here").click();
  await eve.waitForFunction(() => /Gus/.test(document.querySelector(".seats").textContent));
  check("after the game a free seat is taken", true);
  await button(ann, "Play again").click();
  await button(gus, "Agree").click();
  for (const page of [ann, gus]) await page.waitForFunction(() => document.querySelector("[data-step]") && document.querySelector("[data-step]").dataset.step !== "over");
  await stepIs(eve, "wait");
  check("a spectator sees the next game", (await eve.getByText("You are watching").isVisible()) && /Gus/.test(await eve.locator(".seats").innerText()));
  check("who gave the seat away watches too", await ben.getByText("You are watching").isVisible());
  await play(ann, () => document.querySelector('[data-step="wait"]') !== null, 200);
  await gus.waitForFunction(() => document.querySelector("[data-step]").dataset.step !== "wait");
  check("the new one at the table is asked", true);
  for (const [name, page] of Object.entries({ ann, ben, eve, gus })) check(`no error in the page of ${name}`, page.errors.length === 0, page.errors.join("; "));
});
