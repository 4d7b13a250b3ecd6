/** Sounds of wood, felt and paper, made when they are needed; no files. Silent until the first touch of the page, as browsers want it. */
import { prefs } from './prefs.svelte.js';

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function begin(): { at: number; out: GainNode; audio: AudioContext } | null {
  if (!prefs.sound || prefs.volume <= 0) return null;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return null;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    const out = context.createGain();
    out.gain.value = (prefs.volume / 100) * 0.8;
    out.connect(context.destination);
    return { at: context.currentTime + 0.01, out, audio: context };
  } catch {
    return null;
  }
}
function tone(audio: AudioContext, out: AudioNode, at: number, hz: number, long: number, level: number, type: OscillatorType = 'sine', to = hz): void {
  const o = audio.createOscillator();
  const g = audio.createGain();
  o.type = type;
  o.frequency.setValueAtTime(hz, at);
  o.frequency.exponentialRampToValueAtTime(to, at + long);
  g.gain.setValueAtTime(0, at);
  g.gain.linearRampToValueAtTime(level, at + 0.004);
  g.gain.exponentialRampToValueAtTime(0.0008, at + long);
  o.connect(g).connect(out);
  o.start(at);
  o.stop(at + long + 0.02);
}
function hiss(audio: AudioContext, out: AudioNode, at: number, hz: number, long: number, level: number, q = 1): void {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
    const data = noise.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  const s = audio.createBufferSource();
  const f = audio.createBiquadFilter();
  const g = audio.createGain();
  s.buffer = noise;
  f.type = 'bandpass';
  f.frequency.value = hz;
  f.Q.value = q;
  g.gain.setValueAtTime(level, at);
  g.gain.exponentialRampToValueAtTime(0.0008, at + long);
  s.connect(f).connect(g).connect(out);
  s.start(at);
  s.stop(at + long);
}

export type Sound = 'drop' | 'turn' | 'figure' | 'count' | 'bell' | 'chips' | 'flip' | 'win' | 'call';
/** Plays one; n: how many tiles are counted, or chips turned over. */
export function play(sound: Sound, n = 1): void {
  const b = begin();
  if (!b) return;
  const { at, out, audio } = b;
  const pluck = (when: number, hz: number) => {
    tone(audio, out, when, hz, 0.32, 0.3, 'triangle');
    tone(audio, out, when, hz * 2, 0.18, 0.1);
  };
  switch (sound) {
    case 'drop':
      tone(audio, out, at, 190 * (0.94 + Math.random() * 0.12), 0.13, 0.6, 'sine', 95);
      hiss(audio, out, at, 1400, 0.05, 0.35);
      break;
    case 'turn':
      hiss(audio, out, at, 3200, 0.06, 0.22, 2);
      break;
    case 'figure':
      for (const d of [0, 0.07]) {
        tone(audio, out, at + d, 520, 0.06, 0.35, 'sine', 300);
        hiss(audio, out, at + d, 2400, 0.03, 0.2);
      }
      break;
    case 'count': {
      const scale = [0, 2, 4, 7, 9];
      for (let i = 0; i < Math.min(n, 12); i++) pluck(at + i * 0.07, 294 * 2 ** ((scale[i % 5]! + 12 * Math.floor(i / 5)) / 12));
      break;
    }
    case 'bell':
      for (const [k, l] of [[1, 0.3], [2.76, 0.12], [5.4, 0.05]] as const) tone(audio, out, at, 660 * k, 0.9 / k, l);
      break;
    case 'chips':
      for (const d of [0, 0.05, 0.11]) {
        tone(audio, out, at + d, 1900 + Math.random() * 500, 0.05, 0.16, 'triangle');
        hiss(audio, out, at + d, 4200, 0.03, 0.18, 3);
      }
      break;
    case 'flip':
    case 'win': {
      for (let i = 0; i < Math.min(n, 6); i++) hiss(audio, out, at + i * 0.14, 2600, 0.05, 0.4, 1.500);
      const won = at + Math.min(n, 6) * 0.14;
      if (sound === 'win') [523, 784].forEach((hz, i) => pluck(won + 0.1 * i, hz));
      break;
    }
    case 'call':
      pluck(at, 587);
      pluck(at + 0.14, 880);
  }
}
