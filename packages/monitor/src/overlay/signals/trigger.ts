import { emptyAggregate } from './aggregate.ts';
import type { Signal } from './signal.ts';
import type { Timeline } from './timeline.ts';

/** Conditions under which the display freezes, as on an oscilloscope. */
export interface TriggerSettings {
  /** Name of the signal; '' for no trigger. */
  signal: string;
  level: number;
  /** The direction in which the signal crosses the level. */
  edge: 'rising' | 'falling';
  /** Time in ms from the crossing to the freeze, so that the display shows what follows. */
  delay: number;
  /** `once`: stays frozen until the user resumes. `auto`: resumes after two seconds, and waits for the next crossing. */
  mode: 'once' | 'auto';
}

/** The sample period in which a signal came to the level of a trigger. Times are in ms. */
export interface Crossing {
  /** Name of the signal. */
  readonly signal: string;
  /** Beginning of the period. */
  readonly start: number;
  /** End of the period. */
  readonly end: number;
}

/** Finds the moment at which a signal crosses a level. */
export class Trigger {
  settings: TriggerSettings = { signal: '', level: 0, edge: 'rising', delay: 500, mode: 'once' };
  /** The last crossing since the trigger was armed. */
  crossing: Crossing | undefined;
  #isArmed = false;
  #before = NaN; // the last value; NaN: not known

  /** Sets the conditions, and arms the trigger if it has a signal. */
  set(settings: Partial<TriggerSettings>): void {
    this.settings = { ...this.settings, ...settings };
    this.arm();
  }

  /** Waits for the next crossing. */
  arm(): void {
    this.#isArmed = this.settings.signal !== '';
    this.#before = NaN;
    this.crossing = undefined;
  }

  /** Waits for no crossing, and forgets the last one. */
  disarm(): void {
    this.#isArmed = false;
    this.crossing = undefined;
  }

  /** Waits for no further crossing. */
  end(): void {
    this.#isArmed = false;
  }

  /** `ended`: has fired, and waits for no further crossing. */
  get state(): 'off' | 'armed' | 'fired' | 'ended' {
    if (this.#isArmed) return this.crossing === undefined ? 'armed' : 'fired';
    return this.crossing === undefined ? 'off' : 'ended';
  }

  /**
   * Takes the values of the periods from `from` to before `to`, which follow those of the last call. The period before them is read as well, for a signal whose
   * first value is in the period `from`.
   */
  watch(
    signal: Pick<Signal, 'isGap' | 'settings' | 'values'>,
    from: number,
    to: number,
    timeline: Timeline,
  ): void {
    if (this.state !== 'armed') return;
    const empty = emptyAggregate(signal.settings.aggregate);
    for (const [i, value] of signal.values(from - 1, to).entries()) {
      const period = from - 1 + i;
      if (signal.isGap(period)) this.#before = NaN;
      else if (Number.isNaN(value)) this.#skip(empty);
      else if (this.#isCrossing(value)) return this.#cross(period, timeline);
      else this.#before = value;
    }
  }

  /** Whether the display should freeze when it has shown the time until `shown`, in ms. */
  freezes(shown: number): boolean {
    return this.#isArmed && this.crossing !== undefined && shown >= this.crossing.start + this.settings.delay;
  }

  /** A period without a value is no crossing, but the next value may be one. A long callback, for example, has no values before its end. */
  #skip(empty: number): void {
    const { edge, level } = this.settings;
    if (edge === 'rising' ? empty < level : empty > level) this.#before = empty;
  }

  #cross(period: number, timeline: Timeline): void {
    const [start, end] = [timeline.startOf(period), timeline.startOf(period + 1)];
    this.crossing = { signal: this.settings.signal, start, end };
  }

  #isCrossing(value: number): boolean {
    const { edge, level } = this.settings;
    return edge === 'rising'
      ? this.#before < level && value >= level
      : this.#before > level && value <= level;
  }
}
