/* Compiled, never run: the types need no names of browsers but URL, which node's types have too. */
import { Aude, Game, type CompiledModule } from "../index.js";

declare global {
  interface URL {
    href: string;
  }
}

export async function open(module: CompiledModule, bytes: Uint8Array, address: URL): Promise<Game[]> {
  const all = [await Aude.load(), await Aude.load(module), await Aude.load(bytes), await Aude.load(address)];
  return all.map((aude) => aude.game({ seed: 1 })).filter((game) => game instanceof Game);
}
