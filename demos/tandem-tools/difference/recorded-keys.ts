import { readRuns, type KeyRun } from '../autopilot/key-runs.ts';
import { step } from '../../tandem/game/game.ts';
import { heldBy } from '../../tandem/world/robot/keys.ts';
import type { Held } from './messages.ts';
import source from './overloaded.keys?raw';

/** The keys that lead both robots along the path and back, where they begin again. Composed by hand, in the format of recordings. */
export const overloadedKeys: readonly KeyRun[] = readRuns(source);

/**
 * Holds recorded keys in real time, again and again, whether the game keeps up or not: a step of the recording is 1/60 s. So all loops get the same
 * keys at the same times.
 */
export class RecordedKeys {
  #runs: readonly KeyRun[];
  #hold: (held: Held) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `hold` is called at each change of the held keys. */
  constructor(runs: readonly KeyRun[], hold: (held: Held) => void) {
    this.#runs = runs;
    this.#hold = hold;
  }

  get isPlaying(): boolean {
    return this.#timer !== undefined;
  }

  /** Begins the recording. */
  start(): void {
    this.stop();
    this.#play(0, performance.now());
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  // The times of the changes follow from the first one, so that delays of timers do not add up.
  #play(index: number, due: number): void {
    const { held, steps } = this.#runs[index % this.#runs.length]!;
    const next = due + steps * step;
    this.#timer = setTimeout(() => this.#play(index + 1, next), next - performance.now());
    this.#hold([heldBy(held, 0), heldBy(held, 1)]);
  }
}
