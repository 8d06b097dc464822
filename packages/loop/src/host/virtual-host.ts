import { checkRate } from '../check-rate.ts';
import { warnUnknownOptions, checkCallback, checkKind, checkNumber, checkObject } from '../options.ts';
import type { Host } from './host.ts';

/**
 * Greatest number of turns at one moment of simulated time. A loop that busy-waits for a firm timer
 * requests each turn without delay.
 */
const MAX_TURNS = 100;
/** Each further turn is delayed by this many ms, until time passes in another way. */
const YIELD_DELAY = 0.005;

/** Duration in ms of a reading of the clock after the free ones, so that work that takes no time comes to an end. */
const READING_DURATION = 0.005;
/** Readings are free while their total duration exceeds the simulated time by at most this many ms: 100,000 readings, and 200 for each ms. */
const FREE_READING_TIME = 500;

/**
 * A deterministic host on simulated time, for tests and simulations. Time passes only by {@link spend} and between turns: work that does not call `spend`
 * takes no time.
 *
 * Endless work that takes no time, such as a generator that yields forever, would block the simulation. Therefore only 100,000 readings of the clock are
 * free, and 200 more for each ms that passes. Each further reading takes 0.005 ms. The loop reads the clock at least once in 32 callbacks. Submissions do not
 * count as readings.
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
  #readUntil = -FREE_READING_TIME; // the time at which all readings so far would end if each took READING_DURATION ms; a reading is free while this is at most #time
  #turns = 0; // at this moment, or separated only by yields
  #yieldsUntil = -Infinity; // time of the turn that was delayed by YIELD_DELAY
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
    this.#readUntil = Math.max(this.#readUntil, this.#time - FREE_READING_TIME) + READING_DURATION;
    if (this.#readUntil > this.#time) this.#time = this.#readUntil;
    return this.#time;
  }

  /** The time of {@link now}, without counting as a reading of the clock: work that only submits ends by itself. */
  peek(): number {
    return this.#time;
  }

  attach(turn: () => void): void {
    this.#turn = turn;
  }

  wake(delay: number): void {
    const isYield = this.#turns >= MAX_TURNS && delay < YIELD_DELAY;
    this.#wakeAt = this.#time + (isYield ? YIELD_DELAY : Math.max(0, delay));
    if (isYield) this.#yieldsUntil = this.#wakeAt;
  }

  detach(): void {
    this.#wakeAt = Infinity;
  }

  requestFrame(draw: (time: number) => void): void {
    checkCallback('VirtualHost.requestFrame: draw', draw);
    this.#draws.push(draw);
    this.#frameAt = this.#nextFrameAt;
  }

  get #nextFrameAt(): number {
    // With a tolerance of 1e-9: a rounding error must not repeat the frame of this moment.
    return (Math.floor(this.#time / this.#displayPeriod + 1e-9) + 1) * this.#displayPeriod;
  }

  cancelFrame(draw: (time: number) => void): void {
    this.#draws = this.#draws.filter((each) => each !== draw);
  }

  watchVisibility(listener: (visible: boolean) => void): () => void {
    checkCallback('VirtualHost.watchVisibility: listener', listener);
    this.#visibilityListeners.add(listener);
    listener(this.#visible);
    return () => this.#visibilityListeners.delete(listener);
  }

  /** Hides or shows the simulated page. A hidden page has no display frames. */
  setVisible(visible: boolean): void {
    checkKind('VirtualHost.setVisible: visible', typeof visible === 'boolean', 'a boolean', visible);
    if (visible === this.#visible) return;
    this.#visible = visible;
    if (this.#draws.length > 0) this.#frameAt = this.#nextFrameAt;
    for (const listener of this.#visibilityListeners) listener(visible);
  }

  /** The time in ms for which the next turn or display frame is requested, which may have passed; Infinity if there is none. */
  get next(): number {
    return Math.min(this.#shownFrameAt, this.#wakeAt);
  }

  get #shownFrameAt(): number {
    return this.#visible ? this.#frameAt : Infinity;
  }

  /** Advances the time by `cost` ms, like work that occupies the thread. Throws a RangeError if `cost` is not a finite number ≥ 0. */
  spend(cost: number): void {
    checkNumber('VirtualHost.spend: cost', cost, { min: 0 });
    this.#time += cost;
  }

  /**
   * Runs all turns and display frames that are requested up to `time`, in ms since the start. A turn that begins before `time` ends normally. A time in the
   * past has no effect. Throws a RangeError if `time` is not finite.
   */
  advanceTo(time: number): void {
    checkNumber('VirtualHost.advanceTo: time', time);
    while (this.next <= time) {
      if (this.#shownFrameAt <= this.#wakeAt) this.#present(this.#frameAt);
      else this.#giveTurn();
    }
    this.#time = Math.max(this.#time, time);
  }

  #giveTurn(): void {
    this.#time = Math.max(this.#time, this.#wakeAt);
    this.#wakeAt = Infinity;
    const isSameMoment = this.#time === this.#turnAt || this.#time === this.#yieldsUntil;
    this.#turns = isSameMoment ? this.#turns + 1 : 1;
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
