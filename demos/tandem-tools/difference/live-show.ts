import type { LoopView } from './loop-view.ts';
import type { Held, RunOptions } from './messages.ts';
import { overloadedKeys, RecordedKeys } from './recorded-keys.ts';

export type LiveOptions = Pick<RunOptions, 'enemies' | 'window'>;

/** Live games with the same keys at the same times. They begin paused. */
export class LiveShow {
  #views: readonly LoopView[];
  #options: LiveOptions;
  #keys: RecordedKeys;
  #hasStarted = false;
  #isRunning = false;
  #isSteered = false;

  constructor(views: readonly LoopView[], options: LiveOptions) {
    this.#views = views;
    this.#options = options;
    this.#keys = new RecordedKeys(overloadedKeys, (held) => this.#hold(held, performance.now()));
  }

  /** Whether the visitor steers the robots. */
  get isSteered(): boolean {
    return this.#isSteered;
  }

  /** Starts or continues the games. */
  resume(): void {
    for (const view of this.#views) {
      view.show('live', `Live, last ${this.#options.window / 1000} s`);
      if (this.#hasStarted) view.resume();
      else view.start(this.#options);
    }
    this.#hasStarted = true;
    this.#isRunning = true;
    if (!this.#isSteered) this.#keys.start();
  }

  pause(): void {
    this.#isRunning = false;
    this.#keys.stop();
    this.#hold([0, 0], performance.now());
    for (const view of this.#views) {
      view.pause();
      view.show('still', 'Paused');
    }
  }

  /** Lets the visitor steer from now on. Returns false, and has no effect, while the games are paused. */
  steer(held: Held, timeStamp: number): boolean {
    if (!this.#isRunning) return false;
    this.#isSteered = true;
    this.#keys.stop();
    this.#hold(held, timeStamp);
    return true;
  }

  /** Lets the robots follow the recorded keys again. */
  letRobotsPlay(): void {
    this.#isSteered = false;
    if (this.#isRunning) this.#keys.start();
  }

  #hold(held: Held, timeStamp: number): void {
    for (const view of this.#views) view.hold(held, timeStamp);
  }
}
