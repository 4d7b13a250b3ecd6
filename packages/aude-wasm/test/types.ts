/* Compiled, never run: the types say what the package does. */
import { Aude, AudeError, NOBODY, RECALL, type GameEvent, type View } from "../index.js";

const aude: Aude = await Aude.load(new URL("aude.wasm", "https://example.org/"));
const game = aude.game({ sets: ["base"], seats: ["Ann", "Ben"], rules: { tinyCity: 2, confirm: true }, seed: 1n });
for (const actor of game.actors()) {
  const line: string = actor === "chance" ? game.draw() : game.choose(actor);
  game.legal(actor).includes(line);
}
const view: View = game.view(NOBODY, RECALL);
const faces: (string | null)[] = view.stacks.flatMap(({ bets }) => bets.map(({ face }) => face));

function told(event: GameEvent): string {
  switch (event.kind) {
    case "scored":
      return event.worth.items.map(({ term, count, each }) => `${term} ${count * each}`).join();
    case "placed":
      return `${event.tile} ${event.x} ${event.y} ${event.rotation}`;
    case "over":
      return event.seats.join();
    default:
      return event.kind;
  }
}

try {
  aude.open(game.log(), { seed: 2 }).apply("pass");
} catch (error) {
  if (error instanceof AudeError && error.code === "illegal") console.log(error.line, error.message);
}
// @ts-expect-error there is no such rule
aude.game({ rules: { tinyCities: 2 } });
// @ts-expect-error a city may count from 4 or 2 tiles
aude.game({ rules: { tinyCity: 3 } });
// @ts-expect-error an instance comes from load
new Aude({});

console.log(faces, game.events(0).map(told), aude.record("").failures[0]?.line.toFixed());

const picture = aude.picture("aude 1\nset base\nseat 0\nseat 1\n");
picture.hear(0, ["draw RCr"]);
const worth: number[] = picture.view({ seat: 0 }).features.map((feature) => feature.worth.points);
const scored: readonly number[] = picture.events(0).events.flatMap((event) => (event.kind === "scored" ? (event.tiles ?? []) : []));
const host = aude.host("seats 2\nset base\n");
console.log(worth, scored, host.due(0).seats, host.say("lines", NOBODY, 0), picture.tile("RCr", 0, 0, 0, { layer: "ground" }));
// @ts-expect-error such a message needs a seat
host.say("own");
const hint = picture.hint({ seat: 0, playouts: 100, seed: 1 });
const claims: number[] = hint.facts.flatMap((fact) => (fact.kind === "claims" ? [fact.n + (fact.chance ?? 0)] : []));
for (const insight of picture.analysis({ playouts: 100, seed: 1n }))
  console.log(insight.kind === "draw" ? insight.luck : insight.kind === "bet" ? insight.played.pays : insight.lost, claims);
