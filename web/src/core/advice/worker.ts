/** The worker that thinks for the page: an Advisor behind messages. Between two parts it hears whether the answer is still wanted. */
import { Aude } from 'aude-wasm';
import { asCoreError } from '../errors.js';
import { core } from '../wasm.js';
import { Advisor, type Question } from './advisor.js';
import type { Answer, Told } from './ask.js';

let advisor: Promise<Advisor> | undefined;
const wanted = new Set<number>();
/** So long without hearing, ms. */
const DEAF = 30;
const say = (answer: Answer) => self.postMessage(answer);
const pause = () => new Promise((done) => setTimeout(done));

async function answer(id: number, question: Question): Promise<void> {
  wanted.add(id);
  try {
    const parts = (await advisor!).answer(question);
    for (let heard = 0; ; ) {
      if (performance.now() - heard > DEAF) {
        await pause();
        heard = performance.now();
      }
      if (!wanted.has(id)) return void parts.return();
      const next = core(() => parts.next());
      if (next.done) return say({ id });
      say({ id, part: next.value });
    }
  } catch (error) {
    const { code, message } = asCoreError(error);
    say({ id, error: { code, message } });
  } finally {
    wanted.delete(id);
  }
}

self.onmessage = ({ data }: MessageEvent<Told>) => {
  if ('module' in data) advisor = Aude.load(data.module).then((aude) => new Advisor(aude));
  else if ('stop' in data) wanted.delete(data.id);
  else void answer(data.id, data.question);
};
