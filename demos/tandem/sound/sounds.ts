import type { EventName } from '../game/game-event.ts';
import type { Sound } from './synth.ts';

/** Pitch factors of the robots: the second one is a fifth lower. */
const voices = [1, 2 / 3];

/** The sound of an event, with the pitch of its player. */
export function soundOf(name: EventName, player: number): Sound | undefined {
  return sounds[name]?.(voices[player] ?? 1);
}

const sounds: Readonly<Partial<Record<EventName, (voice: number) => Sound>>> = {
  jump: (voice) => ({ tones: [{ from: 330 * voice, to: 620 * voice, length: 0.13, gain: 0.16 }] }),
  kick: (voice) => ({
    tones: [{ from: 390 * voice, to: 760 * voice, length: 0.12, gain: 0.16 }],
    noises: [{ from: 900, to: 300, length: 0.07, gain: 0.14 }],
  }),
  throw: (voice) => ({
    tones: [
      { from: 260 * voice, to: 1240 * voice, length: 0.34, gain: 0.2 },
      { from: 390 * voice, to: 1860 * voice, wave: 'sine', length: 0.3, gain: 0.1 },
    ],
    noises: [{ from: 500, to: 3800, filter: 'bandpass', length: 0.3, gain: 0.1 }],
  }),
  land: () => ({ noises: [{ from: 420, to: 120, length: 0.08, gain: 0.22 }] }),
  fall: (voice) => ({
    tones: [{ from: 420 * voice, to: 55, wave: 'sawtooth', length: 0.5, gain: 0.14 }],
    noises: [{ from: 3200, to: 160, length: 0.55, gain: 0.34 }],
  }),
  return: (voice) => ({
    tones: [
      { from: 392 * voice, length: 0.16, gain: 0.12 },
      { from: 588 * voice, length: 0.26, gain: 0.12, after: 0.08 },
    ],
  }),
  gem: () => ({
    tones: [
      { from: 880, wave: 'sine', length: 0.12, gain: 0.16 },
      { from: 1320, wave: 'sine', length: 0.4, gain: 0.15, after: 0.07 },
    ],
  }),
  press: () => ({
    tones: [{ from: 180, to: 240, wave: 'square', length: 0.07, gain: 0.07 }],
    noises: [{ from: 1500, to: 500, length: 0.04, gain: 0.12 }],
  }),
  release: () => ({ tones: [{ from: 240, to: 170, wave: 'square', length: 0.07, gain: 0.05 }] }),
  open: () => ({ noises: [{ from: 220, to: 900, filter: 'bandpass', length: 0.32, gain: 0.3 }] }),
  shut: () => ({
    noises: [
      { from: 900, to: 160, filter: 'bandpass', length: 0.16, gain: 0.3 },
      { from: 300, to: 80, length: 0.1, gain: 0.4, after: 0.12 },
    ],
  }),
  checkpoint: () => ({
    tones: [523, 659, 784, 1047].map((from, i) => ({ from, length: 0.35, gain: 0.1, after: 0.07 * i })),
  }),
  win: () => ({
    tones: [523, 659, 784, 1047, 1319, 1568].map((from, i) => ({
      from,
      length: 0.7,
      gain: 0.11,
      after: 0.09 * i,
    })),
  }),
  launch: () => ({ noises: [{ from: 700, to: 2600, filter: 'bandpass', length: 0.12, gain: 0.16 }] }),
  burst: () => ({
    noises: [{ from: 1800, to: 90, length: 0.42, gain: 0.4 }],
    tones: [{ from: 130, to: 40, wave: 'sine', length: 0.3, gain: 0.25 }],
  }),
  crush: () => ({
    noises: [{ from: 2400, to: 300, length: 0.14, gain: 0.26 }],
    tones: [{ from: 300, to: 70, wave: 'square', length: 0.14, gain: 0.08 }],
  }),
  cling: () => ({ tones: [{ from: 210, to: 140, wave: 'sawtooth', length: 0.25, gain: 0.1 }] }),
  brush: () => ({ noises: [{ from: 2000, to: 4000, filter: 'highpass', length: 0.12, gain: 0.12 }] }),
};
