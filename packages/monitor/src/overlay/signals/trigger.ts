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

/** Finds the moment at which a signal crosses a level. */
export class Trigger {
  settings: TriggerSettings = { signal: '', level: 0, edge: 'rising', delay: 500, mode: 'once' };
  #isArmed = false;
  #before = NaN;
  #freezesAt = Infinity;

  /** Sets the conditions, and arms the trigger if it has a signal. */
  set(settings: Partial<TriggerSettings>): void {
    this.settings = { ...this.settings, ...settings };
    this.arm();
  }

  /** Waits for the next crossing. */
  arm(): void {
    this.#isArmed = this.settings.signal !== '';
    this.#before = NaN;
    this.#freezesAt = Infinity;
  }

  disarm(): void {
    this.#isArmed = false;
  }

  get state(): 'off' | 'armed' | 'fired' {
    if (!this.#isArmed) return 'off';
    return this.#freezesAt < Infinity ? 'fired' : 'armed';
  }

  /** Takes the values of consecutive periods. `start`: beginning of the first one in ms; `period`: the length of each. */
  watch(values: Float64Array, start: number, period: number): void {
    if (!this.#isArmed) return;
    for (const [i, value] of values.entries()) {
      if (this.#freezesAt === Infinity && this.#isCrossing(value))
        this.#freezesAt = start + i * period + this.settings.delay;
      this.#before = value;
    }
  }

  /** Whether the display should freeze when it has shown the time until `shown`, in ms. */
  freezes(shown: number): boolean {
    return this.#isArmed && shown >= this.#freezesAt;
  }

  #isCrossing(value: number): boolean {
    const { edge, level } = this.settings;
    return edge === 'rising'
      ? this.#before < level && value >= level
      : this.#before > level && value <= level;
  }
}
