import { FrameMeter } from '../game/frame-meter.ts';
import { type LoopChange, LoopChoice } from './loop-choice.ts';
import type { VersionName } from './names.ts';

/** Duration of a measurement in ms. */
const windowLength = 2000;

export interface MeasuredLoopOptions {
  /** Starts the loop of the running game again, with another number of threads. */
  readonly restart: () => void;
  /** Reports a choice to the player. */
  readonly changed: (change: LoopChange) => void;
}

/** Measures a game in several threads while it is played. Replaces its loop by the one in one thread if that gives more frames, see `LoopChoice`. */
export class MeasuredLoop {
  readonly meter: FrameMeter;
  /** Whether the frame rate decides. If not, the preferred loop runs. */
  isActive = false;
  #options: MeasuredLoopOptions;
  #choice: LoopChoice;

  constructor(options: MeasuredLoopOptions) {
    this.#options = options;
    this.#choice = this.#createChoice();
    this.meter = new FrameMeter(windowLength, (rate) => {
      if (this.isActive) this.#choice.measured(rate);
    });
  }

  /** Forgets the measurements and the choice, for another level. */
  reset(): void {
    this.#choice = this.#createChoice();
  }

  /** To be called whenever the game starts. Returns the loop to be used for the preferred one. */
  choose(preferred: VersionName): VersionName {
    this.meter.restart();
    this.#choice.started();
    const usesOne = this.isActive && preferred === 'concurrent' && this.#choice.use === 'one';
    return usesOne ? 'adaptive' : preferred;
  }

  // The frame that ends a window is still being drawn, so the loop is replaced after it.
  #createChoice(): LoopChoice {
    const choice = new LoopChoice(
      () => {
        setTimeout(() => {
          if (this.#choice === choice) this.#options.restart();
        });
      },
      (change) => this.#options.changed(change),
    );
    return choice;
  }
}

/** A message to the player about a change of the loop. */
export function loopChangeText({ one, several, use }: LoopChange): string {
  const rates = { one: one.toFixed(0), several: several.toFixed(0) };
  return use === 'one'
    ? `Several threads gave ${rates.several} frames per second, one thread gives ${rates.one}. The game goes on in one thread.`
    : `One thread gives only ${rates.one} frames per second. The game tries several threads again.`;
}
