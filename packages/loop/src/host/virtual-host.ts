import { checkRate } from '../check-rate.ts';
import { warnUnknownOptions, checkNumber, checkObject } from '../options.ts';
import type { Host } from './host.ts';

/** A loop that waits for a firm timer with nothing to do asks for turns at once. After this many at one moment … */
const MOST_TURNS = 100;
/** … each further one comes this many ms later, until time passes otherwise. */
const YIELD = 0.005;

/** Work that goes on without time must come to an end: a reading of the clock takes this many ms … */
const READING = 0.005;
/** … once all readings would have taken this many ms more than have passed: 100,000 readings are free, and 200 more for each ms. */
const FREE = 500;

/**
 * A deterministic host on simulated time, for tests and simulations. Time passes only by {@link spend}, and between turns: work that does not call `spend` takes no
 * time. Work without an end, such as a generator that yields for ever, would then keep all else from running. So 100,000 readings of the clock are free, and 200 more
 * for each ms that passes; each further reading takes 0.005 ms. The loop reads the clock after at most 32 callbacks. Submissions do not count as readings.
 *
 * ```ts
 * const host = new VirtualHost();
 * const loop = new EventLoop({ host });
 * loop.submit(new Task(() => host.spend(3)), 1); // a task that costs 3 ms
 * host.advanceTo(100);
 * ```
 */
export class VirtualHost implements Host {
  #time = 0;
  #wakeAt = Infinity;
  #turnAt = 0;
  #readUntil = -FREE; // when the readings of the clock would have ended, if each took READING
  #turns = 0; // at this moment, or with nothing but yields between them
  #yieldsUntil = -Infinity; // when the turn comes that was delayed by YIELD
  #turn: () => void = () => {};
  #displayPeriod: number;
  #frameAt = Infinity;
  #draws: ((time: number) => void)[] = []; // for the next display frame
  #visible = true;
  #visibilityListeners: Set<(visible: boolean) => void> = new Set();

  /** `displayRate`: frames per second of the simulated display; 0.000001 to 1,000,000, default 60. Throws a RangeError otherwise. */
  constructor(options: { displayRate?: number | undefined } = {}) {
    checkObject('VirtualHost: options', options);
    const { displayRate = 60 } = options;
    checkRate('VirtualHost: displayRate', displayRate);
    warnUnknownOptions('VirtualHost', options, ['displayRate']);
    this.#displayPeriod = 1000 / displayRate;
  }

  now(): number {
    this.#readUntil = Math.max(this.#readUntil, this.#time - FREE) + READING;
    if (this.#readUntil > this.#time) this.#time = this.#readUntil;
    return this.#time;
  }

  /** The time of {@link now}. It does not count as a reading of the clock, because work that only submits comes to an end. */
  peek(): number {
    return this.#time;
  }

  attach(turn: () => void): void {
    this.#turn = turn;
  }

  wake(delay: number): void {
    const isYield = this.#turns >= MOST_TURNS && delay < YIELD;
    this.#wakeAt = this.#time + (isYield ? YIELD : Math.max(0, delay));
    if (isYield) this.#yieldsUntil = this.#wakeAt;
  }

  detach(): void {
    this.#wakeAt = Infinity;
  }

  requestFrame(draw: (time: number) => void): void {
    this.#draws.push(draw);
    // A hair of tolerance: the frame of this very moment must not come again by a rounding error.
    this.#frameAt = (Math.floor(this.#time / this.#displayPeriod + 1e-9) + 1) * this.#displayPeriod;
  }

  cancelFrame(draw: (time: number) => void): void {
    this.#draws = this.#draws.filter((each) => each !== draw);
  }

  watchVisibility(listener: (visible: boolean) => void): () => void {
    this.#visibilityListeners.add(listener);
    listener(this.#visible);
    return () => this.#visibilityListeners.delete(listener);
  }

  /** Hides or shows the simulated page. A hidden page has no display frames. */
  setVisible(visible: boolean): void {
    if (visible === this.#visible) return;
    this.#visible = visible;
    for (const listener of this.#visibilityListeners) listener(visible);
  }

  /** Advances the time by `cost` ms, as work that occupies its thread does. Throws a RangeError if `cost` is not a finite number ≥ 0. */
  spend(cost: number): void {
    checkNumber('VirtualHost.spend: cost', cost, { min: 0 });
    this.#time += cost;
  }

  /**
   * Gives the loop all turns and display frames that it requests up to `time`, in ms since the start. A turn that begins before `time` ends normally. A
   * time in the past has no effect.
   * Throws a RangeError if `time` is not finite.
   */
  advanceTo(time: number): void {
    checkNumber('VirtualHost.advanceTo: time', time);
    for (;;) {
      const frameAt = this.#visible ? this.#frameAt : Infinity;
      if (Math.min(frameAt, this.#wakeAt) > time) break;
      if (frameAt <= this.#wakeAt) this.#present(frameAt);
      else this.#giveTurn();
    }
    this.#time = Math.max(this.#time, time);
  }

  #giveTurn(): void {
    this.#time = Math.max(this.#time, this.#wakeAt);
    this.#wakeAt = Infinity;
    const goesOn = this.#time === this.#turnAt || this.#time === this.#yieldsUntil;
    this.#turns = goesOn ? this.#turns + 1 : 1;
    this.#turnAt = this.#time;
    this.#turn();
  }

  #present(frameAt: number): void {
    this.#time = Math.max(this.#time, frameAt);
    this.#frameAt = Infinity;
    const draws = this.#draws;
    this.#draws = [];
    for (const draw of draws) draw(frameAt);
  }
}
